from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_forms import spell_out


def _spelled(text: str) -> str:
    return spell_out(text, lambda _: [])


def test_a_call_inside_an_expression_is_a_view_of_its_elements() -> None:
    assert _spelled("SELECT arrayJoin(a) + 1 AS x, arrayJoin(a) FROM t FINAL WHERE k > 1") == (
        "SELECT `__joined_0` + 1 AS x, `__joined_0` AS `arrayJoin(a)` FROM t FINAL "
        "LATERAL VIEW explode(a) `__joined_0` AS `__joined_0` WHERE k > 1"
    )


def test_a_column_that_filters_or_groups_is_one_of_a_view() -> None:
    view = "LATERAL VIEW explode(a) `__joined_0` AS `__joined_0`"
    for rest in ("WHERE x > 1", "PREWHERE x > 1", "GROUP BY x"):
        assert _spelled(f"SELECT arrayJoin(a) AS x FROM t {rest}") == (
            f"SELECT `__joined_0` AS x FROM t {view} {rest}"
        )


def test_a_query_without_tables_gets_one_row() -> None:
    assert _spelled("SELECT 1 + arrayJoin([1]) AS x ORDER BY x") == (
        "SELECT 1 + `__joined_0` AS x FROM (SELECT 1 AS `__one`) AS `__one` "
        "LATERAL VIEW explode([1]) `__joined_0` AS `__joined_0` ORDER BY x"
    )


def test_calls_inside_one_another_are_spelled_out_from_the_inside() -> None:
    text = _spelled("SELECT *, arrayJoin(arrayJoin(a)) + 1 AS x FROM t")
    assert "explode(a) `__joined_0`" in text
    assert "explode(`__joined_0`) " in text
    assert text.startswith("SELECT * EXCEPT (`__joined_")
    assert "arrayJoin" not in text


@pytest.mark.parametrize(
    "text",
    [
        "SELECT k, arrayJoin(a) FROM t",
        "SELECT DISTINCT arrayJoin(a) AS x FROM t WHERE k > 1",
        "SELECT arrayJoin(a) x FROM t",
        "SELECT arrayJoin(groupArray(k)) FROM t",
    ],
)
def test_a_whole_column_stays_as_it_is(text: str) -> None:
    assert _spelled(text) == text


@pytest.mark.parametrize("column", ["arrayJoin(groupArray(k)) + 1", "1 + arrayJoin([max(k)])"])
def test_the_rows_that_make_an_array_are_not_multiplied_by_it(column: str) -> None:
    with pytest.raises(RmtError, match="Put the aggregate into a subquery"):
        _spelled(f"SELECT {column} FROM t")
