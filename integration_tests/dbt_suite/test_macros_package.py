"""The package of macros for dbt-spark's own adapter: `dbt_rmt/package`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dbt.tests.util import run_dbt, write_file

PACKAGE = Path(__file__).parents[2] / "dbt_rmt" / "package"
MATERIALIZATION = """
{% materialization incremental, adapter='spark', supported_languages=['sql', 'python'] %}
    {{ return(rmt_spark.materialization_incremental_spark()) }}
{% endmaterialization %}
"""
CHANGES = """id,status,version,removed
1,new,1,0
2,new,1,0
3,new,1,0
"""
LATER = """id,status,version,removed
1,new,1,0
2,new,1,0
3,new,1,0
1,paid,2,0
3,new,2,1
4,new,2,0
"""
ORDERS = """
{{ config(
    materialized='incremental', incremental_strategy='replacing', order_by='id', version='version',
    is_deleted='removed', partition_by='id % 2', settings={'index_granularity': 1024}
) }}
select id, status, cast(version as bigint) as version, cast(removed as tinyint) as removed
from {{ ref('changes') }}
{% if is_incremental() %}where version > (select max(version) from {{ this }}){% endif %}
"""
CURRENT = """
{{ config(materialized='table', engine='MergeTree', order_by=['id']) }}
select id, status from {{ ref('orders') }} final
"""
LOG = """
{{ config(materialized='incremental', incremental_strategy='append') }}
select id, status from {{ ref('changes') }}
"""

WRONG = (
    ("materialized='table', engine='MergeTree'", "The model wrong needs order_by"),
    ("materialized='table', order_by='id', is_deleted='d'", "is_deleted, which needs a version"),
    (
        "materialized='table', order_by='id', file_format='parquet'",
        "file_format, which is of Spark",
    ),
    ("materialized='table', order_by='id', unique_key='v'", "unique_key that is not its order_by"),
    (
        "materialized='incremental', incremental_strategy='replacing', order_by='id', "
        "on_schema_change='fail'",
        "has on_schema_change, which only the adapter rmt does",
    ),
    (
        "materialized='incremental', incremental_strategy='replacing', order_by='id', version='v', "
        "deleted_expression='d = 1'",
        "deleted_expression, which only the adapter rmt does",
    ),
)


class TestPackage:
    @pytest.fixture(scope="class")
    def dbt_profile_target(self, endpoint_port: int) -> dict[str, Any]:
        return {
            "type": "spark",
            "method": "thrift",
            "host": "127.0.0.1",
            "port": endpoint_port,
            "user": "dbt",
            "threads": 1,
        }

    @pytest.fixture(scope="class")
    def packages(self) -> dict[str, Any]:
        return {"packages": [{"local": str(PACKAGE)}]}

    @pytest.fixture(scope="class")
    def project_config_update(self) -> dict[str, Any]:
        order = ["test", "rmt_spark", "dbt"]
        return {"dispatch": [{"macro_namespace": "dbt", "search_order": order}]}

    @pytest.fixture(scope="class")
    def macros(self) -> dict[str, str]:
        return {"materializations.sql": MATERIALIZATION}

    @pytest.fixture(scope="class")
    def seeds(self) -> dict[str, str]:
        return {"changes.csv": CHANGES}

    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        models = {"orders.sql": ORDERS, "current.sql": CURRENT, "log.sql": LOG}
        return {**models, "shown.sql": "select count(*) as n from {{ ref('current') }}"}

    def test_versions_replace_and_tombstones_delete(self, project: Any) -> None:
        run_dbt(["deps"])
        run_dbt(["build"])
        engines = project.run_sql(
            f"select name, engine from system.tables where database = '{project.test_schema}' "
            "and engine like '%MergeTree' order by name",
            fetch="all",
        )
        assert [tuple(row) for row in engines] == [
            ("current", "MergeTree"),
            ("orders", "ReplacingMergeTree"),
        ]

        write_file(LATER, project.project_root, "seeds", "changes.csv")
        run_dbt(["build"])
        assert rows(project, "orders final") == [(1, "paid"), (2, "new"), (4, "new")]
        assert rows(project, "current") == [(1, "paid"), (2, "new"), (4, "new")]
        assert len(rows(project, "orders")) == 6
        assert len(rows(project, "log")) == 9

        run_dbt(["run", "--full-refresh", "--select", "orders"])
        assert len(rows(project, "orders")) == 4
        assert rows(project, "orders final") == [(1, "paid"), (2, "new"), (4, "new")]

    @pytest.mark.parametrize(("configuration", "told"), WRONG)
    def test_what_is_not_done_is_refused(self, project: Any, configuration: str, told: str) -> None:
        model = f"{{{{ config({configuration}) }}}} select 1 as id, 0 as d, 1 as v"
        write_file(model, project.project_root, "models", "wrong.sql")
        results = run_dbt(["run", "--select", "wrong"], expect_pass=False)
        assert told in results[0].message


def rows(project: Any, table: str) -> list[tuple[Any, ...]]:
    query = f"select id, status from {project.test_schema}.{table} order by id, status"
    return [tuple(row) for row in project.run_sql(query, fetch="all")]
