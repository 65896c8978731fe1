"""What an engine is asked, and what it does with rows that have the same key."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines.keys import Indices
from rmt_engine.errors import RmtError
from rmt_engine.store.table import TableDefinition

if TYPE_CHECKING:
    from rmt_engine.sql.values.types import DataType

__all__ = [
    "MERGED_PART",
    "PARTITION_RANK",
    "PART_RANK",
    "ChoosingAlgorithm",
    "Engine",
    "EngineColumns",
    "MergeAlgorithm",
    "MergedRows",
    "Replaced",
    "Versions",
]


PARTITION_RANK = "__partition_rank"
"""Of a row in Spark: where its partition stands among those of the table."""
PART_RANK = "__part_rank"
"""Of a row in Spark: where its part stands among those of the table."""
MERGED_PART = "__merged_part"
"""Of a row in Spark: the rank of its part if that came of a merge, -1 otherwise."""


@dataclass(frozen=True)
class MergedRows:
    """What a merge leaves of rows.

    Attributes:
        rows: the numbers of the rows that stay, in the order of the key.
        values: new values of some of their columns, in the same order; all other columns keep
            theirs.
    """

    rows: Indices
    values: Mapping[str, pa.Array] = field(default_factory=dict)

    def take(self, chosen: Indices) -> MergedRows:
        """Some of them, by their places."""
        places = pa.array(chosen)
        values = {name: array.take(places) for name, array in self.values.items()}
        return MergedRows(self.rows[chosen], values)

    def of(self, table: pa.Table) -> pa.Table:
        """The rows of the table that was merged, with their new values."""
        return self.with_values(table.take(pa.array(self.rows)))

    def with_values(self, rows: pa.Table, start: int = 0) -> pa.Table:
        """Rows that were taken already, from a place on, with their new values."""
        for name, array in self.values.items():
            if name in rows.schema.names:
                place = rows.schema.get_field_index(name)
                new = array.slice(start, rows.num_rows).cast(rows.schema.field(place).type)
                rows = rows.set_column(place, rows.schema.field(place), new)
        return rows


class MergeAlgorithm(ABC):
    """Decides what a merge leaves of rows with the same key.

    It sees only the columns it asks for, of all rows that may have a key in common, in the order
    that decides a tie: by part, then by place in the part. It answers with row numbers, so the
    other columns need not be read to decide.
    """

    key: tuple[str, ...]

    @property
    def neighbours(self) -> tuple[str, ...]:
        """The first columns that files are sorted by, as far as they are of the key."""
        return self.key

    @property
    def is_scattered(self) -> bool:
        """Whether files are sorted by other columns: rows of a key may then lie anywhere."""
        return False

    @property
    def settles_single_rows(self) -> bool:
        """Whether a row that has its key alone is what a merge leaves of it."""
        return True

    @property
    def changes_single_rows(self) -> bool:
        """Whether a merge leaves other values of a row that has its key alone."""
        return False

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The stored columns the decision needs."""

    @abstractmethod
    def merged(self, rows: pa.Table, cleanup: bool) -> MergedRows:
        """What a merge leaves, in the order of the key.

        Args:
            rows: the columns asked for; later rows win ties.
            cleanup: whether rows marked as deleted go for good.
        """

    def merged_of_parts(self, rows: pa.Table, cleanup: bool, merged_parts: Indices) -> MergedRows:
        """What a merge of parts leaves, some of which came of merges; see `merged`.

        Args:
            rows: the columns asked for; later rows win ties.
            cleanup: whether rows marked as deleted go for good.
            merged_parts: for each row the number of its part, -1 if that has level 0.
        """
        return self.merged(rows, cleanup)


class ChoosingAlgorithm(MergeAlgorithm):
    """Rows stay as they are or go."""

    @abstractmethod
    def merge(self, rows: pa.Table, cleanup: bool) -> Indices:
        """The rows a merge keeps, in the order of the key; see `merged`."""

    @abstractmethod
    def visible(self, rows: pa.Table) -> Indices:
        """The rows FINAL shows, in any order."""

    def visible_of_parts(self, rows: pa.Table, merged_parts: Indices) -> Indices:
        """The rows FINAL shows of parts, some of which came of merges; see `merged_of_parts`."""
        return self.visible(rows)

    def merged(self, rows: pa.Table, cleanup: bool) -> MergedRows:
        """The rows it keeps."""
        return MergedRows(self.merge(rows, cleanup))


