"""Statements the engine executes itself, told from Spark's."""

# A row of a table of statements is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.clickhouse import ClickHouse

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import (
    AlterSettings,
    AttachTable,
    CheckTable,
    ColumnClause,
    ColumnsOf,
    CreateDatabase,
    CreateFunction,
    CreateTable,
    DescribeTable,
    DetachTable,
    DropCache,
    DropDatabase,
    DropFunction,
    DropTables,
    EngineClause,
    ExchangeTables,
    ExistsTable,
    Explain,
    FlushCommand,
    IndexClause,
    Insert,
    MergesCommand,
    OptimizeTable,
    RenameTables,
    SetSettings,
    ShowCreateTable,
    Statement,
    SyncReplica,
    TruncateTable,
    UndropTable,
    Unfreeze,
    WithOutput,
)
from rmt_engine.sql.text.tokens import Name, leading_word

T, U, X = Name(None, "t"), Name(None, "u"), Name(None, "x")


class Tables:
    """A session where `t`, `u` and `own` are the engine's, `own` and `both` temporary, `gone` is detached.

    `both` hides a table of the database.
    """

    def is_engine_table(self, name: Name) -> bool:
        return name in (T, U, Name("db", "t"), Name(None, "own"), Name(None, "both"))

    def is_materialized_view(self, name: Name) -> bool:
        return False

    def is_temporary_table(self, name: Name) -> bool:
        return name in (Name(None, "own"), Name(None, "both"))

    def is_hidden_table(self, name: Name) -> bool:
        return name == Name(None, "both")

    def is_missing(self, name: Name) -> bool:
        return name.table == "missing"

    def is_detached(self, name: Name) -> bool:
        return name.table == "gone"

    def is_plain_view(self, name: Name) -> bool:
        return False

    def reads_as_clickhouse(self) -> bool:
        return False

    def is_sparks_function(self, name: str) -> bool:
        return name == "t"

    def refuse_detached(self, name: Name) -> None:
        if self.is_detached(name):
            raise RmtError("TABLE_ALREADY_EXISTS", f"{name} is detached.")

    def is_system_table(self, name: Name) -> bool:
        return name.database == "system"


def parse(text: str) -> Statement | None:
    return parse_statement(text, Tables())


def create(text: str) -> CreateTable:
    statement = parse(text)
    assert isinstance(statement, CreateTable)
    return statement


def columns(text: str) -> tuple[ColumnClause, ...]:
    return create(f"CREATE TABLE t ({text}) ENGINE = MergeTree ORDER BY a").columns


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("select 1", "SELECT"),
        ("  \n Drop TABLE t", "DROP"),
        ("-- DROP\nSELECT 1", "SELECT"),
        ("/* DROP */ /* it */SELECT 1", "SELECT"),
        ("-- only a comment", ""),
        ("(SELECT 1)", ""),
        ("", ""),
    ],
)
def test_the_leading_word_comes_after_comments(text: str, wanted: str) -> None:
    assert leading_word(text) == wanted


# Whose statement it is


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM t",
        "WITH a AS (SELECT 1) SELECT * FROM a",
        "CREATE TABLE x (a INT)",
        "CREATE TABLE x (a INT) USING parquet",
        "CREATE TABLE x (a INT) USING parquet PARTITIONED BY (a)",
        "CREATE TABLE x (engine INT, `order` INT)",
        "CREATE TABLE x USING parquet AS SELECT a AS engine FROM t ORDER BY a",
        "CREATE TABLE x AS SELECT * FROM t ORDER BY a",
        "CREATE TABLE x LIKE y",
        "CREATE TABLE x (a INT) STORED AS parquet",
        "CREATE VIEW IF NOT EXISTS t AS SELECT 1",
        "CREATE OR REPLACE VIEW v AS SELECT 1",
        "CREATE FUNCTION f AS 'x'",
        "CREATE DATABASE d",
        "CREATE DATABASE d COMMENT 'ENGINE = Atomic'",
        "INSERT INTO x VALUES (1)",
        "INSERT INTO x SELECT * FROM t",
        "INSERT OVERWRITE DIRECTORY '/tmp/x' SELECT 1",
        "INSERT OVERWRITE DIRECTORY 't' SELECT 1",
        "TRUNCATE TABLE x",
        "DROP TABLE x",
        "DROP VIEW v",
        "DROP FUNCTION t",
        "ALTER TABLE x ADD COLUMN y INT",
        "ALTER DATABASE d SET DBPROPERTIES ('a' = 'b')",
        "DELETE FROM x WHERE a = 1",
        "UPDATE x SET a = 1",
        "MERGE INTO x USING t ON x.a = t.a WHEN MATCHED THEN DELETE",
        "COMMENT ON TABLE x IS 't'",
        "COMMENT ON DATABASE t IS 'x'",
        "SHOW TABLES",
        "SHOW CREATE TABLE x",
        "SHOW TABLE EXTENDED IN d LIKE 't*'",
        "SHOW TABLES IN d LIKE 'a*'",
        "SHOW TABLES FROM spark_catalog.d",
        "SHOW COLUMNS IN t",
        "SHOW COLUMNS FROM t IN d",
        "SHOW DATABASES LIKE 'a%'",
        "SHOW FUNCTIONS LIKE 'a*'",
        "SHOW USER FUNCTIONS",
        "SET spark.sql.shuffle.partitions = 4",
        "SET final",
        "SET",
        "SET TIME ZONE 'UTC'",
        "EXPLAIN SELECT * FROM t",
        "EXPLAIN FORMATTED SELECT * FROM t",
        "EXPLAIN SET final = 1",
        "EXPLAIN DROP TABLE x",
        "DESCRIBE TABLE t",
        "USE db",
    ],
)
def test_a_statement_without_the_engine_in_it_is_left_to_spark(text: str) -> None:
    assert parse(text) is None


