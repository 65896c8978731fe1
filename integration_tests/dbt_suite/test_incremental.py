"""The suite `incremental`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.incremental.test_incremental_microbatch import (
    BaseMicrobatch,
)
from dbt.tests.adapter.incremental.test_incremental_on_schema_change import (
    BaseIncrementalOnSchemaChange,
)
from dbt.tests.adapter.incremental.test_incremental_predicates import (
    BaseIncrementalPredicates,
)
from dbt.tests.adapter.incremental.test_incremental_unique_id import (
    BaseIncrementalUniqueKey,
)
from dbt.tests.util import run_dbt


class TestMicrobatch(BaseMicrobatch):
    pass


class TestIncrementalOnSchemaChange(BaseIncrementalOnSchemaChange):
    pass


class TestIncrementalPredicates(BaseIncrementalPredicates):
    pass


class TestPredicates(BaseIncrementalPredicates):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        return {"models": {"+predicates": ["id != 2"], "+incremental_strategy": "delete+insert"}}


REPLACED = """
{{ config(
    materialized='incremental', incremental_strategy='delete+insert', unique_key='id', order_by='id'
) }}
select id, 'new' as state from (select explode(array({{ var('ids', '1, 2') }})) as id)
where {{ var('condition', 'true') }}
"""


class TestReplacedRows:
    """The strategy `delete+insert`, which writes the table anew."""

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"replaced.sql": REPLACED}

    def test_without_rows_nothing_is_written(self, project: Any) -> None:
        run_dbt(["run"])
        parts = (
            "select name, modification_time from system.parts where active = 1 "
            f"and database = '{project.test_schema}' and `table` = 'replaced' order by name"
        )
        before = project.run_sql(parts, fetch="all")
        run_dbt(["run", "--vars", "condition: 'false'"])
        assert project.run_sql(parts, fetch="all") == before
        run_dbt(["run", "--vars", "ids: '2, 3'"])
        assert project.run_sql(parts, fetch="all") != before
        rows = project.run_sql(
            f"select id, state from {project.test_schema}.replaced order by id", fetch="all"
        )
        assert [tuple(row) for row in rows] == [(1, "new"), (2, "new"), (3, "new")]
        names = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
        assert "__dbt_tmp" not in str(names)


class TestIncrementalUniqueKey(BaseIncrementalUniqueKey):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        # Keys of the suite hold NULL, which those of a ReplacingMergeTree table do not.
        return {"models": {"+incremental_strategy": "delete+insert"}}
