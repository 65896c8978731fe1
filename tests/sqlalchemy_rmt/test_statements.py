"""Changes of rows, and the words of Spark's SQL."""

from __future__ import annotations

import datetime as dt
import decimal
import itertools
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from sqlalchemy_rmt import engines, lambda_, tombstone, types, upsert
from tests.sqlalchemy_rmt.compiling import Compiling, User, logs, users

TIMED = sa.Table(
    "timed",
    sa.MetaData(),
    sa.Column("id", types.Int64, primary_key=True),
    sa.Column("part", types.Int64),
    sa.Column("at", types.DateTime64(6)),
    sa.Column("gone", types.UInt8),
    sa.Column("twice", types.Int64, rmt_alias="id * 2"),
    engines.ReplacingMergeTree("at", "gone", partition_by="part"),
)
UNDER_A_KEY = sa.Table(
    "under",
    sa.MetaData(),
    sa.Column("id", types.Int64, key="number"),
    sa.Column("part", types.Int64),
    sa.Column("v", types.Int64, default=1),
    engines.ReplacingMergeTree("v", order_by="id", partition_by="part"),
)
UNVERSIONED = sa.Table(
    "unversioned",
    sa.MetaData(),
    sa.Column("id", types.Int64),
    engines.ReplacingMergeTree(order_by="id"),
)
INSIDE = sa.Table(
    "i",
    sa.MetaData(),
    sa.Column("id", types.Int64),
    sa.Column("a", types.Array(types.Int64)),
    sa.Column("m", types.Map(types.Date, types.Array(types.UUID))),
    sa.Column("t", types.Tuple(x=types.Date, y=types.Int8)),
    sa.Column("n", types.Nested(a=types.Int64, b=types.String)),
    sa.Column("g", sa.ARRAY(sa.Integer)),
)


class TestChangesOfRows(Compiling):
    def test_update_is_a_mutation(self) -> None:
        self.assert_compile(
            sa.update(users).where(users.c.id == 1).values(name="x"),
            "ALTER TABLE users UPDATE name=%(name)s WHERE id = %(id_1)s",
        )
        self.assert_compile(
            sa.update(User).values({User.name: User.name + "!"}),
            "ALTER TABLE users UPDATE name=(name || %(name_1)s) WHERE true",
        )

    def test_delete(self) -> None:
        self.assert_compile(
            sa.delete(users).where(users.c.id == 1), "DELETE FROM users WHERE id = %(id_1)s"
        )
        self.assert_compile(sa.delete(users), "DELETE FROM users WHERE true")

    def test_a_second_table_is_refused(self) -> None:
        condition = users.c.id == logs.c.id
        for statement in (
            sa.delete(users).where(condition),
            sa.update(users).where(condition).values(name="x"),
        ):
            with pytest.raises(exc.CompileError, match="with a second table"):
                statement.compile(dialect=self.__dialect__)

    def test_returning_is_refused(self) -> None:
        with pytest.raises(exc.CompileError, match=r"RETURNING|not supported"):
            users.insert().returning(users.c.id).compile(dialect=self.__dialect__)


