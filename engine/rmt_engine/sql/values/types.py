"""ClickHouse's data types: parsed, printed, and mapped to Spark, Arrow and Parquet.

One row of `FAMILIES` says all there is to know of a type; parsing, printing, casts, DDL,
`docs/types.md` and the checks on version and key columns read that row.

Source of the semantics: https://clickhouse.com/docs/sql-reference/data-types, tried on ClickHouse
26.9.
"""

from __future__ import annotations

import difflib
import functools
import re
import zoneinfo
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

import pyarrow as pa

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.names_of_types import further_words
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Cursor, Kind, tokenize
from rmt_engine.sql.values.json_arguments import argument_lines, read_arguments
from rmt_engine.sql.values.state_types import state_type

__all__ = [
    "ALIASES",
    "FAMILIES",
    "LONGEST_FIXED_STRING",
    "UNSUPPORTED",
    "UTC",
    "Category",
    "DataType",
    "Family",
    "from_spark_type",
    "parse_type",
    "split_top_level",
    "suspicious_fixed_string",
    "suspicious_low_cardinality",
    "unknown_zone",
]

UTC = "UTC"
"""The time zone of sessions and of columns that declare none, unless they are told another."""
_T = TypeVar("_T")
_BARE = re.compile(r"[^\W\d]\w*")
_QUOTED = frozenset("all distinct false from null select some table top true values".split())
"""Words that ClickHouse writes in backquotes where they are names."""


class Category(Enum):
    """How values of a type are converted and checked."""

    INTEGER = "integer"
    FLOAT = "float"
    DECIMAL = "decimal"
    BOOL = "bool"
    STRING = "string"
    FIXED_STRING = "fixed string"
    DATE = "date"
    DATETIME = "datetime"
    UUID = "uuid"
    IPV4 = "ipv4"
    IPV6 = "ipv6"
    JSON = "json"
    ENUM = "enum"
    ARRAY = "array"
    MAP = "map"
    TUPLE = "tuple"
    NOTHING = "nothing"
    VARIANT = "variant"
    STATE = "state"


