"""Elements of arrays, maps and tuples, and what makes them.

Source: https://clickhouse.com/docs/sql-reference/data-types/tuple and the pages beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import INTEGERS, nullable
from rmt_engine.sql.query.types.subcolumns import subcolumn
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.types import DataType

__all__ = [
    "element_of",
    "elements_of",
    "entries_of",
    "field_names",
    "has_elements",
    "tuple_of",
    "tuple_of_values",
    "tuples_of_arrays",
]

_KEY = "key_"
_WITH_ELEMENTS = ("Array", "Map", "Nested", "Tuple")


def field_names(data_type: DataType) -> list[str]:
    """The names that Spark knows a tuple's elements by."""
    if data_type.names:
        return list(data_type.names)
    return [str(place) for place in range(1, len(data_type.elements) + 1)]


def element_of(value: Value, which: str | int) -> Value:
    """An element of a tuple, by its name or its number from 1; of an array, those of its elements.

    Raises:
        RmtError: `ARGUMENT_OUT_OF_BOUND` or `BAD_ARGUMENTS`, it has no element of the number or the
            name; `ILLEGAL_TYPE_OF_ARGUMENT`, it is no tuple.
    """
    data_type = value.type
    if data_type is None:
        return Value(f"{value.sql}.{quote_name(str(which))}", None)
    if data_type.family in ("Array", "Nested", "Map") and which == "size0":
        return Value(f"CAST(size({value.sql}) AS DECIMAL(20,0))", DataType("UInt64"))
    if data_type.family in ("Array", "Nested"):
        return _of_each(value, data_type.element, which)
    if data_type.family == "JSON" and isinstance(which, str):
        return subcolumn(value, [which])
    if data_type.family == "Map" and isinstance(which, str):
        found = _of_map(value, data_type, which)
        if found is not None:
            return found
    if data_type.family != "Tuple":
        if which == "null":
            return Value(f"({value.sql} IS NULL)", DataType("UInt8"), is_condition=True)
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"First argument for function tupleElement must be tuple or array of tuple. "
            f"Actual {data_type}.",
        )
    place = _place(data_type, which)
    if value.elements:
        return value.elements[place]
    element = data_type.elements[place]
    if data_type.nullable:
        element = nullable(element)
    return Value(f"{value.sql}.{quote_name(field_names(data_type)[place])}", element)


def _of_map(value: Value, data_type: DataType, which: str) -> Value | None:
    """The `keys` or `values` of a map, or the value of a key; None for another name."""
    if which in ("keys", "values"):
        element = data_type.elements[which == "values"]
        return Value(f"map_{which}({value.sql})", DataType("Array", elements=(element,)))
    if which.startswith(_KEY):
        return _of_key(value, data_type, which.removeprefix(_KEY))
    return None


def _of_key(value: Value, data_type: DataType, key: str) -> Value:
    """The value of a map's key, `m.key_a`; the default of its type where there is none.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, the text is no key of this type.
    """
    of_keys, of_values = data_type.elements
    if of_keys.family in INTEGERS and not re.fullmatch(r"-?\d+", key):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", f"'{key}' is no key of {data_type}.")
    found = f"try_element_at({value.sql}, CAST({quote_string(key)} AS {of_keys.spark}))"
    if of_values.nullable:
        return Value(found, of_values)
    return Value(f"coalesce({found}, {of_values.default})", of_values)


def _of_each(value: Value, element: DataType, which: str | int) -> Value:
    """An element of each element of an array, `size1` being the `size0` of each."""
    size = re.fullmatch(r"size(\d+)", str(which))
    inside = f"size{int(size[1]) - 1}" if size else which
    if element.family not in _WITH_ELEMENTS and inside != "null":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"First argument for function tupleElement must be tuple or array of tuple. "
            f"Actual {value.type}.",
        )
    name = f"_t{value.sql.count('transform(')}"
    found = stored(element_of(Value(quote_name(name), element), inside))
    if found.type is None:
        return Value(f"transform({value.sql}, {quote_name(name)} -> {found.sql})", None)
    text = f"transform({value.sql}, {quote_name(name)} -> {found.sql})"
    return Value(text, DataType("Array", elements=(found.type,)))


def entries_of(value: Value) -> Value:
    """The array of a map's entries, tuples with the elements `keys` and `values`."""
    assert value.type is not None
    entry = DataType("Tuple", elements=value.type.elements, names=("keys", "values"))
    text = (
        f"transform(map_entries({value.sql}), "
        "`_m` -> named_struct('keys', `_m`.key, 'values', `_m`.value))"
    )
    return Value(text, DataType("Array", elements=(entry,)))


def tuple_of(fields: Mapping[str, Value]) -> Value:
    """A tuple of values, by the names of its elements."""
    pieces = [f"{quote_string(name)}, {stored(value).sql}" for name, value in fields.items()]
    types = [value.type for value in fields.values() if value.type is not None]
    found = DataType("Tuple", elements=tuple(types), names=tuple(fields))
    return Value(
        f"named_struct({', '.join(pieces)})",
        found if len(types) == len(fields) else None,
        elements=tuple(fields.values()),
    )


def tuples_of_arrays(arrays: Mapping[str, Value]) -> Value:
    """Arrays of one size as an array of tuples: what a Nested is as a whole.

    Args:
        arrays: by the names of the elements.
    """
    first, *_ = arrays.values()
    types = [one.type.element for one in arrays.values() if one.type is not None]
    pieces = ", ".join(
        f"{quote_string(name)}, {'`_e`' if one is first else f'{one.sql}[`_i`]'}"
        for name, one in arrays.items()
    )
    text = f"transform({first.sql}, (`_e`, `_i`) -> named_struct({pieces}))"
    element = DataType("Tuple", elements=tuple(types), names=tuple(arrays))
    return Value(text, DataType("Array", elements=(element,)))


def elements_of(value: Value, names: Sequence[str]) -> Value:
    """An element of a value by its name, of that one the next, and so on.

    Raises:
        RmtError: one has no such element.
    """
    for place, name in enumerate(names):
        if value.family == "JSON":
            return subcolumn(value, names[place:])
        value = element_of(value, name)
    return value


def has_elements(value: Value, names: Sequence[str]) -> bool:
    """Whether a value has an element of a name, and that one the next."""
    if value.family == "JSON":
        return True
    try:
        elements_of(value, names)
    except RmtError:
        return False
    return True


def _place(data_type: DataType, which: str | int) -> int:
    count = len(data_type.elements)
    if isinstance(which, int):
        place = which - 1 if which > 0 else count + which
        if which and 0 <= place < count:
            return place
    elif which in field_names(data_type):
        return field_names(data_type).index(which)
    elif which.lower() in [name.lower() for name in field_names(data_type)]:
        return [name.lower() for name in field_names(data_type)].index(which.lower())
    by_number = isinstance(which, int)
    raise RmtError(
        "ARGUMENT_OUT_OF_BOUND" if by_number else "BAD_ARGUMENTS",
        f"{data_type} doesn't have an element with {'number' if by_number else 'name'} '{which}'.",
    )


def tuple_of_values(values: Sequence[Value], data_type: DataType | None) -> Value:
    """A tuple of values."""
    pieces = [
        f"{quote_string(str(place))}, {stored(value).sql}" for place, value in enumerate(values, 1)
    ]
    is_constant = all(value.is_constant for value in values)
    found = replace(data_type, names=()) if data_type is not None else None
    return Value(
        f"named_struct({', '.join(pieces)})", found, folded=is_constant, elements=tuple(values)
    )
