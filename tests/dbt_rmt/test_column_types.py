from __future__ import annotations

import pytest
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt.column import RmtColumn
from dbt.adapters.rmt.column_types import stored_type
from dbt.adapters.rmt.schema_changes import schema_changes


@pytest.mark.parametrize(
    ("spark", "stored"),
    [
        ("int", "Nullable(Int32)"),
        ("decimal(10,2)", "Nullable(Decimal(10,2))"),
        ("varchar(10)", "Nullable(String)"),
        ("void", "Nullable(String)"),
        ("timestamp_ntz", "Nullable(DateTime64(6))"),
        ("array<int>", "Array(Nullable(Int32))"),
        ("map<string,array<date>>", "Map(String, Array(Nullable(Date32)))"),
        (
            "struct<a:int,b c:struct<`d`:decimal(5,1)>>",
            "Tuple(`a` Nullable(Int32), `b c` Tuple(`d` Nullable(Decimal(5,1))))",
        ),
    ],
)
def test_stored_types(spark: str, stored: str) -> None:
    assert stored_type(spark) == stored


@pytest.mark.parametrize("spark", ["binary", "interval day to second", "variant"])
def test_types_that_no_table_holds(spark: str) -> None:
    with pytest.raises(DbtRuntimeError, match="cast it to a type"):
        stored_type(spark)


def test_what_columns_are() -> None:
    assert RmtColumn("a", "varchar(3)").is_string()
    assert RmtColumn("a", "decimal(3,1)").is_numeric()
    assert RmtColumn("a", "bigint").is_integer()
    assert RmtColumn("a", "double").is_float()
    assert RmtColumn("a`b", "int").quoted == "`a``b`"
    assert RmtColumn.translate_type("float") == "double"
    assert RmtColumn.numeric_type("numeric", 28, 6) == "decimal(28,6)"


def test_changes_of_columns() -> None:
    model = [RmtColumn("ID", "bigint"), RmtColumn("name", "void"), RmtColumn("new", "int")]
    table = [RmtColumn("id", "int"), RmtColumn("name", "string"), RmtColumn("old", "date")]
    changes = schema_changes(model, table, set())
    assert [column.name for column in changes.new] == ["new"]
    assert [column.name for column in changes.missing] == ["old"]
    assert [(column.name, column.dtype) for column in changes.retyped] == [("ID", "bigint")]
    assert [column.name for column in changes.common] == ["ID", "name"]
    assert changes.any
    assert changes.text == (
        "columns that the table has not: new; columns that the model has not: old; "
        "other types: ID bigint"
    )
    assert not schema_changes(model[:1], table[:1], {"id"}).any
