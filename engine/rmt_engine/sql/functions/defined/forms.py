"""Functions that ClickHouse has for convenience: other forms of others."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["FORMS"]

_NOT_ZERO = "if(b = 0, 1, b)"
_AGES = ", ".join(
    f"x < {below}, {age}"
    for below, age in ((1, 0), (18, 17), (25, 18), (35, 25), (45, 35), (55, 45))
)
_SECONDS = (
    *(1, 10, 30, 60, 120, 180, 240, 300, 600, 1200, 1800),
    *(3600, 7200, 18000, 36000),
)
_DURATIONS = ", ".join(
    f"x < {above}, {below}" for below, above in zip((0, *_SECONDS), _SECONDS, strict=False)
)
_EMPTY = "Int8 Int16 Int32 UInt8 UInt16 UInt32 UInt64 Float32 Date DateTime".split()
_LEAP = "(toYear(d) % 4 = 0 AND toYear(d) % 100 != 0) OR toYear(d) % 400 = 0"


def _first_other(names: str) -> str:
    """The first of values, one for each letter, that is not its type's default."""
    asked = ", ".join(
        f"{name} IS DISTINCT FROM defaultValueOfArgumentType({name}), {name}" for name in names
    )
    listed = ", ".join(names)
    return f"({listed}) -> multiIf({asked}, defaultValueOfArgumentType([{listed}][1]))"