@dataclass(frozen=True)
class DataType:
    """A type as declared.

    Attributes:
        family: the canonical name, a key of `FAMILIES`.
        arguments: numbers and strings between the parentheses: `(10, 2)`, `(3, 'UTC')`.
        elements: inner types: of an array one, of a map two, of a tuple any number.
        names: a tuple's element names, empty when it has none.
        members: an enum's names and values.
        nullable: whether it was wrapped in `Nullable`.
        low_cardinality: whether it was wrapped in `LowCardinality`.
        simple_function: the function of a `SimpleAggregateFunction`, whose values are of the type.
    """

    family: str
    arguments: tuple[int | str, ...] = ()
    elements: tuple[DataType, ...] = ()
    names: tuple[str, ...] = ()
    members: tuple[tuple[str, int], ...] = ()
    nullable: bool = False
    low_cardinality: bool = False
    simple_function: str = ""

    @property
    def spec(self) -> Family:
        """The row of `FAMILIES`, or that of a type of expressions.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, ClickHouse has values of the type and this engine has none.
        """
        found = FAMILIES.get(self.family) or _OF_EXPRESSIONS.get(self.family)
        if found is None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Values of the type {self} are not supported.",
                "Convert them to a type of docs/types.md.",
            )
        return found

    @property
    def category(self) -> Category:
        """How values are converted and checked."""
        return self.spec.category

    @property
    def state(self) -> DataType:
        """Of an AggregateFunction, the type of the values that its states are kept as."""
        return state_type(self)

    @property
    def is_of_aggregate(self) -> bool:
        """Whether merges apply an aggregate function to its values."""
        return bool(self.simple_function) or self.family in _STATES

    def holds(self, *categories: Category) -> bool:
        """Whether the type, or one inside it, is of one of these categories."""
        return self.category in categories or any(one.holds(*categories) for one in self.elements)

    @property
    def has_nulls(self) -> bool:
        """Whether a value, or one inside it, may be NULL."""
        return self.nullable or any(one.has_nulls for one in self.elements)

    @property
    def is_null_in_files(self) -> bool:
        """Whether files may hold a NULL of it: a state of no values is one."""
        return self.nullable or self.family in _STATES

    @property
    def spark(self) -> str:
        """The Spark type, as Spark's DDL spells it."""
        return self.spec.spark(self)

    @property
    def arrow(self) -> pa.DataType:
        """The Arrow type; Parquet's physical and logical types follow from it."""
        return self.spec.arrow(self)

    @property
    def default(self) -> str:
        """The Spark expression of the type's default: of an aggregate over no rows, say."""
        return f"CAST(NULL AS {self.spark})" if self.nullable else self.spec.default(self)

    @property
    def of_missing(self) -> str:
        """The Spark expression of the value a column has that an INSERT or a part leaves out.

        It is the default, but for Date32, whose columns then have the least day there is
        (ClickHouse's `DataTypeDate32::getDefault`).
        """
        if self.family == "Date32" and not self.nullable:
            return "DATE'1900-01-01'"
        return self.default

    @property
    def timezone(self) -> str:
        """The time zone of a `DateTime` or `DateTime64`; `UTC` unless declared."""
        return self.own_timezone or UTC

    @property
    def own_timezone(self) -> str | None:
        """The declared time zone of a `DateTime` or `DateTime64`."""
        return next((a for a in self.arguments if isinstance(a, str)), None)

    @property
    def precision(self) -> int:
        """Digits of a decimal, or fractional digits of a date with time."""
        return next((a for a in self.arguments if isinstance(a, int)), 0)

    @property
    def kept_digits(self) -> int:
        """Fractional digits of a time that are kept: of more than six the others are zeros."""
        return min(self.precision, 6)

    @property
    def bounds(self) -> tuple[str, str]:
        """The first and the last value of dates and times, in UTC."""
        low, high = self.spec.bounds or ("", "")
        is_short = self.family == "DateTime64" and self.precision == _MOST_DIGITS
        return str(low), _LAST_NANOSECOND if is_short else str(high)

    @property
    def whole_bounds(self) -> tuple[int, int]:
        """The smallest and the largest value of integers."""
        low, high = self.spec.bounds or (0, 0)
        return int(low), int(high)

    def changed_member(self, other: DataType) -> tuple[str, int, int] | None:
        """A name of this Enum that has another number in another: the name and both numbers."""
        numbers = dict(other.members)
        changed = (
            (name, number, numbers[name])
            for name, number in self.members
            if numbers.get(name, number) != number
        )
        return next(changed, None)

    @property
    def element(self) -> DataType:
        """The type of the elements: of an array, and of a `Nested`, which is one of tuples."""
        if self.family == "Nested":
            return DataType("Tuple", elements=self.elements, names=self.names)
        return self.elements[0]

    @property
    def scale(self) -> int:
        """Fractional digits of a decimal."""
        return int(self.arguments[1])

    def __str__(self) -> str:
        text = self._inner()
        if self.nullable:
            text = f"Nullable({text})"
        text = f"LowCardinality({text})" if self.low_cardinality else text
        if self.simple_function:
            return f"{_SIMPLE_STATE}({self.simple_function}, {text})"
        return text

    def _inner(self) -> str:
        if self.members:
            pairs = (f"{quote_string(name)} = {value}" for name, value in self.members)
            return f"{self.family}({', '.join(pairs)})"
        if self.family in _STATES or (self.family == "JSON" and self.arguments):
            return f"{self.family}({', '.join(map(str, (*self.arguments, *self.elements)))})"
        if self.elements or self.family == "Tuple":
            return f"{self.family}({', '.join(self._named(map(str, self.elements)))})"
        if self.arguments:
            shown = (quote_string(a) if isinstance(a, str) else str(a) for a in self.arguments)
            return f"{self.family}({', '.join(shown)})"
        return self.family

    def over_lines(self, depth: int = 1, *, if_named: bool = False) -> str:
        """The type as SHOW CREATE TABLE writes it: the elements of a Tuple on lines of their own.

        Args:
            depth: how deep its line is indented, in steps of four spaces.
            if_named: whether only elements with names are, as in toTypeName.
        """
        if self.simple_function:
            inner_text = replace(self, simple_function="").over_lines(depth, if_named=if_named)
            return f"{_SIMPLE_STATE}({self.simple_function}, {inner_text})"
        if self.family == "JSON" and self.arguments and not if_named:
            return f"JSON({argument_lines(tuple(map(str, self.arguments)))})"
        if not self.elements or self.nullable or self.family in _STATES:
            return str(self)
        has_lines = bool(self.names) if if_named else len(self.elements) > 1
        spread = self.family == "Tuple" and has_lines
        depth += spread
        inner = self._named(
            element.over_lines(depth, if_named=if_named) for element in self.elements
        )
        before = "\n" + "    " * depth if spread else ""
        return f"{self.family}({before}{(',' + (before or ' ')).join(inner)})"

    def _named(self, texts: Iterable[str]) -> Iterable[str]:
        """The elements' texts behind their names, if they have some."""
        if not self.names:
            return texts
        names = map(_identifier, self.names)
        return (f"{name} {text}" for name, text in zip(names, texts, strict=True))


