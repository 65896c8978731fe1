"""What parts become when rows of theirs are masked: the same runs, with masks.

A lightweight delete and MERGE INTO make them so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from rmt_engine.merges.changed_parts import RowRewriter, changed_part
from rmt_engine.store.mutations import RowChange
from rmt_engine.store.part import NewPart, Part, RunFile
from rmt_engine.store.parts import Parts
from rmt_engine.store.store import Staging
from rmt_engine.store.table import Table

__all__ = ["MaskedParts", "masked_parts"]


@dataclass(frozen=True)
class MaskedParts:
    """Parts with masks that are written and not committed yet.

    Attributes:
        table: the table.
        old: the parts.
        new: what they become.
        staging: where the masks are.
    """

    table: Table
    old: Sequence[Part]
    new: Sequence[NewPart]
    staging: Staging

    @property
    def rows(self) -> int:
        """How many rows the new masks take away."""
        before = sum(part.masked_rows for part in self.old)
        return sum(file.masked_rows for part in self.new for file in part.files) - before

    def commit_in(self, connection: Connection) -> bool:
        """Puts them in the place of the old ones; False when one of those is gone.

        Args:
            connection: a transaction that is undone then.
        """
        names = Parts.commit_in(
            connection,
            self.table.id,
            self.new,
            [self.staging.directory],
            replaces=[part.id for part in self.old],
            structure=self.table.definition.structure,
        )
        return names is not None


def masked_parts(
    rewriter: RowRewriter,
    table: Table,
    change: RowChange,
    parts: Sequence[Part],
    masked: Mapping[str, RunFile],
    directory: str,
) -> list[NewPart]:
    """What parts become; their projections have no masks and are made anew, or go.

    Args:
        rewriter: writes projections.
        table: the table.
        change: what masks the rows.
        parts: the parts.
        masked: the runs that have masks now, by path.
        directory: the staging directory.
    """
    new: list[NewPart] = []
    for part in parts:
        is_touched = any(file.path in masked for file in part.files)
        kept = rewriter.projections_after(table, change, part, is_touched)
        files = [masked.get(file.path, file) for file in part.files]
        changed = changed_part(part, change, files, kept.runs)
        if kept.written:
            [changed] = rewriter.project(table, [changed], directory, kept.written)
        new.append(changed)
    return new
