"""The registry: a relational database, through SQLAlchemy Core, the only truth about tables.

Every change of what readers see is one transaction here. A commit that returned survives a crash,
and readers never wait for writers. What the registry knows is in rooms, one for each kind of thing;
a transaction of its caller's may change things of several.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError, first_line
from rmt_engine.store.backends import (
    begin_writing,
    open_database,
    registry_address,
    writing_options,
    writing_turn,
)
from rmt_engine.store.definitions import Definitions
from rmt_engine.store.expired import Expired
from rmt_engine.store.files import Files
from rmt_engine.store.owners import Owners
from rmt_engine.store.parts import Parts
from rmt_engine.store.row_ids import RowIds
from rmt_engine.store.sql_functions import SqlFunctions
from rmt_engine.store.stagings import Stagings
from rmt_engine.store.tables import Tables
from rmt_engine.store.temporary_tables import TemporaryTables
from rmt_engine.store.vectors import Vectors

__all__ = ["Registry"]

_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = threading.Lock()
"""Alembic keeps what it works on in globals, and copies of stores have registries of their own."""


class Registry:
    """Opens a registry, bringing its schema up to date.

    Args:
        url: an SQLAlchemy URL of SQLite or PostgreSQL, e.g. `sqlite:////data/registry.db` or
            `postgresql://rmt:secret@db.example.com/rmt`.

    Raises:
        RmtError: `KEEPER_EXCEPTION`, it cannot be opened.
    """

    def __init__(self, url: str) -> None:
        self.url = registry_address(url)
        self._engine = open_database(self.url)
        self._turn = writing_turn(self._engine)
        self._migrate()
        self.tables = Tables(self)
        self.definitions = Definitions(self)
        self.parts = Parts(self)
        self.files = Files(self)
        self.row_ids = RowIds(self)
        self.vectors = Vectors(self)
        self.owners = Owners(self)
        self.stagings = Stagings(self)
        self.expired = Expired(self)
        self.sql_functions = SqlFunctions(self)
        self.temporary_tables = TemporaryTables(self)

    def close(self) -> None:
        """Closes the connections."""
        self._engine.dispose()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state and changes nothing.

        Raises:
            RmtError: `KEEPER_EXCEPTION`, the registry does not answer.
        """
        with _failures_named(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that takes the write lock at once, so that it cannot fail half-way.

        Raises:
            RmtError: `KEEPER_EXCEPTION`, the registry does not answer; whether it took the change
                is not known then.
        """
        options = writing_options(self._engine)
        with (
            self._turn,
            _failures_named(),
            self._engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            begin_writing(connection)
            yield connection

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        with self.writing() as connection:
            if MigrationContext.configure(connection).get_current_heads() == _newest_revisions():
                return
            config.attributes["connection"] = connection
            try:
                with _MIGRATING:
                    command.upgrade(config, "head")
            except CommandError as error:
                raise RmtError(
                    "KEEPER_EXCEPTION",
                    f"The registry was written by another version of rmt: {error}",
                    "Use that version, or a newer one.",
                ) from error


@functools.cache
def _newest_revisions() -> tuple[str, ...]:
    return tuple(ScriptDirectory(str(_MIGRATIONS)).get_heads())


@contextlib.contextmanager
def _failures_named() -> Iterator[None]:
    """The database's failures become one error with a name."""
    try:
        yield
    except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
        reason = first_line(error.orig or error)[:200]
        raise RmtError(
            "KEEPER_EXCEPTION",
            f"The registry failed: {reason}.",
            "Look whether the statement took effect before you run it again.",
        ) from error
    except sa.exc.DatabaseError as error:
        if type(error) is not sa.exc.DatabaseError:
            raise
        reason = first_line(error.orig or error)[:200]
        raise RmtError(
            "KEEPER_EXCEPTION",
            f"The registry is damaged: {reason}.",
            "rmt restore brings a backup back into a new warehouse; sqlite3's .recover saves what "
            "can still be read.",
        ) from error
