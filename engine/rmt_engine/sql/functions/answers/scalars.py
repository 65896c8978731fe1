"""The scalar functions: those whose answer's type follows from their arguments, and all others.

A function whose answer always has one type is not listed here but in `rmt_engine.sql.functions`,
where its row says so.
"""

from __future__ import annotations

from rmt_engine.sql.functions import COMPOSED, DEFINED, FUNCTIONS
from rmt_engine.sql.functions.answers import arithmetic as numbers
from rmt_engine.sql.functions.answers import times
from rmt_engine.sql.functions.answers.arrays import ARRAYS
from rmt_engine.sql.functions.answers.bitmaps import BITMAPS
from rmt_engine.sql.functions.answers.call import Answer, Call, Codes, Rule
from rmt_engine.sql.functions.answers.common import common_type
from rmt_engine.sql.functions.answers.conditions import CONDITIONS
from rmt_engine.sql.functions.answers.conversion import CONVERSIONS, type_named
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    INTEGERS,
    array_of,
    decimal,
    integer,
    is_number,
    named,
    plain,
    tuple_of,
)
from rmt_engine.sql.functions.names import canonical_name
from rmt_engine.sql.values.types import UTC, DataType, parse_type

__all__ = ["SCALAR_ANSWERS"]

_MOST_DIGITS = 38
"""Of Spark's decimals."""


def _same(call: Call) -> DataType:
    return call.types[0]


def _text(call: Call) -> DataType:
    """A FixedString stays one."""
    return call.types[0] if call.types[0].family == "FixedString" else plain("String")


def _inverted_bits(call: Call) -> DataType | None:
    found = call.types[0]
    if found.family in INTEGERS:
        return plain("UInt8") if found.family == "Bool" else found
    if found.family in FLOATS:
        return integer(32 if found.family == "Float32" else 64, signed=True)
    return found if found.family in ("String", "FixedString") else None


def _counted_bits(call: Call) -> DataType:
    found = call.types[0]
    if found.family == "String":
        return plain("UInt64")
    if found.family == "FixedString":
        return plain("UInt16")
    return plain("UInt16" if BITS.get(found.family) == 256 else "UInt8")


def _rounded_to_power(call: Call) -> DataType | None:
    found = call.types[0]
    if found.family == "Bool":
        return plain("UInt8")
    return found if is_number(found) and found.family != "Decimal" else None


def _now64(call: Call) -> DataType:
    digits = call.number(0) if call.types else 3
    return times.date_time64(3 if digits is None else digits, call.text(1))


def _zoned(digits: int) -> Rule:
    """A DateTime64 in the time zone of the second argument."""
    return lambda call: times.date_time64(digits, call.text(1))


def _zoned_second(call: Call) -> DataType:
    """A DateTime in the time zone of the second argument."""
    return times.date_time(call.text(1))


def _zoned_fraction(call: Call) -> DataType:
    """A DateTime64 of three digits or as many as the second argument says."""
    digits = call.number(1)
    return times.date_time64(3 if digits is None else digits, call.text(2))


_SECONDS_OF_TEXT = (
    "parseDateTimeBestEffort",
    "parseDateTimeBestEffortUS",
    "parseDateTime32BestEffort",
)
_FRACTIONS_OF_TEXT = ("parseDateTime64BestEffort", "parseDateTime64BestEffortUS")


def _bucket(call: Call) -> DataType | None:
    """`widthBucket(x, low, high, n)`: wider than the number of stretches."""
    count = call.types[3].family
    return plain({"UInt8": "UInt16", "UInt16": "UInt32"}.get(count, "UInt64"))


def _slots(call: Call) -> DataType | None:
    return array_of(call.types[0]) if call.types[0].family == "DateTime" else None


def _in_zone(call: Call) -> DataType | None:
    zone = call.text(1)
    found = call.types[0]
    if zone is None or found.family not in ("DateTime", "DateTime64"):
        return None
    if found.family == "DateTime":
        return times.date_time(zone)
    return times.date_time64(found.precision, zone)


def _time_of_parts(call: Call) -> DataType:
    """`makeDateTime64(year, month, day, hour, minute, second[, fraction[, digits[, zone]]])`."""
    digits = call.number(7)
    return times.date_time64(3 if digits is None else digits, call.text(8))


def _read64(call: Call) -> DataType:
    """A time with six digits, of a text in a format."""
    return times.date_time64(6, call.text(2) or UTC)


def _rounded_down(call: Call) -> DataType | None:
    """As wide as the number and the steps it is rounded to."""
    steps = call.types[1]
    return common_type((call.types[0], steps.element)) if steps.family == "Array" else None


def _wider_address(call: Call) -> DataType:
    """Of a number, the bytes of the address."""
    is_address = call.types[0].family == "IPv4"
    return plain("IPv6") if is_address else named("FixedString(16)")


def _keys_and_values(call: Call) -> DataType | None:
    name = call.text(len(call.arguments) - 1)
    value = None if name is None else type_named(name)
    return None if value is None else array_of(tuple_of((plain("String"), value)))


