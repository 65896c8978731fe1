"""Tokens of a statement, with their places in its text.

The tokens are sqlglot's, so strings, comments and quoted identifiers of both languages are told
apart as the languages do; this module only keeps what rewriting needs: kind, text and position.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, NoReturn

import sqlglot
from sqlglot import TokenType
from sqlglot.errors import TokenError
from sqlglot.tokens import Tokenizer

from rmt_engine.errors import RmtError

__all__ = [
    "BLANK",
    "DIGIT_NAME",
    "LONGEST_KEPT",
    "Cursor",
    "Kind",
    "Name",
    "Token",
    "leading_word",
    "splice",
    "split_list",
    "split_statements",
    "tokenize",
]


BLANK = r"(?:\s++|--[^\n]*+(?:\n|$)|/\*.*?\*/)"
"""A pattern, for DOTALL, of what may stand between words: spaces or a comment."""
DIGIT_NAME = re.compile(r"\d\w*")
"""A name that begins with a digit."""


_LEADING = re.compile(rf"{BLANK}*+([A-Za-z]+)", re.DOTALL)


class Kind(Enum):
    """What a token is, as far as rewriting cares."""

    WORD = "word"
    QUOTED = "quoted identifier"
    STRING = "string"
    NUMBER = "number"
    SYMBOL = "symbol"


_STRINGS = {
    TokenType.STRING,
    TokenType.RAW_STRING,
    TokenType.NATIONAL_STRING,
    TokenType.HEX_STRING,
    TokenType.BIT_STRING,
    TokenType.BYTE_STRING,
    TokenType.HEREDOC_STRING,
    TokenType.UNICODE_STRING,
}
_SYMBOLS = frozenset("(),;.*=<>+-/[]{}")
_WORD = re.compile(r"[^\W\d]\w*")
_HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F][0-9a-fA-F_]*")
_HEXADECIMAL_FLOAT = re.compile(r"0[xX][0-9a-fA-F]+[pP][0-9]+")
_BINARY = re.compile(r"0[bB][01][01_]*")
_HIGH_BYTE = re.compile(r"\\x[89a-fA-F]")
_ESCAPED = re.compile(r"\\(?:x([89a-fA-F][0-9a-fA-F])|.)", re.DOTALL)
"""An escape in a string; of a byte that is no character of ASCII its code is a group."""
LONGEST_KEPT = 20_000
"""Characters of a text of which is kept what was found in it, for who reads it next."""


@functools.cache
def _tokenizer_class(dialect: str) -> type[Tokenizer]:
    """A dialect's tokenizer that also splits what sqlglot leaves whole: OPTIMIZE, SHOW, …."""
    base = sqlglot.Dialect.get_or_raise(dialect).tokenizer_class
    return type(base.__name__, (base,), {"COMMANDS": set()})


def leading_word(text: str) -> str:
    """The first keyword of a statement, upper case; empty when it begins with something else."""
    match = _LEADING.match(text)
    return match[1].upper() if match else ""


class Token(NamedTuple):
    """A token and where it stands in the text.

    Attributes:
        kind: what it is.
        value: unquoted, unescaped; of a number, in decimal digits.
        start: where it begins.
        end: where what is behind it begins.
        word: the upper-case keyword it may be, or an empty string.
        mark: that keyword, a symbol, or an empty string: what a grammar asks for.
        is_identifier: whether it can name something.
    """

    kind: Kind
    value: str
    start: int
    end: int
    word: str = ""
    mark: str = ""
    is_identifier: bool = False


def tokenize(text: str, dialect: str = "clickhouse") -> list[Token]:
    """Splits a statement into tokens; comments and blanks are left out.

    Args:
        text: the statement.
        dialect: `clickhouse`, where double quotes make an identifier, or `spark`, where they make a
            string.

    Raises:
        RmtError: `SYNTAX_ERROR`, a string or a comment does not end.
    """
    if len(text) > LONGEST_KEPT:
        return _tokens(text, dialect)
    return list(_kept_tokens(text, dialect))


@functools.lru_cache(maxsize=64)
def _kept_tokens(text: str, dialect: str) -> tuple[Token, ...]:
    """The tokens of a text that several readers look at one after the other."""
    return tuple(_tokens(text, dialect))


