"""What the virtual columns say of the rows of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from rmt_engine.spark.read.part_scan import FILE_PATH, ROW_INDEX
from rmt_engine.sql.tables.layout import partition_types
from rmt_engine.sql.tables.partition import partition_values
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.part import Part
from rmt_engine.store.table import PART_OFFSET, PARTITION_VALUE, ROW_EXISTS, Table, TableDefinition

__all__ = ["facts_of_files", "with_facts", "with_virtual_columns"]

_NO_UUID = str(UUID(int=0))
"""What ClickHouse shows for parts to which it gives no UUID, as it does by default."""


def facts_of_files(table: Table, parts: Iterable[Part]) -> Iterator[tuple[Part, dict[str, Any]]]:
    """The virtual columns of each file's rows; `_part_offset` is that of the first row.

    Args:
        table: the table.
        parts: all that one reader may read.
    """
    types = partition_types(table.definition)
    names = [str(place) for place in range(1, len(types) + 1)]
    before = 0
    for index, part in enumerate(parts):
        values = partition_values(part.partition, types)
        offset = 0
        for file in part.files:
            yield (
                part,
                {
                    FILE_PATH: file.path,
                    "_part": str(part.name),
                    "_partition_id": part.name.partition_id,
                    "_part_index": index,
                    ROW_EXISTS: 1,
                    "_part_uuid": _NO_UUID,
                    "_part_data_version": part.name.changed_up_to,
                    "_part_starting_offset": before,
                    PART_OFFSET: offset,
                    PARTITION_VALUE: dict(zip(names, values, strict=True)),
                },
            )
            offset += file.rows
        before += part.rows


def with_facts(
    session: SparkSession, rows: DataFrame, schema: pa.Schema, facts: Iterable[tuple[Any, ...]]
) -> DataFrame:
    """Rows with columns that are the same for all rows of a file.

    Args:
        session: the session of the rows.
        rows: a scan with the paths of the files.
        schema: `FILE_PATH`, then the columns.
        facts: the path of each file and its values.
    """
    values = [dict(zip(schema.names, fact, strict=True)) for fact in facts]
    known = session.createDataFrame(pa.Table.from_pylist(values, schema=schema))
    return rows.join(F.broadcast(known), FILE_PATH)


def with_virtual_columns(
    session: SparkSession,
    rows: DataFrame,
    definition: TableDefinition,
    facts: Sequence[Mapping[str, Any]],
) -> DataFrame:
    """Rows with the virtual columns, unless the table has columns of their names.

    Args:
        session: the session of the rows.
        rows: a scan with the paths of the files and the rows' places in them.
        definition: the table's.
        facts: what is known of each file; see `facts_of_files`.
    """
    types = definition.virtual_columns
    fields = [pa.field(FILE_PATH, pa.string(), nullable=False)]
    fields += [
        pa.field(name, parse_type(kind).arrow, nullable=False) for name, kind in types.items()
    ]
    schema = pa.schema(fields)
    rows = with_facts(
        session, rows, schema, (tuple(fact[name] for name in schema.names) for fact in facts)
    )
    if PART_OFFSET not in types:
        return rows
    offset = F.col(PART_OFFSET) + F.col(ROW_INDEX)
    return rows.withColumn(PART_OFFSET, offset.cast(parse_type(types[PART_OFFSET]).spark))
