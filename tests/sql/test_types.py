"""ClickHouse's data types: read, printed, mapped to Spark and Arrow."""

# A row of a table of types is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pyarrow as pa
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from support.clickhouse import ClickHouse

from rmt_engine.errors import RmtError
from rmt_engine.sql.values.types import (
    ALIASES,
    FAMILIES,
    UNSUPPORTED,
    Category,
    DataType,
    from_spark_type,
    parse_type,
    split_top_level,
)

SIMPLE = sorted(
    set(FAMILIES) - {"Decimal", "FixedString", "Enum8", "Enum16", "Array", "Nested", "Map", "Tuple"}
)

CANONICAL = [
    *SIMPLE,
    "Decimal(10, 2)",
    "Decimal(38, 38)",
    "FixedString(16)",
    "DateTime('Europe/Zurich')",
    "DateTime64(0)",
    "DateTime64(6, 'UTC')",
    "Enum8('a' = -128, 'b' = 127)",
    "Enum16('it\\'s' = 1, 'a, b' = 1000, ')' = 1001)",
    "Nullable(Int8)",
    "Nullable(Decimal(5, 1))",
    "Nullable(Enum8('a' = 1))",
    "LowCardinality(String)",
    "LowCardinality(Nullable(String))",
    "LowCardinality(FixedString(3))",
    "Array(Nullable(String))",
    "Array(Array(UInt8))",
    "Map(String, Array(Int32))",
    "Map(LowCardinality(String), Nullable(Float64))",
    "Tuple(Int8, String)",
    "Tuple(a Int8, b Tuple(c String, d Array(Date)))",
    r"Tuple(`a b` Int8, `c\`` String)",
    "Array(Int256)",
    "Map(IPv4, Nullable(IPv6))",
    "Nullable(JSON)",
    "Array(JSON)",
    "Nested(a Int8, b Nested(c IPv4, `d e` Nullable(UInt128)))",
    "Array(Nested(a Int8))",
]


def parse_error(text: str) -> RmtError:
    with pytest.raises(RmtError) as raised:
        parse_type(text)
    return raised.value


def type_in_clickhouse(clickhouse: ClickHouse, text: str) -> str:
    clickhouse.execute("DROP TABLE IF EXISTS types")
    clickhouse.execute("SET flatten_nested = 0")
    clickhouse.execute(f"CREATE TABLE types (c {text}) ENGINE = Memory")
    [[name]] = clickhouse.rows(
        "SELECT type FROM system.columns WHERE table = 'types' AND database = currentDatabase()"
    )
    return str(name)


@pytest.mark.parametrize("text", CANONICAL)
def test_a_type_prints_as_clickhouse_prints_it(clickhouse: ClickHouse, text: str) -> None:
    ours = str(parse_type(text))
    theirs = type_in_clickhouse(clickhouse, text)
    # ClickHouse always shows the digits of a DateTime64.
    assert ours == theirs or (text, ours, theirs) == ("DateTime64", "DateTime64(3)", theirs)
    assert str(parse_type(theirs)) == ours


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *((alias, wanted) for alias, wanted in ALIASES.items() if wanted in SIMPLE and alias != "TIMESTAMP"),
        ("double precision", "Float64"),
        ("varchar(20)", "String"),
        ("CHAR(3)", "String"),
        ("Decimal32(2)", "Decimal(9, 2)"),
        ("Decimal64(2)", "Decimal(18, 2)"),
        ("decimal128(2)", "Decimal(38, 2)"),
        ("decimal", "Decimal(10, 0)"),
        ("DEC(5)", "Decimal(5, 0)"),
        ("numeric(5, 1)", "Decimal(5, 1)"),
        ("Enum('b' = 2, 'a' = 1)", "Enum8('a' = 1, 'b' = 2)"),
        ("Enum('a' = 128)", "Enum16('a' = 128)"),
        ("Enum8('a', 'b')", "Enum8('a' = 1, 'b' = 2)"),
        ("Enum8('a' = -3, 'b')", "Enum8('a' = -3, 'b' = -2)"),
        ("nullable(Int8)", "Nullable(Int8)"),
    ],
)  # fmt: skip
def test_other_spellings_mean_what_they_mean_in_clickhouse(
    clickhouse: ClickHouse, text: str, wanted: str
) -> None:
    assert str(parse_type(text)) == wanted
    if text not in CLIENTS_OWN:
        assert type_in_clickhouse(clickhouse, text) == wanted


