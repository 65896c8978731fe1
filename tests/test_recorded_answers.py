"""Answers of ClickHouse that are recorded once, and replayed as long as the same is asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.recording import (
    Answer,
    Exchange,
    Recordings,
    Section,
    Statement,
    installed_chdb,
)

pytest_plugins = ["pytester"]

SUPPORT = Path(__file__).parents[1] / "integration_tests"

TESTS = """
import sys
import pytest

@pytest.fixture(scope="module")
def table(module_clickhouse):
    module_clickhouse.execute("CREATE TABLE t (k Int8, s Nullable(String)) ENGINE = Memory")
    module_clickhouse.execute("INSERT INTO t VALUES (1, 'a'), (2, NULL)")
    return module_clickhouse

@pytest.mark.parametrize("key", [1, 2])
def test_shared(table, key):
    [[found]] = table.rows(f"SELECT s FROM t WHERE k = {key}")
    assert found == {1: "a", 2: None}[key]

def test_own(clickhouse):
    clickhouse.execute("CREATE TABLE t (k Int8) ENGINE = Memory")
    clickhouse.execute("INSERT INTO t VALUES (7)")
    assert clickhouse.rows("SELECT k + 1 FROM t") == [("8",)]
    assert clickhouse.error("SELECT nix FROM t").name == "UNKNOWN_IDENTIFIER"

def test_a_setting(clickhouse):
    clickhouse.execute("SET max_block_size = 77")

def test_a_setting_does_not_stay(clickhouse_server):
    assert clickhouse_server.rows("SELECT getSetting('max_block_size') = 77") == [("0",)]
"""
NOT_IMPORTED = """
def test_it_is_not_loaded():
    assert "chdb" not in sys.modules
