"""The engine in this process: `spark.sql`, DataFrames, and what sessions leave behind."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pyarrow.parquet as pq
import pytest
from pyspark import InheritableThread
from pyspark.errors import AnalysisException, ParseException, PySparkException
from pyspark.sql import functions as F
from support.endpoint import Client
from support.waiting import eventually

import rmt_engine
from rmt_engine.spark.bridge.errors import thrown_in_java
from rmt_engine.spark.read import file_index
from rmt_engine.spark.read.masks import MaskLimits
from rmt_engine.spark.read.scan import Scans
from rmt_engine.spark.run.executor import Executor
from rmt_engine.spark.run.queries import compiled_query
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.store.minmax_index import MinMaxIndex
from rmt_engine.system.tables import SYSTEM_TABLES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmt_engine.spark.run.engine import Engine

T = "CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k"


def _rows(spark: SparkSession, sql: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in spark.sql(sql).collect()]


def test_a_tables_life_in_spark_sql(spark: SparkSession) -> None:
    spark.sql(T)
    spark.sql("INSERT INTO t VALUES (1, 'old', 1), (2, 'x', 1)")
    spark.sql("INSERT INTO t VALUES (1, 'new', 2)")
    assert _rows(spark, "SELECT k, v FROM t FINAL ORDER BY k") == [(1, "new"), (2, "x")]
    assert spark.table("t").count() == 3
    spark.sql("OPTIMIZE TABLE t FINAL")
    assert spark.table("t").count() == 2
    spark.sql("DROP TABLE t")
    assert _rows(spark, "SHOW TABLES") == []


@pytest.mark.parametrize(
    "limits",
    [MaskLimits(), MaskLimits(literal_bytes=0), MaskLimits(literal_bytes=0, join_bytes=0)],
    ids=["in the plan", "joined", "from files"],
)
@pytest.mark.sample(0)
def test_a_deletion_vector_of_many_chunks_hides_the_same_rows_however_it_travels(
    spark: SparkSession, engine: Engine, monkeypatch: pytest.MonkeyPatch, limits: MaskLimits
) -> None:
    assert engine._executor is not None
    monkeypatch.setattr(engine._executor._scans._masks, "_limits", limits)
    spark.sql(
        "CREATE TABLE t (k Int64, v Int64, ver Int64, d UInt8) "
        "ENGINE = ReplacingMergeTree(ver, d) ORDER BY k"
    )
    spark.sql("INSERT INTO t SELECT id, id, 1, 0 FROM range(300000)")
    spark.sql("INSERT INTO t SELECT id * 3, -id, 2, id % 2 FROM range(70000)")
    spark.sql("INSERT INTO t SELECT id + 1000000, id, 1, 0 FROM range(10)")
    ids = range(300_000)
    updated = {key * 3: (-key, key % 2) for key in range(70_000)}
    current = [updated.get(key, (key, 0)) for key in ids]
    alive = [value for value, deleted in current if not deleted]
    expected = (len(alive) + 10, sum(alive) + sum(range(10)))
    assert _rows(spark, "SELECT count(*), sum(v) FROM t FINAL") == [expected]
    assert _rows(spark, "SELECT count(*) FROM t FINAL") == [(expected[0],)]
    assert _rows(
        spark, "SELECT k, v FROM t FINAL WHERE k IN (3, 6, 209997, 299999) ORDER BY k"
    ) == [
        (6, -2),
        (299_999, 299_999),
    ]
    spark.sql("DROP TABLE t")


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO t SETTINGS final_build = '{}' VALUES (1, 'b', 2)",
        "INSERT INTO t SELECT 1, 'b', 2 SETTINGS final_build = '{}'",
        "OPTIMIZE TABLE t FINAL SETTINGS final_build = '{}'",
    ],
)
@pytest.mark.parametrize(("when", "built"), [("sync", True), ("lazy", False)])
def test_final_build_says_when_the_vector_is_built(
    spark: SparkSession, engine: Engine, change: str, when: str, built: bool
) -> None:
    spark.sql(T)
    spark.sql("INSERT INTO t SETTINGS final_build = 'lazy' VALUES (1, 'a', 1)")
    spark.sql(change.format(when))
    database = spark.catalog.currentDatabase()
    table = engine.store.registry.tables.find(database, "t")
    assert table is not None
    snapshot = engine.store.snapshots.current(table)
    record = engine.store.registry.vectors.newest(table.id, "partition", snapshot.version)
    assert (record is not None) == built
    spark.sql("DROP TABLE t")


def test_session_gives_the_running_engine(engine: Engine) -> None:
    assert rmt_engine.session() is engine.spark


@pytest.mark.sample(0)
def test_a_dataframe_is_inserted_by_name(spark: SparkSession) -> None:
    spark.sql(T)
    frame = spark.range(1000).select(
        F.lit(3).alias("ver"), F.col("id").alias("k"), F.lit("v").alias("v")
    )
    rmt_engine.insert(frame, "t")
    rmt_engine.insert(spark.createDataFrame([(1, "w", 4)], "k LONG, v STRING, ver INT"), "t")
    assert _rows(spark, "SELECT count(), max(v) FROM t FINAL") == [(1000, "w")]


def test_a_dataframe_with_a_wrong_column_is_refused(spark: SparkSession) -> None:
    spark.sql(T)
    with pytest.raises(rmt_engine.RmtError, match="NO_SUCH_COLUMN_IN_TABLE"):
        rmt_engine.insert(spark.range(3), "t")
    with pytest.raises(rmt_engine.RmtError, match="UNKNOWN_TABLE"):
        rmt_engine.insert(spark.range(3), "no_such")
    assert spark.table("t").count() == 0


def test_a_dataframe_keeps_the_snapshot_it_was_planned_on(spark: SparkSession) -> None:
    spark.sql(T)
    spark.sql("INSERT INTO t VALUES (1, 'a', 1)")
    before = spark.sql("SELECT * FROM t FINAL")
    spark.sql("INSERT INTO t VALUES (1, 'b', 2), (2, 'c', 1)")
    spark.sql("OPTIMIZE TABLE t FINAL")
    assert [tuple(row) for row in before.collect()] == [(1, "a", 1)]
    assert spark.sql("SELECT * FROM t FINAL").count() == 2


def test_parameters_are_bound(spark: SparkSession) -> None:
    spark.sql(T)
    spark.sql("INSERT INTO t VALUES (:k, :v, 1)", args={"k": 1, "v": "it's FINAL"})
    spark.sql("INSERT INTO t SELECT ?, ?, 2", args=[2, "x"])
    found = spark.sql("SELECT k FROM t FINAL WHERE v = :v", args={"v": "it's FINAL"})
    assert [tuple(row) for row in found.collect()] == [(1,)]
    found = spark.sql("SELECT v FROM t WHERE k = ?", args=[2])
    assert [tuple(row) for row in found.collect()] == [("x",)]


def test_errors_have_a_condition_and_an_sqlstate(spark: SparkSession) -> None:
    with pytest.raises(PySparkException) as ours:
        spark.sql("SELECT * FROM no_such FINAL")
    assert ours.value.getCondition() == "UNKNOWN_TABLE"
    assert ours.value.getSqlState() == "42P01"
    assert "Traceback" not in str(ours.value)


def test_sparks_errors_come_unchanged(spark: SparkSession) -> None:
    with pytest.raises(ParseException) as syntax:
        spark.sql("SELEC 1")
    assert syntax.value.getCondition() == "PARSE_SYNTAX_ERROR"
    with pytest.raises(AnalysisException) as missing:
        spark.sql("SELECT nothing FROM range(1)")
    assert str(missing.value.getCondition()).startswith("UNRESOLVED_COLUMN")


def test_spark_reads_views_types_and_expressions_in_the_jvm(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser comes to Python with statements only."""
    seen: list[str] = []
    plan = Executor.plan

    def noted(executor: Executor, text: str, parse: Any) -> Any:
        seen.append(text)
        return plan(executor, text, parse)

    # An endpoint that has just started is still making these, with statements of its own.
    eventually(lambda: spark.sql("SHOW TABLES IN system").count() == len(SYSTEM_TABLES))
    spark.sql("CREATE TEMPORARY VIEW nine AS SELECT id FROM range(9)")
    monkeypatch.setattr(Executor, "plan", noted)
    query = "SELECT count(*) FROM nine"
    assert _rows(spark, query) == [(9,)]
    parser = spark._jsparkSession.sessionState().sqlParser()
    assert parser.parseDataType("array<int>").sql() == "ARRAY<INT>"
    assert parser.parseExpression("a + 1").sql() == "(a + 1)"
    assert parser.toString() == parser.toString()
    with pytest.raises(ParseException, match="PARSE_SYNTAX_ERROR"):
        parser.parseExpression("a + ")
    assert seen == [query]


