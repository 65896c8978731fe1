"""Collapsing what a task inserts by a unique key, before its rows are sorted by another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rmt_engine.engines.keys import last_of_each_key
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.store.table import TableDefinition

__all__ = ["newest_of_tasks"]


def newest_of_tasks(
    rows: DataFrame, definition: TableDefinition, partitions: Sequence[str], order: str
) -> DataFrame:
    """The newest row of each unique key among those of a task and a partition.

    Args:
        rows: the rows.
        definition: the table's.
        partitions: the columns with the texts of the partition values.
        order: the column that tells in which order the rows of a task came.
    """
    key = (*partitions, *definition.version_key)
    newest = [F.col(quote_name(name)).asc_nulls_last() for name in key]
    if definition.version is not None:
        newest.append(F.col(quote_name(definition.version)))

    def last(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return last_of_each_key(batches, key)

    return rows.sortWithinPartitions(*newest, order).mapInArrow(last, rows.schema)
