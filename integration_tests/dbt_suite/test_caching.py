"""The suite `caching`."""

from __future__ import annotations

from typing import Any

from dbt.tests.adapter.caching.test_caching import (
    BaseCachingLowercaseModel,
    BaseCachingSelectedSchemaOnly,
    BaseCachingUppercaseModel,
    BaseNoPopulateCache,
)
from dbt.tests.util import run_dbt


class NoDatabase:
    """The suite's own comparison, without the database, which is None here."""

    def run_and_inspect_cache(self, project: Any, run_args: list[str] | None = None) -> None:
        found = []
        for _ in range(2):
            run_dbt(run_args)
            assert len(project.adapter.cache.relations) == 1
            found.append(next(iter(project.adapter.cache.relations)))
        assert found[0].schema == project.test_schema == project.test_schema.lower()
        for key in ("schema", "identifier"):
            assert getattr(found[0], key).lower() == getattr(found[1], key).lower()


class TestCachingLowercaseModel(NoDatabase, BaseCachingLowercaseModel):
    pass


class TestCachingSelectedSchemaOnly(NoDatabase, BaseCachingSelectedSchemaOnly):
    pass


class TestCachingUppercaseModel(NoDatabase, BaseCachingUppercaseModel):
    pass


class TestNoPopulateCache(NoDatabase, BaseNoPopulateCache):
    pass
