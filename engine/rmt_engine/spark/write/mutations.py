"""Executes the statements that change rows: records mutations, waits for them, kills them.

`UPDATE … SET` records none: it is done, or refused, when it returns.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.merges.mutator import Mutator
from rmt_engine.merges.updater import Updater
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.session.affected_rows import UNKNOWN, note_affected
from rmt_engine.spark.write.background_merges import PartChanges
from rmt_engine.spark.write.row_changes import RowChanges
from rmt_engine.sql.grammar.statements import AlterRows, RowCommand, UpdateTable
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.store.mutations import Mutation
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["KILLED_COLUMNS", "MutationStatements"]

KILLED_COLUMNS = (
    "kill_status STRING, database STRING, `table` STRING, mutation_id STRING, command STRING"
)
_LOOK_S = 0.02
_LOOK_ELSEWHERE_S = 0.1
"""How often to see whether another process is done with a mutation, and whether to wait on."""


class MutationStatements:
    """Executes them.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
        changes: checks commands.
        mutator: carries mutations out.
        parts: told of changes of parts.

    Attributes:
        changes: checks commands, and finds and masks rows.
        turn: gives statements that change rows their turns at tables; see `Updater.turn`.
    """

    def __init__(
        self,
        gateway: Gateway,
        store: Store,
        changes: RowChanges,
        mutator: Mutator,
        parts: PartChanges,
    ) -> None:
        self._gateway = gateway
        self._store = store
        self.changes = changes
        self._updater = Updater(store, changes)
        self.turn = self._updater.turn
        self._mutator = mutator
        self._parts = parts

    def alter(self, statement: AlterRows, table: Table, active: ActiveSession) -> None:
        """Records a mutation and, if the session wants that, waits until it is done.

        Raises:
            RmtError: it makes no sense or is disabled, and is not recorded; or `UNFINISHED`, it
                failed or was killed while it was waited for; or `QUERY_WAS_CANCELLED`, the client
                does not wait any longer, and it goes on.
        """
        if statement.is_lightweight and active.setting("enable_lightweight_delete") == "0":
            raise RmtError(
                "SUPPORT_IS_DISABLED",
                "Lightweight delete mutate is disabled.",
                "SET enable_lightweight_delete = 1 enables it.",
            )
        if statement.is_lightweight and table.definition.projections:
            _check_projections(table)
        setting = "lightweight_deletes_sync" if statement.is_lightweight else "mutations_sync"
        self._mutate(table, statement.commands, active, active.setting(setting) != "0")

    def wake(self) -> None:
        """Tells that a mutation was recorded."""
        self._mutator.wake()

    def materialize_ttl(self, table: Table, active: ActiveSession, waits: bool) -> None:
        """Records the mutation that applies a table's TTL to the parts there are.

        Args:
            table: the table.
            active: the session.
            waits: whether to return when it is done.

        Raises:
            RmtError: as `alter`.
        """
        self._mutate(table, (RowCommand("", expires=True),), active, waits)

    def _mutate(
        self, table: Table, commands: Sequence[RowCommand], active: ActiveSession, waits: bool
    ) -> None:
        final_build = active.setting("final_build")
        zone = active.zone
        commands = [replace(command, time_zone=zone) for command in commands]
        self.changes.check(commands, table.definition)
        text = ", ".join(command.text for command in commands)
        parts = [part.name for part in self._store.snapshots.current(table).parts]
        mutation = self._store.mutations.record(table.id, text)
        self._mutator.wake()
        rows: int | None = None
        if waits:
            self._wait(mutation)
            rows = self._mutator.rows_changed(mutation, filter(mutation.concerns, parts))
            self._parts.parts_changed(table, final_build)
        if any(command.is_conditional for command in commands):
            note_affected(UNKNOWN if rows is None else rows)

    def update(self, statement: UpdateTable, table: Table, active: ActiveSession) -> None:
        """Changes rows at once.

        Raises:
            RmtError: it makes no sense, is disabled, or not for this table; or it failed or was
                cancelled. Nothing happened.
        """
        if active.setting("enable_lightweight_update") == "0":
            raise RmtError(
                "SUPPORT_IS_DISABLED",
                "Lightweight updates are not allowed.",
                "SET enable_lightweight_update = 1 allows them.",
            )
        final_build = active.setting("final_build")
        for column in ("_block_number", "_block_offset"):
            if table_setting(table.definition.settings, f"enable{column}_column") == "0":
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    "Lightweight updates are not supported: they are only for tables with a "
                    f"materialized {column} column.",
                    f"ALTER TABLE … MODIFY SETTING enable{column}_column = 1 makes it one, or use "
                    "ALTER TABLE … UPDATE, or insert the row again with a higher version.",
                )
        command = replace(statement.command, time_zone=active.zone)
        self.changes.check([command], table.definition)
        rows = self._updater.update(table, command.text, self._gateway.check_cancelled)
        note_affected(rows)
        if rows:
            self._parts.parts_changed(table, final_build)

    def resume(self) -> None:
        """Carries on with mutations that waited while parts had to stay as they were."""
        self._mutator.wake()

    def break_off(self, mutations: Sequence[Mutation]) -> None:
        """Makes work on mutations that is under way in this process fail soon."""
        for mutation in mutations:
            self.changes.cancel(mutation)

    def kill(self, chosen: Sequence[tuple[str, str, str, str]], mode: str) -> list[tuple[Any, ...]]:
        """Kills mutations.

        Args:
            chosen: database, table, mutation id and command of each.
            mode: `SYNC` returns when nobody works on them any more; `TEST` kills none.

        Returns:
            The rows of the answer: what became of each.
        """
        tables = {(t.database, t.name): t.id for t in self._store.registry.tables.all()}
        known = {(m.table_id, m.name): m for m in self._store.mutations.all()}
        rows: list[tuple[Any, ...]] = []
        for database, name, mutation_id, command in chosen:
            mutation = known.get((tables.get((database, name), -1), mutation_id))
            status = "unknown_status" if mode == "TEST" else self._kill(mutation, mode == "SYNC")
            rows.append((status, database, name, mutation_id, command))
        return rows

    def _kill(self, mutation: Mutation | None, wait: bool) -> str:
        if mutation is None or not self._store.mutations.kill(mutation.id):
            return "finished"
        self.changes.cancel(mutation)
        while wait and self._is_worked_on(mutation):
            self._gateway.check_cancelled()
            time.sleep(_LOOK_S)
        return "waiting"

    def _is_worked_on(self, mutation: Mutation) -> bool:
        claims = self._store.claims.all(mutation.table_id)
        return any(c.is_mutation and c.result.data_version == mutation.number for c in claims)

    def _wait(self, mutation: Mutation) -> None:
        while True:
            rounds = self._mutator.rounds
            current = self._store.mutations.find(mutation.id)
            if current is None:
                raise RmtError("UNFINISHED", f"Mutation {mutation.name} was killed.")
            if current.is_done:
                return
            # Mutations are carried out in order: one that fails keeps those behind it waiting.
            first = next(iter(self._store.mutations.unfinished(mutation.table_id)), current)
            if first.number <= mutation.number and first.fail_reason:
                raise RmtError(
                    "UNFINISHED",
                    f"Exception happened during execution of mutation '{first.name}' with part "
                    f"'{first.failed_part}' reason: '{first.fail_reason}'.",
                    "It is tried again; KILL MUTATION gives it up.",
                )
            if self._store.registry.tables.by_number(mutation.table_id) is None:
                raise RmtError(
                    "UNFINISHED",
                    f"The table was detached before mutation {mutation.name} was done.",
                    "It goes on once ATTACH TABLE has brought the table back.",
                )
            self._gateway.check_cancelled("; its mutation goes on")
            self._mutator.wait_for_round(rounds, _LOOK_ELSEWHERE_S)


def _check_projections(table: Table) -> None:
    """Refuses a DELETE FROM that would leave projections as they are.

    Raises:
        RmtError: `SUPPORT_IS_DISABLED`.
    """
    mode = table_setting(table.definition.settings, "lightweight_mutation_projection_mode")
    if mode == "throw":
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            f"DELETE query is not allowed for table {table.qualified} because as it has "
            "projections and setting lightweight_mutation_projection_mode is set to THROW. User "
            "should change lightweight_mutation_projection_mode OR drop all the projections "
            "manually before running the query.",
        )