FORMS: Rows = (
    ("currentProfiles", "()", "Array(String)", "the profile of settings", "() -> ['default']"),
    ("enabledProfiles", "()", "Array(String)", "the same", "() -> ['default']"),
    ("defaultProfiles", "()", "Array(String)", "the same", "() -> ['default']"),
    ("currentRoles", "()", "Array(String)", "none", "() -> emptyArrayString()"),
    ("enabledRoles", "()", "Array(String)", "none", "() -> emptyArrayString()"),
    ("defaultRoles", "()", "Array(String)", "none", "() -> emptyArrayString()"),
    ("version", "()", "String", "the version of ClickHouse whose answers queries have",
     "() -> '26.9.2.1'"),
    ("FQDN", "()", "String", "the endpoint's host", "() -> hostName()"),
    ("displayName", "()", "String", "the same", "() -> hostName()"),
    ("serverTimezone", "()", "String", "the session's time zone", "() -> timezone()"),
    ("shardNum", "()", "UInt32", "0: there are no shards", "() -> 0"),
    ("shardCount", "()", "UInt32", "0", "() -> 0"),
    ("currentSchemas", "(flag)", "Array(String)", "the current database", "b -> "
     "[currentDatabase()]"),
    ("firstNonDefault", "(value, …)", "", "the first value that is not its type's default",
     *map(_first_other, ("a", "ab", "abc", "abcd", "abcde"))),
    ("DATE", "(value)", "Date", "`toDate`", "x -> toDate(x)"),
    ("startsWithCaseInsensitive", "(text, prefix)", "UInt8", "1 for a text that begins so, in "
     "any case of ASCII's letters", "(s, p) -> startsWith(lower(s), lower(p))"),
    ("startsWithCaseInsensitiveUTF8", "(text, prefix)", "UInt8", "the same, in any case",
     "(s, p) -> startsWith(lowerUTF8(s), lowerUTF8(p))"),
    ("endsWithCaseInsensitive", "(text, suffix)", "UInt8", "1 for a text that ends so, in any "
     "case of ASCII's letters", "(s, p) -> endsWith(lower(s), lower(p))"),
    ("endsWithCaseInsensitiveUTF8", "(text, suffix)", "UInt8", "the same, in any case",
     "(s, p) -> endsWith(lowerUTF8(s), lowerUTF8(p))"),
    ("hasTokenCaseInsensitive", "(text, token)", "UInt8", "`hasToken` in any case of ASCII's "
     "letters", "(s, n) -> hasToken(lower(s), lower(n))"),
    ("countSubstringsCaseInsensitiveUTF8", "(text, part[, start])", "UInt64", "how often it is "
     "there, in any case", "(s, n) -> countSubstrings(lowerUTF8(s), lowerUTF8(n))",
     "(s, n, i) -> countSubstrings(substringUTF8(lowerUTF8(s), greatest(i, 1)), "
     "lowerUTF8(n))"),
    ("multiSearchAllPositions", "(text, parts)", "Array(UInt64)", "the place of each, 0 for none",
     "(s, n) -> arrayMap(p -> ifNull(position(s, p), 0), n)"),
    ("multiSearchAllPositionsCaseInsensitive", "(text, parts)", "Array(UInt64)", "the place of "
     "each, in any case of ASCII's letters",
     "(s, n) -> multiSearchAllPositions(lower(s), arrayMap(x -> lower(x), n))"),
    ("multiSearchFirstPosition", "(text, parts)", "UInt64", "the first place of any, 0 for none",
     "(s, n) -> 0 * length(s) + arrayMin(arrayFilter(p -> p > 0, "
     "multiSearchAllPositions(s, n)))"),
    ("multiSearchFirstIndexUTF8", "(text, parts)", "UInt64", "`multiSearchFirstIndex`",
     "(s, n) -> multiSearchFirstIndex(s, n)"),
    ("multiSearchFirstIndexCaseInsensitive", "(text, parts)", "UInt64", "the same, in any case of "
     "ASCII's letters", "(s, n) -> multiSearchFirstIndex(lower(s), arrayMap(x -> lower(x), n))"),
    ("multiSearchAnyUTF8", "(text, parts)", "UInt8", "`multiSearchAny`",
     "(s, n) -> multiSearchAny(s, n)"),
    ("multiSearchAnyCaseInsensitiveUTF8", "(text, parts)", "UInt8", "the same, in any case",
     "(s, n) -> multiSearchAny(lowerUTF8(s), arrayMap(x -> lowerUTF8(x), n))"),
    ("notMatch", "(text, pattern)", "UInt8", "1 for a text that does not match",
     "(s, p) -> NOT match(s, p)"),
    ("divideOrNull", "(a, b)", "Nullable(Float64)", "a / b, NULL if b is 0",
     "(a, b) -> if(b = 0, NULL, a / b)"),
    ("intDivOrNull", "(a, b)", "", "`intDiv`, NULL if b is 0",
     f"(a, b) -> if(b = 0, NULL, intDiv(a, {_NOT_ZERO}))"),
    ("moduloOrNull", "(a, b)", "", "a % b, NULL if b is 0",
     f"(a, b) -> if(b = 0, NULL, a % {_NOT_ZERO})"),
    ("positiveModuloOrNull", "(a, b)", "", "`positiveModulo`, NULL if b is 0",
     f"(a, b) -> if(b = 0, NULL, positiveModulo(a, {_NOT_ZERO}))"),
    ("sigmoid", "(x)", "Float64", "1 / (1 + exp(-x))", "x -> 1 / (1 + exp(-x))"),
    ("roundAge", "(years)", "UInt8", "the least age of the group: 0, 17, 18, 25, 35, 45, 55",
     f"x -> toUInt8(multiIf(x IS NULL, x, {_AGES}, 55))"),
    ("roundDuration", "(seconds)", "UInt16", "the least time of the group, 0 to 36000",
     f"x -> toUInt16(multiIf(x IS NULL, x, {_DURATIONS}, 36000))"),
    ("toDaysInMonth", "(date)", "UInt8", "how many days the month has",
     "d -> toUInt8(0 * toMonth(d) + multiIf(toMonth(d) IN (4, 6, 9, 11), 30, "
     f"toMonth(d) != 2, 31, {_LEAP}, 29, 28))"),
    ("toYearNumSinceEpoch", "(date)", "UInt16", "whole years since 1970",
     "d -> toUInt16(if(toYear(d) < 1970, 0, toYear(d) - 1970))"),
    ("toMonthNumSinceEpoch", "(date)", "UInt32", "whole months since 1970",
     "d -> toUInt32(if(toYear(d) < 1970, 0, (toYear(d) - 1970) * 12 + toMonth(d) - 1))"),
    ("arrayRemove", "(array, value)", "", "the array without the elements that are the value",
     "(a, x) -> arrayFilter(e -> e IS DISTINCT FROM x, a)"),
    ("mapContainsValueLike", "(map, pattern)", "UInt8", "1 if a value is like the pattern",
     "(m, p) -> arrayExists(v -> v LIKE p, mapValues(m))"),
    ("mapExtractKeyLike", "(map, pattern)", "", "the map of the keys that are like the pattern",
     "(m, p) -> mapFilter((k, v) -> k LIKE p, m)"),
    ("mapExtractValueLike", "(map, pattern)", "", "the map of the values that are like it",
     "(m, p) -> mapFilter((k, v) -> v LIKE p, m)"),
    *((f"emptyArray{name}", "()", f"Array({name})", "an empty array",
       f"() -> CAST([] AS Array({name}))") for name in _EMPTY),
)  # fmt: skip
"""The functions."""
