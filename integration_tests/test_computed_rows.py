"""Tables whose engines make one row of those with the same key, and compute its values."""

from __future__ import annotations

import threading

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError
from support.waiting import eventually

_SUMS = "CREATE TABLE t (k Int64, v Int64, s String) ENGINE = SummingMergeTree ORDER BY k"


@pytest.mark.parametrize("is_flat", [True, False])
@pytest.mark.sample(1)
def test_nested_columns_are_summed_by_their_keys(
    client: Client, clickhouse: ClickHouse, is_flat: bool
) -> None:
    """A column for each field in ClickHouse; here so, too, or one column."""
    create = (
        "CREATE TABLE t (k Int8, visitsMap Nested(ID UInt8, v Int8, w Float32), "
        "pairsMap Nested(Key String, subID UInt8, v UInt64), plain Nested(ID UInt8, v UInt8)) "
        "ENGINE = SummingMergeTree ORDER BY k"
    )
    rows = (
        ("(1, [(2, 100, 1), (1, 1, 1), (2, 100, 1)], [('a', 1, 3), ('b', 2, 4)], [(1, 1)])",
         "(1, [2, 1, 2], [100, 1, 100], [1, 1, 1], ['a', 'b'], [1, 2], [3, 4], [1], [1])"),
        ("(1, [(2, 56, -2)], [('a', 1, 5)], [(1, 3)])",
         "(1, [2], [56], [-2], ['a'], [1], [5], [1], [3])"),
        ("(2, [], [], [])", "(2, [], [], [], [], [], [], [], [])"),
    )  # fmt: skip
    client.run(f"SET flatten_nested = {int(is_flat)}")
    client.run(create)
    clickhouse.execute(create)
    for whole, theirs in rows:
        client.run(f"INSERT INTO t VALUES {theirs if is_flat else whole}")
        clickhouse.execute(f"INSERT INTO t VALUES {theirs}")
    names = "visitsMap.ID visitsMap.v visitsMap.w pairsMap.Key pairsMap.subID pairsMap.v plain.v"
    texts = (f"arrayMap(x -> toString(x), {name})" for name in names.split())
    shown = ", ".join(f"arrayStringConcat({text}, ';')" for text in texts)
    for final in (" FINAL", ""):
        query = f"SELECT k, {shown} FROM t{final} ORDER BY k"
        assert [tuple(map(str, row)) for row in client.run(query)] == clickhouse.rows(query)
        client.run("OPTIMIZE TABLE t FINAL")
        clickhouse.execute("OPTIMIZE TABLE t FINAL")


@pytest.mark.sample(0)
def test_rows_of_many_blocks_become_one(client: Client) -> None:
    client.run(_SUMS)
    settings = "SETTINGS min_insert_block_size_rows = 10000"
    rows = "SELECT number % 30000, number, 'x' FROM numbers(90000)"
    client.run(f"INSERT INTO t {settings} {rows}")
    client.run("INSERT INTO t SELECT number, -number, 'y' FROM numbers(10)")
    sums = "count(), sum(v), min(v), max(v)"
    by_hand = "SELECT k, sum(t.v) AS v FROM t GROUP BY k HAVING sum(t.v) != 0"
    by_hand = f"SELECT {sums} FROM ({by_hand})"
    expected = client.run(by_hand)
    assert client.run(f"SELECT {sums} FROM t FINAL") == expected
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run(f"SELECT {sums} FROM t") == expected
    assert client.run("SELECT v, s FROM t FINAL WHERE k = 3") == [(90006, "x")]


@pytest.mark.sample(0)
def test_background_merges_and_inserts_lose_nothing(
    client: Client, endpoint: EmbeddedEndpoint
) -> None:
    client.run(_SUMS)

    def insert(connected: Client, sign: int) -> None:
        for number in range(15):
            connected.run(f"INSERT INTO t VALUES ({number % 3}, {sign * number + 100}, 'x')")

    with Client(endpoint.port, database=client.database) as second:
        writers = [
            threading.Thread(target=insert, args=(connected, sign))
            for connected, sign in ((client, 1), (second, -1))
        ]
        for writer in writers:
            writer.start()
        with Client(endpoint.port, database=client.database) as reader:
            while any(writer.is_alive() for writer in writers):
                rows = reader.run("SELECT k, v FROM t FINAL")
                assert len({k for k, _ in rows}) == len(rows)
        for writer in writers:
            writer.join()
    assert client.run("SELECT k, v FROM t FINAL ORDER BY k") == [(0, 1000), (1, 1000), (2, 1000)]
    eventually(lambda: len(client.active_parts("t")) < 15)
    assert client.run("SELECT sum(v), count() FROM t FINAL") == [(3000, 3)]


