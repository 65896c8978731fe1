"""Lambdas that have names: aliases, functions of the user, functions given to functions."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import SCALARS
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.expressions.by_node import ByNode
from rmt_engine.sql.query.expressions.place import Place
from rmt_engine.sql.query.names.aliases import Aliases
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.names.user_functions import body_of_call
from rmt_engine.sql.query.tree import Alias, Call, Expression, Identifier, Lambda, expressions_in

if TYPE_CHECKING:
    from rmt_engine.sql.query.names.statement import StatementNames

__all__ = ["NamedLambdas", "takes_lambdas"]

_OF_LAMBDAS = frozenset(
    function.name for family in ("Arrays and tuples", "Maps") for function in SCALARS[family]
)


def takes_lambdas(call: Call) -> bool:
    """Whether it calls a function of a family that takes lambdas."""
    return canonical_name(call.name) in _OF_LAMBDAS


class NamedLambdas:
    """The lambdas that names of a SELECT stand for.

    Args:
        queries: knows the statement.
        scope: what names mean.
        aliases: the aliases of the SELECT.
        place: where the expression stands that is being lowered.
    """

    def __init__(
        self, queries: StatementNames, scope: Scope, aliases: Aliases, place: Place
    ) -> None:
        self._queries = queries
        self._scope = scope
        self._aliases = aliases
        self._place = place
        self._bodies: ByNode[Expression] = ByNode()
        self._of_no_lambda: set[str] = set()
        self._spelled_out: ByNode[Call] = ByNode()

    def body_of(self, call: Call) -> Expression | None:
        """What a call of a lambda that has a name stands for: an alias, or a user's function."""
        if call.name in self._of_no_lambda:
            return None
        known = self._bodies.get(call)
        if known is not None:
            return known
        function = self._lambda(call.name)
        if function is None:
            body = self._queries.user_function(call)
            if body is None:
                self._of_no_lambda.add(call.name)
            return body
        called = (one.name for one in expressions_in(function.body) if isinstance(one, Call))
        if call.name in called:
            raise RmtError("UNSUPPORTED_METHOD", f"Recursive lambda: {call.name} calls itself.")
        return self._bodies.put(call, body_of_call(call, function))

    def spelled_out(self, call: Call) -> Call:
        """A call with lambdas for the names that stand for them."""
        if not takes_lambdas(call):
            return call
        known = self._spelled_out.get(call)
        if known is not None:
            return known
        arguments = [self._as_lambda(one, call) for one in call.arguments]
        is_same = all(map(operator.is_, arguments, call.arguments))
        return self._spelled_out.put(call, call if is_same else replace(call, arguments=arguments))

    def _lambda(self, name: str) -> Lambda | None:
        found, passed = self._named(name), {name}
        while isinstance(found, Identifier) and found.name not in passed:
            passed.add(found.name)
            found = self._named(found.name)
        return found if isinstance(found, Lambda) else None

    def _named(self, name: str) -> Expression | None:
        return self._aliases.nodes.get(name) or self._queries.with_expression(name)

    def _is_function(self, name: str) -> bool:
        return canonical_name(name) is not None or self._queries.is_user_function(name)

    def _as_lambda(self, node: Expression, call: Call) -> Expression:
        """The lambda that an argument of a call is; the argument itself, if it is none."""
        if isinstance(node, Alias):
            found = self._as_lambda(node.value, call)
            return found if isinstance(found, Lambda) else node
        if not isinstance(node, Identifier) or len(node.parts) > 1:
            return node
        named = self._lambda(node.name)
        if named is not None:
            return named
        is_value = (
            node.name in self._place.variables()
            or self._aliases.means(node)
            or self._scope.find(node.parts) is not None
        )
        if is_value or node is not call.arguments[0] or not self._is_function(node.name):
            return node
        names = tuple(f"_{place}" for place in range(1, len(call.arguments)))
        body = Call(node.name, [Identifier((name,)) for name in names], at=node.at, end=node.end)
        return Lambda(names, body, at=node.at, end=node.end)
