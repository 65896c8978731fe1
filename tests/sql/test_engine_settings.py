"""Settings that go with some engines only."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.engine_settings import FinalOf
from tests.sql.support import define

_TABLE = "CREATE TABLE t (k Int32, v Int32, ver UInt32, s Int8, d UInt8) ENGINE = {} {} SETTINGS {}"


@pytest.mark.parametrize(
    "engine",
    [
        "ReplacingMergeTree",
        "ReplacingMergeTree(ver, d)",
        "ReplicatedReplacingMergeTree(ver)",
        "CollapsingMergeTree(s)",
        "VersionedCollapsingMergeTree(s, ver)",
        "SummingMergeTree",
        "CoalescingMergeTree",
    ],
)
@pytest.mark.parametrize("value", ["1", "0"])
def test_a_table_with_final_may_be_read_so_by_default(engine: str, value: str) -> None:
    definition = define(_TABLE.format(engine, "ORDER BY k", f"final_by_default = {value}"))
    assert FinalOf(definition).final_by_default is (value == "1")


@pytest.mark.parametrize(
    ("engine", "error"),
    [
        ("MergeTree ORDER BY k", "BAD_ARGUMENTS"),
        ("ReplicatedMergeTree ORDER BY k", "BAD_ARGUMENTS"),
        ("Log", "BAD_ARGUMENTS"),
        ("Null", "BAD_ARGUMENTS"),
        ("Memory", "UNKNOWN_SETTING"),
    ],
)
def test_a_table_without_final_may_not(engine: str, error: str) -> None:
    with pytest.raises(RmtError) as raised:
        define(_TABLE.format(engine, "", "final_by_default = 1"))
    assert raised.value.name == error


@pytest.mark.parametrize("engine", ["ReplacingMergeTree(ver)", "SummingMergeTree", "MergeTree"])
def test_tombstones_are_for_tables_that_mark_deleted_rows(engine: str) -> None:
    with pytest.raises(RmtError) as raised:
        define(_TABLE.format(engine, "ORDER BY k", "tombstone_retention_seconds = 60"))
    assert raised.value.name == "BAD_ARGUMENTS"
    define(_TABLE.format(engine, "ORDER BY k", "tombstone_retention_seconds = 0"))
    marked = "ReplacingMergeTree(ver, d)"
    settings = define(
        _TABLE.format(marked, "ORDER BY k", "tombstone_retention_seconds = 60")
    ).settings
    assert settings["tombstone_retention_seconds"] == "60"
