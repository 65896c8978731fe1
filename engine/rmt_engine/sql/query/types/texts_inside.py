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


def with_texts(value: Value, families: Collection[str], text_of: Callable[[Value], Value]) -> Value:
    """A value with a text in the place of everything of some families that it is or holds.

    Args:
        value: the value.
        families: of types that become text.
        text_of: makes the text of a value of them.
    """
    writer = _Writer(families, text_of)
    if value.type is None or not writer.changes(value.type):
        return value
    changed = writer.changed(value.sql, value.type, 0)
    return Value(changed, writer.changed_type(value.type), folded=value.is_constant)


@dataclass(frozen=True)
class _Writer:
    families: Collection[str]
    text_of: Callable[[Value], Value]

    def changes(self, data_type: DataType) -> bool:
        return data_type.family in self.families or any(map(self.changes, data_type.elements))

    def changed_type(self, data_type: DataType) -> DataType:
        if data_type.family in self.families:
            return replace(plain("String"), nullable=data_type.nullable)
        return replace(data_type, elements=tuple(map(self.changed_type, data_type.elements)))

    def changed(self, sql: str, data_type: DataType, depth: int) -> str:
        if not self.changes(data_type):
            return sql
        if data_type.family in self.families:
            return self.text_of(Value(sql, data_type)).sql
        if data_type.family == "Tuple":
            fields = ", ".join(
                f"{quote_string(name)}, "
                + self.changed(f"{sql}.{quote_name(name)}", element, depth)
                for name, element in zip(field_names(data_type), data_type.elements, strict=True)
            )
            return f"CASE WHEN {sql} IS NOT NULL THEN named_struct({fields}) END"
        one = quote_name(f"_t{depth}")
        if data_type.family != "Map":
            return f"transform({sql}, {one} -> {self.changed(one, data_type.element, depth + 1)})"
        key, item = (
            self.changed(f"{one}.`{name}`", element, depth + 1)
            for name, element in zip(("key", "value"), data_type.elements, strict=True)
        )
        return f"map_from_entries(transform(map_entries({sql}), {one} -> struct({key}, {item})))"
