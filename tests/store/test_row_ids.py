from __future__ import annotations

import pytest

from rmt_engine.store.registry import Registry


@pytest.mark.parametrize(
    ("counts", "starts"),
    [
        ([1, 1], [0, 65_536]),
        ([65_536, 1], [0, 65_536]),
        ([65_537, 1], [0, 131_072]),
        ([0, 1], [0, 0]),
        ([10_000_000, 5], [0, 10_027_008]),
    ],
)
def test_row_ids_are_reserved_in_whole_chunks(
    registry: Registry, counts: list[int], starts: list[int]
) -> None:
    assert [registry.row_ids.reserve(count) for count in counts] == starts


@pytest.mark.parametrize(
    ("used", "next_start"), [(0, 0), (1, 65_536), (65_536, 65_536), (65_537, 131_072)]
)
def test_unused_row_ids_are_given_back_in_whole_chunks(
    registry: Registry, used: int, next_start: int
) -> None:
    first = registry.row_ids.reserve(2**37)
    registry.row_ids.release(first + 2**37, first + used)
    assert registry.row_ids.reserve(1) == next_start


def test_row_ids_are_not_given_back_once_others_are_reserved_behind(registry: Registry) -> None:
    registry.row_ids.reserve(200_000)
    behind = registry.row_ids.reserve(1)
    registry.row_ids.release(behind, 1)
    assert registry.row_ids.reserve(1) == behind + 65_536
