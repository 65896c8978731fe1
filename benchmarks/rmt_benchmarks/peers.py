"""Our engine, ClickHouse, DuckDB and delta-rs, each with its own copy of the data."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.compute as pc
import pyarrow.parquet as pq
from chdb import session
from deltalake import DeltaTable, write_deltalake
from pyhive import hive

from rmt_engine.config import EngineSettings
from rmt_engine.spark.bridge.launch import LaunchedJvm
from rmt_engine.spark.serve.ports import free_port

from .generate import DataSet

__all__ = ["ClickHouse", "Delta", "DuckDb", "Ours"]

Rows = list[tuple[Any, ...]]
_ONE_BLOCK = "min_insert_block_size_rows = 100000000"


class Ours:
    """Our engine in this process, with its Thrift endpoint."""

    def __init__(self, directory: Path, conf: dict[str, str]) -> None:
        port = free_port()
        settings = EngineSettings(
            warehouse=str(directory / "warehouse"), port=port, metastore="memory", conf=conf
        )
        jvm = LaunchedJvm(settings, port)
        from rmt_engine.spark.run.engine import start_engine
        from rmt_engine.spark.serve.thrift import ThriftServer

        self.engine = start_engine(settings, jvm)
        self._server = ThriftServer(self.engine)
        self.spark = self.engine.spark
        self.port = port
        self.cursor = hive.connect("127.0.0.1", port).cursor()

    def load(self, data: DataSet, files: Sequence[Path], table: str = "") -> None:
        """Creates a table and inserts the files, one part of each partition for each file."""
        table = table or data.name
        self.run(f"DROP TABLE IF EXISTS {table}")
        self.run(data.create.format(name=table))
        for file in files:
            self.insert(table, file, _ONE_BLOCK)

    def copy(self, source: str, table: str) -> None:
        """Makes a table of the same parts: nobody merges them or builds a vector by himself."""
        self.run(f"DROP TABLE IF EXISTS {table}")
        self.run(f"CREATE TABLE {table} AS {source}")
        self.run("SET final_build = 'lazy'")
        self.run(f"ALTER TABLE {table} ATTACH PARTITION ID 'all' FROM {source}")
        self.run("RESET final_build")

    def insert(self, table: str, file: Path, settings: str = "") -> None:
        """Inserts a file."""
        clause = f"SETTINGS {settings}" if settings else ""
        columns = ", ".join(pq.read_schema(file).names)
        self.run(f"INSERT INTO {table} ({columns}) {clause} SELECT * FROM parquet.`{file}`")

    def compile(self, sql: str) -> str:
        """Spark's text of a query of ClickHouse's."""
        from rmt_engine.spark.run.queries import compiled_query
        from rmt_engine.spark.session.active import ActiveSession

        engine = self.engine
        active = ActiveSession(engine.gateway, engine.context, engine.store.registry)
        found = compiled_query(sql, active, engine.gateway, dialect="")
        assert found is not None, "a query of the engine's tables is compiled"
        return found.sql

    def run(self, sql: str) -> Rows:
        """The rows of a statement."""
        return [tuple(row) for row in self.spark.sql(sql).collect()]

    def scan(self, sql: str) -> None:
        """Computes all rows of a query and throws them away."""
        self.spark.sql(sql).write.format("noop").mode("overwrite").save()

    def ask(self, sql: str) -> Rows:
        """The rows of a statement, over the endpoint."""
        self.cursor.execute(sql)
        return [tuple(row) for row in self.cursor.fetchall()]

    def files(self, table: str) -> list[str]:
        """The files of a table's active parts."""
        active = self.engine.store.registry.tables.find("default", table)
        assert active is not None
        snapshot = self.engine.store.snapshots.current(active)
        return [
            self.engine.store.storage.hadoop_path(file.path).removeprefix("file://")
            for file in snapshot.files
        ]

    def close(self) -> None:
        """Stops the endpoint and the engine."""
        self._server.stop()
        self.engine.stop()


