from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

import rmt_engine.store.migrations
from rmt_engine.store import schema
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from tests.store.samples import commit, definition, registry_url

_MIGRATIONS = Path(rmt_engine.store.migrations.__file__).parent


@pytest.fixture
def engine(registry: Registry, tmp_path: Path) -> sa.Engine:
    """A connection of its own to a migrated registry."""
    return sa.create_engine(registry_url(tmp_path))


def test_the_migrations_make_exactly_the_tables_of_the_metadata(engine: sa.Engine) -> None:
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, schema.metadata) == []


def test_the_migrations_and_the_metadata_number_rows_the_same_way(tmp_path: Path) -> None:
    """In SQLite, which has to be told not to give a number twice."""
    url = f"sqlite:///{tmp_path / 'numbers.db'}"
    Registry(url).close()
    declared = sa.create_engine("sqlite://")
    schema.metadata.create_all(declared)
    assert _autoincremented(sa.create_engine(url)) == _autoincremented(declared) != set()


def _autoincremented(engine: sa.Engine) -> set[str]:
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
    with engine.connect() as connection:
        return set(connection.scalars(sa.text(query)))


def test_a_downgrade_leaves_nothing(engine: sa.Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert set(sa.inspect(engine).get_table_names()) - {"sqlite_sequence"} == {"alembic_version"}


def test_opening_a_registry_again_keeps_what_is_in_it(tmp_path: Path, registry: Registry) -> None:
    registry.tables.create("db", "t", definition())
    first = registry.row_ids.reserve(1)
    again = Registry(registry_url(tmp_path))
    assert [table.qualified for table in again.tables.all()] == ["db.t"]
    assert again.row_ids.reserve(1) > first
    again.close()


def test_the_number_of_a_forgotten_part_is_never_given_again(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    [old] = registry.parts.changes(table.id, -1).added
    registry.parts.commit(table.id, [], [], replaces=[old.id])
    registry.expired.forget_parts([old.id])
    commit(registry, table)
    [new] = registry.parts.changes(table.id, -1).added
    assert new.id != old.id


def test_the_number_of_a_forgotten_table_is_never_given_again(
    registry: Registry, table: Table
) -> None:
    registry.tables.drop(table.id)
    registry.expired.forget_table(table.id)
    assert registry.tables.create("db", "t", definition()).id != table.id
