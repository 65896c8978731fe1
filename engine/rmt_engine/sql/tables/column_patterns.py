"""Patterns of columns' names: `COLUMNS('^a')`."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.errors import RmtError

__all__ = ["matching_names"]


def matching_names(pattern: str, names: Sequence[str]) -> list[str]:
    """The names that RE2, which Arrow and ClickHouse use, finds the pattern in.

    Raises:
        RmtError: `CANNOT_COMPILE_REGEXP`, it is no pattern.
    """
    try:
        found = pc.match_substring_regex(pa.array(names, pa.string()), pattern)
    except pa.ArrowInvalid as error:
        raise RmtError(
            "CANNOT_COMPILE_REGEXP", f"{pattern!r} is no pattern of columns: {error}."
        ) from None
    return [name for name, matches in zip(names, found.to_pylist(), strict=True) if matches]
