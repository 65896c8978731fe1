from __future__ import annotations

from typing import Any

import pytest

from rmt_engine.spark.session.definitions import DefinitionBuilder
from tests.sql.support import parse_create


@pytest.mark.parametrize(
    ("clauses", "warns"),
    [
        ("ENGINE = ReplacingMergeTree", True),
        ("ENGINE = ReplacingMergeTree(k) ORDER BY tuple()", True),
        ("ENGINE = ReplacingMergeTree ORDER BY k", False),
        ("ENGINE = MergeTree", False),
    ],
)
def test_a_replacing_table_without_a_key_is_told_in_the_log(
    clauses: str, warns: bool, caplog: pytest.LogCaptureFixture
) -> None:
    nothing: Any = None
    statement = parse_create(f"CREATE TABLE shop.t (k Int64) {clauses}")
    DefinitionBuilder(nothing, nothing).build(statement)
    told = [message for message in caplog.messages if "all its rows are versions of one" in message]
    assert bool(told) == warns
    assert all(message.startswith("shop.t ") for message in told)
