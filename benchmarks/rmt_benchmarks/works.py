"""What is measured on each data set, and the bars it is held to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .building import building
from .collapsing import collapsing
from .feeding import feeding
from .folding import folding
from .generate import DATA_SETS, write_inserts
from .keyed import keyed
from .lab import Lab
from .measure import Bar, Work
from .memory import PeakMemory, driver_bytes
from .merging import merging
from .parsing import parsing
from .projecting import projecting
from .reading import reading

__all__ = ["SUITES"]

_OURS, _PLAIN, _HOUSE = "FINAL", "plain scan", "ClickHouse FINAL"
_WINDOW, _MAX_BY, _DUCK = "Spark row_number", "Spark max_by", "DuckDB"
_NARROW = "val_1 val_2 val_3 val_4 val_5 ts is_deleted".split()
_POINTS = 20


def _newest(table: str, keys: str, columns: list[str]) -> str:
    """The newest row of each key by a window, as one writes it without FINAL."""
    listed = ", ".join([*keys.split(", "), *columns])
    return (
        f"(SELECT {listed} FROM (SELECT *, row_number() OVER (PARTITION BY {keys} "
        f"ORDER BY ts DESC) AS place FROM {table}) WHERE place = 1 AND is_deleted = 0)"
    )


def _newest_by_max(table: str, keys: str, columns: list[str]) -> str:
    chosen = ", ".join(f"max_by({name}, ts) AS {name}" for name in columns)
    listed = ", ".join([*keys.split(", "), *columns])
    return (
        f"(SELECT {listed} FROM (SELECT {keys}, {chosen}, max_by(is_deleted, ts) AS gone "
        f"FROM {table} GROUP BY {keys}) WHERE gone = 0)"
    )


def _a(lab: Lab) -> Iterator[Work]:
    files = lab.load("a")
    ours, house = lab.ours, lab.clickhouse
    total = "SELECT count(), sum(val_1) FROM"
    parquet = f"read_parquet({ours.files('a')!r})"
    yield Work(
        "A",
        "count and sum",
        {
            _OURS: lambda: ours.run(f"{total} a FINAL"),
            _PLAIN: lambda: ours.run(f"{total} a") and None,
            _HOUSE: lambda: house.run(f"{total} a FINAL"),
            _DUCK: lambda: (
                lab.duckdb.run(
                    "SELECT count(*), sum(v) FROM (SELECT arg_max(val_1, ts) AS v, "
                    f"arg_max(is_deleted, ts) AS gone FROM {parquet} GROUP BY key) WHERE gone = 0"
                )
                and None
            ),
            _WINDOW: lambda: ours.run(f"{total} {_newest('a', 'key', ['val_1'])}"),
            _MAX_BY: lambda: ours.run(f"{total} {_newest_by_max('a', 'key', ['val_1'])}"),
        },
        [Bar(_OURS, _HOUSE, 1.0), Bar(_OURS, _PLAIN, 2.0), Bar(_OURS, _WINDOW, 1 / 8)],
        slow=frozenset({_WINDOW, _MAX_BY}),
        rounds=9,
        warm_up=8,
    )
    yield Work(
        "A",
        "all columns",
        {
            _OURS: lambda: ours.scan("SELECT * FROM a FINAL"),
            _PLAIN: lambda: ours.scan("SELECT * FROM a"),
            _HOUSE: lambda: house.scan("SELECT * FROM a FINAL"),
            _WINDOW: lambda: ours.scan(f"SELECT * FROM {_newest('a', 'key', _NARROW)}"),
        },
        [Bar(_OURS, _HOUSE, 1.6), Bar(_OURS, _PLAIN, 1.0), Bar(_OURS, _WINDOW, 1 / 5)],
        slow=frozenset({_WINDOW}),
    )
    selective = f"{total} a FINAL WHERE val_1 < 10000"
    yield _beside_clickhouse(lab, "filter on a column that is no key", selective, 0.7)
    yield _beside_clickhouse(lab, "count()", "SELECT count() FROM a FINAL", 0.5)
    yield from _points(lab)
    yield from _inserts(lab, files)
    yield _vector(lab)
    yield _optimize(lab)
    yield _merged(lab)


def _beside_clickhouse(lab: Lab, name: str, query: str, limit: float) -> Work:
    return Work(
        "A",
        name,
        {_OURS: lambda: lab.ours.run(query), _HOUSE: lambda: lab.clickhouse.run(query)},
        [Bar(_OURS, _HOUSE, limit)],
        rounds=9,
        warm_up=5,
    )


def _points(lab: Lab) -> Iterator[Work]:
    [(low, high)] = lab.ours.run("SELECT min(key), max(key) FROM a")
    keys = iter(range(low, high, max((high - low) // 1000, 1)))

    def point(ask: Callable[[str], Any]) -> None:
        ask(f"SELECT * FROM a FINAL WHERE key = {next(keys)}")

    yield Work(
        "A",
        "point lookup through PyHive",
        {_OURS: lambda: point(lab.ours.ask), _HOUSE: lambda: point(lab.clickhouse.run)},
        [Bar(_OURS, None, 0.120)],
        rounds=_POINTS,
        warm_up=4 * _POINTS,
    )


def _inserts(lab: Lab, files: list[Path]) -> Iterator[Work]:
    data = DATA_SETS["a"]
    numbers = iter(range(1_000_000_000))

    def fresh() -> None:
        lab.ours.load(data, [], "a_insert")
        lab.clickhouse.load(data, [], "a_insert")

    def write(run: Callable[[str], Any], rows: int) -> None:
        listed = ", ".join(f"({next(numbers)}, 1, 'a', 'b', 'c', 'd', 1, 0)" for _ in range(rows))
        run(f"INSERT INTO a_insert VALUES {listed}")

    yield Work(
        "A",
        "INSERT … SELECT of one file",
        {
            "INSERT": lambda: lab.ours.insert("a_insert", files[0]),
            "ClickHouse INSERT": lambda: lab.clickhouse.insert("a_insert", files[0]),
        },
        [Bar("INSERT", "ClickHouse INSERT", 1.5)],
        before=fresh,
    )
    fresh()
    for rows, limit in ((1, 0.080), (1000, 0.120)):
        yield Work(
            "A",
            f"INSERT VALUES of {rows:,} through PyHive",
            {
                "INSERT": partial(write, lab.ours.ask, rows),
                "ClickHouse INSERT": partial(write, lab.clickhouse.run, rows),
            },
            [Bar("INSERT", None, limit)],
            rounds=_POINTS,
            warm_up=5,
        )
    upsert = {
        "INSERT, then FINAL": lambda: _upsert(lab, files),
        "DuckDB DELETE and INSERT": lambda: lab.duckdb.upsert(files[0], files[1], "key"),
        "delta-rs merge": lambda: lab.delta.merge(files[1], "key"),
    }
    lab.delta.create(files[0])
    lab.ours.load(data, files[:1], "a_upsert")
    yield Work("A", "upsert of one file into another", upsert, rounds=1, warm_up=0)


def _upsert(lab: Lab, files: list[Path]) -> None:
    lab.ours.insert("a_upsert", files[1])
    lab.ours.run("SELECT count(), sum(val_1) FROM a_upsert FINAL")


def _vector(lab: Lab) -> Work:
    """FINAL when nobody has built the deletion vector yet."""
    query = "SELECT count(), sum(val_1) FROM {} FINAL"
    return Work(
        "A",
        "count and sum, nothing built before",
        {
            _OURS: lambda: lab.ours.run(query.format("a_cold")),
            _HOUSE: lambda: lab.clickhouse.run(query.format("a")),
        },
        [Bar(_OURS, _HOUSE, 2.3)],
        rounds=7,
        before=lambda: lab.ours.copy("a", "a_cold"),
    )


def _vector_of_composite_key(lab: Lab) -> Work:
    """The same where a key is more than one number, beside data set A."""
    query = "SELECT count(), sum(val_1) FROM {} FINAL"

    def anew() -> None:
        lab.ours.copy("a", "a_cold")
        lab.ours.copy("b", "b_cold")

    return Work(
        "B",
        "count and sum, nothing built before",
        {
            _OURS: lambda: lab.ours.run(query.format("b_cold")),
            _HOUSE: lambda: lab.clickhouse.run(query.format("b")),
            "FINAL of A": lambda: lab.ours.run(query.format("a_cold")) and None,
        },
        [Bar(_OURS, "FINAL of A", 3.0)],
        rounds=5,
        before=anew,
    )


def _optimize(lab: Lab) -> Work:
    def anew() -> None:
        lab.ours.copy("a", "a_merge")
        lab.clickhouse.copy("a", "a_merge")

    def merge() -> None:
        with PeakMemory() as peak:
            lab.ours.run("OPTIMIZE TABLE a_merge FINAL")
        name = "OPTIMIZE FINAL, largest worker"
        lab.memory[name] = max(lab.memory.get(name, 0), peak.bytes)

    return Work(
        "A",
        "OPTIMIZE FINAL",
        {
            "OPTIMIZE": merge,
            "ClickHouse OPTIMIZE": lambda: (
                lab.clickhouse.run("OPTIMIZE TABLE a_merge FINAL") and None
            ),
        },
        [Bar("OPTIMIZE", "ClickHouse OPTIMIZE", 0.8)],
        rounds=3,
        before=anew,
    )


def _merged(lab: Lab) -> Work:
    query = "SELECT count(), sum(val_1) FROM a_merge"
    for engine in (lab.ours, lab.clickhouse):
        engine.run("OPTIMIZE TABLE a_merge FINAL CLEANUP")
    return Work(
        "A",
        "count and sum after OPTIMIZE FINAL CLEANUP",
        {
            _OURS: lambda: lab.ours.run(f"{query} FINAL"),
            _PLAIN: lambda: lab.ours.run(query),
            _HOUSE: lambda: lab.clickhouse.run(f"{query} FINAL"),
        },
        [Bar(_OURS, _PLAIN, 1.05)],
        rounds=9,
    )


def _b(lab: Lab) -> Iterator[Work]:
    lab.load("a")
    lab.load("b")
    query = "SELECT count(), sum(val_1) FROM b FINAL"
    yield Work(
        "B",
        "count and sum",
        {
            _OURS: lambda: lab.ours.run(query),
            _PLAIN: lambda: lab.ours.run("SELECT count(), sum(val_1) FROM b") and None,
            _HOUSE: lambda: lab.clickhouse.run(query),
            "FINAL of A": lambda: lab.ours.run("SELECT count(), sum(val_1) FROM a FINAL") and None,
        },
        [Bar(_OURS, "FINAL of A", 1.2)],
        rounds=7,
    )
    yield _vector_of_composite_key(lab)


def _c(lab: Lab) -> Iterator[Work]:
    lab.load("c")
    query = "SELECT sum(n_3), max(n_5) FROM c"
    yield Work(
        "C",
        "two columns of 25",
        {
            _OURS: lambda: lab.ours.run(f"{query} FINAL"),
            _PLAIN: lambda: lab.ours.run(query) and None,
            _HOUSE: lambda: lab.clickhouse.run(f"{query} FINAL"),
        },
        [Bar(_OURS, _PLAIN, 2.0)],
        rounds=7,
    )


def _d(lab: Lab) -> Iterator[Work]:
    files = lab.load("d")
    lab.ours.load(DATA_SETS["d"], files[:10], "d_10")
    rows = 5000 * 9
    few = f"SELECT count(), sum(val) FROM d_10 FINAL WHERE key < {rows}"
    many = f"SELECT count(), sum(val) FROM d FINAL WHERE key < {rows}"
    plan = "EXPLAIN SELECT count(), sum(val) FROM d FINAL"
    yield Work(
        "D",
        "planning with 500 parts",
        {"EXPLAIN": lambda: lab.ours.run(plan) and None},
        [Bar("EXPLAIN", None, 0.150)],
        rounds=9,
    )
    yield Work(
        "D",
        "range aggregate with 500 parts",
        {
            _OURS: lambda: lab.ours.run(many),
            "FINAL of 10 parts": lambda: lab.ours.run(few),
            _HOUSE: lambda: lab.clickhouse.run(many),
        },
        [Bar(_OURS, "FINAL of 10 parts", 2.0)],
        rounds=9,
    )


def _e(lab: Lab) -> Iterator[Work]:
    lab.load("e")
    values = [f"val_{number}" for number in range(1, 6)]
    chosen = ", ".join(f"argMax({name}, ts) AS {name}" for name in values)
    highest = ", ".join(f"max_by({name}, ts) AS {name}" for name in values)
    numbered = "SELECT *, row_number() OVER (PARTITION BY key ORDER BY ts DESC) AS n FROM e"
    some = ", ".join(str(number * 997) for number in range(200))
    for name, where in (
        ("one key", "WHERE key = 10"),
        ("200 keys", f"WHERE key IN ({some})"),
        ("full table", ""),
    ):
        group = f"SELECT key, {chosen}, max(ts) FROM e {where} GROUP BY key"
        subquery = (
            f"SELECT * FROM e WHERE (key, ts) IN (SELECT key, max(ts) FROM e {where} GROUP BY key)"
            f" {where.replace('WHERE', 'AND')}"
        )
        limit_by = f"SELECT * FROM e {where} ORDER BY ts DESC LIMIT 1 BY key"
        ours = {
            _OURS: f"SELECT * FROM e FINAL {where}",
            "argMax": group,
            "LIMIT BY": limit_by,
            "subquery": subquery,
            "row_number": f"SELECT * FROM ({numbered} {where}) WHERE n = 1",
            "max_by": f"SELECT key, {highest}, max(ts) FROM e {where} GROUP BY key",
        }
        theirs = {
            _HOUSE: ours[_OURS],
            "ClickHouse argMax": group,
            "ClickHouse LIMIT BY": limit_by,
            "ClickHouse subquery": subquery,
        }
        contestants: dict[str, Callable[[], Any]] = {
            who: partial(lab.ours.scan, sql) for who, sql in ours.items()
        }
        contestants |= {who: partial(lab.clickhouse.scan, sql) for who, sql in theirs.items()}
        others = [who for who in ours if who != _OURS]
        yield Work(
            "E",
            name,
            contestants,
            [Bar(_OURS, who, 1.0) for who in others],
            rounds=5 if where else 3,
            slow=frozenset() if where else frozenset(others),
        )


def _f(lab: Lab) -> Iterator[Work]:
    lab.load("f")
    lab.load("f_by_year")
    query = (
        "SELECT toYear(CreationDate) AS year, sum(Score) FROM {} FINAL GROUP BY year ORDER BY year"
    )
    within = " SETTINGS do_not_merge_across_partitions_select_final = 1"
    one, parted = query.format("f"), query.format("f_by_year") + within
    key = "PostTypeId, toDate(CreationDate), CreationDate, Id"
    numbered = (
        "SELECT toYear(CreationDate) AS year, sum(Score) FROM (SELECT *, row_number() OVER "
        f"(PARTITION BY {key} ORDER BY Version DESC) AS n FROM f) WHERE n = 1 AND Deleted = 0 "
        "GROUP BY year ORDER BY year"
    )
    yield Work(
        "F",
        "sum per year",
        {
            "unpartitioned": lambda: lab.ours.run(one),
            "partitioned": lambda: lab.ours.run(parted),
            "ClickHouse unpartitioned": lambda: lab.clickhouse.run(one),
            "ClickHouse partitioned": lambda: lab.clickhouse.run(parted),
            _WINDOW: lambda: lab.ours.run(numbered),
        },
        [Bar("partitioned", "unpartitioned", 1.0), Bar("unpartitioned", _WINDOW, 1.0)],
        rounds=7,
        slow=frozenset({_WINDOW}),
    )


def _growth(lab: Lab) -> Iterator[Work]:
    """A at 1, 2, 4 and 8 times an eighth of its rows: what grows, and how fast."""
    sources = {
        factor: write_inserts(DATA_SETS["a"], lab.directory / "sources", lab.scale * factor / 8)
        for factor in (1, 2, 4, 8)
    }
    query = "SELECT count(), sum(val_1) FROM g_{} FINAL"
    for factor, files in sources.items():
        lab.note(f"loading {factor} times an eighth of A")
        lab.ours.load(DATA_SETS["a"], files, f"g_{factor}")
        lab.ours.run(query.format(factor))
        for name, used in driver_bytes(lab.ours.engine.gateway.jvm).items():
            lab.memory[f"{name} after FINAL of {factor} times the rows"] = used
    bars = [Bar(f"{factor} times", "1 times", float(factor)) for factor in (2, 4, 8)]

    def by_factor(run: Callable[[int], Any]) -> dict[str, Callable[[], Any]]:
        return {f"{factor} times": partial(run, factor) for factor in sources}

    def read(factor: int) -> None:
        lab.ours.run(query.format(factor))

    yield Work("growth", "count and sum, FINAL", by_factor(read), bars, rounds=9)

    def fresh() -> None:
        for factor in sources:
            lab.ours.load(DATA_SETS["a"], [], f"g_insert_{factor}")

    def insert(factor: int) -> None:
        lab.ours.insert(f"g_insert_{factor}", sources[factor][0])

    name = "INSERT … SELECT of one file"
    yield Work("growth", name, by_factor(insert), bars, rounds=3, before=fresh)


SUITES: dict[str, Callable[[Lab], Iterator[Work]]] = {
    "a": _a,
    "b": _b,
    "c": _c,
    "d": _d,
    "e": _e,
    "f": _f,
    "g": _growth,
    "h": reading,
    "i": building,
    "j": parsing,
    "k": collapsing,
    "l": folding,
    "m": feeding,
    "n": projecting,
    "o": merging,
    "p": keyed,
}
