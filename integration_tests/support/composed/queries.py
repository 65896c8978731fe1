"""Random queries that compose all forms, each with a defined answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from support.composed.expressions import Expressions
from support.composed.nodes import EMPTY, Node, Spelling, commas, optional
from support.composed.scopes import Value, leaves_of
from support.composed.selects import Context, Select, SelectComposer
from support.composed.sources import Sources
from support.composed.tables import TABLES

__all__ = ["Query", "compose"]

_SET_OPERATIONS = (
    "UNION ALL", "UNION ALL", "UNION DISTINCT", "UNION", "INTERSECT", "EXCEPT",
    "INTERSECT DISTINCT", "EXCEPT DISTINCT",
)  # fmt: skip
_SETTINGS = {
    "final": ("1",),
    "join_use_nulls": ("1",),
    "aggregate_functions_null_for_empty": ("1",),
    "transform_null_in": ("1",),
    "group_by_use_nulls": ("1",),
    "union_default_mode": ("'ALL'", "'DISTINCT'"),
    "max_threads": ("1",),
}


@dataclass(frozen=True)
class Query:
    """A query of the generator.

    Attributes:
        node: its tree.
        spelling: how it is written.
    """

    node: Node
    spelling: Spelling

    @property
    def codes(self) -> str:
        """The kinds of its columns."""
        return "".join(item.code for item in self._items)

    @property
    def names(self) -> list[str | None]:
        """The names of its columns; None of those without an alias."""
        names: list[str | None] = []
        for item in self._items:
            aliased = item.parts[1:2] == ("AS",)
            names += [str(item.parts[2]).strip("`")] if aliased else [None] * len(item.code)
        return names

    @property
    def _items(self) -> list[Node]:
        """The columns of the SELECT that says what they are."""
        select = next(node for _, node in self._body.walk() if node.form == "select")
        items = next(node for _, node in select.walk() if node.form == "columns")
        return [item for item in items.parts if isinstance(item, Node) and item.code]

    @property
    def is_ordered(self) -> bool:
        """Whether the order of its rows is defined."""
        return self._body.form == "select" and any(
            isinstance(part, Node) and part.form in ("ordered", "with fill")
            for part in self._body.parts
        )

    @property
    def has_totals(self) -> bool:
        """Whether ClickHouse gives totals beside its rows."""
        return "with totals" in self.node.forms

    @property
    def _body(self) -> Node:
        """It without its CTEs and settings."""
        body = self.node.parts[1]
        assert isinstance(body, Node)
        return body

    @property
    def sql(self) -> str:
        """Its text; `{db}` stands for the database."""
        return self.spelling.write(self.node.sql)


def compose(seed: int, number: int) -> Query:
    """The query with this number of a seed."""
    return _Composer(Random(f"{seed}:{number}")).query(f"{seed}:{number}")


class _Composer:
    """Makes one query."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.settings = self._settings()
        self.sources = Sources(random, self._derived, "join_use_nulls" in self.settings)
        self.context = Context(random, self.settings, self.sources, self._subquery)

    def query(self, seed: str) -> Query:
        """The whole statement."""
        ctes = self._ctes()
        has_ctes = bool(self.context.ctes)
        if self._chance(0.15):
            made = self._union(2, has_ctes)
        else:
            made = self._select(2, is_top=True, has_with=not has_ctes)
        settings = [
            Node((f"{name} = {value}",), f"setting {name}", is_optional=True)
            for name, value in self.settings.items()
        ]
        clause = optional("SETTINGS", commas(*settings), form="settings") if settings else EMPTY
        spelling = Spelling(seed, self._chance(0.15), self._chance(0.15))
        return Query(Node((ctes, made.node, clause)), spelling)

    def _chance(self, chance: float) -> bool:
        return self.random.random() < chance

    def _settings(self) -> dict[str, str]:
        settings = {}
        if self._chance(0.25):
            for name in self.random.sample(sorted(_SETTINGS), self.random.choice((1, 1, 2))):
                settings[name] = self.random.choice(_SETTINGS[name])
        return settings

    def _ctes(self) -> Node:
        if not self._chance(0.18):
            return EMPTY
        items = list[Node]()
        made = dict[str, tuple[Value, ...]]()
        # What shadows a table reads the table, where it could be recursive itself.
        is_recursive = self._chance(0.2)
        if is_recursive:
            items.append(self._recursive())
            made["tree"] = (Value("n", "i"), Value("depth", "i"))
            self.context.ctes = dict(made)
        for _ in range(self.random.choice((1, 1, 2)) - is_recursive):
            shadowed = not is_recursive and self._chance(0.3)
            name = self.random.choice(TABLES).name if shadowed else f"cte{len(items) + 1}"
            if name in made:
                continue
            query = self._select(1)
            form = "cte that shadows a table" if shadowed else "cte"
            items.append(Node((name, "AS (", query.node, ")"), form))
            made[name] = query.values
            self.context.ctes = dict(made)
        return Node(("WITH RECURSIVE" if is_recursive else "WITH", commas(*items)))

    def _recursive(self) -> Node:
        """A CTE that reads itself."""
        source = self.sources.make(0, {})
        expressions = Expressions(self.random, leaves_of(source.relations, self.random))
        start = Node(("toInt64(", expressions.make("i", 1, "!"), ") AS n, toInt64(0) AS depth"))
        step = self.random.choice(
            (
                "SELECT toInt64(n + 1), depth + 1 FROM tree WHERE depth < 2",
                "SELECT intDiv(n, 2), toInt64(depth + 1) FROM tree WHERE (depth < 3) AND n > 0",
                "SELECT toInt64(t.k), r.depth + 1 FROM items AS t INNER JOIN tree AS r "
                "ON t.k = r.n + 1 WHERE r.depth < 3",
                "SELECT toInt64(el), depth + 1 FROM tree ARRAY JOIN [n - 1, n * 2] AS el "
                "WHERE depth < 2",
            )
        )
        parts = ("tree AS (", "SELECT", start, "FROM", source.node, "UNION ALL", step, ")")
        return Node(parts, "recursive cte")

    def _derived(self, depth: int) -> tuple[Node, tuple[Value, ...]]:
        """A subquery in FROM."""
        made = self._union(depth) if self._chance(0.1) else self._select(depth)
        return made.node, made.values

    def _subquery(self, wanted: str) -> Node:
        """A subquery in an expression: columns of these kinds, or one row with `max`."""
        if wanted.startswith("max "):
            code = wanted[-1]
            source = self.sources.make(0, {})
            expressions = Expressions(self.random, leaves_of(source.relations, self.random))
            function = self.random.choice(("max", "min"))
            argument = expressions.make("j" if code == "i" else code, 0)
            return Node(("SELECT", f"{function}(", argument, ")", "FROM", source.node))
        if wanted == "*":
            return self._select(0).node
        return self._select(0, wanted).node

    def _union(self, depth: int, has_ctes: bool = False) -> Select:
        codes = "".join(self.random.choice("jjssbdf") for _ in range(self.random.randint(1, 3)))
        operations = [
            op for op in _SET_OPERATIONS if op != "UNION" or "union_default_mode" in self.settings
        ]
        tag = self.context.fresh()
        branches = [
            self._select(depth - 1, codes, tag=tag, has_with=place > 0 and not self.context.ctes)
            for place in range(self.random.choice((2, 2, 3)))
        ]
        operation = self.random.choice(operations)
        parts: list[str | Node] = []
        for place, branch in enumerate(branches):
            if place:
                if depth == 2 and self._chance(0.4):
                    operation = self.random.choice(operations)
                parts.append(Node((operation,), "set operation"))
            # A tail would be the last SELECT's; elsewhere it needs parentheses.
            bare = self._chance(0.6) and (place == len(branches) - 1 or not branch.is_ordered)
            bare |= place == 0 and has_ctes and not branch.is_ordered
            if place == 0 and has_ctes and not bare:
                parts.append(Node(("SELECT * FROM",)))
            parts.append(
                branch.node if bare else Node(("(", branch.node, ")"), "branch in parentheses")
            )
        values = tuple(
            replace(value, nullable=any(b.values[place].nullable for b in branches))
            for place, value in enumerate(branches[0].values)
        )
        return Select(Node(tuple(parts), operation.lower()), values)

    def _select(
        self,
        depth: int,
        wanted: str | None = None,
        is_top: bool = False,
        tag: str = "",
        has_with: bool = True,
    ) -> Select:
        return SelectComposer(self.context, depth, wanted, is_top, tag, has_with).make()
