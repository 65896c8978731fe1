"""What functions that others make up refuse, beyond the number and the kinds of arguments.

Sources: the functions' pages at https://clickhouse.com/docs/sql-reference/functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.common import common_type
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, NULL, STRINGS, is_number
from rmt_engine.sql.query.calls.bounded_arguments import BOUNDED, is_unsigned, is_whole
from rmt_engine.sql.query.calls.guard import Guard
from rmt_engine.sql.query.types.arithmetic import least_of, may_overflow
from rmt_engine.sql.query.types.zones import constant_zone
from rmt_engine.sql.query.values import Value, argument_of, number_of, stored
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["check_types", "guarded"]

_ILLEGAL = "ILLEGAL_TYPE_OF_ARGUMENT"
_MOST_DIGITS = 100
_NUMBER = r"[0-9]+(?:[.][0-9]+)?"
_DURATION = (
    rf"\A(?=P[0-9T])(?!.*T\z)P(?:{_NUMBER}W)?(?:{_NUMBER}D)?"
    rf"(?:T(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?\z"
)
"""What a duration of ISO 8601 without years and months looks like."""


def check_types(name: str, values: Sequence[Value]) -> None:
    """Refuses arguments whose types do not go together.

    Args:
        name: the function.
        values: its arguments.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, `ILLEGAL_COLUMN`, `NO_COMMON_TYPE`,
            `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`.
    """
    check = _CHECKS.get(name)
    if check is not None:
        check(name, values)


def guarded(name: str, values: Sequence[Value], found: Value) -> Value:
    """An answer, which fails in rows with arguments that the function refuses.

    Args:
        name: the function.
        values: its arguments.
        found: the answer.
    """
    guards = _GUARDS.get(name, ())
    if not guards or found.type is None or found.family == "Nothing":
        return found
    kind = "BOOLEAN" if found.is_condition else found.type.spark
    texts = [number_of(stored(value)).sql for value in values]
    cases = [
        f"WHEN {broken} THEN {guard.instead(name, kind)}"
        for guard in guards
        if (broken := guard.broken(texts, values))
    ]
    if not cases:
        return found
    return replace(found, sql=f"(CASE {' '.join(cases)} ELSE {found.sql} END)")


def _typed(value: Value) -> DataType:
    return value.type or DataType("Nothing")


def _ranges(name: str, values: Sequence[Value]) -> None:
    ranges = _typed(values[1])
    pair = ranges.element.elements if ranges.family == "Array" else ()
    if len(pair) != 2 or not is_whole(pair[0]) or not is_unsigned(pair[1]):
        raise RmtError(
            _ILLEGAL,
            f"The second argument of function {name} must be an array of tuples of a whole number, "
            f"the index, and one without a sign, the length, not {ranges}.",
        )


def _series(name: str, values: Sequence[Value]) -> None:
    series = _typed(values[0])
    if series.family == "Array":
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"Function {name} of arrays is not supported.",
            "Make a map of them with mapFromArrays.",
        )
    if series.family == "Map" and not all(map(is_whole, series.elements)):
        raise RmtError(
            _ILLEGAL, f"Keys and values of function {name} must be whole numbers, not {series}."
        )


def _alike(_name: str, values: Sequence[Value]) -> None:
    arrays = [_typed(value) for value in values[:2]]
    if all(array.family == "Array" for array in arrays):
        common_type([array.element for array in arrays])


def _weights(name: str, values: Sequence[Value]) -> None:
    _alike(name, values)
    first, second = (_typed(value).element for value in values[2:])
    for place, one in enumerate((first, second), start=3):
        if one.nullable or one.family not in (*BITS, *FLOATS):
            raise RmtError(
                _ILLEGAL,
                f"Argument {place} of function {name} must be a numeric array, not one of {one}.",
            )
    if first != second:
        raise RmtError(
            _ILLEGAL,
            f"Arguments 3 and 4 of function {name} must be arrays of the same types. Found {first} "
            f"and {second} instead.",
        )


def _numbers(name: str, values: Sequence[Value]) -> None:
    arrays = [value.type for value in values if value.type and value.family == "Array"]
    if any(array.element.nullable for array in arrays):
        raise RmtError(_ILLEGAL, f"Function {name} takes no array of values that may be NULL.")


def _ellipses(name: str, values: Sequence[Value]) -> None:
    if len(values) % 4 != 2:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Function {name} takes a point's 2 numbers, and 4 for each ellipse.",
        )
    for place, value in enumerate(values):
        if value.family != "Float64" or (place > 1 and not value.is_constant):
            raise RmtError(
                _ILLEGAL,
                f"Illegal type {value.type} of argument {place + 1} of function {name}. Must be "
                f"{'Float64' if place < 2 else 'a constant Float64'}.",
            )
    if values[0].is_constant != values[1].is_constant:
        raise RmtError(
            _ILLEGAL, f"Arguments 1 and 2 of function {name} must both be constants, or neither."
        )


def _constants(first: int, error: str) -> Callable[[str, Sequence[Value]], None]:
    def check(name: str, values: Sequence[Value]) -> None:
        for place, value in enumerate(values):
            if place >= first and not value.is_constant:
                raise RmtError(
                    error, f"Argument {place + 1} of function {name} must be a constant."
                )

    return check


def _code(name: str, values: Sequence[Value]) -> None:
    code = values[0]
    if code.family == "Decimal":
        raise RmtError("NOT_IMPLEMENTED", f"{name} of a {code.type} is not supported.")
    if code.type not in (None, NULL) and code.family not in (*BITS, *FLOATS):
        raise RmtError(
            "BAD_ARGUMENTS", f"The argument of function {name} must have simple numeric type."
        )


def _of_words(name: str, values: Sequence[Value]) -> None:
    family = values[0].family
    if family in FLOATS or BITS.get(family, 0) > 64:
        raise RmtError(
            _ILLEGAL,
            f"Illegal type {values[0].type} of argument of function {name}, should not be floating "
            "point or big int.",
        )


def _zone_at(place: int) -> Callable[[str, Sequence[Value]], None]:
    def check(name: str, values: Sequence[Value]) -> None:
        for zone in values[place : place + 1]:
            if zone.family in STRINGS:
                constant_zone(name, zone)

    return check


def _of_weeks(name: str, values: Sequence[Value]) -> None:
    for mode in values[1:2]:
        if mode.type is not None and mode.family not in BITS:
            raise RmtError(
                _ILLEGAL, f"The second argument of function {name} must be UInt8, not {mode.type}."
            )


def _texts_in_map(place: int) -> Callable[[str, Sequence[Value]], None]:
    def check(name: str, values: Sequence[Value]) -> None:
        elements = _typed(values[0]).elements
        if elements and elements[place].family not in STRINGS:
            raise RmtError(
                _ILLEGAL,
                f"The {('keys', 'values')[place]} of the map of function {name} must be String or "
                f"FixedString, not {elements[place]}.",
            )

    return check


def _translation(name: str, values: Sequence[Value]) -> None:
    is_fixed, (before, after) = values[0].family == "FixedString", [v.constant for v in values[1:]]
    problem = ""
    if is_fixed and name == "translateUTF8":
        problem = "does not take a FixedString"
    elif isinstance(before, str) and isinstance(after, str):
        if name == "translate" and not (before + after).isascii():
            problem = "takes second and third arguments of ASCII's characters"
        elif is_fixed and len(before) != len(after):
            problem = "takes second and third arguments of the same length for a FixedString"
        elif len(before) < len(after):
            problem = "takes no third argument that is longer than the second"
    if problem:
        raise RmtError("BAD_ARGUMENTS", f"Function {name} {problem}.")


def _summed_maps(name: str, values: Sequence[Value]) -> None:
    """Maps whose keys have one type, and whose values are numbers of one kind.

    Source: `FunctionMapOp::checkMappedTypes` of ClickHouse.
    """
    first, *others = [value.type.elements for value in values if value.type is not None]
    if any(keys != first[0] for keys, _ in others):
        raise RmtError(_ILLEGAL, f"Expected same {first[0]} type for all keys in {name}.")
    for data_type in (first[1], *(items for _, items in others)):
        if data_type.nullable:
            raise RmtError(
                "DATA_TYPE_CANNOT_BE_PROMOTED", f"Data type {data_type} can't be promoted."
            )
        if not is_number(data_type) or _kind_of(data_type) != _kind_of(first[1]):
            raise RmtError(
                _ILLEGAL,
                f"All value types in {name} should be numbers of one kind, with a sign or without "
                f"one, or floating-point ones; got {first[1]} and {data_type}.",
            )


def _kind_of(data_type: DataType) -> str:
    if data_type.family in FLOATS:
        return "Float"
    return data_type.family.rstrip("0123456789")


def _maps_of_one_type(name: str, values: Sequence[Value]) -> None:
    first, *others = [value.type for value in values]
    if any(one != first for one in others):
        raise RmtError(
            _ILLEGAL,
            f"The Key And Value type of Map for function {name} must be the same, not "
            f"{', '.join(map(str, (first, *others)))}.",
        )


def _place_in_text(_name: str, values: Sequence[Value]) -> None:
    """A constant place 0; one of a constant text gives an empty text, as any place 0 of rows."""
    if len(values) > 1 and values[1].constant == 0 and not values[0].is_constant:
        raise RmtError("ZERO_ARRAY_OR_TUPLE_INDEX", "Indices in strings are 1-based.")


def _digits(name: str, values: Sequence[Value]) -> None:
    """How many digits are shown behind the point: a constant up to 100."""
    if len(values) == 1 or values[1].type == NULL:
        return
    digits = values[1].constant
    if values[1].family != "UInt8" or not isinstance(digits, int):
        raise RmtError(
            _ILLEGAL,
            f"Argument 2 of function {name} must be a constant UInt8, not {values[1].type}.",
        )
    if digits > _MOST_DIGITS:
        raise RmtError(
            "CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER",
            f"Too high precision requested, must not be more than {_MOST_DIGITS}, got {digits}.",
        )


def _same_as_default(name: str, values: Sequence[Value]) -> None:
    """A default of the very type that a conversion gives.

    Source: `FunctionCastOrDefault` of ClickHouse.
    """
    wanted = answer_type(name, [argument_of(value) for value in values])
    if len(values) < _PLACES_OF_DEFAULTS.get(name, 2) or wanted is None:
        return
    if not name.startswith("accurate"):
        wanted = replace(wanted, nullable=False)
    given = replace(_typed(values[-1]), low_cardinality=False)
    wanted = replace(wanted, low_cardinality=False)
    if values[-1].type is not None and _compared(given) != _compared(wanted):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The type of the default of function {name} should be that of the answer, {wanted}, "
            f"not {given}.",
            f"Convert it with CAST(…, '{wanted}').",
        )


def _compared(data_type: DataType) -> DataType:
    """What is compared of a type: time zones do not matter, nor does Bool."""
    if data_type.family == "Bool":
        data_type = replace(data_type, family="UInt8")
    is_time = data_type.family in ("DateTime", "DateTime64")
    numbers = tuple(one for one in data_type.arguments if not is_time or isinstance(one, int))
    elements = tuple(map(_compared, data_type.elements))
    return replace(
        data_type,
        arguments=numbers,
        elements=elements,
        simple_function="",
    )


def _constant_zone_before_default(name: str, values: Sequence[Value]) -> None:
    """`toDateTimeOrDefault(value[, zone[, default]])`."""
    for zone in values[1:2]:
        if zone.family not in STRINGS or not zone.is_constant:
            raise RmtError(
                "ILLEGAL_COLUMN" if zone.family in STRINGS else _ILLEGAL,
                f"Argument 2 of function {name}, the time zone, must be a constant String, not "
                f"{zone.type}.",
            )
    _same_as_default(name, values)


def _of_accumulator(name: str, values: Sequence[Value]) -> None:
    """A lambda that gives what the next call of it takes."""
    given, kept = values[0].type, values[-1].type
    if (
        values[0].is_lambda
        and given is not None
        and kept is not None
        and (_compared(given) != _compared(kept))
    ):
        raise RmtError(
            "TYPE_MISMATCH",
            f"Return type of the lambda of function {name} must be the same as the accumulator "
            f"type, inferred return type of lambda: {given}, inferred type of accumulator: {kept}.",
            f"Convert the accumulator with CAST(…, '{given}').",
        )


def _no_addresses(name: str, values: Sequence[Value]) -> None:
    if any(value.family == "IPv4" for value in values):
        raise RmtError("ILLEGAL_COLUMN", f"Illegal column IPv4 of argument of function {name}.")


def _constant_padding(name: str, values: Sequence[Value]) -> None:
    for padding in values[2:]:
        if padding.family == "String" and not padding.is_constant:
            raise RmtError(
                "ILLEGAL_COLUMN", f"Argument 3 of function {name} must be a constant String."
            )


def _one_parameter(name: str, values: Sequence[Value]) -> None:
    if values[1].family == "Array":
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} of several names is not supported.",
            "Call it once for each of them.",
        )


_PARSED = [
    f"parseDateTime{form}{otherwise}"
    for form in ("", "64", "InJodaSyntax")
    for otherwise in ("", "OrNull", "OrZero")
]
_WITH_DEFAULTS = [
    *(f"to{family}OrDefault" for family in (*BITS, *FLOATS, "Date", "Date32", "UUID")),
    *("toIPv4OrDefault", "toIPv6OrDefault", "toDateTime64OrDefault", "accurateCastOrDefault"),
    *(f"toDecimal{bits}OrDefault" for bits in (32, 64, 128)),
]
_PLACES_OF_DEFAULTS = {
    **dict.fromkeys(("toDateTimeOrDefault", "accurateCastOrDefault"), 3),
    **{f"toDecimal{bits}OrDefault": 3 for bits in (32, 64, 128)},
    "toDateTime64OrDefault": 4,
}
"""How many arguments conversions have with a default; all others have 2."""
_CHECKS: Mapping[str, Callable[[str, Sequence[Value]], None]] = {
    "arrayReduceInRanges": _ranges,
    "mapPopulateSeries": _series,
    "arrayLevenshteinDistance": _alike,
    "arraySimilarity": _weights,
    "arrayLevenshteinDistanceWeighted": _weights,
    **dict.fromkeys(("arrayAutocorrelation", "arrayROCAUC", "arrayAUCPR"), _numbers),
    "arrayRandomSample": _constants(1, "ILLEGAL_COLUMN"),
    "compareSubstrings": _constants(2, "ILLEGAL_COLUMN"),
    "pointInEllipses": _ellipses,
    "cutURLParameter": _one_parameter,
    **dict.fromkeys(_WITH_DEFAULTS, _same_as_default),
    "toDateTimeOrDefault": _constant_zone_before_default,
    "arrayFold": _of_accumulator,
    "range": _no_addresses,
    **dict.fromkeys(("leftPad", "rightPad", "leftPadUTF8", "rightPadUTF8"), _constant_padding),
    **dict.fromkeys(
        ("formatReadableSize", "formatReadableDecimalSize", "formatReadableQuantity"), _digits
    ),
    "factorial": _of_words,
    "errorCodeToName": _code,
    "toDayOfWeek": _of_weeks,
    **dict.fromkeys(("translate", "translateUTF8"), _translation),
    **dict.fromkeys(("substring", "substringUTF8"), _place_in_text),
    **dict.fromkeys(("mapContainsKeyLike", "mapExtractKeyLike"), _texts_in_map(0)),
    **dict.fromkeys(("mapContainsValueLike", "mapExtractValueLike"), _texts_in_map(1)),
    **dict.fromkeys(_PARSED, _zone_at(2)),
    **{f"fromUnixTimestamp64{unit}": _zone_at(1) for unit in ("Second", "Milli", "Micro", "Nano")},
    **dict.fromkeys(("mapAdd", "mapSubtract"), _summed_maps),
    "mapUpdate": _maps_of_one_type,
    **dict.fromkeys(("toTimezone", "toUnixTimestamp"), _constants(1, "ILLEGAL_COLUMN")),
    "makeDateTime": _zone_at(6),
    "makeDateTime64": _zone_at(8),
    "YYYYMMDDhhmmssToDateTime": _zone_at(1),
    "YYYYMMDDhhmmssToDateTime64": _zone_at(2),
    "toStartOfInterval": _zone_at(3),
}


def _has_other_size(texts: Sequence[str], _values: Sequence[Value]) -> str:
    return f"size({texts[0]}) <> size({texts[1]})"


def _is_negative(texts: Sequence[str], values: Sequence[Value]) -> str:
    return "" if len(texts) == 1 or is_unsigned(_typed(values[1])) else f"{texts[1]} < 0"


def _is_no_key(texts: Sequence[str], values: Sequence[Value]) -> str:
    """A greatest key that keys without a sign cannot be."""
    keys = _typed(values[0]).elements[0]
    if len(texts) == 1 or not is_unsigned(keys) or BITS[keys.family] > 32:
        return ""
    return f"NOT {texts[1]} BETWEEN 0 AND {2 ** BITS[keys.family] - 1}L"


def _of_least_by_minus_one(texts: Sequence[str], values: Sequence[Value]) -> str:
    left, right = values
    if not may_overflow(left, right) or left.type is None:
        return ""
    return f"({texts[0]} = {least_of(left.type)} AND {texts[1]} = -1)"


def _of_minus_one_by_least(texts: Sequence[str], values: Sequence[Value]) -> str:
    return _of_least_by_minus_one(texts[::-1], values[::-1])


def _has_zero(texts: Sequence[str], values: Sequence[Value]) -> str:
    pairs = zip(texts, values, strict=True)
    return " OR ".join(
        f"{text} = 0" for text, value in pairs if not value.constant or not value.is_constant
    )


def _is_too_large(texts: Sequence[str], values: Sequence[Value]) -> str:
    """Whether a quotient with a floating-point number has no place in the answer, or nearly none.

    Source: `DivideIntegralImpl` of ClickHouse.
    """
    answer = answer_type("intDiv", [argument_of(value) for value in values])
    if answer is None or not any(value.family in FLOATS for value in values):
        return ""
    quotient = f"try_divide(CAST({texts[0]} AS DOUBLE), CAST({texts[1]} AS DOUBLE))"
    most = 2 ** (BITS[answer.family] - 1) - 1
    return f"({quotient} >= {most}D OR {quotient} <= {-most - 1}D)"


def _has_least(texts: Sequence[str], values: Sequence[Value]) -> str:
    """Whether the size of a number has no place in the answer, an Int64."""
    pairs = zip(texts, values, strict=True)
    wide = [(text, value.type) for text, value in pairs if value.family == "Int64" and value.type]
    return " OR ".join(f"{text} = {least_of(data_type)}" for text, data_type in wide)


def _has_null(texts: Sequence[str], values: Sequence[Value]) -> str:
    keys = _typed(values[0])
    if keys.family != "Array" or not (keys.element.nullable or keys.element.family == "Nothing"):
        return ""
    return f"exists({texts[0]}, `_n` -> `_n` IS NULL)"


def _is_above(most: int) -> Callable[[Sequence[str], Sequence[Value]], str]:
    return lambda texts, _values: f"{texts[0]} > {most}"


def _is_no_duration(texts: Sequence[str], _values: Sequence[Value]) -> str:
    return f"NOT {texts[0]} RLIKE {quote_string(_DURATION)}"


_DIVISOR = (
    Guard(_has_zero, "ILLEGAL_DIVISION", "Division by zero."),
    *(
        Guard(is_broken, "ILLEGAL_DIVISION", "Division of minimal signed number by minus one.")
        for is_broken in (_of_least_by_minus_one, _of_minus_one_by_least)
    ),
    Guard(_has_least, "DECIMAL_OVERFLOW", "The result of function {name} is too large for Int64."),
)
_SIZES = Guard(
    _has_other_size,
    "BAD_ARGUMENTS",
    "First two arguments for function {name} must be Arrays of equal sizes.",
)
_GUARDS: Mapping[str, Sequence[Guard]] = {
    **BOUNDED,
    "arrayROCAUC": (_SIZES,),
    "arrayAUCPR": (_SIZES,),
    "arrayAutocorrelation": (
        Guard(_is_negative, "BAD_ARGUMENTS", "{name}: max_lag must be non-negative."),
    ),
    "mapPopulateSeries": (
        Guard(
            _is_no_key,
            "CANNOT_CONVERT_TYPE",
            "The greatest key of function {name} cannot be converted to the type of the keys.",
        ),
    ),
    "mapFromArrays": (
        Guard(
            _has_null, "BAD_ARGUMENTS", "The first argument of function {name} must have no NULLs."
        ),
    ),
    **dict.fromkeys(("gcd", "lcm"), _DIVISOR),
    **dict.fromkeys(
        ("intDiv", "intDivOrZero"),
        (
            Guard(
                _is_too_large,
                "ILLEGAL_DIVISION",
                "Cannot perform integer division, because it will produce infinite or too large "
                "number.",
            ),
        ),
    ),
    **dict.fromkeys(
        ("intDivOrNull", "moduloOrNull", "positiveModuloOrNull"), (Guard(_of_least_by_minus_one),)
    ),
    "parseISO8601Duration": (
        Guard(_is_no_duration, "BAD_ARGUMENTS", "Invalid argument of function {name}."),
    ),
    "factorial": (
        Guard(
            _is_above(20),
            "BAD_ARGUMENTS",
            "The maximum value for the input argument of function {name} is 20.",
        ),
    ),
}
