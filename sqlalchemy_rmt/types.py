"""ClickHouse's data types as SQLAlchemy types, in the endpoint's sizes.

Each type knows how it is declared in DDL (ClickHouse's words), what a CAST calls it (Spark's words)
and how values go to and from Python. Whether a column is Nullable is the column's `nullable`, as
everywhere in SQLAlchemy; `Nullable` is for the elements of other types.

Source: https://clickhouse.com/docs/sql-reference/data-types, docs/types.md for what the endpoint
has; https://docs.sqlalchemy.org/core/custom_types.html.
"""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import functools
import ipaddress
import json
import math
import operator
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from sqlalchemy import bindparam, exc, func, literal_column
from sqlalchemy import types as sqltypes
from sqlalchemy.sql import operators
from sqlalchemy.sql.elements import ClauseElement

from sqlalchemy_rmt.dbapi.literals import address_text, literal

__all__ = [
    "JSON",
    "UUID",
    "AggregateFunction",
    "Array",
    "Bool",
    "Date",
    "Date32",
    "DateTime",
    "DateTime64",
    "Decimal",
    "Enum8",
    "Enum16",
    "FixedString",
    "Float32",
    "Float64",
    "IPv4",
    "IPv6",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "Int128",
    "Int256",
    "LowCardinality",
    "Map",
    "Nested",
    "Nullable",
    "SimpleAggregateFunction",
    "String",
    "Tuple",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "UInt128",
    "UInt256",
]

Processor = Callable[[Any], Any]
"""Makes a value of another one."""

_JSON_OPTIONS = "map('timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', 'ignoreNullFields', 'false')"
_MISSING = frozenset(
    """Decimal256 Variant Dynamic Time Time64
    BFloat16 Point Ring Polygon MultiPolygon""".split()
)


