from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from rmt_engine.store.owners import Process
from rmt_engine.store.part import NewPart, PartName, RunFile
from rmt_engine.store.registry import DeletionVectorRecord, Registry
from rmt_engine.store.table import Column, Table
from tests.store.samples import (
    active,
    commit,
    definition,
    new_part,
    refused,
    registry_url,
    run_file,
    stagings,
)


@pytest.fixture
def other(tmp_path: Path, registry: Registry) -> Iterator[Registry]:
    """Another process's view of the same registry."""
    other = Registry(registry_url(tmp_path))
    yield other
    other.close()


def _names(registry: Registry) -> list[str]:
    return [table.qualified for table in registry.tables()]


# Tables


@pytest.mark.parametrize(("name", "length"), [("t" * 207, 207), ("é" * 35, 210), ("a.b" * 42, 210)])
def test_a_name_that_is_too_long_is_refused(registry: Registry, name: str, length: int) -> None:
    registry.create_table("db", "t", definition())
    refusal = f"The max length of table name for database db is 206, current length is {length}."
    with refused("ARGUMENT_OUT_OF_BOUND", match=refusal):
        registry.create_table("db", name, definition())
    with refused("ARGUMENT_OUT_OF_BOUND", match=refusal):
        registry.rename_tables([(("db", "t"), ("db", name))])
    assert [table.name for table in registry.tables()] == ["t"]


def test_the_longest_name_is_one(registry: Registry) -> None:
    assert registry.create_table("db", "t" * 206, definition()).name == "t" * 206


def test_a_created_table_is_found_as_it_was_declared(registry: Registry) -> None:
    declared = definition(version="v", settings={"old_parts_lifetime": "5"})
    created = registry.create_table("Db", "Events", declared)
    assert created.definition == declared
    assert (created.qualified, created.version) == ("db.Events", 0)
    assert registry.find_table("db", "Events") == created


@pytest.mark.parametrize("name", ["events", "EVENTS", "Events"])
@pytest.mark.parametrize("database", ["db", "DB"])
def test_upper_and_lower_case_are_the_same_in_names(
    registry: Registry, database: str, name: str
) -> None:
    created = registry.create_table("db", "Events", definition())
    assert registry.find_table(database, name) == created
    with refused("TABLE_ALREADY_EXISTS"):
        registry.create_table(database, name, definition())


def test_there_is_no_table_that_was_not_created(registry: Registry, table: Table) -> None:
    assert registry.find_table("db", "u") is None
    assert registry.find_table("other", "t") is None


def test_tables_are_listed_by_database_and_name(registry: Registry) -> None:
    for database, name in [("b", "Z"), ("b", "a"), ("a", "m")]:
        registry.create_table(database, name, definition())
    assert _names(registry) == ["a.m", "b.a", "b.Z"]


def test_a_refused_table_leaves_the_existing_one_alone(registry: Registry, table: Table) -> None:
    with refused("TABLE_ALREADY_EXISTS", match=r"db\.t already exists"):
        registry.create_table("db", "t", definition(key=()))
    assert registry.tables() == [table]


def test_a_replaced_table_is_dropped_as_the_new_one_comes(registry: Registry, table: Table) -> None:
    new = registry.create_table("db", "T", definition(), replace=True)
    assert registry.tables() == [new]
    assert [gone.id for gone in registry.expired_tables(time.time())] == [table.id]


def test_replacing_needs_no_table_to_replace(registry: Registry) -> None:
    assert registry.create_table("db", "t", definition(), replace=True).name == "t"


def test_a_dropped_table_is_gone_and_its_name_free(registry: Registry, table: Table) -> None:
    registry.drop_table(table.id)
    assert registry.find_table("db", "t") is None
    assert registry.create_table("db", "t", definition()).uuid != table.uuid


def test_dropping_a_database_drops_its_tables_only(registry: Registry, table: Table) -> None:
    kept = registry.create_table("other", "t", definition())
    registry.create_table("db", "u", definition())
    assert [gone.name for gone in registry.drop_database("DB")] == ["t", "u"]
    assert registry.tables() == [kept]


