"""The REFRESH clause of a view's definition as text.

Source of the format: ClickHouse's `ASTRefreshStrategy::format` and
`CalendarTimeInterval::toIntervals`.
"""

from __future__ import annotations

from rmt_engine.sql.text.quoting import bare_name
from rmt_engine.store.refresh import CalendarInterval, Refresh

__all__ = ["refresh_text"]

_MONTHS = (("YEAR", 12), ("MONTH", 1))
_SECONDS = (("WEEK", 604_800), ("DAY", 86_400), ("HOUR", 3_600), ("MINUTE", 60), ("SECOND", 1))


def refresh_text(refresh: Refresh) -> str:
    """The clause as SHOW CREATE has it, from REFRESH to APPEND."""
    words = ["REFRESH"]
    if refresh.is_periodic:
        words.append(f"EVERY {_interval(refresh.period)}")
        if refresh.offset is not None:
            words.append(f"OFFSET {_interval(refresh.offset)}")
    elif refresh.period != CalendarInterval() or not refresh.depends_on:
        words.append(f"AFTER {_interval(refresh.period)}")
    if refresh.spread is not None:
        words.append(f"RANDOMIZE FOR {_interval(refresh.spread)}")
    if refresh.depends_on:
        names = (f"{bare_name(base)}.{bare_name(name)}" for base, name in refresh.depends_on)
        words.append(f"DEPENDS ON {', '.join(names)}")
    if refresh.settings:
        listed = (f"{name} = {value}" for name, value in refresh.settings.items())
        words.append(f"SETTINGS {', '.join(listed)}")
    if refresh.append:
        words.append("APPEND")
    return " ".join(words)


def _interval(interval: CalendarInterval) -> str:
    pieces: list[str] = []
    for total, units in ((interval.months, _MONTHS), (interval.seconds, _SECONDS)):
        rest = total
        for unit, length in units:
            count, rest = divmod(rest, length)
            if count:
                pieces.append(f"{count} {unit}")
    return " ".join(pieces) or "0 SECOND"
