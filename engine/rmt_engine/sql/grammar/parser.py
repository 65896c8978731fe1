"""Reads the statements this engine executes itself; every other statement is Spark's.

A verb decides which reader looks at a statement. Verbs that both languages have (`INSERT`, `DROP
TABLE`, …) are read here only when they name one of the engine's tables; otherwise the text goes to
Spark untouched.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.alter_columns import read_alter_columns
from rmt_engine.sql.grammar.check_table import read_check
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.create_clauses import (
    QUERY_STARTS,
    read_column_list,
    read_table_clauses,
)
from rmt_engine.sql.grammar.deduplicate_by import read_deduplicate_by
from rmt_engine.sql.grammar.detached_tables import read_attach, read_detach
from rmt_engine.sql.grammar.inline_data import DATA_FORMATS
from rmt_engine.sql.grammar.kill import read_kill
from rmt_engine.sql.grammar.materialized_views import read_materialized_view, read_modify_query
from rmt_engine.sql.grammar.merge_into import read_merge_into
from rmt_engine.sql.grammar.output_clauses import take_output_clauses
from rmt_engine.sql.grammar.partition_commands import parse_partition_commands
from rmt_engine.sql.grammar.refresh import read_modify_refresh
from rmt_engine.sql.grammar.row_commands import read_alter_rows, read_delete_from, read_update
from rmt_engine.sql.grammar.row_policies import (
    accept_row_policy,
    read_create_row_policy,
    read_drop_row_policy,
    read_show_row_policies,
)
from rmt_engine.sql.grammar.show import read_show
from rmt_engine.sql.grammar.sql_functions import read_create_function, read_drop_function
from rmt_engine.sql.grammar.statements import (
    AlterSettings,
    CommentView,
    CreateDatabase,
    CreateTable,
    DescribeTable,
    DropDatabase,
    DropTables,
    ExchangeTables,
    ExistsTable,
    Explain,
    Insert,
    OptimizeTable,
    RenameTables,
    SetSettings,
    ShowCreateTable,
    Statement,
    TruncateTable,
    UndropTable,
    WithOutput,
)
from rmt_engine.sql.grammar.system import parse_system
from rmt_engine.sql.grammar.temporary_tables import (
    check_temporary,
    is_sparks_temporary_table,
)
from rmt_engine.sql.grammar.tokens import Cursor, Kind, Name, tokenize
from rmt_engine.sql.settings.declared import parse_assignments

__all__ = ["TableNames", "leading_word", "parse_statement", "start_of_data", "start_of_rows"]


class TableNames(Protocol):
    """Tells which names are the engine's."""

    def is_system_table(self, name: Name) -> bool:
        """Whether the name is in the database `system`."""

    def is_engine_table(self, name: Name) -> bool:
        """Whether the name is a table of this engine, as the session resolves it."""

    def is_materialized_view(self, name: Name) -> bool:
        """Whether the name is a materialized view."""

    def is_plain_view(self, name: Name) -> bool:
        """Whether the name is a view of a database that has no rows of its own."""

    def is_temporary_table(self, name: Name) -> bool:
        """Whether the name is a temporary table of the session."""

    def is_hidden_table(self, name: Name) -> bool:
        """Whether it is a table of this engine that something temporary of the session hides."""

    def is_missing(self, name: Name) -> bool:
        """Whether there is no table or view of that name at all."""

    def is_detached(self, name: Name) -> bool:
        """Whether a detached table has the name."""

    def reads_as_clickhouse(self) -> bool:
        """Whether a statement that both languages have is ClickHouse's in the session."""

    def is_sparks_function(self, name: str) -> bool:
        """Whether the name is a function that a statement of Spark's made."""

    def refuse_detached(self, name: Name) -> None:
        """Raises `TABLE_ALREADY_EXISTS` when a detached table has the name."""


