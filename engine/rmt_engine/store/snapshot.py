"""Snapshots: the parts of a table at one version, and a cache of the newest one of each table."""

from __future__ import annotations

import functools
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.store.column_sizes import ColumnSize, sizes_of
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table

__all__ = ["Snapshot", "Snapshots"]


@dataclass(frozen=True)
class Snapshot:
    """What a reader sees: the parts that one registry transaction made active.

    Attributes:
        table: the table, its definition the one that holds for these parts.
        version: the table's version.
        parts: in the order that decides ties: by partition id, then by block.
    """

    table: Table
    version: int
    parts: tuple[Part, ...]

    @property
    def rows(self) -> int:
        """Rows in all parts, duplicates and masked rows and all."""
        return sum(part.rows for part in self.parts)

    @functools.cached_property
    def column_sizes(self) -> Mapping[str, ColumnSize] | None:
        """What each column takes in all parts, by its name in files; None if a file's are unknown.

        A table may have a thousand parts of a hundred columns: they are added up once per version.
        """
        return sizes_of(self.files)

    @property
    def masked_rows(self) -> int:
        """Rows of all parts that lightweight deletes took away."""
        return sum(part.masked_rows for part in self.parts)

    @property
    def files(self) -> list[RunFile]:
        """The runs of all parts, in the order of the parts."""
        return [file for part in self.parts for file in part.files]

    def partitions(self) -> dict[str, list[Part]]:
        """The parts of each partition, by partition id."""
        groups: dict[str, list[Part]] = {}
        for part in self.parts:
            groups.setdefault(part.name.partition_id, []).append(part)
        return groups


class Snapshots:
    """Gives the current snapshot of tables.

    A table's parts are kept in memory and brought up to date by what changed since, so a query
    costs one look at the table's version, not a thousand parts.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._latest: dict[int, Snapshot] = {}
        self._locks: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)

    def current(self, table: Table) -> Snapshot:
        """The table's snapshot now.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped.
        """
        with self._locks[table.id]:
            known = self._latest.get(table.id)
            changes = self._registry.parts.changes(table.id, known.version if known else -1)
            if known is not None and changes.table is None:
                same = replace(table, definition=known.table.definition, version=known.version)
                return known if known.table == same else replace(known, table=same)
            now = changes.table
            assert now is not None
            if known is not None and known.table.definition.key != now.definition.key:
                # The marks of the same files are others.
                known = None
                changes = self._registry.parts.changes(table.id, -1)
                now = changes.table or now
            kept_ids = changes.kept or frozenset()
            kept = [p for p in known.parts if p.id in kept_ids] if known else []
            parts = sorted((*kept, *changes.added), key=lambda part: part.name)
            snapshot = Snapshot(now, changes.version, tuple(parts))
            self._latest[table.id] = snapshot
            return snapshot

    def of_existing(self, tables: Iterable[Table]) -> Iterator[Snapshot]:
        """The snapshots of tables now, without those that were dropped since they were listed."""
        for table in tables:
            try:
                yield self.current(table)
            except RmtError as error:
                if error.name != "UNKNOWN_TABLE":
                    raise

    def forget(self, table_id: int) -> None:
        """Drops a table from the cache."""
        self._latest.pop(table_id, None)
        self._locks.pop(table_id, None)
