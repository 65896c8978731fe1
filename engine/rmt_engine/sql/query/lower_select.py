"""Lowers one SELECT.

Its clauses become nested queries of Spark's only where one query cannot hold them: groups, then
columns with window functions, then DISTINCT, QUALIFY, LIMIT BY, and last the order and the limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS, nullable
from rmt_engine.sql.grammar.quoting import quote_name
from rmt_engine.sql.query.catalog import KnownTable, LoweredQuery, QueryColumn
from rmt_engine.sql.query.choices import is_folded
from rmt_engine.sql.query.current_rows import Rows, reads_current
from rmt_engine.sql.query.fill import FilledOrder, FilledOrders, filled
from rmt_engine.sql.query.format_expression import formatted_expression
from rmt_engine.sql.query.grouped import Grouped
from rmt_engine.sql.query.grouping_function import GROUPING_ID, GroupingBits
from rmt_engine.sql.query.interpolation import Calculation, over_row_before
from rmt_engine.sql.query.joined_by_where import text_of_where
from rmt_engine.sql.query.keys import from_key, key_of, needs_key
from rmt_engine.sql.query.limits import RowLimit, RowOrder
from rmt_engine.sql.query.lower_expression import ExpressionLowering, TypeProbe
from rmt_engine.sql.query.lower_source import SourceLowering
from rmt_engine.sql.query.order_columns import OrderColumn
from rmt_engine.sql.query.ordering import order_by_text
from rmt_engine.sql.query.prewhere import filtered_rows
from rmt_engine.sql.query.reach import is_aggregate_call
from rmt_engine.sql.query.result_names import result_name
from rmt_engine.sql.query.scopes import LoweredSource, Scope
from rmt_engine.sql.query.stars import Stars
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Call,
    Exists,
    Expression,
    Grouping,
    Identifier,
    Join,
    Literal,
    Ordering,
    Select,
    Source,
    Subquery,
    TableSource,
    children_of,
    conditions_of,
    expressions_in,
    expressions_of,
    has_one_join,
    outside_lambdas,
)
from rmt_engine.sql.query.untuple import is_untuple, untupled
from rmt_engine.sql.query.values import Value, condition, default_text, stored
from rmt_engine.sql.query.variants import refuse_variant_in_set, refuse_variant_key

if TYPE_CHECKING:
    from rmt_engine.sql.query.lower_query import QueryLowering

__all__ = ["SelectLowering", "Totals"]

_COLUMN = re.compile(r"(`(?:[^`]|``)+`)\.`(?:[^`]|``)+`")

_UNLIKE_KEYS = (*FLOATS, "Array", "Map", "Nested")
"""The families of types whose equal keys may meet different conditions, or be something else."""


@dataclass(frozen=True)
class _Item:
    """A column of the SELECT.

    Attributes:
        name: as the client sees it.
        spark_name: as Spark knows it.
        node: its tree, without the alias.
        value: what it is.
    """

    name: str
    spark_name: str
    node: Expression
    value: Value


@dataclass(frozen=True)
class _Key:
    """A key of GROUP BY.

    Attributes:
        value: what it is.
        is_constant: whether it is the same for all rows.
    """

    value: Value
    is_constant: bool


@dataclass(frozen=True)
class _Order:
    """A member of ORDER BY, as Spark's text needs it."""

    value: Value
    descending: bool
    nulls_first: bool | None
    collation: str

    def text(self, sql: str) -> str:
        """The member, with another text for its value."""
        value = replace(self.value, sql=sql)
        return order_by_text(value, self.descending, self.nulls_first, self.collation)

    def backward(self, sql: str) -> str:
        """The same, the other way round."""
        value = replace(self.value, sql=sql)
        return order_by_text(value, not self.descending, not self.nulls_first, self.collation)


