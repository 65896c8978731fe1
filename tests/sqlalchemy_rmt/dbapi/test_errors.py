"""PEP 249's exceptions, by the server's SQLSTATE."""

from __future__ import annotations

import pytest

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi.errors import error_of_status


@pytest.mark.parametrize(
    ("sqlstate", "kind"),
    [
        ("0A000", dbapi.NotSupportedError),
        ("21S01", dbapi.ProgrammingError),
        ("22003", dbapi.DataError),
        ("22P02", dbapi.DataError),
        ("23502", dbapi.IntegrityError),
        ("3F000", dbapi.ProgrammingError),
        ("42601", dbapi.ProgrammingError),
        ("42P01", dbapi.ProgrammingError),
        ("XX000", dbapi.InternalError),
        ("08006", dbapi.OperationalError),
        ("53200", dbapi.OperationalError),
        ("55000", dbapi.OperationalError),
        ("57014", dbapi.OperationalError),
        ("58P01", dbapi.OperationalError),
        ("F0000", dbapi.DatabaseError),
        ("P0001", dbapi.DatabaseError),
        ("", dbapi.DatabaseError),
        (None, dbapi.DatabaseError),
    ],
)
def test_the_class_of_an_error_follows_from_its_sqlstate(
    sqlstate: str | None, kind: type[Exception]
) -> None:
    error = error_of_status("no.", sqlstate)
    assert type(error) is kind
    assert error.sqlstate == sqlstate
    assert error.condition is None
    assert error.server_message == "no."
    assert not error.is_disconnect


def test_an_error_is_told_by_its_name_and_the_sqlstate_in_its_message() -> None:
    error = error_of_status("Error running query: [A_B.C] no. SQLSTATE: 42P01; line 1", None)
    assert type(error) is dbapi.ProgrammingError
    assert (error.condition, error.sqlstate) == ("A_B.C", "42P01")


@pytest.mark.parametrize(
    "message",
    [
        "Error operating ExecuteStatement: java.lang.IllegalStateException: Cannot call methods on "
        "a stopped SparkContext.\nThis stopped SparkContext was created at:\n\norg.apache.spark.X",
        "org.apache.spark.SparkException: Job 3 cancelled because SparkContext was shut down",
    ],
)
def test_a_server_that_stops_is_a_disconnect(message: str) -> None:
    error = error_of_status(message, None)
    assert isinstance(error, dbapi.OperationalError)
    assert str(error) == "The connection was lost: the server is shutting down"
    assert (error.is_disconnect, error.sqlstate) == (True, "08006")
    assert error.server_message == message


def test_a_session_that_is_gone_is_a_disconnect() -> None:
    error = error_of_status("Invalid SessionHandle: SessionHandle [x]", "42000")
    assert type(error) is dbapi.OperationalError
    assert error.is_disconnect


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("[UNKNOWN_TABLE] No t. (code 60)", "[UNKNOWN_TABLE] No t. (code 60)"),
        ("Error running query: [UNKNOWN_TABLE] No t.", "[UNKNOWN_TABLE] No t."),
        (
            "Error running query: [X_Y] org.apache.spark.sql.AnalysisException: [X_Y] no.",
            "[X_Y] no.",
        ),
        ("org.apache.hive.service.cli.HiveSQLException: no.", "no."),
        ("Error operating EXECUTE_STATEMENT: java.lang.RuntimeException: no.", "no."),
        ("  no.  ", "no."),
        ("a.b says: Error running query: no.", "a.b says: Error running query: no."),
        (
            "org.apache.hive.service.cli.HiveSQLException: Error running query: [X_Y] "
            "org.apache.spark.sql.AnalysisException: [X_Y] no. SQLSTATE: 42P01; line 1 pos 14;\n"
            "'Project [*]\n+- 'UnresolvedRelation [t], [], false\n\n\tat org.apache.spark.A.b(A:1)",
            "[X_Y] no. SQLSTATE: 42P01; line 1 pos 14",
        ),
        (
            "Failed to open new session: org.apache.spark.sql.X$NoSuchException: [X_Y] no.",
            "[X_Y] no.",
        ),
        ("[X_Y] two\nlines.\n\n== SQL (line 1, position 1) ==\nSELEC 1\n^^^\n", "[X_Y] two lines."),
        (None, "the server gave no message"),
        ("", "the server gave no message"),
    ],
)
def test_a_message_loses_the_java_classes_in_front_of_it(message: str | None, wanted: str) -> None:
    assert str(error_of_status(message, "42000")) == wanted


@pytest.mark.parametrize(
    "kind",
    [
        dbapi.DataError,
        dbapi.OperationalError,
        dbapi.IntegrityError,
        dbapi.InternalError,
        dbapi.ProgrammingError,
        dbapi.NotSupportedError,
    ],
)
def test_the_classes_are_derived_as_pep_249_says(kind: type[Exception]) -> None:
    assert issubclass(kind, dbapi.DatabaseError)
    assert issubclass(dbapi.DatabaseError, dbapi.Error)
    assert issubclass(dbapi.InterfaceError, dbapi.Error)
    assert not issubclass(dbapi.InterfaceError, dbapi.DatabaseError)
    assert not issubclass(dbapi.Warning, dbapi.Error)