def __getattr__(name: str) -> Any:
    """Tells of the types that ClickHouse has and the endpoint has not."""
    if name in _MISSING:
        raise AttributeError(
            f"{name}: the endpoint does not support this type yet; docs/types.md lists what it has."
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def quote_text(text: str) -> str:
    """A string literal that Spark and ClickHouse read alike."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


def text_literal(dialect: Any) -> Callable[[str], str]:
    """Makes string literals for a statement whose percent signs the driver reads."""
    if dialect.identifier_preparer._double_percents:
        return lambda text: quote_text(text).replace("%", "%%")
    return quote_text


def _operators(*names: str) -> Any:
    """The classes of operators that a type has; SQLAlchemy asks for them since 2.1."""
    classes = getattr(operators, "OperatorClass", None)
    return classes and functools.reduce(operator.or_, (classes[name] for name in names))


class ClickHouseType(sqltypes.TypeEngine[Any]):
    """What the types of this module share: their texts.

    Attributes:
        spark: what CAST calls the type.
        can_be_nullable: whether `Nullable(T)` exists.
    """

    __visit_name__ = "clickhouse"
    spark: ClassVar[str]
    can_be_nullable: ClassVar[bool] = True

    def declaration(self, render: Callable[[Any], str]) -> str:
        """The type as CREATE TABLE has it.

        Args:
            render: gives the text of a type inside this one.
        """
        return type(self).__name__

    def cast_name(self, render: Callable[[Any], str]) -> str:
        """The type as CAST has it.

        Args:
            render: gives the text of a type inside this one.
        """
        return self.spark

    def __str__(self) -> str:
        return self.declaration(str)


# What the endpoint's literals and values ask of SQLAlchemy's own types, too


class _Text(sqltypes.String):
    """A text: a backslash in its literal is doubled."""

    def literal_processor(self, dialect: Any) -> Processor | None:
        """A string literal."""
        return text_literal(dialect)


class _Floating(sqltypes.Float[Any]):
    """A floating-point number; NaN and infinity are values."""

    def literal_processor(self, dialect: Any) -> Processor | None:
        """`1.5D`: `1.5` alone would be a decimal to Spark."""
        return float_literal


class _Exact(sqltypes.Numeric[Any]):
    """An exact number."""

    def literal_processor(self, dialect: Any) -> Processor | None:
        """All digits: with an exponent Spark reads a DOUBLE."""
        return lambda value: literal(
            value if isinstance(value, decimal.Decimal) else decimal.Decimal(str(value))
        )


class _Day(sqltypes.Date):
    """A day."""

    def literal_processor(self, dialect: Any) -> Processor | None:
        """`DATE '2024-01-31'`."""
        return lambda value: f"DATE '{value.isoformat()}'"

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """A `datetime.date`, also of a text."""
        return _when_given(
            lambda value: dt.date.fromisoformat(value) if isinstance(value, str) else value
        )


class _Instant(sqltypes.DateTime):
    """An instant. The endpoint sends it in the session's time zone, UTC unless it was set."""

    def literal_processor(self, dialect: Any) -> Processor | None:
        """`TIMESTAMP '2024-01-31 12:00:00+00:00'`."""
        return lambda value: f"TIMESTAMP '{value.isoformat(' ')}'"

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """A `datetime.datetime`, with UTC if the type has a time zone."""
        return _when_given(self._read)

    def _read(self, value: Any) -> dt.datetime:
        return _zoned(self, dt.datetime.fromisoformat(value) if isinstance(value, str) else value)


# Numbers


class _Integer(ClickHouseType, sqltypes.Integer):
    """A whole number.

    Attributes:
        least: the smallest value.
        greatest: the greatest value.
    """

    least: ClassVar[int]
    greatest: ClassVar[int]


class Int8(_Integer):
    """-128 to 127."""

    spark, least, greatest = "TINYINT", -(2**7), 2**7 - 1


class Int16(_Integer):
    """-32768 to 32767."""

    spark, least, greatest = "SMALLINT", -(2**15), 2**15 - 1


class Int32(_Integer):
    """A whole number of 32 bits."""

    spark, least, greatest = "INT", -(2**31), 2**31 - 1


class Int64(_Integer):
    """A whole number of 64 bits."""

    spark, least, greatest = "BIGINT", -(2**63), 2**63 - 1


class UInt8(_Integer):
    """0 to 255."""

    spark, least, greatest = "SMALLINT", 0, 2**8 - 1


class UInt16(_Integer):
    """0 to 65535."""

    spark, least, greatest = "INT", 0, 2**16 - 1


class UInt32(_Integer):
    """0 to 4294967295."""

    spark, least, greatest = "BIGINT", 0, 2**32 - 1


class UInt64(_Integer):
    """0 to 18446744073709551615; the endpoint sends it as DECIMAL(20, 0)."""

    spark, least, greatest = "DECIMAL(20, 0)", 0, 2**64 - 1

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """Whatever the driver gives becomes an int."""
        return _when_given(int)


class _WideInteger(_Integer):
    """A whole number of up to 38 digits; the endpoint sends it as DECIMAL(38, 0)."""

    spark = "DECIMAL(38, 0)"

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """Whatever the driver gives becomes an int."""
        return _when_given(int)


class Int128(_WideInteger):
    """A whole number of up to 38 digits."""

    least, greatest = 1 - 10**38, 10**38 - 1


class Int256(_WideInteger):
    """A whole number of up to 38 digits."""

    least, greatest = 1 - 10**38, 10**38 - 1


class UInt128(_WideInteger):
    """A whole number of up to 38 digits, not negative."""

    least, greatest = 0, 10**38 - 1


class UInt256(_WideInteger):
    """A whole number of up to 38 digits, not negative."""

    least, greatest = 0, 10**38 - 1


class Float32(ClickHouseType, _Floating):
    """Single precision."""

    spark = "FLOAT"


class Float64(ClickHouseType, _Floating):
    """Double precision."""

    spark = "DOUBLE"


class Decimal(ClickHouseType, _Exact):
    """An exact number.

    Args:
        precision: digits in all, up to 38.
        scale: digits after the point.

    Raises:
        ArgumentError: the endpoint has no such decimal.
    """

    def __init__(self, precision: int = 10, scale: int = 0) -> None:
        if not 1 <= precision <= 38 or not 0 <= scale <= precision:
            raise exc.ArgumentError(
                f"Decimal({precision}, {scale}): the endpoint has 1 to 38 digits, "
                "of which 0 to all stand after the point."
            )
        super().__init__(precision, scale)

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`Decimal(P, S)`."""
        return f"Decimal({self.precision}, {self.scale})"

    def cast_name(self, render: Callable[[Any], str]) -> str:
        """`DECIMAL(P, S)`."""
        return f"DECIMAL({self.precision}, {self.scale})"


class Bool(ClickHouseType, sqltypes.Boolean):
    """True or false."""

    spark = "BOOLEAN"


# Texts


class String(ClickHouseType, _Text):
    """A text in UTF-8 of any length."""

    spark = "STRING"

    def __init__(self) -> None:
        super().__init__()


class FixedString(ClickHouseType, _Text):
    """A text of so many bytes; a shorter one is padded with zero bytes.

    Args:
        length: the number of bytes.
    """

    spark = "STRING"

    def __init__(self, length: int) -> None:
        super().__init__(length)

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`FixedString(N)`."""
        return f"FixedString({self.length})"


class _Enum(ClickHouseType, _Text):
    """One of some names, each with a number.

    Args:
        members: names and numbers, `{"new": 1, "paid": 2}`, or a Python enum with whole numbers as
            values. With an enum, values are its members; otherwise the names.

    Raises:
        ArgumentError: a number does not fit, or there is no member.
    """

    spark = "STRING"
    bits: ClassVar[int]

    def __init__(self, members: Mapping[str, int] | type[enum.Enum]) -> None:
        super().__init__()
        self.members = members
        numbers = self.numbers.values()
        least, greatest = -(2 ** (self.bits - 1)), 2 ** (self.bits - 1) - 1
        if not numbers or any(
            not isinstance(number, int) or not least <= number <= greatest for number in numbers
        ):
            raise exc.ArgumentError(
                f"{type(self).__name__} needs members with whole numbers from {least} "
                f"to {greatest}."
            )

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each name."""
        if isinstance(self.members, Mapping):
            return dict(self.members)
        return {member.name: member.value for member in self.members}

    @property
    def python_type(self) -> type[Any]:
        """`str`, or the enum."""
        return str if isinstance(self.members, Mapping) else self.members

    def bind_processor(self, dialect: Any) -> Processor | None:
        """A member goes as its name."""
        return _when_given(lambda value: value.name if isinstance(value, enum.Enum) else value)

    def literal_processor(self, dialect: Any) -> Processor | None:
        """A string literal of the name."""
        quote = text_literal(dialect)
        return lambda value: quote(value.name if isinstance(value, enum.Enum) else value)

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """A name comes as a member, if there is an enum."""
        members = self.members
        return None if isinstance(members, Mapping) else _when_given(lambda name: members[name])

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`Enum8('a' = 1, 'b' = 2)`."""
        members = ", ".join(f"{quote_text(name)} = {n}" for name, n in self.numbers.items())
        return f"{type(self).__name__}({members})"

    @property
    def _static_cache_key(self) -> Any:
        """Members in an order that can be hashed: SQLAlchemy caches statements by it."""
        return (type(self), tuple(self.numbers.items()), self.python_type)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.numbers!r})"


