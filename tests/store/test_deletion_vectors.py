from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.errors import RmtError
from rmt_engine.store.deletion_vectors import CHUNK_ROWS, DeletionVector
from rmt_engine.store.storage import Storage

# Close to the bounds of words, of chunks, and far away.
_ids = (
    st.integers(0, 200)
    | st.integers(CHUNK_ROWS - 70, CHUNK_ROWS + 70)
    | st.integers(3 * CHUNK_ROWS, 5 * CHUNK_ROWS)
    | st.integers(2**40, 2**40 + 2 * CHUNK_ROWS)
)
_sets = st.frozensets(_ids, max_size=60)


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Storage:
    return Storage(str(tmp_path_factory.mktemp("vectors")))


def _vector(rows: frozenset[int] | set[int] | list[int]) -> DeletionVector:
    """The set of some rows, made of a mask for each and the row that follows it."""
    return DeletionVector.of_masks((row, np.array([True, False])) for row in rows)


def _rows(vector: DeletionVector) -> set[int]:
    """The set's members, bit by bit as a scan tests them."""
    return {
        int(chunk) * CHUNK_ROWS + word * 64 + bit
        for chunk, words in zip(vector.chunks, vector.words, strict=True)
        for word in np.flatnonzero(words).tolist()
        for bit in range(64)
        if int(words[word]) >> bit & 1
    }


@given(_sets)
def test_it_holds_the_rows_it_was_made_of(rows: frozenset[int]) -> None:
    vector = _vector(rows)
    assert _rows(vector) == rows
    assert vector.chunks.tolist() == sorted({row >> 16 for row in rows})


@given(st.lists(_ids, max_size=40))
def test_ids_may_come_in_any_order_and_twice(ids: list[int]) -> None:
    vector = DeletionVector.of_ids(np.array(ids, dtype=np.int64))
    assert _rows(vector) == set(ids)
    assert vector.rows == len(set(ids))
    assert not ids or vector.least == min(ids)


@given(_sets, _ids, st.integers(0, 2 * CHUNK_ROWS))
def test_a_mask_tells_of_each_row_of_a_range(rows: frozenset[int], first: int, count: int) -> None:
    mask = _vector(rows).mask(first, first + count)
    assert len(mask) == count
    inside = {row for row in rows if first <= row < first + count}
    assert {first + place for place in np.flatnonzero(mask).tolist()} == inside


@given(_sets, st.lists(_ids, max_size=50))
def test_it_says_which_of_some_rows_are_in_it(rows: frozenset[int], asked: list[int]) -> None:
    ids = np.array([*asked, *rows], dtype=np.int64)
    assert _vector(rows).has(ids).tolist() == [one in rows for one in ids.tolist()]


@given(st.lists(_ids, min_size=1, max_size=40))
def test_the_order_and_repetition_of_masks_make_no_difference(rows: list[int]) -> None:
    assert _rows(_vector([*rows, *rows])) == set(rows)


@given(_ids, st.lists(st.tuples(st.booleans(), st.integers(1, 40_000)), max_size=6))
def test_a_mask_may_begin_and_end_anywhere(first: int, stretches: list[tuple[bool, int]]) -> None:
    mask = np.repeat(*np.array(stretches, dtype=np.int64).reshape(-1, 2).T).astype(np.bool_)
    vector = DeletionVector.of_masks([(first, mask)])
    assert _rows(vector) == set((np.flatnonzero(mask) + first).tolist())
    assert vector.words.any(axis=1).all()


@given(st.lists(_sets, max_size=5))
def test_a_union_is_that_of_the_sets(sets: list[frozenset[int]]) -> None:
    vector = DeletionVector.union(_vector(rows) for rows in sets)
    assert _rows(vector) == set().union(*sets)
    assert vector.chunks.tolist() == sorted(set(vector.chunks.tolist()))


@given(_sets, _ids, _ids)
def test_it_counts_the_rows_of_a_range(rows: frozenset[int], one: int, other: int) -> None:
    first, stop = sorted((one, other))
    assert _vector(rows).count(first, stop) == sum(first <= row < stop for row in rows)


@given(_sets, st.lists(st.tuples(_ids, st.integers(1, 3 * CHUNK_ROWS)), max_size=3))
def test_restricting_keeps_the_chunks_that_overlap(
    rows: frozenset[int], stretches: list[tuple[int, int]]
) -> None:
    ranges = [(first, first + size) for first, size in stretches]
    kept = {c for first, stop in ranges for c in range(first >> 16, (stop - 1 >> 16) + 1)}
    restricted = _vector(rows).restrict(ranges)
    assert _rows(restricted) == {row for row in rows if row >> 16 in kept}


