"""Columns that are younger than a part: who computes their values when the part is changed."""

from __future__ import annotations

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.endpoint import Client

HELD = (
    "SELECT column FROM system.parts_columns WHERE database = '{db}' AND `table` = 't' "
    "AND active = 1"
)
FURTHER = "ALTER TABLE t UPDATE y = y + 1 WHERE 1"


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Both:
    """The table `t` with one part that knows nothing of `z`, in both."""
    both = Both(client, clickhouse)
    both.run("SET mutations_sync = 2")
    both.create("CREATE TABLE t (k Int32, y Int32) ENGINE = ReplacingMergeTree ORDER BY k")
    both.run("INSERT INTO t VALUES (1, 5), (2, 6)")
    return both


@pytest.mark.parametrize(
    "commands",
    [
        pytest.param(["UPDATE y = 100 WHERE k = 1"], id="a column it needs"),
        pytest.param(["UPDATE y = 100 WHERE k = 1"] * 2, id="twice"),
        pytest.param(["UPDATE z = 7 WHERE k = 1"], id="itself"),
        pytest.param(["UPDATE y = 100, z = z + 1 WHERE k = 1"], id="both"),
        pytest.param(["UPDATE y = z + 1 WHERE z = 10"], id="by its value"),
        pytest.param(["DELETE WHERE k = 2"], id="a delete"),
        pytest.param(["DELETE WHERE k = 2, UPDATE y = 9 WHERE k = 1"], id="a delete and a column"),
        pytest.param(
            ["ADD COLUMN w Int32 DEFAULT z + 1", "UPDATE z = 7 WHERE k = 1"], id="a chain"
        ),
        pytest.param(
            ["ADD COLUMN m Int32 MATERIALIZED z + 1", "UPDATE y = 7 WHERE k = 1"],
            id="a materialized one behind it",
        ),
        pytest.param(
            ["UPDATE y = 7 WHERE k = 1", "MODIFY COLUMN z Int32 DEFAULT y * 3"],
            id="another expression",
        ),
        pytest.param(
            ["UPDATE y = 7 WHERE k = 1", "MODIFY COLUMN y Int64", "UPDATE y = 8 WHERE k = 2"],
            id="another type",
        ),
        pytest.param(
            ["UPDATE y = 7 WHERE k = 1", "RENAME COLUMN z TO zz", "UPDATE y = 8 WHERE k = 2"],
            id="another name",
        ),
        pytest.param(
            ["UPDATE y = 7 WHERE k = 1", "DROP COLUMN z", "ADD COLUMN z Int32 DEFAULT y"],
            id="gone and back",
        ),
    ],
)
@pytest.mark.sample(0)
def test_a_change_leaves_them_to_their_expressions(both: Both, commands: list[str]) -> None:
    both.run("ALTER TABLE t ADD COLUMN z Int32 DEFAULT y * 2")
    for command in commands:
        both.run(f"ALTER TABLE t {command}")
    both.compare("SELECT * FROM t")
    both.compare(HELD)
    both.run(FURTHER)
    both.compare("SELECT * FROM t FINAL")
    both.run("INSERT INTO t (k, y) VALUES (3, 7)")
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare(HELD)
    both.run(FURTHER)
    both.compare("SELECT * FROM t")


def test_a_materialized_column_is_written_with_what_it_needs(both: Both) -> None:
    both.run("ALTER TABLE t ADD COLUMN z Int32 MATERIALIZED y * 2")
    both.run("ALTER TABLE t ADD COLUMN q Int32 MATERIALIZED k * 2")
    both.run("ALTER TABLE t UPDATE y = 100 WHERE k = 1")
    both.compare("SELECT k, y, z, q FROM t")
    both.compare(HELD)


def test_parts_with_and_without_them_are_read_and_attached_together(both: Both) -> None:
    both.run("ALTER TABLE t ADD COLUMN z Int32 DEFAULT y * 2")
    both.run("INSERT INTO t (k, y, z) VALUES (3, 7, 1)")
    both.run("ALTER TABLE t UPDATE y = 100 WHERE k != 2")
    both.compare("SELECT * FROM t")
    both.compare("SELECT k FROM t WHERE z = 200")
    both.compare("SELECT min(z), max(z) FROM t FINAL")
    both.run("ALTER TABLE t DETACH PARTITION tuple()")
    both.run("ALTER TABLE t ATTACH PARTITION tuple()")
    both.run(FURTHER)
    both.compare("SELECT * FROM t")
    both.compare(HELD)
