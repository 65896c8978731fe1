"""When a materialized view is refreshed next: functions of its clause, its state and the time.

Times are whole or broken seconds since 1970, and the calendar is UTC's.

Source of the semantics: ClickHouse's `RefreshSchedule.cpp`, `CalendarTimeInterval.cpp` and
`RefreshTask::determineNextRefreshTime`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rmt_engine.store.refresh import Amounts, CalendarInterval, Refresh, RefreshState

__all__ = [
    "MOST_RANDOM",
    "Dependency",
    "NextRefresh",
    "advanced",
    "begun",
    "failed",
    "floored",
    "next_refresh",
    "next_timeslot",
    "skipped_first",
    "succeeded",
]

MOST_RANDOM = 10**9
_DAY = 86_400
_FIRST_MONDAY = -3 * _DAY
"""Weeks begin on Mondays, and 1970 began on a Thursday."""


@dataclass(frozen=True)
class Dependency:
    """A view that another one waits for.

    Attributes:
        name: its database and name, joined by a dot.
        is_there: whether there is such a refreshable view.
        ended_at: when its last refresh that succeeded ended; 0 if none has.
        next_timeslot: the time of the calendar it is refreshed for next; None if it says AFTER.
    """

    name: str
    is_there: bool = False
    ended_at: float = 0.0
    next_timeslot: int | None = None


@dataclass(frozen=True)
class NextRefresh:
    """The next refresh of a view.

    Attributes:
        at: when it is due; None while nobody knows.
        waits: whether a dependency has to be refreshed before.
        state: the view's state, without attempts for a timeslot that was given up.
    """

    at: float | None
    waits: bool
    state: RefreshState

    def is_due(self, now: float) -> bool:
        """Whether it begins now, because it is time or because it is wished for."""
        if self.state.is_requested:
            return True
        return self.at is not None and self.at <= now and not self.waits


# The calendar


def advanced(interval: CalendarInterval, time: float) -> int:
    """The time so much later; the day of a month carries over into the next if it has it not."""
    second = math.floor(time)
    if interval.months:
        month = _month(second)
        second = _start(month + interval.months) + second - _start(month)
    return second + interval.seconds


def floored(interval: CalendarInterval, time: float) -> int:
    """The beginning of the period of that length, as they are counted from 1970."""
    second = math.floor(time)
    if interval.months:
        return _start(_month(second) // interval.months * interval.months)
    return (second - _FIRST_MONDAY) // interval.seconds * interval.seconds + _FIRST_MONDAY


def next_timeslot(refresh: Refresh, after: float) -> int:
    """The first time of the calendar after another one; with AFTER, so much later."""
    if not refresh.is_periodic:
        return advanced(refresh.period, after)
    begin = floored(refresh.period, after)
    slot = _with_offset(refresh, begin)
    if slot > after:
        return slot
    return _with_offset(refresh, advanced(refresh.period, begin))


def _last_timeslot(refresh: Refresh, until: float) -> int:
    begin = floored(refresh.period, until)
    slot = _with_offset(refresh, begin)
    if slot <= until:
        return slot
    return _with_offset(refresh, floored(refresh.period, begin - 1))


def _with_offset(refresh: Refresh, begin: int) -> int:
    return advanced(refresh.offset, begin) if refresh.offset is not None else begin


def _done_timeslot(
    refresh: Refresh, state: RefreshState, began: float, ended: float, is_requested: bool
) -> int:
    """The timeslot that a refresh was for."""
    if not refresh.is_periodic:
        return math.floor(ended)
    reached = _last_timeslot(refresh, began)
    if is_requested:
        return reached
    # A refresh that chance began early is for the timeslot to come, one that is late for the last.
    return max(reached, next_timeslot(refresh, state.timeslot))


def _spread(refresh: Refresh, time: float, randomness: int) -> float:
    if refresh.spread is None:
        return time
    years, months = divmod(refresh.spread.months, 12)
    least = _DAY * (years * 365 + months * 28) + refresh.spread.seconds
    return time + int(least * 500 * randomness / MOST_RANDOM) / 1000


def _month(second: int) -> int:
    """How many months after January 1970 a time is."""
    # Days since 0000-03-01, in eras of 400 years: civil_from_days of Howard Hinnant.
    days = second // _DAY + 719_468
    era, day = divmod(days, 146_097)
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    month = (5 * (day - (365 * year + year // 4 - year // 100)) + 2) // 153
    return (era * 400 + year - 1970) * 12 + month + 2


def _start(month: int) -> int:
    """The first second of a month that is counted from January 1970."""
    years, from_march = divmod(month - 2, 12)
    era, year = divmod(years + 1970, 400)
    day = (153 * from_march + 2) // 5 + year * 365 + year // 4 - year // 100
    return (era * 146_097 + day - 719_468) * _DAY


# The decision


def next_refresh(
    refresh: Refresh,
    state: RefreshState,
    dependencies: Sequence[Dependency],
    first_seen: Mapping[str, float],
) -> NextRefresh:
    """When a view is refreshed next.

    Args:
        refresh: its clause.
        state: its state.
        dependencies: those of the clause.
        first_seen: the earliest `ended_at` of dependencies, by name, that was seen since the last
            refresh of the view: with AFTER, a dependency that is refreshed again and again does not
            put it off.
    """
    if 0 <= refresh.retries < state.attempts:
        ended = state.attempted_at or 0.0
        timeslot = _done_timeslot(refresh, state, ended, ended, is_requested=False)
        state = replace(state, timeslot=timeslot, attempts=0)
    at: float | None
    if state.attempts:
        at, waits = (state.attempted_at or 0.0) + _backoff(refresh, state.attempts), False
    elif not dependencies:
        at, waits = next_timeslot(refresh, state.timeslot), False
    else:
        at, waits = _after_dependencies(refresh, state, dependencies, first_seen)
    if at is not None:
        at = _spread(refresh, at, state.randomness)
    return NextRefresh(at, waits, state)


def _after_dependencies(
    refresh: Refresh,
    state: RefreshState,
    dependencies: Sequence[Dependency],
    first_seen: Mapping[str, float],
) -> tuple[float | None, bool]:
    have_all = all(one.ended_at > state.dependencies.get(one.name, 0.0) for one in dependencies)
    if refresh.is_periodic:
        timeslot = next_timeslot(refresh, state.timeslot)
        slots = [one.next_timeslot for one in dependencies if one.next_timeslot is not None]
        if len(slots) == len(dependencies):
            return timeslot, min(slots) <= timeslot
        return timeslot, not have_all
    if not have_all:
        return None, True
    last = max(min(one.ended_at, first_seen.get(one.name, math.inf)) for one in dependencies)
    return advanced(refresh.period, last), False


def _backoff(refresh: Refresh, attempts: int) -> float:
    """How many seconds after an attempt that failed the next one follows."""
    pause = refresh.first_backoff_ms << min(attempts - 1, 62)
    return min(pause, refresh.longest_backoff_ms) / 1000


# What becomes of a state


def skipped_first(
    state: RefreshState, dependencies: Sequence[Dependency], now: float, randomness: int
) -> RefreshState:
    """The state of a new view that says EMPTY: as if it had been refreshed now."""
    return replace(
        state,
        timeslot=math.floor(now),
        dependencies={one.name: one.ended_at for one in dependencies if one.ended_at},
        randomness=randomness,
    )


def begun(following: NextRefresh, now: float, replica: str) -> RefreshState:
    """The state while an attempt is under way that begins now."""
    state = following.state
    previous = ""
    if state.is_failed:
        previous = state.error or f"Replica '{state.replica}' went away"
    return replace(
        state,
        attempts=state.attempts + (not state.is_requested),
        attempted_at=math.floor(now),
        is_failed=True,
        error="",
        previous_error=previous,
        replica=replica,
        planned_at=following.at,
        is_requested=False,
    )


def succeeded(
    refresh: Refresh,
    before: RefreshState,
    run: RefreshState,
    dependencies: Sequence[Dependency],
    times: tuple[float, float],
    amounts: Amounts,
    randomness: int,
) -> RefreshState:
    """The state after an attempt that succeeded.

    Args:
        refresh: the view's clause.
        before: the state before the attempt.
        run: the state during the attempt.
        dependencies: as they were when it began.
        times: when it began and when it ended.
        amounts: what it read and wrote.
        randomness: drawn for the next refresh.
    """
    began, ended = times
    return replace(
        run,
        timeslot=_done_timeslot(refresh, run, math.floor(began), ended, before.is_requested),
        success_started_at=math.floor(began),
        success_ms=round(1000 * (ended - began)),
        success_ended_at=max(ended, math.nextafter(run.success_ended_at, math.inf)),
        dependencies={one.name: one.ended_at for one in dependencies if one.ended_at},
        attempted_at=math.floor(ended),
        attempts=0,
        is_failed=False,
        error="",
        previous_error="",
        randomness=randomness,
        amounts=amounts,
    )


def failed(run: RefreshState, error: str, now: float) -> RefreshState:
    """The state after an attempt that failed now."""
    return replace(run, attempted_at=math.floor(now), is_failed=True, error=error)
