"""The suite `constraints`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.constraints import fixtures
from dbt.tests.adapter.constraints.test_constraints import (
    BaseConstraintQuotedColumn,
    BaseConstraintsRollback,
    BaseConstraintsRuntimeDdlEnforcement,
    BaseIncrementalConstraintsColumnsEqual,
    BaseIncrementalConstraintsRollback,
    BaseIncrementalConstraintsRuntimeDdlEnforcement,
    BaseIncrementalContractSqlHeader,
    BaseIncrementalForeignKeyConstraint,
    BaseModelConstraintsRuntimeEnforcement,
    BaseTableConstraintsColumnsEqual,
    BaseTableContractSqlHeader,
    BaseViewConstraintsColumnsEqual,
)
from dbt.tests.util import run_dbt, write_file

from sqlalchemy_rmt import dbapi

for name in ("my_model_contract_sql_header_sql", "my_model_incremental_contract_sql_header_sql"):
    text = getattr(fixtures, name)
    text = text.replace("set session time zone", "set time zone")
    setattr(fixtures, name, text.replace("current_setting('timezone')", "current_timezone()"))
fixtures.model_quoted_column_schema_yml = fixtures.model_quoted_column_schema_yml.replace(
    '("from" =', "(`from` ="
)
fixtures.my_model_with_quoted_column_name_sql = (
    fixtures.my_model_with_quoted_column_name_sql.replace('"from"', "`from`")
)
UPDATES = "enable_block_number_column = 1, enable_block_offset_column = 1"
REMEMBERED = ", non_replicated_deduplication_window = 1000"
NOT_NULL = "coalesce(`{0}`, raise_error('null in column {0}, which cannot hold it'))"


def check(digest: str, condition: str) -> str:
    return f"constraint `dbt_check_{digest}` check coalesce(({condition}), true)"


class Types:
    """The types of the endpoint, and what they are called in errors."""

    @pytest.fixture
    def string_type(self) -> str:
        return "string"

    @pytest.fixture
    def int_type(self) -> str:
        return "int"

    @pytest.fixture
    def data_types(self) -> list[list[str]]:
        return [
            ["1", "int", "int"],
            ["'1'", "string", "string"],
            ["true", "boolean", "boolean"],
            ["timestamp '2013-11-03 00:00:00'", "timestamp", "timestamp"],
            ["date '2013-11-03'", "date", "date"],
            ["array('a', 'b')", "array<string>", "array<string>"],
            ["map('a', 1)", "map<string,int>", "map<string,int>"],
            ["named_struct('a', 1)", "struct<a:int>", "struct<a:int>"],
            ["cast(1 as decimal(10, 2))", '"decimal(10,2)"', "decimal(10,2)"],
        ]


class TestTableConstraintsColumnsEqual(Types, BaseTableConstraintsColumnsEqual):
    pass


class TestViewConstraintsColumnsEqual(Types, BaseViewConstraintsColumnsEqual):
    pass


class TestIncrementalConstraintsColumnsEqual(Types, BaseIncrementalConstraintsColumnsEqual):
    pass


class Ddl:
    """The statement that makes a table with constraints."""

    remembered = ""

    @pytest.fixture(scope="class")
    def expected_sql(self) -> str:
        return f"""
create table <model_identifier> (
    `id` int32, `color` nullable(string), `date_day` nullable(string),
    {check("d51bae60", "(id > 0)")}, {check("65f10eaf", "id >= 1")}
)
engine = mergetree order by (`id`) settings {UPDATES}{self.remembered}
as select
    {NOT_NULL.format("id")} as `id`,
    `color` as `color`, `date_day` as `date_day`
