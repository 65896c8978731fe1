"""Which tables a query of a system table asks about: what WHERE says of their databases and names.

System tables are made when they are read, and those of all databases cost a question to the
metastore for each. A condition that only some names meet goes with the question; it stays in WHERE,
so what is made need only hold all rows that meet it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    Columns,
    Expression,
    Identifier,
    Literal,
    Select,
    TableSource,
    conjunction,
    expressions_in,
)

if TYPE_CHECKING:
    from rmt_engine.sql.query.names.statement import StatementNames

__all__ = [
    "column_of",
    "compared_with",
    "filtered_source",
    "given_names",
    "with_asked_tables",
]


def with_asked_tables(queries: StatementNames, select: Select) -> Select:
    """The SELECT, whose source knows which tables are asked about; itself if all are.

    Args:
        queries: knows the tables.
        select: the SELECT.
    """
    filtered = filtered_source(queries, select)
    if filtered is None:
        return select
    source, conditions = filtered
    table = queries.table(source.name)
    if not table.asked_by:
        return select
    columns = set(table.asked_by) - given_names(select)
    asked: dict[str, frozenset[str]] = {}
    for condition in conditions:
        for column, values in _equalities(condition, source, table, queries.catalog.database):
            if column in columns:
                asked[column] = asked.get(column, values) & values
    if not asked:
        return select
    words = tuple(f"{column} {value}" for column in asked for value in sorted(asked[column]))
    return dataclasses.replace(select, source=dataclasses.replace(source, asked=words))


def filtered_source(
    queries: StatementNames, select: Select
) -> tuple[TableSource, list[Expression]] | None:
    """The only table of FROM and the conditions that AND joins in WHERE, if both are there.

    A text that is kept outlives what can be told of them now.

    Args:
        queries: knows the tables.
        select: the SELECT.
    """
    source = select.source
    if not isinstance(source, TableSource) or queries.is_common_table(source.name):
        return None
    if select.where is None or source.column_names or queries.lasts:
        return None
    return source, conjunction(select.where)


def given_names(select: Select) -> set[str]:
    """The names that may stand for something else than columns of the table."""
    roots = [*select.with_values, *select.columns, *([select.where] if select.where else ())]
    nodes = [one for root in roots for one in expressions_in(root)]
    named = {one.name for one in nodes if isinstance(one, Alias)}
    for one in nodes:
        if isinstance(one, Asterisk | Columns):
            named |= {name for change in one.changes for name, _ in change.values}
    return named


def _equalities(
    condition: Expression, source: TableSource, table: KnownTable, database: str
) -> Iterator[tuple[str, frozenset[str]]]:
    """The column and the texts of `column = 'text'` or `column IN ('text', …)`, if it is that."""
    if not isinstance(condition, Call) or len(condition.arguments) != 2:
        return
    left, right = condition.arguments
    name = condition.name.lower()
    if name == "equals" and not isinstance(left, Identifier):
        left, right = right, left
    column = column_of(left, source, table)
    if name not in ("equals", "in") or column is None:
        return
    texts = [_text(one, database) for one in compared_with(name, right)]
    if None not in texts:
        yield column, frozenset(text for text in texts if text is not None)


def compared_with(name: str, right: Expression) -> list[Expression]:
    """What `equals` or `in` compares with: an expression, or the members of a list.

    Args:
        name: of the comparison, in small letters.
        right: what stands behind it.
    """
    is_list = name == "in" and isinstance(right, Call) and right.name.lower() == "tuple"
    return right.arguments if is_list and isinstance(right, Call) else [right]


def column_of(node: Expression, source: TableSource, table: KnownTable) -> str | None:
    """The column of a table that an expression names, if it is no more than its name.

    Args:
        node: the expression.
        source: where FROM names the table.
        table: the table.
    """
    if not isinstance(node, Identifier):
        return None
    *qualifier, column = node.parts
    known = ((), (source.alias,), (table.name,), (table.database, table.name))
    return column if tuple(qualifier) in known else None


def _text(node: Expression, database: str) -> str | None:
    if isinstance(node, Call) and node.name.lower() in ("currentdatabase", "database"):
        return None if node.arguments else database
    return node.value if isinstance(node, Literal) and isinstance(node.value, str) else None
