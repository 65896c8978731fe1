"""What a query names, seen from its tokens: whether it may read the engine at all.

Every statement passes here, so nothing is read into a tree yet. A name is a table's if it stands
where a table can, and no query of WITH has it; what it means is the catalog's to say.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import (
    ABSENT_TABLE_FUNCTIONS,
    CLICKHOUSE_ONLY,
    COMPILED_TABLE_FUNCTIONS,
    TABLE_FUNCTIONS,
)
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.places_of_tables import TABLE, places_of_tables
from rmt_engine.sql.query.reading.parameters import has_parameters
from rmt_engine.sql.query.reading.words import ENDS_EXPRESSION
from rmt_engine.sql.query.sources.lower_source import structure_of
from rmt_engine.sql.text.tokens import LONGEST_KEPT, Kind, Name, Token, tokenize

__all__ = ["NamesOfQuery", "names_of_query"]

_BEFORE_ALIASES = ("AS", "WITH", "RECURSIVE")
_OWN_TABLE_FUNCTIONS = COMPILED_TABLE_FUNCTIONS | {
    name.lower() for name in (*TABLE_FUNCTIONS, *ABSENT_TABLE_FUNCTIONS)
}
"""Those of ClickHouse's that are refused by name are its own, too."""


_SPARKS_OWN = frozenset(
    """collations explode explode_outer inline inline_outer json_tuple posexplode posexplode_outer
    range sql_keywords stack variant_explode variant_explode_outer""".split()
)
"""Spark's table functions; a view of such a name cannot be called."""
_OF_STATES = ("State", "Merge")
"""How the names of aggregate functions end that make states, or are calculated of such."""


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
    return _names(text) if len(text) > LONGEST_KEPT else _kept_names(text)


@functools.lru_cache(maxsize=256)
def _kept_names(text: str) -> NamesOfQuery:
    """The names of a text that comes again: of a view, a dashboard's, a client's own."""
    return _names(text)


def _names(text: str) -> NamesOfQuery:
    tokens = tokenize(text)
    places = places_of_tables(tokens)
    tables: set[Name] = set()
    views: set[Name] = set()
    functions: set[str] = set()
    calls_own_table_function = False
    for place, token in enumerate(tokens):
        if not token.is_identifier or not (place in places or _is_called(tokens, place)):
            continue
        name, following = _name_at(tokens, place)
        is_called = following is not None and following.value == "("
        if place in places:
            if is_called:
                is_own = name.table.lower() in _OWN_TABLE_FUNCTIONS or _is_values(tokens, place)
                calls_own_table_function |= is_own
                if not is_own and name.table.lower() not in _SPARKS_OWN:
                    views.add(name)
            elif name.database is not None or places[place] == TABLE:
                tables.add(name)
        elif is_called and name.database is None and not _calls_nothing(tokens, place):
            functions.add(name.table)
    is_clickhouses = calls_own_table_function or has_parameters(text)
    is_clickhouses = is_clickhouses or any(map(_is_only_clickhouses, functions))
    with_final = tuple(_names_with_final(tokens, places))
    return NamesOfQuery(
        frozenset(tables), frozenset(views), with_final, frozenset(functions), is_clickhouses
    )


def _is_called(tokens: Sequence[Token], place: int) -> bool:
    return place + 1 < len(tokens) and tokens[place + 1].value == "("


def _name_at(tokens: Sequence[Token], place: int) -> tuple[Name, Token | None]:
    """The name that begins at a token, and the token behind it."""
    following = tokens[place + 1 : place + 4]
    token = tokens[place]
    if len(following) > 1 and following[0].value == ".":
        behind = following[2] if len(following) > 2 else None
        return Name(token.value, following[1].value), behind
    return Name(None, token.value), following[0] if following else None


def _is_only_clickhouses(function: str) -> bool:
    name = canonical_name(function)
    is_of_states = name is not None and name.removesuffix("If").endswith(_OF_STATES)
    return name is not None and (is_of_states or function in CLICKHOUSE_ONLY)


def _is_values(tokens: Sequence[Token], place: int) -> bool:
    """Whether it is `values('a Int8, b String', …)`, whose first text says columns."""
    first = tokens[place + 2] if place + 2 < len(tokens) else None
    if tokens[place].word != "VALUES" or first is None or first.kind is not Kind.STRING:
        return False
    try:
        return bool(structure_of(first.value))
    except RmtError:
        return False


def _calls_nothing(tokens: Sequence[Token], place: int) -> bool:
    """Whether brackets behind a word are no call's: `x IN (1, 2)`, `FROM range(9) AS r(id)`."""
    if tokens[place].word in ENDS_EXPRESSION:
        return True
    before = tokens[place - 1] if place else None
    return before is not None and (before.word in _BEFORE_ALIASES or before.value == ")")


def _names_with_final(tokens: Sequence[Token], places: Mapping[int, str]) -> Iterator[Name]:
    """The names before FINAL: `FROM t FINAL`, `JOIN db.t AS x FINAL`, `FROM u, t FINAL`."""
    for place, token in enumerate(tokens):
        if token.word != "FINAL":
            continue
        start = place - 1
        while start >= 0 and start not in places and _continues_name(tokens[start]):
            start -= 1
        if start in places and start < place:
            yield _name_at(tokens, start)[0]


def _continues_name(token: Token) -> bool:
    return token.is_identifier or token.value == "."
