"""Values as other types: what ClickHouse does of itself, and CAST.

Source: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers import MISSING
from rmt_engine.sql.functions.answers.kinds import (
    NULL,
    STRINGS,
    array_of,
    is_number,
    nullable,
    plain,
    tuple_of,
)
from rmt_engine.sql.query.types.nested_texts import read_text
from rmt_engine.sql.query.types.subscripts import element_of, field_names
from rmt_engine.sql.query.types.texts_inside import with_texts
from rmt_engine.sql.query.values import Value, literal, stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.casts import UNREADABLE, json_expression, names_taken
from rmt_engine.sql.values.failures import SHOWN, failing
from rmt_engine.sql.values.types import Category, DataType

__all__ = [
    "as_dynamic",
    "as_result",
    "as_text",
    "cast_to",
    "constant_as",
    "constant_time",
    "converted",
    "decimal_text",
    "enum_number",
    "moment_in",
    "refusing_null",
    "without_zeros",
]

_DATE = re.compile(r"(?P<year>\d{4})(?P<sign>\D)(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})")
_DIGITS_OF_DATE = re.compile(r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)")
_DIGITS_OF_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)[ T]?(\d\d)(\d\d)(\d\d)")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?")
_SECONDS = re.compile(r"\d{5,10}")
_WHOLE = re.compile(r"[+-]?\d+")
_TEXTS = frozenset(("String", "FixedString", "UUID", "IPv4", "IPv6", "JSON"))
_ENUMS = frozenset(("Enum8", "Enum16"))
_PLAIN_TIME = re.compile(r"(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?)?")
_YEARS = {
    "Date": (1970, 2148),
    "Date32": (1900, 2299),
    "DateTime": (1971, 2105),
    "DateTime64": (1901, 2298),
}
"""Years of which every time is in a type's range, in all time zones."""
_FIRST_DAYS = {"Date": "1970-01-01", "Date32": "1900-01-01"}
_UUID = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}", re.IGNORECASE)


def converted(value: Value, target: DataType) -> Value:
    """A value as a type that holds it: a common type of several.

    A FixedString ends before the zero bytes that fill it where it becomes a String.

    Args:
        value: the value.
        target: the type.
    """
    return as_result(as_text(value, target), target)


def as_text(value: Value, target: DataType) -> Value:
    """FixedStrings without the zero bytes that fill them, where they become Strings.

    Args:
        value: any value, one that holds such as well.
        target: the type that it becomes.
    """
    return with_texts(value, ("FixedString",), without_zeros, target)


def without_zeros(value: Value) -> Value:
    """A text without zero bytes at its end."""
    constant = value.constant
    if isinstance(constant, str):
        return literal(constant.rstrip("\0"))
    return replace(value, sql=f"trim(TRAILING char(0) FROM {value.sql})")


def as_result(value: Value, target: DataType) -> Value:
    """A result of a choice as the type that holds all of them, a FixedString with all its bytes.

    Args:
        value: the value.
        target: the type.
    """
    value = stored(value)
    source = value.type
    if source is None or target.family == "Nothing":
        return replace(value, type=target if source is None else source)
    if source == NULL or source.family == "Nothing":
        return Value(f"CAST(NULL AS {target.spark})", target, value.constant)
    if source.spark == target.spark:
        return replace(value, type=target)
    if target.family == "Variant":
        return as_variant(value, target)
    if target.family == "Dynamic":
        return as_dynamic(value)
    if source.family in _ENUMS and is_number(target):
        return Value(f"CAST({enum_number(value)} AS {target.spark})", target)
    return Value(f"CAST({value.sql} AS {target.spark})", target, value.constant, value.folded)


def as_variant(value: Value, target: DataType) -> Value:
    """A value beside values of other types, of which it keeps what a client sees.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, its text depends on more than itself.
    """
    assert value.type is not None
    if target.spark != "STRING":
        return replace(value, sql=f"CAST({value.sql} AS {target.spark})", type=target)
    if value.type.category not in _SHOWN_ALONE:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"Values of the type {target} are not supported.",
            "Convert the values to one type.",
        )
    text = f"{FUNCTIONS['toString'].known_as}({value.sql})"
    return replace(value, sql=text, type=target)