# CREATE TABLE


def test_every_clause_of_create_table_is_read() -> None:
    text = """CREATE TABLE IF NOT EXISTS db.t
    (
        id UInt64,
        ver UInt32 DEFAULT 1 + 2 COMMENT 'it''s the, version' CODEC(Delta, ZSTD(1)),
        INDEX i (id, ver) TYPE set(100) GRANULARITY 2
    )
    ENGINE = ReplacingMergeTree(ver)
    PARTITION BY toYYYYMM(d)
    PRIMARY KEY id
    ORDER BY (id, ver)
    SETTINGS index_granularity = 1024, allow_nullable_key = 1
    COMMENT 'ORDER BY nothing'"""
    assert create(f"  {text} ;; ") == CreateTable(
        name=Name("db", "t"),
        text=text,
        if_not_exists=True,
        columns=(
            ColumnClause("id", "UInt64"),
            ColumnClause(
                "ver",
                "UInt32",
                kind="DEFAULT",
                expression="1 + 2",
                comment="it's the, version",
                codec="Delta, ZSTD(1)",
            ),
        ),
        indexes=(IndexClause("i", "(id, ver)", "set(100)", 2),),
        engine=EngineClause("ReplacingMergeTree", ("ver",)),
        partition_by="toYYYYMM(d)",
        order_by="(id, ver)",
        primary_key="id",
        settings={"index_granularity": "1024", "allow_nullable_key": "1"},
        comment="ORDER BY nothing",
    )


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        ("a Int8", ColumnClause("a", "Int8")),
        ("`a b` Int8", ColumnClause("a b", "Int8")),
        ('"order" Int8', ColumnClause("order", "Int8")),
        ("a Int8 NULL", ColumnClause("a", "Int8", nullable=True)),
        ("a Int8 NOT NULL", ColumnClause("a", "Int8", nullable=False)),
        ("a DEFAULT 1", ColumnClause("a", None, kind="DEFAULT", expression="1")),
        (
            "a Int8 MATERIALIZED f(b, c)",
            ColumnClause("a", "Int8", kind="MATERIALIZED", expression="f(b, c)"),
        ),
        (
            "a String ALIAS concat(b, ', COMMENT')",
            ColumnClause("a", "String", kind="ALIAS", expression="concat(b, ', COMMENT')"),
        ),
        ("a Int8 PRIMARY KEY", ColumnClause("a", "Int8", primary_key=True)),
        ("a DOUBLE PRECISION", ColumnClause("a", "DOUBLE PRECISION")),
        ("a Decimal(10, 2) DEFAULT 0", ColumnClause("a", "Decimal(10, 2)", None, "DEFAULT", "0")),
        ("a Enum8('x, y' = 1, ')' = -2)", ColumnClause("a", "Enum8('x, y' = 1, ')' = -2)")),
        (
            "a Map(String, Tuple(x Int8, y Array(Int8)))",
            ColumnClause("a", "Map(String, Tuple(x Int8, y Array(Int8)))"),
        ),
        ("a array<map<int, array<int>>>", ColumnClause("a", "array<map<int, array<int>>>")),
        ("a struct<x: int, y: string>", ColumnClause("a", "struct<x: int, y: string>")),
        ("PRIMARY KEY (a, b)", ColumnClause("", None, expression="a, b", primary_key=True)),
    ],
)
def test_a_column_is_its_parts_as_written(column: str, wanted: ColumnClause) -> None:
    assert columns(f"{column}, z Int8") == (wanted, ColumnClause("z", "Int8"))
    assert columns(f"z Int8, {column}") == (ColumnClause("z", "Int8"), wanted)


@pytest.mark.parametrize(
    ("index", "wanted"),
    [
        ("INDEX i a TYPE minmax", IndexClause("i", "a", "minmax", 1)),
        ("INDEX i f(a, b) TYPE set(0) GRANULARITY 4", IndexClause("i", "f(a, b)", "set(0)", 4)),
        (
            "INDEX `i j` (a, b) TYPE bloom_filter(0.01)",
            IndexClause("i j", "(a, b)", "bloom_filter(0.01)", 1),
        ),
    ],
)
def test_an_index_has_granularity_one_unless_it_says_another(
    index: str, wanted: IndexClause
) -> None:
    text = f"CREATE TABLE t (a Int8, {index}, b Int8) ENGINE = MergeTree ORDER BY a"
    assert create(text).indexes == (wanted,)


@pytest.mark.parametrize(
    ("engine", "wanted"),
    [
        ("ENGINE = MergeTree", EngineClause("MergeTree")),
        ("ENGINE MergeTree()", EngineClause("MergeTree")),
        ("engine=ReplacingMergeTree(v, d)", EngineClause("ReplacingMergeTree", ("v", "d"))),
        ("ENGINE = ReplacingMergeTree(`v 1`)", EngineClause("ReplacingMergeTree", ("`v 1`",))),
        (
            "ENGINE = ReplicatedReplacingMergeTree('/t/{shard}', '{replica}', v)",
            EngineClause("ReplicatedReplacingMergeTree", ("'/t/{shard}'", "'{replica}'", "v")),
        ),
    ],
)
def test_an_engine_is_its_name_and_arguments_as_written(engine: str, wanted: EngineClause) -> None:
    assert create(f"CREATE TABLE t (a Int8) {engine} ORDER BY a").engine == wanted


