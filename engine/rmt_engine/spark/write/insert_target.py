"""Where the rows of an INSERT go: the columns that it gives, and how its blocks are told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.merges.block_identity import BlockIdentity
from rmt_engine.merges.insert import InsertPlan
from rmt_engine.sql.tables.deduplication import Recognition, recognition
from rmt_engine.sql.tables.definition import column_types
from rmt_engine.sql.tables.layout import partition_types, run_layout, stored_schema, stored_types
from rmt_engine.sql.tables.partition import partition_id
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.block_ids import BlockWindow
from rmt_engine.store.part import NewPart
from rmt_engine.store.table import Column, Table, TableDefinition

__all__ = ["InsertTarget", "insert_target", "recognition_of_insert", "target_columns"]


@dataclass(frozen=True)
class InsertTarget:
    """The table an INSERT writes to and how its values come about.

    Attributes:
        table: the table.
        types: those of its columns.
        stored: the types of the columns that its files have.
        partitions: the types of the partition's values.
        collapse: whether rows with the same key inside a block become one.
        refuse_null: columns in which a NULL is an error instead of the default.
        columns: those that the INSERT gives.
        recognition: how the INSERT is recognised when it is repeated; None if it is not.
        refuses_inner_null: whether a NULL inside an array, a map or a tuple that holds none is an
            error, as of the rows of a query; in VALUES it is the default.
    """

    table: Table
    types: Mapping[str, DataType]
    stored: Mapping[str, DataType]
    partitions: Sequence[DataType]
    collapse: bool
    refuse_null: frozenset[str]
    columns: Sequence[Column]
    recognition: Recognition | None
    refuses_inner_null: bool = False

    @property
    def identity(self) -> BlockIdentity | None:
        """What tells its blocks from others; None if nobody looks whether they are there."""
        if self.recognition is None:
            return None
        columns = tuple(column.file_name for column in self.told_by)
        return BlockIdentity(self.recognition.token, columns)

    @property
    def told_by(self) -> Sequence[Column]:
        """The columns whose values tell a block: those that the INSERT gives."""
        if all(column.is_stored for column in self.columns):
            return self.columns
        # What an EPHEMERAL column is told by are the columns that are computed from it.
        return self.definition.stored_columns

    @property
    def definition(self) -> TableDefinition:
        """The table's."""
        return self.table.definition

    @property
    def plan(self) -> InsertPlan:
        """How its blocks are written."""
        definition = self.definition
        return InsertPlan(
            definition,
            stored_schema(definition),
            run_layout(definition),
            self.collapse,
            lambda texts: partition_id(texts, definition.partition_by),
            self.identity,
        )

    def window_of(self, parts: Sequence[NewPart]) -> BlockWindow | None:
        """Which blocks are looked up; None if those of the parts cannot be recognised."""
        if self.recognition is None or not all(part.block_id for part in parts):
            return None
        return self.recognition.window


def insert_target(
    table: Table,
    settings: Mapping[str, str],
    columns: Sequence[Column],
    recognised: Recognition | None,
    refuse_null: frozenset[str] = frozenset(),
    *,
    refuses_inner_null: bool = False,
) -> InsertTarget:
    """Where an INSERT writes.

    Args:
        table: the table.
        settings: the session settings that hold for the statement.
        columns: those that the INSERT gives.
        recognised: how it is recognised when it is repeated; None if it is not.
        refuse_null: columns in which a NULL is an error instead of the default.
        refuses_inner_null: whether a NULL inside a value is an error.
    """
    definition = table.definition
    return InsertTarget(
        table,
        column_types(definition),
        stored_types(definition),
        partition_types(definition),
        _collapses(definition, settings),
        refuse_null,
        columns,
        recognised,
        refuses_inner_null,
    )


def _collapses(definition: TableDefinition, settings: Mapping[str, str]) -> bool:
    """Whether rows with the same key inside a block become one.

    With a unique key that is not the sorting key they always do: sorted rows do not tell which of
    them came last.
    """
    is_asked = settings["optimize_on_insert"] == "1" or definition.has_unsorted_key
    return is_asked and engine_of(definition).collapses_blocks


def recognition_of_insert(
    table: Table, settings: Mapping[str, str], query: str | None, overwrite: bool
) -> Recognition | None:
    """How the INSERT is recognised when it is repeated; INSERT OVERWRITE needs no such thing."""
    if not overwrite:
        return recognition(table.definition, settings, query)
    recognised = recognition(table.definition, settings, None)
    if recognised is not None and recognised.token:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "INSERT OVERWRITE with insert_deduplication_token is not supported.",
            "Leave the token out: repeated, the statement gives the same table.",
        )
    return None


def target_columns(table: Table, names: Sequence[str] | None) -> list[Column]:
    """The columns an INSERT names, or all that it may.

    Raises:
        RmtError: `NO_SUCH_COLUMN_IN_TABLE`, `DUPLICATE_COLUMN`, or `ILLEGAL_COLUMN` for a
            MATERIALIZED one.
    """
    definition = table.definition
    if names is None:
        return list(definition.visible_columns)
    columns: list[Column] = []
    for name in names:
        column = definition.column(name)
        if column is None or column.kind == "ALIAS":
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"No such column {name} in table {table.qualified}.",
                f"The columns are: {', '.join(c.name for c in definition.visible_columns)}.",
            )
        if column.kind == "MATERIALIZED":
            raise RmtError(
                "ILLEGAL_COLUMN", f"Cannot insert column {name}, because it is MATERIALIZED column."
            )
        if column in columns:
            raise RmtError(
                "DUPLICATE_COLUMN",
                f"Column {name} in table {table.qualified} specified more than once.",
            )
        columns.append(column)
    return columns
