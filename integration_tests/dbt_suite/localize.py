"""The suites' statements, written for PostgreSQL, as this endpoint takes them.

Only what a suite sets its tables up with, and reads them by, is translated: tests and what they
expect are dbt's.
"""

from __future__ import annotations

import re
from types import ModuleType

__all__ = ["localize", "statements"]

_CREATE = re.compile(
    r"create table (?P<name>[\w.`{}]+)\s*\((?P<columns>.*)\)\s*;?\s*$", re.IGNORECASE | re.DOTALL
)
_CREATE_AS = re.compile(r"create table (?P<name>[\w.`{}]+)\s+as\b", re.IGNORECASE)
_OWN = re.compile(r"\bengine = ", re.IGNORECASE)
_ENGINE = (
    "engine = MergeTree order by tuple() "
    "settings enable_block_number_column = 1, enable_block_offset_column = 1"
)
_REPLACED = (
    (re.compile(r"(?:`None`|None|\{database\}|\{\{ ?target\.database ?\}\})\."), ""),
    (re.compile(r"\btimestamp without time zone\b", re.IGNORECASE), "timestamp"),
    (re.compile(r"(\w+(?:\([^()]*\))?|'[^']*')::text\b", re.IGNORECASE), r"cast(\1 as string)"),
    (re.compile(r"(\w+|'[^']*')::(timestamp|date|int)\b", re.IGNORECASE), r"cast(\1 as \2)"),
    (re.compile(r"\bas text\b", re.IGNORECASE), "as string"),
    # A DateTime64 ends with 2299.
    (re.compile(r"\b9999-12-31\b"), "2299-12-31"),
    (re.compile(r"interval '(\d+) (\w+)'", re.IGNORECASE), r"interval \1 \2"),
)
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(\w+)\"")


def localized(text: str) -> str:
    """A statement, or a model that reads tables, in this endpoint's words."""
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    if _OWN.search(text):
        return text
    text = _CREATE_AS.sub(rf"create table \g<name> {_ENGINE} as", text)
    return _CREATE.sub(_create, text)


def statements(text: str) -> list[str]:
    """The statements that a suite sends at once, each in this endpoint's words."""
    parts = re.split(r";\s*(?:\n|$)", text.strip())
    return [_with_backticks(localized(part)) for part in parts if part.strip()]


def _with_backticks(statement: str) -> str:
    """A statement with names in backticks where PostgreSQL has double quotes."""
    return _QUOTED.sub(lambda found: f"`{found[1]}`" if found[1] else found[0], statement)


def localize(*modules: ModuleType) -> None:
    """Translates the texts that modules of dbt's suites keep as constants."""
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, str) and not name.startswith("__"):
                setattr(module, name, localized(value))
            elif isinstance(value, list) and all(isinstance(item, str) for item in value):
                setattr(module, name, [localized(item) for item in value])


def _create(found: re.Match[str]) -> str:
    text = re.sub(r"--[^\n]*", "", found["columns"])
    columns = [column.strip() for column in re.split(r",(?![^(]*\))", text)]
    nullable = [
        column if re.search(r"\bnull\b", column, re.IGNORECASE) else f"{column} null"
        for column in columns
        if column
    ]
    return f"create table {found['name']} ({', '.join(nullable)}) {_ENGINE}"
