"""The average of values as one of their type: `midpoint(a, b, …)` and `avg2(a, b)`.

Source: https://clickhouse.com/docs/sql-reference/functions/arithmetic-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, NULL, TIMES, bare
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.values import Value, arguments_of, literal, stored
from rmt_engine.sql.values.types import DataType

__all__ = ["MIDPOINTS"]

_MOST_BITS = 64
_MOST_DIGITS = 18
_MICROS_DIGITS = 6
_WIDE = "DECIMAL(38,0)"


def _midpoint(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """NULLs are left out. What is kept as a whole number is cut towards zero."""
    answer = answer_type(name, arguments_of(values))
    assert answer is not None
    known = [stored(value) for value in values if value.type != NULL]
    if not known:
        return literal(None)
    if len(known) == 1:
        return converted(known[0], answer)
    target = bare(answer)
    _check(name, target)
    parts = [converted(value, answer) for value in known]
    kept = "FLOAT" if target.family == "Float32" else _kept_as(target)
    terms, counts = [], []
    for value in parts:
        text = f"CAST({_unit_count(value.sql, target)} AS {kept})"
        may_be_null = any(one.is_nullable for one in known)
        terms.append(f"coalesce({text}, CAST(0 AS {kept}))" if may_be_null else text)
        counts.append(f"CASE WHEN {value.sql} IS NULL THEN 0 ELSE 1 END" if may_be_null else "1")
    total, count = f"({' + '.join(terms)})", f"nullif({' + '.join(counts)}, 0)"
    text = _value_of(_divided(total, count, target), target)
    return Value(
        f"CAST({text} AS {answer.spark})", answer, folded=all(one.is_constant for one in values)
    )


def _check(name: str, target: DataType) -> None:
    family = target.family
    if family not in BITS and family not in FLOATS | TIMES | {"Decimal"}:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Function {name} supports only numeric/temporal types, got {target}.",
        )
    digits = target.precision if family == "Decimal" else 0
    if BITS.get(family, 0) > _MOST_BITS or digits > _MOST_DIGITS:
        raise RmtError("NOT_IMPLEMENTED", f"{name} of values of {target} is not supported.")


def _kept_as(target: DataType) -> str:
    return "DOUBLE" if target.family == "Float64" else _WIDE


def _unit_count(text: str, target: DataType) -> str:
    """Spark's text of the number that a value is kept as."""
    family = target.family
    if family in ("Date", "Date32"):
        return f"unix_date({text})"
    if family == "DateTime":
        return f"unix_seconds({text})"
    if family == "DateTime64":
        short = _MICROS_DIGITS - min(target.precision, _MICROS_DIGITS)
        return f"floor(unix_micros({text}) / {10**short}BD)"
    if family == "Decimal":
        return f"{text} * {10**target.scale}BD"
    return f"CAST({text} AS SMALLINT)" if family == "Bool" else text


def _divided(total: str, count: str, target: DataType) -> str:
    if target.family in FLOATS:
        return f"({total} / {count})"
    return f"(({total} - {total} % {count}) / {count})"


def _value_of(number: str, target: DataType) -> str:
    """Spark's text of the value that is kept as a number."""
    family = target.family
    if family in ("Date", "Date32"):
        return f"date_from_unix_date(CAST({number} AS INT))"
    if family == "DateTime":
        return f"timestamp_seconds(CAST({number} AS BIGINT))"
    if family == "DateTime64":
        short = _MICROS_DIGITS - min(target.precision, _MICROS_DIGITS)
        return f"timestamp_micros(CAST({number} * {10**short} AS BIGINT))"
    if family == "Decimal":
        return f"CAST({number} AS {_WIDE}) / {10**target.scale}BD"
    if family == "Bool":
        return f"({number} <> 0)"
    return number


MIDPOINTS: Mapping[str, Lowering] = {"midpoint": _midpoint, "avg2": _midpoint}
"""Lowerings, by ClickHouse's function."""
