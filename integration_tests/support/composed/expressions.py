"""Random expressions of a kind, over what a scope has."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from support.composed.aggregates import AGGREGATES, WINDOWS
from support.composed.nodes import Node, commas, together
from support.composed.scalars import SCALARS
from support.composed.scopes import Leaf, Value
from support.composed.templates import Template

__all__ = ["CODES", "Expressions", "literal"]

CODES = "iiiiifffmssssbbbdtvueISMPQF"
"""The kinds of outputs, the usual ones more often."""

_HOLE = re.compile(
    r"\{(?P<code>\*|[a-zA-Z])(?:>(?P<body>[a-zA-Z]))?(?P<need>[!.])?(?::(?P<same>\d))?\}"
    r"|\{(?P<window>peers|total|frame|range|partition)\}"
)
_LITERALS = {
    "i": ("0", "1", "2", "3", "7", "-1", "100", "{p_number:Int64}"),
    "f": ("0.5", "1.5", "-2.25", "1e0", "nan", "inf"),
    "m": ("toDecimal64(1.25, 2)", "toDecimal64(0, 2)"),
    "s": ("'a'", "''", "'Rome'", "'日本'", "'1'", "'name'", "{p_text:String}"),
    "b": ("true", "1 = 1", "true", "1 > 2"),
    "d": ("toDate('2024-01-31')", "toDate('2024-02-29')", "{p_day:Date}"),
    "t": ("toDateTime('2024-01-31 23:59:59', 'UTC')",),
    "v": ("toDateTime64('2024-01-01 00:00:00.250', 3, 'UTC')",),
    "u": ("toUUID('123e4567-e89b-12d3-a456-426614174000')",),
    "e": ("CAST('red' AS Enum8('red' = 1, 'green' = 2))",),
    "I": ("[1, 2, 3]", "[5]"),
    "S": ("['x', 'y']", "['']"),
    "F": ("toFixedString('abc', 3)",),
    "M": ("map('a', 1)", "map('z', -1, 'a', 2)"),
    "P": ("CAST((1, 'p') AS Tuple(a Int8, b String))",),
    "Q": ("(1, 'a')", "tuple(2, '')"),
}
_FILLED = {
    "i": "ifNull({}, 0)", "f": "ifNull({}, 0.5)", "s": "ifNull({}, '')", "b": "ifNull({}, 0)",
    "d": "ifNull({}, toDate('2024-01-01'))",
    "t": "ifNull({}, toDateTime('2024-01-01 00:00:00', 'UTC'))",
    "I": "arrayMap(v0 -> ifNull(v0, 0), {})", "S": "arrayMap(v0 -> ifNull(v0, ''), {})",
}  # fmt: skip
_PARAMETERS = ("x", "k", "e", "y", "name", "f", "elem")


def literal(code: str, random: Random) -> Node:
    """A constant of a kind."""
    text = random.choice(_LITERALS[code])
    return Node((text,), "", code, rank=_literal_rank(text))


class Expressions:
    """Makes expressions of one place in a query.

    Args:
        random: what decides.
        leaves: what has a name there.
        rows: of a place behind GROUP BY, the expressions of one row, which aggregates take.
        total: expressions that together decide the order of rows, for window functions.
        subquery: makes a subquery with columns of these kinds; None: there are none here.
    """

    def __init__(
        self,
        random: Random,
        leaves: Sequence[Leaf],
        rows: Expressions | None = None,
        total: Sequence[Node] = (),
        subquery: Callable[[str], Node] | None = None,
    ) -> None:
        self.random = random
        self.leaves = list(leaves)
        self.rows = rows
        self.total = list(total)
        self._order_of_rows: Node | None = None
        self.subquery = subquery
        self.null_for_empty = False

    def make(self, code: str, depth: int, need: str = "") -> Node:
        """An expression.

        Args:
            code: the kind of its values.
            depth: how many forms may stand in each other.
            need: `!` for one that is never NULL, `.` for a column.
        """
        if code == "*":
            code = self.suited()
        if code == "k":
            return Node((str(self.random.randint(1, 4)),), "", "i")
        if code == "j":
            return self._safe(self.make("i", depth, need))
        if need == "." or depth <= 0 or self.random.random() < 0.25:
            node = self._leaf(code, depth)
        elif self.subquery and self.random.random() < 0.05 and code in "isdb":
            node = self._over_subquery(code, depth)
        else:
            node = self.fill(self._template(SCALARS[code]), code, depth - 1)
        return self._not_null(node) if need == "!" and node.nullable else node

    def named(self, code: str) -> list[Leaf]:
        """What has a name and such values."""
        return [leaf for leaf in self.leaves if leaf.value.code == code]

    def aggregate(self, code: str, depth: int) -> Node:
        """An aggregate over rows."""
        assert self.rows is not None
        node = self.rows.fill(self.rows._template(AGGREGATES[code]), code, depth)
        return replace(node, nullable=True) if self.null_for_empty and code in "ifmsbdtv" else node

    def window(self, code: str, depth: int) -> Node:
        """A window function."""
        return self.fill(self.random.choice(WINDOWS[code]), code, depth)

    def fill(self, template: Template, code: str, depth: int) -> Node:
        """A template with expressions in its places."""
        parts: list[str | Node] = []
        same: dict[str, Node] = {}
        end = 0
        for hole in _HOLE.finditer(template.text):
            parts.append(template.text[end : hole.start()].replace("{{", "{").replace("}}", "}"))
            node = self._hole(hole, same, depth)
            parts.append(self._bound(node, template, hole))
            end = hole.end()
        parts.append(template.text[end:].replace("{{", "{").replace("}}", "}"))
        children = [part for part in parts if isinstance(part, Node) and part.code]
        nullable = "?" in template.flags or (
            "!" not in template.flags and any(child.nullable for child in children)
        )
        is_safe = "u" not in template.flags or (
            template.form in ("parentheses", "negate") and all(c.is_safe for c in children)
        )
        return Node(
            tuple(parts), template.form, code, nullable, is_safe, separator="", rank=template.rank
        )

    def _bound(self, node: Node, template: Template, hole: re.Match[str]) -> Node:
        """In parentheses where it would bind otherwise, and sometimes where it would not."""
        if not node.rank or not node.code or not template.is_outside(hole.start()):
            return node
        number = (
            node.code in "if" and template.rank == 1 == node.rank and "-" not in template.text[:1]
        )
        looser = node.rank < template.rank < 4 or (
            node.rank <= 3 == template.rank and "NOT" not in template.text
        )
        if (number or looser) and self.random.random() < 0.6:
            return node
        return replace(
            node,
            parts=("(", *node.parts, ")") if not node.separator else ("(", replace(node), ")"),
            separator="",
            rank=0,
        )

    def window_of(self, name: str) -> Node:
        """What stands between the parentheses of OVER.

        Args:
            name: `partition`, `peers` (an order in which rows can be equal), `total` (in which
                only equal rows can), `frame` (of rows), `range` (of peers). All that tell equal
                rows apart have one partition and order, so that they number these alike.
        """
        keys = [self.make(self.random.choice("isbd"), 0, ".") for _ in range(2)]
        keys = [key for key in keys if key.has_column]
        partition = Node(("PARTITION BY", commas(*keys[:1]))) if keys[:1] else Node()
        if name == "partition":
            return partition
        prefix = partition if self.random.random() < 0.5 else Node()
        if name in ("peers", "range"):
            order = self.make(self.random.choice("isd"), 0, ".")
            direction = self.random.choice(("", "", "DESC", "ASC"))
            over: list[str | Node] = (
                [prefix, "ORDER BY", order, direction] if order.has_column else [prefix]
            )
            if name == "range" and len(over) > 1:
                over.append("RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW")
            return Node(tuple(over))
        if self._order_of_rows is None:
            order_by = together(*self.total) if self.total else Node(("tuple()",))
            self._order_of_rows = Node((prefix, "ORDER BY", order_by))
        frames = (
            "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
            "ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
            "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
            "ROWS UNBOUNDED PRECEDING",
            "ROWS 2 PRECEDING",
        )
        frame = self.random.choice(frames) if name == "frame" else ""
        return Node((self._order_of_rows, frame), "frame" if frame else "")

    def _template(self, templates: Sequence[Template]) -> Template:
        """One of them, rather one whose places can have columns."""
        codes = {leaf.value.code for leaf in self.leaves} | {"k", "*", "j", "b"}
        template = self.random.choice(templates)
        for _ in range(4):
            if all(
                not hole["code"] or hole["code"] in codes for hole in _HOLE.finditer(template.text)
            ):
                break
            template = self.random.choice(templates)
        return template

    def suited(self) -> str:
        """The kind of an expression, rather one of which there are columns."""
        code = self.random.choice(CODES)
        for _ in range(2):
            if any(leaf.value.code == code for leaf in self.leaves):
                break
            code = self.random.choice(CODES)
        return code

    def _leaf(self, code: str, depth: int) -> Node:
        if self.rows is not None and code in AGGREGATES and self.random.random() < 0.6:
            return self.aggregate(code, min(depth, 1))
        leaves = self.named(code)
        if not leaves or (depth > 0 and self.random.random() < 0.05):
            return literal(code, self.random)
        return self.random.choice(self.random.choice(leaves).nodes)

    def _hole(self, hole: re.Match[str], same: dict[str, Node], depth: int) -> Node:
        if hole["window"]:
            return self.window_of(hole["window"])
        if hole["same"] and hole["same"] in same:
            return same[hole["same"]]
        if hole["body"]:
            node = self._lambda(hole["code"], hole["body"], hole["need"] or "", depth)
        else:
            node = self.make(hole["code"], depth, hole["need"] or "")
        if hole["same"]:
            same[hole["same"]] = node
        return node

    def _lambda(self, code: str, body: str, need: str, depth: int) -> Node:
        name = self.random.choice(_PARAMETERS)
        shadows = any(leaf.value.name == name for leaf in self.leaves)
        own = Leaf(Value(name, code, True), (Node((name,), "", code, True),))
        others = [
            leaf
            for leaf in self.leaves
            if leaf.is_named and leaf.value.name != name and self.random.random() < 0.5
        ]
        inner = Expressions(self.random, [*others, own, own])
        node = inner.make(body, max(depth, 1), need)
        form = "lambda that shadows" if shadows else "lambda"
        arrow = self.random.choice((f"{name} ->", f"({name}) ->"))
        return Node((arrow, node), form, "L", node.nullable)

    def _over_subquery(self, code: str, depth: int) -> Node:
        assert self.subquery is not None
        if code != "b":
            return Node(("(", self.subquery(f"max {code}"), ")"), "scalar subquery", code, True)
        how = self.random.choice(("EXISTS", "IN", "IN", "NOT IN", "GLOBAL IN", "tuple"))
        if how == "EXISTS":
            return Node(("EXISTS (", self.subquery("*"), ")"), "exists", code)
        if how == "tuple":
            pair = Node(("(", self.make("j", 0), ",", self.make("s", 0), ")"))
            parts = (pair, "IN", "(", self.subquery("js"), ")")
            return Node(parts, "tuple in subquery", code, True, rank=2)
        of = self.random.choice("jsd")
        left = self.make(of, depth - 1)
        left = Node(("(", left, ")")) if left.rank > 1 else left
        parts = (left, how, "(", self.subquery(of), ")")
        form = "in subquery" if how == "IN" else f"{how.lower()} subquery"
        return Node(parts, form, code, True, rank=2)

    def _safe(self, node: Node) -> Node:
        if node.is_safe:
            return node
        return Node(("toInt64(", node, ")"), "toInt64", "i", node.nullable, separator="")

    def _not_null(self, node: Node) -> Node:
        if node.code not in _FILLED:
            return literal(node.code, self.random)
        before, after = _FILLED[node.code].split("{}")
        return replace(
            node, parts=(before, node, after), form="ifNull", nullable=False, separator="", rank=0
        )


def _literal_rank(text: str) -> int:
    if " " in text and not text.endswith((")", "]")):
        return 2
    return 1 if text.startswith("-") else 0
