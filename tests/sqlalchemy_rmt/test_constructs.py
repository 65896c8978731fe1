"""FINAL and SAMPLE in every place a table can stand, PREWHERE, LIMIT BY, SETTINGS."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import aliased, joinedload, relationship

from sqlalchemy_rmt import engines, final, sample, select, types
from tests.sqlalchemy_rmt.compiling import Base, Compiling, User, logs, users

current = final(users, "u")
entity = aliased(User, current)

SHAPES: dict[str, tuple[Callable[[], Any], str]] = {
    "plain": (lambda: sa.select(current.c.name), "SELECT u.name FROM users AS u FINAL"),
    "anonymous": (
        lambda: sa.select(final(users).c.name),
        "SELECT users_1.name FROM users AS users_1 FINAL",
    ),
    "subquery": (
        lambda: sa.select(sa.select(current.c.name).subquery("s")),
        "SELECT s.name FROM (SELECT u.name AS name FROM users AS u FINAL) AS s",
    ),
    "cte": (
        lambda: sa.select(sa.select(current.c.name).cte("c")),
        "WITH c AS (SELECT u.name AS name FROM users AS u FINAL) SELECT c.name FROM c",
    ),
    "in": (
        lambda: sa.select(logs.c.id).where(logs.c.id.in_(sa.select(current.c.id))),
        "SELECT logs.id FROM logs WHERE logs.id IN (SELECT u.id FROM users AS u FINAL)",
    ),
    "exists": (
        lambda: sa.select(logs.c.id).where(sa.exists().where(current.c.id == logs.c.id)),
        "SELECT logs.id FROM logs "
        "WHERE EXISTS (SELECT * FROM users AS u FINAL WHERE u.id = logs.id)",
    ),
    "join": (
        lambda: sa.select(logs.c.id).join(current, current.c.id == logs.c.id),
        "SELECT logs.id FROM logs JOIN users AS u FINAL ON u.id = logs.id",
    ),
    "union": (
        lambda: sa.select(
            sa.union_all(sa.select(current.c.id), sa.select(logs.c.id)).subquery("s")
        ),
        "SELECT s.id FROM (SELECT u.id AS id FROM users AS u FINAL "
        "UNION ALL SELECT logs.id AS id FROM logs) AS s",
    ),
    "lateral": (
        lambda: sa.select(logs.c.id, sa.select(current.c.id).lateral("l").c.id.label("other")),
        "SELECT logs.id, l.id AS other FROM logs, LATERAL "
        "(SELECT u.id AS id FROM users AS u FINAL) AS l",
    ),
    "alias of it": (
        lambda: sa.select(current.alias("x").c.name),
        "SELECT x.name FROM users AS x FINAL",
    ),
    "aliased": (
        lambda: sa.select(aliased(User, final(users, "a")).name),
        "SELECT a.name FROM users AS a FINAL",
    ),
    "orm": (
        lambda: sa.select(entity).where(entity.id == sa.literal_column("1")),
        "SELECT u.id, u.name, u.ver, u.deleted FROM users AS u FINAL WHERE u.id = 1",
    ),
    "orm subquery": (
        lambda: sa.select(sa.select(entity.id).subquery("s")),
        "SELECT s.id FROM (SELECT u.id AS id FROM users AS u FINAL) AS s",
    ),
}


class TestFinal(Compiling):
    @pytest.mark.parametrize("shape", SHAPES)
    def test_the_element_keeps_final(self, shape: str) -> None:
        statement, text = SHAPES[shape]
        self.assert_compile(statement(), text)

    def test_the_same_table_with_and_without(self) -> None:
        self.assert_compile(
            sa.select(users.c.ver, current.c.ver).join(current, current.c.id == users.c.id),
            "SELECT users.ver, u.ver AS ver_1 FROM users JOIN users AS u FINAL ON u.id = users.id",
        )

    def test_a_mapped_class_and_an_alias_can_be_read_final(self) -> None:
        self.assert_compile(sa.select(final(User, "m").c.id), "SELECT m.id FROM users AS m FINAL")
        self.assert_compile(
            sa.select(final(users.alias("b")).c.id), "SELECT b.id FROM users AS b FINAL"
        )

    @pytest.mark.parametrize(
        "element",
        [
            sa.select(users.c.id).subquery(),
            sa.select(users.c.id).cte(),
            users.join(logs, logs.c.id == users.c.id),
        ],
    )
    def test_final_stands_after_tables_only(self, element: Any) -> None:
        with pytest.raises(exc.ArgumentError, match="FINAL stands after a table"):
            final(element)

    def test_the_shorthand_reads_all_tables_of_from(self) -> None:
        other = users.alias("o")
        self.assert_compile(
            select(User.id).join(other, other.c.id == User.id).final(),
            "SELECT users.id FROM users FINAL JOIN users AS o FINAL ON o.id = users.id",
        )

    def test_the_shorthand_does_not_mind_where_it_stands(self) -> None:
        text = "SELECT users.id FROM users FINAL WHERE users.name IS NULL"
        self.assert_compile(select(User.id).final().where(User.name.is_(None)), text)
        self.assert_compile(select(User.id).where(User.name.is_(None)).final(), text)

    def test_subqueries_decide_for_themselves(self) -> None:
        inner = select(users.c.id)
        self.assert_compile(
            select(users.c.id).where(users.c.id.in_(inner)).final(),
            "SELECT users.id FROM users FINAL WHERE users.id IN (SELECT users.id FROM users)",
        )
        self.assert_compile(
            select(inner.final().subquery("s").c.id),
            "SELECT s.id FROM (SELECT users.id AS id FROM users FINAL) AS s",
        )

    def test_other_engines_are_not_read_final(self) -> None:
        self.assert_compile(
            select(users.c.id).join(logs, logs.c.id == users.c.id).final(),
            "SELECT users.id FROM users FINAL JOIN logs ON logs.id = users.id",
        )

    def test_a_table_can_be_final_by_default(self) -> None:
        table = sa.Table("t", sa.MetaData(), sa.Column("k", types.Int64), rmt_final=True)
        self.assert_compile(sa.select(table.c.k), "SELECT t.k FROM t FINAL")
        self.assert_compile(sa.select(table.alias("a").c.k), "SELECT a.k FROM t AS a FINAL")
        self.assert_compile(
            sa.select(table.alias("a").alias("b").c.k), "SELECT b.k FROM t AS b FINAL"
        )
        self.assert_compile(select(table.c.k).final(False), "SELECT t.k FROM t")
        self.assert_compile(table.insert(), "INSERT INTO t (k) VALUES (%(k)s)")
        self.assert_compile(table.delete(), "DELETE FROM t WHERE true")

    def test_eager_joins_around_a_limit_stay_final(self) -> None:
        statement = (
            select(Order).options(joinedload(Order.lines)).limit(sa.literal_column("2")).final()
        )
        self.assert_compile(
            statement,
            "SELECT anon_1.id, lines_1.id AS id_1, lines_1.order_id FROM "
            "(SELECT orders.id AS id FROM orders FINAL LIMIT 2) AS anon_1 "
            "LEFT OUTER JOIN lines AS lines_1 FINAL ON anon_1.id = lines_1.order_id",
        )

    def test_statements_with_and_without_are_cached_apart(self) -> None:
        keys = {
            statement._generate_cache_key().key
            for statement in (
                select(users.c.id),
                select(users.c.id).final(),
                select(users.c.id).final(False),
                sa.select(final(users, "users").c.id),
            )
        }
        assert len(keys) == 4

    def test_statements_alike_are_cached_together(self) -> None:
        def statement(n: int) -> Any:
            return (
                select(final(users, "u").c.id)
                .prewhere(users.c.id == n)
                .limit_by([users.c.name], n)
                .settings(final=1)
            )

        assert statement(1)._generate_cache_key().key == statement(2)._generate_cache_key().key

    def test_other_dialects_leave_the_clauses_out(self) -> None:
        statement = select(users.c.id).final().settings(final=1)
        assert "FINAL" not in str(statement.compile(dialect=sqlite.dialect()))


class Order(Base):
    __tablename__ = "orders"
    __table_args__ = (engines.ReplacingMergeTree(order_by="id"),)

    id = sa.Column(types.Int64, primary_key=True)
    lines = relationship("Line")


class Line(Base):
    __tablename__ = "lines"
    __table_args__ = (engines.ReplacingMergeTree(order_by="id"),)

    id = sa.Column(types.Int64, primary_key=True)
    order_id = sa.Column(types.Int64, sa.ForeignKey("orders.id"))


class TestPrewhere(Compiling):
    def test_it_stands_between_from_and_where(self) -> None:
        self.assert_compile(
            select(users.c.id)
            .final()
            .where(users.c.name.is_(None))
            .prewhere(users.c.ver > sa.literal_column("1"), users.c.id.is_(None)),
            "SELECT users.id FROM users FINAL PREWHERE users.ver > 1 AND users.id IS NULL "
            "WHERE users.name IS NULL",
        )

    def test_parameters_are_bound(self) -> None:
        self.assert_compile(
            select(User.id).prewhere(User.name == "a%b"),
            "SELECT users.id FROM users PREWHERE users.name = %(name_1)s",
            checkparams={"name_1": "a%b"},
        )

    def test_it_needs_a_table(self) -> None:
        with pytest.raises(exc.CompileError, match="PREWHERE needs a table"):
            select(sa.literal(1)).prewhere(sa.true()).compile(dialect=self.__dialect__)


class TestLimitBy(Compiling):
    def test_it_stands_after_order_by_and_before_limit(self) -> None:
        self.assert_compile(
            select(users.c.id).order_by(users.c.ver).limit_by([users.c.id, users.c.name], 2),
            "SELECT users.id FROM users ORDER BY users.ver "
            "LIMIT %(param_1)s BY users.id, users.name",
            checkparams={"param_1": 2},
        )
        self.assert_compile(
            select(users.c.id).limit_by([users.c.name], 1, offset=3).limit(5),
            "SELECT users.id FROM users LIMIT %(param_1)s OFFSET %(param_2)s BY users.name "
            "LIMIT %(param_3)s",
            checkparams={"param_1": 1, "param_2": 3, "param_3": 5},
        )

    def test_numbers_can_be_literal(self) -> None:
        self.assert_compile(
            select(users.c.id).prewhere(users.c.ver == 4).limit_by([users.c.name], 2, offset=1),
            "SELECT users.id FROM users PREWHERE users.ver = 4 LIMIT 2 OFFSET 1 BY users.name",
            literal_binds=True,
        )

    def test_the_last_one_counts(self) -> None:
        self.assert_compile(
            select(User.id).limit_by([User.id], 1).limit_by([User.name], 2),
            "SELECT users.id FROM users LIMIT %(param_1)s BY users.name",
            checkparams={"param_1": 2},
        )


class TestSettings(Compiling):
    def test_they_stand_at_the_end_and_add_up(self) -> None:
        self.assert_compile(
            select(users.c.id).settings(final=True).limit(1).settings(final_build="it's 100%"),
            "SELECT users.id FROM users LIMIT %(param_1)s "
            "SETTINGS final = 1, final_build = 'it\\'s 100%%'",
        )

    def test_they_may_end_an_insert(self) -> None:
        statement = users.insert().from_select(["id"], select(logs.c.id).settings(final=1))
        self.assert_compile(
            statement, "INSERT INTO users (id) SELECT logs.id FROM logs SETTINGS final = 1"
        )

    def test_a_subquery_cannot_have_them(self) -> None:
        statement = select(select(users.c.id).settings(final=1).subquery())
        with pytest.raises(exc.CompileError, match="hold for the whole statement"):
            statement.compile(dialect=self.__dialect__)

    def test_those_of_a_wrapped_orm_statement_stay_outside(self) -> None:
        statement = (
            select(Order)
            .options(joinedload(Order.lines))
            .limit(sa.literal_column("2"))
            .settings(final=1)
        )
        text = str(statement.compile(dialect=self.__dialect__))
        assert text.count("SETTINGS") == 1
        assert text.endswith("SETTINGS final = 1")

    @pytest.mark.parametrize("name", ["a b", "a=1, b", "a;", ""])
    def test_a_name_is_no_way_in(self, name: str) -> None:
        with pytest.raises(exc.ArgumentError, match="no name of a setting"):
            select(users.c.id).settings(**{name: 1}).compile(dialect=self.__dialect__)

    def test_a_value_is_a_number_or_a_text(self) -> None:
        with pytest.raises(exc.ArgumentError, match="a number or a text"):
            select(users.c.id).settings(final=[1]).compile(dialect=self.__dialect__)


class TestTablesample(Compiling):
    def test_it_is_sparks(self) -> None:
        self.assert_compile(
            sa.select(sa.tablesample(users, 10, name="s", seed=sa.literal(7)).c.id),
            "SELECT s.id FROM users TABLESAMPLE (10 PERCENT) REPEATABLE (7) AS s",
        )

    def test_current_rows_can_be_sampled(self) -> None:
        self.assert_compile(
            sa.select(sa.tablesample(final(users, "u"), 0.5, name="s").c.id),
            "SELECT s.id FROM (SELECT * FROM users AS u FINAL) TABLESAMPLE (0.5 PERCENT) AS s",
        )

    def test_other_ways_are_refused(self) -> None:
        with pytest.raises(exc.CompileError, match="no sampling method"):
            sa.select(sa.tablesample(users, sa.func.blocks(1))).compile(dialect=self.__dialect__)
        with pytest.raises(exc.CompileError, match="needs a number"):
            sa.select(sa.tablesample(users, sa.func.system(users.c.id))).compile(
                dialect=self.__dialect__
            )

    def test_rows_by_hash_can_be_sampled_at_random(self) -> None:
        self.assert_compile(
            sa.select(sa.tablesample(sample(users, 0.5, name="u"), 5, name="s").c.id),
            "SELECT s.id FROM (SELECT * FROM users AS u SAMPLE 1/2) TABLESAMPLE (5 PERCENT) AS s",
        )


class TestSample(Compiling):
    @pytest.mark.parametrize("shape", SHAPES)
    def test_the_element_keeps_its_sample(self, shape: str, monkeypatch: Any) -> None:
        sampled = sample(users, 0.1, name="u")
        monkeypatch.setitem(globals(), "current", sampled)
        monkeypatch.setitem(globals(), "entity", aliased(User, sampled))
        monkeypatch.setitem(globals(), "final", lambda t, name=None: sample(t, 0.1, name=name))
        statement, text = SHAPES[shape]
        self.assert_compile(statement(), text.replace("FINAL", "SAMPLE 1/10"))

    @pytest.mark.parametrize(
        ("size", "offset", "text"),
        [
            (0.1, None, "SAMPLE 1/10"),
            (Fraction(1, 3), Fraction(2, 3), "SAMPLE 1/3 OFFSET 2/3"),
            (Decimal("0.25"), 0.5, "SAMPLE 1/4 OFFSET 1/2"),
            (1e-7, 0, "SAMPLE 1/10000000"),
            (10_000, None, "SAMPLE 10000"),
        ],
    )
    def test_sizes(self, size: Any, offset: Any, text: str) -> None:
        self.assert_compile(
            sa.select(sample(users, size, offset, name="u").c.id),
            f"SELECT u.id FROM users AS u {text}",
        )

    @pytest.mark.parametrize("size", [-1, math.nan, math.inf, "0.1", None, True])
    def test_what_is_no_size(self, size: Any) -> None:
        with pytest.raises(exc.ArgumentError, match=r"a share of all rows, 0\.1, or a number"):
            sample(users, size)
        with pytest.raises(exc.ArgumentError, match="a share of all rows"):
            select(users).sample(0.1, offset=size or -1)

    def test_current_rows_can_be_sampled(self) -> None:
        text = "SELECT u.id FROM users AS u FINAL SAMPLE 1/10"
        self.assert_compile(sa.select(sample(final(users, "u"), 0.1).c.id), text)
        self.assert_compile(sa.select(final(sample(users, 0.1, name="u")).c.id), text)
        self.assert_compile(sa.select(sample(final(users).alias("u"), 0.1).c.id), text)
        self.assert_compile(sa.select(final(sample(users, 0.1).alias("u")).c.id), text)
        self.assert_compile(
            sa.select(sample(sample(users, 0.5), 0.1, name="u").c.id), text.replace(" FINAL", "")
        )
        self.assert_compile(
            select(users.c.id).final().sample(0.1), "SELECT users.id FROM users FINAL SAMPLE 1/10"
        )
        self.assert_compile(select(sample(users, 0.1, name="u").c.id).final(), text)

    def test_it_stands_after_tables_only(self) -> None:
        with pytest.raises(exc.ArgumentError, match="SAMPLE stands after a table"):
            sample(sa.select(users.c.id).subquery(), 0.1)

    def test_the_shorthand_is_for_tables_that_can_be_sampled(self) -> None:
        self.assert_compile(
            select(users.c.id)
            .join(logs, logs.c.id == users.c.id)
            .where(users.c.name.is_(None))
            .prewhere(users.c.ver.is_(None))
            .sample(0.1, offset=0.5),
            "SELECT users.id FROM users SAMPLE 1/10 OFFSET 1/2 JOIN logs ON logs.id = users.id "
            "PREWHERE users.ver IS NULL WHERE users.name IS NULL",
        )
        with pytest.raises(exc.CompileError, match="needs a table with SAMPLE BY"):
            select(logs.c.id).sample(0.1).compile(dialect=self.__dialect__)
        undeclared = sa.table("t", sa.column("k"))
        self.assert_compile(select(undeclared.c.k).sample(5), "SELECT t.k FROM t SAMPLE 5")

    def test_the_last_shorthand_counts(self) -> None:
        self.assert_compile(
            select(User.id).sample(0.1).sample(0.2), "SELECT users.id FROM users SAMPLE 1/5"
        )

    def test_an_offset_of_rows_is_none_of_the_sample(self) -> None:
        self.assert_compile(
            select(users.c.id).sample(0.1).offset(sa.literal_column("5")),
            "SELECT users.id FROM users SAMPLE 1/10 LIMIT ALL OFFSET 5",
        )

    def test_eager_joins_around_a_limit(self) -> None:
        statement = select(User).limit(sa.literal_column("2")).sample(0.1)
        self.assert_compile(
            statement,
            "SELECT users.id, users.name, users.ver, users.deleted FROM users SAMPLE 1/10 LIMIT 2",
        )
        statement = (
            select(Event)
            .options(joinedload(Event.details))
            .limit(sa.literal_column("2"))
            .sample(0.1)
        )
        self.assert_compile(
            statement,
            "SELECT anon_1.id, details_1.id AS id_1, details_1.event_id FROM "
            "(SELECT events.id AS id FROM events SAMPLE 1/10 LIMIT 2) AS anon_1 "
            "LEFT OUTER JOIN details AS details_1 ON anon_1.id = details_1.event_id",
        )

    def test_samples_are_cached_apart(self) -> None:
        keys = [
            statement._generate_cache_key().key
            for statement in (
                select(users.c.id),
                select(users.c.id).sample(0.1),
                select(users.c.id).sample(0.2),
                select(users.c.id).sample(0.1, offset=0.1),
                sa.select(sample(users, 0.1, name="users").c.id),
                sa.select(sample(users, 0.2, name="users").c.id),
                sa.select(sample(final(users), 0.2, name="users").c.id),
                select(users.c.id).sample(0.1),
            )
        ]
        assert len(set(keys)) == 7
        assert keys[1] == keys[7]

    def test_other_dialects_leave_it_out(self) -> None:
        statement = select(users.c.id).sample(0.1)
        assert "SAMPLE" not in str(statement.compile(dialect=sqlite.dialect()))


class Event(Base):
    __tablename__ = "events"
    __table_args__ = (engines.ReplacingMergeTree(order_by="id", sample_by="id"),)

    id = sa.Column(types.UInt32, primary_key=True)
    details = relationship("Detail")


class Detail(Base):
    __tablename__ = "details"
    __table_args__ = (engines.ReplacingMergeTree(order_by="id"),)

    id = sa.Column(types.Int64, primary_key=True)
    event_id = sa.Column(types.UInt32, sa.ForeignKey("events.id"))
