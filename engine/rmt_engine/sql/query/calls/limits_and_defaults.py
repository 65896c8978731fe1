"""Values kept between others, and conversions with a default for what they do not take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import STRINGS
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.values import Value, argument_of, condition, stored
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = ["LIMITS_AND_DEFAULTS"]


def _answer(name: str, values: Sequence[Value]) -> DataType:
    found = answer_type(name, [argument_of(value) for value in values])
    if found is None:
        shown = ", ".join(str(value.type) for value in values)
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"Illegal types {shown} of arguments of function {name}."
        )
    return found


def _clamped(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`clamp(value, low, high)`."""
    answer = _answer(name, values)
    value, low, high = values
    error = RmtError(
        "BAD_ARGUMENTS",
        f"The minimum value cannot be greater than the maximum value for function {name}.",
    )
    known = [converted(one, answer) for one in (value, low, high)]
    unknown = " OR ".join(f"{one.sql} IS NULL" for one in values if one.is_nullable)
    cases = [
        (unknown, "NULL"),
        (condition(call("greater", [low, high])), failing(error)),
        (condition(call("less", [value, low])), known[1].sql),
        (condition(call("greater", [value, high])), known[2].sql),
    ]
    chosen = " ".join(f"WHEN {when} THEN {then}" for when, then in cases if when)
    is_constant = all(one.is_constant for one in values)
    return Value(f"(CASE {chosen} ELSE {known[0].sql} END)", answer, folded=is_constant)


def _or_default(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toDecimal32OrDefault(value, scale[, default])`, `accurateCastOrDefault` and their kin."""
    answer = _answer(name, values)
    value, to, *default = map(stored, values)
    conversion = name.removesuffix("OrDefault")
    is_checked = name.startswith("accurate") or value.family in STRINGS
    found = call(f"{conversion}OrNull" if is_checked else conversion, [value, to])
    other = converted(default[0], answer).sql if default else _default_of(answer)
    text = f"coalesce({converted(found, answer).sql}, {other})"
    return Value(text, answer, folded=all(one.is_constant for one in values))


def _default_of(answer: DataType) -> str:
    return "NULL" if answer.nullable else answer.default


LIMITS_AND_DEFAULTS: Mapping[str, Lowering] = {
    "clamp": _clamped,
    **{f"toDecimal{bits}OrDefault": _or_default for bits in (32, 64, 128)},
    "accurateCastOrDefault": _or_default,
}
"""Lowerings, by ClickHouse's function."""
