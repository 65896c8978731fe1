"""Materialized views come and change: CREATE MATERIALIZED VIEW, ALTER TABLE … MODIFY QUERY.

A view is a table of the registry without rows: its definition has the query, the name of the table
whose INSERTs it sees, and that of its target.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#materialized-view, tried on
26.9.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pyspark.sql import DataFrame
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.active import ActiveSession, statement_settings, untouched
from rmt_engine.spark.run.ddl import DefinitionBuilder
from rmt_engine.spark.run.query_catalog import QueryCatalog
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.sql.grammar.statements import (
    ColumnClause,
    CreateMaterializedView,
    CreateTable,
    ModifyQuery,
)
from rmt_engine.sql.grammar.tokens import Name
from rmt_engine.sql.query.compiler import compile_text
from rmt_engine.sql.query.view_query import ViewQuery, read_view_query
from rmt_engine.sql.tables.aggregate_types import check_states
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.store import Store
from rmt_engine.store.table import (
    MATERIALIZED_VIEW,
    Column,
    Table,
    TableDefinition,
    ViewDefinition,
    own_table_name,
)

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
        query = self._query(table.as_select or "", table, active)
        if statement.to is None:
            return self._with_own_table(table, query, database, active)
        target = self._target(statement.to, active)
        _check_columns(query.names, [column.name for column in target.definition.columns])
        _check_states(query, {one.name: one.type for one in target.definition.columns})
        definition = _definition(table, query, (target.database, target.name))
        registry, name = self._store.registry, table.name.table
        if not table.populate:
            return registry.create_table(database, name, definition, table.replace)
        identity = str(uuid.uuid4())

        def add(connection: Connection) -> None:
            registry.add_table(connection, database, name, definition, table.replace, identity)

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
        query = self._query(statement.query, CreateTable(statement.name, ""), active)
        changed = replace(
            before,
            columns=_columns(query.columns),
            view=replace(before.view, query=query.query.text, source=_source(query.query)),
        )
        changed_view = self._store.registry.change_definition(view.id, before, changed)
        if changed_view is None:
            raise RmtError(
                "CANNOT_ASSIGN_ALTER",
                f"The view {view.qualified} was changed by another statement meanwhile.",
                "Run the statement again.",
            )
        return changed_view

    def _query(self, text: str, table: CreateTable, active: ActiveSession) -> _Query:
        query = read_view_query(text, active.database, active.is_engine_table)
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
        self, table: CreateTable, query: _Query, database: str, active: ActiveSession
    ) -> Table:
        columns = table.columns or query.columns
        _check_columns(query.names, [column.name for column in columns])
        statement = replace(table, columns=columns, as_select=None, comment="", populate=False)
        own = self._definitions.build(statement)
        _check_states(query, {one.name: one.type for one in own.columns})
        declared = query.columns if not table.columns else _declared(own)
        definition = _definition(table, replace(query, columns=declared), ())
        registry, name = self._store.registry, table.name.table
        if not table.populate:
            return registry.create_table(database, name, definition, table.replace, own)
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
        filled = registry.create_unpublished_table(database, of_view, own, owner)

        def add(connection: Connection) -> None:
            registry.add_table(connection, database, name, definition, table.replace, identity)
            registry.name_table(connection, filled.id, replace=False)

        try:
            self._fill(filled, query, active, add)
        except BaseException:
            registry.drop_table(filled.id)
            registry.unstage([filled.uuid])
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
        self._inserter.insert(target, query.frame, query.names, settings, also=add)

    def _found(self, database: str, name: str) -> Table:
        table = self._store.registry.find_table(database, name)
        if table is None:
            raise RmtError("UNKNOWN_TABLE", f"The view {database}.{name} was dropped meanwhile.")
        return table


def _definition(table: CreateTable, query: _Query, target: tuple[str, ...]) -> TableDefinition:
    columns = query.columns
    if target and table.columns:
        columns = table.columns
    view = ViewDefinition(query.query.text, _source(query.query), target)
    return TableDefinition(
        columns=_columns(columns), engine=MATERIALIZED_VIEW, view=view, comment=table.comment
    )


def _columns(clauses: Sequence[ColumnClause]) -> tuple[Column, ...]:
    return tuple(Column(clause.name, clause.type or "String") for clause in clauses if clause.name)


def _declared(own: TableDefinition) -> tuple[ColumnClause, ...]:
    return tuple(ColumnClause(column.name, column.type) for column in own.visible_columns)


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
