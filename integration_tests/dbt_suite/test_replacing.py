"""The strategy `replacing`, and what else is this adapter's own."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.util import run_dbt, run_dbt_and_capture, write_file

ORDERS = """
{{ config(
    materialized='incremental', order_by='id', version='ver', is_deleted='gone',
    deleted_expression="op = 'd'", persist_docs={'relation': true, 'columns': true},
    column_types={'id': 'UInt64'}, codecs={'state': 'ZSTD(3)'}
) }}
select id, state, op, ver from {{ source('raw', 'events') }}
where batch = {{ var('batch', 1) }}
"""
LAST_RUN = """
{{ config(materialized='incremental', unique_key='id') }}
select id, '{{ var("batch", 1) }}' as run from {{ source('raw', 'events') }}
"""
EXTRACT = """
{{ config(
    materialized='incremental', order_by=['a', 'toDate(b)'], version='ver', tombstone_missing=true
) }}
select a, b, note, ver, false as is_deleted from {{ source('raw', 'extract') }}
"""
RAW = """
select count(*) as rows from {{ rmt_raw(ref('orders')) }} as o
"""
ALL_VERSIONS = """
{{ config(materialized='table', final=false) }}
select id, ver from {{ ref('orders') }}
"""
SCHEMA = """
sources:
  - name: raw
    schema: "{{ target.schema }}"
    config:
      freshness: {warn_after: {count: 1, period: day}}
    tables:
      - name: events
      - name: extract
models:
  - name: orders
    description: "What was ordered; it's current"
    columns:
      - name: id
        description: the key
        data_tests: [unique, not_null]
