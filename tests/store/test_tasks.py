from __future__ import annotations

import pytest

from rmt_engine.store.tasks import InlineRunner


@pytest.mark.parametrize("tasks", [[], [3], [3, 1, 2]])
def test_tasks_run_here_in_order_whatever_their_size(tasks: list[int]) -> None:
    ran: list[int] = []

    def square(task: int) -> int:
        ran.append(task)
        return task * task

    assert InlineRunner().run(square, tasks, rows=10**12) == [task * task for task in tasks]
    assert ran == tasks


def test_the_first_failure_stops_the_tasks_behind_it() -> None:
    ran: list[int] = []

    def fail_at_two(task: int) -> None:
        ran.append(task)
        if task == 2:
            raise ValueError(task)

    with pytest.raises(ValueError, match="2"):
        InlineRunner().run(fail_at_two, [1, 2, 3], rows=0)
    assert ran == [1, 2]
