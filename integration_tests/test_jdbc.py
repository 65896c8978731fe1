"""What drivers of JDBC see of databases, tables, columns and keys: Hive's own, beeline, Thrift."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyspark
import pytest
from pyhive import hive
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, Endpoint
from support.jdbc import JdbcClient, JdbcDriver, rows_of

BEELINE = Path(pyspark.__file__).parent / "bin" / "beeline"
T = """CREATE TABLE t (k Int64 COMMENT 'the key', small UInt8, price Nullable(Decimal(10, 2)),
    word LowCardinality(String), at DateTime64(3), tags Array(Int8), big UInt64 DEFAULT 7,
    next Int64 MATERIALIZED k + 1, double Int64 ALIAS k * 2, given Int64 EPHEMERAL)
    ENGINE = ReplacingMergeTree ORDER BY (word, toDate(at), k) COMMENT 'about t'"""
SMALL = "CREATE TABLE {} (k Int64) ENGINE = MergeTree ORDER BY k"


@pytest.fixture(scope="module")
def driver() -> Iterator[JdbcDriver]:
    with JdbcDriver() as started:
        yield started


@pytest.fixture(scope="module")
def connected(driver: JdbcDriver, endpoint: EmbeddedEndpoint) -> Iterator[JdbcClient]:
    with driver.connect(endpoint.port) as client:
        yield client


@pytest.fixture
def jdbc(connected: JdbcClient, client: Client) -> JdbcClient:
    """A connection whose database is the test's."""
    connected.run(f"USE {client.database}")
    return connected


def named(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["TABLE_NAME"], row["TABLE_TYPE"]) for row in rows]


@pytest.mark.sample(0)
def test_an_update_count_is_the_rows_that_changed(jdbc: JdbcClient, client: Client) -> None:
    client.run("CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k")
    statement = jdbc.statement
    assert statement.executeUpdate("INSERT INTO t VALUES (1, 1), (1, 2), (2, 1)") == 3
    assert statement.executeUpdate("INSERT INTO t SELECT id, 1 FROM range(5)") == 5
    assert statement.executeUpdate("ALTER TABLE t UPDATE v = 5 WHERE k = 3") == 1
    assert statement.executeUpdate("DELETE FROM t WHERE k = 2") == 2
    assert (
        statement.executeUpdate("DELETE FROM t WHERE 1 SETTINGS lightweight_deletes_sync = 0") < 0
    )
    assert statement.executeUpdate(SMALL.format("u")) == 0


