"""How long each test takes, and the order of tests that follows from it.

`durations.tsv` at the root of the repository has the seconds of every test of a whole run: a line
for each test that took a tenth of a second or longer, and one for all else of its module: faster
tests, and what fixtures took.
`make durations` writes it anew. Long tests begin first, so that no worker is left with one at the
end of a run.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from support.areas import ROOT

__all__ = ["FILE", "LONG_S", "read_durations"]

FILE = ROOT / "durations.tsv"
LONG_S = 20.0
"""A test that takes longer says why in its docstring."""
_EARLY_S = 5.0
_LISTED_S = 0.1


def read_durations(file: Path = FILE) -> dict[str, float]:
    """Seconds by the test's node id; empty if they were never written."""
    if not file.exists():
        return {}
    lines = (line.split("\t") for line in file.read_text().splitlines())
    return {name: float(seconds) for seconds, name in lines}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-durations", action="store_true", help=f"write {FILE.name}, for the tests that ran"
    )
    parser.addoption(
        "--shuffle",
        type=int,
        metavar="SEED",
        help="modules in random order, and the tests in each of them",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--write-durations") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Durations())


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("--shuffle")
    if seed is not None:
        _shuffle(items, random.Random(seed))
        return
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers > 1:
        items[:] = _long_ones_first(items, read_durations(), workers)


def _shuffle(items: list[pytest.Item], choice: random.Random) -> None:
    modules = sorted({item.path for item in items})
    choice.shuffle(modules)
    place = {path: at for at, path in enumerate(modules)}
    choice.shuffle(items)
    items.sort(key=lambda item: place[item.path])


def _long_ones_first(
    items: list[pytest.Item], seconds: Mapping[str, float], workers: int
) -> list[pytest.Item]:
    """The order for workers that each begin with an equal piece and then take from each other's.

    Each piece begins with its share of the long tests, and of the modules marked `together`. All
    others stay beside those of their module, whose fixtures they share.
    """
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        together = item.get_closest_marker("together") is not None
        units.setdefault(_module(item.nodeid) if together else item.nodeid, []).append(item)
    took = {
        name: sum(seconds.get(one, 0) for one in {name, *(item.nodeid for item in unit)})
        for name, unit in units.items()
    }
    long = sorted((name for name in units if took[name] >= _EARLY_S), key=lambda name: -took[name])
    others = [item for name, unit in units.items() if name not in set(long) for item in unit]
    size = -(-len(items) // workers)
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        piece = [item for name in long[worker::workers] for item in units[name]]
        taken = max(size - len(piece), 0)
        ordered += [*piece, *others[:taken]]
        others = others[taken:]
    return ordered + others


class _Durations:
    """Adds up what each test took and writes it in the end; tests that did not run stay."""

    def __init__(self) -> None:
        self._seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid if report.when == "call" else _module(report.nodeid)
        self._seconds[name] += report.duration

    def pytest_sessionfinish(self) -> None:
        ran = {_module(name) for name in self._seconds}
        lines: Counter[str] = Counter()
        for name, seconds in read_durations().items():
            if _module(name) not in ran and (ROOT / _module(name)).exists():
                lines[name] = seconds
        for name, seconds in self._seconds.items():
            lines[name if seconds >= _LISTED_S else _module(name)] += seconds
        ordered = sorted(lines.items(), key=lambda line: (_module(line[0]), -line[1], line[0]))
        FILE.write_text("".join(f"{seconds:.2f}\t{name}\n" for name, seconds in ordered))


def _module(name: str) -> str:
    return name.partition("::")[0]
