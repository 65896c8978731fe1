"""Partitions: their ids, their texts, and how they are given in a statement."""

# A row of a table is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from support.clickhouse import ClickHouse

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.partition import (
    expression_of_values,
    partition_element,
    partition_expression,
    partition_id,
    partition_text,
    partition_values,
    values_of_literals,
)
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import PartitionElement

VALUES = [
    (["UInt8"], "(7)"),
    (["UInt32"], "(202403)"),
    (["UInt64"], "(18446744073709551615)"),
    (["Int8"], "(-128)"),
    (["Int64"], "(-9223372036854775808)"),
    (["Bool"], "(true)"),
    (["Date"], "('2024-03-17')"),
    (["Date"], "('1970-01-01')"),
    (["DateTime"], "('2024-03-17 10:20:30')"),
    (["Enum8('a' = -1, 'b' = 2)"], "('a')"),
    (["UInt32", "Date", "Int8"], "(202403, '2024-03-17', -5)"),
    (["String"], "('')"),
    (["String"], "('x')"),
    (["String"], "('größe, \\'quoted\\' — and longer than eight bytes')"),
    (["FixedString(4)"], "('ab')"),
    (["UUID"], "('61f0c404-5cb3-11e7-907b-a6006ad3dba0')"),
    (["Float64"], "(1.5)"),
    (["Float64"], "(-0.1)"),
    (["Float32"], "(0.5)"),
    (["Decimal(9, 2)"], "(-12.34)"),
    (["Decimal(18, 4)"], "(12345678901.2345)"),
    (["Decimal(38, 10)"], "(-1234567890123456789.0123456789)"),
    (["DateTime64(3, 'UTC')"], "('2024-03-17 10:20:30.123')"),
    (["DateTime64(6, 'UTC')"], "('2024-03-17 10:20:30.123456')"),
    (["Int128"], "(-7)"),
    (["Int256"], "(99999999999999999999999999999999999999)"),
    (["UInt128"], "(5)"),
    (["UInt256"], "(0)"),
    (["IPv4"], "('1.2.3.4')"),
    (["IPv6"], "('2001:DB8::5')"),
    (["IPv4", "UInt8"], "('1.2.3.4', 7)"),
    (["IPv4", "String"], "('1.2.3.4', '')"),
    (["IPv6", "Int256"], "('1.2.3.4', -1)"),
    (["Nullable(IPv4)"], "('1.2.3.4')"),
    (["Nullable(Int128)"], "(NULL)"),
    (["Nullable(Int32)"], "(NULL)"),
    (["Nullable(String)"], "(NULL)"),
    (["Nullable(Int32)"], "(5)"),
    (["LowCardinality(String)"], "('x')"),
    (["UInt32", "String"], "(202403, 'x')"),
    (["Date", "String"], "('2024-03-17', 'x')"),
    (["DateTime", "Enum16('a' = 1000)", "Bool", "String"], "('2024-03-17 00:00:01', 'a', false, '')"),
    (["Int64", "Nullable(Date)"], "(-1, NULL)"),
    (["Nullable(Date)"], "('2024-01-01')"),
    (["Nullable(Date)", "Int32"], "('1970-01-01', 1)"),
    (["Nullable(Date32)"], "('1969-12-31')"),
    (["Nullable(DateTime('UTC'))"], "('2024-01-01 00:00:00')"),
]  # fmt: skip


@pytest.mark.parametrize(("types", "values"), VALUES)
def test_ids_and_texts_are_those_of_clickhouse(
    clickhouse: ClickHouse, types: list[str], values: str
) -> None:
    columns = ", ".join(f"c{n} {kind}" for n, kind in enumerate(types))
    key = ", ".join(f"c{n}" for n in range(len(types)))
    clickhouse.execute("SET session_timezone = 'UTC'")
    clickhouse.execute(
        f"CREATE TABLE t ({columns}) ENGINE = MergeTree PARTITION BY ({key}) ORDER BY tuple() "
        "SETTINGS allow_nullable_key = 1, allow_floating_point_partition_key = 1"
    )
    clickhouse.execute(f"INSERT INTO t VALUES {values}")
    [[identity, text]] = clickhouse.rows(
        "SELECT partition_id, partition FROM system.parts "
        "WHERE table = 't' AND database = currentDatabase()"
    )
    parsed = [parse_type(kind) for kind in types]
    texts = values_of_literals(values, parsed)
    elements = [partition_element("c", one) for one in parsed]
    assert partition_id(texts, elements) == identity
    # The oracle reads the word for NULL as None.
    assert partition_text(texts, parsed) == ("ᴺᵁᴸᴸ" if text is None else text)


