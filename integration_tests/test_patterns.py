"""docs/patterns.md from top to bottom, on the endpoint and on ClickHouse."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.pages import blocks

SECTIONS = (
    "The current row of a key",
    "Upserts into a CollapsingMergeTree table",
    "The last value of each column",
    "Running totals",
    "A daily rollup, fed by a view",
    "Who came back: users as bitmaps",
)


def statements(text: str) -> list[str]:
    return [one.strip() for one in re.split(r";\s*$", text, flags=re.MULTILINE) if one.strip()]


def shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.sample(3)
def test_the_statements_of_the_page_give_its_answers(
    section: str, endpoint_client: Client, module_clickhouse: ClickHouse
) -> None:
    both = Both(endpoint_client, module_clickhouse)
    ours: list[tuple[Any, ...]] = []
    theirs: list[tuple[Any, ...]] = []
    compared = 0
    for block in blocks("patterns.md", section):
        if block.language == "sql":
            for statement in statements(block.text):
                if statement.startswith("SELECT"):
                    ours, theirs = both.client.run(statement), both.clickhouse.rows(statement)
                else:
                    both.run(statement)
        elif block.language == "text":
            expected = block.text.splitlines()
            assert [" | ".join(map(shown, row)) for row in ours] == expected
            assert [" | ".join(map(shown, row)) for row in theirs] == expected
            compared += 1
    assert compared > 0
