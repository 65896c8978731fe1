"""Which INSERTs take columns of Parquet files as they are: Spark's plan then does nothing else."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame

from rmt_engine.merges.file_blocks import SourceColumn, SourceFiles
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.write.insert_target import InsertTarget
from rmt_engine.sql.values.types import Category, DataType

__all__ = ["source_files"]

_INTEGERS = {
    "tinyint": (8, (pa.int8(),)),
    "smallint": (16, (pa.int16(), pa.uint8())),
    "int": (32, (pa.int32(), pa.uint16())),
    "bigint": (64, (pa.int64(), pa.uint32())),
}
"""Spark's types of whole numbers: their bits, and what files hold of them."""
_WHOLE = "decimal(20,0)"
_DEFAULTS: Mapping[Category, object] = {
    Category.INTEGER: 0,
    Category.FLOAT: 0.0,
    Category.STRING: "",
    Category.BOOL: False,
    Category.DECIMAL: decimal.Decimal(0),
    Category.DATE: datetime.date(1970, 1, 1),
    Category.DATETIME: datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC),
}
_FIXED_TEXTS = "__CHAR_VARCHAR_TYPE_STRING"
"""Spark's mark of columns of the types CHAR and VARCHAR, whose texts it pads when it reads them."""
_WRAPPERS = ("Project", "SubqueryAlias", "View")
_MOST_OF_DAYS = 2**16 - 1
_MOST_OF_SECONDS = 2**32 - 1
_MICROS = 1_000_000


def source_files(target: InsertTarget, source: DataFrame) -> SourceFiles | None:
    """The files whose columns an INSERT's are, as they are; None if Spark makes them of others.

    Args:
        target: where they go.
        source: the rows; its columns are for those of the INSERT, by place.
    """
    if not _takes_columns_as_they_are(target) or len(source.columns) != len(target.columns):
        return None
    if any(_FIXED_TEXTS in field.metadata for field in source.schema.fields):
        return None
    execution = source._jdf.queryExecution()
    if not _only_reads(execution.analyzed()):
        return None
    plan = execution.optimizedPlan()
    names = _columns_of_files(plan)
    if names is None:
        return None
    found: dict[str, SourceColumn] = {}
    for name, column, field in zip(names, target.columns, source.schema.fields, strict=True):
        converted = _conversion(name, field.dataType.simpleString(), column.name, target)
        if converted is None:
            return None
        found[column.name] = converted
    paths = tuple(str(path) for path in _relation(plan).location().inputFiles())
    return SourceFiles(paths, tuple(found[name] for name in target.stored))


def _takes_columns_as_they_are(target: InsertTarget) -> bool:
    """Whether a table computes nothing of an INSERT's rows, which give all its columns."""
    definition = target.definition
    return (
        not definition.partition_by
        and not definition.constraints
        and not definition.ttl
        and not definition.has_unsorted_key
        and not any(column.expression for column in definition.columns)
        and not any(key.expression for key in definition.key)
        and set(target.stored) == {column.name for column in target.columns}
    )


def _relation(plan: Any) -> Any:
    """What a plan's only relation reads."""
    return (plan.child() if plan.getClass().getSimpleName() == "Project" else plan).relation()


def _only_reads(plan: Any) -> bool:
    """Whether an analyzed plan has nothing but projections above a relation."""
    while plan.getClass().getSimpleName() in _WRAPPERS:
        plan = plan.child()
    return str(plan.getClass().getSimpleName()) == "LogicalRelation"


def _columns_of_files(plan: Any) -> list[str] | None:
    """The names that a plan's columns have in files; None if it does more than read Parquet."""
    is_projection = plan.getClass().getSimpleName() == "Project"
    output = plan.projectList() if is_projection else plan.output()
    child = plan.child() if is_projection else plan
    if child.getClass().getSimpleName() != "LogicalRelation" or not _is_plain(child.relation()):
        return None
    known = {one.exprId().id(): str(one.name()) for one in Gateway.items(child.output())}
    names: list[str] = []
    for expression in Gateway.items(output):
        is_renamed = expression.getClass().getSimpleName() == "Alias"
        column = expression.child() if is_renamed else expression
        if column.getClass().getSimpleName() != "AttributeReference":
            return None
        if column.exprId().id() not in known:
            return None
        names.append(known[column.exprId().id()])
    return names


def _is_plain(relation: Any) -> bool:
    """Whether files are Parquet's, read without options, and hold all columns themselves."""
    if relation.getClass().getSimpleName() != "HadoopFsRelation":
        return False
    options = Gateway.texts(relation.options().keySet().toSeq())
    return (
        str(relation.fileFormat().getClass().getSimpleName()) == "ParquetFileFormat"
        and relation.partitionSchema().isEmpty()
        and set(options) <= {"path", "paths"}
    )


def _conversion(name: str, spark: str, column: str, target: InsertTarget) -> SourceColumn | None:
    """How a column of files becomes a stored one; None if that takes more than its values."""
    data_type = target.stored[column]
    if data_type.is_of_aggregate:
        return None
    found = _of_type(spark, data_type)
    if found is None:
        return None
    types, low, high, step = found
    definition = target.definition
    if target.collapse and column == definition.is_deleted and low is not None:
        low, high = 0, 1
    is_filled = not data_type.nullable and column not in target.refuse_null
    default = _DEFAULTS[data_type.category] if is_filled else None
    return SourceColumn(name, types, low, high, step, default)


_Conversion = tuple[tuple[pa.DataType, ...], int | None, int | None, int]


def _of_type(spark: str, data_type: DataType) -> _Conversion | None:
    """The types in files, the least and the greatest value, and what values are multiples of."""
    category, stored = data_type.category, data_type.spark.replace(" ", "").lower()
    if category is Category.INTEGER and spark in _INTEGERS:
        bits, types = _INTEGERS[spark]
        low, high = data_type.whole_bounds
        if stored in (*_INTEGERS, _WHOLE):
            return types, max(low, -(2 ** (bits - 1))), min(high, 2 ** (bits - 1) - 1), 1
    if category is Category.INTEGER and spark == _WHOLE == stored:
        return (pa.uint64(), pa.decimal128(20, 0)), *data_type.whole_bounds, 1
    if category is Category.DATE and data_type.family == "Date" and spark == "date":
        return (pa.date32(),), 0, _MOST_OF_DAYS, 1
    if data_type.family == "DateTime" and spark == "timestamp":
        types = tuple(pa.timestamp(unit, "UTC") for unit in ("us", "ms"))
        return types, 0, _MOST_OF_SECONDS * _MICROS, _MICROS
    same = {
        (Category.FLOAT, "float"): (pa.float32(),),
        (Category.FLOAT, "double"): (pa.float64(),),
        (Category.STRING, "string"): (pa.string(), pa.large_string()),
        (Category.BOOL, "boolean"): (pa.bool_(),),
        (Category.DECIMAL, stored): (data_type.arrow,),
    }.get((category, spark))
    return (same, None, None, 1) if same is not None and stored == spark else None
