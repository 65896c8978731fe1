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


class TestIncrementalUniqueKey(BaseIncrementalUniqueKey):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        # Keys of the suite hold NULL, which those of a ReplacingMergeTree table do not.
        return {"models": {"+incremental_strategy": "delete+insert"}}