def test_clauses_come_in_any_order() -> None:
    one = create(
        "CREATE TABLE t (a Int8) ENGINE = MergeTree PARTITION BY b PRIMARY KEY a ORDER BY (a, b)"
    )
    other = create(
        "CREATE TABLE t (a Int8) ORDER BY (a, b) PRIMARY KEY a PARTITION BY b ENGINE = MergeTree"
    )
    assert dataclasses.replace(one, text="") == dataclasses.replace(other, text="")


def test_a_sorting_key_alone_makes_a_table_of_this_engine() -> None:
    statement = create("CREATE TABLE x (a Int8) ORDER BY tuple()")
    assert (statement.engine, statement.order_by) == (None, "tuple()")


@pytest.mark.parametrize("where", ["ON CLUSTER c", "ON CLUSTER '{cluster}'", "UUID 'u'", ""])
def test_clusters_and_uuids_are_read_over(where: str) -> None:
    statement = create(f"CREATE TABLE t {where} (a Int8) ENGINE = MergeTree ORDER BY a")
    assert statement.columns == (ColumnClause("a", "Int8"),)


def test_create_or_replace_replaces() -> None:
    assert create("CREATE OR REPLACE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a").replace


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1 AS a ORDER BY a SETTINGS final = 1",
        "WITH c AS (SELECT 1) SELECT * FROM c",
        "(SELECT 1)",
        "SELECT ';' AS a -- ENGINE = Log",
    ],
)
def test_the_query_of_create_as_is_kept_as_written(query: str) -> None:
    statement = create(f"CREATE TABLE x ENGINE = MergeTree ORDER BY a AS {query};")
    assert statement.as_select == query
    assert (statement.order_by, statement.settings) == ("a", {})


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("CREATE TABLE x AS t", T),
        ("CREATE TABLE x AS db.t", Name("db", "t")),
        ("CREATE TABLE x AS t ENGINE = ReplacingMergeTree ORDER BY a", T),
    ],
)
def test_a_table_can_be_made_like_another(text: str, source: Name) -> None:
    assert create(text).as_table == source


# INSERT


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("INSERT INTO t VALUES (1), (2);", Insert(T, None, "VALUES (1), (2)", True)),
        ("INSERT INTO TABLE t VALUES (1)", Insert(T, None, "VALUES (1)", True)),
        ("INSERT t VALUES (1)", Insert(T, None, "VALUES (1)", True)),
        ("INSERT INTO db.t(a) VALUES (';')", Insert(Name("db", "t"), ("a",), "VALUES (';')", True)),
        ("INSERT INTO t (a, `b c`) SELECT 1, 2", Insert(T, ("a", "b c"), "SELECT 1, 2", False)),
        ("INSERT INTO t SELECT * FROM u FINAL", Insert(T, None, "SELECT * FROM u FINAL", False)),
        ("INSERT INTO t WITH c AS (SELECT 1) SELECT * FROM c", Insert(T, None, "WITH c AS (SELECT 1) SELECT * FROM c", False)),
        ("INSERT INTO t (SELECT 1)", Insert(T, None, "(SELECT 1)", False)),
        ("INSERT INTO t ((SELECT 1))", Insert(T, None, "((SELECT 1))", False)),
        ("INSERT INTO t (a) (SELECT 1)", Insert(T, ("a",), "(SELECT 1)", False)),
        ("INSERT INTO t TABLE u", Insert(T, None, "TABLE u", False)),
        ("INSERT INTO t FROM u SELECT a", Insert(T, None, "FROM u SELECT a", False)),
        ("INSERT INTO t FORMAT Values (1), (2)", Insert(T, None, "VALUES (1), (2)", True)),
        ("INSERT OVERWRITE t SELECT 1", Insert(T, None, "SELECT 1", False, overwrite=True)),
        (
            "INSERT INTO t (a) BY NAME REPLACE WHERE x IN (SELECT 1) AND `values` = 1 SETTINGS s = 1 SELECT 1;",
            Insert(T, ("a",), "SELECT 1", False, by_name=True, settings={"s": "1"}, replaced="x IN (SELECT 1) AND `values` = 1"),
        ),
        ("INSERT INTO t BY NAME SELECT 1 AS a", Insert(T, None, "SELECT 1 AS a", False, by_name=True)),
        (
            "INSERT INTO t (a) SETTINGS optimize_on_insert = 0 VALUES (1)",
            Insert(T, ("a",), "VALUES (1)", True, settings={"optimize_on_insert": "0"}),
        ),
    ],
)  # fmt: skip
def test_insert_into_a_table_of_the_engine_is_read(text: str, wanted: Insert) -> None:
    assert parse(text) == wanted


def test_a_long_list_of_values_is_read_as_a_short_one_is() -> None:
    rows = ", ".join(f"({n}, 'SELECT; ({n}')" for n in range(2000))
    assert parse(f"INSERT INTO t (a, b) VALUES {rows};") == Insert(
        T, ("a", "b"), f"VALUES {rows}", True
    )


