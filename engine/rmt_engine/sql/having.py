"""HAVING and ORDER BY with aggregates that the SELECT has not: Spark resolves one of the two only.

What the rows are ordered by becomes columns of a subquery, which the query around it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmt_engine.sql.functions import AGGREGATES_OF_NOTHING, FUNCTIONS
from rmt_engine.sql.query_blocks import QueryBlock, list_items, query_blocks
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["HAVING", "order_edits"]

Edit = tuple[int, int, str]
HAVING = r"\bHAVING\b[^;]*?\([^;]*?\bORDER\s++BY\b[^;]*?\("
"""What a statement with such a query has in it."""
_AGGREGATES = (
    frozenset(f.name.lower() for f in FUNCTIONS.values() if f.aggregate)
    | frozenset(name.lower() for pair in AGGREGATES_OF_NOTHING.items() for name in pair)
    | frozenset(
        """any_value approx_count_distinct avg bit_and bit_or bit_xor bool_and bool_or collect_list
        collect_set corr count count_if covar_pop covar_samp every first first_value kurtosis last
        last_value max max_by mean median min min_by mode percentile percentile_approx skewness some
        std stddev stddev_pop stddev_samp sum try_avg try_sum var_pop var_samp variance""".split()
    )
)
_SET_OPERATIONS = frozenset(("UNION", "INTERSECT", "EXCEPT", "MINUS", "ALL", "DISTINCT"))
_AFTER_EXPRESSION = frozenset(("ASC", "DESC", "NULLS", "FIRST", "LAST"))


def order_edits(text: str, tokens: Sequence[Token]) -> Iterator[Edit]:
    """Makes subqueries of such queries; their columns and the order of their rows stay."""
    for block in query_blocks(tokens):
        if _is_concerned(tokens, block):
            yield from _as_subquery(text, tokens, block)


def _is_concerned(tokens: Sequence[Token], block: QueryBlock) -> bool:
    having, order = block.clause("HAVING"), block.clause("ORDER")
    if not (_has_aggregate(tokens, having) and _has_aggregate(tokens, order)):
        return False
    select, source = block.clauses["SELECT"], block.clauses.get("FROM", -1)
    before = tokens[block.first - 1].word if block.first else ""
    is_distinct = tokens[select + 1].word == "DISTINCT"
    return source > select and not is_distinct and before not in _SET_OPERATIONS


def _has_aggregate(tokens: Sequence[Token], indexes: range) -> bool:
    return any(
        tokens[index + 1].value == "(" and tokens[index].value.lower() in _AGGREGATES
        for index in indexes[:-1]
        if tokens[index].kind is Kind.WORD
    )


def _as_subquery(text: str, tokens: Sequence[Token], block: QueryBlock) -> Iterator[Edit]:
    order = block.clause("ORDER")
    hidden: list[str] = []
    for element in list_items(tokens, order[1:]):
        stop = element.stop
        while stop > element.start and tokens[stop - 1].word in _AFTER_EXPRESSION:
            stop -= 1
        is_place = stop - element.start == 1 and tokens[element.start].kind is Kind.NUMBER
        if stop == element.start or is_place:
            continue
        start, end = tokens[element.start].start, tokens[stop - 1].end
        hidden.append(f"{text[start:end]} AS rmt_order_{len(hidden)}")
        yield start, end, f"rmt_order_{len(hidden) - 1}"
    names = ", ".join(f"rmt_order_{at}" for at in range(len(hidden)))
    select = tokens[block.clauses["SELECT"]].start
    yield select, select, f"SELECT * EXCEPT ({names}) FROM ("
    source = tokens[block.clauses["FROM"] - 1].end
    yield source, source, f", {', '.join(hidden)}"
    clause = tokens[block.clauses["ORDER"] - 1].end
    yield clause, clause, ")"
