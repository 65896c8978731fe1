"""What drivers are told of tables, and how they ask."""

from __future__ import annotations

import re
import time

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.values.types import FAMILIES, parse_type
from rmt_engine.system.driver_types import of_clickhouse, of_either, of_spark
from rmt_engine.system.metadata import METADATA, MetadataCall, NamePattern


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("", "anything"),
        ("*", "anything"),
        ("%", ""),
        ("t", "t"),
        ("T", "t"),
        ("t", "T"),
        ("t%", "t"),
        ("%t%", "at"),
        ("a%b%a", "aba"),
        ("a%ab%b", "a-ab-b"),
        ("t_x", "tyx"),
        ("t\\_x", "t_x"),
        ("t\\%", "t%"),
        ("t\\\\", "t\\"),
        ("t\\", "t\\"),
        ("a.b[c]", "a.b[c]"),
        ("a%c", "a\nc"),
        ("_%_", "ab"),
        ("we`ir'd", "WE`IR'D"),
    ],
)
def test_a_pattern_stands_for_a_name(pattern: str, name: str) -> None:
    assert NamePattern(pattern).matches(name)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("t", "tt"),
        ("t_x", "tx"),
        ("t\\_x", "tyx"),
        ("t\\%", "tt"),
        ("a%a", "a"),
        ("%b%b", "ab"),
        ("_%_", "a"),
        ("t|u", "t"),
        ("t.*", "tab"),
        ("**", "t"),
    ],
)
def test_a_pattern_does_not_stand_for_a_name(pattern: str, name: str) -> None:
    assert not NamePattern(pattern).matches(name)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [("T", "t"), ("a\\_b", "a_b"), ("a_b", None), ("a\\\\%", None), ("%", None), ("", None)],
)
def test_a_pattern_without_wildcards_is_one_name(pattern: str, name: str | None) -> None:
    assert NamePattern(pattern).name == name


def test_many_wildcards_take_no_time() -> None:
    began = time.process_time()
    assert not NamePattern("%a" * 5_000 + "b").matches("a" * 200)
    assert not NamePattern("%a_" * 50 + "b").matches("a" * 2_000)
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "call",
    [
        MetadataCall(),
        MetadataCall("d", "t%", "c", ("TABLE", "VIEW")),
        MetadataCall(table="we'ird \\% `x` ${y} ?:ü&=;--\n"),
    ],
)
def test_a_call_is_a_word_that_no_statement_has_to_quote(call: MetadataCall) -> None:
    text = call.to_text()
    assert re.fullmatch(r"[A-Za-z0-9+.=&%_~-]*", text)
    assert MetadataCall.parse(text) == call


@pytest.mark.parametrize("text", ["x", "tables=t", "schema"])
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(RmtError, match="rmt_metadata was given") as raised:
        MetadataCall.parse(text)
    assert raised.value.name == "BAD_ARGUMENTS"


@pytest.mark.parametrize(
    ("clickhouse", "code", "name", "size", "digits"),
    [
        ("UInt8", 5, "SMALLINT", 3, 0),
        ("Int64", -5, "BIGINT", 19, 0),
        ("UInt64", 3, "DECIMAL(20,0)", 20, 0),
        ("Float32", 6, "FLOAT", 7, None),
        ("Float64", 8, "DOUBLE", 15, None),
        ("Decimal(10, 2)", 3, "DECIMAL(10,2)", 10, 2),
        ("Bool", 16, "BOOLEAN", 1, None),
        ("String", 12, "STRING", None, None),
        ("FixedString(7)", 12, "STRING", 7, None),
        ("Enum8('a' = 1, 'three' = 3)", 12, "STRING", 5, None),
        ("UUID", 12, "STRING", 36, None),
        ("Date", 91, "DATE", 10, None),
        ("DateTime", 93, "TIMESTAMP", 19, 0),
        ("DateTime64(3, 'Europe/Berlin')", 93, "TIMESTAMP", 23, 3),
        ("Array(Int8)", 2003, "ARRAY<TINYINT>", None, None),
        ("Map(String, Int32)", 2000, "MAP<STRING, INT>", None, None),
    ],
)
def test_a_type_of_clickhouse(
    clickhouse: str, code: int, name: str, size: int | None, digits: int | None
) -> None:
    known = of_clickhouse(parse_type(clickhouse))
    assert (known.code, known.name, known.size, known.digits) == (code, name, size, digits)
    assert not known.nullable


@pytest.mark.parametrize("text", ["Nullable(Int8)", "LowCardinality(Nullable(String))"])
def test_a_nullable_type(text: str) -> None:
    assert of_clickhouse(parse_type(text)).nullable


@pytest.mark.parametrize(
    ("spark", "code", "name", "size"),
    [
        ("int", 4, "INT", 10),
        ("char(3)", 1, "CHAR(3)", 3),
        ("varchar(12)", 12, "VARCHAR(12)", 12),
        ("timestamp_ntz", 93, "TIMESTAMP_NTZ", 26),
        ("struct<Name:int>", 2002, "struct<Name:int>", None),
        ("interval day to second", 1111, "INTERVAL DAY TO SECOND", None),
        ("void", 0, "VOID", None),
    ],
)
def test_a_type_of_sparks(spark: str, code: int, name: str, size: int | None) -> None:
    known = of_spark(spark)
    assert (known.code, known.name, known.size) == (code, name, size)
    assert known.nullable


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ("Int8", -6, "TINYINT"),
        ("int", 4, "INT"),
        ("IntervalDay", 1111, "IntervalDay"),
        ("Geometry of another time", 1111, "Geometry of another time"),
    ],
)
def test_a_type_in_the_words_of_either(text: str, code: int, name: str) -> None:
    known = of_either(text)
    assert (known.code, known.name) == (code, name)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_type_of_columns_is_known(family: str) -> None:
    arguments = {
        "Decimal": "(9, 2)",
        "FixedString": "(3)",
        "DateTime64": "(3)",
        "Enum8": "('a' = 1)",
        "Enum16": "('a' = 1)",
        "Array": "(Int8)",
        "Map": "(String, Int8)",
        "Tuple": "(a Int8, b String)",
        "Nested": "(a Int8, b String)",
        "AggregateFunction": "(sum, Int64)",
    }
    assert of_clickhouse(parse_type(family + arguments.get(family, ""))).code != 0


def test_answers_begin_as_jdbc_says() -> None:
    first = {name: answer.columns.split()[0] for name, answer in METADATA.items()}
    assert first == {
        "tables": "TABLE_CAT",
        "columns": "TABLE_CAT",
        "primary_keys": "TABLE_CAT",
        "schemas": "TABLE_SCHEM",
        "table_types": "TABLE_TYPE",
    }
