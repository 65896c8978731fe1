"""Calls that ask for the definition of a table that they name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import MISSING
from rmt_engine.sql.functions.answers.kinds import NULL
from rmt_engine.sql.functions.arguments import check_fixed_number
from rmt_engine.sql.query.tree import Call
from rmt_engine.sql.query.values import Value, literal, truth
from rmt_engine.sql.text.tokens import Name

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering, SpecialCall

__all__ = ["TABLE_CALLS"]


def _has_column(lowering: Lowering, node: Call) -> Value:
    """`hasColumnInTable('database', 'table', 'column')`."""
    check_fixed_number(node.name, len(node.arguments))
    names = [lowering.lowered(one) for one in node.arguments]
    if any(one.type == NULL for one in names):
        return literal(None)
    database, table, column = (_constant_name(lowering, node.name, one) for one in names)
    if not database:
        raise RmtError("UNKNOWN_DATABASE", "Empty database name.")
    try:
        found = lowering.queries.table(Name(database, table))
    except RmtError as error:
        if error.name != "UNKNOWN_TABLE" or database in lowering.queries.catalog.databases():
            raise
        raise RmtError("UNKNOWN_DATABASE", f"Database {database} does not exist.") from None
    is_there = any(one.name == column for one in found.columns)
    return replace(truth("true" if is_there else "false"), folded=True)


def _constant_name(lowering: Lowering, function: str, value: Value) -> str:
    found: object = value.constant
    if value.folded and found is MISSING:
        found = lowering.queries.catalog.constant(value.sql)
    if not isinstance(found, str) or not value.is_constant:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"Arguments of function {function} must be const String."
        )
    return found


TABLE_CALLS: Mapping[str, SpecialCall] = {"hascolumnintable": _has_column}
"""What lowers them, by their names in lower case."""
