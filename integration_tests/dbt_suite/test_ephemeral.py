"""The suite `ephemeral`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from dbt.tests.adapter.ephemeral.test_ephemeral import (
    BaseEphemeralErrorHandling,
    BaseEphemeralMulti,
    BaseEphemeralNested,
)
from dbt.tests.util import check_relations_equal, run_dbt


def written(model: str) -> str:
    """What dbt ran for a model, without digits and spaces."""
    text = (Path("target/run/test/models") / f"{model}.sql").read_text()
    return "".join(re.sub(r"\d+", "", text).split())


class TestEphemeralErrorHandling(BaseEphemeralErrorHandling):
    pass


class TestEphemeralMulti(BaseEphemeralMulti):
    def test_ephemeral_multi(self, project: Any) -> None:
        run_dbt(["seed"])
        assert len(run_dbt(["run"])) == 3
        for model in ("dependent", "double_dependent", "super_dependent"):
            check_relations_equal(project.adapter, ["seed", model])
        expected = (
            "create or replace view `test_test_ephemeral`.`double_dependent` as "
            "with __dbt__cte__base as (select * from test_test_ephemeral.seed), "
            "__dbt__cte__base_copy as (select * from __dbt__cte__base)"
            "-- base_copy just pulls from base. Make sure the listed"
            "-- graph of CTEs all share the same dbt_cte__base cte"
            "select * from __dbt__cte__base where gender = 'Male' union all "
            "select * from __dbt__cte__base_copy where gender = 'Female'"
        )
        assert written("double_dependent") == "".join(expected.split())


class TestEphemeralNested(BaseEphemeralNested):
    def test_ephemeral_nested(self, project: Any) -> None:
        assert len(run_dbt(["run"])) == 2
        expected = (
            "create or replace view `test_test_ephemeral`.`root_view` as "
            "with __dbt__cte__ephemeral_level_two as "
            "(select * from `test_test_ephemeral`.`source_table`), "
            "__dbt__cte__ephemeral as (select * from __dbt__cte__ephemeral_level_two) "
            "select * from __dbt__cte__ephemeral"
        )
        assert written("root_view") == "".join(expected.split())
