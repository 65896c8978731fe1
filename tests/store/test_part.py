from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.store.part import Part, PartName
from tests.store.samples import refused, run_file

_numbers = st.integers(0, 2**40)
_names = st.builds(
    PartName,
    st.from_regex(r"[0-9a-f]{32}|all|-?\d{1,8}(--?\d{1,4}){0,2}", fullmatch=True),
    _numbers,
    _numbers,
    st.integers(0, 99),
    st.none() | _numbers,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("all_1_1_0", PartName("all", 1, 1, 0)),
        ("all_1_5_2_4", PartName("all", 1, 5, 2, 4)),
        ("all_1_5_2_0", PartName("all", 1, 5, 2, 0)),
        ("202403_7_7_1", PartName("202403", 7, 7, 1)),
        ("20240301-5_7_7_1", PartName("20240301-5", 7, 7, 1)),
        ("-3_7_7_1", PartName("-3", 7, 7, 1)),
        ("1f4f2e0c_10_200_13", PartName("1f4f2e0c", 10, 200, 13)),
    ],
)
def test_a_name_is_read_and_written_as_clickhouse_does(text: str, name: PartName) -> None:
    assert PartName.parse(text) == name
    assert str(name) == text


@given(_names)
def test_every_name_survives_being_written_and_read(name: PartName) -> None:
    assert PartName.parse(str(name)) == name


@pytest.mark.parametrize(
    "text",
    ["", "all", "all_1", "all_1_1", "_1_1_0", "all_1_1_x", "all_-1_1_0", " all_1_1_0 _", "a b"],
)
def test_what_is_no_name_is_refused(text: str) -> None:
    with refused("BAD_DATA_PART_NAME", match="Unexpected part name"):
        PartName.parse(text)


def test_parts_are_ordered_by_partition_as_text_and_then_by_block() -> None:
    texts = ["10_3_3_1", "10_20_20_1", "9_1_1_1", "9_2_5_2", "all_0_0_0"]
    assert [str(n) for n in sorted(PartName.parse(t) for t in reversed(texts))] == texts


@pytest.mark.parametrize(
    ("outer", "inner", "covers"),
    [
        ("all_1_5_2", "all_1_1_1", True),
        ("all_1_5_2", "all_3_5_1", True),
        ("all_1_5_2", "all_1_5_1", True),
        ("all_1_5_2", "all_5_6_1", False),
        ("all_2_5_2", "all_1_2_1", False),
        ("all_2_5_2", "all_6_6_1", False),
        ("1_1_5_2", "2_2_2_1", False),
        ("all_1_1_1_7", "all_1_1_1", True),
        ("all_1_5_2_7", "all_1_1_1_6", True),
        ("all_1_1_1", "all_1_1_1_7", False),
    ],
)
def test_a_part_covers_those_whose_blocks_it_spans(outer: str, inner: str, covers: bool) -> None:
    assert PartName.parse(outer).covers(PartName.parse(inner)) is covers


@pytest.mark.parametrize(
    ("parts", "merged"),
    [
        (["all_1_1_1", "all_2_2_1"], "all_1_2_2"),
        (["all_1_4_2", "all_5_5_0"], "all_1_5_3"),
        (["all_1_1_0", "all_2_6_4", "all_7_7_0"], "all_1_7_5"),
        (["9_1_1_1_4", "9_2_3_2_4"], "9_1_3_3_4"),
        (["all_1_1_1_2", "all_3_3_1"], "all_1_3_2_2"),
        (["all_1_1_1_6", "all_2_2_1_7", "all_8_8_1"], "all_1_8_2_7"),
    ],
)
def test_a_merged_part_spans_its_sources_one_level_above_the_highest(
    parts: list[str], merged: str
) -> None:
    first, *others = map(PartName.parse, parts)
    name = first.merged_with(*others)
    assert str(name) == merged
    assert all(name.covers(source) for source in (first, *others))


def test_a_mutated_part_has_the_mutations_number_as_data_version() -> None:
    """ClickHouse: all_1_1_1_4, and 4 in system.parts.data_version."""
    name = PartName.parse("202203_1_3_1")
    assert name.changed_up_to == 1
    assert str(name.mutated_by(7)) == "202203_1_3_1_7"
    assert name.mutated_by(7).changed_up_to == 7
    assert name < name.mutated_by(7) < name.mutated_by(8) < PartName.parse("202203_4_4_0")


def test_the_rows_of_a_run_end_before_its_row_stop() -> None:
    assert run_file(rows=7, first_row=65_536).row_stop == 65_543


def test_a_part_has_the_rows_and_bytes_of_its_files() -> None:
    files = (run_file(rows=3), run_file(rows=4))
    part = Part(1, PartName("all", 1, 1, 0), (), files, True, True, 0.0)
    assert (part.rows, part.bytes) == (7, 700)
