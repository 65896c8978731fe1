"""TTL, skipping indexes and projections of tables and incremental models."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.util import run_dbt, run_dbt_and_capture, write_file

TABLE = """
{{ config(
    materialized='table', order_by='id', ttl='at + interval 30 days',
    indexes=[{'name': 'by_state', 'definition': 'state TYPE set(10) GRANULARITY 1'}],
    projections=[{'name': 'by_state_p', 'query': 'select state, count() group by state'}]
) }}
select 1 as id, 'a' as state, timestamp '2100-01-01 00:00:00' as at
union all select 2, 'b', timestamp '2000-01-01 00:00:00'
"""
INCREMENTAL = """
{{ config(materialized='incremental', order_by='id', version='ver', on_schema_change='ignore'
    __CONFIG__
) }}
select {{ var('id', 1) }} as id, 'a' as state, date '2100-01-01' as day, 1 as ver
"""
FIRST = """, ttl='day + interval 1 month',
    indexes=[{'name': 'i', 'definition': 'state TYPE set(10)'}],
    projections=[{'name': 'p', 'query': 'SELECT state, max(ver) GROUP BY state'}]"""
SECOND = """, ttl='day + interval 2 month + interval 1 DAY',
    indexes=[{'name': 'i', 'definition': "lower(state)  type bloom_filter( 0.01 ) granularity 2"}],
    projections=[{'name': 'q', 'query': 'SELECT * ORDER BY state, id'}]"""
VIEW = """
{{ config(
    materialized='materialized_view', engine='SummingMergeTree', order_by='state',
    ttl='day + interval 1 month', indexes=[{'name': 'i', 'definition': 'n TYPE minmax'}]
) }}
select state, day, ver as n from {{ ref('grows') }}
"""
BATCHES = """
{{ config(
    materialized='incremental', incremental_strategy='microbatch', event_time='at',
    batch_size='day', begin='2024-01-01', order_by='id',
    projections=[{'name': 'p', 'query': 'SELECT id, count() GROUP BY id'}]
) }}
select id, at from {{ ref('moments') }}
"""
MOMENTS = """
{{ config(materialized='table', event_time='at') }}
select 1 as id, timestamp '2024-01-01 10:00:00' as at
union all select 2, timestamp '2024-01-02 10:00:00'
"""


def grows(config: str) -> str:
    return INCREMENTAL.replace("__CONFIG__", config)


class TestDeclared:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "declared.sql": TABLE,
            "grows.sql": grows(FIRST),
            "summed.sql": VIEW,
            "batches.sql": BATCHES,
            "moments.sql": MOMENTS,
        }

    def definition(self, project: Any, table: str) -> str:
        text = project.run_sql(
            "select create_table_query from system.tables "
            f"where database = '{project.test_schema}' and name = '{table}'",
            fetch="one",
        )[0]
        return " ".join(text.split())

    def run(self, project: Any, config: str, id_: int, *arguments: str) -> str:
        write_file(grows(config), project.project_root, "models", "grows.sql")
        _, output = run_dbt_and_capture(
            ["run", "--select", "grows", "--vars", f"id: {id_}", *arguments]
        )
        return str(output)

    def test_a_table_has_them(self, project: Any) -> None:
        for _ in range(2):
            run_dbt(["run", "--select", "declared"])
            shown = self.definition(project, "declared")
            assert "INDEX by_state state TYPE set(10) GRANULARITY 1" in shown
            assert "PROJECTION by_state_p ( SELECT state, count() GROUP BY state )" in shown
            assert "TTL at + toIntervalDay(30)" in shown

    def test_an_incremental_model_follows_its_configuration(self, project: Any) -> None:
        table = f"{project.test_schema}.grows"
        self.run(project, FIRST, 1, "--full-refresh")
        first = self.definition(project, "grows")
        assert "INDEX i state TYPE set(10)" in first
        assert "PROJECTION p ( SELECT state, max(ver) GROUP BY state )" in first
        assert "TTL day + toIntervalMonth(1)" in first
        # What is as it is said stays.
        assert "Alters" not in self.run(project, FIRST, 2)
        assert self.definition(project, "grows") == first
        # What is said otherwise is changed, once.
        self.run(project, SECOND, 3)
        second = self.definition(project, "grows")
        wanted = "INDEX i lower(state) TYPE bloom_filter(0.01) GRANULARITY 2"
        assert wanted.replace(" ", "") in second.replace(" ", ""), second
        assert "PROJECTION q ( SELECT * ORDER BY state, id )" in second
        assert "PROJECTION p" not in second
        assert "toIntervalMonth(2)" in second
        changes = self.alterations(project)
        assert changes
        self.run(project, SECOND, 4)
        assert self.alterations(project) == changes
        assert self.definition(project, "grows") == second
        # What is not said stays, and the run says so.
        output = self.run(project, "", 5)
        assert "says nothing of: index i; projection q; TTL" in output
        assert self.definition(project, "grows") == second
        # Nothing is something to say.
        self.run(project, ", ttl='', indexes=[], projections=[]", 6)
        third = self.definition(project, "grows")
        assert not any(word in third for word in ("INDEX", "PROJECTION", "TTL"))
        assert [
            row[0] for row in project.run_sql(f"select id from {table} order by id", fetch="all")
        ] == [1, 2, 3, 4, 5, 6]
        self.run(project, FIRST, 7)
        assert self.definition(project, "grows") == first
        names = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
        assert "__dbt_tmp" not in str(names)

    def alterations(self, project: Any) -> int:
        return int(
            project.run_sql(
                "select count(*) from system.query_log where query not like '%query_log%' "
                f"and lower(query) like '%alter table `{project.test_schema}`.`grows`%'",
                fetch="one",
            )[0]
        )

    def test_what_cannot_be_leaves_the_table(self, project: Any) -> None:
        self.run(project, FIRST, 1, "--full-refresh")
        first = self.definition(project, "grows")
        for config, message in (
            (", indexes=[{'name': 'i', 'definition': 'nowhere TYPE minmax'}]", "nowhere"),
            (", indexes=[{'name': 'i', 'definition': 'state TYPE tree'}]", "Unknown index type"),
            (", ttl='state'", "TTL"),
            (
                ", projections=[{'name': 'p', 'query': 'SELECT nowhere GROUP BY nowhere'}]",
                "nowhere",
            ),
        ):
            write_file(grows(config), project.project_root, "models", "grows.sql")
            for arguments in ([], ["--full-refresh"]):
                results = run_dbt(["run", "--select", "grows", *arguments], expect_pass=False)
                assert message in results[0].message
                assert self.definition(project, "grows") == first
        names = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
        assert "__dbt_tmp" not in str(names)

    def test_a_materialized_view_has_them(self, project: Any) -> None:
        self.run(project, FIRST, 1, "--full-refresh")
        run_dbt(["run", "--select", "summed"])
        shown = self.definition(project, "summed")
        assert "TTL day + toIntervalMonth(1)" in shown
        indexes = (
            "select name, expr from system.data_skipping_indices "
            f"where database = '{project.test_schema}' and `table` like '.inner%'"
        )
        assert [tuple(row) for row in project.run_sql(indexes, fetch="all")] == [("i", "n")]
        run_dbt(["run", "--select", "summed"])
        project.run_sql(f"drop view {project.test_schema}.summed")

    def test_batches_are_replaced_in_a_table_with_projections(self, project: Any) -> None:
        for _ in range(2):
            run_dbt(
                [
                    "run",
                    "--select",
                    "moments batches",
                    "--event-time-start",
                    "2024-01-01",
                    "--event-time-end",
                    "2024-01-03",
                ]
            )
        text = f"select id, count() from {project.test_schema}.batches group by id order by id"
        assert [tuple(row) for row in project.run_sql(text, fetch="all")] == [(1, 1), (2, 1)]
