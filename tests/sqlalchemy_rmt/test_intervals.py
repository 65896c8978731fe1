"""A `timedelta` in a column, in what is computed and in a window."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from sqlalchemy_rmt import types
from tests.sqlalchemy_rmt.compiling import Compiling

trips = sa.Table(
    "t",
    sa.MetaData(),
    sa.Column("began", types.DateTime),
    sa.Column("ended", sa.DateTime),
    sa.Column("pause", sa.Interval),
    sa.Column("booked", types.Date),
    sa.Column("due", sa.Date),
)
c: Any = trips.c
WEEK = dt.timedelta(days=7)
INTERVAL = "INTERVAL '7 00:00:00.000000' DAY TO SECOND"
INSTANT = "TIMESTAMP '1970-01-08 00:00:00'"
OF_PAUSE = "(CAST(t.pause AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '1970-01-01 00:00:00')"
inner: Any = sa.select(
    (c.ended - c.began).label("took"), sa.func.max(c.pause).label("longest")
).subquery("s")


class TestStatements(Compiling):
    @pytest.mark.parametrize(
        ("expression", "text"),
        [
            (c.ended - c.began, "t.ended - t.began"),
            (sa.func.now() - WEEK, f"current_timestamp() - {INTERVAL}"),
            (c.due + WEEK, f"t.due + {INTERVAL}"),
            (c.ended - c.pause, f"t.ended - {OF_PAUSE}"),
            (c.pause + WEEK, f"{OF_PAUSE} + {INTERVAL}"),
            (WEEK - c.pause.label("p"), f"{INTERVAL} - {OF_PAUSE}"),
            (c.ended - c.began > WEEK, f"t.ended - t.began > {INTERVAL}"),
            (c.ended - c.began > c.pause, f"t.ended - t.began > {OF_PAUSE}"),
            (
                (c.ended - c.began).between(WEEK, c.pause),
                f"t.ended - t.began BETWEEN {INTERVAL} AND {OF_PAUSE}",
            ),
            ((c.ended - c.began).in_([WEEK]), f"t.ended - t.began IN ({INTERVAL})"),
            (inner.c.took < WEEK, f"s.took < {INTERVAL}"),
            (
                sa.func.now() - sa.bindparam("p", WEEK, sa.Interval),
                f"current_timestamp() - {OF_PAUSE.replace('t.pause', INSTANT)}",
            ),
        ],
    )
    def test_what_is_computed_is_an_interval(self, expression: Any, text: str) -> None:
        self.assert_compile(expression, text, literal_binds=True, render_postcompile=True)

    @pytest.mark.parametrize(
        ("expression", "text"),
        [
            (c.pause == WEEK, f"t.pause = {INSTANT}"),
            (c.pause.in_([WEEK]), f"t.pause IN ({INSTANT})"),
            (c.pause.between(WEEK, WEEK), f"t.pause BETWEEN {INSTANT} AND {INSTANT}"),
            (c.pause.is_(None), "t.pause IS NULL"),
            (inner.c.longest > WEEK, f"s.longest > {INSTANT}"),
            (sa.literal(WEEK), INSTANT),
        ],
    )
    def test_what_is_kept_is_an_instant(self, expression: Any, text: str) -> None:
        self.assert_compile(expression, text, literal_binds=True, render_postcompile=True)

    def test_a_function_of_something_else_is_an_interval_already(self) -> None:
        hours = sa.func.make_dt_interval(1, type_=sa.Interval)
        self.assert_compile(
            sa.func.now() - hours, "current_timestamp() - make_dt_interval(1)", literal_binds=True
        )

    def test_one_parameter_may_be_both(self) -> None:
        week = sa.literal(WEEK)
        compiled: Any = sa.select(week, sa.func.now() - week).compile(dialect=self.__dialect__)
        sent = {
            name: compiled._bind_processors.get(name, lambda value: value)(value)
            for name, value in compiled.params.items()
        }
        assert sorted(sent.values(), key=str) == [dt.datetime(1970, 1, 8), WEEK]

    def test_a_cached_statement_takes_other_parameters(self) -> None:
        first, second = (sa.select(c.ended - dt.timedelta(days=days)) for days in (1, 2))
        key = first._generate_cache_key()
        compiled: Any = first.compile(dialect=self.__dialect__, cache_key=key)
        other = second._generate_cache_key()
        assert other == key
        params = compiled.construct_params(extracted_parameters=other.bindparams)
        assert list(params.values()) == [dt.timedelta(days=2)]

    def test_days_between_days_are_a_number(self) -> None:
        self.assert_compile(c.due - c.booked, "datediff(t.due, t.booked)")
        self.assert_compile(c.due - 1, "t.due - 1", literal_binds=True)
        self.assert_compile(c.ended - c.booked, "t.ended - t.booked")

    @pytest.mark.skipif(not hasattr(sa, "FrameClause"), reason="since SQLAlchemy 2.1")
    @pytest.mark.parametrize(
        ("key", "reach", "text"),
        [
            ("booked", WEEK, "7"),
            ("booked", dt.timedelta(hours=1), "INTERVAL '0 01:00:00.000000' DAY TO SECOND"),
            ("booked", 7, "%(param_1)s"),
            ("ended", WEEK, "604800"),
            ("ended", dt.timedelta(hours=1), "3600"),
        ],
    )
    def test_a_window_reaches_as_far(self, key: str, reach: Any, text: str) -> None:
        preceding, current = sa.FrameClauseType.PRECEDING, sa.FrameClauseType.CURRENT
        frame = sa.FrameClause(reach, None, preceding, current)
        self.assert_compile(
            sa.func.count().over(order_by=c[key], range_=frame),
            f"count(*) OVER (ORDER BY t.{key} RANGE BETWEEN {text} PRECEDING AND CURRENT ROW)",
            render_postcompile=True,
        )

    @pytest.mark.skipif(not hasattr(sa, "FrameClause"), reason="since SQLAlchemy 2.1")
    def test_a_window_without_a_key_is_the_endpoints_to_refuse(self) -> None:
        preceding, current = sa.FrameClauseType.PRECEDING, sa.FrameClauseType.CURRENT
        self.assert_compile(
            sa.func.count().over(range_=sa.FrameClause(WEEK, None, preceding, current)),
            "count(*) OVER (RANGE BETWEEN 7 PRECEDING AND CURRENT ROW)",
            render_postcompile=True,
        )


class TestValues:
    @pytest.mark.parametrize("sent", [WEEK, dt.datetime(1970, 1, 8), None])
    def test_either_form_is_read(self, sent: Any) -> None:
        read: Any = sa.Interval().dialect_impl(Compiling.__dialect__).result_processor(None, None)
        assert read(sent) == (None if sent is None else WEEK)
