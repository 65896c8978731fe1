"""Stretches of neighbouring parts that nobody has claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rmt_engine.store.claims import Claim
from rmt_engine.store.part import Part

__all__ = ["free_stretches"]


def free_stretches(
    partitions: Iterable[Sequence[Part]], claims: Sequence[Claim]
) -> Iterator[list[Part]]:
    """Cuts the parts of partitions where a merge must not go: at parts that are claimed.

    Args:
        partitions: the active parts of each partition, by block.
        claims: those on parts of the table.
    """
    claimed = {number for claim in claims for number in claim.sources}
    for parts in partitions:
        stretch: list[Part] = []
        for part in parts:
            if part.id not in claimed:
                stretch.append(part)
            elif stretch:
                yield stretch
                stretch = []
        if stretch:
            yield stretch
