"""The adapter: what dbt asks of the endpoint beside running SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dbt.adapters.base import AdapterConfig, available
from dbt.adapters.base.impl import ConstraintSupport
from dbt.adapters.base.relation import BaseRelation, InformationSchema
from dbt.adapters.capability import Capability, CapabilityDict, CapabilitySupport, Support
from dbt.adapters.contracts.connection import AdapterResponse
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.exceptions import FailedToConnectError
from dbt.adapters.sql import SQLAdapter
from dbt_common.contracts.constraints import ConstraintType
from dbt_common.exceptions import CompilationError, DbtDatabaseError, DbtRuntimeError

from dbt.adapters.rmt import catalog, layout, refresh, seeds
from dbt.adapters.rmt.column import RmtColumn
from dbt.adapters.rmt.column_types import stored_type
from dbt.adapters.rmt.configuration import (
    check_columns,
    check_configuration,
    check_unique_key,
    refuse_grants,
)
from dbt.adapters.rmt.connections import RmtConnectionManager
from dbt.adapters.rmt.declared import shown_declarations
from dbt.adapters.rmt.layout import StoredColumn, TableLayout
from dbt.adapters.rmt.python_models import ROWS_GO_TO, PythonModel, check_python_model
from dbt.adapters.rmt.relation import RmtRelation
from dbt.adapters.rmt.schema_changes import SchemaChanges, schema_changes
from sqlalchemy_rmt.dbapi.literals import literal

if TYPE_CHECKING:
    import agate

__all__ = ["RmtAdapter", "RmtConfig"]

_CONNECT = "connect"
_FULL = CapabilitySupport(support=Support.Full)
_MATERIALIZED_VIEW = "MaterializedView"
"""What `system.tables` has as the engine of a materialized view."""
_NEED_COLUMNS = ("column_types", "codecs", "indexes", "projections")
"""What a materialized view's own table cannot have without a list of its columns."""
_STRATEGIES = ("replacing", "merge", "append", "delete+insert", "insert_overwrite", "microbatch")


@dataclass(frozen=True)
class TableComparison:
    """A table beside a model's configuration.

    Attributes:
        differences: what takes a table that is built anew, one line each.
        dropped: commands of ALTER TABLE, a list for each statement, for checks, indexes and
            projections that the model has no more.
        added: those for what is new, and for another TTL.
        left_alone: what the table has and the model's configuration says nothing of.
    """

    differences: list[str]
    dropped: list[list[str]] = field(default_factory=list)
    added: list[list[str]] = field(default_factory=list)
    left_alone: list[str] = field(default_factory=list)


@dataclass
class RmtConfig(AdapterConfig):
    """What a model's configuration may say beside dbt's own.

    Attributes:
        engine: its name, with Replicated before it or without.
        order_by: the sorting key: columns or expressions.
        version: the column whose highest value is current.
        is_deleted: the column that marks a row as deleted.
        sign: the column whose -1 cancels a row with 1.
        deleted_expression: a condition on the model's columns by which a row is deleted.
        tombstone_missing: whether keys that the model does not give any more are deleted.
        partition_by: the partition key.
        primary_key: a prefix of the sorting key.
        sample_by: the sampling key.
        settings: the table's settings.
        optimize: what is merged after an incremental run: none, final, cleanup or partitions.
        final: whether the model's own reads are FINAL.
        column_types: the endpoint's types of columns, by name.
        codecs: the codecs of columns, by name.
        ttl: the rules by which rows go.
        indexes: skipping indexes, `name` and `definition` each.
        projections: projections, `name` and `query` each.
        to: the table that a materialized view's rows go to, `table` or `schema.table`.
        catchup: whether a new materialized view is filled with what its query gives of the rows
            there are.
    """

    engine: str | None = None
    order_by: list[str] | str | None = None
    version: str | None = None
    is_deleted: str | None = None
    sign: str | None = None
    deleted_expression: str | None = None
    tombstone_missing: bool | None = None
    partition_by: list[str] | str | None = None
    primary_key: list[str] | str | None = None
    sample_by: str | None = None
    settings: dict[str, Any] | None = None
    optimize: str | None = None
    final: bool | None = None
    column_types: dict[str, str] | None = None
    codecs: dict[str, str] | None = None
    ttl: str | None = None
    indexes: list[dict[str, str]] | None = None
    projections: list[dict[str, str]] | None = None
    to: str | None = None
    catchup: bool | None = None


