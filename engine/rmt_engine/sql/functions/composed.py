"""Functions that the compiler makes of others, by the types of their arguments."""

from __future__ import annotations

from rmt_engine.sql.functions.declaration import Function, declared

__all__ = ["COMPOSED"]

_TUPLES = declared(
    (
        "tuplePlus tupleMinus tupleMultiply tupleDivide tupleIntDiv tupleIntDivOrZero tupleModulo",
        "(tuple, tuple)",
        "",
        "the tuple of what the operator gives for two elements each",
    ),
    (
        "tupleMultiplyByNumber tupleDivideByNumber tupleIntDivByNumber "
        "tupleIntDivOrZeroByNumber tupleModuloByNumber tuplePositiveModuloByNumber",
        "(tuple, number)",
        "",
        "the same of each element and a number",
    ),
    ("tupleNegate", "(tuple)", "", "the tuple of -x for each x"),
    ("dotProduct", "(a, b)", "", "the sum of the products of two tuples' or arrays' elements"),
    ("tupleHammingDistance", "(tuple, tuple)", "", "how many elements differ"),
    ("tupleConcat", "(tuple, …)", "", "a tuple of the elements of all"),
    ("tupleNames", "(tuple)", "Array(String)", "the names of the elements"),
    ("tupleToNameValuePairs", "(tuple)", "", "an array of names and elements"),
    ("flattenTuple", "(tuple)", "", "the elements of the tuples inside, their names as paths"),
)
_VECTORS = declared(
    ("L1Norm", "(vector)", "", "the sum of the sizes; a vector is a tuple or an array"),
    ("L2Norm L2SquaredNorm", "(vector)", "", "the root of the sum of the squares, and that sum"),
    ("LinfNorm", "(vector)", "", "the greatest size"),
    ("LpNorm", "(vector, p)", "", "the p-th root of the sum of the p-th powers"),
    (
        "L1Distance L2Distance L2SquaredDistance LinfDistance",
        "(a, b)",
        "",
        "that norm of the difference",
    ),
    ("LpDistance", "(a, b, p)", "", "the same of `LpNorm`"),
    ("cosineDistance", "(a, b)", "", "1 less the cosine of the angle between them"),
    ("L1Normalize L2Normalize LinfNormalize", "(vector)", "", "the vector divided by that norm"),
    ("LpNormalize", "(vector, p)", "", "the same of `LpNorm`"),
)

