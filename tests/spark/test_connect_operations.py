"""Operations of Spark Connect whose jobs outlive them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rmt_engine.spark.run.connect_operations import ConnectOperations
from rmt_engine.system.table import StatementNotes

_RUNS, _ENDED = "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"


def _tag(operation: str) -> str:
    return f"SparkConnect_OperationTag_User_ann_Session_s_Operation_{operation}"


class Jvm:
    """What `ConnectOperations` asks of the JVM, with operations as given."""

    def __init__(self, held: list[str], runs: list[dict[str, Any]], interrupted: str = "") -> None:
        self.cancelled: list[str] = []
        self._interrupted = interrupted
        self.asked = 0
        self._held = held
        self._runs = runs
        self.context = SimpleNamespace(
            statusStore=lambda: SimpleNamespace(store=lambda: None),
            cancelJobsWithTag=self.cancelled.append,
        )

    def operations(self) -> ConnectOperations:
        return ConnectOperations(
            self,  # type: ignore[arg-type]
            self.context,
            lambda value: value,
            lambda _: StatementNotes(),
        )

    def java_class(self, _: str) -> Any:
        return lambda _: SimpleNamespace(getExecutionList=lambda: self._runs)

    def scala_object(self, name: str) -> Any:
        if name.endswith("ThreadState"):
            return SimpleNamespace(startedInterrupted=lambda: True)
        self.asked += 1
        holders = [_Holder(one, one == self._interrupted) for one in self._held]
        manager = SimpleNamespace(listExecuteHolders=lambda: holders)
        return SimpleNamespace(executionManager=lambda: manager)

    @staticmethod
    def items(seq: Any) -> Any:
        return seq


class _Holder:
    """An operation's; the state of its thread is whether it was interrupted."""

    def __init__(self, operation: str, is_interrupted: bool) -> None:
        self.operationId = lambda: operation
        state = SimpleNamespace(get=lambda: SimpleNamespace(equals=is_interrupted.__eq__))
        runner = SimpleNamespace(getClass=lambda: _class(state=state))
        self.getClass = lambda: _class(runner=runner)


def _class(**fields: Any) -> Any:
    """A class of Java's whose fields are of one object."""
    declared = [
        SimpleNamespace(
            getName=lambda name=name: name,
            setAccessible=lambda _: None,
            get=lambda _, value=value: value,
        )
        for name, value in fields.items()
    ]
    return SimpleNamespace(getDeclaredFields=lambda: declared)


def _run(operation: str, *, finished: int = 0, jobs: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "operationId": operation,
        "statement": "SELECT 1",
        "userId": "ann",
        "startTimestamp": 1000,
        "finishTimestamp": finished,
        "closeTimestamp": 0,
        "detail": "",
        "state": {"value": "STARTED"},
        "jobId": list(jobs),
        "sqlExecId": [],
    }


def test_a_job_that_began_after_its_operation_had_ended_is_cancelled() -> None:
    jvm = Jvm([_RUNS], [])
    jobs = [
        {"jobGroup": None, "jobTags": ["mine", _tag(_RUNS)]},
        {"jobGroup": None, "jobTags": [_tag(_ENDED), "mine"]},
    ]
    assert jvm.operations().cancel_orphaned_jobs(jobs) == [_ENDED]
    assert jvm.cancelled == [_tag(_ENDED)]


def test_a_job_that_an_interrupted_operation_submits_is_cancelled() -> None:
    jvm = Jvm([_RUNS, _ENDED], [], interrupted=_RUNS)
    jobs = [{"jobGroup": None, "jobTags": [_tag(one)]} for one in (_RUNS, _ENDED)]
    assert jvm.operations().cancel_orphaned_jobs(jobs) == [_RUNS]


def test_jobs_that_are_of_no_operation_stay() -> None:
    jvm = Jvm([], [])
    jobs = [
        {"jobGroup": "merge 1", "jobTags": [_tag(_ENDED)]},  # its thread inherited the tag
        {"jobGroup": None, "jobTags": ["mine"]},
    ]
    assert jvm.operations().cancel_orphaned_jobs(jobs) == []
    assert (jvm.cancelled, jvm.asked) == ([], 0)


@pytest.mark.parametrize(
    ("run", "finished_at"),
    [
        (_run(_RUNS, jobs=("7",)), None),
        (_run(_ENDED, jobs=("7",)), 1.0),
        (_run(_ENDED), None),  # it has only just begun, or ended
        (_run(_ENDED, finished=3000, jobs=("7",)), 3.0),
    ],
)
def test_an_operation_whose_job_began_after_its_end_has_ended(
    run: dict[str, Any], finished_at: float | None
) -> None:
    (query,) = Jvm([_RUNS], [run]).operations().queries()
    assert query.finished_at == finished_at
