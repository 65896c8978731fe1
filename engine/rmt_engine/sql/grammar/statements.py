"""The statements this engine executes itself, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from rmt_engine.sql.settings.declared import ZONE_SETTING
from rmt_engine.sql.text.quoting import bare_name, quote_string
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import UTC
from rmt_engine.store.refresh import CalendarInterval
from rmt_engine.store.row_policy import Grantees
from rmt_engine.store.table import ROW_EXISTS

__all__ = [
    "MASKING",
    "AddColumn",
    "AddConstraint",
    "AddIndex",
    "AddProjection",
    "AlterColumns",
    "AlterPartitions",
    "AlterRows",
    "AlterSettings",
    "AttachTable",
    "CheckTable",
    "ClearColumn",
    "ColumnClause",
    "ColumnCommand",
    "ColumnsOf",
    "CommentColumn",
    "CommentTable",
    "CommentView",
    "ConstraintClause",
    "CreateDatabase",
    "CreateFunction",
    "CreateRowPolicy",
    "CreateTable",
    "DescribeTable",
    "DetachTable",
    "DropCache",
    "DropColumn",
    "DropConstraint",
    "DropDatabase",
    "DropFunction",
    "DropIndex",
    "DropProjection",
    "DropRowPolicy",
    "DropTables",
    "EngineClause",
    "ExchangeTables",
    "ExistsTable",
    "Explain",
    "FlushCommand",
    "IndexClause",
    "Insert",
    "KillMutation",
    "KillQuery",
    "MergeAction",
    "MergeClause",
    "MergeInto",
    "MergesCommand",
    "ModifyColumn",
    "ModifyOrderBy",
    "ModifyRefresh",
    "ModifySampleBy",
    "OptimizeTable",
    "PartitionAction",
    "PartitionCommand",
    "Place",
    "ProjectionAction",
    "ProjectionClause",
    "RefreshClause",
    "RemoveFromColumn",
    "RenameColumn",
    "RenameTables",
    "RowCommand",
    "SetSettings",
    "ShowCreateTable",
    "ShowQuery",
    "ShowRowPolicies",
    "Statement",
    "SyncReplica",
    "TruncateTable",
    "UndropTable",
    "Unfreeze",
    "Unmatched",
    "UpdateTable",
    "ViewCommand",
    "ViewVerb",
    "WithOutput",
]


@dataclass(frozen=True)
class ColumnClause:
    """One column of `CREATE TABLE`, every part as written.

    Attributes:
        name: the column.
        type: the declared type; None when it follows from the expression.
        nullable: what `NULL` (True) or `NOT NULL` (False) said; None when neither stands there.
        kind: `""`, `DEFAULT`, `MATERIALIZED` or `ALIAS`.
        expression: the text after the kind.
        comment: the text of `COMMENT`.
        codec: the text inside `CODEC(…)`.
        ttl: the expression of `TTL`.
        primary_key: whether `PRIMARY KEY` stands in the column's clause.
    """

    name: str
    type: str | None
    nullable: bool | None = None
    kind: str = ""
    expression: str = ""
    comment: str = ""
    codec: str = ""
    primary_key: bool = False
    ttl: str = ""


@dataclass(frozen=True)
class TtlClause:
    """One rule of a table's `TTL`: `expression [DELETE] [WHERE condition]`."""

    expression: str
    condition: str = ""


@dataclass(frozen=True)
class IndexClause:
    """`INDEX name expression TYPE type GRANULARITY n`."""

    name: str
    expression: str
    type: str
    granularity: int


@dataclass(frozen=True)
class ConstraintClause:
    """`CONSTRAINT name CHECK expression`."""

    name: str
    expression: str


