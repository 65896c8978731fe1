"""ClickHouse's types of a view's columns, kept in the view's text.

Spark knows of a column only its own type; so the text of a view that the compiler made says the
others in a comment behind its first word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pyspark.sql.types import StructType

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import QueryColumn
from rmt_engine.sql.values.types import DataType, from_spark_type, parse_type

__all__ = ["clickhouse_type", "types_in_view", "types_of_view", "with_types"]

_KEPT = re.compile(r"^SELECT /\* rmt types: (\[.*?\]) \*/", re.DOTALL)


def with_types(text: str, columns: Sequence[QueryColumn]) -> str:
    """A query's text, with the types of its columns."""
    types = json.dumps(["" if one.type is None else str(one.type) for one in columns])
    if "*/" in types or not text.startswith("SELECT "):
        return text
    return f"SELECT /* rmt types: {types} */ {text.removeprefix('SELECT ')}"


def types_in_view(text: str) -> list[DataType | None] | None:
    """The types that a view's text says; None if it says none."""
    found = _KEPT.match(text)
    if found is None:
        return None
    try:
        return [parse_type(one) if one else None for one in json.loads(found[1])]
    except (ValueError, RmtError):
        return None


def types_of_view(schema: StructType, text: str) -> list[DataType | None]:
    """ClickHouse's types of a view's columns: those its text says, else what Spark's stand for.

    Args:
        schema: what Spark knows of the columns.
        text: the view's text.
    """
    kept = types_in_view(text)
    found = [clickhouse_type(f.dataType.simpleString(), f.nullable) for f in schema.fields]
    if kept is None or len(kept) != len(found):
        return found
    return [known or one for known, one in zip(kept, found, strict=True)]


def clickhouse_type(spark: str, nullable: bool) -> DataType | None:
    """What a type of Spark's stands for; None if there is no such type of ClickHouse's.

    Args:
        spark: the type in Spark's words.
        nullable: whether there may be NULLs.
    """
    try:
        found = from_spark_type(spark, nullable)
    except RmtError:
        return None
    return found if not found.elements else from_spark_type(spark, False)
