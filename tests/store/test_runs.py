from __future__ import annotations

import datetime
import resource
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.store import runs
from rmt_engine.store.column_sizes import sizes_of
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import Codec, RunLayout, RunWriter, describe_run, read_marks, read_rows
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

_SCHEMA = pa.schema([pa.field("k", pa.int64(), nullable=False), pa.field("v", pa.string())])
_LAYOUT = RunLayout(("k",), row_group_rows=10)


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Storage:
    return Storage(str(tmp_path_factory.mktemp("runs")))


@pytest.fixture(autouse=True, scope="module")
def _small() -> Any:
    """Marks every 4 rows and row groups of 10, so that few rows have many of both."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "MARK_ROWS", 4)
        yield


def _rows(count: int, first: int = 0) -> pa.Table:
    keys = range(first, first + count)
    return pa.table({"k": keys, "v": [f"v{k}" for k in keys]}, schema=_SCHEMA)


def _write(
    storage: Storage,
    *pieces: pa.Table,
    layout: RunLayout = _LAYOUT,
    first_row: int = 0,
    path: str = "run.parquet",
) -> RunFile:
    with RunWriter(storage, path, pieces[0].schema, layout, first_row) as writer:
        for piece in pieces:
            writer.write(piece)
        return writer.close()


def _metadata(storage: Storage, file: RunFile) -> pq.FileMetaData:
    with storage.open_parquet(file.path) as parquet:
        return parquet.metadata


def _read(storage: Storage, file: RunFile) -> pa.Table:
    with storage.open_parquet(file.path) as parquet:
        return parquet.read()


def test_what_is_written_is_read_back_with_its_row_ids(storage: Storage) -> None:
    file = _write(storage, _rows(25), first_row=65_536)
    table = _read(storage, file)
    assert table.select(["k", "v"]).equals(_rows(25))
    assert table.column(ROW_ID).to_pylist() == list(range(65_536, 65_561))


def test_a_run_is_described_by_its_writer(storage: Storage) -> None:
    file = _write(storage, _rows(25), first_row=65_536)
    assert (file.path, file.rows, file.first_row) == ("run.parquet", 25, 65_536)
    assert file.bytes == Path(storage.root.removeprefix("file://"), file.path).stat().st_size


def test_the_sizes_of_its_columns_are_measured(storage: Storage) -> None:
    inner = pa.map_(pa.string(), pa.list_(pa.struct([("x.y", pa.int32()), ("z", pa.int32())])))
    schema = pa.schema([("k", pa.int64()), ("n", inner), ("n.z", pa.int32())])
    rows = {"k": range(30), "n": [[("a", [{"x.y": 1, "z": 2}])]] * 30, "n.z": [7] * 30}
    file = _write(storage, pa.table(rows, schema=schema))
    sizes = sizes_of([file])
    metadata = _metadata(storage, file)
    groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    assert sizes is not None
    assert list(sizes) == ["k", "n", "n.z", ROW_ID]
    assert sizes["n.z"].uncompressed == sum(g.column(4).total_uncompressed_size for g in groups)
    assert len(groups) == 3
    assert sum(size.compressed for size in sizes.values()) < file.bytes
    assert sizes_of([file, file])["k"].compressed == 2 * sizes["k"].compressed  # type: ignore[index]
    assert sizes_of([file, replace(file, sizes=None)]) is None


@given(st.lists(st.integers(0, 13), min_size=1, max_size=8))
def test_the_pieces_a_run_is_written_in_make_no_difference(
    storage: Storage, sizes: list[int]
) -> None:
    starts = [sum(sizes[:n]) for n in range(len(sizes))]
    pieces = [_rows(size, start) for size, start in zip(sizes, starts, strict=True)]
    whole = _write(storage, _rows(sum(sizes)), path="whole.parquet")
    file = _write(storage, *pieces, path="pieces.parquet")
    assert _read(storage, file).equals(_read(storage, whole))
    assert (file.rows, file.marks) == (whole.rows, whole.marks)


@pytest.mark.parametrize("rows", [1, 3, 4, 5, 8, 9, 40, 41])
def test_marks_are_the_keys_of_every_so_many_rows_and_of_the_last(
    storage: Storage, rows: int
) -> None:
    marks = read_marks(_write(storage, _rows(rows, first=100)))
    assert marks.column_names == ["k"]
    expected = [*range(100, 100 + rows, 4), 100 + rows - 1]
    assert marks.column("k").to_pylist() == expected


def test_marks_have_all_key_columns_in_the_order_of_the_key(storage: Storage) -> None:
    marks = read_marks(_write(storage, _rows(6), layout=RunLayout(("v", "k"), row_group_rows=10)))
    assert marks.to_pydict() == {"v": ["v0", "v4", "v5"], "k": [0, 4, 5]}


def test_a_run_without_a_key_has_no_marks(storage: Storage) -> None:
    assert _write(storage, _rows(9), layout=RunLayout((), row_group_rows=10)).marks == b""


@pytest.mark.parametrize("key", [(), ("k",), ("v", "k")])
@pytest.mark.parametrize("rows", [1, 4, 5, 41])
def test_a_run_that_others_wrote_is_described_like_ours(
    storage: Storage, rows: int, key: tuple[str, ...]
) -> None:
    layout = RunLayout(key, row_group_rows=10)
    ours = _write(storage, _rows(rows), layout=layout, first_row=131_072)
    assert describe_run(storage, ours.path, ours.bytes, layout) == ours


@pytest.mark.parametrize("key", [(), ("k",)])
def test_a_run_without_rows_is_described_as_empty(storage: Storage, key: tuple[str, ...]) -> None:
    """Spark's first task writes a file even when it has no row."""
    empty = _write(storage, _rows(0), layout=RunLayout(key, row_group_rows=10))
    described = describe_run(storage, empty.path, empty.bytes, RunLayout(key, row_group_rows=10))
    assert (described.rows, described.marks) == (0, b"")


