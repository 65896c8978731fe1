"""Carries out MERGE INTO: one query, whose rows are one INSERT, and masks of rows that go.

The INSERT and the masks are one commit.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.merges.masked_parts import MaskedParts
from rmt_engine.merges.turn import Turn
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.session.active import merging_into
from rmt_engine.spark.session.affected_rows import note_affected, note_kinds
from rmt_engine.spark.write.row_exchange import RowExchange
from rmt_engine.sql.grammar.statements import MergeAction, MergeInto
from rmt_engine.sql.tables.merge_query import (
    ACTION,
    MergeQuery,
    check_merge,
    merge_query,
    new_name,
    old_name,
    source_query,
)
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.store.part import RunFile
from rmt_engine.store.table import Table

__all__ = ["MergeIntoStatements"]

_KINDS = {
    MergeAction.INSERT: "inserted",
    MergeAction.UPDATE: "updated",
    MergeAction.DELETE: "deleted",
}
_OF_ROW, _CHANGES = "__of_row", "__changes"


class MergeIntoStatements:
    """Executes them.

    Args:
        exchange: masks rows and inserts others.
    """

    def __init__(self, exchange: RowExchange) -> None:
        self._exchange = exchange

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

        def checked() -> Table:
            table = find()
            check_merge(statement, table)
            return table

        def merge(turn: Turn) -> None:
            check_merge(statement, turn.table)
            self._merge(statement, turn, is_fixed, rows_of, settings)

        self._exchange.in_turn(checked, merge)

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
                inserted = _inserted(frame, merged)
                is_done = self._exchange.commit(turn, inserted, merged.columns, settings, masked)
        if is_done and masked is not None:
            deleted = set(merged.masking) - set(merged.inserting)
            note_affected(sum(actions.get(number, 0) for number in deleted))
        counts = dict.fromkeys(_KINDS.values(), 0)
        for number, rows in actions.items():
            counts[_KINDS[merged.clauses[number - 1].action]] += rows
        note_kinds(counts if is_done else dict.fromkeys(counts, 0))

    @contextlib.contextmanager
    def _masked(
        self, turn: Turn, frame: DataFrame, merged: MergeQuery, actions: Mapping[int, int]
    ) -> Iterator[MaskedParts | None]:
        """The parts with the masks of rows that go; None if no row does."""
        rows = sum(actions.get(number, 0) for number in merged.masking)
        if not rows:
            yield None
            return
        found = frame.where(F.col(ACTION).isin(*merged.masking))
        found = found.select(*map(quote_name, merged.identity))

        def mask(directory: str) -> Mapping[str, RunFile]:
            changes = self._exchange.changes
            return changes.mask_found(turn.table, turn.parts, found, rows, directory)

        with self._exchange.masked(turn, mask) as masked:
            yield masked


def _inserted(frame: DataFrame, merged: MergeQuery) -> DataFrame:
    """The rows that are inserted."""
    rows = frame.where(F.col(ACTION).isin(*merged.inserting))
    return rows.select(*(_new(one, merged) for one in merged.columns))


def _new(column: str, merged: MergeQuery) -> Column:
    """A column's new values: NULL where an INSERT is to evaluate its DEFAULT expression."""
    name = quote_name(new_name(column))
    numbers = merged.defaulted.get(column, ())
    given = F.col(name)
    return F.when(~F.col(ACTION).isin(*numbers), given).alias(name) if numbers else given


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
