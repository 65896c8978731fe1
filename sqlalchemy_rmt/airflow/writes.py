"""Which tables a statement writes to, as far as its text says so.

Source: docs/sql.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy_rmt.airflow.names import NAME, TableName

__all__ = ["inserts", "is_harmless", "otherwise_changed", "written_tables"]

_BLANK = r"(?:\s++|--[^\n]*+(?:\n|$)|/\*.*?\*/)"
_START = re.compile(rf"{_BLANK}*+", re.DOTALL)
_INSERT = r"INSERT\s+(?:INTO|OVERWRITE)(?:\s+TABLE)?\s+"
_IF = r"(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"
_QUOTED = r"'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\"|`[^`]*+`"
_TOKEN = re.compile(
    rf"{_BLANK}|{_QUOTED}|(?P<bracket>[()])|(?P<insert>\bINSERT\b)|\w++|.",
    re.IGNORECASE | re.DOTALL,
)
_HARMLESS = re.compile(
    r"(?:SELECT|WITH|SHOW|DESCRIBE|DESC|EXPLAIN|EXISTS|CHECK|OPTIMIZE|SET|USE)\b", re.IGNORECASE
)
_WITH = re.compile(r"WITH\b", re.IGNORECASE)
_CHANGES = r"\b(?:UPDATE|DELETE|(?:ATTACH|DROP|REPLACE|MOVE|CLEAR)\s+(?:PARTITION|PART|COLUMN))\b"
_ONE_TABLE = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"{_INSERT}({NAME})",
        rf"MERGE\s+INTO\s+({NAME})",
        rf"(?:CREATE(?:\s+OR\s+REPLACE)?|REPLACE)\s+TABLE\s+{_IF}({NAME}).*?\bAS\s+(?:\(|SELECT|WITH)",
        rf"TRUNCATE\s+(?:TABLE\s+)?{_IF}({NAME})",
        rf"DELETE\s+FROM\s+({NAME})",
        rf"UPDATE\s+({NAME})\s+SET\b",
        rf"ALTER\s+TABLE\s+({NAME})\s.*?{_CHANGES}",
    )
)
_EXCHANGE = re.compile(rf"EXCHANGE\s+TABLES\s+({NAME})\s+AND\s+({NAME})", re.IGNORECASE)
_INTO = re.compile(r"INSERT\s+INTO\b", re.IGNORECASE)


def written_tables(statement: str) -> tuple[TableName, ...]:
    """The tables whose rows a statement changes.

    Those that materialized views fill meanwhile are not named in it.

    Args:
        statement: one statement.
    """
    start = _start(statement)
    if exchanged := _EXCHANGE.match(statement, start):
        return TableName.parse(exchanged[1]), TableName.parse(exchanged[2])
    matches = (pattern.match(statement, start) for pattern in _ONE_TABLE)
    found = next(filter(None, matches), None)
    return (TableName.parse(found[1]),) if found else ()


def otherwise_changed(statements: Iterable[str]) -> frozenset[str]:
    """The names of tables that statements change other than by INSERT INTO.

    An INSERT into one of them has to insert again when the statements are repeated: the rows of
    before may have been deleted.

    Args:
        statements: all that are run one after the other.
    """
    changing = (statement for statement in statements if not inserts(statement))
    return frozenset(table.name for statement in changing for table in written_tables(statement))


def is_harmless(statement: str) -> bool:
    """Whether a statement that is run twice changes no more rows than if it is run once."""
    return _HARMLESS.match(statement, _start(statement)) is not None


def inserts(statement: str) -> bool:
    """Whether a statement is an INSERT INTO, which may have a token."""
    return _INTO.match(statement, _start(statement)) is not None


def _start(statement: str) -> int:
    """Where the statement's own words begin: after comments, and after a WITH before INSERT."""
    found = _START.match(statement)
    start = found.end() if found else 0
    return _insert_after_with(statement, start) if _WITH.match(statement, start) else start


def _insert_after_with(statement: str, start: int) -> int:
    depth = 0
    for token in _TOKEN.finditer(statement, start):
        if token["bracket"]:
            depth += 1 if token["bracket"] == "(" else -1
        elif token["insert"] and depth == 0:
            return token.start()
    return start
