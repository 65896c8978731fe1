"""Reads the statements this engine executes itself; every other statement is Spark's.

A verb decides which reader looks at a statement. Verbs that both languages have (`INSERT`, `DROP
TABLE`, …) are read here only when they name one of the engine's tables; otherwise the text goes to
Spark untouched.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements.
"""

from __future__ import annotations

from collections.abc import Callable

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.alter import read_alter, read_change_of_rows
from rmt_engine.sql.grammar.check_table import read_check
from rmt_engine.sql.grammar.create import read_create, read_replace
from rmt_engine.sql.grammar.insert import read_insert, read_with_insert
from rmt_engine.sql.grammar.kill import read_kill
from rmt_engine.sql.grammar.output_clauses import take_output_clauses
from rmt_engine.sql.grammar.shown_tables import read_describe, read_exists, read_show_statement
from rmt_engine.sql.grammar.statements import Explain, SetSettings, Statement, WithOutput
from rmt_engine.sql.grammar.system import parse_system
from rmt_engine.sql.grammar.table_names import TableNames, behind_verb, words_ahead
from rmt_engine.sql.grammar.whole_tables import (
    read_attach_table,
    read_detach_table,
    read_drop,
    read_exchange,
    read_optimize,
    read_rename,
    read_truncate,
    read_undrop,
)
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, leading_word, tokenize

__all__ = ["parse_statement"]

_WITH_OUTPUT = frozenset(
    "ATTACH CHECK DESC DESCRIBE DETACH DROP EXCHANGE EXISTS RENAME SHOW TRUNCATE".split()
)
"""Verbs whose statements may end with FORMAT and SETTINGS and have neither of their own."""


def parse_statement(text: str, tables: TableNames) -> Statement | None:
    """Reads a statement of this engine.

    Args:
        text: one statement, with or without a closing semicolon.
        tables: tells the engine's tables from Spark's.

    Returns:
        The statement, or None when it is Spark's.

    Raises:
        RmtError: the statement is ours and wrong, or is one this engine has not yet.
    """
    verb = leading_word(text)
    read = _READERS.get(verb)
    if read is None:
        return None
    if verb not in _WITH_OUTPUT:
        return read(text, tables)
    rest, settings, wants_rows = take_output_clauses(text)
    if rest == text:
        return read(text, tables)
    ours = _OF_BOTH.get(verb)
    statement = read(rest, tables) if ours is None else ours(rest, tables, is_sparks=False)
    if statement is None:
        return None
    return WithOutput(statement, settings, wants_rows)


def _explain(text: str, tables: TableNames) -> Statement | None:
    cursor = behind_verb(text)
    cursor.accept_any("EXTENDED", "FORMATTED", "COST", "CODEGEN", "PLAN", "SYNTAX", "PIPELINE")
    inner = text[cursor.offset :]
    if leading_word(inner) == "SET":
        return None
    statement = parse_statement(inner, tables)
    return Explain(statement) if statement else None


def _comment(text: str, tables: TableNames) -> Statement | None:
    cursor = behind_verb(text)
    if cursor.accept("ON", "TABLE") and tables.is_engine_table(cursor.name()):
        raise unsupported("COMMENT ON TABLE")
    return None


def _check(text: str, tables: TableNames) -> Statement | None:
    return read_check(behind_verb(text))


def _set(text: str, tables: TableNames) -> Statement | None:
    cursor = behind_verb(text)
    first, second = cursor.peek(), cursor.peek(1)
    if first is None or not first.is_identifier or second is None or second.value != "=":
        return None
    assignments = parse_assignments(cursor)
    cursor.end()
    return SetSettings(assignments)


def _system(text: str, tables: TableNames) -> Statement | None:
    return parse_system(behind_verb(text))


def _kill(text: str, tables: TableNames) -> Statement | None:
    return read_kill(text) or _refuse(text, tables)


def _refuse(text: str, tables: TableNames) -> Statement | None:
    cursor = Cursor(text, tokenize(text))
    raise unsupported(" ".join(words_ahead(cursor, 3)))


_READERS: dict[str, Callable[[str, TableNames], Statement | None]] = {
    "ALTER": read_alter,
    "ATTACH": read_attach_table,
    "BACKUP": _refuse,
    "CHECK": _check,
    "COMMENT": _comment,
    "CREATE": read_create,
    "DELETE": read_change_of_rows,
    "DESC": read_describe,
    "DESCRIBE": read_describe,
    "DETACH": read_detach_table,
    "DROP": read_drop,
    "EXCHANGE": read_exchange,
    "EXISTS": read_exists,
    "EXPLAIN": _explain,
    "INSERT": read_insert,
    "KILL": _kill,
    "MERGE": read_change_of_rows,
    "MOVE": _refuse,
    "OPTIMIZE": read_optimize,
    "RENAME": read_rename,
    "REPLACE": read_replace,
    "RESTORE": _refuse,
    "SET": _set,
    "SHOW": read_show_statement,
    "SYSTEM": _system,
    "TRUNCATE": read_truncate,
    "UNDROP": read_undrop,
    "UPDATE": read_change_of_rows,
    "WITH": read_with_insert,
}


_OF_BOTH = {"DESC": read_describe, "DESCRIBE": read_describe, "SHOW": read_show_statement}
"""Readers of statements that both languages have: with FORMAT or SETTINGS they are ClickHouse's."""
