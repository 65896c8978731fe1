from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.row_commands import parse_commands
from rmt_engine.sql.grammar.statements import (
    MASKING,
    AlterRows,
    KillMutation,
    KillQuery,
    RowCommand,
    Statement,
    UpdateTable,
)
from rmt_engine.sql.tables.dependent_columns import affected_columns
from rmt_engine.sql.tables.layout import partition_id_of
from rmt_engine.sql.tables.mutations import absent_after, check_commands
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.table import Column, Expiry, TableDefinition
from tests.sql.support import NoTables, Spark, define

T = Name(None, "t")


class Tables(NoTables):
    """A session where `t` is the engine's."""

    def is_engine_table(self, name: Name) -> bool:
        return name.table == "t"


def parse(text: str) -> Statement | None:
    return parse_statement(text, Tables())


def commands(text: str) -> tuple[RowCommand, ...]:
    statement = parse(f"ALTER TABLE t {text}")
    assert isinstance(statement, AlterRows)
    return statement.commands


def delete(condition: str, partition: str | None = None, by_id: str | None = None) -> RowCommand:
    return RowCommand(condition, None, partition, by_id)


def mask(condition: str, partition: str | None = None) -> RowCommand:
    return RowCommand(condition, MASKING, partition)


def apply_mask(partition: str | None = None, by_id: str | None = None) -> RowCommand:
    return RowCommand("", None, partition, by_id, applies_mask=True)


def update(condition: str, *assignments: tuple[str, str], **partition: object) -> RowCommand:
    return RowCommand(condition, assignments, **partition)  # type: ignore[arg-type]


# Reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DELETE WHERE a = 1", [delete("a = 1")]),
        ("DELETE WHERE a IN (1, 2) AND f(a, b);", [delete("a IN (1, 2) AND f(a, b)")]),
        ("DELETE IN PARTITION 202401 WHERE 1", [delete("1", "202401")]),
        ("DELETE IN PARTITION (1, 'x') WHERE 1", [delete("1", "(1, 'x')")]),
        ("DELETE IN PARTITION ID 'p' WHERE 1", [delete("1", by_id="p")]),
        ("delete where a = 1, delete where b = 2", [delete("a = 1"), delete("b = 2")]),
        ("(DELETE WHERE (a = 1)), (DELETE WHERE b)", [delete("(a = 1)"), delete("b")]),
        ("UPDATE a = 1 WHERE b", [update("b", ("a", "1"))]),
        (
            "UPDATE a = f(b, c), `d e` = [1, 2] WHERE b",
            [update("b", ("a", "f(b, c)"), ("d e", "[1, 2]"))],
        ),
        (
            "UPDATE a = b IN (1, 2), c = 3 IN PARTITION 7 WHERE b",
            [update("b", ("a", "b IN (1, 2)"), ("c", "3"), partition="7")],
        ),
        (
            "UPDATE a = 1 WHERE b = 2, DELETE WHERE c = 'DELETE WHERE'",
            [update("b = 2", ("a", "1")), delete("c = 'DELETE WHERE'")],
        ),
        (
            "UPDATE a = 1 WHERE b, UPDATE c = 2, d = 3 WHERE e",
            [update("b", ("a", "1")), update("e", ("c", "2"), ("d", "3"))],
        ),
        ("UPDATE _row_exists = 0 WHERE a", [mask("a")]),
        ("APPLY DELETED MASK", [apply_mask()]),
        ("(APPLY DELETED MASK);", [apply_mask()]),
        (
            "APPLY DELETED MASK IN PARTITION (1, 'x'), DELETE WHERE a",
            [apply_mask("(1, 'x')"), delete("a")],
        ),
        ("(APPLY DELETED MASK IN PARTITION ID 'p')", [apply_mask(by_id="p")]),
        ("MATERIALIZE TTL", [RowCommand("", expires=True)]),
        ("(MATERIALIZE TTL IN PARTITION 5)", [RowCommand("", None, "5", expires=True)]),
    ],
)
def test_commands_are_read_and_survive_being_written(text: str, expected: list[RowCommand]) -> None:
    found = commands(text)
    assert list(found) == expected
    assert parse_commands(", ".join(command.text for command in found)) == found


