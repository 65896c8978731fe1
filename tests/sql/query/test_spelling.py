"""A query in another spelling compiles to the same text: lowering is a function of the tree.

The queries are those of `make test-composed`, which nest all forms of the language in each other.
"""

from __future__ import annotations

from random import Random

import pytest
from support.composed.queries import compose
from support.composed.tables import TABLES

from rmt_engine.sql.text.tokens import Kind, Token, tokenize
from tests.sql.query.composed_catalog import compiled

_COLUMNS = frozenset(column.name for table in TABLES for column in table.columns)
_KEYWORDS = frozenset(
    """SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET UNION ALL INTERSECT EXCEPT DISTINCT JOIN
    LEFT RIGHT INNER FULL CROSS SEMI ANTI ANY ASOF ON USING AS AND OR NOT IN BETWEEN LIKE IS NULL
    CASE WHEN THEN ELSE END WITH TOTALS TIES FILL PREWHERE ARRAY FINAL SETTINGS ASC DESC NULLS FIRST
    LAST OVER PARTITION ROWS RANGE PRECEDING FOLLOWING CURRENT ROW UNBOUNDED QUALIFY WINDOW EXISTS
    INTERVAL DAY GROUPING SETS""".split()
)
_BLANKS = (" ", "  ", "\n", "\t", " /* a comment */ ", " -- another\n", "/**/")
_OPERATORS = ("=", "<", ">", "<=", ">=", "!=", "+", "*")


def _respelled(text: str, random: Random) -> str:
    """The query with other blanks, comments, case of keywords, quotes and parentheses."""
    tokens = tokenize(text)
    with_lambda = "->" in text
    pieces = [text[: tokens[0].start]]
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        pieces.append(_word(text, token, before, following, with_lambda, random))
        gap = text[token.end : following.start] if following is not None else ""
        pieces.append(random.choice(_BLANKS) if gap else "")
    return "".join(pieces)


def _word(
    text: str,
    token: Token,
    before: Token | None,
    following: Token | None,
    with_lambda: bool,
    random: Random,
) -> str:
    written = text[token.start : token.end]
    is_ambiguous = token.word in _KEYWORDS and written in _COLUMNS
    if token.kind is not Kind.WORD or is_ambiguous:
        return written
    if written in _KEYWORDS:
        return random.choice((written, written.lower(), written.capitalize()))
    is_column = written in _COLUMNS and (following is None or following.value not in ("(", "."))
    if not is_column or with_lambda:
        return written
    written = random.choice((written, f"`{written}`", f'"{written}"'))
    is_operand = before is not None and before.value in _OPERATORS
    is_whole = following is None or following.value in (")", ",") or following.word in _KEYWORDS
    return f"(({written}))" if is_operand and is_whole and random.random() < 0.5 else written


@pytest.mark.parametrize("number", range(180))
@pytest.mark.sample(90)
def test_another_spelling_of_a_composed_query_is_the_same(number: int) -> None:
    text = compose(3, number).sql.replace("{db}", "db")
    respelled = _respelled(text, Random(number))
    assert respelled != text
    assert compiled(respelled) == compiled(text), respelled


def test_most_of_these_queries_compile() -> None:
    texts = [compose(3, number).sql.replace("{db}", "db") for number in range(180)]
    assert sum(" " in compiled(text) for text in texts) > 130