"""
CONFTEST = 'pytest_plugins = ["support.recording_plugin"]'
RECORDING = "integration_tests/recorded/test_asking.txt"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is recorded of `TESTS`."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_asking.py").write_text(TESTS)
    environment = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    environment.pop("RMT_CLICKHOUSE", None)
    command = [sys.executable, "-m", "pytest", "--rootdir", ".", "--clickhouse", "record"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert "ClickHouse: 5 tests recorded" in done.stdout
    return (folder / RECORDING).read_text()


@pytest.fixture
def project(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, recorded: str
) -> pytest.Pytester:
    """Tests that ask ClickHouse, and what was recorded of them."""
    monkeypatch.setenv("PYTHONPATH", str(SUPPORT))
    monkeypatch.delenv("RMT_CLICKHOUSE", raising=False)
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_asking=TESTS)
    recording = pytester.path / RECORDING
    recording.parent.mkdir(parents=True)
    recording.write_text(recorded)
    return pytester


def run(project: pytest.Pytester, mode: str, *arguments: str) -> pytest.RunResult:
    return project.runpytest_subprocess("--clickhouse", mode, "-p", "no:randomly", *arguments)


def change(path: str, old: str, new: str) -> None:
    file = Path(path)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_a_recording_is_replayed_without_clickhouse(project: pytest.Pytester) -> None:
    project.makepyfile(test_asking=TESTS + NOT_IMPORTED)
    result = run(project, "replay")
    result.assert_outcomes(passed=6)
    result.stdout.fnmatch_lines(["ClickHouse: 5 tests replayed, 0 asked it live with a stale*"])
    assert "chdb" not in result.stdout.str()


@pytest.mark.sample(0)
def test_the_tests_of_several_workers_are_recorded_in_one_file(project: pytest.Pytester) -> None:
    recorded = Path(RECORDING).read_text()
    Path(RECORDING).unlink()
    run(project, "record", "-n", "2", "--dist", "worksteal").assert_outcomes(passed=5)
    assert Path(RECORDING).read_text() == recorded


@pytest.mark.sample(0)
def test_a_statement_that_is_new_goes_to_clickhouse(project: pytest.Pytester) -> None:
    """Which then has the table that was only replayed before."""
    before = Path(RECORDING).read_text()
    change("test_asking.py", "k + 1 FROM t", "k + 2 FROM t")
    change("test_asking.py", '("8",)', '("9",)')
    result = run(project, "replay")
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(
        [
            "ClickHouse: 4 tests replayed, 1 asked it live with a stale recording, 0 with none*",
            "  test_asking.py::test_own sent something else than is recorded",
        ]
    )
    assert Path(RECORDING).read_text() == before


@pytest.mark.sample(0)
def test_a_fixture_that_changed_takes_its_tests_along(project: pytest.Pytester) -> None:
    change("test_asking.py", "(1, 'a'), (2, NULL)", "(2, NULL), (1, 'a')")
    result = run(project, "replay")
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(["ClickHouse: 3 tests replayed, 2 asked it live with a stale*"])


@pytest.mark.sample(0)
def test_what_clickhouse_answers_now_is_compared(project: pytest.Pytester) -> None:
    run(project, "verify").assert_outcomes(passed=5)
    change(RECORDING, '["8"]', '["80"]')
    run(project, "replay").assert_outcomes(passed=4, failed=1)
    result = run(project, "verify")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(
        ["*SELECT k + 1 FROM t*", "*recorded:*", '*["]80"]*', "*now:*", '*["]8"]*']
    )


@pytest.mark.sample(0)
def test_a_test_that_is_gone_leaves_its_recording(project: pytest.Pytester) -> None:
    change("test_asking.py", "def test_own(", "def other_own(")
    run(project, "record", "-k", "setting")
    assert "# test_own" in Path(RECORDING).read_text()
    run(project, "record")
    assert "# test_own" not in Path(RECORDING).read_text()
    assert "# fixture table" in Path(RECORDING).read_text()


@pytest.mark.sample(0)
def test_a_test_may_always_ask(project: pytest.Pytester) -> None:
    change("test_asking.py", "def test_own(", "@pytest.mark.asks_clickhouse('it')\ndef test_own(")
    result = run(project, "replay")
    result.stdout.fnmatch_lines(["ClickHouse: 4 tests replayed*0 with none, 1 always do"])


@pytest.mark.sample(0)
def test_another_version_is_told(project: pytest.Pytester) -> None:
    change(RECORDING, f"chdb {installed_chdb()}", "chdb 3.1.4")
    result = run(project, "replay")
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(
        [f"ClickHouse: the recordings are of chdb 3.1.4, the one installed is {installed_chdb()}"]
    )


ANSWERS = [
    Answer(),
    Answer(()),
    Answer((("1", None), ("", "a\nb\t\u2028'\"\x7f"))),
    Answer(error="SYNTAX_ERROR", message="Syntax error: … at  1"),
    Answer(error="", message=""),
]
TEXTS = ["SELECT 1", "", "\nSELECT\n\n  '#'\n", '"t"', "SELECT '\r\x00'", "# a", "> b", "  [1]"]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    exchanges = [Exchange(Statement(text), answer) for text in TEXTS for answer in ANSWERS]
    exchanges.append(
        Exchange(Statement("SELECT 1.0", typed=True), Answer(((1.5, [2, {"a": None}]),)))
    )
    section = Section(tuple(exchanges), ("tables 01234567",))
    recordings = Recordings(tmp_path, "1.2")
    recordings.put("tests/test_a.py", "test_b[# c]", section)
    recordings.write()
    assert recordings.section("tests/test_a.py", "test_b[# c]") == section
    assert recordings.versions() == {"1.2"}


def test_a_long_statement_is_told_by_its_digest() -> None:
    one, other = (Statement(f"SELECT '{'x' * 9000}{end}'").recorded for end in "ab")
    assert one != other
    assert len(one.text) < 500


@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("SELECT k FROM t", False),
        ("SELECT k FROM (SELECT k FROM t ORDER BY (k))", False),
        ("SELECT k FROM t UNION ALL SELECT k FROM u ORDER BY k", True),
        ("DESCRIBE t", True),
    ],
)
def test_the_order_of_rows_counts_where_there_is_one(text: str, ordered: bool) -> None:
    assert Statement(text).is_ordered is ordered
    one, other = Answer((("1",), ("2",))), Answer((("2",), ("1",)))
    assert one.agrees(other, ordered) is not ordered
    assert one.agrees(one, ordered)
    assert not one.agrees(Answer((("1",), ("1",))), ordered)
    assert not Answer(error="A").agrees(Answer(error="B"), ordered)
