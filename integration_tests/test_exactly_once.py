"""Repeated INSERTs, statement by statement beside real ClickHouse."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from support.both import NO_MERGE_UNASKED
from support.clickhouse import ClickHouse, ClickHouseError
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

import rmt_engine

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WINDOW = "SETTINGS non_replicated_deduplication_window"
NOT_POSSIBLE = "DEDUPLICATION_IS_NOT_POSSIBLE"
T = f"CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k {WINDOW} = 100"
THREE = f"CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k {WINDOW} = 3"
NEWEST = (
    "CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k "
    f"{WINDOW} = 100, {NO_MERGE_UNASKED}"
)
BY_V = (
    f"CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree PARTITION BY v ORDER BY k {WINDOW} = 100"
)
NO_WINDOW = "CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k"
WITH_DEFAULT = (
    "CREATE TABLE t (k Int64, v Int64 DEFAULT 7, m Int64 MATERIALIZED k + 1) "
    f"ENGINE = MergeTree ORDER BY k {WINDOW} = 100"
)


def _token(token: str, rows: str, *settings: str) -> str:
    assignments = ", ".join((f"insert_deduplication_token = '{token}'", *settings))
    return f"INSERT INTO t SETTINGS {assignments} {rows}"


ROWS = "INSERT INTO t VALUES (1, 1), (2, 2)"
SCENARIOS: dict[str, tuple[str, ...]] = {
    "equal rows": (T, ROWS, ROWS),
    "equal rows in another order": (T, ROWS, "INSERT INTO t VALUES (2, 2), (1, 1)"),
    "rows are compared before they collapse": (
        NEWEST,
        "INSERT INTO t VALUES (1, 1), (1, 2)",
        "INSERT INTO t VALUES (1, 2)",
        "INSERT INTO t VALUES (1, 1), (1, 2)",
    ),
    "equal rows of one INSERT": (THREE, "INSERT INTO t VALUES (1, 1), (1, 1)"),
    "a token": (
        T,
        _token("x", "VALUES (1, 1)"),
        _token("x", "VALUES (5, 5)"),
        _token("y", "VALUES (1, 1)"),
        "INSERT INTO t VALUES (1, 1)",
        _token("x", "VALUES (6, 6)"),
    ),
    "an empty token is none": (T, _token("", "VALUES (1, 1)"), "INSERT INTO t VALUES (1, 1)"),
    "no window": (NO_WINDOW, ROWS, ROWS, *[_token("x", "VALUES (1, 1)")] * 2),
    "a token in several partitions": (
        BY_V,
        _token("x", "VALUES (1, 1), (2, 2)"),
        _token("x", "VALUES (3, 1), (4, 3)"),
    ),
    "rows in several partitions": (
        BY_V,
        ROWS,
        "INSERT INTO t VALUES (1, 1), (3, 3)",
        ROWS,
    ),
    "the window has three places": (
        THREE,
        *(_token(token, "VALUES (1, 1)") for token in "1234214"),
    ),
    "TRUNCATE": (T, ROWS, "TRUNCATE TABLE t", ROWS, ROWS),
    "DROP PARTITION": (BY_V, ROWS, "ALTER TABLE t DROP PARTITION 1", ROWS),
    "DETACH PARTITION": (BY_V, ROWS, "ALTER TABLE t DETACH PARTITION ALL", ROWS),
    "a window that was closed": (
        T,
        ROWS,
        "ALTER TABLE t MODIFY SETTING non_replicated_deduplication_window = 0",
        "ALTER TABLE t MODIFY SETTING non_replicated_deduplication_window = 100",
        ROWS,
    ),
    "a merge": (T, ROWS, "INSERT INTO t VALUES (3, 3)", "OPTIMIZE TABLE t FINAL", ROWS),
    "RENAME": (T, ROWS, "RENAME TABLE t TO u", "RENAME TABLE u TO t", ROWS),
    "a table of the same name": (T, ROWS, "DROP TABLE t", T, ROWS),
    "the columns count": (
        WITH_DEFAULT,
        "INSERT INTO t (k) VALUES (1)",
        "INSERT INTO t (k, v) VALUES (1, 7)",
        "INSERT INTO t VALUES (1, 7)",
        "INSERT INTO t (k) VALUES (1)",
        "INSERT INTO t (v, k) VALUES (7, 1)",
    ),
    "a query": (T, *["INSERT INTO t SELECT 1, 1"] * 2),
    "a query with a token": (
        T,
        _token("x", "SELECT number, number FROM numbers(10)"),
        "INSERT INTO t SELECT number + 5, 1 FROM numbers(10) "
        "SETTINGS insert_deduplication_token = 'x'",
    ),
    "ORDER BY ALL": (T, *["INSERT INTO t SELECT number, number FROM numbers(10) ORDER BY ALL"] * 2),
    "ORDER BY ALL and VALUES": (
        T,
        ROWS,
        "INSERT INTO t SELECT number + 1, number + 1 FROM numbers(2) ORDER BY ALL",
    ),
    "settings of the session": (
        T,
        "SET insert_deduplication_token = 's'",
        "INSERT INTO t VALUES (1, 1)",
        "INSERT INTO t VALUES (2, 1)",
        "SET insert_deduplication_token = ''",
        "INSERT INTO t VALUES (3, 1)",
    ),
    "any text is a token": (
        T,
        *(
            statement
            for token in ("a\x1fb", "a\x1f", 'a"b', "a\nb", "🦆")
            for statement in (
                f"SET insert_deduplication_token = '{token}'",
                "INSERT INTO t VALUES (1, 1)",
                "INSERT INTO t VALUES (2, 1)",
            )
        ),
    ),
}
for mode in ("disable", "enable", "backward_compatible_choice"):
    for old in (0, 1):
        switches = f"deduplicate_insert = '{mode}', insert_deduplicate = {old}"
        SCENARIOS[f"VALUES, {switches}"] = (
            T,
            *[f"INSERT INTO t SETTINGS {switches} VALUES (1, 1)"] * 2,
            *[_token("x", "VALUES (2, 2)", switches)] * 2,
        )
for mode in ("disable", "force_enable", "enable_when_possible", "enable_even_for_bad_queries"):
    for switch in ("disable", "enable"):
        switches = f"deduplicate_insert = '{switch}', deduplicate_insert_select = '{mode}'"
        SCENARIOS[f"SELECT, {switches}"] = (
            T,
            *[f"INSERT INTO t SETTINGS {switches} SELECT number, 1 FROM numbers(3)"] * 2,
            *[f"INSERT INTO t SETTINGS {switches} SELECT number, 2 FROM numbers(3) ORDER BY ALL"]
            * 2,
            *[_token("x", "SELECT number, 3 FROM numbers(3)", switches)] * 2,
        )


def _refusal(clickhouse: ClickHouse, statement: str) -> str | None:
    """The name of ClickHouse's error; None when it takes the statement."""
    try:
        clickhouse.execute(statement)
    except ClickHouseError as error:
        return error.name
    return None


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.sample(3)
def test_the_rows_are_clickhouses(name: str, client: Client, clickhouse: ClickHouse) -> None:
    for statement in SCENARIOS[name]:
        refusal = _refusal(clickhouse, statement)
        if refusal is not None:
            assert client.error(statement).name == (refusal or NOT_POSSIBLE), statement
        else:
            client.run(statement)
    query = "SELECT k, v FROM t ORDER BY k, v"
    assert [tuple(map(str, row)) for row in client.run(query)] == clickhouse.rows(query)


