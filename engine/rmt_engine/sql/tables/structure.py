"""Whether parts of one table can be parts of another one.

Source of the rules: ClickHouse's `MergeTreeData::checkStructureAndGetMergeTreeData`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.expressions import normalized
from rmt_engine.store.table import TableDefinition

__all__ = ["check_same_structure"]


def check_same_structure(one: TableDefinition, other: TableDefinition) -> None:
    """Makes sure that two tables have the same stored columns and the same keys.

    Engines may differ, and so may settings, indexes, defaults and the order of columns. The one may
    have more projections.

    Args:
        one: the table that parts come into.
        other: the table that they are of.

    Raises:
        RmtError: `INCOMPATIBLE_COLUMNS`; `BAD_ARGUMENTS`, a key or a projection differs.
    """
    if _columns(one) != _columns(other):
        raise RmtError("INCOMPATIBLE_COLUMNS", "Tables have different structure.")
    keys = (
        ("ordering", one.order_by, other.order_by),
        ("partition key", _partition_key(one), _partition_key(other)),
        ("primary key", one.primary_key, other.primary_key),
    )
    for what, mine, theirs in keys:
        if _normalized(mine) != _normalized(theirs):
            raise RmtError("BAD_ARGUMENTS", f"Tables have different {what}.")
    if _counts_days(one) != _counts_days(other):
        raise RmtError(
            "BAD_ARGUMENTS",
            "Tables have different partition key: the ids of one have a day of a Nullable(Date) by "
            "the calendar, as those of older tables do.",
            "INSERT INTO … SELECT takes the rows over.",
        )
    if _has_short_remainders(one) != _has_short_remainders(other):
        raise RmtError(
            "BAD_ARGUMENTS",
            "Tables have different partition key: the one of an older table has other remainders.",
            "INSERT INTO … SELECT takes the rows over.",
        )
    if set(one.version_key) != set(other.version_key):
        raise RmtError("BAD_ARGUMENTS", "Tables have different unique key.")
    if not _projections(other) <= _projections(one):
        raise RmtError(
            "BAD_ARGUMENTS",
            "Tables have different projections.",
            "The table that the parts come into has to have those of the other one.",
        )


def _projections(definition: TableDefinition) -> set[tuple[str, str]]:
    return {(projection.name, projection.query) for projection in definition.projections}


def _columns(definition: TableDefinition) -> set[tuple[str, str]]:
    return {(column.name, column.type) for column in definition.stored_columns}


def _partition_key(definition: TableDefinition) -> tuple[str, ...]:
    return tuple(element.expression for element in definition.partition_by)


def _counts_days(definition: TableDefinition) -> list[bool]:
    return [element.counts_days for element in definition.partition_by]


def _has_short_remainders(definition: TableDefinition) -> list[bool]:
    return [element.has_short_remainders for element in definition.partition_by]


def _normalized(key: Iterable[str]) -> list[str]:
    return [normalized(element) for element in key]
