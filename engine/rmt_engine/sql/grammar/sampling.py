"""`SAMPLE BY` of tables and `SAMPLE` of queries: the rows whose hash is in a stretch of its type.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/select/sample; of the
arithmetic: `MergeTreeDataSelectExecutor` as it answers on ClickHouse 26.9.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import Cursor, Kind

__all__ = ["Sample", "at_sample", "read_sample", "sampling_not_supported"]

_WORDS = re.compile(r"sample (\d+)/(\d+)(?: offset (\d+)/(\d+))?")
_HINT = "A ratio is 0.1 or 1/10, a number of rows is 10000."


@dataclass(frozen=True)
class Sample:
    """`SAMPLE size [OFFSET offset]`.

    Attributes:
        size: a share of all rows, or a number of rows when it is more than 1.
        offset: the share, or the number of rows, before the first one.
    """

    size: Fraction
    offset: Fraction = Fraction(0)

    @classmethod
    def parse(cls, word: str) -> Sample | None:
        """Reads what `str` wrote; None when it is another word."""
        found = _WORDS.fullmatch(word)
        if found is None:
            return None
        size, below, offset, offset_below = (int(digits or 1) for digits in found.groups())
        return cls(
            Fraction(size, below), Fraction(offset, offset_below) if found[3] else cls.offset
        )

    def __str__(self) -> str:
        text = f"sample {self.size.numerator}/{self.size.denominator}"
        if self.offset:
            text += f" offset {self.offset.numerator}/{self.offset.denominator}"
        return text

    def stretch(self, rows: int, universe: int) -> tuple[int, int]:
        """The first hash of the sample and the first one after it.

        Args:
            rows: how many rows the table has.
            universe: how many hashes there can be.

        Raises:
            RmtError: `ARGUMENT_OUT_OF_BOUND`, an offset in all rows.
        """
        if not rows:
            return 0, universe
        size, offset = _share(self.size, rows), self.offset
        if size == 1:
            size = Fraction(0)
        if size == 0 and offset > 0:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND",
                "Sampling offset is incorrect because no sampling.",
                "SAMPLE 1 and SAMPLE 0 are all rows.",
            )
        if size == 0:
            return 0, universe
        offset = _share(offset, rows)
        if offset >= 1:
            return universe, universe
        first, after = offset * universe, min((offset + size) * universe, Fraction(universe))
        return int(first), int(after)


def _share(size: Fraction, rows: int) -> Fraction:
    """A share of all rows; a number of rows is cut to a whole one."""
    if size <= 1:
        return size
    return min(Fraction(1), Fraction(int(size), rows))


def at_sample(cursor: Cursor) -> bool:
    """Whether a SAMPLE clause comes next; `sample` may be an alias, too."""
    following = cursor.peek(1)
    return cursor.at("SAMPLE") and following is not None and following.kind is Kind.NUMBER


def read_sample(cursor: Cursor) -> Sample:
    """Reads `SAMPLE size [OFFSET offset]`.

    Raises:
        RmtError: `SYNTAX_ERROR`; `ARGUMENT_OUT_OF_BOUND`, a fraction of zero parts.
    """
    cursor.expect("SAMPLE")
    size = _ratio(cursor)
    return Sample(size, _ratio(cursor)) if cursor.accept("OFFSET") else Sample(size)


def _ratio(cursor: Cursor) -> Fraction:
    size = _number(cursor)
    if not cursor.accept("/"):
        return size
    parts = _number(cursor)
    if parts == 0:
        raise RmtError("ARGUMENT_OUT_OF_BOUND", "The denominator of a sample is zero.", _HINT)
    return size / parts


def _number(cursor: Cursor) -> Fraction:
    token = cursor.peek()
    if token is None or token.kind is not Kind.NUMBER:
        cursor.fail("expected a sample ratio or offset")
    cursor.take()
    return Fraction(token.value)


def sampling_not_supported(storage: str) -> RmtError:
    """The error for a SAMPLE of something that has no SAMPLE BY."""
    return RmtError(
        "SAMPLING_NOT_SUPPORTED",
        f"Storage {storage} doesn't support sampling.",
        "SAMPLE is for tables with SAMPLE BY: CREATE TABLE … SAMPLE BY intHash32(id), or ALTER "
        "TABLE … MODIFY SAMPLE BY. Spark's TABLESAMPLE (10 PERCENT) takes random rows of any.",
    )
