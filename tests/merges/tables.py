"""Tables to insert into, merge and look at, and what must come out, in plain Python."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from rmt_engine.merges.block_identity import BlockIdentity
from rmt_engine.merges.changed_parts import KeptProjections
from rmt_engine.merges.insert import InsertPlan, write_block
from rmt_engine.merges.masking import MASKED, mask_rows, plan_masks, read_masked
from rmt_engine.merges.merge import Merge, run_merge
from rmt_engine.merges.mutator import Mutator
from rmt_engine.merges.optimize import MergeRequest, optimize
from rmt_engine.merges.planning import StoredTable
from rmt_engine.store.deletion_vectors import CHUNK_ROWS, DeletionVector
from rmt_engine.store.masks import HiddenRows, read_mask
from rmt_engine.store.mutations import Mutation
from rmt_engine.store.part import NewPart, Part, PartName, RunFile
from rmt_engine.store.runs import RunLayout, RunWriter
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import ROW_ID, Table
from tests.store.samples import definition

Row: TypeAlias = Mapping[str, Any]
_numbers = itertools.count()

ARROW = {
    "Int64": pa.int64(),
    "UInt64": pa.uint64(),
    "UInt8": pa.uint8(),
    "Bool": pa.bool_(),
    "Float64": pa.float64(),
    "String": pa.string(),
    "Date": pa.date32(),
}


class Bench:
    """A table with the moves the engine makes on it.

    Args:
        store: where.
        columns: names and types.
        key: the sorting key.
        partition_by: the column whose values are partition ids.
        options: further arguments of `definition`.
    """

    def __init__(
        self,
        store: Store,
        columns: Mapping[str, str],
        key: Sequence[str] = ("k",),
        partition_by: str | None = None,
        **options: Any,
    ) -> None:
        self.store = store
        self.partition_by = partition_by
        self.schema = pa.schema([(name, ARROW[text]) for name, text in columns.items()])
        self.layout = RunLayout(tuple(key), minmax=tuple(columns), row_group_rows=8)
        declared = definition(columns, key, **options)
        self.table = store.registry.tables.create("db", f"t{next(_numbers)}", declared)

    def plan(self, collapse: bool = True, identity: BlockIdentity | None = None) -> InsertPlan:
        return InsertPlan(
            self.table.definition,
            self.schema,
            self.layout,
            collapse,
            lambda p: "-".join(p) or "all",
            identity,
        )

    def insert(self, *rows: Row, collapse: bool = True) -> list[str]:
        """Inserts a block and returns the names of its parts."""
        with self.store.stage(self.table) as staging:
            block = pa.Table.from_pylist(list(rows), schema=self.schema)
            texts = [str(row[self.partition_by]) for row in rows] if self.partition_by else None
            partitions = pa.table({} if texts is None else {"p": pa.array(texts, pa.string())})
            directory = staging.directory
            parts = write_block(self.store, directory, self.plan(collapse), block, partitions)
            names = self.store.registry.parts.commit(self.table.id, parts, [directory])
            staging.committed = True
        assert names is not None
        return [str(name) for name in names]

    def optimize(self, **request: Any) -> int:
        """Merges parts and returns how many merges that were."""
        return optimize(self.store, self.table, lambda _: self.stored, MergeRequest(**request))

    def merge(self, *places: int, **options: Any) -> bool:
        """Merges the parts at these places."""
        parts = self.snapshot().parts
        merge = Merge(tuple(parts[place] for place in places), **options)
        return run_merge(self.store, self.stored, merge)

    @property
    def stored(self) -> StoredTable:
        """The table and how its rows are stored."""
        return StoredTable(self.table, self.schema, self.layout)

    def snapshot(self) -> Snapshot:
        return self.store.snapshots.current(self.table)

    def names(self) -> list[str]:
        return [str(part.name) for part in self.snapshot().parts]

    def rows(self) -> list[dict[str, Any]]:
        """All rows but masked ones, part by part."""
        return [row for _, row in self._numbered()]

    def mask(self, matches: Callable[[Row], bool]) -> None:
        """Takes rows away as DELETE FROM does."""
        self.store.mutations.record(self.table.id, "DELETE")
        mutator = Mutator(self.store, _Masker(self, matches), lambda _: None)
        while self.store.mutations.unfinished(self.table.id):
            mutator.advance()

    def visible(self, state: HiddenRows) -> list[dict[str, Any]]:
        """The rows a deletion vector leaves."""
        dead = members(state.vector)
        return [row for number, row in self._numbered() if number not in dead]

    def _numbered(self) -> list[tuple[int, dict[str, Any]]]:
        files = self.snapshot().files
        rows = [row for file in files for row in live_rows(self.store.storage, file)]
        return [(row.pop(ROW_ID), row) for row in rows]


class WithoutProjections:
    """What a changer says of tables that have none."""

    def projections_after(self, *_: object) -> KeptProjections:
        return KeptProjections()

    def project(self, _table: Table, parts: Sequence[NewPart], *_: object) -> list[NewPart]:
        return list(parts)


class _Masker(WithoutProjections):
    """Masks the rows for which a function says so: a `RowChanger` for one mutation."""

    def __init__(self, bench: Bench, matches: Callable[[Row], bool]) -> None:
        self.bench = bench
        self.matches = matches

    def only_masks(self, _: Mutation) -> bool:
        return True

    def mask(
        self, table: Table, mutation: Mutation, parts: Sequence[Part], directory: str
    ) -> dict[str, RunFile]:
        return write_masks(self.bench.store.storage, parts, directory, self.matches)

    def matched_files(self, *_: object) -> dict[str, int]:
        raise AssertionError("a lightweight delete rewrites nothing")

    def rewrite(self, *_: object) -> dict[str, tuple[RunFile, ...]]:
        raise AssertionError("a lightweight delete rewrites nothing")

    def cancel(self, mutation: Mutation) -> None:
        """Nothing takes long."""


def write_masks(
    storage: Storage, parts: Sequence[Part], directory: str, matches: Callable[[Row], bool]
) -> dict[str, RunFile]:
    """Masks rows as Spark's tasks do, a task for each run."""
    plan = plan_masks(storage, directory, parts)
    schema = pa.schema([(ROW_ID, pa.int64())])
    answers: list[pa.RecordBatch] = []
    for file in (file for part in parts for file in part.files):
        ids = [{ROW_ID: row[ROW_ID]} for row in live_rows(storage, file) if matches(row)]
        batches = pa.Table.from_pylist(ids, schema=schema).to_batches(max_chunksize=3)
        answers += mask_rows(plan, batches)
    return read_masked(pa.Table.from_batches(answers, MASKED), parts)


