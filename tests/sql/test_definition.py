"""CREATE TABLE: what it defines, and what it refuses as ClickHouse does."""

# A row of a table of statements is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import re

import pytest
from support.clickhouse import ClickHouse

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import ColumnClause
from rmt_engine.sql.tables.definition import (
    column_types,
    columns_named_by,
    evaluation_order,
    inserted_expressions,
    key_identifiers,
)
from rmt_engine.sql.tables.expressions import stored_expression
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import (
    Column,
    Index,
    KeyColumn,
    PartitionElement,
    SamplingKey,
    TableDefinition,
)
from tests.sql.support import Spark, define, parse_create


def refusal(text: str, spark: Spark | None = None) -> RmtError:
    with pytest.raises(RmtError) as raised:
        define(text, spark)
    return raised.value


def test_everything_create_table_says_is_in_the_definition() -> None:
    definition = define(
        """CREATE TABLE db.t (
            id UInt64 CODEC(Delta, ZSTD),
            day date,
            ver UInt32 DEFAULT 1 COMMENT 'the version',
            gone UInt8,
            twice UInt64 MATERIALIZED id * 2,
            alias String ALIAS toString(id),
            INDEX i ver TYPE minmax GRANULARITY 3
        ) ENGINE = ReplacingMergeTree(ver, gone) PARTITION BY day PRIMARY KEY id ORDER BY (id, day)
        SETTINGS index_granularity = 100 COMMENT 'all of it'"""
    )
    assert definition == TableDefinition(
        columns=(
            Column("id", "UInt64", codec="Delta(8), ZSTD(1)"),
            Column("day", "Date"),
            Column("ver", "UInt32", "DEFAULT", "1", "the version"),
            Column("gone", "UInt8"),
            Column("twice", "UInt64", "MATERIALIZED", "id * 2"),
            Column("alias", "String", "ALIAS", "toString(id)"),
        ),
        engine="ReplacingMergeTree",
        order_by=("id", "day"),
        primary_key=("id",),
        declares_primary_key=True,
        partition_by=(PartitionElement("day", "Date"),),
        key=(KeyColumn("id"), KeyColumn("day")),
        version="ver",
        is_deleted="gone",
        partition_follows_key=True,
        settings={"index_granularity": "100"},
        indexes=(Index("i", "ver", "minmax", 3),),
        comment="all of it",
    )


def test_a_definition_survives_the_registry() -> None:
    definition = define(
        "CREATE TABLE t (a UInt8, s String, INDEX i s TYPE set(0)) ENGINE = ReplacingMergeTree(a) "
        "PARTITION BY a ORDER BY (a, lower(s)) SAMPLE BY a SETTINGS index_granularity = 5",
        Spark({"clickhouse_lower(s)": "string"}),
    )
    assert TableDefinition.from_json(definition.to_json()) == definition


@pytest.mark.parametrize(
    ("engine", "wanted"),
    [
        ("MergeTree", ("MergeTree", None, None)),
        ("MergeTree()", ("MergeTree", None, None)),
        ("ReplacingMergeTree", ("ReplacingMergeTree", None, None)),
        ("ReplacingMergeTree(v)", ("ReplacingMergeTree", "v", None)),
        ("ReplacingMergeTree(`v`, d)", ("ReplacingMergeTree", "v", "d")),
        ("ReplicatedMergeTree('/p', 'r')", ("MergeTree", None, None)),
        ("ReplicatedReplacingMergeTree", ("ReplacingMergeTree", None, None)),
        ("ReplicatedReplacingMergeTree('/p', '{r}', v, d)", ("ReplacingMergeTree", "v", "d")),
    ],
)
def test_an_engine_is_a_kind_of_table_with_its_columns(
    engine: str, wanted: tuple[str, str | None, str | None]
) -> None:
    definition = define(f"CREATE TABLE t (a Int8, v UInt8, d UInt8) ENGINE = {engine} ORDER BY a")
    assert (definition.engine, definition.version, definition.is_deleted) == wanted


