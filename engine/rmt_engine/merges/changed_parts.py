"""What parts become when rows of theirs are changed.

Runs in which no row matches are shared by the new part, not copied.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rmt_engine.merges.rewrite import RewriteSource
from rmt_engine.store.digests import verify_files
from rmt_engine.store.mutations import RowChange
from rmt_engine.store.part import NewPart, Part, RunFile
from rmt_engine.store.store import Staging, Store
from rmt_engine.store.table import Table

__all__ = [
    "ChangedPart",
    "KeptProjections",
    "RowRewriter",
    "batches",
    "changed_part",
    "rewrite_parts",
]

_BATCH_ROWS = 4_000_000
_BATCH_PARTS = 64


class RowRewriter(Protocol):
    """Finds and changes the rows that a change names."""

    def matched_files(
        self, table: Table, change: RowChange, parts: Sequence[Part]
    ) -> Mapping[str, int]:
        """The files of some parts that have to change, by path.

        With each, how many rows of it match a condition that are not masked.
        """

    def rewrite(
        self, table: Table, change: RowChange, sources: Sequence[RewriteSource]
    ) -> dict[str, tuple[RunFile, ...]]:
        """Writes what becomes of runs, masked rows left out.

        Returns:
            The new runs by the path of the old one; none when no row is left.
        """

    def projections_after(
        self, table: Table, change: RowChange, part: Part, is_touched: bool
    ) -> KeptProjections:
        """What becomes of the projections of a part.

        Args:
            table: the table.
            change: what is done.
            part: the part as it was.
            is_touched: whether its rows changed.
        """

    def project(
        self, table: Table, parts: Sequence[NewPart], directory: str, names: Collection[str]
    ) -> list[NewPart]:
        """Writes projections of new parts; see `StoredTable`."""


@dataclass(frozen=True)
class KeptProjections:
    """What becomes of the projections of a part.

    Attributes:
        runs: the runs that stay.
        written: the names of the projections that are written anew.
    """

    runs: tuple[RunFile, ...] = ()
    written: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChangedPart:
    """A part and what takes its place.

    Attributes:
        old: the part.
        new: what it becomes; without files when no row is left.
        staging: where files were written for it; None when no row of it matches.
        matched: how many of its rows match a condition.
    """

    old: Part
    new: NewPart
    staging: Staging | None
    matched: int

    @property
    def is_touched(self) -> bool:
        """Whether a row of it matches."""
        return self.staging is not None

    @property
    def replacement(self) -> list[NewPart]:
        """The new part, if it has rows."""
        return [self.new] if self.new.files else []

    @property
    def written(self) -> list[Staging]:
        """The staging whose files the new part has."""
        before = {file.path for file in self.old.every_file}
        after = (*self.new.files, *self.new.projected)
        has_new = any(file.path not in before for file in after)
        return [self.staging] if self.staging is not None and has_new else []


def rewrite_parts(
    store: Store,
    rewriter: RowRewriter,
    table: Table,
    change: RowChange,
    parts: Sequence[Part],
    stagings: contextlib.ExitStack,
) -> list[ChangedPart]:
    """Writes what becomes of parts; nothing is committed.

    Args:
        store: the store.
        rewriter: finds and changes rows.
        table: the table.
        change: what is done.
        parts: the parts, few enough to be changed together: see `batches`.
        stagings: removes the files that are not committed when it is closed.

    Raises:
        RmtError: a file of theirs is damaged or missing; see `verify_file`.
    """
    verify_files(store.storage, (file for part in parts for file in part.files))
    matched = rewriter.matched_files(table, change, parts)
    touched = [part for part in parts if any(file.path in matched for file in part.files)]
    kept = {
        part.id: rewriter.projections_after(table, change, part, part in touched) for part in parts
    }
    staged = {
        part.id: stagings.enter_context(store.stage(table))
        for part in parts
        if part in touched or kept[part.id].written
    }
    sources = [
        RewriteSource(
            replace(part, files=tuple(file for file in part.files if file.path in matched)),
            staged[part.id].directory,
        )
        for part in touched
    ]
    runs = rewriter.rewrite(table, change, sources) if sources else {}
    changed: list[ChangedPart] = []
    for part in parts:
        files = [new for file in part.files for new in runs.get(file.path, (file,))]
        new = changed_part(part, change, files, kept[part.id].runs)
        if files and (names := kept[part.id].written):
            [new] = rewriter.project(table, [new], staged[part.id].directory, names)
        rows = sum(matched.get(file.path, 0) for file in part.files)
        changed.append(ChangedPart(part, new, staged.get(part.id), rows))
    return changed


def changed_part(
    part: Part,
    change: RowChange,
    files: Sequence[RunFile],
    projected: Sequence[RunFile] = (),
) -> NewPart:
    """What a part becomes: complete when it has as many rows that are not masked as before."""
    left = sum(file.rows - file.masked_rows for file in files)
    return NewPart(
        part.name.partition_id,
        part.partition,
        part.name.level,
        tuple(files),
        part.unique,
        complete=left == part.rows - part.masked_rows,
        blocks=(part.name.min_block, part.name.max_block),
        data_version=change.number,
        projected=tuple(projected),
    )


def batches(parts: Sequence[Part], at_once: int = 1) -> Iterator[list[Part]]:
    """The parts in groups that are small enough to be changed together.

    Args:
        parts: the parts.
        at_once: how many times as many parts and rows as are rewritten together.
    """
    most_parts, most_rows = at_once * _BATCH_PARTS, at_once * _BATCH_ROWS
    batch: list[Part] = []
    for part in parts:
        rows = sum(p.rows for p in batch)
        if batch and (len(batch) == most_parts or rows + part.rows > most_rows):
            yield batch
            batch = []
        batch.append(part)
    if batch:
        yield batch
