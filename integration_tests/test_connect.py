"""Spark Connect: another door to the engine, for `pyspark-client` and notebooks."""

from __future__ import annotations

import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.endpoint import Client, Endpoint
from support.pages import python
from support.waiting import eventually

from rmt_engine.spark.serve.ports import free_port

pytest.importorskip("grpc", reason="grpcio is not installed: make setup")

from pyspark.errors import PySparkException
from pyspark.ml.functions import array_to_vector, vector_to_array
from pyspark.sql import functions as F
from pyspark.sql.connect.session import SparkSession

_TABLE = (
    "CREATE TABLE t (id Int64, name String, ver UInt32 DEFAULT 1) "
    "ENGINE = ReplacingMergeTree(ver) ORDER BY id"
)
NOTICES_SOON = (
    "--conf=spark.connect.execute.reattachable.senderMaxStreamDuration=5s",
    "--conf=spark.connect.execute.manager.detachedTimeout=10s",
    "--conf=spark.connect.execute.manager.maintenanceInterval=1s",
)
"""Clients that have vanished are noticed after seconds, not minutes."""
_SLOW = "SELECT count() FROM numbers(30000000000) WHERE sipHash64(number) = 7"


class Door:
    """An endpoint with both doors.

    Args:
        endpoint: the endpoint.
        port: Spark Connect's.
    """

    def __init__(self, endpoint: Endpoint, port: int) -> None:
        self.endpoint = endpoint
        self.port = port

    @property
    def token_file(self) -> Path:
        return self.endpoint.warehouse / f"connect-{self.port}.token"

    def url(self, user: str, token: str | None = None) -> str:
        """What a client connects to."""
        known = self.token_file.read_text() if token is None else token
        given = f";token={known}" if known else ""
        return f"sc://localhost:{self.port}/;user_id={user}{given}"

    def session(self, user: str = "ann", token: str | None = None) -> SparkSession:
        """A new session."""
        session: SparkSession = SparkSession.builder.remote(self.url(user, token)).create()
        return session


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    port = free_port()
    options = ["--connect-port", str(port), "--metastore", "memory", *NOTICES_SOON]
    with Endpoint(tmp_path_factory.mktemp("connect"), options) as endpoint:
        yield Door(endpoint, port)


@pytest.fixture
def spark(door: Door) -> Iterator[SparkSession]:
    """A session in a database of its own."""
    session = door.session()
    database = f"d_{time.monotonic_ns()}"
    session.sql(f"CREATE DATABASE {database}")
    session.sql(f"USE {database}")
    yield session
    session.sql(f"DROP DATABASE {database} CASCADE")
    session.stop()


@pytest.fixture
def table(spark: SparkSession) -> SparkSession:
    """The session, with a table of three rows, of which FINAL shows two."""
    spark.sql(_TABLE)
    spark.sql("SYSTEM STOP MERGES t")
    spark.sql("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 1)")
    spark.sql("INSERT INTO t VALUES (1, 'A', 2)")
    return spark


def _rows(spark: SparkSession, statement: str, **options: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in spark.sql(statement, **options).collect()]


def _error(call: Callable[[], object]) -> PySparkException:
    with pytest.raises(PySparkException) as caught:
        call()
    return caught.value


# Who gets in


@pytest.mark.sample(0)
def test_a_token_is_made_that_only_its_owner_can_read(door: Door) -> None:
    assert stat.S_IMODE(door.token_file.stat().st_mode) == 0o600
    eventually(lambda: f"sc://localhost:{door.port}" in door.endpoint.printed)
    assert door.token_file.name in door.endpoint.printed
    assert door.token_file.read_text() not in door.endpoint.printed