@given(st.integers(0, 45), st.integers(0, 45))
def test_any_stretch_of_a_run_can_be_read(storage: Storage, start: int, stop: int) -> None:
    file = _write(storage, _rows(40))
    read = list(read_rows(storage, file, ("k",), start, stop))
    assert [k for table in read for k in table.column("k").to_pylist()] == list(
        range(start, min(stop, 40))
    )
    assert all(table.column_names == ["k"] for table in read)


def test_a_stretch_is_read_one_row_group_at_a_time(storage: Storage) -> None:
    file = _write(storage, _rows(40))
    read = read_rows(storage, file, ("k", ROW_ID), 7, 31)
    assert [table.num_rows for table in read] == [3, 10, 10, 1]


_TYPES: list[tuple[pa.DataType, list[Any]]] = [
    (pa.int8(), [-128, None, 127]),
    (pa.uint64(), [0, 2**64 - 1, None]),
    (pa.bool_(), [True, None, False]),
    (pa.float64(), [-0.0, float("inf"), None]),
    (pa.string(), ["", "ü\0x", None]),
    (pa.binary(), [b"", b"\xff", None]),
    (pa.decimal128(9, 2), [Decimal("-1.50"), None]),
    (pa.decimal128(38, 10), [Decimal("12345678901234567890.0000000001"), None]),
    (pa.date32(), [datetime.date(1900, 1, 1), None]),
    (pa.timestamp("us", "UTC"), [datetime.datetime(2024, 3, 1, 1, 2, 3, 4, datetime.UTC), None]),
    (pa.list_(pa.int32()), [[], [1, None], None]),
    (pa.map_(pa.string(), pa.int64()), [[("a", 1), ("b", None)], [], None]),
    (pa.struct([("x", pa.int32()), ("y", pa.list_(pa.string()))]), [{"x": 1, "y": ["a"]}, None]),
]


@pytest.mark.parametrize(("data_type", "values"), _TYPES, ids=[str(t) for t, _ in _TYPES])
def test_values_of_every_type_survive(
    storage: Storage, data_type: pa.DataType, values: list[Any]
) -> None:
    table = pa.table({"k": pa.array(range(len(values))), "v": pa.array(values, data_type)})
    assert _read(storage, _write(storage, table)).column("v").to_pylist() == values


