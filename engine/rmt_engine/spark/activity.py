"""The statements of clients, as HiveServer2 remembers them for Spark's web interface."""

from __future__ import annotations

import functools
import json
import re
from typing import Any

from rmt_engine.spark.gateway import Gateway
from rmt_engine.system.table import QueryRun

__all__ = ["Activity"]

_STORE = "org.apache.spark.sql.hive.thriftserver.ui.HiveThriftServer2AppStatusStore"
_STACK_TRACE = re.compile(r"\n\s*at .*", re.DOTALL)


class Activity:
    """Reads what HiveServer2 remembers.

    Args:
        gateway: the bridge to the JVM.
        context: the JVM's SparkContext.
    """

    def __init__(self, gateway: Gateway, context: Any) -> None:
        self._gateway = gateway
        self._context = context

    def queries(self) -> list[QueryRun]:
        """The statements, oldest first; none without an endpoint.

        All of them come in one call: py4j asks the JVM for every attribute otherwise.
        """
        statuses = self._gateway.java_class(_STORE)(self._context.statusStore().store())
        found = json.loads(self._mapper.writeValueAsString(statuses.getExecutionList()))
        return [_query_run(run) for run in sorted(found, key=lambda run: run["startTimestamp"])]

    @functools.cached_property
    def _mapper(self) -> Any:
        jackson = "com.fasterxml.jackson"
        mapper = self._gateway.java_class(f"{jackson}.databind.ObjectMapper")()
        scala = self._gateway.java_class(f"{jackson}.module.scala.DefaultScalaModule")()
        mapper.registerModule(scala)
        return mapper


def _query_run(run: dict[str, Any]) -> QueryRun:
    finished = run["finishTimestamp"]
    return QueryRun(
        query_id=run["execId"],
        query=run["statement"],
        user=run["userName"],
        started_at=run["startTimestamp"] / 1000,
        finished_at=finished / 1000 if finished else None,
        is_planned=bool(run["executePlan"]),
        exception=_STACK_TRACE.sub("", run["detail"] or "").strip(),
    )