class TestUpsert(Compiling):
    def test_a_version_for_each_row(self) -> None:
        rows = [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]
        self.assert_compile(
            upsert(users, rows, version=itertools.count(7)),
            "INSERT INTO users (id, name, ver) VALUES (%(id_m0)s, %(name_m0)s, %(ver_m0)s), "
            "(%(id_m1)s, %(name_m1)s, %(ver_m1)s)",
            checkparams={
                "id_m0": 1,
                "name_m0": "a",
                "ver_m0": 7,
                "id_m1": 2,
                "name_m1": "b",
                "ver_m1": 8,
            },
        )

    def test_a_callable_is_asked_at_each_execution(self) -> None:
        compiled = upsert(User, version=itertools.count(3).__next__).compile(
            dialect=self.__dialect__, column_keys=["id"]
        )
        assert compiled.construct_params({"id": 1}) == {"id": 1, "ver": 3}
        assert compiled.construct_params({"id": 2}) == {"id": 2, "ver": 4}

    def test_an_expression_is_the_endpoints(self) -> None:
        self.assert_compile(
            upsert(users, version=sa.func.toUnixTimestamp(sa.func.now64(6))),
            "INSERT INTO users (ver) VALUES (toUnixTimestamp(now64(%(now64_1)s)))",
        )

    def test_times_are_now_by_default(self) -> None:
        compiled = upsert(TIMED).compile(dialect=self.__dialect__, column_keys=["id", "part"])
        assert str(compiled) == (
            "INSERT INTO timed (id, part, `at`) VALUES (%(id)s, %(part)s, now64(%(now64_1)s))"
        )

    @pytest.mark.parametrize("row", [{"part": 2}, {"gone": 0}])
    def test_a_row_without_its_key_is_refused(self, row: dict[str, Any]) -> None:
        with pytest.raises(exc.ArgumentError, match="The key of table timed needs id"):
            upsert(TIMED, [{"id": 1, "part": 2}, row])
        # The same columns in a plain INSERT are compiled first: it must not answer for the upsert.
        sa.insert(TIMED).compile(dialect=self.__dialect__, column_keys=list(row))
        with pytest.raises(exc.ArgumentError, match="The key of table timed needs id"):
            upsert(TIMED).compile(dialect=self.__dialect__, column_keys=list(row))

    def test_a_key_may_be_given_as_columns_or_in_values(self) -> None:
        keyed = upsert(TIMED).values({TIMED.c.id: 1, "part": 2})
        assert "VALUES (%(id)s, %(part)s" in str(
            keyed.compile(dialect=self.__dialect__, column_keys=[])
        )
        upsert(TIMED, [{TIMED.c.id: 1, TIMED.c.part: 2}])  # type: ignore[dict-item]

    def test_a_key_may_come_from_a_query_or_with_several_rows(self) -> None:
        rows = [{"number": 1, "part": 2}, {"number": 3, "part": 4}]
        for keyed in (
            upsert(UNDER_A_KEY).from_select(
                ["number", "part", "v"], sa.select(users.c.id, users.c.ver, users.c.ver)
            ),
            upsert(UNDER_A_KEY).values(rows),
        ):
            keyed.compile(dialect=self.__dialect__, column_keys=[])
        with pytest.raises(exc.ArgumentError, match="The key of table under needs id"):
            upsert(UNDER_A_KEY).values([{"part": 2}]).compile(
                dialect=self.__dialect__, column_keys=[]
            )

    def test_a_column_is_known_by_its_name_and_by_its_key(self) -> None:
        for name in ("id", "number"):
            upsert(UNDER_A_KEY, [{name: 1, "part": 2}])
        with pytest.raises(exc.ArgumentError, match="The key of table under needs id"):
            upsert(UNDER_A_KEY, [{"part": 2}])

    def test_a_computed_column_of_the_key_needs_no_value(self) -> None:
        made = sa.Table(
            "t",
            sa.MetaData(),
            sa.Column("id", types.Int64),
            sa.Column("day", types.Date, rmt_materialized="toDate(id)"),
            sa.Column("v", types.Int64),
            sa.Column("gone", types.UInt8),
            engines.ReplacingMergeTree("v", "gone", order_by=("id", "day"), partition_by="day"),
        )
        upsert(made, [{"id": 1}], version=1)
        tombstone(made, {"id": 1}, version=2)

    def test_an_upsert_has_a_place_of_its_own_in_the_cache(self) -> None:
        marked, plain = upsert(TIMED, version=1), sa.insert(TIMED).values({TIMED.c.at: 1})
        assert marked._generate_cache_key() != plain._generate_cache_key()

    def test_a_key_with_a_default_may_be_left_out(self) -> None:
        made = sa.Table(
            "t",
            sa.MetaData(),
            sa.Column("id", types.UUID, server_default=sa.text("generateUUIDv4()")),
            sa.Column("v", types.Int64, default=1),
            engines.ReplacingMergeTree("v", order_by="id"),
        )
        upsert(made, [{"v": 1}])

    def test_a_default_of_the_column_is_used(self) -> None:
        made = sa.Table(
            "t",
            sa.MetaData(),
            sa.Column("id", types.Int64),
            sa.Column("v", types.Int64, server_default=sa.text("1")),
            engines.ReplacingMergeTree("v", order_by="id"),
        )
        self.assert_compile(upsert(made, [{"id": 1}]), "INSERT INTO t (id) VALUES (%(id_m0)s)")

    @pytest.mark.parametrize(
        ("table", "message"),
        [
            (logs, "was not declared with ReplacingMergeTree"),
            (UNVERSIONED, "a plain insert\\(\\) is an upsert"),
            (users, "The version column ver has no default"),
        ],
    )
    def test_what_cannot_be_upserted(self, table: Any, message: str) -> None:
        with pytest.raises(exc.ArgumentError, match=message):
            upsert(table)


