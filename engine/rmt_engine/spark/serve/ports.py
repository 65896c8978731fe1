"""Ports: one to listen on, and whether the endpoint can listen where it is told to."""

from __future__ import annotations

import random
import socket

from rmt_engine.errors import RmtError

__all__ = ["check_port", "free_port"]

_UNASSIGNED = range(20_000, 32_000)
_TRIES = 100


def check_port(host: str, port: int, option: str = "--port") -> None:
    """Makes sure that the endpoint can listen: HiveServer2 would take the whole JVM down.

    Args:
        host: the address.
        port: the port.
        option: how another port is chosen.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, the port is taken or the address is not this
            machine's.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except socket.gaierror as error:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            f"Cannot listen on {host}:{port}: {error.strerror}.",
            "--host takes a name or an address of this machine, 127.0.0.1 say.",
        ) from error
    except OSError as error:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            f"Cannot listen on {host}:{port}: {error.strerror or error}.",
            f"Stop what uses the port, or choose another with {option}.",
        ) from error


def free_port() -> int:
    """A free port of loopback, below those the system hands out.

    One of the latter could be given to another socket, of the starting JVM even, before the
    endpoint listens.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, a hundred tries found none.
    """
    for port in random.sample(_UNASSIGNED, _TRIES):
        try:
            check_port("127.0.0.1", port)
        except RmtError:
            continue
        return port
    raise RmtError("INVALID_CONFIG_PARAMETER", "No free port was found on 127.0.0.1.")
