"""Every case of `fidelity/`: our answers, and whether ClickHouse still gives the recorded ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fidelity.cases import FOLDER, Answer, Case, Step, case_files, read_case
from fidelity.engines import Reply, case_database, reply_of_endpoint
from fidelity.record import recorded
from fidelity.values import same_rows
from fidelity.verified import is_verified, note_verified
from support.clickhouse import ClickHouse
from support.endpoint import Client, Endpoint
from support.recording import digest
from support.recording_replay import Mode

DOCS = FOLDER.parents[1] / "docs"
CASES = [read_case(path) for path in case_files()]
all_cases = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


@pytest.fixture(scope="module")
def connected(endpoint: Endpoint) -> Iterator[Client]:
    with endpoint.connect() as client:
        yield client


def test_there_are_enough() -> None:
    assert len(CASES) >= 150
    assert len({case.steps[0].before for case in CASES}) == len(CASES), "each says what it shows"


@pytest.mark.asks_clickhouse("the case's file is the recording, and tells whether it has changed")
@all_cases
def test_the_recorded_answers_are_clickhouses(
    case: Case, clickhouse_server: ClickHouse, clickhouse_mode: Mode
) -> None:
    if clickhouse_mode is Mode.REPLAY and is_verified(case):
        return
    assert str(recorded(case, clickhouse_server)) == case.path.read_text()
    if clickhouse_mode is not Mode.REPLAY:
        note_verified([case])


def test_a_case_is_verified_until_it_is_changed(tmp_path: Path) -> None:
    case, file = CASES[0], tmp_path / "verified.txt"
    assert not is_verified(case, file)
    note_verified(CASES[1:3], file)
    note_verified([case], file)
    assert all(is_verified(one, file) for one in CASES[:3])
    file.write_text(file.read_text().replace(digest(case.path.read_text()), digest("older")))
    assert not is_verified(case, file)
    assert is_verified(CASES[1], file)


@all_cases
@pytest.mark.sample(8)
def test_we_answer_as_clickhouse(case: Case, connected: Client) -> None:
    with case_database(case, connected):
        wrong = [_what_is_wrong(step, reply_of_endpoint(step, connected)) for step in case.steps]
    assert not any(wrong), "\n\n".join(filter(None, wrong))


def _what_is_wrong(step: Step, reply: Reply) -> str | None:
    """What the statement answered and should not have."""
    expected = step.difference.answer if step.difference else step.answer
    where = f"line {step.line}: {step.statement}"
    if not _agrees(step, expected, reply):
        return f"{where}\nexpected: {_shown(expected)}\nis: {_shown(reply.answer)} {reply.message}"
    if step.difference and _agrees(step, step.answer, reply):
        return f"{where}\nclaims to differ from ClickHouse and does not"
    return None


def _agrees(step: Step, expected: Answer | None, reply: Reply) -> bool:
    ours = reply.answer
    if expected is None or ours is None:
        return ours is None or ours.error is None
    if expected.error or ours.error:
        return expected.error == ours.error
    return same_rows(ours.rows, expected.rows, reply.types, step.ordered)


def _shown(answer: Answer | None) -> str:
    return "\n".join(answer.lines) if answer else "(no result)"


@pytest.mark.parametrize(
    ("ours", "theirs", "kind", "same"),
    [
        ("1.0", "1", "DOUBLE", True),
        ("0.1", "0.10000001", "DOUBLE", False),
        ("0.1", "0.10000000149011612", "FLOAT", True),
        ("18446744073709551615", "18446744073709551614", "DECIMAL", False),
        ("true", "1", "BOOLEAN", True),
        ("nan", "nan", "DOUBLE", True),
        ("\\N", "0", "INT", False),
        ("1.0", "1", "STRING", False),
        ("a", "''", "STRING", False),
        ("2024-01-01 00:00:00.000", "2024-01-01 00:00:00", "TIMESTAMP", True),
        ("2024-01-01 00:00:00.001", "2024-01-01 00:00:00", "TIMESTAMP", False),
        ('["it\'s",null]', "['it\\\\'s',NULL]", "ARRAY", True),
        ("[1,2]", "[2,1]", "ARRAY", False),
        ('{"a":1,"b":[2]}', "(1,[2])", "STRUCT", True),
        ('{"a":1}', "{'a':1}", "MAP", True),
        ('{"a":1}', "{'b':1}", "MAP", False),
    ],
)
def test_values_are_compared_as_what_they_are(
    ours: str, theirs: str, kind: str, same: bool
) -> None:
    assert same_rows([ours], [theirs], [f"{kind}_TYPE"], ordered=True) is same


def test_the_order_of_rows_counts_where_there_is_one() -> None:
    assert same_rows(["1", "2"], ["2", "1"], ["INT_TYPE"], ordered=False)
    assert not same_rows(["1", "2"], ["2", "1"], ["INT_TYPE"], ordered=True)
    assert not same_rows(["1", "1", "2"], ["1", "2", "2"], ["INT_TYPE"], ordered=False)


@all_cases
def test_the_documentation_tells_of_a_difference(case: Case) -> None:
    for step in case.steps:
        if step.difference:
            page, heading = step.difference.link
            assert heading in _headings(DOCS / page), f"{case.name}, line {step.line}"


def _headings(page: Path) -> set[str]:
    """The names links give a page's headings."""
    lines = (line for line in page.read_text().split("\n") if line.startswith("#"))
    return {
        "".join(c for c in line.lstrip("# ").lower() if c.isalnum() or c in " -_").replace(" ", "-")
        for line in lines
    }
