"""Nested columns as arrays beside each other."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import ColumnClause
from rmt_engine.sql.tables.nested import flattened, left_out, nested_arrays, of_one_size
from rmt_engine.sql.values.types import parse_type

TYPES = {
    name: parse_type(text)
    for name, text in (
        ("k", "Int32"),
        ("n.a", "Array(Int32)"),
        ("n.b", "Array(String)"),
        ("n.c", "String"),
        ("m.a", "Array(Int8)"),
    )
}


def test_a_nested_column_is_one_for_each_element() -> None:
    nested = ColumnClause("n", "Nested(a Int32, b Nested(c String))", comment="it", codec="ZSTD(3)")
    found = flattened([ColumnClause("k", "Int8"), nested, ColumnClause("d", None, kind="DEFAULT")])
    assert [(one.name, one.type, one.comment, one.codec) for one in found] == [
        ("k", "Int8", "", ""),
        ("n.a", "Array(Int32)", "it", "ZSTD(3)"),
        ("n.b", "Array(Nested(c String))", "it", "ZSTD(3)"),
        ("d", None, "", ""),
    ]


def test_another_column_of_the_name_is_refused() -> None:
    with pytest.raises(RmtError) as raised:
        flattened([ColumnClause("n", "Nested(a Int8)"), ColumnClause("N", "Int8")])
    assert raised.value.name == "ILLEGAL_COLUMN"


def test_the_arrays_that_are_side_by_side() -> None:
    assert nested_arrays(TYPES) == {"n": ["n.a", "n.b"], "m": ["m.a"]}
    assert list(of_one_size({name: f"`{name}`" for name in TYPES}, TYPES)) == ["n.b"]


@pytest.mark.parametrize(
    ("column", "there", "text"),
    [
        ("n.b", {"n.a": "x"}, "transform(x, `_n` -> CAST('' AS STRING))"),
        ("n.b", {"m.a": "x", "k": "y", "n.c": "z"}, TYPES["n.b"].of_missing),
        ("n.c", {"n.a": "x"}, TYPES["n.c"].of_missing),
        ("k", {"n.a": "x"}, TYPES["k"].of_missing),
    ],
)
def test_what_is_left_out_has_the_size_of_its_neighbours(
    column: str, there: dict[str, str], text: str
) -> None:
    assert left_out(column, TYPES, there) == text