from (
    select id, color, date_day from (
        -- depends_on: <foreign_key_model_identifier>
        select 'blue' as color, 1 as id, '2019-01-01' as date_day
    ) as model_subq
) as dbt_model
"""


class TestConstraintsRuntimeDdlEnforcement(Ddl, BaseConstraintsRuntimeDdlEnforcement):
    pass


class TestIncrementalConstraintsRuntimeDdlEnforcement(
    Ddl, BaseIncrementalConstraintsRuntimeDdlEnforcement
):
    remembered = REMEMBERED


class TestModelConstraintsRuntimeEnforcement(Ddl, BaseModelConstraintsRuntimeEnforcement):
    pass


class TestConstraintQuotedColumn(BaseConstraintQuotedColumn):
    @pytest.fixture(scope="class")
    def expected_sql(self) -> str:
        return f"""
create table <model_identifier> (
    `id` int32, `from` string, `date_day` nullable(string),
    {check("dd3d92d4", "(`from` = 'blue')")}
)
engine = mergetree order by tuple() settings {UPDATES}
as select
    {NOT_NULL.format("id")} as `id`,
    {NOT_NULL.format("from")} as `from`, `date_day` as `date_day`
from (
    select id, `from`, date_day from (
        select 'blue' as `from`, 1 as id, '2019-01-01' as date_day
    ) as model_subq
) as dbt_model
"""


class TestConstraintsRollback(BaseConstraintsRollback):
    @pytest.fixture(scope="class")
    def expected_error_messages(self) -> list[str]:
        return ["NULL in column id, which cannot hold it"]


class TestIncrementalConstraintsRollback(BaseIncrementalConstraintsRollback):
    @pytest.fixture(scope="class")
    def expected_error_messages(self) -> list[str]:
        return ["NULL in column id, which cannot hold it"]


class TestTableContractSqlHeader(BaseTableContractSqlHeader):
    pass


class TestIncrementalContractSqlHeader(BaseIncrementalContractSqlHeader):
    pass


class TestIncrementalForeignKeyConstraint(BaseIncrementalForeignKeyConstraint):
    @pytest.fixture(scope="class")
    def macros(self) -> Any:
        return {"create_table.sql": fixtures.create_table_macro_sql}


COUNTED = """
{{ config(materialized='incremental', order_by='id') }}
select id, n from (values (1, 5), (2, cast(null as int))) as v (id, n)
{% if is_incremental() %} union all select 3, {{ var('n', 7) }} {% endif %}
"""
COUNTED_YML = """
models:
  - name: counted
    config: {contract: {enforced: true}, on_schema_change: append_new_columns}
    constraints:
      - {type: check, name: n is small, expression: n < 10}
    columns:
      - {name: id, data_type: int}
      - {name: n, data_type: int}
"""


class TestChecks:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"counted.sql": COUNTED, "schema.yml": COUNTED_YML}

    def rows(self, project: Any) -> list[tuple[Any, ...]]:
        query = f"select id, n from {project.test_schema}.counted order by id"
        return [tuple(row) for row in project.run_sql(query, fetch="all")]

    def test_they_are_the_tables_and_follow_the_contract(self, project: Any) -> None:
        run_dbt(["run"])
        assert self.rows(project) == [(1, 5), (2, None)]
        results = run_dbt(["run", "--vars", "n: 10"], expect_pass=False)
        assert "VIOLATED_CONSTRAINT" in results[0].message
        assert "n < 10" in results[0].message
        with pytest.raises(dbapi.IntegrityError, match="VIOLATED_CONSTRAINT"):
            project.run_sql(f"insert into {project.test_schema}.counted values (9, 10)")
        assert self.rows(project) == [(1, 5), (2, None)]

        changed = COUNTED_YML.replace("n < 10", "n < 100")
        write_file(changed, project.project_root, "models", "schema.yml")
        run_dbt(["run", "--vars", "n: 10"])
        assert self.rows(project)[-1] == (3, 10)
        write_file(
            COUNTED_YML.replace("enforced: true", "enforced: false"),
            *(project.project_root, "models", "schema.yml"),
        )
        run_dbt(["run", "--vars", "n: 1000"])
        assert self.rows(project)[-1] == (3, 1000)