def _from_seconds(call: Call) -> DataType:
    """`fromUnixTimestamp(seconds[, format])`."""
    return plain("String" if len(call.types) > 1 else "DateTime")


def _distance(call: Call) -> DataType:
    """As precise as the most precise of the coordinates."""
    return plain("Float64" if "Float64" in (one.family for one in call.types) else "Float32")


def _of_decimals(call: Call) -> DataType | None:
    """`multiplyDecimal(a, b[, scale])`: as many digits as Spark's decimals have."""
    if any(one.family != "Decimal" for one in call.types[:2]):
        return None
    scale = call.number(2) if len(call.types) > 2 else max(one.scale for one in call.types[:2])
    return None if scale is None or scale > _MOST_DIGITS else decimal(_MOST_DIGITS, scale)


def _of_length(call: Call) -> DataType | None:
    """`randomFixedString(n)`."""
    length = call.number(0)
    return None if length is None else named(f"FixedString({length})")


def _numbers_of_code(call: Call) -> DataType | None:
    """`mortonDecode(count or mask, code)`: as many numbers as there are dimensions."""
    count = call.number(0)
    dimensions = call.types[0]
    if dimensions.family == "Tuple":
        count = len(dimensions.elements)
    return None if count is None else tuple_of([plain("UInt64")] * count)


def _always(text: str) -> Rule:
    data_type = parse_type(text) if "(" in text else named(text)
    return lambda _: data_type


_UNITS = "Year Quarter Month Week Day Hour Minute Second".split()

_BY_ARGUMENTS: dict[str, Rule] = {
    **numbers.arithmetic,
    "divide": numbers.division,
    "divideOrNull": numbers.or_null(numbers.division),
    "intDiv": numbers.whole_division,
    "intDivOrZero": numbers.whole_division,
    "intDivOrNull": numbers.or_null(numbers.whole_division),
    **numbers.remainder,
    "moduloOrZero": numbers.remainder["modulo"],
    "moduloOrNull": numbers.or_null(numbers.remainder["modulo"]),
    "positiveModuloOrNull": numbers.or_null(numbers.remainder["positiveModulo"]),
    "negate": numbers.negation,
    "abs": numbers.absolute,
    **dict.fromkeys(("gcd", "lcm"), numbers.whole_numbers),
    **dict.fromkeys("bitAnd bitOr bitXor bitShiftLeft bitShiftRight".split(), numbers.bits),
    **dict.fromkeys("bitRotateLeft bitRotateRight".split(), numbers.bits),
    "bitNot": _inverted_bits,
    "bitCount": _counted_bits,
    **dict.fromkeys("round roundBankers floor ceil trunc".split(), _same),
    "roundToExp2": _rounded_to_power,
    **dict.fromkeys("lower upper initcap translate".split(), _text),
    **{f"add{unit}s": times.moved(unit) for unit in times.UNITS},
    **{f"subtract{unit}s": times.moved(unit) for unit in times.UNITS},
    **dict.fromkeys(
        ("addDate", "subDate"),
        times.moved_by_interval,
    ),
    **{
        f"change{unit}": times.changed(unit)
        for unit in ("Year", "Month", "Day", "Hour", "Minute", "Second")
    },
    **{f"toInterval{unit}": times.interval(unit) for unit in times.UNITS},
    **dict.fromkeys(
        """toStartOfDay toStartOfHour toStartOfMinute toStartOfFiveMinutes toStartOfTenMinutes
        toStartOfFifteenMinutes timeSlot""".split(),
        times.in_zone(),
    ),
    "toStartOfSecond": times.start_of(3),
    "toStartOfMillisecond": times.start_of(3),
    "toStartOfMicrosecond": times.start_of(6),
    "toStartOfNanosecond": times.start_of(9),
    "toStartOfInterval": times.cut_to_interval,
    "dateTrunc": times.cut_to_unit,
    **dict.fromkeys(
        "parseDateTime parseDateTimeOrZero".split(),
        times.of_format(2),
    ),
    "parseDateTimeOrNull": numbers.or_null(times.of_format(2)),
    "fromUnixTimestamp": _from_seconds,
    "toTimezone": _in_zone,
    "makeDateTime": lambda call: times.date_time(call.text(6)),
    "YYYYMMDDhhmmssToDateTime": _zoned_second,
    "YYYYMMDDhhmmssToDateTime64": _zoned_fraction,
    **{
        f"{name}{form}": rule
        for name, of_text in (
            *((name, _zoned_second) for name in _SECONDS_OF_TEXT),
            *((name, _zoned_fraction) for name in _FRACTIONS_OF_TEXT),
            ("parseDateTimeInJodaSyntax", times.of_format(2)),
        )
        for form, rule in (
            ("", of_text),
            ("OrZero", of_text),
            ("OrNull", numbers.or_null(of_text)),
        )
    },
    **dict.fromkeys(("toDateTime32", "toTimeWithFixedDate"), times.in_zone()),
    "timeSlots": _slots,
    "widthBucket": _bucket,
    **dict.fromkeys(("mortonDecode", "hilbertDecode"), _numbers_of_code),
    **dict.fromkeys(("makeDateTime64",), _time_of_parts),
    **dict.fromkeys(("parseDateTime64", "parseDateTime64OrZero"), _read64),
    "parseDateTime64OrNull": numbers.or_null(_read64),
    "ifNotFinite": lambda call: common_type(call.types),
    "roundDown": _rounded_down,
    "mapPopulateSeries": _same,
    "clamp": lambda call: common_type(call.types),
    "JSONExtractKeysAndValues": _keys_and_values,
    "JSONExtractKeysAndValuesCaseInsensitive": _keys_and_values,
    "IPv4ToIPv6": _wider_address,
    **dict.fromkeys(("greatCircleDistance", "greatCircleAngle", "geoDistance"), _distance),
    **dict.fromkeys(("multiplyDecimal", "divideDecimal"), _of_decimals),
    "randomFixedString": _of_length,
    "fuzzBits": _text,
    "IPv4StringToNumOrNull": numbers.or_null(_always("UInt32")),
}

