"""Ports: whether the endpoint can listen where it is told to."""

from __future__ import annotations

import socket

from rmt_engine.errors import RmtError

__all__ = ["check_port"]


def check_port(host: str, port: int) -> None:
    """Makes sure that the endpoint can listen: HiveServer2 would take the whole JVM down.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, the port is taken or the address is not this
            machine's.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            f"Cannot listen on {host}:{port}: {error.strerror or error}.",
            "Stop what uses the port, or choose another with --port.",
        ) from error
