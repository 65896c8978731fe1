"""The state of a statement with how far it is, for clients that ask for that.

Hive's own server answers so, and beeline shows it: a line for each job here, where Hive has one for
each vertex. Spark's server leaves it out. What Hive has no place for is in the task status, which
is a text of JSON there, too.

Source: `TGetOperationStatusReq.getProgressUpdate` and `TProgressUpdateResp` in Hive's
TCLIService.thrift (HIVE-15473).
"""

from __future__ import annotations

import json
import logging
import uuid
from typing import Any

from rmt_engine.spark.bridge.errors import thrown_in_java
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.run.statement_progress import JobProgress, ProgressOfStatements

__all__ = ["ProgressAnswers"]

_LONG_POLLING = "hive.server2.long.polling.timeout"
_WAIT = "300ms"
"""So long the answer about a running statement is kept back: who asks for progress asks often, and
beeline asks again at once."""
_THRIFT = "org.apache.hive.service.rpc.thrift"
_HEADERS = (
    *("VERTICES", "MODE", "STATUS", "TOTAL", "COMPLETED", "RUNNING", "PENDING", "FAILED", "KILLED"),
)
_MOST_LINES = 10
"""As many jobs are told of one by one, the newest; a terminal has no room for more."""
_log = logging.getLogger(__name__)


class ProgressAnswers:
    """Called by the JVM with a request for the state of a statement and its progress.

    Args:
        gateway: the bridge to the JVM.
        service: HiveServer2's.
        progress: looks at the jobs of statements.
    """

    def __init__(self, gateway: Gateway, service: Any, progress: ProgressOfStatements) -> None:
        self.gateway = gateway
        self._service = service
        self._progress = progress

    @thrown_in_java
    def apply(self, _method: str, request: Any) -> Any:
        """The service's own answer, with progress."""
        self.gateway.callback_threads.note()
        try:
            self._wait_shortly(request)
        except Exception:  # the service says what is wrong with the request
            return self._service.GetOperationStatus(request)
        answer = self._service.GetOperationStatus(request)
        try:
            self._add(answer, request)
        except Exception:  # the client gets the state alone
            _log.exception("cannot tell how far a statement is")
        return answer

    def _wait_shortly(self, request: Any) -> None:
        """Has the session's answers about running statements come soon."""
        handle = self.gateway.java_class("org.apache.hive.service.cli.OperationHandle")
        services = accessible_field(self._service.getClass(), "cliService").get(self._service)
        operations = services.getSessionManager().getOperationManager()
        operation = operations.getOperation(handle(request.getOperationHandle()))
        operation.getParentSession().getHiveConf().set(_LONG_POLLING, _WAIT)

    def _add(self, answer: Any, request: Any) -> None:
        guid = bytes(request.getOperationHandle().getOperationId().getGuid())
        progress = self._progress.of(str(uuid.UUID(bytes=guid)))
        answer.setTaskStatus(json.dumps(progress.totals()))
        told = self.gateway.java_class(f"{_THRIFT}.TProgressUpdateResp")()
        told.setHeaderNames(self._texts(_HEADERS))
        lines = self.gateway.jvm.java.util.ArrayList()
        for job in progress.jobs[-_MOST_LINES:]:
            lines.add(self._texts(_line(job)))
        told.setRows(lines)
        told.setProgressedPercentage(progress.share)
        states = self.gateway.java_class(f"{_THRIFT}.TJobExecutionStatus")
        told.setStatus(states.IN_PROGRESS if progress.jobs else states.NOT_AVAILABLE)
        told.setFooterSummary(f"JOBS: {len(progress.jobs)}  ROWS READ: {progress.read_rows}")
        told.setStartTime(0)
        answer.setProgressUpdateResponse(told)

    def _texts(self, texts: tuple[str, ...]) -> Any:
        found = self.gateway.jvm.java.util.ArrayList()
        for text in texts:
            found.add(text)
        return found

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("java.util.function.BiFunction",)


def _line(job: JobProgress) -> tuple[str, ...]:
    pending = job.tasks - job.completed_tasks - job.running_tasks
    numbers = (job.tasks, job.completed_tasks, job.running_tasks, pending, job.failed_tasks, 0)
    return (f"Job {job.number}", "spark", job.status, *map(str, numbers))
