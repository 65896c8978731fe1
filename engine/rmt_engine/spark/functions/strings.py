"""Texts. ClickHouse counts bytes where a name has no `UTF8` in it; Spark counts characters.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/string-functions and
its neighbours.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builder,
    Builders,
    at_least,
    at_most,
    bits_of,
    call,
    failing,
    of,
    once,
    typed,
)
from rmt_engine.spark.functions.charsets import ENTITIES

__all__ = ["STRINGS", "quoted_pattern"]

_DOT_ALL = F.lit
_BRACES = re.compile(r"\{\{|\}\}|\{[^{}]*\}(?!\})|[{}]")
_WIDTHS = {"tinyint": 0xFF, "smallint": 0xFFFF, "int": 0xFFFFFFFF}


def _bytes(text: Column) -> Column:
    return text.cast("binary")


def _text(data: Column) -> Column:
    return data.cast("string")


# Lengths and pieces


def _length(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if source.startswith(("array<", "map<")):
        return F.size(value)
    return F.octet_length(value)


def _count_characters(text: Column) -> Column:
    """The bytes that begin a character: of texts that are not UTF-8, Spark counts others."""
    letters = F.decode(_bytes(text), "ISO-8859-1")
    beginnings = F.char_length(F.regexp_replace(letters, "[\\x80-\\xBF]", ""))
    return F.when(F.is_valid_utf8(text), F.char_length(text)).otherwise(beginnings)


def _empty(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if source.startswith(("array<", "map<")):
        return F.size(value) == 0
    return value == ""


def _piece(
    text: Column, size: Column, offset: Column, length: Column | None
) -> Callable[[Callable[[Column, Column, Column], Column]], Column]:
    """Where a piece begins and how long it is: 1-based, negative counts from the end.

    Args:
        text: the text; NULL gives NULL.
        size: its length.
        offset: where the piece begins.
        length: how long it is; a negative one says how much of the end is left out.
    """
    start = F.when(offset > 0, offset - 1).otherwise(size + offset)
    stop = (
        size
        if length is None
        else F.when(length < 0, size + length).otherwise(at_most(start + length, size))
    )
    first = at_least(start, 0)
    count = at_least(stop - first, 0)
    nothing = (offset == 0) | (first >= size)

    def cut(take: Callable[[Column, Column, Column], Column]) -> Column:
        taken = take(text, (first + 1).cast("int"), count.cast("int"))
        return F.when(nothing & text.isNotNull(), F.lit("")).otherwise(taken)

    return cut


def _take_bytes(text: Column, first: Column, count: Column) -> Column:
    return _text(F.substring(_bytes(text), first, count))


def _take_characters(text: Column, first: Column, count: Column) -> Column:
    return F.substring(text, first, count)


def _substring(text: Column, offset: Column, length: Column | None = None) -> Column:
    return _piece(text, F.octet_length(text), offset, length)(_take_bytes)


def _substring_utf8(text: Column, offset: Column, length: Column | None = None) -> Column:
    return _piece(text, F.char_length(text), offset, length)(_take_characters)


def _left(size_of: Callable[[Column], Column], take: Callable[..., Column]) -> Builder:
    def left(text: Column, count: Column) -> Column:
        size = size_of(text)
        kept = F.when(count < 0, size + count).otherwise(count)
        return take(text, F.lit(1), at_least(at_most(kept, size), 0).cast("int"))

    return of(left)


def _right(size_of: Callable[[Column], Column], take: Callable[..., Column]) -> Builder:
    def right(text: Column, count: Column) -> Column:
        size = size_of(text)
        kept = at_least(at_most(F.when(count < 0, size + count).otherwise(count), size), 0)
        first = size - kept + 1
        return take(text, first.cast("int"), kept.cast("int"))

    return of(right)


def _padded(left: bool, in_characters: bool) -> Builder:
    """`leftPad(text, length[, pad])` and its like; bytes are padded as Latin letters."""

    def pad(text: Column, length: Column, filling: Column | None = None) -> Column:
        filling = F.lit(" ") if filling is None else F.when(filling == "", " ").otherwise(filling)
        function = F.lpad if left else F.rpad
        length = at_least(length, 0).cast("int")
        if in_characters:
            return function(text, length, filling)
        return _text(function(_bytes(text), length, _bytes(filling)))

    return of(pad)


def _reverse(arguments: Arguments) -> Column:
    value = arguments.columns[0]
    if arguments.type(0).startswith("array<"):
        return F.reverse(value)
    swapped = F.regexp_replace(F.reverse(F.hex(value)), "(.)(.)", "$2$1")
    return _text(F.unhex(swapped))


def _translated(source: str, target: str) -> Builder:
    return of(lambda text: F.translate(text, source, target))


def _translate_literal(arguments: Arguments) -> Column:
    return F.translate(arguments.columns[0], arguments.text(1), arguments.text(2))


# Looking for texts


def _position(text: Column, needle: Column, start: Column | None = None) -> Column:
    """In bytes: what stands before the character that `locate` finds, in bytes, and one."""
    at = _position_utf8(text, needle) if start is None else _position_from(text, needle, start)
    before = F.octet_length(F.substring(text, F.lit(1), (at - 1).cast("int")))
    found = F.when(at == 0, 0).otherwise(before + 1)
    return found if start is None else _or_start(found, needle, start, F.octet_length(text))


def _position_utf8(text: Column, needle: Column, start: Column | None = None) -> Column:
    if start is None:
        return call("locate", needle, text)
    found = call("locate", needle, text, start.cast("int"))
    return _or_start(found, needle, start, F.char_length(text))


def _or_start(found: Column, needle: Column, start: Column, length: Column) -> Column:
    """Where a text was found; the empty one is where the search starts, up to behind the end."""
    at = F.when(start > length + 1, 0).otherwise(at_least(start, 1))
    return F.when(needle == "", at).otherwise(found)


def _position_from(text: Column, needle: Column, start: Column) -> Column:
    skipped = F.char_length(_text(F.substring(_bytes(text), F.lit(1), (start - 1).cast("int"))))
    first = F.when(start < 1, 1).otherwise(skipped + 1)
    return call("locate", needle, text, first.cast("int"))


def _case_insensitive(build: Callable[..., Column]) -> Builder:
    def lowered(text: Column, needle: Column, start: Column | None = None) -> Column:
        return build(F.lower(text), F.lower(needle), *([] if start is None else [start]))

    return of(lowered)


def _count_substrings(text: Column, needle: Column, start: Column | None = None) -> Column:
    """How often a text holds another one, from a byte on."""
    if start is not None:
        text = F.substring(_bytes(text), at_least(start, 1).cast("int"), F.lit(2**31 - 1)).cast(
            "string"
        )
    without = F.octet_length(F.replace(text, needle, F.lit("")))
    found = (F.octet_length(text) - without) / F.octet_length(needle)
    return F.when(needle == "", 0).otherwise(found.cast("bigint"))


def _each(text: Column, needles: Column, test: Callable[[Column, Column], Column]) -> Column:
    return F.exists(needles, lambda needle: test(text, needle))


def _first_found(text: Column, needles: Column, test: Callable[[Column, Column], Column]) -> Column:
    found = F.array_position(F.transform(needles, lambda needle: test(text, needle)), F.lit(True))
    return F.when(text.isNotNull(), found)


def _has_token(arguments: Arguments) -> Column:
    token = arguments.text(1)
    if not token or re.search(r"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", token):
        raise RmtError("BAD_ARGUMENTS", f"A token has letters and digits only, not {token!r}.")
    alone = rf"(?<![a-zA-Z0-9\x80-\x{{10FFFF}}]){re.escape(token)}(?![a-zA-Z0-9\x80-\x{{10FFFF}}])"
    return F.rlike(arguments.columns[0], F.lit(alone))


# Replacing


def _replace_all(text: Column, needle: Column, by: Column) -> Column:
    return F.when(needle == "", text).otherwise(F.replace(text, needle, by))


def _replace_one(text: Column, needle: Column, by: Column) -> Column:
    at = call("locate", needle, text)
    before = F.substring(text, F.lit(1), (at - 1).cast("int"))
    after = F.substring(text, (at + F.char_length(needle)).cast("int"), F.char_length(text))
    found = F.when((at == 0) | (needle == ""), text).otherwise(F.concat(before, by, after))
    return F.when(needle.isNotNull() & by.isNotNull(), found)


def _replace_regexp_all(arguments: Arguments) -> Column:
    text, pattern, _ = arguments.columns
    _check_pattern(arguments, 1, "BAD_ARGUMENTS")
    replaced = F.regexp_replace(text, _pattern(pattern), F.lit(_replacement(arguments.text(2))))
    return F.when(pattern == "", text).otherwise(replaced)


def _replace_regexp_one(arguments: Arguments) -> Column:
    """The first match is replaced: `(?s)` over the whole text, with all groups shifted by one."""
    text = arguments.columns[0]
    groups = _groups(arguments, 1, "BAD_ARGUMENTS")
    shifted = re.sub(
        r"\\(\d)", lambda found: rf"\{int(found[1]) + 2}", arguments.text(2).replace("\\\\", "\0")
    ).replace("\0", "\\\\")
    if groups > 7:
        raise RmtError("BAD_ARGUMENTS", "The pattern has more groups than can be replaced: 7.")
    whole = f"(?s)^(.*?)({_shift_backreferences(arguments.text(1))})(.*)$"
    replacement = "$1" + _replacement(shifted) + f"${groups + 3}"
    return F.regexp_replace(text, F.lit(whole), F.lit(replacement))


def _shift_backreferences(pattern: str) -> str:
    if re.search(r"(?<!\\)(?:\\\\)*\\[1-9]", pattern):
        raise RmtError("BAD_ARGUMENTS", "A pattern cannot refer to its own groups.")
    return pattern


def _replacement(text: str) -> str:
    r"""ClickHouse's `\1` as Java's `$1`."""
    escaped = text.replace("$", r"\$")
    return re.sub(r"\\(\d)", r"$\1", escaped)


def _pattern(pattern: Column) -> Column:
    """RE2's pattern for Java: in ClickHouse a dot matches line ends, too."""
    return F.concat(F.lit("(?s)"), pattern)