@dataclass(frozen=True)
class Family:
    """One data type.

    Attributes:
        name: ClickHouse's spelling.
        category: how values are converted and checked.
        spark: the Spark type of a declared type.
        arrow: the Arrow type of a declared type.
        default: the Spark expression of the default value.
        bounds: smallest and largest value of integers, and of dates as ISO strings.
        version: whether ClickHouse takes a column of it as a version.
        integral: how a partition id prints a value: `number`, `date` or `hash`.
        field: ClickHouse's `Field` type of a value, for the hash of a partition id.
        note: what differs from ClickHouse; empty when nothing does.
    """

    name: str
    category: Category
    spark: Callable[[DataType], str]
    arrow: Callable[[DataType], pa.DataType]
    default: Callable[[DataType], str]
    bounds: tuple[int, int] | tuple[str, str] | None = None
    version: bool = False
    integral: str = "hash"
    field: str = "String"
    note: str = ""


def _always(value: _T) -> Callable[[DataType], _T]:
    return lambda _: value


def _integer(name: str, spark: str, arrow: pa.DataType, bits: int, signed: bool) -> Family:
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    widened = "" if signed else f"read as Spark's next wider type, {spark}; the range is checked"
    return Family(
        name,
        Category.INTEGER,
        _always(spark),
        _always(arrow),
        _always(f"CAST(0 AS {spark})"),
        bounds=(low, high),
        version=True,
        integral="number",
        field="Int64" if signed else "UInt64",
        note=widened,
    )


_WIDEST = 10**38 - 1
"""The greatest whole number in a DECIMAL of Spark's."""


def _wide_integer(name: str, bits: int, signed: bool) -> Family:
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    return Family(
        name,
        Category.INTEGER,
        _always("DECIMAL(38,0)"),
        _always(pa.decimal128(38, 0)),
        _always("CAST(0 AS DECIMAL(38,0))"),
        bounds=(max(low, -_WIDEST), min(high, _WIDEST)),
        version=True,
        field=name,
        note="up to 38 digits, as Spark's DECIMAL(38,0), a greater number is refused; of a "
        "floating-point number it holds the digits of its text, and zeros",
    )


def _float(name: str, spark: str, arrow: pa.DataType) -> Family:
    return Family(
        name,
        Category.FLOAT,
        _always(spark),
        _always(arrow),
        _always(f"CAST(0 AS {spark})"),
        version=True,
        field="Float64",
    )


def _string(name: str, category: Category, default: str = "''", note: str = "") -> Family:
    return Family(
        name, category, _always("STRING"), _always(pa.string()), _always(default), note=note
    )


def _array(name: str, note: str = "") -> Family:
    return Family(
        name,
        Category.ARRAY,
        lambda t: f"ARRAY<{t.element.spark}>",
        lambda t: pa.list_(pa.field("element", t.element.arrow, nullable=t.element.nullable)),
        lambda t: f"CAST(array() AS {t.spark})",
        note=note,
    )


def _enum(name: str) -> Family:
    return Family(
        name,
        Category.ENUM,
        _always("STRING"),
        _always(pa.string()),
        lambda t: quote_string(min(t.members, key=lambda member: member[1])[0]),
        integral="number",
        field="Int64",
        note="read as the name, a string; queries of ClickHouse's sort it by number",
    )


