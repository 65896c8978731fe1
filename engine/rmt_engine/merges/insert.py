"""From rows just inserted to parts: sorted, collapsed, numbered, named.

Rows come either as one small block in the driver's memory (`write_block`) or as runs that Spark's
tasks wrote (`seal_runs`). Either way each partition of a block becomes a part.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines import MergeAlgorithm, algorithm_of, engine_of
from rmt_engine.engines.keys import adjacent_duplicates, key_table
from rmt_engine.engines.merge_tree import Ordinary
from rmt_engine.errors import RmtError
from rmt_engine.merges.block_identity import BlockIdentity
from rmt_engine.merges.gather import MergeTask, merge_runs
from rmt_engine.merges.planning import plan_tasks
from rmt_engine.store.deletion_vectors import whole_chunks
from rmt_engine.store.part import NewPart, RunFile
from rmt_engine.store.runs import RunLayout, RunWriter, describe_run
from rmt_engine.store.storage import FileInfo, Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import TableDefinition

__all__ = ["InsertPlan", "TaskRun", "seal_runs", "write_block"]


@dataclass(frozen=True)
class InsertPlan:
    """What an insert needs to know of its table.

    Attributes:
        definition: the table's definition.
        schema: the stored columns.
        layout: the layout of runs.
        collapse: whether rows with the same key inside a block become one.
        partition_id: makes a partition's id from the texts of its values.
        identity: gives blocks their ids; None when nobody compares them.
    """

    definition: TableDefinition
    schema: pa.Schema
    layout: RunLayout
    collapse: bool
    partition_id: Callable[[Sequence[str]], str]
    identity: BlockIdentity | None = None

    @property
    def algorithm(self) -> MergeAlgorithm:
        """What happens to rows with the same key inside a block."""
        return (
            algorithm_of(self.definition)
            if self.collapse
            else Ordinary(self.definition.key_columns)
        )

    @property
    def level(self) -> int:
        """The level of a new part: 1 when its block was collapsed, which is a merge."""
        return int(self.collapse and engine_of(self.definition).collapses_blocks)

    @property
    def leaves_unique_keys(self) -> bool:
        """Whether no two rows of a block have the same key once it is written."""
        return self.collapse and engine_of(self.definition).leaves_unique_keys(self.definition)

    @property
    def token_id(self) -> str | None:
        """The id that the INSERT's token gives its blocks; None without one."""
        return self.identity.of_token if self.identity is not None else None

    def part(
        self,
        partition: tuple[str, ...],
        files: Sequence[RunFile],
        unique: bool,
        block_id: str | None = None,
        given: int = 0,
    ) -> NewPart:
        """A new part of these files."""
        return NewPart(
            self.partition_id(partition),
            partition,
            self.level,
            tuple(files),
            unique,
            block_id=block_id,
            given=given,
        )


@dataclass(frozen=True)
class TaskRun:
    """A run one of Spark's tasks wrote.

    Attributes:
        task: the task's number.
        partition: the values of the partition key, as text.
        file: the file.
    """

    task: int
    partition: tuple[str, ...]
    file: FileInfo


def write_block(
    store: Store, directory: str, plan: InsertPlan, rows: pa.Table, partitions: pa.Table
) -> list[NewPart]:
    """Writes one block, a part for each partition, in the order in which partitions first appear.

    A partition whose rows all cancel each other gets none.

    Args:
        store: the store.
        directory: the staging directory.
        plan: of the insert.
        rows: the stored columns, in the order of the insert.
        partitions: for each row the texts of the partition key's values.

    Raises:
        RmtError: `INCORRECT_DATA`, a mark in the is_deleted column is neither 0 nor 1.
    """
    if plan.collapse:
        engine_of(plan.definition).check_rows(rows, plan.definition)
    groups = _group_rows(partitions, rows.num_rows)
    block_id = plan.identity.of(rows) if plan.identity is not None else None
    reserved = sum(whole_chunks(len(places)) for _, places in groups)
    first_row = store.registry.row_ids.reserve(reserved)
    parts: list[NewPart] = []
    for number, (partition, places) in enumerate(groups):
        block = rows if len(groups) == 1 else rows.take(places)
        block = plan.algorithm.merged(block, cleanup=False).of(block)
        if not block.num_rows:
            continue
        path = f"{directory}/{number:05d}.parquet"
        with RunWriter(store.storage, path, plan.schema, plan.layout, first_row) as writer:
            writer.write(block)
            run = writer.close()
        unique = plan.leaves_unique_keys
        parts.append(plan.part(partition, [run], unique, block_id, len(places)))
        first_row += whole_chunks(len(places))
    store.storage.sync(file.path for part in parts for file in part.files)
    return parts


