"""The suites `relations`, `column_types`, `concurrency` and `simple_copy`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.concurrency.test_concurrency import (
    BaseConcurrency,
)
from dbt.tests.adapter.relations.test_changing_relation_type import (
    BaseChangeRelationTypeValidator,
)
from dbt.tests.adapter.relations.test_dropping_schema_named import (
    BaseDropSchemaNamed,
)
from dbt.tests.adapter.simple_copy.test_copy_uppercase import (
    BaseSimpleCopyUppercase,
)
from dbt.tests.adapter.simple_copy.test_simple_copy import (
    EmptyModelsArentRunBase,
    SimpleCopyBase,
)


class TestChangeRelationTypeValidator(BaseChangeRelationTypeValidator):
    pass


class TestDropSchemaNamed(BaseDropSchemaNamed):
    pass


class TestConcurrency(BaseConcurrency):
    pass


class TestSimpleCopyBase(SimpleCopyBase):
    pass


class TestEmptyModelsArentRunBase(EmptyModelsArentRunBase):
    @pytest.fixture(scope="class")
    def project(self, project: Any) -> Any:
        # There is no information_schema.
        def tables() -> dict[str, str]:
            rows = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
            return {row[1]: "table" for row in rows}

        project.get_tables_in_schema = tables
        return project


class TestSimpleCopyUppercase(BaseSimpleCopyUppercase):
    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any]) -> dict[str, Any]:
        return target