_TIMESTAMP = pa.timestamp("us", tz="UTC")
_MOST_DIGITS = 9
"""Fractional digits of a DateTime64."""
_LAST_NANOSECOND = "2262-04-11 23:47:16.854775"
"""The last microsecond that 64 bits of nanoseconds since 1970 hold."""

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        _integer("Int8", "TINYINT", pa.int8(), 8, signed=True),
        _integer("Int16", "SMALLINT", pa.int16(), 16, signed=True),
        _integer("Int32", "INT", pa.int32(), 32, signed=True),
        _integer("Int64", "BIGINT", pa.int64(), 64, signed=True),
        _integer("UInt8", "SMALLINT", pa.int16(), 8, signed=False),
        _integer("UInt16", "INT", pa.int32(), 16, signed=False),
        _integer("UInt32", "BIGINT", pa.int64(), 32, signed=False),
        _integer("UInt64", "DECIMAL(20,0)", pa.decimal128(20, 0), 64, signed=False),
        _wide_integer("Int128", 128, signed=True),
        _wide_integer("Int256", 256, signed=True),
        _wide_integer("UInt128", 128, signed=False),
        _wide_integer("UInt256", 256, signed=False),
        _float("Float32", "FLOAT", pa.float32()),
        _float("Float64", "DOUBLE", pa.float64()),
        Family(
            "Decimal",
            Category.DECIMAL,
            lambda t: f"DECIMAL({t.precision},{t.scale})",
            lambda t: pa.decimal128(t.precision, t.scale),
            lambda t: f"CAST(0 AS {t.spark})",
            field="Decimal",
            note="up to 38 digits",
        ),
        Family(
            "Bool",
            Category.BOOL,
            _always("BOOLEAN"),
            _always(pa.bool_()),
            _always("false"),
            version=True,
            integral="number",
            field="Bool",
        ),
        _string("String", Category.STRING, note="text in UTF-8; other bytes are not promised"),
        Family(
            "FixedString",
            Category.FIXED_STRING,
            _always("STRING"),
            _always(pa.string()),
            lambda t: f"repeat(char(0), {t.precision})",
            note="padded with zero bytes to its length, as in ClickHouse",
        ),
        Family(
            "Date",
            Category.DATE,
            _always("DATE"),
            _always(pa.date32()),
            _always("DATE'1970-01-01'"),
            bounds=("1970-01-01", "2149-06-06"),
            version=True,
            integral="date",
            field="UInt64",
        ),
        Family(
            "Date32",
            Category.DATE,
            _always("DATE"),
            _always(pa.date32()),
            _always("DATE'1970-01-01'"),
            bounds=("1900-01-01", "2299-12-31"),
            version=True,
            integral="number",
            field="Int64",
        ),
        Family(
            "DateTime",
            Category.DATETIME,
            _always("TIMESTAMP"),
            _always(_TIMESTAMP),
            _always("timestamp_seconds(0)"),
            bounds=("1970-01-01 00:00:00", "2106-02-07 06:28:15"),
            version=True,
            integral="number",
            field="UInt64",
            note="an instant; shown in the session's time zone, parsed and cut in the declared one",
        ),
        Family(
            "DateTime64",
            Category.DATETIME,
            _always("TIMESTAMP"),
            _always(_TIMESTAMP),
            _always("timestamp_seconds(0)"),
            bounds=("1900-01-01 00:00:00", "2299-12-31 23:59:59.999999"),
            version=True,
            field="DateTime64",
            note="an instant, shown in the session's time zone; of 7 to 9 fractional digits all "
            "beyond the sixth are zeros, since Spark's timestamps hold microseconds: a value that "
            "would lose digits is refused with `CANNOT_CONVERT_TYPE`, a floating-point number is "
            f"cut; with 9 digits it ends at {_LAST_NANOSECOND}",
        ),
        _string(
            "UUID",
            Category.UUID,
            default="'00000000-0000-0000-0000-000000000000'",
            note="read as a string in lower case; in parts it is sorted as text",
        ),
        Family(
            "IPv4",
            Category.IPV4,
            _always("STRING"),
            _always(pa.string()),
            _always("'0.0.0.0'"),
            integral="number",
            field="IPv4",
            note="read as its text, `1.2.3.4`; in parts it is sorted as text",
        ),
        _string(
            "IPv6",
            Category.IPV6,
            default="'::'",
            note="read as its text in ClickHouse's form, `2001:db8::1`; in parts it is sorted "
            "as text, so that `<` on one in the sorting key leaves out no files",
        ),
        _string(
            "JSON",
            Category.JSON,
            default="'{}'",
            note="read as a text, keys in order and without blanks; the rest is [below](#json)",
        ),
        _enum("Enum8"),
        _enum("Enum16"),
        _array("Array"),
        _array(
            "Nested",
            note="with `flatten_nested = 1`, the default, a column of arrays for each element; the "
            "types above are those of one column, with `flatten_nested = 0`",
        ),
        Family(
            "Map",
            Category.MAP,
            lambda t: f"MAP<{t.elements[0].spark}, {t.elements[1].spark}>",
            lambda t: pa.map_(
                t.elements[0].arrow,
                pa.field("value", t.elements[1].arrow, nullable=t.elements[1].nullable),
            ),
            lambda t: f"CAST(map() AS {t.spark})",
            note="keys are unique: Spark refuses a map literal that repeats one",
        ),
        Family(
            "Tuple",
            Category.TUPLE,
            lambda t: f"STRUCT<{', '.join(f'{quote_name(n)}: {e.spark}' for n, e in _fields(t))}>",
            lambda t: pa.struct(
                [pa.field(name, element.arrow, element.nullable) for name, element in _fields(t)]
            ),
            lambda t: (
                "named_struct("
                + ", ".join(
                    f"{quote_string(name)}, {element.default}" for name, element in _fields(t)
                )
                + ")"
            ),
            note="elements without a name are called `1`, `2`, …",
        ),
    )
}


def _variant_spark(data_type: DataType) -> str:
    """Whole numbers are kept as one that holds them all, other values as their texts."""
    is_whole = all(one.category is Category.INTEGER for one in data_type.elements)
    return "DECIMAL(20,0)" if is_whole else "STRING"


