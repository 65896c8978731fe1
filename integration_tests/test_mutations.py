"""ALTER TABLE … DELETE and UPDATE, DELETE FROM and KILL MUTATION, beside real ClickHouse."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.waiting import eventually

from rmt_engine.spark.write import row_changes

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmt_engine.spark.run.engine import Engine

COLUMNS = (
    "k Int64, p UInt8, v Int32, n Nullable(Int32), s String DEFAULT 'x', "
    "m Int32 MATERIALIZED v + 1, m2 Int32 MATERIALIZED m * 10, a Int32 ALIAS v * 2, "
    "ver UInt32, del UInt8"
)
CREATE = (
    f"CREATE TABLE t ({COLUMNS}) ENGINE = ReplacingMergeTree(ver, del) PARTITION BY p ORDER BY k"
)
SHOWN = "k, p, v, n, s, m, m2, a, ver, del"
PARTS = (
    "SELECT name, rows, data_version FROM system.parts WHERE database = '{db}' "
    "AND `table` = 't' AND active = 1 AND rows > 0"
)


class Mutated(Both):
    """The table `t` of both engines."""

    has_emptied = False
    has_masked = False

    def compare_parts(self) -> None:
        """Compares parts; one without rows is gone here, while ClickHouse may still merge it.

        Masked rows are gone from a part that an UPDATE rewrote, while ClickHouse keeps them.
        """
        empty = "SELECT count() FROM system.parts WHERE table = 't' AND active AND rows = 0"
        self.has_emptied |= self.clickhouse.rows(
            f"{empty} AND database = '{self.clickhouse.current}'"
        ) != [("0",)]
        rows = PARTS.replace("name, rows, data_version", "partition_id, sum(rows)")
        if not self.has_masked:
            self.compare(f"{rows} GROUP BY partition_id" if self.has_emptied else PARTS)
        elif not self.has_emptied:
            self.compare(PARTS.replace("name, rows", "name"))

    def compare_all(self) -> None:
        self.compare_parts()
        self.compare(f"SELECT {SHOWN} FROM t")
        self.compare(f"SELECT {SHOWN} FROM t FINAL")
        self.compare("SELECT count() FROM t FINAL")


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Mutated:
    """The table `t` in both, its statements waiting for their mutations."""
    both = Mutated(client, clickhouse)
    both.run("SET mutations_sync = 2")
    both.create(CREATE)
    return both


INSERTS = (
    "INSERT INTO t (k, p, v, ver, del) VALUES (1, 1, 1, 1, 0), (2, 1, 2, 1, 0), (3, 2, 3, 1, 0)",
    "INSERT INTO t (k, p, v, n, ver, del) VALUES (1, 1, 11, 5, 2, 0), (4, 2, 0, NULL, 1, 1)",
)


@pytest.mark.parametrize(
    "commands",
    [
        pytest.param("DELETE WHERE k = 1 AND ver = 2", id="the newest row"),
        pytest.param("DELETE WHERE n = 5", id="NULL is no match"),
        pytest.param("DELETE WHERE del", id="a number is a condition"),
        pytest.param("DELETE WHERE a = 4 OR m2 = 120", id="hidden columns"),
        pytest.param("DELETE IN PARTITION 2 WHERE 1", id="all of a partition"),
        pytest.param("DELETE IN PARTITION ID '1' WHERE k > 1", id="a partition by its id"),
        pytest.param("UPDATE v = v + 1 WHERE k < 3", id="materialized columns follow"),
        pytest.param("UPDATE v = 9, s = toString(v) WHERE 1", id="assignments see old values"),
        pytest.param(
            "UPDATE v = 9 WHERE k = 1, UPDATE s = toString(v) WHERE 1", id="commands see new values"
        ),
        pytest.param("UPDATE v = 9 WHERE k = 1, DELETE WHERE v = 9", id="an update, then a delete"),
        pytest.param("UPDATE del = 1 WHERE k = 1 AND v = 11", id="a mark is set"),
        pytest.param("UPDATE del = 0 WHERE k = 4", id="a mark is taken away"),
        pytest.param("UPDATE n = NULL WHERE n = 5", id="to NULL"),
        pytest.param("UPDATE n = multiIf(k = 1, 7, NULL) WHERE 1", id="to NULL or not"),
        pytest.param("UPDATE v = intDiv(12, k - 1) WHERE k > 1", id="an error in other rows"),
        pytest.param("UPDATE s = upper(s) IN PARTITION 1 WHERE s IN ('x', 'y')", id="IN twice"),
        pytest.param("(DELETE WHERE k = 3), (UPDATE v = 5 WHERE k = 4)", id="parentheses"),
        pytest.param("DELETE WHERE k = 77", id="no row"),
    ],
)  # fmt: skip
@pytest.mark.sample(1)
def test_a_mutation_does_what_clickhouses_does(both: Mutated, commands: str) -> None:
    both.run(*INSERTS)
    both.compare("SELECT count() FROM t FINAL")
    both.run(f"ALTER TABLE t {commands}")
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare("SELECT count() FROM t")
    both.compare(
        "SELECT `table`, mutation_id, parts_to_do, is_done, is_killed, latest_fail_reason "
        "FROM system.mutations WHERE database = '{db}'"
    )


@pytest.mark.parametrize(
    "commands",
    [
        "UPDATE k = 1 WHERE 1",
        "UPDATE p = 1 WHERE 1",
        "UPDATE ver = 1 WHERE 1",
        "UPDATE m = 1 WHERE 1",
        "UPDATE a = 1 WHERE 1",
        "UPDATE zz = 1 WHERE 1",
        "UPDATE v = 1, v = 2 WHERE 1",
        "UPDATE v = NULL WHERE 1",
        "UPDATE v = 'abc' WHERE 1",
        "UPDATE v = zz WHERE 1",
        "UPDATE v = 1",
        "UPDATE v = 1 IN PARTITION 'x' WHERE 1",
        "UPDATE v = 1 IN PARTITION (1, 2) WHERE 1",
        "DELETE",
        "DELETE WHERE zz = 1",
        "DELETE WHERE s",
        "DELETE WHERE sum(v) = 1",
        "DELETE WHERE k = 1 IN PARTITION 2",
        "DELETE WHERE nosuchfunction(k)",
        "DELETE WHERE k = (SELECT k FROM t)",
        "DELETE WHERE k IN (SELECT k, v FROM t)",
        "DELETE WHERE (k, v) IN (SELECT k FROM t)",
    ],
)
@pytest.mark.sample(3)
def test_a_wrong_mutation_is_refused_with_clickhouses_error(both: Mutated, commands: str) -> None:
    both.run(*INSERTS)
    statement = f"ALTER TABLE t {commands}"
    assert both.client.error(statement).name == both.clickhouse.error(statement).name
    both.compare("SELECT count() FROM system.mutations WHERE database = '{db}'")


@pytest.mark.parametrize(
    "commands",
    [
        "DELETE WHERE k IN (SELECT x FROM u)",
        "DELETE WHERE k NOT IN (SELECT x FROM u WHERE x IS NOT NULL) AND v > 1",
        "DELETE WHERE NOT k IN (SELECT x FROM u)",
        "DELETE WHERE k GLOBAL NOT IN (SELECT x FROM u)",
        "DELETE WHERE k + 1 IN (SELECT x FROM u) OR v IN (SELECT x FROM u WHERE x IN (SELECT 3))",
        "DELETE WHERE (k, s) IN (SELECT x, name FROM u)",
        "DELETE WHERE (k, s) IN ((1, 'x'), (3, 'y'))",
        "DELETE WHERE (k, n) NOT IN ((1, 5), (2, NULL))",
        "DELETE WHERE (k, n) NOT IN (SELECT x, x FROM u)",
        "DELETE WHERE n IN (SELECT x FROM u WHERE 0)",
        "DELETE WHERE n NOT IN (SELECT x FROM u WHERE 0)",
        "DELETE WHERE NOT n IN (SELECT x FROM u WHERE 0) AND k NOT IN (SELECT x FROM u WHERE 0)",
        "DELETE WHERE s IN (SELECT name FROM u FINAL)",
        "DELETE WHERE exists(SELECT 1 FROM u WHERE 0)",
        "DELETE WHERE EXISTS (SELECT 1 FROM u) AND k > 2",
        "DELETE WHERE k = (SELECT max(k) FROM t)",
        "DELETE WHERE k = (SELECT x FROM u WHERE 0)",
        "DELETE WHERE k IN (WITH 1 AS one SELECT one)",
        "DELETE WHERE toDate32('2024-01-02') IN (SELECT day FROM u) AND k = 1",
        "DELETE WHERE k = 2 AND toDateTime64('2024-01-01 00:00:01', 6) IN (SELECT at FROM u)",
        "DELETE WHERE v / 2 IN (SELECT half FROM u)",
        "DELETE WHERE toDecimal64(k, 2) IN (SELECT price FROM u)",
        "UPDATE n = (SELECT max(x) FROM u), s = (SELECT max(name) FROM u) WHERE k IN (SELECT 1)",
        "UPDATE n = (SELECT x FROM u WHERE 0) WHERE 1",
        "UPDATE v = if(k IN (SELECT x FROM u), 100, v) WHERE 1",
    ],
)  # fmt: skip
@pytest.mark.sample(1)
def test_subqueries_give_their_values(both: Mutated, commands: str) -> None:
    both.run(
        *INSERTS,
        "CREATE TABLE u (x Nullable(Int64), name String, day Date32, at DateTime64(6, 'UTC'), "
        "half Float64, price Decimal(9, 2), ver UInt8) ENGINE = ReplacingMergeTree(ver) "
        "ORDER BY ver SETTINGS allow_nullable_key = 1",
        "INSERT INTO u VALUES (1, 'x', '2024-01-02', '2024-01-01 00:00:01', 0.5, 1.00, 1), "
        "(3, 'it''s', '2024-01-04', '2024-01-01 00:00:03', 1.5, 3, 2), "
        "(NULL, 'y', '1900-01-01', '1900-01-01 00:00:00.000001', 1e300, -1.5, 3)",
        f"ALTER TABLE t {commands}",
    )
    both.compare(f"SELECT {SHOWN} FROM t")


@pytest.mark.sample(0)
def test_a_mutation_keeps_what_its_subquery_gave(client: Client) -> None:
    client.run("SET mutations_sync = 0")
    client.script(CREATE, *INSERTS, "CREATE TABLE u (x Int64) ENGINE = MergeTree ORDER BY x")
    client.script("INSERT INTO u VALUES (1)", "SYSTEM STOP MERGES t")
    client.script("ALTER TABLE t DELETE WHERE k IN (SELECT x FROM u)", "INSERT INTO u VALUES (2)")
    client.run("SYSTEM START MERGES t")
    done = "SELECT command FROM system.mutations WHERE `table` = 't' AND is_done = 1"
    eventually(lambda: len(client.run(done)) == 1)
    assert client.run(done) == [("(DELETE WHERE k IN (1))",)]
    assert sorted(client.run("SELECT DISTINCT k FROM t")) == [(2,), (3,), (4,)]


def test_a_key_that_is_computed_from_a_column_keeps_it_from_being_updated(both: Mutated) -> None:
    both.run(
        "CREATE TABLE u (k Int64, v Int32, m Int32 MATERIALIZED v + 1, w Int32) "
        "ENGINE = ReplacingMergeTree ORDER BY (k % 10, m)"
    )
    for statement in ("ALTER TABLE u UPDATE v = 1 WHERE 1", "ALTER TABLE u UPDATE k = 1 WHERE 1"):
        ours, theirs = both.client.error(statement), both.clickhouse.error(statement)
        assert ours.name == theirs.name == "CANNOT_UPDATE_COLUMN"


def test_what_is_not_supported_is_refused(client: Client) -> None:
    client.run(CREATE)
    for statement in (
        "ALTER TABLE t DELETE WHERE k IN (SELECT number FROM numbers(10001))",
        "ALTER TABLE t DELETE WHERE k = (SELECT 1, 2)",
        "ALTER TABLE t DELETE WHERE has((SELECT [1]), k)",
        "UPDATE t SET v = 1 WHERE k = 1",
    ):
        assert client.error(statement).name == "NOT_IMPLEMENTED"


def test_delete_from_takes_rows(both: Mutated) -> None:
    both.run(
        *INSERTS,
        "DELETE FROM t WHERE k IN (SELECT max(k) FROM t)",
        "DELETE FROM t WHERE k = 1 AND ver = 2",
        "DELETE FROM t IN PARTITION 2 WHERE k = 3",
    )
    both.compare(f"SELECT {SHOWN} FROM t")
    both.compare(f"SELECT {SHOWN} FROM t FINAL")
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare("SELECT count(*), sum(k), sum(ver) FROM t")


# Failures


@pytest.fixture
def failing(both: Mutated) -> Mutated:
    """Three parts, of which the second has a row on which the mutation fails."""
    for k, v in ((1, 1), (2, 0), (3, 3)):
        both.run(f"INSERT INTO t (k, p, v, ver) VALUES ({k}, 1, {v}, 1)")
    for engine in (both.client, both.clickhouse):
        error = engine.error("ALTER TABLE t UPDATE v = intDiv(10, v) WHERE 1")
        assert error.name == "UNFINISHED"
        assert "'mutation_4.txt' with part '1_2_2_1' reason: " in str(error)
    return both


@pytest.mark.sample(0)
def test_a_mutation_that_fails_changes_the_other_parts_and_stays(failing: Mutated) -> None:
    failing.compare(PARTS)
    failing.compare(f"SELECT {SHOWN} FROM t")
    failing.compare(
        "SELECT mutation_id, parts_to_do, is_done, latest_failed_part FROM system.mutations "
        "WHERE database = '{db}'"
    )
    [(reason,)] = failing.client.run(
        "SELECT latest_fail_reason FROM system.mutations WHERE latest_fail_time > "
        f"now() - INTERVAL 1 MINUTE AND database = '{failing.client.database}'"
    )
    assert reason.startswith("[ILLEGAL_DIVISION]")


@pytest.mark.sample(0)
def test_a_killed_mutation_is_given_up(failing: Mutated) -> None:
    client = failing.client
    mine = f"database = '{client.database}' AND mutation_id = 'mutation_4.txt'"
    row = (client.database, "t", "mutation_4.txt", "(UPDATE v = intDiv(10, v) WHERE 1)")
    assert client.run(f"KILL MUTATION WHERE {mine} TEST") == [("unknown_status", *row)]
    assert client.run(f"KILL MUTATION WHERE {mine} SYNC") == [("waiting", *row)]
    assert client.run(f"KILL MUTATION WHERE {mine}") == []
    failing.clickhouse.execute(
        f"KILL MUTATION WHERE database = '{failing.clickhouse.current}' SYNC"
    )
    failing.compare(PARTS)
    failing.run("OPTIMIZE TABLE t FINAL")
    failing.compare_all()
    assert client.error("KILL MUTATION WHERE nosuch = 1").name == "UNKNOWN_IDENTIFIER"


@pytest.mark.sample(0)
def test_optimize_does_not_merge_across_a_mutation_that_is_not_done(failing: Mutated) -> None:
    failing.run("INSERT INTO t (k, p, v, ver) VALUES (4, 1, 3, 1)", "OPTIMIZE TABLE t FINAL")
    failing.compare(PARTS)
    failing.run("OPTIMIZE TABLE t")
    failing.compare(PARTS)


@pytest.mark.sample(0)
def test_who_waits_behind_a_mutation_that_fails_is_told(failing: Mutated) -> None:
    error = failing.client.error("DELETE FROM t WHERE k = 1 SETTINGS lightweight_deletes_sync = 2")
    assert error.name == "UNFINISHED"
    assert "'mutation_4.txt'" in error.message
    assert "ILLEGAL_DIVISION" in error.message


@pytest.mark.sample(0)
def test_a_failed_mutation_is_finished_once_the_row_is_gone(failing: Mutated) -> None:
    failing.client.run("TRUNCATE TABLE t")
    eventually(lambda: _is_done(failing.client))


def _is_done(client: Client) -> bool:
    rows = client.run(
        f"SELECT min(is_done) FROM system.mutations WHERE database = '{client.database}'"
    )
    return rows == [(1,)]


# In the background


@pytest.mark.asks_clickhouse("it waits for a mutation in the background")
@pytest.mark.sample(0)
def test_stopped_merges_stop_mutations_too(both: Mutated) -> None:
    both.run(*INSERTS, "SET mutations_sync = 0", "SYSTEM STOP MERGES t")
    both.run("ALTER TABLE t UPDATE v = 7 WHERE 1")
    both.compare_all()
    both.compare("SELECT is_done, parts_to_do FROM system.mutations WHERE database = '{db}'")
    both.run("SYSTEM START MERGES t")
    eventually(lambda: _is_done(both.client))
    eventually(lambda: both.clickhouse.rows("SELECT min(v) FROM t") == [("7",)])
    both.compare_all()


@pytest.mark.sample(0)
def test_a_mutation_in_the_background(client: Client) -> None:
    client.script(CREATE, *INSERTS, "SET mutations_sync = 0")
    started = time.monotonic()
    for value in range(3):
        client.run(f"ALTER TABLE t UPDATE v = {value} WHERE 1")
    assert time.monotonic() - started < 30
    eventually(lambda: _is_done(client))
    assert client.run("SELECT DISTINCT v, m FROM t") == [(2, 3)]
    assert {name.rsplit("_", 1)[1] for name in client.active_parts("t")} == {"7"}


@pytest.mark.sample(0)
def test_reading_and_inserting_while_a_mutation_runs(
    endpoint: EmbeddedEndpoint, client: Client
) -> None:
    """Every part holds as many rows of one sign as the insert gave it, at every moment."""
    client.script(
        "CREATE TABLE t (k Int64, part Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k",
        "SET mutations_sync = 0",
    )
    for part in range(6):
        client.run(f"INSERT INTO t SELECT {part} * 1000 + number, {part}, 1 FROM numbers(1000)")
    seen: set[tuple[Any, ...]] = set()
    stopping = threading.Event()

    def read() -> None:
        with endpoint.connect() as reader:
            reader.run(f"USE {client.database}")
            while not stopping.is_set():
                seen.update(reader.run("SELECT part, sum(v), count(*) FROM t FINAL GROUP BY part"))

    thread = threading.Thread(target=read)
    thread.start()
    try:
        client.run("ALTER TABLE t UPDATE v = -1 WHERE part < 6")
        client.run("INSERT INTO t SELECT 6000 + number, 6, 1 FROM numbers(1000)")
        eventually(lambda: _is_done(client))
    finally:
        stopping.set()
        thread.join()
    assert {(total, rows) for _, total, rows in seen} <= {(1000, 1000), (-1000, 1000)}
    assert client.run("SELECT sum(v) FROM t FINAL WHERE part = 6") == [(1000,)]
    assert client.run("SELECT sum(v) FROM t FINAL") == [(-5000,)]


@pytest.mark.sample(0)
def test_large_parts_are_rewritten_in_order(client: Client) -> None:
    client.script(
        "CREATE TABLE t (k Int64, v Int64, s String) ENGINE = ReplacingMergeTree ORDER BY k "
        "SETTINGS row_group_rows = 20000",
        "INSERT INTO t SELECT number, 0, concat('s', number) FROM numbers(300000)",
        "INSERT INTO t SELECT number * 3, 1, 'second' FROM numbers(100000)",
        "SET mutations_sync = 1",
        "ALTER TABLE t DELETE WHERE k % 10 = 7, UPDATE v = v + 5 WHERE k >= 150000",
    )
    expected = sum((6 if k % 3 == 0 else 5) if k >= 150000 else int(k % 3 == 0)
                   for k in range(300000) if k % 10 != 7)  # fmt: skip
    assert client.run("SELECT count(), sum(v) FROM t FINAL") == [(270000, expected)]
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run("SELECT count(*), sum(v), min(k), max(k) FROM t") == [
        (270000, expected, 0, 299999)
    ]
    assert client.run("SELECT v, s FROM t WHERE k = 299999") == [(5, "s299999")]


@pytest.mark.parametrize(
    "clauses",
    [
        "ENGINE = MergeTree ORDER BY tuple()",
        "ENGINE = ReplacingMergeTree PARTITION BY (s, d) ORDER BY k",
        "ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(d) ORDER BY (toDate(t), k % 7, k)",
        "ENGINE = ReplacingMergeTree PARTITION BY t ORDER BY (k, u)",
    ],
)
@pytest.mark.sample(0)
def test_tables_of_all_kinds(
    client: Client, clickhouse: ClickHouse, clauses: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filled and changed by tasks of Spark's; directories are named after partitions' values."""
    monkeypatch.setattr(row_changes, "_FEW_ROWS", 0)
    both = Both(client, clickhouse)
    both.run(
        "SET mutations_sync = 2",
        "CREATE TABLE t (k Int64, s String, d Date, t DateTime, n Nullable(Decimal(9, 2)), "
        f"u UInt64, f FixedString(3), e Enum8('a' = 1, 'b' = 2), i UUID) {clauses}",
        "INSERT INTO t SELECT number, multiIf(number % 2 = 0, 'é/ %', 'b'), "
        "toDate(19750 + number % 40), toDateTime(1706745590 + number % 2), number % 5, "
        "18446744073709551615, 'abc', 'b', '61f0c404-5cb3-11e7-907b-a6006ad3dba0' "
        "FROM numbers(12000)",
        "ALTER TABLE t DELETE WHERE k % 3 = 1 AND d > '2024-02-01', "
        "UPDATE n = n + 1, f = 'x', e = 'a', i = '00000000-0000-0000-0000-000000000000' "
        "WHERE t = '2024-01-31 23:59:50'",
    )
    for final in ("", "FINAL") if "Replacing" in clauses else ("",):
        both.compare(
            f"SELECT s, d, t, u, e, i, count(*), sum(k), CAST(sum(n) AS BIGINT) FROM t {final} "
            "GROUP BY s, d, t, u, e, i"
        )