def test_a_string_across_the_head_of_a_long_insert_does_no_harm() -> None:
    text = "x" * 10_000
    assert parse(f"INSERT INTO t VALUES ('{text}')") == Insert(T, None, f"VALUES ('{text}')", True)


def test_a_long_list_of_columns_is_read_to_its_end() -> None:
    names = tuple(f"column_{n}" for n in range(1000))
    statement = parse(f"INSERT INTO t ({', '.join(names)}) SELECT * FROM u")
    assert statement == Insert(T, names, "SELECT * FROM u", False)


def test_words_of_a_comment_before_an_insert_are_no_rows() -> None:
    statement = parse("-- values to select\n/* with */ INSERT INTO t VALUES (1)")
    assert statement == Insert(T, None, "VALUES (1)", True)


# The other statements


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("OPTIMIZE TABLE t", OptimizeTable(T)),
        ("optimize table db.t final;", OptimizeTable(Name("db", "t"), final=True)),
        ("OPTIMIZE TABLE t ON CLUSTER c FINAL", OptimizeTable(T, final=True)),
        ("OPTIMIZE TABLE t FINAL CLEANUP", OptimizeTable(T, final=True, cleanup=True)),
        ("OPTIMIZE TABLE t PARTITION 202403", OptimizeTable(T, partition="202403")),
        (
            "OPTIMIZE TABLE t PARTITION tuple(1, 'FINAL') FINAL",
            OptimizeTable(T, partition="tuple(1, 'FINAL')", final=True),
        ),
        (
            "OPTIMIZE TABLE t PARTITION ID '202403' FINAL",
            OptimizeTable(T, partition_id="202403", final=True),
        ),
        ("OPTIMIZE TABLE t DEDUPLICATE", OptimizeTable(T, deduplicate=True)),
        (
            "OPTIMIZE TABLE t FINAL DEDUPLICATE BY a, b",
            OptimizeTable(T, final=True, deduplicate=True, deduplicate_by=("a", "b")),
        ),
        (
            "OPTIMIZE TABLE t FINAL DEDUPLICATE BY (a, b) CLEANUP SETTINGS final = 1",
            OptimizeTable(
                T,
                final=True,
                cleanup=True,
                deduplicate=True,
                deduplicate_by=("a", "b"),
                settings={"final": "1"},
            ),
        ),
        (
            "OPTIMIZE TABLE t DEDUPLICATE BY *, COLUMNS('a|b') EXCEPT c, COLUMNS(d, e), * EXCEPT (f)",
            OptimizeTable(
                T,
                deduplicate=True,
                deduplicate_by=(
                    ColumnsOf(),
                    ColumnsOf(pattern="a|b", excluded=("c",)),
                    ColumnsOf(names=("d", "e")),
                    ColumnsOf(excluded=("f",)),
                ),
            ),
        ),
        # Whether the table is the engine's is for the executor to say: Spark has no OPTIMIZE.
        ("OPTIMIZE TABLE x FINAL", OptimizeTable(X, final=True)),
        ("TRUNCATE TABLE t", TruncateTable(T)),
        ("TRUNCATE t ON CLUSTER c SYNC", TruncateTable(T)),
        ("TRUNCATE TABLE IF EXISTS x", TruncateTable(X, if_exists=True)),
        ("DROP TABLE t", DropTables((T,))),
        ("DROP TABLE IF EXISTS t, x", DropTables((T, X), if_exists=True)),
        ("DROP TABLE t ON CLUSTER c SYNC", DropTables((T,), sync=True)),
        ("DROP TABLE t NO DELAY", DropTables((T,), sync=True)),
        ("DROP TABLE t PURGE", DropTables((T,))),
        ("DROP DATABASE d", DropDatabase("d", "DROP DATABASE d")),
        (
            "DROP SCHEMA IF EXISTS d CASCADE",
            DropDatabase("d", "DROP SCHEMA IF EXISTS d CASCADE", True, True),
        ),
        ("DROP DATABASE d RESTRICT", DropDatabase("d", "DROP DATABASE d RESTRICT")),
        ("RENAME TABLE t TO x", RenameTables(((T, X),))),
        ("RENAME t TO x, u TO t ON CLUSTER c", RenameTables(((T, X), (U, T)))),
        ("ALTER TABLE t RENAME TO x", RenameTables(((T, X),))),
        (
            "ALTER TABLE t ON CLUSTER c MODIFY SETTING a = 1, b = 'x'",
            AlterSettings(T, {"a": "1", "b": "x"}),
        ),
        ("alter table t reset setting a, `b`;", AlterSettings(T, {}, ("a", "b"))),
        ("SYSTEM STOP MERGES", MergesCommand(True)),
        ("SYSTEM STOP MERGES ON CLUSTER c t", MergesCommand(True, T)),
        ("SYSTEM STOP TTL MERGES", MergesCommand(True, ttl=True)),
        ("SYSTEM START TTL MERGES ON CLUSTER c t", MergesCommand(False, T, ttl=True)),
        ("SYSTEM START MERGES db.t;", MergesCommand(False, Name("db", "t"))),
        ("SYSTEM SYNC REPLICA t", SyncReplica(T)),
        ("SYSTEM SYNC REPLICA ON CLUSTER c IF EXISTS t STRICT", SyncReplica(T, True)),
        ("SYSTEM DROP MARK CACHE", DropCache("MARK")),
        ("SYSTEM CLEAR QUERY CONDITION CACHE ON CLUSTER c;", DropCache("QUERY CONDITION")),
        ("SYSTEM FLUSH LOGS", FlushCommand("LOGS")),
        ("SYSTEM FLUSH LOGS query_log, part_log;", FlushCommand("LOGS query_log, part_log")),
        ("SYSTEM FLUSH DISTRIBUTED ON CLUSTER c db.t", FlushCommand("DISTRIBUTED ON CLUSTER c db.t")),
        ("SYSTEM FLUSH ASYNC INSERT QUEUE", FlushCommand("ASYNC INSERT QUEUE")),
        ("EXCHANGE TABLES t AND u", ExchangeTables(T, U)),
        ("SHOW CREATE TABLE t", ShowCreateTable(T)),
        ("SHOW CREATE t", ShowCreateTable(T)),
        ("SHOW CREATE VIEW x", ShowCreateTable(Name(None, "x"), is_sparks=True)),
        ("SHOW VIEW x", ShowCreateTable(Name(None, "x"), is_sparks=True)),
        ("SHOW TABLE t", ShowCreateTable(T)),
        ("SHOW CREATE TABLE t AS SERDE", ShowCreateTable(T)),
        ("SHOW CREATE TABLE t FORMAT TSVRaw", WithOutput(ShowCreateTable(T))),
        ("SHOW CREATE t FORMAT Null;", WithOutput(ShowCreateTable(T), wants_rows=False)),
        (
            "DROP TABLE t SYNC SETTINGS a = 1 FORMAT TSV",
            WithOutput(DropTables((T,), sync=True), {"a": "1"}),
        ),
        ("RENAME TABLE t TO format", RenameTables(((T, Name(None, "format")),))),
        ("EXISTS t", ExistsTable(T)),
        ("EXISTS TABLE x", ExistsTable(X)),
        ("EXISTS VIEW x", ExistsTable(X, "VIEW")),
        ("EXISTS DATABASE x", ExistsTable(X, "DATABASE")),
        ("CREATE DATABASE d ENGINE = Atomic", CreateDatabase("d")),
        (
            "CREATE DATABASE IF NOT EXISTS d ENGINE = Replicated('/d') COMMENT 'x'",
            CreateDatabase("d", True, "x"),
        ),
        ("CREATE SCHEMA d ON CLUSTER c", CreateDatabase("d")),
        ("SET final = 1", SetSettings({"final": "1"})),
        ("SET final = 1, optimize_on_insert = 0", SetSettings({"final": "1", "optimize_on_insert": "0"})),
        ("SET optimize_on_insert = DEFAULT", SetSettings({"optimize_on_insert": "1"})),
        ("INSERT INTO t (*) SELECT 1", Insert(T, None, "SELECT 1", False)),
        ("INSERT INTO t (* EXCEPT (a, n.b)) SELECT 1", Insert(T, None, "SELECT 1", False, excluded=("a", "n.b"))),
        ("INSERT INTO t (* EXCEPT a) SELECT 1", Insert(T, None, "SELECT 1", False, excluded=("a",))),
        ("INSERT INTO t (k, n.a, `n.b`) SELECT 1", Insert(T, ("k", "n.a", "n.b"), "SELECT 1", False)),
    ],
)  # fmt: skip
def test_a_statement_of_the_engine_is_read(text: str, wanted: Statement) -> None:
    assert parse(text) == wanted