class Enum8(_Enum):
    """An Enum with numbers from -128 to 127."""

    bits = 8


class Enum16(_Enum):
    """An Enum with numbers from -32768 to 32767."""

    bits = 16


class UUID(ClickHouseType):
    """A `uuid.UUID`; the endpoint sends its text."""

    spark = "STRING"
    operator_classes = _operators("BASE", "COMPARISON")

    @property
    def python_type(self) -> type[Any]:
        """`uuid.UUID`."""
        return uuid.UUID

    def bind_processor(self, dialect: Any) -> Processor | None:
        """Its text."""
        return _when_given(str)

    def literal_processor(self, dialect: Any) -> Processor | None:
        """A string literal."""
        return lambda value: quote_text(str(value))

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """A `uuid.UUID` of its text."""
        return _when_given(
            lambda value: value if isinstance(value, uuid.UUID) else uuid.UUID(value)
        )


class _Address(ClickHouseType):
    """An address of the Internet; the endpoint sends its text.

    Attributes:
        address: the class of the values.
    """

    spark = "STRING"
    operator_classes = _operators("BASE", "COMPARISON")
    address: ClassVar[type[Any]]

    @property
    def python_type(self) -> type[Any]:
        """`ipaddress.IPv4Address` or `ipaddress.IPv6Address`."""
        return self.address

    def bind_processor(self, dialect: Any) -> Processor | None:
        """Its text, as the endpoint keeps it."""
        return _when_given(self._text)

    def literal_processor(self, dialect: Any) -> Processor | None:
        """A string literal."""
        return lambda value: quote_text(self._text(value))

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """An address of its text."""
        return _when_given(self.address)

    def _text(self, value: Any) -> str:
        return address_text(self.address(value))


class IPv4(_Address):
    """An `ipaddress.IPv4Address`; a text or a whole number does for one."""

    address = ipaddress.IPv4Address


class IPv6(_Address):
    """An `ipaddress.IPv6Address`; a text or a whole number does for one.

    An address of IPv4 becomes `::ffff:1.2.3.4`.
    """

    address = ipaddress.IPv6Address

    def _text(self, value: Any) -> str:
        given = value if isinstance(value, int) else ipaddress.ip_address(value)
        if isinstance(given, ipaddress.IPv4Address):
            return f"::ffff:{given}"
        return super()._text(given)


