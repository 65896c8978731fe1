"""IPv4 and IPv6 addresses: texts, each address in one form, that of ClickHouse.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/ip-address-functions;
of the form, ClickHouse's `formatIPv6`: the first of the longest stretches of zeros is left out, and
an address whose first twelve bytes are zeros, or zeros and `ffff`, ends like one of IPv4.
"""

from __future__ import annotations

from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, of, once, typed
from rmt_engine.sql.query.calls.networks import OF_FIRST_BITS
from rmt_engine.sql.query.types.ordering import BYTES_OF_ADDRESS

__all__ = ["ADDRESSES", "IPV4", "OF_ADDRESSES", "ipv4_or_null", "ipv6_or_null"]

_BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
IPV4 = rf"^{_BYTE}(?:\.{_BYTE}){{3}}$"
"""The pattern of an address without leading zeros."""
_WITH_ZEROS = rf"0*{_BYTE}(?:\.0*{_BYTE}){{3}}"
_GROUP = "[0-9a-f]{1,4}"
_WHOLE = f"^{_GROUP}(?::{_GROUP}){{7}}$"
_SHORTENED = f"^(?:{_GROUP}(?::{_GROUP})*)?::(?:{_GROUP}(?::{_GROUP})*)?$"
_STRETCHES = "|".join(
    rf"^(.*?)(?:^|:)0(?::0){{{length - 1}}}(?::|$)(.*)$" for length in range(8, 1, -1)
)
"""The first of the longest stretches of zeros, in a text of eight groups."""
_AROUND = (
    "".join(f"${group}" for group in range(1, 15, 2))
    + "::"
    + "".join(f"${group}" for group in range(2, 15, 2))
)


def ipv4_or_null(text: Column) -> Column:
    """The text of an IPv4 address without leading zeros; NULL for any other text."""
    plain = F.regexp_replace(text, r"(^|\.)0+([0-9])", "$1$2")
    return F.when(F.rlike(text, F.lit(f"^{_WITH_ZEROS}$")), plain)


def ipv6_or_null(text: Column) -> Column:
    """The text of an IPv6 address in ClickHouse's form; NULL for any other text.

    An IPv4 address becomes the one that stands for it.
    """
    steps: tuple[Callable[[Column], Column], ...] = (_all_hexadecimal, _all_groups, _shortest)
    value = F.lower(text)
    for step in steps:
        value = once(value, step)
    return value


def _is_ipv6(text: Column) -> Column:
    """Whether a text is an address of IPv6, and none of IPv4."""
    is_address = ipv6_or_null(text).isNotNull() & F.contains(text, F.lit(":"))
    return F.when(text.isNotNull(), is_address)


def _all_hexadecimal(text: Column) -> Column:
    """An address at whose end no IPv4 address stands; NULL for what cannot be one."""
    last = F.split(F.substring_index(text, ":", -1), r"\.")
    numbers = [F.get(last, F.lit(position)).try_cast("int") for position in range(4)]
    high, low = (F.hex(numbers[at] * 256 + numbers[at + 1]) for at in (0, 2))
    groups = F.lower(F.concat(high, F.lit(":"), low))
    before = F.regexp_extract(text, "^(.*:)", 1)
    return (
        F.when(F.rlike(text, F.lit(IPV4)), F.concat(F.lit("::ffff:"), groups))
        .when(F.rlike(text, F.lit(f"^[0-9a-f:]*:{_WITH_ZEROS}$")), F.concat(before, groups))
        .when(F.rlike(text, F.lit("^[0-9a-f:]+$")), text)
    )


def _all_groups(text: Column) -> Column:
    """The eight groups without leading zeros; NULL for what is no address."""
    given = F.size(F.filter(F.split(text, ":"), lambda group: group != ""))
    zeros = F.concat(F.lit(":"), F.repeat(F.lit("0:"), F.lit(8) - given))
    filled = F.trim(F.replace(text, F.lit("::"), zeros), F.lit(":"))
    whole = F.when(F.rlike(text, F.lit(_WHOLE)), text).when(
        F.rlike(text, F.lit(_SHORTENED))
        & ((given < 8) | ((given == 8) & ~F.endswith(text, F.lit("::")))),
        filled,
    )
    return F.regexp_replace(whole, "(^|:)0+([0-9a-f])", "$1$2")


def _shortest(groups: Column) -> Column:
    dotted = F.concat_ws(".", *(part for at in (6, 7) for part in _bytes(groups, at)))
    return (
        F.when(F.startswith(groups, F.lit("0:0:0:0:0:ffff:")), F.concat(F.lit("::ffff:"), dotted))
        .when(F.rlike(groups, F.lit("^(?:0:){6}[^0]")), F.concat(F.lit("::"), dotted))
        .otherwise(F.regexp_replace(groups, _STRETCHES, _AROUND))
    )


def _bytes(groups: Column, position: int) -> tuple[Column, Column]:
    """The two bytes of a group, as decimal texts."""
    number = F.conv(F.get(F.split(groups, ":"), F.lit(position)), 16, 10).cast("int")
    high = F.call_function("shiftright", number, F.lit(8))
    return high.cast("string"), number.bitwiseAND(F.lit(255)).cast("string")