class ClickHouse:
    """Real ClickHouse in this process."""

    def __init__(self, directory: Path) -> None:
        open_session: Any = session.Session
        self._session = open_session(str(directory / "clickhouse"))

    @property
    def version(self) -> str:
        """ClickHouse's version."""
        return str(self.run("SELECT version()")[0][0])

    def load(self, data: DataSet, files: Sequence[Path], table: str = "") -> None:
        """Creates a table and inserts the files, one part of each partition for each file."""
        table = table or data.name
        self.run(f"DROP TABLE IF EXISTS {table} SYNC")
        self.run(data.create.format(name=table))
        self.run(f"ALTER TABLE {table} MODIFY SETTING merge_selector_base = 1000000")
        for file in files:
            self.insert(table, file, f"{_ONE_BLOCK}, min_insert_block_size_bytes = 0")

    def copy(self, source: str, table: str) -> None:
        """Makes a table of the same parts: nobody has merged them."""
        self.run(f"DROP TABLE IF EXISTS {table} SYNC")
        self.run(f"CREATE TABLE {table} AS {source}")
        self.run(f"ALTER TABLE {table} ATTACH PARTITION ID 'all' FROM {source}")

    def insert(self, table: str, file: Path, settings: str = "") -> None:
        """Inserts a file."""
        clause = f"SETTINGS {settings}" if settings else ""
        columns = ", ".join(pq.read_schema(file).names)
        self.run(f"INSERT INTO {table} ({columns}) {clause} SELECT * FROM file('{file}', Parquet)")

    def run(self, sql: str) -> Rows:
        """The rows of a statement."""
        result = self._session.query(sql, "ArrowTable")
        if result is None or isinstance(result, str):
            return []
        return [tuple(row.values()) for row in result.to_pylist()]

    def scan(self, sql: str) -> None:
        """Computes all rows of a query and throws them away."""
        self._session.query(sql, "Null")

    def close(self) -> None:
        """Ends the session."""
        self._session.close()


class DuckDb:
    """DuckDB over the files of our engine."""

    def __init__(self) -> None:
        self._connection = duckdb.connect()

    def run(self, sql: str) -> Rows:
        """The rows of a statement."""
        return self._connection.sql(sql).fetchall()

    def upsert(self, first: Path, then: Path, key: str) -> None:
        """Inserts a file into a new table, then another that replaces its rows."""
        run = self._connection.execute
        run(f"CREATE OR REPLACE TABLE upsert AS SELECT * FROM '{first}'")
        run(f"DELETE FROM upsert USING '{then}' AS newer WHERE upsert.{key} = newer.{key}")
        run(f"INSERT INTO upsert SELECT * FROM '{then}'")


class Delta:
    """delta-rs."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory / "delta"

    def create(self, file: Path) -> None:
        """Writes a table anew."""
        shutil.rmtree(self._directory, ignore_errors=True)
        write_deltalake(str(self._directory), pq.read_table(file))

    def merge(self, file: Path, key: str) -> None:
        """Merges a file into the table."""
        (
            DeltaTable(str(self._directory))
            .merge(pq.read_table(file), f"t.{key} = s.{key}", source_alias="s", target_alias="t")
            .when_matched_update_all("s.ts >= t.ts")
            .when_not_matched_insert_all()
            .execute()
        )

    def change(self, file: Path, key: str, columns: Sequence[str]) -> None:
        """Merges a file of changes, whose column `op` is `d` where a row is to be deleted."""
        given = {column: f"s.{column}" for column in columns}
        (
            DeltaTable(str(self._directory))
            .merge(pq.read_table(file), f"t.{key} = s.{key}", source_alias="s", target_alias="t")
            .when_matched_delete("s.op = 'd'")
            .when_matched_update(given)
            .when_not_matched_insert({key: f"s.{key}", **given})
            .execute()
        )

    def total(self, column: str) -> tuple[int, int]:
        """How many rows there are, and the sum of a column."""
        values = DeltaTable(str(self._directory)).to_pyarrow_table(columns=[column]).column(column)
        return len(values), int(pc.sum(values).as_py())
