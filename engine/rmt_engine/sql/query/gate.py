"""What a query names, seen from its tokens: whether it may read the engine at all.

Every statement passes here, so nothing is read into a tree yet. A name is a table's if it stands
where a table can; what it means is the catalog's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import CLICKHOUSE_ONLY, COMPILED_TABLE_FUNCTIONS, TABLE_FUNCTIONS
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.grammar.tokens import Kind, Name, Token, tokenize
from rmt_engine.sql.query.lower_source import structure_of
from rmt_engine.sql.query.parameters import has_parameters

__all__ = ["NamesOfQuery", "names_of_query"]

_BEFORE_TABLES = frozenset(("FROM", "JOIN", "TABLE", "IN"))
_BEFORE_CALLS = ("FROM", "JOIN")
_OWN_TABLE_FUNCTIONS = COMPILED_TABLE_FUNCTIONS | {name.lower() for name in TABLE_FUNCTIONS}


@dataclass(frozen=True)
class NamesOfQuery:
    """What a query names.

    Attributes:
        tables: the names that may be tables: those behind FROM, JOIN, IN or a comma.
        views: the names that may be views with parameters, called behind FROM or JOIN.
        with_final: the names that FINAL follows.
        functions: the names that are called elsewhere.
        is_clickhouses: whether it calls a table function or a function that only ClickHouse has, or
            has a parameter.
    """

    tables: frozenset[Name]
    views: frozenset[Name]
    with_final: tuple[Name, ...]
    functions: frozenset[str]
    is_clickhouses: bool


def names_of_query(text: str) -> NamesOfQuery:
    """Finds what a query names.

    Raises:
        RmtError: `SYNTAX_ERROR`, it has no tokens.
    """
    tokens = tokenize(text)
    tables: set[Name] = set()
    views: set[Name] = set()
    functions: set[str] = set()
    calls_own_table_function = False
    for place, token in enumerate(tokens):
        if not token.is_identifier:
            continue
        before = tokens[place - 1] if place else None
        name, following = _name_at(tokens, place)
        is_called = following is not None and following.value == "("
        may_be_table = before is not None and (
            before.word in _BEFORE_TABLES or before.value in (",", "(")
        )
        if not is_called and may_be_table:
            tables.add(name)
        elif is_called and before is not None and before.word in _BEFORE_CALLS:
            is_own = name.table.lower() in _OWN_TABLE_FUNCTIONS or _is_values(tokens, place)
            calls_own_table_function |= is_own
            if not is_own:
                views.add(name)
        elif is_called and name.database is None:
            functions.add(name.table)
    is_clickhouses = calls_own_table_function or has_parameters(text)
    is_clickhouses = is_clickhouses or any(map(_is_only_clickhouses, functions))
    with_final = tuple(_names_with_final(tokens))
    return NamesOfQuery(
        frozenset(tables), frozenset(views), with_final, frozenset(functions), is_clickhouses
    )


def _name_at(tokens: Sequence[Token], place: int) -> tuple[Name, Token | None]:
    """The name that begins at a token, and the token behind it."""
    following = tokens[place + 1 : place + 4]
    token = tokens[place]
    if len(following) > 1 and following[0].value == ".":
        behind = following[2] if len(following) > 2 else None
        return Name(token.value, following[1].value), behind
    return Name(None, token.value), following[0] if following else None


def _is_only_clickhouses(function: str) -> bool:
    return function in CLICKHOUSE_ONLY and canonical_name(function) is not None


def _is_values(tokens: Sequence[Token], place: int) -> bool:
    """Whether it is `values('a Int8, b String', …)`, whose first text says columns."""
    first = tokens[place + 2] if place + 2 < len(tokens) else None
    if tokens[place].word != "VALUES" or first is None or first.kind is not Kind.STRING:
        return False
    try:
        return bool(structure_of(first.value))
    except RmtError:
        return False


def _names_with_final(tokens: Sequence[Token]) -> Iterator[Name]:
    """The names before FINAL: `FROM t FINAL`, `JOIN db.t AS x FINAL`, `FROM u, t FINAL`."""
    has_from = False
    for place, token in enumerate(tokens):
        has_from = has_from or token.word == "FROM"
        if token.word != "FINAL" or not has_from:
            continue
        start = place
        while (
            start
            and tokens[start - 1].word not in _BEFORE_TABLES
            and (tokens[start - 1].is_identifier or tokens[start - 1].value == ".")
        ):
            start -= 1
        parts = [one.value for one in tokens[start:place]]
        before = tokens[start - 1] if start else None
        is_table = before is not None and (before.word in _BEFORE_TABLES or before.value == ",")
        if parts and is_table:
            yield Name(parts[0], parts[2]) if parts[1:2] == ["."] else Name(None, parts[0])
