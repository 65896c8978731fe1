"""What dbt's catalog has of the rows of `system.tables` and `system.columns`."""

from __future__ import annotations

import pytest

from dbt.adapters.rmt.catalog import entries

COLUMNS = [("t", "k", "Int64", 1, "")]


@pytest.mark.parametrize(
    ("sizes", "statistics"),
    [
        ((3, 700, 2), {"rows": 3, "bytes": 700, "parts": 2}),
        ((3, 700, None), {"rows": 3, "bytes": 700}),
        ((0, 0, 0), {"rows": 0, "bytes": 0, "parts": 0}),
    ],
)
def test_the_sizes_that_are_known_are_told(
    sizes: tuple[int | None, ...], statistics: dict[str, int]
) -> None:
    """A materialized view with a table of its own has rows and bytes, and no parts."""
    [entry] = entries("s", [("t", "MergeTree", "MergeTree()", "", "k", *sizes)], COLUMNS)
    assert entry.statistics == statistics | {"engine": "MergeTree()", "sorting_key": "k"}


def test_a_view_has_no_statistics() -> None:
    [entry] = entries("s", [("t", "View", "View", "", "", None, None, None)], COLUMNS)
    assert (entry.type, entry.statistics) == ("view", {})