def test_replicated_tables_recognise_repeated_inserts_by_default(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64) ENGINE = ReplicatedReplacingMergeTree('/p', 'r') ORDER BY k"
    )
    for _ in range(2):
        client.run("INSERT INTO t VALUES (1)")
        client.run(_token("x", "SELECT id FROM range(3)"))
    assert client.run("SELECT count() FROM t") == [(4,)]
    [(statement,)] = client.run("SHOW CREATE TABLE t")
    assert "ENGINE = ReplicatedReplacingMergeTree\n" in statement
    client.run(statement.replace(".t\n", ".u\n"))
    for _ in range(2):
        client.run("INSERT INTO u VALUES (1)")
    assert client.run("SELECT count() FROM u") == [(1,)]


def test_a_retry_is_told_from_the_log_of_parts_and_the_events(client: Client) -> None:
    client.run(T)
    events = "SELECT value FROM system.events WHERE event = 'DuplicatedInsertedBlocks'"
    before = sum(row[0] for row in client.run(events))
    for _ in range(3):
        client.run(_token("x", "VALUES (1, 1)"))
    assert client.run(events) == [(before + 2,)]
    log = (
        "SELECT event_type, part_name, rows, error FROM system.part_log "
        f"WHERE database = '{client.database}' ORDER BY event_time_microseconds"
    )
    assert client.run(log) == [
        ("NewPart", "all_1_1_0", 1, 0),
        ("NewPart", "", 0, 389),
        ("NewPart", "", 0, 389),
    ]


