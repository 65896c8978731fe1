"""Names as Spark's SQL writes them, and texts as Spark's and ClickHouse's do."""

from __future__ import annotations

__all__ = ["bare_name", "quote_name", "quote_string"]


def quote_name(name: str) -> str:
    """A name in backquotes."""
    return "`" + name.replace("`", "``") + "`"


def bare_name(name: str) -> str:
    """A name, in backquotes only if it is no word."""
    return name if name.isidentifier() else quote_name(name)


def quote_string(text: str) -> str:
    """A string literal."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
