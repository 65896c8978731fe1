"""The newest row of each key by aggregation, `argMax`, beside which FINAL is the other way.

Source: https://clickhouse.com/docs/guides/replacing-merge-tree#querying-replacingmergetree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import exc, func, select
from sqlalchemy.schema import Table
from sqlalchemy.sql import coercions, roles

from sqlalchemy_rmt.engines import ReplacingMergeTree, engine_of

if TYPE_CHECKING:
    from sqlalchemy.sql.selectable import Subquery

__all__ = ["newest"]


def newest(table: Any, name: str | None = None, *, where: Any = None) -> Subquery:
    """The rows of a ReplacingMergeTree table that are newest by their version, as a subquery.

    They are found by `argMax`, so that nothing of the table has to be merged or FINAL: of each
    sorting key the row with the highest version, and none if `is_deleted` marks it. Of rows with
    equal versions any one may win, while FINAL takes the last inserted one.

    Args:
        table: a table declared with ReplacingMergeTree and a version, or a mapped class.
        name: the alias of the subquery; made up when None.
        where: a condition on the table's columns that rows have to meet before the newest is
            looked for, best one on the sorting key.

    Returns:
        A subquery with the table's columns: `current = newest(users)`, `select(current.c.name)`.

    Raises:
        ArgumentError: the table has another engine, no version, or a sorting key with expressions.
    """
    target = coercions.expect(roles.FromClauseRole, table)
    engine = engine_of(target)
    if not isinstance(target, Table) or not isinstance(engine, ReplacingMergeTree):
        raise exc.ArgumentError(f"{target!r} was not declared with ReplacingMergeTree.")
    if engine.version is None:
        raise exc.ArgumentError(
            f"Table {target.name} has no version column: only final() finds the row inserted last."
        )
    keys = _key_columns(target, engine)
    others = [column for column in target.columns if column not in set(keys)]
    # The whole row in one argMax: of a column alone it would pass over NULLs.
    row = func.argMax(func.tuple(*others), target.c[engine.version]).label("newest_row")
    grouped = select(*keys, row).group_by(*keys)
    if where is not None:
        grouped = grouped.where(where)
    inner = grouped.subquery()
    places = {column.key: place for place, column in enumerate(others, 1)}
    values = {
        key: func.tupleElement(inner.c.newest_row, place, type_=target.c[key].type)
        for key, place in places.items()
    }
    shown = [
        values[column.key].label(column.name) if column.key in values else inner.c[column.key]
        for column in target.columns
    ]
    rows = select(*shown)
    if engine.is_deleted is not None:
        rows = rows.where(values[target.c[engine.is_deleted].key] == 0)
    return rows.subquery(name)


def _key_columns(table: Table, engine: ReplacingMergeTree) -> list[Any]:
    elements = engine.version_key(table)
    names = [element for element in elements if isinstance(element, str)]
    if len(names) < len(elements):
        raise exc.ArgumentError(
            f"The sorting key of table {table.name} has expressions: write the argMax query, or "
            "read it with final()."
        )
    return [table.c[name] for name in names]
