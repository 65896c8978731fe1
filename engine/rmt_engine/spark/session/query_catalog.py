"""What the compiler of queries asks of a session: its tables, their columns, its settings."""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from pyspark.errors import AnalysisException
from pyspark.sql.types import StructType

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.frames import spark_type
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import (
    ActiveSession,
    known_source,
    merged_snapshot,
    untouched,
)
from rmt_engine.spark.session.entries import is_entry
from rmt_engine.spark.session.parametrised_views import kept_query, parameters_missing
from rmt_engine.spark.session.view_types import clickhouse_type, types_in_view
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.catalog import UNKNOWN, KnownColumn, KnownTable
from rmt_engine.sql.query.gate import names_of_query
from rmt_engine.sql.query.names.information_schema import INFORMATION_SCHEMA
from rmt_engine.sql.query.sources.other_tables import NAME_TYPE, VIRTUAL_OF_MERGE
from rmt_engine.sql.tables.engine_settings import FinalOf
from rmt_engine.sql.tables.layout import minmax_columns
from rmt_engine.sql.tables.row_identity import identity_columns
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import Table
from rmt_engine.system.tables import SYSTEM_DATABASE, SYSTEM_TABLES

__all__ = ["QueryCatalog"]

_OURS = re.compile(r"\brmt_(?:scan|final|rows|count|extremes|merge|system)\s*\(", re.IGNORECASE)
_DEEPEST_VIEW = 50


