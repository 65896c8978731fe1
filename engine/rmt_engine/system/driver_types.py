"""Types as drivers of JDBC and ODBC know them: a number, a name, and how large values are.

The number and the name are those of the type that results have, Spark's, so that what a driver says
of a table's column it says of a result's too; sizes, digits and NULL are of ClickHouse's type.

Sources: https://docs.oracle.com/en/java/javase/17/docs/api/java.sql/java/sql/Types.html,
`java.sql.DatabaseMetaData.getColumns`, Spark's `SparkGetColumnsOperation`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.values.types import Category, DataType, from_spark_type, parse_type

__all__ = ["DriverType", "of_clickhouse", "of_either", "of_spark"]

_OTHER = 1111
_CODES = {
    "VOID": 0,
    "BOOLEAN": 16,
    "TINYINT": -6,
    "SMALLINT": 5,
    "INT": 4,
    "BIGINT": -5,
    "FLOAT": 6,
    "DOUBLE": 8,
    "DECIMAL": 3,
    "STRING": 12,
    "VARCHAR": 12,
    "CHAR": 1,
    "BINARY": -2,
    "DATE": 91,
    "TIMESTAMP": 93,
    "TIMESTAMP_NTZ": 93,
    "ARRAY": 2003,
    "MAP": 2000,
    "STRUCT": 2002,
}
"""`java.sql.Types`."""
_NUMBERS = (Category.INTEGER, Category.FLOAT, Category.DECIMAL)
_DIGITS_OF_FLOATS = {"Float32": 7, "Float64": 15}
_LENGTHS = {
    Category.BOOL: 1,
    Category.DATE: len("2000-01-01"),
    Category.UUID: 36,
    Category.IPV4: len("255.255.255.255"),
    Category.IPV6: 8 * 4 + 7,
}
_SECONDS = len("2000-01-01 00:00:00")
_WORD = re.compile(r"\w+")
_LENGTH = re.compile(r"(?:VAR)?CHAR\((\d+)\)")


@dataclass(frozen=True)
class DriverType:
    """A column's type.

    Attributes:
        code: the number in `java.sql.Types`.
        name: Spark's name.
        nullable: whether there may be NULLs.
        size: of numbers the digits, else the most characters; None if nothing limits them.
        digits: digits behind the point; None where there is no point.
        radix: 10 for numbers.
        octets: the most bytes of a text; None if nothing limits them.
    """

    code: int
    name: str
    nullable: bool
    size: int | None = None
    digits: int | None = None
    radix: int | None = None
    octets: int | None = None


def of_clickhouse(data_type: DataType) -> DriverType:
    """The type of a column of the engine's."""
    size, digits = _size(data_type), _digits(data_type)
    return DriverType(
        _code(data_type.spark),
        data_type.spark,
        data_type.nullable,
        size,
        digits,
        10 if data_type.category in _NUMBERS else None,
        size if data_type.category is Category.FIXED_STRING else None,
    )


def of_spark(text: str) -> DriverType:
    """The type of a column that may hold NULL, of which only Spark's type is known.

    Args:
        text: Spark's type, as `simpleString` or its DDL has it.
    """
    name = text if "struct<" in text else text.upper()
    limited = _LENGTH.fullmatch(name)
    if limited is not None:
        length = int(limited[1])
        return DriverType(_code(name), name, nullable=True, size=length)
    try:
        known = of_clickhouse(from_spark_type(text.lower(), nullable=True))
    except RmtError:
        return DriverType(_code(name), name, nullable=True)
    return replace(known, code=_code(name), name=name, nullable=True)


def of_either(text: str) -> DriverType:
    """The type of a column of a view or of a table of Spark's own.

    Args:
        text: ClickHouse's type, or where that is not known Spark's, which begins with a small
            letter.
    """
    if text[:1].islower():
        return of_spark(text)
    try:
        return of_clickhouse(parse_type(text))
    except RmtError:  # a type that only expressions have
        return DriverType(_OTHER, text, nullable=True)


def _code(spark: str) -> int:
    word = _WORD.match(spark)
    return _OTHER if word is None else _CODES.get(word[0].upper(), _OTHER)


def _size(data_type: DataType) -> int | None:
    category = data_type.category
    if category is Category.INTEGER:
        return len(str(data_type.whole_bounds[1]))
    if category is Category.FLOAT:
        return _DIGITS_OF_FLOATS.get(data_type.family)
    if category in (Category.DECIMAL, Category.FIXED_STRING):
        return data_type.precision
    if category is Category.ENUM:
        return max(len(name) for name, _ in data_type.members)
    if category is Category.DATETIME:
        point_and_digits = data_type.precision + 1 if data_type.precision else 0
        return _SECONDS + point_and_digits
    return _LENGTHS.get(category)


def _digits(data_type: DataType) -> int | None:
    category = data_type.category
    if category is Category.DECIMAL:
        return data_type.scale
    if category is Category.INTEGER:
        return 0
    return data_type.precision if category is Category.DATETIME else None
