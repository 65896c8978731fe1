"""How many rows are asked for at a time."""

from __future__ import annotations

from sqlalchemy_rmt.dbapi.pace import Pace


def test_small_rows_come_many_at_a_time_and_not_all_at_once() -> None:
    pace = Pace()
    asked = []
    for _ in range(5):
        asked.append(pace.rows)
        pace.note(pace.rows, 10 * pace.rows)
    assert asked == [1_000, 8_000, 64_000, 65_536, 65_536]


def test_large_rows_come_one_by_one() -> None:
    pace = Pace()
    pace.note(1_000, 50 * 2**30)
    assert pace.rows == 1
    pace.note(1, 100)
    assert pace.rows == 8


def test_an_empty_batch_says_nothing_of_the_size() -> None:
    pace = Pace()
    pace.note(0, 300)
    assert pace.rows == 1_000
