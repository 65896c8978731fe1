"""Closes the connections of JVM threads that have ended.

py4j gives each JVM thread that calls into Python a connection of its own, served by a thread here,
and keeps both for ever (`py4j.PythonClient`). HiveServer2 starts a thread for almost every
statement and lets it end after ten idle seconds, so an endpoint would run out of threads.
"""

from __future__ import annotations

import itertools
import logging
import threading
from typing import Any

from py4j.protocol import Py4JError
from pyspark import SparkContext

from rmt_engine.spark.bridge.java_fields import accessible_field

__all__ = ["CallbackThreads"]

_INTERVAL_S = 15.0
_log = logging.getLogger(__name__)


class CallbackThreads:
    """The JVM's threads that have called into Python, each with its connection.

    Args:
        context: the running SparkContext, whose JVM has a callback client.
    """

    def __init__(self, context: SparkContext) -> None:
        gateway: Any = context._gateway
        jvm: Any = context._jvm
        self._java_client = gateway._gateway_client
        self._client = gateway.java_gateway_server.getCallbackClient()
        self._current_thread = jvm.java.lang.Thread.currentThread
        self._new_set = jvm.java.util.LinkedHashSet
        self._connections = self._field(jvm, "connections")
        self._lock = self._field(jvm, "lock")
        self._local = threading.local()
        self._numbers = itertools.count()
        self._threads: dict[int, tuple[Any, Any]] = {}
        self._stop = threading.Event()

    def _field(self, jvm: Any, name: str) -> Any:
        java_class = jvm.java.lang.Class.forName("py4j.CallbackClient")
        return accessible_field(java_class, name).get(self._client)

    def __len__(self) -> int:
        """How many there are whose connections have not been closed."""
        return len(self._threads)

    def note(self) -> None:
        """Notes the JVM thread that this callback came from; cheap after the first time."""
        if getattr(self._local, "is_noted", False):
            return
        self._local.is_noted = True
        serving = self._java_client.get_thread_connection()
        if serving is not None and not serving.initiated_from_client:
            self._threads[next(self._numbers)] = (
                self._current_thread(),
                self._client.getPerThreadConnection(),
            )

    def close_ended(self) -> int:
        """Closes the connections of threads that have ended and returns how many those were."""
        ended = {
            number: connection
            for number, (thread, connection) in list(self._threads.items())
            if not thread.isAlive()
        }
        connections = self._new_set()
        for connection in ended.values():
            connections.add(connection)
        self._forget(connections)
        for number, connection in ended.items():
            connection.shutdown()
            del self._threads[number]
        return len(ended)

    def _forget(self, ended: Any) -> None:
        """Takes connections from py4j's list of idle ones.

        A callback within a callback leaves its connection there once more than it takes it: all
        others stay once.
        """
        self._lock.lock()
        try:
            idle = self._new_set(self._connections)
            idle.removeAll(ended)
            self._connections.clear()
            self._connections.addAll(idle)
        finally:
            self._lock.unlock()

    def start(self) -> None:
        """Looks for threads that have ended every 15 seconds, until `close`."""
        self._stop = threading.Event()
        threading.Thread(
            target=self._watch, args=(self._stop,), name="rmt-callbacks", daemon=True
        ).start()

    def close(self) -> None:
        """Stops looking."""
        self._stop.set()

    def _watch(self, stop: threading.Event) -> None:
        while not stop.wait(_INTERVAL_S):
            try:
                self.close_ended()
            except (Py4JError, OSError):
                _log.warning("cannot close the connections of ended threads", exc_info=True)
