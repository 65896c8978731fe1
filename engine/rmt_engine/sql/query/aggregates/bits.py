"""`groupBitAnd` and its kin: bits of all values, also of numbers without a sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rmt_engine.sql.query.aggregates.plain_calls import (
    TWO_TO_64,
    Aggregate,
    Rule,
    number_of,
)

__all__ = ["BIT_RULES"]

_SHORT = frozenset(("TINYINT", "SMALLINT", "INT"))


def _bits(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        value = number_of(call.first)
        if call.first.type is not None and call.first.type.spark == "DECIMAL(38,0)":
            return _of_halves(call, function, value)
        if call.first.family != "UInt64":
            return call.rows.bits(function, value)
        return _unsigned(call.rows.bits(function, _bits_of(value)))

    return text


def _of_halves(call: Aggregate, function: str, value: str) -> str:
    """The bits of wide numbers: those above 64 and the others."""
    low = f"pmod({value}, {TWO_TO_64})"
    upper = call.rows.bits(function, f"(({value} - {low}) DIV {TWO_TO_64})")
    lower = call.rows.bits(function, _bits_of(f"CAST({low} AS DECIMAL(20,0))"))
    return f"CAST({upper} * {TWO_TO_64} + {_unsigned(lower)} AS DECIMAL(38,0))"


def _unsigned(bits: str) -> str:
    """The UInt64 that a BIGINT has the bits of."""
    return f"CAST(pmod(CAST({bits} AS DECIMAL(21,0)), {TWO_TO_64}) AS DECIMAL(20,0))"


def _bits_of(value: str) -> str:
    """A UInt64 as the BIGINT of the same bits."""
    half = "CAST('9223372036854775808' AS DECIMAL(20,0))"
    return (
        f"CAST(CASE WHEN {value} >= {half} THEN {value} - {TWO_TO_64} ELSE {value} END AS BIGINT)"
    )


BIT_RULES: Mapping[str, Rule] = {
    "groupBitAnd": Rule(_bits("bit_and"), empty="ones"),
    "groupBitOr": Rule(_bits("bit_or")),
    "groupBitXor": Rule(_bits("bit_xor")),
}
"""Functions of bits."""
