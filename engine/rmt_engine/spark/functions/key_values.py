"""Pairs of keys and values in a text, found by one pattern that reads all of the text.

Source of the semantics: ClickHouse's `Functions/keyvaluepair`; a quote where no key or value
begins was tried on 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, once, typed

__all__ = ["KEY_VALUES"]

_DEFAULTS = (":", " ,;", '"', "promote")
"""What is between a key and its value, what may be behind a pair, what keys and values may be in,
and what becomes of other quotes."""
_SPACE = re.compile(r"\s+")
_PAIRS: Mapping[str, str] = {
    "accept": r"""
        (?: <q>([^<q>]++)<q> | ((?!<q>)[^<k><p>]++) ) <k>
        (?: <q>([^<q>]*+)<q>[^<p>]*+[<p>]? | ((?!<q>)[^<p>]*+)(?:[<p>]|\z) )""",
    "invalid": r"""
        (?: <q>([^<q>]++)<q> | ([^<k><p><q>]++) ) <k>
        (?: <q>([^<q>]*+)<q>[^<p>]*+[<p>]? | ([^<p><q>]*+)(?:[<p>]|\z) )""",
    "promote": r"""
        (?: [^<k><p><q>]*+<q>([^<q>]++)<q> | ([^<k><p><q>]++) ) <k>
        (?: [^<p><q>]*+<q>([^<q>]*+)<q>[^<p>]*+[<p>]? | ([^<p><q>]*+)(?:[<p>]|\z) )""",
}
"""A pair, whose groups are the key with quotes and without, and the value. A quote that begins
nothing belongs to the key or value, makes the pair none, or begins another key or value."""
_OTHERS: Mapping[str, str] = {
    "accept": r"""
        [<k><p>]++ | <q><q> | <q>[^<q>]++<q>(?:<k><q>[^<q>]*+)? | <q>[^<q>]*+ |
        [^<k><p>]++(?:<k><q>[^<q>]*+|[<p>]|)""",
    "invalid": r"""
        [<k><p>]++ | <q><q> |
        <q>[^<q>]++<q>(?:<k>(?:<q>[^<q>]*+|[^<p><q>]++<q>))? | <q>[^<q>]*+ |
        [^<k><p><q>]++(?:<k>(?:<q>[^<q>]*+|[^<p><q>]++<q>)|[<p><q>]|)""",
    "promote": r"""
        [<k><p>]++ | [^<k><p><q>]*+<q><q> |
        [^<k><p><q>]*+<q>[^<q>]++<q>(?:<k>[^<p><q>]*+<q>[^<q>]*+)? | [^<k><p><q>]*+<q>[^<q>]*+ |
        [^<k><p><q>]++(?:<k>[^<p><q>]*+<q>[^<q>]*+|[<p>]|)""",
}
"""What is between pairs."""


def _signs(arguments: Arguments) -> tuple[str, str, str, str]:
    given = [arguments.text(place) for place in range(1, len(arguments))]
    given += [""] * (len(_DEFAULTS) - len(given))
    sign, separators, quote, strategy = (
        text or default for text, default in zip(given, _DEFAULTS, strict=True)
    )
    for one in (sign, quote):
        if len(one.encode()) > 1:
            raise RmtError(
                "BAD_ARGUMENTS",
                "Control character argument must either be empty or contain exactly 1 character.",
            )
    if sign == quote:
        raise RmtError(
            "BAD_ARGUMENTS",
            "Invalid arguments, key_value_delimiter and quoting_character can not be the same.",
        )
    for one, name in ((sign, "key_value_delimiter"), (quote, "quoting_character")):
        if one in separators:
            raise RmtError(
                "BAD_ARGUMENTS", f"Invalid arguments, {name} conflicts with pair delimiters."
            )
    if strategy.lower() not in _PAIRS:
        raise RmtError(
            "BAD_ARGUMENTS", f"Invalid unexpected_quoting_character_strategy argument: {strategy}."
        )
    return sign, separators, quote, strategy.lower()


def _pairs(arguments: Arguments) -> Column:
    """`extractKeyValuePairs(text[, sign[, separators[, quote[, strategy]]]])`.

    Of a key that is there several times the first value is kept, which ClickHouse finds, too.
    """
    sign, separators, quote, strategy = _signs(arguments)
    escaped = {
        mark: "".join(map(_escaped, text))
        for mark, text in (("<k>", sign), ("<p>", separators), ("<q>", quote))
    }

    def pattern(template: str) -> str:
        text = _SPACE.sub("", template)
        for mark, characters in escaped.items():
            text = text.replace(mark, characters)
        return text

    pair = pattern(_PAIRS[strategy])
    parts = F.regexp_extract_all(
        arguments.columns[0], F.lit(f"(?s){pair}|{pattern(_OTHERS[strategy])}"), 0
    )
    whole = rf"(?s)^{pair}\z"

    def group(part: Column, first: int) -> Column:
        quoted, bare = (F.regexp_extract(part, whole, first + at) for at in range(2))
        return F.when(quoted != "", quoted).otherwise(bare)

    entries = F.transform(
        F.filter(parts, lambda part: F.rlike(part, F.lit(whole))),
        lambda part: F.struct(group(part, 1).alias("key"), group(part, 3).alias("value")),
    )
    nothing = F.create_map().cast("map<string,string>")
    return F.coalesce(once(entries, _first_of_each), nothing)


def _escaped(character: str) -> str:
    return f"\\x{{{ord(character):X}}}"


def _first_of_each(entries: Column) -> Column:
    keys = F.array_distinct(F.transform(entries, lambda entry: entry["key"]))

    def value(key: Column) -> Column:
        return F.element_at(F.filter(entries, lambda entry: entry["key"] == key), 1)["value"]

    return F.map_from_arrays(keys, F.transform(keys, value))


KEY_VALUES: Builders = {"extractKeyValuePairs": typed(1, 5, _pairs)}
"""The functions."""
