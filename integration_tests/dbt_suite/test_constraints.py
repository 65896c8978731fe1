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


def if_not(check: str, value: str) -> str:
    return f"if(({check}) is false, raise_error('check constraint violated: {check}'), {value})"


IS_BLUE = (
    "if(((`from` = 'blue')) is false, "
    "raise_error('check constraint violated: (`from` = \\'blue\\')'), "
    f"{NOT_NULL.format('id')})"
)


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
    `id` int32, `color` nullable(string), `date_day` nullable(string)
)
engine = mergetree order by (`id`) settings {UPDATES}{self.remembered}
as select
    {if_not("id >= 1", if_not("(id > 0)", NOT_NULL.format("id")))} as `id`,
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
    `id` int32, `from` string, `date_day` nullable(string)
)
engine = mergetree order by tuple() settings {UPDATES}
as select
    {IS_BLUE} as `id`,
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
