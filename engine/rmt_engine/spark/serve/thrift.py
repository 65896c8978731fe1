"""The Thrift endpoint: Spark's own HiveServer2, started inside the engine's JVM."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from py4j.protocol import Py4JJavaError

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.metastore import leave_functions_out
from rmt_engine.spark.run.engine import Engine
from rmt_engine.spark.serve.logins import check_logins
from rmt_engine.spark.serve.row_counts import RowCounts
from rmt_engine.spark.serve.thrift_service import stand_before
from rmt_engine.spark.serve.tls import keystore_of

__all__ = ["ThriftServer"]

_START_PATIENCE_S = 30.0
_SUBSTITUTION = "hive.variable.substitute"
_HIVESERVER2 = "hive.server2."
_log = logging.getLogger(__name__)


class ThriftServer:
    """HiveServer2 on an engine.

    Args:
        engine: the engine, its JVM launched with the port.
    """

    def __init__(self, engine: Engine) -> None:
        settings = engine.settings
        self._activity = engine.activity
        leave_functions_out(engine.gateway)
        try:
            with _tls(engine):
                self._server: Any = engine.gateway.scala_object(
                    "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"
                ).startWithSparkSession(engine.spark._jsparkSession, False)
        except Py4JJavaError as error:
            raise RmtError(
                "INVALID_CONFIG_PARAMETER",
                f"HiveServer2 cannot listen on {settings.host}:{settings.port}.",
                "Stop what uses the port, or choose another with --port; the log has the details.",
            ) from error
        _remember_every_end(engine)
        if not engine.settings.allow_code:
            self._server.getHiveConf().addToRestrictList(_SUBSTITUTION)
        check_logins(engine.gateway, settings, self._server)
        counts = RowCounts(engine.gateway)
        engine.notes.follow_affected(counts.tell, counts.forget)
        stand_before(engine.gateway, self._server, counts, engine.progress)
        engine.session_tables.follow_clients(_sessions(self._server).containsValue)
        self._wait(settings.host, settings.port)

    def _wait(self, host: str, port: int) -> None:
        deadline = time.monotonic() + _START_PATIENCE_S
        while True:
            try:
                socket.create_connection((host, port), timeout=1).close()
                return
            except OSError as error:
                if time.monotonic() > deadline:
                    raise RmtError(
                        "TIMEOUT_EXCEEDED", f"HiveServer2 did not answer on {host}:{port}."
                    ) from error
                time.sleep(0.05)

    def cancel_orphaned_jobs(self) -> None:
        """Cancels the jobs of statements that have ended; see `Activity`."""
        try:
            orphaned = self._activity.cancel_orphaned_jobs()
        except Exception:  # clients are served all the same
            _log.exception("cannot look for jobs of statements that have ended")
            return
        for statement in orphaned:
            _log.info("cancelled the jobs of statement %s, which has ended", statement)

    def stop(self) -> None:
        """Closes the port and all sessions."""
        self._server.stop()


def _remember_every_end(engine: Engine) -> None:
    """Has Spark write down all that happens to statements.

    It leaves out what happens within `spark.ui.liveUpdate.period` (100 ms) of what it wrote last,
    to spare the web interface of many tasks. A short statement ran on there until its cursor was
    closed. The setting itself is for tasks, too.
    """
    spark = engine.gateway.scala_object("org.apache.spark.sql.hive.thriftserver.HiveThriftServer2")
    listener = spark.listener()
    accessible_field(listener.getClass(), "liveUpdatePeriodNs").set(listener, 0)


def _sessions(server: Any) -> Any:
    """The sessions of clients by their handles, a map of HiveServer2's."""
    service = accessible_field(server.getClass(), "cliService").get(server)
    return service.getSessionManager().getOperationManager().sessionToContexts()


@contextmanager
def _tls(engine: Engine) -> Iterator[None]:
    """Has HiveServer2 encrypt if it starts in this block, when the endpoint is told to.

    What it is told of the keystore is gone afterwards: sessions would show it.
    """
    settings = engine.settings
    if settings.tls_certificate is None or settings.tls_key is None:
        yield
        return
    conf = engine.context._jsc.hadoopConfiguration()
    with keystore_of(engine.gateway, settings.tls_certificate, settings.tls_key) as keystore:
        told = {
            "use.SSL": "true",
            "keystore.path": str(keystore.path),
            "keystore.password": keystore.password,
        }
        for name, value in told.items():
            conf.set(f"{_HIVESERVER2}{name}", value)
        try:
            yield
        finally:
            for name in told:
                conf.unset(f"{_HIVESERVER2}{name}")
