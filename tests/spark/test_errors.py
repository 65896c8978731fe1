from __future__ import annotations

import gc
import threading
import weakref
from types import SimpleNamespace
from typing import Any

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors.exceptions.captured import UnknownException

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.errors import thrown_in_java


class _Java:
    """What stands for an object of the JVM, in which it lives as long as it does here."""

    _target_id = "o1"
    _gateway_client = None

    def __init__(self, of: tuple[str, ...] = ()) -> None:
        self.of = of


class _Hook:
    gateway = SimpleNamespace(
        callback_threads=SimpleNamespace(note=lambda: None),
        runtime_error=lambda *of: _Java(of),
        is_unchecked=lambda origin: origin.of == ("unchecked",),
    )

    @thrown_in_java
    def give(self) -> _Java:
        return _Java()

    @thrown_in_java
    def refuse(self) -> None:
        raise RmtError("BAD_ARGUMENTS", "no.")

    @thrown_in_java
    def fail(self, error: Exception) -> None:
        raise error


def _given(hook: _Hook) -> Any:
    return hook.give()


def _thrown(hook: _Hook) -> Any:
    with pytest.raises(Py4JJavaError) as raised:
        hook.refuse()
    return raised.value.java_exception


@pytest.mark.parametrize("call", [_given, _thrown])
def test_what_a_callback_sends_lives_until_the_next_one_of_its_thread(call: Any) -> None:
    hook = _Hook()
    sent = weakref.ref(call(hook))
    gc.collect()
    assert sent() is not None
    other = threading.Thread(target=call, args=(hook,))
    other.start()
    other.join()
    assert sent() is not None
    call(hook)
    gc.collect()
    assert sent() is None


class _Failure(UnknownException):
    """An exception of Spark's without an error class."""

    def __init__(self, description: str, kind: str) -> None:
        self._desc = description
        self._origin = _Java((kind,))

    def __str__(self) -> str:
        return str(self._desc)

    def getCondition(self) -> None:  # noqa: N802
        return None

    getSqlState = getCondition  # noqa: N815


def _failed(description: str, kind: str) -> tuple[str, ...]:
    """What Java gets for such an exception."""
    with pytest.raises(Py4JJavaError) as raised:
        _Hook().fail(_Failure(description, kind))
    of: tuple[str, ...] = raised.value.java_exception.of
    return of


def test_an_exception_that_java_may_not_throw_keeps_its_message() -> None:
    assert _failed("any", "unchecked") == ("unchecked",)
    message, condition, sqlstate = _failed("Job aborted: disk is odd", "checked")
    assert (message, condition, sqlstate) == (
        "Job aborted: disk is odd",
        "UNKNOWN_EXCEPTION",
        "XX000",
    )
    _, condition, sqlstate = _failed("x: java.lang.OutOfMemoryError: Java heap space", "checked")
    assert (condition, sqlstate) == ("MEMORY_LIMIT_EXCEEDED", "53200")
