"""When a model's materialized view is refreshed: `refreshable` of its configuration.

Source: docs/dbt.md of this project; https://clickhouse.com/docs/integrations/dbt/materialized-views,
whose keys it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dbt_common.exceptions import DbtRuntimeError

__all__ = ["is_same_refresh", "refresh_clause", "shown_refresh"]

_REFRESHABLE = frozenset(("append", "depends_on", "interval", "randomize", "settings"))


def refresh_clause(config: Mapping[str, Any] | None, schema: str) -> str:
    """The REFRESH clause of a materialized view.

    Args:
        config: `refreshable` of the model's configuration; None for a view that sees each INSERT.
        schema: where the views are that it depends on and names without a schema.

    Raises:
        DbtRuntimeError: it has no `interval`, or a key that there is not.
    """
    if not config:
        return ""
    unknown = sorted(set(config) - _REFRESHABLE)
    if unknown or not config.get("interval"):
        known = ", ".join(sorted(_REFRESHABLE))
        problem = f"has no {unknown[0]}" if unknown else "needs an interval, such as EVERY 1 HOUR"
        raise DbtRuntimeError(f"refreshable {problem}. Its keys are {known}.")
    words = ["REFRESH", str(config["interval"])]
    if config.get("randomize"):
        words.append(f"RANDOMIZE FOR {config['randomize']}")
    depends_on = config.get("depends_on") or []
    names = [depends_on] if isinstance(depends_on, str) else list(depends_on)
    if names:
        views = (name if "." in name else f"`{schema}`.`{name}`" for name in names)
        words.append(f"DEPENDS ON {', '.join(views)}")
    settings = config.get("settings") or {}
    if settings:
        listed = (f"{name} = {value}" for name, value in settings.items())
        words.append(f"SETTINGS {', '.join(listed)}")
    if config.get("append"):
        words.append("APPEND")
    return " ".join(words)


def shown_refresh(definition: str) -> str:
    """The REFRESH clause of a view, as the endpoint shows it; empty if there is none.

    Args:
        definition: the statement that makes the view.
    """
    lines = definition.splitlines()
    line = next((one for one in lines[1:2] if one.startswith("REFRESH ")), "")
    return line.partition(" TO ")[0]


def is_same_refresh(shown: str, wanted: str) -> bool:
    """Whether a REFRESH clause as the endpoint shows it is that of the model.

    One that is spelled otherwise, such as `60 MINUTE` for `1 HOUR`, counts as another.

    Args:
        shown: the endpoint's.
        wanted: the model's.
    """
    return _plain(shown) == _plain(wanted)


def _plain(clause: str) -> list[str]:
    return clause.replace("`", "").replace(",", " , ").replace("=", " = ").lower().split()
