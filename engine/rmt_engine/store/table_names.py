"""Which table has which name, as a transaction sees it and changes it.

Upper and lower case are the same. A detached table keeps its name from others.
"""

from __future__ import annotations

import itertools
import operator
import re
import time
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.table import own_table_name

__all__ = [
    "check_length",
    "drop_in",
    "find_detached",
    "find_dropped",
    "find_row",
    "find_rows",
    "free_name",
    "refuse_detached",
    "refuse_taken",
    "set_name",
]

_LONGEST_NAME = 206
_NAMES_IN_QUERY = 100
"""Databases limit how many values a query has."""
_TABLES_OF_DATABASE = sa.select(schema.tables).where(
    schema.tables.c.database == sa.bindparam("database"),
    schema.tables.c.name_key.in_(sa.bindparam("names", expanding=True)),
)
_PLAIN = re.compile(r"[A-Za-z0-9_]")
"""What stands for itself in ClickHouse's file names; other bytes take three characters there."""


def find_row(connection: Connection, database: str, name: str) -> Row[Any] | None:
    """The row of the table of that name that is in sight."""
    t = schema.tables.c
    return connection.execute(
        sa.select(schema.tables).where(t.database == database.lower(), t.name_key == name.lower())
    ).one_or_none()


def find_rows(
    connection: Connection, names: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], Row[Any]]:
    """The rows of the tables of several names that are in sight, by database and name in small."""
    keys = sorted({(database.lower(), name.lower()) for database, name in names})
    found: dict[tuple[str, str], Row[Any]] = {}
    for database, of_database in itertools.groupby(keys, operator.itemgetter(0)):
        plain = [name for _, name in of_database]
        for first in range(0, len(plain), _NAMES_IN_QUERY):
            some = {"database": database, "names": plain[first : first + _NAMES_IN_QUERY]}
            rows = connection.execute(_TABLES_OF_DATABASE, some)
            found |= {(database, row.name_key): row for row in rows}
    return found


def find_detached(connection: Connection, database: str, name: str) -> Row[Any] | None:
    """The row of the detached table of that name."""
    t = schema.tables.c
    return connection.execute(
        sa.select(schema.tables).where(
            t.detached_at.is_not(None),
            t.database == database.lower(),
            sa.func.lower(t.name) == name.lower(),
        )
    ).one_or_none()


def check_length(database: str, name: str) -> None:
    """Refuses a name for which there is no room in ClickHouse's files, nor in Hive's metastore."""
    length = sum(1 if _PLAIN.fullmatch(c) else 3 * len(c.encode()) for c in name)
    if length > _LONGEST_NAME:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"The max length of table name for database {database} is {_LONGEST_NAME}, current "
            f"length is {length}.",
        )


def refuse_detached(connection: Connection, database: str, name: str) -> None:
    """Raises `TABLE_ALREADY_EXISTS` when a detached table has the name."""
    row = find_detached(connection, database, name)
    if row is not None:
        how = "detached permanently" if row.detached_by is None else "detached"
        raise RmtError(
            "TABLE_ALREADY_EXISTS",
            f"Table {row.database}.{row.name} already exists ({how}).",
            "ATTACH TABLE brings it back, and then it can be dropped.",
        )


def refuse_taken(connection: Connection, database: str, name: str) -> None:
    """Refuses the name of a new table that cannot have it.

    Raises:
        RmtError: `TABLE_ALREADY_EXISTS`, or `ARGUMENT_OUT_OF_BOUND`, the name is too long.
    """
    check_length(database, name)
    free_name(connection, database, name, replace=False)


def free_name(connection: Connection, database: str, name: str, replace: bool) -> None:
    """Makes sure that no table has a name; one that is to be replaced is dropped.

    Raises:
        RmtError: `TABLE_ALREADY_EXISTS`.
    """
    refuse_detached(connection, database, name)
    existing = find_row(connection, database, name)
    if existing is None:
        return
    if not replace:
        raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
    drop_in(connection, existing.id, forgets_name=True)


def set_name(connection: Connection, table_id: int, database: str, name: str) -> None:
    """Gives a table its name, which must be free."""
    connection.execute(
        sa.update(schema.tables)
        .where(schema.tables.c.id == table_id)
        .values(database=database.lower(), name=name, name_key=name.lower())
    )


def drop_in(connection: Connection, table_id: int, forgets_name: bool = False) -> None:
    """Drops a table; with a materialized view goes the table that it made for its rows.

    Args:
        connection: the transaction.
        table_id: the table.
        forgets_name: whether nobody can bring it back by its name.
    """
    t = schema.tables.c
    identity = connection.scalar(sa.select(t.uuid).where(t.id == table_id))
    own = sa.and_(t.name == own_table_name(str(identity)), t.dropped_at.is_(None))
    connection.execute(
        sa.update(schema.tables)
        .where(sa.or_(t.id == table_id, own))
        .values(name_key=None, dropped_at=time.time(), detached_at=None, detached_by=None)
    )
    if forgets_name:
        connection.execute(
            sa.update(schema.tables).where(t.id == table_id).values(name=f".dropped_id.{identity}")
        )


def find_dropped(
    connection: Connection, database: str, name: str, since: float, identity: str = ""
) -> Row[Any] | None:
    """The row of the table that was dropped last under a name.

    Args:
        connection: the transaction.
        database: where it was.
        name: its name.
        since: when it was dropped at the earliest, seconds since 1970.
        identity: its UUID; empty for any.
    """
    t = schema.tables.c
    query = sa.select(schema.tables).where(
        t.dropped_at > since,
        t.database == database.lower(),
        sa.func.lower(t.name) == name.lower(),
    )
    if identity:
        query = query.where(t.uuid == identity)
    newest = query.order_by(t.dropped_at.desc(), t.id.desc()).limit(1)
    return connection.execute(newest).one_or_none()
