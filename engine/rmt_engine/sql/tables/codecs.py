"""Checks `CODEC(…)` of a column, which is kept and shown and does not change the files.

Source of the names: https://clickhouse.com/docs/sql-reference/statements/create/table#column_compression_codec.
"""

from __future__ import annotations

import re

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.tokens import split_list

__all__ = ["check_codec"]

_CODECS = frozenset(
    """NONE LZ4 LZ4HC ZSTD Default Delta DoubleDelta GCD Gorilla FPC T64 ALP AES_128_GCM_SIV
    AES_256_GCM_SIV""".split()
)
_CODEC = re.compile(r"\s*(?P<name>\w*)\s*(?:\(\s*(?P<level>\d{0,5}).*)?", re.DOTALL)
_HIGHEST_LEVEL_OF_ZSTD = 22


def check_codec(text: str) -> None:
    """Checks that ClickHouse has a column's codecs; their names are case-sensitive.

    Args:
        text: what stands inside `CODEC(…)`, such as `Delta, ZSTD(3)`.

    Raises:
        RmtError: `UNKNOWN_CODEC`, `ILLEGAL_CODEC_PARAMETER`.
    """
    for item in split_list(text):
        found = _CODEC.match(item)
        name = found["name"] if found else ""
        if name not in _CODECS:
            known = ", ".join(sorted(_CODECS))
            raise RmtError("UNKNOWN_CODEC", f"Unknown codec family: {item}.", f"There are {known}.")
        level = found["level"] if found else None
        if name == "ZSTD" and int(level or 1) > _HIGHEST_LEVEL_OF_ZSTD:
            raise RmtError(
                "ILLEGAL_CODEC_PARAMETER",
                f"ZSTD has no level {level}.",
                f"Levels are 1 to {_HIGHEST_LEVEL_OF_ZSTD}.",
            )
