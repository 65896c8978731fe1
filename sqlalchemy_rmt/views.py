"""Materialized views: made and dropped with their metadata, or by themselves.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#materialized-view;
https://docs.sqlalchemy.org/core/ddl.html#custom-ddl.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import event, exc
from sqlalchemy.schema import Column, MetaData, Table

from sqlalchemy_rmt.commands import DdlElement, table_of
from sqlalchemy_rmt.engines import Engine

__all__ = ["MaterializedView"]


class MaterializedView:
    """A view that puts what its query gives of the rows of each INSERT into a table.

    Args:
        name: its name.
        query: a SELECT, whose leftmost table is the one that it watches.
        metadata: what it comes and goes with: `create_all` makes it when all tables are there, and
            `drop_all` drops it before them. None for a view that is made by `create`.
        to: the table or the mapped class that gets the rows.
        engine: the engine of a table of its own, where there is no `to`.
        populate: whether the rows that are there count, too.
        schema: its database; that of the metadata, or the current one, when None.

    Raises:
        ArgumentError: it has both `to` and `engine`, or neither.
    """

    def __init__(
        self,
        name: str,
        query: Any,
        *,
        metadata: MetaData | None = None,
        to: Any = None,
        engine: Engine | None = None,
        populate: bool = False,
        schema: str | None = None,
    ) -> None:
        if (to is None) == (engine is None):
            raise exc.ArgumentError(f"The view {name} needs `to`, or an `engine`, and not both.")
        self.query = query
        self.to = None if to is None else table_of(to)
        self.engine = engine
        self.populate = populate
        schema = schema if schema is not None or metadata is None else metadata.schema
        columns = [Column(one.name, one.type) for one in query.selected_columns]
        self.table = Table(name, MetaData(), *columns, schema=schema)
        if metadata is not None:
            created = CreateMaterializedView(self, if_not_exists=True)
            dropped = DropMaterializedView(self, if_exists=True)
            event.listen(metadata, "after_create", created.execute_if(dialect="rmt"))
            event.listen(metadata, "before_drop", dropped.execute_if(dialect="rmt"))

    def create(self, connection: Any, checkfirst: bool = False) -> None:
        """Makes it.

        Args:
            connection: where.
            checkfirst: whether one that is there stays.
        """
        connection.execute(CreateMaterializedView(self, if_not_exists=checkfirst))

    def drop(self, connection: Any, checkfirst: bool = False) -> None:
        """Drops it, with the table of its own.

        Args:
            connection: where.
            checkfirst: whether it may be missing.
        """
        connection.execute(DropMaterializedView(self, if_exists=checkfirst))


class CreateMaterializedView(DdlElement):
    """`CREATE MATERIALIZED VIEW`.

    Args:
        view: the view.
        if_not_exists: whether one that is there stays.
    """

    __visit_name__ = "create_materialized_view"

    def __init__(self, view: MaterializedView, *, if_not_exists: bool = False) -> None:
        self.view = view
        self.if_not_exists = if_not_exists


class DropMaterializedView(DdlElement):
    """`DROP VIEW` of a materialized one.

    Args:
        view: the view.
        if_exists: whether it may be missing.
    """

    __visit_name__ = "drop_materialized_view"

    def __init__(self, view: MaterializedView, *, if_exists: bool = False) -> None:
        self.view = view
        self.if_exists = if_exists
