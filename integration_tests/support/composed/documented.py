"""Differences that docs/differences.md tells of, as composed queries meet them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Documented", "documented"]


@dataclass(frozen=True)
class Documented:
    """A difference that users are told of.

    Attributes:
        reason: what differs.
        kind: that of the outcome.
        group: how that of the outcome begins.
        meets: whether a query may meet it.
    """

    reason: str
    kind: str
    group: str
    meets: Callable[[str], bool]


_ALIAS = re.compile(r"\bAS\s+(`[^`]+`|\"[^\"]+\"|\w+)", re.IGNORECASE)
_TABLE_ALIAS = re.compile(
    r"\b(?:FROM|JOIN)\s+[\w.{}`\"]+\s+(?!AS\b|FINAL\b|WHERE\b|PREWHERE\b|GROUP\b|ORDER\b|USING\b|ON\b"
    r"|LIMIT\b|JOIN\b|LEFT\b|RIGHT\b|INNER\b|FULL\b|CROSS\b|ALL\b|ANY\b|UNION\b)(`[^`]+`|\"[^\"]+\"|\w+)",
    re.IGNORECASE,
)
_WORD_AFTER_BRACKET = re.compile(r"\)\s+(`[^`]+`|\"[^\"]+\"|\w+)")
_SPACING = re.compile(r"--[^\n]*\n|/\*.*?\*/|\s+", re.DOTALL)
_EXTREME_OF_TUPLES = re.compile(
    r"\b(?:arg)?(?:Min|Max)(?:If)?\s*\((?:.*\(.*GROUP BY|[^()]*\([^()]*,)", re.I | re.S
)
_CHOSEN_BY_NULL = re.compile(
    r"(?:DISTINCT|INTERSECT)\b.*\barg(?:Min|Max)\s*\([^()]*\(\s*[^()]*(?:\"x y\"|\bnote\b)"
    r"|\barg(?:Min|Max)\s*\([^()]*\(\s*[^()]*(?:\"x y\"|\bnote\b).*\bINTERSECT\b",
    re.I | re.S,
)
_PREWHERE_OF_CROSS_JOIN = re.compile(r"\bCROSS\s+JOIN\b.*\bPREWHERE\b", re.I | re.S)
_ALIAS_IN_GROUP_BY = re.compile(r"\bAS (\w+)\b.*\bGROUP BY\b[^()]*\b\1\b", re.I | re.S)
_WITH_TWICE = re.compile(r"\bWITH\b.*\), \w+ AS \(", re.I | re.S)
_BY_ALL = re.compile(r"\bBY\s+ALL\b", re.IGNORECASE)
_CHOICE = re.compile(r"\b(?:if|multiIf|CASE)\b", re.IGNORECASE)
_SETS_IN_FROM = re.compile(r"(?:FROM|AS|view)\s*\(.*GROUPING SETS", re.IGNORECASE | re.DOTALL)
_SETS_AND_ORDER = re.compile(r"\b(?:GROUPING SETS|ROLLUP|CUBE)\b.*\bORDER BY\b", re.I | re.S)
_NEVER_TAKEN = re.compile(
    r"\bif\s*\(\s*(?:true|1 = 1)|\bWHEN\s+true|\btrue\s*\?|\bmultiIf\b"
    r"|\btrue AS (\w+).*\bif\s*\(\s*\1\b",
    re.I | re.S,
)

_BESIDE_BOOL = re.compile(
    r"\btrue\b(?:(?!\bFROM\b).)*\bFROM\b.*\bUNION\b.*\b(?:0x[0-9A-F]+|[2-9]|[1-9][0-9]+) AS\b",
    re.I | re.S,
)
_NEVER_NULL = re.compile(r"\bIS NULL\s*\)\s*AND\b", re.IGNORECASE)
_ROUNDS_TO_ZERO = re.compile(r"\b(?:ceil|floor|round\w*|trunc\w*)\s*\(", re.IGNORECASE)
_COLUMN = r"(?:\w+\.)?[\"`]?"
_OF_HUGE_NUMBERS = re.compile(
    rf"\b(?:var|stddev|covar|corr)\w*\s*\(\s*{_COLUMN}i128\b", re.IGNORECASE
)
_SEARCHES_TEXTS = re.compile(
    rf"\b(?:has|indexOf|countEqual)\s*\(\s*(?:\w+\s*\(\s*)*{_COLUMN}(?:words|tags)\b", re.IGNORECASE
)
_SUM_OF_FLOATS = re.compile(rf"\b(?:sum|avg)\w*\s*\(\s*{_COLUMN}(?:f|ratio)\b[\"`]?\s*\)", re.I)
_CALCULATED_FLOATS = re.compile(
    rf"{_COLUMN}\b(?:f|ratio)\b[\"`]?\s*[-+*/]|\babs\s*\(\s*{_COLUMN}(?:f|ratio)\b", re.IGNORECASE
)
_AVERAGE_OF_NOTHING = re.compile(r"\bINTERSECT\b.*\bavg\s*\(", re.I | re.S)
_TELLS_VALUES_APART = re.compile(r"\b(?:DISTINCT|GROUP BY|JOIN|INTERSECT|EXCEPT)\b", re.IGNORECASE)


def _may_tell_zeros_apart(sql: str) -> bool:
    return bool(_ROUNDS_TO_ZERO.search(sql) and _TELLS_VALUES_APART.search(sql))


def _may_tell_nan_apart(sql: str) -> bool:
    has_nan = (
        _SUM_OF_FLOATS.search(sql)
        or _CALCULATED_FLOATS.search(sql)
        or _AVERAGE_OF_NOTHING.search(sql)
    )
    return bool(has_nan and _TELLS_VALUES_APART.search(sql))


def _may_have_several_types(sql: str) -> bool:
    return bool(_CHOICE.search(sql) or _TELLS_VALUES_APART.search(sql))


def _has_alias_twice(sql: str) -> bool:
    aliases = _names(_ALIAS, sql)
    names = Counter((*aliases, *_names(_TABLE_ALIAS, sql)))
    of_subqueries = set(_names(_WORD_AFTER_BRACKET, sql)).intersection(aliases)
    return bool(of_subqueries) or any(count > 1 for count in names.values())


def _names(pattern: re.Pattern[str], sql: str) -> list[str]:
    return [name.strip('`"').lower() for name in pattern.findall(sql)]


_DIFFERENCES = (
    Documented(
        "NULL in tuples is the least in ClickHouse's groups, and NaN the greatest",
        "rows",
        "values",
        lambda sql: _EXTREME_OF_TUPLES.search(sql) is not None,
    ),
    Documented(
        "so a row of DISTINCT or INTERSECT is another one, or there is one more",
        "rows",
        "number of rows",
        lambda sql: _CHOSEN_BY_NULL.search(sql) is not None,
    ),
    Documented(
        "the name of a table that is an alias, too, still leads to the table's columns",
        "accepted",
        "UNKNOWN_IDENTIFIER",
        _has_alias_twice,
    ),
    Documented(
        "values of several types are compared by none of DISTINCT, uniq and the like",
        "error",
        "[NOT_IMPLEMENTED] DISTINCT of values of several types",
        _may_have_several_types,
    ),
    Documented(
        "the same in set operations",
        "error",
        "[NOT_IMPLEMENTED] UNION DISTINCT, INTERSECT or EXCEPT of values of several types",
        lambda sql: True,
    ),
    Documented(
        "values of several types are refused before they are found to be of no common one",
        "refusal",
        "ILLEGAL_TYPE_OF_ARGUMENT is NOT_IMPLEMENTED",
        _may_have_several_types,
    ),
    Documented(
        "some numbers of LIMIT BY ALL are known to be constants only when rows are read",
        "accepted",
        "BAD_ARGUMENTS",
        lambda sql: _BY_ALL.search(sql) is not None,
    ),
    Documented(
        "a constant text of a subquery beside a number has another error",
        "refusal",
        "TYPE_MISMATCH is NO_COMMON_TYPE",
        lambda sql: "FROM (" in sql,
    ),
    Documented(
        "PREWHERE of a table of which nothing else is read leaves no rows to a CROSS JOIN",
        "rows",
        "number of rows",
        lambda sql: _PREWHERE_OF_CROSS_JOIN.search(sql) is not None,
    ),
    Documented(
        "nullIf takes a constant number of a subquery and a text of another type",
        "refusal",
        "NO_COMMON_TYPE is TYPE_MISMATCH",
        lambda sql: "nullIf(" in sql and "FROM (" in sql,
    ),
    Documented(
        "the same where rows are grouped",
        "accepted",
        "NOT_AN_AGGREGATE",
        _has_alias_twice,
    ),
    Documented(
        "grouping() knows a key by an alias of it",
        "accepted",
        "BAD_ARGUMENTS",
        lambda sql: "grouping(" in sql.lower(),
    ),
    Documented(
        "a Bool of UNION or if holds no other number than 0 and 1",
        "rows",
        "",
        lambda sql: _BESIDE_BOOL.search(sql) is not None,
    ),
    Documented(
        "what the types of a set cannot hold is no member of it",
        "accepted",
        "CANNOT_CONVERT_TYPE",
        lambda sql: "transform_null_in" in sql,
    ),
    Documented(
        "Decimals of several scales are chosen from",
        "accepted",
        "NOT_IMPLEMENTED",
        lambda sql: "decimal" in sql.lower() and _CHOICE.search(sql) is not None,
    ),
    Documented(
        "a text that is no number is refused before types are looked at",
        "refusal",
        "ILLEGAL_TYPE_OF_ARGUMENT is TYPE_MISMATCH",
        lambda sql: "''" in sql or "'a'" in sql,
    ),
    Documented(
        "ClickHouse takes an ARRAY JOIN over a subquery that it refuses over the same view()",
        "accepted",
        "TYPE_MISMATCH",
        lambda sql: "view(" in sql and sql.count("ARRAY JOIN") > 1,
    ),
    Documented(
        "what a constant part of AND decides is checked nevertheless",
        "error",
        "[TYPE_MISMATCH] Cannot convert string",
        lambda sql: _NEVER_NULL.search(sql) is not None,
    ),
    Documented(
        "0.0 and -0.0 are one value in DISTINCT, GROUP BY and the like",
        "rows",
        "number of rows",
        _may_tell_zeros_apart,
    ),
    Documented(
        "NaN is one value in DISTINCT, whatever its bits are",
        "rows",
        "number of rows",
        _may_tell_nan_apart,
    ),
    Documented(
        "variances of numbers that are far from 0 are exact",
        "rows",
        "values",
        lambda sql: _OF_HUGE_NUMBERS.search(sql) is not None,
    ),
    Documented(
        "NULL is looked for in an array of texts, not the text that lies under it",
        "rows",
        "",
        lambda sql: _SEARCHES_TEXTS.search(sql) is not None,
    ),
    Documented(
        "of two errors the other one is told",
        "refusal",
        "NOT_AN_AGGREGATE is TYPE_MISMATCH",
        lambda sql: "GROUP BY" in sql,
    ),
    Documented(
        "the same of an aggregate function and a comparison beside it",
        "refusal",
        "ILLEGAL_TYPE_OF_ARGUMENT is NO_COMMON_TYPE",
        lambda sql: "GROUP BY" in sql,
    ),
    Documented(
        "a query of WITH does not see the aliases around a subquery that reads it",
        "refusal",
        "NO_COMMON_TYPE is UNKNOWN_IDENTIFIER",
        lambda sql: _WITH_TWICE.search(sql) is not None,
    ),
    Documented(
        "a name that has two expressions is refused before its types are looked at",
        "refusal",
        "ILLEGAL_TYPE_OF_ARGUMENT is MULTIPLE_EXPRESSIONS_FOR_ALIAS",
        _has_alias_twice,
    ),
    Documented(
        "the name of a table that is an alias, too, is looked for around a subquery of a JOIN",
        "accepted",
        "NOT_IMPLEMENTED",
        lambda sql: _has_alias_twice(sql) and "JOIN" in sql,
    ),
    Documented(
        "rows of GROUPING SETS are sorted by every key, also by one that is a function of others",
        "rows",
        "order of rows",
        lambda sql: _SETS_AND_ORDER.search(sql) is not None,
    ),
    Documented(
        "an aggregate function in a branch that is never taken still makes one group",
        "rows",
        "number of rows",
        lambda sql: _NEVER_TAKEN.search(sql) is not None,
    ),
    Documented(
        "GROUPING SETS of a subquery keep () where nobody reads an aggregate of it",
        "rows",
        "number of rows",
        lambda sql: _SETS_IN_FROM.search(sql) is not None,
    ),
    Documented(
        "an aggregate of GROUPING SETS of a subquery that keep ()",
        "rows",
        "values",
        lambda sql: _SETS_IN_FROM.search(sql) is not None,
    ),
    Documented(
        "of several mistakes, a function of values of several types is found before names",
        "refusal",
        "NOT_AN_AGGREGATE is NOT_IMPLEMENTED",
        _may_have_several_types,
    ),
    Documented(
        "of several mistakes, an aggregate in GROUP BY is found before names in it",
        "refusal",
        "UNKNOWN_IDENTIFIER is ILLEGAL_AGGREGATION",
        lambda sql: _ALIAS_IN_GROUP_BY.search(sql) is not None,
    ),
)


def documented(sql: str, kind: str, group: str) -> Documented | None:
    """The difference that the answers to a query have for a reason; None if there is none.

    Args:
        sql: the query.
        kind: how its answers differ.
        group: what such differences have in common.
    """
    sql = _SPACING.sub(" ", sql)
    found = (one for one in _DIFFERENCES if one.kind == kind and group.startswith(one.group))
    return next((one for one in found if one.meets(sql)), None)
