"""What a table is: its columns, its keys and its engine, as frozen values."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rmt_engine.store.refresh import Refresh

if TYPE_CHECKING:
    from sqlalchemy.engine import Row

__all__ = [
    "AGGREGATING",
    "BUFFER",
    "COALESCING",
    "COLLAPSING",
    "KEYLESS",
    "MATERIALIZED_VIEW",
    "MEMORY",
    "MERGE",
    "MERGE_TREE",
    "NULL",
    "PARTITION_VALUE",
    "PART_OFFSET",
    "REPLACING",
    "REPLICATED",
    "ROW_EXISTS",
    "ROW_ID",
    "SUMMING",
    "TEMPORARY_DATABASE",
    "VERSIONED_COLLAPSING",
    "VIRTUAL_COLUMNS",
    "Column",
    "Expiry",
    "FileColumn",
    "FormerType",
    "Index",
    "KeyColumn",
    "OtherTables",
    "PartitionElement",
    "Projection",
    "ProjectionColumn",
    "SamplingKey",
    "Table",
    "TableDefinition",
    "TypeChange",
    "ViewDefinition",
    "own_table_name",
]

REPLACING = "ReplacingMergeTree"
MERGE_TREE = "MergeTree"
COLLAPSING = "CollapsingMergeTree"
VERSIONED_COLLAPSING = "VersionedCollapsingMergeTree"
SUMMING = "SummingMergeTree"
AGGREGATING = "AggregatingMergeTree"
COALESCING = "CoalescingMergeTree"
MEMORY = "Memory"
"""The engine of temporary tables that name none; its rows are in files like all others."""
NULL = "Null"
"""The engine whose tables keep no rows: materialized views read those that are inserted."""
MATERIALIZED_VIEW = "MaterializedView"
"""What stands for the engine of a materialized view, which is a table with a query."""
MERGE = "Merge"
"""The engine whose tables show the rows of all tables whose names match a pattern."""
BUFFER = "Buffer"
"""The engine whose tables hand what is inserted on to another table, whose rows they show."""
KEYLESS = (MEMORY, "Log", "StripeLog", "TinyLog", NULL, MATERIALIZED_VIEW, MERGE, BUFFER)
"""The engines whose tables have, as a user sees it, neither keys nor parts."""
REPLICATED = "Replicated"
TEMPORARY_DATABASE = ""
"""Where the tables are that sessions have for themselves; no name that is written leads there."""
_OWN = ".inner_id."
ROW_ID = "__row"
"""The hidden column that numbers a table's rows: unique in the table, ascending in each file."""
ROW_EXISTS = "_row_exists"
"""The virtual column that is 0 for masked rows; no column of a table may have its name."""
PART_OFFSET = "_part_offset"
PARTITION_VALUE = "_partition_value"
VIRTUAL_COLUMNS = {
    "_part": "LowCardinality(String)",
    "_partition_id": "LowCardinality(String)",
    "_part_index": "UInt64",
    ROW_EXISTS: "UInt8",
    "_part_uuid": "UUID",
    "_part_data_version": "UInt64",
    "_part_starting_offset": "UInt64",
    PART_OFFSET: "UInt64",
}
"""Columns of every table that are computed when a query names them, and their types: what is known
of a row's part, the row's place in it, and whether the row is there."""


@dataclass(frozen=True)
class FormerType:
    """A type that a column had.

    Attributes:
        until: the first structure in which it has its next type.
        type: ClickHouse's type, canonical text.
        null_as: the constant that a NULL became, where the next type holds none.
    """

    until: int
    type: str
    null_as: str = ""


@dataclass(frozen=True)
class TypeChange:
    """What became of a column's type.

    Attributes:
        to: the new type.
        null_as: the constant that a NULL becomes, where the new type holds none.
    """

    to: str
    null_as: str = ""


