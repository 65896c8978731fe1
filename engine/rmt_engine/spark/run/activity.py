"""The statements of clients, as HiveServer2 remembers them for Spark's web interface.

Those that the endpoint runs by itself are among them.
"""

from __future__ import annotations

import functools
import json
import re
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.connect_operations import ConnectOperations, statement_of_thread
from rmt_engine.spark.run.statement_notes import NotesOfStatements
from rmt_engine.spark.session.background_statements import BackgroundStatements
from rmt_engine.system.table import QueryRun

__all__ = ["Activity"]

_CUT = "*********(redacted)"
"""What Spark puts where it was told to take something out of a text."""
_STORE = "org.apache.spark.sql.hive.thriftserver.ui.HiveThriftServer2AppStatusStore"
# States of a statement whose result nobody gets.
_ENDED_EARLY = {"CANCELED", "TIMEDOUT", "FAILED"}
_STACK_TRACE = re.compile(r"\n[^\S\n]*+at .*", re.DOTALL)


class Activity:
    """Reads what HiveServer2 remembers.

    Args:
        gateway: the bridge to the JVM.
        context: the JVM's SparkContext.
        background: the statements that the endpoint runs by itself.
    """

    def __init__(self, gateway: Gateway, context: Any, background: BackgroundStatements) -> None:
        self._gateway = gateway
        self._context = context
        self._background = background
        self._connect: ConnectOperations | None = None

    def follow_connect(self, notes: NotesOfStatements) -> None:
        """Counts the statements of Spark Connect's clients in.

        Args:
            notes: what was noted of statements.
        """
        self._connect = ConnectOperations(self._gateway, self._context, self._read, notes.of)

    def queries(self) -> list[QueryRun]:
        """The statements, oldest first; without an endpoint none of clients.

        All of them come in one call: py4j asks the JVM for every attribute otherwise.
        """
        ended = self._ends_of_sessions()
        runs = [_query_run(run, ended.get(run["sessionId"])) for run in self._executions()]
        others = self._connect.queries() if self._connect is not None else []
        every = (*runs, *others, *self._background.queries())
        return sorted(every, key=lambda run: run.started_at)

    def running(self) -> set[str]:
        """The ids of the statements that have not ended."""
        return {run.query_id for run in self.queries() if run.finished_at is None}

    def statement_of_thread(self) -> str | None:
        """The id of the statement that the JVM's thread works on."""
        return statement_of_thread(self._context)

    def cancel(self, query_id: str) -> None:
        """Cancels a statement's jobs, and those it would submit later."""
        self._background.cancel(query_id)
        if self._connect is not None:
            self._connect.cancel(query_id)
        self._context.cancelJobGroupAndFutureJobs(query_id)

    def cancel_orphaned_jobs(self) -> list[str]:
        """Cancels the jobs of statements that have ended, and returns the statements' ids.

        A client may cancel a statement before its job was submitted, or end a session at the very
        moment when a statement comes in. HiveServer2 cancels the jobs it sees at that moment; the
        later one would run to its end, for nobody.
        """
        if not len(self._context.statusTracker().getActiveJobIds()):
            return []
        running = self._read(self._context.statusStore().jobsList(self._running_only))
        groups = {job["jobGroup"] for job in running if job["jobGroup"]}
        orphaned = sorted(filter(self._has_ended, groups))
        for group in orphaned:
            self._context.cancelJobGroup(group)
        if self._connect is not None:
            orphaned += self._connect.cancel_orphaned_jobs(running)
        return orphaned

    def _has_ended(self, group: str) -> bool:
        """Whether a job group is a statement that has ended, or whose session has."""
        found = self._statuses.getExecution(group)
        if found.isEmpty():
            return False
        run = self._read(found.get())
        session = self._statuses.getSession(run["sessionId"])
        return _is_over(run) or (session.isDefined() and bool(session.get().finishTimestamp()))

    def _executions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._read(self._statuses.getExecutionList())
        return found

    def _ends_of_sessions(self) -> dict[str, int]:
        """When each session that is over ended."""
        sessions = self._read(self._statuses.getSessionList())
        return {s["sessionId"]: s["finishTimestamp"] for s in sessions if s["finishTimestamp"]}

    @functools.cached_property
    def _statuses(self) -> Any:
        return self._gateway.java_class(_STORE)(self._context.statusStore().store())

    def _read(self, value: Any) -> Any:
        return json.loads(self._mapper.writeValueAsString(value))

    @functools.cached_property
    def _running_only(self) -> Any:
        statuses = self._gateway.jvm.java.util.ArrayList()
        statuses.add(self._gateway.jvm.org.apache.spark.JobExecutionStatus.RUNNING)
        return statuses

    @functools.cached_property
    def _mapper(self) -> Any:
        jackson = "com.fasterxml.jackson"
        mapper = self._gateway.java_class(f"{jackson}.databind.ObjectMapper")()
        scala = self._gateway.java_class(f"{jackson}.module.scala.DefaultScalaModule")()
        mapper.registerModule(scala)
        return mapper


def _is_over(run: dict[str, Any]) -> bool:
    """Whether nobody waits for a statement's result any more: not so while it is fetched."""
    return (
        bool(run["closeTimestamp"])
        or run["state"]["value"] in _ENDED_EARLY
        or _began_after_its_end(run)
    )


def _began_after_its_end(run: dict[str, Any]) -> bool:
    """Whether a job began after its statement was closed.

    `HiveThriftServer2Listener` then writes the statement anew: as started, with the job, but
    without its job group and without what it knew of its end.
    """
    return bool(run["jobId"]) and not run["groupId"]


def _query_run(run: dict[str, Any], session_ended: int | None) -> QueryRun:
    # A statement whose session ended meanwhile is closed without ever being finished; one that came
    # in at that very moment is not even closed. Of one whose job began too late the end is lost.
    finished = run["finishTimestamp"] or run["closeTimestamp"] or session_ended
    if not finished and _began_after_its_end(run):
        finished = run["startTimestamp"]
    return QueryRun(
        query_id=run["execId"],
        query=run["statement"].removesuffix(_CUT),
        user=run["userName"],
        started_at=run["startTimestamp"] / 1000,
        finished_at=finished / 1000 if finished else None,
        is_planned=bool(run["executePlan"]),
        exception=_STACK_TRACE.sub("", run["detail"] or "").strip(),
    )
