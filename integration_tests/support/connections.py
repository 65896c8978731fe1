"""Ends of connections."""

from __future__ import annotations

import contextlib
import socket

from pyhive import hive

__all__ = ["drop"]


def drop(connection: hive.Connection) -> None:
    """Ends a connection as a client does that is gone."""
    transport = connection._transport
    while not hasattr(transport, "handle"):
        transport = transport._trans
    with contextlib.suppress(OSError):
        transport.handle.shutdown(socket.SHUT_RDWR)
    transport.handle.close()
