"""`CONSTRAINT name CHECK expression`: what every inserted row must meet.

Source of the semantics:
https://clickhouse.com/docs/sql-reference/statements/create/table#constraints.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.quoting import quote_string
from rmt_engine.sql.grammar.statements import ConstraintClause
from rmt_engine.sql.grammar.tokens import Cursor
from rmt_engine.sql.tables.expressions import stored_condition
from rmt_engine.sql.values.casts import refusal
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.table import Constraint

__all__ = ["read_constraint", "row_check"]


def read_constraint(cursor: Cursor) -> ConstraintClause:
    """Reads what follows the word CONSTRAINT.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED` for ASSUME.
    """
    name = cursor.identifier("the name of a constraint")
    if cursor.at("ASSUME"):
        raise unsupported("ASSUME")
    cursor.expect("CHECK")
    expression = cursor.skip_until(",", "SETTINGS", ";")
    if not expression:
        cursor.fail("expected an expression")
    return ConstraintClause(name, expression)


def row_check(constraint: Constraint, types: Mapping[str, DataType], table: str) -> str:
    """A condition that is true for rows that meet a constraint, and an error for any other.

    Args:
        constraint: the constraint.
        types: the types of the table's columns.
        table: the table's name, for the error.
    """
    met = stored_condition(constraint.expression, types)
    message = (
        f"Constraint `{constraint.name}` for table {table} is violated. "
        f"Expression: ({constraint.expression})."
    )
    problem = refusal("VIOLATED_CONSTRAINT", quote_string(message))
    return f"CASE WHEN {met} THEN true ELSE {problem} END"
