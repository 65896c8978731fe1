"""Functions of ClickHouse's that are refused, and why; and what an unknown one may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from rmt_engine.errors import RmtError

__all__ = ["ABSENT", "refusal_of"]

_STATES = "A state does not know here of which function it is."
_TWO_STEPS = "It has no state that is an ordinary value."
_WIDTHS = "Its number depends on an algorithm Spark does not have."
_BLOCKS = "It depends on how ClickHouse cuts a query's rows into blocks."

ABSENT: dict[str, str] = {
    **dict.fromkeys(
        """farmHash64 metroHash64 murmurHash2_32 murmurHash2_64 murmurHash3_64 xxHash32 xxh3
        wyHash64 sipHash128 javaHash""".split(),
        f"{_WIDTHS} cityHash64, sipHash64 and xxHash64 give ClickHouse's numbers.",
    ),
    **dict.fromkeys(
        "runningDifference runningAccumulate neighbor blockNumber rowNumberInBlock "
        "rowNumberInAllBlocks blockSize".split(),
        f"{_BLOCKS} A window function, lag() OVER (…) say, does it.",
    ),
    **dict.fromkeys(
        "dictGet dictGetOrDefault dictGetOrNull dictHas".split(),
        "There are no dictionaries. Join the table they are made of.",
    ),
    **dict.fromkeys(
        "joinGet joinGetOrNull".split(), "There are no Join tables. Join the table instead."
    ),
    **dict.fromkeys(
        "toTypeName dumpColumnStructure toColumnTypeName".split(),
        "Values have Spark's types here. typeof(x) names them.",
    ),
    **dict.fromkeys(
        "finalizeAggregation initializeAggregation arrayReduceInRanges".split(),
        f"{_STATES} The combinator -Merge makes results of states.",
    ),
}
"""Functions of ClickHouse's that this engine has not, and why."""

_STATE_COMBINATORS = ("SimpleState", "MergeState", "State", "Merge")
_MOST_SUGGESTIONS = 3


def refusal_of(name: str, known: Iterable[str]) -> RmtError:
    """The error for a function there is not.

    Args:
        name: as it was written.
        known: the names of the functions there are.
    """
    names = {one.lower(): one for one in known}
    by_name = {one.lower(): one for one in ABSENT}
    if name.lower() in by_name:
        absent = by_name[name.lower()]
        return RmtError(
            "NOT_IMPLEMENTED", f"The function {absent} is not supported.", ABSENT[absent]
        )
    for combinator in _STATE_COMBINATORS:
        base = name.removesuffix(combinator)
        if base != name and base.lower() in names:
            return RmtError(
                "NOT_IMPLEMENTED",
                f"The combinator -{combinator}, of {name}, is not supported. {_TWO_STEPS}",
                "Aggregate the rows when they are read, or keep arrays (groupArray).",
            )
    close = difflib.get_close_matches(name.lower(), names, _MOST_SUGGESTIONS, 0.7)
    hint = ""
    if close:
        hint = f"Maybe you meant: [{', '.join(repr(names[one]) for one in close)}]."
    return RmtError("UNKNOWN_FUNCTION", f"Function {name} does not exist.", hint)
