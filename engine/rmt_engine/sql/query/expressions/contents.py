"""What an expression has inside, found once for each of its nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rmt_engine.sql.functions.answers import canonical_name, is_aggregate
from rmt_engine.sql.query.expressions.by_node import ByNode
from rmt_engine.sql.query.expressions.grouping_function import is_grouping
from rmt_engine.sql.query.expressions.window_calls import is_window_function
from rmt_engine.sql.query.tree import (
    Call,
    Expression,
    Identifier,
    Lambda,
    Literal,
    children_of,
)

__all__ = ["Contents", "ContentsOfNodes", "is_aggregate_call"]


def is_aggregate_call(call: Call) -> bool:
    """Whether it calls an aggregate function, which is none over a window."""
    if call.window is not None or is_window_function(call.name):
        return False
    name = canonical_name(call.name)
    return (name is not None and is_aggregate(name)) or call.where is not None


@dataclass(frozen=True, slots=True)
class Contents:
    """What an expression has inside, but for what its subqueries have.

    Attributes:
        names: a name for each of those that the expression takes from outside: what a lambda
            takes is none of them.
        calls: a call of each function.
        calls_aggregate: whether an aggregate function is called, or `grouping`.
        calls_window: whether a function is called over a window.
        calls_array_join: whether `arrayJoin` is called.
    """

    names: Mapping[tuple[str, ...], Identifier] = field(default_factory=dict)
    calls: Mapping[str, Call] = field(default_factory=dict)
    calls_aggregate: bool = False
    calls_window: bool = False
    calls_array_join: bool = False


class ContentsOfNodes:
    """Knows the contents of expressions; what several of them have inside is looked at once."""

    def __init__(self) -> None:
        self._known: ByNode[Contents] = ByNode()

    def of(self, node: Expression) -> Contents:
        """The contents of an expression."""
        if isinstance(node, Identifier):
            return Contents(names={node.parts: node})
        if isinstance(node, Literal):
            return _NOTHING
        known = self._known.get(node)
        if known is None:
            inside = _together([self.of(child) for child in children_of(node)])
            known = self._known.put(node, _with_own(inside, node))
        return known


_NOTHING = Contents()


def _together(contents: Sequence[Contents]) -> Contents:
    """What several expressions have inside; an object that is there already where one suffices."""
    found = [one for one in contents if one is not _NOTHING]
    if not found:
        return _NOTHING
    if len(found) == 1:
        return found[0]
    names: dict[tuple[str, ...], Identifier] = {}
    calls: dict[str, Call] = {}
    for one in found:
        for parts, identifier in one.names.items():
            names.setdefault(parts, identifier)
        for name, call in one.calls.items():
            calls.setdefault(name, call)
    return Contents(
        names,
        calls,
        any(one.calls_aggregate for one in found),
        any(one.calls_window for one in found),
        any(one.calls_array_join for one in found),
    )


def _with_own(inside: Contents, node: Expression) -> Contents:
    """What an expression has inside, and is itself."""
    if isinstance(node, Lambda):
        taken = set(node.parameters)
        names = {parts: name for parts, name in inside.names.items() if parts[0] not in taken}
        return replace(inside, names=names)
    if not isinstance(node, Call):
        return inside
    return Contents(
        inside.names,
        inside.calls if node.name in inside.calls else {node.name: node, **inside.calls},
        inside.calls_aggregate or is_aggregate_call(node) or is_grouping(node),
        inside.calls_window or node.window is not None,
        inside.calls_array_join or node.name.lower() == "arrayjoin",
    )