_DROPS_CODES: dict[str, Rule] = {
    "fromUnixTimestamp64Second": _zoned(0),
    "fromUnixTimestamp64Milli": _zoned(3),
    "fromUnixTimestamp64Micro": _zoned(6),
    "fromUnixTimestamp64Nano": _zoned(9),
}
_KNOWS_NULL: dict[str, Rule] = {
    **dict.fromkeys(("least", "greatest"), numbers.extreme),
    **dict.fromkeys(("midpoint", "avg2"), numbers.common),
    "now": lambda call: times.date_time(call.text(0)),
    "now64": _now64,
}

_ALWAYS: dict[str, str] = {
    "UInt8": """like notLike ilike notILike toDayOfMonth toHour toMinute toSecond toMonth
        toQuarter startsWith endsWith sleep sleepEachRow""",
    "UInt16": "toYear toDayOfYear",
    "UInt32": "CRC32",
    "UInt64": "factorial blockNumber rowNumberInBlock rowNumberInAllBlocks blockSize",
    "Float64": """acos acosh asin asinh atan atan2 atanh cbrt cos cosh degrees e erf erfc exp hypot
        lgamma pi pow radians sigmoid sin sinh sqrt tan tanh tgamma""",
    "String": """bar printf reinterpretAsString soundex toColumnTypeName toTypeName
        trimBoth trimLeft trimRight version""",
    "Date": "toLastDayOfMonth",
    "Array(UInt64)": "multiSearchAllPositions",
}
"""Functions that the engine does not declare: Spark has them already, or nothing has."""
_REINTERPRETED = (*sorted(BITS.keys() - {"Bool"}), *sorted(FLOATS), "Date", "DateTime", "UUID")
_SKIPS_NULL = frozenset(
    """has notHas indexOf indexOfAssumeSorted countEqual ignore indexHint toTypeName
    toColumnTypeName xxHash64Spark rand rand64 randCanonical generateUUIDv4 isConstant isNullable
    byteSize errorCodeToName isDistinctFrom mapContainsKey mapContainsValue""".split()
)
"""Functions whose answer is not NULL because an argument is."""
_JSON_ENUM = parse_type(
    "Enum8('Null' = 0, 'String' = 34, 'Array' = 91, 'Bool' = 98, 'Double' = 100, 'Int64' = 105, "
    "'UInt64' = 117, 'Object' = 123)"
)


def _fixed() -> dict[str, Answer]:
    """The functions whose answers have one type."""
    texts = {name: text for text, names in _ALWAYS.items() for name in names.split()}
    texts |= {f"reinterpretAs{family}": family for family in _REINTERPRETED}
    defined = (one.function for one in DEFINED.values())
    for function in (*FUNCTIONS.values(), *defined, *COMPOSED.values()):
        name = canonical_name(function.name)
        if name is not None and function.returns and not function.aggregate:
            text = "UInt8" if function.returns == "Bool" else function.returns
            texts.setdefault(name, text)
    return {
        name: Answer(
            _always(text),
            nulls=name not in _SKIPS_NULL,
            codes=Codes.DROPPED if _drops_codes(name) else Codes.PASSED,
        )
        for name, text in texts.items()
    }


def _drops_codes(name: str) -> bool:
    return name.startswith("JSON") or name in ("isValidJSON", "ignore", "indexHint")


SCALAR_ANSWERS: dict[str, Answer] = {
    **_fixed(),
    **{name: Answer(rule) for name, rule in _BY_ARGUMENTS.items()},
    "JSONType": Answer(lambda _: _JSON_ENUM, codes=Codes.DROPPED),
    **{name: Answer(rule, codes=Codes.DROPPED) for name, rule in _DROPS_CODES.items()},
    **{name: Answer(rule, nulls=False) for name, rule in _KNOWS_NULL.items()},
    **CONDITIONS,
    **CONVERSIONS,
    **ARRAYS,
    **BITMAPS,
}
"""All scalar functions whose answer's type is known, by canonical name."""
