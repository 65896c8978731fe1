"""`arrayJoin(array)` inside an expression, in Spark's words: `LATERAL VIEW explode(array)`.

ClickHouse multiplies the rows of FROM before it does anything else with them; equal calls are one.
A call that is a whole column of SELECT is Spark's `explode`, which needs no such view.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/array-join.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.query_blocks import QueryBlock, QueryText, closing, list_items
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["array_join_calls"]

Edits = list[tuple[int, int, str]]
_VIEW = "__joined_"
_AGGREGATES = frozenset(f.name.upper() for f in FUNCTIONS.values() if f.aggregate) | frozenset(
    "ARRAY_AGG AVG COLLECT_LIST COLLECT_SET COUNT MAX MIN SUM".split()
)


@dataclass(frozen=True)
class _Call:
    """`arrayJoin(array)`: its first and last tokens, and the text of the array."""

    first: int
    last: int
    array: str


def array_join_calls(statement: QueryText, block: QueryBlock) -> Edits:
    """The edits that spell out the calls of a query; none where Spark's own do.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the array is made of the rows that it multiplies.
    """
    tokens = statement.tokens
    calls = _innermost(_calls(statement, block))
    items = _items(tokens, block)
    if not calls or (len(calls) == 1 and _is_sparks(tokens, block, calls[0], items)):
        return []
    taken = sum(token.value.startswith(_VIEW) for token in tokens)
    names: dict[str, str] = {}
    for call in calls:
        if call.array not in names:
            _check(tokens, call)
            names[call.array] = f"{_VIEW}{taken + len(names)}"
    edits = [
        (tokens[call.first].start, tokens[call.last].end, quote_name(names[call.array]))
        for call in calls
    ]
    views = "".join(
        f" LATERAL VIEW explode({array}) {quote_name(name)} AS {quote_name(name)}"
        for array, name in names.items()
    )
    source = block.clause("FROM")
    if source:
        place = tokens[source.stop - 1].end
    else:
        place = tokens[block.clause("SELECT").stop - 1].end
        views = f" FROM (SELECT 1 AS `__one`) AS `__one`{views}"
    edits.append((place, place, views))
    edits += _kept_names(statement, calls, items)
    return edits + _hidden_from_stars(tokens, items, names.values())


def _calls(statement: QueryText, block: QueryBlock) -> list[_Call]:
    """The calls of a query, without those of queries inside it."""
    tokens = statement.tokens
    inner = {
        index
        for other in statement.blocks
        if block.first < other.first and other.stop <= block.stop
        for index in range(other.first, other.stop)
    }
    found: list[_Call] = []
    for index in range(block.first, block.stop - 1):
        if index in inner or tokens[index].word != "ARRAYJOIN" or tokens[index + 1].value != "(":
            continue
        last = closing(tokens, index + 1)
        if last > index + 2:
            found.append(_Call(index, last, statement.between(index + 2, last - 1)))
    return found


def _innermost(calls: Sequence[_Call]) -> list[_Call]:
    """The calls that hold no other one; these wait for their turn."""
    return [
        call for call in calls if not any(call.first < other.first <= call.last for other in calls)
    ]


def _items(tokens: Sequence[Token], block: QueryBlock) -> list[range]:
    """The columns of SELECT, without DISTINCT."""
    items = [item for item in list_items(tokens, block.clause("SELECT")) if item]
    if items and tokens[items[0][0]].word == "DISTINCT":
        items[0] = items[0][1:]
    return [item for item in items if item]


def _is_sparks(
    tokens: Sequence[Token], block: QueryBlock, call: _Call, items: Sequence[range]
) -> bool:
    """Whether a call is a whole column of SELECT that nothing groups or filters by."""
    item = next((item for item in items if item[0] == call.first), None)
    if item is None or "GROUP" in block.clauses:
        return False
    after = [tokens[index] for index in range(call.last + 1, item.stop)]
    if not after:
        return True
    is_alias = len(after) == 1 or (len(after) == 2 and after[0].word == "AS")
    filters = (*block.clause("PREWHERE"), *block.clause("WHERE"))
    is_used = any(tokens[index].value == after[-1].value for index in filters)
    return is_alias and after[-1].is_identifier and not is_used


def _check(tokens: Sequence[Token], call: _Call) -> None:
    for index in range(call.first + 2, call.last):
        if tokens[index].word in _AGGREGATES and tokens[index + 1].value == "(":
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"arrayJoin of an aggregate, arrayJoin({call.array}), is not supported inside an "
                "expression or together with GROUP BY.",
                "Put the aggregate into a subquery, and arrayJoin around it.",
            )


def _kept_names(statement: QueryText, calls: Sequence[_Call], items: Sequence[range]) -> Edits:
    """Columns that have no alias keep the name that was written."""
    tokens = statement.tokens
    edits: Edits = []
    for item in items:
        if any(call.first in item for call in calls) and not _has_alias(tokens, item):
            written = statement.between(item[0], item[-1])
            end = tokens[item[-1]].end
            edits.append((end, end, f" AS {quote_name(written)}"))
    return edits


def _has_alias(tokens: Sequence[Token], item: range) -> bool:
    if len(item) < 2 or not tokens[item[-1]].is_identifier:
        return False
    before = tokens[item[-2]]
    return before.kind is not Kind.SYMBOL or before.value in (")", "]")


def _hidden_from_stars(
    tokens: Sequence[Token], items: Sequence[range], names: Iterable[str]
) -> Edits:
    """`*` shows no element; a list of columns that it leaves out gets longer."""
    hidden = ", ".join(map(quote_name, names))
    edits: Edits = []
    for item in items:
        if tokens[item[0]].value != "*":
            continue
        end = tokens[item[0]].end
        if len(item) == 1:
            edits.append((end, end, f" EXCEPT ({hidden})"))
        elif tokens[item[1]].word == "EXCEPT" and tokens[item[2]].value == "(":
            edits.append((tokens[item[2]].end, tokens[item[2]].end, f"{hidden}, "))
    return edits
