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

__all__ = ["Substitute", "SubstituteCall", "substituted"]

Substitute = Callable[[Identifier], Expression | None]
"""What stands for a name; None where the name stays."""
SubstituteCall = Callable[[Call], Expression | None]
"""What stands for a call, whose arguments are substituted; None where the call stays."""


def _no_call(_node: Call) -> None:
    return None


def substituted(
    node: Expression, of_name: Substitute, of_call: SubstituteCall = _no_call
) -> Expression:
    """A copy of an expression with others for its names; the parameters of its lambdas stay.

    Args:
        node: the expression; queries in it are left as they are.
        of_name: tells what a name becomes.
        of_call: tells what a call becomes.
    """
    if isinstance(node, Identifier):
        found = of_name(node)
        return node if found is None else found
    if isinstance(node, Call):
        call = _call(node, of_name, of_call)
        return of_call(call) or call
    if isinstance(node, Alias):
        return Alias(substituted(node.value, of_name, of_call), node.name, at=node.at, end=node.end)
    if isinstance(node, Lambda):
        return Lambda(
            node.parameters,
            substituted(node.body, _outside(node.parameters, of_name), of_call),
            at=node.at,
            end=node.end,
        )
    return node


def _outside(parameters: Sequence[str], of_name: Substitute) -> Substitute:
    def find(node: Identifier) -> Expression | None:
        return None if node.parts[0] in parameters else of_name(node)

    return find


def _call(node: Call, of_name: Substitute, of_call: SubstituteCall) -> Call:
    parameters = node.parameters
    return Call(
        node.name,
        [substituted(one, of_name, of_call) for one in node.arguments],
        parameters=None
        if parameters is None
        else [substituted(p, of_name, of_call) for p in parameters],
        distinct=node.distinct,
        where=None if node.where is None else substituted(node.where, of_name, of_call),
        window=_window(node.window, of_name, of_call)
        if isinstance(node.window, Window)
        else node.window,
        nulls=node.nulls,
        is_operator=node.is_operator,
        at=node.at,
        end=node.end,
    )


def _window(window: Window, of_name: Substitute, of_call: SubstituteCall) -> Window:
    return Window(
        window.parent,
        [substituted(one, of_name, of_call) for one in window.partition_by],
        [
            Ordering(
                substituted(one.value, of_name, of_call),
                one.descending,
                one.nulls_first,
                one.collation,
            )
            for one in window.order_by
        ],
        window.frame,
        at=window.at,
        end=window.end,
    )