def test_two_clients_that_insert_at_the_same_time_insert_once(
    client: Client, endpoint: EmbeddedEndpoint
) -> None:
    client.run(T)
    statement = _token("x", "SELECT id, 1 FROM range(1000)").replace(
        " t ", f" {client.database}.t "
    )

    def insert(_number: int) -> None:
        with endpoint.connect() as other:
            other.run(statement)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(insert, range(6)))
    assert client.run("SELECT count() FROM t") == [(1000,)]
    assert client.active_parts("t") == ["all_1_1_0"]


def test_an_insert_that_failed_may_be_repeated(client: Client) -> None:
    client.run(T)
    client.error(_token("x", "SELECT 1, id + 9223372036854775807 FROM range(2)"))
    client.run(_token("x", "SELECT 1, id FROM range(2)"))
    assert client.run("SELECT count() FROM t") == [(2,)]


def test_overwrite_with_a_token_is_refused_and_without_forgets_the_blocks(client: Client) -> None:
    client.run(T)
    client.run(ROWS)
    token = "SETTINGS insert_deduplication_token = 'x'"
    error = client.error(f"INSERT OVERWRITE t {token} VALUES (9, 9)")
    assert error.name == "NOT_IMPLEMENTED"
    client.run("INSERT OVERWRITE t VALUES (9, 9)")
    client.run(ROWS)
    assert client.run("SELECT k FROM t ORDER BY k") == [(1,), (2,), (9,)]


@pytest.mark.sample(0)
def test_large_inserts_are_recognised_by_their_token(spark: SparkSession) -> None:
    spark.sql(BY_V)
    rows = "SELECT id, id % {} FROM range(300000)"
    token = "SETTINGS insert_deduplication_token = 'x'"
    spark.sql(f"INSERT INTO t {token} {rows.format(2)}")
    spark.sql(f"INSERT INTO t {token} {rows.format(3)}")
    found = spark.sql("SELECT v, count(*) FROM t GROUP BY v ORDER BY v").collect()
    assert [tuple(row) for row in found] == [(0, 150_000), (1, 150_000), (2, 100_000)]
    force = "deduplicate_insert_select = 'force_enable'"
    with pytest.raises(Exception, match="DEDUPLICATION_IS_NOT_POSSIBLE"):
        spark.sql(f"INSERT INTO t SETTINGS {force} {rows.format(2)} ORDER BY ALL")
    assert spark.table("t").count() == 400_000


def test_a_dataframe_has_a_token(spark: SparkSession) -> None:
    spark.sql(T)
    for count in (10, 20):
        frame = spark.range(count).selectExpr("id AS k", "id AS v")
        rmt_engine.insert(frame, "t", deduplication_token="x")
    assert spark.table("t").count() == 10
    for _ in range(2):
        rmt_engine.insert(spark.range(1).selectExpr("id AS k", "id AS v"), "t")
    assert spark.table("t").count() == 12


def test_unknown_choices_are_refused(client: Client, clickhouse: ClickHouse) -> None:
    for statement in ("SET deduplicate_insert = 'x'", "SET deduplicate_insert_select = '1'"):
        assert client.error(statement).name == clickhouse.error(statement).name
