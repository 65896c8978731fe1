"""REFRESH of a materialized view, and who runs its query.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#refreshable-materialized-view,
tried on 26.9.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.statements import ModifyRefresh, RefreshClause
from rmt_engine.sql.settings.declared import parse_assignments, refresh_values
from rmt_engine.sql.text.interval_units import INTERVALS
from rmt_engine.sql.text.tokens import Cursor, Kind, Name
from rmt_engine.store.refresh import CalendarInterval

__all__ = ["read_definer", "read_modify_refresh", "read_refresh"]

_SECONDS = {"Second": 1, "Minute": 60, "Hour": 3_600, "Day": 86_400, "Week": 604_800}
_MONTHS = {"Month": 1, "Quarter": 3, "Year": 12}
_MOST = 2**63 - 1


def read_refresh(cursor: Cursor) -> RefreshClause:
    """Reads what follows the word REFRESH, up to APPEND.

    Raises:
        RmtError: `SYNTAX_ERROR`; `BAD_ARGUMENTS`, a period of months and days, of no length or
            below a second, or an OFFSET that is as long; or a setting is wrong.
    """
    is_periodic = False
    period, offset, spread = CalendarInterval(), None, None
    has_schedule = True
    if cursor.accept("EVERY"):
        is_periodic, period = True, _interval(cursor)
        offset = _interval(cursor) if cursor.accept("OFFSET") else None
        _check_period(period, offset)
    elif cursor.accept("AFTER"):
        period = _interval(cursor)
    else:
        has_schedule = False
    if cursor.accept("RANDOMIZE", "FOR"):
        spread = _interval(cursor)
    depends_on: list[Name] = []
    if cursor.accept("DEPENDS", "ON"):
        depends_on.append(cursor.name())
        while cursor.accept(","):
            depends_on.append(cursor.name())
    if not has_schedule and not depends_on:
        cursor.fail("expected EVERY, AFTER or DEPENDS ON")
    settings = refresh_values(parse_assignments(cursor)) if cursor.accept("SETTINGS") else {}
    append = cursor.accept("APPEND")
    if append and cursor.at("INCREMENTAL"):
        raise unsupported("REFRESH … APPEND INCREMENTAL")
    return RefreshClause(is_periodic, period, offset, spread, tuple(depends_on), settings, append)


def read_modify_refresh(cursor: Cursor, name: Name) -> ModifyRefresh | None:
    """Reads `MODIFY REFRESH …`; None if something else stands there.

    Raises:
        RmtError: as `read_refresh`; `NOT_IMPLEMENTED`, another command follows.
    """
    if not cursor.accept("MODIFY", "REFRESH"):
        return None
    refresh = read_refresh(cursor)
    if cursor.at(","):
        raise unsupported("ALTER TABLE … MODIFY REFRESH with other commands")
    cursor.end()
    return ModifyRefresh(name, refresh)


def read_definer(cursor: Cursor) -> str:
    """Reads `DEFINER = user` and `SQL SECURITY DEFINER`.

    Returns:
        The user; empty for the one who runs the statement.

    Raises:
        RmtError: `SYNTAX_ERROR`; `QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW`, SQL SECURITY
            INVOKER; `NOT_IMPLEMENTED`, SQL SECURITY NONE.
    """
    definer = ""
    if cursor.accept("DEFINER"):
        cursor.expect("=")
        if not cursor.accept("CURRENT_USER"):
            token = cursor.peek()
            is_text = token is not None and token.kind is Kind.STRING
            definer = cursor.string() if is_text else cursor.identifier("a user")
    if cursor.accept("SQL", "SECURITY"):
        if cursor.accept("INVOKER"):
            raise RmtError(
                "QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW",
                "SQL SECURITY INVOKER can't be specified for MATERIALIZED VIEW.",
            )
        if cursor.at("NONE"):
            raise unsupported("SQL SECURITY NONE")
        cursor.expect("DEFINER")
    return definer


def _interval(cursor: Cursor) -> CalendarInterval:
    """Reads `n unit [n unit …]`."""
    months = seconds = 0
    units: set[str] = set()
    while not units or _is_number(cursor):
        number = _number(cursor)
        token = cursor.peek()
        unit = INTERVALS.get(token.word) if token is not None else None
        if unit is None:
            cursor.fail("expected a unit of time")
        cursor.take()
        if unit in units:
            raise RmtError("SYNTAX_ERROR", f"Time interval contains multiple {unit} components.")
        units.add(unit)
        if unit not in _SECONDS and unit not in _MONTHS:
            raise RmtError("BAD_ARGUMENTS", "Sub-second intervals are not supported here.")
        months += number * _MONTHS.get(unit, 0)
        seconds += number * _SECONDS.get(unit, 0)
    return CalendarInterval(months, seconds)


def _is_number(cursor: Cursor) -> bool:
    token = cursor.peek()
    return token is not None and token.kind is Kind.NUMBER


def _number(cursor: Cursor) -> int:
    token = cursor.peek()
    if token is None or not (token.kind is Kind.NUMBER or cursor.at("-")):
        cursor.fail("expected a number")
    if not token.value.isdecimal() or int(token.value) > _MOST:
        raise RmtError("SYNTAX_ERROR", "Time interval must be an integer.")
    cursor.take()
    return int(token.value)


def _check_period(period: CalendarInterval, offset: CalendarInterval | None) -> None:
    if period.months and period.seconds:
        raise RmtError(
            "BAD_ARGUMENTS",
            "Interval shouldn't contain both calendar units and clock units (e.g. months and "
            "days).",
            "EVERY 1 MONTH OFFSET 2 DAY is on the third day of each month.",
        )
    if not period.months and not period.seconds:
        raise RmtError("BAD_ARGUMENTS", "Interval must be positive.")
    if offset is not None and _longest(offset) >= _shortest(period):
        raise RmtError("BAD_ARGUMENTS", "OFFSET must be less than the period.")


def _shortest(interval: CalendarInterval) -> int:
    """The fewest seconds it may last."""
    years, months = divmod(interval.months, 12)
    return 86_400 * (years * 365 + months * 28) + interval.seconds


def _longest(interval: CalendarInterval) -> int:
    """The most seconds it may last."""
    years, months = divmod(interval.months, 12)
    return 86_400 * (years * 366 + months * 31) + interval.seconds
