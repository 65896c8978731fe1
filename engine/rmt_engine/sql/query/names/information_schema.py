"""The tables of `information_schema`: queries of the system tables, under the standard's names.

Each column is there twice, in small letters and in capitals. The tables have no rows where the
standard asks about what the engine has not: foreign keys and statistics.

Source: https://clickhouse.com/docs/operations/system-tables/information_schema, tried on 26.9.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import Name

__all__ = ["INFORMATION_SCHEMA", "query_of_information_schema"]

INFORMATION_SCHEMA = "information_schema"
_COLLATION = "'utf8mb4_0900_ai_ci'"
_KIND = """multiIf(is_temporary, 'LOCAL TEMPORARY', tables.engine LIKE '%View', 'VIEW',
has_own_data = 0, 'FOREIGN TABLE', 'BASE TABLE')"""
_EXTRA = """multiIf(default_kind = 'DEFAULT', 'DEFAULT_GENERATED', default_kind = 'MATERIALIZED',
'STORED GENERATED', default_kind = 'ALIAS', 'VIRTUAL GENERATED', '')"""
_GENERATED = "if(default_kind IN ('MATERIALIZED', 'ALIAS'), default_expression, '')"


def _nulls(kind: str, names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), f"CAST(NULL AS Nullable({kind}))")


def _texts(names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), "''")


_Groups = tuple[Mapping[str, str], ...]
_TABLES: Mapping[str, tuple[str, _Groups]] = {
    "tables": (
        "system.tables",
        (
            {
                "table_catalog": "database",
                "table_schema": "database",
                "table_name": "name",
                "table_type": _KIND,
                "table_rows": "CAST(total_rows AS Nullable(UInt64))",
                "data_length": "CAST(total_bytes AS Nullable(UInt64))",
                "index_length": "CAST(0 AS Nullable(UInt64))",
                "table_collation": _COLLATION,
                "table_comment": "comment",
            },
            {
                "engine": "if(tables.engine LIKE '%View', NULL, tables.engine)",
                **_nulls("UInt64", "version"),
                **_nulls("String", "row_format"),
                **_nulls("UInt64", "avg_row_length max_data_length data_free auto_increment"),
                **_nulls("DateTime", "create_time update_time check_time"),
                **_nulls("Int64", "checksum"),
                **_nulls("String", "create_options"),
            },
        ),
    ),
    "columns": (
        "system.columns",
        (
            {
                "table_catalog": "database",
                "table_schema": "database",
                "table_name": "`table`",
                "column_name": "name",
                "ordinal_position": "CAST(position AS UInt64)",
                "column_default": "default_expression",
                "is_nullable": "if(startsWith(type, 'Nullable('), '1', '0')",
                "data_type": "type",
                "character_maximum_length": "CAST(character_octet_length AS Nullable(UInt64))",
                "character_octet_length": "CAST(character_octet_length AS Nullable(UInt64))",
                "numeric_precision": "CAST(numeric_precision AS Nullable(UInt64))",
                "numeric_precision_radix": "CAST(numeric_precision_radix AS Nullable(UInt64))",
                "numeric_scale": "CAST(numeric_scale AS Nullable(UInt64))",
                "datetime_precision": "CAST(datetime_precision AS Nullable(UInt64))",
                **_nulls(
                    "String",
                    """character_set_catalog character_set_schema character_set_name
                    collation_catalog collation_schema collation_name
                    domain_catalog domain_schema domain_name""",
                ),
                "extra": _EXTRA,
                "column_comment": "comment",
                "column_type": "type",
            },
            {
                "column_key": "if(is_in_primary_key, 'PRI', '')",
                "privileges": "''",
                "generation_expression": _GENERATED,
                **_nulls("UInt32", "srs_id"),
            },
        ),
    ),
    "views": (
        "system.tables WHERE engine LIKE '%View'",
        (
            {
                "table_catalog": "database",
                "table_schema": "database",
                "table_name": "name",
                "view_definition": "as_select",
                "check_option": "'NONE'",
                "is_updatable": "'NO'",
                "is_insertable_into": "if(engine = 'MaterializedView', 'YES', 'NO')",
                "is_trigger_updatable": "'NO'",
                "is_trigger_deletable": "'NO'",
                "is_trigger_insertable_into": "'NO'",
            },
        ),
    ),
    "schemata": (
        "system.databases",
        (
            {
                "catalog_name": "name",
                "schema_name": "name",
                "schema_owner": "'default'",
                **_nulls(
                    "String",
                    """default_character_set_catalog default_character_set_schema
                    default_character_set_name sql_path""",
                ),
            },
            {"default_collation_name": _COLLATION, "default_encryption": "'NO'"},
        ),
    ),
    "key_column_usage": (
        "system.columns WHERE is_in_primary_key",
        (
            {
                "constraint_catalog": "'def'",
                "constraint_schema": "database",
                "constraint_name": "'PRIMARY'",
                "table_catalog": "'def'",
                "table_schema": "database",
                "table_name": "`table`",
                "column_name": "name",
                "ordinal_position": "CAST(1 AS UInt32)",
                **_nulls("UInt32", "position_in_unique_constraint"),
                **_nulls(
                    "String", "referenced_table_schema referenced_table_name referenced_column_name"
                ),
            },
        ),
    ),
    "referential_constraints": (
        "system.one WHERE 0",
        (
            {
                **_texts("constraint_catalog constraint_schema"),
                **_nulls("String", "constraint_name"),
                **_texts("unique_constraint_catalog unique_constraint_schema"),
                **_nulls("String", "unique_constraint_name"),
                **_texts("match_option update_rule delete_rule table_name referenced_table_name"),
            },
        ),
    ),
    "statistics": (
        "system.one WHERE 0",
        (
            {
                **_texts("table_catalog table_schema table_name"),
                "non_unique": "CAST(0 AS Int32)",
                **_texts("index_schema"),
                **_nulls("String", "index_name"),
                "seq_in_index": "CAST(0 AS UInt32)",
                **_nulls("String", "column_name collation"),
                **_nulls("Int64", "cardinality sub_part"),
                **_nulls("String", "packed"),
                **_texts("nullable index_type comment index_comment is_visible"),
                **_nulls("String", "expression"),
            },
        ),
    ),
    "engines": (
        "system.table_engines",
        ({"engine": "name", "support": "if(name = 'MergeTree', 'DEFAULT', 'YES')"},),
    ),
}


def query_of_information_schema(name: Name) -> str | None:
    """The query that a table of `information_schema` stands for; None of another name.

    Raises:
        RmtError: `UNKNOWN_TABLE`, there is no such table in it.
    """
    if name.database is None or name.database.lower() != INFORMATION_SCHEMA:
        return None
    if name.table.lower() not in _TABLES:
        raise RmtError(
            "UNKNOWN_TABLE",
            f"Table {name} does not exist.",
            f"There are {', '.join(_TABLES)} in it.",
        )
    return _query(name.table.lower())


@functools.cache
def _query(table: str) -> str:
    source, groups = _TABLES[table]
    columns = [
        f"{expression} AS {spelled(name)}"
        for group in groups
        for spelled in (str.lower, str.upper)
        for name, expression in group.items()
    ]
    return f"SELECT {', '.join(columns)} FROM {source}"
