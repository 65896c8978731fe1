"""The columns of CREATE VIEW: with types, as ClickHouse has them, or names alone, as Spark has.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view.
"""

from __future__ import annotations

from dataclasses import dataclass

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.column_clauses import read_column
from rmt_engine.sql.grammar.statements import ColumnClause
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Cursor, tokenize

__all__ = ["TypedColumn", "read_typed_columns"]


@dataclass(frozen=True)
class TypedColumn:
    """A column of a view, with the type that its values are converted to.

    Attributes:
        name: the column, which the view's query has, too.
        type: ClickHouse's type, as written.
    """

    name: str
    type: str


def read_typed_columns(head: str) -> tuple[str, tuple[TypedColumn, ...]]:
    """Takes the types out of the list of columns of a CREATE VIEW.

    Args:
        head: the statement up to its query.

    Returns:
        The statement with names alone, and the columns; as it is, and none, if it has no types.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, a column has more than a type and a comment.
    """
    cursor = Cursor(head, tokenize(head, "spark"))
    cursor.skip_until("(")
    start = cursor.offset
    if not cursor.accept("(") or not _has_type(cursor):
        return head, ()
    columns = [_column(cursor)]
    while cursor.accept(","):
        columns.append(_column(cursor))
    cursor.expect(")")
    names = ", ".join(_name_and_comment(column) for column in columns)
    typed = tuple(TypedColumn(column.name, column.type or "") for column in columns)
    return f"{head[:start]}({names}){head[cursor.previous_end :]}", typed


def _has_type(cursor: Cursor) -> bool:
    following = cursor.peek(1)
    return following is not None and following.is_identifier and following.word != "COMMENT"


def _column(cursor: Cursor) -> ColumnClause:
    column = read_column(cursor)
    if column.type is None:
        raise RmtError(
            "SYNTAX_ERROR",
            f"The column {column.name} of the view has no type.",
            "Write a type for each column, or for none.",
        )
    if column != ColumnClause(column.name, column.type, comment=column.comment):
        raise unsupported("CREATE VIEW with more than types and comments in its columns")
    return column


def _name_and_comment(column: ColumnClause) -> str:
    comment = f" COMMENT {quote_string(column.comment)}" if column.comment else ""
    return quote_name(column.name) + comment