_TYPES = declared(
    ("isConstant isNullable", "(value)", "UInt8", "1 for a constant; 1 for what may be NULL"),
    ("defaultValueOfArgumentType", "(value)", "", "the default of the value's type"),
    ("defaultValueOfTypeName", "('Type')", "", "the default of a type"),
    ("getSizeOfEnumType", "(enum)", "", "how many members the type has"),
    ("toInterval", "(n, 'unit')", "", "an interval, to add to a time"),
    ("byteSize", "(value, …)", "UInt64", "how many bytes they have in memory"),
    ("clamp", "(value, low, high)", "", "the value, or the limit that it is beyond"),
    (
        "toDecimal32OrDefault toDecimal64OrDefault toDecimal128OrDefault",
        "(value, scale[, default])",
        "",
        "a default for what is no such number",
    ),
    ("accurateCastOrDefault", "(value, 'Type'[, default])", "", "a default for what does not fit"),
)
_SEARCHED = declared(
    (
        "hasAllTokens hasAnyTokens",
        "(text, tokens)",
        "UInt8",
        "1 for a text with all, or one, of the tokens: an array, or those of a text",
    ),
    ("hasPhrase", "(text, phrase)", "UInt8", "1 for a text with the phrase's tokens in a row"),
    (
        "extractAllGroupsVertical",
        "(text, pattern)",
        "Array(Array(String))",
        "the groups of each match",
    ),
    (
        "extractAllGroupsHorizontal",
        "(text, pattern)",
        "Array(Array(String))",
        "of each group what it matches",
    ),
    ("IPv6StringToNum", "(text)", "FixedString(16)", "the bytes of an address"),
    ("IPv6StringToNumOrNull", "(text)", "Nullable(FixedString(16))", "NULL for what is none"),
    ("IPv6StringToNumOrDefault", "(text)", "FixedString(16)", "zeros for what is none"),
    ("IPv6NumToString", "(bytes)", "String", "the address of sixteen bytes"),
    (
        "IPv6CIDRToRange",
        "(address, bits)",
        "Tuple(IPv6, IPv6)",
        "the first and the last address of a network",
    ),
    (
        "cutIPv6",
        "(address, n, m)",
        "String",
        "the address with n bytes of zeros at its end, or m if it stands for one of IPv4",
    ),
)
_ALIKE = declared(
    (
        "damerauLevenshteinDistance",
        "(a, b)",
        "UInt64",
        "how many bytes to insert, delete, replace or swap with the next",
    ),
    ("jaroSimilarity", "(a, b)", "Float64", "Jaro's measure; of an empty text the other's length"),
    ("jaroWinklerSimilarity", "(a, b)", "Float64", "the same, more for texts that begin alike"),
    (
        "ngramDistance ngramDistanceCaseInsensitive ngramDistanceUTF8 "
        "ngramDistanceCaseInsensitiveUTF8",
        "(a, b)",
        "Float32",
        "how many stretches of four bytes, in UTF-8 of three characters, only one has",
    ),
    (
        "ngramSearch ngramSearchCaseInsensitive ngramSearchUTF8 ngramSearchCaseInsensitiveUTF8",
        "(text, part)",
        "Float32",
        "how many of the part's stretches the text has",
    ),
)
_REINTERPRETED = declared(
    *(
        (f"reinterpretAs{family}", "(value)", family, f"the bytes of a value as {article}")
        for family, article in (
            *((f"{sign}Int{bits}", "a number") for sign in ("", "U") for bits in (8, 16, 32, 64)),
            *(("Float32", "a number"), ("Float64", "a number")),
            *(("Date", "a day"), ("DateTime", "a time"), ("UUID", "a UUID")),
            ("String", "text, without zeros at its end"),
        )
    ),
    ("reinterpretAsFixedString", "(value)", "", "all the bytes of a value"),
    ("reinterpret", "(value, 'Type')", "", "the bytes of a value as one of such a type"),
)
_DIGITS = declared(
    ("bitPositionsToArray", "(number)", "Array(UInt64)", "the positions of the bits that are set"),
    ("bitmaskToArray", "(number)", "", "the powers of two that the number is the sum of"),
    ("bitmaskToList", "(number)", "String", "the same as a text with commas"),
    ("bitRotateLeft bitRotateRight", "(number, n)", "", "bits that fall out come in again"),
    ("byteSwap", "(number)", "", "its bytes from the other end"),
    ("countDigits", "(number)", "UInt8", "how many decimal digits it has"),
    ("isDecimalOverflow", "(decimal[, digits])", "UInt8", "1 if it has more digits"),
)
_CURVES = declared(
    ("mortonEncode", "([mask, ]n, …)", "UInt64", "the bits of whole numbers in turns"),
    ("mortonDecode", "(count or mask, code)", "", "the numbers, of such a code"),
    ("hilbertEncode", "([mask, ]x[, y])", "UInt64", "the place on the curve of Hilbert"),
    ("hilbertDecode", "(count or mask, code)", "", "the numbers of a place on the curve"),
    ("midpoint", "(value, …)", "", "the average, as one of their common type"),
    ("avg2", "(a, b)", "", "the same of two"),
    (
        "kostikConsistentHash",
        "(number, buckets)",
        "UInt16",
        "a bucket, by the consistent hash of Konstantin Oblakov; 32768 buckets at most",
    ),
)
_CHANGED = declared(
    (
        "changeYear changeMonth changeDay changeHour changeMinute changeSecond",
        "(time, number)",
        "",
        "the time with another year, month and so on",
    ),
)
_INTERVALS = declared(
    (
        "addInterval subtractInterval",
        "(intervals, interval)",
        "",
        "a tuple of intervals with one more, or less",
    ),
    (
        "addTupleOfIntervals subtractTupleOfIntervals",
        "(time, intervals)",
        "",
        "the time, later or earlier by all of them",
    ),
    ("tumble", "(time, interval[, zone])", "", "the start and the end of the stretch it is in"),
    ("tumbleStart tumbleEnd", "(time, interval[, zone])", "", "one of them"),
    ("hop", "(time, step, interval[, zone])", "", "the first stretch it is in; a step apart"),
    ("hopStart hopEnd", "(time, step, interval[, zone])", "", "one of them"),
)
_ASKED = declared(
    ("timezoneOf", "(time)", "String", "the time zone of a time"),
    ("timezoneOffset", "(time)", "Int32", "the seconds its clock is before that of UTC"),
    ("toUTCTimestamp", "(time, zone)", "", "the time when UTC's clock shows what the zone's does"),
    ("fromUTCTimestamp", "(time, zone)", "", "the opposite"),
    ("getSetting", "('name')", "", "the value of a setting"),
    ("getSettingOrDefault", "('name', default)", "", "a default where there is none"),
    ("getMergeTreeSetting", "('name')", "", "the value that a table has which says no other"),
    ("hasColumnInTable", "('database', 'table', 'column')", "UInt8", "1 if it has the column"),
    (
        "nullIn notNullIn globalNullIn globalNotNullIn",
        "(value, set)",
        "",
        "IN and NOT IN, which are never NULL",
    ),
    (
        "formatQuery formatQuerySingleLine",
        "('query')",
        "String",
        "the query as ClickHouse writes it, on several lines or on one",
    ),
    (
        "formatQueryOrNull formatQuerySingleLineOrNull",
        "('query')",
        "Nullable(String)",
        "NULL for what is no query",
    ),
)
_INSIDE_JSON = declared(
    ("dynamicType", "(value)", "String", "the type of a value inside a JSON, None of NULL"),
    ("dynamicElement", "(value, 'Type')", "", "the value if it is of the type, else NULL"),
    (
        "JSONDynamicPaths",
        "(json)",
        "Array(String)",
        "the paths with values but for those that the type names",
    ),
    (
        "JSONDynamicPathsWithTypes",
        "(json)",
        "Map(String, String)",
        "the same with the values' types",
    ),
    ("JSONAllValues", "(json)", "Array(String)", "the texts of the values at all paths"),
    ("getSubcolumn", "(json, 'a.b')", "", "the value at a path, as json.a.b is"),
)

COMPOSED: dict[str, Function] = {
    f.name: f
    for f in (
        *(
            *_TUPLES,
            *_VECTORS,
            *_TYPES,
            *_SEARCHED,
            *_REINTERPRETED,
            *_DIGITS,
            *_CURVES,
            *_CHANGED,
            *_INTERVALS,
            *_ASKED,
        ),
        *(*_INSIDE_JSON, *_ALIKE),
    )
}
"""The functions, by their names."""
