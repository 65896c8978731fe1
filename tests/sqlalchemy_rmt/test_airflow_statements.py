"""What needs no Airflow: the text of a MERGE INTO, and what statements write."""

from __future__ import annotations

import pytest

from sqlalchemy_rmt.airflow.merge_statement import MergeStatement
from sqlalchemy_rmt.airflow.names import TableName
from sqlalchemy_rmt.airflow.writes import inserts, is_harmless, written_tables

BEGINNING = "MERGE INTO `d`.`t` AS target USING `s` AS source ON target.`a b` = source.`a b` "


def test_some_columns() -> None:
    statement = MergeStatement(
        "d.t", "s", ["a b"], columns=["a b", "v", "w"], delete_if="source.op = 'd'"
    )
    assert str(statement) == (
        BEGINNING + "WHEN MATCHED AND (source.op = 'd') THEN DELETE "
        "WHEN MATCHED THEN UPDATE SET `v` = source.`v`, `w` = source.`w` "
        "WHEN NOT MATCHED AND ifNull((source.op = 'd'), 0) = 0 THEN INSERT (`a b`, `v`, `w`) "
        "VALUES (source.`a b`, source.`v`, source.`w`)"
    )


def test_all_columns() -> None:
    assert str(MergeStatement("d.t", "s", ["a b"], delete_missing=True)) == (
        BEGINNING + "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT * "
        "WHEN NOT MATCHED BY SOURCE THEN DELETE"
    )


def test_keys_only() -> None:
    assert str(MergeStatement("d.t", "s", ["a b"], columns=[])) == (
        BEGINNING + "WHEN NOT MATCHED THEN INSERT (`a b`) VALUES (source.`a b`)"
    )


def test_a_query_with_a_comment_and_a_condition() -> None:
    statement = MergeStatement("t", "SELECT 1 AS k -- one", on="target.k = source.k + 1")
    assert str(statement).startswith(
        "MERGE INTO `t` AS target USING (SELECT 1 AS k -- one\n) AS source "
        "ON target.k = source.k + 1 WHEN MATCHED"
    )


@pytest.mark.parametrize(
    ("keys", "on", "table"), [((), "", "t"), (("k",), "1", "t"), (("k",), "", "t; DROP TABLE t")]
)
def test_what_is_no_statement(keys: tuple[str, ...], on: str, table: str) -> None:
    with pytest.raises(ValueError, match=r"keys or on|no name"):
        str(MergeStatement(table, "s", keys, on))


def test_it_writes_a_table_and_may_do_so_each_time() -> None:
    text = "/* x */ merge into d.`t 1` AS target USING s ON 1"
    assert written_tables(text) == (TableName("d", "t 1"),)
    assert not inserts(text)
    assert not is_harmless(text)
