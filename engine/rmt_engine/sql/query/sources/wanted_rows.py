"""Which rows of a table WHERE wants, where it compares a column with literals.

So few rows may be left that reading them costs less than a job of Spark's; see
`rmt_engine.spark.read.few_rows`. The condition stays in WHERE.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rmt_engine.sql.query.sources.asked_tables import (
    column_of,
    compared_with,
    filtered_source,
    given_names,
)
from rmt_engine.sql.query.tree import Call, Expression, Literal, Select, TableSource
from rmt_engine.sql.query.wanted_rows import Bound, Stretch, WantedRows
from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.values.types import Category, DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.catalog import KnownTable
    from rmt_engine.sql.query.names.statement import StatementNames

__all__ = ["with_wanted_rows"]

_MOST = "max_rows_read_in_driver"
_MOST_VALUES = 1000
_DAY = re.compile(r"(19[7-9]\d|20\d\d|21[0-3]\d)-\d\d-\d\d")
"""Days that every type of days has."""
_TURNED = {
    "equals": "equals",
    "less": "greater",
    "lessOrEquals": "greaterOrEquals",
    "greater": "less",
    "greaterOrEquals": "lessOrEquals",
}


def with_wanted_rows(queries: StatementNames, select: Select) -> Select:
    """The SELECT, whose source knows which rows are wanted; itself if that is not told.

    Args:
        queries: knows the tables and the settings.
        select: the SELECT.
    """
    filtered = filtered_source(queries, select)
    if filtered is None:
        return select
    source, conditions = filtered
    most = int(queries.settings.get(_MOST, SESSION_SETTINGS[_MOST].default))
    if not most:
        return select
    table = queries.table(source.name)
    if not table.is_engines or source.sample is not None or source.projection is not None:
        return select
    types = _types_of(table)
    for name in given_names(select):
        types.pop(name, None)
    types = {name: one for name, one in types.items() if queries.with_expression(name) is None}
    stretches = [
        stretch
        for condition in conditions
        if (stretch := _stretch(condition, source, table, types)) is not None
    ]
    if not stretches:
        return select
    wanted = WantedRows(tuple(stretches), most)
    return dataclasses.replace(select, source=dataclasses.replace(source, wanted=wanted))


def _types_of(table: KnownTable) -> dict[str, DataType]:
    """The types of the columns whose values compare with literals as those in files do."""
    return {
        column.name: column.type
        for column in table.columns
        if column.type is not None
        and not column.is_virtual
        and (
            column.type.category in (Category.INTEGER, Category.DATE)
            or column.type.family == "String"
        )
    }


def _stretch(
    condition: Expression, source: TableSource, table: KnownTable, types: dict[str, DataType]
) -> Stretch | None:
    """What a condition says of a column's values; None if it is none of one column."""
    if not isinstance(condition, Call) or len(condition.arguments) != 2:
        return None
    name = condition.name
    left, right = condition.arguments
    if isinstance(left, Literal) and name in _TURNED:
        name, left, right = _TURNED[name], right, left
    column = column_of(left, source, table)
    if column is None or column not in types:
        return None
    if name in ("equals", "in"):
        values = _values(compared_with(name, right), types[column])
        return None if values is None else Stretch(column, values)
    bound = _bound(right, types[column])
    if bound is None:
        return None
    if name in ("less", "lessOrEquals"):
        return Stretch(column, greatest=bound)
    return Stretch(column, least=bound) if name in ("greater", "greaterOrEquals") else None


def _values(listed: Sequence[Expression], data_type: DataType) -> tuple[Bound, ...] | None:
    if len(listed) > _MOST_VALUES:
        return None
    values = [_bound(one, data_type) for one in listed]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _bound(node: Expression, data_type: DataType) -> Bound | None:
    """The value of a literal of a type like the column's."""
    sign = 1
    if isinstance(node, Call) and node.name == "negate" and len(node.arguments) == 1:
        sign, node = -1, node.arguments[0]
    value = node.value if isinstance(node, Literal) else None
    if data_type.category is Category.INTEGER:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return sign * value if is_whole and isinstance(value, int) else None
    if not isinstance(value, str) or sign < 0 or not value.isprintable():
        return None
    if data_type.category is Category.DATE:
        return value if _DAY.fullmatch(value) else None
    return value
