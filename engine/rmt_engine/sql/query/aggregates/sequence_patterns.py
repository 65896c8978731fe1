"""The patterns of `sequenceMatch` and its kin: `(?1)(?t<=60).*(?2)`.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions, tried
on 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError

__all__ = ["AnyEvent", "Event", "Piece", "Star", "Time", "read_pattern"]


@dataclass(frozen=True, slots=True)
class Event:
    """`(?1)`: an event that meets a condition.

    Attributes:
        place: of the condition, from 0.
    """

    place: int


@dataclass(frozen=True, slots=True)
class AnyEvent:
    """`.`: an event."""


@dataclass(frozen=True, slots=True)
class Star:
    """`.*`: any number of events."""


@dataclass(frozen=True, slots=True)
class Time:
    """`(?t<=60)`: any number of events, and a next one that is so much later than what is before.

    Attributes:
        operator: of Spark.
        duration: so much.
    """

    operator: str
    duration: int


Piece = Event | AnyEvent | Star | Time

_NUMBER = re.compile(r"\d*")
_TIME = re.compile(r"<=|<|>=|>|==")


def read_pattern(pattern: str, width: int) -> Sequence[Piece]:
    """The pieces of a pattern.

    Args:
        pattern: as it was written.
        width: how many conditions there are.

    Raises:
        RmtError: `SYNTAX_ERROR`, `BAD_ARGUMENTS`.
    """
    pieces: list[Piece] = []
    at = 0
    while at < len(pattern):
        if pattern.startswith("(?t", at):
            piece, at = _time(pattern, at + 3)
            if pieces and isinstance(pieces[-1], Time):
                raise RmtError(
                    "BAD_ARGUMENTS", "Temporal condition should be preceded by an event condition."
                )
            pieces.append(piece)
            at = _closed(pattern, at)
        elif pattern.startswith("(?", at):
            number, at = _number(pattern, at + 2)
            if not 1 <= number <= width:
                raise RmtError("BAD_ARGUMENTS", f"Event number {number} is out of range.")
            pieces.append(Event(number - 1))
            at = _closed(pattern, at)
        elif pattern.startswith(".*", at):
            pieces.append(Star())
            at += 2
        elif pattern.startswith(".", at):
            pieces.append(AnyEvent())
            at += 1
        else:
            raise _wrong("Could not parse pattern, unexpected starting symbol", pattern, at)
    return pieces


def _time(pattern: str, at: int) -> tuple[Time, int]:
    operator = _TIME.match(pattern, at)
    if operator is None:
        raise _wrong("Unknown time condition", pattern, at)
    duration, after = _number(pattern, operator.end())
    return Time("=" if operator[0] == "==" else operator[0], duration), after


def _number(pattern: str, at: int) -> tuple[int, int]:
    digits = _NUMBER.match(pattern, at)
    if digits is None or not digits[0]:
        raise _wrong("Could not parse number", pattern, at)
    return int(digits[0]), digits.end()


def _closed(pattern: str, at: int) -> int:
    if not pattern.startswith(")", at):
        raise _wrong("Expected closing parenthesis, found", pattern, at)
    return at + 1


def _wrong(message: str, pattern: str, at: int) -> RmtError:
    return RmtError("SYNTAX_ERROR", f"{message} '{pattern[at:]}' at position {at}.")
