"""The report: a Markdown table of medians and ratios, and a chart."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path

from .measure import Bar, Measured

__all__ = ["draw", "markdown"]


def markdown(
    measured: Sequence[Measured],
    memory: dict[str, int],
    clickhouse: str,
    packages: dict[str, str],
    facts: Sequence[str] = (),
) -> str:
    """The tables.

    Args:
        measured: what was measured.
        memory: peaks in bytes, by what was done.
        clickhouse: ClickHouse's version.
        packages: versions of the others.
        facts: what else is worth a line.
    """
    return "\n".join(
        [
            _machine(clickhouse, packages),
            "",
            "| data | work | measured | value | bar | met |",
            "|---|---|---|---:|---:|---|",
            *(_bar(one, bar) for one in measured for bar in one.work.bars),
            "",
            "| data | work | seconds, medians |",
            "|---|---|---|",
            *(_medians(one) for one in measured),
            "",
            *(f"- {name}: {size / 2**20:,.0f} MB" for name, size in memory.items()),
            *(f"- {fact}" for fact in facts),
            *(
                f"- **wrong answer**: {one.work.data}, {one.work.name}, {who}: {what}"
                for one in measured
                for who, what in one.wrong.items()
            ),
        ]
    )


def _machine(clickhouse: str, packages: dict[str, str]) -> str:
    listed = ", ".join(f"{name} {number}" for name, number in packages.items())
    return (
        f"{os.cpu_count()} cores, Python {platform.python_version()}, {listed}, "
        f"ClickHouse {clickhouse}."
    )


def _bar(one: Measured, bar: Bar) -> str:
    value = one.value(bar)
    what = f"{bar.who} / {bar.against}" if bar.against else f"{bar.who}, seconds"
    if value is None:
        return f"| {one.work.data} | {one.work.name} | {what} | not measured | {bar.limit:.3g} | |"
    met = "yes" if value <= bar.limit else "**no**"
    return f"| {one.work.data} | {one.work.name} | {what} | {value:.3g} | {bar.limit:.3g} | {met} |"


def _medians(one: Measured) -> str:
    times = ", ".join(f"{who} {one.median(who):.3f}" for who in one.seconds)
    return f"| {one.work.data} | {one.work.name} | {times} |"


def draw(measured: Sequence[Measured], path: Path) -> None:
    """Draws the seconds of FINAL and its rivals, work by work, as an SVG."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    shown = [one for one in measured if len(one.seconds) > 1]
    figure, axes = plt.subplots(
        len(shown),
        1,
        figsize=(9, 0.6 + sum(0.35 + 0.24 * len(one.seconds) for one in shown)),
        height_ratios=[1 + 0.7 * len(one.seconds) for one in shown],
        squeeze=False,
    )
    for axis, one in zip(axes[:, 0], shown, strict=True):
        names = list(one.seconds)
        medians = [one.median(who) for who in names]
        colors = ["#f28e2b" if position == 0 else "#9aa5b1" for position in range(len(names))]
        bars = axis.barh(names, medians, color=colors)
        axis.bar_label(bars, [f"{seconds:.3f} s" for seconds in medians], padding=3, fontsize=7)
        axis.invert_yaxis()
        axis.set_title(f"{one.work.data}: {one.work.name}", loc="left", fontsize=9)
        axis.tick_params(axis="y", labelsize=7)
        axis.set_xticks([])
        axis.spines[["top", "right", "bottom"]].set_visible(False)
        axis.margins(x=0.15)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