@dataclass(frozen=True)
class Column:
    """A declared column.

    A file keeps the columns it was written with, whatever ALTER TABLE does later: a column is found
    in it by `file_name`, and is not in it at all when it is younger than the file.

    Attributes:
        name: as declared.
        type: ClickHouse's type, canonical text.
        kind: `""`, `DEFAULT`, `MATERIALIZED`, `ALIAS` or `EPHEMERAL`.
        expression: the expression of that kind, as declared; an EPHEMERAL column may have none.
        comment: the comment.
        codec: what CODEC declared.
        stored_as: its name in files, where that is another one: no column of the table, there or
            dropped, has the same.
        since: the first structure of the table whose files hold it.
        former_types: the types it had before, the oldest first.
    """

    name: str
    type: str
    kind: str = ""
    expression: str = ""
    comment: str = ""
    codec: str = ""
    stored_as: str = ""
    since: int = 0
    former_types: tuple[FormerType, ...] = ()

    @property
    def file_name(self) -> str:
        """Its name in files."""
        return self.stored_as or self.name

    @property
    def is_stored(self) -> bool:
        """Whether the files hold it."""
        return self.kind not in ("ALIAS", "EPHEMERAL")

    @property
    def is_visible(self) -> bool:
        """Whether `SELECT *` shows it."""
        return self.kind in ("", "DEFAULT")


@dataclass(frozen=True)
class FileColumn:
    """A column of a table as files of some structure hold it.

    Attributes:
        name: the column.
        file_name: its name in the files.
        type: its type in the files.
        changes: what became of the type since, up to the current one.
    """

    name: str
    file_name: str
    type: str
    changes: tuple[TypeChange, ...] = ()


@dataclass(frozen=True)
class KeyColumn:
    """A stored column of the sorting key.

    Attributes:
        name: the column in the files.
        expression: what it is computed from, as declared; empty for a declared column.
        type: the type of a computed column; empty for a declared one, which has its own.
    """

    name: str
    expression: str = ""
    type: str = ""


@dataclass(frozen=True)
class PartitionElement:
    """One element of the partition key.

    Attributes:
        expression: as declared.
        type: ClickHouse's type of its values; a partition id depends on it.
        counts_days: whether an id has a day as the number of days since 1970, as ClickHouse has it
            for a Nullable(Date). Tables that do not say so have it by the calendar.
        has_short_remainders: whether `%` in it is ClickHouse's `moduloLegacy`. Tables that do not
            say so have remainders of any size.
    """

    expression: str
    type: str
    counts_days: bool = False
    has_short_remainders: bool = False


@dataclass(frozen=True)
class SamplingKey:
    """What SAMPLE BY says.

    Attributes:
        expression: as declared.
        type: ClickHouse's type of its values, an unsigned whole number of up to 64 bits.
    """

    expression: str
    type: str


@dataclass(frozen=True)
class Index:
    """A data skipping index, as declared. Parquet's statistics serve it; answers do not need it."""

    name: str
    expression: str
    type: str
    granularity: int


@dataclass(frozen=True)
class Constraint:
    """A CHECK that every inserted row must meet; the rows that are there are not looked at."""

    name: str
    expression: str


@dataclass(frozen=True)
class ProjectionColumn:
    """A column of the rows of a projection.

    Attributes:
        name: its name in files.
        expression: what it is computed from, in the one form that equal expressions have; of a
            state, the call of its aggregate function.
        type: ClickHouse's type of its values.
        is_state: whether it has states of an aggregate function.
        column: the column of the table that it is; empty if it is computed.
    """

    name: str
    expression: str
    type: str
    is_state: bool = False
    column: str = ""


@dataclass(frozen=True)
class Projection:
    """What every part of a table has its rows in once more: in another order, or aggregated.

    Attributes:
        name: as declared.
        query: as declared, in one line.
        is_aggregate: whether its rows are groups; otherwise they are the part's in another order.
        columns: of its rows, those of the key first; empty if parts do not have it.
        key: what its rows are sorted by, each element as ClickHouse names it.
        settings: those of `WITH SETTINGS`.
        not_used: why no part has it, and no query reads it; empty if they do.
        identity: tells how its rows are made of those of a part: what parts have under another one
            is not it.
    """

    name: str
    query: str
    is_aggregate: bool
    columns: tuple[ProjectionColumn, ...] = ()
    key: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    not_used: str = ""
    identity: str = ""

    @property
    def key_columns(self) -> tuple[ProjectionColumn, ...]:
        """The columns that its rows are sorted by."""
        return self.columns[: len(self.key)]

    def to_json(self) -> str:
        """All of it in a text.

        A query tells `rmt_scan` so what it reads: it is compiled before it is run, and the
        projection may be dropped, or be another one, in between.
        """
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False)

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> Projection:
        """Reads what `dataclasses.asdict` made, by way of JSON."""
        columns = tuple(ProjectionColumn(**column) for column in values["columns"])
        return cls(**{**values, "columns": columns, "key": tuple(values["key"])})

    @classmethod
    def from_json(cls, text: str) -> Projection:
        """Reads what `to_json` wrote."""
        return cls.of_values(json.loads(text))


