"""Values above GROUP BY: keys, aggregates, constants, and what is calculated of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS, SAME_IN_SPARK, refusal_of
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.functions.answers.kinds import nullable
from rmt_engine.sql.query.expressions.added_constants import constant_outside
from rmt_engine.sql.query.expressions.called_aggregates import aggregate
from rmt_engine.sql.query.expressions.contents import is_aggregate_call
from rmt_engine.sql.query.expressions.grouping_function import (
    GroupingBits,
    grouping_outside_groups,
    grouping_value,
    is_grouping,
)
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.tree import (
    Alias,
    Call,
    Computed,
    Expression,
    Identifier,
    Lambda,
    Literal,
)
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering, SpecialCall

__all__ = ["GROUPING_CALLS", "Grouped", "key_column", "value_of_group"]


@dataclass
class Grouped:
    """What GROUP BY makes of rows.

    Attributes:
        alias: what Spark knows the groups under.
        keys: Spark's texts of the keys, with their columns of groups; of keys of one text and
            several types that of the first.
        columns: the columns of the grouping query: text and name.
        key_texts: Spark's texts of what the grouping query groups by.
        bits: tells which keys a row is grouped by.
        has_nullable_constants: whether `group_by_use_nulls` makes the type of a constant Nullable.
    """

    alias: str
    keys: dict[str, Value] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)
    key_texts: list[str] = field(default_factory=list)
    bits: GroupingBits = field(default_factory=GroupingBits)
    has_nullable_constants: bool = False
    _typed: dict[tuple[str, DataType | None], Value] = field(default_factory=dict)

    def add_key(self, of_row: Value, of_group: Value) -> None:
        """Makes the value of a row known as a key.

        Args:
            of_row: what rows are grouped by.
            of_group: what stands for it above the groups.
        """
        self.keys.setdefault(of_row.sql, of_group)
        self._typed.setdefault((of_row.sql, of_row.type), of_group)

    def key(self, of_row: Value) -> Value | None:
        """What stands for a value of a row above the groups; None if it is no key.

        A key in another type, as `toNullable(k)` of `k`, is a function of it without a text.
        """
        known = self._typed.get((of_row.sql, of_row.type))
        found = self.keys.get(of_row.sql)
        if known is not None or found is None or of_row.type is None or found.type is None:
            return known or found
        is_nullable = found.type.nullable
        return replace(found, type=nullable(of_row.type) if is_nullable else of_row.type)

    def column(self, sql: str, prefix: str) -> str:
        """The column of groups that holds a value."""
        if sql not in self.columns:
            self.columns[sql] = f"{prefix}{len(self.columns)}"
        return f"{quote_name(self.alias)}.{quote_name(self.columns[sql])}"


def value_of_group(lowering: Lowering, node: Expression, grouped: Grouped) -> Value:
    """An expression of a group.

    Raises:
        RmtError: `NOT_AN_AGGREGATE`, a column is no key; `UNKNOWN_FUNCTION`.
    """
    if isinstance(node, Alias):
        return lowering.of_node(node)
    if isinstance(node, Call) and is_aggregate_call(node):
        outside = constant_outside(lowering, node)
        if outside is not None:
            return lowering.of_node(outside)
        value = aggregate(lowering, node)
        return replace(value, sql=grouped.column(value.sql, "_a"), folded=False)
    if isinstance(node, Call) and is_grouping(node):
        return _grouping(lowering, node, grouped)
    if isinstance(node, Computed | Identifier) or not _has_group_value(lowering, node):
        found = key_column(lowering, node, grouped)
        if found is not None:
            return found
    try:
        return lowering.of_node(node)
    except RmtError as error:
        if error.name == "NOT_AN_AGGREGATE" and isinstance(node, Call):
            _refuse_unknown(lowering, node)
        raise


def _refuse_unknown(lowering: Lowering, node: Call) -> None:
    """Refuses a call of what is no function, whatever is wrong with its arguments.

    Raises:
        RmtError: `UNKNOWN_FUNCTION`, or the error of a function that is not supported.
    """
    if canonical_name(node.name) is not None:
        return
    call = f"SELECT {quote_name(node.name)}()"
    if lowering.queries.catalog.refusal(call) == "UNRESOLVED_ROUTINE":
        raise refusal_of(node.name, (*FUNCTIONS, *SAME_IN_SPARK))


def _has_group_value(lowering: Lowering, node: Expression) -> bool:
    return lowering.reach.has_aggregate(node) or lowering.reach.has_window(node)


def key_column(lowering: Lowering, node: Expression, grouped: Grouped) -> Value | None:
    """The column of a key; a constant is itself, what is no key None.

    Raises:
        RmtError: `NOT_AN_AGGREGATE`, a column is no key.
    """
    if isinstance(node, Identifier) and lowering.aliases.means(node):
        return None
    variables = lowering.place.variables()
    if isinstance(node, Identifier) and node.parts[0] in variables:
        return None
    if isinstance(node, Literal | Lambda):
        return _nullable_key(lowering, node, grouped)
    if lowering.reach.joins_arrays(node):
        return _key_that_joins_arrays(lowering, node, grouped)
    with lowering.place.changed(in_rows=True, in_window=False):
        value, names_column = lowering.row_value(node)
    found = grouped.key(value)
    if found is not None:
        return found
    if not any(name in value.sql for name in variables):
        may_be_null = grouped.has_nullable_constants and isinstance(node, Call)
        if not names_column and not may_be_null:
            return value
        if isinstance(node, Call) and value.is_constant:
            return _known_without_a_row(lowering, node, value)
    if isinstance(node, Identifier | Computed):
        raise RmtError(
            "NOT_AN_AGGREGATE",
            f"Column {result_name(node) if isinstance(node, Identifier) else node.name} is not "
            "under aggregate function and not in GROUP BY keys.",
            "Put it into GROUP BY, or into an aggregate function such as any().",
        )
    return None


def _nullable_key(lowering: Lowering, node: Literal | Lambda, grouped: Grouped) -> Value | None:
    """A literal that is a key, where `group_by_use_nulls` makes its type Nullable; else None."""
    if isinstance(node, Lambda):
        return None
    value, _ = lowering.row_value(node)
    found = grouped.key(value)
    is_made = found is not None and found.is_nullable and not value.is_nullable
    return found if is_made else None


def _known_without_a_row(lowering: Lowering, node: Call, of_row: Value) -> Value:
    """A constant call of columns: of those of groups, which may be Nullable, if all are."""
    try:
        return lowering.of_node(node)
    except RmtError as error:
        if error.name != "NOT_AN_AGGREGATE":
            raise
        return of_row


def _key_that_joins_arrays(lowering: Lowering, node: Expression, grouped: Grouped) -> Value | None:
    """The column of a key; what is none leaves no trace, for it is of groups then."""
    before = lowering.joined.rows.copy()
    with lowering.place.changed(in_rows=True, in_window=False, is_probing=True):
        value = lowering.of_node(node)
    found = grouped.key(value)
    if found is None:
        lowering.joined.rows = before
    return found


def _grouping(lowering: Lowering, node: Call, grouped: Grouped) -> Value:
    if not grouped.keys:
        raise grouping_outside_groups(result_name(node))
    keys = [stored(lowering.row(one)).sql for one in node.arguments]
    for key, one in zip(keys, node.arguments, strict=True):
        if key not in grouped.keys:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"GROUPING function argument {result_name(one)} is not in GROUP BY keys.",
            )
    return grouping_value(grouped.bits, keys)


def _grouping_of_row(_lowering: Lowering, node: Call) -> Value:
    raise grouping_outside_groups(result_name(node))


GROUPING_CALLS: Mapping[str, SpecialCall] = {"grouping": _grouping_of_row}
"""What lowers `grouping` where rows are not grouped."""
