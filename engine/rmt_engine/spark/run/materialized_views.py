"""Materialized views come and change: CREATE MATERIALIZED VIEW, MODIFY QUERY, MODIFY REFRESH.

A view is a table of the registry without rows: its definition has the query, the name of the table
whose INSERTs it sees, or when it is refreshed, and the name of its target.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#materialized-view, tried on
26.9.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pyspark.sql import DataFrame
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.merges.refresh_schedule import skipped_first
from rmt_engine.merges.refresher import dependencies_of, draw_randomness
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import ActiveSession, statement_settings, untouched
from rmt_engine.spark.session.definitions import DefinitionBuilder
from rmt_engine.spark.session.query_catalog import QueryCatalog
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.sql.grammar.statements import (
    ColumnClause,
    CreateMaterializedView,
    CreateTable,
    ModifyQuery,
    ModifyRefresh,
    RefreshClause,
)
from rmt_engine.sql.query.compiler import compile_text
from rmt_engine.sql.query.view_query import ViewQuery, read_view_query
from rmt_engine.sql.tables.aggregate_types import check_states
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.block_ids import AtCommit
from rmt_engine.store.refresh import Refresh, RefreshState
from rmt_engine.store.refresh_rows import set_refresh_state
from rmt_engine.store.refreshes import Refreshes
from rmt_engine.store.store import Store
from rmt_engine.store.table import (
    MATERIALIZED_VIEW,
    Column,
    Table,
    TableDefinition,
    ViewDefinition,
    own_table_name,
)
from rmt_engine.store.views import target_of

__all__ = ["MaterializedViews"]


@dataclass(frozen=True)
class _Query:
    """A view's query and what it gives.

    Attributes:
        query: the query.
        frame: its rows, of the whole table.
        settings: those at its end.
        columns: its columns, as clauses of CREATE TABLE.
    """

    query: ViewQuery
    frame: DataFrame
    settings: dict[str, str]
    columns: tuple[ColumnClause, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)


@dataclass(frozen=True)
class _Kind:
    """Whether a view is refreshed, and how.

    Attributes:
        refresh: its clause; None if it sees each INSERT.
        definer: the user whose rights its query has.
        first: the state it begins with; None for that of a view that is refreshed at once.
    """

    refresh: Refresh | None = None
    definer: str = ""
    first: RefreshState | None = None

    def settle(self, connection: Connection, view: Table) -> None:
        """What the transaction has to do that makes the view.

        Raises:
            RmtError: `BAD_ARGUMENTS`, another view replaces the rows of its target.
        """
        if self.refresh is None:
            return
        Refreshes.refuse_shared_target(connection, view)
        if self.first is not None:
            set_refresh_state(connection, replace(self.first, table_id=view.id))


class MaterializedViews:
    """Executes the statements that make materialized views and change them.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
        definitions: builds definitions of tables.
        inserter: fills them.
    """

    def __init__(
        self,
        gateway: Gateway,
        store: Store,
        definitions: DefinitionBuilder,
        inserter: Inserter,
    ) -> None:
        self._gateway = gateway
        self._store = store
        self._definitions = definitions
        self._inserter = inserter

    def create(
        self, statement: CreateMaterializedView, database: str, active: ActiveSession
    ) -> Table:
        """Makes a view, with the table for its rows if it names none, and fills it with POPULATE.

        Args:
            statement: the statement; its name is free, or it replaces what has it.
            database: where the view comes.
            active: the client's session.

        Raises:
            RmtError: the query, the target or the table is wrong; nothing was made.
        """
        table = statement.table
        is_refreshed = statement.refresh is not None
        query = self._query(table.as_select or "", table, active, sees_inserts=not is_refreshed)
        kind = _Kind()
        if statement.refresh is not None:
            refresh = _refresh(statement.refresh, active)
            kind = _Kind(refresh, self._definer(table, active), self._first_state(table, refresh))
        if statement.to is None:
            return self._with_own_table(table, query, database, active, kind)
        target = self._target(statement.to, active)
        _check_columns(query.names, [column.name for column in target.definition.columns])
        _check_states(query, {one.name: one.type for one in target.definition.columns})
        definition = _definition(table, query, (target.database, target.name), kind)
        registry, name = self._store.registry, table.name.table
        if not table.populate:
            return registry.tables.create(
                database, name, definition, table.replace, also=kind.settle
            )
        identity = str(uuid.uuid4())

        def add(connection: Connection) -> None:
            registry.tables.add_in(connection, database, name, definition, table.replace, identity)

        self._fill(target, query, active, add)
        return self._found(database, name)

    def modify_query(self, statement: ModifyQuery, active: ActiveSession) -> Table:
        """Gives a view another query; its columns become the query's.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, it is no materialized view; the query is wrong.
        """
        view = active.find_table_of_database(statement.name)
        assert view is not None
        before = view.definition
        if before.view is None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Alter of type 'MODIFY_QUERY' is not supported by storage {before.engine}.",
                "It is for materialized views.",
            )
        is_refreshed = before.view.refresh is not None
        written = CreateTable(statement.name, "")
        query = self._query(statement.query, written, active, sees_inserts=not is_refreshed)
        if is_refreshed:
            _check_there(query.names, target_of(self._store.registry, view))
        changed = replace(
            before,
            columns=_columns(query.columns),
            view=replace(before.view, query=query.query.text, source=_source(query.query)),
        )
        return self._change(view, changed)

    def modify_refresh(self, statement: ModifyRefresh, active: ActiveSession) -> Table:
        """Gives a refreshable view another REFRESH clause; its rows and its state stay.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, it is no refreshable view, or APPEND or `all_replicas`
                would change.
        """
        view = active.find_table_of_database(statement.name)
        assert view is not None
        before = view.definition
        if before.view is None or before.view.refresh is None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Alter of type 'MODIFY_REFRESH' is not supported by storage {before.engine}.",
                "It is for refreshable materialized views.",
            )
        old, new = before.view.refresh, _refresh(statement.refresh, active, view.database)
        if old.append != new.append:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "Changing APPEND or INCREMENTAL is not supported.",
                "Say APPEND here, too, if the view has it; or make another view.",
            )
        if old.settings.get("all_replicas", "0") != new.settings.get("all_replicas", "0"):
            raise RmtError("NOT_IMPLEMENTED", "Altering setting 'all_replicas' is not supported.")
        return self._change(view, replace(before, view=replace(before.view, refresh=new)))

    def _change(self, view: Table, changed: TableDefinition) -> Table:
        changed_view = self._store.registry.definitions.change(view.id, view.definition, changed)
        if changed_view is None:
            raise RmtError(
                "CANNOT_ASSIGN_ALTER",
                f"The view {view.qualified} was changed by another statement meanwhile.",
                "Run the statement again.",
            )
        return changed_view

    @staticmethod
    def _definer(table: CreateTable, active: ActiveSession) -> str:
        """The user whose rights the query of a refreshable view has: the one who makes it."""
        user = active.user
        if table.definer not in (None, "", user):
            raise RmtError(
                "ACCESS_DENIED",
                f"{user}: Not enough privileges to make {table.definer} the definer of a view.",
                "Leave DEFINER out, or let that user create the view.",
            )
        return user

    def _first_state(self, table: CreateTable, refresh: Refresh) -> RefreshState | None:
        """The state of a new view that waits for its time; None if it is refreshed at once."""
        if not table.empty:
            return None
        views = {one.qualified.lower(): (one, state) for one, state in self._store.refreshes.all()}
        dependencies = dependencies_of(refresh, views)
        return skipped_first(RefreshState(0), dependencies, time.time(), draw_randomness())

    def _query(
        self, text: str, table: CreateTable, active: ActiveSession, sees_inserts: bool
    ) -> _Query:
        query = read_view_query(text, active.database, active.is_engine_table, sees_inserts)
        catalog = QueryCatalog(active, self._gateway)
        compiled = compile_text(query.text, catalog, stores=True)
        with untouched(), statement_settings(compiled.settings):
            frame = active.spark.sql(compiled.sql)
        names = [column.name for column in compiled.columns]
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Cannot add column {repeated}: column with this name already exists.",
            )
        frame = frame.toDF(*names)
        types = tuple(column.type for column in compiled.columns)
        derived, _ = self._definitions.derive_columns(table, frame.schema, types)
        return _Query(query, frame, dict(compiled.settings), derived.columns)

    def _target(self, name: Name, active: ActiveSession) -> Table:
        target = active.find_table_of_database(name)
        if target is None:
            database, plain = active.qualify(name)
            raise RmtError("UNKNOWN_TABLE", f"Table {database}.{plain} does not exist.")
        if target.definition.view is not None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"A materialized view TO another one, {target.qualified}, is not supported.",
                f"Name its table: TO {'.'.join(target.target)}.",
            )
        return target

    def _with_own_table(
        self,
        table: CreateTable,
        query: _Query,
        database: str,
        active: ActiveSession,
        kind: _Kind,
    ) -> Table:
        columns = table.columns or query.columns
        _check_columns(query.names, [column.name for column in columns])
        statement = replace(table, columns=columns, as_select=None, comment="", populate=False)
        own = self._definitions.build(statement)
        _check_states(query, {one.name: one.type for one in own.columns})
        declared = query.columns if not table.columns else _declared(own)
        definition = _definition(table, replace(query, columns=declared), (), kind)
        registry, name = self._store.registry, table.name.table
        if not table.populate:
            return registry.tables.create(
                database, name, definition, table.replace, own, kind.settle
            )
        if len(query.names) != len(own.visible_columns):
            raise RmtError(
                "NUMBER_OF_COLUMNS_DOESNT_MATCH",
                f"POPULATE fills all columns: the query has {len(query.names)}, the table "
                f"{len(own.visible_columns)}.",
                "Leave POPULATE out and fill the view with INSERT … SELECT.",
            )
        identity = str(uuid.uuid4())
        owner = self._store.owner_id
        of_view = own_table_name(identity)
        filled = registry.tables.create_unpublished(database, of_view, own, owner)

        def add(connection: Connection) -> None:
            registry.tables.add_in(connection, database, name, definition, table.replace, identity)
            registry.tables.publish_in(connection, filled.id, replace=False)

        try:
            self._fill(filled, query, active, add)
        except BaseException:
            registry.tables.drop(filled.id, forgets_name=True)
            registry.stagings.forget([filled.uuid])
            raise
        return self._found(database, name)

    def _fill(
        self,
        target: Table,
        query: _Query,
        active: ActiveSession,
        add: Callable[[Connection], None],
    ) -> None:
        settings = {**active.settings(), **query.settings, "insert_deduplication_token": ""}
        self._inserter.insert(
            target,
            query.frame,
            query.names,
            settings,
            at_commit=AtCommit(lambda connection, _: add(connection)),
        )

    def _found(self, database: str, name: str) -> Table:
        table = self._store.registry.tables.find(database, name)
        if table is None:
            raise RmtError("UNKNOWN_TABLE", f"The view {database}.{name} was dropped meanwhile.")
        return table


def _definition(
    table: CreateTable, query: _Query, target: tuple[str, ...], kind: _Kind
) -> TableDefinition:
    columns = query.columns
    if target and table.columns:
        columns = table.columns
    view = ViewDefinition(
        query.query.text, _source(query.query), target, kind.refresh, kind.definer
    )
    return TableDefinition(
        columns=_columns(columns), engine=MATERIALIZED_VIEW, view=view, comment=table.comment
    )


def _columns(clauses: Sequence[ColumnClause]) -> tuple[Column, ...]:
    return tuple(Column(clause.name, clause.type or "String") for clause in clauses if clause.name)


def _declared(own: TableDefinition) -> tuple[ColumnClause, ...]:
    return tuple(ColumnClause(column.name, column.type) for column in own.visible_columns)


def _refresh(clause: RefreshClause, active: ActiveSession, database: str = "") -> Refresh:
    """A clause with the databases of the views it names."""
    current = database or active.database
    return Refresh(
        clause.is_periodic,
        clause.period,
        clause.offset,
        clause.spread,
        tuple(((one.database or current).lower(), one.table) for one in clause.depends_on),
        clause.settings,
        clause.append,
    )


def _source(query: ViewQuery) -> tuple[str, ...]:
    if query.source is None:
        return ()
    return (query.source.database or "").lower(), query.source.table


def _check_states(query: _Query, types: Mapping[str, str]) -> None:
    """Makes sure that columns of states get states of their functions.

    Args:
        query: the view's.
        types: those of the columns of the table that gets the rows, by name.

    Raises:
        RmtError: `CANNOT_CONVERT_TYPE`.
    """
    pairs = [
        (one.name, parse_type(types[one.name]), one.type)
        for one in query.columns
        if one.name in types
    ]
    wanted = [(name, target) for name, target, _ in pairs]
    check_states(wanted, [parse_type(given) if given else None for _, _, given in pairs])


def _check_there(given: Sequence[str], target: Table) -> None:
    """Makes sure that the target of a view has all columns of its new query.

    Raises:
        RmtError: `NO_SUCH_COLUMN_IN_TABLE`.
    """
    for name in given:
        if target.definition.column(name) is None:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"Column {name} does not exist in the materialized view's inner table.",
                "Use 'AS' to assign alias that matches a column name.",
            )


def _check_columns(given: Sequence[str], there: Sequence[str]) -> None:
    """Makes sure that a target has all columns of a query.

    Raises:
        RmtError: `THERE_IS_NO_COLUMN`.
    """
    known = {name.lower() for name in there}
    for name in given:
        if name.lower() not in known:
            raise RmtError(
                "THERE_IS_NO_COLUMN",
                f"SELECT query outputs column with name '{name}', which is not found in the target "
                "table.",
                "Use 'AS' to assign alias that matches a column name.",
            )