@pytest.mark.sample(0)
def test_cancelling_a_job_group_stops_an_insert(spark: SparkSession) -> None:
    spark.sql(T)
    failed: list[Exception] = []

    def insert() -> None:
        spark.sparkContext.setJobGroup("cancelled", "a slow insert", interruptOnCancel=True)
        try:
            spark.sql("INSERT INTO t SELECT number, sha2('x', 512), 1 FROM numbers(2000000000)")
        except Exception as error:
            failed.append(error)

    thread = InheritableThread(target=insert, daemon=True)
    thread.start()
    time.sleep(4)
    spark.sparkContext.cancelJobGroup("cancelled")
    thread.join(timeout=60)
    assert not thread.is_alive()
    [error] = failed
    assert isinstance(error, PySparkException)
    assert error.getCondition() == "QUERY_WAS_CANCELLED"
    assert spark.table("t").count() == 0


def test_explain_executes_nothing(spark: SparkSession) -> None:
    spark.sql(T)
    text = _rows(spark, "EXPLAIN INSERT INTO t VALUES (1, 'a', 1)")[0][0]
    assert "insert" in str(text).lower()
    assert spark.table("t").count() == 0


def test_functions_are_sparks_expressions(spark: SparkSession) -> None:
    spark.sql(T)
    plan = spark.sql(
        "SELECT toYYYYMM(now()), argMax(v, ver), uniqExact(k), countIf(k > 1), any(v) FROM t"
    )
    text = plan._jdf.queryExecution().toString().lower()
    assert "python" not in text
    assert "evalpython" not in text


