"""Executes the engine's statements, one method each."""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from rmt_engine.engines import ENGINES, engine_of
from rmt_engine.engines.without_rows import OthersEngine
from rmt_engine.errors import RmtError
from rmt_engine.merges.optimize import MergeRequest, is_divided, optimize
from rmt_engine.merges.planning import Describe
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.bridge.frames import empty_plan, plan_of_rows
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.active import ActiveSession, statement_settings, untouched
from rmt_engine.spark.run.background_work import BackgroundWork
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.ddl import DefinitionBuilder
from rmt_engine.spark.run.materialized_views import MaterializedViews
from rmt_engine.spark.run.queries import compiled_instead, compiled_query
from rmt_engine.spark.run.query_catalog import QueryCatalog
from rmt_engine.spark.run.refresh_statements import RefreshStatements
from rmt_engine.spark.run.table_checks import check_tables
from rmt_engine.spark.write.column_changes import ColumnChanges
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.spark.write.kept_source import kept_source
from rmt_engine.spark.write.merge_into import MergeIntoStatements
from rmt_engine.spark.write.mutation_subqueries import with_values_of_subqueries
from rmt_engine.spark.write.mutations import KILLED_COLUMNS, MutationStatements
from rmt_engine.spark.write.nested_columns import with_whole_nested
from rmt_engine.spark.write.partitions import PartitionCommands, PartResult, result_table
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.grammar.deprecated_engine import with_clauses
from rmt_engine.sql.grammar.inline_data import values_of_data
from rmt_engine.sql.grammar.merge_into import table_of_source
from rmt_engine.sql.grammar.nesting import check_nesting
from rmt_engine.sql.grammar.quoting import quote_name
from rmt_engine.sql.grammar.statements import (
    AlterColumns,
    AlterPartitions,
    AlterRows,
    AlterSettings,
    AttachTable,
    CheckTable,
    ColumnClause,
    CreateDatabase,
    CreateFunction,
    CreateMaterializedView,
    CreateRowPolicy,
    CreateTable,
    DetachTable,
    DropCache,
    DropDatabase,
    DropFunction,
    DropRowPolicy,
    DropTables,
    ExchangeTables,
    ExistsTable,
    Explain,
    FlushCommand,
    Insert,
    KillMutation,
    KillQuery,
    MergeInto,
    MergesCommand,
    ModifyColumn,
    ModifyQuery,
    ModifyRefresh,
    ModifyTtl,
    OptimizeTable,
    RenameTables,
    RowCommand,
    SetSettings,
    ShowCreateTable,
    ShowQuery,
    ShowRowPolicies,
    Statement,
    SyncReplica,
    TruncateTable,
    Unfreeze,
    UpdateTable,
    ViewCommand,
    WithOutput,
)
from rmt_engine.sql.grammar.tokens import Name, tokenize
from rmt_engine.sql.query.other_tables import columns_of_others
from rmt_engine.sql.settings.declared import (
    changed_table_values,
    session_values,
    split_table_settings,
)
from rmt_engine.sql.tables.aggregate_types import check_states_of_table
from rmt_engine.sql.tables.deduplicate_by import deduplicated_by
from rmt_engine.sql.tables.definition import key_identifiers
from rmt_engine.sql.tables.engine_settings import check_engine_settings
from rmt_engine.sql.tables.keyless import (
    check_keyless_columns,
    check_keyless_rows,
    check_keyless_settings,
    check_keyless_update,
    check_optimize_of_buffer,
    refuse_keyless,
    refuse_rows,
)
from rmt_engine.sql.tables.layout import file_names, partition_id_of
from rmt_engine.sql.tables.other_tables import engine_clause, other_tables
from rmt_engine.sql.tables.row_policies import check_condition
from rmt_engine.sql.tables.show_create import create_statement
from rmt_engine.sql.tables.temporary import with_engine
from rmt_engine.sql.values.plain_rows import plain_rows
from rmt_engine.sql.values.rows import (
    WrittenRow,
    in_sparks_words,
    pieces_of_rows,
    refuse_long_numbers,
    rows_of_one_form,
    separate_rows,
)
from rmt_engine.sql.values.types import UTC, DataType
from rmt_engine.store.block_ids import forget_blocks
from rmt_engine.store.row_policy import RowPolicy
from rmt_engine.store.store import Store
from rmt_engine.store.table import BUFFER, Table, TableDefinition
from rmt_engine.store.views import check_loop, own_definition, target_of
from rmt_engine.system.tables import SYSTEM_DATABASE

__all__ = ["StatementRunner"]

_SYNC_INTERVAL_S = 0.05
_KILLED_QUERIES = "kill_status STRING, query_id STRING, user STRING, query STRING"
_WINDOWS = ("replicated_deduplication_window", "non_replicated_deduplication_window")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_]+")
_NOT_CONSTANT = (
    "INVALID_INLINE_TABLE.CANNOT_EVALUATE_EXPRESSION_IN_INLINE_TABLE",
    "UNSUPPORTED_SUBQUERY_EXPRESSION_CATEGORY.SCALAR_SUBQUERY_IN_VALUES",
)
"""What Spark says of rows of VALUES that are no constants."""
_OTHER_LITERALS = (
    "spark.sql.parser.escapedStringLiterals",
    "spark.sql.legacy.exponentLiteralAsDecimal.enabled",
)


@dataclass(frozen=True)
class InnerQuery:
    """A query inside a statement.

    Attributes:
        frame: its rows.
        settings: those at its end.
        types: ClickHouse's types of its columns; none if they are not known.
    """

    frame: DataFrame
    settings: Mapping[str, str]
    types: tuple[DataType | None, ...] = ()