def _tokens(text: str, dialect: str) -> list[Token]:
    try:
        raw = _tokenizer_class(dialect)(dialect=dialect).tokenize(text)
    except TokenError as error:
        raise RmtError("SYNTAX_ERROR", f"Cannot read the statement: {error}.") from error
    tokens: list[Token] = []
    for token in raw:
        start, end = token.start, token.end + 1
        if end - start == 1 and text[start] in _SYMBOLS:
            tokens.append(_symbol(text[start], start, end))
        elif text[start] == "0" and (number := _of_another_base(text[start:end])):
            tokens.append(Token(Kind.NUMBER, number, start, end))
        elif token.token_type in _STRINGS:
            has_bytes = dialect == "clickhouse" and _HIGH_BYTE.search(text, start, end)
            value = _with_bytes(text[start:end], dialect) if has_bytes else token.text
            tokens.append(Token(Kind.STRING, value, start, end))
        elif token.token_type is TokenType.IDENTIFIER:
            tokens.append(Token(Kind.QUOTED, token.text, start, end, is_identifier=True))
        elif token.token_type is TokenType.NUMBER:
            tokens.append(Token(Kind.NUMBER, token.text, start, end))
        else:
            tokens.extend(_words_or_symbol(text, start, end))
    return tokens


def _of_another_base(written: str) -> str | None:
    """The decimal digits of `0x1F`, `0b11` or `0x1p3`; None if it is none of these."""
    if _HEXADECIMAL.fullmatch(written) or _BINARY.fullmatch(written):
        return str(int(written.replace("_", ""), 0))
    return repr(float.fromhex(written)) if _HEXADECIMAL_FLOAT.fullmatch(written) else None


def _with_bytes(written: str, dialect: str) -> str:
    r"""What a string with `\xFF` stands for: the escape is a byte, whatever comes of the text."""
    spared = _ESCAPED.sub(_byte, written)
    [token] = _tokenizer_class(dialect)(dialect=dialect).tokenize(spared)
    return token.text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _byte(found: re.Match[str]) -> str:
    code = found[1]
    return found[0] if code is None else bytes.fromhex(code).decode("utf-8", "surrogateescape")


def _words_or_symbol(text: str, start: int, end: int) -> Iterable[Token]:
    """Splits what sqlglot joins: `ORDER BY` into words, the `>>` of nested types in two."""
    if text[start:end] == ">>":
        yield _symbol(">", start, start + 1)
        yield _symbol(">", start + 1, end)
        return
    if DIGIT_NAME.fullmatch(text, start, end):
        value = text[start:end]
        yield Token(Kind.WORD, value, start, end, value.upper(), value.upper(), True)
        return
    words = list(_WORD.finditer(text, start, end))
    if not words or not _WORD.match(text, start):
        yield _symbol(text[start:end], start, end)
        return
    for word in words:
        value = word.group()
        keyword = value.upper()
        yield Token(Kind.WORD, value, word.start(), word.end(), keyword, keyword, True)


def _symbol(value: str, start: int, end: int) -> Token:
    return Token(Kind.SYMBOL, value, start, end, "", value)


