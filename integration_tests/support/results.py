"""Results of suites that another interpreter runs, for `make results`."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["written_results"]


def written_results(target: str, python: str, suite: str = "suite") -> list[str]:
    """Options that have pytest write its results where `docs.conformance` finds them.

    None without the variable `RMT_RESULTS`, the folder of all results.

    Args:
        target: the results' name on the page.
        python: the interpreter that runs the suite.
        suite: tells several suites of one target apart.
    """
    if not (results := os.environ.get("RMT_RESULTS")):
        return []
    folder = Path(results, target)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "python").write_text(python)
    return ["--junitxml", str(folder / f"{suite}.xml")]
