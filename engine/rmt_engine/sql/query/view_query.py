"""The query of a materialized view: which table's INSERTs it sees, and what it may not have.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#materialized-view, tried on
26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import Catalog
from rmt_engine.sql.query.clauses.limit_settings import refuse_limit_settings
from rmt_engine.sql.query.compiler import reading_deep
from rmt_engine.sql.query.expressions.membership import MEMBERSHIPS, NULL_MEMBERSHIPS
from rmt_engine.sql.query.lower_query import Compiled, compile_query
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.query.tree import (
    ArrayJoin,
    Call,
    CommonTable,
    Derived,
    Identifier,
    Join,
    Node,
    Query,
    Select,
    SetOperation,
    Source,
    TableSource,
)
from rmt_engine.sql.text.quoting import bare_name
from rmt_engine.sql.text.tokens import Name

__all__ = ["ViewQuery", "compiled_for_block", "read_view_query"]


@dataclass(frozen=True)
class ViewQuery:
    """The query of a materialized view.

    Attributes:
        text: as it was written, the names of its tables with their databases.
        source: the leftmost table; None if it reads none.
    """

    text: str
    source: Name | None


def read_view_query(
    text: str, database: str, is_table: Callable[[Name], bool], sees_inserts: bool = True
) -> ViewQuery:
    """Reads the query of a materialized view.

    Args:
        text: the query.
        database: where tables are that are named without one.
        is_table: whether a name behind IN is a table's.
        sees_inserts: whether it runs over the rows of INSERTs; else all its tables are read in
            full, and none is its source.

    Raises:
        RmtError: `SYNTAX_ERROR`; `QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW`, it reads the rows
            of INSERTs with FINAL, SAMPLE or PREWHERE, which other tables may have, or is an
            INTERSECT or EXCEPT;
            `NOT_IMPLEMENTED`, it has a word that only Spark has, or the setting limit or offset.
    """
    with reading_deep():
        try:
            query = read_query(text).query
        except SparksOwn as word:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"The query of a materialized view with Spark's {word} is not supported.",
                "Write it in ClickHouse's language.",
            ) from None
        if sees_inserts:
            _check_set_operation(query)
        nodes = list(_nodes(query, frozenset()))
        refuse_limit_settings(node for node, _ in nodes if isinstance(node, Query))
        source = _leftmost(query, {}) if sees_inserts else None
        for node, _ in nodes:
            if isinstance(node, TableSource) and node.name == source:
                _check(node)
        places = {
            node.at
            for node, common in nodes
            if (name := _unqualified(node, is_table)) is not None and name not in common
        }
    for place in sorted(places, reverse=True):
        text = f"{text[:place]}{bare_name(database)}.{text[place:]}"
    if source is not None and source.database is None:
        source = Name(database, source.table)
    return ViewQuery(text.strip(), source)


def compiled_for_block(text: str, catalog: Catalog) -> Compiled:
    """The query as it runs over the rows of an INSERT: of a UNION only the first SELECT.

    Args:
        text: the query.
        catalog: resolves names.

    Raises:
        RmtError: it is wrong, or has what is not supported.
    """
    with reading_deep():
        statement = read_query(text)
        while isinstance(statement.query, SetOperation):
            union, statement.query = statement.query, statement.query.members[0]
            statement.query.tables = [*union.tables, *statement.query.tables]
            statement.query.settings = [*union.settings, *statement.query.settings]
        return compile_query(statement, catalog, stores=True)


def _check_set_operation(query: Query) -> None:
    """Refuses INTERSECT and EXCEPT that are no subqueries."""
    if not isinstance(query, SetOperation):
        return
    if query.kind != "UNION":
        raise RmtError(
            "QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW",
            f"MATERIALIZED VIEW supports UNION only, and not {query.kind}.",
            f"SELECT * FROM (… {query.kind} …)",
        )
    for member in query.members:
        _check_set_operation(member)


def _check(node: Node) -> None:
    is_modified = isinstance(node, Source) and (node.final or node.sample is not None)
    if is_modified or (isinstance(node, Select) and node.prewhere is not None):
        raise RmtError(
            "QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW",
            "MATERIALIZED VIEW cannot have PREWHERE, SAMPLE or FINAL.",
            "It sees the rows of each INSERT as they come. Say FINAL where its table is read.",
        )


def _unqualified(node: Node, is_table: Callable[[Name], bool]) -> str | None:
    """The name of a table that stands there without its database."""
    if isinstance(node, TableSource) and node.name.database is None:
        return node.name.table
    if isinstance(node, Identifier) and len(node.parts) == 1:
        [name] = node.parts
        return name if is_table(Name(None, name)) else None
    return None


def _nodes(node: Node, common: frozenset[str]) -> Iterator[tuple[Node, frozenset[str]]]:
    """The sources, the queries and the names behind IN, with the names of CTEs that hold there."""
    if isinstance(node, CommonTable) and not node.is_recursive:
        # In the query of a CTE its own name is a table's.
        common = common - {node.name}
    if isinstance(node, Query):
        common = common | {table.name for table in node.tables}
    if isinstance(node, Source | Query):
        yield node, common
    if (
        isinstance(node, Call)
        and node.name.lower() in (*MEMBERSHIPS, *NULL_MEMBERSHIPS)
        and len(node.arguments) == 2
    ):
        yield node.arguments[1], common
    for child in _children(node):
        yield from _nodes(child, common)


def _children(node: Node) -> Iterator[Node]:
    for field in fields(node):
        yield from _nodes_of(getattr(node, field.name))


def _nodes_of(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _nodes_of(member)


def _leftmost(query: Query, common: Mapping[str, Query]) -> Name | None:
    """The first table that a query reads, through subqueries and CTEs."""
    common = {**common, **{table.name: table.query for table in query.tables}}
    if isinstance(query, SetOperation):
        first, *_ = [_leftmost(member, common) for member in query.members]
        return first
    assert isinstance(query, Select)
    _check(query)
    source = query.source
    while isinstance(source, Join | ArrayJoin):
        source = source.left
    if source is not None:
        _check(source)
    if isinstance(source, Derived):
        return _leftmost(source.query, common)
    if not isinstance(source, TableSource):
        return None
    name = source.name
    if name.database is None and name.table in common:
        rest = {other: inner for other, inner in common.items() if other != name.table}
        return _leftmost(common[name.table], rest)
    return name
