"""Lowers expressions of one SELECT: names, calls, lambdas, subqueries.

A SELECT that groups rows has two kinds of expressions: those of a row, below GROUP BY, and those of
a group, above it. Those of a group are lowered like the others, but that an expression which is a
key becomes that key's column, and a call of an aggregate function the column of its value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import DEFINED, Defined
from rmt_engine.sql.functions.answers import MISSING, beside_signs, canonical_name, common_type
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.expressions.bounded_size import of_bounded_size
from rmt_engine.sql.query.expressions.by_node import ByNode
from rmt_engine.sql.query.expressions.called_aggregates import NAMED_AGGREGATES, aggregate
from rmt_engine.sql.query.expressions.choices import CHOICES
from rmt_engine.sql.query.expressions.contents import is_aggregate_call
from rmt_engine.sql.query.expressions.defined_calls import DefinedCall
from rmt_engine.sql.query.expressions.filters import condition_of
from rmt_engine.sql.query.expressions.grouped import GROUPING_CALLS, Grouped, value_of_group
from rmt_engine.sql.query.expressions.inner_queries import InnerQueries, exists, subquery
from rmt_engine.sql.query.expressions.joined_values import ARRAY_JOINS, Joined, beside
from rmt_engine.sql.query.expressions.lambda_calls import call_with_lambdas, values_of_function
from rmt_engine.sql.query.expressions.member_calls import MEMBER_CALLS
from rmt_engine.sql.query.expressions.named_lambdas import NamedLambdas
from rmt_engine.sql.query.expressions.named_values import (
    alias_for_inner,
    aliased,
    identifier,
    is_known,
)
from rmt_engine.sql.query.expressions.place import Place
from rmt_engine.sql.query.expressions.queries_once import with_queries_once
from rmt_engine.sql.query.expressions.reach import Reach
from rmt_engine.sql.query.expressions.table_calls import TABLE_CALLS
from rmt_engine.sql.query.expressions.window_calls import is_window_function
from rmt_engine.sql.query.expressions.windowed_calls import NamedWindows, window_call
from rmt_engine.sql.query.names.aliases import Aliases
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.names.stars import Stars
from rmt_engine.sql.query.names.untuple import is_untuple, misplaced_untuple, untupled
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    Columns,
    Computed,
    Exists,
    Expression,
    Identifier,
    Lambda,
    Literal,
    Parameter,
    Subquery,
    Window,
    free_expressions_in,
)
from rmt_engine.sql.query.values import Value, filter_text, literal
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.columns_below import ColumnsBelow
    from rmt_engine.sql.query.expressions.lowering import SpecialCall
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["ExpressionLowering", "TypeProbe"]

_SPECIAL: Mapping[str, SpecialCall] = {
    **ARRAY_JOINS,
    **CHOICES,
    **GROUPING_CALLS,
    **MEMBER_CALLS,
    **NAMED_AGGREGATES,
    **TABLE_CALLS,
}
"""What lowers calls whose arguments are not just values, by their names in lower case."""


class ExpressionLowering:
    """Lowers the expressions of one SELECT; see `Lowering` for its attributes.

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
        queries: Queries,
        scope: Scope,
        aliases: Mapping[str, Expression],
        windows: Mapping[str, Window],
        *,
        tells_calls_apart: bool = False,
    ) -> None:
        self.queries = queries
        self.scope = scope
        self.context = CallContext(queries.settings, queries.zone)
        self.aliases = Aliases(aliases, scope, queries.settings, partial(is_known, self))
        if aliases:
            scope.alias_of = partial(alias_for_inner, self)
        self.windows = NamedWindows(windows)
        self.place = Place()
        self.joined = Joined()
        self.inner_queries = InnerQueries()
        self.grouped: Grouped | None = None
        self.windows_first: ColumnsBelow | None = None
        self.ranks_first: ColumnsBelow | None = None
        self.outer_first: ColumnsBelow | None = None
        self._named_lambdas = NamedLambdas(queries, scope, self.aliases, self.place)
        self.reach = Reach(queries, scope, self.aliases, self._named_lambdas)
        self._tells_calls_apart = tells_calls_apart
        self._row_values: ByNode[tuple[Value, bool]] = ByNode()

    def row(self, node: Expression) -> Value:
        """An expression of a row."""
        with self.place.changed(in_rows=True):
            return self.lowered(node)

    def above(self, node: Expression) -> Value:
        """An expression above GROUP BY; without it, of a row."""
        with self.place.changed(in_rows=self.grouped is None):
            return self.lowered(node)

    def filter(self, node: Expression, *, above: bool = False) -> str:
        """A condition of WHERE, HAVING and the like."""
        return filter_text(self.condition(node, above=above))

    def condition(self, node: Expression, *, above: bool = False) -> Value:
        """The value of a condition of a clause."""
        with self.place.changed(in_rows=not above or self.grouped is None):
            return condition_of(self, node)

    def is_constant(self, node: Expression) -> bool:
        """Whether an expression of a row is the same for all of them."""
        with self.place.changed(in_rows=True):
            value, names_column = self.row_value(node)
        return value.is_constant or not names_column

    def resolve_columns_first(self, columns: Sequence[Expression]) -> None:
        """Gives aliases that lead back to themselves what they mean in the columns of the SELECT.

        A later clause takes them for that, as ClickHouse resolves the columns before all others.
        """
        names = self.aliases.that_lead_back()
        for column in columns if names else ():
            around = (
                self.aliases.within(column.name) if isinstance(column, Alias) else nullcontext()
            )
            with around:
                for one in free_expressions_in(column):
                    if isinstance(one, Identifier) and one.parts[0] in names:
                        with suppress(RmtError):
                            self.row(one)

    # What modules of one kind of expressions need

    def lowered(self, node: Expression) -> Value:
        """An expression where it stands: of rows, or of groups."""
        if self.place.in_rows or self.grouped is None:
            return self.row_value(node)[0]
        return value_of_group(self, node, self.grouped)

    def row_value(self, node: Expression) -> tuple[Value, bool]:
        """The value of a row, and whether it names a column."""
        place = self.place
        is_kept = not place.lambdas and not self.aliases.resolving and not place.is_probing
        known = self._row_values.get(node) if is_kept else None
        if known is not None:
            place.names_seen += known[1]
            return known
        before = place.names_seen
        value = self.of_node(node)
        found = value, place.names_seen > before
        return self._row_values.put(node, found) if is_kept else found

    def of_node(self, node: Expression) -> Value:
        """An expression by its kind, be it a key or not."""
        return self._LOWERINGS[type(node)](self, node)

    def arguments(self, node: Call) -> list[Expression]:
        """The arguments; `*` is all columns, `untuple(t)` the elements of a tuple."""
        return self.spelled_out(node.arguments)

    def spelled_out(self, nodes: list[Expression]) -> list[Expression]:
        """Expressions of a list; `*` is all columns, `untuple(t)` the elements of a tuple."""
        nodes = [self.list_called(one) for one in nodes]
        if any(isinstance(one, Asterisk | Columns) for one in nodes):
            stars = Stars(self.scope, self.aliases.nodes, self._type_of)
            nodes = [one for node in nodes for one in stars.expanded(node)]
        if any(is_untuple(one) for one in nodes):
            nodes = untupled(nodes, {}, self._type_of)
        return nodes

    def list_called(self, node: Expression) -> Expression:
        """The list that a call of a lambda stands for: `*` or `untuple(t)`; others are as they are.

        A name that the call has is that of none of its columns.

        Args:
            node: a member of a list.
        """
        call = node.value if isinstance(node, Alias) else node
        body = self._named_lambdas.body_of(call) if isinstance(call, Call) else None
        return body if body is not None and _is_list(body) else node

    def body(self, node: Expression) -> Value:
        """What a lambda answers; `*` and `untuple(t)` are its answer if they are one value."""
        found = self.spelled_out([node])
        return self.lowered(found[0] if len(found) == 1 else node)

    def sort_key(self, node: Expression) -> Expression:
        """A member of ORDER BY, `*` spelled out.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, it is several columns.
        """
        if not isinstance(node, Asterisk | Columns):
            return node
        found = self.spelled_out([node])
        if len(found) != 1:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"{result_name(node)} of ORDER BY is {len(found)} columns; it can only be one.",
                "ORDER BY ALL orders by all columns of the SELECT.",
            )
        return found[0]

    def scalar(self, node: Call, values: Sequence[Value]) -> Value:
        """A call of a function of a row's values."""
        lower = partial(self._scalar, node.name)
        value = with_queries_once(self, values, lower(values), lower)
        if self._tells_calls_apart and value.constant is MISSING:
            is_argument = any(value.sql == one.sql for one in values)
            return replace(value, sql=f"coalesce({value.sql})") if is_argument else value
        return value

    def _scalar(self, name: str, values: Sequence[Value]) -> Value:
        return lower_scalar(name, values, self.context)

    def _type_of(self, node: Expression) -> DataType | None:
        return self.lowered(node).type

    # Nodes

    def _literal(self, node: Literal) -> Value:
        return literal(node.value)

    def _computed(self, node: Computed) -> Value:
        self.place.names_seen += 1
        return node.value

    def _asterisk(self, node: Asterisk | Columns) -> Value:
        raise RmtError("UNSUPPORTED_METHOD", "* can only stand in the list of SELECT.")

    def _parameter(self, node: Parameter) -> Value:
        return self.queries.parameter(node)

    def _lambda(self, node: Lambda) -> Value:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Lambda {result_name(node)} is not allowed in expression context.",
            "It can only be an argument of a function that takes one.",
        )

    def _call(self, node: Call) -> Value:
        node = self._named_lambdas.spelled_out(node)
        name = node.name.lower()
        body = self._named_lambdas.body_of(node)
        if body is not None:
            return of_bounded_size(self.body(body), f"The function {node.name}")
        if node.window is not None:
            return window_call(self, node)
        if is_untuple(node):
            raise misplaced_untuple(node)
        special = _SPECIAL.get(name)
        if special is not None:
            return special(self, node)
        if is_window_function(node.name):
            raise RmtError("BAD_ARGUMENTS", f"The function {node.name} can only be used with OVER.")
        if is_aggregate_call(node):
            return self._aggregate_of_row(node)
        if any(isinstance(one, Lambda) for one in node.arguments):
            return call_with_lambdas(self, node)
        defined = DEFINED.get(canonical_name(node.name) or "")
        if defined is not None:
            return self._defined(node, defined)
        values = values_of_function(self, node, self.arguments(node))
        if name == "array" and node.is_operator and _is_constant_array(node):
            # ClickHouse reads `[1, 'a']` as one literal, whose elements have one type.
            known = [(one.type, one.constant) for one in values if one.type is not None]
            common_type(beside_signs([one for one, _ in known], [given for _, given in known]))
        return self.scalar(node, values)

    def _defined(self, node: Call, defined: Defined) -> Value:
        """A call of a function that others make up."""
        call = DefinedCall(defined, node, [self.lowered(one) for one in self.arguments(node)])
        if call.is_null:
            return literal(None)
        variables = call.variables
        if call.has_lambdas:
            # Spark takes no query in a lambda.
            variables = {name: beside(self, value) for name, value in variables.items()}
        with self.place.changed(in_rows=True), self.place.within(variables, depth=0):
            body = self.lowered(call.body)
        return of_bounded_size(call.answer(body), f"The function {node.name}")

    def _aggregate_of_row(self, node: Call) -> Value:
        raise RmtError(
            "ILLEGAL_AGGREGATION",
            f"Aggregate function {result_name(node)} is found in WHERE, GROUP BY or another place "
            "of rows.",
            "HAVING has conditions on aggregate functions.",
        )

    _LOWERINGS: Mapping[type, Callable[..., Value]] = {
        Literal: _literal,
        Computed: _computed,
        Alias: aliased,
        Identifier: identifier,
        Asterisk: _asterisk,
        Columns: _asterisk,
        Parameter: _parameter,
        Lambda: _lambda,
        Exists: exists,
        Subquery: subquery,
        Call: _call,
    }


class TypeProbe(ExpressionLowering):
    """Tells types before it is known how rows are grouped: aggregates are values of rows here."""

    def type_of(self, node: Expression) -> DataType | None:
        """The type of an expression."""
        return self.row(node).type

    def _aggregate_of_row(self, node: Call) -> Value:
        return aggregate(self, node)


def _is_list(node: Expression) -> bool:
    return isinstance(node, Asterisk | Columns) or is_untuple(node)


def _is_constant_array(node: Expression) -> bool:
    """Whether it is a literal, or an array in brackets of nothing but such."""
    if isinstance(node, Call) and node.is_operator and node.name in ("array", "negate"):
        return all(map(_is_constant_array, node.arguments))
    return isinstance(node, Literal)
