from __future__ import annotations

from dataclasses import replace

from rmt_engine.store.part import NewPart
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from tests.store.samples import (
    active,
    commit,
    definition,
    new_part,
    refused,
    run_file,
)


def test_settings_of_a_table_change(registry: Registry) -> None:
    created = registry.tables.create("db", "t", definition(settings={"a": "1", "b": "2"}))
    changed = registry.definitions.change_settings(created.id, {"b": "3", "c": "4"}, ["a"])
    assert changed.definition.settings == {"b": "3", "c": "4"}
    assert registry.tables.by_number(created.id) == changed
    assert registry.tables.versions() == {created.id: created.version + 1}


def test_a_dropped_table_has_no_settings_to_change(registry: Registry, table: Table) -> None:
    registry.tables.drop(table.id)
    with refused("UNKNOWN_TABLE"):
        registry.definitions.change_settings(table.id, {"a": "1"})
    assert registry.tables.by_number(table.id) is None
    assert registry.tables.versions() == {}


def test_a_definition_takes_the_place_of_the_one_it_was_made_from(
    registry: Registry, table: Table
) -> None:
    after = replace(table.definition, comment="changed", structure=1)
    changed = registry.definitions.change(table.id, table.definition, after)
    assert changed is not None
    assert changed.definition == after
    assert changed.version == table.version + 1
    assert registry.definitions.change(table.id, table.definition, after) is None


def test_a_definition_checked_against_older_rows_changes_nothing(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    after = replace(table.definition, structure=1)
    assert registry.definitions.change(table.id, table.definition, after, version=0) is None
    assert registry.definitions.change(table.id, table.definition, after, version=1) is not None


def test_a_dropped_table_has_no_definition_to_change(registry: Registry, table: Table) -> None:
    registry.tables.drop(table.id)
    with refused("UNKNOWN_TABLE"):
        registry.definitions.change(table.id, table.definition, table.definition)


def _of_structure(structure: int, path: str = "t/p/0.parquet") -> NewPart:
    return replace(new_part(path), files=(replace(run_file(path), structure=structure),))


def test_files_keep_the_structure_they_were_written_with(registry: Registry, table: Table) -> None:
    after = replace(table.definition, structure=5)
    registry.definitions.change(table.id, table.definition, after)
    commit(registry, table, _of_structure(4), _of_structure(5))
    changes = registry.parts.changes(table.id, -1)
    assert [file.structure for part in changes.added for file in part.files] == [4, 5]
    assert changes.table is not None
    assert changes.table.definition == after


def test_files_that_may_not_convert_are_not_committed(registry: Registry, table: Table) -> None:
    commit(registry, table)
    after = replace(table.definition, structure=2, least_structure=2)
    registry.definitions.change(table.id, table.definition, after)
    with refused("CANNOT_ASSIGN_ALTER"):
        registry.parts.commit(table.id, [_of_structure(1)], [])
    merged = replace(_of_structure(1), blocks=(1, 1))
    [number] = active(registry, table).values()
    assert registry.parts.commit(table.id, [merged], [], replaces=[number]) is None
    assert registry.parts.commit(table.id, [_of_structure(2)], []) is not None


def test_a_part_may_take_over_files_that_were_there_when_types_changed(
    registry: Registry, table: Table
) -> None:
    commit(registry, table, _of_structure(1))
    after = replace(table.definition, structure=2, least_structure=2)
    registry.definitions.change(table.id, table.definition, after)
    mutated = replace(_of_structure(1), blocks=(1, 1), data_version=2)
    [number] = active(registry, table).values()
    assert registry.parts.commit(table.id, [mutated], [], replaces=[number], structure=1) is None
    assert registry.parts.commit(table.id, [mutated], [], replaces=[number], structure=2)
