"""SYSTEM REFRESH, WAIT, CANCEL, START, STOP and PAUSE VIEW.

Source: https://clickhouse.com/docs/sql-reference/statements/system#managing-refreshable-materialized-views
and ClickHouse's `RefreshTask::wait`, tried on 26.9.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from rmt_engine.errors import RmtError
from rmt_engine.merges.refresher import Refresher, RefreshStatus
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.sql.grammar.statements import ViewCommand, ViewVerb
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.refreshes import Refreshes
from rmt_engine.store.table import Table

__all__ = ["RefreshStatements"]

_LOOK_S = 0.05
_UNDER_WAY = ("Scheduling", "Running", "RunningOnAnotherReplica")


class RefreshStatements:
    """Executes the commands.

    Args:
        refreshes: the states of refreshes.
        refresher: makes them.
        check_cancelled: raises when the client does not wait any longer.
    """

    def __init__(
        self, refreshes: Refreshes, refresher: Refresher, check_cancelled: Callable[[], None]
    ) -> None:
        self._refreshes = refreshes
        self._refresher = refresher
        self._check_cancelled = check_cancelled

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {ViewCommand: self._run}

    def _run(self, command: ViewCommand, active: ActiveSession) -> None:
        """Executes a command.

        Raises:
            RmtError: `BAD_ARGUMENTS`, there is no such refreshable view; of WAIT also
                `REFRESH_FAILED`, `TABLE_IS_DROPPED` and `QUERY_WAS_CANCELLED`.
        """
        if command.name is None:
            self._change([view.id for view, _ in self._refreshes.all()], command.verb)
            return
        view = active.find_table_of_database(command.name)
        is_found = view is not None and view.refresh is not None
        if command.is_replicated:
            view = self._view(command.name, active)
            self._refreshes.pause(view.id, command.verb is ViewVerb.STOP)
            self._refresher.wake()
        elif command.verb in (ViewVerb.START, ViewVerb.STOP, ViewVerb.PAUSE):
            # As in ClickHouse, a view that is not there is stopped without a word.
            self._change([view.id] if view is not None and is_found else [], command.verb)
        elif command.verb is ViewVerb.REFRESH:
            self._refreshes.request(self._view(command.name, active).id)
            self._refresher.wake()
        elif command.verb is ViewVerb.CANCEL:
            self._refreshes.cancel(self._view(command.name, active).id)
            self._refresher.wake()
        else:
            self._wait(self._view(command.name, active))

    def _change(self, table_ids: list[int], verb: ViewVerb) -> None:
        if verb is ViewVerb.START:
            self._refresher.start_views(table_ids)
        else:
            self._refresher.stop_views(table_ids, cancels=verb is ViewVerb.STOP)

    @staticmethod
    def _view(name: Name, active: ActiveSession) -> Table:
        view = active.find_table_of_database(name)
        if view is None or view.refresh is None:
            qualified = ".".join(active.qualify(name))
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Refreshable view {qualified} doesn't exist.",
                "system.view_refreshes lists the refreshable views.",
            )
        return view

    def _wait(self, view: Table) -> None:
        """Waits for a refresh that is wished for to begin, and for the one under way to end."""
        status = self._status(view)
        while status.state.is_requested and status.status != "Disabled":
            status = self._later(view)
        seen = status.state.success_ended_at
        while status.status in _UNDER_WAY and status.state.success_ended_at <= seen:
            status = self._later(view)
        if status.status == "Disabled":
            return
        state = status.state
        if not state.is_running and state.is_failed:
            raise _failed(state.error or "Replica went away")
        if state.is_running and state.previous_error:
            raise _failed(state.previous_error)

    def _later(self, view: Table) -> RefreshStatus:
        self._check_cancelled()
        time.sleep(_LOOK_S)
        return self._status(view)

    def _status(self, view: Table) -> RefreshStatus:
        status = self._refresher.status(view.id)
        if status is None:
            raise RmtError("TABLE_IS_DROPPED", "The table was dropped or detached.")
        return status


def _failed(reason: str) -> RmtError:
    return RmtError("REFRESH_FAILED", f"Refresh failed: {reason}")
