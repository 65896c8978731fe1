"""Airflow's connections of type `rmt`: what the driver, a URL and an asset make of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy.engine import URL

from sqlalchemy_rmt.connect_arguments import CONNECT_ARGUMENTS

__all__ = [
    "DEFAULT_DATABASE",
    "DEFAULT_HOST",
    "DEFAULT_PORT",
    "driver_arguments",
    "session_settings",
    "settings_of",
    "url_of",
]

DEFAULT_HOST, DEFAULT_PORT, DEFAULT_DATABASE = "localhost", 10000, "default"


_AIRFLOWS = {
    "escape_column_names",
    "escape_word_format",
    "insert_statement_format",
    "placeholder",
    "replace_statement_format",
    "sqlalchemy_scheme",
}
"""What Airflow's own hook takes from them."""


def driver_arguments(connection: Any, database: str | None = None) -> dict[str, Any]:
    """The arguments of `dbapi.connect`, without the settings.

    Args:
        connection: Airflow's.
        database: the current database, instead of the connection's.

    Raises:
        ValueError: a field's value is none of its type.
    """
    arguments: dict[str, Any] = {
        "host": connection.host or DEFAULT_HOST,
        "port": connection.port or DEFAULT_PORT,
        "database": database or connection.schema or DEFAULT_DATABASE,
    }
    if connection.login:
        arguments["username"] = connection.login
    if connection.password:
        arguments["password"] = connection.password
    for name, value in _given(connection).items():
        if name in CONNECT_ARGUMENTS:
            arguments[name] = _read(name, value)
    return arguments


def session_settings(connection: Any, more: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The settings of the session: the connection's fields that are no arguments of the driver.

    Args:
        connection: Airflow's.
        more: further settings, which come before the connection's.

    Raises:
        ValueError: the field `settings` is no JSON object.
    """
    given = _given(connection)
    settings = settings_of(given.pop("settings", None))
    for name, value in given.items():
        if name not in CONNECT_ARGUMENTS and name not in _AIRFLOWS:
            settings[name] = _text(value)
    return {**settings, **settings_of(more)}


def url_of(connection: Any, database: str | None, settings: Mapping[str, str]) -> URL:
    """The connection as a URL of SQLAlchemy's.

    Raises:
        ValueError: as `driver_arguments`.
    """
    arguments = driver_arguments(connection, database)
    query = {name: _text(arguments[name]) for name in CONNECT_ARGUMENTS if name in arguments}
    return URL.create(
        "rmt",
        username=arguments.get("username"),
        password=arguments.get("password"),
        host=arguments["host"],
        port=arguments["port"],
        database=arguments["database"],
        query={**query, **settings},
    )


def settings_of(value: Any) -> dict[str, str]:
    """Settings as texts, from a mapping or from JSON.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except json.JSONDecodeError as error:
            raise ValueError(f"settings are no JSON: {error}.") from None
    if not value:
        return {}
    if not isinstance(value, Mapping):
        raise ValueError(f"settings are names with values, not {value!r}.")
    return {str(name): _text(one) for name, one in value.items()}


def _given(connection: Any) -> dict[str, Any]:
    """The extra fields that were filled in."""
    extra: dict[str, Any] = connection.extra_dejson
    return {name: value for name, value in extra.items() if value not in (None, "")}


def _read(name: str, value: Any) -> Any:
    try:
        return CONNECT_ARGUMENTS[name](value)
    except ValueError as error:
        raise ValueError(f"The connection's field {name}: {error}.") from None


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
