"""`untuple(t)`: a column, or an argument, for each element of a tuple.

Source: https://clickhouse.com/docs/sql-reference/functions/tuple-functions#untuple.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.tree import Alias, Call, Expression, Identifier, Literal
from rmt_engine.sql.query.types.subscripts import field_names
from rmt_engine.sql.values.types import DataType

__all__ = ["TypeOf", "is_untuple", "misplaced_untuple", "untupled"]

TypeOf = Callable[[Expression], DataType | None]


def is_untuple(node: Expression) -> bool:
    """Whether it is a call of the function, whose name has to be in small letters."""
    return isinstance(node, Call) and node.name == "untuple"


def untupled(
    nodes: Sequence[Expression], aliases: Mapping[str, Expression], type_of: TypeOf
) -> list[Expression]:
    """Expressions, with their elements in the place of tuples that are taken apart.

    Args:
        nodes: the expressions.
        aliases: what names of the SELECT stand for.
        type_of: tells the type of an expression.

    Raises:
        RmtError: `UNSUPPORTED_METHOD`, what is taken apart is no tuple.
    """
    return [element for node in nodes for element in _elements(node, aliases, type_of)]


def misplaced_untuple(node: Call) -> RmtError:
    """The error for a call where one value is wanted."""
    return RmtError(
        "UNSUPPORTED_METHOD",
        f"{result_name(node)} is several values where one is wanted.",
        "untuple stands in the list of SELECT, in GROUP BY or among the arguments of a function.",
    )


def _elements(
    node: Expression, aliases: Mapping[str, Expression], type_of: TypeOf
) -> list[Expression]:
    name, value = "", node
    if isinstance(value, Alias):
        name, value = value.name, value.value
    elif isinstance(value, Identifier) and value.name in aliases:
        name, value = value.name, aliases[value.name]
    if not isinstance(value, Call) or not is_untuple(value):
        return [node]
    if len(value.arguments) != 1:
        raise RmtError("UNSUPPORTED_METHOD", "Function 'untuple' must have 1 argument.")
    [argument] = value.arguments
    data_type = type_of(argument)
    if data_type is None or data_type.family != "Tuple":
        raise RmtError(
            "UNSUPPORTED_METHOD",
            f"Function 'untuple' argument must have compound type. Actual type {data_type}.",
        )
    return [_element(value, argument, one, name) for one in field_names(data_type)]


def _element(call: Call, argument: Expression, which: str, alias: str) -> Expression:
    found = Call(
        "tupleElement",
        [argument, Literal(which, at=call.at, end=call.end)],
        at=call.at,
        end=call.end,
    )
    return Alias(found, f"{alias}.{which}", at=call.at, end=call.end) if alias else found
