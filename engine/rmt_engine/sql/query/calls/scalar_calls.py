"""Calls of functions of a row, whose arguments are lowered.

Functions whose meaning depends on types have lowerings of their own; all others are calls of the
functions that this engine adds to Spark, or of Spark's own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import (
    COMPILED_TABLE_FUNCTIONS,
    FUNCTIONS,
    TABLE_FUNCTIONS,
)
from rmt_engine.sql.functions.answers import (
    answer_type,
    canonical_name,
    is_null_of_null,
    takes_dynamics,
    takes_variants,
)
from rmt_engine.sql.functions.answers.kinds import (
    NOTHING,
    NULL,
    STRINGS,
    nullable,
    plain,
)
from rmt_engine.sql.functions.answers.times import SUBSECONDS
from rmt_engine.sql.functions.arguments import check_arguments, check_fixed_number
from rmt_engine.sql.query.aggregates.aggregate_calls import finalized
from rmt_engine.sql.query.aggregates.bitmap_functions import BITMAP_FUNCTIONS
from rmt_engine.sql.query.calls.accurate_casts import CAST_ALIKE, accurate_cast
from rmt_engine.sql.query.calls.asked_of_times import OF_TIMES
from rmt_engine.sql.query.calls.asked_settings import OF_SETTINGS
from rmt_engine.sql.query.calls.changed_times import OF_CHANGES
from rmt_engine.sql.query.calls.compositions import COMPOSITIONS
from rmt_engine.sql.query.calls.constant_texts import refuse_constants
from rmt_engine.sql.query.calls.containers import CONTAINERS
from rmt_engine.sql.query.calls.conversion_calls import CONVERSION_CALLS, NULL_FOR_NO_VALUE
from rmt_engine.sql.query.calls.counted_hours import OF_HOURS
from rmt_engine.sql.query.calls.dynamic_calls import over_dynamics, text_of_dynamic
from rmt_engine.sql.query.calls.function_calls import called, interval_of_spark
from rmt_engine.sql.query.calls.hashes import HASH_CALLS
from rmt_engine.sql.query.calls.json_paths import all_with_types
from rmt_engine.sql.query.calls.like_patterns import LIKES
from rmt_engine.sql.query.calls.number_calls import NUMBER_CALLS
from rmt_engine.sql.query.calls.preconditions import check_types, guarded
from rmt_engine.sql.query.calls.printed_texts import PRINTED_TEXTS
from rmt_engine.sql.query.calls.searched_arrays import ARRAY_SEARCHES
from rmt_engine.sql.query.calls.sorted_arrays import SORTED_ARRAYS
from rmt_engine.sql.query.calls.texts_of_values import TEXTS_OF_VALUES
from rmt_engine.sql.query.calls.time_calls import TIME_CALLS
from rmt_engine.sql.query.calls.tuple_arithmetic import operator_of_tuples
from rmt_engine.sql.query.composing import Compose, Lowering, LoweringInContext
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import Call, Expression, Literal
from rmt_engine.sql.query.types.arithmetic import ARITHMETIC
from rmt_engine.sql.query.types.comparisons import COMPARISONS, compared
from rmt_engine.sql.query.types.conditions import CONDITIONS
from rmt_engine.sql.query.types.conversion import (
    cast_to,
    constant_time,
    refusing_null,
    without_zeros,
)
from rmt_engine.sql.query.types.subcolumns import DYNAMIC
from rmt_engine.sql.query.types.texts_inside import with_texts
from rmt_engine.sql.query.types.variants import alone, over_variants
from rmt_engine.sql.query.types.zones import clock_of, on_own_clocks
from rmt_engine.sql.query.values import Value, argument_of, as_array, literal, of_any_bytes, stored
from rmt_engine.sql.values.json_functions import text_of_json
from rmt_engine.sql.values.nested_text import read_nested
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["CallContext", "lower_scalar"]

_OF_ANY_TYPE = frozenset(
    "toTypeName materialize identity array tuple if multiIf ifNull coalesce".split()
)
"""Functions to which a Nested is what it is called, and not the array of tuples that it is."""
_LIKE_THEIR_ARRAY = frozenset(
    "arrayReverse arrayConcat arraySlice arrayResize arrayShuffle".split()
)
"""Functions of a Nested whose answer is called one, too."""
_WIDE = ("Int128", "UInt128", "Int256", "UInt256")
_NOT_OF: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("bitAnd", "bitOr", "bitXor", "bitHammingDistance"), STRINGS),
    "bitNot": STRINGS,
    "mapConcat": ("Array",),
    **dict.fromkeys(("bitShiftLeft", "bitShiftRight"), (*STRINGS, *_WIDE)),
    **dict.fromkeys(("bitTest", "bitTestAll", "bitTestAny"), _WIDE),
    **dict.fromkeys(("hex", "bin", "toString"), ("AggregateFunction",)),
}
"""Families of types that ClickHouse's function takes as well, and that are not supported."""
_DAYS = ("Date", "Date32")
_OF_CLOCKS = """toHour toMinute toSecond toMillisecond toMicrosecond toNanosecond toStartOfHour
toStartOfMinute toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes timeSlot""".split()
_WITHOUT_CLOCK: Mapping[str, Collection[str]] = {
    **dict.fromkeys(_OF_CLOCKS, _DAYS),
    **{f"toStartOf{unit}": (*_DAYS, "DateTime") for unit in ("Second", *SUBSECONDS)},
}
"""Families of types that functions of a clock refuse when they are calculated."""
_TIMES = frozenset(("toDate", "toDate32", "toDateTime", "toDateTime64"))
_MOMENTS = frozenset(("DateTime", "DateTime64"))
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
        return called(name.removesuffix("()"), values)
    canonical = canonical_name(name)
    if canonical is None:
        return _sparks_own(name, values)
    given, values = values, _arrays_of_nested(canonical, values)
    found = _lowered(name, canonical, values, context)
    if canonical in _LIKE_THEIR_ARRAY and given and found.type == values[0].type:
        found = replace(found, type=given[0].type)
    text = values[0].constant if canonical in _TIMES and values else None
    if isinstance(text, str) and found.is_constant and found.type is not None:
        constant = constant_time(text, found.type, context.zone)
        return replace(found, sql=constant or found.sql)
    if found.folded and found.family in STRINGS:
        return replace(found, sql=of_any_bytes(found.sql))
    return found