@pytest.mark.parametrize("limit", [0, 4, 2000], ids=["at once", "in the rows", "in the footer"])
def test_what_kept_a_run_from_being_written_is_said(storage: Storage, limit: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            _write(storage, _rows(100))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_null_where_none_may_be_is_refused(storage: Storage) -> None:
    rows = pa.table({"k": pa.array([1, None]), "v": ["a", "b"]})
    with (
        pytest.raises(ValueError, match="null"),
        RunWriter(storage, "null.parquet", _SCHEMA, _LAYOUT, 0) as writer,
    ):
        writer.write(rows)
    with RunWriter(storage, "null.parquet", _SCHEMA, _LAYOUT, 0) as again:
        again.write(rows.slice(0, 1))
        again.close()
    del writer
    with storage.open_parquet("null.parquet") as parquet:
        assert parquet.read(["k", "v"]).to_pylist() == [{"k": 1, "v": "a"}]


@pytest.mark.parametrize(
    ("data_type", "dictionary", "encoding"),
    [
        (pa.int32(), False, "DELTA_BINARY_PACKED"),
        (pa.uint8(), False, "DELTA_BINARY_PACKED"),
        (pa.date32(), False, "DELTA_BINARY_PACKED"),
        (pa.timestamp("us", "UTC"), False, "DELTA_BINARY_PACKED"),
        (pa.string(), False, "DELTA_LENGTH_BYTE_ARRAY"),
        (pa.float64(), False, "PLAIN"),
        (pa.string(), True, "RLE_DICTIONARY"),
    ],
)
def test_the_encoding_of_a_column_suits_its_type(
    storage: Storage, data_type: pa.DataType, dictionary: bool, encoding: str
) -> None:
    table = pa.table({"k": pa.array([1, 2, 3]), "v": pa.nulls(3, data_type)})
    layout = RunLayout(("k",), dictionary=("v",) if dictionary else ())
    column = _metadata(storage, _write(storage, table, layout=layout)).row_group(0).column(1)
    assert encoding in column.encodings
    assert column.has_dictionary_page is dictionary


def test_columns_are_compressed_with_lz4(storage: Storage) -> None:
    group = _metadata(storage, _write(storage, _rows(5))).row_group(0)
    assert {group.column(n).compression for n in range(group.num_columns)} == {"LZ4"}


def test_row_ids_are_stored_as_differences(storage: Storage) -> None:
    group = _metadata(storage, _write(storage, _rows(5))).row_group(0)
    assert "DELTA_BINARY_PACKED" in group.column(2).encodings


def test_bloom_filters_are_written_for_the_columns_that_ask(storage: Storage) -> None:
    plain = _write(storage, _rows(10), path="plain.parquet")
    bloom = _write(storage, _rows(10), layout=RunLayout(("k",), bloom=("v",), row_group_rows=10))
    assert bloom.bytes > plain.bytes
    for file, has_filter in ((plain, False), (bloom, True)):
        column = _metadata(storage, file).row_group(0).column(1)
        assert (column.bloom_filter_offset is not None) is has_filter


def test_pages_can_be_skipped(storage: Storage) -> None:
    column = _metadata(storage, _write(storage, _rows(10))).row_group(0).column(0)
    assert column.has_offset_index
    assert column.has_column_index


@pytest.mark.parametrize(
    ("codec", "wanted"),
    [(Codec(), "LZ4"), (Codec("zstd", 3), "ZSTD"), (Codec("none"), "UNCOMPRESSED")],
)
def test_a_run_is_compressed_as_told(storage: Storage, codec: Codec, wanted: str) -> None:
    file = _write(storage, _rows(1000), layout=RunLayout(("k",), codec=codec))
    assert _metadata(storage, file).row_group(0).column(0).compression == wanted


def test_only_old_parts_have_the_codec_of_old_parts() -> None:
    layout = RunLayout(("k",), codec=Codec("none"), old_codec=Codec("zstd", 9), old_level=2)
    assert layout.of_level(1) == layout
    assert layout.of_level(2).codec == layout.of_level(7).codec == Codec("zstd", 9)
