"""Many rows in few statements."""

from __future__ import annotations

import re

import pytest

from sqlalchemy_rmt.dbapi.errors import InterfaceError
from sqlalchemy_rmt.dbapi.inserts import statements

ROWS = [{"a": 1, "b": "x"}, {"a": 2, "b": "y)"}, {"a": 3, "b": "%"}]


@pytest.mark.parametrize(
    ("operation", "wanted"),
    [
        (
            "INSERT INTO t VALUES (%(a)s, %(b)s)",
            "INSERT INTO t VALUES (1, 'x'), (2, 'y)'), (3, '%')",
        ),
        (
            "insert into `x)`(a, b) /* VALUES ( */ values\n( %(a)s, lower(%(b)s) ) ; ",
            "insert into `x)`(a, b) /* VALUES ( */ values\n"
            "( 1, lower('x') ), ( 2, lower('y)') ), ( 3, lower('%') )",
        ),
        (
            "INSERT INTO t SETTINGS s = '%%' VALUES ('100%% )', %(a)s) -- end",
            "INSERT INTO t SETTINGS s = '%' VALUES ('100% )', 1), ('100% )', 2), ('100% )', 3)",
        ),
    ],
)
def test_rows_of_an_insert_become_one_statement(operation: str, wanted: str) -> None:
    assert list(statements(operation, ROWS)) == [wanted]


@pytest.mark.parametrize(
    "operation",
    [
        "DELETE FROM t WHERE a = %(a)s",
        "INSERT INTO t SELECT %(a)s",
        "INSERT INTO t VALUES (0), (%(a)s)",
        "INSERT INTO t SELECT * FROM VALUES (%(a)s) AS v (a)",
        "INSERT INTO t PARTITION (p = %(a)s) VALUES (1)",
        "SELECT (%(a)s)",
        "(%(a)s)",
    ],
)
def test_other_statements_run_row_by_row(operation: str) -> None:
    wanted = [operation.replace("%(a)s", str(row["a"])) for row in ROWS]
    assert list(statements(operation, ROWS)) == wanted


def test_positions_work_as_names_do() -> None:
    assert list(statements("INSERT INTO t VALUES (%s, %s)", [(1, 2), (3, 4)])) == [
        "INSERT INTO t VALUES (1, 2), (3, 4)"
    ]


def test_a_statement_of_several_rows_stays_below_the_limit() -> None:
    rows = [("ö" * (number % 50),) for number in range(200)]
    made = list(statements("INSERT INTO t VALUES (%s)", rows, limit=300, longest=300))
    assert max(len(statement.encode()) for statement in made) <= 300
    assert min(len(statement.encode()) for statement in made[:-1]) > 150
    groups = [part for statement in made for part in statement.split("VALUES ")[1].split(", ")]
    assert groups == [f"('{text}')" for (text,) in rows]


def test_statements_grow_to_the_longest_and_are_cut_in_the_same_places() -> None:
    rows = [(number,) for number in range(100_000, 101_000)]
    made = list(statements("INSERT INTO t VALUES (%s)", rows, 100, 400))
    assert made == list(statements("INSERT INTO t VALUES (%s)", iter(rows), 100, 400))
    assert [text.count("(") for text in made[:4]] == [7, 17, 37, 37]
    assert [len(text) for text in made[:3]] <= [100, 200, 400]
    found = [int(number) for text in made for number in re.findall(r"\d+", text)]
    assert found == [number for (number,) in rows]


def test_a_row_above_the_limit_goes_alone() -> None:
    made = list(statements("INSERT INTO t VALUES (%s)", [("x" * 50,), ("y" * 50,)], limit=10))
    assert [len(statement) for statement in made] == [75, 75]


def test_no_rows_are_no_statement() -> None:
    assert list(statements("INSERT INTO t VALUES (%s)", [])) == []
    assert list(statements("DELETE FROM t WHERE a = %s", [])) == []


def test_a_row_that_does_not_fit_is_refused() -> None:
    with pytest.raises(InterfaceError, match="no parameter 'b'"):
        list(statements("INSERT INTO t VALUES (%(a)s, %(b)s)", [{"a": 1}]))
