"""Which projections tasks make of columns of files, with nothing for Spark to compute.

Source of the semantics: the states that `sql.values.state_types` keeps.
"""

from __future__ import annotations

from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import Call, Expression, Identifier
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.projected_column import STATES, ProjectedColumn
from rmt_engine.store.table import Column, Projection, ProjectionColumn, TableDefinition

__all__ = ["projected_columns"]

_SUMMED = ("sum", "avg")
_WHOLE = tuple(f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64))
_ORDERED = (*_WHOLE, "Bool", "Decimal", "String", "Date", "Date32", "DateTime", "DateTime64")


def projected_columns(
    projection: Projection, definition: TableDefinition
) -> tuple[ProjectedColumn, ...] | None:
    """What each column of a projection is made of; None if Spark has to compute one.

    Args:
        projection: the projection.
        definition: the table.
    """
    found = [_projected(column, definition) for column in projection.columns]
    known = tuple(one for one in found if one is not None)
    return known if len(known) == len(found) else None


def _projected(column: ProjectionColumn, definition: TableDefinition) -> ProjectedColumn | None:
    value = read_expression(column.expression)
    if not column.is_state:
        stored = _stored(value, definition)
        same = stored is not None and stored.type == column.type
        return ProjectedColumn(column.name, stored.file_name) if stored and same else None
    if not isinstance(value, Call) or not _is_plain(value):
        return None
    if value.name == "count" and not value.arguments:
        return ProjectedColumn(column.name, "", "count")
    if value.name not in STATES or len(value.arguments) != 1:
        return None
    argument = _stored(value.arguments[0], definition)
    if argument is None or not _is_fit(value.name, parse_type(argument.type)):
        return None
    source = "" if value.name == "count" else argument.file_name
    return ProjectedColumn(column.name, source, value.name)


def _is_plain(call: Call) -> bool:
    return not (call.parameters or call.distinct or call.where or call.window or call.nulls)


def _stored(value: Expression, definition: TableDefinition) -> Column | None:
    """The stored column that an expression names; None if it is anything else."""
    if not isinstance(value, Identifier) or len(value.parts) != 1:
        return None
    column = definition.column(value.name)
    is_it = column is not None and column.name == value.name and column.is_stored
    return column if is_it else None


def _is_fit(function: str, argument: DataType) -> bool:
    """Whether a task makes the states: there is no NULL, and DuckDB sums and compares alike."""
    if argument.nullable or argument.family not in _ORDERED:
        return False
    return function not in _SUMMED or argument.family in _WHOLE
