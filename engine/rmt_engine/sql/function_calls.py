"""Calls of ClickHouse's functions in a statement's tokens: which to rename, and their parameters.

A function that Spark has under the same name with another meaning gets the name Spark knows
ClickHouse's under: `length(s)` becomes `clickhouse_length(s)`. The parameters of an aggregate
function become its first argument, a struct, since Spark has no second pair of parentheses:
`quantile(0.9)(x)` is `quantile(named_struct('parameter_1', 0.9), x)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rmt_engine.sql.functions import (
    AGGREGATES_OF_NOTHING,
    CLICKHOUSE_ONLY,
    FUNCTIONS,
    SPARK_HOMONYMS,
)
from rmt_engine.sql.query_blocks import closing, list_items
from rmt_engine.sql.tokens import Kind, Token

__all__ = [
    "called_names",
    "homonym_calls",
    "is_clickhouse_call",
    "may_have_clickhouse_calls",
    "parameter_edits",
]

Edit = tuple[int, int, str]
_LAST_WORD = re.compile(r"\w+$")
_LONGEST_NAME = 100
_UNIT_IN_QUOTES = re.compile(r"\bdate_?diff\s*\(\s*'[a-z]+'", re.IGNORECASE)
_PARAMETRIC = frozenset(f.name.lower() for f in FUNCTIONS.values() if f.aggregate)
_DIFFERENCES = frozenset({"datediff", "date_diff"})
_READ_DIFFERENTLY = re.compile(r'["\[]|\b(?:ORDER|AS)\b', re.IGNORECASE)
_OTHER_MEANINGS = frozenset((*SPARK_HOMONYMS, *AGGREGATES_OF_NOTHING))
_GRAMMAR = {
    "extract": "FROM",
    "substring": "FROM",
    "substr": "FROM",
    "position": "IN",
}
"""Words that make what looks like a call a piece of Spark's grammar: `extract(YEAR FROM d)`."""
_BEFORE_EXPRESSION = frozenset(
    """SELECT DISTINCT WHERE PREWHERE AND OR NOT BY HAVING ON WHEN THEN ELSE CASE BETWEEN LIKE IN IS
    LIMIT OFFSET QUALIFY RETURN VALUES DIV""".split()
)


def called_names(text: str) -> list[str]:
    """The words of a statement that stand before a parenthesis; cheap, and not exact."""
    return [name for name in map(_last_word, text.split("(")[:-1]) if name]


def may_have_clickhouse_calls(text: str) -> bool:
    """Whether a statement may hold a call to rename, or parameters; cheap, for all pay it."""
    names = called_names(text)
    lowered = {name.lower() for name in names}
    if not _DIFFERENCES.isdisjoint(lowered) and _UNIT_IN_QUOTES.search(text):
        return True
    if not _PARAMETRIC.isdisjoint(lowered) and _may_have_parameters(text):
        return True
    if CLICKHOUSE_ONLY.isdisjoint(names):
        return False
    return _READ_DIFFERENTLY.search(text) is not None or not lowered.isdisjoint(_OTHER_MEANINGS)


def _last_word(piece: str) -> str:
    found = _LAST_WORD.search(piece[-_LONGEST_NAME:].rstrip())
    return found[0] if found else ""


def _may_have_parameters(text: str) -> bool:
    """Whether it has something like `quantile(0.9)(`."""
    pieces = text.split("(")
    return any(
        piece[-_LONGEST_NAME:].rstrip().endswith(")") and _last_word(before).lower() in _PARAMETRIC
        for before, piece in pairwise(pieces[:-1])
    )


def is_clickhouse_call(tokens: Sequence[Token], index: int) -> bool:
    """Whether a function only ClickHouse has is called here, or one in a way only it takes."""
    token = tokens[index]
    if token.kind is not Kind.WORD or not _is_symbol(tokens, index + 1, "("):
        return False
    if token.value in CLICKHOUSE_ONLY or _parameters(tokens, index) is not None:
        return True
    is_difference = token.value.lower() in _DIFFERENCES and index + 2 < len(tokens)
    if not is_difference or tokens[index + 2].kind is not Kind.STRING:
        return False
    return tokens[index + 2].value.isalpha()


def homonym_calls(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """The names to replace in a statement that is ClickHouse's, and by what."""
    for index, token in enumerate(tokens):
        replacement = SPARK_HOMONYMS.get(token.value.lower())
        if replacement is None or token.kind is not Kind.WORD:
            continue
        if _is_symbol(tokens, index + 1, "(") and not _is_grammar(tokens, index):
            yield token, replacement


def parameter_edits(text: str, tokens: Sequence[Token]) -> Iterator[Edit]:
    """What makes the parameters of aggregate functions their first argument."""
    for index in range(len(tokens)):
        end_at = _parameters(tokens, index)
        if end_at is None:
            continue
        values = [
            text[tokens[item[0]].start : tokens[item[-1]].end] if item else ""
            for item in list_items(tokens, range(index + 2, end_at))
        ]
        named = ", ".join(f"'parameter_{at}', {value}" for at, value in enumerate(values, 1))
        is_empty = _is_symbol(tokens, end_at + 2, ")")
        start, end = tokens[index + 1].start, tokens[end_at + 1].end
        yield start, end, f"(named_struct({named}){'' if is_empty else ', '}"


def _parameters(tokens: Sequence[Token], index: int) -> int | None:
    """Where the parameters of the aggregate function called here end, if it has any."""
    token = tokens[index]
    if token.kind is not Kind.WORD or token.value.lower() not in _PARAMETRIC:
        return None
    if not _is_symbol(tokens, index + 1, "("):
        return None
    end_at = closing(tokens, index + 1)
    if end_at == index + 2 or not _is_symbol(tokens, end_at + 1, "("):
        return None
    return end_at


def _is_grammar(tokens: Sequence[Token], index: int) -> bool:
    """Whether the word is no function here: `extract(YEAR FROM d)`, `CAST(x AS CHAR(3))`."""
    name = tokens[index].value.lower()
    before = tokens[index - 1] if index else None
    if name == "char" and before is not None:
        starts_expression = before.kind is Kind.SYMBOL or before.word in _BEFORE_EXPRESSION
        return not starts_expression or before.value in (":", "::", "<")
    if name == "replace" and before is not None and before.value in ("*", ")"):
        return True
    word = _GRAMMAR.get(name)
    return word is not None and word in _words_inside(tokens, index + 1)


def _words_inside(tokens: Sequence[Token], opening: int) -> Iterable[str]:
    depth = 0
    for token in tokens[opening:]:
        if token.kind is Kind.SYMBOL:
            depth += {"(": 1, ")": -1}.get(token.value, 0)
            if not depth:
                return
        elif depth == 1:
            yield token.word


def _is_symbol(tokens: Sequence[Token], index: int, symbol: str) -> bool:
    return (
        index < len(tokens) and tokens[index].kind is Kind.SYMBOL and tokens[index].value == symbol
    )
