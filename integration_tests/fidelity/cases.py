"""A case: a text file of statements, each followed by the answer ClickHouse gave.

    -- What the case shows, for a reader.

    SELECT k, v FROM t FINAL ORDER BY k;
    -- 1	new
    -- 2	\\N

    SELECT * FROM m FINAL;
    -- error ILLEGAL_FINAL

    SELECT sum(v) FROM t WHERE false;
    -- 0
    -- differs: an aggregate over no rows is NULL, docs/differences.md#errors-and-answers
    -- \\N

A statement ends with the line that ends in `;`. Its answer is the comment lines right below: a row
each, values between tabs, NULL as `\\N`, an empty text as `''`; `(no rows)`; or an error's name. A
statement without an answer, such as CREATE TABLE, just has to succeed. Where we differ on purpose
`differs:` says why and where the documentation says so, and our answer follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = ["FOLDER", "Answer", "Case", "Difference", "Step", "case_files", "read_case"]

FOLDER = Path(__file__).parent
_NO_ROWS = "(no rows)"
_DIFFERS = "differs:"
_LINK = re.compile(r"docs/(?P<page>[\w-]+\.md)#(?P<heading>[\w-]+)")


@dataclass(frozen=True)
class Answer:
    """What an engine said.

    Attributes:
        rows: the rows as the file shows them.
        error: the name of the error, if it was one.
    """

    rows: tuple[str, ...] = ()
    error: str | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        if self.error is not None:
            return (f"error {self.error}",)
        return self.rows or (_NO_ROWS,)


@dataclass(frozen=True)
class Difference:
    """An answer of ours that is not ClickHouse's, on purpose.

    Attributes:
        reason: why, with a link to the documentation that says so.
        answer: ours.
    """

    reason: str
    answer: Answer

    @property
    def link(self) -> tuple[str, str]:
        """The documentation's page and the heading in it."""
        match = _LINK.search(self.reason)
        if match is None:
            raise ValueError(f"no docs/page.md#heading in: {self.reason}")
        return match["page"], match["heading"]


@dataclass(frozen=True)
class Step:
    """A statement of a case.

    Attributes:
        before: the comment and empty lines above it.
        statement: without its semicolon.
        line: where it begins in the file.
        answer: ClickHouse's; None when it has none, or is not recorded yet.
        difference: what we answer instead.
    """

    before: tuple[str, ...]
    statement: str
    line: int
    answer: Answer | None = None
    difference: Difference | None = None

    @property
    def ordered(self) -> bool:
        """Whether the order of the rows is part of the answer."""
        outside = re.sub(r"\([^()]*\)", "", self.statement)
        while (shorter := re.sub(r"\([^()]*\)", "", outside)) != outside:
            outside = shorter
        return re.search(r"\bORDER\s+BY\b", outside, re.IGNORECASE) is not None

    @property
    def changed_setting(self) -> str | None:
        """The setting of the session that it sets."""
        match = re.match(r"SET\s+(\w+)\s*=", self.statement, re.IGNORECASE)
        return match[1] if match else None

    def answered(self, answer: Answer | None) -> Step:
        """The step with another answer of ClickHouse's."""
        return replace(self, answer=answer)

    def _lines(self) -> Iterator[str]:
        yield from self.before
        yield f"{self.statement};"
        if self.answer is not None:
            yield from (f"-- {line}" for line in self.answer.lines)
        if self.difference is not None:
            yield f"-- {_DIFFERS} {self.difference.reason}"
            yield from (f"-- {line}" for line in self.difference.answer.lines)

    def __str__(self) -> str:
        return "\n".join(self._lines())


@dataclass(frozen=True)
class Case:
    """The statements of a file."""

    path: Path
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        return str(self.path.relative_to(FOLDER).with_suffix(""))

    def __str__(self) -> str:
        return "\n".join(str(step) for step in self.steps) + "\n"


def case_files() -> list[Path]:
    """All files of cases, in the order of their names."""
    return sorted(FOLDER.glob("*/*.sql"))


def read_case(path: Path) -> Case:
    """Reads a case.

    Raises:
        ValueError: the file does not end with a statement or its answer.
    """
    lines = path.read_text().rstrip("\n").split("\n")
    steps = []
    start = 0
    while start < len(lines):
        step, start = _read_step(path, lines, start)
        steps.append(step)
    return Case(path, tuple(steps))


def _read_step(path: Path, lines: Sequence[str], start: int) -> tuple[Step, int]:
    """The step whose first line this is, and the line behind it."""
    first = start
    while first < len(lines) and (not lines[first].strip() or lines[first].startswith("--")):
        first += 1
    last = first
    while last < len(lines) and not lines[last].rstrip().endswith(";"):
        last += 1
    if last >= len(lines):
        raise ValueError(f"{path}:{first + 1}: a statement ends with a line that ends in ';'")
    end = last + 1
    while end < len(lines) and lines[end].startswith("--"):
        end += 1
    statement = "\n".join(lines[first : last + 1]).rstrip().removesuffix(";")
    answer, difference = _read_answers(lines[last + 1 : end])
    return Step(tuple(lines[start:first]), statement, first + 1, answer, difference), end


def _read_answers(comments: Sequence[str]) -> tuple[Answer | None, Difference | None]:
    texts = [comment.removeprefix("--").removeprefix(" ") for comment in comments]
    at = next((i for i, text in enumerate(texts) if text.startswith(_DIFFERS)), None)
    if at is None:
        return _read_answer(texts), None
    ours = _read_answer(texts[at + 1 :]) or Answer()
    reason = texts[at].removeprefix(_DIFFERS).strip()
    return _read_answer(texts[:at]), Difference(reason, ours)


def _read_answer(texts: Sequence[str]) -> Answer | None:
    if not texts:
        return None
    if texts[0].startswith("error "):
        return Answer(error=texts[0].removeprefix("error "))
    return Answer(rows=() if list(texts) == [_NO_ROWS] else tuple(texts))
