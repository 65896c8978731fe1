"""The examples of docs/airflow.md."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["example"]

_PAGE = Path(__file__).parents[2] / "docs" / "airflow.md"


def example(heading: str) -> str:
    """The code under a heading."""
    section = _PAGE.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1]
