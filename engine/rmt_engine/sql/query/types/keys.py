"""What tells values apart: Spark has no maps and no VARIANTs as keys.

Of a map its entries stand for it: two maps are the same in ClickHouse if they have the same entries
in the same order. Of a value inside a JSON its JSON does.
"""

from __future__ import annotations

from collections.abc import Callable

from rmt_engine.sql.functions.answers import common_type
from rmt_engine.sql.functions.answers.kinds import FLOATS
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.subscripts import field_names
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["compared_key_of", "from_key", "joined_text", "key_of", "needs_key"]

_Change = Callable[[str, DataType, int], str]


def needs_key(data_type: DataType | None) -> bool:
    """Whether values of the type are maps or values inside a JSON, or hold some."""
    if data_type is None:
        return False
    return data_type.family in ("Map", "Dynamic") or any(map(needs_key, data_type.elements))


def key_of(value: Value) -> str:
    """Spark's text of what groups, partitions and compares as the value does."""
    if value.type is None or not needs_key(value.type):
        return stored(value).sql
    return _as_key(value.sql, value.type, 0)


def compared_key_of(value: Value) -> str:
    """The same where rows of two queries are compared: all NaNs are one value.

    Spark would look for a NaN that is constant in the extremes of files, which leave NaN out.
    """
    text = key_of(value)
    if value.family not in FLOATS or value.type is None:
        return text
    return f"nanvl({text}, CAST('NaN' AS {value.type.spark}))"


def joined_text(left: Value, right: Value, operator: str = "=") -> str | None:
    """Spark's text of an equality of two tables' values that joins what `=` tells apart.

    A NaN is equal to a NaN, and tuples with NULLs or NaN inside are equal if these stand in the
    same places. None of other values.
    """
    if {left.family, right.family} <= FLOATS:
        return f"({compared_key_of(left)} {operator} {compared_key_of(right)})"
    types = [one.type for one in (left, right) if one.type is not None and one.family == "Tuple"]
    if len(types) < 2 or not any(map(_holds_unequal, types)):
        return None
    same = common_type(types)
    return f"({key_of(converted(left, same))} {operator} {key_of(converted(right, same))})"


def _holds_unequal(data_type: DataType) -> bool:
    """Whether a tuple may hold what is equal to nothing."""
    return any(
        one.nullable or one.family in FLOATS or (one.family == "Tuple" and _holds_unequal(one))
        for one in data_type.elements
    )


def from_key(sql: str, data_type: DataType | None) -> str:
    """Spark's text of the value that `key_of` made a key of."""
    if data_type is None or not needs_key(data_type):
        return sql
    return _from_key(sql, data_type, 0)


def _as_key(sql: str, data_type: DataType, depth: int) -> str:
    if data_type.family == "Map":
        return _each_entry(f"map_entries({sql})", data_type, depth, _as_key)
    if data_type.family == "Dynamic":
        return f"to_json({sql})"
    return _inside(sql, data_type, depth, _as_key)


def _from_key(sql: str, data_type: DataType, depth: int) -> str:
    if data_type.family == "Map":
        return f"map_from_entries({_each_entry(sql, data_type, depth, _from_key)})"
    if data_type.family == "Dynamic":
        return f"parse_json({sql})"
    return _inside(sql, data_type, depth, _from_key)


def _each_entry(entries: str, data_type: DataType, depth: int, change: _Change) -> str:
    if not any(map(needs_key, data_type.elements)):
        return entries
    entry = quote_name(f"_e{depth}")
    fields = ", ".join(
        f"'{name}', {change(f'{entry}.`{name}`', element, depth + 1)}"
        for name, element in zip(("key", "value"), data_type.elements, strict=True)
    )
    return f"transform({entries}, {entry} -> named_struct({fields}))"


def _inside(sql: str, data_type: DataType, depth: int, change: _Change) -> str:
    if not needs_key(data_type):
        return sql
    if data_type.family == "Tuple":
        fields = ", ".join(
            f"{quote_string(name)}, {change(f'{sql}.{quote_name(name)}', element, depth)}"
            for name, element in zip(field_names(data_type), data_type.elements, strict=True)
        )
        return f"CASE WHEN {sql} IS NOT NULL THEN named_struct({fields}) END"
    element = quote_name(f"_e{depth}")
    return f"transform({sql}, {element} -> {change(element, data_type.element, depth + 1)})"
