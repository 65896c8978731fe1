"""Arithmetic, comparisons, rounding, bits and conditions.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/functions/arithmetic-functions
and its neighbours on rounding, mathematics, bits, comparison, logic and conditions.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Set
from decimal import Decimal
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builder,
    Builders,
    bits_of,
    call,
    default_of,
    of,
    typed,
    unsigned,
)
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["NUMBERS"]

_FLOATS = frozenset(("float", "double"))
_WIDE = frozenset(("decimal(20,0)", "decimal(38,0)"))
_BIG = "java.math.BigInteger"
_BIG_DECIMAL = "java.math.BigDecimal"
_DECIMAL = "org.apache.spark.sql.types.Decimal"
_TWO_TO_64 = Decimal(2**64)
_BITS = {"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64}


def _is_float(source: str) -> bool:
    return source in ("double", "float")


# Arithmetic


_Division = Callable[[Arguments, Column, Column], Column]


def _whole_quotient(arguments: Arguments, a: Column, b: Column) -> Column:
    types = {arguments.type(position) for position in (0, 1)}
    if not types.isdisjoint(_FLOATS):
        return _cut_quotient(a.cast("double"), b.cast("double"))
    if not _is_wide(types):
        return call("div", a, b)
    # Spark's division of whole numbers gives a BIGINT, into which such a quotient may not fit.
    return _of_big_integers(arguments, "divide", a, b)


def _is_wide(types: Set[str]) -> bool:
    """Whether whole numbers have these types, and one of them is wider than a BIGINT."""
    return not types.isdisjoint(_WIDE) and types <= {*_WIDE, *INTEGER_TYPES}


def _of_big_integers(arguments: Arguments, method: str, a: Column, b: Column) -> Column:
    """What a method of Java's BigInteger makes of two whole numbers of up to 38 digits.

    Spark's `%` and `/` of decimals are Java's BigDecimal's, which take ten times as long. The
    result becomes a BigDecimal all the same: of a BigInteger with 19 digits that fit a BIGINT Spark
    makes a Decimal that it takes to be too large for every type.
    """
    calls = JavaCalls(arguments)
    first, second = (
        calls.method(calls.expression(number, "decimal(38,0)"), _BIG, "toJavaBigInteger", [])
        for number in (a, b)
    )
    found = calls.new(_BIG_DECIMAL, calls.method(first, _BIG, method, [second]))
    return calls.column(calls.static(_DECIMAL, calls.kind("decimal(38,0)"), "apply", [found]))


def _cut_quotient(a: Column, b: Column) -> Column:
    """A quotient without what is behind its point; one that no whole number holds is refused."""
    quotient = a / b
    problem = (
        "Cannot perform integer division, because it will produce infinite or too large number."
    )
    fits = quotient.isNull() | (F.abs(quotient) < 2.0**63)
    failure = _illegal(problem).cast("bigint")
    return F.when(fits, quotient.cast("bigint")).otherwise(failure)


def _checked(build: _Division, instead: Callable[[str], Column]) -> Builder:
    """A division that has another answer where the divisor is 0, or the quotient has no place.

    A third argument is the least number of the dividend's type, which cannot be divided by -1.

    Args:
        build: the division.
        instead: what is there instead, by what is wrong.
    """

    def checked(arguments: Arguments) -> Column:
        a, b, *least = arguments.columns
        if _is_rest_of_floats(arguments, build):
            return _rest_of_floats(arguments, build)
        if not least and arguments.expressions[1].foldable() and arguments.literal(1):
            return build(arguments, a, b)
        quotient = build(arguments, a, F.nullif(b, F.lit(0)))
        found = F.when(a.isNotNull() & (b == 0), instead("Division by zero."))
        if least:
            wrong = instead("Division of minimal signed number by minus one.")
            found = found.when((a == least[0]) & (b == -1), wrong)
        return found.otherwise(quotient)

    return typed(2, 3, checked)


def _not_by_zero(build: _Division) -> Builder:
    """A division that is refused where it has no answer."""
    return _checked(build, _illegal)


def _illegal(message: str) -> Column:
    return F.raise_error(F.lit(str(RmtError("ILLEGAL_DIVISION", message))))


def _or_zero(build: _Division) -> Builder:
    """The same, which gives 0 there."""
    return _checked(build, lambda _message: F.lit(0))


def _is_rest_of_floats(arguments: Arguments, build: _Division) -> bool:
    return build is not _whole_quotient and any(
        _is_float(arguments.type(position)) for position in (0, 1)
    )


def _rest_of_floats(arguments: Arguments, build: _Division) -> Column:
    """NaN is what a division by zero leaves."""
    a, b = (number.cast("double") for number in arguments.columns)
    rest = build(arguments, a, F.nullif(b, F.lit(0.0)))
    return F.when(a.isNotNull() & (b == 0), float("nan")).otherwise(rest)


def _remainder(arguments: Arguments, a: Column, b: Column) -> Column:
    if _is_wide({arguments.type(position) for position in (0, 1)}):
        return _of_big_integers(arguments, "remainder", a, b)
    return a % b


def _divide(a: Column, b: Column) -> Column:
    a, b = a.cast("double"), b.cast("double")
    # Unlike Spark's division, this power tells 0.0 from -0.0.
    infinity = a * F.pow(b, F.lit(-1.0))
    return F.when(a.isNotNull() & (b == 0), infinity).otherwise(F.try_divide(a, b))


def _positive_modulo(arguments: Arguments, a: Column, b: Column) -> Column:
    rest = _remainder(arguments, a, b)
    return F.when(rest < 0, rest + F.abs(b)).otherwise(rest)


def _exact(arguments: Arguments) -> tuple[Column, Column, str]:
    """The sizes of two whole numbers, and the type that they are kept in."""
    is_short = all(arguments.type(place) in ("tinyint", "smallint", "int") for place in (0, 1))
    kind = "bigint" if is_short else "decimal(38,0)"
    a, b = (F.abs(number.cast(kind)) for number in arguments.columns[:2])
    return a, b, kind


def _gcd(arguments: Arguments) -> Column:
    return _divisor(*_exact(arguments))


def _divisor(a: Column, b: Column, kind: str) -> Column:
    """Euclid's algorithm; 93 steps are enough for 64 bits."""
    steps = F.sequence(F.lit(1), F.lit(93))
    start = F.struct(a.cast(kind).alias("a"), b.cast(kind).alias("b"))

    def step(pair: Column, _: Column) -> Column:
        done = pair["b"] == 0
        rest = (pair["a"] % F.nullif(pair["b"], F.lit(0).cast(kind))).cast(kind)
        return F.struct(
            F.when(done, pair["a"]).otherwise(pair["b"]).alias("a"),
            F.when(done, pair["b"]).otherwise(rest).alias("b"),
        )

    known = a.isNotNull() & b.isNotNull()
    return F.when(known, F.aggregate(steps, start, step, lambda pair: pair["a"]))


