"""Reads TTL as CREATE TABLE and ALTER TABLE declare it.

Source of the grammar:
https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-ttl
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.statements import TtlClause
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["read_ttl"]

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


def _rule(cursor: Cursor, stops: Sequence[str]) -> TtlClause:
    expression = cursor.skip_until(*_RULE_STOPS, *stops)
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
