"""Carries out MERGE INTO: one query, whose rows are one INSERT, and masks of rows that go.

The INSERT and the masks are one commit.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.merges.masked_parts import MaskedParts, masked_parts
from rmt_engine.merges.masking import unite_masks
from rmt_engine.merges.turn import Turn, TurnLostError
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.run.active import merging_into
from rmt_engine.spark.run.affected_rows import note_affected, note_kinds
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.spark.write.row_changes import RowChanges
from rmt_engine.sql.grammar.quoting import quote_name
from rmt_engine.sql.grammar.statements import MASKING, MergeAction, MergeInto, RowCommand
from rmt_engine.sql.tables.merge_query import (
    ACTION,
    MergeQuery,
    check_merge,
    merge_query,
    new_name,
    old_name,
    source_query,
)
from rmt_engine.store.block_ids import AtCommit, Inserted
from rmt_engine.store.digests import verify_files
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["MergeIntoStatements"]

_KINDS = {
    MergeAction.INSERT: "inserted",
    MergeAction.UPDATE: "updated",
    MergeAction.DELETE: "deleted",
}
_OF_ROW, _CHANGES = "__of_row", "__changes"


_MASKS = RowCommand("1", MASKING)
"""What is done to parts some of whose rows are masked, as a command that masks rows."""


class _DoneBeforeError(Exception):
    """A statement with the same token has done it."""


class MergeIntoStatements:
    """Executes them.

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
        self._changes = changes
        self._store = store
        self._turn = turn
        self._check_cancelled = check_cancelled

    def merge(
        self,
        statement: MergeInto,
        find: Callable[[], Table],
        is_fixed: bool,
        rows_of: Callable[[str], DataFrame],
        settings: Mapping[str, str],
    ) -> None:
        """Writes the versions and tombstones of rows that match, and new rows, in one commit.

        It starts anew when something has changed what it read before it could commit.

        Args:
            statement: the statement.
            find: gives the table.
            is_fixed: whether the source has the same rows each time that a query reads it.
            rows_of: gives the rows of a query of ClickHouse's.
            settings: those that hold for the statement.

        Raises:
            RmtError: whatever is wrong with it; `INCORRECT_DATA`, several rows of the source match
                one of the table. Nothing happened.
        """
        while True:
            table = find()
            check_merge(statement, table)
            with (
                contextlib.suppress(TurnLostError),
                self._turn(table, self._check_cancelled) as turn,
            ):
                check_merge(statement, turn.table)
                self._merge(statement, turn, is_fixed, rows_of, settings)
                return

    def _merge(
        self,
        statement: MergeInto,
        turn: Turn,
        is_fixed: bool,
        rows_of: Callable[[str], DataFrame],
        settings: Mapping[str, str],
    ) -> None:
        nulls = settings["join_use_nulls"] == "1"
        with merging_into(turn.snapshot):
            source = rows_of(source_query(statement)).columns
            merged = merge_query(statement, turn.table, source, nulls=nulls, is_fixed=is_fixed)
            frame = _checked(rows_of(merged.text), merged)
        with _kept(frame):
            actions = _actions(frame)
            with self._masked(turn, frame, merged, actions) as masked:
                is_done = self._commit(turn, frame, merged, masked, settings)
        if is_done and masked is not None:
            deleted = set(merged.masking) - set(merged.inserting)
            note_affected(sum(actions.get(number, 0) for number in deleted))
        counts = dict.fromkeys(_KINDS.values(), 0)
        for number, rows in actions.items():
            counts[_KINDS[merged.clauses[number - 1].action]] += rows
        note_kinds(counts if is_done else dict.fromkeys(counts, 0))

    def _commit(
        self,
        turn: Turn,
        frame: DataFrame,
        merged: MergeQuery,
        masked: MaskedParts | None,
        settings: Mapping[str, str],
    ) -> bool:
        """Inserts rows and masks others, in one transaction; False if that was done before."""

        def also(connection: Connection, inserted: Sequence[Inserted]) -> None:
            turn.check(connection, inserted[0].names)
            if masked is not None:
                if inserted[0].duplicates:
                    raise _DoneBeforeError
                if not masked.commit_in(connection):
                    raise TurnLostError

        rows = frame.where(F.col(ACTION).isin(*merged.inserting))
        rows = rows.select(*(quote_name(new_name(one)) for one in merged.columns))
        at_commit = AtCommit(also, turn.blocks)
        try:
            inserted = self._inserter.insert(
                turn.table, rows, merged.columns, settings, at_commit=at_commit
            )
        except _DoneBeforeError:
            return False
        if masked is not None:
            masked.staging.committed = True
        return bool(inserted or masked)

    @contextlib.contextmanager
    def _masked(
        self, turn: Turn, frame: DataFrame, merged: MergeQuery, actions: Mapping[int, int]
    ) -> Iterator[MaskedParts | None]:
        """The parts with the masks of rows that go; None if no row does."""
        rows = sum(actions.get(number, 0) for number in merged.masking)
        if not rows:
            yield None
            return
        table, change = turn.table, replace(turn.change, commands=_MASKS.text)
        found = frame.where(F.col(ACTION).isin(*merged.masking))
        found = found.select(*map(quote_name, merged.identity))
        with self._store.stage(table) as staging:
            runs = self._changes.mask_found(table, turn.parts, found, rows, staging.directory)
            runs = unite_masks(self._store, runs, staging.directory)
            touched = [part for part in turn.parts if any(f.path in runs for f in part.files)]
            verify_files(self._store.storage, (file for part in touched for file in part.files))
            new = masked_parts(self._changes, table, change, touched, runs, staging.directory)
            self._check_cancelled()
            yield MaskedParts(table, touched, new, staging)


