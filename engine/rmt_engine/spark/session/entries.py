"""Entries of the engine's tables in Spark's catalog: views that resolve their names."""

from __future__ import annotations

from typing import Any

from rmt_engine.sql.text.quoting import quote_string

__all__ = ["entry_of", "is_entry"]

_SCAN = "SELECT * FROM rmt_scan("


def entry_of(qualified: str) -> str:
    """The query of the entry of a table.

    Args:
        qualified: the table, `db.t`.
    """
    return f"{_SCAN}{quote_string(qualified)})"


def is_entry(metadata: Any) -> bool:
    """Whether what the catalog has under a name is there to resolve a table of the engine's.

    One that the registry does not have was dropped or renamed by another endpoint, whose catalog
    is its own.
    """
    text = metadata.viewText()
    return bool(text.isDefined()) and str(text.get()).startswith(_SCAN)