class QueryCatalog:
    """Resolves names as a session does; see `rmt_engine.sql.query.catalog.Catalog`.

    Args:
        active: the session.
        gateway: the bridge to the JVM.
    """

    def __init__(self, active: ActiveSession, gateway: Gateway) -> None:
        self._active = active
        self._gateway = gateway
        self._view_texts: dict[tuple[str, str], str | None] = {}
        self._temporary_texts: dict[str, str | None] = {}
        self._tables: dict[Name, Table | None] = {}
        self._constants: dict[str, object] = {}

    @functools.cached_property
    def settings(self) -> Mapping[str, str]:
        """The values of the session's settings."""
        return self._active.settings()

    @property
    def zone(self) -> str:
        """The session's time zone."""
        return self._active.zone

    @functools.cached_property
    def database(self) -> str:
        """The current database."""
        return self._active.database

    def table(self, name: Name) -> KnownTable | None:
        """What a name stands for; None when there is no such table or view."""
        if (source := known_source(name)) is not None:
            return source
        table = self._engines(name)
        if table is not None and table.definition.view is not None:
            return _of_materialized_view(table, self._active.target_of(table))
        if table is not None:
            known = self._with_projections(_of_engine(table), table)
            return known if merged_snapshot(table) is None else _with_identity(known, table)
        database, plain = self._active.qualify(name)
        if name.database is None and self._temporary_view_text(plain) is not None:
            return self._temporary_view(plain)
        if database == SYSTEM_DATABASE and plain.lower() in SYSTEM_TABLES:
            return _of_system(plain.lower())
        return self._of_spark(database, plain)

    def _with_projections(self, known: KnownTable, table: Table) -> KnownTable:
        """A table with the projections that parts of it have."""
        kept = table.definition.kept_projections
        if not kept:
            return known
        rows = self._active.projected_rows(table)
        there = tuple(projection for projection in kept if projection.identity in rows)
        by_name = {projection.name: rows[projection.identity] for projection in there}
        return replace(known, projections=there, projected_rows=by_name)

    def unknown_table(self, name: Name) -> RmtError:
        """The error for a name that nothing has, with the nearest."""
        known = self._active.table_names()
        near = difflib.get_close_matches(name.table, known, n=1)
        database, plain = self._active.qualify(name)
        hint = f"Did you mean {near[0]}?" if near else ""
        return RmtError("UNKNOWN_TABLE", f"Table {database}.{plain} does not exist.", hint)

    def columns_of(self, relation: str) -> Sequence[KnownColumn]:
        """The columns of what Spark reads as a relation."""
        with untouched():
            frame = self._active.spark.sql(f"SELECT * FROM {relation}")
        return _columns(frame.schema)

    def tables_of(self, database: str) -> Sequence[str]:
        """The names of the tables and views in a database."""
        if not self._active.catalog.databaseExists(database):
            raise RmtError("UNKNOWN_DATABASE", f"Database {database} does not exist.")
        names = self._active.tables_of(database)
        known = {name.lower() for name in names}
        listed = self._active.catalog.externalCatalog().listTables(database)
        others = [str(name) for name in self._gateway.items(listed)]
        return sorted([*names, *(name for name in others if name.lower() not in known)])

    def databases(self) -> Sequence[str]:
        """The names of all databases, without what the engine knows of itself."""
        found = self._gateway.items(self._active.catalog.listDatabases())
        return sorted(name for name in map(str, found) if name != SYSTEM_DATABASE)

    def user_function(self, name: str) -> str | None:
        """The lambda of a function that CREATE FUNCTION made; None if there is none."""
        return self._user_functions.get(name)

    @functools.cached_property
    def _user_functions(self) -> Mapping[str, str]:
        return self._active.sql_functions()

    def parametrised_view(self, name: Name) -> tuple[str, str] | None:
        """The query of a view with parameters, and the database its tables are in."""
        text = self._view_text(name)
        found = kept_query(text) if text is not None else None
        return None if found is None else (found.text, found.database)

    def refusal(self, query: str) -> str:
        """The name of Spark's error for a query of Spark's; empty if it can be run."""
        try:
            with untouched():
                self._active.spark.sql(query)
        except AnalysisException as error:
            return str(error.getCondition())
        return ""

    def constant(self, expression: str) -> object:
        """The value of a constant expression of Spark's; `UNKNOWN` if it cannot be computed."""
        if expression not in self._constants:
            self._constants[expression] = self._computed(expression)
        return self._constants[expression]

    def _computed(self, expression: str) -> object:
        try:
            with untouched():
                [row] = self._active.spark.sql(f"SELECT {expression}").collect()
        except AnalysisException:
            return UNKNOWN
        value = row[0]
        if isinstance(value, Decimal):
            return int(value) if value == int(value) else float(value)
        return value if isinstance(value, int | float | str) else None

    def reads_engine(self, text: str) -> bool:
        """Whether a query is ClickHouse's: it names something of the engine's.

        A table, a view over one, a table function, a function that only ClickHouse has or that
        CREATE FUNCTION made, a parameter, or whatever it reads by FINAL.
        """
        return self._names_engine(text, 0)

    def final_table(self, text: str) -> str | None:
        """The first table of the engine's that FINAL follows in a query."""
        for name in names_of_query(text).with_final:
            table = self._engines(name)
            if table is not None:
                return table.qualified
        return None

    def _names_engine(self, text: str, depth: int) -> bool:
        if _OURS.search(text):
            return True
        try:
            names = names_of_query(text)
        except RmtError:
            return False
        return (
            names.is_clickhouses
            or bool(names.with_final)
            or self._any_is_engines(names.tables, depth)
            or any(self.parametrised_view(name) is not None for name in names.views)
            or any(self._is_users(name) for name in names.functions)
        )

    def _is_users(self, function: str) -> bool:
        """Whether CREATE FUNCTION made a function that Spark has none of the name of.

        None has a name of ClickHouse's own.
        """
        if canonical_name(function) is not None or function not in self._user_functions:
            return False
        return not self._active.catalog.lookupBuiltinOrTempFunction(function).isDefined()

    def _any_is_engines(self, names: Collection[Name], depth: int) -> bool:
        if any(map(self._is_system, names)):
            return True
        self._look_up(names)
        if any(self._tables[name] is not None for name in names):
            return True
        if depth == _DEEPEST_VIEW:
            return False
        texts = filter(None, map(self._view_text, names))
        return any(self._names_engine(text, depth + 1) for text in texts)

    def _is_system(self, name: Name) -> bool:
        database, plain = self._active.qualify(name)
        is_ours = database == SYSTEM_DATABASE and plain.lower() in SYSTEM_TABLES
        return is_ours or database == INFORMATION_SCHEMA

    def _look_up(self, names: Collection[Name]) -> None:
        """Finds the engine's tables of names, as they are when the query first names them."""
        missing = [name for name in names if name not in self._tables]
        if missing:
            self._tables |= self._active.find_tables(missing, self._temporary_view_texts)

    def _engines(self, name: Name) -> Table | None:
        """The engine's table of a name."""
        self._look_up((name,))
        return self._tables[name]

    def _temporary_view_text(self, name: str) -> str | None:
        return self._temporary_view_texts((name,))[name]

    def _temporary_view_texts(self, names: Collection[str]) -> Mapping[str, str | None]:
        missing = [name for name in names if name not in self._temporary_texts]
        if missing:
            self._temporary_texts |= self._active.temporary_view_texts(missing)
        return self._temporary_texts

    def _view_text(self, name: Name) -> str | None:
        """The query of a view as Spark keeps it; None of what is no view."""
        if name.database is None and (text := self._temporary_view_text(name.table)) is not None:
            return text
        key = self._active.qualify(name)
        if key not in self._view_texts:
            self._view_texts[key] = self._text_of_view(*key)
        return self._view_texts[key]

    def _text_of_view(self, database: str, plain: str) -> str | None:
        catalog = self._active.catalog
        identifier = self._gateway.table_identifier(database, plain)
        if not catalog.tableExists(identifier):
            return None
        query = catalog.getTableMetadata(identifier).viewText()
        return str(query.get()) if query.isDefined() else None

    def _temporary_view(self, name: str) -> KnownTable:
        with untouched():
            schema = self._active.spark.table(name).schema
        text = self._view_text(Name(None, name)) or ""
        if kept_query(text) is not None:
            raise parameters_missing(name)
        columns = _with_kept_types(_columns(schema), text)
        return KnownTable("view", "", name, columns, reads_engine=bool(_OURS.search(text)))

    def _of_spark(self, database: str, plain: str) -> KnownTable | None:
        catalog = self._active.catalog
        identifier = self._gateway.table_identifier(database, plain)
        if not catalog.tableExists(identifier):
            return None
        metadata = catalog.getTableMetadata(identifier)
        if is_entry(metadata):
            return None
        is_view = metadata.tableType().name() == "VIEW"
        schema = StructType.fromJson(json.loads(metadata.schema().json()))
        view_text = metadata.viewText()
        text = str(view_text.get()) if view_text.isDefined() else ""
        if kept_query(text) is not None:
            raise parameters_missing(plain)
        reads_engine = bool(text) and self._names_engine(text, 1)
        kind = "view" if is_view else "other"
        columns = _with_kept_types(_columns(schema), text)
        return KnownTable(kind, database, plain, columns, reads_engine=reads_engine)


