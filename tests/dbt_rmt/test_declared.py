from __future__ import annotations

from typing import Any

import pytest
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt.declared import Declarations, declarations_of, shown_declarations
from dbt.adapters.rmt.layout import StoredColumn, create_table, layout_of

SHOWN = """CREATE TABLE d.t
(
    `id` UInt64,
    `s` String,
    INDEX i1 concat(lower(s), 'x') TYPE bloom_filter(0.01) GRANULARITY 2,
    INDEX `odd name` s TYPE set(100) GRANULARITY 1,
    PROJECTION p1
    (
        SELECT
            s,
            sum(id) AS x
        GROUP BY s
    ),
    PROJECTION p2
    (
        SELECT *
        ORDER BY s
    )
)
ENGINE = ReplacingMergeTree
ORDER BY id
TTL ts + toIntervalDay(30) WHERE s = 'x  y', d + toIntervalMonth(3)
SETTINGS index_granularity = 8192"""


def test_what_a_table_declares() -> None:
    assert shown_declarations(SHOWN) == Declarations(
        "ts + toIntervalDay(30) WHERE s = 'x  y', d + toIntervalMonth(3)",
        {
            "i1": "concat(lower(s), 'x') TYPE bloom_filter(0.01) GRANULARITY 2",
            "odd name": "s TYPE set(100) GRANULARITY 1",
        },
        {"p1": "SELECT s, sum(id) AS x GROUP BY s", "p2": "SELECT * ORDER BY s"},
    )
    assert shown_declarations("CREATE TABLE t\n(\n    `id` Int64\n)\nENGINE = Log") == Declarations(
        "", {}, {}
    )


def test_a_table_declares_what_its_model_says() -> None:
    config = {
        "order_by": "id",
        "ttl": "ts + INTERVAL 1 DAY",
        "indexes": [{"name": "i", "definition": "s TYPE set(100)"}],
        "projections": [{"name": "p", "query": "(SELECT s ORDER BY s)"}],
    }
    layout = layout_of(config, "table", {})
    text = create_table("t", [StoredColumn("id", "Int64", "")], layout, "", "")
    assert "    INDEX `i` s TYPE set(100),\n    PROJECTION `p` (SELECT s ORDER BY s)\n)" in text
    assert "\nTTL ts + INTERVAL 1 DAY\nSETTINGS " in text
    assert "lightweight_mutation_projection_mode = 'rebuild'" in text


@pytest.mark.parametrize(
    ("config", "is_same"),
    [
        ({}, True),
        ({"ttl": "ts + interval 30 days where s='x  y', d+INTERVAL 3 MONTH"}, True),
        ({"ttl": "ts + interval 30 days where s='x y', d+INTERVAL 3 MONTH"}, False),
        ({"ttl": ""}, False),
        ({"indexes": []}, False),
        (
            {
                "indexes": [
                    {"name": "odd name", "definition": "`s` type set(100)"},
                    {
                        "name": "i1",
                        "definition": "concat(lower(s),'x') TYPE bloom_filter(0.01) GRANULARITY 2",
                    },
                ]
            },
            True,
        ),
        ({"indexes": [{"name": "i1", "definition": "s TYPE set(100)"}]}, False),
        (
            {
                "projections": [
                    {"name": "p1", "query": "select s, sum(id) as x group by s"},
                    {"name": "p2", "query": "(select * order by s)"},
                ]
            },
            True,
        ),
    ],
)
def test_the_same_is_known_by_its_words(config: dict[str, Any], is_same: bool) -> None:
    assert declarations_of(config).is_shown_as(shown_declarations(SHOWN)) is is_same


def test_moments_are_not_null() -> None:
    config = {"ttl": "toDate(At) + INTERVAL 1 day WHERE gone = 1, `day` + interval 2 months"}
    assert declarations_of(config).moments() == {"todate", "at", "day"}
    assert not layout_of(config, "table", {}).not_null & {"gone", "month", "interval"}


def test_what_is_new_is_added_and_what_is_gone_dropped() -> None:
    asked = declarations_of(
        {
            "ttl": "ts + INTERVAL 1 DAY",
            "indexes": [{"name": "i1", "definition": "s TYPE minmax"}],
            "projections": [
                {"name": "p2", "query": "SELECT * ORDER BY s"},
                {"name": "p3", "query": "SELECT count()"},
            ],
        }
    )
    wanted = Declarations(
        "ts + toIntervalDay(1)",
        {"i1": "s TYPE minmax GRANULARITY 1"},
        {"p2": "SELECT * ORDER BY s", "p3": "SELECT count()"},
    )
    assert asked.changes(shown_declarations(SHOWN), wanted) == (
        [["DROP INDEX `i1`", "DROP INDEX `odd name`"], ["DROP PROJECTION `p1`"]],
        [
            ["ADD INDEX `i1` s TYPE minmax"],
            ["ADD PROJECTION `p3` (SELECT count())"],
            ["MATERIALIZE PROJECTION `p3`"],
            ["MODIFY TTL ts + INTERVAL 1 DAY"],
        ],
    )


def test_what_the_configuration_does_not_say_is_left_alone() -> None:
    there = shown_declarations(SHOWN)
    nothing = declarations_of({})
    assert nothing.changes(there, there) == ([], [])
    assert nothing.left_alone(there) == [
        "index i1",
        "index odd name",
        "projection p1",
        "projection p2",
        f"TTL {there.ttl}",
    ]
    emptied = declarations_of({"ttl": "", "indexes": [], "projections": []})
    assert emptied.left_alone(there) == []
    assert emptied.changes(there, Declarations("", {}, {}))[1] == [["REMOVE TTL"]]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"ttl": ["ts"]}, "ttl is"),
        ({"indexes": "s TYPE minmax"}, "indexes is"),
        ({"indexes": [{"name": "i", "columns": ["s"]}]}, "indexes has"),
        ({"indexes": [{"name": "i", "definition": ""}]}, "indexes has"),
        ({"projections": [{"name": "p"}]}, "projections has"),
        ({"projections": {"p": "SELECT 1"}}, "projections is"),
        (
            {"indexes": [{"name": "i", "definition": "a"}, {"name": "i", "definition": "b"}]},
            "two of the name 'i'",
        ),
    ],
)
def test_what_is_written_otherwise_is_refused(config: dict[str, Any], message: str) -> None:
    with pytest.raises(DbtRuntimeError, match=message):
        declarations_of(config)
