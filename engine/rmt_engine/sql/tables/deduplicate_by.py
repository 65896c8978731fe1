"""The columns that `OPTIMIZE … DEDUPLICATE BY` compares.

Source of the meaning: https://clickhouse.com/docs/sql-reference/statements/optimize#by-expression.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import ColumnsOf
from rmt_engine.sql.tables.column_patterns import matching_names
from rmt_engine.store.table import TableDefinition

__all__ = ["deduplicated_by"]


def deduplicated_by(
    items: tuple[str | ColumnsOf, ...], definition: TableDefinition
) -> tuple[str, ...]:
    """The names that a list stands for, as it spells them.

    Raises:
        RmtError: `COLUMN_QUERIED_MORE_THAN_ONCE`; `EMPTY_LIST_OF_COLUMNS_QUERIED`, a pattern
            matches nothing, or EXCEPT leaves nothing.
    """
    names: list[str] = []
    for item in items:
        for name in (item,) if isinstance(item, str) else _columns_of(item, definition):
            if name in names:
                raise RmtError(
                    "COLUMN_QUERIED_MORE_THAN_ONCE", f"Column {name} queried more than once."
                )
            names.append(name)
    return tuple(names)


def _columns_of(item: ColumnsOf, definition: TableDefinition) -> list[str]:
    there = [column.name for column in definition.stored_columns]
    names = item.names or tuple(column.name for column in definition.visible_columns)
    if item.pattern is not None:
        names = tuple(matching_names(item.pattern, there))
    found = [name for name in names if name not in item.excluded]
    if not found:
        raise RmtError(
            "EMPTY_LIST_OF_COLUMNS_QUERIED",
            f"Empty list of columns queried. There are columns: {', '.join(there)}.",
        )
    return found
