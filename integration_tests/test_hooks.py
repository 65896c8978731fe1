"""The parser, the functions and the error path, through HiveServer2: PyHive and beeline."""

from __future__ import annotations

import os
import re
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pyspark
import pytest
from pyhive import hive
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.waiting import eventually

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine

PROMPT = re.compile(r"^(?:0: jdbc:\S+> )+")
BEELINE = Path(pyspark.__file__).parent / "bin" / "beeline"
T = "CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k"


def beeline(port: int, *statements: str) -> subprocess.CompletedProcess[str]:
    arguments = [argument for statement in statements for argument in ("-e", statement)]
    return subprocess.run(
        [
            str(BEELINE),
            *("-u", f"jdbc:hive2://127.0.0.1:{port}/default", "-n", "test"),
            *("--silent=true", "--outputformat=csv2", "--showHeader=false"),
            *arguments,
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "SPARK_HOME": str(BEELINE.parent.parent)},
    )


class TestBeeline:
    def test_a_tables_life(self, client: Client, endpoint: EmbeddedEndpoint) -> None:
        done = beeline(
            endpoint.port,
            f"USE {client.database}",
            T,
            "INSERT INTO t VALUES (1, 'old', 1), (2, 'x', 1)",
            "INSERT INTO t VALUES (1, 'new', 2)",
            "SELECT k, v FROM t FINAL ORDER BY k",
            "OPTIMIZE TABLE t FINAL",
            "SELECT count() FROM t",
            "EXISTS TABLE t",
        )
        assert done.returncode == 0, done.stderr
        answers = [PROMPT.sub("", line) for line in done.stdout.split("\n")]
        assert [answer for answer in answers if answer] == ["1,new", "2,x", "2", "1"]

    @pytest.mark.sample(0)
    def test_errors_come_with_their_name_and_sqlstate(self, endpoint: EmbeddedEndpoint) -> None:
        ours = beeline(endpoint.port, "SELECT * FROM no_such FINAL")
        assert ours.returncode != 0
        assert "[UNKNOWN_TABLE]" in ours.stderr
        assert "state=42P01" in ours.stderr
        sparks = beeline(endpoint.port, "SELEC 1")
        assert "[PARSE_SYNTAX_ERROR]" in sparks.stderr
        assert "state=42601" in sparks.stderr
        for done in (ours, sparks):
            assert "Traceback" not in done.stderr
            assert "py4j" not in done.stderr.split("\n")[0]


class TestCancel:
    @pytest.mark.parametrize(
        "statement",
        [
            "INSERT INTO t SELECT number, sha2(sha2(toString(number), 512), 512), 1 "
            "FROM numbers(2000000000)",
            "CREATE TABLE slow ENGINE = MergeTree ORDER BY k AS SELECT number AS k, "
            "sha2(toString(number), 512) AS v FROM numbers(2000000000)",
            "SELECT sum(length(sha2(sha2(toString(number), 512), 512))) FROM numbers(2000000000)",
        ],
    )
    @pytest.mark.sample(1)
    def test_a_clients_cancel_stops_the_work(
        self, statement: str, client: Client, endpoint: EmbeddedEndpoint
    ) -> None:
        client.run(T)
        with endpoint.connect() as other:
            other.run(f"USE {client.database}")
            failed: list[Exception] = []

            def execute() -> None:
                try:
                    other.cursor.execute(statement, async_=True)
                except Exception as error:
                    failed.append(error)

            thread = threading.Thread(target=execute, daemon=True)
            thread.start()
            eventually(lambda: other.cursor._operationHandle is not None)
            time.sleep(3)
            started = time.monotonic()
            other.cursor.cancel()
            thread.join(timeout=120)
            assert not thread.is_alive()
            eventually(lambda: not _is_running(other))
            assert time.monotonic() - started < 30
        assert client.run("SELECT count() FROM t") == [(0,)]
        assert client.active_parts("t") == []
        assert client.run("SHOW TABLES LIKE 'slow'") == []
        started = time.monotonic()
        client.run("INSERT INTO t SELECT number, 'x', 1 FROM numbers(1000)")
        assert time.monotonic() - started < 20, "the cancelled job still holds the cores"


def _is_running(client: Client) -> bool:
    states = hive.ttypes.TOperationState
    state = client.cursor.poll(get_progress_update=False).operationState
    return state in (states.INITIALIZED_STATE, states.PENDING_STATE, states.RUNNING_STATE)