@pytest.mark.sample(0)
@pytest.mark.parametrize("name", ["v", "with space", "ünïcode", "tick`ed", 'qu"oted'])
def test_the_text_of_a_temporary_view_is_known_by_its_name(
    spark: SparkSession, engine: Engine, name: str
) -> None:
    quoted = name.replace("`", "``")
    session = spark._jsparkSession
    for asked in (None, session):
        assert engine.gateway.sessions.view_text(asked, name) is None
    spark.sql(f"CREATE TEMPORARY VIEW `{quoted}` AS SELECT 1 AS `one`")
    for asked in (None, session):
        assert engine.gateway.sessions.view_text(asked, name) == "SELECT 1 AS `one`"
        assert engine.gateway.sessions.view_text(asked, f"{name}2") is None
        texts = engine.gateway.sessions.view_texts(asked, {name, f"{name}2"})
        assert texts == {name: "SELECT 1 AS `one`", f"{name}2": None}
        assert engine.gateway.sessions.view_texts(asked, ()) == {}
    spark.range(3).createOrReplaceTempView(f"`{quoted}`")
    for asked in (None, session):
        assert engine.gateway.sessions.view_text(asked, name) == ""
    spark.catalog.dropTempView(name)


def test_settings_and_database_are_those_of_the_session(
    spark: SparkSession, engine: Engine
) -> None:
    asked = {"final": "0", "nobody.sets.this": 'a "default"\n'}
    spark.sql("SET final = 1")
    database = spark.catalog.currentDatabase()
    found = engine.gateway.sessions.settings_and_database(asked)
    assert found == ({**asked, "final": "1"}, database)
    spark.sql("RESET final")
    assert engine.gateway.sessions.settings_and_database(asked) == (asked, database)


@pytest.mark.sample(0)
def test_closed_sessions_leave_nothing(engine: Engine) -> None:
    def visit() -> None:
        with Client(engine.settings.port) as client:
            client.run("CREATE OR REPLACE TABLE visited (k Int64) ENGINE = MergeTree ORDER BY k")
            client.run("INSERT INTO visited VALUES (1)")
            client.run("SELECT count() FROM visited")

    def proxies() -> int:
        gc.collect()
        for _ in range(3):
            engine.gateway.jvm.java.lang.System.gc()
            time.sleep(0.3)
        return engine.gateway.proxies

    for _ in range(3):
        visit()
    before = proxies()
    for _ in range(6):
        visit()
    deadline = time.monotonic() + 60
    while proxies() > before + 3 and time.monotonic() < deadline:
        time.sleep(1)
    assert proxies() <= before + 3
    with Client(engine.settings.port) as client:
        client.run("DROP TABLE visited")


