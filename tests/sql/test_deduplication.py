from __future__ import annotations

import pytest

from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.tables.deduplication import Recognition, is_stable, recognition
from rmt_engine.store.block_ids import BlockWindow
from rmt_engine.store.table import TableDefinition
from tests.sql.support import define
from tests.store.samples import refused

QUERY = "SELECT a FROM s"
STABLE = "SELECT a FROM s ORDER BY ALL"


def _table(engine: str = "MergeTree", settings: str = "") -> TableDefinition:
    return define(f"CREATE TABLE t (a Int8) ENGINE = {engine} ORDER BY a {settings}")


def _recognition(table: TableDefinition, query: str | None, **settings: str) -> Recognition | None:
    defaults = {name: setting.default for name, setting in SESSION_SETTINGS.items()}
    return recognition(table, {**defaults, **settings}, query)


@pytest.mark.parametrize(
    ("engine", "settings", "window"),
    [
        ("MergeTree", "", None),
        ("ReplacingMergeTree", "SETTINGS replicated_deduplication_window = 5", None),
        ("MergeTree", "SETTINGS non_replicated_deduplication_window = 7", BlockWindow(7)),
        ("ReplicatedMergeTree", "", BlockWindow(10_000, 3600)),
        ("ReplicatedReplacingMergeTree('/p', 'r')", "", BlockWindow(10_000, 3600)),
        (
            "ReplicatedMergeTree",
            "SETTINGS replicated_deduplication_window = 5, "
            "replicated_deduplication_window_seconds = 60",
            BlockWindow(5, 60),
        ),
        ("ReplicatedMergeTree", "SETTINGS replicated_deduplication_window = 0", None),
    ],
)
def test_the_tables_settings_say_which_blocks_are_remembered(
    engine: str, settings: str, window: BlockWindow | None
) -> None:
    found = _recognition(_table(engine, settings), None)
    assert (found and found.window) == window


@pytest.mark.parametrize("token", ["", "x"])
@pytest.mark.parametrize(
    ("mode", "old", "recognised"),
    [
        ("enable", "0", True),
        ("disable", "1", False),
        ("backward_compatible_choice", "0", False),
        ("backward_compatible_choice", "1", True),
    ],
)
def test_the_session_can_switch_it_off(token: str, mode: str, old: str, recognised: bool) -> None:
    found = _recognition(
        _table("ReplicatedMergeTree"),
        None,
        deduplicate_insert=mode,
        insert_deduplicate=old,
        insert_deduplication_token=token,
    )
    assert (found is not None) == recognised
    assert found is None or found.token == token


@pytest.mark.parametrize(
    ("mode", "query", "token", "recognised"),
    [
        ("enable_when_possible", QUERY, "", False),
        ("enable_when_possible", "", "", False),
        ("enable_when_possible", QUERY, "x", True),
        ("enable_when_possible", STABLE, "", True),
        ("enable_even_for_bad_queries", QUERY, "", True),
        ("disable", STABLE, "x", False),
        ("force_enable", QUERY, "x", True),
        ("force_enable", STABLE, "", True),
    ],
)
def test_a_query_is_recognised_by_a_token_or_when_it_is_stable(
    mode: str, query: str, token: str, recognised: bool
) -> None:
    found = _recognition(
        _table("ReplicatedMergeTree"),
        query,
        deduplicate_insert_select=mode,
        insert_deduplication_token=token,
    )
    assert (found is not None) == recognised
    assert found is None or found.required == (mode == "force_enable")


def test_what_has_to_be_recognised_and_cannot_be_is_refused() -> None:
    force = {"deduplicate_insert_select": "force_enable"}
    with refused("DEDUPLICATION_IS_NOT_POSSIBLE", "insert_deduplication_token"):
        _recognition(_table("ReplicatedMergeTree"), QUERY, **force)
    assert _recognition(_table(), QUERY, **force) is None


@pytest.mark.parametrize(
    ("query", "stable"),
    [
        (STABLE, True),
        (f"{STABLE} DESC LIMIT 5", True),
        (f"{STABLE} SETTINGS final = 1;", True),
        ("SELECT f(a) OVER (ORDER BY b) FROM s ORDER BY ALL", True),
        ("SELECT a FROM s ORDER BY a", False),
        ("SELECT a FROM s ORDER BY ALL, a", False),
        ("SELECT a FROM (SELECT a FROM s ORDER BY ALL)", False),
        ("SELECT a FROM s WHERE b = 'ORDER BY ALL'", False),
        ("", False),
    ],
)
def test_a_query_is_stable_when_order_by_all_ends_it(query: str, stable: bool) -> None:
    assert is_stable(query) == stable
