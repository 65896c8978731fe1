"""A PEP 249 driver over PyHive's transport: one line for an error, its class by SQLSTATE.

Source: https://peps.python.org/pep-0249/; HiveServer2's Thrift API as Spark serves it.
"""

from __future__ import annotations

from sqlalchemy_rmt.dbapi.connection import Connection, Cursor, connect
from sqlalchemy_rmt.dbapi.errors import (
    DatabaseError,
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    Warning,  # noqa: A004
)

__all__ = [
    "Connection",
    "Cursor",
    "DataError",
    "DatabaseError",
    "Error",
    "IntegrityError",
    "InterfaceError",
    "InternalError",
    "NotSupportedError",
    "OperationalError",
    "ProgrammingError",
    "Warning",
    "apilevel",
    "connect",
    "paramstyle",
    "threadsafety",
]

apilevel = "2.0"
threadsafety = 1
paramstyle = "pyformat"
