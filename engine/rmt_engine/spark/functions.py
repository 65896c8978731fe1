"""ClickHouse's functions, built from Spark's expressions: no Python runs for a row.

`rmt_engine.sql.functions` declares them; here each name has its builder, which gets the arguments
as PySpark columns and returns a column. Aggregates that are one of Spark's own are returned as
such, so that DISTINCT, FILTER and OVER work on them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.gateway import Gateway

__all__ = ["BUILDERS", "Arguments"]

_INTEGER_TYPES = {"tinyint", "smallint", "int", "bigint"}


class Arguments:
    """A function call's arguments.

    Attributes:
        gateway: the bridge to the JVM.
        columns: the arguments as PySpark columns.
        expressions: the same as Catalyst expressions.
    """

    def __init__(self, gateway: Gateway, expressions: list[Any], columns: list[Column]) -> None:
        self.gateway = gateway
        self.expressions = expressions
        self.columns = columns

    def type(self, position: int) -> str:
        """Spark's name of an argument's type."""
        return str(self.expressions[position].dataType().simpleString())

    def literal(self, position: int) -> Any:
        """The value of a constant argument."""
        expression = self.expressions[position]
        if not expression.foldable():
            raise RmtError("ILLEGAL_COLUMN", "The argument must be a constant.")
        return expression.eval(None)

    def catalyst(self, name: str, *arguments: Any) -> Any:
        """A Catalyst expression, by the class's name below `catalyst.expressions`."""
        path = f"org.apache.spark.sql.catalyst.expressions.{name}"
        return self.gateway.java_class(path)(*arguments)

    def expression_of(self, column: Column) -> Any:
        """The Catalyst expression of a column."""
        return self.gateway.active_session().expression(column._jc)


Builder = Callable[[Arguments], Any]
BUILDERS: dict[str, tuple[int, int, Builder]] = {}
"""Name → (fewest arguments, most arguments, builder)."""


def _function(name: str, fewest: int, most: int | None = None) -> Callable[[Builder], Builder]:
    def register(builder: Builder) -> Builder:
        BUILDERS[name] = (fewest, fewest if most is None else most, builder)
        return builder

    return register


def _of_column(name: str, build: Callable[[Column], Column]) -> None:
    BUILDERS[name] = (1, 1, lambda arguments: build(arguments.columns[0]))


def _as_date(day: Column) -> Column:
    """A day as ClickHouse's Date, which ends at 1970-01-01 and 2149-06-06."""
    first, last = (F.lit(text).cast("date") for text in ("1970-01-01", "2149-06-06"))
    return F.when(day < first, first).when(day > last, last).otherwise(day)


# Parts of dates and times

_of_column("toYear", F.year)
_of_column("toQuarter", F.quarter)
_of_column("toMonth", F.month)
_of_column("toDayOfMonth", F.dayofmonth)
_of_column("toDayOfWeek", lambda d: F.weekday(d) + 1)
_of_column("toDayOfYear", F.dayofyear)
_of_column("toHour", F.hour)
_of_column("toMinute", F.minute)
_of_column("toSecond", F.second)
_of_column("toYYYYMM", lambda d: F.year(d) * 100 + F.month(d))
_of_column("toYYYYMMDD", lambda d: F.year(d) * 10000 + F.month(d) * 100 + F.dayofmonth(d))
_of_column("toUnixTimestamp", lambda t: F.unix_seconds(t.cast("timestamp")))
_of_column("toStartOfYear", lambda d: _as_date(F.trunc(d, "year")))
_of_column("toStartOfQuarter", lambda d: _as_date(F.trunc(d, "quarter")))
_of_column("toStartOfMonth", lambda d: _as_date(F.trunc(d, "month")))
_of_column("toMonday", lambda d: _as_date(F.trunc(d, "week")))
_of_column("toStartOfDay", lambda t: F.date_trunc("day", t))
_of_column("toStartOfHour", lambda t: F.date_trunc("hour", t))
_of_column("toStartOfMinute", lambda t: F.date_trunc("minute", t))


@_function("today", 0)
def _today(_: Arguments) -> Column:
    return F.current_date()


@_function("yesterday", 0)
def _yesterday(_: Arguments) -> Column:
    return F.date_sub(F.current_date(), 1)


@_function("now64", 0, 2)
def _now64(arguments: Arguments) -> Column:
    digits = int(arguments.literal(0)) if arguments.columns else 3
    return _cut(F.current_timestamp(), digits)


# Conversion


def _to_date(arguments: Arguments) -> Column:
    [value], source = arguments.columns[:1], arguments.type(0)
    if source in _INTEGER_TYPES:
        days = F.date_from_unix_date(value.cast("int"))
        seconds = F.timestamp_seconds(value).cast("date")
        return F.when(value <= 65535, days).otherwise(seconds)
    return value.cast("date")


BUILDERS["toDate"] = (1, 1, lambda arguments: _as_date(_to_date(arguments)))
BUILDERS["toDate32"] = (1, 1, _to_date)


@_function("toDateTime", 1, 2)
def _to_datetime(arguments: Arguments) -> Column:
    zone = arguments.literal(1) if len(arguments.columns) > 1 else None
    return _cut(_instant(arguments, zone), 0)


@_function("toDateTime64", 2, 3)
def _to_datetime64(arguments: Arguments) -> Column:
    zone = arguments.literal(2) if len(arguments.columns) > 2 else None
    return _cut(_instant(arguments, zone), int(arguments.literal(1)))