def test_hive_registers_no_functions(engine: Engine) -> None:
    """Who ends a session may need what `Hive.get` makes; it once waited there for good."""
    hive = engine.gateway.java_class("org.apache.hadoop.hive.ql.metadata.Hive")
    conf = engine.gateway.java_class("org.apache.hadoop.hive.conf.HiveConf")()
    hive.closeCurrent()
    assert hive.get(conf) is not None
    hive.closeCurrent()


def test_threads_of_the_jvm_that_end_leave_no_connection(engine: Engine) -> None:
    class Task:
        gateway = engine.gateway

        @thrown_in_java
        def run(self) -> None:
            """Comes from a thread of the JVM, and calls back into it."""
            ran.append(self.gateway.active_session() is not None)

        class Java:
            implements = ("java.lang.Runnable",)

    ran: list[bool] = []
    java_thread = engine.gateway.java_class("java.lang.Thread")
    threads = engine.gateway.callback_threads
    threads.close()
    threads.close_ended()
    before, serving = len(threads), set(threading.enumerate())
    for _ in range(20):
        thread = java_thread(Task())
        thread.start()
        thread.join()
    assert ran == [True] * 20
    assert len(threads) == before + 20
    started = set(threading.enumerate()) - serving
    assert len(started) >= 20
    assert threads.close_ended() >= 20
    deadline = time.monotonic() + 20
    while any(thread.is_alive() for thread in started) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(threads) <= before
    assert not any(thread.is_alive() for thread in started)
    threads.start()
    with Client(engine.settings.port) as client:
        assert client.run("SELECT 1 FROM numbers(1)") == [(1,)]


def test_the_callback_port_wants_its_token(engine: Engine) -> None:
    import socket

    with socket.create_connection(("127.0.0.1", engine.gateway.callback_port), timeout=5) as raw:
        raw.sendall(b"c\nno_such\nanything\ne\n")
        raw.settimeout(5)
        try:
            answer = raw.recv(1024)
        except ConnectionResetError:
            answer = b""
    assert not answer.startswith(b"!y"), answer


def test_the_querys_own_filter_is_tested_before_the_deletion_vector(spark: SparkSession) -> None:
    if not spark.conf.isModifiable("spark.sql.optimizer.avoidDoubleFilterEval"):
        pytest.skip("this version of Spark tests what lies next to the scan first")
    spark.sql(T)
    spark.sql("INSERT INTO t VALUES (1, 'old', 1), (2, 'x', 1)")
    spark.sql("INSERT INTO t VALUES (1, 'new', 2)")
    query = "SELECT k FROM t FINAL WHERE v = 'x' SETTINGS max_rows_read_in_driver = 0"
    [[plan]] = spark.sql(f"EXPLAIN {query}").collect()
    assert 0 < plan.index("= x") < plan.index("shiftright")
    spark.sql("DROP TABLE t")


_WEEK = """INSERT INTO weeks.f SELECT id + {0} * 100, concat('k', {0}),
date_add(DATE'2024-01-01', {0} * 7), timestamp_seconds(1700000000 + {0} * 3600),
{0} / 10, if({0} = 3, NULL, {0}), id, {0} FROM range(100)"""


@pytest.fixture(scope="module")
def weeks(engine: Engine) -> Iterator[str]:
    """Ten parts of 100 rows, each with its own values in every column that files are known by."""
    engine.spark.sql("CREATE DATABASE weeks")
    engine.spark.sql(
        """CREATE TABLE weeks.f (k UInt64, s String, d Date, ts DateTime, p Decimal(9, 2),
        n Nullable(Int32), free Int64, v UInt32, INDEX i n TYPE minmax, INDEX j ts TYPE minmax)
        ENGINE = ReplacingMergeTree(v) ORDER BY (k, s, p) PARTITION BY toYYYYMM(d)"""
    )
    engine.spark.sql("SYSTEM STOP MERGES weeks.f")
    for week in range(10):
        engine.spark.sql(_WEEK.format(week))
    yield "weeks.f"
    engine.spark.sql("DROP DATABASE weeks CASCADE")


