"""Every function gives what real ClickHouse gives, NULLs and odd values included."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any

import pytest
from support.both import Both
from support.clickhouse import ClickHouse, ClickHouseError
from support.endpoint import Client, ServerError
from support.function_cases import (
    AGGREGATES,
    COLUMNS,
    GROUPS,
    REFUSED,
    ROWS,
    SCALARS,
    STATES,
    WHOLE,
)

_JSON = "map('ignoreNullFields', 'false', 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS')"
_THEIR_SETTINGS = (
    "SETTINGS output_format_json_quote_64bit_integers = 0, output_format_json_quote_denormals = 1, "
    "session_timezone = 'UTC', allow_experimental_analyzer = 1"
)
_BATCH = 40
_LAST_ZEROS = re.compile(r"(:\d\d)(\.\d*?)0+$")
_NOT_FINITE = {"NaN": "nan", "-nan": "nan", "Infinity": "inf", "-Infinity": "-inf"}


def _calls(text: str) -> list[str]:
    """The expressions of a table: separated by a semicolon and a blank, or by lines."""
    return [call.strip() for call in re.split(r"; |;?\n", text) if call.strip()]


@pytest.fixture(scope="module")
def tables(endpoint_client: Client, module_clickhouse: ClickHouse) -> None:
    create = f"CREATE TABLE fn ({COLUMNS}) ENGINE = MergeTree ORDER BY id"
    insert = f"INSERT INTO fn SELECT * FROM VALUES {', '.join(ROWS)}"
    endpoint_client.run(create)
    endpoint_client.run(insert)
    module_clickhouse.execute(create)
    theirs = ", ".join(ROWS).replace("\\", "\\\\")
    module_clickhouse.execute(f"INSERT INTO fn VALUES {theirs}")


def _ours(client: Client, calls: Sequence[str], rest: str) -> list[list[Any]]:
    columns = ", ".join(f"{call} AS c{at}" for at, call in enumerate(calls))
    rows = client.run(
        f"SELECT to_json(struct(*), {_JSON}) FROM (SELECT {columns} {rest}) SETTINGS final = 0"
    )
    return [list(json.loads(row[0]).values()) for row in rows]


def _theirs(clickhouse: ClickHouse, calls: Sequence[str], rest: str) -> list[list[Any]]:
    columns = ", ".join(f"{call} AS c{at}" for at, call in enumerate(calls))
    rows: list[list[Any]] = clickhouse.typed_rows(f"SELECT {columns} {rest} {_THEIR_SETTINGS}")
    return rows


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, dict) and isinstance(theirs, list):
        ours = list(ours.values())
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(_same(v, theirs[k]) for k, v in ours.items())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    if isinstance(ours, bool | int | float) and isinstance(theirs, bool | int | float):
        return ours == theirs or math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-300)
    return bool(_plain(ours) == _plain(theirs))


def _plain(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    value = _LAST_ZEROS.sub(r"\1\2", value)
    value = value.removesuffix(".") if value[-4:-1].startswith(":") else value
    return _NOT_FINITE.get(value, value)


def _differences(
    client: Client, clickhouse: ClickHouse, calls: Sequence[str], rest: str
) -> list[str]:
    """The calls that differ; a statement that fails is tried call by call to name the culprit."""
    try:
        ours = _ours(client, calls, rest)
        theirs = _theirs(clickhouse, calls, rest)
    except (ServerError, ClickHouseError) as error:
        if len(calls) == 1:
            return [f"{calls[0]}: {type(error).__name__} {str(error)[:300]}"]
        half = len(calls) // 2
        return [
            *_differences(client, clickhouse, calls[:half], rest),
            *_differences(client, clickhouse, calls[half:], rest),
        ]
    assert len(ours) == len(theirs)
    found = []
    for at, call in enumerate(calls):
        pairs = [(mine[at], yours[at]) for mine, yours in zip(ours, theirs, strict=True)]
        if not all(_same(*pair) for pair in pairs):
            found.append(f"{call}: {[pair for pair in pairs if not _same(*pair)]}")
    return found


def _compare(client: Client, clickhouse: ClickHouse, table: str, rest: str) -> None:
    calls = _calls(table)
    found = []
    for start in range(0, len(calls), _BATCH):
        found += _differences(client, clickhouse, calls[start : start + _BATCH], rest)
    assert not found, f"{len(found)} of {len(calls)} differ:\n" + "\n".join(found)


@pytest.mark.parametrize("family", SCALARS)
@pytest.mark.usefixtures("tables")
@pytest.mark.sample(1)
def test_functions_of_a_row_give_what_clickhouse_gives(
    family: str, endpoint_client: Client, module_clickhouse: ClickHouse
) -> None:
    _compare(endpoint_client, module_clickhouse, SCALARS[family], "FROM fn ORDER BY id")


@pytest.mark.parametrize(
    ("table", "rest"),
    [
        (WHOLE, "FROM fn"),
        (AGGREGATES, "FROM numbers(10)"),
        (GROUPS, "FROM fn WHERE i IS NOT NULL GROUP BY id % 2 ORDER BY id % 2"),
    ],
    ids=["whole", "numbers", "groups"],
)
@pytest.mark.usefixtures("tables")
@pytest.mark.sample(1)
def test_aggregates_give_what_clickhouse_gives(
    table: str, rest: str, endpoint_client: Client, module_clickhouse: ClickHouse
) -> None:
    _compare(endpoint_client, module_clickhouse, table, rest)


@pytest.mark.usefixtures("tables")
@pytest.mark.sample(0)
def test_merged_states_give_what_clickhouse_gives(
    endpoint_client: Client, module_clickhouse: ClickHouse
) -> None:
    states, merges = [], []
    for at, call in enumerate(_calls(STATES)):
        name, _, given = call.partition("(")
        merged = f"{name}Merge(state_{at})"
        states.append(f"{name}State({given} AS state_{at}")
        merges.append(f"arraySort({merged})" if "Array" in name else merged)
    states += ["sumStateIf(i, id > 1) AS state_a", "countIfState(id > 1) AS state_b"]
    states += ["maxSimpleState(i) AS state_c"]
    merges += ["sumMerge(state_a)", "countMerge(state_b)", "max(state_c)"]
    merges += ["sumMergeIf(state_0, 1 = 1)", "countMergeIf(state_4, 1 = 2)"]
    # Which value `any` of several states gives depends on their order.
    groups = "FROM fn WHERE id > 0 GROUP BY id % 3 ORDER BY id % 3"
    inner = f"(SELECT {', '.join(states)} {groups})"
    _compare(endpoint_client, module_clickhouse, "; ".join(merges), f"FROM {inner}")
    again = f"(SELECT avgMergeState(state_7) AS state FROM {inner})"
    _compare(endpoint_client, module_clickhouse, "avgMerge(state)", f"FROM {again}")


@pytest.mark.sample(0)
def test_functions_in_defaults_keys_conditions_and_updates(
    client: Client, clickhouse: ClickHouse
) -> None:
    both = Both(client, clickhouse)
    both.run("SET mutations_sync = 2")
    both.create(
        "CREATE TABLE u (s String, n UInt64 DEFAULT length(s), m String MATERIALIZED "
        "upper(substring(s, 1, 3)), v UInt8) ENGINE = ReplacingMergeTree(v) "
        "PARTITION BY length(s) % 2 ORDER BY (lower(s), position(s, 'b'))"
    )
    both.run(
        "INSERT INTO u (s, v) VALUES ('éb', 1), ('ab', 1), ('AB', 2), ('Éb', 2), ('aB', 1)",
        "INSERT INTO u (s, v) VALUES ('ab', 3)",
    )
    both.compare("SELECT s, n, m FROM u FINAL WHERE length(s) > 1 AND match(s, 'b|B')")
    both.run("ALTER TABLE u UPDATE n = toUInt64(position(s, 'b')) WHERE length(s) = 3")
    both.compare("SELECT s, n, m FROM u FINAL")
    both.run("ALTER TABLE u DELETE WHERE length(s) = 3")
    both.compare("SELECT s, n, m FROM u FINAL")


@pytest.mark.parametrize(
    ("statement", "wanted"),
    [
        ("SELECT length('é')", 1),
        ("SELECT length('é'), toYear(now()) > 2000", 2),
        ("SELECT length('é') FROM numbers(1)", 2),
        ("SELECT length('é'), [1]", 2),
        ("SELECT length('é') SETTINGS final = 0", 2),
        ("SELECT position('b', 'abc')", 2),
        ("SELECT position('abc', 'b') SETTINGS final = 0", 2),
        ("SELECT clickhouse_length('é')", 2),
        ("SELECT extract(YEAR FROM DATE'2024-01-01'), toYear(now()) > 2000", 2024),
    ],
)
@pytest.mark.sample(4)
def test_a_name_of_both_languages_means_that_of_the_statement(
    statement: str, wanted: int, client: Client
) -> None:
    assert client.run(statement)[0][0] == wanted


@pytest.mark.parametrize(("statement", "name", "piece"), REFUSED)
@pytest.mark.sample(8)
def test_what_is_refused_says_so(
    statement: str, name: str, piece: str, endpoint_client: Client
) -> None:
    error = endpoint_client.error(statement)
    assert error.name == name
    assert piece in error.message


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("timezone(1)", "was given 1 argument(s). It takes 0."),
        ("toYear(now(), 'UTC', 3)", "passed 3, should be 1 to 2."),
    ],
)
def test_too_many_arguments_are_told_how_many_there_may_be(
    client: Client, call: str, told: str
) -> None:
    error = client.error(f"SELECT {call}")
    assert error.name == "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"
    assert told in error.message
