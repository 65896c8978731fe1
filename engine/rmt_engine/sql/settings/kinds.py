"""The types of settings: how a value is read, and what a wrong one is answered.

Source: ClickHouse's `SettingsFields.cpp` and `SettingsEnums.cpp`. The members of its enums are in
`settings_choices.tsv`.
"""

from __future__ import annotations

import functools
import math
import re
import zoneinfo
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.files import lines_of

__all__ = ["Setting", "checked"]

_CODEC = re.compile(r"(?P<name>[A-Za-z0-9]+)(?:\((?P<level>[0-9]{1,4})\))?")
_SIZE = re.compile(r"(\d{1,20})([kKMGTPE])(i?)")
_FLOATING = re.compile(r"(\d{1,20})(?:\.(\d{0,20}))?[eE]\+?(\d{1,2})")
_PREFIXES = "KMGTPE"
_MOST_SECONDS = 9_223_372_036_854


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        name: ClickHouse's name.
        type: ClickHouse's name of its type; `Enum` for one of `choices`, and `Codec`, are ours.
        default: the value when nobody sets it, as text.
        description: what it does, in one sentence.
        choices: the values it may have; empty for any of its type.
        group: why it is accepted without an effect, or refused; empty if it has one.
        accepts: the values that are not refused, see `is_accepted`; empty for all.
        alias_for: the setting of which this is another name; empty for none.
        is_fixed: whether a table keeps it for its whole life.
        unset: what statements go by where nobody set it, if that is not `default`: something else
            decides then. DEFAULT is this value, which is shown as `default`.
    """

    name: str
    type: str
    default: str
    description: str
    choices: tuple[str, ...] = ()
    group: str = ""
    accepts: str = ""
    alias_for: str = ""
    is_fixed: bool = False
    unset: str = ""

    @property
    def when_unset(self) -> str:
        """The value that statements go by where nobody set it."""
        return self.unset or self.default

    def shown(self, value: str) -> str:
        """A value as `system.settings` shows it."""
        return self.default if value == self.when_unset else value

    @property
    def is_obsolete(self) -> bool:
        """Whether ClickHouse itself takes and ignores it."""
        return self.group == "obsolete"

    def is_accepted(self, value: str) -> bool:
        """Whether a value of the right type may be set.

        `accepts` lists values with `|` between them: `=` is the default, `>=100` a hundred or more.
        """
        if not self.accepts or value == self.default:
            return True
        return any(_is_within(value, wanted) for wanted in self.accepts.split("|"))


def _is_within(value: str, wanted: str) -> bool:
    if wanted.startswith(">="):
        return float(value) >= float(wanted[2:])
    return value == wanted


def checked(setting: Setting, value: str) -> str:
    """Checks the type of a value and returns it as ClickHouse prints it.

    Raises:
        RmtError: the error ClickHouse gives for a value of the wrong type.
    """
    if setting.unset and value == setting.unset:
        return value
    enum = _enums().get(setting.type)
    if enum is not None:
        enum.checked(setting, value)
    if setting.choices:
        return _enum(setting, value)
    return value if enum is not None else _PARSERS.get(setting.type, _string)(setting, value)


@dataclass(frozen=True)
class _EnumType:
    """An enum of ClickHouse's: its error, its members, and whether several may be listed."""

    name: str
    error: str
    choices: tuple[str, ...]
    several: bool

    def checked(self, setting: Setting, value: str) -> None:
        for word in value.split(",") if self.several else (value,):
            if word.strip() not in self.choices:
                raise RmtError(
                    self.error,
                    f"Setting {setting.name}: unexpected value of {self.name}: '{word}'.",
                    f"Use one of {', '.join(filter(None, self.choices))}.",
                )


@functools.cache
def _enums() -> dict[str, _EnumType]:
    return {
        name: _EnumType(name, error, tuple(choices.split("|")), several == "1")
        for name, error, several, choices in lines_of("settings_choices.tsv")
    }


def _bool(setting: Setting, value: str) -> str:
    lower = value.lower()
    if lower in ("1", "true"):
        return "1"
    if lower in ("0", "false"):
        return "0"
    if lower.lstrip("-").isdigit():
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Setting {setting.name}: field value {value} is out of range of bool type.",
            "Use 0 or 1.",
        )
    raise RmtError(
        "CANNOT_PARSE_BOOL",
        f"Setting {setting.name}: cannot parse bool from string '{value}'.",
        "Use 0 or 1.",
    )


