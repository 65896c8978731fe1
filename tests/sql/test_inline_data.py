"""Data in INSERT … FORMAT, as VALUES."""

from __future__ import annotations

import time

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.inline_data import values_of_data
from rmt_engine.store.table import Column, TableDefinition

TABLE = TableDefinition(
    columns=(
        Column("k", "Int32"),
        Column("v", "String", kind="DEFAULT", expression="'dd'"),
        Column("n", "Nullable(Float64)"),
    ),
    engine="MergeTree",
    order_by=("k",),
    primary_key=("k",),
)


@pytest.mark.parametrize(
    ("data_format", "data", "wanted"),
    [
        ("JSONEachRow", '{"k":1,"v":"x\\ny","n":null}', "('1', 'x\ny', NULL)"),
        (
            "JSONEachRow",
            '{"k":2}\n{"v":5,"zz":1,"k":"4"},',
            "('2', DEFAULT, DEFAULT), ('4', '5', DEFAULT)",
        ),
        (
            "JSONEachRow",
            '[{"k":5,"n":1.50},\n{"k":-6}];',
            "('5', DEFAULT, '1.50'), ('-6', DEFAULT, DEFAULT)",
        ),
        ("CSV", '7,"a ""q""",1.5\r\n8,, \n', "('7', 'a \"q\"', '1.5'), ('8', DEFAULT, DEFAULT)"),
        ("CSV", "k,n,v\n9,\\N,x", "('9', 'x', NULL)"),
        ("CSV", "1,'a',", "('1', '\\'a\\'', DEFAULT)"),
        ("CSVWithNames", "v,other,k\nq,zz,13\n", "('13', 'q', DEFAULT)"),
        ("TSV", "11\tx\\ty\t\\N\n12\t\t1\n", "('11', 'x\ty', NULL), ('12', '', '1')"),
        ("TSVWithNames", "k\n1", "('1', DEFAULT, DEFAULT)"),
    ],
)
def test_rows_are_literals_of_values(data_format: str, data: str, wanted: str) -> None:
    assert values_of_data(data_format, data, None, TABLE) == f"VALUES {wanted}"


def test_only_the_columns_of_the_insert_are_filled() -> None:
    assert values_of_data("JSONEachRow", '{"k":1,"v":"no"}', ["k"], TABLE) == "VALUES ('1')"
    assert values_of_data("CSV", "x,1", ["v", "k"], TABLE) == "VALUES ('x', '1')"


@pytest.mark.parametrize(
    ("data_format", "data", "error"),
    [
        ("JSONEachRow", "", "NO_DATA_TO_INSERT"),
        ("CSV", "", "NO_DATA_TO_INSERT"),
        ("TSV", "", "NO_DATA_TO_INSERT"),
        ("JSONEachRow", '{"k":', "ATTEMPT_TO_READ_AFTER_EOF"),
        ("JSONEachRow", '{"k":1, "k":2}', "INCORRECT_DATA"),
        ("JSONEachRow", "nonsense", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("JSONEachRow", "[1]", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("JSONEachRow", '{"k":{"a":1}}', "NOT_IMPLEMENTED"),
        ("JSONEachRow", "[" * 100_000, "TOO_DEEP_RECURSION"),
        ("JSONEachRow", '{"k":' * 100_000, "TOO_DEEP_RECURSION"),
        ("CSV", "10,x", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("CSV", '10,"x" y,1', "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("CSV", '10,"x', "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("TSV", "12\tx", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
    ],
)
def test_data_of_another_form_is_refused(data_format: str, data: str, error: str) -> None:
    with pytest.raises(RmtError) as raised:
        values_of_data(data_format, data, None, TABLE)
    assert raised.value.name == error


@pytest.mark.parametrize(
    ("data_format", "piece"), [("CSV", '" ""'), ("TSV", "\\"), ("JSONEachRow", " ,"), ("CSV", " ")]
)
def test_odd_data_takes_linear_time(data_format: str, piece: str) -> None:
    started = time.monotonic()
    with pytest.raises(RmtError):
        values_of_data(data_format, piece * 200_000, None, TABLE)
    assert time.monotonic() - started < 5
