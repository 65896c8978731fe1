"""The least and the greatest value of columns, from the registry where it knows them exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.store.masks import HiddenRows
from rmt_engine.store.minmax import read_minmax
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.table import TableDefinition

__all__ = ["exact_extremes", "name_in_file"]


@dataclass(frozen=True)
class _Bound:
    """An extreme of a column in one file, and whether a row that has it is sure to count."""

    value: pa.Scalar
    counts: bool


def exact_extremes(
    snapshot: Snapshot, hidden: HiddenRows | None, columns: Sequence[str]
) -> pa.Table | None:
    """The extremes of columns over a table's rows, without reading any.

    An extreme is exact when a row that has it is sure to count: every row of a part without dead
    rows, and the first and the last row of a file for the first column of the sorting key. Texts
    are never exact: a writer may shorten them in its statistics.

    Args:
        snapshot: the table's parts.
        hidden: the rows that do not count; None when all do.
        columns: stored columns.

    Returns:
        Two rows, the least values and the greatest ones; None when one is not known exactly, or
        there are no rows.
    """
    definition = snapshot.table.definition
    dead_rows = hidden.dead_rows if hidden is not None else {}
    live = [
        (part, file, read_minmax(file))
        for part in snapshot.parts
        if dead_rows.get(part.id, 0) < part.rows
        for file in part.files
    ]
    extremes: dict[str, pa.Array] = {}
    for column in columns:
        is_sorted = definition.key_columns[:1] == (column,)
        bounds = [
            _bounds(part, file, minmax, hidden, definition, column, is_sorted)
            for part, file, minmax in live
        ]
        known = [pair for pair in bounds if pair is not None]
        if not known or len(known) < len(bounds):
            return None
        least = _exact([low for low, _ in known], pc.min)
        greatest = _exact([high for _, high in known], pc.max)
        if least is None or greatest is None:
            return None
        extremes[column] = pa.array([least, greatest], least.type)
    return pa.table(extremes)


def _bounds(
    part: Part,
    file: RunFile,
    minmax: pa.Table | None,
    hidden: HiddenRows | None,
    definition: TableDefinition,
    column: str,
    is_sorted: bool,
) -> tuple[_Bound, _Bound] | None:
    name = name_in_file(file, definition, column)
    if minmax is None or name not in minmax.schema.names:
        return None
    field = minmax.schema.field(name)
    if pa.types.is_string(field.type):
        return None

    def counts(row: int) -> bool:
        if hidden is None or part.id not in hidden.dead_rows:
            return True
        return is_sorted and not field.nullable and not hidden.vector.count(row, row + 1)

    low, high = minmax[name]
    return _Bound(low, counts(file.first_row)), _Bound(high, counts(file.row_stop - 1))


def name_in_file(file: RunFile, definition: TableDefinition, column: str) -> str | None:
    """A column's name in a file; None when the file has it as another type, or not at all."""
    if any(key.name == column and key.expression for key in definition.key):
        return column
    columns = definition.file_columns(file.structure, file.absent)
    return next((c.file_name for c in columns if c.name == column and not c.changes), None)


def _exact(bounds: Sequence[_Bound], choose: Callable[[pa.Array], Any]) -> pa.Scalar | None:
    """The extreme of all files, if a row that counts has it; NULLs do not count in SQL."""
    extreme = choose(pa.array([bound.value for bound in bounds], bounds[0].value.type))
    known = any(bound.counts and bound.value == extreme for bound in bounds)
    return extreme if known else None
