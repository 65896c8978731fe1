"""Executes the commands of ALTER TABLE that change columns.

No file is written: the change is one transaction of the registry. When old values have to become
values of another type, they are all looked at before.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.part_scan import PartScans
from rmt_engine.spark.session.active import untouched
from rmt_engine.spark.session.definitions import DefinitionBuilder
from rmt_engine.sql.grammar.row_commands import parse_commands
from rmt_engine.sql.grammar.statements import ColumnCommand, ProjectionAction, RowCommand
from rmt_engine.sql.tables.column_changes import change_columns, changed_names, columns_to_check
from rmt_engine.sql.tables.expressions import identifiers
from rmt_engine.sql.tables.layout import file_schema, stored_types
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.store.mutations import Mutations
from rmt_engine.store.part import Part
from rmt_engine.store.sorting_keys import change_parts
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table, TableDefinition

__all__ = ["ColumnChanges"]

_ATTEMPTS = 20
_log = logging.getLogger(__name__)


class ColumnChanges:
    """Changes the columns of tables.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session, its time zone UTC and ANSI mode on.
        store: the store.
    """

    def __init__(self, gateway: Gateway, session: SparkSession, store: Store) -> None:
        self._session = session
        self._store = store
        self._parts = PartScans(gateway, session, store.storage, prune=False)
        self._definitions = DefinitionBuilder(gateway, session)

    def alter(self, table: Table, commands: Sequence[ColumnCommand]) -> Table:
        """Changes a table in one transaction and returns it.

        Raises:
            RmtError: with ClickHouse's name of whatever is wrong, a value that cannot become one of
                its column's new type among that; `CANNOT_ASSIGN_ALTER`, a mutation that is not done
                needs a column as it is, or other statements were always faster. The table is as
                before.
        """
        checked: dict[str, set[int]] = {}
        for _ in range(_ATTEMPTS):
            snapshot = self._store.snapshots.current(table)
            before = snapshot.table.definition
            after = change_columns(before, commands, self._definitions)
            if after == before:
                return snapshot.table
            self._check_mutations(snapshot.table, after)
            columns = columns_to_check(before, after)
            if columns:
                done = checked.setdefault(after.to_json(), set())
                parts = [part for part in snapshot.parts if part.id not in done]
                self._check_values(replace(snapshot.table, definition=after), parts, columns)
                done.update(part.id for part in parts)
            version = snapshot.version if columns else None
            changed = self._store.registry.definitions.change(
                table.id, before, after, version, self._also(table, before, after)
            )
            if changed is not None:
                _log.info("altered table=%s structure=%d", table.qualified, after.structure)
                return changed
        raise RmtError(
            "CANNOT_ASSIGN_ALTER",
            f"Other statements changed {table.qualified} {_ATTEMPTS} times.",
            "Run it again.",
        )

    def _check_mutations(self, table: Table, after: TableDefinition) -> None:
        """Refuses to change a column that an unfinished mutation names."""
        changed = changed_names(table.definition, after)
        if not changed:
            return
        for mutation in self._store.mutations.unfinished(table.id):
            for command in parse_commands(mutation.commands):
                texts = [command.condition] if command.is_conditional else []
                texts += [value for _, value in command.assignments or ()]
                named = {name.lower() for text in texts for name in identifiers(text)}
                named |= {command.column.lower()}
                named |= {name.lower() for name, _ in command.assignments or ()}
                if named & changed:
                    raise RmtError(
                        "CANNOT_ASSIGN_ALTER",
                        f"The mutation {mutation.name} is not done and names the column "
                        f"{min(named & changed)}.",
                        "Wait for it, or give it up: KILL MUTATION.",
                    )

    def _also(
        self, table: Table, before: TableDefinition, after: TableDefinition
    ) -> Callable[[Connection], None]:
        """What else to do in the transaction: parts lose projections that are dropped."""
        change = self._change_parts(table, before, after)
        kept = {projection.name for projection in after.projections}
        dropped = [one.name for one in before.projections if one.name not in kept]
        drop = ProjectionAction.DROP
        commands = [RowCommand("", action=drop, projection=name).text for name in dropped]

        def also(connection: Connection) -> None:
            change(connection)
            if commands:
                Mutations.record_in(connection, table.id, ", ".join(commands))

        return also

    def _change_parts(
        self, table: Table, before: TableDefinition, after: TableDefinition
    ) -> Callable[[Connection], None]:
        """What else to do in the transaction, when the sorting key is another one."""
        if before.key == after.key:
            return lambda _: None
        added = [name for name in after.key_columns if name not in before.key_columns]
        types = {
            name: data_type for name, data_type in stored_types(after).items() if name in added
        }
        expressions = [
            f"CAST({data_type.of_missing} AS {data_type.spark}) AS {quote_name(name)}"
            for name, data_type in types.items()
        ]
        with untouched():
            values = self._session.range(1).selectExpr(*expressions).toArrow()
        values = values.cast(file_schema(types))
        return functools.partial(
            change_parts, table_id=table.id, before=before, after=after, values=values
        )

    def _check_values(self, table: Table, parts: Sequence[Part], columns: Sequence[str]) -> None:
        """Converts all values of columns to their new types."""
        if not parts:
            return
        with errors_named(), untouched():
            rows = self._parts.scan(table, parts)
            values = (F.col(quote_name(name)) for name in columns)
            rows.agg(F.max(F.xxhash64(*values))).collect()
