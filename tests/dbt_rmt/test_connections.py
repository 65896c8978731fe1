from __future__ import annotations

from collections.abc import Mapping
from multiprocessing import get_context
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.contracts.connection import Connection, ConnectionState
from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt_common.exceptions import DbtDatabaseError, DbtRuntimeError

from dbt.adapters.rmt import connections
from dbt.adapters.rmt.connections import (
    Handle,
    RmtConnectionManager,
    can_be_repeated,
    is_empty,
    one_statement,
)
from dbt.adapters.rmt.credentials import RmtCredentials
from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi.errors import connection_lost


@pytest.mark.parametrize(
    ("statement", "repeated"),
    [
        ("select 1", True),
        ('/* {"app": "dbt"} */ -- x\n (select 1)', True),
        ("with a as (select 1) select * from a", True),
        ("with a as (select 1) insert into t select * from a", False),
        ("insert into t select 1", False),
        ("insert into t select 1 settings insert_deduplication_token = 'x'", True),
        ("create table t as select 1", False),
        ("describe t", True),
        ("", False),
    ],
)
def test_what_can_be_repeated(statement: str, repeated: bool) -> None:
    assert can_be_repeated(statement) is repeated


def test_one_statement() -> None:
    assert one_statement(" select 1 ; ;\n") == "select 1"
    assert is_empty("/* only */ -- comments")
    assert not is_empty("-- a\nselect 1")
    assert not is_empty("/* no end")
    # It takes no time, however much space there is.
    space = "\n    " * 100_000
    assert not is_empty(f"{space}select 1")
    assert is_empty(space)
    assert can_be_repeated(f"{space}({space}select 1)")


class FakeCursor:
    description = None
    rowcount = -1
    rows_by_kind: Mapping[str, int] = {}
    query_id: str | None = "0a-1"

    def __init__(self, server: FakeServer) -> None:
        self.server = server

    def execute(self, sql: str, parameters: Any = None) -> None:
        self.server.statements.append(sql)
        if self.server.failures:
            raise self.server.failures.pop()

    def cancel(self) -> None:
        self.server.statements.append("cancelled")


class FakeServer:
    def __init__(self) -> None:
        self.statements: list[str] = []
        self.failures: list[Exception] = []
        self.connects: list[Exception] = []
        self.sessions = 0

    def connect(self, *arguments: Any, **options: Any) -> Any:
        if self.connects:
            raise self.connects.pop()
        self.sessions += 1
        return SimpleNamespace(cursor=lambda: FakeCursor(self), close=lambda: None)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    server = FakeServer()
    monkeypatch.setattr(dbapi, "connect", server.connect)
    monkeypatch.setattr(connections, "_SECONDS_BETWEEN_CONNECTS", 0)
    return server


@pytest.fixture
def manager(server: FakeServer) -> RmtConnectionManager:
    profile: Any = SimpleNamespace(credentials=RmtCredentials(schema="s", connect_retries=2))
    manager = RmtConnectionManager(profile, get_context("spawn"))
    manager.set_connection_name("model")
    return manager


def test_a_read_is_repeated_after_a_lost_connection(
    manager: RmtConnectionManager, server: FakeServer
) -> None:
    server.failures = [connection_lost("broken pipe")]
    manager.add_query("select 1;")
    assert server.statements == ["select 1", "select 1"]
    assert server.sessions == 2


def test_an_insert_is_not(manager: RmtConnectionManager, server: FakeServer) -> None:
    server.failures = [connection_lost("broken pipe")]
    with pytest.raises(DbtDatabaseError, match="connection was lost"):
        manager.add_query("insert into t select 1")
    assert server.statements == ["insert into t select 1"]
    manager.add_query("select 1")
    assert server.sessions == 2


def test_it_is_given_up_after_as_many_retries_as_the_profile_says(
    manager: RmtConnectionManager, server: FakeServer
) -> None:
    server.failures = [connection_lost("broken pipe") for _ in range(5)]
    with pytest.raises(DbtDatabaseError):
        manager.add_query("select 1")
    assert len(server.statements) == 3


def test_a_new_session_reads_as_the_lost_one_did(
    manager: RmtConnectionManager, server: FakeServer
) -> None:
    manager.add_query("select 1")
    manager.set_final(False)
    server.failures = [connection_lost("broken pipe")]
    manager.add_query("select 2")
    assert server.statements[-3:] == ["select 2", "SET final = 0", "select 2"]


def test_an_error_of_the_server_is_dbts(manager: RmtConnectionManager, server: FakeServer) -> None:
    server.failures = [dbapi.ProgrammingError("[UNKNOWN_TABLE] no t")]
    with pytest.raises(DbtDatabaseError, match="UNKNOWN_TABLE"):
        manager.add_query("select 1")
    assert server.sessions == 1


def test_a_statement_of_comments_is_not_sent(
    manager: RmtConnectionManager, server: FakeServer
) -> None:
    manager.add_query("-- nothing")
    assert server.statements == []


def test_connecting_is_tried_again_when_nobody_answers(
    manager: RmtConnectionManager, server: FakeServer
) -> None:
    server.connects = [connection_lost("refused")]
    manager.add_query("select 1")
    assert server.sessions == 1


def test_a_refused_login_is_not_tried_again(
    manager: RmtConnectionManager, server: FakeServer
) -> None:
    server.connects = [connection_lost("never asked"), dbapi.OperationalError("wrong password")]
    with pytest.raises(FailedToConnectError, match="wrong password"):
        manager.add_query("select 1")
    assert len(server.connects) == 1


def test_cancel_reaches_the_statement(manager: RmtConnectionManager, server: FakeServer) -> None:
    connection, _ = manager.add_query("select 1")
    manager.cancel(connection)
    assert server.statements[-1] == "cancelled"


def test_a_session_is_kept_for_the_next_node(
    manager: RmtConnectionManager, server: FakeServer
) -> None:
    manager.add_query("select 1")
    manager.release()
    manager.set_connection_name("another model")
    manager.add_query("select 2")
    assert server.sessions == 1
    connection: Connection = manager.get_thread_connection()
    assert connection.state == ConnectionState.OPEN
    assert isinstance(connection.handle, Handle)


def test_settings_of_a_session() -> None:
    credentials = RmtCredentials(
        schema="s", final=False, settings={"spark.sql.ansi.enabled": False, "mutations_sync": 2}
    )
    assert credentials.session_settings() == {
        "spark.sql.session.timeZone": "UTC",
        "join_use_nulls": "1",
        "cast_keep_nullable": "1",
        "spark.sql.ansi.enabled": "false",
        "mutations_sync": "2",
        "final": "0",
    }


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ({}, "no schema"),
        ({"schema": "s", "database": "other"}, "leave it out"),
        ({"schema": "s", "settings": {"final": 1}}, "beside `settings`"),
        ({"schema": "s", "connect_retries": -1}, "0 or more"),
    ],
)
def test_a_profile_that_is_wrong(target: dict[str, Any], message: str) -> None:
    with pytest.raises(DbtRuntimeError, match=message):
        RmtCredentials(**target)


def test_what_merge_did_is_in_the_response() -> None:
    kinds = {"inserted": 3, "updated": 1008, "deleted": 1}
    cursor = SimpleNamespace(rowcount=1012, rows_by_kind=kinds, query_id="q")
    response = RmtConnectionManager.get_response(cursor)
    assert str(response) == "MERGE 1,012 (3 inserted, 1,008 updated, 1 deleted)"
    assert response.rows_affected == 1012
