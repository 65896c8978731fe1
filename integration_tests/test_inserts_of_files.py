"""INSERT of columns of Parquet files as they are, beside the same rows by way of Spark's writer."""

from __future__ import annotations

import datetime as dt
import itertools
from decimal import Decimal
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.endpoint import Client, ServerError

from rmt_engine.merges import file_blocks
from rmt_engine.spark.write import insert_writer

ROWS = 150_000
COLUMNS = (
    "k Nullable(Int64), u UInt64, s String, n Nullable(String), f Float64, w UInt32, b Bool, "
    "d Date, t DateTime, p Decimal(18, 4), ver UInt32, del UInt8"
)
SETTINGS = "allow_nullable_key = 1"
BY_SPARK = "{query} WHERE ver >= 0"
"""A query that does more than read columns."""


def _masked(values: pa.Array, is_null: np.ndarray) -> pa.Array:
    return pa.array(values.to_pylist(), pa.string(), mask=is_null)


@pytest.fixture(scope="module")
def rows() -> pa.Table:
    """Rows with repeated keys, NULL keys and NULLs where a column takes none."""
    random = np.random.default_rng(7)
    keys = random.integers(-5_000, 60_000, ROWS)
    seconds = random.integers(0, 2**32, ROWS) * 1_000_000 + random.integers(0, 1_000_000, ROWS)
    texts = pa.array(random.integers(0, 10**15, ROWS)).cast(pa.string())
    return pa.table(
        {
            "k": pa.array(keys, mask=keys % 97 == 0),
            "u": pa.array(random.integers(0, 2**64, ROWS, dtype=np.uint64)),
            "s": pa.array(random.integers(0, 10**15, ROWS)).cast(pa.string()),
            "n": _masked(texts, random.random(ROWS) < 0.1),
            "f": pa.array(random.choice([0.0, -0.0, float("nan"), 1.5], ROWS)),
            "w": pa.array(random.integers(0, 2**32, ROWS, dtype=np.uint32)),
            "b": pa.array(random.random(ROWS) < 0.5),
            "d": pa.array(random.integers(0, 2**16, ROWS).astype("int32")).cast(pa.date32()),
            "t": pa.array(seconds).cast(pa.timestamp("us", "UTC")),
            "p": pa.array([Decimal(int(n)).scaleb(-4) for n in keys], pa.decimal128(18, 4)),
            "ver": pa.array(random.permutation(ROWS).astype(np.uint32)),
            "del": pa.array((random.random(ROWS) < 0.1).astype(np.uint8)),
        }
    )


@pytest.fixture
def few_rows_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are cut into ranges of keys where they would be small enough for one task."""
    monkeypatch.setattr(file_blocks, "_RANGE_ROWS", 25_000)


def written_by(client: Client, table: str) -> set[str]:
    """Who wrote the files of a table's parts."""
    found = client.run(
        f"SELECT DISTINCT path FROM system.parts WHERE `table` = '{table}' AND active "
        "AND database = currentDatabase()"
    )
    directories = [Path(unquote(urlsplit(path).path)) for (path,) in found]
    files = [file for directory in directories for file in directory.glob("*.parquet")]
    return {pq.read_metadata(file).created_by.partition(" ")[0] for file in files}


def write(path: Path, rows: pa.Table, row_groups: int = 37_500) -> str:
    pq.write_table(rows, path, row_group_size=row_groups, use_dictionary=False)
    return f"parquet.`{path}`"


KEYS = ("k", "s, k", "d, f", "u", "tuple()")
ENGINES = ("ReplacingMergeTree(ver, del)", "MergeTree")


@pytest.fixture
def source(tmp_path: Path, rows: pa.Table) -> str:
    directory = tmp_path / "it's 100% new"
    directory.mkdir()
    write(directory / "a b%20.parquet", rows.slice(0, 100_000))
    wide = rows.set_column(2, "s", rows.column("s").cast(pa.large_string()))
    write(directory / "b.parquet", wide.slice(100_000))
    return f"parquet.`{directory}`"


