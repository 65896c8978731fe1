"""Work on files, cut into tasks that can run anywhere the files can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

__all__ = ["InlineRunner", "Progress", "TaskRunner"]

T = TypeVar("T")
R = TypeVar("R")


class Progress:
    """How far work has come; the one who does it tells how to find out."""

    def __init__(self) -> None:
        self._fraction: Callable[[], float] = lambda: 0.0

    def follow(self, fraction: Callable[[], float]) -> None:
        """From now on this function tells, from 0 to 1."""
        self._fraction = fraction

    @property
    def fraction(self) -> float:
        """From 0 to 1."""
        return self._fraction()


class TaskRunner(Protocol):
    """Runs tasks and returns their results in order.

    A task is a value that can be pickled; the function is importable where the task runs. A runner
    decides by the number of rows whether shipping the tasks is worth it.
    """

    @property
    def parallelism(self) -> int:
        """How many tasks run at the same time."""

    def run(
        self,
        function: Callable[[T], R],
        tasks: Sequence[T],
        rows: int,
        progress: Progress | None = None,
    ) -> list[R]:
        """Runs the function on each task.

        Args:
            function: a module-level function.
            tasks: its arguments.
            rows: how many rows all tasks read together.
            progress: shows the share of the tasks that are done.
        """


class InlineRunner:
    """Runs tasks one after the other in this process."""

    parallelism = 1

    def run(
        self,
        function: Callable[[T], R],
        tasks: Sequence[T],
        rows: int,
        progress: Progress | None = None,
    ) -> list[R]:
        """Runs the function on each task; `rows` makes no difference."""
        results: list[R] = []
        if progress is not None:
            progress.follow(lambda: len(results) / max(len(tasks), 1))
        results.extend(function(task) for task in tasks)
        return results
