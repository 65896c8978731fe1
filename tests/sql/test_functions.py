"""The tables of functions agree with each other and with ClickHouse."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse

from rmt_engine.spark.functions import BUILDERS
from rmt_engine.sql.functions import FUNCTIONS, SPARK_HOMONYMS, TABLE_FUNCTIONS
from rmt_engine.sql.types import parse_type


def test_every_declared_function_has_a_builder_and_every_builder_is_declared() -> None:
    assert set(FUNCTIONS) == set(BUILDERS)


def test_a_function_is_found_under_its_name() -> None:
    for table in (FUNCTIONS, TABLE_FUNCTIONS):
        assert [function.name for function in table.values()] == list(table)


def test_names_differ_in_more_than_case_since_spark_does_not_tell_case_apart() -> None:
    assert len({name.lower() for name in FUNCTIONS}) == len(FUNCTIONS)


@pytest.mark.parametrize("name", BUILDERS)
def test_a_builder_takes_at_least_as_many_arguments_as_the_signature_shows(name: str) -> None:
    fewest, most, _ = BUILDERS[name]
    needed = FUNCTIONS[name].signature.split("[", 1)[0].strip("()")
    shown = [part for part in needed.split(",") if part.strip() not in ("", "…")]
    assert 0 <= fewest <= most
    if "…" not in needed:
        assert fewest == len(shown)


@pytest.mark.parametrize("name", [name for name, f in FUNCTIONS.items() if f.returns])
def test_a_function_returns_a_type_there_is(name: str) -> None:
    assert str(parse_type(FUNCTIONS[name].returns)).startswith(FUNCTIONS[name].returns)


def test_the_functions_are_those_of_clickhouse(clickhouse_server: ClickHouse) -> None:
    theirs = {
        name: bool(int(aggregate))
        for name, aggregate in clickhouse_server.rows(
            "SELECT name, is_aggregate FROM system.functions"
        )
    }
    for name, function in FUNCTIONS.items():
        # sumIf is sum with the combinator If, which is no row of system.functions.
        known = name if name in theirs else name.removesuffix("If")
        assert known in theirs or name == "rand32", name
        if name != "rand32":
            assert theirs[known] == function.aggregate, name


def test_what_replaces_a_homonym_of_spark_is_one_of_our_functions() -> None:
    assert set(SPARK_HOMONYMS.values()) <= set(FUNCTIONS)
