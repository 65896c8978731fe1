"""The aliases of a SELECT, and which of them a name means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.tree import Expression, Identifier
from rmt_engine.sql.query.values import Value

__all__ = ["Aliases"]


class Aliases:
    """The aliases of a SELECT.

    Args:
        nodes: what they stand for.
        scope: what names of columns mean.
        settings: that hold for the statement.

    Attributes:
        nodes: what they stand for.
        resolving: those that are being lowered, from the outermost on: inside of itself, an alias
            means a column.
        values: their values with whether these name a column, by their names and places.
        circular: those that others lead back to: `a AS b, b AS a`. Where one of them is
            defined it has a value of its own; a name means what it meant where it was first used.
    """

    def __init__(
        self, nodes: Mapping[str, Expression], scope: Scope, settings: Mapping[str, str]
    ) -> None:
        self.nodes = nodes
        self.resolving: list[str] = []
        self.values: dict[tuple[str, bool, bool], tuple[Value, bool]] = {}
        self.circular: set[str] = set()
        self._scope = scope
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
        """Whether a name means an alias here."""
        return self.first_part(node) is not None and not self._is_column_first(node)

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