def test_cancelling_the_wait_leaves_the_mutation(spark: SparkSession, engine: Engine) -> None:
    from pyspark import InheritableThread

    spark.sql("CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k")
    spark.sql("INSERT INTO t VALUES (1, 1)")
    table = engine.store.registry.tables.find(spark.catalog.currentDatabase(), "t")
    assert table is not None
    [part] = engine.store.snapshots.current(table).parts
    claim = engine.store.claims.take(table.id, [part], part.name)
    assert claim is not None
    errors: list[str] = []
    waiting: list[Any] = []

    def alter() -> None:
        waiting.append(engine.gateway.jvm.java.lang.Thread.currentThread())
        try:
            spark.sql("ALTER TABLE t UPDATE v = 2 WHERE 1 SETTINGS mutations_sync = 2")
        except Exception as error:
            errors.append(str(error))

    thread = InheritableThread(target=alter)
    thread.start()
    eventually(lambda: bool(engine.store.mutations.unfinished(table.id)))
    waiting[0].interrupt()
    thread.join(120)
    assert "QUERY_WAS_CANCELLED" in errors[0]
    engine.store.claims.release(claim)
    eventually(lambda: not engine.store.mutations.unfinished(table.id))
    assert [tuple(row) for row in spark.sql("SELECT k, v FROM t").collect()] == [(1, 2)]
