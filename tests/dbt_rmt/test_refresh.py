"""What a model says of the refreshes of its view, as a clause and beside the endpoint's."""

from __future__ import annotations

from typing import Any

import pytest
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt.layout import create_materialized_view
from dbt.adapters.rmt.refresh import is_same_refresh, refresh_clause, shown_refresh


@pytest.mark.parametrize(
    ("config", "clause"),
    [
        (None, ""),
        ({"interval": "EVERY 1 HOUR"}, "REFRESH EVERY 1 HOUR"),
        (
            {
                "interval": "AFTER 1 DAY",
                "randomize": "1 HOUR",
                "depends_on": ["a", "other.b"],
                "settings": {"refresh_retries": 0},
                "append": True,
            },
            "REFRESH AFTER 1 DAY RANDOMIZE FOR 1 HOUR DEPENDS ON `s`.`a`, other.b "
            "SETTINGS refresh_retries = 0 APPEND",
        ),
        ({"interval": "EVERY 1 DAY", "depends_on": "a"}, "REFRESH EVERY 1 DAY DEPENDS ON `s`.`a`"),
    ],
)
def test_clauses(config: dict[str, Any] | None, clause: str) -> None:
    assert refresh_clause(config, "s") == clause


@pytest.mark.parametrize("config", [{"append": True}, {"interval": "EVERY 1 DAY", "offset": 1}])
def test_what_is_wrong_is_told(config: dict[str, Any]) -> None:
    with pytest.raises(DbtRuntimeError, match="refreshable"):
        refresh_clause(config, "s")


def test_the_clause_of_a_view_there_is() -> None:
    shown = "CREATE MATERIALIZED VIEW s.v\nREFRESH EVERY 1 DAY DEPENDS ON s.a TO s.t\n(\n"
    clause = shown_refresh(shown)
    assert clause == "REFRESH EVERY 1 DAY DEPENDS ON s.a"
    assert is_same_refresh(clause, "REFRESH every 1 day DEPENDS ON `s`.`a`")
    assert not is_same_refresh(clause, "REFRESH EVERY 2 DAY DEPENDS ON `s`.`a`")
    assert shown_refresh("CREATE MATERIALIZED VIEW s.v TO s.t\n(\n") == ""


def test_a_view_is_filled_by_its_first_refresh() -> None:
    text = create_materialized_view("v", "TO t", "c", "select 1", True, "REFRESH EVERY 1 DAY")
    assert text == (
        "CREATE OR REPLACE MATERIALIZED VIEW v\nREFRESH EVERY 1 DAY\nTO t\nCOMMENT 'c'\nAS select 1"
    )
    text = create_materialized_view("v", "TO t", "", "select 1", False, "REFRESH EVERY 1 DAY")
    assert "\nTO t\nEMPTY\nAS " in text
