from __future__ import annotations

import re
from typing import Any

import pytest
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt.column import RmtColumn
from dbt.adapters.rmt.configuration import (
    check_columns,
    check_configuration,
    check_engine,
    check_unique_key,
)
from dbt.adapters.rmt.layout import layout_of

COLUMNS = [
    RmtColumn("id", "bigint"),
    RmtColumn("Day", "date"),
    RmtColumn("ver", "bigint"),
    RmtColumn("big", "decimal(20,0)"),
    RmtColumn("name", "string"),
    RmtColumn("gone", "boolean"),
    RmtColumn("sign", "int"),
]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"grants": {"select": ["ann"]}}, "no users' rights"),
        ({"version": ["ver"]}, "version is ['ver']: write one text, such as 'updated_at'"),
        ({"is_deleted": True}, "is_deleted is True: write one text"),
        ({"engine": {"name": "MergeTree"}}, "engine is"),
        ({"sample_by": ["id"]}, "sample_by is"),
        ({"order_by": 1}, "order_by is 1: write a column or an expression as text"),
        ({"order_by": ["id", 2]}, "order_by has 2: write each"),
        ({"partition_by": {"field": "day"}}, "partition_by is"),
        ({"primary_key": [""]}, "primary_key has ''"),
        ({"settings": ["a"]}, "settings is ['a']: write a mapping"),
        ({"column_types": "UInt64"}, "column_types is"),
        ({"column_types": {"id": 64}}, "column_types has 64 for id"),
        ({"tombstone_missing": "yes"}, "tombstone_missing is 'yes': write true or false"),
    ],
)
def test_a_value_of_another_type_is_refused(config: dict[str, Any], message: str) -> None:
    with pytest.raises(DbtRuntimeError, match=re.escape(message)):
        check_configuration(config)


def test_what_can_be_said() -> None:
    check_configuration({"order_by": ("id", "day"), "version": "ver", "final": False, "ttl": ""})


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("replacingmergetree", "Is ReplacingMergeTree meant?"),
        ("ReplicatedReplacingMergeTre", "Is ReplicatedReplacingMergeTree meant?"),
        ("Memory", "The engines are MergeTree"),
    ],
)
def test_another_engine_is_refused(engine: str, message: str) -> None:
    with pytest.raises(DbtRuntimeError, match=re.escape(message)):
        check_engine(engine)
    with pytest.raises(DbtRuntimeError, match=re.escape(message)):
        layout_of({"engine": engine}, "table", {})


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"order_by": "ID"}, "order_by is 'ID', the model's column is 'id'"),
        ({"order_by": ["id", "nam"]}, "order_by names 'nam', which is no column of the model. Is"),
        ({"order_by": "id", "partition_by": "region"}, "partition_by names 'region'"),
        ({"order_by": "id", "sample_by": "Id"}, "sample_by is 'Id'"),
        ({"order_by": "id", "primary_key": "Day"}, "order_by has to begin with primary_key"),
        ({"order_by": "id", "version": "vers"}, "Is 'ver' meant?"),
        ({"order_by": "id", "version": "Ver"}, "version is 'Ver', the model's column is 'ver'"),
        ({"order_by": "id", "version": "name"}, "a column of type string: it has to be a number"),
        ({"order_by": "id", "version": "big"}, "such as {big: UInt64}"),
        ({"order_by": "id", "version": "ver", "is_deleted": "name"}, "0 or 1, or a truth value"),
        ({"order_by": "id", "version": "ver", "is_deleted": "ver"}, "name two columns"),
        ({"order_by": "id", "sign": "gone"}, "the whole numbers 1 and -1"),
        ({"order_by": "id", "column_types": {"ID": "Nullable(Int64)"}}, "cannot be Nullable"),
        (
            {"order_by": "id", "version": "ver", "column_types": {"ver": "Nullable(Int64)"}},
            "version is 'ver', which column_types makes Nullable(Int64)",
        ),
        ({"order_by": "id", "engine": "SummingMergeTree(amount)"}, "engine names 'amount'"),
    ],
)
def test_a_layout_that_does_not_fit_the_columns_is_refused(
    config: dict[str, Any], message: str
) -> None:
    with pytest.raises(DbtRuntimeError, match=re.escape(message)):
        check_columns(COLUMNS, layout_of(config, "table", {}), config.get("column_types", {}))


def test_a_unique_key_is_one_of_columns() -> None:
    check_unique_key(["ID", "day"], COLUMNS)
    with pytest.raises(DbtRuntimeError, match="unique_key names 'nam', which is no column"):
        check_unique_key(["id", "nam"], COLUMNS)


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"order_by": ["`id`", "toDate(Day)", "lower(name)"], "primary_key": "id"},
        {"order_by": "id", "version": "Day", "is_deleted": "gone"},
        {"order_by": "id", "version": "big", "column_types": {"big": "UInt64"}},
        {"order_by": "id", "version": "ver", "is_deleted": "sign"},
        {"order_by": "id", "sign": "sign"},
        {"order_by": "name", "partition_by": "Day + INTERVAL 1 DAY"},
        {
            "order_by": "id",
            "column_types": {"id": "Nullable(Int64)"},
            "settings": {"allow_nullable_key": 1},
        },
        {"order_by": "id", "column_types": {"no_such": "UInt8"}},
    ],
)
def test_a_layout_that_fits(config: dict[str, Any]) -> None:
    check_columns(COLUMNS, layout_of(config, "table", {}), config.get("column_types", {}))
