"""Backups and what is restored from them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.merges.final import TABLE, FinalRows
from rmt_engine.merges.fsck import check_store
from rmt_engine.store.backup import back_up, restore
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.tasks import InlineRunner
from tests.merges.tables import Bench
from tests.store.samples import open_store, registry_url

pytestmark = pytest.mark.sample(1)  # the first of the databases


@pytest.fixture
def store(tmp_path: Path, backend: str) -> Iterator[Store]:
    with open_store(tmp_path / "store") as store:
        yield store


@pytest.fixture
def table(store: Store) -> Bench:
    """Parts that were merged, others, a mask, and a deletion vector."""
    table = Bench(store, {"k": "Int64", "v": "Int64"}, version="v")
    for version in range(2):
        table.insert(*({"k": k, "v": version} for k in range(10)))
    table.optimize(final=True)
    table.insert({"k": 1, "v": 5}, {"k": 20, "v": 5})
    table.mask(lambda row: row["k"] == 3)
    FinalRows(store).state(table.snapshot(), TABLE)
    return table


def _restored(backup: Path, tmp_path: Path) -> Store:
    registry = Registry(registry_url(tmp_path / "restored"))
    tables = Storage(str(tmp_path / "restored" / "data"))
    restore(str(backup), registry, tables)
    return Store(registry, tables, InlineRunner())


def _rows(store: Store, bench: Bench) -> list[dict[str, object]]:
    [table] = store.registry.tables.all()
    there = Bench.__new__(Bench)
    there.__dict__ |= bench.__dict__ | {"store": store, "table": table}
    rows = there.visible(FinalRows(store).state(there.snapshot(), TABLE))
    return sorted(rows, key=lambda row: str(row["k"]))


def test_what_is_restored_is_what_was_there(store: Store, table: Bench, tmp_path: Path) -> None:
    before = _rows(store, table)
    summary = back_up(store.registry, store.storage, str(tmp_path / "backup"))
    assert summary.tables == 1
    assert summary.copied == summary.files == 3
    table.insert({"k": 50, "v": 1})
    there = _restored(tmp_path / "backup", tmp_path)
    assert _rows(there, table) == before
    assert list(check_store(there)) == []
    [restored] = there.registry.tables.all()
    assert restored.uuid == table.table.uuid
    first = there.registry.row_ids.reserve(1)
    assert all(first >= file.row_stop for file in there.snapshots.current(restored).files)
    other = Bench(there, {"k": "Int64"})
    assert other.insert({"k": 1}) == ["all_1_1_1"]
    assert len(there.snapshots.current(restored).parts) == 2
    there.close()


def test_a_backup_is_a_sound_store(store: Store, table: Bench, tmp_path: Path) -> None:
    back_up(store.registry, store.storage, str(tmp_path / "backup"))
    registry = Registry(f"sqlite:///{tmp_path}/backup/registry.db")
    copy = Store(registry, Storage(str(tmp_path / "backup" / "tables")), InlineRunner())
    assert list(check_store(copy)) == []
    copy.close()


def test_a_second_backup_copies_what_is_new(store: Store, table: Bench, tmp_path: Path) -> None:
    target = str(tmp_path / "backup")
    first = back_up(store.registry, store.storage, target)
    table.insert({"k": 50, "v": 1})
    second = back_up(store.registry, store.storage, target)
    assert (second.files, second.copied) == (first.files + 1, 1)
    table.optimize(final=True)
    third = back_up(store.registry, store.storage, target)
    assert (third.files, third.copied) == (1, 1)
    assert len(Storage(f"{target}/tables").list_files("", ".parquet")) == 1


def test_files_that_are_collected_meanwhile_are_no_harm(
    store: Store, table: Bench, tmp_path: Path
) -> None:
    merged: list[bool] = []

    def note(_: str) -> None:
        if len(merged) == 1:
            old = table.snapshot().files
            table.optimize(final=True)
            store.storage.delete_files(file.path for file in old)
        merged.append(True)

    back_up(store.registry, store.storage, str(tmp_path / "backup"), note)
    assert len(merged) > 2
    there = _restored(tmp_path / "backup", tmp_path)
    assert list(check_store(there)) == []
    there.close()


def test_a_missing_file_is_told(store: Store, table: Bench, tmp_path: Path) -> None:
    store.storage.delete_files([table.snapshot().files[0].path])
    with pytest.raises(RmtError, match="NO_FILE_IN_DATA_PART"):
        back_up(store.registry, store.storage, str(tmp_path / "backup"))


def test_a_damaged_backup_is_not_restored(store: Store, table: Bench, tmp_path: Path) -> None:
    back_up(store.registry, store.storage, str(tmp_path / "backup"))
    path = tmp_path / "backup" / "tables" / table.snapshot().files[0].path
    path.write_bytes(path.read_bytes()[:-1])
    registry = Registry(f"sqlite:///{tmp_path}/restored.db")
    with pytest.raises(RmtError, match="BAD_SIZE_OF_FILE_IN_DATA_PART"):
        restore(str(tmp_path / "backup"), registry, Storage(str(tmp_path / "restored")))
    assert registry.tables.all() == []
    registry.close()


def test_nothing_that_is_there_is_overwritten(store: Store, table: Bench, tmp_path: Path) -> None:
    target = str(tmp_path / "backup")
    back_up(store.registry, store.storage, target)
    with pytest.raises(RmtError, match="The warehouse has tables"):
        restore(target, store.registry, store.storage)
    (tmp_path / "other").mkdir()
    Registry(f"sqlite:///{tmp_path}/other/registry.db").close()
    with pytest.raises(RmtError, match="is a warehouse, not a backup"):
        back_up(store.registry, store.storage, str(tmp_path / "other"))
    with pytest.raises(RmtError, match="There is no backup"):
        restore(str(tmp_path / "nothing"), store.registry, store.storage)


def test_dropped_tables_are_left_out(store: Store, table: Bench, tmp_path: Path) -> None:
    other = Bench(store, {"k": "Int64"})
    other.insert({"k": 1})
    store.registry.tables.drop(other.table.id)
    assert back_up(store.registry, store.storage, str(tmp_path / "backup")).tables == 1


def test_detached_tables_are_backed_up_and_restored(
    store: Store, table: Bench, tmp_path: Path
) -> None:
    store.detached_tables.detach(table.table.id, permanently=False)
    backup = str(tmp_path / "backup")
    assert back_up(store.registry, store.storage, backup).tables == 1
    with pytest.raises(RmtError, match="has tables"):
        restore(backup, store.registry, store.storage)
    restored = _restored(tmp_path / "backup", tmp_path)
    [left] = restored.detached_tables.left_behind()
    assert left.uuid == table.table.uuid
    restored.detached_tables.attach(left.database, left.name)
    assert list(check_store(restored)) == []
    assert len(_rows(restored, table)) == 10
    restored.close()
