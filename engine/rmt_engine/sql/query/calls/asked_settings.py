"""The values of settings in queries: `getSetting('final')`.

Source: https://clickhouse.com/docs/sql-reference/functions/other-functions#getSetting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.composing import LoweringInContext
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.values import Value, literal
from rmt_engine.sql.settings.declared import SESSION_SETTINGS

__all__ = ["OF_SETTINGS"]

_WHOLE = ("UInt64", "Int64", "Int32")
_TEXTS = ("String", "Enum")


def _setting(values: Sequence[Value], context: CallContext) -> Value:
    name = values[0].constant
    if not isinstance(name, str):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "The name of a setting must be a constant text.")
    if name not in SESSION_SETTINGS:
        raise RmtError("UNKNOWN_SETTING", f"Unknown setting {name!r}")
    setting = SESSION_SETTINGS[name]
    value = context.settings.get(name, setting.when_unset)
    if setting.type == "Bool":
        return literal(value in ("1", "true"))
    if setting.type in _WHOLE and value.lstrip("-").isdigit():
        return literal(int(value))
    if setting.type == "Double":
        return literal(float(value))
    if setting.type in _TEXTS:
        return literal(value)
    raise RmtError("NOT_IMPLEMENTED", f"The value of the setting {name} cannot be asked for.")


def _setting_or_default(values: Sequence[Value], context: CallContext) -> Value:
    name, default = values
    return _setting([name], context) if name.constant in SESSION_SETTINGS else default


OF_SETTINGS: Mapping[str, LoweringInContext] = {
    "getSetting": _setting,
    "getSettingOrDefault": _setting_or_default,
}
"""Lowerings, by ClickHouse's function."""
