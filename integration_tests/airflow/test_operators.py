"""Operators, checks, the sensor and the triggers on an endpoint."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import logging
import threading
import time
from typing import Any

import pytest
from airflow.exceptions import AirflowException
from airflow.sdk import Asset, AssetAlias, AssetWatcher
from airflow.sdk.exceptions import TaskDeferred
from tasks import Ti, context, events, run

from conftest import HOST, PORT
from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.airflow.checks import RmtColumnCheckOperator, RmtTableCheckOperator
from sqlalchemy_rmt.airflow.freshness import Freshness
from sqlalchemy_rmt.airflow.operators import (
    RmtMergeOperator,
    RmtOptimizeOperator,
    RmtSQLExecuteQueryOperator,
)
from sqlalchemy_rmt.airflow.sensors import RmtFreshnessSensor
from sqlalchemy_rmt.airflow.statements_trigger import RmtStatementsTrigger
from sqlalchemy_rmt.airflow.triggers import RmtFreshnessTrigger, RmtPartsTrigger

T = (
    "CREATE TABLE t (k Int64, v UInt32, s String) ENGINE = ReplacingMergeTree(v) ORDER BY k "
    "SETTINGS non_replicated_deduplication_window = 100"
)
INSERT = "INSERT INTO t (k, v) VALUES (1, 1), (2, 1)"
FOREVER = "SELECT sum(a.id * b.id % 7) FROM range(1000000) AS a CROSS JOIN range(1000000) AS b"
RUNNING = (
    "SELECT count() FROM system.processes "
    "WHERE query LIKE '%CROSS JOIN range%' AND query NOT LIKE '%processes%'"
)


@pytest.fixture(autouse=True)
def _table(endpoint: dbapi.Cursor) -> None:
    endpoint.execute(T)


def execute(sql: Any, ti: Ti | None = None, **options: Any) -> tuple[Any, dict[str, Any]]:
    return run(RmtSQLExecuteQueryOperator(task_id="t", sql=sql, **options), ti)


def count(endpoint: dbapi.Cursor, table: str = "t") -> int:
    row = endpoint.execute(f"SELECT count() FROM {table}").fetchone()
    assert row is not None
    return int(row[0])


def until(condition: Any, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


# Statements


def test_a_task_tells_what_it_did(endpoint: dbapi.Cursor, database: str) -> None:
    rows, given = execute([INSERT, "SELECT k FROM t ORDER BY k"])
    assert rows == [None, [(1,), (2,)]]
    xcoms = given["ti"].xcoms
    assert [len(xcoms["query_ids"]), xcoms["rows_affected"]] == [2, 2]
    told = {"query_id": xcoms["query_ids"][0], "rows": 2}
    assert events(given) == [(f"rmt://{HOST}:{PORT}/{database}/t", told)]
    _, given = execute("DELETE FROM t WHERE k = 1")
    assert given["ti"].xcoms["rows_affected"] == 1
    _, given = execute("SELECT 1")
    assert (given["ti"].xcoms["rows_affected"], events(given)) == (None, [])


def test_a_task_that_is_tried_again_inserts_nothing_twice(endpoint: dbapi.Cursor) -> None:
    statements = [INSERT, INSERT, "INSERT INTO t (k, v) SELECT 3, 1"]
    _, first = execute(statements, Ti(try_number=1))
    _, again = execute(statements, Ti(try_number=2))
    assert [t["ti"].xcoms["rows_affected"] for t in (first, again)] == [5, 0]
    assert count(endpoint) == 5
    for other in (Ti(map_index=0), Ti(task_id="u"), Ti(run_id="r"), Ti(dag_id="e")):
        _, given = execute(INSERT, other)
        assert given["ti"].xcoms["rows_affected"] == 2
    execute(INSERT, deduplicate=False, settings={"insert_deduplicate": 0})
    execute("INSERT INTO t (k, v) VALUES (7, 7)", deduplication_token="own")
    _, given = execute(
        "INSERT INTO t (k, v) VALUES (7, 7)", Ti(run_id="s"), deduplication_token="own"
    )
    assert given["ti"].xcoms["rows_affected"] == 0


def test_statements_of_other_kinds_have_no_token(endpoint: dbapi.Cursor) -> None:
    for number in (1, 2):
        execute(
            [INSERT, "INSERT OVERWRITE t SELECT 5, 5, ''", "CREATE OR REPLACE TABLE u AS t"],
            Ti(try_number=number),
        )
        assert endpoint.execute("SELECT k FROM t").fetchall() == [(5,)]


def test_rows_that_a_task_deletes_are_inserted_again(endpoint: dbapi.Cursor, database: str) -> None:
    deletes = ["DELETE FROM t WHERE k < 10", f"ALTER TABLE {database}.t DELETE WHERE k < 10"]
    for delete in (*deletes, "TRUNCATE TABLE `t`"):
        for number in (1, 2):
            execute([delete, INSERT], Ti(try_number=number))
            assert count(endpoint) == 2
        execute(f"{delete}; {INSERT};", Ti(task_id="u"), split_statements=True)
        assert count(endpoint) == 2


def test_it_is_said_when_a_token_is_known() -> None:
    warned: list[str] = []
    for number in (1, 2):
        operator = RmtSQLExecuteQueryOperator(task_id="t", sql=INSERT)
        operator.get_db_hook().log.warning = lambda text, *words: warned.append(text % words)
        run(operator, Ti(try_number=number))
        assert len(warned) == number - 1
    assert "t`: there are no rows, or the token is known" in warned[0]


def test_a_table_without_a_window_is_warned_of(
    endpoint: dbapi.Cursor, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint.execute("CREATE TABLE u (k Int64) ENGINE = MergeTree ORDER BY k")
    endpoint.execute("CREATE TABLE r (k Int64) ENGINE = ReplicatedMergeTree ORDER BY k")
    warned: list[str] = []
    operator = RmtSQLExecuteQueryOperator(
        task_id="t", sql=["INSERT INTO u VALUES (1)", "INSERT INTO r VALUES (1)", INSERT]
    )
    hook = operator.get_db_hook()
    hook.log.warning = lambda text, *words: warned.append(text % words)
    run(operator)
    assert len(warned) == 1
    assert "u` remembers no tokens: if this task is tried again" in warned[0]


def test_events_go_where_the_task_says(database: str) -> None:
    uri = f"rmt://{HOST}:{PORT}/{database}/t"
    _, given = execute(INSERT, asset_alias="orders")
    assert [uri for uri, _ in events(given)] == [uri]
    assert AssetAlias("orders") in given["outlet_events"]._dict or len(events(given)) == 1
    _, given = execute(INSERT, Ti(run_id="b"), outlets=[Asset(uri)])
    assert events(given) == []
    assert given["outlet_events"][Asset(uri)].extra["rows"] == 2
    _, given = execute(INSERT, Ti(run_id="c"), asset_alias=None)
    assert events(given) == []


def test_settings_and_final_of_a_task(endpoint: dbapi.Cursor) -> None:
    endpoint.execute("INSERT INTO t (k, v) VALUES (1, 1)")
    endpoint.execute("INSERT INTO t (k, v) VALUES (1, 2)")
    assert execute("SELECT v FROM t", final=True)[0] == [(2,)]
    assert len(execute("SELECT v FROM t")[0]) == 2
    with pytest.raises(dbapi.DatabaseError, match="UNKNOWN_SETTING"):
        execute("SELECT 1", settings={"no_such_setting": 1})


def test_a_failed_statement_leaves_those_before_it(endpoint: dbapi.Cursor) -> None:
    with pytest.raises(dbapi.ProgrammingError, match=r"UNKNOWN_TABLE|NOT_FOUND"):
        execute([INSERT, "INSERT INTO missing VALUES (1)"])
    assert count(endpoint) == 2


def deferred(operator: RmtSQLExecuteQueryOperator, ti: Ti | None = None) -> Any:
    """The trigger that a task waits for, as another triggerer makes it."""
    with pytest.raises(TaskDeferred) as raised:
        operator.execute(context(ti or Ti()))
    assert raised.value.method_name == "execute_complete"
    path, options = raised.value.trigger.serialize()
    assert path == f"{RmtStatementsTrigger.__module__}.RmtStatementsTrigger"
    return RmtStatementsTrigger(**json.loads(json.dumps(options)))


def fired(trigger: Any) -> Any:
    async def first() -> Any:
        return (await anext(aiter(trigger.run()))).payload

    return asyncio.run(first())


def deferrable(sql: Any, **options: Any) -> RmtSQLExecuteQueryOperator:
    return RmtSQLExecuteQueryOperator(
        task_id="t", sql=sql, deferrable=True, poll_interval=0.1, **options
    )


def test_a_deferred_task_tells_the_same(endpoint: dbapi.Cursor, database: str) -> None:
    operator = deferrable([INSERT, "OPTIMIZE TABLE t FINAL", "SELECT 1"])
    for number, rows in ((1, 2), (2, 0)):
        event = fired(deferred(operator, Ti(try_number=number)))
        given = context(Ti(try_number=number))
        operator.execute_complete(given, event)
        assert len(given["ti"].xcoms["query_ids"]) == 3
        assert given["ti"].xcoms["rows_affected"] == rows
        assert [uri for uri, _ in events(given)] == [f"rmt://{HOST}:{PORT}/{database}/t"]
    noted = endpoint.execute(
        "SELECT DISTINCT log_comment FROM system.query_log WHERE query_id = %s",
        [given["ti"].xcoms["query_ids"][0]],
    ).fetchone()
    assert noted is not None
    assert json.loads(noted[0])["try_number"] == 2


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        ("INSERT INTO u VALUES (1)", "Table `u` remembers no tokens"),
        ("DELETE FROM t WHERE k = 1", "'DELETE FROM t WHERE k = 1' may change rows each time"),
        (["TRUNCATE TABLE t", INSERT], "'TRUNCATE TABLE t' may change rows each time"),
    ],
)
def test_what_must_not_be_sent_twice_is_not_deferred(
    endpoint: dbapi.Cursor, sql: Any, problem: str
) -> None:
    endpoint.execute("CREATE TABLE u (k Int64) ENGINE = MergeTree ORDER BY k")
    with pytest.raises(ValueError, match=problem):
        deferrable(sql).execute(context(Ti()))
    with pytest.raises(ValueError, match="may change rows each time"):
        deferrable(INSERT, deduplicate=False).execute(context(Ti()))


def test_the_error_of_a_deferred_statement_is_the_tasks() -> None:
    operator = deferrable([INSERT, "SELECT * FROM missing"])
    with pytest.raises(AirflowException, match="missing"):
        operator.execute_complete(context(Ti()), fired(deferred(operator)))


@pytest.mark.parametrize("how", ["killed", "moved"])
def test_a_deferred_task_that_is_stopped_stops_its_statement(
    endpoint: dbapi.Cursor, how: str
) -> None:
    trigger = deferred(
        deferrable(f"INSERT INTO t (k) SELECT CAST(x AS BIGINT) FROM ({FOREVER}) AS q (x)")
    )

    async def stop() -> Any:
        running = asyncio.ensure_future(anext(aiter(trigger.run())))
        while (await asyncio.to_thread(endpoint.execute, RUNNING)).fetchone() != (1,):
            await asyncio.sleep(0.1)
        if how == "killed":
            await trigger.on_kill()
            return (await running).payload
        running.cancel()
        return None

    event = asyncio.run(stop())
    assert event is None or "cancelled" in event["error"].lower()
    until(lambda: endpoint.execute(RUNNING).fetchone() == (0,))
    assert count(endpoint) == 0


def test_a_connection_of_another_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW_CONN_OTHER", "sqlite:///x")
    with pytest.raises(Exception, match=r"sqlite|not rmt|Unknown hook type"):
        execute("SELECT 1", conn_id="other")


# Stopping


@pytest.mark.parametrize("head", ["", "INSERT INTO t (k, v) SELECT CAST(a AS BIGINT), 1 FROM ("])
def test_a_stopped_task_stops_its_statement(endpoint: dbapi.Cursor, head: str) -> None:
    sql = FOREVER if not head else f"{head}{FOREVER.replace('%', '%')} ) AS q (a)"
    operator = RmtSQLExecuteQueryOperator(task_id="t", sql=[sql, INSERT])
    raised: list[BaseException] = []

    def work() -> None:
        try:
            operator.execute(context(Ti()))
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    until(lambda: endpoint.execute(RUNNING).fetchone() == (1,))
    operator.on_kill()
    thread.join(30)
    assert not thread.is_alive()
    assert isinstance(raised[0], (dbapi.Error, AirflowException))
    until(lambda: endpoint.execute(RUNNING).fetchone() == (0,))
    assert count(endpoint) == 0


def test_stopping_what_has_not_begun_or_is_over(endpoint: dbapi.Cursor) -> None:
    operator = RmtSQLExecuteQueryOperator(task_id="t", sql=INSERT)
    operator.on_kill()
    run(operator)
    operator.on_kill()
    assert count(endpoint) == 2


# Merges


def test_optimize_merges_parts(endpoint: dbapi.Cursor, database: str) -> None:
    endpoint.execute(
        "CREATE TABLE p_t (k Int64, g String) ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k"
    )
    for _ in range(2):
        endpoint.execute("INSERT INTO p_t VALUES (1, 'a'), (1, 'b')")

    def parts() -> list[tuple[Any, ...]]:
        return endpoint.execute(
            "SELECT partition, count() FROM system.parts WHERE active AND `table` = 'p_t' "
            f"AND database = '{database}' GROUP BY partition ORDER BY partition"
        ).fetchall()

    row = endpoint.execute(
        f"SELECT partition_id FROM system.parts WHERE partition = 'b' AND database = '{database}'"
    ).fetchone()
    assert row is not None
    run(RmtOptimizeOperator(task_id="o", table="p_t", partition=row[0]))
    assert [int(n) for _, n in parts()] == [2, 1]
    _, given = run(RmtOptimizeOperator(task_id="o", table=f"{database}.p_t"))
    assert [int(n) for _, n in parts()] == [1, 1]
    assert events(given) == []
    with pytest.raises(ValueError, match="no name of a table"):
        run(RmtOptimizeOperator(task_id="o", table="t; DROP TABLE t"))


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ({}, " FINAL"),
        ({"final": False}, ""),
        ({"cleanup": True}, " FINAL CLEANUP"),
        ({"deduplicate": True, "partition": "it's"}, r" PARTITION ID 'it\'s' FINAL DEDUPLICATE"),
    ],
)
def test_what_optimize_says(options: dict[str, Any], end: str) -> None:
    operator = RmtOptimizeOperator(task_id="o", table="d.t", **options)
    assert operator._statement() == f"OPTIMIZE TABLE `d`.`t`{end}"


# Checks


def test_checks_are_of_current_rows(endpoint: dbapi.Cursor) -> None:
    endpoint.execute("INSERT INTO t (k, v) VALUES (1, 1), (2, 1)")
    endpoint.execute("INSERT INTO t (k, v) VALUES (1, 2)")
    columns = {"v": {"min": {"equal_to": 1}, "max": {"equal_to": 2}, "null_check": {"equal_to": 0}}}
    run(RmtColumnCheckOperator(task_id="c", table="t", column_mapping=columns))
    unique = {"k": {"unique_check": {"equal_to": 0}}}
    run(RmtColumnCheckOperator(task_id="c", table="t", column_mapping=unique))
    rows = {"rows": {"check_statement": "COUNT(*) = 2"}}
    run(RmtTableCheckOperator(task_id="c", table="t", checks=rows))
    with pytest.raises(AirflowException):
        run(RmtTableCheckOperator(task_id="c", table="t", checks=rows, final=False))
    with pytest.raises(AirflowException):
        run(RmtColumnCheckOperator(task_id="c", table="t", column_mapping=unique, final=False))


# Waiting


def sensor(**options: Any) -> RmtFreshnessSensor:
    return RmtFreshnessSensor(task_id="s", table="t", **options)


def test_rows_are_fresh_for_a_while_and_merges_make_none_fresh(endpoint: dbapi.Cursor) -> None:
    day = dt.timedelta(days=1)
    assert not sensor(max_age=day).poke({})
    endpoint.execute(INSERT)
    began = dt.datetime.now(dt.UTC)
    time.sleep(1.1)
    assert sensor(max_age=day).poke({})
    assert not sensor(max_age=0.5).poke({})
    assert sensor(since=began - dt.timedelta(seconds=60)).poke({})
    assert not sensor(since=(began + dt.timedelta(seconds=60)).isoformat()).poke({})
    endpoint.execute("INSERT INTO t (k, v) VALUES (3, 3)")
    time.sleep(2.1)
    after = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=1)
    endpoint.execute("OPTIMIZE TABLE t FINAL")
    endpoint.execute("ALTER TABLE t UPDATE s = 'x' WHERE k = 3")
    assert not sensor(since=after).poke({})


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Kolkata"])
def test_another_time_zone_changes_nothing(
    endpoint: dbapi.Cursor, database: str, zone: str
) -> None:
    from conftest import set_connection

    set_connection(database, settings={"spark.sql.session.timeZone": zone})
    endpoint.execute(INSERT)
    assert sensor(max_age=60).poke({})
    assert sensor(since=dt.datetime.now(dt.UTC) - dt.timedelta(seconds=60)).poke({})
    assert not sensor(since=dt.datetime.now(dt.UTC) + dt.timedelta(seconds=60)).poke({})


def test_a_sensor_is_told_one_thing() -> None:
    for options in ({}, {"max_age": 1, "since": "2026-01-01"}):
        with pytest.raises(ValueError, match="max_age or since, one of both"):
            sensor(**options)
    with pytest.raises(ValueError, match="has no time zone"):
        sensor(since="2026-01-01").poke({})


def test_a_deferrable_sensor_waits_in_the_triggerer(endpoint: dbapi.Cursor) -> None:
    waiting = sensor(max_age=60, deferrable=True, poke_interval=0.1)
    with pytest.raises(TaskDeferred) as deferred:
        waiting.execute({})
    path, options = deferred.value.trigger.serialize()
    assert path.endswith("triggers.RmtFreshnessTrigger")

    async def fires() -> Any:
        return await anext(aiter(RmtFreshnessTrigger(**options).run()))

    threading.Timer(
        0.5, lambda: RmtSQLExecuteQueryOperator(task_id="t", sql=INSERT).get_db_hook().run(INSERT)
    ).start()
    assert asyncio.run(fires()).payload == {"table": "t"}
    waiting.execute_complete({}, {"table": "t"})
    assert waiting.execute({}) is None


class Memory:
    """What Airflow keeps for an asset."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    async def aget(self, key: str) -> Any:
        return self.kept.get(key)

    async def aset(self, key: str, value: Any) -> None:
        self.kept[key] = value


