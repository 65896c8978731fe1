"""Settings as texts: of the session, of a statement, of a table.

Source: docs/settings.md; https://spark.apache.org/docs/latest/sql-ref-syntax-aux-conf-mgmt-set.html.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import exc

from sqlalchemy_rmt.types import quote_text

__all__ = ["changes", "check_settings", "setting_value", "settings_text"]

_NAME = re.compile(r"[A-Za-z_]\w*")
_SPARK_NAME = re.compile(r"spark(?:\.[A-Za-z_][\w-]*)+")


def settings_text(values: Mapping[str, Any]) -> str:
    """`name = value, …`.

    Raises:
        ArgumentError: a name or a value is none of a setting.
    """
    return ", ".join(f"{_checked(name)} = {setting_value(value)}" for name, value in values.items())


def check_settings(values: Mapping[str, Any]) -> None:
    """Makes sure that names and values are those of settings.

    Raises:
        ArgumentError: one is not.
    """
    settings_text(values)


def setting_value(value: Any) -> str:
    """A value as a literal: true is 1.

    Raises:
        ArgumentError: it is neither a number nor a text.
    """
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return value if re.fullmatch(r"-?\d+(?:\.\d+)?", value) else quote_text(value)
    raise exc.ArgumentError(f"The value of a setting is a number or a text, not {value!r}.")


def changes(
    now: Mapping[str, Any], wanted: Mapping[str, Any], connected_with: Mapping[str, str]
) -> dict[str, str]:
    """What brings a session from some settings to others: a statement for each name.

    Args:
        now: what was set since the session began.
        wanted: what shall be set; all other settings are as they were at the beginning.
        connected_with: the settings the session began with.

    Raises:
        ArgumentError: a name or a value is none of a setting.
    """
    statements = {
        name: _set(name, value)
        for name, value in wanted.items()
        if name not in now or now[name] != value
    }
    for name in now:
        if name not in wanted and name in connected_with:
            statements[name] = _set(name, connected_with[name])
        elif name not in wanted:
            statements[name] = f"RESET {name}"
    return statements


def _set(name: str, value: Any) -> str:
    if not name.startswith("spark."):
        return f"SET {settings_text({name: value})}"
    if not _SPARK_NAME.fullmatch(name):
        raise exc.ArgumentError(f"{name!r} is no name of a setting.")
    quoted = str(value).replace("`", "``")
    return f"SET {name} = `{quoted}`"


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise exc.ArgumentError(f"{name!r} is no name of a setting.")
    return name