def test_an_unpublished_table_has_no_name_until_it_is_published(registry: Registry) -> None:
    unpublished = registry.create_unpublished_table("db", "t", definition(), "me")
    assert registry.find_table("db", "t") is None
    assert stagings(registry) == [unpublished.uuid]
    assert registry.unpublished_tables([unpublished.uuid]) == [unpublished.id]
    published = registry.publish_table(unpublished.id, replace=False)
    assert registry.find_table("db", "t") == published == unpublished
    assert stagings(registry) == []
    assert registry.unpublished_tables([unpublished.uuid]) == []


def test_a_name_taken_meanwhile_refuses_publishing(registry: Registry) -> None:
    unpublished = registry.create_unpublished_table("db", "t", definition(), "me")
    winner = registry.create_table("db", "t", definition())
    with refused("TABLE_ALREADY_EXISTS"):
        registry.publish_table(unpublished.id, replace=False)
    assert registry.tables() == [winner]
    assert stagings(registry) == [unpublished.uuid]


def test_publishing_may_replace_the_table_of_that_name(registry: Registry, table: Table) -> None:
    unpublished = registry.create_unpublished_table("db", "t", definition(), "me")
    assert registry.publish_table(unpublished.id, replace=True).uuid == unpublished.uuid
    assert [t.uuid for t in registry.tables()] == [unpublished.uuid]


def test_a_table_collected_before_it_was_published_is_refused(registry: Registry) -> None:
    unpublished = registry.create_unpublished_table("db", "t", definition(), "me")
    registry.forget_table(unpublished.id)
    with refused("TIMEOUT_EXCEEDED"):
        registry.publish_table(unpublished.id, replace=False)


def test_renames_happen_one_after_the_other(registry: Registry) -> None:
    first, second = (registry.create_table("db", name, definition()) for name in "ab")
    names = [("db", "a"), ("db", "x")], [("db", "b"), ("db", "a")], [("db", "x"), ("db", "b")]
    renamed = registry.rename_tables([(old, new) for old, new in names])
    assert {(t.name, t.uuid) for t in renamed} == {("b", first.uuid), ("a", second.uuid)}
    assert registry.tables() == [
        replace(second, name="a"),
        replace(first, name="b"),
    ]


def test_a_rename_may_change_database_or_only_the_case(registry: Registry, table: Table) -> None:
    [moved] = registry.rename_tables([(("db", "t"), ("Other", "t"))])
    assert moved.qualified == "other.t"
    [shouted] = registry.rename_tables([(("other", "t"), ("other", "T"))])
    assert (shouted.name, shouted.uuid) == ("T", table.uuid)


@pytest.mark.parametrize(
    ("last", "error"),
    [
        ((("db", "missing"), ("db", "y")), "UNKNOWN_TABLE"),
        ((("db", "b"), ("db", "c")), "TABLE_ALREADY_EXISTS"),
        ((("db", "a"), ("db", "y")), "UNKNOWN_TABLE"),
    ],
)
def test_a_rename_that_fails_renames_nothing(
    registry: Registry, last: tuple[tuple[str, str], tuple[str, str]], error: str
) -> None:
    for name in "abc":
        registry.create_table("db", name, definition())
    with refused(error):
        registry.rename_tables([(("db", "a"), ("db", "x")), last])
    assert _names(registry) == ["db.a", "db.b", "db.c"]


def test_an_exchange_swaps_names_across_databases(registry: Registry, table: Table) -> None:
    other = registry.create_table("other", "U", definition())
    registry.exchange_tables(("DB", "T"), ("other", "u"))
    assert registry.find_table("db", "t") == replace(other, database="db", name="t")
    assert registry.find_table("other", "U") == replace(table, database="other", name="U")


def test_a_table_exchanged_with_itself_stays(registry: Registry, table: Table) -> None:
    registry.exchange_tables(("db", "t"), ("db", "T"))
    assert registry.tables() == [table]


@pytest.mark.parametrize("pair", [("t", "missing"), ("missing", "t")])
def test_an_exchange_needs_both_tables(
    registry: Registry, table: Table, pair: tuple[str, str]
) -> None:
    with refused("UNKNOWN_TABLE", match=r"db\.missing"):
        registry.exchange_tables(("db", pair[0]), ("db", pair[1]))
    assert registry.tables() == [table]