@dataclass(frozen=True)
class Expiry:
    """A rule of TTL: when rows go, or the values of a column become its default.

    Every file holds the moments in a hidden column, and the registry the least and the greatest of
    them: to see what is due nothing has to be computed, nor read.

    Attributes:
        expression: the moment.
        condition: which rows the rule is for; empty for all.
        column: the column whose values expire; empty when rows do.
        name: the hidden column: seconds since 1970, NULL for what never expires, or has already.
        since: the first structure of the table whose files hold it.
    """

    expression: str
    condition: str = ""
    column: str = ""
    name: str = ""
    since: int = 0

    @property
    def hidden(self) -> Column:
        """The hidden column."""
        return Column(self.name, "Nullable(Int64)", since=self.since)


@dataclass(frozen=True)
class ViewDefinition:
    """What a materialized view makes of the rows that are inserted into a table.

    Attributes:
        query: the query, over lines; its tables have their databases.
        source: the database and the name of the table whose INSERTs it sees, the leftmost of the
            query; empty if it reads none.
        target: those of the table that gets what the query gives; empty if it is the view's own.
        refresh: when the query is run over all its tables; None if it runs over each INSERT.
        definer: the user whose rights it is run with; empty if it is whoever inserts.
    """

    query: str
    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    refresh: Refresh | None = None
    definer: str = ""

    @classmethod
    def of_values(cls, values: dict[str, Any]) -> ViewDefinition:
        """Reads what `dataclasses.asdict` made, by way of JSON."""
        names = {name: tuple(values[name]) for name in ("source", "target")}
        refresh = values.get("refresh")
        return cls(
            values["query"],
            **names,
            refresh=None if refresh is None else Refresh.of_values(refresh),
            definer=values.get("definer", ""),
        )


@dataclass(frozen=True)
class OtherTables:
    """The tables whose rows one without rows of its own shows, found anew by every query.

    Attributes:
        database: the database, or a pattern of names of databases.
        table: a pattern of names of tables; of a `Buffer` the name of one.
        is_of_databases: whether the database is a pattern.
        limits: what else a `Buffer` is told: how many layers it has and when it would be flushed.
    """

    database: str
    table: str
    is_of_databases: bool = False
    limits: tuple[int, ...] = ()


