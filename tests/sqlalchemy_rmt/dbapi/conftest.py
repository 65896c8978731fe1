"""A connection to a server that only answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.signals import ctrl_c_interrupts

from sqlalchemy_rmt import dbapi

from .server import Server

__all__ = ["ctrl_c_interrupts"]


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def connection(server: Server) -> Iterator[dbapi.Connection]:
    with dbapi.connect("127.0.0.1", server.port, auth="NOSASL") as connected:
        yield connected


@pytest.fixture
def cursor(connection: dbapi.Connection) -> dbapi.Cursor:
    return connection.cursor()
