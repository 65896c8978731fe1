"""Reads tables that are kept as files beside the code.

Each is a TSV: a header, then a line for each entry. They are read when they are first needed.
"""

from __future__ import annotations

import re
from importlib import resources

__all__ = ["lines_of"]

_ESCAPED = re.compile(r"\\(?:([\\nt])|x([0-9a-f]{2}))")
_CONTROL = {"\\": "\\", "n": "\n", "t": "\t"}


def lines_of(name: str, package: str = "rmt_engine.sql.settings") -> list[tuple[str, ...]]:
    """The entries of a file, without its header.

    Args:
        name: the file's.
        package: where it is.
    """
    text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    lines = text.rstrip("\n").split("\n")[1:]
    return [tuple(map(_unescaped, line.split("\t"))) for line in lines]


def _unescaped(cell: str) -> str:
    if "\\" not in cell:
        return cell
    return _ESCAPED.sub(lambda m: _CONTROL[m[1]] if m[1] else chr(int(m[2], 16)), cell)
