from __future__ import annotations

import dataclasses
import json

import pytest

from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import AlterColumns
from rmt_engine.sql.tables.column_changes import change_columns, changed_names, columns_to_check
from rmt_engine.store.table import FileColumn, FormerType, TableDefinition, TypeChange
from tests.sql.support import Spark, define
from tests.sql.test_alter_columns import Tables
from tests.store.samples import refused

CREATE = (
    "CREATE TABLE t (k Int64, e Enum8('a' = 1), v Int32, n Nullable(Int32), s String DEFAULT 'x', "
    "m String MATERIALIZED toString(v), a Int32 ALIAS v, i Int32, ver UInt32, del UInt8, "
    "INDEX ix i TYPE minmax) ENGINE = ReplacingMergeTree(ver, del) ORDER BY (k, e)"
)


@pytest.fixture
def table() -> TableDefinition:
    return define(CREATE)


def alter(definition: TableDefinition, *statements: str) -> TableDefinition:
    for text in statements:
        statement = parse_statement(f"ALTER TABLE t {text}", Tables())
        assert isinstance(statement, AlterColumns)
        definition = change_columns(definition, statement.commands, Spark())
    return definition


def in_files(definition: TableDefinition, structure: int) -> dict[str, str]:
    """The names in files of a structure, by the column."""
    return {column.name: column.file_name for column in definition.file_columns(structure)}


def test_a_column_that_is_added_is_in_new_files_only(table: TableDefinition) -> None:
    after = alter(table, "ADD COLUMN x Int8 AFTER k")
    assert [column.name for column in after.columns][:2] == ["k", "x"]
    assert (after.structure, after.least_structure) == (1, 0)
    assert "x" not in in_files(after, 0)
    assert in_files(after, 1)["x"] == "x"
    assert not after.is_current(0)


def test_a_column_added_again_has_another_name_in_files(table: TableDefinition) -> None:
    after = alter(table, "DROP COLUMN s", "ADD COLUMN S String")
    assert after.dropped == ("s",)
    assert in_files(after, after.structure)["S"] == "S__2"
    again = alter(after, "DROP COLUMN S", "ADD COLUMN s Int8")
    assert in_files(again, again.structure)["s"] == "s__4"


def test_a_dropped_column_leaves_files_as_good_as_new(table: TableDefinition) -> None:
    after = alter(table, "DROP COLUMN n")
    assert after.is_current(0)


def test_a_renamed_column_keeps_its_name_in_files(table: TableDefinition) -> None:
    after = alter(table, "RENAME COLUMN v TO w")
    assert in_files(after, 0)["w"] == "v"
    assert after.is_current(0)
    assert after.structure == 0
    [m, a] = [c for c in after.columns if c.name in ("m", "a")]
    assert (m.expression, a.expression) == ("toString(w)", "w")
    assert alter(after, "RENAME COLUMN w TO v") == table


def test_a_name_that_needs_quotes_gets_them_in_expressions(table: TableDefinition) -> None:
    after = alter(table, "RENAME COLUMN v TO `w w`", "RENAME COLUMN i TO `j j`")
    assert [c.expression for c in after.columns if c.name in ("m", "a")] == [
        "toString(`w w`)",
        "`w w`",
    ]
    assert [index.expression for index in after.indexes] == ["`j j`"]


def test_a_column_added_under_a_name_that_files_use_gets_another_one(
    table: TableDefinition,
) -> None:
    after = alter(table, "RENAME COLUMN v TO w, ADD COLUMN v Int8")
    assert in_files(after, 1) | {"w": "v", "v": "v__1"} == in_files(after, 1)


def test_a_type_is_remembered_until_files_have_the_next_one(table: TableDefinition) -> None:
    after = alter(table, "MODIFY COLUMN v Int64", "MODIFY COLUMN v String, ADD COLUMN x Int8")
    changes = {
        structure: column
        for structure in range(3)
        for column in after.file_columns(structure)
        if column.name == "v"
    }
    both = (TypeChange("Int64"), TypeChange("String"))
    assert changes == {
        0: FileColumn("v", "v", "Int32", both),
        1: FileColumn("v", "v", "Int64", both[1:]),
        2: FileColumn("v", "v", "String"),
    }
    assert TableDefinition.from_json(after.to_json()) == after


