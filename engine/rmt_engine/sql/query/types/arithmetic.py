"""Sums, products and their kin, by the types of what is calculated with.

The answer has ClickHouse's type, so operands are first made as wide as it; whole numbers of 64 bits
wrap around, as in ClickHouse.

Source: https://clickhouse.com/docs/sql-reference/functions/arithmetic-functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers import MISSING, answer_type
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    NULL,
    SIGNED,
    TIMES,
    is_interval,
    plain,
)
from rmt_engine.sql.query.types.array_sizes import of_one_size
from rmt_engine.sql.query.types.comparisons import paired
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.types.subscripts import element_of, tuple_of_values
from rmt_engine.sql.query.values import Value, argument_of, literal, number_of, stored, whole_text
from rmt_engine.sql.text.interval_units import NANOSECONDS
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = [
    "ARITHMETIC",
    "OF_DECIMALS",
    "WRAPPING",
    "as_int64",
    "as_uint64",
    "interval",
    "interval_as",
    "least_of",
    "may_overflow",
]

WRAPPING = {"+": "rmt_wrapping_sum", "-": "rmt_wrapping_difference", "*": "rmt_wrapping_product"}
"""Functions of two BIGINTs whose answers wrap around, by the operators they stand for."""
OF_DECIMALS = {
    "plus": "rmt_decimal_sum",
    "minus": "rmt_decimal_difference",
    "multiply": "rmt_decimal_product",
    "divide": "rmt_decimal_quotient",
}
"""Functions of two decimals, and of the digits and the scale of the answer."""

_SIGNS = {"plus": "+", "minus": "-", "multiply": "*"}
_SMALL = frozenset(("TINYINT", "SMALLINT", "INT"))
_WIDE = frozenset(("Int64", "UInt64"))
_OF_ARRAYS = ("plus", "minus")
"""What is calculated with two arrays."""
_LONG_BITS = 64
_SHORT_BITS = 16
_RANGE = 2**64
_HALF = 2**63
_DAY = NANOSECONDS["Day"]
_NANOSECONDS = {**NANOSECONDS, "Month": 28 * _DAY, "Quarter": 84 * _DAY, "Year": 336 * _DAY}
"""How long the units of intervals are where one becomes another."""
_DAYS = frozenset(("Day", "Week", "Month", "Quarter", "Year"))
Call = Callable[[str, Sequence[Value]], Value]


def _sum(name: str, values: Sequence[Value], call: Call) -> Value:
    """`a + b`, `a - b`, `a * b`."""
    left, right = map(_operand, values)
    if left.type is None or right.type is None:
        return Value(f"({left.sql} {_SIGNS[name]} {right.sql})", None)
    answer = _answer(name, left, right)
    if answer == NULL:
        return literal(None)
    if {left.family, right.family} & TIMES:
        return _of_times(name, left, right, answer, call)
    if answer.family in TIMES:
        return _of_text(name, left, right, answer, call)
    inside = _of_elements(name, left, right, answer, call)
    if inside is not None:
        return inside
    if is_interval(left.type) or is_interval(right.type):
        return _of_intervals(name, left, right, answer)
    return Value(
        _of_numbers(name, left, right, answer),
        answer,
        folded=left.is_constant and right.is_constant,
    )


def _operand(value: Value) -> Value:
    """What is calculated with; an IPv4 address is its number."""
    return as_number(value) if value.family == "IPv4" else stored(value)


def _answer(name: str, *values: Value) -> DataType:
    found = answer_type(name, [argument_of(value) for value in values])
    if found is not None:
        return found
    if all(value.family == "Decimal" for value in values):
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"The scale of the result of function {name} of "
            f"{' and '.join(str(value.type) for value in values)} is out of bounds.",
            "Convert one of them to another scale, with toDecimal128 for example.",
        )
    raise _illegal(name, *values)


def _illegal(name: str, *values: Value) -> RmtError:
    shown = ", ".join(str(value.type) for value in values)
    return RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Illegal types {shown} of arguments of function {name}.",
        "Convert them, with toInt64 or CAST for example.",
    )


def _of_numbers(name: str, left: Value, right: Value, answer: DataType) -> str:
    sign = _SIGNS[name]
    spark = answer.spark
    if answer.family == "Decimal":
        return _of_decimals(name, left, right, answer)
    if answer.family not in _WIDE:
        return f"(CAST({left.sql} AS {spark}) {sign} CAST({right.sql} AS {spark}))"
    if not {left.family, right.family} & _WIDE:
        # The operands have 32 bits at most.
        first, second = (f"CAST({value.sql} AS BIGINT)" for value in (left, right))
        text = f"({first} {sign} {second})"
        return text if spark == "BIGINT" else f"CAST({text} AS {spark})"
    if "UInt64" not in (left.family, right.family) and answer.family != "UInt64":
        return f"{WRAPPING[sign]}(CAST({left.sql} AS BIGINT), CAST({right.sql} AS BIGINT))"
    first, second = (f"CAST({value.sql} AS DECIMAL(20,0))" for value in (left, right))
    exact = f"({first} {sign} {second})"
    return as_uint64(exact) if answer.family == "UInt64" else as_int64(exact)


def as_uint64(number: str) -> str:
    """Spark's text of a whole number as UInt64, which wraps around."""
    return f"CAST(pmod({number}, {_RANGE}BD) AS DECIMAL(20,0))"


