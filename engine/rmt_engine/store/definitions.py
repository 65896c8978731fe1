"""What is declared of the tables there are, and how ALTER changes it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.table import Table, TableDefinition

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["Definitions"]


class Definitions:
    """Changes the definitions of tables.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def change_settings(
        self,
        table_id: int,
        changed: Mapping[str, str],
        reset: Collection[str] = (),
        also: Callable[[Connection], None] = lambda _: None,
    ) -> Table:
        """Changes settings of a table.

        Args:
            table_id: the table.
            changed: new values.
            reset: settings that get their default again.
            also: what else to do in the transaction.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped meanwhile.
        """
        t = schema.tables.c
        with self._registry.writing() as connection:
            row = _row_in(connection, table_id)
            definition = TableDefinition.from_json(row.definition)
            kept = {n: value for n, value in definition.settings.items() if n not in reset}
            definition = replace(definition, settings={**kept, **changed})
            connection.execute(
                sa.update(schema.tables)
                .where(t.id == table_id)
                .values(definition=definition.to_json(), version=t.version + 1)
            )
            also(connection)
            row = _row_in(connection, table_id)
        return Table.of_row(row)

    def change(
        self,
        table_id: int,
        before: TableDefinition,
        after: TableDefinition,
        version: int | None = None,
        also: Callable[[Connection], None] = lambda _: None,
    ) -> Table | None:
        """Puts another definition in the place of the one it was made from.

        Args:
            table_id: the table.
            before: the definition as it was read.
            after: the new one.
            version: the version of the table whose rows it was checked against; None when rows do
                not matter.
            also: what else to do in the transaction.

        Returns:
            The table, or None when its definition, or its rows, are not those any more: then
            nothing happened.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped meanwhile.
        """
        with self._registry.writing() as connection:
            row = _row_in(connection, table_id)
            changed = TableDefinition.from_json(row.definition) != before
            if changed or version not in (None, row.version):
                return None
            connection.execute(
                sa.update(schema.tables)
                .where(schema.tables.c.id == table_id)
                .values(
                    definition=after.to_json(),
                    version=row.version + 1,
                    altered_version=row.version + 1,
                )
            )
            also(connection)
            row = _row_in(connection, table_id)
        return Table.of_row(row)


def _row_in(connection: Connection, table_id: int) -> sa.Row[Any]:
    t = schema.tables.c
    query = sa.select(schema.tables).where(t.id == table_id, t.dropped_at.is_(None))
    row = connection.execute(query).one_or_none()
    if row is None:
        raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was changed.")
    return row
