"""Calls of functions of a row, whose arguments are lowered.

Functions whose meaning depends on types have lowerings of their own; all others are calls of the
functions that this engine adds to Spark, or of Spark's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import (
    COMPILED_TABLE_FUNCTIONS,
    FUNCTIONS,
    SAME_IN_SPARK,
    SPARK_HOMONYMS,
    TABLE_FUNCTIONS,
    refusal_of,
)
from rmt_engine.sql.functions.answers import (
    MISSING,
    answer_type,
    canonical_name,
    common_type,
    is_null_of_null,
    takes_dynamics,
    takes_variants,
)
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    INTEGERS,
    NOTHING,
    NULL,
    SIGNED,
    STRINGS,
    TIMES,
    array_of,
    bare,
    is_interval,
    is_number,
    nullable,
    plain,
    tuple_of,
)
from rmt_engine.sql.functions.answers.times import SUBSECONDS, UNITS
from rmt_engine.sql.functions.arguments import check_arguments, check_fixed_number
from rmt_engine.sql.grammar.quoting import is_of_bytes, quote_string
from rmt_engine.sql.query.aggregate_calls import finalized
from rmt_engine.sql.query.arithmetic import ARITHMETIC, interval, interval_as
from rmt_engine.sql.query.array_sizes import of_one_size
from rmt_engine.sql.query.asked_of_times import OF_TIMES
from rmt_engine.sql.query.asked_settings import OF_SETTINGS
from rmt_engine.sql.query.bitmaps import BITMAP_FUNCTIONS
from rmt_engine.sql.query.changed_times import OF_CHANGES
from rmt_engine.sql.query.comparisons import COMPARISONS, compared, may_be_nan, without_zeros
from rmt_engine.sql.query.composing import Lowering, LoweringInContext
from rmt_engine.sql.query.compositions import COMPOSITIONS
from rmt_engine.sql.query.conditions import CONDITIONS
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.conversion import (
    cast_to,
    constant_time,
    converted,
    refusing_null,
)
from rmt_engine.sql.query.dynamic_calls import over_dynamics, text_of_dynamic
from rmt_engine.sql.query.hashes import HASH_OF_NOTHING, HASHES, bytes_of, hashed_values
from rmt_engine.sql.query.json_paths import all_with_types
from rmt_engine.sql.query.numbers_taken import as_count, as_number, with_numbers
from rmt_engine.sql.query.read_query import read_expression
from rmt_engine.sql.query.rounding import digits_of, rounded_whole
from rmt_engine.sql.query.steps_from_origin import start_of_step
from rmt_engine.sql.query.subcolumns import DYNAMIC
from rmt_engine.sql.query.subscripts import element_of, tuple_of_values
from rmt_engine.sql.query.texts_inside import with_texts
from rmt_engine.sql.query.tree import Call, Expression, Literal
from rmt_engine.sql.query.values import Value, argument_of, literal, of_any_bytes, stored, truth
from rmt_engine.sql.query.variants import alone, over_variants
from rmt_engine.sql.query.zones import clock_of, on_own_clocks
from rmt_engine.sql.values.json_functions import text_of_json
from rmt_engine.sql.values.nested_text import read_nested
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["CallContext", "lower_scalar"]

_SPARKS = {name.lower(): name for name in SAME_IN_SPARK}
_BOOLEAN_IN_SPARK = frozenset(("startsWith", "endsWith"))
_BOOLEANS = _BOOLEAN_IN_SPARK | frozenset(
    name for name, function in FUNCTIONS.items() if function.returns == "Bool"
)
_SIZES = {
    "Decimal32": (0, 9),
    "Decimal64": (0, 18),
    "Decimal128": (0, 38),
    "DateTime64": (0, 9),
    "FixedString": (1, 16_777_215),
}
"""What the second argument of a conversion may be: digits after the point, or bytes."""
_MOST_BITS = 64
"""The widest whole number whose bits Spark has."""
_LIKES = {
    "like": "LIKE",
    "notLike": "NOT LIKE",
    "ilike": "ILIKE",
    "notILike": "NOT ILIKE",
}
_NOT_OF: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("bitAnd", "bitOr", "bitXor", "bitHammingDistance"), STRINGS),
    "bitNot": STRINGS,
    **dict.fromkeys(("hex", "bin", "toString"), ("AggregateFunction",)),
}
"""Families of types that ClickHouse's function takes as well, and that are not supported."""
_DAYS = ("Date", "Date32")
_WITHOUT_FRACTIONS: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("toMillisecond", "toMicrosecond", "toNanosecond"), _DAYS),
    **{f"toStartOf{unit}": (*_DAYS, "DateTime") for unit in ("Second", *SUBSECONDS)},
}
"""Families of types that functions of fractions of a second refuse when they are calculated."""
_TIMES = frozenset(("toDate", "toDate32", "toDateTime", "toDateTime64"))
_NULL_FOR_NO_VALUE = frozenset(
    f"to{family}"
    for family in (
        *(INTEGERS - {"Bool"}),
        *("Float32", "Float64", "Decimal32", "Decimal64", "Decimal128"),
        *("Date", "Date32", "DateTime", "UUID", "IPv4", "IPv6"),
    )
)
"""Conversions that give NULL for a Nullable text that is no such value."""
_CHECKED = frozenset(_NULL_FOR_NO_VALUE - {"toDecimal32", "toDecimal64", "toDecimal128"})
"""Conversions that have forms which check the value: `toInt8OrNull` and its kin."""
_ONLY_CONVERTED = TIMES | {"Enum8", "Enum16", "Decimal", "UUID", *map("Interval{}".format, UNITS)}
"""Values that no conversion gives its default for."""
_OF_INTERVALS = frozenset(("toStartOfInterval",))
"""Functions that are given Spark's intervals; to all others an interval is its number."""
_MOMENTS = frozenset(("DateTime", "DateTime64"))
_CLOCKS = frozenset(("now", "now64", "today", "yesterday"))
"""Functions whose answer is the same for all rows of a query, and not for all queries."""
_OF_OTHERS: Mapping[str, Lowering] = {**ARITHMETIC, **COMPOSITIONS}
"""Functions that are made of others, by the types of their arguments."""