# Hidden columns

_HIDING = replace(
    definition(), columns=(Column("k", "Int64"), Column("Twice", "Int64", "ALIAS", "k * 2"))
)


def _hidden(tables: Sequence[Table]) -> set[str]:
    return {column.name.lower() for table in tables for column in table.definition.hidden_columns}


def _create(registry: Registry) -> None:
    registry.create_table("db", "h", _HIDING)


def _publish(registry: Registry) -> None:
    unpublished = registry.create_unpublished_table("db", "h", _HIDING, "me")
    assert registry.derived(_hidden) == set()
    registry.publish_table(unpublished.id, replace=False)


@pytest.mark.parametrize("appear", [_create, _publish])
def test_hidden_columns_are_known_while_a_table_has_them(
    registry: Registry, table: Table, appear: Callable[[Registry], None]
) -> None:
    assert registry.derived(_hidden) == set()
    appear(registry)
    assert registry.derived(_hidden) == {"twice"}
    registry.drop_database("db")
    assert registry.derived(_hidden) == set()


def test_hidden_columns_of_other_processes_are_seen(registry: Registry, other: Registry) -> None:
    assert registry.derived(_hidden) == set()
    _create(other)
    assert registry.derived(_hidden) == {"twice"}


def test_settings_of_a_table_change(registry: Registry) -> None:
    created = registry.create_table("db", "t", definition(settings={"a": "1", "b": "2"}))
    changed = registry.change_settings(created.id, {"b": "3", "c": "4"}, ["a"])
    assert changed.definition.settings == {"b": "3", "c": "4"}
    assert registry.table(created.id) == changed
    assert registry.table_versions() == {created.id: created.version + 1}


def test_a_dropped_table_has_no_settings_to_change(registry: Registry, table: Table) -> None:
    registry.drop_table(table.id)
    with refused("UNKNOWN_TABLE"):
        registry.change_settings(table.id, {"a": "1"})
    assert registry.table(table.id) is None
    assert registry.table_versions() == {}


# Parts


def test_inserts_take_block_numbers_in_the_order_of_their_commits(
    registry: Registry, table: Table
) -> None:
    assert commit(registry, table, new_part("a"), new_part("b", "p")) == [
        PartName("all", 1, 1, 0),
        PartName("p", 2, 2, 0),
    ]
    assert commit(registry, table, new_part("c", level=1)) == [PartName("all", 3, 3, 1)]


def test_a_merge_takes_no_block_number(registry: Registry, table: Table) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    sources = active(registry, table).values()
    merged = new_part("m", blocks=(1, 2), level=1)
    assert registry.commit_parts(table.id, [merged], [], replaces=sources) == [
        PartName("all", 1, 2, 1)
    ]
    assert commit(registry, table) == [PartName("all", 3, 3, 0)]


def test_a_part_is_read_back_as_it_was_committed(registry: Registry, table: Table) -> None:
    files = (RunFile("p/0", 5, 50, 0, b"\x00m"), RunFile("p/1", 6, 60, 65_536, b""))
    before = time.time()
    commit(registry, table, replace(new_part(partition_id="7"), partition=("v7",), files=files))
    [part] = registry.part_changes(table.id, -1).added
    assert (part.files, part.partition, part.name) == (files, ("v7",), PartName("7", 1, 1, 0))
    assert (part.unique, part.complete, part.removed_at) == (True, True, None)
    assert before <= part.created_at <= time.time()


@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("complete", [True, False])
def test_a_part_keeps_what_is_promised_of_its_rows(
    registry: Registry, table: Table, unique: bool, complete: bool
) -> None:
    commit(registry, table, replace(new_part(), unique=unique, complete=complete))
    [part] = registry.part_changes(table.id, -1).added
    assert (part.unique, part.complete) == (unique, complete)


