"""How SQLAlchemy's compliance suite prepares an endpoint for itself.

SQLAlchemy loads this module by its name when it tests the dialect.

Source: https://github.com/sqlalchemy/sqlalchemy/blob/main/README.dialects.rst.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import event
from sqlalchemy.schema import MetaData, Table, UniqueConstraint
from sqlalchemy.testing import provision

from sqlalchemy_rmt.commands import truncate

__all__: list[str] = []


# mypy: disable-error-code="untyped-decorator"


@provision.post_configure_engine.for_db("rmt")
def _post_configure_engine(url: Any, engine: Any, follower_ident: str | None) -> None:
    """Creates the other databases, which the suite takes for granted."""
    _run(engine, (f"CREATE DATABASE IF NOT EXISTS {name}" for name in _schemas(follower_ident)))


@provision.create_db.for_db("rmt")
def _create_db(cfg: Any, engine: Any, ident: str) -> None:
    """Creates the database of one of several processes that run the suite."""
    _run(engine, [f"CREATE DATABASE {ident}"])


@provision.configure_follower.for_db("rmt")
def _configure_follower(cfg: Any, ident: str) -> None:
    """Tells such a process the names of its other databases."""
    cfg.test_schema, cfg.test_schema_2 = _schemas(ident)


@provision.drop_db.for_db("rmt")
def _drop_db(cfg: Any, engine: Any, ident: str) -> None:
    """Drops all databases of such a process."""
    _run(engine, (f"DROP DATABASE IF EXISTS {name} CASCADE" for name in (ident, *_schemas(ident))))


@provision.set_default_schema_on_connection.for_db("rmt")
def _set_default_schema(cfg: Any, dbapi_connection: Any, schema_name: str) -> None:
    """Changes the database of a connection."""
    cursor = dbapi_connection.cursor()
    cursor.execute(f"USE {schema_name}")
    cursor.close()


if hasattr(provision, "delete_from_all_tables"):  # SQLAlchemy 1.4 deletes by itself.

    @provision.delete_from_all_tables.for_db("rmt")
    def _delete_from_all_tables(connection: Any, cfg: Any, metadata: MetaData) -> None:
        """Empties tables at once: the suite does so after every other test."""
        for table in metadata.tables.values():
            if connection.dialect.has_table(connection, table.name, table.schema):
                connection.execute(truncate(table))


@event.listens_for(Table, "before_create")
def _without_unique_and_indexes(table: Table, connection: Any, **_: Any) -> None:
    """Takes out of the suite's tables what the endpoint does not promise and the dialect refuses.

    Some tables have constraints and indexes although the requirements say that there are none.
    """
    if connection.dialect.name != "rmt":
        return
    table.indexes.clear()
    for constraint in list(table.constraints):
        if isinstance(constraint, UniqueConstraint):
            table.constraints.remove(constraint)


def _schemas(ident: str | None) -> tuple[str, str]:
    prefix = "" if ident is None else f"{ident}_"
    return f"{prefix}test_schema", f"{prefix}test_schema_2"


def _run(engine: Any, statements: Iterable[str]) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
