"""The hook on an endpoint."""

from __future__ import annotations

import datetime as dt
import json
import os
from decimal import Decimal
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from airflow.exceptions import AirflowException

from conftest import HOST, PORT, set_connection
from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.airflow.dialect import RmtSqlDialect
from sqlalchemy_rmt.airflow.hook import RmtHook

USERS = (
    "CREATE TABLE users (id Int64, `full name` String, at DateTime, paid Decimal(9, 2), v UInt32) "
    "ENGINE = ReplacingMergeTree(v) ORDER BY id SETTINGS non_replicated_deduplication_window = 100"
)
COLUMNS = ["id", "full name", "at", "paid", "v"]
AT = dt.datetime(2026, 1, 2, 3, 4, 5)
ADA = (1, "Ada 'L' 100%", AT, Decimal("1.50"), 1)


@pytest.fixture
def hook(endpoint: dbapi.Cursor) -> RmtHook:
    endpoint.execute(USERS)
    return RmtHook()


# Connecting


def test_the_test_of_a_connection_says_what_is_wrong(hook: RmtHook) -> None:
    assert hook.test_connection() == (True, "Connection successfully tested")
    set_connection("default", no_such_setting=1)
    done, message = RmtHook().test_connection()
    assert (done, "UNKNOWN_SETTING" in message) == (False, True)
    set_connection("default", ssl="perhaps")
    assert RmtHook().test_connection() == (
        False,
        "The connection's field ssl: 'perhaps' is neither true nor false.",
    )


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW_CONN_RMT_DEFAULT", "rmt://127.0.0.1:1/default")
    done, message = RmtHook().test_connection()
    assert (done, "Cannot connect to 127.0.0.1:1" in message) == (False, True)


def test_settings_come_from_the_connection_and_the_hook(hook: RmtHook, database: str) -> None:
    def setting(hook: RmtHook, name: str) -> Any:
        return hook.get_first(f"SELECT value FROM system.settings WHERE name = '{name}'")[0]

    assert setting(hook, "final") == "0"
    set_connection(database, final=True, settings='{"max_query_size": 1000000}', dialect="spark")
    assert setting(RmtHook(), "final") == "1"
    assert setting(RmtHook(), "max_query_size") == "1000000"
    assert setting(RmtHook(final=False), "final") == "0"
    assert setting(RmtHook(settings={"max_query_size": 2000000}), "max_query_size") == "2000000"
    with RmtHook(schema="default").get_conn() as connection:
        row = connection.cursor().execute("SELECT current_database()").fetchone()
    assert row == ("default",)


@pytest.mark.parametrize("wrong", ["{", "[1]", 5])
def test_settings_that_are_none(wrong: Any) -> None:
    with pytest.raises(ValueError, match="settings are"):
        RmtHook(settings=wrong)


def test_the_uri_is_that_of_the_dialect(hook: RmtHook, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "conn_type": "rmt",
        "host": "h",
        "login": "me",
        "password": "p@/w",
        "schema": "d",
        "extra": {"ssl": True, "final": 1, "query_timeout": 5, "placeholder": "%s"},
    }
    monkeypatch.setenv("AIRFLOW_CONN_RMT_DEFAULT", json.dumps(given))
    uri = RmtHook().get_uri()
    assert uri == "rmt://me:p%40%2Fw@h:10000/d?final=1&query_timeout=5.0&ssl=1"


def test_an_engine_of_sqlalchemy_is_connected_alike(hook: RmtHook, database: str) -> None:
    engine = RmtHook(final=True).get_sqlalchemy_engine()
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(
            "SELECT value, current_database() FROM system.settings WHERE name = 'final'"
        )
        assert rows.all() == [("1", database)]


# Names


def test_names_and_words(hook: RmtHook, database: str) -> None:
    dialect = hook.dialect
    assert isinstance(dialect, RmtSqlDialect)
    assert {"final", "prewhere", "select", "lateral"} <= hook.reserved_words
    assert [dialect.escape_word(word) for word in ("id", "full name", "final")] == [
        "id",
        "`full name`",
        "`final`",
    ]
    assert dialect.get_primary_keys("users") == ["id"]
    assert dialect.get_primary_keys(f"`{database}`.`users`") == ["id"]
    assert dialect.get_target_fields("users") == COLUMNS


# Rows


@pytest.mark.parametrize("fields", [COLUMNS, None])
def test_rows_arrive_as_they_are(hook: RmtHook, fields: list[str] | None) -> None:
    rows = [ADA, (2, None or "", AT, Decimal(0), 1)]
    hook.insert_rows("users", rows, fields)
    assert hook.get_records("SELECT * FROM users ORDER BY id") == rows


def test_a_row_replaces_that_of_its_key(hook: RmtHook, endpoint: dbapi.Cursor) -> None:
    hook.insert_rows("users", [ADA], COLUMNS)
    hook.insert_rows("users", [(1, "Ada Lovelace", AT, 2, 2)], COLUMNS, replace=True)
    rows = RmtHook(final=True).get_records("SELECT `full name`, paid FROM users")
    assert rows == [("Ada Lovelace", Decimal("2.00"))]


def test_where_none_is_replaced_it_is_refused(hook: RmtHook, endpoint: dbapi.Cursor) -> None:
    endpoint.execute("CREATE TABLE log (id Int64) ENGINE = MergeTree ORDER BY id")
    with pytest.raises(ValueError, match="engine MergeTree, where an INSERT replaces no row"):
        hook.insert_rows("log", [(1,)], ["id"], replace=True)
    assert hook.get_first("SELECT count() FROM log") == (0,)