def live_rows(storage: Storage, file: RunFile) -> list[dict[str, Any]]:
    """The rows of a run that are not masked."""
    masked = members(read_mask(storage, [file]))
    return [row for row in read_run(storage, file) if row[ROW_ID] not in masked]


def read_run(storage: Storage, file: RunFile) -> list[dict[str, Any]]:
    with storage.open_parquet(file.path) as parquet:
        return list(parquet.read().to_pylist())


def row_ids(storage: Storage, files: Iterable[RunFile]) -> list[int]:
    return [row[ROW_ID] for file in files for row in read_run(storage, file)]


def write_run(
    storage: Storage,
    path: str,
    rows: pa.Table,
    key: Sequence[str] = ("k",),
    first_row: int = 0,
) -> RunFile:
    """Writes rows as they are; that they are in the order of the key is the caller's business."""
    storage.create_directory(path.rpartition("/")[0])
    layout = RunLayout(tuple(key), row_group_rows=8)
    with RunWriter(storage, path, rows.schema, layout, first_row) as writer:
        writer.write(rows)
        return writer.close()


def members(vector: DeletionVector) -> set[int]:
    """The row ids in a deletion vector."""
    bits = np.unpackbits(vector.words.view(np.uint8), axis=1, bitorder="little")
    chunks, rows = np.nonzero(bits)
    return set((vector.chunks[chunks] * CHUNK_ROWS + rows).tolist())


def partition_of(name: str) -> str:
    return PartName.parse(name).partition_id


# What must come out


def rank(value: Any) -> tuple[Any, ...]:
    """ClickHouse's order of values in a key: NULL behind everything, NaN behind all numbers."""
    if value is None:
        return (2,)
    if isinstance(value, float) and math.isnan(value):
        return (1,)
    if isinstance(value, str):
        return (0, value.encode())
    return (0, value)


def key_of(row: Row, key: Sequence[str]) -> tuple[Any, ...]:
    """A row's key; two keys are equal or in order as these are."""
    return tuple(rank(row[name]) for name in key)


def newest(rows: Sequence[Row], key: Sequence[str], version: str | None = None) -> list[Row]:
    """Of the rows with the same key the one with the highest version, of those the last."""
    winners: dict[tuple[Any, ...], Row] = {}
    for row in rows:
        identity = key_of(row, key)
        beaten = winners.get(identity)
        if beaten is None or version is None or rank(row[version]) >= rank(beaten[version]):
            winners[identity] = row
    return [winners[identity] for identity in sorted(winners)]


def current(
    rows: Sequence[Row],
    key: Sequence[str],
    version: str | None = None,
    is_deleted: str | None = None,
) -> list[Row]:
    """What FINAL shows: the newest rows that are not marked as deleted."""
    return [row for row in newest(rows, key, version) if is_deleted is None or not row[is_deleted]]