_OF_SEVERAL_TYPES: Sequence[tuple[str, Callable[[str], bool], Lowering]] = (
    ("Variant", takes_variants, over_variants),
    ("Dynamic", takes_dynamics, over_dynamics),
)
"""Families of values of several types, what takes them as they are, and what calls the others."""


def lower_scalar(name: str, values: Sequence[Value], context: CallContext) -> Value:
    """A call of a function of a row.

    Args:
        name: the function, as written.
        values: its arguments; a lambda is a text with an arrow, and has the type of its body.
        context: the statement it stands in.

    Raises:
        RmtError: `UNKNOWN_FUNCTION`, `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`,
            `ILLEGAL_TYPE_OF_ARGUMENT`, and what else is wrong with its arguments.
    """
    if name.endswith("()"):
        return _called(name.removesuffix("()"), values)
    canonical = canonical_name(name)
    if canonical is None:
        return _sparks_own(name, values)
    found = _lowered(name, canonical, values, context)
    text = values[0].constant if canonical in _TIMES and values else None
    if isinstance(text, str) and found.is_constant and found.type is not None:
        constant = constant_time(text, found.type, context.zone)
        return replace(found, sql=constant or found.sql)
    if found.folded and found.family in STRINGS:
        return replace(found, sql=of_any_bytes(found.sql))
    return found


def _lowered(name: str, canonical: str, values: Sequence[Value], context: CallContext) -> Value:
    def call(function: str, arguments: Sequence[Value]) -> Value:
        return lower_scalar(function, arguments, context)

    for family, takes, called_over in _OF_SEVERAL_TYPES:
        if any(value.family == family for value in values) and not takes(canonical):
            return called_over(canonical, values, call)
    types = [value.type for value in values if not value.is_lambda]
    for none in (NULL, NOTHING):
        if none in types and is_null_of_null(canonical):
            check_fixed_number(canonical, len(values))
            return replace(literal(None), type=none)
    check_arguments(canonical, len(values), types)
    if any(value.family in _NOT_OF.get(canonical, ()) for value in values[:1]):
        raise RmtError("NOT_IMPLEMENTED", f"{canonical} of a {values[0].family} is not supported.")
    if values and values[0].family in _WITHOUT_FRACTIONS.get(canonical, ()):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {values[0].type} of argument 1 of function {canonical}.",
        )
    if canonical in _NULL_FOR_NO_VALUE and _is_nullable_text(values[0]):
        canonical = f"{canonical}OrNull"
    if canonical in _OF_OTHERS:
        return _OF_OTHERS[canonical](canonical, values, call)
    if canonical in COMPARISONS:
        return compared(canonical, values[0], values[1], context.zone)
    if canonical in CONDITIONS:
        return CONDITIONS[canonical](canonical, values, context.zone)
    zoned = on_own_clocks(canonical, values, context.zone, call)
    if zoned is not None:
        return zoned
    special = _SPECIAL.get(canonical)
    if special is not None:
        return special(values, context)
    return _called(canonical, values, name)


def _is_nullable_text(value: Value) -> bool:
    return value.family in STRINGS and value.is_nullable


def _called(name: str, values: Sequence[Value], written: str = "") -> Value:
    """A call of a function by its name in Spark; by the name as written, if only that is known."""
    homonym = SPARK_HOMONYMS.get(name.lower(), "")
    function = FUNCTIONS.get(name) or FUNCTIONS.get(homonym) or FUNCTIONS.get(written)
    is_of_interval = name in _OF_INTERVALS
    given = with_numbers(name, values)
    arguments = ", ".join(
        _interval_of_spark(value) if is_of_interval else _argument(value) for value in given
    )
    spark_name = function.known_as if function is not None else name
    if function is None and name.lower() not in _SPARKS:
        if written.lower() not in _SPARKS:
            raise refusal_of(name, FUNCTIONS)
        spark_name = written
    text = f"{spark_name}({arguments})"
    answer = answer_type(name, [argument_of(value) for value in values])
    if answer is None:
        answer = answer_type(name, [argument_of(value) for value in given])
    if answer is None:
        return Value(text, None)
    if answer.family == "Nothing":
        return literal(None)
    if name in _BOOLEANS and answer.family == "UInt8":
        return truth(text, answer)
    if name in ("arrayFirst", "arrayLast") and answer.nullable:
        return _called(f"{name}OrNull", values)
    is_random = function is not None and not function.deterministic and name not in _CLOCKS
    is_constant = bool(values) and not is_random and all(value.is_constant for value in values)
    return Value(f"CAST({text} AS {answer.spark})", answer, folded=is_constant)


def _argument(value: Value) -> str:
    return value.sql if value.is_lambda else stored(value).sql