_LEADING = re.compile(r"(?:\s++|--[^\n]*+(?:\n|$)|/\*.*?\*/)*+([A-Za-z]+)", re.DOTALL)
_HEAD = 262_144
_MOST_STARTS = 64
_ROWS_START = re.compile(r"\b(?:VALUES|SELECT|WITH|FORMAT\s+\w+)\b", re.IGNORECASE)
_DATA_START = re.compile(r"[ \t\f]*\r?\n?")
_INSERT = re.compile(r"\bINSERT\b", re.IGNORECASE)
_ABSENT_OBJECTS = (
    ("DICTIONARY",),
    ("LIVE", "VIEW"),
    ("NAMED", "COLLECTION"),
    ("QUOTA",),
    ("RESOURCE",),
    ("ROLE",),
    ("SETTINGS", "PROFILE"),
    ("USER",),
    ("WINDOW", "VIEW"),
    ("WORKLOAD",),
)
_COMMANDS = frozenset(
    """ADD ALTER ATTACH CLEAR COMMENT DETACH DROP EXECUTE FETCH FORGET FREEZE MATERIALIZE MODIFY
    MOVE REMOVE RENAME REPLACE RESET REWRITE UNFREEZE UNLOCK""".split()
)
"""The first words of the commands of ALTER TABLE that ClickHouse has."""


_COMMANDS_OF_ALTER: tuple[Callable[[Cursor, Name], Statement | None], ...] = (
    read_modify_query,
    read_modify_refresh,
    read_alter_rows,
    read_alter_columns,
    parse_partition_commands,
)

_WITH_OUTPUT = frozenset(
    "ATTACH CHECK DESC DESCRIBE DETACH DROP EXCHANGE EXISTS RENAME SHOW TRUNCATE".split()
)
"""Verbs whose statements may end with FORMAT and SETTINGS and have neither of their own."""


def leading_word(text: str) -> str:
    """The first keyword of a statement, upper case; empty when it begins with something else."""
    match = _LEADING.match(text)
    return match[1].upper() if match else ""


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


def _cursor(text: str) -> Cursor:
    cursor = Cursor(text, tokenize(text))
    cursor.take()
    return cursor


def _refuse_system(name: Name, tables: TableNames) -> None:
    if tables.is_system_table(name):
        raise RmtError("NOT_IMPLEMENTED", "The database system is read only.")


def _refuse_view(name: Name, tables: TableNames, what: str, error: str = "NOT_IMPLEMENTED") -> None:
    """Refuses what would change the rows or the columns of a view, as ClickHouse does."""
    if tables.is_plain_view(name):
        raise RmtError(
            error, f"{what} is not supported by storage View: {name}.", "Name the table behind it."
        )


def _refuse_missing(name: Name, tables: TableNames) -> None:
    if tables.is_missing(name):
        raise RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")


# EXPLAIN


