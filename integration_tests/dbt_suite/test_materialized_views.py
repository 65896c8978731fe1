"""Materialized views: dbt's own tests, and what is this adapter's own."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.materialized_view.basic import MaterializedViewBasic
from dbt.tests.util import run_dbt, run_dbt_and_capture, write_file

DAILY = """
{{ config(
    materialized='incremental', incremental_strategy='append', engine='SummingMergeTree',
    order_by='day'
) }}
select cast(null as date) as day, cast(0 as bigint) as n where false
"""
ROLLUP = """
{{ config(materialized='materialized_view', to='daily') }}
-- depends_on: {{ ref('daily') }}
select toDate(ts) as day, toInt64(count()) as n from {{ source('raw', 'events') }} group by day
"""
CURRENT = """
{{ config(
    materialized='materialized_view', order_by='id', version='ts',
    persist_docs={'relation': true}
) }}
select id, ts, state from {{ source('raw', 'events') }}
"""
READER = """
{{ config(materialized='view') }}
select id, state from {{ rmt_final(ref('current')) }}
"""
SUMMARY = """
{{ config(
    materialized='materialized_view', order_by='n',
    refreshable={'interval': 'EVERY 1 YEAR', 'randomize': '1 DAY',
                 'settings': {'refresh_retries': 0}}
) }}
select count(*) as n, max(ts) as newest from {{ source('raw', 'events') }}
"""
LOG = """
{{ config(
    materialized='materialized_view', order_by='n', catchup=false,
    refreshable={'interval': 'AFTER 1 YEAR', 'append': true, 'depends_on': ['summary']}
) }}
select n from {{ ref('summary') }}
"""
SCHEMA = """
models:
  - name: current
    description: the newest state
sources:
  - name: raw
    schema: "{{ target.schema }}"
    tables:
      - name: events