def _interval_of_spark(value: Value) -> str:
    """Spark's text of an interval of its own; of a value of another type, of the value."""
    if value.type is None or not is_interval(value.type):
        return _argument(value)
    unit = value.type.family.removeprefix("Interval")
    if isinstance(value.constant, int) and unit != "Nanosecond":
        count, unit = (3 * value.constant, "Month") if unit == "Quarter" else (value.constant, unit)
        return f"INTERVAL '{count}' {unit.upper()}"
    return f"toInterval{unit}(CAST({value.sql} AS INT))"


def _sparks_own(name: str, values: Sequence[Value]) -> Value:
    """A function that ClickHouse does not have, and Spark may have."""
    if name in TABLE_FUNCTIONS or name in COMPILED_TABLE_FUNCTIONS:
        raise RmtError(
            "UNKNOWN_FUNCTION",
            f"{name} is a table function, which stands in FROM.",
            f"IN (SELECT … FROM {name}(…)) has its rows as a set.",
        )
    function = FUNCTIONS.get(name)
    spark_name = function.known_as if function is not None else name
    return Value(f"{spark_name}({', '.join(map(_interval_of_spark, values))})", None)


# Functions with lowerings of their own


def _cast(values: Sequence[Value], context: CallContext) -> Value:
    if len(values) != 2:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", f"CAST takes a value and a type, not {len(values)}."
        )
    value, to = values
    if not isinstance(to.constant, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "Second argument to CAST must be a constant string describing type.",
        )

    def call(function: str, arguments: list[Value]) -> Value:
        return lower_scalar(function, arguments, context)

    value = alone(value, "CAST")
    target = parse_type(to.constant)
    if isinstance(value.constant, str) and target.family in ("Array", "Tuple"):
        value = _as_written(read_expression(read_nested(value.constant, target)), call)
    return cast_to(value, _kept_null(target, value, context), call)


def _as_written(node: Expression, call: Callable[[str, list[Value]], Value]) -> Value:
    """The value of literals, and of arrays, maps and tuples of them."""
    if isinstance(node, Call):
        return call(node.name, [_as_written(one, call) for one in node.arguments])
    assert isinstance(node, Literal)
    return literal(node.value)


def _start_of_interval(values: Sequence[Value], context: CallContext) -> Value:
    name = "toStartOfInterval"
    if len(values) < 3:
        return _called(name, values)
    return start_of_step(
        name, values, lambda function, arguments: lower_scalar(function, arguments, context)
    )


def _accurate_cast(values: Sequence[Value], context: CallContext) -> Value:
    found = _called("accurateCast", values)
    if found.type is None:
        return found
    target = _kept_null(found.type, values[0], context)
    return replace(refusing_null(found, values[0].type, target), type=target)


def _kept_null(target: DataType, value: Value, context: CallContext) -> DataType:
    """The type that CAST makes of a value, which keeps its NULLs with `cast_keep_nullable`."""
    keeps_null = context.settings.get("cast_keep_nullable") == "1" and value.is_nullable
    return nullable(target) if keeps_null else target


def _array(values: Sequence[Value], _context: CallContext) -> Value:
    answer = answer_type("array", [argument_of(value) for value in values])
    is_constant = all(value.is_constant for value in values)
    if answer is None or answer.element.family == "Nothing":
        texts = [stored(value).sql for value in values]
        return Value(f"array({', '.join(texts)})", answer, folded=is_constant)
    texts = [converted(value, answer.element).sql for value in values]
    return Value(f"array({', '.join(texts)})", answer, folded=is_constant)


def _map(values: Sequence[Value], _context: CallContext) -> Value:
    answer = answer_type("map", [argument_of(value) for value in values])
    if answer is None or len(values) % 2:
        raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "map takes keys and values in turn.")
    if not values:
        return Value("map()", answer, folded=True)
    key, item = answer.elements
    texts = [converted(value, item if place % 2 else key).sql for place, value in enumerate(values)]
    is_constant = all(value.is_constant for value in values)
    return Value(f"map({', '.join(texts)})", answer, folded=is_constant)


def _tuple(values: Sequence[Value], _context: CallContext) -> Value:
    answer = answer_type("tuple", [argument_of(stored(value)) for value in values])
    return tuple_of_values(values, answer)


def _tuple_element(values: Sequence[Value], _context: CallContext) -> Value:
    which = values[1].constant
    if not isinstance(which, str | int):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "tupleElement takes a constant number or name.")
    return element_of(values[0], which)


def _element(values: Sequence[Value], _context: CallContext) -> Value:
    """`array[n]`, `map[key]`: the type's default where there is none."""
    container, place = (stored(value) for value in values)
    if container.type is None:
        return Value(f"{container.sql}[{place.sql}]", None)
    answer = answer_type("arrayElement", [argument_of(container), argument_of(place)])
    if answer is None or not _is_place(container, place):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal types {container.type} and {place.type} of arguments of function "
            "arrayElement.",
        )
    if container.family == "Array" and place.constant == 0 and place.family != "String":
        raise RmtError("ZERO_ARRAY_OR_TUPLE_INDEX", "Array indices are 1-based.")
    if container.family == "Map":
        key = converted(place, container.type.elements[0])
        found = f"try_element_at({container.sql}, {key.sql})"
    else:
        found = f"try_element_at({container.sql}, nullif(CAST({place.sql} AS INT), 0))"
    if answer.nullable or answer.family == "Nothing":
        return Value(found, answer)
    return Value(f"coalesce({found}, {answer.default})", answer)