def _arrays_of_nested(canonical: str, values: Sequence[Value]) -> Sequence[Value]:
    return values if canonical in _OF_ANY_TYPE else [as_array(value) for value in values]


def _lowered(name: str, canonical: str, values: Sequence[Value], context: CallContext) -> Value:
    def call(function: str, arguments: Sequence[Value]) -> Value:
        return lower_scalar(function, arguments, context)

    families = {value.family for value in values}
    for family, takes, called_over in _OF_SEVERAL_TYPES:
        if family in families and not takes(canonical):
            return called_over(canonical, values, call)
    of_tuples = operator_of_tuples(canonical, values)
    if of_tuples is not None:
        canonical, values = of_tuples
    types = [value.type for value in values if not value.is_lambda]
    for none in (NULL, NOTHING):
        if none in types and is_null_of_null(canonical):
            check_fixed_number(canonical, len(values))
            return replace(literal(None), type=none)
    check_arguments(canonical, len(values), types)
    check_types(canonical, values)
    _refuse_types(canonical, values)
    if canonical in NULL_FOR_NO_VALUE and _is_nullable_text(values[0]):
        canonical = f"{canonical}OrNull"
    refuse_constants(canonical, values)
    return guarded(canonical, values, _of_types(canonical, values, context, call, name))