@dataclass(frozen=True)
class ProjectionClause:
    """`PROJECTION name (query) [WITH SETTINGS (…)]`; the query as written."""

    name: str
    query: str
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class EngineClause:
    """`ENGINE = name(arguments)`; the arguments as written."""

    name: str
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class CreateTable:
    """`CREATE [OR REPLACE] [TEMPORARY] TABLE [IF NOT EXISTS] … ENGINE = …`.

    Attributes:
        settings: of the table; ones of the session among them hold for the statement.
        of_statement: of the session, in a second `SETTINGS`; they hold for the statement.
    """

    name: Name
    text: str
    if_not_exists: bool = False
    replace: bool = False
    columns: tuple[ColumnClause, ...] = ()
    indexes: tuple[IndexClause, ...] = ()
    constraints: tuple[ConstraintClause, ...] = ()
    projections: tuple[ProjectionClause, ...] = ()
    engine: EngineClause | None = None
    partition_by: str | None = None
    order_by: str | None = None
    primary_key: str | None = None
    unique_key: str | None = None
    sample_by: str | None = None
    ttl: tuple[TtlClause, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    of_statement: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    as_select: str | None = None
    as_table: Name | None = None
    temporary: bool = False
    populate: bool = False
    empty: bool = False
    definer: str | None = None
    clones: bool = False

    @property
    def declares_primary_key(self) -> bool:
        """Whether it has a PRIMARY KEY, beside the columns or among them."""
        return self.primary_key is not None or any(column.primary_key for column in self.columns)

    @property
    def has_storage(self) -> bool:
        """Whether it says how rows are stored: the engine, a key, a TTL or settings."""
        keys = (
            self.partition_by,
            self.order_by,
            self.primary_key,
            self.unique_key,
            self.sample_by,
        )
        is_keyed = any(key is not None for key in keys)
        return self.engine is not None or is_keyed or bool(self.ttl or self.settings)


@dataclass(frozen=True)
class RefreshClause:
    """`REFRESH EVERY | AFTER … [OFFSET …] [RANDOMIZE FOR …] [DEPENDS ON …] [SETTINGS …] [APPEND]`.

    Attributes:
        is_periodic: whether it says EVERY.
        period: how often, or how long after the last refresh.
        offset: how long after the period begins.
        spread: the stretch of time that refreshes are spread over by chance.
        depends_on: the views whose refreshes come first, as written.
        settings: those of the clause.
        append: whether rows are added and none replaced.
    """

    is_periodic: bool
    period: CalendarInterval
    offset: CalendarInterval | None = None
    spread: CalendarInterval | None = None
    depends_on: tuple[Name, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    append: bool = False


@dataclass(frozen=True)
class CreateMaterializedView:
    """`CREATE [OR REPLACE] MATERIALIZED VIEW [IF NOT EXISTS] v [REFRESH …] [TO t] … AS query`.

    Attributes:
        table: what it says as CREATE TABLE would: the name, the engine and keys of the view's own
            table, the query.
        to: the table that gets what the query gives; None if the view has one of its own.
        refresh: when the query is run; None if it sees each INSERT.
    """

    table: CreateTable
    to: Name | None = None
    refresh: RefreshClause | None = None


@dataclass(frozen=True)
class ModifyQuery:
    """`ALTER TABLE v MODIFY QUERY query`, of a materialized view."""

    name: Name
    query: str


@dataclass(frozen=True)
class ModifyRefresh:
    """`ALTER TABLE v MODIFY REFRESH …`, of a refreshable materialized view."""

    name: Name
    refresh: RefreshClause


class ViewVerb(Enum):
    """What `SYSTEM … VIEW` does, in its words."""

    REFRESH = "REFRESH"
    WAIT = "WAIT"
    CANCEL = "CANCEL"
    START = "START"
    STOP = "STOP"
    PAUSE = "PAUSE"


@dataclass(frozen=True)
class ViewCommand:
    """`SYSTEM REFRESH | WAIT | CANCEL | START | STOP | PAUSE VIEW v`, or `… VIEWS`.

    Attributes:
        verb: what it does.
        name: the view; None for all.
        is_replicated: whether it is for all endpoints.
    """

    verb: ViewVerb
    name: Name | None = None
    is_replicated: bool = False


@dataclass(frozen=True)
class Insert:
    """`INSERT INTO | OVERWRITE t [(columns)] [REPLACE WHERE condition] VALUES … | query`.

    Attributes:
        name: the table.
        columns: the column list; None when it is left out.
        source: the text of the query; `VALUES (…), …` for values.
        values: whether the source is a list of values.
        overwrite: whether the rows replace the table's.
        by_name: whether columns match by name, Spark's `BY NAME`.
        settings: `SETTINGS` of the statement.
        excluded: the columns that `(* EXCEPT (…))` leaves out.
        data_format: the format of the source, if it is not that of VALUES.
        replaced: Spark's `REPLACE WHERE`: which rows of the table go; empty without it.
    """

    name: Name
    columns: tuple[str, ...] | None
    source: str
    values: bool
    overwrite: bool = False
    by_name: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    excluded: tuple[str, ...] = ()
    data_format: str = ""
    replaced: str = ""


@dataclass(frozen=True)
class CreateRowPolicy:
    """`CREATE ROW POLICY [IF NOT EXISTS | OR REPLACE] name ON t USING condition [AS …] [TO …]`.

    Attributes:
        name: the policy.
        table: the table.
        condition: as written.
        restrictive: whether it says AS RESTRICTIVE.
        to: the users after TO; nobody without it.
        to_current_user: whether CURRENT_USER is among them.
        if_not_exists: whether a policy of that name stays.
        replace: whether it takes the place of one.
    """

    name: str
    table: Name
    condition: str
    restrictive: bool = False
    to: Grantees = field(default_factory=Grantees)
    to_current_user: bool = False
    if_not_exists: bool = False
    replace: bool = False


@dataclass(frozen=True)
class DropRowPolicy:
    """`DROP ROW POLICY [IF EXISTS] name ON t`."""

    name: str
    table: Name
    if_exists: bool = False


@dataclass(frozen=True)
class ShowRowPolicies:
    """`SHOW ROW POLICIES [ON t]`."""

    table: Name | None = None


@dataclass(frozen=True)
class ColumnsOf:
    """Columns that are not named one by one: `*`, `COLUMNS('pattern')`, `COLUMNS(a, b)`.

    Attributes:
        pattern: what the names match; None without one.
        names: the names in `COLUMNS(…)`.
        excluded: those that `EXCEPT` leaves out.
    """

    pattern: str | None = None
    names: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptimizeTable:
    """`OPTIMIZE TABLE t [PARTITION …] [FINAL] [CLEANUP] [DEDUPLICATE [BY …]]`."""

    name: Name
    partition: str | None = None
    partition_id: str | None = None
    final: bool = False
    cleanup: bool = False
    deduplicate: bool = False
    deduplicate_by: tuple[str | ColumnsOf, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)


class PartitionAction(Enum):
    """What a partition command does, in its words."""

    DROP = "DROP"
    DROP_DETACHED = "DROP DETACHED"
    DETACH = "DETACH"
    ATTACH = "ATTACH"
    ATTACH_FROM = "ATTACH FROM"
    REPLACE = "REPLACE"
    MOVE = "MOVE"
    FREEZE = "FREEZE"
    FREEZE_ALL = "FREEZE ALL"
    UNFREEZE = "UNFREEZE"
    UNFREEZE_ALL = "UNFREEZE ALL"

    @property
    def is_freeze(self) -> bool:
        """Whether it makes a frozen copy, or adds to one."""
        return self in (PartitionAction.FREEZE, PartitionAction.FREEZE_ALL)

    @property
    def is_unfreeze(self) -> bool:
        """Whether it removes a frozen copy, or a part of one."""
        return self in (PartitionAction.UNFREEZE, PartitionAction.UNFREEZE_ALL)


@dataclass(frozen=True)
class PartitionCommand:
    """`DROP PARTITION p` and the like: one command of ALTER TABLE.

    Attributes:
        action: what it does.
        partition: the partition's value, as written.
        partition_id: the partition's id; with neither nor a part it is `PARTITION ALL`.
        part: the name of a part.
        table: the other table.
        copy: the name of a frozen copy; empty for a number.
    """

    action: PartitionAction
    partition: str | None = None
    partition_id: str | None = None
    part: str | None = None
    table: Name | None = None
    copy: str = ""

    @property
    def is_all(self) -> bool:
        """Whether it is for all partitions."""
        return self.partition is None and self.partition_id is None and self.part is None

    def __str__(self) -> str:
        verb = self.action.value.removesuffix(" FROM").removesuffix(" ALL")
        named = f" WITH NAME {quote_string(self.copy)}" if self.copy else ""
        if self.action in (PartitionAction.FREEZE_ALL, PartitionAction.UNFREEZE_ALL):
            return f"{verb}{named}"
        if self.part is not None:
            return f"{verb} PART '{self.part}'"
        value = "ALL" if self.partition is None else self.partition
        value = value if self.partition_id is None else f"ID '{self.partition_id}'"
        if self.table is None:
            return f"{verb} PARTITION {value}{named}"
        preposition = "TO TABLE" if self.action is PartitionAction.MOVE else "FROM"
        return f"{verb} PARTITION {value} {preposition} {self.table}"


@dataclass(frozen=True)
class AlterPartitions:
    """`ALTER TABLE t` with partition commands, which run in their order."""

    name: Name
    commands: tuple[PartitionCommand, ...]
    settings: dict[str, str] = field(default_factory=dict)


MASKING = ((ROW_EXISTS, "0"),)
"""The assignment that masks rows."""


@dataclass(frozen=True)
class Place:
    """Where a column goes: `AFTER column`, or `FIRST` when that is None."""

    after: str | None = None


@dataclass(frozen=True)
class AddColumn:
    """`ADD COLUMN [IF NOT EXISTS] column … [place]`; without a place it goes last."""

    column: ColumnClause
    if_not_exists: bool = False
    place: Place | None = None


@dataclass(frozen=True)
class DropColumn:
    """`DROP COLUMN [IF EXISTS] column`."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True)
class RenameColumn:
    """`RENAME COLUMN [IF EXISTS] column TO new_name`."""

    name: str
    new_name: str
    if_exists: bool = False


@dataclass(frozen=True)
class ModifyColumn:
    """`MODIFY COLUMN [IF EXISTS] column …`; what the clause leaves out stays as it is."""

    column: ColumnClause
    if_exists: bool = False
    place: Place | None = None


@dataclass(frozen=True)
class RemoveFromColumn:
    """`MODIFY COLUMN [IF EXISTS] column REMOVE DEFAULT | MATERIALIZED | ALIAS | COMMENT | …`."""

    name: str
    what: str
    if_exists: bool = False


@dataclass(frozen=True)
class CommentColumn:
    """`COMMENT COLUMN [IF EXISTS] column 'text'`."""

    name: str
    comment: str
    if_exists: bool = False


@dataclass(frozen=True)
class CommentTable:
    """`MODIFY COMMENT 'text'`."""

    comment: str


@dataclass(frozen=True)
class ModifyOrderBy:
    """`MODIFY ORDER BY expression`, as written."""

    order_by: str


@dataclass(frozen=True)
class ModifySampleBy:
    """`MODIFY SAMPLE BY expression`, as written, or `REMOVE SAMPLE BY`."""

    sample_by: str | None


@dataclass(frozen=True)
class ModifyTtl:
    """`MODIFY TTL rule, …`, or `REMOVE TTL`, without a rule."""

    rules: tuple[TtlClause, ...]


@dataclass(frozen=True)
class ClearColumn:
    """`CLEAR COLUMN [IF EXISTS] column`."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True)
class AddIndex:
    """`ADD INDEX [IF NOT EXISTS] name expression TYPE type [FIRST | AFTER other]`."""

    index: IndexClause
    if_not_exists: bool = False
    place: Place | None = None


@dataclass(frozen=True)
class DropIndex:
    """`DROP INDEX [IF EXISTS] name`."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True)
class AddConstraint:
    """`ADD CONSTRAINT [IF NOT EXISTS] name CHECK expression`."""

    constraint: ConstraintClause
    if_not_exists: bool = False


@dataclass(frozen=True)
class DropConstraint:
    """`DROP CONSTRAINT [IF EXISTS] name`."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True)
class AddProjection:
    """`ADD PROJECTION [IF NOT EXISTS] name (query) [FIRST | AFTER other]`."""

    projection: ProjectionClause
    if_not_exists: bool = False
    place: Place | None = None


@dataclass(frozen=True)
class DropProjection:
    """`DROP PROJECTION [IF EXISTS] name`."""

    name: str
    if_exists: bool = False


ColumnCommand = (
    AddColumn
    | ClearColumn
    | AddIndex
    | DropIndex
    | AddConstraint
    | DropConstraint
    | AddProjection
    | DropProjection
    | DropColumn
    | RenameColumn
    | ModifyColumn
    | RemoveFromColumn
    | CommentColumn
    | CommentTable
    | ModifyOrderBy
    | ModifySampleBy
    | ModifyTtl
)


@dataclass(frozen=True)
class AlterColumns:
    """`ALTER TABLE t` with commands that change its columns, all of them in one step."""

    name: Name
    commands: tuple[ColumnCommand, ...]
    settings: dict[str, str] = field(default_factory=dict)


class ProjectionAction(Enum):
    """What a mutation does with a column, index or projection that parts have beside their rows.

    They lose a dropped projection like a cleared one.
    """

    MATERIALIZE = "MATERIALIZE"
    CLEAR = "CLEAR"
    DROP = "DROP"


@dataclass(frozen=True)
class RowCommand:
    """One change of rows, or of what parts have their rows in once more.

    Attributes:
        condition: which rows; empty for what is neither DELETE nor UPDATE.
        assignments: columns and expressions; None for another command than UPDATE.
        partition: the values of the one partition it is for, as written.
        partition_id: its id; with neither the change is for all partitions.
        applies_mask: whether it is APPLY DELETED MASK, which drops masked rows.
        expires: whether it is MATERIALIZE TTL, by which goes what has expired.
        action: what is done with a projection, an index or the values of a column; None for other
            commands.
        projection: the name of the projection.
        index: the name of the index.
        column: the name of the column.
        if_exists: whether it is no error that there is no such column.
        time_zone: the zone in which its expressions are read, the session's that gave it.
    """

    condition: str
    assignments: tuple[tuple[str, str], ...] | None = None
    partition: str | None = None
    partition_id: str | None = None
    applies_mask: bool = False
    expires: bool = False
    action: ProjectionAction | None = None
    projection: str = ""
    time_zone: str = UTC
    index: str = ""
    column: str = ""
    if_exists: bool = False

    @property
    def masks_rows(self) -> bool:
        """Whether it is what DELETE FROM does: the rows are masked."""
        return self.assignments == MASKING

    @property
    def deletes(self) -> bool:
        """Whether the rows that match go, one way or the other."""
        return self.masks_rows or (self.assignments is None and self.is_conditional)

    @property
    def updates(self) -> bool:
        """Whether it gives columns new values, and all rows stay."""
        return (bool(self.assignments) and not self.masks_rows) or bool(self.column)

    @property
    def is_conditional(self) -> bool:
        """Whether a condition says which rows it is for."""
        return not (self.applies_mask or self.expires or self.action)

    @property
    def text(self) -> str:
        """The command, as it can be read again."""
        changes = ", ".join(f"{bare_name(n)} = {value}" for n, value in self.assignments or ())
        verb = "DELETE" if self.assignments is None else f"UPDATE {changes}"
        where = "" if self.partition is None else f" IN PARTITION {self.partition}"
        if self.partition_id is not None:
            where = f" IN PARTITION ID {quote_string(self.partition_id)}"
        if self.applies_mask:
            return f"(APPLY DELETED MASK{where})"
        if self.expires:
            return f"(MATERIALIZE TTL{where})"
        if self.action is not None:
            named = {"COLUMN": self.column, "INDEX": self.index, "PROJECTION": self.projection}
            what, name = next((what, name) for what, name in named.items() if name)
            return f"({self.action.value} {what} {bare_name(name)}{where})"
        zone = f" SETTINGS {ZONE_SETTING} = {quote_string(self.time_zone)}"
        return f"({verb}{where} WHERE {self.condition}{zone if self.time_zone != UTC else ''})"


@dataclass(frozen=True)
class AlterRows:
    """`ALTER TABLE t DELETE …, UPDATE …`, or a `DELETE FROM t`, which is called lightweight."""

    name: Name
    commands: tuple[RowCommand, ...]
    settings: dict[str, str] = field(default_factory=dict)
    is_lightweight: bool = False


@dataclass(frozen=True)
class UpdateTable:
    """`UPDATE t SET column = expression, … [IN PARTITION …] WHERE condition`."""

    name: Name
    command: RowCommand
    settings: dict[str, str] = field(default_factory=dict)


class Unmatched(Enum):
    """Of which rows a clause of MERGE INTO is: which side lacks a match."""

    NONE = "none"
    SOURCE = "source"
    """Rows of the source that no row of the table matches."""
    TARGET = "target"
    """Rows of the table that no row of the source matches."""


class MergeAction(Enum):
    """What a clause of MERGE INTO does."""

    UPDATE = "update"
    DELETE = "delete"
    INSERT = "insert"


@dataclass(frozen=True)
class MergeClause:
    """`WHEN [NOT] MATCHED [BY SOURCE | TARGET] [AND condition] THEN …`.

    Attributes:
        unmatched: of which rows it is.
        condition: which of them; empty for all.
        action: what it does.
        assignments: columns with expressions; None for `*`, the columns of the source.
    """

    unmatched: Unmatched
    condition: str
    action: MergeAction
    assignments: tuple[tuple[str, str], ...] | None = ()


@dataclass(frozen=True)
class MergeInto:
    """`MERGE INTO t [AS alias] USING source [AS source_alias] ON condition WHEN …`.

    Attributes:
        name: the table.
        alias: by what its columns are known.
        source: what stands in FROM: a name, or a query in parentheses.
        source_alias: by what the source's columns are known.
        condition: when rows match.
        clauses: in the order in which they are tried.
        settings: `SETTINGS` of the statement.
    """

    name: Name
    alias: str
    source: str
    source_alias: str
    condition: str
    clauses: tuple[MergeClause, ...]
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class KillQuery:
    """`KILL QUERY WHERE condition`; the mode is `SYNC`, `ASYNC` or `TEST`."""

    condition: str
    mode: str = "ASYNC"


@dataclass(frozen=True)
class KillMutation:
    """`KILL MUTATION WHERE condition`; the mode is `SYNC`, `ASYNC` or `TEST`."""

    condition: str
    mode: str = "ASYNC"


@dataclass(frozen=True)
class TruncateTable:
    """`TRUNCATE [TEMPORARY] TABLE [IF EXISTS] t`."""

    name: Name
    if_exists: bool = False
    temporary: bool = False


@dataclass(frozen=True)
class AlterSettings:
    """`ALTER TABLE t MODIFY SETTING name = value, … | RESET SETTING name, …`."""

    name: Name
    changed: dict[str, str]
    reset: tuple[str, ...] = ()


@dataclass(frozen=True)
class MergesCommand:
    """`SYSTEM STOP | START [TTL] MERGES [t]`; without a table, of all."""

    stop: bool
    name: Name | None = None
    ttl: bool = False


@dataclass(frozen=True)
class SyncReplica:
    """`SYSTEM SYNC REPLICA t`."""

    name: Name
    if_exists: bool = False


@dataclass(frozen=True)
class FlushCommand:
    """`SYSTEM FLUSH …` of something that is never behind here."""

    what: str


@dataclass(frozen=True)
class DropCache:
    """`SYSTEM DROP … CACHE` of something that is not cached here."""

    what: str


@dataclass(frozen=True)
class Unfreeze:
    """`SYSTEM UNFREEZE WITH NAME 'name'`, of the parts of all tables."""

    name: str


@dataclass(frozen=True)
class DropTables:
    """`DROP [TEMPORARY] TABLE [IF EXISTS] [IF EMPTY] t, …`."""

    names: tuple[Name, ...]
    if_exists: bool = False
    if_empty: bool = False
    temporary: bool = False
    sync: bool = False


@dataclass(frozen=True)
class UndropTable:
    """`UNDROP TABLE t [UUID 'uuid']`."""

    name: Name
    uuid: str = ""


@dataclass(frozen=True)
class DetachTable:
    """`DETACH TABLE | VIEW [IF EXISTS] t [PERMANENTLY]`."""

    name: Name
    if_exists: bool = False
    permanently: bool = False
    is_view: bool = False


@dataclass(frozen=True)
class AttachTable:
    """`ATTACH TABLE [IF NOT EXISTS] t`."""

    name: Name
    if_not_exists: bool = False


@dataclass(frozen=True)
class CheckTable:
    """`CHECK TABLE t [PARTITION … | PART 'name']`, or `CHECK ALL TABLES`, without a name.

    Attributes:
        name: the table.
        partition: the value of a partition, as written.
        partition_id: the id of a partition.
        part: the name of a part; with none of the three all parts are checked.
    """

    name: Name | None = None
    partition: str | None = None
    partition_id: str | None = None
    part: str | None = None


@dataclass(frozen=True)
class RenameTables:
    """`RENAME TABLE a TO b, …`."""

    pairs: tuple[tuple[Name, Name], ...]


@dataclass(frozen=True)
class ExchangeTables:
    """`EXCHANGE TABLES a AND b`."""

    first: Name
    second: Name


@dataclass(frozen=True)
class ShowCreateTable:
    """`SHOW [CREATE] [TEMPORARY] TABLE | VIEW t`.

    Attributes:
        name: the table.
        temporary: whether it says TEMPORARY.
        is_sparks: whether it is a view or a table of Spark's.
        answer: the name of the answer's column.
    """

    name: Name
    temporary: bool = False
    is_sparks: bool = False
    answer: str = "statement"


@dataclass(frozen=True)
class DescribeTable:
    """`DESCRIBE [TABLE] t`, in ClickHouse's words."""

    name: Name


@dataclass(frozen=True)
class CommentView:
    """`ALTER TABLE view MODIFY COMMENT 'text'`, of a view without rows of its own."""

    name: Name
    comment: str


@dataclass(frozen=True)
class ShowQuery:
    """`SHOW …` of what a system table has, as the query it is short for.

    Attributes:
        query: the query, which is ClickHouse's in every session.
        database: the one that the statement names, which has to exist.
    """

    query: str
    database: str | None = None


@dataclass(frozen=True)
class ExistsTable:
    """`EXISTS [TEMPORARY] [TABLE | VIEW] t`."""

    name: Name
    kind: str = "TABLE"


@dataclass(frozen=True)
class CreateDatabase:
    """`CREATE DATABASE db ENGINE = …`, the form Spark has no word for."""

    name: str
    if_not_exists: bool = False
    comment: str = ""


@dataclass(frozen=True)
class CreateFunction:
    """`CREATE FUNCTION name AS lambda`."""

    name: str
    definition: str
    if_not_exists: bool = False
    replace: bool = False


@dataclass(frozen=True)
class DropFunction:
    """`DROP FUNCTION name`, of one that is a lambda, or of none."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True)
class DropDatabase:
    """`DROP DATABASE db [CASCADE]`; text is the statement, for the part Spark does."""

    name: str
    text: str
    if_exists: bool = False
    cascade: bool = False


@dataclass(frozen=True)
class SetSettings:
    """`SET name = value, …` for settings that are not Spark's."""

    assignments: dict[str, str]


@dataclass(frozen=True)
class WithOutput:
    """A statement with `FORMAT` or `SETTINGS` at its end, which has no clauses of its own.

    Attributes:
        statement: the rest of it.
        settings: those for it.
        wants_rows: whether its answer is sent.
    """

    statement: Statement
    settings: dict[str, str] = field(default_factory=dict)
    wants_rows: bool = True


@dataclass(frozen=True)
class Explain:
    """`EXPLAIN` of a statement above: describes it, executes nothing."""

    statement: Statement


Statement = (
    CreateMaterializedView
    | ModifyQuery
    | ModifyRefresh
    | ViewCommand
    | AlterColumns
    | AlterRows
    | CreateTable
    | Insert
    | MergeInto
    | KillMutation
    | KillQuery
    | OptimizeTable
    | AlterPartitions
    | TruncateTable
    | DropTables
    | UndropTable
    | DetachTable
    | AttachTable
    | CheckTable
    | RenameTables
    | ExchangeTables
    | ShowCreateTable
    | DescribeTable
    | CommentView
    | ExistsTable
    | CreateDatabase
    | CreateFunction
    | DropDatabase
    | DropFunction
    | SetSettings
    | AlterSettings
    | MergesCommand
    | SyncReplica
    | DropCache
    | FlushCommand
    | Unfreeze
    | Explain
    | WithOutput
    | UpdateTable
    | CreateRowPolicy
    | DropRowPolicy
    | ShowRowPolicies
    | ShowQuery
)