def _element_or_null(values: Sequence[Value], _context: CallContext) -> Value:
    container, place = (stored(value) for value in values)
    if container.type is not None and container.family == "Map":
        place = converted(place, container.type.elements[0])
    return _called("arrayElementOrNull", [container, place])


def _is_place(container: Value, place: Value) -> bool:
    """Whether an array counts by such a value, or a map may have such a key."""
    assert container.type is not None
    if place.type is None or place.type == NULL:
        return True
    if container.family != "Map":
        return place.family in INTEGERS or container.family != "Array" or place.family == "Array"
    key = container.type.elements[0]
    return is_number(key) == is_number(place.type)


def _is_empty(name: str) -> LoweringInContext:
    """`empty` and `notEmpty`: of a FixedString, whether it has nothing but zero bytes.

    A JSON is empty without a path.
    """

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        value = stored(values[0])
        if value.family == "JSON":
            return truth(f"({value.sql} {'=' if name == 'empty' else '<>'} '{{}}')")
        return _called(name, [without_zeros(value) if value.family == "FixedString" else value])

    return lower


def _zipped(values: Sequence[Value], _context: CallContext) -> Value:
    arrays = [stored(value) for value in values]
    return _called("arrayZip", of_one_size("arrayZip", arrays) if arrays else arrays)


def _like(operator: str) -> LoweringInContext:
    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        text, pattern = (stored(value) for value in values[:2])
        answer = answer_type("like", [argument_of(text), argument_of(pattern)])
        if isinstance(pattern.constant, str) and is_of_bytes(pattern.constant):
            text, pattern = _byte_by_byte(text, pattern.constant)
        elif len(values) == 2:
            pattern = _with_plain_backslashes(pattern)
        escape = "".join(f" ESCAPE {_character(value)}" for value in values[2:])
        return truth(f"({text.sql} {operator} {pattern.sql}{escape})", answer)

    return lower


_LONE_BACKSLASH = r"\G((?:[^\\]|\\[%_\\])*)\\(?![%_\\]|\z)"
_ESCAPED_OR_NOT = re.compile(r"\\([%_\\]?)")


def _with_plain_backslashes(pattern: Value) -> Value:
    """A pattern in which a backslash that escapes nothing stands for itself.

    Raises:
        RmtError: `CANNOT_PARSE_ESCAPE_SEQUENCE`, one stands at the end.
    """
    text = pattern.constant
    if not isinstance(text, str):
        doubled = f"{quote_string(_LONE_BACKSLASH)}, {quote_string('$1' + 4 * chr(92))}"
        return replace(pattern, sql=f"regexp_replace({pattern.sql}, {doubled})")
    if (len(text) - len(text.rstrip("\\"))) % 2:
        raise RmtError(
            "CANNOT_PARSE_ESCAPE_SEQUENCE",
            f"Invalid escape sequence at the end of LIKE pattern '{text}'.",
            "Two backslashes stand for one.",
        )
    found = _ESCAPED_OR_NOT.sub(lambda one: one[0] if one[1] else "\\\\", text)
    return pattern if found == text else literal(found)


def _byte_by_byte(text: Value, pattern: str) -> tuple[Value, Value]:
    """A text and a pattern that is no UTF-8, each byte as the character of its number.

    Spark's LIKE takes texts of characters, to which all bytes that are no UTF-8 are the same one.
    """
    characters = pattern.encode("utf-8", "surrogateescape").decode("latin-1")
    decoded = f"decode(CAST({text.sql} AS BINARY), 'ISO-8859-1')"
    return replace(text, sql=decoded), literal(characters)


def _character(value: Value) -> str:
    """The character behind ESCAPE.

    Raises:
        RmtError: `BAD_ARGUMENTS`, it is no text of one character.
    """
    if not isinstance(value.constant, str) or len(value.constant) != 1:
        raise RmtError("BAD_ARGUMENTS", "ESCAPE takes a text of one character.")
    return quote_string(value.constant)


def _interval_of(unit: str) -> LoweringInContext:
    def lower(values: Sequence[Value], context: CallContext) -> Value:
        value = values[0]
        if value.type is not None and is_interval(value.type):
            return interval_as(unit, value)
        answer = answer_type(f"toInterval{unit}", [argument_of(value)])
        if not isinstance(value.constant, int) or isinstance(value.constant, bool):
            value = lower_scalar("toInt64", [value], context)
        found = interval(unit, value)
        return found if answer is None else replace(found, type=answer)

    return lower


def _hashed(name: str) -> LoweringInContext:
    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        found = _called(name, values)
        if found.type is None or found.type == NULL:
            return found
        texts = hashed_values(name, values)
        call = f"{FUNCTIONS[name].known_as}({', '.join(texts)})" if texts else HASH_OF_NOTHING[name]
        return replace(found, sql=f"CAST({call} AS {found.type.spark})")

    return lower


def _type_name(values: Sequence[Value], _context: CallContext) -> Value:
    [value] = values
    if value.type is None:
        return Value(f"typeof({value.sql})", plain("String"))
    return replace(literal(value.type.over_lines(0, if_named=True)), folded=True)


def _difference(values: Sequence[Value], _context: CallContext) -> Value:
    """`dateDiff('unit', a, b)`; of two dates, Spark's number of days."""
    if len(values) == 2:
        return Value(f"datediff({', '.join(stored(v).sql for v in values)})", plain("Int32"))
    return _called("dateDiff", values)