_OF_EXPRESSIONS = {
    "AggregateFunction": Family(
        "AggregateFunction",
        Category.STATE,
        lambda t: t.state.spark,
        lambda t: t.state.arrow,
        lambda t: t.state.default,
    ),
    "Nothing": Family(
        "Nothing", Category.NOTHING, _always("VOID"), _always(pa.null()), _always("NULL")
    ),
    "Variant": Family(
        "Variant",
        Category.VARIANT,
        _variant_spark,
        lambda t: pa.decimal128(20, 0) if _variant_spark(t) != "STRING" else pa.string(),
        lambda t: f"CAST(NULL AS {_variant_spark(t)})",
    ),
    "Dynamic": Family(
        "Dynamic",
        Category.VARIANT,
        _always("VARIANT"),
        _always(pa.string()),
        _always("CAST(NULL AS VARIANT)"),
    ),
}
"""The type of NULL and of the elements of an empty array, that of values of several types where
there is none that holds them all, that of values inside a JSON, which no column has, and that of
states."""

ALIASES: dict[str, str] = {
    **{
        f"{name}{sign}": f"{unsigned}Int{bits}"
        for name, bits in (
            *(("TINYINT", 8), ("INT1", 8), ("SMALLINT", 16), ("MEDIUMINT", 32)),
            *(("INT", 32), ("INTEGER", 32), ("BIGINT", 64)),
        )
        for sign, unsigned in (("", ""), (" SIGNED", ""), (" UNSIGNED", "U"))
    },
    "BYTE": "Int8",
    "SHORT": "Int16",
    "LONG": "Int64",
    "SIGNED": "Int64",
    "UNSIGNED": "UInt64",
    "BIT": "UInt64",
    "SET": "UInt64",
    "YEAR": "UInt16",
    "FLOAT": "Float32",
    "REAL": "Float32",
    "SINGLE": "Float32",
    "DOUBLE": "Float64",
    "DOUBLE PRECISION": "Float64",
    "BOOL": "Bool",
    "BOOLEAN": "Bool",
    "DECIMAL": "Decimal",
    "DEC": "Decimal",
    "NUMERIC": "Decimal",
    "FIXED": "Decimal",
    "STRING": "String",
    "TEXT": "String",
    **dict.fromkeys("TINYTEXT MEDIUMTEXT LONGTEXT CLOB".split(), "String"),
    **dict.fromkeys("VARCHAR VARCHAR2 NVARCHAR".split(), "String"),
    **{
        f"{name}{length}": "String"
        for name in ("CHAR", "CHARACTER", "NCHAR", "NATIONAL CHARACTER")
        for length in ("", " VARYING", " LARGE OBJECT")
    },
    **dict.fromkeys(("NATIONAL CHAR", "NATIONAL CHAR VARYING"), "String"),
    "DATE": "Date",
    "DATETIME": "DateTime",
    "DATETIME32": "DateTime",
    "TIMESTAMP": "DateTime64",
    "UUID": "UUID",
    "JSON": "JSON",
    "INET4": "IPv4",
    "INET6": "IPv6",
    "ENUM": "Enum8",
    "ARRAY": "Array",
    "MAP": "Map",
    "STRUCT": "Tuple",
}

UNSUPPORTED = frozenset(
    """BFloat16 Decimal256 Object Variant
    Dynamic Point Ring LineString MultiLineString Polygon
    MultiPolygon Geometry Time Time64 Interval Nothing QBit BINARY VARBINARY BLOB BYTEA VARIANT
    TIMESTAMP_NTZ TIMESTAMP_LTZ VOID""".split()
) | {"BINARY VARYING", "BINARY LARGE OBJECT"}

_DECIMAL_SIZES = {"decimal32": 9, "decimal64": 18, "decimal128": 38}
_STATES = frozenset(("AggregateFunction",))
"""Types of aggregate functions' states: the function is the argument, without quotes."""
_SIMPLE_STATE = "SimpleAggregateFunction"
_CASE_SENSITIVE = {
    name.lower(): name for name in (*FAMILIES, *UNSUPPORTED, *_STATES, _SIMPLE_STATE)
}
_ENUM_BITS = {"Enum8": 8, "Enum16": 16}
_SMALL = {
    Category.INTEGER,
    Category.FLOAT,
    Category.BOOL,
    Category.DATE,
    Category.DATETIME,
    Category.IPV4,
    Category.IPV6,
}
"""What ClickHouse calls suspicious inside LowCardinality: values as small as their codes."""
LONGEST_FIXED_STRING = 256
"""How many bytes a FixedString may have that ClickHouse does not call suspicious."""
_INSIDE_LOW_CARDINALITY = _SMALL | {Category.STRING, Category.FIXED_STRING, Category.UUID}


@functools.lru_cache(maxsize=4096)
def parse_type(text: str) -> DataType:
    """Reads a ClickHouse or Spark type.

    Args:
        text: e.g. `LowCardinality(Nullable(String))`, `decimal(10, 2)`, `array<int>`.

    Raises:
        RmtError: `UNKNOWN_TYPE`, `NOT_IMPLEMENTED` for a type ClickHouse has and this engine has
            not yet, `SYNTAX_ERROR` or `ARGUMENT_OUT_OF_BOUND` for arguments that do not fit.
    """
    cursor = Cursor(text, tokenize(text))
    data_type = _parse(cursor)
    cursor.end()
    return data_type


