"""Words of the grammar that cannot stand for something else in some places."""

from __future__ import annotations

__all__ = ["ENDS_EXPRESSION", "INTERVALS", "NO_ALIAS", "NO_TABLE_ALIAS"]

NO_ALIAS = frozenset(
    """ALL AND ANTI ANY ARRAY AS ASC ASCENDING ASOF BETWEEN BY CASE COLLATE CROSS DESC DESCENDING
    DISTINCT DIV ELSE END EXCEPT FETCH FILTER FINAL FORMAT FROM FULL GLOBAL GROUP HAVING IGNORE
    ILIKE IN INNER INTERPOLATE INTERSECT INTO IS JOIN LEFT LIKE LIMIT MOD NOT NULLS OFFSET ON ONLY
    OR ORDER OVER PARALLEL PASTE PREWHERE QUALIFY REGEXP RESPECT RIGHT RLIKE SAMPLE SELECT SEMI
    SETTINGS THEN TO UNION USING WHEN WHERE WINDOW WITH""".split()
)
"""Words that are no alias of a column without AS."""

NO_TABLE_ALIAS = NO_ALIAS | frozenset(("NATURAL", "OUTER", "SET", "STEP", "VALUES"))
"""Words that are no alias of a table without AS."""

ENDS_EXPRESSION = frozenset(
    """AND ARRAY AS ASC BY DESC DIV ELSE END EXCEPT FROM FULL GROUP HAVING ILIKE IN INNER INTERSECT
    INTO IS JOIN LIKE LIMIT MOD ON OR ORDER PREWHERE QUALIFY REGEXP SELECT THEN UNION USING WHEN
    WHERE WINDOW WITH""".split()
)
"""Words that begin no expression unless a parenthesis follows."""

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
