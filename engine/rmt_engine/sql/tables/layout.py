"""How a table's rows are stored: the Arrow schema of its files and the layout of its runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import pyarrow as pa

from rmt_engine.errors import RmtError
from rmt_engine.sql.settings.declared import TABLE_SETTINGS, table_setting
from rmt_engine.sql.tables.expressions import identifiers
from rmt_engine.sql.tables.partition import partition_id, values_of_literals
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.runs import Codec, RunLayout
from rmt_engine.store.table import FileColumn, TableDefinition

__all__ = [
    "file_names",
    "file_schema",
    "granules_of",
    "minmax_columns",
    "partition_id_of",
    "partition_types",
    "run_layout",
    "stored_schema",
    "stored_types",
    "types_in_files",
]


def stored_types(definition: TableDefinition) -> dict[str, DataType]:
    """The types of the columns that files hold: declared, of TTL, then computed key columns."""
    types = {column.name: parse_type(column.type) for column in definition.kept_columns}
    types |= {key.name: parse_type(key.type) for key in definition.key if key.expression}
    return types


def file_names(definition: TableDefinition) -> dict[str, str]:
    """The names of the stored columns in new files, in the same order as `stored_types`."""
    names = {column.name: column.file_name for column in definition.kept_columns}
    return names | {key.name: key.name for key in definition.key if key.expression}


def stored_schema(definition: TableDefinition, absent: Collection[str] = ()) -> pa.Schema:
    """The Arrow schema of new files, without the row id, and without columns that they lack."""
    columns = definition.file_columns(definition.structure, absent)
    return file_schema(types_in_files(definition, columns))


def types_in_files(
    definition: TableDefinition, columns: Iterable[FileColumn]
) -> dict[str, DataType]:
    """The types in files that hold some columns, and the computed ones of the key, by name."""
    types = {column.file_name: parse_type(column.type) for column in columns}
    return types | {key.name: parse_type(key.type) for key in definition.key if key.expression}


def file_schema(types: Mapping[str, DataType]) -> pa.Schema:
    """The Arrow schema of columns of these types."""
    return pa.schema(
        [
            pa.field(name, data_type.arrow, nullable=data_type.is_null_in_files)
            for name, data_type in types.items()
        ]
    )


def partition_types(definition: TableDefinition) -> list[DataType]:
    """The types of the partition key's elements."""
    return [parse_type(element.type) for element in definition.partition_by]


def partition_id_of(
    literals: str | None, identity: str | None, definition: TableDefinition
) -> str | None:
    """The id of the partition a statement names; None when it names none.

    Args:
        literals: the partition's values, as written.
        identity: its id, where the statement gives that.
        definition: the table.

    Raises:
        RmtError: `INVALID_PARTITION_VALUE` and the like, the table has no such partitions.
    """
    if identity == "":
        raise RmtError("INVALID_PARTITION_VALUE", "Partition id is empty.")
    if literals is None:
        return identity
    types = partition_types(definition)
    return partition_id(values_of_literals(literals, types), definition.partition_by)


def run_layout(definition: TableDefinition) -> RunLayout:
    """How the table's runs are written."""
    settings = {name: setting.default for name, setting in TABLE_SETTINGS.items()}
    settings |= definition.settings
    everywhere = settings["default_compression_codec"]
    types = stored_types(definition)
    names = file_names(definition)
    return RunLayout(
        key=definition.key_columns,
        page_rows=int(settings["index_granularity"]),
        row_group_rows=int(settings["row_group_rows"]),
        codec=_codec(everywhere or "LZ4"),
        old_codec=_codec(everywhere or settings["old_parts_compression_codec"] or "LZ4"),
        old_level=int(settings["old_parts_min_level"]),
        dictionary=tuple(
            names[name]
            for name, data_type in types.items()
            if data_type.low_cardinality or data_type.category is Category.ENUM
        ),
        bloom=tuple(
            names[index.expression]
            for index in definition.indexes
            if index.type.startswith("bloom_filter") and index.expression in types
        ),
        minmax=tuple(names[name] for name in minmax_columns(definition)),
        structure=definition.structure,
    )


def granules_of(rows: int, definition: TableDefinition) -> int:
    """How many granules of `index_granularity` rows so many rows fill."""
    return -(-rows // int(table_setting(definition.settings, "index_granularity")))


def _codec(text: str) -> Codec:
    name, _, level = text.strip().lower().rstrip(")").partition("(")
    return Codec(name, int(level or 1) if name == "zstd" else None)


def minmax_columns(definition: TableDefinition) -> tuple[str, ...]:
    """The columns whose extremes are kept.

    Those of the keys, the columns the engine decides by, minmax indexes and TTL, and all times:
    what is new in a table is mostly asked by one.
    """
    partition = [identifiers(element.expression) for element in definition.partition_by]
    indexed = [index.expression for index in definition.indexes if index.type == "minmax"]
    version = [name for name in (definition.version, definition.is_deleted) if name]
    times = [
        column.name
        for column in definition.stored_columns
        if parse_type(column.type).category in (Category.DATE, Category.DATETIME)
    ]
    keys = (*definition.key_columns, *definition.unique_key)
    names = {*keys, *version, *indexed, *times}.union(*partition)
    lower = {name.lower() for name in names}
    declared = [column.name for column in definition.stored_columns]
    computed = [key.name for key in definition.key if key.expression]
    expiring = [rule.name for rule in definition.ttl]
    return (*(name for name in (*declared, *computed) if name.lower() in lower), *expiring)
