"""What the database `system` says of the engine; virtual columns; conditions that are numbers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from support.both import NO_MERGE_UNASKED
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError
from support.waiting import eventually

from sqlalchemy_rmt import dbapi

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

T = (
    "CREATE TABLE t (k Int64, g UInt8, v String, INDEX i k TYPE minmax GRANULARITY 2, "
    "INDEX b v TYPE bloom_filter(0.01) GRANULARITY 1) "
    "ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k "
    f"SETTINGS index_granularity = 8192, {NO_MERGE_UNASKED}"
)
INSERTS = (
    "INSERT INTO t VALUES (1, 1, 'a'), (2, 1, 'b')",
    "INSERT INTO t VALUES (1, 1, 'c')",
    "INSERT INTO t VALUES (3, 2, 'd')",
)


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> tuple[Client, ClickHouse]:
    client.run(T)
    clickhouse.execute(T)
    for insert in INSERTS:
        client.run(insert)
        clickhouse.execute(insert)
    return client, clickhouse


@pytest.mark.parametrize(
    "table",
    [
        "build_options",
        "data_skipping_indices",
        "databases",
        "events",
        "functions",
        "metrics",
        "numbers",
        "one",
        "parts_columns",
        "processes",
    ],
)
@pytest.mark.sample(4)
def test_every_column_is_one_of_clickhouses(
    table: str, client: Client, clickhouse: ClickHouse
) -> None:
    ours = {row[0] for row in client.run(f"DESCRIBE system.{table}")}
    assert ours
    assert ours <= {row[0] for row in clickhouse.rows(f"DESCRIBE system.{table}")}
    client.run(f"SELECT * FROM system.{table} LIMIT 5")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT name, `column`, type, column_position, default_kind, default_expression, rows "
        "FROM system.parts_columns WHERE database = '{db}' AND active ORDER BY name, `column`",
        "SELECT `table`, name, type, type_full, expr, creation, granularity "
        "FROM system.data_skipping_indices WHERE database = '{db}' ORDER BY name",
        "SELECT engine, comment FROM system.databases WHERE name = '{db}'",
        "SELECT name FROM system.parts WHERE active AND database = '{db}' ORDER BY name",
        "SELECT name FROM system.parts WHERE database = '{db}' AND active = 1 ORDER BY name",
        "SELECT sum(active) FROM system.parts WHERE database = '{db}'",
        "SELECT count() FROM system.parts WHERE NOT active AND database = '{db}'",
        "SELECT p.name FROM system.parts AS p WHERE (p.active) AND p.database = '{db}' ORDER BY 1",
        "SELECT count() FROM t WHERE g",
        "SELECT count() FROM t WHERE NOT g OR k AND (g OR k)",
        "SELECT count() FROM t WHERE k BETWEEN 1 AND g",
        "SELECT k FROM (SELECT k, g FROM t WHERE g) AS q ORDER BY k",
        "SELECT _part, _partition_id, _part_index, _row_exists, k FROM t ORDER BY _part, k",
        "SELECT _part, k, v FROM t FINAL ORDER BY _part, k",
        "SELECT *, _part FROM t WHERE _partition_id = '2'",
        "SELECT _part, count() FROM t GROUP BY _part ORDER BY _part",
        "SELECT x._part FROM t AS x WHERE x._row_exists ORDER BY x._part",
        "SELECT count() FROM t WHERE _part = '1_1_1_1'",
        "SELECT number FROM system.numbers LIMIT 3",
        "SELECT number FROM system.numbers WHERE number % 7 = 3 LIMIT 3",
        "SELECT sum(number) FROM (SELECT number FROM system.numbers LIMIT 10) AS n",
        "SELECT dummy FROM system.one",
        "SELECT is_aggregate FROM system.functions WHERE name = 'argMax'",
    ],
)
@pytest.mark.sample(4)
def test_the_rows_are_clickhouses(query: str, both: tuple[Client, ClickHouse]) -> None:
    client, clickhouse = both
    ours = client.run(query.format(db=client.database))
    theirs = clickhouse.rows(query.format(db=clickhouse.current))
    assert [tuple(str(value) for value in row) for row in ours] == theirs


def test_names_of_events_and_metrics_are_clickhouses(
    client: Client, clickhouse: ClickHouse
) -> None:
    zeros = "SETTINGS system_events_show_zero_values = 1"
    for table, setting in (("events", zeros), ("metrics", "")):
        ours = {row[0] for row in client.run(f"SELECT name FROM system.{table}")}
        theirs = {row[0] for row in clickhouse.rows(f"SELECT name FROM system.{table} {setting}")}
        assert ours <= theirs


def test_events_count_statements_and_rows(client: Client) -> None:
    def counts() -> dict[str, int]:
        return dict(client.run("SELECT event, value FROM system.events"))

    client.run(T)
    before = counts()
    client.run("INSERT INTO t VALUES (1, 1, 'a'), (2, 1, 'b')")
    client.error("INSERT INTO t VALUES (1)")
    client.run("INSERT INTO t VALUES (3, 1, 'c')")
    client.run("OPTIMIZE TABLE t FINAL")
    after = counts()
    more = {name: after[name] - before.get(name, 0) for name in after}
    assert {name: more[name] for name in ("InsertQuery", "InsertedRows", "MergedRows")} == {
        "InsertQuery": 3,
        "InsertedRows": 3,
        "MergedRows": 3,
    }
    assert (more["SelectQuery"], more["FailedInsertQuery"], more["Merge"]) == (1, 1, 1)
    assert more["Query"] >= 5


def test_the_log_of_parts_tells_their_life(client: Client) -> None:
    client.run("CREATE TABLE p (k Int64) ENGINE = ReplacingMergeTree ORDER BY k")
    client.run("INSERT INTO p VALUES (1), (2)")
    client.run("INSERT INTO p VALUES (2)")
    client.run("OPTIMIZE TABLE p FINAL")
    rows = client.run(
        "SELECT event_type, part_name, partition_id, rows, merged_from, error, duration_ms >= 0 "
        f"FROM system.part_log WHERE database = '{client.database}' AND `table` = 'p' "
        "ORDER BY event_time_microseconds"
    )
    assert rows == [
        ("NewPart", "all_1_1_1", "all", 2, "[]", 0, True),
        ("NewPart", "all_2_2_1", "all", 1, "[]", 0, True),
        ("MergeParts", "all_1_2_2", "all", 2, '["all_1_1_1","all_2_2_1"]', 0, True),
    ]


def test_a_statement_has_ended_while_its_cursor_is_open(
    client: Client, endpoint: EmbeddedEndpoint
) -> None:
    with dbapi.connect("127.0.0.1", endpoint.port, client.database) as connection:
        cursors = [connection.cursor() for _ in range(20)]
        ids = [cursor.execute("SET final = 0").query_id for cursor in cursors]
        among = ", ".join(f"'{query_id}'" for query_id in ids)
        running = f"SELECT count() FROM system.processes WHERE query_id IN ({among})"
        eventually(lambda: client.run(running) == [(0,)])
        ended = (
            "SELECT uniqExact(query_id) FROM system.query_log "
            f"WHERE query_id IN ({among}) AND type = 'QueryFinish'"
        )
        assert client.run(ended) == [(20,)]


def test_the_log_of_queries_has_their_ends(client: Client) -> None:
    client.run("SELECT 'found it' AS found")
    client.error("SELECT no_column_so_called FROM system.one")
    client.error("SET fnial = 1")
    query = (
        "SELECT type, query_kind, exception_code, exception <> '', query_duration_ms >= 0, user "
        "FROM system.query_log WHERE query LIKE {} AND query NOT LIKE '%query_log%'"
    )
    found = query.format("'%found it%'") + " ORDER BY event_time_microseconds"
    eventually(lambda: len(client.run(found)) == 2)
    ended = client.run(found)
    user = ended[0][5]
    assert ended == [
        ("QueryStart", "Select", 0, False, True, user),
        ("QueryFinish", "Select", 0, False, True, user),
    ]
    assert client.run(query.format("'%no_column_so_called%'")) == [
        ("ExceptionBeforeStart", "Select", 47, True, True, user)
    ]
    assert client.run(query.format("'SET fnial%'")) == [
        ("ExceptionBeforeStart", "Set", 115, True, True, user)
    ]


def test_processes_are_the_statements_that_run(client: Client, endpoint: EmbeddedEndpoint) -> None:
    def work() -> None:
        with endpoint.connect() as other, pytest.raises(ServerError, match=r"(?i)cancel"):
            other.run("SELECT count(*), 7 FROM range(2000000000000) WHERE sqrt(id) = 0.5")

    thread = threading.Thread(target=work)
    thread.start()
    working = "query LIKE '%range(2000000000000)%' AND query NOT LIKE '%system.%'"
    query = f"SELECT query_kind, elapsed >= 0 FROM system.processes WHERE {working}"
    eventually(lambda: client.run(query) == [("Select", True)])
    [(running,)] = client.run("SELECT value FROM system.metrics WHERE metric = 'Query'")
    assert running >= 2
    client.run(f"KILL QUERY WHERE {working} AND query NOT LIKE 'KILL%' SYNC")
    thread.join(120)
    assert not thread.is_alive()
    assert client.run(query) == []


@pytest.mark.parametrize("start", ["", "INSERT INTO t "])
def test_a_statement_is_killed(start: str, client: Client, endpoint: EmbeddedEndpoint) -> None:
    client.run(T)
    slow = "SELECT count(*), 9, 'x' FROM range(1000000000000) WHERE sqrt(id) = 0.5"
    text = start + slow
    errors: list[ServerError] = []

    def run() -> None:
        with endpoint.connect() as other:
            other.run(f"USE {client.database}")
            try:
                other.run(text)
            except ServerError as error:
                errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    chosen = "query LIKE '%range(1000000000000)%' AND query NOT LIKE 'KILL%'"
    eventually(lambda: client.run(f"KILL QUERY WHERE {chosen} TEST"))
    [(status, _, user, query)] = client.run(f"KILL QUERY WHERE {chosen} TEST")
    assert (status, query) == ("unknown_status", text)
    assert thread.is_alive()
    assert client.run("KILL QUERY WHERE query_id = 'nothing'") == []
    [(status, _, _, _)] = client.run(f"KILL QUERY WHERE {chosen} AND user = '{user}' SYNC")
    assert status == "finished"
    thread.join(120)
    assert not thread.is_alive()
    [error] = errors
    assert "cancel" in error.message.lower()
    assert client.run("SELECT count() FROM t") == [(0,)]


def test_metrics_count_parts(client: Client) -> None:
    def parts() -> dict[str, int]:
        return dict(
            client.run("SELECT metric, value FROM system.metrics WHERE metric LIKE 'Parts%'")
        )

    before = parts()
    client.run(T)
    for insert in INSERTS:
        client.run(insert)
    client.run("OPTIMIZE TABLE t FINAL")
    after = parts()
    assert after["PartsActive"] - before["PartsActive"] == 2
    assert after["PartsOutdated"] - before["PartsOutdated"] == 3


def test_a_declared_column_hides_a_virtual_one(client: Client) -> None:
    client.run("CREATE TABLE w (k Int64, _part String) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO w VALUES (1, 'mine')")
    assert client.run("SELECT _part, _partition_id FROM w") == [("mine", "all")]
    assert client.run("SELECT * FROM w WHERE _row_exists") == [(1, "mine")]


@pytest.mark.sample(0)
def test_virtual_columns_of_an_empty_table_and_of_parts_with_dead_rows(
    spark: SparkSession,
) -> None:
    spark.sql(T)
    assert spark.sql("SELECT _part, _part_index FROM t").collect() == []
    spark.sql("INSERT INTO t SELECT id, 1, 'a' FROM range(200000)")
    spark.sql("INSERT INTO t SELECT id, 1, 'b' FROM range(50000)")
    counts = "SELECT _part, count(*) FROM t {} GROUP BY _part ORDER BY _part"
    assert [tuple(row) for row in spark.sql(counts.format("")).collect()] == [
        ("1_1_1_1", 200_000),
        ("1_2_2_1", 50_000),
    ]
    assert [tuple(row) for row in spark.sql(counts.format("FINAL")).collect()] == [
        ("1_1_1_1", 150_000),
        ("1_2_2_1", 50_000),
    ]


def test_the_log_has_the_comment_of_a_statement_and_the_rows_it_wrote(client: Client) -> None:
    client.run("CREATE TABLE c (k Int64) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE TABLE copy (k Int64) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE MATERIALIZED VIEW v TO copy AS SELECT k FROM c")
    own = "INSERT INTO c SETTINGS log_comment = 'it''s' VALUES (1), (2)"
    client.run(own)
    client.run("SET log_comment = 'of the session'")
    client.run("INSERT INTO c SELECT 3")
    client.run("INSERT INTO c SELECT 4 SETTINGS log_comment = 'of the query'")
    client.run("SELECT k FROM c SETTINGS log_comment = 'read'")
    client.error("INSERT INTO c SETTINGS log_comment = 'wrong' VALUES ('x')")
    client.run("SET log_comment = ''")
    client.run("INSERT INTO c VALUES (5)")
    assert _noted(client, "type != 'QueryStart'") >= {
        (own, "it's", 4),
        ("INSERT INTO c SELECT 3", "of the session", 2),
        ("INSERT INTO c SELECT 4 SETTINGS log_comment = 'of the query'", "of the query", 2),
        ("SELECT k FROM c SETTINGS log_comment = 'read'", "read", 0),
        ("INSERT INTO c SETTINGS log_comment = 'wrong' VALUES ('x')", "wrong", 0),
        ("INSERT INTO c VALUES (5)", "", 2),
    }
    started = _noted(client, "type = 'QueryStart'")
    assert ("INSERT INTO c SELECT 3", "of the session", 0) in started


def _noted(client: Client, condition: str) -> set[tuple[object, ...]]:
    found = client.run(
        f"SELECT query, log_comment, written_rows FROM system.query_log WHERE {condition}"
    )
    return {tuple(row) for row in found}
