"""Carries out INSERT INTO … REPLACE WHERE: rows that a condition holds for go, others come.

Source of the statement: https://spark.apache.org/docs/latest/sql-ref-syntax-dml-insert-table.html.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pyspark.sql import DataFrame

from rmt_engine.merges.turn import Turn
from rmt_engine.spark.session.active import merging_into
from rmt_engine.spark.session.affected_rows import affected_rows, note_affected, note_kinds
from rmt_engine.spark.write.mutation_subqueries import with_values_of_subqueries
from rmt_engine.spark.write.row_exchange import RowExchange
from rmt_engine.sql.grammar.statements import MASKING, RowCommand
from rmt_engine.sql.tables.maskable import check_maskable
from rmt_engine.store.part import RunFile
from rmt_engine.store.table import Table

__all__ = ["GivenRows", "ReplaceWhere"]


@dataclass(frozen=True)
class GivenRows:
    """The rows of an INSERT.

    Attributes:
        frame: the rows.
        columns: the table's columns they are for, by place; None for all visible ones.
        settings: those that hold for the statement.
    """

    frame: DataFrame
    columns: Sequence[str] | None
    settings: Mapping[str, str]


class ReplaceWhere:
    """Executes it.

    Args:
        exchange: masks rows and inserts others.
    """

    def __init__(self, exchange: RowExchange) -> None:
        self._exchange = exchange

    def insert(
        self,
        find: Callable[[], Table],
        condition: str,
        zone: str,
        rows_of: Callable[[Table], GivenRows],
        frame_of: Callable[[str], DataFrame],
    ) -> None:
        """Replaces rows, in one commit; it starts anew if something came between.

        What is inserted meanwhile stays, whether the condition holds for it or not.

        Args:
            find: gives the table.
            condition: which of its rows go.
            zone: the time zone in which the condition is read.
            rows_of: gives the rows that come; they may be read from the table itself.
            frame_of: gives the rows of a subquery of the condition.

        Raises:
            RmtError: the condition makes no sense, the table has no rows that could go by
                themselves, or whatever an INSERT raises. Nothing happened.
        """

        def exchange(turn: Turn) -> None:
            check_maskable(turn.table, "INSERT INTO … REPLACE WHERE of")
            command = RowCommand(condition, MASKING, time_zone=zone)
            with merging_into(turn.snapshot):
                command = with_values_of_subqueries(command, frame_of)
                rows = rows_of(turn.table)
            self._replace(turn, command, rows)

        self._exchange.in_turn(find, exchange)

    def _replace(self, turn: Turn, command: RowCommand, rows: GivenRows) -> None:
        changes = self._exchange.changes
        changes.check([command], turn.table.definition)
        change = replace(turn.change, commands=command.text)

        def mask(directory: str) -> Mapping[str, RunFile]:
            return changes.mask(turn.table, change, turn.parts, directory)

        with self._exchange.masked(turn, mask) as masked, affected_rows() as inserted:
            is_done = self._exchange.commit(turn, rows.frame, rows.columns, rows.settings, masked)
        come = inserted.count or 0
        gone = masked.rows if is_done and masked is not None else 0
        note_affected(come + gone)
        note_kinds({"inserted": come, "updated": 0, "deleted": gone})
