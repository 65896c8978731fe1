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


def test_the_module_says_what_pep_249_asks() -> None:
    assert (dbapi.apilevel, dbapi.threadsafety, dbapi.paramstyle) == ("2.0", 1, "pyformat")
