"""URLs, sessions and transactions, in front of a driver that only listens."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.orm import Session, declarative_base
from sqlalchemy.orm.attributes import set_committed_value

from sqlalchemy_rmt import dbapi, types
from sqlalchemy_rmt.dialect import RmtDialect
from sqlalchemy_rmt.settings import changes


class Cursor:
    description = [  # noqa: RUF012
        ("value", "STRING", None, None, None, None, None),
        ("namespace", "STRING", None, None, None, None, None),
    ]
    rowcount = -1

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.rows: list[tuple[Any, ...]] = []

    def execute(self, statement: str, parameters: Any = None) -> None:
        if self.connection.failure is not None:
            raise self.connection.failure
        self.connection.statements.append(statement)
        self.rows = [("1.2.3", "default")]

    def executemany(self, statement: str, parameters: Any) -> None:
        self.execute(statement)

    def fetchone(self) -> Any:
        return self.rows.pop() if self.rows else None

    def fetchall(self) -> list[Any]:
        rows, self.rows = self.rows, []
        return rows

    def fetchmany(self, size: int | None = None) -> list[Any]:
        return self.fetchall()

    def close(self) -> None:
        pass


class Connection:
    def __init__(self) -> None:
        self.statements: list[str] = []
        self.failure: Exception | None = None

    def cursor(self) -> Cursor:
        return Cursor(self)

    def close(self) -> None:
        pass


@pytest.fixture
def connection() -> Connection:
    return Connection()


@pytest.fixture
def engine(connection: Connection) -> Any:
    engine = sa.create_engine("rmt://h/d?final=1", creator=lambda: connection, future=True)
    with engine.connect():
        connection.statements.clear()
    return engine


def arguments(url: str) -> dict[str, Any]:
    positional, named = RmtDialect().create_connect_args(sa.engine.make_url(url))
    assert positional == []
    return named


class TestJson:
    def test_another_serializer(self, connection: Connection) -> None:
        engine = sa.create_engine(
            "rmt://",
            creator=lambda: connection,
            json_serializer=lambda value: f"<{value}>",
            json_deserializer=lambda text: text.strip("<>"),
        )
        type_: Any = sa.JSON().dialect_impl(engine.dialect)
        assert type_.bind_processor(engine.dialect)(1) == "<1>"
        assert type_.result_processor(engine.dialect, None)("<1>") == "1"


@pytest.mark.parametrize(
    "computed",
    [
        {"rmt_materialized": "length(text)"},
        {"rmt_alias": sa.func.length(sa.column("text"))},
        {"server_default": sa.Computed("length(text)")},
    ],
)
def test_the_orm_inserts_no_null_into_computed_columns(
    computed: dict[str, Any], engine: Any, connection: Connection
) -> None:
    class Note(declarative_base()):  # type: ignore[misc]
        __tablename__ = "notes"

        id = sa.Column(types.Int64, primary_key=True)
        text = sa.Column(types.String)
        size = sa.Column(types.UInt64, **computed)

    with Session(engine) as session:
        note = Note(id=1)
        session.add(note)
        session.flush()
        set_committed_value(note, "size", 0)
        note.text = "x"
        session.flush()
        assert "size" in sa.inspect(note).unloaded
        session.commit()
    inserted, updated = (
        text for text in connection.statements if text.startswith(("INSERT", "ALTER"))
    )
    assert inserted.startswith("INSERT INTO notes (id, text) VALUES")
    assert updated.startswith("ALTER TABLE notes UPDATE text=%(text)s WHERE")


class TestUrl:
    def test_all_parts(self) -> None:
        assert arguments(
            "rmt://me:p%40ss@host:1234/db?auth=LDAP&ssl=true&ssl_ca=/ca.pem&transport=http"
            "&http_path=x&connect_timeout=1.5&final=1&spark.sql.shuffle.partitions=4"
        ) == {
            "host": "host",
            "port": 1234,
            "database": "db",
            "username": "me",
            "password": "p@ss",
            "auth": "LDAP",
            "ssl": True,
            "ssl_ca": "/ca.pem",
            "transport": "http",
            "http_path": "x",
            "connect_timeout": 1.5,
            "settings": {
                "join_use_nulls": "1",
                "cast_keep_nullable": "1",
                "final": "1",
                "spark.sql.shuffle.partitions": "4",
            },
        }

    def test_defaults(self) -> None:
        assert arguments("rmt://") == {
            "host": "localhost",
            "port": 10000,
            "database": "default",
            "settings": {"join_use_nulls": "1", "cast_keep_nullable": "1"},
        }

    @pytest.mark.parametrize(
        ("url", "message"),
        [
            ("rmt://h/?ssl=maybe", "neither true nor false"),
            ("rmt://h/?read_timeout=soon", "read_timeout=soon"),
            ("rmt://h/?final=1&final=0", "more than once"),
        ],
    )
    def test_what_makes_no_sense(self, url: str, message: str) -> None:
        with pytest.raises(exc.ArgumentError, match=message):
            arguments(url)

    def test_both_names_lead_here(self) -> None:
        for url in ("rmt://", "rmt+pyhive://"):
            assert isinstance(sa.create_engine(url).dialect, RmtDialect)


class TestSettings:
    def test_options_become_settings_of_the_session(
        self, engine: Any, connection: Connection
    ) -> None:
        with engine.connect() as connected:
            final = connected.execution_options(final=False, settings={"mutations_sync": 0})
            final.execute(sa.text("SELECT 1"))
            final.execute(sa.text("SELECT 2"))
        with engine.connect() as connected:
            connected.exec_driver_sql("SELECT 3")
        assert connection.statements == [
            "SET mutations_sync = 0",
            "SET final = 0",
            "SELECT 1",
            "SELECT 2",
            "RESET mutations_sync",
            "SET final = 1",
            "SELECT 3",
        ]

    def test_changes(self) -> None:
        assert changes({}, {"a": True, "b": "x'y", "c": 1.5}, {}) == {
            "a": "SET a = 1",
            "b": "SET b = 'x\\'y'",
            "c": "SET c = 1.5",
        }
        assert changes({"a": 1, "b": 2}, {"a": 1}, {"b": "3"}) == {"b": "SET b = 3"}
        assert list(changes({}, {"spark.sql.session.timeZone": "Asia/Tokyo`"}, {}).values()) == [
            "SET spark.sql.session.timeZone = `Asia/Tokyo```"
        ]

    @pytest.mark.parametrize("name", ["a b", "spark.a b", "x;", "spark."])
    def test_a_name_is_no_way_in(self, name: str) -> None:
        with pytest.raises(exc.ArgumentError, match="no name of a setting"):
            changes({}, {name: "1"}, {})

    def test_a_failed_change_is_not_remembered(self, engine: Any, connection: Connection) -> None:
        with engine.connect() as connected:
            connection.failure = dbapi.ProgrammingError("no such setting")
            with pytest.raises(exc.ProgrammingError, match="no such setting"):
                connected.execution_options(settings={"x": 1}).execute(sa.text("SELECT 1"))
            connection.failure = None
        with engine.connect() as connected:
            connected.execute(sa.text("SELECT 1"))
        assert connection.statements == ["SELECT 1"]


class TestTransactions:
    def test_a_write_that_was_not_committed_warns(self, engine: Any) -> None:
        with engine.connect() as connected:
            connected.execute(sa.text("INSERT INTO t VALUES (1)"))
            with pytest.warns(exc.SAWarning, match="stays written"):
                connected.rollback()

    def test_closing_without_a_commit_warns_too(self, engine: Any) -> None:
        with pytest.warns(exc.SAWarning, match="stays written"), engine.connect() as connected:
            connected.execute(sa.text("DELETE FROM t WHERE true"))

    def test_what_is_meant_does_not_warn(self, engine: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with engine.begin() as connected:
                connected.execute(sa.text("INSERT INTO t VALUES (1)"))
            with engine.connect() as connected:
                connected.execute(sa.text("SELECT 1"))
            options = engine.execution_options(isolation_level="AUTOCOMMIT")
            with options.connect() as connected:
                connected.execute(sa.text("INSERT INTO t VALUES (1)"))

    def test_an_engine_can_mean_it_for_all_its_connections(self, connection: Connection) -> None:
        engine = sa.create_engine(
            "rmt://h/d", creator=lambda: connection, future=True, isolation_level="AUTOCOMMIT"
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for _ in range(2):
                with engine.connect() as connected:
                    connected.execute(sa.text("INSERT INTO t VALUES (1)"))

    def test_an_engine_cannot_have_another_isolation_level(self, connection: Connection) -> None:
        engine = sa.create_engine(
            "rmt://h/d", creator=lambda: connection, isolation_level="SERIALIZABLE"
        )
        with pytest.raises(exc.ArgumentError, match="AUTOCOMMIT"):
            engine.connect()

    def test_the_next_user_is_warned_again(self, engine: Any) -> None:
        with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connected:
            connected.execute(sa.text("INSERT INTO t VALUES (1)"))
        with pytest.warns(exc.SAWarning, match="stays written"), engine.connect() as connected:
            connected.execute(sa.text("INSERT INTO t VALUES (1)"))

    def test_a_write_that_failed_does_not_warn(self, engine: Any, connection: Connection) -> None:
        with warnings.catch_warnings(), engine.connect() as connected:
            warnings.simplefilter("error")
            connection.failure = dbapi.DataError("no")
            with pytest.raises(exc.DataError):
                connected.execute(sa.text("INSERT INTO t VALUES (1)"))
            connection.failure = None

    def test_other_isolation_levels_are_refused(self, engine: Any) -> None:
        with pytest.raises(exc.ArgumentError, match="AUTOCOMMIT"), engine.connect() as connected:
            connected.execution_options(isolation_level="SERIALIZABLE")

    def test_savepoints_are_refused(self, engine: Any) -> None:
        with (
            engine.begin() as connected,
            pytest.raises(exc.InvalidRequestError, match="no savepoints"),
        ):
            connected.begin_nested()

    def test_the_level_is_autocommit(self, engine: Any) -> None:
        with engine.connect() as connected:
            assert connected.get_isolation_level() == "AUTOCOMMIT"
        assert engine.dialect.default_isolation_level == "AUTOCOMMIT"


class TestConnection:
    def test_the_version_is_the_endpoints(self, engine: Any) -> None:
        assert engine.dialect.server_version_info == (1, 2, 3)

    def test_a_lost_connection_is_no_ping(self, connection: Connection) -> None:
        dialect = RmtDialect()
        assert dialect.do_ping(connection)
        connection.failure = dbapi.OperationalError("The connection was lost: EOF")
        assert not dialect.do_ping(connection)
        connection.failure = dbapi.ProgrammingError("something else")
        with pytest.raises(dbapi.ProgrammingError):
            dialect.do_ping(connection)

    def test_a_lost_connection_leaves_the_pool(self, engine: Any, connection: Connection) -> None:
        with engine.connect() as connected:
            connection.failure = dbapi.OperationalError("The connection was lost: EOF")
            with pytest.raises(exc.OperationalError) as error:
                connected.execute(sa.text("SELECT 1"))
            connection.failure = None
        assert error.value.connection_invalidated

    def test_a_stream_asks_for_as_many_rows_as_told(self, engine: Any) -> None:
        with engine.connect() as connected:
            streaming = connected.execution_options(stream_results=True, max_row_buffer=7)
            assert streaming.execute(sa.text("SELECT 1")).context.cursor.arraysize == 7