def as_int64(number: str) -> str:
    """Spark's text of a DECIMAL without a fraction as Int64, which wraps around."""
    return f"CAST(pmod({number} + {_HALF}BD, {_RANGE}BD) - {_HALF}BD AS BIGINT)"


def _of_decimals(name: str, left: Value, right: Value, answer: DataType) -> str:
    operands = ", ".join(number_of(value).sql for value in (left, right))
    return f"{OF_DECIMALS[name]}({operands}, {answer.precision}, {answer.scale})"


# Times


def interval(unit: str, count: Value) -> Value:
    """`INTERVAL n unit`: its number, until it is added to a time."""
    text = f"CAST({stored(count).sql} AS BIGINT)"
    data_type = DataType(f"Interval{unit}", nullable=count.is_nullable)
    return Value(text, data_type, count.constant, folded=True)


def interval_as(unit: str, value: Value) -> Value:
    """An interval in another unit, cut to whole ones; a month has 28 days then, as in ClickHouse.

    Args:
        unit: the unit.
        value: the interval.
    """
    assert value.type is not None
    target = replace(value.type, family=f"Interval{unit}")
    if value.type == target:
        return value
    ours, theirs = _NANOSECONDS[value.family.removeprefix("Interval")], _NANOSECONDS[unit]
    if ours >= theirs:
        text = f"{WRAPPING['*']}({value.sql}, {ours // theirs}L)"
    else:
        text = f"({value.sql} DIV {theirs // ours}L)"
    return Value(text, target, folded=value.is_constant)


def _of_times(name: str, left: Value, right: Value, answer: DataType, call: Call) -> Value:
    if left.family in TIMES and right.family in TIMES:
        return Value(_between(left, right, answer), answer)
    if left.family not in TIMES:
        left, right = right, left
    right = number_of(right)
    assert right.type is not None
    if right.family == "Tuple":
        found = left
        for place in range(1, len(right.type.elements) + 1):
            found = _sum(name, [found, element_of(right, place)], call)
        return found
    sign = "" if name == "plus" else "-"
    if is_interval(right.type):
        return _moved(name, left, right, answer, call)
    if left.family in ("Date", "Date32"):
        return Value(f"date_add({left.sql}, CAST({sign}({right.sql}) AS INT))", answer)
    micros = f"unix_micros({left.sql}) + CAST({sign}({right.sql}) AS BIGINT) * 1000000L"
    return Value(f"timestamp_micros({micros})", answer)


def _of_text(name: str, left: Value, right: Value, answer: DataType, call: Call) -> Value:
    """A time that is a text, moved by an interval."""
    text, by = (left, right) if left.family == "String" else (right, left)
    return _moved(name, text, by, answer, call)


def _moved(name: str, time: Value, by: Value, answer: DataType, call: Call) -> Value:
    """A time moved by an interval."""
    assert by.type is not None
    unit = by.type.family.removeprefix("Interval")
    number = Value(by.sql, plain("Int64"))
    if unit == "Nanosecond":
        error = RmtError("CANNOT_CONVERT_TYPE", "A time has microseconds, no nanoseconds.")
        exact = f"CASE WHEN {by.sql} % 1000 <> 0 THEN {failing(error)} ELSE {by.sql} DIV 1000 END"
        number = Value(f"({exact})", plain("Int64"))
        unit = "Microsecond"
    function = f"{'add' if name == 'plus' else 'subtract'}{unit}s"
    if unit not in _DAYS and time.family in ("Date", "Date32"):
        time = Value(f"CAST({time.sql} AS TIMESTAMP)", plain("DateTime"))
    found = call(function, [time, number])
    return Value(f"CAST({found.sql} AS {answer.spark})", answer)


