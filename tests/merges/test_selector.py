from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.merges.selector import (
    MergeLimits,
    bytes_to_merge,
    mergeable_stretches,
    score,
    select_background,
    select_parts,
)
from rmt_engine.store.mutations import Mutation
from rmt_engine.store.part import Part, PartName, RunFile
from rmt_engine.store.table import Projection

_KB = 1024
_MB = 1024 * _KB
_GB = 1024 * _MB


def _parts(partition: str, *sizes: int, created_at: float = 0.0) -> list[Part]:
    return [
        Part(
            id=block,
            name=PartName(partition, block, block, 0),
            partition=(),
            files=(RunFile("f", 1, size, 0, b""),),
            unique=True,
            complete=True,
            created_at=created_at,
        )
        for block, size in enumerate(sizes, start=1)
    ]


def _blocks(parts: list[Part]) -> list[int]:
    return [part.name.min_block for part in parts]


@pytest.mark.parametrize(
    ("sizes", "blocks"),
    [
        pytest.param([], [], id="no part"),
        pytest.param([_MB], [], id="one part has no neighbour"),
        pytest.param([_MB, _MB], [1, 2], id="two parts"),
        pytest.param([0, 0], [1, 2], id="parts of no size"),
        pytest.param([_KB] * 20, list(range(1, 21)), id="many small parts all at once"),
        pytest.param([_GB, _KB, _KB, _KB], [2, 3, 4], id="a large part at the left waits"),
        pytest.param([_KB, _KB, _KB, _GB], [1, 2, 3], id="a large part at the right waits"),
        pytest.param(
            [_KB, _KB, _GB, _KB, _KB, _KB], [4, 5, 6], id="the longer stretch of small ones"
        ),
        pytest.param([_GB, _GB], [1, 2], id="large parts when there is nothing else"),
        pytest.param([_MB, _MB, _MB, _MB], [1, 2, 3, 4], id="equals together"),
        pytest.param(
            [400 * _KB, 400 * _KB, 400 * _KB, 1], [1, 2, 3], id="a tiny part at the right waits"
        ),
        pytest.param(
            [1, 400 * _KB, 400 * _KB, 400 * _KB], [1, 2, 3, 4], id="a tiny part at the left goes"
        ),
        pytest.param([400 * _KB, 1], [1, 2], id="two parts are never less"),
    ],
)
def test_of_one_partition_are_merged(sizes: list[int], blocks: list[int]) -> None:
    assert _blocks(select_parts([_parts("all", *sizes)])) == blocks


def test_the_partition_where_a_merge_pays_most_is_chosen() -> None:
    large, small = _parts("1", _GB, _GB, _GB), _parts("2", _KB, _KB, _KB)
    assert select_parts([large, small]) == select_parts([small, large]) == small


@pytest.mark.parametrize("most", [2, 3, 7])
def test_no_merge_takes_more_parts_than_it_may(most: int) -> None:
    assert len(select_parts([_parts("all", *[_KB] * 10)], max_parts=most)) == most


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((3, 30 * _MB), (2, 30 * _MB)),
        ((2, 10 * _MB), (2, 11 * _MB)),
        ((10, 10 * _KB), (2, 2 * _KB)),
        ((2, 2 * _MB), (10, 10 * _GB)),
    ],
)
def test_a_merge_is_better_that_does_away_with_more_for_less(
    better: tuple[int, int], worse: tuple[int, int]
) -> None:
    assert score(*better) < score(*worse)


_sizes = st.lists(st.sampled_from([1, _KB, _MB, 50 * _MB, _GB]) | st.integers(0, _GB), max_size=9)


@given(st.lists(_sizes, max_size=4), st.integers(2, 10))
def test_the_parts_are_neighbours_and_no_other_stretch_scores_better(
    partitions: list[list[int]], most: int
) -> None:
    groups = [_parts(str(number), *sizes) for number, sizes in enumerate(partitions)]
    chosen = select_parts(groups, max_parts=most)
    stretches = [
        group[begin:end]
        for group in groups
        for begin in range(len(group))
        for end in range(begin + 2, min(begin + most, len(group)) + 1)
    ]
    if not stretches:
        assert chosen == []
        return
    best = min(map(_score, stretches))
    chosen_from = [s for s in stretches if _score(s) == best and s[: len(chosen)] == chosen]
    assert len(chosen) >= 2
    assert any(_is_tiny_tail(s[len(chosen) :], s) for s in chosen_from)


def _score(parts: list[Part]) -> float:
    return score(len(parts), sum(part.bytes for part in parts))


def _is_tiny_tail(tail: list[Part], parts: list[Part]) -> bool:
    return all(part.bytes < sum(other.bytes for other in parts) / 100 for part in tail)


# Background merges


def _background(*sizes: int, age: float = 0.0, limits: MergeLimits | None = None) -> list[int]:
    parts = _parts("all", *sizes, created_at=1000.0)
    return _blocks(select_background([parts], limits or MergeLimits(), 1000.0 + age))


