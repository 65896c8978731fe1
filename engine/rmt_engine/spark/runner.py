"""Runs tasks on files in Spark's executors, or right here when there is little to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from pyspark import SparkContext

from rmt_engine.errors import RmtError
from rmt_engine.spark.errors import error_of_spark

__all__ = ["SparkRunner"]

T = TypeVar("T")
R = TypeVar("R")


class SparkRunner:
    """A `TaskRunner` on a SparkContext; a job inherits the job group of the statement it is for.

    Args:
        context: the SparkContext.
        inline_rows: with fewer rows than this the tasks run in the driver: shipping them would take
            longer (0.1 s) than the work.
    """

    def __init__(self, context: SparkContext, inline_rows: int = 500_000) -> None:
        self._context = context
        self._inline_rows = inline_rows

    @property
    def parallelism(self) -> int:
        """The cores Spark has."""
        return int(self._context.defaultParallelism)

    def run(self, function: Callable[[T], R], tasks: Sequence[T], rows: int) -> list[R]:
        """Runs the function on each task, one Spark task each.

        Raises:
            RmtError: what a task raised, or `QUERY_WAS_CANCELLED`.
        """
        if rows < self._inline_rows or not tasks:
            return [function(task) for task in tasks]
        try:
            shipped = self._context.parallelize(list(tasks), len(tasks))
            outcomes = shipped.map(_Guarded(function)).collect()
        except Exception as error:
            raise error_of_spark(error) from error
        results: list[R] = []
        for outcome in outcomes:
            if isinstance(outcome, RmtError):
                raise outcome
            results.append(outcome)
        return results


class _Guarded(Generic[T, R]):
    """A function whose `RmtError` comes back as a value: Spark makes an exception mere text."""

    def __init__(self, function: Callable[[T], R]) -> None:
        self._function = function

    def __call__(self, task: T) -> R | RmtError:
        try:
            return self._function(task)
        except RmtError as error:
            return error