@pytest.mark.parametrize("word", ["", "EXTENDED", "FORMATTED", "COST", "CODEGEN", "PLAN"])
def test_explain_wraps_the_statement_it_explains(word: str) -> None:
    assert parse(f"EXPLAIN {word} DROP TABLE t") == Explain(DropTables((T,)))


def test_comments_anywhere_do_no_harm() -> None:
    assert parse("-- DROP\n/* x */ DROP /* y */ TABLE -- z\n t -- the end") == DropTables((T,))


# Refusals


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("ALTER TABLE own RENAME TO x", "RENAME TO of a temporary table"),
        ("CREATE DATABASE d ENGINE = MySQL('x')", "ENGINE = MySQL"),
        ("CREATE TABLE t (a Int8, CONSTRAINT c ASSUME a > 1) ENGINE = MergeTree", "ASSUME"),
        (
            "CREATE TABLE t (a Int8, PROJECTION p INDEX a TYPE basic) ENGINE = MergeTree",
            "PROJECTION",
        ),
        ("CREATE TABLE t (a Int8 STATISTICS(x)) ENGINE = MergeTree", "STATISTICS of a column"),
        ("CREATE TABLE t (a Int8 COLLATE x) ENGINE = MergeTree", "COLLATE of a column"),
        ("CREATE TABLE t (a Int8) ENGINE = MergeTree TTL d GROUP BY a", "TTL … GROUP BY"),
        ("CREATE TABLE t (a Int8) ENGINE = MergeTree TTL d TO DISK 'x'", "TTL … TO DISK"),
        ("CREATE TABLE t (a Int8) ENGINE = MergeTree TTL d TO VOLUME 'x'", "TTL … TO VOLUME"),
        (
            "CREATE TABLE t (a Int8) ENGINE = MergeTree TTL d RECOMPRESS CODEC(LZ4)",
            "TTL … RECOMPRESS",
        ),
        ("INSERT INTO FUNCTION file('x') SELECT 1", "INSERT INTO FUNCTION"),
        ("INSERT INTO t FORMAT RowBinary x", "FORMAT RowBinary"),
        ("INSERT INTO t FROM INFILE 'x'", "FROM INFILE"),
        ("INSERT INTO t PARTITION (a = 1) VALUES (1)", "INSERT … PARTITION"),
        ("TRUNCATE DATABASE d", "TRUNCATE DATABASE"),
        ("TRUNCATE ALL TABLES FROM d", "TRUNCATE ALL"),
        ("TRUNCATE TABLE t PARTITION (a = 1)", "TRUNCATE … PARTITION"),
        ("RENAME DATABASE a TO b", "RENAME DATABASE"),
        ("RENAME DICTIONARY a TO b", "RENAME DICTIONARY"),
        ("EXCHANGE DICTIONARIES a AND b", "EXCHANGE DICTIONARIES"),
        ("COMMENT ON TABLE t IS 'x'", "COMMENT ON TABLE"),
        ("SYSTEM STOP FETCHES t", "SYSTEM STOP FETCHES"),
        ("SYSTEM STOP MERGES ON VOLUME p.v", "SYSTEM STOP MERGES"),
        ("SYSTEM RELOAD CONFIG;", "SYSTEM RELOAD CONFIG"),
        ("SYSTEM FLUSH NONSENSE", "SYSTEM FLUSH NONSENSE"),
        ("KILL TRANSACTION WHERE 1", "KILL TRANSACTION"),
        ("DETACH DICTIONARY t", "DETACH DICTIONARY"),
        ("DETACH DATABASE IF EXISTS d", "DETACH DATABASE"),
        ("DETACH TEMPORARY TABLE t", "DETACH TEMPORARY"),
        ("ATTACH VIEW v AS SELECT 1", "ATTACH VIEW"),
        ("ATTACH DATABASE d ENGINE = Atomic", "ATTACH DATABASE"),
        ("ATTACH DICTIONARY d", "ATTACH DICTIONARY"),
        (
            "ATTACH TABLE t FROM '/path' (k Int8) ENGINE = MergeTree ORDER BY k",
            "ATTACH TABLE … FROM",
        ),
        ("ATTACH TABLE t UUID 'x' (k Int8) ENGINE = MergeTree ORDER BY k", "ATTACH TABLE … UUID"),
        ("ATTACH TABLE t AS REPLICATED", "ATTACH TABLE … AS REPLICATED"),
        ("ATTACH TABLE t AS NOT REPLICATED", "ATTACH TABLE … AS REPLICATED"),
        ("ALTER TABLE t APPLY PATCHES", "ALTER TABLE … APPLY PATCHES"),
        ("CHECK GRANT SELECT ON t", "CHECK GRANT"),
        ("CHECK DATABASE d", "CHECK DATABASE"),
        ("BACKUP TABLE t TO Disk('d', 'x')", "BACKUP TABLE"),
        ("EXPLAIN SYSTEM STOP MOVES", "SYSTEM STOP MOVES"),
    ],
)
def test_what_is_not_there_yet_is_refused_by_name(text: str, what: str) -> None:
    with pytest.raises(RmtError, match="not supported yet") as raised:
        parse(text)
    assert raised.value.name == "NOT_IMPLEMENTED"
    assert what in raised.value.message
    assert "docs/sql.md" in raised.value.hint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CHECK TABLE t", CheckTable(T)),
        ("check table db.t;", CheckTable(Name("db", "t"))),
        ("CHECK TABLE t PARTITION (1, 'a')", CheckTable(T, "(1, 'a')")),
        ("CHECK TABLE t PARTITION ID 'all';", CheckTable(T, partition_id="all")),
        ("CHECK TABLE t PART 'all_1_1_0'", CheckTable(T, part="all_1_1_0")),
        ("CHECK ALL TABLES", CheckTable()),
        (
            "CHECK TABLE t PARTITION 1 FORMAT TSV SETTINGS check_query_single_value_result = 1",
            WithOutput(CheckTable(T, "1"), {"check_query_single_value_result": "1"}),
        ),
        ("EXPLAIN CHECK TABLE t", Explain(CheckTable(T))),
        ("DETACH TABLE t", DetachTable(T)),
        ("DETACH TABLE IF EXISTS t PERMANENTLY;", DetachTable(T, True, True)),
        (
            "DETACH TABLE db.x ON CLUSTER c PERMANENTLY SYNC",
            DetachTable(Name("db", "x"), False, True),
        ),
        ("DETACH VIEW t", DetachTable(T, is_view=True)),
        ("UNDROP TABLE t", UndropTable(T)),
        ("UNDROP TABLE db.x UUID 'id' ON CLUSTER c;", UndropTable(Name("db", "x"), "id")),
        ("DESCRIBE TABLE t FORMAT TSV", WithOutput(DescribeTable(T), {}, True)),
        ("DETACH TABLE t NO DELAY FORMAT Null", WithOutput(DetachTable(T), {}, False)),
        ("ATTACH TABLE x", AttachTable(X)),
        ("ATTACH TABLE IF NOT EXISTS db.x ON CLUSTER 'c';", AttachTable(Name("db", "x"), True)),
    ],
)
def test_tables_are_checked_detached_and_attached(text: str, expected: Statement) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "CREATE VIEW gone AS SELECT 1",
        "CREATE OR REPLACE VIEW gone AS SELECT 1",
        "CREATE TABLE gone USING parquet AS SELECT 1",
    ],
)
def test_spark_takes_no_name_of_a_detached_table(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        parse(text)
    assert raised.value.name == "TABLE_ALREADY_EXISTS"


def test_system_unfreeze() -> None:
    assert parse("SYSTEM UNFREEZE WITH NAME 'x/y';") == Unfreeze("x/y")
    for text in ("SYSTEM UNFREEZE", "SYSTEM UNFREEZE 'x'", "SYSTEM UNFREEZE WITH NAME x"):
        with pytest.raises(RmtError) as raised:
            parse(text)
        assert raised.value.name == "SYNTAX_ERROR"


def test_a_detached_table_is_not_dropped() -> None:
    with pytest.raises(RmtError, match="is detached") as raised:
        parse("DROP TABLE gone SYNC")
    assert raised.value.name == "UNKNOWN_TABLE"
    assert parse("DROP TABLE IF EXISTS gone") is None


@pytest.mark.parametrize(
    ("text", "name", "hint"),
    [
        ("DROP VIEW t", "INCORRECT_QUERY", "Use DROP TABLE."),
        ("ALTER VIEW t AS SELECT 1", "INCORRECT_QUERY", "Use ALTER TABLE."),
        ("CREATE OR REPLACE VIEW t AS SELECT 1", "TABLE_ALREADY_EXISTS", "Drop the table first"),
    ],
)
def test_a_table_is_no_view(text: str, name: str, hint: str) -> None:
    with pytest.raises(RmtError, match=r"t is (not a View|a table)") as raised:
        parse(text)
    assert raised.value.name == name
    assert hint in raised.value.hint


SYNTAX_ERRORS = [
    ("CREATE TABLE t () ENGINE = MergeTree ORDER BY a", "The list of columns is empty"),
    ("CREATE TABLE t (a Int8 b) ENGINE = MergeTree ORDER BY a", "expected a column clause"),
    ("CREATE TABLE t (a Int8 DEFAULT) ENGINE = MergeTree ORDER BY a", "expected an expression"),
    ("CREATE TABLE t (a Int8 COMMENT x) ENGINE = MergeTree ORDER BY a", "the comment, a string"),
    ("CREATE TABLE t (a 'x') ENGINE = MergeTree ORDER BY a", "expected a data type"),
    ("CREATE TABLE t (1 Int8) ENGINE = MergeTree ORDER BY a", "expected a column name"),
    ("CREATE TABLE t (a Int8) ENGINE = ORDER BY a", "expected "),
    ("CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY", "expected an expression"),
    ("CREATE TABLE t (a Int8) ENGINE = MergeTree( ORDER BY a", "expected a comma or a closing"),
    ("CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a)", "expected another clause of CREATE"),
    ("CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a ORDER BY a", "expected another clause"),
    ("CREATE TABLE t (a Int8) ENGINE = MergeTree ENGINE = MergeTree", "expected another clause"),
    ("CREATE TABLE t (a Int8) ORDER BY a COMMENT 'a' COMMENT 'b'", "expected another clause"),
    ("CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a COMMENT x", "the comment, a string"),
    ("CREATE TABLE t (a Int8, INDEX i a) ENGINE = MergeTree ORDER BY a", "expected TYPE"),
    (
        "CREATE TABLE t (a Int8, INDEX i a TYPE minmax GRANULARITY x) ENGINE = MergeTree ORDER BY a",
        "expected the index's granularity",
    ),
    ("CREATE DATABASE d ON CLUSTER 1", "expected the name of a cluster"),
    ("INSERT INTO t", "expected VALUES or a query"),
    ("INSERT INTO t (a", "expected )"),
    ("OPTIMIZE t FINAL", "expected TABLE"),
    ("OPTIMIZE TABLE t FINALE", "expected the end of the statement"),
    ("OPTIMIZE TABLE t PARTITION ID 5", "expected a partition id, a string"),
    ("OPTIMIZE TABLE t FINAL DEDUPLICATE BY (a", "expected )"),
    ("TRUNCATE TABLE t WHERE a", "expected the end of the statement"),
    ("DROP TABLE t u", "expected the end of the statement"),
    ("RENAME TABLE t", "expected TO"),
    ("EXCHANGE TABLES t WITH u", "expected AND"),
    ("EXCHANGE t AND u", "expected TABLES"),
    ("SHOW CREATE TABLE t u", "expected the end of the statement"),
    ("SET final = ", "the statement ends too early"),
]  # fmt: skip


# ClickHouse reads these two, as a list and as a query.
OURS_ALONE = [
    ("INSERT INTO t (a,) VALUES (1)", "expected a column name"),
    ("DROP TABLE", "expected a table name"),
]


@pytest.mark.parametrize(("text", "why"), [*SYNTAX_ERRORS, *OURS_ALONE])
def test_a_wrong_statement_is_a_syntax_error_that_tells_what_was_expected(
    text: str, why: str
) -> None:
    with pytest.raises(RmtError) as raised:
        parse(text)
    assert raised.value.name == "SYNTAX_ERROR"
    assert why in raised.value.message


@pytest.mark.parametrize("text", [text for text, _ in SYNTAX_ERRORS])
def test_clickhouse_refuses_the_same_statements(clickhouse_server: ClickHouse, text: str) -> None:
    assert clickhouse_server.error(text).name == "SYNTAX_ERROR"


WORDS = st.lists(
    st.sampled_from(
        """CREATE TABLE OR REPLACE IF NOT EXISTS t x db . ( ) , ; = ENGINE MergeTree ORDER BY
        PARTITION PRIMARY KEY INDEX TYPE GRANULARITY SETTINGS COMMENT 's' "q" 1 - < > [ ] DEFAULT
        INSERT INTO VALUES SELECT FORMAT OPTIMIZE FINAL DEDUPLICATE CLEANUP ID TRUNCATE DROP RENAME TO
        EXCHANGE TABLES AND ALTER SHOW SET EXPLAIN ON CLUSTER AS""".split()
    ),
    max_size=14,
)
STARTS = st.sampled_from(
    [
        "",
        "CREATE TABLE t ( a Int8 ,",
        "CREATE TABLE t ( a Int8 ) ENGINE = MergeTree",
        "INSERT INTO t",
        "OPTIMIZE TABLE t",
        "ALTER TABLE t",
    ]
)


@pytest.mark.timeout(60)
@given(STARTS, WORDS)
def test_any_sequence_of_words_gets_an_answer_or_an_error_for_the_user(
    start: str, words: list[str]
) -> None:
    try:
        statement = parse(" ".join([start, *words]))
    except RmtError:
        return
    assert statement is None or dataclasses.is_dataclass(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE system.parts",
        "DROP VIEW IF EXISTS system.parts",
        "ALTER VIEW system.parts RENAME TO x",
        "CREATE VIEW system.mine AS SELECT 1",
    ],
)
def test_the_database_system_is_read_only(statement: str) -> None:
    with pytest.raises(RmtError, match="read only"):
        parse(statement)


