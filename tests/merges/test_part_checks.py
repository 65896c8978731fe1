from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rmt_engine.merges.part_checks import check_parts
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from tests.merges.tables import Bench
from tests.store.samples import open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def table(store: Store) -> Bench:
    """Three parts, one of them masked."""
    table = Bench(store, {"k": "Int64", "v": "Int64"}, version="v")
    for version in range(3):
        table.insert(*({"k": k, "v": version} for k in range(100)))
    table.mask(lambda row: row["k"] == 3 and row["v"] == 1)
    return table


def _messages(store: Store, table: Bench) -> dict[str, str]:
    snapshot = table.snapshot()
    checks = check_parts(store, [(snapshot.table, part) for part in snapshot.parts])
    return {str(check.part.name): check.message for check in checks}


def _path(storage: Storage, file: str) -> Path:
    return Path(storage.hadoop_path(file).removeprefix("file://"))


def _flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 4
    path.write_bytes(content)


def test_sound_parts_have_no_message(store: Store, table: Bench) -> None:
    messages = _messages(store, table)
    assert len(messages) == 3
    assert set(messages.values()) == {""}
    assert check_parts(store, []) == []


@pytest.mark.parametrize("place", [40, -60])
def test_a_flipped_byte_is_told_of_its_part(store: Store, table: Bench, place: int) -> None:
    """In a page, whose checksum tells; and in the footer, whose digest does."""
    damaged = table.snapshot().parts[1]
    _flip(_path(store.storage, damaged.files[0].path), place)
    messages = _messages(store, table)
    assert damaged.files[0].path in messages[str(damaged.name)]
    assert [name for name, message in messages.items() if message] == [str(damaged.name)]


def test_a_missing_file_and_a_missing_mask_are_told(store: Store, table: Bench) -> None:
    parts = table.snapshot().parts
    [masked] = [part for part in parts if part.masked_rows]
    [mask] = masked.files[0].masks
    other = next(part for part in parts if part is not masked)
    store.storage.delete_files([mask, other.files[0].path])
    messages = _messages(store, table)
    assert "its mask is missing" in messages[str(masked.name)]
    assert "is missing" in messages[str(other.name)]
    assert list(messages.values()).count("") == 1


def test_a_part_that_was_collected_meanwhile_is_left_out(store: Store, table: Bench) -> None:
    snapshot = table.snapshot()
    gone = snapshot.parts[0]
    store.registry.parts.commit(table.table.id, [], [], replaces=[gone.id])
    store.storage.delete_files(file.path for file in gone.files)
    store.registry.expired.forget_parts([gone.id])
    checks = check_parts(store, [(snapshot.table, part) for part in snapshot.parts])
    assert [check.part for check in checks] == list(snapshot.parts[1:])
