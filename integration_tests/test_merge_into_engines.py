"""MERGE INTO tables of each engine, beside models of them in Python."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import pytest
from pyspark.sql import DataFrame
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError
from support.examples import examples

from rmt_engine.spark.write import merge_into
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
    "Replacing by a unique key": (
        "(k Nullable(String), n Int64) ENGINE = ReplacingMergeTree PARTITION BY length(k) % 2 "
        "ORDER BY length(k) UNIQUE KEY k SETTINGS allow_nullable_key = 1",
        lambda: Model(_last),
    ),
    "Replacing by a unique key, with a version": (
        "(k Nullable(String), n Int64, ver UInt32) ENGINE = ReplacingMergeTree(ver) "
        "PARTITION BY ver % 2 ORDER BY (n, ver) UNIQUE KEY k SETTINGS allow_nullable_key = 1",
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


def _journey(endpoint: EmbeddedEndpoint, client: Client, way: str) -> None:
    """Takes all parts out of the table and back into it, masks and all."""
    partitions = client.run(
        "SELECT DISTINCT partition_id FROM system.parts WHERE `table` = 't' AND active "
        f"AND database = '{client.database}'"
    )
    match way:
        case "DETACH PARTITION":
            for verb in ("DETACH", "ATTACH"):
                client.script(*(f"ALTER TABLE t {verb} PARTITION ID '{p}'" for (p,) in partitions))
        case "ATTACH PARTITION ALL":
            client.script(
                "CREATE TABLE u AS t", "ALTER TABLE u ATTACH PARTITION ALL FROM t",
                "EXCHANGE TABLES t AND u", "DROP TABLE u",
            )  # fmt: skip
        case "REPLACE PARTITION" | "MOVE PARTITION":
            moves = {
                "REPLACE PARTITION": "ALTER TABLE u REPLACE PARTITION ID '{}' FROM t",
                "MOVE PARTITION": "ALTER TABLE t MOVE PARTITION ID '{}' TO TABLE u",
            }
            client.run("CREATE TABLE u AS t")
            client.script(*(moves[way].format(partition) for (partition,) in partitions))
            client.script("EXCHANGE TABLES t AND u", "DROP TABLE u")
        case "FREEZE":
            name = f"{client.database}_{time.monotonic_ns()}"
            client.script(f"ALTER TABLE t FREEZE WITH NAME '{name}'", "DROP TABLE t SYNC")
            copy = endpoint.engine.settings.home / "shadow" / name
            endpoint.restore(copy, "--table", f"{client.database}.t")
            client.run("ATTACH TABLE t")
        case "backup":
            copy = endpoint.engine.settings.home / f"{client.database}_{time.monotonic_ns()}"
            endpoint.back_up(copy)
            client.run("DROP TABLE t SYNC")
            endpoint.restore(copy, "--table", f"{client.database}.t")
            client.run("ATTACH TABLE t")


WAYS = (
    "", "DETACH PARTITION", "ATTACH PARTITION ALL", "REPLACE PARTITION", "MOVE PARTITION", "FREEZE",
    "backup",
)  # fmt: skip


def _source(drawn: random.Random) -> dict[Key, tuple[int, str]]:
    return {
        key: (drawn.choice([-3, -2, -1, 1, 2, 3, 5, 9]), drawn.choice("uid"))
        for key in drawn.sample(KEYS, drawn.randint(1, len(KEYS)))
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.sample(0)
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
        for step in range(examples(2)):
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
            way = drawn.choice(WAYS)
            _journey(endpoint, client, way)
            table.check(f"the end of step {step}, {way}")
    assert {passed for _, passed, _ in client.run("CHECK TABLE t")} <= {True}


PLAIN = "CREATE TABLE t (k Int32, n Int64) ENGINE = {} ORDER BY k"
ADD = (
    "MERGE INTO t USING (SELECT arrayJoin([1, 2]) AS k) AS s ON t.k = s.k "
    "WHEN MATCHED THEN UPDATE SET n = t.n + 1 WHEN NOT MATCHED THEN INSERT (k, n) VALUES (s.k, -1)"
)


def _between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> list[None]:
    """Has something happen once between what a MERGE INTO reads and its commit."""
    times: list[None] = []
    actions = merge_into._actions

    def then(frame: DataFrame) -> dict[int, int]:
        found = actions(frame)
        times.append(None)
        if len(times) == 1:
            act()
        return found

    monkeypatch.setattr(merge_into, "_actions", then)
    return times


AFTER = {
    "MergeTree": [(1, 100), (1, 2), (2, 3)],
    "ReplacingMergeTree": [(1, 100), (2, 3)],
    "SummingMergeTree": [(1, 102), (2, 3)],
    "CoalescingMergeTree": [(1, 100), (2, 3)],
}


@pytest.mark.parametrize("engine", AFTER)
@pytest.mark.sample(0)
def test_what_is_inserted_meanwhile_comes_after_it(
    endpoint: EmbeddedEndpoint, client: Client, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    client.script(PLAIN.format(engine), "INSERT INTO t VALUES (1, 1), (2, 2)")
    with endpoint.connect(database=client.database) as other:
        times = _between(monkeypatch, lambda: other.run("INSERT INTO t VALUES (1, 100)"))
        client.run(ADD)
    assert len(times) == 1
    final = "" if engine == "MergeTree" else "FINAL"
    for _ in range(2):
        assert sorted(client.run(f"SELECT k, n FROM t {final}")) == sorted(AFTER[engine])
        client.run("OPTIMIZE TABLE t FINAL")


BETWEEN: Sequence[tuple[str, list[tuple[int, int]]]] = [
    ("TRUNCATE TABLE t", [(1, -1), (2, -1)]),
    ("ALTER TABLE t DROP PARTITION 1", [(1, -1), (2, 3), (3, 3)]),
    ("EXCHANGE TABLES t AND u", [(1, 101), (2, -1)]),
]
MUTATIONS: Sequence[tuple[str, list[tuple[int, int]]]] = [
    ("DELETE FROM t WHERE k = 1 SETTINGS lightweight_deletes_sync = 0", [(2, 3), (3, 3)]),
    ("ALTER TABLE t DELETE WHERE k > 1 SETTINGS mutations_sync = 0", [(1, 2)]),
    (
        "ALTER TABLE t UPDATE n = n * 10 WHERE k < 3 SETTINGS mutations_sync = 0",
        [(1, 20), (2, 30), (3, 3)],
    ),
]
OF_ENGINES = ("MergeTree", "ReplacingMergeTree", "SummingMergeTree")


def _done_with(
    endpoint: EmbeddedEndpoint,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    statement: str,
) -> tuple[int, list[tuple[object, ...]]]:
    """How often a MERGE INTO read the table amid which another statement came; the rows then."""
    partitioned = PLAIN.format(f"{engine} PARTITION BY k")
    client.script(partitioned, partitioned.replace("TABLE t", "TABLE u"))
    client.script("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)", "INSERT INTO u VALUES (1, 100)")
    with endpoint.connect(database=client.database) as other:
        times = _between(monkeypatch, lambda: other.run(statement))
        client.run(ADD)
    client.run("DELETE FROM t WHERE k = 99")
    final = "" if engine == "MergeTree" else "FINAL"
    return len(times), sorted(client.run(f"SELECT k, n FROM t {final}"))


@pytest.mark.parametrize("engine", OF_ENGINES)
@pytest.mark.parametrize(("statement", "rows"), BETWEEN)
@pytest.mark.sample(0)
def test_it_reads_again_what_others_changed_meanwhile(
    endpoint: EmbeddedEndpoint,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    statement: str,
    rows: list[tuple[int, int]],
) -> None:
    assert _done_with(endpoint, client, monkeypatch, engine, statement) == (2, rows)


@pytest.mark.parametrize("engine", OF_ENGINES)
@pytest.mark.parametrize(("statement", "rows"), MUTATIONS)
@pytest.mark.sample(0)
def test_mutations_that_are_recorded_meanwhile_come_after_it(
    endpoint: EmbeddedEndpoint,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    statement: str,
    rows: list[tuple[int, int]],
) -> None:
    assert _done_with(endpoint, client, monkeypatch, engine, statement) == (1, rows)


@pytest.mark.sample(0)
def test_a_mutation_of_a_table_without_parts_comes_before_it(
    endpoint: EmbeddedEndpoint, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.run(PLAIN.format("MergeTree"))
    with endpoint.connect(database=client.database) as other:
        times = _between(monkeypatch, lambda: other.run("DELETE FROM t WHERE k = 1"))
        client.run(ADD)
    assert len(times) == 2
    assert client.run("SELECT k, n FROM t ORDER BY k") == [(1, -1), (2, -1)]


@pytest.mark.sample(0)
def test_one_with_the_token_of_another_changes_nothing(client: Client) -> None:
    client.script(
        "CREATE TABLE t (k Int32, n Int64) ENGINE = MergeTree PARTITION BY k ORDER BY k "
        "SETTINGS non_replicated_deduplication_window = 10",
        "INSERT INTO t VALUES (1, 1), (2, 2)",
        "SET insert_deduplication_token = 'once'",
        ADD,
        ADD,
        ADD.replace("[1, 2]", "[1, 2, 3]"),
    )
    assert client.run("SELECT k, n FROM t ORDER BY k") == [(1, 2), (2, 3)]


@pytest.mark.sample(0)
def test_several_matches_of_a_row_are_refused_and_rows_with_its_key_are_not(client: Client) -> None:
    client.script(PLAIN.format("MergeTree"), "INSERT INTO t VALUES (1, 1), (1, 1), (2, 2)")
    twice = ADD.replace("[1, 2]", "[1, 1]")
    assert client.error(twice).name == "INCORRECT_DATA"
    assert client.run("SELECT k, n FROM t ORDER BY k") == [(1, 1), (1, 1), (2, 2)]
    client.run(ADD)
    assert client.run("SELECT k, n FROM t ORDER BY k") == [(1, 2), (1, 2), (2, 3)]


def test_a_row_of_a_merge_tree_moves_to_another_key_and_partition(client: Client) -> None:
    client.script(
        "CREATE TABLE t (k Int32, n Int64) ENGINE = MergeTree PARTITION BY n % 2 ORDER BY k",
        "INSERT INTO t VALUES (1, 1), (2, 2)",
        "MERGE INTO t USING t AS s ON t.k = s.k WHEN MATCHED AND s.n = 1 "
        "THEN UPDATE SET k = s.k + 10, n = 8",
    )
    assert client.run("SELECT k, n, _partition_id FROM t ORDER BY k") == [(2, 2, "0"), (11, 8, "0")]


@pytest.mark.sample(0)
def test_deleted_rows_of_a_table_of_versions_stay_away(client: Client) -> None:
    """No older version comes back, nor one that a policy hides or another partition has."""
    client.script(
        "CREATE TABLE t (k Int32, v String, ver UInt8) ENGINE = ReplacingMergeTree(ver) "
        "PARTITION BY v ORDER BY k",
        "INSERT INTO t VALUES (1, 'old', 1), (2, 'b', 1)",
        "INSERT INTO t VALUES (1, 'new', 2)",
        "CREATE ROW POLICY p ON t USING v != 'old' TO ALL",
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE",
        "DROP ROW POLICY p ON t",
    )
    assert client.run("SELECT * FROM t") == [(2, "b", 1)]
    client.run("INSERT INTO t VALUES (1, 'again', 1)")
    assert client.run("SELECT k, v FROM t FINAL ORDER BY k") == [(1, "again"), (2, "b")]


@pytest.mark.sample(0)
def test_what_a_key_is_computed_from_does_not_change(client: Client) -> None:
    client.run(
        "CREATE TABLE t (id UInt32, v Int32, h Int32 MATERIALIZED v % 10, n Int32, ver UInt32) "
        "ENGINE = ReplacingMergeTree(ver) ORDER BY (id, h)"
    )
    client.run("INSERT INTO t (id, v, n, ver) VALUES (1, 1, 1, 1), (2, 2, 2, 1)")
    merge = "MERGE INTO t USING (SELECT 1 AS id) AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET "
    assert client.error(f"{merge} v = 5").name == "CANNOT_UPDATE_COLUMN"
    client.run(f"{merge} v = t.v, n = 7")
    assert client.run("SELECT id, v, h, n FROM t FINAL ORDER BY id") == [(1, 1, 1, 7), (2, 2, 2, 2)]


@pytest.mark.sample(0)
def test_rows_that_a_policy_hides_are_not_changed(client: Client) -> None:
    client.script(
        PLAIN.format("MergeTree"),
        PLAIN.format("MergeTree").replace("TABLE t", "TABLE s"),
        "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)",
        "INSERT INTO s VALUES (1, 10), (2, 20), (3, 30)",
        "CREATE ROW POLICY p ON t USING k < 3 TO ALL",
        "CREATE ROW POLICY p ON s USING k > 1 TO ALL",
        "MERGE INTO t USING s ON t.k = s.k WHEN MATCHED THEN UPDATE SET n = s.n "
        "WHEN NOT MATCHED THEN INSERT * WHEN NOT MATCHED BY SOURCE THEN DELETE",
        "DROP ROW POLICY p ON t",
        "DROP ROW POLICY p ON s",
    )
    assert client.run("SELECT k, n FROM t ORDER BY k, n") == [(2, 20), (3, 3), (3, 30)]


@pytest.mark.parametrize("mode", ["throw", "drop", "rebuild"])
@pytest.mark.sample(1)
def test_projections_of_parts_with_rows_that_go(client: Client, mode: str) -> None:
    client.script(
        "CREATE TABLE t (k Int32, n Int64, PROJECTION p (SELECT n, count() GROUP BY n)) "
        "ENGINE = MergeTree ORDER BY k SETTINGS "
        f"lightweight_mutation_projection_mode = '{mode}'",
        "INSERT INTO t SELECT number, number % 3 FROM numbers(30)",
    )
    if mode == "throw":
        assert client.error(ADD).name == "SUPPORT_IS_DISABLED"
    else:
        client.run(ADD)
    groups = [(0, 10), (1, 10), (2, 10)] if mode == "throw" else [(0, 10), (1, 9), (2, 10), (3, 1)]
    for _ in range(2):
        assert client.run("SELECT n, count() FROM t GROUP BY n ORDER BY n") == groups
        client.run("OPTIMIZE TABLE t FINAL")


@pytest.mark.sample(0)
def test_views_see_the_rows_that_come_in_the_place_of_others(client: Client) -> None:
    client.script(
        PLAIN.format("MergeTree"),
        "CREATE TABLE log (k Int32, n Int64) ENGINE = MergeTree ORDER BY k",
        "INSERT INTO t VALUES (1, 1), (3, 3)",
        "CREATE MATERIALIZED VIEW mv TO log AS SELECT k, n FROM t",
        f"{ADD} WHEN NOT MATCHED BY SOURCE THEN DELETE",
    )
    assert client.run("SELECT * FROM log ORDER BY k") == [(1, 2), (2, -1)]
    assert client.run("SELECT * FROM t ORDER BY k") == [(1, 2), (2, -1)]


@pytest.mark.parametrize("nulls", ["0", "1"])
@pytest.mark.sample(0)
def test_settings_of_the_session(client: Client, nulls: str) -> None:
    client.script(
        PLAIN.format("ReplacingMergeTree PARTITION BY n % 2"),
        "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)",
        "INSERT INTO t VALUES (1, 2), (3, 4)",
        f"SET join_use_nulls = {nulls}",
        "SET final = 1",
        "SET do_not_merge_across_partitions_select_final = 1",
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE "
        "WHEN NOT MATCHED BY SOURCE AND t.k = 2 THEN DELETE",
        "SET final = 0",
    )
    assert client.run("SELECT * FROM t ORDER BY n") == [(3, 3), (3, 4)]
    refused = client.error(
        "MERGE INTO t USING (SELECT 3 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE "
        "SETTINGS apply_deleted_mask = 0"
    )
    assert refused.name == "NOT_IMPLEMENTED"


REFUSED = [
    ("Memory", "WHEN MATCHED THEN DELETE", "NOT_IMPLEMENTED"),
    ("Log", "WHEN NOT MATCHED THEN INSERT *", "NOT_IMPLEMENTED"),
    ("SummingMergeTree ORDER BY k", "WHEN MATCHED THEN UPDATE SET k = 9", "CANNOT_UPDATE_COLUMN"),
    (
        "CollapsingMergeTree(n) ORDER BY k",
        "WHEN MATCHED THEN UPDATE SET n = -1",
        "CANNOT_UPDATE_COLUMN",
    ),
    ("MergeTree ORDER BY k", "WHEN MATCHED THEN UPDATE SET n = 'x'", "CANNOT_PARSE_TEXT"),
]


@pytest.mark.parametrize(("engine", "clause", "name"), REFUSED)
@pytest.mark.sample(2)
def test_what_is_refused_changes_nothing(
    client: Client, engine: str, clause: str, name: str
) -> None:
    client.script(
        f"CREATE TABLE t (k Int32, n Int8) ENGINE = {engine}", "INSERT INTO t VALUES (1, 1)"
    )
    statement = f"MERGE INTO t USING (SELECT 1 AS k, 1 AS n) AS s ON t.k = s.k {clause}"
    assert client.error(statement).name == name
    assert client.run("SELECT * FROM t") == [(1, 1)]


@pytest.mark.sample(0)
def test_several_at_once_come_one_after_the_other(
    endpoint: EmbeddedEndpoint, client: Client
) -> None:
    """No addition is lost while rows are inserted, deleted, and parts are merged."""
    client.script(PLAIN.format("MergeTree"), "INSERT INTO t VALUES (1, 0), (2, 0)")
    failed: list[Exception] = []

    def add() -> None:
        try:
            with endpoint.connect(database=client.database) as other:
                for _ in range(3):
                    other.run(ADD)
        except ServerError as error:
            failed.append(error)

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    step = 10
    while any(thread.is_alive() for thread in threads):
        step += 1
        client.script(f"INSERT INTO t VALUES ({step}, 0)", "OPTIMIZE TABLE t")
        client.run(f"DELETE FROM t WHERE k = {step - 1}")
    for thread in threads:
        thread.join()
    assert not failed
    assert client.run("SELECT k, n FROM t ORDER BY k") == [(1, 6), (2, 6), (step, 0)]


SOURCES = [
    "v AS s",
    "temporary AS s",
    "(WITH c AS (SELECT * FROM u) SELECT * FROM c) AS s",
    "(SELECT k, n, code, at FROM u AS x) AS s",
    "(SELECT k, n, code, toDateTime(at, 'Asia/Tokyo') AS at FROM values("
    "'k Int32, n UInt64, code Enum8(''a'' = 1), at String', "
    "(1, 18446744073709551615, 'a', '2024-01-02 03:04:05'), "
    "(9, 1, 'a', '2024-01-02 03:04:05'))) AS s",
    "(SELECT *, rand() AS r FROM u) AS s",
]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.sample(0)
def test_sources_that_are_queries(client: Client, source: str) -> None:
    """Their values are those that an INSERT of the query would bring."""
    columns = "(k Int32, n UInt64, code Enum8('a' = 1), at DateTime('Asia/Tokyo'))"
    client.script(
        f"CREATE TABLE t {columns} ENGINE = MergeTree ORDER BY k",
        f"CREATE TABLE u {columns} ENGINE = MergeTree ORDER BY k",
        "INSERT INTO t VALUES (1, 1, 'a', '2000-01-01 00:00:00')",
        "INSERT INTO u VALUES (1, 18446744073709551615, 'a', '2024-01-02 03:04:05'), "
        "(9, 1, 'a', '2024-01-02 03:04:05')",
        "CREATE VIEW v AS SELECT * FROM u",
        "CREATE TEMPORARY VIEW temporary AS SELECT * FROM v",
        f"MERGE INTO t USING {source} ON t.k = s.k AND s.n > 0 "
        "WHEN MATCHED AND s.code = 'a' AND s.at = toDateTime('2024-01-02 03:04:05', 'Asia/Tokyo') "
        "THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
    )
    assert client.run("SELECT k, toString(n), code, toString(at) FROM t ORDER BY k") == [
        (1, "18446744073709551615", "a", "2024-01-02 03:04:05"),
        (9, "1", "a", "2024-01-02 03:04:05"),
    ]
    assert client.run("SHOW VIEWS LIKE 'rmt_source*'") == []