# Spark's words; ClickHouse has no such name, or only in another case.
CLIENTS_OWN = {"SHORT", "LONG", "STRING", "decimal128(2)", "nullable(Int8)", "UUID", "Enum"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("timestamp", "DateTime64(6)"),
        ("array<int>", "Array(Int32)"),
        ("array<array<string>>", "Array(Array(String))"),
        ("map<string, bigint>", "Map(String, Int64)"),
        ("struct<a: int, b: array<date>>", "Tuple(a Int32, b Array(Date))"),
        ("struct<a:int>", "Tuple(a Int32)"),
        ("long", "Int64"),
    ],
)
def test_types_of_spark_are_read_too(text: str, wanted: str) -> None:
    assert str(parse_type(text)) == wanted


def _names() -> st.SearchStrategy[str]:
    return st.text(alphabet="abZ_09é '`\\,()=", min_size=1, max_size=5)


def _enums(family: str, bits: int) -> st.SearchStrategy[DataType]:
    numbers = st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    return st.dictionaries(numbers, _names(), min_size=1, max_size=4).map(
        lambda members: DataType(
            family,
            members=tuple(
                (name, number)
                for number, name in sorted(members.items())
                if list(members.values()).count(name) == 1
            )
            or (("only", 1),),
        )
    )


SCALARS = st.one_of(
    st.sampled_from([DataType(name) for name in SIMPLE if name != "DateTime64"]),
    st.builds(lambda s: DataType("DateTime64", (s,)), st.integers(0, 9)),
    st.builds(lambda s: DataType("DateTime64", (s, "Asia/Kolkata")), st.integers(0, 9)),
    st.builds(lambda n: DataType("FixedString", (n,)), st.integers(1, 99)),
    st.integers(1, 38).flatmap(
        lambda p: st.builds(lambda s: DataType("Decimal", (p, s)), st.integers(0, p))
    ),
    _enums("Enum8", 8),
    _enums("Enum16", 16),
)
NULLABLE = SCALARS.map(lambda t: DataType(t.family, t.arguments, members=t.members, nullable=True))
LOW = st.booleans().map(lambda n: DataType("String", nullable=n, low_cardinality=True))


def _nested(inner: st.SearchStrategy[DataType]) -> st.SearchStrategy[DataType]:
    elements = st.lists(inner, min_size=1, max_size=3)
    names = st.lists(_names(), min_size=3, max_size=3, unique_by=str.lower)
    return st.one_of(
        inner.map(lambda t: DataType("Array", elements=(t,))),
        inner.map(lambda t: DataType("Map", elements=(DataType("String"), t))),
        st.builds(
            lambda ts, ns: DataType("Nested", elements=tuple(ts), names=tuple(ns[: len(ts)])),
            elements,
            names,
        ),
        elements.map(lambda ts: DataType("Tuple", elements=tuple(ts))),
        st.builds(
            lambda ts, ns: DataType("Tuple", elements=tuple(ts), names=tuple(ns[: len(ts)])),
            elements,
            names,
        ),
    )


TYPES = st.recursive(st.one_of(SCALARS, NULLABLE, LOW), _nested, max_leaves=5)


@given(TYPES)
def test_what_is_printed_is_read_as_the_same_type(data_type: DataType) -> None:
    assert parse_type(str(data_type)) == data_type


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_found_under_its_name(family: str) -> None:
    assert FAMILIES[family].name == family


