"""Superset's time grains on columns of engine tables, without Superset."""

from __future__ import annotations

import importlib.util
import sys
import types
from pathlib import Path

import pytest
from support.endpoint import Client

import sqlalchemy_rmt


class _Names:
    """Superset's `TimeGrain`, whose members are their names here."""

    def __getattr__(self, name: str) -> str:
        return name


@pytest.mark.sample(0)
def test_a_grain_of_a_day_is_that_of_its_midnight(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Superset asks for every grain of days, too, also for those below a day."""
    grains = _time_grains(monkeypatch)
    client.run(
        "CREATE TABLE t (day Date, at DateTime, ver UInt8) ENGINE = ReplacingMergeTree(ver) "
        "ORDER BY day"
    )
    client.run(
        "INSERT INTO t VALUES ('2024-02-29', '2024-02-29 00:00:00', 1), "
        "('2023-12-31', '2023-12-31 00:00:00', 1)"
    )
    compared = [
        f"CAST({text.format(col='day')} AS TIMESTAMP) = CAST({text.format(col='at')} AS TIMESTAMP)"
        for text in grains.values()
    ]
    assert len(grains) > 15
    rows = client.run(f"SELECT {', '.join(compared)} FROM t FINAL")
    assert [set(row) for row in rows] == [{True}, {True}]


def _time_grains(monkeypatch: pytest.MonkeyPatch) -> dict[str | None, str]:
    """The expressions, by the names of grains."""
    constants = types.ModuleType("superset.constants")
    constants.TimeGrain = _Names()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "superset.constants", constants)
    path = Path(sqlalchemy_rmt.__file__).parent / "superset/time_grains.py"
    spec = importlib.util.spec_from_file_location("time_grains", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    grains: dict[str | None, str] = module.TIME_GRAINS
    return grains
