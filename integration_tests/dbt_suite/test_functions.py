"""The suite `functions`: those of SQL; dbt refuses the others."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.functions.test_udfs import (
    DeterministicUDF,
    ErrorForUnsupportedType,
    NonDeterministicUDF,
    PythonUDFNotSupported,
    StableUDF,
    UDFsBasic,
)
from dbt.tests.util import run_dbt


class TestUdfsBasic(UDFsBasic):
    pass


class TestDeterministicUdf(DeterministicUDF):
    def check_function_volatility(self, sql: str) -> None:
        assert " DETERMINISTIC" in sql
        assert "NOT DETERMINISTIC" not in sql


class TestNonDeterministicUdf(NonDeterministicUDF):
    def check_function_volatility(self, sql: str) -> None:
        assert "NOT DETERMINISTIC" in sql


class TestStableUdf(StableUDF):
    def check_function_volatility(self, sql: str) -> None:
        assert "DETERMINISTIC" not in sql


class TestErrorForUnsupportedType(ErrorForUnsupportedType):
    pass


class TestPythonUdfNotSupported(PythonUDFNotSupported):
    pass


class TestInModels:
    @pytest.fixture(scope="class")
    def functions(self) -> Any:
        return {
            "twice.sql": "n * 2",
            "twice.yml": """
functions:
  - name: twice
    description: it's doubled
    arguments: [{name: n, data_type: bigint}]
    returns: {data_type: bigint}
""",
        }

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        select = "select id, {{ function('twice') }}(id) as n from range(3)"
        return {
            "kept.sql": "{{ config(materialized='incremental', order_by='id') }} " + select,
            "seen.sql": "{{ config(materialized='view') }} " + select,
        }

    def test_a_function_is_there_before_the_models_that_call_it(self, project: Any) -> None:
        for _ in range(2):
            run_dbt(["build"])
        for model in ("kept", "seen"):
            query = f"select id, n from {project.test_schema}.{model} order by id"
            rows = project.run_sql(query, fetch="all")
            assert [tuple(row) for row in rows] == [(0, 0), (1, 2), (2, 4)]
