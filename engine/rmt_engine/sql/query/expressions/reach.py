"""What an expression has inside, also behind its aliases and in the bodies of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING

from rmt_engine.sql.query.expressions.contents import Contents, ContentsOfNodes
from rmt_engine.sql.query.expressions.named_lambdas import NamedLambdas
from rmt_engine.sql.query.names.aliases import Aliases
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.tree import Expression, Identifier

if TYPE_CHECKING:
    from rmt_engine.sql.query.names.statement import StatementNames

__all__ = ["Reach"]

_AGGREGATE = attrgetter("calls_aggregate")
_WINDOW = attrgetter("calls_window")
_ARRAY_JOIN = attrgetter("calls_array_join")


class Reach:
    """Finds what expressions of a SELECT have inside.

    Args:
        queries: knows the statement.
        scope: what names mean.
        aliases: the aliases of the SELECT.
        named: the lambdas that have names.
    """

    def __init__(
        self, queries: StatementNames, scope: Scope, aliases: Aliases, named: NamedLambdas
    ) -> None:
        self._queries = queries
        self._scope = scope
        self._aliases = aliases
        self._named = named
        self._contents = ContentsOfNodes()
        self._of_rows: set[str] = set()
        self._without_window: set[str] = set()

    def has_aggregate(self, node: Expression) -> bool:
        """Whether an aggregate function is called."""
        return self._has(node, _AGGREGATE, self._of_rows)

    def has_window(self, node: Expression) -> bool:
        """Whether a function is called over a window."""
        return self._has(node, _WINDOW, self._without_window)

    def joins_arrays(self, node: Expression) -> bool:
        """Whether `arrayJoin` is called."""
        return "arrayjoin" in self._queries.mentioned and self._has(node, _ARRAY_JOIN, set())

    def names(self, node: Expression) -> Iterator[Identifier]:
        """The names of an expression that are no aliases, and those behind its aliases.

        An alias in what it stands for is the column of its name.
        """
        seen: set[str] = set()
        waiting: list[tuple[Expression, frozenset[str]]] = [(node, frozenset())]
        while waiting:
            inside, resolving = waiting.pop()
            for one in self._contents.of(inside).names.values():
                name = one.parts[0]
                if not self._aliases.has(one) or name in resolving:
                    yield one
                elif name not in seen:
                    seen.add(name)
                    waiting.append((self._aliases.nodes[name], resolving | {name}))

    def columns(self, node: Expression) -> set[str]:
        """Spark's texts of the columns of FROM that an expression names."""
        found = (self._scope.find_here(name.parts) for name in self.names(node))
        return {one[0].value.sql for one in found if one is not None}

    def _has(self, node: Expression, wanted: Callable[[Contents], bool], clean: set[str]) -> bool:
        """Whether an expression has something inside.

        Args:
            node: the expression.
            wanted: tells what is looked for.
            clean: the aliases that are known not to have it; those that are found out are added.
        """
        seen, waiting = set(self._aliases.resolving), [node]
        called: set[str] = set()
        while waiting:
            contents = self._contents.of(waiting.pop())
            if wanted(contents):
                return True
            for one in contents.names.values():
                name = one.parts[0]
                if name not in clean and name not in seen and self._aliases.has(one):
                    seen.add(name)
                    waiting.append(self._aliases.nodes[name])
            for call in contents.calls.values():
                if call.name not in called:
                    called.add(call.name)
                    body = self._named.body_of(call)
                    if body is not None:
                        waiting.append(body)
        if not self._aliases.resolving:
            clean |= seen
        return False
