"""DAGs as Airflow runs them, with its own database."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest
from pages import example

from conftest import DAGS, HOST, PORT
from sqlalchemy_rmt import dbapi

pytestmark = pytest.mark.usefixtures("metadata")
HERE = Path(__file__).parent
DAG = """
from datetime import datetime, timedelta
from airflow.sdk import Asset, dag, task
from sqlalchemy_rmt.airflow.operators import RmtSQLExecuteQueryOperator

@dag(schedule=None, start_date=datetime(2026, 1, 1))
def tried():
    RmtSQLExecuteQueryOperator(
        task_id="insert", retries={retries}, retry_delay=timedelta(seconds=0), sql={sql!r},
    )

made = tried()
"""
T = (
    "CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k "
    "SETTINGS non_replicated_deduplication_window = 100"
)
FOREVER = "SELECT sum(a.id * b.id) FROM range(1000000) AS a CROSS JOIN range(1000000) AS b"
RUNNING = (
    "SELECT count() FROM system.processes "
    "WHERE query LIKE '%CROSS JOIN range%' AND query NOT LIKE '%processes%'"
)


def started(source: str, run: str = "made.test()") -> subprocess.Popen[str]:
    """A process that runs the only DAG there is."""
    (DAGS / "dag_of_a_test.py").write_text(source)
    code = textwrap.dedent(
        f"""
        import sys
        sys.path.insert(0, {str(DAGS)!r})
        from dag_of_a_test import *
        done = {run}
        print("STATES", {{ti.task_id: str(ti.state) for ti in done.get_task_instances()}})
        """
    )
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def finished(process: subprocess.Popen[str]) -> tuple[dict[str, str], str]:
    """The states of the tasks, and all that was written."""
    text, _ = process.communicate(timeout=240)
    states = [line for line in text.splitlines() if line.startswith("STATES ")]
    assert states, text
    return json.loads(states[-1].removeprefix("STATES ").replace("'", '"')), text


def comments(endpoint: dbapi.Cursor, query: str) -> list[tuple[dict[str, Any], int]]:
    """What the log has noted of a statement's ends."""
    found = endpoint.execute(
        "SELECT log_comment, written_rows FROM system.query_log WHERE type = 'QueryFinish' "
        "AND query = %s AND log_comment != '' ORDER BY event_time_microseconds",
        [query],
    )
    return [(json.loads(comment), int(rows)) for comment, rows in found.fetchall()]


def test_the_example_runs_and_can_run_again(endpoint: dbapi.Cursor, database: str) -> None:
    """A minute: two runs of one day."""
    source = example("Example").replace("\nshop()\n", "\nmade = shop()\n")
    run = "made.test(logical_date=datetime(2026, 1, 2, tzinfo=__import__('datetime').UTC))"
    for _ in range(2):
        states, text = finished(started(source, run))
        assert set(states.values()) == {"success"}, text
        assert len(states) == 6
    revenue = endpoint.execute("SELECT customer, paid FROM revenue FINAL ORDER BY customer")
    assert [(name, float(paid)) for name, paid in revenue.fetchall()] == [
        ("Ada", 25.0),
        ("Grace", 30.0),
    ]
    assert endpoint.execute("SELECT count() FROM orders").fetchone() == (2,)  # merged, once
    assert events(f"rmt://{HOST}:{PORT}/{database}/revenue") >= 1
    found = endpoint.execute(
        "SELECT count() > 0 FROM system.query_log WHERE JSONExtractString(log_comment, 'dag_id') = "
        "'shop' AND query LIKE 'OPTIMIZE%'"
    )
    assert found.fetchone() == (True,)


def events(uri: str) -> int:
    """How many asset events Airflow has of a table."""
    from airflow.models.asset import AssetEvent, AssetModel
    from airflow.utils.session import create_session
    from sqlalchemy import func, select

    with create_session() as session:
        asked = (
            select(func.count())
            .select_from(AssetEvent)
            .join(AssetModel, AssetModel.id == AssetEvent.asset_id)
        )
        return int(session.scalar(asked.where(AssetModel.uri == uri)) or 0)


