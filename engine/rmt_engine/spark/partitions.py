"""Executes the partition commands of ALTER TABLE."""

from __future__ import annotations

import logging
from collections.abc import Callable

from rmt_engine.errors import RmtError
from rmt_engine.merges.attach import (
    Transfer,
    attach_part,
    attach_partition,
    transfer_parts,
)
from rmt_engine.merges.planning import Describe
from rmt_engine.sql.layout import partition_id_of
from rmt_engine.sql.statements import PartitionAction, PartitionCommand
from rmt_engine.sql.structure import check_same_structure
from rmt_engine.store.part import PartName
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["PartitionCommands"]

_TAKE_ALL = frozenset(
    (
        PartitionAction.DROP,
        PartitionAction.DROP_DETACHED,
        PartitionAction.DETACH,
        PartitionAction.ATTACH,
        PartitionAction.ATTACH_FROM,
    )
)
_TRANSFERS = {
    PartitionAction.ATTACH_FROM: Transfer.ATTACH,
    PartitionAction.REPLACE: Transfer.REPLACE,
    PartitionAction.MOVE: Transfer.MOVE,
}
_log = logging.getLogger(__name__)


class PartitionCommands:
    """Executes partition commands of a table.

    Args:
        store: the store.
        describe: tells how a table's rows are stored.
        check_cancelled: raises when the statement is to stop.
    """

    def __init__(
        self, store: Store, describe: Describe, check_cancelled: Callable[[], None]
    ) -> None:
        self._store = store
        self._describe = describe
        self._check_cancelled = check_cancelled

    def check(self, table: Table, command: PartitionCommand, setting: Callable[[str], str]) -> None:
        """Refuses a command that cannot be executed whatever parts there are.

        Args:
            table: the table.
            command: the command.
            setting: gives the value of a session setting.

        Raises:
            RmtError: `SUPPORT_IS_DISABLED`, `BAD_DATA_PART_NAME`, or the partition is no value of
                the table's partition key.
        """
        if command.action is PartitionAction.DROP_DETACHED:
            if setting("allow_drop_detached") != "1":
                raise RmtError(
                    "SUPPORT_IS_DISABLED",
                    "Cannot execute query: DROP DETACHED PART is disabled.",
                    "SET allow_drop_detached = 1 allows it.",
                )
        elif command.part is not None:
            PartName.parse(command.part)
        if command.is_all and command.action not in _TAKE_ALL:
            raise RmtError(
                "SUPPORT_IS_DISABLED", "Only support DROP/DETACH/ATTACH PARTITION ALL currently."
            )
        _identity(table, command)

    def run(
        self,
        table: Table,
        command: PartitionCommand,
        other: Table | None,
        setting: Callable[[str], str],
    ) -> list[Table]:
        """Executes a command that was checked.

        Args:
            table: the table.
            command: the command.
            other: the other table the command names.
            setting: gives the value of a session setting.

        Returns:
            The tables whose parts may have changed.

        Raises:
            RmtError: `NO_SUCH_DATA_PART`, `BAD_DATA_PART_NAME`, `INCOMPATIBLE_COLUMNS`,
                `BAD_ARGUMENTS`; nothing has changed then.
        """
        _log.info("alter table=%s command=%s", table.qualified, command)
        if other is not None:
            return self._transfer(table, command, other, setting)
        if command.part is not None:
            self._run_on_part(table, command.action, command.part)
        else:
            identity = _identity(table, command)
            self._run_on_partition(table, command.action, identity)
        return [] if command.action is PartitionAction.DROP_DETACHED else [table]

    def _run_on_part(self, table: Table, action: PartitionAction, name: str) -> None:
        if action is PartitionAction.DROP_DETACHED:
            found = [
                p for p in self._store.registry.detached_parts(table.id) if p.detached_as == name
            ]
            if not found:
                raise RmtError("BAD_DATA_PART_NAME", f'Detached part "{name}" not found.')
            self._store.partitions.drop_detached(table.id, [part.id for part in found])
        elif action is PartitionAction.ATTACH:
            into = self._describe(table)
            attach_part(self._store, into, PartName.parse(name), self._check_cancelled)
        else:
            detach = action is PartitionAction.DETACH
            self._store.partitions.drop_part(table.id, PartName.parse(name), detach)

    def _run_on_partition(
        self, table: Table, action: PartitionAction, identity: str | None
    ) -> None:
        if action is PartitionAction.DROP_DETACHED:
            detached = self._store.registry.detached_parts(table.id)
            chosen = [p.id for p in detached if identity in (None, p.name.partition_id)]
            self._store.partitions.drop_detached(table.id, chosen)
        elif action is PartitionAction.ATTACH:
            attach_partition(self._store, self._describe(table), identity, self._check_cancelled)
        else:
            detach = action is PartitionAction.DETACH
            self._store.partitions.drop(table.id, identity, detach)

    def _transfer(
        self,
        table: Table,
        command: PartitionCommand,
        other: Table,
        setting: Callable[[str], str],
    ) -> list[Table]:
        transfer = _TRANSFERS[command.action]
        into, source = (other, table) if transfer is Transfer.MOVE else (table, other)
        check_same_structure(into.definition, source.definition)
        identity = _identity(table, command)
        if transfer is Transfer.MOVE and into.id == source.id:
            return []
        if transfer is Transfer.REPLACE:
            self._refuse_empty(source, identity, setting)
        transfer_parts(
            self._store, self._describe(into), source, identity, transfer, self._check_cancelled
        )
        return [into, source] if transfer is Transfer.MOVE else [into]

    def _refuse_empty(
        self, source: Table, identity: str | None, setting: Callable[[str], str]
    ) -> None:
        if setting("allow_replace_partition_from_empty_source") == "1":
            return
        if identity not in self._store.snapshots.current(source).partitions():
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Source table {source.qualified} has no parts in partition {identity}: refusing "
                "REPLACE PARTITION because it would silently drop the destination's data.",
                "SET allow_replace_partition_from_empty_source = 1, or use DROP PARTITION.",
            )


def _identity(table: Table, command: PartitionCommand) -> str | None:
    """The id of a command's partition; None for all, or when it names a part."""
    return partition_id_of(command.partition, command.partition_id, table.definition)
