from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Column, Table
from tests.store.samples import (
    definition,
    refused,
    stagings,
)


def _names(registry: Registry) -> list[str]:
    return [table.qualified for table in registry.tables.all()]


@pytest.mark.parametrize(("name", "length"), [("t" * 207, 207), ("é" * 35, 210), ("a.b" * 42, 210)])
def test_a_name_that_is_too_long_is_refused(registry: Registry, name: str, length: int) -> None:
    registry.tables.create("db", "t", definition())
    refusal = f"The max length of table name for database db is 206, current length is {length}."
    with refused("ARGUMENT_OUT_OF_BOUND", match=refusal):
        registry.tables.create("db", name, definition())
    with refused("ARGUMENT_OUT_OF_BOUND", match=refusal):
        registry.tables.rename([(("db", "t"), ("db", name))])
    assert [table.name for table in registry.tables.all()] == ["t"]


def test_the_longest_name_is_one(registry: Registry) -> None:
    assert registry.tables.create("db", "t" * 206, definition()).name == "t" * 206


def test_a_created_table_is_found_as_it_was_declared(registry: Registry) -> None:
    declared = definition(version="v", settings={"old_parts_lifetime": "5"})
    created = registry.tables.create("Db", "Events", declared)
    assert created.definition == declared
    assert (created.qualified, created.version) == ("db.Events", 0)
    assert registry.tables.find("db", "Events") == created


@pytest.mark.parametrize("name", ["events", "EVENTS", "Events"])
@pytest.mark.parametrize("database", ["db", "DB"])
def test_upper_and_lower_case_are_the_same_in_names(
    registry: Registry, database: str, name: str
) -> None:
    created = registry.tables.create("db", "Events", definition())
    assert registry.tables.find(database, name) == created
    with refused("TABLE_ALREADY_EXISTS"):
        registry.tables.create(database, name, definition())


def test_several_tables_are_found_by_one_look(registry: Registry) -> None:
    there = [("a", "One"), ("a", "two"), ("b", "one")]
    made = {names: registry.tables.create(*names, definition()) for names in there}
    assert registry.tables.find_all([*there, ("b", "two"), ("c", "one")]) == made
    assert registry.tables.find_all([("A", "ONE")]) == {("A", "ONE"): made["a", "One"]}
    many = [("a", f"none{number}") for number in range(1000)]
    assert registry.tables.find_all([*many, ("a", "two")]) == {("a", "two"): made["a", "two"]}


def test_there_is_no_table_that_was_not_created(registry: Registry, table: Table) -> None:
    assert registry.tables.find("db", "u") is None
    assert registry.tables.find("other", "t") is None


def test_tables_are_listed_by_database_and_name(registry: Registry) -> None:
    for database, name in [("b", "Z"), ("b", "a"), ("a", "m")]:
        registry.tables.create(database, name, definition())
    assert _names(registry) == ["a.m", "b.a", "b.Z"]


def test_a_refused_table_leaves_the_existing_one_alone(registry: Registry, table: Table) -> None:
    with refused("TABLE_ALREADY_EXISTS", match=r"db\.t already exists"):
        registry.tables.create("db", "t", definition(key=()))
    assert registry.tables.all() == [table]


def test_a_replaced_table_is_dropped_as_the_new_one_comes(registry: Registry, table: Table) -> None:
    new = registry.tables.create("db", "T", definition(), replace=True)
    assert registry.tables.all() == [new]
    assert [gone.id for gone in registry.expired.tables(time.time())] == [table.id]


def test_replacing_needs_no_table_to_replace(registry: Registry) -> None:
    assert registry.tables.create("db", "t", definition(), replace=True).name == "t"


def test_a_dropped_table_is_gone_and_its_name_free(registry: Registry, table: Table) -> None:
    registry.tables.drop(table.id)
    assert registry.tables.find("db", "t") is None
    assert registry.tables.create("db", "t", definition()).uuid != table.uuid


def test_the_table_that_was_dropped_last_comes_back(registry: Registry, table: Table) -> None:
    registry.tables.drop(table.id)
    newer = registry.tables.create(table.database, table.name, definition())
    with refused("TABLE_ALREADY_EXISTS"):
        registry.tables.undrop(table.database, table.name, since=0)
    registry.tables.drop(newer.id)
    assert registry.tables.undrop(table.database, table.name.upper(), since=0) == newer
    assert registry.tables.find(table.database, table.name) == newer
    assert registry.expired.tables(time.time()) == [table]


def test_a_dropped_table_comes_back_by_its_identity(registry: Registry, table: Table) -> None:
    registry.tables.drop(table.id)
    registry.tables.drop(registry.tables.create(table.database, table.name, definition()).id)
    assert registry.tables.undrop(table.database, table.name, 0, table.uuid) == table


@pytest.mark.parametrize("forgets_name", [True, False])
def test_a_table_whose_files_may_be_gone_does_not_come_back(
    registry: Registry, table: Table, forgets_name: bool
) -> None:
    registry.tables.drop(table.id, forgets_name)
    with refused("UNKNOWN_TABLE"):
        registry.tables.undrop(
            table.database, table.name, since=0 if forgets_name else time.time() + 1
        )


def test_a_replaced_table_does_not_come_back(registry: Registry, table: Table) -> None:
    newer = registry.tables.create(table.database, table.name, definition(), replace=True)
    registry.tables.drop(newer.id, forgets_name=True)
    with refused("UNKNOWN_TABLE"):
        registry.tables.undrop(table.database, table.name, since=0)


