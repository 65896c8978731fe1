"""Names as Spark's SQL writes them, and texts as Spark's and ClickHouse's do."""

from __future__ import annotations

import re

__all__ = ["bare_name", "is_of_bytes", "quote_name", "quote_string"]

_SURROGATE = re.compile(r"[\udc80-\udcff]")


def quote_name(name: str) -> str:
    """A name in backquotes."""
    return "`" + name.replace("`", "``") + "`"


def bare_name(name: str) -> str:
    """A name, in backquotes only if it is no word."""
    return name if name.isidentifier() else quote_name(name)


def is_of_bytes(text: str) -> bool:
    """Whether a text has bytes that are no UTF-8, as `surrogateescape` has them."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def quote_string(text: str) -> str:
    """A text as Spark's SQL writes it.

    Args:
        text: the text; bytes of it that are no UTF-8 as `surrogateescape` has them.
    """
    if is_of_bytes(text):
        return f"CAST(X'{text.encode('utf-8', 'surrogateescape').hex()}' AS STRING)"
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
