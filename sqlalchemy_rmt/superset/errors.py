"""The endpoint's errors as Superset's, which tell the user what to look at.

Sources: docs/errors.md, https://spark.apache.org/docs/latest/sql-error-conditions.html.
"""

from __future__ import annotations

import re
from typing import Any

from superset.db_engine_specs.exceptions import (
    SupersetDBAPIConnectionError,
    SupersetDBAPIDatabaseError,
    SupersetDBAPIDataError,
    SupersetDBAPIOperationalError,
    SupersetDBAPIProgrammingError,
)
from superset.errors import SupersetErrorType

from sqlalchemy_rmt import dbapi

__all__ = ["CUSTOM_ERRORS", "EXCEPTIONS"]

EXCEPTIONS: dict[type[Exception], type[Exception]] = {
    dbapi.InterfaceError: SupersetDBAPIConnectionError,
    dbapi.DatabaseError: SupersetDBAPIDatabaseError,
    dbapi.DataError: SupersetDBAPIDataError,
    dbapi.IntegrityError: SupersetDBAPIDatabaseError,
    dbapi.InternalError: SupersetDBAPIDatabaseError,
    dbapi.NotSupportedError: SupersetDBAPIProgrammingError,
    dbapi.OperationalError: SupersetDBAPIOperationalError,
    dbapi.ProgrammingError: SupersetDBAPIProgrammingError,
}

_NAME = r"`?(?P<name>[^\s`]+(?:`\.`[^`]+)*)`?"
_UNREACHABLE = r"Cannot connect to (?P<hostname>\S+):(?P<port>\d+): "
_BAD_LOGIN = "Bad status|Error validating|HTTP status 401"

CUSTOM_ERRORS: dict[re.Pattern[str], tuple[str, SupersetErrorType, dict[str, Any]]] = {
    re.compile(rf"\[TABLE_OR_VIEW_NOT_FOUND\] The table or view {_NAME} cannot be found"): (
        'The table "%(name)s" does not exist. A valid table must be used to run this query.',
        SupersetErrorType.TABLE_DOES_NOT_EXIST_ERROR,
        {},
    ),
    re.compile(r"\[UNKNOWN_TABLE\] (?P<message>.*?) \(code"): (
        "%(message)s",
        SupersetErrorType.TABLE_DOES_NOT_EXIST_ERROR,
        {},
    ),
    re.compile(r"\[(?:SCHEMA_NOT_FOUND|UNKNOWN_DATABASE)\] (?P<message>.*?\.)(?: |$)"): (
        "%(message)s",
        SupersetErrorType.SCHEMA_DOES_NOT_EXIST_ERROR,
        {},
    ),
    re.compile(r"\[UNRESOLVED_COLUMN[.A-Z_]*\] .*? with name (?P<name>`[^ ]+`) cannot"): (
        "We can't seem to resolve the column %(name)s.",
        SupersetErrorType.COLUMN_DOES_NOT_EXIST_ERROR,
        {},
    ),
    re.compile(r"\[(?:UNKNOWN_IDENTIFIER|NO_SUCH_COLUMN_IN_TABLE)\] (?P<message>.*?) \(code"): (
        "%(message)s",
        SupersetErrorType.COLUMN_DOES_NOT_EXIST_ERROR,
        {},
    ),
    re.compile(r"\[PARSE_SYNTAX_ERROR\] Syntax error at or near (?P<place>.*?)\.(?: |$)"): (
        "Please check your query for syntax errors at or near %(place)s.",
        SupersetErrorType.SYNTAX_ERROR,
        {},
    ),
    re.compile(r"\[SYNTAX_ERROR\] (?P<message>.*?) \(code"): (
        "Please check your query for syntax errors: %(message)s",
        SupersetErrorType.SYNTAX_ERROR,
        {},
    ),
    re.compile(rf"{_UNREACHABLE}.*(?:{_BAD_LOGIN})"): (
        'Either the user name or the password is wrong, or "%(hostname)s" wants another `auth`.',
        SupersetErrorType.CONNECTION_ACCESS_DENIED_ERROR,
        {},
    ),
    re.compile(rf"{_UNREACHABLE}.*Connection refused"): (
        'Port %(port)s on hostname "%(hostname)s" refused the connection.',
        SupersetErrorType.CONNECTION_PORT_CLOSED_ERROR,
        {},
    ),
    re.compile(rf"{_UNREACHABLE}\[Errno -\d\]"): (  # of getaddrinfo()
        'The hostname "%(hostname)s" cannot be resolved.',
        SupersetErrorType.CONNECTION_INVALID_HOSTNAME_ERROR,
        {},
    ),
    re.compile(_UNREACHABLE): (
        'The host "%(hostname)s" might be down, and can\'t be reached on port %(port)s.',
        SupersetErrorType.CONNECTION_HOST_DOWN_ERROR,
        {},
    ),
    re.compile(r"The statement was cancelled: it ran for more than query_timeout = (?P<s>\S+) s"): (
        "The query ran for more than the %(s)s seconds of query_timeout and was cancelled.",
        SupersetErrorType.CONNECTION_DATABASE_TIMEOUT,
        {},
    ),
}
