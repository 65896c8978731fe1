"""The suite `unit_testing`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.unit_testing.test_case_insensitivity import (
    BaseUnitTestCaseInsensivity,
)
from dbt.tests.adapter.unit_testing.test_invalid_input import (
    BaseUnitTestInvalidInput,
)
from dbt.tests.adapter.unit_testing.test_quoted_reserved_word_column_names import (
    BaseUnitTestQuotedReservedWordColumnNames,
)
from dbt.tests.adapter.unit_testing.test_types import (
    BaseUnitTestingTypes,
    BaseUnitTestingVarcharFixtureNoTruncation,
)
from dbt.tests.util import run_dbt

LOADED = """
{{ config(materialized='incremental', order_by='id', version='loaded_at') }}
-- depends_on: {{ ref('banned') }}
select id, state, loaded_at from {{ ref('events') }} as e
{% if is_incremental() %}
where loaded_at > (select max(loaded_at) from {{ rmt_raw(this) }})
    and id not in (select id from {{ rmt_final(this) }} as t where state = 'closed')
    and id not in (select id from {{ rmt_final(ref('banned')) }})
{% endif %}
"""
EVENTS = "select 1 as id, 'a' as state, 1 as loaded_at"
BANNED = "{{ config(materialized='ephemeral') }} select 9 as id"
OF_LOADED = """
unit_tests:
  - name: only_what_is_newer
    model: loaded
    overrides: {macros: {is_incremental: true}}
    given:
      - input: this
        rows:
          - {id: 1, state: open, loaded_at: 5}
          - {id: 2, state: closed, loaded_at: 4}
      - input: ref('events')
        rows:
          - {id: 1, state: old, loaded_at: 5}
          - {id: 1, state: new, loaded_at: 6}
          - {id: 2, state: again, loaded_at: 7}
          - {id: 8, state: banned, loaded_at: 8}
      - input: ref('banned')
        format: sql
        rows: select 8 as id
    expect:
      rows: [{id: 1, state: new, loaded_at: 6}]
"""


class TestUnitTestOfCurrentRows:
    """`rmt_raw` and `rmt_final` of what a unit test gives."""

    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        return {
            "loaded.sql": LOADED,
            "events.sql": EVENTS,
            "banned.sql": BANNED,
            "unit_tests.yml": OF_LOADED,
        }

    def test_rows_that_are_given_are_read(self, project: Any) -> None:
        for _ in range(2):
            run_dbt(["run"])
        [result] = run_dbt(["test", "--select", "loaded"])
        assert result.status == "pass"


class TestUnitTestCaseInsensivity(BaseUnitTestCaseInsensivity):
    pass


class TestUnitTestInvalidInput(BaseUnitTestInvalidInput):
    pass


class TestUnitTestQuotedReservedWordColumnNames(BaseUnitTestQuotedReservedWordColumnNames):
    pass


class TestUnitTestingTypes(BaseUnitTestingTypes):
    @pytest.fixture
    def data_types(self) -> list[list[str]]:
        return [
            ["1", "1"],
            ["'1'", "1"],
            ["true", "true"],
            ["date '2020-01-02'", "2020-01-02"],
            ["timestamp '2013-11-03 00:00:00'", "2013-11-03 00:00:00"],
            ["cast(1.5 as decimal(10, 2))", "1.5"],
        ]


class TestUnitTestingVarcharFixtureNoTruncation(BaseUnitTestingVarcharFixtureNoTruncation):
    pass
