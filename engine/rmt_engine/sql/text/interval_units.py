"""The units of intervals."""

from __future__ import annotations

__all__ = ["INTERVALS", "NANOSECONDS"]

_SECOND = 10**9

INTERVALS: dict[str, str] = {
    **{
        spelling: unit
        for unit, spellings in {
            "Nanosecond": "NANOSECOND NANOSECONDS NS SQL_TSI_NANOSECOND",
            "Microsecond": "MICROSECOND MICROSECONDS US SQL_TSI_MICROSECOND",
            "Millisecond": "MILLISECOND MILLISECONDS MS SQL_TSI_MILLISECOND",
            "Second": "SECOND SECONDS SS S SQL_TSI_SECOND",
            "Minute": "MINUTE MINUTES MI N SQL_TSI_MINUTE",
            "Hour": "HOUR HOURS HH H SQL_TSI_HOUR",
            "Day": "DAY DAYS DD D SQL_TSI_DAY",
            "Week": "WEEK WEEKS WK WW SQL_TSI_WEEK",
            "Month": "MONTH MONTHS MM M SQL_TSI_MONTH",
            "Quarter": "QUARTER QUARTERS QQ Q SQL_TSI_QUARTER",
            "Year": "YEAR YEARS YYYY YY SQL_TSI_YEAR",
        }.items()
        for spelling in spellings.split()
    }
}
"""Units of INTERVAL, as they may be written."""

NANOSECONDS = {
    **{"Nanosecond": 1, "Microsecond": 10**3, "Millisecond": 10**6, "Second": _SECOND},
    **{"Minute": 60 * _SECOND, "Hour": 3600 * _SECOND},
    **{"Day": 86_400 * _SECOND, "Week": 604_800 * _SECOND},
}
"""How long the units are of which each is as long as another."""
