"""The values of settings in queries: `getSetting('final')`.

Source: https://clickhouse.com/docs/sql-reference/functions/other-functions#getSetting.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import NULL, STRINGS, plain
from rmt_engine.sql.query.composing import LoweringInContext
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.values import Value, literal, whole_text
from rmt_engine.sql.settings.declared import SESSION_SETTINGS, Setting, all_table_settings

__all__ = ["OF_SETTINGS"]

_SIGNED = ("Int64", "Int32")
_WHOLE = ("UInt64", "UInt32", "NonZeroUInt64", "UInt64Auto", "Milliseconds")
_FRACTIONS = ("Double", "Seconds")
_UNKNOWN = ("MaxThreads", "Char", "Map")
"""Types of settings whose values depend on the machine, or are none of a query's."""


def _setting(values: Sequence[Value], context: CallContext) -> Value:
    if values[0].type == NULL:
        return literal(None)
    setting = _named(values[0], SESSION_SETTINGS)
    return _literal(setting, context.settings.get(setting.name, setting.when_unset))


def _table_setting(values: Sequence[Value], _context: CallContext) -> Value:
    """`getMergeTreeSetting('name')`: what a table has that does not say otherwise."""
    if values[0].type == NULL:
        return literal(None)
    setting = _named(values[0], all_table_settings())
    return _literal(setting, setting.default)


def _named(name: Value, settings: Mapping[str, Setting]) -> Setting:
    if name.family in STRINGS and not name.is_constant:
        raise RmtError("ILLEGAL_COLUMN", "The name of a setting must be a constant text.")
    if not isinstance(name.constant, str):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "The name of a setting must be a constant text.")
    if name.constant not in settings:
        raise RmtError("UNKNOWN_SETTING", f"Unknown setting {name.constant!r}")
    return settings[name.constant]


def _literal(setting: Setting, value: str) -> Value:
    if setting.type == "Bool":
        return literal(value in ("1", "true"))
    if setting.type in _SIGNED and value.lstrip("-").isdigit():
        return _signed(int(value))
    if setting.type in _WHOLE and value.isdigit():
        return literal(int(value))
    if setting.type in _FRACTIONS:
        return literal(float(value))
    if setting.type == "Float":
        return literal(struct.unpack("f", struct.pack("f", float(value)))[0])
    if setting.type in _UNKNOWN:
        raise RmtError(
            "NOT_IMPLEMENTED", f"The value of the setting {setting.name} cannot be asked for."
        )
    return literal(value)


def _signed(number: int) -> Value:
    """A whole number of the narrowest type with a sign."""
    bits = next(width for width in (8, 16, 32, 64) if number.bit_length() < width)
    data_type = plain(f"Int{bits}")
    return Value(whole_text(number, data_type), data_type, number)


def _setting_or_default(values: Sequence[Value], context: CallContext) -> Value:
    name, default = values
    return _setting([name], context) if name.constant in SESSION_SETTINGS else default


OF_SETTINGS: Mapping[str, LoweringInContext] = {
    "getSetting": _setting,
    "getSettingOrDefault": _setting_or_default,
    "getMergeTreeSetting": _table_setting,
}
"""Lowerings, by ClickHouse's function."""
