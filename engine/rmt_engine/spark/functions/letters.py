"""Forms of Unicode's letters, by ICU, which Spark brings along.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/string-functions.
"""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, typed
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["LETTERS"]

_NORMALIZER = "com.ibm.icu.text.Normalizer2"
_FORMS = {
    "NFC": "getNFCInstance",
    "NFD": "getNFDInstance",
    "NFKC": "getNFKCInstance",
    "NFKD": "getNFKDInstance",
    "NFKCCasefold": "getNFKCCasefoldInstance",
}


def _normalized(calls: JavaCalls, text: Column, form: str) -> Column:
    normalizer = calls.static(_NORMALIZER, _NORMALIZER, _FORMS[form], [])
    given = [calls.java_text(text)]
    return calls.text(calls.method(normalizer, "java.lang.String", "normalize", given))


def _normal_form(form: str) -> Builder:
    return typed(1, 1, lambda a: _normalized(JavaCalls(a), a.columns[0], form))


def _folded(arguments: Arguments) -> Column:
    calls = JavaCalls(arguments)
    given = [calls.java_text(arguments.columns[0]), calls.expression(F.lit(True))]
    folded = calls.static("com.ibm.icu.lang.UCharacter", "java.lang.String", "foldCase", given)
    return calls.text(folded)


def _without_marks(arguments: Arguments) -> Column:
    calls = JavaCalls(arguments)
    apart = _normalized(calls, arguments.columns[0], "NFD")
    return _normalized(calls, F.regexp_replace(apart, r"\p{Mn}+", ""), "NFC")


LETTERS: Builders = {
    **{f"normalizeUTF8{form}": _normal_form(form) for form in _FORMS},
    "caseFoldUTF8": typed(1, 1, _folded),
    "removeDiacriticsUTF8": typed(1, 1, _without_marks),
}
