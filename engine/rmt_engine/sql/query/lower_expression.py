"""Lowers expressions of one SELECT: names, calls, lambdas, subqueries.

A SELECT that groups rows has two kinds of expressions: those of a row, below GROUP BY, and those of
a group, above it. Those of a group are lowered like the others, but that an expression which is a
key becomes that key's column, and a call of an aggregate function the column of its value.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import DEFINED, SCALARS, Defined
from rmt_engine.sql.functions.answers import (
    MISSING,
    canonical_name,
    common_type,
    is_aggregate,
)
from rmt_engine.sql.functions.arguments import check_arguments
from rmt_engine.sql.grammar.quoting import quote_name
from rmt_engine.sql.grammar.tokens import Name
from rmt_engine.sql.query.aggregate_calls import (
    Around,
    initialized,
    lower_aggregate,
    reduced_arrays,
)
from rmt_engine.sql.query.aggregate_rows import GroupRows
from rmt_engine.sql.query.array_sizes import of_one_size
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.conversion import converted
from rmt_engine.sql.query.defined_calls import DefinedCall
from rmt_engine.sql.query.grouping_function import (
    GroupingBits,
    grouping_outside_groups,
    grouping_value,
    is_grouping,
)
from rmt_engine.sql.query.keys import key_of
from rmt_engine.sql.query.members import depth_of
from rmt_engine.sql.query.membership import MEMBERSHIPS, lower_in
from rmt_engine.sql.query.read_query import read_expression
from rmt_engine.sql.query.result_names import result_name
from rmt_engine.sql.query.scalar_calls import lower_scalar
from rmt_engine.sql.query.scalar_subqueries import value_of_query
from rmt_engine.sql.query.scopes import Scope, unknown_identifier
from rmt_engine.sql.query.stars import Stars
from rmt_engine.sql.query.subscripts import element_of, elements_of, entries_of
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    Columns,
    Computed,
    Exists,
    Expression,
    FrameBound,
    Identifier,
    Lambda,
    Literal,
    Parameter,
    Query,
    Subquery,
    TableSource,
    Window,
    expressions_in,
    free_expressions_in,
    outside_lambdas,
)
from rmt_engine.sql.query.untuple import is_untuple, misplaced_untuple, untupled
from rmt_engine.sql.query.user_functions import body_of_call
from rmt_engine.sql.query.values import (
    Value,
    condition,
    filter_text,
    literal,
    not_constant,
    stored,
    truth,
)
from rmt_engine.sql.query.window_calls import (
    Bound,
    OrderKey,
    WindowFrame,
    WindowSpec,
    is_window_function,
    lower_window_function,
)
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.catalog import LoweredQuery
    from rmt_engine.sql.query.lower_query import QueryLowering

__all__ = ["ExpressionLowering", "Grouped", "TypeProbe"]

_LARGEST = 8_000_000
"""Characters that an expression may grow to by its aliases and functions."""
_MOST_ARRAYS = 2
_OF_SEVERAL = {
    **dict.fromkeys(
        """arrayMap arrayExists arrayAll arrayCount arraySum arrayAvg arrayMin arrayMax
        arrayFirstIndex arrayLastIndex""".split(),
        False,
    ),
    **dict.fromkeys(
        "arrayFilter arraySort arrayReverseSort arrayFirst arrayLast arrayFill".split(), True
    ),
}
"""Functions of any number of arrays, and whether they answer with elements of the first one."""
_OF_CONDITIONS = frozenset(
    """arrayfilter arrayexists arrayall arraycount arrayfirst arraylast arrayfirstornull
    arraylastornull arrayfirstindex arraylastindex arrayfill arrayreversefill arraysplit
    arrayreversesplit mapfilter mapexists mapall""".split()
)
"""Functions whose lambdas are conditions."""
_LISTS = ("grouparray", "groupconcat", "group_concat")
_WITHOUT_PARENTHESES = frozenset(
    "currentDatabase currentHandler currentRequestURL currentUser localtime now today".split()
)
"""Functions that a name alone calls, where no column has it: `user`, `current_date`, `now`."""
_OF_LAMBDAS = frozenset(
    function.name for family in ("Arrays and tuples", "Maps") for function in SCALARS[family]
)
_QUERY = "(SELECT "
"""What Spark's text of a value with a subquery has."""


@dataclass
class Grouped:
    """What GROUP BY makes of rows.

    Attributes:
        alias: what Spark knows the groups under.
        keys: Spark's texts of the keys, with their columns of groups.
        columns: the columns of the grouping query: text and name.
        totals: whether keys are their types' defaults, for WITH TOTALS.
        bits: tells which keys a row is grouped by.
    """

    alias: str
    keys: dict[str, Value] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)
    key_texts: list[str] = field(default_factory=list)
    bits: GroupingBits = field(default_factory=GroupingBits)

    def column(self, sql: str, prefix: str) -> str:
        """The column of groups that holds a value."""
        if sql not in self.columns:
            self.columns[sql] = f"{prefix}{len(self.columns)}"
        return f"{quote_name(self.alias)}.{quote_name(self.columns[sql])}"


