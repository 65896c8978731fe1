"""Materialized views as DDL elements, alone and with their metadata."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from sqlalchemy_rmt import MaterializedView, Refresh, engines, types
from sqlalchemy_rmt.dialect import RmtDialect
from sqlalchemy_rmt.views import CreateMaterializedView, DropMaterializedView, SystemViewCommand

METADATA = sa.MetaData()
VISITS = sa.Table(
    "visits",
    METADATA,
    sa.Column("day", types.Date),
    sa.Column("user", types.UInt64),
    engines.MergeTree(order_by="day"),
)
DAILY = sa.Table("daily", METADATA, sa.Column("day", types.Date), schema="marts")
QUERY = (
    sa.select(VISITS.c.day, sa.func.uniqState(VISITS.c.user).label("users"))
    .where(VISITS.c.user != 7)
    .group_by(VISITS.c.day)
)
SELECTED = (
    "SELECT visits.`day`, uniqState(visits.`user`) AS users \n"
    "FROM visits \nWHERE visits.`user` != 7 GROUP BY visits.`day`"
)


def text_of(element: Any) -> str:
    return str(element.compile(dialect=RmtDialect()))


def test_a_view_with_a_target() -> None:
    view = MaterializedView("v", QUERY, to=DAILY)
    text = text_of(CreateMaterializedView(view))
    assert text == f"CREATE MATERIALIZED VIEW v TO marts.daily AS {SELECTED}"
    text = text_of(CreateMaterializedView(MaterializedView("v", QUERY, to=DAILY, populate=True)))
    assert text == f"CREATE MATERIALIZED VIEW v TO marts.daily POPULATE AS {SELECTED}"


def test_a_view_with_a_table_of_its_own() -> None:
    engine = engines.AggregatingMergeTree(order_by="day")
    view = MaterializedView("v", QUERY, engine=engine, populate=True, schema="my db")
    text = text_of(CreateMaterializedView(view, if_not_exists=True))
    assert text.startswith("CREATE MATERIALIZED VIEW IF NOT EXISTS `my db`.v ENGINE = Aggregating")
    assert " POPULATE AS SELECT" in text


def test_a_key_has_to_be_a_column_of_the_query() -> None:
    view = MaterializedView("v", QUERY, engine=engines.MergeTree(order_by="nothing"))
    with pytest.raises(exc.CompileError, match="nothing"):
        text_of(CreateMaterializedView(view))


def test_a_view_that_is_refreshed() -> None:
    first = MaterializedView("a b", QUERY, to=DAILY, refresh=Refresh(after="1 HOUR"))
    assert "VIEW `a b` REFRESH AFTER 1 HOUR TO marts.daily AS" in text_of(
        CreateMaterializedView(first)
    )
    refresh = Refresh(
        every="1 DAY",
        offset="2 HOUR 30 MINUTE",
        randomize="1 HOUR",
        depends_on=(first, DAILY, "db.an other"),
        settings={"refresh_retries": -1},
        append=True,
        empty=True,
    )
    engine = engines.MergeTree(order_by="day")
    view = MaterializedView("v", QUERY, engine=engine, refresh=refresh)
    text = text_of(CreateMaterializedView(view))
    assert text.startswith(
        "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 DAY OFFSET 2 HOUR 30 MINUTE "
        "RANDOMIZE FOR 1 HOUR DEPENDS ON `a b`, marts.daily, db.`an other` "
        "SETTINGS refresh_retries = -1 APPEND ENGINE = MergeTree"
    )
    assert f" EMPTY AS {SELECTED}" in text
    assert text_of(SystemViewCommand(first, "WAIT")) == "SYSTEM WAIT VIEW `a b`"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"every": "1 DAY", "after": "1 DAY"},
        {"every": "DAY"},
        {"every": "1 DAY TO x"},
        {"after": "1 HOUR; DROP TABLE t"},
    ],
)
def test_a_refresh_has_a_schedule(options: dict[str, Any]) -> None:
    with pytest.raises(exc.ArgumentError):
        Refresh(**options)


def test_the_first_refresh_fills_a_view() -> None:
    with pytest.raises(exc.ArgumentError, match="populate"):
        MaterializedView("v", QUERY, to=DAILY, populate=True, refresh=Refresh(every="1 DAY"))


def test_it_is_dropped_as_a_view() -> None:
    view = MaterializedView("v", QUERY, to=DAILY)
    assert text_of(DropMaterializedView(view)) == "DROP VIEW v"
    assert text_of(DropMaterializedView(view, if_exists=True)) == "DROP VIEW IF EXISTS v"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"to": DAILY, "engine": engines.MergeTree(order_by="day")},
    ],
)
def test_a_view_needs_one_place_for_its_rows(options: dict[str, Any]) -> None:
    with pytest.raises(exc.ArgumentError, match="The view v"):
        MaterializedView("v", QUERY, **options)


def test_it_comes_and_goes_with_its_metadata() -> None:
    statements: list[str] = []

    def keep(element: Any, *_: Any, **__: Any) -> None:
        statements.append(str(element.compile(dialect=engine.dialect)).strip())

    engine = sa.create_mock_engine("rmt://", keep)
    metadata = sa.MetaData()
    source = sa.Table("t", metadata, sa.Column("k", types.Int64), engines.MergeTree(order_by="k"))
    target = sa.Table("u", metadata, sa.Column("k", types.Int64), engines.MergeTree(order_by="k"))
    MaterializedView("v", sa.select(source.c.k), to=target, metadata=metadata)
    metadata.create_all(engine, checkfirst=False)
    metadata.drop_all(engine, checkfirst=False)
    words = [" ".join(one.split()[:3]) for one in statements]
    assert words == [
        "CREATE TABLE t",
        "CREATE TABLE u",
        "CREATE MATERIALIZED VIEW",
        "DROP VIEW IF",
        "DROP TABLE u",
        "DROP TABLE t",
    ]
