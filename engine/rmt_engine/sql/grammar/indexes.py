"""`CREATE INDEX` and `DROP INDEX`, which say what ALTER TABLE says, too.

Sources: https://clickhouse.com/docs/sql-reference/statements/alter/skipping-index,
ClickHouse's `ParserCreateIndexQuery` and `ParserDropIndexQuery`.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import AddIndex, AlterColumns, DropIndex
from rmt_engine.sql.grammar.table_clauses import read_index_type
from rmt_engine.sql.grammar.table_names import TableNames
from rmt_engine.sql.text.tokens import Cursor, Name, split_list

__all__ = ["read_create_index", "read_drop_index"]


def read_create_index(cursor: Cursor, tables: TableNames) -> AlterColumns | None:
    """Reads `[UNIQUE] INDEX [IF NOT EXISTS] name ON t (expression) TYPE type [GRANULARITY n]`.

    None if it is Spark's: of a table that the engine does not have.

    Raises:
        RmtError: `SYNTAX_ERROR`; `INCORRECT_QUERY`, it has no TYPE; `NOT_IMPLEMENTED`, for UNIQUE.
    """
    is_unique = cursor.accept("UNIQUE")
    cursor.expect("INDEX")
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    index, name = _index_of_table(cursor)
    if not tables.is_engine_table(name):
        return None
    if is_unique:
        raise RmtError("NOT_IMPLEMENTED", "CREATE UNIQUE INDEX is not supported.")
    expression = cursor.skip_until("TYPE", ";")
    if not expression:
        cursor.fail("expected the expression of the index")
    if not cursor.at("TYPE"):
        raise RmtError(
            "INCORRECT_QUERY", "CREATE INDEX without TYPE is forbidden.", "Say TYPE minmax."
        )
    elements = split_list(expression)
    created = read_index_type(cursor, index, elements[0] if len(elements) == 1 else expression)
    cursor.end()
    return AlterColumns(name, (AddIndex(created, if_not_exists),))


def read_drop_index(cursor: Cursor, tables: TableNames) -> AlterColumns | None:
    """Reads what follows `DROP INDEX`: `[IF EXISTS] name ON t`; None if it is Spark's.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    if_exists = cursor.accept("IF", "EXISTS")
    index, name = _index_of_table(cursor)
    if not tables.is_engine_table(name):
        return None
    cursor.end()
    return AlterColumns(name, (DropIndex(index, if_exists),))


def _index_of_table(cursor: Cursor) -> tuple[str, Name]:
    """Reads `name ON t`: an index, and the table that it is of."""
    index = cursor.identifier("the name of an index")
    cursor.expect("ON")
    name = cursor.name()
    on_cluster(cursor)
    return index, name
