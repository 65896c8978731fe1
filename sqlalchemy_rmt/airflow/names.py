"""Names of tables as tasks have them: `table` or `database.table`, in backquotes or not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

__all__ = ["NAME", "TableName", "quoted"]

_PART = r"(?:`(?:[^`]|``)+`|[^\s`.,;()]+)"
NAME = rf"{_PART}(?:\s*\.\s*{_PART})?"
"""A pattern of such a name inside a statement."""
_PARTS = re.compile(rf"\s*({_PART})(?:\s*\.\s*({_PART}))?\s*")


@dataclass(frozen=True)
class TableName:
    """The name of a table.

    Attributes:
        database: its database; None for the current one.
        name: its name there.
    """

    database: str | None
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a name.

        Raises:
            ValueError: it is none.
        """
        found = _PARTS.fullmatch(text)
        if found is None:
            raise ValueError(
                f"{text!r} is no name of a table: write table or database.table, names with other "
                "than letters, digits and underscores in backquotes."
            )
        first, second = (part and _bare(part) for part in found.groups())
        return cls(None, first) if second is None else cls(first, second)

    def __str__(self) -> str:
        parts = (self.database, self.name)
        return ".".join(quoted(part) for part in parts if part is not None)


def _bare(part: str) -> str:
    return part[1:-1].replace("``", "`") if part.startswith("`") else part


def quoted(part: str) -> str:
    """A name of a table or column in backquotes."""
    return f"`{part.replace('`', '``')}`"