@pytest.mark.parametrize(
    ("condition", "files"),
    [
        ("k = 250", 1),
        ("250 >= k AND k > 150", 2),
        ("k IN (5, 205, 999)", 3),
        (f"k IN ({', '.join(str(100 + n) for n in range(60))})", 1),
        (f"k IN ({', '.join(str(10 * n) for n in range(50))}, 999)", 6),
        ("k NOT IN (5, 6) AND NOT k < 900", 1),
        ("k < 100 OR v = 9", 2),
        ("k <=> 7", 1),
        ("s = 'k4' AND k > 0", 1),
        ("s LIKE 'k4%'", 1),
        ("s LIKE 'x%'", 0),
        ("s IN ('k1', 'k2', 'x')", 2),
        ("d = '2024-01-15'", 1),
        ("d BETWEEN DATE'2024-01-08' AND DATE'2024-01-22'", 3),
        ("ts < timestamp_seconds(1700000000 + 3600)", 1),
        ("p > 0.75", 2),
        ("p = 0.3", 1),
        ("n = 4", 1),
        ("n IS NULL", 1),
        ("n IS NOT NULL AND k = 950", 1),
        ("NOT (n <=> 4) AND k < 500", 5),
        ("k = -1", 0),
        ("free = 3", 10),
        ("k + 1 = 251", 10),
        ("k = 250 AND rand() >= 0", 1),
        ("k IN (SELECT 250)", 10),
    ],
)
@pytest.mark.sample(2)
def test_only_files_that_may_match_are_read_and_the_answer_is_that_of_reading_all(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, weeks: str, condition: str, files: int
) -> None:
    read: list[int] = []
    list_files = file_index._FileIndex.listFiles

    def spy(self: Any, *arguments: Any) -> Any:
        directories = list_files(self, *arguments)
        read.append(directories.head().files().size())
        return directories

    monkeypatch.setattr(file_index._FileIndex, "listFiles", spy)
    for final in ("", "FINAL"):
        query = f"SELECT count(*), sum(k), min(s), max(d), sum(v) FROM {weeks} {final}"
        read.clear()
        answer = _rows(spark, f"{query} WHERE {condition} SETTINGS max_rows_read_in_driver = 0")
        assert set(read) == {files}
        everything = f"(SELECT * FROM {weeks} {final} ORDER BY free LIMIT 100000)"
        assert answer == _rows(
            spark, query.replace(f"{weeks} {final}", everything) + f" WHERE {condition}"
        )


def test_a_view_and_a_data_frame_leave_files_out_too(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, weeks: str
) -> None:
    found: list[list[int]] = []
    matching = MinMaxIndex.matching

    def spy(self: MinMaxIndex, condition: Any) -> list[int]:
        found.append(matching(self, condition))
        return found[-1]

    monkeypatch.setattr(MinMaxIndex, "matching", spy)
    spark.sql(f"CREATE VIEW current AS SELECT k AS id, v FROM {weeks} FINAL")
    assert _rows(spark, "SELECT id FROM current WHERE id = 123") == [(123,)]
    assert spark.table(weeks).filter(F.col("k").between(120, 129)).count() == 10
    assert _rows(
        spark, f"SELECT a.k FROM {weeks} AS a JOIN {weeks} AS b ON a.k = b.k WHERE b.k = 777"
    ) == [(777,)]
    spark.sql("DROP VIEW current")
    assert found == [[1], [1], [7], [7]]