def _instant(arguments: Arguments, zone: Any) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if source in _INTEGER_TYPES or source.startswith("decimal(") or source in ("float", "double"):
        return F.timestamp_seconds(value)
    if zone is None or source == "timestamp":
        return value.cast("timestamp")
    local = value.cast("timestamp_ntz")
    zones = (F.lit(str(zone)), F.current_timezone())
    return F.convert_timezone(*zones, local).cast("timestamp")


def _cut(instant: Column, digits: int) -> Column:
    """Cuts a time's fraction to so many digits; Spark has six."""
    if digits >= 6:
        return instant
    unit = 10 ** (6 - digits)
    micros = F.unix_micros(instant)
    return F.timestamp_micros(micros - F.pmod(micros, F.lit(unit)))


def _integer(name: str, bits: int, signed: bool, spark: str) -> None:
    """Conversion to an integer; a number that does not fit wraps around, as in ClickHouse."""

    def build(arguments: Arguments) -> Column:
        value, source = arguments.columns[0], arguments.type(0)
        if source == "timestamp":
            value = F.unix_seconds(value)
        elif source == "date":
            value = F.unix_date(value)
        if bits == 64 and signed:
            return value.cast("bigint")
        wide = "decimal(38,0)" if bits == 64 else "bigint"
        number = value.cast("decimal(20,0)").cast(wide) if source == "string" else value.cast(wide)
        offset = F.lit(2 ** (bits - 1) if signed else 0).cast(wide)
        modulus = F.lit(str(2**bits)).cast(wide)
        return (F.pmod(number + offset, modulus) - offset).cast(spark)

    BUILDERS[name] = (1, 1, build)


_integer("toInt8", 8, True, "tinyint")
_integer("toInt16", 16, True, "smallint")
_integer("toInt32", 32, True, "int")
_integer("toInt64", 64, True, "bigint")
_integer("toUInt8", 8, False, "smallint")
_integer("toUInt16", 16, False, "int")
_integer("toUInt32", 32, False, "bigint")
_integer("toUInt64", 64, False, "decimal(20,0)")
_of_column("toFloat32", lambda v: v.cast("float"))
_of_column("toFloat64", lambda v: v.cast("double"))
_of_column("toString", lambda v: v.cast("string"))


# Arithmetic, conditions, random values


@_function("intDiv", 2)
def _int_div(arguments: Arguments) -> Any:
    return arguments.catalyst("IntegralDivide", *arguments.expressions)


@_function("multiIf", 3, 99)
def _multi_if(arguments: Arguments) -> Column:
    columns = arguments.columns
    if len(columns) % 2 == 0:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "multiIf takes an odd number of arguments."
        )
    chain: Any = F
    for condition, value in zip(columns[:-1:2], columns[1:-1:2], strict=True):
        chain = chain.when(condition, value)
    result: Column = chain.otherwise(columns[-1])
    return result


@_function("generateUUIDv4", 0, 1)
def _uuid(_: Arguments) -> Column:
    return F.uuid()


@_function("rand32", 0, 1)
def _rand32(_: Arguments) -> Column:
    return F.floor(F.rand() * 4294967296).cast("bigint")


@_function("randUniform", 2)
def _rand_uniform(arguments: Arguments) -> Column:
    low, high = (column.cast("double") for column in arguments.columns)
    return low + F.rand() * (high - low)


# Aggregates


def _by(arguments: Arguments, function: str) -> Any:
    """MaxBy or MinBy that skips NULLs on both sides, as ClickHouse does."""
    value, by = arguments.columns
    ordering = arguments.expression_of(F.when(value.isNotNull(), by))
    return arguments.catalyst(f"aggregate.{function}", arguments.expressions[0], ordering)


@_function("argMax", 2)
def _arg_max(arguments: Arguments) -> Any:
    return _by(arguments, "MaxBy")


@_function("argMin", 2)
def _arg_min(arguments: Arguments) -> Any:
    return _by(arguments, "MinBy")


@_function("any", 1)
def _any(arguments: Arguments) -> Any:
    """Any value; of booleans, Spark's `any`: whether one of them is true."""
    if arguments.type(0) == "boolean":
        return arguments.catalyst("aggregate.BoolOr", arguments.expressions[0])
    return arguments.catalyst("aggregate.First", arguments.expressions[0], True)


@_function("anyLast", 1)
def _any_last(arguments: Arguments) -> Any:
    return arguments.catalyst("aggregate.Last", arguments.expressions[0], True)


@_function("uniqExact", 1, 99)
def _uniq_exact(arguments: Arguments) -> Column:
    return F.count_distinct(*arguments.columns)


@_function("countIf", 1)
def _count_if(arguments: Arguments) -> Column:
    return F.count_if(arguments.columns[0].cast("boolean"))


def _if(name: str, aggregate: Callable[[Column], Column]) -> None:
    def build(arguments: Arguments) -> Column:
        value, condition = arguments.columns
        return aggregate(F.when(condition.cast("boolean"), value))

    BUILDERS[name] = (2, 2, build)


_if("sumIf", F.sum)
_if("avgIf", F.avg)
_if("minIf", F.min)
_if("maxIf", F.max)


@_function("groupArray", 1)
def _group_array(arguments: Arguments) -> Any:
    return F.collect_list(arguments.columns[0])
