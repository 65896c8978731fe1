"""Tests that fail although the endpoint could do what they ask, as patterns by reason."""

from __future__ import annotations

FUTURE = {
    "MATERIALIZED and ALIAS columns are reflected as options of the dialect, not as Computed": [
        "ComputedReflectionTest.test_get_column_returns_.*",
    ],
}
