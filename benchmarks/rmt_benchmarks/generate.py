"""The data sets, made from a seed: Parquet files, one for each insert."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

__all__ = ["DATA_SETS", "DataSet", "write_inserts"]

_SEED = 20_140_403
_DAY_US = 86_400_000_000
_YEARS = range(2008, 2025)
_Generator = np.random.Generator
_Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class DataSet:
    """One table and what is inserted into it.

    Attributes:
        name: the table's name.
        create: its definition, for our engine and ClickHouse alike; `{name}` is the table.
        inserts: makes the rows of each insert, for a scale of 1 or less.
        title: what it is.
    """

    name: str
    create: str
    inserts: Callable[[float], Iterator[pa.Table]]
    title: str


def write_inserts(data: DataSet, directory: Path, scale: float) -> list[Path]:
    """Writes the inserts of a data set to files, unless they are there."""
    target = directory / f"{data.inserts.__name__.strip('_')}-{scale:g}"
    done = target / "done"
    if not done.exists():
        target.mkdir(parents=True, exist_ok=True)
        for number, table in enumerate(data.inserts(scale)):
            pq.write_table(table, target / f"{number:04d}.parquet", compression="zstd")
        done.touch()
    return sorted(target.glob("*.parquet"))


def _texts(random: _Generator, rows: int, different: int, prefix: str = "") -> pa.Array:
    numbers = pa.array(random.integers(0, different, rows)).cast(pa.string())
    return pc.binary_join_element_wise(prefix, numbers, "") if prefix else numbers


def _narrow(random: _Generator, rows: int) -> dict[str, pa.Array]:
    """All columns of A but the key."""
    deleted = (random.random(rows) < 0.02).astype(np.uint8)
    return {
        "val_1": pa.array(random.integers(0, 1_000_000, rows)),
        "val_2": _texts(random, rows, 10**15),
        "val_3": _texts(random, rows, 10**15),
        "val_4": _texts(random, rows, 10**12, "name "),
        "val_5": _texts(random, rows, 10**6, "city "),
        "ts": pa.array(random.integers(0, 10**15, rows)),
        "is_deleted": pa.array(deleted),
    }


_NARROW = (
    "val_1 Int64, val_2 String, val_3 String, val_4 String, val_5 String, ts Int64, "
    "is_deleted UInt8"
)


def _a(scale: float) -> Iterator[pa.Table]:
    random = np.random.default_rng(_SEED)
    rows = int(2_500_000 * scale)
    keys = random.choice(rows * 4, rows, replace=False)
    for _ in range(4):
        random.shuffle(keys)
        yield pa.table({"key": pa.array(keys), **_narrow(random, rows)})


def _b(scale: float) -> Iterator[pa.Table]:
    random = np.random.default_rng(_SEED + 1)
    rows = int(2_500_000 * scale)
    keys = pa.table(
        {
            "tenant": _texts(random, rows, 1000, "tenant-"),
            "id": _texts(random, rows, 10**12, "id-"),
            "day": pa.array(random.integers(18_000, 19_500, rows).astype(np.int32)).cast(
                pa.date32()
            ),
            "amount": _decimals(random, rows),
        }
    )
    for _ in range(4):
        shuffled = keys.take(pa.array(random.permutation(rows)))
        columns = dict(zip(keys.column_names, shuffled.columns, strict=True))
        yield pa.table({**columns, **_narrow(random, rows)})


def _decimals(random: _Generator, rows: int) -> pa.Array:
    whole = pa.array(random.integers(0, 10**7, rows)).cast(pa.decimal128(21, 2))
    return whole.cast(pa.decimal128(18, 2))


def _c(scale: float) -> Iterator[pa.Table]:
    random = np.random.default_rng(_SEED + 2)
    rows = int(1_000_000 * scale)
    keys = np.arange(rows, dtype=np.int64)
    body = " ".join(f"word{number}" for number in range(40))
    for rows_now in (rows, rows // 10):
        chosen = random.permutation(keys)[:rows_now]
        columns: dict[str, pa.Array] = {"id": pa.array(chosen)}
        for number in range(11):
            columns[f"n_{number}"] = pa.array(random.integers(0, 10 ** (number + 1), rows_now))
        for number in range(10):
            columns[f"s_{number}"] = _texts(random, rows_now, 10 ** (number + 1))
        columns["body"] = pc.binary_join_element_wise(
            body, _texts(random, rows_now, 10**12), _texts(random, rows_now, 10**12), " "
        )
        columns["ver"] = pa.array(random.integers(0, 10**15, rows_now))
        columns["is_deleted"] = pa.array((random.random(rows_now) < 0.02).astype(np.uint8))
        yield pa.table(columns)


_C_COLUMNS = ", ".join(
    [
        "id Int64",
        *(f"n_{number} Int64" for number in range(11)),
        *(f"s_{number} String" for number in range(10)),
        "body String, ver Int64, is_deleted UInt8",
    ]
)


def _d(scale: float) -> Iterator[pa.Table]:
    random = np.random.default_rng(_SEED + 3)
    parts, rows = int(500 * scale), 5000
    for part in range(parts):
        start = part * rows * 9 // 10
        keys = start + random.permutation(rows)
        yield pa.table(
            {
                "key": pa.array(keys),
                "val": pa.array(random.integers(0, 1000, rows)),
                "name": _texts(random, rows, 10**9),
                "ver": pa.array(np.full(rows, part, dtype=np.int64)),
            }
        )


def _e(scale: float) -> Iterator[pa.Table]:
    random = np.random.default_rng(_SEED + 4)
    rows = int(2_500_000 * scale)
    for insert in range(4):
        yield pa.table(
            {
                "key": pa.array(np.arange(rows, dtype=np.int64)),
                "val_1": pa.array(random.integers(0, 2**31, rows)),
                "val_2": _texts(random, rows, 10**10),
                "val_3": _texts(random, rows, 10**5),
                "val_4": _texts(random, rows, 10**4),
                "val_5": _texts(random, rows, 10**18),
                "ts": pa.array(np.full(rows, 1_700_000_000 + insert) * 1_000_000).cast(
                    pa.timestamp("us", "UTC")
                ),
            }
        )


def _f(scale: float) -> Iterator[pa.Table]:
    random = np.random.default_rng(_SEED + 5)
    rows = int(6_000_000 * scale)
    first = np.datetime64("2008-01-01", "D").astype(np.int64) * _DAY_US
    days = 365 * len(_YEARS)
    created = first + np.sort(random.integers(0, days * _DAY_US // 1000, rows)) * 1000
    posts = _posts(random, np.arange(rows, dtype=np.int64), created, 1)
    yield posts
    chosen = np.sort(random.choice(rows, max(rows // 60, 1), replace=False))
    yield _posts(random, chosen, created[chosen], 2)


def _posts(random: _Generator, ids: _Numbers, created: _Numbers, version: int) -> pa.Table:
    rows = len(ids)
    stamp = pa.array(created).cast(pa.timestamp("us", "UTC"))
    small = {
        name: pa.array(random.integers(0, limit, rows).astype(np.int32))
        for name, limit in _POST_NUMBERS.items()
    }
    texts = {name: _texts(random, rows, limit) for name, limit in _POST_TEXTS.items()}
    return pa.table(
        {
            "Id": pa.array(ids.astype(np.int32)),
            "PostTypeId": _texts(random, rows, 8),
            **small,
            **texts,
            "CreationDate": stamp,
            **dict.fromkeys(_POST_TIMES, stamp),
            "Version": pa.array(np.full(rows, version, dtype=np.int32)),
            "Deleted": pa.array(np.zeros(rows, dtype=np.uint8)),
        }
    )


_POST_NUMBERS = {
    "AcceptedAnswerId": 10**6,
    "Score": 100,
    "ViewCount": 10_000,
    "OwnerUserId": 10**6,
    "LastEditorUserId": 10**6,
    "AnswerCount": 10,
    "CommentCount": 20,
    "FavoriteCount": 10,
    "ParentId": 10**6,
}
_POST_TEXTS = {
    "Body": 10**15,
    "OwnerDisplayName": 10**5,
    "LastEditorDisplayName": 10**5,
    "Title": 10**12,
    "Tags": 10**4,
    "ContentLicense": 3,
}
_POST_TIMES = ("LastEditDate", "LastActivityDate", "CommunityOwnedDate", "ClosedDate")
_F_COLUMNS = ", ".join(
    [
        "Id Int32",
        "PostTypeId LowCardinality(String)",
        *(f"{name} Int32" for name in _POST_NUMBERS),
        *(f"{name} String" for name in _POST_TEXTS),
        "CreationDate DateTime64(3, 'UTC')",
        *(f"{name} DateTime64(3, 'UTC')" for name in _POST_TIMES),
        "Version UInt32, Deleted UInt8",
    ]
)
_F_ENGINE = "ENGINE = ReplacingMergeTree(Version, Deleted)"
_F_KEY = "ORDER BY (PostTypeId, toDate(CreationDate), CreationDate, Id)"

DATA_SETS = {
    data.name: data
    for data in (
        DataSet(
            "a",
            f"CREATE TABLE {{name}} (key Int64, {_NARROW}) "
            "ENGINE = ReplacingMergeTree(ts, is_deleted) ORDER BY key "
            "SETTINGS allow_experimental_replacing_merge_with_cleanup = 1",
            _a,
            "4 parts of 2.5 M rows, 8 columns, the same keys in random versions, 2 % deleted",
        ),
        DataSet(
            "b",
            "CREATE TABLE {name} (tenant String, id String, day Date, amount Decimal(18, 2), "
            f"{_NARROW}) ENGINE = ReplacingMergeTree(ts, is_deleted) "
            "ORDER BY (tenant, id, day, amount)",
            _b,
            "as A, the key two strings, a date and a decimal",
        ),
        DataSet(
            "c",
            f"CREATE TABLE {{name}} ({_C_COLUMNS}) "
            "ENGINE = ReplacingMergeTree(ver, is_deleted) ORDER BY id",
            _c,
            "1 M rows of 25 columns with a body of 300 characters, a tenth updated",
        ),
        DataSet(
            "d",
            "CREATE TABLE {name} (key Int64, val Int64, name String, ver Int64) "
            "ENGINE = ReplacingMergeTree(ver) ORDER BY key",
            _d,
            "500 parts of 5,000 rows",
        ),
        DataSet(
            "e",
            "CREATE TABLE {name} (key Int64, val_1 Int64, val_2 String, val_3 String, "
            "val_4 String, val_5 String, ts DateTime('UTC')) "
            "ENGINE = ReplacingMergeTree(ts) ORDER BY key",
            _e,
            "a knowledge base's `repl_tbl`: 2.5 M keys inserted four times; it has 10 M",
        ),
        DataSet(
            "f",
            f"CREATE TABLE {{name}} ({_F_COLUMNS}) {_F_ENGINE} {_F_KEY}",
            _f,
            "6 M posts of 24 columns, 100,000 updated",
        ),
        DataSet(
            "f_by_year",
            f"CREATE TABLE {{name}} ({_F_COLUMNS}) {_F_ENGINE} "
            f"PARTITION BY toYear(CreationDate) {_F_KEY}",
            _f,
            "the same, partitioned by year",
        ),
    )
}