class ExpressionLowering:
    """Lowers the expressions of one SELECT.

    Args:
        queries: lowers the queries in them, and knows the statement.
        scope: what names mean.
        aliases: the aliases of the SELECT.
        windows: the named windows of the SELECT.
        tells_calls_apart: whether a call that gives its argument as it is, `identity(k)` or
            `ifNull(k, 0)` of a k without NULLs, differs from it: both can be keys of ROLLUP.
    """

    def __init__(
        self,
        queries: QueryLowering,
        scope: Scope,
        aliases: Mapping[str, Expression],
        windows: Mapping[str, Window],
        *,
        tells_calls_apart: bool = False,
    ) -> None:
        self.queries = queries
        self.scope = scope
        self.aliases = aliases
        if aliases:
            scope.alias_of = self._alias_for_inner
        self.windows = windows
        self._tells_calls_apart = tells_calls_apart
        self.context = CallContext(queries.settings, queries.zone)
        self.grouped: Grouped | None = None
        self.joined_arrays: dict[str, Value] = {}
        self.joined_arrays_of_groups: dict[str, Value] = {}
        self.laterals: list[str] = []
        self.laterals_of_groups: list[str] = []
        self.beside_groups: list[str] = []
        self._in_rows = True
        self._in_aggregate = False
        self._in_window = False
        self._is_probing = False
        self._lambdas: list[dict[str, Value]] = []
        self._lambda_depth = 0
        self._resolving: list[str] = []
        self._names_seen = 0
        self._row_values: dict[int, tuple[Value, bool]] = {}
        self._kept: list[Expression] = []
        self._bodies: dict[int, Expression] = {}
        self._calls_of_lambdas: dict[int, Call] = {}
        self._alias_values: dict[tuple[str, bool, bool], tuple[Value, bool]] = {}
        self._suppressed: set[str] = set()
        self._nested_queries: dict[tuple[str, bool, bool], tuple[LoweredQuery, bool]] = {}
        self._joined_values: dict[tuple[str, bool], str] = {}
        self._of_rows: set[str] = set()
        self._without_window: set[str] = set()

    # Entries

    def row(self, node: Expression) -> Value:
        """An expression of a row."""
        before, self._in_rows = self._in_rows, True
        try:
            return self._lowered(node)
        finally:
            self._in_rows = before

    def above(self, node: Expression) -> Value:
        """An expression above GROUP BY; without it, of a row."""
        if self.grouped is None:
            return self.row(node)
        before, self._in_rows = self._in_rows, False
        try:
            return self._lowered(node)
        finally:
            self._in_rows = before

    def is_constant(self, node: Expression) -> bool:
        """Whether an expression of a row is the same for all of them."""
        before, self._in_rows = self._in_rows, True
        try:
            value, names_column = self._row_value(node)
        finally:
            self._in_rows = before
        return value.is_constant or not names_column

    def has_aggregate(self, node: Expression) -> bool:
        """Whether an aggregate function is called, also behind aliases."""
        return self._reaches(node, self._has_value_of_group, self._of_rows)

    def has_window(self, node: Expression) -> bool:
        """Whether a window function is called, also behind aliases."""
        return self._reaches(node, _is_window_call, self._without_window)

    def _has_value_of_group(self, node: Expression) -> bool:
        return isinstance(node, Call) and (self.is_aggregate_call(node) or is_grouping(node))

    def _reaches(
        self, node: Expression, wanted: Callable[[Expression], bool], clean: set[str]
    ) -> bool:
        """Whether an expression has something inside, also behind aliases and in functions' bodies.

        Args:
            node: the expression.
            wanted: tells what is looked for.
            clean: the aliases that are known not to have it; those that are found out are added.
        """
        seen, waiting = set(self._resolving), [node]
        called: set[str] = set()
        while waiting:
            for one in free_expressions_in(waiting.pop()):
                if wanted(one):
                    return True
                is_alias = isinstance(one, Identifier) and self._names_alias(one)
                name = one.parts[0] if is_alias and isinstance(one, Identifier) else ""
                if name and name not in clean and name not in seen:
                    seen.add(name)
                    waiting.append(self.aliases[name])
                body = self._body_of(one) if isinstance(one, Call) else None
                if body is not None and isinstance(one, Call) and one.name not in called:
                    called.add(one.name)
                    waiting.append(body)
        if not self._resolving:
            clean |= seen
        return False

    def names_in(self, node: Expression) -> Iterator[Identifier]:
        """The names of an expression that are no aliases, and those behind its aliases."""
        seen: set[str] = set()
        waiting = [node]
        while waiting:
            for one in free_expressions_in(waiting.pop()):
                if not isinstance(one, Identifier):
                    continue
                name = one.parts[0]
                if self._names_alias(one) and name not in seen:
                    seen.add(name)
                    waiting.append(self.aliases[name])
                else:
                    yield one

    def columns_in(self, node: Expression) -> set[str]:
        """Spark's texts of the columns of FROM that an expression names, also behind aliases."""
        found = (self.scope.find_here(name.parts) for name in self.names_in(node))
        return {one[0].value.sql for one in found if one is not None}

    @staticmethod
    def is_aggregate_call(call: Call) -> bool:
        """Whether it calls an aggregate function, which is none over a window."""
        if call.window is not None or is_window_function(call.name):
            return False
        name = canonical_name(call.name)
        return (name is not None and is_aggregate(name)) or call.where is not None

    # Rows and groups

    def _lowered(self, node: Expression) -> Value:
        if self._in_rows or self.grouped is None:
            return self._of_row(node)
        return self._of_group(node, self.grouped)

    def _of_row(self, node: Expression) -> Value:
        return self._row_value(node)[0]

    def _row_value(self, node: Expression) -> tuple[Value, bool]:
        """The value of a row, and whether it names a column."""
        known = self._row_values.get(id(node))
        is_kept = not self._lambdas and not self._resolving and not self._is_probing
        if known is not None and is_kept:
            self._names_seen += known[1]
            return known
        before = self._names_seen
        value = self._of_node(node)
        found = value, self._names_seen > before
        if is_kept:
            self._row_values[id(node)] = found
            self._kept.append(node)
        return found

    def _of_group(self, node: Expression, grouped: Grouped) -> Value:
        if isinstance(node, Alias):
            return self._aliased(node)
        if isinstance(node, Call) and self.is_aggregate_call(node):
            return self._aggregate_column(node, grouped)
        if isinstance(node, Call) and is_grouping(node):
            return self._grouping(node, grouped)
        if isinstance(node, Computed | Identifier) or not self._has_group_value(node):
            found = self._key(node, grouped)
            if found is not None:
                return found
        return self._of_node(node)

    def _has_group_value(self, node: Expression) -> bool:
        return self.has_aggregate(node) or self.has_window(node)

    def _key(self, node: Expression, grouped: Grouped) -> Value | None:
        """The column of a key; a constant is itself."""
        if isinstance(node, Identifier) and self._is_alias(node):
            return None
        lambdas = self._lambda_names()
        if isinstance(node, Identifier) and node.parts[0] in lambdas:
            return None
        if isinstance(node, Literal | Lambda):
            return None
        if self._joins_arrays(node):
            return self._key_that_joins_arrays(node, grouped)
        before = self._in_rows, self._in_window
        self._in_rows, self._in_window = True, False
        try:
            value, names_column = self._row_value(node)
        finally:
            self._in_rows, self._in_window = before
        found = grouped.keys.get(value.sql)
        if found is not None:
            return found
        if not any(name in value.sql for name in lambdas):
            if not names_column:
                return value
            if isinstance(node, Call) and value.is_constant:
                return self._known_without_a_row(node, value)
        if isinstance(node, Identifier | Computed):
            raise RmtError(
                "NOT_AN_AGGREGATE",
                f"Column {result_name(node) if isinstance(node, Identifier) else node.name} is not "
                "under aggregate function and not in GROUP BY keys.",
                "Put it into GROUP BY, or into an aggregate function such as any().",
            )
        return None

    def _known_without_a_row(self, node: Call, of_row: Value) -> Value:
        """A constant call of columns: of those of groups, which may be Nullable, if all are."""
        try:
            return self._of_node(node)
        except RmtError as error:
            if error.name != "NOT_AN_AGGREGATE":
                raise
            return of_row

    def _joins_arrays(self, node: Expression) -> bool:
        """Whether `arrayJoin` is called, also behind aliases."""
        return "arrayjoin" in self.queries.mentioned and self._reaches(node, _is_array_join, set())

    def _key_that_joins_arrays(self, node: Expression, grouped: Grouped) -> Value | None:
        """The column of a key; what is none leaves no trace, for it is of groups then."""
        before = self._in_rows, self._in_window, list(self.laterals), dict(self.joined_arrays)
        self._in_rows, self._in_window, self._is_probing = True, False, True
        try:
            value = self._of_node(node)
        finally:
            self._in_rows, self._in_window, laterals, joined = before
            self._is_probing = False
        found = grouped.keys.get(value.sql)
        if found is None:
            self.laterals, self.joined_arrays = laterals, joined
        return found

    def _lambda_names(self) -> set[str]:
        return set(chain.from_iterable(self._lambdas))

    def _aggregate_column(self, node: Call, grouped: Grouped) -> Value:
        value = self._aggregate(node)
        return replace(value, sql=grouped.column(value.sql, "_a"), folded=False)

    def _aggregate(self, node: Call) -> Value:
        """A call of an aggregate function, of rows."""
        if self._in_aggregate:
            raise RmtError(
                "ILLEGAL_AGGREGATION",
                f"Aggregate function {result_name(node)} is found inside another aggregate "
                "function in query.",
                "Put the inner one into a subquery.",
            )
        before = self._in_rows, self._in_aggregate
        self._in_rows, self._in_aggregate = True, True
        self._refuse_outer_columns(node)
        try:
            values = [self._of_row(one) for one in self._plain_arguments(node)]
            where = self._of_row(node.where) if node.where is not None else None
            parameters = [self._parameter_of(one) for one in node.parameters or ()]
            values, where = self._without_queries(values, where)
        finally:
            self._in_rows, self._in_aggregate = before
        return lower_aggregate(
            node.name,
            values,
            parameters,
            distinct=node.distinct,
            where=where,
            nulls=node.nulls,
            around=self._around,
            rows=GroupRows(
                keeps_order=any(one.startswith(_LISTS) for one in self.queries.mentioned)
            ),
        )

    def _refuse_outer_columns(self, node: Call) -> None:
        """Refuses an aggregate of a query around: Spark knows such columns in conditions only."""
        for name in self.names_in(node) if self.scope.outer is not None else ():
            if not self._is_alias(name) and self.scope.is_outer(name.parts):
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    f"{node.name} of {name.name}, a column of the query around, is not supported.",
                    "Put the subquery's own name before a column of it.",
                )

    @property
    def _around(self) -> Around:
        """What aggregate functions are told of the query."""
        return Around(
            self.context.settings, lambda value: lower_scalar("toString", [value], self.context)
        )

    def _parameter_of(self, node: Expression) -> Value:
        """A parameter of an aggregate function: a constant, or what one is calculated of."""
        value = self._of_row(node)
        if value.constant is not MISSING or not value.folded:
            return value
        found = self.queries.catalog.constant(value.sql)
        return replace(value, constant=found) if isinstance(found, int | float | str) else value

    def _without_queries(
        self, values: Sequence[Value], where: Value | None
    ) -> tuple[list[Value], Value | None]:
        """The arguments and the condition of an aggregate function, without `IN (SELECT …)`."""
        return [self._beside(one) for one in values], where and self._beside(where)

    def _beside(self, value: Value) -> Value:
        """A value with a subquery in it as a column beside FROM, or beside the groups."""
        if _QUERY not in value.sql:
            return value
        return replace(value, sql=self._column_beside(value.sql), filter="")

    def _column_beside(self, sql: str) -> str:
        """Spark's name of a value that is calculated beside FROM, or beside the groups."""
        is_of_rows = self._in_rows or self.grouped is None
        alias = self._joined_values.get((sql, is_of_rows))
        if alias is None:
            alias = quote_name(self.queries.fresh_alias("_e"))
            self._joined_values[sql, is_of_rows] = alias
            sources = self.laterals if is_of_rows else self.beside_groups
            sources.append(f"LATERAL (SELECT {sql} AS `e`) AS {alias}")
        return f"{alias}.`e`"

    def _plain_arguments(self, node: Call) -> list[Expression]:
        """The arguments of an aggregate function; of `count(*)` there are none."""
        if node.name.lower() == "count" and not node.distinct:
            counted = [one for one in node.arguments if not isinstance(one, Asterisk)]
            node = replace(node, arguments=counted)
        return self._arguments(node)

    def _grouping(self, node: Call, grouped: Grouped) -> Value:
        if not grouped.keys:
            raise grouping_outside_groups(result_name(node))
        keys = [stored(self.row(one)).sql for one in node.arguments]
        for key, one in zip(keys, node.arguments, strict=True):
            if key not in grouped.keys:
                raise RmtError(
                    "BAD_ARGUMENTS",
                    f"GROUPING function argument {result_name(one)} is not in GROUP BY keys.",
                )
        return grouping_value(grouped.bits, keys)

    def _grouping_of_row(self, node: Call) -> Value:
        raise grouping_outside_groups(result_name(node))

    # Nodes

    def _of_node(self, node: Expression) -> Value:
        return self._LOWERINGS[type(node)](self, node)

    def _literal(self, node: Literal) -> Value:
        return literal(node.value)

    def _computed(self, node: Computed) -> Value:
        self._names_seen += 1
        return node.value

    def _aliased(self, node: Alias) -> Value:
        if node.name in self.aliases and self.aliases[node.name] is node.value:
            return self._of_alias(node.name)
        return self._lowered(node.value)

    def _of_alias(self, name: str) -> Value:
        if self._lambdas and self._takes_variable(name):
            return self._of_alias_in_lambda(name)
        key = (name, self._in_rows, self._takes_no_query)
        if key in self._alias_values and not self._is_probing:
            value, names_seen = self._alias_values[key]
            self._names_seen += names_seen
            return value
        before = self._names_seen
        suppressed, self._suppressed = self._suppressed, set()
        lambdas, self._lambdas = self._lambdas, []
        self._resolving.append(name)
        try:
            value = self._lowered(self.aliases[name])
        finally:
            self._resolving.pop()
            self._lambdas = lambdas
            depends_on = self._suppressed - {name}
            self._suppressed = suppressed | depends_on
        if not depends_on and not self._is_probing:
            self._alias_values[key] = value, self._names_seen > before
        return _of_bounded_size(value, f"The alias {name}")

    def _takes_variable(self, name: str) -> bool:
        """Whether an alias of a row names what a lambda around it takes: there it means that."""
        node = self.aliases[name]
        names = {one.parts[0] for one in self.names_in(node)}
        return not names.isdisjoint(self._lambda_names()) and not self.has_aggregate(node)

    def _of_alias_in_lambda(self, name: str) -> Value:
        self._resolving.append(name)
        try:
            return self._lowered(self.aliases[name])
        finally:
            self._resolving.pop()

    def _alias_for_inner(self, parts: tuple[str, ...]) -> tuple[Value, bool] | None:
        """The value of an alias for a query inside, and whether it names a column."""
        node = Identifier(parts)
        if parts[0] in self._resolving or not self._is_alias(node):
            return None
        before = self._names_seen
        in_rows = self._in_rows
        if self.grouped is not None and self.has_aggregate(node):
            self._in_rows = False
        try:
            value = self._elements(self._of_alias(parts[0]), parts[1:], node)
        except RmtError as error:
            if error.name == "UNKNOWN_IDENTIFIER":
                return None
            raise
        finally:
            self._in_rows = in_rows
        return value, self._names_seen > before or not in_rows

    def _means_alias(self, node: Identifier) -> str | None:
        name = node.parts[0]
        if name not in self.aliases:
            return None
        if name in self._resolving:
            self._suppressed.add(name)
            return None
        return name

    def _names_alias(self, node: Identifier) -> bool:
        return node.parts[0] in self.aliases and not self._is_column_first(node)

    def _is_alias(self, node: Identifier) -> bool:
        return self._means_alias(node) is not None and not self._is_column_first(node)

    def _identifier(self, node: Identifier) -> Value:
        for variables in reversed(self._lambdas):
            if node.parts[0] in variables:
                return self._elements(variables[node.parts[0]], node.parts[1:], node)
        if self._is_alias(node):
            return self._elements(self._of_alias(node.parts[0]), node.parts[1:], node)
        outside = self.scope.outer_alias(node.parts)
        if outside is not None:
            return outside
        found = self.scope.find(node.parts)
        if found is None:
            given = self.queries.with_value(node.parts[0])
            if given is not None and node.parts[0] not in self.aliases:
                return self._elements(given, node.parts[1:], node)
            if canonical_name(node.name) in _WITHOUT_PARENTHESES:
                return self._call(Call(node.name, [], at=node.at, end=node.end))
            raise self._unknown(node)
        if not self._in_rows and self.grouped is not None:
            return self._group_column(node, self.grouped)
        self._names_seen += 1
        column, rest = found
        return self._elements(column.value, rest, node)

    def _group_column(self, node: Identifier, grouped: Grouped) -> Value:
        found = self._key(node, grouped)
        assert found is not None
        return found

    def _is_column_first(self, node: Identifier) -> bool:
        """Whether a qualified name is a column's, although its first part is an alias, too."""
        if self.context.settings.get("prefer_column_name_to_alias") == "1":
            return self.scope.find_here(node.parts) is not None
        return len(node.parts) > 1 and self.scope.find_here(node.parts) is not None

    def _unknown(self, node: Identifier) -> RmtError:
        name = node.parts[0]
        if name == "_sample_factor":
            return RmtError(
                "NOT_IMPLEMENTED",
                "The column _sample_factor is not supported.",
                "Multiply by the number itself: by 10 for SAMPLE 1/10.",
            )
        if name in self._resolving and name in self.aliases:
            return RmtError(
                "CYCLIC_ALIASES" if len(self._resolving) > 1 else "UNKNOWN_IDENTIFIER",
                f"Cyclic aliases: {name} is defined by itself."
                if len(self._resolving) > 1
                else f"Unknown expression identifier {node.name}.",
            )
        return unknown_identifier(node.name, [*self.scope.names(), *self.aliases])

    def _elements(self, value: Value, names: Sequence[str], node: Identifier) -> Value:
        try:
            return elements_of(value, names)
        except RmtError as error:
            if error.name == "NOT_IMPLEMENTED":
                raise
            raise self._unknown(node) from error

    def _asterisk(self, node: Asterisk | Columns) -> Value:
        raise RmtError("UNSUPPORTED_METHOD", "* can only stand in the list of SELECT.")

    def _parameter(self, node: Parameter) -> Value:
        return self.queries.parameter(node)

    def _lambda(self, node: Lambda) -> Value:
        raise RmtError(
            "UNSUPPORTED_METHOD", "A lambda can only be an argument of a function that takes one."
        )

    def _exists(self, node: Exists) -> Value:
        query = self._nested(node.query)
        if query.is_total:
            return literal(1)
        return self._joined(truth(f"(EXISTS({query.sql}))"))

    def _subquery(self, node: Subquery) -> Value:
        query = self._nested(node.query)
        return self._joined(value_of_query(query, self.queries.shared_alias("_q")))

    @property
    def _takes_no_query(self) -> bool:
        """Whether a subquery cannot stand here.

        Spark takes none in a lambda, and many aggregate functions are calculated by lambdas over
        lists of rows.
        """
        return self._lambda_depth > 0 or self._in_aggregate or self._in_window

    def _joined(self, value: Value) -> Value:
        """The value of a subquery; a column beside FROM where none can stand."""
        if not self._takes_no_query:
            return value
        self._names_seen += 1
        return replace(value, sql=self._column_beside(value.sql))

    def _nested(self, query: Query) -> LoweredQuery:
        """A subquery; one of the same text is lowered once, so that it is the same in a key."""
        is_lateral = self._takes_no_query
        outer = self.scope
        if self.grouped is not None and not self._in_rows:
            outer = outer.with_values(self.grouped.keys)
        key = self.queries.text_of(query) or str(id(query)), is_lateral, outer is self.scope
        if key not in self._nested_queries:
            before = outer.given
            with self.queries.in_lateral(is_lateral):
                nested = self.queries.nested(query, outer)
            self._nested_queries[key] = nested, outer.given > before
            self._kept.append(Subquery(query))
        nested, is_of_row = self._nested_queries[key]
        self._names_seen += is_of_row
        return nested

    # Calls

    def _call(self, node: Call) -> Value:
        node = self._with_lambdas(node)
        name = node.name.lower()
        body = self._body_of(node)
        if body is not None:
            return _of_bounded_size(self._lowered(body), f"The function {node.name}")
        if node.window is not None:
            return self._window_call(node)
        if is_untuple(node):
            raise misplaced_untuple(node)
        special = self._SPECIAL.get(name)
        if special is not None:
            return special(self, node)
        if is_window_function(node.name):
            raise RmtError("BAD_ARGUMENTS", f"The function {node.name} can only be used with OVER.")
        if self.is_aggregate_call(node):
            return self._aggregate_of_row(node)
        if any(isinstance(one, Lambda) for one in node.arguments):
            return self._higher_order(node)
        defined = DEFINED.get(canonical_name(node.name) or "")
        if defined is not None:
            return self._defined(node, defined)
        values = self._of_function(node, self._arguments(node))
        if name == "array" and node.is_operator and _is_constant_array(node):
            # ClickHouse reads `[1, 'a']` as one literal, whose elements have one type.
            common_type([one.type for one in values if one.type is not None])
        return self._scalar(node, values)

    def _defined(self, node: Call, defined: Defined) -> Value:
        """A call of a function that others make up."""
        call = DefinedCall(defined, node, [self._lowered(one) for one in self._arguments(node)])
        if call.is_null:
            return literal(None)
        variables = call.variables
        if call.has_lambdas:
            # Spark takes no query in a lambda.
            variables = {name: self._beside(value) for name, value in variables.items()}
        before, self._in_rows = self._in_rows, True
        self._lambdas.append(variables)
        try:
            body = self._lowered(call.body)
        finally:
            self._lambdas.pop()
            self._in_rows = before
        return _of_bounded_size(call.answer(body), f"The function {node.name}")

    def _scalar(self, node: Call, values: Sequence[Value]) -> Value:
        value = lower_scalar(node.name, values, self.context)
        if self._tells_calls_apart and value.constant is MISSING:
            is_argument = any(value.sql == one.sql for one in values)
            return replace(value, sql=f"coalesce({value.sql})") if is_argument else value
        return value

    def _body_of(self, node: Call) -> Expression | None:
        """What a call of a lambda that has a name stands for: an alias, or a user's function."""
        if id(node) not in self._bodies:
            function = self._lambda_named(node.name)
            if function is None:
                return self.queries.user_function(node)
            called = (one.name for one in expressions_in(function.body) if isinstance(one, Call))
            if node.name in called:
                raise RmtError("UNSUPPORTED_METHOD", f"Recursive lambda: {node.name} calls itself.")
            self._bodies[id(node)] = body_of_call(node, function)
            self._kept.append(node)
        return self._bodies[id(node)]

    def _choice(self, node: Call) -> Value:
        """`if` and `multiIf`; what a constant condition leaves out may be wrong.

        Where a constant condition chooses a value of the common type, the call is that value.

        Source: `IfConstantConditionPass` of ClickHouse.
        """
        arguments = self._arguments(node)
        is_of_two = len(arguments) == _CHOICE_OF_TWO
        found: list[Value | RmtError] = []
        for at, one in enumerate(arguments):
            is_left_out = is_of_two and found and self._taken(arguments, found) not in (None, at)
            try:
                found.append(self._left_out(one) if is_left_out else self._lowered(one))
            except RmtError as error:
                if error.name == "NOT_AN_AGGREGATE":
                    raise
                found.append(error)
        values = [one for one in found if isinstance(one, Value)]
        if len(values) == len(found):
            value = self._scalar(node, values)
            place = self._taken(arguments, found) if is_of_two else None
            if place is None:
                return value
            chosen = values[place]
            if chosen.type != value.type and any(map(self._joins_arrays, arguments)):
                return self._scalar(node, [self._lowered(one) for one in arguments])
            return _choice_of_constant(node.name, chosen, value)
        place = self._taken(arguments, found)
        taken = None if place is None else found[place]
        if isinstance(taken, Value):
            return taken
        raise taken or next(one for one in found if isinstance(one, RmtError))

    def _left_out(self, node: Expression) -> Value:
        """What is never chosen, for its type only: no array is joined for it."""
        if not self._joins_arrays(node):
            return self._lowered(node)
        rows = list(self.laterals), dict(self.joined_arrays)
        groups = list(self.laterals_of_groups), dict(self.joined_arrays_of_groups)
        was_probing, self._is_probing = self._is_probing, True
        try:
            value = stored(self._lowered(node))
        finally:
            self._is_probing = was_probing
            self.laterals, self.joined_arrays = rows
            self.laterals_of_groups, self.joined_arrays_of_groups = groups
        spark = "VOID" if value.type is None else value.type.spark
        return replace(value, sql=f"CAST(NULL AS {spark})", elements=())

    def _taken(
        self, arguments: Sequence[Expression], lowered: Sequence[Value | RmtError]
    ) -> int | None:
        """The place of the argument that constant conditions choose; None if they choose none."""
        for place in range(0, len(arguments) - 1, 2):
            when = lowered[place]
            if isinstance(when, RmtError) or not self.is_folded(arguments[place]):
                return None
            if self.queries.catalog.constant(condition(when)):
                return place + 1
        return len(arguments) - 1 if len(arguments) % 2 and len(arguments) > 2 else None

    def is_folded(self, node: Expression) -> bool:
        """Whether ClickHouse knows the value of an expression before it reads a row."""
        if isinstance(node, Lambda | Asterisk | Columns):
            return False
        try:
            if self._lowered(node).is_constant:
                return True
        except RmtError:
            return False
        if not isinstance(node, Call) or not node.arguments or node.name.lower() in _NEVER_FOLDED:
            return False
        if node.window is not None or self.is_aggregate_call(node):
            return False
        is_of_set = node.name.lower() in MEMBERSHIPS and self._set_query(node.arguments[1])
        return not is_of_set and all(map(self.is_folded, node.arguments))

    def _lambda_named(self, name: str) -> Lambda | None:
        found, passed = self._named(name), {name}
        while isinstance(found, Identifier) and found.name not in passed:
            passed.add(found.name)
            found = self._named(found.name)
        return found if isinstance(found, Lambda) else None

    def _named(self, name: str) -> Expression | None:
        return self.aliases.get(name) or self.queries.with_expression(name)

    def _with_lambdas(self, node: Call) -> Call:
        """A call with lambdas for what stands for them: names, and calls of `lambda`."""
        if canonical_name(node.name) not in _OF_LAMBDAS:
            return node
        known = self._calls_of_lambdas.get(id(node))
        if known is None:
            arguments = [self._as_lambda(one, node) for one in node.arguments]
            is_same = all(map(operator.is_, arguments, node.arguments))
            known = node if is_same else replace(node, arguments=arguments)
            self._calls_of_lambdas[id(node)] = known
            self._kept.append(node)
        return known

    def _as_lambda(self, node: Expression, call: Call) -> Expression:
        """The lambda that an argument of a call is; the argument itself, if it is none."""
        if isinstance(node, Alias):
            found = self._as_lambda(node.value, call)
            return found if isinstance(found, Lambda) else node
        if isinstance(node, Call) and node.name == "lambda" and len(node.arguments) == 2:
            parameters = [node.arguments[0]]
            if isinstance(parameters[0], Call) and parameters[0].name == "tuple":
                parameters = parameters[0].arguments
            names = tuple(one.name for one in parameters if isinstance(one, Identifier))
            return Lambda(names, node.arguments[1], at=node.at, end=node.end)
        if not isinstance(node, Identifier) or len(node.parts) > 1:
            return node
        named = self._lambda_named(node.name)
        if named is not None:
            return named
        is_value = (
            node.name in self._lambda_names()
            or self._is_alias(node)
            or self.scope.find(node.parts) is not None
        )
        if is_value or node is not call.arguments[0] or canonical_name(node.name) is None:
            return node
        names = tuple(f"_{place}" for place in range(1, len(call.arguments)))
        body = Call(node.name, [Identifier((name,)) for name in names], at=node.at, end=node.end)
        return Lambda(names, body, at=node.at, end=node.end)

    def _of_function(self, node: Call, arguments: Sequence[Expression]) -> list[Value]:
        """The arguments; those of functions that Spark has as lambdas stand inside of these."""
        is_of_lambdas = canonical_name(node.name) in _OF_LAMBDAS
        self._lambda_depth += is_of_lambdas
        try:
            return [self._lowered(one) for one in arguments]
        finally:
            self._lambda_depth -= is_of_lambdas

    def _arguments(self, node: Call) -> list[Expression]:
        """The arguments; `*` is all columns, `untuple(t)` the elements of a tuple."""
        arguments = node.arguments
        if any(isinstance(one, Asterisk | Columns) for one in arguments):
            stars = Stars(self.scope, self.aliases, lambda one: self._lowered(one).type)
            arguments = [one for node in arguments for one in stars.expanded(node)]
        if any(is_untuple(one) for one in arguments):
            arguments = untupled(arguments, {}, lambda one: self._lowered(one).type)
        return arguments

    def _aggregate_of_row(self, node: Call) -> Value:
        raise RmtError(
            "ILLEGAL_AGGREGATION",
            f"Aggregate function {result_name(node)} is found in WHERE, GROUP BY or another place "
            "of rows.",
            "HAVING has conditions on aggregate functions.",
        )

    def _membership(self, node: Call) -> Value:
        negated = MEMBERSHIPS[node.name.lower()]
        left, right = node.arguments
        value = self._lowered(left)
        query = self._set_query(right)
        if query is not None:
            return self._in_query(value, query, negated)
        members = self._members(right, value)
        return lower_in(value, members, negated=negated, context=self.context)

    def _set_query(self, node: Expression) -> LoweredQuery | None:
        """The query of what stands behind IN, or of the table it names."""
        if isinstance(node, Subquery):
            return self._nested(node.query)
        if isinstance(node, Identifier) and len(node.parts) <= 2:
            if self._means_alias(node) is not None or self.scope.find(node.parts) is not None:
                return None
            name = Name(node.parts[-2] if len(node.parts) == 2 else None, node.parts[-1])
            try:
                return self.queries.whole_table(TableSource(name, at=node.at))
            except RmtError as error:
                if error.name != "UNKNOWN_TABLE":
                    raise
                raise self._unknown(node) from error
        return None

    def _members(self, node: Expression, value: Value) -> list[Value]:
        """The values of a list behind IN."""
        is_list = isinstance(node, Call) and node.name.lower() in ("tuple", "array")
        if not is_list or not isinstance(node, Call):
            return [self._lowered(node)]
        members = [self._lowered(one) for one in node.arguments]
        depth = depth_of(value)
        is_one = depth > 0 and depth == 1 + max(map(depth_of, members), default=0)
        return [self._lowered(node)] if is_one else members

    def _in_query(self, value: Value, query: LoweredQuery, negated: bool) -> Value:
        if not self._lambda_depth:
            return self.queries.in_query(value, query, negated=negated)
        members = self._joined(self.queries.set_of(query))
        return lower_in(value, [members], negated=negated, context=self.context)

    def _array_reduce(self, node: Call) -> Value:
        """`arrayReduce('quantile(0.9)', array, …)`."""
        check_arguments("arrayReduce", len(node.arguments), [])
        name, parameters = self._named_aggregate("arrayReduce", node.arguments[0])
        values = [stored(self._lowered(one)) for one in node.arguments[1:]]
        return reduced_arrays(name, values, parameters, self._around)

    def _initialized(self, node: Call) -> Value:
        """`initializeAggregation('sumState', x)`."""
        if len(node.arguments) < 2:
            raise RmtError(
                "BAD_ARGUMENTS", "Function initializeAggregation requires at least 2 arguments."
            )
        name, parameters = self._named_aggregate("initializeAggregation", node.arguments[0])
        values = [stored(self._lowered(one)) for one in node.arguments[1:]]
        return initialized(name, values, parameters, self._around)

    def _named_aggregate(self, function: str, node: Expression) -> tuple[str, list[Value]]:
        """The aggregate function that a text names, and its parameters: `quantile(0.9)`."""
        text = self._lowered(node).constant
        if not isinstance(text, str):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"The first argument of {function} must be a constant text, the name of an "
                "aggregate function.",
            )
        try:
            called = read_expression(text)
        except RmtError as error:
            raise RmtError(
                "UNKNOWN_AGGREGATE_FUNCTION", f"Unknown aggregate function {text}."
            ) from error
        name = called.name if isinstance(called, Call | Identifier) else text
        given = called.arguments if isinstance(called, Call) else []
        return name, [self._parameter_of(one) for one in given]

    def _array_join(self, node: Call) -> Value:
        """`arrayJoin(x)`: a row for each element of a row, or of a group."""
        if len(node.arguments) != 1:
            raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "arrayJoin takes one argument.")
        value = self._lowered(node.arguments[0])
        is_of_group = self.grouped is not None and not self._in_rows
        joined = self.joined_arrays_of_groups if is_of_group else self.joined_arrays
        if value.sql not in joined:
            laterals = self.laterals_of_groups if is_of_group else self.laterals
            joined[value.sql] = self._exploded(value, laterals)
        self._names_seen += 1
        return joined[value.sql]

    def _exploded(self, value: Value, laterals: list[str]) -> Value:
        if value.type is not None and value.family not in ("Array", "Map"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"The argument of arrayJoin must be an Array or a Map, not {value.type}.",
            )
        alias = self.queries.fresh_alias("_e")
        array = entries_of(value) if value.family == "Map" else value
        element = array.type.element if array.type is not None else None
        laterals.append(f"LATERAL explode({array.sql}) AS {quote_name(alias)}(`e`)")
        return Value(f"{quote_name(alias)}.`e`", element)

    # Lambdas

    def _higher_order(self, node: Call) -> Value:
        """A call with lambdas: their parameters are elements of the other arguments."""
        known = self._of_function(
            node, [one for one in node.arguments if not isinstance(one, Lambda)]
        )
        known = _side_by_side(node.name, known)
        if len(known) > _MOST_ARRAYS and canonical_name(node.name) in _OF_SEVERAL:
            return self._of_several_arrays(node, known)
        if len(known) > 2 and canonical_name(node.name) == "arrayFold":
            return self._fold_of_several_arrays(node, known)
        given = iter(known)
        others = [None if isinstance(one, Lambda) else next(given) for one in node.arguments]
        values = [
            self._of_lambda(
                one,
                self._element_types(node.name, known),
                node.name,
                is_condition=node.name.lower() in _OF_CONDITIONS,
            )
            if isinstance(one, Lambda)
            else value
            for one, value in zip(node.arguments, others, strict=True)
        ]
        return lower_scalar(node.name, [one for one in values if one is not None], self.context)

    def _of_several_arrays(self, node: Call, arrays: Sequence[Value]) -> Value:
        """A function of more arrays than Spark has lambdas for: of one array of tuples."""
        [function] = [one for one in node.arguments if isinstance(one, Lambda)]
        zipped = lower_scalar("arrayZip", arrays, self.context)
        body = self._of_lambda(
            function,
            self._element_types(node.name, [zipped]),
            node.name,
            is_condition=node.name.lower() in _OF_CONDITIONS,
        )
        found = lower_scalar(node.name, [body, zipped], self.context)
        return element_of(found, 1) if _OF_SEVERAL[canonical_name(node.name) or ""] else found

    def _fold_of_several_arrays(self, node: Call, values: Sequence[Value]) -> Value:
        """`arrayFold((acc, x, y) -> …, xs, ys, start)`: of one array of tuples."""
        [function] = [one for one in node.arguments if isinstance(one, Lambda)]
        *arrays, start = values
        zipped = lower_scalar("arrayZip", arrays, self.context)
        types = self._element_types(node.name, [zipped, start])
        body = self._of_lambda(function, types, node.name, is_zipped=True)
        return lower_scalar(node.name, [body, zipped, start], self.context)

    @staticmethod
    def _element_types(name: str, values: Sequence[Value]) -> list[DataType | None]:
        """The types of what a lambda is given."""
        types: list[DataType | None] = []
        if name.lower() == "arrayfold" and values:
            types.append(values[-1].type)
            values = values[:-1]
        for value in values:
            if value.type is None:
                types.append(None)
            elif value.family == "Array":
                types.append(value.type.element)
            elif value.family == "Map":
                types += value.type.elements
        return types

    def _of_lambda(
        self,
        node: Lambda,
        types: Sequence[DataType | None],
        name: str,
        *,
        is_condition: bool = False,
        is_zipped: bool = False,
    ) -> Value:
        """A lambda; of a function of one array of tuples it may take their elements.

        Args:
            node: the lambda.
            types: those of what it is given.
            name: the function's.
            is_condition: whether its answer is a condition.
            is_zipped: whether the last of what it is given is a tuple of several parameters.
        """
        depth, count = len(self._lambdas), len(node.parameters)
        last = types[-1] if len(types) == 1 or is_zipped else None
        takes_elements = last is not None and last.family == "Tuple" and count > len(types)
        given = len(types) if takes_elements else count
        names = [self.queries.lambda_variable(depth, place) for place in range(given)]
        padded = [*types, *[None] * given]
        values = [
            Value(quote_name(name), data_type)
            for name, data_type in zip(names, padded, strict=False)
        ]
        taken = len(types)
        if takes_elements and last is not None:
            taken += len(last.elements) - 1
            of_tuple = min(count - given + 1, len(last.elements))
            elements = [element_of(values[-1], place) for place in range(1, of_tuple + 1)]
            values = [*values[:-1], *elements]
        if count != taken and name.startswith("array") and None not in types:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"The lambda of {name} has {count} parameters, and is given {taken} values.",
            )
        variables = dict(zip(node.parameters, values, strict=False))
        self._lambdas.append(variables)
        self._lambda_depth += 1
        try:
            for one in outside_lambdas(node.body):
                if isinstance(one, Alias):
                    variables[one.name] = self._lowered(one.value)
            body = self._lowered(node.body)
        finally:
            self._lambdas.pop()
            self._lambda_depth -= 1
        listed = ", ".join(map(quote_name, names))
        listed = f"({listed})" if len(names) > 1 else listed
        text = condition(body, name) if is_condition else stored(body).sql
        return Value(f"{listed} -> {text}", body.type, is_lambda=True)

    # Windows

    def _window_call(self, node: Call) -> Value:
        window = self._window_of(node)
        before, self._in_window = self._in_window, True
        try:
            values = [self._lowered(one) for one in self._plain_arguments(node)]
            parameters = [self._parameter_of(one) for one in node.parameters or ()]
            where = self._lowered(node.where) if node.where is not None else None
        finally:
            self._in_window = before
        frame = None
        if window.frame is not None:
            start, stop = self._bound(window.frame.start), self._bound(window.frame.stop)
            frame = WindowFrame(window.frame.unit, start, stop)
        order = [
            OrderKey(self._lowered(one.value), one.descending, one.nulls_first, one.collation)
            for one in window.order_by
        ]
        partition = [self._partition_key(one) for one in window.partition_by]
        values, where = self._without_queries(values, where)
        self._names_seen += 1
        return lower_window_function(
            node.name,
            values,
            parameters,
            WindowSpec(partition, order, frame),
            distinct=node.distinct,
            where=where,
            nulls=node.nulls,
            around=self._around,
        )

    def _partition_key(self, node: Expression) -> Value:
        value = stored(self._lowered(node))
        return replace(value, sql=key_of(value))

    def _bound(self, bound: FrameBound) -> Bound:
        offset = None if bound.offset is None else self._parameter_of(bound.offset)
        return Bound(bound.kind, offset)

    def _window_of(self, node: Call) -> Window:
        window = node.window
        if isinstance(window, str):
            return self._named_window(window)
        assert window is not None
        return self._derived(window)

    def _named_window(self, name: str) -> Window:
        found = self.windows.get(name)
        if found is None:
            raise RmtError("BAD_ARGUMENTS", f"Window {name} is not defined.", "WINDOW w AS (…)")
        return self._derived(found)

    def _derived(self, window: Window) -> Window:
        """A window with what it takes over from the one that it names.

        Raises:
            RmtError: `BAD_ARGUMENTS`, it says again what that one says.
        """
        if not window.parent:
            return window
        parent = self._named_window(window.parent)
        said_again = ""
        if window.partition_by:
            said_again = "PARTITION BY"
        elif window.order_by and parent.order_by:
            said_again = "ORDER BY"
        elif parent.frame is not None:
            said_again = "the frame"
        if said_again:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Derived window definition is not allowed to override {said_again} of "
                f"{window.parent}.",
            )
        return Window("", parent.partition_by, window.order_by or parent.order_by, window.frame)

    def filter(self, node: Expression, *, above: bool = False) -> str:
        """A condition of WHERE, HAVING and the like."""
        return filter_text(self.above(node) if above else self.row(node))

    _LOWERINGS: Mapping[type, Callable[..., Value]] = {
        Literal: _literal,
        Computed: _computed,
        Alias: _aliased,
        Identifier: _identifier,
        Asterisk: _asterisk,
        Columns: _asterisk,
        Parameter: _parameter,
        Lambda: _lambda,
        Exists: _exists,
        Subquery: _subquery,
        Call: _call,
    }
    _SPECIAL: Mapping[str, Callable[..., Value]] = {
        **dict.fromkeys(MEMBERSHIPS, _membership),
        "arrayjoin": _array_join,
        "arrayreduce": _array_reduce,
        "initializeaggregation": _initialized,
        "grouping": _grouping_of_row,
        **dict.fromkeys(("if", "multiif", "casewithoutexpression"), _choice),
    }


