"""`CONSTRAINT name CHECK expression`: what every inserted row must meet.

Source of the semantics:
https://clickhouse.com/docs/sql-reference/statements/create/table#constraints.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.expressions import expression_text, stored_condition, stored_value
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.casts import refusal
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.table import Constraint

__all__ = ["row_check"]


def row_check(constraint: Constraint, types: Mapping[str, DataType], table: str) -> str:
    """A condition that is true for rows that meet a constraint, and an error for any other.

    Args:
        constraint: the constraint.
        types: the types of the table's columns.
        table: the table's name, for the error.

    Raises:
        RmtError: `UNSUPPORTED_METHOD`, the expression is neither Bool nor UInt8.
    """
    found = stored_value(constraint.expression, types).type
    if found is not None and found.family not in ("Bool", "UInt8"):
        raise RmtError(
            "UNSUPPORTED_METHOD",
            f"Constraint `{constraint.name}` does not return a value of type UInt8.",
            "Drop it, and add one that compares something.",
        )
    met = stored_condition(constraint.expression, types)
    message = (
        f"Constraint `{constraint.name}` for table {table} is violated. "
        f"Expression: ({expression_text(constraint.expression)})."
    )
    problem = refusal("VIOLATED_CONSTRAINT", quote_string(message))
    return f"CASE WHEN {met} THEN true ELSE {problem} END"
