"""Makes the messages of HiveServer2's failed answers readable.

HiveServer2 writes stack frames into them and has no setting that keeps it from it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.messages import is_of_a_subquery, own_sqlstate, readable

__all__ = ["OPERATION_STATUS", "MessageCleaner"]

_log = logging.getLogger(__name__)
OPERATION_STATUS = "TGetOperationStatusResp"
"""The answer about a statement that runs asynchronously, which has the error itself."""
_CAUSE = re.compile(r"\*[\w.$]+:(.*):-?\d+:-?\d+\Z", re.DOTALL)
"""An error among the lines of a status: its class, its message, how many stack frames follow."""
_MOST_CAUSES = 20


class MessageCleaner:
    """Called by the JVM with each answer that has an error, and the request.

    Args:
        gateway: the bridge to the JVM.
        service: HiveServer2's.
    """

    def __init__(self, gateway: Gateway, service: Any) -> None:
        self._gateway = gateway
        self._service = service

    def apply(self, answer: Any, request: Any) -> Any:
        """Changes the answer's messages, and returns it."""
        try:
            self._gateway.callback_threads.note()
            status = answer.getStatus()
            _clean(status, self._causes_in(status))
            status.unsetInfoMessages()
            if answer.getClass().getSimpleName() == OPERATION_STATUS:
                _clean(answer, lambda: self._causes_of(request))
        except Exception:  # the client gets the message as it is
            _log.exception("cannot make an error's message readable")
        return answer

    def _causes_in(self, status: Any) -> Callable[[], list[str]]:
        """The messages of an error and its causes, which a status tells between stack frames."""

        def causes() -> list[str]:
            lines = map(str, self._gateway.items(self._gateway.seq(status.getInfoMessages())))
            return [found[1] for line in lines if (found := _CAUSE.match(line))]

        return causes

    def _causes_of(self, request: Any) -> list[str]:
        """The messages of the error of a statement that ran asynchronously, and of its causes."""
        handle = self._gateway.java_class("org.apache.hive.service.cli.OperationHandle")
        services = accessible_field(self._service.getClass(), "cliService").get(self._service)
        status = services.getOperationStatus(handle(request.getOperationHandle()))
        error = status.getOperationException()
        messages: list[str] = []
        while error is not None and len(messages) < _MOST_CAUSES:
            messages.append(str(error.getMessage()))
            error = error.getCause()
        return messages

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("java.util.function.BiFunction",)


def _clean(answer: Any, causes: Callable[[], list[str]]) -> None:
    """Cleans a status, or the state of an operation, which has the same fields.

    Args:
        answer: the one or the other.
        causes: the messages of the error and of its causes, the last one first thrown.
    """
    message = answer.getErrorMessage()
    if message is None:
        return
    if is_of_a_subquery(message):
        message = next(reversed(causes()), message)
    cleaned = readable(message)
    answer.setErrorMessage(cleaned)
    sqlstate = own_sqlstate(message) or own_sqlstate(cleaned)
    if sqlstate is not None:
        answer.setSqlState(sqlstate)
