"""What `dbt docs generate` shows of relations and their columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import agate

__all__ = ["Entry", "entries", "single", "table"]

_COLUMNS = (
    "table_database",
    "table_schema",
    "table_name",
    "table_type",
    "table_comment",
    "table_owner",
    "column_name",
    "column_index",
    "column_type",
    "column_comment",
)
_STATISTICS = {
    "rows": ("Rows", "Rows that are stored, versions that are not current included"),
    "bytes": ("Bytes", "Bytes on disk"),
    "parts": ("Parts", "Parts that are read"),
    "engine": ("Engine", "The engine with its clauses"),
    "sorting_key": ("Sorting key", "What tells which rows are versions of the same row"),
}


_KINDS = {"View": "view", "MaterializedView": "materialized view"}
_OWN_TABLE = ".inner_id."
"""How the names of tables begin that materialized views made for their rows."""


@dataclass
class Entry:
    """A table or a view.

    Attributes:
        schema: where it is.
        name: what it is called.
        type: `table`, `view` or `materialized view`.
        comment: its comment.
        columns: name, position from 1, type and comment of each.
        statistics: some of `_STATISTICS`.
    """

    schema: str
    name: str
    type: str
    comment: str = ""
    columns: list[tuple[str, int, str, str]] = field(default_factory=list)
    statistics: dict[str, Any] = field(default_factory=dict)


def entries(
    schema: str, rows: Iterable[Sequence[Any]], columns: Iterable[Sequence[Any]]
) -> list[Entry]:
    """The relations of a schema.

    Args:
        schema: where they are.
        rows: name, engine, engine with its clauses, comment, sorting key, rows, bytes and parts of
            each; the last three are None for views and tables of Spark's own, the parts alone for
            materialized views with a table of their own and for temporary tables.
        columns: table, name, type, position and comment of each column.
    """
    found = {}
    for name, engine, engine_full, comment, sorting_key, count, size, parts in rows:
        if name.startswith(_OWN_TABLE):
            continue
        kind = _KINDS.get(engine, "table")
        found[name] = Entry(schema, name, kind, comment or "")
        sizes = {"rows": count, "bytes": size, "parts": parts}
        known = {key: int(value) for key, value in sizes.items() if value is not None}
        if known:
            found[name].statistics = known | {"engine": engine_full, "sorting_key": sorting_key}
    for owner, name, kind, position, comment in columns:
        # A relation may have come between the two questions.
        if owner in found:
            found[owner].columns.append((name, int(position), kind, comment or ""))
    return list(found.values())


def table(entries: Iterable[Entry]) -> agate.Table:
    """The entries as the table that dbt makes its catalog of, a row for each column."""
    from dbt_common.clients.agate_helper import table_from_data_flat

    names = [*_COLUMNS]
    for key in _STATISTICS:
        names += [f"stats:{key}:{part}" for part in ("label", "value", "description", "include")]
    rows = [
        dict(zip(names, [*_values(entry, column)], strict=True))
        for entry in entries
        for column in entry.columns
    ]
    return table_from_data_flat(rows, names)


def single(entries: Sequence[Entry]) -> Any:
    """The first entry as dbt's own object; None if there is none."""
    from dbt_common.contracts.metadata import (
        CatalogTable,
        ColumnMetadata,
        StatsItem,
        TableMetadata,
    )

    if not entries:
        return None
    entry = entries[0]
    return CatalogTable(
        metadata=TableMetadata(
            type=entry.type, schema=entry.schema, name=entry.name, comment=entry.comment or None
        ),
        columns={
            name: ColumnMetadata(type=kind, index=position, name=name, comment=comment or None)
            for name, position, kind, comment in entry.columns
        },
        stats={
            key: StatsItem(id=key, label=label, value=entry.statistics[key], include=True)
            for key, (label, _) in _STATISTICS.items()
            if key in entry.statistics
        },
    )


def _values(entry: Entry, column: tuple[str, int, str, str]) -> Iterable[Any]:
    name, position, kind, comment = column
    yield from (None, entry.schema, entry.name, entry.type, entry.comment or None, None)
    yield from (name, position, kind, comment or None)
    for key, (label, description) in _STATISTICS.items():
        value = entry.statistics.get(key)
        yield from (label, value, description, value is not None)
