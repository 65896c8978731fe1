"""What ClickHouse's functions take: the table beside ClickHouse, and the errors made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from support.argument_kinds import CREATE_TABLE, FILE, lines_of_functions, sample_calls
from support.clickhouse import ClickHouse
from support.typed_calls import Call

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.arguments import check_arguments
from rmt_engine.sql.values.types import parse_type

_CALLS = sample_calls()
_NAMES = sorted(_CALLS)
_TOGETHER = 4
_LINES = {line.split("\t")[0]: line for line in FILE.read_text(encoding="utf-8").splitlines()[1:]}


@pytest.fixture(scope="module")
def clickhouse(module_clickhouse: ClickHouse) -> ClickHouse:
    module_clickhouse.execute("SET allow_suspicious_low_cardinality_types = 1")
    module_clickhouse.execute(CREATE_TABLE)
    return module_clickhouse


def test_every_function_that_is_tried_has_a_line() -> None:
    assert list(_LINES) == [name for name in _NAMES if name in _LINES]
    assert len(_LINES) > 700


@pytest.mark.asks_clickhouse("thousands of small questions, which nobody would read in a file")
@pytest.mark.sample(0)
@pytest.mark.parametrize("first", range(0, len(_NAMES), _TOGETHER))
def test_the_table_is_clickhouses(first: int, clickhouse: ClickHouse) -> None:
    names = _NAMES[first : first + _TOGETHER]
    calls: Mapping[str, Sequence[tuple[Call, str]]] = {name: _CALLS[name] for name in names}
    expected = [_LINES[name] for name in names if name in _LINES]
    assert lines_of_functions(clickhouse, calls) == expected


@pytest.mark.parametrize(
    ("name", "types", "error", "words"),
    [
        ("length", ["UInt8"], "ILLEGAL_TYPE_OF_ARGUMENT", "argument 1 of function length"),
        ("upper", ["Array(String)"], "ILLEGAL_TYPE_OF_ARGUMENT", "which takes: strings"),
        ("toYear", ["String"], "ILLEGAL_TYPE_OF_ARGUMENT", "Illegal type String"),
        ("arrayDifference", ["Array(String)"], "ILLEGAL_TYPE_OF_ARGUMENT", "Array(number)"),
        ("if", ["Int64", "UInt8", "UInt8"], "ILLEGAL_TYPE_OF_ARGUMENT", "UInt8, Bool"),
        ("toYear", [], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "passed 0, should be 1 to 2"),
        ("length", ["String", "String"], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "should be 1."),
        ("arrayMap", ["Array(UInt8)"], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "at least 2"),
    ],
)
def test_wrong_arguments(name: str, types: list[str], error: str, words: str) -> None:
    with pytest.raises(RmtError) as raised:
        check_arguments(name, len(types), [parse_type(text) for text in types])
    assert raised.value.name == error
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("length", ["Nullable(FixedString(3))"]),
        ("length", [None]),
        ("toYear", ["LowCardinality(Date)"]),
        ("toInt32", ["Enum8('a' = 1)"]),
        ("arraySum", ["Array(Decimal(10, 2))"]),
        ("has", ["Array(Date)", "Date"]),
        ("if", ["Bool", "String", "String"]),
        ("no_such_function", ["String"] * 9),
        ("dateDiff", ["Date", "Date"]),
    ],
)
def test_right_arguments(name: str, types: list[str | None]) -> None:
    check_arguments(name, len(types), [(text and parse_type(text)) or None for text in types])