@pytest.mark.parametrize(
    ("stretch", "chunks"),
    [
        ((CHUNK_ROWS, 2 * CHUNK_ROWS), [1]),
        ((CHUNK_ROWS - 1, 2 * CHUNK_ROWS + 1), [0, 1, 2]),
        ((CHUNK_ROWS + 7, CHUNK_ROWS + 8), [1]),
        ((9 * CHUNK_ROWS, 10 * CHUNK_ROWS), []),
    ],
)
def test_a_stretch_overlaps_the_chunks_its_rows_are_in(
    stretch: tuple[int, int], chunks: list[int]
) -> None:
    vector = _vector([chunk * CHUNK_ROWS for chunk in range(4)])
    assert vector.restrict([stretch]).chunks.tolist() == chunks


@given(st.lists(_sets, min_size=1, max_size=3))
def test_it_survives_its_files(storage: Storage, sets: list[frozenset[int]]) -> None:
    names = [_vector(rows).save(storage, f"{number}") for number, rows in enumerate(sets)]
    assert _rows(DeletionVector.load(storage, names)) == set().union(*sets)


def test_a_vector_without_files_is_empty(storage: Storage) -> None:
    assert _rows(DeletionVector.load(storage, [])) == set()


@given(_sets)
def test_the_scan_gets_a_bitmap_of_1024_words_a_chunk(rows: frozenset[int]) -> None:
    table = _vector(rows).to_arrow()
    assert table.schema == pa.schema(
        [
            pa.field("chunk", pa.int64(), nullable=False),
            pa.field(
                "words", pa.list_(pa.field("element", pa.int64(), nullable=False)), nullable=False
            ),
        ]
    )
    found = set()
    for chunk, words in zip(*table.to_pydict().values(), strict=True):
        assert len(words) == 1024
        # The scan's test, in SQL: shiftright(words[row >> 6 & 1023], row & 63) & 1
        found |= {
            row
            for row in range(chunk << 16, chunk + 1 << 16)
            if words[(row >> 6) & 1023] and (words[(row >> 6) & 1023] >> (row & 63)) & 1
        }
    assert found == rows


def test_the_empty_vector_is_a_table_without_rows() -> None:
    assert DeletionVector.empty().to_arrow().num_rows == 0
    assert DeletionVector.empty().to_arrow().schema == _vector({1}).to_arrow().schema


def test_a_full_chunk_is_all_ones() -> None:
    vector = DeletionVector.of_masks([(CHUNK_ROWS, np.ones(CHUNK_ROWS, np.bool_))])
    assert vector.chunks.tolist() == [1]
    assert vector.to_arrow().column("words")[0].as_py() == [-1] * 1024
    assert vector.count(0, 3 * CHUNK_ROWS) == CHUNK_ROWS


def test_a_file_is_small_because_it_is_compressed(storage: Storage) -> None:
    rows = np.arange(0, 100 * CHUNK_ROWS, CHUNK_ROWS)
    name = _vector(rows.tolist()).save(storage, "sparse")
    with storage.open_parquet(name) as file:
        words = file.metadata.row_group(0).column(1)
        assert words.compression == "ZSTD"
        assert file.metadata.num_row_groups == 2
    path = Path(storage.root.removeprefix("file://"), name)
    assert path.stat().st_size < len(rows) * CHUNK_ROWS // 8 / 10


@pytest.mark.parametrize("place", [0, 100, -10, -1])
def test_a_damaged_file_is_known_by_its_name(storage: Storage, place: int) -> None:
    name = _vector([1, 2, 70_000]).save(storage, f"damaged{place}")
    path = Path(storage.root.removeprefix("file://"), name)
    content = bytearray(path.read_bytes())
    content[place] ^= 4
    path.write_bytes(content)
    with pytest.raises(RmtError, match="CHECKSUM_DOESNT_MATCH"):
        DeletionVector.load(storage, [name])


def test_a_file_of_before_names_had_hashes_is_read(storage: Storage) -> None:
    name = _vector([7]).save(storage, "new")
    storage.write("0123456789abcdef0123456789abcdef.parquet", storage.read(name))
    assert _rows(DeletionVector.load(storage, ["0123456789abcdef0123456789abcdef.parquet"])) == {7}
