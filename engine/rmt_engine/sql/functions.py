"""ClickHouse functions this engine adds to Spark: what they are called and what they return.

How each is built from Spark's expressions stands in `rmt_engine.spark.functions`, under the same
names. `docs/functions.md` is made from this table.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FUNCTIONS", "SPARK_HOMONYMS", "TABLE_FUNCTIONS", "Function"]


@dataclass(frozen=True)
class Function:
    """One function.

    Attributes:
        name: ClickHouse's spelling; Spark does not mind the case.
        signature: the arguments, as documentation shows them.
        returns: ClickHouse's type of the result; empty when it follows from the arguments.
        description: one line.
        deterministic: whether the same arguments always give the same result.
        aggregate: whether it is an aggregate function.
    """

    name: str
    signature: str
    returns: str
    description: str
    deterministic: bool = True
    aggregate: bool = False


_SCALARS = (
    Function("toYear", "(date)", "UInt16", "the year"),
    Function("toQuarter", "(date)", "UInt8", "the quarter, 1 to 4"),
    Function("toMonth", "(date)", "UInt8", "the month, 1 to 12"),
    Function("toDayOfMonth", "(date)", "UInt8", "the day of the month, 1 to 31"),
    Function("toDayOfWeek", "(date)", "UInt8", "the day of the week, Monday is 1"),
    Function("toDayOfYear", "(date)", "UInt16", "the day of the year, 1 to 366"),
    Function("toHour", "(time)", "UInt8", "the hour, 0 to 23"),
    Function("toMinute", "(time)", "UInt8", "the minute, 0 to 59"),
    Function("toSecond", "(time)", "UInt8", "the second, 0 to 59"),
    Function("toYYYYMM", "(date)", "UInt32", "the month as a number, 202403"),
    Function("toYYYYMMDD", "(date)", "UInt32", "the day as a number, 20240317"),
    Function("toUnixTimestamp", "(time)", "UInt32", "seconds since 1970"),
    Function("toStartOfYear", "(date)", "Date", "the first day of the year"),
    Function("toStartOfQuarter", "(date)", "Date", "the first day of the quarter"),
    Function("toStartOfMonth", "(date)", "Date", "the first day of the month"),
    Function("toMonday", "(date)", "Date", "the Monday of the week"),
    Function("toStartOfDay", "(time)", "DateTime", "midnight of the day"),
    Function("toStartOfHour", "(time)", "DateTime", "the full hour"),
    Function("toStartOfMinute", "(time)", "DateTime", "the full minute"),
    Function("toDate", "(value)", "Date", "a date, from text, a time or days since 1970"),
    Function("toDate32", "(value)", "Date32", "a date, from text, a time or days since 1970"),
    Function("toDateTime", "(value[, zone])", "DateTime", "a time in whole seconds"),
    Function("toDateTime64", "(value, digits[, zone])", "DateTime64", "a time with a fraction"),
    Function("toInt8", "(value)", "Int8", "a whole number"),
    Function("toInt16", "(value)", "Int16", "a whole number"),
    Function("toInt32", "(value)", "Int32", "a whole number"),
    Function("toInt64", "(value)", "Int64", "a whole number"),
    Function("toUInt8", "(value)", "UInt8", "a whole number"),
    Function("toUInt16", "(value)", "UInt16", "a whole number"),
    Function("toUInt32", "(value)", "UInt32", "a whole number"),
    Function("toUInt64", "(value)", "UInt64", "a whole number"),
    Function("toFloat32", "(value)", "Float32", "a floating-point number"),
    Function("toFloat64", "(value)", "Float64", "a floating-point number"),
    Function("toString", "(value)", "String", "the text of a value"),
    Function("intDiv", "(a, b)", "Int64", "division without the remainder, towards zero"),
    Function("multiIf", "(condition, value, …, otherwise)", "", "the value of the first true one"),
    Function("today", "()", "Date", "today's date", deterministic=False),
    Function("yesterday", "()", "Date", "yesterday's date", deterministic=False),
    Function("now64", "([digits])", "DateTime64", "the current time", deterministic=False),
    Function("generateUUIDv4", "()", "UUID", "a random UUID", deterministic=False),
    Function("rand32", "()", "UInt32", "a random number, 0 to 4294967295", deterministic=False),
    Function("randUniform", "(low, high)", "Float64", "a random number", deterministic=False),
)

_AGGREGATES = (
    Function("argMax", "(value, by)", "", "the value where the other is greatest", aggregate=True),
    Function("argMin", "(value, by)", "", "the value where the other is smallest", aggregate=True),
    Function("any", "(value)", "", "the first value met that is not NULL", aggregate=True),
    Function("anyLast", "(value)", "", "the last value met that is not NULL", aggregate=True),
    Function("uniqExact", "(value, …)", "UInt64", "the number of different values", aggregate=True),
    Function("countIf", "(condition)", "UInt64", "rows for which it is true", aggregate=True),
    Function("sumIf", "(value, condition)", "", "sum where it is true", aggregate=True),
    Function("avgIf", "(value, condition)", "Float64", "average where it is true", aggregate=True),
    Function("minIf", "(value, condition)", "", "smallest where it is true", aggregate=True),
    Function("maxIf", "(value, condition)", "", "greatest where it is true", aggregate=True),
    Function("groupArray", "(value)", "", "all values that are not NULL", aggregate=True),
)

FUNCTIONS: dict[str, Function] = {f.name: f for f in (*_SCALARS, *_AGGREGATES)}

TABLE_FUNCTIONS: dict[str, Function] = {
    f.name: f
    for f in (
        Function("numbers", "([offset, ]count)", "", "a column `number` of whole numbers"),
        Function("rmt_scan", "('db.table')", "", "a table of this engine, duplicates and all"),
        Function("rmt_final", "('db.table')", "", "a table of this engine, current rows only"),
        Function("rmt_count", "('db.table')", "", "as many rows as the table has, empty"),
        Function(
            "rmt_extremes",
            "('db.table', 'final', 'column', …)",
            "",
            "rows with the least and the greatest values of columns: those two, or all",
        ),
        Function("rmt_rows", "('db.table')", "", "its rows with their hidden columns"),
        Function("rmt_system", "('name')", "", "a table of the database system"),
    )
}

SPARK_HOMONYMS: dict[str, str] = {"rand": "rand32"}
"""Functions Spark has under the same name with another meaning, and what replaces them in a
statement that is ClickHouse's (`rmt_engine.sql.rewrite` says when one is)."""