class StatementRunner:
    """Executes statements.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session.
        store: the store.
        inserter: inserts DataFrames.
        work: what goes on in the background.
        catalog: the Hive catalog.
        mutations: executes statements that change rows.
        describe: tells how a table's rows are stored.
    """

    def __init__(
        self,
        gateway: Gateway,
        session: SparkSession,
        store: Store,
        inserter: Inserter,
        work: BackgroundWork,
        catalog: Catalog,
        mutations: MutationStatements,
        describe: Describe,
    ) -> None:
        self._gateway = gateway
        self._store = store
        self._inserter = inserter
        self._changes = work.changes
        self._scheduler = work.changes.scheduler
        self._catalog = catalog
        self._mutations = mutations
        self._merge_intos = MergeIntoStatements(
            inserter, mutations.changes, store, mutations.turn, self._check_cancelled
        )
        self._definitions = DefinitionBuilder(gateway, session)
        self._views = MaterializedViews(gateway, store, self._definitions, inserter)
        self._describe = describe
        self._session_tables = catalog.session_tables
        self._activity = work.activity
        self._refresher = work.refresher
        self._refreshes = RefreshStatements(store.refreshes, work.refresher, self._check_cancelled)
        self._columns = ColumnChanges(gateway, session, store)
        self._partitions = PartitionCommands(store, describe, self._check_cancelled)

    def run(self, statement: Statement, active: ActiveSession) -> Any:
        """Executes a statement and returns the plan of its answer.

        Its `SETTINGS` hold for all that is done for it.
        """
        settings: Mapping[str, str] = getattr(statement, "settings", {})
        if isinstance(statement, CreateTable):
            of_table, settings = split_table_settings(settings)
            statement = replace(statement, settings=of_table)
        with statement_settings(session_values(settings)):
            if not isinstance(statement, WithOutput):
                return self._run(statement, active)
            answer = self._run(statement.statement, active)
            return answer if statement.wants_rows else empty_plan(active.spark)

    @functools.singledispatchmethod
    def _run(self, statement: Any, active: ActiveSession) -> Any:
        raise RmtError("NOT_IMPLEMENTED", f"{type(statement).__name__} is not supported yet.")

    # Tables come and go

    @_run.register
    def _create_table(self, statement: CreateTable, active: ActiveSession) -> Any:
        if active.setting("allow_deprecated_syntax_for_merge_tree") == "1":
            statement = with_clauses(statement)
        statement = self._definitions.with_flat_columns(statement)
        if statement.temporary:
            return self._create_temporary_table(statement, active)
        database, name = active.qualify(statement.name)
        self._check_new_name(database, name)
        existing = self._store.registry.tables.find(database, name)
        if statement.if_not_exists and self._store.registry.tables.is_detached(database, name):
            return empty_plan(active.spark)
        self._store.registry.tables.refuse_detached(database, name)
        if self._catalog.exists(database, name):
            if statement.if_not_exists:
                return empty_plan(active.spark)
            if existing is None or not statement.replace:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
        if statement.as_select is not None:
            refuse_rows(statement.engine.name if statement.engine is not None else "")
            return self._create_table_as_select(statement, active, database, name)
        definition = self._definition(statement, active)
        table = self._store.registry.tables.create(database, name, definition, statement.replace)
        self._publish(table)
        return empty_plan(active.spark)

    @_run.register
    def _create_view(self, statement: CreateMaterializedView, active: ActiveSession) -> Any:
        table = self._definitions.with_flat_columns(statement.table)
        statement = replace(statement, table=table)
        database, name = active.qualify(table.name)
        self._check_new_name(database, name)
        self._store.registry.tables.refuse_detached(database, name)
        if self._catalog.exists(database, name):
            existing = self._store.registry.tables.find(database, name)
            if table.if_not_exists:
                return empty_plan(active.spark)
            if existing is None or not table.replace:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
        self._publish(self._views.create(statement, database, active))
        self._refresher.wake()
        return empty_plan(active.spark)

    @_run.register
    def _modify_query(self, statement: ModifyQuery, active: ActiveSession) -> Any:
        self._table_of_database(statement.name, active)
        self._show(self._views.modify_query(statement, active), active)
        return empty_plan(active.spark)

    @_run.register
    def _modify_refresh(self, statement: ModifyRefresh, active: ActiveSession) -> Any:
        self._table_of_database(statement.name, active)
        self._show(self._views.modify_refresh(statement, active), active)
        self._refresher.wake()
        return empty_plan(active.spark)

    @_run.register
    def _view_command(self, statement: ViewCommand, active: ActiveSession) -> Any:
        self._refreshes.run(statement, active)
        return empty_plan(active.spark)

    def _create_temporary_table(self, statement: CreateTable, active: ActiveSession) -> Any:
        """Names the table when it is full, in place of one that it replaces."""
        name = statement.name.table
        if active.is_temporary_view(name):
            if statement.if_not_exists:
                return empty_plan(active.spark)
            if not statement.replace:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Temporary table {name} already exists.")
        statement = with_engine(statement, active.setting("default_temporary_table_engine"))
        query, strict = None, frozenset[str]()
        if statement.as_select is not None:
            refuse_rows(statement.engine.name if statement.engine is not None else "")
            query = self._query(statement.as_select, active)
            statement, strict = self._with_columns(statement, query)
        definition = self._definition(statement, active)
        tables = self._store.registry.temporary_tables
        table = tables.create(name, definition, self._store.owner_id, active.id)
        try:
            if query is not None and not statement.empty:
                self._fill(table, query, strict, active)
            self._session_tables.show(table, active)
        except BaseException:
            tables.drop(table.uuid)
            raise
        return empty_plan(active.spark)

    def _definition(self, statement: CreateTable, active: ActiveSession) -> TableDefinition:
        statement = self._with_other_tables(statement, active)
        if statement.as_table is None:
            return self._definitions.build(statement)
        source = self._copied_table(statement.as_table, statement, active).definition
        if source.view is not None and statement.engine is None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"CREATE TABLE … AS {statement.as_table}, a materialized view, is not supported.",
                "Name an engine, or the view's table.",
            )
        if statement.engine is None and not statement.columns:
            return source
        if statement.columns:
            raise RmtError(
                "SYNTAX_ERROR", "CREATE TABLE … AS table takes the columns of that table."
            )
        return self._definitions.build(self._definitions.copied(statement, source))

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

    def _create_table_as_select(
        self, statement: CreateTable, active: ActiveSession, database: str, name: str
    ) -> Any:
        """Fills the table before it gets its name: nobody sees it half full, or after a failure."""
        assert statement.as_select is not None
        query = self._query(statement.as_select, active)
        statement, strict = self._with_columns(statement, query)
        definition = self._definitions.build(statement)
        registry = self._store.registry
        table = registry.tables.create_unpublished(database, name, definition, self._store.owner_id)
        try:
            if not statement.empty:
                self._fill(table, query, strict, active)
            table = registry.tables.publish(table.id, replace=statement.replace)
        except BaseException:
            registry.tables.drop(table.id)
            registry.stagings.forget([table.uuid])
            raise
        self._publish(table)
        return empty_plan(active.spark)

    def _copied_table(self, name: Name, statement: CreateTable, active: ActiveSession) -> Table:
        """The table of CREATE TABLE … AS table."""
        is_missing = not self._catalog.exists(*active.qualify(name))
        if is_missing and statement.engine is None:
            raise RmtError("CANNOT_GET_CREATE_TABLE_QUERY", f"Table `{name}` doesn't exist.")
        return self._table_of_database(name, active, "CREATE TABLE … AS table")

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

    def _show(self, table: Table, active: ActiveSession) -> None:
        """Has a table's name lead to it as it is now."""
        if table.is_temporary:
            self._session_tables.show(table, active)
        else:
            self._catalog.create(table)

    def _publish(self, table: Table) -> None:
        try:
            self._catalog.create(table)
        except Exception:
            self._store.registry.tables.drop(table.id)
            raise

    def _check_new_name(self, database: str, name: str) -> None:
        if database == SYSTEM_DATABASE:
            raise RmtError("NOT_IMPLEMENTED", "The database system is read only.")
        self._catalog.check_database(database)
        if not _PLAIN_NAME.fullmatch(name):
            raise RmtError(
                "BAD_ARGUMENTS",
                f"The table name {name} cannot be kept in a Hive catalog.",
                "Use letters, digits and underscores.",
            )

    @_run.register
    def _drop_tables(self, statement: DropTables, active: ActiveSession) -> Any:
        tables = [
            active.temporary_table(name)
            if statement.temporary
            else self._optional_table(name, active)
            for name in statement.names
        ]
        for name, table in zip(statement.names, tables, strict=True):
            if table is None and not statement.if_exists:
                self._table(name, active, temporary=statement.temporary)
        for table in filter(None, tables):
            if statement.if_empty and self._store.snapshots.current(table).rows:
                raise RmtError("TABLE_NOT_EMPTY", f"Table {table.qualified} is not empty.")
            if table.is_temporary:
                self._session_tables.drop(table, active)
            else:
                self._store.registry.tables.drop(table.id)
                self._catalog.drop(table.database, table.name)
                self._views_changed(table)
        return empty_plan(active.spark)

    @_run.register
    def _detach_table(self, statement: DetachTable, active: ActiveSession) -> Any:
        if statement.if_exists and active.is_missing(statement.name):
            return empty_plan(active.spark)
        self._check_database(statement.name, active)
        table = self._table_of_database(statement.name, active, method="detach")
        unfinished = self._store.mutations.unfinished(table.id)
        # The view goes first: a name that leads nowhere would be taken for a user's view.
        self._catalog.drop(table.database, table.name)
        try:
            self._store.detached_tables.detach(table.id, statement.permanently)
        except RmtError:
            if self._store.registry.tables.by_number(table.id) is not None:
                self._catalog.create(table)
            raise
        self._scheduler.cancel_merges(table.id)
        self._mutations.break_off(unfinished)
        self._views_changed(table)
        return empty_plan(active.spark)

    @_run.register
    def _attach_table(self, statement: AttachTable, active: ActiveSession) -> Any:
        database, name = active.qualify(statement.name)
        if self._store.registry.tables.is_detached(database, name):
            # A metastore in memory forgets a database of which all tables are detached.
            self._catalog.create_database(database)
        self._check_database(statement.name, active)
        is_there = self._store.registry.tables.find(database, name) is not None
        if is_there and statement.if_not_exists:
            return empty_plan(active.spark)
        if is_there or not self._catalog.is_free(database, name):
            raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
        table = self._store.detached_tables.attach(database, name)
        self._catalog.create(table)
        self._changes.parts_changed(table, active.setting("final_build"))
        self._mutations.resume()
        self._views_changed(table)
        return empty_plan(active.spark)

    def _views_changed(self, table: Table) -> None:
        """Has refreshes looked at when a refreshable view comes or goes."""
        if table.refresh is not None:
            self._refresher.wake()

    def _check_database(self, name: Name, active: ActiveSession) -> None:
        self._catalog.check_database(active.qualify(name)[0])

    @_run.register
    def _rename_tables(self, statement: RenameTables, active: ActiveSession) -> Any:
        pairs = [(active.qualify(old), active.qualify(new)) for old, new in statement.pairs]
        freed = {(database, name.lower()) for (database, name), _ in pairs}
        for (old, new), (_, target) in zip(statement.pairs, pairs, strict=True):
            self._check_new_name(*target)
            taken = self._catalog.exists(*target) and (target[0], target[1].lower()) not in freed
            if taken:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Table {new} already exists.")
            if self._catalog.exists(*active.qualify(old)):
                self._table_of_database(old, active)
        tables = self._store.registry.tables.rename(pairs)
        names = {(table.database, table.name.lower()) for table in tables}
        for table in tables:
            self._catalog.create(table)
        for database, name in freed - names:
            self._catalog.drop(database, name)
        return empty_plan(active.spark)

    @_run.register
    def _exchange_tables(self, statement: ExchangeTables, active: ActiveSession) -> Any:
        first, second = (
            self._table_of_database(name, active) for name in (statement.first, statement.second)
        )
        names = [(table.database, table.name) for table in (first, second)]
        self._store.registry.tables.exchange(*names)
        for name in names:
            table = self._store.registry.tables.find(*name)
            if table is not None:
                self._catalog.create(table)
        return empty_plan(active.spark)

    @_run.register
    def _truncate_table(self, statement: TruncateTable, active: ActiveSession) -> Any:
        table = active.temporary_table(statement.name)
        if table is None:
            is_there = not statement.temporary and self._catalog.exists(
                *active.qualify(statement.name)
            )
            if statement.if_exists and not is_there:
                return empty_plan(active.spark)
            table = self._table(statement.name, active, temporary=statement.temporary)
        table = self._truncated(table)
        if table is None:
            return empty_plan(active.spark)
        table_id = table.id
        self._store.registry.parts.commit(
            table_id,
            [],
            [],
            replaces=None,
            also=lambda connection: forget_blocks(connection, table_id),
        )
        return empty_plan(active.spark)

    def _with_rows(self, table: Table) -> Table:
        """The table whose parts a statement changes: of a materialized view its own.

        Raises:
            RmtError: `INCORRECT_QUERY`, the view's rows are in a table that it names.
        """
        view = table.definition.view
        if view is None:
            return table
        if view.target:
            raise RmtError(
                "INCORRECT_QUERY",
                f"MATERIALIZED VIEW targets existing table {'.'.join(view.target)}. Execute the "
                "statement directly on it.",
            )
        return target_of(self._store.registry, table)

    def _truncated(self, table: Table) -> Table | None:
        """The table whose rows go; None for a view's target, which keeps them, as in ClickHouse."""
        if table.definition.view is not None:
            return None if table.definition.view.target else target_of(self._store.registry, table)
        if not engine_of(table.definition).keeps_inserted:
            refuse_keyless(table.definition, "Truncate")
        return table

    # Databases

    @_run.register
    def _create_database(self, statement: CreateDatabase, active: ActiveSession) -> Any:
        exists = self._catalog.has_database(statement.name)
        if exists and not statement.if_not_exists:
            raise RmtError("DATABASE_ALREADY_EXISTS", f"Database {statement.name} already exists.")
        self._catalog.create_database(statement.name, statement.comment)
        return empty_plan(active.spark)

    @_run.register
    def _drop_database(self, statement: DropDatabase, active: ActiveSession) -> Any:
        if statement.name.lower() == SYSTEM_DATABASE:
            raise RmtError("NOT_IMPLEMENTED", "The database system cannot be dropped.")
        if not statement.cascade:
            self._refuse_detached_in(statement.name)
        with untouched():
            active.spark.sql(statement.text)
        self._store.registry.tables.drop_database(statement.name)
        return empty_plan(active.spark)

    def _refuse_detached_in(self, database: str) -> None:
        """A database counts as empty for Spark when all its tables are detached."""
        for detached in self._store.detached_tables.all():
            if detached.table.database == database.lower():
                raise RmtError(
                    "DATABASE_NOT_EMPTY",
                    f"The table {detached.table.qualified} is detached, and would be dropped.",
                    "ATTACH TABLE brings it back; DROP DATABASE … CASCADE drops it.",
                )

    # Rows

    @_run.register
    def _insert(self, statement: Insert, active: ActiveSession) -> Any:
        table = self._table(statement.name, active)
        refuse_rows(table.definition.engine)
        if table.definition.view is not None:
            names = tuple(column.name for column in table.definition.columns)
            statement = replace(statement, columns=statement.columns or names)
            table = target_of(self._store.registry, table)
        if statement.excluded:
            statement = replace(statement, columns=_all_but(statement.excluded, table))
        if statement.data_format:
            source = values_of_data(
                statement.data_format, statement.source, statement.columns, table.definition
            )
            statement = replace(statement, source=source)
        if statement.values:
            self._insert_values(statement, table, active)
        else:
            self._insert_query(statement, table, active)
        return empty_plan(active.spark)

    def _insert_query(self, statement: Insert, table: Table, active: ActiveSession) -> None:
        query = self._query(statement.source, active)
        frame, of_query = query.frame, query.settings
        given = tuple(frame.columns) if statement.by_name else statement.columns
        check_states_of_table(table.definition, given, query.types)
        frame, columns = with_whole_nested(frame, given, table.definition)
        settings = {**active.settings(), **of_query}
        self._inserter.insert(
            table, frame, columns, settings, statement.overwrite, query=statement.source
        )

    def _insert_values(self, statement: Insert, table: Table, active: ActiveSession) -> None:
        check_states_of_table(table.definition, statement.columns, ())
        rows = self._plain_rows(statement, table, active)
        settings = active.settings()
        if rows is not None:
            self._inserter.insert_rows(
                table, rows, statement.columns, settings, statement.overwrite, active.spark
            )
            return
        first, *others = pieces_of_rows(statement.source)
        written = self._values(first, statement, table, active)
        if not others and len(rows_of_one_form(written)) == 1:
            frame, columns = self._whole_values(written, statement, table, active)
        else:
            typed = [self._typed_values(written, statement, table, active)]
            for piece in others:
                self._check_cancelled()
                written = self._values(piece, statement, table, active)
                typed.append(self._typed_values(written, statement, table, active))
            frame = active.spark.createDataFrame(_one_table(typed))
            columns = typed[0].column_names
        self._inserter.insert(table, frame, columns, settings, statement.overwrite, query=None)

    def _typed_values(
        self, rows: Sequence[WrittenRow], statement: Insert, table: Table, active: ActiveSession
    ) -> pa.Table:
        """Some of the rows of VALUES, each value converted to its column's type by itself."""
        groups = rows_of_one_form(rows)
        typed = []
        for places in groups:
            of_one_form = [rows[place] for place in places]
            frame, columns = self._whole_values(of_one_form, statement, table, active)
            typed.append(self._inserter.typed_rows(table, frame, columns))
        if len(typed) == 1:
            return typed[0]
        places_of_all = [place for places in groups for place in places]
        order = sorted(range(len(rows)), key=places_of_all.__getitem__)
        return _one_table(typed).take(order)

    def _whole_values(
        self, rows: Sequence[WrittenRow], statement: Insert, table: Table, active: ActiveSession
    ) -> tuple[DataFrame, Sequence[str] | None]:
        """Rows of VALUES of one form, and the columns they are for."""
        with untouched():
            frame = _frame_of_rows([row.sql for row in rows], active.spark)
        return with_whole_nested(frame, statement.columns, table.definition)

    @staticmethod
    def _plain_rows(statement: Insert, table: Table, active: ActiveSession) -> pa.Table | None:
        """The rows, if they are literals and the session reads literals as Spark does by itself."""
        configuration = active.java.conf()
        if any(configuration.get(name, "false") == "true" for name in _OTHER_LITERALS):
            return None
        in_utc = active.zone == UTC
        return plain_rows(statement.source, statement.columns, table.definition, in_utc)

    def _values(
        self, text: str, statement: Insert, table: Table, active: ActiveSession
    ) -> list[WrittenRow]:
        """Some of the rows of VALUES, as ClickHouse reads them."""
        tokens = tokenize(text)
        rows = separate_rows(text, tokens)
        refuse_long_numbers(tokens)
        check_nesting(rows)
        catalog = QueryCatalog(active, self._gateway)
        written = in_sparks_words(rows, statement.columns, table.definition, catalog)
        expected = len(statement.columns or table.definition.visible_columns)
        found = next((len(row.forms) for row in written if len(row.forms) != expected), expected)
        if found != expected:
            raise RmtError(
                "SYNTAX_ERROR",
                f"A row of VALUES has {found} values, {table.qualified} wants {expected}.",
                "Name the columns: INSERT INTO t (a, b) VALUES (…).",
            )
        return written

    def _query(self, text: str, active: ActiveSession, dialect: str = "") -> InnerQuery:
        """A query inside a statement; in the session's dialect unless one is given."""
        dialect = dialect or active.setting("dialect")
        compiled = compiled_query(text, active, self._gateway, dialect=dialect, stores=True)
        if compiled is None:
            check_nesting(text)
            try:
                with untouched():
                    return InnerQuery(active.spark.sql(text), {})
            except AnalysisException as refused:
                if dialect == "spark":
                    raise
                compiled = compiled_instead(text, refused, active, self._gateway, stores=True)
        with untouched(), statement_settings(compiled.settings):
            frame = active.spark.sql(compiled.sql)
        types = tuple(column.type for column in compiled.columns)
        return InnerQuery(frame, compiled.settings, types)

    @_run.register
    def _optimize_table(self, statement: OptimizeTable, active: ActiveSession) -> Any:
        table = self._with_rows(self._table(statement.name, active, method="optimize"))
        definition = table.definition
        if definition.engine == BUFFER:
            check_optimize_of_buffer(statement)
            return empty_plan(active.spark)
        refuse_keyless(definition, "Method optimize")
        _check_cleanup(statement, definition)
        by = _deduplicate_by(statement, table)
        partition = partition_id_of(statement.partition, statement.partition_id, definition)
        request = MergeRequest(
            partition,
            statement.final,
            statement.cleanup,
            by,
            self._scheduler.expires_at(table.id),
        )
        if self._scheduler.is_stopped(table.id):
            raise RmtError("ABORTED", "Cancelled merging parts.", "SYSTEM START MERGES lets them.")
        with errors_named():
            merged = optimize(self._store, table, self._describe, request, self._check_cancelled)
        if active.setting("optimize_throw_if_noop") == "1":
            self._check_merged(table, statement.final, partition, merged)
        self._changes.parts_changed(table, active.setting("final_build"))
        return empty_plan(active.spark)

    def _check_merged(self, table: Table, final: bool, partition: str | None, merged: int) -> None:
        """Refuses an OPTIMIZE that did not do what it was asked for.

        Args:
            table: the table.
            final: whether each partition was to become one part.
            partition: the id of the only one to merge.
            merged: how many merges there were.

        Raises:
            RmtError: `CANNOT_ASSIGN_OPTIMIZE`.
        """
        if final and is_divided(self._store, table, partition):
            raise RmtError(
                "CANNOT_ASSIGN_OPTIMIZE",
                "Cannot OPTIMIZE table: a mutation has changed some parts and not the others, or "
                "parts have different projection sets.",
                "Wait for the mutation, or MATERIALIZE the projections.",
            )
        # As in ClickHouse, FINAL of the whole table never finds too little.
        if not merged and not (final and partition is None):
            parts = self._store.snapshots.current(table).parts
            named = [p for p in parts if partition in (None, p.name.partition_id)]
            raise RmtError(
                "CANNOT_ASSIGN_OPTIMIZE",
                f"Cannot OPTIMIZE table: {_why_nothing_to_merge(len(named), partition)}",
                "With optimize_throw_if_noop = 0 that is no error.",
            )

    @_run.register
    def _merges_command(self, statement: MergesCommand, active: ActiveSession) -> Any:
        table = self._table(statement.name, active) if statement.name is not None else None
        table_id = table.id if table is not None else None
        if statement.ttl:
            scheduler = self._scheduler
            change = scheduler.stop_ttl_merges if statement.stop else scheduler.start_ttl_merges
            change(table_id)
        elif statement.stop:
            self._scheduler.stop_merges(table_id)
        else:
            self._scheduler.start_merges(table_id)
            self._mutations.resume()
        return empty_plan(active.spark)

    @_run.register
    def _sync_replica(self, statement: SyncReplica, active: ActiveSession) -> Any:
        """Waits for the merges under way; what was committed is visible anyway.

        A table that another endpoint made becomes resolvable here.
        """
        if statement.if_exists and active.find_table_of_database(statement.name) is None:
            return empty_plan(active.spark)
        table = self._table_of_database(statement.name, active)
        if not self._catalog.exists(table.database, table.name):
            self._catalog.create(table)
        under_way = {claim.id for claim in self._store.claims.all(table.id)}
        while under_way & {claim.id for claim in self._store.claims.all(table.id)}:
            self._check_cancelled()
            time.sleep(_SYNC_INTERVAL_S)
        return empty_plan(active.spark)

    @_run.register
    def _flush_command(self, _: FlushCommand, active: ActiveSession) -> Any:
        return empty_plan(active.spark)

    @_run.register
    def _drop_cache(self, _: DropCache, active: ActiveSession) -> Any:
        return empty_plan(active.spark)

    @_run.register
    def _alter_settings(self, statement: AlterSettings, active: ActiveSession) -> Any:
        table = self._table(statement.name, active)
        engine = table.definition.engine
        check_keyless_settings(statement, table.definition)
        changed = changed_table_values(statement.changed, statement.reset, engine)
        settings = {**table.definition.settings, **changed}
        kept = {n: value for n, value in settings.items() if n not in statement.reset}
        check_engine_settings(replace(table.definition, settings=kept))
        table_id = table.id
        # A window that is closed remembers no block, also once it is opened again.
        closes = any(changed.get(name) == "0" for name in _WINDOWS)
        table = self._store.registry.definitions.change_settings(
            table_id,
            changed,
            statement.reset,
            also=lambda connection: forget_blocks(connection, table_id) if closes else None,
        )
        self._show(table, active)
        self._scheduler.parts_changed()
        return empty_plan(active.spark)

    @_run.register
    def _alter_columns(self, statement: AlterColumns, active: ActiveSession) -> Any:
        before = self._table(statement.name, active)
        check_keyless_columns(statement, before.definition)
        table = self._columns.alter(before, statement.commands)
        self._show(table, active)
        if table.definition.projections != before.definition.projections:
            self._mutations.wake()
        is_new = _declares_ttl(statement) and table.definition.ttl != before.definition.ttl
        if is_new and active.setting("materialize_ttl_after_modify") == "1":
            # Without merges nothing would end the wait: the mutation goes on when they start.
            waits = active.setting("alter_sync") != "0" and not self._scheduler.is_stopped(table.id)
            self._mutations.materialize_ttl(table, active, waits)
        self._changes.parts_changed(table, active.setting("final_build"))
        return empty_plan(active.spark)

    @_run.register
    def _alter_rows(self, statement: AlterRows, active: ActiveSession) -> Any:
        table = self._table(statement.name, active)
        if not statement.is_lightweight:
            table = self._with_rows(table)
        check_keyless_rows(statement, table.definition)
        commands = tuple(self._without_subqueries(c, active) for c in statement.commands)
        self._mutations.alter(replace(statement, commands=commands), table, active)
        return empty_plan(active.spark)

    @_run.register
    def _merge_into(self, statement: MergeInto, active: ActiveSession) -> Any:
        def find() -> Table:
            return self._with_rows(self._table(statement.name, active))

        def rows_of(query: str) -> DataFrame:
            return self._query(query, active, "clickhouse").frame

        name = table_of_source(statement)
        source = active.find_table(name) if name is not None else None
        definition = source.definition if source is not None else None
        # All reads of a query are of one snapshot, but views and tables of others are queries.
        if definition is not None and not (definition.view or definition.others):
            self._merge_intos.merge(statement, find, True, rows_of, active.settings())
            return empty_plan(active.spark)
        read = self._query(f"SELECT * FROM {statement.source}", active, "clickhouse")
        with kept_source(active.spark, read.frame, read.types) as kept:
            if kept is not None:
                statement = replace(statement, source=quote_name(kept))
            is_fixed = kept is not None
            self._merge_intos.merge(statement, find, is_fixed, rows_of, active.settings())
        return empty_plan(active.spark)

    @_run.register
    def _update_table(self, statement: UpdateTable, active: ActiveSession) -> Any:
        table = self._table(statement.name, active)
        check_keyless_update(table.definition)
        command = self._without_subqueries(statement.command, active)
        self._mutations.update(replace(statement, command=command), table, active)
        return empty_plan(active.spark)

    def _without_subqueries(self, command: RowCommand, active: ActiveSession) -> RowCommand:
        return with_values_of_subqueries(command, lambda query: self._query(query, active).frame)

    @_run.register
    def _kill_mutation(self, statement: KillMutation, active: ActiveSession) -> Any:
        found = self._query(
            "SELECT database, `table`, mutation_id, command FROM rmt_system('mutations') "
            f"WHERE {statement.condition}",
            active,
        )
        chosen = [(row[0], row[1], row[2], row[3]) for row in found.frame.collect()]
        rows = self._mutations.kill(chosen, statement.mode)
        return plan_of_rows(active.spark, rows, KILLED_COLUMNS)

    @_run.register
    def _kill_query(self, statement: KillQuery, active: ActiveSession) -> Any:
        """Cancels the jobs of statements, those that run and those to come."""
        found = self._query(
            "SELECT query_id, user, query FROM rmt_system('processes') "
            f"WHERE {statement.condition}",
            active,
        )
        own = self._activity.statement_of_thread()
        chosen = [row for row in found.frame.collect() if row[0] != own]
        status = "unknown_status" if statement.mode == "TEST" else "waiting"
        for query_id, *_ in chosen if statement.mode != "TEST" else ():
            self._activity.cancel(query_id)
        if statement.mode == "SYNC":
            self._await_end({row[0] for row in chosen})
            status = "finished"
        rows = [(status, *row) for row in chosen]
        return plan_of_rows(active.spark, rows, _KILLED_QUERIES)

    def _await_end(self, query_ids: Set[str]) -> None:
        while not query_ids.isdisjoint(self._activity.running()):
            self._check_cancelled()
            time.sleep(_SYNC_INTERVAL_S)

    @_run.register
    def _alter_partitions(self, statement: AlterPartitions, active: ActiveSession) -> Any:
        """Executes the commands one after the other, as ClickHouse does: each is a transaction."""
        table = self._with_rows(self._table(statement.name, active))
        refuse_keyless(table.definition, "Partitioning")
        for command in statement.commands:
            self._partitions.check(table, command, active.setting)
        results: list[PartResult] = []
        for command in statement.commands:
            other = self._table(command.table, active) if command.table else None
            if other is not None:
                refuse_keyless(other.definition, "Partitioning")
            outcome = self._partitions.run(table, command, other, active.setting)
            for changed in outcome.changed:
                self._changes.parts_changed(changed, active.setting("final_build"))
            results += outcome.results
        if active.setting("alter_partition_verbose_result") != "1":
            return empty_plan(active.spark)
        return plan_of_rows(active.spark, *result_table(results))

    @_run.register
    def _unfreeze(self, statement: Unfreeze, active: ActiveSession) -> Any:
        results = self._partitions.unfreeze(statement.name)
        if not results:
            return empty_plan(active.spark)
        return plan_of_rows(active.spark, *result_table(results))

    def _check_cancelled(self) -> None:
        if self._gateway.is_interrupted():
            raise RmtError("QUERY_WAS_CANCELLED", "The statement was cancelled.")

    # Questions

    @_run.register
    def _check_table(self, statement: CheckTable, active: ActiveSession) -> Any:
        if statement.name is None:
            tables = self._store.registry.tables.all()
        else:
            self._check_database(statement.name, active)
            tables = [self._table(statement.name, active, method="check")]
            refuse_keyless(tables[0].definition, "Method check")
        single = active.setting("check_query_single_value_result") == "1"
        rows, columns = check_tables(self._store, statement, tables, single)
        return plan_of_rows(active.spark, rows, columns)

    @_run.register
    def _show_create_table(self, statement: ShowCreateTable, active: ActiveSession) -> Any:
        name = statement.name
        if statement.is_sparks:
            quoted = ".".join(quote_name(part) for part in (name.database, name.table) if part)
            with untouched():
                shown = active.spark.sql(f"SHOW CREATE TABLE {quoted}").toDF("statement")
            return shown._jdf.queryExecution().analyzed()
        is_temporary = statement.temporary or active.is_temporary_table(name)
        detached = self._store.detached_tables.find(*active.qualify(name))
        table = None if is_temporary else detached
        table = table or self._table(name, active, temporary=is_temporary)
        text = create_statement(table, own_definition(self._store.registry, table))
        return plan_of_rows(active.spark, [(text,)], "statement STRING")

    @_run.register
    def _show_query(self, statement: ShowQuery, active: ActiveSession) -> Any:
        if statement.database is not None and not self._catalog.has_database(statement.database):
            raise RmtError("UNKNOWN_DATABASE", f"Database {statement.database} does not exist.")
        shown = self._query(statement.query, active, dialect="clickhouse").frame
        return shown._jdf.queryExecution().analyzed()

    # Row policies

    @_run.register
    def _create_row_policy(self, statement: CreateRowPolicy, active: ActiveSession) -> Any:
        table = self._table_of_database(statement.table, active)
        check_condition(statement.condition, table.definition)
        grantees = statement.to
        if statement.to_current_user:
            grantees = replace(grantees, names=(*grantees.names, active.user))
        policy = RowPolicy(
            statement.name,
            table.database,
            table.name,
            statement.condition,
            statement.restrictive,
            grantees,
        )
        self._store.row_policies.create(policy, statement.replace, statement.if_not_exists)
        return empty_plan(active.spark)

    @_run.register
    def _create_function(self, statement: CreateFunction, active: ActiveSession) -> Any:
        self._store.registry.sql_functions.create(
            statement.name, statement.definition, statement.replace, statement.if_not_exists
        )
        return empty_plan(active.spark)

    @_run.register
    def _drop_function(self, statement: DropFunction, active: ActiveSession) -> Any:
        if canonical_name(statement.name) is not None:
            raise RmtError(
                "CANNOT_DROP_FUNCTION", f"Cannot drop system function '{statement.name}'."
            )
        is_gone = self._store.registry.sql_functions.drop(statement.name)
        if not is_gone and not statement.if_exists:
            raise RmtError(
                "UNKNOWN_FUNCTION", f"User-defined object '{statement.name}' doesn't exist."
            )
        return empty_plan(active.spark)

    @_run.register
    def _drop_row_policy(self, statement: DropRowPolicy, active: ActiveSession) -> Any:
        database, name = active.qualify(statement.table)
        dropped = self._store.row_policies.drop(database, name, statement.name)
        if not dropped and not statement.if_exists:
            raise RmtError(
                "UNKNOWN_ROW_POLICY",
                f"There is no row policy `{statement.name} ON {database}.{name}`.",
            )
        return empty_plan(active.spark)

    @_run.register
    def _show_row_policies(self, statement: ShowRowPolicies, active: ActiveSession) -> Any:
        policies = self._store.row_policies
        if statement.table is None:
            rows = [(f"{p.name} ON {p.database}.{p.table}",) for p in policies.all()]
        else:
            rows = [(p.name,) for p in policies.of_table(*active.qualify(statement.table))]
        return plan_of_rows(active.spark, rows, "name STRING")

    @_run.register
    def _exists_table(self, statement: ExistsTable, active: ActiveSession) -> Any:
        database, name = active.qualify(statement.name)
        if statement.kind == "DATABASE":
            exists = self._catalog.has_database(name)
        elif statement.kind == "VIEW":
            is_table = self._store.registry.tables.find(database, name) is not None
            exists = self._catalog.is_view(database, name) and (
                not is_table or active.is_materialized_view(statement.name)
            )
        elif statement.kind == "TEMPORARY":
            exists = active.is_temporary_view(name)
        elif statement.kind == "DICTIONARY":
            exists = False
        else:
            exists = self._catalog.exists(database, name)
        return plan_of_rows(active.spark, [(int(exists),)], "result INT")

    @_run.register
    def _set_settings(self, statement: SetSettings, active: ActiveSession) -> Any:
        values = session_values(statement.assignments)
        for name, value in values.items():
            active.java.conf().set(name, value)
        return plan_of_rows(active.spark, list(values.items()), "key STRING, value STRING")

    @_run.register
    def _explain(self, statement: Explain, active: ActiveSession) -> Any:
        inner = statement.statement
        lines = [_described(inner)]
        query = _query_of(inner)
        if query is not None:
            frame = self._query(query, active).frame
            lines.append(frame._jdf.queryExecution().simpleString())
        return plan_of_rows(active.spark, [("\n".join(lines),)], "plan STRING")

    # Names

    def _table(
        self,
        name: Name,
        active: ActiveSession,
        method: str = "this statement",
        temporary: bool = False,
    ) -> Table:
        """The table that a statement is about.

        Args:
            name: its name.
            active: the session.
            method: what the statement does, for a view or a table of Spark's.
            temporary: whether the statement says TEMPORARY.

        Raises:
            RmtError: `UNKNOWN_TABLE`; `NOT_IMPLEMENTED`, it is no table of this engine.
        """
        table = active.temporary_table(name)
        if table is not None:
            return table
        if temporary:
            raise RmtError("UNKNOWN_TABLE", f"Temporary table {name} doesn't exist.")
        return self._table_of_database(name, active, method)

    def _table_of_database(
        self, name: Name, active: ActiveSession, method: str = "this statement"
    ) -> Table:
        """The table of a statement that, as in ClickHouse, does not see temporary ones."""
        table = active.find_table_of_database(name)
        if table is not None:
            return table
        database, plain = active.qualify(name)
        if not self._catalog.is_free(database, plain):
            kind = "View" if self._catalog.is_view(database, plain) else "of Spark's own"
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Method {method} is not supported by storage {kind}: {database}.{plain}.",
                "It is for tables of this engine: ReplacingMergeTree, MergeTree and the like.",
            )
        raise self._no_table(name, active)

    @staticmethod
    def _optional_table(name: Name, active: ActiveSession) -> Table | None:
        return active.temporary_table(name) or active.find_table_of_database(name)

    @staticmethod
    def _no_table(name: Name, active: ActiveSession) -> RmtError:
        return RmtError("UNKNOWN_TABLE", f"Table {'.'.join(active.qualify(name))} does not exist.")