def test_a_task_that_is_tried_again_inserts_nothing_twice(endpoint: dbapi.Cursor) -> None:
    """Half a minute: Airflow runs a task twice."""
    endpoint.execute(T)
    insert = f"INSERT INTO t SELECT number + {time.time_ns()} FROM numbers(3)"
    breaks = "SELECT {% if ti.try_number == 1 %}raise_error('the first try'){% else %}1{% endif %}"
    source = DAG.format(retries=1, sql=[insert, breaks])
    states, text = finished(started(source))
    assert states == {"insert": "success"}, text
    assert "the first try" in text
    assert endpoint.execute("SELECT count() FROM t").fetchone() == (3,)
    [(first, written), (second, again)] = comments(endpoint, insert)
    assert [written, again] == [3, 0]
    assert [first.pop("try_number"), second.pop("try_number")] == [1, 2]
    assert first == second
    assert {name: first[name] for name in ("application", "dag_id", "task_id", "map_index")} == {
        "application": "airflow",
        "dag_id": "tried",
        "task_id": "insert",
        "map_index": -1,
    }


def test_mapped_tasks_insert_what_each_has(endpoint: dbapi.Cursor) -> None:
    """Half a minute: a task for each of some statements."""
    endpoint.execute(T)
    source = (
        DAG.format(retries=0, sql="")
        .replace("sql='',\n    )", ").expand(sql=['INSERT INTO t VALUES (1)'] * 3)")
        .replace("RmtSQLExecuteQueryOperator(\n", "RmtSQLExecuteQueryOperator.partial(\n")
    )
    _, text = finished(started(source))
    assert endpoint.execute("SELECT count() FROM t").fetchone() == (3,), text


def test_a_deferred_task_is_run_by_the_triggerer(endpoint: dbapi.Cursor) -> None:
    """Half a minute: Airflow defers a task and goes on with it."""
    endpoint.execute(T)
    source = DAG.format(retries=0, sql="INSERT INTO t VALUES (1), (2)")
    states, text = finished(started(source.replace("retries=0", "deferrable=True")))
    assert states == {"insert": "success"}, text
    assert endpoint.execute("SELECT count() FROM t").fetchone() == (2,)


def test_a_task_without_time_left_stops_on_the_endpoint(endpoint: dbapi.Cursor) -> None:
    """Half a minute: a task that may run for some seconds."""
    source = DAG.format(retries=0, sql=FOREVER).replace(
        "retries=0", "retries=0, execution_timeout=timedelta(seconds=4)"
    )
    process = started(source)
    _until(lambda: endpoint.execute(RUNNING).fetchone() == (1,), process)
    states, text = finished(process)
    assert states == {"insert": "failed"}, text
    assert "AirflowTaskTimeout" in text
    _until(lambda: endpoint.execute(RUNNING).fetchone() == (0,))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_killed_task_stops_on_the_endpoint(endpoint: dbapi.Cursor, how: signal.Signals) -> None:
    """Half a minute: a task is told to end, or its process is killed."""
    endpoint.execute(T)
    insert = "INSERT INTO t SELECT CAST(x AS BIGINT) FROM (" + FOREVER + ") AS q (x)"
    process = started(DAG.format(retries=0, sql=[insert]))
    _until(lambda: endpoint.execute(RUNNING).fetchone() == (1,), process)
    began = time.monotonic()
    os.kill(process.pid, how)
    _until(lambda: endpoint.execute(RUNNING).fetchone() == (0,))
    assert time.monotonic() - began < (15 if how is signal.SIGTERM else 60)
    if how is signal.SIGTERM:
        states, text = finished(process)
        assert states == {"insert": "failed"}, text
    process.wait(60)
    assert endpoint.execute("SELECT count() FROM t").fetchone() == (0,)


def _until(condition: Any, process: subprocess.Popen[str] | None = None) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert process is None or process.poll() is None, process.communicate()[0]
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_a_dag_that_waits_for_rows_can_be_kept(endpoint: dbapi.Cursor) -> None:
    from airflow.serialization.serialized_objects import DagSerialization

    names: dict[str, Any] = {}
    exec(
        example("Assets").replace(
            "\ndef when_orders_come(): ...", "\ndef when(): ...\nmade = when()"
        ),
        names,
    )
    kept = DagSerialization.to_dict(names["made"])
    assert "RmtPartsTrigger" in json.dumps(kept)
    assert "rmt://spark:10000/shop/orders" in json.dumps(kept)
