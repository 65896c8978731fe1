"""`LEFT ANY JOIN`: each row of the left table with one row of the other that meets the condition.

It is a LEFT JOIN with one row of the other table for each value of the columns it is joined by.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/select/join.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_blocks import QueryText, closing, list_items
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.tokens import Token

__all__ = ["left_any_join"]

_ENDS = frozenset(
    """ANTI ANY ARRAY ASOF CROSS FORMAT FULL GLOBAL GROUP HAVING INNER INTERSECT JOIN LATERAL LEFT
    LIMIT MINUS OFFSET ORDER PREWHERE QUALIFY RIGHT SEMI SETTINGS UNION WHERE WINDOW""".split()
)
_OPENING = frozenset("([{")


def left_any_join(statement: QueryText, join: int) -> tuple[int, int, str]:
    """The edit that leaves one row of the joined table for each key.

    Args:
        statement: the statement.
        join: the index of the word JOIN.

    Raises:
        RmtError: the condition is more than equalities with columns of the joined table.
    """
    tokens = statement.tokens
    condition = _until(tokens, join + 1, frozenset(("ON", "USING")))
    if condition >= len(tokens):
        raise RmtError("SYNTAX_ERROR", "LEFT ANY JOIN wants ON or USING.")
    names = [
        tokens[at] for at in range(join + 1, condition)
        if tokens[at].is_identifier and tokens[at].word not in ("FINAL", "AS")
    ]  # fmt: skip
    has_name = tokens[condition - 1].value != ")"
    alias = names[-1].value if names and has_name else "__any"
    keys = _keys(statement, condition, alias)
    relation = statement.between(join + 1, condition - 1)
    rows = (
        f"(SELECT * FROM {relation} QUALIFY row_number() OVER "
        f"(PARTITION BY {', '.join(keys)} ORDER BY NULL) = 1) AS {quote_name(alias)}"
    )
    return tokens[join + 1].start, tokens[condition - 1].end, rows


def _keys(statement: QueryText, at: int, alias: str) -> list[str]:
    """The joined table's columns that a condition compares."""
    tokens = statement.tokens
    end = _until(tokens, at + 1, _ENDS)
    if tokens[at].word == "USING":
        inside = range(at + 1, end)
        if tokens[at + 1].value == "(":
            inside = range(at + 2, closing(tokens, at + 1))
        return [statement.between(item[0], item[-1]) for item in list_items(tokens, inside) if item]
    keys: list[str] = []
    start = at + 1
    while start < end:
        stop = _until(tokens, start, frozenset(("AND",)), end)
        equals = [index for index in range(start, stop) if tokens[index].value in ("=", "==")]
        if len(equals) != 1:
            _refuse()
        sides = (range(start, equals[0]), range(equals[0] + 1, stop))
        own = [side for side in sides if _is_column(tokens, side, alias)]
        if len(own) != 1:
            _refuse()
        keys.append(statement.between(own[0][0], own[0][-1]))
        start = stop + 1
    return keys or _refuse()


def _is_column(tokens: Sequence[Token], side: range, alias: str) -> bool:
    return (
        len(side) == 3
        and tokens[side[0]].value.lower() == alias.lower()
        and tokens[side[1]].value == "."
    )


def _until(
    tokens: Sequence[Token], start: int, words: frozenset[str], stop: int | None = None
) -> int:
    """The index of the first of these words outside brackets, or of where brackets close."""
    at, stop = start, len(tokens) if stop is None else stop
    while at < stop and tokens[at].word not in words and tokens[at].value not in (")", ";"):
        at = closing(tokens, at) + 1 if tokens[at].value in _OPENING else at + 1
    return min(at, stop)


def _refuse() -> NoReturn:
    raise RmtError(
        "NOT_IMPLEMENTED",
        "LEFT ANY JOIN is for equalities with columns of the joined table: ON a.x = b.y AND ….",
        "LIMIT 1 BY the key in a subquery keeps one row of the other table.",
    )