@pytest.mark.parametrize("final", ["", "FINAL"])
@pytest.mark.sample(0)
def test_extremes_are_those_of_the_rows_whether_files_are_read_or_not(
    spark: SparkSession, final: str
) -> None:
    spark.sql(
        """CREATE TABLE e (d Date, k UInt64, s String, ts DateTime, v UInt8, gone UInt8,
        m Int64 MATERIALIZED k % 7) ENGINE = ReplacingMergeTree(v, gone)
        PARTITION BY (toYear(d), m) ORDER BY (d, k, s)"""
    )
    columns = ["d", "k", "v", "s", "m"]
    selected = ", ".join(f"min({c}), max({c}) AS greatest_{c}" for c in columns)
    read = f"SELECT {selected} FROM e {final}"

    def check() -> None:
        assert _rows(spark, read) == _rows(spark, f"{read} WHERE ts IS NOT NULL")
        for column in columns:
            asked = f"SELECT max({column}), min({column}) FROM e {final}"
            assert _rows(spark, asked) == _rows(spark, f"{asked} WHERE ts IS NOT NULL")

    first_days = "SELECT date_add(DATE'2024-01-01', id::int), id, 's', now(), 1, 0 FROM range(9)"
    spark.sql(f"INSERT INTO e {first_days}")
    check()
    spark.sql("INSERT INTO e SELECT DATE'2025-01-01', 99, 's', now(), 1, 0")
    check()
    spark.sql("INSERT INTO e SELECT DATE'2025-01-01', 99, 's', now(), 2, 1")
    check()
    answer = spark.sql(f"SELECT min(d), max(d) FROM e {final}")
    plan = answer._jdf.queryExecution().optimizedPlan().toString()
    assert "OneRowRelation" in plan
    assert "Aggregate" not in plan
    assert answer.columns == ["min(d)", "max(d)"]
    greatest = "(SELECT max(d) FROM e)"
    compared = spark.sql(f"SELECT k FROM e {final} WHERE d = {greatest}")
    assert "subquery" not in compared._jdf.queryExecution().optimizedPlan().toString()
    spark.sql("TRUNCATE TABLE e")
    check()


@pytest.mark.sample(0)
def test_the_newest_time_of_all_rows_is_known_without_reading_any(spark: SparkSession) -> None:
    spark.sql(
        "CREATE TABLE t (k Int64, at DateTime64(6), n Int64, ver UInt8) "
        "ENGINE = ReplacingMergeTree(ver) ORDER BY k"
    )
    spark.sql("INSERT INTO t SELECT id, timestamp_micros(id * 1000001), id, 1 FROM range(1000)")
    spark.sql("INSERT INTO t SELECT 0, timestamp_micros(5000000000), 0, 2")
    spark.sql("INSERT INTO t SELECT 0, timestamp_micros(7), 0, 3")
    spark.sql("SET final = 1")
    raw_rows = f"rmt_scan('{spark.catalog.currentDatabase()}.t', 'raw')"

    def asked(column: str, where: str = "") -> tuple[list[tuple[object, ...]], str]:
        raw = f"SELECT max({column}), min({column}) FROM {raw_rows} {where}"
        plan = spark.sql(raw)._jdf.queryExecution().optimizedPlan().toString()
        return _rows(spark, raw), "no file" if "OneRowRelation" in plan else "files read"

    for column, how in (("at", "no file"), ("n", "files read")):
        assert asked(column) == (asked(column, "WHERE ver > 0")[0], how)
    assert _rows(spark, f"SELECT count() FROM {raw_rows}") == [(1002,)]
    later = f"SELECT count(*) FROM t WHERE at > (SELECT max(at) FROM {raw_rows})"
    assert _rows(spark, later) == [(0,)]
    spark.sql("DELETE FROM t WHERE n = 999")
    assert asked("at") == (asked("at", "WHERE ver > 0")[0], "files read")
    with pytest.raises(PySparkException, match="BAD_ARGUMENTS"):
        spark.sql(f"SELECT * FROM rmt_extremes('{spark.catalog.currentDatabase()}.t', 'sum n')")
    spark.sql("SET final = 0")
    spark.sql("DROP TABLE t")


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("Int8", "-128, 127"),
        ("UInt64", "0, 18446744073709551615"),
        ("Int128", f"{1 - 10**38}, {10**38 - 1}"),
        ("UInt256", f"0, {10**38 - 1}"),
        ("Bool", "true, false"),
        ("Decimal(38, 10)", "-1234567890123456789012345678.0123456789, 1"),
        ("Date", "'1970-01-01', '2149-06-06'"),
        ("Date32", "'1900-01-01', '2299-12-31'"),
        ("DateTime('Asia/Tokyo')", "'1970-01-01 09:00:00', '2106-02-07 15:28:15'"),
        ("DateTime64(6)", "'1900-01-01 00:00:00.000001', '2299-12-31 23:59:59.999999'"),
        ("Nullable(Int32)", "NULL, 1"),
        ("Nullable(Date)", "NULL, NULL"),
        ("Enum8('b' = 1, 'a' = 2)", "'a', 'b'"),
        ("UUID", "'00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff'"),
        ("IPv4", "'0.0.0.1', '255.255.255.255'"),
        ("FixedString(2)", "'ab', 'b'"),
    ],
)  # fmt: skip
@pytest.mark.sample(2)
def test_extremes_of_every_type_are_those_of_the_rows(
    spark: SparkSession, kind: str, values: str
) -> None:
    spark.sql(
        f"CREATE TABLE e (k UInt8, c {kind}, INDEX i c TYPE minmax) ENGINE = MergeTree ORDER BY k"
    )
    try:
        asked = "SELECT min(c), max(c) FROM e"
        null = "SETTINGS aggregate_functions_null_for_empty = 1"
        assert _rows(spark, f"{asked} {null}") == [(None, None)]
        rows = ", ".join(f"({k}, {value})" for k, value in enumerate(values.split(", ")))
        spark.sql(f"INSERT INTO e VALUES {rows}")
        assert _rows(spark, asked) == _rows(spark, f"{asked} WHERE k >= 0")
        assert spark.sql(asked).dtypes == spark.sql(f"{asked} WHERE k >= 0").dtypes
    finally:
        spark.sql("DROP TABLE e")


