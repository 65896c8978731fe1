"""Functions of texts that others make up."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["TEXTS"]

_LOWER = "arrayMap(x -> lower(x), n)"
_LOWER_UTF8 = "arrayMap(x -> lowerUTF8(x), n)"
_PLACES = "arrayMin(arrayFilter(p -> p > 0, {}))"
_BYTES = "extractAll(hex({}), '..')"
_IN_ORDER = (
    "match({0}, concat('^(?s)', arrayStringConcat(arrayMap(c -> concat('(?>.*?', "
    "regexpQuoteMeta(c), ')'), splitByString('', {1})))))"
)
"""Each character behind the one before it; what is found is not given up again."""
_CHARACTERS = "arrayDistinct(splitByString('', {}))"
_ALIKE = (
    "if(length(s) = 0 AND length(t) = 0, 0, "
    "length(arrayIntersect({0}, {1})) / length(arrayDistinct(arrayConcat({0}, {1}))))"
)
_START = "if(i > 0, toInt64(i), toInt64({0}(s)) + 1 + toInt64(i))"
_OVERLAY = (
    f"concat({{1}}(s, greatest({_START} - 1, 0)), r, {{2}}(s, greatest({_START}, 1) + "
    "toInt64(if(n < 0, {0}(r), n))))"
)
_NETWORK_BITS = "toUInt8OrZero(splitByChar('/', n)[2])"
_IN_NETWORK_4 = (
    f"left(leftPad(bin(IPv4StringToNum(a)), 32, '0'), {_NETWORK_BITS}) = "
    f"left(leftPad(bin(IPv4StringToNum(splitByChar('/', n)[1])), 32, '0'), {_NETWORK_BITS})"
)
_IN_NETWORK_6 = (
    f"left(bin(IPv6StringToNumOrDefault(a)), {_NETWORK_BITS}) = "
    f"left(bin(IPv6StringToNumOrDefault(splitByChar('/', n)[1])), {_NETWORK_BITS})"
)
_BIT_SLICE = "arrayMap(b -> unbin(concat(b, repeat('0', (8 - length(b) % 8) % 8))), [{}])[1]"
"""The bytes of such a text of bits, the last one filled with zeros."""
_EIGHTHS = (
    "toInt64(floor(if(x <= a, 0, if(x >= b, toFloat64(w), "
    "(toFloat64(x) - a) * w / (toFloat64(b) - a))) * 8))"
)
_DIGITS_BEFORE = (
    "multiIf(length(p) < 9, toString(length(p) - 1), length(p) < 21, toString(length(p) + 71), "
    "length(p) < 100, toString(length(p) + 899), "
    "concat('999', toString(length(toString(length(p)))), toString(length(p))))"
)
"""How many digits there are, as text that sorts as the number does."""
_UUID = "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"
_LETTERS = "replaceRegexpAll(upper(s), '[^A-Z]', '')"
_SOUNDS = f"translate({_LETTERS}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '01230120022455012623010202')"
_RUNS = "|".join(f"({digit}){digit}+" for digit in range(1, 7))
_ONE_OF_EACH = "".join(rf"\\{group}" for group in range(1, 7))
_UNITS = (("year", 31536000), ("month", 2635200), ("day", 86400), ("hour", 3600), ("minute", 60))


def _readable() -> str:
    """The text of `v` seconds."""
    rest, counts = "v", []
    for _, seconds in _UNITS:
        counts.append(f"intDiv({rest}, {seconds})")
        rest = f"{rest} % {seconds}"
    units = ", ".join(f"' {unit}'" for unit in (*dict(_UNITS), "second"))
    counted = "if(c = 0, '', concat(toString(c), u, if(c = 1, '', 's')))"
    listed = f"arrayMap((c, u) -> {counted}, [{', '.join([*counts, rest])}], [{units}])"
    joined = f"arrayStringConcat(arrayFilter(p -> p != '', {listed}), ', ')"
    return f"if(v = 0, '0 seconds', replaceRegexpOne({joined}, '^(.*), ', '\\\\1 and '))"


_IS_VAST = "NOT isFinite(toFloat64(x)) OR abs(toFloat64(x)) + 1 = abs(toFloat64(x))"
"""Whether seconds are too many for a number to tell one from the next."""
_VAST = f"if({_IS_VAST}, concat(toString(floor(abs(toFloat64(x)) / {_UNITS[0][1]})), ' years'), '')"
"""How many years they are then."""


def _alike(parts: str) -> str:
    return _ALIKE.format(parts.format("s"), parts.format("t"))


_SIGNED_S, _SIGNED_T = (
    f"replaceRegexpAll(replaceRegexpAll(hex(substring({text}, {offset} + 1, n)), "
    "'(..)', '\\\\1 '), '([0-7]. )', 'P\\\\1')"
    for text, offset in (("s", "i"), ("t", "j"))
)
"""Digits that compare as bytes with a sign do: a byte below 128 is greater than another."""


TEXTS: Rows = (
    ("matchCaseInsensitive", "(text, pattern)", "UInt8", "`match` in any case",
     "(s, p) -> match(s, concat('(?i)', p))"),
    ("notMatchCaseInsensitive", "(text, pattern)", "UInt8", "the opposite",
     "(s, p) -> NOT match(s, concat('(?i)', p))"),
    ("multiSearchAllPositionsUTF8", "(text, parts)", "Array(UInt64)", "the place of each, in "
     "characters, 0 for none", "(s, n) -> arrayMap(p -> positionUTF8(s, p), n)"),
    ("multiSearchAllPositionsCaseInsensitiveUTF8", "(text, parts)", "Array(UInt64)", "the same, "
     "in any case", "(s, n) -> arrayMap(p -> positionCaseInsensitiveUTF8(s, p), n)"),
    ("multiSearchFirstPositionUTF8", "(text, parts)", "UInt64", "the first place of any, in "
     "characters, 0 for none",
     f"(s, n) -> {_PLACES.format('multiSearchAllPositionsUTF8(s, n)')}"),
    ("multiSearchFirstPositionCaseInsensitive", "(text, parts)", "UInt64", "the first place of "
     "any, in any case of ASCII's letters",
     f"(s, n) -> multiSearchFirstPosition(lower(s), {_LOWER})"),
    ("multiSearchFirstPositionCaseInsensitiveUTF8", "(text, parts)", "UInt64", "the same in any "
     "case, in characters", f"(s, n) -> multiSearchFirstPositionUTF8(lowerUTF8(s), {_LOWER_UTF8})"),
    ("multiSearchFirstIndexCaseInsensitiveUTF8", "(text, parts)", "UInt64",
     "`multiSearchFirstIndex` in any case",
     f"(s, n) -> multiSearchFirstIndex(lowerUTF8(s), {_LOWER_UTF8})"),
    ("hasTokenOrNull", "(text, token)", "Nullable(UInt8)", "`hasToken`, NULL for what is no token",
     "(s, n) -> if(match(n, '^[a-zA-Z0-9]+$'), "
     "hasToken(s, replaceRegexpAll(n, '^$|[^a-zA-Z0-9]', 'x')), NULL)"),
    ("hasTokenCaseInsensitiveOrNull", "(text, token)", "Nullable(UInt8)", "the same in any case "
     "of ASCII's letters", "(s, n) -> hasTokenOrNull(lower(s), lower(n))"),
    ("hasSubsequence", "(text, part)", "UInt8", "1 if the characters of a part are there, in "
     "order", f"(s, n) -> {_IN_ORDER.format('s', 'n')}"),
    ("hasSubsequenceUTF8", "(text, part)", "UInt8", "the same",
     f"(s, n) -> {_IN_ORDER.format('s', 'n')}"),
    ("hasSubsequenceCaseInsensitive", "(text, part)", "UInt8", "the same in any case of ASCII's "
     "letters", "(s, n) -> hasSubsequence(lower(s), lower(n))"),
    ("hasSubsequenceCaseInsensitiveUTF8", "(text, part)", "UInt8", "the same in any case",
     "(s, n) -> hasSubsequenceUTF8(lowerUTF8(s), lowerUTF8(n))"),
    ("byteHammingDistance", "(a, b)", "UInt64", "how many bytes differ",
     "(a, b) -> arrayCount(i -> substring(a, i, 1) != substring(b, i, 1), "
     "range(1, greatest(length(a), length(b)) + 1))"),
    ("stringBytesUniq", "(text)", "UInt16", "how many different bytes it has",
     f"s -> arrayUniq({_BYTES.format('s')})"),
    ("stringBytesEntropy", "(text)", "Float64", "the entropy of its bytes",
     f"s -> abs(arraySum(b -> countEqual({_BYTES.format('s')}, b) / length(s) * "
     f"log2(countEqual({_BYTES.format('s')}, b) / length(s)), "
     f"arrayDistinct({_BYTES.format('s')})))"),
    ("stringJaccardIndex", "(a, b)", "Float64", "how many bytes both have, of all",
     f"(s, t) -> {_alike(_BYTES)}"),
    ("stringJaccardIndexUTF8", "(a, b)", "Float64", "the same of characters",
     f"(s, t) -> {_alike(_CHARACTERS)}"),
    ("bitSlice", "(text, offset[, length])", "String", "a piece of the text, counted in bits",
     f"(s, i) -> {_BIT_SLICE.format('substring(bin(s), i)')}",
     f"(s, i, n) -> {_BIT_SLICE.format('substring(bin(s), i, n)')}"),
    ("regexpPosition", "(text, pattern)", "UInt64", "the place of what matches, 0 for none",
     "(s, p) -> if(match(s, concat('(?-s:', p, ')')), "
     "length(extract(s, concat('^((?s:.*?))(?-s:', p, ')'))) + 1, 0)"),
    ("naturalSortKey", "(text)", "String", "a text that sorts as its words and numbers do",
     "s -> arrayStringConcat(arrayMap(p -> if(match(p, '^[0-9]'), "
     f"concat({_DIGITS_BEFORE}, p), p), arrayMap(t -> replaceRegexpOne(t, '^0+([0-9])', "
     r"'\\1'), extractAll(s, '[0-9]+|[^0-9]+'))))"),
    ("reverseBySeparator", "(text[, separator])", "String", "the pieces in reverse order",
     "s -> reverseBySeparator(s, '.')",
     "(s, d) -> arrayStringConcat(arrayReverse(splitByString(d, s)), d)"),
    ("basename", "(path)", "String", "what is behind the last slash or backslash",
     r"s -> replaceRegexpOne(s, '^(?s).*[/\\\\]', '')"),
    ("concatWithSeparatorAssumeInjective", "(separator, text, …)", "String",
     "`concatWithSeparator`",
     *(f"(d, {', '.join(names)}) -> concatWithSeparator(d, {', '.join(names)})"
       for names in ("s", "st", "stu", "stuv", "stuvw", "stuvwx"))),
    ("substringIndexUTF8", "(text, separator, n)", "String", "`substringIndex`",
     "(s, d, n) -> substringIndex(s, d, n)"),
    ("IPv4NumToStringClassC", "(number)", "String", "the address with `xxx` in place of its last "
     "byte", "n -> replaceRegexpOne(IPv4NumToString(n), '[0-9]+$', 'xxx')"),
    ("MACNumToString", "(number)", "String", "a MAC address",
     "n -> arrayStringConcat(extractAll(right(leftPad(hex(n), 12, '0'), 12), '..'), ':')"),
    ("MACStringToNum", "(text)", "UInt64", "the number of a MAC address, 0 for no such text",
     "s -> if(match(s, '^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$'), arrayFold((n, c) -> n * 16 + "
     "toInt64(position('0123456789ABCDEF', c) - 1), "
     "splitByString('', upper(replaceAll(s, ':', ''))), toInt64(0)), 0)"),
    ("MACStringToOUI", "(text)", "UInt64", "the number of its first three bytes",
     "s -> if(match(s, '^([0-9A-Fa-f]{2}:){2}[0-9A-Fa-f]{2}'), "
     "MACStringToNum(concat('00:00:00:', left(s, 8))), 0)"),
    ("soundex", "(text)", "String", "a letter and three digits for how a name sounds",
     f"s -> rightPad(left(concat(left({_LETTERS}, 1), replaceAll(substring(replaceRegexpAll("
     f"{_SOUNDS}, '{_RUNS}', '{_ONE_OF_EACH}'), 2), '0', '')), 4), 4, '0')"),
    ("UUIDStringToNum", "(text)", "FixedString(16)", "the bytes of a UUID, zeros for no UUID",
     f"s -> toFixedString(if(match(s, '{_UUID}'), unhex(replaceAll(s, '-', '')), ''), 16)"),
    ("UUIDToNum", "(uuid)", "FixedString(16)", "the same",
     "u -> toFixedString(unhex(replaceAll(toString(u), '-', '')), 16)"),
    ("UUIDNumToString", "(bytes)", "String", "the UUID of 16 bytes",
     "b -> replaceRegexpOne(lower(hex(b)), '(.{8})(.{4})(.{4})(.{4})(.{12})', "
     r"'\\1-\\2-\\3-\\4-\\5')"),
    ("IPv4CIDRToRange", "(address, bits)", "Tuple(IPv4, IPv4)", "the first and the last address "
     "of a network",
     "(a, n) -> (toIPv4(toUInt32(bitAnd(IPv4StringToNum(toString(a)), 4294967296 - "
     "intExp2(32 - n)))), toIPv4(toUInt32(bitOr(IPv4StringToNum(toString(a)), "
     "intExp2(32 - n) - 1))))"),
    ("parseReadableSizeOrNull", "(text)", "Nullable(UInt64)", "the bytes of a size like '1.5 MiB', "
     "NULL for another text",
     r"s -> if(match(s, '^[0-9]+(\\.[0-9]*)? *(?i)([KMGTPE]i?)?B$'), ceil(toFloat64OrZero(extract("
     r"s, '^[0-9.]+')) * pow(if(match(s, '(?i)i.$'), 1024, 1000), "
     "position('BKMGTPE', upper(extract(s, '[A-Za-z]'))) - 1)), NULL)"),
    ("parseReadableSizeOrZero", "(text)", "UInt64", "0 for another text",
     "s -> ifNull(parseReadableSizeOrNull(s), 0)"),
    ("JSONSharedDataPaths", "(json)", "Array(String)", "none: all paths are dynamic ones",
     "j -> emptyArrayString()"),
    ("JSONSharedDataPathsWithTypes", "(json)", "Map(String, String)", "none, likewise",
     "j -> mapFilter((k, v) -> 0, JSONAllPathsWithTypes(j))"),
    ("JSONArrayLength", "(json)", "Nullable(UInt64)", "how many elements an array has, NULL for "
     "what is none", "j -> if(JSONType(j) = 'Array', JSONLength(j), NULL)"),
    ("tryBase64URLDecode", "(text)", "String", "what such a text stands for, '' for another text",
     "s -> tryBase64Decode(concat(translate(s, '-_', '+/'), "
     "repeat('=', (4 - length(s) % 4) % 4)))"),
    ("multiMatchAllIndices", "(text, patterns)", "Array(UInt64)", "which of the patterns match",
     "(s, p) -> arrayFilter(i -> match(s, p[i]), arrayEnumerate(p))"),
    ("compareSubstrings", "(a, b, offset, offset, n)", "Int8", "-1, 0 or 1, as so many bytes "
     "behind the offsets compare",
     f"(s, t, i, j, n) -> multiIf({_SIGNED_S} < {_SIGNED_T}, -1, {_SIGNED_S} > {_SIGNED_T}, 1, 0)"),
    ("URLHash", "(url)", "UInt64", "`cityHash64` without a /, ? or # at the end",
     "s -> cityHash64(replaceRegexpOne(s, '[/?#]$', ''))"),
    ("overlay", "(text, new, offset[, length])", "String", "the text with a stretch replaced",
     "(s, r, i) -> overlay(s, r, i, length(r))",
     f"(s, r, i, n) -> {_OVERLAY.format('length', 'left', 'substring')}"),
    ("overlayUTF8", "(text, new, offset[, length])", "String", "the same in characters",
     "(s, r, i) -> overlayUTF8(s, r, i, lengthUTF8(r))",
     f"(s, r, i, n) -> {_OVERLAY.format('lengthUTF8', 'leftUTF8', 'substringUTF8')}"),
    ("isIPAddressInRange", "(address, network)", "UInt8", "1 for an address in a network, which "
     "is written as '10.0.0.0/8'",
     f"(a, n) -> if(position(a, ':') = 0 AND position(n, ':') = 0, {_IN_NETWORK_4}, "
     f"position(a, ':') > 0 AND position(n, ':') > 0 AND {_IN_NETWORK_6})"),
    ("initcapUTF8", "(text)", "String", "words with a capital in front",
     "s -> arrayStringConcat(arrayMap((c, p) -> if(match(p, '^[\\\\p{L}\\\\p{N}]$'), "
     "lowerUTF8(c), upperUTF8(c)), splitByString('', s), "
     "arrayPopBack(arrayPushFront(splitByString('', s), ''))))"),
    ("bar", "(x, low, high[, width])", "String", "a bar as long as the number is great",
     "(x, a, b) -> bar(x, a, b, 80)",
     f"(x, a, b, w) -> concat(repeat('█', intDiv({_EIGHTHS}, 8)), "
     f"substringUTF8('▏▎▍▌▋▊▉', greatest({_EIGHTHS} % 8, 1), if({_EIGHTHS} % 8 > 0, 1, 0)))"),
    ("formatReadableTimeDelta", "(seconds)", "String", "1 hour and 5 minutes",
     "x -> concat(if(x < 0, '-', ''), "
     f"if(NOT isFinite(toFloat64(x)), toString(abs(toFloat64(x))), {_VAST}), "
     f"arrayStringConcat(arrayMap(v -> {_readable()}, if({_IS_VAST}, [], "
     "[toInt64(floor(abs(x)))]))))"),
)  # fmt: skip
"""The functions."""
