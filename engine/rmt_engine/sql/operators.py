"""ClickHouse's operators that take more types than Spark's, as functions that see the types.

Which function it is depends on a statement's text only; what it does, on the types of its
arguments, which Spark knows when it analyzes it (`rmt_engine.spark.functions.operators`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set

from rmt_engine.sql.conditions import CONDITION_WORDS, condition_edits
from rmt_engine.sql.time_arithmetic import has_sums, interval_edits, time_edits
from rmt_engine.sql.tokens import Token, splice, tokenize
from rmt_engine.sql.tuples import TUPLES, tuple_edits

__all__ = ["spell_operators"]

Edit = tuple[int, int, str]
_TUPLES = re.compile(TUPLES, re.IGNORECASE)
_INTERVAL = re.compile(r"\bINTERVAL\s*+[A-Z_(`]", re.IGNORECASE)
_CONDITION = re.compile(rf"\b(?:{'|'.join(sorted(CONDITION_WORDS))})\b", re.IGNORECASE)


def spell_operators(
    text: str,
    times: Set[str] = frozenset(),
    seconds: Set[str] = frozenset(),
    is_clickhouse: bool = True,
) -> str:
    """A query or an expression in Spark's spelling, with functions for such operators.

    Args:
        text: the query or the expression.
        times: the names of columns that may be dates or times, lower case.
        seconds: the names of those known to be times without fractions.
        is_clickhouse: whether it is ClickHouse's also where Spark has another answer.
    """
    if _TUPLES.search(text):
        text = _edited(text, tuple_edits)
    if is_clickhouse and _INTERVAL.search(text):
        text = _edited(text, interval_edits)
    if has_sums(text):
        text = _edited(text, lambda tokens: time_edits(tokens, times, seconds, is_clickhouse))
    if _CONDITION.search(text):
        text = _edited(text, condition_edits)
    return text


def _edited(text: str, edits: Callable[[Sequence[Token]], Iterator[Edit]]) -> str:
    return splice(text, edits(tokenize(text, "spark")))
