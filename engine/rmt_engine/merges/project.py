"""Making the rows of projections of those of runs, in tasks that read columns of files.

This is for projections of columns as they are stored, and of states that can be counted and summed:
a task reads the columns, sorts them or makes groups of them, and writes. What has to be computed is
Spark's.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from rmt_engine.engines.keys import Indices, key_columns, key_names, query_arrow
from rmt_engine.engines.ordering import sorted_rows
from rmt_engine.merges.planning import FILE_ROWS
from rmt_engine.merges.ranges import RunSlice
from rmt_engine.store.part import RunFile
from rmt_engine.store.projected_column import ProjectedColumn
from rmt_engine.store.runs import RunLayout, RunWriter, read_rows
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

__all__ = ["ProjectTask", "project_runs", "sliced"]

_SLICE_ROWS = 500_000

_PIECE_BYTES = 256 * 1024 * 1024
"""Of so many bytes a task makes one run: it has their rows in memory, and once more in order."""
_WRAPS = "((({0} % 18446744073709551616) + 27670116110564327424) % 18446744073709551616)"
_SIGNED = f"{_WRAPS} - 9223372036854775808"
_UNSIGNED = "((({0} % 18446744073709551616) + 18446744073709551616) % 18446744073709551616)"


@dataclass(frozen=True)
class ProjectTask:
    """Runs to project.

    Attributes:
        storage: where they are, and the new ones go.
        slices: of the runs of one part.
        columns: of the projection, those of its key first.
        keys: how many of them are the key's.
        is_aggregate: whether rows become groups.
        schema: the projection's columns in files.
        layout: of its runs.
        directory: where they go.
    """

    storage: Storage
    slices: tuple[RunSlice, ...]
    columns: tuple[ProjectedColumn, ...]
    keys: int
    is_aggregate: bool
    schema: pa.Schema
    layout: RunLayout
    directory: str

    @property
    def key(self) -> tuple[str, ...]:
        """The columns of the files that the key is made of."""
        return tuple(column.source for column in self.columns[: self.keys])


def sliced(file: RunFile, most: int) -> list[RunSlice]:
    """A run cut into slices that are worth a task each.

    Args:
        file: the run.
        most: how many slices at most.
    """
    count = max(min(file.rows // _SLICE_ROWS, most), 1)
    bounds = [file.rows * number // count for number in range(count + 1)]
    return [RunSlice(file, *between) for between in itertools.pairwise(bounds)]


def project_runs(task: ProjectTask) -> list[RunFile]:
    """Writes the rows of the projection: sorted, in one run or several; groups of all slices.

    Raises:
        RmtError: a file is damaged, or not the one that was written.
    """
    pieces = (piece for one in task.slices for piece in _pieces(task, one))
    if task.is_aggregate:
        partial = [_groups(task, piece) for piece in pieces]
        if not partial:
            return []
        groups = _together(partial, task)
        runs = [
            _written(task, groups, np.arange(start, min(start + FILE_ROWS, groups.num_rows)))
            for start in range(0, groups.num_rows, FILE_ROWS)
        ]
    else:
        names = [column.name for column in task.columns]
        sources = [column.source for column in task.columns]
        runs = [
            _written(
                task, piece.select(sources).rename_columns(names), sorted_rows(piece, task.key)
            )
            for piece in pieces
        ]
    task.storage.sync(run.path for run in runs)
    return runs


def _pieces(task: ProjectTask, of: RunSlice) -> Iterator[pa.Table]:
    """The rows of a slice, as many at a time as a task can have in memory."""
    names = dict.fromkeys(column.source for column in task.columns if column.source)
    held: list[pa.Table] = []
    for table in read_rows(task.storage, of.file, tuple(names) or (ROW_ID,), of.start, of.stop):
        held.append(table)
        if sum(one.nbytes for one in held) >= _PIECE_BYTES:
            yield pa.concat_tables(held).combine_chunks()
            held = []
    if held:
        yield pa.concat_tables(held).combine_chunks()


def _written(task: ProjectTask, rows: pa.Table, order: Indices) -> RunFile:
    path = f"{task.directory}/projection-{uuid.uuid4().hex}.parquet"
    with RunWriter(task.storage, path, task.schema, task.layout, 0) as writer:
        for start in range(0, len(order), task.layout.row_group_rows):
            writer.write(rows.take(order[start : start + task.layout.row_group_rows]))
        return writer.close()


# Groups


def _groups(task: ProjectTask, rows: pa.Table) -> pa.Table:
    """The groups of rows: what their keys, their sums, their counts and their choices are.

    Values that are chosen are those of the row that has them.
    """
    keys = key_names(task.keys)
    columns = dict(zip(keys, key_columns(rows, task.key), strict=True))
    selected = ["min(i) AS i"]
    for place, column in enumerate(task.columns[task.keys :]):
        if column.function in ("min", "max"):
            [columns[f"v{place}"]] = key_columns(rows, [column.source])
            selected.append(f"arg_{column.function}(i, v{place}) AS s{place}")
        elif column.function in ("sum", "avg"):
            columns[f"v{place}"] = rows.column(column.source)
            selected.append(f"CAST(sum(v{place}) AS DECIMAL(38, 0)) AS s{place}")
    columns["i"] = pa.array(np.arange(rows.num_rows, dtype=np.int64))
    grouped = f" GROUP BY {', '.join(keys)}" if keys else ""
    query = f"SELECT {', '.join(selected)}, count(*) AS n FROM rows{grouped}"
    found = query_arrow(query, rows=pa.table(columns))
    first = found.column("i")
    made = {f"k{place}": rows.column(name).take(first) for place, name in enumerate(task.key)}
    made["n"] = found.column("n")
    for place, column in enumerate(task.columns[task.keys :]):
        if column.function in ("min", "max"):
            made[f"s{place}"] = rows.column(column.source).take(found.column(f"s{place}"))
        elif column.function == "any":
            made[f"s{place}"] = rows.column(column.source).take(first)
        elif column.function != "count":
            made[f"s{place}"] = found.column(f"s{place}")
    return pa.table(made)


def _together(groups: Sequence[pa.Table], task: ProjectTask) -> pa.Table:
    """The rows of the projection: groups of all pieces, each once, in the order of the key."""
    rows = pa.concat_tables(groups).combine_chunks()
    keys = key_names(task.keys)
    columns = dict(zip(keys, key_columns(rows, keys), strict=True))
    columns["i"] = pa.array(np.arange(rows.num_rows, dtype=np.int64))
    columns["n"] = rows.column("n")
    selected = ["min(i) AS i", "CAST(sum(n) AS BIGINT) AS n"]
    for place, column in enumerate(task.columns[task.keys :]):
        if column.function in ("min", "max"):
            [columns[f"s{place}"]] = key_columns(rows, [f"s{place}"])
            selected.append(f"arg_{column.function}(i, s{place}) AS s{place}")
        elif column.function in ("sum", "avg"):
            columns[f"s{place}"] = rows.column(f"s{place}")
            wrapped = _SIGNED if _is_signed(task, place) else _UNSIGNED
            total = wrapped.format(f"CAST(sum(s{place}) AS HUGEINT)")
            selected.append(f"CAST({total} AS DECIMAL(20, 0)) AS s{place}")
    grouped = f" GROUP BY {', '.join(keys)} ORDER BY {', '.join(keys)}" if keys else ""
    found = query_arrow(f"SELECT {', '.join(selected)} FROM rows{grouped}", rows=pa.table(columns))
    first, counts = found.column("i"), found.column("n")
    made = [rows.column(name).take(first) for name in keys]
    for place, column in enumerate(task.columns[task.keys :]):
        data_type = task.schema.field(column.name).type
        if column.function == "count":
            made.append(counts)
        elif column.function == "sum":
            made.append(found.column(f"s{place}").cast(data_type))
        elif column.function == "avg":
            sums = found.column(f"s{place}").cast(data_type.field(0).type)
            fields = [one.combine_chunks() for one in (sums, counts)]
            made.append(pa.StructArray.from_arrays(fields, fields=list(data_type.fields)))
        else:
            chosen = first if column.function == "any" else found.column(f"s{place}")
            made.append(rows.column(f"s{place}").take(chosen))
    return pa.table(made, names=[column.name for column in task.columns])


def _is_signed(task: ProjectTask, place: int) -> bool:
    """Whether sums are of signed numbers, which are kept as such."""
    data_type = task.schema.field(task.columns[task.keys + place].name).type
    if pa.types.is_struct(data_type):
        data_type = data_type.field(0).type
    return bool(pa.types.is_signed_integer(data_type))