_CHOICE_OF_TWO = 3
"""How many arguments `if` has."""
_NEVER_FOLDED = frozenset(("arrayjoin", "materialize", "throwif"))
"""Functions whose answers for constants are no constants."""


def _choice_of_constant(name: str, chosen: Value, choice: Value) -> Value:
    """What is left of a choice of two values whose condition is constant.

    Only `if` is a constant where the value it chooses is one.
    """
    is_constant = chosen.is_constant and canonical_name(name) == "if"
    if choice.type is None:
        return choice
    if chosen.type == choice.type:
        return chosen if is_constant else not_constant(chosen)
    return replace(converted(chosen, choice.type), folded=True) if is_constant else choice


def _side_by_side(name: str, values: list[Value]) -> list[Value]:
    """The arrays of a function of lambdas, all of one size; `arrayFold` has a value behind them."""
    if not name.startswith("array") or any(value.type is None for value in values):
        return values
    arrays = [value for value in values if value.family == "Array"]
    if name.lower() == "arrayfold":
        arrays = arrays[: len(values) - 1]
    if len(arrays) < 2 or arrays != values[: len(arrays)]:
        return values
    return [*of_one_size(name, arrays), *values[len(arrays) :]]


def _is_window_call(node: Expression) -> bool:
    return isinstance(node, Call) and node.window is not None


class TypeProbe(ExpressionLowering):
    """Tells types before it is known how rows are grouped: aggregates are values of rows here."""

    def type_of(self, node: Expression) -> DataType | None:
        """The type of an expression."""
        return self.row(node).type

    def _aggregate_of_row(self, node: Call) -> Value:
        return self._aggregate(node)


def _is_array_join(node: Expression) -> bool:
    return isinstance(node, Call) and node.name.lower() == "arrayjoin"


def _is_constant_array(node: Expression) -> bool:
    """Whether it is a literal, or an array in brackets of nothing but such."""
    if isinstance(node, Call) and node.is_operator and node.name in ("array", "negate"):
        return all(map(_is_constant_array, node.arguments))
    return isinstance(node, Literal)


def _of_bounded_size(value: Value, what: str) -> Value:
    """A value of what may repeat others again and again.

    Raises:
        RmtError: `TOO_BIG_AST`.
    """
    if len(value.sql) > _LARGEST:
        raise RmtError(
            "TOO_BIG_AST",
            f"{what} grows beyond {_LARGEST} characters.",
            "Put the expressions it is made of into a subquery.",
        )
    return value
