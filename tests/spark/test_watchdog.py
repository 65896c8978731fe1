from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.waiting import eventually

from rmt_engine.spark.serve import watchdog as module
from rmt_engine.spark.serve.watchdog import Watchdog

STANDS_FOR_A_JVM = (
    "import signal, sys, time\n"
    "signal.signal(signal.SIGQUIT, lambda *_: print('stacks', flush=True))\n"
    "print('ready', flush=True)\n"
    "time.sleep(60)\n"
)


@pytest.fixture
def jvm() -> Iterator[subprocess.Popen[str]]:
    """A process that prints its stacks when it gets SIGQUIT, as a JVM does."""
    process = subprocess.Popen(
        [sys.executable, "-c", STANDS_FOR_A_JVM], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.wait()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("_LOOK_S", 0.02), ("_PATIENCE_S", 0.1), ("_STOP_S", 0.2)):
        monkeypatch.setattr(module, name, seconds)


def test_a_catalog_that_hangs_is_told_once_with_the_stacks_of_all_threads(
    tmp_path: Path,
    jvm: subprocess.Popen[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module._log, "parent", None)
    monkeypatch.setattr(module._log, "handlers", [caplog.handler])
    answers = threading.Event()
    watchdog = Watchdog(answers.wait, threading.Event(), jvm.pid, tmp_path)
    watchdog.start()
    assert jvm.stdout is not None
    assert jvm.stdout.readline() == "stacks\n"
    stacks = tmp_path / "stacks.log"
    eventually(lambda: stacks.exists() and "Thread" in stacks.read_text())
    time.sleep(0.3)
    answers.set()
    watchdog.ended()
    assert [r.message.split(";")[0] for r in caplog.records] == [
        "the catalog has not answered for 0 s"
    ]


def test_an_answer_that_is_an_error_is_one(tmp_path: Path, jvm: subprocess.Popen[str]) -> None:
    asked = 0

    def fails() -> None:
        nonlocal asked
        asked += 1
        raise RuntimeError("no such database")

    watchdog = Watchdog(fails, threading.Event(), jvm.pid, tmp_path)
    watchdog.start()
    eventually(lambda: asked > 3)
    watchdog.ended()
    assert not (tmp_path / "stacks.log").exists()


@pytest.mark.parametrize("hangs", [True, False])
def test_an_endpoint_that_does_not_stop_is_ended_with_its_jvm(
    tmp_path: Path, jvm: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch, hangs: bool
) -> None:
    codes: list[int] = []
    monkeypatch.setattr(module.os, "_exit", codes.append)
    monkeypatch.setattr(module.time, "sleep", lambda _: None)
    stopping = threading.Event()
    watchdog = Watchdog(lambda: None, stopping, jvm.pid, tmp_path)
    watchdog.start()
    stopping.set()
    if hangs:
        eventually(lambda: codes == [1])
        assert jvm.wait(10) < 0
    else:
        watchdog.ended()
        time.sleep(0.4)
        assert codes == []
        assert jvm.poll() is None
    watchdog.ended()
