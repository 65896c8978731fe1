"""The arguments of `dbapi.connect` that are texts elsewhere: in a URL, in a connection's fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["CONNECT_ARGUMENTS"]


def _boolean(value: Any) -> bool:
    if not isinstance(value, str):
        return bool(value)
    word = value.lower()
    if word not in ("1", "0", "true", "false", "yes", "no"):
        raise ValueError(f"{value!r} is neither true nor false")
    return word in ("1", "true", "yes")


CONNECT_ARGUMENTS: dict[str, Callable[[Any], Any]] = {
    "auth": str,
    "kerberos_service_name": str,
    "transport": str,
    "http_path": str,
    "ssl": _boolean,
    "ssl_ca": str,
    "ssl_verify": _boolean,
    "connect_timeout": float,
    "read_timeout": float,
    "query_timeout": float,
}
"""By name, what makes a value of a text; it raises `ValueError` where the text is none. Everything
else in a URL or among a connection's fields is a setting of the session."""