def _groups(arguments: Arguments, position: int, name: str = "CANNOT_COMPILE_REGEXP") -> int:
    """How many groups a constant pattern has; an error of a name if it is no pattern."""
    pattern = arguments.text(position)
    java = arguments.gateway.java_class("java.util.regex.Pattern")
    try:
        return int(java.compile(pattern).matcher("").groupCount())
    except RmtError:
        raise
    except Exception as error:
        raise RmtError(name, f"The pattern {pattern} is wrong.") from error


def _check_pattern(
    arguments: Arguments, position: int, name: str = "CANNOT_COMPILE_REGEXP"
) -> None:
    """Raises an error of a name for a constant that is no pattern."""
    if arguments.expressions[position].foldable():
        _groups(arguments, position, name)


def quoted_pattern(text: str) -> str:
    """A pattern that matches a text and nothing else."""
    return "".join(c if c.isalnum() else f"\\{c}" for c in text)


def _extract(arguments: Arguments) -> Column:
    text, pattern = arguments.columns
    return (
        F.regexp_extract(text, "(?s)" + arguments.text(1), min(_groups(arguments, 1), 1))
        if pattern is not None
        else text
    )


def _extract_all(arguments: Arguments) -> Column:
    """All matches before the first that is empty."""
    text, pattern = _present(arguments.columns[0]), _pattern(arguments.columns[1])
    found = F.regexp_extract_all(text, pattern, F.lit(0))
    if not _groups(arguments, 1):
        return once(found, lambda all_: F.slice(all_, 1, _before_empty(all_)))
    of_group = F.regexp_extract_all(text, pattern, F.lit(1))
    return F.slice(of_group, 1, once(found, _before_empty))


