"""`printf`: values in a text, as C writes them.

Source: https://clickhouse.com/docs/sql-reference/functions/string-replace-functions (`printf`) and
its `FunctionPrintf`; Spark's `format_string` writes as Java does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.arithmetic import as_int64, as_uint64
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.values import Value, argument_of, literal, stored
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["PRINTED_TEXTS"]

_SPECIFIER = re.compile(
    r"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\d*)(?P<digits>\.\d+)?"
    r"(?:hh|ll|[hljzt])?(?P<kind>[a-zA-Z]))"
)
_OF_INTEGERS = "diuoxXc"
_OF_FLOATS = "fFeE"
_WITHOUT_JAVAS = "gGaA"


class _Specifier(NamedTuple):
    """How one value is written: `%-8.3f`."""

    text: str
    flags: str
    width: str
    digits: str
    kind: str


def _printed(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`printf('format', value, …)`; a format that rows give is Java's."""
    pattern, *given = map(stored, values)
    if not isinstance(pattern.constant, str):
        return called(name, values)
    pieces = list(_pieces(pattern.constant))
    specifiers = [one for one in pieces if isinstance(one, _Specifier)]
    is_cut = "%" in _SPECIFIER.sub("", pattern.constant)
    if len(specifiers) != len(given) or is_cut:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Number of arguments for function printf doesn't match: passed {len(values)}, but "
            f"format is {pattern.constant}.",
        )
    rest = iter(given)
    texts = [
        quote_string(one) if isinstance(one, str) else _written(one, next(rest)) for one in pieces
    ]
    answer = answer_type(name, [argument_of(value) for value in values])
    if answer is None or answer.family != "String":
        return literal(None)
    is_constant = all(value.is_constant for value in values)
    return Value(f"concat({', '.join(texts) or quote_string('')})", answer, folded=is_constant)


def _pieces(pattern: str) -> list[str | _Specifier]:
    """The texts of a format and what stands between them."""
    pieces: list[str | _Specifier] = []
    at = 0
    for found in _SPECIFIER.finditer(pattern):
        pieces.append(pattern[at : found.start()])
        at = found.end()
        if found["kind"] is None:
            pieces.append("%")
        else:
            flags, width, digits = found["flags"], found["width"], found["digits"] or ""
            pieces.append(_Specifier(found[0], flags, width, digits, found["kind"]))
    pieces.append(pattern[at:])
    return [one for one in pieces if one]


def _written(specifier: _Specifier, value: Value) -> str:
    """Spark's text of a value as C writes it.

    Raises:
        RmtError: `BAD_ARGUMENTS`, it is of another type; `NOT_IMPLEMENTED`.
    """
    text = _text(specifier, value)
    return f"if({value.sql} IS NULL, NULL, {text})" if value.is_nullable else text


def _text(specifier: _Specifier, value: Value) -> str:
    kind, family = specifier.kind, value.family
    if kind in _WITHOUT_JAVAS and family in FLOATS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{specifier.text} of printf is not supported.",
            "%f and %e write a number with as many digits as they say.",
        )
    if kind == "s" and family in ("String", "FixedString"):
        return _java(specifier, value.sql)
    if kind in _OF_FLOATS and family in FLOATS:
        return _of_float(specifier, value.sql)
    if kind in _OF_INTEGERS and (family in INTEGERS or family == "Bool"):
        return _of_whole(specifier, as_number(value))
    raise RmtError(
        "BAD_ARGUMENTS",
        f"Bad format {specifier.text} in function printf with {value.type} as input argument.",
    )


def _of_whole(specifier: _Specifier, value: Value) -> str:
    if specifier.digits:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{specifier.text} of printf is not supported.",
            "%05d fills a whole number up with zeros.",
        )
    bits = f"CAST({value.sql} AS BIGINT)"
    if value.family == "UInt64":
        bits = as_int64(value.sql)
    if specifier.kind == "c":
        return _java(specifier, f"CAST(unhex(lpad(hex(pmod({bits}, 256)), 2, '0')) AS STRING)", "s")
    if specifier.kind != "u":
        return _java(specifier, bits, "d" if specifier.kind == "i" else specifier.kind)
    digits = f"CAST({as_uint64(bits)} AS STRING)"
    if "0" in specifier.flags and "-" not in specifier.flags and specifier.width:
        digits = f"lpad({digits}, greatest(length({digits}), {specifier.width}), '0')"
    return _java(specifier, digits, "s")


def _of_float(specifier: _Specifier, number: str) -> str:
    kind = "f" if specifier.kind == "F" else specifier.kind
    spelled = f"CASE WHEN isnan({number}) THEN 'nan' WHEN {number} > 0 THEN 'inf' ELSE '-inf' END"
    other = _java(specifier._replace(digits=""), spelled, "s")
    is_finite = f"NOT isnan({number}) AND abs({number}) < CAST('Infinity' AS DOUBLE)"
    return f"if({is_finite}, {_java(specifier, number, kind)}, {other})"


def _java(specifier: _Specifier, text: str, kind: str = "") -> str:
    """What Java's format of a value is."""
    kind = kind or specifier.kind
    flags = {flag for flag in specifier.flags if kind != "s" or flag == "-"}
    if "-" in flags or not specifier.width:
        flags.discard("0")
    if not specifier.width:
        flags.discard("-")
    if "+" in flags:
        flags.discard(" ")
    if kind in "xXo":
        flags -= {"+", " "}
    else:
        flags.discard("#")
    pattern = f"%{''.join(sorted(flags))}{specifier.width}{specifier.digits}{kind}"
    return f"format_string({quote_string(pattern)}, {text})"


PRINTED_TEXTS: Mapping[str, Lowering] = {"printf": _printed}