def test_dropping_a_database_drops_its_tables_only(registry: Registry, table: Table) -> None:
    kept = registry.tables.create("other", "t", definition())
    registry.tables.create("db", "u", definition())
    assert [gone.name for gone in registry.tables.drop_database("DB")] == ["t", "u"]
    assert registry.tables.all() == [kept]


def test_an_unpublished_table_has_no_name_until_it_is_published(registry: Registry) -> None:
    unpublished = registry.tables.create_unpublished("db", "t", definition(), "me")
    assert registry.tables.find("db", "t") is None
    assert stagings(registry) == [unpublished.uuid]
    assert registry.expired.unpublished_tables([unpublished.uuid]) == [unpublished.id]
    published = registry.tables.publish(unpublished.id, replace=False)
    assert registry.tables.find("db", "t") == published == unpublished
    assert stagings(registry) == []
    assert registry.expired.unpublished_tables([unpublished.uuid]) == []


def test_a_name_taken_meanwhile_refuses_publishing(registry: Registry) -> None:
    unpublished = registry.tables.create_unpublished("db", "t", definition(), "me")
    winner = registry.tables.create("db", "t", definition())
    with refused("TABLE_ALREADY_EXISTS"):
        registry.tables.publish(unpublished.id, replace=False)
    assert registry.tables.all() == [winner]
    assert stagings(registry) == [unpublished.uuid]


def test_publishing_may_replace_the_table_of_that_name(registry: Registry, table: Table) -> None:
    unpublished = registry.tables.create_unpublished("db", "t", definition(), "me")
    assert registry.tables.publish(unpublished.id, replace=True).uuid == unpublished.uuid
    assert [t.uuid for t in registry.tables.all()] == [unpublished.uuid]


def test_a_table_collected_before_it_was_published_is_refused(registry: Registry) -> None:
    unpublished = registry.tables.create_unpublished("db", "t", definition(), "me")
    registry.expired.forget_table(unpublished.id)
    with refused("TIMEOUT_EXCEEDED"):
        registry.tables.publish(unpublished.id, replace=False)


def test_renames_happen_one_after_the_other(registry: Registry) -> None:
    first, second = (registry.tables.create("db", name, definition()) for name in "ab")
    names = [("db", "a"), ("db", "x")], [("db", "b"), ("db", "a")], [("db", "x"), ("db", "b")]
    renamed = registry.tables.rename([(old, new) for old, new in names])
    assert {(t.name, t.uuid) for t in renamed} == {("b", first.uuid), ("a", second.uuid)}
    assert registry.tables.all() == [
        replace(second, name="a"),
        replace(first, name="b"),
    ]


def test_a_rename_may_change_database_or_only_the_case(registry: Registry, table: Table) -> None:
    [moved] = registry.tables.rename([(("db", "t"), ("Other", "t"))])
    assert moved.qualified == "other.t"
    [shouted] = registry.tables.rename([(("other", "t"), ("other", "T"))])
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
        registry.tables.create("db", name, definition())
    with refused(error):
        registry.tables.rename([(("db", "a"), ("db", "x")), last])
    assert _names(registry) == ["db.a", "db.b", "db.c"]


def test_an_exchange_swaps_names_across_databases(registry: Registry, table: Table) -> None:
    other = registry.tables.create("other", "U", definition())
    registry.tables.exchange(("DB", "T"), ("other", "u"))
    assert registry.tables.find("db", "t") == replace(other, database="db", name="t")
    assert registry.tables.find("other", "U") == replace(table, database="other", name="U")


def test_a_table_exchanged_with_itself_stays(registry: Registry, table: Table) -> None:
    registry.tables.exchange(("db", "t"), ("db", "T"))
    assert registry.tables.all() == [table]


@pytest.mark.parametrize("pair", [("t", "missing"), ("missing", "t")])
def test_an_exchange_needs_both_tables(
    registry: Registry, table: Table, pair: tuple[str, str]
) -> None:
    with refused("UNKNOWN_TABLE", match=r"db\.missing"):
        registry.tables.exchange(("db", pair[0]), ("db", pair[1]))
    assert registry.tables.all() == [table]


_HIDING = replace(
    definition(), columns=(Column("k", "Int64"), Column("Twice", "Int64", "ALIAS", "k * 2"))
)


def _hidden(tables: Sequence[Table]) -> set[str]:
    return {column.name.lower() for table in tables for column in table.definition.hidden_columns}


def _create(registry: Registry) -> None:
    registry.tables.create("db", "h", _HIDING)


def _publish(registry: Registry) -> None:
    unpublished = registry.tables.create_unpublished("db", "h", _HIDING, "me")
    assert registry.tables.derived(_hidden) == set()
    registry.tables.publish(unpublished.id, replace=False)


@pytest.mark.parametrize("appear", [_create, _publish])
def test_hidden_columns_are_known_while_a_table_has_them(
    registry: Registry, table: Table, appear: Callable[[Registry], None]
) -> None:
    assert registry.tables.derived(_hidden) == set()
    appear(registry)
    assert registry.tables.derived(_hidden) == {"twice"}
    registry.tables.drop_database("db")
    assert registry.tables.derived(_hidden) == set()


def test_hidden_columns_of_other_processes_are_seen(registry: Registry, other: Registry) -> None:
    assert registry.tables.derived(_hidden) == set()
    _create(other)
    assert registry.tables.derived(_hidden) == {"twice"}


def test_hidden_columns_are_those_of_changed_tables(registry: Registry, table: Table) -> None:
    assert registry.tables.derived(_hidden) == set()
    column = Column("M", "Int8", "MATERIALIZED", "1")
    after = replace(table.definition, columns=(*table.definition.columns, column))
    registry.definitions.change(table.id, table.definition, after)
    assert registry.tables.derived(_hidden) == {"m"}