def _lcm(arguments: Arguments) -> Column:
    """The least common multiple; a third argument is the greatest that the answer may be."""
    a, b, kind = _exact(arguments)
    divisor = F.nullif(_divisor(a, b, kind), F.lit(0).cast(kind))
    # The division leaves no rest: of a decimal the digits behind the point are zeros.
    product = F.coalesce(((a / divisor).cast(kind) * b).cast(kind), F.lit(0).cast(kind))
    found = F.when(a.isNull() | b.isNull(), None)
    for greatest in arguments.columns[2:]:
        problem = RmtError("DECIMAL_OVERFLOW", "The least common multiple is too large.")
        found = found.when(product > greatest, F.raise_error(F.lit(str(problem))))
    return found.otherwise(product)


def _power_of(base: int) -> Builder:
    return of(lambda n: F.pow(F.lit(float(base)), n))


def _whole_power_of(base: int, most: int) -> Builder:
    """A power as a UInt64: 0 of what is below 0, the greatest of what is too large."""

    def build(n: Column) -> Column:
        at = F.when(n.between(0, most), n).otherwise(0).cast("int") + 1
        power = F.element_at(_powers(base, most), at)
        greatest = F.lit(_TWO_TO_64 - 1)
        return F.when(n < 0, 0).when(n > most, greatest).when(n >= 0, power)

    return of(build)