@pytest.mark.parametrize(
    "text",
    [
        "ALTER TABLE missing ADD COLUMN a Int8",
        "ALTER TABLE missing DELETE WHERE 1",
        "DELETE FROM missing WHERE a = 1",
        "UPDATE missing SET a = 1 WHERE 1",
    ],
)
def test_a_change_of_a_table_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        parse(text)
    assert raised.value.name == "UNKNOWN_TABLE"


@pytest.mark.parametrize("text", ["ALTER TABLE t GARBAGE", "ALTER TABLE t"])
def test_what_is_no_command_of_alter_table_is_a_syntax_error(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        parse(text)
    assert raised.value.name == "SYNTAX_ERROR"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("EXISTS t", "TABLE"),
        ("EXISTS TEMPORARY TABLE t", "TEMPORARY"),
        ("EXISTS TEMPORARY t", "TEMPORARY"),
        ("EXISTS DICTIONARY t", "DICTIONARY"),
    ],
)
def test_exists_asks_about_one_kind(text: str, kind: str) -> None:
    assert parse(text) == ExistsTable(Name(None, "t"), kind)


@pytest.mark.parametrize(
    "text",
    [
        "CREATE DICTIONARY d (k Int64)",
        "CREATE USER u",
    ],
)
def test_objects_of_clickhouses_alone_are_refused_by_their_kind(text: str) -> None:
    with pytest.raises(RmtError, match=r"CREATE .* is not supported yet") as raised:
        parse(text)
    assert raised.value.name == "NOT_IMPLEMENTED"


