"""The driver against a running endpoint."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import json
import math
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.waiting import eventually

from sqlalchemy_rmt import dbapi

TOKYO = dt.timezone(dt.timedelta(hours=9))
SLOW = "SELECT count(*) FROM range(0, 1000000000000) WHERE id % 3 = hash(id) % 7"
ROUND_TRIPS = settings(
    max_examples=int(os.environ.get("RMT_ROUND_TRIPS", "15")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
BATCH = 20


@pytest.fixture
def connection(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[dbapi.Connection]:
    with dbapi.connect("127.0.0.1", endpoint.port, client.database) as connected:
        yield connected


@pytest.fixture
def cursor(connection: dbapi.Connection) -> dbapi.Cursor:
    return connection.cursor()


@pytest.fixture(scope="module")
def shared_cursor(endpoint: EmbeddedEndpoint) -> Iterator[dbapi.Cursor]:
    with dbapi.connect("127.0.0.1", endpoint.port) as connected:
        yield connected.cursor()


TEXTS = st.text(
    st.sampled_from("\\'\"`%${}\0\n\r\t;-") | st.characters(exclude_categories=["Cs"]), max_size=20
)
DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, places=6).filter(
    lambda value: abs(value) < Decimal(10) ** 32
)
# In UTC they are of four digits, whatever their zone.
INSTANTS = st.datetimes(dt.datetime(1, 1, 3), dt.datetime(9999, 12, 29))
INTERVALS = st.timedeltas(dt.timedelta(days=-106751990), dt.timedelta(days=106751990))
EXACT: dict[str, st.SearchStrategy[Any]] = {
    "bool": st.booleans() | st.none(),
    "int": st.integers(-(2**63), 2**63 - 1) | st.none(),
    "float": st.floats(allow_nan=False) | st.none(),
    "decimal": DECIMALS,
    "str": TEXTS | st.none(),
    "bytes": st.binary(max_size=20) | st.none(),
    "date": st.dates(),
    "datetime": INSTANTS,
    "timedelta": INTERVALS,
}


@pytest.mark.parametrize("kind", EXACT)
@ROUND_TRIPS
@given(data=st.data())
@pytest.mark.sample(4)
def test_a_parameter_comes_back_as_it_was(
    shared_cursor: dbapi.Cursor, kind: str, data: st.DataObject
) -> None:
    values = tuple(data.draw(st.lists(EXACT[kind], min_size=1, max_size=BATCH)))
    listed = ", ".join(["%s"] * len(values))
    [row] = shared_cursor.execute(f"SELECT {listed}", values).fetchall()
    assert [(type(value), value) for value in row] == [(type(value), value) for value in values]


@ROUND_TRIPS
@given(
    st.lists(
        st.integers(-(10**38) + 1, 10**38 - 1) | st.uuids() | INSTANTS.map(lambda t: t.replace(
            tzinfo=TOKYO)),
        min_size=1, max_size=BATCH,
    )
)  # fmt: skip
def test_what_spark_has_no_type_for_comes_back_as_its_nearest(
    shared_cursor: dbapi.Cursor, values: list[Any]
) -> None:
    listed = ", ".join(["%s"] * len(values))
    [row] = shared_cursor.execute(f"SELECT {listed}", values).fetchall()
    for value, got in zip(values, row, strict=True):
        if isinstance(value, dt.datetime):
            assert got == value.astimezone(dt.UTC).replace(tzinfo=None)
        else:
            assert got == (str(value) if isinstance(value, uuid.UUID) else value)


@ROUND_TRIPS
@given(
    st.lists(TEXTS | st.none())
    | st.lists(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=3))
    | st.dictionaries(TEXTS, st.lists(TEXTS, max_size=2), max_size=3)
    | st.lists(st.dictionaries(TEXTS, st.booleans(), max_size=2))
)
def test_nested_parameters_arrive_whole(shared_cursor: dbapi.Cursor, value: Any) -> None:
    [(text,)] = shared_cursor.execute("SELECT to_json(%s)", (value,)).fetchall()
    assert json.loads(text) == value


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.0])
def test_floats_that_are_no_numbers_come_back(cursor: dbapi.Cursor, value: float) -> None:
    [(got,)] = cursor.execute("SELECT %s", (value,)).fetchall()
    assert repr(got) == repr(value)


def test_a_list_of_in_may_be_empty(cursor: dbapi.Cursor) -> None:
    statement = "SELECT 1 IN %(v)s, 1 NOT IN %(v)s"
    assert cursor.execute(statement, {"v": (1, 2)}).fetchall() == [(True, False)]
    assert cursor.execute(statement, {"v": ()}).fetchall() == [(False, True)]
    assert cursor.execute("SELECT (1, 2) IN %s", [((1, 2), (3, 4))]).fetchall() == [(True,)]


def test_a_value_is_never_part_of_the_statement(cursor: dbapi.Cursor) -> None:
    for value in ("' OR 1 = 1 --", "\\' OR 1 = 1 --", "${spark.app.name}", "${env:HOME}", "`;"):
        assert cursor.execute("SELECT %s", (value,)).fetchall() == [(value,)]
    assert cursor.execute("SELECT 3 -%s", (-2,)).fetchall() == [(5,)]


def test_text_is_the_same_to_spark_and_to_the_commands_of_the_engine(cursor: dbapi.Cursor) -> None:
    text = "it's ${env:HOME} \\ \\n \n \0 % 😀"
    cursor.execute("CREATE TABLE t (id Int64, s String) ENGINE = ReplacingMergeTree ORDER BY id")
    cursor.executemany("INSERT INTO t VALUES (%s, %s)", [(1, text), (2, "x"), (3, text)])
    cursor.execute("DELETE FROM t WHERE s = %s AND id = %s", (text, 3))
    cursor.execute("ALTER TABLE t UPDATE s = %s WHERE s = %s", (text, "x"))
    assert cursor.execute("SELECT * FROM t ORDER BY id").fetchall() == [(1, text), (2, text)]
    cursor.execute("ALTER TABLE t DELETE WHERE s = %s", (text,))
    assert cursor.execute("SELECT * FROM t PREWHERE id IN %s", ((1, 2),)).fetchall() == []


def test_rows_of_every_type_go_into_a_table_and_come_back(cursor: dbapi.Cursor) -> None:
    cursor.execute(
        "CREATE TABLE t (id Int64, s String, f Float64, d Date, ts DateTime64(6), "
        "n Nullable(Decimal(10, 2)), b Bool, u UUID, a Array(Int64), m Map(String, Int64), "
        "p Tuple(x Int64, y String)) ENGINE = ReplacingMergeTree ORDER BY id"
    )
    stamp = dt.datetime(2024, 3, 17, 1, 2, 3, 4)
    name = uuid.UUID(int=7)
    rows = [
        (1, "'", 0.1, stamp.date(), stamp, Decimal("1.50"), True, name, [1, 2], {"a": 1}, (1, "x")),
        (2, "", math.inf, stamp.date(), stamp, None, False, name, [], {}, (2, "y")),
    ]
    cursor.executemany(f"INSERT INTO t VALUES ({', '.join(['%s'] * 11)})", rows)
    assert cursor.description is None
    got = cursor.execute("SELECT * FROM t ORDER BY id").fetchall()
    assert [row[:7] for row in got] == [row[:7] for row in rows]
    assert got[0][7:] == (str(name), "[1,2]", '{"a":1}', '{"x":1,"y":"x"}')
    assert cursor.description is not None
    codes = [column[1] for column in cursor.description]
    assert codes == (
        "BIGINT STRING DOUBLE DATE TIMESTAMP DECIMAL BOOLEAN STRING ARRAY MAP STRUCT".split()
    )
    assert cursor.description[5][4:] == (10, 2, None)
    table = cursor.execute("SELECT * FROM t ORDER BY id").fetch_arrow_table()
    assert [tuple(row.values()) for row in table.to_pylist()] == got
    assert cursor.execute("SELECT * FROM t").fetch_df()["id"].sum() == 3


def test_many_rows_go_in_few_statements(cursor: dbapi.Cursor) -> None:
    cursor.execute("CREATE TABLE t (id Int64, s String) ENGINE = ReplacingMergeTree ORDER BY id")
    rows = [{"id": number, "s": f"row {number}"} for number in range(50_000)]
    cursor.executemany("INSERT INTO t (id, s) VALUES (%(id)s, %(s)s)", rows)
    assert cursor.execute("SELECT count(), max(id) FROM t").fetchall() == [(50_000, 49_999)]


RMT = "(k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS {}"
WINDOW = "non_replicated_deduplication_window = 10"
BLOCK_COLUMNS = "enable_block_number_column = 1, enable_block_offset_column = 1"


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ("INSERT INTO t VALUES (1, 1), (1, 2), (2, 1)", 3),
        ("INSERT INTO t SELECT number % 10, 1 FROM numbers(250000)", 250_000),
        ("INSERT INTO t SELECT 1, 1 WHERE 1 = 0", 0),
        ("CREATE TABLE made ENGINE = MergeTree ORDER BY k AS SELECT * FROM t", 5),
        ("DELETE FROM t WHERE k < 4", 3),
        ("DELETE FROM t WHERE k > 100", 0),
        ("ALTER TABLE t DELETE WHERE k IN (3, 4)", 2),
        ("ALTER TABLE t UPDATE v = 9 WHERE k >= 4", 2),
        ("ALTER TABLE t UPDATE v = 9 WHERE 1 SETTINGS mutations_sync = 0", -1),
        ("UPDATE t SET v = 3 WHERE k IN (1, 2)", 2),
        ("UPDATE t SET v = 3 WHERE k = 77", 0),
        ("SELECT * FROM t", -1),
        ("TRUNCATE TABLE t", -1),
        ("OPTIMIZE TABLE t FINAL", -1),
        ("EXPLAIN INSERT INTO t VALUES (1, 1)", -1),
    ],
)
@pytest.mark.sample(5)
def test_a_statement_tells_how_many_rows_it_changed(
    cursor: dbapi.Cursor, statement: str, rows: int
) -> None:
    cursor.execute(f"CREATE TABLE t {RMT.format(BLOCK_COLUMNS)}")
    cursor.execute("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)")
    cursor.execute("INSERT INTO t VALUES (4, 4), (5, 5)")
    assert cursor.execute(statement).rowcount == rows


@pytest.mark.sample(0)
def test_rows_of_its_own_table_count_and_no_others(cursor: dbapi.Cursor) -> None:
    cursor.execute(f"CREATE TABLE t {RMT.format(WINDOW)}")
    cursor.execute("CREATE TABLE nothing (k Int64) ENGINE = Null")
    view = "CREATE MATERIALIZED VIEW {} ENGINE = MergeTree ORDER BY k AS SELECT k FROM {}"
    cursor.execute(view.format("v", "t"))
    cursor.execute(view.format("w", "nothing"))
    assert cursor.execute("INSERT INTO t VALUES (1, 1), (2, 2)").rowcount == 2
    assert cursor.execute("INSERT INTO t VALUES (1, 1), (2, 2)").rowcount == 0, "known already"
    assert cursor.execute("INSERT INTO nothing VALUES (1), (2), (3)").rowcount == 3
    assert cursor.execute("INSERT INTO w VALUES (4)").rowcount == 1
    rows = [(number, number) for number in range(60_000)]
    assert cursor.executemany("INSERT INTO t VALUES (%s, %s)", rows).rowcount == 60_000
    with pytest.raises(dbapi.Error):
        cursor.execute("INSERT INTO t VALUES ('x', 1)")
    assert cursor.rowcount == -1


@pytest.mark.sample(0)
def test_rows_of_parts_that_were_merged_meanwhile_count_too(cursor: dbapi.Cursor) -> None:
    cursor.execute("CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k")
    for number in range(6):
        cursor.execute(f"INSERT INTO t SELECT number, {number} FROM numbers(100)")
    cursor.execute("OPTIMIZE TABLE t FINAL")
    assert cursor.execute("ALTER TABLE t UPDATE v = 7 WHERE k < 10").rowcount == 60
    assert cursor.execute("DELETE FROM t WHERE k < 20").rowcount == 120
    assert cursor.execute("ALTER TABLE t DELETE WHERE k < 30").rowcount == 60


def test_settings_take_effect(endpoint: EmbeddedEndpoint) -> None:
    zone = {"spark.sql.session.timeZone": "Asia/Tokyo", "spark.x": "a'b"}
    with dbapi.connect(
        "127.0.0.1", endpoint.port, settings={"final": "1", "final_build": "sync", **zone}
    ) as connection:
        cursor = connection.cursor()
        cursor.execute(
            "SELECT name, value FROM system.settings WHERE name IN %s ORDER BY name",
            [("final", "final_build")],
        )
        assert cursor.fetchall() == [("final", "1"), ("final_build", "sync")]
        assert cursor.execute("SELECT current_timezone()").fetchall() == [("Asia/Tokyo",)]
        assert cursor.execute("SET spark.x").fetchall() == [("spark.x", "a'b")]


@pytest.mark.parametrize(
    ("wrong", "kind", "condition"),
    [
        ({"finall": "1"}, dbapi.ProgrammingError, "UNKNOWN_SETTING"),
        ({"final": "maybe"}, dbapi.DatabaseError, "CANNOT_PARSE_BOOL"),
        ({"spark.sql.shuffle.partitions": "x"}, dbapi.DataError, "INVALID_CONF_VALUE"),
        ({"spark.driver.memory": "1g"}, dbapi.DatabaseError, "CANNOT_MODIFY_CONFIG"),
    ],
)
def test_a_wrong_setting_is_refused(
    endpoint: EmbeddedEndpoint, wrong: dict[str, str], kind: type[dbapi.Error], condition: str
) -> None:
    with pytest.raises(kind) as raised:
        dbapi.connect("127.0.0.1", endpoint.port, settings=wrong)
    assert (raised.value.condition or "").startswith(condition)
    assert "Exception" not in str(raised.value)


def test_a_timestamp_is_an_instant_and_shown_in_the_zone_of_the_session(
    endpoint: EmbeddedEndpoint,
) -> None:
    zone = {"spark.sql.session.timeZone": "Asia/Tokyo"}
    with dbapi.connect("127.0.0.1", endpoint.port, settings=zone) as connection:
        cursor = connection.cursor()
        instant = dt.datetime(2024, 3, 17, 12, tzinfo=dt.UTC)
        local = dt.datetime(2024, 3, 17, 21)
        cursor.execute("SELECT %(i)s, %(l)s, %(i)s = %(l)s", {"i": instant, "l": local})
        assert cursor.fetchall() == [(local, local, True)]


@pytest.mark.parametrize("name", ["nowhere", "no where; --", "no.where", "no`where", ""])
def test_a_database_that_is_not_there_is_refused(endpoint: EmbeddedEndpoint, name: str) -> None:
    with pytest.raises(dbapi.DatabaseError) as raised:
        dbapi.connect("127.0.0.1", endpoint.port, name)
    assert raised.value.condition in ("SCHEMA_NOT_FOUND", "INVALID_ATTRIBUTE_NAME_SYNTAX")


@pytest.mark.parametrize(
    ("statement", "kind", "condition", "sqlstate"),
    [
        ("SELECT * FROM nowhere", dbapi.ProgrammingError, "TABLE_OR_VIEW_NOT_FOUND", "42P01"),
        ("SELEC 1", dbapi.ProgrammingError, "PARSE_SYNTAX_ERROR", "42601"),
        ("SELECT 1/0", dbapi.DataError, "DIVIDE_BY_ZERO", "22012"),
        ("SELECT CAST('a' AS INT)", dbapi.DataError, "CAST_INVALID_INPUT", "22018"),
        ("SELECT raise_error('a\nb')", dbapi.DatabaseError, "USER_RAISED_EXCEPTION", "P0001"),
        ("OPTIMIZE TABLE nowhere", dbapi.ProgrammingError, "UNKNOWN_TABLE", "42P01"),
        ("SELECT TIME '10:00:00'", dbapi.NotSupportedError, "UNSUPPORTED_TIME_TYPE", "0A000"),
    ],
)
def test_an_error_has_a_class_a_name_and_one_line(
    cursor: dbapi.Cursor, statement: str, kind: type[dbapi.Error], condition: str, sqlstate: str
) -> None:
    with pytest.raises(dbapi.Error) as raised:
        cursor.execute(statement)
    error = raised.value
    assert (type(error), error.condition, error.sqlstate) == (kind, condition, sqlstate)
    assert str(error).startswith(f"[{condition}] ")
    assert "\n" not in str(error)
    assert "Exception" not in str(error)
    assert not error.is_disconnect
    assert cursor.execute("SELECT 1").fetchall() == [(1,)]


def test_a_statement_that_runs_for_too_long_is_cancelled_on_the_server(
    endpoint: EmbeddedEndpoint, cursor: dbapi.Cursor
) -> None:
    cursor.query_timeout = 1

    def seconds() -> float:
        started = time.monotonic()
        with pytest.raises(dbapi.OperationalError, match="query_timeout = 1 s"):
            cursor.execute(SLOW)
        return time.monotonic() - started

    eventually(lambda: seconds() < 4)
    cursor.query_timeout = None
    assert cursor.execute("SELECT 1").fetchall() == [(1,)]


def test_a_statement_under_way_tells_how_far_it_is(cursor: dbapi.Cursor) -> None:
    cursor.execute_async(SLOW)

    def has_tasks() -> bool:
        progress = cursor.progress()
        return progress is not None and progress.tasks > 0

    eventually(has_tasks)
    progress = cursor.progress()
    assert progress is not None
    assert progress.elapsed > 0
    assert [progress.jobs, progress.completed_jobs, progress.completed_tasks] == [1, 0, 0]
    cursor.cancel()
    with pytest.raises(dbapi.OperationalError):
        eventually(lambda: not cursor.is_running())
    assert cursor.progress() is None
    assert cursor.execute("SELECT 1").fetchall() == [(1,)]


def test_another_thread_cancels(cursor: dbapi.Cursor) -> None:
    def seconds() -> float:
        other = threading.Timer(1, cursor.cancel)
        other.start()
        started = time.monotonic()
        with pytest.raises(dbapi.OperationalError, match="was cancelled"):
            cursor.execute(SLOW)
        other.join()
        return time.monotonic() - started

    # The server keeps an answer back for 5 s: a cancel does not wait for it.
    eventually(lambda: seconds() < 4)
    assert cursor.execute("SELECT 1").fetchall() == [(1,)]


def test_the_end_of_its_session_cancels_a_statement(
    endpoint: EmbeddedEndpoint, cursor: dbapi.Cursor
) -> None:
    with dbapi.connect("127.0.0.1", endpoint.port) as running:
        ending = threading.Timer(1, cursor.connection.end_session, [running.session_id])
        ending.start()
        with pytest.raises(dbapi.DatabaseError):
            running.cursor().execute(SLOW)
        ending.join()
        session_id = running.session_id
    with pytest.raises(dbapi.OperationalError) as raised:
        cursor.connection.end_session(session_id)
    assert raised.value.is_disconnect
    processes = "SELECT query FROM system.processes"
    eventually(lambda: (SLOW,) not in cursor.execute(processes).fetchall())


def _stop_until(stopped: threading.Event, stop: Callable[[], object]) -> None:
    while not stopped.wait(0.02):
        stop()


@pytest.mark.parametrize("how", ["its session ends", "it is cancelled"])
@pytest.mark.sample(1)
def test_nothing_goes_on_of_a_statement_that_ended_at_any_moment(
    endpoint: EmbeddedEndpoint, cursor: dbapi.Cursor, how: str
) -> None:
    for round_ in range(12):
        with dbapi.connect("127.0.0.1", endpoint.port) as running:
            slow = running.cursor()
            stopped = threading.Event()
            if how == "its session ends":
                stop = functools.partial(cursor.connection.end_session, running.session_id)
            else:
                stop = functools.partial(_stop_until, stopped, slow.cancel)
            ending = threading.Timer(round_ * 0.02, stop)
            ending.start()
            with pytest.raises(dbapi.DatabaseError):
                slow.execute(SLOW)
            stopped.set()
            ending.join()
    server = psutil.Process(endpoint.pid)
    java = next(child for child in server.children(recursive=True) if child.name() == "java")
    eventually(lambda: java.cpu_percent(1) < 50)


def test_ctrl_c_cancels_and_the_session_goes_on(cursor: dbapi.Cursor) -> None:
    cursor.execute("SET spark.x = kept")
    main = threading.main_thread().ident or 0
    threading.Timer(1, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        cursor.execute(SLOW)
    assert cursor.execute("SET spark.x").fetchall() == [("spark.x", "kept")]


@pytest.mark.usefixtures("_code_is_allowed")
@pytest.mark.sample(0)
def test_a_long_statement_is_not_waited_for_twice(cursor: dbapi.Cursor) -> None:
    cursor.execute("SELECT 1")
    started = time.monotonic()
    cursor.execute("SELECT java_method('java.lang.Thread', 'sleep', CAST(5500 AS BIGINT))")
    assert 5.4 < time.monotonic() - started < 10


def test_the_server_frees_what_is_closed(connection: dbapi.Connection) -> None:
    cursor = connection.cursor().execute("SELECT id FROM range(100000)")
    cursor.fetchone()
    operation = cursor._operation
    cursor.close()
    other = connection.cursor().execute("SELECT 1")
    other._operation, other._next = operation, None
    with pytest.raises(dbapi.DatabaseError, match="Invalid OperationHandle"):
        other.fetchall()


def test_a_text_of_many_megabytes_arrives(cursor: dbapi.Cursor) -> None:
    cursor.execute("SELECT repeat('x', 20000000)")
    [(text,)] = cursor.fetchall()
    assert len(text) == 20_000_000


STREAM = """
    import resource, sys
    from sqlalchemy_rmt import dbapi

    connection = dbapi.connect("127.0.0.1", int(sys.argv[1]))
    cursor = connection.cursor().execute("SELECT 1").execute(
        "SELECT id, CAST(id AS DOUBLE) AS x, concat('user number ', id) AS s FROM range(1000000)"
    )
    cursor.fetchone()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    total = sum(1 for _ in cursor) + 1
    print(total, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.sample(0)
def test_a_million_rows_stream_through_little_memory(endpoint: EmbeddedEndpoint) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(STREAM), str(endpoint.port)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows, kilobytes = map(int, printed.split())
    assert rows == 1_000_000
    # As tuples the rows take more than 250 MB.
    assert kilobytes < 30_000


class Proxy:
    """Passes bytes on to the endpoint until it is told to stop."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._flowing = threading.Event()
        self._flowing.set()
        self._sockets: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def stall(self) -> None:
        """Keeps everything back from now on."""
        self._flowing.clear()

    def cut(self) -> None:
        """Ends all connections."""
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._flowing.set()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._target))
            self._sockets += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._flowing.wait(60)
                sink.sendall(data)
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)  # what only closes does not end another's `recv`
            one.close()


@pytest.fixture
def proxy(endpoint: EmbeddedEndpoint) -> Iterator[Proxy]:
    running = Proxy(endpoint.port)
    yield running
    running.close()


@pytest.mark.usefixtures("_code_is_allowed")
def test_a_lost_connection_is_a_disconnect_and_nothing_is_sent_again(
    proxy: Proxy, client: Client
) -> None:
    client.run("CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id")
    connection = dbapi.connect("127.0.0.1", proxy.port, client.database)
    cursor = connection.cursor()
    insert = (
        "INSERT INTO t SELECT "
        "length(coalesce(java_method('java.lang.Thread', 'sleep', CAST(2000 AS BIGINT)), ''))"
    )
    threading.Timer(0.5, proxy.cut).start()
    for _ in range(2):
        with pytest.raises(dbapi.OperationalError, match="The connection was lost") as raised:
            cursor.execute(insert)
        assert raised.value.is_disconnect
    connection.close()
    time.sleep(3)
    assert client.run("SELECT count() FROM t")[0][0] <= 1


@pytest.mark.sample(0)
def test_a_server_that_falls_silent_is_given_up(proxy: Proxy, client: Client) -> None:
    connection = dbapi.connect("127.0.0.1", proxy.port, read_timeout=7)
    cursor = connection.cursor()
    threading.Timer(0.5, proxy.stall).start()
    started = time.monotonic()
    with pytest.raises(dbapi.OperationalError, match="did not answer within 7 s") as raised:
        cursor.execute(SLOW)
    assert raised.value.is_disconnect
    assert time.monotonic() - started < 60
    proxy.close()


def test_a_silent_endpoint_does_not_make_one_wait_for_ever(endpoint: EmbeddedEndpoint) -> None:
    with pytest.raises(dbapi.OperationalError, match="Cannot connect to"):
        dbapi.connect("127.0.0.1", endpoint.port, auth="NOSASL", connect_timeout=2)


def test_an_endpoint_that_ends_is_a_disconnect(endpoint: EmbeddedEndpoint) -> None:
    connection = dbapi.connect("127.0.0.1", endpoint.port)
    cursor = connection.cursor()
    cursor.execute("SELECT 1")
    connection.session._channel._wire.handle.shutdown(socket.SHUT_RDWR)
    with pytest.raises(dbapi.OperationalError) as raised:
        cursor.fetchall()
    assert raised.value.is_disconnect
    eventually(lambda: not connection.session._channel.is_open)