def test_the_last_of_two_types_in_one_statement_counts(table: TableDefinition) -> None:
    after = alter(table, "MODIFY COLUMN v Int64, MODIFY COLUMN v Int16")
    column = after.column("v")
    assert column is not None
    assert column.former_types == (FormerType(1, "Int32"),)
    assert columns_to_check(table, after) == ["v"]


def test_a_null_becomes_the_default_of_the_statement(table: TableDefinition) -> None:
    after = alter(table, "MODIFY COLUMN n Int32 DEFAULT 7", "MODIFY COLUMN n DEFAULT 8")
    column = after.column("n")
    assert column is not None
    assert column.former_types == (FormerType(1, "Nullable(Int32)", "7"),)


@pytest.mark.parametrize(
    ("command", "checked", "least"),
    [
        ("MODIFY COLUMN v Int64", [], 0),
        ("MODIFY COLUMN v Nullable(Int32)", [], 0),
        ("MODIFY COLUMN v Float64", [], 0),
        ("MODIFY COLUMN v String", [], 0),
        ("MODIFY COLUMN v Int16", ["v"], 1),
        ("MODIFY COLUMN v UInt64", ["v"], 1),
        ("MODIFY COLUMN s Date DEFAULT 0", ["s"], 1),
        ("MODIFY COLUMN e Enum8('a' = 1, 'b' = 2)", [], 0),
    ],
)
def test_only_values_that_may_not_convert_are_looked_at(
    table: TableDefinition, command: str, checked: list[str], least: int
) -> None:
    after = alter(table, command)
    assert columns_to_check(table, after) == checked
    assert (after.structure, after.least_structure) == (1, least)


@pytest.mark.parametrize(
    "command",
    ["MODIFY COLUMN s DEFAULT 'y'", "COMMENT COLUMN v 'c'", "MODIFY COMMENT 'c'", "DROP COLUMN a",
     "ADD COLUMN b Int8 ALIAS v", "MODIFY COLUMN m REMOVE MATERIALIZED"],
)  # fmt: skip
def test_what_no_file_holds_changes_no_structure(table: TableDefinition, command: str) -> None:
    after = alter(table, command)
    assert after != table
    assert after.structure == 0


@pytest.mark.parametrize(
    "command",
    ["ADD COLUMN IF NOT EXISTS v Int8", "DROP COLUMN IF EXISTS z", "RENAME COLUMN IF EXISTS z TO y",
     "MODIFY COLUMN IF EXISTS z Int8", "COMMENT COLUMN IF EXISTS z 'c'",
     "MODIFY COLUMN IF EXISTS z REMOVE DEFAULT", "MODIFY COLUMN v Int32", "MODIFY ORDER BY (k, e)"],
)  # fmt: skip
def test_some_commands_change_nothing(table: TableDefinition, command: str) -> None:
    assert alter(table, command) == table


def test_an_alias_that_is_stored_from_now_on_is_in_no_file(table: TableDefinition) -> None:
    after = alter(table, "MODIFY COLUMN a REMOVE ALIAS")
    assert "a" not in in_files(after, 0)
    assert in_files(after, 1)["a"] == "a"
    back = alter(after, "MODIFY COLUMN a ALIAS v", "MODIFY COLUMN a Int32 DEFAULT 7")
    assert in_files(back, back.structure)["a"] == "a__3"


def test_a_column_that_becomes_ephemeral_loses_its_values(table: TableDefinition) -> None:
    after = alter(table, "MODIFY COLUMN i Int32 EPHEMERAL", "MODIFY COLUMN i Int32 DEFAULT 7")
    assert "i" in in_files(table, 0)
    assert "i" not in in_files(after, 0)
    with refused("NO_SUCH_COLUMN_IN_TABLE"):
        alter(table, "MODIFY COLUMN v EPHEMERAL 1")