@pytest.mark.parametrize(
    ("clauses", "order_by", "primary_key"),
    [
        ("ORDER BY a", ("a",), ("a",)),
        ("ORDER BY (a, b)", ("a", "b"), ("a", "b")),
        ("ORDER BY tuple()", (), ()),
        ("ORDER BY ()", (), ()),
        ("PRIMARY KEY a", ("a",), ("a",)),
        ("PRIMARY KEY (a, b)", ("a", "b"), ("a", "b")),
        ("PRIMARY KEY a ORDER BY (a, b)", ("a", "b"), ("a",)),
        ("PRIMARY KEY (a) ORDER BY (`a`, b)", ("`a`", "b"), ("a",)),
        ("ORDER BY (a, intDiv(b, 2))", ("a", "intDiv(b, 2)"), ("a", "intDiv(b, 2)")),
    ],
)
def test_the_primary_key_is_the_sorting_key_or_its_beginning(
    clauses: str, order_by: tuple[str, ...], primary_key: tuple[str, ...]
) -> None:
    definition = define(f"CREATE TABLE t (a Int8, b Int8) ENGINE = MergeTree {clauses}")
    assert (definition.order_by, definition.primary_key) == (order_by, primary_key)


@pytest.mark.parametrize(
    "columns", ["a Int8 PRIMARY KEY, b Int8", "a Int8, b Int8, PRIMARY KEY (a)"]
)
def test_the_primary_key_may_stand_among_the_columns(columns: str) -> None:
    definition = define(f"CREATE TABLE t ({columns}) ENGINE = MergeTree")
    assert definition.order_by == ("a",)
    assert [column.name for column in definition.columns] == ["a", "b"]


@pytest.mark.parametrize(
    ("order_by", "key"),
    [
        ("(a, b)", (KeyColumn("a"), KeyColumn("b"))),
        ("(A, b)", (KeyColumn("a"), KeyColumn("b"))),
        # What depends on other elements alone adds nothing to the identity of a row.
        ("(a, intDiv(a, 2))", (KeyColumn("a"),)),
        ("(intDiv(a, 2), a)", (KeyColumn("a"),)),
        ("(a, intDiv(b, 2))", (KeyColumn("a"), KeyColumn("__key_1", "intDiv(b, 2)", "Int8"))),
        ("intDiv(a, b)", (KeyColumn("__key_0", "intDiv(a, b)", "Int8"),)),
        ("tuple()", ()),
    ],
)
def test_the_identity_of_a_row_is_its_key_columns_and_computed_ones(
    order_by: str, key: tuple[KeyColumn, ...]
) -> None:
    text = f"CREATE TABLE t (a Int8, b Int8) ENGINE = ReplacingMergeTree ORDER BY {order_by}"
    assert define(text).key == key


@pytest.mark.parametrize(
    ("clauses", "follows"),
    [
        ("ORDER BY a", True),
        ("PARTITION BY a ORDER BY a", True),
        ("PARTITION BY intDiv(a, 10) ORDER BY (b, a)", True),
        ("PARTITION BY b ORDER BY a", False),
        ("PARTITION BY (a, b) ORDER BY a", False),
        ("PARTITION BY a ORDER BY intDiv(a, 10)", False),
    ],
)
def test_the_partition_follows_the_key_when_it_is_a_function_of_it(
    clauses: str, follows: bool
) -> None:
    text = f"CREATE TABLE t (a Int8, b Int8) ENGINE = ReplacingMergeTree {clauses}"
    assert define(text).partition_follows_key is follows


@pytest.mark.parametrize(
    ("key", "answers", "wanted"),
    [
        ("u", {}, "UInt32"),
        ("d", {}, "Date"),
        ("n", {}, "Nullable(Int8)"),
        ("toYYYYMM(d)", {}, "UInt32"),
        ("toStartOfMonth(d)", {}, "Date"),
        ("toYear(d)", {}, "UInt16"),
        ("u % 10", {}, "UInt8"),
        ("i % 10", {}, "Int16"),
        ("intDiv(n, 2)", {}, "Nullable(Int8)"),
        ("lower(s)", {}, "String"),
        ("sentences(s)", {"sentences(`s`)": "string"}, "String"),
    ],
)
def test_an_element_of_the_partition_key_has_its_type_in_clickhouse(
    key: str, answers: dict[str, str], wanted: str
) -> None:
    definition = define(
        f"CREATE TABLE t (u UInt32, i Int32, d Date, n Nullable(Int8), s String) "
        f"ENGINE = MergeTree PARTITION BY {key} ORDER BY u SETTINGS allow_nullable_key = 1",
        Spark(answers),
    )
    assert [(one.expression, one.type) for one in definition.partition_by] == [(key, wanted)]


