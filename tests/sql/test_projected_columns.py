"""Which projections tasks make of columns of files."""

from __future__ import annotations

import pytest

from rmt_engine.sql.tables.projected_columns import projected_columns
from rmt_engine.store.projected_column import ProjectedColumn
from rmt_engine.store.table import Column, Projection, ProjectionColumn, TableDefinition

TABLE = TableDefinition(
    columns=(
        Column("k", "Int64"),
        Column("a b", "String"),
        Column("n", "Nullable(Int64)"),
        Column("f", "Float64"),
        Column("d", "Decimal(9, 2)"),
        Column("x", "Int64", "ALIAS", "k + 1"),
    ),
    engine="MergeTree",
    order_by=("k",),
)


def _of(expression: str, type_: str, is_state: bool = False) -> tuple[ProjectedColumn, ...] | None:
    column = ProjectionColumn("c", expression, type_, is_state)
    return projected_columns(Projection("p", "", is_state, (column,)), TABLE)


@pytest.mark.parametrize(
    ("expression", "type_", "source"),
    [("k", "Int64", "k"), ("`a b`", "String", "a b"), ("n", "Nullable(Int64)", "n")],
)
def test_a_stored_column_is_read(expression: str, type_: str, source: str) -> None:
    assert _of(expression, type_) == (ProjectedColumn("c", source),)


@pytest.mark.parametrize(
    ("call", "source"),
    [
        ("count()", ""), ("count(k)", ""), ("sum(k)", "k"), ("avg(k)", "k"), ("min(`a b`)", "a b"),
        ("max(d)", "d"), ("any(k)", "k"),
    ],
)  # fmt: skip
def test_states_are_counted_summed_and_chosen(call: str, source: str) -> None:
    function = call.partition("(")[0]
    assert _of(call, "", is_state=True) == (ProjectedColumn("c", source, function),)


@pytest.mark.parametrize(
    "call",
    [
        "sum(f)", "sum(d)", "sum(n)", "count(n)", "min(f)", "sum(plus(k, 1))", "sum(x)", "uniq(k)",
        "sumIf(k, 1)", "count(DISTINCT k)", "argMax(k, k)", "groupArray(3)(k)",
    ],
)  # fmt: skip
def test_other_states_are_left_to_spark(call: str) -> None:
    assert _of(call, "", is_state=True) is None


@pytest.mark.parametrize(
    ("expression", "type_"),
    [("plus(k, 1)", "Int64"), ("x", "Int64"), ("k", "Int32"), ("1", "UInt8")],
)
def test_what_has_to_be_computed_is_left_to_spark(expression: str, type_: str) -> None:
    assert _of(expression, type_) is None
