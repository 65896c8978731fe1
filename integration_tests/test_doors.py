"""What a client cannot reach: code, files the endpoint does not share, secrets, other ports."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError

from rmt_engine.rights import FilePaths, Rights
from rmt_engine.spark.run.engine import Engine

CLASS = "org.apache.hadoop.hive.ql.udf.generic.GenericUDFAbs"
_LISTENING = "0A"
_LOOPBACK = ("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F")


def _listening(pid: int) -> set[str]:
    """The addresses a process listens on, as hexadecimal numbers."""
    sockets = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(os.readlink(file))
        except OSError:
            continue
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == _LISTENING and f"socket:[{fields[9]}]" in sockets:
                found.add(fields[1].partition(":")[0])
    return found


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="there is no /proc")
def test_every_port_is_on_loopback(engine: Engine) -> None:
    java = engine.gateway.jvm.java.lang.ProcessHandle.current().pid()
    found = _listening(java) | _listening(os.getpid())
    assert found
    assert found <= set(_LOOPBACK)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("SELECT TRANSFORM(1) USING 'id'", "TRANSFORM"),
        ("SELECT transform(1) u\N{LATIN SMALL LETTER LONG S}ing /* ( */ 'id' AS (a)", "TRANSFORM"),
        ("FROM (SELECT 1 AS a) t MAP a USING 'id' AS b", "TRANSFORM"),
        ("FROM (SELECT 1 AS a) t REDUCE a USING 'id' AS b", "TRANSFORM"),
        ("WITH c AS (SELECT TRANSFORM(1) USING 'id' AS (a)) SELECT * FROM c", "TRANSFORM"),
        ("SELECT 1 WHERE 1 IN (SELECT TRANSFORM(1) USING 'id' AS (a INT))", "TRANSFORM"),
        ("EXPLAIN SELECT TRANSFORM(1) USING 'id'", "TRANSFORM"),
        ("CREATE TEMPORARY VIEW v AS SELECT TRANSFORM(1) USING 'id'", "TRANSFORM"),
        ("CREATE TABLE x USING parquet AS SELECT TRANSFORM(1) USING 'id'", "TRANSFORM"),
        ("EXECUTE IMMEDIATE 'SELECT TRANSFORM(1) USING \"id\"'", "TRANSFORM"),
        ("BEGIN SELECT TRANSFORM(1) USING 'id'; END", "TRANSFORM"),
        ("BEGIN IF 1 = 1 THEN SELECT TRANSFORM(1) USING 'id'; END IF; END", "TRANSFORM"),
        ("INSERT INTO t SELECT TRANSFORM(1) USING 'id' AS (k BIGINT)", "TRANSFORM"),
        ("SELECT reflect('java.lang.System', 'getenv', 'HOME')", "reflect"),
        ("SELECT java_method('java.lang.System', 'getenv', 'HOME')", "java_method"),
        ("SELECT try_reflect('java.lang.System', 'getenv', 'HOME')", "reflect"),
        ("SELECT `REFLECT`('java.lang.System', 'getenv', 'HOME')", "reflect"),
        ("SELECT * FROM t WHERE k = length(reflect('java.lang.System', 'getenv', 'A'))", "reflect"),
        ("ADD JAR '/tmp/x.jar'", "ADD JAR"),
        ("ADD FILE '/etc/passwd'", "ADD FILE"),
        ("ADD ARCHIVE '/tmp/x.zip'", "ADD ARCHIVE"),
        (f"CREATE FUNCTION f AS '{CLASS}'", "CREATE FUNCTION"),
        (f"CREATE TEMPORARY FUNCTION f AS '{CLASS}' USING JAR '/tmp/x.jar'", "CREATE FUNCTION"),
        (f"CREATE TEMPORARY FUNCTION IDENTIFIER('f') AS '{CLASS}'", "CREATE FUNCTION"),
        ("CREATE TABLE x (a INT) USING org.apache.spark.sql.jdbc", "data source"),
        ("CREATE TABLE x (a INT) USING jdbc OPTIONS (url 'jdbc:derby:/tmp/x')", "jdbc"),
        ("CREATE TEMPORARY VIEW x USING jdbc OPTIONS (url 'jdbc:derby:/tmp/x')", "jdbc"),
        ("SELECT * FROM `org.apache.spark.sql.jdbc`.`x`", "data source"),
        ("SELECT * FROM image.`/tmp`", "data source"),
        ("CREATE TABLE x (a INT) ROW FORMAT SERDE 'com.example.SerDe'", "com.example.SerDe"),
        ("SET spark.sql.variable.substitute = true", "spark.sql.variable.substitute"),
        ("SET spark.sql.catalog.c = com.example.Catalog", "spark.sql.catalog.c"),
        ("SET spark.sql.sources.default = jdbc", "spark.sql.sources.default"),
        ("SET spark.sql.redaction.options.regex = x", "redaction"),
        ("SET fs.file.impl = com.example.Files", "fs.file.impl"),
        ("SET spark.sql.sources.commitProtocolClass = com.example.C", "commitProtocolClass"),
        ("BEGIN FOR SELECT TRANSFORM(1) USING 'id' DO SELECT 1; END FOR; END", "TRANSFORM"),
    ],
)  # fmt: skip
@pytest.mark.sample(12)
def test_code_is_refused_by_name(client: Client, statement: str, what: str) -> None:
    client.run("CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k")
    error = client.error(statement)
    assert error.name == "SUPPORT_IS_DISABLED", error.message
    assert what in error.message
    assert "--allow-code" in error.message
    assert client.run("SELECT * FROM t") == []


def test_what_runs_no_code_is_not_refused(client: Client) -> None:
    assert client.run("SELECT transform(array(1), x -> x + 1), map(1, 2)") == [("[2]", "{1:2}")]
    assert client.run("SELECT * FROM (SELECT 1 a) JOIN (SELECT 1 a) USING (a)") == [(1,)]
    client.run("CREATE TEMPORARY FUNCTION twice(x INT) RETURNS INT RETURN x * 2")
    assert client.run("SELECT twice(2)") == [(4,)]
    client.run("CREATE TABLE p (a INT) USING parquet OPTIONS (compression 'zstd')")
    client.run("INSERT INTO p VALUES (1)")
    assert client.run("SELECT * FROM IDENTIFIER('p')") == [(1,)]
    client.run("SET spark.sql.shuffle.partitions = 2")
    client.run("SET hive.exec.dynamic.partition.mode = nonstrict")
    assert (
        "LOGICAL_ERROR"
        not in client.error("INSERT INTO IDENTIFIER('other.b.c') VALUES (1)").message
    )


@pytest.fixture
def shared(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A directory the endpoint shares, and one it does not, each with a Parquet file."""
    folders = tmp_path / "shared", tmp_path / "private"
    for folder in folders:
        engine.spark.range(3).write.parquet(str(folder / "rows"))
    guard = engine._get_executor()._guard
    files = FilePaths((str(folders[0]),))
    rights = Rights(read=files, write=files)
    monkeypatch.setattr(guard, "_rights", rights)
    return folders


