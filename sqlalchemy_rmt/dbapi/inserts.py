"""Many rows in one INSERT: `executemany` as a few statements with many rows each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sqlalchemy_rmt.dbapi.literals import Parameters, Template

__all__ = ["STATEMENT_BYTES", "statements"]

# Spark parses a statement as a whole: at this size that is a fraction of a second.
STATEMENT_BYTES = 1 << 20
_TOKEN = re.compile(
    r"""
      (?P<blank>\s+|--[^\n]*|/\*.*?\*/)
    | (?P<quoted>[rR]'[^']*'|[rR]"[^"]*"|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)
    | (?P<word>[^\W\d]\w*)
    | (?P<symbol>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def statements(
    operation: str, rows: Iterable[Parameters], limit: int = STATEMENT_BYTES
) -> Iterator[str]:
    """The statements that run an operation for each row.

    An `INSERT … VALUES` with one group of values and no placeholder before it becomes statements of
    many groups; everything else, one statement for each row.

    Args:
        operation: the statement with its placeholders.
        rows: the parameters of each row.
        limit: bytes a statement of several rows may have.

    Raises:
        InterfaceError: a parameter is missing or of a type that has no literal.
        DataError: a value has no literal.
    """
    split = _split(operation)
    if split is None:
        template = Template.parse(operation)
        yield from (template.render(row) for row in rows)
        return
    head, group = split
    template = Template.parse(group)
    groups: list[str] = []
    size = 0
    for row in rows:
        text = template.render(row)
        added = len(text.encode(errors="surrogatepass")) + 2
        if groups and size + added > limit:
            yield head + ", ".join(groups)
            groups, size = [], 0
        if not groups:
            size = len(head.encode(errors="surrogatepass"))
        groups.append(text)
        size += added
    if groups:
        yield head + ", ".join(groups)


def _split(operation: str) -> tuple[str, str] | None:
    """What stands before the only group of VALUES, without doubled percent signs, and the group."""
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
    start = tokens[index].start()
    head = Template.parse(operation[:start])
    if head.keys:
        return None
    return head.texts[0], operation[start : tokens[-1].end()]
