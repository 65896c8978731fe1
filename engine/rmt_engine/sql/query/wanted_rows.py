"""What a query wants of a table's rows, as far as single columns tell: `WHERE key = 5`.

The query's own condition stays where it is. What is told here may leave out rows that it would
leave out, and never another one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Bound", "Stretch", "WantedRows"]

_WORD = "wanted "
Bound: TypeAlias = int | str
"""A whole number, a text, or a day as ISO 8601 writes it."""


@dataclass(frozen=True)
class Stretch:
    """What the values of a column are in: a list, or what lies between two bounds.

    Attributes:
        column: the column.
        values: the list; None where there are bounds.
        least: the lower bound, itself among the values; None without one.
        greatest: the upper bound, likewise.
    """

    column: str
    values: tuple[Bound, ...] | None = None
    least: Bound | None = None
    greatest: Bound | None = None


@dataclass(frozen=True)
class WantedRows:
    """The rows whose columns are in all of some stretches.

    Attributes:
        stretches: the stretches, one at least.
        most: up to how many rows the driver may read itself.
    """

    stretches: tuple[Stretch, ...]
    most: int

    @classmethod
    def of_words(cls, words: Iterable[str]) -> WantedRows | None:
        """What the arguments of `rmt_scan` say; None if they say nothing of it."""
        word = next((one for one in words if one.startswith(_WORD)), None)
        if word is None:
            return None
        most, stretches = json.loads(word.removeprefix(_WORD))
        return cls(
            tuple(
                Stretch(column, None if values is None else tuple(values), least, greatest)
                for column, values, least, greatest in stretches
            ),
            most,
        )

    def __str__(self) -> str:
        stretches = [(one.column, one.values, one.least, one.greatest) for one in self.stretches]
        return _WORD + json.dumps([self.most, stretches])