def _uint64(setting: Setting, value: str) -> str:
    number = _whole(value)
    if number is not None and number < 2**64:
        return str(number)
    if not value:
        raise RmtError(
            "ATTEMPT_TO_READ_AFTER_EOF",
            f"Setting {setting.name}: the value is empty.",
            "Use a whole number, not negative.",
        )
    if number is not None or re.fullmatch(r"-\d+", value):
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Setting {setting.name}: field value {value} is out of range of unsigned long type.",
            "Use a whole number, not negative.",
        )
    raise RmtError(
        "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
        f"Setting {setting.name}: cannot parse a number from '{value}'.",
        "Use a whole number, not negative.",
    )


def _whole(value: str) -> int | None:
    """A whole number, with a suffix such as `10k` or `1Gi`, or an exponent; None if it is none."""
    if value.isascii() and value.isdigit():
        return int(value[:40])
    if sized := _SIZE.fullmatch(value):
        digits, prefix, binary = sized.groups()
        factor: int = (1024 if binary else 1000) ** (_PREFIXES.index(prefix.upper()) + 1)
        return int(digits) * factor
    if floating := _FLOATING.fullmatch(value):
        digits, fraction, exponent = floating.groups()
        shift = int(exponent) - len(fraction or "")
        if shift >= 0:
            return int(digits + (fraction or "") + "0" * shift)
    return None


def _int64(setting: Setting, value: str) -> str:
    return f"-{_uint64(setting, value[1:])}" if value.startswith("-") else _uint64(setting, value)


def _float(setting: Setting, value: str) -> str:
    try:
        number = float(value) if value == value.strip() else math.nan
    except ValueError:
        number = math.nan
    if math.isfinite(number):
        return value
    raise RmtError(
        "CANNOT_PARSE_NUMBER",
        f"Setting {setting.name}: cannot read floating point value here: {value}.",
        "Use a number.",
    )


def _enum(setting: Setting, value: str) -> str:
    if value in setting.choices:
        return value
    raise RmtError(
        "BAD_ARGUMENTS",
        f"Setting {setting.name}: '{value}' is none of its values.",
        f"Use one of {', '.join(setting.choices)}.",
    )


def _threads(setting: Setting, value: str) -> str:
    return value if re.fullmatch(r"auto(\(\d+\))?", value) else _uint64(setting, value)


def _positive(setting: Setting, value: str) -> str:
    number = _uint64(setting, value)
    if number == "0":
        raise RmtError(
            "BAD_ARGUMENTS", f"A setting's value has to be greater than 0: {setting.name}."
        )
    return number


def _or_auto(setting: Setting, value: str) -> str:
    if value == "auto":
        return value
    return _PARSERS[setting.type.removesuffix("Auto")](setting, value)


def _seconds(setting: Setting, value: str) -> str:
    number = _float(setting, value)
    if abs(float(number)) > _MOST_SECONDS:
        raise RmtError("BAD_ARGUMENTS", f"Setting {setting.name}: {value} is too long a time.")
    return number


def _char(setting: Setting, value: str) -> str:
    if len(value.encode()) > 1:
        raise RmtError(
            "SIZE_OF_FIXED_STRING_DOESNT_MATCH",
            f"A setting's value string has to be an exactly one character long: {setting.name}.",
        )
    return value


def _timezone(setting: Setting, value: str) -> str:
    if value and value not in zoneinfo.available_timezones():
        raise RmtError("BAD_ARGUMENTS", f"Setting {setting.name}: invalid time zone: {value}.")
    return value


def _string(_setting: Setting, value: str) -> str:
    return value


def _codec(setting: Setting, value: str) -> str:
    found = _CODEC.fullmatch(value.strip())
    if value and (found is None or found["name"].upper() not in ("NONE", "LZ4", "ZSTD")):
        raise RmtError(
            "UNKNOWN_CODEC",
            f"Setting {setting.name}: unknown codec family: {value}.",
            "Use NONE, LZ4 or ZSTD(level).",
        )
    level = found["level"] if found is not None else None
    if level is not None and not (value.upper().startswith("ZSTD") and 1 <= int(level) <= 22):
        raise RmtError(
            "ILLEGAL_CODEC_PARAMETER",
            f"Setting {setting.name}: the codec has no such level: {value}.",
            "ZSTD has levels 1 to 22, the others none.",
        )
    return value


_PARSERS = {
    "Bool": _bool,
    "BoolAuto": _or_auto,
    "UInt64": _uint64,
    "UInt64Auto": _or_auto,
    "UInt32": _uint64,
    "Int64": _int64,
    "Int32": _int64,
    "NonZeroUInt64": _positive,
    "MaxThreads": _threads,
    "Float": _float,
    "FloatAuto": _or_auto,
    "Double": _float,
    "Seconds": _seconds,
    "Milliseconds": _uint64,
    "Char": _char,
    "Timezone": _timezone,
    "String": _string,
    "Codec": _codec,
}