def test_a_table_without_a_partition_key_has_one_partition() -> None:
    assert partition_id((), ()) == "all"
    assert partition_text((), ()) == "tuple()"


def test_a_table_of_before_keeps_the_calendar_in_its_ids() -> None:
    old = PartitionElement("day", "Nullable(Date)")
    assert partition_id(["v2024-01-01"], [old]) == "20240101"


def test_a_table_of_before_keeps_its_remainders() -> None:
    new = partition_element("id % 200", DataType("Int16"))
    assert expression_of_values(new) == "moduloLegacy(id, 200)"
    assert expression_of_values(PartitionElement("id % 200", "Int16")) == "id % 200"


NUMBERS = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(NUMBERS, min_size=1, max_size=3))
def test_whole_numbers_are_printed_and_joined_by_dashes(numbers: list[int]) -> None:
    types = [DataType("Int64")] * len(numbers)
    texts = [f"v{number}" for number in numbers]
    elements = [partition_element("c", one) for one in types]
    assert partition_id(texts, elements) == "-".join(map(str, numbers))
    assert partition_values(texts, types) == numbers


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2, unique=True))  # fmt: skip
def test_different_strings_are_different_partitions(values: list[str]) -> None:
    string = [DataType("String")]
    texts = [[f"v{value.encode().hex().upper()}"] for value in values]
    assert [partition_values(text, string) for text in texts] == [[value] for value in values]
    ids = [partition_id(text, [partition_element("c", string[0])]) for text in texts]
    assert ids[0] != ids[1]
    assert all(len(identity) == 32 for identity in ids)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("Int8", "CAST(c AS STRING)"),
        ("Date", "CAST(c AS STRING)"),
        ("Decimal(5, 1)", "CAST(c AS STRING)"),
        ("String", "hex(c)"),
        ("UUID", "hex(c)"),
        ("IPv4", "hex(c)"),
        ("IPv6", "hex(c)"),
        ("Int256", "CAST(c AS STRING)"),
        ("Enum8('a' = 1)", "hex(c)"),
        ("FixedString(2)", "hex(c)"),
        ("DateTime", "CAST(unix_micros(c) AS STRING)"),
        ("DateTime64(3)", "CAST(unix_micros(c) AS STRING)"),
    ],
)
def test_tasks_name_a_value_so_that_it_fits_a_directory(kind: str, wanted: str) -> None:
    expression = partition_expression("c", parse_type(kind))
    tree = sqlglot.parse_one(expression, read="spark")
    assert tree.args["ifs"][0].this.sql("spark") == "c IS NULL"
    assert tree.args["ifs"][0].args["true"].name == "n"
    expected = sqlglot.parse_one(f"concat('v', {wanted})", read="spark")
    assert tree.args["default"] == expected