class TestTombstone(Compiling):
    def test_of_a_key(self) -> None:
        self.assert_compile(
            tombstone(users, {"id": 5}, version=9),
            "INSERT INTO users (id, ver, deleted) VALUES (%(id)s, %(ver)s, %(deleted)s)",
            checkparams={"id": 5, "ver": 9, "deleted": 1},
        )

    def test_of_rows(self) -> None:
        self.assert_compile(
            tombstone(User, where=User.name == "x"),
            "INSERT INTO users (id, name, ver, deleted) SELECT users.id, users.name, "
            "users.ver + %(ver_1)s AS anon_1, %(param_1)s AS anon_2 "
            "FROM users AS users FINAL WHERE users.name = %(name_1)s",
        )
        self.assert_compile(
            tombstone(TIMED, where=TIMED.c.id < 3),
            "INSERT INTO timed (id, part, `at`, gone) SELECT timed.id, timed.part, "
            "now64(%(now64_2)s) AS now64_1, %(param_1)s AS anon_1 "
            "FROM timed AS timed FINAL WHERE timed.id < %(id_1)s",
        )

    def test_a_default_of_the_version_is_used(self) -> None:
        made = sa.Table(
            "t",
            sa.MetaData(),
            sa.Column("id", types.Int64),
            sa.Column("v", types.DateTime64(6), server_default=sa.text("now64(6)")),
            sa.Column("d", types.UInt8),
            engines.ReplacingMergeTree("v", "d", order_by="id"),
        )
        self.assert_compile(
            tombstone(made, where=made.c.id == sa.literal_column("1")),
            "INSERT INTO t (id, d) SELECT t.id, %(param_1)s AS anon_1 "
            "FROM t AS t FINAL WHERE t.id = 1",
        )
        self.assert_compile(
            tombstone(made, {"id": 1}), "INSERT INTO t (id, d) VALUES (%(id)s, %(d)s)"
        )

    def test_the_whole_key_is_needed(self) -> None:
        with pytest.raises(exc.ArgumentError, match="needs part, too"):
            tombstone(TIMED, {"id": 1})

    def test_either_a_key_or_a_condition(self) -> None:
        for options in ({}, {"key": {"id": 1}, "where": users.c.id == 1}):
            with pytest.raises(exc.ArgumentError, match="either a key or where="):
                tombstone(users, **options)

    def test_a_mark_is_needed(self) -> None:
        with pytest.raises(exc.ArgumentError, match="has no is_deleted column"):
            tombstone(UNVERSIONED, {"id": 1})


