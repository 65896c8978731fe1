"""Writes the results of test runs into docs/conformance.md.

python -m docs.conformance record FOLDER   keep the results of runs and write the page's tables
python -m docs.conformance write           write the tables of the results that are kept

The folder has one for each target, with what pytest's `--junitxml` wrote in the target's runs, and
maybe a file `python` with the interpreter that ran them, if that is not this one. The results of each
target's latest run are kept in docs/results/TARGET.json.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

__all__ = [
    "DOCS",
    "SUITES",
    "Suite",
    "is_current",
    "main",
    "page_with_results",
    "record",
    "results_of",
]

DOCS = Path(__file__).parent
_PAGE = DOCS / "conformance.md"
_RESULTS = DOCS / "results"
_REST = "test-rest"
"""It runs the cases that `test` leaves out of the same suites."""
_OUTCOMES = ("passed", "failed", "skipped", "xfailed")
_DISTRIBUTIONS = (
    "pyspark",
    "chdb",
    "SQLAlchemy",
    "dbt-core",
    "dbt-tests-adapter",
    "apache-superset",
    "apache-airflow",
)
_VERSIONS = f"""
import importlib.metadata as m, json, platform
found = {{"Python": platform.python_version()}}
for name in {_DISTRIBUTIONS!r}:
    try:
        found[name] = m.version(name)
    except m.PackageNotFoundError:
        pass
print(json.dumps(found))
"""
_OF_SQLALCHEMY = re.compile(
    r"^'.*' (?:\([a-z]+\)' )?(?:: |unsupported on any DB implementation '[^']*')"
)
"""What SQLAlchemy's suite writes before a reason: the name of the test."""
_IN_FILES = r"^/.*?/((?:integration_)?tests/)"


@dataclass(frozen=True)
class Suite:
    """A row of the page's first table.

    Attributes:
        name: what it is called.
        compares: what it compares with what.
        modules: patterns of the modules its tests are in, dotted.
        targets: the targets of the Makefile that run it.
    """

    name: str
    compares: str
    modules: tuple[str, ...]
    targets: tuple[str, ...] = ("test",)


