"""The arguments of Merge and Buffer, and definitions that keep them."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import EngineClause
from rmt_engine.sql.tables.other_tables import engine_clause, other_tables
from rmt_engine.store.table import BUFFER, MERGE, Column, OtherTables, TableDefinition

_LIMITS = ("16", "10", "100", "10000", "1000000", "10000000", "100000000")


@pytest.mark.parametrize(
    ("engine", "arguments", "others"),
    [
        (MERGE, ("Shop", "'^a'"), OtherTables("shop", "^a")),
        (MERGE, ("currentDatabase()", "'^a'"), OtherTables("here", "^a")),
        (MERGE, ("REGEXP('^s')", "'^a'"), OtherTables("^s", "^a", is_of_databases=True)),
        (BUFFER, ("''", "t", *_LIMITS), OtherTables("here", "t", limits=tuple(map(int, _LIMITS)))),
    ],
)
def test_arguments_are_read_and_shown(
    engine: str, arguments: tuple[str, ...], others: OtherTables
) -> None:
    found = other_tables(EngineClause(engine, arguments), "here")
    assert found == others
    shown = engine_clause(engine, found)
    assert other_tables(shown) == others
    definition = TableDefinition((Column("k", "Int8"),), engine, others=found)
    assert TableDefinition.from_json(definition.to_json()) == definition


@pytest.mark.parametrize(
    ("engine", "arguments", "error"),
    [
        (MERGE, ("d",), "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        (MERGE, ("d", "'('"), "CANNOT_COMPILE_REGEXP"),
        (MERGE, ("REGEXP(d)", "'a'"), "BAD_ARGUMENTS"),
        (MERGE, ("d", "5"), "BAD_ARGUMENTS"),
        (BUFFER, ("d", "t"), "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        (BUFFER, ("''", "''", *_LIMITS), "NOT_IMPLEMENTED"),
        (BUFFER, ("d", "t", "0", *_LIMITS[1:]), "BAD_ARGUMENTS"),
        (BUFFER, ("d", "t", "-1", *_LIMITS[1:]), "BAD_ARGUMENTS"),
        (BUFFER, ("d", "t", "'x'", *_LIMITS[1:]), "CANNOT_CONVERT_TYPE"),
    ],
)
def test_wrong_arguments_are_refused(engine: str, arguments: tuple[str, ...], error: str) -> None:
    with pytest.raises(RmtError) as raised:
        other_tables(EngineClause(engine, arguments), "here")
    assert raised.value.name == error
