"""The settings `limit` and `offset`: a query that has them is read by one around it with LIMIT.

`SELECT k FROM t LIMIT 5 SETTINGS limit = 3` is `SELECT * FROM (SELECT k FROM t LIMIT 5) LIMIT 3`,
as ClickHouse's EXPLAIN SYNTAX shows it; one without a LIMIT gets it itself. Of a union, the
settings of its last SELECT are the whole union's; SET sets them for the answers of queries, not for
what queries store or have inside.

Source: https://clickhouse.com/docs/operations/settings/settings#limit, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.tree import (
    Asterisk,
    Derived,
    Limit,
    Literal,
    Query,
    Select,
    SetOperation,
    Setting,
)
from rmt_engine.sql.settings.declared import LIMIT_SETTINGS, session_values

__all__ = ["refuse_limit_settings", "with_limit_settings"]


def with_limit_settings(query: Query, around: Mapping[str, str]) -> Query:
    """A query without the two settings, inside of one that has their LIMIT and OFFSET.

    Args:
        query: the query.
        around: the values that it has where it says none.

    Raises:
        RmtError: `BAD_ARGUMENTS`, two clauses say them.
    """
    said = list(_limit_settings(query))
    if not said and not around:
        return query
    if len({one.name for one in said}) < len(said):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Setting `{said[0].name}` is set in two SETTINGS clauses of a query.",
            "Set it in one of them.",
        )
    values = {**around, **session_values({one.name: one.value for one in said})}
    inner = _without_limits(query) if said else query
    count, offset = (_literal(values.get(name, "0")) for name in LIMIT_SETTINGS)
    if count is None and offset is None:
        return inner
    limit = Limit(count, offset, at=query.at, end=query.end)
    if isinstance(inner, Select) and inner.limit is None and not _has_totals(inner):
        return replace(inner, limit=limit)
    return Select(
        columns=[Asterisk()], source=Derived(inner), limit=limit, at=query.at, end=query.end
    )


def refuse_limit_settings(queries: Iterable[Query]) -> None:
    """Refuses the two settings in the queries that a view has, as ClickHouse does.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    for one in (setting for query in queries for setting in query.settings):
        if one.name in LIMIT_SETTINGS:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"The setting `{one.name}` is not supported in the query of a view.",
                "Use LIMIT and OFFSET, or the SETTINGS of the query that reads the view.",
            )


def _limit_settings(query: Query) -> Iterator[Setting]:
    """The two settings that hold for all of a query: of a union those of its last SELECT, too."""
    yield from (one for one in query.settings if one.name in LIMIT_SETTINGS)
    if not isinstance(query, SetOperation) or _is_apart(query.members[-1]):
        return
    last = list(_limit_settings(query.members[-1]))
    if last and any(map(_has_own, query.members[:-1])):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The setting `{last[0].name}` of the last SELECT holds for the whole {query.kind}, "
            "and is ambiguous beside that of another SELECT.",
            "Put the SELECTs into subqueries.",
        )
    yield from last


def _has_own(member: Query) -> bool:
    return not _is_apart(member) and next(_limit_settings(member), None) is not None


def _is_apart(member: Query) -> bool:
    """Whether a member of a set operation is a set operation in parentheses."""
    return isinstance(member, SetOperation) and member.is_closed


def _has_totals(select: Select) -> bool:
    return select.grouping is not None and select.grouping.with_totals


def _without_limits(query: Query) -> Query:
    others = [one for one in query.settings if one.name not in LIMIT_SETTINGS]
    query = replace(query, settings=others)
    if isinstance(query, SetOperation) and not _is_apart(query.members[-1]):
        query = replace(query, members=[*query.members[:-1], _without_limits(query.members[-1])])
    return query


def _literal(value: str) -> Literal | None:
    number = float(value)
    if not number:
        return None
    return Literal(int(value) if value.lstrip("-").isdigit() else number, value)