def _between(left: Value, right: Value, answer: DataType) -> str:
    """How far apart two times are: days, or seconds."""
    if left.family in ("Date", "Date32"):
        return f"datediff({left.sql}, {right.sql})"
    micros = f"unix_micros({left.sql}) - unix_micros({right.sql})"
    if answer.family == "Decimal":
        return f"CAST(CAST({micros} AS DECIMAL(20,0)) / 1000000 AS {answer.spark})"
    return f"CAST(({micros}) DIV 1000000L AS {answer.spark})"


def _of_intervals(name: str, left: Value, right: Value, answer: DataType) -> Value:
    if left.type == right.type:
        return Value(f"({left.sql} {_SIGNS[name]} {right.sql})", answer)
    return tuple_of_values([left, right], answer)


def _of_elements(
    name: str, left: Value, right: Value, answer: DataType, call: Call
) -> Value | None:
    """The same of the elements of arrays and tuples; None where there are none."""
    families = (left.family, right.family)
    if families == ("Array", "Array"):
        if name not in _OF_ARRAYS:
            raise _illegal(name, left, right)
        return _of_arrays(name, left, right, answer, call)
    if "Array" in families:
        array = left if left.family == "Array" else right
        element = Value("`_x`", array.type.element if array.type is not None else None)
        pair = [element if value is array else value for value in (left, right)]
        text = f"transform({array.sql}, `_x` -> {stored(call(name, pair)).sql})"
        return Value(text, answer, folded=left.is_constant and right.is_constant)
    return _of_tuples(name, left, right, answer, call) if "Tuple" in families else None


def _of_arrays(name: str, left: Value, right: Value, answer: DataType, call: Call) -> Value:
    """Arrays element by element."""
    assert left.type is not None
    assert right.type is not None
    first, second = of_one_size(name, [left, right])
    element = call(name, [Value("`_x`", left.type.element), Value("`_y`", right.type.element)])
    lambda_text = f"(`_x`, `_y`) -> {stored(element).sql}"
    return Value(f"zip_with({first.sql}, {second.sql}, {lambda_text})", answer)


def _of_tuples(name: str, left: Value, right: Value, answer: DataType, call: Call) -> Value:
    count = len(answer.elements)

    def element(value: Value, place: int) -> Value:
        return element_of(value, place) if value.family == "Tuple" else value

    elements = [
        call(name, [element(left, place), element(right, place)]) for place in range(1, count + 1)
    ]
    return tuple_of_values(elements, answer)


# Others


def _quotient(name: str, values: Sequence[Value], call: Call) -> Value:
    """`a / b`: infinite or NaN for b = 0; of decimals, cut to the scale of a."""
    left, right = map(_operand, values)
    if left.type is None or right.type is None:
        return Value(f"({left.sql} / {right.sql})", None)
    answer = _answer("divide", left, right)
    if answer == NULL:
        return literal(None)
    inside = _of_elements(name, left, right, answer, call)
    if inside is not None:
        return inside
    if answer.family != "Decimal":
        first, second = (f"CAST({value.sql} AS DOUBLE)" for value in (left, right))
        return Value(
            f"divide({first}, {second})", answer, folded=left.is_constant and right.is_constant
        )
    return Value(_of_decimals("divide", left, right, answer), answer)


def _negated(_name: str, values: Sequence[Value], _call: Call) -> Value:
    value = stored(values[0])
    if value.type is None:
        return Value(f"(- {value.sql})", None)
    answer = _answer("negate", value)
    if answer == NULL:
        return literal(None)
    constant = value.constant
    if is_interval(answer):
        negated = -constant if isinstance(constant, int) else MISSING
        return replace(value, sql=f"(- {value.sql})", constant=negated)
    is_whole = isinstance(constant, int) and not isinstance(constant, bool)
    return Value(
        _negative(value, answer),
        answer,
        -constant if is_whole and isinstance(constant, int) else MISSING,
        value.is_constant,
    )