def _frame_of_rows(rows: Sequence[str], session: SparkSession) -> DataFrame:
    """The rows of VALUES, in Spark's words.

    Spark's VALUES takes constants only: no subquery, nothing random, and not all of its functions.
    """
    try:
        return session.sql(f"VALUES {', '.join(f'({row})' for row in rows)}")
    except AnalysisException as error:
        if error.getCondition() not in _NOT_CONSTANT:
            raise
    return session.sql(" UNION ALL ".join(f"SELECT {row}" for row in rows))


def _one_table(tables: Sequence[pa.Table]) -> pa.Table:
    """Tables of the same types, of which some may have NULL where others cannot."""
    return pa.concat_tables(tables, promote_options="default")


def _declares_ttl(statement: AlterColumns) -> bool:
    """Whether columns or rows that are there get a TTL."""
    return any(
        (isinstance(command, ModifyTtl) and command.rules)
        or (isinstance(command, ModifyColumn) and command.column.ttl)
        for command in statement.commands
    )


def _why_nothing_to_merge(parts: int, partition: str | None) -> str:
    """What ClickHouse says when OPTIMIZE finds nothing to merge.

    Args:
        parts: how many there are in the table, or in the partition.
        partition: the id of the partition, if the statement names one.
    """
    if partition is not None and parts == 0:
        return "There are no parts inside partition."
    if partition is not None and parts == 1:
        return "There is only one part inside partition."
    if parts == 0:
        return "There are no parts that can be merged. (Collector returned empty ranges set)."
    return "There is no need to merge parts according to merge selector algorithm."