def test_an_asset_is_updated_by_inserts_only(endpoint: dbapi.Cursor) -> None:
    memory = Memory()
    made = RmtPartsTrigger("t", poll_interval=0.1)
    path, options = made.serialize()
    assert path == "sqlalchemy_rmt.airflow.triggers.RmtPartsTrigger"
    assert AssetWatcher(name="w", trigger=made).trigger is made
    endpoint.execute(INSERT)

    async def watch(seconds: float, *statements: str) -> list[Any]:
        trigger = RmtPartsTrigger(**options)
        trigger.asset_state_store = memory
        found: list[Any] = []

        async def collect() -> None:
            async for event in trigger.run():
                found.append(event.payload["partitions"])  # noqa: PERF401 - it is cancelled

        watching = asyncio.ensure_future(collect())
        while not memory.kept:
            await asyncio.sleep(0.05)
        for statement in statements:
            await asyncio.to_thread(endpoint.execute, statement)
            await asyncio.sleep(seconds)
        watching.cancel()
        return found

    changes = ("OPTIMIZE TABLE t FINAL", "ALTER TABLE t UPDATE s = 'x' WHERE k = 1", "SELECT 1")
    assert asyncio.run(watch(1.5, *changes)) == []
    assert [list(one) for one in asyncio.run(watch(1.5, "INSERT INTO t (k, v) VALUES (5, 5)"))] == [
        ["all"]
    ]
    endpoint.execute("INSERT INTO t (k, v) VALUES (6, 6)")  # while no triggerer runs
    assert len(asyncio.run(watch(1.5, "SELECT 1"))) == 1
    assert asyncio.run(watch(1.0, "TRUNCATE TABLE t")) == []
    assert len(asyncio.run(watch(1.5, "INSERT INTO t (k, v) VALUES (7, 7)"))) == 1


