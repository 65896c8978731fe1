"""Errors on their way between Python and the JVM."""

from __future__ import annotations

import contextlib
import errno
import functools
import logging
import os
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from py4j.protocol import Py4JError, Py4JJavaError
from pyspark.errors.exceptions.captured import (
    AnalysisException,
    CapturedException,
    ParseException,
)

from rmt_engine.errors import RmtError, raised_by_a_row
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.messages import readable, resource_error
from rmt_engine.spark.bridge.refusals import refusal

__all__ = ["error_of_spark", "errors_named", "thrown_in_java"]

_log = logging.getLogger(__name__)
_sent = threading.local()
"""What this thread's last callback gave or threw: py4j lets go of it before Java has looked it up,
and once in many thousands Java finds nothing then. Java has when the thread's next callback comes.
"""
_UNREADABLE = re.compile(
    r"\[FAILED_READ_FILE\.([A-Z_]+)\] Encountered error while reading file (\S+)"
)
"""What Spark says of a file that it cannot read."""
_WRAPPERS = ("org.apache.spark.SparkException", "java.util.concurrent.ExecutionException")
_F = TypeVar("_F", bound=Callable[..., Any])


def thrown_in_java(method: _F) -> _F:
    """Decorates a callback: whatever it raises reaches the JVM as one clean Java exception.

    Spark's own exceptions go back unchanged. The object must have a `gateway`, which notes the
    JVM's thread: every method that the JVM calls is decorated. Where Java lets it throw a
    `ParseException`, it says so by `throws_parse_exceptions`.
    """

    @functools.wraps(method)
    def guarded(self: Any, *arguments: Any) -> Any:
        try:
            self.gateway.callback_threads.note()
            _sent.last = method(self, *arguments)
        except Exception as error:
            thrown = _thrown(self, error)
            _sent.last = thrown.java_exception
            raise thrown from None
        return _sent.last

    return guarded  # type: ignore[return-value]


def _thrown(hook: Any, error: Exception) -> Py4JJavaError:
    """The Java exception to throw for what a callback raised."""
    if isinstance(error, Py4JJavaError):
        return _without_wrappers(error)
    refused = refusal(error) if isinstance(error, AnalysisException) else None
    if refused is not None:
        return _java_error(hook.gateway, refused)
    if isinstance(error, CapturedException):
        may_be_checked = getattr(hook, "throws_parse_exceptions", False)
        return _passed_on(hook.gateway, error, may_be_checked)
    known = error if isinstance(error, RmtError) else error_of_spark(error)
    if isinstance(known, RmtError):
        return _java_error(hook.gateway, known)
    return _unexpected(hook.gateway, error)


def _without_wrappers(error: Py4JJavaError) -> Py4JJavaError:
    """The error that those who waited for a job put checked ones around."""
    thrown = error.java_exception
    while thrown.getClass().getName() in _WRAPPERS and (cause := thrown.getCause()) is not None:
        thrown = cause
    return Py4JJavaError("", thrown)


def _passed_on(
    gateway: Gateway, error: CapturedException, throws_parse_exceptions: bool
) -> Py4JJavaError:
    """Spark's own exception, unchanged, where Java lets a callback throw it.

    A hook may throw unchecked exceptions, and the parser's `ParseException`. Any other checked
    one, of an INSERT's query or of its job, would reach the client as a nameless
    `UndeclaredThrowableException`; its message, error class and SQLSTATE go on in an unchecked one.
    """
    if error._origin is None:
        return _unexpected(gateway, error)
    may_be_thrown = throws_parse_exceptions and isinstance(error, ParseException)
    if may_be_thrown or gateway.is_unchecked(error._origin):
        return Py4JJavaError("", error._origin)
    known = error_of_spark(error)
    if isinstance(known, RmtError):
        return _java_error(gateway, known)
    message, sqlstate = readable(str(error._desc)), error.getSqlState() or "XX000"
    condition = error.getCondition() or "UNKNOWN_EXCEPTION"
    return Py4JJavaError("", gateway.runtime_error(message, condition, sqlstate))


def error_of_spark(error: Exception) -> Exception:
    """What to raise for an exception of a Spark job: a refused value by its name, else the same.

    A job that was cancelled becomes `QUERY_WAS_CANCELLED`, one that found a disk full
    `NOT_ENOUGH_SPACE`, one that found a file damaged or missing an error that says so.
    """
    text = str(error)
    refused = raised_by_a_row(text)
    if refused is not None:
        return refused
    if "SparkJobCancelled" in text or "cancelled part of cancelled job group" in text:
        return RmtError("QUERY_WAS_CANCELLED", "The statement was cancelled; nothing was changed.")
    spent = resource_error(text)
    if spent is not None:
        return spent
    if os.strerror(errno.ENOSPC) in text:
        return RmtError(
            "NOT_ENOUGH_SPACE",
            "There is no space left on a disk the statement writes to; nothing was changed.",
            "Make room, for the warehouse or for Spark's local directories, and run it again.",
        )
    return _error_of_file(text) or error


def _error_of_file(text: str) -> RmtError | None:
    """The error of a file that Spark cannot read; None when it is about something else."""
    unreadable = _UNREADABLE.search(text)
    if unreadable is None:
        return None
    path = unreadable[2].rstrip(".")
    hint = "rmt fsck lists all that is damaged; rmt restore brings a backup back."
    if unreadable[1] == "FILE_NOT_EXIST":
        return RmtError("NO_FILE_IN_DATA_PART", f"The file {path} is missing.", hint)
    if "CRC checksum" in text:
        message = f"The file {path} is damaged: a page has another checksum."
        return RmtError("CHECKSUM_DOESNT_MATCH", message, hint)
    return RmtError("CORRUPTED_DATA", f"The file {path} cannot be read.", hint)


@contextlib.contextmanager
def errors_named() -> Iterator[None]:
    """Raises what `error_of_spark` makes of an exception of a Spark job in the block."""
    try:
        yield
    except RmtError:
        raise
    except Exception as error:
        known = error_of_spark(error)
        if known is error:
            raise
        raise known from None


def _java_error(gateway: Gateway, error: RmtError) -> Py4JJavaError:
    return Py4JJavaError("", gateway.runtime_error(str(error), error.name, error.sqlstate))


def _unexpected(gateway: Gateway, error: Exception) -> Py4JJavaError:
    """An error nobody foresaw: the traceback goes to the log, one sentence to the client."""
    _log.error("unexpected error in a hook", exc_info=error)
    kind = "the connection to the JVM" if isinstance(error, Py4JError) else type(error).__name__
    wrapped = RmtError(
        "LOGICAL_ERROR",
        f"An internal error ({kind}: {str(error).splitlines()[0][:200] if str(error) else ''}).",
        "The endpoint's log has the details; nothing was changed.",
    )
    return _java_error(gateway, wrapped)
