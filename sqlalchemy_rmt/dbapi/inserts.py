"""Many rows in one INSERT: `executemany` as a few statements with many rows each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy_rmt.dbapi.literals import Parameters, Template

__all__ = ["STATEMENT_BYTES", "InsertOfRows", "statements"]

# Small enough that the server soon has something to do while the next statement is written.
STATEMENT_BYTES = 1 << 20
# Each statement costs the server as much as some 10,000 rows, and Spark's parser, which reads those
# for tables that are not the endpoint's, needs more memory for a longer one.
_LONGEST_BYTES = 4 << 20
_TOKEN = re.compile(
    r"""
      (?P<blank>\s++|--[^\n]*+|/\*.*?(?:\*/|\Z))
    | (?P<quoted>[rR]'[^']*+'?|[rR]"[^"]*+"?|'(?:[^'\\]|\\.)*+'?|"(?:[^"\\]|\\.)*+"?|`[^`]*+`?)
    | (?P<word>[^\W\d]\w*)
    | (?P<symbol>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def statements(
    operation: str,
    rows: Iterable[Parameters],
    limit: int = STATEMENT_BYTES,
    longest: int = _LONGEST_BYTES,
) -> Iterator[str]:
    """The statements that run an operation for each row.

    An `INSERT … VALUES` with one group of values and no placeholder before it becomes statements of
    many groups; everything else, one statement for each row.

    Args:
        operation: the statement with its placeholders.
        rows: the parameters of each row.
        limit: bytes the first statement of several rows may have; each further one may have twice
            as many as the one before. The same rows so become the same statements again.
        longest: bytes any statement of several rows may have.

    Raises:
        InterfaceError: a parameter is missing or of a type that has no literal.
        DataError: a value has no literal.
    """
    insert = InsertOfRows.parse(operation)
    if insert is None:
        template = Template.parse(operation)
        yield from (template.render(row) for row in rows)
        return
    yield from insert.statements(map(insert.group.values, rows), limit, longest=longest)


@dataclass(frozen=True)
class InsertOfRows:
    """An `INSERT … VALUES` whose only placeholders are those of one group of values.

    Attributes:
        head: what stands before VALUES.
        word: VALUES, and what follows it.
        group: the group of values.
    """

    head: str
    word: str
    group: Template

    @classmethod
    def parse(cls, operation: str) -> InsertOfRows | None:
        """Reads a statement; None when it is none of these.

        Raises:
            InterfaceError: a percent sign is neither doubled nor part of a placeholder.
        """
        tokens = [found for found in _TOKEN.finditer(operation) if found.lastgroup != "blank"]
        while tokens and tokens[-1][0] == ";":
            tokens.pop()
        if len(tokens) < 4 or tokens[0][0].upper() != "INSERT" or tokens[-1][0] != ")":
            return None
        depth = 0
        for index in range(len(tokens) - 1, -1, -1):
            if tokens[index].lastgroup == "symbol":
                depth += {")": 1, "(": -1}.get(tokens[index][0], 0)
            if depth == 0:
                break
        if tokens[index - 1][0].upper() != "VALUES":
            return None
        places = (0, tokens[index - 1].start(), tokens[index].start(), tokens[-1].end())
        texts = (operation[start:end] for start, end in itertools.pairwise(places))
        head, word, group = map(Template.parse, texts)
        return None if head.keys else cls(head.texts[0], word.texts[0], group)

    def statements(
        self,
        rows: Iterable[Sequence[Any]],
        limit: int,
        clause: Callable[[int], str] = lambda _number: "",
        longest: int = 0,
    ) -> Iterator[str]:
        """Statements of many rows each, up to a size.

        Args:
            rows: the values of each row, in the order of the group's placeholders.
            limit: bytes the first statement of several rows may have.
            clause: what stands before VALUES in the statement of that number, from 0.
            longest: bytes that the others grow to, each to twice those of the one before; without
                it they do not grow.

        Raises:
            InterfaceError: the type of a value has no literal.
            DataError: a value has no literal.
        """
        opening = self._opening(clause(0))
        groups: list[str] = []
        size, number = _bytes(opening), 0
        for row in rows:
            text = self.group.fill(row)
            added = _bytes(text) + 2
            if groups and size + added > limit:
                yield opening + ", ".join(groups)
                number += 1
                limit = max(limit, min(2 * limit, longest))
                opening, groups = self._opening(clause(number)), []
                size = _bytes(opening)
            groups.append(text)
            size += added
        if groups:
            yield opening + ", ".join(groups)

    def _opening(self, clause: str) -> str:
        return f"{self.head}{clause}{self.word}"


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))