class JSON(ClickHouseType, sqltypes.JSON):
    """An object of JSON: a dictionary. The endpoint keeps and sends its text.

    Args:
        none_as_null: whether None is NULL, else it is the JSON `null`, which the endpoint takes for
            an empty object.
    """

    spark = "STRING"

    def __init__(self, none_as_null: bool = True) -> None:
        super().__init__(none_as_null=none_as_null)

    def literal_processor(self, dialect: Any) -> Processor | None:
        """A string literal."""
        write: Processor = self.bind_processor(dialect)  # type: ignore[no-untyped-call]
        quote = text_literal(dialect)
        return lambda value: quote(write(value))


# Days and times


class Date(ClickHouseType, _Day):
    """A day from 1970-01-01 to 2149-06-06."""

    spark = "DATE"


class Date32(ClickHouseType, _Day):
    """A day from 1900-01-01 to 2299-12-31."""

    spark = "DATE"


class DateTime(ClickHouseType, _Instant):
    """An instant in whole seconds, from 1970 to 2106.

    Args:
        zone: the time zone of its texts, `Europe/Berlin`; values then have a `tzinfo`, UTC.
    """

    spark = "TIMESTAMP"

    def __init__(self, zone: str | None = None) -> None:
        super().__init__(timezone=zone is not None)
        self.zone = zone

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`DateTime` or `DateTime('zone')`."""
        return "DateTime" if self.zone is None else f"DateTime({quote_text(self.zone)})"


_NANOSECONDS = 9
"""Digits of the fraction."""


class DateTime64(ClickHouseType, _Instant):
    """An instant with a fraction, from 1900 to 2299.

    Args:
        digits: digits of the fraction, 0 to 9. Those beyond the sixth are zeros.
        zone: as for `DateTime`.

    Raises:
        ArgumentError: ClickHouse has up to 9 digits.
    """

    spark = "TIMESTAMP"

    def __init__(self, digits: int = 3, zone: str | None = None) -> None:
        if not 0 <= digits <= _NANOSECONDS:
            raise exc.ArgumentError(f"DateTime64({digits}): there are 0 to 9 digits.")
        super().__init__(timezone=zone is not None)
        self.digits = digits
        self.zone = zone

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`DateTime64(digits)` or `DateTime64(digits, 'zone')`."""
        zone = "" if self.zone is None else f", {quote_text(self.zone)}"
        return f"DateTime64({self.digits}{zone})"


# Types around others


class Nullable(ClickHouseType):
    """An element that can be NULL: `Array(Nullable(String()))`. For a column, use `nullable`.

    Args:
        item: the type.

    Raises:
        ArgumentError: arrays, maps and tuples cannot be Nullable.
    """

    def __init__(self, item: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]]) -> None:
        self.item = sqltypes.to_instance(item)
        if not is_nullable(self.item):
            raise exc.ArgumentError(f"{self.item!r} cannot be Nullable; its elements can.")
        self.operator_classes = getattr(self.item, "operator_classes", None)  # type: ignore[assignment, misc]

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`Nullable(T)`."""
        return f"Nullable({render(self.item)})"

    def cast_name(self, render: Callable[[Any], str]) -> str:
        """What its item is called: Spark's types hold NULL."""
        return render(self.item)

    def bind_processor(self, dialect: Any) -> Processor | None:
        """The item's."""
        return _dialect_type(self.item, dialect).bind_processor(dialect)

    def literal_processor(self, dialect: Any) -> Processor | None:
        """The item's."""
        return _dialect_type(self.item, dialect).literal_processor(dialect)

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """The item's."""
        return _dialect_type(self.item, dialect).result_processor(dialect, coltype)