def _negative(value: Value, answer: DataType) -> str:
    """The least number of a signed type is its own negative."""
    if value.family == "Int64" and value.constant is MISSING:
        return f"{WRAPPING['-']}(0L, {value.sql})"
    if value.family in SIGNED and answer.spark in _SMALL and value.constant is MISSING:
        return f"to{answer.family}(- CAST({value.sql} AS BIGINT))"
    if value.family == "UInt64":
        return f"toInt64(- CAST({value.sql} AS DECIMAL(38,0)))"
    return f"(- CAST({value.sql} AS {answer.spark}))"


def _whole(name: str, values: Sequence[Value], call: Call) -> Value:
    """intDiv, modulo and the like, by our functions; a time counts as its number."""
    left, right = (stored(value) for value in values)
    if left.type is not None and right.type is not None:
        answer = _answer(name, left, right)
        if answer == NULL:
            return literal(None)
        inside = _of_elements(name, left, right, answer, call)
        if inside is not None:
            return inside
        if left.family in TIMES:
            left, right = paired(left, replace(right, constant=MISSING), "UTC")
        return Value(
            _of_whole(name, left, right, answer),
            answer,
            folded=left.is_constant and right.is_constant,
        )
    return call(f"{name}()", [left, right])


def _of_whole(name: str, left: Value, right: Value, answer: DataType) -> str:
    """Numbers wrap around in ClickHouse's type: quotients if only one of both has a sign."""
    is_quotient = name.startswith("intDiv")
    numbers = (as_number(left), as_number(right))
    if is_quotient:
        numbers = _with_signs(*numbers)
    arguments = ", ".join([*(value.sql for value in numbers), *_least(name, left, right)])
    text = f"{FUNCTIONS[name].known_as}({arguments})"
    may_be_short = is_quotient or name == "moduloLegacy"
    may_wrap = may_be_short and answer.family in SIGNED and left.family not in FLOATS
    if not may_wrap or BITS[answer.family] > _LONG_BITS:
        return f"CAST({text} AS {answer.spark})"
    return f"to{answer.family}({text})"


def _with_signs(left: Value, right: Value) -> tuple[Value, Value]:
    """Two whole numbers of which only one has a sign: the other wraps around into a type with one.

    Source: `DivideIntegralImpl` of ClickHouse, `intDiv(200, -5)` is 11.
    """
    families = (left.family, right.family)
    if not all(one in BITS and BITS[one] <= _LONG_BITS for one in families):
        return left, right
    if (left.family in SIGNED) == (right.family in SIGNED):
        return left, right
    if right.family in SIGNED:
        return _wrapped(left, BITS[left.family]), right
    return left, _wrapped(right, max(BITS[left.family], BITS[right.family]))


def _wrapped(value: Value, bits: int) -> Value:
    """A number without a sign, read as one with a sign of so many bits."""
    is_small = isinstance(value.constant, int) and value.constant < 2 ** (bits - 1)
    if is_small or bits > BITS[value.family]:
        return value
    return replace(value, sql=f"toInt{bits}({value.sql})", constant=MISSING)


def _least(name: str, left: Value, right: Value) -> list[str]:
    """The least number of the dividend's type, where it may be divided by -1.

    ClickHouse takes no remainder of a column by the constant -1: it is 0, but of 8 and 16 bits.
    """
    if not may_overflow(left, right):
        return []
    assert left.type is not None
    is_known = name in ("modulo", "moduloLegacy") and right.is_constant and not left.is_constant
    if is_known and BITS[left.family] > _SHORT_BITS:
        return []
    return [least_of(left.type)]


def may_overflow(left: Value, right: Value) -> bool:
    """Whether a quotient may be that of the least number of a type, of 64 bits at most, and -1.

    Args:
        left: the dividend.
        right: the divisor.
    """
    if left.family not in SIGNED or BITS[left.family] > _LONG_BITS:
        return False
    if right.family not in SIGNED | FLOATS:
        return False
    return not isinstance(right.constant, int | float) or right.constant == -1


def least_of(data_type: DataType) -> str:
    """Spark's text of the least number of a type with a sign."""
    return whole_text(-(2 ** (BITS[data_type.family] - 1)), data_type)


ARITHMETIC: Mapping[str, Callable[[str, Sequence[Value], Call], Value]] = {
    **dict.fromkeys(_SIGNS, _sum),
    "divide": _quotient,
    "negate": _negated,
    **dict.fromkeys(
        "intDiv intDivOrZero modulo moduloOrZero moduloLegacy positiveModulo".split(), _whole
    ),
}
"""Lowerings, by ClickHouse's function."""
