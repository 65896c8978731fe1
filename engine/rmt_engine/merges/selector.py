"""Which parts to merge.

The model is ClickHouse's `SimpleMergeSelector`: among all stretches of neighbouring parts of one
partition, the one whose merge does the most good for its cost. A score is the bytes to write, with
a fixed cost a part, divided by the parts it does away with; the lowest wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmt_engine.store.mutations import Mutation
from rmt_engine.store.part import Part

__all__ = ["mergeable_stretches", "score", "select_parts"]

_PART_COST_BYTES = 5 * 1024 * 1024
_SMALL_RATIO = 0.01


def select_parts(partitions: Iterable[Sequence[Part]], max_parts: int = 1000) -> list[Part]:
    """The stretch of parts an unscheduled merge takes; empty when there are no two neighbours.

    Args:
        partitions: the parts of each partition, by block.
        max_parts: the most parts one merge takes.
    """
    best: list[Part] = []
    best_score = float("inf")
    for parts in partitions:
        for begin in range(len(parts)):
            size = float(parts[begin].bytes)
            for end in range(begin + 1, min(begin + max_parts, len(parts))):
                size += parts[end].bytes
                current = score(end - begin + 1, size)
                if current < best_score:
                    best_score, best = current, list(parts[begin : end + 1])
    return _without_small_parts_at_right(best)


def mergeable_stretches(
    parts: Sequence[Part], unfinished: Sequence[Mutation]
) -> list[Sequence[Part]]:
    """Cuts a partition's parts where a mutation has changed one neighbour and not the other.

    A merge across the cut would mix rows that are changed with rows that have yet to be, and its
    result could be neither. As in ClickHouse, such parts wait until the mutation is done.

    Args:
        parts: the parts of a partition, by block.
        unfinished: the table's mutations, read after the parts.
    """
    stretches: list[list[Part]] = []
    previous: tuple[bool, ...] | None = None
    for part in parts:
        to_do = tuple(mutation.concerns(part.name) for mutation in unfinished)
        if to_do != previous:
            stretches.append([])
        stretches[-1].append(part)
        previous = to_do
    return list(stretches)


def score(parts: int, size: float) -> float:
    """What merging so many parts of so many bytes costs for each part it does away with."""
    return (size + _PART_COST_BYTES * parts) / (parts - 1.9)


def _without_small_parts_at_right(parts: list[Part]) -> list[Part]:
    """Tiny parts at the right end wait: merging them with much larger ones would not pay."""
    size = sum(part.bytes for part in parts)
    while len(parts) >= 3 and parts[-1].bytes < _SMALL_RATIO * size:
        parts = parts[:-1]
    return parts
