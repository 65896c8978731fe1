"""The ClickHouse type of a function's answer, compared with what ClickHouse says."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from support import function_cases, type_cases
from support.clickhouse import ClickHouse
from support.known_functions import QUERY
from support.typed_calls import columns_of, type_of

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import COMPOSED, DEFINED, FUNCTIONS, SAME_IN_SPARK
from rmt_engine.sql.functions.answers import (
    MISSING,
    Argument,
    answer_type,
    canonical_name,
    common_type,
    is_aggregate,
    known_names,
    literal_type,
)
from rmt_engine.sql.query.compiler import compile_expression
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType, parse_type, split_top_level

_COLUMNS = columns_of(type_cases.COLUMNS)
_CASES_COLUMNS = columns_of(
    re.sub(r",\s+(?=\w+ [A-Z])", "\n", " ".join(function_cases.COLUMNS.split()))
)

_SETTINGS = {
    "allow_suspicious_low_cardinality_types": 1,
    "print_pretty_type_names": 0,
    "describe_compact_output": 1,
}

_MADE_OF_OTHERS = frozenset((*DEFINED, *COMPOSED))
_KNOWN: dict[str, str] = {
    "now64(NULL)": "NULL is no number of digits",
    **dict.fromkeys(
        (
            "multiplyDecimal(m, toDecimal32(1.55, 2))",
            "multiplyDecimal(m, m, 3)",
            "divideDecimal(m, toDecimal32(0.7, 1))",
            "divideDecimal(toDecimal64(10, 1), toDecimal32(3, 0), 8)",
        ),
        "Spark's decimals end at 38 digits, not at 76",
    ),
    "arrayJoin(m)": "`values` is a keyword, which ClickHouse quotes in the name of a type",
}
"""Calls whose type differs from ClickHouse's, and why."""


def _differences(
    clickhouse: ClickHouse, table: str, columns: dict[str, DataType], expressions: list[str]
) -> list[str]:
    """Expressions whose type is not the one ClickHouse gives, with both."""
    [(_, answer)] = clickhouse.rows(
        f"DESCRIBE (SELECT tuple({', '.join(expressions)}) AS x FROM {table})"
    )
    # The time zone of ClickHouse's server; this engine's is called UTC.
    theirs = split_top_level(answer.replace("'Etc/UTC'", "'UTC'")[len("Tuple(") : -1])
    found = []
    for expression, type_text in zip(expressions, theirs, strict=True):
        expected = type_text.strip()
        ours = str(_type_of(expression, columns))
        if ours != expected and expression not in _KNOWN:
            found.append(f"{expression}: {ours} instead of {expected}")
    return found


def _type_of(expression: str, columns: dict[str, DataType]) -> DataType | None:
    """What the tables of answers say; the compiler, where a function is made of others."""
    called = map(canonical_name, re.findall(r"(\w+)\(", expression))
    if _MADE_OF_OTHERS.isdisjoint(called):
        return type_of(expression, columns)
    values = {name: Value(f"`{name}`", known) for name, known in columns.items()}
    return compile_expression(expression, values).type


def _listed(text: str) -> list[str]:
    return [part for part in re.split(r";\s+|\s*\n\s*", text.strip()) if part]


def _is_aggregate(expression: str) -> bool:
    name = canonical_name(re.split(r"\W", expression)[0])
    return name is not None and is_aggregate(name)


@pytest.fixture(scope="module")
def tables(clickhouse_server: ClickHouse) -> Iterator[ClickHouse]:
    columns = ", ".join(_listed(type_cases.COLUMNS))
    with clickhouse_server.database():
        for setting, value in _SETTINGS.items():
            clickhouse_server.execute(f"SET {setting} = {value}")
        clickhouse_server.execute(f"CREATE TABLE t ({columns}) ENGINE = Memory")
        clickhouse_server.execute(f"CREATE TABLE cases ({function_cases.COLUMNS}) ENGINE = Memory")
        yield clickhouse_server
        for setting in _SETTINGS:
            clickhouse_server.execute(f"SET {setting} = DEFAULT")


def _groups(table: dict[str, str]) -> list[Any]:
    """Columns and the functions that take them, called by the first of these."""
    return [
        pytest.param(columns.split(), names.split(), id=names.split()[0])
        for columns, names in table.items()
    ]


@pytest.mark.parametrize(
    ("columns", "names"), _groups(type_cases.UNARY) + _groups(type_cases.AGGREGATES)
)
def test_functions_of_one_argument(
    tables: ClickHouse, columns: list[str], names: list[str]
) -> None:
    for name in names:
        calls = [f"{name}({column})" for column in columns]
        assert _differences(tables, "t", _COLUMNS, calls) == []


@pytest.mark.parametrize(("columns", "names"), _groups(type_cases.PAIRS))
def test_functions_of_two_arguments(
    tables: ClickHouse, columns: list[str], names: list[str]
) -> None:
    pairs = list(itertools.product(columns, repeat=2))
    for name in names:
        calls = [f"{name}({left}, {right})" for left, right in pairs]
        assert _differences(tables, "t", _COLUMNS, calls) == []


