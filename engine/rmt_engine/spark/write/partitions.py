"""Executes the partition commands of ALTER TABLE."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.merges.attach import (
    Attached,
    Transfer,
    attach_part,
    attach_partition,
    transfer_parts,
)
from rmt_engine.merges.planning import Describe
from rmt_engine.sql.grammar.statements import PartitionAction, PartitionCommand
from rmt_engine.sql.tables.layout import partition_id_of
from rmt_engine.sql.tables.structure import check_same_structure
from rmt_engine.store.frozen import FrozenPart
from rmt_engine.store.part import PartName
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["PartResult", "PartitionCommands", "result_table"]

_TAKE_ALL = frozenset(
    (
        PartitionAction.DROP,
        PartitionAction.DROP_DETACHED,
        PartitionAction.DETACH,
        PartitionAction.ATTACH,
        PartitionAction.ATTACH_FROM,
        PartitionAction.FREEZE_ALL,
        PartitionAction.UNFREEZE_ALL,
    )
)
_TRANSFERS = {
    PartitionAction.ATTACH_FROM: Transfer.ATTACH,
    PartitionAction.REPLACE: Transfer.REPLACE,
    PartitionAction.MOVE: Transfer.MOVE,
}
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PartResult:
    """What a command did with a part, in the words of ClickHouse's columns; empty ones are absent.

    Attributes:
        command_type: the command.
        partition_id: the part's partition.
        part_name: its name.
        old_part_name: the name it had when it was detached.
        backup_name: the frozen copy, as its directory is called.
        backup_path: that directory.
        part_backup_path: where the part's files are.
    """

    command_type: str
    partition_id: str
    part_name: str
    old_part_name: str = ""
    backup_name: str = ""
    backup_path: str = ""
    part_backup_path: str = ""

    @classmethod
    def frozen(cls, command: str, part: FrozenPart) -> PartResult:
        """Of a part that came into a frozen copy, or went from it."""
        return cls(
            command,
            part.name.partition_id,
            str(part.name),
            backup_name=part.copy,
            backup_path=part.directory,
            part_backup_path=part.part_directory,
        )


def result_table(results: Iterable[PartResult]) -> tuple[list[tuple[Any, ...]], str]:
    """Rows and columns of `alter_partition_verbose_result`.

    Columns but for the first three are there when a part has a value, in the order of these.
    """
    values = [asdict(result) for result in results]
    columns = dict.fromkeys(("command_type", "partition_id", "part_name"))
    columns |= dict.fromkeys(name for row in values for name, value in row.items() if value)
    rows = [tuple(row[name] for name in columns) for row in values]
    return rows, ", ".join(f"{name} STRING" for name in columns)


@dataclass(frozen=True)
class Outcome:
    """What a command did.

    Attributes:
        changed: the tables whose parts may have changed.
        results: what it tells of parts.
    """

    changed: Sequence[Table] = ()
    results: Sequence[PartResult] = ()


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
            RmtError: `SUPPORT_IS_DISABLED`, `BAD_DATA_PART_NAME`, the partition is no value of the
                table's partition key; `NOT_IMPLEMENTED`, FREEZE of a temporary table.
        """
        if command.action.is_freeze and table.is_temporary:
            raise unsupported("ALTER TABLE … FREEZE of a temporary table")
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
    ) -> Outcome:
        """Executes a command that was checked.

        Args:
            table: the table.
            command: the command.
            other: the other table the command names.
            setting: gives the value of a session setting.

        Raises:
            RmtError: `NO_SUCH_DATA_PART`, `BAD_DATA_PART_NAME`, `INCOMPATIBLE_COLUMNS`,
                `BAD_ARGUMENTS`, `DIRECTORY_ALREADY_EXISTS`; nothing has changed then.
        """
        _log.info("alter table=%s command=%s", table.qualified, command)
        if other is not None:
            return Outcome(self._transfer(table, command, other, setting))
        if command.action.is_freeze or command.action.is_unfreeze:
            return Outcome(results=self._run_on_copy(table, command))
        if command.part is not None:
            attached = self._run_on_part(table, command.action, command.part)
        else:
            attached = self._run_on_partition(table, command.action, _identity(table, command))
        kind = "PART" if command.part is not None else "PARTITION"
        results = [
            PartResult(f"ATTACH {kind}", part.new.partition_id, str(part.new), str(part.old))
            for part in attached
        ]
        return Outcome([] if command.action is PartitionAction.DROP_DETACHED else [table], results)

    def unfreeze(self, copy: str) -> list[PartResult]:
        """Removes a frozen copy with the parts of all tables."""
        parts = self._store.frozen.unfreeze(copy, check=self._check_cancelled)
        return [PartResult.frozen("SYSTEM UNFREEZE", part) for part in parts]

    def _run_on_copy(self, table: Table, command: PartitionCommand) -> list[PartResult]:
        identity, frozen = _identity(table, command), self._store.frozen
        if command.action.is_freeze:
            parts = frozen.freeze(table.id, identity, command.copy, self._check_cancelled)
        else:
            parts = frozen.unfreeze(command.copy, table.id, identity, self._check_cancelled)
        kind = command.action.value
        kind = kind if kind.endswith(" ALL") else f"{kind} PARTITION"
        return [PartResult.frozen(kind, part) for part in parts]

    def _run_on_part(self, table: Table, action: PartitionAction, name: str) -> Sequence[Attached]:
        if action is PartitionAction.DROP_DETACHED:
            found = [
                p for p in self._store.registry.parts.detached(table.id) if p.detached_as == name
            ]
            if not found:
                raise RmtError("BAD_DATA_PART_NAME", f'Detached part "{name}" not found.')
            self._store.partitions.drop_detached(table.id, [part.id for part in found])
        elif action is PartitionAction.ATTACH:
            into = self._describe(table)
            return attach_part(self._store, into, PartName.parse(name), self._check_cancelled)
        else:
            detach = action is PartitionAction.DETACH
            self._store.partitions.drop_part(table.id, PartName.parse(name), detach)
        return ()

    def _run_on_partition(
        self, table: Table, action: PartitionAction, identity: str | None
    ) -> Sequence[Attached]:
        if action is PartitionAction.DROP_DETACHED:
            detached = self._store.registry.parts.detached(table.id)
            chosen = [p.id for p in detached if identity in (None, p.name.partition_id)]
            self._store.partitions.drop_detached(table.id, chosen)
        elif action is PartitionAction.ATTACH:
            into = self._describe(table)
            return attach_partition(self._store, into, identity, self._check_cancelled)
        else:
            detach = action is PartitionAction.DETACH
            self._store.partitions.drop(table.id, identity, detach)
        return ()

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
