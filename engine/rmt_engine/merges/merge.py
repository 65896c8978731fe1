"""Merging some parts of a table into one: what OPTIMIZE and background merges have in common.

A merge reads the parts of one snapshot, writes a new part beside them, and replaces them in one
registry transaction, which fails when one of them is no longer there; then nothing happened.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmt_engine.engines import algorithm_of, engine_of
from rmt_engine.merges.expiry import due_rules, has_gone
from rmt_engine.merges.gather import Removal, merge_runs
from rmt_engine.merges.planning import StoredTable, plan_tasks
from rmt_engine.merges.rewrite import RewriteSource
from rmt_engine.merges.tombstones import DroppedTombstones, LateRowsError
from rmt_engine.store.digests import verify_files
from rmt_engine.store.part import NewPart, Part, PartName, RunFile
from rmt_engine.store.store import Store
from rmt_engine.store.table import MERGE_TREE, Expiry, Table, TableDefinition
from rmt_engine.store.tasks import Progress

__all__ = ["Merge", "merged_name", "run_merge"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Merge:
    """A merge to do.

    Attributes:
        parts: what is merged: neighbouring parts of one partition, in order.
        cleanup: whether rows marked as deleted go for good.
        deduplicate_by: columns by which equal rows become one; empty for none.
        expires_at: rows and values whose TTL has come by then go, seconds since 1970; None when
            none do.
        is_of_ttl: whether it is done because of TTL only.
        is_paced: whether the next merge that is done because of TTL only has to wait.
        keeps_tombstones: whether rows marked as deleted stay, however old.
    """

    parts: tuple[Part, ...]
    cleanup: bool = False
    deduplicate_by: tuple[str, ...] = ()
    expires_at: int | None = None
    is_of_ttl: bool = False
    is_paced: bool = False
    keeps_tombstones: bool = False

    def rules(self, definition: TableDefinition) -> tuple[Expiry, ...]:
        """The rules of TTL it applies."""
        return definition.ttl if self.expires_at is not None else ()


def merged_name(parts: Sequence[Part]) -> PartName:
    """The name of the part that parts are merged into."""
    return parts[0].name.merged_with(*(part.name for part in parts[1:]))


def run_merge(
    store: Store,
    stored: StoredTable,
    merge: Merge,
    check: Callable[[], None] = lambda: None,
    progress: Progress | None = None,
) -> bool:
    """Merges parts, which the caller has claimed.

    Args:
        store: the store.
        stored: the table.
        merge: what to merge.
        check: called before the commit; raises when the work is to stop.
        progress: shows how far it is.

    Returns:
        Whether the merge was committed: False when one of the parts went meanwhile, or one came
        with rows that a dropped tombstone would have hidden.
    """
    started = time.monotonic()
    with store.stage(stored.table) as staging:
        dropped = _dropped(store, stored, merge)
        runs = _current_runs(store, stored, merge, staging.directory)
        expiring = _expiring(stored.table, merge, runs)
        sources = (file.path for part in merge.parts for file in part.files)
        read = dict(zip(sources, runs, strict=False))
        tasks = plan_tasks(
            store,
            [run for of_source in runs for run in of_source],
            algorithm_of(stored.table.definition),
            stored.schema,
            stored.layout.of_level(merged_name(merge.parts).level),
            f"{staging.directory}/",
            removal=Removal(
                merge.cleanup, stored.table.definition.is_deleted or "", dropped.paths(read)
            ),
            deduplicate_by=merge.deduplicate_by,
        )
        now = merge.expires_at or 0
        merged = _merged_parts(merge, read)
        tasks = [
            replace(
                task,
                expiring=expiring,
                now=now,
                merged_parts=task.key_range.known_of(merged),
            )
            for task in tasks
        ]
        rows = sum(part.rows for part in merge.parts)
        written = store.runner.run(merge_runs, tasks, rows, progress)
        files = [file for run in written for file in run]
        rewritten = [run.path for of_source in runs for run in of_source]
        store.storage.delete_files((path for path in rewritten if path not in read), prune=False)
        is_complete = not (merge.cleanup or merge.deduplicate_by or expiring)
        is_complete &= engine_of(stored.table.definition).keeps_rows
        new = [_new_part(stored.table, merge, files, is_complete)] if files else []
        projections = _projections(stored.table.definition, merge.parts)
        if new and projections:
            new = stored.project(stored.table, new, staging.directory, projections)
        check()
        names = _commit(store, stored.table, merge, new, dropped, staging.directory)
        if names is None:
            return False
        staging.committed = bool(files)
    store.events.add("Merge")
    store.events.add("MergedRows", rows)
    _log.info(
        "merged table=%s parts=%d into=%s rows=%d kept=%d seconds=%.3f",
        stored.table.qualified,
        len(merge.parts),
        names[0] if names else "nothing",
        rows,
        sum(file.rows for file in files),
        time.monotonic() - started,
    )
    return True


def _dropped(store: Store, stored: StoredTable, merge: Merge) -> DroppedTombstones:
    if merge.keeps_tombstones:
        return DroppedTombstones(merge.parts)
    return DroppedTombstones.of(store, stored.table, merge.parts)


def _commit(
    store: Store,
    table: Table,
    merge: Merge,
    new: Sequence[NewPart],
    dropped: DroppedTombstones,
    directory: str,
) -> list[PartName] | None:
    """The names of the new parts; None if they cannot take the place of the old ones any more."""
    result = merged_name(merge.parts)
    try:
        return store.registry.parts.commit(
            table.id,
            new,
            [directory],
            replaces=[part.id for part in merge.parts],
            also=lambda connection: dropped.check(connection, table, result),
            structure=table.definition.structure,
        )
    except LateRowsError:
        _log.info("rows came that tombstones hide table=%s into=%s", table.qualified, result)
        return None


def _current_runs(
    store: Store, stored: StoredTable, merge: Merge, directory: str
) -> list[tuple[RunFile, ...]]:
    """For each run of the parts the runs to merge: itself, or what it is in the newest structure.

    A run written before columns came or changed lacks values that only Spark can compute, so it is
    written anew; the merge's tasks read nothing but files. So is a run with values whose TTL has
    come. When all rows have expired there is no run to merge.
    """
    definition = stored.table.definition
    rules = merge.rules(definition)
    now = merge.expires_at or 0
    if rules and has_gone((file for part in merge.parts for file in part.files), rules, now):
        return []
    of_columns = [rule for rule in rules if rule.column]

    def is_kept(file: RunFile) -> bool:
        is_current = definition.is_current(file.structure, file.absent)
        return is_current and not due_rules(of_columns, [file], now)

    old = [
        RewriteSource(replace(part, files=files), directory)
        for part in merge.parts
        if (files := tuple(file for file in part.files if not is_kept(file)))
    ]
    verify_files(store.storage, (file for source in old for file in source.part.files))
    if not old:
        rewritten: Mapping[str, tuple[RunFile, ...]] = {}
    elif of_columns:
        rewritten = stored.clear(stored.table, old, now)
    else:
        rewritten = stored.restructure(stored.table, stored.table, old)
    return [rewritten.get(file.path, (file,)) for part in merge.parts for file in part.files]


def _merged_parts(merge: Merge, read: Mapping[str, Sequence[RunFile]]) -> dict[str, int]:
    """The places of the parts that came of merges, by the paths of the runs that are merged.

    Args:
        merge: the merge.
        read: the runs that are merged, by the path of the parts' run.
    """
    return {
        run.path: place
        for place, part in enumerate(merge.parts)
        if part.name.level
        for file in part.files
        for run in read.get(file.path, ())
    }


def _expiring(table: Table, merge: Merge, runs: Sequence[tuple[RunFile, ...]]) -> tuple[str, ...]:
    """The hidden columns by which rows of runs go."""
    files = [run for of_source in runs for run in of_source]
    of_rows = [rule for rule in merge.rules(table.definition) if not rule.column]
    due = due_rules(of_rows, files, merge.expires_at or 0)
    return tuple(rule.name for rule in due)


def _projections(definition: TableDefinition, parts: Sequence[Part]) -> list[str]:
    """The projections of a merged part: those of its parts, unless settings say otherwise."""
    mode = definition.settings.get("deduplicate_merge_projection_mode")
    if definition.engine != MERGE_TREE and mode == "drop":
        return []
    is_eager = definition.settings.get("materialize_projections_on_merge") == "1"
    return [
        projection.name
        for projection in definition.kept_projections
        if is_eager or all(part.runs_named(projection.name) for part in parts)
    ]


def _new_part(table: Table, merge: Merge, files: Sequence[RunFile], is_complete: bool) -> NewPart:
    name = merged_name(merge.parts)
    return NewPart(
        partition_id=name.partition_id,
        partition=merge.parts[0].partition,
        level=name.level,
        files=tuple(files),
        unique=engine_of(table.definition).leaves_unique_keys(table.definition),
        complete=is_complete,
        blocks=(name.min_block, name.max_block),
        data_version=name.data_version,
    )
