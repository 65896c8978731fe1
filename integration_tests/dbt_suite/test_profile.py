"""What a profile says, and what `dbt init` and `dbt debug` make of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt.tests.util import run_dbt

SLOW = "select sum(id * id % 7) as total from range(0, 1000000000000, 1, 1)"


# dbt looks for adapters beside its own files, where an editable installation has none.
OFFERED = "import dbt.task.init as init; init._get_adapter_plugin_names = lambda: ['rmt']; "


def dbt(
    directory: Path, *arguments: str, typed: str = "", before: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"{before}from dbt.cli.main import cli; cli()", *arguments],
        cwd=directory,
        env={**os.environ, "DBT_PROFILES_DIR": str(directory), "NO_COLOR": "1"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def started(tmp_path: Path, endpoint_port: int) -> Path:
    """A project that `dbt init` made."""
    answers = "\n".join(["1", "127.0.0.1", str(endpoint_port), "init_shop", "", "2", ""])
    made = dbt(tmp_path, "init", "shop", typed=answers, before=OFFERED)
    assert made.returncode == 0, made.stdout
    assert "[1] rmt" in made.stdout
    return tmp_path / "shop"


def test_init_makes_a_profile_that_works(started: Path, endpoint_port: int) -> None:
    profile = yaml.safe_load((started.parent / "profiles.yml").read_text())
    assert profile["shop"]["outputs"]["dev"] == {
        "type": "rmt",
        "host": "127.0.0.1",
        "port": endpoint_port,
        "schema": "init_shop",
        "user": "dbt",
        "threads": 2,
    }
    debugged = dbt(
        started.parent, "debug", "--project-dir", str(started), "--log-path", str(started)
    )
    assert "All checks passed!" in debugged.stdout


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"port": 1}, "Cannot connect to 127.0.0.1:1"),
        ({"host": "no.such.host.invalid"}, "Cannot connect to no.such.host.invalid"),
        ({"auth": "NOSASL"}, "TSocket read 0 bytes"),
        ({"ssl": True}, "speaks no TLS: leave ssl out then."),
        ({"settings": {"fnial": 1}}, "UNKNOWN_SETTING"),
        ({"schema": ""}, "The profile has no schema"),
        ({"query_timeout": "soon"}, "'soon' is not valid under any of the given schemas"),
    ],
)
def test_debug_says_what_is_wrong_in_one_line(
    tmp_path: Path, endpoint_port: int, changed: dict[str, Any], message: str
) -> None:
    target = {"type": "rmt", "host": "127.0.0.1", "port": endpoint_port, "schema": "s"}
    target |= {"connect_retries": 0, "connect_timeout": 5} | changed
    outputs = {"shop": {"target": "dev", "outputs": {"dev": target}}}
    (tmp_path / "profiles.yml").write_text(yaml.safe_dump(outputs))
    (tmp_path / "dbt_project.yml").write_text("name: shop\nversion: '1.0'\nprofile: shop\n")
    debugged = dbt(tmp_path, "debug")
    assert debugged.returncode == 1
    assert [line for line in debugged.stdout.splitlines() if message in line], debugged.stdout
    assert "Traceback" not in debugged.stdout
    assert "This is no endpoint" not in debugged.stdout


class TestSession:
    @pytest.fixture(scope="class")
    def dbt_profile_target(self, dbt_profile_target: dict[str, Any]) -> dict[str, Any]:
        own = {"query_timeout": 3, "final": False, "settings": {"optimize_on_insert": 0}}
        return {**dbt_profile_target, **own}

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "slow.sql": f"{{{{ config(materialized='table') }}}} {SLOW}",
            "versions.sql": "{{ config(materialized='table', order_by='id', version='v') }} "
            "select explode(array(1, 1, 2)) as id, 1 as v",
            "seen.sql": "{{ config(materialized='table') }} select count(*) as n "
            "from {{ ref('versions') }}",
            "current.sql": "{{ config(materialized='table', final=true) }} select count(*) as n "
            "from {{ ref('versions') }}",
            "forced.sql": "{{ config(materialized='table') }} select count(*) as n "
            "from {{ rmt_final(ref('versions')) }}",
        }

    def test_a_statement_that_takes_too_long_is_cancelled(self, project: Any) -> None:
        results = run_dbt(["run", "--select", "slow"], expect_pass=False)
        assert "query_timeout = 3 s" in results[0].message

    def test_settings_and_final_are_the_sessions(self, project: Any) -> None:
        run_dbt(["run", "--exclude", "slow"])
        for model, rows in {"seen": 3, "current": 2, "forced": 2}.items():
            query = f"select n from {project.test_schema}.{model}"
            assert project.run_sql(query, fetch="one")[0] == rows, model
