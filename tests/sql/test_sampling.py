"""Which hashes are in a sample, beside real ClickHouse."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.clickhouse import ClickHouse

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.sampling import Sample, read_sample
from rmt_engine.sql.text.tokens import Cursor, tokenize

ROWS = 200
TEXTS = """1/10; 0.1; 0; 0/5; 1; 1/1; 2; 10; 1.5; 2.9; 5/2; 200; 1000; 1e2; 0.00390625; 1/512; 1/3
    1/3 OFFSET 1/3; 1/3 OFFSET 2/3; 1/10 OFFSET 0.95; 0.5/2; 1/0.5; 0.1 OFFSET 1; 10 OFFSET 1/2
    10 OFFSET 10; 1/10 OFFSET 2; 10 OFFSET 7/2; 100 OFFSET 190; 0.99 OFFSET 0.01; 1 OFFSET 0
    1/1000000 OFFSET 1/7; 0.333333333333333"""
CASES = [text.strip() for text in TEXTS.replace("\n", ";").split(";") if text.strip()]


def read(text: str) -> Sample:
    cursor = Cursor(text, tokenize(text, "spark"))
    sample = read_sample(cursor)
    cursor.end()
    return sample


@pytest.fixture(scope="module")
def tables(clickhouse_server: ClickHouse) -> Iterator[ClickHouse]:
    with clickhouse_server.database():
        for bits in (8, 16, 32, 64):
            clickhouse_server.execute(
                f"CREATE TABLE s{bits} (k UInt{bits}) ENGINE = MergeTree ORDER BY k SAMPLE BY k"
            )
            step = 2**bits // ROWS
            clickhouse_server.execute(
                f"INSERT INTO s{bits} SELECT toUInt64(number) * {step} FROM numbers({ROWS})"
            )
        yield clickhouse_server


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("text", CASES)
def test_the_stretch_is_clickhouses(text: str, bits: int, tables: ClickHouse) -> None:
    keys = [number * (2**bits // ROWS) for number in range(ROWS)]
    first, after = read(f"SAMPLE {text}").stretch(ROWS, 2**bits)
    theirs = tables.rows(f"SELECT k FROM s{bits} SAMPLE {text} ORDER BY k")
    assert [key for key in keys if first <= key < after] == [int(row[0]) for row in theirs]


@pytest.mark.parametrize("text", ["0 OFFSET 1/2", "1 OFFSET 1/2", "1000 OFFSET 1"])
def test_an_offset_in_all_rows_is_refused(text: str, tables: ClickHouse) -> None:
    with pytest.raises(RmtError, match="offset is incorrect") as raised:
        read(f"SAMPLE {text}").stretch(ROWS, 256)
    assert raised.value.name == tables.error(f"SELECT k FROM s8 SAMPLE {text}").name


def test_an_empty_table_has_a_sample() -> None:
    assert read("SAMPLE 10 OFFSET 5").stretch(0, 256) == (0, 256)


RATIOS = st.fractions(0, 10**6, max_denominator=10**9)


@given(RATIOS, RATIOS)
def test_a_sample_is_read_back(size: Fraction, offset: Fraction) -> None:
    assert Sample.parse(str(Sample(size, offset))) == Sample(size, offset)


@pytest.mark.parametrize("word", ["", "hidden", "sample", "sample 1", "sample 1/2 offset", "final"])
def test_other_words_are_none(word: str) -> None:
    assert Sample.parse(word) is None


@given(st.integers(1, 12), st.sampled_from([8, 16, 32, 64]))
def test_stretches_side_by_side_are_everything(count: int, bits: int) -> None:
    stretches = [
        Sample(Fraction(1, count), Fraction(number, count)).stretch(ROWS, 2**bits)
        for number in range(count)
        if count > 1
    ]
    ends = [0, *(after for _, after in stretches)]
    assert [first for first, _ in stretches] == ends[:-1]
    assert not stretches or ends[-1] == 2**bits