def seal_runs(
    store: Store,
    directory: str,
    plan: InsertPlan,
    runs: Sequence[TaskRun],
    block_rows: int,
    reserved: range,
) -> list[NewPart]:
    """Turns runs that Spark wrote into parts.

    Args:
        store: the store.
        directory: the staging directory.
        plan: of the insert.
        runs: by task and partition.
        block_rows: up to so many rows make one block.
        reserved: the row ids reserved for the runs; those not used are given back.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, a task wrote more rows than one may.

    The runs of a partition in one block are merged, as in ClickHouse. Of an insert larger than a
    block every task's rows are a block. A run with rows of the same key is rewritten when they are
    to collapse; any other run is taken as it is.
    """
    is_collapsed = plan.algorithm.is_scattered
    tasks = [_DescribeTask(store.storage, run.file, plan.layout, is_collapsed) for run in runs]
    sizes = sum(run.file.bytes for run in runs)
    described = store.runner.run(_describe, tasks, rows=sizes // 32)
    _check_row_ids(store, [file for file, _ in described if file.rows], reserved)
    rows = sum(file.rows for file, _ in described)
    groups: dict[tuple[int, tuple[str, ...]], list[tuple[RunFile, bool]]] = {}
    for run, description in zip(runs, described, strict=True):
        if description[0].rows:
            block = 0 if rows <= block_rows else run.task
            groups.setdefault((block, run.partition), []).append(description)
    # Spark's first task writes a file even when it has no row.
    store.storage.delete_files((file.path for file, _ in described if not file.rows), prune=False)
    return _parts_of_groups(store, directory, plan, groups)


def _check_row_ids(store: Store, files: Sequence[RunFile], reserved: range) -> None:
    """Gives unused row ids back, and makes sure that no task ran into the next one's."""
    ordered = sorted(files, key=lambda file: file.first_row)
    stop = ordered[-1].row_stop if ordered else reserved.start
    store.registry.row_ids.release(reserved.stop, stop)
    overlap = any(a.row_stop > b.first_row for a, b in itertools.pairwise(ordered))
    if overlap or stop > reserved.stop:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "A task of the insert wrote more than 134 million rows, or there were too many tasks.",
            "Repartition the source of the INSERT.",
        )


@dataclass(frozen=True)
class _DescribeTask:
    storage: Storage
    file: FileInfo
    layout: RunLayout
    is_collapsed: bool


def _describe(task: _DescribeTask) -> tuple[RunFile, bool]:
    """A run's description and whether two of its rows have the same key.

    Where the run is not sorted by it, none do: they became one before the rows were sorted.
    """
    run = describe_run(task.storage, task.file.path, task.file.bytes, task.layout)
    if task.is_collapsed:
        return run, False
    if not task.layout.key:
        return run, run.rows > 1
    with task.storage.open_parquet(run.path) as file:
        keys = key_table(file.read(columns=list(task.layout.key)), task.layout.key)
    return run, adjacent_duplicates(keys)


def _parts_of_groups(
    store: Store,
    directory: str,
    plan: InsertPlan,
    groups: dict[tuple[int, tuple[str, ...]], list[tuple[RunFile, bool]]],
) -> list[NewPart]:
    tasks: list[MergeTask] = []
    places: list[tuple[int, tuple[str, ...]]] = []
    for key, described in groups.items():
        files = [file for file, _ in described]
        unsettled = not plan.algorithm.settles_single_rows
        duplicated = plan.collapse and any(duplicated for _, duplicated in described)
        if len(files) > 1 or duplicated or unsettled:
            path = f"{directory}/sealed-{len(tasks):05d}-"
            merges = plan_tasks(store, files, plan.algorithm, plan.schema, plan.layout, path)
            tasks += merges
            places += [key] * len(merges)
    rows = sum(task.key_range.rows for task in tasks)
    merged: dict[tuple[int, tuple[str, ...]], list[RunFile]] = {key: [] for key in places}
    for key, written in zip(places, store.runner.run(merge_runs, tasks, rows), strict=True):
        merged[key] += written
    unique, block_id = plan.leaves_unique_keys, plan.token_id
    parts: list[NewPart] = []
    replaced: list[str] = []
    for key, described in groups.items():
        files = [file for file, _ in described]
        given = sum(file.rows for file in files)
        if key in merged:
            replaced += [file.path for file in files]
            files = merged[key]
            if not files:
                continue
        parts.append(plan.part(key[1], files, unique, block_id, given))
    store.storage.delete_files(replaced, prune=False)
    return parts


def _group_rows(
    partitions: pa.Table, rows: int
) -> list[tuple[tuple[str, ...], np.ndarray[tuple[int], np.dtype[np.int64]]]]:
    """The rows of each partition, partitions in the order of their first row."""
    if partitions.num_columns == 0:
        return [((), np.arange(rows, dtype=np.int64))] if rows else []
    texts = pc.binary_join_element_wise(*partitions.columns, "\n")
    encoded = texts.combine_chunks().dictionary_encode()
    codes = encoded.indices.to_numpy()
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(len(encoded.dictionary) + 1))
    return [
        (tuple(text.split("\n")), order[bounds[code] : bounds[code + 1]])
        for code, text in enumerate(encoded.dictionary.to_pylist())
    ]
