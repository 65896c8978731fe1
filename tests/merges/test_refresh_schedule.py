"""When views are refreshed; the moments were asked of ClickHouse 26.9, or are of its own tests."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from rmt_engine.merges.refresh_schedule import (
    MOST_RANDOM,
    Dependency,
    advanced,
    begun,
    failed,
    floored,
    next_refresh,
    next_timeslot,
    skipped_first,
    succeeded,
)
from rmt_engine.store.refresh import Amounts, CalendarInterval, Refresh, RefreshState

_HOUR, _DAY, _WEEK = 3_600, 86_400, 604_800


def _at(text: str) -> int:
    return int(datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC).timestamp())


def _every(
    months: int = 0, seconds: int = 0, offset: CalendarInterval | None = None, **other: object
) -> Refresh:
    period = CalendarInterval(months, seconds)
    return Refresh(True, period, offset, **other)  # type: ignore[arg-type]


def _after(seconds: int, **other: object) -> Refresh:
    return Refresh(False, CalendarInterval(0, seconds), **other)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("refresh", "expected"),
    [
        (_every(seconds=_HOUR), "2026-11-26 02:00:00"),
        (_every(seconds=10), "2026-11-26 01:19:00"),
        (_every(seconds=90 * 60), "2026-11-26 01:30:00"),
        (_every(seconds=2 * _HOUR + 1800), "2026-11-26 03:30:00"),
        (_every(seconds=_DAY + _HOUR), "2026-11-26 11:00:00"),
        (_every(seconds=_WEEK), "2026-11-30 00:00:00"),
        (_every(seconds=_WEEK, offset=CalendarInterval(0, 6 * _DAY)), "2026-11-29 00:00:00"),
        (
            _every(seconds=3 * _DAY, offset=CalendarInterval(0, _DAY + 2 * _HOUR)),
            "2026-11-28 02:00:00",
        ),
        (_every(12), "2027-01-01 00:00:00"),
        (_every(24), "2028-01-01 00:00:00"),
        (_every(12, offset=CalendarInterval(3)), "2027-04-01 00:00:00"),
        (_every(3), "2027-01-01 00:00:00"),
        (_every(5, offset=CalendarInterval(0, 35 * _DAY)), "2027-03-08 00:00:00"),
        (_every(7 * 12, offset=CalendarInterval(13)), "2027-02-01 00:00:00"),
        (_every(1, offset=CalendarInterval(0, 26 * _DAY)), "2026-11-27 00:00:00"),
        (_every(1, offset=CalendarInterval(0, 27 * _DAY + 23 * _HOUR)), "2026-11-28 23:00:00"),
        (Refresh(False, CalendarInterval(14, 3 * _DAY)), "2028-01-29 01:18:53"),
    ],
)
def test_the_next_time_of_the_calendar(refresh: Refresh, expected: str) -> None:
    assert next_timeslot(refresh, _at("2026-11-26 01:18:53")) == _at(expected)


def test_a_time_of_the_calendar_itself_is_done() -> None:
    assert next_timeslot(_every(1), _at("2026-12-01 00:00:00")) == _at("2027-01-01 00:00:00")
    assert next_timeslot(_every(1), _at("2026-11-30 23:59:59")) == _at("2026-12-01 00:00:00")


def test_days_that_a_month_has_not_carry_over() -> None:
    assert advanced(CalendarInterval(1), _at("2025-01-31 05:00:00")) == _at("2025-03-03 05:00:00")
    assert advanced(CalendarInterval(1), _at("2024-02-29 00:00:00")) == _at("2024-03-29 00:00:00")
    assert advanced(CalendarInterval(12), _at("2024-02-29 00:00:00")) == _at("2025-03-01 00:00:00")


@pytest.mark.parametrize("year", [1600, 1899, 1969, 1970, 2000, 2024, 2100, 9999])
def test_months_begin_where_the_calendar_says(year: int) -> None:
    for month in range(1, 13):
        first = _at(f"{year:04}-{month:02}-01 00:00:00")
        assert floored(CalendarInterval(1), first) == first
        assert floored(CalendarInterval(1), first + 28 * _DAY - 1) == first
        assert floored(CalendarInterval(1), first - 1) < first


def test_a_view_that_was_never_refreshed_is_due_at_once() -> None:
    following = next_refresh(_every(12), RefreshState(1), (), {})
    assert (following.at, following.waits) == (_at("1971-01-01 00:00:00"), False)
    assert following.is_due(_at("2026-01-01 00:00:00"))


def test_empty_waits_for_the_first_time() -> None:
    now = _at("2026-11-26 01:18:53") + 0.5
    state = skipped_first(RefreshState(1), [Dependency("d.v", True, 7.0)], now, 5)
    assert (state.timeslot, state.dependencies, state.randomness) == (int(now), {"d.v": 7.0}, 5)
    assert next_refresh(_every(12), state, (), {}).at == _at("2027-01-01 00:00:00")
    assert next_refresh(_after(_HOUR), state, (), {}).at == int(now) + _HOUR


@pytest.mark.parametrize(
    ("spread", "randomness", "expected"),
    [
        (CalendarInterval(0, 3600), MOST_RANDOM, 1800.0),
        (CalendarInterval(0, 3600), -MOST_RANDOM, -1800.0),
        (CalendarInterval(0, 3600), 500_000_000, 900.0),
        (CalendarInterval(0, 349_200), 900_000_000, 157_140.0),
        (CalendarInterval(0, 1), 1, 0.0),
        (CalendarInterval(12), MOST_RANDOM, 15_768_000.0),
        (CalendarInterval(1), MOST_RANDOM, 1_209_600.0),
    ],
)
def test_chance_spreads_refreshes_around_their_time(
    spread: CalendarInterval, randomness: int, expected: float
) -> None:
    state = RefreshState(1, timeslot=_at("2026-11-26 01:00:00"), randomness=randomness)
    following = next_refresh(_every(12, spread=spread), state, (), {})
    assert following.at == _at("2027-01-01 00:00:00") + expected


def _refreshed(refresh: Refresh, state: RefreshState, began: float, ended: float) -> RefreshState:
    run = begun(next_refresh(refresh, state, (), {}), began, "host:1")
    return succeeded(refresh, state, run, (), (began, ended), Amounts(1, 2, 3, 4), 0)


def test_a_success_is_done_with_its_timeslot() -> None:
    began = _at("2026-11-26 01:00:03")
    state = _refreshed(_every(seconds=_HOUR), RefreshState(1), began, began + 2.25)
    assert state.timeslot == _at("2026-11-26 01:00:00")
    assert (state.success_started_at, state.success_ms) == (began, 2250)
    assert (state.attempts, state.is_failed, state.error) == (0, False, "")
    assert state.amounts == Amounts(1, 2, 3, 4)
    late = _refreshed(_after(_HOUR), RefreshState(1), began, began + 2.25)
    assert next_refresh(_after(_HOUR), late, (), {}).at == began + 2 + _HOUR


def test_a_refresh_that_chance_began_early_is_for_the_timeslot_to_come() -> None:
    refresh = _every(seconds=_HOUR)
    state = RefreshState(1, timeslot=_at("2026-11-26 01:00:00"))
    early = _at("2026-11-26 01:50:00")
    assert _refreshed(refresh, state, early, early + 1).timeslot == _at("2026-11-26 02:00:00")
    wished = replace(state, is_requested=True)
    assert _refreshed(refresh, wished, early, early + 1).timeslot == _at("2026-11-26 01:00:00")


def test_missed_timeslots_are_left_out() -> None:
    late = _at("2026-11-26 09:30:00")
    state = RefreshState(1, timeslot=_at("2026-11-26 01:00:00"))
    done = _refreshed(_every(seconds=_HOUR), state, late, late + 1)
    assert done.timeslot == _at("2026-11-26 09:00:00")


def _failing(refresh: Refresh, state: RefreshState, now: float) -> tuple[RefreshState, float]:
    """The state after an attempt that fails at once, and how long the next one waits."""
    state = failed(begun(next_refresh(refresh, state, (), {}), now, "host:1"), "no", now)
    at = next_refresh(refresh, state, (), {}).at
    assert at is not None
    return state.ended(), at - now


def test_a_failure_is_tried_again_later_and_later_and_then_given_up() -> None:
    now = _at("2026-11-26 01:00:03")
    limits = {"refresh_retries": "3", "refresh_retry_max_backoff_ms": "300"}
    refresh, state = _every(seconds=_HOUR, settings=limits), RefreshState(1)
    pauses = []
    for _ in range(3):
        state, pause = _failing(refresh, state, now)
        pauses.append(round(pause, 6))
    assert pauses == [0.1, 0.2, 0.3]
    assert (state.attempts, state.is_failed, state.error) == (3, True, "no")
    state, pause = _failing(refresh, state, now)
    assert now + pause == _at("2026-11-26 02:00:00")
    assert next_refresh(refresh, state, (), {}).state.attempts == 0


def test_a_failure_may_be_tried_again_for_ever_or_never() -> None:
    now = _at("2026-11-26 01:00:00")
    for_ever = _every(12, settings={"refresh_retries": "-1"})
    state, pause = _failing(for_ever, RefreshState(1, attempts=100), now)
    assert (state.attempts, pause) == (101, 60.0)
    never = _every(12, settings={"refresh_retries": "0"})
    _, pause = _failing(never, RefreshState(1), now)
    assert now + pause == _at("2027-01-01 00:00:00")


def test_a_failure_out_of_schedule_is_not_tried_again() -> None:
    now = _at("2026-11-26 01:00:00")
    state = RefreshState(1, timeslot=now, is_requested=True)
    assert next_refresh(_every(12), state, (), {}).is_due(now)
    state, pause = _failing(_every(12), state, now)
    assert (state.attempts, state.is_requested, state.error) == (0, False, "no")
    assert now + pause == _at("2027-01-01 00:00:00")


def test_an_attempt_remembers_how_the_one_before_ended() -> None:
    refresh, now = _every(12), 100.0
    run = begun(next_refresh(refresh, RefreshState(1), (), {}), now, "host:1")
    assert (run.previous_error, run.attempts, run.is_failed, run.replica) == ("", 1, True, "host:1")
    gone = begun(next_refresh(refresh, run.ended(), (), {}), now, "host:2")
    assert (gone.previous_error, gone.attempts) == ("Replica 'host:1' went away", 2)
    again = begun(next_refresh(refresh, failed(run, "no", now), (), {}), now, "host:2")
    assert again.previous_error == "no"


def test_successes_grow_though_the_clock_goes_back() -> None:
    state = _refreshed(_after(1), RefreshState(1, success_ended_at=1000.0), 500.0, 501.0)
    assert state.success_ended_at > 1000.0


# Dependencies


def test_times_of_the_calendar_are_aligned_with_those_of_dependencies() -> None:
    refresh = _every(seconds=_HOUR, depends_on=(("d", "v"),))
    state = RefreshState(1, timeslot=_at("2026-11-26 01:00:00"))
    slot = _at("2026-11-26 02:00:00")
    behind = [Dependency("d.v", True, 5.0, next_timeslot=slot)]
    assert next_refresh(refresh, state, behind, {}).waits
    done = [Dependency("d.v", True, 5.0, next_timeslot=slot + _HOUR)]
    following = next_refresh(refresh, state, done, {})
    assert (following.at, following.waits) == (slot, False)


def test_every_beside_after_waits_for_a_refresh_of_each_dependency() -> None:
    refresh = _every(seconds=_HOUR, depends_on=(("d", "v"), ("d", "w")))
    state = RefreshState(1, dependencies={"d.v": 5.0, "d.w": 5.0})
    one = [Dependency("d.v", True, 6.0), Dependency("d.w", True, 5.0)]
    assert next_refresh(refresh, state, one, {}).waits
    both = [Dependency("d.v", True, 6.0), Dependency("d.w", True, 6.0)]
    assert not next_refresh(refresh, state, both, {}).waits
    missing = [Dependency("d.v", True, 6.0), Dependency("d.w")]
    assert next_refresh(refresh, state, missing, {}).waits


def test_after_counts_from_the_last_of_the_dependencies() -> None:
    refresh = _after(60, depends_on=(("d", "v"), ("d", "w")))
    state = RefreshState(1, dependencies={"d.v": 5.0})
    one = [Dependency("d.v", True, 6.0), Dependency("d.w")]
    following = next_refresh(refresh, state, one, {})
    assert (following.at, following.waits) == (None, True)
    both = [Dependency("d.v", True, 6.0), Dependency("d.w", True, 10.5)]
    assert next_refresh(refresh, state, both, {}).at == 70
    # Refreshed again meanwhile: the view is not put off by that.
    assert next_refresh(refresh, state, both, {"d.v": 6.0, "d.w": 8.0}).at == 68


def test_a_retry_waits_for_no_dependency() -> None:
    refresh = _after(60, depends_on=(("d", "v"),))
    state = RefreshState(1, attempts=1, attempted_at=100.0, is_failed=True, error="no")
    following = next_refresh(refresh, state, [Dependency("d.v")], {})
    assert (following.at, following.waits) == (100.1, False)
