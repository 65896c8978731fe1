"""Row policies in the registry: by the name of the table, so they outlive it, as in ClickHouse."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.registry import Registry
from rmt_engine.store.row_policy import Grantees, RowPolicy

__all__ = ["RowPolicies"]


class RowPolicies:
    """The policies of all tables.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def create(self, policy: RowPolicy, replace: bool, if_not_exists: bool) -> None:
        """Adds a policy.

        Args:
            policy: the policy.
            replace: whether it takes the place of one of its name.
            if_not_exists: whether one of its name stays.

        Raises:
            RmtError: `ACCESS_ENTITY_ALREADY_EXISTS`, there is one of that name.
        """
        p = schema.row_policies
        named = _named(policy.database, policy.table, policy.name)
        with self._registry.writing() as connection:
            exists = connection.execute(sa.select(p.c.id).where(*named)).first() is not None
            if exists and not replace:
                if if_not_exists:
                    return
                raise RmtError(
                    "ACCESS_ENTITY_ALREADY_EXISTS",
                    f"Row policy `{policy.name} ON {policy.database}.{policy.table}` already "
                    "exists.",
                    "CREATE ROW POLICY OR REPLACE puts this one in its place.",
                )
            connection.execute(sa.delete(p).where(*named))
            connection.execute(
                sa.insert(p).values(
                    uuid=str(uuid.uuid4()),
                    database=policy.database,
                    table_key=policy.table.lower(),
                    table_name=policy.table,
                    name=policy.name,
                    condition=policy.condition,
                    restrictive=policy.restrictive,
                    grantees=json.dumps(asdict(policy.grantees), ensure_ascii=False),
                )
            )

    def drop(self, database: str, table: str, name: str) -> bool:
        """Takes a policy away and tells whether there was one."""
        statement = sa.delete(schema.row_policies).where(*_named(database, table, name))
        with self._registry.writing() as connection:
            return bool(connection.execute(statement).rowcount)

    def of_table(self, database: str, table: str) -> list[RowPolicy]:
        """The policies of a table, by name."""
        p = schema.row_policies.c
        return self._select(p.database == database, p.table_key == table.lower())

    def all(self) -> list[RowPolicy]:
        """All policies, by table and name."""
        return self._select()

    def _select(self, *conditions: sa.ColumnElement[bool]) -> list[RowPolicy]:
        query = sa.select(schema.row_policies).where(*conditions)
        with self._registry.reading() as connection:
            rows = connection.execute(query.order_by("database", "table_key", "name")).all()
        return [_policy(row) for row in rows]


def _named(database: str, table: str, name: str) -> Sequence[sa.ColumnElement[bool]]:
    p = schema.row_policies.c
    return p.database == database, p.table_key == table.lower(), p.name == name


def _policy(row: Row[Any]) -> RowPolicy:
    values: dict[str, Any] = json.loads(row.grantees)
    grantees = Grantees(values["all"], tuple(values["names"]), tuple(values["but"]))
    return RowPolicy(
        row.name,
        row.database,
        row.table_name,
        row.condition,
        row.restrictive,
        grantees,
        row.uuid,
    )
