"""When dbt is interrupted or killed, what it runs on the endpoint is cancelled."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Any

import pytest

# Hours of work for one core, in a task that notices soon that it is cancelled.
SLOW = """
{{ config(materialized='table') }}
select sum(id * id % 7) as total from range(0, 1000000000000, 1, 1)
"""
RUNNING = (
    "select count(*) from system.processes "
    "where query like '%model.test.slow%' and query like '%CREATE TABLE%' "
    "and query not like '%system.processes%'"
)


class TestCancel:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"slow.sql": SLOW}

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_a_run_that_ends_early_leaves_nothing_running(
        self, project: Any, number: signal.Signals
    ) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", "from dbt.cli.main import cli; cli()", "run"],
            cwd=project.project_root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.becomes(project, 1), "the model does not run"
        process.send_signal(number)
        output, _ = process.communicate(timeout=60)
        assert process.returncode != 0, output
        assert self.becomes(project, 0), "the model runs on"
        # Nor do its tasks: these get both cores within a second or two.
        started = time.monotonic()
        project.run_sql("select sum(id) from range(0, 1000, 1, 4)", fetch="one")
        assert time.monotonic() - started < 20

    def becomes(self, project: Any, count: int) -> bool:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if project.run_sql(RUNNING, fetch="one")[0] == count:
                return True
            time.sleep(0.2)
        return False
