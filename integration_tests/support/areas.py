"""Areas: the tests, unit and integration, that belong to one subject.

`pytest --area merges`, or `make test ONLY=merges`, runs those of one area only. Every module of
`tests/` and `integration_tests/` belongs to one at least; a test sees to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

import pytest

__all__ = ["AREAS", "ROOT", "areas_of"]

ROOT = Path(__file__).resolve().parents[2]

AREAS: Mapping[str, Sequence[str]] = {
    "views": (
        "tests/sql/test_materialized_views.py",
        "tests/sql/test_refresh.py",
        "tests/store/test_refreshes.py",
        "tests/store/test_views.py",
        "tests/merges/test_refresh*.py",
        "integration_tests/test_materialized_views.py",
        "integration_tests/test_refreshable_views.py",
        "integration_tests/test_tables_without_rows.py",
        "integration_tests/test_patterns.py",
    ),
    "clients": (
        "tests/sqlalchemy_rmt/*",
        "tests/system/test_metadata.py",
        "integration_tests/test_jdbc.py",
        "integration_tests/test_dbapi*",
        "integration_tests/test_arrow_results.py",
        "integration_tests/test_bulk.py",
        "integration_tests/test_inserts_of_files.py",
        "integration_tests/test_time_grains.py",
    ),
    "connect": (
        "tests/spark/test_connect_*.py",
        "integration_tests/test_connect.py",
    ),
    "columns": (
        "tests/sql/test_*column*",
        "tests/store/test_table.py",
        "tests/merges/test_structures.py",
        "integration_tests/test_columns.py",
        "integration_tests/test_younger_columns.py",
    ),
    "compliance": ("integration_tests/test_compliance.py",),
    "crashes": (
        "tests/store/test_collector.py",
        "tests/merges/test_fsck.py",
        "integration_tests/test_crashes.py",
        "integration_tests/test_restarts.py",
    ),
    "damage": (
        "tests/merges/test_damage.py",
        "tests/merges/test_fsck.py",
        "tests/store/test_backup.py",
        "tests/merges/test_part_checks.py",
        "integration_tests/test_check_table.py",
        "integration_tests/test_damage.py",
    ),
    "projections": (
        "tests/sql/test_projections.py",
        "tests/merges/test_projected_runs.py",
        "integration_tests/test_projections.py",
    ),
    "dbt": ("tests/dbt_rmt/*", "integration_tests/test_dbt.py"),
    "dialect": (
        "tests/sqlalchemy_rmt/*",
        "integration_tests/test_dialect*.py",
        "integration_tests/test_tutorial.py",
    ),
    "documentation": (
        "tests/test_*.py",
        "tests/benchmarks/*",
        "integration_tests/test_cli.py",
        "integration_tests/test_demo.py",
        "integration_tests/test_documentation_examples.py",
        "integration_tests/test_readme.py",
        "integration_tests/test_tools.py",
    ),
    "doors": (
        "tests/test_rights.py",
        "tests/test_config.py",
        "tests/sql/test_guarded.py",
        "tests/spark/test_l*.py",
        "integration_tests/test_doors.py",
        "integration_tests/test_logins.py",
    ),
    "embedded": ("tests/spark/*", "integration_tests/test_embedded.py"),
    "faults": ("integration_tests/test_faults.py", "integration_tests/test_soak.py"),
    "fidelity": ("integration_tests/test_fidelity.py",),
    "functions": (
        "tests/sql/test_*function*",
        "tests/sql/test_siphash.py",
        "integration_tests/test_aggregate_calls.py",
        "integration_tests/test_functions.py",
    ),
    "hooks": (
        "tests/spark/*",
        "integration_tests/test_hooks.py",
        "integration_tests/test_bad_statements.py",
    ),
    "inserts": (
        "tests/merges/test_insert.py",
        "tests/store/test_block_ids.py",
        "tests/sql/test_deduplication.py",
        "integration_tests/test_exactly_once.py",
        "integration_tests/test_inline_data.py",
        "integration_tests/test_keys_of_bytes.py",
        "integration_tests/test_statements.py",
    ),
    "merges": (
        "tests/engines/*",
        "tests/merges/*",
        "integration_tests/test_computed_rows.py",
        "integration_tests/test_merges.py",
        "integration_tests/test_unique_key.py",
    ),
    "mutations": (
        "tests/merges/test_mutator.py",
        "tests/merges/test_masking.py",
        "tests/store/test_mutations.py",
        "tests/sql/test_mutations.py",
        "integration_tests/test_mutations.py",
        "integration_tests/test_lightweight_deletes.py",
        "integration_tests/test_updates.py",
        "integration_tests/test_merge_into.py",
        "integration_tests/test_merge_into_engines.py",
        "integration_tests/test_replace_where.py",
        "tests/sql/test_merge_into.py",
    ),
    "partitions": (
        "tests/merges/test_attach.py",
        "tests/store/test_frozen.py",
        "tests/store/test_partitions.py",
        "tests/sql/test_partition*",
        "integration_tests/test_frozen.py",
        "integration_tests/test_partitions.py",
    ),
    "programs": (
        "integration_tests/test_composed.py",
        "integration_tests/test_differential.py",
        "integration_tests/test_few_rows.py",
        "integration_tests/test_family.py",
        "integration_tests/test_plain_rows.py",
        "integration_tests/test_stateful.py",
    ),
    "queries": (
        "tests/sql/*",
        "integration_tests/test_composed.py",
        "integration_tests/test_explain.py",
        "integration_tests/test_final_by_default.py",
        "integration_tests/test_parameters.py",
        "integration_tests/test_query_forms.py",
        "integration_tests/test_row_policies.py",
        "integration_tests/test_sampling.py",
        "integration_tests/test_select_forms.py",
        "integration_tests/test_semantics.py",
        "integration_tests/test_sql_functions.py",
        "integration_tests/test_table_functions.py",
    ),
    "store": (
        "tests/store/*",
        "integration_tests/test_detached_tables.py",
        "integration_tests/test_object_store.py",
        "integration_tests/test_several_writers.py",
    ),
    "system": (
        "tests/sql/test_settings.py",
        "integration_tests/test_settings.py",
        "integration_tests/test_system_*.py",
    ),
    "temporary_tables": (
        "tests/sql/test_temporary_tables.py",
        "tests/store/test_temporary_tables.py",
        "tests/spark/test_session_tables.py",
        "integration_tests/test_temporary_tables.py",
    ),
    "ttl": (
        "tests/merges/test_expiry.py",
        "tests/sql/test_ttl.py",
        "integration_tests/test_ttl.py",
    ),
    "types": (
        "tests/sql/test_types.py",
        "tests/sql/test_casts.py",
        "tests/sql/test_addresses.py",
        "integration_tests/test_time_zones.py",
        "integration_tests/test_types.py",
        "integration_tests/test_constraints.py",
    ),
}


def areas_of(path: str) -> list[str]:
    """The areas a module belongs to.

    Args:
        path: of the module, from the root of the repository.
    """
    return [area for area, patterns in AREAS.items() if any(fnmatch(path, p) for p in patterns)]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--area", choices=sorted(AREAS), help="only the tests of this area")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules of other areas are not even imported."""
    area = config.getoption("--area")
    if area is None or not fnmatch(collection_path.name, "test_*.py"):
        return None
    return area not in areas_of(str(collection_path.relative_to(ROOT))) or None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """That an area has no test of one kind is no failure."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and session.config.getoption("--area"):
        session.exitstatus = pytest.ExitCode.OK