def _explain(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    cursor.accept_any("EXTENDED", "FORMATTED", "COST", "CODEGEN", "PLAN", "SYNTAX", "PIPELINE")
    inner = text[cursor.offset :]
    if leading_word(inner) == "SET":
        return None
    statement = parse_statement(inner, tables)
    return Explain(statement) if statement else None


# CREATE


def _create(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    replace = cursor.accept("OR", "REPLACE")
    if cursor.at("DATABASE") or cursor.at("SCHEMA"):
        return _create_database(cursor)
    if not replace and accept_row_policy(cursor):
        return read_create_row_policy(cursor)
    if cursor.accept("MATERIALIZED", "VIEW"):
        return read_materialized_view(cursor, replace)
    if cursor.accept("VIEW"):
        cursor.accept("IF", "NOT", "EXISTS")
        name = cursor.name()
        _refuse_system(name, tables)
        is_table = tables.is_engine_table(name) and not tables.is_temporary_table(name)
        if replace and (is_table or tables.is_hidden_table(name)):
            raise RmtError(
                "TABLE_ALREADY_EXISTS",
                f"{name} is a table, not a view.",
                "Drop the table first, or choose another name.",
            )
        tables.refuse_detached(name)
        return None
    temporary = cursor.accept("TEMPORARY")
    if cursor.accept("FUNCTION"):
        return None if temporary else read_create_function(cursor, replace)
    if temporary and cursor.accept("VIEW"):
        _check_temporary_view(cursor, tables)
        return None
    if not temporary and (what := _absent_object(cursor)):
        raise unsupported(f"CREATE {what}")
    if not cursor.accept("TABLE"):
        return None
    return _create_table(cursor, text, replace, temporary, tables)


def _replace(text: str, tables: TableNames) -> Statement | None:
    """`REPLACE TABLE …` is `CREATE OR REPLACE TABLE …` of a table that is there."""
    cursor = _cursor(text)
    if not cursor.accept("TABLE"):
        return None
    start = cursor.position
    statement = _create_table(cursor, text, True, False, tables)
    if statement is not None:
        _refuse_missing(Cursor(text, cursor.tokens, start).name(), tables)
    return statement


def _check_temporary_view(cursor: Cursor, tables: TableNames) -> None:
    """Refuses the name of a temporary table for a view, which is Spark's otherwise."""
    cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.name()
    if tables.is_temporary_table(name):
        raise RmtError(
            "TABLE_ALREADY_EXISTS",
            f"Temporary table {name} already exists.",
            "Drop the table first, or choose another name.",
        )


def _absent_object(cursor: Cursor) -> str | None:
    """The kind of an object that ClickHouse has and neither this engine nor Spark."""
    return next((" ".join(words) for words in _ABSENT_OBJECTS if cursor.at(*words)), None)


def _create_database(cursor: Cursor) -> Statement | None:
    cursor.take()
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.identifier("a database name")
    start = cursor.position
    on_cluster(cursor)
    if cursor.accept("ENGINE"):
        _database_engine(cursor)
    elif cursor.position == start:
        return None
    comment = cursor.string() if cursor.accept("COMMENT") else ""
    cursor.end()
    return CreateDatabase(name, if_not_exists, comment)


def _database_engine(cursor: Cursor) -> None:
    """Reads `= Atomic` and the like, which all mean the same here."""
    cursor.accept("=")
    engine = cursor.identifier("a database engine")
    if engine not in ("Atomic", "Ordinary", "Replicated", "Shared"):
        raise unsupported(f"CREATE DATABASE … ENGINE = {engine}")
    if cursor.at("("):
        cursor.parenthesized()


def _create_table(
    cursor: Cursor, text: str, replace: bool, temporary: bool, tables: TableNames
) -> Statement | None:
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.name()
    if temporary and is_sparks_temporary_table(cursor):
        return None
    if not (temporary or _has_engine_clause(cursor)):
        tables.refuse_detached(name)
        return None
    if cursor.accept("UUID"):
        cursor.string("a UUID")
    of_cluster = on_cluster(cursor)
    written = text.strip().rstrip(";").strip()
    clones = cursor.at("CLONE", "AS") and cursor.accept("CLONE")
    head = CreateTable(name, written, if_not_exists, replace, temporary=temporary, clones=clones)
    if cursor.accept("("):
        head = read_column_list(cursor, head)
    statement = read_table_clauses(cursor, head)
    if statement.populate:
        raise RmtError("SYNTAX_ERROR", "POPULATE is for materialized views.")
    if statement.definer is not None:
        raise RmtError("SYNTAX_ERROR", "DEFINER and SQL SECURITY are for views.")
    if statement.empty and statement.as_select is None:
        raise RmtError("SYNTAX_ERROR", "EMPTY is for CREATE TABLE … AS SELECT.")
    if temporary:
        check_temporary(statement, of_cluster)
    return statement


def _has_engine_clause(cursor: Cursor) -> bool:
    """Whether a CREATE TABLE is ClickHouse's: an engine, a key, or a copy of a table."""
    probe = Cursor(cursor.text, cursor.tokens, cursor.position)
    has_key = False
    while not probe.done:
        if probe.at("ENGINE") or probe.at("ORDER", "BY") or probe.at("PRIMARY", "KEY"):
            return True
        if probe.at("USING") or probe.at("STORED") or probe.at("LIKE") or probe.at("ROW"):
            return False
        if probe.accept("AS"):
            following = probe.peek()
            if following is None or any(probe.at(start) for start in QUERY_STARTS):
                return False
            return following.is_identifier
        if probe.at("("):
            start = probe.position
            probe.parenthesized()
            words = [token.word for token in probe.tokens[start : probe.position]]
            has_key |= ("PRIMARY", "KEY") in itertools.pairwise(words)
        else:
            probe.take()
    return has_key


# INSERT


def _insert(text: str, tables: TableNames) -> Statement | None:
    cursor = _insert_head(text)
    overwrite = cursor.accept_any("INTO", "OVERWRITE") == "OVERWRITE"
    if cursor.at("FUNCTION"):
        raise unsupported("INSERT INTO FUNCTION")
    cursor.accept("TABLE")
    following = cursor.peek()
    if following is None or not following.is_identifier or cursor.at("DIRECTORY"):
        return None
    name = cursor.name()
    if not tables.is_engine_table(name):
        _refuse_view(name, tables, "Method write")
        return None
    return _insert_body(cursor, name, overwrite)


def _with_insert(text: str, tables: TableNames) -> Statement | None:
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
    statement = _insert(text[token.start :], tables)
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
    return _cursor(text)


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
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    if cursor.accept("FORMAT"):
        data_format = cursor.identifier("a format")
        if name_of_format := DATA_FORMATS.get(data_format.lower()):
            start = _DATA_START.match(cursor.text, cursor.previous_end)
            data = cursor.text[start.end() if start else cursor.previous_end :]
            return Insert(
                name, columns, data, True, overwrite, False, settings, excluded, name_of_format
            )
        if data_format.upper() != "VALUES":
            raise unsupported(f"INSERT … FORMAT {data_format}")
        rows = f"VALUES {_rest(cursor)}"
        return Insert(name, columns, rows, True, overwrite, False, settings, excluded)
    if cursor.at("FROM", "INFILE"):
        raise unsupported("INSERT … FROM INFILE")
    if not any(cursor.at(start) for start in QUERY_STARTS):
        cursor.fail("expected VALUES or a query")
    values = cursor.at("VALUES")
    return Insert(name, columns, _rest(cursor), values, overwrite, by_name, settings, excluded)


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


# OPTIMIZE, TRUNCATE, DROP, DETACH, ATTACH, RENAME, EXCHANGE


def _optimize(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    cursor.expect("TABLE")
    name = cursor.name()
    on_cluster(cursor)
    partition = partition_id = None
    if cursor.accept("PARTITION", "ID"):
        partition_id = cursor.string("a partition id, a string")
    elif cursor.accept("PARTITION"):
        partition = cursor.skip_until("FINAL", "CLEANUP", "DEDUPLICATE", "SETTINGS", ";")
    final = cursor.accept("FINAL")
    cleanup = cursor.accept("CLEANUP")
    deduplicate = cursor.accept("DEDUPLICATE")
    by = read_deduplicate_by(cursor) if deduplicate and cursor.accept("BY") else ()
    cleanup = cursor.accept("CLEANUP") or cleanup
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    return OptimizeTable(name, partition, partition_id, final, cleanup, deduplicate, by, settings)


def _truncate(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    if cursor.at("DATABASE") or cursor.at("ALL"):
        raise unsupported(f"TRUNCATE {cursor.take().word}")
    temporary = _accept_temporary(cursor)
    cursor.accept_any("TABLE", "VIEW")
    if_exists = cursor.accept("IF", "EXISTS")
    name = cursor.name()
    if not temporary and not tables.is_engine_table(name):
        _refuse_view(name, tables, "Truncate")
    if not (if_exists or temporary or tables.is_engine_table(name)):
        return None
    on_cluster(cursor)
    cursor.accept("SYNC")
    if cursor.at("PARTITION"):
        raise unsupported("TRUNCATE … PARTITION")
    cursor.end()
    return TruncateTable(name, if_exists, temporary)


def _accept_temporary(cursor: Cursor) -> bool:
    """Reads TEMPORARY before TABLE."""
    return cursor.at("TEMPORARY", "TABLE") and cursor.accept("TEMPORARY")


def _drop(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    if cursor.accept_any("DATABASE", "SCHEMA"):
        if_exists = cursor.accept("IF", "EXISTS")
        name = cursor.identifier("a database name")
        cascade = cursor.accept_any("CASCADE", "RESTRICT") == "CASCADE"
        return DropDatabase(name, text, if_exists, cascade)
    if accept_row_policy(cursor):
        return read_drop_row_policy(cursor)
    if cursor.accept("FUNCTION"):
        dropped = read_drop_function(cursor)
        is_sparks = dropped is None or tables.is_sparks_function(dropped.name)
        return None if is_sparks else dropped
    temporary = _accept_temporary(cursor)
    is_view = cursor.accept("VIEW")
    if not is_view and not cursor.accept("TABLE"):
        return None
    if_exists = cursor.accept("IF", "EXISTS")
    if_empty = not is_view and cursor.accept("IF", "EMPTY")
    names = [cursor.name()]
    while cursor.accept(","):
        names.append(cursor.name())
    if temporary:
        return _end_of_drop(cursor, DropTables(tuple(names), if_exists, if_empty, temporary=True))
    for target in names:
        _refuse_system(target, tables)
    ours = [target for target in names if tables.is_engine_table(target)]
    if is_view:
        if not ours:
            return None
        if other := [one for one in names if not tables.is_materialized_view(one)]:
            raise RmtError("INCORRECT_QUERY", f"{other[0]} is not a View.", "Use DROP TABLE.")
    if not ours and not if_empty:
        detached = [target for target in names if tables.is_detached(target)]
        if detached and not if_exists:
            raise RmtError(
                "UNKNOWN_TABLE",
                f"Table {detached[0]} does not exist: it is detached.",
                "ATTACH TABLE brings it back, and then it can be dropped.",
            )
        return None
    return _end_of_drop(cursor, DropTables(tuple(names), if_exists, if_empty))


def _end_of_drop(cursor: Cursor, statement: DropTables) -> DropTables:
    on_cluster(cursor)
    sync = cursor.accept("NO", "DELAY") or cursor.accept_any("SYNC", "PURGE") == "SYNC"
    cursor.end()
    return replace(statement, sync=sync)


def _undrop(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    cursor.expect("TABLE")
    name = cursor.name()
    _refuse_system(name, tables)
    uuid = cursor.string("a UUID") if cursor.accept("UUID") else ""
    on_cluster(cursor)
    cursor.end()
    return UndropTable(name, uuid)


def _detach(text: str, tables: TableNames) -> Statement | None:
    statement = read_detach(_cursor(text))
    _refuse_system(statement.name, tables)
    if tables.is_temporary_table(statement.name):
        raise RmtError("SYNTAX_ERROR", "DETACH of TEMPORARY tables are not supported.")
    return statement


def _attach(text: str, tables: TableNames) -> Statement | None:
    statement = read_attach(_cursor(text))
    _refuse_system(statement.name, tables)
    return statement


def _rename(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    if cursor.at("DATABASE") or cursor.at("DICTIONARY"):
        raise unsupported(f"RENAME {cursor.take().word}")
    cursor.accept("TABLE")
    pairs: list[tuple[Name, Name]] = []
    while True:
        if_exists = cursor.accept("IF", "EXISTS")
        source = cursor.name()
        cursor.expect("TO")
        target = cursor.name()
        if not (if_exists and tables.is_missing(source)):
            pairs.append((source, target))
        if not cursor.accept(","):
            break
    on_cluster(cursor)
    cursor.end()
    return RenameTables(tuple(pairs))


def _exchange(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    if cursor.at("DICTIONARIES"):
        raise unsupported("EXCHANGE DICTIONARIES")
    cursor.expect("TABLES")
    first = cursor.name()
    cursor.expect("AND")
    second = cursor.name()
    on_cluster(cursor)
    cursor.end()
    return ExchangeTables(first, second)


# ALTER and changes of rows


def _alter(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    if accept_row_policy(cursor):
        raise unsupported("ALTER ROW POLICY")
    _accept_temporary(cursor)
    what = cursor.accept_any("TABLE", "VIEW")
    if what is None:
        return None
    cursor.accept("IF", "EXISTS")
    name = cursor.name()
    _refuse_system(name, tables)
    if not tables.is_engine_table(name):
        if what == "TABLE":
            _refuse_missing(name, tables)
            return _alter_view(cursor, name, tables)
        return None
    if what == "VIEW" and not tables.is_materialized_view(name):
        raise RmtError("INCORRECT_QUERY", f"{name} is not a View.", "Use ALTER TABLE.")
    on_cluster(cursor)
    if cursor.accept("RENAME", "TO"):
        if tables.is_temporary_table(name):
            raise unsupported("ALTER TABLE … RENAME TO of a temporary table")
        target = cursor.name()
        cursor.end()
        return RenameTables(((name, target),))
    if cursor.at("MODIFY", "SETTING") or cursor.at("RESET", "SETTING"):
        return _alter_settings(cursor, name)
    for read in _COMMANDS_OF_ALTER:
        found = read(cursor, name)
        if found is not None:
            return found
    words = _words_ahead(cursor, 2)
    if not words or words[0] not in _COMMANDS:
        cursor.fail("expected a command of ALTER TABLE")
    raise unsupported(f"ALTER TABLE … {' '.join(words)}")


def _alter_view(cursor: Cursor, name: Name, tables: TableNames) -> CommentView | None:
    """Reads MODIFY COMMENT of a view; SET and RENAME are Spark's.

    The other commands that only ClickHouse has are refused, and so is ADD COLUMN.
    """
    if tables.is_plain_view(name) and cursor.accept("MODIFY", "COMMENT"):
        comment = cursor.string()
        cursor.end()
        return CommentView(name, comment)
    words = _words_ahead(cursor, 2)
    if words and words[0] in (*_COMMANDS, "APPLY", "DELETE", "UPDATE") and words[0] != "RENAME":
        of_ttl = words == ["MODIFY", "TTL"]
        error = "BAD_ARGUMENTS" if of_ttl else "NOT_IMPLEMENTED"
        _refuse_view(name, tables, f"ALTER TABLE … {' '.join(words)}", error)
    return None


def _alter_settings(cursor: Cursor, name: Name) -> AlterSettings:
    if cursor.accept("MODIFY", "SETTING"):
        changed = parse_assignments(cursor)
        cursor.end()
        return AlterSettings(name, changed)
    cursor.expect("RESET", "SETTING")
    reset = [cursor.identifier("the name of a setting")]
    while cursor.accept(","):
        reset.append(cursor.identifier("the name of a setting"))
    cursor.end()
    return AlterSettings(name, {}, tuple(reset))


def _words_ahead(cursor: Cursor, count: int) -> list[str]:
    tokens = (cursor.peek(ahead) for ahead in range(count))
    return [token.word for token in tokens if token is not None and token.word]


def _change_rows(text: str, tables: TableNames) -> Statement | None:
    """DELETE FROM, UPDATE and MERGE INTO."""
    cursor = Cursor(text, tokenize(text))
    verb = cursor.take().word
    if verb != "UPDATE":
        cursor.accept_any("FROM", "INTO")
    following = cursor.peek()
    if following is None or not following.is_identifier:
        return None
    name = cursor.name()
    if not tables.is_engine_table(name):
        if verb != "MERGE":
            _refuse_missing(name, tables)
            error = "BAD_ARGUMENTS" if verb == "DELETE" else "NOT_IMPLEMENTED"
            _refuse_view(name, tables, verb, error)
        return None
    if verb != "MERGE" and tables.is_temporary_table(name):
        raise RmtError(
            "UNKNOWN_TABLE",
            f"{verb} is for tables of databases, and {name} is a temporary table.",
            f"ALTER TABLE {name} {verb} … WHERE … changes its rows.",
        )
    if verb == "DELETE":
        return read_delete_from(cursor, name)
    if verb == "UPDATE":
        return read_update(cursor, name)
    return read_merge_into(cursor, name)


def _comment(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    if cursor.accept("ON", "TABLE") and tables.is_engine_table(cursor.name()):
        raise unsupported("COMMENT ON TABLE")
    return None


# CHECK, SHOW, EXISTS, SET


def _check(text: str, tables: TableNames) -> Statement | None:
    return read_check(_cursor(text))


def _show(text: str, tables: TableNames, is_sparks: bool | None = None) -> Statement | None:
    """SHOW.

    Args:
        text: the statement.
        tables: tells the engine's tables from Spark's.
        is_sparks: whether what both languages have is Spark's; None for what the session says.
    """
    cursor = _cursor(text)
    policies = read_show_row_policies(cursor)
    if policies is not None:
        return policies
    shown = read_show(
        cursor, lambda: not tables.reads_as_clickhouse() if is_sparks is None else is_sparks
    )
    if shown is not None:
        return shown
    is_create = cursor.accept("CREATE")
    if is_create and _accept_temporary(cursor):
        cursor.expect("TABLE")
        name = cursor.name()
        cursor.end()
        return ShowCreateTable(name, temporary=True)
    return _show_create(cursor, tables, is_create)


def _show_create(cursor: Cursor, tables: TableNames, is_create: bool) -> Statement | None:
    """`SHOW [CREATE] TABLE | VIEW t` and `SHOW CREATE t`; Spark has `SHOW CREATE TABLE`."""
    following = cursor.peek(1)
    has_kind = following is not None and following.is_identifier
    kind = cursor.accept_any("TABLE", "VIEW") if has_kind else None
    following = cursor.peek()
    if (kind is None and not is_create) or following is None or not following.is_identifier:
        return None
    name = cursor.name()
    as_serde = cursor.accept("AS", "SERDE")
    is_whole = cursor.done or cursor.at(";")
    if not (is_whole or is_create):
        return None
    if tables.is_engine_table(name) or tables.is_detached(name):
        cursor.end()
        if kind == "VIEW" and not tables.is_materialized_view(name):
            raise RmtError("BAD_ARGUMENTS", f"{name} is not a VIEW.", "SHOW CREATE TABLE shows it.")
        return ShowCreateTable(name)
    if not is_whole:
        return None
    if is_create and kind == "TABLE":
        if as_serde or not tables.is_plain_view(name):
            return None
        return ShowCreateTable(name, is_sparks=True, answer="createtab_stmt")
    return ShowCreateTable(name, is_sparks=True)


def _describe(text: str, tables: TableNames, is_sparks: bool | None = None) -> Statement | None:
    """DESCRIBE of a table, which is Spark's unless something says otherwise; see `_show`."""
    cursor = _cursor(text)
    cursor.accept("TABLE")
    following = cursor.peek()
    if following is None or not following.is_identifier:
        return None
    name = cursor.name()
    if not (cursor.done or cursor.at(";")):
        return None
    if is_sparks is None:
        is_sparks = not tables.reads_as_clickhouse()
    return None if is_sparks else DescribeTable(name)


def _exists(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    kind = cursor.accept_any("TEMPORARY", "TABLE", "VIEW", "DATABASE", "DICTIONARY") or "TABLE"
    if kind == "TEMPORARY":
        cursor.accept("TABLE")
    name = cursor.name()
    cursor.end()
    return ExistsTable(name, kind)


def _set(text: str, tables: TableNames) -> Statement | None:
    cursor = _cursor(text)
    first, second = cursor.peek(), cursor.peek(1)
    if first is None or not first.is_identifier or second is None or second.value != "=":
        return None
    assignments = parse_assignments(cursor)
    cursor.end()
    return SetSettings(assignments)


def _system(text: str, tables: TableNames) -> Statement | None:
    return parse_system(_cursor(text))


def _kill(text: str, tables: TableNames) -> Statement | None:
    return read_kill(text) or _refuse(text, tables)


def _refuse(text: str, tables: TableNames) -> Statement | None:
    cursor = Cursor(text, tokenize(text))
    raise unsupported(" ".join(_words_ahead(cursor, 3)))


_READERS: dict[str, Callable[[str, TableNames], Statement | None]] = {
    "ALTER": _alter,
    "ATTACH": _attach,
    "BACKUP": _refuse,
    "CHECK": _check,
    "COMMENT": _comment,
    "CREATE": _create,
    "DELETE": _change_rows,
    "DESC": _describe,
    "DESCRIBE": _describe,
    "DETACH": _detach,
    "DROP": _drop,
    "EXCHANGE": _exchange,
    "EXISTS": _exists,
    "EXPLAIN": _explain,
    "INSERT": _insert,
    "KILL": _kill,
    "MERGE": _change_rows,
    "MOVE": _refuse,
    "OPTIMIZE": _optimize,
    "RENAME": _rename,
    "REPLACE": _replace,
    "RESTORE": _refuse,
    "SET": _set,
    "SHOW": _show,
    "SYSTEM": _system,
    "TRUNCATE": _truncate,
    "UNDROP": _undrop,
    "UPDATE": _change_rows,
    "WITH": _with_insert,
}

_OF_BOTH = {"DESC": _describe, "DESCRIBE": _describe, "SHOW": _show}
"""Readers of statements that both languages have: with FORMAT or SETTINGS they are ClickHouse's."""
