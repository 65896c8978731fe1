"""A sample of the cases of long tests is what `make test` runs; `make test-rest` runs the others.

`@pytest.mark.sample(8)` says that eight of a test's cases, evenly spread over them, are enough for
every run, as they go the same way through the engine. `sample(0)` leaves the whole test to
`make test-rest`. Without `--cases`, pytest runs them all.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

__all__ = ["evenly_spread"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        choices=("all", "sample", "rest"),
        default="all",
        help="of tests marked `sample`: all cases, those of the sample, or only what it leaves out",
    )


def evenly_spread(size: int, count: int) -> set[int]:
    """Which places of `size` a sample of `count` has: the first, and others at equal distances."""
    count = min(count, size)
    return {place * size // count for place in range(count)}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--cases")
    if wanted == "all":
        return
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    rest = {item for cases in tests.values() for item in _left_out(cases)}
    deselected = [item for item in items if (item in rest) != (wanted == "rest")]
    items[:] = [item for item in items if (item in rest) == (wanted == "rest")]
    config.hook.pytest_deselected(items=deselected)


def _left_out(cases: Sequence[pytest.Item]) -> list[pytest.Item]:
    marker = cases[0].get_closest_marker("sample")
    if marker is None:
        return []
    sample = evenly_spread(len(cases), marker.args[0])
    return [case for place, case in enumerate(cases) if place not in sample]
