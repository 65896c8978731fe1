"""CREATE TABLE, with columns, as a copy of a table and as the rows of a query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rmt_engine.engines import ENGINES
from rmt_engine.engines.without_rows import OthersEngine
from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.inner_queries import InnerQueries, InnerQuery
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.session.definitions import DefinitionBuilder
from rmt_engine.spark.session.query_catalog import QueryCatalog
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.spark.write.partitions import PartitionCommands
from rmt_engine.sql.grammar.deprecated_engine import with_clauses
from rmt_engine.sql.grammar.statements import (
    ColumnClause,
    CreateTable,
    PartitionAction,
    PartitionCommand,
)
from rmt_engine.sql.query.sources.other_tables import columns_of_others
from rmt_engine.sql.tables.aggregate_types import check_states_of_table
from rmt_engine.sql.tables.keyless import refuse_rows
from rmt_engine.sql.tables.other_tables import engine_clause, other_tables
from rmt_engine.sql.tables.table_copies import copy_with_clauses, has_clauses
from rmt_engine.sql.tables.temporary import with_engine
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.store import Store
from rmt_engine.store.table import BUFFER, Table, TableDefinition
from rmt_engine.store.views import check_loop

__all__ = ["CreateStatements"]


class CreateStatements:
    """Executes CREATE TABLE.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
        catalog: the Hive catalog.
        names: finds the tables that statements name.
        definitions: builds definitions of tables.
        queries: reads queries inside statements.
        inserter: inserts DataFrames.
        partitions: brings parts of one table into another.
    """

    def __init__(
        self,
        gateway: Gateway,
        store: Store,
        catalog: Catalog,
        names: NamedTables,
        definitions: DefinitionBuilder,
        queries: InnerQueries,
        inserter: Inserter,
        partitions: PartitionCommands,
    ) -> None:
        self._gateway = gateway
        self._store = store
        self._catalog = catalog
        self._names = names
        self._definitions = definitions
        self._queries = queries
        self._inserter = inserter
        self._partitions = partitions

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            CreateTable: self._create,
        }

    def _create(self, statement: CreateTable, active: ActiveSession) -> None:
        if active.setting("allow_deprecated_syntax_for_merge_tree") == "1":
            statement = with_clauses(statement)
        statement = self._definitions.with_flat_columns(statement)
        if statement.temporary:
            self._create_temporary_table(statement, active)
            return
        database, name = active.qualify(statement.name)
        self._names.check_new(database, name)
        existing = self._store.registry.tables.find(database, name)
        if statement.if_not_exists and self._store.registry.tables.is_detached(database, name):
            return
        self._store.registry.tables.refuse_detached(database, name)
        if self._catalog.exists(database, name):
            if statement.if_not_exists:
                return
            if existing is None or not statement.replace:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
        if statement.as_select is not None:
            refuse_rows(statement.engine.name if statement.engine is not None else "")
            self._create_table_as_select(statement, active, database, name)
            return
        definition = self._definition(statement, active)
        if statement.clones:
            self._create_clone(statement, definition, active)
            return
        table = self._store.registry.tables.create(database, name, definition, statement.replace)
        self._names.publish(table)

    def _create_table_as_select(
        self, statement: CreateTable, active: ActiveSession, database: str, name: str
    ) -> None:
        assert statement.as_select is not None
        query = self._queries.run(statement.as_select, active)
        statement, strict = self._with_columns(statement, query)
        definition = self._definitions.build(statement)

        def fill(table: Table) -> None:
            if not statement.empty:
                self._fill(table, query, strict, active)

        self._create_full(statement, definition, (database, name), fill)

    def _create_clone(
        self, statement: CreateTable, definition: TableDefinition, active: ActiveSession
    ) -> None:
        """A copy of a table with its parts, whose files the two share."""
        assert statement.as_table is not None
        source = self._copied_table(statement.as_table, statement, active)
        for one, preposition in ((source.definition, "from"), (definition, "with")):
            if one.is_keyless or one.view is not None:
                raise _no_clone(preposition)
        command = PartitionCommand(PartitionAction.ATTACH_FROM, table=statement.as_table)

        def fill(table: Table) -> None:
            self._partitions.run(table, command, source, active.setting)

        self._create_full(statement, definition, active.qualify(statement.name), fill)

    def _create_full(
        self,
        statement: CreateTable,
        definition: TableDefinition,
        place: tuple[str, str],
        fill: Callable[[Table], None],
    ) -> None:
        """Fills the table before it gets its name: nobody sees it half full, or after a failure."""
        registry = self._store.registry
        table = registry.tables.create_unpublished(*place, definition, self._store.owner_id)
        try:
            fill(table)
            table = registry.tables.publish(table.id, replace=statement.replace)
        except BaseException:
            registry.tables.drop(table.id, forgets_name=True)
            registry.stagings.forget([table.uuid])
            raise
        self._names.publish(table)

    def _create_temporary_table(self, statement: CreateTable, active: ActiveSession) -> None:
        """Names the table when it is full, in place of one that it replaces."""
        if statement.clones:
            raise _no_clone("with")
        name = statement.name.table
        if active.is_temporary_view(name):
            if statement.if_not_exists:
                return
            if not statement.replace:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Temporary table {name} already exists.")
        statement = with_engine(statement, active.setting("default_temporary_table_engine"))
        query, strict = None, frozenset[str]()
        if statement.as_select is not None:
            refuse_rows(statement.engine.name if statement.engine is not None else "")
            query = self._queries.run(statement.as_select, active)
            statement, strict = self._with_columns(statement, query)
        definition = self._definition(statement, active)
        tables = self._store.registry.temporary_tables
        table = tables.create(name, definition, self._store.owner_id, active.id)
        try:
            if query is not None and not statement.empty:
                self._fill(table, query, strict, active)
            self._names.show(table, active)
        except BaseException:
            tables.drop(table.uuid)
            raise

    def _definition(self, statement: CreateTable, active: ActiveSession) -> TableDefinition:
        statement = self._with_other_tables(statement, active)
        if statement.as_table is None:
            return self._definitions.build(statement)
        if statement.engine is not None and active.is_plain_view(statement.as_table):
            return self._definitions.build(self._with_columns_of_view(statement, active))
        copied = self._copied_table(statement.as_table, statement, active)
        source = copied.definition
        if source.view is not None and statement.engine is None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"CREATE TABLE … AS {statement.as_table}, a materialized view, is not supported.",
                "Name an engine, or the view's table.",
            )
        if statement.columns:
            raise RmtError(
                "SYNTAX_ERROR", "CREATE TABLE … AS table takes the columns of that table."
            )
        if statement.engine is None and has_clauses(statement):
            return self._definitions.build(copy_with_clauses(statement, copied, active))
        if statement.engine is None:
            return source
        return self._definitions.build(self._definitions.copied(statement, source))

    def _with_columns_of_view(self, statement: CreateTable, active: ActiveSession) -> CreateTable:
        assert statement.as_table is not None
        view = self._catalog.find_relation(*active.qualify(statement.as_table))
        assert view is not None
        columns = tuple(
            ColumnClause(name, data_type, comment=comment)
            for name, data_type, comment in view.columns
        )
        return replace(
            statement, columns=columns, as_table=None, comment=statement.comment or view.comment
        )

    def _with_other_tables(self, statement: CreateTable, active: ActiveSession) -> CreateTable:
        """`Merge` and `Buffer` with their arguments resolved, and with columns if they have none.

        The columns are those of the tables behind it: of a Buffer its destination's, with their
        defaults.
        """
        clause = statement.engine
        if clause is None or not isinstance(ENGINES.get(clause.name), OthersEngine):
            return statement
        others = other_tables(clause, active.database)
        statement = replace(statement, engine=engine_clause(clause.name, others))
        if clause.name == BUFFER:
            check_loop(self._store.registry, active.qualify(statement.name), others)
        if statement.columns or statement.as_table is not None:
            return statement
        if clause.name == BUFFER:
            return replace(statement, as_table=Name(others.database, others.table))
        own = active.qualify(statement.name)
        columns = columns_of_others(others, QueryCatalog(active, self._gateway), own)
        clauses = tuple(ColumnClause(name, str(one)) for name, one in columns.items())
        return replace(statement, columns=clauses)

    def _copied_table(self, name: Name, statement: CreateTable, active: ActiveSession) -> Table:
        """The table of CREATE TABLE … AS table."""
        is_missing = not self._catalog.exists(*active.qualify(name))
        if is_missing and statement.engine is None:
            raise RmtError("CANNOT_GET_CREATE_TABLE_QUERY", f"Table `{name}` doesn't exist.")
        if active.is_plain_view(name):
            raise RmtError(
                "INCORRECT_QUERY",
                f"Cannot CREATE a table AS {name}, it is a View.",
                "Name an engine, for a table with its columns.",
            )
        return self._names.table_of_database(name, active, "CREATE TABLE … AS table")

    def _with_columns(
        self, statement: CreateTable, query: InnerQuery
    ) -> tuple[CreateTable, frozenset[str]]:
        """A statement with columns, and the names of those into which NULL is refused."""
        if statement.columns:
            return statement, frozenset()
        return self._definitions.derive_columns(statement, query.frame.schema, query.types)

    def _fill(
        self, table: Table, query: InnerQuery, strict: frozenset[str], active: ActiveSession
    ) -> None:
        columns = [column.name for column in table.definition.visible_columns]
        check_states_of_table(table.definition, columns, query.types)
        settings = {**active.settings(), **query.settings}
        self._inserter.insert(table, query.frame, columns, settings, refuse_null=strict)


def _no_clone(preposition: str) -> RmtError:
    return RmtError(
        "SUPPORT_IS_DISABLED",
        f"Only support CLONE AS {preposition} tables of the MergeTree family.",
        "INSERT INTO … SELECT copies the rows of other tables.",
    )
