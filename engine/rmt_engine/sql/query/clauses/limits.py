"""LIMIT and OFFSET: which of the ordered rows they keep.

Both may be negative, and then count from the last row, or fractions of the number of rows.
Source: https://clickhouse.com/docs/sql-reference/statements/select/limit, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError

__all__ = ["RowLimit", "RowOrder"]

_MOST_ROWS = 2**31 - 1
"""The most that Spark's LIMIT and OFFSET take."""


@dataclass(frozen=True)
class RowOrder:
    """What the rows are ordered by, as Spark's text.

    Attributes:
        forward: the members of ORDER BY.
        backward: the same, the other way round.
        partition: the columns of LIMIT BY; of all rows without them.
    """

    forward: str
    backward: str
    partition: Sequence[str] = ()

    def over(self, *, backward: bool) -> str:
        """The window of a number or a rank."""
        return f"OVER ({self._by()} ORDER BY {self.backward if backward else self.forward})"

    def over_all(self) -> str:
        """The window of how many rows there are."""
        return f"OVER ({self._by()})"

    def _by(self) -> str:
        return f"PARTITION BY {', '.join(self.partition)}" if self.partition else ""


@dataclass(frozen=True)
class RowLimit:
    """`LIMIT count OFFSET offset [WITH TIES]`.

    Attributes:
        count: how many rows; None for all. A float is a fraction of them.
        offset: how many are left out before them; None for none.
        with_ties: whether rows that are equal to the last one stay, too.
    """

    count: int | float | None
    offset: int | float | None
    with_ties: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether Spark's LIMIT and OFFSET say the same."""
        return not self.with_ties and _is_forward(self.count) and _is_forward(self.offset)

    @property
    def is_from_end(self) -> bool:
        """Whether the rows are counted from the last one."""
        if self.count is None:
            return self.offset is not None and self.offset < 0
        return self.count < 0 and (self.offset is None or self.offset <= 0)

    def clause(self) -> str:
        """Spark's LIMIT and OFFSET, of a plain one."""
        assert isinstance(self.count, int | None)
        assert isinstance(self.offset, int | None)
        text = ""
        if self.count is not None and self.count <= _MOST_ROWS:
            text = f" LIMIT {self.count}"
        return f"{text} OFFSET {min(self.offset, _MOST_ROWS)}" if self.offset else text

    def kept(self, rows: str, order: RowOrder, suffix: str) -> tuple[str, str]:
        """A query of rows with their numbers, and the condition of those that are kept.

        Args:
            rows: what stands behind FROM, WHERE included.
            order: their order.
            suffix: makes the names of the numbers unique.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, a fraction beside a negative number.
        """
        self._check()
        number, rank, total, last = (f"`_{letter}{suffix}`" for letter in "nrcl")
        backward = self.is_from_end
        if backward:
            condition = self._from_end(number, rank)
        else:
            condition = self._from_start(number, rank, total, last)
        columns = {
            number: f"row_number() {order.over(backward=backward)}",
            rank: f"rank() {order.over(backward=backward)}",
            total: f"count(1) {order.over_all()}",
            last: f"{'rank' if self.with_ties else 'row_number'}() {order.over(backward=True)}",
        }
        needed = [f"{sql} AS {name}" for name, sql in columns.items() if name in condition]
        return f"SELECT *, {', '.join(needed)} FROM {rows}", condition

    def _check(self) -> None:
        words = {
            word: "fractional" if isinstance(value, float) else "negative"
            for word, value in (("LIMIT", self.count), ("OFFSET", self.offset))
            if not _is_forward(value)
        }
        if len(set(words.values())) == 2:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"{words['LIMIT'].capitalize()} LIMIT is not supported with {words['OFFSET']} "
                "OFFSET yet.",
            )

    def _from_end(self, number: str, rank: str) -> str:
        """The condition where numbers and ranks begin at the last row."""
        offset = -int(self.offset or 0)
        parts = [f"{number} > {offset}"]
        if self.count is not None:
            parts.append(f"{rank if self.with_ties else number} <= {offset - int(self.count)}")
        return " AND ".join(parts)

    def _from_start(self, number: str, rank: str, total: str, last: str) -> str:
        """The condition where they begin at the first row, and `last` at the last one."""
        offset, count = self.offset or 0, self.count
        if offset < 0:
            parts, first = [f"{number} <= {total} - {-offset}"], "0"
        else:
            first = _rows(offset, total)
            parts = [f"{number} > {first}"]
        if count is None:
            return " AND ".join(parts)
        if count < 0:
            return f"{parts[0]} AND {last} <= {-count}"
        parts.append(f"{rank if self.with_ties else number} <= {first} + {_rows(count, total)}")
        return " AND ".join(parts)


def _is_forward(value: int | float | None) -> bool:
    return value is None or (isinstance(value, int) and value >= 0)


def _rows(value: int | float, total: str) -> str:
    """How many rows; of a fraction those that it is a part of, too."""
    if isinstance(value, int):
        return str(value)
    return f"CAST(ceil({total} * {value!r}D) AS BIGINT)"
