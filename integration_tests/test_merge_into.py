"""MERGE INTO a ReplacingMergeTree, beside a model of it in Python."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa
from pyhive import hive
from support.connections import drop
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError
from support.examples import examples

from sqlalchemy_rmt import dbapi, final, merge

TARGET = (
    "CREATE TABLE t (k Int32, v Nullable(String), n Int64, ver UInt32, del UInt8) "
    "ENGINE = ReplacingMergeTree(ver, del) ORDER BY k "
    "SETTINGS allow_experimental_replacing_merge_with_cleanup = 1"
)
SOURCE = (
    "CREATE TABLE s (k Int32, v Nullable(String), n Int64, op String) ENGINE = MergeTree ORDER BY k"
)
CURRENT = "SELECT k, v, n FROM t FINAL ORDER BY k"
MERGE = (
    "MERGE INTO t USING s ON t.k = s.k "
    "WHEN MATCHED AND s.op = 'd' THEN DELETE "
    "WHEN MATCHED AND s.n > t.n THEN UPDATE SET v = s.v, n = t.n + s.n "
    "WHEN NOT MATCHED AND s.op != 'd' THEN INSERT (k, v, n) VALUES (s.k, s.v, s.n)"
)


@dataclass
class Model:
    """What the table has: values by key."""

    rows: dict[int, tuple[str | None, int]] = field(default_factory=dict)

    def merge(self, source: list[tuple[int, str | None, int, str]], by_source: str = "") -> None:
        before = dict(self.rows)
        for key, value, number, operation in source:
            if key in before and operation == "d":
                del self.rows[key]
            elif key in before and number > before[key][1]:
                self.rows[key] = value, before[key][1] + number
            elif key not in before and operation != "d":
                self.rows[key] = value, number
        given = {row[0] for row in source}
        for key in before.keys() - given:
            if by_source == "DELETE" and before[key][1] < 0:
                del self.rows[key]

    @property
    def listed(self) -> list[tuple[object, ...]]:
        return [(key, *self.rows[key]) for key in sorted(self.rows)]


def insert(client: Client, table: str, rows: list[tuple[object, ...]]) -> None:
    def text(value: object) -> str:
        if isinstance(value, str):
            return "'" + value.replace("'", "''") + "'"
        return "NULL" if value is None else str(value)

    if rows:
        values = ", ".join(f"({', '.join(map(text, row))})" for row in rows)
        client.run(f"INSERT INTO {table} VALUES {values}")


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.sample(0)
def test_random_sources_change_the_rows_that_the_model_says(client: Client, seed: int) -> None:
    drawn = random.Random(seed)
    client.run(TARGET)
    client.run(SOURCE)
    model = Model()
    for step in range(examples(2)):
        keys = drawn.sample(range(-5, 15), drawn.randint(0, 12))
        source = [
            (
                key,
                drawn.choice([None, "", "a", "it's", "日本"]),
                drawn.randint(-3, 9),
                drawn.choice("uuid"),
            )
            for key in keys
        ]
        client.run("TRUNCATE TABLE s")
        insert(client, "s", list(source))
        by_source = drawn.choice(["", "DELETE"])
        more = f" WHEN NOT MATCHED BY SOURCE AND t.n < 0 THEN {by_source}" if by_source else ""
        client.run(MERGE + more)
        model.merge(source, by_source)
        assert client.run(CURRENT) == model.listed, f"step {step}"
        if drawn.random() < 0.5:
            client.run("OPTIMIZE TABLE t FINAL" + drawn.choice(["", " CLEANUP"]))
            assert client.run(CURRENT) == model.listed


@pytest.mark.sample(0)
def test_versions_are_higher_than_those_before(client: Client) -> None:
    client.run(TARGET)
    insert(client, "t", [(1, "a", 1, 7, 0), (2, "gone", 1, 9, 1)])
    client.run(
        "MERGE INTO t AS a USING (SELECT number + 1 AS k FROM numbers(2)) AS b ON a.k = b.k "
        "WHEN MATCHED THEN UPDATE SET v = 'b' WHEN NOT MATCHED THEN INSERT (k, v) VALUES (b.k, 'c')"
    )
    assert client.run("SELECT k, v, ver, del FROM t WHERE v IN ('b', 'c') ORDER BY k") == [
        (1, "b", 8, 0),
        (2, "c", 10, 0),
    ]


@pytest.mark.parametrize("said", ["final_by_default", "SETTINGS", "SET"])
@pytest.mark.sample(1)
def test_a_new_row_comes_before_a_tombstone_that_reads_leave_out(client: Client, said: str) -> None:
    client.run(TARGET + (", final_by_default = 1" if said == "final_by_default" else ""))
    insert(client, "t", [(1, "a", 1, 7, 0), (2, "gone", 1, 90, 1)])
    if said == "SET":
        client.run("SET final = 1")
    client.run(
        "MERGE INTO t AS a USING (VALUES (2, 'new')) AS b(k, v) ON a.k = b.k "
        "WHEN NOT MATCHED THEN INSERT *" + (" SETTINGS final = 1" if said == "SETTINGS" else "")
    )
    client.run("SET final = DEFAULT")
    assert client.run("SELECT k, v, ver FROM t FINAL ORDER BY k") == [(1, "a", 7), (2, "new", 91)]


def test_inserted_rows_get_what_their_columns_default_to(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k UInt32, v String DEFAULT concat('d', toString(k), e), ver UInt32, "
        "day Date DEFAULT toDate('2024-01-01') + k, e String EPHEMERAL 'x', "
        "tw UInt32 MATERIALIZED k * 2, l Array(UInt32) DEFAULT [k, tw], a UInt32 ALIAS k * 3, "
        "c LowCardinality(String) DEFAULT toString(a)) "
        "ENGINE = ReplacingMergeTree(ver) PARTITION BY toYYYYMM(day) ORDER BY day UNIQUE KEY k"
    )
    client.run("INSERT INTO t (k, v, ver) VALUES (1, 'a', 5)")
    client.run(
        "MERGE INTO t USING (VALUES (1, 'A'), (2, 'B'), (3, 'C'), (40, 'D')) AS s(k, v) "
        "ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v "
        "WHEN NOT MATCHED AND s.k = 2 THEN INSERT * "
        "WHEN NOT MATCHED AND s.k = 3 THEN INSERT (k, l) VALUES (s.k, [7]) "
        "WHEN NOT MATCHED THEN INSERT (k) VALUES (s.k)"
    )
    assert client.run("SELECT k, v, toString(day), toString(l), c FROM t FINAL ORDER BY k") == [
        (1, "A", "2024-01-02", "[1,2]", "3"),
        (2, "B", "2024-01-03", "[2,4]", "6"),
        (3, "d3x", "2024-01-04", "[7]", "9"),
        (40, "d40x", "2024-02-10", "[40,80]", "120"),
    ]


def test_a_view_and_a_missing_table_are_refused_by_name(client: Client) -> None:
    client.run(TARGET)
    client.run("CREATE VIEW seen AS SELECT k FROM t")
    error = client.error("MERGE INTO seen USING t ON seen.k = t.k WHEN MATCHED THEN DELETE")
    assert error.name == "NOT_IMPLEMENTED"
    assert "View: seen. Name the table behind it" in str(error)
    statement = "MERGE INTO nowhere AS n USING t ON n.k = t.k WHEN MATCHED THEN DELETE"
    assert client.error(statement).name == "UNKNOWN_TABLE"


@pytest.mark.parametrize(
    ("version", "literal"),
    [
        ("DateTime", "'2024-01-01 00:00:00'"),
        ("DateTime64(3)", "'2099-01-01 00:00:00.125'"),
        ("Date", "'2024-01-01'"),
        ("Int64", "-5"),
    ],
)
@pytest.mark.sample(0)
def test_versions_of_each_type(client: Client, version: str, literal: str) -> None:
    client.run(
        f"CREATE TABLE t (k Int32, v String, ver {version}, del UInt8) "
        "ENGINE = ReplacingMergeTree(ver, del) ORDER BY k"
    )
    client.run(f"INSERT INTO t VALUES (1, 'a', {literal}, 0), (2, 'a', {literal}, 0)")
    client.run(
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE "
        "WHEN NOT MATCHED BY SOURCE THEN UPDATE SET v = 'b'"
    )
    assert client.run("SELECT k, v FROM t FINAL") == [(2, "b")]


@pytest.mark.sample(0)
def test_all_columns_of_the_source(client: Client) -> None:
    client.run(TARGET)
    insert(client, "t", [(1, "a", 1, 1, 0)])
    client.run(
        "MERGE INTO t USING (SELECT 1 AS k, 'x' AS v, 5 AS n, 9 AS ver UNION ALL "
        "SELECT 2, NULL, 6, 3) AS s ON t.k = s.k "
        "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *"
    )
    assert client.run("SELECT * FROM t FINAL ORDER BY k") == [(1, "x", 5, 9, 0), (2, None, 6, 3, 0)]


@pytest.mark.parametrize("nulls", ["0", "1"])
@pytest.mark.sample(0)
def test_sessions_whose_joins_give_null(client: Client, nulls: str) -> None:
    client.run(TARGET)
    client.run(SOURCE)
    insert(client, "t", [(1, None, 1, 1, 0), (2, "b", -1, 1, 0)])
    insert(client, "s", [(1, "A", 2, "u"), (3, "C", 3, "i")])
    client.run(f"SET join_use_nulls = {nulls}")
    client.run(f"{MERGE} WHEN NOT MATCHED BY SOURCE THEN UPDATE SET v = 'alone'")
    assert client.run(CURRENT) == [(1, "A", 3), (2, "alone", -1), (3, "C", 3)]


def test_rows_are_told_by_kind(endpoint: EmbeddedEndpoint, client: Client) -> None:
    client.run(f"{TARGET}, non_replicated_deduplication_window = 10")
    insert(client, "t", [(k, "a", 0, 1, 0) for k in range(3)])
    statement = (
        "MERGE INTO t USING (SELECT number AS k FROM numbers(1, 6)) AS s ON t.k = s.k "
        "WHEN MATCHED AND t.k = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET n = 5 "
        "WHEN NOT MATCHED THEN INSERT (k) VALUES (s.k)"
    )
    with dbapi.connect("127.0.0.1", endpoint.port, client.database) as connection:
        cursor = connection.cursor()
        for deleted, updated, inserted in ((1, 1, 4), (0, 0, 0)):
            cursor.execute(f"{statement} SETTINGS insert_deduplication_token = 'once'")
            kinds = {"inserted": inserted, "updated": updated, "deleted": deleted}
            assert cursor.rows_by_kind == kinds
            assert cursor.rowcount == sum(kinds.values())
        assert cursor.execute("SELECT 1").rows_by_kind == {}


@pytest.mark.sample(0)
def test_the_dialects_construct(endpoint: EmbeddedEndpoint, client: Client) -> None:
    client.run(TARGET)
    client.run(SOURCE.replace("MergeTree", "ReplacingMergeTree"))
    insert(client, "t", [(1, "a", 1, 1, 0), (2, "b", 1, 1, 0), (3, "c", 1, 1, 0)])
    insert(client, "s", [(1, "x%s'", 5, "u"), (2, None, 0, "d"), (4, "new", 0, "i")])
    engine = sa.create_engine(f"rmt://127.0.0.1:{endpoint.port}/{client.database}")
    metadata = sa.MetaData()
    columns = ("k", "v", "n")
    target = sa.Table("t", metadata, *map(sa.Column, columns), schema=client.database)
    source = sa.Table("s", metadata, *map(sa.Column, (*columns, "op")))
    statement = (
        merge(target)
        .using(final(source, name="x"), target.c.k == sa.literal_column("x.k"))
        .when_matched(sa.literal_column("x.op") == "d")
        .delete()
        .when_matched()
        .update({"v": sa.literal_column("x.v"), "n": target.c.n + 7})
        .when_not_matched()
        .insert({"k": sa.literal_column("x.k"), "v": "it's 100% new", "n": 0})
        .when_not_matched_by_source(target.c.n == 1)
        .update({"n": sa.select(sa.func.max(source.c.n)).scalar_subquery()})
    )
    with engine.begin() as connection:
        done = connection.execute(statement)
        assert done.rowcount == 4
        assert done.context.cursor.rows_by_kind == {"inserted": 1, "updated": 2, "deleted": 1}
    engine.dispose()
    assert client.run(CURRENT) == [(1, "x%s'", 8), (3, "c", 5), (4, "it's 100% new", 0)]


@pytest.mark.sample(0)
def test_a_view_sees_what_is_written(client: Client) -> None:
    client.run(TARGET)
    client.run("CREATE TABLE log (k Int32, del UInt8) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE MATERIALIZED VIEW mv TO log AS SELECT k, del FROM t")
    insert(client, "t", [(1, "a", 1, 1, 0)])
    client.run("MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE")
    assert client.run("SELECT * FROM log ORDER BY del") == [(1, 0), (1, 1)]


@pytest.mark.sample(0)
def test_one_with_the_token_of_another_changes_nothing(client: Client) -> None:
    client.run(f"{TARGET}, non_replicated_deduplication_window = 10")
    insert(client, "t", [(1, "a", 1, 1, 0)])
    client.run("SET insert_deduplication_token = 'once'")
    for _ in range(2):
        client.run(
            "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k "
            "WHEN MATCHED THEN UPDATE SET n = t.n + 1"
        )
    assert client.run("SELECT n FROM t FINAL") == [(2,)]


REFUSED = [
    (
        "MERGE INTO t USING (SELECT 1 AS k UNION ALL SELECT 1) AS s ON t.k = s.k "
        "WHEN MATCHED THEN UPDATE SET v = 'x'",
        "INCORRECT_DATA",
    ),
    (
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN UPDATE SET k = 2",
        "CANNOT_UPDATE_COLUMN",
    ),
    (
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN UPDATE SET z = 2",
        "NO_SUCH_COLUMN_IN_TABLE",
    ),
    (
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k "
        "WHEN MATCHED THEN UPDATE SET v = '', v = 'x'",
        "MULTIPLE_ASSIGNMENTS_TO_COLUMN",
    ),
    (
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.z WHEN MATCHED THEN DELETE",
        "UNKNOWN_IDENTIFIER",
    ),
    ("MERGE INTO t USING nowhere AS s ON t.k = s.k WHEN MATCHED THEN DELETE", "UNKNOWN_TABLE"),
    ("MERGE INTO t USING t ON t.k = t.k WHEN MATCHED THEN DELETE", "BAD_ARGUMENTS"),
    ("MERGE INTO t USING (SELECT 1 AS k) ON t.k = 1 WHEN MATCHED THEN DELETE", "SYNTAX_ERROR"),
    ("MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k", "SYNTAX_ERROR"),
    (
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k "
        "WHEN MATCHED THEN DELETE WHEN MATCHED THEN UPDATE SET v = 'x'",
        "SYNTAX_ERROR",
    ),
    (
        "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k "
        "WHEN NOT MATCHED THEN INSERT (k, v) VALUES (1)",
        "NUMBER_OF_COLUMNS_DOESNT_MATCH",
    ),
    (
        "MERGE INTO kept AS t USING t AS s ON t.k = s.k "
        "WHEN NOT MATCHED THEN INSERT (k) VALUES (1)",
        "NOT_IMPLEMENTED",
    ),
    (
        "MERGE INTO full AS t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE",
        "CANNOT_CONVERT_TYPE",
    ),
    (
        "MERGE INTO long AS t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE",
        "CANNOT_CONVERT_TYPE",
    ),
]


@pytest.mark.parametrize(("statement", "name"), REFUSED)
@pytest.mark.sample(3)
def test_what_is_refused_changes_nothing(client: Client, statement: str, name: str) -> None:
    client.run(TARGET)
    insert(client, "t", [(1, "a", 1, 1, 0)])
    client.run(
        "CREATE TABLE kept (k Int32, d Nullable(Int32) DEFAULT k) "
        "ENGINE = ReplacingMergeTree ORDER BY k"
    )
    client.run(
        "CREATE TABLE full (k Int32, ver UInt8, del UInt8) "
        "ENGINE = ReplacingMergeTree(ver, del) ORDER BY k"
    )
    client.run("INSERT INTO full VALUES (1, 255, 0)")
    client.run(
        "CREATE TABLE long (k Int32, ver UInt64, del UInt8) "
        "ENGINE = ReplacingMergeTree(ver, del) ORDER BY k"
    )
    client.run("INSERT INTO long VALUES (1, 18446744073709551615, 0)")
    assert client.error(statement).name == name
    assert client.run("SELECT * FROM t") == [(1, "a", 1, 1, 0)]


@pytest.mark.sample(0)
def test_several_at_once_come_one_after_the_other(
    endpoint: EmbeddedEndpoint, client: Client
) -> None:
    """Each sees what the one before wrote: no addition is lost, while parts are merged, too."""
    client.run(TARGET)
    insert(client, "t", [(k, "a", 0, 1, 0) for k in range(5)])
    failed: list[Exception] = []

    def add() -> None:
        try:
            with endpoint.connect(database=client.database) as other:
                for _ in range(3):
                    other.run(
                        "MERGE INTO t USING (SELECT number AS k FROM numbers(5)) AS s "
                        "ON t.k = s.k WHEN MATCHED THEN UPDATE SET n = t.n + 1"
                    )
        except ServerError as error:
            failed.append(error)

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        client.run("OPTIMIZE TABLE t")
    for thread in threads:
        thread.join()
    assert not failed
    assert client.run("SELECT DISTINCT n FROM t FINAL") == [(6,)]


@pytest.mark.sample(0)
def test_one_sees_mutations_that_come_while_it_reads(
    endpoint: EmbeddedEndpoint, client: Client
) -> None:
    """A value that it takes over from the row is not that of before the mutation."""
    client.run(TARGET)
    insert(client, "t", [(k, "a", 0, 1, 0) for k in range(5)])
    with endpoint.connect(database=client.database) as other:
        changes = threading.Thread(
            target=other.script,
            args=(
                "ALTER TABLE t UPDATE v = 'b' WHERE k < 3 SETTINGS mutations_sync = 1",
                "DELETE FROM t WHERE k = 4",
            ),
        )
        changes.start()
        for _ in range(2):
            client.run(
                "MERGE INTO t USING (SELECT number AS k FROM numbers(5)) AS s "
                "ON t.k = s.k WHEN MATCHED THEN UPDATE SET n = t.n + 1"
            )
        changes.join()
    assert client.run("SELECT k, v, n FROM t FINAL ORDER BY k") == [
        (k, "b" if k < 3 else "a", 2) for k in range(4)
    ]


@pytest.mark.parametrize("vanishes", [False, True])
@pytest.mark.sample(0)
def test_a_client_that_cancels_or_vanishes_leaves_it_done_or_not(
    endpoint: EmbeddedEndpoint, client: Client, vanishes: bool
) -> None:
    """It takes long because whether a statement ends has to be waited for, again and again."""
    client.run(TARGET)
    rows = 30_000
    client.run(f"INSERT INTO t SELECT number, 'a', 0, 1, 0 FROM numbers({rows})")
    drawn = random.Random(5)
    done = 0
    for step in range(12):
        connection = hive.connect("127.0.0.1", endpoint.port, database=client.database)
        cursor = connection.cursor()
        cursor.execute(
            f"MERGE INTO t USING (SELECT number AS k FROM numbers({rows})) AS s ON t.k = s.k "
            "WHEN MATCHED AND t.k > 9 THEN UPDATE SET n = t.n + 1 "
            "WHEN MATCHED AND t.v = 'gone' THEN UPDATE SET v = 'back', n = t.n + 1 "
            "WHEN MATCHED THEN UPDATE SET n = t.n + 1",
            async_=True,
        )
        time.sleep(drawn.uniform(0, 1.5))
        if vanishes:
            drop(connection)
        else:
            cursor.cancel()
            connection.close()
        # The next one waits for whatever is left of it.
        client.run(
            "MERGE INTO t USING (SELECT 0 AS k) AS s ON t.k = s.k + 100000 WHEN MATCHED THEN DELETE"
        )
        [(count, least, most)] = client.run("SELECT count(), min(n), max(n) FROM t FINAL")
        assert (count, least) == (rows, most), f"step {step}: one is half done"
        assert most in (done, done + 1)
        done = most
    assert client.run(
        f"SELECT count() FROM system.merges WHERE database = '{client.database}'"
    ) == [(0,)]