def _before_empty(texts: Column) -> Column:
    """How many texts stand before the first empty one."""
    at = F.array_position(texts, "")
    return F.when(at == 0, F.size(texts)).otherwise(at - 1).cast("int")


def _extract_groups(arguments: Arguments) -> Column:
    text, pattern = arguments.columns[0], "(?s)" + arguments.text(1)
    groups = _groups(arguments, 1)
    if not groups:
        raise RmtError("BAD_ARGUMENTS", f"There are no groups in regexp: {arguments.text(1)}.")
    found = F.array(*(F.regexp_extract(text, pattern, i) for i in range(1, groups + 1)))
    matches = F.rlike(text, F.lit(pattern))
    return F.when(matches, found).when(~matches, F.array().cast("array<string>"))


def _regexp_extract(arguments: Arguments) -> Column:
    groups = _groups(arguments, 1)
    index = int(arguments.literal(2)) if len(arguments) > 2 else min(groups, 1)
    if not 0 <= index <= groups:
        raise RmtError(
            "INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE",
            f"The pattern of regexpExtract has {groups} groups, no group {index}.",
        )
    return F.regexp_extract(arguments.columns[0], "(?s)" + arguments.text(1), index)


def _match(text: Column, pattern: Column) -> Column:
    return F.rlike(text, _pattern(pattern))