class TestWordsOfSpark(Compiling):
    @pytest.mark.parametrize(
        ("expression", "text"),
        [
            (sa.cast(users.c.id, types.UInt64), "CAST(users.id AS DECIMAL(20, 0))"),
            (sa.cast(users.c.id, sa.String(5)), "CAST(users.id AS STRING)"),
            (sa.cast(users.c.id, sa.Numeric(5, 2)), "CAST(users.id AS DECIMAL(5, 2))"),
            (
                sa.cast(users.c.id, types.Array(types.Tuple(a=types.Int8))),
                "CAST(users.id AS ARRAY<STRUCT<`a`: TINYINT>>)",
            ),
            (
                sa.cast(users.c.id, types.Map(types.String, types.Nullable(types.Date))),
                "CAST(users.id AS MAP<STRING, DATE>)",
            ),
            (users.c.name.ilike("a%"), "users.name ILIKE %(name_1)s"),
            (users.c.name.notilike("a", escape="/"), "users.name NOT ILIKE %(name_1)s ESCAPE '/'"),
            (users.c.name.regexp_match("a"), "users.name RLIKE %(name_1)s"),
            (~users.c.name.regexp_match("a"), "users.name NOT RLIKE %(name_1)s"),
            (
                users.c.name.regexp_replace("a", "b"),
                "regexp_replace(users.name, %(name_1)s, %(name_2)s)",
            ),
            (sa.func.now(), "current_timestamp()"),
            (sa.func.argMax(users.c.name, users.c.ver), "argMax(users.name, users.ver)"),
            (sa.true(), "true"),
        ],
    )
    def test_an_expression(self, expression: Any, text: str) -> None:
        self.assert_compile(expression, text)

    def test_an_empty_list_of_in(self) -> None:
        self.assert_compile(
            users.c.id.in_([]),
            "users.id IN (NULL) AND (1 != 1)",
            render_postcompile=True,
        )
        self.assert_compile(
            sa.tuple_(users.c.id, users.c.ver).in_([]),
            "(users.id, users.ver) IN (SELECT NULL, NULL WHERE 1 != 1)",
            render_postcompile=True,
        )

    def test_offset_stands_alone(self) -> None:
        self.assert_compile(
            sa.select(users.c.id).offset(sa.literal_column("2")),
            "SELECT users.id FROM users OFFSET 2",
        )
        self.assert_compile(
            sa.select(users.c.id).fetch(sa.literal_column("2")).offset(sa.literal_column("1")),
            "SELECT users.id FROM users LIMIT 2 OFFSET 1",
        )

    @pytest.mark.parametrize(
        ("statement", "message"),
        [
            (sa.select(users.c.id).with_for_update(), "no SELECT … FOR UPDATE"),
            (sa.select(users.c.id).fetch(1, with_ties=True), "WITH TIES"),
            (sa.select(users.c.name.regexp_match("a", flags="i")), "stand in the pattern"),
            (sa.select(sa.Sequence("s").next_value()), "no sequences"),
        ],
    )
    def test_what_is_refused(self, statement: Any, message: str) -> None:
        with pytest.raises(exc.CompileError, match=message):
            statement.compile(dialect=self.__dialect__)

    @pytest.mark.parametrize(
        ("value", "type_", "text"),
        [
            ("a'b\\c\n", sa.String(), "'a\\'b\\\\c\\n'"),
            (1.5, sa.Float(), "1.5e0"),
            (float("nan"), types.Float64(), "double('NaN')"),
            (float("-inf"), types.Float64(), "double('-Infinity')"),
            (decimal.Decimal("1.20"), types.Decimal(5, 2), "1.20"),
            (decimal.Decimal("-1.25E+20"), types.Decimal(38, 2), " -125000000000000000000."),
            (decimal.Decimal("1E-10"), sa.Numeric(20, 10), "0.0000000001"),
            (5, sa.Numeric(20, 10), "5."),
            (["a", None], types.Array(types.Nullable(types.String)), "array('a', NULL)"),
            ({"a": 1}, types.Map(types.String, types.Int64), "map('a', 1)"),
            ((1, "x"), types.Tuple(a=types.Int8, b=types.String), "named_struct('a', 1, 'b', 'x')"),
            ({"a": 1}, types.Tuple(a=types.Int8), "named_struct('a', 1)"),
        ],
    )
    def test_literals(self, value: Any, type_: Any, text: str) -> None:
        compiled = sa.select(sa.literal(value, type_)).compile(
            dialect=self.__dialect__, compile_kwargs={"literal_binds": True}
        )
        assert str(compiled).startswith((f"SELECT {text} AS", f"SELECT to_json({text}, "))

    def test_functions_have_result_types(self) -> None:
        assert isinstance(sa.func.argMax(users.c.name, users.c.ver).type, types.String)
        assert isinstance(sa.func.uniqExact(users.c.id).type, types.UInt64)
        assert isinstance(sa.func.toDate(users.c.id).type, types.Date)
        array = sa.func.groupArray(users.c.name).type
        assert isinstance(array, types.Array)
        assert isinstance(array.item, types.String)

    @pytest.mark.parametrize(
        ("make", "kind"),
        [
            (lambda: sa.func.arrayFilter(lambda_(lambda x: x > 1), INSIDE.c.a), "Array(Int64())"),
            (lambda: sa.func.arraySort(INSIDE.c.a), "Array(Int64())"),
            (lambda: sa.func.arraySlice(INSIDE.c.a, 1, 2), "Array(Int64())"),
            (
                lambda: sa.func.arrayMap(lambda_(lambda x: x > 1, types.Int64), INSIDE.c.a),
                "Array(Boolean())",
            ),
            (lambda: sa.func.arrayMap(lambda_(lambda x: x), INSIDE.c.a), "NullType()"),
            (lambda: sa.func.mapKeys(INSIDE.c.m), "Array(Date())"),
            (lambda: sa.func.mapValues(INSIDE.c.m), "Array(Array(UUID()))"),
            (lambda: sa.func.mapKeys(sa.column("m")), "NullType()"),
            (lambda: sa.func.mapKeys(INSIDE.c.m, type_=types.String), "String()"),
        ],
    )
    def test_functions_of_arrays_and_maps_have_types_of_their_arguments(
        self, make: Any, kind: str
    ) -> None:
        assert repr(make().type) == kind

    @pytest.mark.parametrize(
        ("make", "text", "kind"),
        [
            (lambda: INSIDE.c.a[-1], "arrayElement(i.a, -1)", "Int64()"),
            (lambda: INSIDE.c.a[INSIDE.c.id], "arrayElement(i.a, i.id)", "Int64()"),
            (
                lambda: INSIDE.c.m[dt.date(2026, 1, 2)][1],
                "arrayElement(arrayElement(i.m, DATE '2026-01-02'), 1)",
                "UUID()",
            ),
            (lambda: INSIDE.c.t["x"], "tupleElement(i.t, 'x')", "Date()"),
            (lambda: INSIDE.c.t[2], "tupleElement(i.t, 2)", "Int8()"),
            (lambda: INSIDE.c.n[1]["b"], "tupleElement(arrayElement(i.n, 1), 'b')", "String()"),
            (lambda: INSIDE.c.g[1], "arrayElement(i.g, 1)", "Integer()"),
        ],
    )
    def test_values_inside_of_others(self, make: Any, text: str, kind: str) -> None:
        found = make()
        assert repr(found.type) == kind
        self.assert_compile(
            sa.select(INSIDE.c.id).where(found.is_(None)),
            literal_binds=True,
            result=f"SELECT i.id FROM i WHERE {text} IS NULL",
        )

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: INSIDE.c.a[1:2], "func.arraySlice"),
            (lambda: INSIDE.c.t["z"], "has no value 'z'"),
            (lambda: INSIDE.c.t[0], "has no value 0"),
            (lambda: INSIDE.c.t[INSIDE.c.id], "has no value"),
        ],
    )
    def test_what_finds_nothing_inside_is_refused(self, make: Any, message: str) -> None:
        with pytest.raises(exc.ArgumentError, match=message):
            make()

    def test_a_part_of_a_generic_array_is_refused(self) -> None:
        with pytest.raises(exc.CompileError, match="arraySlice"):
            sa.select(INSIDE.c.g[1:2]).compile(dialect=self.__dialect__)
