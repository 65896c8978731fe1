"""What the engine's look at a statement costs: one of Spark's own, and one that is compiled."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .generate import DATA_SETS
from .measure import Bar, Timed, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["parsing"]

_TIMES = 50
_LIMIT = 0.001
_COMPILE_LIMIT = 0.005
_STATEMENTS = {
    "SELECT 1": "SELECT 1",
    "a plain query": (
        "SELECT c.name AS customer, date_trunc('month', o.ordered_at) AS month, "
        "sum(o.amount) AS total, avg(o.amount) FILTER (WHERE o.state <> 'open') AS mean "
        "FROM orders AS o JOIN customers AS c ON o.customer = c.id "
        "LEFT JOIN regions AS r ON c.region = r.id "
        "WHERE o.ordered_at >= DATE'2026-01-01' AND r.name IN ('north', 'south') "
        "GROUP BY c.name, date_trunc('month', o.ordered_at) HAVING sum(o.amount) > 100 "
        "ORDER BY total DESC LIMIT 100"
    ),
    "a query of 20 branches": " UNION ALL ".join(
        f"SELECT id, upper(name) AS name, {n} AS branch FROM customers WHERE region = {n}"
        for n in range(20)
    ),
}
_COMPILED = {
    "the dashboard": (
        "WITH toInt64(100) AS least SELECT intDiv(key, 1000) AS bucket, count() AS n, "
        "sum(val_1) AS total, avgIf(ts, val_1 > 0) AS mean, quantiles(0.5, 0.9)(val_1) AS q, "
        "argMax(val_1, ts) AS latest, if(n > 10, 'many', 'few') AS size, "
        "arrayMap(x -> round(x, 2), q) AS rounded FROM a FINAL "
        "PREWHERE key < 1000000 WHERE is_deleted = 0 AND val_1 IN (1, 2, 3, 5, 8) "
        "AND (ts BETWEEN 1 AND 1000 OR val_1 IS NOT NULL) GROUP BY bucket "
        "HAVING total > least AND n > 1 ORDER BY total DESC, bucket LIMIT 5 BY size LIMIT 100"
    ),
    "a join": (
        "SELECT x.key AS key, x.val_1 - y.mean AS above, multiIf(above > 0, 'over', above < 0, "
        "'under', 'same') AS side, row_number() OVER (PARTITION BY side ORDER BY above DESC) AS n "
        "FROM (SELECT key, val_1, ts FROM a FINAL WHERE val_1 > 0) AS x LEFT JOIN (SELECT key "
        "% 100 AS k, avg(val_1) AS mean, max(ts) AS last FROM a GROUP BY k) AS y ON "
        "x.key % 100 = y.k WHERE x.key NOT IN (SELECT key FROM a WHERE is_deleted = 1) "
        "AND x.ts <= y.last "
        "ORDER BY side, n LIMIT 50 SETTINGS join_use_nulls = 1"
    ),
}
"""Queries of some 500 characters."""


_VIEWS = {
    "customers": "id, id AS region, CAST(id AS STRING) AS name",
    "orders": (
        "id, id AS customer, current_timestamp() AS ordered_at, 1.5 AS amount, 'open' AS state"
    ),
    "regions": "id, CAST(id AS STRING) AS name",
}
"""What the statements read: temporary views without a table of the engine's."""


def parsing(lab: Lab) -> Iterator[Work]:
    """Analyzes statements with the engine in front of Spark's parser, and without it.

    The engine has Spark analyze what it takes for Spark's, and passes the analyzed plan on: only
    the whole way to an analyzed query says what it costs.
    """
    for name, columns in _VIEWS.items():
        lab.ours.run(f"CREATE OR REPLACE TEMPORARY VIEW {name} AS SELECT {columns} FROM range(9)")
    session = lab.ours.spark._jsparkSession
    hooked = session.sessionState().sqlParser()
    jvm: Any = lab.ours.spark._jvm
    parsers = jvm.org.apache.spark.sql.catalyst.parser
    plain = jvm.org.apache.spark.sql.execution.SparkSqlParser()
    datasets = jvm.org.apache.spark.sql.classic.Dataset
    no_parameters = parsers.PositionalParameterContext(jvm.PythonUtils.toSeq([]))
    for name, text in _STATEMENTS.items():

        def parse(text: str = text) -> Timed:
            each: dict[str, list[float]] = {"with the engine": [], "Spark alone": []}
            # Kept: py4j would tell the JVM of each that is dropped while the next is timed.
            plans = []
            for _ in range(_TIMES):
                for who, parser in zip(each, (hooked, plain), strict=True):
                    started = time.perf_counter()
                    plan = parser.parsePlanWithParameters(text, no_parameters)
                    plans.append(datasets.ofRows(session, plan))
                    each[who].append(time.perf_counter() - started)
            seconds = {who: statistics.median(times) for who, times in each.items()}
            return Timed(seconds["with the engine"] - seconds["Spark alone"], seconds, None)

        yield Work(
            "parsing", name, {"the hook": parse}, [Bar("the hook", None, _LIMIT)], warm_up=20
        )
    yield from _compiling(lab)


def _compiling(lab: Lab) -> Iterator[Work]:
    """Compiles queries of the engine's tables; Spark's look at what comes out is not in it."""
    if "a" not in lab.loaded:
        lab.ours.load(DATA_SETS["a"], [])
    for name, text in _COMPILED.items():

        def compile_it(text: str = text) -> Timed:
            times = []
            for _ in range(_TIMES):
                started = time.perf_counter()
                lab.ours.compile(text)
                times.append(time.perf_counter() - started)
            return Timed(statistics.median(times), {}, None)

        yield Work(
            "compiling",
            f"{name}, {len(text)} characters",
            {"the compiler": compile_it},
            [Bar("the compiler", None, _COMPILE_LIMIT)],
            warm_up=5,
        )