def _columns(schema: StructType) -> tuple[KnownColumn, ...]:
    return tuple(
        KnownColumn(field.name, clickhouse_type(field.dataType.simpleString(), field.nullable))
        for field in schema.fields
    )


def _with_kept_types(columns: tuple[KnownColumn, ...], text: str) -> tuple[KnownColumn, ...]:
    """Columns of a view, with the types that its text says."""
    types = types_in_view(text)
    if types is None or len(types) != len(columns):
        return columns
    return tuple(
        column if known is None else replace(column, type=known)
        for column, known in zip(columns, types, strict=True)
    )


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> DataType:
    return parse_type(text)


def _of_engine(table: Table) -> KnownTable:
    definition = table.definition
    hidden = frozenset(column.name for column in definition.hidden_columns)
    columns = [
        KnownColumn(
            column.name,
            _parsed(column.type),
            is_hidden=column.name in hidden,
            is_alias=column.kind == "ALIAS",
        )
        for column in definition.columns
        if column.is_visible or column.name in hidden
    ]
    columns += [
        KnownColumn(name, _parsed(kind), is_virtual=True)
        for name, kind in definition.virtual_columns.items()
    ]
    columns += [
        KnownColumn(name, NAME_TYPE, is_virtual=True)
        for name in VIRTUAL_OF_MERGE
        if definition.others is not None and definition.column(name) is None
    ]
    return KnownTable(
        definition.engine,
        table.database,
        table.name,
        tuple(columns),
        definition.version_key,
        definition.version,
        definition.is_deleted,
        minmax_columns(definition),
        address=table.address,
        final_by_default=FinalOf(definition).final_by_default,
        order=definition.key_columns if definition.has_unsorted_key else None,
    )


def _with_identity(known: KnownTable, table: Table) -> KnownTable:
    """A table with the columns that tell its rows apart."""
    columns = [
        KnownColumn(column.name, _parsed(column.type), is_virtual=True, is_identity=True)
        for column in identity_columns(table.definition)
    ]
    return replace(known, columns=(*known.columns, *columns))


def _of_materialized_view(view: Table, target: Table) -> KnownTable:
    """The table that has the rows of a view, under the view's name and with its columns."""
    known = _of_engine(target)
    there = {
        column.name.lower(): replace(column, is_hidden=False, is_alias=False)
        for column in known.columns
    }
    names = [column.name.lower() for column in view.definition.columns]
    names += [column.name.lower() for column in known.columns if column.is_virtual]
    columns = tuple(there[name] for name in names if name in there)
    return replace(
        known,
        database=view.database,
        name=view.name,
        columns=columns,
        address=target.address,
    )


@functools.cache
def _of_system(name: str) -> KnownTable:
    table = SYSTEM_TABLES[name]
    nullable, flags = table.nullable.split(), table.flags.split()

    def type_of(column: str, spark: str) -> DataType | None:
        if table.numbers:
            return plain("UInt64")
        if column in flags:
            return plain("UInt8")
        is_time = spark == "timestamp" and not column.endswith("_microseconds")
        if spark == "date" or is_time:
            return replace(plain("DateTime" if is_time else "Date"), nullable=column in nullable)
        return clickhouse_type(spark.lower(), nullable=column in nullable)

    columns = [
        KnownColumn(column, type_of(column, spark)) for column, spark in _ddl_columns(table.columns)
    ]
    return KnownTable("system", SYSTEM_DATABASE, name, tuple(columns), asked_by=table.of_table)


def _ddl_columns(ddl: str) -> list[tuple[str, str]]:
    """Names and types of Spark's DDL."""
    schema = spark_type(ddl)
    assert isinstance(schema, StructType)
    return [(field.name, field.dataType.simpleString()) for field in schema.fields]