class RmtAdapter(SQLAdapter):
    """The adapter of endpoints with ReplacingMergeTree tables."""

    Relation = RmtRelation
    Column = RmtColumn
    ConnectionManager = RmtConnectionManager
    AdapterSpecificConfigs = RmtConfig
    connections: RmtConnectionManager

    # A CHECK is the table's, a NOT NULL part of every INSERT that dbt sends.
    CONSTRAINT_SUPPORT = {
        ConstraintType.check: ConstraintSupport.ENFORCED,
        ConstraintType.not_null: ConstraintSupport.ENFORCED,
        ConstraintType.unique: ConstraintSupport.NOT_ENFORCED,
        ConstraintType.primary_key: ConstraintSupport.NOT_ENFORCED,
        ConstraintType.foreign_key: ConstraintSupport.NOT_ENFORCED,
    }

    _capabilities = CapabilityDict(
        {
            Capability.SchemaMetadataByRelations: _FULL,
            Capability.GetCatalogForSingleRelation: _FULL,
            Capability.TableLastModifiedMetadata: _FULL,
            Capability.TableLastModifiedMetadataBatch: _FULL,
            Capability.MicrobatchConcurrency: _FULL,
        }
    )

    @classmethod
    def date_function(cls) -> str:
        """The current time."""
        return "current_timestamp()"

    @classmethod
    def quote(cls, identifier: str) -> str:
        """A name as an identifier."""
        return f"`{str(identifier).replace('`', '``')}`"

    def debug_query(self) -> None:
        """What `dbt debug` asks: whether this is an endpoint of ours.

        Raises:
            FailedToConnectError: nobody answers there, or the login or a setting is refused.
            DbtRuntimeError: it is another Spark Thrift server.
        """
        try:
            self.execute("SELECT 1 FROM system.build_options LIMIT 1", fetch=True)
        except FailedToConnectError:
            raise
        except DbtDatabaseError as error:
            raise DbtRuntimeError(
                f"This is no endpoint of RMT on Spark; `rmt serve` starts one. {error}"
            ) from error

    # Models

    def pre_model_hook(self, config: Mapping[str, Any]) -> bool:
        """Checks a model's configuration, and makes its reads FINAL or not, if that says so.

        Raises:
            DbtRuntimeError: the configuration has a value of a type that its key does not take.
        """
        check_configuration(config)
        final = config.get("final")
        if final is None:
            return False
        self.connections.set_final(bool(final))
        return True

    def post_model_hook(self, config: Mapping[str, Any], context: Any) -> None:
        """Makes the session's reads what the profile says again."""
        if context:
            self.connections.set_final(self.config.credentials.final)

    # Python models

    @available.parse(lambda *a, **k: None)
    def check_python_model(self, config: Mapping[str, Any]) -> None:
        """Refuses a Python model that cannot run.

        Raises:
            DbtRuntimeError: the profile does not say how Spark Connect is reached, or the model is
                one of batches.
        """
        check_python_model(self.config.credentials, config)

    @available.parse(lambda *a, **k: "")
    def python_code(self, compiled_code: str, staged: BaseRelation) -> str:
        """The code of a Python model, with the name of the table that its rows go to."""
        return f"{compiled_code}\n{ROWS_GO_TO} = {staged.render()!r}\n"

    @property
    def default_python_submission_method(self) -> str:
        """The one way that Python models run."""
        return _CONNECT

    @property
    def python_submission_helpers(self) -> dict[str, Callable[..., PythonModel]]:
        """The ways that Python models run, by name."""
        handle = self.connections.get_thread_connection().handle
        return {_CONNECT: lambda model, credentials: PythonModel(model, credentials, handle)}

    def generate_python_submission_response(self, submission_result: int) -> AdapterResponse:
        """What dbt says of the rows that a Python model gave."""
        return AdapterResponse(f"OK {submission_result:,}", rows_affected=submission_result)

    # Relations and columns

    def list_relations_without_caching(self, schema_relation: BaseRelation) -> list[BaseRelation]:
        """The tables and views of a schema, in three statements however many there are."""
        schema = schema_relation.schema
        quoted = self.quote(schema)
        try:
            names = [row[1] for row in self._rows(f"SHOW TABLES IN {quoted}") if not row[2]]
        except DbtDatabaseError as error:
            if "[SCHEMA_NOT_FOUND]" in str(error):
                return []
            raise
        engines = {
            row[0].lower(): row[1]
            for row in self._rows(
                "SELECT name, engine FROM system.tables "
                f"WHERE lower(database) = {literal(schema.lower())} AND engine <> 'View'"
            )
        }
        views = {row[1].lower() for row in self._rows(f"SHOW VIEWS IN {quoted}")} - engines.keys()

        def kind(name: str) -> RelationType:
            if engines.get(name) == _MATERIALIZED_VIEW:
                return RelationType.MaterializedView
            return RelationType.View if name in views else RelationType.Table

        return [
            self.Relation.create(
                schema=schema,
                identifier=name,
                type=kind(name.lower()),
                is_rmt=name.lower() in engines,
            )
            for name in names
        ]

    @available.parse(lambda *a, **k: [])
    def leftovers(self, target: BaseRelation) -> list[BaseRelation]:
        """The tables that killed runs were building for a model, as far as dbt's cache knows."""
        prefix = f"{target.identifier}__dbt_tmp_".lower()
        return [
            relation
            for relation in self.list_relations(None, target.schema)
            if relation.identifier.lower().startswith(prefix)
        ]

    @available.parse(lambda *a, **k: [])
    def get_columns_in_relation(self, relation: BaseRelation) -> list[RmtColumn]:
        """The columns of a table or a view; none if there is no such relation."""
        try:
            rows = self._rows(f"DESCRIBE TABLE {relation.render()}")
        except DbtDatabaseError as error:
            if "[TABLE_OR_VIEW_NOT_FOUND]" in str(error):
                return []
            raise
        return _columns(rows)

    @available.parse(lambda *a, **k: [])
    def get_column_schema_from_query(self, sql: str) -> list[RmtColumn]:
        """The columns of a query, which is analyzed and not run."""
        return _columns(self._rows(f"DESCRIBE QUERY {sql}"))

    def check_schema_exists(self, database: str | None, schema: str) -> bool:
        """Whether there is such a schema."""
        return bool(self._rows(f"EXISTS DATABASE {self.quote(schema)}")[0][0])

    def list_schemas(self, database: str | None) -> list[str]:
        """All schemas."""
        return [row[0] for row in self._rows("SHOW DATABASES")]

    def expand_column_types(self, goal: BaseRelation, current: BaseRelation) -> None:
        """Does nothing: a string holds any text."""

    # Tables

    @available.parse(lambda *a, **k: None)
    def table_layout(
        self, config: Mapping[str, Any], materialized: str, model: Mapping[str, Any]
    ) -> TableLayout:
        """The layout that a model's configuration asks for."""
        return layout.layout_of(config, materialized, model)

    @available.parse(lambda *a, **k: None)
    def check_columns(
        self, columns: Sequence[RmtColumn], table_layout: TableLayout, config: Mapping[str, Any]
    ) -> None:
        """Refuses a layout that the columns of a query do not fit.

        Raises:
            DbtRuntimeError: a column is not there, stands in another case or has a type that its
                place does not take.
        """
        check_columns(columns, table_layout, config.get("column_types") or {})

    @available.parse(lambda *a, **k: None)
    def check_unique_key(
        self, key: str | Sequence[str] | None, columns: Sequence[RmtColumn]
    ) -> None:
        """Refuses a key by which no rows of a model can be found.

        Raises:
            DbtRuntimeError: one of its columns is no column of the model.
        """
        check_unique_key((name.strip("`") for name in layout.names(key)), columns)

    @available.parse(lambda *a, **k: None)
    def refuse_grants(self, grants: Mapping[str, Any]) -> None:
        """Refuses `grants` of a configuration.

        Raises:
            DbtRuntimeError: there are any.
        """
        refuse_grants(grants)

    @available.parse(lambda *a, **k: [])
    def stored_columns(
        self,
        columns: Sequence[RmtColumn],
        table_layout: TableLayout,
        config: Mapping[str, Any],
        model: Mapping[str, Any],
    ) -> list[StoredColumn]:
        """The columns of a model's table for the columns of a query."""
        return layout.stored_columns(columns, table_layout, config, model.get("columns") or {})

    @available.parse(lambda *a, **k: [])
    def seed_columns(
        self,
        types: Mapping[str, str],
        table_layout: TableLayout,
        config: Mapping[str, Any],
        model: Mapping[str, Any],
    ) -> list[StoredColumn]:
        """The columns of a seed's table for the types of its columns."""
        return layout.seed_columns(types, table_layout, config, model.get("columns") or {})

    @available
    def literal(self, text: str) -> str:
        """A text as a literal of SQL."""
        return literal(text)

    @available
    def stored_type(self, kind: str) -> str:
        """The type of the endpoint that holds values of a type of Spark's."""
        return stored_type(kind)

    @available
    def key_columns(self, key: str | Sequence[str] | None) -> list[str]:
        """The columns of a key as identifiers."""
        return list(dict.fromkeys(self.quote(name.strip("`")) for name in layout.names(key)))

    @available.parse(lambda *a, **k: None)
    def schema_changes(
        self,
        source: Sequence[RmtColumn],
        target: Sequence[RmtColumn],
        table_layout: TableLayout,
        config: Mapping[str, Any],
    ) -> SchemaChanges:
        """What the columns of a model have changed against those of its table."""
        fixed = {name.lower() for name in config.get("column_types") or {}}
        marks = filter(None, (table_layout.is_deleted, table_layout.sign))
        fixed.update(name.lower() for name in marks)
        return schema_changes(source, target, fixed)

    @available.parse(lambda *a, **k: "")
    def create_table_sql(
        self,
        relation: BaseRelation,
        columns: Sequence[StoredColumn],
        table_layout: TableLayout,
        comment: str,
        query: str,
    ) -> str:
        """CREATE TABLE … AS SELECT."""
        return layout.create_table(relation.render(), columns, table_layout, comment, query)

    @available.parse(lambda *a, **k: None)
    def view_destination(self, name: str | None, this: BaseRelation) -> BaseRelation | None:
        """The table that a materialized view's rows go to; None if it has one of its own.

        Args:
            name: what the model's configuration says: `table` or `schema.table`.
            this: the view, in whose schema the table is if nothing else is said.
        """
        if not name:
            return None
        schema, _, table = str(name).replace("`", "").rpartition(".")
        return self.Relation.create(schema=schema or this.schema, identifier=table, is_rmt=True)

    @available.parse(lambda *a, **k: "none")
    def view_change(
        self,
        existing: BaseRelation,
        destination: BaseRelation | None,
        query: str,
        refreshable: Mapping[str, Any] | None,
    ) -> str:
        """What of a materialized view is not as its model says.

        Args:
            existing: the view.
            destination: the table that the model names.
            query: the model's.
            refreshable: what the model's configuration says of refreshes.

        Returns:
            `none`; `query`, `refresh` or `query and refresh`, which ALTER TABLE can change; or
            `all`: its columns, its table, or whether it is refreshed or appends.
        """
        [(shown, definition)] = self._rows(
            "SELECT as_select, create_table_query FROM system.tables "
            f"WHERE lower(database) = {literal(existing.schema.lower())} "
            f"AND lower(name) = {literal(existing.identifier.lower())}"
        )
        named = None
        if destination is not None:
            named = f"{destination.schema}.{destination.identifier}"
        if not layout.has_target(definition, named):
            return "all"
        wanted_refresh = refresh.refresh_clause(refreshable, existing.schema)
        shown_refresh = refresh.shown_refresh(definition)
        kinds = [(bool(one), one.endswith("APPEND")) for one in (shown_refresh, wanted_refresh)]
        if kinds[0] != kinds[1]:
            return "all"
        is_same = refresh.is_same_refresh(shown_refresh, wanted_refresh)
        changes = [] if is_same else ["refresh"]
        if layout.is_same_query(shown, query) or layout.is_same_query(shown, self._shown(query)):
            return changes[0] if changes else "none"
        there = [column.name.lower() for column in self.get_columns_in_relation(existing)]
        wanted = [column.name.lower() for column in self.get_column_schema_from_query(query)]
        if sorted(there) != sorted(wanted):
            return "all"
        return " and ".join(["query", *changes])

    @available.parse(lambda *a, **k: "")
    def refresh_clause(self, refreshable: Mapping[str, Any] | None, this: BaseRelation) -> str:
        """The REFRESH clause of a model's view; empty if its configuration says none.

        Args:
            refreshable: what that says of refreshes.
            this: the view.
        """
        return refresh.refresh_clause(refreshable, this.schema)

    @available.parse(lambda *a, **k: "")
    def create_materialized_view_sql(
        self,
        relation: BaseRelation,
        destination: BaseRelation | None,
        query: str,
        config: Mapping[str, Any],
        model: Mapping[str, Any],
        comment: str,
        populate: bool,
    ) -> str:
        """CREATE OR REPLACE MATERIALIZED VIEW.

        Args:
            relation: its name.
            destination: the table that gets its rows; None for one of its own, laid out as the
                configuration says.
            query: its query.
            config: the model's configuration.
            model: the model.
            comment: its comment, or an empty text.
            populate: whether it is filled with what the query gives of the rows there are.
        """
        if destination is not None:
            head = f"TO {destination.render()}"
        else:
            table_layout = layout.layout_of(config, "materialized_view", model)
            given = self.get_column_schema_from_query(query)
            self.check_columns(given, table_layout, config)
            columns: list[StoredColumn] = []
            if any(config.get(key) for key in _NEED_COLUMNS):
                columns = self.stored_columns(given, table_layout, config, model)
            head = layout.clauses_of_view(columns, table_layout)
        clause = refresh.refresh_clause(config.get("refreshable"), relation.schema)
        name = relation.render()
        return layout.create_materialized_view(name, head, comment, query, populate, clause)

    @available.parse(lambda *a, **k: "")
    def insert_sql(
        self,
        relation: BaseRelation,
        columns: Sequence[StoredColumn],
        query: str,
        token: str = "",
        overwrite: bool = False,
        replaced: str = "",
    ) -> str:
        """INSERT … SELECT; see `layout.insert`."""
        return layout.insert(relation.render(), columns, query, token, overwrite, replaced)

    @available
    def documented_column(self, name: str, documented: Mapping[str, Any]) -> Any:
        """What a YAML file says about a column; None when it says nothing."""
        return layout.documented_column(name, documented)

    @available.parse(lambda *a, **k: None)
    def compare_table(
        self,
        relation: BaseRelation,
        table_layout: TableLayout,
        columns: Sequence[RmtColumn],
        aside: BaseRelation,
    ) -> TableComparison:
        """A table beside a model's configuration.

        Args:
            relation: the table.
            table_layout: what the configuration asks for.
            columns: the model's.
            aside: the name of a table that can be made, without rows, and dropped again: how the
                endpoint shows what a model declares is asked where the texts do not tell that the
                table has it.
        """
        keys = (
            "engine_full",
            "sorting_key",
            "unique_key",
            "partition_key",
            "primary_key",
            "sampling_key",
            "create_table_query",
        )
        rows = self._rows(
            f"SELECT {', '.join(keys)} FROM system.tables "
            f"WHERE lower(database) = {literal(relation.schema.lower())} "
            f"AND lower(name) = {literal(relation.identifier.lower())} AND engine <> 'View'"
        )
        if not rows:
            foreign = (
                f"{relation.render()} is a table of Spark's own, not of the endpoint's engines"
            )
            return TableComparison([foreign])
        table = dict(zip(keys, rows[0], strict=True))
        if differences := table_layout.differences(table, self._shown_key):
            return TableComparison(differences)
        definition = wanted = table["create_table_query"]
        there = shown_declarations(definition)
        if not table_layout.declarations.is_shown_as(there):
            wanted = self._shown_definition(relation, table_layout, columns, aside)
        dropped, added = table_layout.changes(definition, wanted)
        return TableComparison([], dropped, added, table_layout.declarations.left_alone(there))

    def _shown_definition(
        self,
        relation: BaseRelation,
        table_layout: TableLayout,
        columns: Sequence[RmtColumn],
        aside: BaseRelation,
    ) -> str:
        """How the endpoint shows a table of a layout, with a model's columns and a table's own."""
        rows = self._rows(
            "SELECT name, type FROM system.columns "
            f"WHERE lower(database) = {literal(relation.schema.lower())} "
            f"AND lower(`table`) = {literal(relation.identifier.lower())} ORDER BY position"
        )
        there = {name.lower() for name, _ in rows}
        stored = [StoredColumn(name, kind, "") for name, kind in rows]
        stored += [
            StoredColumn(column.name, stored_type(column.dtype), "")
            for column in columns
            if column.name.lower() not in there
        ]
        text = layout.create_table(aside.render(), stored, table_layout, "", "")
        self.execute(text)
        try:
            [(definition,)] = self._rows(
                "SELECT create_table_query FROM system.tables "
                f"WHERE lower(database) = {literal(aside.schema.lower())} "
                f"AND lower(name) = {literal(aside.identifier.lower())}"
            )
        finally:
            self.execute(f"DROP TABLE IF EXISTS {aside.render()}")
        return str(definition)

    @available.parse(lambda *a, **k: "append")
    def incremental_strategy(self, config: Mapping[str, Any]) -> str:
        """The strategy of an incremental model.

        Raises:
            CompilationError: there is no such strategy, or what it needs is not configured.
        """
        strategy = config.get("incremental_strategy")
        keyed = config.get("order_by") or config.get("unique_key")
        if strategy in (None, "default"):
            strategy = "replacing" if keyed else "append"
        optimize = config.get("optimize") or "none"
        if optimize not in layout.OPTIMIZE:
            raise CompilationError(
                f"optimize is {optimize!r}: write one of {', '.join(layout.OPTIMIZE)}."
            )
        return str(strategy)

    def valid_incremental_strategies(self) -> list[str]:
        """The strategies that the adapter brings."""
        return list(_STRATEGIES)

    # Seeds

    @available.parse(lambda *a, **k: None)
    def insert_rows(
        self, relation: BaseRelation, columns: Sequence[str], table: agate.Table
    ) -> None:
        """Inserts the rows of a seed, in statements of up to a megabyte."""
        quoted = ", ".join(map(self.quote, columns))
        markers = ", ".join(["%s"] * len(columns))
        prefix = f"INSERT INTO {relation.render()} ({quoted}) VALUES ({markers})".replace(
            "%", "%%"
        ).replace("%%s", "%s")
        with self.connections.exception_handler(prefix):
            cursor = self.connections.get_thread_connection().handle.cursor()
            cursor.executemany(prefix, seeds.rows_of(table))

    @classmethod
    def convert_text_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's column of text."""
        return "String"

    @classmethod
    def convert_number_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's column of numbers."""
        import agate

        decimals = agate_table.aggregate(agate.MaxPrecision(col_idx))
        return "Float64" if decimals else "Int64"

    @classmethod
    def convert_integer_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's column of whole numbers."""
        return "Int64"

    @classmethod
    def convert_boolean_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's column of truth values."""
        return "Bool"

    @classmethod
    def convert_date_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's column of dates."""
        return "Date32"

    @classmethod
    def convert_datetime_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's column of times."""
        return "DateTime64(6)"

    @classmethod
    def convert_time_type(cls, agate_table: agate.Table, col_idx: int) -> str:
        """The type of a seed's column of times of day, which the endpoint has no type for."""
        return "String"

    # Documentation

    def _get_one_catalog(
        self,
        information_schema: InformationSchema,
        schemas: set[str],
        used_schemas: frozenset[tuple[str, str]],
    ) -> agate.Table:
        rows: list[catalog.Entry] = []
        for schema in sorted(schemas):
            rows += self._catalog_entries(schema, None)
        return self._catalog_filter_table(catalog.table(rows), used_schemas)

    def _get_one_catalog_by_relations(
        self,
        information_schema: InformationSchema,
        relations: Iterable[BaseRelation],
        used_schemas: frozenset[tuple[str, str]],
    ) -> agate.Table:
        wanted: dict[str, set[str]] = {}
        for relation in relations:
            wanted.setdefault(relation.schema, set()).add(relation.identifier.lower())
        rows: list[catalog.Entry] = []
        for schema, identifiers in wanted.items():
            rows += self._catalog_entries(schema, identifiers)
        return self._catalog_filter_table(catalog.table(rows), used_schemas)

    @available.parse(lambda *a, **k: None)
    def get_catalog_for_single_relation(self, relation: BaseRelation) -> Any:
        """The documentation of one relation; None if there is no such relation."""
        entries = self._catalog_entries(relation.schema, {relation.identifier.lower()})
        return catalog.single(entries)

    @classmethod
    def _catalog_filter_table(
        cls, table: agate.Table, used_schemas: frozenset[tuple[str, str]]
    ) -> agate.Table:
        schemas = {schema.lower() for _, schema in used_schemas}
        return table.where(lambda row: row["table_schema"].lower() in schemas)

    def _catalog_entries(self, schema: str, identifiers: set[str] | None) -> list[catalog.Entry]:
        """The relations of a schema with their columns, in two queries however many there are."""
        database = literal(schema)
        try:
            rows = self._rows(
                "SELECT name, engine, engine_full, comment, sorting_key, total_rows, total_bytes, "
                f"active_parts FROM rmt_system('tables', {database})"
            )
        except DbtDatabaseError as error:
            if "[UNKNOWN_DATABASE]" in str(error):
                return []
            raise
        columns = self._rows(
            "SELECT `table`, name, type, position, comment "
            f"FROM rmt_system('columns', {database}) ORDER BY `table`, position"
        )
        entries = catalog.entries(schema, rows, columns)
        if identifiers is None:
            return entries
        return [entry for entry in entries if entry.name.lower() in identifiers]

    # What dbt's test suites ask

    def update_column_sql(
        self, dst_name: str, dst_column: str, clause: str, where_clause: str | None = None
    ) -> str:
        """Changes a column of some rows, or of all."""
        where = where_clause or "true"
        return f"alter table {dst_name} update {dst_column} = {clause} where {where}"

    def timestamp_add_sql(self, add_to: str, number: int = 1, interval: str = "hour") -> str:
        """A time some hours, days or so later."""
        return f"{add_to} + interval {number} {interval}"

    def string_add_sql(self, add_to: str, value: str, location: str = "append") -> str:
        """A text with another behind or before it."""
        first, second = (
            (add_to, literal(value)) if location == "append" else (literal(value), add_to)
        )
        return f"concat({first}, {second})"

    # Statements

    def _shown_key(self, expressions: str) -> str:
        """Expressions as the endpoint shows those of keys."""
        return self._shown(f"SELECT {expressions}").removeprefix("SELECT ") if expressions else ""

    def _shown(self, query: str) -> str:
        """A query as the endpoint shows it; one that it cannot read stays."""
        asked = f"SELECT formatQuerySingleLineOrNull({literal(query)}) AS shown FROM system.one"
        [(shown,)] = self._rows(asked)
        return query if shown is None else str(shown)

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        _, table = self.execute(sql, fetch=True)
        return [tuple(row.values()) for row in table.rows]


def _columns(rows: Iterable[Sequence[Any]]) -> list[RmtColumn]:
    """The columns that DESCRIBE names before anything else it tells."""
    columns = []
    for name, kind, *_ in rows:
        if not name or name.startswith("#"):
            break
        columns.append(RmtColumn(name, kind))
    return columns
