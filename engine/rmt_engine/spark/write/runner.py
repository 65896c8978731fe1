"""Runs tasks on files in Spark's executors, or right here when there is little to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from pyspark import Accumulator, SparkContext

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.bridge.worker_process import spare_modules_from_collection
from rmt_engine.store.tasks import InlineRunner, Progress

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

    def run(
        self,
        function: Callable[[T], R],
        tasks: Sequence[T],
        rows: int,
        progress: Progress | None = None,
    ) -> list[R]:
        """Runs the function on each task, one Spark task each.

        Raises:
            RmtError: what a task raised, or `QUERY_WAS_CANCELLED`.
        """
        if rows < self._inline_rows or not tasks:
            return InlineRunner().run(function, tasks, rows, progress)
        done = self._context.accumulator(0)
        if progress is not None:
            progress.follow(lambda: done.value / len(tasks))
        with errors_named():
            shipped = self._context.parallelize(list(tasks), len(tasks))
            outcomes = shipped.map(_Guarded(function, done)).collect()
        results: list[R] = []
        for outcome in outcomes:
            if isinstance(outcome, RmtError):
                raise outcome
            results.append(outcome)
        return results


class _Guarded(Generic[T, R]):
    """A function whose `RmtError` comes back as a value: Spark makes an exception mere text."""

    def __init__(self, function: Callable[[T], R], done: Accumulator[int]) -> None:
        self._function = function
        self._done = done

    def __call__(self, task: T) -> R | RmtError:
        spare_modules_from_collection()
        try:
            return self._function(task)
        except RmtError as error:
            return error
        finally:
            self._done.add(1)
