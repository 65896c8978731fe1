"""What the compiler asks of the catalog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rmt_engine.engines import ENGINES
from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import Projection

__all__ = ["UNKNOWN", "Catalog", "KnownColumn", "KnownTable", "LoweredQuery", "QueryColumn"]

UNKNOWN = object()
"""The value of a constant expression that nobody can be asked for."""


@dataclass(frozen=True)
class KnownColumn:
    """A column of a table.

    Attributes:
        name: its name.
        type: ClickHouse's; None where it has none.
        is_hidden: whether `*` leaves it out: MATERIALIZED and ALIAS columns.
        is_alias: whether it is an ALIAS column.
        is_virtual: whether the engine computes it where a query names it: `_part`.
        is_identity: whether it is virtual and tells a row apart; see `identity_columns`.
    """

    name: str
    type: DataType | None
    is_hidden: bool = False
    is_alias: bool = False
    is_virtual: bool = False
    is_identity: bool = False


@dataclass(frozen=True)
class KnownTable:
    """What a name in FROM stands for.

    Attributes:
        kind: the name of the engine that hosts it, `ReplacingMergeTree`, say; otherwise `system`,
            `view` or `other` (a table of Spark's own).
        database: where it is; empty for a temporary table or view.
        name: its name.
        columns: in order.
        key: the stored columns in which versions of a row are equal.
        version: the version column, if there is one.
        is_deleted: the column that marks a deleted row, if there is one.
        measured: the columns whose extremes the registry may know.
        reads_engine: whether it is a table of the engine, or a view over one.
        address: what `rmt_scan` and its like are told, if it is another than `db.table`; of a view
            the temporary one that has its rows.
        projections: those that some part has.
        projected_rows: how many rows parts have of each, by its name.
        asked_by: the columns by whose values it can be asked; see `rmt_system`.
        final_by_default: whether reads that say nothing are FINAL.
        order: the columns that files are sorted by, if they are not those of the key.
    """

    kind: str
    database: str
    name: str
    columns: tuple[KnownColumn, ...] = ()
    key: tuple[str, ...] = ()
    version: str | None = None
    is_deleted: str | None = None
    measured: tuple[str, ...] = ()
    reads_engine: bool = True
    address: str = ""
    projections: tuple[Projection, ...] = ()
    projected_rows: Mapping[str, int] = field(default_factory=dict)
    asked_by: tuple[str, ...] = ()
    final_by_default: bool = False
    order: tuple[str, ...] | None = None

    @property
    def sorted_by(self) -> tuple[str, ...]:
        """The columns that its files are sorted by."""
        return self.key if self.order is None else self.order

    def columns_of_projection(self, projection: Projection) -> tuple[KnownColumn, ...]:
        """The columns that rows of a projection have: states of groups, or those of the table."""
        if projection.is_aggregate:
            return tuple(
                KnownColumn(column.name, parse_type(column.type)) for column in projection.columns
            )
        there = {column.column for column in projection.columns}
        return tuple(column for column in self.columns if column.name in there)

    @property
    def qualified(self) -> str:
        """`db.table`."""
        return f"{self.database}.{self.name}" if self.database else self.name

    @property
    def scanned(self) -> str:
        """What `rmt_scan` and its like are told."""
        return self.address or self.qualified

    @property
    def is_engines(self) -> bool:
        """Whether its rows are the engine's."""
        return self.kind in ENGINES

    @property
    def has_final(self) -> bool:
        """Whether FINAL reads other rows of it than a plain SELECT."""
        if not self.is_engines:
            return False
        return ENGINES[self.kind].has_final or ENGINES[self.kind].hands_final_on

    @property
    def is_temporary(self) -> bool:
        """Whether it is a temporary table of the session."""
        return self.is_engines and not self.database


class Catalog(Protocol):
    """Resolves names as the session does."""

    @property
    def settings(self) -> Mapping[str, str]:
        """The values of the session's settings."""

    @property
    def zone(self) -> str:
        """The session's time zone."""

    @property
    def database(self) -> str:
        """The current database."""

    def table(self, name: Name) -> KnownTable | None:
        """What the name stands for; None when there is no such table or view."""

    def unknown_table(self, name: Name) -> RmtError:
        """The error for a name that nothing has, with the nearest."""

    def constant(self, expression: str) -> object:
        """The value of a constant expression of Spark's; `UNKNOWN` where nobody can be asked."""

    def columns_of(self, relation: str) -> Sequence[KnownColumn]:
        """The columns of what Spark reads as a relation: a table function, a query."""

    def tables_of(self, database: str) -> Sequence[str]:
        """The names of the tables and views in a database.

        Raises:
            RmtError: `UNKNOWN_DATABASE`.
        """

    def databases(self) -> Sequence[str]:
        """The names of all databases."""

    def user_function(self, name: str) -> str | None:
        """The lambda of a function that CREATE FUNCTION made; None if there is none."""

    def parametrised_view(self, name: Name) -> tuple[str, str] | None:
        """The query of a view with parameters, and the database its tables are in."""

    def refusal(self, query: str) -> str:
        """The name of Spark's error for a query of Spark's; empty if it can be run."""


@dataclass(frozen=True)
class QueryColumn:
    """A column of a query's answer.

    Attributes:
        name: as the client sees it.
        spark_name: as Spark knows it inside of other queries.
        type: ClickHouse's; None where only Spark knows it.
        is_condition: whether it is a BOOLEAN of Spark's that counts as a UInt8.
    """

    name: str
    spark_name: str
    type: DataType | None
    is_condition: bool = False


@dataclass(frozen=True)
class LoweredQuery:
    """A query in Spark's words.

    Attributes:
        sql: the text.
        columns: of the answer.
        is_ordered: whether it ends with an order that its reader may see.
        is_single: whether it is known to have one row at most.
        is_total: whether it aggregates all rows into one, which is there without rows, too.
    """

    sql: str
    columns: tuple[QueryColumn, ...] = field(default=())
    is_ordered: bool = False
    is_single: bool = False
    is_total: bool = False
