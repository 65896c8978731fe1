"""The cases that `make test` runs and those it leaves to `make test-rest` are all there are."""

from __future__ import annotations

import pytest
from support.areas import ROOT
from support.samples import evenly_spread

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.sample(3)
@pytest.mark.parametrize("n", range(8))
def test_some(n): pass

@pytest.mark.sample(3)
@pytest.mark.parametrize("n", range(2))
def test_few(n): pass

@pytest.mark.sample(0)
def test_none(): pass

def test_always(): pass
"""
SAMPLE = ["test_some[0]", "test_some[2]", "test_some[5]", "test_few[0]", "test_few[1]"]


@pytest.mark.parametrize(("size", "count"), [(8, 3), (3, 3), (2, 5), (5, 0), (100, 7)])
def test_a_sample_is_spread_evenly(size: int, count: int) -> None:
    places = sorted(evenly_spread(size, count))
    assert len(places) == min(size, count)
    distances = [after - place for place, after in zip(places, [*places[1:], size], strict=False)]
    assert max(distances, default=0) - min(distances, default=0) <= 1


@pytest.mark.sample(0)
def test_sample_and_rest_are_all(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "integration_tests"))
    pytester.makeconftest('pytest_plugins = ["support.samples"]')
    pytester.makeini("[pytest]\nmarkers = sample: the number of cases")
    pytester.makepyfile(TESTS)

    def ran(*options: str) -> list[str]:
        result = pytester.runpytest_subprocess("-v", *options)
        return [line.partition("::")[2].split()[0] for line in result.outlines if "PASSED" in line]

    everything, sample, rest = ran(), ran("--cases", "sample"), ran("--cases", "rest")
    assert len(everything) == 12
    assert sample == [*SAMPLE, "test_always"]
    assert sorted(sample + rest) == sorted(everything)