class TestTables:
    def test_are_tables_and_views(self, jdbc: JdbcClient, client: Client) -> None:
        client.script(
            T,
            "CREATE VIEW v AS SELECT k FROM t",
            "CREATE MATERIALIZED VIEW m ENGINE = MergeTree ORDER BY k AS SELECT k FROM t",
            "CREATE TABLE target (k Int64) ENGINE = Null",
            "CREATE TABLE parquet_ (x INT) USING parquet COMMENT 'of Spark'",
        )
        found = jdbc.tables(client.database)
        assert named(found) == [
            ("parquet_", "TABLE"),
            ("t", "TABLE"),
            ("target", "TABLE"),
            ("m", "VIEW"),
            ("v", "VIEW"),
        ]
        assert {row["TABLE_SCHEM"] for row in found} == {client.database}
        assert [row["REMARKS"] for row in found[:3]] == ["of Spark", "about t", ""]

    def test_of_some_types(self, jdbc: JdbcClient, client: Client) -> None:
        client.script(T, "CREATE VIEW v AS SELECT k FROM t")
        database = client.database
        assert named(jdbc.tables(database, "%", ["TABLE"])) == [("t", "TABLE")]
        assert named(jdbc.tables(database, "%", ["VIEW", "x"])) == [("v", "VIEW")]
        assert jdbc.tables(database, "%", ["x"]) == []
        types = [row["TABLE_TYPE"] for row in rows_of(jdbc.metadata.getTableTypes())]
        assert types == ["LOCAL TEMPORARY", "SYSTEM TABLE", "TABLE", "VIEW"]

    @pytest.mark.sample(0)
    def test_of_the_session(
        self, jdbc: JdbcClient, client: Client, driver: JdbcDriver, endpoint: EmbeddedEndpoint
    ) -> None:
        jdbc.run("CREATE TEMPORARY TABLE mine_t (k Int8)")
        jdbc.run("CREATE TEMPORARY VIEW `mine v'%` AS SELECT 1 AS one")
        expected = [("mine_t", "LOCAL TEMPORARY"), ("mine v'%", "VIEW")]
        found = jdbc.tables(None, "mine%")
        assert named(found) == expected
        assert {row["TABLE_SCHEM"] for row in found} == {None}
        assert [row["COLUMN_NAME"] for row in jdbc.columns(None, "mine\\_t")] == ["k"]
        with driver.connect(endpoint.port) as other:
            assert other.tables(None, "mine%") == []
        jdbc.run("DROP TABLE mine_t")
        jdbc.run("DROP VIEW `mine v'%`")
        assert jdbc.tables(None, "mine%") == []

    def test_of_the_system(self, jdbc: JdbcClient) -> None:
        found = jdbc.tables("system", "part%")
        assert ("parts", "SYSTEM TABLE") in named(found)
        assert {"database", "block_numbers.number"} <= {
            row["COLUMN_NAME"] for row in jdbc.columns("system", "mutations")
        }
        assert [row["TYPE_NAME"] for row in jdbc.columns("system", "one")] == ["BIGINT"]

    @pytest.mark.sample(0)
    def test_of_patterns(self, jdbc: JdbcClient, client: Client) -> None:
        for name in ("a_b", "axb", "Upper", "b"):
            client.run(SMALL.format(name))
        database = client.database

        def names(pattern: str | None) -> list[str]:
            return [row["TABLE_NAME"] for row in jdbc.tables(database, pattern)]

        assert names("a_b") == ["a_b", "axb"]
        assert names("a\\_b") == ["a_b"]
        assert names("%b") == ["a_b", "axb", "b"]
        assert names("UP%") == names("upper") == ["Upper"]
        assert len(names(None)) == len(names("%")) == 4
        assert names("a\\%") == names("a.*") == names("x' OR '1' = '1") == names("${x}") == []
        escaped = database.replace("_", jdbc.metadata.getSearchStringEscape() + "_")
        assert len(jdbc.tables(escaped)) == 4

    @pytest.mark.sample(0)
    def test_after_changes(self, jdbc: JdbcClient, client: Client) -> None:
        other = f"{client.database}_2"
        client.script(f"CREATE DATABASE {other}", T, SMALL.format("s"))
        client.run(f"RENAME TABLE s TO {other}.s2")
        assert named(jdbc.tables(client.database)) == [("t", "TABLE")]
        assert named(jdbc.tables(other)) == [("s2", "TABLE")]
        client.run(f"EXCHANGE TABLES t AND {other}.s2")
        assert len(jdbc.columns(client.database, "t")) == 1
        assert [row["REMARKS"] for row in jdbc.tables(other)] == ["about t"]
        client.run("DETACH TABLE t")
        assert jdbc.tables(client.database) == []
        client.run("ATTACH TABLE t")
        assert named(jdbc.tables(client.database)) == [("t", "TABLE")]
        client.run("ALTER TABLE t ADD COLUMN added Nullable(Int8) COMMENT 'new'")
        added = jdbc.columns(client.database, "t")[1]
        assert (added["COLUMN_NAME"], added["IS_NULLABLE"], added["REMARKS"]) == (
            "added",
            "YES",
            "new",
        )
        client.run(f"DROP DATABASE {other} CASCADE")
        assert jdbc.tables(other) == []
        assert rows_of(jdbc.metadata.getSchemas(None, other)) == []
        client.run("DROP TABLE t")
        assert jdbc.tables(client.database) == jdbc.columns(client.database, "t") == []

    def test_row_policies_hide_rows_and_no_names(self, jdbc: JdbcClient, client: Client) -> None:
        client.script(
            SMALL.format("t"),
            "INSERT INTO t VALUES (1), (2)",
            "CREATE ROW POLICY p ON t USING k = 1 TO ALL",
        )
        assert named(jdbc.tables(client.database)) == [("t", "TABLE")]
        assert len(jdbc.columns(client.database, "t")) == 1
        assert jdbc.run("SELECT k FROM t") == [(1,)]
        client.run("DROP ROW POLICY p ON t")


