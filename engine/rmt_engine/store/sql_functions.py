"""Functions that CREATE FUNCTION made, in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import sqlalchemy as sa

from rmt_engine.errors import RmtError
from rmt_engine.store import schema

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["SqlFunctions"]

_F = schema.sql_functions
_STATE = sa.select(sa.func.count(_F.c.id), sa.func.max(_F.c.id))
"""Numbers are never given again: equal counts and greatest numbers mean that nothing changed."""


class SqlFunctions:
    """The functions of all databases.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._state: tuple[object, ...] = ()
        self._known: Mapping[str, str] = {}

    def all(self) -> Mapping[str, str]:
        """The lambda of each, by name."""
        with self._registry.reading() as connection:
            state = tuple(connection.execute(_STATE).one())
            if state != self._state:
                rows = connection.execute(sa.select(_F.c.name, _F.c.definition)).all()
                self._known = {row.name: row.definition for row in rows}
                self._state = state
            return self._known

    def create(self, name: str, definition: str, replace: bool, if_not_exists: bool) -> None:
        """Adds a function.

        Args:
            name: its name.
            definition: its lambda.
            replace: whether it takes the place of one of its name.
            if_not_exists: whether one of its name stays.

        Raises:
            RmtError: `FUNCTION_ALREADY_EXISTS`, there is one of that name.
        """
        with self._registry.writing() as connection:
            found = connection.execute(sa.select(_F.c.id).where(_F.c.name == name)).first()
            if found is not None and not replace:
                if if_not_exists:
                    return
                raise RmtError(
                    "FUNCTION_ALREADY_EXISTS",
                    f"User-defined object '{name}' already exists.",
                    "CREATE OR REPLACE FUNCTION puts this one in its place.",
                )
            connection.execute(sa.delete(_F).where(_F.c.name == name))
            connection.execute(sa.insert(_F).values(name=name, definition=definition))

    def drop(self, name: str) -> bool:
        """Takes a function away and tells whether there was one."""
        with self._registry.writing() as connection:
            return bool(connection.execute(sa.delete(_F).where(_F.c.name == name)).rowcount)
