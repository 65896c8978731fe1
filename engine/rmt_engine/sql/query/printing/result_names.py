"""The names of results' columns without an alias: their expressions, as ClickHouse writes them.

Operators are written as calls of their functions: `a + 1` is `plus(a, 1)`. Functions are named as
they were written.

Source: `IAST::getColumnName` and `QueryNode::resolveProjectionColumns` of ClickHouse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmt_engine.sql.query.printing.expressions import formatted_literal
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    Columns,
    Computed,
    Exists,
    Expression,
    Frame,
    FrameBound,
    Identifier,
    Lambda,
    Literal,
    Ordering,
    Parameter,
    Subquery,
    Window,
)
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["NameOf", "result_name"]


NameOf = Callable[[Identifier], str]
"""How a name in an expression is shown."""


def _as_written(node: Identifier) -> str:
    return node.name


def result_name(node: Expression, name_of: NameOf = _as_written) -> str:
    """The name of a column.

    Args:
        node: its expression.
        name_of: how names in it are shown.
    """
    return _NAMES[type(node)](node, name_of)


def _listed(nodes: Sequence[Expression], name_of: NameOf) -> str:
    return ", ".join(result_name(node, name_of) for node in nodes)


def _of_literal(node: Literal, _: NameOf) -> str:
    return formatted_literal(node.value)


def _of_identifier(node: Identifier, name_of: NameOf) -> str:
    return name_of(node)


def _of_alias(node: Alias, _: NameOf) -> str:
    return node.name


def _of_call(node: Call, name_of: NameOf) -> str:
    name, arguments = node.name, node.arguments
    lower = name.lower()
    if lower == "tuple" and node.window is None:
        return f"({_listed(arguments, name_of)})"
    if lower == "array" and node.window is None:
        return f"[{_listed(arguments, name_of)}]"
    if lower == "cast" and len(arguments) == 2:
        name = "CAST"
    if lower == "grouping":
        name = lower
    if lower == "trim" and len(arguments) == 1:
        name = "trimBoth"
    if node.distinct:
        name += "Distinct"
    if node.where is not None:
        name, arguments = f"{name}If", [*arguments, node.where]
    shown = [one for one in arguments if not isinstance(one, Asterisk)]
    parameters = f"({_listed(node.parameters, name_of)})" if node.parameters is not None else ""
    text = f"{name}{parameters}({_listed(shown, name_of)})"
    if node.window is None:
        return text
    if isinstance(node.window, str):
        return f"{text} OVER {node.window}"
    return f"{text} OVER ({_of_window(node.window, name_of)})"


def _of_window(window: Window, name_of: NameOf) -> str:
    pieces = [window.parent] if window.parent else []
    if window.partition_by:
        pieces.append(f"PARTITION BY {_listed(window.partition_by, name_of)}")
    if window.order_by:
        listed = ", ".join(_of_ordering(one, name_of) for one in window.order_by)
        pieces.append(f"ORDER BY {listed}")
    if window.frame is not None:
        pieces.append(_of_frame(window.frame, name_of))
    return " ".join(pieces)


def _of_ordering(ordering: Ordering, name_of: NameOf) -> str:
    text = f"{result_name(ordering.value, name_of)} {'DESC' if ordering.descending else 'ASC'}"
    if ordering.nulls_first is not None:
        text += f" NULLS {'FIRST' if ordering.nulls_first else 'LAST'}"
    return text


def _of_frame(frame: Frame, name_of: NameOf) -> str:
    start, stop = _of_bound(frame.start, name_of), _of_bound(frame.stop, name_of)
    return f"{frame.unit} BETWEEN {start} AND {stop}"


def _of_bound(bound: FrameBound, name_of: NameOf) -> str:
    if bound.kind == "CURRENT ROW":
        return bound.kind
    offset = "UNBOUNDED" if bound.offset is None else result_name(bound.offset, name_of)
    return f"{offset} {bound.kind}"


def _of_lambda(node: Lambda, name_of: NameOf) -> str:
    def inside(name: Identifier) -> str:
        return name.name if name.parts[0] in node.parameters else name_of(name)

    return f"lambda(tuple({', '.join(node.parameters)}), {result_name(node.body, inside)})"


def _of_asterisk(node: Asterisk, _: NameOf) -> str:
    return ".".join((*node.qualifier, "*"))


def _of_columns(node: Columns, name_of: NameOf) -> str:
    inside = (
        quote_string(node.pattern) if node.pattern is not None else _listed(node.names, name_of)
    )
    return ".".join((*node.qualifier, f"COLUMNS({inside})"))


def _of_parameter(node: Parameter, _: NameOf) -> str:
    return f"{{{node.name}:{node.type_text}}}"


def _of_query(_: Subquery | Exists, __: NameOf) -> str:
    return "_subquery"


def _of_computed(node: Computed, _: NameOf) -> str:
    return node.name


_NAMES: Mapping[type, Callable[..., str]] = {
    Literal: _of_literal,
    Identifier: _of_identifier,
    Alias: _of_alias,
    Call: _of_call,
    Lambda: _of_lambda,
    Asterisk: _of_asterisk,
    Columns: _of_columns,
    Parameter: _of_parameter,
    Subquery: _of_query,
    Exists: _of_query,
    Computed: _of_computed,
}
