from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sqlalchemy as sa

from rmt_engine.merges.final import PARTITION, FinalRows
from rmt_engine.merges.fsck import check_store
from rmt_engine.store import schema
from rmt_engine.store.collector import collect
from rmt_engine.store.store import Store
from tests.merges.tables import Bench
from tests.store.samples import open_store, write_file

_COLUMNS = {"k": "Int64", "s": "String", "v": "Int64", "d": "UInt8"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def table(store: Store) -> Bench:
    """Three parts, one of them merged, one of them with dead rows, and a deletion vector."""
    table = Bench(store, _COLUMNS, key=("k", "s"), version="v", is_deleted="d")
    for n in range(2):
        table.insert(*({"k": k, "s": f"{k}", "v": n, "d": 0} for k in range(20)))
    table.optimize(final=True)
    table.insert(*({"k": k, "s": f"{k}", "v": 5, "d": k % 2} for k in range(5)))
    FinalRows(store).state(table.snapshot(), PARTITION)
    return table


def _faults(store: Store, **options: Any) -> list[str]:
    return [fault.what for fault in check_store(store, **options)]


def _path(store: Store, file: str) -> Path:
    return Path(store.storage.hadoop_path(file).removeprefix("file://"))


def _last_file(table: Bench) -> str:
    return table.snapshot().files[-1].path


def _rewrite(store: Store, table: Bench, change: Callable[[pa.Table], pa.Table]) -> None:
    """Changes the rows of the last file, and what the registry says of its size and digest."""
    path = _last_file(table)
    rows = change(pq.read_table(_path(store, path), partitioning=None))
    pq.write_table(rows, _path(store, path))
    size = _path(store, path).stat().st_size
    values = {"bytes": size, "rows": rows.num_rows, "digest": None, "sizes": None}
    with store.registry.writing() as connection:
        connection.execute(sa.update(schema.files).where(schema.files.c.path == path), values)
    store.snapshots.forget(table.table.id)


def test_a_sound_store_has_no_faults(store: Store, table: Bench) -> None:
    looked_at: list[str] = []
    assert list(check_store(store, note=looked_at.append)) == []
    assert looked_at == ["files nobody refers to", table.table.qualified]
    with store.stage(table.table) as staging:
        write_file(store, f"{staging.directory}/0.parquet")
        assert _faults(store) == []


def test_a_file_nobody_refers_to(store: Store, table: Bench) -> None:
    write_file(store, f"{table.table.uuid}/lost/0.parquet")
    assert _faults(store) == ["no part, mask or deletion vector refers to the file"]


def test_a_file_that_is_gone(store: Store, table: Bench) -> None:
    _path(store, _last_file(table)).unlink()
    [fault] = _faults(store, read_rows=False)
    assert fault.endswith("is missing.")


def test_a_collection_that_was_interrupted_is_no_fault(
    store: Store, table: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.registry.writing() as connection:
        removed = schema.parts.c.removed_at
        connection.execute(
            sa.update(schema.parts).where(removed.is_not(None)), {"removed_at": time.time() - 1000}
        )
    monkeypatch.setattr(store.registry.expired, "forget_parts", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        collect(store)
    outdated = store.registry.parts.outdated(table.table.id)
    assert len(outdated) == 2
    assert not any(_path(store, file.path).exists() for part in outdated for file in part.files)
    assert _faults(store) == []
    monkeypatch.undo()
    collect(store)
    assert store.registry.parts.outdated(table.table.id) == []


def test_a_file_that_was_cut_off(store: Store, table: Bench) -> None:
    path = _path(store, _last_file(table))
    path.write_bytes(path.read_bytes()[:-1])
    [fault] = _faults(store, read_rows=False)
    assert "bytes, the registry says" in fault


def test_a_bit_that_fell_over(store: Store, table: Bench) -> None:
    path = _path(store, _last_file(table))
    with pq.ParquetFile(path) as parquet:
        column = parquet.metadata.row_group(0).column(1)
        end = column.data_page_offset + column.total_compressed_size
    content = bytearray(path.read_bytes())
    content[end - 1] ^= 1
    path.write_bytes(bytes(content))
    assert _faults(store, read_rows=False) == []
    [fault] = _faults(store)
    assert "CRC checksum" in fault


def test_rows_that_are_missing(store: Store, table: Bench) -> None:
    _rewrite(store, table, lambda rows: rows.slice(0, 3))
    with store.registry.writing() as connection:
        connection.execute(sa.update(schema.files).values(rows=schema.files.c.rows + 1))
    store.snapshots.forget(table.table.id)
    assert any("rows, the registry says" in fault for fault in _faults(store))


def test_row_ids_out_of_step(store: Store, table: Bench) -> None:
    def shift(rows: pa.Table) -> pa.Table:
        place = rows.schema.get_field_index("__row")
        ids = pa.array([n + 1 for n in rows.column(place).to_pylist()])
        return rows.set_column(place, "__row", ids)

    _rewrite(store, table, shift)
    assert any("row ids do not follow" in fault for fault in _faults(store))


def test_rows_out_of_order(store: Store, table: Bench) -> None:
    def reverse(rows: pa.Table) -> pa.Table:
        backwards = rows.take(list(range(rows.num_rows))[::-1])
        place = rows.schema.get_field_index("__row")
        return backwards.set_column(place, "__row", rows.column(place))

    _rewrite(store, table, reverse)
    assert "its rows are not in the order of the sorting key" in _faults(store)


def test_keys_that_are_there_twice(store: Store, table: Bench) -> None:
    def double(rows: pa.Table) -> pa.Table:
        place = rows.schema.get_field_index("__row")
        return rows.take([0, 0, 2, 3, 4]).set_column(place, "__row", rows.column(place))

    _rewrite(store, table, double)
    assert "1 keys are there more than once" in _faults(store)


def test_blocks_and_row_ids_that_overlap(store: Store, table: Bench) -> None:
    with store.registry.writing() as connection:
        connection.execute(sa.update(schema.parts).values(min_block=1, max_block=9))
        connection.execute(sa.update(schema.files).values(first_row=0))
    store.snapshots.forget(table.table.id)
    faults = _faults(store, read_rows=False)
    assert any(fault.startswith("its blocks overlap those of") for fault in faults)
    assert any(fault.startswith("its row ids overlap those of") for fault in faults)


@pytest.mark.parametrize("damage", ["counts", "bits", "file"])
@pytest.mark.sample(1)
def test_a_wrong_deletion_vector(store: Store, table: Bench, damage: str) -> None:
    d = schema.deletion_vectors.c
    with store.registry.writing() as connection:
        row = connection.execute(
            sa.select(d.id, d.files, d.dead_rows).order_by(d.version.desc())
        ).first()
        assert row is not None
        wrong = {"counts": {"dead_rows": "{}"}, "bits": {"files": "[]"}, "file": {}}[damage]
        if wrong:
            connection.execute(
                sa.update(schema.deletion_vectors).where(d.id == row.id).values(wrong)
            )
    if damage == "file":
        for file in _path(store, table.table.uuid).rglob("*.parquet"):
            if str(file.relative_to(_path(store, ""))) in row.files:
                file.unlink()
    *orphans, fault = _faults(store)
    assert "deletion vector (partition)" in fault
    assert len(orphans) == (damage == "bits")
    [*_, mended] = check_store(store, repair=True)
    assert mended.mended == "built anew"
    assert len(_faults(store)) == (damage == "bits")


def test_a_file_without_a_column_it_should_have(store: Store, table: Bench) -> None:
    _rewrite(store, table, lambda rows: rows.drop_columns(["v"]))
    assert "it lacks the column v" in _faults(store)


def test_repair_measures_older_files(store: Store, table: Bench) -> None:
    measures = sa.select(schema.files.c.digest, schema.files.c.sizes).order_by(schema.files.c.id)
    with store.registry.reading() as connection:
        written = connection.execute(measures).all()
    with store.registry.writing() as connection:
        connection.execute(sa.update(schema.files).values(digest=None, sizes=None))
    store.snapshots.forget(table.table.id)
    assert store.snapshots.current(table.table).column_sizes is None
    assert list(check_store(store, repair=True)) == []
    with store.registry.reading() as connection:
        assert connection.execute(measures).all() == written
    assert _faults(store) == []


def test_repair_leaves_lost_rows_as_they_are(store: Store, table: Bench) -> None:
    _path(store, _last_file(table)).unlink()
    assert [fault.mended for fault in check_store(store, repair=True)] == [""]
    assert len(_faults(store)) == 1


def test_detached_tables_are_looked_at_too(store: Store, table: Bench) -> None:
    path = _path(store, _last_file(table))
    store.detached_tables.detach(table.table.id, permanently=True)
    assert _faults(store) == []
    path.unlink()
    [fault] = _faults(store)
    assert "is missing" in fault
