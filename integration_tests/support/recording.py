"""What ClickHouse answered the tests, in text files: one for each module of tests.

    What ClickHouse answered the tests of tests/sql/test_types.py: chdb 4.4.0

    # fixture tables

    > CREATE TABLE t (k Int8, s Nullable(String)) ENGINE = MergeTree ORDER BY k

    # test_rows[2]
    # after tables 1f3a9c20

    > SELECT k, s
      FROM t
    ["1", "a"]
    ["2", null]
    >> SELECT count() FROM t
    [2]
    > SELECT k FROM t WHERE k = 7
    (no rows)
    > SELECT nix
    ! UNKNOWN_IDENTIFIER Unknown expression identifier `nix` …

A section is all that a test sends, in order, or a fixture that several tests share. Below each
statement is its answer: a row on each line, or an error's name and the beginning of its message. A
statement without an answer has no result. Values are texts, or what JSON says below `>>`. `after`
names the fixtures a test stands on, with a digest of their statements. What is longer than 4,000
characters is cut and has a digest instead.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

__all__ = [
    "Answer",
    "Exchange",
    "Recordings",
    "Section",
    "Statement",
    "digest",
    "installed_chdb",
    "rewrite",
]

_LONGEST = 4000
_SHOWN = 400
_NO_ROWS = "(no rows)"
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_TITLE = "What ClickHouse answered the tests of {module}: chdb {version}"


@dataclass(frozen=True)
class Statement:
    """What ClickHouse is asked.

    Attributes:
        text: the SQL.
        typed: whether values are wanted as JSON has them, and not as texts.
    """

    text: str
    typed: bool = False

    @property
    def recorded(self) -> Statement:
        """The same as a recording has it."""
        if len(self.text) <= _LONGEST:
            return self
        end = f"… {len(self.text)} characters, {digest(self.text)}"
        return Statement(f"{self.text[:_SHOWN]}\n{end}", self.typed)

    @property
    def is_ordered(self) -> bool:
        """Whether its rows come in an order: of its ORDER BY, or of what is no query."""
        outside = self.text
        while (shorter := re.sub(r"\([^()]*\)", "", outside)) != outside:
            outside = shorter
        is_query = re.match(r"[\s(]*(SELECT|WITH|FROM)\b", self.text, re.IGNORECASE)
        return not is_query or bool(re.search(r"\bORDER\s+BY\b", outside, re.IGNORECASE))


@dataclass(frozen=True)
class Answer:
    """What ClickHouse said to a statement.

    Attributes:
        rows: of its result; None: it has none.
        error: the error's name.
        message: the beginning of the error's message.
    """

    rows: tuple[tuple[Any, ...], ...] | None = None
    error: str | None = None
    message: str = field(default="", compare=False)  # it may tell where a file is

    @property
    def lines(self) -> list[str]:
        """How it is written below its statement."""
        if self.error is not None:
            return [f"! {self.error} {self.message}"]
        if self.rows is None:
            return []
        return [_as_json(row) for row in self.rows] or [_NO_ROWS]

    def agrees(self, other: Answer, ordered: bool) -> bool:
        """Whether another run gave the same, in any order unless rows have one."""
        if ordered or self.error is not None or other.error is not None:
            return self == other
        return sorted(self.lines) == sorted(other.lines)


@dataclass(frozen=True)
class Exchange:
    """A statement and its answer."""

    statement: Statement
    answer: Answer

    @property
    def lines(self) -> Iterator[str]:
        text = self.statement.recorded.text
        if _CONTROL.search(text) or text.startswith('"'):
            text = json.dumps(text)
        first, *more = text.split("\n")
        yield f"{'>>' if self.statement.typed else '>'} {first}"
        yield from (f"  {line}" for line in more)
        yield from self.answer.lines


@dataclass(frozen=True)
class Section:
    """All that a test or a shared fixture sends.

    Attributes:
        exchanges: in order.
        after: the shared fixtures before it that sent something, each with a digest of that.
    """

    exchanges: tuple[Exchange, ...]
    after: tuple[str, ...] = ()

    def lines(self, name: str) -> Iterator[str]:
        yield f"# {name}"
        yield from (f"# after {fixture}" for fixture in self.after)
        yield ""
        for exchange in self.exchanges:
            yield from exchange.lines


class Recordings:
    """The files of all modules.

    Args:
        folder: where they are.
        chdb: the version new answers are of.
    """

    def __init__(self, folder: Path, chdb: str) -> None:
        self._folder = folder
        self._chdb = chdb
        self._read: dict[str, dict[str, Section]] = {}
        self._changed: dict[str, dict[str, Section | None]] = {}

    def section(self, module: str, name: str) -> Section | None:
        """What was recorded of a test or a fixture."""
        if module not in self._read:
            path = self.path(module)
            text = path.read_bytes().decode() if path.exists() else ""
            self._read[module] = _parse(text)[1]
        return self._read[module].get(name)

    def put(self, module: str, name: str, section: Section) -> None:
        """Keeps a section, or forgets it when nothing is asked any more, for `write`."""
        if section.exchanges:
            self._changed.setdefault(module, {})[name] = section
        elif self.section(module, name):
            self._changed.setdefault(module, {})[name] = None

    def write(self, keep: Callable[[str, str], bool] = lambda _module, _name: True) -> None:
        """Writes what changed, beside what other processes wrote.

        Args:
            keep: whether a module has such a test or fixture.
        """
        for module, changed in self._changed.items():
            rewrite(
                self.path(module), lambda text, m=module, c=changed: self._new(text, m, c, keep)
            )
        self._changed.clear()
        self._read.clear()

    def _new(
        self,
        text: str,
        module: str,
        changed: dict[str, Section | None],
        keep: Callable[[str, str], bool],
    ) -> str:
        chdb, sections = _parse(text)
        # Answers of another version go until their tests are recorded again.
        merged: dict[str, Section | None] = {**sections} if chdb == self._chdb else {}
        merged |= changed
        lines = [_TITLE.format(module=module, version=self._chdb)]
        # A colon of a class, or a letter, comes before or after; fixtures are first.
        for name in sorted(merged, key=lambda name: (not name.startswith("fixture "), name)):
            section = merged[name]
            if section is not None and keep(module, name):
                lines += ["", *section.lines(name)]
        return "\n".join(lines) + "\n" if len(lines) > 1 else ""

    def path(self, module: str) -> Path:
        """The file of a module, which is named by its path."""
        return (self._folder / module).with_suffix(".txt")

    def versions(self) -> set[str]:
        """The versions of chdb the recordings are of."""
        return {_first_line_version(path) for path in self._folder.rglob("test_*.txt")}


def installed_chdb() -> str:
    """The version of chdb, which is not imported for it."""
    try:
        return version("chdb")
    except PackageNotFoundError:
        return "(not installed)"


def digest(text: str) -> str:
    """Eight hexadecimal digits that tell texts apart."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=4).hexdigest()


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Changes a file that other processes change, too; without a text it is removed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path.parent):
        old = path.read_bytes().decode() if path.exists() else ""
        new = change(old)
        if new and new != old:
            beside = path.with_suffix(".new")
            beside.write_bytes(new.encode())
            beside.replace(path)
        elif not new:
            path.unlink(missing_ok=True)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _first_line_version(path: Path) -> str:
    with path.open() as file:
        return _version(file.readline())


