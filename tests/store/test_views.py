"""Materialized views in the registry: their own tables, their sources, their share of INSERTs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.store.block_ids import BlockWindow, Inserted, NewBlocks
from rmt_engine.store.part import NewPart
from rmt_engine.store.store import Store
from rmt_engine.store.table import (
    MATERIALIZED_VIEW,
    Table,
    TableDefinition,
    ViewDefinition,
    own_table_name,
)
from rmt_engine.store.views import own_definition, views_by_source
from tests.store.samples import active, definition, new_part, stagings


def _view(source: tuple[str, ...] = ("db", "s"), target: tuple[str, ...] = ()) -> TableDefinition:
    view = ViewDefinition("SELECT k FROM db.s", source, target)
    return replace(definition(), engine=MATERIALIZED_VIEW, view=view)


def _names(store: Store) -> list[str]:
    return [table.name for table in store.registry.tables.all()]


def test_a_definition_of_a_view_survives_the_registry(store: Store) -> None:
    view = store.registry.tables.create("db", "v", _view(target=("db", "t")))
    found = store.registry.tables.find("db", "v")
    assert found == view
    assert view.target == ("db", "t")
    assert own_definition(store.registry, view) is None


def test_a_views_own_table_comes_moves_and_goes_with_it(store: Store) -> None:
    registry = store.registry
    view = registry.tables.create("db", "v", _view(), own=definition())
    own = own_table_name(view.uuid)
    assert _names(store) == [own, "v"]
    assert view.target == ("db", own)
    assert own_definition(registry, view) == definition()
    [moved] = registry.tables.rename([(("db", "v"), ("other", "w"))])
    assert registry.tables.find(*moved.target) is not None
    again = registry.tables.create("other", "w", _view(), replace=True, own=definition())
    assert _names(store) == [own_table_name(again.uuid), "w"]
    assert [table.is_views_own for table in registry.tables.all()] == [True, False]
    registry.tables.drop(again.id)
    assert registry.tables.all() == []


def test_a_table_that_a_view_names_stays(store: Store) -> None:
    store.registry.tables.create("db", "t", definition())
    view = store.registry.tables.create("db", "v", _view(target=("db", "t")))
    store.registry.tables.drop(view.id)
    assert _names(store) == ["t"]


def test_views_are_found_by_the_name_of_their_source(store: Store) -> None:
    registry = store.registry
    for name, source in (("a", ("DB", "S")), ("b", ("db", "s")), ("c", ()), ("d", ("db", "t"))):
        registry.tables.create("db", name, _view(source, ("db", "t")))
    found = registry.tables.derived(views_by_source)
    names = {source: [view.name for view in views] for source, views in found.items()}
    assert names == {("db", "s"): ["a", "b"], ("db", "t"): ["d"]}


class _Insert:
    """An INSERT into `s` and, through views, into `t`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.source = store.registry.tables.create("db", "s", definition())
        self.target = store.registry.tables.create("db", "t", definition())
        self.view = store.registry.tables.create("db", "v", _view(target=("db", "t")))

    def run(
        self, block_id: str = "x", window: BlockWindow | None = None, gone: bool = False
    ) -> list[Inserted]:
        with (
            self.store.stage(self.source) as of_source,
            self.store.stage(self.target) as of_target,
        ):
            blocks = [
                NewBlocks(self.source.id, (_block(block_id),), of_source.directory, window),
                NewBlocks(
                    self.target.id,
                    (_block(f"{block_id} through v"),),
                    of_target.directory,
                    window,
                    views=(self.view.id,),
                ),
            ]
            if gone:
                self.store.registry.tables.drop(self.view.id)
            done = self.store.block_ids.commit(blocks)
            of_source.committed, of_target.committed = (bool(one.names) for one in done)
        return done

    def parts(self) -> list[list[str]]:
        return [list(active(self.store.registry, table)) for table in (self.source, self.target)]


def _block(block_id: str) -> NewPart:
    return replace(new_part("t/p/0.parquet", "all"), block_id=block_id)


@pytest.fixture
def insert(store: Store) -> _Insert:
    return _Insert(store)


def test_the_parts_of_all_tables_are_one_transaction(store: Store, insert: _Insert) -> None:
    insert.run()
    assert insert.parts() == [["all_1_1_0"], ["all_1_1_0"]]
    store.registry.tables.drop(insert.target.id)
    with pytest.raises(RmtError, match="dropped"):
        insert.run("y")
    assert list(active(store.registry, insert.source)) == ["all_1_1_0"]
    assert stagings(store.registry) == []


def test_each_table_looks_for_its_own_blocks(insert: _Insert) -> None:
    window = BlockWindow(10)
    insert.run("x", window)
    done = insert.run("x", window)
    assert [len(one.duplicates) for one in done] == [1, 1]
    assert insert.parts() == [["all_1_1_0"], ["all_1_1_0"]]
    insert.run("y", window)
    assert insert.parts()[1] == ["all_1_1_0", "all_3_3_0"]


def test_what_comes_through_a_view_that_is_gone_stays_away(store: Store, insert: _Insert) -> None:
    done = insert.run(gone=True)
    assert [len(one.names) for one in done] == [1, 0]
    assert insert.parts() == [["all_1_1_0"], []]
    assert stagings(store.registry) == []


def test_what_else_is_to_be_done_undoes_the_parts_if_it_fails(store: Store) -> None:
    table: Table = store.registry.tables.create("db", "t", definition())

    def fail(*_: object) -> None:
        raise RmtError("TABLE_ALREADY_EXISTS", "The name is taken.")

    with store.stage(table) as staging, pytest.raises(RmtError, match="taken"):
        store.block_ids.commit([NewBlocks(table.id, (_block("x"),), staging.directory)], also=fail)
    assert list(active(store.registry, table)) == []
