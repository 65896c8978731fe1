"""MERGE INTO tables of each engine, beside models of them in Python."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError

from sqlalchemy_rmt import dbapi

Key: TypeAlias = bytes | None
Row: TypeAlias = tuple[Key, int]
KEYS: Sequence[Key] = (None, b"", b"a", b"it's", b"\xff", b"\xff\x00", "日本".encode(), b"b", b"c")


@dataclass
class Model:
    """The current rows of a table.

    Attributes:
        fold: what becomes of two values of one key; None if both rows stay.
        hides: values that FINAL does not show.
    """

    fold: Callable[[int, int], int] | None
    hides: frozenset[int] = frozenset()
    rows: list[Row] = field(default_factory=list)

    def insert(self, rows: Sequence[Row]) -> None:
        for key, value in rows:
            there = [one for one in self.rows if one[0] == key]
            if self.fold is None or not there:
                self.rows.append((key, value))
            else:
                [old] = there
                self.rows[self.rows.index(old)] = key, self.fold(old[1], value)

    def delete(self, value: int) -> None:
        """Lightweight deletes see rows and not what FINAL makes of them: only where all stay."""
        self.rows = [row for row in self.rows if row[1] != value]

    def merge(self, source: Mapping[Key, tuple[int, str]], by_source: str) -> dict[str, int]:
        counts = {"inserted": 0, "updated": 0, "deleted": 0}
        left: list[Row] = []
        matched: set[Key] = set()
        for key, value in self.current:
            given = source.get(key) if key is not None else None
            if given is not None:
                matched.add(key)
                if given[1] == "d":
                    counts["deleted"] += 1
                elif given[0] > value:
                    counts["updated"] += 1
                    left.append((key, value + given[0]))
                else:
                    left.append((key, value))
            elif by_source and value < 0:
                kind = "deleted" if by_source == "DELETE" else "updated"
                counts[kind] += 1
                left += [] if by_source == "DELETE" else [(key, 7)]
            else:
                left.append((key, value))
        new = [
            (key, value)
            for key, (value, operation) in source.items()
            if key not in matched and operation != "d"
        ]
        counts["inserted"] = len(new)
        self.rows = left
        self.insert(new)
        return counts

    @property
    def current(self) -> list[Row]:
        return [row for row in self.rows if row[1] not in self.hides]

    @property
    def listed(self) -> list[tuple[str | None, int]]:
        texts = [(key.hex().upper() if key is not None else None, n) for key, n in self.current]
        return sorted(texts, key=lambda row: (row[0] is None, row[0] or "", row[1]))


def _last(_: int, new: int) -> int:
    return new


def _sum(old: int, new: int) -> int:
    return old + new


NULL_KEY = "ORDER BY k SETTINGS allow_nullable_key = 1"
ENGINES: Mapping[str, tuple[str, Callable[[], Model]]] = {
    "MergeTree": (
        f"(k Nullable(String), n Int64) ENGINE = MergeTree {NULL_KEY}",
        lambda: Model(None),
    ),
    "MergeTree without a key": (
        "(k Nullable(String), n Int64) ENGINE = MergeTree PARTITION BY n % 2 ORDER BY ()",
        lambda: Model(None),
    ),
    "Replacing": (
        f"(k Nullable(String), n Int64) ENGINE = ReplacingMergeTree {NULL_KEY}",
        lambda: Model(_last),
    ),
    "Replacing with a version": (
        f"(k Nullable(String), n Int64, ver UInt32) ENGINE = ReplacingMergeTree(ver) {NULL_KEY}",
        lambda: Model(_last),
    ),
    "Replacing by an expression": (
        "(k Nullable(String), n Int64) ENGINE = ReplacingMergeTree PARTITION BY length(k) "
        "ORDER BY reverse(k) SETTINGS allow_nullable_key = 1",
        lambda: Model(_last),
    ),
    "Summing": (
        f"(k Nullable(String), n Int64) ENGINE = SummingMergeTree {NULL_KEY}",
        lambda: Model(_sum, frozenset([0])),
    ),
    "Aggregating": (
        "(k Nullable(String), n SimpleAggregateFunction(max, Int64)) "
        f"ENGINE = AggregatingMergeTree PARTITION BY length(k) {NULL_KEY}",
        lambda: Model(max),
    ),
    "Coalescing": (
        f"(k Nullable(String), n Nullable(Int64)) ENGINE = CoalescingMergeTree {NULL_KEY}",
        lambda: Model(_last),
    ),
    "Collapsing": (
        f"(k Nullable(String), n Int64, sign Int8) ENGINE = CollapsingMergeTree(sign) {NULL_KEY}",
        lambda: Model(_last),
    ),
    "VersionedCollapsing": (
        "(k Nullable(String), n Int64, sign Int8, ver UInt8) "
        f"ENGINE = VersionedCollapsingMergeTree(sign, ver) {NULL_KEY}",
        lambda: Model(None),
    ),
}


def _literal(key: Key) -> str:
    return "NULL" if key is None else f"unhex('{key.hex()}')"


@dataclass
class Table:
    """A table beside its model."""

    client: Client
    engine: str
    model: Model
    version: int = 1

    def insert(self, rows: Sequence[Row]) -> None:
        self.version += 1_000
        more = {"ver": str(self.version), "sign": "1"}
        if self.engine == "VersionedCollapsing":
            more["ver"] = "1"
        there = [
            name for name in more if f"{name} " in ENGINES[self.engine][0].partition("ENGINE")[0]
        ]
        names = ", ".join(("k", "n", *there))
        values = " UNION ALL ".join(
            f"SELECT {_literal(key)}, {value}{''.join(', ' + more[name] for name in there)}"
            for key, value in rows
        )
        self.client.run(f"INSERT INTO t ({names}) {values}")
        self.model.insert(rows)

    def check(self, what: str) -> None:
        final = "" if self.engine.startswith("MergeTree") else "FINAL"
        found = self.client.run(f"SELECT hex(k), n FROM t {final}")
        found.sort(key=lambda row: (row[0] is None, row[0] or "", row[1]))
        assert found == self.model.listed, what


def _source(drawn: random.Random) -> dict[Key, tuple[int, str]]:
    return {
        key: (drawn.choice([-3, -2, -1, 1, 2, 3, 5, 9]), drawn.choice("uid"))
        for key in drawn.sample(KEYS, drawn.randint(1, len(KEYS)))
    }


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.sample(10)
def test_random_programs_change_the_rows_that_the_model_says(
    endpoint: EmbeddedEndpoint, client: Client, engine: str, seed: int
) -> None:
    drawn = random.Random(f"{engine} {seed}")
    definition, make = ENGINES[engine]
    client.run(f"CREATE TABLE t {definition}")
    client.run(
        "CREATE TABLE s (k Nullable(String), n Int64, op String) ENGINE = MergeTree ORDER BY ()"
    )
    table = Table(client, engine, make())
    with dbapi.connect("127.0.0.1", endpoint.port, client.database) as connection:
        cursor = connection.cursor()
        for step in range(4):
            for _ in range(drawn.randint(0, 2)):
                keys = drawn.sample(KEYS, drawn.randint(1, 5))
                table.insert([(key, drawn.choice([-3, -1, 1, 2, 4])) for key in keys])
                table.check(f"an INSERT before step {step}")
            source = _source(drawn)
            rows = " UNION ALL ".join(
                f"SELECT {_literal(key)} AS k, {value} AS n, '{operation}' AS op"
                for key, (value, operation) in source.items()
            )
            client.script("TRUNCATE TABLE s", f"INSERT INTO s {rows}")
            named = drawn.choice(
                [
                    "s",
                    "(SELECT k, n, op FROM s) AS s",
                    "(WITH c AS (SELECT * FROM s) SELECT * FROM c) AS s",
                ]
            )
            by_source = drawn.choice(["", "DELETE", "UPDATE SET n = 7"])
            more = f" WHEN NOT MATCHED BY SOURCE AND t.n < 0 THEN {by_source}" if by_source else ""
            cursor.execute(
                f"MERGE INTO t USING {named} ON t.k = s.k WHEN MATCHED AND s.op = 'd' THEN DELETE "
                "WHEN MATCHED AND s.n > t.n THEN UPDATE SET n = t.n + s.n "
                f"WHEN NOT MATCHED AND s.op != 'd' THEN INSERT (k, n) VALUES (s.k, s.n){more}"
            )
            counts = table.model.merge(source, by_source)
            table.check(f"MERGE of step {step}")
            assert cursor.rows_by_kind == counts
            assert cursor.rowcount == sum(counts.values())
            if table.model.fold is None and drawn.random() < 0.3:
                client.run("DELETE FROM t WHERE n = 2")
                table.model.delete(2)
            if drawn.random() < 0.5:
                client.run("OPTIMIZE TABLE t FINAL")
            table.check(f"the end of step {step}")
