"""What reads a text takes time in proportion to it, whatever the text is.

It would hold the lock of Python meanwhile. What takes quadratic time runs into the timeout.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rmt_engine.errors import raised_by_a_row
from rmt_engine.spark.run.activity import _STACK_TRACE
from rmt_engine.sql.grammar.inner_query import statement_with_query
from rmt_engine.sql.grammar.show_like import with_sparks_pattern


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("read", "text"),
    [
        pytest.param(lambda text: _STACK_TRACE.sub("", text), "\n" * 400_000, id="lines"),
        pytest.param(lambda text: _STACK_TRACE.sub("", text), "\n " * 200_000, id="blank lines"),
        pytest.param(
            raised_by_a_row,
            "[USER_RAISED_EXCEPTION] [LOGICAL_ERROR] (code" * 50_000,
            id="errors that do not end",
        ),
        pytest.param(statement_with_query, "CREATE VIEW v" + " AS /*" * 40_000, id="open comments"),
        pytest.param(statement_with_query, "CREATE VIEW v" + " AS" * 100_000, id="many AS"),
        pytest.param(with_sparks_pattern, "SHOW " + "LIKE '" * 100_000, id="open patterns"),
    ],
)
def test_long_texts_are_read_in_time(read: Callable[[str], object], text: str) -> None:
    read(text)


def test_a_stack_trace_is_cut_off() -> None:
    text = "first\n\nsecond\n\tat org.apache.spark.A(B.scala:1)\n\tat java.lang.C"
    assert _STACK_TRACE.sub("", text) == "first\n\nsecond"