def _refusing(name: str, read: Callable[[Column], Column]) -> Callable[[Arguments], Column]:
    """A conversion that refuses what is no address."""

    def build(arguments: Arguments) -> Column:
        text, found = arguments.columns[0], read(arguments.columns[0])
        error = RmtError(f"CANNOT_PARSE_{name.upper()}", f"A text is no address of {name}")
        failure = F.raise_error(F.concat(F.lit(f"{error}: "), text)).cast("string")
        return F.when(text.isNull() | found.isNotNull(), found).otherwise(failure)

    return build


def _of_number_or_text(arguments: Arguments) -> Column:
    if arguments.type(0) == "string":
        return _refusing("IPv4", ipv4_or_null)(arguments)
    return _ipv4_text(arguments.columns[0])


def _ipv4_text(value: Column) -> Column:
    number = value.cast("bigint")
    parts = (F.call_function("shiftright", number, F.lit(shift)) for shift in (24, 16, 8, 0))
    lowest = F.lit(255).cast("bigint")
    text = F.concat_ws(".", *(part.bitwiseAND(lowest).cast("string") for part in parts))
    return F.when(number.isNotNull(), text)


def _ipv4_number(text: Column) -> Column:
    parts = F.split(F.when(F.rlike(text, F.lit(IPV4)), text), r"\.")
    return F.aggregate(
        parts, F.lit(0).cast("bigint"), lambda total, part: total * 256 + part.cast("bigint")
    )


def _variants(name: str, read: Callable[[Column], Column], nowhere: str) -> Builders:
    """`…OrNull`, `…OrZero` and `…OrDefault` of a conversion."""
    return {
        f"{name}OrNull": of(read),
        f"{name}OrZero": of(
            lambda text: F.when(text.isNotNull(), F.coalesce(read(text), F.lit(nowhere)))
        ),
        f"{name}OrDefault": of(
            lambda text, default=None: F.coalesce(
                read(text), F.lit(nowhere) if default is None else default
            )
        ),
    }


def _bytes_of_address(arguments: Arguments) -> Column:
    """The sixteen bytes of an address of IPv6, whose text is in ClickHouse's form.

    Guava has four bytes of an address of IPv4 that is written as one of IPv6, `::ffff:1.2.3.4`.
    """
    java_text = arguments.object_type("java.lang.String")
    text = arguments.called(arguments.expressions[0], java_text, "toString", [])
    addresses = arguments.loaded("com.google.common.net.InetAddresses")
    of_address = arguments.object_type("java.net.InetAddress")
    address = arguments.called_statically(addresses, of_address, "forString", [text])
    found = arguments.called(address, arguments.data_type("binary"), "getAddress", [])
    prefix = F.unhex(F.lit("00" * 10 + "ff" * 2))
    return once(
        arguments.column_of(found),
        lambda data: F.when(F.length(data) == 4, F.concat(prefix, data)).otherwise(data),
    )


def _of_first_bits(arguments: Arguments) -> Column:
    """An address of IPv6 with so many of another's first bits, and zeros or ones behind them.

    The arguments are the address, how many bits are kept, how many if it stands for one of IPv4,
    and 0 or 1.
    """
    _, kept, kept_of_ipv4, filling = arguments.columns
    data = F.hex(_bytes_of_address(arguments))

    def masked(digits: Column) -> Column:
        is_ipv4 = F.startswith(digits, F.lit("00" * 10 + "FF" * 2))
        bits = F.when(is_ipv4, kept_of_ipv4).otherwise(kept).cast("int")

        def group(place: Column) -> Column:
            number = F.conv(F.substring(digits, place * 4 + 1, F.lit(4)), 16, 10).cast("int")
            free = F.lit(16) - F.greatest(F.least(bits - place * 16, F.lit(16)), F.lit(0))
            ones = F.call_function("shiftleft", F.lit(1), free) - 1
            cleared = number.bitwiseOR(ones) - ones
            return F.lower(F.hex((cleared + ones * filling).cast("bigint")))

        return F.array_join(F.transform(F.sequence(F.lit(0), F.lit(7)), group), ":")

    return once(once(data, masked), _shortest)


OF_ADDRESSES: Builders = {
    BYTES_OF_ADDRESS: typed(1, 1, _bytes_of_address),
    OF_FIRST_BITS: typed(4, 4, _of_first_bits),
}
"""What only compiled queries call."""
ADDRESSES: Builders = {
    "toIPv4": typed(1, 1, _of_number_or_text),
    "toIPv6": typed(1, 1, _refusing("IPv6", ipv6_or_null)),
    **_variants("toIPv4", ipv4_or_null, "0.0.0.0"),  # noqa: S104 - ClickHouse's default
    **_variants("toIPv6", ipv6_or_null, "::"),
    "IPv4ToIPv6": of(ipv6_or_null),
    "IPv4NumToString": of(_ipv4_text),
    "IPv4StringToNum": of(_ipv4_number),
    "IPv4StringToNumOrNull": of(_ipv4_number),
    "IPv4StringToNumOrDefault": of(lambda t: F.coalesce(_ipv4_number(t), F.lit(0))),
    "isIPv4String": of(lambda text: F.rlike(text, F.lit(IPV4))),
    "isIPv6String": of(_is_ipv6),
}
