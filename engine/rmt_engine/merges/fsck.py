"""`rmt fsck`: is a store sound? What the registry says is held against the files.

| looked at | what must hold |
|---|---|
| the directory | every file belongs to a part, a mask, a deletion vector or somebody at work |
| parts | the blocks of active parts of a partition do not overlap, no row id is given twice |
| files | each is there, of the size, the digest, the rows and columns noted, its checksums right |
| runs | row ids follow each other, rows are in the order of the key, keys unique where promised |
| masks | each file is there, its checksums right; its rows are the run's, and as many as noted |
| deletion vectors | the newest is what one built from nothing is; replacement runs can be read |

Files are read one after the other in batches; of a part with unique keys, the key columns at once.
Parts that were replaced so long ago that they are to be collected are left out: a collection that
was interrupted has deleted some of their files, and the next one deletes the rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pyarrow as pa

from rmt_engine.engines import engine_of
from rmt_engine.engines.keys import key_names, key_table, query_indices
from rmt_engine.errors import RmtError
from rmt_engine.merges.final import (
    PARTITION,
    TABLE,
    FinalRows,
    dead_rows_from_nothing,
    forget_vector,
)
from rmt_engine.merges.folded_final import is_replacement
from rmt_engine.merges.projected_runs import projected_runs
from rmt_engine.merges.run_checks import faults_of
from rmt_engine.store.collector import DEFAULT_LIFETIME_S
from rmt_engine.store.column_sizes import measure_sizes
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.digests import damage_named, open_run, take_digest
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.vectors import DeletionVectorRecord

__all__ = ["Fault", "check_store"]


@dataclass(frozen=True)
class Fault:
    """Something that is not as it must be.

    Attributes:
        where: the table, and the part or file.
        what: what is wrong.
        mended: what was done about it; empty when nothing was.
    """

    where: str
    what: str
    mended: str = ""


def check_store(
    store: Store,
    read_rows: bool = True,
    note: Callable[[str], None] = lambda _: None,
    repair: bool = False,
) -> Iterator[Fault]:
    """Looks at everything in a store that nobody writes to meanwhile.

    Args:
        store: the store.
        read_rows: whether files are read, and not only their footers.
        note: told what is looked at next.
        repair: whether what follows from other things is made anew from them: deletion vectors from
            the rows, and digests and sizes of columns that older files lack. Rows that are lost are
            lost.
    """
    note("files nobody refers to")
    yield from _orphans(store)
    expired = {part for part, _ in store.registry.expired.parts(time.time(), DEFAULT_LIFETIME_S)}
    detached = [detached.table for detached in store.detached_tables.all()]
    for table in (*store.registry.tables.all(), *detached):
        note(table.qualified)
        snapshot = store.snapshots.current(table)
        yield from _overlaps(snapshot)
        outdated = store.registry.parts.outdated(table.id)
        parts = [*snapshot.parts, *(part for part in outdated if part.id not in expired)]
        faults = [fault for part in parts for fault in _part(store, table, part, read_rows)]
        yield from faults
        if not read_rows or faults:
            continue
        if repair:
            _add_measures(store, parts)
        if engine_of(table.definition).has_final:
            yield from _deletion_vectors(store, snapshot, repair)


def _orphans(store: Store) -> Iterator[Fault]:
    known = store.registry.files.known()
    at_work = tuple(f"{directory}/" for directory in store.registry.stagings.all())
    for file in store.storage.list_files("", ".parquet"):
        if file.path not in known and not file.path.startswith(at_work):
            yield Fault(file.path, "no part, mask or deletion vector refers to the file")


def _overlaps(snapshot: Snapshot) -> Iterator[Fault]:
    for parts in snapshot.partitions().values():
        for part, following in pairwise(parts):
            if part.name.max_block >= following.name.min_block:
                where = f"{snapshot.table.qualified} {part.name}"
                yield Fault(where, f"its blocks overlap those of {following.name}")
    files = sorted(snapshot.files, key=lambda file: file.first_row)
    for file, after in pairwise(files):
        if file.row_stop > after.first_row:
            where = f"{snapshot.table.qualified} {file.path}"
            yield Fault(where, f"its row ids overlap those of {after.path}")


def _part(store: Store, table: Table, part: Part, read_rows: bool) -> Iterator[Fault]:
    where = f"{table.qualified} {part.name}"
    if part.name.min_block > part.name.max_block:
        yield Fault(where, "its first block lies behind its last")
    sound: list[RunFile] = []
    for file in part.files:
        found = faults_of(store.storage, table.definition, file, read_rows)
        yield from (Fault(f"{where} {file.path}", what) for what in found)
        if not found:
            sound.append(file)
    for file, definition in projected_runs(table.definition, part):
        found = faults_of(store.storage, definition, file, read_rows)
        yield from (Fault(f"{where} {file.path}", what) for what in found)
    if read_rows and part.unique and len(sound) == len(part.files):
        yield from (Fault(where, what) for what in _duplicates(store, table, sound))


def _duplicates(store: Store, table: Table, files: Sequence[RunFile]) -> Iterator[str]:
    key = table.definition.version_key
    if not key:
        if sum(file.rows for file in files) > 1:
            yield "it has several rows, and no key tells them apart"
        return
    tables: list[pa.Table] = []
    for file in files:
        with open_run(store.storage, file) as parquet:
            tables.append(key_table(parquet.read(columns=list(key)), key))
    names = ", ".join(key_names(len(key)))
    query = f"SELECT count(*) FROM (SELECT 1 FROM rows GROUP BY {names} HAVING count(*) > 1)"
    doubled = int(query_indices(query, rows=pa.concat_tables(tables))[0])
    if doubled:
        yield f"{doubled:,} keys are there more than once"


def _add_measures(store: Store, parts: Iterable[Part]) -> None:
    """Notes digests and sizes of columns of sound files that were written when there were none."""
    digests: dict[str, str] = {}
    sizes: dict[str, str] = {}
    for file in {file.path: file for part in parts for file in part.every_file}.values():
        if file.digest is not None and file.sizes is not None:
            continue
        with open_run(store.storage, file) as parquet:
            _, digests[file.path] = take_digest(store.storage, file.path, parquet.metadata)
            sizes[file.path] = measure_sizes(parquet.metadata)
    store.registry.files.add_measures("digest", digests)
    store.registry.files.add_measures("sizes", sizes)


def _deletion_vectors(store: Store, snapshot: Snapshot, repair: bool) -> Iterator[Fault]:
    where = f"{snapshot.table.qualified} version {snapshot.version}"
    for scope in (TABLE, PARTITION):
        known = store.registry.vectors.newest(snapshot.table.id, scope, snapshot.version)
        if known is None or known.version != snapshot.version:
            continue
        wrong = _wrong_vector(store, snapshot, scope, known)
        if wrong is None:
            continue
        mended = ""
        if repair:
            forget_vector(store, snapshot.table.id, scope, known)
            mended = "the next query builds it anew"
            if not engine_of(snapshot.table.definition).computes:
                FinalRows(store).state(snapshot, scope)
                mended = "built anew"
        yield Fault(where, f"its deletion vector ({scope}) {wrong}", mended)


def _wrong_vector(
    store: Store, snapshot: Snapshot, scope: str, known: DeletionVectorRecord
) -> str | None:
    """What is wrong with a deletion vector; None when nothing is.

    Of an engine that computes values only Spark can tell what it must be.
    """
    try:
        vectors = [path for path in known.files if not is_replacement(path)]
        stored = DeletionVector.load(store.storage, vectors)
        for path in set(known.files) - set(vectors):
            with damage_named(path), store.storage.open_parquet(path) as file:
                file.read()
    except RmtError as error:
        return f"cannot be read: {error.message}"
    expected = stored
    if not engine_of(snapshot.table.definition).computes:
        expected = dead_rows_from_nothing(store, snapshot, scope)
    counts = {part.id: _dead(expected, part.files) for part in snapshot.parts}
    both = DeletionVector.union([expected, stored])
    if any(
        not counts[part.id] == _dead(stored, part.files) == _dead(both, part.files)
        or counts[part.id] != known.dead_rows.get(part.id, 0)
        for part in snapshot.parts
    ):
        return "is not what the rows say"
    return None


def _dead(vector: DeletionVector, files: Sequence[RunFile]) -> int:
    return sum(vector.count(file.first_row, file.row_stop) for file in files)
