"""What values of types go and come as."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from typing import Any

import pytest
import sqlalchemy as sa

from sqlalchemy_rmt import types
from sqlalchemy_rmt.dbapi.literals import literal
from sqlalchemy_rmt.dialect import RmtDialect

DIALECT = RmtDialect()


def _sent(type_: Any, value: Any) -> Any:
    process = type_.bind_processor(DIALECT)
    return process(value) if process else value


@pytest.mark.parametrize(
    ("type_", "value", "text"),
    [
        (types.IPv4(), IPv4Address("1.2.3.4"), "1.2.3.4"),
        (types.IPv4(), "1.2.3.4", "1.2.3.4"),
        (types.IPv4(), 5, "0.0.0.5"),
        (types.IPv6(), IPv6Address("2001:db8::1"), "2001:db8::1"),
        (types.IPv6(), "2001:DB8:0::01", "2001:db8::1"),
        (types.IPv6(), 1, "::1"),
        (types.IPv6(), 2**32 - 1, "::255.255.255.255"),
        (types.IPv6(), "1.2.3.4", "::ffff:1.2.3.4"),
        (types.IPv6(), IPv4Address("1.2.3.4"), "::ffff:1.2.3.4"),
        (types.IPv6(), "::ffff:102:304", "::ffff:1.2.3.4"),
        (types.IPv6(), "::1:0", "::0.1.0.0"),
    ],
)
def test_an_address_goes_in_the_form_the_endpoint_keeps(type_: Any, value: Any, text: str) -> None:
    assert _sent(type_, value) == text
    assert type_.literal_processor(DIALECT)(value) == f"'{text}'"
    back = type_.result_processor(DIALECT, None)(text)
    assert isinstance(back, type_.python_type)
    assert literal(back) == f"'{text}'"
    assert _sent(type_, back) == text


@pytest.mark.parametrize("type_", [types.IPv4(), types.IPv6()])
def test_null_and_what_is_no_address(type_: Any) -> None:
    assert _sent(type_, None) is None
    assert type_.result_processor(DIALECT, None)(None) is None
    with pytest.raises(ValueError, match="x"):
        _sent(type_, "x")


def test_json_is_a_text() -> None:
    assert _sent(types.JSON(), {"a": [1]}) == '{"a": [1]}'
    assert _sent(types.JSON(), None) is None
    assert _sent(types.JSON(none_as_null=False), None) == "null"
    assert types.JSON().result_processor(DIALECT, None)('{"a":1}') == {"a": 1}
    assert types.JSON().literal_processor(DIALECT)({"a": "it's"}) == """'{"a": "it\\'s"}'"""


def test_values_inside_json_are_asked_for_by_their_keys() -> None:
    column = sa.column("j", types.JSON())
    asked = str(column["a"].as_integer().compile(dialect=DIALECT))
    assert asked.startswith("variant_get(parse_json(j), ")


def test_a_nested_is_a_list_of_tuples() -> None:
    nested = types.Nested(a=types.Int64, b=types.IPv4)
    assert _sent(nested, [(1, "1.2.3.4"), {"b": IPv4Address(5), "a": 2}]) == [
        (1, "1.2.3.4"),
        (2, "0.0.0.5"),
    ]
    read = nested.result_processor(DIALECT, None)
    assert read('[{"a": 1, "b": "1.2.3.4"}]') == [(1, IPv4Address("1.2.3.4"))]
    assert repr(nested) == "Nested(a=Int64(), b=IPv4())"
    assert nested.compile(dialect=DIALECT) == "Nested(`a` Int64, `b` IPv4)"
    assert sa.cast(sa.null(), nested).compile(dialect=DIALECT).string == (
        "CAST(NULL AS ARRAY<STRUCT<`a`: BIGINT, `b`: STRING>>)"
    )
    other = types.Nested(b=types.Int64, a=types.IPv4)
    assert nested._static_cache_key != other._static_cache_key
    same = types.Nested(a=types.Int64, b=types.IPv4)
    assert nested._static_cache_key == same._static_cache_key


def test_wide_integers_are_ints() -> None:
    for type_ in (types.Int128(), types.Int256(), types.UInt128(), types.UInt256()):
        assert type_.result_processor(DIALECT, None)("12345678901234567890123") == (
            12345678901234567890123
        )
        assert (
            sa.cast(1, type_)
            .compile(dialect=DIALECT, compile_kwargs={"literal_binds": True})
            .string
            == "CAST(1 AS DECIMAL(38, 0))"
        )


TYPES = [
    *(getattr(types, name)() for name in ("Int8", "UInt256", "Float32", "Bool", "String", "Date")),
    *(getattr(types, name)() for name in ("Date32", "DateTime", "UUID", "IPv4", "IPv6", "JSON")),
    types.Decimal(9, 2),
    types.FixedString(3),
    types.DateTime64(6, "UTC"),
    types.Enum8({"a": 1}),
    types.Enum16({"a": 1}),
    types.LowCardinality(types.String),
    types.LowCardinality(types.FixedString(2)),
    types.SimpleAggregateFunction("max", types.Int64),
    types.Array(types.UUID),
    types.Map(types.Date, types.IPv6),
    types.Tuple(types.Int8, types.Nullable(types.String)),
    types.Tuple(a=types.Int8),
    types.Nested(a=types.Int8),
    types.Nullable(types.UUID),
    types.AggregateFunction("uniq", types.Int64),
    sa.LargeBinary(),
    sa.ARRAY(sa.Integer),
    sa.Interval(),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("type_", TYPES, ids=repr)
def test_sqlalchemy_warns_of_no_type(type_: Any) -> None:
    column = sa.column("x", type_)
    conditions = [column.is_(None)]
    if not isinstance(type_, types.AggregateFunction):
        conditions += [column == sa.bindparam("y", type_=type_), column.in_([None])]
    for condition in conditions:
        statement = sa.select(column.label("z")).where(condition)
        str(statement.compile(dialect=DIALECT))
        assert statement._generate_cache_key() is not None
