"""Values in a text of JSON as values of a type.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/json-functions, tried
on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import call, once
from rmt_engine.spark.functions.json_nodes import Node, got, kind
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.json_functions import JSON_TEXT
from rmt_engine.sql.values.types import Category, DataType

__all__ = ["as_type", "float_of", "known", "whole_as", "whole_of"]

_WHOLE = "^[+-]?[0-9]+$"
_NUMBER = "^[+-]?[0-9]+([.][0-9]*)?([eE][+-]?[0-9]+)?$"
_DAY = "^[0-9]{4}([-/.]?[0-9]{1,2}){2}$"
_WIDEST = "decimal(38,0)"


def known(found: Column, wanted: DataType) -> Column:
    """What was found, or the type's default if nothing was."""
    return found if wanted.nullable else F.coalesce(found, F.expr(_default(wanted)))


def as_type(node: Node, wanted: DataType) -> Column:
    """A value as one of a type; NULL if it is none.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, values are never read as the type here;
            `ILLEGAL_TYPE_OF_ARGUMENT`, a map's keys are no texts.
    """
    read = _OF_FAMILY.get(wanted.family) or _OF_CATEGORY.get(wanted.category)
    if read is None:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"JSONExtract of values of the type {wanted} is not supported.",
            "Extract a String, and convert it with CAST.",
        )
    if wanted.category in _OF_VALUES:
        return once(node.value, lambda value: read(Node(value, node.text), wanted))
    return node.bound(lambda one: read(one, wanted))


def whole_of(value: Column, *, with_flags: bool = True) -> Column:
    """A whole number of at most 38 digits: a fraction is cut off, in a text, too."""
    number = got(value, "double")
    exact = F.when(number == F.rint(number), got(value, _WIDEST))
    flag = F.when(_is_flag(value), got(value, "boolean").cast("int")) if with_flags else None
    text = _text(value)
    plain = F.when(F.rlike(text, F.lit(_WHOLE)), text).try_cast(_WIDEST)
    return F.coalesce(
        F.when(_is_number(value), F.coalesce(exact, _cut(number))),
        *([flag.cast(_WIDEST)] if flag is not None else []),
        plain,
        _cut(F.when(F.rlike(text, F.lit(_NUMBER)), text).cast("double")),
    )


def float_of(value: Column, *, with_flags: bool = True) -> Column:
    """A floating-point number."""
    is_taken = _is_number(value)
    is_taken = is_taken | _is_flag(value) if with_flags else is_taken
    number = F.when(
        is_taken, F.coalesce(got(value, "double"), got(value, "boolean").cast("double"))
    )
    return F.coalesce(number, call("toFloat64OrNull", _text(value)))


def _cut(number: Column) -> Column:
    return F.when(number < 0, F.ceil(number)).otherwise(F.floor(number)).try_cast(_WIDEST)


def _is_number(value: Column) -> Column:
    return kind(value).isin("BIGINT", "DOUBLE") | F.startswith(kind(value), F.lit("DECIMAL"))


def _is_flag(value: Column) -> Column:
    return kind(value) == "BOOLEAN"


def _text(value: Column) -> Column:
    return F.when(kind(value) == "STRING", got(value, "string"))


def _default(wanted: DataType) -> str:
    if wanted.category is not Category.ENUM or wanted.nullable:
        return wanted.default
    zero = next((name for name, number in wanted.members if number == 0), None)
    if zero is not None:
        return quote_string(zero)
    error = RmtError(
        "UNKNOWN_ELEMENT_OF_ENUM",
        f"There is no such value in a JSON, and 0 is no value of {wanted}.",
        f"Nullable({wanted}) is NULL then.",
    )
    return failing(error, wanted.spark)


# Values that hold no others


def _integer(node: Node, wanted: DataType) -> Column:
    return once(whole_of(node.value), lambda whole: whole_as(whole, wanted))


def whole_as(whole: Column, wanted: DataType) -> Column:
    """A whole number as one of a type; NULL if the type has no such number."""
    least, greatest = (F.lit(str(limit)).cast(_WIDEST) for limit in _bounds(wanted))
    return F.when(whole.between(least, greatest), whole).try_cast(wanted.spark)


def _bounds(wanted: DataType) -> tuple[int, int]:
    least, greatest = wanted.whole_bounds
    widest = 10**38 - 1
    return max(least, -widest), min(greatest, widest)


def _float(node: Node, wanted: DataType) -> Column:
    return float_of(node.value).cast(wanted.spark)


def _bool(node: Node, _wanted: DataType) -> Column:
    flag = F.when(_is_flag(node.value), got(node.value, "boolean"))
    return F.coalesce(flag, F.when(_is_number(node.value), got(node.value, "double") != 0))


