"""INSERT INTO a table of the engine, and where its rows begin."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.create_clauses import QUERY_STARTS
from rmt_engine.sql.grammar.inline_data import DATA_FORMATS
from rmt_engine.sql.grammar.statements import Insert, Statement
from rmt_engine.sql.grammar.table_names import (
    TableNames,
    behind_verb,
    refuse_missing,
    refuse_view,
)
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Kind, Name, leading_word, tokenize

__all__ = [
    "read_insert",
    "read_with_insert",
    "refuse_missing_target",
    "start_of_data",
    "start_of_rows",
]

_HEAD = 262_144
_MOST_STARTS = 64
_ROWS_START = re.compile(r"\b(?:VALUES|SELECT|WITH|FORMAT\s+\w+)\b", re.IGNORECASE)
_DATA_START = re.compile(r"[ \t\f]*\r?\n?")
_INSERT = re.compile(r"\bINSERT\b", re.IGNORECASE)


def read_insert(text: str, tables: TableNames) -> Statement | None:
    """INSERT INTO a table of the engine."""
    cursor = _insert_head(text)
    overwrite = cursor.accept_any("INTO", "OVERWRITE") == "OVERWRITE"
    name = _target(cursor)
    if name is None:
        return None
    if not tables.is_engine_table(name):
        refuse_view(name, tables, "Method write")
        return None
    return _insert_body(cursor, name, overwrite)


def refuse_missing_target(text: str, tables: TableNames) -> None:
    """Refuses an INSERT that Spark cannot read, into a table that is nowhere.

    Raises:
        RmtError: `UNKNOWN_TABLE`.
    """
    if leading_word(text) != "INSERT":
        return
    cursor = _insert_head(text)
    cursor.accept_any("INTO", "OVERWRITE")
    name = _target(cursor)
    if name is not None:
        refuse_missing(name, tables)


def _target(cursor: Cursor) -> Name | None:
    """The table behind INTO; None where there is no table's name."""
    if cursor.at("FUNCTION"):
        raise unsupported("INSERT INTO FUNCTION")
    cursor.accept("TABLE")
    following = cursor.peek()
    if following is None or not following.is_identifier or cursor.at("DIRECTORY"):
        return None
    return cursor.name()


def read_with_insert(text: str, tables: TableNames) -> Statement | None:
    """`WITH … INSERT INTO t SELECT …` is `INSERT INTO t WITH … SELECT …`."""
    if _INSERT.search(text) is None:
        return None
    tokens = tokenize(text)
    depth = 0
    for at, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL:
            depth += {"(": 1, ")": -1}.get(token.value, 0)
        following = tokens[at + 1].word if at + 1 < len(tokens) else ""
        if depth == 0 and token.word == "INSERT" and following in ("INTO", "OVERWRITE", "TABLE"):
            break
    else:
        return None
    statement = read_insert(text[token.start :], tables)
    if not isinstance(statement, Insert) or statement.values:
        return statement
    if leading_word(statement.source) == "WITH":
        raise RmtError(
            "SYNTAX_ERROR", "Only one WITH should be presented, either before INSERT or SELECT."
        )
    return replace(statement, source=f"{text[: token.start].strip()} {statement.source}")


def start_of_rows(text: str) -> int | None:
    """Where the rows begin that an INSERT has in its own text; None when it has none."""
    if leading_word(text) != "INSERT":
        return None
    tokens = _insert_head(text).tokens
    is_values = bool(tokens) and tokens[-1].word == "VALUES"
    has_data = len(tokens) > 1 and tokens[-2].word == "FORMAT"
    return tokens[-1].end if is_values or has_data else None


def start_of_data(text: str) -> int | None:
    """Where the data of `INSERT … FORMAT name` begins; None when a statement has none."""
    if leading_word(text) != "INSERT":
        return None
    tokens = _insert_head(text).tokens
    return tokens[-1].end if len(tokens) > 1 and tokens[-2].word == "FORMAT" else None


