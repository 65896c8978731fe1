"""Which type of the endpoint holds the values of a column of a query.

Source: docs/types.md of this project.
"""

from __future__ import annotations

import re

from dbt_common.exceptions import DbtRuntimeError

__all__ = ["NESTED", "stored_type"]

NESTED = ("array<", "map<", "struct<")
_TYPES = {
    "boolean": "Bool",
    "tinyint": "Int8",
    "smallint": "Int16",
    "int": "Int32",
    "bigint": "Int64",
    "float": "Float32",
    "double": "Float64",
    "string": "String",
    "date": "Date32",
    "timestamp": "DateTime64(6)",
    "timestamp_ntz": "DateTime64(6)",
    # NULL without a type.
    "void": "String",
}
_FIELD = re.compile(r"(?P<name>`(?:[^`]|``)+`|[^:]+):\s*(?P<type>.*)", re.DOTALL)


def stored_type(spark: str, nullable: bool = True) -> str:
    """The type a table's column gets, in ClickHouse's words.

    Args:
        spark: Spark's type as DESCRIBE shows it, e.g. `decimal(10,2)` or `array<int>`.
        nullable: whether the column may hold NULL; one of arrays, maps or structs never does, but
            their elements do.

    Raises:
        DbtRuntimeError: no type of the endpoint holds such values.
    """
    text = spark.strip()
    if text.startswith("array<"):
        return f"Array({stored_type(text[6:-1])})"
    if text.startswith("map<"):
        key, value = _split(text[4:-1])
        return f"Map({stored_type(key, False)}, {stored_type(value)})"
    if text.startswith("struct<"):
        return f"Tuple({', '.join(map(_element, _split(text[7:-1])))})"
    plain = _plain(text)
    return f"Nullable({plain})" if nullable else plain


def _plain(text: str) -> str:
    if text in _TYPES:
        return _TYPES[text]
    if text.startswith(("varchar(", "char(")):
        return "String"
    if text.startswith("decimal("):
        return f"Decimal{text[7:]}"
    raise DbtRuntimeError(
        f"A column of type {text} cannot be stored in a table: cast it to a type of docs/types.md."
    )


def _element(field: str) -> str:
    match = _FIELD.fullmatch(field.strip())
    assert match is not None, field
    name = match["name"].strip("`")
    return f"`{name}` {stored_type(match['type'])}"


def _split(text: str) -> list[str]:
    """The arguments of a type, cut at the commas outside its brackets."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        if character in "<(":
            depth += 1
        elif character in ">)":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]
