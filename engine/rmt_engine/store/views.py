"""Tables that lead to others: materialized views, and those that hand on what is inserted."""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import OtherTables, Table, TableDefinition

__all__ = ["check_exchange", "check_loop", "own_definition", "target_of", "views_by_source"]


def views_by_source(tables: Sequence[Table]) -> dict[tuple[str, str], list[Table]]:
    """The materialized views of each table, by its database and its name in lower case."""
    found: dict[tuple[str, str], list[Table]] = {}
    for table in sorted(tables, key=lambda one: one.id):
        view = table.definition.view
        if view is not None and view.source:
            database, name = view.source
            found.setdefault((database.lower(), name.lower()), []).append(table)
    return found


def target_of(registry: Registry, view: Table) -> Table:
    """The table that has the rows of a materialized view.

    Raises:
        RmtError: `UNKNOWN_TABLE`, it is gone.
    """
    database, name = view.target
    target = registry.tables.find(database, name)
    if target is None:
        raise RmtError(
            "UNKNOWN_TABLE",
            f"Target table '{database}.{name}' of view '{view.qualified}' doesn't exist.",
            f"Create it, or DROP VIEW {view.qualified}.",
        )
    return target


def check_loop(registry: Registry, name: tuple[str, str], others: OtherTables) -> None:
    """Makes sure that a table does not hand rows on to itself by way of another one.

    Args:
        registry: knows the others.
        name: the database and the name of the table that is to be made.
        others: where it hands them on to.

    Raises:
        RmtError: `INFINITE_LOOP`.
    """
    path: list[str] = []
    following: OtherTables | None = others
    while following is not None and following.limits:
        found = registry.tables.find(following.database, following.table)
        if found is None or found.qualified in path:
            return
        path.append(found.qualified)
        following = found.definition.others
        if following is not None and (following.database, following.table) == name:
            raise RmtError(
                "INFINITE_LOOP",
                f"Cannot add dependencies for '{'.'.join(name)}', because it will lead to cyclic "
                f"dependencies: {' -> '.join(('.'.join(name), *path, '.'.join(name)))}.",
            )


def check_exchange(first: Table, second: Table) -> None:
    """Makes sure that no materialized view gets the name of its own source or target.

    Raises:
        RmtError: `INFINITE_LOOP`.
    """
    for view, other in ((first, second), (second, first)):
        definition = view.definition.view
        if definition is None:
            continue
        linked = {".".join(place).lower() for place in (definition.source, view.target)}
        if other.qualified.lower() in linked:
            raise RmtError(
                "INFINITE_LOOP",
                f"Cannot exchange '{first.qualified}' and '{second.qualified}', because it will "
                f"lead to cyclic dependencies: {other.qualified} -> {other.qualified}.",
            )


def own_definition(registry: Registry, view: Table) -> TableDefinition | None:
    """The definition of the table that a view made for its rows; None if it names another."""
    if view.definition.view is None or view.definition.view.target:
        return None
    own = registry.tables.find(*view.target)
    return own.definition if own is not None else None
