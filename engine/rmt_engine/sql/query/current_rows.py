"""Which rows of a table a query reads: all, or the current ones, as FINAL does.

What the query says of the table comes first, then the setting `final` where somebody set it, then
the table's own setting `final_by_default`. All that read tables ask here: the compiler, and the
table functions that Spark calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Protocol

__all__ = ["BEFORE_FINAL", "FinalTable", "Rows", "reads_current", "rows_wanted"]

BEFORE_FINAL = "before final"
"""What `rmt_rows` is told if FINAL goes by the rows that it gives."""


class Rows(Enum):
    """The rows that are wanted of a table, by the words of `rmt_scan` and its like for them."""

    CURRENT = "final"
    ALL = "raw"
    AS_SET = ""

    @property
    def words(self) -> list[str]:
        """What `rmt_scan` and its like are told."""
        return [self.value] if self.value else []

    @classmethod
    def of_words(cls, words: Sequence[str]) -> Rows:
        """What the arguments of such a function say."""
        return next((one for one in (cls.CURRENT, cls.ALL) if one.value in words), cls.AS_SET)


class FinalTable(Protocol):
    """A table, as far as it matters here."""

    @property
    def has_final(self) -> bool:
        """Whether FINAL reads other rows of it than a plain SELECT."""

    @property
    def final_by_default(self) -> bool:
        """Whether reads that say nothing are FINAL."""


def rows_wanted(said: Rows, settings: Mapping[str, str]) -> Rows:
    """The rows that are wanted where a table is named.

    Args:
        said: what the query says there.
        settings: that hold there; `final` is neither 0 nor 1 where nobody set it.
    """
    if said is not Rows.AS_SET:
        return said
    return {"1": Rows.CURRENT, "0": Rows.ALL}.get(settings.get("final", ""), Rows.AS_SET)


def reads_current(said: Rows, settings: Mapping[str, str], table: FinalTable) -> bool:
    """Whether a read of a table is FINAL.

    Args:
        said: what the query says where it names the table.
        settings: as of `rows_wanted`.
        table: the table.
    """
    if not table.has_final:
        return False
    wanted = rows_wanted(said, settings)
    return wanted is Rows.CURRENT or (wanted is Rows.AS_SET and table.final_by_default)
