"""Makes the errors of Spark Connect's answers what HiveServer2's are: see `MessageCleaner`.

A call that fails ends with a status and trailers. They have the class of the exception, its error
class, its SQLSTATE and the start of its message; the client fetches the whole message by an id
under which the session keeps the exception.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.messages import is_of_a_subquery, own_sqlstate, readable

__all__ = ["ConnectErrors"]

_PROTOBUF = "org.sparkproject.connect.grpc.protobuf.StatusProto"
_UTILS = "org.apache.spark.sql.connect.utils.ErrorUtils"
_ERROR_INFO = "google.rpc.ErrorInfo"
_ID = "errorId"
_NAME = re.compile(r"\[([A-Z][A-Z0-9_.]+)\]")
_LONGEST = 1500
"""Of the message in a status, in characters: headers of HTTP/2 are small."""
_MOST_CAUSES = 20
_log = logging.getLogger(__name__)


class ConnectErrors:
    """Called by the JVM with the status that ends a call, and its trailers.

    Args:
        gateway: the bridge to the JVM.
        service: Spark's object `SparkConnectService`.
    """

    def __init__(self, gateway: Gateway, service: Any) -> None:
        self._gateway = gateway
        self._protobuf = gateway.java_class(_PROTOBUF)
        sessions = service.sessionManager()
        self._sessions = accessible_field(sessions.getClass(), "sessionStore").get(sessions)

    def apply(self, ending: Any) -> Any:
        """Changes the status and the trailers where they tell of an error; returns them."""
        try:
            self._gateway.callback_threads.note()
            status = ending[0]
            if not status.isOk():
                told = self._told(status, ending[1])
                if told is not None:
                    answer = self._protobuf.toStatusRuntimeException(told)
                    ending[0], ending[1] = answer.getStatus(), answer.getTrailers()
        except Exception:  # the client gets the error as it is
            _log.exception("cannot make an error of Spark Connect readable")
        return ending

    def _told(self, status: Any, trailers: Any) -> Any:
        """What the client is told instead; None for the same."""
        cause = status.getCause()
        if str(status.getCode()) == "UNKNOWN" and cause is not None:
            utils = self._gateway.scala_object(_UTILS)
            return utils.buildStatusFromThrowable(cause, self._gateway.none)
        told = self._protobuf.fromStatusAndTrailers(status, trailers)
        for place, detail in enumerate(told.getDetailsList()):
            if str(detail.getTypeUrl()).endswith(_ERROR_INFO):
                return self._cleaned(told, place, detail)
        return None

    def _cleaned(self, told: Any, place: int, detail: Any) -> Any:
        info = self._info(detail)
        of_error = info.getMetadataMap()
        identity = of_error.get(_ID)
        holder, error = self._kept(identity) if identity else (None, None)
        message = str(told.getMessage()) if error is None else _message(error)
        cleaned = readable(message)
        if cleaned == message:
            return None
        own, named = own_sqlstate(cleaned), _NAME.match(cleaned)
        name = named[1] if named else str(of_error.get("errorClass") or "UNKNOWN_EXCEPTION")
        sqlstate = own or str(of_error.get("sqlState") or "XX000")
        changed = info.toBuilder().putMetadata("sqlState", sqlstate)
        if own:
            changed = changed.putMetadata("errorClass", name)
            changed = changed.putMetadata("messageParameters", "{}")
        if holder is not None:
            kept = self._gateway.runtime_error(cleaned, name, sqlstate)
            holder.errorIdToError().put(identity, kept)
        packed = self._any().pack(changed.build())
        return told.toBuilder().setMessage(cleaned[:_LONGEST]).setDetails(place, packed).build()

    def _info(self, detail: Any) -> Any:
        names = "org.sparkproject.connect.google_protos.rpc.ErrorInfo"
        return self._gateway.java_class(names).parseFrom(detail.getValue())

    def _any(self) -> Any:
        return self._gateway.java_class("org.sparkproject.connect.protobuf.Any")

    def _kept(self, identity: str) -> tuple[Any, Any]:
        """The session that keeps an exception, and the exception."""
        for key in self._sessions.keySet().toArray():
            holder = self._sessions.get(key)
            error = holder.errorIdToError().getIfPresent(identity) if holder is not None else None
            if error is not None:
                return holder, error
        return None, None

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("java.util.function.Function",)


def _message(error: Any) -> str:
    """The message of an exception, or of its last cause where it says nothing itself."""
    message = str(error.getMessage())
    if not is_of_a_subquery(message):
        return message
    for _ in range(_MOST_CAUSES):
        error = error.getCause()
        if error is None:
            break
        message = str(error.getMessage())
    return message
