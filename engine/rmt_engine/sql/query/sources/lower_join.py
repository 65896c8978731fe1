"""Lowers joins.

Source: https://clickhouse.com/docs/sql-reference/statements/select/join. Where a row has no partner
in an outer join, the columns of the other side are their types' defaults, NULL of Nullable ones;
with `join_use_nulls = 1` all of them are Nullable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import common_type
from rmt_engine.sql.functions.answers.kinds import INTEGERS, nullable
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.names.scopes import Column, LoweredSource, Relation, Scope
from rmt_engine.sql.query.sources.parametrised_views import calls_view
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Asterisk,
    Call,
    Columns,
    Computed,
    Derived,
    Exists,
    Expression,
    FunctionSource,
    Identifier,
    Join,
    Source,
    Subquery,
    conjunction,
    expressions_in,
)
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.keys import joined_text, key_of
from rmt_engine.sql.query.types.variants import refuse_variant_join
from rmt_engine.sql.query.values import Value, condition, default_text, stored, truth
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering
    from rmt_engine.sql.query.sources.lower_source import SourceLowering

__all__ = ["JoinLowering"]

_INEQUALITIES = {
    "less": "<",
    "lessOrEquals": "<=",
    "greater": ">",
    "greaterOrEquals": ">=",
}
_OPPOSITE = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_LEFT, _RIGHT, _BOTH = 1, 2, 3


@dataclass(frozen=True)
class _Conjunct:
    """A condition of ON.

    Attributes:
        node: its tree.
        sides: which sides it names.
        left: of an equality of both sides, the left one's value.
        right: the right one's.
        operator: `=`, or the inequality; empty for other conditions.
    """

    node: Expression
    sides: int
    left: Value | None = None
    right: Value | None = None
    operator: str = ""


class JoinLowering:
    """Lowers one join.

    Args:
        sources: lowers its sides.
        join: the join.
    """

    def __init__(self, sources: SourceLowering, join: Join) -> None:
        self._sources = sources
        self._queries = sources.queries
        self._join = join
        self._strictness = self._known_strictness()
        is_half = self._strictness in ("SEMI", "ANTI")
        self._kind = "LEFT" if is_half and join.kind == "INNER" else join.kind
        self._uses_nulls = self._queries.settings.get("join_use_nulls") == "1"

    def lower(self) -> LoweredSource:
        """The join's text, and the relations behind it."""
        join = self._join
        left = self._sources.lower(join.left)
        right = self._sources.lower(join.right, left.relations)
        if self._queries.settings.get("joined_subquery_requires_alias") != "0":
            for side in (join.left, join.right):
                self._check_alias(side)
        if join.kind == "PASTE":
            raise RmtError(
                "NOT_IMPLEMENTED",
                "PASTE JOIN is not supported: rows have no order that two tables share.",
                "Join on row_number() OVER (ORDER BY …).",
            )
        if join.is_natural:
            names = _names_of_both(left, right)
            join = self._join = replace(join, using=[Identifier((name,)) for name in names])
        is_product = join.is_natural and not join.using
        if join.kind in ("CROSS", "COMMA") or is_product:
            return self._joined(left, right, "CROSS JOIN", "")
        return self._using(left, right) if join.using else self._on(left, right)

    def _check_alias(self, side: Source) -> None:
        """Looks whether a subquery or a table function that is joined has a name.

        Raises:
            RmtError: `ALIAS_REQUIRED`.
        """
        if side.alias or not isinstance(side, Derived | FunctionSource):
            return
        is_view = isinstance(side, FunctionSource) and calls_view(self._queries, side.call)
        if not is_view:
            raise RmtError(
                "ALIAS_REQUIRED",
                "JOIN with no alias for subquery or table function "
                f"{self._queries.text_of(side)[:100]}.",
                "Name it, (…) AS name, or set joined_subquery_requires_alias = 0.",
            )

    def _known_strictness(self) -> str:
        given = self._join.strictness
        if given:
            return given
        default = self._queries.settings.get("join_default_strictness", "ALL").upper()
        return default if default in ("ALL", "ANY") else "ALL"

    def _joined(
        self, left: LoweredSource, right: LoweredSource, words: str, condition_text: str
    ) -> LoweredSource:
        lefts, rights = self._outer_sides(left.relations, right.relations)
        right_sql = (
            f"({right.sql})" if isinstance(self._join.right, Join | ArrayJoin) else right.sql
        )
        on = f" ON {condition_text}" if condition_text else ""
        star = None
        if left.star is not None or right.star is not None:
            star = (*self._star(left, lefts), *self._star(right, rights))
        return LoweredSource(
            f"{left.sql} {words} {right_sql}{on}",
            (*lefts, *rights),
            star,
            (*left.equal, *right.equal),
        )

    @staticmethod
    def _star(side: LoweredSource, relations: Sequence[Relation]) -> list[Column]:
        """The columns of `*` of a side, as they are behind the join."""
        changed = {
            before.value.sql: after
            for old, new in zip(side.relations, relations, strict=True)
            for before, after in zip(old.columns, new.columns, strict=True)
        }
        return [
            replace(changed[column.value.sql], name=column.name)
            if column.value.sql in changed
            else column
            for column in side.columns()
        ]

    def _outer_sides(
        self, lefts: Sequence[Relation], rights: Sequence[Relation]
    ) -> tuple[tuple[Relation, ...], tuple[Relation, ...]]:
        """The relations, each as it is where it has no row."""
        left, right = tuple(lefts), tuple(rights)
        if self._kind in ("RIGHT", "FULL"):
            left = tuple(map(self._missing, left))
        if self._kind in ("LEFT", "FULL"):
            right = tuple(map(self._missing, right))
        return left, right

    def _missing(self, relation: Relation) -> Relation:
        return relation.made_nullable() if self._uses_nulls else relation.with_defaults()

    # ON

    def _lowering(self, left: LoweredSource, right: LoweredSource) -> ExpressionLowering:
        scope = Scope(
            (*left.relations, *right.relations),
            self._sources.outer,
            prefers_first=self._sources.has_one_join,
            equal=left.equal,
        )
        lowering = self._queries.expressions(scope, self._sources.aliases)
        lowering.place.clause = "JOIN ON"
        return lowering

    def _conjuncts(self, left: LoweredSource, right: LoweredSource) -> list[_Conjunct]:
        """The conditions of ON, or those that USING stands for."""
        if self._join.using:
            *names, last = self._using_names()
            of_last = "greaterOrEquals" if self._strictness == "ASOF" else "equals"
            compared = [*((name, "equals") for name in names), (last, of_last)]
            return [self._comparison(name, function, left, right) for name, function in compared]
        assert self._join.condition is not None
        whole = self._lowering(left, right)
        for name in whole.reach.names(self._join.condition):
            # Names that nothing has are told of before what cannot be compared.
            whole.row(name)
        return [
            self._conjunct(one, left, right, whole) for one in conjunction(self._join.condition)
        ]

    def _comparison(
        self, name: str, function: str, left: LoweredSource, right: LoweredSource
    ) -> _Conjunct:
        """What USING says of a column: that both are equal, or for ASOF which one is greater."""
        context = CallContext(self._queries.settings, self._queries.zone)
        first, second = (self._using_column(side, name).value for side in (left, right))
        refuse_variant_join(first, second)
        same = joined_text(first, second) if function == "equals" else None
        value = truth(same) if same else lower_scalar(function, [first, second], context)
        operator = _INEQUALITIES.get(function, "=")
        return _Conjunct(Computed(value, ""), _BOTH, first, second, operator)

    def _conjunct(
        self,
        node: Expression,
        left: LoweredSource,
        right: LoweredSource,
        whole: ExpressionLowering,
    ) -> _Conjunct:
        sides = self._sides(node, left, right, whole)
        operator = ""
        if isinstance(node, Call) and len(node.arguments) == 2 and sides == _BOTH:
            operator = "=" if node.name == "equals" else _INEQUALITIES.get(node.name, "")
        if not operator or not isinstance(node, Call):
            return _Conjunct(node, sides)
        first, second = node.arguments
        of_first, of_second = (self._sides(one, left, right, whole) for one in (first, second))
        if {of_first, of_second} != {_LEFT, _RIGHT}:
            return _Conjunct(node, sides)
        if of_first == _RIGHT:
            first, second = second, first
            operator = _OPPOSITE.get(operator, operator)
        values = whole.row(first), whole.row(second)
        refuse_variant_join(*values)
        return _Conjunct(node, sides, *values, operator)

    @staticmethod
    def _sides(
        node: Expression, left: LoweredSource, right: LoweredSource, whole: ExpressionLowering
    ) -> int:
        """Which sides an expression names, also behind aliases."""
        texts = [
            {column.value.sql for relation in side.relations for column in relation.columns}
            for side in (left, right)
        ]
        named = whole.reach.columns(node)
        return _LEFT * bool(named & texts[0]) | _RIGHT * bool(named & texts[1])

    def _on(self, left: LoweredSource, right: LoweredSource) -> LoweredSource:
        conjuncts = self._conjuncts(left, right)
        if self._strictness == "ASOF":
            return self._asof(left, right, conjuncts)
        if self._strictness == "ANTI":
            return self._half(left, right)
        if self._strictness == "SEMI":
            return self._semi(left, right, conjuncts)
        if self._strictness == "ANY":
            return self._any(left, right, conjuncts)
        text = self._text(conjuncts, left, right)
        joined = self._joined(left, right, f"{self._kind} JOIN", text)
        if self._kind != "INNER":
            return joined
        return replace(joined, equal=_with_equal(joined.equal, conjuncts))

    def _text(
        self, conjuncts: Sequence[_Conjunct], left: LoweredSource, right: LoweredSource
    ) -> str:
        lowering = self._lowering(left, right)
        texts = [_condition(one, lowering) for one in conjuncts]
        for one in conjuncts:
            _check_common_type(one)
        if lowering.joined.rows.laterals:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "arrayJoin, or a subquery among the arguments of a function of arrays, is not "
                "supported in ON.",
                "Put it into a subquery of FROM.",
            )
        return " AND ".join(f"({text})" for text in texts) or "true"

    # SEMI and ANTI

    def _half(self, left: LoweredSource, right: LoweredSource) -> LoweredSource:
        """Rows of one side that have a partner, or none: the other side's columns are missing."""
        text = self._text(self._conjuncts(left, right), left, right)
        lefts, rights = left.relations, right.relations
        kept, other = left, right
        if self._kind == "RIGHT":
            kept, other = right, left
            lefts = self._absent(lefts)
        else:
            rights = self._absent(rights)
        sql = f"{kept.sql} LEFT {self._strictness} JOIN {other.sql} ON {text}"
        star = (*self._star(left, lefts), *self._star(right, rights))
        return LoweredSource(sql, (*lefts, *rights), star)

    def _absent(self, relations: Sequence[Relation]) -> tuple[Relation, ...]:
        """Relations whose columns are the defaults of their types, or NULL."""
        typed = [one.made_nullable() if self._uses_nulls else one for one in relations]
        return tuple(replace(one, columns=list(map(_absent, one.columns))) for one in typed)

    def _semi(
        self, left: LoweredSource, right: LoweredSource, conjuncts: Sequence[_Conjunct]
    ) -> LoweredSource:
        """Rows of one side that have a partner, with the columns of one such partner."""
        kept, other = (right, left) if self._kind == "RIGHT" else (left, right)
        if not self._is_named(other, kept):
            return self._half(left, right)
        if _are_keys(conjuncts):
            if self._kind == "RIGHT":
                left = self._first_of_each(left, _LEFT, conjuncts, left, right)
            else:
                right = self._first_of_each(right, _RIGHT, conjuncts, left, right)
            text = self._text(self._conjuncts(left, right), left, right)
            return self._joined(left, right, "INNER JOIN", text)
        return self._with_one_partner(left, right, "INNER JOIN")

    def _is_named(self, other: LoweredSource, kept: LoweredSource) -> bool:
        """Whether the SELECT, or another part of its FROM, may need columns of the other side."""
        of_join = [self._join.condition, *self._join.using]
        nodes = [node for node in self._sources.expressions if node not in of_join]
        if any(isinstance(node, Asterisk | Columns) for node in nodes):
            return True
        inside = [one for node in nodes for one in expressions_in(node)]
        if any(isinstance(one, Subquery | Exists) for one in inside):
            return True
        others, kepts = (side.scope(prefers_first=True) for side in (other, kept))
        names = {one.parts for one in inside if isinstance(one, Identifier)}
        names -= {(name,) for name in self._using_names()}
        if self._kind != "RIGHT":
            names = {name for name in names if kepts.find_here(name) is None}
        return any(others.find_here(name) is not None for name in names)

    def _numbered(self, side: LoweredSource) -> LoweredSource:
        """A source whose rows have a number each, `_id`."""
        return self.renamed(side, extra=f"{self._queries.row_number} AS `_id`")

    def _first_partner(
        self, joined: LoweredSource, numbered: LoweredSource, order: str
    ) -> LoweredSource:
        """The first row of a join for each row of a numbered side."""
        alias = numbered.sql.rpartition(" AS ")[2]
        number = f"row_number() OVER (PARTITION BY {alias}.`_id` ORDER BY {order})"
        return self.renamed(joined, extra=f"{number} AS `_n`", outside="`_n` = 1")

    def _with_one_partner(
        self, left: LoweredSource, right: LoweredSource, join: str
    ) -> LoweredSource:
        """Rows of the side that is kept, each with the first that it is joined with."""
        kept = self._numbered(right if self._kind == "RIGHT" else left)
        left, right = (left, kept) if self._kind == "RIGHT" else (kept, right)
        text = self._text(self._conjuncts(left, right), left, right)
        return self._first_partner(self._joined(left, right, join, text), kept, "1")

    # ANY

    def _any(
        self, left: LoweredSource, right: LoweredSource, conjuncts: Sequence[_Conjunct]
    ) -> LoweredSource:
        """One row at most for each key: of the right side, of the left, or of both."""
        if self._kind == "FULL":
            raise RmtError("NOT_IMPLEMENTED", "ANY FULL JOIN is not supported.")
        if not _are_keys(conjuncts) and any(one.sides for one in conjuncts):
            return self._any_partner(left, right, conjuncts)
        given = (left, right)
        if self._kind in ("LEFT", "INNER"):
            right = self._first_of_each(right, _RIGHT, conjuncts, *given)
        if self._kind in ("RIGHT", "INNER"):
            left = self._first_of_each(left, _LEFT, conjuncts, *given)
        text = self._text(self._conjuncts(left, right), left, right)
        return self._joined(left, right, f"{self._kind} JOIN", text)

    def _any_partner(
        self, left: LoweredSource, right: LoweredSource, conjuncts: Sequence[_Conjunct]
    ) -> LoweredSource:
        """ANY with other conditions on both sides than equalities: the first row that meets all."""
        of_both = [one for one in conjuncts if one.sides == _BOTH]
        if not any(one.operator == "=" or _is_choice(one.node) for one in of_both):
            # Names that nothing has are told of first.
            self._text(conjuncts, left, right)
            raise RmtError(
                "INVALID_JOIN_ON_EXPRESSION",
                "Cannot determine join keys in JOIN ON: ANY JOIN wants an equality between columns "
                "of both tables.",
                "Leave ANY out, or take one row for each key in a subquery with LIMIT 1 BY.",
            )
        if self._kind == "INNER":
            raise RmtError(
                "NOT_IMPLEMENTED",
                "ANY INNER JOIN with other conditions on both tables than equalities is not "
                "supported.",
                "Use SEMI JOIN, or put the conditions into WHERE.",
            )
        return self._with_one_partner(left, right, f"{self._kind} JOIN")

    def _first_of_each(
        self,
        side: LoweredSource,
        which: int,
        conjuncts: Sequence[_Conjunct],
        left: LoweredSource,
        right: LoweredSource,
    ) -> LoweredSource:
        """One row of a side for each key, of those that its own conditions leave."""
        values = [one.left if which == _LEFT else one.right for one in conjuncts]
        keys = [value for value in values if value is not None]
        own = [one for one in conjuncts if one.sides == which]
        return self._one_for_each(side, keys, self._text(own, left, right))

    def _one_for_each(
        self, side: LoweredSource, keys: Sequence[Value], where: str
    ) -> LoweredSource:
        """A source with one row for each key; with one row if there is none."""
        if not keys:
            return self.renamed(side, where=where, limit=" LIMIT 1")
        listed = ", ".join(map(key_of, keys))
        number = f"row_number() OVER (PARTITION BY {listed} ORDER BY 1)"
        return self.renamed(side, extra=f"{number} AS `_n`", where=where, outside="`_n` = 1")

    def renamed(
        self,
        side: LoweredSource,
        extra: str = "",
        where: str = "true",
        outside: str = "true",
        limit: str = "",
    ) -> LoweredSource:
        """A source as one subquery, whose columns have names of their own.

        Args:
            side: the source.
            extra: one more column.
            where: a condition inside.
            outside: a condition on the extra column.
            limit: how many rows of it, behind the condition inside.
        """
        alias = self._queries.fresh_alias("_r")
        names: dict[str, str] = {}
        for relation in side.relations:
            for column in relation.columns:
                names.setdefault(column.value.sql, f"c{len(names)}")
        for column in side.columns():
            names.setdefault(column.value.sql, f"c{len(names)}")
        columns = ", ".join(f"{sql} AS {quote_name(name)}" for sql, name in names.items())
        listed = ", ".join(filter(None, (columns, extra))) or "1 AS `c0`"
        inner = f"SELECT {listed} FROM {side.sql} WHERE {where}{limit}"
        if outside != "true":
            inner = f"SELECT * FROM ({inner}) WHERE {outside}"

        def moved(column: Column) -> Column:
            text = f"{quote_name(alias)}.{quote_name(names[column.value.sql])}"
            return replace(column, value=replace(column.value, sql=text))

        relations = tuple(
            replace(one, columns=[moved(column) for column in one.columns])
            for one in side.relations
        )
        star = tuple(moved(column) for column in side.star) if side.star is not None else None
        return LoweredSource(f"({inner}) AS {quote_name(alias)}", relations, star)

    # ASOF

    def _asof(
        self, left: LoweredSource, right: LoweredSource, conjuncts: Sequence[_Conjunct]
    ) -> LoweredSource:
        """The row of the right side that is nearest among those that fit."""
        nearest = [one for one in conjuncts if one.operator in _OPPOSITE]
        if self._join.kind not in ("INNER", "LEFT"):
            raise RmtError(
                "NOT_IMPLEMENTED",
                "Wrong ASOF JOIN type. Only ASOF and LEFT ASOF joins are supported.",
            )
        if len(nearest) != 1:
            # What a condition names without there being such a column is an error before this.
            self._text(conjuncts, left, right)
            raise RmtError(
                "INVALID_JOIN_ON_EXPRESSION",
                "ASOF JOIN takes one inequality between columns of both tables, and equalities.",
            )
        left = self._numbered(left)
        conjuncts = self._conjuncts(left, right)
        [value] = [one.right for one in conjuncts if one.operator in _OPPOSITE]
        assert value is not None
        joined = self._joined(left, right, f"{self._kind} JOIN", self._text(conjuncts, left, right))
        direction = "DESC" if nearest[0].operator in (">", ">=") else "ASC"
        return self._first_partner(joined, left, f"{stored(value).sql} {direction} NULLS LAST")

    # USING

    def _using_names(self) -> list[str]:
        return [
            node.name if isinstance(node, Alias | Identifier) else "" for node in self._join.using
        ]

    def _using(self, left: LoweredSource, right: LoweredSource) -> LoweredSource:
        names = self._using_names()
        if len(set(names)) < len(names):
            raise RmtError("BAD_ARGUMENTS", "A column appears more than once in USING.")
        if self._kind == "FULL" and any(self._is_computed(left, name) for name in names):
            # The default of an outer join inside would stand where there is no row of this side.
            left = self.renamed(left)
        for name in names:
            left, right = self._of_one_type(name, left, right)
        joined = self._on(left, right)
        lefts = joined.relations[: len(left.relations)]
        rights = joined.relations[len(left.relations) :]
        merged = [self._merged(name, lefts, rights, left, right) for name in names]
        star = [
            column
            for column in (*self._star(left, lefts), *self._star(right, rights))
            if column.name not in names
        ]
        relations = [replace(one, shared=one.shared.union(names)) for one in joined.relations]
        shared = Relation((), merged, is_merged=True)
        return LoweredSource(joined.sql, (shared, *relations), (*merged, *star), joined.equal)

    def _is_computed(self, side: LoweredSource, name: str) -> bool:
        return "(" in self._using_column(side, name).value.sql

    def _of_one_type(
        self, name: str, left: LoweredSource, right: LoweredSource
    ) -> tuple[LoweredSource, LoweredSource]:
        """The sides with a column of USING as the type that holds the values of both."""
        columns = [self._using_column(side, name) for side in (left, right)]
        types = [column.value.type for column in columns if column.value.type is not None]
        if len(types) < 2:
            return left, right
        try:
            target = common_type(types)
        except RmtError:
            # Whole numbers are compared as the numbers they are, whether a type holds both or not.
            if self._kind == "INNER" and {one.family for one in types} <= INTEGERS:
                return left, right
            raise
        return _retyped(left, columns[0], target), _retyped(right, columns[1], target)

    def _using_column(self, side: LoweredSource, name: str) -> Column:
        found = side.scope().find_here((name,))
        if found is None:
            raise RmtError(
                "UNKNOWN_IDENTIFIER",
                f"The column {name} of USING is not in both tables.",
                "Use ON.",
            )
        return found[0]

    def _merged(
        self,
        name: str,
        lefts: Sequence[Relation],
        rights: Sequence[Relation],
        left: LoweredSource,
        right: LoweredSource,
    ) -> Column:
        """The column that USING makes of two.

        Args:
            name: its name.
            lefts: the relations of the left side, as they are behind the join.
            rights: those of the right side.
            left: the left side.
            right: the right side.
        """
        if self._kind == "FULL":
            first, second = (stored(self._using_column(side, name).value) for side in (left, right))
            data_type = nullable(first.type) if self._uses_nulls and first.type else first.type
            return Column(name, Value(f"coalesce({first.sql}, {second.sql})", data_type))
        side, relations = (right, rights) if self._kind == "RIGHT" else (left, lefts)
        place = self._place(side, self._using_column(side, name))
        return replace(relations[place[0]].columns[place[1]], name=name, in_star=True)

    @staticmethod
    def _place(side: LoweredSource, column: Column) -> tuple[int, int]:
        """Which relation's column it is, and which of the relation."""
        return next(
            (number, place)
            for number, relation in enumerate(side.relations)
            for place, one in enumerate(relation.columns)
            if one is column
        )


