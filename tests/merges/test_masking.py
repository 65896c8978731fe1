from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import sqlalchemy as sa

from rmt_engine.merges import masking
from rmt_engine.merges.attach import Transfer, attach_partition, transfer_parts
from rmt_engine.merges.extremes import exact_extremes
from rmt_engine.merges.final import PARTITION, TABLE, FinalRows
from rmt_engine.merges.fsck import check_store
from rmt_engine.merges.masking import MASKED, mask_rows, plan_masks, read_masked
from rmt_engine.store import schema
from rmt_engine.store.collector import collect
from rmt_engine.store.masks import MaskedRows
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.store import Store
from rmt_engine.store.table import MERGE_TREE, ROW_ID
from tests.merges.tables import Bench, members
from tests.store.samples import open_store, paths, stagings

_COLUMNS = {"k": "Int64", "p": "Int64", "v": "Int64", "n": "Int64"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def table(store: Store) -> Bench:
    """Two parts: rows 0 to 19, and row 20, which beats row 5."""
    table = Bench(store, _COLUMNS, version="v", partition_by="p")
    table.insert(*(_row(k, n=k) for k in range(20)))
    table.insert(_row(5, v=1, n=20))
    return table


def _row(k: int, v: int = 0, n: int = 0, p: int = 1) -> dict[str, Any]:
    return {"k": k, "p": p, "v": v, "n": n}


def _mask(table: Bench, *ns: int) -> None:
    table.mask(lambda row: row["n"] in ns)


def _ns(table: Bench) -> list[int]:
    return sorted(row["n"] for row in table.rows())


def _final(table: Bench, scope: str = TABLE) -> list[int]:
    state = FinalRows(table.store).state(table.snapshot(), scope)
    return sorted(row["n"] for row in table.visible(state))


def _masks(table: Bench) -> list[str]:
    return [path for file in table.snapshot().files for path in file.masks]


def _faults(store: Store, **options: Any) -> list[str]:
    return [fault.what for fault in check_store(store, **options)]


# What a task writes


def test_a_task_writes_a_mask_for_each_run_it_finds_rows_of(table: Bench) -> None:
    parts = table.snapshot().parts
    plan = plan_masks(table.store.storage, "masks", parts)
    table.store.storage.create_directory("masks")
    firsts = {file.path: file.first_row for part in parts for file in part.files}
    ids = [*sorted(firsts.values()), min(firsts.values()) + 3]
    batches = [pa.RecordBatch.from_pydict({ROW_ID: [number]}) for number in ids]
    answers = pa.Table.from_batches(list(mask_rows(plan, batches)), MASKED)
    masked = read_masked(answers, parts)
    assert {path: file.masked_rows for path, file in masked.items()} == {
        path: 2 if first == min(firsts.values()) else 1 for path, first in firsts.items()
    }
    hidden = MaskedRows(table.store.storage).of(table.table, _with(parts, masked))
    assert hidden is not None
    assert members(hidden.vector) == set(ids)
    assert list(mask_rows(plan, [])) == []


def _with(parts: tuple[Part, ...], masked: dict[str, RunFile]) -> list[Part]:
    changed = []
    for part in parts:
        files = tuple(masked.get(file.path, file) for file in part.files)
        changed.append(Part(part.id, part.name, part.partition, files, True, True, 0.0))
    return changed


def test_a_task_that_runs_again_writes_the_same_file(table: Bench) -> None:
    parts = table.snapshot().parts
    plan = plan_masks(table.store.storage, "masks", parts)
    table.store.storage.create_directory("masks")
    batch = pa.RecordBatch.from_pydict({ROW_ID: [parts[0].files[0].first_row]})
    for _ in range(2):
        list(mask_rows(plan, [batch]))
    assert len(paths(table.store, "masks")) == 1


# What becomes of a part


def test_a_masked_part_shares_its_runs(table: Bench) -> None:
    before = table.snapshot()
    _mask(table, 3, 4)
    after = table.snapshot()
    assert [file.path for file in after.files] == [file.path for file in before.files]
    assert (after.rows, after.masked_rows) == (21, 2)
    assert [part.complete for part in after.parts] == [False, True]
    assert table.names() == ["1_1_1_1_3", "1_2_2_1_3"]
    assert _ns(table) == [n for n in range(21) if n not in (3, 4)]


def test_a_delete_without_a_match_writes_nothing(table: Bench) -> None:
    before = paths(table.store)
    _mask(table, 99)
    assert paths(table.store) == before
    assert stagings(table.store.registry) == []
    assert all(part.complete for part in table.snapshot().parts)


def test_many_masks_become_one_file(table: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masking, "_MOST_FILES", 2)
    for n in range(7):
        _mask(table, n)
        assert len(_masks(table)) <= 2
    assert _ns(table) == list(range(7, 21))
    assert _faults(table.store) == []


def test_a_snapshot_outlives_the_delete(table: Bench) -> None:
    before = table.snapshot()
    _mask(table, *range(21))
    assert MaskedRows(table.store.storage).of(table.table, before.parts) is None
    assert _ns(table) == []


# Readers


def test_final_shows_the_row_that_a_masked_one_had_beaten(table: Bench) -> None:
    final_rows = FinalRows(table.store)
    final_rows.state(table.snapshot(), TABLE)
    _mask(table, 20, 7)
    state = final_rows.state(table.snapshot(), TABLE)
    assert sorted(row["n"] for row in table.visible(state)) == _final(table) == [
        n for n in range(20) if n != 7
    ]  # fmt: skip
    assert sum(state.dead_rows.values()) == 2


@pytest.mark.parametrize("scope", [TABLE, PARTITION])
def test_final_goes_on_from_a_vector_with_masked_rows(table: Bench, scope: str) -> None:
    _mask(table, 20, 7)
    assert _final(table, scope) == [n for n in range(20) if n != 7]
    table.insert(_row(5, v=2, n=21), _row(7, n=22))
    assert _final(table, scope) == sorted({*range(20), 21, 22} - {5, 7})
    _mask(table, 21)
    assert _final(table, scope) == sorted({*range(20), 22} - {7})


def test_a_part_without_a_live_row_shows_none(table: Bench) -> None:
    _mask(table, *range(20))
    assert _final(table) == [20]
    _mask(table, 20)
    assert _final(table) == []


def test_extremes_of_masked_rows_do_not_count(table: Bench) -> None:
    hidden = MaskedRows(table.store.storage)
    _mask(table, 0, 7)
    snapshot = table.snapshot()
    assert exact_extremes(snapshot, hidden.of(table.table, snapshot.parts), ["k"]) is None
    _mask(table, *range(20))
    snapshot = table.snapshot()
    found = exact_extremes(snapshot, hidden.of(table.table, snapshot.parts), ["k", "n"])
    assert found is not None
    assert found.to_pylist() == [{"k": 5, "n": 20}, {"k": 5, "n": 20}]


# Merges, and parts that come and go


@pytest.mark.parametrize("engine", [MERGE_TREE, "ReplacingMergeTree"])
def test_a_merge_drops_masked_rows(store: Store, engine: str) -> None:
    options = {} if engine == MERGE_TREE else {"version": "v"}
    table = Bench(store, _COLUMNS, engine=engine, **options)
    table.insert(*(_row(k, n=k) for k in range(30)))
    table.insert(_row(5, v=1, n=40), _row(6, v=1, n=41))
    _mask(table, 0, 8, 29, 40)
    table.optimize(final=True)
    lost = {0, 8, 29, 40} if engine == MERGE_TREE else {0, 8, 29, 40, 6}
    assert _ns(table) == sorted({*range(30), 40, 41} - lost)
    [part] = table.snapshot().parts
    assert (part.masked_rows, part.rows) == (0, 32 - len(lost))
    assert _faults(store) == []


def test_a_merge_of_masked_rows_only_leaves_nothing(table: Bench) -> None:
    _mask(table, *range(21))
    table.optimize(final=True)
    assert table.snapshot().parts == ()


def test_masks_come_back_with_a_detached_part(table: Bench) -> None:
    _mask(table, 3, 20)
    table.store.partitions.drop(table.table.id, "1", detach=True)
    assert _ns(table) == []
    attach_partition(table.store, table.stored, "1")
    assert _ns(table) == _final(table) == [n for n in range(20) if n != 3]


def test_tables_that_share_a_run_have_masks_of_their_own(table: Bench) -> None:
    store = table.store
    other = Bench(store, _COLUMNS, version="v", partition_by="p")
    _mask(table, 1)
    transfer_parts(store, other.stored, table.table, "1", Transfer.ATTACH)
    _mask(table, 2)
    _mask(other, 3)
    assert _ns(table) == sorted({*range(21)} - {1, 2})
    assert _ns(other) == sorted([*_final(other), 5]) == sorted({*range(21)} - {1, 3})
    store.registry.tables.drop(table.table.id)
    collect(store, now=2e10)
    assert _ns(other) == sorted({*range(21)} - {1, 3})
    assert _faults(store) == []
    store.registry.tables.drop(other.table.id)
    collect(store, now=2e10)
    assert paths(store) == set()


def test_a_part_that_cannot_share_its_runs_comes_without_masked_rows(table: Bench) -> None:
    other = Bench(table.store, _COLUMNS, version="v", partition_by="p")
    _mask(table, *range(20))
    for _ in range(2):
        transfer_parts(table.store, other.stored, table.table, "1", Transfer.ATTACH)
    assert _ns(other) == [20, 20]
    assert len(other.snapshot().parts) == 3
    assert _final(other) == [20]


# What is left over, and what is wrong


def test_masks_are_collected_with_the_last_part_that_has_them(table: Bench) -> None:
    store = table.store
    _mask(table, 1)
    [first] = _masks(table)
    _mask(table, 2)
    collect(store, now=2e10)
    assert set(_masks(table)) <= paths(store)
    assert first in _masks(table)
    table.optimize(final=True)
    collect(store, now=2e10)
    assert paths(store) == {file.path for file in table.snapshot().files}


def test_a_mask_that_is_gone_is_found(table: Bench) -> None:
    _mask(table, 1)
    table.store.storage.delete_files(_masks(table))
    for read_rows in (True, False):
        [fault] = _faults(table.store, read_rows=read_rows)
        assert fault.startswith("its mask is missing: ")


def test_a_mask_with_other_rows_than_noted_is_found(table: Bench) -> None:
    _mask(table, 1)
    with table.store.registry.writing() as connection:
        connection.execute(sa.update(schema.files).values(masked_rows=7))
    table.store.snapshots.forget(table.table.id)
    assert "its mask has 1 rows, 1 of them its own; the registry says 7" in _faults(table.store)


def test_a_mask_of_another_run_is_found(table: Bench) -> None:
    _mask(table, 1)
    f = schema.files.c
    with table.store.registry.writing() as connection:
        masks = connection.scalar(sa.select(f.masks).where(f.masked_rows == 1))
        connection.execute(sa.update(schema.files).values(masks=masks, masked_rows=1))
    table.store.snapshots.forget(table.table.id)
    assert "its mask has 1 rows, 0 of them its own; the registry says 1" in _faults(table.store)
