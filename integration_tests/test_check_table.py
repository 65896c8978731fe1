"""CHECK TABLE: damaged files of active parts are told, without reading what is not asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.endpoint import Client

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine
    from rmt_engine.store.table import Table

SINGLE = "SETTINGS check_query_single_value_result = 1"


@pytest.fixture
def table(client: Client, engine: Engine) -> Table:
    """Three parts in two partitions, of which the second part has a flipped byte."""
    client.run(
        "CREATE TABLE t (k Int64, p Int64, s String) ENGINE = ReplacingMergeTree PARTITION BY p "
        "ORDER BY k SETTINGS merge_selector_base = 1000000"
    )
    client.run("INSERT INTO t SELECT id, 1, concat('s', id) FROM range(1000)")
    client.run("INSERT INTO t SELECT id, 2, concat('s', id) FROM range(1000)")
    client.run("INSERT INTO t SELECT id, 2, concat('t', id) FROM range(1000)")
    table = engine.store.registry.tables.find(client.database, "t")
    assert table is not None
    file = engine.store.snapshots.current(table).parts[1].files[0]
    path = Path(engine.store.storage.hadoop_path(file.path).removeprefix("file://"))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    return table


@pytest.mark.sample(0)
def test_a_flipped_byte_is_told(client: Client, table: Table) -> None:
    sound, damaged, other = client.run("CHECK TABLE t")
    assert sound == ("1_1_1_1", 1, "")
    assert damaged[:2] == ("2_2_2_1", 0)
    assert table.uuid in damaged[2]
    assert "Java" not in damaged[2]
    assert other == ("2_3_3_1", 1, "")
    assert client.run(f"CHECK TABLE t {SINGLE}") == [(0,)]
    assert client.run(f"CHECK TABLE t PARTITION 1 {SINGLE}") == [(1,)]
    assert client.run(f"CHECK TABLE t PARTITION ID '2' {SINGLE}") == [(0,)]
    assert client.run("CHECK TABLE t PART '2_3_3_1'") == [("2_3_3_1", 1, "")]
    assert client.run(f"CHECK TABLE t PART '2_2_2_1' {SINGLE}") == [(0,)]


def test_a_damaged_part_that_is_detached_is_not_looked_at(client: Client, table: Table) -> None:
    client.run("ALTER TABLE t DETACH PART '2_2_2_1'")
    assert [row[1] for row in client.run("CHECK TABLE t")] == [1, 1]


def test_all_tables_are_checked(client: Client, table: Table) -> None:
    rows = [row[1:4] for row in client.run("CHECK ALL TABLES") if row[0] == table.database]
    assert rows == [("t", "1_1_1_1", 1), ("t", "2_2_2_1", 0), ("t", "2_3_3_1", 1)]
    assert client.run(f"CHECK ALL TABLES {SINGLE}") == [(0,)]


@pytest.mark.sample(0)
def test_a_large_table_is_read_by_tasks(
    client: Client, engine: Engine, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run is one task of a job of the statement's."""
    monkeypatch.setattr(engine.store.runner, "_inline_rows", 0)
    assert [row[1] for row in client.run("CHECK TABLE t")] == [1, 0, 1]


def test_explain_reads_no_file(client: Client, table: Table) -> None:
    assert client.run("EXPLAIN CHECK TABLE t") == [("CheckTable t",)]
