"""Expressions as ClickHouse writes them in `EXPLAIN SYNTAX`: operators as calls, names quoted."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from rmt_engine.sql.query.values import Constant

__all__ = ["ExpressionWriter", "formatted_literal", "formatted_name"]

_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")
_WORDS = frozenset(
    """ALL AND ANTI ANY ARRAY AS ASC ASOF BETWEEN BY CASE CAST CROSS DESC DISTINCT DIV ELSE END
    EXCEPT EXISTS FALSE FETCH FINAL FORMAT FROM FULL GLOBAL GROUP HAVING ILIKE IN INNER INTERPOLATE
    INTERSECT INTERVAL INTO IS JOIN LEFT LIKE LIMIT MOD NOT NULL OFFSET ON OR ORDER OVER PASTE
    PREWHERE QUALIFY REGEXP RIGHT RLIKE SAMPLE SELECT SEMI SETTINGS THEN TOP TRUE UNION USING WHEN
    WHERE WINDOW WITH INF NAN INFINITY VALUES TABLE""".split()
)
"""Names that are quoted, for the grammar has another use for them."""
_ESCAPED = str.maketrans(
    {"\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\0": r"\0"}
)
_LEAST_PLACE = -6
_GREATEST_PLACE = 21
"""Where the dot of a number may stand that is written without an exponent."""


def formatted_name(name: str) -> str:
    """A name, in backticks if it needs them."""
    is_plain = _PLAIN_NAME.fullmatch(name) is not None and name.upper() not in _WORDS
    return name if is_plain else quote_name(name)


def formatted_literal(value: Constant) -> str:
    """A constant, texts in quotation marks.

    Source: `FieldVisitorToString` of ClickHouse.
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote_string(value).translate(_ESCAPED)
    return _float(value) if isinstance(value, float) else str(value)


def _float(value: float) -> str:
    """A float by the shortest digits that are the number; a dot follows a whole one."""
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits)).rstrip("0") or "0"
    point = len(digits) + exponent if value else 1
    minus = "-" if sign else ""
    if not _LEAST_PLACE < point <= _GREATEST_PLACE:
        fraction = f".{text[1:]}" if len(text) > 1 else ""
        return f"{minus}{text[0]}{fraction}e{point - 1}"
    if point <= 0:
        return f"{minus}0.{'0' * -point}{text}"
    return f"{minus}{text[:point].ljust(point, '0')}.{text[point:]}"


