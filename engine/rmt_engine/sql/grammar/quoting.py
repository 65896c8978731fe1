"""Names as Spark's SQL writes them, and texts as Spark's and ClickHouse's do."""

from __future__ import annotations

__all__ = ["quote_name", "quote_string"]


def quote_name(name: str) -> str:
    """A name in backquotes."""
    return "`" + name.replace("`", "``") + "`"


def quote_string(text: str) -> str:
    """A string literal."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
