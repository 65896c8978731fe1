"""`now() - 3600`: a number beside a time is seconds to ClickHouse, and an error to Spark.

Only times that a function gives are known to be times here, not columns.

Source of the semantics: https://clickhouse.com/docs/sql-reference/operators, "Operators for Working
with Dates and Times".
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.query_blocks import openings
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["SECONDS", "TIME_FUNCTIONS", "seconds_edits"]

Edit = tuple[int, int, str]
TIME_FUNCTIONS = frozenset(
    f.name.upper() for f in FUNCTIONS.values() if f.returns.startswith("DateTime")
)
"""Functions that give a time, upper case."""
_BINDS_CLOSER = frozenset(("*", "/", "%", "::", "[", ".", "("))
SECONDS = r"\)\s*+[-+]\s*+\d"
"""Where there may be such a sum."""


def seconds_edits(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Makes intervals of such numbers, also of products like `24 * 3600`."""
    index = 1
    opened_at: dict[int, int] | None = None
    while index < len(tokens) - 1:
        if not _is_sign(tokens[index]) or tokens[index - 1].value != ")":
            index += 1
            continue
        opened_at = openings(tokens) if opened_at is None else opened_at
        first = opened_at.get(index - 1, 0)
        if first and tokens[first - 1].word in TIME_FUNCTIONS:
            index = yield from _seconds(tokens, index)
        else:
            index += 1


def _seconds(tokens: Sequence[Token], sign: int) -> Generator[Edit, None, int]:
    """The numbers that a time is followed by, from the sign of the first one.

    Returns:
        The index to go on from.
    """
    while sign < len(tokens) and _is_sign(tokens[sign]):
        stop = sign + 1
        while stop < len(tokens) and _is_whole(tokens[stop]):
            stop += 1
            if stop + 1 < len(tokens) and tokens[stop].value == "*" and _is_whole(tokens[stop + 1]):
                stop += 1
            else:
                break
        if stop == sign + 1 or (stop < len(tokens) and tokens[stop].value in _BINDS_CLOSER):
            break
        yield tokens[sign].end, tokens[sign].end, " make_dt_interval(0, 0, 0,"
        yield tokens[stop - 1].end, tokens[stop - 1].end, ")"
        sign = stop
    return sign + 1


def _is_sign(token: Token) -> bool:
    return token.kind is Kind.SYMBOL and token.value in ("+", "-")


def _is_whole(token: Token) -> bool:
    return token.kind is Kind.NUMBER and token.value.isdigit()
