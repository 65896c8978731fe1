"""The types of columns in random programs: literals, conditions and expressions of each."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

__all__ = ["ORDERED", "VALUE_TYPES", "ColumnSpec", "ValueType"]

ORDERED = ("=", "<", "<=", ">", ">=", "IN")
_EQUAL = ("=", "IN")


@dataclass(frozen=True)
class ValueType:
    """What is written as a value of a type, in words that both engines read.

    Attributes:
        literals: values for VALUES.
        selected: a value made of the column `number`.
        compared: literals for conditions.
        operators: of conditions; none where the engines compare in different ways.
        derived: expressions over a column `{c}`, each with a type for its values.
        is_version: whether a version may have the type.
    """

    literals: tuple[str, ...]
    selected: str
    compared: tuple[str, ...]
    operators: tuple[str, ...] = ORDERED
    derived: tuple[tuple[str, str], ...] = ()
    is_version: bool = False


def _integer(literals: str, selected: str, derived: str = "") -> ValueType:
    values = tuple(literals.split())
    # Beyond 64 bits, a number in a query is one of floating point to ClickHouse.
    compared = tuple(value for value in values if len(value) < 19 or derived)
    halves = (("intDiv({c}, 2)", derived), ("{c} % 3", "Int8")) if derived else ()
    return ValueType(values, selected, compared, derived=halves, is_version=True)


def _float(selected: str) -> ValueType:
    """NaN is neither above nor below another number in ClickHouse, and above all in Spark."""
    literals = ("-1.5e0", "0e0", "-0e0", "0.5e0", "1e0", "1e10", "nan", "inf", "-inf")
    return ValueType(
        literals, selected, literals[:6], operators=("=", "<", "<="),
        derived=(("toUInt8(isNaN({c}))", "UInt8"),), is_version=True,
    )  # fmt: skip


def _text(literals: Sequence[str], selected: str, **more: Any) -> ValueType:
    return ValueType(tuple(literals), selected, tuple(literals), **more)


def _time(literals: Sequence[str], selected: str, zone: str = "", **more: Any) -> ValueType:
    """A text in a query is in the session's zone here, in the column's in ClickHouse."""
    operators = () if zone else ORDERED
    return _text(literals, selected, operators=operators, is_version=True, **more)


_MONTHS = (("toYYYYMM({c})", "UInt32"), ("toYear({c})", "UInt16"))
_HOURS = (*_MONTHS, ("toDate({c})", "Date"), ("toStartOfHour({c})", "DateTime"))
_AS_TEXT = (("toString({c})", "String"),)
_TEXTS = (
    ("lower({c})", "String"), ("length({c})", "UInt64"), ("concat({c}, '-')", "String"),
    ("sipHash64({c})", "UInt64"),
)  # fmt: skip
_STRINGS = (
    "''", "'a'", "'A'", "'ab'", "'b'", "'É'", "'日本'", "'😀'", "'a\\\\'", "'it''s'", "'a\\tb\\n'",
)  # fmt: skip
_ADDRESS = "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'"
_SECONDS = "1706745590 + number % 20"

VALUE_TYPES: dict[str, ValueType] = {
    "Int8": _integer("-128 -1 0 1 127", "number % 100 - 50", "Int8"),
    "Int16": _integer("-32768 -1 0 1 32767", "number % 5 - 2", "Int16"),
    "Int32": _integer("-7 -1 0 1 2 3 2147483647", "number % 11", "Int32"),
    "Int64": _integer(
        "-9223372036854775808 -1 0 1 2 9223372036854775807", "number % 13 - 5", "Int64"
    ),
    "UInt8": _integer("0 1 2 3 255", "number % 5", "UInt8"),
    "UInt16": _integer("0 1 2 65535", "number % 7", "UInt16"),
    "UInt32": _integer("0 1 2 3 4294967295", "number % 17", "UInt32"),
    "UInt64": _integer("0 1 2 18446744073709551615", "number % 5", "UInt64"),
    "Int128": _integer(f"-{'9' * 38} -1 0 1 18446744073709551616", "number % 9 - 4"),
    "Int256": _integer(f"-18446744073709551617 -1 0 2 {'9' * 38}", "number % 7 - 3"),
    "UInt128": _integer(f"0 1 2 {'9' * 38}", "number % 5"),
    "UInt256": _integer("0 1 3 9223372036854775808 18446744073709551616", "number % 6"),
    "Float32": _float("number % 4"),
    "Float64": _float("number % 4 - 1"),
    "Decimal(9, 2)": _text(["-1.50", "0.00", "0.01", "1.50", "9000000.25"], "number % 6"),
    "Decimal(18, 4)": _text(["-1.5000", "0.0000", "0.0001", "90000000000.2500"], "number % 6"),
    "Decimal128(10)": _text(["-1.5", "0.0", "0.0000000001", "99999999999.5"], "number % 5 - 2"),
    "Bool": _text(["true", "false"], "number % 2", operators=("=",), is_version=True),
    "String": ValueType(
        _STRINGS, "toString(number % 9)", _STRINGS[:8], operators=ORDERED, derived=_TEXTS
    ),
    # Spark keeps the zero bytes at the end.
    "FixedString(3)": _text(["''", "'a'", "'abc'", "'é'"], "toString(number % 3)", operators=()),
    "Date": _text(
        ["'1970-01-01'", "'2024-01-31'", "'2024-02-01'", "'2149-06-06'"],
        "toDate(19750 + number % 40)",
        derived=(*_MONTHS, ("toMonday({c})", "Date")), is_version=True,
    ),
    "Date32": _text(
        ["'1900-01-01'", "'1970-01-01'", "'2024-02-01'", "'2299-12-31'"],
        "toDate(19750 + number % 40)", derived=_MONTHS, is_version=True,
    ),
    "DateTime": _time(
        ["'1970-01-01 00:00:00'", "'2024-01-31 23:59:59'", "'2024-02-01 00:00:00'"],
        f"toDateTime({_SECONDS})", derived=_HOURS,
    ),
    # 23:30 in UTC is the next day in Berlin, and 2:30 is there twice in the night of 27 October.
    "DateTime('Europe/Berlin')": _time(
        ["'1970-01-02 00:00:00'", "'2024-01-31 23:59:59'", "'2024-02-01 00:30:00'",
         "'2024-10-27 03:30:00'", "'2024-03-31 03:00:00'"],
        f"toDateTime({_SECONDS})", zone="Europe/Berlin", derived=_HOURS,
    ),
    "DateTime64(0)": _time(
        ["'1900-01-01 00:00:00'", "'2024-01-31 23:59:59'", "'2299-12-31 23:59:59'"],
        f"toDateTime64({_SECONDS}, 0)", derived=_MONTHS,
    ),
    "DateTime64(3)": _time(
        ["'2024-01-31 23:59:59.999'", "'2024-02-01 00:00:00'", "'1969-12-31 00:00:00.5'"],
        f"toDateTime64({_SECONDS}, 3)", derived=_MONTHS,
    ),
    "DateTime64(6, 'America/New_York')": _time(
        ["'2024-01-31 23:59:59.999999'", "'2024-02-01 00:00:00'", "'1960-06-30 12:00:00.000001'"],
        f"toDateTime64({_SECONDS}, 6)", zone="America/New_York", derived=_MONTHS,
    ),
    "UUID": ValueType(
        ("'00000000-0000-0000-0000-000000000000'", _ADDRESS, _ADDRESS.upper().replace("A", "B")),
        _ADDRESS, (_ADDRESS, _ADDRESS.replace("a", "b")), operators=_EQUAL, derived=_AS_TEXT,
    ),
    "IPv4": _text(
        ["'0.0.0.0'", "'1.2.3.4'", "'1.2.3.10'", "'255.255.255.255'"],
        "concat('1.2.3.', toString(number % 5))", operators=_EQUAL, derived=_AS_TEXT,
    ),
    "IPv6": _text(
        ["'::'", "'::1'", "'2001:db8::1'", "'::ffff:1.2.3.4'", "'ffff::'"],
        "concat('2001:DB8:0::', toString(number % 4))", operators=_EQUAL, derived=_AS_TEXT,
    ),
    "Enum8('a' = 1, 'b' = -2, 'ç' = 3)": _text(
        ["'a'", "'b'", "'ç'"],
        "multiIf(number % 3 = 0, 'a', number % 3 = 1, 'b', 'ç')",
        operators=_EQUAL, derived=_AS_TEXT,
    ),
    "Enum16('a' = 300, 'b' = -2)": _text(
        ["'a'", "'b'"], "if(number % 2 = 0, 'a', 'b')", operators=_EQUAL, derived=_AS_TEXT,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class ColumnSpec:
    """A column.

    Attributes:
        name: of the column.
        type: as declared.
        kind: empty, `DEFAULT`, `MATERIALIZED` or `ALIAS`.
        expression: of a column that has such a kind.
        function: of a SimpleAggregateFunction of the type.
    """

    name: str
    type: str
    kind: str = ""
    expression: str = ""
    function: str = ""

    @property
    def base(self) -> str:
        """The type without Nullable and LowCardinality."""
        text = self.type
        for wrapper in ("LowCardinality(", "Nullable("):
            if text.startswith(wrapper):
                text = text[len(wrapper) : -1]
        return text

    @property
    def values(self) -> ValueType:
        return VALUE_TYPES[self.base]

    @property
    def is_nullable(self) -> bool:
        return "Nullable(" in self.type

    @property
    def is_hidden(self) -> bool:
        """Whether `*` leaves it out."""
        return self.kind in ("MATERIALIZED", "ALIAS")

    @property
    def declaration(self) -> str:
        declared = self.type
        if self.function:
            declared = f"SimpleAggregateFunction({self.function}, {declared})"
        return " ".join(filter(None, (f"`{self.name}`", declared, self.kind, self.expression)))

    def derived(self) -> list[tuple[str, str]]:
        """Expressions over the column, each with a type for its values."""
        if self.is_nullable:
            return []
        return [(text.format(c=self.name), result) for text, result in self.values.derived]

    def canonical(self, value: Any) -> Any:
        """A value of either engine in one form."""
        if value is None:
            return None
        base = self.base
        if base.startswith(("Int", "UInt")):
            return int(value)
        if base.startswith("Float"):
            return float(value) + 0.0
        if base.startswith("Decimal"):
            return Decimal(str(value)).normalize() + 0
        if base == "Bool":
            return str(value).lower() in ("true", "1")
        if base.startswith("DateTime"):
            moment = datetime.datetime.fromisoformat(str(value))
            return moment.replace(tzinfo=None)
        if base.startswith("Date"):
            return datetime.date.fromisoformat(str(value))
        return str(value)
