"""The engine spec: what Superset has to know of the endpoint.

Source: `superset.db_engine_specs.base`.
"""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from typing import Any

from sqlalchemy import text, types
from sqlalchemy.engine import URL
from superset.common.db_query_status import QueryStatus
from superset.db_engine_specs.base import (
    BaseEngineSpec,
    BasicParametersMixin,
    DatabaseCategory,
)
from superset.errors import ErrorLevel, SupersetError, SupersetErrorType
from superset.exceptions import SupersetSecurityException
from superset.extensions import cache_manager, db
from superset.sql.parse import LimitMethod, Table, process_jinja_sql

from sqlalchemy_rmt.dbapi import OperationalError
from sqlalchemy_rmt.superset.column_types import COLUMN_TYPES
from sqlalchemy_rmt.superset.errors import CUSTOM_ERRORS, EXCEPTIONS
from sqlalchemy_rmt.superset.parameters import DEFAULTS, ParametersSchema, parameters_of, uri_of
from sqlalchemy_rmt.superset.time_grains import TIME_GRAINS

__all__ = ["RmtEngineSpec"]

_CHANGES_SCHEMA = re.compile(
    r"(?:USE|SET\s+(?:CATALOG|DATABASE|NAMESPACE|SCHEMA))\b", re.IGNORECASE
)
# `label__` is what Superset calls the series of a subquery.
_ALIAS = re.compile(r"(?P<label>.*)_(?P<digest>[0-9a-f]{6})(?:__)?", re.DOTALL)
_TABLE = text(
    "SELECT engine_full, sorting_key, partition_key, active_parts, total_bytes "
    "FROM system.tables WHERE database = :schema AND name = :name AND engine <> 'View'"
)


