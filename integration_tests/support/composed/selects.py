"""One SELECT, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from support.composed.expressions import Expressions
from support.composed.nodes import EMPTY, Node, commas, optional
from support.composed.scopes import Leaf, Value, leaves_of
from support.composed.sources import Source, Sources, total_order

__all__ = ["Context", "Select", "SelectComposer"]

_SETS = 0.23
"""So many of the groups have ROLLUP, CUBE or GROUPING SETS."""
_NAMES = ("n1", "total", "Total", "c", "name", "x", "k", "my col", "settings", "value", "r2", "day")


@dataclass
class Context:
    """What all SELECTs of a query share.

    Attributes:
        random: what decides.
        settings: of the query.
        sources: makes their FROM clauses.
        subquery: makes a subquery of an expression, with columns of these kinds.
        ctes: those that can be read.
        count: how many SELECTs there are.
    """

    random: Random
    settings: dict[str, str]
    sources: Sources
    subquery: Callable[[str], Node]
    ctes: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    count: int = 0

    def chance(self, chance: float) -> bool:
        """True that often."""
        return self.random.random() < chance

    def fresh(self) -> str:
        """A name that no other SELECT has."""
        self.count += 1
        return f"s{self.count}"


@dataclass(frozen=True)
class Select:
    """A SELECT, or several with set operations between them.

    Attributes:
        node: its tree.
        values: its columns.
        is_ordered: whether it ends with an order.
    """

    node: Node
    values: tuple[Value, ...]
    is_ordered: bool = False


@dataclass(frozen=True)
class _Item:
    """A column of a SELECT."""

    node: Node
    value: Value
    is_aliased: bool
    is_plain: bool = True


class SelectComposer:
    """Makes one SELECT, clause by clause."""

    def __init__(
        self,
        context: Context,
        depth: int,
        wanted: str | None,
        is_top: bool,
        tag: str,
        has_with: bool,
    ) -> None:
        self.context = context
        self.random = context.random
        self.depth = depth
        self.wanted = wanted
        self.is_top = is_top
        self.has_with = has_with
        self.is_branch = bool(tag)
        self.tag = tag or context.fresh()
        self.chance = context.chance
        self.complexity = self.random.choice((0, 1, 1, 2))
        self.source = self._source()
        leaves = leaves_of(self.source.relations, self.random)
        subquery = context.subquery if depth > 0 else None
        total = total_order(self.source.relations, self.random)
        self.rows = Expressions(self.random, leaves, total=total, subquery=subquery)
        self.items: list[_Item] = []
        self.shadowed = ""

    def _source(self) -> Source:
        source = self.context.sources.make(self.depth, self.context.ctes)
        if self.chance(0.1):
            return self.context.sources.array_join(source) or source
        return source

    def make(self) -> Select:
        with_clause = self._with()
        style = self.random.choices(("plain", "grouped", "window"), (5, 4, 2))[0]
        if self.wanted is None and self.chance(0.06):
            filled = self._filled(with_clause)
            if filled is not None:
                return filled
            self.items = []
        if self.wanted is None and not self.is_branch and self.chance(0.06):
            starred = self._starred(with_clause)
            if starred is not None:
                return starred
        if style == "grouped":
            return self._grouped(with_clause)
        return self._plain(with_clause, has_windows=style == "window")

    # The clauses

    def _with(self) -> Node:
        if not self.has_with or not self.chance(0.12):
            return EMPTY
        if self.chance(0.2):
            return self._named_lambda()
        code = self.random.choice("iisd")
        if self.rows.subquery is not None and self.chance(0.3):
            query = self.rows.subquery(f"max {code}")
            node = Node(("(", query, ")"), "scalar subquery of with", code, True)
        else:
            node = self.rows.make(code, 1)
        name = self.random.choice(("w1", "with_name", "W"))
        value = Value(name, code, node.nullable, node.is_safe)
        self.rows.leaves.append(
            Leaf(
                value,
                (Node((_written(name),), "alias of with", code, node.nullable, node.is_safe),),
            )
        )
        return Node(("WITH", node, "AS", _written(name)), "with expression")

    def _named_lambda(self) -> Node:
        """WITH a lambda, and calls of it with columns."""
        name, body = self.random.choice(
            (("fn", "v9 + 1"), ("twice", "v9 * 2"), ("Fn", "if(v9 > 2, v9, -v9)"))
        )
        for leaf in [one for one in self.rows.leaves if one.value.code == "i"]:
            calls = tuple(
                replace(
                    node,
                    parts=(f"{name}(", replace(node, code=""), ")"),
                    form="lambda with a name",
                    is_safe=False,
                    separator="",
                )
                for node in leaf.nodes
            )
            self.rows.leaves.append(Leaf(replace(leaf.value, name="", is_safe=False), calls))
        return Node(("WITH v9 ->", body, "AS", name), "with lambda")

    def _codes(self) -> str:
        if self.wanted is not None:
            return self.wanted
        return "".join(self.rows.suited() for _ in range(self.random.choice((1, 2, 2, 3, 4))))

    def _name(self) -> str:
        taken = {item.value.name for item in self.items}
        taken |= {leaf.value.name for leaf in self.rows.leaves}
        if len(self.source.relations) > 2:
            # An ON that names a table like an alias is resolved before the other tables are known.
            taken |= {one for relation in self.source.relations for one in relation.qualifiers}
        free = [name for name in _NAMES if name not in taken]
        return self.random.choice(free) if free else f"c{len(taken)}"

    def _add(self, node: Node, code: str, can_shadow: bool = False, is_plain: bool = True) -> _Item:
        """A column of the SELECT, with an alias or without."""
        code = "i" if code == "j" else code
        needs_alias = not self.is_top and (self.wanted is None or self.is_branch)
        name, is_aliased = f"#{len(self.items)}", False
        form = "alias"
        if needs_alias or self.chance(0.7):
            name, is_aliased = self._name(), True
            columns = {leaf.value.name for leaf in self.rows.named(code)} if can_shadow else set()
            columns -= {item.value.name for item in self.items}
            if columns and not self.shadowed and self.chance(0.12):
                name = self.shadowed = self.random.choice(sorted(columns))
                form = "alias with the name of a column"
        written = Node((node, "AS", _written(name)), form) if is_aliased else Node((node,))
        value = Value(name, code, node.nullable, node.is_safe)
        item = _Item(
            replace(written, code=code, tag=f"{self.tag}.{len(self.items)}"),
            value,
            is_aliased,
            is_plain,
        )
        self.items.append(item)
        return item

    def _alias_leaves(self, plain_only: bool = True) -> list[Leaf]:
        return [
            Leaf(item.value, (Node((_written(item.value.name),), "alias used", item.value.code,
                 item.value.nullable, item.value.is_safe),))
            for item in self.items
            if item.is_aliased and (item.is_plain or not plain_only)
        ]  # fmt: skip

    def _plain(self, with_clause: Node, has_windows: bool) -> Select:
        base = list(self.rows.leaves)
        if not has_windows:
            self.rows.leaves += self._elements()
        joined = list(self.rows.leaves)
        named = Node()
        qualify = EMPTY
        for code in self._codes():
            if has_windows and code in "ijfs" and self.chance(0.6):
                self._window_item(code)
                continue
            if self.wanted is None and code in "is" and self.chance(0.04):
                array = self.rows.make({"i": "I", "s": "S"}[code], 0, "!")
                node = Node(("arrayJoin(", array, ")"), "arrayJoin", code, separator="")
                self._add(node, code, is_plain=False)
                continue
            is_base = self.chance(0.5)
            self.rows.leaves = joined if is_base else [*joined, *self._alias_leaves() * 2]
            node = self.rows.make(code, self.complexity + (1 if self.chance(0.3) else 0))
            self._add(node, code, can_shadow=is_base and not has_windows)
        self._untupled(joined)
        self.rows.leaves = [*joined, *self._alias_leaves() * 2]
        prewhere = self._prewhere(base)
        where = self._condition("WHERE", self.rows, 0.45)
        if has_windows:
            qualify = self._qualify()
            named = self._named_window(qualify)
        distinct, limit_by = EMPTY, True
        if self.wanted is None or self.chance(0.3):
            distinct, limit_by = self._distinct()
        tail, is_ordered = self._tail(
            self.rows if limit_by and not distinct.parts else None, limit_by
        )
        if distinct.form == "distinct on":
            # Which rows it takes is said by the order.
            distinct = distinct if tail.parts else EMPTY
            tail = replace(tail, is_optional=False)
        node = Node(
            (with_clause, "SELECT", distinct, self._list(), "FROM", self.source.node, prewhere,
             where, named, qualify, tail), "",
        )  # fmt: skip
        return self._done(node, is_ordered)

    def _untupled(self, leaves: Sequence[Leaf]) -> None:
        """Sometimes a column for each element of a tuple, behind the others."""
        if not self.is_top or not self.chance(0.04):
            return
        tuples = Expressions(self.random, leaves)
        node = Node(("untuple(", tuples.make(self.random.choice("PQ"), 1), ")"), separator="")
        item = Node((node,), "untuple", "is", tag=f"{self.tag}.{len(self.items)}")
        self.items.append(_Item(item, Value(f"#{len(self.items)}", "M"), False, False))

    def _elements(self) -> list[Leaf]:
        """`arrayJoin` of a column, which makes a row for each element wherever it stands."""
        arrays = [leaf for leaf in self.rows.leaves if leaf.value.code in "IS"]
        if not arrays or not self.chance(0.07):
            return []
        array = self.random.choice(arrays)
        code = {"I": "i", "S": "s"}[array.value.code]
        of = replace(self.random.choice(array.nodes), code="")
        node = Node(
            ("arrayJoin(", of, ")"), "arrayJoin anywhere", code, array.value.nullable, separator=""
        )
        return [Leaf(replace(array.value, name="", code=code), (node,))] * 3

    def _grouped(self, with_clause: Node) -> Select:
        self.rows.subquery = None
        prewhere = self._prewhere(self.rows.leaves)
        self.rows.leaves += self._elements()
        where = self._condition("WHERE", self.rows, 0.3)
        keys, leaves = self._keys()
        kind = self.random.random()
        if kind < _SETS:
            leaves += self._groupings(leaves)
        grouped = Expressions(self.random, leaves, rows=self.rows)
        grouped.null_for_empty = "aggregate_functions_null_for_empty" in self.context.settings
        for code in self._codes():
            if self.wanted is None and code in "is" and self.chance(0.05):
                array = grouped.make({"i": "I", "s": "S"}[code], 1, "!")
                node = Node(("arrayJoin(", array, ")"), "arrayJoin of groups", code, separator="")
            else:
                node = grouped.make(code, self.complexity)
            self._add(node, code, is_plain=False)
        self._key_items(keys)
        group_by = self._group_by(keys, kind)
        aliases = self._alias_leaves(plain_only=False)
        behind = Expressions(self.random, [*leaves, *aliases], rows=self.rows)
        having = EMPTY
        if self.chance(0.35):
            having = optional("HAVING", behind.make("b", 1), form="having")
        distinct, limit_by = self._distinct() if self.wanted is None else (EMPTY, True)
        tail, is_ordered = self._tail(None, limit_by)
        node = Node(
            (with_clause, "SELECT", distinct, self._list(), "FROM", self.source.node, prewhere,
             where, group_by, having, tail), "",
        )  # fmt: skip
        return self._done(node, is_ordered)

    def _starred(self, with_clause: Node) -> Select | None:
        """All columns, or all but some."""
        relations = self.source.relations
        # Of ANY and ASOF joins only the left side has columns that are defined.
        if "join" in self.source.node.form:
            return None
        if len(relations) != 1 or any(value.name.startswith("#") for value in relations[0].values):
            return None
        values = list(relations[0].values)
        names = [value.name for value in values]
        if len(set(names)) < len(names):
            return None
        qualifiers = relations[0].qualifiers
        qualifier = f"{qualifiers[0]}." if qualifiers and self.chance(0.3) else ""
        parts, form = [f"{qualifier}*"], "star"
        if self.chance(0.4):
            parts, form, values = self._columns_of(qualifier, values)
        if len(values) > 1 and self.chance(0.4):
            left_out = self.random.choice(values)
            parts.append(f"EXCEPT (`{left_out.name}`)")
            values.remove(left_out)
            form = f"{form} except"
        numbers = [value for value in values if value.code == "i" and not value.nullable]
        if numbers and self.chance(0.3):
            name = self.random.choice(numbers).name
            parts.append(f"REPLACE (`{name}` + 1 AS `{name}`)")
            form = f"{form} replace"
        if self.is_top and self.chance(0.4):
            applied, values = self._applied(values)
            parts.append(applied)
            form = f"{form} apply"
        codes = "".join(value.code for value in values)
        items = commas(Node(tuple(parts), form, codes), form="columns")
        where = self._condition("WHERE", self.rows, 0.4)
        prewhere = self._prewhere(self.rows.leaves)
        tail = EMPTY
        if "M" not in codes and self.chance(0.5):
            parts_of_tail = ("ORDER BY ALL", self._limit(()))
            tail = Node(parts_of_tail, "ordered", is_optional=True)
        node = Node(
            (with_clause, "SELECT", items, "FROM", self.source.node, prewhere, where, tail),
            "select",
        )
        return Select(node, tuple(values), bool(tail.parts))

    def _columns_of(
        self, qualifier: str, values: Sequence[Value]
    ) -> tuple[list[str], str, list[Value]]:
        """COLUMNS with a pattern or a list: its text, what it is called, and its columns."""
        chosen = [value for value in values if self.chance(0.5)] or list(values)
        names = [value.name for value in chosen]
        if self.chance(0.5):
            pattern = "|".join(f"^{name}$" for name in names)
            return [f"{qualifier}COLUMNS('{pattern}')"], "columns of pattern", chosen
        shuffled = self.random.sample(chosen, len(chosen))
        listed = ", ".join(f"`{value.name}`" for value in shuffled)
        # Behind a table's name they come in the table's order.
        shown = chosen if qualifier else shuffled
        return [f"{qualifier}COLUMNS({listed})"], "columns of list", shown

    def _applied(self, values: Sequence[Value]) -> tuple[str, list[Value]]:
        """APPLY, and what it makes of columns."""
        codes = {value.code for value in values}
        ways = [
            ("toTypeName", "s"), ("x -> isNull(x)", "b"), ("(x -> toTypeName([x]))", "s"),
            ("count", "i"), ("uniqExact", "i"),
        ]  # fmt: skip
        if codes <= set("isdtube"):
            ways += [("toString", "s"), ("(k -> concat('-', toString(k)))", "s")]
            ways += [("max", ""), ("min", "")]
        if codes == {"i"}:
            ways += [("x -> x % 2", "i"), ("sum", "i")]
        way, code = self.random.choice(ways)
        return f"APPLY({way})", [replace(value, code=code or value.code) for value in values]

    def _done(self, node: Node, is_ordered: bool) -> Select:
        return Select(
            replace(node, form="select"), tuple(item.value for item in self.items), is_ordered
        )

    def _list(self) -> Node:
        return commas(*(item.node for item in self.items), form="columns")

    def _condition(self, keyword: str, expressions: Expressions, chance: float) -> Node:
        if not self.chance(chance):
            return EMPTY
        if self.chance(0.04):
            number = Node((expressions.make("i", 1, "."), "% 2"), "number as condition")
            return optional(keyword, number, form=keyword.lower())
        condition = expressions.make("b", 2)
        if self.chance(0.4) and expressions.rows is None:
            other = Node(
                (expressions.make("i", 0, "."), self.random.choice(("<= 3", ">= 1", "!= 4")))
            )
            condition = Node(("(", condition, ") OR", other), "or", "b")
        return optional(keyword, condition, form=keyword.lower())

    def _prewhere(self, leaves: Sequence[Leaf]) -> Node:
        if not self.source.is_table:
            return self._prewhere_of_join()
        if not self.chance(0.2):
            return EMPTY
        columns = Expressions(
            self.random, [leaf for leaf in leaves if leaf.nodes[0].form != "alias of with"]
        )
        return self._condition("PREWHERE", columns, 1)

    def _prewhere_of_join(self) -> Node:
        """A condition on one of several tables; what is made behind it is the same without it."""
        state = self.random.getstate()
        found = EMPTY
        tables = [one for one in self.source.relations if one.is_table and not one.is_hidden]
        if tables and self.chance(0.2):
            own = self.random.choice(tables).values
            leaves = leaves_of(self.source.relations, self.random)
            of_table = [leaf for leaf in leaves if any(leaf.value is value for value in own)]
            if of_table:
                columns = Expressions(self.random, of_table)
                condition = self._condition("PREWHERE", columns, 1)
                found = optional(condition, form="prewhere of join")
        self.random.setstate(state)
        return found

    def _distinct(self) -> tuple[Node, bool]:
        """DISTINCT or nothing, and whether LIMIT BY may be there."""
        if self.chance(0.12):
            return optional("DISTINCT", form="distinct"), True
        aliased = [
            item
            for item in self.items
            if item.is_aliased and item.is_plain and item.value.code in "isd"
        ]
        if aliased and self.is_top and self.chance(0.08):
            on = Node((_written(self.random.choice(aliased).value.name),))
            return optional("DISTINCT ON (", on, ")", form="distinct on"), False
        return EMPTY, True

    # GROUP BY

    def _keys(self) -> tuple[list[tuple[Node, str, str]], list[Leaf]]:
        """The keys as (expression, kind, alias), and what they are behind GROUP BY."""
        keys: list[tuple[Node, str, str]] = []
        leaves = []
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 2, 3))):
            code = self.random.choice("iissbde")
            node = self.rows.make(code, self.random.choice((0, 0, 1)), ".")
            if self.chance(0.4):
                node = self.rows.make(code, 1)
            if not node.has_column or any(node.sql == other.sql for other, _, _ in keys):
                continue
            alias = f"key{len(keys)}" if self.wanted is None and self.chance(0.5) else ""
            if "group_by_use_nulls" in self.context.settings:
                node = replace(node, nullable=True)
            value = Value(alias, code, node.nullable, node.is_safe)
            written = (
                Node((alias,), "alias used", code, node.nullable, node.is_safe) if alias else node
            )
            leaves.append(Leaf(value, (written,)))
            keys.append((node, code, alias))
        return keys, leaves

    def _key_items(self, keys: Sequence[tuple[Node, str, str]]) -> None:
        """Puts keys that have an alias, and some others, into the SELECT."""
        for node, code, alias in keys:
            value = Value(alias, code, node.nullable, node.is_safe)
            tag = f"{self.tag}.{len(self.items)}"
            if alias:
                written = Node((node, "AS", alias), "alias", code, tag=tag)
                self.items.append(_Item(written, value, True, False))
            elif self.is_top and self.chance(0.5):
                self.items.append(_Item(Node((node,), "", code, tag=tag), value, False, False))

    def _groupings(self, keys: Sequence[Leaf]) -> list[Leaf]:
        """`grouping(key)` of ROLLUP, CUBE and GROUPING SETS."""
        if not self.chance(0.3):
            return []
        return [
            Leaf(
                Value("", "i", is_safe=False),
                (
                    Node(
                        ("grouping(", replace(key.nodes[0], code=""), ")"), "grouping", "i",
                        is_safe=False, separator="",
                    ),
                ),
            )
            for key in keys
        ]  # fmt: skip

    def _group_by(self, keys: Sequence[tuple[Node, str, str]], chance: float) -> Node:
        """GROUP BY, of a kind that the chance says."""
        if not keys:
            return EMPTY
        written: list[Node] = []
        for node, _, alias in keys:
            place = [
                i for i, item in enumerate(self.items, 1) if alias and item.value.name == alias
            ]
            if alias and chance >= 0.34 and self.chance(0.25) and place:
                written.append(Node((str(place[0]),), "group by position"))
            elif alias and self.chance(0.7):
                written.append(Node((alias,), "group by alias"))
            else:
                written.append(node)
        texts = commas(*written)
        if chance < 0.08:
            return Node(("GROUP BY", texts, "WITH ROLLUP"), "rollup")
        if chance < 0.12:
            return Node(("GROUP BY ROLLUP (", texts, ")"), "rollup")
        if chance < 0.17:
            return Node(("GROUP BY CUBE (", texts, ")"), "cube")
        if chance < _SETS:
            others = (optional(", (", written[0], ")"), optional(", ()"))
            return Node(("GROUP BY GROUPING SETS ( (", texts, ")", *others, ")"), "grouping sets")
        if chance < 0.3:
            return Node(("GROUP BY (", texts, ")"), "group by tuple")
        if chance < 0.34 and self.is_top:
            return Node(("GROUP BY", texts, "WITH TOTALS"), "with totals")
        return Node(("GROUP BY", texts), "group by")

    # Window functions

    def _window_item(self, code: str) -> None:
        code = "i" if code == "j" else code
        node = self.rows.window(code, 1)
        safe = (
            node
            if node.is_safe or self.wanted is None
            else Node(("toInt64(", node, ")"), "toInt64", "i", node.nullable)
        )
        self._add(safe, code, is_plain=False)

    def _named_window(self, qualify: Node) -> Node:
        forms = qualify.forms.union(*(item.node.forms for item in self.items))
        if "named window" not in forms:
            return EMPTY
        return Node(("WINDOW w AS (", self.rows.window_of("total"), ")"), "window clause")

    def _qualify(self) -> Node:
        if not self.chance(0.3):
            return EMPTY
        windows = [item for item in self.items if item.is_aliased and not item.is_plain]
        if windows and self.chance(0.6):
            item = self.random.choice(windows)
            comparison = {"i": "> 1", "f": "> 0.5", "s": "!= ''"}[item.value.code]
            return optional("QUALIFY", _written(item.value.name), comparison, form="qualify")
        return optional("QUALIFY", self.rows.window("i", 0), "<= 2", form="qualify")

    # ORDER BY and LIMIT

    def _tail(self, rows: Expressions | None, can_limit_by: bool) -> tuple[Node, bool]:
        if any(item.value.code == "M" for item in self.items) or not self.chance(0.4):
            return EMPTY, False
        if self.chance(0.1):
            order = Node(("ORDER BY ALL",), "order by all")
        else:
            places = list(range(len(self.items)))
            self.random.shuffle(places)
            orders = [self._order(place) for place in places]
            if rows is not None and self.chance(0.2):
                first = Node((rows.make(self.random.choice("isdf"), 1),), "order by expression")
                orders.insert(0, replace(first, is_optional=True))
            order = Node(("ORDER BY", commas(*orders)), "order by")
        parts: list[str | Node] = [order]
        if can_limit_by and self.chance(0.3):
            parts.append(self._limit_by(rows))
        if self.chance(0.6):
            never = ("LIMIT 2 WITH",) if not can_limit_by else ()
            parts.append(self._limit(("OFFSET", "LIMIT 2 WITH") if len(parts) > 1 else never))
        return Node(tuple(parts), "ordered", is_optional=True), True

    def _order(self, place: int) -> Node:
        item = self.items[place]
        chance = self.random.random()
        if item.is_aliased and chance < 0.7:
            by = Node((_written(item.value.name),), "order by alias")
        else:
            by = Node((str(place + 1),), "order by position")
        direction = self.random.choice(("", "", "ASC", "DESC", "DESC"))
        nulls = self.random.choice(("", "", "", "NULLS FIRST", "NULLS LAST"))
        form = nulls.lower()
        return Node(
            (by, direction, Node((nulls,), form) if nulls else ""), tag=f"{self.tag}.{place}"
        )

    def _limit_by(self, rows: Expressions | None) -> Node:
        keys: list[Node] = []
        if rows is not None and self.chance(0.6):
            keys = [
                rows.make(self.random.choice("isd"), 0, ".")
                for _ in range(self.random.choice((1, 1, 2)))
            ]
            keys = [key for key in keys if key.has_column]
        if not keys:
            aliased = [
                item for item in self.items if item.is_aliased and item.value.code in "isdbe"
            ]
            if not aliased:
                return EMPTY
            keys = [Node((_written(self.random.choice(aliased).value.name),), "limit by alias")]
        number = self.random.choice(("1", "2", "1 OFFSET 1", "1, 2", "-1", "1 OFFSET -1"))
        # A constant among them would be the place of a column.
        has_columns = all(item.node.has_column for item in self.items)
        if rows is not None and has_columns and self.chance(0.15):
            return optional("LIMIT", number, "BY ALL", form="limit by all")
        return optional("LIMIT", number, "BY", commas(*keys), form="limit by")

    def _limit(self, never: tuple[str, ...]) -> Node:
        """LIMIT and its kin.

        Args:
            never: how it must not begin: OFFSET and WITH TIES do not go with LIMIT BY.
        """
        limits = (
            ("LIMIT 3", "limit"), ("LIMIT 5", "limit"), ("LIMIT 1", "limit"),
            ("LIMIT 2 OFFSET 1", "limit offset"), ("LIMIT 1, 3", "limit offset"),
            ("LIMIT 2 WITH TIES", "with ties"), ("OFFSET 2", "offset"), ("LIMIT 0", "limit 0"),
            ("OFFSET 1 ROW FETCH FIRST 3 ROWS ONLY", "fetch first"),
            ("LIMIT -2", "limit from the end"), ("LIMIT -3 OFFSET -1", "limit from the end"),
            ("LIMIT 2 OFFSET -1", "offset from the end"),
            ("LIMIT 0.3 OFFSET 1", "limit of a part"),
        )  # fmt: skip
        text, form = self.random.choice(
            [limit for limit in limits if not limit[0].startswith(never)]
        )
        return optional(text, form=form)

    def _filled(self, with_clause: Node) -> Select | None:
        """Groups in the order of a column of small numbers, with gaps filled."""
        leaves = [
            leaf
            for leaf in self.rows.leaves
            if leaf.value.name == "k" and leaf.value.code == "i" and not leaf.value.nullable
        ]
        if not leaves:
            return None
        keys = [self.random.choice(leaves[0].nodes)]
        where = self._condition("WHERE", self.rows, 0.3)
        if self.chance(0.25):
            group = self.rows.make("s", 0, ".")
            if group.has_column:
                keys.insert(0, group)
        is_double = self.chance(0.3)
        if is_double:
            keys.append(Node(("intDiv(", keys[-1], ", 2)"), "fill of two"))
        for key in keys:
            code = "i" if key.form == "fill of two" else key.code
            self._add(replace(key, nullable=False), code, is_plain=False)
        grouped = Expressions(self.random, [], rows=self.rows)
        code = self.random.choice("iis")
        self._add(grouped.aggregate(code, 1), code, is_plain=False)
        if not all(item.is_aliased for item in self.items):
            return None
        *orders, last = (_written(item.value.name) for item in self.items)
        node = Node(
            (
                with_clause,
                "SELECT",
                self._list(),
                "FROM",
                self.source.node,
                where,
                "GROUP BY",
                commas(*keys),
                self._filling(orders, last, code, is_double=is_double),
            )
        )
        return self._done(node, True)

    def _filling(self, orders: Sequence[str], name: str, code: str, *, is_double: bool) -> Node:
        """ORDER BY … WITH FILL.

        Args:
            orders: what rows are ordered by, of which the last is filled.
            name: of the column that is interpolated.
            code: the kind of its values.
            is_double: whether the one before the last is filled, too.
        """
        calculated = f"{name} + 1" if code == "i" else f"concat({name}, '+')"
        by = self.random.choice(
            (f"INTERPOLATE ({name} AS {name})", f"INTERPOLATE ({name})", "", "",
             f"INTERPOLATE ({name} AS {calculated})")
        )  # fmt: skip
        more: tuple[str | Node, ...] = ()
        if is_double:
            *orders, second = orders
            more = (",", second, "WITH FILL", self._fill_bounds(can_be_stale=False))
        return Node(
            ("ORDER BY", ", ".join(orders), "WITH FILL",
             self._fill_bounds(can_be_stale=not is_double), *more,
             optional(by, form="interpolate") if by else EMPTY), "with fill",
        )  # fmt: skip

    def _fill_bounds(self, *, can_be_stale: bool) -> Node:
        bounds = (
            "", "FROM 0", "FROM 1 TO 6", "TO 9", "FROM -2 TO 4 STEP 2", "STEP 1",
            "STALENESS 2", "STEP 2 STALENESS 3", "TO 12 STALENESS 3",
        )  # fmt: skip
        possible = [one for one in bounds if can_be_stale or "STALENESS" not in one]
        return Node((self.random.choice(possible),), "fill bounds", is_optional=True)


def _written(name: str) -> str:
    """An alias, quoted if it has to be."""
    return f"`{name}`" if " " in name or name in ("settings", "1st", "from") else name