def test_a_command_is_shown_as_clickhouse_does() -> None:
    texts = [
        "(DELETE WHERE k = 78)",
        "(DELETE IN PARTITION 2 WHERE k = 100)",
        "(DELETE IN PARTITION ID '2' WHERE k = 100)",
        "(UPDATE v = v + 1 IN PARTITION 1 WHERE k < 3)",
        "(UPDATE v = 5, s = concat(s, 'y') WHERE a = 4)",
        "(UPDATE _row_exists = 0 IN PARTITION 1 WHERE a = 4)",
        "(APPLY DELETED MASK IN PARTITION ID '2')",
    ]
    assert [command.text for command in commands(", ".join(texts))] == texts


def test_settings_stand_at_the_end() -> None:
    statement = parse("ALTER TABLE t DELETE WHERE a = 1 SETTINGS mutations_sync = 2")
    assert statement == AlterRows(T, (delete("a = 1"),), {"mutations_sync": "2"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DELETE FROM t WHERE a", AlterRows(T, (mask("a"),), {}, True)),
        ("DELETE FROM t ON CLUSTER c WHERE a", AlterRows(T, (mask("a"),), {}, True)),
        ("DELETE FROM t IN PARTITION 1 WHERE a", AlterRows(T, (mask("a", "1"),), {}, True)),
        (
            "DELETE FROM t WHERE a SETTINGS lightweight_deletes_sync = 0",
            AlterRows(T, (mask("a"),), {"lightweight_deletes_sync": "0"}, True),
        ),
        ("DELETE FROM u WHERE a", None),
        ("UPDATE t SET a = 1 WHERE b", UpdateTable(T, update("b", ("a", "1")))),
        (
            "UPDATE t ON CLUSTER c SET a = f(b, c), `d e` = 2 IN PARTITION 7 WHERE b "
            "SETTINGS enable_lightweight_update = 0;",
            UpdateTable(
                T,
                update("b", ("a", "f(b, c)"), ("d e", "2"), partition="7"),
                {"enable_lightweight_update": "0"},
            ),
        ),
        ("UPDATE t SET _row_exists = 0 WHERE a", AlterRows(T, (mask("a"),), {}, True)),
        ("UPDATE u SET a = 1 WHERE b", None),
        ("ALTER TABLE u DELETE WHERE a", None),
        ("KILL MUTATION WHERE a = 1", KillMutation("a = 1", "ASYNC")),
        ("KILL MUTATION ON CLUSTER c WHERE a SYNC;", KillMutation("a", "SYNC")),
        ("KILL MUTATION WHERE a TEST", KillMutation("a", "TEST")),
        ("KILL QUERY WHERE query_id = 'x' SYNC", KillQuery("query_id = 'x'", "SYNC")),
        ("KILL QUERY WHERE user = 'u'", KillQuery("user = 'u'")),
    ],
)
def test_the_other_statements(text: str, expected: Statement | None) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ALTER TABLE t DELETE",
        "ALTER TABLE t DELETE WHERE",
        "ALTER TABLE t DELETE WHERE a = 1 IN PARTITION 2, 3",
        "ALTER TABLE t DELETE IN PARTITION WHERE a",
        "ALTER TABLE t DELETE IN PARTITION ID 5 WHERE a",
        "ALTER TABLE t DELETE WHERE a, ADD COLUMN b Int8",
        "ALTER TABLE t (DELETE WHERE a",
        "ALTER TABLE t UPDATE a = 1",
        "ALTER TABLE t UPDATE a WHERE 1",
        "ALTER TABLE t UPDATE a = WHERE 1",
        "ALTER TABLE t UPDATE 1 = 1 WHERE 1",
        "ALTER TABLE t APPLY DELETED MASK WHERE a",
        "ALTER TABLE t APPLY DELETED ROWS",
        "DELETE FROM t",
        "UPDATE t SET a = 1",
        "UPDATE t SET a = 1 WHERE",
        "UPDATE t a = 1 WHERE b",
        "UPDATE t SET a = 1 WHERE b, UPDATE c = 2 WHERE d",
        "UPDATE t IN PARTITION 1 SET a = 1 WHERE b",
        "KILL MUTATION",
        "KILL MUTATION WHERE",
        "KILL MUTATION WHERE a SYNC TEST",
    ],
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        parse(text)
    assert raised.value.name == "SYNTAX_ERROR"


