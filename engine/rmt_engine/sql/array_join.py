"""`[LEFT] ARRAY JOIN`, in Spark's words: `LATERAL VIEW inline(arrays_zip(…))`.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/select/array-join.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_blocks import QueryBlock, QueryText, list_items
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.star_modifiers import source_columns
from rmt_engine.sql.tokens import Token

__all__ = ["array_join"]

_VIEW = "__array_join"
_ENDS = ("LEFT", "RIGHT", "FULL", "INNER", "CROSS", "JOIN", "ANY", "ALL", "GLOBAL", "ASOF", "ARRAY")


@dataclass(frozen=True)
class _Joined:
    """An array that is joined.

    Attributes:
        array: its expression.
        name: what its elements are called.
        is_renamed: whether `AS` gave that name; else the elements take the array's place.
    """

    array: str
    name: str
    is_renamed: bool


def array_join(statement: QueryText, block: QueryBlock) -> list[tuple[int, int, str]]:
    """The edits that spell out a query's ARRAY JOIN; none without one.

    Raises:
        RmtError: a form of it that is not supported.
    """
    tokens = statement.tokens
    for index in block.clause("FROM")[:-1]:
        if tokens[index].word == "ARRAY" and tokens[index + 1].word == "JOIN":
            return _spelled_out(statement, block, index)
    return []


def _spelled_out(statement: QueryText, block: QueryBlock, at: int) -> list[tuple[int, int, str]]:
    tokens, source = statement.tokens, block.clause("FROM")
    first = at - 1 if tokens[at - 1].word in ("LEFT", "INNER") else at
    if any(tokens[index].word in _ENDS for index in range(at + 2, source.stop)):
        _refuse("A join after ARRAY JOIN", "Put the ARRAY JOIN into a subquery.")
    joined = [_joined(statement, item) for item in list_items(tokens, range(at + 2, source.stop))]
    if tokens[first].word == "LEFT":
        joined = [replace(one, array=f"emptyArrayToSingle({one.array})") for one in joined]
    start, end = tokens[source.start].start, tokens[source.stop - 1].end
    tables = statement.between(source.start, first - 1)
    arrays = ", ".join(array.array for array in joined)
    names = ", ".join(quote_name(array.name) for array in joined)
    if all(array.is_renamed for array in joined):
        view = f"{tables} LATERAL VIEW {_rows(joined, arrays)} `{_VIEW}` AS {names}"
        return [(start, end, view), *_hidden_from_stars(tokens, block, joined)]
    kept = source_columns(statement, block, until=first)
    elements = [f"`__element_{number}`" for number in range(len(joined))]
    of_array = {
        array.name.lower(): element
        for array, element in zip(joined, elements, strict=True)
        if not array.is_renamed
    }
    shown = [
        f"{of_array[name.lower()]} AS {quote_name(name)}"
        if name.lower() in of_array
        else quote_name(name)
        for name in kept
    ]
    added = [
        f"{element} AS {quote_name(array.name)}"
        for array, element in zip(joined, elements, strict=True)
        if array.is_renamed
    ]
    alias = quote_name(_alias(tokens, range(source.start, first)))
    rows = (
        f"(SELECT {', '.join(shown + added)} FROM {tables} "
        f"LATERAL VIEW {_rows(joined, arrays)} `{_VIEW}` AS {', '.join(elements)}) AS {alias}"
    )
    return [(start, end, rows), *_hidden_from_stars(tokens, block, joined)]


def _rows(joined: Sequence[_Joined], arrays: str) -> str:
    if len(joined) == 1:
        return f"explode({arrays})"
    sizes = " OR ".join(f"size({array.array}) <> size({joined[0].array})" for array in joined[1:])
    message = "[SIZES_OF_ARRAYS_DONT_MATCH] Sizes of ARRAY-JOIN-ed arrays do not match"
    return f"inline(if({sizes}, raise_error('{message}'), arrays_zip({arrays})))"


def _joined(statement: QueryText, item: range) -> _Joined:
    tokens = statement.tokens
    if not item:
        raise RmtError("SYNTAX_ERROR", "ARRAY JOIN takes arrays: ARRAY JOIN a AS x, ….")
    last = tokens[item[-1]]
    if len(item) > 2 and tokens[item[-2]].word == "AS" and last.is_identifier:
        return _Joined(statement.between(item[0], item[-3]), last.value, True)
    names = all(tokens[index].is_identifier or tokens[index].value == "." for index in item)
    if not names:
        _refuse("ARRAY JOIN of an expression without AS", "Give it a name: … AS x.")
    return _Joined(statement.between(item[0], item[-1]), last.value, False)


def _alias(tokens: Sequence[Token], tables: range) -> str:
    """What the one table before ARRAY JOIN is called."""
    at = tables.stop - 1
    if tokens[at].word == "FINAL":
        at -= 1
    if any(tokens[index].word == "JOIN" or tokens[index].value == "," for index in tables):
        _refuse("ARRAY JOIN after a join, without AS", "Give the elements names: … AS x.")
    return tokens[at].value if tokens[at].is_identifier else _VIEW


def _hidden_from_stars(
    tokens: Sequence[Token], block: QueryBlock, joined: Sequence[_Joined]
) -> list[tuple[int, int, str]]:
    """`*` shows no element that has a name of its own."""
    hidden = ", ".join(quote_name(array.name) for array in joined if array.is_renamed)
    if not hidden:
        return []
    edits: list[tuple[int, int, str]] = []
    for item in list_items(tokens, block.clause("SELECT")):
        if not item or tokens[item[0]].value != "*":
            continue
        end = tokens[item[0]].end
        if len(item) == 1:
            edits.append((end, end, f" EXCEPT ({hidden})"))
        elif tokens[item[1]].word == "EXCEPT" and tokens[item[2]].value == "(":
            place = tokens[item[2]].end
            edits.append((place, place, f"{hidden}, "))
    return edits


def _refuse(what: str, hint: str) -> NoReturn:
    raise RmtError("NOT_IMPLEMENTED", f"{what} is not supported yet.", hint)
