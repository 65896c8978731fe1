"""Merging and moving parts that were written before columns changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from rmt_engine.errors import RmtError
from rmt_engine.merges.attach import Transfer, attach_partition, transfer_parts
from rmt_engine.merges.extremes import exact_extremes
from rmt_engine.merges.optimize import MergeRequest, optimize
from rmt_engine.merges.planning import StoredTable
from rmt_engine.merges.rewrite import RewriteSource
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import RunWriter, read_rows
from rmt_engine.store.store import Store
from rmt_engine.store.table import Column, FormerType, Table, TableDefinition
from tests.merges.tables import Bench
from tests.store.samples import open_store, paths, stagings

_ADDED = Column("x", "Int64", since=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


class Changing(Bench):
    """A table whose columns change; what would be Spark's work gives new columns a 7."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, {"k": "Int64", "v": "Int64"})
        self.restructured: list[str] = []

    def change(self, definition: TableDefinition) -> None:
        changed = self.store.registry.definitions.change(
            self.table.id, self.table.definition, definition
        )
        assert changed is not None
        self.table = changed
        names = [column.file_name for column in definition.stored_columns]
        self.schema = pa.schema([(name, pa.int64()) for name in names])
        self.layout = replace(self.layout, minmax=tuple(names), structure=definition.structure)

    def add_column(self) -> None:
        definition = self.table.definition
        self.change(replace(definition, columns=(*definition.columns, _ADDED), structure=1))

    @property
    def stored(self) -> StoredTable:
        return StoredTable(self.table, self.schema, self.layout, self.restructure)

    def restructure(
        self, _table: Table, _source: Table, sources: Sequence[RewriteSource]
    ) -> Mapping[str, tuple[RunFile, ...]]:
        return {
            file.path: (self._rewritten(file, source.directory),)
            for source in sources
            for file in source.part.files
        }

    def _rewritten(self, file: RunFile, directory: str) -> RunFile:
        self.restructured.append(file.path)
        storage = self.store.storage
        rows = pa.concat_tables(read_rows(storage, file, ["k", "v"], 0, file.rows))
        rows = rows.append_column("x", pa.array([7] * file.rows))
        first = self.store.registry.row_ids.reserve(file.rows)
        path = f"{directory}/{first}.parquet"
        with RunWriter(storage, path, self.schema, self.layout, first) as writer:
            writer.write(rows)
            return writer.close()


@pytest.fixture
def table(store: Store) -> Changing:
    table = Changing(store)
    table.insert({"k": 1, "v": 1}, {"k": 2, "v": 1})
    return table


def test_a_merge_writes_old_runs_anew_first(store: Store, table: Changing) -> None:
    table.add_column()
    table.insert({"k": 1, "v": 2, "x": 3})
    assert table.optimize(final=True) == 1
    assert table.rows() == [{"k": 1, "v": 2, "x": 3}, {"k": 2, "v": 1, "x": 7}]
    assert len(table.restructured) == 1
    assert [file.structure for file in table.snapshot().files] == [1]
    assert stagings(store.registry) == []
    live = {file.path for file in table.snapshot().files}
    outdated = store.registry.parts.outdated(table.table.id)
    assert paths(store) == live | {file.path for part in outdated for file in part.files}


def test_a_merge_reads_old_runs_that_hold_all_columns(table: Changing) -> None:
    table.add_column()
    table.change(replace(table.table.definition, columns=table.table.definition.columns[:2]))
    table.insert({"k": 3, "v": 3})
    assert table.optimize(final=True) == 1
    assert table.restructured == []


def test_a_merge_that_types_overtook_is_done_again(table: Changing) -> None:
    table.insert({"k": 1, "v": 2})
    definition = table.table.definition
    overtaken = table.stored
    table.change(replace(definition, structure=1, least_structure=1))
    stale = [overtaken, overtaken]

    def describe(_: Table) -> StoredTable:
        return stale.pop() if stale else table.stored

    assert optimize(table.store, table.table, describe, MergeRequest(final=True)) == 1
    assert stale == []
    assert [file.structure for file in table.snapshot().files] == [1]


def test_nothing_can_restructure_without_spark(table: Changing) -> None:
    table.add_column()
    plain = StoredTable(table.table, table.schema, table.layout)
    with pytest.raises(RmtError, match="restructure"):
        plain.restructure(table.table, table.table, [])


def test_parts_of_a_structure_the_table_had_share_their_files(
    store: Store, table: Changing
) -> None:
    other = Changing(store)
    other.add_column()
    other.change(replace(other.table.definition, structure=2))
    names = transfer_parts(store, other.stored, table.table, "all", Transfer.ATTACH)
    assert len(names) == 1
    [file] = other.snapshot().files
    assert file.path == table.snapshot().files[0].path
    assert file.structure == 0
    assert other.restructured == []


def test_parts_of_a_structure_the_table_never_had_are_written_anew(
    store: Store, table: Changing
) -> None:
    other = Changing(store)
    column = Column("v", "Int64", stored_as="v__1", since=0)
    other.change(replace(other.table.definition, columns=(Column("k", "Int64"), column, _ADDED)))
    other.schema = pa.schema([("k", pa.int64()), ("v", pa.int64()), ("x", pa.int64())])
    other.layout = replace(other.layout, minmax=())
    transfer_parts(store, other.stored, table.table, "all", Transfer.MOVE)
    assert table.snapshot().parts == ()
    assert other.rows() == [{"k": 1, "v": 1, "x": 7}, {"k": 2, "v": 1, "x": 7}]


def test_detached_parts_whose_values_may_not_convert_are_written_anew(
    store: Store, table: Changing
) -> None:
    store.partitions.drop(table.table.id, None, detach=True)
    table.add_column()
    table.change(replace(table.table.definition, structure=2, least_structure=2))
    attach_partition(store, table.stored, None)
    assert len(table.restructured) == 1
    assert [file.structure for file in table.snapshot().files] == [2]


def test_extremes_are_known_of_columns_that_did_not_change(table: Changing) -> None:
    definition = table.table.definition
    k, v = definition.columns
    renamed = replace(v, name="w", stored_as="v")
    table.change(replace(definition, columns=(k, renamed)))
    known = exact_extremes(table.snapshot(), None, ["w"])
    assert known is not None
    assert known.to_pydict() == {"w": [1, 1]}
    retyped = replace(renamed, type="Int32", former_types=(FormerType(1, "Int64"),))
    table.change(replace(definition, columns=(k, retyped, _ADDED), structure=1))
    assert exact_extremes(table.snapshot(), None, ["w"]) is None
    assert exact_extremes(table.snapshot(), None, ["x"]) is None
    assert exact_extremes(table.snapshot(), None, ["k"]) is not None


def test_detached_parts_that_share_a_file_are_written_one_after_the_other(
    store: Store, table: Changing
) -> None:
    other = Changing(store)
    for _ in range(2):
        transfer_parts(store, other.stored, table.table, "all", Transfer.ATTACH)
        store.partitions.drop(other.table.id, None, detach=True)
    other.add_column()
    other.change(replace(other.table.definition, structure=2, least_structure=2))
    attach_partition(store, other.stored, None)
    assert len(set(other.restructured)) == 1
    assert len(other.restructured) == 2
    assert [row["x"] for row in other.rows()] == [7, 7, 7, 7]