_TESTS = "integration_tests.test_"
SUITES = (
    Suite(
        "documented examples",
        "every example of ClickHouse's documentation on ReplacingMergeTree, over PyHive, with the "
        "documented rows",
        (f"{_TESTS}documentation_examples*",),
    ),
    Suite(
        "semantics",
        "scenarios that are easy to get wrong, query by query beside ClickHouse",
        (f"{_TESTS}semantics*",),
    ),
    Suite(
        "fidelity",
        "files of statements as a ClickHouse user writes them, with the answers ClickHouse gave and "
        "the documented differences",
        (f"{_TESTS}fidelity*",),
    ),
    Suite(
        "functions",
        "calls over five rows, NULL, empty and non-ASCII values among them, aggregates over tables "
        "and states that are merged, beside ClickHouse; functions in defaults, keys and mutations",
        (f"{_TESTS}functions*",),
    ),
    Suite(
        "forms of queries, constraints",
        "WITH expression AS name, DISTINCT ON, WITH TIES, ARRAY JOIN, modifiers of stars, GLOBAL, "
        "FORMAT; CHECK: beside ClickHouse",
        (f"{_TESTS}query_forms*", f"{_TESTS}constraints*"),
    ),
    Suite(
        "types",
        "wide integers, addresses, Nested and JSON, in keys, versions, partitions, casts and changes "
        "of columns, beside ClickHouse",
        (f"{_TESTS}types*",),
    ),
    Suite(
        "settings, time zones",
        "every name of ClickHouse's settings, its type and its default; settings by SET and by "
        "SETTINGS; times as texts in every statement, in the zone of the column or of the session",
        (f"{_TESTS}settings*", f"{_TESTS}time_zones*"),
    ),
    Suite(
        "what clients may do, logins",
        "listening ports, statements that run code or name files, secrets; LDAP and TLS with right, "
        "wrong and forged names, a server that is down",
        (f"{_TESTS}doors*", f"{_TESTS}logins*"),
    ),
    Suite(
        "damaged files",
        "flipped bits, files cut short or swapped, lost deletion vectors: the right answer or one "
        "clear error; keys that are not UTF-8; columns younger than their parts, beside ClickHouse",
        (f"{_TESTS}damage*", f"{_TESTS}keys_of_bytes*", f"{_TESTS}younger_columns*"),
    ),
    Suite(
        "samples, row policies",
        "SAMPLE BY and SAMPLE beside ClickHouse, in every place of a query; policies beside what "
        "ClickHouse's server answered",
        (f"{_TESTS}sampling*", f"{_TESTS}row_policies*"),
    ),
    Suite(
        "hostile statements",
        "long, deep, random, and what another program wrote: read in time and memory that grow with "
        "the length, or refused; Spark's own examples and TPC-DS's queries go through byte for byte",
        ("tests.sql.test_hostile_statements*", "tests.sql.test_tpcds*"),
        ("test", "test-hostile"),
    ),
    Suite(
        "bad statements",
        "the name of the error beside ClickHouse's; the table is as before",
        (f"{_TESTS}bad_statements*",),
    ),
    Suite(
        "statements, system tables",
        "each statement and type over PyHive; rows of `system.*` beside ClickHouse's",
        (f"{_TESTS}statements*", f"{_TESTS}system_*"),
    ),
    Suite(
        "hooks, embedded",
        "beeline, PyHive and `spark.sql`: errors, cancel, `EXPLAIN`, many clients, closed sessions, "
        "files left out by every kind of filter",
        (f"{_TESTS}hooks*", f"{_TESTS}jdbc*", f"{_TESTS}embedded*"),
    ),
    Suite(
        "driver and dialect",
        "literals and answers of every type, timeouts, cancel, TLS and HTTP; FINAL in ten shapes of "
        "query, DDL, types, reflection, the ORM, Alembic; random values of every type there and back",
        (
            f"{_TESTS}dbapi*",
            f"{_TESTS}arrow_results*",
            f"{_TESTS}dialect*",
            f"{_TESTS}bulk*",
            f"{_TESTS}tutorial*",
            "tests.sqlalchemy_rmt.*",
        ),
    ),
    Suite(
        "SQLAlchemy's compliance suite",
        "its own tests of dialects (`sqlalchemy.testing.suite`): DDL, reflection, types, inserts, "
        "queries; `make test` runs a selection",
        (f"{_TESTS}compliance*", "test_regression*", "test_suite*"),
        ("test", "test-sqlalchemy-1.4", "test-sqlalchemy-2.0", "test-sqlalchemy-2.1"),
    ),
    Suite(
        "Apache Superset",
        "the engine spec and the parser's dialect by themselves; through Superset's API: databases, "
        "schemas, SQL Lab, datasets, charts, cancelling, row level security",
        ("*test_superset*",),
        ("test-superset",),
    ),
    Suite(
        "Apache Airflow",
        "the provider beside Airflow's schema and manager; hook, data frames, operators, checks, "
        "sensor and triggers; the documented DAG; tasks that are stopped, killed and tried again; "
        "assets, lineage, Cosmos",
        ("*",),
        ("test-airflow",),
    ),
    Suite(
        "dbt",
        "dbt-tests-adapter and the adapter's own: `replacing` with late, repeated and deleted rows, "
        "contracts, packages, profiles, Ctrl-C, TERM and `kill -9`; a shop's three days, each mart "
        "equal to pandas' of the same events; `make test` runs a selection",
        (f"{_TESTS}dbt", "tests.dbt_rmt.*", "test_*"),
        ("test", "test-dbt"),
    ),
    Suite(
        "command line, README, demo",
        "`rmt` as a user runs it",
        (f"{_TESTS}cli*", f"{_TESTS}readme*", f"{_TESTS}demo*"),
    ),
    Suite(
        "units",
        "`sql`, `store` (on SQLite and on PostgreSQL), `merges`, the benchmarks, the documentation",
        ("tests.*",),
    ),
    Suite(
        "random programs",
        "tables with columns of all types as keys, versions, partitions and values, Nullable and "
        "LowCardinality among them, keys of expressions, samples, DEFAULT, MATERIALIZED and ALIAS "
        "columns; inserts, DELETE FROM and merges; after each of these part names, FINAL, and a "
        "random query with random settings; what a user with a row policy reads; and for each engine "
        "of the family programs of all that happens to tables: mutations, changes of columns, TTL, "
        "commands for partitions, projections, a view that feeds the table, errors",
        (f"{_TESTS}differential*", f"{_TESTS}family*", f"{_TESTS}plain_rows*"),
        ("test", "test-differential"),
    ),
    Suite(
        "composed queries",
        "every clause of SELECT, joins of all kinds, set operations, window functions, aliases, "
        "lambdas and CTEs that shadow, and expressions of all types nested in each other, over "
        "tables with duplicates, tombstones, NULL, NaN and no rows",
        (f"{_TESTS}composed*",),
        ("test", "test-composed"),
    ),
    Suite(
        "all statements",
        "random inserts, merges, mutations, DELETE FROM, commands for partitions and columns, "
        "EXCHANGE, repeated INSERTs and restarts, `kill -9` among them: rows, FINAL, `count()`, "
        "parts and detached parts beside ClickHouse's after each step",
        (f"{_TESTS}stateful*",),
        ("test", "test-stateful"),
    ),
    Suite(
        "partition commands",
        "scenarios, errors and table structures beside ClickHouse's: part names, detached parts, "
        "rows, FINAL",
        (f"{_TESTS}partitions*",),
    ),
    Suite(
        "changes of columns",
        "command forms and errors beside ClickHouse's; mutations, merges, filters, partitions of "
        "other tables and other sessions after them; sorting keys that grow and shrink; INSERTs and "
        "merges meanwhile; random programs",
        (f"{_TESTS}columns*",),
    ),
    Suite(
        "mutations, UPDATE, lightweight deletes, TTL",
        "command forms and errors beside ClickHouse's; failures, `KILL MUTATION`, stopped merges, "
        "readers meanwhile; plain reads, FINAL, PREWHERE and part names after DELETE FROM",
        (
            f"{_TESTS}mutations*",
            f"{_TESTS}updates*",
            f"{_TESTS}lightweight_deletes*",
            f"{_TESTS}ttl*",
        ),
    ),
    Suite(
        "repeated INSERTs",
        "tokens, rows, windows, partitions beside ClickHouse's counts; clients with one token",
        (f"{_TESTS}exactly_once*",),
    ),
    Suite(
        "background merges, soak",
        "by themselves, stopped, waited for, seen while they run; inserts delayed and refused; "
        "writers and readers, totals right at every look; single-row inserts",
        (f"{_TESTS}merges*", f"{_TESTS}soak*"),
        ("test", "test-soak"),
    ),
    Suite(
        "several writers, an object store",
        "two endpoints and a batch job on one store, the registry in PostgreSQL; `kill -9` of an "
        "endpoint and of PostgreSQL; a warehouse that pyarrow reaches over S3's protocol",
        (f"{_TESTS}several_writers*", f"{_TESTS}object_store*"),
    ),
    Suite(
        "restarts and faults",
        "endpoints that end well and by `kill -9`, an executor and PostgreSQL killed, a full disk, "
        "amid inserts, merges and mutations: what was acknowledged holds, the rest is done wholly or "
        "not at all, `rmt fsck` finds nothing",
        (f"{_TESTS}restarts*", f"{_TESTS}crashes*", f"{_TESTS}faults*"),
        ("test", "test-faults"),
    ),
    Suite(
        "ways to answer FINAL",
        "random programs with the vector built in the background, at once or by the query, and "
        "travelling in the plan, joined, or read from files",
        (f"{_TESTS}differential*",),
        ("test-final-paths",),
    ),
    Suite(
        "as users run it",
        "the integration tests with Spark's settings as they are shipped, on the Derby metastore",
        (f"{_TESTS}*",),
        ("test-as-shipped",),
    ),
    Suite(
        "a cluster",
        "the integration tests with executors in processes of their own",
        (f"{_TESTS}*",),
        ("test-cluster",),
    ),
    Suite(
        "the oldest PySpark",
        "all tests on PySpark 4.2",
        ("*",),
        ("test-versions",),
    ),
)


