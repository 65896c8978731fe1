"""Scans over the files of parts, whatever structure of the table they were written with.

The files of one structure are one scan of Spark's; a table has as many as its stored columns have
changed in ways that make a difference, not one for each part. What a file does not hold, has under
another name or as another type becomes the table's column above the scan; filters on columns that
have not changed reach the files as always.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import LongType, StructField, StructType

from rmt_engine.spark.bridge.frames import empty_frame, spark_type
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.column_values import with_missing
from rmt_engine.spark.read.file_index import FileScans
from rmt_engine.sql.tables.layout import file_names, file_schema, stored_types, types_in_files
from rmt_engine.sql.tables.type_changes import conversion
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.part import Part
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID, FileColumn, Table, TableDefinition

__all__ = ["FILE_PATH", "ROW_INDEX", "PartScans", "as_in_files", "spark_schema"]

FILE_PATH = "__path"
ROW_INDEX = "__index"
"""The column that holds the path of a row's file, relative to the storage."""


class PartScans:
    """Makes scans over the files of parts.

    Args:
        gateway: the bridge to the JVM.
        session: the session the scans are made in.
        storage: where the files are.
        prune: whether files are left out by the minmax index.
    """

    def __init__(
        self, gateway: Gateway, session: SparkSession, storage: Storage, prune: bool
    ) -> None:
        self._gateway = gateway
        self._session = session
        self._files = FileScans(gateway, session, storage, prune)

    def scan(
        self,
        table: Table,
        parts: Sequence[Part],
        with_path: bool = False,
        with_index: bool = False,
    ) -> DataFrame:
        """All rows of some parts: the stored columns and the row id.

        Args:
            table: the table, its definition one that holds for the parts.
            parts: the parts.
            with_path: whether `FILE_PATH` is there, too.
            with_index: whether `ROW_INDEX` is there, the row's place in its file, from 0.
        """
        extra = {FILE_PATH: self._files.path_expression()} if with_path else {}
        extra |= {ROW_INDEX: "_metadata.row_index"} if with_index else {}
        files = sum(len(part.files) for part in parts)
        frames = [
            self._scan(table, columns, alike, files, extra)
            for columns, alike in _by_columns(table.definition, parts)
        ]
        if not frames:
            frame = empty_frame(self._gateway, self._session, spark_schema(table.definition))
            return frame.withColumns({name: F.lit(None) for name in extra})
        return functools.reduce(DataFrame.unionAll, frames)

    def _scan(
        self,
        table: Table,
        columns: Sequence[FileColumn],
        parts: Sequence[Part],
        files: int,
        described: Mapping[str, str],
    ) -> DataFrame:
        """A scan over the files that hold some columns, of so many files in all.

        Beside them there is what the files' metadata says of each row, by its names.
        """
        definition = table.definition
        types = types_in_files(definition, columns)
        beside = files - sum(len(part.files) for part in parts)
        frame = self._files.scan(table, parts, _with_row_id(types), file_schema(types), beside)
        extra = [ROW_ID, *described]
        frame = frame.withColumns({name: F.expr(text) for name, text in described.items()})
        wanted = list(stored_types(definition))
        if list(types) == wanted and not any(column.changes for column in columns):
            return frame
        computed = [key.name for key in definition.key if key.expression]
        names = {column.file_name: column.name for column in columns}
        names |= {name: name for name in (*computed, *extra)}
        frame = frame.selectExpr(
            *(f"{quote_name(stored)} AS {quote_name(name)}" for stored, name in names.items())
        )
        for column in columns:
            frame = _with_current_type(frame, column)
        return with_missing(frame, definition).select(
            *(quote_name(name) for name in (*wanted, *extra))
        )


def spark_schema(definition: TableDefinition) -> StructType:
    """The Spark schema of a table's stored columns and the row id."""
    return _with_row_id(stored_types(definition))


def as_in_files(frame: DataFrame, definition: TableDefinition) -> DataFrame:
    """Rows with the names that columns have in new files; other columns are left as they are."""
    names = {name: stored for name, stored in file_names(definition).items() if name != stored}
    if not names:
        return frame
    return frame.selectExpr(
        *(f"{quote_name(name)} AS {quote_name(names.get(name, name))}" for name in frame.columns)
    )


def _by_columns(
    definition: TableDefinition, parts: Sequence[Part]
) -> list[tuple[tuple[FileColumn, ...], list[Part]]]:
    """The parts by the columns of their files, each with its files that hold these."""
    columns = {
        alike: definition.file_columns(*alike)
        for alike in {(file.structure, file.absent) for part in parts for file in part.files}
    }
    groups: dict[tuple[FileColumn, ...], list[Part]] = {}
    for part in parts:
        held = [columns[file.structure, file.absent] for file in part.files]
        for each in dict.fromkeys(held):
            files = tuple(f for f, of in zip(part.files, held, strict=True) if of == each)
            of_part = part if files == part.files else replace(part, files=files)
            groups.setdefault(each, []).append(of_part)
    return list(groups.items())


def _with_row_id(types: dict[str, DataType]) -> StructType:
    fields = [
        StructField(name, spark_type(data_type.spark), data_type.is_null_in_files)
        for name, data_type in types.items()
    ]
    return StructType([*fields, StructField(ROW_ID, LongType(), nullable=False)])


def _with_current_type(frame: DataFrame, column: FileColumn) -> DataFrame:
    old = parse_type(column.type)
    for change in column.changes:
        new = parse_type(change.to)
        value = conversion(quote_name(column.name), old, new, column.name, change.null_as)
        value = f"CAST({value} AS {new.spark})"
        if not new.nullable:
            # It never is NULL; this tells Spark.
            value = f"coalesce({value}, {new.default})"
        frame = frame.withColumn(column.name, F.expr(value))
        old = new
    return frame
