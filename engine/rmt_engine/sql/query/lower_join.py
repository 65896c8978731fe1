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
from rmt_engine.sql.functions.answers.kinds import FLOATS, nullable
from rmt_engine.sql.grammar.quoting import quote_name
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.conversion import converted
from rmt_engine.sql.query.keys import compared_key_of, key_of
from rmt_engine.sql.query.scalar_calls import lower_scalar
from rmt_engine.sql.query.scopes import Column, LoweredSource, Relation, Scope
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Call,
    Computed,
    Expression,
    Identifier,
    Join,
    expressions_in,
)
from rmt_engine.sql.query.values import Value, condition, default_text, stored
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.lower_expression import ExpressionLowering
    from rmt_engine.sql.query.lower_source import SourceLowering

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

    def lower(self) -> LoweredSource:
        """The join's text, and the relations behind it."""
        join = self._join
        left = self._sources.lower(join.left)
        right = self._sources.lower(join.right, left.relations)
        if join.kind == "PASTE":
            raise RmtError(
                "NOT_IMPLEMENTED",
                "PASTE JOIN is not supported: rows have no order that two tables share.",
                "Join on row_number() OVER (ORDER BY …).",
            )
        if join.kind in ("CROSS", "COMMA"):
            return self._joined(left, right, "CROSS JOIN", "")
        if join.using:
            return self._using(left, right)
        assert join.condition is not None
        conjuncts = self._conjuncts(join.condition, left, right)
        return self._on(left, right, conjuncts)

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
        return LoweredSource(f"{left.sql} {words} {right_sql}{on}", (*lefts, *rights), star)

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
        use_nulls = self._queries.settings.get("join_use_nulls") == "1"

        def missing(relation: Relation) -> Relation:
            return relation.made_nullable() if use_nulls else relation.with_defaults()

        left, right = tuple(lefts), tuple(rights)
        if self._join.kind in ("RIGHT", "FULL"):
            left = tuple(map(missing, left))
        if self._join.kind in ("LEFT", "FULL"):
            right = tuple(map(missing, right))
        return left, right

    # ON

    def _lowering(self, *sides: LoweredSource) -> ExpressionLowering:
        relations = [relation for side in sides for relation in side.relations]
        return self._queries.expressions(Scope(relations, self._sources.outer))

    def _conjuncts(
        self, node: Expression, left: LoweredSource, right: LoweredSource
    ) -> list[_Conjunct]:
        whole = self._lowering(left, right)
        return [self._conjunct(one, left, right, whole) for one in _conjunction(node)]

    def _conjunct(
        self,
        node: Expression,
        left: LoweredSource,
        right: LoweredSource,
        whole: ExpressionLowering,
    ) -> _Conjunct:
        sides = self._sides(node, left, right)
        operator = ""
        if isinstance(node, Call) and len(node.arguments) == 2 and sides == _BOTH:
            operator = "=" if node.name == "equals" else _INEQUALITIES.get(node.name, "")
        if not operator or not isinstance(node, Call):
            return _Conjunct(node, sides)
        first, second = node.arguments
        of_first, of_second = self._sides(first, left, right), self._sides(second, left, right)
        if {of_first, of_second} != {_LEFT, _RIGHT}:
            return _Conjunct(node, sides)
        if of_first == _RIGHT:
            first, second = second, first
            operator = _OPPOSITE.get(operator, operator)
        return _Conjunct(node, sides, whole.row(first), whole.row(second), operator)

    def _sides(self, node: Expression, left: LoweredSource, right: LoweredSource) -> int:
        """Which sides an expression names."""
        left_scope, right_scope = Scope(left.relations), Scope(right.relations)
        sides = 0
        for one in expressions_in(node):
            if isinstance(one, Identifier):
                if left_scope.find_here(one.parts) is not None:
                    sides |= _LEFT
                if right_scope.find_here(one.parts) is not None:
                    sides |= _RIGHT
        return sides

    def _on(
        self, left: LoweredSource, right: LoweredSource, conjuncts: Sequence[_Conjunct]
    ) -> LoweredSource:
        strictness, kind = self._strictness, self._join.kind
        if strictness == "ASOF":
            return self._asof(left, right, conjuncts)
        if strictness in ("SEMI", "ANTI"):
            return self._half(left, right, conjuncts)
        if strictness == "ANY":
            return self._any(left, right, conjuncts)
        return self._joined(left, right, f"{kind} JOIN", self._text(conjuncts, left, right))

    def _text(
        self, conjuncts: Sequence[_Conjunct], left: LoweredSource, right: LoweredSource
    ) -> str:
        lowering = self._lowering(left, right)
        texts = [_condition(one, lowering) for one in conjuncts]
        if lowering.laterals:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "arrayJoin, or a subquery among the arguments of a function of arrays, is not "
                "supported in ON.",
                "Put it into a subquery of FROM.",
            )
        return " AND ".join(f"({text})" for text in texts) or "true"

    def _half(
        self, left: LoweredSource, right: LoweredSource, conjuncts: Sequence[_Conjunct]
    ) -> LoweredSource:
        """SEMI and ANTI: rows of one side that have a partner, or none."""
        kept, other = (right, left) if self._join.kind == "RIGHT" else (left, right)
        text = self._text(conjuncts, left, right)
        sql = f"{kept.sql} LEFT {self._strictness} JOIN {other.sql} ON {text}"
        if self._strictness == "SEMI":
            return LoweredSource(sql, kept.relations, tuple(kept.columns()))
        absent = [
            replace(relation, columns=[_absent(column) for column in relation.columns])
            for relation in other.relations
        ]
        missing = [_absent(column) for column in other.columns()]
        sides = (kept.columns(), missing)
        relations = (*kept.relations, *absent)
        if self._join.kind == "RIGHT":
            sides, relations = (missing, kept.columns()), (*absent, *kept.relations)
        return LoweredSource(sql, relations, (*sides[0], *sides[1]))

    # ANY

    def _any(
        self, left: LoweredSource, right: LoweredSource, conjuncts: Sequence[_Conjunct]
    ) -> LoweredSource:
        """One row at most for each key: of the right side, of the left, or of both."""
        equal = [one for one in conjuncts if one.operator == "="]
        if not equal or any(one.sides == _BOTH and one.operator != "=" for one in conjuncts):
            raise RmtError(
                "NOT_IMPLEMENTED",
                "ANY JOIN is for equalities between columns of both tables.",
                "Leave ANY out, or take one row for each key in a subquery with LIMIT 1 BY.",
            )
        kind = self._join.kind
        text = self._text(conjuncts, left, right)
        if kind in ("LEFT", "INNER"):
            keys = [one.right for one in equal if one.right is not None]
            right = self._one_for_each(right, keys, self._of_side(conjuncts, _RIGHT, left, right))
        if kind in ("RIGHT", "INNER"):
            keys = [one.left for one in equal if one.left is not None]
            left = self._one_for_each(left, keys, self._of_side(conjuncts, _LEFT, left, right))
        if kind == "FULL":
            raise RmtError("NOT_IMPLEMENTED", "ANY FULL JOIN is not supported.")
        text = self._text(conjuncts, left, right)
        return self._joined(left, right, f"{kind} JOIN", text)

    def _of_side(
        self,
        conjuncts: Sequence[_Conjunct],
        side: int,
        left: LoweredSource,
        right: LoweredSource,
    ) -> str:
        """The conditions of one side only."""
        return self._text([one for one in conjuncts if one.sides == side], left, right)

    def _one_for_each(
        self, side: LoweredSource, keys: Sequence[Value], where: str
    ) -> LoweredSource:
        """A source with one row for each key."""
        listed = ", ".join(map(key_of, keys))
        number = f"row_number() OVER (PARTITION BY {listed} ORDER BY 1)"
        return self.renamed(side, extra=f"{number} AS `_n`", where=where, outside="`_n` = 1")

    def renamed(
        self, side: LoweredSource, extra: str = "", where: str = "true", outside: str = "true"
    ) -> LoweredSource:
        """A source as one subquery, whose columns have names of their own.

        Args:
            side: the source.
            extra: one more column.
            where: a condition inside.
            outside: a condition on the extra column.
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
        inner = f"SELECT {listed} FROM {side.sql} WHERE {where}"
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
        if len(nearest) != 1 or self._join.kind not in ("INNER", "LEFT"):
            raise RmtError(
                "INVALID_JOIN_ON_EXPRESSION",
                "ASOF JOIN takes one inequality between columns of both tables, and equalities.",
            )
        left = self.renamed(left, extra="monotonically_increasing_id() AS `_id`")
        alias = left.sql.rpartition(" AS ")[2]
        condition_text = self._text(conjuncts, left, right)
        lowering = self._lowering(left, right)
        [one] = [self._conjunct(n.node, left, right, lowering) for n in nearest]
        assert one.right is not None
        direction = "DESC" if one.operator in (">", ">=") else "ASC"
        joined = self._joined(left, right, f"{self._join.kind} JOIN", condition_text)
        number = (
            f"row_number() OVER (PARTITION BY {alias}.`_id` "
            f"ORDER BY {stored(one.right).sql} {direction} NULLS LAST)"
        )
        return self.renamed(joined, extra=f"{number} AS `_n`", outside="`_n` = 1")

    # USING

    def _using(self, left: LoweredSource, right: LoweredSource) -> LoweredSource:
        pairs: list[tuple[str, Column, Column]] = []
        for node in self._join.using:
            name = node.name if isinstance(node, Alias | Identifier) else ""
            left, right = self._of_one_type(name, left, right)
            of_left, of_right = self._using_column(left, name), self._using_column(right, name)
            pairs.append((name, of_left, of_right))
        joined = self._using_joined(left, right, pairs)
        kind, strictness = self._join.kind, self._strictness
        if strictness in ("SEMI", "ANTI"):
            return joined
        merged = {name: self._merged(name, joined, left, right, kind) for name, _, _ in pairs}
        star = [
            replace(merged[column.name], name=column.name) if column.name in merged else column
            for column in self._star(left, joined.relations[: len(left.relations)])
        ]
        star += [
            column
            for column in self._star(right, joined.relations[len(left.relations) :])
            if column.name not in merged
        ]
        shared = Relation((), list(merged.values()))
        relations = [replace(one, shared=frozenset(merged)) for one in joined.relations]
        return LoweredSource(joined.sql, (shared, *relations), tuple(star))

    def _of_one_type(
        self, name: str, left: LoweredSource, right: LoweredSource
    ) -> tuple[LoweredSource, LoweredSource]:
        """The sides with a column of USING as the type that holds the values of both."""
        columns = [self._using_column(side, name) for side in (left, right)]
        types = [column.value.type for column in columns if column.value.type is not None]
        if len(types) < 2:
            return left, right
        target = common_type(types)
        return _retyped(left, columns[0], target), _retyped(right, columns[1], target)

    def _using_joined(
        self,
        left: LoweredSource,
        right: LoweredSource,
        pairs: Sequence[tuple[str, Column, Column]],
    ) -> LoweredSource:
        """The same join with ON."""
        context = CallContext(self._queries.settings, self._queries.zone)
        conjuncts = [
            _Conjunct(
                Computed(lower_scalar("equals", [a.value, b.value], context), ""),
                _BOTH,
                a.value,
                b.value,
                "=",
            )
            for _, a, b in pairs
        ]
        if self._strictness == "ANY":
            return self._any_using(left, right, pairs, context)
        if self._strictness == "ASOF":
            raise RmtError("NOT_IMPLEMENTED", "ASOF JOIN … USING is not supported.", "Use ON.")
        return self._on(left, right, conjuncts)

    def _any_using(
        self,
        left: LoweredSource,
        right: LoweredSource,
        pairs: Sequence[tuple[str, Column, Column]],
        context: CallContext,
    ) -> LoweredSource:
        kind = self._join.kind
        if kind in ("LEFT", "INNER"):
            right = self._one_for_each(right, [b.value for _, _, b in pairs], "true")
        if kind in ("RIGHT", "INNER"):
            left = self._one_for_each(left, [a.value for _, a, _ in pairs], "true")
        texts = []
        for name, _, _ in pairs:
            a, b = self._using_column(left, name), self._using_column(right, name)
            texts.append(condition(lower_scalar("equals", [a.value, b.value], context)))
        return self._joined(left, right, f"{kind} JOIN", " AND ".join(texts))

    def _using_column(self, side: LoweredSource, name: str) -> Column:
        found = Scope(side.relations).find_here((name,))
        if found is None:
            raise RmtError(
                "UNKNOWN_IDENTIFIER",
                f"The column {name} of USING is not in both tables.",
                "Use ON.",
            )
        return found[0]

    def _merged(
        self, name: str, joined: LoweredSource, left: LoweredSource, right: LoweredSource, kind: str
    ) -> Column:
        """The column that USING makes of two."""
        count = len(left.relations)
        of_left = Scope(left.relations).find_here((name,))
        of_right = Scope(right.relations).find_here((name,))
        after_left = Scope(joined.relations[:count]).find_here((name,))
        after_right = Scope(joined.relations[count:]).find_here((name,))
        if of_left is None or of_right is None or after_left is None or after_right is None:
            raise RmtError("UNKNOWN_IDENTIFIER", f"The column {name} of USING is not there.")
        if kind == "FULL":
            first, second = stored(of_left[0].value), stored(of_right[0].value)
            use_nulls = self._queries.settings.get("join_use_nulls") == "1"
            data_type = nullable(first.type) if use_nulls and first.type else first.type
            return Column(name, Value(f"coalesce({first.sql}, {second.sql})", data_type))
        found = after_right if kind == "RIGHT" else after_left
        return replace(found[0], name=name)


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
    return LoweredSource(side.sql, relations, star)


def _absent(column: Column) -> Column:
    return replace(column, value=replace(column.value, sql=default_text(column.value)))


def _condition(conjunct: _Conjunct, lowering: ExpressionLowering) -> str:
    """A condition of ON: in an equality of both sides NaN is, unlike elsewhere, equal to NaN."""
    node = conjunct.node
    if conjunct.operator == "=" and isinstance(node, Call):
        first, second = map(lowering.row, node.arguments)
        if {first.family, second.family} <= FLOATS:
            return f"({compared_key_of(first)} = {compared_key_of(second)})"
    return condition(lowering.row(node))


def _conjunction(node: Expression) -> list[Expression]:
    """The conditions that AND joins."""
    if isinstance(node, Call) and node.name.lower() == "and":
        return [one for argument in node.arguments for one in _conjunction(argument)]
    return [node]
