"""Spark Connect: Spark's own gRPC service, started inside the engine's JVM.

It starts after the engine, for the sessions it makes are copies of the engine's. It listens on
loopback only: it has no TLS, and its clients run code.
"""

from __future__ import annotations

import logging
from typing import Any

from py4j.protocol import Py4JJavaError

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.run.engine import Engine
from rmt_engine.spark.serve.connect_requests import ConnectRequests
from rmt_engine.spark.serve.connect_service import stand_before_connect
from rmt_engine.spark.serve.connect_token import ConnectToken

__all__ = ["ConnectServer"]

_SERVICE = "org.apache.spark.sql.connect.service.SparkConnectService"
_TOKEN = "spark.connect.authenticate.token"  # noqa: S105 - a name
_PATIENCE_S = 2
_log = logging.getLogger(__name__)


class ConnectServer:
    """Spark Connect's service on an engine.

    Args:
        engine: the engine, its JVM launched with `connect_port`.
        token: what clients have to know.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, it cannot listen.
    """

    def __init__(self, engine: Engine, token: ConnectToken) -> None:
        gateway = engine.gateway
        self._gateway = gateway
        self._service: Any = gateway.scala_object(_SERVICE)
        conf = engine.context._jsc.sc().conf()
        conf.set(_TOKEN, token.value)
        try:
            self._service.start(engine.context._jsc.sc())
        except Py4JJavaError as error:
            raise RmtError(
                "INVALID_CONFIG_PARAMETER",
                f"Spark Connect cannot listen on port {engine.settings.connect_port}.",
                "Stop what uses the port, or choose another with --connect-port; the log has the "
                "details.",
            ) from error
        finally:
            # The service has it; nobody who looks at settings is to find it.
            conf.remove(_TOKEN)
        manager = self._service.sessionManager()
        self._sessions = accessible_field(manager.getClass(), "sessionStore").get(manager)
        engine.session_tables.follow_clients(self._has_session)
        stand_before_connect(gateway, self._service, ConnectRequests(engine, self._service))

    def _has_session(self, session: Any) -> bool:
        """Whether a client has a session of the JVM's."""
        holders = map(self._sessions.get, self._sessions.keySet().toArray())
        return any(holder is not None and holder.session().equals(session) for holder in holders)

    def stop(self) -> None:
        """Closes the port and all sessions."""
        unit = self._gateway.java_class("java.util.concurrent.TimeUnit").SECONDS
        try:
            self._service.stop(self._gateway.some(_PATIENCE_S), self._gateway.some(unit))
        except Py4JJavaError:  # Spark ends it as well
            _log.warning("cannot stop Spark Connect", exc_info=True)
