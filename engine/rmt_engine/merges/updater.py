"""Carrying out `UPDATE t SET`: all parts it touches change in one transaction.

Unlike a mutation it is not recorded: it is done when the statement returns, or nothing happened. It
takes a block number as a mutation does, waits for those before it, and claims the table and its
parts, so that merges, later mutations and others of its kind keep away meanwhile.

Source: https://clickhouse.com/docs/sql-reference/statements/update.
"""

from __future__ import annotations

import contextlib
import logging
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.merges.changed_parts import ChangedPart, RowRewriter, batches, rewrite_parts
from rmt_engine.merges.turn import Turn
from rmt_engine.store.mutations import RowChange
from rmt_engine.store.part import PartName
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["Updater"]

_BLOCKS = 256
"""A statement that adds more parts than this to a partition gives the rest the next numbers: it is
done again if a mutation comes between, and what is inserted meanwhile comes before it."""
_LOOK_S = 0.05
_log = logging.getLogger(__name__)


class Updater:
    """Changes rows at once.

    Args:
        store: the store.
        rewriter: changes rows.
    """

    def __init__(self, store: Store, rewriter: RowRewriter) -> None:
        self._store = store
        self._rewriter = rewriter

    def update(self, table: Table, commands: str, check: Callable[[], None]) -> int:
        """Changes all rows that match in the parts there are; returns how many there were.

        Args:
            table: the table.
            commands: what is done, as text.
            check: called now and then; an error it raises ends the statement.

        Raises:
            RmtError: `UNFINISHED`, a mutation before it fails again and again; or a value cannot be
                computed. Nothing happened.
        """
        while True:
            check()
            change = self._store.mutations.number_update(table.id, commands)
            if change is None:
                self._check_mutations(table)
            else:
                with self._claimed(table, change) as turn:
                    changed = self._change(turn, check) if turn else None
                if changed is not None:
                    return changed
            self._wait()

    @contextlib.contextmanager
    def turn(self, table: Table, check: Callable[[], None]) -> Iterator[Turn]:
        """Keeps merges, mutations and others of its kind away from a table's parts meanwhile.

        The parts are all that the table's snapshot has.

        Args:
            table: the table.
            check: called now and then; an error it raises ends the statement.

        Raises:
            RmtError: `UNFINISHED`, a mutation before it fails again and again.
        """
        while True:
            check()
            change = self._store.mutations.number_update(table.id, "", _BLOCKS)
            if change is None:
                self._check_mutations(table)
            else:
                with self._claimed(table, change) as turn:
                    if turn is not None and turn.is_of_all_parts:
                        blocks = range(change.number, change.number + _BLOCKS)
                        yield replace(turn, blocks=blocks)
                        return
            self._wait()

    def _wait(self) -> None:
        """Others wait for the same parts: whoever comes first is left to chance."""
        time.sleep(random.uniform(_LOOK_S, 3 * _LOOK_S))  # noqa: S311

    def _check_mutations(self, table: Table) -> None:
        for mutation in self._store.mutations.unfinished(table.id):
            if mutation.fail_reason:
                raise RmtError(
                    "UNFINISHED",
                    f"Mutation '{mutation.name}' comes first, and it fails: "
                    f"'{mutation.fail_reason}'.",
                    "KILL MUTATION gives it up.",
                )

    @contextlib.contextmanager
    def _claimed(self, table: Table, change: RowChange) -> Iterator[Turn | None]:
        """The table and its parts that are older; None while somebody else works on one."""
        snapshot = self._store.snapshots.current(table)
        older = [part for part in snapshot.parts if part.name.min_block < change.number]
        wanted = [([part], part.name.mutated_by(change.number)) for part in older]
        on_table = ((), PartName("all", change.number, change.number, 0))
        claims = self._store.claims.take_each(table.id, [on_table, *wanted], is_mutation=True)
        # A later mutation, or a merge with what was inserted since, has come between.
        is_between = any(
            max(part.name.max_block, part.name.changed_up_to) > change.number for part in older
        )
        try:
            whole = len(claims) == len(older) + 1 and not is_between
            yield Turn(snapshot, older, change, claims[0]) if whole else None
        finally:
            if claims:
                self._store.claims.release(*claims)

    def _change(self, turn: Turn, check: Callable[[], None]) -> int | None:
        """How many rows changed; None when the structure of the table has changed meanwhile."""
        started = time.monotonic()
        table, change = turn.table, turn.change
        touched: list[ChangedPart] = []
        with contextlib.ExitStack() as stagings:
            for batch in batches(turn.parts):
                check()
                changed = rewrite_parts(self._store, self._rewriter, table, change, batch, stagings)
                touched += [part for part in changed if part.is_touched]
            if not touched:
                return 0
            check()
            written = [staging for part in touched for staging in part.written]
            names = self._store.registry.parts.commit(
                table.id,
                [new for part in touched for new in part.replacement],
                [staging.directory for staging in written],
                replaces=[part.old.id for part in touched],
                structure=table.definition.structure,
            )
            for staging in written:
                staging.committed = names is not None
        if names is None:
            return None
        _log.info(
            "updated table=%s number=%d parts=%d seconds=%.3f",
            table.qualified,
            change.number,
            len(touched),
            time.monotonic() - started,
        )
        return sum(part.matched for part in touched)
