"""A warehouse in an object store: pyarrow reaches it over S3's protocol, Spark through Hadoop.

Hadoop's own client of S3 is in no package that PySpark brings. A view of Hadoop's with the scheme
`s3a` stands in its place, over the directory whose files the server's objects are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command import rmt
from support.endpoint import Endpoint
from support.object_store import ObjectStore, object_store

_WAREHOUSE = "s3a://bucket/a/warehouse"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ObjectStore]:
    (tmp_path / "objects" / "bucket").mkdir(parents=True)
    with object_store(tmp_path / "objects") as opened:
        yield opened


def _options(store: ObjectStore) -> list[str]:
    view = {
        "fs.s3a.impl": "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme",
        "fs.viewfs.overload.scheme.target.file.impl": "org.apache.hadoop.fs.LocalFileSystem",
        "fs.viewfs.mounttable.bucket.linkFallback": (store.directory / "bucket").as_uri(),
    }
    conf = [f"--conf=spark.hadoop.{name}={value}" for name, value in view.items()]
    return ["--warehouse", _WAREHOUSE, "--metastore", "memory", *conf]


def _endpoint(store: ObjectStore, home: Path) -> Endpoint:
    return Endpoint(home, _options(store), store.environment, within=("env", "-C", str(home)))


def test_doctor_has_both_sides_write_and_read(
    store: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = rmt("doctor", *_options(store), **store.environment)
    assert done.returncode == 0, done.stdout
    assert "ok   Warehouse: s3a://bucket/a/warehouse can be written; pyarrow: write " in done.stdout
    told = "ok   Warehouse of Spark: both sides read what the other wrote; Hadoop: open "
    assert told in done.stdout
    without = rmt("doctor", "--warehouse", _WAREHOUSE, "--metastore", "memory", **store.environment)
    assert without.returncode == 1
    assert "fail Warehouse of Spark: " in without.stdout
    assert "ClassNotFoundException" in without.stdout
    assert not [name for _, _, names in os.walk(store.directory) for name in names]
    nowhere = {**store.environment, "AWS_ENDPOINT_URL": "http://127.0.0.1:1"}
    assert "fail Warehouse: " in rmt("doctor", "--warehouse", _WAREHOUSE, **nowhere).stdout


def test_a_warehouse_in_a_bucket(store: ObjectStore, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with _endpoint(store, home) as endpoint, endpoint.connect() as client:
        client.run(
            "CREATE TABLE t (id Int64, p UInt8, name String, v UInt32, PROJECTION sums "
            "(SELECT p, count() GROUP BY p)) ENGINE = ReplacingMergeTree(v) "
            "ORDER BY id PARTITION BY p "
            "SETTINGS deduplicate_merge_projection_mode = 'rebuild', "
            "lightweight_mutation_projection_mode = 'rebuild'"
        )
        client.run("CREATE TABLE sums (p UInt8, n UInt64) ENGINE = SummingMergeTree ORDER BY p")
        client.run(
            "CREATE MATERIALIZED VIEW mv TO sums AS SELECT p, count() AS n FROM t GROUP BY p"
        )
        client.run("INSERT INTO t VALUES (1, 0, 'one', 1), (2, 1, 'two', 1)")
        client.run("INSERT INTO t SELECT number, number % 2, 'many', 2 FROM numbers(5000)")
        assert client.run("SELECT count(), min(name) FROM t FINAL") == [(5000, "many")]
        client.run("ALTER TABLE t UPDATE name = 'new' WHERE id = 7 SETTINGS mutations_sync = 1")
        client.run("DELETE FROM t WHERE id = 8")
        client.run("OPTIMIZE TABLE t FINAL")
        assert client.run("SELECT p, n FROM sums FINAL ORDER BY p") == [(0, 2501), (1, 2501)]
        client.run("ALTER TABLE t DETACH PARTITION 1")
        client.run("CREATE TABLE spark_own USING parquet AS SELECT id FROM t FINAL WHERE id < 4")
        assert client.run("SELECT count(*) FROM spark_own") == [(3,)]
    local = {path.name for path in (home / "rmt-home").rglob("*.parquet")}
    assert not local
    assert list((store.directory / "bucket" / "a" / "warehouse" / "tables").rglob("*.parquet"))
    with _endpoint(store, home) as endpoint, endpoint.connect() as client:
        client.run("ALTER TABLE t ATTACH PARTITION 1")
        assert client.run("SELECT count(), countIf(name = 'new') FROM t FINAL") == [(4999, 1)]
        client.run("DROP TABLE t SYNC")
    assert min(store.requests[method] for method in ("PUT", "GET", "DELETE")) > 0
