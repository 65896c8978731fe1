from __future__ import annotations

import pytest

from rmt_engine.merges.stretches import free_stretches
from rmt_engine.store.claims import Claim
from rmt_engine.store.part import Part, PartName


def _part(number: int) -> Part:
    return Part(number, PartName("all", number, number, 0), (), (), True, True, 0.0)


def _claim(*sources: int) -> Claim:
    return Claim(1, 1, "me", sources, (), PartName("all", 1, 1, 1), 0, 0, False, 0.0)


@pytest.mark.parametrize(
    ("claimed", "left"),
    [
        ([], [[1, 2, 3, 4, 5]]),
        ([_claim(3)], [[1, 2], [4, 5]]),
        ([_claim(1, 2)], [[3, 4, 5]]),
        ([_claim(5), _claim(1)], [[2, 3, 4]]),
        ([_claim(1, 2, 3, 4, 5)], []),
        ([_claim(99)], [[1, 2, 3, 4, 5]]),
    ],
)
def test_a_merge_never_spans_a_claimed_part(claimed: list[Claim], left: list[list[int]]) -> None:
    stretches = free_stretches([[_part(n) for n in range(1, 6)]], claimed)
    assert [[part.id for part in stretch] for stretch in stretches] == left


def test_partitions_stay_apart() -> None:
    stretches = free_stretches([[_part(1)], [_part(2)], []], [])
    assert [[part.id for part in stretch] for stretch in stretches] == [[1], [2]]