"""


class TestMaterializedViewBasic(MaterializedViewBasic):
    @staticmethod
    def insert_record(project: Any, table: Any, record: tuple[int, int]) -> None:
        project.run_sql(f"insert into {table.render()} values {record}")

    @staticmethod
    def query_row_count(project: Any, relation: Any) -> int:
        rows = project.run_sql(f"select count(*) from {relation.render()}", fetch="one")
        return int(rows[0])

    @staticmethod
    def query_relation_type(project: Any, relation: Any) -> str | None:
        query = (
            "select engine from system.tables "
            f"where database = '{relation.schema}' and name = '{relation.identifier}'"
        )
        found = project.run_sql(query, fetch="all")
        kinds = {"MaterializedView": "materialized_view", "View": "view"}
        return kinds.get(found[0][0], "table") if found else None

    def test_materialized_view_only_updates_after_refresh(
        self, project: Any, my_materialized_view: Any, my_seed: Any
    ) -> None:
        """A view of this endpoint has the rows of an INSERT with the INSERT."""
        before = self.query_row_count(project, my_materialized_view)
        self.insert_record(project, my_seed, (4, 400))
        assert self.query_row_count(project, my_materialized_view) == before + 1


class TestViews:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "daily.sql": DAILY,
            "rollup.sql": ROLLUP,
            "current.sql": CURRENT,
            "reader.sql": READER,
            "schema.yml": SCHEMA,
        }

    @pytest.fixture(autouse=True)
    def events(self, project: Any) -> Any:
        schema = project.test_schema
        for name in ("rollup", "current"):
            project.run_sql(f"drop view if exists {schema}.{name}")
        project.run_sql(f"drop table if exists {schema}.daily")
        project.run_sql(f"drop table if exists {schema}.events")
        project.run_sql(
            f"create table {schema}.events (id Int64, ts DateTime, state String) "
            "engine = MergeTree order by id"
        )
        self.insert(project, "(1, '2024-01-01 10:00:00', 'new')")
        write_file(ROLLUP, project.project_root, "models", "rollup.sql")
        write_file(CURRENT, project.project_root, "models", "current.sql")

    @staticmethod
    def insert(project: Any, *rows: str) -> None:
        project.run_sql(f"insert into {project.test_schema}.events values {', '.join(rows)}")

    @staticmethod
    def rows(project: Any, query: str) -> list[tuple[Any, ...]]:
        found = project.run_sql(query.replace("$", project.test_schema), fetch="all")
        return [tuple(row) for row in found]

    def test_a_view_with_a_table_of_its_own_has_the_history(self, project: Any) -> None:
        run_dbt(["run"])
        self.insert(
            project, "(1, '2024-01-02 10:00:00', 'old')", "(2, '2024-01-02 11:00:00', 'new')"
        )
        query = "select id, state from $.reader order by id"
        assert self.rows(project, query) == [(1, "old"), (2, "new")]
        [(comment,)] = self.rows(
            project,
            "select comment from system.tables where database = '$' and name = 'current'",
        )
        assert comment == "the newest state"
        run_dbt(["run"])
        assert self.rows(project, query) == [(1, "old"), (2, "new")]
        run_dbt(["run", "--full-refresh"])
        assert self.rows(project, query) == [(1, "old"), (2, "new")]
        # What fills it is one INSERT, whose rows of a key are one.
        assert self.rows(project, "select toInt64(count(*)) from $.current") == [(2,)]

    def test_a_view_into_a_model_sees_what_comes(self, project: Any) -> None:
        run_dbt(["run"])
        self.insert(project, "(2, '2024-01-02 10:00:00', 'a')", "(3, '2024-01-02 11:00:00', 'b')")
        query = "select cast(day as string), sum(n) from $.daily group by day order by 1"
        assert self.rows(project, query) == [("2024-01-02", 2)]
        run_dbt(["run", "--select", "rollup"])
        assert self.rows(project, query) == [("2024-01-02", 2)]

    def test_catchup_fills_a_new_view_once(self, project: Any) -> None:
        text = ROLLUP.replace("to='daily'", "to='daily', catchup=true")
        write_file(text, project.project_root, "models", "rollup.sql")
        query = "select sum(n) from $.daily"
        for arguments in (["run"], ["run"], ["run", "--full-refresh", "--select", "rollup"]):
            run_dbt(arguments)
            assert self.rows(project, query) == [(1,)]

    def test_another_query_takes_the_place_of_the_first(self, project: Any) -> None:
        run_dbt(["run"])
        text = ROLLUP.replace("count()", "10 * count()")
        write_file(text, project.project_root, "models", "rollup.sql")
        _, log = run_dbt_and_capture(["--debug", "run", "--select", "rollup"])
        assert "modify query" in log
        self.insert(project, "(2, '2024-01-02 10:00:00', 'a')")
        assert self.rows(project, "select sum(n) from $.daily") == [(10,)]

    def test_other_columns_make_the_view_anew_with_its_history(self, project: Any) -> None:
        run_dbt(["run"])
        text = CURRENT.replace("id, ts, state", "id, ts, state, upper(state) as loud")
        write_file(text, project.project_root, "models", "current.sql")
        _, log = run_dbt_and_capture(["--debug", "run", "--select", "current"])
        assert "Applying REPLACE to" in log
        assert self.rows(project, "select id, loud from $.current") == [(1, "NEW")]

    @pytest.mark.parametrize("wanted", ["continue", "fail"])
    def test_a_change_may_be_left_alone(self, project: Any, wanted: str) -> None:
        run_dbt(["run"])
        text = CURRENT.replace("version='ts'", f"version='ts', on_configuration_change='{wanted}'")
        text = text.replace("state from", "upper(state) as state from")
        write_file(text, project.project_root, "models", "current.sql")
        _, log = run_dbt_and_capture(
            ["run", "--select", "current"], expect_pass=wanted == "continue"
        )
        assert f"`on_configuration_change` was set to `{wanted}`" in log
        self.insert(project, "(9, '2024-01-02 10:00:00', 'a')")
        assert self.rows(project, "select state from $.current where id = 9") == [("a",)]

    def test_the_catalog_tells_what_it_is(self, project: Any) -> None:
        run_dbt(["run"])
        catalog = run_dbt(["docs", "generate"])
        kinds = {name: node.metadata.type for name, node in catalog.nodes.items()}
        assert kinds["model.test.current"] == "materialized view"
        assert not any(".inner_id." in name for name in catalog.nodes)


class TestRefreshableViews:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"summary.sql": SUMMARY, "log.sql": LOG, "schema.yml": SCHEMA}

    @pytest.fixture(autouse=True)
    def events(self, project: Any) -> Any:
        schema = project.test_schema
        for name in ("log", "summary"):
            project.run_sql(f"drop view if exists {schema}.{name}")
        project.run_sql(f"drop table if exists {schema}.events")
        project.run_sql(
            f"create table {schema}.events (id Int64, ts DateTime, state String) "
            "engine = MergeTree order by id"
        )
        self.insert(project, "(1, '2024-01-01 10:00:00', 'new')")
        write_file(SUMMARY, project.project_root, "models", "summary.sql")
        write_file(LOG, project.project_root, "models", "log.sql")

    insert = staticmethod(TestViews.insert)
    rows = staticmethod(TestViews.rows)

    def refreshes(self, project: Any) -> dict[str, str]:
        found = self.rows(
            project,
            "select name, extract(create_table_query, 'REFRESH [A-Za-z0-9 ,=_.-]*') "
            "from system.tables where database = '$' and engine = 'MaterializedView'",
        )
        return {name: text.strip() for name, text in found}

    def test_a_run_makes_views_and_waits_for_the_first_refresh(self, project: Any) -> None:
        run_dbt(["run"])
        assert self.rows(project, "select toInt64(n) from $.summary") == [(1,)]
        assert self.rows(project, "select toInt64(n) from $.log") == []
        schema = project.test_schema
        assert self.refreshes(project) == {
            "summary": "REFRESH EVERY 1 YEAR RANDOMIZE FOR 1 DAY SETTINGS refresh_retries = 0",
            "log": f"REFRESH AFTER 1 YEAR DEPENDS ON {schema}.summary APPEND",
        }
        self.insert(project, "(2, '2024-01-02 10:00:00', 'a')")
        _, log = run_dbt_and_capture(["--debug", "run"])
        assert "skip" in log
        assert "alter table" not in log
        assert self.rows(project, "select toInt64(n) from $.summary") == [(1,)]
        project.run_sql(f"system refresh view {schema}.summary")
        project.run_sql(f"system wait view {schema}.summary")
        assert self.rows(project, "select toInt64(n) from $.summary") == [(2,)]

    def test_another_schedule_and_query_are_altered(self, project: Any) -> None:
        run_dbt(["run"])
        text = SUMMARY.replace("EVERY 1 YEAR", "EVERY 2 YEAR").replace("count(*)", "10 * count(*)")
        write_file(text, project.project_root, "models", "summary.sql")
        _, log = run_dbt_and_capture(["--debug", "run", "--select", "summary"])
        assert "modify query" in log
        assert "modify REFRESH" in log
        assert self.rows(project, "select toInt64(n) from $.summary") == [(10,)]
        assert "EVERY 2 YEAR" in self.refreshes(project)["summary"]

    def test_other_kinds_of_views_are_made_anew(self, project: Any) -> None:
        run_dbt(["run"])
        text = LOG.replace("'append': true", "'append': false").replace("catchup=false,", "")
        write_file(
            text.replace(", 'depends_on': ['summary']", ""),
            project.project_root,
            "models",
            "log.sql",
        )
        _, log = run_dbt_and_capture(["--debug", "run", "--select", "log"])
        assert "Applying REPLACE to" in log
        assert self.rows(project, "select toInt64(n) from $.log") == [(1,)]
        assert self.refreshes(project)["log"] == "REFRESH AFTER 1 YEAR"

    def test_a_refresh_that_fails_fails_the_run(self, project: Any) -> None:
        text = SUMMARY.replace("count(*) as n", "count(*) + throwIf(max(id) = 1, 'bad') as n")
        write_file(text, project.project_root, "models", "summary.sql")
        _, log = run_dbt_and_capture(["run", "--select", "summary"], expect_pass=False)
        assert "REFRESH_FAILED" in log

    @pytest.mark.parametrize("wrong", ["{'every': '1 HOUR'}", "{'append': true}"])
    def test_a_wrong_configuration_is_told(self, project: Any, wrong: str) -> None:
        text = "{{ config(materialized='materialized_view', refreshable=" + wrong + ") }} select 1"
        write_file(text, project.project_root, "models", "summary.sql")
        _, log = run_dbt_and_capture(["run", "--select", "summary"], expect_pass=False)
        assert "refreshable" in log
        assert "interval" in log
