"""Values read anew from the bytes of others: `reinterpretAsUInt32('abcd')`.

Source: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions#reinterpret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, nullable, plain
from rmt_engine.sql.query.calls.hashes import bytes_of
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["FROM_BYTES", "REINTERPRETING"]

FROM_BYTES = "rmt_from_bytes"
"""The function that reads a value of a type from bytes, the lowest first."""
_MOST_BITS = 64
_READ = (
    *(family for family, bits in BITS.items() if family != "Bool" and bits <= _MOST_BITS),
    *sorted(FLOATS),
    *("Date", "DateTime", "UUID", "String"),
)
_PREFIX = "reinterpretAs"


def _read(name: str, values: Sequence[Value], _call: Compose) -> Value:
    return _read_as(name, values[0], plain(name.removeprefix(_PREFIX)))


def _read_as(name: str, value: Value, target: DataType) -> Value:
    value = stored(value)
    if value.type is None:
        raise RmtError("NOT_IMPLEMENTED", f"{name} of a function of Spark's is not supported.")
    text = f"{FROM_BYTES}({bytes_of(name, value)}, '{target.family}')"
    answer = nullable(target) if value.is_nullable else target
    return Value(f"CAST({text} AS {answer.spark})", answer, folded=value.is_constant)


def _as_bytes(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`reinterpretAsFixedString(value)`: all of its bytes."""
    value = stored(values[0])
    if value.type is None or value.family in ("String", "FixedString"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Cannot reinterpret {value.type} as FixedString because it is not fixed size type "
            "in memory.",
        )
    kept = DataType("FixedString", (_width(name, value.type),))
    text = f"CAST({bytes_of(name, value)} AS STRING)"
    answer = nullable(kept) if value.is_nullable else kept
    return Value(text, answer, folded=value.is_constant)


def _width(name: str, data_type: DataType) -> int:
    widths = {
        **{family: bits // 8 for family, bits in BITS.items()},
        **{"Float32": 4, "Float64": 8, "Date": 2, "Date32": 4, "DateTime": 4, "DateTime64": 8},
        **{"UUID": 16, "IPv4": 4, "Enum8": 1, "Enum16": 2},
    }
    if data_type.family == "Decimal":
        return 4 if data_type.precision <= 9 else 8
    if data_type.family not in widths:
        raise RmtError("NOT_IMPLEMENTED", f"{name} of a {data_type} is not supported.")
    return widths[data_type.family]


def _as_type(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`reinterpret(value, 'Type')`."""
    value, to = values
    if not isinstance(to.constant, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Second argument to {name} must be a constant string describing type.",
        )
    target = parse_type(to.constant)
    if target.family == "FixedString":
        found = call(f"{_PREFIX}FixedString", [value])
        size = target.precision
        data = f"rpad(substr(CAST({found.sql} AS BINARY), 1, {size}), {size}, X'00')"
        answer = nullable(target) if found.is_nullable else target
        return replace(found, sql=f"CAST({data} AS STRING)", type=answer)
    if target.family not in _READ or str(target) != target.family:
        raise RmtError("NOT_IMPLEMENTED", f"{name} as {target} is not supported.")
    return _read_as(name, value, target)


REINTERPRETING: Mapping[str, Lowering] = {
    **{f"{_PREFIX}{family}": _read for family in _READ},
    f"{_PREFIX}FixedString": _as_bytes,
    "reinterpret": _as_type,
}
"""Lowerings, by ClickHouse's function."""