class TestColumns:
    def test_have_clickhouses_sizes_and_nulls(self, jdbc: JdbcClient, client: Client) -> None:
        client.run(T)
        found = jdbc.columns(client.database, "t")
        facts = ("COLUMN_NAME", "DATA_TYPE", "TYPE_NAME", "COLUMN_SIZE", "DECIMAL_DIGITS")
        assert [tuple(row[fact] for fact in facts) for row in found] == [
            ("k", -5, "BIGINT", 19, 0),
            ("small", 5, "SMALLINT", 3, 0),
            ("price", 3, "DECIMAL(10,2)", 10, 2),
            ("word", 12, "STRING", None, None),
            ("at", 93, "TIMESTAMP", 23, 3),
            ("tags", 2003, "ARRAY<TINYINT>", None, None),
            ("big", 3, "DECIMAL(20,0)", 20, 0),
            ("next", -5, "BIGINT", 19, 0),
            ("double", -5, "BIGINT", 19, 0),
        ]
        assert [row["ORDINAL_POSITION"] for row in found] == list(range(1, 10))
        assert [row["COLUMN_NAME"] for row in found if row["NULLABLE"]] == ["price"]
        assert [row["COLUMN_NAME"] for row in found if row["IS_NULLABLE"] == "YES"] == ["price"]
        assert found[0]["REMARKS"] == "the key"
        generated = [row["COLUMN_NAME"] for row in found if row["IS_GENERATEDCOLUMN"] == "YES"]
        assert generated == ["next", "double"]
        assert found[6]["COLUMN_DEF"] == "7"

    def test_have_odd_names(self, jdbc: JdbcClient, client: Client) -> None:
        names = ["a`b", "it's", "100%", "x_y", "ü ☃", 'say "so"', "${z}", "back\\slash"]
        quoted = ", ".join(f"`{name.replace('`', '``')}` Int8" for name in names)
        client.run(
            f"CREATE TABLE t ({quoted.replace(chr(92), chr(92) * 2)}) "
            "ENGINE = MergeTree ORDER BY `a``b`"
        )
        stored = [row[0] for row in client.run("SELECT name FROM system.columns WHERE table = 't' "
                                               f"AND database = '{client.database}'")]  # fmt: skip
        found = [row["COLUMN_NAME"] for row in jdbc.columns(client.database, "t")]
        assert found == stored
        assert [row["COLUMN_NAME"] for row in jdbc.columns(client.database, "t", "100\\%")] == [
            "100%"
        ]
        assert len(jdbc.columns(client.database, "t", "x\\_y")) == 1
        assert len(jdbc.columns(client.database, "t", None)) == len(names)
        assert [row["COLUMN_NAME"] for row in jdbc.primary_keys(client.database, "t")] == ["a`b"]

    def test_of_views_and_of_tables_of_sparks(self, jdbc: JdbcClient, client: Client) -> None:
        client.script(
            T,
            "CREATE VIEW v AS SELECT k, price, [k] AS list FROM t FINAL",
            "CREATE TABLE s (x INT COMMENT 'ix', y CHAR(3), z STRUCT<a: INT>) USING parquet",
        )
        view = jdbc.columns(client.database, "v")
        assert [(row["COLUMN_NAME"], row["TYPE_NAME"], row["COLUMN_SIZE"]) for row in view] == [
            ("k", "BIGINT", 19),
            ("price", "DECIMAL(10,2)", 10),
            ("list", "ARRAY<BIGINT>", None),
        ]
        table = jdbc.columns(client.database, "s")
        assert [(row["DATA_TYPE"], row["NULLABLE"], row["COLUMN_SIZE"]) for row in table] == [
            (4, 1, 10),
            (1, 1, 3),
            (2002, 1, None),
        ]
        assert table[0]["REMARKS"] == "ix"

    def test_of_every_kind_of_type(self, jdbc: JdbcClient, client: Client) -> None:
        client.script(
            "CREATE TABLE t (k Int64, s AggregateFunction(sum, Int64), n Nested(a Int8, b String), "
            "p Tuple(a Int8, `b c` String), e Enum8('one' = 1), u UUID, f FixedString(3), j JSON) "
            "ENGINE = MergeTree ORDER BY k",
            "CREATE VIEW v AS SELECT *, NULL AS nothing, toIntervalDay(1) AS i FROM t",
        )
        table = {row["COLUMN_NAME"]: row for row in jdbc.columns(client.database, "t")}
        assert table["p"]["TYPE_NAME"].startswith("STRUCT<")
        assert [table[name]["COLUMN_SIZE"] for name in "euf"] == [3, 36, 3]
        view = [row["COLUMN_NAME"] for row in jdbc.columns(client.database, "v")]
        assert view == [*table, "nothing", "i"]

    def test_what_a_column_says_a_result_says_too(self, jdbc: JdbcClient, client: Client) -> None:
        client.run(T)
        jdbc.statement.execute("SELECT * FROM t")
        described = jdbc.statement.getResultSet().getMetaData()
        told = {row["COLUMN_NAME"]: row["DATA_TYPE"] for row in jdbc.columns(client.database, "t")}
        for number in range(1, described.getColumnCount() + 1):
            name = described.getColumnName(number)
            assert described.getColumnType(number) == told[name], name


