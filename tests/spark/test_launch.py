from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from pyspark import java_gateway

from rmt_engine.config import EngineSettings
from rmt_engine.spark.launch import LaunchedJvm


class _StopError(Exception):
    pass


def test_no_python_runs_between_fork_and_exec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: dict[str, Any] = {}

    def popen(command: list[str], **options: Any) -> None:
        started.update(options, command=command)
        raise _StopError

    monkeypatch.setattr(subprocess, "Popen", popen)
    stock = java_gateway.Popen  # type: ignore[attr-defined]
    jvm = LaunchedJvm(EngineSettings(warehouse=str(tmp_path / "warehouse")))
    with pytest.raises(_StopError):
        jvm.wait()
    assert "spark-submit" in started["command"][0]
    assert "preexec_fn" not in started
    assert started["process_group"] == 0
    assert java_gateway.Popen is stock  # type: ignore[attr-defined]
