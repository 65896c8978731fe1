"""The values of names: what lambdas take, aliases, columns, values of WITH around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.expressions.bounded_size import of_bounded_size
from rmt_engine.sql.query.expressions.grouped import key_column
from rmt_engine.sql.query.names.scopes import unknown_identifier
from rmt_engine.sql.query.tree import Alias, Call, Identifier
from rmt_engine.sql.query.types.subscripts import elements_of
from rmt_engine.sql.query.values import Value

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["alias_for_inner", "aliased", "identifier", "is_known", "unknown"]

_WITHOUT_PARENTHESES = frozenset(
    "currentDatabase currentHandler currentRequestURL currentUser localtime now today".split()
)
"""Functions that a name alone calls, where no column has it: `user`, `current_date`, `now`."""


def identifier(lowering: Lowering, node: Identifier) -> Value:
    """What a name means."""
    first, rest = node.parts[0], node.parts[1:]
    for variables in reversed(lowering.place.lambdas):
        if first in variables:
            return _elements(lowering, variables[first], rest, node)
    if lowering.aliases.means(node):
        return _elements(lowering, _value_of_alias(lowering, first), rest, node)
    outside = lowering.scope.outer_alias(node.parts)
    if outside is not None:
        below = lowering.outer_first if lowering.place.in_aggregate else None
        return outside if below is None else below.column(outside)
    found = lowering.scope.find(node.parts)
    if found is None:
        return _without_column(lowering, node)
    if not lowering.place.in_rows and lowering.grouped is not None:
        key = key_column(lowering, node, lowering.grouped)
        assert key is not None
        return key
    lowering.place.names_seen += 1
    column, rest = found
    value = column.value
    if lowering.place.in_aggregate and lowering.scope.is_outer(node.parts):
        value = _outer_column(lowering, node, value)
    return _elements(lowering, value, rest, node)


def _outer_column(lowering: Lowering, node: Identifier, value: Value) -> Value:
    """A column of the query around, of which an aggregate is calculated.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, it is of a query further out.
    """
    around = lowering.scope.outer
    if around is None or around.find_here(node.parts) is None:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"An aggregate of {node.name}, a column of a query around the one around, is not "
            "supported.",
            "Put the subquery's own name before a column of it.",
        )
    return value if lowering.outer_first is None else lowering.outer_first.column(value)


def _without_column(lowering: Lowering, node: Identifier) -> Value:
    """What a name means that no column has."""
    given = lowering.queries.with_value(node.parts[0])
    if given is not None and node.parts[0] not in lowering.aliases.nodes:
        return _elements(lowering, given, node.parts[1:], node)
    if canonical_name(node.name) in _WITHOUT_PARENTHESES:
        return lowering.of_node(Call(node.name, [], at=node.at, end=node.end))
    raise unknown(lowering, node)


def is_known(lowering: Lowering, node: Identifier) -> bool:
    """Whether a name that is no alias of the SELECT means something."""
    return (
        lowering.scope.outer_alias(node.parts) is not None
        or lowering.scope.find(node.parts) is not None
        or lowering.queries.with_value(node.parts[0]) is not None
        or canonical_name(node.name) in _WITHOUT_PARENTHESES
    )


def _elements(lowering: Lowering, value: Value, names: Sequence[str], node: Identifier) -> Value:
    try:
        return elements_of(value, names)
    except RmtError as error:
        if error.name == "NOT_IMPLEMENTED":
            raise
        raise unknown(lowering, node) from error


def unknown(lowering: Lowering, node: Identifier) -> RmtError:
    """The error for a name that means nothing."""
    name, resolving = node.parts[0], lowering.aliases.resolving
    if name == "_sample_factor":
        return RmtError(
            "NOT_IMPLEMENTED",
            "The column _sample_factor is not supported.",
            "Multiply by the number itself: by 10 for SAMPLE 1/10.",
        )
    if name in resolving and name in lowering.aliases.nodes:
        return RmtError(
            "UNKNOWN_IDENTIFIER",
            f"Unknown expression identifier {node.name}: the alias {name} is defined by itself.",
        )
    return unknown_identifier(node.name, [*lowering.scope.names(), *lowering.aliases.nodes])


def aliased(lowering: Lowering, node: Alias) -> Value:
    """An expression with an alias, where it is defined."""
    if lowering.aliases.nodes.get(node.name) is node.value:
        return _value_of_alias(lowering, node.name, is_defined=True)
    return lowering.lowered(node.value)


def alias_for_inner(lowering: Lowering, parts: tuple[str, ...]) -> tuple[Value, bool] | None:
    """The value of an alias for a query inside, and whether it names a column."""
    node, place = Identifier(parts), lowering.place
    if parts[0] in lowering.aliases.resolving or not lowering.aliases.means(node):
        return None
    before = place.names_seen
    is_of_group = lowering.grouped is not None and lowering.reach.has_aggregate(node)
    with place.changed(in_rows=place.in_rows and not is_of_group):
        try:
            value = _elements(lowering, _value_of_alias(lowering, parts[0]), parts[1:], node)
        except RmtError as error:
            if error.name == "UNKNOWN_IDENTIFIER":
                return None
            raise
    return value, place.names_seen > before or not place.in_rows


def _value_of_alias(lowering: Lowering, name: str, *, is_defined: bool = False) -> Value:
    """The value of an alias, where it is named or where it is defined."""
    aliases, place = lowering.aliases, lowering.place
    if place.lambdas and _takes_variable(lowering, name):
        with aliases.within(name):
            return lowering.lowered(aliases.nodes[name])
    key = (name, place.in_rows, place.takes_no_query)
    is_apart = place.is_probing or (is_defined and name in aliases.circular)
    if key in aliases.values and not is_apart:
        value, names_column = aliases.values[key]
        place.names_seen += names_column
        return value
    before = place.names_seen
    with aliases.alone(name) as missed, place.outside_lambdas():
        value = lowering.lowered(aliases.nodes[name])
    is_settled = not is_defined if name in aliases.circular else not missed
    if is_settled and not place.is_probing:
        aliases.values[key] = value, place.names_seen > before
    return of_bounded_size(value, f"The alias {name}")


def _takes_variable(lowering: Lowering, name: str) -> bool:
    """Whether an alias of a row names what a lambda around it takes: there it means that."""
    node = lowering.aliases.nodes[name]
    names = {one.parts[0] for one in lowering.reach.names(node)}
    is_taken = not names.isdisjoint(lowering.place.variables())
    return is_taken and not lowering.reach.has_aggregate(node)
