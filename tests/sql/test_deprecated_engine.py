from __future__ import annotations

from rmt_engine.sql.grammar.deprecated_engine import with_clauses
from rmt_engine.sql.grammar.statements import CreateTable, EngineClause
from rmt_engine.sql.text.tokens import Name


def test_a_replicated_table_stays_one() -> None:
    engine = EngineClause(
        "ReplicatedReplacingMergeTree", ("'/path'", "'replica'", "d", "(a, d)", "8192", "v")
    )
    table = with_clauses(CreateTable(Name(None, "t"), "", engine=engine))
    assert table.engine == EngineClause("ReplicatedReplacingMergeTree", ("v",))
    assert (table.partition_by, table.order_by) == ("toYYYYMM(d)", "(a, d)")
    assert table.settings == {"index_granularity": "8192"}


def test_the_parameters_of_a_replicated_engine_are_no_keys() -> None:
    engine = EngineClause("ReplicatedReplacingMergeTree", ("'/path'", "'replica'", "v", "gone"))
    table = CreateTable(Name(None, "t"), "", engine=engine)
    assert with_clauses(table) is table