class TestKeys:
    def test_are_sorting_keys(self, jdbc: JdbcClient, client: Client) -> None:
        client.script(T, "CREATE VIEW v AS SELECT k FROM t")
        found = jdbc.primary_keys(client.database, "t")
        assert [(row["COLUMN_NAME"], row["KEY_SEQ"]) for row in found] == [
            ("k", 3),
            ("toDate(at)", 2),
            ("word", 1),
        ]
        assert {(row["TABLE_SCHEM"], row["PK_NAME"]) for row in found} == {
            (client.database, "PRIMARY")
        }
        assert jdbc.primary_keys(client.database, "v") == []
        assert jdbc.primary_keys(client.database, "%") == []
        assert jdbc.primary_keys(client.database.upper(), "T") == found

    def test_are_unique_keys_where_there_are_some(self, jdbc: JdbcClient, client: Client) -> None:
        client.run(
            "CREATE TABLE t (`a b` Int64, k Int64, d Date) ENGINE = ReplacingMergeTree ORDER BY d "
            "UNIQUE KEY (k, `a b`)"
        )
        found = jdbc.primary_keys(client.database, "t")
        told = [(row["COLUMN_NAME"], row["KEY_SEQ"]) for row in found]
        assert told == [("a b", 2), ("k", 1)]

    def test_of_a_table_without_one(self, jdbc: JdbcClient, client: Client) -> None:
        client.run("CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY tuple()")
        assert jdbc.primary_keys(client.database, "t") == []

    def test_refer_to_no_others(self, jdbc: JdbcClient, client: Client) -> None:
        client.run(T)
        assert rows_of(jdbc.metadata.getImportedKeys(None, client.database, "t")) == []


def test_schemas_catalogs_and_types(jdbc: JdbcClient, client: Client) -> None:
    schemas = [row["TABLE_SCHEM"] for row in rows_of(jdbc.metadata.getSchemas())]
    assert {client.database, "default", "system"} <= set(schemas)
    assert schemas == sorted(schemas)
    escaped = client.database.replace("_", "\\_")
    assert rows_of(jdbc.metadata.getSchemas(None, escaped)) == [
        {"TABLE_SCHEM": client.database, "TABLE_CATALOG": ""}
    ]
    assert rows_of(jdbc.metadata.getCatalogs()) == []
    types = {row["TYPE_NAME"]: row["DATA_TYPE"] for row in rows_of(jdbc.metadata.getTypeInfo())}
    assert types["BIGINT"] == -5


