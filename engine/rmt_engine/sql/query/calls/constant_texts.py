"""Constants that no function makes a value of.

ClickHouse calculates them before it reads a row: they fail where no row needs them, too.

Source: tried on 26.9, over tables without rows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, SIGNED, STRINGS
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.casts import UNREADABLE

__all__ = ["refuse_constants"]

_SIGNED = re.compile(r"[+-]?[0-9]+\Z")
_UNSIGNED = re.compile(r"[+]?[0-9]+\Z")
_DECIMAL = re.compile(r"[+-]?[0-9.]")
_FLOAT = re.compile(r"[+-]?(?:[0-9.]|inf|nan)", re.IGNORECASE)
_BOOL = re.compile(r"[01tfyned]|o[nf]", re.IGNORECASE)
_TIME = re.compile(r"[0-9]")
_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\Z", re.IGNORECASE)
_BEGINNINGS: Mapping[str, re.Pattern[str]] = {
    **{
        f"to{family}": _SIGNED if family in SIGNED else _UNSIGNED
        for family in BITS
        if family != "Bool"
    },
    **{f"toDecimal{bits}": _DECIMAL for bits in (32, 64, 128, 256)},
    **{f"toFloat{bits}": _FLOAT for bits in (32, 64)},
    **dict.fromkeys(("toDate", "toDate32", "toDateTime", "toDateTime64"), _TIME),
    "toBool": _BOOL,
    "toUUID": _UUID,
}
"""How each text begins that a function reads: what does not is no value for sure."""
_DIVISIONS = frozenset(("intDiv", "modulo", "positiveModulo"))


def refuse_constants(name: str, values: Sequence[Value]) -> None:
    """Refuses a constant text that is no value of a type, and constants divided by 0.

    Args:
        name: the function.
        values: its arguments.

    Raises:
        RmtError: `CANNOT_PARSE_TEXT`, `CANNOT_PARSE_DATE` and the like, `ILLEGAL_DIVISION`.
    """
    if name in _DIVISIONS:
        _refuse_zero(values)
        return
    beginning = _BEGINNINGS.get(name)
    if beginning is None or values[0].family not in STRINGS:
        return
    text = values[0].constant
    if not isinstance(text, str) or beginning.match(text):
        return
    family = name.removeprefix("to")
    raise RmtError(
        UNREADABLE.get(family, "CANNOT_PARSE_TEXT"),
        f"Cannot parse string '{text}' as {family}.",
        "" if family == "Bool" else f"{name}OrNull and {name}OrZero take any text.",
    )


def _refuse_zero(values: Sequence[Value]) -> None:
    is_exact = all(value.is_constant and value.family in BITS for value in values)
    if is_exact and values[1].constant == 0:
        raise RmtError("ILLEGAL_DIVISION", "Division by zero.")
