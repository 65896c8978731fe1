"""What stands behind FROM: tables, subqueries, CTEs, joins of them, ARRAY JOIN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from support.composed.expressions import Expressions
from support.composed.nodes import EMPTY, Node, commas, optional
from support.composed.scopes import Leaf, Relation, Value, leaves_of, quoted
from support.composed.tables import TABLES, VIEWS, TableColumn, TableSpec

__all__ = ["Source", "Sources", "Subquery", "total_order"]

Subquery = Callable[[int], tuple[Node, tuple[Value, ...]]]
"""Makes a query in which so many others may stand, and says its columns."""

_ALIASES = ("a", "b", "c", "left_side", "R", "my table")
_EVERY_ROW = (
    "INNER JOIN",
    "JOIN",
    "LEFT JOIN",
    "LEFT OUTER JOIN",
    "RIGHT JOIN",
    "FULL JOIN",
    "ALL LEFT JOIN",
    "GLOBAL INNER JOIN",
)
_LEFT_ONLY = (
    "LEFT SEMI JOIN",
    "SEMI LEFT JOIN",
    "LEFT ANTI JOIN",
    "LEFT ANY JOIN",
    "ANY LEFT JOIN",
)
_RIGHT_ONLY = ("RIGHT SEMI JOIN", "RIGHT ANTI JOIN", "ANY RIGHT JOIN")
_FUNCTIONS = (
    ("numbers(4)", (Value("number", "i", is_safe=False),)),
    ("numbers(2, 3)", (Value("number", "i", is_safe=False),)),
    ("generateSeries(0, 6, 3)", (Value("generate_series", "i", is_safe=False),)),
    (
        "values('k Int32, name String', (1, 'a'), (2, ''), (7, 'Rome'), (7, 'Rome'))",
        (Value("k", "i"), Value("name", "s")),
    ),
    (
        "values('k Int16, x Nullable(Int64), day Date', (1, NULL, '2024-01-01'), "
        "(3, 3, '2024-01-31'))",
        (Value("k", "i"), Value("x", "i", nullable=True), Value("day", "d")),
    ),
)
"""Table functions with their columns."""


@dataclass(frozen=True)
class Source:
    """A FROM clause.

    Attributes:
        node: what stands behind FROM.
        relations: what it has.
        is_table: whether it is one table, which may have PREWHERE.
    """

    node: Node
    relations: tuple[Relation, ...]
    is_table: bool = False


class Sources:
    """Makes FROM clauses.

    Args:
        random: what decides.
        subquery: makes a subquery.
        use_nulls: whether the query has `join_use_nulls`.
    """

    def __init__(self, random: Random, subquery: Subquery, use_nulls: bool) -> None:
        self._random = random
        self._subquery = subquery
        self._use_nulls = use_nulls

    def make(self, depth: int, ctes: dict[str, tuple[Value, ...]]) -> Source:
        """A FROM clause.

        Args:
            depth: how many subqueries may stand in each other.
            ctes: the CTEs that can be read.
        """
        chance = self._random.random()
        if chance < 0.22:
            return self._join(depth, ctes)
        if chance < 0.27:
            return self._comma(depth, ctes)
        if chance < 0.31 and depth > 0:
            return self._three(depth, ctes)
        node, relation = self._one(depth, ctes, self._alias(0.4, ()))
        return Source(node, (relation,), relation.is_table)

    def array_join(self, source: Source) -> Source | None:
        """The same source with an ARRAY JOIN behind it."""
        leaves = [
            leaf for leaf in leaves_of(source.relations, self._random) if leaf.value.code in "IS"
        ]
        if not leaves:
            return None
        leaf = self._random.choice(leaves)
        of = leaf.nodes[-1]
        keyword = self._random.choice(("ARRAY JOIN", "ARRAY JOIN", "LEFT ARRAY JOIN"))
        code = {"I": "i", "S": "s"}[leaf.value.code]
        element = replace(leaf.value, code=code)
        if self._random.random() < 0.3 and len(source.relations) == 1 and of.form != "qualified":
            form = "array join of column" if "LEFT" not in keyword else "left array join of column"
            kept = [v for v in source.relations[0].values if v.name != leaf.value.name]
            relation = replace(source.relations[0], values=(*kept, element))
            node = Node((source.node, keyword, of), form)
            return replace(source, node=node, relations=(relation,), is_table=False)
        added = [replace(element, name="el")]
        items = [Node((of, "AS el"))]
        if self._random.random() < 0.3:
            items.append(Node(("arrayEnumerate(", of, ") AS num"), "arrayEnumerate"))
            added.append(Value("num", "i"))
        node = Node((source.node, keyword, commas(*items)), keyword.lower())
        return replace(
            source, node=node, relations=(*source.relations, Relation(tuple(added))), is_table=False
        )

    def _alias(self, chance: float, taken: Sequence[str]) -> str:
        if self._random.random() >= chance:
            return ""
        return self._random.choice([alias for alias in _ALIASES if alias not in taken])

    def _one(
        self, depth: int, ctes: dict[str, tuple[Value, ...]], alias: str
    ) -> tuple[Node, Relation]:
        chance = self._random.random()
        if ctes and chance < 0.6:
            name = self._random.choice(sorted(ctes))
            return self._named(Node((name,), "cte read"), name, ctes[name], alias)
        if depth > 0 and chance < 0.3:
            query, values = self._subquery(depth - 1)
            relation = Relation(values)
            words = ("view(", query, ")") if self._random.random() < 0.1 else ("(", query, ")")
            node = Node(words, "view of query" if words[0] == "view(" else "subquery in from")
            return self._aliased(node, relation, alias)
        other = self._random.random()
        if other < 0.05:
            text, values = self._random.choice(_FUNCTIONS)
            return self._aliased(Node((text,), "table function"), Relation(values), alias)
        if other < 0.12:
            return self._view(alias)
        weighted = [table for table in TABLES for _ in range(5 if table.parts else 1)]
        spec = self._random.choice([table for table in weighted if table.name not in ctes])
        return self._table(spec, alias)

    def _named(
        self, node: Node, name: str, values: tuple[Value, ...], alias: str
    ) -> tuple[Node, Relation]:
        return self._aliased(node, Relation(values, (name,)), alias)

    def _view(self, alias: str) -> tuple[Node, Relation]:
        spec = self._random.choice(VIEWS)
        relation = Relation(_values(spec.columns), () if spec.arguments else (spec.name,))
        if not spec.arguments:
            return self._aliased(Node((spec.name,), "view"), relation, alias)
        call = f"{spec.name}({self._random.choice(spec.arguments)})"
        return self._aliased(Node((call,), "view with parameters"), relation, alias)

    def _table(self, spec: TableSpec, alias: str) -> tuple[Node, Relation]:
        values = _values(spec.columns)
        name, form = spec.name, "table"
        qualifiers: tuple[str, ...] = (spec.name,)
        if self._random.random() < 0.25:
            name, form = f"{{db}}.{spec.name}", "qualified table"
            qualifiers = (spec.name, f"{{db}}.{spec.name}")
        elif self._random.random() < 0.1:
            name, form = quoted(spec.name, self._random), "quoted table"
        node, relation = self._aliased(
            Node((name,), form), Relation(values, qualifiers, True), alias
        )
        final = EMPTY
        if spec.has_final and self._random.random() < 0.4:
            final = optional("FINAL", form="final")
        return Node((node, final)), relation

    def _aliased(self, node: Node, relation: Relation, alias: str) -> tuple[Node, Relation]:
        if not alias:
            return node, relation
        written = f"`{alias}`" if " " in alias else alias
        keyword = self._random.choice(("AS", "AS", ""))
        return (
            Node((node, keyword, written), "table alias"),
            replace(relation, qualifiers=(written,)),
        )

    def _pair(
        self, depth: int, ctes: dict[str, tuple[Value, ...]]
    ) -> tuple[Node, Relation, Node, Relation]:
        left_alias = self._alias(1, ())
        right_alias = self._alias(1, (left_alias,))
        left, left_relation = self._one(depth, ctes, left_alias)
        right, right_relation = self._one(depth, ctes, right_alias)
        return left, left_relation, right, right_relation

    def _comma(self, depth: int, ctes: dict[str, tuple[Value, ...]]) -> Source:
        left, left_relation, right, right_relation = self._pair(0, ctes)
        word, form = self._random.choice(((",", "comma join"), ("CROSS JOIN", "cross join")))
        return Source(Node((left, word, right), form), (left_relation, right_relation))

    def _join(self, depth: int, ctes: dict[str, tuple[Value, ...]]) -> Source:
        left, left_relation, right, right_relation = self._pair(depth, ctes)
        return self._joined(left, (left_relation,), right, right_relation)

    def _three(self, depth: int, ctes: dict[str, tuple[Value, ...]]) -> Source:
        left, left_relation, right, right_relation = self._pair(0, ctes)
        two = self._joined(left, (left_relation,), right, right_relation, _EVERY_ROW)
        taken = [q.strip("`") for r in two.relations for q in r.qualifiers]
        third, relation = self._one(depth - 1, ctes, self._alias(1, taken))
        return self._joined(two.node, two.relations, third, relation, _EVERY_ROW, using=False)

    def _joined(
        self,
        left: Node,
        lefts: tuple[Relation, ...],
        right: Node,
        relation: Relation,
        kinds: Sequence[str] = (
            *_EVERY_ROW,
            *_LEFT_ONLY,
            *_RIGHT_ONLY,
            "ASOF JOIN",
            "ASOF LEFT JOIN",
        ),
        using: bool = True,
    ) -> Source:
        kind = self._random.choice(kinds)
        condition = self._condition(kind, lefts, relation, using)
        if condition is None:
            node = Node((left, "CROSS JOIN", right), "cross join")
            return Source(node, (*lefts, relation))
        node = Node((left, kind, right, condition), kind.lower())
        if kind in _LEFT_ONLY or "ASOF" in kind:
            return Source(node, lefts)
        if kind in _RIGHT_ONLY:
            return Source(node, (*(replace(one, is_hidden=True) for one in lefts), relation))
        if self._use_nulls:
            if "LEFT" in kind or "FULL" in kind:
                relation = relation.made_nullable()
            if "RIGHT" in kind or "FULL" in kind:
                lefts = tuple(one.made_nullable() for one in lefts)
        return Source(node, (*lefts, relation))

    def _condition(
        self, kind: str, lefts: tuple[Relation, ...], right: Relation, using: bool
    ) -> Node | None:
        shared = [
            value.name
            for value in right.values
            for other in lefts[0].values
            if (value.name, value.code) == (other.name, other.code)
            and value.code in "isd"
            and value.is_safe
            and other.is_safe
        ]
        if (
            using
            and len(lefts) == 1
            and shared
            and self._random.random() < 0.35
            and "ASOF" not in kind
        ):
            name = self._random.choice(shared)
            return Node(("USING (", _plain(name), ")"), "using")
        mine = self._expressions(lefts)
        theirs = self._expressions((right,))
        for code in self._random.sample("iisd", 4):
            equal = self._equality(mine, theirs, code)
            if equal is None:
                continue
            parts: list[str | Node] = ["ON", equal]
            if "ASOF" in kind:
                asof = self._asof(mine, theirs)
                if asof is None:
                    continue
                parts += ["AND", asof]
            elif self._random.random() < 0.2 and "ANY" not in kind:
                other = self._equality(mine, theirs, self._random.choice("isd"))
                if other is not None:
                    parts.append(optional("AND", other, form="join on two"))
            elif self._random.random() < 0.15 and kind in _EVERY_ROW:
                side = self._random.choice((mine, theirs))
                parts.append(
                    optional("AND (", side.make("b", 1), ")", form="join condition of one side")
                )
            return Node(tuple(parts), "on")
        return None

    def _expressions(self, relations: Sequence[Relation]) -> Expressions:
        """Columns that are qualified, so that they belong to one side."""
        leaves = []
        for relation in relations:
            for leaf in leaves_of((relation,), self._random):
                nodes = tuple(node for node in leaf.nodes if node.form == "qualified")
                if nodes:
                    leaves.append(Leaf(leaf.value, nodes))
        return Expressions(self._random, leaves)

    def _equality(self, mine: Expressions, theirs: Expressions, code: str) -> Node | None:
        pair = []
        for side in (mine, theirs):
            leaves = [leaf for leaf in side.named(code) if leaf.value.is_safe]
            if not leaves:
                return None
            pair.append(self._random.choice(self._random.choice(leaves).nodes))
        if code == "i" and self._random.random() < 0.2:
            pair[1] = Node((pair[1], "+ 1"), "plus", "i", pair[1].nullable)
        return Node((pair[0], "=", pair[1]))

    def _asof(self, mine: Expressions, theirs: Expressions) -> Node | None:
        pair = []
        for side in (mine, theirs):
            leaves = [leaf for leaf in side.named("d") if not leaf.value.nullable]
            if not leaves:
                return None
            pair.append(self._random.choice(leaves).nodes[0])
        return Node((pair[0], self._random.choice((">=", ">", "<=", "<")), pair[1]))


def total_order(relations: Sequence[Relation], random: Random) -> list[Node]:
    """Expressions that together tell all rows apart that are not equal."""
    return [leaf.nodes[0] for leaf in leaves_of(relations, random) if leaf.value.code != "M"]


def _values(columns: Sequence[TableColumn]) -> tuple[Value, ...]:
    return tuple(
        Value(column.name, column.code, column.is_nullable, column.is_safe) for column in columns
    )


def _plain(name: str) -> str:
    return f"`{name}`"
