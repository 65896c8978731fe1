from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pyspark import SparkContext, java_gateway

from rmt_engine.config import EngineSettings
from rmt_engine.spark import launch
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
    assert any("spark-submit" in word for word in started["command"])
    assert "preexec_fn" not in started
    assert java_gateway.Popen is stock  # type: ignore[attr-defined]


def test_the_command_is_started_deaf_to_ctrl_c() -> None:
    program = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('alive', os.getppid())"
    command = [*launch._IGNORING_CTRL_C, sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["alive", str(os.getpid())]


@pytest.mark.parametrize(
    ("metastore", "direct_sql"),
    [(None, "false"), ("memory", "false"), ("thrift://there:9083", None)],
)
def test_an_embedded_metastore_starts_without_what_a_shared_one_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metastore: str | None, direct_sql: str | None
) -> None:
    monkeypatch.setattr(launch, "_launch_gateway", lambda conf, options: None)
    monkeypatch.setattr(SparkContext, "_jvm", None)  # whose settings a new SparkConf would have
    settings = EngineSettings(warehouse=str(tmp_path / "warehouse"), metastore=metastore)
    conf, _ = LaunchedJvm(settings).wait()
    assert conf.get("spark.hadoop.hive.metastore.try.direct.sql") == direct_sql
