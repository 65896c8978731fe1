"""Values inside arrays, maps and tuples that become text, each as it does alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.types.subscripts import field_names
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["with_texts"]

_HOLDERS = ("Array", "Map", "Tuple")


def with_texts(
    value: Value,
    families: Collection[str],
    text_of: Callable[[Value], Value],
    target: DataType | None = None,
) -> Value:
    """A value with a text in the place of everything of some families that it is or holds.

    Args:
        value: the value.
        families: of types that become text.
        text_of: makes the text of a value of them.
        target: the type that the value is to become: only what is a String there becomes text. None
            for texts everywhere.
    """
    writer = _Writer(families, text_of)
    if value.type is None or not writer.changes(value.type, target):
        return value
    if value.type.family in families:
        return text_of(value)
    changed = writer.changed(value.sql, value.type, target, 0)
    return Value(changed, writer.changed_type(value.type, target), folded=value.is_constant)


@dataclass(frozen=True)
class _Writer:
    families: Collection[str]
    text_of: Callable[[Value], Value]

    def changes(self, data_type: DataType, target: DataType | None) -> bool:
        if self._is_text(data_type, target):
            return True
        return any(self.changes(*pair) for pair in _parts(data_type, target))

    def changed_type(self, data_type: DataType, target: DataType | None) -> DataType:
        if self._is_text(data_type, target):
            return replace(plain("String"), nullable=data_type.nullable)
        if not self.changes(data_type, target):
            return data_type
        elements = tuple(self.changed_type(*pair) for pair in _parts(data_type, target))
        return replace(data_type, elements=elements)

    def changed(self, sql: str, data_type: DataType, target: DataType | None, depth: int) -> str:
        if not self.changes(data_type, target):
            return sql
        if self._is_text(data_type, target):
            return self.text_of(Value(sql, data_type)).sql
        parts = _parts(data_type, target)
        if data_type.family == "Tuple":
            fields = ", ".join(
                f"{quote_string(name)}, {self.changed(f'{sql}.{quote_name(name)}', *pair, depth)}"
                for name, pair in zip(field_names(data_type), parts, strict=True)
            )
            return f"CASE WHEN {sql} IS NOT NULL THEN named_struct({fields}) END"
        one = quote_name(f"_t{depth}")
        if data_type.family != "Map":
            return f"transform({sql}, {one} -> {self.changed(one, *parts[0], depth + 1)})"
        key, item = (
            self.changed(f"{one}.`{name}`", *pair, depth + 1)
            for name, pair in zip(("key", "value"), parts, strict=True)
        )
        return f"map_from_entries(transform(map_entries({sql}), {one} -> struct({key}, {item})))"

    def _is_text(self, data_type: DataType, target: DataType | None) -> bool:
        is_wanted = target is None or target.family == "String"
        return is_wanted and data_type.family in self.families


def _parts(data_type: DataType, target: DataType | None) -> list[tuple[DataType, DataType | None]]:
    """The types inside a type, each with the one that it becomes; none where their forms differ."""
    if data_type.family not in _HOLDERS:
        return []
    if target is None:
        return [(element, None) for element in data_type.elements]
    if target.family != data_type.family or len(target.elements) != len(data_type.elements):
        return []
    return list(zip(data_type.elements, target.elements, strict=True))