def as_dynamic(value: Value) -> Value:
    """A value among values inside a JSON: a number, a Bool, an array of these, or a text.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, its text depends on more than itself.
    """
    value = stored(value)
    dynamic = DataType("Dynamic")
    if value.type is None or value.family in ("Dynamic", "Nothing"):
        return replace(value, sql=f"CAST({value.sql} AS VARIANT)", type=dynamic)
    if value.family not in _KEPT_IN_DYNAMIC and value.family != "DateTime":
        value = as_variant(value, DataType("Variant", elements=(value.type, DataType("String"))))
    shown = value.sql
    if value.family == "DateTime":
        shown = f"date_format({value.sql}, 'yyyy-MM-dd HH:mm:ss')"
    return Value(f"CAST({shown} AS VARIANT)", dynamic)


_KEPT_IN_DYNAMIC = frozenset(
    (*(f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)),
     "Float32", "Float64", "Bool", "String", "Array")
)  # fmt: skip
"""Types whose values a VARIANT holds as they are."""
_SHOWN_ALONE = frozenset(
    (
        Category.INTEGER,
        Category.FLOAT,
        Category.DECIMAL,
        Category.BOOL,
        Category.STRING,
        Category.DATE,
        Category.UUID,
        Category.ENUM,
        Category.VARIANT,
    )
)
"""Values whose texts do not depend on a time zone or on a client's way to show them."""


def enum_number(value: Value) -> str:
    """Spark's text of the number of an Enum's member."""
    assert value.type is not None
    cases = " ".join(
        f"WHEN {quote_string(name)} THEN {number}" for name, number in value.type.members
    )
    return f"(CASE {value.sql} {cases} END)"


def moment_in(text: str, zone: str) -> str | None:
    """A TIMESTAMP of Spark's from a text, as a clock in a time zone shows it."""
    if _SECONDS.fullmatch(text):
        return f"timestamp_seconds({int(text)}L)"
    text = _DIGITS_OF_MOMENT.sub(r"\1-\2-\3 \4:\5:\6", text)
    text = _DATE.sub(r"\g<year>-\g<month>-\g<day>", text, count=1)
    if not _MOMENT.fullmatch(text):
        return None
    try:
        dt.date.fromisoformat(text[:10])
    except ValueError:
        return None
    whole = text.replace("T", " ")
    whole = f"{whole} 00:00:00" if len(whole) == 10 else whole
    return f"TIMESTAMP'{whole} {zone}'"


def constant_time(text: str, target: DataType, zone: str) -> str | None:
    """A constant of Spark's for a text that any reader takes for the same day or moment.

    Args:
        text: the text.
        target: a type of dates or times.
        zone: the session's time zone.

    Returns:
        None for a text that is to be read as the type's function does: no plain time, out of range,
        with more digits than the type has, or one that a clock shows twice or never.
    """
    plain_time = _PLAIN_TIME.fullmatch(text)
    years = _YEARS.get(target.family)
    if plain_time is None or years is None:
        return None
    day, clock, digits = plain_time.groups()
    is_date = target.family.startswith("Date") and "Time" not in target.family
    digits_of_type = target.precision if target.family == "DateTime64" else 0
    if is_date == (clock is not None) or len(digits or "") > digits_of_type:
        return None
    zone = target.own_timezone or zone
    try:
        moment = dt.datetime.fromisoformat(f"{day} {clock or '00:00:00'}")
        offsets = {moment.replace(tzinfo=ZoneInfo(zone), fold=fold).utcoffset() for fold in (0, 1)}
    except (ValueError, ZoneInfoNotFoundError):
        return None
    if len(offsets) > 1 or not years[0] <= moment.year <= years[1]:
        return None
    return f"DATE'{day}'" if is_date else f"TIMESTAMP'{text} {zone}'"


def constant_as(text: str, target: DataType, zone: str) -> Value:
    """A constant text as a value of another type, as where it stands beside one.

    Args:
        text: the text.
        target: the other's type.
        zone: the session's time zone.

    Raises:
        RmtError: `TYPE_MISMATCH`, `CANNOT_PARSE_DATE` and the like, it is no such value.
    """
    found = _constant(text, target, zone)
    if found is None:
        is_longer = target.family in _FIRST_DAYS and _DATE.match(text) is not None
        raise RmtError(
            "TYPE_MISMATCH" if is_longer else UNREADABLE.get(target.family, "TYPE_MISMATCH"),
            f"Cannot convert string '{text}' to type {replace(target, nullable=False)}.",
        )
    return Value(found, replace(target, nullable=False, low_cardinality=False), text)


