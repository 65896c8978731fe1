"""Merging parts of a table: what OPTIMIZE does, and what background merges will do.

A merge reads the parts of one snapshot, writes a new part beside them, and replaces them in one
registry transaction, which fails when one of them is no longer there; then it is planned anew.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from rmt_engine.errors import RmtError
from rmt_engine.merges.algorithms import algorithm_of
from rmt_engine.merges.gather import MergeTask, merge_runs
from rmt_engine.merges.ranges import cut_ranges, rows_per_task
from rmt_engine.merges.selector import select_parts
from rmt_engine.store.deletion_vectors import CHUNK_ROWS
from rmt_engine.store.part import NewPart, Part, RunFile
from rmt_engine.store.runs import RunLayout
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Staging, Store
from rmt_engine.store.table import Table

__all__ = ["MergeRequest", "optimize"]

_TASK_ROWS = 4_000_000
FILE_ROWS = 2_000_000
_ATTEMPTS = 20
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MergeRequest:
    """What an OPTIMIZE asks for.

    Attributes:
        partition_id: the partition to merge; None for any or, with `final`, all of them.
        final: whether all parts of a partition become one, even if there is only one.
        cleanup: whether rows marked as deleted go for good.
        deduplicate_by: columns by which equal rows become one; empty for none.
    """

    partition_id: str | None = None
    final: bool = False
    cleanup: bool = False
    deduplicate_by: tuple[str, ...] = ()


def optimize(
    store: Store,
    table: Table,
    schema: pa.Schema,
    layout: RunLayout,
    request: MergeRequest,
    check: Callable[[], None] = lambda: None,
) -> int:
    """Merges parts of a table and returns how many merges were committed.

    Args:
        store: the store.
        table: the table.
        schema: its stored columns.
        layout: the layout of its runs.
        request: what to merge.
        check: called before each merge and each commit; raises when the work is to stop.

    Raises:
        RmtError: `CANNOT_ASSIGN_OPTIMIZE`, other merges took the parts away again and again.
    """
    done = 0
    for first_choice in _selections(store.snapshots.current(table), request):
        merged: bool | None = None
        parts = first_choice
        partition = parts[0].name.partition_id
        for _ in range(_ATTEMPTS):
            check()
            merged = _merge(store, table, schema, layout, parts, request, check)
            if merged:
                break
            fresh = MergeRequest(partition, request.final, request.cleanup, request.deduplicate_by)
            again = _selections(store.snapshots.current(table), fresh)
            if not again:
                merged = False
                break
            [parts] = again
        if merged is None:
            raise RmtError(
                "CANNOT_ASSIGN_OPTIMIZE",
                f"Other merges of {table.qualified} took the parts {_ATTEMPTS} times.",
                "Run it again.",
            )
        done += bool(merged)
    return done


def _selections(snapshot: Snapshot, request: MergeRequest) -> list[list[Part]]:
    """The parts of each merge an OPTIMIZE asks for."""
    partitions = snapshot.partitions()
    if request.partition_id is not None:
        parts = partitions.get(request.partition_id, [])
        return [parts] if len(parts) > 1 or (parts and request.final) else []
    if request.final:
        return list(partitions.values())
    chosen = select_parts(partitions.values())
    return [chosen] if chosen else []


def _merge(
    store: Store,
    table: Table,
    schema: pa.Schema,
    layout: RunLayout,
    parts: Sequence[Part],
    request: MergeRequest,
    check: Callable[[], None],
) -> bool | None:
    """Merges parts; None when one of them went meanwhile, and nothing happened."""
    started = time.monotonic()
    with store.stage(table) as staging:
        tasks = _plan(store, table, schema, layout, parts, request, staging)
        rows = sum(part.rows for part in parts)
        files = [file for written in store.runner.run(merge_runs, tasks, rows) for file in written]
        check()
        new = _new_part(table, parts, files, request)
        names = store.registry.commit_parts(
            table.id,
            [new] if files else [],
            [staging.directory],
            replaces=[part.id for part in parts],
        )
        if names is None:
            return None
        staging.committed = bool(files)
    store.events.add("Merge")
    store.events.add("MergedRows", rows)
    _log.info(
        "merged table=%s parts=%d into=%s rows=%d kept=%d seconds=%.3f",
        table.qualified,
        len(parts),
        names[0] if names else "nothing",
        rows,
        sum(file.rows for file in files),
        time.monotonic() - started,
    )
    return True


def _plan(
    store: Store,
    table: Table,
    schema: pa.Schema,
    layout: RunLayout,
    parts: Sequence[Part],
    request: MergeRequest,
    staging: Staging,
) -> list[MergeTask]:
    runs = [file for part in parts for file in part.files]
    target = rows_per_task(sum(run.rows for run in runs), store.runner.parallelism, _TASK_ROWS)
    ranges = cut_ranges(runs, layout.key, target)
    sizes = [-(-key_range.rows // CHUNK_ROWS) * CHUNK_ROWS for key_range in ranges]
    first_row = store.registry.reserve_rows(sum(sizes))
    tasks: list[MergeTask] = []
    for number, (key_range, size) in enumerate(zip(ranges, sizes, strict=True)):
        tasks.append(
            MergeTask(
                store.storage,
                key_range,
                algorithm_of(table.definition),
                request.cleanup and request.final,
                request.deduplicate_by,
                schema,
                layout.of_level(_level(parts)),
                f"{staging.directory}/{number:05d}",
                first_row,
                FILE_ROWS,
            )
        )
        first_row += size
    return tasks


def _new_part(
    table: Table, parts: Sequence[Part], files: Sequence[RunFile], request: MergeRequest
) -> NewPart:
    return NewPart(
        partition_id=parts[0].name.partition_id,
        partition=parts[0].partition,
        level=_level(parts),
        files=tuple(files),
        unique=table.definition.is_replacing,
        complete=not (request.cleanup and request.final) and not request.deduplicate_by,
        blocks=(parts[0].name.min_block, parts[-1].name.max_block),
    )


def _level(parts: Sequence[Part]) -> int:
    """The level of the part that parts are merged into."""
    return max(part.name.level for part in parts) + 1