def _of_types(
    name: str, values: Sequence[Value], context: CallContext, call: Compose, written: str
) -> Value:
    """A call whose arguments are such as the function takes."""
    if name in _OF_OTHERS:
        return _OF_OTHERS[name](name, values, call)
    if name in COMPARISONS:
        return compared(name, values[0], values[1], context.zone)
    if name in CONDITIONS:
        return CONDITIONS[name](name, values, context.zone)
    zoned = on_own_clocks(name, values, context.zone, call)
    if zoned is not None:
        return zoned
    by_types, in_context = _BY_TYPES.get(name), _IN_CONTEXT.get(name)
    if by_types is not None:
        return by_types(name, values, call)
    return called(name, values, written) if in_context is None else in_context(values, context)


def _refuse_types(name: str, values: Sequence[Value]) -> None:
    """Refuses types of arguments that ClickHouse takes, and of the first that it refuses later.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    refused = _NOT_OF.get(name, ())
    for value in values if refused else ():
        if value.family in refused:
            raise RmtError("NOT_IMPLEMENTED", f"{name} of a {value.family} is not supported.")
    for value in values[:1]:
        if value.family in _WITHOUT_CLOCK.get(name, ()):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument 1 of function {name}.",
                "Convert it with toDateTime or toDateTime64.",
            )


def _is_nullable_text(value: Value) -> bool:
    return value.family in STRINGS and value.is_nullable


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
    return Value(f"{spark_name}({', '.join(map(interval_of_spark, values))})", None)


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


def _accurate_cast(name: str, values: Sequence[Value], context: CallContext) -> Value:
    to = values[1].constant
    is_cast = name == "accurateCast" and isinstance(to, str) and parse_type(to).family in CAST_ALIKE
    if is_cast:
        return _cast(values, context)
    found = accurate_cast(name, values, lambda other, given: lower_scalar(other, given, context))
    if found.type is None or name != "accurateCast":
        return found
    target = _kept_null(found.type, values[0], context)
    return replace(refusing_null(found, values[0].type, target), type=target)


def _kept_null(target: DataType, value: Value, context: CallContext) -> DataType:
    """The type that CAST makes of a value, which keeps its NULLs with `cast_keep_nullable`."""
    keeps_null = context.settings.get("cast_keep_nullable") == "1" and value.is_nullable
    return nullable(target) if keeps_null else target


def _type_name(values: Sequence[Value], _context: CallContext) -> Value:
    [value] = values
    if value.type is None:
        return Value(f"typeof({value.sql})", plain("String"))
    return replace(literal(value.type.over_lines(0, if_named=True)), folded=True)


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
    found = called("toString", [value, *zone])
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


def _json(values: Sequence[Value], context: CallContext) -> Value:
    """`toJSONString(value)`."""
    if values[0].family == "JSON":
        return _text(values, context)
    return called("toJSONString", [_with_texts(values[0], _MOMENTS, context), *values[1:]])


def _without_context(lower: Callable[[Sequence[Value]], Value]) -> LoweringInContext:
    return lambda values, _: lower(values)


_IN_CONTEXT: Mapping[str, LoweringInContext] = {
    **dict.fromkeys(("CAST", "_CAST"), _cast),
    **{name: partial(_accurate_cast, name) for name in ("accurateCast", "accurateCastOrNull")},
    "toTypeName": _type_name,
    "finalizeAggregation": lambda values, context: finalized(
        values, lambda value: lower_scalar("toString", [value], context)
    ),
    **{name: _without_context(lower) for name, lower in BITMAP_FUNCTIONS.items()},
    "toString": _text,
    "toJSONString": _json,
    "JSONAllPathsWithTypes": lambda values, _context: all_with_types(values[0]),
    **OF_TIMES,
    **OF_CHANGES,
    **OF_HOURS,
    **OF_SETTINGS,
}
"""Functions whose meaning depends on the types of their arguments, or on the session."""
_BY_TYPES: Mapping[str, Lowering] = {
    **CONTAINERS,
    **ARRAY_SEARCHES,
    **LIKES,
    **TEXTS_OF_VALUES,
    **NUMBER_CALLS,
    **HASH_CALLS,
    **CONVERSION_CALLS,
    **TIME_CALLS,
    **PRINTED_TEXTS,
    **SORTED_ARRAYS,
}
"""Those that depend on nothing else, by topic."""