def _count_matches(text: Column, pattern: Column) -> Column:
    """Matches of nothing do not count."""
    found = F.regexp_extract_all(text, _pattern(pattern), F.lit(0))
    return F.size(F.filter(found, lambda one: one != "")).cast("bigint")


def _of_pattern(build: Callable[[Column, Column], Column]) -> Builder:
    """What is made of a text and a pattern."""

    def checked(arguments: Arguments) -> Column:
        _check_pattern(arguments, 1)
        return build(*arguments.columns)

    return typed(2, 2, checked)


# Splitting and joining


def _limited(parts: Column, limit: Column | None) -> Column:
    if limit is None:
        return parts
    return F.when(limit > 0, F.slice(parts, F.lit(1), F.greatest(limit, F.lit(1)))).otherwise(parts)


def _present(text: Column) -> Column:
    """A text, empty for NULL: an array is never NULL in ClickHouse."""
    return F.coalesce(text, F.lit(""))


def _split_by_string(arguments: Arguments) -> Column:
    separator, text = arguments.text(0), _present(arguments.columns[1])
    parts = F.split(text, quoted_pattern(separator), -1)
    if not separator:
        parts = F.when(text == "", F.array().cast("array<string>")).otherwise(parts)
        parts = F.filter(parts, lambda part: part != "")
    return _limited(parts, arguments.columns[2] if len(arguments) > 2 else None)


def _split_by_char(arguments: Arguments) -> Column:
    if len(arguments.text(0).encode()) != 1:
        raise RmtError("BAD_ARGUMENTS", "The separator must be one byte.", "Use splitByString.")
    return _split_by_string(arguments)


def _split_by_regexp(arguments: Arguments) -> Column:
    pattern, text = arguments.text(0), arguments.columns[1]
    if not pattern:
        return _split_by_string(arguments)
    parts = F.split(_present(text), "(?s)" + pattern, -1)
    return _limited(parts, arguments.columns[2] if len(arguments) > 2 else None)


def _words(separators: str) -> Builder:
    """Splits at any of some characters; leaves empty pieces out."""

    def split(text: Column, limit: Column | None = None) -> Column:
        parts = F.filter(F.split(_present(text), separators, -1), lambda part: part != "")
        return _limited(parts, limit)

    return of(split)


def _latin(text: Column) -> Column:
    """A text with a character for each byte of another one."""
    return F.decode(_bytes(text), "ISO-8859-1")


def _joined(arguments: Arguments) -> Column:
    parts = arguments.columns[0].cast("array<string>")
    separator = arguments.columns[1] if len(arguments) > 1 else F.lit("")
    return F.when(separator.isNotNull(), call("array_join", parts, separator))


def _concat_with_separator(*columns: Column) -> Column:
    complete = columns[0].isNotNull()
    for column in columns[1:]:
        complete = complete & column.isNotNull()
    texts = [column.cast("string") for column in columns]
    return F.when(complete, call("concat_ws", *texts))


def _format(arguments: Arguments) -> Column:
    """`format('{1} {0}', a, b)`: each pair of braces is an argument."""
    pieces = list(_pieces(arguments.text(0)))
    numbers = [piece for piece in pieces if isinstance(piece, int)]
    if max(numbers, default=0) + 1 >= len(arguments):
        raise RmtError("BAD_ARGUMENTS", f"format has no argument number {max(numbers, default=0)}.")
    return F.concat(
        *(
            arguments.columns[piece + 1].cast("string") if isinstance(piece, int) else F.lit(piece)
            for piece in pieces
        )
    )