def _decimal(node: Node, wanted: DataType) -> Column:
    number = F.when(_is_number(node.value), got(node.value, "string"))
    text = F.coalesce(number, _text(node.value))
    return call("toDecimal128OrNull", text, F.lit(wanted.scale)).try_cast(wanted.spark)


def _string(node: Node, _wanted: DataType) -> Column:
    return node.as_text


def _fixed_string(node: Node, wanted: DataType) -> Column:
    text = node.as_text
    fits = F.when(F.octet_length(text) <= wanted.precision, text)
    return call("toFixedString", fits, F.lit(wanted.precision))


def _enum(node: Node, wanted: DataType) -> Column:
    text, number = _text(node.value), whole_of(node.value, with_flags=False)
    names = F.when(text.isin([name for name, _ in wanted.members]), text)
    found = F.when(_is_number(node.value) & number.isNull(), F.lit(None).cast("string"))
    for name, its in wanted.members:
        found = found.when(_is_number(node.value) & (number == its), name)
    return F.coalesce(names, found)


def _day(node: Node, wanted: DataType) -> Column:
    def read(text: Column) -> Column:
        return call(f"to{wanted.family}OrNull", F.when(F.rlike(text, F.lit(_DAY)), text))

    return once(_text(node.value), read)


def _moment(node: Node, wanted: DataType) -> Column:
    own = wanted.own_timezone
    zone = [F.lit(own)] if own else []
    seconds = F.when(_is_number(node.value), got(node.value, "double"))
    read = once(
        _text(node.value),
        lambda text: call("toDateTime64OrNull", text, F.lit(wanted.precision), *zone),
    )
    found = F.coalesce(F.timestamp_seconds(seconds), read)
    if wanted.family == "DateTime64":
        return found
    return once(found, lambda moment: call("toDateTime", moment))


def _read_by(function: str) -> Callable[[Node, DataType], Column]:
    return lambda node, _wanted: call(function, _text(node.value))


def _json(node: Node, _wanted: DataType) -> Column:
    return call(JSON_TEXT, F.when(node.is_object, F.to_json(node.value)))


# Values that hold others


def _array(node: Node, wanted: DataType) -> Column:
    element = wanted.element

    def whole(found: Column) -> Column:
        filled = F.transform(found, lambda one: known(one, element))
        return F.when((F.size(found) == 0) | F.exists(found, lambda one: one.isNotNull()), filled)

    found = node.items(lambda one: as_type(one, element))
    return found if element.nullable else once(found, whole)


def _map(node: Node, wanted: DataType) -> Column:
    key_type, value_type = wanted.elements
    if key_type.family != "String" or key_type.nullable:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"JSONExtract does not support the type {wanted}: its keys are no String.",
        )
    entries = node.members(
        lambda key, one: F.struct(key, known(as_type(one, value_type), value_type))
    )
    return F.map_from_entries(entries)


def _tuple(node: Node, wanted: DataType) -> Column:
    names = wanted.names or [str(place + 1) for place in range(len(wanted.elements))]
    found = []
    for place, (name, element) in enumerate(zip(names, wanted.elements, strict=True)):
        at_place = as_type(node.item(F.lit(place + 1)), element)
        if wanted.names:
            by_name = as_type(node.member(F.lit(name)), element)
            at_place = F.when(node.is_object, by_name).otherwise(at_place)
        found.append(at_place.alias(name))

    def whole(fields: Column) -> Column:
        filled = [
            known(fields[name], element).alias(name)
            for name, element in zip(names, wanted.elements, strict=True)
        ]
        has_one = reduce(or_, (fields[name].isNotNull() for name in names))
        return F.when(has_one, F.struct(*filled))

    is_container = node.is_object | node.is_array
    return F.when(is_container, once(F.struct(*found), whole))


_OF_FAMILY: Mapping[str, Callable[[Node, DataType], Column]] = {
    "Array": _array,
    "Nested": _array,
    "Map": _map,
    "Tuple": _tuple,
    "JSON": _json,
    "UUID": _read_by("toUUIDOrNull"),
    "IPv4": _read_by("toIPv4OrNull"),
    "IPv6": _read_by("toIPv6OrNull"),
}
_OF_VALUES = frozenset(
    (
        *(Category.INTEGER, Category.FLOAT, Category.BOOL, Category.DECIMAL, Category.ENUM),
        *(Category.DATE, Category.DATETIME, Category.UUID, Category.IPV4, Category.IPV6),
    )
)
"""Types whose values are read without the text of JSON."""
_OF_CATEGORY: Mapping[Category, Callable[[Node, DataType], Column]] = {
    Category.INTEGER: _integer,
    Category.FLOAT: _float,
    Category.BOOL: _bool,
    Category.DECIMAL: _decimal,
    Category.STRING: _string,
    Category.FIXED_STRING: _fixed_string,
    Category.ENUM: _enum,
    Category.DATE: _day,
    Category.DATETIME: _moment,
}