@pytest.mark.parametrize(
    ("token", "said"), [("wrong", "Invalid authentication token"), ("", "No authentication token")]
)
def test_nobody_gets_in_without_the_token(
    door: Door, monkeypatch: pytest.MonkeyPatch, token: str, said: str
) -> None:
    monkeypatch.delenv("SPARK_CONNECT_AUTHENTICATE_TOKEN", raising=False)
    session = door.session(token=token)
    with pytest.raises(Exception, match=said):
        session.sql("SELECT 1").collect()
    session.stop()  # PySpark 4.2 asks the first session of a thread for settings


@pytest.mark.sample(0)
def test_nobody_reads_the_token_in_settings(door: Door, spark: SparkSession) -> None:
    token = door.token_file.read_text()
    assert token not in str(spark.sql("SET").collect())
    with door.endpoint.connect() as thrift:
        assert token not in str(thrift.run("SET -v"))
        assert token not in str(thrift.run("SET spark.connect.authenticate.token"))


# Statements


def test_statements(table: SparkSession) -> None:
    assert _rows(table, "SELECT * FROM t FINAL ORDER BY id") == [(1, "A", 2), (2, "b", 1)]
    assert table.table("t").count() == 3
    assert _rows(table, "SELECT name FROM t WHERE id = :x AND ver = 2", args={"x": 1}) == [("A",)]
    assert _rows(table, "SELECT name FROM t WHERE id = ?", args=[2]) == [("b",)]
    table.sql("SYSTEM START MERGES t")
    table.sql("OPTIMIZE TABLE t FINAL")
    assert table.table("t").count() == 2
    found = "SELECT sum(rows) FROM system.parts WHERE table = 't' AND active"
    assert _rows(table, f"{found} AND database = currentDatabase()") == [(2,)]
    frame = table.sql("SELECT id, name FROM t FINAL ORDER BY id").toPandas()
    assert frame.to_dict("list") == {"id": [1, 2], "name": ["A", "b"]}


def test_a_statement_is_executed_once_whatever_is_done_with_its_answer(
    table: SparkSession,
) -> None:
    inserted = table.sql("INSERT INTO t VALUES (7, 'once', 1)")
    assert inserted.collect() == []
    assert inserted.schema is not None
    assert inserted.count() == 0
    assert _rows(table, "SELECT count() FROM t WHERE id = 7") == [(1,)]
    table.sql("INSERT INTO t (id) SELECT 8").toPandas()
    assert _rows(table, "SELECT count() FROM t WHERE id = 8") == [(1,)]


@pytest.mark.sample(0)
def test_a_dataframe_reads_the_rows_there_are_when_it_is_asked(table: SparkSession) -> None:
    frame = table.table("t").filter("id > 1")
    assert frame.columns == ["id", "name", "ver"]
    assert frame.count() == 1
    table.sql("INSERT INTO t VALUES (3, 'c', 1)")
    assert frame.count() == 2
    table.sql("TRUNCATE TABLE t")
    assert frame.count() == 0


@pytest.mark.sample(0)
def test_dataframes_views_and_functions_of_the_client(table: SparkSession) -> None:
    named = table.createDataFrame([(1, "x"), (2, "y")], "id long, label string")
    named.createOrReplaceTempView("labels")
    joined = "SELECT t.name, label FROM t FINAL JOIN labels ON t.id = labels.id ORDER BY t.id"
    assert _rows(table, joined) == [("A", "x"), ("b", "y")]
    table.catalog.dropTempView("labels")
    assert _rows(table, "SELECT count() FROM {rows}", rows=named) == [(2,)]
    table.sql("INSERT INTO t (id, name) SELECT id + 10, label FROM {rows}", rows=named)
    assert table.table("t").filter("id > 10").count() == 2
    assert [one.name for one in table.catalog.listTables() if not one.isTemporary] == ["t"]
    columns = [(one.name, one.dataType) for one in table.catalog.listColumns("t")]
    assert columns == [("id", "bigint"), ("name", "string"), ("ver", "bigint")]