EXPLAINED = [
    "CREATE TABLE u (k Int64) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE u ENGINE = ReplacingMergeTree ORDER BY k AS SELECT k FROM t",
    "INSERT INTO t VALUES (9, 'z', 9)",
    "INSERT INTO t SELECT k + 1, v, ver FROM t FINAL",
    "INSERT OVERWRITE t SELECT 1, 'a', 1",
    "TRUNCATE TABLE t",
    "DROP TABLE t",
    "RENAME TABLE t TO u",
    "EXCHANGE TABLES t AND s",
    "OPTIMIZE TABLE t FINAL",
    "SHOW CREATE TABLE t",
    "EXISTS TABLE t",
]


@pytest.fixture(scope="module")
def explained(endpoint_client: Client) -> Client:
    endpoint_client.run(T)
    endpoint_client.run(T.replace("TABLE t", "TABLE s"))
    endpoint_client.run("INSERT INTO t VALUES (1, 'a', 1)")
    endpoint_client.run("INSERT INTO t VALUES (1, 'b', 2)")
    return endpoint_client


@pytest.mark.parametrize("statement", EXPLAINED)
@pytest.mark.sample(2)
def test_explain_describes_and_executes_nothing(statement: str, explained: Client) -> None:
    def state() -> tuple[object, ...]:
        return (
            sorted(explained.run("SHOW TABLES")),
            explained.active_parts("t"),
            sorted(explained.run("SELECT * FROM t")),
        )

    before = state()
    rows = explained.run(f"EXPLAIN {statement}")
    text = "\n".join(row[0] for row in rows)
    assert "Error occurred" not in text
    assert statement.split(maxsplit=1)[0].lower() in text.lower()
    assert state() == before


def test_explain_of_a_query_with_final_shows_sparks_plan(explained: Client) -> None:
    text = explained.run("EXPLAIN SELECT k FROM t FINAL WHERE k + 0 = 1")[0][0]
    assert "Physical Plan" in text
    assert "parquet" in text.lower()


class TestConcurrentClients:
    @pytest.mark.sample(0)
    def test_sixteen_clients_read_and_write(
        self, client: Client, endpoint: EmbeddedEndpoint
    ) -> None:
        client.run(T)
        client.run("SYSTEM STOP MERGES t")

        def work(number: int) -> int:
            with endpoint.connect() as mine:
                mine.run(f"USE {client.database}")
                own = f"own_{number}"
                mine.run(T.replace("TABLE t", f"TABLE {own}"))
                for version in range(3):
                    mine.run(f"INSERT INTO t VALUES ({number}, 'c{number}', {version})")
                    mine.run(f"INSERT INTO {own} VALUES (1, '{version}', {version})")
                    assert mine.run(f"SELECT v FROM {own} FINAL") == [(str(version),)]
                rows = mine.run(f"SELECT ver FROM t FINAL WHERE k = {number}")
                mine.run(f"DROP TABLE {own}")
                return int(rows[0][0])

        with ThreadPoolExecutor(16) as pool:
            assert list(pool.map(work, range(16))) == [2] * 16
        assert client.run("SELECT count() FROM t") == [(48,)]
        assert client.run("SELECT count(), sum(ver) FROM t FINAL") == [(16, 32)]
        names = client.active_parts("t")
        assert len(names) == 48
        assert len({name.split("_")[1] for name in names}) == 48, "block numbers are unique"

    def test_inserts_and_merges_of_one_table_at_once(
        self, client: Client, endpoint: EmbeddedEndpoint
    ) -> None:
        client.run(T)

        def insert(number: int) -> None:
            with endpoint.connect() as mine:
                mine.run(f"USE {client.database}")
                for version in range(5):
                    mine.run(f"INSERT INTO t VALUES ({number}, 'x', {version})")

        def merge(_: int) -> None:
            with endpoint.connect() as mine:
                mine.run(f"USE {client.database}")
                for _ in range(4):
                    mine.run("OPTIMIZE TABLE t FINAL")
                    assert mine.run("SELECT max(n) FROM (SELECT count() n FROM t FINAL GROUP BY k)")

        with ThreadPoolExecutor(6) as pool:
            jobs = [pool.submit(insert, number) for number in range(4)]
            jobs += [pool.submit(merge, number) for number in range(2)]
            for job in jobs:
                job.result()
        client.run("OPTIMIZE TABLE t FINAL")
        assert sorted(client.run("SELECT k, ver FROM t")) == [(k, 4) for k in range(4)]

    def test_settings_are_each_sessions_own(
        self, client: Client, endpoint: EmbeddedEndpoint
    ) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("INSERT INTO t VALUES (1, 'b', 2)")
        with endpoint.connect() as other:
            other.run(f"USE {client.database}")
            other.run("SET final = 1")
            assert other.run("SELECT v FROM t") == [("b",)]
            assert client.run("SELECT count() FROM t") == [(2,)]

    @pytest.mark.sample(0)
    def test_settings_may_come_with_the_connection(
        self, client: Client, endpoint: EmbeddedEndpoint
    ) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("INSERT INTO t VALUES (1, 'b', 2)")
        with endpoint.connect(configuration={"set:hiveconf:final": "1"}) as other:
            assert other.run(f"SELECT v FROM {client.database}.t") == [("b",)]


