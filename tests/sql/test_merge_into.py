"""What MERGE INTO says, and the query that it becomes."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.merge_into import read_merge_into, table_of_source
from rmt_engine.sql.grammar.statements import MergeAction, MergeClause, MergeInto, Unmatched
from rmt_engine.sql.text.tokens import Cursor, Name, tokenize
from sqlalchemy_rmt.airflow.merge_statement import MergeStatement


def read(text: str) -> MergeInto:
    cursor = Cursor(text, tokenize(text))
    cursor.expect("MERGE")
    cursor.expect("INTO")
    return read_merge_into(cursor, cursor.name())


def test_all_clauses() -> None:
    text = (
        "MERGE INTO d.t AS a USING (SELECT 1 AS k) b ON a.k = b.k AND CASE WHEN 1 THEN 1 END "
        "WHEN MATCHED AND b.op = 'd' THEN DELETE "
        "WHEN MATCHED THEN UPDATE SET a.v = CASE WHEN b.v THEN 1 ELSE 2 END, n = f(1, 2) "
        "WHEN NOT MATCHED BY TARGET THEN INSERT (k, v) VALUES (b.k, (1, 2).1) "
        "WHEN NOT MATCHED BY SOURCE AND a.k > 1 THEN UPDATE SET v = 0 "
        "WHEN NOT MATCHED BY SOURCE THEN DELETE SETTINGS final_build = 'sync';"
    )
    assert read(text) == MergeInto(
        Name("d", "t"),
        "a",
        "(SELECT 1 AS k)",
        "b",
        "a.k = b.k AND CASE WHEN 1 THEN 1 END",
        (
            MergeClause(Unmatched.NONE, "b.op = 'd'", MergeAction.DELETE),
            MergeClause(
                Unmatched.NONE,
                "",
                MergeAction.UPDATE,
                (("v", "CASE WHEN b.v THEN 1 ELSE 2 END"), ("n", "f(1, 2)")),
            ),
            MergeClause(
                Unmatched.SOURCE,
                "",
                MergeAction.INSERT,
                (("k", "b.k"), ("v", "(1, 2).1")),
            ),
            MergeClause(Unmatched.TARGET, "a.k > 1", MergeAction.UPDATE, (("v", "0"),)),
            MergeClause(Unmatched.TARGET, "", MergeAction.DELETE),
        ),
        {"final_build": "sync"},
    )


def test_names_without_aliases_and_stars() -> None:
    found = read(
        "MERGE INTO t USING d.s FINAL ON t.k = s.k WHEN MATCHED THEN UPDATE SET * "
        "WHEN NOT MATCHED THEN INSERT *"
    )
    assert (found.alias, found.source, found.source_alias) == ("t", "d.s FINAL", "s")
    assert [clause.assignments for clause in found.clauses] == [None, None]
    found = read("MERGE INTO t USING d.s AS x FINAL ON t.k = x.k WHEN MATCHED THEN UPDATE SET *")
    assert (found.source, found.source_alias) == ("d.s FINAL", "x")


def test_an_alias_may_name_the_columns_of_a_query() -> None:
    found = read("MERGE INTO t USING (VALUES (1)) AS s(k) ON t.k = s.k WHEN MATCHED THEN DELETE")
    assert (found.source, found.source_alias) == (
        "(SELECT * FROM (VALUES (1)) AS `s` (k))",
        "s",
    )


@pytest.mark.parametrize(
    "text",
    [
        "MERGE INTO t FINAL USING s ON 1 WHEN MATCHED THEN DELETE",
        "MERGE INTO t USING s ON WHEN MATCHED THEN DELETE",
        "MERGE INTO t USING s ON 1",
        "MERGE INTO t USING s WHEN MATCHED THEN DELETE",
        "MERGE INTO t USING (SELECT 1) ON 1 WHEN MATCHED THEN DELETE",
        "MERGE INTO t USING s ON 1 WHEN MATCHED THEN INSERT *",
        "MERGE INTO t USING s ON 1 WHEN NOT MATCHED THEN DELETE",
        "MERGE INTO t USING s ON 1 WHEN NOT MATCHED BY SOURCE THEN UPDATE SET *",
        "MERGE INTO t USING s ON 1 WHEN NOT MATCHED BY NOBODY THEN DELETE",
        "MERGE INTO t USING s ON 1 WHEN MATCHED THEN UPDATE SET v 1",
        "MERGE INTO t USING s ON 1 WHEN MATCHED THEN UPDATE SET v = ",
        "MERGE INTO t USING s ON 1 WHEN MATCHED THEN DELETE WHEN MATCHED AND 1 THEN DELETE",
        "MERGE INTO t USING s ON 1 WHEN MATCHED THEN DELETE and more",
        "MERGE INTO t USING s ON 1 WHEN NOT MATCHED THEN INSERT (k) VALUES (1",
    ],
)
def test_what_is_no_statement(text: str) -> None:
    with pytest.raises(RmtError) as caught:
        read(text)
    assert caught.value.name == "SYNTAX_ERROR"
    assert "line 1" in str(caught.value) or "WHEN clauses" in str(caught.value)


def test_schema_evolution_is_refused_by_name() -> None:
    with pytest.raises(RmtError, match="SCHEMA EVOLUTION"):
        read("MERGE INTO t WITH SCHEMA EVOLUTION USING s ON 1 WHEN MATCHED THEN DELETE")


def test_what_airflows_operator_writes_is_read() -> None:
    text = str(MergeStatement("t", "SELECT 1 AS k", ["k"], columns=["v"], delete_if="1 = 2"))
    assert len(read(text).clauses) == 3


@pytest.mark.parametrize(
    ("source", "table"),
    [
        ("s", "s"),
        ("db.s FINAL", "s"),
        ("(SELECT * FROM s) AS q", None),
        ("numbers(3) AS n", None),
    ],
)
def test_the_table_that_the_source_is(source: str, table: str | None) -> None:
    statement = read(f"MERGE INTO t USING {source} ON true WHEN MATCHED THEN DELETE")
    name = table_of_source(statement)
    assert (name.table if name else None) == table