@dataclass(frozen=True)
class TableDefinition:
    """Everything CREATE TABLE said, and ALTER TABLE since.

    Files are never rewritten because columns change. Each notes the structure it was written with:
    how often the stored columns had changed by then.

    Attributes:
        columns: in declared order.
        engine: its name, without `Replicated`: `ReplacingMergeTree`, say.
        order_by: the sorting key, each element as declared.
        primary_key: the primary key, each element as declared.
        declares_primary_key: whether CREATE TABLE had a PRIMARY KEY.
        partition_by: the partition key's elements.
        key: the stored columns that make up the sorting key: they order the files and, for
            most engines, tell which rows are versions of the same one. Elements that only
            depend on other elements are left out: they add nothing to the identity of a row.
        unique_key: the columns of UNIQUE KEY; empty if the sorting key tells which rows are
            versions of the same one.
        sampling: what SAMPLE picks rows by; an element of the primary key.
        version: the version column.
        is_deleted: the column that marks deleted rows.
        sign: the column whose -1 cancels a row with 1.
        folded: the columns whose values become one where rows do; None for all that can.
        key_sources: the columns that the sorting key and the partition key are made of; of a table
            whose engine computes values.
        partition_follows_key: whether versions of a row are always in the same partition.
        settings: the table's settings.
        indexes: data skipping indexes.
        constraints: what inserted rows must meet.
        projections: what parts have their rows in once more.
        ttl: when rows and values expire.
        comment: the table's comment.
        is_replicated: whether the engine's name began with `Replicated`: repeated INSERTs are then
            recognised by default.
        structure: how often the stored columns have changed.
        least_structure: parts planned for older structures are not committed any more: a value in
            them might not become one of the types that columns have now, or the sorting key was
            another one.
        dropped: lower-case names in files of columns that are gone.
        view: of a materialized view, what it does.
        others: of a table without rows of its own, the tables whose rows it shows.
    """

    columns: tuple[Column, ...]
    engine: str
    order_by: tuple[str, ...] = ()
    primary_key: tuple[str, ...] = ()
    partition_by: tuple[PartitionElement, ...] = ()
    key: tuple[KeyColumn, ...] = ()
    unique_key: tuple[str, ...] = ()
    sampling: SamplingKey | None = None
    version: str | None = None
    is_deleted: str | None = None
    sign: str | None = None
    folded: tuple[str, ...] | None = None
    key_sources: tuple[str, ...] = ()
    partition_follows_key: bool = True
    settings: dict[str, str] = field(default_factory=dict)
    indexes: tuple[Index, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    projections: tuple[Projection, ...] = ()
    ttl: tuple[Expiry, ...] = ()
    comment: str = ""
    is_replicated: bool = False
    structure: int = 0
    least_structure: int = 0
    dropped: tuple[str, ...] = ()
    declares_primary_key: bool = False
    view: ViewDefinition | None = None
    others: OtherTables | None = None

    @property
    def engine_name(self) -> str:
        """The engine as CREATE TABLE named it."""
        return f"{REPLICATED}{self.engine}" if self.is_replicated else self.engine

    @property
    def deciding_columns(self) -> dict[str, str]:
        """The columns that the engine's arguments name, and what each is for."""
        roles = {self.version: "version", self.is_deleted: "is_deleted", self.sign: "sign"}
        named = {name: role for name, role in roles.items() if name is not None}
        return named | dict.fromkeys(self.folded or (), "columns to sum")

    @property
    def virtual_columns(self) -> dict[str, str]:
        """The types of the columns that are computed when a query names them, by their names."""
        if self.is_keyless:
            return {}
        columns = dict(VIRTUAL_COLUMNS)
        if self.partition_by:
            values = ", ".join(element.type for element in self.partition_by)
            columns[PARTITION_VALUE] = f"Tuple({values})"
        declared = {column.name.lower() for column in self.columns}
        return {name: kind for name, kind in columns.items() if name not in declared}

    @property
    def is_keyless(self) -> bool:
        """Whether it has neither keys nor parts, as a user sees it."""
        return self.engine in KEYLESS

    @property
    def stored_columns(self) -> tuple[Column, ...]:
        """The declared columns the files hold."""
        return tuple(column for column in self.columns if column.is_stored)

    @property
    def kept_columns(self) -> tuple[Column, ...]:
        """The columns the files hold, declared and hidden ones, but for those of the key."""
        return (*self.stored_columns, *(rule.hidden for rule in self.ttl))

    @property
    def visible_columns(self) -> tuple[Column, ...]:
        """The columns `SELECT *` shows."""
        return tuple(column for column in self.columns if column.is_visible)

    @property
    def hidden_columns(self) -> tuple[Column, ...]:
        """The columns only their names show: MATERIALIZED and ALIAS."""
        return tuple(c for c in self.columns if c.kind in ("MATERIALIZED", "ALIAS"))

    @property
    def key_columns(self) -> tuple[str, ...]:
        """The names of the stored key columns."""
        return tuple(column.name for column in self.key)

    @property
    def version_key(self) -> tuple[str, ...]:
        """The stored columns that tell which rows are versions of the same one.

        They are those of the sorting key, in its order, unless UNIQUE KEY names others.
        """
        return self.unique_key if self.has_unsorted_key else self.key_columns

    @property
    def has_unsorted_key(self) -> bool:
        """Whether versions of a row need not be neighbours in the files."""
        return bool(self.unique_key) and set(self.unique_key) != set(self.key_columns)

    def column(self, name: str) -> Column | None:
        """The column of that name, upper and lower case being the same."""
        lower = name.lower()
        return next((column for column in self.columns if column.name.lower() == lower), None)

    def projection(self, name: str) -> Projection | None:
        """The projection of that name."""
        return next((one for one in self.projections if one.name == name), None)

    def of_projection(self, projection: Projection) -> TableDefinition:
        """The rows of a projection as those of a table that is sorted by its key."""
        key = tuple(column.name for column in projection.key_columns)
        return TableDefinition(
            columns=tuple(Column(column.name, column.type) for column in projection.columns),
            engine=MERGE_TREE,
            order_by=key,
            primary_key=key,
            key=tuple(map(KeyColumn, key)),
            settings={**self.settings, **projection.settings},
        )

    @property
    def kept_projections(self) -> tuple[Projection, ...]:
        """The projections that parts have."""
        return tuple(one for one in self.projections if not one.not_used)

    def file_columns(self, structure: int, absent: Collection[str] = ()) -> tuple[FileColumn, ...]:
        """The kept columns that files of a structure hold; the others are younger.

        Args:
            structure: the structure.
            absent: names in files of columns that these files lack all the same.
        """
        return tuple(
            _in_files(column, structure)
            for column in self.kept_columns
            if column.since <= structure and column.file_name not in absent
        )

    def is_current(self, structure: int, absent: Collection[str] = ()) -> bool:
        """Whether files of a structure hold all that files of the newest one do."""
        return self.file_columns(structure, absent) == self.file_columns(self.structure)

    def absent_columns(self, structure: int, absent: Collection[str] = ()) -> frozenset[str]:
        """Names in new files of the kept columns that files of a structure lack.

        Those of the sorting key are left out: a run that is written always has them.
        """
        held = {column.name for column in self.file_columns(structure, absent)}
        return frozenset(
            column.file_name
            for column in self.kept_columns
            if column.name not in held and column.name not in self.key_columns
        )

    def to_json(self) -> str:
        """The definition as the registry keeps it."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> TableDefinition:
        """Reads what `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        parts = {
            "columns": Column,
            "partition_by": PartitionElement,
            "key": KeyColumn,
            "indexes": Index,
            "constraints": Constraint,
            "ttl": Expiry,
        }
        for column in values["columns"]:
            former = column.get("former_types", ())
            column["former_types"] = tuple(FormerType(**value) for value in former)
        values["projections"] = tuple(map(Projection.of_values, values.get("projections", ())))
        for name, kind in parts.items():
            values[name] = tuple(kind(**value) for value in values.get(name, ()))
        if values.get("sampling"):
            values["sampling"] = SamplingKey(**values["sampling"])
        for name in ("order_by", "primary_key", "dropped", "key_sources", "unique_key"):
            values[name] = tuple(values.get(name, ()))
        if values.get("folded") is not None:
            values["folded"] = tuple(values["folded"])
        if view := values.get("view"):
            values["view"] = ViewDefinition.of_values(view)
        if others := values.get("others"):
            values["others"] = OtherTables(**{**others, "limits": tuple(others["limits"])})
        return cls(**values)


def _in_files(column: Column, structure: int) -> FileColumn:
    former = [former for former in column.former_types if former.until > structure]
    types = [*(one.type for one in former), column.type]
    changes = (TypeChange(to, one.null_as) for one, to in zip(former, types[1:], strict=True))
    return FileColumn(column.name, column.file_name, types[0], tuple(changes))


@dataclass(frozen=True)
class Table:
    """A table in the registry.

    Attributes:
        id: the registry's number.
        uuid: the table's identity, also the name of its directory.
        database: its database, lower case; empty for a temporary table.
        name: as declared; names differ in more than case.
        definition: what CREATE TABLE said.
        version: how often its visible state has changed.
        created_at: seconds since 1970.
    """

    id: int
    uuid: str
    database: str
    name: str
    definition: TableDefinition
    version: int
    created_at: float

    @classmethod
    def of_row(cls, row: Row[Any]) -> Table:
        """A table from its row of the registry."""
        return cls(
            id=row.id,
            uuid=row.uuid,
            database=row.database,
            name=row.name,
            definition=TableDefinition.from_json(row.definition),
            version=row.version,
            created_at=row.created_at,
        )

    @property
    def is_temporary(self) -> bool:
        """Whether it is one session's own."""
        return self.database == TEMPORARY_DATABASE

    @property
    def is_views_own(self) -> bool:
        """Whether a materialized view made it for its rows: it comes and goes with the view."""
        return self.name.startswith(_OWN)

    @property
    def qualified(self) -> str:
        """The name as messages say it: `database.name`, of a temporary table `name`."""
        return self.name if self.is_temporary else f"{self.database}.{self.name}"

    @property
    def address(self) -> str:
        """What `rmt_scan` and its like are told: names of temporary tables are not unique."""
        return f"{self.database}.{self.uuid if self.is_temporary else self.name}"

    @property
    def refresh(self) -> Refresh | None:
        """What a materialized view says of its refreshes; None for any other table."""
        return self.definition.view.refresh if self.definition.view is not None else None

    @property
    def target(self) -> tuple[str, str]:
        """The database and the name of the table that has the rows of a materialized view."""
        assert self.definition.view is not None
        if not self.definition.view.target:
            return self.database, own_table_name(self.uuid)
        database, name = self.definition.view.target
        return database, name


def own_table_name(view_uuid: str) -> str:
    """The name of the table that a materialized view made for its rows."""
    return f"{_OWN}{view_uuid}"
