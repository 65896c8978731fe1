"""`* REPLACE`, `* APPLY` and `COLUMNS('pattern')`: the columns they stand for, one by one.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/select#select_modifiers
and https://clickhouse.com/docs/sql-reference/statements/select#dynamic-column-selection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_blocks import (
    LONGEST_EXPRESSION,
    QueryBlock,
    QueryText,
    closing,
    list_items,
)
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.tokens import Kind, Token, splice

__all__ = ["matching_names", "source_columns", "star_modifiers"]


@dataclass
class _Column:
    """A column of the answer: what computes it, and what it is called."""

    name: str
    expression: str


def star_modifiers(statement: QueryText, block: QueryBlock) -> list[tuple[int, int, str]]:
    """The edits that spell out a query's stars that Spark cannot read.

    Raises:
        RmtError: a pattern or a modifier that is wrong, or columns that do not exist.
    """
    tokens = statement.tokens
    edits: list[tuple[int, int, str]] = []
    for element in list_items(tokens, block.clause("SELECT")):
        begins_list = bool(element) and tokens[element.start].word in ("DISTINCT", "ALL")
        item = element[1:] if begins_list else element
        found = _read(statement, block, item)
        if found is not None:
            shown = ", ".join(
                f"{column.expression} AS {quote_name(column.name)}" for column in found
            )
            edits.append((tokens[item.start].start, tokens[item.stop - 1].end, shown))
    return edits


def _read(statement: QueryText, block: QueryBlock, item: range) -> list[_Column] | None:
    """The columns an element of SELECT stands for; None when Spark can read it."""
    if not item:
        return None
    tokens = statement.tokens
    at, qualifier = item.start, ""
    while at + 2 < item.stop and tokens[at].is_identifier and tokens[at + 1].value == ".":
        at += 2
    if at > item.start:
        qualifier = statement.between(item.start, at - 1)
    is_star = tokens[at].kind is Kind.SYMBOL and tokens[at].value == "*"
    is_columns = tokens[at].word == "COLUMNS" and at + 1 < item.stop and tokens[at + 1].value == "("
    if not (is_star or is_columns):
        return None
    after = at + 1 if is_star else closing(tokens, at + 1) + 1
    words = {tokens[index].word for index in range(after, item.stop)}
    if is_star and not words & {"REPLACE", "APPLY", "STRICT"}:
        return None
    names = _chosen(statement, block, range(at, after), qualifier)
    shown = [_Column(name, qualifier + quote_name(name)) for name in names]
    return _modified(statement, range(after, item.stop), shown)


def _chosen(statement: QueryText, block: QueryBlock, what: range, qualifier: str) -> list[str]:
    """The names of the columns of `*` or `COLUMNS(…)`."""
    tokens = statement.tokens
    inside = range(what.start + 2, what.stop - 1)
    is_pattern = len(inside) == 1 and tokens[inside.start].kind is Kind.STRING
    if len(what) > 1 and not is_pattern:
        return _names(tokens, inside)
    names = source_columns(statement, block, f"{qualifier}*")
    if len(what) == 1:
        return list(names)
    pattern = tokens[inside.start].value
    matching = matching_names(pattern, names)
    if not matching:
        raise RmtError("EMPTY_LIST_OF_COLUMNS_QUERIED", f"No column matches COLUMNS({pattern!r}).")
    return matching


def source_columns(
    statement: QueryText, block: QueryBlock, star: str = "*", until: int | None = None
) -> Sequence[str]:
    """The columns of what a query reads.

    Args:
        statement: the statement.
        block: the query.
        star: of all tables, or of one: `t.*`.
        until: the index of the token of FROM to stop at; its end without one.
    """
    tokens = statement.tokens
    source = block.clause("FROM")
    if not source:
        raise RmtError("UNKNOWN_IDENTIFIER", "A star needs a FROM.", "Name what to select.")
    last = (source.stop if until is None else until) - 1
    tables = [
        statement.between(item[0], item[-1])
        for outer in statement.blocks
        if outer.first <= block.first < outer.stop and tokens[outer.first].word == "WITH"
        for item in list_items(tokens, range(outer.first + 1, outer.clauses["SELECT"]))
        if item and item[-1] < block.clauses["SELECT"]
    ]
    known = f"WITH {', '.join(tables)} " if tables else ""
    read = statement.between(source.start, last)
    return statement.columns(f"{known}SELECT {star} FROM {read}")


def _modified(statement: QueryText, rest: range, shown: list[_Column]) -> list[_Column]:
    tokens, at = statement.tokens, rest.start
    while at < rest.stop:
        word = tokens[at].word
        if word not in _MODIFY:
            raise _syntax_error(tokens[at])
        is_strict = at + 1 < rest.stop and tokens[at + 1].word == "STRICT"
        start = at + 1 + is_strict
        if start < rest.stop and tokens[start].value == "(":
            end = closing(tokens, start)
            inside, at = range(start + 1, end), end + 1
        else:
            end = start
            while end < rest.stop and tokens[end].word not in _MODIFY:
                end = closing(tokens, end) + 1
            inside, at = range(start, end), end
        if not all(list_items(tokens, inside)):
            raise _syntax_error(tokens[start - 1])
        if is_strict:
            _check_all_are_there(tokens, inside, shown, word)
        shown = _MODIFY[word](statement, inside, shown)
    return shown


def _syntax_error(token: Token) -> RmtError:
    return RmtError(
        "SYNTAX_ERROR",
        f"Syntax error at '{token.value}': after * come EXCEPT, REPLACE and APPLY, each with what "
        "it is about.",
    )


def _names(tokens: Sequence[Token], inside: range) -> list[str]:
    """The last word of each element: the column it names, with or without its table."""
    return [tokens[item[-1]].value for item in list_items(tokens, inside) if item]


def matching_names(pattern: str, names: Sequence[str]) -> list[str]:
    """The names that RE2, which Arrow and ClickHouse use, finds the pattern in."""
    try:
        found = pc.match_substring_regex(pa.array(names, pa.string()), pattern)
    except pa.ArrowInvalid as error:
        raise RmtError(
            "CANNOT_COMPILE_REGEXP", f"{pattern!r} is no pattern of columns: {error}."
        ) from None
    return [name for name, matches in zip(names, found.to_pylist(), strict=True) if matches]


def _check_all_are_there(
    tokens: Sequence[Token], inside: range, shown: Sequence[_Column], word: str
) -> None:
    known = {column.name.lower() for column in shown}
    missing = {name for name in _names(tokens, inside) if name.lower() not in known}
    if missing:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"{word} STRICT names {', '.join(sorted(missing))}, which is none of the columns.",
        )


def _except(statement: QueryText, inside: range, shown: list[_Column]) -> list[_Column]:
    tokens = statement.tokens
    if len(inside) == 1 and tokens[inside.start].kind is Kind.STRING:
        matching = matching_names(tokens[inside.start].value, [column.name for column in shown])
        return [column for column in shown if column.name not in matching]
    names = {name.lower() for name in _names(tokens, inside)}
    return [column for column in shown if column.name.lower() not in names]


def _replace(statement: QueryText, inside: range, shown: list[_Column]) -> list[_Column]:
    tokens = statement.tokens
    replaced: dict[str, str] = {}
    for item in list_items(tokens, inside):
        if len(item) < 3 or tokens[item[-2]].word != "AS":
            raise RmtError("SYNTAX_ERROR", "REPLACE takes `expression AS column`, ….")
        replaced[tokens[item[-1]].value.lower()] = statement.between(item[0], item[-3])
    return [
        _Column(column.name, f"({replaced[column.name.lower()]})")
        if column.name.lower() in replaced
        else column
        for column in shown
    ]


def _apply(statement: QueryText, inside: range, shown: list[_Column]) -> list[_Column]:
    tokens = statement.tokens
    function = statement.between(inside[0], inside[-1])
    arrow = re.match(r"(\w+)\s*->\s*", function)
    if arrow is None:
        return [
            _Column(f"{function}({column.name})", f"{function}({column.expression})")
            for column in shown
        ]
    body = inside[1:]
    while body and tokens[body[0]].value in ("-", ">", "->"):
        body = body[1:]
    if not body:
        raise _syntax_error(tokens[inside[-1]])
    return [
        _Column(
            _with_argument(statement, body, arrow[1], column.name),
            f"({_with_argument(statement, body, arrow[1], column.expression)})",
        )
        for column in shown
    ]


def _with_argument(statement: QueryText, body: range, name: str, argument: str) -> str:
    text, tokens = statement.text, statement.tokens
    start, end = tokens[body[0]].start, tokens[body[-1]].end
    uses = [
        (tokens[index].start - start, tokens[index].end - start, argument)
        for index in body
        if tokens[index].is_identifier
        and tokens[index].value == name
        and tokens[index - 1].value != "."
    ]
    if len(uses) * len(argument) > LONGEST_EXPRESSION:
        raise RmtError(
            "TOO_BIG_AST",
            "The functions that APPLY puts into one another grow too long.",
            "Compute them in a subquery.",
        )
    return splice(text[start:end], uses)


_MODIFY: dict[str, Callable[[QueryText, range, list[_Column]], list[_Column]]] = {
    "EXCEPT": _except,
    "REPLACE": _replace,
    "APPLY": _apply,
}
