"""String keys that are not UTF-8: they are bytes, and compare as such."""

from __future__ import annotations

import pytest
from support.endpoint import Client

KEYS = ("FF", "61", "C3A4", "C3", "FF00", "00", "EDA080", "F09F9880", "")
ORDERED = sorted(KEYS, key=bytes.fromhex)


def _values(version: int, keys: tuple[str, ...] = KEYS) -> str:
    rows = ", ".join(f"('{key}', {version})" for key in keys)
    return (
        "SELECT CAST(unhex(h) AS STRING) AS s, CAST(v AS INT) AS v, h "
        f"FROM VALUES {rows} AS t(h, v)"
    )


def _many(version: int, rows: int = 60_000) -> str:
    """Enough rows for Spark's tasks to write them."""
    return (
        f"SELECT CAST(unhex(concat('FF', lpad(hex(id), 8, '0'))) AS STRING) AS s, {version} AS v, "
        f"'x' AS h FROM range({rows})"
    )


def _create(client: Client, engine: str = "ReplacingMergeTree(v)", clauses: str = "") -> None:
    client.run(
        f"CREATE TABLE t (s String, v UInt32, h String) ENGINE = {engine} {clauses} ORDER BY s"
    )


def _shown(client: Client, final: str = "FINAL") -> list[tuple[str, int]]:
    return client.run(f"SELECT hex(s), v FROM t {final} ORDER BY s, v")


@pytest.mark.sample(0)
def test_final_and_merges_take_them_for_what_they_are(client: Client) -> None:
    _create(client)
    for version in (1, 2):
        client.run(f"INSERT INTO t {_values(version)}")
    assert _shown(client) == [(key, 2) for key in ORDERED]
    client.run("OPTIMIZE TABLE t FINAL")
    assert _shown(client, "") == [(key, 2) for key in ORDERED]
    client.run(f"INSERT INTO t {_values(3, ('FF', 'C3'))}")
    expected = [(key, 3 if key in ("FF", "C3") else 2) for key in ORDERED]
    assert _shown(client) == expected
    client.run("OPTIMIZE TABLE t FINAL")
    assert _shown(client, "") == expected
    assert client.run("SELECT count() FROM t FINAL WHERE s = CAST(unhex('C3') AS STRING)") == [(1,)]


@pytest.mark.sample(0)
def test_rows_that_tasks_write_are_in_order(client: Client) -> None:
    _create(client)
    for version in (1, 2):
        client.run(f"INSERT INTO t {_many(version)}")
    assert client.run("SELECT count(), min(v) FROM t FINAL") == [(60_000, 2)]
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run("SELECT count(), count(DISTINCT s), min(v) FROM t") == [(60_000, 60_000, 2)]


def test_rows_are_changed_by_them(client: Client) -> None:
    _create(client, "MergeTree")
    client.run(f"INSERT INTO t {_values(1)}")
    client.run("SET mutations_sync = 2")
    client.run("ALTER TABLE t UPDATE v = 9 WHERE s = CAST(unhex('FF') AS STRING)")
    client.run("ALTER TABLE t DELETE WHERE h = 'C3'")
    client.run("DELETE FROM t WHERE s = CAST(unhex('FF00') AS STRING)")
    client.run("OPTIMIZE TABLE t FINAL")
    expected = [(key, 9 if key == "FF" else 1) for key in ORDERED if key not in ("C3", "FF00")]
    assert _shown(client, "") == expected
    client.run("OPTIMIZE TABLE t FINAL DEDUPLICATE")
    assert _shown(client, "") == expected


def test_partitions_are_not_of_them(client: Client) -> None:
    _create(client, clauses="PARTITION BY s")
    client.run(f"INSERT INTO t {_values(1, ('C3A4', '61'))}")
    with pytest.raises(Exception, match="is not UTF-8"):
        client.run(f"INSERT INTO t {_values(2)}")
    assert _shown(client) == [("61", 1), ("C3A4", 1)]