def results_of(junits: Iterable[Path]) -> dict[str, Any]:
    """The counts and seconds by module in pytest's files, and why tests were skipped.

    Args:
        junits: what `--junitxml` wrote.
    """
    modules: dict[str, Counter[str]] = {}
    reasons: Counter[str] = Counter()
    for case in (case for junit in junits for case in ElementTree.parse(junit).iter("testcase")):
        module = str(case.get("classname"))
        outcome, reason = _outcome(case)
        counts = modules.setdefault(module, Counter())
        counts[outcome] += 1
        counts["milliseconds"] += round(float(case.get("time") or 0) * 1000)
        if reason is not None:
            reasons[f"{outcome}: {reason}"] += 1
    return {
        "modules": {name: dict(counts) for name, counts in sorted(modules.items())},
        "reasons": dict(sorted(reasons.items())),
    }


def _outcome(case: ElementTree.Element) -> tuple[str, str | None]:
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed", None
    skipped = case.find("skipped")
    if skipped is None:
        return "passed", None
    outcome = "xfailed" if skipped.get("type") == "pytest.xfail" else "skipped"
    message = str(skipped.get("message"))
    message = re.sub(_OF_SQLALCHEMY, "", message.strip())
    return outcome, re.sub(_IN_FILES, r"\1", message or "no reason given")


