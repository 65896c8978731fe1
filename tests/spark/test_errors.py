from __future__ import annotations

import gc
import threading
import weakref
from types import SimpleNamespace
from typing import Any

import pytest
from py4j.protocol import Py4JJavaError

from rmt_engine.errors import RmtError
from rmt_engine.spark.errors import thrown_in_java


class _Java:
    """What stands for an object of the JVM, in which it lives as long as it does here."""

    _target_id = "o1"
    _gateway_client = None


class _Hook:
    gateway = SimpleNamespace(
        callback_threads=SimpleNamespace(note=lambda: None),
        runtime_error=lambda *_: _Java(),
    )

    @thrown_in_java
    def give(self) -> _Java:
        return _Java()

    @thrown_in_java
    def refuse(self) -> None:
        raise RmtError("BAD_ARGUMENTS", "no.")


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
