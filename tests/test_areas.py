"""Areas and durations of tests: none is left out of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from support.areas import AREAS, ROOT, areas_of
from support.durations import LONG_S, _long_ones_first, read_durations

pytest_plugins = ["pytester"]

MODULES = [
    str(path.relative_to(ROOT))
    for path in (*ROOT.glob("tests/**/test_*.py"), *ROOT.glob("integration_tests/test_*.py"))
]


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_belongs_to_an_area(module: str) -> None:
    assert areas_of(module) != []


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_no_pattern_for_nothing(area: str) -> None:
    assert [pattern for pattern in AREAS[area] if not list(ROOT.glob(pattern))] == []


def test_durations_are_those_of_tests_that_exist() -> None:
    modules = {name.partition("::")[0] for name in read_durations()}
    assert modules
    assert modules <= set(MODULES), "run `make durations`"


def test_a_long_test_says_why() -> None:
    long = [name for name, s in read_durations().items() if "::" in name and s > LONG_S]
    assert [name for name in long if not _docstring(name)] == []


def _docstring(name: str) -> str | None:
    module, _, rest = name.partition("::")
    function = rest.partition("[")[0].split("::")[-1]
    for node in ast.walk(ast.parse((ROOT / module).read_text())):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return ast.get_docstring(node)
    return None


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Tests of three modules, with the plugin that orders them."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "integration_tests"))
    (pytester.path / "conftest.py").write_text('pytest_plugins = ["support.durations"]')
    for module in "abc":
        tests = "".join(f"def test_{n}(): pass\n" for n in range(5))
        (pytester.path / f"test_{module}.py").write_text(tests)
    return pytester


def _order(project: pytest.Pytester, *options: str) -> list[str]:
    result = project.runpytest_subprocess("-v", *options)
    result.assert_outcomes(passed=15)
    return [line.split()[0] for line in result.outlines if "::" in line and "PASSED" in line]


@pytest.mark.sample(0)
def test_tests_are_shuffled_by_a_seed(project: pytest.Pytester) -> None:
    plain = _order(project)
    once = _order(project, "--shuffle", "1")
    assert once == _order(project, "--shuffle", "1") != plain
    assert sorted(once) == sorted(plain)
    modules = [name.partition("::")[0] for name in once]
    assert len([at for at in range(1, 15) if modules[at] != modules[at - 1]]) == 2


class Item:
    """A test as the order sees it."""

    def __init__(self, name: str, together: bool = False) -> None:
        self.nodeid = name
        self._together = together

    def get_closest_marker(self, name: str) -> object:
        return name if self._together else None


def test_long_tests_begin_first() -> None:
    items = [Item(f"t{n}") for n in range(8)]
    seconds = {"t3": 9.0, "t5": 30.0, "t6": 7.0, "t7": 1.0}
    ordered = _long_ones_first(items, seconds, 2)  # type: ignore[arg-type]
    assert [item.nodeid for item in ordered] == ["t5", "t6", "t0", "t1", "t3", "t2", "t4", "t7"]


def test_modules_of_dear_fixtures_stay_together() -> None:
    items = [Item("a::1"), Item("b::1", True), Item("b::2", True), Item("c::1"), Item("c::2")]
    seconds = {"a::1": 6.0, "b::1": 3.0, "b::2": 4.0}
    ordered = _long_ones_first(items, seconds, 2)  # type: ignore[arg-type]
    assert [item.nodeid for item in ordered] == ["b::1", "b::2", "c::1", "a::1", "c::2"]


def test_the_folder_of_the_repository_is_found() -> None:
    assert Path(ROOT, "pyproject.toml").exists()