class Wrapper(sqltypes.TypeDecorator[Any]):
    """A type whose values are those of another one; `Nullable` stands inside it.

    Args:
        item: the other type. `Nullable` around it is the column's `nullable=True`.
    """

    impl = sqltypes.String
    cache_ok = True

    def __init__(self, item: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]]) -> None:
        super().__init__()
        self.item = sqltypes.to_instance(item)
        self.impl = self.impl_instance = self.item  # type: ignore[assignment]

    def load_dialect_impl(self, dialect: Any) -> sqltypes.TypeEngine[Any]:
        """Values are those of the item."""
        return dialect.type_descriptor(self.item)  # type: ignore[no-any-return]

    def around(self, text: str) -> str:
        """The declaration, around that of the item."""
        raise NotImplementedError

    def of(self, item: sqltypes.TypeEngine[Any]) -> Wrapper:
        """The same around another item."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.around(str(self.item))

    def __repr__(self) -> str:
        return self.around(repr(self.item))


class LowCardinality(Wrapper):
    """A column of few different values, kept as a dictionary in the files.

    Args:
        item: String, FixedString, Date or DateTime. `Nullable` around it is the column's
            `nullable=True`; the declaration then is `LowCardinality(Nullable(T))`.
    """

    cache_ok = True

    def around(self, text: str) -> str:
        """`LowCardinality(T)`."""
        return f"LowCardinality({text})"

    def of(self, item: sqltypes.TypeEngine[Any]) -> LowCardinality:
        """The same of another item."""
        return LowCardinality(item)


class SimpleAggregateFunction(Wrapper):
    """A column whose values a merge makes one, by an aggregate function.

    Args:
        function: `sum`, `max`, `anyLast` and the like.
        item: the type of the values, and of what the function makes of them. `Nullable` around it
            is the column's `nullable=True`.

    Source: https://clickhouse.com/docs/sql-reference/data-types/simpleaggregatefunction.
    """

    cache_ok = True

    def __init__(
        self, function: str, item: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]]
    ) -> None:
        super().__init__(item)
        self.function = function

    def around(self, text: str) -> str:
        """`SimpleAggregateFunction(function, T)`."""
        return f"SimpleAggregateFunction({self.function}, {text})"

    def of(self, item: sqltypes.TypeEngine[Any]) -> SimpleAggregateFunction:
        """The same of another item."""
        return SimpleAggregateFunction(self.function, item)

    def __repr__(self) -> str:
        return f"SimpleAggregateFunction({self.function!r}, {self.item!r})"


class AggregateFunction(ClickHouseType):
    """States of an aggregate function: `func.uniqState(x)` makes, `func.uniqMerge(c)` reads them.

    Args:
        function: `uniq`, `argMax` and the like, with its parameters: `quantiles(0.5, 0.9)`.
        items: the types of the function's arguments.

    Source: https://clickhouse.com/docs/sql-reference/data-types/aggregatefunction.
    """

    can_be_nullable = False
    operator_classes = _operators("BASE")

    def __init__(
        self, function: str, *items: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]]
    ) -> None:
        self.function = function
        self.items = tuple(sqltypes.to_instance(item) for item in items)

    def adapt(self, cls: type[Any], **options: Any) -> Any:
        """A copy; SQLAlchemy cannot make one of arguments without names."""
        return cls(self.function, *self.items)

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`AggregateFunction(function, T, …)`."""
        return f"AggregateFunction({', '.join([self.function, *map(render, self.items)])})"

    def cast_name(self, render: Callable[[Any], str]) -> str:
        """Refused: no value becomes a state.

        Raises:
            CompileError: always.
        """
        raise exc.CompileError(f"There is no CAST to {self}: use {self.function}State().")

    def __repr__(self) -> str:
        return f"AggregateFunction({', '.join(map(repr, (self.function, *self.items)))})"


class _Nested(sqltypes.Indexable, ClickHouseType):
    """A type around others. The driver cannot read such values, so they travel as JSON."""

    can_be_nullable = False

    class Comparator(sqltypes.Indexable.Comparator):  # type: ignore[type-arg, unused-ignore]
        """`column[index]`, one of the values inside."""

        def _setup_getitem(self, index: Any) -> tuple[Any, Any, sqltypes.TypeEngine[Any]]:
            of_index, of_value = self.type.inside(index)  # type: ignore[attr-defined]
            return operators.getitem, _operand(index, of_index), of_value

    comparator_factory = Comparator

    def inside(self, index: Any) -> tuple[sqltypes.TypeEngine[Any], sqltypes.TypeEngine[Any]]:
        """The types of an index and of what it finds.

        Args:
            index: a place, a key or a name, or an expression that gives one.

        Raises:
            ArgumentError: it finds nothing.
        """
        raise NotImplementedError

    def column_expression(self, column: Any) -> Any:
        """`to_json(column, …)` in the columns of a SELECT."""
        return func.to_json(column, literal_column(_JSON_OPTIONS), type_=column.type)

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """The value, of its JSON text."""
        return _when_given(
            lambda text: _of_json(self, json.loads(text, parse_float=decimal.Decimal))
        )


