"""The aliases of a SELECT, and which of them a name means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.tree import Expression, Identifier, free_expressions_in
from rmt_engine.sql.query.values import Value

__all__ = ["Aliases"]


class Aliases:
    """The aliases of a SELECT.

    Args:
        nodes: what they stand for.
        scope: what names of columns mean.
        settings: that hold for the statement.
        is_known: whether a name that is no alias means something.

    Attributes:
        nodes: what they stand for.
        resolving: those that are being lowered, from the outermost on: inside of itself, an alias
            means a column.
        values: their values with whether these name a column, by their names and places.
        circular: those that others lead back to: `a AS b, b AS a`. Where one of them is
            defined it has a value of its own; a name means what it meant where it was first used.
    """

    def __init__(
        self,
        nodes: Mapping[str, Expression],
        scope: Scope,
        settings: Mapping[str, str],
        is_known: Callable[[Identifier], bool],
    ) -> None:
        self.nodes = nodes
        self.resolving: list[str] = []
        self.values: dict[tuple[str, bool, bool], tuple[Value, bool]] = {}
        self.circular: set[str] = set()
        self._scope = scope
        self._is_known = is_known
        self._prefers_columns = settings.get("prefer_column_name_to_alias") == "1"
        self._suppressed: set[str] = set()

    def first_part(self, node: Identifier) -> str | None:
        """The alias that the first part of a name is; None for one that is being lowered."""
        name = node.parts[0]
        if name not in self.nodes:
            return None
        if name in self.resolving:
            self._suppressed.add(name)
            if name != self.resolving[-1]:
                self.circular.update(self.resolving[self.resolving.index(name) :])
            return None
        return name

    def has(self, node: Identifier) -> bool:
        """Whether a name is that of an alias, be it one that is being lowered."""
        return node.parts[0] in self.nodes and not self._is_column_first(node)

    def means(self, node: Identifier) -> bool:
        """Whether a name means an alias here.

        Source: `IdentifierResolver::tryResolveIdentifierFromAliases` of ClickHouse.
        """
        name = self.first_part(node)
        return (
            name is not None and not self._is_column_first(node) and not self._leads_nowhere(name)
        )

    def _leads_nowhere(self, name: str) -> bool:
        """Whether an alias stands for a name that means nothing, as in `id AS s, s AS id`."""
        target = self.nodes[name]
        if not isinstance(target, Identifier):
            return False
        with self.alone(name):
            return not self.means(target) and not self._is_known(target)

    def that_lead_back(self) -> set[str]:
        """The aliases that lead back to themselves by others, and those that lead to such."""
        named = {
            name: {
                one.parts[0]
                for one in free_expressions_in(node)
                if isinstance(one, Identifier) and one.parts[0] in self.nodes
            }
            - {name}
            for name, node in self.nodes.items()
        }
        naming: dict[str, list[str]] = {name: [] for name in named}
        for name, others in named.items():
            for other in others:
                naming[other].append(name)
        waiting = [name for name, others in named.items() if not others]
        while waiting:
            ended = waiting.pop()
            del named[ended]
            for name in naming[ended]:
                named[name].discard(ended)
                if not named[name]:
                    waiting.append(name)
        return set(named)

    def _is_column_first(self, node: Identifier) -> bool:
        """Whether a qualified name is a column's, although its first part is an alias, too."""
        if self._prefers_columns or len(node.parts) > 1:
            return self._scope.find_here(node.parts) is not None
        return False

    @contextmanager
    def within(self, name: str) -> Iterator[None]:
        """The expression of an alias."""
        self.resolving.append(name)
        try:
            yield
        finally:
            self.resolving.pop()

    @contextmanager
    def alone(self, name: str) -> Iterator[set[str]]:
        """The expression of an alias, with the set of the aliases around that it has to do without.

        The set is complete once the expression is lowered; if it is empty, the value is the same
        wherever the alias is named.
        """
        missed: set[str] = set()
        around, self._suppressed = self._suppressed, missed
        try:
            with self.within(name):
                yield missed
        finally:
            missed.discard(name)
            around |= missed
            self._suppressed = around
