"""Errors: ClickHouse's names and numbers, what a user reads, how they travel."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from support.clickhouse import ClickHouse

from rmt_engine.errors import ERRORS, RmtError, first_line, raised_by_a_row


def test_every_name_and_number_is_one_of_clickhouse(clickhouse_server: ClickHouse) -> None:
    # Reading an error's row in system.errors needs it to have happened once; errorCodeToName does
    # not.
    numbers = [code.number for code in ERRORS.values()]
    names = ", ".join(f"errorCodeToName({number})" for number in numbers)
    [theirs] = clickhouse_server.rows(f"SELECT {names}")
    assert dict(zip(ERRORS, theirs, strict=True)) == {name: name for name in ERRORS}


def test_the_table_is_keyed_by_the_name_of_the_error() -> None:
    assert [code.name for code in ERRORS.values()] == list(ERRORS)


def test_no_number_stands_for_two_errors() -> None:
    assert len({code.number for code in ERRORS.values()}) == len(ERRORS)


@pytest.mark.parametrize("name", ERRORS)
def test_an_sqlstate_is_a_class_of_two_and_a_subclass_of_three_characters(name: str) -> None:
    state = ERRORS[name].sqlstate
    assert re.fullmatch(r"[0-9A-Z]{5}", state)
    # 00, 01 and 02 say success, warning and no data: a driver would not raise.
    assert state[:2] not in ("00", "01", "02")


def test_the_text_gives_name_message_hint_number_and_sqlstate() -> None:
    error = RmtError("ILLEGAL_FINAL", "Storage MergeTree doesn't support FINAL.", "Leave it out.")
    assert str(error) == (
        "[ILLEGAL_FINAL] Storage MergeTree doesn't support FINAL. Leave it out. "
        "(code 181, SQLSTATE 42809)"
    )


def test_the_text_without_a_hint_has_no_gap_for_it() -> None:
    error = RmtError("UNKNOWN_TABLE", "No t.")
    assert str(error) == "[UNKNOWN_TABLE] No t. (code 60, SQLSTATE 42P01)"


def test_name_and_sqlstate_are_those_of_the_table() -> None:
    error = RmtError("SYNTAX_ERROR", "x")
    assert (error.name, error.sqlstate, error.code.number) == ("SYNTAX_ERROR", "42601", 62)


def test_an_error_without_a_row_in_the_table_is_refused() -> None:
    with pytest.raises(KeyError, match="NO_SUCH_ERROR"):
        RmtError("NO_SUCH_ERROR", "x")


@pytest.mark.parametrize(
    "travel", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy], ids=["pickle", "copy"]
)
def test_an_error_survives_the_way_from_a_worker_process(travel: object) -> None:
    error = RmtError("BAD_ARGUMENTS", "Wrong.", "Mend it.")
    assert callable(travel)
    arrived = travel(error)
    assert isinstance(arrived, RmtError)
    assert (arrived.name, arrived.message, arrived.hint) == ("BAD_ARGUMENTS", "Wrong.", "Mend it.")
    assert str(arrived) == str(error)


@pytest.mark.parametrize(
    ("error", "line"),
    [(ValueError("  no good\nat all"), "no good"), (ValueError(), "ValueError")],
)
def test_the_first_line_says_what_went_wrong(error: Exception, line: str) -> None:
    assert first_line(error) == line


def test_an_error_that_a_row_raised_is_found_in_sparks_message() -> None:
    own = RmtError("CANNOT_PARSE_TEXT", "Cannot parse string 'a (b)' as Int32.")
    message = f"Job aborted: [USER_RAISED_EXCEPTION] {own} SQLSTATE: P0001\n\tat java.lang.Thread"
    found = raised_by_a_row(message)
    assert (found and found.name, str(found)) == ("CANNOT_PARSE_TEXT", str(own))
    assert first_line(ValueError(message)) == str(own)
    assert raised_by_a_row("[USER_RAISED_EXCEPTION] [MY_OWN] no. SQLSTATE: P0001") is None
    assert raised_by_a_row(str(own)) is None