class ExpressionWriter(ABC):
    """Writes expressions, operators as calls of their functions; a subclass writes queries."""

    @abstractmethod
    def subquery(self, query: Query) -> str:
        """The text of a query inside an expression, in parentheses."""

    def expression(self, node: Expression) -> str:
        """The text of an expression."""
        match node:
            case Literal():
                text = formatted_literal(node.value)
            case Identifier():
                text = self._of_identifier(node)
            case Alias():
                text = self._of_alias(node)
            case Call():
                text = self.call(node)
            case Lambda():
                text = self._of_lambda(node)
            case Parameter():
                text = f"{{{node.name}:{node.type_text}}}"
            case Asterisk():
                text = self._of_asterisk(node)
            case Columns():
                text = self._of_columns(node)
            case Subquery():
                text = self.subquery(node.query)
            case Exists():
                text = f"EXISTS{self.subquery(node.query)}"
            case Computed():
                text = formatted_name(node.name)
            case _:
                raise AssertionError(node)
        return text

    def call(self, node: Call) -> str:
        """The text of a call."""
        lower = node.name.lower()
        if node.is_operator and lower == "tuple" and len(node.arguments) > 1:
            return f"({self.listed(node.arguments)})"
        if node.is_operator and lower == "array":
            return f"[{self.listed(node.arguments)}]"
        distinct = "DISTINCT " if node.distinct else ""
        parameters = f"({self.listed(node.parameters)})" if node.parameters is not None else ""
        name = node.name if _PLAIN_NAME.fullmatch(node.name) else quote_name(node.name)
        name = "CAST" if lower == "cast" else name
        text = f"{name}{parameters}({distinct}{self.listed(node.arguments)})"
        text += f" {node.nulls} NULLS" if node.nulls else ""
        text += f" FILTER(WHERE {self.expression(node.where)})" if node.where is not None else ""
        if node.window is None:
            return text
        window = node.window
        over = formatted_name(window) if isinstance(window, str) else self.window(window)
        return f"{text} OVER {over}"

    def window(self, window: Window) -> str:
        """`(PARTITION BY … ORDER BY … frame)`."""
        pieces = [formatted_name(window.parent)] if window.parent else []
        if window.partition_by:
            pieces.append(f"PARTITION BY {self.listed(window.partition_by)}")
        if window.order_by:
            pieces.append(f"ORDER BY {', '.join(map(self.ordering, window.order_by))}")
        frame = window.frame
        if frame is not None:
            pieces.append(
                f"{frame.unit} BETWEEN {self._bound(frame.start)} AND {self._bound(frame.stop)}"
            )
        return f"({' '.join(pieces)})"

    def ordering(self, ordering: Ordering, value: str = "") -> str:
        """A member of ORDER BY.

        Args:
            ordering: the member.
            value: what stands for its value, if that is not the text of it.
        """
        text = value or self.expression(ordering.value)
        text += " DESC" if ordering.descending else " ASC"
        if ordering.nulls_first is not None:
            text += f" NULLS {'FIRST' if ordering.nulls_first else 'LAST'}"
        text += f" COLLATE {quote_string(ordering.collation)}" if ordering.collation else ""
        return text if ordering.fill is None else f"{text} WITH FILL{self._fill(ordering.fill)}"

    def limit(self, count: Expression, offset: Expression | None) -> str:
        """`count`, or `offset, count`."""
        text = self.expression(count)
        return text if offset is None else f"{self.expression(offset)}, {text}"

    def _fill(self, fill: Fill) -> str:
        pieces = (
            ("FROM", fill.start),
            ("TO", fill.stop),
            ("STEP", fill.step),
            ("STALENESS", fill.staleness),
        )
        return "".join(f" {w} {self.expression(n)}" for w, n in pieces if n is not None)

    def _bound(self, bound: FrameBound) -> str:
        if bound.kind == "CURRENT ROW":
            return bound.kind
        offset = "UNBOUNDED" if bound.offset is None else self.expression(bound.offset)
        return f"{offset} {bound.kind}"

    def listed(self, nodes: Sequence[Expression]) -> str:
        """The texts of expressions with commas between."""
        return ", ".join(map(self.expression, nodes))

    def _of_identifier(self, node: Identifier) -> str:
        return ".".join(map(formatted_name, node.parts))

    def _of_alias(self, node: Alias) -> str:
        return f"{self.expression(node.value)} AS {formatted_name(node.name)}"

    def _of_lambda(self, node: Lambda) -> str:
        names = ", ".join(map(formatted_name, node.parameters))
        parameters = names if len(node.parameters) == 1 else f"({names})"
        return f"{parameters} -> {self.expression(node.body)}"

    def _of_asterisk(self, node: Asterisk) -> str:
        return ".".join((*map(formatted_name, node.qualifier), "*")) + self._changes(node.changes)

    def _of_columns(self, node: Columns) -> str:
        inside = self.listed(node.names) if node.pattern is None else quote_string(node.pattern)
        text = ".".join((*map(formatted_name, node.qualifier), f"COLUMNS({inside})"))
        return text + self._changes(node.changes)

    def _changes(self, changes: Sequence[ColumnChange]) -> str:
        return "".join(f" {self._change(change)}" for change in changes)

    def _change(self, change: ColumnChange) -> str:
        strict = " STRICT" if change.is_strict else ""
        if change.kind is StarChange.EXCEPT:
            if change.pattern is not None:
                return f"EXCEPT({quote_string(change.pattern)})"
            return f"EXCEPT{strict} ({', '.join(map(formatted_name, change.names))})"
        if change.kind is StarChange.REPLACE:
            values = [f"{self.expression(v)} AS {formatted_name(n)}" for n, v in change.values]
            return f"REPLACE{strict} ({', '.join(values)})"
        applied = change.function
        if change.applied is not None:
            applied = self.expression(change.applied)
        elif change.parameters is not None:
            applied += f"({self.listed(change.parameters)})"
        prefix = f", {quote_string(change.prefix)}" if change.prefix else ""
        return f"APPLY({applied}{prefix})"
