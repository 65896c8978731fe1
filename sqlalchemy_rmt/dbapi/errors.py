"""PEP 249's exceptions, and which one a server's SQLSTATE means."""

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
    "error_of_status",
]


class Warning(Exception):  # noqa: A001, N818
    """Something the user should know."""


class Error(Exception):
    """Any error.

    Attributes:
        sqlstate: the SQLSTATE the server gave; None when it did not come from a statement.
    """

    sqlstate: str | None = None


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
)
_PREFIX = re.compile(r"^Error (?:running|operating) query: |^Error operating \w+: ")
_CONDITION = re.compile(r"^\[[A-Z][A-Z0-9_.]+\] (?=[\w.$]+(?:Exception|Error): )")
_STACK_TRACE = re.compile(r"\s*\n\s*at [\w.$]+[(/].*", re.DOTALL)
_JAVA_CLASS = re.compile(r"^(?:[a-z]\w*\.)+[\w$]+(?:Exception|Error): *")


def error_of_status(message: str | None, sqlstate: str | None) -> DatabaseError:
    """The exception of a failed statement: its message without the server's Java class names.

    Args:
        message: the message of the Thrift status.
        sqlstate: its SQLSTATE.
    """
    kind = next((k for prefix, k in _CLASSES if (sqlstate or "").startswith(prefix)), DatabaseError)
    error = kind(_readable(message or "the server gave no message"))
    error.sqlstate = sqlstate
    return error


def _readable(message: str) -> str:
    text = _PREFIX.sub("", _STACK_TRACE.sub("", message).strip())
    text = _CONDITION.sub("", text)
    return _JAVA_CLASS.sub("", text).strip()
