"""The names of ClickHouse's functions and errors.

`engine/rmt_engine/sql/functions` has them as `functions.tsv` and `errors.tsv`;
`python -m support.known_functions`, in `integration_tests`, asks ClickHouse and writes the files.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from support.clickhouse import ClickHouse, LiveSession

__all__ = ["ERRORS", "ERRORS_FILE", "FILE", "QUERY", "write"]

_FOLDER = Path(__file__).parents[2] / "engine/rmt_engine/sql/functions"
FILE, ERRORS_FILE = _FOLDER / "functions.tsv", _FOLDER / "errors.tsv"
QUERY = """
    SELECT name, concat(if(case_insensitive, 'i', ''), if(is_aggregate, 'a', '')), alias_to
    FROM system.functions WHERE origin = 'System' ORDER BY name
"""
"""Names, whether they may be written in any case, are aggregate functions, or stand for others."""
ERRORS = """
    SELECT toString(number), errorCodeToName(number) AS name FROM numbers(5000)
    WHERE name != '' ORDER BY number
"""
"""The codes of errors and their names."""


def write() -> None:
    """Writes the files."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ClickHouse(LiveSession(Path(folder))) as clickhouse,
    ):
        lines = ["\t".join(row) for row in clickhouse.rows(QUERY)]
        errors = ["\t".join(row) for row in clickhouse.rows(ERRORS)]
    FILE.write_text("\n".join(["name\tflags\talias_to", *lines, ""]), encoding="utf-8")
    ERRORS_FILE.write_text("\n".join(["code\tname", *errors, ""]), encoding="utf-8")


if __name__ == "__main__":
    write()
