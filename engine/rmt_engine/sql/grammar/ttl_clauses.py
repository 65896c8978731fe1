"""Reads TTL as CREATE TABLE and ALTER TABLE declare it.

Source of the grammar:
https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-ttl
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.statements import TtlClause
from rmt_engine.sql.text.tokens import Cursor, Kind, Token, splice, tokenize

__all__ = ["interval_calls", "read_ttl"]

_UNITS = ("SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR")
_RULE_STOPS = ("DELETE", "WHERE", "GROUP", "TO", "RECOMPRESS", ",")


def read_ttl(
    cursor: Cursor, stops: Sequence[str], is_over: Callable[[Cursor], bool] = lambda _: False
) -> tuple[TtlClause, ...]:
    """Reads the rules behind `TTL`, with commas between.

    Args:
        cursor: behind the word.
        stops: what ends the last rule.
        is_over: whether something else begins behind a comma.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, a rule does anything else than delete rows.
    """
    rules = [_rule(cursor, stops)]
    while cursor.at(","):
        if is_over(Cursor(cursor.text, cursor.tokens, cursor.position + 1)):
            break
        cursor.take()
        rules.append(_rule(cursor, stops))
    return tuple(rules)


def interval_calls(expression: str) -> str:
    """An expression with `INTERVAL 1 DAY` as `toIntervalDay(1)`, as ClickHouse shows it."""
    tokens = tokenize(expression)
    edits: list[tuple[int, int, str]] = []
    for place, token in enumerate(tokens):
        end = _amount_end(tokens, place + 1)
        if token.word != "INTERVAL" or end is None:
            continue
        amount = expression[tokens[place + 1].start : tokens[end - 1].end]
        if tokens[place + 1].value == "(":
            amount = amount[1:-1].strip()
        unit = tokens[end].word.removesuffix("S").capitalize()
        edits.append((token.start, tokens[end].end, f"toInterval{unit}({amount})"))
    return splice(expression, edits)


def _rule(cursor: Cursor, stops: Sequence[str]) -> TtlClause:
    expression = interval_calls(cursor.skip_until(*_RULE_STOPS, *stops))
    if not expression:
        cursor.fail("expected an expression")
    for words in (("GROUP", "BY"), ("TO", "DISK"), ("TO", "VOLUME"), ("RECOMPRESS",)):
        if cursor.at(*words):
            raise unsupported(f"TTL … {' '.join(words)}")
    cursor.accept("DELETE")
    if not cursor.accept("WHERE"):
        return TtlClause(expression)
    condition = cursor.skip_until(",", *stops)
    if not condition:
        cursor.fail("expected a condition")
    return TtlClause(expression, condition)


def _amount_end(tokens: Sequence[Token], start: int) -> int | None:
    """Where the unit of an interval stands whose amount begins at a token; None if it is none."""
    end = start + 1
    if start < len(tokens) and tokens[start].value == "(":
        depth = 1
        while end < len(tokens) and depth:
            depth += {"(": 1, ")": -1}.get(tokens[end].value, 0)
            end += 1
    elif start >= len(tokens) or tokens[start].kind not in (Kind.NUMBER, Kind.WORD, Kind.QUOTED):
        return None
    is_unit = end < len(tokens) and tokens[end].word.removesuffix("S") in _UNITS
    return end if is_unit else None