@pytest.mark.sample(0)
def test_an_insert_adds_its_files_to_those_a_plan_knows(spark: SparkSession) -> None:
    spark.sql(T)
    for key in range(70):
        spark.sql(f"INSERT INTO t VALUES ({key}, 'a', 1)")
        if key % 10 == 0:
            assert spark.table("t").where(f"k = {key}").count() == 1
    assert spark.table("t").count() == 70
    spark.sql("OPTIMIZE TABLE t FINAL")
    assert _rows(spark, "SELECT count(*), sum(k) FROM t WHERE k >= 0") == [(70, 2415)]
    names = spark.table("t").inputFiles()
    assert len(names) == 1
    assert names[0].startswith("file:")
    spark.sql("DROP TABLE t")


def test_values_are_the_same_whether_spark_reads_them_or_not(spark: SparkSession) -> None:
    """A function among the values of another row leaves all rows to Spark."""
    values = "(1, -5, 'é(,)', '2024-02-29', '2299-12-31', '2106-02-07 06:28:15')"
    for table in ("put", "read"):
        spark.sql(
            f"""CREATE TABLE {table} (k UInt8, i Int64, s Nullable(String), d Date, e Date32,
            t DateTime) ENGINE = MergeTree ORDER BY k"""
        )
    spark.sql(f"INSERT INTO put VALUES {values}")
    other = "(abs(2), 0, '', '1970-01-01', '1970-01-01', '1970-01-01')"
    spark.sql(f"INSERT INTO read VALUES {values}, {other}")
    assert _rows(spark, "SELECT * FROM put") == _rows(spark, "SELECT * FROM read WHERE k = 1")


def test_young_and_old_parts_are_compressed_as_the_table_says(spark: SparkSession) -> None:
    spark.sql(
        """CREATE TABLE c (k Int64, s String) ENGINE = ReplacingMergeTree ORDER BY k
        SETTINGS old_parts_min_level = 2, row_group_rows = 500"""
    )
    spark.sql(
        "CREATE TABLE z (k Int64) ENGINE = MergeTree ORDER BY k "
        "SETTINGS default_compression_codec = 'ZSTD(4)'"
    )
    spark.sql("INSERT INTO c SELECT id, 'x' FROM range(1000)")
    spark.sql("INSERT INTO z SELECT id FROM range(1000)")
    assert _codecs(spark, "c") == [{"LZ4"}] * 2
    assert _codecs(spark, "z") == [{"ZSTD"}]
    spark.sql("INSERT INTO c VALUES (1, 'y')")
    spark.sql("OPTIMIZE TABLE c FINAL")
    assert _codecs(spark, "c") == [{"ZSTD"}] * 2
    assert spark.table("c").count() == 1000


