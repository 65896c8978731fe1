"""The suite `basic`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.basic import expected_catalog
from dbt.tests.adapter.basic.test_adapter_methods import BaseAdapterMethod
from dbt.tests.adapter.basic.test_base import BaseSimpleMaterializations
from dbt.tests.adapter.basic.test_docs_generate import BaseDocsGenerate, BaseDocsGenReferences
from dbt.tests.adapter.basic.test_empty import BaseEmpty
from dbt.tests.adapter.basic.test_ephemeral import BaseEphemeral
from dbt.tests.adapter.basic.test_generic_tests import BaseGenericTests
from dbt.tests.adapter.basic.test_get_catalog_for_single_relation import (
    BaseGetCatalogForSingleRelation,
)
from dbt.tests.adapter.basic.test_incremental import (
    BaseIncremental,
    BaseIncrementalBadStrategy,
    BaseIncrementalNotSchemaChange,
)
from dbt.tests.adapter.basic.test_singular_tests import BaseSingularTests
from dbt.tests.adapter.basic.test_singular_tests_ephemeral import BaseSingularTestsEphemeral
from dbt.tests.adapter.basic.test_snapshot_check_cols import BaseSnapshotCheckCols
from dbt.tests.adapter.basic.test_snapshot_timestamp import BaseSnapshotTimestamp
from dbt.tests.adapter.basic.test_table_materialization import BaseTableMaterialization
from dbt.tests.adapter.basic.test_validate_connection import BaseValidateConnection
from dbt.tests.util import AnyInteger
from dbt_common.contracts.metadata import CatalogTable, ColumnMetadata, StatsItem, TableMetadata


class TestSimpleMaterializations(BaseSimpleMaterializations):
    pass


class TestSingularTests(BaseSingularTests):
    pass


class TestSingularTestsEphemeral(BaseSingularTestsEphemeral):
    pass


class TestEmpty(BaseEmpty):
    pass


class TestEphemeral(BaseEphemeral):
    pass


class TestIncremental(BaseIncremental):
    pass


class TestIncrementalNotSchemaChange(BaseIncrementalNotSchemaChange):
    pass


class TestIncrementalBadStrategy(BaseIncrementalBadStrategy):
    pass


class TestGenericTests(BaseGenericTests):
    pass


class TestSnapshotCheckCols(BaseSnapshotCheckCols):
    pass


class TestSnapshotTimestamp(BaseSnapshotTimestamp):
    pass


class TestAdapterMethods(BaseAdapterMethod):
    pass


class TestValidateConnection(BaseValidateConnection):
    pass


class TestTableMaterialization(BaseTableMaterialization):
    pass


class TestGetCatalogForSingleRelation(BaseGetCatalogForSingleRelation):
    @pytest.fixture(scope="class")
    def expected_catalog_my_seed(self, project: Any) -> CatalogTable:
        statistics = {
            "rows": ("Rows", 1),
            "bytes": ("Bytes", AnyInteger()),
            "parts": ("Parts", 1),
            "engine": (
                "Engine",
                "MergeTree ORDER BY tuple() SETTINGS enable_block_number_column = 1, "
                "enable_block_offset_column = 1, index_granularity = 8192",
            ),
            "sorting_key": ("Sorting key", ""),
        }
        return _catalog(project, "table", "my_seed", _columns(), statistics)

    @pytest.fixture(scope="class")
    def expected_catalog_my_view_model(self, project: Any) -> CatalogTable:
        return _catalog(project, "view", "my_view_model", _columns(), {})


def _columns() -> list[tuple[str, str]]:
    kinds = ("Int64", "String", "String", "String", "DateTime64(6)")
    return [(name, f"Nullable({kind})") for name, kind in zip(COLUMNS, kinds, strict=True)]


COLUMNS = ("id", "first_name", "email", "ip_address", "updated_at")


def _catalog(
    project: Any,
    kind: str,
    name: str,
    columns: list[tuple[str, str]],
    statistics: dict[str, tuple[str, Any]],
) -> CatalogTable:
    return CatalogTable(
        metadata=TableMetadata(type=kind, schema=project.test_schema, name=name),
        columns={
            column: ColumnMetadata(type=type_, index=position, name=column)
            for position, (column, type_) in enumerate(columns, start=1)
        },
        stats={
            key: StatsItem(id=key, label=label, value=value, include=True)
            for key, (label, value) in statistics.items()
        },
    )


class TestDocsGenerate(BaseDocsGenerate):
    @pytest.fixture(scope="class")
    def expected_catalog(self, project: Any) -> Any:
        return _typed(
            expected_catalog.base_expected_catalog(
                project,
                role=None,
                id_type="bigint",
                text_type="string",
                time_type="timestamp",
                view_type="view",
                table_type="table",
                model_stats=NO_STATISTICS,
                seed_stats=STATISTICS,
            )
        )


class TestDocsGenReferences(BaseDocsGenReferences):
    @pytest.fixture(scope="class")
    def expected_catalog(self, project: Any) -> Any:
        return _typed(
            expected_catalog.expected_references_catalog(
                project,
                role=None,
                id_type="bigint",
                text_type="string",
                time_type="timestamp",
                bigint_type="bigint",
                view_type="view",
                table_type="table",
                model_stats=NO_STATISTICS,
                seed_stats=STATISTICS,
            )
        )


NO_STATISTICS = {
    "has_stats": {
        "id": "has_stats",
        "label": "Has Stats?",
        "value": False,
        "description": "Indicates whether there are statistics for this table",
        "include": False,
    }
}


class _Anything:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


STATISTICS: Any = _Anything()
COUNT = "decimal(20,0)"
"""Spark's type of count(), a UInt64."""
STORED = {
    COUNT: "Nullable(Decimal(20, 0))",
    "bigint": "Nullable(Int64)",
    "string": "Nullable(String)",
    "timestamp": "Nullable(DateTime64(6))",
}


def _typed(expected: dict[str, Any]) -> dict[str, Any]:
    for node in (*expected["nodes"].values(), *expected["sources"].values()):
        if "ct" in node["columns"]:
            node["columns"]["ct"]["type"] = COUNT
        if node["metadata"]["type"] == "table":
            node["stats"] = STATISTICS
        node["columns"] = {
            name: {**column, "type": STORED[column["type"]]}
            for name, column in node["columns"].items()
        }
    return expected
