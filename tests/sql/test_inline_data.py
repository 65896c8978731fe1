"""Data in INSERT … FORMAT, as VALUES."""

from __future__ import annotations

import time

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.inline_data import values_of_data
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
        ("JSONEachRow", '{"k":' + '{"a":' * 900 + "1" + "}" * 901, "NOT_IMPLEMENTED"),
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


NESTED = TableDefinition(
    columns=(
        Column("k", "Int32"),
        Column("a", "Array(Int32)"),
        Column("m", "Map(String, Array(Float64))"),
        Column("p", "Tuple(x Int32, y Tuple(String, Nullable(Date)))"),
        Column("j", "JSON"),
        Column("e", "Enum8('a' = 1)"),
        Column("t", "DateTime64(6)"),
    ),
    engine="MergeTree",
)


@pytest.mark.parametrize(
    ("data_format", "names", "data", "wanted"),
    [
        ("JSONEachRow", "a", '{"a":[1,"2",null,true]}', "['1', '2', NULL, '1']"),
        ("JSONEachRow", "m", '{"m":{"x\'":[1.5]}}', "map('x\\'', ['1.5'])"),
        ("JSONEachRow", "p", '{"p":{"y":["",9],"z":1}}', "tuple(NULL, tuple('', '1970-01-10'))"),
        ("JSONEachRow", "j", '{"j":{"a":[1.50,true,null,"x"]}}', '\'{"a":[1.50,true,null,"x"]}\''),
        ("JSONEachRow", "e", '{"e":1}', "'a'"),
        ("JSONEachRow", "t", '{"t":-1.5}', "'1969-12-31 23:59:58.500000000Z'"),
        ("JSONEachRow", "t", '{"t":1e40}', "'1e40'"),
        ("CSV", "a,m", "\"[1, 2]\",{'x': [nan]}", "['1', '2'], map('x', ['nan'])"),
        ("CSV", "k,p", '1,2,,\\N', "'1', tuple('2', tuple(NULL, NULL))"),
        ("CSV", "p,k", ",1", "DEFAULT, '1'"),
        ("CSV", "p,k", '2,"q",2020-01-01,1', "tuple('2', tuple('q', '2020-01-01')), '1'"),
        ("CSVWithNames", "p,k", "k,zz,p\n1,5,2,q,\n", "tuple('2', tuple('q', NULL)), '1'"),
        ("CSV", "a,m", ",", "DEFAULT, DEFAULT"),
        ("TSV", "a", "\\N", "NULL"),
        ("TSV", "a", "[ 1 ,NULL,]", "['1', NULL]"),
        ("TSV", "m", "{'i''s\\x41\\t\\d':[-inf,1]}", "map('i\\'sA\t\\\\d', ['-inf', '1'])"),
        ("TSV", "p", "(1,('q',NULL))", "tuple('1', tuple('q', NULL))"),
    ],
)  # fmt: skip
def test_values_inside_others_are_literals(
    data_format: str, names: str, data: str, wanted: str
) -> None:
    values = values_of_data(data_format, data, names.split(","), NESTED)
    assert values == f"VALUES ({wanted})"


@pytest.mark.parametrize(
    ("data_format", "name", "data", "error"),
    [
        ("JSONEachRow", "a", '{"a":{"x":1}}', "CANNOT_READ_ARRAY_FROM_TEXT"),
        ("JSONEachRow", "m", '{"m":[1]}', "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("JSONEachRow", "p", '{"p":[1,2]}', "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("JSONEachRow", "p", '{"p":{"y":["q"]}}', "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("TSV", "a", "x", "CANNOT_READ_ARRAY_FROM_TEXT"),
        ("TSV", "a", "[1,2", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("TSV", "a", "[1,2]x", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("TSV", "a", "[1 2]", "CANNOT_READ_ARRAY_FROM_TEXT"),
        ("TSV", "a", "['1']", "CANNOT_READ_ARRAY_FROM_TEXT"),
        ("TSV", "m", "{'a' 1}", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("TSV", "m", "{a:1}", "CANNOT_PARSE_QUOTED_STRING"),
        ("TSV", "m", "{'a", "CANNOT_PARSE_QUOTED_STRING"),
        ("TSV", "p", "(1)", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("TSV", "p", "(1,('q',2020-01-01))", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("CSV", "p", "\"(1,('q',NULL))\"", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("CSV", "a", "[1,2]", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
    ],
)
def test_values_of_another_form_are_refused(
    data_format: str, name: str, data: str, error: str
) -> None:
    with pytest.raises(RmtError) as raised:
        values_of_data(data_format, data, [name], NESTED)
    assert raised.value.name == error


@pytest.mark.parametrize(
    ("name", "piece"), [("a", "[1,"), ("m", "{'a':["), ("m", "{'\\'"), ("a", "[ ")]
)
def test_odd_values_take_linear_time(name: str, piece: str) -> None:
    started = time.process_time()
    with pytest.raises(RmtError):
        values_of_data("TSV", piece[0] + piece[1:] * 200_000, [name], NESTED)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("data_format", "piece"), [("CSV", '" ""'), ("TSV", "\\"), ("JSONEachRow", " ,"), ("CSV", " ")]
)
def test_odd_data_takes_linear_time(data_format: str, piece: str) -> None:
    started = time.process_time()
    with pytest.raises(RmtError):
        values_of_data(data_format, piece * 200_000, None, TABLE)
    assert time.process_time() - started < 5
