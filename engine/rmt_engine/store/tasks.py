"""Work on files, cut into tasks that can run anywhere the files can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

__all__ = ["InlineRunner", "TaskRunner"]

T = TypeVar("T")
R = TypeVar("R")


class TaskRunner(Protocol):
    """Runs tasks and returns their results in order.

    A task is a value that can be pickled; the function is importable where the task runs. A runner
    decides by the number of rows whether shipping the tasks is worth it.
    """

    @property
    def parallelism(self) -> int:
        """How many tasks run at the same time."""

    def run(self, function: Callable[[T], R], tasks: Sequence[T], rows: int) -> list[R]:
        """Runs the function on each task.

        Args:
            function: a module-level function.
            tasks: its arguments.
            rows: how many rows all tasks read together.
        """


class InlineRunner:
    """Runs tasks one after the other in this process."""

    parallelism = 1

    def run(self, function: Callable[[T], R], tasks: Sequence[T], rows: int) -> list[R]:
        """Runs the function on each task; `rows` makes no difference."""
        return [function(task) for task in tasks]
