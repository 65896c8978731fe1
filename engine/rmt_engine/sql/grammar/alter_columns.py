"""Reads the commands of ALTER TABLE that change columns.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/alter/column.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.column_clauses import read_clauses, read_column
from rmt_engine.sql.grammar.projection_clauses import read_projection
from rmt_engine.sql.grammar.statements import (
    AddColumn,
    AddConstraint,
    AddIndex,
    AddProjection,
    AlterColumns,
    ClearColumn,
    ColumnCommand,
    CommentColumn,
    CommentTable,
    DropColumn,
    DropConstraint,
    DropIndex,
    DropProjection,
    ModifyColumn,
    ModifyOrderBy,
    ModifySampleBy,
    ModifyTtl,
    Place,
    RemoveFromColumn,
    RenameColumn,
)
from rmt_engine.sql.grammar.table_clauses import read_constraint, read_index
from rmt_engine.sql.grammar.ttl_clauses import read_ttl
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Name

__all__ = ["read_alter_columns"]

_STARTS = (
    ("ADD", "COLUMN"),
    ("DROP", "COLUMN"),
    ("RENAME", "COLUMN"),
    ("MODIFY", "COLUMN"),
    ("ALTER", "COLUMN"),
    ("COMMENT", "COLUMN"),
    ("MODIFY", "COMMENT"),
    ("MODIFY", "ORDER", "BY"),
    ("MODIFY", "SAMPLE", "BY"),
    ("REMOVE", "SAMPLE", "BY"),
    ("MODIFY", "TTL"),
    ("REMOVE", "TTL"),
    ("CLEAR", "COLUMN"),
    ("ADD", "INDEX"),
    ("DROP", "INDEX"),
    ("ADD", "CONSTRAINT"),
    ("DROP", "CONSTRAINT"),
    ("ADD", "PROJECTION"),
    ("DROP", "PROJECTION"),
)
_REMOVABLE = ("DEFAULT", "MATERIALIZED", "ALIAS", "COMMENT", "CODEC", "TTL")


def read_alter_columns(cursor: Cursor, name: Name) -> AlterColumns | None:
    """Reads the commands of an ALTER TABLE that changes columns; None when it is another ALTER.

    Args:
        cursor: behind the table's name.
        name: the table.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, a command of another kind stands beside.
    """
    if not _at_command(cursor):
        return None
    commands: list[ColumnCommand] = []
    while True:
        parenthesized = cursor.accept("(")
        commands.append(_command(cursor))
        if parenthesized:
            cursor.expect(")")
        if not cursor.accept(","):
            break
        if not _at_command(cursor):
            raise unsupported(
                "A change of columns beside another command of ALTER TABLE", "commands"
            )
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    return AlterColumns(name, tuple(commands), settings)


def _at_command(cursor: Cursor) -> bool:
    parenthesis = ("(",) if cursor.at("(") else ()
    return any(cursor.at(*parenthesis, *words) for words in _STARTS)


def _command(cursor: Cursor) -> ColumnCommand:
    words = next(words for words in _STARTS if cursor.accept(*words))
    match words:
        case ("MODIFY", "COMMENT"):
            return CommentTable(cursor.string("the comment, a string"))
        case (_, "ORDER" | "SAMPLE", "BY") | (_, "TTL"):
            return _change_clause(cursor, words)
        case (_, "CONSTRAINT" | "INDEX" | "PROJECTION"):
            reads = {"CONSTRAINT": _constraint, "INDEX": _index, "PROJECTION": _projection}
            return reads[words[1]](cursor, words[0] == "ADD")
        case ("ADD", _):
            if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
            return AddColumn(read_column(cursor, in_alter=True), if_not_exists, _place(cursor))
    if_exists = cursor.accept("IF", "EXISTS")
    match words[0]:
        case "DROP" | "CLEAR":
            command = DropColumn if words[0] == "DROP" else ClearColumn
            return command(cursor.column_name(), if_exists)
        case "RENAME":
            column = cursor.column_name()
            cursor.expect("TO")
            return RenameColumn(column, cursor.column_name(), if_exists)
        case "COMMENT":
            column = cursor.column_name()
            return CommentColumn(column, cursor.string("the comment, a string"), if_exists)
        case _:
            return _modify(cursor, words[0] == "ALTER", if_exists)


def _index(cursor: Cursor, is_added: bool) -> ColumnCommand:
    if is_added:
        if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
        return AddIndex(read_index(cursor), if_not_exists, _place(cursor))
    if_exists = cursor.accept("IF", "EXISTS")
    return DropIndex(cursor.identifier("the name of an index"), if_exists)


def _change_clause(cursor: Cursor, words: tuple[str, ...]) -> ColumnCommand:
    if words[1] == "TTL":
        removes = words[0] == "REMOVE"
        return ModifyTtl(() if removes else read_ttl(cursor, ("SETTINGS", ";"), _at_command))
    if words[0] == "REMOVE":
        return ModifySampleBy(None)
    expression = _key(cursor)
    return ModifyOrderBy(expression) if words[1] == "ORDER" else ModifySampleBy(expression)


def _constraint(cursor: Cursor, is_added: bool) -> ColumnCommand:
    if is_added:
        if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
        return AddConstraint(read_constraint(cursor), if_not_exists)
    if_exists = cursor.accept("IF", "EXISTS")
    return DropConstraint(cursor.identifier("the name of a constraint"), if_exists)


def _projection(cursor: Cursor, is_added: bool) -> ColumnCommand:
    if is_added:
        if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
        return AddProjection(read_projection(cursor), if_not_exists, _place(cursor))
    if_exists = cursor.accept("IF", "EXISTS")
    return DropProjection(cursor.identifier("the name of a projection"), if_exists)


def _modify(cursor: Cursor, is_alter: bool, if_exists: bool) -> ColumnCommand:
    """Reads what follows `MODIFY COLUMN`, or `ALTER COLUMN`, which has `TYPE` before a type."""
    name = cursor.column_name()
    if cursor.at("REMOVE", "SETTINGS"):
        raise unsupported("MODIFY COLUMN … REMOVE SETTINGS", "commands")
    if cursor.accept("REMOVE"):
        what = cursor.accept_any(*_REMOVABLE)
        if what is None:
            cursor.fail(f"expected {', '.join(_REMOVABLE)}")
        return RemoveFromColumn(name, what, if_exists)
    for words in (("MODIFY", "SETTING"), ("RESET", "SETTING"), ("ADD", "ENUM")):
        if cursor.at(*words):
            raise unsupported(f"MODIFY COLUMN … {' '.join(words)}", "commands")
    has_word = cursor.accept("TYPE")
    column = read_clauses(cursor, name, in_alter=True)
    if is_alter and column.type is not None and not has_word:
        raise RmtError("SYNTAX_ERROR", f"ALTER COLUMN {name}: expected TYPE before the type.")
    place = _place(cursor)
    if column.type is None and column.nullable is not None:
        raise RmtError("SYNTAX_ERROR", "NULL / NOT NULL modifier requires an explicit column type.")
    return ModifyColumn(column, if_exists, place)


def _place(cursor: Cursor) -> Place | None:
    if cursor.accept("FIRST"):
        return Place()
    return Place(cursor.column_name()) if cursor.accept("AFTER") else None


def _key(cursor: Cursor) -> str:
    expression = cursor.skip_until(",", "SETTINGS", ";")
    if not expression:
        cursor.fail("expected an expression")
    return expression