def suspicious_low_cardinality(data_type: DataType) -> DataType | None:
    """The LowCardinality of small values that a type is or has inside, if there is one."""
    if data_type.low_cardinality and data_type.category in _SMALL:
        return data_type
    found = map(suspicious_low_cardinality, data_type.elements)
    return next((one for one in found if one is not None), None)


def suspicious_fixed_string(data_type: DataType) -> DataType | None:
    """The FixedString longer than `LONGEST_FIXED_STRING` that a type is or has inside, if any."""
    if data_type.family == "FixedString" and int(data_type.arguments[0]) > LONGEST_FIXED_STRING:
        return replace(data_type, nullable=False, low_cardinality=False)
    found = map(suspicious_fixed_string, data_type.elements)
    return next((one for one in found if one is not None), None)


def _parse(cursor: Cursor) -> DataType:
    name = cursor.identifier("a data type")
    lower = name.lower()
    if lower in ("nullable", "lowcardinality"):
        return _parse_wrapper(cursor, lower)
    if name == _SIMPLE_STATE or name in _STATES:
        return _parse_simple_state(cursor) if name == _SIMPLE_STATE else _parse_state(cursor)
    if lower in _DECIMAL_SIZES:
        arguments = _parse_arguments(cursor, name)
        if len(arguments) != 1 or not isinstance(arguments[0], int):
            raise RmtError("SYNTAX_ERROR", f"{name} takes one argument, its scale.")
        return _decimal((_DECIMAL_SIZES[lower], arguments[0]))
    name = " ".join((name, *further_words(cursor, name)))
    family = _family(name)
    if family in ("Array", "Map", "Nested", "Tuple"):
        return _parse_nested(cursor, family)
    if family in _ENUM_BITS:
        return _parse_enum(cursor, family, widen=lower == "enum")
    if family == "JSON" and cursor.at("("):
        return DataType("JSON", arguments=read_arguments(cursor, _parse))
    arguments = _parse_arguments(cursor, name)
    if name not in FAMILIES and family in ("String", "UInt64"):
        # `CHAR(3)`, `BIT(4)`, `SET('a', 'b')`.
        return DataType(family)
    if name.upper() == "TIMESTAMP" and not arguments:
        arguments = (6,)
    return _with_arguments(family, arguments)


def _family(name: str) -> str:
    """The canonical family of a name; ClickHouse's names are case-sensitive, aliases are not."""
    if name in FAMILIES:
        return name
    if name.upper() in ALIASES:
        return ALIASES[name.upper()]
    known = _CASE_SENSITIVE.get(name.lower())
    if known in UNSUPPORTED:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The data type {known} is not supported yet.",
            "docs/types.md lists the types there are.",
        )
    candidates = [known] if known else difflib.get_close_matches(name, [*FAMILIES, *ALIASES], n=1)
    hint = f"Did you mean {candidates[0]}?" if candidates else "docs/types.md lists the types."
    raise RmtError("UNKNOWN_TYPE", f"Unknown data type family: {name}.", hint)


def _parse_simple_state(cursor: Cursor) -> DataType:
    """`SimpleAggregateFunction(function, T)`: values of T."""
    cursor.expect("(")
    function = cursor.identifier("an aggregate function")
    types: list[DataType] = []
    while cursor.accept(","):
        types.append(_parse(cursor))
    cursor.expect(")")
    if len(types) != 1:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Aggregate function {function} requires single argument.",
        )
    return replace(types[0], simple_function=function)


def _parse_state(cursor: Cursor) -> DataType:
    """`AggregateFunction([version,] function[(parameters)], T…)`: states of the function."""
    cursor.expect("(")
    version = cursor.peek()
    if version is not None and version.kind is Kind.NUMBER:
        cursor.take()
        cursor.expect(",")
    function = cursor.identifier("an aggregate function")
    if cursor.at("("):
        function = f"{function}({cursor.parenthesized()})"
    types: list[DataType] = []
    while cursor.accept(","):
        types.append(_parse(cursor))
    cursor.expect(")")
    return DataType("AggregateFunction", (function,), tuple(types))