def _constant(text: str, target: DataType, zone: str) -> str | None:
    family = target.family
    if family in ("Date", "Date32"):
        return _day(text, family)
    if family in ("DateTime", "DateTime64"):
        return moment_in(text, target.own_timezone or zone)
    if family in _ENUMS:
        known = any(name == text for name, _ in target.members)
        return quote_string(text) if known else None
    if family == "UUID":
        return _uuid(text)
    if family == "FixedString":
        size = len(text.encode("utf-8", "surrogateescape"))
        if size > target.precision:
            return quote_string(text)
        padded = f"concat({quote_string(text)}, repeat(char(0), {target.precision - size}))"
        return padded if size < target.precision else quote_string(text)
    if family == "Bool":
        return {"true": "true", "1": "true", "false": "false", "0": "false"}.get(text.lower())
    return _number(text, target) if is_number(target) else quote_string(text)


def _uuid(text: str) -> str | None:
    if not _UUID.fullmatch(text):
        return None
    digits = text.lower().replace("-", "")
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    return quote_string("-".join(parts))


def _day(text: str, family: str) -> str | None:
    """A day as it is written; one behind a month's last is of the next month, up to the 31st.

    Another one is the type's first day, as in ClickHouse.
    """
    found = _DATE.fullmatch(text) or _DIGITS_OF_DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = (int(found[name]) for name in ("year", "month", "day"))
    if year < 1 or not (1 <= month <= 12 and 1 <= day <= 31):
        return f"DATE'{_FIRST_DAYS[family]}'"
    counted = dt.date(year, month, 1) + dt.timedelta(days=day - 1)
    return f"DATE'{counted.isoformat()}'"


def _number(text: str, target: DataType) -> str | None:
    if target.family.startswith("Float"):
        try:
            float(text)
        except ValueError:
            return None
        return f"CAST({quote_string(text)} AS {target.spark})"
    if target.family == "Decimal" and re.fullmatch(r"[+-]?\d+(\.\d+)?", text):
        return decimal_text(text, target.scale)
    return decimal_text(text, 0) if _WHOLE.fullmatch(text) else None


def decimal_text(text: str, scale: int) -> str:
    """A number as a Decimal of just enough digits.

    Spark compares Decimals as the type that holds both; where that has more than 38 digits, digits
    behind the point are lost.

    Args:
        text: its digits, with a sign and a point or without.
        scale: how many digits it has behind the point.
    """
    whole = text.partition(".")[0].lstrip("+-").lstrip("0")
    precision = min(38, max(1, len(whole) + scale))
    return f"CAST({quote_string(text)} AS DECIMAL({precision},{scale}))"


# CAST


def cast_to(value: Value, target: DataType, call: Callable[[str, list[Value]], Value]) -> Value:
    """`CAST(value AS target)`.

    Args:
        value: the value.
        target: the type.
        call: lowers a call of a function, with its arguments.

    NULL is refused where the type has none: when a row has one, or here if the value is NULL.

    Raises:
        RmtError: `CANNOT_CONVERT_TYPE`, values of the one type cannot become the other.
    """
    source = value.type
    if source is not None and (source == NULL or source.family == "Nothing"):
        if not target.nullable and target.family not in _TAKES_NULL:
            raise RmtError(
                "CANNOT_CONVERT_TYPE",
                f"Cannot convert NULL to a non-nullable type: {target}.",
                f"Nullable({target}) takes NULL.",
            )
        return Value(f"CAST(NULL AS {target.spark})", nullable(target), None)
    return refusing_null(_cast_known(value, target, call), source, target)


def refusing_null(found: Value, source: DataType | None, target: DataType) -> Value:
    """A converted value, which is refused when it is NULL and the type it became has none.

    Args:
        found: the value as the other type.
        source: the type it had.
        target: the type it became.
    """
    if source is None or not source.nullable or target.nullable or target.family in _TAKES_NULL:
        return found
    return replace(found, sql=f"coalesce({found.sql}, {_no_null(target)})")


_TAKES_NULL = ("Variant", "Dynamic", "Nothing")


def _no_null(target: DataType) -> str:
    """Refuses NULL, in Spark's text."""
    error = RmtError(
        "CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN",
        f"Cannot convert NULL value to non-Nullable type {target}.",
        f"Nullable({target}) takes NULL, and the setting cast_keep_nullable makes it that.",
    )
    return failing(error, target.spark)