_WITH_PATHS = [
    "SELECT count(*) FROM parquet.`{}/rows`",
    "SELECT count(*) FROM parquet.`file:{}/rows`",
    "SELECT count(*) FROM parquet.`file://{}/rows`",
    "SELECT count(*) FROM `PARQUET` . /* a */ `{}/r*`",
    "SELECT count(*) FROM IDENTIFIER('parquet.`{}/rows`')",
    "SELECT (SELECT count(*) FROM parquet.`{}/rows`)",
    "WITH c AS (SELECT * FROM parquet.`{}/rows`) SELECT count(*) FROM c",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'",
    "CREATE TABLE x USING parquet OPTIONS (path '{}/rows')",
    "CREATE TABLE x (a INT) STORED AS parquet LOCATION '{}/x'",
    "CREATE TABLE x LIKE spark_rows LOCATION '{}/x'",
    "CREATE TABLE x USING parquet LOCATION '{}/y' AS SELECT 1 AS a",
    "CREATE TEMPORARY VIEW x USING parquet OPTIONS (path '{}/rows')",
    "CREATE DATABASE {database}_x LOCATION '{}/x'",
    "ALTER TABLE spark_rows SET LOCATION '{}/rows'",
    "INSERT OVERWRITE DIRECTORY '{}/x' USING parquet SELECT 1 AS a",
    "INSERT OVERWRITE DIRECTORY USING parquet OPTIONS (path '{}/z') SELECT 1 AS a",
    "INSERT INTO t SELECT id FROM parquet.`{}/rows`",
    "SELECT count(*) FROM spark_rows WITH ('path' = '{}/rows')",
    "EXPLAIN SELECT * FROM parquet.`{}/rows`",
    "REFRESH '{}/rows'",
]
_ONLY_HIVE = ("STORED AS",)
_THAT_WRITE = [
    "CREATE TABLE x USING parquet LOCATION '{}/rows' AS SELECT 1 AS a",
    "CREATE TABLE x USING parquet OPTIONS (path '{}/rows') AS SELECT 1 AS a",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; INSERT INTO x VALUES (7)",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; INSERT OVERWRITE x VALUES (7)",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; INSERT OVERWRITE {database}.x VALUES (7)",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; "
    "INSERT INTO spark_catalog.{database}.x VALUES (7)",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; INSERT INTO IDENTIFIER('x') VALUES (7)",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; "
    "FROM spark_rows INSERT INTO x SELECT id INSERT INTO x SELECT id",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; EXECUTE IMMEDIATE 'INSERT INTO x VALUES (7)'",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; BEGIN INSERT INTO x VALUES (7); END",
    "CREATE TABLE x USING parquet LOCATION '{}/rows'; WITH a AS (SELECT 7) INSERT INTO x TABLE a",
    "CREATE TEMPORARY VIEW x USING parquet OPTIONS (path '{}/rows'); INSERT INTO x VALUES (7)",
    "CREATE TEMPORARY VIEW x USING parquet OPTIONS (path '{}/rows'); INSERT OVERWRITE x VALUES (7)",
    "CREATE TEMPORARY VIEW x USING parquet OPTIONS (path '{}/rows'); "
    "INSERT INTO session.x VALUES (7)",
    "CREATE TEMPORARY VIEW x USING parquet OPTIONS (path '{}/rows'); "
    "INSERT INTO IDENTIFIER('system.session.x') VALUES (7)",
    "CREATE OR REPLACE GLOBAL TEMPORARY VIEW x USING parquet OPTIONS (path '{}/rows'); "
    "INSERT INTO global_temp.x VALUES (7)",
    "INSERT INTO parquet.`{}/rows` VALUES (7)",
    "INSERT OVERWRITE parquet.`{}/rows` VALUES (7)",
    "INSERT OVERWRITE DIRECTORY '{}/rows' USING parquet SELECT 7 AS a",
    "INSERT OVERWRITE DIRECTORY USING parquet OPTIONS (path '{}/rows') SELECT 7 AS a",
    "LOAD DATA INPATH '{}/rows' INTO TABLE spark_rows",
    "CREATE DATABASE {database}_y LOCATION '{}/rows'",
    "ALTER TABLE spark_rows SET LOCATION '{}/rows'",
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("statement", _WITH_PATHS)
def test_files_are_those_of_the_shared_directories(
    client: Client, shared: tuple[Path, Path], statement: str
) -> None:
    client.run("CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE TABLE spark_rows (id BIGINT) USING parquet")
    allowed, private = shared
    for path in (private, allowed / ".." / "private", Path("/etc"), Path("/proc/self")):
        error = client.error(_filled(statement, path, client))
        assert error.name == "PATH_ACCESS_DENIED", error.message
    assert client.run("SELECT * FROM t") == []
    if not any(words in statement for words in _ONLY_HIVE):
        client.run(_filled(statement, allowed, client))
    client.run(f"DROP DATABASE IF EXISTS {client.database}_x")


@pytest.mark.parametrize("statements", _THAT_WRITE)
@pytest.mark.sample(4)
def test_files_that_are_only_read_are_not_written(
    client: Client,
    engine: Engine,
    shared: tuple[Path, Path],
    statements: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed, private = shared
    rights = Rights(read=FilePaths(), write=FilePaths((str(allowed),)))
    monkeypatch.setattr(engine._get_executor()._guard, "_rights", rights)
    client.run("CREATE TABLE spark_rows (id BIGINT) USING parquet")
    before = {path: path.read_bytes() for path in (private / "rows").iterdir()}
    *preparations, last = _filled(statements, private, client).split("; ", 1)
    client.script(*preparations)
    error = client.error(last)
    assert error.name == "PATH_ACCESS_DENIED", error.message
    assert "may write files in" in error.message
    assert {path: path.read_bytes() for path in (private / "rows").iterdir()} == before
    assert client.run(f"SELECT count(*) FROM parquet.`{private}/rows`") == [(3,)]


def _filled(statement: str, path: Path, client: Client) -> str:
    return statement.replace("{}", str(path)).replace("{database}", client.database)


def test_a_path_that_is_computed_is_refused(client: Client, shared: tuple[Path, Path]) -> None:
    private = shared[1]
    error = client.error(f"SELECT * FROM IDENTIFIER('parquet.' || '`{private}/rows`')")
    assert error.name == "PATH_ACCESS_DENIED", error.message


def test_a_database_of_a_formats_name_hides_no_file(
    client: Client, shared: tuple[Path, Path]
) -> None:
    client.run("CREATE DATABASE IF NOT EXISTS parquet")
    try:
        error = client.error(f"SELECT * FROM parquet.`{shared[1]}/rows`")
        assert error.name == "PATH_ACCESS_DENIED", error.message
        client.run("CREATE TABLE parquet.t (a INT) USING parquet")
        assert client.run("SELECT * FROM parquet.t") == []
    finally:
        client.run("DROP DATABASE parquet CASCADE")


@pytest.mark.parametrize(
    "path", ["/proc/self/environ", "/pr*/self/environ", "file:///proc/self/environ", "/sys/x"]
)
def test_the_systems_files_are_never_read(client: Client, path: str) -> None:
    error = client.error(f"SELECT * FROM text.`{path}`")
    assert error.name == "PATH_ACCESS_DENIED", error.message
    assert "all but /proc" in error.message


@pytest.mark.parametrize(
    "setting",
    [
        "set:hiveconf:spark.sql.variable.substitute",
        "set:hivevar:spark.sql.variable.substitute",
        "set:hivevar:spark.sql.catalog.c",
        "set:hiveconf:hive.variable.substitute",
    ],
)
def test_settings_that_come_with_a_connection_are_looked_at(
    endpoint: EmbeddedEndpoint, setting: str
) -> None:
    with (
        pytest.raises(ServerError) as refused,
        endpoint.connect(configuration={setting: "true"}) as client,
    ):
        client.run("SELECT 1")
    refusal = "Cannot modify" if "hive." in setting else "SUPPORT_IS_DISABLED"
    assert refusal in refused.value.message
    assert setting.rpartition(":")[2] in refused.value.message


def test_variables_are_not_put_in(endpoint: EmbeddedEndpoint) -> None:
    settings = {"set:hiveconf:spark.a": "${env:HOME}", "set:hivevar:spark.b": "${env:HOME}"}
    with endpoint.connect(configuration=settings) as client:
        assert client.run("SET spark.a") == [("spark.a", "${env:HOME}")]
        assert client.run("SET spark.b") == [("spark.b", "${env:HOME}")]


def test_what_asks_tables_only_is_not_looked_at(
    client: Client, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.run("CREATE TABLE t (k Int64, s String) ENGINE = MergeTree ORDER BY k")
    guard = engine._get_executor()._guard
    looked: list[object] = []
    monkeypatch.setattr(guard, "_look_at", looked.append)
    for query in (
        "SELECT k, map(k, s) FROM t WHERE s = 'a' GROUP BY k, s ORDER BY k LIMIT 3",
        f"WITH c AS (SELECT * FROM {client.database}.t) SELECT * FROM c JOIN t USING (k)",
        f"SELECT `t`.`k`, 'it''s' FROM `{client.database}`.`t`",
        "INSERT INTO t VALUES (1, 'a')",
        "DESCRIBE t",
    ):
        client.run(query)
    assert looked == []