def record(folder: Path, kept: Path = _RESULTS) -> list[str]:
    """Keeps the results of the targets that a folder has, and returns their names."""
    targets = []
    for target in sorted(path for path in folder.iterdir() if path.is_dir()):
        junits = sorted(target.glob("*.xml"))
        if not junits:
            continue
        ended = datetime.fromtimestamp(max(junit.stat().st_mtime for junit in junits), UTC)
        found = {
            "date": ended.date().isoformat(),
            "versions": _versions(target / "python"),
            **results_of(junits),
        }
        kept.mkdir(exist_ok=True)
        (kept / f"{target.name}.json").write_text(json.dumps(found, indent=1) + "\n")
        targets.append(target.name)
    return targets


def _versions(file: Path) -> dict[str, str]:
    """The versions of what the tests ran with."""
    python = file.read_text().strip() if file.exists() else sys.executable
    done = subprocess.run(  # noqa: S603 - the interpreter that ran the tests
        [python, "-c", _VERSIONS], capture_output=True, text=True, check=True
    )
    versions: dict[str, str] = json.loads(done.stdout)
    return versions


def page_with_results(page: str, results: Mapping[str, Mapping[str, Any]]) -> str:
    """The page with the tables of these results, by target, in place of those it has.

    Raises:
        ValueError: the page has no place for a table.
    """
    tables = {"suites": _suite_rows(results), "runs": _runs(results), "skips": _skips(results)}
    for name, lines in tables.items():
        start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, found, rest = page.partition(start)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"the page has no place for the table of {name}")
        page = "\n".join([before + start, *lines, end + after])
    return page


def _suite_rows(results: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| suite | what it compares | latest results |"
    yield "|---|---|---|"
    for suite in SUITES:
        told = [_told(suite, target, results.get(target)) for target in suite.targets]
        if _REST in results and (left_out := _sum(_counts_of(suite, _REST, results[_REST]))):
            told.append(f"`make {_REST}`, {results[_REST]['date']}: {_counted(left_out)}")
        yield f"| {suite.name} | {suite.compares} | {'; '.join(told)} |"


def _told(suite: Suite, target: str, result: Mapping[str, Any] | None) -> str:
    if result is None:
        return f"`make {target}`: no run on record"
    counts = _sum(_counts_of(suite, target, result))
    if not counts:
        return f"`make {target}`, {result['date']}: none of its tests ran"
    return f"`make {target}`, {result['date']}: {_counted(counts)}"


def _counts_of(suite: Suite, target: str, result: Mapping[str, Any]) -> Iterator[Mapping[str, int]]:
    for module, counts in result["modules"].items():
        if _suite_of(module, target) is suite:
            yield counts


def _suite_of(module: str, target: str) -> Suite | None:
    """The first suite of a target that a module belongs to."""
    target = "test" if target == _REST else target
    for suite in SUITES:
        if target in suite.targets and any(fnmatch(module, pattern) for pattern in suite.modules):
            return suite
    return None


def _sum(counted: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counts in counted:
        total.update(counts)
    return total


def _counted(counts: Mapping[str, int]) -> str:
    names = {"xfailed": "expected to fail"}
    parts = [f"{counts[o]:,} {names.get(o, o)}" for o in _OUTCOMES if counts.get(o)]
    return f"{', '.join(parts)} ({counts['milliseconds'] / 1000:,.0f} s)"


def _runs(results: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| run | date | results | versions |"
    yield "|---|---|---|---|"
    for target, result in sorted(results.items()):
        versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
        counted = _counted(_sum(result["modules"].values()))
        yield f"| `make {target}` | {result['date']} | {counted} | {versions} |"


def _skips(results: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| run | tests | reason |"
    yield "|---|---:|---|"
    for target, result in sorted(results.items()):
        for reason, count in result["reasons"].items():
            yield f"| `make {target}` | {count} | {_cell(reason)} |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _written() -> str:
    results = {path.stem: json.loads(path.read_text()) for path in sorted(_RESULTS.glob("*.json"))}
    return page_with_results(_PAGE.read_text(), results)


def is_current() -> bool:
    """Whether the page has the tables of the results that are on record."""
    return _written() == _PAGE.read_text()


def main(arguments: Sequence[str]) -> int:
    """What the module's docstring says; returns the exit code."""
    match arguments:
        case ["record", folder]:
            record(Path(folder))
        case ["write"]:
            pass
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2
    _PAGE.write_text(_written())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