def _day(name: str) -> LoweringInContext:
    """`toDate` and `toDate32`, of no decimal."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        if values[0].family == "Decimal":
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Illegal column {values[0].type} of first argument of function {name}.",
                "Convert it with toInt32.",
            )
        return _called(name, values)

    return lower


def _now(values: Sequence[Value], _context: CallContext) -> Value:
    """`now64([digits[, zone]])`."""
    for zone in values[1:]:
        if not isinstance(zone.constant, str):
            raise RmtError(
                "ILLEGAL_COLUMN",
                "Illegal column of the time zone of function now64, must be a constant string.",
            )
    return _called("now64", values)


def _unix_timestamp(values: Sequence[Value], context: CallContext) -> Value:
    """`toUnixTimestamp(time)`, of a text, in a time zone, or of a number."""
    number = values[0] if values[0].family in TIMES else as_number(values[0])
    if number.type is not None and is_number(number.type):
        return lower_scalar("toUInt32", [number], context)
    if len(values) == 2 or values[0].family == "String":
        values = [lower_scalar("toDateTime", values, context)]
    found = _called("toUnixTimestamp", values)
    is_early = values[0].family in ("Date32", "DateTime64")
    return replace(found, sql=f"toUInt32({found.sql})") if is_early else found


def _text(values: Sequence[Value], context: CallContext) -> Value:
    """`toString(value[, zone])`.

    A time has as many digits as its type, a FixedString not the zero bytes that fill it.
    """
    value, *zone = values
    if value.family == "JSON":
        return Value(text_of_json(value.sql), answer_type("toString", [argument_of(value)]))
    if value.type is not None and value.family == "Array" and value.type.element == DYNAMIC:
        array = Value(f"CAST({value.sql} AS VARIANT)", DYNAMIC)
        answer = answer_type("toString", [argument_of(value)])
        return replace(text_of_dynamic(array), type=answer)
    if value.family not in _MOMENTS:
        value = _with_texts(value, (*_MOMENTS, "JSON"), context)
    if len(zone) == 1 and isinstance(zone[0].constant, str) and value.family == "DateTime64":
        value, zone = clock_of(value, zone[0].constant, context.zone), []
    found = _called("toString", [value, *zone])
    if value.family == "FixedString":
        return replace(found, sql=without_zeros(stored(value)).sql)
    if value.family != "DateTime64" or value.type is None or not value.type.precision:
        return found
    digits = "S" * value.type.kept_digits + "0" * (value.type.precision - value.type.kept_digits)
    return replace(found, sql=f"date_format({value.sql}, 'yyyy-MM-dd HH:mm:ss.{digits}')")


def _with_texts(value: Value, families: Collection[str], context: CallContext) -> Value:
    return with_texts(
        stored(value), families, lambda inner: lower_scalar("toString", [inner], context)
    )


def _cast_members(texts: Value, target: DataType, context: CallContext) -> Value:
    """Texts as members of an Enum, which refuses others."""

    def call(function: str, arguments: list[Value]) -> Value:
        return lower_scalar(function, arguments, context)

    return cast_to(texts, array_of(target), call)


def _transform(values: Sequence[Value], context: CallContext) -> Value:
    """`transform(value, from, to[, default])`; a Bool is a number beside numbers."""
    if len(values) > 1:
        value, known, *others = values
        element = known.type.element if known.type is not None and known.family == "Array" else None
        if element is not None and value.type is not None and element.family != value.family:
            if value.family in ("Enum8", "Enum16") and element.family == "String":
                values = [value, _cast_members(known, bare(value.type), context), *others]
            elif value.family == "Bool" and is_number(element):
                values = [as_number(value), known, *others]
            elif element.family == "Bool" and is_number(value.type):
                values = [value, converted(known, array_of(plain("UInt8"))), *others]
    return _called("transform", values)


def _json(values: Sequence[Value], context: CallContext) -> Value:
    """`toJSONString(value)`."""
    if values[0].family == "JSON":
        return _text(values, context)
    return _called("toJSONString", [_with_texts(values[0], _MOMENTS, context), *values[1:]])


def _as_text(value: Value, context: CallContext) -> Value:
    """A value as toString writes it; a text as it is."""
    if value.family in STRINGS:
        return stored(value)
    return lower_scalar("toString", [value], context)


def _format(values: Sequence[Value], context: CallContext) -> Value:
    pattern, *others = values
    return _called("format", [pattern, *(_as_text(value, context) for value in others)])


def _concat(values: Sequence[Value], context: CallContext) -> Value:
    answer = answer_type("concat", [argument_of(value) for value in values])
    if answer is not None and answer.family == "Array":
        made = [converted(value, answer) for value in values]
        return Value(f"concat({', '.join(one.sql for one in made)})", answer)
    if answer == NULL:
        return literal(None)
    constants = [value.constant for value in values if isinstance(value.constant, str)]
    if len(constants) == len(values) and not any(map(is_of_bytes, constants)):
        return replace(literal("".join(constants)), type=answer)
    texts = [_as_text(value, context).sql for value in values]
    is_constant = all(value.is_constant for value in values)
    return Value(f"concat({', '.join(texts)})", answer, folded=is_constant)


def _absolute(values: Sequence[Value], _context: CallContext) -> Value:
    """`abs(x)`: the answer has no sign, and holds that of the least number."""
    value = stored(values[0])
    answer = answer_type("abs", [argument_of(value)])
    if answer is None or value.family not in SIGNED:
        return _called("abs", [value])
    return Value(f"abs(CAST({value.sql} AS {answer.spark}))", answer, folded=value.is_constant)


def _rounded(name: str) -> LoweringInContext:
    def lower(values: Sequence[Value], context: CallContext) -> Value:
        if len(values) > 1 and not values[1].is_constant and values[0].family not in FLOATS:
            return _rounded_by_row(name, values[0], as_number(values[1]), context)
        found = _called(name, values)
        if len(values) < 2 or found.type is None:
            return found
        text = rounded_whole(name, stored(values[0]), values[1])
        return found if text is None else replace(found, sql=f"CAST({text} AS {found.type.spark})")

    return lower


def _rounded_by_row(name: str, value: Value, digits: Value, context: CallContext) -> Value:
    """An exact number, rounded to as many digits as each row says."""
    value = as_number(value)
    places = digits_of(value)
    if value.type is None or places is None:
        return _called(name, [value, digits])
    number = Value("`_r`", value.type)
    cases = [(place, lower_scalar(name, [number, literal(place)], context)) for place in places]
    whens = " ".join(f"WHEN {place} THEN {found.sql}" for place, found in cases)
    below = f"WHEN {digits.sql} < {places.start} THEN CAST(0 AS {value.type.spark})"
    chosen = f"CASE {below} ELSE CASE {digits.sql} {whens} ELSE `_r` END END"
    if digits.is_nullable:
        chosen = f"CASE WHEN {digits.sql} IS NOT NULL THEN {chosen} END"
    answer = nullable(value.type) if digits.is_nullable else value.type
    return Value(f"transform(array({value.sql}), `_r` -> {chosen})[0]", answer)


def _of_text(name: str) -> LoweringInContext:
    """A conversion of a text, too; a FixedString ends before the zero bytes that fill it."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        return _called(name, [_unpadded(values[0]), *values[1:]])

    return lower


