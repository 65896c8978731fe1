"""Texts in other character sets, and characters that HTML has names for.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/string-functions.
"""

from __future__ import annotations

import re
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["CHARSETS", "ENTITIES"]

_CHARSET = "java.nio.charset.Charset"
_TEXT = "java.lang.String"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9\-+.:_]*")
"""What Java takes for a name of a character set."""
_WITH_MARK = "x-UTF-16LE-BOM"
"""What ICU takes UTF-16 for."""
ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
"""Those of XML. The last is the one that others may have inside."""
_NUMBERED = r"&#(?:[0-9]+|[xX][0-9a-fA-F]+);"
_NO_CHARACTER = r"&#(?:[0-9]{7,}|[xX][0-9a-fA-F]{6,});"
"""A number that is too large for one."""
_ESCAPES = "org.apache.commons.text.StringEscapeUtils"
_LEFT_OUT = "&apos;"
"""What HTML has a name for since its fifth version."""


def _charset(arguments: Arguments, place: int) -> Any:
    """A character set, by its name, as an expression."""
    name = arguments.text(place)
    if name.lower() == "utf-16":
        name = _WITH_MARK
    if not _NAME.fullmatch(name) or not arguments.gateway.java_class(_CHARSET).isSupported(name):
        raise RmtError("CANNOT_CREATE_CHARSET_CONVERTER", f"Cannot create a converter of {name}.")
    calls = JavaCalls(arguments)
    return calls.static(_CHARSET, _CHARSET, "forName", [calls.java_text(F.lit(name))])


def _converted(arguments: Arguments) -> Column:
    """`convertCharset(text, 'from', 'to')`."""
    calls = JavaCalls(arguments)
    data = calls.expression(arguments.columns[0], "binary")
    text = calls.new(_TEXT, data, _charset(arguments, 1))
    found = calls.method(text, calls.kind("binary"), "getBytes", [_charset(arguments, 2)])
    return calls.column(found).cast("string")


def _without_entities(arguments: Arguments) -> Column:
    text = F.replace(arguments.columns[0], F.lit(_LEFT_OUT), F.lit("'"))
    return _unescaped(arguments, text, "unescapeHtml4")


def _without_xml(arguments: Arguments) -> Column:
    """The five entities of XML, and characters by their numbers as far as these are characters."""
    text = arguments.columns[0]
    named = text
    for entity, character in ENTITIES.items():
        named = F.replace(named, F.lit(entity), F.lit(character))
    has_numbers = F.rlike(text, F.lit(_NUMBERED)) & ~F.rlike(text, F.lit(_NO_CHARACTER))
    return F.when(has_numbers, _unescaped(arguments, text, "unescapeXml")).otherwise(named)


def _unescaped(arguments: Arguments, text: Column, method: str) -> Column:
    calls = JavaCalls(arguments)
    return calls.text(calls.static(_ESCAPES, _TEXT, method, [calls.java_text(text)]))


CHARSETS: Builders = {
    "convertCharset": typed(3, 3, _converted),
    "decodeHTMLComponent": typed(1, 1, _without_entities),
    "decodeXMLComponent": typed(1, 1, _without_xml),
}
"""The functions."""
