from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from rmt_engine.spark.run.activity import Activity
from rmt_engine.spark.session.background_statements import BackgroundStatements


class Jvm:
    """What `Activity` asks of the JVM, with jobs, statements and sessions as given."""

    def __init__(self, jobs: list[str], runs: list[dict[str, Any]], closed: list[str]) -> None:
        self.cancelled: list[str] = []
        self.jvm = SimpleNamespace(
            java=SimpleNamespace(util=SimpleNamespace(ArrayList=_JavaList)),
            org=SimpleNamespace(
                apache=SimpleNamespace(
                    spark=SimpleNamespace(JobExecutionStatus=SimpleNamespace(RUNNING="RUNNING"))
                )
            ),
        )
        self._statuses = SimpleNamespace(
            getExecutionList=lambda: runs,
            getExecution=lambda group: _Option(
                next((r for r in runs if r["execId"] == group), None)
            ),
            getSession=lambda session: _Option(
                SimpleNamespace(finishTimestamp=lambda: int(session in closed))
            ),
            getSessionList=lambda: [
                {"sessionId": session, "finishTimestamp": int(session in closed)}
                for session in ("s1", "s2")
            ],
        )
        self.context = SimpleNamespace(
            statusTracker=lambda: SimpleNamespace(getActiveJobIds=lambda: range(len(jobs))),
            statusStore=lambda: SimpleNamespace(
                store=lambda: None, jobsList=lambda _: [{"jobGroup": job} for job in jobs]
            ),
            cancelJobGroup=self.cancelled.append,
        )

    def java_class(self, name: str) -> Any:
        if name.endswith("AppStatusStore"):
            return lambda _: self._statuses
        return lambda: SimpleNamespace(registerModule=lambda _: None, writeValueAsString=json.dumps)


class _Option:
    def __init__(self, value: Any) -> None:
        self.get = lambda: value
        self.isEmpty = lambda: value is None
        self.isDefined = lambda: value is not None


class _JavaList(list[Any]):
    add = list.append


def _run(
    state: str, closed: int = 0, finished: int = 0, session: str = "s1", group: str = "x"
) -> dict[str, Any]:
    return {
        "execId": "x",
        "sessionId": session,
        "statement": "SELECT 1",
        "userName": "u",
        "startTimestamp": 1000,
        "finishTimestamp": finished,
        "closeTimestamp": closed,
        "executePlan": "",
        "detail": None,
        "jobId": ["7"],
        "groupId": group,
        "state": {"enumClass": "ExecutionState", "value": state},
    }


@pytest.mark.parametrize(
    ("run", "is_cancelled"),
    [
        (_run("STARTED"), False),
        (_run("COMPILED"), False),
        (_run("FINISHED", finished=2000), False),  # its rows are fetched
        (_run("CLOSED", closed=2000, finished=2000), True),
        (_run("CLOSED", closed=2000), True),
        (_run("CANCELED", finished=2000), True),
        (_run("TIMEDOUT", finished=2000), True),
        (_run("FAILED", finished=2000), True),
        (_run("COMPILED", session="s2"), True),
        (_run("STARTED", group=""), True),  # its job began after it was closed
    ],
)
def test_jobs_of_statements_that_ended_are_cancelled(
    run: dict[str, Any], is_cancelled: bool
) -> None:
    jvm = Jvm(jobs=["merge 1", "x", "y"], runs=[run], closed=["s2"])
    activity = Activity(jvm, jvm.context, BackgroundStatements())  # type: ignore[arg-type]
    assert activity.cancel_orphaned_jobs() == (["x"] if is_cancelled else [])
    assert jvm.cancelled == (["x"] if is_cancelled else [])


def test_without_jobs_nothing_is_asked() -> None:
    jvm = Jvm(jobs=[], runs=[], closed=[])
    jvm.java_class = None  # type: ignore[assignment]
    assert Activity(jvm, jvm.context, BackgroundStatements()).cancel_orphaned_jobs() == []  # type: ignore[arg-type]


def test_a_job_without_a_statement_stays() -> None:
    jvm = Jvm(jobs=["merge 1"], runs=[_run("CLOSED", closed=1)], closed=["s1"])
    assert Activity(jvm, jvm.context, BackgroundStatements()).cancel_orphaned_jobs() == []  # type: ignore[arg-type]


def test_a_statement_that_was_closed_while_it_ran_has_ended() -> None:
    jvm = Jvm(jobs=[], runs=[_run("CLOSED", closed=2000), _run("STARTED")], closed=[])
    queries = Activity(jvm, jvm.context, BackgroundStatements()).queries()  # type: ignore[arg-type]
    assert [query.finished_at for query in queries] == [2.0, None]


def test_a_statement_of_a_session_that_ended_has_ended() -> None:
    jvm = Jvm(jobs=[], runs=[_run("COMPILED", session="s2")], closed=["s2"])
    (query,) = Activity(jvm, jvm.context, BackgroundStatements()).queries()  # type: ignore[arg-type]
    assert query.finished_at is not None


def test_a_statement_whose_job_began_after_its_end_has_ended() -> None:
    jvm = Jvm(jobs=[], runs=[_run("STARTED", group="")], closed=[])
    (query,) = Activity(jvm, jvm.context, BackgroundStatements()).queries()  # type: ignore[arg-type]
    assert query.finished_at == query.started_at