class Array(_Nested):
    """A list of elements of one type.

    Args:
        item: the type of the elements.
    """

    operator_classes = _operators("ARRAY", "INDEXABLE")

    def __init__(self, item: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]]) -> None:
        self.item = sqltypes.to_instance(item)

    @property
    def python_type(self) -> type[Any]:
        """`list`."""
        return list

    def inside(self, index: Any) -> tuple[sqltypes.TypeEngine[Any], sqltypes.TypeEngine[Any]]:
        """A place, 1 for the first and -1 for the last, and the element there.

        Raises:
            ArgumentError: it is a slice.
        """
        if isinstance(index, slice):
            raise exc.ArgumentError("A part of an array is func.arraySlice(array, offset, length).")
        return Int64(), self.item

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`Array(T)`."""
        return f"Array({render(self.item)})"

    def cast_name(self, render: Callable[[Any], str]) -> str:
        """`ARRAY<T>`."""
        return f"ARRAY<{render(self.item)}>"

    def bind_processor(self, dialect: Any) -> Processor | None:
        """A list of what the elements go as."""
        item = _bind(self.item, dialect)
        return _when_given(lambda values: [item(value) for value in values])

    def literal_processor(self, dialect: Any) -> Processor | None:
        """`array(…)`."""
        item = _literal(self.item, dialect)
        return lambda values: f"array({', '.join(item(value) for value in values)})"


class Map(_Nested):
    """A dictionary.

    Args:
        key: the type of the keys.
        value: the type of the values.
    """

    operator_classes = _operators("BASE", "COMPARISON", "INDEXABLE")

    def __init__(
        self,
        key: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]],
        value: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]],
    ) -> None:
        self.key = sqltypes.to_instance(key)
        self.value = sqltypes.to_instance(value)

    @property
    def python_type(self) -> type[Any]:
        """`dict`."""
        return dict

    def inside(self, index: Any) -> tuple[sqltypes.TypeEngine[Any], sqltypes.TypeEngine[Any]]:
        """A key and its value."""
        return self.key, self.value

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`Map(K, V)`."""
        return f"Map({render(self.key)}, {render(self.value)})"

    def cast_name(self, render: Callable[[Any], str]) -> str:
        """`MAP<K, V>`."""
        return f"MAP<{render(self.key)}, {render(self.value)}>"

    def bind_processor(self, dialect: Any) -> Processor | None:
        """A dictionary of what keys and values go as."""
        key, value = _bind(self.key, dialect), _bind(self.value, dialect)
        return _when_given(lambda items: {key(k): value(v) for k, v in items.items()})

    def literal_processor(self, dialect: Any) -> Processor | None:
        """`map(…)`."""
        key, value = _literal(self.key, dialect), _literal(self.value, dialect)
        return lambda items: (
            "map(" + ", ".join(f"{key(k)}, {value(v)}" for k, v in items.items()) + ")"
        )