class TestMetadata:
    def test_a_driver_sees_tables_and_columns(self, client: Client) -> None:
        client.run(T)
        connection = client.connection
        request = hive.ttypes.TGetColumnsReq(
            sessionHandle=connection.sessionHandle, schemaName=client.database, tableName="t"
        )
        response = connection.client.GetColumns(request)
        hive._check_status(response)
        fetched = connection.client.FetchResults(
            hive.ttypes.TFetchResultsReq(
                operationHandle=response.operationHandle,
                orientation=hive.ttypes.TFetchOrientation.FETCH_NEXT,
                maxRows=100,
            )
        )
        columns = fetched.results.columns
        assert columns[3].stringVal.values == ["k", "v", "ver"]
        assert columns[5].stringVal.values == ["BIGINT", "STRING", "BIGINT"]

    def test_describe(self, client: Client) -> None:
        client.run(T.replace("v String", "v String COMMENT 'the value'"))
        assert client.run("DESCRIBE TABLE t") == [
            ("k", "bigint", None),
            ("v", "string", "the value"),
            ("ver", "bigint", None),
        ]
        assert client.run("SHOW COLUMNS IN t") == [("k",), ("v",), ("ver",)]


class TestHostileStatements:
    """Whatever a client sends, it gets an answer or an error, and so do those after it."""

    @pytest.mark.parametrize(
        ("statement", "name"),
        [
            (" " * 100_000 + "1", "PARSE_SYNTAX_ERROR"),
            ("/*" * 50_000, "TOO_DEEP_RECURSION"),
            ("/* x", "UNCLOSED_BRACKETED_COMMENT"),
            ("SELECT '" + "a" * 100_000, "PARSE_SYNTAX_ERROR"),
            ("SELECT " + "(" * 2_000 + "1" + ")" * 2_000, "TOO_DEEP_RECURSION"),
            (
                "SELECT 1 FROM t FINAL WHERE " + "(" * 2_000 + "1" + ")" * 2_000,
                "TOO_DEEP_RECURSION",
            ),
            ("SELECT * " + "APPLY(x -> x || x) " * 1_000 + "FROM t", "TOO_BIG_AST"),
            ("SELECT \0\x01\x02 FROM t FINAL", "SYNTAX_ERROR"),
            ("SELECT 🐘 FROM t FINAL", "SYNTAX_ERROR"),
            ("INSERT INTO t VALUES " + "(" * 100_000, "SYNTAX_ERROR"),
            ("INSERT INTO t VALUES " + "(" * 2_000 + "1" + ")" * 2_000, "TOO_DEEP_RECURSION"),
            ("INSERT INTO t SELECT " + "(" * 2_000 + "1" + ")" * 2_000, "TOO_DEEP_RECURSION"),
        ],
        ids=lambda value: value[:15] if isinstance(value, str) else None,
    )
    @pytest.mark.sample(2)
    def test_is_an_error(self, client: Client, statement: str, name: str) -> None:
        client.run(T)
        error = client.error(statement)
        assert error.name == name
        assert "Traceback" not in error.message
        assert 'File "' not in error.message
        assert client.run("SELECT count() FROM t FINAL") == [(0,)]

    @pytest.mark.sample(0)
    def test_ten_megabytes_are_read(self, client: Client) -> None:
        client.run(T)
        text = "a" * 10_000_000
        query = f"SELECT length('{text}') FROM numbers(1)"
        assert client.error(query).name == "SYNTAX_ERROR"
        client.run("SET max_query_size = 0")
        assert client.run(query) == [(len(text),)]
        client.run("SET max_query_size = 262144")
        client.run(f"INSERT INTO t VALUES (1, '{text}', 1)")
        assert client.run("SELECT length(v) FROM t FINAL") == [(len(text),)]
        numbers = ", ".join("1" for _ in range(20_000))
        assert client.run(f"SELECT count() FROM t FINAL WHERE k IN ({numbers})") == [(1,)]


def test_the_log_has_errors_of_statements_without_stack_traces(
    client: Client, engine: Engine
) -> None:
    log = engine.settings.log_path.with_name("spark.log")
    before = log.stat().st_size
    client.error("SELECT * FROM no_such FINAL")
    client.error("SELECT no_such_column")
    client.error("SELEC 1")
    added = log.read_bytes()[before:].decode()
    assert "[UNKNOWN_TABLE]" in added
    assert "no_such_column" in added
    assert "PARSE_SYNTAX_ERROR" in added
    assert "\tat " not in added
    assert len(added) < 6_000
