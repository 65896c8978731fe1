"""Relations: a schema and a name in backticks, told apart without regard to case."""

from __future__ import annotations

from dataclasses import dataclass, field

from dbt.adapters.base.relation import BaseRelation, EventTimeFilter
from dbt.adapters.contracts.relation import ComponentName, Policy

from sqlalchemy_rmt.dbapi.literals import literal

__all__ = ["RmtRelation"]


@dataclass
class _NoDatabase(Policy):
    """What is written of a name, and what of it in quotes."""

    database: bool = False
    schema: bool = True
    identifier: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class RmtRelation(BaseRelation):
    """A table, a view or a table of Spark's own.

    Attributes:
        is_rmt: whether it is a table of the endpoint's engines, so that it can be exchanged.
    """

    quote_policy: Policy = field(default_factory=_NoDatabase)
    include_policy: Policy = field(default_factory=_NoDatabase)
    quote_character: str = "`"
    # A subquery needs no name, and one that dbt gives it would forbid the model's own.
    require_alias: bool = False
    is_rmt: bool = False

    def _is_exactish_match(self, field: ComponentName, value: str) -> bool:
        # Spark does not tell names apart by case.
        return self.path.get_lowered_part(field) == value.lower()

    def quoted(self, identifier: str) -> str:
        """A name as an identifier."""
        return f"`{identifier.replace('`', '``')}`"

    @property
    def database_and_table(self) -> str:
        """The name as the engine's table functions take it, as a literal."""
        return literal(f"{self.schema}.{self.identifier}")

    def _render_event_time_filtered(self, event_time_filter: EventTimeFilter) -> str:
        column, start, end = (
            event_time_filter.field_name,
            event_time_filter.start,
            event_time_filter.end,
        )
        bounds = []
        if start:
            bounds.append(f"{column} >= cast('{start}' as timestamp)")
        if end:
            bounds.append(f"{column} < cast('{end}' as timestamp)")
        return " and ".join(bounds)
