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
    @pytest.mark.skip(reason="there are no materialized views")
    def test_simple_copy_with_materialized_views(self, project: Any) -> None:
        pass


class TestEmptyModelsArentRunBase(EmptyModelsArentRunBase):
    pass


class TestSimpleCopyUppercase(BaseSimpleCopyUppercase):
    pass