# Checks


@pytest.fixture
def definition() -> TableDefinition:
    return define(
        "CREATE TABLE t (k Int64, p UInt8, v Int32, w Int32, m Int32 MATERIALIZED v + 1, "
        "m2 Int32 MATERIALIZED m + a, a Int32 ALIAS w * 2, d Int32 DEFAULT v, "
        "y Int32 MATERIALIZED z, z Int32, ver UInt32, del UInt8) "
        "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY p ORDER BY (k, y)",
        Spark(),
    )


@pytest.mark.parametrize(
    ("updated", "affected"),
    [
        (["v"], ["m", "m2"]),
        (["V"], ["m", "m2"]),
        (["w"], ["m2"]),
        (["d"], []),
        (["v", "w"], ["m", "m2"]),
    ],
)
def test_materialized_columns_follow_those_they_depend_on(
    definition: TableDefinition, updated: list[str], affected: list[str]
) -> None:
    assert [column.name for column in affected_columns(updated, definition.columns)] == affected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("UPDATE k = 1 WHERE 1", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE p = 1 WHERE 1", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE ver = 1 WHERE 1", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE m = 1 WHERE 1", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE z = 1 WHERE 1", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE a = 1 WHERE 1", "NO_SUCH_COLUMN_IN_TABLE"),
        ("UPDATE x = 1 WHERE 1", "NO_SUCH_COLUMN_IN_TABLE"),
        ("UPDATE v = 1, V = 2 WHERE 1", "MULTIPLE_ASSIGNMENTS_TO_COLUMN"),
        ("UPDATE v = x WHERE 1", "UNKNOWN_IDENTIFIER"),
        ("UPDATE v = 1 WHERE x", "UNKNOWN_IDENTIFIER"),
        ("DELETE WHERE x = 1", "UNKNOWN_IDENTIFIER"),
        ("DELETE WHERE 1, DELETE WHERE x", "UNKNOWN_IDENTIFIER"),
        ("DELETE WHERE k IN (SELECT 1)", "NOT_IMPLEMENTED"),
        ("UPDATE v = (SELECT 1) WHERE 1", "NOT_IMPLEMENTED"),
        ("DELETE WHERE sum(v) = 1", "ILLEGAL_AGGREGATION"),
        ("UPDATE v = max(v) OVER () WHERE 1", "ILLEGAL_AGGREGATION"),
        ("DELETE IN PARTITION (1, 2) WHERE 1", "INVALID_PARTITION_VALUE"),
        ("DELETE IN PARTITION 'x' WHERE 1", "TYPE_MISMATCH"),
        ("UPDATE _row_exists = 1 WHERE 1", "NOT_IMPLEMENTED"),
        ("UPDATE _row_exists = 0, v = 1 WHERE 1", "NOT_IMPLEMENTED"),
        ("UPDATE _row_exists = 0 WHERE x", "UNKNOWN_IDENTIFIER"),
        ("APPLY DELETED MASK IN PARTITION 'x'", "TYPE_MISMATCH"),
    ],
)
def test_a_wrong_command_is_refused(definition: TableDefinition, text: str, name: str) -> None:
    with pytest.raises(RmtError) as raised:
        check_commands(commands(text), definition)
    assert raised.value.name == name


