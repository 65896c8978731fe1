"""`rmt bench`: loads the data, measures, reports."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from .lab import Lab
from .measure import Measured, measure
from .peers import ClickHouse, Delta, DuckDb, Ours
from .report import draw, markdown
from .works import SUITES

__all__ = ["SUITES", "run"]


def run(
    out: Console,
    suites: Sequence[str],
    directory: Path,
    scale: float,
    conf: dict[str, str],
    report: Path | None = None,
    chart: Path | None = None,
) -> bool:
    """Runs suites and returns whether all answers were equal.

    Args:
        out: where progress and the report go.
        suites: `a` to `p`.
        directory: for sources and copies of the data; sources are kept.
        scale: 1 for the sizes the bars are for.
        conf: Spark settings.
        report: the Markdown file to write.
        chart: the SVG file to draw.
    """
    started = time.monotonic()
    directory.mkdir(parents=True, exist_ok=True)
    ours, clickhouse = Ours(directory, conf), ClickHouse(directory)

    def note(text: str) -> None:
        out.print(f"[dim]{time.monotonic() - started:6.1f} s  {text}[/dim]")

    lab = Lab(directory, scale, ours, clickhouse, DuckDb(), Delta(directory), note)
    results: list[Measured] = []
    try:
        for suite in suites:
            for work in SUITES[suite](lab):
                results.append(measure(work))
                times = ", ".join(
                    f"{who} {results[-1].median(who):.3f}" for who in results[-1].seconds
                )
                note(f"{work.data}: {work.name}: {times}")
        packages = {name: version(name) for name in ("pyspark", "duckdb", "deltalake")}
        text = markdown(results, lab.memory, clickhouse.version, packages, lab.facts)
    finally:
        ours.close()
        clickhouse.close()
    out.print(Markdown(text))
    if report is not None:
        report.write_text(text + "\n")
    if chart is not None:
        draw(results, chart)
    return not any(one.wrong for one in results)
