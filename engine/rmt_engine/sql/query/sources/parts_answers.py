"""Queries that the registry answers: how many rows a table has, and the extremes of its columns.

No file is read for `SELECT count() FROM t [FINAL]`, and often none for min and max.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rmt_engine.sql.functions import AGGREGATES_OF_NOTHING
from rmt_engine.sql.functions.answers import Argument, answer_type
from rmt_engine.sql.functions.answers.kinds import nullable, plain
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable, LoweredQuery, QueryColumn
from rmt_engine.sql.query.current_rows import Rows, rows_wanted
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    Expression,
    FunctionSource,
    Identifier,
    Literal,
    Select,
    Source,
    TableSource,
    children_of,
)
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Name

if TYPE_CHECKING:
    from rmt_engine.sql.query.names.statement import StatementNames

__all__ = ["answered_by_parts"]

_COUNT = plain("UInt64")
_OF_OTHER_ORDER = frozenset(("Enum8", "Enum16", "UUID", "IPv4", "IPv6"))
"""Families whose values the registry orders as texts, and ClickHouse does not."""


def answered_by_parts(queries: StatementNames, select: Select) -> LoweredQuery | None:
    """The query over what the registry knows, if it asks for nothing else.

    Args:
        queries: knows the tables.
        select: the SELECT.
    """
    source = select.source
    if source is None or not _is_bare(select):
        return None
    if queries.settings.get("optimize_use_implicit_projections") == "0":
        return None
    raw = _raw_table(source)
    if raw is not None:
        table = queries.table(raw)
        return _answered(queries, select, table, Rows.ALL) if table.is_engines else None
    if not isinstance(source, TableSource):
        return None
    if source.sample is not None or queries.is_common_table(source.name):
        return None
    table = queries.table(source.name)
    if not table.is_engines or (source.final and not table.has_final):
        return None
    rows = rows_wanted(source.rows, queries.settings) if table.has_final else Rows.AS_SET
    return _answered(queries, select, table, rows)


def _raw_table(source: Source) -> Name | None:
    """The table of `rmt_scan('db.table', 'raw')`."""
    if not isinstance(source, FunctionSource) or source.call.name.lower() != "rmt_scan":
        return None
    words = [one.value for one in source.call.arguments if isinstance(one, Literal)]
    if len(words) != 2 or words[1] != Rows.ALL.value or not isinstance(words[0], str):
        return None
    database, _, table = words[0].partition(".")
    return Name(database, table)


def _answered(
    queries: StatementNames, select: Select, table: KnownTable, rows: Rows
) -> LoweredQuery | None:
    if all(_is_count(_bare(one)) for one in select.columns):
        return _counted(queries, select, table, rows.words)
    return _extremes(queries, select, table, rows.words)


def _is_bare(select: Select) -> bool:
    """Whether there is nothing but columns and FROM."""
    clauses = (
        select.prewhere,
        select.where,
        select.grouping,
        select.having,
        select.qualify,
        select.order_by_all,
        select.limit_by,
        select.limit,
    )
    lists = (select.distinct_on, select.order_by, select.tables, select.with_values, select.windows)
    return not select.distinct and all(one is None for one in clauses) and not any(lists)


def _bare(node: Expression) -> Expression:
    return node.value if isinstance(node, Alias) else node


def _is_plain_call(node: Expression, *names: str) -> bool:
    if not isinstance(node, Call) or node.name.lower() not in names:
        return False
    return not (node.distinct or node.where or node.window or node.parameters is not None)


def _is_count(node: Expression) -> bool:
    if not _is_plain_call(node, "count") or not isinstance(node, Call):
        return False
    if not node.arguments:
        return True
    [first] = node.arguments[:1]
    is_star = isinstance(first, Asterisk) and not first.qualifier and not first.changes
    is_number = isinstance(first, Literal) and isinstance(first.value, int)
    return len(node.arguments) == 1 and (is_star or is_number)


def _counted(
    queries: StatementNames, select: Select, table: KnownTable, words: list[str]
) -> LoweredQuery:
    arguments = ", ".join(map(quote_string, (table.scanned, *words)))
    value = f"CAST(count(1) AS {_COUNT.spark})"
    names = _names(select)
    listed = ", ".join(f"{value} AS {quote_name(spark)}" for _, spark in names)
    columns = tuple(QueryColumn(name, spark, _COUNT) for name, spark in names)
    return LoweredQuery(f"SELECT {listed} FROM rmt_count({arguments})", columns, is_single=True)


def _names(select: Select) -> list[tuple[str, str]]:
    """The names of columns, as the client and as Spark sees them."""
    names: list[tuple[str, str]] = []
    for node in select.columns:
        name = result_name(node)
        taken = any(name.lower() == spark.lower() for _, spark in names)
        names.append((name, f"{name}_{len(names)}" if taken else name))
    return names


def _extremes(
    queries: StatementNames, select: Select, table: KnownTable, words: list[str]
) -> LoweredQuery | None:
    if _names_another(select.columns):
        return None
    null_for_empty = queries.settings.get("aggregate_functions_null_for_empty") == "1"
    pieces, columns, asked = [], [], []
    for node, (name, spark) in zip(select.columns, _names(select), strict=True):
        call = _bare(node)
        if not _is_plain_call(call, "min", "max") or not isinstance(call, Call):
            return None
        column = next(iter(call.arguments), None)
        if len(call.arguments) != 1 or not isinstance(column, Identifier):
            return None
        known = _measured(table, column)
        if known is None or known.type is None:
            return None
        function = call.name.lower()
        answer = answer_type(function, [Argument(known.type)])
        if answer is None:
            return None
        function = function if null_for_empty else AGGREGATES_OF_NOTHING[function]
        asked.append(f"{function} {known.name}")
        data_type = nullable(answer) if null_for_empty else answer
        pieces.append(f"{quote_name(asked[-1])} AS {quote_name(spark)}")
        columns.append(QueryColumn(name, spark, data_type))
    arguments = (table.scanned, *words, *dict.fromkeys(asked))
    call_text = f"rmt_extremes({', '.join(map(quote_string, arguments))})"
    text = f"SELECT {', '.join(pieces)} FROM {call_text}"
    return LoweredQuery(text, tuple(columns), is_single=True)


def _names_another(columns: Sequence[Expression]) -> bool:
    """Whether what one of the columns is of has the name of another, and means that one."""
    aliases = {one.name: place for place, one in enumerate(columns) if isinstance(one, Alias)}
    return any(
        isinstance(argument, Identifier) and aliases.get(argument.parts[0], place) != place
        for place, node in enumerate(columns)
        for argument in children_of(_bare(node))
    )


def _measured(table: KnownTable, column: Identifier) -> KnownColumn | None:
    if len(column.parts) != 1 or column.parts[0] not in table.measured:
        return None
    found = next((one for one in table.columns if one.name == column.parts[0]), None)
    is_ordered = (
        found is not None and found.type is not None and (found.type.family not in _OF_OTHER_ORDER)
    )
    return found if is_ordered else None
