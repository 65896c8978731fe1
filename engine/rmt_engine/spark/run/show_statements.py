"""SHOW, EXISTS, CHECK TABLE, EXPLAIN and SET: statements whose answer is what there is."""

from __future__ import annotations

from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.frames import plan_of_rows
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.described_tables import (
    DESCRIBED,
    columns_of_query,
    columns_of_relation,
    columns_of_table,
)
from rmt_engine.spark.run.inner_queries import InnerQueries
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.run.table_checks import check_tables
from rmt_engine.spark.session.active import ActiveSession, untouched
from rmt_engine.sql.grammar.statements import (
    AlterPartitions,
    CheckTable,
    CreateTable,
    DescribeTable,
    DropTables,
    ExchangeTables,
    ExistsTable,
    Explain,
    Insert,
    OptimizeTable,
    RenameTables,
    SetSettings,
    ShowCreateTable,
    ShowQuery,
    Statement,
)
from rmt_engine.sql.settings.declared import session_values
from rmt_engine.sql.tables.keyless import refuse_keyless
from rmt_engine.sql.tables.show_create import create_statement, view_statement
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.store import Store
from rmt_engine.store.views import own_definition

__all__ = ["ShowStatements"]


class ShowStatements:
    """Executes statements that ask.

    Args:
        store: the store.
        catalog: the Hive catalog.
        names: finds the tables that statements name.
        queries: reads queries inside statements.
    """

    def __init__(
        self, store: Store, catalog: Catalog, names: NamedTables, queries: InnerQueries
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._names = names
        self._queries = queries

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            ShowCreateTable: self._show_create_table,
            DescribeTable: self._describe,
            ShowQuery: self._show_query,
            ExistsTable: self._exists_table,
            CheckTable: self._check_table,
            Explain: self._explain,
            SetSettings: self._set_settings,
        }

    def _show_create_table(self, statement: ShowCreateTable, active: ActiveSession) -> Any:
        name = statement.name
        if statement.is_sparks:
            return self._show_create_of_sparks(statement, active)
        is_temporary = statement.temporary or active.is_temporary_table(name)
        detached = self._store.detached_tables.find(*active.qualify(name))
        table = None if is_temporary else detached
        table = table or self._names.table(name, active, temporary=is_temporary)
        text = create_statement(table, own_definition(self._store.registry, table))
        return plan_of_rows(active.spark, [(text,)], "statement STRING")

    def _show_create_of_sparks(self, statement: ShowCreateTable, active: ActiveSession) -> Any:
        """Of a view whose query is ClickHouse's the statement that made it, else Spark's answer."""
        name = statement.name
        if active.is_missing(name):
            raise RmtError("CANNOT_GET_CREATE_TABLE_QUERY", f"Table `{name}` doesn't exist.")
        view = self._catalog.find_relation(*active.qualify(name))
        if view is not None and view.query:
            columns = () if view.has_parameters else view.columns
            text = view_statement(view.database, view.name, columns, view.comment, view.query)
            return plan_of_rows(active.spark, [(text,)], "statement STRING")
        with untouched():
            shown = active.spark.sql(f"SHOW CREATE TABLE {_quoted(name)}").toDF(statement.answer)
        return shown._jdf.queryExecution().analyzed()

    def _describe(self, statement: DescribeTable, active: ActiveSession) -> Any:
        name = statement.name
        table = active.find_table(name)
        if table is not None:
            rows = columns_of_table(table.definition)
        elif active.is_plain_view(name) and not active.is_system_table(name):
            view = self._catalog.find_relation(*active.qualify(name))
            assert view is not None
            rows = columns_of_relation(view)
        else:
            query = f"SELECT * FROM {_quoted(name)}"
            found = self._queries.run(query, active, dialect="clickhouse")
            fields = found.frame.schema.fields
            known = found.types or (None,) * len(fields)
            rows = columns_of_query(
                (field.name, of_ours or field.dataType.simpleString())
                for field, of_ours in zip(fields, known, strict=True)
            )
        return plan_of_rows(active.spark, list(rows), DESCRIBED)

    def _show_query(self, statement: ShowQuery, active: ActiveSession) -> Any:
        if statement.database is not None and not self._catalog.has_database(statement.database):
            raise RmtError("UNKNOWN_DATABASE", f"Database {statement.database} does not exist.")
        shown = self._queries.run(statement.query, active, dialect="clickhouse").frame
        return shown._jdf.queryExecution().analyzed()

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

    def _check_table(self, statement: CheckTable, active: ActiveSession) -> Any:
        if statement.name is None:
            tables = self._store.registry.tables.all()
        else:
            self._names.check_database(statement.name, active)
            tables = [self._names.table(statement.name, active, method="check")]
            refuse_keyless(tables[0].definition, "Method check")
        single = active.setting("check_query_single_value_result") == "1"
        rows, columns = check_tables(self._store, statement, tables, single)
        return plan_of_rows(active.spark, rows, columns)

    def _explain(self, statement: Explain, active: ActiveSession) -> Any:
        inner = statement.statement
        lines = [_described(inner)]
        query = _query_of(inner)
        if query is not None:
            frame = self._queries.run(query, active).frame
            lines.append(frame._jdf.queryExecution().simpleString())
        return plan_of_rows(active.spark, [("\n".join(lines),)], "plan STRING")

    def _set_settings(self, statement: SetSettings, active: ActiveSession) -> Any:
        values = session_values(statement.assignments)
        active.set_settings(values)
        return plan_of_rows(active.spark, list(values.items()), "key STRING, value STRING")


def _quoted(name: Name) -> str:
    return ".".join(quote_name(part) for part in (name.database, name.table) if part)


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