def test_a_column_without_a_type_gets_that_of_its_expression() -> None:
    definition = define(
        "CREATE TABLE t (a Int8, b MATERIALIZED a + 1) ENGINE = MergeTree ORDER BY a"
    )
    assert definition.columns[1] == Column("b", "Int16", "MATERIALIZED", "a + 1")


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        ("b Int8 NULL", "Nullable(Int8)"),
        ("b Int8 NOT NULL", "Int8"),
        ("b int", "Int32"),
        ("b Enum('x', 'y')", "Enum8('x' = 1, 'y' = 2)"),
    ],
)
def test_a_column_has_its_canonical_type(column: str, wanted: str) -> None:
    definition = define(f"CREATE TABLE t (a Int8, {column}) ENGINE = MergeTree ORDER BY a")
    assert str(column_types(definition)["b"]) == wanted


def test_a_constant_default_is_tried_at_once() -> None:
    error = RmtError("CANNOT_PARSE_TEXT", "no.")
    spark = Spark({"'x'": "string"}, wrong=error)
    text = "CREATE TABLE t (a Int8 DEFAULT 'x') ENGINE = MergeTree ORDER BY a"
    assert refusal(text, spark) is error
    [tried] = spark.evaluated
    assert "CANNOT_PARSE_TEXT" in tried


@pytest.mark.parametrize("default", ["b + 1", "now()", "generateUUIDv4()", "rand()"])
def test_a_default_that_is_no_constant_is_not_tried(default: str) -> None:
    spark = Spark()
    define(
        f"CREATE TABLE t (a Int32 DEFAULT {default}, b Int32) ENGINE = MergeTree ORDER BY b",
        spark,
    )
    assert spark.evaluated == []


# Refusals that are ClickHouse's