def _unpadded(value: Value) -> Value:
    value = stored(value)
    if value.family != "FixedString":
        return value
    return replace(without_zeros(value), type=replace(plain("String"), nullable=value.is_nullable))


def _or_default(name: str) -> LoweringInContext:
    """`toInt8OrDefault(value[, default])` and its kin: only of a text and a number is it checked.

    A time, an Enum, a decimal and the like are converted, so that only NULL becomes the default.
    """
    checked, conversion = _of_text(name), name.removesuffix("OrDefault")

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        value, *default = map(stored, values)
        answer = answer_type(name, [argument_of(value) for value in values])
        if value.type is None or answer is None or value.family not in _ONLY_CONVERTED:
            return checked(values, context)
        found = lower_scalar(conversion, [value], context)
        other = converted(default[0], answer).sql if default else answer.default
        return Value(f"coalesce({found.sql}, {other})", answer, folded=found.is_constant)

    return lower


def _as_texts(name: str) -> LoweringInContext:
    """A function of texts, which takes any values as toString writes them."""

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        texts = [_as_text(value, context) for value in values]
        return replace(_called(name, texts), type=_called(name, values).type)

    return lower


def _joined(values: Sequence[Value], context: CallContext) -> Value:
    """`arrayStringConcat(array[, separator])`, of elements as toString writes them."""
    array = stored(values[0])
    element = array.type.element if array.type is not None and array.family == "Array" else None
    if element is None or element.family in ("String", "Nothing"):
        return _called("arrayStringConcat", values)
    text = lower_scalar("toString", [Value("`_s`", element)], context)
    texts = Value(f"transform({array.sql}, `_s` -> {text.sql})", array_of(plain("String")))
    return _called("arrayStringConcat", [texts, *values[1:]])


def _reversed(values: Sequence[Value], _context: CallContext) -> Value:
    value = stored(values[0])
    if value.type is None or value.family != "Tuple":
        return _called("reverse", values)
    places = range(len(value.type.elements), 0, -1)
    elements = [element_of(value, place) for place in places]
    return tuple_of_values(elements, tuple_of([one.type or NULL for one in elements]))


def _never_empty(values: Sequence[Value], _context: CallContext) -> Value:
    """`emptyArrayToSingle(array)`."""
    value = stored(values[0])
    if value.type is None or value.family != "Array" or value.type.element.family == "Nothing":
        return _called("emptyArrayToSingle", values)
    element = value.type.element
    default = "NULL" if element.nullable else element.default
    single = f"array(CAST({default} AS {element.spark}))"
    text = f"CASE WHEN size({value.sql}) = 0 THEN {single} ELSE {value.sql} END"
    return Value(f"({text})", value.type, folded=value.is_constant)


def _inverted(values: Sequence[Value], context: CallContext) -> Value:
    """`bitNot(x)`: of what has no sign, what is missing to its greatest number."""
    value = as_number(values[0])
    answer = answer_type("bitNot", [argument_of(value)])
    if answer is None or answer.family not in INTEGERS:
        return _called("bitNot", values)
    number = lower_scalar(f"to{answer.family}", [value], context)
    if answer.family in SIGNED:
        greatest = "-1"
    else:
        greatest = str(2 ** BITS[answer.family] - 1) + ("BD" if answer.family == "UInt64" else "L")
    return Value(f"CAST({greatest} - {number.sql} AS {answer.spark})", answer)


