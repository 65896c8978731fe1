"""Calls of functions that CREATE FUNCTION made: their bodies, with the arguments for the names.

As in ClickHouse the body means what it means where it is called: a name that is no parameter is a
name of the calling query.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.names.substitution import Substitute, SubstituteCall, substituted
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import (
    Alias,
    Call,
    Expression,
    Identifier,
    Lambda,
    Literal,
    expressions_in,
    outside_lambdas,
)

__all__ = ["body_of_call", "lambda_of", "refuse_recursion"]


def lambda_of(definition: str) -> Lambda:
    """The tree of a function.

    Raises:
        RmtError: `BAD_ARGUMENTS`, it is no lambda, or names a parameter twice.
    """
    node = read_expression(definition)
    if not isinstance(node, Lambda):
        raise RmtError("BAD_ARGUMENTS", f"Expected function, got: {definition}.")
    twice = [one for at, one in enumerate(node.parameters) if one in node.parameters[:at]]
    if twice:
        raise RmtError(
            "BAD_ARGUMENTS", f"Identifier {twice[0]} already used as function parameter."
        )
    return node


def refuse_recursion(name: str, definition_of: Callable[[str], str | None]) -> None:
    """Refuses a function that calls itself, also by way of others.

    Args:
        name: the function.
        definition_of: the lambda of a function; None for those that are no lambdas.

    Raises:
        RmtError: `UNSUPPORTED_METHOD`.
    """
    waiting, seen = [name], set[str]()
    while waiting:
        definition = definition_of(waiting.pop())
        if definition is None:
            continue
        called = {
            one.name for one in expressions_in(lambda_of(definition)) if isinstance(one, Call)
        }
        if name in called:
            raise RmtError("UNSUPPORTED_METHOD", f"Recursive lambda: {name} calls itself.")
        waiting += called - seen
        seen |= called


def body_of_call(call: Call, function: Lambda) -> Expression:
    """The expression that a call stands for.

    Args:
        call: the call.
        function: the function.

    Raises:
        RmtError: `BAD_ARGUMENTS`, a wrong number of arguments; `FUNCTION_CANNOT_HAVE_PARAMETERS`.
    """
    if call.parameters is not None:
        raise RmtError(
            "FUNCTION_CANNOT_HAVE_PARAMETERS", f"Function {call.name} is not parametric."
        )
    if len(call.arguments) != len(function.parameters):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Lambda {result_name(function)} of {call.name} expect {len(function.parameters)} "
            f"arguments. Actual: {len(call.arguments)}.",
        )
    arguments = dict(zip(function.parameters, call.arguments, strict=True))
    body = _with_own_lambdas(_without_aliases(function.body))
    return substituted(body, _argument(arguments), _called_argument(arguments))


def _without_aliases(body: Expression) -> Expression:
    """A body with what its aliases stand for in the place of their names."""
    aliases = [one for one in outside_lambdas(body) if isinstance(one, Alias)]
    values: dict[str, Expression] = {}
    for alias in aliases:
        values[alias.name] = substituted(alias.value, lambda one: values.get(one.name))
    return _unnamed(substituted(body, lambda one: values.get(one.name))) if values else body


def _unnamed(node: Expression) -> Expression:
    if isinstance(node, Alias):
        return _unnamed(node.value)
    if isinstance(node, Call):
        return replace(node, arguments=[_unnamed(one) for one in node.arguments])
    return node


def _argument(arguments: Mapping[str, Expression]) -> Substitute:
    def find(node: Identifier) -> Expression | None:
        found = arguments.get(node.parts[0])
        for name in node.parts[1:] if found is not None else ():
            assert found is not None
            found = _element(found, name)
        return found

    return find


def _called_argument(arguments: Mapping[str, Expression]) -> SubstituteCall:
    """Calls of what is itself an argument: a lambda, or the name of a function."""

    def find(node: Call) -> Expression | None:
        found = arguments.get(node.name)
        if isinstance(found, Lambda):
            return body_of_call(node, found)
        return replace(node, name=found.name) if isinstance(found, Identifier) else None

    return find


def _element(value: Expression, name: str) -> Expression:
    return Call("tupleElement", [value, Literal(name)], at=value.at, end=value.end)


def _with_own_lambdas(node: Expression) -> Expression:
    """A body whose lambdas have parameters that no argument can name."""
    if isinstance(node, Lambda):
        names = {name: f"{name}'" for name in node.parameters}
        body = substituted(
            _with_own_lambdas(node.body),
            lambda one: (
                Identifier((names[one.parts[0]], *one.parts[1:])) if one.parts[0] in names else None
            ),
        )
        return Lambda(tuple(names.values()), body, at=node.at, end=node.end)
    if isinstance(node, Call):
        return replace(node, arguments=[_with_own_lambdas(one) for one in node.arguments])
    if isinstance(node, Alias):
        return replace(node, value=_with_own_lambdas(node.value))
    return node
