"""The tables of functions agree with each other and with ClickHouse."""

from __future__ import annotations

import itertools
import re

import pytest
from support.clickhouse import ClickHouse

from rmt_engine.spark.functions import BUILDERS
from rmt_engine.sql.functions import (
    ABSENT,
    FUNCTIONS,
    SAME_IN_SPARK,
    SPARK_HOMONYMS,
    TABLE_FUNCTIONS,
    function_of_spark,
    refusal_of,
)
from rmt_engine.sql.values.types import parse_type

# Real ones, under other names in system.functions: rand, sumMappedArrays and so on.
_OTHER_NAMES = ("rand32", "untuple", "sumMap", "minMap", "maxMap")


def test_every_declared_function_has_a_builder_and_every_builder_is_declared() -> None:
    assert {function.known_as for function in FUNCTIONS.values()} == set(BUILDERS)


def test_a_function_is_found_under_its_name() -> None:
    for table in (FUNCTIONS, TABLE_FUNCTIONS):
        assert [function.name for function in table.values()] == list(table)


def test_names_differ_in_more_than_case_since_spark_does_not_tell_case_apart() -> None:
    assert len({name.lower() for name in FUNCTIONS}) == len(FUNCTIONS)


@pytest.mark.parametrize("name", [name for name, f in FUNCTIONS.items() if not f.combinators])
def test_a_builder_takes_at_least_as_many_arguments_as_the_signature_shows(name: str) -> None:
    function = FUNCTIONS[name]
    builder = BUILDERS[function.known_as]
    signature = re.sub(r"^\[\([^)]*\)\]", "", function.signature)
    needed = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", signature))
    lambdas = re.sub(r"\([^()]*\) -> (\([^()]*\)|…)", "lambda", needed.replace("x -> …", "lambda"))
    shown = [part for part in lambdas.strip("()").split(",") if part.strip() not in ("", "…")]
    assert 0 <= builder.fewest <= builder.most
    if "…" not in lambdas and "lambda" not in lambdas and name != "range":
        assert builder.fewest == len(shown)


@pytest.mark.parametrize("name", [name for name, f in FUNCTIONS.items() if f.returns])
def test_a_function_returns_a_type_there_is(name: str) -> None:
    assert str(parse_type(FUNCTIONS[name].returns)).startswith(FUNCTIONS[name].returns)


def test_the_functions_are_those_of_clickhouse(clickhouse_server: ClickHouse) -> None:
    theirs = {
        name.lower(): bool(int(aggregate))
        for name, aggregate in clickhouse_server.rows(
            "SELECT name, is_aggregate FROM system.functions"
        )
    }
    for name, function in FUNCTIONS.items():
        if function.combinators or name in _OTHER_NAMES:
            continue
        assert theirs[name.lower()] == function.aggregate, name
    for name in ABSENT:
        assert name.lower() in theirs, name


@pytest.mark.parametrize("name", [name for name, f in FUNCTIONS.items() if f.combinators])
def test_combinators_are_named_after_their_function(name: str) -> None:
    function = FUNCTIONS[name]
    assert function.aggregate
    orders = itertools.permutations(function.combinators)
    assert any(name.endswith("".join(order)) for order in orders)


def test_what_replaces_a_homonym_of_spark_is_one_of_our_functions() -> None:
    assert set(SPARK_HOMONYMS.values()) <= set(BUILDERS)


def test_no_function_hides_one_that_is_the_same_in_spark() -> None:
    ours = {function.known_as.lower() for function in FUNCTIONS.values()}
    assert ours.isdisjoint(name.lower() for name in SAME_IN_SPARK)


def test_a_function_is_found_under_the_name_spark_knows() -> None:
    for name, known in (("length", "clickhouse_length"), ("toYear", "toYear")):
        function = function_of_spark(known)
        assert function is not None
        assert function.name == name
    assert function_of_spark("length") is None


@pytest.mark.parametrize(
    ("name", "error", "piece"),
    [
        ("toStartOfMont", "UNKNOWN_FUNCTION", "toStartOfMonth"),
        ("TOYEER", "UNKNOWN_FUNCTION", "toYear"),
        ("qqqqq", "UNKNOWN_FUNCTION", "qqqqq"),
        ("FARMHASH64", "NOT_IMPLEMENTED", "sipHash64"),
        ("avgSimpleState", "NOT_IMPLEMENTED", "-SimpleState"),
    ],
)
def test_what_there_is_not_is_refused_by_name(name: str, error: str, piece: str) -> None:
    refused = refusal_of(name, (*FUNCTIONS, *SAME_IN_SPARK))
    assert refused.name == error
    assert piece in str(refused)
