"""Packages that know nothing of this adapter: their macros and tests over tables with old versions.

The packages of `dbt_packages` have the names, arguments and dispatch of dbt_utils, dbt_expectations
and audit_helper.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dbt.tests.util import run_dbt, write_file

PACKAGES = Path(__file__).parents[1] / "dbt_packages"
CHANGES = """id,city,amount,ver,batch
1,Oslo,10,1,1
2,Rome,20,1,1
3,Oslo,30,1,1
1,Oslo,15,2,2
3,Rome,35,2,2
"""
CURRENT = """
{{ config(materialized='incremental', order_by='id', version='ver') }}
select * from {{ ref('changes') }} where batch = {{ var('batch', 1) }}
"""
MODELS = {
    "current_rows.sql": CURRENT,
    "newest.sql": """
        {{ config(materialized='table') }}
        {{ dbt_utils.deduplicate(ref('changes'), partition_by='id', order_by='ver desc') }}
    """,
    "keyed.sql": """
        select {{ dbt_utils.star(ref('current_rows'), except=['batch', 'ver']) }},
            {{ dbt_utils.generate_surrogate_key(['id', 'city']) }} as row_key,
            {{ dbt_utils.safe_divide('amount', 'id - 1') }} as share
        from {{ ref('current_rows') }}
    """,
    "cities.sql": """
        {% set cities = dbt_utils.get_column_values(ref('current_rows'), 'city', 'value') %}
        select {{ dbt_utils.pivot('city', cities, then_value='amount') }}
        from {{ ref('current_rows') }}
    """,
    "both.sql": "{{ dbt_utils.union_relations([ref('current_rows'), ref('keyed')]) }}",
    "audit.sql": """
        {{ audit_helper.compare_relations(ref('current_rows'), ref('newest')) }}
    """,
    "audit_versions.sql": """
        {% set versions %}select id, amount from {{ ref('changes') }} where ver = 1{% endset %}
        {% set current %}select id, amount from {{ ref('current_rows') }}{% endset %}
        {{ audit_helper.compare_column_values(versions, current, 'id', 'amount') }}
    """,
    "schema.yml": """
models:
  - name: current_rows
    data_tests:
      - dbt_utils.unique_combination_of_columns:
          arguments: {combination_of_columns: [id, city]}
      - dbt_utils.expression_is_true:
          arguments: {expression: "amount >= 5 * ver"}
      - dbt_utils.equal_rowcount:
          arguments: {compare_model: ref('newest')}
      - dbt_expectations.expect_table_row_count_to_equal:
          arguments: {value: 3}
      - dbt_expectations.expect_table_columns_to_match_set:
          arguments: {column_list: [id, city, amount, ver, batch]}
    columns:
      - name: amount
        data_tests:
          - dbt_utils.accepted_range:
              arguments: {min_value: 15, max_value: 35}
          - dbt_expectations.expect_column_values_to_be_between:
              arguments: {min_value: 15, max_value: 35, row_condition: "id > 0"}
          - dbt_expectations.expect_column_mean_to_be_between:
              arguments: {min_value: 15, max_value: 30, group_by: [city]}
      - name: city
        data_tests:
          - dbt_expectations.expect_column_values_to_match_regex:
              arguments: {regex: "^[A-Z][a-z]+$"}
          - dbt_expectations.expect_column_values_to_be_in_set:
              arguments: {value_set: [Oslo, Rome]}
""",
}


class TestPackages:
    @pytest.fixture(scope="class")
    def packages(self) -> Any:
        names = ("dbt_utils", "dbt_expectations", "audit_helper")
        return {"packages": [{"local": str(PACKAGES / name)} for name in names]}

    @pytest.fixture(scope="class")
    def seeds(self) -> Any:
        return {"changes.csv": CHANGES}

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return MODELS

    @pytest.fixture(scope="class", autouse=True)
    def built(self, project: Any) -> None:
        run_dbt(["deps"])
        run_dbt(["seed"])
        run_dbt(["run", "--select", "current_rows"])
        run_dbt(["run", "--vars", "batch: 2"])

    @pytest.mark.parametrize(
        ("query", "rows"),
        [
            (
                "select id, city, amount, share, length(row_key) from {}.keyed",
                [(1, "Oslo", 15, None, 32), (2, "Rome", 20, 20.0, 32), (3, "Rome", 35, 17.5, 32)],
            ),
            ("select Oslo, Rome from {}.cities", [(15, 55)]),
            ("select count(*), count(distinct _dbt_source_relation) from {}.both", [(6, 2)]),
            ("select in_a, in_b, count from {}.audit", [(True, True, 3)]),
            (
                "select match_status, count_records from {}.audit_versions",
                [("perfect match", 1), ("values do not match", 2)],
            ),
        ],
    )
    def test_macros(self, project: Any, query: str, rows: list[Any]) -> None:
        found = project.run_sql(query.format(project.test_schema), fetch="all")
        assert sorted(map(tuple, found)) == rows

    def test_tests_see_current_rows(self, project: Any) -> None:
        assert {result.status for result in run_dbt(["test"])} == {"pass"}

    def test_tests_fail_when_they_see_old_versions(self, project: Any) -> None:
        # With the version in the key all versions are current.
        write_file(
            CURRENT.replace("order_by='id'", "order_by=['id', 'ver']"),
            project.project_root,
            "models",
            "current_rows.sql",
        )
        run_dbt(["run", "--select", "current_rows", "--full-refresh"])
        run_dbt(["run", "--select", "current_rows", "--vars", "batch: 2"])
        results = run_dbt(["test"], expect_pass=False)
        assert {result.node.test_metadata.name for result in results if result.failures} == {
            "unique_combination_of_columns",
            "accepted_range",
            "equal_rowcount",
            "expect_column_values_to_be_between",
            "expect_table_row_count_to_equal",
        }
