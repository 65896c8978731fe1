"""Expressions as ClickHouse writes them in `EXPLAIN SYNTAX`: operators as calls, names quoted."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    ColumnChange,
    Columns,
    Computed,
    Exists,
    Expression,
    Fill,
    FrameBound,
    Identifier,
    Lambda,
    Literal,
    Ordering,
    Parameter,
    Query,
    StarChange,
    Subquery,
    Window,
)
from rmt_engine.sql.text.quoting import quote_name, quote_string

__all__ = [
    "formatted_call",
    "formatted_expression",
    "formatted_limit",
    "formatted_name",
    "formatted_ordering",
    "formatted_window",
]

_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")
_WORDS = frozenset(
    """ALL AND ANTI ANY ARRAY AS ASC ASOF BETWEEN BY CASE CAST CROSS DESC DISTINCT DIV ELSE END
    EXCEPT EXISTS FALSE FETCH FINAL FORMAT FROM FULL GLOBAL GROUP HAVING ILIKE IN INNER INTERPOLATE
    INTERSECT INTERVAL INTO IS JOIN LEFT LIKE LIMIT MOD NOT NULL OFFSET ON OR ORDER OVER PASTE
    PREWHERE QUALIFY REGEXP RIGHT RLIKE SAMPLE SELECT SEMI SETTINGS THEN TOP TRUE UNION USING WHEN
    WHERE WINDOW WITH INF NAN INFINITY""".split()
)
"""Names that are quoted, for the grammar has another use for them."""


def formatted_expression(node: Expression) -> str:
    """The text of an expression."""
    return _FORMATS[type(node)](node)


def formatted_name(name: str) -> str:
    """A name, in backticks if it needs them."""
    is_plain = _PLAIN_NAME.fullmatch(name) is not None and name.upper() not in _WORDS
    return name if is_plain else quote_name(name)


def formatted_call(node: Call) -> str:
    """The text of a call."""
    lower = node.name.lower()
    if node.is_operator and lower == "tuple" and len(node.arguments) > 1:
        return f"({_listed(node.arguments)})"
    if node.is_operator and lower == "array":
        return f"[{_listed(node.arguments)}]"
    distinct = "DISTINCT " if node.distinct else ""
    parameters = f"({_listed(node.parameters)})" if node.parameters is not None else ""
    name = node.name if _PLAIN_NAME.fullmatch(node.name) else quote_name(node.name)
    name = "CAST" if lower == "cast" else name
    text = f"{name}{parameters}({distinct}{_listed(node.arguments)})"
    text += f" {node.nulls} NULLS" if node.nulls else ""
    text += f" FILTER(WHERE {formatted_expression(node.where)})" if node.where is not None else ""
    if node.window is None:
        return text
    window = node.window
    over = formatted_name(window) if isinstance(window, str) else formatted_window(window)
    return f"{text} OVER {over}"


def formatted_window(window: Window) -> str:
    """`(PARTITION BY … ORDER BY … frame)`."""
    pieces = [formatted_name(window.parent)] if window.parent else []
    if window.partition_by:
        pieces.append(f"PARTITION BY {_listed(window.partition_by)}")
    if window.order_by:
        pieces.append(f"ORDER BY {', '.join(map(formatted_ordering, window.order_by))}")
    frame = window.frame
    if frame is not None:
        pieces.append(f"{frame.unit} BETWEEN {_bound(frame.start)} AND {_bound(frame.stop)}")
    return f"({' '.join(pieces)})"


def formatted_ordering(ordering: Ordering, value: str = "") -> str:
    """A member of ORDER BY.

    Args:
        ordering: the member.
        value: what stands for its value, if that is not the text of it.
    """
    text = value or formatted_expression(ordering.value)
    text += " DESC" if ordering.descending else " ASC"
    if ordering.nulls_first is not None:
        text += f" NULLS {'FIRST' if ordering.nulls_first else 'LAST'}"
    text += f" COLLATE {quote_string(ordering.collation)}" if ordering.collation else ""
    return text if ordering.fill is None else f"{text} WITH FILL{_fill(ordering.fill)}"


def formatted_limit(count: Expression, offset: Expression | None) -> str:
    """`count`, or `offset, count`."""
    text = formatted_expression(count)
    return text if offset is None else f"{formatted_expression(offset)}, {text}"


def _fill(fill: Fill) -> str:
    pieces = (
        ("FROM", fill.start),
        ("TO", fill.stop),
        ("STEP", fill.step),
        ("STALENESS", fill.staleness),
    )
    return "".join(f" {w} {formatted_expression(n)}" for w, n in pieces if n is not None)


def _bound(bound: FrameBound) -> str:
    if bound.kind == "CURRENT ROW":
        return bound.kind
    offset = "UNBOUNDED" if bound.offset is None else formatted_expression(bound.offset)
    return f"{offset} {bound.kind}"


def _listed(nodes: Sequence[Expression]) -> str:
    return ", ".join(map(formatted_expression, nodes))


def _of_literal(node: Literal) -> str:
    value = node.value
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote_string(value).replace("\n", "\\n")
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return node.text or str(value)


def _of_identifier(node: Identifier) -> str:
    return ".".join(map(formatted_name, node.parts))


def _of_alias(node: Alias) -> str:
    return f"{formatted_expression(node.value)} AS {formatted_name(node.name)}"


def _of_lambda(node: Lambda) -> str:
    names = ", ".join(map(formatted_name, node.parameters))
    parameters = names if len(node.parameters) == 1 else f"({names})"
    return f"{parameters} -> {formatted_expression(node.body)}"


def _of_parameter(node: Parameter) -> str:
    return f"{{{node.name}:{node.type_text}}}"


def _of_asterisk(node: Asterisk) -> str:
    return ".".join((*map(formatted_name, node.qualifier), "*")) + _changes(node.changes)


def _of_columns(node: Columns) -> str:
    inside = _listed(node.names) if node.pattern is None else quote_string(node.pattern)
    text = ".".join((*map(formatted_name, node.qualifier), f"COLUMNS({inside})"))
    return text + _changes(node.changes)


def _changes(changes: Sequence[ColumnChange]) -> str:
    return "".join(f" {_change(change)}" for change in changes)


def _change(change: ColumnChange) -> str:
    strict = " STRICT" if change.is_strict else ""
    if change.kind is StarChange.EXCEPT:
        if change.pattern is not None:
            return f"EXCEPT({quote_string(change.pattern)})"
        return f"EXCEPT{strict} ({', '.join(map(formatted_name, change.names))})"
    if change.kind is StarChange.REPLACE:
        values = [f"{formatted_expression(v)} AS {formatted_name(n)}" for n, v in change.values]
        return f"REPLACE{strict} ({', '.join(values)})"
    applied = change.function
    if change.applied is not None:
        applied = formatted_expression(change.applied)
    elif change.parameters is not None:
        applied += f"({_listed(change.parameters)})"
    prefix = f", {quote_string(change.prefix)}" if change.prefix else ""
    return f"APPLY({applied}{prefix})"


def _of_query(query: Query) -> str:
    from rmt_engine.sql.query.printing.queries import formatted_in_one_line

    return f"({formatted_in_one_line(query)})"


def _of_subquery(node: Subquery) -> str:
    return _of_query(node.query)


def _of_exists(node: Exists) -> str:
    return f"EXISTS{_of_query(node.query)}"


def _of_computed(node: Computed) -> str:
    return formatted_name(node.name)


_FORMATS: Mapping[type, Callable[..., str]] = {
    Literal: _of_literal,
    Identifier: _of_identifier,
    Alias: _of_alias,
    Call: formatted_call,
    Lambda: _of_lambda,
    Parameter: _of_parameter,
    Asterisk: _of_asterisk,
    Columns: _of_columns,
    Subquery: _of_subquery,
    Exists: _of_exists,
    Computed: _of_computed,
}
