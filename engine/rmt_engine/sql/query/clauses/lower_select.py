"""Lowers one SELECT.

Its clauses become nested queries of Spark's only where one query cannot hold them: groups, then
columns with window functions, then DISTINCT, QUALIFY, LIMIT BY, and last the order and the limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.catalog import LoweredQuery
from rmt_engine.sql.query.clauses.filled_select import FilledSelect, as_interpolated
from rmt_engine.sql.query.clauses.group_by import GroupBy, KeptGroups, Totals, from_text
from rmt_engine.sql.query.clauses.items import Item, without_alias
from rmt_engine.sql.query.clauses.joined_by_where import text_of_where
from rmt_engine.sql.query.clauses.limit_by import LimitBy, row_limit
from rmt_engine.sql.query.clauses.limits import RowLimit, RowOrder
from rmt_engine.sql.query.clauses.order_columns import OrderColumn
from rmt_engine.sql.query.clauses.positions import Positions
from rmt_engine.sql.query.clauses.windows_below import (
    above_columns,
    rows_above_windows,
    tables_below,
    with_laterals,
)
from rmt_engine.sql.query.expressions.columns_below import ColumnsBelow
from rmt_engine.sql.query.expressions.grouped import Grouped
from rmt_engine.sql.query.expressions.joined_values import Lateral
from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering, TypeProbe
from rmt_engine.sql.query.names.scopes import Column, LoweredSource, Relation, Scope
from rmt_engine.sql.query.names.select_aliases import aliases_of, expressions_of_select
from rmt_engine.sql.query.names.stars import Stars
from rmt_engine.sql.query.names.untuple import is_untuple, untupled
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.sources.lower_source import SourceLowering
from rmt_engine.sql.query.sources.prewhere import before_final, with_where_only
from rmt_engine.sql.query.sources.prewhere_of_joins import is_of_several, with_prewhere
from rmt_engine.sql.query.tree import (
    Alias,
    Expression,
    Identifier,
    Ordering,
    Select,
    Source,
    expressions_of,
    has_one_join,
)
from rmt_engine.sql.query.types.keys import from_key, key_of, needs_key
from rmt_engine.sql.query.types.ordering import Order
from rmt_engine.sql.query.types.variants import refuse_variant_in_set, refuse_variant_key
from rmt_engine.sql.query.values import Value, condition
from rmt_engine.sql.text.quoting import quote_name

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["SelectLowering"]

_COLUMN = re.compile(r"(`(?:[^`]|``)+`)\.`(?:[^`]|``)+`")


class SelectLowering:
    """Lowers one SELECT.

    Args:
        queries: lowers the queries in it, and knows the statement.
        select: the SELECT.
        outer: the scope it stands in.
        is_top: whether its answer is the client's: names may then be the same.
        totals: what the row of WITH TOTALS is of; None for the groups themselves.
    """

    def __init__(
        self,
        queries: Queries,
        select: Select,
        outer: Scope | None,
        *,
        is_top: bool = False,
        totals: Totals | None = None,
    ) -> None:
        if queries.takes_prewhere_for_where:
            select = with_where_only(select)
        self._is_top = is_top
        self._queries = queries
        self._select = select
        self._totals = totals
        self._aliases = aliases_of(select, select.columns)
        self._source = self._lowered_source(select.source, outer)
        scope = self._source.scope(outer, prefers_first=has_one_join(select.source))
        self._columns = self._listed(select, scope)
        is_written = self._columns == select.columns
        aliases = self._aliases if is_written else aliases_of(select, self._columns)
        is_partial = select.grouping is not None and bool(select.grouping.kind)
        self._lower = ExpressionLowering(
            queries, scope, aliases, dict(select.windows), tells_calls_apart=is_partial
        )
        self._positions = Positions(len(self._columns), queries.settings)
        self._group_by = GroupBy(
            self._lower, select.grouping, self._columns, self._positions, totals
        )
        self._limit_by = LimitBy(self._lower, select, self._positions)

    def lower(self) -> LoweredQuery:
        """The query's text and columns."""
        if self._is_grouped():
            self._group_rows()
        if self._joins_arrays_above_windows():
            self._lower.windows_first = ColumnsBelow(quote_name(self._queries.fresh_alias("_w")))
        elif {"groups", "over"} <= self._queries.mentioned:
            self._lower.ranks_first = ColumnsBelow(quote_name(self._queries.fresh_alias("_r")))
        items = self._items()
        # What is wrong with a column is told before what is wrong with a key.
        self._group_by.refuse_variants()
        where = self._where()
        orders = self._orders(items)
        keys = self._limit_by.keys(items)
        qualify = self._select.qualify
        qualified = None if qualify is None else self._lower.condition(qualify, above=True)
        base = self._base(where, self._having())
        if not self._is_staged(items, orders, keys, qualified):
            return self._in_one(items, orders, base)
        return self._in_stages(items, orders, base, keys, qualified)

    def kept_keys(self) -> KeptGroups:
        """The keys of the groups that HAVING keeps."""
        grouped = self._group_rows()
        where = self._where()
        base = self._base(where, self._having())
        names = tuple(grouped.columns[text] for text in grouped.key_texts)
        listed = ", ".join(f"{quote_name(grouped.alias)}.{quote_name(name)}" for name in names)
        return KeptGroups(f"SELECT {listed or '1'}{base}", names)

    def _group_rows(self) -> Grouped:
        """Makes groups of the rows: what is lowered from now on stands above them."""
        if self._lower.scope.outer is not None:
            self._lower.outer_first = ColumnsBelow(quote_name(self._queries.fresh_alias("_o")))
        self._lower.resolve_columns_first(self._columns)
        self._lower.grouped = self._group_by.grouped()
        return self._lower.grouped

    def _listed(self, select: Select, scope: Scope) -> list[Expression]:
        """The columns of the SELECT, `*` and `untuple` spelled out."""
        probe = TypeProbe(self._queries, scope, self._aliases, dict(select.windows))
        stars = Stars(scope, self._aliases, probe.type_of)
        columns = [one for node in select.columns for one in _columns_of(node, probe, stars)]
        if not columns:
            listed = ", ".join(map(result_name, select.columns))
            raise RmtError("EMPTY_LIST_OF_COLUMNS_QUERIED", f"No column matches {listed}.")
        if "untuple" not in self._queries.mentioned:
            return columns
        aliases = aliases_of(select, columns)
        probe = TypeProbe(self._queries, scope, aliases, dict(select.windows))
        found = untupled(columns, aliases, probe.type_of)
        if not found:
            raise RmtError("EMPTY_LIST_OF_COLUMNS_QUERIED", "Empty list of columns in projection.")
        return found

    # FROM and WHERE

    def _lowered_source(self, source: Source | None, outer: Scope | None) -> LoweredSource:
        if source is None:
            return LoweredSource("", (_one(),))
        mentioned = self._queries.mentioned
        sources = SourceLowering(
            self._queries,
            outer,
            mentioned,
            self._aliases,
            [*expressions_of_select(self._select, self._select.columns), *expressions_of(source)],
            has_one_join(source),
        )
        prewhere = self._select.prewhere
        if prewhere is not None and is_of_several(source):
            source = with_prewhere(prewhere, source, sources)
        return sources.lower(source)

    def _where(self) -> str:
        select = self._select
        conditions = [one for one in (select.where,) if one is not None]
        if select.prewhere is not None:
            if self._lower.reach.joins_arrays(select.prewhere):
                raise RmtError(
                    "ILLEGAL_PREWHERE", "The function arrayJoin is found in PREWHERE.", "Use WHERE."
                )
            if not is_of_several(select.source):
                filtered = before_final(select.prewhere, select.source, self._source, self._lower)
                if filtered is None:
                    conditions.insert(0, select.prewhere)
                else:
                    self._source = filtered
        if select.having is not None and self._lower.grouped is None:
            conditions.append(select.having)
        texts = []
        for node in conditions:
            self._refuse_windows(node, "WHERE")
            texts.append(text_of_where(node, select.source, self._source.relations, self._lower))
        return " AND ".join(texts) if len(texts) < 2 else " AND ".join(f"({t})" for t in texts)

    def _refuse_windows(self, node: Expression, clause: str) -> None:
        if self._lower.reach.has_window(node):
            raise RmtError(
                "ILLEGAL_AGGREGATION",
                f"Window function {result_name(node)} is found in {clause} in query.",
                "QUALIFY has conditions on window functions.",
            )

    def _having(self) -> str:
        select = self._select
        if select.having is None or self._lower.grouped is None:
            return ""
        self._refuse_windows(select.having, "HAVING")
        has_totals = select.grouping is not None and select.grouping.with_totals
        if has_totals and self._lower.reach.joins_arrays(select.having):
            raise RmtError(
                "ILLEGAL_COLUMN",
                "HAVING beside WITH TOTALS cannot contain arrayJoin.",
                "Give the condition in a query around this one.",
            )
        return self._lower.filter(select.having, above=True)

    def _base(self, where: str, having: str) -> str:
        """`FROM … WHERE …` of the rows, or of the groups, once all columns are lowered."""
        joined, grouped = self._lower.joined, self._lower.grouped
        if grouped is None:
            tables = partial(tables_below, self._source)
            return self._rows(self._source.sql, tables, joined.rows.laterals, where)
        source, laterals = self._source, joined.rows.laterals
        if self._lower.outer_first is None or not self._lower.outer_first.names:
            text = with_laterals(source.sql, laterals)
        else:
            outer = self._lower.outer_first
            text = above_columns(outer, source.sql, tables_below(source), laterals)
        if self._totals is not None and self._totals.kept is not None:
            text += self._group_by.semi_join(self._totals.kept)
        groups = quote_name(grouped.alias)
        inner = f"({self._group_by.query(grouped, text, where)}) AS {groups}"
        inner += "".join(f" CROSS JOIN {one.sql}" for one in joined.beside_groups)
        aliases = [groups, *(one.alias for one in joined.beside_groups)]
        return self._rows(inner, lambda: aliases, joined.groups.laterals, having)

    def _rows(
        self,
        source: str,
        tables: Callable[[], Sequence[str]],
        laterals: Sequence[Lateral],
        where: str,
    ) -> str:
        """`FROM … WHERE …`; the tables are only looked for where windows are calculated first."""
        windows = self._lower.windows_first or self._lower.ranks_first
        if windows is None or not windows.names:
            return from_text(with_laterals(source, laterals), where)
        return rows_above_windows(windows, source, tables(), laterals, where)

    # GROUP BY

    def _is_grouped(self) -> bool:
        select = self._select
        if self._group_by.is_written:
            return True
        nodes = [*self._nodes_above(), *([] if select.having is None else [select.having])]
        return any(self._lower.reach.has_aggregate(node) for node in nodes)

    def _nodes_above(self) -> list[Expression]:
        """What is calculated of the rows that WHERE, GROUP BY and HAVING leave."""
        select = self._select
        return [
            *self._columns,
            *([] if select.qualify is None else [select.qualify]),
            *(one.value for one in select.order_by),
            *(select.limit_by.keys if select.limit_by else ()),
        ]

    def _joins_arrays_above_windows(self) -> bool:
        if not {"arrayjoin", "over"} <= self._queries.mentioned:
            return False
        nodes = self._nodes_above()
        reach = self._lower.reach
        return any(map(reach.joins_arrays, nodes)) and any(map(reach.has_window, nodes))

    # Columns

    def _items(self) -> list[Item]:
        items: list[Item] = []
        taken: set[str] = set()
        for node in self._columns:
            name = self._name_of(node)
            spark_name = name
            while spark_name.lower() in taken:
                spark_name = f"{name}_{len(taken)}"
            taken.add(spark_name.lower())
            items.append(Item(name, spark_name, without_alias(node), self._lower.above(node)))
        return items

    def _name_of(self, node: Expression) -> str:
        """The name of a column: names in it have the qualifiers that they need."""
        return result_name(node, self._needed_name)

    def _needed_name(self, name: Identifier) -> str:
        if len(name.parts) == 1:
            return name.name
        return ".".join(self._lower.scope.needed_name(name.parts, self._lower.aliases.nodes))

    def _shown_name(self, item: Item) -> str:
        return item.name if self._is_top else item.spark_name

    def _shown(self, item: Item) -> str:
        name, shown = quote_name(item.spark_name), quote_name(self._shown_name(item))
        if self._select.distinct:
            refuse_variant_in_set(item.value.type, "DISTINCT")
        text = from_key(name, item.value.type) if self._select.distinct else name
        return text if text == shown else f"{text} AS {shown}"

    # ORDER BY

    def _orders(self, items: Sequence[Item]) -> list[Order]:
        select = self._select
        if select.order_by_all is not None:
            return self._all_orders(select.order_by_all, items)
        return [self._order(one, self._ordered(one, items)) for one in select.order_by]

    def _all_orders(self, ordering: Ordering, items: Sequence[Item]) -> list[Order]:
        """`ORDER BY ALL`: all columns, or with `enable_order_by_all = 0` the one of that name."""
        if self._lower.queries.settings.get("enable_order_by_all") == "0":
            named = replace(ordering, value=Identifier(("all",), at=ordering.at))
            return [self._order(named, self._ordered(named, items))]
        if any(item.name.lower() == "all" for item in items):
            raise RmtError(
                "UNEXPECTED_EXPRESSION",
                "Cannot use ORDER BY ALL to sort a column with name 'all'.",
                "Write the name in backticks, or set enable_order_by_all = 0.",
            )
        return [self._order(ordering, item.value) for item in items]

    def _ordered(self, ordering: Ordering, items: Sequence[Item]) -> Value:
        place = self._positions.column(ordering.value, "ORDER BY")
        if place is not None:
            return items[place].value
        return self._lower.above(self._lower.sort_key(ordering.value))

    def _order(self, ordering: Ordering, value: Value) -> Order:
        refuse_variant_key(value, "ORDER BY")
        return Order(value, ordering.descending, ordering.nulls_first, ordering.collation)

    # Stages

    def _is_staged(
        self,
        items: Sequence[Item],
        orders: Sequence[Order],
        keys: list[Value] | None,
        qualify: Value | None,
    ) -> bool:
        """Whether one query of Spark's cannot hold the clauses behind the columns."""
        select = self._select
        names = {quote_name(item.spark_name.lower()) for item in items}
        return (
            bool(select.distinct)
            or keys is not None
            or qualify is not None
            or not self._row_limit.is_plain
            or any(one.fill is not None for one in select.order_by)
            or not all(self._can_order_by(order.value, names) for order in orders)
        )

    @staticmethod
    def _can_order_by(value: Value, names: Collection[str]) -> bool:
        """Whether Spark's ORDER BY takes a column of FROM for what it is.

        It would read `c.x` as the field of a column `c` of the SELECT.
        """
        found = _COLUMN.fullmatch(value.sql)
        return found is not None and found[1].lower() not in names

    def _in_one(self, items: Sequence[Item], orders: Sequence[Order], base: str) -> LoweredQuery:
        listed = ", ".join(f"{i.value.sql} AS {quote_name(self._shown_name(i))}" for i in items)
        order = ", ".join(one.text(one.value.sql) for one in orders)
        text = f"SELECT {listed}{base}" + (f" ORDER BY {order}" if order else "")
        columns = tuple(item.output for item in items)
        return LoweredQuery(
            text + self._row_limit.clause(),
            columns,
            bool(orders),
            self._is_single(),
            self._is_total(),
        )

    def _is_single(self) -> bool:
        """Whether there is one row at most: aggregates of all rows, or LIMIT 1."""
        limit = self._row_limit
        is_one = limit.count in (1, -1) and not limit.with_ties
        return is_one or self._is_of_all_rows()

    def _is_total(self) -> bool:
        """Whether there is one row, of all rows or of none."""
        select = self._select
        return self._is_of_all_rows() and select.having is None and select.limit is None

    def _is_of_all_rows(self) -> bool:
        is_all = self._lower.grouped is not None and self._select.grouping is None
        return (
            is_all
            and not self._lower.joined.beside_groups
            and not self._lower.joined.groups.laterals
        )

    def _in_stages(
        self,
        items: Sequence[Item],
        orders: Sequence[Order],
        base: str,
        keys: list[Value] | None,
        qualify: Value | None,
    ) -> LoweredQuery:
        select = self._select
        items = [as_interpolated(item, select) for item in items]
        names = {item.value.sql: item.spark_name for item in reversed(items)}
        hidden: dict[str, OrderColumn] = {}

        def name_of(value: Value) -> str:
            if value.sql in names:
                return names[value.sql]
            if value.sql not in hidden:
                hidden[value.sql] = OrderColumn(
                    f"_h{len(hidden)}", None if value.is_condition else value.type
                )
            return hidden[value.sql].name

        def named(value: Value) -> str:
            text = f"{alias}.{quote_name(name_of(value))}"
            return from_key(text, value.type) if select.distinct and value.sql in names else text

        alias = quote_name(self._queries.fresh_alias("_p"))
        inputs: dict[str, OrderColumn] = {}
        filled = FilledSelect(self._lower, select, items, orders, name_of)
        calculations = filled.calculations(inputs)
        order = ", ".join(one.text(named(one.value)) for one in orders)
        backward = ", ".join(one.backward(named(one.value)) for one in orders)
        by = [
            key_of(replace(key, sql=named(key))) if needs_key(key.type) else named(key)
            for key in keys or ()
        ]
        condition_text = "" if qualify is None else condition(replace(qualify, sql=named(qualify)))
        first = [
            f"{_distinct_text(item.value) if select.distinct else item.value.sql} "
            f"AS {quote_name(item.spark_name)}"
            for item in items
        ]
        more = [*hidden.items(), *inputs.items()]
        first += [f"{sql} AS {quote_name(column.name)}" for sql, column in more]
        if select.distinct and condition_text and qualify is not None:
            inner = f"SELECT * FROM (SELECT {', '.join(first)}{base}) AS {alias}"
            base, condition_text = f" FROM ({inner} WHERE {condition_text}) AS {alias}", ""
            hidden.pop(qualify.sql, None)
            kept_names = [item.spark_name for item in items]
            kept_names += [column.name for column in (*hidden.values(), *inputs.values())]
            first = [f"{alias}.{quote_name(name)}" for name in kept_names]
        distinct = "DISTINCT " if select.distinct else ""
        if select.distinct and (hidden or inputs):
            beside = [column.name for column in (*hidden.values(), *inputs.values())]
            base, first = self._of_each_distinct(items, beside, f"{', '.join(first)}{base}", alias)
            distinct = ""
        inner = f"SELECT {distinct}{', '.join(first)}{base}"
        where = f" WHERE {condition_text}" if condition_text else ""
        plain = ", ".join(map(self._shown, items))
        if keys is not None:
            rows = f"({inner}) AS {alias}{where}"
            inner, kept = self._limit_by.limit().kept(
                rows, RowOrder(order or "1", backward or "1", by), ""
            )
            where = f" WHERE {kept}"
        if filled.is_filled:
            inner = filled.rows(
                f"SELECT * FROM ({inner}) AS {alias}{where}",
                [*hidden.values(), *inputs.values()],
                calculations,
            )
            where = ""
        limit = ""
        if self._row_limit.is_plain:
            limit = self._row_limit.clause()
        else:
            inner, where, order = self._limited(inner, alias, where, order, backward)
        text = f"SELECT {plain} FROM ({inner}) AS {alias}{where}"
        text += f" ORDER BY {order}" if order else ""
        return LoweredQuery(text + limit, tuple(item.output for item in items), bool(orders))

    @staticmethod
    def _of_each_distinct(
        items: Sequence[Item], beside: Sequence[str], rows: str, alias: str
    ) -> tuple[str, list[str]]:
        """The different rows of the SELECT, with what only ORDER BY and LIMIT BY name of each.

        As in ClickHouse that is the value beside the first of the rows that are alike.

        Args:
            items: the columns of the SELECT.
            beside: the other columns.
            rows: a SELECT of all of them, without the word.
            alias: what to call its rows.

        Returns:
            What stands behind the columns, and the columns.
        """
        keys = [f"{alias}.{quote_name(item.spark_name)}" for item in items]
        firsts = [f"first({alias}.{quote_name(name)}) AS {quote_name(name)}" for name in beside]
        grouped = f" FROM (SELECT {rows}) AS {alias} GROUP BY {', '.join(keys)}"
        return grouped, [*keys, *firsts]

    def _limited(
        self, inner: str, alias: str, where: str, order: str, backward: str
    ) -> tuple[str, str, str]:
        """The rows that LIMIT and OFFSET keep, where they are not Spark's, and their order."""
        if self._row_limit.with_ties and not order:
            raise RmtError("WITH_TIES_WITHOUT_ORDER_BY", "WITH TIES without ORDER BY.")
        rows = f"({inner}) AS {alias}{where}"
        if not order:
            rows = f"(SELECT *, {self._queries.row_number} AS `_o` FROM {rows})"
            order, backward = "`_o`", "`_o` DESC"
        text, kept = self._row_limit.kept(rows, RowOrder(order, backward), "1")
        return text, f" WHERE {kept}", order

    @cached_property
    def _row_limit(self) -> RowLimit:
        return row_limit(self._select, self._queries)


def _distinct_text(value: Value) -> str:
    """A column that DISTINCT compares."""
    return key_of(value) if needs_key(value.type) else value.sql


def _columns_of(node: Expression, probe: TypeProbe, stars: Stars) -> list[Expression]:
    """What a member of the SELECT's list stands for; one column keeps the name that it is given."""
    found = stars.expanded(probe.list_called(node))
    is_one = len(found) == 1 and isinstance(node, Alias) and not is_untuple(found[0])
    return [node] if is_one else found


def _one() -> Relation:
    """`system.one`, which a SELECT without FROM reads."""
    column = Column("dummy", Value("CAST(0 AS SMALLINT)", plain("UInt8")))
    return Relation((("one",), ("system", "one")), [column])
