"""The rows of projections, made of those of parts."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace

from pyspark.sql import DataFrame

from rmt_engine.spark.session.active import untouched
from rmt_engine.sql.query.catalog import KnownColumn
from rmt_engine.sql.query.compiler import compile_text
from rmt_engine.sql.tables.projections import RowsOfTable, rows_query
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import Projection, TableDefinition

__all__ = ["rows_of_projection"]


def rows_of_projection(
    rows: DataFrame,
    definition: TableDefinition,
    projection: Projection,
    beside: Mapping[str, DataType] | None = None,
) -> DataFrame:
    """The rows of a projection.

    Args:
        rows: those of parts, with the columns that can be read, in a session in UTC.
        definition: the table.
        projection: the projection.
        beside: other columns that are kept; an aggregate is one for each of their values.
    """
    kept = beside or {}
    name = f"__rows_{uuid.uuid4().hex}"
    catalog = RowsOfTable.of(definition)
    known = tuple(KnownColumn(column, data_type) for column, data_type in kept.items())
    catalog = replace(catalog, columns=(*catalog.columns, *known), relation=name)
    compiled = compile_text(rows_query(projection, tuple(kept)), catalog, stores=True)
    rows.createOrReplaceTempView(name)
    try:
        with untouched():
            frame = rows.sparkSession.sql(compiled.sql)
    finally:
        rows.sparkSession.catalog.dropTempView(name)
    types = {column.name: parse_type(column.type) for column in projection.columns}
    named = {one.name: one.spark_name for one in compiled.columns}
    return frame.selectExpr(
        *(
            f"CAST({quote_name(named[column])} AS {data_type.spark}) AS {quote_name(column)}"
            for column, data_type in {**types, **kept}.items()
        )
    )