@dataclass(frozen=True)
class KeptGroups:
    """The groups that HAVING keeps.

    Attributes:
        sql: the query of their keys.
        names: Spark's names of its columns, in the order of the keys.
    """

    sql: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Totals:
    """That the row of WITH TOTALS is wanted, whose keys are defaults.

    Attributes:
        kept: the groups whose rows count; None for all.
    """

    kept: KeptGroups | None


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
        queries: QueryLowering,
        select: Select,
        outer: Scope | None,
        *,
        is_top: bool = False,
        totals: Totals | None = None,
    ) -> None:
        self._is_top = is_top
        self._queries = queries
        self._select = select
        self._totals = totals
        self._source = self._lowered_source(select.source, outer)
        scope = self._source.scope(outer, prefers_first=has_one_join(select.source))
        self._columns = self._listed(select, scope)
        aliases = _aliases(select, self._columns)
        is_partial = select.grouping is not None and bool(select.grouping.kind)
        self._lower = ExpressionLowering(
            queries, scope, aliases, dict(select.windows), tells_calls_apart=is_partial
        )
        self._grouping_sets: list[list[int]] = []
        self._grouping_kind = ""
        self._sets_of_nothing = 0
        self._keys: list[str] = []
        self._key_values: list[Value] = []

    def lower(self) -> LoweredQuery:
        """The query's text and columns."""
        if self._is_grouped():
            self._group()
        items = self._items()
        # What is wrong with a column is told before what is wrong with a key.
        for value in self._key_values:
            refuse_variant_key(value, "GROUP BY")
        where = self._where()
        orders = self._orders(items)
        keys = self._limit_by_keys(items)
        qualify = None if self._select.qualify is None else self._lower.above(self._select.qualify)
        base = self._base(where, self._having())
        if not self._is_staged(items, orders, keys, qualify):
            return self._in_one(items, orders, base)
        return self._in_stages(items, orders, base, keys, qualify)

    def kept_keys(self) -> KeptGroups:
        """The keys of the groups that HAVING keeps."""
        self._group()
        where = self._where()
        base = self._base(where, self._having())
        grouped = self._lower.grouped
        assert grouped is not None
        names = tuple(grouped.columns[text] for text in grouped.key_texts)
        listed = ", ".join(f"{quote_name(grouped.alias)}.{quote_name(name)}" for name in names)
        return KeptGroups(f"SELECT {listed or '1'}{base}", names)

    def _listed(self, select: Select, scope: Scope) -> list[Expression]:
        """The columns of the SELECT, `*` and `untuple` spelled out."""
        aliases = _aliases(select, select.columns)
        probe = TypeProbe(self._queries, scope, aliases, dict(select.windows))
        stars = Stars(scope, aliases, probe.type_of)
        columns = [one for node in select.columns for one in stars.expanded(node)]
        if not columns:
            raise RmtError("EMPTY_LIST_OF_COLUMNS_QUERIED", "Empty list of columns in projection.")
        if "untuple" not in self._queries.mentioned:
            return columns
        aliases = _aliases(select, columns)
        probe = TypeProbe(self._queries, scope, aliases, dict(select.windows))
        found = untupled(columns, aliases, probe.type_of)
        if not found:
            raise RmtError("EMPTY_LIST_OF_COLUMNS_QUERIED", "Empty list of columns in projection.")
        return found

    # FROM and WHERE

    def _lowered_source(self, source: Source | None, outer: Scope | None) -> LoweredSource:
        if source is None:
            return LoweredSource("", ())
        mentioned = self._queries.mentioned
        aliases = _aliases(self._select, self._select.columns)
        sources = SourceLowering(
            self._queries,
            outer,
            mentioned,
            aliases,
            [*_expressions(self._select, self._select.columns), *expressions_of(source)],
            has_one_join(source),
        )
        return sources.lower(source)

    def _where(self) -> str:
        select = self._select
        conditions = [one for one in (select.where,) if one is not None]
        if select.prewhere is not None and not self._filtered_before_final(select.prewhere):
            conditions.insert(0, select.prewhere)
        if select.having is not None and self._lower.grouped is None:
            conditions.append(select.having)
        texts = []
        for node in conditions:
            if self._lower.reach.has_window(node):
                raise RmtError(
                    "ILLEGAL_AGGREGATION",
                    f"Window function {result_name(node)} is found in WHERE in query.",
                    "QUALIFY has conditions on window functions.",
                )
            texts.append(text_of_where(node, select.source, self._source.relations, self._lower))
        return " AND ".join(texts) if len(texts) < 2 else " AND ".join(f"({t})" for t in texts)

    def _filtered_before_final(self, prewhere: Expression) -> bool:
        """Puts PREWHERE below FINAL, if the table is read so; it filters versions of rows."""
        source = self._select.source
        first = source
        while isinstance(first, Join | ArrayJoin):
            first = first.left
        table = self._queries.prewhere_table(first)
        said = first.rows if isinstance(first, Source) else Rows.AS_SET
        is_final = reads_current(said, self._queries.settings, table)
        if not is_final or self._is_of_keys(prewhere, table, first):
            return False
        if first is not source or not isinstance(source, TableSource):
            raise RmtError(
                "NOT_IMPLEMENTED",
                "PREWHERE with FINAL in a query of several tables is not supported yet.",
                "Put the table with its PREWHERE into a subquery.",
            )
        self._refuse_virtual(table)
        condition_text = condition(self._lower.row(prewhere))
        alias = self._source.sql.rpartition(" AS ")[2]
        text = filtered_rows(table, source, alias, condition_text, self._queries.settings)
        self._source = replace(self._source, sql=text)
        return True

    def _refuse_virtual(self, table: KnownTable) -> None:
        """Refuses columns of parts, which the rows that PREWHERE filters do not have."""
        virtual = {column.name for column in table.columns if column.is_virtual}
        named = {column.name for column in self._source.relations[0].columns}
        if found := sorted(virtual & named):
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"PREWHERE with FINAL beside the virtual column {found[0]} is not supported yet.",
                "Use WHERE, which filters the rows that FINAL shows.",
            )

    def _is_of_keys(self, prewhere: Expression, table: KnownTable, first: Source | None) -> bool:
        """Whether a condition is the same before FINAL and behind it, as all rows of a key meet it.

        Floats are not among such keys, for 0.0 and -0.0 are one; nor arrays, which ARRAY JOIN may
        have made elements.
        """
        source = self._select.source
        while isinstance(source, ArrayJoin):
            source = source.left
        if (
            source is not first
            or not table.key
            or any(isinstance(one, Subquery | Exists) for one in expressions_in(prewhere))
        ):
            return False
        families = {one.name: one.type.family for one in table.columns if one.type is not None}
        names = {name for name in table.key if families.get(name, "Array") not in _UNLIKE_KEYS}
        keys = {
            column.value.sql for column in self._source.relations[0].columns if column.name in names
        }
        found = (
            self._lower.scope.find_here(one.parts) for one in self._lower.reach.names(prewhere)
        )
        return all(one is not None and one[0].value.sql in keys for one in found)

    def _having(self) -> str:
        if self._select.having is None or self._lower.grouped is None:
            return ""
        return f" WHERE {self._lower.filter(self._select.having, above=True)}"

    def _base(self, where: str, having: str) -> str:
        """`FROM … WHERE …` of the rows, or of the groups, once all columns are lowered."""
        source = self._source.sql
        for lateral in self._lower.joined.rows.laterals:
            source = f"{source} JOIN {lateral}" if source else lateral.removeprefix("LATERAL ")
        if self._totals is not None and self._totals.kept is not None:
            source += self._of_kept(self._totals.kept)
        grouped = self._lower.grouped
        if grouped is None:
            return _from(source, where)
        inner = self._grouped_query(grouped, source, where)
        beside = "".join(f" CROSS JOIN {one}" for one in self._lower.joined.beside_groups)
        beside += "".join(f" JOIN {one}" for one in self._lower.joined.groups.laterals)
        return f" FROM ({inner}) AS {quote_name(grouped.alias)}{beside}{having}"

    def _of_kept(self, kept: KeptGroups) -> str:
        """What leaves the rows of the groups that HAVING keeps."""
        alias = quote_name(self._queries.fresh_alias("_k"))
        same = " AND ".join(
            f"{key} <=> {alias}.{quote_name(name)}"
            for key, name in zip(self._keys, kept.names, strict=True)
        )
        return f" LEFT SEMI JOIN ({kept.sql}) AS {alias} ON {same or 'true'}"

    # GROUP BY

    def _is_grouped(self) -> bool:
        select = self._select
        if select.grouping is not None and (not select.grouping.by_all or self._keys_of_all):
            return True
        nodes = [
            *self._columns,
            *(one for one in (select.having, select.qualify) if one is not None),
            *(one.value for one in select.order_by),
            *(select.limit_by.keys if select.limit_by else ()),
        ]
        return any(self._lower.reach.has_aggregate(node) for node in nodes)

    def _group(self) -> None:
        """Lowers the keys, by which the expressions above them are known."""
        grouping = self._select.grouping or Grouping([[]])
        grouped = Grouped(self._queries.fresh_alias("_g"))
        sets = self._key_sets(grouping)
        partial = bool(grouping.kind)
        use_nulls = self._queries.settings.get("group_by_use_nulls") == "1"
        for key in (key for keys in sets for key in keys):
            lowered, value = key.value, stored(key.value)
            text = key_of(value)
            if value.sql not in grouped.keys and self._totals is not None:
                self._keys.append(text)
                grouped.keys[value.sql] = _default(value)
            elif value.sql not in grouped.keys:
                grouped.key_texts.append(text)
                name = from_key(grouped.column(text, "_k"), value.type)
                column = self._key_column(value, name, partial, use_nulls)
                grouped.keys[value.sql] = value if key.is_constant else column
            grouped.keys[lowered.sql] = grouped.keys[value.sql]
        self._grouping_sets = (
            []
            if self._totals is not None
            else [[grouped.key_texts.index(key_of(key.value)) + 1 for key in keys] for keys in sets]
        )
        self._grouping_kind = grouping.kind
        if grouping.kind == "GROUPING SETS":
            self._sets_of_nothing = _sets_of_nothing(sets)
        if grouping.kind and self._totals is None and "grouping" in self._queries.mentioned:
            places = dict.fromkeys(place for one in self._all_sets(grouped) for place in one)
            grouped.bits = GroupingBits(
                grouped.column(GROUPING_ID, "_b"),
                tuple(grouped.key_texts[place - 1] for place in places),
            )
        self._lower.grouped = grouped

    @staticmethod
    def _key_column(value: Value, name: str, partial: bool, use_nulls: bool) -> Value:
        data_type = value.type
        if not partial or data_type is None or data_type.nullable:
            return Value(name, data_type)
        if use_nulls and nullable(data_type).nullable:
            return Value(name, nullable(data_type))
        return Value(f"coalesce({name}, {data_type.default})", data_type)

    def _keys_in(self, node: Expression) -> list[Expression]:
        """The keys of GROUP BY ALL: the largest parts of a column that no aggregate is in."""
        if not self._lower.reach.has_aggregate(node):
            return [node]
        if isinstance(node, Call) and is_aggregate_call(node):
            return []
        return [key for part in children_of(node) for key in self._keys_in(part)]

    @cached_property
    def _keys_of_all(self) -> list[Expression]:
        """The keys of GROUP BY ALL; without any there are no groups but those of aggregates."""
        keys = [key for one in self._columns for key in self._keys_in(one)]
        return [key for key in keys if not self._lower.is_constant(key)]

    def _group_key(self, node: Expression) -> Value:
        value = self._lower.row(node)
        self._key_values.append(value)
        return value

    def _key_sets(self, grouping: Grouping) -> list[list[_Key]]:
        sets = [[self._key_node(one) for one in self._key_nodes(keys)] for keys in grouping.sets]
        if grouping.by_all:
            sets = [self._keys_of_all]
        return [
            [_Key(self._group_key(node), self._lower.is_constant(node)) for node in keys]
            for keys in sets
        ]

    def _key_nodes(self, keys: list[Expression]) -> list[Expression]:
        if not any(map(is_untuple, keys)):
            return keys
        return untupled(keys, {}, lambda node: self._lower.row(node).type)

    def _key_node(self, node: Expression) -> Expression:
        place = _position(node, self._queries.settings)
        if place is not None:
            node = self._columns[self._index_of(place, "GROUP BY")]
            if self._lower.reach.has_aggregate(node):
                raise RmtError(
                    "ILLEGAL_AGGREGATION",
                    f"Aggregate function {result_name(_bare(node))} is found in GROUP BY in query.",
                )
        return node

    def _index_of(self, place: int, clause: str) -> int:
        """The column of a place, which counts from the end if it is negative."""
        count = len(self._columns)
        if not 1 <= abs(place) <= count:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Positional argument {place} of {clause} is out of bounds: the SELECT has "
                f"{count} columns.",
            )
        return place - 1 if place > 0 else count + place

    def _grouped_query(self, grouped: Grouped, source: str, where: str) -> str:
        columns = ", ".join(f"{sql} AS {quote_name(name)}" for sql, name in grouped.columns.items())
        text = f"SELECT {columns or '1 AS `_k0`'}{_from(source, where)}"
        sets = self._grouping_sets
        if not grouped.key_texts:
            if not grouped.columns:
                return f"{text} LIMIT 1"
            # ClickHouse joins a correlated query by what it is correlated by: without rows to
            # aggregate there is nothing to join, and its value is NULL.
            return f"{text} HAVING count(1) > 0" if self._lower.scope.is_correlated else text
        if not self._grouping_kind:
            return f"{text} GROUP BY {', '.join(map(str, sets[0]))}"
        listed = ", ".join(f"({', '.join(map(str, one))})" for one in self._all_sets(grouped))
        text = f"{text} GROUP BY GROUPING SETS ({listed})"
        if not self._sets_of_nothing or not _has_aggregates(grouped):
            return text
        nothing = self._group_of_nothing(grouped, source, where)
        return " UNION ALL ".join([text, *[nothing] * self._sets_of_nothing])

    @staticmethod
    def _group_of_nothing(grouped: Grouped, source: str, where: str) -> str:
        """The group that a set without columns has where there are no rows; Spark has none."""
        names = ", ".join(map(quote_name, grouped.columns.values()))
        known = {**dict.fromkeys(grouped.key_texts, "NULL"), GROUPING_ID: grouped.bits.of_no_key}
        columns = ", ".join(
            f"{known.get(sql, sql)} AS {quote_name(name)}" for sql, name in grouped.columns.items()
        )
        none = f"SELECT {columns}, count(1) AS `_n`{_from(source, 'false')}"
        return f"SELECT {names} FROM ({none}) WHERE NOT EXISTS(SELECT 1{_from(source, where)})"

    def _all_sets(self, grouped: Grouped) -> list[list[int]]:
        """The keys of each set; ROLLUP and CUBE written out.

        Without aggregates the set `()` has no group.
        """
        keys = list(dict.fromkeys(self._grouping_sets[0]))
        if self._grouping_kind == "ROLLUP":
            return [keys[:length] for length in range(len(keys), -1, -1)]
        if self._grouping_kind == "CUBE":
            places = range(2 ** len(keys) - 1, -1, -1)
            return [[key for at, key in enumerate(keys) if place >> at & 1] for place in places]
        if not _has_aggregates(grouped):
            return [keys for keys in self._grouping_sets if keys]
        return self._grouping_sets

    # Columns

    def _items(self) -> list[_Item]:
        items: list[_Item] = []
        taken: set[str] = set()
        for node in self._columns:
            name = self._name_of(node)
            spark_name = name
            while spark_name.lower() in taken:
                spark_name = f"{name}_{len(taken)}"
            taken.add(spark_name.lower())
            items.append(_Item(name, spark_name, _bare(node), self._lower.above(node)))
        return items

    def _name_of(self, node: Expression) -> str:
        """The name of a column: names in it have the qualifiers that they need."""
        return result_name(node, self._needed_name)

    def _needed_name(self, name: Identifier) -> str:
        if len(name.parts) == 1:
            return name.name
        return ".".join(self._lower.scope.needed_name(name.parts, self._lower.aliases.nodes))

    def _shown_name(self, item: _Item) -> str:
        return item.name if self._is_top else item.spark_name

    def _shown(self, item: _Item) -> str:
        name, shown = quote_name(item.spark_name), quote_name(self._shown_name(item))
        if self._select.distinct:
            refuse_variant_in_set(item.value.type, "DISTINCT")
        text = from_key(name, item.value.type) if self._select.distinct else name
        return text if text == shown else f"{text} AS {shown}"

    def _output(self, item: _Item) -> QueryColumn:
        value = item.value
        return QueryColumn(item.name, item.spark_name, value.type, value.is_condition)

    # ORDER BY

    def _orders(self, items: Sequence[_Item]) -> list[_Order]:
        select = self._select
        if select.order_by_all is not None:
            return [self._order(select.order_by_all, item.value) for item in items]
        return [self._order(one, self._ordered(one, items)) for one in select.order_by]

    def _ordered(self, ordering: Ordering, items: Sequence[_Item]) -> Value:
        node = ordering.value
        place = _position(node, self._queries.settings)
        if place is not None:
            return items[self._index_of(place, "ORDER BY")].value
        return self._lower.above(node)

    def _order(self, ordering: Ordering, value: Value) -> _Order:
        refuse_variant_key(value, "ORDER BY")
        return _Order(value, ordering.descending, ordering.nulls_first, ordering.collation)

    # Stages

    def _is_staged(
        self,
        items: Sequence[_Item],
        orders: Sequence[_Order],
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

    def _in_one(self, items: Sequence[_Item], orders: Sequence[_Order], base: str) -> LoweredQuery:
        listed = ", ".join(f"{i.value.sql} AS {quote_name(self._shown_name(i))}" for i in items)
        order = ", ".join(one.text(one.value.sql) for one in orders)
        text = f"SELECT {listed}{base}" + (f" ORDER BY {order}" if order else "")
        columns = tuple(map(self._output, items))
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
        items: Sequence[_Item],
        orders: Sequence[_Order],
        base: str,
        keys: list[Value] | None,
        qualify: Value | None,
    ) -> LoweredQuery:
        select = self._select
        items = [self._as_interpolated(item) for item in items]
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
            return f"{alias}.{quote_name(name_of(value))}"

        alias = quote_name(self._queries.fresh_alias("_p"))
        inputs: dict[str, OrderColumn] = {}
        calculations = self._calculations(items, orders, name_of, inputs)
        order = ", ".join(one.text(named(one.value)) for one in orders)
        backward = ", ".join(one.backward(named(one.value)) for one in orders)
        by = [
            named(key)
            if select.distinct or not needs_key(key.type)
            else key_of(replace(key, sql=named(key)))
            for key in keys or ()
        ]
        condition_text = ""
        if qualify is not None:
            condition_text = condition(replace(qualify, sql=named(qualify)))
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
            inner, kept = self._limit_by().kept(
                rows, RowOrder(order or "1", backward or "1", by), ""
            )
            where = f" WHERE {kept}"
        if any(one.fill is not None for one in select.order_by):
            inner = self._filled(
                f"SELECT * FROM ({inner}) AS {alias}{where}",
                items,
                [*hidden.values(), *inputs.values()],
                orders,
                name_of,
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
        return LoweredQuery(text + limit, tuple(map(self._output, items)), bool(orders))

    @staticmethod
    def _of_each_distinct(
        items: Sequence[_Item], beside: Sequence[str], rows: str, alias: str
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

    def _filled(
        self,
        inner: str,
        items: Sequence[_Item],
        hidden: Sequence[OrderColumn],
        orders: Sequence[_Order],
        named: Callable[[Value], str],
        calculations: Sequence[Calculation] | None,
    ) -> str:
        """The rows with those of WITH FILL."""
        filling: list[FilledOrder] = []
        for ordering, order in zip(self._select.order_by, orders, strict=True):
            fill, value = ordering.fill, order.value
            if fill is None:
                continue
            if value.type is None:
                raise RmtError("INVALID_WITH_FILL_EXPRESSION", "WITH FILL needs a known type.")
            start, stop, step, staleness = (
                None if node is None else self._queries.constants().row(node)
                for node in (fill.start, fill.stop, fill.step, fill.staleness)
            )
            filling.append(
                FilledOrder(
                    named(value),
                    value.type,
                    start,
                    stop,
                    step,
                    ordering.descending,
                    ordering.nulls_first,
                    staleness,
                )
            )
        self._check_filling()
        first = next(n for n, one in enumerate(self._select.order_by) if one.fill is not None)
        groups = [OrderColumn(named(one.value), one.value.type) for one in orders[:first]]
        text = ", ".join(one.text(quote_name(named(one.value))) for one in orders)
        columns = tuple(map(self._output, items))
        return filled(
            inner,
            columns,
            hidden,
            FilledOrders(tuple(groups), tuple(filling), text),
            calculations,
            self._lower.context,
        )

    def _check_filling(self) -> None:
        """Refuses an order between two that are filled: what the rows between have is not said."""
        places = [n for n, one in enumerate(self._select.order_by) if one.fill is not None]
        if places != list(range(places[0], places[-1] + 1)):
            raise RmtError(
                "NOT_IMPLEMENTED",
                "An expression without WITH FILL between two with it is not supported.",
                "Order by it first, or last.",
            )

    def _as_interpolated(self, item: _Item) -> _Item:
        """A column that INTERPOLATE calculates: a condition is the number that it counts as."""
        calculated = {one.name for one in self._select.interpolate or () if one.value is not None}
        if item.name not in calculated or not item.value.is_condition:
            return item
        return replace(item, value=stored(item.value))

    def _calculations(
        self,
        items: Sequence[_Item],
        orders: Sequence[_Order],
        named: Callable[[Value], str],
        inputs: dict[str, OrderColumn],
    ) -> list[Calculation] | None:
        """What INTERPOLATE gives columns, and the columns it needs; None without it."""
        interpolations = self._select.interpolate
        if interpolations is None:
            return None
        columns = {item.name: self._output(item) for item in reversed(items)}
        ordered = {order.value.sql: named(order.value) for order in orders}
        if not interpolations:
            kept = [c for c in columns.values() if c.spark_name not in ordered.values()]
            return [Calculation(column, None) for column in kept]

        def other(node: Identifier) -> OrderColumn:
            value = stored(self._lower.above(node))
            if value.sql in ordered:
                return OrderColumn(ordered[value.sql], value.type)
            return inputs.setdefault(value.sql, OrderColumn(f"_i{len(inputs)}", value.type))

        found: dict[str, Calculation] = {}
        for one in interpolations:
            column = columns.get(one.name)
            if column is None:
                # A column that the SELECT does not have may be named, to no effect.
                self._lower.above(Identifier((one.name,), at=one.at, end=one.end))
                continue
            if column.spark_name in ordered.values():
                raise RmtError(
                    "INVALID_WITH_FILL_EXPRESSION",
                    f"Column '{one.name}' is participating in ORDER BY expression and can't be "
                    "INTERPOLATE output.",
                )
            value = over_row_before(one, column, other, self._lower.row)
            found[one.name] = Calculation(column, value)
        return list(found.values())

    def _limit_by_keys(self, items: Sequence[_Item]) -> list[Value] | None:
        select = self._select
        if select.distinct_on:
            if select.limit_by is not None:
                raise RmtError("SYNTAX_ERROR", "Can not use DISTINCT ON alongside LIMIT BY.")
            return [self._limit_by_key(one, items) for one in select.distinct_on]
        if select.limit_by is None:
            return None
        if select.limit_by.by_all:
            shown = [item for item in items if not self._lower.reach.has_aggregate(item.node)]
            if not shown:
                raise RmtError(
                    "SYNTAX_ERROR",
                    "LIMIT BY ALL requires at least one non-aggregate expression in SELECT.",
                )
            for item in shown:
                self._check_place(item)
            return [item.value for item in shown]
        return [self._limit_by_key(one, items) for one in select.limit_by.keys]

    def _check_place(self, item: _Item) -> None:
        """Refuses a whole number of LIMIT BY ALL that is no column's place, as ClickHouse does."""
        value = stored(item.value)
        is_number = value.family in INTEGERS and _has_positions(self._queries.settings)
        if is_number and is_folded(self._lower, item.node):
            place = self._queries.catalog.constant(value.sql)
            if isinstance(place, int):
                self._index_of(place, "LIMIT BY")

    def _limit_by_key(self, node: Expression, items: Sequence[_Item]) -> Value:
        place = _position(node, self._queries.settings)
        if place is not None:
            return items[self._index_of(place, "LIMIT BY")].value
        return self._lower.above(node)

    def _limit_by(self) -> RowLimit:
        """LIMIT BY, or the one row of DISTINCT ON."""
        limit_by = self._select.limit_by
        if limit_by is None:
            return RowLimit(1, None)
        found = RowLimit(self._count(limit_by.count), self._count(limit_by.offset))
        if isinstance(found.count, float) or isinstance(found.offset, float):
            raise RmtError(
                "NOT_IMPLEMENTED", "Fractional LIMIT/OFFSET with LIMIT BY is not supported yet."
            )
        return found

    @cached_property
    def _row_limit(self) -> RowLimit:
        limit = self._select.limit
        if limit is None:
            return RowLimit(None, None)
        return RowLimit(self._count(limit.count), self._count(limit.offset), limit.with_ties)

    def _count(self, node: Expression | None) -> int | float | None:
        """The number of LIMIT or OFFSET."""
        return None if node is None else self._queries.row_count(node)


def _sets_of_nothing(sets: Sequence[Sequence[_Key]]) -> int:
    """How many of GROUPING SETS have a group where there are no rows: those of constants.

    Where all keys are constants none has, as for GROUP BY of constants.
    """
    if all(key.is_constant for keys in sets for key in keys):
        return 0
    return sum(all(key.is_constant for key in keys) for keys in sets)


def _has_aggregates(grouped: Grouped) -> bool:
    return any(text not in (*grouped.key_texts, GROUPING_ID) for text in grouped.columns)


def _distinct_text(value: Value) -> str:
    """A column that DISTINCT compares."""
    return key_of(value) if needs_key(value.type) else value.sql


def _bare(node: Expression) -> Expression:
    return node.value if isinstance(node, Alias) else node


def _from(source: str, where: str) -> str:
    clauses = f" FROM {source}" if source else ""
    return f"{clauses} WHERE {where}" if where else clauses


def _default(value: Value) -> Value:
    return Value(default_text(value), value.type)


def _has_positions(settings: dict[str, str]) -> bool:
    """Whether a number stands for the column of its place."""
    return settings.get("enable_positional_arguments", "1") != "0"


def _position(node: Expression, settings: dict[str, str]) -> int | None:
    """The number of a column, where one stands for it."""
    if not _has_positions(settings) or not isinstance(node, Literal):
        return None
    return int(node.value) if isinstance(node.value, int) else None


def _aliases(select: Select, columns: Sequence[Expression]) -> dict[str, Expression]:
    """All aliases of a SELECT, wherever they stand.

    Raises:
        RmtError: `MULTIPLE_EXPRESSIONS_FOR_ALIAS`.
    """
    aliases: dict[str, Expression] = {}
    for node in (*_expressions(select, columns), *conditions_of(select.source)):
        for one in outside_lambdas(node):
            if not isinstance(one, Alias):
                continue
            first = aliases.setdefault(one.name, one.value)
            if first is not one.value:
                _refuse_others(one, first)
    return aliases


def _refuse_others(alias: Alias, first: Expression) -> None:
    nodes = first, alias.value
    names = [result_name(node, _last_part) for node in nodes]
    if names[0] != names[1] or len({*map(_subqueries, nodes)}) > 1:
        texts = [formatted_expression(node) for node in nodes]
        raise RmtError(
            "MULTIPLE_EXPRESSIONS_FOR_ALIAS",
            f"Different expressions with the same alias {alias.name}: {texts[0]} and {texts[1]}.",
        )


def _subqueries(node: Expression) -> tuple[str, ...]:
    return tuple(
        formatted_expression(one) for one in expressions_in(node) if isinstance(one, Subquery)
    )


def _expressions(select: Select, columns: Sequence[Expression]) -> list[Expression]:
    """The expressions of a SELECT, without those of its FROM."""
    nodes = [*select.with_values, *columns, *select.distinct_on]
    nodes += [
        one
        for one in (select.prewhere, select.where, select.having, select.qualify)
        if one is not None
    ]
    if select.grouping is not None:
        nodes += [key for keys in select.grouping.sets for key in keys]
    nodes += [one.value for one in select.order_by]
    for _, window in select.windows:
        nodes += [*window.partition_by, *(one.value for one in window.order_by)]
    nodes += select.limit_by.keys if select.limit_by else ()
    return nodes


def _last_part(name: Identifier) -> str:
    return name.parts[-1]