def _powers(base: int, most: int) -> Column:
    """The powers of a base from 0 to a greatest one, as UInt64."""
    return F.array(*(F.lit(Decimal(base**n)).cast("decimal(20,0)") for n in range(most + 1)))


def _log(build: Callable[[Column], Column]) -> Builder:
    """A logarithm: -inf of 0, NaN of what is below, where Spark has NULL."""

    def logarithm(x: Column) -> Column:
        x = x.cast("double")
        low = F.when(x == 0, float("-inf")).when(x < 0, float("nan"))
        return F.when(x <= 0, low).otherwise(build(x))

    return of(logarithm)


def _log1p(x: Column) -> Column:
    x = x.cast("double")
    low = F.when(x == -1, float("-inf")).when(x < -1, float("nan"))
    return F.when(x <= -1, low).otherwise(F.log1p(x))


def _sign(x: Column) -> Column:
    return F.signum(x).cast("tinyint")


# Rounding


def _digits(arguments: Arguments) -> int:
    return int(arguments.literal(1)) if len(arguments) > 1 else 0


def _rounded_float(arguments: Arguments, rounded: Callable[[Column], Column]) -> Column:
    """A floating-point number, rounded to as many digits as the second argument says."""
    value, source = arguments.columns[0], arguments.type(0)
    if len(arguments) < 2 or arguments.expressions[1].foldable():
        return _scaled(value, _digits(arguments), rounded).cast(source)
    digits = arguments.columns[1].cast("double")
    exact = value.cast("double")
    scale = F.pow(F.lit(10.0), F.abs(digits))
    behind = rounded(exact * scale) / scale
    result = F.when(digits > 0, behind).otherwise(rounded(exact / scale) * scale)
    most = F.lit(9e15) / F.when(digits > 0, scale).otherwise(1.0)
    return _with_odd(exact, result, most).cast(source)


def _scaled(value: Column, digits: int, rounded: Callable[[Column], Column]) -> Column:
    """Rounds a floating-point number to so many digits, keeping NaN and infinities."""
    scale = 10.0 ** abs(digits)
    exact = value.cast("double")
    if digits >= 0:
        result = rounded(exact * scale) / scale if digits else rounded(exact)
    else:
        result = rounded(exact / scale) * scale
    return _with_odd(exact, result, F.lit(9e15 / (scale if digits > 0 else 1.0)))


def _with_odd(exact: Column, rounded: Column, most: Column) -> Column:
    """A rounded number; NaN, infinities and what has no such digits stay, and so does the sign."""
    rounded = F.when((rounded == 0) & (exact < 0), -F.lit(0.0)).otherwise(rounded)
    finite = ~F.isnan(exact) & (F.abs(exact) < most)
    return F.when(finite | exact.isNull() | most.isNull(), rounded).otherwise(exact)


def _rounding(
    floating: Callable[[Column], Column], exact: Callable[[Column, Column], Column]
) -> Builder:
    """Rounding of floats by one rule, of integers and decimals by another."""

    def build(arguments: Arguments) -> Column:
        value, source = arguments.columns[0], arguments.type(0)
        if _is_float(source):
            return _rounded_float(arguments, floating)
        digits = _digits(arguments)
        if source in INTEGER_TYPES and digits >= 0:
            return value
        rounded = exact(
            value.cast("decimal(38,6)") if source in INTEGER_TYPES else value, F.lit(digits)
        )
        return _within(value, rounded, source)

    return typed(1, 2, build)


def _within(value: Column, rounded: Column, source: str) -> Column:
    """A rounded number, which is refused if its type has not so many digits."""
    if not source.startswith("decimal("):
        return rounded.cast(source)
    problem = RmtError("DECIMAL_OVERFLOW", "A rounded number has more digits than its type.")
    failure = F.raise_error(F.lit(str(problem))).cast(source)
    found = rounded.try_cast(source)
    return F.when(value.isNull() | found.isNotNull(), found).otherwise(failure)


def _towards_zero(value: Column) -> Column:
    return F.when(value < 0, F.ceil(value)).otherwise(F.floor(value)).cast("double")


