"""Partition commands of ALTER TABLE, statement by statement beside real ClickHouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.both import Both
from support.clickhouse import ClickHouse, ClickHouseError
from support.endpoint import Client, ServerError

COLUMNS = "(p UInt8, k Int64, ver UInt32, v String)"
TABLE = f"CREATE TABLE {{}} {COLUMNS} ENGINE = ReplacingMergeTree(ver) PARTITION BY p ORDER BY k"


class Partitions(Both):
    """Tables whose partitions are dropped, detached, attached and moved."""

    def compare_parts(self, *tables: str) -> list[str]:
        """The names of the active parts with rows, by block."""
        return self._compare(
            "SELECT name, `table`, partition_id, rows FROM system.parts "
            "WHERE {} AND active = 1 AND rows > 0",
            tables,
        )

    def compare_detached(self, *tables: str) -> list[str]:
        """The names of the detached parts, by block."""
        return self._compare(
            "SELECT name, `table`, partition_id, disk, reason, min_block_number, max_block_number, "
            "level FROM system.detached_parts WHERE {}",
            tables,
        )

    def _compare(self, query: str, tables: tuple[str, ...]) -> list[str]:
        listed = ", ".join(f"'{table}'" for table in tables)
        rows = self.compare(query.format(f"database = '{{db}}' AND `table` IN ({listed})"))
        return sorted((row[0] for row in rows), key=_block)

    def compare_all(self, *tables: str) -> None:
        """All rows, the current ones, and the parts."""
        self.compare_parts(*tables)
        self.compare_detached(*tables)
        for final in ("", " FINAL"):
            selects = (f"SELECT '{table}' AS name, * FROM {table}{final}" for table in tables)
            self.compare(" UNION ALL ".join(selects))


def _block(name: str) -> int:
    return int(name.rsplit("_", 3)[1])


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Partitions:
    pair = Partitions(client, clickhouse)
    pair.create(TABLE.format("t"), TABLE.format("u"))
    return pair


FILL = (
    "INSERT INTO t VALUES (1, 1, 1, 'a'), (2, 2, 1, 'b')",
    "INSERT INTO t VALUES (1, 1, 1, 'c')",
    "INSERT INTO t VALUES (2, 1, 5, 'd')",
    "INSERT INTO u VALUES (1, 1, 3, 'e'), (3, 1, 1, 'f')",
)
SCENARIOS = {
    "a dropped partition": ("DROP PARTITION 2", "DROP PARTITION 9", "DROP PARTITION ID '1'"),
    "a dropped part": ("DROP PART '2_4_4_1'", "DROP PART '1_1_1_1'"),
    "all partitions": ("DETACH PARTITION ALL", "ATTACH PART '1_1_1_1'", "DROP PARTITION ALL"),
    "a detached part": (
        "DETACH PART '2_4_4_1'",
        "ATTACH PART '2_4_4_1'",
        "DETACH PARTITION '2'",
        "ATTACH PART '2_5_5_1'",
    ),
    "a detached part that is dropped": (
        "DETACH PARTITION 1",
        "DROP DETACHED PART '1_3_3_1' SETTINGS allow_drop_detached = 1",
        "ATTACH PARTITION 1",
        "DETACH PARTITION 2",
        "DROP DETACHED PARTITION ALL SETTINGS allow_drop_detached = 1",
    ),
    "a partition of another table": (
        "ATTACH PARTITION 1 FROM u",
        "ATTACH PARTITION 9 FROM u",
        "ATTACH PARTITION ALL FROM u",
        "ATTACH PARTITION 1 FROM u",
        "DETACH PARTITION 1",
    ),
    "a partition in place of another": (
        "REPLACE PARTITION 1 FROM u",
        "REPLACE PARTITION 3 FROM u",
        "REPLACE PARTITION 1 FROM u",
        "REPLACE PARTITION 2 FROM u SETTINGS allow_replace_partition_from_empty_source = 1",
    ),
    "a partition that moves": (
        "MOVE PARTITION 1 TO TABLE u",
        "MOVE PARTITION 9 TO TABLE u",
        "MOVE PARTITION 2 TO TABLE u",
    ),
    "a table in place of itself": (
        "ATTACH PARTITION 1 FROM t",
        "REPLACE PARTITION 1 FROM t",
        "MOVE PARTITION 1 TO TABLE t",
    ),
    "several commands": (
        "DROP PARTITION 1, ATTACH PARTITION 1 FROM u, DETACH PARTITION 2",
        "DETACH PARTITION 1, DROP PARTITION ALL",
    ),
}


@pytest.mark.parametrize("commands", SCENARIOS.values(), ids=SCENARIOS)
@pytest.mark.sample(1)
def test_commands_do_what_clickhouses_do(both: Partitions, commands: tuple[str, ...]) -> None:
    both.run(*FILL)
    for command in commands:
        both.run(f"ALTER TABLE t {command}")
        both.compare_all("t", "u")
    both.run("INSERT INTO t VALUES (1, 1, 2, 'z')", "INSERT INTO u VALUES (1, 1, 2, 'z')")
    both.compare_all("t", "u")


def test_a_part_inside_another_ones_blocks_becomes_inactive(both: Partitions) -> None:
    for version in (1, 2, 3):
        both.run(f"INSERT INTO t VALUES (1, 1, {version}, 'a')")
    both.run("ALTER TABLE t DETACH PART '1_2_2_1'", "OPTIMIZE TABLE t FINAL")
    both.run("ALTER TABLE t DETACH PARTITION 1", "ALTER TABLE t ATTACH PARTITION 1")
    both.compare("SELECT * FROM t")
    detached = "SELECT name FROM system.detached_parts WHERE database = '{}'"
    theirs = both.clickhouse.rows(detached.format(both.clickhouse.current))
    assert both.client.run(detached.format(both.client.database)) == theirs
    assert theirs == [("inactive_1_2_2_1",)]


@pytest.mark.sample(0)
def test_partitions_of_several_values_and_of_none(both: Partitions) -> None:
    both.create(
        "CREATE TABLE w (d Date, s String, k Int64) ENGINE = ReplacingMergeTree "
        "PARTITION BY (toYYYYMM(d), s) ORDER BY k",
        "CREATE TABLE n (k Int64) ENGINE = MergeTree ORDER BY k",
    )
    both.run(
        "INSERT INTO w VALUES ('2024-01-31', 'a', 1), ('2024-02-01', 'b, c', 1)",
        "ALTER TABLE w DETACH PARTITION (202401, 'a')",
        "ALTER TABLE w DROP PARTITION tuple(202402, 'b, c')",
        "INSERT INTO n VALUES (1)",
        "INSERT INTO n VALUES (2)",
        "OPTIMIZE TABLE n FINAL",
        "ALTER TABLE n DETACH PARTITION tuple()",
        "ALTER TABLE n ATTACH PARTITION ID 'all'",
    )
    for table in ("w", "n"):
        both.compare_parts(table)
        both.compare_detached(table)
        both.compare(f"SELECT * FROM {table}")


STRUCTURES = {
    "engine": TABLE.replace("ReplacingMergeTree(ver)", "MergeTree"),
    "no version": TABLE.replace("(ver)", ""),
    "another version": TABLE.replace("(ver)", "(p)"),
    "order of columns": TABLE.replace("ver UInt32, v String", "v String, ver UInt32"),
    "default": TABLE.replace("v String", "v String DEFAULT 'x'"),
    "alias": TABLE.replace("v String", "v String, a String ALIAS v"),
    "index": TABLE.replace("v String", "v String, INDEX i v TYPE minmax GRANULARITY 1"),
    "type": TABLE.replace("UInt32", "UInt64"),
    "more columns": TABLE.replace("v String", "v String, w String"),
    "fewer columns": TABLE.replace(", v String", ""),
    "low cardinality": TABLE.replace("v String", "v LowCardinality(String)"),
    "sorting key": TABLE.replace("ORDER BY k", "ORDER BY (k, ver)"),
    "primary key": TABLE.replace("ORDER BY k", "ORDER BY (k, ver) PRIMARY KEY k"),
    "no partition key": TABLE.replace("PARTITION BY p", ""),
    "partition key": TABLE.replace("PARTITION BY p", "PARTITION BY p % 10"),
}


def _outcome(run: Callable[[str], object], statement: str) -> str:
    """The name of the error a statement gives, or an empty text."""
    try:
        run(statement)
    except (ClickHouseError, ServerError) as error:
        return error.name
    return ""


@pytest.mark.parametrize("create", STRUCTURES.values(), ids=STRUCTURES)
@pytest.mark.sample(1)
def test_partitions_go_only_between_tables_of_the_same_structure(
    both: Partitions, create: str
) -> None:
    both.run(*FILL[:3], "OPTIMIZE TABLE t PARTITION 1 FINAL")
    both.create(create.format("x"))
    for command in (
        "ALTER TABLE x ATTACH PARTITION ID '1' FROM t",
        "ALTER TABLE x REPLACE PARTITION ID '1' FROM t",
        "ALTER TABLE t MOVE PARTITION ID '2' TO TABLE x",
    ):
        assert _outcome(both.client.run, command) == _outcome(both.clickhouse.execute, command)
    columns = "k" if "v String" not in create else "p, k, ver, v"
    both.compare_parts("x")
    both.compare(f"SELECT {columns} FROM x")
    if "Replacing" in create:
        both.compare(f"SELECT {columns} FROM x FINAL")
    both.compare_parts("t")


ERRORS = [
    "DROP PART '9_1_1_0'",
    "DROP PART 'nix'",
    "DROP PART ''",
    "DROP PARTITION ID ''",
    "DROP PARTITION (1, 2)",
    "DROP PARTITION tuple()",
    "DROP PARTITION 'x'",
    "DROP PARTITION 1.5",
    "DROP PARTITION NULL",
    "DROP PARTITION",
    "DROP PARTITION ID",
    "DROP PARTITION 1 SETTINGS no_such = 1",
    "DETACH PART '9_1_1_0'",
    "DETACH PART 'nix'",
    "ATTACH PART 'nix'",
    "ATTACH PART '9_9_9_9'",
    "ATTACH PART 'x' FROM u",
    "ATTACH PARTITION 1 FROM no_such",
    "ATTACH PARTITION 1 TO TABLE u",
    "ATTACH PARTITION 1 FROM a_view",
    "REPLACE PARTITION 2 FROM u",
    "REPLACE PARTITION 1",
    "REPLACE PARTITION ALL FROM u",
    "REPLACE PART '1_1_1_1' FROM u",
    "MOVE PARTITION 1",
    "MOVE PARTITION 1 TO u",
    "MOVE PARTITION 1 TO TABLE no_such",
    "MOVE PARTITION 1 TO TABLE a_view",
    "MOVE PARTITION ALL TO TABLE u",
    "FORGET PARTITION 4",
    "DROP DETACHED PARTITION 1",
    "DROP DETACHED PARTITION ALL",
    "DROP DETACHED PART '1_1_1_1'",
    "DROP DETACHED PART '1_1_1_1' SETTINGS allow_drop_detached = 1",
    "DROP DETACHED PARTITION (1, 2) SETTINGS allow_drop_detached = 1",
    "DROP PARTITION 1, DROP PART 'nix'",
    "FREEZE PARTITION ALL",
    "FREEZE PARTITION ALL WITH NAME 'x'",
    "FREEZE PARTITION (1, 2) WITH NAME 'x'",
    "FREEZE PARTITION 'abc'",
    "FREEZE PART '1_1_1_1'",
    "FREEZE WITH 'x'",
    "FREEZE WITH NAME 5",
    "UNFREEZE",
    "UNFREEZE PARTITION 1",
    "UNFREEZE PARTITION ALL WITH NAME 'x'",
    "UNFREEZE PART '1_1_1_1' WITH NAME 'x'",
]
REFUSED = [
    "FETCH PARTITION 1 FROM '/path'",
    "FORGET PARTITION 1",
    "MOVE PARTITION 1 TO DISK 'd'",
    "MOVE PARTITION 1 TO VOLUME 'v'",
    "MOVE PART '1_1_1_1' TO DISK 'd'",
]


def test_parts_that_come_back_are_told_of(both: Partitions) -> None:
    both.run(*FILL)
    verbose = "SETTINGS alter_partition_verbose_result = 1"
    for commands in (
        "DETACH PARTITION ALL, ATTACH PARTITION 2, ATTACH PART '1_1_1_1'",
        "ATTACH PARTITION ALL, DETACH PARTITION 2, ATTACH PARTITION ID '2'",
    ):
        both.compare(f"ALTER TABLE t {commands} {verbose}")
        both.compare_all("t")


@pytest.mark.sample(0)
def test_a_copy_that_shares_files_is_frozen(both: Partitions) -> None:
    """What docs/sql.md tells to do for a copy that can be queried."""
    both.run(*FILL, "CREATE TABLE frozen AS t", "ALTER TABLE frozen ATTACH PARTITION ALL FROM t")
    rows = "SELECT p, k, ver, v FROM {} ORDER BY p, k, ver"
    before = both.client.run(rows.format("t"))
    both.run("ALTER TABLE t UPDATE v = 'z' WHERE p = 1 SETTINGS mutations_sync = 2")
    both.run("OPTIMIZE TABLE t FINAL", "ALTER TABLE t DROP PARTITION 2")
    assert both.client.run(rows.format("frozen")) == before
    both.run("ALTER TABLE t REPLACE PARTITION 1 FROM frozen")
    both.run("ALTER TABLE t REPLACE PARTITION 2 FROM frozen")
    assert both.client.run(rows.format("t")) == before
    both.run("DROP TABLE t")
    both.compare(rows.format("frozen"))
    assert both.client.run(rows.format("frozen")) == before


@pytest.fixture(scope="module")
def filled(endpoint_client: Client, module_clickhouse: ClickHouse) -> Partitions:
    pair = Partitions(endpoint_client, module_clickhouse)
    pair.create(TABLE.format("t"), TABLE.format("u"))
    pair.run(*FILL, "CREATE VIEW a_view AS SELECT 1 AS x")
    return pair


def test_wrong_commands_fail_as_in_clickhouse_and_change_nothing(filled: Partitions) -> None:
    statements = [f"ALTER TABLE t {command}" for command in ERRORS]
    ours = {statement: filled.client.error(statement).name for statement in statements}
    assert ours == {statement: filled.clickhouse.error(statement).name for statement in statements}
    filled.compare_all("t", "u")


def test_commands_there_are_not_yet_are_refused_by_name(filled: Partitions) -> None:
    for command in REFUSED:
        error = filled.client.error(f"ALTER TABLE t {command}")
        assert error.name == "NOT_IMPLEMENTED"
        assert command.split()[0] in error.message
    filled.compare_all("t", "u")


def test_explain_describes_commands_and_executes_none(filled: Partitions) -> None:
    commands = "DROP PARTITION 1, REPLACE PARTITION ID '2' FROM u, ATTACH PART '1_1_1_1'"
    [(plan,)] = filled.client.run(f"EXPLAIN ALTER TABLE t ON CLUSTER c {commands}")
    assert plan == f"AlterPartitions t: {commands}"
    filled.compare_all("t", "u")


def test_a_session_may_allow_dropping_detached_parts(both: Partitions) -> None:
    both.run(*FILL, "ALTER TABLE t DETACH PARTITION 1")
    both.client.run("SET allow_drop_detached = 1")
    both.client.run("ALTER TABLE t ON CLUSTER c DROP DETACHED PARTITION 1")
    both.client.run("RESET allow_drop_detached")
    assert both.client.run("SELECT name FROM system.detached_parts WHERE `table` = 't'") == []


@pytest.mark.sample(0)
def test_every_way_to_read_finds_files_in_the_directory_of_another_table(both: Partitions) -> None:
    both.run(*FILL, "ALTER TABLE u ATTACH PARTITION 1 FROM t", "DROP TABLE t")
    for query in (
        "SELECT * FROM u FINAL PREWHERE ver < 3",
        "SELECT * FROM u FINAL WHERE ver < 3",
        "SELECT count(), min(k), max(ver) FROM u FINAL",
        "SELECT count() FROM u",
        "SELECT v FROM u WHERE k = 1 AND p = 1",
    ):
        both.compare(query)
    both.run(
        "SET mutations_sync = 2", "ALTER TABLE u UPDATE v = 'x' WHERE k = 1, DELETE WHERE k = 2"
    )
    both.compare("SELECT * FROM u")


def test_a_view_and_another_session_see_the_change(both: Partitions) -> None:
    both.client.run(FILL[0])
    both.client.run("CREATE VIEW newest AS SELECT k, v FROM t FINAL")
    assert len(both.client.run("SELECT * FROM newest")) == 2
    both.client.run("ALTER TABLE t DROP PARTITION 2")
    assert both.client.run("SELECT * FROM newest") == [(1, "a")]
    both.client.run("DROP VIEW newest")