class TestSessions:
    @pytest.mark.parametrize(
        "settings",
        [
            {"dialect": "clickhouse", "final": "1", "max_ast_elements": "1"},
            {"dialect": "spark", "max_query_size": "40"},
            {
                "spark.sql.parser.escapedStringLiterals": "true",
                "spark.sql.caseSensitive": "true",
                "spark.sql.session.timeZone": "Asia/Tokyo",
                "spark.sql.thriftServer.incrementalCollect": "true",
            },
            {"spark.sql.ansi.enabled": "true", "spark.sql.ansi.doubleQuotedIdentifiers": "true"},
        ],
        ids=lambda settings: next(iter(settings)),
    )
    @pytest.mark.sample(0)
    def test_settings_change_no_answer(
        self,
        settings: dict[str, str],
        client: Client,
        driver: JdbcDriver,
        endpoint: EmbeddedEndpoint,
    ) -> None:
        client.run(T)
        with driver.connect(endpoint.port) as other:
            for name, value in settings.items():
                other.run(f"SET {name} = {value}")
            assert named(other.tables(client.database, "t")) == [("t", "TABLE")]
            assert len(other.columns(client.database, "t")) == 9
            assert len(other.primary_keys(client.database, "t")) == 3
            assert other.tables(client.database, "it's \\_ \\") == []

    @pytest.mark.sample(0)
    def test_many_ask_while_others_create_and_drop(
        self, client: Client, driver: JdbcDriver, endpoint: EmbeddedEndpoint
    ) -> None:
        client.run(T)
        stop = threading.Event()

        def change(number: int) -> int:
            rounds = 0
            with endpoint.connect() as mine:
                while not stop.is_set():
                    database = f"{client.database}_{number}"
                    mine.script(
                        f"CREATE DATABASE {database}",
                        SMALL.format(f"{database}.a"),
                        f"CREATE VIEW {database}.v AS SELECT 1 AS one",
                        f"CREATE GLOBAL TEMPORARY VIEW g_{database} AS SELECT 1 AS one",
                        f"DROP VIEW global_temp.g_{database}",
                        f"DROP DATABASE {database} CASCADE",
                    )
                    rounds += 1
            return rounds

        def ask(_: int) -> None:
            with driver.connect(endpoint.port) as mine:
                for _ in range(8):
                    found = mine.tables(None, "%", ["TABLE"])
                    assert (client.database, "t") in {
                        (row["TABLE_SCHEM"], row["TABLE_NAME"]) for row in found
                    }
                    assert len(mine.columns(client.database, "%")) == 9
                    assert len(mine.primary_keys(None, "t")) >= 3
                    assert mine.run("SELECT 1") == [(1,)]

        with ThreadPoolExecutor(4) as pool:
            changing = [pool.submit(change, number) for number in range(2)]
            asking = [pool.submit(ask, number) for number in range(2)]
            try:
                for job in asking:
                    job.result()
            finally:
                stop.set()
            assert all(job.result() for job in changing)

    def test_a_client_that_vanishes_leaves_others_alone(
        self, client: Client, endpoint: EmbeddedEndpoint
    ) -> None:
        client.run(T)
        for _ in range(5):
            gone = endpoint.connect()
            request = hive.ttypes.TGetColumnsReq(sessionHandle=gone.connection.sessionHandle)
            gone.connection.client.send_GetColumns(request)
            transport = gone.connection._transport._trans
            transport.handle.shutdown(socket.SHUT_RDWR)
            transport.close()
        assert [row[0] for row in thrift_rows(client, "GetTables")[2]] == ["t"]

    def test_a_session_that_is_closed_is_an_error(
        self, client: Client, endpoint: EmbeddedEndpoint
    ) -> None:
        with endpoint.connect() as closed:
            handle = closed.connection.sessionHandle
        answer = client.connection.client.GetTables(hive.ttypes.TGetTablesReq(sessionHandle=handle))
        assert answer.status.statusCode == hive.ttypes.TStatusCode.ERROR_STATUS
        assert "Invalid SessionHandle" in answer.status.errorMessage
        assert "\n" not in answer.status.errorMessage
        assert not answer.status.infoMessages

    def test_a_question_is_a_statement_of_the_log(self, jdbc: JdbcClient, client: Client) -> None:
        jdbc.tables(client.database, "only\\_in_the log")
        text = "SELECT * FROM rmt_metadata('tables', 'schema="
        [(found,)] = client.run(
            "SELECT DISTINCT query FROM system.query_log WHERE query LIKE '%only%5C_in_the+log%' "
            "AND query NOT LIKE '%query_log%'"
        )
        assert found.startswith(text)
        assert [row[3] for row in client.run(found)] == []


def thrift_rows(client: Client, method: str) -> list[list[list[Any]]]:
    """The columns' values that a call of the protocol gives, for the client's database."""
    asked = getattr(hive.ttypes, f"T{method}Req")(
        sessionHandle=client.connection.sessionHandle, schemaName=client.database
    )
    answer = getattr(client.connection.client, method)(asked)
    hive._check_status(answer)
    fetched = client.connection.client.FetchResults(
        hive.ttypes.TFetchResultsReq(
            operationHandle=answer.operationHandle,
            orientation=hive.ttypes.TFetchOrientation.FETCH_NEXT,
            maxRows=100,
        )
    )
    values = [column.stringVal or column.i32Val for column in fetched.results.columns[:5]]
    return [[[value] for value in one.values] if one else [] for one in values]


