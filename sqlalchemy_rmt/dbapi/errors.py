"""PEP 249's exceptions, and which one a server's SQLSTATE means.

Source of the classes: https://peps.python.org/pep-0249/#exceptions; of the SQLSTATEs: the SQL
standard, and Spark's error conditions, https://spark.apache.org/docs/latest/sql-error-conditions.html
"""

from __future__ import annotations

import re

__all__ = [
    "DataError",
    "DatabaseError",
    "Error",
    "IntegrityError",
    "InterfaceError",
    "InternalError",
    "NotSupportedError",
    "OperationalError",
    "ProgrammingError",
    "Warning",
    "cancelled",
    "connection_lost",
    "error_of_status",
    "timed_out",
]


class Warning(Exception):  # noqa: A001, N818
    """Something the user should know."""


class Error(Exception):
    """Any error.

    Attributes:
        sqlstate: the SQLSTATE the server gave, e.g. `42P01`; None when it gave none.
        condition: the name of the error, e.g. `TABLE_OR_VIEW_NOT_FOUND`; None when it has none.
        server_message: all the server said, of which the message is the readable part; None when
            the server said nothing.
        is_disconnect: whether the session is gone, so that a pool has to drop the connection.
    """

    sqlstate: str | None = None
    condition: str | None = None
    server_message: str | None = None
    is_disconnect: bool = False


class InterfaceError(Error):
    """The driver was used wrongly."""


class DatabaseError(Error):
    """The server refused a statement."""


class DataError(DatabaseError):
    """A value does not fit."""


class OperationalError(DatabaseError):
    """The server or the connection failed."""


class IntegrityError(DatabaseError):
    """A constraint was violated."""


class InternalError(DatabaseError):
    """The server is in a state it should not be in."""


class ProgrammingError(DatabaseError):
    """The statement is wrong: its syntax, or a name in it."""


class NotSupportedError(DatabaseError):
    """The server has no such feature."""


_CLASSES: tuple[tuple[str, type[DatabaseError]], ...] = (
    ("0A", NotSupportedError),
    ("21", ProgrammingError),
    ("22", DataError),
    ("23", IntegrityError),
    ("3F", ProgrammingError),
    ("42", ProgrammingError),
    ("XX", InternalError),
    ("08", OperationalError),
    ("53", OperationalError),
    ("55", OperationalError),
    ("57", OperationalError),
    ("58", OperationalError),
    ("HY", OperationalError),
)
_NAMED = re.compile(r"^\[([A-Z][A-Z0-9_.]+)\]")
_STACK_TRACE = re.compile(r"\n[^\S\n]*+at [\w.$]++[(/].*", re.DOTALL)
# What the server was doing, Java's classes, and the name of the error where it stands twice.
_PREFIXES = re.compile(
    r"""\s*+(?:
        Error\ (?:running|operating)\ query:\s++
      | Error\ operating\ \w++:\s++
      | Failed\ to\ open\ new\ session:\s++
      | (?:[a-z]\w*+\.)++[\w$]++(?:(?<=Exception)|(?<=Error)):\s*+
      | \[[A-Z][A-Z0-9_.]++\]\s++(?=[\w.$]++(?:(?<=Exception)|(?<=Error)):\s)
    )*+""",
    re.VERBOSE,
)
_SQLSTATE = re.compile(r"\bSQLSTATE: ([0-9A-Z]{5})\b")
# Spark repeats the statement below the message, and adds the plan it could not analyze.
_STATEMENT = re.compile(r"\n[^\S\n]*+== SQL\b.*", re.DOTALL)
_PLAN = re.compile(r";\n.*", re.DOTALL)
_SESSION_GONE = re.compile(r"\bInvalid SessionHandle\b|\bSession does not exist\b")
# Spark says so of what comes while it stops, with stack traces, and of what runs then.
_STOPPED = re.compile(r"\bon a stopped SparkContext\b|\bbecause SparkContext was shut down\b")


def error_of_status(message: str | None, sqlstate: str | None) -> DatabaseError:
    """The exception of a failed statement: what went wrong, in one line.

    Args:
        message: the message of the Thrift status.
        sqlstate: its SQLSTATE; when it has none, the one that the message names counts.
    """
    text = message or "the server gave no message"
    if _STOPPED.search(text):
        stopped = connection_lost("the server is shutting down")
        stopped.server_message = message
        return stopped
    if sqlstate is None and (named := _SQLSTATE.search(text)):
        sqlstate = named[1]
    is_disconnect = _SESSION_GONE.search(text) is not None
    error = _class(sqlstate, is_disconnect)(_readable(text))
    error.sqlstate = sqlstate
    error.condition = condition[1] if (condition := _NAMED.match(str(error))) else None
    error.server_message = message
    error.is_disconnect = is_disconnect
    return error


def connection_lost(reason: object) -> OperationalError:
    """The exception of a session that cannot be used any more.

    Args:
        reason: a text, or the exception of the transport.
    """
    error = OperationalError(
        f"The connection was lost: {getattr(reason, 'message', None) or reason}"
    )
    error.sqlstate = "08006"
    error.is_disconnect = True
    return error


def cancelled() -> OperationalError:
    """The exception of a statement that somebody cancelled."""
    error = OperationalError("The statement was cancelled.")
    error.sqlstate = "HY008"
    return error


def timed_out(seconds: float) -> OperationalError:
    """The exception of a statement that the server cancelled after its time was over."""
    error = OperationalError(
        f"The statement was cancelled: it ran for more than query_timeout = {seconds:g} s."
    )
    error.sqlstate = "HYT00"
    return error


def _class(sqlstate: str | None, is_disconnect: bool) -> type[DatabaseError]:
    if is_disconnect:
        return OperationalError
    return next((k for prefix, k in _CLASSES if (sqlstate or "").startswith(prefix)), DatabaseError)


def _readable(message: str) -> str:
    text = _STATEMENT.sub("", _STACK_TRACE.sub("", message))
    text = _PLAN.sub("", text)
    prefixes = _PREFIXES.match(text)
    return " ".join(text[prefixes.end() if prefixes else 0 :].split())
