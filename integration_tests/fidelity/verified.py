"""Which cases ClickHouse has confirmed as they stand: `verified.txt`, a digest for each.

A case's file is its own recording, so ClickHouse is asked again only when the file has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from support.recording import digest, installed_chdb, rewrite

from fidelity.cases import FOLDER, Case

__all__ = ["is_verified", "note_verified"]

VERIFIED = FOLDER / "verified.txt"
_TITLE = "The cases ClickHouse confirmed, with digests of their texts: chdb {}"


def is_verified(case: Case, file: Path = VERIFIED) -> bool:
    """Whether ClickHouse confirmed the case's answers since it was changed."""
    return _digests(file.read_text() if file.exists() else "").get(case.name) == _digest(case)


def note_verified(cases: Iterable[Case], file: Path = VERIFIED) -> None:
    """Notes that the answers in the files of the cases are those of ClickHouse."""
    confirmed = {case.name: _digest(case) for case in cases}

    def change(text: str) -> str:
        known = {
            name: value
            for name, value in _digests(text).items()
            if (FOLDER / f"{name}.sql").exists()
        }
        lines = (f"{value} {name}" for name, value in sorted((known | confirmed).items()))
        return "\n".join([_TITLE.format(installed_chdb()), "", *lines]) + "\n"

    rewrite(file, change)


def _digest(case: Case) -> str:
    return digest(case.path.read_text())


def _digests(text: str) -> dict[str, str]:
    lines = (line.split(" ", 1) for line in text.split("\n")[2:] if line)
    return {name: value for value, name in lines}
