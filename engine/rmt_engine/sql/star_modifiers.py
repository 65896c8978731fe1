"""`* REPLACE`, `* APPLY` and `COLUMNS('pattern')`: the columns they stand for, one by one.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/select#select_modifiers
and https://clickhouse.com/docs/sql-reference/statements/select#dynamic-column-selection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_blocks import QueryBlock, closing, list_items, query_blocks
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["source_columns", "star_modifiers"]

_MODIFIERS = ("EXCEPT", "REPLACE", "APPLY")


@dataclass
class _Column:
    """A column of the answer: what computes it, and what it is called."""

    name: str
    expression: str


def star_modifiers(
    text: str, tokens: Sequence[Token], columns: Callable[[str], Sequence[str]]
) -> list[tuple[int, int, str]]:
    """The edit that spells out the first star that Spark cannot read; none without one.

    Args:
        text: the statement.
        tokens: its tokens.
        columns: names the columns of a query.

    Raises:
        RmtError: a pattern or a modifier that is wrong, or columns that do not exist.
    """
    for block in query_blocks(tokens):
        for item in list_items(tokens, block.clause("SELECT")):
            start = item.start + (tokens[item.start].word in ("DISTINCT", "ALL")) if item else 0
            item = range(start, item.stop)  # noqa: PLW2901 - without the word before the list
            found = _read(text, tokens, block, item, columns)
            if found is not None:
                shown = ", ".join(
                    f"{column.expression} AS {quote_name(column.name)}" for column in found
                )
                return [(tokens[item.start].start, tokens[item.stop - 1].end, shown)]
    return []


def _read(
    text: str,
    tokens: Sequence[Token],
    block: QueryBlock,
    item: range,
    columns: Callable[[str], Sequence[str]],
) -> list[_Column] | None:
    """The columns an element of SELECT stands for; None when Spark can read it."""
    if not item:
        return None
    at, qualifier = item.start, ""
    while at + 1 < item.stop and tokens[at].is_identifier and tokens[at + 1].value == ".":
        at += 2
    if at > item.start:
        qualifier = text[tokens[item.start].start : tokens[at - 1].end]
    is_star = tokens[at].kind is Kind.SYMBOL and tokens[at].value == "*"
    is_columns = tokens[at].word == "COLUMNS" and at + 1 < item.stop and tokens[at + 1].value == "("
    if not (is_star or is_columns):
        return None
    after = at + 1 if is_star else closing(tokens, at + 1) + 1
    words = {tokens[index].word for index in range(after, item.stop)}
    if is_star and not words & {"REPLACE", "APPLY", "STRICT"}:
        return None
    names = _chosen(text, tokens, block, range(at, after), qualifier, columns)
    shown = [_Column(name, qualifier + quote_name(name)) for name in names]
    return _modified(text, tokens, range(after, item.stop), shown)


def _chosen(
    text: str,
    tokens: Sequence[Token],
    block: QueryBlock,
    what: range,
    qualifier: str,
    columns: Callable[[str], Sequence[str]],
) -> list[str]:
    """The names of the columns of `*` or `COLUMNS(…)`."""
    inside = range(what.start + 2, what.stop - 1)
    is_pattern = len(inside) == 1 and tokens[inside.start].kind is Kind.STRING
    if len(what) > 1 and not is_pattern:
        return [tokens[element[-1]].value for element in list_items(tokens, inside)]
    names = source_columns(text, tokens, block, columns, f"{qualifier}*")
    if len(what) == 1:
        return list(names)
    pattern = tokens[inside.start].value
    try:
        matching = [name for name in names if re.search(pattern, name)]
    except re.error as error:
        raise RmtError(
            "CANNOT_COMPILE_REGEXP", f"COLUMNS: {pattern!r} is no pattern: {error}."
        ) from None
    if not matching:
        raise RmtError("EMPTY_LIST_OF_COLUMNS_QUERIED", f"No column matches COLUMNS({pattern!r}).")
    return matching


def source_columns(
    text: str,
    tokens: Sequence[Token],
    block: QueryBlock,
    columns: Callable[[str], Sequence[str]],
    star: str = "*",
    until: int | None = None,
) -> Sequence[str]:
    """The columns of what a query reads.

    Args:
        text: the statement.
        tokens: its tokens.
        block: the query.
        columns: names the columns of a query.
        star: of all tables, or of one: `t.*`.
        until: the index of the token of FROM to stop at; its end without one.
    """
    source = block.clause("FROM")
    if not source:
        raise RmtError("UNKNOWN_IDENTIFIER", "A star needs a FROM.", "Name what to select.")
    end = tokens[(source.stop if until is None else until) - 1].end
    tables = [
        text[tokens[item[0]].start : tokens[item[-1]].end]
        for outer in query_blocks(tokens)
        if outer.first <= block.first < outer.stop and tokens[outer.first].word == "WITH"
        for item in list_items(tokens, range(outer.first + 1, outer.clauses["SELECT"]))
        if item[-1] < block.clauses["SELECT"]
    ]
    known = f"WITH {', '.join(tables)} " if tables else ""
    return columns(f"{known}SELECT {star} FROM {text[tokens[source.start].start : end]}")


def _modified(
    text: str, tokens: Sequence[Token], rest: range, shown: list[_Column]
) -> list[_Column]:
    at = rest.start
    while at < rest.stop:
        word = tokens[at].word
        if word not in _MODIFIERS or at + 1 >= rest.stop:
            raise RmtError(
                "SYNTAX_ERROR",
                f"Syntax error at '{tokens[at].value}': after * come EXCEPT, REPLACE and APPLY.",
            )
        at += 1
        is_strict = tokens[at].word == "STRICT"
        at += is_strict
        if tokens[at].value == "(":
            end = closing(tokens, at)
            inside, at = range(at + 1, end), end + 1
        else:
            end = at
            while end < rest.stop and tokens[end].word not in _MODIFIERS:
                end = closing(tokens, end) + 1 if tokens[end].value == "(" else end + 1
            inside, at = range(at, end), end
        if is_strict:
            _check_all_are_there(tokens, inside, shown, word)
        shown = _MODIFY[word](text, tokens, inside, shown)
    return shown


def _check_all_are_there(
    tokens: Sequence[Token], inside: range, shown: Sequence[_Column], word: str
) -> None:
    names = {tokens[item[-1]].value for item in list_items(tokens, inside)}
    missing = {name for name in names if name.lower() not in {c.name.lower() for c in shown}}
    if missing:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"{word} STRICT names {', '.join(sorted(missing))}, which is none of the columns.",
        )


def _except(_: str, tokens: Sequence[Token], inside: range, shown: list[_Column]) -> list[_Column]:
    first = tokens[inside.start]
    if len(inside) == 1 and first.kind is Kind.STRING:
        return [column for column in shown if not re.search(first.value, column.name)]
    names = {tokens[item[-1]].value.lower() for item in list_items(tokens, inside)}
    return [column for column in shown if column.name.lower() not in names]


def _replace(
    text: str, tokens: Sequence[Token], inside: range, shown: list[_Column]
) -> list[_Column]:
    replaced: dict[str, str] = {}
    for item in list_items(tokens, inside):
        if len(item) < 3 or tokens[item[-2]].word != "AS":
            raise RmtError("SYNTAX_ERROR", "REPLACE takes `expression AS column`, ….")
        expression = text[tokens[item[0]].start : tokens[item[-3]].end]
        replaced[tokens[item[-1]].value.lower()] = expression
    return [
        _Column(column.name, f"({replaced[column.name.lower()]})")
        if column.name.lower() in replaced
        else column
        for column in shown
    ]


def _apply(
    text: str, tokens: Sequence[Token], inside: range, shown: list[_Column]
) -> list[_Column]:
    function = text[tokens[inside[0]].start : tokens[inside[-1]].end]
    arrow = re.match(r"(\w+)\s*->\s*", function)
    if arrow is None:
        return [
            _Column(f"{function}({column.name})", f"{function}({column.expression})")
            for column in shown
        ]
    body = range(inside[0] + 2, inside.stop)
    while tokens[body[0]].value in ("-", ">", "->"):
        body = body[1:]
    return [
        _Column(
            _with_argument(text, tokens, body, arrow[1], column.name),
            f"({_with_argument(text, tokens, body, arrow[1], column.expression)})",
        )
        for column in shown
    ]


def _with_argument(
    text: str, tokens: Sequence[Token], body: range, name: str, argument: str
) -> str:
    pieces: list[str] = []
    position = tokens[body[0]].start
    for index in body:
        token = tokens[index]
        if token.is_identifier and token.value == name and tokens[index - 1].value != ".":
            pieces += (text[position : token.start], argument)
            position = token.end
    return "".join((*pieces, text[position : tokens[body[-1]].end]))


_MODIFY: dict[str, Callable[[str, Sequence[Token], range, list[_Column]], list[_Column]]] = {
    "EXCEPT": _except,
    "REPLACE": _replace,
    "APPLY": _apply,
}
