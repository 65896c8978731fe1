"""SHOW CREATE TABLE: the statement that makes the table again, here and in ClickHouse."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse

from rmt_engine.sql.tables.show_create import create_statement, engine_text, key_text
from rmt_engine.store.table import TableDefinition
from tests.sql.support import Spark, define, table

EVERYTHING = """CREATE TABLE t (
    id UInt64 CODEC(Delta(8), ZSTD(1)),
    `a b` LowCardinality(Nullable(String)) COMMENT 'it''s a\\nline \\\\ and',
    ver UInt32 DEFAULT 1 + 1,
    gone UInt8,
    day Date,
    twice UInt64 MATERIALIZED id * 2,
    alias String ALIAS toString(id),
    e Enum8('x' = 1, 'it\\'s' = -2),
    n Tuple(a Int8, `b c` Array(Map(String, Decimal(10, 2)))),
    INDEX i (id, day) TYPE set(10) GRANULARITY 2,
    INDEX `j k` day TYPE minmax GRANULARITY 1
) ENGINE = ReplacingMergeTree(ver, gone) PARTITION BY (toYYYYMM(day), id) PRIMARY KEY id
ORDER BY (id, day) SETTINGS index_granularity = 1024, allow_nullable_key = 1
COMMENT 'a table''s comment'"""

STATEMENTS = [
    EVERYTHING,
    "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY tuple()",
    "CREATE TABLE t (a Int8) ENGINE = ReplacingMergeTree ORDER BY a",
    "CREATE TABLE t (a UInt8, b Int8) ENGINE = MergeTree PRIMARY KEY a ORDER BY (a, b) SAMPLE BY a",
    "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY (a, intHash64(a)) SAMPLE BY intHash64(a) "
    "SETTINGS index_granularity = 100 COMMENT 'x'",
    "CREATE TABLE t (a Int8, b Int8) ENGINE = ReplacingMergeTree PARTITION BY b ORDER BY (a, b)",
    "CREATE TABLE t (a Int8, `v 1` UInt8) ENGINE = ReplacingMergeTree(`v 1`) ORDER BY a",
    "CREATE TABLE t (a Int8, b Int8) ENGINE = MergeTree PRIMARY KEY a ORDER BY (a, intDiv(b, 2))",
    "CREATE TABLE t (a Int8, d Date, s String CODEC(LZ4) TTL d) ENGINE = ReplacingMergeTree "
    "PARTITION BY a ORDER BY a TTL d WHERE a > 1, d SETTINGS ttl_only_drop_parts = 1",
    "CREATE TABLE t (a Int8, b String EPHEMERAL, c Int8 EPHEMERAL 7 COMMENT 'c') "
    "ENGINE = MergeTree ORDER BY a",
    "CREATE TABLE t (a Nullable(Int8)) ENGINE = MergeTree ORDER BY a "
    "SETTINGS allow_nullable_key = 1",
]
SPARK = Spark(
    {"a > 1": "boolean", "1 + 1": "int", "id * 2": "decimal(20,0)", "toString(id)": "string"}
)


@pytest.mark.parametrize("text", STATEMENTS)
def test_the_statement_makes_the_same_table_again(text: str) -> None:
    original = table(text, SPARK)
    printed = create_statement(original)
    again = define(printed, SPARK)
    assert again.to_json() == _with_granularity(original.definition).to_json()
    assert create_statement(table(printed, SPARK)) == printed


def _with_granularity(definition: TableDefinition) -> TableDefinition:
    """The definition with the granularity that is shown whether it was declared or not."""
    with_it = TableDefinition.from_json(definition.to_json())
    with_it.settings.setdefault("index_granularity", "8192")
    return with_it


@pytest.mark.parametrize("text", STATEMENTS)
def test_clickhouse_takes_the_statement_and_shows_the_same(
    clickhouse: ClickHouse, text: str
) -> None:
    printed = create_statement(table(text, SPARK, clickhouse.current))
    clickhouse.execute(printed)
    [[theirs]] = clickhouse.rows("SHOW CREATE TABLE t")
    assert _unquoted(printed) == _unquoted(theirs)


def _unquoted(text: str) -> str:
    """Without what ClickHouse adds when it prints: parentheses and backquotes nobody needs."""
    return "".join(text.replace("`", "").replace("(", " ").replace(")", " ").split())


def test_tuples_and_names_of_indexes_are_written_to_the_character_as_in_clickhouse(
    clickhouse: ClickHouse,
) -> None:
    text = (
        "CREATE TABLE t (k Int64, a Array(Tuple(x Int8, y Tuple(p Nullable(String), "
        "`q r` Map(String, Tuple(z Int8))))), u Tuple(Int8, Tuple(v Int8)), "
        "INDEX i k TYPE minmax, INDEX `a b` k TYPE minmax, INDEX `table` k TYPE minmax, "
        "INDEX `1x` k TYPE minmax, INDEX `index` k TYPE minmax) ENGINE = MergeTree ORDER BY k"
    )
    clickhouse.execute(text)
    [[theirs]] = clickhouse.rows("SHOW CREATE TABLE t")
    assert create_statement(table(text, database=clickhouse.current)) == theirs


def test_the_engine_is_shown_on_one_line_with_its_clauses(clickhouse: ClickHouse) -> None:
    text = (
        "CREATE TABLE t (a Int8, v UInt8, d Date) ENGINE = ReplacingMergeTree(v) PARTITION BY d "
        "PRIMARY KEY (a, v) ORDER BY (a, v, d) SAMPLE BY v SETTINGS index_granularity = 100"
    )
    clickhouse.execute(text)
    [[theirs]] = clickhouse.rows(
        "SELECT engine_full FROM system.tables WHERE name = 't' AND database = currentDatabase()"
    )
    assert engine_text(define(text)) == theirs


@pytest.mark.parametrize(
    ("elements", "wanted"), [((), ""), (("a",), "a"), (("a", "f(b, c)"), "a, f(b, c)")]
)
def test_a_key_is_shown_as_its_elements(elements: tuple[str, ...], wanted: str) -> None:
    assert key_text(elements) == wanted


def test_a_replicated_engine_keeps_its_name() -> None:
    replicated = table(
        "CREATE TABLE t (k Int64, ver UInt8) "
        "ENGINE = ReplicatedReplacingMergeTree('/p', 'r', ver) ORDER BY k"
    )
    text = create_statement(replicated)
    assert "ENGINE = ReplicatedReplacingMergeTree(ver)\n" in text
    assert create_statement(table(text)) == text
    assert replicated.definition.engine == "ReplacingMergeTree"