def _check_cleanup(statement: OptimizeTable, definition: TableDefinition) -> None:
    if not statement.cleanup:
        return
    if not engine_of(definition).has_cleanup:
        raise RmtError(
            "CANNOT_ASSIGN_OPTIMIZE",
            "Cannot OPTIMIZE with CLEANUP table: only ReplacingMergeTree can be CLEANUP.",
        )
    if definition.settings.get("allow_experimental_replacing_merge_with_cleanup") != "1":
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            "Experimental merges with CLEANUP are not allowed.",
            "Create the table with SETTINGS allow_experimental_replacing_merge_with_cleanup = 1.",
        )


def _all_but(excluded: Sequence[str], table: Table) -> tuple[str, ...]:
    """The columns of `INSERT INTO t (* EXCEPT (…))`."""
    lower = {name.lower() for name in excluded}
    visible = table.definition.visible_columns
    return tuple(column.name for column in visible if column.name.lower() not in lower)


def _deduplicate_by(statement: OptimizeTable, table: Table) -> tuple[str, ...]:
    if not statement.deduplicate:
        return ()
    stored = table.definition.stored_columns
    if not statement.deduplicate_by:
        return tuple(column.file_name for column in stored)
    by: list[str] = []
    for name in deduplicated_by(statement.deduplicate_by, table.definition):
        column = table.definition.column(name)
        if column is None or not column.is_stored:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"There is no column with name `{name}` in table {table.qualified}.",
            )
        by.append(column.name)
    missing = [name for name in key_identifiers(table.definition) if name not in by]
    if missing:
        raise RmtError(
            "THERE_IS_NO_COLUMN",
            "DEDUPLICATE BY expression must include all columns used in table's ORDER BY, PRIMARY "
            f"KEY, or PARTITION BY but '{missing[0]}' is missing.",
        )
    names = file_names(table.definition)
    return tuple(names[name] for name in by)


