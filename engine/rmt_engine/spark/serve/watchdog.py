"""Tells what hangs, and ends an endpoint that does not end by itself."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["Watchdog"]

_LOOK_S = 10.0
_PATIENCE_S = 30.0
_STOP_S = 12.0
_log = logging.getLogger(__name__)


class Watchdog:
    """Looks from time to time whether the catalog answers, and writes down who waits for what.

    Args:
        answers: asks the catalog; it returns once that has answered.
        stopping: set when the endpoint is to stop; it has twelve seconds for it.
        jvm: the JVM's process id.
        logs: the directory of the logs. The JVM's threads are written to `jvm.log` there, for
            that is where its output goes, and Python's to `stacks.log`.
    """

    def __init__(
        self, answers: Callable[[], object], stopping: threading.Event, jvm: int, logs: Path
    ) -> None:
        self._answers = answers
        self._stopping = stopping
        self._jvm = jvm
        self._logs = logs
        self._asked_at: float | None = None
        self._ended = threading.Event()

    def start(self) -> None:
        """Begins to look, and to wait for the end."""
        for work in (self._ask, self._look, self._await_end):
            threading.Thread(target=work, name="rmt-watchdog", daemon=True).start()

    def ended(self) -> None:
        """The endpoint has stopped: nothing is left to watch."""
        self._ended.set()

    def _ask(self) -> None:
        while not self._ended.is_set():
            self._asked_at = time.monotonic()
            try:
                self._answers()
            except Exception:
                _log.debug("the catalog answers with an error", exc_info=True)
            self._asked_at = None
            self._ended.wait(_LOOK_S)

    def _look(self) -> None:
        is_told = False
        while not self._ended.wait(_LOOK_S):
            asked_at = self._asked_at
            hangs = asked_at is not None and time.monotonic() - asked_at > _PATIENCE_S
            if hangs and not is_told:
                _log.error(
                    "the catalog has not answered for %.0f s; jvm.log and stacks.log beside this "
                    "file say what its threads wait for",
                    _PATIENCE_S,
                )
                self._write_stacks()
            is_told = hangs

    def _await_end(self) -> None:
        self._stopping.wait()
        if self._ended.wait(_STOP_S):
            return
        _log.error("the endpoint does not stop by itself and is ended; see jvm.log, stacks.log")
        self._write_stacks()
        time.sleep(1.0)  # the JVM writes its stacks
        _signal(self._jvm, signal.SIGKILL)
        os._exit(1)

    def _write_stacks(self) -> None:
        _signal(self._jvm, signal.SIGQUIT)
        with (self._logs / "stacks.log").open("a") as file:
            faulthandler.dump_traceback(file)


def _signal(process: int, number: signal.Signals) -> None:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        _log.info("the JVM has ended")
