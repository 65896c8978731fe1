"""Damaged files: a statement answers rightly or ends with one clear error."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.endpoint import Client

from rmt_engine.merges.final import PARTITION

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine
    from rmt_engine.store.part import RunFile
    from rmt_engine.store.snapshot import Snapshot

_ROWS = 3_000
_TOLD = re.compile(
    "CHECKSUM_DOESNT_MATCH|CORRUPTED_DATA|NO_FILE_IN_DATA_PART|BAD_SIZE_OF_FILE|FAILED_READ_FILE"
)


@pytest.fixture
def snapshot(client: Client, engine: Engine) -> Snapshot:
    """A table with two parts, the second of which beats half of the first."""
    client.run("SET mutations_sync = 2")
    client.run("SET final_build = lazy")
    client.run(
        "CREATE TABLE t (k Int64, s String, x Int64) ENGINE = ReplacingMergeTree ORDER BY (k, s) "
        "SETTINGS merge_selector_base = 1000000"
    )
    for first in (0, _ROWS // 2):
        client.run(
            f"INSERT INTO t SELECT id + {first}, concat('s', id + {first}), {first} "
            f"FROM range({_ROWS})"
        )
    table = engine.store.registry.tables.find(client.database, "t")
    assert table is not None
    return engine.store.snapshots.current(table)


def _path(engine: Engine, file: RunFile) -> Path:
    return Path(engine.store.storage.hadoop_path(file.path).removeprefix("file://"))


def _flip(engine: Engine, file: RunFile, column: str, seed: int) -> None:
    """Flips a bit in the values of a column."""
    with engine.store.storage.open_parquet(file.path) as parquet:
        chunk = parquet.metadata.row_group(0).column(parquet.schema_arrow.names.index(column))
    stop = chunk.data_page_offset + chunk.total_compressed_size
    place = random.Random(seed).randrange(stop - chunk.total_compressed_size // 2, stop)
    path = _path(engine, file)
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << seed % 8
    path.write_bytes(content)


def _tells(client: Client, statement: str) -> None:
    """Runs a statement that has to end with the error of a damaged file."""
    with pytest.raises(Exception, match=_TOLD) as raised:
        client.run(statement)
    assert "Traceback" not in str(raised.value)
    client.run("KILL MUTATION WHERE `table` = 't'")


@pytest.mark.parametrize("column", ["k", "s", "x"])
@pytest.mark.sample(1)
def test_whoever_reads_a_flipped_bit_says_so(
    client: Client, engine: Engine, snapshot: Snapshot, column: str
) -> None:
    _flip(engine, snapshot.files[0], column, 3)
    every = "sum(k), max(s), sum(x)"
    for statement in (
        f"SELECT {every} FROM t",
        f"SELECT {every} FROM t FINAL",
        "OPTIMIZE TABLE t FINAL",
        "ALTER TABLE t UPDATE x = x + 1 WHERE k + length(s) + x > 0",
    ):
        _tells(client, statement)
    assert len(engine.store.snapshots.current(snapshot.table).parts) == 2


@pytest.mark.sample(0)
def test_who_needs_no_row_ids_does_not_miss_them(
    client: Client, engine: Engine, snapshot: Snapshot
) -> None:
    _flip(engine, snapshot.files[0], "__row", 3)
    _tells(client, "SELECT sum(x) FROM t FINAL")
    _tells(client, "ALTER TABLE t UPDATE x = x + 1 WHERE k >= 0")
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run("SELECT count(), min(k), max(k) FROM t") == [(4_500, 0, 4_499)]


def test_a_file_that_is_another_one_of_the_table_is_found(
    client: Client, engine: Engine, snapshot: Snapshot
) -> None:
    first, second = snapshot.files
    _path(engine, second).write_bytes(_path(engine, first).read_bytes())
    for statement in (
        "SELECT sum(x) FROM t FINAL",
        "OPTIMIZE TABLE t FINAL",
        "ALTER TABLE t UPDATE x = 1 WHERE k = 1",
        "DELETE FROM t WHERE k = 1",
    ):
        _tells(client, statement)


def test_a_file_that_was_cut_off_is_found(
    client: Client, engine: Engine, snapshot: Snapshot
) -> None:
    path = _path(engine, snapshot.files[0])
    path.write_bytes(path.read_bytes()[:-100])
    _tells(client, "SELECT sum(x) FROM t")
    _tells(client, "OPTIMIZE TABLE t FINAL")


def test_a_lost_deletion_vector_does_not_concern_queries(
    client: Client, engine: Engine, snapshot: Snapshot
) -> None:
    count = [(_ROWS + _ROWS // 2,)]
    assert client.run("SELECT count() FROM t FINAL") == count
    record = engine.store.registry.vectors.newest(snapshot.table.id, PARTITION, snapshot.version)
    assert record is not None
    engine.store.storage.delete_files(record.files)
    client.run("INSERT INTO t VALUES (1, 's1', 1)")
    assert client.run("SELECT count() FROM t FINAL") == count
    assert client.run("SELECT sum(1) FROM t FINAL") == count