@pytest.mark.parametrize("type_", ["pandas", "polars"])
def test_data_frames(hook: RmtHook, type_: Any) -> None:
    hook.insert_rows("users", [(n, f"n{n}", AT, n, 1) for n in range(5)], COLUMNS)
    frame = hook.get_df("SELECT id, at FROM users WHERE id < %s ORDER BY id", [3], df_type=type_)
    assert frame.shape == (3, 2)
    assert list(frame["id"]) == [0, 1, 2]
    assert str(frame["id"].dtype).lower() == "int64"
    assert set(frame["at"]) == {AT}
    chunks = hook.get_df_by_chunks("SELECT id FROM users", chunksize=2, df_type=type_)
    assert [len(chunk) for chunk in chunks] == [2, 2, 1]
    empty = hook.get_df("SELECT id FROM users WHERE id > 100", df_type=type_)
    assert empty.shape == (0, 1)


def test_what_pandas_can_do_it_still_can(hook: RmtHook) -> None:
    hook.insert_rows("users", [ADA], COLUMNS)
    with pytest.warns(UserWarning, match="SQLAlchemy"):
        frame = hook.get_df("SELECT id, v FROM users", index_col="id")
    assert list(frame.index) == [1]
    with pytest.raises(ValueError, match="the result of one statement"):
        hook.get_df(["SELECT 1", "SELECT 2"])


@pytest.mark.parametrize(
    "rows",
    [
        [ADA],
        [dict(zip(COLUMNS, ADA, strict=True))],
        pd.DataFrame([ADA], columns=COLUMNS),
        pl.DataFrame([ADA], schema=COLUMNS, orient="row"),
        pa.Table.from_pylist([dict(zip(COLUMNS, ADA, strict=True))]),
    ],
    ids=["sequences", "mappings", "pandas", "polars", "arrow"],
)
def test_bulk_inserts_can_be_repeated(hook: RmtHook, database: str, rows: Any) -> None:
    for table in ("users", f"{database}.users", "`users`"):
        assert hook.bulk_insert(table, rows, deduplication_token="once") == 1
    assert hook.get_records("SELECT * FROM users") == [ADA]


# Statements


def test_what_statements_wrote_is_told(hook: RmtHook, database: str) -> None:
    hook.run(
        "SELECT 1; INSERT INTO users (id) VALUES (1), (2); TRUNCATE TABLE users;",
        split_statements=True,
    )
    assert [len(hook.query_ids), len(hook.written)] == [3, 2]
    insert, truncate = hook.written
    assert [str(table) for table in insert.tables] == [f"`{database}`.`users`"]
    assert [insert.rows, truncate.rows] == [2, None]
    row = hook.get_first(
        "SELECT written_rows FROM system.query_log WHERE type = 'QueryFinish' AND query_id = %s",
        [insert.query_id],
    )
    assert row == (2,)
    assert hook.written == []


def test_each_insert_has_a_token_of_its_own(hook: RmtHook) -> None:
    insert = "INSERT INTO users (id) VALUES (1)"
    again = RmtHook(deduplication_token="a'b")
    for expected in ([1, 1], [0, 0]):
        again.run([insert, "SELECT 1", insert])
        assert [written.rows for written in again.written] == expected
    hook.run(insert)
    hook.run(insert)
    assert hook.written[0].rows == 0  # its rows are known, as ClickHouse knows them
    assert hook.get_first("SELECT count() FROM users") == (3,)


def test_a_cancelled_hook_begins_nothing_more(hook: RmtHook) -> None:
    hook.cancel()
    with pytest.raises(AirflowException, match="stopped before its next statement"):
        hook.run("INSERT INTO users (id) VALUES (1)")


def test_outside_of_tasks_statements_have_no_comment(hook: RmtHook) -> None:
    marked = f"SELECT 'from {os.getpid()}'"
    hook.run(marked)
    row = hook.get_first(
        "SELECT DISTINCT log_comment FROM system.query_log WHERE query = %s", [marked]
    )
    assert row == ("",)


# Lineage


def test_lineage_knows_datasets_columns_and_the_statement(
    hook: RmtHook, endpoint: dbapi.Cursor, database: str
) -> None:
    from sqlalchemy_rmt.airflow.operators import RmtSQLExecuteQueryOperator

    endpoint.execute("CREATE TABLE names (`full name` String) ENGINE = MergeTree ORDER BY tuple()")
    operator = RmtSQLExecuteQueryOperator(
        task_id="t",
        sql="INSERT INTO names SELECT `full name` FROM users FINAL PREWHERE id > 0 WHERE v = 1 "
        "SETTINGS final = 1",
    )
    operator.get_db_hook().run(operator.sql)
    lineage = operator.get_openlineage_facets_on_complete(None)
    [source], [target] = lineage.inputs, lineage.outputs
    assert source.namespace == target.namespace == f"rmt://{HOST}:{PORT}"
    assert [source.name, target.name] == [f"{database}.users", f"{database}.names"]
    fields = [(field.name, field.type) for field in source.facets["schema"].fields]
    assert fields[:2] == [("id", "Int64"), ("full name", "String")]
    facet = lineage.run_facets["externalQuery"]
    assert facet.externalQueryId == operator.get_db_hook().query_ids[0]