"""


class Project:
    """A project with two raw tables; each test has tables of its own names in them."""

    @pytest.fixture(autouse=True)
    def raw(self, project: Any) -> Any:
        for table in ("events", "extract"):
            project.run_sql(f"drop table if exists {project.test_schema}.{table}")
        project.run_sql(
            f"create table {project.test_schema}.events "
            "(id Int64, state String, op String, ver Int64, batch Int64) "
            "engine = MergeTree order by tuple()"
        )
        project.run_sql(
            f"create table {project.test_schema}.extract "
            "(a Int64, b DateTime64(6), note Nullable(String), ver Int64) "
            "engine = MergeTree order by tuple()"
        )
        yield
        for name in ("orders", "last_run", "products"):
            project.run_sql(f"drop table if exists {project.test_schema}.{name}")

    def events(self, project: Any, batch: int, *rows: tuple[Any, ...]) -> None:
        values = ", ".join(
            f"({i}, '{state}', '{op}', {ver}, {batch})" for i, state, op, ver in rows
        )
        project.run_sql(f"insert into {project.test_schema}.events values {values}")

    def run(self, batch: int, *arguments: str, **options: Any) -> Any:
        return run_dbt(["run", "--vars", f"batch: {batch}", *arguments], **options)

    def rows(self, project: Any, text: str) -> list[tuple[Any, ...]]:
        return sorted(project.run_sql(text.format(schema=project.test_schema), fetch="all"))

    def stored(self, project: Any, table: str) -> int:
        text = f"select count(*) from rmt_scan('{project.test_schema}.{table}', 'raw')"
        return int(project.run_sql(text, fetch="one")[0])


class TestReplacing(Project):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "orders.sql": ORDERS,
            "last_run.sql": LAST_RUN,
            "products.sql": EXTRACT,
            "raw_orders.sql": RAW,
            "all_versions.sql": ALL_VERSIONS,
            "schema.yml": SCHEMA,
        }

    def test_versions_and_deletes(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10), (2, "placed", "i", 10), (3, "new", "i", 10))
        [made] = self.run(1, "--select", "orders")
        self.events(project, 2, (1, "late", "u", 5), (2, "paid", "u", 11), (3, "", "d", 11))
        [added] = self.run(2, "--select", "orders")
        for result in (made, added):
            told = result.adapter_response
            assert [told["_message"], told["rows_affected"]] == ["OK 3", 3]
            assert told["query_id"]
        current = [(1, "placed", 10), (2, "paid", 11)]
        assert self.rows(project, "select id, state, ver from {schema}.orders") == current
        # Only the rows of the model were written.
        assert self.stored(project, "orders") == 6

    def test_a_run_that_is_repeated_changes_nothing(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10), (3, "new", "i", 10))
        self.events(project, 2, (1, "paid", "u", 11), (3, "", "d", 11))
        for batch in (1, 2, 2):
            self.run(batch, "--select", "orders")
        query = "select id, state, ver from {schema}.orders"
        assert self.rows(project, query) == [(1, "paid", 11)]
        self.events(project, 3, (3, "back", "u", 12))
        self.run(3, "--select", "orders raw_orders all_versions")
        assert (3, "back", 12) in self.rows(project, query)
        assert self.rows(project, "select rows from {schema}.raw_orders")[0][0] == self.stored(
            project, "orders"
        )
        assert len(self.rows(project, "select * from {schema}.all_versions")) > 3
        assert len(run_dbt(["test", "--select", "orders"])) == 2

    def test_the_table_is_as_the_configuration_says(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10))
        self.run(1, "--select", "orders")
        engine, comment = self.rows(
            project,
            "select engine_full, comment from system.tables "
            "where database = '{schema}' and name = 'orders'",
        )[0]
        assert engine.startswith("ReplacingMergeTree(ver, gone) ORDER BY id")
        assert comment == "What was ordered; it's current"
        columns = self.rows(
            project,
            "select name, type, comment, compression_codec from system.columns "
            "where database = '{schema}' and `table` = 'orders'",
        )
        assert columns == [
            ("gone", "UInt8", "", ""),
            ("id", "UInt64", "the key", ""),
            ("op", "Nullable(String)", "", ""),
            ("state", "Nullable(String)", "", "CODEC(ZSTD(3))"),
            ("ver", "Int64", "", ""),
        ]

    def test_without_a_version_the_last_run_wins(self, project: Any) -> None:
        self.events(project, 1, (1, "", "i", 10))
        for batch in (1, 2):
            self.run(batch, "--select", "last_run")
        assert self.rows(project, "select id, run from {schema}.last_run") == [(1, "2")]

    def test_keys_that_an_extract_has_no_more_are_deleted(self, project: Any) -> None:
        extract = f"{project.test_schema}.extract"
        project.run_sql(
            f"insert into {extract} values (1, timestamp '2024-01-01 10:00:00', 'x', 1), "
            "(2, timestamp '2024-01-01 10:00:00', null, 1), "
            "(2, timestamp '2024-01-02 10:00:00', 'z', 1)"
        )
        query = "select a, note, ver from {schema}.products"
        self.run(1, "--select", "products")
        assert len(self.rows(project, query.replace("note", "cast(b as date)"))) == 3
        project.run_sql(
            f"insert overwrite {extract} values (1, timestamp '2024-01-01 23:00:00', 'y', 2)"
        )
        self.run(1, "--select", "products")
        assert self.rows(project, query) == [(1, "y", 2)]
        # A key that comes back is there again, of the same version, too.
        project.run_sql(
            f"insert overwrite {extract} values (2, timestamp '2024-01-01 10:00:00', 'w', 1)"
        )
        self.run(1, "--select", "products")
        assert self.rows(project, query) == [(2, "w", 1)]
        # dbt's --empty is no extract without rows.
        run_dbt(["run", "--select", "products", "--empty"])
        assert self.rows(project, query) == [(2, "w", 1)]

    def test_another_layout_takes_a_full_refresh(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10))
        self.run(1, "--select", "orders")
        changed = ORDERS.replace("order_by='id'", "order_by=['id', 'state']").replace(
            "version='ver'", "version='ver', partition_by='ver'"
        )
        write_file(changed, project.project_root, "models", "orders.sql")
        results = self.run(1, "--select", "orders", expect_pass=False)
        assert "partition_by: the table has none, the model `ver`" in results[0].message
        assert "--full-refresh" in results[0].message
        self.run(1, "--select", "orders", "--full-refresh")
        self.run(1, "--select", "orders")
        write_file(ORDERS, project.project_root, "models", "orders.sql")

    def test_null_in_a_key_is_refused(self, project: Any) -> None:
        write_file(
            ORDERS.replace("select id,", "select nullif(id, 1) as id,"),
            project.project_root,
            "models",
            "orders.sql",
        )
        self.events(project, 1, (1, "placed", "i", 10))
        results = self.run(1, "--select", "orders", expect_pass=False)
        assert "NULL in column id" in results[0].message
        write_file(ORDERS, project.project_root, "models", "orders.sql")

    @pytest.mark.parametrize("optimize", ["final", "cleanup", "partitions"])
    def test_parts_are_merged_after_a_run(self, project: Any, optimize: str) -> None:
        write_file(
            ORDERS.replace("version='ver'", f"version='ver', optimize='{optimize}'"),
            project.project_root,
            "models",
            "orders.sql",
        )
        self.events(project, 1, (1, "placed", "i", 10), (2, "placed", "i", 10))
        self.run(1, "--select", "orders")
        self.events(project, 2, (1, "paid", "u", 11), (2, "", "d", 11))
        self.run(2, "--select", "orders")
        assert self.stored(project, "orders") == (1 if optimize == "cleanup" else 2)
        assert self.rows(project, "select id, state from {schema}.orders") == [(1, "paid")]
        write_file(ORDERS, project.project_root, "models", "orders.sql")

    def test_operations(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10))
        self.run(1, "--select", "orders")
        self.run(1, "--select", "orders")
        run_dbt(["run-operation", "optimize", "--args", "{model: orders}"])
        assert self.stored(project, "orders") == 1
        _, output = run_dbt_and_capture(["run-operation", "rmt_parts_report"])
        assert "orders: ReplacingMergeTree, 1 parts, 1 rows" in output
        left = f"{project.test_schema}.orders__dbt_tmp_0a1b2c3d"
        project.run_sql(f"create table {left} (id Int64) engine = MergeTree order by id")
        _, output = run_dbt_and_capture(["run-operation", "rmt_cleanup"])
        assert "orders__dbt_tmp_0a1b2c3d" in output
        assert "orders__dbt_tmp_0a1b2c3d" not in str(self.rows(project, "show tables in {schema}"))

    def test_comments_of_queries_are_in_the_log(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10))
        self.run(1, "--select", "orders")
        query = (
            "select count(*) from system.query_log "
            'where query like \'%"node_id": "model.test.orders"%\''
        )
        assert self.rows(project, query)[0][0] > 0

    def test_results_name_the_query(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10))
        [result] = self.run(1, "--select", "orders")
        query_id = result.adapter_response["query_id"]
        text = f"select query from system.query_log where query_id = '{query_id}' limit 1"
        assert "create table" in self.rows(project, text)[0][0].lower()
        _, output = run_dbt_and_capture(["--debug", "run", "--select", "orders"])
        assert "Query id: " in output

    def test_freshness_comes_from_the_parts(self, project: Any) -> None:
        self.events(project, 1, (1, "placed", "i", 10))
        results = run_dbt(["source", "freshness", "--select", "source:raw.events"])
        assert results[0].status == "pass"
        assert results[0].age < 3600


class TestRefusals(Project):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "mv.sql": "{{ config(materialized='materialized_view', to='nowhere') }} select 1 as a",
            "granted.sql": "{{ config(materialized='table', grants={'select': ['x']}) }} select 1",
            "replaced.sql": "{{ config(materialized='incremental', engine='MergeTree', "
            "incremental_strategy='replacing', unique_key='a') }} select 1 as a",
            "binary.sql": "{{ config(materialized='table') }} select cast('a' as binary) as a",
            "typo.sql": "{{ config(materialized='incremental', optimize='all') }} select 1 as a",
            "snake.py": "def model(dbt, session):\n    return dbt.ref('binary')\n",
        }

    @pytest.mark.parametrize(
        ("model", "message"),
        [
            ("mv", "UNKNOWN_TABLE"),
            ("granted", "no users' rights"),
            ("replaced", "replacing needs the engine ReplacingMergeTree"),
            ("binary", "cannot be stored"),
            ("typo", "write one of none, final, cleanup, partitions"),
            ("snake", "connect_port and connect_token_file"),
        ],
    )
    def test_what_is_not_there_is_refused(self, project: Any, model: str, message: str) -> None:
        results = run_dbt(["run", "--select", model], expect_pass=False)
        assert message in results[0].message