def told_apart(client: Client, table: str) -> list[tuple[object, ...]]:
    """What tells a table's rows from others, in whatever order they are."""
    names = [column.split()[0] for column in COLUMNS.replace("(18, 4)", "").split(", ")]
    texts = ", '|', ".join(f"ifNull(toString({name}), 'NULL')" for name in names)
    sums = f"CRC32(concat({texts}))"
    return client.run(f"SELECT count(), sum({sums}), groupBitXor({sums}) FROM {table}")


@pytest.mark.parametrize(("engine", "key"), list(itertools.product(ENGINES, KEYS)))
@pytest.mark.usefixtures("few_rows_each")
@pytest.mark.sample(2)
def test_the_rows_are_those_of_sparks_writer(
    client: Client, source: str, engine: str, key: str
) -> None:
    blocks = "min_insert_block_size_rows = 1000000"
    query = f"SELECT * FROM {source}"
    for table, rows in (("a", query), ("b", BY_SPARK.format(query=query))):
        client.run(
            f"CREATE TABLE {table} ({COLUMNS}) ENGINE = {engine} ORDER BY {brackets(key)} "
            f"SETTINGS {SETTINGS}"
        )
        client.run(f"INSERT INTO {table} SETTINGS {blocks} {rows}")
    assert told_apart(client, "a") == told_apart(client, "b")
    parts = "SELECT name, rows, level FROM system.parts WHERE `table` = '{}' AND active"
    assert client.run(parts.format("a")) == client.run(parts.format("b"))
    client.run("OPTIMIZE TABLE a FINAL")
    assert told_apart(client, "a") == told_apart(client, "b")
    single = "SETTINGS check_query_single_value_result = 1"
    assert client.run(f"CHECK TABLE a {single}") == [(1,)]


def brackets(key: str) -> str:
    return key if key == "tuple()" else f"({key})"


def test_which_inserts_take_this_way(client: Client, source: str) -> None:
    create = f"CREATE TABLE {{}} ({COLUMNS}) ENGINE = MergeTree ORDER BY u {{}} SETTINGS {SETTINGS}"
    cases = {
        "plain": ("", f"SELECT * FROM {source}", "parquet-cpp-arrow"),
        "renamed": (
            "",
            f"SELECT k, u, s AS x, n, f, w, b, d, t, p, ver, del FROM {source}",
            "parquet-cpp-arrow",
        ),
        "partitioned": ("PARTITION BY del", f"SELECT * FROM {source}", "parquet-mr"),
        "filtered": ("", f"SELECT * FROM {source} WHERE ver > 5", "parquet-mr"),
        "computed": (
            "",
            f"SELECT k, u, upper(s), n, f, w, b, d, t, p, ver, del FROM {source}",
            "parquet-mr",
        ),
    }
    for table, (clause, query, writer) in cases.items():
        client.run(create.format(table, clause))
        client.run(f"INSERT INTO {table} SETTINGS min_insert_block_size_rows = 50000 {query}")
        assert written_by(client, table) == {writer}, table
    counts = {table: client.run(f"SELECT count(), sum(w) FROM {table}") for table in cases}
    assert counts["plain"] == counts["renamed"] == counts["partitioned"] == counts["computed"]
    [(parts,)] = client.run(
        "SELECT count() FROM system.parts WHERE `table` = 'plain' AND active AND rows <= 50000"
    )
    assert parts == 4


@pytest.mark.parametrize(
    ("column", "value", "error"),
    [
        ("w", -1, "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"),
        ("d", dt.date(1969, 12, 31), "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"),
        ("t", dt.datetime(2107, 1, 1, tzinfo=dt.UTC), "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"),
        ("del", 2, "INCORRECT_DATA"),
    ],
)
def test_what_does_not_fit_is_refused(
    client: Client, tmp_path: Path, rows: pa.Table, column: str, value: object, error: str
) -> None:
    at = rows.schema.get_field_index(column)
    kind = pa.int64() if column == "w" else pa.int16() if column == "del" else rows.schema[at].type
    values = rows.column(at).cast(kind).to_pylist()
    values[-1] = value
    wrong = rows.set_column(at, column, pa.array(values, kind))
    source = write(tmp_path / "a.parquet", wrong)
    client.run(
        f"CREATE TABLE t ({COLUMNS}) ENGINE = ReplacingMergeTree(ver, del) ORDER BY k "
        f"SETTINGS {SETTINGS}"
    )
    with pytest.raises(ServerError) as raised:
        client.run(f"INSERT INTO t SELECT * FROM {source}")
    assert raised.value.name == error
    assert client.run("SELECT count() FROM t") == [(0,)]


