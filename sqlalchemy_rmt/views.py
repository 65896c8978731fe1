"""Materialized views: made and dropped with their metadata, or by themselves.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#materialized-view;
https://docs.sqlalchemy.org/core/ddl.html#custom-ddl.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import event, exc
from sqlalchemy.schema import Column, MetaData, Table

from sqlalchemy_rmt.commands import DdlElement, table_of
from sqlalchemy_rmt.engines import Engine

__all__ = ["MaterializedView", "Refresh"]

_INTERVAL = re.compile(r"\s*\d+\s+[A-Za-z]+(\s+\d+\s+[A-Za-z]+)*\s*")


@dataclass(frozen=True)
class Refresh:
    """When the query of a view is run over all its tables, in place of seeing each INSERT.

    Lengths of time are texts such as `1 HOUR` and `2 DAY 12 HOUR`.

    Source: https://clickhouse.com/docs/sql-reference/statements/create/view#refreshable-materialized-view.

    Args:
        every: the period of the calendar.
        after: the time since the last refresh, in place of that.
        offset: how long after the beginning of the period.
        randomize: the stretch of time that refreshes are spread over by chance.
        depends_on: views that are refreshed before: each a `MaterializedView`, a table or a name.
        settings: such as `refresh_retries`.
        append: whether rows are added; else a refresh replaces all rows of the table.
        empty: whether a new view waits for its first time; else it is refreshed at once.

    Raises:
        ArgumentError: it says both or none of `every` and `after`, without any view that it
            depends on; or a length of time is none.
    """

    every: str = ""
    after: str = ""
    offset: str = ""
    randomize: str = ""
    depends_on: Sequence[Any] = ()
    settings: Mapping[str, int] = field(default_factory=dict)
    append: bool = False
    empty: bool = False

    def __post_init__(self) -> None:
        if self.every and self.after:
            raise exc.ArgumentError("A view is refreshed `every` so often or `after` so long.")
        if not (self.every or self.after or self.depends_on):
            raise exc.ArgumentError("A refresh needs `every`, `after` or `depends_on`.")
        for length in (self.every, self.after, self.offset, self.randomize):
            if length and not _INTERVAL.fullmatch(length):
                raise exc.ArgumentError(f"{length!r} is no length of time such as '1 HOUR'.")


class MaterializedView:
    """A view that keeps the rows that its query gives.

    By default it sees each INSERT into a table; with `refresh` its query is run from time to time.

    Args:
        name: its name.
        query: a SELECT, whose leftmost table is the one that it watches.
        metadata: what it comes and goes with: `create_all` makes it when all tables are there, and
            `drop_all` drops it before them. None for a view that is made by `create`.
        to: the table or the mapped class that gets the rows.
        engine: the engine of a table of its own, where there is no `to`.
        populate: whether the rows that are there count, too.
        refresh: when the query is run; None for a view that sees each INSERT.
        schema: its database; that of the metadata, or the current one, when None.

    Raises:
        ArgumentError: it has both `to` and `engine`, or neither; or `populate` with `refresh`.
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
        refresh: Refresh | None = None,
        schema: str | None = None,
    ) -> None:
        if (to is None) == (engine is None):
            raise exc.ArgumentError(f"The view {name} needs `to`, or an `engine`, and not both.")
        if populate and refresh is not None:
            raise exc.ArgumentError(f"The first refresh fills the view {name}: no `populate`.")
        self.query = query
        self.refresh = refresh
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

    def refresh_now(self, connection: Any, wait: bool = True) -> None:
        """Refreshes it out of schedule.

        Args:
            connection: where.
            wait: whether to return when that is done.

        Raises:
            DBAPIError: it is not refreshable, or the refresh that was waited for failed.
        """
        connection.execute(SystemViewCommand(self, "REFRESH"))
        if wait:
            connection.execute(SystemViewCommand(self, "WAIT"))

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


class SystemViewCommand(DdlElement):
    """`SYSTEM … VIEW`.

    Args:
        view: the view.
        verb: REFRESH, WAIT, STOP, START or CANCEL.
    """

    __visit_name__ = "system_view_command"

    def __init__(self, view: MaterializedView, verb: str) -> None:
        self.view = view
        self.verb = verb


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
