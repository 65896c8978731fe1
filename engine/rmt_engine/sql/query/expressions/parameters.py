"""The values of parameters, `{name:Type}`, in the query of a view: those that its reader gives.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#parameterized-view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.reading.parameters import NULL_TEXT, constant_of, not_set
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import Call, Computed, Expression, Identifier, Literal, Parameter
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import parse_type

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering

__all__ = ["GivenParameters", "arguments_of_view", "names_arguments"]


@dataclass
class GivenParameters:
    """The parameters of a query of a view.

    Attributes:
        values: what was given for them.
        keeps: whether those that nothing was given for have defaults, for now.
        kept: the names of these.
    """

    values: dict[str, Expression] = field(default_factory=dict)
    keeps: bool = False
    kept: dict[str, str] = field(default_factory=dict)

    def value(self, node: Parameter, constants: ExpressionLowering) -> Value:
        """The value of a parameter.

        Raises:
            RmtError: `UNKNOWN_QUERY_PARAMETER`, it has none; or as `with_parameters`.
        """
        given = self.values.get(node.name)
        if given is not None:
            return constants.row(_as_type(node, given))
        if not self.keeps:
            raise not_set(node.name)
        self.kept[node.name] = node.type_text
        data_type = parse_type(node.type_text)
        return Value(data_type.default, data_type, folded=True)


def _as_type(node: Parameter, given: Expression) -> Expression:
    if isinstance(given, Literal):
        value = NULL_TEXT if given.value is None else given.value
        text = value if isinstance(value, str) else given.text or str(value)
        return read_expression(constant_of(node.name, node.type_text, text))
    return Call("_CAST", [given, Literal(node.type_text)], at=node.at, end=node.end)


def arguments_of_view(
    call: Call, constant: Callable[[Expression], Value]
) -> Iterator[tuple[str, Expression]]:
    """The values that `v(name = value, …)` gives.

    Args:
        call: the call.
        constant: what makes the value of an expression without columns.

    Raises:
        RmtError: `UNKNOWN_QUERY_PARAMETER`, an argument has no name.
    """
    for one in call.arguments:
        named = _named(one)
        if named is None:
            raise RmtError(
                "UNKNOWN_QUERY_PARAMETER",
                f"The view {call.name} was given a value without the name of a parameter.",
                f"FROM {call.name}(name = value) gives it.",
            )
        name, value = named
        if not isinstance(value, Literal):
            value = Computed(constant(value), name.name, at=value.at, end=value.end)
        yield name.name, value


def names_arguments(call: Call) -> bool:
    """Whether a call gives values to names, as that of a view with parameters does."""
    return any(_named(one) is not None for one in call.arguments)


def _named(argument: Expression) -> tuple[Identifier, Expression] | None:
    """The name and the value of `name = value`."""
    if not isinstance(argument, Call) or argument.name != "equals":
        return None
    name, value = argument.arguments
    return (name, value) if isinstance(name, Identifier) else None