def _pieces(pattern: str) -> Iterator[str | int]:
    """The texts of a pattern, and the numbers of the arguments between them, from 0."""
    position, following, is_numbered = 0, 0, False
    for match in _BRACES.finditer(pattern):
        yield pattern[position : match.start()]
        position = match.end()
        braces = match[0]
        if braces in ("{{", "}}"):
            yield braces[0]
            continue
        number = braces[1:-1]
        if braces in ("{", "}"):
            raise _wrong_pattern(f"The curly brace at position {match.start()} is alone")
        if number and not (number.isascii() and number.isdigit()):
            raise _wrong_pattern(f"Not a number in curly braces at position {match.start() + 1}")
        if (following and number) or (is_numbered and not number):
            raise _wrong_pattern("Either all curly braces have numbers, or none")
        is_numbered = bool(number)
        yield int(number) if number else following
        following += not number
    yield pattern[position:]


def _wrong_pattern(problem: str) -> RmtError:
    return RmtError("BAD_ARGUMENTS", f"{problem}, in the pattern of function format.")


def _ngrams(arguments: Arguments) -> Column:
    text, width = arguments.columns[0], int(arguments.literal(1))
    count = F.char_length(text) - width + 1
    starts = F.sequence(F.lit(1), F.greatest(count, F.lit(1)))
    grams = F.transform(starts, lambda at: F.substring(text, at.cast("int"), F.lit(width)))
    return F.when(count < 1, F.array().cast("array<string>")).otherwise(grams)


# Encoding


