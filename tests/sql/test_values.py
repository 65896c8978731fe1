"""The values of an INSERT."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.compiler import NoTables
from rmt_engine.sql.tables.rows_of_values import (
    in_sparks_words,
    pieces_of_rows,
    refuse_long_numbers,
    rows_of_one_form,
    separate_rows,
)
from rmt_engine.sql.text.tokens import tokenize
from tests.sql.support import Spark, define

DEFINITION = define(
    """CREATE TABLE t (
        a Int8,
        b Int8 DEFAULT 7,
        c Nullable(Int8) DEFAULT 1 + 2,
        d Nullable(Int8) DEFAULT a + 1,
        e Nullable(Int8),
        m Int8 MATERIALIZED 5
    ) ENGINE = MergeTree ORDER BY a""",
    Spark(),
)


def _spelled(text: str, names: tuple[str, ...] | None) -> str:
    rows = in_sparks_words(text, names, DEFINITION, NoTables("UTC"))
    return f"VALUES {', '.join(f'({row.sql})' for row in rows)}"


_THREE = _spelled("VALUES (1 + 2)", ("c",)).removeprefix("VALUES (").removesuffix(")")


@pytest.mark.parametrize(
    ("names", "text", "wanted"),
    [
        # An INSERT puts the default where a column cannot hold NULL.
        (("a", "b"), "VALUES (1, DEFAULT)", "VALUES (1, NULL)"),
        (("a", "b"), "VALUES (default, Default), (1, 2)", "VALUES (NULL, NULL), (1, 2)"),
        (("c", "a"), "VALUES (DEFAULT, 1)", f"VALUES ({_THREE}, 1)"),
        (("e",), "VALUES (DEFAULT)", "VALUES (NULL)"),
        (None, "VALUES (1, DEFAULT, DEFAULT, 4, 5)", f"VALUES (1, NULL, {_THREE}, 4, 5)"),
        (("C",), "VALUES (DEFAULT), (DEFAULT)", f"VALUES ({_THREE}), ({_THREE})"),
        (("a",), "VALUES (1, DEFAULT)", "VALUES (1, NULL)"),
    ],
)
def test_default_becomes_what_gives_the_column_its_default(
    names: tuple[str, ...] | None, text: str, wanted: str
) -> None:
    assert _spelled(text, names) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("VALUES (1), (-2), (1.50), (1e3), (.5)", "VALUES (1), (-2), (1.50), (1e3), (.5)"),
        ("VALUES (123456789012345678901234567890)", "VALUES (123456789012345678901234567890)"),
        ("VALUES (1_000), (0x10)", "VALUES (1000), (16S)"),
        ("VALUES ('it''s', NULL, true)", r"VALUES ('it\'s', NULL, true)"),
        ("VALUES (nan)", "VALUES (CAST('NaN' AS DOUBLE))"),
        ("VALUES ('DEFAULT'), ('a, DEFAULT')", "VALUES ('DEFAULT'), ('a, DEFAULT')"),
        ("VALUES (1 /* DEFAULT */)", "VALUES (1)"),
    ],
)
def test_values_are_read_as_clickhouse_reads_them(text: str, wanted: str) -> None:
    assert _spelled(text, None) == wanted


@pytest.mark.parametrize("text", ["VALUES (upper(DEFAULT))", "VALUES (1 + DEFAULT)", "VALUES (x)"])
def test_a_value_names_no_column(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        _spelled(text, ("c",))
    assert raised.value.name == "UNKNOWN_IDENTIFIER"


def test_a_nullable_default_that_needs_other_columns_is_refused_with_what_to_do() -> None:
    with pytest.raises(RmtError, match="DEFAULT for the Nullable column d") as raised:
        _spelled("VALUES (1, DEFAULT)", ("a", "d"))
    assert raised.value.name == "NOT_IMPLEMENTED"
    assert raised.value.hint == "Leave the column out of the list instead."


@pytest.mark.parametrize("number", [str(10**38), f"-{10**38}", "1" * 60])
def test_a_number_of_more_digits_than_sparks_decimals_is_refused(number: str) -> None:
    with pytest.raises(RmtError, match="has more than 38 digits") as raised:
        refuse_long_numbers(tokenize(f"VALUES (1, {number})"))
    assert raised.value.name == "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
    assert "1.5e40" in raised.value.hint


@pytest.mark.parametrize(
    "value", [str(10**38 - 1), f"'{10**38}'", "0" * 50, "1e50", "1." + "0" * 50]
)
def test_other_values_may_be_as_long_as_they_like(value: str) -> None:
    refuse_long_numbers(tokenize(f"VALUES (1, {value})"))


@pytest.mark.parametrize("end", ["", ";", " ; ;", "; -- a comment", ";\n/* another */"])
def test_semicolons_end_the_rows(end: str) -> None:
    text = f"VALUES (1, 'a'){end}"
    assert separate_rows(text, tokenize(text)) == "VALUES (1, 'a')"


@pytest.mark.parametrize("rest", ["INSERT INTO t VALUES (2, 'b')", "(2, 'b')", "SELECT 1", ", (2)"])
def test_nothing_may_follow_the_semicolon(rest: str) -> None:
    text = f"VALUES (1, 'a'); {rest}"
    with pytest.raises(RmtError, match="Cannot read data after semicolon") as raised:
        separate_rows(text, tokenize(text))
    assert raised.value.name == "CANNOT_READ_ALL_DATA"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("VALUES (1), (2)", ["VALUES (1)", "VALUES (2)"]),
        ("VALUES (1),(2),", ["VALUES (1)", "VALUES (2),"]),
        ("values(1) (2)\n(3)", ["VALUES (1)", "VALUES (2)", "VALUES (3)"]),
        ("VALUES (f(1, (2)), [3, (4)]), ({'a': (5)})", 2),
        ("VALUES (')('), ('it\\'s (')", ["VALUES (')(')", "VALUES ('it\\'s (')"]),
        ('VALUES (")("), (`)(`)', 2),
        ("VALUES (1 /* ), ( */), (2)", ["VALUES (1 /* ), ( */)", "VALUES (2)"]),
        ("VALUES (1 -- ), (\n), (2)", 2),
        # What is no row stays with the row before it, and so does what makes it an error.
        ("VALUES (1); (2)", 1),
        ("VALUES (1) rubbish, (2)", 1),
        ("VALUES (1) /* x */, (2)", 1),
        ("VALUES (1), (2", 2),
        ("VALUES ((1), (2)", 1),
        ("VALUES", 1),
    ],
)
def test_rows_come_in_pieces(text: str, pieces: list[str] | int) -> None:
    found = list(pieces_of_rows(text, 0))
    assert all(piece.upper().startswith("VALUES") for piece in found)
    if isinstance(pieces, int):
        assert len(found) == pieces
    else:
        assert [" ".join(piece.split()) for piece in found] == pieces


def test_a_piece_has_at_least_its_size() -> None:
    text = "VALUES " + ", ".join(f"({number})" for number in range(1_000))
    pieces = list(pieces_of_rows(text, 100))
    assert all(100 <= len(piece) < 150 for piece in pieces[:-1])
    rows = ", ".join(piece.removeprefix("VALUES").strip() for piece in pieces)
    assert f"VALUES {rows}" == text


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("VALUES (1), (NULL), (2.5), (1e3)", [[0, 1, 2, 3]]),
        ("VALUES (1), ('2'), (3), (NULL)", [[0, 2, 3], [1]]),
        ("VALUES ([]), ([1]), ([NULL]), ([[2]])", [[0, 1, 2], [3]]),
        ("VALUES ((1, 'a')), ((NULL, 'b')), (('1', 'b'))", [[0, 1], [2]]),
        ("VALUES (toDate(1)), ('2024-01-01'), (1)", [[0], [1], [2]]),
    ],
)
def test_rows_that_spark_has_in_one_table_stay_together(text: str, groups: list[list[int]]) -> None:
    rows = in_sparks_words(text, ("a",), DEFINITION, NoTables("UTC"))
    assert rows_of_one_form(rows) == groups


def test_rows_of_different_lengths_are_refused() -> None:
    rows = in_sparks_words("VALUES (1), (1, 2)", None, DEFINITION, NoTables("UTC"))
    with pytest.raises(RmtError, match="differ in their number of values"):
        rows_of_one_form(rows)


def test_texts_beside_numbers_in_an_array_are_refused() -> None:
    with pytest.raises(RmtError) as raised:
        in_sparks_words("VALUES ([1, 'x'])", ("a",), DEFINITION, NoTables("UTC"))
    assert raised.value.name == "NO_COMMON_TYPE"