class TestStatements:
    @pytest.mark.parametrize(
        ("statement", "name", "sqlstate"),
        [
            ("SELECT * FROM no_such FINAL", "[UNKNOWN_TABLE]", "42P01"),
            ("SELECT no_such FROM system.tables", "[UNKNOWN_IDENTIFIER]", "42703"),
            ("SELEC 1", "[PARSE_SYNTAX_ERROR]", "42601"),
            ("SELECT throwIf(1 = 1) FROM system.one", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", None),
        ],
    )
    def test_an_error_is_one_line(
        self, statement: str, name: str, sqlstate: str | None, jdbc: JdbcClient
    ) -> None:
        error = jdbc.error(statement)
        assert name in error.message
        assert sqlstate in (None, error.sqlstate)
        assert len(error.message.splitlines()) == 1
        for word in ("\tat ", "java.", "org.apache", "py4j", "Traceback"):
            assert word not in error.message

    def test_the_driver_itself_stops_at_the_most_rows(self, jdbc: JdbcClient) -> None:
        jdbc.statement.setMaxRows(3)
        try:
            assert jdbc.run("SELECT number FROM numbers(10)") == [(0,), (1,), (2,)]
        finally:
            jdbc.statement.setMaxRows(0)

    def test_a_backslash_ends_a_parameter_of_hives_driver(
        self, jdbc: JdbcClient, client: Client
    ) -> None:
        """What docs/security.md warns of: the driver writes parameters into the statement."""
        client.script(SMALL.format("t"), "INSERT INTO t VALUES (1), (2)")
        prepared = jdbc.connection.prepareStatement(
            "SELECT k FROM t WHERE toString(k) = ? AND toString(k) = ?"
        )
        prepared.setString(1, "it's")
        prepared.setString(2, " OR k > 0 -- ")
        assert rows_of(prepared.executeQuery()) == []
        prepared.setString(1, "\\")
        assert len(rows_of(prepared.executeQuery())) == 2

    def test_parameters_of_hives_driver_with_doubled_backslashes_arrive(
        self, jdbc: JdbcClient
    ) -> None:
        """What docs/security.md advises."""
        prepared = jdbc.connection.prepareStatement("SELECT ? AS a, ? AS b")
        for text in ("\\", "\\'", "\\\\' OR 1 = 1 -- ", "'", "a\\nb\\%", "ends with '\\"):
            prepared.setString(1, text.replace("\\", "\\\\"))
            prepared.setString(2, "b")
            assert rows_of(prepared.executeQuery()) == [{"a": text, "b": "b"}]


@pytest.mark.sample(0)
def test_beeline(client: Client, endpoint: EmbeddedEndpoint) -> None:
    client.run(T)
    done = subprocess.run(
        [
            *(str(BEELINE), "-u", f"jdbc:hive2://127.0.0.1:{endpoint.port}/{client.database}"),
            *("-n", "test", "--outputformat=csv2", "--silent=true"),
        ],
        input="!tables\n!primarykeys t\n!columns t\n!quit\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "SPARK_HOME": str(BEELINE.parent.parent)},
    )
    assert f",{client.database},t,TABLE,about t" in done.stdout
    assert f",{client.database},t,word,1,PRIMARY" in done.stdout
    assert f",{client.database},t,price,3," in done.stdout
    assert "Error" not in done.stdout + done.stderr


@pytest.mark.sample(0)
def test_over_http(tmp_path: Path, driver: JdbcDriver) -> None:
    endpoint = Endpoint(tmp_path, ["--metastore", "memory"])
    for name, value in (("transport.mode", "http"), ("thrift.http.port", str(endpoint.port))):
        endpoint._options += ["--conf", f"spark.hadoop.hive.server2.{name}={value}"]
    with (
        endpoint,
        driver.connect(
            endpoint.port, options=";transportMode=http;httpPath=cliservice"
        ) as over_http,
    ):
        over_http.run(T)
        assert named(over_http.tables("default")) == [("t", "TABLE")]
        assert len(over_http.primary_keys("default", "t")) == 3
        error = over_http.error("SELECT * FROM no_such FINAL")
        assert error.message.startswith("[UNKNOWN_TABLE]")
        assert len(error.message.splitlines()) == 1