@dataclass(frozen=True)
class EngineColumns:
    """The columns that an engine's arguments name.

    Attributes:
        version: tells which of the rows with the same key is the newest.
        is_deleted: marks deleted rows.
        sign: tells rows of a state, 1, from those that cancel one, -1.
        folded: those whose values become one; None for all that can.
    """

    version: str | None = None
    is_deleted: str | None = None
    sign: str | None = None
    folded: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Versions:
    """Rows with the same key, as Spark sees them in a subquery.

    Attributes:
        table: what `rmt_rows` is told, a text.
        alias: what the rows are known under, in backticks.
        rows: what stands in FROM and WHERE: the rows that meet a condition.
        key: the columns in which rows of one key are equal, quoted; empty if there is no key.
        columns: those of the engine's arguments, quoted.
    """

    table: str
    alias: str
    rows: str
    key: tuple[str, ...]
    columns: EngineColumns

    def window(self, *order: str) -> str:
        """`OVER (…)` of the rows of one key."""
        key = f"PARTITION BY {', '.join(self.key)} " if self.key else ""
        return f"OVER ({key}ORDER BY {', '.join(order)})"

    def merged(self, key: tuple[str, ...]) -> str:
        """A query of what a merge leaves of the rows of each key."""
        lists = f"rmt_merged({self.table}, collect_list(struct({self.alias}.*)))"
        groups = f" GROUP BY {', '.join(f'{self.alias}.{name}' for name in key)}" if key else ""
        return f"SELECT inline(`__rows`) FROM (SELECT {lists} AS `__rows` FROM {self.rows}{groups})"


class Replaced(Enum):
    """What goes when MERGE INTO changes or deletes a row."""

    VERSION = "version"
    """Nothing: a newer version of the row comes."""
    KEY = "key"
    """All rows with its key are masked: the current row is made of them, or older ones lurk."""
    ROW = "row"
    """The row is masked, whatever other rows there are."""


