"""Migrations by Alembic: from nothing to one model, to the next, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata, produce_migrations
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.util import CommandError
from sqlalchemy.dialects import registry
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

import sqlalchemy_rmt.alembic  # noqa: F401
from sqlalchemy_rmt import SkippingIndex, engines, types

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")

ENVIRONMENT = """
from alembic import context
import sqlalchemy_rmt.alembic

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes["metadata"],
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
"""


def first() -> sa.MetaData:
    metadata = sa.MetaData()
    sa.Table(
        "orders",
        metadata,
        sa.Column("id", types.UInt64, primary_key=True),
        sa.Column("day", types.Date),
        sa.Column("state", types.LowCardinality(types.String)),
        sa.Column("old", types.Int8),
        sa.Column("size", types.Int32, nullable=False, server_default=sa.text("1")),
        sa.Column("tags", types.Array(types.Nullable(types.String))),
        sa.Column("kind", types.Enum8({"a": 1, "it's (": 2})),
        sa.Column("ver", types.UInt32),
        sa.Column("gone", types.UInt8),
        sa.CheckConstraint("size % 7 < 6", name="small"),
        engines.ReplacingMergeTree(
            "ver",
            "gone",
            partition_by=sa.func.toYYYYMM(sa.column("day")),
            order_by=("id", "day"),
            primary_key="id",
            settings={"old_parts_lifetime": 60, "parts_to_delay_insert": 900},
        ),
        SkippingIndex("by_day", "day"),
        comment="orders",
    )
    sa.Table(
        "lines",
        metadata,
        sa.Column("id", sa.BigInteger, primary_key=True),
        sa.Column("order_id", types.UInt64, sa.ForeignKey("orders.id")),
        sa.Column("text", sa.String(50), nullable=False, rmt_codec="ZSTD(3)"),
        sa.Column("note", sa.String, nullable=False),
        sa.Column("size", types.UInt64, rmt_materialized="length(`text`)"),
        sa.Column("rest", types.UInt64, sa.Computed("id %  7", persisted=False)),
        sa.Column("kind", types.Int32, rmt_alias=sa.column("size") % 5),
        sa.Column("fixed", types.Int64, nullable=False, server_default=sa.text("1 + 1")),
        sa.Column("plain", types.Int64, nullable=False),
    )
    return metadata


def second() -> sa.MetaData:
    metadata = first()
    orders = metadata.tables["orders"]
    orders._columns.remove(orders.c.old)
    orders.append_column(sa.Column("source", types.String, server_default="it's 100%"))
    sa.Index("by_size", orders.c.size)
    orders.c.size.type = types.Int64()
    orders.c.size.nullable = True
    orders.c.size.server_default = None
    orders.c.state.comment = "new, paid: or sent"
    orders.comment = "all orders"
    settings = orders.dialect_kwargs["rmt_engine"].settings
    settings["old_parts_lifetime"] = 120
    settings["merge_selector_base"] = 4
    del settings["parts_to_delay_insert"]
    lines = metadata.tables["lines"]
    options: dict[str, dict[str, Any]] = {
        "text": {"rmt_codec": None},
        "note": {"rmt_codec": "ZSTD(3)"},
        "size": {"rmt_materialized": "length(text) % 100"},
        "rest": {"rmt_materialized": "id * 2"},
        "kind": {},
        "fixed": {"rmt_alias": "id + 2"},
        "plain": {"rmt_materialized": "5"},
    }
    for name, changed in options.items():
        old = lines.c[name]
        lines._columns.remove(old)
        lines.append_column(sa.Column(name, old.type, nullable=False, **changed))
    return metadata


@pytest.fixture
def connection(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[sa.Connection]:
    engine = sa.create_engine(
        f"rmt://127.0.0.1:{endpoint.port}/{client.database}", isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connected:
        yield connected
    engine.dispose()


@pytest.fixture
def config(tmp_path: Path, connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(tmp_path / "migrations"))
    config.set_main_option("path_separator", "os")
    template = Path(config.get_template_directory()) / "generic" / "script.py.mako"
    (tmp_path / "migrations" / "versions").mkdir(parents=True)
    (tmp_path / "migrations" / "script.py.mako").write_text(template.read_text())
    (tmp_path / "migrations" / "env.py").write_text(ENVIRONMENT)
    config.attributes["connection"] = connection
    return config


def _declarations(connection: sa.Connection) -> dict[str, str]:
    query = (
        "SELECT name, create_table_query FROM system.tables "
        "WHERE database = current_schema() AND name <> 'alembic_version'"
    )
    return {row[0]: row[1] for row in connection.exec_driver_sql(query)}


def _revise(config: Config, metadata: sa.MetaData, message: str) -> str:
    config.attributes["metadata"] = metadata
    script: Any = command.revision(config, message, autogenerate=True)
    return Path(script.path).read_text()


@pytest.mark.filterwarnings("ignore:Foreign keys of table")
@pytest.mark.sample(0)
def test_two_versions_of_a_model(config: Config, connection: sa.Connection) -> None:
    created = _revise(config, first(), "first")
    assert "ReplacingMergeTree(version='ver'" in created
    assert "sa.CheckConstraint('size % 7 < 6', name='small')" in created
    command.upgrade(config, "head")
    at_first = _declarations(connection)
    assert "CONSTRAINT small CHECK (size % 7) < 6" in at_first["orders"]
    _expect_no_difference(connection, first())

    changed = _revise(config, second(), "second")
    assert "op.alter_table_settings('orders'" in changed
    command.upgrade(config, "head")
    command.check(config)
    _expect_no_difference(connection, second())
    assert "`size` Nullable(Int64)" in _declarations(connection)["orders"]
    assert "it\\'s 100%" in _declarations(connection)["orders"]
    assert "COMMENT 'all orders'" in _declarations(connection)["orders"]

    command.downgrade(config, "-1")
    _expect_no_difference(connection, first())
    assert set(_declarations(connection)) == set(at_first)
    command.downgrade(config, "base")
    assert _declarations(connection) == {}


@pytest.mark.sample(0)
def test_expressions_may_be_written_otherwise_than_they_are_shown(
    connection: sa.Connection,
) -> None:
    metadata = sa.MetaData()
    table = sa.Table(
        "written",
        metadata,
        sa.Column("id", types.Int64, primary_key=True),
        sa.Column("a", types.Int64, nullable=False, server_default=sa.text("id*2+1 % 3")),
        sa.Column("b", types.Int64, nullable=False, rmt_materialized="(id + 1)::Int64"),
        sa.Column("c", types.Bool, nullable=False, rmt_alias="a<>1 and s like 'x%'"),
        sa.Column("s", types.String, nullable=False, server_default="it's 100%"),
        sa.Index("i", sa.text("a*2"), rmt_type="minmax"),
        engines.ReplacingMergeTree(order_by=("id", sa.text("id%7")), partition_by=sa.text("id%4")),
    )
    table.create(connection)
    [(a, _, _, partition)] = connection.execute(
        sa.text(
            "SELECT default_expression, name, type, (SELECT any(partition_key) FROM system.tables "
            "WHERE name = 'written') AS p FROM system.columns WHERE `table` = 'written' "
            "AND name = 'a'"
        )
    )
    assert (a, partition) == ("(id * 2) + (1 % 3)", "id % 4")
    _expect_no_difference(connection, metadata)
    table.c.a.server_default = sa.DefaultClause(sa.text("id*2"))
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    assert compare_metadata(context, metadata) != []


def test_checks_are_compared_by_alembics_plugin(connection: sa.Connection) -> None:
    plugins = ["alembic.autogenerate.*", "alembic.ext.checkconstraint_byname"]
    options: dict[str, Any] = {"autogenerate_plugins": plugins}
    context = MigrationContext.configure(connection, opts=options)
    metadata = sa.MetaData()
    before, after = (sa.CheckConstraint(f"id > {n}", name=f"more than {n}") for n in (1, 2))
    table = sa.Table("checked", metadata, sa.Column("id", types.Int64, primary_key=True), before)
    table.create(connection)
    assert compare_metadata(context, metadata) == []
    table.constraints.remove(before)
    table.append_constraint(after)
    [migration] = produce_migrations(context, metadata).upgrade_ops.ops
    for operation in migration.ops:
        Operations(context).invoke(operation)
    assert compare_metadata(context, metadata) == []
    [check] = sa.inspect(connection).get_check_constraints("checked")
    assert check == {"name": "more than 2", "sqltext": "id > 2"}


@pytest.mark.sample(0)
@pytest.mark.filterwarnings("ignore:Foreign keys of table")
def test_what_cannot_change(config: Config, connection: sa.Connection) -> None:
    first().create_all(connection)
    for engine in (
        engines.MergeTree(order_by=("id", "day")),
        engines.ReplacingMergeTree("ver", "gone", order_by="day"),
    ):
        metadata = first()
        metadata.tables["orders"].dialect_kwargs["rmt_engine"] = engine
        config.attributes["metadata"] = metadata
        with pytest.raises(CommandError, match="The endpoint cannot change that"):
            command.check(config)


def _visits(unique_key: Any, settings: dict[str, Any]) -> sa.MetaData:
    metadata = sa.MetaData()
    sa.Table(
        "visits",
        metadata,
        sa.Column("visit id", types.UInt64, primary_key=True),
        sa.Column("day", types.Date, nullable=False),
        sa.Column("ver", types.UInt32, nullable=False),
        sa.Column("gone", types.UInt8, nullable=False),
        engines.ReplacingMergeTree(
            "ver",
            "gone",
            unique_key=unique_key,
            order_by=("day", "visit id"),
            partition_by=sa.func.toYYYYMM(sa.column("day")),
            settings=settings,
        ),
    )
    return metadata


@pytest.mark.sample(0)
def test_a_unique_key_and_settings_of_what_is_shown_and_kept(
    config: Config, connection: sa.Connection
) -> None:
    week = 7 * 24 * 3600
    given = {"final_by_default": True, "tombstone_retention_seconds": week}
    before = _visits("visit id", given)
    created = _revise(config, before, "first")
    assert "unique_key=('visit id',)" in created
    command.upgrade(config, "head")
    _expect_no_difference(connection, before)
    _expect_no_difference(
        connection, _visits(["visit id"], {name: str(int(value)) for name, value in given.items()})
    )
    at_first = _declarations(connection)
    assert "UNIQUE KEY `visit id`" in at_first["visits"]

    after = _visits("visit id", {"tombstone_retention_seconds": 2 * week})
    changed = _revise(config, after, "second")
    kept = f"{{'tombstone_retention_seconds': '{2 * week}'}}"
    altered = f"op.alter_table_settings('visits', settings={kept}, reset=['final_by_default'])"
    assert altered in changed
    command.upgrade(config, "head")
    command.check(config)
    _expect_no_difference(connection, after)
    for other in ((), ("visit id", "day")):
        config.attributes["metadata"] = _visits(other, given)
        with pytest.raises(CommandError, match="The endpoint cannot change that"):
            command.check(config)

    command.downgrade(config, "-1")
    _expect_no_difference(connection, before)
    command.downgrade(config, "base")
    assert _declarations(connection) == {}


def _expect_no_difference(connection: sa.Connection, metadata: sa.MetaData) -> None:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    assert compare_metadata(context, metadata) == []