def _hex(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if source not in INTEGER_TYPES and not source.startswith("decimal("):
        return F.hex(value)
    if source in _WIDTHS:
        value = value.cast("bigint").bitwiseAND(F.lit(_WIDTHS[source]))
    bits = bits_of(value) if source.startswith("decimal(") else value.cast("bigint")
    digits = F.hex(bits)
    return F.when(F.length(digits) % 2 == 1, F.concat(F.lit("0"), digits)).otherwise(digits)


def _bin(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if source in INTEGER_TYPES or source == "decimal(20,0)":
        if source in _WIDTHS:
            value = value.cast("bigint").bitwiseAND(F.lit(_WIDTHS[source]))
        digits = F.bin(value.cast("bigint") if source in INTEGER_TYPES else bits_of(value))
        width = (F.ceil(F.length(digits) / 8) * 8).cast("int")
        return F.lpad(digits, width, F.lit("0"))
    pairs = F.regexp_extract_all(F.hex(value), F.lit(".."), F.lit(0))
    bits = F.transform(pairs, lambda pair: F.lpad(F.conv(pair, 16, 2), 8, "0"))
    return F.array_join(bits, "")


def _unbin(text: Column) -> Column:
    """Every byte but that of a 0 is a 1."""
    digits = F.regexp_replace(F.hex(text), "(..)", "$1,")
    digits = F.regexp_replace(F.replace(digits, F.lit("30,"), F.lit("0")), "[0-9A-F]{2},", "1")
    width = (F.ceil(F.length(digits) / 8) * 8).cast("int")
    bits = F.regexp_extract_all(F.lpad(digits, width, F.lit("0")), F.lit("[01]{8}"), F.lit(0))
    data = F.transform(bits, lambda byte: F.lpad(F.conv(byte, 2, 16), 2, "0"))
    return _text(F.unhex(F.array_join(data, "")))


def _char(*numbers: Column) -> Column:
    pairs = [F.lpad(F.hex(n.cast("bigint").bitwiseAND(F.lit(255))), 2, "0") for n in numbers]
    return _text(F.unhex(F.concat(*pairs)))


def _ascii(text: Column) -> Column:
    first = F.hex(F.substring(_bytes(text), F.lit(1), F.lit(1)))
    return F.when(text == "", 0).otherwise(F.conv(first, 16, 10).cast("int"))


def _padded_base64(text: Column) -> Column:
    """The bytes of a text in Base64 that is filled up to groups of four letters."""
    is_whole = F.octet_length(text) % 4 == 0
    return F.when(is_whole | text.isNull(), _from_base64(text)).otherwise(_no_base64(text))


def _no_base64(text: Column) -> Column:
    return failing(RmtError("INCORRECT_DATA", "A text is no Base64"), text, "string")


def _from_base64(text: Column) -> Column:
    return once(
        _text(F.try_to_binary(text, F.lit("base64"))),
        lambda found: F.when(found.isNull() & text.isNotNull(), _no_base64(text)).otherwise(found),
    )


def _initcap(text: Column) -> Column:
    """Words are of ASCII's letters and digits; all other characters stay, and end a word."""
    words = F.regexp_extract_all(_lower(text), F.lit("[a-z0-9]+|[^a-z0-9]+"), F.lit(0))
    return F.array_join(
        F.transform(
            words, lambda w: F.concat(_upper(F.substring(w, 1, 1)), F.substring(w, 2, 1 << 30))
        ),
        "",
    )


def _encode_xml(text: Column) -> Column:
    for entity, character in reversed(ENTITIES.items()):
        text = F.replace(text, F.lit(character), F.lit(entity))
    return text


def _lower(text: Column) -> Column:
    return F.translate(text, string.ascii_uppercase, string.ascii_lowercase)


def _upper(text: Column) -> Column:
    return F.translate(text, string.ascii_lowercase, string.ascii_uppercase)


def _substring_index(arguments: Arguments) -> Column:
    text, _, count = arguments.columns
    return call("substring_index", text, F.lit(arguments.text(1)), count.cast("int"))


_TRIM = {"left": F.ltrim, "right": F.rtrim, "both": F.trim}


def _trimmed(side: str) -> Builder:
    def trim(text: Column, characters: Column | None = None) -> Column:
        return _TRIM[side](text) if characters is None else _TRIM[side](text, characters)

    return of(trim)


_SUBSTRING = of(_substring)
_POSITION = of(_position)
_LOWER, _UPPER = of(_lower), of(_upper)
_REPLACE_ALL = of(_replace_all)
_EDIT_DISTANCE = of(lambda a, b: F.levenshtein(_latin(a), _latin(b)))

STRINGS: Builders = {
    "clickhouse_length": typed(1, 1, _length),
    "lengthUTF8": of(_count_characters),
    "empty": typed(1, 1, _empty),
    "notEmpty": typed(1, 1, lambda arguments: ~_empty(arguments)),
    "clickhouse_substring": _SUBSTRING,
    "mid": _SUBSTRING,
    "substringUTF8": of(_substring_utf8),
    "clickhouse_left": _left(F.octet_length, _take_bytes),
    "leftUTF8": _left(F.char_length, _take_characters),
    "clickhouse_right": _right(F.octet_length, _take_bytes),
    "rightUTF8": _right(F.char_length, _take_characters),
    "clickhouse_lower": _LOWER,
    "clickhouse_upper": _UPPER,
    "lowerUTF8": of(F.lower),
    "upperUTF8": of(F.upper),
    "clickhouse_reverse": typed(1, 1, _reverse),
    "reverseUTF8": of(F.reverse),
    "leftPad": _padded(True, False),
    "rightPad": _padded(False, False),
    "leftPadUTF8": _padded(True, True),
    "rightPadUTF8": _padded(False, True),
    "clickhouse_position": _POSITION,
    "positionUTF8": of(_position_utf8),
    "positionCaseInsensitive": _case_insensitive(_position),
    "positionCaseInsensitiveUTF8": _case_insensitive(_position_utf8),
    "clickhouse_locate": of(lambda needle, text, start=None: _position(text, needle, start)),
    "countSubstrings": of(_count_substrings),
    "countSubstringsCaseInsensitive": _case_insensitive(_count_substrings),
    "multiSearchAny": of(lambda t, n: _each(t, n, lambda a, b: a.contains(b))),
    "multiSearchAnyCaseInsensitive": of(
        lambda t, n: _each(F.lower(t), n, lambda a, b: a.contains(F.lower(b)))
    ),
    "multiSearchFirstIndex": of(lambda t, n: _first_found(t, n, lambda a, b: a.contains(b))),
    "multiMatchAny": of(lambda t, n: _each(t, n, _match)),
    "multiMatchAnyIndex": of(lambda t, n: _first_found(t, n, _match)),
    "hasToken": typed(2, 2, _has_token),
    "startsWithUTF8": of(F.startswith),
    "endsWithUTF8": of(F.endswith),
    "replaceAll": _REPLACE_ALL,
    "clickhouse_replace": _REPLACE_ALL,
    "replaceOne": of(_replace_one),
    "replaceRegexpAll": typed(3, 3, _replace_regexp_all),
    "clickhouse_regexp_replace": typed(3, 3, _replace_regexp_all),
    "replaceRegexpOne": typed(3, 3, _replace_regexp_one),
    "translateUTF8": typed(3, 3, _translate_literal),
    "clickhouse_translate": typed(3, 3, _translate_literal),
    "match": _of_pattern(_match),
    "notLike": of(lambda text, pattern: ~F.like(text, pattern)),
    "notILike": of(lambda text, pattern: ~F.ilike(text, pattern)),
    "clickhouse_extract": typed(2, 2, _extract),
    "extractAll": typed(2, 2, _extract_all),
    "extractGroups": typed(2, 2, _extract_groups),
    "regexpExtract": typed(2, 3, _regexp_extract),
    "clickhouse_regexp_extract": typed(2, 3, _regexp_extract),
    "countMatches": _of_pattern(_count_matches),
    "countMatchesCaseInsensitive": of(
        lambda text, pattern: _count_matches(text, F.concat(F.lit("(?i)"), pattern))
    ),
    "regexpQuoteMeta": of(
        lambda text: F.regexp_replace(text, r"([\\|()^$.\[\]?*+{}:\-])", r"\\$1")
    ),
    "splitByChar": typed(2, 3, _split_by_char),
    "splitByString": typed(2, 3, _split_by_string),
    "splitByRegexp": typed(2, 3, _split_by_regexp),
    "splitByWhitespace": _words(r"[ \f\n\r\t\x0b]+"),
    "splitByNonAlpha": _words(r"[\p{Punct}\s\p{Cntrl}]+"),
    "alphaTokens": _words("[^a-zA-Z]+"),
    "tokens": of(
        lambda text: F.filter(F.split(text, "[\x00-\x2f:-@\\[-`{-\x7f]+", -1), lambda p: p != "")
    ),
    "ngrams": typed(2, 2, _ngrams),
    "arrayStringConcat": typed(1, 2, _joined),
    "concatWithSeparator": of(_concat_with_separator),
    "concatAssumeInjective": of(F.concat),
    "format": typed(1, MANY, _format),
    "trimLeft": _trimmed("left"),
    "trimRight": _trimmed("right"),
    "trimBoth": _trimmed("both"),
    "appendTrailingCharIfAbsent": of(
        lambda text, c: F.when((text == "") | F.endswith(text, c), text).otherwise(
            F.concat(text, c)
        )
    ),
    "clickhouse_hex": typed(1, 1, _hex),
    "clickhouse_unhex": of(lambda text: _text(F.unhex(text))),
    "clickhouse_bin": typed(1, 1, _bin),
    "unbin": of(_unbin),
    "clickhouse_char": of(_char),
    "clickhouse_ascii": of(_ascii),
    "base64Encode": of(lambda text: F.base64(_bytes(text))),
    "base64Decode": of(_padded_base64),
    "tryBase64Decode": of(
        lambda text: F.coalesce(_text(F.try_to_binary(text, F.lit("base64"))), F.lit(""))
    ),
    "base64URLEncode": of(
        lambda text: F.regexp_replace(F.translate(F.base64(_bytes(text)), "+/", "-_"), "=+$", "")
    ),
    "base64URLDecode": of(lambda text: _from_base64(F.translate(text, "-_", "+/"))),
    "isValidUTF8": of(F.is_valid_utf8),
    "toValidUTF8": of(F.make_valid_utf8),
    "isValidASCII": of(lambda text: ~F.rlike(text, F.lit(r"[^\x00-\x7f]"))),
    "encodeXMLComponent": of(_encode_xml),
    "editDistance": _EDIT_DISTANCE,
    "levenshteinDistance": _EDIT_DISTANCE,
    "editDistanceUTF8": of(F.levenshtein),
    "clickhouse_initcap": of(_initcap),
    "substringIndex": typed(3, 3, _substring_index),
    "firstLine": of(lambda text: F.regexp_extract(text, r"^([^\r\n]*)", 1)),
    "clickhouse_repeat": of(lambda text, n: call("repeat", text, at_least(n, 0).cast("int"))),
    "clickhouse_space": of(lambda n: call("space", at_least(n, 0).cast("int"))),
}
