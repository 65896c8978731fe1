"""How a table's rows are stored."""

from __future__ import annotations

import pyarrow as pa

from rmt_engine.sql.tables.layout import partition_types, run_layout, stored_schema, stored_types
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.runs import Codec
from tests.sql.support import Spark, define

DEFINITION = define(
    """CREATE TABLE t (
        id UInt32,
        s LowCardinality(String),
        e Enum8('a' = 1),
        n Nullable(Int8),
        m UInt32 MATERIALIZED id,
        al UInt32 ALIAS id,
        INDEX i s TYPE bloom_filter(0.01),
        INDEX j id TYPE minmax,
        INDEX k lower(s) TYPE bloom_filter
    ) ENGINE = ReplacingMergeTree PARTITION BY (id, e) ORDER BY (id, lower(s))""",
    Spark({"clickhouse_lower(s)": "string"}),
)


def test_files_hold_declared_columns_and_computed_key_columns_but_no_aliases() -> None:
    assert {name: str(kind) for name, kind in stored_types(DEFINITION).items()} == {
        "id": "UInt32",
        "s": "LowCardinality(String)",
        "e": "Enum8('a' = 1)",
        "n": "Nullable(Int8)",
        "m": "UInt32",
        "__key_1": "String",
    }


def test_the_schema_lets_only_nullable_columns_hold_null() -> None:
    assert stored_schema(DEFINITION) == pa.schema(
        [
            pa.field("id", pa.int64(), nullable=False),
            pa.field("s", pa.string(), nullable=False),
            pa.field("e", pa.string(), nullable=False),
            pa.field("n", pa.int8(), nullable=True),
            pa.field("m", pa.int64(), nullable=False),
            pa.field("__key_1", pa.string(), nullable=False),
        ]
    )


def test_partition_elements_have_their_types() -> None:
    assert partition_types(DEFINITION) == [parse_type("UInt32"), parse_type("Enum8('a' = 1)")]


def test_runs_are_sorted_by_the_key_and_encode_what_has_few_values_as_dictionaries() -> None:
    layout = run_layout(DEFINITION)
    assert layout.key == ("id", "__key_1")
    assert layout.dictionary == ("s", "e")


def test_a_bloom_filter_is_for_an_index_of_that_type_on_a_stored_column() -> None:
    assert run_layout(DEFINITION).bloom == ("s",)


def test_files_are_known_by_the_extremes_of_keys_partitions_versions_and_minmax_indexes() -> None:
    assert run_layout(DEFINITION).minmax == ("id", "e", "__key_1")
    text = """CREATE TABLE t (a Int8, at DateTime, B Int8, c Int8, v UInt8, INDEX i c TYPE minmax)
    ENGINE = ReplacingMergeTree(v) PARTITION BY (toYYYYMM(at), b) ORDER BY a"""
    assert run_layout(define(text)).minmax == ("a", "at", "B", "c", "v")


def test_a_page_holds_as_many_rows_as_the_granularity_says() -> None:
    text = "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a"
    assert run_layout(define(text)).page_rows == 8192
    assert run_layout(define(f"{text} SETTINGS index_granularity = 7")).page_rows == 7


def test_table_settings_say_how_parts_are_compressed() -> None:
    text = "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a"
    layout = run_layout(define(text))
    assert (layout.codec, layout.of_level(2).codec) == (Codec("lz4"), Codec("lz4"))
    assert layout.of_level(3).codec == Codec("zstd", 1)
    told = "old_parts_min_level = 1, old_parts_compression_codec = 'NONE', row_group_rows = 9"
    layout = run_layout(define(f"{text} SETTINGS {told}"))
    assert (layout.of_level(0).codec, layout.of_level(1).codec) == (Codec("lz4"), Codec("none"))
    assert layout.row_group_rows == 9
    everywhere = run_layout(define(f"{text} SETTINGS default_compression_codec = 'ZSTD(5)'"))
    assert everywhere.codec == everywhere.of_level(9).codec == Codec("zstd", 5)
