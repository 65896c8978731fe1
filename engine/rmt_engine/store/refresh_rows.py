"""The states of refreshes as rows of the registry."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.store import schema
from rmt_engine.store.refresh import Amounts, RefreshState

__all__ = [
    "add_refresh_state",
    "labelled_columns",
    "set_refresh_state",
    "state_of_row",
    "values_of_state",
]

_PREFIX = "refresh_"


def add_refresh_state(connection: Connection, table_id: int) -> None:
    """Adds the state of a view that was never refreshed."""
    values = values_of_state(RefreshState(table_id))
    connection.execute(sa.insert(schema.refreshes).values(values))


def set_refresh_state(connection: Connection, state: RefreshState) -> None:
    """Gives a view that was just made another state than that of one never refreshed."""
    connection.execute(
        sa.update(schema.refreshes)
        .where(schema.refreshes.c.table_id == state.table_id)
        .values(values_of_state(state))
    )


def labelled_columns() -> Sequence[sa.Label[Any]]:
    """The columns of a state, under names that those of other tables do not have."""
    return [column.label(f"{_PREFIX}{column.name}") for column in schema.refreshes.c]


def state_of_row(row: Row[Any]) -> RefreshState:
    """The state of a row with `labelled_columns`."""
    values = {
        name.removeprefix(_PREFIX): value
        for name, value in row._mapping.items()
        if name.startswith(_PREFIX)
    }
    amounts = Amounts(**{name: values.pop(name) for name in Amounts.__dataclass_fields__})
    values["dependencies"] = json.loads(values["dependencies"])
    return RefreshState(**values, amounts=amounts)


def values_of_state(state: RefreshState) -> dict[str, Any]:
    """What the columns hold."""
    values = asdict(state)
    values |= values.pop("amounts")
    return {**values, "dependencies": json.dumps(state.dependencies, ensure_ascii=False)}
