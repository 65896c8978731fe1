"""What tells the rows of a table apart, for a statement that masks some of them.

A row is told by its number. Where all rows of a key go, its key tells it: the current row may be
made of several rows then, and be none of them. Only the engine asks for these columns, and only
while it carries out MERGE INTO.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rmt_engine.engines import Replaced, engine_of
from rmt_engine.store.table import ROW_ID, TableDefinition

__all__ = ["IdentityColumn", "identity_columns", "is_by_key"]

_KEY = "__identity_"


@dataclass(frozen=True)
class IdentityColumn:
    """A column that tells rows apart.

    Attributes:
        name: by which the statement knows it.
        stored: the column of the files that it is.
        type: ClickHouse's type of it.
    """

    name: str
    stored: str
    type: str


def is_by_key(definition: TableDefinition) -> bool:
    """Whether all rows with a key go where one of them does."""
    return engine_of(definition).replaced is not Replaced.ROW


def identity_columns(definition: TableDefinition) -> Sequence[IdentityColumn]:
    """The columns that tell the rows of a table apart."""
    if not is_by_key(definition):
        return [IdentityColumn(ROW_ID, ROW_ID, "Int64")]
    types = {column.name: column.type for column in definition.columns}
    types |= {key.name: key.type for key in definition.key if key.type}
    return [
        IdentityColumn(f"{_KEY}{place}", name, types[name])
        for place, name in enumerate(definition.version_key)
    ]
