"""Bringing parts into a table: detached ones back, or those of another table.

A part that comes in shares the files it has. Only when one of them has row ids of an active part,
because it is a file of that one or comes from a backup, the part is rewritten under new ones.
"""

from __future__ import annotations

import bisect
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias, TypeVar

from rmt_engine.engines import algorithm_of, engine_of
from rmt_engine.engines.merge_tree import Ordinary
from rmt_engine.errors import RmtError
from rmt_engine.merges.gather import MergeTask, merge_runs
from rmt_engine.merges.planning import StoredTable, plan_tasks
from rmt_engine.merges.rewrite import RewriteSource
from rmt_engine.store.digests import verify_files
from rmt_engine.store.part import Part, PartName, RunFile
from rmt_engine.store.partitions import Arrival
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table, TableDefinition

__all__ = ["Attached", "Transfer", "attach_part", "attach_partition", "transfer_parts"]

_ATTEMPTS = 20
_log = logging.getLogger(__name__)

_T = TypeVar("_T")
_Came: TypeAlias = list[_T] | None
"""The parts that came, or None when what was planned does not fit any more."""


@dataclass(frozen=True)
class Attached:
    """A detached part that came back.

    Attributes:
        old: its name when it was detached.
        new: its name now.
    """

    old: PartName
    new: PartName


class Transfer(Enum):
    """What happens to the parts of the two partitions.

    `ATTACH` adds the source's to the table's, `REPLACE` puts them in their place, and `MOVE` takes
    them away from the source.
    """

    ATTACH = "ATTACH"
    REPLACE = "REPLACE"
    MOVE = "MOVE"


def attach_partition(
    store: Store,
    into: StoredTable,
    partition_id: str | None,
    check: Callable[[], None] = lambda: None,
) -> list[Attached]:
    """Makes the detached parts of a partition active again, in the order of their blocks.

    One whose blocks another one covers stays detached, marked as inactive, as in ClickHouse.

    Args:
        store: the store.
        into: the table they belong to.
        partition_id: the partition; None for all.
        check: called before each commit; raises when the work is to stop.

    Returns:
        The parts, under their old names and the new ones.

    Raises:
        RmtError: `UNKNOWN_TABLE`; `TIMEOUT_EXCEEDED`, other statements were always faster.
    """

    def choose(detached: Sequence[Part]) -> list[Part]:
        usable = [part for part in detached if part.detached_as == str(part.name)]
        wanted = _in_partition(usable, partition_id)
        covered = [
            part
            for part in wanted
            if any(other is not part and other.name.covers(part.name) for other in wanted)
        ]
        if covered:
            store.partitions.set_inactive(into.table.id, {p.id: p.name for p in covered})
        return [part for part in wanted if part not in covered]

    return _attach(store, into, choose, check)


def attach_part(
    store: Store, into: StoredTable, name: PartName, check: Callable[[], None] = lambda: None
) -> list[Attached]:
    """Makes one detached part active again and returns its names.

    Raises:
        RmtError: `BAD_DATA_PART_NAME`, no detached part has that name; and as `attach_partition`.
    """

    def choose(detached: Sequence[Part]) -> list[Part]:
        found = [part for part in detached if part.detached_as == str(name)]
        if not found:
            raise RmtError("BAD_DATA_PART_NAME", f'Detached part "{name}" not found.')
        return found

    return _attach(store, into, choose, check)


def _attach(
    store: Store,
    into: StoredTable,
    choose: Callable[[Sequence[Part]], list[Part]],
    check: Callable[[], None],
) -> list[Attached]:
    table = into.table
    highest = 1 if engine_of(table.definition).collapses_blocks else 0

    def attempt() -> _Came[Attached]:
        parts = choose(store.registry.parts.detached(table.id))
        if not parts:
            return []
        arrivals = [Arrival(part.id, min(part.name.level, highest)) for part in parts]
        there = store.snapshots.current(table).parts

        def commit(arrivals: Sequence[Arrival], directories: Sequence[str]) -> _Came[Attached]:
            check()
            structure = table.definition.structure
            new = store.partitions.attach(table.id, arrivals, directories, structure)
            if new is None:
                return None
            names = {part.id: part.name for part in parts}
            old = [names[arrival.part_id] for arrival in arrivals if arrival.files != ()]
            return [Attached(*pair) for pair in zip(old, new, strict=True)]

        return _bring(store, into, table, parts, arrivals, there, commit)

    return _repeat(attempt, table)


