"""What the engine's look at a statement costs, where the statement is Spark's own."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .measure import Bar, Timed, Work

if TYPE_CHECKING:
    from .works import Lab

__all__ = ["parsing"]

_TIMES = 50
_LIMIT = 0.002
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


def parsing(lab: Lab) -> Iterator[Work]:
    """Parses statements with the engine in front of Spark's parser, and without it."""
    session = lab.ours.spark._jsparkSession
    hooked = session.sessionState().sqlParser()
    jvm: Any = lab.ours.spark._jvm
    parsers = jvm.org.apache.spark.sql.catalyst.parser
    plain = jvm.org.apache.spark.sql.execution.SparkSqlParser()
    no_parameters = parsers.PositionalParameterContext(jvm.PythonUtils.toSeq([]))
    for name, text in _STATEMENTS.items():

        def parse(text: str = text) -> Timed:
            each: dict[str, list[float]] = {"with the engine": [], "Spark alone": []}
            # Kept: py4j would tell the JVM of each that is dropped while the next is timed.
            plans = []
            for _ in range(_TIMES):
                for who, parser in zip(each, (hooked, plain), strict=True):
                    started = time.perf_counter()
                    plans.append(parser.parsePlanWithParameters(text, no_parameters))
                    each[who].append(time.perf_counter() - started)
            seconds = {who: statistics.median(times) for who, times in each.items()}
            return Timed(seconds["with the engine"] - seconds["Spark alone"], seconds, None)

        yield Work(
            "parsing", name, {"the hook": parse}, [Bar("the hook", None, _LIMIT)], warm_up=20
        )