REPLACING = "ENGINE = ReplacingMergeTree"
WRONG = [
    ("(a Int8) ENGINE = MergeTree(a) ORDER BY a", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "requires no parameters"),
    ("(a Int8) ENGINE = ReplacingMergeTree(a, a, a) ORDER BY a", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "[version], [is_deleted column]"),
    ("(a Int8) ENGINE = NoSuchTree ORDER BY a", "UNKNOWN_STORAGE", "Unknown table engine NoSuchTree"),
    ("(a Int8) ENGINE = mergetree ORDER BY a", "UNKNOWN_STORAGE", "Unknown table engine mergetree"),
    (f"(a Int8) {REPLACING}(a + 1) ORDER BY a", "BAD_ARGUMENTS", "The engine's argument a + 1 is no column"),
    (f"(a Int8) {REPLACING}(b) ORDER BY a", "NO_SUCH_COLUMN_IN_TABLE", "Version column b does not exist"),
    (f"(a Int8, s String) {REPLACING}(s) ORDER BY a", "BAD_TYPE_OF_FIELD", "because it is of type String"),
    (f"(a Int8, s Nullable(Int8)) {REPLACING}(s) ORDER BY a", "BAD_TYPE_OF_FIELD", "because it is of type Nullable(Int8)"),
    (f"(a Int8, v Decimal(5, 1)) {REPLACING}(v) ORDER BY a", "BAD_TYPE_OF_FIELD", "Decimal(5, 1)"),
    (f"(a Int8, v UInt8) {REPLACING}(v, v) ORDER BY a", "BAD_ARGUMENTS", "cannot be the same column (v)"),
    (f"(a Int8, v UInt8) {REPLACING}(v, d) ORDER BY a", "NO_SUCH_COLUMN_IN_TABLE", "is_deleted column d does not exist"),
    (f"(a Int8, v UInt8, d Int8) {REPLACING}(v, d) ORDER BY a", "BAD_TYPE_OF_FIELD", "must have type UInt8"),
    ("(a Int8, a Int8) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "column with this name already exists"),
    ("(a Int8) ENGINE = MergeTree ORDER BY b", "UNKNOWN_IDENTIFIER", "Missing columns: 'b' while processing sorting key"),
    ("(a Int8) ENGINE = MergeTree PARTITION BY b ORDER BY a", "UNKNOWN_IDENTIFIER", "Missing columns: 'b' while processing partition key"),
    ("(a Int8, b Int8 DEFAULT c) ENGINE = MergeTree ORDER BY a", "UNKNOWN_IDENTIFIER", "the expression of column b"),
    ("(a Int8, INDEX i c TYPE minmax) ENGINE = MergeTree ORDER BY a", "UNKNOWN_IDENTIFIER", "the index i"),
    ("(a Int8 DEFAULT b, b Int8 DEFAULT a) ENGINE = MergeTree ORDER BY tuple()", "CYCLIC_ALIASES", "Cyclic alias detected"),
    ("(a Int8 EPHEMERAL) ENGINE = MergeTree ORDER BY tuple()", "EMPTY_LIST_OF_COLUMNS_PASSED", "without physical columns"),
    ("(a Int8, e Int8 EPHEMERAL) ENGINE = MergeTree ORDER BY e", "UNKNOWN_IDENTIFIER", "Missing columns: 'e'"),
    ("(a Int8, e Int8 EPHEMERAL, INDEX i e TYPE minmax) ENGINE = MergeTree ORDER BY a", "UNKNOWN_IDENTIFIER", "the index i"),
    ("(a Int8, b Int8) ENGINE = MergeTree PRIMARY KEY (a, b) ORDER BY a", "BAD_ARGUMENTS", "greater than the sorting key length"),
    ("(a Int8, b Int8) ENGINE = MergeTree PRIMARY KEY b ORDER BY (a, b)", "BAD_ARGUMENTS", "in the position 0 is a, not b"),
    ("(a Int8) ENGINE = MergeTree ORDER BY (a, a)", "BAD_ARGUMENTS", "duplicate"),
    ("(a Int8) ENGINE = MergeTree ORDER BY (a, `a`)", "BAD_ARGUMENTS", "duplicate"),
    ("(a Int8) ENGINE = MergeTree ORDER BY rand()", "BAD_ARGUMENTS", "must be deterministic"),
    ("(a Int8) ENGINE = MergeTree PARTITION BY rand() ORDER BY a", "BAD_ARGUMENTS", "must be deterministic"),
    ("(a Int8) ENGINE = MergeTree ORDER BY 1", "ILLEGAL_COLUMN", "cannot contain constants"),
    ("(a Nullable(Int8)) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "contains nullable columns (a)"),
    ("(a Float32) ENGINE = MergeTree PARTITION BY a ORDER BY tuple()", "BAD_ARGUMENTS", "Floating point partition key"),
    ("(a Array(Int8) NULL) ENGINE = MergeTree ORDER BY tuple()", "ILLEGAL_TYPE_OF_ARGUMENT", "cannot be inside Nullable"),
    ("(a Int8, d DateTime) ENGINE = MergeTree ORDER BY a TTL a", "BAD_TTL_EXPRESSION", "should have Date"),
    ("(a Int8, d DateTime, b Int8 TTL a) ENGINE = MergeTree ORDER BY a", "BAD_TTL_EXPRESSION", "should have Date"),
    ("(a Int8, d Nullable(DateTime)) ENGINE = MergeTree ORDER BY a TTL d", "BAD_TTL_EXPRESSION", "is Nullable, as d is"),
    ("(a Int8, d DateTime) ENGINE = MergeTree ORDER BY a TTL d, d", "BAD_TTL_EXPRESSION", "More than one DELETE TTL"),
    ("(a Int8, d DateTime) ENGINE = MergeTree ORDER BY a TTL toDateTime(5)", "BAD_ARGUMENTS", "does not depend on any of the columns"),
    ("(a Int8, d DateTime) ENGINE = MergeTree ORDER BY a TTL max(d)", "ILLEGAL_AGGREGATION", "aggregate function"),
    ("(a Int8, d DateTime) ENGINE = MergeTree ORDER BY a TTL e", "UNKNOWN_IDENTIFIER", "Missing columns: 'e'"),
    ("(a Int8, d DateTime) ENGINE = MergeTree ORDER BY a TTL d WHERE e", "UNKNOWN_IDENTIFIER", "Missing columns: 'e'"),
    ("(a Int8, d DateTime, b DateTime ALIAS d) ENGINE = MergeTree ORDER BY a TTL b", "UNKNOWN_IDENTIFIER", "Missing columns: 'b'"),
    ("(a Int8 TTL d, d DateTime) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "TTL for key column a"),
    ("(a Int8, b Int8 TTL d, d DateTime) ENGINE = MergeTree ORDER BY a PARTITION BY b", "ILLEGAL_COLUMN", "TTL for key column b"),
    ("(a UInt8, b UInt8) ENGINE = MergeTree ORDER BY a SAMPLE BY b", "BAD_ARGUMENTS", "Sampling expression must be present in the primary key"),
    ("(a UInt8, b UInt8) ENGINE = MergeTree PRIMARY KEY a ORDER BY (a, b) SAMPLE BY b", "BAD_ARGUMENTS", "Sampling expression must be present in the primary key"),
    ("(a Int8) ENGINE = MergeTree ORDER BY a SAMPLE BY a", "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER", "storage parameters: Int8"),
    ("(a DateTime) ENGINE = MergeTree ORDER BY a SAMPLE BY a", "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER", "DateTime"),
    ("(a String) ENGINE = MergeTree ORDER BY a SAMPLE BY a", "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER", "String"),
    ("(a Nullable(UInt8)) ENGINE = MergeTree ORDER BY a SAMPLE BY a SETTINGS allow_nullable_key = 1", "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER", "Nullable(UInt8)"),
    ("(a UInt8, b UInt8) ENGINE = MergeTree ORDER BY (a, b) SAMPLE BY (a, b)", "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER", "one unsigned integer type"),
    ("(a UInt8) ENGINE = MergeTree ORDER BY a SAMPLE BY c", "UNKNOWN_IDENTIFIER", "Missing columns: 'c' while processing sampling key"),
    ("(a UInt8) ENGINE = MergeTree ORDER BY a SAMPLE BY tuple()", "INCORRECT_QUERY", "no columns in sampling expression"),
    ("(a UInt8) ENGINE = MergeTree ORDER BY a SAMPLE BY a SAMPLE BY a", "SYNTAX_ERROR", "another clause"),
    ("(a Int8) ENGINE = MergeTree ORDER BY a SETTINGS no_such = 1", "UNKNOWN_SETTING", "for storage MergeTree"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "says"), WRONG)
def test_a_wrong_table_gets_the_error_of_clickhouse(
    clickhouse: ClickHouse, text: str, name: str, says: str
) -> None:
    error = refusal(f"CREATE TABLE t {text}")
    assert error.name == name
    assert says in error.message
    assert clickhouse.error(f"CREATE TABLE t {text}").name == name


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("(a Int8) ENGINE = Mergetree ORDER BY a", "The engines are AggregatingMergeTree, Buffer"),
        (f"(a Int8) {REPLACING}(a + 1) ORDER BY a", "ReplacingMergeTree(version, is_deleted)"),
        (f"(a Int8, s String) {REPLACING}(s) ORDER BY a", "Use an integer, a float, Date"),
        ("(a Int8) ENGINE = MergeTree ORDER BY b", "The columns are: a."),
        ("(a Nullable(Int8)) ENGINE = MergeTree ORDER BY a", "set allow_nullable_key = 1"),
        ("(a Float32) ENGINE = MergeTree PARTITION BY a ORDER BY tuple()", "Set allow_floating_point_partition_key = 1"),
    ],
)  # fmt: skip
def test_a_refusal_says_how_to_mend_the_table(text: str, hint: str) -> None:
    assert hint in refusal(f"CREATE TABLE t {text}").hint


@pytest.mark.parametrize(
    "text",
    [
        "(a Nullable(Int8)) ENGINE = MergeTree ORDER BY a SETTINGS allow_nullable_key = 1",
        "(a Float32) ENGINE = MergeTree PARTITION BY a ORDER BY tuple() SETTINGS allow_floating_point_partition_key = 1",
        f"(a Int8, v UInt8, d Bool) {REPLACING}(v, d) ORDER BY a",
        "(a UInt8, b UInt64) ENGINE = MergeTree SAMPLE BY `b` ORDER BY (a, b)",
        "(a Bool) ENGINE = MergeTree ORDER BY a SAMPLE BY (a)",
        "(a Int32, b UInt64) ENGINE = MergeTree ORDER BY (intHash32( a ), b) SAMPLE BY intHash32(a)",
        f"(a Int8, v UInt8, d UInt8) {REPLACING}(v, d) ORDER BY (a, v)",
    ],
)  # fmt: skip
def test_what_clickhouse_takes_is_taken(clickhouse: ClickHouse, text: str) -> None:
    clickhouse.execute(f"CREATE TABLE t {text}")
    define(f"CREATE TABLE t {text}")


# Refusals that are ours


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("(a Int8, m SimpleAggregateFunction(sumMap, Tuple(Array(UInt64)))) ENGINE = AggregatingMergeTree ORDER BY a", "NOT_IMPLEMENTED", "SimpleAggregateFunction(sumMap, Tuple(Array(UInt64))) is not supported yet"),
        ("(a Int8) ENGINE = GraphiteMergeTree ORDER BY a", "NOT_IMPLEMENTED", "The table engine GraphiteMergeTree is not supported yet. The engines are"),
        ("(a Int8) ENGINE = ReplicatedGraphiteMergeTree('/p', 'r') ORDER BY a", "NOT_IMPLEMENTED", "GraphiteMergeTree"),
        ("(a Int8) ENGINE = ReplicatedMemory", "UNKNOWN_STORAGE", "Memory"),
        ("(a Int8, A Int8) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "which Spark does not tell apart"),
        ("(a Int8, __row Int8) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "__row: the name is kept for the engine"),
        ("(a Int8, __alive Int8) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "the name is kept for the engine"),
        ("(a Int8, __Path Int8) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "the name is kept for the engine"),
        ("(a Int8, __Key_12 Int8) ENGINE = MergeTree ORDER BY a", "ILLEGAL_COLUMN", "the name is kept for the engine"),
        ("(a Int8) ENGINE = MergeTree ORDER BY a DESC", "NOT_IMPLEMENTED", "keys are ascending"),
        ("(a Map(String, Int8)) ENGINE = MergeTree ORDER BY a", "NOT_IMPLEMENTED", "Spark cannot sort maps"),
        ("(a Array(Map(String, Int8))) ENGINE = MergeTree ORDER BY a", "NOT_IMPLEMENTED", "Spark cannot sort maps"),
        ("(a Array(Int8)) ENGINE = MergeTree PARTITION BY a ORDER BY tuple()", "NOT_IMPLEMENTED", "A partition key of type Array(Int8)"),
        ("(a Int8, INDEX i a TYPE vector_similarity('hnsw', 'L2Distance', 3)) ENGINE = MergeTree ORDER BY a", "NOT_IMPLEMENTED", "The types are minmax, set, bloom_filter, "),
        ("(a Int8) ENGINE = MergeTree ORDER BY sum(a)", "ILLEGAL_AGGREGATION", "sum(a)"),
        ("(a Int8) ENGINE = MergeTree PARTITION BY max(a) OVER () ORDER BY a", "ILLEGAL_AGGREGATION", "max"),
        ("(a Int8) ENGINE = MergeTree ORDER BY (SELECT 1)", "BAD_ARGUMENTS", "subquery"),
        ("(a Int8, INDEX i a TYPE no_such) ENGINE = MergeTree ORDER BY a", "INCORRECT_QUERY", "Unknown index type"),
        ("(a Int8, INDEX i a TYPE set) ENGINE = MergeTree ORDER BY a", "INCORRECT_QUERY", "one argument"),
        ("(a Int8 CODEC(Delta, NoSuch)) ENGINE = MergeTree ORDER BY a", "UNKNOWN_CODEC", "NoSuch"),
        ("(a Int8 CODEC(ZSTD(23))) ENGINE = MergeTree ORDER BY a", "ILLEGAL_CODEC_PARAMETER", "23"),
        ("(a Int8, INDEX i a TYPE minmax, INDEX i a TYPE set(0)) ENGINE = MergeTree ORDER BY a", "ILLEGAL_INDEX", "Two indexes have the same name"),
        ("(a Int8 DEFAULT 1 +) ENGINE = MergeTree ORDER BY a", "SYNTAX_ERROR", "Cannot read the expression 1 +"),
    ],
)  # fmt: skip
def test_what_cannot_be_had_here_is_refused(text: str, name: str, says: str) -> None:
    error = refusal(f"CREATE TABLE t {text}")
    assert error.name == name
    assert says in str(error)


def test_the_sampling_key_has_its_type_in_clickhouse() -> None:
    definition = define(
        "CREATE TABLE t (a Int64, b UInt64) ENGINE = MergeTree ORDER BY (intHash32(a), b) "
        "SAMPLE BY intHash32(a)"
    )
    assert definition.sampling == SamplingKey("intHash32(a)", "UInt32")


# Pieces


def test_columns_are_computed_after_those_they_need() -> None:
    clauses = [
        ColumnClause("c", "Int8", kind="DEFAULT", expression="b + A"),
        ColumnClause("b", "Int8", kind="DEFAULT", expression="a * 2"),
        ColumnClause("a", "Int8", kind="DEFAULT", expression="1"),
        ColumnClause("d", "Int8"),
    ]
    assert [clause.name for clause in evaluation_order(clauses)] == ["a", "b", "c"]


def test_an_insert_computes_aliases_only_where_something_stored_needs_them() -> None:
    definition = define(
        "CREATE TABLE t (k Int8, unused Int8 ALIAS k, far Int8 ALIAS near, near Int8 ALIAS k, "
        "m Int8 MATERIALIZED far, d Int8 DEFAULT m) ENGINE = MergeTree ORDER BY k"
    )
    names = [column.name for column in inserted_expressions(definition)]
    assert sorted(names) == ["d", "far", "m", "near"]
    assert names.index("near") < names.index("far") < names.index("m") < names.index("d")


@pytest.mark.parametrize(
    "text",
    [
        "(k Int8, d DateTime, v Int8 TTL d) ENGINE = ReplacingMergeTree(v) ORDER BY k",
        "(k Int8, d DateTime, v Int8, x UInt8 TTL d) ENGINE = ReplacingMergeTree(v, x) ORDER BY k",
        "(k Int8, d DateTime, a Int8 ALIAS k TTL d) ENGINE = MergeTree ORDER BY k",
        "(k Int8, d DateTime, a Int8 EPHEMERAL TTL d) ENGINE = MergeTree ORDER BY k",
        "(k Int8, d DateTime) ENGINE = MergeTree ORDER BY k TTL d WHERE rand() = 1 + k",
        "(k Int8, d DateTime) ENGINE = MergeTree ORDER BY k TTL d WHERE k IN (SELECT 1)",
    ],
)
def test_a_ttl_that_is_not_supported_is_refused(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        define(f"CREATE TABLE t {text}")
    assert raised.value.name == "NOT_IMPLEMENTED"


def test_tables_share_the_name_of_a_hidden_column_only_if_their_rules_read_alike() -> None:
    texts = ("TTL d", "TTL  `d` DELETE", "TTL d WHERE k > 1", "TTL e")
    names = [
        define(
            f"CREATE TABLE t (k Int8, d Date, e Date) ENGINE = MergeTree ORDER BY k {text}",
            Spark({"k > 1": "boolean"}),
        )
        .ttl[0]
        .name
        for text in texts
    ]
    assert names[0] == names[1]
    assert len(set(names)) == 3
    assert all(name.startswith("__ttl_0_") for name in names)


def test_no_alias_names_an_ephemeral_column() -> None:
    with pytest.raises(RmtError, match="names the EPHEMERAL column e") as raised:
        define(
            "CREATE TABLE t (k Int8, e Int8 EPHEMERAL, a Int8 ALIAS e) ENGINE = MergeTree ORDER BY k"
        )
    assert raised.value.name == "NO_SUCH_COLUMN_IN_TABLE"


@pytest.mark.parametrize("expressions", [("a",), ("b", "a"), ("b", "c", "a"), ("B", "A")])
def test_columns_that_need_each_other_are_refused(expressions: tuple[str, ...]) -> None:
    clauses = [
        ColumnClause(name, "Int8", kind="ALIAS", expression=expression)
        for name, expression in zip("abc", expressions, strict=False)
    ]
    with pytest.raises(RmtError, match="Cyclic alias detected") as raised:
        evaluation_order(clauses)
    assert raised.value.name == "CYCLIC_ALIASES"


TOKYO = "CAST(convert_timezone('UTC', 'Asia/Tokyo', CAST(`t` AS TIMESTAMP_NTZ)) AS TIMESTAMP)"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("toYYYYMM(t)", f"CAST(toYYYYMM({TOKYO}) AS BIGINT)"),
        ("toYYYYMM(`t`)", f"CAST(toYYYYMM({TOKYO}) AS BIGINT)"),
        ("toYYYYMM(u)", "CAST(toYYYYMM(`u`) AS BIGINT)"),
        ("toYYYYMM(tt)", "CAST(toYYYYMM(`tt`) AS BIGINT)"),
        ("t", "`t`"),
    ],
)
def test_a_column_with_a_zone_is_cut_by_the_clock_of_its_zone(text: str, wanted: str) -> None:
    types = {"t": parse_type("DateTime('Asia/Tokyo')"), "u": parse_type("DateTime")}
    types["tt"] = types["u"]
    assert stored_expression(text, types) == wanted


def test_the_columns_of_the_keys_are_found_in_expressions_too() -> None:
    definition = define(
        "CREATE TABLE t (a Int8, b Int8, c Int8, d Int8) ENGINE = MergeTree "
        "PARTITION BY intDiv(C, 2) ORDER BY (b, a + 1)"
    )
    assert key_identifiers(definition) == ["a", "b", "c"]


def test_a_statement_names_the_columns_of_its_engine_and_keys() -> None:
    statement = parse_create(
        "CREATE TABLE t ENGINE = ReplacingMergeTree(Ver) PARTITION BY f(d) ORDER BY (a, b) AS SELECT 1"
    )
    assert columns_named_by(statement) == {"ver", "d", "a", "b"}


@pytest.mark.parametrize("key", ["PRIMARY KEY id", "PRIMARY KEY (id)"])
def test_a_primary_key_may_stand_among_the_columns(key: str) -> None:
    definition = define(f"CREATE TABLE t (id Int64, {key}) ENGINE = MergeTree")
    assert definition.primary_key == definition.order_by == ("id",)
    assert definition.declares_primary_key


def test_the_first_syntax_of_the_engines_is_refused() -> None:
    with pytest.raises(RmtError) as raised:
        define("CREATE TABLE t (id Int64, d Date) ENGINE = ReplacingMergeTree(d, (id), 8192)")
    assert raised.value.name == "BAD_ARGUMENTS"
    assert "PARTITION BY" in str(raised.value)


@pytest.mark.parametrize("inner", ["Int8", "Float64", "Int128", "IPv4", "IPv6", "Bool", "Date"])
def test_low_cardinality_of_small_values_wants_a_setting(inner: str) -> None:
    for data_type in (f"LowCardinality({inner})", f"Array(LowCardinality(Nullable({inner})))"):
        text = f"CREATE TABLE t (k Int64, x {data_type}) ENGINE = MergeTree ORDER BY k"
        with pytest.raises(RmtError) as raised:
            define(text)
        assert raised.value.name == "SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY"
        for allowed in (
            define(text, Spark(on=["allow_suspicious_low_cardinality_types"])),
            define(f"{text} SETTINGS allow_suspicious_low_cardinality_types = 1"),
        ):
            assert (allowed.columns[1].type, allowed.settings) == (data_type, {})


@pytest.mark.parametrize("inner", ["UUID", "String", "FixedString(2)"])
def test_low_cardinality_of_texts_wants_none(inner: str) -> None:
    definition = define(
        f"CREATE TABLE t (k Int64, x LowCardinality({inner})) ENGINE = MergeTree ORDER BY k"
    )
    assert definition.columns[1].type == f"LowCardinality({inner})"


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        ("Distributed(c, d, t)", "NOT_IMPLEMENTED"),
        ("Kafka SETTINGS kafka_broker_list = 'x'", "NOT_IMPLEMENTED"),
        ("ReplicatedGraphiteMergeTree('/p', 'r', n) ORDER BY k", "NOT_IMPLEMENTED"),
        ("ReplacingMergeTre(k, k, k) ORDER BY k", "UNKNOWN_STORAGE"),
        ("replacingmergetree ORDER BY k", "UNKNOWN_STORAGE"),
    ],
)
def test_other_engines_are_refused_by_their_names(engine: str, name: str) -> None:
    for columns in ("(k Int64)", ""):
        with pytest.raises(RmtError) as raised:
            define(f"CREATE TABLE t {columns} ENGINE = {engine}")
        assert raised.value.name == name
        assert re.split(r"[( ]", engine)[0] in raised.value.message


@pytest.mark.parametrize("expression", ["(SELECT 1)", "k IN (SELECT 1)"])
def test_a_row_is_not_checked_or_filled_by_a_subquery(expression: str) -> None:
    for column, name in (
        (f"CONSTRAINT c CHECK {expression}", "NOT_IMPLEMENTED"),
        (f"d Int64 DEFAULT {expression}", "THERE_IS_NO_DEFAULT_VALUE"),
    ):
        with pytest.raises(RmtError) as raised:
            define(f"CREATE TABLE t (k Int64, {column}) ENGINE = MergeTree ORDER BY k")
        assert raised.value.name == name
