"""Networks of IPv6: the addresses that begin with the same bits.

Source: https://clickhouse.com/docs/sql-reference/functions/ip-address-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.types.subscripts import tuple_of_values
from rmt_engine.sql.query.values import Value, arguments_of, number_of, stored

__all__ = ["NETWORKS", "OF_FIRST_BITS"]

OF_FIRST_BITS = "rmt_of_first_bits"
"""The function that gives an address with the first bits of another."""
_ADDRESS_BYTES = 16


def _range(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`IPv6CIDRToRange(address, bits)`."""
    address = _address(name, values[0], call)
    bits = number_of(stored(as_number(values[1]))).sql
    ends = [
        Value(f"{OF_FIRST_BITS}({address.sql}, {bits}, {bits}, {filling})", plain("IPv6"))
        for filling in (0, 1)
    ]
    return _answer(name, values, tuple_of_values(ends, None).sql)


def _cut(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`cutIPv6(address, n, m)`."""
    address = _address(name, values[0], call)
    kept = ", ".join(str(8 * (_ADDRESS_BYTES - _count(name, values, at))) for at in (1, 2))
    return _answer(name, values, f"{OF_FIRST_BITS}({address.sql}, {kept}, 0)")


def _address(name: str, value: Value, call: Compose) -> Value:
    data_type = value.type
    if data_type is not None and data_type.family == "FixedString":
        if int(data_type.arguments[0]) != _ADDRESS_BYTES:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {data_type} of argument 1 of function {name}, expected IPv6 or "
                f"FixedString({_ADDRESS_BYTES}).",
            )
        return call("IPv6NumToString", [value])
    return stored(value)


def _count(name: str, values: Sequence[Value], place: int) -> int:
    """How many bytes are cut."""
    count = values[place].constant
    if not isinstance(count, int):
        raise RmtError(
            "ILLEGAL_COLUMN", f"Argument {place + 1} of function {name} must be a literal."
        )
    if count > _ADDRESS_BYTES:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal value {count} of argument {place + 1} of function {name}.",
        )
    return count


def _answer(name: str, values: Sequence[Value], text: str) -> Value:
    answer = answer_type(name, arguments_of(values))
    assert answer is not None
    text = f"CAST({text} AS {answer.spark})"
    known = [f"{one.sql} IS NOT NULL" for one in values if one.is_nullable]
    if known:
        text = f"(CASE WHEN {' AND '.join(known)} THEN {text} END)"
    return Value(text, answer, folded=all(one.is_constant for one in values))


NETWORKS: Mapping[str, Lowering] = {"IPv6CIDRToRange": _range, "cutIPv6": _cut}
"""Lowerings, by ClickHouse's function."""