def _exact_trunc(value: Column, digits: Column) -> Column:
    return F.when(value < 0, F.ceil(value, digits)).otherwise(F.floor(value, digits))


def _bankers(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if _is_float(source):
        return _rounded_float(arguments, F.rint)
    return _within(value, F.bround(value, _digits(arguments)), source)


def _round_to_power_of_two(arguments: Arguments) -> Column:
    """The power of two that is nearest to 0; of a whole number below 1 it is 0."""
    [x], source = arguments.columns, arguments.type(0)
    if _is_float(source):
        return _power_within(x.cast("double")).cast(source)
    found = F.array_max(F.filter(_powers(2, 63), lambda power: power <= x))
    return F.when(x.isNotNull(), F.coalesce(found, F.lit(0).cast("decimal(20,0)")))


def _power_within(x: Column) -> Column:
    size = F.abs(x)
    power = F.pow(F.lit(2.0), F.floor(F.log2(size)).cast("double"))
    power = F.when(power > size, power / 2).when(power * 2 <= size, power * 2).otherwise(power)
    is_odd = F.isnan(x) | (size == float("inf")) | (x == 0)
    signed = F.when(x < 0, -power).otherwise(power)
    return F.when(F.isnan(x), float("inf")).when(is_odd, x).otherwise(signed)


def _round_down(arguments: Arguments) -> Column:
    value, steps = arguments.columns
    below = F.filter(steps, lambda step: step <= value)
    return F.when(value.isNotNull(), F.coalesce(F.array_max(below), F.array_min(steps)))


# Bits


def _bitwise(name: str) -> Builder:
    def combined(left: Column, right: Column) -> Column:
        return getattr(left, name)(right)  # type: ignore[no-any-return]

    def build(arguments: Arguments) -> Column:
        types = [arguments.type(position) for position in (0, 1)]
        left, right = arguments.columns
        if "decimal(38,0)" in types:
            (high, low), (other_high, other_low) = _halves(left), _halves(right)
            upper = combined(high, other_high).cast("decimal(20,0)") * F.lit(_TWO_TO_64)
            return upper + unsigned(combined(low, other_low))
        if not any(one.startswith("decimal") for one in types):
            return combined(left, right)
        return unsigned(combined(bits_of(left), bits_of(right)))

    return typed(2, 2, build)


def _halves(value: Column) -> tuple[Column, Column]:
    """The bits of a wide number: those above 64 and the others, each as a BIGINT."""
    value = value.cast("decimal(38,0)")
    low = F.pmod(value, F.lit(_TWO_TO_64))
    return call("div", value - low, F.lit(_TWO_TO_64)), bits_of(low)


def _bit_shift_right(arguments: Arguments) -> Column:
    a, n = arguments.columns
    if arguments.type(0).startswith("decimal"):
        shifted = call("shiftrightunsigned", bits_of(a), n.cast("int"))
        return F.when(n >= 64, F.lit(0)).otherwise(unsigned(shifted))
    return F.when(n >= 64, F.when(a < 0, -1).otherwise(0)).otherwise(
        call("shiftright", a, n.cast("int"))
    )


def _bit_shift_left(arguments: Arguments) -> Column:
    a, n = arguments.columns
    is_wide = arguments.type(0).startswith("decimal")
    word = bits_of(a) if is_wide else a.cast("bigint")
    shifted = call("shiftleft", word, n.cast("int"))
    found = F.when(n >= 64, F.lit(0).cast("bigint")).otherwise(shifted)
    return unsigned(found) if is_wide else found


def _bit(value: Column, position: Column) -> Column:
    shifted = call("shiftright", value, position.cast("int"))
    return shifted.bitwiseAND(F.lit(1).cast("bigint"))


def _bits_at(arguments: Arguments) -> list[Column]:
    """The bits of the first argument at the places that the others are."""
    value, *positions = arguments.columns
    is_wide = arguments.type(0).startswith("decimal")
    word = bits_of(value) if is_wide else value.cast("bigint")
    return [_bit(word, position) for position in positions]


def _bit_count(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if source == "string":
        ones = F.replace(call("clickhouse_bin", value), F.lit("0"), F.lit(""))
        return F.length(ones)
    if source == "decimal(20,0)":
        value = bits_of(value)
    if source in _BITS and source != "bigint":
        value = value.cast("bigint").bitwiseAND(F.lit(2 ** _BITS[source] - 1).cast("bigint"))
    return F.bit_count(value)


def _all_bits(arguments: Arguments) -> Column:
    return functools.reduce(operator.and_, (bit == 1 for bit in _bits_at(arguments)))


def _any_bit(arguments: Arguments) -> Column:
    return functools.reduce(operator.or_, (bit == 1 for bit in _bits_at(arguments)))


# Comparisons and logic


def _xor(*conditions: Column) -> Column:
    return functools.reduce(operator.ne, (c.cast("boolean") for c in conditions))


# Conditions


def _if(condition: Column, then: Column, otherwise: Column) -> Column:
    return F.when(condition.cast("boolean"), then).otherwise(otherwise)


def _multi_if(arguments: Arguments) -> Column:
    columns = arguments.columns
    if len(columns) % 2 == 0:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "multiIf takes an odd number of arguments."
        )
    chain: Any = F
    for condition, value in zip(columns[:-1:2], columns[1:-1:2], strict=True):
        chain = chain.when(condition.cast("boolean"), value)
    result: Column = chain.otherwise(columns[-1])
    return result


def _case(arguments: Arguments) -> Column:
    value, *rest = arguments.columns
    if len(rest) % 2 == 0:
        raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "caseWithExpression lacks a default.")
    chain: Any = F
    for when, then in zip(rest[:-1:2], rest[1:-1:2], strict=True):
        chain = chain.when(value == when, then)
    result: Column = chain.otherwise(rest[-1])
    return result