def transfer_parts(
    store: Store,
    into: StoredTable,
    source: Table,
    partition_id: str | None,
    transfer: Transfer,
    check: Callable[[], None] = lambda: None,
) -> list[PartName]:
    """Brings the parts of a partition of one table into another and returns their new names.

    A part keeps its level when both tables merge alike; otherwise it is 0, as in ClickHouse.

    Args:
        store: the store.
        into: the table they come into.
        source: the table they come from, of the same structure; another one, if they are moved.
        partition_id: the partition; None for all, which only `ATTACH` takes.
        transfer: what happens to the parts there are.
        check: called before each commit; raises when the work is to stop.

    Raises:
        RmtError: `UNKNOWN_TABLE`; `TIMEOUT_EXCEEDED`, other statements were always faster.
    """
    table = into.table
    alike = algorithm_of(table.definition) == algorithm_of(source.definition)
    moves, replaces = transfer is Transfer.MOVE, transfer is Transfer.REPLACE

    def attempt() -> _Came[PartName]:
        parts = _in_partition(store.snapshots.current(source).parts, partition_id)
        if not parts and not replaces:
            return []
        arrivals = [Arrival(part.id, part.name.level if alike else 0) for part in parts]
        there = store.snapshots.current(table).parts
        if replaces:
            there = tuple(p for p in there if p.name.partition_id != partition_id)

        def commit(arrivals: Sequence[Arrival], directories: Sequence[str]) -> _Came[PartName]:
            check()
            structures = (table.definition.structure, source.definition.structure)
            if moves:
                assert partition_id is not None
                return store.partitions.move(
                    table.id, source.id, partition_id, arrivals, directories, structures
                )
            return store.partitions.attach_from(
                table.id, source.id, partition_id, arrivals, directories, replaces, structures
            )

        return _bring(store, into, source, parts, arrivals, there, commit)

    return _repeat(attempt, table)


def _in_partition(parts: Iterable[Part], partition_id: str | None) -> list[Part]:
    return [part for part in parts if partition_id in (None, part.name.partition_id)]


def _repeat(attempt: Callable[[], _Came[_T]], table: Table) -> list[_T]:
    for _ in range(_ATTEMPTS):
        came = attempt()
        if came is not None:
            _log.info("attached table=%s parts=%d", table.qualified, len(came))
            return came
    raise RmtError(
        "TIMEOUT_EXCEEDED",
        f"Other statements changed the parts that were to come into {table.qualified} "
        f"{_ATTEMPTS} times.",
        "Run it again.",
    )


def _bring(
    store: Store,
    into: StoredTable,
    source: Table,
    parts: Sequence[Part],
    arrivals: Sequence[Arrival],
    there: Sequence[Part],
    commit: Callable[[Sequence[Arrival], Sequence[str]], _Came[_T]],
) -> _Came[_T]:
    """Commits arrivals, those that cannot share their files rewritten before."""
    structures = {part.id: _structures_in(into.table, source, part) for part in parts}
    foreign = [part for part in parts if structures[part.id] is None]
    clashing = _clashing((part for part in parts if part not in foreign), there)
    arrivals = [replace(a, structures=structures[a.part_id] or {}) for a in arrivals]
    if not clashing and not foreign:
        return commit(arrivals, [])
    with store.stage(into.table) as staging:
        directory = staging.directory
        rewritten = _restructure(store.storage, into, source, foreign, directory)
        old = [part for part in clashing if not _has_newest(into.table, source, part)]
        rewritten |= _restructure(store.storage, into, source, old, directory)
        newest = [part for part in clashing if part.id not in rewritten]
        rewritten |= _rewrite(store, into, newest, directory)
        arrivals = [replace(a, files=rewritten.get(a.part_id)) for a in arrivals]
        came = commit(arrivals, [staging.directory])
        staging.committed = came is not None
    return came


