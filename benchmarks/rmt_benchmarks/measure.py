"""Timing: rounds in which every contestant runs once, medians, and medians of ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Bar", "Measured", "Timed", "Work", "measure"]

Run = Callable[[], Any]


@dataclass(frozen=True)
class Bar:
    """What a work is held to.

    Attributes:
        who: the contestant.
        against: whom it is compared with; None for an absolute time.
        limit: the ratio `who / against`, or seconds, that is just good enough.
    """

    who: str
    against: str | None
    limit: float


@dataclass(frozen=True)
class Work:
    """Something several contestants do.

    Attributes:
        data: the data set it is about.
        name: what is done, for the report.
        contestants: what each of them runs; the results must be equal, unless they are None.
        bars: what it is held to.
        rounds: how often each one runs.
        before: called before each round, not timed.
        warm_up: rounds that are not timed and come first: the JVM compiles what runs often.
        slow: contestants that run in the first round only, after no warm-up.
    """

    data: str
    name: str
    contestants: Mapping[str, Run]
    bars: Sequence[Bar] = ()
    rounds: int = 5
    before: Callable[[], None] | None = None
    warm_up: int = 1
    slow: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Timed:
    """What a contestant gives that has timed itself.

    Attributes:
        seconds: of the run, without what only makes the answer.
        parts: seconds of parts of the run; they are reported as `contestant, part`.
        answer: the result.
    """

    seconds: float
    parts: Mapping[str, float]
    answer: Any


@dataclass
class Measured:
    """The seconds of each contestant, round by round."""

    work: Work
    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)

    def median(self, who: str) -> float:
        """The median of a contestant's seconds."""
        return statistics.median(self.seconds[who])

    def ratio(self, who: str, against: str) -> float:
        """The median of the ratios of each round in which both ran."""
        pairs = zip(self.seconds[who], self.seconds[against], strict=False)
        return statistics.median(mine / theirs for mine, theirs in pairs)

    def value(self, bar: Bar) -> float | None:
        """What is compared with the bar's limit; None when a contestant is missing."""
        if bar.who not in self.seconds or (bar.against and bar.against not in self.seconds):
            return None
        return self.ratio(bar.who, bar.against) if bar.against else self.median(bar.who)


def measure(work: Work) -> Measured:
    """Runs a work, to warm up and then its rounds; compares the answers of every round."""
    measured = Measured(work)
    for number in range(work.rounds + work.warm_up):
        if work.before is not None:
            work.before()
        answers: dict[str, Any] = {}
        for who, run in work.contestants.items():
            if who in work.slow and number != work.warm_up:
                continue
            started = time.perf_counter()
            result = run()
            if not isinstance(result, Timed):
                result = Timed(time.perf_counter() - started, {}, result)
            answers[who] = result.answer
            if number < work.warm_up:
                continue
            measured.seconds.setdefault(who, []).append(result.seconds)
            for part, seconds in result.parts.items():
                measured.seconds.setdefault(f"{who}, {part}", []).append(seconds)
        _compare(answers, measured)
    return measured


def _compare(answers: Mapping[str, Any], measured: Measured) -> None:
    given = {who: answer for who, answer in answers.items() if answer is not None}
    first = next(iter(given.values()), None)
    for who, answer in given.items():
        if answer != first:
            measured.wrong[who] = f"{answer!r} is not {first!r}"