def _transform(arguments: Arguments) -> Any:
    """`transform(x, from, to[, default])`; with a lambda, Spark's function of that name."""
    if arguments.is_lambda(1):
        return arguments.catalyst("ArrayTransform", *arguments.expressions)
    value, source, target = arguments.columns[:3]
    default = arguments.columns[3] if len(arguments) > 3 else value
    at = F.array_position(source, value)
    if _is_float(arguments.type(0)):
        at = F.when(F.isnan(value), F.lit(0)).otherwise(at)
    found = F.try_element_at(target, F.greatest(at, F.lit(1)).cast("int"))
    return F.when(at > 0, found).otherwise(default)


def _assume_not_null(arguments: Arguments) -> Column:
    return F.coalesce(arguments.columns[0], default_of(arguments.type(0)))


def _finite(x: Column) -> Column:
    x = x.cast("double")
    return ~F.isnan(x) & (F.abs(x) != float("inf"))


# Random values


def _random_uniform(low: Column, high: Column) -> Column:
    low, high = low.cast("double"), high.cast("double")
    return low + F.rand() * (high - low)


def _known(a: Column, b: Column, value: Column) -> Column:
    """The value; NULL if one of two is NULL."""
    return F.when(a.isNotNull() & b.isNotNull(), value)


_ROUND = _rounding(F.rint, F.round)
_FLOOR = _rounding(lambda x: F.floor(x).cast("double"), F.floor)
_CEIL = _rounding(lambda x: F.ceil(x).cast("double"), F.ceil)
_TRUNC = _rounding(_towards_zero, _exact_trunc)


def _uuid_of_time(time: Column) -> Column:
    """A UUID of version 7: the milliseconds of a time, else the digits of a random one."""
    digits = F.lpad(F.lower(F.hex(F.unix_millis(time))), 12, "0")
    return F.concat(
        F.substring(digits, 1, 8),
        F.lit("-"),
        F.substring(digits, 9, 4),
        F.lit("-7"),
        F.substring(F.uuid(), 16, 21),
    )


