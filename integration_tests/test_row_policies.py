"""Row policies: who reads what.

The rows of a user with `v = 'a'` are those that ClickHouse 26.9 gives with that policy in its
users.xml.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client


@pytest.fixture
def ann(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[Client]:
    """A second user in the same database, where the table `t` is."""
    client.run(
        "CREATE TABLE t (k UInt8, v String, ver UInt32, twice Int64 ALIAS k * 2) "
        "ENGINE = ReplacingMergeTree(ver) ORDER BY k SAMPLE BY k"
    )
    client.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 1), (3, 'a', 1)")
    client.run("INSERT INTO t VALUES (1, 'b', 2), (2, 'a', 2)")
    other = Client(endpoint.port, username="ann", database=client.database)
    yield other
    other.connection.close()


A, CURRENT_A = [(1, "a", 1), (2, "a", 2), (3, "a", 1)], [(2, "a", 2), (3, "a", 1)]


def test_a_policy_hides_rows_of_every_read(ann: Client, client: Client) -> None:
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ann")
    assert sorted(ann.run("SELECT * FROM t")) == A
    assert sorted(ann.run("SELECT * FROM t FINAL")) == CURRENT_A
    assert sorted(ann.run("SELECT * FROM t SETTINGS final = 1")) == CURRENT_A
    assert ann.run("SELECT count() FROM t") == [(3,)]
    assert ann.run("SELECT count() FROM t FINAL") == [(2,)]
    assert ann.run("SELECT min(k), max(k) FROM t FINAL") == [(2, 3)]
    assert ann.run("SELECT count() FROM t WHERE v = 'b'") == [(0,)]
    assert ann.run("SELECT k FROM t FINAL WHERE ver = 2") == [(2,)]
    assert ann.run("SELECT k FROM t PREWHERE ver = 2") == [(2,)]
    assert ann.run("SELECT twice FROM t FINAL ORDER BY k") == [(4,), (6,)]
    assert ann.run("SELECT count(*) FROM t FINAL SAMPLE 1/64") == [(2,)]
    assert ann.run("WITH c AS (SELECT k FROM t FINAL) SELECT count(*) FROM c") == [(2,)]
    assert ann.run("SELECT x.k FROM t AS x FINAL JOIN t AS y ON x.k = y.k ORDER BY x.k") == [
        (2,),
        (3,),
    ]
    assert ann.run(f"SELECT count(*) FROM rmt_scan('{client.database}.t', 'raw')") == [(3,)]
    assert len(client.run("SELECT * FROM t")) == 5
    assert client.run("SELECT count() FROM t FINAL") == [(3,)]


def test_views_and_inserts_read_what_their_user_may(ann: Client, client: Client) -> None:
    client.run("CREATE VIEW a_view AS SELECT k FROM t FINAL")
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ann")
    assert sorted(ann.run("SELECT k FROM a_view")) == [(2,), (3,)]
    assert len(client.run("SELECT k FROM a_view")) == 3
    ann.run("CREATE TABLE u ENGINE = MergeTree ORDER BY k AS SELECT k FROM t")
    ann.run("INSERT INTO u SELECT k + 10 FROM t FINAL")
    assert sorted(client.run("SELECT k FROM u")) == [(1,), (2,), (3,), (12,), (13,)]


def test_a_policy_may_ask_who_reads(
    endpoint: EmbeddedEndpoint, ann: Client, client: Client
) -> None:
    client.run("CREATE ROW POLICY p ON t USING v = currentUser() TO ALL")
    assert ann.run("SELECT k FROM t") == []
    other = Client(endpoint.port, username="a", database=client.database)
    assert sorted(other.run("SELECT * FROM t FINAL")) == CURRENT_A
    other.connection.close()


def test_policies_are_combined(ann: Client, client: Client) -> None:
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ann")
    client.run("CREATE ROW POLICY q ON t USING k = 2 TO ALL")
    client.run("CREATE ROW POLICY r ON t AS RESTRICTIVE USING ver TO ALL EXCEPT ann")
    assert len(ann.run("SELECT k FROM t")) == 4
    assert sorted(client.run("SELECT k FROM t")) == [(2,), (2,)]
    client.run("CREATE ROW POLICY OR REPLACE r ON t USING ver > 1 AS RESTRICTIVE TO ann")
    assert ann.run("SELECT k FROM t") == [(2,)]
    client.run("DROP ROW POLICY q ON t")
    assert len(client.run("SELECT k FROM t")) == 5


def test_policies_are_shown_and_dropped(client: Client, ann: Client) -> None:
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ann, CURRENT_USER")
    assert client.run("SHOW ROW POLICIES ON t") == [("p",)]
    assert (f"p ON {client.database}.t",) in client.run("SHOW ROW POLICIES")
    query = (
        "SELECT short_name, select_filter, is_restrictive, apply_to_all, size(apply_to_list) "
        "FROM system.row_policies WHERE database = current_schema() AND `table` = 't'"
    )
    assert client.run(query) == [("p", "v = 'a'", 0, 0, 2)]
    assert len(client.run("SELECT k FROM t")) == 3
    assert client.error("CREATE ROW POLICY p ON t USING 1").name == "ACCESS_ENTITY_ALREADY_EXISTS"
    client.run("CREATE ROW POLICY IF NOT EXISTS p ON t USING 1")
    client.run("DROP ROW POLICY p ON t")
    assert client.error("DROP ROW POLICY p ON t").name == "UNKNOWN_ROW_POLICY"
    client.run("DROP ROW POLICY IF EXISTS p ON t")
    assert len(ann.run("SELECT k FROM t")) == 5


def test_what_is_refused(client: Client, ann: Client) -> None:
    for statement, name in (
        ("CREATE ROW POLICY p ON nowhere USING 1", "UNKNOWN_TABLE"),
        ("CREATE ROW POLICY p ON t USING nothing = 1", "UNKNOWN_IDENTIFIER"),
        ("CREATE ROW POLICY p ON t USING k IN (SELECT 1)", "NOT_IMPLEMENTED"),
    ):
        assert client.error(statement).name == name
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ann")
    error = ann.error("SELECT k FROM t FINAL PREWHERE ver = 1")
    assert error.name == "NOT_IMPLEMENTED"
    assert len(client.run("SELECT k FROM t FINAL PREWHERE ver = 1")) == 3
    assert len(ann.run(f"SELECT k FROM rmt_rows('{client.database}.t')")) == 3
    early = "SETTINGS apply_row_policy_after_final = 0"
    assert ann.error(f"SELECT k FROM t FINAL {early}").name == "NOT_IMPLEMENTED"
    assert len(ann.run(f"SELECT k FROM t {early}")) == 3
    assert len(client.run(f"SELECT k FROM t FINAL {early}")) == 3


@pytest.mark.sample(0)
def test_a_policy_outlives_its_table(client: Client, ann: Client) -> None:
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ALL")
    client.run("DROP TABLE t")
    assert client.run("SHOW ROW POLICIES ON t") == [("p",)]
    client.run("CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k")
    assert ann.run("SELECT k FROM t") == []
    client.run("INSERT INTO t VALUES (1)")
    for reader in (client, ann):
        for query in ("SELECT k FROM t", "SELECT count() FROM t", "SELECT max(k) FROM t"):
            assert "A row policy of" in reader.error(query).message
    client.run("ALTER TABLE t ADD COLUMN v String DEFAULT 'a'")
    assert ann.run("SELECT k FROM t") == [(1,)]
    client.run("ALTER TABLE t DROP COLUMN v")
    assert "A row policy of" in ann.error("SELECT k FROM t").message
    client.run("DROP ROW POLICY p ON t")
    assert ann.run("SELECT k FROM t") == [(1,)]


def test_changes_of_rows_look_at_all_of_them(client: Client, ann: Client) -> None:
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ann")
    ann.run("DELETE FROM t WHERE ver = 2")
    ann.run("OPTIMIZE TABLE t FINAL")
    assert sorted(client.run("SELECT k, v FROM t")) == [(1, "a"), (2, "b"), (3, "a")]