@pytest.mark.parametrize(
    "text",
    [
        "CREATE TEMPORARY TABLE t USING parquet OPTIONS (path 'x')",
        "CREATE OR REPLACE TEMPORARY TABLE t (a INT) USING parquet AS SELECT 1",
        "CREATE TEMPORARY TABLE IF NOT EXISTS db.t USING csv",
        "CREATE TEMP TABLE t USING parquet",
        "CREATE OR REPLACE TEMPORARY VIEW v (a) AS SELECT 1",
        "CREATE TEMPORARY VIEW IF NOT EXISTS v AS SELECT 1",
        "CREATE GLOBAL TEMPORARY VIEW own AS SELECT 1",
        "CREATE TEMPORARY VIEW v USING parquet OPTIONS (path 'x')",
        "DROP TEMPORARY FUNCTION t",
        "DROP TEMPORARY VARIABLE t",
        "CREATE FUNCTION f AS 'a.b.C'",
        "CREATE FUNCTION f(x INT) RETURNS INT RETURN x + 1",
        "CREATE TEMPORARY FUNCTION f AS 'a.b.C'",
        "CREATE TEMPORARY VIEW v AS SELECT 1",
    ],
)
def test_objects_of_sparks_are_sparks(text: str) -> None:
    assert parse(text) is None


def test_functions_that_are_lambdas() -> None:
    assert parse("CREATE FUNCTION f AS (x, y) -> x * y;") == CreateFunction("f", "(x, y) -> x * y")
    assert parse("CREATE OR REPLACE FUNCTION `my f` ON CLUSTER c AS x -> 1") == CreateFunction(
        "my f", "x -> 1", replace=True
    )
    assert parse("DROP FUNCTION IF EXISTS f") == DropFunction("f", if_exists=True)
    assert parse("DROP FUNCTION db.f") is None


@pytest.mark.parametrize(
    "text", ["DESCRIBE TABLE t", "DESC t", "DESCRIBE EXTENDED t", "DESCRIBE DATABASE t FORMAT TSV"]
)
def test_describe_is_sparks_as_far_as_its_grammar_goes(text: str) -> None:
    assert parse(text) is None


def test_a_clone_is_a_copy_with_clauses() -> None:
    statement = create("CREATE TABLE u CLONE AS t PARTITION BY k")
    assert (statement.clones, statement.as_table, statement.partition_by) == (True, T, "k")
