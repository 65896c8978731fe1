"""`rmt serve`: an engine with its Thrift endpoint, from start to stop."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rmt_engine.config import CONNECT_HOST, EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.launch import LaunchedJvm
from rmt_engine.spark.serve.connect_token import ConnectToken
from rmt_engine.spark.serve.ports import check_port
from rmt_engine.spark.serve.watchdog import Watchdog

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine
    from rmt_engine.spark.serve.connect import ConnectServer
    from rmt_engine.spark.serve.thrift import ThriftServer

__all__ = ["serve"]

_WATCH_S = 1.0
_SCRATCH = "rmt-endpoint-"
_log = logging.getLogger(__name__)


def serve(
    settings: EngineSettings,
    stopping: threading.Event,
    announce: Callable[[], None],
    token: ConnectToken | None = None,
) -> None:
    """Runs the endpoint until it is told to stop.

    Args:
        settings: what it is told.
        stopping: ends it when set.
        announce: called once clients can connect.
        token: what clients of Spark Connect have to know; it is served only with one.

    Raises:
        RmtError: it cannot start, or its JVM ended.
    """
    check_port(settings.host, settings.port)
    if token is not None and settings.connect_port is not None:
        check_port(CONNECT_HOST, settings.connect_port, "--connect-port")
    with TemporaryDirectory(prefix=_SCRATCH, ignore_cleanup_errors=True) as directory:
        jvm = LaunchedJvm(settings, settings.port, Path(directory))
        _serve(settings, jvm, stopping, announce, token)


def _serve(
    settings: EngineSettings,
    jvm: LaunchedJvm,
    stopping: threading.Event,
    announce: Callable[[], None],
    token: ConnectToken | None,
) -> None:
    from rmt_engine.spark.run.engine import start_engine
    from rmt_engine.spark.serve.archive_maker import making_archive
    from rmt_engine.spark.serve.thrift import ThriftServer

    has_dataframes = token is not None
    engine = start_engine(settings, jvm, settings.rights_of_clients, has_dataframes)
    watchdog = Watchdog(engine.ask_catalog, stopping, engine.jvm, settings.log_path.parent)
    watchdog.start()
    try:
        if stopping.is_set():
            return
        server = ThriftServer(engine)
        connect = None if token is None else _serve_connect(engine, token)
        announce()
        with making_archive(jvm, engine.gateway):
            _watch(engine, server, stopping)
        if connect is not None:
            connect.stop()
        server.stop()
    finally:
        stopping.set()
        engine.stop()
        watchdog.ended()


def _watch(engine: Engine, server: ThriftServer, stopping: threading.Event) -> None:
    """Returns once the endpoint is to stop."""
    while not stopping.wait(_WATCH_S):
        reason = engine.why_lost()
        if reason is not None:
            _log.error("the endpoint ends: %s", reason)
            engine.abandon()
            raise RmtError(
                "LOGICAL_ERROR",
                f"{reason} What was acknowledged is kept.",
                f"Start the endpoint again; {engine.settings.log_path.parent} has its last "
                "words, and --driver-memory gives it more memory.",
            )
        server.cancel_orphaned_jobs()


def _serve_connect(engine: Engine, token: ConnectToken) -> ConnectServer:
    from rmt_engine.spark.serve.connect import ConnectServer

    engine.activity.follow_connect(engine.notes)
    return ConnectServer(engine, token)