def test_expressions(tables: ClickHouse) -> None:
    expressions = _listed(type_cases.EXPRESSIONS)
    windows = [e for e in expressions if " over (" in e]
    aggregates = [e for e in expressions if e not in windows and _is_aggregate(e)]
    others = [e for e in expressions if e not in windows and e not in aggregates]
    assert min(map(len, (windows, aggregates, others))) > 10
    for asked in (windows, aggregates, others):
        for start in range(0, len(asked), 40):
            assert _differences(tables, "t", _COLUMNS, asked[start : start + 40]) == []


@pytest.mark.parametrize("family", function_cases.SCALARS)
def test_the_cases_of_functions(tables: ClickHouse, family: str) -> None:
    calls = _listed(function_cases.SCALARS[family])
    assert _differences(tables, "cases", _CASES_COLUMNS, calls) == []


def test_the_cases_of_aggregate_functions(tables: ClickHouse) -> None:
    calls = _listed(function_cases.WHOLE)
    assert _differences(tables, "cases", _CASES_COLUMNS, calls) == []


def test_the_names_of_all_functions_are_clickhouses(clickhouse_server: ClickHouse) -> None:
    theirs = clickhouse_server.rows(QUERY)
    ours = [
        (known.name, "i" * known.any_case + "a" * known.aggregate, known.alias_to)
        for known in known_names().values()
    ]
    assert ours == theirs


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("plus", "plus"),
        ("SUM", "sum"),
        ("Substr", "substring"),
        ("SUMIf", "sumIf"),
        ("sumStateIf", "sumStateIf"),
        ("medianIf", "quantileIf"),
        ("DATE_ADD", "addDate"),
        ("toyear", None),
        ("lenghtUTF8", None),
        ("plusIf", None),
    ],
)
def test_a_name_in_any_spelling_clickhouse_takes(written: str, canonical: str | None) -> None:
    assert canonical_name(written) == canonical


@pytest.mark.parametrize("name", [*FUNCTIONS, *SAME_IN_SPARK])
def test_clickhouse_has_every_function_the_engine_declares(name: str) -> None:
    assert canonical_name(name) is not None or name in ("untuple",)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, "UInt8"),
        (256, "UInt16"),
        (-1, "Int8"),
        (-129, "Int16"),
        (2**63, "UInt64"),
        (2**64, "Float64"),
        (1.5, "Float64"),
        ("a", "String"),
        (True, "Bool"),
        (None, "Nullable(Nothing)"),
    ],
)
def test_literals(value: str | float | None, expected: str) -> None:
    assert str(literal_type(value)) == expected


def test_types_without_a_common_one_are_refused() -> None:
    with pytest.raises(RmtError, match=r"NO_COMMON_TYPE.*UInt8, String"):
        common_type([parse_type("UInt8"), parse_type("String")])


def test_what_is_not_known_has_no_type() -> None:
    unknown, number = Argument(None), Argument(parse_type("UInt8"))
    assert answer_type("no_such_function", [number]) is None
    assert answer_type("plus", [number, unknown]) is None
    assert answer_type("plus", [number]) is None
    assert str(answer_type("count", [unknown])) == "UInt64"
    assert str(answer_type("isNull", [unknown])) == "UInt8"
    assert str(answer_type("in", [number, unknown])) == "UInt8"


def test_a_state_is_merged_into_its_functions_answer() -> None:
    state = answer_type(
        "quantilesState",
        [Argument(parse_type("UInt8"))],
        [Argument(parse_type("Float64"), 0.1), Argument(parse_type("Float64"), 0.5)],
    )
    assert str(state) == "AggregateFunction(quantiles(0.1, 0.5), UInt8)"
    assert str(answer_type("quantilesMerge", [Argument(state)])) == "Array(Float64)"
    assert answer_type("quantilesMergeState", [Argument(state)]) == state


def test_a_constant_keeps_low_cardinality_and_a_column_does_not() -> None:
    coded, text = parse_type("LowCardinality(String)"), parse_type("String")
    for other, expected in (
        (Argument(text, "x"), "LowCardinality(String)"),
        (Argument(text, MISSING, folded=True), "LowCardinality(String)"),
        (Argument(text), "String"),
    ):
        assert str(answer_type("concat", [Argument(coded), other])) == expected


@pytest.mark.parametrize("text", ["Nothing", "IntervalDay", "Variant(String, UInt8)"])
def test_types_of_answers_only_are_no_types_of_columns(text: str) -> None:
    with pytest.raises(RmtError):
        parse_type(text)


def test_forty_answers_take_a_millisecond() -> None:
    integers = [parse_type(f"Int{bits}") for bits in (8, 16, 32, 64)]
    calls = [
        (name, (Argument(left), Argument(right)))
        for name in ("plus", "equals", "concat")
        for left, right in itertools.product(integers, integers)
    ]
    for name, arguments in calls:
        answer_type(name, arguments)
    rounds = 20
    start = time.process_time()
    for _ in range(rounds):
        for name, arguments in calls:
            answer_type(name, arguments)
    seconds = (time.process_time() - start) / rounds / len(calls)
    # 1 µs each, usually.
    assert seconds < 25e-6
