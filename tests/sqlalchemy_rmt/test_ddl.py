"""CREATE TABLE with engines, columns and their options, comments, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy import schema as ddl
from sqlalchemy.engine import make_url
from sqlalchemy.schema import CreateTable

from sqlalchemy_rmt import Projection, SkippingIndex, engines, types
from sqlalchemy_rmt.dialect import RmtDialect
from tests.sqlalchemy_rmt.compiling import Compiling, User


def table(*items: Any, **options: Any) -> sa.Table:
    return sa.Table("t", sa.MetaData(), *items, **options)


class TestEngine(Compiling):
    def test_all_clauses(self) -> None:
        made = table(
            sa.Column("id", types.UInt64),
            sa.Column("day", types.Date),
            sa.Column("v 1", types.UInt32),
            sa.Column("del", types.UInt8),
            engines.ReplacingMergeTree(
                version="v 1",
                is_deleted="del",
                order_by=("id", sa.func.toDate(sa.column("day"))),
                partition_by=sa.func.toYYYYMM(sa.column("day")),
                primary_key="id",
                settings={"old_parts_lifetime": 5, "default_compression_codec": "ZSTD(1)"},
            ),
            comment="it's 100%",
        )
        self.assert_compile(
            ddl.CreateTable(made),
            "CREATE TABLE t (id UInt64, `day` Nullable(Date), `v 1` UInt32, del UInt8)"
            "ENGINE = ReplacingMergeTree(`v 1`, del)"
            "PARTITION BY toYYYYMM(`day`)"
            "PRIMARY KEY id"
            "ORDER BY (id, toDate(`day`))"
            "SETTINGS old_parts_lifetime = 5, default_compression_codec = 'ZSTD(1)'"
            "COMMENT 'it\\'s 100%%'",
        )

    @pytest.mark.parametrize(
        ("engine", "text"),
        [
            (engines.MergeTree(order_by=()), "MergeTreeORDER BY tuple()"),
            (engines.ReplicatedMergeTree(order_by="k"), "ReplicatedMergeTreeORDER BY k"),
            (
                engines.ReplicatedReplacingMergeTree(version="v", order_by=("k", "v")),
                "ReplicatedReplacingMergeTree(v)ORDER BY (k, v)",
            ),
            (
                engines.CollapsingMergeTree("v", order_by="k"),
                "CollapsingMergeTree(v)ORDER BY k",
            ),
            (engines.SummingMergeTree(order_by="k"), "SummingMergeTreeORDER BY k"),
            (engines.Merge("d", "^it's_%[0-9]"), "Merge('d', '^it\\'s_%%[0-9]')"),
            (engines.Merge("^d", r"\d", is_regexp=True), r"Merge(REGEXP('^d'), '\\d')"),
            (engines.Buffer("d", "t", range(1, 8)), "Buffer('d', 't', 1, 2, 3, 4, 5, 6, 7)"),
            (engines.SummingMergeTree("v", order_by="k"), "SummingMergeTree((v))ORDER BY k"),
            (
                engines.ReplicatedCoalescingMergeTree(("v", "a b"), order_by="k"),
                "ReplicatedCoalescingMergeTree((v, `a b`))ORDER BY k",
            ),
            (engines.SummingMergeTree((), order_by="k"), "SummingMergeTree(())ORDER BY k"),
            (engines.AggregatingMergeTree(order_by="k"), "AggregatingMergeTreeORDER BY k"),
            (
                engines.ReplicatedVersionedCollapsingMergeTree("v", "k", order_by="k"),
                "ReplicatedVersionedCollapsingMergeTree(v, k)ORDER BY k",
            ),
            (
                engines.MergeTree(
                    order_by=("k", sa.func.intHash32(sa.column("k"))),
                    sample_by=sa.func.intHash32(sa.column("k")),
                    settings={"index_granularity": 5},
                ),
                "MergeTreeORDER BY (k, intHash32(k))SAMPLE BY intHash32(k)"
                "SETTINGS index_granularity = 5",
            ),
            (
                engines.MergeTree(partition_by=sa.text("k % 10"), order_by=sa.column("k")),
                "MergeTreePARTITION BY k %% 10ORDER BY k",
            ),
            (
                engines.ReplacingMergeTree("v", unique_key="k", order_by="v", sample_by="v"),
                "ReplacingMergeTree(v)ORDER BY vUNIQUE KEY kSAMPLE BY v",
            ),
            (
                engines.ReplacingMergeTree(unique_key=("k", "v"), order_by=()),
                "ReplacingMergeTreeORDER BY tuple()UNIQUE KEY (k, v)",
            ),
        ],
    )
    def test_engines(self, engine: engines.Engine, text: str) -> None:
        made = table(sa.Column("k", types.Int64), sa.Column("v", types.Int64, nullable=False))
        engine._set_parent_with_dispatch(made)
        compiled = str(ddl.CreateTable(made).compile(dialect=self.__dialect__))
        assert compiled.replace("\n", "").endswith(f"ENGINE = {text}")

    def test_the_primary_key_is_the_sorting_key(self) -> None:
        self.assert_compile(
            ddl.CreateTable(table(sa.Column("id", sa.Integer, primary_key=True))),
            "CREATE TABLE t (id Int32)ENGINE = MergeTreeORDER BY id",
        )

    def test_a_nested_column_is_one_column(self) -> None:
        self.assert_compile(
            ddl.CreateTable(table(sa.Column("n", types.Nested(a=types.Int8)))),
            "CREATE TABLE t (n Nested(`a` Int8))ENGINE = MergeTreeORDER BY tuple()"
            "SETTINGS flatten_nested = 0",
        )

    def test_a_declarative_class_has_its_engine(self) -> None:
        assert "ENGINE = ReplacingMergeTree(ver, deleted)" in str(
            ddl.CreateTable(User.__table__).compile(dialect=self.__dialect__)
        )

    def test_a_copy_of_the_table_has_it_too(self) -> None:
        copy = User.__table__.to_metadata(sa.MetaData())
        assert str(ddl.CreateTable(copy).compile(dialect=self.__dialect__)) == str(
            ddl.CreateTable(User.__table__).compile(dialect=self.__dialect__)
        )

    def test_columns_can_be_given_as_such(self) -> None:
        version = sa.Column("v", types.UInt32)
        made = table(version, engines.ReplacingMergeTree(version=version, order_by=version))
        self.assert_compile(
            ddl.CreateTable(made),
            "CREATE TABLE t (v UInt32)ENGINE = ReplacingMergeTree(v)ORDER BY v",
        )

    def test_a_column_of_a_unique_key_is_not_nullable(self) -> None:
        key = sa.Column("k", types.UInt8)
        made = table(key, sa.Column("v", types.UInt8), engines.ReplacingMergeTree(unique_key=key))
        text = str(ddl.CreateTable(made).compile(dialect=self.__dialect__))
        assert ("k UInt8, \n" in text, "UNIQUE KEY k" in text) == (True, True)

    def test_a_column_that_rows_are_sampled_by_is_not_nullable(self) -> None:
        made = table(sa.Column("k", types.UInt8), engines.MergeTree(sample_by="k"))
        assert "k UInt8\n" in str(ddl.CreateTable(made).compile(dialect=self.__dialect__))

    def test_rules_by_which_rows_expire(self) -> None:
        made = table(
            sa.Column("k", types.Int64),
            sa.Column("a day", types.Date),
            engines.MergeTree(
                order_by="k",
                sample_by="k",
                ttl=("a day", sa.text("toDate(k) DELETE WHERE k > 5")),
                settings={"ttl_only_drop_parts": 1},
            ),
        )
        text = str(ddl.CreateTable(made).compile(dialect=self.__dialect__))
        assert text.rstrip().endswith(
            "ORDER BY k\nSAMPLE BY k\nTTL `a day`, toDate(k) DELETE WHERE k > 5\n"
            "SETTINGS ttl_only_drop_parts = 1"
        )

    @pytest.mark.parametrize("value", [True, 1])
    def test_a_table_that_is_read_final_by_default(self, value: object) -> None:
        settings = {"final_by_default": value}
        engine = engines.ReplacingMergeTree("v", order_by="k", settings=settings)
        made = table(sa.Column("k", types.Int64), sa.Column("v", types.UInt32), engine)
        text = str(ddl.CreateTable(made).compile(dialect=self.__dialect__))
        assert text.rstrip().endswith("SETTINGS final_by_default = 1")

    def test_a_column_there_is_not(self) -> None:
        made = table(sa.Column("k", types.Int64), engines.MergeTree(order_by="toDate(k)"))
        with pytest.raises(exc.CompileError, match="names the column 'toDate\\(k\\)'"):
            ddl.CreateTable(made).compile(dialect=self.__dialect__)

    @pytest.mark.parametrize("clause", ["order_by", "partition_by", "sample_by"])
    def test_a_parameter_without_a_value(self, clause: str) -> None:
        engine = engines.MergeTree(**{clause: sa.text("intDiv(id, :step)")})
        table = sa.Table("t", sa.MetaData(), sa.Column("id", types.Int64), engine)
        with pytest.raises(exc.CompileError, match=":step has no value"):
            CreateTable(table).compile(dialect=self.__dialect__)

    def test_what_makes_no_sense(self) -> None:
        with pytest.raises(exc.ArgumentError, match="is_deleted needs a version"):
            engines.ReplacingMergeTree(is_deleted="d")
        with pytest.raises(exc.ArgumentError, match="one column or expression"):
            engines.MergeTree(sample_by=("k", "l"))

    def test_an_engine_says_what_it_is(self) -> None:
        engine = engines.ReplacingMergeTree("v", order_by="k", settings={"a": 1})
        assert repr(engine) == (
            "ReplacingMergeTree(version='v', order_by=('k',), settings={'a': 1})"
        )
        assert repr(engines.MergeTree(sample_by="k")) == "MergeTree(sample_by='k')"
        assert repr(engines.MergeTree(ttl="d")) == "MergeTree(ttl=('d',))"
        sampled = engines.MergeTree(sample_by=sa.func.intHash32(sa.column("k")))
        assert repr(sampled) == "MergeTree(sample_by=text('intHash32(k)'))"


@pytest.mark.skipif(not hasattr(sa, "CreateTableAs"), reason="SQLAlchemy 2.1 has it")
class TestTablesOfQueries(Compiling):
    def test_a_table_has_an_engine(self) -> None:
        source = table(sa.Column("id", sa.Integer))
        self.assert_compile(
            sa.CreateTableAs(sa.select(source), "copy"),
            "CREATE TABLE copy ENGINE = MergeTreeORDER BY tuple() AS SELECT t.id FROM t",
        )

    def test_it_is_the_one_the_table_is_told(self) -> None:
        statement = sa.CreateTableAs(sa.select(table(sa.Column("id", sa.Integer))), "copy")
        statement.table.dialect_kwargs["rmt_engine"] = engines.ReplacingMergeTree(order_by="id")
        self.assert_compile(
            statement,
            "CREATE TABLE copy ENGINE = ReplacingMergeTreeORDER BY id AS SELECT t.id FROM t",
        )

    def test_a_view_has_none(self) -> None:
        source = table(sa.Column("id", sa.Integer))
        self.assert_compile(
            sa.CreateView(sa.select(source), "copy"), "CREATE VIEW copy AS SELECT t.id FROM t"
        )


class TestColumns(Compiling):
    @pytest.mark.parametrize(
        ("column", "text"),
        [
            (sa.Column("c", types.UInt8), "c Nullable(UInt8)"),
            (sa.Column("c", types.UInt8, nullable=False), "c UInt8"),
            (sa.Column("c", types.Nullable(types.UInt8)), "c Nullable(UInt8)"),
            (sa.Column("c", types.Array(types.UInt8)), "c Array(UInt8)"),
            (
                sa.Column("c", types.LowCardinality(types.String)),
                "c LowCardinality(Nullable(String))",
            ),
            (
                sa.Column("c", types.AggregateFunction("argMax", types.String, types.Int8)),
                "c AggregateFunction(argMax, String, Int8)",
            ),
            (sa.Column("c", types.AggregateFunction("count")), "c AggregateFunction(count)"),
            (
                sa.Column("c", types.SimpleAggregateFunction("max", types.Int8)),
                "c SimpleAggregateFunction(max, Nullable(Int8))",
            ),
            (
                sa.Column(
                    "c",
                    types.SimpleAggregateFunction("any", types.LowCardinality(types.String)),
                ),
                "c SimpleAggregateFunction(any, LowCardinality(Nullable(String)))",
            ),
            (
                sa.Column("c", types.SimpleAggregateFunction("sum", types.Int64), nullable=False),
                "c SimpleAggregateFunction(sum, Int64)",
            ),
            (
                sa.Column("c", types.LowCardinality(types.String), nullable=False),
                "c LowCardinality(String)",
            ),
            (
                sa.Column("c", types.Int64, nullable=False, server_default=sa.text("1 + 1")),
                "c Int64 DEFAULT 1 + 1",
            ),
            (
                sa.Column("c", types.String, server_default="it's 5%\\"),
                "c Nullable(String) DEFAULT 'it\\'s 5%%\\\\'",
            ),
            (
                sa.Column("c", types.Int64, rmt_materialized="a % 2", nullable=False),
                "c Int64 MATERIALIZED a %% 2",
            ),
            (
                sa.Column("c", types.Int64, rmt_alias=sa.column("a") * 2),
                "c Int64 ALIAS a * 2",
            ),
            (sa.Column("c", types.Int64, sa.Computed("a + 1")), "c Int64 MATERIALIZED a + 1"),
            (
                sa.Column("c", types.Int64, sa.Computed("a + 1", persisted=False)),
                "c Int64 ALIAS a + 1",
            ),
            (
                sa.Column("c", types.String, comment="it's", rmt_codec="ZSTD(3)"),
                "c Nullable(String) COMMENT 'it\\'s' CODEC(ZSTD(3))",
            ),
            (sa.Column("order", types.Int8, nullable=False), "`order` Int8"),
            (sa.Column("a`b", types.Int8, nullable=False), "`a``b` Int8"),
        ],
    )
    def test_a_column(self, column: Any, text: str) -> None:
        self.assert_compile(
            ddl.CreateTable(table(column)),
            f"CREATE TABLE t ({text})ENGINE = MergeTreeORDER BY tuple()",
        )

    def test_columns_of_keys_are_not_nullable_unless_told(self) -> None:
        made = table(
            sa.Column("a", types.Int64),
            sa.Column("b", types.Int64, nullable=True),
            engines.MergeTree(order_by=("a", "b"), settings={"allow_nullable_key": 1}),
        )
        text = str(ddl.CreateTable(made).compile(dialect=self.__dialect__))
        assert "a Int64" in text
        assert "b Nullable(Int64)" in text

    @pytest.mark.parametrize(
        ("column", "message"),
        [
            (sa.Column("c", types.Array(types.Int8), nullable=True), "cannot be Nullable"),
            (sa.Column("c", sa.Time), "no type for a time of day"),
            (sa.Column("c", sa.Integer, sa.Identity()), "no identity columns"),
            (
                sa.Column("c", sa.Integer, server_default="1", rmt_alias="2"),
                "DEFAULT '1' and ALIAS 2",
            ),
            (sa.Column("a\\b", sa.Integer), "has a backslash"),
        ],
    )
    def test_what_a_column_cannot_be(self, column: Any, message: str) -> None:
        with pytest.raises(exc.CompileError, match=message):
            ddl.CreateTable(table(column)).compile(dialect=self.__dialect__)


class TestOtherStatements(Compiling):
    def test_skipping_indexes_are_declared_with_the_table(self) -> None:
        made = table(
            sa.Column("a", types.Int64, nullable=False),
            SkippingIndex("i", "a"),
            SkippingIndex("j", sa.func.abs(sa.column("a")), "set(100)", granularity=4),
        )
        self.assert_compile(
            ddl.CreateTable(made),
            "CREATE TABLE t (a Int64, INDEX i a TYPE minmax GRANULARITY 1, "
            "INDEX j abs(a) TYPE set(100) GRANULARITY 4)ENGINE = MergeTreeORDER BY tuple()",
        )

    def test_projections_stand_last(self) -> None:
        made = table(
            sa.Column("a", types.Int64, nullable=False),
            Projection("p", "SELECT a % 2, count() GROUP BY a % 2"),
            Projection("in order", "SELECT * ORDER BY a"),
            SkippingIndex("i", "a"),
        )
        self.assert_compile(
            ddl.CreateTable(made),
            "CREATE TABLE t (a Int64, INDEX i a TYPE minmax GRANULARITY 1, "
            "PROJECTION p (SELECT a %% 2, count() GROUP BY a %% 2), "
            "PROJECTION `in order` (SELECT * ORDER BY a))ENGINE = MergeTreeORDER BY tuple()",
        )

    def test_checks_stand_after_the_columns(self) -> None:
        made = table(
            sa.Column("a", types.Int64, sa.CheckConstraint("a % 2 = 0", "even"), nullable=False),
            sa.Column("order", types.Int64, nullable=False),
            sa.CheckConstraint(sa.column("order") > 1, name="more than one"),
            SkippingIndex("i", "a"),
        )
        self.assert_compile(
            ddl.CreateTable(made),
            "CREATE TABLE t (a Int64, `order` Int64, INDEX i a TYPE minmax GRANULARITY 1, "
            "CONSTRAINT even CHECK a %% 2 = 0, CONSTRAINT `more than one` CHECK `order` > 1)"
            "ENGINE = MergeTreeORDER BY tuple()",
        )

    def test_a_check_without_a_name_is_called_after_its_condition(self) -> None:
        check = sa.CheckConstraint("a % 2 = 0")
        made = table(sa.Column("a", types.Int64, nullable=False), check)
        assert "CONSTRAINT check_90d85fe3287f CHECK a %% 2 = 0" in str(
            ddl.CreateTable(made).compile(dialect=self.__dialect__)
        )
        self.assert_compile(
            ddl.DropConstraint(check), "ALTER TABLE t DROP CONSTRAINT check_90d85fe3287f"
        )

    def test_a_naming_convention_names_checks(self) -> None:
        metadata = sa.MetaData(naming_convention={"ck": "ck_%(table_name)s_%(constraint_name)s"})
        check = sa.CheckConstraint("a > 1", name="more")
        sa.Table("t", metadata, sa.Column("a", types.Int64), check)
        self.assert_compile(
            ddl.AddConstraint(check), "ALTER TABLE t ADD CONSTRAINT ck_t_more CHECK a > 1"
        )
        self.assert_compile(
            ddl.DropConstraint(check, if_exists=True),
            "ALTER TABLE t DROP CONSTRAINT IF EXISTS ck_t_more",
        )

    def test_a_check_that_a_type_makes(self) -> None:
        kind = sa.Enum("x", "y", native_enum=False, create_constraint=True, name="kind")
        made = table(sa.Column("a", kind, nullable=False))
        assert "CONSTRAINT kind CHECK a IN ('x', 'y')" in str(
            ddl.CreateTable(made).compile(dialect=self.__dialect__)
        )

    def test_unique_is_refused(self) -> None:
        made = table(sa.Column("a", types.Int64), sa.UniqueConstraint("a"))
        with pytest.raises(exc.CompileError, match="the endpoint has no UNIQUE"):
            ddl.CreateTable(made).compile(dialect=self.__dialect__)

    def test_a_check_cannot_be_dropped_with_what_needs_it(self) -> None:
        check = sa.CheckConstraint("a > 1", name="c")
        table(sa.Column("a", types.Int64), check)
        with pytest.raises(exc.CompileError, match="no DROP CONSTRAINT … CASCADE"):
            ddl.DropConstraint(check, cascade=True).compile(dialect=self.__dialect__)

    def test_foreign_keys_are_for_the_orm(self) -> None:
        made = table(sa.Column("a", types.Int64, sa.ForeignKey("other.id")))
        with pytest.warns(exc.SAWarning, match="for the ORM's joins only"):
            text = str(ddl.CreateTable(made).compile(dialect=self.__dialect__))
        assert "FOREIGN" not in text

    def test_an_index_is_a_skipping_index(self) -> None:
        made = table(sa.Column("a b", types.Int64, index=True), sa.Column("c", types.String))
        [index] = made.indexes
        both = sa.Index(
            "j", made.c["a b"] % 7, made.c.c, rmt_type="bloom_filter", rmt_granularity=4
        )
        self.assert_compile(
            ddl.CreateIndex(index),
            "ALTER TABLE t ADD INDEX `ix_t_a b` `a b` TYPE minmax GRANULARITY 1",
        )
        self.assert_compile(
            ddl.CreateIndex(both),
            "ALTER TABLE t ADD INDEX j (`a b` %% 7, c) TYPE bloom_filter GRANULARITY 4",
        )
        self.assert_compile(ddl.DropIndex(both), "ALTER TABLE t DROP INDEX j")

    def test_a_unique_index_is_refused(self) -> None:
        made = table(sa.Column("a", types.Int64, index=True, unique=True))
        [index] = made.indexes
        with pytest.raises(exc.CompileError, match="no UNIQUE"):
            ddl.CreateIndex(index).compile(dialect=self.__dialect__)

    def test_a_table_without_an_engine_gets_the_default(self) -> None:
        made = sa.Table(
            "u", sa.MetaData(), sa.Column("a", types.Int64), sa.Column("b", types.Int64)
        )
        with pytest.warns(exc.SAWarning, match="Table u has no engine and becomes a MergeTree"):
            str(ddl.CreateTable(made).compile(dialect=self.__dialect__))
        dialect: Any = RmtDialect(default_engine=engines.ReplacingMergeTree(order_by="a"))
        text = str(ddl.CreateTable(made).compile(dialect=dialect))
        assert " ".join(text.split()) == (
            "CREATE TABLE u ( a Int64, b Nullable(Int64) ) ENGINE = ReplacingMergeTree ORDER BY a"
        )

    def test_the_default_engine_may_stand_in_the_url(self) -> None:
        dialect = RmtDialect()
        _, arguments = dialect.create_connect_args(make_url("rmt:///?default_engine=MergeTree"))
        assert dialect.default_engine == engines.MergeTree()
        assert "default_engine" not in arguments["settings"]
        for name, message in (("Nix", "no engine 'Nix'"), ("CollapsingMergeTree", "arguments")):
            with pytest.raises(exc.ArgumentError, match=message):
                RmtDialect().create_connect_args(make_url(f"rmt:///?default_engine={name}"))

    def test_sequences_and_other_constraints_are_refused(self) -> None:
        made = table(sa.Column("a", types.Int64, primary_key=True))
        for statement in (
            ddl.CreateSequence(sa.Sequence("s")),
            ddl.AddConstraint(made.primary_key),
            ddl.DropConstraint(made.primary_key),
        ):
            with pytest.raises(exc.CompileError, match="The endpoint has no"):
                statement.compile(dialect=self.__dialect__)

    def test_comments(self) -> None:
        made = table(sa.Column("a b", types.Int64, comment="x'y"), comment="z")
        self.assert_compile(ddl.SetTableComment(made), "ALTER TABLE t MODIFY COMMENT 'z'")
        self.assert_compile(ddl.DropTableComment(made), "ALTER TABLE t MODIFY COMMENT ''")
        self.assert_compile(
            ddl.SetColumnComment(made.c["a b"]), "ALTER TABLE t COMMENT COLUMN `a b` 'x\\'y'"
        )
        self.assert_compile(
            ddl.DropColumnComment(made.c["a b"]), "ALTER TABLE t COMMENT COLUMN `a b` ''"
        )
