"""How the demo shows answers: numbers as they come over Thrift, where counts are decimals."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from rmt_engine.demo import _short


@pytest.mark.parametrize(
    ("answer", "shown"),
    [(336776, "336,776"), (Decimal(336776), "336,776"), ([("AA", 1)], "1 carriers"), ([], "")],
)
def test_answers_are_shown_short(answer: Any, shown: str) -> None:
    assert _short(answer) == shown