def _of_bits(name: str) -> LoweringInContext:
    """`hex`, `bin` and `bitCount`: of what is no whole number, of the bytes that it is kept as."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        value = stored(values[0])
        is_wide = value.family in INTEGERS and BITS[value.family] > _MOST_BITS
        if value.family == "IPv6" or is_wide:
            raise RmtError("NOT_IMPLEMENTED", f"{name} of a {value.type} is not supported.")
        answer = answer_type(name, [argument_of(value)])
        if value.family == "UUID":
            data = f"unhex(replace({value.sql}, '-', ''))"
        elif value.family in FLOATS | {"Decimal"}:
            data = bytes_of(name, value)
        else:
            return _called(name, values)
        if name == "bitCount":
            data = f"replace({FUNCTIONS['bin'].known_as}({data}), '0', '')"
            return Value(f"CAST(length({data}) AS {answer.spark if answer else 'INT'})", answer)
        return Value(f"{FUNCTIONS[name].known_as}({data})", answer, folded=value.is_constant)

    return lower


def _piece(name: str) -> LoweringInContext:
    """A function that counts: what is no whole number of 64 bits is one before."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        first, *counts = values
        return _called(name, [first, *map(as_count, counts)])

    return lower


def _of_day(name: str) -> LoweringInContext:
    """A function of a day that also reads one from a text."""

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        first, *others = values
        if first.family in STRINGS:
            first = lower_scalar("parseDateTimeBestEffort", [first], context)
        return _called(name, [first, *others])

    return lower


def _in_zone(name: str, most: int) -> LoweringInContext:
    """A function of a time whose last argument may name the time zone it is in."""

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        *others, zone = values
        if len(values) <= most or not isinstance(zone.constant, str):
            return _saturated(_called(name, values), name)
        if others[0].family in _MOMENTS:
            others[0] = lower_scalar("toTimeZone", [others[0], zone], context)
        return lower_scalar(name, others, context)

    return lower


def _saturated(found: Value, name: str) -> Value:
    """A Date that was moved, which stays one."""
    if found.family != "Date" or not name.startswith(("add", "subtract")):
        return found
    return replace(found, sql=f"toDate({found.sql})")


def _bits(name: str) -> LoweringInContext:
    """`bitAnd` and its kin: both are converted to the type of the answer before."""

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        answer = answer_type(name, [argument_of(value) for value in values])
        if answer is None or answer.family not in INTEGERS:
            return _called(name, values)
        target = f"to{answer.family}"
        return _called(name, [lower_scalar(target, [value], context) for value in values])

    return lower


def _sized(name: str, fewest: int, most: int) -> LoweringInContext:
    """A conversion whose second argument is the size of its type."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        values = [*values[:1], *map(as_number, values[1:2]), *values[2:]]
        size = values[1].constant if len(values) > 1 else MISSING
        if isinstance(size, int) and not fewest <= size <= most:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND",
                f"The second argument of {name} is {size}, and must be from {fewest} to {most}.",
            )
        return _called(name, values)

    return lower


def _calculated(name: str) -> LoweringInContext:
    """A function that calculates with elements, or with what a lambda gives for them: numbers."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        first = values[0]
        element = first.type
        if element is not None and not first.is_lambda:
            element = element.element if element.family == "Array" else None
        if element is None:
            return _called(name, values)
        if name == "arrayDifference" and element.family in TIMES:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "arrayDifference of times is not supported.",
                "Convert them with arrayMap(x -> toInt64(x), …).",
            )
        if element.nullable or not is_number(element):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"{name} cannot be performed on values of type {element}.",
                "arrayFilter(x -> x IS NOT NULL, …) and assumeNotNull leave NULLs out."
                if element.nullable
                else "",
            )
        return _called(name, values)

    return lower