def _parse_wrapper(cursor: Cursor, wrapper: str) -> DataType:
    cursor.expect("(")
    inner = _parse(cursor)
    cursor.expect(")")
    if wrapper == "nullable":
        if inner.low_cardinality or inner.elements or inner.nullable or inner.family in _STATES:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Nested type {inner} cannot be inside Nullable type.",
                "Put Nullable inside: Array(Nullable(T)), LowCardinality(Nullable(T)).",
            )
        return replace(inner, nullable=True)
    if inner.category not in _INSIDE_LOW_CARDINALITY or inner.family == "DateTime64":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "DataTypeLowCardinality is supported only for numbers, strings, Date or DateTime, but "
            f"got {inner}.",
            "LowCardinality is for strings.",
        )
    return replace(inner, low_cardinality=True)


def _parse_nested(cursor: Cursor, family: str) -> DataType:
    closing = ">" if cursor.accept("<") else ")"
    if closing == ")":
        cursor.expect("(")
    elements: list[DataType] = []
    names: list[str] = []
    while True:
        following = cursor.peek(1)
        named = following is not None and (following.is_identifier or following.value == ":")
        if family == "Nested" or (family == "Tuple" and named):
            names.append(cursor.identifier())
            cursor.accept(":")
        elements.append(_parse(cursor))
        if not cursor.accept(","):
            break
    cursor.expect(closing)
    expected = {"Array": 1, "Map": 2}.get(family)
    if expected is not None and len(elements) != expected:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", f"{family} takes {expected} type argument(s)."
        )
    if names and len(names) != len(elements):
        raise RmtError("BAD_ARGUMENTS", "Names are specified not for all elements of Tuple type.")
    if len({name.lower() for name in names}) != len(names):
        raise RmtError("DUPLICATE_COLUMN", "Tuple names must be unique.")
    if family == "Map" and (elements[0].nullable or elements[0].category is Category.FLOAT):
        raise RmtError("BAD_ARGUMENTS", f"Map cannot have a key of type {elements[0]}.")
    return DataType(family, elements=tuple(elements), names=tuple(names))


def _parse_enum(cursor: Cursor, family: str, widen: bool) -> DataType:
    cursor.expect("(")
    members: list[tuple[str, int]] = []
    while True:
        name = cursor.string("a member of the enum")
        if cursor.accept("="):
            sign = -1 if cursor.accept("-") else 1
            token = cursor.take()
            if token.kind is not Kind.NUMBER or not token.value.isdigit():
                cursor.fail("expected the number of the member")
            value = sign * int(token.value)
        else:
            value = members[-1][1] + 1 if members else 1
        members.append((name, value))
        if not cursor.accept(","):
            break
    cursor.expect(")")
    if widen and any(not -128 <= value <= 127 for _, value in members):
        family = "Enum16"
    _check_enum(family, members)
    return DataType(family, members=tuple(sorted(members, key=lambda member: member[1])))


def _check_enum(family: str, members: list[tuple[str, int]]) -> None:
    limit = 2 ** (_ENUM_BITS[family] - 1)
    for name, value in members:
        if not -limit <= value < limit:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND",
                f"Value {value} for element '{name}' exceeds range of {family}.",
            )
    if len({name for name, _ in members}) != len(members):
        raise RmtError("SYNTAX_ERROR", f"Duplicate names in enum {family}.")
    if len({value for _, value in members}) != len(members):
        raise RmtError("SYNTAX_ERROR", f"Duplicate values in enum {family}.")


def _parse_arguments(cursor: Cursor, name: str) -> tuple[int | str, ...]:
    if not cursor.accept("("):
        return ()
    arguments: list[int | str] = []
    while not cursor.accept(")"):
        token = cursor.take()
        if token.kind is Kind.NUMBER and token.value.isdigit():
            arguments.append(int(token.value))
        elif token.kind is Kind.STRING:
            arguments.append(token.value)
        else:
            raise RmtError("SYNTAX_ERROR", f"'{token.value}' is no argument of the type {name}.")
        cursor.accept(",")
    return tuple(arguments)


def _with_arguments(family: str, arguments: tuple[int | str, ...]) -> DataType:
    if family == "Decimal":
        return _decimal(arguments)
    if family == "FixedString":
        problem = "FixedString takes one argument, its length in bytes, a positive integer."
        if len(arguments) != 1:
            raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", problem)
        if not isinstance(arguments[0], int) or arguments[0] < 1:
            raise RmtError("UNEXPECTED_AST_STRUCTURE", problem)
        return DataType(family, arguments)
    if family == "DateTime" and arguments and isinstance(arguments[0], int):
        digits, *zone = arguments
        return (
            _datetime64(arguments) if digits else DataType(family, _timezone(family, tuple(zone)))
        )
    if family == "DateTime":
        return DataType(family, _timezone(family, arguments))
    if family == "DateTime64":
        return _datetime64(arguments)
    if arguments:
        raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", f"The type {family} takes no argument.")
    return DataType(family)