class Tuple(_Nested):
    """Some values of a type each; in Python a tuple.

    Args:
        items: the types, `Tuple(Int64(), String())`.
        names: types with names, `Tuple(lat=Float64(), lon=Float64())`.

    Raises:
        ArgumentError: there is no type, or some have a name and some have none.
    """

    operator_classes = _operators("TUPLE", "INDEXABLE")

    def __init__(
        self,
        *items: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]],
        **names: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]],
    ) -> None:
        if bool(items) == bool(names):
            raise exc.ArgumentError("Tuple needs types, either all with a name or all without.")
        self.items = tuple(sqltypes.to_instance(item) for item in items or names.values())
        self.names = tuple(names)

    @property
    def python_type(self) -> type[Any]:
        """`tuple`."""
        return tuple

    def adapt(self, cls: type[Any], **options: Any) -> Any:
        """A copy; SQLAlchemy cannot make one of arguments without names."""
        named = dict(zip(self.names, self.items, strict=False))
        return cls(**named) if named else cls(*self.items)

    def inside(self, index: Any) -> tuple[sqltypes.TypeEngine[Any], sqltypes.TypeEngine[Any]]:
        """A name, or a place, 1 for the first, and the value there.

        Raises:
            ArgumentError: the tuple has no such value.
        """
        places: dict[int | str, int] = {name: place for place, name in enumerate(self.names)}
        places |= {place + 1: place for place in range(len(self.items))}
        place = places.get(index) if isinstance(index, (int, str)) else None
        if place is None:
            raise exc.ArgumentError(f"{self!r} has no value {index!r}.")
        return (String() if isinstance(index, str) else UInt8()), self.items[place]

    @property
    def field_names(self) -> tuple[str, ...]:
        """The names, or `1`, `2`, …, as the endpoint calls fields without a name."""
        return self.names or tuple(str(place) for place in range(1, len(self.items) + 1))

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`Tuple(T, U)` or `Tuple(a T, b U)`."""
        texts = [render(item) for item in self.items]
        if self.names:
            texts = [f"`{name}` {text}" for name, text in zip(self.names, texts, strict=True)]
        return f"Tuple({', '.join(texts)})"

    def cast_name(self, render: Callable[[Any], str]) -> str:
        """`STRUCT<a: T, b: U>`."""
        fields = zip(self.field_names, self.items, strict=True)
        return "STRUCT<" + ", ".join(f"`{name}`: {render(item)}" for name, item in fields) + ">"

    def bind_processor(self, dialect: Any) -> Processor | None:
        """A tuple of what its values go as."""
        items = [_bind(item, dialect) for item in self.items]
        return _when_given(
            lambda values: tuple(
                item(value) for item, value in zip(items, self._ordered(values), strict=True)
            )
        )

    def literal_processor(self, dialect: Any) -> Processor | None:
        """`named_struct(…)`."""
        items = [_literal(item, dialect) for item in self.items]

        def literal(values: Any) -> str:
            fields = zip(self.field_names, items, self._ordered(values), strict=True)
            inner = ", ".join(f"{quote_text(name)}, {item(value)}" for name, item, value in fields)
            return f"named_struct({inner})"

        return literal

    def _ordered(self, values: Mapping[str, Any] | Sequence[Any]) -> Sequence[Any]:
        """The values in the order of the types."""
        if isinstance(values, Mapping):
            return [values[name] for name in self.field_names]
        return values

    @property
    def _static_cache_key(self) -> Any:
        """The types in order: SQLAlchemy caches statements by it."""
        return (Tuple, self.names, tuple(item._static_cache_key for item in self.items))

    def __repr__(self) -> str:
        items = [repr(item) for item in self.items]
        if self.names:
            items = [f"{name}={item}" for name, item in zip(self.names, items, strict=True)]
        return f"Tuple({', '.join(items)})"


class Nested(Array):
    """A list of tuples whose values have names.

    Args:
        names: the types, `Nested(item=String(), price=Decimal(10, 2))`.

    Raises:
        ArgumentError: there is no type.
    """

    def __init__(self, **names: sqltypes.TypeEngine[Any] | type[sqltypes.TypeEngine[Any]]) -> None:
        self.row = Tuple(**names)
        super().__init__(self.row)

    def adapt(self, cls: type[Any], **options: Any) -> Any:
        """A copy; SQLAlchemy cannot make one of arguments with names of their own."""
        return cls(**dict(zip(self.row.names, self.row.items, strict=True)))

    def declaration(self, render: Callable[[Any], str]) -> str:
        """`Nested(a T, b U)`."""
        return f"Nested{self.row.declaration(render).removeprefix('Tuple')}"

    @property
    def _static_cache_key(self) -> Any:
        """The types in order: SQLAlchemy caches statements by it."""
        return (Nested, self.row._static_cache_key)

    def __repr__(self) -> str:
        return f"Nested{repr(self.row).removeprefix('Tuple')}"


class _SqlArray(sqltypes.ARRAY[Any]):
    """SQLAlchemy's own array: `Array` in as many dimensions as it has, one unless it says more."""

    @property
    def _array(self) -> Any:
        array = sqltypes.to_instance(self.item_type)
        for _ in range(self.dimensions or 1):
            array = Array(array)
        return array

    def column_expression(self, column: Any) -> Any:
        """`to_json(column, …)`, as of an `Array`."""
        return func.to_json(column, literal_column(_JSON_OPTIONS), type_=column.type)

    def bind_processor(self, dialect: Any) -> Processor | None:
        """A list of what the elements go as."""
        return self._array.bind_processor(dialect)  # type: ignore[no-any-return]

    def literal_processor(self, dialect: Any) -> Processor | None:
        """`array(…)`."""
        return self._array.literal_processor(dialect)  # type: ignore[no-any-return]

    def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
        """A list, or tuples if the type says `as_tuple`."""
        read: Processor = self._array.result_processor(dialect, coltype)
        return _when_given(lambda text: _tuples(read(text))) if self.as_tuple else read


if hasattr(sqltypes, "Uuid"):

    class _Uuid(sqltypes.Uuid[Any]):
        """SQLAlchemy 2's own UUID, in the endpoint's text."""

        def bind_processor(self, dialect: Any) -> Processor | None:
            """Its text."""
            return _when_given(str)

        def literal_processor(self, dialect: Any) -> Processor | None:
            """A string literal."""
            return lambda value: quote_text(str(value))

        def result_processor(self, dialect: Any, coltype: Any) -> Processor | None:
            """A `uuid.UUID` or its text, as the type says."""
            return _when_given(lambda value: uuid.UUID(str(value)) if self.as_uuid else str(value))


