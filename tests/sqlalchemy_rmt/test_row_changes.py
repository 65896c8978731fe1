"""Versions of rows that the ORM's unit of work changes."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from sqlalchemy_rmt import engines, types
from sqlalchemy_rmt.dialect import RmtDialect
from sqlalchemy_rmt.row_changes import next_version, versioned_engine


def table(*arguments: Any, version: Any = types.UInt32, **options: Any) -> sa.Table:
    columns = [
        sa.Column("id", types.UInt64, primary_key=True),
        sa.Column("name", types.String),
        sa.Column("ver", version),
    ]
    return sa.Table("t", sa.MetaData(), *columns, *arguments, **options)


@pytest.mark.parametrize(
    ("version", "text"),
    [
        (types.UInt64, "t.ver + 1"),
        (types.DateTime64(3), "greatest(now64(6), t.ver)"),
        (types.DateTime, "greatest(now64(6), t.ver)"),
        (types.Date, "greatest(today(), t.ver)"),
    ],
)
def test_a_number_grows_and_a_time_is_now(version: Any, text: str) -> None:
    dialect: Any = RmtDialect()
    found = next_version(table(version=version).c.ver)
    assert str(found.compile(dialect=dialect, compile_kwargs={"literal_binds": True})) == text


def test_of_other_types_nobody_knows_the_next() -> None:
    with pytest.raises(exc.CompileError, match="comes after a version of ver"):
        next_version(table(version=types.String).c.ver)


def test_only_tables_that_are_read_final_have_versions() -> None:
    engine = engines.ReplacingMergeTree("ver")
    assert versioned_engine(table(engine, rmt_final=True)) is engine
    assert versioned_engine(table(engine)) is None
    assert versioned_engine(table(engines.ReplacingMergeTree(), rmt_final=True)) is None
    assert versioned_engine(table(engines.MergeTree(), rmt_final=True)) is None


def test_an_update_says_that_the_version_changes() -> None:
    dialect: Any = RmtDialect()
    versioned = table(engines.ReplacingMergeTree("ver"), rmt_final=True)
    update = sa.update(versioned).where(versioned.c.id == 1)
    assert update.compile(dialect=dialect, column_keys=["name"]).postfetch == [versioned.c.ver]
    assert update.compile(dialect=dialect, column_keys=["name", "ver"]).postfetch == []
    assert update.values(ver=5).compile(dialect=dialect).postfetch == []
