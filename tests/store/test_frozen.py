"""Frozen copies of parts, and tables that are restored from them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from rmt_engine.errors import RmtError
from rmt_engine.merges.attach import Transfer, transfer_parts
from rmt_engine.merges.final import TABLE, FinalRows
from rmt_engine.merges.fsck import check_store
from rmt_engine.merges.insert import write_block
from rmt_engine.store.backup import back_up, restore
from rmt_engine.store.collector import collect
from rmt_engine.store.registry import Registry
from rmt_engine.store.restored_tables import restore_table
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.merges.tables import Bench
from tests.store.samples import open_store, refused, stagings

pytestmark = pytest.mark.sample(1)  # the first of the databases

_COLUMNS = {"k": "Int64", "p": "Int64", "v": "Int64"}


@pytest.fixture
def store(tmp_path: Path, backend: str) -> Iterator[Store]:
    with open_store(tmp_path / "store") as store:
        yield store


@pytest.fixture
def shadow(tmp_path: Path) -> Path:
    return tmp_path / "store" / "shadow"


@pytest.fixture
def table(store: Store) -> Bench:
    """Two parts in each of two partitions, some of them merged, and a mask."""
    return _filled(store)


def _filled(store: Store, rounds: int = 3) -> Bench:
    table = Bench(store, _COLUMNS, partition_by="p", version="v")
    for v in range(rounds):
        table.insert(*({"k": k, "p": k % 2, "v": v} for k in range(6)))
        if v == 1:
            table.optimize(final=True)
    table.mask(lambda row: row["k"] == 3)
    return table


def _shown(store: Store, like: Bench, name: str) -> list[tuple[Any, ...]]:
    """The rows FINAL shows of a table, whose parts are those of another one."""
    table = store.registry.tables.find("db", name)
    assert table is not None
    there = Bench.__new__(Bench)
    there.__dict__ |= like.__dict__ | {"store": store, "table": table}
    rows = there.visible(FinalRows(store).state(there.snapshot(), TABLE))
    return sorted((row["k"], row["p"], row["v"]) for row in rows)


def _names(store: Store, name: str) -> list[str]:
    table = store.registry.tables.find("db", name)
    assert table is not None
    return [str(part.name) for part in store.snapshots.current(table).parts]


def _restored(copy: Path, store: Store, table: Bench, new_name: str) -> None:
    restore_table(str(copy), ("db", table.table.name), store, ("db", new_name))
    store.detached_tables.attach("db", new_name)


def _files(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


def test_a_copy_stays_whatever_becomes_of_the_table(
    store: Store, table: Bench, shadow: Path
) -> None:
    name = table.table.name
    before, parts = _shown(store, table, name), table.names()
    frozen = store.frozen.freeze(table.table.id, name="x")
    assert [str(part.name) for part in frozen] == parts
    files = [path for path in _files(shadow / "x") if path.suffix == ".parquet"]
    assert {path.stat().st_nlink for path in files} == {2}
    table.insert({"k": 1, "p": 1, "v": 9})
    table.optimize(final=True)
    store.registry.tables.drop(table.table.id)
    collect(store, time.time() + 10_000)
    assert {path.stat().st_nlink for path in files} == {1}
    _restored(shadow / "x", store, table, name)
    assert _names(store, name) == parts
    assert _shown(store, table, name) == before
    assert list(check_store(store)) == []
    assert stagings(store.registry) == []


def test_files_are_copied_where_links_are_impossible(
    store: Store, table: Bench, shadow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    before = _shown(store, table, table.table.name)
    store.frozen.freeze(table.table.id, name="x")
    files = [path for path in _files(shadow / "x") if path.suffix == ".parquet"]
    assert {path.stat().st_nlink for path in files} == {1}
    _restored(shadow / "x", store, table, "again")
    assert _shown(store, table, "again") == before


def test_a_copy_is_a_backup(store: Store, table: Bench, shadow: Path, tmp_path: Path) -> None:
    before = _shown(store, table, table.table.name)
    store.frozen.freeze(table.table.id, "0", "x")
    store.frozen.freeze(table.table.id, "1", "x")
    other = Bench(store, _COLUMNS)
    other.insert({"k": 1, "p": 1, "v": 1})
    store.frozen.freeze(other.table.id, name="x")
    with open_store(tmp_path / "new") as new:
        restore(str(shadow / "x"), new.registry, new.storage)
        assert {t.name for t in new.registry.tables.all()} == {other.table.name, table.table.name}
        assert _shown(new, table, table.table.name) == before
        assert list(check_store(new)) == []
    registry = Registry(f"sqlite:///{shadow}/x/registry.db")
    assert registry.files.known()
    registry.close()


def test_what_a_copy_has_is_refused_and_it_stays(store: Store, table: Bench, shadow: Path) -> None:
    store.frozen.freeze(table.table.id, "0", "x")
    before = _files(shadow / "x")
    table.insert({"k": 0, "p": 0, "v": 9})
    for partition in ("0", None):
        with refused("DIRECTORY_ALREADY_EXISTS", match="has the partition 0 of"):
            store.frozen.freeze(table.table.id, partition, "x")
        assert _files(shadow / "x") == before
    name = table.table.name
    store.registry.tables.drop(table.table.id)
    again = Bench(store, _COLUMNS)
    store.registry.tables.rename([(("db", again.table.name), ("db", name))])
    again.insert({"k": 0, "p": 0, "v": 9})
    with refused("DIRECTORY_ALREADY_EXISTS", match="another table"):
        store.frozen.freeze(again.table.id, name="x")


def test_an_unfrozen_copy_is_gone_with_its_last_part(
    store: Store, table: Bench, shadow: Path
) -> None:
    store.frozen.freeze(table.table.id, name="x")
    store.frozen.freeze(table.table.id, name="y")
    assert store.frozen.unfreeze("never", table.table.id) == []
    assert store.frozen.unfreeze("", table.table.id) == []
    gone = store.frozen.unfreeze("x", table.table.id, "0")
    assert {part.name.partition_id for part in gone} == {"0"}
    _restored(shadow / "x", store, table, "half")
    assert {row[1] for row in _shown(store, table, "half")} == {1}
    store.frozen.unfreeze("x", table.table.id)
    assert sorted(path.name for path in shadow.iterdir()) == ["increment.txt", "y"]
    assert len(store.frozen.unfreeze("y")) == 4
    assert sorted(path.name for path in shadow.iterdir()) == ["increment.txt"]
    assert table.names() == [str(part.name) for part in store.snapshots.current(table.table).parts]
    assert list(check_store(store)) == []


def test_a_table_without_parts_leaves_no_copy(store: Store, shadow: Path) -> None:
    empty = Bench(store, _COLUMNS)
    assert store.frozen.freeze(empty.table.id) == []
    assert store.frozen.freeze(empty.table.id, name="x") == []
    assert [path.name for path in shadow.iterdir()] == ["increment.txt"]
    assert (shadow / "increment.txt").read_text() == "2\n"


def test_a_freeze_that_fails_leaves_nothing(
    store: Store, table: Bench, shadow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = 2

    def cancel() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise RmtError("QUERY_WAS_CANCELLED", "enough")

    with refused("QUERY_WAS_CANCELLED"):
        store.frozen.freeze(table.table.id, name="x", check=cancel)
    assert [path.name for path in shadow.iterdir()] == ["increment.txt"]
    store.frozen.freeze(table.table.id, "0", "x")
    before, left = _files(shadow / "x"), 2
    with refused("QUERY_WAS_CANCELLED"):
        store.frozen.freeze(table.table.id, "1", "x", check=cancel)
    assert _files(shadow / "x") == before
    assert stagings(store.registry) == []


def test_what_a_crash_left_is_no_copy_and_goes(
    store: Store, table: Bench, shadow: Path, tmp_path: Path
) -> None:
    [file, *_] = table.snapshot().files
    left = shadow / "x" / "tables" / file.path
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half of it")
    with refused("INVALID_CONFIG_PARAMETER", match="no backup"):
        restore_table(str(shadow / "x"), ("db", table.table.name), store, ("db", "n"))
    store.frozen.freeze(table.table.id, "1", "x")
    assert b"half of it" not in [path.read_bytes() for path in _files(shadow / "x")]
    left.parent.mkdir(parents=True, exist_ok=True)
    (left.parent / "more.parquet").write_bytes(b"half of it")
    store.frozen.unfreeze("x", table.table.id)
    assert not (shadow / "x").exists()
    store.registry.stagings.add("a process that is dead", "freeze-x")
    with ThreadPoolExecutor(1) as pool:
        frozen = pool.submit(store.frozen.freeze, table.table.id, None, "x")
        time.sleep(0.2)
        assert not frozen.done()
        collect(store)
        assert len(frozen.result(10)) == 4


def test_files_that_are_collected_meanwhile_belong_to_parts_that_were_replaced(
    store: Store, table: Bench, shadow: Path
) -> None:
    merged = False

    def merge() -> None:
        nonlocal merged
        if not merged:
            merged = True
            table.optimize(final=True)
            collect(store, time.time() + 10_000)

    before = _shown(store, table, table.table.name)
    frozen = store.frozen.freeze(table.table.id, name="x", check=merge)
    assert [str(part.name) for part in frozen] == table.names()
    _restored(shadow / "x", store, table, "again")
    assert _shown(store, table, "again") == before


def test_a_damaged_file_is_not_frozen(store: Store, table: Bench, shadow: Path) -> None:
    [file, *_] = table.snapshot().files
    path = Path(store.storage.hadoop_path(file.path).removeprefix("file://"))
    content = path.read_bytes()
    path.write_bytes(content[:-20] + b"x" + content[-19:])
    with refused("CHECKSUM_DOESNT_MATCH"):
        store.frozen.freeze(table.table.id, name="x")
    path.unlink()
    with refused("NO_FILE_IN_DATA_PART", match="is missing"):
        store.frozen.freeze(table.table.id, name="x")
    assert not (shadow / "x").exists()


def test_who_freezes_at_the_same_time_takes_turns(
    store: Store, table: Bench, shadow: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "store") as second, ThreadPoolExecutor(4) as pool:
        both = [
            pool.submit(each.frozen.freeze, table.table.id, partition, "x")
            for each, partition in ((store, "0"), (second, "1"))
        ]
        assert [len(done.result(30)) for done in both] == [2, 2]
        numbered = [pool.submit(store.frozen.freeze, table.table.id) for _ in range(3)]
        assert {done.result(30)[0].copy for done in numbered} == {"3", "4", "5"}
    _restored(shadow / "x", store, table, "again")
    assert _shown(store, table, "again") == _shown(store, table, table.table.name)


def test_a_registry_that_was_away_keeps_nobody_from_freezing(
    store: Store, table: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise RmtError("KEEPER_EXCEPTION", "away")

    with monkeypatch.context() as patch:
        patch.setattr(store.registry.stagings, "forget", fail)
        with refused("KEEPER_EXCEPTION"):
            store.frozen.freeze(table.table.id, name="x")
    assert stagings(store.registry) == ["freeze-increment"]
    assert len(store.frozen.freeze(table.table.id, name="x")) == 4
    assert stagings(store.registry) == []


def test_wrong_names(store: Store, table: Bench, shadow: Path) -> None:
    with refused("ARGUMENT_OUT_OF_BOUND"):
        store.frozen.freeze(table.table.id, name="ü" * 100)
    store.frozen.freeze(table.table.id, name="../x")
    assert (shadow / "%2E%2E%2Fx" / "registry.db").exists()
    (shadow / "increment.txt").write_text("many")
    with refused("CORRUPTED_DATA", match=r"increment\.txt"):
        store.frozen.freeze(table.table.id)


# One table of a backup


def test_a_table_of_a_backup_comes_beside_the_others(
    store: Store, table: Bench, tmp_path: Path
) -> None:
    before = _shown(store, table, table.table.name)
    backup = tmp_path / "backup"
    back_up(store.registry, store.storage, str(backup))
    for name, new in ((table.table.name, table.table.name), ("nothing", "n")):
        error = "TABLE_ALREADY_EXISTS" if name == new else "UNKNOWN_TABLE"
        with refused(error):
            restore_table(str(backup), ("db", name), store, ("db", new))
    restore_table(str(backup), ("DB", table.table.name.upper()), store, ("db", "Old"))
    assert [t.name for t in store.registry.tables.all()] == [table.table.name]
    [detached] = store.detached_tables.all()
    assert (detached.table.name, detached.is_permanent) == ("Old", True)
    with refused("TABLE_ALREADY_EXISTS"):
        restore_table(str(backup), ("db", table.table.name), store, ("db", "old"))
    store.detached_tables.attach("db", "old")
    assert _shown(store, table, "old") == before
    assert list(check_store(store)) == []
    assert stagings(store.registry) == []
    store.detached_tables.detach(table.table.id, permanently=False)
    back_up(store.registry, store.storage, str(backup))
    restore_table(str(backup), ("db", table.table.name), store, ("db", "older"))
    [older] = [each for each in store.detached_tables.all() if each.table.name == "older"]
    assert older.is_permanent


def test_a_restore_that_fails_leaves_nothing(store: Store, table: Bench, shadow: Path) -> None:
    store.frozen.freeze(table.table.id, name="x")
    before = _files(Path(store.storage.hadoop_path("").removeprefix("file://")))
    [file, *_] = table.snapshot().files
    (shadow / "x" / "tables" / file.path).unlink()
    with refused("NO_FILE_IN_DATA_PART", match="backup lacks"):
        restore_table(str(shadow / "x"), ("db", table.table.name), store, ("db", "old"))
    assert _files(Path(store.storage.hadoop_path("").removeprefix("file://"))) == before
    assert stagings(store.registry) == []
    assert store.detached_tables.all() == []


def test_rows_of_another_store_are_written_anew_where_row_ids_are_taken(
    store: Store, table: Bench, tmp_path: Path
) -> None:
    """Both stores count row ids from 0."""
    shown = _shown(store, table, table.table.name)
    source = _of_another_store(store, tmp_path, 0)
    transfer_parts(store, table.stored, source, None, Transfer.ATTACH)
    expected = {row[0]: row for row in shown} | {k: (k, k % 2, 7) for k in range(3, 9)}
    assert _shown(store, table, table.table.name) == sorted(expected.values())
    assert list(check_store(store)) == []


def test_an_insert_whose_row_ids_came_from_another_store_meanwhile_is_refused(
    store: Store, table: Bench, tmp_path: Path
) -> None:
    block = pa.Table.from_pylist([{"k": 1, "p": 1, "v": 1}], schema=table.schema)
    with store.stage(table.table) as staging:
        partitions = pa.table({"p": ["1"]})
        late = write_block(store, staging.directory, table.plan(), block, partitions)
        source = _of_another_store(store, tmp_path, late[0].files[0].first_row)
        transfer_parts(store, table.stored, source, "1", Transfer.ATTACH)
        with refused("CANNOT_ASSIGN_ALTER", match="row ids"):
            store.registry.parts.commit(table.table.id, late, [staging.directory])
    table.insert({"k": 1, "p": 1, "v": 1})
    assert list(check_store(store)) == []


def _of_another_store(store: Store, tmp_path: Path, first_row: int) -> Table:
    """A table that was frozen in another store, with row ids from a number on."""
    with open_store(tmp_path / "other") as other:
        other.registry.row_ids.reserve(first_row)
        theirs = Bench(other, _COLUMNS, partition_by="p", version="v")
        theirs.insert(*({"k": k, "p": k % 2, "v": 7} for k in range(3, 9)))
        other.frozen.freeze(theirs.table.id, name="x")
    _restored(tmp_path / "other" / "shadow" / "x", store, theirs, "old")
    source = store.registry.tables.find("db", "old")
    assert source is not None
    return source