class Engine(ABC):
    """An engine of tables; there is one object of each class.

    Attributes:
        name: ClickHouse's.
        has_final: whether `FINAL` reads other rows than a plain SELECT.
        hands_final_on: whether `FINAL` is for the tables whose rows it shows.
        collapses_blocks: whether the rows of one INSERT are merged before they are written.
        keeps_one_row: whether a merge leaves no two rows of a key.
        computes: whether merges give columns new values.
        keeps_rows: whether no merge takes away what FINAL would look at.
        has_cleanup: whether `OPTIMIZE … CLEANUP` is for it.
        keeps_inserted: whether the rows of an INSERT stay in the table.
        takes_rows: whether there are INSERTs.
        replaced: what goes when MERGE INTO changes a row; None if it cannot.
        has_unique_key: whether UNIQUE KEY is for it.
    """

    name: ClassVar[str]
    has_final: ClassVar[bool] = True
    hands_final_on: ClassVar[bool] = False
    collapses_blocks: ClassVar[bool] = True
    keeps_one_row: ClassVar[bool] = False
    keeps_rows: ClassVar[bool] = True
    computes: ClassVar[bool] = False
    has_cleanup: ClassVar[bool] = False
    keeps_inserted: ClassVar[bool] = True
    takes_rows: ClassVar[bool] = True
    replaced: ClassVar[Replaced | None] = Replaced.KEY
    has_unique_key: ClassVar[bool] = False

    @abstractmethod
    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """What the arguments behind its name mean.

        Args:
            arguments: the columns they name, as written.

        Raises:
            RmtError: `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`, there are too many or too few.
        """

    def check(self, columns: EngineColumns, stored: Mapping[str, DataType]) -> None:
        """Makes sure that the columns are there and of types that fit.

        Args:
            columns: those of the arguments.
            stored: the types of the table's stored columns.

        Raises:
            RmtError: `NO_SUCH_COLUMN_IN_TABLE`, `BAD_TYPE_OF_FIELD`, `BAD_ARGUMENTS`.
        """
        if columns.sign is not None:
            self._check_sign(columns.sign, stored)
        if columns.version is not None:
            self._check_version(columns.version, columns.sign, stored)
        if columns.is_deleted is not None:
            self._check_mark(columns.is_deleted, columns.version, stored)

    def _check_sign(self, sign: str, stored: Mapping[str, DataType]) -> None:
        data_type = stored.get(sign)
        if data_type is None:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"Sign column {sign} does not exist in table declaration.",
            )
        if str(data_type) != "Int8":
            raise RmtError(
                "BAD_TYPE_OF_FIELD",
                f"Sign column ({sign}) for storage {self.name} must have type Int8. "
                f"Provided column of type {data_type}.",
            )

    def _check_version(
        self, version: str, sign: str | None, stored: Mapping[str, DataType]
    ) -> None:
        if version == sign:
            raise RmtError(
                "BAD_ARGUMENTS", f"The version and sign column cannot be the same column ({sign})."
            )
        data_type = stored.get(version)
        if data_type is None:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"Version column {version} does not exist in table declaration.",
            )
        if data_type.nullable or not data_type.spec.version:
            raise RmtError(
                "BAD_TYPE_OF_FIELD",
                f"The column {version} cannot be used as a version column for storage "
                f"{self.name} because it is of type {data_type}.",
                "Use an integer, a float, Date, DateTime or DateTime64 that is not Nullable.",
            )

    def _check_mark(
        self, is_deleted: str, version: str | None, stored: Mapping[str, DataType]
    ) -> None:
        if is_deleted == version:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"The version and is_deleted column cannot be the same column ({version}).",
            )
        data_type = stored.get(is_deleted)
        if data_type is None:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"is_deleted column {is_deleted} does not exist in table declaration.",
            )
        is_wrapped = data_type.nullable or data_type.low_cardinality
        if is_wrapped or data_type.family not in ("UInt8", "Bool"):
            raise RmtError(
                "BAD_TYPE_OF_FIELD",
                f"is_deleted column ({is_deleted}) for storage {self.name} must have type UInt8. "
                f"Provided column of type {data_type}.",
            )

    def leaves_unique_keys(self, definition: TableDefinition) -> bool:
        """Whether a merge leaves no two rows of a key."""
        return self.keeps_one_row

    def check_definition(self, definition: TableDefinition) -> None:  # noqa: B027
        """Makes sure that the engine goes with the rest of a definition.

        Raises:
            RmtError: with ClickHouse's name of whatever is wrong.
        """

    def arguments(self, definition: TableDefinition) -> tuple[str | tuple[str, ...], ...]:
        """The columns, and lists of columns, that SHOW CREATE has behind the engine's name."""
        return ()

    def key_behind(self, columns: EngineColumns) -> tuple[str, ...]:
        """The columns that the engine puts behind those of ORDER BY."""
        return ()

    def check_rows(self, rows: pa.Table, definition: TableDefinition) -> None:
        """Makes sure that it can merge the rows of an INSERT.

        Raises:
            RmtError: `INCORRECT_DATA`.
        """
        if definition.sign is not None:
            signs = rows.column(definition.sign)
            wrong = signs.filter(pc.not_equal(pc.abs(signs), 1))
            if len(wrong):
                raise RmtError(
                    "INCORRECT_DATA", f"Incorrect data: Sign = {wrong[0]} (must be 1 or -1)."
                )

    @abstractmethod
    def algorithm(self, definition: TableDefinition) -> MergeAlgorithm:
        """What it does with rows that have the same key."""

    def computed_columns(self, definition: TableDefinition) -> frozenset[str]:
        """The columns that merges give new values."""
        return frozenset()

    def current(self, versions: Versions) -> str:
        """A query of the rows that FINAL shows of those that a condition leaves.

        Args:
            versions: those rows.
        """
        return versions.merged(versions.key)
