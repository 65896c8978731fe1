"""Expressions with other expressions in the place of names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rmt_engine.sql.query.tree import (
    Alias,
    Call,
    Expression,
    Identifier,
    Lambda,
    Ordering,
    Window,
)

__all__ = ["Substitute", "substituted"]

Substitute = Callable[[Identifier], Expression | None]
"""What stands for a name; None where the name stays."""


def substituted(node: Expression, of_name: Substitute) -> Expression:
    """A copy of an expression with others for its names; the parameters of its lambdas stay.

    Args:
        node: the expression; queries in it are left as they are.
        of_name: tells what a name becomes.
    """
    if isinstance(node, Identifier):
        found = of_name(node)
        return node if found is None else found
    if isinstance(node, Call):
        return _call(node, of_name)
    if isinstance(node, Alias):
        return Alias(substituted(node.value, of_name), node.name, at=node.at, end=node.end)
    if isinstance(node, Lambda):
        return Lambda(
            node.parameters,
            substituted(node.body, _outside(node.parameters, of_name)),
            at=node.at,
            end=node.end,
        )
    return node


def _outside(parameters: Sequence[str], of_name: Substitute) -> Substitute:
    def find(node: Identifier) -> Expression | None:
        return None if node.parts[0] in parameters else of_name(node)

    return find


def _call(node: Call, of_name: Substitute) -> Call:
    parameters = node.parameters
    return Call(
        node.name,
        [substituted(one, of_name) for one in node.arguments],
        parameters=None if parameters is None else [substituted(p, of_name) for p in parameters],
        distinct=node.distinct,
        where=None if node.where is None else substituted(node.where, of_name),
        window=_window(node.window, of_name) if isinstance(node.window, Window) else node.window,
        nulls=node.nulls,
        is_operator=node.is_operator,
        at=node.at,
        end=node.end,
    )


def _window(window: Window, of_name: Substitute) -> Window:
    return Window(
        window.parent,
        [substituted(one, of_name) for one in window.partition_by],
        [
            Ordering(
                substituted(one.value, of_name), one.descending, one.nulls_first, one.collation
            )
            for one in window.order_by
        ],
        window.frame,
        at=window.at,
        end=window.end,
    )
