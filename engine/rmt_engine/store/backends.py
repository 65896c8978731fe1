"""The databases a registry can live in, and how a transaction begins in each.

A reader sees one state of the registry throughout a transaction. Writers go one after the other:
a transaction that has begun to write never fails because of another one.

| database | readers | writers |
|---|---|---|
| SQLite | WAL, one snapshot a transaction | `BEGIN IMMEDIATE` |
| PostgreSQL | `REPEATABLE READ` | `READ COMMITTED` behind one advisory lock |

PostgreSQL's writers take the lock with their first statement, and what they read afterwards is what
the last one committed; in `REPEATABLE READ` they would see the state from before they had waited.
"""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection

__all__ = [
    "BACKENDS",
    "begin_writing",
    "open_database",
    "registry_address",
    "writing_options",
    "writing_turn",
]

BACKENDS = ("sqlite", "postgresql")
_LOCK_TIMEOUT_S = 60
_ADVISORY_LOCK = 0x726D74
"""`rmt`: the key of the lock inside the registry's database."""


def registry_address(url: str) -> URL:
    """Reads a registry's URL; PostgreSQL's driver is psycopg unless it names another.

    Raises:
        ArgumentError: it is no URL.
        ValueError: the database is none a registry can live in.
    """
    address = sa.make_url(url)
    if address.get_backend_name() not in BACKENDS:
        raise ValueError(
            f"a registry in {address.get_backend_name()} is not supported: use sqlite:///path or "
            "postgresql://user@host/database"
        )
    if address.drivername == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    return address


def open_database(address: URL) -> sa.Engine:
    """A pool of connections to a registry."""
    if address.get_backend_name() == "postgresql":
        return sa.create_engine(
            address,
            pool_size=16,
            max_overflow=64,
            pool_pre_ping=True,
            isolation_level="REPEATABLE READ",
            connect_args={
                "connect_timeout": 10,
                "options": f"-c lock_timeout={_LOCK_TIMEOUT_S}s {_options(address)}",
                "application_name": "rmt",
            },
        )
    if address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        address,
        pool_size=16,
        max_overflow=64,
        connect_args={"timeout": _LOCK_TIMEOUT_S, "check_same_thread": False},
    )
    sa.event.listen(engine, "connect", _configure_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _options(address: URL) -> str:
    """The options of the session that the URL gives, such as `?options=-csearch_path%3Drmt`."""
    given = address.query.get("options", "")
    return given if isinstance(given, str) else " ".join(given)


def begin_writing(connection: Connection) -> None:
    """Waits until no other transaction writes; the first thing a writing transaction does."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ADVISORY_LOCK)))


def writing_turn(engine: sa.Engine) -> AbstractContextManager[Any]:
    """What the threads of a process take turns by before they write.

    SQLite would let them poll for its lock, and each look only from time to time; PostgreSQL queues
    them itself.
    """
    return threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()


def writing_options(engine: sa.Engine) -> dict[str, Any]:
    """The execution options of a connection that writes."""
    if engine.dialect.name == "postgresql":
        return {"isolation_level": "READ COMMITTED"}
    return {"rmt_write": True}


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    write = connection.get_execution_options().get("rmt_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