def _names_of_both(left: LoweredSource, right: LoweredSource) -> list[str]:
    """The columns that NATURAL JOIN is by, in the order of the left side."""
    names = {column.name for column in right.columns()}
    return [column.name for column in left.columns() if column.name in names]


def _retyped(side: LoweredSource, column: Column, target: DataType) -> LoweredSource:
    """A side with another type for a column."""
    if column.value.type == target:
        return side
    value = converted(column.value, target)

    def changed(one: Column) -> Column:
        return replace(one, value=value) if one.value.sql == column.value.sql else one

    relations = tuple(
        replace(one, columns=list(map(changed, one.columns))) for one in side.relations
    )
    star = None if side.star is None else tuple(map(changed, side.star))
    equal = tuple(one | {value.sql} if column.value.sql in one else one for one in side.equal)
    return replace(side, relations=relations, star=star, equal=equal)


def _absent(column: Column) -> Column:
    return replace(column, value=replace(column.value, sql=default_text(column.value)))


def _check_common_type(conjunct: _Conjunct) -> None:
    """Looks whether columns that are equal in a join have a common type, which ClickHouse joins by.

    Source: `JOIN cannot infer common type in ON section` of ClickHouse; whole numbers have one.

    Raises:
        RmtError: `NO_COMMON_TYPE`.
    """
    left, right = conjunct.left, conjunct.right
    if conjunct.operator != "=" or left is None or right is None:
        return
    if left.type is None or right.type is None or {left.family, right.family} <= INTEGERS:
        return
    common_type([left.type, right.type])


