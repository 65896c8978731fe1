"""Reads `SHOW …` of what the system tables know: each is short for a query of one of them.

Spark has some of these statements, too, and its tools expect its columns. So `SHOW TABLES`, `SHOW
COLUMNS`, `SHOW DATABASES` and `SHOW FUNCTIONS` are Spark's as far as its grammar goes: in the forms
with FULL, NOT LIKE, ILIKE, WHERE, LIMIT, FORMAT or SETTINGS they are ClickHouse's, and all of them
are where the session's dialect is.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.statements import ShowQuery
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.text.tokens import Cursor, Kind

__all__ = ["read_show"]

_CURRENT = "currentDatabase()"
_IN = ("FROM", "IN")
_OF_INDEX = ("INDEX", "INDEXES", "INDICES", "KEYS")
_OF_COLUMNS = ("COLUMNS", "FIELDS")
_COLUMNS = """name AS field, type, if(startsWith(type, 'Nullable('), 'YES', 'NO') AS `null`,
trim(concat(if(is_in_primary_key, 'PRI ', ''), if(is_in_sorting_key, 'SOR', ''))) AS key,
if(default_kind IN ('ALIAS', 'DEFAULT', 'MATERIALIZED'), default_expression, NULL) AS `default`,
'' AS extra"""
_FULL_COLUMNS = "CAST(NULL AS Nullable(String)) AS collation, comment, '' AS privileges"
_NOTHING = "CAST(NULL AS Nullable(String))"
_MERGES = """`table`, database,
if(progress > 0, round(elapsed / progress - elapsed, 2), NULL) AS estimate_complete,
round(elapsed, 2) AS elapsed, round(progress * 100, 2) AS progress, is_mutation,
formatReadableSize(total_size_bytes_compressed) AS size_compressed"""
_ABSENT = (
    ("ACCESS",),
    ("CLUSTER",),
    ("CLUSTERS",),
    ("CURRENT", "QUOTA"),
    ("CURRENT", "ROLES"),
    ("DICTIONARIES",),
    ("ENABLED", "ROLES"),
    ("FILESYSTEM", "CACHES"),
    ("GRANTS",),
    ("PRIVILEGES",),
    ("PROFILES",),
    ("QUOTA",),
    ("QUOTAS",),
    ("ROLES",),
    ("SETTINGS", "PROFILES"),
    ("USERS",),
)


@dataclass(frozen=True)
class _Filter:
    """What LIKE, WHERE and LIMIT say.

    Attributes:
        condition: what LIKE or WHERE adds to the condition, with AND before it.
        limit: LIMIT and its number.
        is_sparks: whether Spark's grammar has it.
    """

    condition: str
    limit: str
    is_sparks: bool


def read_show(cursor: Cursor, is_sparks: Callable[[], bool]) -> ShowQuery | None:
    """Reads what follows SHOW.

    Args:
        cursor: behind SHOW.
        is_sparks: whether a statement that both languages have is Spark's.

    Returns:
        The statement as a query; None if it is another, or Spark's.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, one about what the engine has not.
    """
    for words in _ABSENT:
        following = cursor.peek(len(words))
        if cursor.at(*words) and (following is None or following.value == ";"):
            raise unsupported(f"SHOW {' '.join(words)}")
    for read in (_tables, _databases, _columns, _index, _functions, _settings, _others):
        probe = Cursor(cursor.text, cursor.tokens, cursor.position)
        found, both_have = read(probe)
        if found is not None:
            return None if both_have and is_sparks() else found
    return None


def _tables(cursor: Cursor) -> tuple[ShowQuery | None, bool]:
    """`[FULL] [TEMPORARY] TABLES [FROM db] [[NOT] LIKE | ILIKE 'p' | WHERE …] [LIMIT n]`."""
    full = cursor.accept("FULL")
    temporary = cursor.accept("TEMPORARY")
    if not cursor.accept("TABLES"):
        return None, False
    where = "is_temporary = 1" if temporary else "is_temporary = 0"
    database = None
    if cursor.accept_any(*_IN):
        if temporary:
            raise RmtError(
                "SYNTAX_ERROR",
                "FROM and TEMPORARY cannot be used together in SHOW TABLES.",
                "Temporary tables are in no database.",
            )
        database = cursor.identifier("a database")
        if cursor.at("."):
            return None, False
    if not temporary:
        where += f" AND database = {_text(database)}"
    asked = _filter(cursor, "name")
    if asked is None:
        return None, False
    columns = "name, engine" if full else "name"
    query = f"SELECT {columns} FROM system.tables WHERE {where}{asked.condition} ORDER BY name"
    both_have = asked.is_sparks and not full and not temporary
    return ShowQuery(f"{query}{asked.limit}", database), both_have


def _databases(cursor: Cursor) -> tuple[ShowQuery | None, bool]:
    """`DATABASES | SCHEMAS [[NOT] LIKE | ILIKE 'p'] [LIMIT n]`."""
    if not cursor.accept_any("DATABASES", "SCHEMAS"):
        return None, False
    if cursor.accept_any(*_IN):
        return None, False
    asked = _filter(cursor, "name", "WHERE")
    if asked is None:
        return None, False
    query = f"SELECT name FROM system.databases WHERE 1{asked.condition} ORDER BY name"
    return ShowQuery(f"{query}{asked.limit}"), asked.is_sparks


def _columns(cursor: Cursor) -> tuple[ShowQuery | None, bool]:
    """`[EXTENDED] [FULL] COLUMNS | FIELDS FROM t [FROM db] [LIKE … | WHERE …] [LIMIT n]`."""
    extended = cursor.accept("EXTENDED")
    full = cursor.accept("FULL")
    word = cursor.accept_any(*_OF_COLUMNS)
    if word is None:
        return None, False
    found = _table(cursor)
    if found is None:
        return None, False
    database, table = found
    is_plain = cursor.done or cursor.at(";")
    asked = _filter(cursor, "field")
    if asked is None:
        return None, False
    columns = f"{_COLUMNS}, {_FULL_COLUMNS}" if full else _COLUMNS
    query = (
        f"SELECT * FROM (SELECT {columns} FROM system.columns "
        f"WHERE database = {database} AND `table` = {table}) "
        f"WHERE 1{asked.condition} ORDER BY field{asked.limit}"
    )
    both_have = is_plain and word == "COLUMNS" and not (extended or full)
    return ShowQuery(query), both_have


def _index(cursor: Cursor) -> tuple[ShowQuery | None, bool]:
    """`[EXTENDED] INDEX | INDEXES | INDICES | KEYS FROM t [FROM db] [WHERE …]`."""
    cursor.accept("EXTENDED")
    if cursor.accept_any(*_OF_INDEX) is None:
        return None, False
    found = _table(cursor)
    if found is None:
        return None, False
    database, table = found
    where = ""
    if cursor.accept("WHERE"):
        where = f" WHERE {cursor.skip_until(';')}"
    cursor.end()
    key = "splitByString(', ', primary_key)"
    keys = (
        f"SELECT name AS `table`, arrayJoin(arrayEnumerate({key})) AS place, "
        f"{key}[place] AS element FROM system.tables "
        f"WHERE database = {database} AND name = {table}"
    )
    of_key = _index_rows("'PRIMARY'", "place", "element", "'A'", "'PRIMARY'", "''")
    of_skipping = _index_rows("name", "1", "''", _NOTHING, "upper(type)", "expr")
    skipping = f"system.data_skipping_indices WHERE database = {database} AND `table` = {table}"
    query = (
        f"SELECT * FROM (SELECT {of_key} FROM ({keys}) UNION ALL "
        f"SELECT {of_skipping} FROM {skipping}){where} "
        "ORDER BY index_type, expression, seq_in_index"
    )
    return ShowQuery(query), False


def _index_rows(
    name: str, place: str, column: str, collation: str, kind: str, expression: str
) -> str:
    return (
        f"`table`, 1 AS non_unique, {name} AS key_name, CAST({place} AS UInt64) AS seq_in_index, "
        f"{column} AS pk_col, CAST({collation} AS Nullable(String)) AS collation, "
        f"0 AS cardinality, {_NOTHING} AS sub_part, {_NOTHING} AS packed, {_NOTHING} AS `null`, "
        f"{kind} AS index_type, '' AS comment, '' AS index_comment, 'YES' AS visible, "
        f"{expression} AS expression"
    )


def _functions(cursor: Cursor) -> tuple[ShowQuery | None, bool]:
    """`FUNCTIONS [LIKE | ILIKE 'p']`."""
    if not cursor.accept("FUNCTIONS"):
        return None, False
    following = cursor.peek()
    has_pattern = _is_string(cursor, 1) and (cursor.at("LIKE") or cursor.at("ILIKE"))
    if not (following is None or following.value == ";" or has_pattern):
        return None, False
    both_have = not cursor.at("ILIKE")
    condition = _pattern(cursor, "name")
    cursor.end()
    query = f"SELECT * FROM system.functions WHERE 1{condition} ORDER BY name"
    return ShowQuery(query), both_have


def _settings(cursor: Cursor) -> tuple[ShowQuery | None, bool]:
    """`SETTING name` and `[CHANGED] SETTINGS LIKE | ILIKE 'p'`."""
    if cursor.accept("SETTING"):
        name = quote_string(cursor.identifier("the name of a setting"))
        cursor.end()
        return ShowQuery(f"SELECT value FROM system.settings WHERE name = {name}"), False
    changed = " AND changed = 1" if cursor.accept("CHANGED") else ""
    if not cursor.accept("SETTINGS"):
        return None, False
    if not (cursor.at("LIKE") or cursor.at("ILIKE")):
        cursor.fail("expected LIKE or ILIKE")
    condition = _pattern(cursor, "name")
    cursor.end()
    query = f"SELECT name, type, value FROM system.settings WHERE 1{changed}{condition}"
    return ShowQuery(f"{query} ORDER BY name"), False


def _others(cursor: Cursor) -> tuple[ShowQuery | None, bool]:
    """`ENGINES`, `PROCESSLIST`, `MERGES` and `[CREATE] DATABASE db`."""
    if cursor.accept("CREATE", "DATABASE") or cursor.accept("DATABASE"):
        database = cursor.identifier("a database")
        cursor.end()
        query = (
            "SELECT concat('CREATE DATABASE ', name, '\\nENGINE = ', engine, "
            "if(comment = '', '', concat('\\nCOMMENT \\'', comment, '\\''))) AS statement "
            f"FROM system.databases WHERE name = {quote_string(database)}"
        )
        return ShowQuery(query, database), False
    if cursor.accept("MERGES"):
        asked = _filter(cursor, "`table`", "WHERE")
        if asked is None:
            return None, False
        query = (
            f"SELECT {_MERGES} FROM system.merges WHERE 1{asked.condition} ORDER BY elapsed DESC"
        )
        return ShowQuery(f"{query}{asked.limit}"), False
    if cursor.accept("ENGINES"):
        cursor.end()
        return ShowQuery("SELECT * FROM system.table_engines ORDER BY name"), False
    if cursor.accept("PROCESSLIST"):
        cursor.end()
        return ShowQuery("SELECT * FROM system.processes ORDER BY elapsed DESC"), False
    return None, False


def _table(cursor: Cursor) -> tuple[str, str] | None:
    """`FROM [db.]t [FROM db]`: the database and the table, as expressions.

    Returns:
        None if the database is named twice, which only Spark has.
    """
    if not cursor.accept_any(*_IN):
        cursor.fail("expected FROM or IN")
    name = cursor.name()
    database = name.database
    if cursor.accept_any(*_IN):
        if database is not None:
            return None
        database = cursor.identifier("a database")
    return _text(database), quote_string(name.table)


def _text(database: str | None) -> str:
    return _CURRENT if database is None else quote_string(database)


def _filter(cursor: Cursor, name: str, *absent: str) -> _Filter | None:
    """Reads `[[NOT] LIKE | ILIKE 'p' | WHERE …] [LIMIT n]` up to the statement's end.

    Args:
        cursor: where it may begin.
        name: the column that a pattern is of.
        absent: a word that cannot begin it.

    Returns:
        None for a pattern without LIKE, which only Spark has.
    """
    if _is_string(cursor, 0):
        return None
    is_sparks = cursor.done or cursor.at(";") or (cursor.at("LIKE") and _is_string(cursor, 1))
    condition = ""
    if cursor.at("WHERE") and "WHERE" not in absent:
        cursor.accept("WHERE")
        condition = f" AND ({cursor.skip_until('LIMIT', ';')})"
    else:
        condition = _pattern(cursor, name)
    limit = ""
    if cursor.at("LIMIT"):
        is_sparks = False
        limit = f" {cursor.skip_until(';')}"
    cursor.end()
    return _Filter(condition, limit, is_sparks)


def _pattern(cursor: Cursor, name: str) -> str:
    """What `[NOT] LIKE | ILIKE 'p'` adds to a condition."""
    start = cursor.offset
    is_negated = cursor.accept("NOT")
    if cursor.accept_any("LIKE", "ILIKE"):
        cursor.string("the pattern, a string")
        return f" AND {name} {cursor.text[start : cursor.previous_end]}"
    if is_negated:
        cursor.fail("expected LIKE or ILIKE")
    return ""


def _is_string(cursor: Cursor, ahead: int) -> bool:
    token = cursor.peek(ahead)
    return token is not None and token.kind is Kind.STRING
