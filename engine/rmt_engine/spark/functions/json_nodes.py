"""Values in a text of JSON, reached by a path.

A value is read twice: as a VARIANT, which knows its type, and as a text, which keeps the order in
which an object has its members.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/json-functions.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, call, once

__all__ = ["Node", "bound_by", "got", "json_of", "kind", "node_at", "root"]

_WRAPPED = '$["v"]'
_PIECE = r'("(?:[^"\\]|\\.)*"|-?[0-9][-+.0-9eE]*|[^"0-9-]+|-)'
"""A text of JSON, a number, or what is between."""
_IS_FRACTION = "^-?[0-9]+[.eE]"
_TEXTS, _VALUES = "string", "variant"


def kind(value: Column) -> Column:
    """Spark's name of the type a VARIANT holds."""
    return F.schema_of_variant(value)


def got(value: Column, spark: str) -> Column:
    """What a VARIANT holds, as a type of Spark's; NULL if it cannot be that."""
    return F.try_variant_get(value, "$", spark)


def bound_by(value: Column, text: str) -> Column:
    """What a lambda's text makes of a value: one call of the bridge, where columns are many."""
    return F.element_at(F.call_function("transform", F.array(value), F.expr(text)), 1)


def json_of(value: Column) -> Column:
    """The JSON of a value: what is between the brackets of an array of that one element."""
    array = F.to_json(F.array(value))
    return F.substring(array, F.lit(2), F.length(array) - 2)


@dataclass(frozen=True)
class Node:
    """A value.

    Attributes:
        value: a VARIANT; NULL if there is none.
        text: its text in JSON, but of a text what it says. Meaningless if there is no value.
    """

    value: Column
    text: Column

    def bound(self, made: Callable[[Node], Column]) -> Column:
        """What is made of the value where it is calculated once."""
        pair = F.struct(self.value.alias("value"), self.text.alias("text"))
        return once(pair, lambda one: made(Node(one["value"], one["text"])))

    @property
    def is_object(self) -> Column:
        """Whether it is an object."""
        return F.startswith(kind(self.value), F.lit("OBJECT"))

    @property
    def is_array(self) -> Column:
        """Whether it is an array."""
        return F.startswith(kind(self.value), F.lit("ARRAY"))

    @property
    def json(self) -> Column:
        """Its JSON, with numbers as ClickHouse writes them."""
        pieces = F.transform(F.regexp_extract_all(self.text, F.lit(_PIECE), F.lit(1)), _written)
        in_order = F.when(F.rlike(self.text, F.lit(r"[0-9][.eE]")), F.array_join(pieces, ""))
        return F.when(kind(self.value).isin("STRING", "VOID"), F.to_json(self.value)).otherwise(
            F.when(self.value.isNotNull(), F.coalesce(in_order, self.text))
        )

    @property
    def as_text(self) -> Column:
        """The value as a text: a text as it is, NULL of null, and of others their JSON."""
        is_text = kind(self.value) == "STRING"
        return F.when(kind(self.value) != "VOID", F.when(is_text, self.text).otherwise(self.json))

    def items(self, made: Callable[[Node], Column]) -> Column:
        """What is made of each element of an array; NULL for what is no array."""
        return _each(self._list(_VALUES), self._list(_TEXTS), made)

    def members(self, made: Callable[[Column, Node], Column]) -> Column:
        """What is made of each member of an object; NULL for what is none.

        Args:
            made: takes a key and the value.
        """
        texts = F.map_entries(self._map(_TEXTS))
        return F.zip_with(
            F.map_values(self._map(_VALUES)),
            texts,
            lambda value, entry: made(entry["key"], Node(value, entry["value"])),
        )

    @property
    def keys(self) -> Column:
        """The keys of an object; NULL for what is none."""
        return F.map_keys(self._map(_TEXTS))

    def member(self, key: Column, *, any_case: bool = False) -> Node:
        """The member of an object, the first one of the key."""
        if not any_case:
            return self._of_both(lambda of: F.try_element_at(self._map(of), key))

        def is_it(name: Column, _: Column) -> Column:
            return F.lower(name) == F.lower(key)

        return self._of_both(
            lambda of: F.try_element_at(F.map_values(F.map_filter(self._map(of), is_it)), F.lit(1))
        )

    def item(self, place: Column) -> Node:
        """The element of an array, or the member of an object, at a place; see `node_at`."""
        index = F.when(place != 0, place)
        return self._of_both(
            lambda of: F.try_element_at(
                F.coalesce(self._list(of), F.map_values(self._map(of))), index
            )
        )

    def element(self, place: Column) -> Node:
        """The element of an array at a place."""
        return self._of_both(lambda of: F.try_element_at(self._list(of), place))

    def key(self, place: Column) -> Column:
        """The key of an object's member at a place."""
        return F.try_element_at(self.keys, F.when(place != 0, place))

    def _of_both(self, made: Callable[[str], Column]) -> Node:
        return Node(made(_VALUES), made(_TEXTS))

    def _list(self, of: str) -> Column:
        return F.when(self.is_array, F.from_json(self.text, f"array<{of}>"))

    def _map(self, of: str) -> Column:
        return F.when(self.is_object, F.from_json(self.text, f"map<string,{of}>"))


def _each(values: Column, texts: Column, made: Callable[[Node], Column]) -> Column:
    return F.zip_with(values, texts, lambda value, text: made(Node(value, text)))


def _written(piece: Column) -> Column:
    number = F.when(F.rlike(piece, F.lit(_IS_FRACTION)), piece).try_cast("double")
    return F.coalesce(call("toString", number), piece)


def root(text: Column) -> Node:
    """The value that a whole text is; none if the text is no JSON."""
    texts = F.from_json(_wrapped(text), "map<string,string>")
    return Node(_parsed(text, _WRAPPED), F.try_element_at(texts, F.lit("v")))


def node_at(arguments: Arguments, last: int | None = None, *, any_case: bool = False) -> Node:
    """The value at the path that the arguments behind the first one are.

    Args:
        arguments: a text of JSON; then keys, and places of elements or members, from 1, or from the
            last one if they are negative.
        last: the place of the argument behind the path, if there is one.
        any_case: whether the case of letters in keys makes no difference.
    """
    text = arguments.columns[0]
    found, path = root(text), _WRAPPED
    for position in range(1, len(arguments) if last is None else last):
        step = arguments.columns[position]
        is_key = arguments.type(position) == "string"
        if not is_key:
            found, path = found.item(step.cast("int")), ""
            continue
        found = found.member(step, any_case=any_case)
        key = None if any_case else _constant(arguments, position)
        path = f"{path}[{json.dumps(key, ensure_ascii=False)}]" if path and key is not None else ""
        if path:
            found = Node(_parsed(text, path), found.text)
    return found


def _wrapped(text: Column) -> Column:
    """An object with the text as a member: Spark parses what begins with JSON, whatever follows."""
    return F.concat(F.lit('{"v":'), text, F.lit("}"))


def _parsed(text: Column, path: str) -> Column:
    return F.try_variant_get(F.try_parse_json(_wrapped(text)), path, "variant")


def _constant(arguments: Arguments, position: int) -> str | None:
    is_constant = arguments.expressions[position].foldable()
    return arguments.text(position) if is_constant else None
