"""Microbatches that run at once, each in a session of its own."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.util import run_dbt, run_dbt_and_capture

EVENTS = """
{{ config(materialized='table', event_time='at') }}
select
    cast(id as bigint) as id,
    timestamp '2024-01-01 00:00:00' + make_dt_interval(0, 6 * id) as at,
    {{ var('version', 1) }} as version
from range(40)
"""
DAILY = """
{{ config(
    materialized='incremental', incremental_strategy='microbatch', event_time='at',
    batch_size='day', begin='2024-01-01', order_by='id', partition_by='toDate(at)',
    concurrent_batches=true, on_schema_change='append_new_columns'
) }}
select id, at, version {% if var('version', 1) > 2 %}, id * 2 as twice {% endif %}
from {{ ref('events') }}
"""


class TestConcurrentBatches:
    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any]) -> dict[str, Any]:
        return {**target, "threads": 4}

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        whole = DAILY.replace(" partition_by='toDate(at)',", "")
        return {
            "events.sql": EVENTS,
            "daily.sql": DAILY,
            # Batches delete rows of the same parts.
            "whole.sql": whole,
            "replacing.sql": whole.replace("order_by='id'", "order_by='id', version='version'"),
        }

    def run(self, project: Any, version: int, *arguments: str) -> str:
        bounds = ["--event-time-start", "2024-01-01", "--event-time-end", "2024-01-11"]
        command = ["run", "--vars", f"version: {version}", *bounds, *arguments]
        results, output = run_dbt_and_capture(["--debug", *command])
        for result in results:
            if result.node.name != "events":
                assert len(result.batch_results.successful) == 10
        return str(output)

    def rows(self, project: Any, columns: str, table: str = "daily") -> list[tuple[Any, ...]]:
        text = f"select {columns} from {project.test_schema}.{table}"
        return [tuple(row) for row in project.run_sql(text, fetch="all")]

    def test_they_replace_each_its_own_rows(self, project: Any) -> None:
        self.run(project, 1)
        counted = "count(), uniqExact(id), sum(id), min(version), max(version)"
        assert self.rows(project, counted) == [(40, 40, 780, 1, 1)]
        for version in (2, 3, 4):
            output = self.run(project, version)
            assert "is being run concurrently" in output
            for table in ("daily", "whole", "replacing"):
                assert self.rows(project, counted, table) == [(40, 40, 780, version, version)], (
                    table
                )
        # A column that the first batch has added is there for the others.
        assert self.rows(project, "sum(twice), count(twice)") == [(1560, 40)]
        left = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
        assert "__dbt_tmp" not in str(left)

    def test_one_batch_that_fails_leaves_the_others(self, project: Any) -> None:
        self.run(project, 5)
        bad = f"alter table {project.test_schema}.daily add constraint c check id <> 17"
        project.run_sql(bad)
        results = run_dbt(
            ["run", "--select", "daily", "--vars", "version: 5", "--event-time-start", "2024-01-01",
             "--event-time-end", "2024-01-11"], expect_pass=False,
        )  # fmt: skip
        batches = results[0].batch_results
        assert (len(batches.successful), len(batches.failed)) == (9, 1)
        # Those of the batch that failed are as they were.
        assert self.rows(project, "count(), uniqExact(id)") == [(40, 40)]
        project.run_sql(f"alter table {project.test_schema}.daily drop constraint c")
        self.run(project, 5)
        assert self.rows(project, "count(), uniqExact(id)") == [(40, 40)]