def _structures_in(table: Table, source: Table, part: Part) -> dict[int, int] | None:
    """The structures of a table that files of another one have, by theirs.

    Returns:
        None when one has none: a column has another name in it, or another type, and so it has to
        be written anew.
    """
    found: dict[int, int] = {}
    for structure in {file.structure for file in part.files}:
        same = _structure_in(table.definition, source, table, structure)
        if same is None:
            return None
        if same != structure:
            found[structure] = same
    return found


def _structure_in(
    definition: TableDefinition, source: Table, table: Table, structure: int
) -> int | None:
    if source.id == table.id:
        return structure if structure >= definition.least_structure else None
    columns = frozenset(source.definition.file_columns(structure))
    candidates = range(definition.structure, definition.least_structure - 1, -1)
    return next((n for n in candidates if frozenset(definition.file_columns(n)) == columns), None)


def _has_newest(table: Table, source: Table, part: Part) -> bool:
    """Whether the files of a part hold all that new files of a table do, under the same names."""
    newest = frozenset(table.definition.file_columns(table.definition.structure))
    alike = {(file.structure, file.absent) for file in part.files}
    return all(frozenset(source.definition.file_columns(*file)) == newest for file in alike)


def _restructure(
    storage: Storage, into: StoredTable, source: Table, parts: Sequence[Part], directory: str
) -> dict[int, tuple[RunFile, ...]]:
    """Writes parts of any structure anew; the files by the number of the part."""
    files: dict[int, tuple[RunFile, ...]] = {}
    left = list(parts)
    while left:
        # Detached parts may share row ids, and one job takes each of these for one part.
        later = _clashing(left, ())
        batch = [part for part in left if part not in later]
        verify_files(storage, (file for part in batch for file in part.files))
        sources = [RewriteSource(part, directory) for part in batch]
        runs = into.restructure(into.table, source, sources)
        for part in batch:
            files[part.id] = tuple(run for file in part.files for run in runs[file.path])
        left = later
    return files


def _clashing(parts: Iterable[Part], there: Iterable[Part]) -> list[Part]:
    """The parts with row ids that a part of the table has, or an earlier one of them.

    They have the same files, or one was restored from a backup.
    """
    taken: list[tuple[int, int]] = sorted(rows for part in there for rows in _row_ids(part))
    clashing: list[Part] = []
    for part in parts:
        wanted = _row_ids(part)
        if any(_overlaps(rows, taken) for rows in wanted):
            clashing.append(part)
        else:
            for rows in wanted:
                bisect.insort(taken, rows)
    return clashing


def _row_ids(part: Part) -> list[tuple[int, int]]:
    """The first row id of each file, and the one after its last."""
    return [(file.first_row, file.row_stop) for file in part.files if file.rows]


def _overlaps(rows: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    """Whether row ids are among others, which are sorted and overlap none of each other."""
    place = bisect.bisect(taken, rows)
    before, after = taken[max(place - 1, 0) : place], taken[place : place + 1]
    return any(stop > rows[0] for _, stop in before) or any(first < rows[1] for first, _ in after)


def _rewrite(
    store: Store, into: StoredTable, parts: Sequence[Part], directory: str
) -> dict[int, tuple[RunFile, ...]]:
    """Writes all rows of parts under new row ids; the files by the number of the part."""
    tasks: list[MergeTask] = []
    owners: list[int] = []
    for part in parts:
        of_part = plan_tasks(
            store,
            part.files,
            Ordinary(into.layout.key),
            into.schema,
            into.layout.of_level(part.name.level),
            f"{directory}/{part.id}-",
        )
        tasks += of_part
        owners += [part.id] * len(of_part)
    written = store.runner.run(merge_runs, tasks, sum(part.rows for part in parts))
    files: dict[int, tuple[RunFile, ...]] = {}
    for owner, runs in zip(owners, written, strict=True):
        files[owner] = (*files.get(owner, ()), *runs)
    return files