@pytest.mark.parametrize("text", CANONICAL)
def test_types_of_spark_and_arrow_are_two_words_for_the_same(text: str) -> None:
    data_type = parse_type(text)
    assert _spark_of_arrow(data_type.arrow) == data_type.spark.replace(" ", "").lower()


def _spark_of_arrow(arrow: pa.DataType) -> str:
    simple = {
        pa.int8(): "tinyint",
        pa.int16(): "smallint",
        pa.int32(): "int",
        pa.int64(): "bigint",
        pa.float32(): "float",
        pa.float64(): "double",
        pa.bool_(): "boolean",
        pa.string(): "string",
        pa.date32(): "date",
        pa.timestamp("us", tz="UTC"): "timestamp",
    }
    if arrow in simple:
        return simple[arrow]
    if pa.types.is_decimal(arrow):
        return f"decimal({arrow.precision},{arrow.scale})"
    if pa.types.is_list(arrow):
        return f"array<{_spark_of_arrow(arrow.value_type)}>"
    if pa.types.is_map(arrow):
        return f"map<{_spark_of_arrow(arrow.key_type)},{_spark_of_arrow(arrow.item_type)}>"
    fields = (_spark_field(f) for f in arrow)
    return f"struct<{','.join(fields)}>"


def _spark_field(field: pa.Field) -> str:
    name = field.name.replace("`", "``").replace(" ", "")
    return f"`{name}`:{_spark_of_arrow(field.type)}"


def test_inner_values_are_null_in_arrow_only_where_the_type_says_so() -> None:
    arrow = parse_type(
        "Tuple(a Int8, b Nullable(Int8), c Array(Int8), d Map(String, Nullable(Int8)))"
    ).arrow
    assert [field.nullable for field in arrow] == [False, True, False, False]
    assert not arrow.field("c").type.value_field.nullable
    assert arrow.field("d").type.item_field.nullable


@pytest.mark.parametrize(
    "family", [f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)]
)
def test_integers_end_where_those_of_clickhouse_end(
    clickhouse_server: ClickHouse, family: str
) -> None:
    low, high = map(int, FAMILIES[family].bounds or (0, 0))
    [[below, lowest, highest, above]] = clickhouse_server.rows(
        f"SELECT to{family}OrNull('{low - 1}'), to{family}OrNull('{low}'), "
        f"to{family}OrNull('{high}'), to{family}OrNull('{high + 1}')"
    )
    assert (below, lowest, highest, above) == (None, str(low), str(high), None)


@pytest.mark.parametrize(
    "family", [f"{sign}Int{bits}" for sign in ("", "U") for bits in (128, 256)]
)
def test_wide_integers_end_where_spark_does_if_clickhouse_has_greater_ones(family: str) -> None:
    bits = int(family[-3:])
    low, high = (0, 2**bits - 1) if family[0] == "U" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    assert FAMILIES[family].bounds == (max(low, 1 - 10**38), min(high, 10**38 - 1))


def test_dates_end_where_those_of_clickhouse_end(clickhouse_server: ClickHouse) -> None:
    # ClickHouse takes what lies beyond for the nearest date it has.
    [ends] = clickhouse_server.rows("SELECT toDate('1800-01-01'), toDate('2999-12-31')")
    assert FAMILIES["Date"].bounds == ends


