"""Rows marked as deleted that merges drop by themselves: `tombstone_retention_seconds`.

A tombstone may go when it is old and nothing is left for it to hide: no part outside of the merge
may hold a row with its key. It is as old as the part that it is in, so that a merge that keeps it
makes it young again. The registry knows the keys of every file by its marks, and by its extremes
whether it has tombstones; no file is read to find out.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from sqlalchemy import Connection

from rmt_engine.engines.keys import compare_keys, key_table, query_arrow
from rmt_engine.merges.key_sets import near_by_extremes
from rmt_engine.store.part import ArrowIpc, Part, PartName, RunFile
from rmt_engine.store.parts import Parts
from rmt_engine.store.runs import read_marks
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table, TableDefinition

__all__ = [
    "DroppedTombstones",
    "LateRowsError",
    "first_due",
    "select_due",
]

_RETENTION = "tombstone_retention_seconds"


class LateRowsError(Exception):
    """Rows came during a merge that tombstones which it dropped would have hidden."""


@dataclass(frozen=True)
class DroppedTombstones:
    """The tombstones that a merge drops by itself.

    Attributes:
        parts: those that are merged.
        runs: of these the runs whose tombstones go.
        version: the table's, when no other part had a key of those runs.
    """

    parts: tuple[Part, ...]
    runs: tuple[RunFile, ...] = ()
    version: int = 0

    @classmethod
    def of(cls, store: Store, table: Table, parts: tuple[Part, ...]) -> DroppedTombstones:
        """What goes in a merge that begins now."""
        if not _retention(table.definition):
            return cls(parts)
        snapshot = store.snapshots.current(table)
        return cls(parts, tuple(_droppable(snapshot, parts, time.time())), snapshot.version)

    def paths(self, read: Mapping[str, Collection[RunFile]]) -> frozenset[str]:
        """The paths of the runs that the merge reads whose tombstones go.

        Args:
            read: what is read in the place of each run, by its path.
        """
        return frozenset(new.path for run in self.runs for new in read.get(run.path, ()))

    def check(self, connection: Connection, table: Table, result: PartName) -> None:
        """Makes sure that no part came meanwhile that has a key of those runs.

        Args:
            connection: the transaction that commits the merge.
            table: the table.
            result: the name of the merge's own part.

        Raises:
            LateRowsError: one came.
        """
        if not self.runs:
            return
        came = Parts.added_in(connection, table.id, self.version)
        others = [part for part in came if part.name != result]
        partition_id = result.partition_id
        if len(_runs_apart(table.definition, self.runs, partition_id, others)) < len(self.runs):
            raise LateRowsError


def _retention(definition: TableDefinition) -> int:
    """For how many seconds merges keep tombstones; 0 for ever."""
    if definition.is_deleted is None:
        return 0
    return int(definition.settings.get(_RETENTION, "0"))


def first_due(definition: TableDefinition, parts: Iterable[Part], after: float = 0.0) -> float:
    """When the first tombstones of parts are old enough; infinite if there are none.

    Args:
        definition: the table's.
        parts: the parts.
        after: moments up to this one do not count.
    """
    seconds = _retention(definition)
    if not seconds:
        return math.inf
    moments = (p.created_at + seconds for p in parts if _has_tombstones(definition, p.files))
    return min((moment for moment in moments if moment > after), default=math.inf)


def _droppable(snapshot: Snapshot, parts: Sequence[Part], now: float) -> list[RunFile]:
    """The runs of which a merge drops the tombstones.

    Args:
        snapshot: the table's.
        parts: those that are merged.
        now: seconds since 1970.
    """
    definition = snapshot.table.definition
    seconds = _retention(definition)
    if not seconds:
        return []
    old = [
        file
        for part in parts
        if part.created_at + seconds <= now
        for file in part.files
        if _may_have_tombstones(definition, file)
    ]
    merged = {part.id for part in parts}
    others = [part for part in snapshot.parts if part.id not in merged]
    return _runs_apart(definition, old, parts[0].name.partition_id, others)


def _runs_apart(
    definition: TableDefinition, runs: Sequence[RunFile], partition_id: str, others: Iterable[Part]
) -> list[RunFile]:
    """Those of some runs that have no key in common with other parts.

    Args:
        definition: the table's.
        runs: the runs.
        partition_id: of the partition that they are in.
        others: the other parts; they are of all partitions, among which FINAL may look for a key.
    """
    beside = [
        file
        for part in others
        if not definition.partition_follows_key or part.name.partition_id == partition_id
        for file in part.files
    ]
    if not runs or not beside:
        return list(runs)
    if definition.has_unsorted_key:
        near = near_by_extremes(runs, beside, definition.version_key)
        return [run for run in runs if run.path not in near]
    key = _common_key(definition, (*runs, *beside))
    if not key:
        return []
    tables = {
        f"{name}_{end}": _ends(files, key, place)
        for name, files in (("ours", runs), ("theirs", beside))
        for end, place in (("low", 0), ("high", -1))
    }
    before = compare_keys(len(key), "ours_high", "<", "theirs_low")
    behind = compare_keys(len(key), "theirs_high", "<", "ours_low")
    query = (
        "SELECT DISTINCT ours_low.i AS i FROM ours_low JOIN ours_high ON ours_low.i = ours_high.i, "
        "theirs_low JOIN theirs_high ON theirs_low.i = theirs_high.i "
        f"WHERE NOT ({before}) AND NOT ({behind})"
    )
    shared = set(query_arrow(query, **tables).column("i").to_pylist())
    return [run for place, run in enumerate(runs) if place not in shared]


def select_due(
    snapshot: Snapshot, stretches: Iterable[Sequence[Part]], most_bytes: float, now: float
) -> list[Part]:
    """The parts to merge because of old tombstones; empty when none would go.

    A part whose keys no other part has is merged alone, otherwise its whole partition is.

    Args:
        snapshot: the table's.
        stretches: neighbouring parts of a partition that nobody else merges, by block.
        most_bytes: the most bytes the merge may read.
        now: seconds since 1970.
    """
    definition = snapshot.table.definition
    if first_due(definition, snapshot.parts) > now:
        return []
    sizes = {name: len(parts) for name, parts in snapshot.partitions().items()}
    for stretch in stretches:
        due = [part for part in stretch if first_due(definition, [part]) <= now]
        is_whole = len(stretch) == sizes[stretch[0].name.partition_id]
        chosen = [[part] for part in due] + ([list(stretch)] if due and is_whole else [])
        for parts in chosen:
            fits = sum(part.bytes for part in parts) <= most_bytes
            if fits and _has_tombstones(definition, _droppable(snapshot, parts, now)):
                return parts
    return []


def _common_key(definition: TableDefinition, files: Iterable[RunFile]) -> tuple[str, ...]:
    """The first columns of the key that all files have: a key may have got columns at its end."""
    key = definition.key_columns
    for file in files:
        there = read_marks(file).column_names
        count = next((n for n, name in enumerate(key) if name not in there), len(key))
        key = key[:count]
    return key


def _ends(files: Sequence[RunFile], key: Sequence[str], place: int) -> pa.Table:
    """The first or the last key of each file, with the file's number."""
    marks = (key_table(read_marks(file), key) for file in files)
    rows = [table.slice(place % table.num_rows, 1) for table in marks]
    numbers = pa.array(np.arange(len(rows), dtype=np.int64))
    return pa.concat_tables(rows, promote_options="permissive").append_column("i", numbers)


def _may_have_tombstones(definition: TableDefinition, file: RunFile) -> bool:
    """Whether a file may have tombstones: it says none, or says nothing."""
    return _greatest_mark(file.minmax, definition.is_deleted or "") != 0


def _has_tombstones(definition: TableDefinition, files: Iterable[RunFile]) -> bool:
    """Whether there are tombstones in some of these files."""
    name = definition.is_deleted or ""
    return any(_greatest_mark(file.minmax, name) == 1 for file in files)


@functools.lru_cache(maxsize=20_000)
def _greatest_mark(minmax: ArrowIpc, name: str) -> int | None:
    """The greatest value of the column of marks; None when it is not known."""
    if not minmax:
        return None
    extremes = pa.ipc.open_stream(minmax).read_all()
    if name not in extremes.schema.names:
        return None
    greatest = extremes[name].to_pylist()[1]
    return None if greatest is None else int(greatest)
