"""`rmt serve`: an engine with its Thrift endpoint, from start to stop."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.launch import LaunchedJvm
from rmt_engine.spark.serve.ports import check_port
from rmt_engine.spark.serve.watchdog import Watchdog

__all__ = ["serve"]

_WATCH_S = 1.0
_OPERATION_LOGS = "rmt-operations-"
_log = logging.getLogger(__name__)


def serve(
    settings: EngineSettings, stopping: threading.Event, announce: Callable[[], None]
) -> None:
    """Runs the endpoint until it is told to stop.

    Args:
        settings: what it is told.
        stopping: ends it when set.
        announce: called once clients can connect.

    Raises:
        RmtError: it cannot start, or its JVM ended.
    """
    check_port(settings.host, settings.port)
    with TemporaryDirectory(prefix=_OPERATION_LOGS, ignore_cleanup_errors=True) as directory:
        jvm = LaunchedJvm(settings, settings.port, Path(directory))
        _serve(settings, jvm, stopping, announce)


def _serve(
    settings: EngineSettings,
    jvm: LaunchedJvm,
    stopping: threading.Event,
    announce: Callable[[], None],
) -> None:
    from rmt_engine.spark.run.session import start_engine
    from rmt_engine.spark.serve.thrift import ThriftServer

    engine = start_engine(settings, jvm, settings.rights_of_clients)
    watchdog = Watchdog(engine.ask_catalog, stopping, engine.jvm, settings.log_path.parent)
    watchdog.start()
    try:
        if stopping.is_set():
            return
        server = ThriftServer(engine)
        announce()
        while not stopping.wait(_WATCH_S):
            reason = engine.why_lost()
            if reason is not None:
                _log.error("the endpoint ends: %s", reason)
                engine.abandon()
                raise RmtError(
                    "LOGICAL_ERROR",
                    f"{reason} What was acknowledged is kept.",
                    f"Start the endpoint again; {settings.log_path.parent} has its last words, "
                    "and --driver-memory gives it more memory.",
                )
            server.cancel_orphaned_jobs()
        server.stop()
    finally:
        stopping.set()
        engine.stop()
        watchdog.ended()
