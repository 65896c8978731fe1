"""Table functions of ClickHouse's, beside real ClickHouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

SETUP = (
    "CREATE TABLE m1 (k UInt32, v String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY k",
    "CREATE TABLE m2 (k UInt64, v String, w Int8) ENGINE = ReplacingMergeTree ORDER BY k",
    "CREATE TABLE other (k UInt64) ENGINE = MergeTree ORDER BY k",
    "INSERT INTO m1 VALUES (1, 'x', 1), (3, 'y', 1)",
    "INSERT INTO m1 VALUES (1, 'new', 2)",
    "INSERT INTO m2 VALUES (5, 'z', 7)",
)
QUERIES = (
    "SELECT k, v, w, ver FROM merge('^m[12]$') FINAL ORDER BY k",
    "SELECT k, w, toTypeName(k) FROM merge(currentDatabase(), '^m2') ORDER BY k",
    "SELECT _table, k, v FROM merge('^m') ORDER BY ALL",
    "SELECT _table, count(), sum(w) FROM merge('^m') AS z WHERE z.k > 1 GROUP BY _table ORDER BY 1",
    "SELECT a.k FROM merge('^m1$') AS a FINAL JOIN merge('^m2$') AS b ON a.k + 2 = b.k ORDER BY 1",
    "SELECT * FROM merge('^nosuch')",
    "SELECT * FROM merge('nosuch', '^m')",
    "SELECT * FROM merge('(')",
    "SELECT * FROM merge()",
    "SELECT x, toTypeName(x) FROM view(SELECT k + 1 AS x FROM m1 FINAL) ORDER BY x",
    "SELECT a, b, k FROM values('a Int8, b String', (1, 'x'), (3, 'y')) AS v JOIN m1 AS m "
    "ON v.a = m.k ORDER BY ALL",
    "SELECT n.number, k FROM numbers_mt(2, 2) AS n JOIN m1 ON n.number = k ORDER BY ALL",
    "SELECT number FROM numbers() LIMIT 2",
    "SELECT z.zero, o.k FROM zeros(2) AS z CROSS JOIN (SELECT max(k) AS k FROM m1) AS o",
    "SELECT zero, toTypeName(zero) FROM zeros_mt(2)",
    "SELECT * FROM numbers('a')",
    "SELECT * FROM numbers(-1)",
    "SELECT * FROM numbers(1, 2, 0)",
    "SELECT count(), max(length(b)) + 1, max(length(c)) FROM "
    "(SELECT * FROM generateRandom('a UInt8, b String, c Array(Int8)', 1, 5, 3) LIMIT 1000)",
    "SELECT toTypeName(a), toTypeName(b), toTypeName(c), toTypeName(d) FROM "
    "(SELECT * FROM generateRandom('a Decimal(9, 2), b Nullable(DateTime), c UUID, "
    "d Enum8(\\'a\\' = 1)') LIMIT 1)",
    "SELECT * FROM generateRandom('b Nosuch') LIMIT 1",
    "SELECT * FROM nosuch('b') AS x, m1",
)
FILES = (
    "SELECT *, toTypeName(c1) FROM file('{path}.csv') ORDER BY c1",
    "SELECT * FROM file('{path}.csv', CSV, 'a Int8, b String') ORDER BY a",
    "SELECT a + 1, toTypeName(a) FROM file('{path}.csv', 'CSV', 'a UInt64, b String') ORDER BY a",
    "SELECT f.b, m.k FROM file('{path}.csv', 'CSV', 'a UInt32, b String') AS f JOIN m2 AS m "
    "ON f.a + 4 = m.k",
    "SELECT * FROM file('{path}.jsonl') ORDER BY z",
    "SELECT z, a FROM file('{path}.jsonl', JSONEachRow, 'z UInt8, a Nullable(String)') ORDER BY z",
    "SELECT k, v FROM file('{path}.parquet') ORDER BY k",
    "SELECT k, toTypeName(k) FROM file('{path}.parquet', 'Parquet', 'k UInt16') ORDER BY k",
    "SELECT * FROM file('{path}.csv', 'Nosuch')",
    "SELECT count() FROM file('{path}.csv', 'Parquet')",
    "SELECT * FROM file()",
)


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    for statement in SETUP:
        endpoint_client.run(statement)
        module_clickhouse.execute(statement)
    return Side(endpoint_client), Side(module_clickhouse)


def test_the_answer_is_clickhouses(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    found = [(query, ours.answer(query), theirs.answer(query)) for query in QUERIES]
    assert [one for one in found if one[1] != one[2]] == []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    import pyarrow as pa
    import pyarrow.parquet as pq

    (tmp_path / "of.csv").write_text('1,"x, y"\n2,z\n')
    (tmp_path / "of.jsonl").write_text('{"z": 2, "a": null}\n{"z": 1, "a": "p"}\n')
    pq.write_table(pa.table({"k": [1, 2], "v": ["p", "q"]}), tmp_path / "of.parquet")
    return tmp_path / "of"


@pytest.mark.asks_clickhouse("the files are in another directory each time")
def test_files_are_read_as_by_clickhouse(
    path: Path, sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = sides
    queries = [query.format(path=path) for query in FILES]
    found = [(query, ours.answer(query), theirs.answer(query)) for query in queries]
    assert [one for one in found if one[1] != one[2]] == []


@pytest.mark.parametrize("table", ["m1", "currentDatabase(), m1", "view(SELECT k FROM m1 FINAL)"])
def test_a_cluster_is_this_server(table: str, endpoint_client: Client, sides: object) -> None:
    final = "" if "FINAL" in table else "FINAL"
    query = f"SELECT c.k FROM clusterAllReplicas('any', {table}) AS c {final} ORDER BY c.k"
    assert endpoint_client.run(query) == [(1,), (3,)]


def test_rows_of_a_seed_are_the_same(endpoint_client: Client, sides: object) -> None:
    query = "SELECT * FROM generateRandom('a Int64, b String, c Float64', {seed}) LIMIT 3"
    first = endpoint_client.run(query.format(seed=7))
    assert endpoint_client.run(query.format(seed=7)) == first
    assert endpoint_client.run(query.format(seed=8)) != first
    assert len({row[0] for row in first}) == 3


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("SELECT * FROM file('/proc/self/environ', 'CSV')", "PATH_ACCESS_DENIED"),
        ("SELECT * FROM rmt_file('/proc/self/environ', 'CSV', 'a STRING')", "PATH_ACCESS_DENIED"),
        ("SELECT * FROM file('/tmp/there is no such file.csv')", "FILE_DOESNT_EXIST"),
        ("SELECT * FROM file('x.unknown')", "CANNOT_EXTRACT_TABLE_STRUCTURE"),
        ("SELECT * FROM file('x.orc', 'ORC')", "NOT_IMPLEMENTED"),
        ("SELECT * FROM file('x.csv', 'CSV', 'a Array(Int8)')", "NOT_IMPLEMENTED"),
        ("SELECT * FROM generateRandom('a Map(String, Int8)')", "NOT_IMPLEMENTED"),
        ("SELECT * FROM url('http://localhost/x.csv')", "NOT_IMPLEMENTED"),
        ("SELECT * FROM s3('s3://b/x.csv'), m1", "NOT_IMPLEMENTED"),
    ],
)
def test_what_is_refused(query: str, error: str, endpoint_client: Client, sides: object) -> None:
    assert endpoint_client.error(query).name == error