@pytest.mark.parametrize("family", [name for name in SIMPLE if name != "Bool"])
def test_a_column_is_a_version_where_it_is_one_in_clickhouse(
    clickhouse: ClickHouse, family: str
) -> None:
    create = f"CREATE TABLE t (a Int8, v {family}) ENGINE = ReplacingMergeTree(v) ORDER BY a"
    if FAMILIES[family].version:
        clickhouse.execute(create)
    else:
        assert clickhouse.error(create).name == "BAD_TYPE_OF_FIELD"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Int8", "CAST(0 AS TINYINT)"),
        ("Decimal(5, 2)", "CAST(0 AS DECIMAL(5,2))"),
        ("String", "''"),
        ("Bool", "false"),
        ("Date", "DATE'1970-01-01'"),
        ("DateTime('Asia/Tokyo')", "timestamp_seconds(0)"),
        ("UUID", "'00000000-0000-0000-0000-000000000000'"),
        ("Int256", "CAST(0 AS DECIMAL(38,0))"),
        ("IPv4", "'0.0.0.0'"),
        ("IPv6", "'::'"),
        ("JSON", "'{}'"),
        ("Nested(a Int8)", "CAST(array() AS ARRAY<STRUCT<`a`: TINYINT>>)"),
        ("Enum8('b' = 2, 'it\\'s' = -1)", r"'it\'s'"),
        ("Nullable(Int8)", "CAST(NULL AS TINYINT)"),
        ("LowCardinality(Nullable(String))", "CAST(NULL AS STRING)"),
        ("Array(Int8)", "CAST(array() AS ARRAY<TINYINT>)"),
        ("Tuple(Int8, String)", "named_struct('1', CAST(0 AS TINYINT), '2', '')"),
    ],
)  # fmt: skip
def test_the_default_of_a_type_is_that_of_clickhouse(text: str, wanted: str) -> None:
    assert parse_type(text).default == wanted


@pytest.mark.parametrize("text", CANONICAL)
def test_spark_types_and_defaults_are_sql_that_spark_can_read(text: str) -> None:
    data_type = parse_type(text)
    sqlglot.parse_one(f"SELECT CAST({data_type.default} AS {data_type.spark})", read="spark")


@pytest.mark.parametrize(
    ("text", "category", "precision", "timezone"),
    [
        ("Decimal(10, 2)", Category.DECIMAL, 10, "UTC"),
        ("DateTime", Category.DATETIME, 0, "UTC"),
        ("DateTime('Asia/Tokyo')", Category.DATETIME, 0, "Asia/Tokyo"),
        ("DateTime64(4, 'Asia/Tokyo')", Category.DATETIME, 4, "Asia/Tokyo"),
        ("FixedString(7)", Category.FIXED_STRING, 7, "UTC"),
    ],
)
def test_a_type_knows_its_digits_and_its_zone(
    text: str, category: Category, precision: int, timezone: str
) -> None:
    data_type = parse_type(text)
    assert (data_type.category, data_type.precision, data_type.timezone) == (
        category,
        precision,
        timezone,
    )


def test_a_decimal_knows_its_scale() -> None:
    assert parse_type("Nullable(Decimal(10, 3))").scale == 3


