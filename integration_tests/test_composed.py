"""Queries that compose all forms, answered here and by real ClickHouse.

CI takes the same few each time; `make test-composed` takes any number of new ones and prints
what the failing ones have in common.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.composed.answers import canonical, compare, create_tables, drop_functions
from support.composed.queries import compose
from support.composed.reduction import reduced
from support.composed.report import Report, chosen, smallest
from support.composed.rules import RULES, Rule
from support.endpoint import Client

QUERIES = int(os.environ.get("RMT_COMPOSED", "0"))
SEED = int(os.environ.get("RMT_COMPOSED_SEED", "1"))
PARTS = 2
"""Tests that share these queries, for as many workers."""
SHOWN = 10
BETWEEN_LINES = 100
"""Queries between two lines that say how far it is."""
SAMPLE = 200
"""How many queries of seed 1 CI knows."""
EXPECTED = """
    aggregate compared; alias used; alias with the name of a column; array join; arrayJoin;
    arrayJoin anywhere; array join of column; star; star except; star apply; columns of list;
    columns of pattern; columns of list replace; columns of pattern except apply; recursive cte;
    view; view with parameters; view of query; table function; user function; untuple; grouping;
    scalar subquery of with; limit by all; order by expression; fill bounds;
    global inner join; left anti join; right semi join;
    asof join; between; case; column in backticks; column in double quotes; comma join; cross join;
    cte that shadows a table; cube; distinct; distinct on; except; exists; fetch first; fill of two;
    arrayJoin of groups; lambda with a name; filter; limit from the end; limit of a part;
    offset from the end; prewhere of join;
    final; frame; full join; group by alias; group by position; group by tuple; grouping sets;
    having; in list with NULL; in subquery; interpolate; intersect; join on two;
    lambda that shadows;
    left array join; left join; left semi join; limit by; limit by alias; limit offset;
    named window; nulls first; number as condition; offset; order by all; order by position;
    prewhere; qualified; qualified table; qualify; right join; rollup; scalar subquery; settings;
    setting join_use_nulls; subquery in from; ternary; toTypeName; tuple element by name;
    union all; union distinct; using; where; with expression; with fill; with ties; with totals
"""
"""Forms that have to occur."""
KNOWN = ""
"""Of each query that does not agree yet: its number, and what differs."""
_KNOWN = dict(line.strip().split(" ", 1) for line in KNOWN.strip().splitlines())


@pytest.fixture(scope="module")
def both(endpoint_client: Client, module_clickhouse: ClickHouse) -> Iterator[Both]:
    tables = Both(endpoint_client, module_clickhouse)
    create_tables(tables)
    yield tables
    drop_functions(tables)


@pytest.mark.sample(10)
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(
            number,
            marks=pytest.mark.xfail(reason=_KNOWN[str(number)], strict=True)
            if str(number) in _KNOWN
            else (),
        )
        for number in range(SAMPLE)
    ],
)
def test_composed_queries_agree_with_clickhouse(both: Both, number: int) -> None:
    query = compose(1, number)
    outcome = compare(both, query)
    assert outcome.agrees, f"{query.sql}\n{outcome}"


@pytest.mark.sample(6)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.sql)
def test_rules_agree_with_clickhouse(both: Both, rule: Rule) -> None:
    outcome = compare(both, rule)
    assert outcome.agrees, f"{rule.sql}\n{outcome}"


@pytest.mark.skipif(QUERIES == 0, reason="make test-composed")
@pytest.mark.asks_clickhouse("the queries differ in each run")
@pytest.mark.parametrize("part", range(PARTS))
def test_new_queries_agree_with_clickhouse(both: Both, part: int) -> None:
    """It takes as long as there are queries: RMT_COMPOSED says how many.

    The workers of pytest-xdist answer a part each. They have no terminal to write to, other than
    their standard error, where the report goes.
    """
    report = Report()
    for number, query in islice(chosen(SEED), part, QUERIES, PARTS):
        report.add(number, query, compare(both, query))
        if sum(report.kinds.values()) % BETWEEN_LINES == 0:
            _say(f"part {part}, up to number {number}: {report.counts}")
    shown = [smallest(both, group[0]) for group in list(report.groups.values())[:SHOWN]]
    _say("\n".join([f"\nseed {SEED}", *report.lines(), *(failure.text for failure in shown)]))
    assert len(report.failures) == 0, "the tables above say what differs"


def _say(text: str) -> None:
    print(text, file=sys.__stderr__, flush=True)


def test_the_same_number_is_the_same_query() -> None:
    assert compose(3, 7) == compose(3, 7)
    assert compose(3, 7).sql != compose(3, 8).sql != compose(4, 8).sql


@pytest.mark.sample(0)
def test_every_form_occurs() -> None:
    forms = frozenset[str]().union(*(compose(1, number).node.forms for number in range(5000)))
    assert {" ".join(form.split()) for form in EXPECTED.split(";")} - forms == set()


def test_the_smallest_query_still_differs() -> None:
    """The reducer leaves out what has nothing to do with the difference."""
    query = next(q for _, q in chosen(2, ["limit by"]) if "prewhere" in q.node.forms)
    small = reduced(query, lambda one: "limit by" in one.node.forms, budget=10_000)
    assert "limit by" in small.node.forms
    assert "prewhere" not in small.node.forms
    assert len(small.sql) < len(query.sql) / 2


@pytest.mark.parametrize(
    ("code", "ours", "theirs"),
    [
        ("i", Decimal("5"), "5"),
        ("i", True, "1"),
        ("b", True, "true"),
        ("f", 0.1 + 0.2, "0.3"),
        ("f", float("nan"), "nan"),
        ("f", float("-inf"), "-inf"),
        ("f", 1e20, "100000000000000000000"),
        ("m", Decimal("1.50"), "1.5"),
        ("v", "2024-01-31 12:34:56.700000", "2024-01-31 12:34:56.700"),
        ("F", "ab", "ab\0"),
        ("I", "[1,null,3]", "[1,NULL,3]"),
        ("S", '["it\'s","NULL"]', "['it\\'s','NULL']"),
        ("M", '{"b":2,"a":1}', "{'a':1,'b':2}"),
        ("P", '{"a":1,"b":"p"}', "(1,'p')"),
        ("i", None, None),
    ],
)
def test_equal_values_have_one_text(code: str, ours: object, theirs: str | None) -> None:
    assert canonical(ours, code) == canonical(theirs, code)


@pytest.mark.parametrize(
    ("code", "ours", "theirs"),
    [("i", 0, None), ("s", "NULL", None), ("S", '["NULL"]', "[NULL]"), ("f", "nan", None)],
)
def test_other_values_have_others(code: str, ours: object, theirs: str | None) -> None:
    assert canonical(ours, code) != canonical(theirs, code)
