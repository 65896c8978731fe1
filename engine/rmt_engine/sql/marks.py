"""What may make a statement ClickHouse's: patterns that are tried only where their words stand.

Every statement pays for this look. Its words are collected once, and most patterns need none of
them.
"""

from __future__ import annotations

import re
from collections.abc import Set

__all__ = ["Marks", "words_of"]

_WORD = re.compile(r"\w++")


def words_of(text: str) -> frozenset[str]:
    """The words of a statement, upper case."""
    return frozenset(_WORD.findall(text.upper()))


class Marks:
    """Patterns, any of which is a mark.

    Args:
        patterns: each with the words, upper case, of which it needs one; none for any.
    """

    def __init__(self, *patterns: tuple[str, str]) -> None:
        flags = re.IGNORECASE | re.DOTALL
        self._patterns = [
            (frozenset(words.split()), re.compile(pattern, flags)) for words, pattern in patterns
        ]

    def found(self, text: str, words: Set[str] | None = None) -> bool:
        """Whether a statement has one of the marks.

        Args:
            text: the statement.
            words: its words, as `words_of` gives them, if they are known.
        """
        words = words_of(text) if words is None else words
        return any(
            not (needed and needed.isdisjoint(words)) and pattern.search(text) is not None
            for needed, pattern in self._patterns
        )
