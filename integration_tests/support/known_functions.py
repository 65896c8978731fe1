"""The names of ClickHouse's functions, as `engine/rmt_engine/sql/functions/functions.tsv` has them.

`python -m support.known_functions`, in `integration_tests`, asks ClickHouse and writes the file.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from support.clickhouse import ClickHouse, LiveSession

__all__ = ["FILE", "QUERY", "write"]

FILE = Path(__file__).parents[2] / "engine/rmt_engine/sql/functions/functions.tsv"
QUERY = """
    SELECT name, concat(if(case_insensitive, 'i', ''), if(is_aggregate, 'a', '')), alias_to
    FROM system.functions WHERE origin = 'System' ORDER BY name
"""
"""Names, whether they may be written in any case, are aggregate functions, or stand for others."""


def write() -> None:
    """Writes the file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ClickHouse(LiveSession(Path(folder))) as clickhouse,
    ):
        lines = ["\t".join(row) for row in clickhouse.rows(QUERY)]
    FILE.write_text("\n".join(["name\tflags\talias_to", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    write()
