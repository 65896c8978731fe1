"""The statements of clients of Spark Connect.

Connect calls a statement an operation. It gives the jobs of one a tag, not a group as HiveServer2
does, and remembers operations for Spark's web interface as HiveServer2 does its statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.messages import readable
from rmt_engine.system.table import QueryRun, StatementNotes

__all__ = ["ConnectOperations", "is_of_connect", "statement_of_thread"]

_GROUP = "spark.jobGroup.id"
_TAGS = "spark.job.tags"
_TAG = re.compile(r"(?:^|,)SparkConnect_OperationTag_User_.*?_Operation_([0-9a-f-]{36})(?=,|$)")
_STORE = "org.apache.spark.sql.connect.ui.SparkConnectServerAppStatusStore"
_SERVICE = "org.apache.spark.sql.connect.service.SparkConnectService"
_STATES = "org.apache.spark.sql.connect.execution.ThreadState"
_STATUS = re.compile(r"\A(?:INTERNAL|UNKNOWN): ")


def statement_of_thread(context: Any) -> str | None:
    """The id of the statement that the JVM's thread works on.

    Args:
        context: the SparkContext, PySpark's or the JVM's.
    """
    group = context.getLocalProperty(_GROUP)
    if group is not None:
        return str(group)
    return _operation_of_thread(context)


def is_of_connect(context: Any) -> bool:
    """Whether the JVM's thread works on a statement of a client of Spark Connect."""
    return context.getLocalProperty(_GROUP) is None and _operation_of_thread(context) is not None


def _operation_of_thread(context: Any) -> str | None:
    tags = context.getLocalProperty(_TAGS)
    found = _TAG.search(str(tags)) if tags is not None else None
    return found[1] if found is not None else None


class ConnectOperations:
    """Reads what Spark Connect remembers of operations.

    Args:
        gateway: the bridge to the JVM.
        context: the JVM's SparkContext.
        read: makes dictionaries and lists of Java's objects.
        notes: gives what was noted of a statement, by its id.
    """

    def __init__(
        self,
        gateway: Gateway,
        context: Any,
        read: Callable[[Any], Any],
        notes: Callable[[str], StatementNotes],
    ) -> None:
        self._gateway = gateway
        self._context = context
        self._read = read
        self._notes = notes
        self._statuses = gateway.java_class(_STORE)(context.statusStore().store())

    def queries(self) -> list[QueryRun]:
        """The operations."""
        found: list[dict[str, Any]] = self._read(self._statuses.getExecutionList())
        revived = {run["operationId"] for run in found if _may_be_revived(run)}
        over = revived - self._held() if revived else set()
        return [self._query_run(run, run["operationId"] in over) for run in found]

    def cancel(self, query_id: str) -> None:
        """Interrupts an operation as its client may, and cancels the jobs it has submitted."""
        for holder in self._holders():
            if str(holder.operationId()) == query_id:
                holder.interrupt()
                self._context.cancelJobsWithTag(holder.jobTag())

    def cancel_orphaned_jobs(self, jobs: Iterable[dict[str, Any]]) -> list[str]:
        """Cancels jobs that no client waits for, and returns their operations' ids.

        An operation that is interrupted at the very moment when it submits a job leaves the job,
        and one that is inside of a call from here goes on and submits it later.

        Args:
            jobs: those that run, as Spark's status store has them.
        """
        # A job with a group is none of Connect's, though its thread may have inherited tags.
        tags = [tag for job in jobs if not job["jobGroup"] for tag in job["jobTags"]]
        operations = {found[1]: tag for tag in tags if (found := _TAG.fullmatch(tag))}
        if not operations:
            return []
        awaited = {
            operation
            for holder in self._holders()
            if (operation := str(holder.operationId())) in operations
            and not self._is_interrupted(holder)
        }
        orphaned = sorted(operations.keys() - awaited)
        for operation in orphaned:
            self._context.cancelJobsWithTag(operations[operation])
        return orphaned

    def _is_interrupted(self, holder: Any) -> bool:
        """Whether an operation was interrupted, and its thread has not ended."""
        runner = accessible_field(holder.getClass(), "runner").get(holder)
        state = accessible_field(runner.getClass(), "state").get(runner).get()
        return bool(state.equals(self._gateway.scala_object(_STATES).startedInterrupted()))

    def _held(self) -> set[str]:
        """The ids of the operations that clients can get an answer of."""
        return {str(holder.operationId()) for holder in self._holders()}

    def _holders(self) -> Iterator[Any]:
        manager = self._gateway.scala_object(_SERVICE).executionManager()
        return iter(self._gateway.items(manager.listExecuteHolders()))

    def _query_run(self, run: dict[str, Any], is_over: bool) -> QueryRun:
        query_id = str(run["operationId"])
        finished = run["finishTimestamp"] or run["closeTimestamp"]
        if is_over:
            finished = run["startTimestamp"]
        error = _STATUS.sub("", run["detail"] or "")
        return QueryRun(
            query_id=query_id,
            query=self._notes(query_id).query or run["statement"],
            user=run["userId"],
            started_at=run["startTimestamp"] / 1000,
            finished_at=finished / 1000 if finished else None,
            is_planned=run["state"]["value"] != "STARTED",
            exception=readable(error) if error else "",
        )


def _may_be_revived(run: dict[str, Any]) -> bool:
    """Whether an operation runs, or a job or a query of it began after its end.

    `SparkConnectServerListener` then writes the operation anew: as started, with the job, but
    without what it knew of its end.
    """
    is_open = not (run["finishTimestamp"] or run["closeTimestamp"])
    return is_open and bool(run["jobId"] or run["sqlExecId"])
