from __future__ import annotations

import pickle
from pathlib import Path

import pyarrow as pa
import pytest

from rmt_engine.store.storage import FileInfo, Storage


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    storage = Storage(str(tmp_path / "data"))
    storage.create_directory("")
    return storage


def _touch(storage: Storage, *paths: str, content: str = "x") -> None:
    root = Path(storage.root.removeprefix("file://"))
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)


def _left(storage: Storage) -> list[str]:
    """Everything below the storage, directories too."""
    root = Path(storage.root.removeprefix("file://"))
    return sorted(str(path.relative_to(root)) for path in root.rglob("*"))


@pytest.mark.parametrize("suffix", ["", "/", "//"])
def test_a_path_and_its_uri_name_the_same_storage(tmp_path: Path, suffix: str) -> None:
    by_path, by_uri = Storage(f"{tmp_path}{suffix}"), Storage(f"{tmp_path.as_uri()}{suffix}")
    assert by_path.root == by_uri.root == tmp_path.as_uri()


def test_a_relative_path_is_one_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Storage("warehouse").root == (tmp_path / "warehouse").as_uri()


def test_a_tilde_is_the_home_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Storage("~/warehouse").root == (tmp_path / "warehouse").as_uri()


def test_a_disk_is_local_and_anything_else_is_not() -> None:
    assert Storage("/data").is_local
    assert not Storage("mock://data").is_local


@pytest.mark.parametrize("name", ["plain", "with space", "übung", "100%", "a#b"])
def test_any_name_of_a_directory_will_do(tmp_path: Path, name: str) -> None:
    storage = Storage(str(tmp_path / name))
    storage.create_directory("t/p")
    with storage.parquet_writer("t/p/0.parquet", pa.schema([("k", pa.int64())])) as writer:
        writer.write_table(pa.table({"k": [1]}))
    assert (tmp_path / name / "t" / "p" / "0.parquet").exists()
    assert storage.hadoop_path("t/p") == f"file://{tmp_path / name}/t/p"
    [file] = storage.list_files("t", ".parquet")
    assert file.path == "t/p/0.parquet"
    with storage.open_parquet(file.path) as parquet:
        assert parquet.read().to_pydict() == {"k": [1]}


def test_the_uri_of_nothing_is_that_of_the_root(storage: Storage) -> None:
    assert storage.hadoop_path("") == storage.root


def test_it_can_be_sent_to_a_task(storage: Storage) -> None:
    _touch(storage, "t/a.parquet")
    assert pickle.loads(pickle.dumps(storage)).list_files("t", ".parquet") == [
        FileInfo("t/a.parquet", 1)
    ]


def test_files_are_listed_in_order_with_their_sizes(storage: Storage) -> None:
    _touch(storage, "t/p/b.parquet", "t/p/a.parquet", "t/c.parquet")
    _touch(storage, "t/p/.a.parquet.crc", "t/_SUCCESS", "u/d.parquet")
    _touch(storage, "t/p/a.parquet", content="four")
    assert storage.list_files("t", ".parquet") == [
        FileInfo("t/c.parquet", 1),
        FileInfo("t/p/a.parquet", 4),
        FileInfo("t/p/b.parquet", 1),
    ]
    assert storage.size("t/p/a.parquet") == 4


def test_a_missing_directory_has_no_files(storage: Storage) -> None:
    assert storage.list_files("never", "") == []


def test_deleting_files_takes_the_directories_they_leave_empty(storage: Storage) -> None:
    _touch(storage, "t/p/deep/0.parquet", "t/q/1.parquet")
    storage.delete_files(["t/p/deep/0.parquet"])
    assert _left(storage) == ["t", "t/q", "t/q/1.parquet"]
    storage.delete_files(["t/q/1.parquet"])
    assert _left(storage) == []
    assert Path(storage.root.removeprefix("file://")).exists()


def test_a_directory_with_another_file_stays(storage: Storage) -> None:
    _touch(storage, "t/p/0.parquet", "t/p/1.parquet")
    storage.delete_files(["t/p/0.parquet"])
    assert _left(storage) == ["t", "t/p", "t/p/1.parquet"]


def test_what_spark_leaves_beside_its_files_goes_with_them(storage: Storage) -> None:
    _touch(storage, "t/p/0.parquet", "t/p/.0.parquet.crc", "t/p/_SUCCESS", "t/p/._SUCCESS.crc")
    storage.delete_files(["t/p/0.parquet"])
    assert _left(storage) == []


def test_missing_files_are_skipped_and_the_others_deleted(storage: Storage) -> None:
    _touch(storage, "t/p/1.parquet")
    storage.delete_files(["t/p/0.parquet", "gone/0.parquet", "t/p/1.parquet"])
    assert _left(storage) == []


def test_a_directory_is_deleted_with_all_it_holds(storage: Storage) -> None:
    _touch(storage, "t/p/0.parquet", "t/q/deep/1.parquet")
    storage.delete_directory("t/q")
    assert _left(storage) == ["t", "t/p", "t/p/0.parquet"]
    storage.delete_directory("t/q")
    assert _left(storage) == ["t", "t/p", "t/p/0.parquet"]


def test_syncing_reaches_a_file_and_every_directory_that_names_it(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    _touch(storage, "t/p/0.parquet", "t/q/1.parquet")
    synced: list[str] = []
    monkeypatch.setattr("rmt_engine.store.storage._fsync", synced.append)
    storage.sync(["t/p/0.parquet", "t/q/1.parquet"])
    base = storage.root.removeprefix("file://")
    wanted = ["/t/p/0.parquet", "/t/q/1.parquet", "/t/p", "/t/q", "/t", ""]
    assert sorted(synced) == sorted(base + path for path in wanted)


def test_syncing_a_file_that_is_not_there_fails(storage: Storage) -> None:
    with pytest.raises(FileNotFoundError):
        storage.sync(["t/p/never.parquet"])


def test_file_systems_that_are_not_local_are_not_synced() -> None:
    Storage("mock://data").sync(["t/p/never.parquet"])


def test_a_link_never_writes_over_a_file(tmp_path: Path) -> None:
    source, target = Storage(str(tmp_path / "a b%")), Storage(str(tmp_path / "c"))
    source.create_directory("")
    source.write("x", b"one")
    source.link("x", target, "d/y")
    source.link("x", target, "d/y")
    assert (source.read("x"), target.read("d/y")) == (b"one", b"one")
    source.write("z", b"two")
    source.link("z", target, "d/y")
    assert (source.read("x"), target.read("d/y")) == (b"one", b"two")
    with pytest.raises(FileNotFoundError):
        source.link("nothing", target)
