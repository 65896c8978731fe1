"""The suites `dbt_debug`, `dbt_show`, `empty` and `sample_mode`; `dbt retry`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.dbt_debug.test_dbt_debug import (
    BaseDebugInvalidProjectPostgres,
    BaseDebugPostgres,
    BaseDebugProfileVariable,
)
from dbt.tests.adapter.dbt_show.test_dbt_show import (
    BaseShowDoesNotHandleDoubleLimit,
    BaseShowLimit,
    BaseShowSqlHeader,
)
from dbt.tests.adapter.empty.test_empty import (
    BaseTestEmpty,
    BaseTestEmptyInlineSourceRef,
)
from dbt.tests.adapter.sample_mode.test_sample_mode import (
    BaseSampleModeTest,
)
from dbt.tests.util import run_dbt, write_file


class TestDebugProfileVariable(BaseDebugProfileVariable):
    pass


class Targets:
    """A profile with targets that are wrong in several ways."""

    @pytest.fixture(scope="class")
    def dbt_profile_data(self, unique_schema: str, dbt_profile_target: dict[str, Any]) -> Any:
        good = {**dbt_profile_target, "schema": unique_schema}
        return {
            "test": {
                "outputs": {
                    "default": good,
                    "nopass": {**good, "schema": ""},
                    "wronguser": {**good, "auth": "LDAP"},
                    "none_target": None,
                },
                "target": "default",
            }
        }


class TestDebug(Targets, BaseDebugPostgres):
    pass


class TestDebugInvalidProject(Targets, BaseDebugInvalidProjectPostgres):
    pass


class TestShowDoesNotHandleDoubleLimit(BaseShowDoesNotHandleDoubleLimit):
    DATABASE_ERROR_MESSAGE = "Syntax error at or near"


class TestShowLimit(BaseShowLimit):
    pass


class TestShowSqlHeader(BaseShowSqlHeader):
    pass


class TestEmpty(BaseTestEmpty):
    pass


class TestEmptyInlineSourceRef(BaseTestEmptyInlineSourceRef):
    pass


class TestSampleModeTest(BaseSampleModeTest):
    pass


class TestRetry:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "good.sql": "{{ config(materialized='table') }} select 1 as a",
            "bad.sql": "{{ config(materialized='table') }} select no_such_column as a",
            "after.sql": "select a from {{ ref('bad') }}",
        }

    def test_only_what_failed_runs_again(self, project: Any) -> None:
        run_dbt(["run"], expect_pass=False)
        write_file("select 2 as a", project.project_root, "models", "bad.sql")
        assert {result.node.name for result in run_dbt(["retry"])} == {"bad", "after"}
        query = f"select a from {project.test_schema}.after"
        assert project.run_sql(query, fetch="one")[0] == 2
