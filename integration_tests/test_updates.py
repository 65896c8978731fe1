"""UPDATE t SET, beside real ClickHouse."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from pyhive import hive
from support.both import Both
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import COMPILED, Client, ServerError
from support.waiting import eventually

COLUMNS = (
    "k Int64, p UInt8, v Int32, n Nullable(Int32), s String DEFAULT 'x', "
    "m Int32 MATERIALIZED v + 1, a Int32 ALIAS v * 2, ver UInt32, del UInt8"
)
SETTINGS = "enable_block_number_column = 1, enable_block_offset_column = 1"
CREATE = (
    f"CREATE TABLE t ({COLUMNS}) ENGINE = ReplacingMergeTree(ver, del) PARTITION BY p ORDER BY k "
    f"SETTINGS {SETTINGS}"
)
INSERTS = (
    "INSERT INTO t (k, p, v, ver) VALUES (1, 1, 1, 1), (2, 1, 2, 1), (3, 2, 3, 1), (5, 2, 5, 1)",
    "INSERT INTO t (k, p, v, n, ver, del) VALUES (1, 1, 11, 5, 2, 0), (4, 2, 0, NULL, 1, 1)",
)
SHOWN = "k, p, v, n, s, m, a, ver, del"


class Updated(Both):
    """The table `t` of both engines."""

    def compare_all(self) -> None:
        for query in (
            f"SELECT 'all' AS what, {SHOWN} FROM t "
            f"UNION ALL SELECT 'current', {SHOWN} FROM t FINAL "
            f"UNION ALL SELECT 'filtered', {SHOWN} FROM t FINAL WHERE v > 3",
            "SELECT p, count(), sum(v), max(n) FROM t GROUP BY p",
            "SELECT count() FROM t FINAL",
        ):
            self.compare(query)


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Updated:
    both = Updated(client, clickhouse)
    both.create(CREATE)
    both.run(*INSERTS)
    return both


@pytest.mark.sample(0)
def test_it_agrees_with_clickhouse(both: Updated) -> None:
    """It takes long because each of many updates is a job of Spark's."""
    for statement in (
        "UPDATE t SET v = v + 1 WHERE k = 1",
        "UPDATE t SET v = a, s = concat(s, toString(v)), n = v WHERE p = 2",
        "UPDATE t SET n = NULL WHERE n IS NOT NULL",
        "UPDATE t SET s = 'one' IN PARTITION 1 WHERE true",
        "UPDATE t SET s = 'two' IN PARTITION ID '2' WHERE k > 3",
        "UPDATE t SET del = 1 WHERE k = 3",
        "UPDATE t SET del = 0 WHERE k = 4",
        "UPDATE t SET v = 7 WHERE k = 99",
        "UPDATE t SET v = 8 WHERE m = 12 OR a = 0",
        "INSERT INTO t (k, p, v, ver) VALUES (2, 1, 20, 2), (3, 2, 30, 1)",
        "UPDATE t SET v = v * 2 WHERE v > 10 SETTINGS mutations_sync = 0",
        "ALTER TABLE t UPDATE s = 'mutated' WHERE k = 2 SETTINGS mutations_sync = 2",
        "UPDATE t SET s = concat(s, '!') WHERE s = 'mutated'",
        "DELETE FROM t WHERE k = 5",
        "UPDATE t SET v = 1000 WHERE k = 5",
        "OPTIMIZE TABLE t FINAL",
        "UPDATE t SET v = v - 1 WHERE true",
    ):
        both.run(statement)
        both.compare_all()


def test_a_row_masked_by_an_update_is_deleted(both: Updated) -> None:
    both.run("UPDATE t SET _row_exists = 0 WHERE ver = 2")
    both.compare_all()


def test_it_is_no_mutation(both: Updated) -> None:
    both.run("UPDATE t SET v = 6 WHERE k = 1")
    both.compare("SELECT * FROM system.mutations WHERE `table` = 't' AND database = '{db}'")
    assert both.client.active_parts("t") == ["1_1_1_1_5", "1_3_3_1_5", "2_2_2_1", "2_4_4_1"]


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("UPDATE t SET k = 5 WHERE k = 2", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE t SET ver = 5 WHERE k = 2", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE t SET p = 5 WHERE k = 2", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE t SET m = 5 WHERE k = 2", "CANNOT_UPDATE_COLUMN"),
        ("UPDATE t SET a = 5 WHERE k = 2", "NO_SUCH_COLUMN_IN_TABLE"),
        ("UPDATE t SET z = 5 WHERE k = 2", "NO_SUCH_COLUMN_IN_TABLE"),
        ("UPDATE t SET v = 1, v = 2 WHERE k = 2", "MULTIPLE_ASSIGNMENTS_TO_COLUMN"),
        ("UPDATE t SET v = 1", "SYNTAX_ERROR"),
        ("UPDATE t IN PARTITION 1 SET v = 1 WHERE k = 2", "SYNTAX_ERROR"),
        ("UPDATE t SET v = 1 WHERE k = 2 SETTINGS enable_lightweight_update = 0",
         "SUPPORT_IS_DISABLED"),
        ("UPDATE t SET v = 1 WHERE k = 2 SETTINGS nonsense = 0", "UNKNOWN_SETTING"),
    ],
)  # fmt: skip
@pytest.mark.sample(2)
def test_it_is_refused_as_in_clickhouse(both: Updated, statement: str, name: str) -> None:
    assert both.clickhouse.error(statement).name == name
    assert both.client.error(statement).name == name
    both.compare_all()