def _condition(conjunct: _Conjunct, lowering: ExpressionLowering) -> str:
    """A condition of ON; an equality of both sides joins more than `=` does."""
    node = conjunct.node
    is_same = isinstance(node, Call) and node.name == "isNotDistinctFrom"
    if isinstance(node, Call) and (conjunct.operator == "=" or is_same):
        first, second = map(lowering.row, node.arguments)
        text = joined_text(first, second, "<=>" if is_same else "=")
        if text is not None:
            return text
    return condition(lowering.row(node), "and")


def _is_choice(node: Expression) -> bool:
    return isinstance(node, Call) and node.name.lower() == "or"


def _are_keys(conjuncts: Sequence[_Conjunct]) -> bool:
    """Whether the conditions on both sides are equalities between them, and there is one."""
    of_both = [one.operator == "=" for one in conjuncts if one.sides == _BOTH]
    return bool(of_both) and all(of_both)


def _with_equal(
    equal: Sequence[frozenset[str]], conjuncts: Sequence[_Conjunct]
) -> tuple[frozenset[str], ...]:
    """Sets of equal columns, with those that conditions make equal."""
    found = list(equal)
    for one in conjuncts:
        if one.operator == "=" and one.left is not None and one.right is not None:
            pair = frozenset((one.left.sql, one.right.sql))
            touched = [known for known in found if known & pair]
            found = [known for known in found if known not in touched]
            found.append(pair.union(*touched))
    return tuple(found)