@pytest.mark.parametrize(
    ("literal", "kind", "wanted"),
    [
        ("202403", "UInt32", ("v202403",)),
        ("'202403'", "UInt32", ("v202403",)),
        ("(202403)", "UInt32", ("v202403",)),
        ("tuple(202403)", "UInt32", ("v202403",)),
        ("-5", "Int8", ("v-5",)),
        ("'2024-03-17'", "Date", ("v2024-03-17",)),
        ("'20240317'", "Date", ("v2024-03-17",)),
        ("18750", "Date", ("v2021-05-03",)),
        ("18750", "Nullable(Date)", ("v2021-05-03",)),
        ("-1", "Date32", ("v1969-12-31",)),
        ("1620000000", "DateTime", ("v1620000000000000",)),
        ("1620000000", "DateTime64(3)", ("v1620000000000000",)),
        ("1", "Enum8('a' = 1, 'b' = 2)", ("v61",)),
        ("16909060", "IPv4", ("v" + b"1.2.3.4".hex().upper(),)),
        ("1", "Bool", ("vtrue",)),
        ("false", "Bool", ("vfalse",)),
        ("NULL", "Nullable(Int8)", ("n",)),
        ("'x'", "String", ("v78",)),
        ("'n'", "String", ("v6E",)),
        ("1.5", "Decimal(5, 2)", ("v1.50",)),
        ("'2024-03-17 00:00:01'", "DateTime", ("v1710633601000000",)),
        ("'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "UUID", ("v" + b"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11".hex().upper(),)),
    ],
)  # fmt: skip
def test_a_partition_is_given_by_its_values(
    literal: str, kind: str, wanted: tuple[str, ...]
) -> None:
    assert values_of_literals(literal, [parse_type(kind)]) == wanted


@pytest.mark.parametrize(
    ("clause", "kinds", "counts"),
    [
        ("(1, 2)", ["Int8"], "2, must be: 1."),
        ("1", ["Int8", "Int8"], "1, must be: 2."),
        ("1", [], "1, must be: 0."),
        ("tuple()", ["Int8"], "0, must be: 1."),
    ],
)
def test_a_partition_has_as_many_values_as_its_key(
    clause: str, kinds: list[str], counts: str
) -> None:
    with pytest.raises(RmtError) as raised:
        values_of_literals(clause, [parse_type(kind) for kind in kinds])
    assert raised.value.name == "INVALID_PARTITION_VALUE"
    assert raised.value.message == f"Wrong number of fields in the partition expression: {counts}"


@pytest.mark.parametrize(
    ("clause", "kind"),
    [
        ("'x'", "Int8"),
        ("1.5", "Int8"),
        ("300", "UInt8"),
        ("-1", "UInt8"),
        ("20210503", "Date"),
        ("20210503", "Nullable(Date)"),
        ("65536", "Date"),
        ("-1", "Date"),
        ("1.5", "Date"),
        ("0.5", "Date32"),
        ("1620000000.5", "DateTime"),
        ("-5", "DateTime"),
        ("4294967296", "DateTime"),
        ("1.5", "DateTime64(3)"),
        ("5", "UUID"),
        ("5", "IPv6"),
        ("'noon'", "DateTime"),
        ("'x'", "Decimal(5, 1)"),
        ("'x'", "UUID"),
        ("NULL", "Int8"),
    ],
)
def test_what_is_no_value_of_the_key_is_refused_as_in_clickhouse(
    clickhouse: ClickHouse, clause: str, kind: str
) -> None:
    with pytest.raises(RmtError) as raised:
        values_of_literals(clause, [parse_type(kind)])
    clickhouse.execute(
        f"CREATE TABLE t (c {kind}) ENGINE = MergeTree PARTITION BY c ORDER BY tuple() "
        "SETTINGS allow_floating_point_partition_key = 1, allow_nullable_key = 1"
    )
    theirs = clickhouse.error(f"OPTIMIZE TABLE t PARTITION {clause}")
    assert raised.value.name == theirs.name
    assert clause.strip("'") in raised.value.message
    assert kind in raised.value.message


def test_a_date_there_is_not_is_refused() -> None:
    with pytest.raises(RmtError, match="'2024-02-30' is no value") as raised:
        values_of_literals("'2024-02-30'", [parse_type("Date")])
    assert raised.value.name == "CANNOT_PARSE_DATE"


@pytest.mark.parametrize("clause", ["a", "1 +", "[1]", "f(1)"])
def test_what_is_no_literal_is_refused_with_how_to_give_a_partition(clause: str) -> None:
    with pytest.raises(RmtError, match="is no value of a partition key of type Int8") as raised:
        values_of_literals(clause, [parse_type("Int8")])
    assert raised.value.hint == "Give the partition as system.parts shows it, or by PARTITION ID."
