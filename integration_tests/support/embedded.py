"""The endpoint of all tests that stop and kill nothing: it runs in the tests' own process."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer.testing import CliRunner

from rmt_engine.cli import app
from rmt_engine.config import EngineSettings
from rmt_engine.spark.serve.endpoint import serve
from rmt_engine.spark.serve.ports import free_port
from support.endpoint import LIGHT_SPARK, MASTER, Client

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine

__all__ = ["EmbeddedEndpoint"]

METASTORE = os.environ.get("RMT_TEST_METASTORE", "memory")
"""`derby` has these tests run on the metastore users have by default, whose every look takes
milliseconds. Endpoints in processes of their own are on it always."""


class EmbeddedEndpoint:
    """What `rmt serve` does, in a thread.

    Args:
        warehouse: its directory.
    """

    def __init__(self, warehouse: Path) -> None:
        self.port = free_port()
        self.pid = os.getpid()
        self._warehouse = warehouse
        self._stopping = threading.Event()
        self._is_ready = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="endpoint")

    def _serve(self) -> None:
        settings = EngineSettings(
            warehouse=str(self._warehouse),
            master=MASTER,
            port=self.port,
            conf=LIGHT_SPARK,
            metastore=None if METASTORE == "derby" else METASTORE,
        )
        try:
            serve(settings, self._stopping, self._is_ready.set)
        except BaseException as error:
            self._error = error
        finally:
            self._is_ready.set()

    @property
    def engine(self) -> Engine:
        """The engine it serves."""
        from rmt_engine.spark.run.engine import current_engine

        engine = current_engine()
        assert engine is not None
        return engine

    def connect(self, **options: Any) -> Client:
        return Client(self.port, **options)

    def back_up(self, target: Path) -> None:
        """Runs `rmt backup` of its warehouse."""
        self._rmt("backup", target)

    def restore(self, *arguments: object) -> None:
        """Runs `rmt restore` into its warehouse.

        Args:
            arguments: of the command, without those that say where.
        """
        self._rmt("restore", *arguments)

    def _rmt(self, *arguments: object) -> None:
        settings = self.engine.settings
        flags = ("--warehouse", settings.warehouse, "--registry", settings.registry_url)
        result = CliRunner().invoke(app, list(map(str, (*arguments, *flags))))
        if result.exception is not None:
            raise result.exception

    def __enter__(self) -> EmbeddedEndpoint:
        self._thread.start()
        self._is_ready.wait()
        if self._error is not None:
            raise self._error
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join(timeout=120)
        assert not self._thread.is_alive(), "the endpoint does not stop"
        if self._error is not None:
            raise self._error