NUMBERS: Builders = {
    "plus": of(lambda a, b: a + b),
    "minus": of(lambda a, b: a - b),
    "multiply": of(lambda a, b: a * b),
    "divide": of(_divide),
    "intDiv": _not_by_zero(_whole_quotient),
    "intDivOrZero": _or_zero(_whole_quotient),
    "modulo": _not_by_zero(_remainder),
    "moduloOrZero": _or_zero(_remainder),
    "moduloLegacy": _not_by_zero(_remainder),
    "positiveModulo": _not_by_zero(_positive_modulo),
    "negate": of(lambda a: -a),
    "gcd": typed(2, 2, _gcd),
    "lcm": typed(2, 3, _lcm),
    "clickhouse_sign": of(_sign),
    "clickhouse_log": _log(F.log),
    "clickhouse_ln": _log(F.log),
    "clickhouse_log2": _log(F.log2),
    "clickhouse_log10": _log(F.log10),
    "clickhouse_log1p": of(_log1p),
    "exp2": _power_of(2),
    "exp10": _power_of(10),
    "intExp2": _whole_power_of(2, 63),
    "intExp10": _whole_power_of(10, 19),
    "clickhouse_round": _ROUND,
    "roundBankers": typed(1, 2, _bankers),
    "clickhouse_floor": _FLOOR,
    "clickhouse_ceil": _CEIL,
    "clickhouse_trunc": _TRUNC,
    "truncate": _TRUNC,
    "roundToExp2": typed(1, 1, _round_to_power_of_two),
    "roundDown": typed(2, 2, _round_down),
    "clickhouse_isNaN": of(lambda x: F.when(x.isNotNull(), F.isnan(x))),
    "isFinite": of(_finite),
    "isInfinite": of(lambda x: F.abs(x.cast("double")) == float("inf")),
    "ifNotFinite": of(lambda x, other: F.when(_finite(x), x).otherwise(other)),
    "min2": of(lambda a, b: _known(a, b, F.least(a.cast("double"), b.cast("double")))),
    "max2": of(lambda a, b: _known(a, b, F.greatest(a.cast("double"), b.cast("double")))),
    "bitAnd": _bitwise("bitwiseAND"),
    "bitOr": _bitwise("bitwiseOR"),
    "bitXor": _bitwise("bitwiseXOR"),
    "bitNot": of(F.bitwise_not),
    "bitShiftLeft": typed(2, 2, _bit_shift_left),
    "bitShiftRight": typed(2, 2, _bit_shift_right),
    "bitTest": typed(2, 2, lambda arguments: _bits_at(arguments)[0]),
    "bitTestAll": typed(2, MANY, _all_bits),
    "bitTestAny": typed(2, MANY, _any_bit),
    "bitCount": typed(1, 1, _bit_count),
    "bitHammingDistance": of(
        lambda a, b: F.bit_count(a.cast("bigint").bitwiseXOR(b.cast("bigint")))
    ),
    "equals": of(lambda a, b: a == b),
    "notEquals": of(lambda a, b: a != b),
    "less": of(lambda a, b: a < b),
    "lessOrEquals": of(lambda a, b: a <= b),
    "greater": of(lambda a, b: a > b),
    "greaterOrEquals": of(lambda a, b: a >= b),
    "isNotDistinctFrom": of(lambda a, b: a.eqNullSafe(b)),
    "xor": of(_xor),
    "clickhouse_if": of(_if),
    "multiIf": typed(3, MANY, _multi_if),
    "caseWithExpression": typed(4, MANY, _case),
    "clickhouse_transform": typed(2, 4, _transform),
    "assumeNotNull": typed(1, 1, _assume_not_null),
    "isZeroOrNull": of(lambda x: x.isNull() | (x == 0)),
    "rand32": of(lambda _=None: F.floor(F.rand() * 4294967296).cast("bigint")),
    "rand64": of(
        lambda _=None: (
            F.floor(F.rand() * 4294967296).cast("decimal(20,0)") * 4294967296
            + F.floor(F.rand() * 4294967296).cast("decimal(20,0)")
        ).cast("decimal(20,0)")
    ),
    "randCanonical": of(lambda _=None: F.rand()),
    "randUniform": of(_random_uniform),
    "generateUUIDv4": of(lambda _=None: F.uuid()),
    "generateUUIDv7": of(lambda _=None: _uuid_of_time(F.current_timestamp())),
    "dateTimeToUUIDv7": of(_uuid_of_time),
}