def test_the_names_that_mean_something_else_now(table: TableDefinition) -> None:
    after = alter(table, "DROP COLUMN s, RENAME COLUMN n TO n2, MODIFY COLUMN v Int64")
    assert changed_names(table, after) == {"s", "n", "v"}


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("ADD COLUMN V Int8", "DUPLICATE_COLUMN"),
        ("ADD COLUMN x Int8 PRIMARY KEY", "BAD_ARGUMENTS"),
        ("ADD COLUMN x DEFAULT 1", "BAD_ARGUMENTS"),
        ("ADD COLUMN x Int8 AFTER z", "NO_SUCH_COLUMN_IN_TABLE"),
        ("ADD COLUMN x Nope", "UNKNOWN_TYPE"),
        ("ADD COLUMN x Int8 DEFAULT z", "UNKNOWN_IDENTIFIER"),
        ("ADD COLUMN __row Int8", "ILLEGAL_COLUMN"),
        ("DROP COLUMN z", "NOT_FOUND_COLUMN_IN_BLOCK"),
        ("DROP COLUMN k", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("DROP COLUMN ver", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("DROP COLUMN del", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("DROP COLUMN v", "ILLEGAL_COLUMN"),
        ("DROP COLUMN i", "UNKNOWN_IDENTIFIER"),
        ("RENAME COLUMN v TO S", "DUPLICATE_COLUMN"),
        ("RENAME COLUMN v TO w, RENAME COLUMN w TO x", "NOT_IMPLEMENTED"),
        ("RENAME COLUMN v TO w, MODIFY COLUMN w Int8", "NOT_IMPLEMENTED"),
        ("RENAME COLUMN z TO y", "NOT_FOUND_COLUMN_IN_BLOCK"),
        ("MODIFY COLUMN z Int8", "NOT_FOUND_COLUMN_IN_BLOCK"),
        ("MODIFY COLUMN z REMOVE DEFAULT", "NOT_FOUND_COLUMN_IN_BLOCK"),
        ("COMMENT COLUMN z 'c'", "NOT_FOUND_COLUMN_IN_BLOCK"),
        ("MODIFY COLUMN s REMOVE ALIAS", "BAD_ARGUMENTS"),
        ("MODIFY COLUMN s REMOVE CODEC", "BAD_ARGUMENTS"),
        ("MODIFY COLUMN k Int32", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("MODIFY COLUMN k ALIAS 1", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("MODIFY COLUMN e Enum8('b' = 1)", "NOT_IMPLEMENTED"),
        ("MODIFY COLUMN e Enum8('b' = 2)", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("MODIFY COLUMN ver Int64", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("MODIFY COLUMN del Int8", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("MODIFY COLUMN n Int32", "BAD_ARGUMENTS"),
        ("MODIFY COLUMN n Int32 DEFAULT v", "UNKNOWN_IDENTIFIER"),
        ("MODIFY COLUMN v Array(Int8)", "TYPE_MISMATCH"),
        ("MODIFY ORDER BY k", "BAD_ARGUMENTS"),
        ("MODIFY ORDER BY (e, k)", "BAD_ARGUMENTS"),
        ("MODIFY ORDER BY (k, e, v)", "BAD_ARGUMENTS"),
        ("ADD COLUMN x Int8 DEFAULT 1, MODIFY ORDER BY (k, e, x)", "BAD_ARGUMENTS"),
        ("ADD COLUMN x Nullable(Int8), MODIFY ORDER BY (k, e, x)", "ILLEGAL_COLUMN"),
        ("ADD COLUMN x Int8, MODIFY ORDER BY (k, e, x, x)", "BAD_ARGUMENTS"),
        ("ADD COLUMN x Int8, MODIFY ORDER BY (k, e, x + 1)", "NOT_IMPLEMENTED"),
        ("ADD COLUMN x Map(String, Int8), MODIFY ORDER BY (k, e, x)", "NOT_IMPLEMENTED"),
    ],
)
def test_a_wrong_change_is_refused(table: TableDefinition, command: str, name: str) -> None:
    with refused(name):
        alter(table, command)


@pytest.mark.parametrize(
    ("commands", "key"),
    [
        ("ADD COLUMN x Int8, MODIFY ORDER BY (k, b % 2, t, x)", ["k", "__key_1", "t", "x"]),
        ("ADD COLUMN x Int8, MODIFY ORDER BY (k, x, b % 2, t)", ["k", "x", "__key_1", "t"]),
        ("ADD COLUMN x Int8, MODIFY ORDER BY (k, x, x % 2, b % 2, t)", ["k", "x", "__key_1", "t"]),
        ("MODIFY ORDER BY (k, b % 2)", ["k", "__key_1"]),
        ("MODIFY ORDER BY k", ["k"]),
        ("ADD COLUMN x Int8, MODIFY ORDER BY (k, x)", ["k", "x"]),
    ],
)
def test_a_sorting_key_gains_new_columns_and_loses_its_end(commands: str, key: list[str]) -> None:
    table = define(
        "CREATE TABLE t (k Int64, b Int8, t Int8) ENGINE = ReplacingMergeTree "
        "PRIMARY KEY k ORDER BY (k, b % 2, t)"
    )
    after = alter(table, commands)
    assert list(after.key_columns) == key
    assert after.structure == after.least_structure == 1
    assert after.primary_key == table.primary_key


def test_a_shorter_key_may_leave_the_partition_open() -> None:
    table = define(
        "CREATE TABLE t (k Int64, p Int8) ENGINE = ReplacingMergeTree "
        "PARTITION BY p PRIMARY KEY k ORDER BY (k, p)"
    )
    assert table.partition_follows_key
    assert not alter(table, "MODIFY ORDER BY k").partition_follows_key


def test_a_name_that_files_know_does_not_come_into_the_key(table: TableDefinition) -> None:
    dropped = alter(table, "DROP COLUMN s")
    with refused("NOT_IMPLEMENTED"):
        alter(dropped, "ADD COLUMN s Int8, MODIFY ORDER BY (k, e, s)")


def test_a_table_without_a_key_gets_none() -> None:
    table = define("CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY ()")
    with refused("NOT_IMPLEMENTED"):
        alter(table, "ADD COLUMN x Int8, MODIFY ORDER BY x")


def test_the_last_visible_column_stays() -> None:
    table = define("CREATE TABLE t (a Int8, m Int8 MATERIALIZED 1) ENGINE = MergeTree ORDER BY ()")
    with refused("BAD_ARGUMENTS"):
        alter(table, "DROP COLUMN a")


def test_a_definition_of_before_is_read(table: TableDefinition) -> None:
    """A registry that knows nothing of structures."""
    old = json.loads(table.to_json())
    for name in ("structure", "least_structure", "dropped"):
        del old[name]
    for column in old["columns"]:
        for name in ("stored_as", "since", "former_types"):
            del column[name]
    assert TableDefinition.from_json(json.dumps(old)) == table
    assert dataclasses.replace(table, structure=3).is_current(0)


# TTL


@pytest.fixture
def expiring() -> TableDefinition:
    return define(
        "CREATE TABLE t (k Int64, d Date, e Date, v Int8, s String TTL d) ENGINE = MergeTree "
        "ORDER BY k TTL d, e WHERE v"
    )


def rules(definition: TableDefinition) -> list[tuple[str, str, str]]:
    return [(rule.column, rule.expression, rule.condition) for rule in definition.ttl]


def test_a_rule_that_stays_keeps_its_hidden_column(expiring: TableDefinition) -> None:
    after = alter(expiring, "MODIFY TTL e WHERE v, e")
    assert rules(after) == [("", "e", "v"), ("", "e", ""), ("s", "d", "")]
    kept, new, of_column = after.ttl
    assert (kept, of_column) == expiring.ttl[1:]
    assert new.since == after.structure == expiring.structure + 1
    assert new.name not in {rule.name for rule in expiring.ttl}
    assert not after.is_current(expiring.structure)
    assert alter(expiring, "MODIFY TTL d, e WHERE v") == expiring


def test_a_rule_that_goes_needs_no_file_anew(expiring: TableDefinition) -> None:
    after = alter(expiring, "REMOVE TTL, MODIFY COLUMN s REMOVE TTL")
    assert after.ttl == ()
    assert after.is_current(expiring.structure)
    with refused("BAD_ARGUMENTS"):
        alter(after, "REMOVE TTL")
    with refused("BAD_ARGUMENTS"):
        alter(after, "MODIFY COLUMN s REMOVE TTL")
    back = alter(after, "MODIFY TTL d")
    assert back.ttl[0].name != expiring.ttl[0].name


def test_rules_follow_the_names_of_columns(expiring: TableDefinition) -> None:
    after = alter(expiring, "RENAME COLUMN d TO d2, RENAME COLUMN s TO s2, RENAME COLUMN v TO v2")
    assert rules(after) == [("", "d2", ""), ("", "e", "v2"), ("s2", "d2", "")]
    assert [rule.name for rule in after.ttl] == [rule.name for rule in expiring.ttl]
    assert rules(alter(after, "DROP COLUMN s2")) == rules(after)[:2]


def test_another_type_makes_the_moments_be_computed_anew(expiring: TableDefinition) -> None:
    after = alter(expiring, "MODIFY COLUMN e DateTime")
    assert [rule.since for rule in after.ttl] == [0, after.structure, 0]


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("DROP COLUMN d", "UNKNOWN_IDENTIFIER"),
        ("DROP COLUMN v", "UNKNOWN_IDENTIFIER"),
        ("MODIFY COLUMN d Int32", "BAD_TTL_EXPRESSION"),
        ("MODIFY TTL k", "BAD_TTL_EXPRESSION"),
        ("MODIFY TTL d, e", "BAD_TTL_EXPRESSION"),
        ("MODIFY TTL x", "UNKNOWN_IDENTIFIER"),
        ("MODIFY COLUMN k TTL d", "ILLEGAL_COLUMN"),
        ("ADD COLUMN z Int8 TTL k", "BAD_TTL_EXPRESSION"),
        ("ADD COLUMN z Int8 EPHEMERAL TTL d", "NOT_IMPLEMENTED"),
    ],
)
def test_a_rule_has_to_make_sense_afterwards(
    expiring: TableDefinition, command: str, name: str
) -> None:
    with refused(name):
        alter(expiring, command)


def test_rules_come_back_from_the_registry(expiring: TableDefinition) -> None:
    assert TableDefinition.from_json(expiring.to_json()) == expiring


def test_not_all_columns_are_cleared() -> None:
    plain = define("CREATE TABLE t (x Int32, y Int32) ENGINE = MergeTree ORDER BY tuple()")
    for commands in ("CLEAR COLUMN x, CLEAR COLUMN y", "DROP COLUMN y, CLEAR COLUMN x"):
        with refused("BAD_ARGUMENTS"):
            alter(plain, commands)
    assert alter(plain, "CLEAR COLUMN x").columns[0].name == "x"


def test_only_new_columns_want_leave_for_low_cardinality_of_numbers() -> None:
    given = define(
        "CREATE TABLE t (k Int64, x LowCardinality(Int8)) ENGINE = MergeTree ORDER BY k "
        "SETTINGS allow_suspicious_low_cardinality_types = 1"
    )
    for command in ("ADD COLUMN y LowCardinality(Int8)", "MODIFY COLUMN x LowCardinality(Int16)"):
        with refused("SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY"):
            alter(given, command)
    assert [column.name for column in alter(given, "ADD COLUMN y Int8").columns] == ["k", "x", "y"]
