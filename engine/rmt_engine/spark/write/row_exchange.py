"""Rows that go and rows that come in one commit: masks of the ones, an INSERT of the others."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from pyspark.sql import DataFrame
from sqlalchemy.engine import Connection

from rmt_engine.merges.masked_parts import MaskedParts, masked_parts
from rmt_engine.merges.masking import unite_masks
from rmt_engine.merges.turn import Turn, TurnLostError
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.spark.write.row_changes import RowChanges
from rmt_engine.sql.grammar.statements import MASKING, RowCommand
from rmt_engine.store.block_ids import AtCommit, Inserted
from rmt_engine.store.digests import verify_files
from rmt_engine.store.part import RunFile
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["RowExchange"]

_MASKS = RowCommand("1", MASKING)
"""What is done to parts some of whose rows are masked, as a command that masks rows."""


class _DoneBeforeError(Exception):
    """A statement with the same token has done it."""


class RowExchange:
    """Masks rows of a table and inserts others.

    Args:
        inserter: inserts the rows.
        changes: masks rows.
        store: the store.
        turn: gives a statement its turn at a table.
        check_cancelled: raises an error if the statement was cancelled.
    """

    def __init__(
        self,
        inserter: Inserter,
        changes: RowChanges,
        store: Store,
        turn: Callable[[Table, Callable[[], None]], AbstractContextManager[Turn]],
        check_cancelled: Callable[[], None],
    ) -> None:
        self._inserter = inserter
        self.changes = changes
        self._store = store
        self._turn = turn
        self._check_cancelled = check_cancelled

    def in_turn(self, find: Callable[[], Table], work: Callable[[Turn], None]) -> None:
        """Has work done in a statement's turn, anew if something came between before it committed.

        Args:
            find: gives the table.
            work: what is to be done.
        """
        while True:
            with (
                contextlib.suppress(TurnLostError),
                self._turn(find(), self._check_cancelled) as turn,
            ):
                work(turn)
                return

    @contextlib.contextmanager
    def masked(
        self, turn: Turn, mask: Callable[[str], Mapping[str, RunFile]]
    ) -> Iterator[MaskedParts | None]:
        """The parts with the masks of rows that go; None if no row does.

        Args:
            turn: the statement's.
            mask: writes masks into a directory; returns the runs that have new ones, by path.
        """
        table, change = turn.table, replace(turn.change, commands=_MASKS.text)
        with self._store.stage(table) as staging:
            runs = unite_masks(self._store, mask(staging.directory), staging.directory)
            if not runs:
                yield None
                return
            touched = [part for part in turn.parts if any(f.path in runs for f in part.files)]
            verify_files(self._store.storage, (file for part in touched for file in part.files))
            new = masked_parts(self.changes, table, change, touched, runs, staging.directory)
            self._check_cancelled()
            yield MaskedParts(table, touched, new, staging)

    def commit(
        self,
        turn: Turn,
        rows: DataFrame,
        columns: Sequence[str] | None,
        settings: Mapping[str, str],
        masked: MaskedParts | None,
    ) -> bool:
        """Inserts rows and masks others, in one transaction; False if that was done before.

        It is known by a token only: the same rows may be inserted again after others have gone.

        Args:
            turn: the statement's.
            rows: those that come.
            columns: the table's columns they are for, by place; None for all visible ones.
            settings: those that hold for the statement.
            masked: the parts with the masks of rows that go; None if no row does.

        Raises:
            TurnLostError: what the statement has read is no longer so.
            RmtError: a value does not fit its column, or the statement was cancelled.
        """

        def also(connection: Connection, inserted: Sequence[Inserted]) -> None:
            turn.check(connection, inserted[0].names)
            if masked is not None:
                if inserted[0].duplicates:
                    raise _DoneBeforeError
                if not masked.commit_in(connection):
                    raise TurnLostError

        if not settings["insert_deduplication_token"]:
            settings = {**settings, "deduplicate_insert": "disable"}
        at_commit = AtCommit(also, turn.blocks)
        try:
            inserted = self._inserter.insert(
                turn.table, rows, columns, settings, at_commit=at_commit
            )
        except _DoneBeforeError:
            return False
        if masked is not None:
            masked.staging.committed = True
        return bool(inserted or masked)
