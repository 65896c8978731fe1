"""What states of aggregate functions are kept as."""

from __future__ import annotations

import pytest

from rmt_engine.sql.values.state_types import has_same_states, kept_state, state_function
from rmt_engine.sql.values.types import parse_type


@pytest.mark.parametrize(
    ("state", "kept", "kernel"),
    [
        ("count", "Int64", "sum"),
        ("sum, UInt8", "Nullable(UInt64)", "sum"),
        ("sumIf, Decimal(9, 2), UInt8", "Nullable(Decimal(38, 2))", "sum"),
        ("avg, Int8", "Tuple(Nullable(Int64), Int64)", "sum of fields"),
        ("avg, DateTime", "Array(DateTime)", "groupArrayArray"),
        ("argMax, String, Int8", "Tuple(Nullable(String), Nullable(Int8))", "arg max"),
        ("uniq, String", "Array(String)", "groupUniqArrayArray"),
        ("quantiles(0.5, 0.9), Float64", "Array(Float64)", "groupArrayArray"),
        ("varPop, Float64", f"Tuple({', '.join(['Nullable(Float64)'] * 3)})", "sum of fields"),
        ("sumMap, Map(String, UInt8)", "Map(String, UInt64)", "sum of entries"),
        ("maxMap, Map(String, UInt8)", "Map(String, UInt8)", "max of entries"),
        (
            "sumMap, Array(UInt8), Array(Int8)",
            "Array(Tuple(Array(UInt8), Array(Int8)))",
            "groupArrayArray",
        ),
        ("entropy, Nullable(String)", "Array(String)", "groupArrayArray"),
    ],
)
def test_states_are_kept_as_values(state: str, kept: str, kernel: str) -> None:
    found = parse_type(f"AggregateFunction({state})")
    assert (str(found.state), kept_state(found).kernel) == (kept, kernel)


def test_the_function_of_a_state() -> None:
    function = state_function("quantilesIf(0.5, 0.9)")
    assert (function.name, function.is_conditional) == ("quantiles", True)
    assert function.parameters == "0.5, 0.9"


def test_states_of_quantiles_are_the_same() -> None:
    assert has_same_states("quantile", "quantiles")
    assert not has_same_states("quantile", "quantilesExact")
    assert not has_same_states("sum", "avg")
