from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from rmt_benchmarks import measure as module
from rmt_benchmarks.measure import Bar, Measured, Timed, Work, measure
from rmt_benchmarks.report import markdown


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which only contestants move."""
    now = [0.0]
    monkeypatch.setattr(module.time, "perf_counter", lambda: now[0])
    return now


def _taking(clock: list[float], seconds: Iterator[float], answer: Any = 7) -> Callable[[], Any]:
    def run() -> Any:
        clock[0] += next(seconds)
        return answer

    return run


def test_the_first_round_warms_up_and_ratios_are_taken_round_by_round(clock: list[float]) -> None:
    ours = _taking(clock, iter([99.0, 1.0, 2.0, 9.0]))
    theirs = _taking(clock, iter([99.0, 2.0, 2.0, 3.0]))
    measured = measure(Work("A", "sum", {"ours": ours, "theirs": theirs}, rounds=3))
    assert measured.seconds == {"ours": [1.0, 2.0, 9.0], "theirs": [2.0, 2.0, 3.0]}
    assert measured.median("ours") == 2.0
    assert measured.ratio("ours", "theirs") == 1.0


def test_a_slow_contestant_runs_once(clock: list[float]) -> None:
    slow = _taking(clock, iter([50.0]))
    quick = _taking(clock, iter([1.0] * 4))
    work = Work("A", "sum", {"quick": quick, "slow": slow}, rounds=3, slow=frozenset({"slow"}))
    assert measure(work).seconds["slow"] == [50.0]


def test_a_contestant_may_time_itself_and_its_parts(clock: list[float]) -> None:
    timed = _taking(clock, iter([50.0] * 3), Timed(4.0, {"model": 3.0}, 7))
    other = _taking(clock, iter([8.0] * 3))
    measured = measure(Work("dbt", "run", {"timed": timed, "other": other}, rounds=2))
    assert measured.seconds == {
        "timed": [4.0, 4.0],
        "timed, model": [3.0, 3.0],
        "other": [8.0, 8.0],
    }
    assert measured.wrong == {}


def test_different_answers_are_reported(clock: list[float]) -> None:
    one = _taking(clock, iter([1.0] * 4), 7)
    other = _taking(clock, iter([1.0] * 4), 8)
    silent = _taking(clock, iter([1.0] * 4), None)
    work = Work("A", "sum", {"one": one, "other": other, "silent": silent}, rounds=1)
    measured = measure(work)
    assert measured.wrong == {"other": "8 is not 7"}
    assert "**wrong answer**: A, sum, other: 8 is not 7" in _report(measured)


def test_what_is_prepared_before_a_round_is_not_timed(clock: list[float]) -> None:
    def prepare() -> None:
        clock[0] += 100

    work = Work("A", "x", {"one": _taking(clock, iter([1.0] * 3))}, rounds=2, before=prepare)
    assert measure(work).seconds == {"one": [1.0, 1.0]}


def test_facts_are_lines_of_the_report() -> None:
    assert "- 7 rows were written" in _report(facts=["7 rows were written"]).splitlines()


def _report(*measured: Measured, facts: Sequence[str] = ()) -> str:
    return markdown(measured, {"largest worker": 5 * 2**20}, "26.9", {"pyspark": "4.3.0"}, facts)


@pytest.mark.parametrize(
    ("bar", "line"),
    [
        (Bar("ours", "theirs", 0.5), "| A | sum | ours / theirs | 0.5 | 0.5 | yes |"),
        (Bar("ours", "theirs", 0.4), "| A | sum | ours / theirs | 0.5 | 0.4 | **no** |"),
        (Bar("ours", None, 1.5), "| A | sum | ours, seconds | 1 | 1.5 | yes |"),
        (Bar("ours", "absent", 1.0), "| A | sum | ours / absent | not measured | 1 | |"),
    ],
)
def test_the_report_says_whether_a_bar_is_met(bar: Bar, line: str) -> None:
    work = Work("A", "sum", {}, [bar])
    text = _report(Measured(work, {"ours": [1.0], "theirs": [2.0]}))
    assert line in text.splitlines()
    assert "| A | sum | ours 1.000, theirs 2.000 |" in text
    assert "- largest worker: 5 MB" in text
    assert "pyspark 4.3.0" in text
