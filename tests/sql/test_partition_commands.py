from __future__ import annotations

import pytest

from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import (
    AlterPartitions,
    Explain,
    PartitionAction,
    PartitionCommand,
)
from rmt_engine.sql.text.tokens import Name
from tests.store.samples import refused


class _AllTables:
    def is_engine_table(self, name: Name) -> bool:
        return name.table != "spark"

    def is_materialized_view(self, name: Name) -> bool:
        return False

    def is_temporary_table(self, name: Name) -> bool:
        return False

    def is_hidden_table(self, name: Name) -> bool:
        return False

    def is_missing(self, name: Name) -> bool:
        return name.table == "missing"

    def is_detached(self, name: Name) -> bool:
        return False

    def is_plain_view(self, name: Name) -> bool:
        return False

    def reads_as_clickhouse(self) -> bool:
        return False

    def is_sparks_function(self, name: str) -> bool:
        return False

    def refuse_detached(self, name: Name) -> None:
        pass

    def is_system_table(self, name: Name) -> bool:
        return name.database == "system"


def _parse(commands: str, table: str = "t") -> AlterPartitions:
    statement = parse_statement(f"ALTER TABLE {table} {commands}", _AllTables())
    assert isinstance(statement, AlterPartitions)
    return statement


_A = PartitionAction
_OTHER = Name("db", "u")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("DROP PARTITION 202403", PartitionCommand(_A.DROP, "202403")),
        ("drop partition '2024-03-01'", PartitionCommand(_A.DROP, "'2024-03-01'")),
        ("DROP PARTITION (1, 'a, b')", PartitionCommand(_A.DROP, "(1, 'a, b')")),
        ("DROP PARTITION tuple(1, 'from')", PartitionCommand(_A.DROP, "tuple(1, 'from')")),
        ("DROP PARTITION ID '1-a'", PartitionCommand(_A.DROP, partition_id="1-a")),
        ("DROP PARTITION ALL", PartitionCommand(_A.DROP)),
        ("DROP PART '1_1_1_0'", PartitionCommand(_A.DROP, part="1_1_1_0")),
        ("DROP DETACHED PARTITION 1", PartitionCommand(_A.DROP_DETACHED, "1")),
        ("DROP DETACHED PART 'x'", PartitionCommand(_A.DROP_DETACHED, part="x")),
        ("DETACH PARTITION -1", PartitionCommand(_A.DETACH, "-1")),
        ("DETACH PART 'x'", PartitionCommand(_A.DETACH, part="x")),
        ("ATTACH PARTITION 1", PartitionCommand(_A.ATTACH, "1")),
        ("ATTACH PART 'x'", PartitionCommand(_A.ATTACH, part="x")),
        ("ATTACH PARTITION 1 FROM db.u", PartitionCommand(_A.ATTACH_FROM, "1", table=_OTHER)),
        ("ATTACH PARTITION ALL FROM db.u", PartitionCommand(_A.ATTACH_FROM, table=_OTHER)),
        ("REPLACE PARTITION 1 FROM db.u", PartitionCommand(_A.REPLACE, "1", table=_OTHER)),
        ("MOVE PARTITION 1 TO TABLE db.u", PartitionCommand(_A.MOVE, "1", table=_OTHER)),
        ("FREEZE", PartitionCommand(_A.FREEZE_ALL)),
        ("FREEZE WITH NAME 'x'", PartitionCommand(_A.FREEZE_ALL, copy="x")),
        ("FREEZE PARTITION tuple(1)", PartitionCommand(_A.FREEZE, "tuple(1)")),
        ("FREEZE PARTITION ALL", PartitionCommand(_A.FREEZE)),
        (
            "FREEZE PARTITION ID 'a' WITH NAME 'x'",
            PartitionCommand(_A.FREEZE, partition_id="a", copy="x"),
        ),
        ("UNFREEZE WITH NAME 'x'", PartitionCommand(_A.UNFREEZE_ALL, copy="x")),
        ("UNFREEZE PARTITION 1 WITH NAME 'x'", PartitionCommand(_A.UNFREEZE, "1", copy="x")),
    ],
)
def test_commands(text: str, command: PartitionCommand) -> None:
    assert _parse(text) == AlterPartitions(Name(None, "t"), (command,))
    assert str(command).lower() == text.lower()


def test_several_commands_and_settings() -> None:
    statement = _parse("DROP PARTITION (1, 2), DETACH PART 'x' SETTINGS final_build = 'sync';")
    assert [command.action for command in statement.commands] == [_A.DROP, _A.DETACH]
    assert statement.settings == {"final_build": "sync"}


def test_on_cluster_and_a_database() -> None:
    statement = _parse("ON CLUSTER 'c' DROP PARTITION ALL", "db.t")
    assert statement.name == Name("db", "t")
    assert statement.commands[0].is_all


def test_explain_keeps_the_statement() -> None:
    statement = parse_statement("EXPLAIN ALTER TABLE t DROP PARTITION 1", _AllTables())
    assert statement == Explain(_parse("DROP PARTITION 1"))


@pytest.mark.parametrize(
    "commands",
    [
        "DROP PARTITION",
        "DROP PARTITION ID",
        "DROP PARTITION ID 1",
        "DROP PART x",
        "DROP PART ALL",
        "DETACH PARTITION 1 FROM u",
        "REPLACE PARTITION 1",
        "REPLACE PARTITION 1 FROM",
        "REPLACE PART 'x' FROM u",
        "MOVE PARTITION 1",
        "MOVE PARTITION 1 TO u",
        "ATTACH PARTITION 1 TO TABLE u",
        "ATTACH PART 'x' FROM u",
        "DROP PARTITION 1,",
        "DROP PARTITION (1",
        "FREEZE PARTITION",
        "FREEZE PART 'x'",
        "FREEZE WITH 'x'",
        "FREEZE WITH NAME x",
        "UNFREEZE",
        "UNFREEZE PARTITION 1",
        "UNFREEZE PART 'x' WITH NAME 'y'",
    ],
)
def test_what_cannot_be_read(commands: str) -> None:
    name = "NOT_IMPLEMENTED" if commands.endswith(",") else "SYNTAX_ERROR"
    with refused(name):
        _parse(commands)


@pytest.mark.parametrize(
    ("commands", "named"),
    [
        ("FETCH PARTITION 1 FROM '/x'", "FETCH PARTITION"),
        ("FETCH PART 'x' FROM '/x'", "FETCH PART"),
        ("FORGET PARTITION 1", "FORGET PARTITION"),
        ("MOVE PARTITION 1 TO DISK 'd'", "MOVE PARTITION … TO DISK"),
        ("MOVE PARTITION 1 TO VOLUME 'v'", "MOVE PARTITION … TO VOLUME"),
        ("MOVE PART 'x' TO DISK 'd'", "MOVE PART"),
        ("DROP PARTITION 1, ADD COLUMN z Int8", "beside another command"),
    ],
)
def test_what_is_not_there_yet_is_refused_by_name(commands: str, named: str) -> None:
    with refused("NOT_IMPLEMENTED", match=named):
        _parse(commands)


def test_a_table_of_sparks_is_sparks() -> None:
    assert parse_statement("ALTER TABLE spark DROP PARTITION (p = 1)", _AllTables()) is None


def test_system_tables_are_read_only() -> None:
    with refused("NOT_IMPLEMENTED", match="read only"):
        parse_statement("ALTER TABLE system.parts DROP PARTITION 1", _AllTables())
