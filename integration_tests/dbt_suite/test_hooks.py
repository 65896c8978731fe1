"""The suite `hooks`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dbt.tests.adapter.hooks import fixtures
from dbt.tests.adapter.hooks.test_model_hooks import (
    BaseDuplicateHooksInConfigs,
    BaseHookRefs,
    BaseHooksRefsOnSeeds,
    BasePrePostModelHooks,
    BasePrePostModelHooksInConfig,
    BasePrePostModelHooksInConfigKwargs,
    BasePrePostModelHooksInConfigWithCount,
    BasePrePostModelHooksOnSeeds,
    BasePrePostModelHooksOnSeedsPlusPrefixed,
    BasePrePostModelHooksOnSeedsPlusPrefixedWhitespace,
    BasePrePostModelHooksOnSnapshots,
    BasePrePostSnapshotHooksInConfigKwargs,
)
from dbt.tests.adapter.hooks.test_run_hooks import (
    BaseAfterRunHooks,
    BasePrePostRunHooks,
)


@pytest.fixture(scope="class")
def test_data_dir() -> Path:
    """dbt's own tables for its hooks."""
    return Path(fixtures.__file__).parent / "data"


class Hooks:
    """What the context of hooks has to be, here."""

    def check_hooks(self, state: str, project: Any, host: str, count: int | None = None) -> None:
        arguments = (state, project) if count is None else (state, count, project)
        found = self.get_ctx_vars(*arguments)  # type: ignore[attr-defined]
        for context in [found] if count is None else found:
            assert context["test_state"] == state
            assert context["target_host"] == host
            assert context["target_name"] == "default"
            assert context["target_schema"] == project.test_schema
            assert context["target_threads"] == 2
            assert context["target_type"] == "rmt"
            assert context["target_user"] == "dbt"
            assert context["run_started_at"]
            assert context["invocation_id"]
            assert context["thread_id"].startswith(("Thread-", "MainThread"))


class ModelHooks(Hooks):
    """The same for those of models, of which there may be several."""

    def check_hooks(self, state: str, project: Any, host: str, count: int | None = 1) -> None:
        super().check_hooks(state, project, host, count)


ADDED = [
    "alter table {{ this }} add column new_col int",
    "update {{ this }} set new_col = 1 where true",
]
SEEDS = {"seed-paths": ["seeds"], "models": {}}


class TestDuplicateHooksInConfigs(BaseDuplicateHooksInConfigs):
    pass


class TestHookRefs(ModelHooks, BaseHookRefs):
    pass


class TestHooksRefsOnSeeds(BaseHooksRefsOnSeeds):
    pass


class TestPrePostModelHooks(ModelHooks, BasePrePostModelHooks):
    pass


class TestPrePostModelHooksInConfig(ModelHooks, BasePrePostModelHooksInConfig):
    pass


class TestPrePostModelHooksInConfigKwargs(ModelHooks, BasePrePostModelHooksInConfigKwargs):
    pass


class TestPrePostModelHooksInConfigWithCount(ModelHooks, BasePrePostModelHooksInConfigWithCount):
    pass


class TestPrePostModelHooksOnSeeds(BasePrePostModelHooksOnSeeds):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        return {**SEEDS, "seeds": {"post-hook": ADDED, "quote_columns": False}}


class TestPrePostModelHooksOnSeedsPlusPrefixed(BasePrePostModelHooksOnSeedsPlusPrefixed):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        return {**SEEDS, "seeds": {"+post-hook": ADDED, "quote_columns": False}}


class TestPrePostModelHooksOnSeedsPlusPrefixedWhitespace(
    BasePrePostModelHooksOnSeedsPlusPrefixedWhitespace
):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        return {**SEEDS, "seeds": {"+post-hook": ADDED, "quote_columns": False}}


class TestPrePostModelHooksOnSnapshots(BasePrePostModelHooksOnSnapshots):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        snapshots = {"snapshot-paths": ["test-snapshots"], "snapshots": {"post-hook": ADDED}}
        return {**SEEDS, **snapshots, "seeds": {"quote_columns": False}}


class TestPrePostSnapshotHooksInConfigKwargs(BasePrePostSnapshotHooksInConfigKwargs):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        snapshots = {"snapshot-paths": ["test-kwargs-snapshots"], "snapshots": {"post-hook": ADDED}}
        return {**SEEDS, **snapshots, "seeds": {"quote_columns": False}}


class TestAfterRunHooks(BaseAfterRunHooks):
    pass


class TestPrePostRunHooks(Hooks, BasePrePostRunHooks):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        hooks = {
            f"on-run-{when}": [
                f"{{{{ custom_run_hook('{when}', target, run_started_at, invocation_id) }}}}",
                f"create table {{{{ target.schema }}}}.{when}_hook_order_test ( id int )",
                f"drop table {{{{ target.schema }}}}.{when}_hook_order_test",
            ]
            for when in ("start", "end")
        }
        hooks["on-run-start"].append("{{ log(env_var('TERM_TEST'), info=True) }}")
        hooks["on-run-end"] += [
            "create table {{ target.schema }}.schemas ( schema string )",
            "insert into {{ target.schema }}.schemas (schema) values "
            "{% for schema in schemas %}( '{{ schema }}' )"
            "{% if not loop.last %},{% endif %}{% endfor %}",
            "create table {{ target.schema }}.db_schemas ( db string, schema string )",
            "insert into {{ target.schema }}.db_schemas (db, schema) values "
            "{% for db, schema in database_schemas %}"
            "({{ 'null' if db is none else db }}, '{{ schema }}' )"
            "{% if not loop.last %},{% endif %}{% endfor %}",
        ]
        return {**hooks, "seeds": {"quote_columns": False}}
