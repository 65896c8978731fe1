"""The statements of clients of Spark Connect.

Connect calls a statement an operation. It gives the jobs of one a tag, not a group as HiveServer2
does, and remembers operations for Spark's web interface as HiveServer2 does its statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.messages import readable
from rmt_engine.system.table import QueryRun, StatementNotes

__all__ = ["ConnectOperations", "is_of_connect", "statement_of_thread"]

_GROUP = "spark.jobGroup.id"
_TAGS = "spark.job.tags"
_TAG = re.compile(r"(?:^|,)SparkConnect_OperationTag_User_.*?_Operation_([0-9a-f-]{36})(?=,|$)")
_STORE = "org.apache.spark.sql.connect.ui.SparkConnectServerAppStatusStore"
_SERVICE = "org.apache.spark.sql.connect.service.SparkConnectService"
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
        return [self._query_run(run) for run in found]

    def cancel(self, query_id: str) -> None:
        """Interrupts an operation as its client may, and cancels the jobs it has submitted."""
        service = self._gateway.scala_object(_SERVICE)
        for holder in self._gateway.items(service.executionManager().listExecuteHolders()):
            if str(holder.operationId()) == query_id:
                holder.interrupt()
                self._context.cancelJobsWithTag(holder.jobTag())

    def _query_run(self, run: dict[str, Any]) -> QueryRun:
        query_id = str(run["operationId"])
        finished = run["finishTimestamp"] or run["closeTimestamp"]
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