# Refusals


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Decimal(0)", "ARGUMENT_OUT_OF_BOUND"),
        ("Decimal(77)", "ARGUMENT_OUT_OF_BOUND"),
        ("Decimal(5, 6)", "ARGUMENT_OUT_OF_BOUND"),
        ("Decimal64(19)", "ARGUMENT_OUT_OF_BOUND"),
        ("DateTime64(10)", "ARGUMENT_OUT_OF_BOUND"),
        ("DateTime('Mars/Phobos')", "BAD_ARGUMENTS"),
        ("DateTime64(3, 'Mars/Phobos')", "BAD_ARGUMENTS"),
        ("FixedString(0)", "UNEXPECTED_AST_STRUCTURE"),
        ("FixedString", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("FixedString(1, 2)", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("FixedString('a')", "UNEXPECTED_AST_STRUCTURE"),
        ("Enum8('a' = 1, 'a' = 2)", "SYNTAX_ERROR"),
        ("Enum8('a' = 1, 'b' = 1)", "SYNTAX_ERROR"),
        ("Enum8('a' = 300)", "ARGUMENT_OUT_OF_BOUND"),
        ("Nullable(Nullable(Int8))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("Nullable(Array(Int8))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("Nullable(Map(String, Int8))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("Nullable(LowCardinality(String))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("LowCardinality(Array(String))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("LowCardinality(Decimal(5, 1))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("Tuple(a Int8, a String)", "DUPLICATE_COLUMN"),
        ("Tuple(a Int8, String)", "BAD_ARGUMENTS"),
        ("Map(Nullable(String), Int8)", "BAD_ARGUMENTS"),
        ("LowCardinality(JSON)", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("Nullable(Nested(a Int8))", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("Nested(a Int8, a String)", "DUPLICATE_COLUMN"),
        ("Nested(Int8)", "SYNTAX_ERROR"),
        ("Nested(a Int8, b)", "SYNTAX_ERROR"),
        ("Map(String)", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("Array(Int8, Int8)", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("int8", "UNKNOWN_TYPE"),
        ("Sting", "UNKNOWN_TYPE"),
        ("Array(Int8", "SYNTAX_ERROR"),
        ("Int8)", "SYNTAX_ERROR"),
    ],
)
def test_a_wrong_type_gets_the_error_of_clickhouse(
    clickhouse: ClickHouse, text: str, name: str
) -> None:
    assert parse_error(text).name == name
    assert clickhouse.error(f"CREATE TABLE t (c {text}) ENGINE = Memory").name == name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Array<Int8", "expected >"),
        ("Enum8()", "expected a member of the enum"),
        ("Enum8(1)", "expected a member of the enum"),
        ("Enum8('a' = x)", "expected the number of the member"),
        ("Enum8('a' = 1.5)", "expected the number of the member"),
        ("Decimal('x')", "takes a precision and a scale"),
        ("Decimal(1, 2, 3)", "takes a precision and a scale"),
        ("Decimal(10, -1)", "'-' is no argument of the type Decimal"),
        ("Decimal32", "Decimal32 takes one argument, its scale"),
        ("Decimal64(1, 2)", "Decimal64 takes one argument, its scale"),
        ("DateTime('UTC', 3)", "at most a time zone, a string"),
        ("DateTime('UTC', 'UTC')", "at most a time zone, a string"),
        ("DateTime64(3, 'UTC', 'x')", "at most a time zone, a string"),
        ("DateTime64('UTC')", "fractional digits first: DateTime64(3)"),
        ("Int8 Int8", "expected the end"),
        ("", "expected a data type"),
        ("Array()", "expected a data type"),
        ("Nullable Int8", "expected ("),
    ],
)
def test_a_type_that_cannot_be_read_says_what_was_expected(text: str, says: str) -> None:
    error = parse_error(text)
    assert error.name == "SYNTAX_ERROR"
    assert says in error.message


def test_a_type_without_arguments_takes_none() -> None:
    error = parse_error("UUID(3)")
    assert (error.name, error.message) == (
        "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        "The type UUID takes no argument.",
    )


def test_a_map_cannot_be_keyed_by_floating_point_numbers() -> None:
    error = parse_error("Map(Float64, Int8)")
    assert (error.name, error.message) == (
        "BAD_ARGUMENTS",
        "Map cannot have a key of type Float64.",
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("int64", "Did you mean Int64?"),
        ("Sting", "Did you mean String?"),
        ("Zzzz", "docs/types.md lists the types."),
        ("Nullable(Array(Int8))", "Put Nullable inside: Array(Nullable(T))"),
        ("LowCardinality(Array(String))", "LowCardinality is for strings."),
        ("DateTime('Mars/Phobos')", "'Europe/Zurich'"),
        ("Decimal(39)", "Declare at most Decimal(38, S)."),
        ("Dynamic", "docs/types.md lists the types there are."),
    ],
)
def test_a_refusal_says_what_to_write_instead(text: str, hint: str) -> None:
    assert hint in parse_error(text).hint


@pytest.mark.parametrize("name", sorted(UNSUPPORTED))
def test_a_type_that_is_not_there_yet_is_refused_by_name(name: str) -> None:
    error = parse_error(name)
    assert error.name == "NOT_IMPLEMENTED"
    # VARIANT is Spark's, Variant ClickHouse's: one message for both.
    assert error.message.lower() == f"the data type {name.lower()} is not supported yet."


@pytest.mark.parametrize("text", ["Decimal(39, 1)", "Decimal(76, 76)"])
def test_digits_beyond_those_of_spark_are_refused(text: str) -> None:
    assert parse_error(text).name == "NOT_IMPLEMENTED"


# Spark's types


@pytest.mark.parametrize(
    ("spark", "wanted"),
    [
        ("boolean", "Bool"),
        ("tinyint", "Int8"),
        ("bigint", "Int64"),
        ("double", "Float64"),
        ("string", "String"),
        ("varchar(10)", "String"),
        ("char(1)", "String"),
        ("date", "Date32"),
        ("timestamp", "DateTime64(6)"),
        ("timestamp_ntz", "DateTime64(6)"),
        ("decimal(20,3)", "Decimal(20, 3)"),
    ],
)
def test_a_column_of_spark_gets_the_type_that_holds_its_values(spark: str, wanted: str) -> None:
    assert str(from_spark_type(spark, nullable=False)) == wanted
    assert str(from_spark_type(spark, nullable=True)) == f"Nullable({wanted})"


@pytest.mark.parametrize(
    ("spark", "wanted"),
    [
        ("array<int>", "Array(Nullable(Int32))"),
        ("array<array<int>>", "Array(Array(Nullable(Int32)))"),
        ("map<string,decimal(5,2)>", "Map(String, Nullable(Decimal(5, 2)))"),
        ("map<string,map<int,string>>", "Map(String, Map(Int32, Nullable(String)))"),
        (
            "struct<a:int,b:struct<c:string,d:map<int,date>>>",
            "Tuple(a Nullable(Int32), b Tuple(c Nullable(String), d Map(Int32, Nullable(Date32))))",
        ),
        ("struct<`a b`:int>", "Tuple(`a b` Nullable(Int32))"),
    ],
)
def test_nested_columns_of_spark_hold_null_inside_and_not_as_a_whole(
    spark: str, wanted: str
) -> None:
    for nullable in (False, True):
        data_type = from_spark_type(spark, nullable)
        assert str(data_type) == wanted
        assert parse_type(wanted) == data_type


@pytest.mark.parametrize("spark", ["binary", "interval day", "variant", "array<binary>"])
def test_a_column_of_spark_that_nothing_holds_is_refused(spark: str) -> None:
    with pytest.raises(RmtError) as raised:
        from_spark_type(spark, nullable=True)
    assert raised.value.name == "NOT_IMPLEMENTED"
    assert raised.value.hint == "Cast it to a type of docs/types.md."


def test_a_column_of_spark_that_is_always_null_is_refused() -> None:
    with pytest.raises(RmtError) as raised:
        from_spark_type("void", nullable=True)
    assert raised.value.name == "DATA_TYPE_CANNOT_BE_USED_IN_TABLES"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a", ["a"]),
        ("a,b", ["a", "b"]),
        ("decimal(10,2),b", ["decimal(10,2)", "b"]),
        ("map<a,b>,struct<c:d,e:f>", ["map<a,b>", "struct<c:d,e:f>"]),
    ],
)
def test_types_are_split_at_the_outer_commas(text: str, wanted: list[str]) -> None:
    assert split_top_level(text) == wanted


def test_limits_of_json_are_kept() -> None:
    found = parse_type("JSON(max_dynamic_paths = 8, max_dynamic_types=2)")
    assert str(found) == "JSON(max_dynamic_paths=8, max_dynamic_types=2)"
    assert found.spark == "STRING"
