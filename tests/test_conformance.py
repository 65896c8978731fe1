"""The page of results: what pytest wrote is what stands there."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from docs import conformance

_JUNIT = """<testsuites><testsuite>
<testcase classname="integration_tests.test_merges" name="a" time="1.5"/>
<testcase classname="integration_tests.test_merges" name="b" time="0.5">
  <failure message="no"/></testcase>
<testcase classname="integration_tests.test_soak" name="c" time="2">
  <skipped type="pytest.skip" message="not encrypted"/></testcase>
<testcase classname="integration_tests.test_soak" name="d" time="2">
  <skipped type="pytest.xfail" message="a | b"/></testcase>
</testsuite></testsuites>"""
_PAGE = "".join(
    f"<!-- {name} -->\nan older table\n<!-- end of {name} -->\n"
    for name in ("suites", "runs", "skips")
)


@pytest.fixture
def kept(tmp_path: Path) -> dict[str, Any]:
    """The results of a run of `make test`."""
    run = tmp_path / "results" / "test"
    run.mkdir(parents=True)
    (tmp_path / "results" / "nothing").mkdir()
    (run / "integration.xml").write_text(_JUNIT)
    moment = datetime(2024, 2, 29, 12, tzinfo=UTC).timestamp()
    os.utime(run / "integration.xml", (moment, moment))
    assert conformance.record(tmp_path / "results", tmp_path / "kept") == ["test"]
    found: dict[str, Any] = json.loads((tmp_path / "kept" / "test.json").read_text())
    return found


def test_a_run_is_kept_with_its_date_counts_versions_and_reasons(kept: dict[str, Any]) -> None:
    assert kept["date"] == "2024-02-29"
    assert set(kept["versions"]) >= {"Python", "pyspark", "SQLAlchemy"}
    assert kept["modules"] == {
        "integration_tests.test_merges": {"passed": 1, "failed": 1, "milliseconds": 2000},
        "integration_tests.test_soak": {"skipped": 1, "xfailed": 1, "milliseconds": 4000},
    }
    assert kept["reasons"] == {"skipped: not encrypted": 1, "xfailed: a | b": 1}


def test_the_page_has_the_counts_of_its_suites(kept: dict[str, Any]) -> None:
    page = conformance.page_with_results(_PAGE, {"test": kept})
    assert "an older table" not in page
    merges = next(line for line in page.splitlines() if line.startswith("| background merges"))
    counts = "1 passed, 1 failed, 1 skipped, 1 expected to fail (6 s)"
    assert f"`make test`, 2024-02-29: {counts}; `make test-soak`: no run on record" in merges
    assert "| `make test` | 1 | xfailed: a \\| b |" in page
    assert conformance.page_with_results(page, {"test": kept}) == page


def test_what_make_test_leaves_out_is_told_beside_it() -> None:
    counts = {"passed": 3, "failed": 0, "skipped": 0, "xfailed": 0, "milliseconds": 2000}
    kept = {"date": "2026-11-23", "versions": {}, "reasons": {}}
    results = {
        target: {**kept, "modules": {"integration_tests.test_semantics": counts}}
        for target in ("test", "test-rest")
    }
    page = conformance.page_with_results(_PAGE, results)
    told = "`make test`, 2026-11-23: 3 passed (2 s); `make test-rest`, 2026-11-23: 3 passed (2 s)"
    assert f"| {told} |" in page


def test_a_page_without_a_place_for_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="skips"):
        conformance.page_with_results(_PAGE.partition("<!-- skips")[0], {})


def test_the_page_is_that_of_the_results_on_record() -> None:
    assert conformance.is_current(), "run `python -m docs.conformance write`"


@pytest.mark.parametrize("target", sorted({t for s in conformance.SUITES for t in s.targets}))
def test_a_target_of_a_suite_is_one_of_the_makefile(target: str) -> None:
    names = (conformance.DOCS.parent / "Makefile").read_text()
    name = "test-sqlalchemy" if target.startswith("test-sqlalchemy-") else target
    assert f"\n{name}: " in names


def test_the_command_line_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance.main(["no-such"]) == 2
    assert "docs.conformance record FOLDER" in capsys.readouterr().err
