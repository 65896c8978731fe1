from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from rmt_benchmarks.generate import DATA_SETS, write_inserts
from rmt_engine.sql.tables.definition import column_types
from tests.sql.support import Spark, define


@pytest.mark.parametrize("name", list(DATA_SETS))
@pytest.mark.sample(3)
def test_the_same_seed_gives_the_same_rows_and_they_fit_the_table(
    tmp_path: Path, name: str
) -> None:
    data = DATA_SETS[name]
    first, second = (write_inserts(data, tmp_path / run, 0.002) for run in ("first", "second"))
    assert first
    assert [pq.read_table(file) for file in first] == [pq.read_table(file) for file in second]
    definition = define(data.create.format(name=name), Spark())
    assert pq.read_schema(first[0]).names == list(column_types(definition))


def test_sources_are_kept(tmp_path: Path) -> None:
    data = DATA_SETS["c"]
    [file, *_] = write_inserts(data, tmp_path, 0.001)
    written = file.stat().st_mtime_ns
    assert write_inserts(data, tmp_path, 0.001)[0].stat().st_mtime_ns == written