def _insert_head(text: str) -> Cursor:
    """A cursor over the part before the rows: a list of values may be megabytes long."""
    for start in itertools.islice(_ROWS_START.finditer(text, 0, _HEAD), _MOST_STARTS):
        try:
            tokens = tokenize(text[: start.end()])
        except RmtError:
            continue
        depth = sum({"(": 1, ")": -1}.get(t.value, 0) for t in tokens if t.kind is Kind.SYMBOL)
        words = [token.word for token in tokens[-2:]]
        # A comment before the statement has no tokens.
        starts_rows = words[1:] == [start[0].upper()] and words[0] != "FORMAT"
        starts_data = words[:1] == ["FORMAT"] and words[1].lower() in DATA_FORMATS
        if depth == 0 and (starts_rows or starts_data):
            cursor = Cursor(text, tokens)
            cursor.take()
            return cursor
    return behind_verb(text)


def _insert_body(cursor: Cursor, name: Name, overwrite: bool) -> Insert:
    if cursor.at("PARTITION"):
        raise unsupported("INSERT … PARTITION")
    columns: tuple[str, ...] | None = None
    excluded: tuple[str, ...] = ()
    after = cursor.peek(1)
    if (
        cursor.at("(")
        and (after is None or after.word not in QUERY_STARTS)
        and not cursor.at("(", "(")
    ):
        columns, excluded = _insert_columns(cursor)
    by_name = cursor.accept("BY", "NAME")
    replaced = _replaced_rows(cursor, overwrite)
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    insert = Insert(
        name, columns, "", True, overwrite, by_name, settings, excluded, replaced=replaced
    )
    if cursor.accept("FORMAT"):
        data_format = cursor.identifier("a format")
        if name_of_format := DATA_FORMATS.get(data_format.lower()):
            start = _DATA_START.match(cursor.text, cursor.previous_end)
            data = cursor.text[start.end() if start else cursor.previous_end :]
            return replace(insert, source=data, data_format=name_of_format)
        if data_format.upper() != "VALUES":
            raise unsupported(f"INSERT … FORMAT {data_format}")
        return replace(insert, source=f"VALUES {_rest(cursor)}")
    if cursor.at("FROM", "INFILE"):
        raise unsupported("INSERT … FROM INFILE")
    if not any(cursor.at(start) for start in QUERY_STARTS):
        cursor.fail("expected VALUES or a query")
    return replace(insert, values=cursor.at("VALUES"), source=_rest(cursor))


def _replaced_rows(cursor: Cursor, overwrite: bool) -> str:
    """The condition of REPLACE WHERE, up to a query that does not begin with FROM or `(`."""
    if not cursor.at("REPLACE", "WHERE"):
        return ""
    if overwrite:
        cursor.fail("INSERT OVERWRITE replaces all rows, and has no REPLACE WHERE")
    cursor.accept("REPLACE", "WHERE")
    condition = cursor.skip_until("SELECT", "WITH", "VALUES", "TABLE", "SETTINGS", "FORMAT", ";")
    if not condition:
        cursor.fail("expected a condition")
    return condition


def _insert_columns(cursor: Cursor) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """The names in parentheses, None for `(*)`; and those that `(* EXCEPT …)` leaves out."""
    cursor.expect("(")
    if cursor.accept("*", ")"):
        return None, ()
    if not cursor.accept("*"):
        return _column_names(cursor), ()
    cursor.expect("EXCEPT")
    if not cursor.accept("("):
        return None, _column_names(cursor)
    excluded = _column_names(cursor)
    cursor.expect(")")
    return None, excluded


def _column_names(cursor: Cursor) -> tuple[str, ...]:
    """Names up to the closing parenthesis."""
    columns = [cursor.column_name()]
    while cursor.accept(","):
        columns.append(cursor.column_name())
    cursor.expect(")")
    return tuple(columns)


def _rest(cursor: Cursor) -> str:
    return cursor.text[cursor.offset :].strip().rstrip(";").strip()
