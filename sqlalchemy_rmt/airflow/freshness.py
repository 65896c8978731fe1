"""When rows came into a table last, without reading any.

`system.parts` is asked first: of a table whose parts are all old, nothing came lately. A merge or a
mutation makes a young part of old rows, so only `system.part_log` tells that something did come.

Sources: https://clickhouse.com/docs/operations/system-tables/parts and `part_log`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy_rmt.airflow.hook import RmtHook
from sqlalchemy_rmt.airflow.names import TableName

__all__ = ["Freshness", "is_fresh", "newest_blocks"]

_OF_TABLE = "database = coalesce(%(database)s, currentDatabase()) AND `table` = %(name)s"
_NEWEST_PART = (
    "SELECT max(toUnixTimestamp(modification_time)), toUnixTimestamp(now()) FROM system.parts "
    f"WHERE active AND rows > 0 AND {_OF_TABLE}"
)
_NEWEST_INSERT = (
    "SELECT max(toUnixTimestamp(event_time)), toUnixTimestamp(now()) FROM system.part_log "
    f"WHERE event_type = 'NewPart' AND error = 0 AND rows > 0 AND {_OF_TABLE}"
)
_BLOCKS = (
    "SELECT partition_id, max(max_block_number) FROM system.parts "
    f"WHERE active AND rows > 0 AND {_OF_TABLE} GROUP BY partition_id"
)


@dataclass(frozen=True)
class Freshness:
    """How new a table's newest rows have to be: one of both.

    Attributes:
        max_age: how many seconds ago they may have come.
        since: seconds since 1970 when they may have come at the earliest.
    """

    max_age: float | None
    since: float | None

    @classmethod
    def of(cls, max_age: float | None, since: datetime | str | None) -> Freshness:
        """From what a task is told.

        Raises:
            ValueError: a time is none, or both or neither are given.
        """
        if (max_age is None) == (since is None):
            raise ValueError("Give max_age or since, one of both.")
        if isinstance(since, str):
            since = datetime.fromisoformat(since)
        if since is not None and since.tzinfo is None:
            raise ValueError(f"since = {since} has no time zone.")
        return cls(max_age, None if since is None else since.timestamp())

    def holds(self, newest: int, now: int) -> bool:
        """Whether rows of a time are new enough; both times are the endpoint's."""
        if not newest:
            return False
        return newest >= (self.since if self.max_age is None else now - self.max_age)  # type: ignore[operator]


def is_fresh(hook: RmtHook, table: str, freshness: Freshness) -> bool:
    """Whether a table's newest rows are new enough.

    Raises:
        ValueError: this is no name of a table.
        DatabaseError: the endpoint refuses the question.
    """
    asked = _parameters(table)
    for statement in (_NEWEST_PART, _NEWEST_INSERT):
        newest, now = hook.get_first(statement, asked)
        if not freshness.holds(newest or 0, now):
            return False
    return True


def newest_blocks(hook: RmtHook, table: str) -> dict[str, int]:
    """The number of each partition's newest block, which grows with every INSERT.

    Merges and mutations leave it as it is.

    Raises:
        as `is_fresh`.
    """
    return {
        str(partition): int(block)
        for partition, block in hook.get_records(_BLOCKS, _parameters(table))
    }


def _parameters(table: str) -> dict[str, str | None]:
    name = TableName.parse(table)
    return {"database": name.database, "name": name.name}