@pytest.mark.parametrize(
    ("column", "settings"),
    [
        ("_block_number", "enable_block_offset_column = 1"),
        ("_block_offset", "enable_block_number_column = 1"),
    ],
)
def test_a_table_has_to_allow_it(
    client: Client, clickhouse: ClickHouse, column: str, settings: str
) -> None:
    both = Both(client, clickhouse)
    both.create(f"CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k "
                f"SETTINGS {settings}")  # fmt: skip
    both.run("INSERT INTO t VALUES (1, 1), (1, 2)")
    statement = "UPDATE t SET v = 5 WHERE v = 1"
    assert clickhouse.error(statement).name == "NOT_IMPLEMENTED"
    error = client.error(statement)
    assert error.name == "NOT_IMPLEMENTED"
    assert f"enable{column}_column = 1" in error.message
    both.run(f"ALTER TABLE t MODIFY SETTING enable{column}_column = 1", statement)
    both.compare("SELECT k, v FROM t")


@pytest.mark.sample(0)
def test_what_fails_changes_no_row(both: Updated) -> None:
    for statement, name in (
        ("UPDATE t SET v = intDiv(10, v) WHERE true", "ILLEGAL_DIVISION"),
        ("UPDATE t SET v = ver * 10000000000 WHERE true", "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"),
        ("UPDATE t SET v = 'abc' WHERE k = 1", "CANNOT_PARSE_TEXT"),
    ):
        assert both.client.error(statement).name == name, statement
        both.compare_all()
    both.run("UPDATE t SET v = 3 WHERE k = 1")
    both.compare_all()


@pytest.mark.sample(0)
def test_a_statement_that_is_cancelled_changes_no_row(
    endpoint: EmbeddedEndpoint, client: Client
) -> None:
    client.run(f"CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k "
               f"SETTINGS {SETTINGS}")  # fmt: skip
    client.script(*COMPILED, "INSERT INTO t SELECT number, 0 FROM numbers(200000)")
    slow = "UPDATE t SET v = length(repeat(sha2(repeat(toString(k), 2000), 512), 50)) WHERE true"
    states = hive.ttypes.TOperationState
    with endpoint.connect() as other:
        other.run(f"USE {client.database}")
        other.cursor.execute(slow, async_=True)
        running = "SELECT 1 FROM system.processes WHERE query LIKE 'UPDATE t SET v = length%'"
        eventually(lambda: client.run(f"{running} AND elapsed > 1"))
        assert other.cursor.poll().operationState == states.RUNNING_STATE
        other.cursor.cancel()
        eventually(lambda: other.cursor.poll().operationState == states.CANCELED_STATE)
    assert client.run("SELECT count(*), sum(v) FROM t") == [(200_000, 0)]
    client.run("UPDATE t SET v = 1 WHERE k < 10")
    assert client.run("SELECT count(*), sum(v) FROM t") == [(200_000, 10)]


@pytest.mark.sample(0)
def test_readers_never_see_half_of_an_update(endpoint: EmbeddedEndpoint, client: Client) -> None:
    """Ten partitions change together, while parts are merged and rows come: it takes long."""
    client.run(
        "CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree PARTITION BY k % 10 "
        f"ORDER BY k SETTINGS {SETTINGS}"
    )
    client.run("INSERT INTO t SELECT number, 0 FROM numbers(1000)")
    stop = threading.Event()
    faults: list[Any] = []

    def repeat(*statements: str) -> None:
        with endpoint.connect() as mine:
            mine.run(f"USE {client.database}")
            while not stop.is_set():
                for statement in statements:
                    try:
                        rows = mine.run(statement)
                    except ServerError as error:
                        faults.append(error)
                        return
                    if statement.startswith("SELECT") and len(rows) != 1:
                        faults.append(rows)

    readers = ("SELECT DISTINCT v FROM t WHERE k < 1000", "SELECT DISTINCT v FROM t FINAL")
    work = (
        (readers[0], readers[1].replace("FINAL", "FINAL WHERE k < 1000")),
        ("OPTIMIZE TABLE t FINAL",),
        ("INSERT INTO t SELECT 1000 + number, 0 FROM numbers(20)",),
    )
    threads = [threading.Thread(target=repeat, args=each, daemon=True) for each in work]
    for thread in threads:
        thread.start()
    for _ in range(5):
        client.run("UPDATE t SET v = v + 1 WHERE k < 1000")
    stop.set()
    for thread in threads:
        thread.join(timeout=120)
    assert faults == []
    assert client.run("SELECT min(v), max(v), count(*) FROM t FINAL WHERE k < 1000") == [
        (5, 5, 1000)
    ]