@pytest.mark.sample(0)
def test_functions_of_machine_learning(
    table: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endpoint of statements only leaves their provider out."""
    monkeypatch.setenv("SPARK_CONNECT_MODE_ENABLED", "1")
    vectors = table.range(1).select(array_to_vector(F.array(F.lit(1.0), F.lit(2.0))).alias("v"))
    assert vectors.select(vector_to_array("v")).first() == ([1.0, 2.0],)


@pytest.mark.sample(0)
def test_a_python_function_over_a_table(table: SparkSession) -> None:
    from pyspark.sql.connect.udf import UserDefinedFunction
    from pyspark.sql.types import LongType

    doubled = UserDefinedFunction(lambda value: value * 2, LongType())
    frame = table.sql("SELECT id FROM t FINAL ORDER BY id")
    assert [row[0] for row in frame.select(doubled(frame["id"])).collect()] == [2, 4]


def test_temporary_tables_are_of_their_session(door: Door, table: SparkSession) -> None:
    table.sql("CREATE TEMPORARY TABLE mine (a Int32) ENGINE = Memory")
    table.sql("INSERT INTO mine VALUES (1), (2)")
    assert table.table("mine").count() == 2
    other = door.session()
    assert _error(lambda: other.table("mine").count()).getSqlState() == "42P01"
    other.stop()
    table.catalog.dropTempView("mine")
    assert _error(lambda: table.table("mine").count()).getSqlState() == "42P01"


# Errors


@pytest.mark.parametrize(
    ("statement", "name", "sqlstate"),
    [
        ("INSERT INTO t VALUES (1)", "SYNTAX_ERROR", "42601"),
        ("CREATE TABLE t (i Int8) ENGINE = MergeTree ORDER BY i", "TABLE_ALREADY_EXISTS", "42P07"),
        ("SELECT * FROM nowhere", "TABLE_OR_VIEW_NOT_FOUND", "42P01"),
        ("SELECT throwIf(id > 0) FROM t", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", "22000"),
        ("SELECT toUInt8('abc') FROM t", "CANNOT_PARSE_TEXT", "22018"),
        ("SELECT nothing FROM t", "UNKNOWN_IDENTIFIER", "42703"),
        ("SELECT 1 FRM t WHERE", "PARSE_SYNTAX_ERROR", "42601"),
        ("SELECT reflect('java.lang.System', 'exit')", "SUPPORT_IS_DISABLED", "0A000"),
    ],
)  # fmt: skip
@pytest.mark.sample(3)
def test_errors_have_their_names_and_nothing_of_the_server(
    table: SparkSession, statement: str, name: str, sqlstate: str
) -> None:
    error = _error(lambda: table.sql(statement).collect())
    assert (error.getCondition(), error.getSqlState()) == (name, sqlstate)
    message = str(error)
    for hidden in ("\tat ", "stacktrace", "py4j", "java.lang", "rmt_scan", "__row", "'Project"):
        assert hidden not in message
    assert name in message


def test_errors_of_dataframes_are_readable(table: SparkSession) -> None:
    error = _error(lambda: table.table("t").select("nothing").collect())
    assert error.getCondition() == "UNRESOLVED_COLUMN.WITH_SUGGESTION"
    assert "[`id`, `name`, `ver`]" in str(error)
    assert "Relation" not in str(error)
    analyzed = _error(lambda: table.table("t").select("nothing").schema)
    assert str(analyzed) == str(error)


# Sessions


def test_settings_are_of_one_session(door: Door, table: SparkSession) -> None:
    database = table.catalog.currentDatabase()
    other = door.session()
    table.sql("SET final = 1")
    assert table.table("t").count() == 2
    assert _rows(table, "SELECT count() FROM t") == [(2,)]
    assert other.table(f"{database}.t").count() == 3
    table.conf.set("final", "0")
    assert table.table("t").count() == 3
    other.conf.set("final", "perhaps")
    error = _error(lambda: other.table(f"{database}.t").count())
    assert error.getCondition() == "CANNOT_PARSE_BOOL"
    other.stop()


def test_users_and_row_policies(door: Door, table: SparkSession) -> None:
    database = table.catalog.currentDatabase()
    bob = door.session("bob")
    table.sql("CREATE ROW POLICY p ON t USING id = 1 TO bob")
    for _ in range(3):
        for session, user in ((table, "ann"), (bob, "bob")):
            assert _rows(session, "SELECT currentUser()") == [(user,)]
            assert session.range(1).select(_current_user()).collect()[0][0] == user
    assert {row.id for row in bob.table(f"{database}.t").collect()} == {1}
    assert {row.id for row in table.table("t").collect()} == {1, 2}
    table.sql("DROP ROW POLICY p ON t")
    bob.stop()


def _current_user() -> Any:
    from pyspark.sql.connect import functions

    return functions.current_user()


@pytest.mark.sample(0)
def test_many_clients_side_by_side(door: Door, table: SparkSession) -> None:
    """Sixteen sessions write and read beside as many of Thrift's; no row is lost or counted twice.

    Each takes a second to begin, on two cores.
    """
    database = table.catalog.currentDatabase()

    def connect(number: int) -> int:
        session = door.session(f"user{number}")
        session.sql(f"USE {database}")
        session.sql(f"INSERT INTO t (id) VALUES ({100 + number})")
        session.createDataFrame([(200 + number,)], "id long").writeTo("t").append()
        (seen,) = _rows(session, f"SELECT count(), currentUser() FROM t WHERE id % 100 = {number}")
        session.stop()
        assert seen[1] == f"user{number}"
        return int(seen[0])

    def thrift(number: int) -> int:
        with door.endpoint.connect(database=database) as client:
            client.run(f"INSERT INTO t (id) VALUES ({300 + number})")
            return int(client.run(f"SELECT count() FROM t WHERE id = {300 + number}")[0][0])

    with ThreadPoolExecutor(32) as pool:
        of_connect = [pool.submit(connect, number) for number in range(10, 26)]
        of_thrift = [pool.submit(thrift, number) for number in range(10, 26)]
        assert all(future.result() in (2, 3) for future in of_connect)
        assert [future.result() for future in of_thrift] == [1] * 16
    assert table.table("t").filter("id >= 100").count() == 48


# Writes


def test_appending_is_an_insert(table: SparkSession) -> None:
    frame = table.createDataFrame([(2, 5), (3, 5)], "ver int, id long")
    frame.writeTo("t").append()
    frame.write.mode("append").saveAsTable(
        "spark_catalog." + table.catalog.currentDatabase() + ".t"
    )
    assert _rows(table, "SELECT id, name, ver FROM t WHERE id = 5") == [(5, "", 3)] * 2
    assert _rows(table, "SELECT * FROM t FINAL WHERE id = 5") == [(5, "", 3)]
    by_position = table.createDataFrame([(6, "f", 1)], "x long, y string, z int")
    by_position.write.insertInto("t")
    assert _rows(table, "SELECT * FROM t WHERE id = 6") == [(6, "f", 1)]
    assert table.catalog.listTables("spark_catalog.default") is not None
    assert [view.name for view in table.catalog.listTables()] == ["t"]


@pytest.mark.sample(0)
def test_options_of_a_writer_are_settings_of_its_insert(spark: SparkSession) -> None:
    spark.sql(
        "CREATE TABLE d (id Int64) ENGINE = MergeTree ORDER BY id "
        "SETTINGS non_replicated_deduplication_window = 10"
    )
    for _ in range(2):
        writer = spark.range(3).writeTo("d").option("insert_deduplication_token", "monday")
        writer.append()
    assert spark.table("d").count() == 3
    error = _error(lambda: spark.range(3).writeTo("d").option("nothing", "1").append())
    assert error.getCondition() == "UNKNOWN_SETTING"
    hostile = spark.range(3).writeTo("d").option("a = 1 SELECT 1 --", "1")
    assert _error(hostile.append).getCondition() == "UNKNOWN_SETTING"
    quoted = spark.range(3).writeTo("d").option("insert_deduplication_token", "it's \\ '")
    quoted.append()
    assert spark.table("d").count() == 6


def _writes(spark: SparkSession) -> dict[str, Callable[[], object]]:
    frame = spark.createDataFrame([(9, "i", 1)], "id long, name string, ver int")
    new = frame.writeTo("t")
    rate = spark.readStream.format("rate").load().writeStream
    return {
        "saveAsTable overwrite": lambda: frame.write.mode("overwrite").saveAsTable("t"),
        "insertInto overwrite": lambda: frame.write.insertInto("t", overwrite=True),
        "createOrReplace": new.createOrReplace,
        "replace": new.replace,
        "overwrite": lambda: new.overwrite(_literal(True)),
        "overwritePartitions": new.overwritePartitions,
        "partitionBy": lambda: frame.write.partitionBy("id").mode("append").saveAsTable("t"),
        "bucketBy": lambda: frame.write.bucketBy(2, "id").mode("append").saveAsTable("t"),
        "mergeInto": lambda: (
            frame.alias("s").mergeInto("t", _literal(True)).whenMatched().delete().merge()
        ),
        "writeStream": lambda: rate.option("checkpointLocation", "c").toTable("t"),
    }


def _literal(value: object) -> Any:
    from pyspark.sql.connect import functions

    return functions.lit(value)


_REFUSED = (
    "saveAsTable overwrite",
    "insertInto overwrite",
    "createOrReplace",
    "replace",
    "overwrite",
    "overwritePartitions",
    "partitionBy",
    "bucketBy",
    "mergeInto",
    "writeStream",
)


@pytest.mark.parametrize("write", _REFUSED)
@pytest.mark.sample(3)
def test_other_writes_are_refused_and_change_nothing(table: SparkSession, write: str) -> None:
    error = _error(_writes(table)[write])
    assert error.getCondition() == "NOT_IMPLEMENTED"
    assert "the table t" in str(error)
    assert [row.id for row in table.sql("SELECT id FROM t ORDER BY id, ver").collect()] == [1, 1, 2]
    assert "ReplacingMergeTree" in table.sql("SHOW CREATE TABLE t").collect()[0][0]


@pytest.mark.sample(0)
def test_what_exists_is_not_created_again(table: SparkSession) -> None:
    frame = table.createDataFrame([(9, "i", 1)], "id long, name string, ver int")
    assert _error(frame.writeTo("t").create).getSqlState() == "42P07"
    assert _error(lambda: frame.write.saveAsTable("t")).getSqlState() == "42P07"
    frame.write.mode("ignore").saveAsTable("t")
    assert table.table("t").count() == 3
    table.sql("DETACH TABLE t")
    for mode in ("error", "overwrite", "append"):
        error = _error(lambda mode=mode: frame.write.mode(mode).saveAsTable("t"))  # type: ignore[misc]
        assert error.getCondition() == "TABLE_ALREADY_EXISTS"
    table.sql("ATTACH TABLE t")
    assert table.table("t").count() == 3


def test_an_append_that_fails_writes_nothing(table: SparkSession) -> None:
    unknown = table.createDataFrame([(9,)], "nothing long")
    assert _error(unknown.writeTo("t").append).getCondition() == "NO_SUCH_COLUMN_IN_TABLE"
    raising = table.sql("SELECT number AS id, throwIf(number = 3) AS ver FROM numbers(5)")
    error = _error(raising.writeTo("t").append)
    assert error.getCondition() == "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"
    few = table.createDataFrame([(9,)], "id long")
    assert _error(lambda: few.write.insertInto("t")).getSqlState() is not None
    assert table.table("t").count() == 3


@pytest.mark.sample(0)
def test_many_rows_of_the_client(table: SparkSession) -> None:
    """More than a message has room for, so that the client sends plans in another form."""
    frame = table.createDataFrame(
        [(1000 + n, f"{n:01000}") for n in range(20000)], "id long, name string"
    )
    assert _error(lambda: frame.write.mode("overwrite").saveAsTable("t")).getSqlState() == "0A000"
    frame.writeTo("t").append()
    assert _rows(table, "SELECT count(), sum(length(name)) FROM t WHERE id >= 1000") == [
        (20000, 20000000)
    ]


def test_tables_of_sparks_own_are_written_as_ever(spark: SparkSession) -> None:
    frame = spark.createDataFrame([(1, "a")], "id long, name string")
    frame.write.saveAsTable("plain")
    frame.write.mode("append").saveAsTable("plain")
    frame.write.insertInto("plain")
    assert spark.table("plain").count() == 3
    frame.write.mode("overwrite").saveAsTable("plain")
    assert spark.table("plain").count() == 1


# Running statements


def _in_background(call: Callable[[], object]) -> tuple[threading.Thread, list[Exception]]:
    errors: list[Exception] = []

    def run() -> None:
        try:
            call()
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, errors


def _running(client: Client, text: str) -> list[tuple[Any, ...]]:
    return client.run(
        f"SELECT query_id, user FROM system.processes WHERE query LIKE '{text}%' AND user = 'ann'"
    )


@pytest.mark.parametrize("how", ["interruptAll", "interruptTag", "KILL QUERY"])
@pytest.mark.parametrize("what", ["query", "insert", "append"])
@pytest.mark.sample(1)
def test_statements_are_cancelled(door: Door, table: SparkSession, how: str, what: str) -> None:
    """A statement that would run for minutes ends, and what it inserts is not there.

    It is to run for a moment before.
    """
    rows = "SELECT number FROM numbers(30000000000)"
    statements: dict[str, tuple[str, Callable[[], object]]] = {
        "query": (_SLOW[:30], lambda: table.sql(_SLOW).collect()),
        "insert": ("INSERT INTO t (id)", lambda: table.sql(f"INSERT INTO t (id) {rows}").collect()),
        "append": ("INSERT INTO `t`", lambda: table.range(30000000000).writeTo("t").append()),
    }
    text, call = statements[what]

    def tagged() -> object:
        table.addTag("slow")  # a tag is the thread's
        return call()

    with door.endpoint.connect() as other:
        thread, errors = _in_background(tagged)
        eventually(lambda: _running(other, text))
        time.sleep(0.5)
        if how == "KILL QUERY":
            killed = other.run(f"KILL QUERY WHERE query LIKE '{text}%' AND user = 'ann' SYNC")
            assert [row[0] for row in killed] == ["finished"]
        else:
            interrupted = (
                table.interruptAll() if how == "interruptAll" else table.interruptTag("slow")
            )
            assert len(interrupted) == 1
        thread.join(120)
        assert not thread.is_alive()
        assert "OPERATION_CANCELED" in str(errors)
        eventually(lambda: not _running(other, text))
    assert table.table("t").count() == 3


@pytest.mark.sample(0)
def test_nothing_is_left_of_one_expression_that_is_interrupted(
    door: Door, table: SparkSession
) -> None:
    """Spark's workers look between rows, and the job may begin after the operation has ended."""
    slow = "arrayFilter(x -> sipHash64(x) = 7, range(toUInt32(number + 1000000)))"
    wanted = f"SELECT length({slow}) FROM numbers(40)"
    thread, errors = _in_background(lambda: table.sql(wanted).collect())
    with door.endpoint.connect(database=table.catalog.currentDatabase()) as other:
        eventually(lambda: _running(other, wanted[:30]))
        table.interruptAll()
        thread.join(120)
        assert "OPERATION_CANCELED" in str(errors)
        eventually(lambda: not _running(other, wanted[:30]))
        assert other.run("SELECT count() FROM t WHERE length(name) > 0") == [(3,)]


@pytest.mark.sample(0)
def test_the_log_has_the_statements_of_clients(table: SparkSession) -> None:
    table.sql("INSERT INTO t VALUES (4, 'logged', 1), (5, 'logged', 1)")
    _error(lambda: table.sql("SELECT toUInt8('logged') FROM t").collect())
    log = (
        "SELECT type, user, written_rows, exception_code FROM system.query_log "
        "WHERE query LIKE '{}%' AND type IN ('QueryFinish', 'ExceptionWhileProcessing') "
        "ORDER BY exception_code DESC LIMIT 1"
    )

    def entry(text: str) -> list[tuple[Any, ...]]:
        return _rows(table, log.format(text))

    eventually(lambda: entry("INSERT INTO t VALUES (4,"))
    assert entry("INSERT INTO t VALUES (4,") == [("QueryFinish", "ann", 2, 0)]
    eventually(lambda: entry("SELECT toUInt8(")[0][3] == 6)
    assert entry("SELECT toUInt8(") == [("ExceptionWhileProcessing", "ann", 0, 6)]


@pytest.mark.sample(0)
def test_the_statement_of_a_client_that_is_killed_ends_by_itself(
    door: Door, table: SparkSession
) -> None:
    """It takes long because a client has some seconds to come back."""
    database = table.catalog.currentDatabase()
    client = (
        "from pyspark.sql.connect.session import SparkSession; "
        f"session = SparkSession.builder.remote({door.url('gone')!r}).create(); "
        f"session.sql('INSERT INTO {database}.t (id) SELECT number FROM numbers(30000000000)')"
    )
    with door.endpoint.connect() as other:
        found = "SELECT query_id FROM system.processes WHERE user = 'gone'"
        process = subprocess.Popen([sys.executable, "-c", client])
        try:
            eventually(lambda: other.run(found), 120)
        finally:
            process.kill()
            process.wait()
        eventually(lambda: not other.run(found), 120)
    assert table.table("t").count() == 3


# The page


@pytest.mark.sample(0)
def test_the_examples_of_the_page(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_CONNECT_AUTHENTICATE_TOKEN", door.token_file.read_text())
    names: dict[str, Any] = {}
    for section in ("Connecting", "Statements and DataFrames", "Writing", "Cancelling"):
        code = python("connect.md", section).replace("localhost:15002", f"localhost:{door.port}")
        code = code.replace("from pyspark.sql import", "from pyspark.sql.connect.session import")
        exec(code.replace("getOrCreate()", "create()"), names)
    assert names["current"].to_dict("list") == {"id": [1, 2], "name": ["Ann B.", "Bob"]}
    assert names["count"] == 4
    assert "NOT_IMPLEMENTED" in names["refused"]
    names["spark"].sql("DROP TABLE people")
    names["spark"].stop()


# Starting


@pytest.mark.sample(0)
def test_a_given_token_is_taken_and_the_file_goes_with_the_endpoint(tmp_path: Path) -> None:
    """An endpoint with each kind of token: it starts for some seconds."""
    port, token = free_port(), "a-token-of-mine.0123456789"
    options = ["--connect-port", str(port), "--metastore", "memory"]
    given = {"SPARK_CONNECT_AUTHENTICATE_TOKEN": token}
    endpoint = Endpoint(tmp_path, options, given)
    with endpoint:
        door = Door(endpoint, port)
        assert not door.token_file.exists()
        eventually(lambda: "as you gave it" in endpoint.printed)
        assert _rows(door.session(token=token), "SELECT 1") == [(1,)]
    with Endpoint(tmp_path, options) as endpoint:
        assert Door(endpoint, port).token_file.exists()
    assert not Door(endpoint, port).token_file.exists()
