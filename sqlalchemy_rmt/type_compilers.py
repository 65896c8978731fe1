"""The texts of types: ClickHouse's in DDL, Spark's in CAST.

SQLAlchemy's own types get the nearest one the endpoint has; `visit_TIME` refuses the one without.
"""

from __future__ import annotations

from typing import Any, NoReturn

from sqlalchemy import exc
from sqlalchemy.sql import compiler

from sqlalchemy_rmt import types

__all__ = ["CastTypeCompiler", "RmtTypeCompiler"]

_DIGITS, _SCALE = 38, 10


class _TypeCompiler(compiler.GenericTypeCompiler):
    """One name for each of SQLAlchemy's types.

    Attributes:
        string: what a text of any length is called; the others likewise.
    """

    string: str
    integers: tuple[str, str, str]
    single: str
    double: str
    boolean: str
    day: str
    instant: str

    def visit_SMALLINT(self, type_: Any, **kw: Any) -> str:
        return self.integers[0]

    def visit_INTEGER(self, type_: Any, **kw: Any) -> str:
        return self.integers[1]

    def visit_BIGINT(self, type_: Any, **kw: Any) -> str:
        return self.integers[2]

    def visit_REAL(self, type_: Any, **kw: Any) -> str:
        return self.single

    def visit_FLOAT(self, type_: Any, **kw: Any) -> str:
        return self.double

    def visit_DOUBLE(self, type_: Any, **kw: Any) -> str:
        return self.double

    def visit_DOUBLE_PRECISION(self, type_: Any, **kw: Any) -> str:
        return self.double

    def visit_DECIMAL(self, type_: Any, **kw: Any) -> str:
        if type_.precision is None:
            return self.decimal(_DIGITS, _SCALE)
        return self.decimal(type_.precision, type_.scale or 0)

    visit_NUMERIC = visit_DECIMAL

    def decimal(self, precision: int, scale: int) -> str:
        """An exact number."""
        raise NotImplementedError

    def visit_VARCHAR(self, type_: Any, **kw: Any) -> str:
        return self.string

    visit_CHAR = visit_NCHAR = visit_NVARCHAR = visit_TEXT = visit_VARCHAR
    visit_CLOB = visit_NCLOB = visit_JSON = visit_VARCHAR

    def visit_BOOLEAN(self, type_: Any, **kw: Any) -> str:
        return self.boolean

    def visit_DATE(self, type_: Any, **kw: Any) -> str:
        return self.day

    def visit_DATETIME(self, type_: Any, **kw: Any) -> str:
        return self.instant

    visit_TIMESTAMP = visit_DATETIME

    def visit_BLOB(self, type_: Any, **kw: Any) -> str:
        return self.string

    visit_BINARY = visit_VARBINARY = visit_large_binary = visit_BLOB

    def visit_TIME(self, type_: Any, **kw: Any) -> NoReturn:
        raise exc.CompileError(
            "The endpoint has no type for a time of day yet: use String, or Int32 for seconds."
        )


class RmtTypeCompiler(_TypeCompiler):
    """Types as CREATE TABLE and ALTER TABLE have them."""

    string, boolean = "String", "Bool"
    integers = ("Int16", "Int32", "Int64")
    single, double = "Float32", "Float64"
    day, instant = "Date32", "DateTime64(6)"

    def decimal(self, precision: int, scale: int) -> str:
        return f"Decimal({precision}, {scale})"

    def visit_clickhouse(self, type_: types.ClickHouseType, **kw: Any) -> str:
        return type_.declaration(lambda item: self.process(item, **kw))

    def visit_type_decorator(self, type_: Any, **kw: Any) -> str:
        if isinstance(type_, types.Wrapper):
            return type_.around(self.process(type_.item, **kw))
        return str(super().visit_type_decorator(type_, **kw))

    def visit_CHAR(self, type_: Any, **kw: Any) -> str:
        return self.string

    def visit_UUID(self, type_: Any, **kw: Any) -> str:
        return "UUID"

    visit_uuid = visit_UUID

    def visit_ARRAY(self, type_: Any, **kw: Any) -> str:
        text = self.process(type_.item_type, **kw)
        for _ in range(type_.dimensions or 1):
            text = f"Array({text})"
        return text

    def visit_enum(self, type_: Any, **kw: Any) -> str:
        if not type_.native_enum:
            return self.string
        kind = types.Enum8 if len(type_.enums) <= 127 else types.Enum16
        return self.process(
            kind({name: number for number, name in enumerate(type_.enums, start=1)}), **kw
        )

    visit_ENUM = visit_enum


class CastTypeCompiler(_TypeCompiler):
    """Types as Spark's CAST has them."""

    string, boolean = "STRING", "BOOLEAN"
    integers = ("SMALLINT", "INT", "BIGINT")
    single, double = "FLOAT", "DOUBLE"
    day, instant = "DATE", "TIMESTAMP"

    def decimal(self, precision: int, scale: int) -> str:
        return f"DECIMAL({precision}, {scale})"

    def visit_clickhouse(self, type_: types.ClickHouseType, **kw: Any) -> str:
        return type_.cast_name(lambda item: self.process(item, **kw))

    def visit_UUID(self, type_: Any, **kw: Any) -> str:
        return self.string

    visit_uuid = visit_enum = visit_ENUM = visit_UUID

    def visit_ARRAY(self, type_: Any, **kw: Any) -> str:
        text = self.process(type_.item_type, **kw)
        for _ in range(type_.dimensions or 1):
            text = f"ARRAY<{text}>"
        return text

    def visit_BLOB(self, type_: Any, **kw: Any) -> str:
        return "BINARY"

    visit_BINARY = visit_VARBINARY = visit_large_binary = visit_BLOB
