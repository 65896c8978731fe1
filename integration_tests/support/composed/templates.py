"""How expressions are declared: a template on each line, for each kind of values.

A kind is a letter: `i` an integer, `f` a number of floating point, `m` a Decimal, `s` a text, `b` a
condition, `d` a Date, `t` a DateTime, `v` a DateTime64, `u` a UUID, `e` an Enum, `I` and `S` arrays
of integers and of texts, `M` a Map of texts to integers, `P` and `Q` tuples of an integer and a
text, the first with names, `F` a FixedString.

`{i}` is any expression of a kind, `{i!}` one that is never NULL, `{i.}` a column, `{j}` an integer
that has a common type with all others, `{k}` a small number, `{i:1}` the same each time, and
`{i>b!}` a lambda. A line ends with ` # ` and the form's name unless that is the function's; a `!`
before it says that the result is never NULL, a `?` that it can be, and a `u` that it may be a
UInt64 or has no common type with signed numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Template", "templates"]


@dataclass(frozen=True)
class Template:
    """A form of an expression.

    Attributes:
        text: with placeholders.
        form: its name in reports.
        flags: of `!`, `?` and `u`.
    """

    text: str
    form: str
    flags: str

    @property
    def rank(self) -> int:
        """How it binds: 0 as a name does, 1 arithmetic, 2 comparisons, 3 logic, 4 ternary."""
        outside = _outside(self.text)
        if outside.startswith(("CASE ", "DATE ")):
            return 0
        if " ? " in outside:
            return 4
        if re.search(r"\b(AND|OR)\b|^NOT\b", outside) and "BETWEEN" not in outside:
            return 3
        if re.search(r"[=<>]|\b(IN|BETWEEN|LIKE|ILIKE|IS|REGEXP)\b", outside):
            return 2
        return 1 if " " in outside or outside.startswith("-") else 0

    def is_outside(self, place: int) -> bool:
        """Whether a placeholder stands in no brackets, and so beside an operator."""
        before = self.text[:place]
        return before.count("(") == before.count(")") and before.count("[") == before.count("]")


def _outside(text: str) -> str:
    """What stands in no brackets."""
    text = re.sub(r"'[^']*'", "", text)
    while (shorter := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", text)) != text:
        text = shorter
    return re.sub(r"\{[^}]*\}", "x", text)


def _template(line: str) -> Template:
    text, _, name = line.strip().partition(" # ")
    flags = re.match("[!?u]*(?= |$)", name)
    name = name[flags.end() :].strip() if flags else name
    call = re.match(r"\(?(\w+)\(", text)
    return Template(text, name or (call[1] if call else text), flags[0] if flags else "")


def templates(**lines: str) -> dict[str, list[Template]]:
    return {
        code: [_template(line) for line in text.splitlines() if line.strip()]
        for code, text in lines.items()
    }
