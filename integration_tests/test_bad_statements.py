"""Statements that must fail: with ClickHouse's error name, an SQLSTATE, and nothing changed."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from sqlalchemy_rmt import dbapi

TABLE = (
    "CREATE TABLE t (k Int64, v String, ver UInt32, del UInt8, e Enum8('a' = 1, 'b' = 2), "
    "f FixedString(2), d Nullable(Decimal(9, 2)), u UUID) "
    "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY k % 2 ORDER BY k"
)
ROWS = (
    "INSERT INTO t VALUES (1, 'x', 1, 0, 'a', 'zz', 1.5, '61f0c404-5cb3-11e7-907b-a6006ad3dba0'), "
    "(2, 'y', 1, 1, 'b', 'yy', NULL, '61f0c404-5cb3-11e7-907b-a6006ad3dba1')"
)
PLAIN = "CREATE TABLE m (k Int64) ENGINE = MergeTree ORDER BY k"
UUID = "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'"

DEFINITIONS = [
    "CREATE TABLE b (k Int64, v String) ENGINE = ReplacingMergeTree(v) ORDER BY k",
    "CREATE TABLE b (k Int64, v Nullable(UInt8)) ENGINE = ReplacingMergeTree(v) ORDER BY k",
    "CREATE TABLE b (k Int64, v Decimal(9, 2)) ENGINE = ReplacingMergeTree(v) ORDER BY k",
    "CREATE TABLE b (k Int64, v Enum8('a' = 1)) ENGINE = ReplacingMergeTree(v) ORDER BY k",
    "CREATE TABLE b (k Int64, v UUID) ENGINE = ReplacingMergeTree(v) ORDER BY k",
    "CREATE TABLE b (k Int64, v Array(UInt8)) ENGINE = ReplacingMergeTree(v) ORDER BY k",
    "CREATE TABLE b (k Int64, v UInt8, x Int8) ENGINE = ReplacingMergeTree(v, x) ORDER BY k",
    "CREATE TABLE b (k Int64, v UInt8, x UInt16) ENGINE = ReplacingMergeTree(v, x) ORDER BY k",
    "CREATE TABLE b (k Int64, v UInt8, x UInt8) ENGINE = ReplacingMergeTree(v, x, k) ORDER BY k",
    "CREATE TABLE b (k Int64, v UInt8) ENGINE = ReplacingMergeTree(nothing) ORDER BY k",
    "CREATE TABLE b (k Int64, v UInt8) ENGINE = ReplacingMergeTree(v, nothing) ORDER BY k",
    "CREATE TABLE b (k Int64, v UInt8) ENGINE = ReplacingMergeTree(v, v) ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY nothing",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree PARTITION BY nothing ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY (k, rand())",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree PARTITION BY rand() ORDER BY k",
    "CREATE TABLE b (k Nullable(Int64)) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, j Nullable(Int64)) ENGINE = ReplacingMergeTree ORDER BY (k, j + 1)",
    "CREATE TABLE b (k Int64, j Int64) ENGINE = ReplacingMergeTree ORDER BY (k, j) PRIMARY KEY j",
    "CREATE TABLE b (k Int64, j Int64) ENGINE = ReplacingMergeTree ORDER BY k PRIMARY KEY (k, j)",
    "CREATE TABLE b (k Int64, j Int64) ENGINE = ReplacingMergeTree ORDER BY (k, k)",
    "CREATE TABLE b (k Int64, k Int64) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int65) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Nullable(Array(Int64))) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Decimal(99, 2)) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a DateTime64(10)) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a FixedString(0)) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Enum8('x' = 1, 'x' = 2)) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Enum8('x' = 200)) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = NoSuchEngine ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS no_such = 1",
    "CREATE TABLE b (k Int64) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 0",
    "CREATE TABLE b (k Int64, x Int64 DEFAULT nothing + 1) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, x Int64 DEFAULT 'abc') ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE no_such_db.b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64 ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, j Int8) ENGINE = MergeTree ORDER BY k AS SELECT 1 AS z",
    "CREATE TABLE b (k Int64) ENGINE = MergeTree ORDER BY k AS SELECT 1 AS z, 2 AS y",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree(k + 1) ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k PARTITION BY k PARTITION BY k",
    "CREATE TABLE b () ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, v String DEFAULT) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64,, v String) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = MergeTree(k) ORDER BY k",
    "CREATE TABLE b (k Float64, v String) ENGINE = MergeTree PARTITION BY k ORDER BY k",
    "CREATE TABLE b (k Int64, a Array(Nothing2)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Array(Int8, Int8)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Map(String)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Decimal(5, 7)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Decimal(0, 0)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Nullable(Nullable(Int8))) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Nullable(Map(String, Int8))) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a LowCardinality(Float64)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a LowCardinality(Array(String))) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a DateTime('No/Zone')) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Enum8('a' = 1, 'b' = 1)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a Enum16('a' = 40000)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a FixedString) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a String CODEC(NoSuchCodec)) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a String CODEC(ZSTD(99))) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a UInt8 DEFAULT b, b UInt8 DEFAULT a) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a UInt8 MATERIALIZED nothing) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, a UInt8 ALIAS k) ENGINE = MergeTree ORDER BY a",
    "CREATE TABLE b (k Int64, a UInt8 ALIAS k) ENGINE = ReplacingMergeTree(a) ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE = MergeTree ORDER BY k PARTITION BY sum(k)",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY sum(k)",
    "CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY (SELECT 1)",
    "CREATE TABLE b (k Int64, INDEX i nothing TYPE minmax) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, INDEX i k TYPE no_such_type) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64, INDEX i k TYPE minmax, INDEX i k TYPE set(9)) ENGINE = MergeTree",
    "CREATE TABLE b (k Int64, INDEX i k TYPE set) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE b (k Int64) ENGINE ReplacingMergeTree ORDER BY",
]
STATEMENTS = [
    f"INSERT INTO t VALUES (3, 'x', 1, 2, 'a', 'zz', 1, {UUID})",
    f"INSERT INTO t VALUES (3, 'x', 1, 0, 'c', 'zz', 1, {UUID})",
    f"INSERT INTO t VALUES (3, 'x', 1, 0, 'a', 'zzz', 1, {UUID})",
    "INSERT INTO t VALUES (3, 'x', 1, 0, 'a', 'zz', 1, 'no uuid')",
    f"INSERT INTO t VALUES (3, 'x', 1, 0, 'a', 'zz', 12345678.5, {UUID})",
    "INSERT INTO t (k, nothing) VALUES (1, 2)",
    "INSERT INTO t (k) VALUES (1) garbage",
    "INSERT INTO t (k) VALUES (1) SETTINGS optimize_on_insert = 0",
    "INSERT INTO t (k) VALUES (1) FORMAT JSON",
    "INSERT INTO t (k) VALUES 1",
    "INSERT INTO t (k) VALUES (1),, (2)",
    "INSERT INTO t (k) VALUES",
    "INSERT INTO t (k, k) VALUES (1, 2)",
    "INSERT INTO t SELECT 1",
    "INSERT INTO t (k, v) SELECT 1, 'a', 2",
    "INSERT INTO t (k) SELECT 'word'",
    "INSERT INTO t (k, e) SELECT 5, 'nope'",
    "SELECT * FROM m FINAL",
    "SELECT * FROM t FINAL AS x",
    "SELECT * FROM (SELECT * FROM t) FINAL",
    "WITH c AS (SELECT * FROM t) SELECT * FROM c FINAL",
    "SELECT * FROM no_such FINAL",
    "SELECT * FROM t SETTINGS no_such_setting = 1",
    "SELECT * FROM t FINAL SETTINGS allow_experimental_replacing_merge_with_cleanup = 1",
    "SELECT k FROM t ORDER BY k SETTINGS final = 'perhaps'",
    "SELECT * FROM (SELECT 1 AS a) PREWHERE a = 1",
    "WITH c AS (SELECT * FROM t) SELECT * FROM c PREWHERE k = 1",
    "SELECT * FROM no_such PREWHERE k = 1",
    "SELECT * FROM numbers(3) PREWHERE number = 1",
    "OPTIMIZE TABLE no_such FINAL",
    "OPTIMIZE TABLE t FINAL CLEANUP",
    "OPTIMIZE TABLE m FINAL CLEANUP",
    "OPTIMIZE TABLE t FINAL DEDUPLICATE BY nothing",
    "OPTIMIZE TABLE t FINAL DEDUPLICATE BY v",
    "OPTIMIZE TABLE t PARTITION 'word' FINAL",
    "OPTIMIZE TABLE t PARTITION 1e30 FINAL",
    "OPTIMIZE TABLE t PARTITION 99999999999999999999 FINAL",
    "OPTIMIZE TABLE t PARTITION (1, 2) FINAL",
    "OPTIMIZE TABLE t PARTITION NULL FINAL",
    "OPTIMIZE TABLE t FINAL SETTINGS no_such_setting = 1",
    "RENAME TABLE no_such TO other",
    "RENAME TABLE t TO m",
    "EXCHANGE TABLES t AND no_such",
    "CREATE TABLE b AS t (k Int64)",
    "CREATE TABLE IF NOT EXIST b (k Int64) ENGINE = MergeTree ORDER BY k",
    "INSERT INTO t (k, u) SELECT 1, 'no uuid'",
    "ALTER TABLE t ADD COLUMN k Int64",
    "ALTER TABLE t ADD COLUMN x NoSuchType",
    "ALTER TABLE t ADD COLUMN x Int64 AFTER nothing",
    "ALTER TABLE t ADD COLUMN",
    "ALTER TABLE t DROP COLUMN k",
    "ALTER TABLE t DROP COLUMN ver",
    "ALTER TABLE t DROP COLUMN del",
    "ALTER TABLE t DROP COLUMN nothing",
    "ALTER TABLE t RENAME COLUMN nothing TO x",
    "ALTER TABLE t RENAME COLUMN k TO x",
    "ALTER TABLE t RENAME COLUMN v TO f",
    "ALTER TABLE t MODIFY COLUMN nothing Int64",
    "ALTER TABLE t MODIFY COLUMN ver String",
    "ALTER TABLE t MODIFY COLUMN v REMOVE DEFAULT",
    "ALTER TABLE t COMMENT COLUMN nothing 'x'",
    "ALTER TABLE t MODIFY ORDER BY (v, k)",
    "ALTER TABLE t MODIFY ORDER BY (k, v)",
    "ALTER TABLE t MODIFY SETTING index_granularity = 1",
    "ALTER TABLE t MODIFY SETTING no_such = 1",
    "ALTER TABLE t RESET SETTING no_such",
    "ALTER TABLE t DELETE WHERE nothing = 1",
    "ALTER TABLE t DELETE WHERE",
    "ALTER TABLE t DELETE",
    "ALTER TABLE t UPDATE k = 1 WHERE 1",
    "ALTER TABLE t UPDATE ver = 1 WHERE 1",
    "ALTER TABLE t UPDATE nothing = 1 WHERE 1",
    "ALTER TABLE t UPDATE v = 'a', v = 'b' WHERE 1",
    "ALTER TABLE t UPDATE v = 'a'",
    "ALTER TABLE t DELETE IN PARTITION 'word' WHERE 1",
    "ALTER TABLE t DROP PARTITION 'word'",
    "ALTER TABLE t DROP PARTITION (1, 2)",
    "ALTER TABLE t DROP PART 'nonsense'",
    "ALTER TABLE t DROP PART '1_100_100_0'",
    "ALTER TABLE t ATTACH PART '1_100_100_0'",
    "ALTER TABLE t DROP DETACHED PARTITION 1",
    "ALTER TABLE t ATTACH PARTITION 1 FROM m",
    "ALTER TABLE t MOVE PARTITION 1 TO TABLE m",
    "UPDATE t SET v = 'x' WHERE k = 1",
    "SYSTEM SYNC REPLICA no_such",
    "SET no_such_setting = 1",
    "SET final = 'perhaps'",
    "EXCHANGE TABLES no_such AND t",
    "DROP TABLE t GARBAGE",
    "TRUNCATE TABLE t GARBAGE",
    "SHOW CREATE TABLE t GARBAGE",
    "EXISTS TABLE t GARBAGE",
    "OPTIMIZE TABLE t PARTITION ID 1 FINAL",
    "OPTIMIZE TABLE t CLEANUP FINAL",
    "SELECT k FROM t FINAL LIMIT 1 WITH TIES",
    "SELECT * EXCEPT STRICT (nothing) FROM t",
    "SELECT COLUMNS('nothing') FROM t",
    "SELECT COLUMNS('(') FROM t",
    "SELECT * FROM t AS a FINAL, m AS b FINAL",
    "SELECT k FROM t FINAL SETTINGS final = 1, no_such_setting = 1",
    "DROP VIEW t",
    "CREATE OR REPLACE TABLE t (k Int64) ENGINE = ReplacingMergeTree(nothing) ORDER BY k",
    "DELETE FROM t WHERE nothing = 1",
    "DELETE FROM t WHERE k = 1 SETTINGS enable_lightweight_delete = 0",
]


@pytest.fixture(scope="module")
def tables(endpoint_client: Client, module_clickhouse: ClickHouse) -> Client:
    for engine in (endpoint_client.run, module_clickhouse.execute):
        for statement in (TABLE, ROWS, PLAIN):
            engine(statement)
    return endpoint_client


@pytest.fixture(scope="module")
def untouched(tables: Client) -> tuple[object, ...]:
    """What the tables are before and after each statement."""
    return _state(tables)


def _state(client: Client) -> tuple[object, ...]:
    tables = client.run("SHOW TABLES")
    return (
        sorted(tables),
        client.active_parts("t"),
        sorted(client.run("SELECT * FROM t")),
        client.run("SHOW CREATE TABLE t"),
        client.active_parts("m"),
    )


@pytest.mark.parametrize("statement", DEFINITIONS + STATEMENTS)
@pytest.mark.sample(3)
def test_it_fails_as_in_clickhouse_and_changes_nothing(
    statement: str,
    tables: Client,
    untouched: tuple[object, ...],
    module_clickhouse: ClickHouse,
) -> None:
    expected = module_clickhouse.error(statement)
    error = tables.error(statement)
    assert error.name == expected.name, error.message
    assert error.sqlstate is not None
    assert len(error.sqlstate) == 5
    assert "Traceback" not in error.message
    assert ".py" not in error.message
    assert _state(tables) == untouched


@pytest.mark.parametrize(
    ("statement", "condition", "sqlstate"),
    [
        ("INSERT INTO no_such VALUES (1)", "TABLE_OR_VIEW_NOT_FOUND", "42P01"),
        ("TRUNCATE TABLE no_such", "TABLE_OR_VIEW_NOT_FOUND", "42P01"),
        ("DROP TABLE no_such", "TABLE_OR_VIEW_NOT_FOUND", "42P01"),
        ("SHOW CREATE TABLE no_such", "TABLE_OR_VIEW_NOT_FOUND", "42P01"),
        ("SELECT * FROM no_such", "TABLE_OR_VIEW_NOT_FOUND", "42P01"),
        ("SELECT nothing FROM range(3)", "UNRESOLVED_COLUMN.WITH_SUGGESTION", "42703"),
        (
            "INSERT INTO t (k) SELECT nothing FROM range(3)",
            "UNRESOLVED_COLUMN.WITH_SUGGESTION",
            "42703",
        ),
        ("SELEC 1", "PARSE_SYNTAX_ERROR", "42601"),
        ("SELECT 1 +", "PARSE_SYNTAX_ERROR", "42601"),
        ("SELECT 1 / 0", "DIVIDE_BY_ZERO", "22012"),
    ],
)
@pytest.mark.sample(2)
def test_an_error_of_spark_keeps_its_own_name(
    statement: str,
    condition: str,
    sqlstate: str,
    tables: Client,
    untouched: tuple[object, ...],
) -> None:
    error = tables.error(statement)
    assert error.name == condition, error.message
    assert error.sqlstate == sqlstate
    assert "Traceback" not in error.message
    assert _state(tables) == untouched


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT nosuch FROM t FINAL",
        "SELECT k FROM t FINAL WHERE (",
        "SELECT k, count() FROM t FINAL",
        "SELECT CAST(v AS INT) FROM t FINAL",
        "SELECT argMax(v) FROM t FINAL",
        "SELECT throwIf(k = 1, 'odd') FROM t FINAL",
        "SELECT count() FROM t WHERE k < (SELECT throwIf(k = 1, 'odd') FROM t)",
        "SELECT (SELECT arrayJoin([k, 2]) FROM t)",
        "SELECT (SELECT id FROM range(3))",
        "INSERT INTO t SELECT nosuch FROM t FINAL",
        "SELECT no_such_function(v) FROM t",
    ],
)
@pytest.mark.parametrize("is_asynchronous", [False, True])
@pytest.mark.sample(3)
def test_a_message_has_nothing_of_the_servers_inside(
    client: Client, endpoint: EmbeddedEndpoint, statement: str, is_asynchronous: bool
) -> None:
    """Two ways lead a message to a client: the answer to a statement, and that about its state."""
    client.run("CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k")
    client.run("INSERT INTO t VALUES (1, 'a')")
    if is_asynchronous:
        with (
            dbapi.connect(port=endpoint.port, database=client.database) as connection,
            pytest.raises(dbapi.Error) as raised,
        ):
            connection.cursor().execute(statement)
        message = raised.value.server_message or ""
    else:
        message = str(client.error(statement))
    assert message.startswith("[")
    for inside in ("\n\tat ", "org.apache", "__row", "rmt_", "Relation", "== SQL"):
        assert inside not in message
