"""Which parts to merge.

The model is ClickHouse's `SimpleMergeSelector`: among all stretches of neighbouring parts of one
partition, the one whose merge does the most good for its cost. A score is the bytes to write, with
a fixed cost a part, divided by the parts it does away with; the lowest wins.

A background merge has to be worth it as well: its parts together must be several times as large as
the largest of them. How many times falls from 5 to 2 as parts get older and more numerous, later
for large merges than for small ones, so that a row is rewritten a logarithmic number of times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rmt_engine.store.mutations import Mutation
from rmt_engine.store.part import Part
from rmt_engine.store.table import Projection

__all__ = [
    "MergeLimits",
    "bytes_to_merge",
    "mergeable_stretches",
    "score",
    "select_background",
    "select_parts",
]

_PART_COST_BYTES = 5 * 1024 * 1024
_SMALL_RATIO = 0.01
_MOST_STARTS = 1000
_MOST_PARTS_AT_ONCE = 100
_BASE, _LOWEST_BASE = 5.0, 2.0
_SIZES = (math.log(1 + 1024**2), math.log(1 + 100 * 1024**2))
_AGES_OF_SMALL = (10.0, 3600.0)
_AGES_OF_LARGE = (10.0, 30 * 86400.0)
_PARTS = (10.0, 50.0)
_FREE_SLOTS_FOR_LARGE = 8


@dataclass(frozen=True)
class MergeLimits:
    """What a background merge may do.

    Attributes:
        max_bytes: the most bytes it may read.
        force_age: parts all older than so many seconds are merged whatever the score; 0 for never.
        whole_partitions: whether age only forces merges of all parts of a partition.
        base: how many times as large as its largest part a merge of few young parts must be.
    """

    max_bytes: float = math.inf
    force_age: float = 0.0
    whole_partitions: bool = False
    base: float = _BASE


def select_parts(partitions: Iterable[Sequence[Part]], max_parts: int = 1000) -> list[Part]:
    """The stretch of parts an unscheduled merge takes; empty when there are no two neighbours.

    Args:
        partitions: the parts of each partition, by block.
        max_parts: the most parts one merge takes.
    """
    return _best(partitions, max_parts, lambda *_: True)


def select_background(
    stretches: Iterable[Sequence[Part]], limits: MergeLimits, now: float
) -> list[Part]:
    """The parts a background merge takes; empty when no merge pays.

    Args:
        stretches: neighbouring parts of a partition that nobody else merges, by block.
        limits: what the merge may do.
        now: the time to judge ages by, seconds since 1970.
    """

    def pays(parts: Sequence[Part], size: float, largest: float, youngest: float) -> bool:
        if size > limits.max_bytes:
            return False
        age = now - youngest
        if limits.force_age and not limits.whole_partitions and age >= limits.force_age:
            return True
        return _ratio(len(parts), size, largest) >= _lowered(limits.base, len(parts), size, age)

    return _best(stretches, _MOST_PARTS_AT_ONCE, pays)


def bytes_to_merge(free: int, slots: int, most: int, least: int) -> float:
    """How large a merge may be: the fewer slots of the pool are free, the smaller.

    Args:
        free: slots of the pool nobody uses.
        slots: slots of the pool.
        most: with at least eight slots free, or all of them.
        least: with none free.
    """
    enough = min(_FREE_SLOTS_FOR_LARGE, slots)
    if free >= enough:
        return float(most)
    return float(least * (most / least) ** (free / enough)) if most > least else float(most)


def mergeable_stretches(
    parts: Sequence[Part],
    unfinished: Sequence[Mutation],
    projections: Sequence[Projection] = (),
) -> list[Sequence[Part]]:
    """Cuts a partition's parts where two neighbours must not become one, as in ClickHouse.

    Where a mutation has changed one and not the other, a merge would mix rows that are changed with
    rows that have yet to be, and its result could be neither: such parts wait until the mutation is
    done. Where one has a projection and the other has not, they wait until both have it or neither.

    Args:
        parts: the parts of a partition, by block.
        unfinished: the table's mutations, read after the parts.
        projections: the table's.
    """
    stretches: list[list[Part]] = []
    previous: tuple[bool, ...] | None = None
    for part in parts:
        to_do = [mutation.concerns(part.name) for mutation in unfinished]
        has = [bool(part.runs_named(projection.name)) for projection in projections]
        if (*to_do, *has) != previous:
            stretches.append([])
        stretches[-1].append(part)
        previous = (*to_do, *has)
    return list(stretches)


def score(parts: int, size: float) -> float:
    """What merging so many parts of so many bytes costs for each part it does away with."""
    return (size + _PART_COST_BYTES * parts) / (parts - 1.9)


_Pays = Callable[[Sequence[Part], float, float, float], bool]
"""Whether a merge pays: its parts, their size, that of the largest, when the youngest came."""


def _best(stretches: Iterable[Sequence[Part]], max_parts: int, pays: _Pays) -> list[Part]:
    best: list[Part] = []
    best_score = float("inf")
    for parts in stretches:
        for begin in range(min(len(parts), _MOST_STARTS)):
            size = largest = float(parts[begin].bytes)
            youngest = parts[begin].created_at
            for end in range(begin + 1, min(begin + max_parts, len(parts))):
                size += parts[end].bytes
                largest = max(largest, parts[end].bytes)
                youngest = max(youngest, parts[end].created_at)
                current = score(end - begin + 1, size)
                if current < best_score:
                    chosen = parts[begin : end + 1]
                    if pays(chosen, size, largest, youngest):
                        best_score, best = current, list(chosen)
    return _without_small_parts_at_right(best)


def _without_small_parts_at_right(parts: list[Part]) -> list[Part]:
    """Tiny parts at the right end wait: merging them with much larger ones would not pay."""
    size = sum(part.bytes for part in parts)
    while len(parts) >= 3 and parts[-1].bytes < _SMALL_RATIO * size:
        parts = parts[:-1]
    return parts


def _ratio(parts: int, size: float, largest: float) -> float:
    """How many times as large as its largest part the merged part is, costs of parts included."""
    return (size + parts * _PART_COST_BYTES) / (largest + _PART_COST_BYTES)


def _lowered(base: float, parts: int, size: float, age: float) -> float:
    """The ratio a merge of so many parts, of this size and age, must have."""
    large = _place(math.log(1 + size), *_SIZES)
    young, old = (
        _between(small, big, large)
        for small, big in zip(_AGES_OF_SMALL, _AGES_OF_LARGE, strict=True)
    )
    lowered = min(1.0, _place(age, young, old) + _place(parts, *_PARTS))
    return _between(base, _LOWEST_BASE, lowered)


def _place(value: float, low: float, high: float) -> float:
    """Where a value lies between two others, from 0 to 1."""
    return min(max((value - low) / (high - low), 0.0), 1.0)


def _between(first: float, second: float, place: float) -> float:
    return first + (second - first) * place
