"""ALTER TABLE … COLUMN, beside real ClickHouse: what old parts read as, errors, merges, restarts."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from support.both import Both
from support.clickhouse import ClickHouse
from support.endpoint import Client, Endpoint

if TYPE_CHECKING:
    from rmt_engine.spark.session import Engine

PROGRAMS = int(os.environ.get("RMT_COLUMN_PROGRAMS", "10"))
CREATE = (
    "CREATE TABLE t (k Int64, p UInt8, v Int32, n Nullable(Int32), s String DEFAULT 'x', "
    "m Int32 MATERIALIZED v + 1, d Int32 DEFAULT v * 2, a Int32 ALIAS v * 3, ver UInt32, "
    "del UInt8, e Enum8('a' = 1), i Int32, ky Int32, f Float64, INDEX ix i TYPE minmax) "
    "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY p ORDER BY (k, intDiv(ky, 2))"
)
INSERTS = (
    "INSERT INTO t (k, p, v, n, s, ver, del, i, ky, f) VALUES (1, 1, 300, NULL, 'abc', 1, 0, 1, 1, "
    "1.5), (2, 1, -1, 5, '12', 1, 0, 2, 2, 2.5), (3, 2, 7, 6, '13', 1, 0, 3, 3, 3.5)",
    "INSERT INTO t (k, p, v, n, s, ver, del, i, ky, f) VALUES (1, 1, 301, 1, 'abd', 2, 0, 1, 1, 4),"
    " (2, 1, -2, 7, '14', 2, 1, 2, 2, 5)",
)
AFTER = "INSERT INTO t (k, p, ver, ky) VALUES (1, 1, 3, 1), (9, 2, 1, 1)"
COLUMNS = (
    "SELECT name, type, default_kind, default_expression, comment FROM system.columns "
    "WHERE database = '{db}' AND `table` = 't'"
)


class Altered(Both):
    """The table `t` of both engines."""

    def shown(self) -> str:
        """The names of all columns, hidden ones, too."""
        rows = self.clickhouse.rows(COLUMNS.format(db=self.clickhouse.current))
        return ", ".join(f"`{row[0]}`" for row in rows)

    def compare_all(self) -> None:
        self.compare(COLUMNS)
        shown = self.shown()
        self.compare(f"SELECT {shown} FROM t")
        self.compare(f"SELECT {shown} FROM t FINAL")
        self.compare("SELECT * FROM t")
        self.compare("SELECT count() FROM t FINAL")


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Altered:
    """The table `t` with a few parts in both."""
    both = Altered(client, clickhouse)
    both.run("SET mutations_sync = 2")
    both.create(CREATE)
    both.run(*INSERTS)
    return both


@pytest.mark.parametrize(
    "commands",
    [
        pytest.param("ADD COLUMN x Int32", id="the type's default"),
        pytest.param("ADD COLUMN x Int32 AFTER k", id="after another"),
        pytest.param("ADD COLUMN x Int32 FIRST", id="first"),
        pytest.param("ADD COLUMN x Nullable(Int32)", id="NULL"),
        pytest.param("ADD COLUMN x Nullable(Int32) DEFAULT 5", id="a Nullable one with a default"),
        pytest.param("ADD COLUMN x String DEFAULT concat(s, 'q') COMMENT 'c'", id="an expression"),
        pytest.param("ADD COLUMN x Int32 DEFAULT y, ADD COLUMN y Int32 DEFAULT v", id="in a chain"),
        pytest.param("ADD COLUMN x Int32 DEFAULT m + a", id="over hidden columns"),
        pytest.param("ADD COLUMN x Int32 MATERIALIZED v + 5", id="MATERIALIZED"),
        pytest.param("ADD COLUMN x Int32 ALIAS v + 5", id="ALIAS"),
        pytest.param("ADD COLUMN IF NOT EXISTS v Int8", id="one that is there"),
        pytest.param("ADD COLUMN `a b` Int32 DEFAULT 4", id="a name in quotes"),
        pytest.param(
            "ADD COLUMN x1 UUID, ADD COLUMN x2 Date, ADD COLUMN x3 LowCardinality(String), "
            "ADD COLUMN x4 Enum8('q' = 3, 'r' = 1), ADD COLUMN x5 DateTime",
            id="defaults of types",
        ),
        pytest.param("DROP COLUMN f", id="drop"),
        pytest.param("DROP COLUMN IF EXISTS zz", id="drop what is not there"),
        pytest.param("DROP COLUMN s, ADD COLUMN s String", id="drop and add again"),
        pytest.param("DROP COLUMN d, DROP COLUMN m, DROP COLUMN a, DROP COLUMN v", id="in order"),
        pytest.param("ADD COLUMN x Int32, DROP COLUMN x", id="add and drop"),
        pytest.param("RENAME COLUMN s TO s2", id="rename"),
        pytest.param("RENAME COLUMN v TO v2", id="rename what expressions name"),
        pytest.param("RENAME COLUMN m TO m2, RENAME COLUMN a TO a2", id="rename hidden columns"),
        pytest.param("RENAME COLUMN s TO s2, ADD COLUMN s Int32", id="rename and add"),
        pytest.param("DROP COLUMN n, RENAME COLUMN s TO n", id="drop and rename"),
        pytest.param("ADD COLUMN x Int32, RENAME COLUMN x TO y", id="add and rename"),
        pytest.param("RENAME COLUMN i TO i2", id="rename an indexed column"),
        pytest.param("MODIFY COLUMN v Int64", id="a wider type"),
        pytest.param("MODIFY COLUMN s DEFAULT 'y'", id="another default"),
        pytest.param("MODIFY COLUMN s REMOVE DEFAULT", id="no default"),
        pytest.param("MODIFY COLUMN m REMOVE MATERIALIZED", id="a plain column"),
        pytest.param("MODIFY COLUMN a REMOVE ALIAS", id="from ALIAS to plain"),
        pytest.param("MODIFY COLUMN a Int32 DEFAULT 7", id="from ALIAS to DEFAULT"),
        pytest.param("MODIFY COLUMN v ALIAS k", id="to ALIAS"),
        pytest.param("MODIFY COLUMN v MATERIALIZED k + 1", id="values stay"),
        pytest.param("MODIFY COLUMN m String", id="numbers to text"),
        pytest.param("MODIFY COLUMN f Int32", id="a fraction goes"),
        pytest.param("MODIFY COLUMN n Int32 DEFAULT 7", id="NULL becomes the default"),
        pytest.param("MODIFY COLUMN i Nullable(Int32)", id="to Nullable"),
        pytest.param("MODIFY COLUMN n Nullable(String)", id="NULL stays"),
        pytest.param("MODIFY COLUMN e Enum8('a' = 1, 'b' = 2)", id="more members"),
        pytest.param("MODIFY COLUMN e Enum8('b' = 1)", id="a member's name"),
        pytest.param("MODIFY COLUMN e String", id="an Enum to text"),
        pytest.param("MODIFY COLUMN e Int32", id="an Enum to numbers"),
        pytest.param("MODIFY COLUMN i Int64", id="an indexed column"),
        pytest.param("MODIFY COLUMN v Int64 AFTER k", id="to another place"),
        pytest.param("MODIFY COLUMN v Int64 FIRST", id="to the front"),
        pytest.param("MODIFY COLUMN i Bool", id="to Bool"),
        pytest.param("MODIFY COLUMN k COMMENT 'c', COMMENT COLUMN v 'd'", id="comments"),
        pytest.param("COMMENT COLUMN IF EXISTS zz 'd'", id="a comment for nothing"),
        pytest.param("ALTER COLUMN v TYPE Int64", id="ALTER COLUMN"),
        pytest.param("ADD COLUMN x Int32, MODIFY COLUMN x Int64", id="add and modify"),
        pytest.param("(ADD COLUMN x Int32 DEFAULT 1), (DROP COLUMN s)", id="parentheses"),
        pytest.param("ADD COLUMN x Int32 SETTINGS alter_sync = 2", id="settings"),
        pytest.param("MODIFY ORDER BY (k, intDiv(ky, 2))", id="the same sorting key"),
    ],
)  # fmt: skip
def test_a_change_of_columns_reads_as_in_clickhouse(both: Altered, commands: str) -> None:
    both.run(f"ALTER TABLE t {commands}")
    both.compare_all()
    both.run(AFTER)
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare_all()


@pytest.mark.parametrize(
    "commands",
    [
        "ADD COLUMN v Int32",
        "ADD COLUMN x Int32, ADD COLUMN x Int32",
        "ADD COLUMN x Int32 AFTER zz",
        "ADD COLUMN x Nope",
        "ADD COLUMN x Int32 DEFAULT zz",
        "ADD COLUMN x Int32 DEFAULT 'abc'",
        "ADD COLUMN x DEFAULT v + 1",
        "ADD COLUMN x Int32 DEFAULT y, ADD COLUMN y Int32 DEFAULT x",
        "ADD COLUMN x Int32 PRIMARY KEY",
        "ADD COLUMN x Int32 AFTER y, ADD COLUMN y Int32",
        "DROP COLUMN zz",
        "DROP COLUMN k",
        "DROP COLUMN p",
        "DROP COLUMN ver",
        "DROP COLUMN del",
        "DROP COLUMN ky",
        "DROP COLUMN v",
        "DROP COLUMN i",
        "DROP COLUMN n, DROP COLUMN n",
        "DROP COLUMN v, DROP COLUMN d, DROP COLUMN m, DROP COLUMN a",
        "RENAME COLUMN zz TO y",
        "RENAME COLUMN v TO s",
        "RENAME COLUMN v TO v",
        "RENAME COLUMN k TO k2",
        "RENAME COLUMN p TO p2",
        "RENAME COLUMN ver TO ver2",
        "RENAME COLUMN del TO del2",
        "RENAME COLUMN ky TO ky2",
        "RENAME COLUMN s TO s2, RENAME COLUMN s2 TO s3",
        "RENAME COLUMN s TO n, RENAME COLUMN n TO s",
        "RENAME COLUMN n TO nn, MODIFY COLUMN nn Nullable(Int64)",
        "MODIFY COLUMN v Int64, RENAME COLUMN v TO v2",
        "MODIFY COLUMN s Int32",
        "MODIFY COLUMN v REMOVE DEFAULT",
        "MODIFY COLUMN s REMOVE MATERIALIZED",
        "MODIFY COLUMN v REMOVE COMMENT",
        "MODIFY COLUMN v REMOVE CODEC",
        "MODIFY COLUMN zz Int32",
        "COMMENT COLUMN zz 'c'",
        "MODIFY COLUMN k Int32",
        "MODIFY COLUMN k UInt64",
        "MODIFY COLUMN k Nullable(Int64)",
        "MODIFY COLUMN p UInt16",
        "MODIFY COLUMN ky Int64",
        "MODIFY COLUMN ver UInt16",
        "MODIFY COLUMN ver String",
        "MODIFY COLUMN ver DateTime",
        "MODIFY COLUMN ver ALIAS 5",
        "MODIFY COLUMN del Int32",
        "MODIFY COLUMN n Int32",
        "MODIFY COLUMN e Enum16('a' = 5)",
        "MODIFY COLUMN v Array(Int32)",
        "MODIFY COLUMN v DEFAULT zz",
        "MODIFY COLUMN v DEFAULT 'abc'",
        "MODIFY COLUMN v DEFAULT v + 1",
        "MODIFY COLUMN v NULL",
        "MODIFY COLUMN v Int64 AFTER zz",
        "ALTER COLUMN v Int64",
        "MODIFY ORDER BY k",
        "MODIFY ORDER BY tuple()",
        "MODIFY ORDER BY (k, intDiv(ky, 2), v)",
        "ADD COLUMN x Int32, MODIFY ORDER BY (x, k, intDiv(ky, 2))",
        "ADD COLUMN x Int32 DEFAULT 5, MODIFY ORDER BY (k, intDiv(ky, 2), x)",
        "ADD COLUMN x Int32, MODIFY ORDER BY (k, intDiv(ky, 2), x + v)",
    ],
)
def test_a_wrong_change_is_refused_with_clickhouses_error(both: Altered, commands: str) -> None:
    statement = f"ALTER TABLE t {commands}"
    assert both.client.error(statement).name == both.clickhouse.error(statement).name
    both.compare_all()
