"""The order of texts in a language, which COLLATE names.

ClickHouse and Spark both order them by ICU's rules. Spark names its collations by languages; a
country changes nothing in most.

Source: https://clickhouse.com/docs/sql-reference/statements/select/order-by#collation-support.
"""

from __future__ import annotations

import re

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.values.types import DataType

__all__ = ["collated"]

_LANGUAGES = frozenset(
    """af am ar as az be bg bn bo br bs ca ceb chr cs cy da de dsb dz ee el en eo es et fa ff fi fil
    fo fr fy ga gl gu ha haw he hi hr hsb hu hy id ig is it ja ka kk kl km kn ko kok ku ky lb lij
    lkt ln lo lt lv mk ml mn mr ms mt my nb ne nl nn no nso om or pa pl ps pt ro ru sa se si sk sl
    smn sq sr st sv sw ta te th tk tn to tr ug uk ur uz vi wae wo xh yi yo zh zu""".split()
)
"""The languages whose order Spark knows."""
_LOCALE = re.compile(r"([A-Za-z]{2,3})(?:[_-]([A-Za-z]{2}))?")
_OF_COUNTRIES = frozenset(("de_at", "fr_ca"))
"""Countries with an order of their own."""
_WITH_COUNTRIES = frozenset(("zh", "sr", "bs"))
"""Languages that countries write in scripts of their own."""


def collated(value: Value, locale: str) -> str:
    """Spark's text of texts that are ordered by the rules of a language.

    Args:
        value: a text, or an array of texts.
        locale: the name of the language, and of a country behind it.

    Raises:
        RmtError: `BAD_COLLATION`, it is another value; `UNSUPPORTED_COLLATION_LOCALE`, there is no
            such language; `NOT_IMPLEMENTED`, the country has an order of its own.
    """
    text = _collated(stored(value).sql, value.type, _collation(locale), 0)
    if text is None:
        raise RmtError(
            "BAD_COLLATION",
            "Collations can only be given for String, LowCardinality(String), Nullable(String) and "
            f"arrays of them, not for {value.type}.",
        )
    return text


def _collated(text: str, data_type: DataType | None, name: str, depth: int) -> str | None:
    if data_type is None or data_type.family == "String":
        return f"({text} COLLATE {name})"
    if data_type.family != "Array":
        return None
    element = f"`_c{depth}`"
    inside = _collated(element, data_type.element, name, depth + 1)
    return None if inside is None else f"transform({text}, {element} -> {inside})"


def _collation(locale: str) -> str:
    """Spark's name of the collation."""
    parts = _LOCALE.fullmatch(locale)
    language, country = (str(part or "").lower() for part in parts.groups()) if parts else ("", "")
    if language not in _LANGUAGES:
        if "@" in locale or locale.count("_") + locale.count("-") > 1:
            raise _not_supported(locale)
        raise RmtError(
            "UNSUPPORTED_COLLATION_LOCALE",
            f"Unsupported collation locale: {locale}.",
            "Name a language, such as 'en' or 'de'.",
        )
    if country and (language in _WITH_COUNTRIES or f"{language}_{country}" in _OF_COUNTRIES):
        raise _not_supported(locale)
    return language


def _not_supported(locale: str) -> RmtError:
    return RmtError(
        "NOT_IMPLEMENTED",
        f"The collation '{locale}' of ORDER BY is not supported.",
        "Name a language alone, such as 'en' or 'de'.",
    )