def _query_of(statement: Statement) -> str | None:
    if isinstance(statement, Insert) and not statement.values:
        return statement.source
    return statement.as_select if isinstance(statement, CreateTable) else None


def _described(statement: Statement) -> str:
    """One line that says what a statement would do."""
    match statement:
        case CreateTable():
            default = "by default_temporary_table_engine" if statement.temporary else "MergeTree"
            engine = statement.engine.name if statement.engine else default
            verb = "CreateTemporaryTable" if statement.temporary else "CreateTable"
            return f"{verb} {statement.name}, engine {engine}"
        case Insert():
            verb = "Insert overwrite" if statement.overwrite else "Insert into"
            source = "values" if statement.values else "query"
            return f"{verb} {statement.name}, from {source}"
        case OptimizeTable():
            options = [
                word
                for word, on in (
                    ("FINAL", statement.final),
                    ("CLEANUP", statement.cleanup),
                    ("DEDUPLICATE", statement.deduplicate),
                )
                if on
            ]
            return " ".join([f"OptimizeTable {statement.name}", *options])
        case AlterPartitions():
            return f"AlterPartitions {statement.name}: {', '.join(map(str, statement.commands))}"
        case DropTables():
            return f"DropTables {', '.join(map(str, statement.names))}"
        case RenameTables():
            pairs = (f"{old} to {new}" for old, new in statement.pairs)
            return f"RenameTables {', '.join(pairs)}"
        case ExchangeTables():
            return f"ExchangeTables {statement.first} and {statement.second}"
        case _:
            return f"{type(statement).__name__} {getattr(statement, 'name', '')}".strip()
