"""What materialized views make of the rows of an INSERT.

A view's query is run with its source's name bound to the rows that were just inserted, as they
came: before the engine of the source makes one of several. All other tables it names are read in
full.

Source: https://clickhouse.com/docs/materialized-view/incremental-materialized-view, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from rmt_engine.errors import RmtError
from rmt_engine.merges.block_identity import BlockIdentity
from rmt_engine.spark.bridge.errors import error_of_spark
from rmt_engine.spark.bridge.frames import frame_of_plan
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.column_values import with_aliases
from rmt_engine.spark.session.active import ActiveSession, statement_settings, untouched
from rmt_engine.spark.session.query_catalog import QueryCatalog
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.view_query import compiled_for_block
from rmt_engine.sql.tables.definition import column_types
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Column, Table
from rmt_engine.store.views import views_by_source

__all__ = ["Block", "ViewFeed", "ViewRows", "pushing", "rows_of_runs"]

_BOUND = "rmt_inserted"
"""Spark's name of the rows that a view sees, in a session of their own."""


@dataclass(frozen=True)
class Block:
    """The rows of an INSERT as the views of its table see them.

    Attributes:
        table: the table.
        frame: the stored columns, in a session for writing.
        session: the client's.
        rows: the same rows, if they are few; else None.
        token: the INSERT's token; empty for none.
        told_by: the columns whose values tell the rows, where there is no token.
    """

    table: Table
    frame: DataFrame
    session: SparkSession
    rows: pa.Table | None
    token: str
    told_by: Sequence[Column]

    def token_for(self, view: Table) -> str:
        """The token of the blocks that come of a view: they are known by those they are made of.

        Empty if nothing tells that the rows are inserted again.
        """
        token = self.token
        if not token and self.rows is not None:
            names = tuple(column.name for column in self.told_by)
            token = BlockIdentity("", names).of(self.rows)
        return f"{token} {view.uuid}" if token else ""


@dataclass(frozen=True)
class ViewRows:
    """What a view's query gives.

    Attributes:
        frame: the rows.
        columns: the names of the columns.
        types: ClickHouse's types of them; None where one is not known.
        settings: those of the query.
    """

    frame: DataFrame
    columns: tuple[str, ...]
    types: tuple[DataType | None, ...]
    settings: dict[str, str]


class ViewFeed:
    """Runs the queries of materialized views over the rows of INSERTs.

    Args:
        gateway: the bridge to the JVM.
        registry: the registry.
    """

    def __init__(self, gateway: Gateway, registry: Registry) -> None:
        self._gateway = gateway
        self._registry = registry

    def views_of(self, table: Table) -> Sequence[Table]:
        """The views that see the INSERTs into a table, by when they were made."""
        if table.is_temporary:
            return ()
        views = self._registry.tables.derived(views_by_source)
        return views.get((table.database, table.name.lower()), ())

    def is_gone(self, view: Table) -> bool:
        """Whether a view was dropped or detached meanwhile."""
        return self._registry.tables.by_number(view.id) is None

    def has_target(self, view: Table) -> bool:
        """Whether the table is there that gets what a view's query gives."""
        return self._registry.tables.find(*view.target) is not None

    def rows_of(self, view: Table, block: Block) -> ViewRows:
        """What a view's query gives of the rows of an INSERT.

        Raises:
            RmtError: the query fails, or does not fit its tables any more.
        """
        assert view.definition.view is not None
        session = self._session_with(block)
        active = ActiveSession(
            self._gateway, session.sparkContext, self._registry, session._jsparkSession
        )
        catalog = _BlockCatalog(active, self._gateway, block.table)
        compiled = compiled_for_block(view.definition.view.query, catalog)
        with untouched(), statement_settings(compiled.settings):
            frame = session.sql(compiled.sql)
        names = tuple(column.name for column in compiled.columns)
        types = tuple(column.type for column in compiled.columns)
        return ViewRows(frame, names, types, dict(compiled.settings))

    def _session_with(self, block: Block) -> SparkSession:
        """A session like the client's in which the rows have a name."""
        java = block.session._jsparkSession.cloneSession()
        session = SparkSession(block.session.sparkContext, java)
        rows = with_aliases(block.frame, block.table.definition)
        plan = rows._jdf.queryExecution().analyzed()
        frame_of_plan(self._gateway, session, plan).createOrReplaceTempView(_BOUND)
        return session


class _BlockCatalog(QueryCatalog):
    """The names of a view's query: that of its source is bound to rows of an INSERT.

    Args:
        active: a session that has the rows.
        gateway: the bridge to the JVM.
        source: the table they were inserted into.
    """

    def __init__(self, active: ActiveSession, gateway: Gateway, source: Table) -> None:
        super().__init__(active, gateway)
        self._source = source

    def table(self, name: Name) -> KnownTable | None:
        """What a name stands for."""
        found = super().table(name)
        is_source = name.database is not None and (
            (name.database.lower(), name.table.lower())
            == (self._source.database, self._source.name.lower())
        )
        if found is None or not is_source:
            return found
        columns = tuple(column for column in found.columns if not column.is_virtual)
        return replace(
            found,
            kind="view",
            columns=columns,
            measured=(),
            projections=(),
            projected_rows={},
            address=_BOUND,
        )


def pushing(view: Table, error: Exception) -> Exception:
    """The error of a view's query or of its target, as the INSERT's client gets it."""
    known = error_of_spark(error)
    if not isinstance(known, RmtError):
        return error
    return RmtError(
        known.name,
        f"{known.message.rstrip('.')}: while pushing to view {view.qualified}.",
        known.hint,
    )


def rows_of_runs(session: SparkSession, paths: Sequence[str], table: Table) -> DataFrame:
    """The stored columns of runs that Spark's tasks have just written.

    Args:
        session: a session for writing.
        paths: Hadoop's of the files.
        table: the table they are of.
    """
    names = {column.file_name: column.name for column in table.definition.stored_columns}
    types = column_types(table.definition)
    schema = ", ".join(
        f"{quote_name(stored)} {types[name].spark}" for stored, name in names.items()
    )
    frame = session.read.schema(schema).parquet(*paths)
    return frame.selectExpr(
        *(f"{quote_name(stored)} AS {quote_name(name)}" for stored, name in names.items())
    )
