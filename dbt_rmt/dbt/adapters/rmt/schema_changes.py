"""What has changed between the columns of a model and those of its table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from dbt.adapters.rmt.column import RmtColumn

__all__ = ["SchemaChanges", "schema_changes"]

# Types of a query that a table holds as another.
_HELD_AS = {"void": "string", "timestamp_ntz": "timestamp"}


@dataclass(frozen=True)
class SchemaChanges:
    """The differences.

    Attributes:
        new: columns of the model that the table has not.
        missing: columns of the table that the model has not.
        retyped: columns of the model that have another type in the table.
        common: columns of the model that the table has, too.
    """

    new: Sequence[RmtColumn]
    missing: Sequence[RmtColumn]
    retyped: Sequence[RmtColumn]
    common: Sequence[RmtColumn]

    @property
    def any(self) -> bool:
        """Whether there are any."""
        return bool(self.new or self.missing or self.retyped)

    @property
    def text(self) -> str:
        """All of them in a line."""
        parts = {
            "columns that the table has not": [column.name for column in self.new],
            "columns that the model has not": [column.name for column in self.missing],
            "other types": [f"{column.name} {column.data_type}" for column in self.retyped],
        }
        return "; ".join(f"{what}: {', '.join(names)}" for what, names in parts.items() if names)


def schema_changes(
    source: Iterable[RmtColumn], target: Iterable[RmtColumn], fixed: Set[str]
) -> SchemaChanges:
    """Compares columns by name, without regard to case, and by type.

    Args:
        source: the model's.
        target: the table's.
        fixed: columns, in lower case, whose type the configuration gives.
    """
    model = {column.name.lower(): column for column in source}
    table = {column.name.lower(): column for column in target}
    common = [name for name in model if name in table]
    return SchemaChanges(
        [column for name, column in model.items() if name not in table],
        [column for name, column in table.items() if name not in model],
        [
            model[name]
            for name in common
            if name not in fixed and _held(model[name].dtype) != table[name].dtype
        ],
        [model[name] for name in common],
    )


def _held(kind: str) -> str:
    if kind.startswith(("varchar(", "char(")):
        return "string"
    return _HELD_AS.get(kind, kind)
