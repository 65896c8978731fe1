"""Queries that read a projection of a table instead of the table.

A query that aggregates reads a projection with its keys and aggregate functions: it merges the
states of the projection's rows. A query that filters by what another projection is sorted by reads
that, if it has all columns. The answer is that of the table: what parts lack is made of their rows.

Source: ClickHouse's `optimizeUseAggregateProjections` and `optimizeUseNormalProjections`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name, is_aggregate
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.current_rows import reads_current
from rmt_engine.sql.query.names.statement import StatementNames, UsedProjection
from rmt_engine.sql.query.names.substitution import substituted
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    Columns,
    Exists,
    Expression,
    Grouping,
    Identifier,
    Lambda,
    LimitBy,
    Literal,
    Ordering,
    Parameter,
    Select,
    Subquery,
    TableSource,
    children_of,
    expressions_in,
)
from rmt_engine.sql.values.types import UTC
from rmt_engine.store.table import Projection

__all__ = [
    "aggregates_in",
    "canonical",
    "check_forced",
    "expanded",
    "is_aggregate_call",
    "key_of",
    "with_projection",
]

_COMPARISONS = ("equals", "less", "lessOrEquals", "greater", "greaterOrEquals", "in")
_MEMBERSHIP = ("in", "globalIn")


class _CannotError(Exception):
    """A query needs what a projection does not have; its text says what."""


# Expressions in the one form that equal ones have


def canonical(node: Expression) -> Expression:
    """An expression without aliases, its functions by their canonical names."""
    if isinstance(node, Alias):
        return canonical(node.value)
    if not isinstance(node, Call):
        return node
    name = canonical_name(node.name) or node.name
    arguments = [canonical(one) for one in node.arguments]
    if name == "count" and len(arguments) == 1 and _counts_rows(arguments[0]):
        arguments = []
    where = None if node.where is None else canonical(node.where)
    return dataclasses.replace(node, name=name, arguments=arguments, where=where)


def _counts_rows(argument: Expression) -> bool:
    is_constant = isinstance(argument, Literal) and argument.value is not None
    return is_constant or (isinstance(argument, Asterisk) and not argument.changes)


def key_of(node: Expression) -> str:
    """The text that equal expressions have, as ClickHouse names their columns."""
    return result_name(canonical(node))


def is_aggregate_call(node: Expression) -> bool:
    """Whether an expression is the call of an aggregate function over groups."""
    if not isinstance(node, Call) or node.window is not None:
        return False
    return node.where is not None or is_aggregate(canonical_name(node.name) or node.name)


def aggregates_in(node: Expression) -> list[Expression]:
    """The calls of aggregate functions in an expression."""
    if is_aggregate_call(node):
        return [node]
    return [one for child in children_of(node) for one in aggregates_in(child)]


def expanded(
    node: Expression, aliases: Mapping[str, Expression], within: frozenset[str] = frozenset()
) -> Expression:
    """An expression with what aliases stand for in their places."""

    def of_name(name: Identifier) -> Expression | None:
        found = aliases.get(name.name)
        if found is None or name.name in within:
            return None
        return expanded(found, aliases, within | {name.name})

    return canonical(substituted(node, of_name))


# Choosing


def with_projection(queries: StatementNames, select: Select) -> Select:
    """The SELECT over a projection that answers it; itself if none does.

    Args:
        queries: knows the tables and what was read instead of them.
        select: the SELECT.
    """
    source = select.source
    if not isinstance(source, TableSource) or queries.is_common_table(source.name):
        return select
    if source.sample is not None or source.table_sample or source.column_names:
        return select
    table = queries.table(source.name)
    settings = queries.settings
    is_final = reads_current(source.rows, settings, table)
    is_off = settings.get("optimize_use_projections") == "0" or queries.lasts
    if is_final or is_off or not table.projections:
        return select
    if settings.get("apply_deleted_mask") == "0":
        return select
    found = [*_candidates(queries, select, source, table)]
    preferred = settings.get("preferred_optimize_projection_name", "")
    found.sort(key=lambda one: (one[0].name != preferred, table.projected_rows[one[0].name]))
    if not found:
        return select
    projection, rewritten = found[0]
    queries.used_projections.append(UsedProjection(table.qualified, projection.name))
    return rewritten


def _candidates(
    queries: StatementNames, select: Select, source: TableSource, table: KnownTable
) -> Iterator[tuple[Projection, Select]]:
    aggregates = _aggregates(select)
    for projection in table.projections:
        if projection.is_aggregate and not aggregates:
            continue
        read = _over_groups if projection.is_aggregate else _in_order
        try:
            rewritten = read(queries, select, source, table, projection)
        except _CannotError:
            continue
        yield projection, rewritten


def _aggregates(select: Select) -> bool:
    if select.grouping is not None or select.distinct:
        return True
    nodes = [*select.columns, *(one.value for one in select.order_by)]
    nodes += [select.having] if select.having is not None else []
    return any(map(aggregates_in, nodes))


def check_forced(queries: StatementNames) -> None:
    """Makes sure that the projections are read that settings ask for.

    Raises:
        RmtError: `PROJECTION_NOT_USED`; `INCORRECT_DATA`, it is not the one of a name.
    """
    settings, used = queries.settings, queries.used_projections
    reads = any(table.is_engines for table in queries.tables)
    if not reads or settings.get("optimize_use_projections") == "0":
        return
    name = settings.get("force_optimize_projection_name", "")
    if name and all(one.name != name for one in used):
        raise RmtError(
            "INCORRECT_DATA",
            f"Projection {name} is specified in setting force_optimize_projection_name but not "
            "used.",
        )
    is_forced = settings.get("force_optimize_projection") == "1"
    if is_forced and not used and not queries.is_answered_by_parts:
        raise RmtError(
            "PROJECTION_NOT_USED",
            "No projection is used when optimize_use_projections = 1 and "
            "force_optimize_projection = 1.",
            "A projection has to have every column that is filtered or grouped by.",
        )


# Over the groups of a projection


def _over_groups(
    queries: StatementNames,
    select: Select,
    source: TableSource,
    table: KnownTable,
    projection: Projection,
) -> Select:
    """The SELECT over the states of groups.

    Raises:
        _CannotError: the projection lacks something.
    """
    if queries.settings.get("aggregate_functions_null_for_empty") == "1":
        raise _CannotError
    if select.windows or select.qualify is not None or select.interpolate is not None:
        raise _CannotError
    if select.distinct_on or any(one.fill is not None for one in select.order_by):
        raise _CannotError
    aliases = _aliases_of(queries, select, table)
    rewriting = _Rewriting(_columns_of(projection, queries.zone), source, table, aliases)
    columns = [rewriting.column(one) for one in select.columns]
    return dataclasses.replace(
        select,
        with_values=[rewriting.alias(one) for one in select.with_values],
        columns=columns,
        source=dataclasses.replace(source, projection=projection),
        prewhere=rewriting.optional(select.prewhere),
        where=rewriting.optional(select.where),
        grouping=_grouping(select.grouping, rewriting),
        having=rewriting.optional(select.having),
        order_by=[_ordering(one, rewriting) for one in select.order_by],
        limit_by=_limit_by(select, rewriting),
    )


def _columns_of(projection: Projection, zone: str) -> dict[str, tuple[str, str]]:
    """The columns of a projection's rows, by what they are: its function if states, and its name.

    Rows are made in UTC: in another zone an expression over columns may have another value.
    """
    found: dict[str, tuple[str, str]] = {}
    for column in projection.columns:
        node = read_expression(column.expression)
        is_plain = all(
            isinstance(one, Identifier | Asterisk)
            for one in (children_of(node) if column.is_state else (node,))
        )
        if is_plain or zone == UTC:
            function = node.name if column.is_state and isinstance(node, Call) else ""
            found[key_of(node)] = (function, column.name)
    return found


def _aliases_of(
    queries: StatementNames, select: Select, table: KnownTable
) -> dict[str, Expression]:
    """What the aliases of a SELECT stand for.

    Raises:
        _CannotError: one has the name of a column, which a setting prefers.
    """
    nodes = [one for root in (*select.with_values, *select.columns) for one in expressions_in(root)]
    aliases = {one.name: one.value for one in nodes if isinstance(one, Alias)}
    known = {column.name for column in table.columns}
    if known & aliases.keys() and queries.settings.get("prefer_column_name_to_alias") == "1":
        raise _CannotError
    return aliases


class _Rewriting:
    """Puts columns of a projection's rows in the place of what they are computed from.

    Args:
        columns: the columns, by what they are; see `_columns_of`.
        source: the table in FROM.
        table: the table.
        aliases: what the SELECT gives names; in its own value a name is a column.
    """

    def __init__(
        self,
        columns: Mapping[str, tuple[str, str]],
        source: TableSource,
        table: KnownTable,
        aliases: Mapping[str, Expression],
    ) -> None:
        self._columns = columns
        self._aliases = aliases
        self._within: frozenset[str] = frozenset()
        self._qualifiers: set[tuple[str, ...]] = {(source.alias or table.name,)}
        if not source.alias:
            self._qualifiers.add((table.database, table.name))

    def column(self, node: Expression) -> Expression:
        """A column of the answer, under the name it has."""
        if isinstance(node, Alias):
            return self.alias(node)
        name = result_name(self._bare(node))
        return Alias(self.of(node), name, at=node.at, end=node.end)

    def alias(self, node: Alias) -> Alias:
        """A value with its name."""
        before, self._within = self._within, self._within | {node.name}
        try:
            return Alias(self.of(node.value), node.name, at=node.at, end=node.end)
        finally:
            self._within = before

    def optional(self, node: Expression | None) -> Expression | None:
        """An expression, if there is one."""
        return None if node is None else self.of(node)

    def of(self, node: Expression) -> Expression:
        """An expression over the projection's rows.

        Raises:
            _CannotError: it needs what they do not have.
        """
        if isinstance(node, Alias):
            return self.alias(node)
        if isinstance(node, Literal | Parameter):
            return node
        if isinstance(node, Identifier) and node.name in self._aliases.keys() - self._within:
            return node
        found = self._columns.get(key_of(expanded(self._bare(node), self._aliases, self._within)))
        if found is not None:
            function, name = found
            column = Identifier((name,), at=node.at, end=node.end)
            if not function:
                return column
            return Call(f"{function}Merge", [column], at=node.at, end=node.end)
        is_plain = isinstance(node, Call) and not is_aggregate_call(node) and node.window is None
        if not is_plain or not isinstance(node, Call):
            raise _CannotError
        return dataclasses.replace(node, arguments=[self.of(one) for one in node.arguments])

    def _bare(self, node: Expression) -> Expression:
        """An expression whose names have no qualifiers."""

        def of_name(name: Identifier) -> Expression | None:
            for length in (1, 2):
                if len(name.parts) > length and name.parts[:length] in self._qualifiers:
                    return Identifier(name.parts[length:], at=name.at, end=name.end)
            return None

        return substituted(node, of_name)


def _grouping(grouping: Grouping | None, rewriting: _Rewriting) -> Grouping | None:
    if grouping is None:
        return None
    sets = [[rewriting.of(key) for key in keys] for keys in grouping.sets]
    return dataclasses.replace(grouping, sets=sets)


def _ordering(ordering: Ordering, rewriting: _Rewriting) -> Ordering:
    return dataclasses.replace(ordering, value=rewriting.of(ordering.value))


def _limit_by(select: Select, rewriting: _Rewriting) -> LimitBy | None:
    if select.limit_by is None:
        return None
    keys = [rewriting.of(key) for key in select.limit_by.keys]
    return dataclasses.replace(select.limit_by, keys=keys)


# In the order of a projection


def _in_order(
    queries: StatementNames,
    select: Select,
    source: TableSource,
    table: KnownTable,
    projection: Projection,
) -> Select:
    """The SELECT over rows that are sorted by what it filters.

    Raises:
        _CannotError: the projection lacks a column, or is no better sorted than the table.
    """
    there = {column.name for column in table.columns_of_projection(projection)}
    known = {column.name for column in table.columns}
    shown = {one.name for one in table.columns if not (one.is_hidden or one.is_virtual)}
    for node in _nodes_of(select):
        if isinstance(node, Subquery | Exists | Columns):
            raise _CannotError
        if isinstance(node, Asterisk) and not shown <= there:
            raise _CannotError
        if isinstance(node, Identifier) and set(node.parts) & known - there:
            raise _CannotError
    conditions = [one for one in (select.prewhere, select.where) if one is not None]
    bounds = [bound for one in conditions for bound in _bounds(one)]
    ours = _served(projection.key, bounds)
    if ours == 0 or ours <= _served(table.sorted_by, bounds):
        raise _CannotError
    return dataclasses.replace(select, source=dataclasses.replace(source, projection=projection))


def _nodes_of(select: Select) -> Iterator[Expression]:
    roots: list[Expression] = [*select.with_values, *select.columns, *select.distinct_on]
    optional = (select.prewhere, select.where, select.having, select.qualify)
    roots += [one for one in optional if one is not None]
    roots += [key for keys in (select.grouping.sets if select.grouping else ()) for key in keys]
    roots += [one.value for one in select.order_by]
    roots += select.limit_by.keys if select.limit_by is not None else []
    if select.windows or select.interpolate is not None:
        raise _CannotError
    for root in roots:
        yield from expressions_in(root)


def _bounds(condition: Expression) -> Iterable[tuple[str, bool]]:
    """What a condition compares with constants, and whether it is one value or several."""
    if not isinstance(condition, Call):
        return
    name = canonical_name(condition.name) or condition.name
    if name == "and":
        for one in condition.arguments:
            yield from _bounds(one)
        return
    if name not in _COMPARISONS or len(condition.arguments) != 2:
        return
    left, right = condition.arguments
    is_value = name == "equals" or name in _MEMBERSHIP
    if _is_constant(right) and not _is_constant(left):
        yield _last_part(left), is_value
    elif _is_constant(left) and not _is_constant(right) and name not in _MEMBERSHIP:
        yield _last_part(right), is_value


def _last_part(node: Expression) -> str:
    return node.parts[-1] if isinstance(node, Identifier) else key_of(node)


def _is_constant(node: Expression) -> bool:
    return not any(
        isinstance(one, Identifier | Subquery | Lambda | Asterisk) for one in expressions_in(node)
    )


def _served(key: Sequence[str], bounds: Iterable[tuple[str, bool]]) -> int:
    """How far conditions lead into rows that are sorted by a key: 2 for a value, 1 for a range."""
    known: dict[str, bool] = {}
    for name, is_value in bounds:
        known[name] = known.get(name, False) or is_value
    reached = 0
    for name in key:
        if name not in known:
            break
        reached += 2 if known[name] else 1
        if not known[name]:
            break
    return reached