def _codecs(spark: SparkSession, table: str) -> list[set[str]]:
    """The codecs of each row group of a table's files."""
    paths = [unquote(name.removeprefix("file:")) for name in spark.table(table).inputFiles()]
    footers = [pq.read_metadata(path) for path in paths]
    return [
        {footer.row_group(group).column(i).compression for i in range(footer.num_columns)}
        for footer in footers
        for group in range(footer.num_row_groups)
    ]


@pytest.mark.parametrize(
    ("type_", "literal"),
    [
        ("Array(DateTime64(3))", "array(TIMESTAMP '2024-01-02 03:04:05.678')"),
        ("Array(Nullable(DateTime))", "array(TIMESTAMP '2024-01-02 03:04:05', NULL)"),
        ("Map(String, DateTime64(6))", "map('a', TIMESTAMP '2024-01-02 03:04:05.678901')"),
        (
            "Map(DateTime, Array(DateTime))",
            "map('2024-01-02 03:04:05', array('2024-01-02 03:04:05'))",
        ),
        (
            "Tuple(a DateTime, b Array(Date))",
            "struct('2024-01-02 03:04:05', array(DATE '2024-01-02'))",
        ),
        ("Array(Tuple(DateTime, String))", "array(struct('2024-01-02 03:04:05', 'x'))"),
    ],
)
@pytest.mark.sample(3)
def test_times_inside_other_values_are_inserted(
    spark: SparkSession, type_: str, literal: str
) -> None:
    spark.sql(f"CREATE TABLE t (k Int8, v {type_}) ENGINE = MergeTree ORDER BY k")
    spark.sql(f"INSERT INTO t VALUES (1, {literal}), (2, NULL)")
    rows = spark.sql("SELECT to_json(struct(v)) FROM t ORDER BY k").collect()
    assert "2024-01-02" in rows[0][0]
    assert "2024" not in rows[1][0]


def _examples_of_spark(spark: SparkSession) -> list[str]:
    """The statements of the documentation of Spark's functions."""
    registry = spark._jsparkSession.sessionState().functionRegistry()
    functions = registry.listFunction()
    found: list[str] = []
    for index in range(functions.size()):
        info = registry.lookupFunction(functions.apply(index))
        if info.isDefined() and info.get().getClassName() != "rmt_engine":
            lines = info.get().getExamples().replace("_FUNC_", info.get().getName()).splitlines()
            found += [line.strip()[2:].rstrip(";") for line in lines if line.strip()[:2] == "> "]
    return found


def test_the_examples_of_sparks_documentation_reach_spark_as_they_are(
    spark: SparkSession, engine: Engine
) -> None:
    assert engine._executor is not None
    active, gateway = engine._executor.active(), engine._executor._gateway
    examples = _examples_of_spark(spark)
    assert len(examples) > 500
    taken = [
        text
        for text in examples
        if parse_statement(text, active) is not None
        or compiled_query(text, active, gateway, dialect="auto") is not None
    ]
    assert taken == []


@pytest.mark.parametrize(
    "query",
    [
        "SELECT (SELECT count() FROM t), (SELECT count() FROM t)",
        "SELECT count(), count(r.k) FROM t AS l LEFT JOIN t AS r ON l.k = r.k",
        "SELECT (SELECT sum(ver) FROM t), (SELECT sum(ver) FROM t FINAL)",
        "SELECT (SELECT count() FROM t FINAL), (SELECT count() FROM v)",
        "WITH a AS (SELECT k FROM t) SELECT (SELECT count() FROM a), (SELECT max(k) FROM t)",
    ],
)
@pytest.mark.sample(2)
def test_a_statement_sees_one_state_of_a_table_however_often_it_names_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    client.script(T, "CREATE VIEW v AS SELECT * FROM t", "INSERT INTO t VALUES (1, 'x', 1)")
    other, snapshot_of, looks = rmt_engine.session(), Scans._snapshot, 0

    def insert_before_each_further_look(scans: Scans, table: Any) -> Any:
        nonlocal looks
        looks += 1
        if looks % 2 == 0:
            row = f"INSERT INTO {client.database}.t VALUES ({looks}, 'x', 1)"
            pool.submit(other.sql, row).result()
        return snapshot_of(scans, table)

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(Scans, "_snapshot", insert_before_each_further_look)
        [(left, right)] = client.run(query)
        assert looks == 2
        assert left == right == 1
        assert client.run("SELECT count() FROM t") == [(2,)]
