"""Damaged files: whoever reads one to write it anew answers rightly or says that it is damaged."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from rmt_engine.errors import RmtError
from rmt_engine.merges.final import PARTITION, TABLE, FinalRows
from rmt_engine.store import schema
from rmt_engine.store.digests import DAMAGE
from rmt_engine.store.part import RunFile
from rmt_engine.store.store import Store
from rmt_engine.store.table import ROW_ID
from tests.merges.tables import Bench
from tests.store.samples import open_store

_COLUMNS = {"k": "Int64", "s": "String", "v": "Int64", "x": "Int64"}
_ROWS = 400


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def table(store: Store) -> Bench:
    """Two parts of the same keys."""
    table = Bench(store, _COLUMNS, key=("k", "s"), version="v")
    for version in range(2):
        rows = ({"k": k, "s": f"s{k}", "v": version, "x": k * version} for k in range(_ROWS))
        table.insert(*rows)
    return table


def _path(store: Store, file: str) -> Path:
    return Path(store.storage.hadoop_path(file).removeprefix("file://"))


def _flip(store: Store, file: str, places: range, seed: int = 0) -> None:
    """Flips one bit of a file somewhere."""
    path = _path(store, file)
    content = bytearray(path.read_bytes())
    chosen = random.Random(seed)
    content[chosen.choice(places)] ^= 1 << chosen.randrange(8)
    path.write_bytes(content)


def _pages(store: Store, file: RunFile, column: str) -> range:
    """Where the pages of a column's first chunk are."""
    with store.storage.open_parquet(file.path) as parquet:
        chunk = parquet.metadata.row_group(0).column(parquet.schema_arrow.names.index(column))
        stop = chunk.data_page_offset + chunk.total_compressed_size
        return range(chunk.data_page_offset, stop)


def _merge(table: Bench) -> list[dict[str, object]]:
    table.optimize(final=True)
    return table.rows()


def _final(table: Bench) -> list[dict[str, object]]:
    return table.visible(FinalRows(table.store).state(table.snapshot(), TABLE))


def _expected() -> list[dict[str, object]]:
    return [{"k": k, "s": f"s{k}", "v": 1, "x": k} for k in range(_ROWS)]


def _error_or_rows(read: Callable[[], object]) -> RmtError | None:
    """The error of a damaged file; None when the answer is right: not every bit matters."""
    try:
        rows = read()
    except RmtError as error:
        return error if error.name in DAMAGE else pytest.fail(str(error))
    assert rows == _expected()
    return None


@pytest.mark.parametrize("column", [*_COLUMNS, ROW_ID])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.sample(3)
def test_a_merge_never_writes_what_a_flipped_bit_says(
    store: Store, table: Bench, column: str, seed: int
) -> None:
    file = table.snapshot().files[-1]
    _flip(store, file.path, _pages(store, file, column), seed)
    error = _error_or_rows(lambda: _merge(table))
    assert (error is None) == (len(table.names()) == 1)


@pytest.mark.parametrize("column", ["k", "s", "v"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sample(3)
def test_a_deletion_vector_is_not_built_from_damaged_keys(
    store: Store, table: Bench, column: str, seed: int
) -> None:
    file = table.snapshot().files[-1]
    _flip(store, file.path, _pages(store, file, column), seed)
    _error_or_rows(lambda: _final(table))


@pytest.mark.parametrize("read", [_merge, _final])
def test_a_flipped_bit_in_a_footer_is_found(
    store: Store, table: Bench, read: Callable[[Bench], object]
) -> None:
    file = table.snapshot().files[0]
    assert file.digest is not None
    length = int(file.digest.partition("-")[0])
    for seed in range(20):
        whole = _path(store, file.path).read_bytes()
        _flip(store, file.path, range(file.bytes - length, file.bytes), seed)
        with pytest.raises(RmtError, match="CHECKSUM_DOESNT_MATCH"):
            read(table)
        _path(store, file.path).write_bytes(whole)


@pytest.mark.parametrize("read", [_merge, _final])
@pytest.mark.parametrize("left", [0, 3, 100, -1])
@pytest.mark.sample(3)
def test_a_file_that_was_cut_off_is_found(
    store: Store, table: Bench, left: int, read: Callable[[Bench], object]
) -> None:
    path = _path(store, table.snapshot().files[0].path)
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(RmtError, match="BAD_SIZE_OF_FILE_IN_DATA_PART"):
        read(table)


@pytest.mark.parametrize("read", [_merge, _final])
def test_a_missing_file_is_told(
    store: Store, table: Bench, read: Callable[[Bench], object]
) -> None:
    _path(store, table.snapshot().files[0].path).unlink()
    with pytest.raises(RmtError, match="NO_FILE_IN_DATA_PART"):
        read(table)


@pytest.mark.parametrize("read", [_merge, _final])
def test_a_file_that_is_another_one_is_found(
    store: Store, table: Bench, read: Callable[[Bench], object]
) -> None:
    first, second = table.snapshot().files
    assert first.rows == second.rows
    shutil.copy(_path(store, first.path), _path(store, second.path))
    with store.registry.writing() as connection:
        of_second = schema.files.c.path == second.path
        connection.execute(sa.update(schema.files).where(of_second).values(bytes=first.bytes))
    store.snapshots.forget(table.table.id)
    with pytest.raises(RmtError, match="CHECKSUM_DOESNT_MATCH"):
        read(table)


def test_a_file_without_a_digest_is_read_still(store: Store, table: Bench) -> None:
    with store.registry.writing() as connection:
        connection.execute(sa.update(schema.files).values(digest=None))
    store.snapshots.forget(table.table.id)
    assert _merge(table) == _expected()


@pytest.mark.parametrize("damage", ["flipped", "missing", "exchanged"])
def test_a_damaged_deletion_vector_is_built_anew(store: Store, table: Bench, damage: str) -> None:
    [old] = FinalRows(store).state(table.snapshot(), TABLE).files
    if damage == "flipped":
        _flip(store, old, range(_path(store, old).stat().st_size))
    elif damage == "missing":
        _path(store, old).unlink()
    else:
        with store.registry.writing() as connection:
            connection.execute(sa.update(schema.deletion_vectors).values(dead_rows="{}"))
    assert _final(table) == _expected()
    [new] = FinalRows(store).state(table.snapshot(), TABLE).files
    assert store.registry.files.known() >= {new}
    assert not _path(store, old).exists() or old == new


def test_a_vector_that_starts_from_a_damaged_one_is_built_from_the_rows(
    store: Store, table: Bench
) -> None:
    [old] = FinalRows(store).state(table.snapshot(), PARTITION).files
    _path(store, old).unlink()
    table.insert({"k": 3, "s": "s3", "v": 9, "x": 0})
    state = FinalRows(store).state(table.snapshot(), PARTITION)
    assert len(table.visible(state)) == _ROWS


def test_a_damaged_mask_is_told(store: Store, table: Bench) -> None:
    table.mask(lambda row: row["k"] == 5)
    mask = table.snapshot().files[0].masks[0]
    _flip(store, mask, range(4, 40))
    with pytest.raises(RmtError, match="CHECKSUM_DOESNT_MATCH"):
        _merge(table)