def _cast_known(value: Value, target: DataType, call: Callable[[str, list[Value]], Value]) -> Value:
    """`CAST` of what is not NULL by its type; NULLs stay NULL."""
    source = value.type
    plain_target = replace(target, nullable=False, low_cardinality=False)
    if (
        source is not None
        and replace(source, nullable=False, low_cardinality=False) == plain_target
    ):
        return replace(stored(value), type=target)
    value = stored(value)
    if source is not None and value.family in STRINGS:
        # A text that is no such value is NULL where the type has it, and an error else.
        value = replace(value, type=replace(source, nullable=target.nullable))
    found = _CASTS.get(target.family, _simple)(value, plain_target, call)
    return replace(found, type=target, folded=value.is_constant)


def _simple(value: Value, target: DataType, call: Callable[[str, list[Value]], Value]) -> Value:
    if value.family in _ENUMS and is_number(target):
        return Value(f"CAST({enum_number(value)} AS {target.spark})", target)
    if target.family == "Decimal":
        name = "toDecimal32" if target.precision <= 9 else "toDecimal64"
        name = "toDecimal128" if target.precision > 18 else name
        scale = Value(str(target.scale), plain("UInt8"), target.scale)
        found = call(name, [value, scale])
        return replace(found, sql=f"CAST({found.sql} AS {target.spark})")
    or_null = value.family in STRINGS and value.is_nullable
    if target.family == "FixedString":
        size = Value(str(target.precision), plain("UInt64"), target.precision)
        if or_null:
            fits = f"CASE WHEN octet_length({value.sql}) <= {target.precision} THEN {value.sql} END"
            value = replace(value, sql=f"({fits})", constant=MISSING)
        return call("toFixedString", [value, size])
    if target.family == "DateTime64":
        name = "toDateTime64OrNull" if or_null else "toDateTime64"
        return call(name, [value, _digits(target), *_zone(target)])
    if target.family == "DateTime":
        return call("toDateTime", [value, *_zone(target)])
    if target.family == "JSON":
        return _as_json(value, target)
    return call(f"to{target.family}", [value])


def _as_json(value: Value, target: DataType) -> Value:
    """A text, a map by texts, or a tuple whose elements have names as a JSON."""
    text = value.sql
    if value.family == "Map" or (value.type is not None and value.type.names):
        text = f"to_json({value.sql})"
    elif value.family not in STRINGS and value.family != "JSON":
        raise RmtError(
            "INCORRECT_DATA", f"Cannot read JSON object from a value of the type {value.type}."
        )
    error = RmtError("INCORRECT_DATA", f"Cannot parse JSON object here: {SHOWN}.")
    failure = failing(error, shown=f"substring({text}, 1, 100)")
    return Value(f"({json_expression(text, failure, target)})", target)


def _digits(target: DataType) -> Value:
    return Value(str(target.precision), plain("UInt8"), target.precision)


def _zone(target: DataType) -> list[Value]:
    zone = target.own_timezone
    return [Value(quote_string(zone), plain("String"), zone)] if zone else []


def _as_enum(value: Value, target: DataType, _call: Callable[[str, list[Value]], Value]) -> Value:
    if value.type is not None and is_number(value.type):
        cases = " ".join(
            f"WHEN {number} THEN {quote_string(name)}" for name, number in target.members
        )
        return Value(f"(CASE {value.sql} {cases} ELSE {_no_member(value, target)} END)", target)
    names = [name for name, _ in target.members]
    if isinstance(value.constant, str) and value.constant not in names:
        raise RmtError(
            "UNKNOWN_ELEMENT_OF_ENUM", f"Unknown element '{value.constant}' for enum {target}."
        )
    if value.type is not None and value.family in _ENUMS:
        _check_same_numbers(value.type, target)
    if isinstance(value.constant, str) or value.family in _ENUMS:
        return replace(value, type=target)
    known = ", ".join(map(quote_string, names))
    member = f"WHEN {value.sql} IN ({known}) THEN {value.sql}"
    return Value(f"(CASE {member} ELSE {_no_member(value, target)} END)", target)


def _check_same_numbers(source: DataType, target: DataType) -> None:
    """Refuses to make one Enum of another in which a name has another number."""
    changed = source.changed_member(target)
    if changed is not None:
        name, number, other = changed
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Enum conversion changes value for element '{name}' from {number} to {other}.",
            "Convert it to a String first.",
        )


