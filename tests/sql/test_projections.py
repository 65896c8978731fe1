"""What projections are declared as, and what follows from a table's columns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.row_commands import parse_commands
from rmt_engine.sql.grammar.statements import ProjectionAction, ProjectionClause
from rmt_engine.sql.tables.projections import (
    declared_projection,
    projection_lines,
    renewed_projections,
    rows_query,
)
from rmt_engine.store.table import Column, Projection, TableDefinition
from tests.sql.support import Spark

TABLE = TableDefinition(
    columns=(
        Column("k", "Int64"),
        Column("v", "Int64"),
        Column("s", "String"),
        Column("m", "Map(String, Int64)"),
        Column("f", "Float64"),
        Column("e", "Enum8('a' = 1)"),
        Column("d", "Int64", "DEFAULT", "v + 1"),
        Column("a", "Int64", "ALIAS", "d + 1"),
    ),
    engine="MergeTree",
    order_by=("k",),
)


def declared(query: str, table: TableDefinition = TABLE) -> Projection:
    return declared_projection(ProjectionClause("p", query), table, Spark())


def columns(projection: Projection) -> list[tuple[str, str]]:
    return [(column.expression, column.type) for column in projection.columns]


def test_an_aggregate_has_its_keys_and_a_state_for_each_function() -> None:
    projection = declared("SELECT s, sum(v) + 1, count(), count(*), sum(v) GROUP BY s")
    assert projection.is_aggregate
    assert projection.key == ("s",)
    assert columns(projection) == [
        ("s", "String"),
        ("sum(v)", "AggregateFunction(sum, Int64)"),
        ("count()", "AggregateFunction(count)"),
    ]
    assert [column.is_state for column in projection.columns] == [False, True, True]


def test_another_has_its_key_first() -> None:
    projection = declared("SELECT *, v + k AS x ORDER BY x, s")
    assert not projection.is_aggregate
    assert projection.key == ("plus(v, k)", "s")
    names = [expression for expression, _ in columns(projection)]
    assert names == ["plus(v, k)", "s", "k", "v", "m", "f", "e", "d"]


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("SELECT k ORDER BY (v, k)", ("v", "k")),
        ("SELECT count()", ()),
        ("WITH v % 2 AS odd SELECT odd, count() GROUP BY odd", ("modulo(v, 2)",)),
        ("SELECT v % 2 AS odd, count() GROUP BY odd", ("modulo(v, 2)",)),
        ("SELECT v + 1 AS v, count() GROUP BY v", ("plus(v, 1)",)),
    ],
)
def test_aliases_stand_for_what_they_name(query: str, key: tuple[str, ...]) -> None:
    assert declared(query).key == key


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("SELECT v WHERE v > 1 ORDER BY v", "leaves out rows"),
        ("SELECT k, rand() ORDER BY k", "not deterministic"),
        ("SELECT k, (SELECT 1) ORDER BY k", "subquery"),
        ("SELECT k, sum(v) OVER () ORDER BY k", "window"),
        ("SELECT k, count(DISTINCT v) GROUP BY k", "DISTINCT"),
        ("SELECT k, quantile(0.9)(v) GROUP BY k", "quantile"),
        ("SELECT k ORDER BY m", "cannot be sorted"),
        ("SELECT k, max(f) GROUP BY k", "not what the function gives"),
        ("SELECT k, argMin(v, e) GROUP BY k", "not what the function gives"),
        ("SELECT k, sum(e) GROUP BY k", "not what the function gives"),
    ],
)
def test_some_are_kept_and_not_used(query: str, why: str) -> None:
    projection = declared(query)
    assert why in projection.not_used
    assert not projection.columns


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SELECT nothing ORDER BY v", "UNKNOWN_IDENTIFIER"),
        ("SELECT v ORDER BY nothing", "UNKNOWN_IDENTIFIER"),
        ("SELECT v", "BAD_ARGUMENTS"),
        ("SELECT v, count() GROUP BY v ORDER BY v", "ILLEGAL_PROJECTION"),
        ("SELECT k, count() GROUP BY v", "NOT_AN_AGGREGATE"),
        ("SELECT DISTINCT v ORDER BY v", "UNKNOWN_IDENTIFIER"),
        ("SELECT v ORDER BY v DESC", "SYNTAX_ERROR"),
        ("SELECT v ORDER BY v LIMIT 1", "SYNTAX_ERROR"),
        ("SELECT v FROM x ORDER BY v", "SYNTAX_ERROR"),
        ("SELECT v, count() GROUP BY v WITH TOTALS", "SYNTAX_ERROR"),
        ("SELECT v, count() GROUP BY ROLLUP(v)", "SYNTAX_ERROR"),
        ("SELECT v ORDER BY v UNION ALL SELECT v ORDER BY v", "SYNTAX_ERROR"),
        ("SELECT _part_offset ORDER BY v", "NOT_IMPLEMENTED"),
        ("SELECT v ORDER BY", "SYNTAX_ERROR"),
    ],
)
def test_some_cannot_be(query: str, name: str) -> None:
    with pytest.raises(RmtError) as raised:
        declared(query)
    assert raised.value.name == name


def test_the_query_of_its_rows() -> None:
    projection = declared("SELECT s, sumIf(v, k > 1), count() GROUP BY s")
    assert rows_query(projection, ("n",)) == (
        "SELECT s AS __projected_0, sumIfState(v, greater(k, 1)) AS __projected_1, "
        "countState() AS __projected_2, `n` FROM __rows GROUP BY s, `n`"
    )
    projection = declared("SELECT k ORDER BY v")
    assert rows_query(projection) == "SELECT v AS __projected_0, k AS __projected_1 FROM __rows"


def test_how_it_is_shown() -> None:
    assert projection_lines("WITH v  +  1 AS z SELECT z, count( ) GROUP BY z") == [
        "WITH",
        "    v + 1 AS z",
        "SELECT",
        "    z,",
        "    count( )",
        "GROUP BY z",
    ]


def changed(name: str, **values: str) -> TableDefinition:
    columns = tuple(replace(c, **values) if c.name == name else c for c in TABLE.columns)
    return replace(TABLE, columns=columns)


@pytest.mark.parametrize(
    ("name", "values", "query", "is_same"),
    [
        ("v", {"type": "Int32"}, "SELECT k, v ORDER BY v", False),
        ("v", {"stored_as": "v_2"}, "SELECT k, v ORDER BY v", False),
        ("v", {"comment": "x"}, "SELECT k, v ORDER BY v", True),
        ("v", {"type": "Int32"}, "SELECT k ORDER BY s", True),
        ("d", {"expression": "v + 2"}, "SELECT k ORDER BY d", False),
        ("v", {"stored_as": "v_2"}, "SELECT k ORDER BY a", False),
        ("s", {"stored_as": "s_2"}, "SELECT k ORDER BY a", True),
    ],
)
def test_its_identity_tells_how_rows_are_made(
    name: str, values: dict[str, str], query: str, is_same: bool
) -> None:
    one, other = declared(query), declared(query, changed(name, **values))
    assert (one.identity == other.identity) is is_same
    assert one.identity


def test_columns_that_it_names_stay() -> None:
    table = replace(TABLE, projections=(declared("SELECT s, max(v) GROUP BY s"),))
    gone = replace(table, columns=tuple(c for c in table.columns if c.name != "s"))
    with pytest.raises(RmtError, match="breaks projection p") as raised:
        renewed_projections(table, gone, Spark())
    assert raised.value.name == "UNKNOWN_IDENTIFIER"
    other = replace(changed("v", type="Int32"), projections=table.projections)
    with pytest.raises(RmtError) as raised:
        renewed_projections(table, other, Spark())
    assert raised.value.name == "CANNOT_CONVERT_TYPE"
    other = replace(changed("s", type="LowCardinality(String)"), projections=table.projections)
    with pytest.raises(RmtError) as raised:
        renewed_projections(table, other, Spark())
    assert raised.value.name == "ALTER_OF_COLUMN_IS_FORBIDDEN"


def test_a_star_takes_columns_that_come() -> None:
    table = replace(TABLE, projections=(declared("SELECT * ORDER BY v"),))
    wider = replace(table, columns=(*table.columns, Column("z", "Int8")))
    [renewed] = renewed_projections(table, wider, Spark())
    assert columns(renewed)[-1] == ("z", "Int8")
    assert renewed.identity != table.projections[0].identity


def test_the_registry_keeps_it() -> None:
    table = replace(TABLE, projections=(declared("SELECT s, max(v) GROUP BY s"),))
    assert TableDefinition.from_json(table.to_json()) == table


def test_the_commands_of_mutations() -> None:
    text = (
        "(MATERIALIZE PROJECTION p IN PARTITION 1), (CLEAR PROJECTION `a b`), (DROP PROJECTION p)"
    )
    commands = parse_commands(text)
    assert [command.action for command in commands] == list(ProjectionAction)
    assert [command.projection for command in commands] == ["p", "a b", "p"]
    assert ", ".join(command.text for command in commands) == text
    assert not any(command.is_conditional for command in commands)