def implementations() -> dict[Any, Any]:
    """Which class carries the values of each of SQLAlchemy's own types."""
    classes: dict[Any, Any] = {
        sqltypes.ARRAY: _SqlArray,
        sqltypes.Date: _Day,
        sqltypes.DateTime: _Instant,
        sqltypes.Enum: sqltypes.Enum,
        sqltypes.Float: _Floating,
        sqltypes.Numeric: _Exact,
        sqltypes.String: _Text,
    }
    if hasattr(sqltypes, "Uuid"):
        classes[sqltypes.Uuid] = _Uuid
    return classes


def _of_json(type_: Any, value: Any) -> Any:
    """A value that `to_json` wrote; keys of maps are always texts in JSON."""
    if value is None:
        return None
    if isinstance(type_, (Nullable, Wrapper)):
        return _of_json(type_.item, value)
    if isinstance(type_, Array):
        return [_of_json(type_.item, item) for item in value]
    if isinstance(type_, Map):
        return {_key_of_json(type_.key, k): _of_json(type_.value, v) for k, v in value.items()}
    if isinstance(type_, Tuple):
        fields = zip(type_.field_names, type_.items, strict=True)
        return tuple(_of_json(item, value[name]) for name, item in fields)
    return _scalar_of_json(type_, value)


def _key_of_json(type_: Any, key: str) -> Any:
    """A key of a map, of which `to_json` writes days and times as numbers since 1970."""
    while isinstance(type_, Wrapper):
        type_ = type_.item
    if isinstance(type_, sqltypes.Date):
        return dt.date(1970, 1, 1) + dt.timedelta(days=int(key))
    if isinstance(type_, sqltypes.DateTime):
        return _zoned(type_, dt.datetime(1970, 1, 1) + dt.timedelta(microseconds=int(key)))
    return _of_json(type_, key)


def _tuples(value: Any) -> Any:
    """Lists, however deep, as tuples."""
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def _scalar_of_json(type_: Any, value: Any) -> Any:
    if isinstance(type_, _Enum):
        return value if isinstance(type_.members, Mapping) else type_.members[value]
    readers: tuple[tuple[type[Any], Processor], ...] = (
        (sqltypes.Boolean, lambda given: given in (True, "true")),
        (sqltypes.Integer, int),
        (sqltypes.Float, float),
        (sqltypes.Numeric, lambda given: decimal.Decimal(str(given))),
        (sqltypes.Date, dt.date.fromisoformat),
        (sqltypes.DateTime, lambda given: _zoned(type_, dt.datetime.fromisoformat(given))),
        (UUID, uuid.UUID),
        (IPv4, ipaddress.IPv4Address),
        (IPv6, ipaddress.IPv6Address),
        (sqltypes.JSON, json.loads),
    )
    read = next((read for kind, read in readers if isinstance(type_, kind)), _same)
    return read(value)


def is_nullable(type_: sqltypes.TypeEngine[Any]) -> bool:
    """Whether `Nullable(T)` exists."""
    return getattr(type_, "can_be_nullable", True) and not isinstance(
        type_, (Nullable, sqltypes.ARRAY)
    )


def float_literal(value: float) -> str:
    """A number that Spark reads as DOUBLE and ClickHouse as Float64: it has an exponent."""
    if math.isfinite(value):
        text = repr(float(value))
        return text if "e" in text else f"{text}e0"
    word = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return f"double('{word}')"


def _when_given(process: Processor) -> Processor:
    """NULL stays NULL."""
    return lambda value: None if value is None else process(value)


def _zoned(type_: Any, time: dt.datetime) -> dt.datetime:
    """A time with UTC if its type has a time zone."""
    is_naive = type_.timezone and time.tzinfo is None
    return time.replace(tzinfo=dt.UTC) if is_naive else time


def _dialect_type(type_: sqltypes.TypeEngine[Any], dialect: Any) -> sqltypes.TypeEngine[Any]:
    return type_.dialect_impl(dialect)


def _operand(value: Any, type_: sqltypes.TypeEngine[Any]) -> Any:
    """A value as a parameter of a type; an expression is what it is."""
    if hasattr(value, "__clause_element__") or isinstance(value, ClauseElement):
        return value
    return bindparam(None, value, type_=type_, unique=True)


def _bind(type_: sqltypes.TypeEngine[Any], dialect: Any) -> Processor:
    return _dialect_type(type_, dialect).bind_processor(dialect) or _same


def _literal(type_: sqltypes.TypeEngine[Any], dialect: Any) -> Processor:
    process = _dialect_type(type_, dialect).literal_processor(dialect)
    if process is None:
        raise exc.CompileError(f"{type_!r} has no literals.")
    return lambda value: "NULL" if value is None else process(value)


def _same(value: Any) -> Any:
    return value