def _no_member(value: Value, target: DataType) -> str:
    """Refuses what is no member of an Enum, in Spark's text; NULL stays NULL."""
    error = RmtError("UNKNOWN_ELEMENT_OF_ENUM", f"Unknown element '{SHOWN}' for enum {target}.")
    failure = failing(error, "STRING", shown=f"CAST({value.sql} AS STRING)")
    return f"CASE WHEN {value.sql} IS NOT NULL THEN {failure} END"


def _of_text(value: Value, target: DataType, call: Callable[[str, list[Value]], Value]) -> Value:
    return read_text(value.sql, target, lambda text, inside: cast_to(text, inside, call))


_PAIR = "named_struct('1', `_c`.`key`, '2', `_c`.`value`)"


def _as_array(value: Value, target: DataType, call: Callable[[str, list[Value]], Value]) -> Value:
    if value.family == "Map" and value.type is not None and target.element.family == "Tuple":
        pairs = array_of(tuple_of(value.type.elements))
        entries = f"transform(map_entries({value.sql}), `_c` -> {_PAIR})"
        return _as_array(Value(entries, pairs), target, call)
    if value.family in STRINGS:
        return _of_text(value, target, call)
    if value.family not in ("Array", "Nested") or value.type is None:
        return _unconvertible(value, target)
    if value.type.element.family == "Nothing" or value.sql == "array()":
        return Value(f"CAST({value.sql} AS {target.spark})", target)
    element = cast_to(Value("`_c`", value.type.element), target.element, call)
    return Value(f"transform({value.sql}, `_c` -> {element.sql})", target)


def _as_tuple(value: Value, target: DataType, call: Callable[[str, list[Value]], Value]) -> Value:
    source = value.type
    if value.family in STRINGS:
        return _of_text(value, target, call)
    if value.family != "Tuple" or source is None:
        return _unconvertible(value, target)
    names = field_names(source)
    wanted = names_taken(source.names, target.names) or names
    if len(wanted) != len(target.elements):
        return _unconvertible(value, target)
    types = dict(zip(names, source.elements, strict=True))
    pieces = []
    for name, after, own in zip(wanted, target.elements, field_names(target), strict=True):
        text = after.default
        if name in types:
            element = Value(f"{value.sql}.{quote_name(name)}", types[name])
            text = stored(cast_to(element, after, call)).sql
        pieces.append(f"{quote_string(own)}, {text}")
    built = f"named_struct({', '.join(pieces)})"
    if source.nullable:
        built = f"CASE WHEN {value.sql} IS NOT NULL THEN {built} END"
    return Value(built, target)


def _as_map(value: Value, target: DataType, call: Callable[[str, list[Value]], Value]) -> Value:
    source = value.type
    of_keys, of_items = target.elements
    if source is not None and _is_pair_of_arrays(source):
        arrays = [element_of(value, place) for place in (1, 2)]
        keys, items = (
            stored(cast_to(array, array_of(of), call)).sql
            for array, of in zip(arrays, target.elements, strict=True)
        )
        return Value(f"map_from_arrays({keys}, {items})", target)
    if source is not None and source.family == "Array" and _is_pair(source.element):
        pairs, source = value.sql, source.element
        names = field_names(source)
    elif source is not None and source.family == "Map":
        pairs, names = f"map_entries({value.sql})", ["key", "value"]
    else:
        return _unconvertible(value, target)
    key, item = (
        stored(cast_to(Value(f"`_c`.{quote_name(name)}", before), after, call)).sql
        for name, before, after in zip(names, source.elements, (of_keys, of_items), strict=True)
    )
    return Value(f"map_from_entries(transform({pairs}, `_c` -> struct({key}, {item})))", target)


def _is_pair(data_type: DataType) -> bool:
    return data_type.family == "Tuple" and len(data_type.elements) == 2


def _is_pair_of_arrays(data_type: DataType) -> bool:
    return _is_pair(data_type) and all(one.family == "Array" for one in data_type.elements)


def _unconvertible(value: Value, target: DataType) -> Value:
    if value.type is None:
        return Value(f"CAST({value.sql} AS {target.spark})", target)
    raise RmtError("TYPE_MISMATCH", f"A value of the type {value.type} cannot become {target}.")


_CASTS: Mapping[str, Callable[..., Value]] = {
    "Enum8": _as_enum,
    "Enum16": _as_enum,
    "Array": _as_array,
    "Tuple": _as_tuple,
    "Map": _as_map,
}