def test_freshness_compares_whole_seconds() -> None:
    assert Freshness.of(5, None).holds(95, 100)
    assert not Freshness.of(4.9, None).holds(95, 100)
    assert not Freshness.of(500, None).holds(0, 100)


logging.getLogger("airflow").setLevel(logging.WARNING)


# Merges into a table


def test_a_merge_tells_what_it_did_by_kind(endpoint: dbapi.Cursor, database: str) -> None:
    endpoint.execute(
        "CREATE TABLE m (k Int64, s String, v UInt32, d UInt8) "
        "ENGINE = ReplacingMergeTree(v, d) ORDER BY k"
    )
    endpoint.execute("INSERT INTO m VALUES (1, 'a', 1, 0), (2, 'b', 1, 0), (3, 'c', 1, 0)")
    operator = RmtMergeOperator(
        task_id="m",
        table=f"{database}.m",
        source="SELECT number + 2 AS k, 'new' AS s FROM numbers(3)",
        keys=["k"],
        columns=["s"],
        delete_if="source.k = 3",
    )
    _, given = run(operator)
    kinds = {"inserted": 1, "updated": 1, "deleted": 1}
    assert given["ti"].xcoms["rows_by_kind"] == kinds
    assert given["ti"].xcoms["rows_affected"] == 3
    [(_, told)] = events(given)
    assert (told["rows"], told["rows_by_kind"]) == (3, kinds)
    assert endpoint.execute("SELECT k, s FROM m FINAL ORDER BY k").fetchall() == [
        (1, "a"),
        (2, "new"),
        (4, "new"),
    ]
