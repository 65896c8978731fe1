from __future__ import annotations

import pytest

from rmt_engine.sql.marks import Marks, words_of

MARKS = Marks(("FINAL SAMPLE", r"\b(?:FINAL|SAMPLE)\b"), ("COUNT", r"\bcount\s*\(\s*\)"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("SELECT * FROM t final", True),
        ("SELECT Count ( ) FROM t", True),
        ("SELECT count(*) FROM t", False),
        ("SELECT finals, sample_1 FROM t", False),
        ("", False),
    ],
)
def test_a_pattern_is_found_where_one_of_its_words_stands(text: str, found: bool) -> None:
    assert MARKS.found(text) is found
    assert MARKS.found(text, words_of(text)) is found


def test_a_pattern_without_its_words_is_not_tried() -> None:
    assert not MARKS.found("SELECT count()", words={"SELECT"})


def test_words_are_upper_case() -> None:
    assert words_of("SELECT `a b`, größe FROM t1") == {"SELECT", "A", "B", "GRÖSSE", "FROM", "T1"}
