"""The code of a page of the documentation, so that what stands there is what is tested."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code: its language and its text."""

    language: str
    text: str


def blocks(page: str, section: str | None = None) -> list[Block]:
    """The blocks of a page, in their order.

    Args:
        page: its file name.
        section: the heading of the only section that is wanted, without its number signs.
    """
    text = (DOCS / page).read_text()
    if section is not None:
        found = re.search(rf"^(#+) {re.escape(section)}\n(.*)", text, re.MULTILINE | re.DOTALL)
        assert found is not None, section
        following = re.search(rf"^#{{1,{len(found[1])}}} ", found[2], re.MULTILINE)
        text = found[2][: following.start()] if following else found[2]
    return [Block(match[1], match[2]) for match in _BLOCK.finditer(text)]


def python(page: str, section: str) -> str:
    """The Python code of a section."""
    return "\n".join(block.text for block in blocks(page, section) if block.language == "python")
