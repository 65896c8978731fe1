"""One statement, one time zone: a column's own, else the session's, whatever the statement is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from rmt_engine.spark.session.time_zones import TIME_ZONE

NEW_YORK = "America/New_York"
TEN = 1719842400  # 2024-07-01 10:00:00 in New York, 14:00:00 in UTC
HOUR = 3600
TIMES = "SELECT k, unix_timestamp(at) FROM t ORDER BY k"


@pytest.fixture
def new_york(client: Client) -> Iterator[Client]:
    """A session in New York, with rows of 10:00, 12:00 and 14:00 there."""
    client.script(
        "CREATE TABLE t (k Int64, at DateTime, berlin DateTime('Europe/Berlin'), d Date, s String) "
        "ENGINE = ReplacingMergeTree ORDER BY k",
        f"SET {TIME_ZONE} = {NEW_YORK}",
        "INSERT INTO t (k, at, berlin) VALUES (1, '2024-07-01 10:00:00', '2024-07-01 16:00:00'), "
        "(2, '2024-07-01 12:00:00', '2024-07-01 18:00:00'), "
        "(3, '2024-07-01 14:00:00', '2024-07-01 20:00:00')",
    )
    yield client
    client.run(f"SET {TIME_ZONE} = UTC")


def test_plain_values_are_read_in_the_zone_of_their_column_else_of_the_session(
    new_york: Client,
) -> None:
    expected = [(k, TEN + 2 * HOUR * (k - 1)) for k in (1, 2, 3)]
    assert new_york.run(TIMES) == expected
    assert new_york.run("SELECT k, unix_timestamp(berlin) FROM t ORDER BY k") == expected


@pytest.mark.parametrize(
    "source",
    [
        "VALUES (4, '2024-07-01 10:00:00')",
        "VALUES (4, concat('2024-07-01', ' 10:00:00'))",
        "VALUES (4, TIMESTAMP'2024-07-01 10:00:00')",
        "VALUES (4, TIMESTAMP'2024-07-01 14:00:00Z')",
        "VALUES (4, '2024-07-01T14:00:00Z')",
        f"VALUES (4, {TEN})",
        "SELECT 4, '2024-07-01 10:00:00'",
        "SELECT 4, TIMESTAMP_NTZ'2024-07-01 10:00:00'",
        "SELECT 4, at FROM t WHERE at = '2024-07-01 10:00:00'",
        "SELECT 4, toDateTime('2024-07-01 16:00:00', 'Europe/Berlin')",
    ],
)
@pytest.mark.sample(2)
def test_inserts_read_times_as_selects_do(new_york: Client, source: str) -> None:
    new_york.run(f"INSERT INTO t (k, at) {source}")
    assert new_york.run("SELECT unix_timestamp(at) FROM t WHERE k = 4") == [(TEN,)]
    assert new_york.run("SELECT k FROM t WHERE at = '2024-07-01 10:00:00' ORDER BY k") == [
        (1,),
        (4,),
    ]


def test_days_begin_and_clocks_show_in_the_zone_of_the_session(new_york: Client) -> None:
    late = "TIMESTAMP'2024-07-01 22:30:00'"
    new_york.run(f"INSERT INTO t (k, at, d, s) SELECT 5, DATE'2024-07-02', {late}, {late}")
    assert new_york.run("SELECT unix_timestamp(at), toString(d), s FROM t WHERE k = 5") == [
        (TEN + 14 * HOUR, "2024-07-01", "2024-07-01 22:30:00")
    ]


CONDITIONS = [
    "at = '2024-07-01 12:00:00'",
    "at BETWEEN '2024-07-01 11:00:00' AND '2024-07-01 13:00:00'",
    "at IN ('2024-07-01 12:00:00')",
    "toHour(at) = 12",
    "toHour(at, 'Europe/Berlin') = 18",
    "toStartOfHour(at) = toDateTime('2024-07-01 12:00:00')",
    "toString(at) = '2024-07-01 12:00:00'",
    "at = toDateTime('2024-07-01 18:00:00', 'Europe/Berlin')",
    "formatDateTime(at, '%H') = '12'",
    "at = (SELECT max(at) FROM t WHERE at < '2024-07-01 14:00:00')",
]


@pytest.mark.parametrize("statement", ["DELETE FROM t", "ALTER TABLE t DELETE"])
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.sample(1)
def test_a_delete_takes_the_rows_that_its_where_selects(
    new_york: Client, statement: str, condition: str
) -> None:
    assert new_york.run(f"SELECT k FROM t WHERE {condition}") == [(2,)]
    new_york.script("SET mutations_sync = 1", f"{statement} WHERE {condition}")
    assert new_york.run("SELECT k FROM t ORDER BY k") == [(1,), (3,)]


@pytest.mark.parametrize("statement", ["ALTER TABLE t UPDATE", "UPDATE t SET"])
@pytest.mark.sample(1)
def test_updates_read_and_write_times_of_the_session(new_york: Client, statement: str) -> None:
    if statement == "UPDATE t SET":
        new_york.run(
            "ALTER TABLE t MODIFY SETTING enable_block_number_column = 1, "
            "enable_block_offset_column = 1"
        )
    new_york.script(
        "SET mutations_sync = 1",
        f"{statement} at = '2024-07-01 13:00:00', berlin = '2024-07-01 19:00:00', "
        "d = TIMESTAMP'2024-07-01 22:00:00', s = toString(at) WHERE at = '2024-07-01 12:00:00'",
        f"{statement} at = at + INTERVAL 1 HOUR WHERE toHour(at) = 14",
    )
    assert new_york.run(TIMES) == [(1, TEN), (2, TEN + 3 * HOUR), (3, TEN + 5 * HOUR)]
    assert new_york.run("SELECT unix_timestamp(berlin), toString(d), s FROM t WHERE k = 2") == [
        (TEN + 3 * HOUR, "2024-07-01", "2024-07-01 12:00:00")
    ]


def test_a_column_with_a_zone_keeps_it_in_mutations(new_york: Client) -> None:
    new_york.script("SET mutations_sync = 1", "DELETE FROM t WHERE berlin = '2024-07-01 18:00:00'")
    assert new_york.run("SELECT k FROM t ORDER BY k") == [(1,), (3,)]


def test_a_recorded_mutation_says_its_zone(new_york: Client) -> None:
    new_york.script("SET mutations_sync = 1", "DELETE FROM t WHERE toHour(at) = 12")
    [(command,)] = new_york.run(
        f"SELECT command FROM system.mutations WHERE database = '{new_york.database}'"
    )
    assert command == (
        f"(UPDATE _row_exists = 0 WHERE toHour(at) = 12 SETTINGS session_timezone = '{NEW_YORK}')"
    )


def test_what_is_stored_is_computed_in_utc_and_what_is_read_in_the_zone_of_the_reader(
    client: Client,
) -> None:
    client.script(
        "CREATE TABLE t (k Int64, at DateTime, tokyo DateTime('Asia/Tokyo') DEFAULT at, "
        "h UInt8 DEFAULT toHour(at), a UInt8 ALIAS toHour(at), "
        "b UInt8 ALIAS toHour(at, 'Europe/Berlin'), c UInt8 ALIAS toHour(tokyo)) "
        "ENGINE = MergeTree PARTITION BY toDate(at) ORDER BY k",
        f"SET {TIME_ZONE} = {NEW_YORK}",
        "INSERT INTO t (k, at) VALUES (1, '2024-07-01 22:00:00')",
    )
    read = "SELECT h, _partition_id, a, b, c FROM t"
    assert client.run(read) == [(2, "20240702", 22, 4, 11)]
    assert client.run(f"{read} WHERE a = 22 AND b = 4 AND c = 11") == client.run(read)
    client.run(f"SET {TIME_ZONE} = UTC")
    assert client.run(read) == [(2, "20240702", 2, 4, 11)]
    client.script(
        f"SET {TIME_ZONE} = {NEW_YORK}",
        "SET mutations_sync = 1",
        "ALTER TABLE t DELETE WHERE a = 22 AND b = 4 AND c = 11",
    )
    assert client.run("SELECT count(*) FROM t") == [(0,)]
    client.run(f"SET {TIME_ZONE} = UTC")


CONSTANTS = (
    "toDate('2024-02-29')",
    "toDate32('1925-01-01')",
    "toDateTime('2024-07-01 10:00:00')",
    "toDateTime('2024-07-01 10:00:00', 'Asia/Tokyo')",
    "toDateTime('2024-07-01')",
    "toDateTime('2024-11-03 01:30:00', 'America/New_York')",
    "toDateTime64('2024-07-01 10:00:00.123456', 6)",
    "toDateTime64('2024-07-01 10:00:00.123456', 3, 'Europe/Berlin')",
    "toDateTime64('1950-07-01 10:00:00.5', 3)",
)


@pytest.mark.parametrize("zone", ["UTC", NEW_YORK])
@pytest.mark.sample(0)
def test_a_constant_is_what_the_same_text_of_a_row_is(
    client: Client, clickhouse: ClickHouse, zone: str
) -> None:
    client.run(f"SET {TIME_ZONE} = {zone}")
    clickhouse.execute(f"SET session_timezone = '{zone}'")
    try:
        for call in CONSTANTS:
            of_row = (
                call.replace("('", "(materialize('").replace("'", "')", 2).replace("')", "'", 1)
            )
            query = f"SELECT toString({call}), toString({of_row}), {call} = {of_row}"
            [row] = client.run(f"{query} FROM numbers(1)")
            [theirs] = clickhouse.rows(query)
            assert tuple(str(int(v) if isinstance(v, bool) else v) for v in row) == theirs, call
    finally:
        client.run(f"SET {TIME_ZONE} = UTC")
        clickhouse.execute("SET session_timezone = ''")


def test_a_time_that_no_clock_shows_is_an_hour_later(client: Client) -> None:
    """ClickHouse takes the hour before; Spark's and Java's clocks go forward."""
    skipped = "toDateTime('2024-03-10 02:30:00', 'America/New_York')"
    of_row = skipped.replace("'2024-03-10 02:30:00'", "materialize('2024-03-10 02:30:00')")
    query = f"SELECT toString({skipped}), toString({of_row}) FROM numbers(1)"
    assert client.run(query) == [("2024-03-10 03:30:00",) * 2]


def test_the_setting_of_clickhouse_is_the_sessions_time_zone(client: Client) -> None:
    shown = "SELECT value, changed FROM system.settings WHERE name = 'session_timezone'"
    assert client.run(shown) == [("", 0)]
    client.run("CREATE TABLE t (at DateTime) ENGINE = MergeTree ORDER BY at")
    client.run("SET session_timezone = 'Europe/Berlin'")
    assert client.run(shown) == [("Europe/Berlin", 1)]
    client.run("INSERT INTO t VALUES ('2024-07-01 10:00:00')")
    assert client.run("SELECT toString(at), timezone(), unix_timestamp(at) FROM t") == [
        ("2024-07-01 10:00:00", "Europe/Berlin", 1719820800)
    ]
    client.run("SET TIME ZONE 'UTC'")
    assert client.run(shown) == [("", 0)]
    client.run("SET session_timezone = 'Asia/Tokyo'")
    client.run("SET session_timezone = ''")
    assert client.run("SELECT toString(at), timezone() FROM t") == [("2024-07-01 08:00:00", "UTC")]
    assert client.error("SET session_timezone = 'Europe/Nowhere'").name == "BAD_ARGUMENTS"
    refused = "SELECT count() FROM t SETTINGS session_timezone = 'Asia/Tokyo'"
    assert client.error(refused).name == "NOT_IMPLEMENTED"


def test_it_comes_with_a_connection(endpoint: EmbeddedEndpoint) -> None:
    with endpoint.connect(configuration={"set:hiveconf:session_timezone": "Asia/Tokyo"}) as client:
        assert client.run("SELECT current_timezone()") == [("Asia/Tokyo",)]
