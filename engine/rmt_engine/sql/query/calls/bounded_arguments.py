"""Numbers that functions take between bounds alone: a length, a place, how many there are.

Source: the functions' pages at https://clickhouse.com/docs/sql-reference/functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, SIGNED
from rmt_engine.sql.query.calls.guard import Guard
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = ["BOUNDED", "is_unsigned", "is_whole"]

_Broken = Callable[[Sequence[str], Sequence[Value]], str]
_MOST_IN_RANGE = 500_000_000
"""`function_range_max_elements_in_block`."""
_LONGEST_PADDED = 1_000_000


def is_whole(data_type: DataType) -> bool:
    """Whether a type is one of whole numbers, and not Nullable."""
    return data_type.family in BITS and not data_type.nullable


def is_unsigned(data_type: DataType) -> bool:
    """Whether a type is one of whole numbers without a sign, and not Nullable."""
    return is_whole(data_type) and data_type.family.startswith("UInt")


def _is_below(least: int, place: int) -> _Broken:
    """Whether an argument is less than a number; one without a sign never is below 0."""

    def broken(texts: Sequence[str], values: Sequence[Value]) -> str:
        value = values[place]
        if isinstance(value.constant, int) and value.constant >= least:
            return ""
        may_be = value.family in SIGNED or (least > 0 and value.family in BITS)
        return f"{texts[place]} < {least}" if may_be else ""

    return broken


def _is_longer(texts: Sequence[str], values: Sequence[Value]) -> str:
    length = values[1].constant
    if isinstance(length, int) and length <= _LONGEST_PADDED:
        return ""
    return f"{texts[1]} > {_LONGEST_PADDED}"


def _is_beyond_bits(texts: Sequence[str], values: Sequence[Value]) -> str:
    """Whether a position is none of the bits that the first argument has."""
    bits = BITS.get(values[0].family)
    if bits is None:
        return ""
    asked = [
        text
        for text, value in zip(texts[1:], values[1:], strict=True)
        if not isinstance(value.constant, int) or not 0 <= value.constant < bits
    ]
    return " OR ".join(f"NOT {text} BETWEEN 0 AND {bits - 1}" for text in asked)


def _is_null(texts: Sequence[str], values: Sequence[Value]) -> str:
    pairs = zip(texts, values, strict=True)
    return " OR ".join(f"{text} IS NULL" for text, value in pairs if value.is_nullable)


def _counts_down_to_it(texts: Sequence[str], values: Sequence[Value]) -> str:
    """Whether the only argument of `range`, its end, is below 0."""
    return _is_below(0, 0)(texts, values) if len(values) == 1 else ""


def _has_too_many(texts: Sequence[str], values: Sequence[Value]) -> str:
    """Whether `range` would give more numbers than ClickHouse makes of a block of rows."""
    if all(BITS.get(value.family, 64) < 32 for value in values):
        return ""
    if len(values) == 1:
        end = values[0].constant
        is_few = isinstance(end, int) and end <= _MOST_IN_RANGE
        return "" if is_few else f"{texts[0]} > {_MOST_IN_RANGE}"
    start, end_text, *step = (f"CAST({text} AS DOUBLE)" for text in texts)
    distance = f"({end_text} - {start})"
    count = f"try_divide({distance}, {step[0]})" if step else distance
    return f"{count} > {_MOST_IN_RANGE}"


def _is_more_than_there_are(texts: Sequence[str], _values: Sequence[Value]) -> str:
    return f"{texts[1]} > size({texts[0]})"


def _has_float(name: str, places: Sequence[int]) -> _Broken:
    """Whether a floating-point number is NaN, or infinite."""
    numbers = {"NaN": ("NaN",), "Inf": ("Infinity", "-Infinity")}[name]

    def broken(texts: Sequence[str], values: Sequence[Value]) -> str:
        return " OR ".join(
            f"{texts[place]} = CAST('{number}' AS DOUBLE)"
            for place in places
            if values[place].family in FLOATS
            for number in numbers
        )

    return broken


_SHIFTED = Guard(
    _is_below(0, 1),
    "ARGUMENT_OUT_OF_BOUND",
    "The number of shift positions of function {name} needs to be a non-negative value.",
)
_POSITION = Guard(
    _is_beyond_bits,
    "PARAMETER_OUT_OF_BOUND",
    "The bit position of function {name} is out of bounds for the number.",
)
_PADDED = (
    Guard(
        _is_below(0, 1),
        "INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE",
        "The new padded length of function {name} is negative.",
    ),
    Guard(
        _is_longer,
        "TOO_LARGE_STRING_SIZE",
        f"The new padded length of function {{name}} is too big, maximum is: {_LONGEST_PADDED}.",
    ),
)
_DAYS = Guard(
    _is_below(0, 0), "ARGUMENT_OUT_OF_BOUND", "Function {name} expects a non-negative integer."
)
BOUNDED: Mapping[str, Sequence[Guard]] = {
    **dict.fromkeys(("bitShiftLeft", "bitShiftRight"), (_SHIFTED,)),
    **dict.fromkeys(("bitTest", "bitTestAll", "bitTestAny"), (_POSITION,)),
    **dict.fromkeys(("leftPad", "rightPad", "leftPadUTF8", "rightPadUTF8"), _PADDED),
    **dict.fromkeys(("fromDaysSinceYearZero", "fromDaysSinceYearZero32"), (_DAYS,)),
    "range": (
        Guard(_is_null, "BAD_ARGUMENTS", "Illegal NULL as an argument of function {name}."),
        Guard(
            _counts_down_to_it,
            "ARGUMENT_OUT_OF_BOUND",
            "A call to function {name} overflows, only support positive values when only end is "
            "provided.",
        ),
        Guard(
            _has_too_many,
            "ARGUMENT_OUT_OF_BOUND",
            "A call to function {name} would produce more array elements than the allowed maximum "
            f"of {_MOST_IN_RANGE}.",
        ),
    ),
    "arrayShingles": (
        Guard(
            _is_below(1, 1),
            "BAD_ARGUMENTS",
            "The shingle argument of function {name} must be a positive integer.",
        ),
        Guard(
            _is_more_than_there_are,
            "BAD_ARGUMENTS",
            "The shingle argument of function {name} must be less than or equal to the length of "
            "the array.",
        ),
    ),
    "widthBucket": (
        Guard(
            _has_float("NaN", (0, 1, 2)),
            "BAD_ARGUMENTS",
            "The first three arguments of function {name} cannot be NaN.",
        ),
        Guard(
            _has_float("Inf", (1, 2)),
            "BAD_ARGUMENTS",
            "The second and third arguments of function {name} cannot be Inf.",
        ),
        Guard(
            _is_below(1, 3), "BAD_ARGUMENTS", "The last argument of function {name} cannot be 0."
        ),
    ),
}
"""The guards, by ClickHouse's function."""
