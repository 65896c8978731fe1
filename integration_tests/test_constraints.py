"""`CONSTRAINT … CHECK` beside real ClickHouse: what is stored, what is refused, how it changes."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

TABLE = (
    "CREATE TABLE t (k Int64, n Nullable(Int32), s String DEFAULT 'd', twice Int64 MATERIALIZED "
    "k * 2, CONSTRAINT positive CHECK k > 0, CONSTRAINT `n is small` CHECK n < 10 OR n = 50) "
    "ENGINE = ReplacingMergeTree ORDER BY k"
)
ALL = "SELECT * FROM t"

SCENARIOS: dict[str, tuple[str, ...]] = {
    "rows that meet them": (
        "INSERT INTO t (k, n) VALUES (1, 1), (2, 50)",
        "INSERT INTO t SELECT number + 1, 3, 'x' FROM numbers(5)",
    ),
    "a literal that does not": ("INSERT INTO t (k, n) VALUES (1, 1), (0, 1)",),
    "NULL does not": ("INSERT INTO t (k, n) VALUES (1, NULL)",),
    "one row of a query": ("INSERT INTO t SELECT number, 3, 'x' FROM numbers(5)",),
    "many rows": ("INSERT INTO t SELECT number + 1, number % 11, 'x' FROM numbers(1000)",),
    "computed columns": (
        "ALTER TABLE t ADD CONSTRAINT c CHECK twice < 7",
        "INSERT INTO t (k, n) VALUES (3, 3)",
        "INSERT INTO t (k, n) VALUES (4, 3)",
    ),
    "added, added again, dropped": (
        "INSERT INTO t (k, n) VALUES (7, 7)",
        "ALTER TABLE t ADD CONSTRAINT c CHECK k < 5",
        "ALTER TABLE t ADD CONSTRAINT c CHECK k < 6",
        "ALTER TABLE t ADD CONSTRAINT IF NOT EXISTS c CHECK k < 6",
        "INSERT INTO t (k, n) VALUES (8, 7)",
        "ALTER TABLE t DROP CONSTRAINT c",
        "ALTER TABLE t DROP CONSTRAINT c",
        "ALTER TABLE t DROP CONSTRAINT IF EXISTS c",
        "INSERT INTO t (k, n) VALUES (9, 7)",
    ),
    "columns that it names": (
        "ALTER TABLE t DROP COLUMN n",
        "ALTER TABLE t RENAME COLUMN s TO z",
        "ALTER TABLE t RENAME COLUMN z TO s",
        "ALTER TABLE t ADD CONSTRAINT c CHECK length(s) > 1",
        "INSERT INTO t (k, n, s) VALUES (1, 1, 'x')",
        "INSERT INTO t (k, n, s) VALUES (2, 1, 'xx')",
        "ALTER TABLE t ADD CONSTRAINT d CHECK nothing > 1",
        "ALTER TABLE t DROP CONSTRAINT d, ADD COLUMN e Int8",
    ),
    "mutations do not look": (
        "INSERT INTO t (k, n) VALUES (1, 1)",
        "ALTER TABLE t UPDATE s = 'y' WHERE k = 1 SETTINGS mutations_sync = 2",
        "OPTIMIZE TABLE t FINAL",
    ),
    "another table has them, too": (
        "CREATE TABLE u AS t",
        "INSERT INTO u (k, n) VALUES (0, 1)",
        "CREATE TABLE w AS t ENGINE = MergeTree ORDER BY k",
        "INSERT INTO w (k, n) VALUES (0, 1)",
    ),
    "unknown columns": (
        "CREATE TABLE v (k Int64, CONSTRAINT c CHECK x > 0) ENGINE = MergeTree ORDER BY k",
    ),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.sample(3)
def test_the_outcome_is_clickhouses(scenario: str, client: Client, clickhouse: ClickHouse) -> None:
    sides = Side(client), Side(clickhouse)
    for side in sides:
        side.run(TABLE)
    for statement in SCENARIOS[scenario]:
        ours, theirs = (side.outcome(statement) for side in sides)
        assert ours == theirs, statement
        ours, theirs = (side.answer(ALL) for side in sides)
        assert ours == theirs, statement


def test_the_definition_makes_the_same_table_in_both(
    client: Client, clickhouse: ClickHouse
) -> None:
    client.run(TABLE)
    client.run("ALTER TABLE t RENAME COLUMN n TO m")
    [(definition,)] = client.run("SHOW CREATE TABLE t")
    assert "CONSTRAINT positive CHECK k > 0" in definition
    assert "CONSTRAINT `n is small` CHECK (m < 10) OR (m = 50)" in definition
    for engine in (client, clickhouse):
        Side(engine).run(definition.replace(f"{client.database}.t", "again"))
    assert client.error("INSERT INTO again (k, m) VALUES (1, 11)").name == "VIOLATED_CONSTRAINT"
    assert clickhouse.error("INSERT INTO again (k, m) VALUES (1, 11)").name == "VIOLATED_CONSTRAINT"


def test_the_error_names_the_constraint(client: Client) -> None:
    client.run(TABLE)
    error = client.error("INSERT INTO t (k, n) VALUES (-1, 1)")
    assert "Constraint `positive` for table" in error.message
    assert "k > 0" in error.message
    assert error.sqlstate == "23514"


def test_assume_is_refused(client: Client) -> None:
    error = client.error(
        "CREATE TABLE v (k Int64, CONSTRAINT c ASSUME k > 0) ENGINE = MergeTree ORDER BY k"
    )
    assert error.name == "NOT_IMPLEMENTED"
