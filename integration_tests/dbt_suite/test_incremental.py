"""The suite `incremental`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.incremental.test_incremental_merge_exclude_columns import (
    BaseMergeExcludeColumns,
)
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
from dbt.tests.util import run_dbt


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


REPLACED = """
{{ config(
    materialized='incremental', incremental_strategy='delete+insert', unique_key='id', order_by='id'
) }}
select id, 'new' as state from (select explode(array({{ var('ids', '1, 2') }})) as id)
where {{ var('condition', 'true') }}
"""


class TestReplacedRows:
    """The strategy `delete+insert`, which masks the old rows."""

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"replaced.sql": REPLACED}

    def test_without_rows_nothing_is_written(self, project: Any) -> None:
        run_dbt(["run"])
        parts = (
            "select name, modification_time from system.parts where active = 1 "
            f"and database = '{project.test_schema}' and `table` = 'replaced' order by name"
        )
        before = project.run_sql(parts, fetch="all")
        run_dbt(["run", "--vars", "condition: 'false'"])
        assert project.run_sql(parts, fetch="all") == before
        run_dbt(["run", "--vars", "ids: '2, 3'"])
        assert project.run_sql(parts, fetch="all") != before
        rows = project.run_sql(
            f"select id, state from {project.test_schema}.replaced order by id", fetch="all"
        )
        assert [tuple(row) for row in rows] == [(1, "new"), (2, "new"), (3, "new")]
        names = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
        assert "__dbt_tmp" not in str(names)


MASKED = """
{{ config(
    materialized='incremental', incremental_strategy='delete+insert', engine='MergeTree',
    unique_key='id', order_by='id', partition_by='id % 2'
) }}
{% if is_incremental() %}
select id, 'new' as state from (select explode(sequence(0, {{ var('last') }})) as id)
{% else %}
select id, 'old' as state from (select explode(sequence(0, 19999)) as id)
{% endif %}
"""


class TestMaskedRows:
    """As many keys as a mutation takes, and more, for which the table is written anew."""

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"masked.sql": MASKED}

    @pytest.mark.parametrize(("last", "is_masked"), [(199, True), (10_000, False)])
    def test_rows_with_the_keys_are_replaced(
        self, project: Any, last: int, is_masked: bool
    ) -> None:
        run_dbt(["run", "--full-refresh"])
        for _ in range(2):
            run_dbt(["run", "--vars", f"last: {last}"])
            rows = project.run_sql(
                "select state, count(*), count(distinct id), min(id), max(id) from "
                f"{project.test_schema}.masked group by state order by state",
                fetch="all",
            )
            new, old = last + 1, 19_999 - last
            assert [tuple(row) for row in rows] == [
                ("new", new, new, 0, last),
                ("old", old, old, new, 19_999),
            ]
        masks = project.run_sql(
            "select count(*) from system.parts where active = 1 and has_lightweight_delete = 1 "
            f"and database = '{project.test_schema}' and `table` = 'masked'",
            fetch="one",
        )
        assert (masks[0] > 0) == is_masked
        names = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
        assert "__dbt_tmp" not in str(names)


class TestIncrementalUniqueKey(BaseIncrementalUniqueKey):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        # Keys of the suite hold NULL, which those of a ReplacingMergeTree table do not.
        return {"models": {"+incremental_strategy": "delete+insert"}}


class TestMergeExcludeColumns(BaseMergeExcludeColumns):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        # The suite compares plain rows, versions and all.
        return {"models": {"+optimize": "final"}}


MERGED = """
{{ config(
    materialized='incremental', incremental_strategy='merge', unique_key='id', version='ver',
    is_deleted='gone', incremental_predicates=["DBT_INTERNAL_DEST.id < 10"],
    merge_update_columns=var('columns', ['state', 'ver'])
) }}
select id, {{ var('state', "'a'") }} as state, 0 as gone, cast(1 as bigint) as ver
from (select explode(array({{ var('ids', '1, 2') }})) as id)
"""


class TestMerge:
    """The strategy `merge`, which writes versions of the rows that are there."""

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"merged.sql": MERGED}

    def test_rows_are_updated_or_inserted(self, project: Any) -> None:
        run_dbt(["run"])
        run_dbt(["run", "--vars", "{ids: '2, 3', state: \"'b'\", columns: ['state']}"])
        rows = project.run_sql(
            f"select id, state, ver from {project.test_schema}.merged final order by id",
            fetch="all",
        )
        assert [tuple(row) for row in rows] == [(1, "a", 1), (2, "b", 2), (3, "b", 1)]
        names = project.run_sql(f"show tables in {project.test_schema}", fetch="all")
        assert "__dbt_tmp" not in str(names)

    def test_several_rows_for_one_are_refused(self, project: Any) -> None:
        run_dbt(["run"])
        results = run_dbt(["run", "--vars", "{ids: '1, 1'}"], expect_pass=False)
        assert "INCORRECT_DATA" in results[0].message


MERGED_ELSEWHERE = """
{{ config(
    materialized='incremental', incremental_strategy='merge', unique_key='id', order_by='id',
    engine=var('engine'), merge_exclude_columns=['kept']
) }}
select cast(id as int) as id, cast({{ var('n', 1) }} as bigint) as n, cast(7 as bigint) as kept
from (select explode(array({{ var('ids', '1, 2') }})) as id)
"""


@pytest.mark.parametrize("engine", ["MergeTree", "SummingMergeTree", "ReplacingMergeTree"])
class TestMergeElsewhere:
    """The strategy `merge` with tables that have no versions."""

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"elsewhere.sql": MERGED_ELSEWHERE}

    def test_rows_are_updated_or_inserted(self, project: Any, engine: str) -> None:
        table = f"{project.test_schema}.elsewhere"
        run_dbt(["run", "--full-refresh", "--vars", f"engine: {engine}"])
        project.run_sql(f"insert into {table} (id, n, kept) values (4, 1, 8)")
        for _ in range(2):
            run_dbt(["run", "--vars", f"{{engine: {engine}, ids: '2, 3, 4', n: 5}}"])
        final = "" if engine == "MergeTree" else "final"
        rows = project.run_sql(f"select id, n, kept from {table} {final} order by id", fetch="all")
        assert [tuple(row) for row in rows] == [(1, 1, 7), (2, 5, 7), (3, 5, 7), (4, 5, 8)]
