"""What the queries of a statement share: settings, tables, aliases, and what WITH names."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.catalog import Catalog, KnownTable
from rmt_engine.sql.query.names.information_schema import query_of_information_schema
from rmt_engine.sql.query.names.self_reference import SelfReference
from rmt_engine.sql.query.names.user_functions import body_of_call, lambda_of, refuse_recursion
from rmt_engine.sql.query.reading.queries import Statement
from rmt_engine.sql.query.tree import Call, CommonTable, Expression, Node, Query
from rmt_engine.sql.settings.declared import READER_SETTINGS, session_values
from rmt_engine.sql.text.tokens import Kind, Name, Token, tokenize

__all__ = ["StatementNames", "UsedProjection"]

_NAMES = (Kind.WORD, Kind.QUOTED)
_LISTS = ("grouparray", "groupconcat", "group_concat")
_EDGES = ("any", "first_value", "last_value")


@dataclass(frozen=True)
class UsedProjection:
    """A projection that a query reads.

    Attributes:
        table: the table, as it is shown.
        name: the projection.
    """

    table: str
    name: str


class StatementNames:
    """The names of one statement, and what else all of its queries know.

    Args:
        statement: the statement.
        catalog: resolves names.
        settings: that hold for it.

    Attributes:
        catalog: resolves names.
        settings: that hold for the query that is lowered.
        zone: the time zone of the session.
        tables: the tables that are read, as they are met.
        mentioned: all words of the statement and of the functions it calls, in lower case.
        goes_by_order: whether functions are named whose answers depend on the order of rows: they
            list values, or take the first or the last of rows that a subquery sorts.
        used_projections: those that are read in the place of their tables.
        lasts: whether the text is kept, and outlives the projections that there are now.
        is_answered_by_parts: whether a query is answered by what is known of parts.
    """

    def __init__(self, statement: Statement, catalog: Catalog, settings: Mapping[str, str]) -> None:
        self.catalog = catalog
        self.settings = dict(settings)
        self.zone = catalog.zone
        self.tables: list[KnownTable] = []
        self.mentioned: frozenset[str] = frozenset()
        self.goes_by_order = False
        self._sorts_inside = False
        self.used_projections: list[UsedProjection] = []
        self.lasts = False
        self.takes_prewhere_for_where = False
        self.is_answered_by_parts = False
        self._text = statement.text
        self._aliases: set[str] = set()
        self._bodies: dict[int, tuple[Call, Expression]] = {}
        self._shared_aliases: dict[tuple[str, tuple[int, ...]], str] = {}
        self._common_tables: dict[str, CommonTable | SelfReference] = {}
        self._being_read: frozenset[str] = frozenset()
        self._database: str | None = None
        self._known: dict[Name, KnownTable] = {}
        self._with_values: list[dict[str, Expression]] = []
        self._is_lateral = False
        self.mention(statement.text)

    def mention(self, text: str) -> None:
        """Adds the words of a text that is part of the statement, and of the functions it calls.

        Args:
            text: the statement's own, or that of a view that is read in the place of its name.
        """
        depth = 0 if text == self._text else 1
        waiting, words, called = [text], set(self.mentioned), set[str]()
        while waiting:
            tokens = tokenize(waiting.pop())
            words.update(one.value.lower() for one in tokens if one.kind in _NAMES)
            self._sorts_inside = self._sorts_inside or _sorts_inside(tokens, depth)
            for token, following in itertools.pairwise(tokens):
                name = token.value
                if following.mark != "(" or token.kind not in _NAMES or name in called:
                    continue
                called.add(name)
                body = None if canonical_name(name) else self.catalog.user_function(name)
                if body is not None:
                    waiting.append(body)
        self.mentioned = frozenset(words)
        ordered = (*_LISTS, *_EDGES) if self._sorts_inside else _LISTS
        self.goes_by_order = any(one.startswith(ordered) for one in words)

    @property
    def row_number(self) -> str:
        """A number that each row of a source has for itself.

        Spark takes no LATERAL query whose rows may differ each time.
        """
        if self._is_lateral:
            return "row_number() OVER (ORDER BY 1)"
        return "monotonically_increasing_id()"

    @contextmanager
    def in_lateral(self, is_lateral: bool) -> Iterator[None]:
        """Whether what is lowered meanwhile stands in a LATERAL query; so does all inside."""
        before = self._is_lateral
        self._is_lateral = before or is_lateral
        try:
            yield
        finally:
            self._is_lateral = before

    @contextmanager
    def _own_settings(self, query: Query) -> Iterator[None]:
        """The settings of a subquery hold for it only.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, one of them can only hold for all of the statement.
        """
        before = self.settings
        if query.settings:
            own = session_values({one.name: one.value for one in query.settings})
            for name in READER_SETTINGS:
                if own.get(name, before.get(name)) != before.get(name):
                    raise RmtError(
                        "NOT_IMPLEMENTED",
                        f"{name} in the SETTINGS of a subquery is not supported.",
                        "Put it at the end of the statement, which it holds for then.",
                    )
            self.settings = {**before, **own}
        try:
            yield
        finally:
            self.settings = before

    # Names

    def with_expression(self, name: str) -> Expression | None:
        """What an outer query's WITH gives a name."""
        for values in reversed(self._with_values[:-1]):
            if name in values:
                return values[name]
        return None

    def fresh_alias(self, wanted: str) -> str:
        """An alias that nothing else of the statement has."""
        name, number = wanted, 1
        if wanted.startswith("_"):
            name = f"{wanted}{len(self._aliases)}"
        while name.lower() in self._aliases:
            number += 1
            name = f"{wanted}_{number}"
        self._aliases.add(name.lower())
        return name

    def lambda_variable(self, depth: int, place: int) -> str:
        """The name of a lambda's parameter in Spark's text.

        Equal expressions have equal texts, so that a key of GROUP BY is known wherever it stands.

        Args:
            depth: in how many other lambdas the lambda stands.
            place: the parameter's, from 0.
        """
        return self.shared_alias("_x", depth, place)

    def shared_alias(self, wanted: str, *places: int) -> str:
        """An alias that nothing else has, the same each time: of what nothing around it names."""
        if (wanted, places) not in self._shared_aliases:
            self._shared_aliases[wanted, places] = self.fresh_alias(wanted)
        return self._shared_aliases[wanted, places]

    def table(self, name: Name) -> KnownTable:
        """The table of a name.

        Raises:
            RmtError: `UNKNOWN_TABLE`.
        """
        if name.database is None and self._database is not None:
            name = Name(self._database, name.table)
        if name not in self._known:
            found = self.catalog.table(name)
            if found is None:
                raise self.catalog.unknown_table(name)
            self._known[name] = found
            self.tables.append(found)
        return self._known[name]

    def is_common_table(self, name: Name) -> bool:
        """Whether a name stands for a query; in a CTE itself its name is the table's."""
        if query_of_information_schema(name) is not None:
            return True
        table = self._common_tables.get(name.table) if name.database is None else None
        return isinstance(table, SelfReference) or (
            table is not None and name.table not in self._being_read
        )

    def text_of(self, node: Node) -> str:
        """The text a node was read of."""
        return self._text[node.at : node.end]

    def is_user_function(self, name: str) -> bool:
        """Whether CREATE FUNCTION made a function of a name."""
        return canonical_name(name) is None and self.catalog.user_function(name) is not None

    def user_function(self, node: Call) -> Expression | None:
        """The body of a function that CREATE FUNCTION made, with the arguments of a call.

        Raises:
            RmtError: `BAD_ARGUMENTS`, a wrong number of arguments; `UNSUPPORTED_METHOD`, the
                function calls itself.
        """
        known = self._bodies.get(id(node))
        if known is not None:
            return known[1]
        if canonical_name(node.name) is not None:
            return None
        definition = self.catalog.user_function(node.name)
        if definition is None:
            return None
        refuse_recursion(node.name, self.catalog.user_function)
        body = body_of_call(node, lambda_of(definition))
        self._bodies[id(node)] = node, body
        return body


def _sorts_inside(tokens: Iterable[Token], depth: int) -> bool:
    """Whether an ORDER BY stands in a query inside another.

    Args:
        tokens: of a statement, or of a view's query.
        depth: 0 of a statement, 1 of a query that stands inside.
    """
    for token in tokens:
        depth += (token.mark == "(") - (token.mark == ")")
        if depth and token.mark == "ORDER":
            return True
    return False