class RmtEngineSpec(BasicParametersMixin, BaseEngineSpec):
    """RMT on Spark, reached by `rmt://`."""

    engine = "rmt"
    engine_name = "RMT on Spark"
    default_driver = "pyhive"
    drivers = {"pyhive": "RMT's own driver"}
    sqlalchemy_uri_placeholder = "rmt://user:password@host:10000/database[?final=1&setting=value]"
    metadata = {
        "description": "ClickHouse's ReplacingMergeTree on Apache Spark",
        "categories": [DatabaseCategory.ANALYTICAL_DATABASES, DatabaseCategory.OPEN_SOURCE],
        "pypi_packages": ["rmt-spark"],
        "connection_string": "rmt://{username}:{password}@{host}:{port}/{database}",
        "default_port": DEFAULTS["port"],
    }

    _time_grain_expressions = TIME_GRAINS
    column_type_mappings = COLUMN_TYPES
    custom_errors = CUSTOM_ERRORS
    parameters_schema = ParametersSchema()
    encryption_parameters = {"ssl": "1"}

    limit_method = LimitMethod.FORCE_LIMIT
    supports_dynamic_schema = True
    supports_multivalues_insert = True

    # Adding a database

    @classmethod
    def build_sqlalchemy_uri(
        cls, parameters: dict[str, Any], encrypted_extra: dict[str, str] | None = None
    ) -> str:
        """The URL of what was filled in."""
        return uri_of(parameters)

    @classmethod
    def get_parameters_from_uri(
        cls, uri: str, encrypted_extra: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """What was filled in."""
        return parameters_of(uri)

    @classmethod
    def validate_parameters(cls, properties: dict[str, Any]) -> list[SupersetError]:
        """What is wrong with the parameters, of which only the host has to be given."""
        given = {
            name: value
            for name, value in properties.get("parameters", {}).items()
            if value not in (None, "")
        }
        filled = {"username": "anonymous", **DEFAULTS, **given}
        errors: list[SupersetError] = super().validate_parameters({"parameters": filled})
        return errors

    @classmethod
    def adjust_engine_params(
        cls,
        uri: URL,
        connect_args: dict[str, Any],
        catalog: str | None = None,
        schema: str | None = None,
    ) -> tuple[URL, dict[str, Any]]:
        """Connects to the schema that was chosen."""
        return (uri.set(database=schema) if schema else uri), connect_args

    @classmethod
    def get_schema_from_engine_params(
        cls, sqlalchemy_uri: URL, connect_args: dict[str, Any]
    ) -> str | None:
        """The schema of the URL."""
        return sqlalchemy_uri.database or DEFAULTS["database"]

    @classmethod
    def get_default_schema_for_query(
        cls, database: Any, query: Any, template_params: dict[str, Any] | None = None
    ) -> str | None:
        """The schema of names without one, by which Superset decides who may read a table.

        Raises:
            SupersetSecurityException: a statement would change the schema behind its back.
        """
        script = process_jinja_sql(query.sql, database, template_params).script
        if any(_CHANGES_SCHEMA.match(str(statement)) for statement in script.statements):
            raise SupersetSecurityException(
                SupersetError(
                    "USE is not allowed: choose the schema beside the editor, "
                    "or write it before the table.",
                    SupersetErrorType.QUERY_SECURITY_ACCESS_ERROR,
                    ErrorLevel.ERROR,
                )
            )
        schema: str | None = super().get_default_schema_for_query(database, query, template_params)
        return schema

    # Charts

    @staticmethod
    def _mutate_label(label: str) -> str:
        """A label as an alias that no column has; one that is made of an alias stays as it is.

        By ClickHouse's rule an alias hides the column of its name in WHERE and GROUP BY, too: with
        an alias `ts` of the hour of `ts`, conditions on `ts` are asked of the hour. Superset gives
        the columns of a result their labels again.

        Source: https://clickhouse.com/docs/sql-reference/syntax#notes-on-usage.
        """
        made = _ALIAS.fullmatch(label)
        if made is not None and made["digest"] == _digest(made["label"]):
            return label
        return f"{label}_{_digest(label)}"

    # Times

    @classmethod
    def epoch_to_dttm(cls) -> str:
        """Seconds since 1970 as a time."""
        return "timestamp_seconds({col})"

    @classmethod
    def convert_dttm(
        cls, target_type: str, dttm: datetime, db_extra: dict[str, Any] | None = None
    ) -> str | None:
        """A time as a literal of a column's type; None for a type without times."""
        type_ = cls.get_sqla_column_type(target_type)
        if isinstance(type_, types.Date):
            return f"DATE '{dttm.date().isoformat()}'"
        if isinstance(type_, types.DateTime):
            return f"TIMESTAMP '{dttm.isoformat(sep=' ', timespec='microseconds')}'"
        return None

    # What there is

    @classmethod
    @cache_manager.data_cache.memoize()
    def get_function_names(cls, database: Any) -> list[str]:
        """The functions to complete: Spark's, and ClickHouse's that the endpoint adds."""
        names = database.get_df("SHOW FUNCTIONS").iloc[:, 0]
        return sorted({*names, *database.get_df("SELECT name FROM system.functions")["name"]})

    @classmethod
    def get_extra_table_metadata(cls, database: Any, table: Table) -> dict[str, Any]:
        """Engine, keys, parts and bytes of a table of the endpoint's; nothing of another."""
        schema = table.schema or database.get_default_schema(table.catalog)
        with database.get_sqla_engine(schema=schema) as engine, engine.connect() as connection:
            found = connection.execute(_TABLE, {"schema": schema, "name": table.table}).first()
        return {} if found is None else {"metadata": dict(found._mapping)}

    # Running statements

    @classmethod
    def get_dbapi_exception_mapping(cls) -> dict[type[Exception], type[Exception]]:
        """Superset's exceptions for the driver's."""
        return EXCEPTIONS

    @classmethod
    def fetch_data(cls, cursor: Any, limit: int | None = None) -> list[tuple[Any, ...]]:
        """The rows of a result; none of a statement without one, which has no columns, too."""
        if cursor.description is None:
            return []
        rows: list[tuple[Any, ...]] = super().fetch_data(cursor, limit)
        return rows

    @classmethod
    def get_cancel_query_id(cls, cursor: Any, query: Any) -> str | None:
        """The session, which is the query's own."""
        return str(cursor.connection.session_id)

    @classmethod
    def prepare_cancel_query(cls, query: Any) -> None:
        """Notes that a query is stopped, before it is.

        Superset does so afterwards, and takes what the query meets in between for a failure.
        """
        query.status = QueryStatus.STOPPED
        db.session.commit()

    @classmethod
    def cancel_query(cls, cursor: Any, query: Any, cancel_query_id: str) -> bool:
        """Ends the session of a query, and so what runs in it; False when it has ended already."""
        try:
            cursor.connection.end_session(cancel_query_id)
        except OperationalError as error:
            if not error.is_disconnect:
                raise
            return False
        return True


def _digest(label: str) -> str:
    return hashlib.blake2b(label.encode(), digest_size=3).hexdigest()
