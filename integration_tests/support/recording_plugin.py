"""The fixtures of real ClickHouse, which is asked once: its answers are recorded and replayed.

`--clickhouse`, or `RMT_CLICKHOUSE` in the environment, is `replay`, `record` or `verify`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from support.clickhouse import ClickHouse, LiveSession
from support.recording import Recordings, installed_chdb
from support.recording_replay import Mode, Outcome, Replay, Scope

__all__ = ["clickhouse", "clickhouse_mode", "clickhouse_server", "module_clickhouse"]

FOLDER = Path("integration_tests/recorded")
_PROPERTY = "clickhouse"
_NAMED = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clickhouse",
        choices=[mode.value for mode in Mode],
        default=os.environ.get("RMT_CLICKHOUSE", Mode.REPLAY.value),
        help="whom tests ask that ask ClickHouse: its recorded answers, or ClickHouse to record "
        "them or to verify them",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "asks_clickhouse(reason): the test always asks real ClickHouse"
    )
    config.pluginmanager.register(_Asking(config), "asking-clickhouse")


@pytest.fixture(scope="session")
def clickhouse_mode(request: pytest.FixtureRequest) -> Mode:
    return _asking(request).mode


@pytest.fixture(scope="session")
def clickhouse_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClickHouse]:
    """Real ClickHouse, or what it answered when the same was asked before."""
    asking = _asking(request)
    asking.path = tmp_path_factory.mktemp("clickhouse")
    with ClickHouse(asking.replay) as server:
        yield server


@pytest.fixture(scope="module")
def module_clickhouse(clickhouse_server: ClickHouse) -> Iterator[ClickHouse]:
    """ClickHouse, in a database that all tests of a module share and none changes."""
    with clickhouse_server.database():
        yield clickhouse_server


@pytest.fixture
def clickhouse(clickhouse_server: ClickHouse) -> Iterator[ClickHouse]:
    """ClickHouse, in a database of its own."""
    with clickhouse_server.database():
        yield clickhouse_server


def _asking(request: pytest.FixtureRequest) -> _Asking:
    asking = request.config.pluginmanager.get_plugin("asking-clickhouse")
    assert isinstance(asking, _Asking)
    return asking


class _Asking:
    """Says which test asks, and what came of it."""

    def __init__(self, config: pytest.Config) -> None:
        self.mode = Mode(config.getoption("--clickhouse"))
        self.path = Path()
        self._chdb = installed_chdb()
        self._recordings = Recordings(config.rootpath / FOLDER, self._chdb)
        self.replay = Replay(lambda: LiveSession(self.path), self._recordings, self.mode)
        self._module = ""
        self._begun: list[Scope] = []
        self._failed = False
        self._outcomes: dict[str, Outcome] = {}
        self._names: dict[str, set[str]] = {}
        self._is_selection = _is_selection(config)

    # In the process that runs a test

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            module, name = _place(item)
            names = self._names.setdefault(module, set())
            names |= {name, *getattr(item, "fixturenames", ())}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        module, name = _place(item)
        live = item.get_closest_marker("asks_clickhouse") is not None
        scope = Scope(module, name, getattr(item, "fixturenames", ()), live)
        self._module, self._begun, self._failed = module, [scope], False
        self.replay.enter(scope)
        try:
            return (yield)
        finally:
            self.replay.end(scope)
            if not self._failed:
                self.replay.keep(scope)
            if nextitem is None or _place(nextitem)[0] != module:
                self._recordings.write(self._is_there)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        index = getattr(request, "param_index", 0)
        name = f"fixture {fixturedef.argname}" + (f"[{index}]" if index else "")
        scope = Scope(self._module, name, fixturedef.argnames)
        self._begun.append(scope)
        self.replay.enter(scope)
        fixturedef.addfinalizer(partial(self._end, scope))
        try:
            result = yield
        finally:
            self.replay.leave(scope)
        fixturedef.addfinalizer(partial(self.replay.enter, scope))
        _say_differences(scope)
        return result

    def _end(self, scope: Scope) -> None:
        self.replay.end(scope)
        if scope.asked:
            self.replay.keep(scope)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        result = yield
        for scope in self._begun:
            _say_differences(scope)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, object, object]:
        result = yield
        outcomes = [scope.outcome for scope in self._begun]
        worst = next((o for o in _WORST_FIRST if o in outcomes), Outcome.SILENT)
        item.user_properties.append((_PROPERTY, worst.value))
        for scope in self._begun:
            _say_differences(scope)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        # A test that is expected to fail has its answers all the same.
        self._failed |= not (report.passed or hasattr(report, "wasxfail"))
        return report

    def pytest_sessionfinish(self) -> None:
        self._recordings.write(self._is_there)

    def _is_there(self, module: str, name: str) -> bool:
        names = self._names.get(module)
        if self._is_selection or names is None:
            return True
        return name.removeprefix("fixture ").partition("[")[0] in names or name in names

    # In the process that sees all reports

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == _PROPERTY and report.when == "teardown":
                self._outcomes[report.nodeid] = Outcome(str(value))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        counts = Counter(self._outcomes.values())
        for line in self._summary(counts):
            terminalreporter.write_line(line)
        recorded = self._recordings.versions()
        if (counts[Outcome.SAME] or counts[Outcome.STALE]) and recorded - {self._chdb}:
            terminalreporter.write_line(
                f"ClickHouse: the recordings are of chdb {', '.join(sorted(recorded))}, "
                f"the one installed is {self._chdb}"
            )

    def _summary(self, counts: Counter[Outcome]) -> Iterator[str]:
        asked = sum(counts.values()) - counts[Outcome.SILENT]
        if not asked:
            return
        if self.mode is Mode.RECORD:
            yield f"ClickHouse: {asked - counts[Outcome.LIVE]} tests recorded"
            return
        done = "replayed" if self.mode is Mode.REPLAY else "verified"
        yield (
            f"ClickHouse: {counts[Outcome.SAME]} tests {done}, "
            f"{counts[Outcome.STALE]} asked it live with a stale recording, "
            f"{counts[Outcome.MISSING]} with none, {counts[Outcome.LIVE]} always do"
        )
        unrecorded = [
            f"{test} {outcome.value}"
            for test, outcome in sorted(self._outcomes.items())
            if outcome in (Outcome.STALE, Outcome.MISSING)
        ]
        yield from (f"  {line}" for line in unrecorded[:_NAMED])
        if len(unrecorded) > _NAMED:
            yield f"  and {len(unrecorded) - _NAMED} more"


_WORST_FIRST = (Outcome.MISSING, Outcome.STALE, Outcome.LIVE, Outcome.SAME)


def _place(item: pytest.Item) -> tuple[str, str]:
    """A test's module and its name there."""
    module, _, name = item.nodeid.partition("::")
    return module, name


def _say_differences(scope: Scope) -> None:
    differences, scope.differences = scope.differences, []
    if differences:
        pytest.fail("\n\n".join(differences), pytrace=False)


def _is_selection(config: pytest.Config) -> bool:
    """Whether tests of a module may be missing because others were asked for."""
    options = ("keyword", "markexpr", "lf", "deselect")
    return any(config.getoption(option, None) for option in options) or any(
        "::" in argument for argument in config.args
    )
