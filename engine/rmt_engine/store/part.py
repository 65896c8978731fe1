"""Parts: their names, their files, and what the registry knows of them.

Source of the names:
https://clickhouse.com/docs/engines/table-engines/mergetree-family/custom-partitioning-key
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from rmt_engine.errors import RmtError

if TYPE_CHECKING:
    from sqlalchemy.engine import Row

    from rmt_engine.store.table import Projection

__all__ = ["ArrowIpc", "NewPart", "Part", "PartName", "RunFile"]

ArrowIpc: TypeAlias = bytes
"""An Arrow table as an IPC stream."""

_NAME = re.compile(
    r"(?P<partition>.+?)_(?P<min>\d+)_(?P<max>\d+)_(?P<level>\d+)(?:_(?P<data>\d+))?"
)


@functools.total_ordering
@dataclass(frozen=True)
class PartName:
    """`<partition_id>_<min_block>_<max_block>_<level>[_<data_version>]`.

    The order is the one in which FINAL and merges look at parts: by partition id as text, then by
    block, so that of two rows with the same key and version the later one wins. The data version
    is the number of the last mutation the part has been through.
    """

    partition_id: str
    min_block: int
    max_block: int
    level: int
    data_version: int | None = None

    def __str__(self) -> str:
        name = f"{self.partition_id}_{self.min_block}_{self.max_block}_{self.level}"
        return name if self.data_version is None else f"{name}_{self.data_version}"

    @classmethod
    def parse(cls, text: str) -> PartName:
        """Reads a part name.

        Raises:
            RmtError: `BAD_DATA_PART_NAME`, the text is no part name.
        """
        match = _NAME.fullmatch(text)
        if match is None:
            raise RmtError(
                "BAD_DATA_PART_NAME", f"Unexpected part name: {text} for format version: 1."
            )
        data = match["data"]
        return cls(
            match["partition"],
            int(match["min"]),
            int(match["max"]),
            int(match["level"]),
            int(data) if data is not None else None,
        )

    @classmethod
    def of_row(cls, row: Row[Any]) -> PartName:
        """The name of a part from its row of the registry."""
        return cls(row.partition_id, row.min_block, row.max_block, row.level, row.data_version)

    def __lt__(self, other: PartName) -> bool:
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[str, int, int, int, int]:
        return (
            self.partition_id,
            self.min_block,
            self.max_block,
            self.level,
            self.data_version or 0,
        )

    @property
    def changed_up_to(self) -> int:
        """The number up to which mutations are in its rows, or never concerned them."""
        return self.min_block if self.data_version is None else self.data_version

    def covers(self, other: PartName) -> bool:
        """Whether a merge or mutation that made this part may have taken the other in."""
        return (
            self.partition_id == other.partition_id
            and self.min_block <= other.min_block
            and other.max_block <= self.max_block
            and (other.data_version or 0) <= (self.data_version or 0)
        )

    def merged_with(self, *others: PartName) -> PartName:
        """The name of the part that merges this part and the others, which follow it."""
        names = (self, *others)
        return PartName(
            self.partition_id,
            self.min_block,
            names[-1].max_block,
            max(name.level for name in names) + 1,
            max(name.data_version or 0 for name in names) or None,
        )

    def mutated_by(self, number: int) -> PartName:
        """The name of the part after a mutation."""
        return replace(self, data_version=number)


@dataclass(frozen=True)
class RunFile:
    """One Parquet file: a run of rows in the order of the sorting key.

    Attributes:
        path: relative to the directory of the store's tables.
        rows: rows in it.
        bytes: its size.
        first_row: the row id of its first row; the others follow without a gap.
        marks: the key columns of every `MARK_ROWS`th row and of the last one, as an Arrow table in
            IPC format: the sparse primary index.
        minmax: the least and the greatest value of some columns, as an Arrow table of two rows in
            IPC format: the minmax index. Empty when there are none.
        structure: the structure of the table it was written with.
        masks: paths of the files that together say which of its rows lightweight deletes took away.
        masked_rows: how many rows these are.
        digest: of all in it that is no page of data, as `store.digests` makes it; None for a file
            that was written when there was none.
        absent: names in files of columns that its structure has and it lacks: the values are
            computed when they are read.
        sizes: what each column takes, as `store.column_sizes` writes it; None for a file that was
            written when nobody measured it.
        projection: of a run of a projection, its name; empty for a run of the part's own rows.
        projection_identity: that of the projection.
    """

    path: str
    rows: int
    bytes: int
    first_row: int
    marks: ArrowIpc
    minmax: ArrowIpc = b""
    structure: int = 0
    masks: tuple[str, ...] = ()
    masked_rows: int = 0
    digest: str | None = None
    absent: tuple[str, ...] = ()
    sizes: str | None = None
    projection: str = ""
    projection_identity: str = ""

    @property
    def row_stop(self) -> int:
        """One more than the row id of the last row."""
        return self.first_row + self.rows


@dataclass(frozen=True)
class Part:
    """A part of a table, as committed.

    Attributes:
        id: the registry's number.
        name: its name.
        partition: the values of the partition key, each as the text the registry keeps.
        files: its runs.
        unique: whether no two of its rows have the same key.
        complete: whether it holds the newest row of every key of the parts it replaced; a merge
            with CLEANUP or DEDUPLICATE does not promise that, nor a mutation that deletes.
        created_at: seconds since 1970.
        removed_at: when a merge, a mutation or TRUNCATE replaced it; None while it is active.
        detached_as: its name among the detached parts; None when it is not one of them.
        projected: the runs of its projections.
    """

    id: int
    name: PartName
    partition: tuple[str, ...]
    files: tuple[RunFile, ...]
    unique: bool
    complete: bool
    created_at: float
    removed_at: float | None = None
    detached_as: str | None = None
    projected: tuple[RunFile, ...] = ()

    @property
    def every_file(self) -> tuple[RunFile, ...]:
        """Its runs, those of its projections last."""
        return (*self.files, *self.projected)

    def runs_named(self, projection: str) -> tuple[RunFile, ...]:
        """The runs of a projection, be it as the table had it before its columns changed."""
        return tuple(file for file in self.projected if file.projection == projection)

    def runs_of(self, projection: Projection) -> tuple[RunFile, ...]:
        """The runs of a projection; empty if it does not have it as it is now."""
        return tuple(
            file
            for file in self.projected
            if (file.projection, file.projection_identity) == (projection.name, projection.identity)
        )

    @property
    def rows(self) -> int:
        """Rows in all files, masked ones and all."""
        return sum(file.rows for file in self.files)

    @property
    def masked_rows(self) -> int:
        """Rows that lightweight deletes took away and no merge has dropped yet."""
        return sum(file.masked_rows for file in self.files)

    @property
    def bytes(self) -> int:
        """Size of all files."""
        return sum(file.bytes for file in self.files)


@dataclass(frozen=True)
class NewPart:
    """A part whose files are written and which no reader sees yet.

    Attributes:
        partition_id: the partition.
        partition: the values of the partition key, as text.
        level: 0, 1 when the insert collapsed its rows, more after merges.
        files: its runs.
        unique: whether no two rows have the same key.
        complete: as in `Part`.
        blocks: first and last block of a merge; None for an insert, whose block number the commit
            gives.
        data_version: the last mutation its rows have been through.
        block_id: what an INSERT of the same block has as well; None when repeated blocks are not
            recognised.
        projected: the runs of its projections.
        given: of an INSERT, the rows it gave, before those with the same key became one.
    """

    partition_id: str
    partition: tuple[str, ...]
    level: int
    files: tuple[RunFile, ...]
    unique: bool
    complete: bool = True
    blocks: tuple[int, int] | None = None
    data_version: int | None = None
    block_id: str | None = None
    projected: tuple[RunFile, ...] = ()
    given: int = 0

    @property
    def rows(self) -> int:
        """Rows in all files."""
        return sum(file.rows for file in self.files)

    @property
    def bytes(self) -> int:
        """Size of all files."""
        return sum(file.bytes for file in self.files)