@pytest.mark.parametrize(
    ("sizes", "age", "blocks"),
    [
        pytest.param([_KB] * 4, 0, [], id="four new parts wait for a fifth"),
        pytest.param([_KB] * 5, 0, [1, 2, 3, 4, 5], id="five new parts"),
        pytest.param([_KB] * 2, 60, [], id="two parts wait"),
        pytest.param([_KB] * 2, 3600, [1, 2], id="two parts do not wait for ever"),
        pytest.param([_KB] * 3, 2500, [1, 2, 3], id="three parts wait less"),
        pytest.param([_GB, *[_KB] * 5], 0, [2, 3, 4, 5, 6], id="a large part is not rewritten"),
        pytest.param([_GB, _GB], 3600, [], id="large parts wait for days"),
        pytest.param([_GB, _GB], 30 * 86400, [1, 2], id="large parts do not wait for ever"),
        pytest.param([_KB] * 150, 0, list(range(1, 101)), id="a hundred at once at most"),
    ],
)
def test_a_background_merge_has_to_pay(sizes: list[int], age: float, blocks: list[int]) -> None:
    assert _background(*sizes, age=age) == blocks


def test_a_background_merge_reads_no_more_than_it_may() -> None:
    sizes = [40 * _MB] * 10
    assert len(_background(*sizes)) == 10
    assert len(_background(*sizes, limits=MergeLimits(max_bytes=250 * _MB))) == 6
    assert _background(*sizes, limits=MergeLimits(max_bytes=100 * _MB)) == []


def test_age_forces_a_merge_that_does_not_pay() -> None:
    limits = MergeLimits(force_age=60)
    assert _background(_GB, _GB, age=59, limits=limits) == []
    assert _background(_GB, _GB, age=60, limits=limits) == [1, 2]
    assert _background(_GB, _GB, age=60, limits=MergeLimits(0.5, 60)) == []
    whole = MergeLimits(force_age=60, whole_partitions=True)
    assert _background(_GB, _GB, age=60, limits=whole) == []


@pytest.mark.parametrize(
    ("free", "slots", "most"),
    [(16, 16, 1000), (8, 16, 1000), (4, 16, 100), (0, 16, 10), (2, 2, 1000), (1, 2, 100)],
)
def test_a_busy_pool_keeps_its_slots_for_small_merges(free: int, slots: int, most: int) -> None:
    assert bytes_to_merge(free, slots, 1000, 10) == pytest.approx(most)


def test_the_limit_of_a_busy_pool_is_never_above_that_of_a_free_one() -> None:
    assert bytes_to_merge(0, 2, 10, 1000) == 10


@given(st.lists(st.integers(0, 3 * _MB), min_size=1, max_size=300), st.floats(0, 1e6))
def test_inserts_alone_never_pile_up(sizes: list[int], age: float) -> None:
    """Whatever the sizes, merging until nothing pays leaves parts in the order of a logarithm."""
    parts = list(_parts("all", *sizes))
    while chosen := select_background([parts], MergeLimits(), age):
        first = parts.index(chosen[0])
        merged = _parts("all", sum(part.bytes for part in chosen))
        parts[first : first + len(chosen)] = merged
    assert len(parts) <= 30


def _named(*names: str) -> list[Part]:
    [sample] = _parts("all", 1)
    return [replace(sample, name=PartName.parse(name)) for name in names]


@pytest.mark.parametrize(
    ("names", "unfinished", "lengths"),
    [
        pytest.param([], [3], [], id="no part"),
        pytest.param(["all_1_1_1", "all_2_2_1"], [], [2], id="no mutation"),
        pytest.param(["all_1_1_1", "all_2_2_1"], [3], [2], id="none changed yet"),
        pytest.param(["all_1_1_1", "all_4_4_1"], [3], [1, 1], id="one inserted later"),
        pytest.param(["all_1_1_1_3", "all_2_2_1"], [3], [1, 1], id="one changed already"),
        pytest.param(["all_1_1_1_3", "all_4_4_1"], [3], [2], id="one changed, one later"),
        pytest.param(
            ["all_1_1_1_4", "all_2_2_1", "all_3_3_1_4", "all_5_5_1"], [4], [1, 1, 2], id="cut twice"
        ),
        pytest.param(["all_1_1_1_3", "all_4_4_1"], [3, 5], [2], id="the later has to do both"),
        pytest.param(["all_1_1_1_3", "all_2_2_1_4"], [4], [1, 1], id="between two mutations"),
    ],
)
def test_parts_on_two_sides_of_an_unfinished_mutation_are_not_merged(
    names: list[str], unfinished: list[int], lengths: list[int]
) -> None:
    mutations = [Mutation(1, number, "", number, False, 0.0) for number in unfinished]
    stretches = mergeable_stretches(_named(*names), mutations)
    assert [len(parts) for parts in stretches] == lengths


def test_parts_with_other_projections_are_not_merged() -> None:
    """One that a part had before columns came is the same projection."""
    projection = Projection("p", "SELECT k ORDER BY k", is_aggregate=False, identity="now")
    older, newer = (
        RunFile("p", 1, 1, 0, b"", projection="p", projection_identity=identity)
        for identity in ("before", "now")
    )
    kinds = [(), (), (newer,), (newer,), (older,)]
    parts = [
        replace(part, projected=projected)
        for part, projected in zip(_parts("all", *range(1, 6)), kinds, strict=True)
    ]
    stretches = mergeable_stretches(parts, [], [projection])
    assert [len(stretch) for stretch in stretches] == [2, 3]


def test_a_mutation_that_is_done_keeps_no_parts_apart() -> None:
    parts = _named("all_1_1_1", "all_4_4_1")
    assert mergeable_stretches(parts, [Mutation(1, 3, "", 1, True, 0.0)]) == [parts]