def _decimal(arguments: tuple[int | str, ...]) -> DataType:
    numbers = [a for a in arguments if isinstance(a, int)]
    if len(numbers) != len(arguments) or len(numbers) > 2:
        raise RmtError("SYNTAX_ERROR", "Decimal takes a precision and a scale.")
    precision = numbers[0] if numbers else 10
    scale = numbers[1] if len(numbers) > 1 else 0
    if not 1 <= precision <= 76:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Wrong precision: it must be between 1 and 76, got {precision}.",
        )
    if precision > 38:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"Decimal({precision}, {scale}) is not supported: Spark's decimals end at 38 digits.",
            "Declare at most Decimal(38, S).",
        )
    if scale > precision:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Negative scales and scales larger than precision are not supported: {scale}.",
        )
    return DataType("Decimal", (precision, scale))


def _datetime64(arguments: tuple[int | str, ...]) -> DataType:
    scale = arguments[0] if arguments else 3
    if not isinstance(scale, int):
        raise RmtError(
            "SYNTAX_ERROR", "DateTime64 takes its fractional digits first: DateTime64(3)."
        )
    if scale > _MOST_DIGITS:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Scale {scale} is too large for DateTime64. Maximum is up to nanoseconds (9).",
        )
    return DataType("DateTime64", (scale, *_timezone("DateTime64", arguments[1:])))


def _timezone(family: str, arguments: tuple[int | str, ...]) -> tuple[str, ...]:
    if not arguments:
        return ()
    zone = arguments[0]
    if len(arguments) > 1 or not isinstance(zone, str):
        raise RmtError("SYNTAX_ERROR", f"{family} takes at most a time zone, a string.")
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise unknown_zone(zone) from error
    return (zone,)


def unknown_zone(zone: str) -> RmtError:
    """The error of a name that no time zone has."""
    return RmtError(
        "BAD_ARGUMENTS",
        f"Cannot load time zone {zone}.",
        "Use a name of the IANA database such as 'Europe/Zurich'.",
    )


_SPARK_TYPES = {
    "boolean": "Bool",
    "tinyint": "Int8",
    "smallint": "Int16",
    "int": "Int32",
    "bigint": "Int64",
    "float": "Float32",
    "double": "Float64",
    "string": "String",
    "date": "Date32",
    "timestamp": "DateTime64(6)",
    "timestamp_ntz": "DateTime64(6)",
}
_SPARK_STRUCT_FIELD = re.compile(r"^(`(?:[^`]|``)+`|\w+):(.*)$", re.DOTALL)


def from_spark_type(spark: str, nullable: bool) -> DataType:
    """The type a column gets when only Spark's type is known, as in `CREATE TABLE … AS SELECT`.

    Args:
        spark: Spark's `simpleString` of the type, e.g. `decimal(10,2)`, `array<int>`.
        nullable: whether the column may hold NULL.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, no type of this engine holds the values;
            `DATA_TYPE_CANNOT_BE_USED_IN_TABLES`, they are all NULL.
    """
    text = spark.strip()
    if text in _SPARK_TYPES:
        return replace(parse_type(_SPARK_TYPES[text]), nullable=nullable)
    if text.startswith("decimal("):
        return replace(parse_type(text), nullable=nullable)
    if text.startswith(("varchar(", "char(")):
        return DataType("String", nullable=nullable)
    if text.startswith("array<"):
        return DataType("Array", elements=(from_spark_type(text[6:-1], nullable=True),))
    if text.startswith("map<"):
        key, value = split_top_level(text[4:-1])
        return DataType(
            "Map", elements=(from_spark_type(key, nullable=False), from_spark_type(value, True))
        )
    if text.startswith("struct<"):
        pairs = [_SPARK_STRUCT_FIELD.match(part) for part in split_top_level(text[7:-1])]
        fields = [
            (match[1].strip("`"), from_spark_type(match[2], True)) for match in pairs if match
        ]
        return DataType(
            "Tuple",
            elements=tuple(element for _, element in fields),
            names=tuple(name for name, _ in fields),
        )
    if text == "void":
        raise RmtError(
            "DATA_TYPE_CANNOT_BE_USED_IN_TABLES",
            "The data type Nullable(Nothing), of what is always NULL, cannot be used in tables.",
            "Cast it to a type of docs/types.md.",
        )
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"A column of Spark's type {text} cannot be stored.",
        "Cast it to a type of docs/types.md.",
    )


def split_top_level(text: str) -> list[str]:
    """Splits the arguments of a Spark type at the commas outside its parentheses and brackets."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        if character in "<(":
            depth += 1
        elif character in ">)":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


def _fields(data_type: DataType) -> list[tuple[str, DataType]]:
    names = data_type.names or tuple(str(i + 1) for i in range(len(data_type.elements)))
    return list(zip(names, data_type.elements, strict=True))


def _identifier(name: str) -> str:
    if _BARE.fullmatch(name) and name.lower() not in _QUOTED:
        return name
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"