def _version(title: str) -> str:
    return title.rstrip("\n").rpartition(": chdb ")[2]


def _parse(text: str) -> tuple[str, dict[str, Section]]:
    """The version of chdb, and the sections."""
    title, *lines = text.split("\n")
    sections: dict[str, Section] = {}
    name, after = "", []
    for line, block in _blocks(lines):
        if line.startswith("# after "):
            after.append(line.removeprefix("# after "))
        else:
            name, after = line.removeprefix("# "), []
        sections[name] = Section(tuple(_exchanges(block)), tuple(after))
    return _version(title), sections


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Each line of a section's head, and the lines behind it up to the next one."""
    head, block = "", list[str]()
    for line in lines:
        if not line.startswith("#"):
            block.append(line)
            continue
        if head:
            yield head, block
        head, block = line, []
    if head:
        yield head, block


def _exchanges(lines: Collection[str]) -> Iterator[Exchange]:
    statement, answer = list[str](), list[str]()
    for line in lines:
        if line.startswith(">"):
            if statement:
                yield _exchange(statement, answer)
            statement, answer = [line], []
        elif line.startswith("  "):
            statement.append(line[2:])
        elif line:
            answer.append(line)
    if statement:
        yield _exchange(statement, answer)


def _exchange(statement: list[str], answer: list[str]) -> Exchange:
    mark, _, first = statement[0].partition(" ")
    text = "\n".join([first, *statement[1:]])
    if text.startswith('"'):
        text = json.loads(text)
    return Exchange(Statement(text, mark == ">>"), _parse_answer(answer))


def _parse_answer(lines: list[str]) -> Answer:
    if not lines:
        return Answer()
    if lines[0].startswith("! "):
        _, name, message = lines[0].split(" ", 2)
        return Answer(error=name, message=message)
    if lines == [_NO_ROWS]:
        return Answer(())
    return Answer(tuple(tuple(json.loads(line)) for line in lines))


def _as_json(row: tuple[Any, ...]) -> str:
    text = json.dumps(row, ensure_ascii=False)
    return json.dumps(row) if _CONTROL.search(text) else text
