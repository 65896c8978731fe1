"""What a configuration says wrongly is told by name, and nothing is dropped or written."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.util import run_dbt, write_file

MODEL = """
{{ config(
    materialized='__KIND__', __CONFIG__, pre_hook="insert into {{ this.schema }}.hooked values (1)"
) }}
select 1 as id, 'a' as name, 2 as ver, false as gone, cast(1.5 as decimal(20, 0)) as big
"""
RIGHT = "order_by='id', version='ver', is_deleted='gone'"
CASES = {
    "order_by=1": "order_by is 1",
    "order_by=['id', 1]": "order_by has 1",
    "order_by='ID', version='ver'": "order_by is 'ID', the model's column is 'id'",
    "order_by='key', version='ver'": "order_by names 'key', which is no column of the model",
    "order_by='toDate(nowhere)', version='ver'": "nowhere",
    "order_by='id', version=['ver']": "version is ['ver']: write one text",
    "order_by='id', version='vers'": "Is 'ver' meant?",
    "order_by='id', version='Ver'": "version is 'Ver', the model's column is 'ver'",
    "order_by='id', version='name'": "version is 'name', a column of type string",
    "order_by='id', version='big'": "such as {big: UInt64}",
    "order_by='id', version='ver', is_deleted='name'": "is_deleted is 'name', a column of type",
    "order_by='id', version='ver', is_deleted=true": "is_deleted is True",
    "order_by='id', version='ver', partition_by='region'": "partition_by names 'region'",
    "order_by='id', version='ver', partition_by=7": "partition_by is 7",
    "order_by='id', engine='replacingmergetree'": "Is ReplacingMergeTree meant?",
    "order_by='id', engine=['MergeTree']": "engine is ['MergeTree']",
    "order_by='id', engine='Memory'": "engine is 'Memory'",
    "order_by='id', version='ver', column_types={'id': 'Nullable(Int64)'}": "cannot be Nullable",
    "order_by='id', version='ver', primary_key='name'": "order_by has to begin with primary_key",
    "order_by='id', version='ver', settings='x'": "settings is 'x'",
    "order_by='id', version='ver', indexes='x'": "indexes is 'x'",
    "order_by='id', version='ver', grants={'select': ['ann']}": "no users' rights",
}

# Refused before the hooks of the model run.
EARLY = ("order_by=1", "order_by='id', version=['ver']", "order_by='id', version='ver', grants")


class TestWrongConfigurations:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"wrong.sql": model("incremental", RIGHT)}

    @pytest.fixture(scope="class", autouse=True)
    def tables(self, project: Any) -> None:
        project.run_sql(
            f"create table {project.test_schema}.hooked (n Int64) engine = MergeTree order by n"
        )

    def state(self, project: Any) -> list[Any]:
        text = (
            "select name, create_table_query, total_rows from system.tables "
            f"where database = '{project.test_schema}' and name <> 'hooked' order by name"
        )
        return [list(row) for row in project.run_sql(text, fetch="all")]

    @pytest.mark.parametrize("kind", ["table", "incremental"])
    def test_it_is_told(self, project: Any, kind: str) -> None:
        write_file(model("incremental", RIGHT), project.project_root, "models", "wrong.sql")
        run_dbt(["run"])
        before = self.state(project)
        hooked = f"select count(*) from {project.test_schema}.hooked"
        for config, message in CASES.items():
            write_file(model(kind, config), project.project_root, "models", "wrong.sql")
            ran = project.run_sql(hooked, fetch="one")[0]
            results = run_dbt(["run"], expect_pass=False)
            assert message in results[0].message, config
            assert self.state(project) == before, config
            if config.startswith(EARLY):
                assert project.run_sql(hooked, fetch="one")[0] == ran


def model(kind: str, config: str) -> str:
    return MODEL.replace("__KIND__", kind).replace("__CONFIG__", config)
