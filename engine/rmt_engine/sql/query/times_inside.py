"""Times inside arrays, maps and tuples that become text: each as the clock of its zone shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.grammar.quoting import quote_name, quote_string
from rmt_engine.sql.query.subscripts import field_names
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = ["with_texts_of_times"]

_TIMES = frozenset(("DateTime", "DateTime64"))


def with_texts_of_times(value: Value, text_of: Callable[[Value], Value]) -> Value:
    """A value with a text in the place of every time that it is or holds.

    Args:
        value: the value.
        text_of: makes the text of a time.
    """
    if value.type is None or not _has_time(value.type):
        return value
    changed = _changed(value.sql, value.type, text_of, 0)
    return Value(changed, _type_with_texts(value.type), folded=value.is_constant)


def _has_time(data_type: DataType) -> bool:
    return data_type.family in _TIMES or any(map(_has_time, data_type.elements))


def _type_with_texts(data_type: DataType) -> DataType:
    if data_type.family in _TIMES:
        return replace(plain("String"), nullable=data_type.nullable)
    return replace(data_type, elements=tuple(map(_type_with_texts, data_type.elements)))


def _changed(sql: str, data_type: DataType, text_of: Callable[[Value], Value], depth: int) -> str:
    if not _has_time(data_type):
        return sql
    if data_type.family in _TIMES:
        return text_of(Value(sql, data_type)).sql
    if data_type.family == "Tuple":
        fields = ", ".join(
            f"{quote_string(name)}, "
            + _changed(f"{sql}.{quote_name(name)}", element, text_of, depth)
            for name, element in zip(field_names(data_type), data_type.elements, strict=True)
        )
        return f"CASE WHEN {sql} IS NOT NULL THEN named_struct({fields}) END"
    one = quote_name(f"_t{depth}")
    if data_type.family != "Map":
        changed = _changed(one, data_type.element, text_of, depth + 1)
        return f"transform({sql}, {one} -> {changed})"
    key, item = (
        _changed(f"{one}.`{name}`", element, text_of, depth + 1)
        for name, element in zip(("key", "value"), data_type.elements, strict=True)
    )
    return f"map_from_entries(transform(map_entries({sql}), {one} -> struct({key}, {item})))"
