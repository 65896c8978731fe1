"""GROUP BY: its keys, its sets of keys, and the query that groups rows by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import nullable
from rmt_engine.sql.query.clauses.items import without_alias
from rmt_engine.sql.query.clauses.positions import Positions
from rmt_engine.sql.query.expressions.choices import is_folded
from rmt_engine.sql.query.expressions.contents import is_aggregate_call
from rmt_engine.sql.query.expressions.grouped import Grouped
from rmt_engine.sql.query.expressions.grouping_function import GROUPING_ID, GroupingBits
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.tree import (
    Call,
    Expression,
    Grouping,
    Identifier,
    Lambda,
    children_of,
)
from rmt_engine.sql.query.types.keys import from_key, key_of
from rmt_engine.sql.query.types.variants import refuse_variant_key
from rmt_engine.sql.query.values import Value, default_text, stored
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering

__all__ = ["GroupBy", "KeptGroups", "Totals", "from_text"]


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


def from_text(source: str, where: str) -> str:
    """`FROM … WHERE …`, without what there is none of."""
    clauses = f" FROM {source}" if source else ""
    return f"{clauses} WHERE {where}" if where else clauses


class GroupBy:
    """GROUP BY of a SELECT; without it, the one group of all rows.

    Args:
        lowering: lowers expressions of the SELECT.
        grouping: what is written; None for nothing.
        columns: those of the SELECT, `*` and `untuple` spelled out.
        positions: the places of these.
        totals: what the row of WITH TOTALS is of; None for the groups themselves.
    """

    def __init__(
        self,
        lowering: ExpressionLowering,
        grouping: Grouping | None,
        columns: Sequence[Expression],
        positions: Positions,
        totals: Totals | None,
    ) -> None:
        self._lower = lowering
        self._grouping = grouping
        self._columns = columns
        self._positions = positions
        self._totals = totals
        self._sets: list[list[int]] = []
        self._kind = ""
        self._sets_of_nothing = 0
        self._keys: list[str] = []
        self._key_values: list[Value] = []

    @property
    def is_written(self) -> bool:
        """Whether rows are grouped, be there aggregates or not."""
        grouping = self._grouping
        return grouping is not None and (not grouping.by_all or bool(self._keys_of_all))

    def refuse_variants(self) -> None:
        """Refuses keys whose values have no order.

        Raises:
            RmtError: as `refuse_variant_key`.
        """
        for value in self._key_values:
            refuse_variant_key(value, "GROUP BY")

    def grouped(self) -> Grouped:
        """The groups, with the keys by which the expressions above them are known."""
        grouping = self._grouping or Grouping([[]])
        grouped = Grouped(self._lower.queries.fresh_alias("_g"))
        sets = self._key_sets(grouping)
        partial = bool(grouping.kind)
        use_nulls = self._lower.queries.settings.get("group_by_use_nulls") == "1"
        for key in (key for keys in sets for key in keys):
            lowered, value = key.value, stored(key.value)
            text = key_of(value)
            if value.sql not in grouped.keys:
                texts = grouped.key_texts if self._totals is None else self._keys
                texts.append(text)
            column = _default(value)
            if self._totals is None:
                name = from_key(grouped.column(text, "_k"), value.type)
                column = self._key_column(name, value.type, partial, use_nulls)
            if self._totals is None and key.is_constant:
                grouped.has_nullable_constants |= column.is_nullable and not value.is_nullable
                column = replace(value, type=column.type)
            grouped.add_key(value, column)
            grouped.add_key(lowered, column)
        self._sets = (
            []
            if self._totals is not None
            else [
                list(dict.fromkeys(grouped.key_texts.index(key_of(key.value)) + 1 for key in keys))
                for keys in sets
            ]
        )
        self._kind = grouping.kind
        if grouping.kind == "GROUPING SETS":
            self._sets_of_nothing = _sets_of_nothing(sets)
        if grouping.kind and self._totals is None and "grouping" in self._lower.queries.mentioned:
            places = dict.fromkeys(place for one in self._all_sets(grouped) for place in one)
            if places:
                grouped.bits = GroupingBits(
                    grouped.column(GROUPING_ID, "_b"),
                    tuple(grouped.key_texts[place - 1] for place in places),
                )
        return grouped

    def query(self, grouped: Grouped, source: str, where: str) -> str:
        """Spark's query of the groups, once all expressions above them are lowered."""
        columns = ", ".join(f"{sql} AS {quote_name(name)}" for sql, name in grouped.columns.items())
        text = f"SELECT {columns or '1 AS `_k0`'}{from_text(source, where)}"
        sets = self._sets
        if not grouped.key_texts:
            if not grouped.columns:
                return f"{text} LIMIT 1"
            # ClickHouse joins a correlated query by what it is correlated by: without rows to
            # aggregate there is nothing to join, and its value is NULL.
            if self._lower.scope.is_correlated:
                text = f"{text} HAVING count(1) > 0"
            return " UNION ALL ".join([text] * max(1, len(sets)))
        if not self._kind:
            return f"{text} GROUP BY {', '.join(map(str, sets[0]))}"
        listed = ", ".join(f"({', '.join(map(str, one))})" for one in self._all_sets(grouped))
        text = f"{text} GROUP BY GROUPING SETS ({listed})"
        if not self._sets_of_nothing or not _has_aggregates(grouped):
            return text
        nothing = self._group_of_nothing(grouped, source, where)
        return " UNION ALL ".join([text, *[nothing] * self._sets_of_nothing])

    def semi_join(self, kept: KeptGroups) -> str:
        """What leaves the rows of the groups that HAVING keeps."""
        alias = quote_name(self._lower.queries.fresh_alias("_k"))
        same = " AND ".join(
            f"{key} <=> {alias}.{quote_name(name)}"
            for key, name in zip(self._keys, kept.names, strict=True)
        )
        return f" LEFT SEMI JOIN ({kept.sql}) AS {alias} ON {same or 'true'}"

    @staticmethod
    def _key_column(name: str, data_type: DataType | None, partial: bool, use_nulls: bool) -> Value:
        if not partial or data_type is None or data_type.nullable:
            return Value(name, data_type)
        if use_nulls and nullable(data_type).nullable:
            return Value(name, nullable(data_type))
        return Value(f"coalesce({name}, {data_type.default})", data_type)

    def _keys_in(self, node: Expression) -> list[Expression]:
        """The keys of GROUP BY ALL: the largest parts of a column that no aggregate is in.

        Raises:
            RmtError: `ILLEGAL_AGGREGATION`, a part has aggregates in lambdas only, where ClickHouse
                does not look for them.
        """
        if isinstance(node, Lambda) or (isinstance(node, Call) and is_aggregate_call(node)):
            return []
        if not self._lower.reach.has_aggregate(node):
            return [node]
        parts = children_of(node)
        outside = [part for part in parts if not isinstance(part, Lambda)]
        if len(outside) < len(parts) and not any(map(self._lower.reach.has_aggregate, outside)):
            raise RmtError(
                "ILLEGAL_AGGREGATION",
                f"Aggregate function is found in GROUP BY in query, in {result_name(node)}.",
            )
        return [key for part in parts for key in self._keys_in(part)]

    @cached_property
    def _keys_of_all(self) -> list[Expression]:
        """The keys of GROUP BY ALL; without any there are no groups but those of aggregates."""
        keys = [key for one in self._columns for key in self._keys_in(one)]
        return [key for key in keys if not self._lower.is_constant(key)]

    def _group_key(self, node: Expression) -> Value:
        with self._lower.place.in_clause("GROUP BY"):
            value = self._lower.row(node)
        self._key_values.append(value)
        return value

    def _key_sets(self, grouping: Grouping) -> list[list[_Key]]:
        spelled_out = self._lower.spelled_out
        sets = [[self._key_node(one) for one in spelled_out(keys)] for keys in grouping.sets]
        if grouping.by_all:
            sets = [self._keys_of_all]
        if grouping.kind in ("ROLLUP", "CUBE"):
            sets = [[part for key in keys for part in self._taken_apart(key)] for keys in sets]
        is_sets = grouping.kind == "GROUPING SETS"
        return [
            [
                _Key(
                    self._group_key(node),
                    self._lower.is_constant(node),
                    is_sets and is_folded(self._lower, node),
                )
                for node in keys
            ]
            for keys in sets
        ]

    def _taken_apart(self, key: Expression) -> Sequence[Expression]:
        """The elements of a tuple that is made for a key, be it that an alias stands for it."""
        node = without_alias(key)
        if isinstance(node, Identifier) and self._lower.aliases.means(node):
            node = without_alias(self._lower.aliases.nodes[node.name])
        if isinstance(node, Call) and node.name.lower() == "tuple" and node.arguments:
            return node.arguments
        return [key]

    def _key_node(self, node: Expression) -> Expression:
        place = self._positions.column(node, "GROUP BY")
        if place is not None:
            node = self._columns[place]
            if self._lower.reach.has_aggregate(node):
                raise RmtError(
                    "ILLEGAL_AGGREGATION",
                    "Aggregate function "
                    f"{result_name(without_alias(node))} is found in GROUP BY in query.",
                )
        if self._lower.reach.has_window(node):
            name = result_name(without_alias(node))
            raise RmtError(
                "ILLEGAL_AGGREGATION",
                f"Window function {name} is found in GROUP BY in query.",
                "Compute it in a subquery, and group its rows.",
            )
        return node

    @staticmethod
    def _group_of_nothing(grouped: Grouped, source: str, where: str) -> str:
        """The group that a set without columns has where there are no rows; Spark has none."""
        names = ", ".join(map(quote_name, grouped.columns.values()))
        known = {**dict.fromkeys(grouped.key_texts, "NULL"), GROUPING_ID: grouped.bits.of_no_key}
        columns = ", ".join(
            f"{known.get(sql, sql)} AS {quote_name(name)}" for sql, name in grouped.columns.items()
        )
        none = f"SELECT {columns}, count(1) AS `_n`{from_text(source, 'false')}"
        return f"SELECT {names} FROM ({none}) WHERE NOT EXISTS(SELECT 1{from_text(source, where)})"

    def _all_sets(self, grouped: Grouped) -> list[list[int]]:
        """The keys of each set; ROLLUP and CUBE written out.

        Without aggregates the set `()` has no group.
        """
        keys = list(dict.fromkeys(self._sets[0]))
        if self._kind == "ROLLUP":
            return [keys[:length] for length in range(len(keys), -1, -1)]
        if self._kind == "CUBE":
            places = range(2 ** len(keys) - 1, -1, -1)
            return [[key for at, key in enumerate(keys) if place >> at & 1] for place in places]
        if not _has_aggregates(grouped):
            return [keys for keys in self._sets if keys]
        return self._sets


@dataclass(frozen=True)
class _Key:
    """A key of GROUP BY.

    Attributes:
        value: what it is.
        is_constant: whether it is the same for all rows.
        is_folded: of GROUPING SETS, whether ClickHouse knows its value before it reads a row.
    """

    value: Value
    is_constant: bool
    is_folded: bool


def _sets_of_nothing(sets: Sequence[Sequence[_Key]]) -> int:
    """How many of GROUPING SETS have a group where there are no rows: those of constants.

    Where all keys are constants none has, as for GROUP BY of constants.
    """
    if all(key.is_folded for keys in sets for key in keys):
        return 0
    return sum(all(key.is_folded for key in keys) for keys in sets)


def _has_aggregates(grouped: Grouped) -> bool:
    return any(text not in (*grouped.key_texts, GROUPING_ID) for text in grouped.columns)


def _default(value: Value) -> Value:
    return Value(default_text(value), value.type)