def _at_edge(name: str) -> LoweringInContext:
    """`startsWith` and `endsWith`, of texts and of arrays."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        types = [value.type for value in values if value.family == "Array" and value.type]
        if not types:
            return _called(name, values)
        if len(types) < len(values):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal types {', '.join(str(value.type) for value in values)} of arguments of "
                f"function {name}. Both must be String or Array.",
            )
        whole, part = (converted(value, common_type(types)).sql for value in values)
        start = "1" if name == "startsWith" else f"greatest(size({whole}) - size({part}) + 1, 1)"
        return truth(f"(slice({whole}, {start}, size({part})) <=> {part})")

    return lower


def _search(name: str) -> LoweringInContext:
    """A function that compares the elements of an array, or the keys of a map, with a value."""

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        if name == "has" and values and values[0].family == "Map":
            return lower_scalar("mapContains", values, context)
        if len(values) == 2:
            array, wanted = map(stored, values)
            _check_elements(array, wanted.type, has_numbers=True)
            values = _of_one_type(array, wanted)
        found = _called(name, values)
        if len(values) < 2 or not may_be_nan(values[1]):
            return found
        nowhere = "false" if found.is_condition else "0"
        text = f"(CASE WHEN isnan({values[1].sql}) THEN {nowhere} ELSE {found.sql} END)"
        return replace(found, sql=text)

    return lower


def _search_of_several(name: str) -> LoweringInContext:
    """A function that compares the elements of two arrays."""

    def lower(values: Sequence[Value], _context: CallContext) -> Value:
        if len(values) == 2 and values[1].family == "Array" and values[1].type is not None:
            _check_elements(values[0], values[1].type.element, has_numbers=False)
            if values[1].type.element.family in FLOATS:
                return _without_nan(name, values[0], stored(values[1]))
        return _called(name, values)

    return lower


def _without_nan(name: str, array: Value, others: Value) -> Value:
    """The same for others that may be NaN, which is in no array."""
    if name == "hasAny":
        numbers = f"filter({others.sql}, `_e` -> NOT isnan(`_e`))"
        return _called(name, [array, replace(others, sql=numbers)])
    found = _called(name, [array, others])
    return replace(found, sql=f"({found.sql} AND NOT exists({others.sql}, `_e` -> isnan(`_e`)))")


def _check_elements(array: Value, wanted: DataType | None, *, has_numbers: bool) -> None:
    """Looks whether an array may have a value of a type.

    Args:
        array: the array.
        wanted: the type.
        has_numbers: whether numbers are compared that have no common type.

    Raises:
        RmtError: `NO_COMMON_TYPE`.
    """
    if array.type is None or array.family != "Array" or wanted is None:
        return
    types = [bare(array.type.element), bare(wanted)]
    if has_numbers and all(map(is_number, types)):
        return
    if not any(one.family in ("Variant", "Nothing") for one in types):
        common_type(types)


def _of_one_type(array: Value, wanted: Value) -> list[Value]:
    if array.type is None or wanted.type is None or array.family != "Array":
        return [array, wanted]
    element = array.type.element
    if element.spark == wanted.type.spark or not (is_number(element) and is_number(wanted.type)):
        return [array, wanted]
    try:
        target = common_type([bare(element), bare(wanted.type)])
    except RmtError:
        return [array, wanted]
    kept = replace(array.type, elements=(replace(target, nullable=element.nullable),))
    return [converted(array, kept), converted(wanted, replace(target, nullable=True))]


def _without_context(lower: Callable[[Sequence[Value]], Value]) -> LoweringInContext:
    return lambda values, _: lower(values)


_SPECIAL: Mapping[str, LoweringInContext] = {
    "CAST": _cast,
    "_CAST": _cast,
    "accurateCast": _accurate_cast,
    "toStartOfInterval": _start_of_interval,
    "array": _array,
    "map": _map,
    "tuple": _tuple,
    "tupleElement": _tuple_element,
    "arrayElement": _element,
    "arrayZip": _zipped,
    **{name: _is_empty(name) for name in ("empty", "notEmpty")},
    **{name: _hashed(name) for name in HASHES},
    "toTypeName": _type_name,
    "concat": _concat,
    "concatAssumeInjective": _concat,
    "concatWithSeparator": _as_texts("concatWithSeparator"),
    "arrayStringConcat": _joined,
    "abs": _absolute,
    **{name: _rounded(name) for name in ("round", "floor", "ceil", "trunc", "roundBankers")},
    **{name: _at_edge(name) for name in ("startsWith", "endsWith")},
    **{
        name: _calculated(name)
        for name in (
            *("arraySum", "arrayAvg", "arrayProduct"),
            *("arrayCumSum", "arrayCumSumNonNegative", "arrayDifference"),
        )
    },
    "bitNot": _inverted,
    **{name: _of_bits(name) for name in ("hex", "bin", "bitCount")},
    "reverse": _reversed,
    "emptyArrayToSingle": _never_empty,
    "arrayElementOrNull": _element_or_null,
    **{
        name: _piece(name)
        for name in ("substring", "substringUTF8", "left", "leftUTF8", "right", "rightUTF8")
    },
    **{name: _of_day(name) for name in ("toWeek", "toYearWeek", "toDayOfWeek")},
    **{
        f"{verb}{unit}s": _in_zone(f"{verb}{unit}s", 2)
        for verb in ("add", "subtract")
        for unit in UNITS
        if f"{verb}{unit}s" in FUNCTIONS
    },
    **{
        f"toRelative{unit}Num": _in_zone(f"toRelative{unit}Num", 1)
        for unit in ("Year", "Quarter", "Month", "Week", "Day", "Hour", "Minute", "Second")
    },
    **{name: _bits(name) for name in ("bitAnd", "bitOr", "bitXor")},
    **{name: _search(name) for name in ("has", "indexOf", "countEqual")},
    **{name: _search_of_several(name) for name in ("hasAny", "hasAll", "hasSubstr")},
    "dateDiff": _difference,
    "finalizeAggregation": lambda values, context: finalized(
        values, lambda value: lower_scalar("toString", [value], context)
    ),
    **{name: _without_context(lower) for name, lower in BITMAP_FUNCTIONS.items()},
    "toString": _text,
    "format": _format,
    "toJSONString": _json,
    "JSONAllPathsWithTypes": lambda values, _context: all_with_types(values[0]),
    "transform": _transform,
    "toUnixTimestamp": _unix_timestamp,
    "fromUnixTimestamp": lambda values, context: (
        lower_scalar("toDateTime", [as_number(value) for value in values], context)
        if len(values) == 1
        else _called("fromUnixTimestamp", values)
    ),
    **{name: _day(name) for name in ("toDate", "toDate32")},
    "now64": _now,
    **OF_TIMES,
    **OF_CHANGES,
    **OF_SETTINGS,
    **{
        f"to{family}": _of_text(f"to{family}")
        for family in (*INTEGERS - {"Bool"}, "Float32", "Float64")
    },
    **{
        f"to{name}{form}": _sized(f"to{name}{form}", *bounds)
        for name, bounds in _SIZES.items()
        for form in ("", "OrNull", "OrZero")
    },
    **{
        f"{name}{form}": _of_text(f"{name}{form}")
        for name in _CHECKED
        for form in ("OrNull", "OrZero")
    },
    **{
        f"{name}OrDefault": _or_default(f"{name}OrDefault")
        for name in _CHECKED
        if f"{name}OrDefault" in FUNCTIONS
    },
    **{name: _like(operator) for name, operator in _LIKES.items()},
    **{
        f"toInterval{unit}": _interval_of(unit)
        for unit in (
            *("Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour"),
            *("Day", "Week", "Month", "Quarter", "Year"),
        )
    },
}
