"""Runs composed queries on both engines and says what the failing ones have in common."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from support.both import Both
from support.composed.answers import Outcome, compare
from support.composed.queries import Query, compose
from support.composed.reduction import reduced

__all__ = ["Failure", "Report", "chosen", "smallest"]


@dataclass(frozen=True)
class Failure:
    """A query whose answers differ.

    Attributes:
        number: of the query.
        query: itself.
        outcome: the difference.
    """

    number: int
    query: Query
    outcome: Outcome

    @property
    def text(self) -> str:
        """The query and both answers."""
        return (
            f"\n--first {self.number} --count 1: {self.outcome.kind}, {self.outcome.group}\n"
            f"{self.query.sql}\n"
            f"  here:       {self.outcome.ours[:600]}\n"
            f"  ClickHouse: {self.outcome.theirs[:600]}"
        )


@dataclass
class Report:
    """What came of many queries."""

    kinds: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    failing: Counter[str] = field(default_factory=Counter)
    groups: dict[str, list[Failure]] = field(default_factory=dict)

    def add(self, number: int, query: Query, outcome: Outcome) -> None:
        """Counts a query."""
        self.kinds[outcome.kind] += 1
        self.forms.update(query.node.forms)
        if not outcome.agrees:
            self.failing.update(query.node.forms)
            group = f"{outcome.kind}: {outcome.group}"
            self.groups.setdefault(group, []).append(Failure(number, query, outcome))

    @property
    def failures(self) -> list[Failure]:
        return [failure for group in self.groups.values() for failure in group]

    @property
    def counts(self) -> str:
        """How many queries there were, and what came of them."""
        counts = ", ".join(f"{count} {kind}" for kind, count in self.kinds.most_common())
        return f"{sum(self.kinds.values())} queries: {counts}"

    def lines(self, most: int = 40) -> Iterator[str]:
        """The tables: outcomes, what failures say, forms of failing queries."""
        yield self.counts
        groups = sorted(self.groups.items(), key=lambda pair: -len(pair[1]))
        if groups:
            yield "\nqueries  the first  what differs"
        for group, failures in groups[:most]:
            yield f"{len(failures):7}  {failures[0].number:9}  {group}"
        if self.failing:
            yield "\nfailing  of all  form"
        rates = sorted(self.failing, key=lambda form: (-self._excess(form), form))
        for form in rates[:most]:
            yield f"{self.failing[form]:7}  {self.forms[form]:6}  {form}"

    def _excess(self, form: str) -> float:
        """How many more of its queries fail than of all queries, in standard deviations."""
        rate = len(self.failures) / max(1, sum(self.kinds.values()))
        spread = math.sqrt(self.forms[form] * rate * (1 - rate)) or 1
        return (self.failing[form] - rate * self.forms[form]) / spread


_ENDLESS = frozenset(("grouparray over", "recursive cte"))
"""Forms of a query that neither engine answers in minutes: in each row a list of all rows."""


def chosen(
    seed: int, forms: Collection[str] = (), without: Collection[str] = (), first: int = 0
) -> Iterator[tuple[int, Query]]:
    """The queries of a seed that have one of these forms, and none of those, without an end."""
    wanted, unwanted = _names(forms), _names(without)
    number = first
    while True:
        query = compose(seed, number)
        has = _names(query.node.forms)
        is_chosen = (not wanted or not has.isdisjoint(wanted)) and has.isdisjoint(unwanted)
        if is_chosen and not has >= _ENDLESS:
            yield number, query
        number += 1


def _names(forms: Iterable[str]) -> frozenset[str]:
    """Forms as they may be written on a command line, too."""
    return frozenset(form.strip().lower().replace("_", " ") for form in forms if form.strip())


def smallest(both: Both, failure: Failure) -> Failure:
    """The same difference in the smallest query."""

    def differs(query: Query) -> bool:
        outcome = compare(both, query)
        return (outcome.kind, outcome.group) == (failure.outcome.kind, failure.outcome.group)

    query = reduced(failure.query, differs)
    return Failure(failure.number, query, compare(both, query))