def test_changes_since_a_version_are_what_came_and_what_stayed(
    registry: Registry, table: Table
) -> None:
    commit(registry, table, new_part("a"), new_part("b"), new_part("c"))
    ids = active(registry, table)
    merged = new_part("m", blocks=(1, 2), level=1)
    registry.commit_parts(table.id, [merged], [], replaces=[ids["all_1_1_0"], ids["all_2_2_0"]])
    changes = registry.part_changes(table.id, 1)
    assert changes.version == 2
    assert [str(part.name) for part in changes.added] == ["all_1_2_1"]
    assert changes.kept == {ids["all_3_3_0"]}


def test_nothing_changed_since_the_version_of_now(registry: Registry, table: Table) -> None:
    commit(registry, table)
    changes = registry.part_changes(table.id, 1)
    assert (changes.version, changes.added, changes.kept) == (1, (), None)


def test_a_part_that_came_and_went_in_between_is_no_change(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    registry.commit_parts(table.id, [], [], replaces=None)
    changes = registry.part_changes(table.id, 0)
    assert (changes.version, changes.added, changes.kept) == (2, (), frozenset())


def test_parts_at_a_version_are_those_active_then(registry: Registry, table: Table) -> None:
    commit(registry, table, new_part("a"))
    commit(registry, table, new_part("b"))
    registry.commit_parts(
        table.id,
        [new_part("m", blocks=(1, 2), level=1)],
        [],
        replaces=active(registry, table).values(),
    )
    at = {v: {str(p.name) for p in registry.parts_at(table.id, v)} for v in range(4)}
    assert at == {
        0: set(),
        1: {"all_1_1_0"},
        2: {"all_1_1_0", "all_2_2_0"},
        3: {"all_1_2_1"},
    }


def test_incomplete_parts_are_remembered_when_they_are_replaced(
    registry: Registry, table: Table
) -> None:
    incomplete = replace(new_part(), complete=False)
    commit(registry, table, incomplete)
    commit(registry, table, new_part(), incomplete)
    registry.commit_parts(table.id, [], [], replaces=None)
    found = {v: registry.incomplete_parts(table.id, since=v) for v in range(3)}
    assert {v: [str(part.name) for part in parts] for v, parts in found.items()} == {
        0: ["all_1_1_0", "all_3_3_0"],
        1: ["all_3_3_0"],
        2: [],
    }


def test_outdated_parts_keep_their_files_until_they_are_forgotten(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    registry.commit_parts(table.id, [], [], replaces=None)
    [part] = registry.outdated_parts(table.id)
    assert part.files == new_part().files
    assert part.removed_at is not None
    registry.forget_parts([part.id])
    assert registry.outdated_parts(table.id) == []


def test_parts_of_one_table_are_none_of_another(registry: Registry, table: Table) -> None:
    neighbour = registry.create_table("db", "u", definition())
    commit(registry, table)
    commit(registry, neighbour)
    registry.commit_parts(table.id, [], [], replaces=None)
    assert list(active(registry, neighbour)) == ["all_1_1_0"]
    assert registry.outdated_parts(neighbour.id) == []


def test_hundreds_of_parts_come_and_go_together(registry: Registry, table: Table) -> None:
    commit(registry, table, *(new_part(f"p/{n}") for n in range(1201)))
    changes = registry.part_changes(table.id, -1)
    assert {part.files[0].path for part in changes.added} == {f"p/{n}" for n in range(1201)}
    registry.commit_parts(table.id, [], [], replaces=[part.id for part in changes.added])
    registry.forget_parts([part.id for part in changes.added])
    assert registry.parts_at(table.id, 1) == []


# All or nothing


def _state(registry: Registry, table: Table) -> tuple[int, dict[str, int], list[str]]:
    version = registry.part_changes(table.id, -1).version
    return version, active(registry, table), stagings(registry)


def test_parts_are_visible_and_their_staging_forgotten_at_once(
    registry: Registry, table: Table
) -> None:
    registry.stage("me", "t/one")
    registry.stage("me", "t/two")
    assert registry.commit_parts(table.id, [new_part()], ["t/one", "t/two"]) is not None
    version, parts, stagings = _state(registry, table)
    assert (version, list(parts), stagings) == (1, ["all_1_1_0"], [])


def test_a_commit_whose_files_were_collected_changes_nothing(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    registry.stage("me", "t/kept")
    before = _state(registry, table)
    with refused("TIMEOUT_EXCEEDED", match="collected"):
        registry.commit_parts(table.id, [new_part()], ["t/kept", "t/gone"], replaces=None)
    assert _state(registry, table) == before
    assert commit(registry, table) == [PartName("all", 2, 2, 0)]


@pytest.mark.parametrize("replaces", [(), None, [1]])
def test_a_commit_to_a_dropped_table_changes_nothing(
    registry: Registry, table: Table, replaces: list[int] | None
) -> None:
    commit(registry, table)
    registry.stage("me", "t/new")
    registry.drop_table(table.id)
    with refused("UNKNOWN_TABLE", match="dropped"):
        registry.commit_parts(table.id, [new_part()], ["t/new"], replaces=replaces)
    assert stagings(registry) == ["t/new"]
    assert [str(part.name) for part in registry.parts_at(table.id, 99)] == ["all_1_1_0"]


def test_the_parts_of_a_dropped_table_cannot_be_read(registry: Registry, table: Table) -> None:
    registry.drop_table(table.id)
    with refused("UNKNOWN_TABLE"):
        registry.part_changes(table.id, -1)


def test_a_merge_whose_source_is_gone_changes_nothing(registry: Registry, table: Table) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    ids = active(registry, table)
    registry.commit_parts(table.id, [], [], replaces=[ids["all_1_1_0"]])
    registry.stage("me", "t/merge")
    before = _state(registry, table)
    merged = new_part("m", blocks=(1, 2), level=1)
    assert registry.commit_parts(table.id, [merged], ["t/merge"], replaces=ids.values()) is None
    assert _state(registry, table) == before


def test_a_part_of_another_table_cannot_be_replaced(registry: Registry, table: Table) -> None:
    neighbour = registry.create_table("db", "u", definition())
    commit(registry, neighbour)
    [part] = active(registry, neighbour).values()
    assert registry.commit_parts(table.id, [new_part()], [], replaces=[part]) is None
    assert active(registry, table) == {}


def test_one_part_that_cannot_be_recorded_takes_all_with_it(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    before = _state(registry, table)
    broken = replace(new_part(), files=(replace(new_part().files[0], marks=None),))  # type: ignore[arg-type]
    with pytest.raises(sa.exc.IntegrityError):
        registry.commit_parts(table.id, [new_part(), broken], [], replaces=None)
    assert _state(registry, table) == before


# Row ids


@pytest.mark.parametrize(
    ("counts", "starts"),
    [
        ([1, 1], [0, 65_536]),
        ([65_536, 1], [0, 65_536]),
        ([65_537, 1], [0, 131_072]),
        ([0, 1], [0, 0]),
        ([10_000_000, 5], [0, 10_027_008]),
    ],
)
def test_row_ids_are_reserved_in_whole_chunks(
    registry: Registry, counts: list[int], starts: list[int]
) -> None:
    assert [registry.reserve_rows(count) for count in counts] == starts


@pytest.mark.parametrize(
    ("used", "next_start"), [(0, 0), (1, 65_536), (65_536, 65_536), (65_537, 131_072)]
)
def test_unused_row_ids_are_given_back_in_whole_chunks(
    registry: Registry, used: int, next_start: int
) -> None:
    first = registry.reserve_rows(2**37)
    registry.release_rows(first + 2**37, first + used)
    assert registry.reserve_rows(1) == next_start


def test_row_ids_are_not_given_back_once_others_are_reserved_behind(registry: Registry) -> None:
    registry.reserve_rows(200_000)
    behind = registry.reserve_rows(1)
    registry.release_rows(behind, 1)
    assert registry.reserve_rows(1) == behind + 65_536


# Deletion vectors


def _record(version: int, *files: str) -> DeletionVectorRecord:
    return DeletionVectorRecord(version, files, {7: 3, 12: 1})


def test_the_newest_vector_up_to_a_version_is_found(registry: Registry, table: Table) -> None:
    for version in (2, 5):
        assert registry.commit_deletion_vector(table.id, "table", _record(version, "f"), [])
    found = {v: registry.deletion_vector(table.id, "table", v) for v in (1, 2, 4, 5, 9)}
    assert {v: record and record.version for v, record in found.items()} == {
        1: None,
        2: 2,
        4: 2,
        5: 5,
        9: 5,
    }
    assert found[9] == _record(5, "f")


def test_a_vector_is_of_one_table_and_scope(registry: Registry, table: Table) -> None:
    registry.commit_deletion_vector(table.id, "table", _record(1), [])
    assert registry.deletion_vector(table.id, "partition", 1) is None
    assert registry.deletion_vector(table.id + 1, "table", 1) is None


def test_the_first_of_two_equal_vectors_is_recorded(registry: Registry, table: Table) -> None:
    registry.stage("me", "t/second")
    assert registry.commit_deletion_vector(table.id, "table", _record(1, "first"), [])
    assert not registry.commit_deletion_vector(
        table.id, "table", _record(1, "second"), ["t/second"]
    )
    assert registry.deletion_vector(table.id, "table", 1) == _record(1, "first")
    assert stagings(registry) == ["t/second"]


def test_a_vector_expires_once_a_newer_one_is_old_enough(registry: Registry, table: Table) -> None:
    for version, files in [(1, ("a",)), (2, ("a", "b")), (3, ("c",))]:
        registry.commit_deletion_vector(table.id, "table", _record(version, *files), [])
    registry.commit_deletion_vector(table.id, "partition", _record(1, "d"), [])
    assert registry.expire_deletion_vectors(before=time.time() - 60) == []
    assert registry.expire_deletion_vectors(before=time.time()) == ["a", "b"]
    assert registry.deletion_vector(table.id, "table", 2) is None
    assert registry.deletion_vector(table.id, "table", 3) is not None
    assert registry.deletion_vector(table.id, "partition", 1) is not None


def test_files_a_newer_vector_still_needs_do_not_expire(registry: Registry, table: Table) -> None:
    for version, files in [(1, ("a", "b")), (2, ("b", "c"))]:
        registry.commit_deletion_vector(table.id, "table", _record(version, *files), [])
    assert registry.expire_deletion_vectors(before=time.time()) == ["a"]


# Owners and stagings


def test_owners_come_are_seen_and_go(registry: Registry) -> None:
    process = Process("host", 1, "boot pid:[1]", "77")
    registry.register_owner("a", process)
    registry.register_owner("b", Process("host", 2))
    [first] = [owner.seen_at for owner in registry.owners() if owner.id == "a"]
    assert registry.touch_owner("a")
    registry.remove_owner("b")
    assert not registry.touch_owner("b")
    [owner] = registry.owners()
    assert (owner.id, owner.process) == ("a", process)
    assert owner.seen_at > first


def test_stagings_of_owners_that_are_gone_are_found(registry: Registry) -> None:
    registry.register_owner("alive", Process("host", 1))
    for owner in ("alive", "gone"):
        registry.stage(owner, f"t/{owner}")
    assert registry.claim_stagings() == ["t/gone"]
    assert stagings(registry) == ["t/alive", "t/gone"]
    registry.unstage(["t/gone", "t/never"])
    assert registry.claim_stagings() == []


def test_a_table_that_is_being_collected_cannot_be_published(registry: Registry) -> None:
    unpublished = registry.create_unpublished_table("db", "t", definition(), "gone")
    assert registry.claim_stagings() == [unpublished.uuid]
    with refused("TIMEOUT_EXCEEDED"):
        registry.publish_table(unpublished.id, replace=False)
    assert registry.find_table("db", "t") is None


def test_a_deletion_vector_that_is_being_collected_cannot_be_recorded(
    registry: Registry, table: Table
) -> None:
    registry.stage("gone", "t/dv")
    assert registry.claim_stagings() == ["t/dv"]
    record = DeletionVectorRecord(0, ("t/dv/0.parquet",), {})
    with refused("TIMEOUT_EXCEEDED"):
        registry.commit_deletion_vector(table.id, "table", record, ["t/dv"])
    assert registry.deletion_vector(table.id, "table", 0) is None


def test_a_directory_is_staged_once(registry: Registry) -> None:
    registry.stage("me", "t/one")
    with pytest.raises(sa.exc.IntegrityError):
        registry.stage("you", "t/one")


# What can be collected


@pytest.mark.parametrize(
    ("lifetime", "age", "expired"),
    [(None, 479, False), (None, 481, True), ("5", 4, False), ("5", 6, True), ("0", 1, True)],
)
def test_a_replaced_part_expires_after_its_tables_lifetime(
    registry: Registry, lifetime: str | None, age: float, expired: bool
) -> None:
    settings = {"old_parts_lifetime": lifetime} if lifetime else {}
    table = registry.create_table("db", "t", definition(settings=settings))
    commit(registry, table, new_part("t/p/0"))
    [part] = active(registry, table).values()
    registry.commit_parts(table.id, [], [], replaces=None)
    found = registry.expired_parts(time.time() + age, default_lifetime=480)
    assert found == ([(part, ["t/p/0"])] if expired else [])


def test_an_active_part_never_expires(registry: Registry, table: Table) -> None:
    commit(registry, table)
    assert registry.expired_parts(time.time() + 1e9, default_lifetime=0) == []


def test_a_dropped_table_expires_as_a_whole(registry: Registry, table: Table) -> None:
    commit(registry, table)
    registry.commit_deletion_vector(table.id, "table", _record(1), [])
    registry.commit_parts(table.id, [], [], replaces=None)
    registry.drop_table(table.id)
    assert registry.expired_tables(time.time() - 60) == []
    assert registry.expired_parts(time.time() + 1e9, default_lifetime=0) == []
    assert [gone.uuid for gone in registry.expired_tables(time.time())] == [table.uuid]
    registry.forget_table(table.id)
    assert registry.expired_tables(time.time()) == []
    assert registry.parts_at(table.id, 1) == []
    assert registry.deletion_vector(table.id, "table", 1) is None


# Several processes


def _together(*work: Callable[[], object]) -> None:
    """Runs functions in threads that begin at the same time; an error of one is raised."""
    barrier = threading.Barrier(len(work))

    def begin(function: Callable[[], object]) -> object:
        barrier.wait(timeout=30)
        return function()

    with ThreadPoolExecutor(len(work)) as pool:
        for future in [pool.submit(begin, function) for function in work]:
            future.result()


def test_concurrent_inserts_all_get_a_block_of_their_own(
    registry: Registry, other: Registry, table: Table
) -> None:
    def insert(through: Registry) -> None:
        for _ in range(10):
            commit(through, table)

    _together(*(partial(insert, through) for through in (registry, other, registry, other)))
    changes = registry.part_changes(table.id, -1)
    assert sorted(part.name.min_block for part in changes.added) == list(range(1, 41))
    assert changes.version == 40


def test_concurrent_reservations_never_overlap(registry: Registry, other: Registry) -> None:
    starts: list[int] = []

    def reserve(through: Registry) -> None:
        starts.extend([through.reserve_rows(65_537) for _ in range(20)])

    _together(*(partial(reserve, through) for through in (registry, other)))
    assert sorted(starts) == [131_072 * n for n in range(40)]


def test_of_concurrent_merges_of_the_same_parts_one_is_committed(
    registry: Registry, other: Registry, table: Table
) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    sources = list(active(registry, table).values())
    outcomes: list[list[PartName] | None] = []

    def merge(through: Registry) -> None:
        merged = new_part("m", blocks=(1, 2), level=1)
        outcomes.append(through.commit_parts(table.id, [merged], [], replaces=sources))

    _together(*(partial(merge, through) for through in (registry, other, registry, other)))
    assert sorted(map(str, outcomes)) == sorted([str([PartName("all", 1, 2, 1)]), *["None"] * 3])
    assert list(active(registry, table)) == ["all_1_2_1"]


def test_of_concurrent_creations_of_a_name_one_succeeds(
    registry: Registry, other: Registry
) -> None:
    outcomes: list[str] = []

    def attempt(through: Registry) -> None:
        try:
            outcomes.append(through.create_table("db", "t", definition()).uuid)
        except Exception as error:
            outcomes.append(getattr(error, "name", repr(error)))

    _together(*(partial(attempt, through) for through in (registry, other)))
    [created] = registry.tables()
    assert sorted(outcomes) == sorted([created.uuid, "TABLE_ALREADY_EXISTS"])


def test_a_reader_never_sees_half_a_commit(
    registry: Registry, other: Registry, table: Table
) -> None:
    """Every commit replaces all parts by two; a reader that saw one or three saw it half-done."""
    seen: set[int] = set()
    done = threading.Event()

    def write() -> None:
        for _ in range(30):
            registry.commit_parts(table.id, [new_part("a"), new_part("b")], [], replaces=None)
        done.set()

    def read() -> None:
        while not done.is_set():
            changes = other.part_changes(table.id, -1)
            seen.add(len(changes.added))
            if changes.added:
                blocks = {part.name.min_block for part in changes.added}
                assert blocks == {2 * changes.version - 1, 2 * changes.version}

    _together(write, read)
    assert seen <= {0, 2}


# Changes of columns


def test_a_definition_takes_the_place_of_the_one_it_was_made_from(
    registry: Registry, table: Table
) -> None:
    after = replace(table.definition, comment="changed", structure=1)
    changed = registry.change_definition(table.id, table.definition, after)
    assert changed is not None
    assert changed.definition == after
    assert changed.version == table.version + 1
    assert registry.change_definition(table.id, table.definition, after) is None


def test_a_definition_checked_against_older_rows_changes_nothing(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    after = replace(table.definition, structure=1)
    assert registry.change_definition(table.id, table.definition, after, version=0) is None
    assert registry.change_definition(table.id, table.definition, after, version=1) is not None


def test_a_dropped_table_has_no_definition_to_change(registry: Registry, table: Table) -> None:
    registry.drop_table(table.id)
    with refused("UNKNOWN_TABLE"):
        registry.change_definition(table.id, table.definition, table.definition)


def test_hidden_columns_are_those_of_changed_tables(registry: Registry, table: Table) -> None:
    assert registry.derived(_hidden) == set()
    column = Column("M", "Int8", "MATERIALIZED", "1")
    after = replace(table.definition, columns=(*table.definition.columns, column))
    registry.change_definition(table.id, table.definition, after)
    assert registry.derived(_hidden) == {"m"}


def _of_structure(structure: int, path: str = "t/p/0.parquet") -> NewPart:
    return replace(new_part(path), files=(replace(run_file(path), structure=structure),))


def test_files_keep_the_structure_they_were_written_with(registry: Registry, table: Table) -> None:
    after = replace(table.definition, structure=5)
    registry.change_definition(table.id, table.definition, after)
    commit(registry, table, _of_structure(4), _of_structure(5))
    changes = registry.part_changes(table.id, -1)
    assert [file.structure for part in changes.added for file in part.files] == [4, 5]
    assert changes.table is not None
    assert changes.table.definition == after


def test_files_that_may_not_convert_are_not_committed(registry: Registry, table: Table) -> None:
    commit(registry, table)
    after = replace(table.definition, structure=2, least_structure=2)
    registry.change_definition(table.id, table.definition, after)
    with refused("CANNOT_ASSIGN_ALTER"):
        registry.commit_parts(table.id, [_of_structure(1)], [])
    merged = replace(_of_structure(1), blocks=(1, 1))
    [number] = active(registry, table).values()
    assert registry.commit_parts(table.id, [merged], [], replaces=[number]) is None
    assert registry.commit_parts(table.id, [_of_structure(2)], []) is not None


def test_a_part_may_take_over_files_that_were_there_when_types_changed(
    registry: Registry, table: Table
) -> None:
    commit(registry, table, _of_structure(1))
    after = replace(table.definition, structure=2, least_structure=2)
    registry.change_definition(table.id, table.definition, after)
    mutated = replace(_of_structure(1), blocks=(1, 1), data_version=2)
    [number] = active(registry, table).values()
    assert registry.commit_parts(table.id, [mutated], [], replaces=[number], structure=1) is None
    assert registry.commit_parts(table.id, [mutated], [], replaces=[number], structure=2)