@pytest.mark.parametrize(
    "text",
    [
        "UPDATE v = w, w = v, del = 1, d = a WHERE m2 = 1",
        "DELETE IN PARTITION 1 WHERE a = y",
        "UPDATE _row_exists = 0 WHERE m2 = 1",
        "APPLY DELETED MASK, DELETE WHERE v = 1",
    ],
)
def test_a_right_command_is_not(definition: TableDefinition, text: str) -> None:
    check_commands(commands(text), definition)


@pytest.mark.parametrize(
    ("text", "partition"),
    [
        ("DELETE WHERE 1", None),
        ("DELETE IN PARTITION 7 WHERE 1", "7"),
        ("DELETE IN PARTITION ID 'x' WHERE 1", "x"),
        (r"DELETE IN PARTITION ID 'it\'s' WHERE 1", "it's"),
    ],
)
def test_a_command_is_for_a_partition_or_all(
    definition: TableDefinition, text: str, partition: str | None
) -> None:
    [command] = commands(text)
    assert partition_id_of(command.partition, command.partition_id, definition) == partition


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("UPDATE y = 1 WHERE 1", {"z", "w", "m"}),
        ("UPDATE z = 1 WHERE 1", {"w"}),
        ("UPDATE Y = 1 WHERE 1, UPDATE w = 2 WHERE 1", {"z", "m"}),
        ("DELETE WHERE y = 1", set()),
        ("UPDATE y = 1 WHERE 1, DELETE WHERE y = 1", set()),
        ("APPLY DELETED MASK", set()),
    ],
)
def test_a_run_lacks_what_no_command_writes(text: str, left: set[str]) -> None:
    columns = (
        Column("k", "Int64"),
        Column("y", "Int64"),
        Column("z", "Int64", "DEFAULT", "y * 2", since=1),
        Column("w", "Int64", "DEFAULT", "z + 1", since=1),
        Column("m", "Int64", "MATERIALIZED", "z + 2", since=1),
        Column("e", "Int64", "ALIAS", "y", since=1),
    )
    table = TableDefinition(columns, "MergeTree", order_by=("k",), structure=1)
    assert absent_after(table, commands(text), 0, ()) == left
    now = commands("UPDATE k = 1 WHERE 1")
    assert absent_after(table, now, 1, ("w",)) == {"w"}
    assert absent_after(table, now, 1, ()) == set()


def test_moments_that_need_an_absent_column_are_absent_too() -> None:
    columns = (
        Column("k", "Int64"),
        Column("y", "DateTime"),
        Column("z", "DateTime", "DEFAULT", "y", since=1),
        Column("a", "DateTime", "ALIAS", "z"),
    )
    rules = (Expiry("a", name="of_a", since=2), Expiry("y", name="of_y", since=2))
    table = TableDefinition(columns, "MergeTree", order_by=("k",), structure=2, ttl=rules)
    now = commands("UPDATE k = 1 WHERE 1")
    assert absent_after(table, now, 0, ()) == {"z", "of_a"}
    assert absent_after(table, now, 1, ()) == set()


def test_only_a_recorded_command_says_its_time_zone() -> None:
    text = "(DELETE WHERE toHour(at) = 12 SETTINGS session_timezone = 'Asia/Tokyo')"
    [command] = parse_commands(text)
    assert command.time_zone == "Asia/Tokyo"
    assert command.text == text
    with pytest.raises(RmtError, match="SYNTAX_ERROR"):
        parse(f"ALTER TABLE t {text}")


def test_commands_for_columns_are_read_and_written() -> None:
    text = (
        "(MATERIALIZE COLUMN m), (CLEAR COLUMN v IN PARTITION 1), "
        "(CLEAR COLUMN `a b` IN PARTITION ID 'x')"
    )
    commands = parse_commands(text)
    assert [command.column for command in commands] == ["m", "v", "a b"]
    assert ", ".join(command.text for command in commands) == text
    assert all(command.updates and not command.is_conditional for command in commands)
