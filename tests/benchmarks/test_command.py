from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from rmt_engine.cli import app
from rmt_engine.errors import RmtError


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Calls of the benchmarks, which do not run."""
    made: list[tuple[Any, ...]] = []

    def run(_out: Any, *arguments: Any) -> bool:
        made.append(arguments)
        return "b" not in arguments[0]

    module: Any = ModuleType("rmt_benchmarks.run")
    module.SUITES, module.run = dict.fromkeys("abc"), run
    monkeypatch.setitem(sys.modules, "rmt_benchmarks.run", module)
    return made


def test_all_suites_run_unless_some_are_named(calls: list[tuple[Any, ...]]) -> None:
    assert CliRunner().invoke(app, ["bench"]).exit_code == 1
    result = CliRunner().invoke(
        app, ["bench", "A", "c", "--scale", "0.5", "--conf", "spark.x=1", "--report", "r.md"]
    )
    assert result.exit_code == 0
    assert calls[0][0] == ["a", "b", "c"]
    assert calls[1] == (
        ["a", "c"], Path("rmt-bench"), 0.5, {"spark.x": "1"}, Path("r.md"), None,
    )  # fmt: skip


@pytest.mark.usefixtures("calls")
def test_a_wrong_answer_is_a_failure() -> None:
    assert CliRunner().invoke(app, ["bench", "b"]).exit_code == 1


@pytest.mark.parametrize("arguments", [["z"], ["a", "--scale", "0"]])
def test_what_cannot_be_measured_is_refused(
    calls: list[tuple[Any, ...]], arguments: list[str]
) -> None:
    assert CliRunner().invoke(app, ["bench", *arguments]).exit_code == 2
    assert calls == []


def test_a_missing_rival_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "rmt_benchmarks.peers", raising=False)
    monkeypatch.delitem(sys.modules, "rmt_benchmarks.run", raising=False)
    monkeypatch.setitem(sys.modules, "deltalake", None)
    error = CliRunner().invoke(app, ["bench"]).exception
    assert isinstance(error, RmtError)
    assert error.message == "deltalake is not installed."
    assert error.hint.startswith("pip install chdb deltalake")
