"""The suite `store_test_failures_tests`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.store_test_failures_tests import fixtures
from dbt.tests.adapter.store_test_failures_tests.basic import (
    StoreTestFailuresAsExceptions,
    StoreTestFailuresAsGeneric,
    StoreTestFailuresAsInteractions,
    StoreTestFailuresAsProjectLevelEphemeral,
    StoreTestFailuresAsProjectLevelOff,
    StoreTestFailuresAsProjectLevelView,
)
from dbt.tests.adapter.store_test_failures_tests.test_store_test_failures import (
    BaseStoreTestFailures,
    BaseStoreTestFailuresLimit,
)


class TestStoreTestFailures(BaseStoreTestFailures):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        # `id` alone is the alias of the SELECT, as in ClickHouse: NULL.
        head, people, last = fixtures.models__problematic_model.rpartition("{{ ref('people') }}")
        problematic = f"{head}{people} as p {last.replace('where id in', 'where p.id in')}"
        long_name = "fine_model_but_with_a_no_good_very_long_name.sql"
        return {
            "fine_model.sql": fixtures.models__fine_model,
            long_name: fixtures.models__file_model_but_with_a_no_good_very_long_name,
            "problematic_model.sql": problematic,
        }


class TestStoreTestFailuresLimit(BaseStoreTestFailuresLimit):
    pass


class TestStoreTestFailuresAsInteractions(StoreTestFailuresAsInteractions):
    pass


class TestStoreTestFailuresAsProjectLevelOff(StoreTestFailuresAsProjectLevelOff):
    pass


class TestStoreTestFailuresAsProjectLevelView(StoreTestFailuresAsProjectLevelView):
    pass


class TestStoreTestFailuresAsGeneric(StoreTestFailuresAsGeneric):
    pass


class TestStoreTestFailuresAsProjectLevelEphemeral(StoreTestFailuresAsProjectLevelEphemeral):
    pass


class TestStoreTestFailuresAsExceptions(StoreTestFailuresAsExceptions):
    pass