def test_files_that_differ_or_go(client: Client, tmp_path: Path, rows: pa.Table) -> None:
    """A file without a column has NULLs, as Spark reads it; one cut short is refused by Spark."""
    client.run(
        "CREATE TABLE t (u UInt64, s String, n Nullable(String)) ENGINE = MergeTree ORDER BY u"
    )
    some = rows.select(["u", "s", "n"])
    write(tmp_path / "a.parquet", some)
    write(tmp_path / "b.parquet", some.select(["u", "s"]))
    client.run(f"INSERT INTO t SELECT u, s, n FROM parquet.`{tmp_path}`")
    assert client.run("SELECT count() FROM t") == [(2 * ROWS,)]
    broken = tmp_path / "c" / "c.parquet"
    broken.parent.mkdir()
    write(broken, some)
    content = broken.read_bytes()
    broken.write_bytes(content[: len(content) // 2])
    with pytest.raises(ServerError):
        client.run(f"INSERT INTO t SELECT u, s, n FROM parquet.`{broken}`")
    assert client.run("SELECT count() FROM t") == [(2 * ROWS,)]


def test_a_token_is_known_again(client: Client, source: str) -> None:
    client.run(
        f"CREATE TABLE t ({COLUMNS}) ENGINE = MergeTree ORDER BY u "
        f"SETTINGS {SETTINGS}, non_replicated_deduplication_window = 100"
    )
    insert = (
        "INSERT INTO t SETTINGS min_insert_block_size_rows = 1000000, "
        f"insert_deduplication_token = 'x' SELECT * FROM {source}"
    )
    client.run(insert)
    client.run(insert)
    assert client.run("SELECT count() FROM t") == [(ROWS,)]


def test_rows_of_a_table_of_the_engine(
    client: Client, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are read so only where they hold what a reader sees."""
    monkeypatch.setattr(insert_writer, "_SMALL_BYTES", 0)
    types = {"k": "Nullable(Int64)", "u": "UInt64", "s": "String", "ver": "UInt32"}
    columns = ", ".join(f"{name} {kind}" for name, kind in types.items())
    client.run(f"CREATE TABLE a ({columns}) ENGINE = ReplacingMergeTree(ver) ORDER BY u")
    types |= {"x": "String", "w": "Int64"}
    blocks = "SETTINGS min_insert_block_size_rows = 50000"
    client.run(f"INSERT INTO a {blocks} SELECT k, u % 40000, s, ver FROM {source}")
    steps = (
        "SELECT 1",
        "DELETE FROM a WHERE u < 1000",
        "ALTER TABLE a ADD COLUMN w Int64 DEFAULT ver + 1",
        f"INSERT INTO a {blocks} SELECT k, u % 40000, s, ver, ver FROM {source}",
        "ALTER TABLE a RENAME COLUMN s TO x",
    )
    for step in steps:
        client.run(step)
        there = {name: types[name] for name, *_ in client.run("DESCRIBE TABLE a") if name in types}
        listed = ", ".join(there)
        for rows in ("a", "a FINAL"):
            client.run("DROP TABLE IF EXISTS b")
            declared = ", ".join(f"{name} {kind}" for name, kind in there.items())
            client.run(f"CREATE TABLE b ({declared}) ENGINE = MergeTree ORDER BY u")
            client.run(f"INSERT INTO b SELECT {listed} FROM {rows}")
            told = "count(), sum(u), sum(ver), sum(cityHash64(u, ver, ifNull(k, 5)))"
            assert client.run(f"SELECT {told} FROM b") == client.run(f"SELECT {told} FROM {rows}")
