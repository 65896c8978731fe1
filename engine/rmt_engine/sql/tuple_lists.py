"""`(a, b) IN ((1, 'x'), …)`: Spark wants the very types of a and b, ClickHouse converts.

Source of the semantics: https://clickhouse.com/docs/sql-reference/operators/in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from rmt_engine.sql.conditions import in_operator
from rmt_engine.sql.query_blocks import closing, list_items, openings
from rmt_engine.sql.tokens import Token

__all__ = ["TUPLE_IN", "TUPLE_LIST", "tuple_list_edits", "with_tuple_in"]

Edit = tuple[int, int, str]
TUPLE_IN = "rmt_tuple_in"
"""The function that takes the tuple and those it may be."""
TUPLE_LIST = r"\)\s*+(?:GLOBAL\s++)?(?:NOT\s++)?IN\s*+\(\s*+\("
"""Where there may be one."""
_BEFORE_TUPLE = frozenset("WHERE PREWHERE AND OR NOT ON WHEN THEN ELSE HAVING SELECT BY".split())


def tuple_list_edits(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Makes calls of `TUPLE_IN` of such conditions."""
    opened_at: dict[int, int] | None = None
    for index, token in enumerate(tokens):
        if token.word != "IN" or index + 2 >= len(tokens):
            continue
        operator = in_operator(tokens, index)
        is_list = tokens[index + 1].value == tokens[index + 2].value == "("
        if not is_list or tokens[operator.start - 1].value != ")":
            continue
        opened_at = openings(tokens) if opened_at is None else opened_at
        closed = operator.start - 1
        first = opened_at.get(closed)
        if first is None:
            continue
        before = tokens[first - 1].word if first else ""
        is_call = bool(before) and before not in _BEFORE_TUPLE
        elements = list_items(tokens, range(first + 1, closed))
        if is_call or len(elements) < 2 or tokens[index + 3].word in ("SELECT", "WITH"):
            continue
        last = closing(tokens, index + 1)
        negation = "NOT " if tokens[index - 1].word == "NOT" else ""
        yield tokens[first].start, tokens[first].start, f"({negation}{TUPLE_IN}("
        yield tokens[closed].end, tokens[index + 1].end, ", "
        yield tokens[last].end, tokens[last].end, ")"


def with_tuple_in(node: exp.Expr) -> exp.Expr:
    """The same in a tree."""
    items = node.expressions if isinstance(node, exp.In) else []
    if not items or not all(isinstance(item, exp.Tuple) for item in (node.this, *items)):
        return node
    return exp.Anonymous(this=TUPLE_IN, expressions=[node.this, *items])
