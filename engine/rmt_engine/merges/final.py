"""Building deletion vectors: which rows FINAL must not show.

A vector is built once for a snapshot and a scope. A later one starts from it and looks only at keys
of the parts that came since: parts only ever beat rows, so dead rows stay dead, unless a part went
whose newest rows no other part took over; then everything is looked at again. So it is when rows
come back that were dead when they went, and when rows that cancel others come between them.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rmt_engine.engines import ChoosingAlgorithm, algorithm_of, engine_of
from rmt_engine.errors import RmtError
from rmt_engine.merges.dead_rows import DeadRowsTask, are_few_new, find_dead_rows
from rmt_engine.merges.folded_final import fold_snapshot, is_replacement
from rmt_engine.merges.key_sets import near_by_extremes
from rmt_engine.merges.planning import Describe, StoredTable
from rmt_engine.merges.ranges import (
    KeyRange,
    cut_ranges,
    narrowed,
    near,
    rows_per_task,
    shared_out,
)
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.digests import DAMAGE, damage_named
from rmt_engine.store.masks import HiddenRows, read_mask
from rmt_engine.store.part import Part, PartName, RunFile
from rmt_engine.store.partitions import LastCommands
from rmt_engine.store.runs import RunLayout, describe_run
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Staging, Store
from rmt_engine.store.table import Table, TableDefinition
from rmt_engine.store.vectors import DeletionVectorRecord

__all__ = [
    "PARTITION",
    "TABLE",
    "FinalRows",
    "FinalState",
    "dead_rows_from_nothing",
    "final_scope",
    "forget_vector",
]

TABLE = "table"
PARTITION = "partition"
_TASK_ROWS = 8_000_000
_MAX_FILES = 16
_REPLACEMENT = "replacement"
_REPLACEMENT_ID = -1
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FinalState(HiddenRows):
    """A deletion vector in use: the rows beaten by others, deleted by a mark, or masked.

    Attributes:
        version: the table version it holds for.
        replacement: runs whose rows FINAL shows in place of dead ones, where the engine computes
            values; the vector masks some of their rows, too.
    """

    version: int
    replacement: tuple[RunFile, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """The replacement runs as a part; none if there are none."""
        return _as_part(self.replacement)


def final_scope(definition: TableDefinition, within_partitions: bool) -> str:
    """Where FINAL looks for newer rows: in the whole table or in each partition.

    When the partition key only depends on the sorting key, versions of a row share their partition
    and the two are the same.
    """
    return PARTITION if within_partitions or definition.partition_follows_key else TABLE


def _cannot_describe(table: Table) -> StoredTable:
    raise RmtError("LOGICAL_ERROR", f"Nothing can fold the rows of {table.qualified}.")


class _DamagedVectorError(Exception):
    """A deletion vector is not what was written."""


class FinalRows:
    """Gives the deletion vector of a snapshot, building it when it is missing.

    Args:
        store: the store.
        describe: tells how rows are stored; for engines that compute values.
    """

    def __init__(self, store: Store, describe: Describe | None = None) -> None:
        self._store = store
        self._describe = describe or _cannot_describe
        self._latest: dict[tuple[int, str], FinalState] = {}
        self._locks: defaultdict[tuple[int, str], threading.Lock] = defaultdict(threading.Lock)

    def state(self, snapshot: Snapshot, scope: str) -> FinalState:
        """The deletion vector of a snapshot; a second caller waits for the first one's.

        Args:
            snapshot: of a table whose engine has FINAL.
            scope: `table` or `partition`.

        Raises:
            RmtError: `INCORRECT_DATA`, a mark in the is_deleted column is neither 0 nor 1.
        """
        slot = (snapshot.table.id, scope)
        with self._locks[slot]:
            known = self._latest.get(slot)
            if known is not None and known.version == snapshot.version:
                return known
            state = self._load_or_build(snapshot, scope)
            if known is None or known.version < state.version:
                self._latest[slot] = state
            return state

    def _load_or_build(self, snapshot: Snapshot, scope: str) -> FinalState:
        """Loads or builds it; a vector whose files are lost or damaged is forgotten."""
        table = snapshot.table
        while True:
            base = self._store.registry.vectors.newest(table.id, scope, snapshot.version)
            try:
                return self._from_base(snapshot, scope, base)
            except _DamagedVectorError as error:
                if base is None:
                    # It is another endpoint's, which recorded one meanwhile.
                    continue
                _log.warning("the deletion vector of %s is built anew: %s", table.qualified, error)
                forget_vector(self._store, table.id, scope, base)

    def _from_base(
        self, snapshot: Snapshot, scope: str, base: DeletionVectorRecord | None
    ) -> FinalState:
        """The vector that starts from an earlier one.

        Raises:
            _DamagedVectorError: the earlier one cannot be used.
        """
        if base is not None and base.version == snapshot.version:
            known = self._base_state(snapshot, scope, base)
            parts = (*snapshot.parts, *known.parts)
            if _dead_rows(parts, known.vector) != base.dead_rows:
                raise _DamagedVectorError("it has other rows than were counted when it was built")
            return known
        last = self._store.partitions.last_commands(snapshot.table.id)
        everything = frozenset(file.path for file in snapshot.files)
        if base is not None and self._continues(base, snapshot, scope, last):
            known = self._base_state(snapshot, scope, base)
            new = self._new_paths(base, snapshot)
            if base.version >= last.joined and _can_go_on(known, snapshot, new):
                return self._build(snapshot, scope, base, known, new)
            # The base's files may still hold dead rows of a part that is back.
            added = self._added_files(base, snapshot)
            computes = engine_of(snapshot.table.definition).computes
            if not computes and not any(
                known.vector.count(file.first_row, file.row_stop) for file in added
            ):
                new = frozenset(file.path for file in added)
                return self._build(snapshot, scope, None, known, new)
        nothing = FinalState(DeletionVector.empty(), (), {}, snapshot.version)
        return self._build(snapshot, scope, None, nothing, everything)

    def _base_state(self, snapshot: Snapshot, scope: str, base: DeletionVectorRecord) -> FinalState:
        known = self._latest.get((snapshot.table.id, scope))
        if known is not None and known.version == base.version:
            return known
        vectors = tuple(path for path in base.files if not is_replacement(path))
        runs = [path for path in base.files if is_replacement(path)]
        storage = self._store.storage
        try:
            vector = DeletionVector.load(storage, vectors)
            layout = self._describe(snapshot.table).layout if runs else None
            replacement = tuple(_described(storage, path, layout) for path in runs if layout)
        except RmtError as error:
            if error.name not in DAMAGE:
                raise
            raise _DamagedVectorError(error.message) from error
        return FinalState(vector, vectors, base.dead_rows, base.version, replacement)

    def _continues(
        self, base: DeletionVectorRecord, snapshot: Snapshot, scope: str, last: LastCommands
    ) -> bool:
        """Whether every part that went since the base was taken over, newest rows and all.

        A merge or mutation that dropped newest rows may itself be merged by now, by a merge that
        dropped none. What happened to parts that are forgotten nobody can tell. In the scope of
        partitions one that went as a whole leaves no row that it had beaten.
        """
        now = {part.id for part in snapshot.parts}
        registry, table_id = self._store.registry, snapshot.table.id
        if base.version < (last.torn if scope == PARTITION else last.lost):
            return False
        before = registry.parts.at(table_id, base.version)
        known = {part.id for part in before}
        added = [part for part in snapshot.parts if part.id not in known]
        if base.parts != len(known):
            return False
        keeps_rows = engine_of(snapshot.table.definition).keeps_rows
        if not (keeps_rows or _are_last(added, snapshot, scope)):
            return False
        gone = [part.name for part in before if part.id not in now]
        if scope == PARTITION:
            gone = _in_kept_partitions(gone, snapshot, known)
        if not gone:
            return True
        incomplete = registry.parts.incomplete(table_id, base.version)
        return all(
            any(new.name.covers(name) for new in added)
            and not any(part.name.covers(name) for part in incomplete)
            for name in gone
        )

    def _new_paths(self, base: DeletionVectorRecord, snapshot: Snapshot) -> frozenset[str]:
        """The files that came since the base; a mutated part shares those it did not change."""
        registry = self._store.registry
        before = {part.id for part in registry.parts.at(snapshot.table.id, base.version)}
        now = {part.id for part in snapshot.parts}
        added = self._added_files(base, snapshot)
        known = registry.files.paths_of(sorted(before - now)) if added else frozenset()
        return frozenset(file.path for file in added) - known

    def _added_files(self, base: DeletionVectorRecord, snapshot: Snapshot) -> list[RunFile]:
        """The files of the parts that came since the base."""
        parts = self._store.registry.parts.at(snapshot.table.id, base.version)
        before = {part.id for part in parts}
        return [file for part in snapshot.parts if part.id not in before for file in part.files]

    def _build(
        self,
        snapshot: Snapshot,
        scope: str,
        base: DeletionVectorRecord | None,
        known: FinalState,
        new_paths: frozenset[str],
    ) -> FinalState:
        started = time.monotonic()
        earlier = known.replacement if base is not None else ()
        computes = engine_of(snapshot.table.definition).computes
        with self._store.stage(snapshot.table) as staging:
            if computes:
                found = self._folded(snapshot, scope, earlier, new_paths, staging)
            else:
                found = self._masked(snapshot, scope, new_paths)
            died, runs, rows = found
            state = self._save(snapshot, scope, base, known, died, (*earlier, *runs), staging)
        _log.info(
            "built deletion vector table=%s version=%d scope=%s rows=%d dead=%d seconds=%.3f",
            snapshot.table.qualified,
            snapshot.version,
            scope,
            rows,
            sum(state.dead_rows.values()),
            time.monotonic() - started,
        )
        return state

    def _masked(
        self, snapshot: Snapshot, scope: str, new_paths: frozenset[str]
    ) -> tuple[DeletionVector, tuple[RunFile, ...], int]:
        """The rows that died, of an engine that chooses rows; no run; how many were looked at."""
        tasks = _plan(self._store, snapshot, scope, new_paths)
        rows = sum(task.key_range.rows for task in tasks)
        # A run that is not new had its mask when the base was built: a row masked since then makes
        # its part incomplete.
        masked = read_mask(self._store.storage, (f for f in snapshot.files if f.path in new_paths))
        found = self._store.runner.run(find_dead_rows, tasks, rows)
        return DeletionVector.union([masked, *found]), (), rows

    def _folded(
        self,
        snapshot: Snapshot,
        scope: str,
        earlier: tuple[RunFile, ...],
        new_paths: frozenset[str],
        staging: Staging,
    ) -> tuple[DeletionVector, tuple[RunFile, ...], int]:
        """The same of an engine that computes values, with new replacement runs."""
        folded = fold_snapshot(
            self._store,
            self._describe(snapshot.table),
            snapshot,
            scope == PARTITION,
            earlier,
            new_paths,
            staging.directory,
        )
        rows = sum(file.rows for file in snapshot.files if file.path in new_paths)
        return folded.died, folded.runs, rows

    def _save(
        self,
        snapshot: Snapshot,
        scope: str,
        base: DeletionVectorRecord | None,
        known: FinalState,
        died: DeletionVector,
        runs: tuple[RunFile, ...],
        staging: Staging,
    ) -> FinalState:
        files = [*snapshot.files, *runs]
        ranges = [(file.first_row, file.row_stop) for file in files]
        vector = DeletionVector.union([known.vector, died]).restrict(ranges)
        runs = tuple(run for run in runs if vector.count(run.first_row, run.row_stop) < run.rows)
        kept = known.files if base is not None and len(known.files) < _MAX_FILES else ()
        written = died if kept else vector
        dead_rows = _dead_rows((*snapshot.parts, *_as_part(runs)), vector)
        vectors = list(kept)
        if len(written.chunks):
            stem = f"{staging.directory}/{uuid.uuid4().hex}"
            vectors.append(written.save(self._store.storage, stem))
        count = len(snapshot.parts)
        all_files = (*vectors, *(run.path for run in runs))
        record = DeletionVectorRecord(snapshot.version, all_files, dead_rows, count)
        committed = self._store.registry.vectors.commit(
            snapshot.table.id, scope, record, [staging.directory]
        )
        new = any(path.startswith(f"{staging.directory}/") for path in all_files)
        staging.committed = committed and new
        if not committed:
            # Another endpoint built the same; what it wrote stays, and is what a query needs.
            recorded = self._store.registry.vectors.newest(
                snapshot.table.id, scope, snapshot.version
            )
            if recorded is None:
                return FinalState(vector, (), dead_rows, snapshot.version)
            return self._base_state(snapshot, scope, recorded)
        return FinalState(vector, tuple(vectors), dead_rows, snapshot.version, runs)


def forget_vector(store: Store, table_id: int, scope: str, record: DeletionVectorRecord) -> None:
    """Forgets a vector that cannot be used, with its files; the next query builds it anew."""
    files = store.registry.vectors.forget(table_id, scope, record)
    store.storage.delete_files(files)


def dead_rows_from_nothing(store: Store, snapshot: Snapshot, scope: str) -> DeletionVector:
    """The dead rows of a snapshot as no earlier vector tells them, one key range at a time."""
    tasks = _plan(store, snapshot, scope, frozenset(file.path for file in snapshot.files))
    masked = read_mask(store.storage, snapshot.files)
    return DeletionVector.union([masked, *map(find_dead_rows, tasks)])


def _plan(
    store: Store, snapshot: Snapshot, scope: str, new_paths: frozenset[str]
) -> list[DeadRowsTask]:
    """The tasks that find what died: for each partition, or for the table, by key range."""
    definition = snapshot.table.definition
    algorithm = algorithm_of(definition)
    assert isinstance(algorithm, ChoosingAlgorithm)
    groups = [list(snapshot.parts)] if scope == TABLE else list(snapshot.partitions().values())
    tasks: list[DeadRowsTask] = []
    for parts in groups:
        new = [file for part in parts for file in part.files if file.path in new_paths]
        if not new or _all_alive(parts, definition):
            continue
        old = [f for part in parts for f in part.files if f.path not in new_paths]
        close = near(old, new, algorithm.neighbours) if old else {}
        if algorithm.is_scattered:
            beside = near_by_extremes(old, new, algorithm.key)
            close = {path: piece for path, piece in close.items() if path in beside}
        runs = [f for part in parts for f in part.files if f.path in new_paths or f.path in close]
        rows = sum(run.rows for run in runs)
        target = rows_per_task(rows, store.runner.parallelism, _TASK_ROWS)
        merged = {f.path: part.id for part in parts if part.name.level for f in part.files}
        for key_range in cut_ranges(runs, algorithm.neighbours, target):
            pieces = narrowed(key_range, close)
            is_new = tuple(piece.file.path in new_paths for piece in pieces.slices)
            if any(is_new):
                numbers = pieces.known_of(merged)
                tasks += [
                    DeadRowsTask(store.storage, share, is_new, algorithm, numbers)
                    for share in _shares(pieces, algorithm, new_paths, target)
                ]
    return tasks


def _shares(
    key_range: KeyRange, algorithm: ChoosingAlgorithm, new_paths: frozenset[str], target: int
) -> list[KeyRange]:
    """A range as ranges that a task has room for, where rows of one key may lie anywhere."""
    if not algorithm.is_scattered:
        return [key_range]
    rows = key_range.rows
    if are_few_new(key_range, new_paths):
        rows = sum(piece.rows for piece in key_range.slices if piece.file.path in new_paths)
    return shared_out(key_range, algorithm.key, rows, target)


def _described(storage: Storage, path: str, layout: RunLayout) -> RunFile:
    """A replacement run that was written earlier."""
    with damage_named(path):
        return describe_run(storage, path, storage.size(path), layout)


def _as_part(runs: tuple[RunFile, ...]) -> tuple[Part, ...]:
    """Replacement runs as a part, for what reads parts."""
    if not runs:
        return ()
    name = PartName(_REPLACEMENT, 0, 0, 0)
    return (Part(_REPLACEMENT_ID, name, (), runs, unique=True, complete=True, created_at=0.0),)


def _are_last(added: Sequence[Part], snapshot: Snapshot, scope: str) -> bool:
    """Whether parts stand behind all others, in each partition or in the table.

    Where rows cancel those before them, one that is put between two others may bring one back.
    """
    new = {part.id for part in added}
    groups = [snapshot.parts] if scope == TABLE else list(snapshot.partitions().values())
    return all(
        {part.id for part in parts[len(parts) - of_group :]} <= new
        for parts in groups
        if (of_group := sum(part.id in new for part in parts))
    )


def _in_kept_partitions(
    gone: Sequence[PartName], snapshot: Snapshot, known: set[int]
) -> list[PartName]:
    """The parts that went from partitions of which known rows are still there."""
    kept = {
        part.name.partition_id
        for part in snapshot.parts
        if part.id in known or any(part.name.covers(name) for name in gone)
    }
    return [name for name in gone if name.partition_id in kept]


def _all_alive(parts: Sequence[Part], definition: TableDefinition) -> bool:
    """Whether nothing can be dead: one part of unique rows and no column that marks deletes."""
    return len(parts) == 1 and parts[0].unique and definition.is_deleted is None


def _dead_rows(parts: Sequence[Part], vector: DeletionVector) -> dict[int, int]:
    counts = {
        part.id: sum(vector.count(file.first_row, file.row_stop) for file in part.files)
        for part in parts
    }
    return {part: count for part, count in counts.items() if count}


def _can_go_on(known: FinalState, snapshot: Snapshot, new_paths: frozenset[str]) -> bool:
    """Whether a vector with replacement runs may be the base of the next one.

    Not when they are many, or hold more dead rows than others; nor when the table's structure has
    changed: what a file lacks is computed of its rows, not of what they are folded into.
    """
    if not engine_of(snapshot.table.definition).computes:
        return True
    runs, vector = known.replacement, known.vector
    dead = known.dead_rows.get(_REPLACEMENT_ID, 0)
    if len(runs) > _MAX_FILES or 2 * dead > sum(run.rows for run in runs):
        return False
    definition = snapshot.table.definition
    old = [file for file in snapshot.files if file.path not in new_paths]
    return all(definition.is_current(run.structure, run.absent) for run in runs) and all(
        definition.is_current(file.structure, file.absent)
        or vector.count(file.first_row, file.row_stop) == file.rows
        for file in old
    )