def splice(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Replaces stretches of a text; everything outside them stays byte for byte.

    Args:
        text: the text.
        edits: (start, end, replacement) with start ≤ end, none overlapping another.
    """
    pieces: list[str] = []
    position = 0
    for start, end, replacement in sorted(edits):
        pieces += (text[position:start], replacement)
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def split_list(text: str) -> list[str]:
    """The elements of `(a, b)`, `tuple(a, b)` or a single expression, each as written."""
    tokens = tokenize(text)
    cursor = Cursor(text, tokens)
    named = cursor.at("TUPLE", "(")
    if named or cursor.at("("):
        probe = Cursor(text, tokens, 1 if named else 0)
        is_query = cursor.at("(", "SELECT") or cursor.at("(", "WITH")
        inside = probe.parenthesized()
        if probe.done and not is_query:
            cursor = Cursor(inside, tokenize(inside))
    elements: list[str] = []
    while not cursor.done:
        elements.append(cursor.skip_until(","))
        if not cursor.accept(",") and not cursor.done:
            cursor.fail("expected a comma")
    return elements


def split_statements(text: str) -> list[str]:
    """The statements of a script, without their semicolons; strings and comments stay whole."""
    statements: list[str] = []
    start = 0
    for token in tokenize(text, "spark"):
        if token.kind is Kind.SYMBOL and token.value == ";":
            statements.append(text[start : token.start].strip())
            start = token.end
    statements.append(text[start:].strip())
    return [statement for statement in statements if tokenize(statement, "spark")]


@dataclass(frozen=True)
class Name:
    """A table name as written: an optional database and the table."""

    database: str | None
    table: str

    def __str__(self) -> str:
        return self.table if self.database is None else f"{self.database}.{self.table}"


class Cursor:
    """Reads a statement's tokens from left to right.

    Args:
        text: the statement.
        tokens: its tokens.
        position: the index of the first token to read.
    """

    def __init__(self, text: str, tokens: Sequence[Token], position: int = 0) -> None:
        self.text = text
        self.tokens = tokens
        self.position = position

    @property
    def done(self) -> bool:
        """Whether every token was read."""
        return self.position >= len(self.tokens)

    @property
    def offset(self) -> int:
        """Where the next token starts in the text; the text's end when there is none."""
        return self.tokens[self.position].start if not self.done else len(self.text)

    @property
    def previous_end(self) -> int:
        """Where the token read last ends in the text."""
        return self.tokens[self.position - 1].end if self.position else 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The next token, or the one after `ahead` more, without reading it."""
        index = self.position + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    @property
    def mark(self) -> str:
        """The keyword or symbol that comes next; empty where something else or nothing does."""
        tokens, place = self.tokens, self.position
        return tokens[place].mark if place < len(tokens) else ""

    def at(self, word: str, *more: str) -> bool:
        """Whether these keywords or symbols come next."""
        tokens, place = self.tokens, self.position
        if place >= len(tokens) or tokens[place].mark != word:
            return False
        if not more:
            return True
        behind = tokens[place + 1 : place + 1 + len(more)]
        return [token.mark for token in behind] == list(more)

    def accept(self, word: str, *more: str) -> bool:
        """Reads these keywords or symbols if they come next."""
        if not self.at(word, *more):
            return False
        self.position += 1 + len(more)
        return True

    def accept_any(self, *words: str) -> str | None:
        """Reads whichever of these single keywords comes next."""
        mark = self.mark
        if not mark or mark not in words:
            return None
        self.position += 1
        return mark

    def expect(self, word: str, *more: str) -> None:
        """Reads these keywords or symbols.

        Raises:
            RmtError: `SYNTAX_ERROR`, something else comes next.
        """
        if not self.accept(word, *more):
            self.fail(f"expected {' '.join((word, *more))}")

    def take(self) -> Token:
        """Reads the next token, whatever it is."""
        token = self.peek()
        if token is None:
            self.fail("the statement ends too early")
        self.position += 1
        return token

    def identifier(self, what: str = "a name") -> str:
        """Reads an identifier."""
        token = self.peek()
        if token is None or not token.is_identifier:
            self.fail(f"expected {what}")
        self.position += 1
        return token.value

    def column_name(self) -> str:
        """Reads the name of a column, which may have points: `n.a`."""
        name = self.identifier("a column name")
        while self.accept("."):
            name += "." + self.identifier("a column name")
        return name

    def name(self) -> Name:
        """Reads `[[catalog.]database.]table`; the catalog can only be Spark's session catalog."""
        parts = [self.identifier("a table name")]
        while self.accept("."):
            parts.append(self.identifier("a table name"))
        if len(parts) == 3 and parts[0].lower() == "spark_catalog":
            parts = parts[1:]
        if len(parts) > 2:
            self.fail(f"the name {'.'.join(parts)} has too many parts")
        return Name(parts[0] if len(parts) == 2 else None, parts[-1])

    def string(self, what: str = "a string") -> str:
        """Reads a string literal."""
        token = self.peek()
        if token is None or token.kind is not Kind.STRING:
            self.fail(f"expected {what}")
        self.position += 1
        return token.value

    def skip_until(self, *stops: str) -> str:
        """Reads up to one of these words or symbols outside parentheses; returns the text."""
        start, depth = self.offset, 0
        while not self.done:
            token = self.tokens[self.position]
            if depth == 0 and token.mark in stops:
                break
            if token.kind is Kind.SYMBOL:
                if token.value in "([{":
                    depth += 1
                elif token.value in ")]}":
                    if depth == 0:
                        break
                    depth -= 1
            self.position += 1
        if depth:
            self.fail("a parenthesis is not closed")
        return self.text[start : max(self.previous_end, start)].strip()

    def parenthesized(self) -> str:
        """Reads `(…)` and returns the text inside."""
        self.expect("(")
        inside = self.skip_until()
        self.expect(")")
        return inside

    def end(self) -> None:
        """Reads the closing semicolons.

        Raises:
            RmtError: `SYNTAX_ERROR`, more than that is left.
        """
        while self.accept(";"):
            pass
        if not self.done:
            self.fail("expected the end of the statement")

    def fail(self, why: str) -> NoReturn:
        """Raises `SYNTAX_ERROR` at the next token."""
        token = self.peek()
        offset = self.offset
        line = self.text.count("\n", 0, offset) + 1
        column = offset - (self.text.rfind("\n", 0, offset) + 1) + 1
        at = f"at '{self.text[token.start : token.end]}'" if token else "at the end"
        raise RmtError("SYNTAX_ERROR", f"Syntax error {at} (line {line}, column {column}): {why}.")