@contextlib.contextmanager
def _kept(frame: DataFrame) -> Iterator[None]:
    """Has a frame evaluated once: it is as large as what changes."""
    frame.persist()
    try:
        yield
    finally:
        frame.unpersist()


def _actions(frame: DataFrame) -> dict[int, int]:
    """How many rows there are of each clause, by its number."""
    with errors_named():
        found = frame.groupBy(ACTION).count().collect()
    return {int(number): int(rows) for number, rows in found}


def _checked(frame: DataFrame, merged: MergeQuery) -> DataFrame:
    """The rows; an error for two changes of one row, and for an update of a key."""
    changing = [
        number
        for number, clause in enumerate(merged.clauses, 1)
        if clause.action is not MergeAction.INSERT
    ]
    if not changing:
        return frame
    changes = F.col(ACTION).isin(*changing)
    # Rows that are new have a group each, in which there is nothing to find.
    frame = frame.withColumn(_OF_ROW, F.when(~changes, F.monotonically_increasing_id()))
    olds = [F.col(quote_name(old_name(key))) for key in merged.keys]
    of_one = Window.partitionBy(*map(quote_name, merged.identity), _OF_ROW)
    frame = frame.withColumn(_CHANGES, F.count(F.lit(1)).over(of_one))
    problems: list[tuple[Column, RmtError]] = [
        (
            changes & (F.col(_CHANGES) > 1),
            RmtError(
                "INCORRECT_DATA",
                "Several rows of the source of MERGE INTO match one row of the table.",
                "Leave one of them: GROUP BY what they are matched by, or LIMIT 1 BY it.",
            ),
        )
    ]
    columns = {column.lower(): column for column in merged.columns}
    for key, old in zip(merged.keys, olds, strict=True):
        if key.lower() in columns:
            new = F.col(quote_name(new_name(columns[key.lower()])))
            problem = RmtError(
                "CANNOT_UPDATE_COLUMN",
                f"Cannot UPDATE key column `{key}`: MERGE INTO may only give it the value it has.",
            )
            problems.append((changes & ~new.eqNullSafe(old), problem))
    value = F.col(ACTION)
    for is_wrong, problem in problems:
        raised = F.raise_error(F.lit(str(problem))).cast("int")
        value = F.when(is_wrong, raised).otherwise(value)
    # Spark would leave out a column that nothing reads.
    return frame.where(value.isNotNull())
