"""How deep a statement may nest: beyond, Spark's parser takes hours, or all memory."""

from __future__ import annotations

import re

from rmt_engine.errors import RmtError

__all__ = ["DEEPEST", "check_nesting"]

DEEPEST = 1000
"""The default of ClickHouse's `max_parser_depth`, and the most that Spark's parser gets."""
_DEEPEST_COMMENT = 16
_MAY_NEST = ("(", "[", "<", "CASE", "/*", "NOT", "-", "+", "~", "!")
_PIECES = re.compile(
    r"\br(?:'[^']*+'?|\"[^\"]*+\"?)|'(?:[^'\\]|\\.)*+'?|\"(?:[^\"\\]|\\.)*+\"?|`[^`]*+`?|--[^\n]*+"
    r"|(?P<comment>/\*)|(?P<open>[(\[]|\bCASE\b|\b(?:ARRAY|MAP|STRUCT)\s*+<)"
    r"|(?P<close>[)\]>]|\bEND\b)"
    r"|(?P<prefixes>(?:(?:\bNOT\b|[-+~!])\s*+){2,})",
    re.IGNORECASE | re.DOTALL,
)
_CLOSES = {")": "(", "]": "[", ">": "<", "D": "E"}
"""By the last characters of what closes and of what opens."""
_ONLY_ITS_OWN = (">", "D")
_COMMENT = re.compile(r"/\*|\*/")
_PREFIX = re.compile(r"\bNOT\b|[-+~!]", re.IGNORECASE)


def check_nesting(text: str, deepest: int = DEEPEST) -> None:
    """Refuses what is nested too deep for Spark's parser.

    Args:
        text: a statement of any kind.
        deepest: how deep brackets, CASE and signs may be nested; more than 1,000 is 1,000.

    Raises:
        RmtError: `TOO_DEEP_RECURSION`.
    """
    deepest = min(deepest, DEEPEST)
    if text.count("/*") <= _DEEPEST_COMMENT and not _may_nest_deep(text, deepest):
        return
    position = 0
    opened: list[str] = []
    while piece := _PIECES.search(text, position):
        position = piece.end()
        prefixes = 0
        if piece["comment"]:
            position = _end_of_comment(text, piece.start())
        elif piece["open"]:
            opened.append(piece["open"][-1].upper())
        elif piece["close"]:
            _close(opened, piece["close"][-1].upper())
        elif piece["prefixes"]:
            prefixes = len(_PREFIX.findall(piece["prefixes"]))
        if len(opened) > deepest or prefixes > deepest:
            raise RmtError(
                "TOO_DEEP_RECURSION",
                f"Brackets, CASE or signs are nested deeper than {deepest}.",
                "Put inner queries into views or WITH, and long conditions into IN.",
            )


def _close(opened: list[str], closing: str) -> None:
    """A bracket closes all that was opened in it; END and `>` may be about something else."""
    opening = _CLOSES[closing]
    if closing in _ONLY_ITS_OWN and opened[-1:] != [opening]:
        return
    while opened and opened.pop() != opening:
        pass


def _may_nest_deep(text: str, deepest: int) -> bool:
    if len(text) <= deepest:
        return False
    capitals = text.upper()
    return sum(map(capitals.count, _MAY_NEST)) > deepest


def _end_of_comment(text: str, start: int) -> int:
    depth = 0
    for mark in _COMMENT.finditer(text, start):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
        if depth > _DEEPEST_COMMENT:
            raise RmtError(
                "TOO_DEEP_RECURSION",
                f"Comments are nested deeper than {_DEEPEST_COMMENT}.",
                "Close each /* with */.",
            )
    return len(text)
