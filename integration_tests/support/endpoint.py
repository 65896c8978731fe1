"""A running `rmt serve` and connections to it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from pyhive import hive
from pyhive.exc import OperationalError

from rmt_engine.spark.serve.ports import free_port

MASTER = os.environ.get("RMT_TEST_MASTER", "local[2]")
LIGHT_SPARK = (
    {}
    if os.environ.get("RMT_TEST_AS_SHIPPED")
    else {
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.shuffle.partitions": "1",
    }
)
"""Spark's settings with which small statements take less than half the time: no classes are made
and compiled for each of them, and no plan is cut into stages that are planned one by one.
`RMT_TEST_AS_SHIPPED=1` has all tests run without them."""
_CONDITION = re.compile(r"\[([A-Z][A-Z0-9_.]+)\]")


COMPILED = (
    "SET spark.sql.codegen.wholeStage = true",
    "SET spark.sql.codegen.factoryMode = FALLBACK",
)
"""For statements about many rows, whose code is worth being compiled."""


class ServerError(Exception):
    """An error the endpoint sent: its name, SQLSTATE and message."""

    def __init__(self, error: OperationalError) -> None:
        status = error.args[0].status
        self.message: str = status.errorMessage
        self.sqlstate: str | None = status.sqlState
        match = _CONDITION.search(self.message)
        self.name = match[1] if match else ""
        super().__init__(self.message)


class Client:
    """A PyHive connection with one cursor."""

    def __init__(self, port: int, **options: Any) -> None:
        try:
            self.connection = hive.connect("127.0.0.1", port, **options)
        except OperationalError as error:
            raise _named(error) from None
        self.cursor = self.connection.cursor()
        self.database = "default"

    def run(self, sql: str) -> list[tuple[Any, ...]]:
        try:
            self.cursor.execute(sql)
            return [tuple(row) for row in self.cursor.fetchall()]
        except OperationalError as error:
            raise _named(error) from None

    def script(self, *statements: str) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        for statement in statements:
            rows = self.run(statement)
        return rows

    def error(self, sql: str) -> ServerError:
        try:
            rows = self.run(sql)
        except ServerError as error:
            return error
        raise AssertionError(f"{sql} did not fail but gave {rows[:5]}")

    def active_parts(self, table: str) -> list[str]:
        rows = self.run(
            f"SELECT name FROM system.parts WHERE database = '{self.database}' "
            f"AND table = '{table}' AND active = 1"
        )
        return sorted(row[0] for row in rows)

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _named(error: OperationalError) -> OperationalError | ServerError:
    """What the endpoint said, if it said anything."""
    return ServerError(error) if hasattr(error.args[0], "status") else error


class Endpoint:
    """An `rmt serve` in a process of its own.

    Args:
        warehouse: its directory.
        options: flags of `rmt serve`.
        env: environment variables for it, beside those of this process.
        as_shipped: whether Spark runs with the settings users have, not with `LIGHT_SPARK`.
        within: the command that runs it, such as `unshare --pid --fork`.
    """

    def __init__(
        self,
        warehouse: Path,
        options: Sequence[str] = (),
        env: dict[str, str] | None = None,
        as_shipped: bool = False,
        within: Sequence[str] = (),
    ) -> None:
        self.warehouse = warehouse
        self._within = within
        self.port = free_port()
        light = {} if as_shipped else LIGHT_SPARK
        self._options = [*(f"--conf={key}={value}" for key, value in light.items()), *options]
        self._env = {**os.environ, **(env or {})}
        self.announcement = ""
        self.process: subprocess.Popen[str] | None = None
        self._printed: list[str] = []
        self._reader = threading.Thread()

    def start(self) -> Endpoint:
        master = [] if "--master" in self._options else ["--master", MASTER]
        self.process = subprocess.Popen(
            [
                *self._within,
                *(sys.executable, "-m", "rmt_engine", "serve"),
                *("--port", str(self.port)),
                *("--warehouse", str(self.warehouse)),
                *master,
                *self._options,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self._env,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.announcement = self.process.stdout.readline()
        if "listening" not in self.announcement:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=10)  # it has more to say
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            rest = self.announcement + self.process.stdout.read()
            raise RuntimeError(f"the endpoint did not start: {rest}")
        self._printed = []
        self._reader = threading.Thread(
            target=self._printed.extend, args=(self.process.stdout,), daemon=True
        )
        self._reader.start()
        return self

    @property
    def pid(self) -> int:
        """The process it runs in; its JVM is a child of that."""
        assert self.process is not None
        return self.process.pid

    @property
    def printed(self) -> str:
        """What it printed since it listens."""
        return "".join(self._printed)

    def connect(self, **options: Any) -> Client:
        return Client(self.port, **options)

    def kill(self) -> None:
        """kill -9, and the JVM with it."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=120)

    def kill_driver(self) -> None:
        """kill -9 of the Python driver only: the JVM notices by itself."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=120)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> str:
        """Signals it to end and waits; returns what it printed since it listened."""
        assert self.process is not None
        self.process.send_signal(number)
        try:
            self.process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the endpoint does not stop: {self.printed[-4000:]}") from None
        self._reader.join(timeout=120)
        return self.printed

    def __enter__(self) -> Endpoint:
        return self.start()

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()