@pytest.mark.sample(0)
def test_partitions_come_and_go(client: Client, clickhouse: ClickHouse) -> None:
    both = Both(client, clickhouse)
    columns = "(k Int8, p Int8, v Int16, n Nullable(String))"
    engine = "ENGINE = SummingMergeTree(v) ORDER BY k PARTITION BY p"
    both.create(*(f"CREATE TABLE {name} {columns} {engine}" for name in ("t", "u")))
    both.run(
        "INSERT INTO t VALUES (1, 1, 5, 'a'), (1, 2, 7, NULL), (2, 1, 1, 'b')",
        "INSERT INTO t VALUES (1, 1, 2, 'c'), (3, 2, 4, NULL)",
        "INSERT INTO u VALUES (1, 1, 100, 'u'), (1, 1, 1, 'w')",
    )
    final = "SELECT k, v, n FROM t FINAL"
    both.compare(final)
    for statement in (
        "ALTER TABLE t DETACH PARTITION 1",
        "INSERT INTO t VALUES (1, 1, 3, 'd'), (1, 2, 1, 'e')",
        "ALTER TABLE t ATTACH PARTITION 1",
        "ALTER TABLE t ATTACH PARTITION 1 FROM u",
        "ALTER TABLE t DROP PARTITION 2",
        "INSERT INTO t VALUES (3, 2, 9, NULL), (3, 2, 9, NULL)",
        "ALTER TABLE t REPLACE PARTITION 1 FROM u",
        "TRUNCATE TABLE t",
        "INSERT INTO t VALUES (1, 1, 1, 'z')",
    ):
        both.run(statement)
        both.compare(final)
        both.compare(f"{final} SETTINGS do_not_merge_across_partitions_select_final = 1")


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("SELECT k FROM t FINAL PREWHERE v = 1 AND _part != ''", "NOT_IMPLEMENTED"),
        ("SELECT v FROM u FINAL PREWHERE v = 1", "NOT_IMPLEMENTED"),
        ("SELECT rmt_merged('default.no_such', array(struct(1)))", "UNKNOWN_TABLE"),
        ("SELECT rmt_merged('{db}.t', array(struct(1 AS k)))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("SELECT rmt_merged('{db}.t', 1)", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("SELECT rmt_merged('{db}.t')", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("SELECT k, _part FROM t FINAL", "NOT_IMPLEMENTED"),
        ("OPTIMIZE TABLE t FINAL CLEANUP", "CANNOT_ASSIGN_OPTIMIZE"),
        ("ALTER TABLE t MODIFY TTL toDateTime(v)", "NOT_IMPLEMENTED"),
        ("CREATE TABLE w (k Int8, d Date) ENGINE = CoalescingMergeTree ORDER BY k TTL d",
         "NOT_IMPLEMENTED"),
    ],
)  # fmt: skip
@pytest.mark.sample(2)
def test_what_cannot_be_had_of_computed_rows_is_refused(
    statement: str, name: str, client: Client
) -> None:
    client.run(_SUMS)
    client.run("INSERT INTO t VALUES (1, 1, 'x')")
    client.run("INSERT INTO t VALUES (1, 2, 'y')")
    client.run(
        "CREATE TABLE u (k Int8, v Int8, a Int8 ALIAS v) ENGINE = SummingMergeTree ORDER BY k"
    )
    with pytest.raises(ServerError) as raised:
        client.run(statement.replace("{db}", client.database))
    assert raised.value.name == name
    assert client.run("SELECT * FROM t FINAL") == [(1, 3, "x")]


def test_a_sum_with_too_many_digits_is_refused(client: Client) -> None:
    client.run("CREATE TABLE t (k Int8, v Decimal(4, 2)) ENGINE = SummingMergeTree ORDER BY k")
    with pytest.raises(ServerError) as raised:
        client.run("INSERT INTO t VALUES (1, 99.99), (1, 0.01)")
    assert raised.value.name == "DECIMAL_OVERFLOW"
    client.run("INSERT INTO t VALUES (1, 99.99)")
    client.run("INSERT INTO t VALUES (1, 0.01)")
    for statement in ("SELECT * FROM t FINAL", "OPTIMIZE TABLE t FINAL"):
        with pytest.raises(ServerError) as raised:
            client.run(statement)
        assert raised.value.name == "DECIMAL_OVERFLOW"
    assert client.run("SELECT sum(v) FROM t")[0][0] == 100
    client.run("ALTER TABLE t MODIFY COLUMN v Decimal(9, 2)")
    assert client.run("SELECT k, toString(v) FROM t FINAL") == [(1, "100")]
