"""How SQLAlchemy's test suite prepares an endpoint for itself.

SQLAlchemy loads this module by its name when it tests the dialect.

Source: https://github.com/sqlalchemy/sqlalchemy/blob/main/README.dialects.rst.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import event
from sqlalchemy.schema import CheckConstraint, Table, UniqueConstraint
from sqlalchemy.testing import provision

_SCHEMAS = ("test_schema", "test_schema_2")


@provision.post_configure_engine.for_db("rmt")  # type: ignore[untyped-decorator]
def _post_configure_engine(url: Any, engine: Any, follower_ident: str | None) -> None:
    """Creates the second and third database that the suite takes for granted."""
    with engine.connect() as connection:
        for schema in _SCHEMAS:
            connection.exec_driver_sql(f"CREATE DATABASE IF NOT EXISTS {schema}")


@event.listens_for(Table, "before_create")
def _without_constraints(table: Table, connection: Any, **_: Any) -> None:
    """Takes out of the suite's tables what the endpoint does not promise and the dialect refuses.

    Some tables have constraints and indexes although the requirements say that there are none.
    """
    if connection.dialect.name != "rmt":
        return
    table.indexes.clear()
    for constraint in list(table.constraints):
        if isinstance(constraint, (UniqueConstraint, CheckConstraint)):
            table.constraints.remove(constraint)
