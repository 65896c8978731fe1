"""How far a statement is, as Spark counts the tasks of its jobs.

What the driver does by itself, and what other threads do for a statement that waits for them, has
no tasks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from py4j.protocol import Py4JJavaError

from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["JobProgress", "ProgressOfStatements", "StatementProgress"]


@dataclass(frozen=True)
class JobProgress:
    """How far a job is.

    Attributes:
        number: Spark's number of it.
        status: `RUNNING`, `SUCCEEDED` or `FAILED`.
        tasks: how many it has, without those that Spark skips.
        completed_tasks: how many of them are done.
        running_tasks: how many run.
        failed_tasks: how many attempts failed.
        stages: how many stages it has, without those that Spark skips.
        completed_stages: how many of them are done.
    """

    number: int
    status: str
    tasks: int
    completed_tasks: int
    running_tasks: int
    failed_tasks: int
    stages: int
    completed_stages: int


@dataclass(frozen=True)
class StatementProgress:
    """How far a statement is.

    Attributes:
        jobs: its jobs up to now.
        read_rows: rows that its tasks have read from files.
        read_bytes: bytes that these took.
        written_rows: rows that its tasks have written to files.
    """

    jobs: tuple[JobProgress, ...]
    read_rows: int
    read_bytes: int
    written_rows: int

    @property
    def share(self) -> float:
        """The part of the tasks up to now that is done, from 0 to 1."""
        tasks = sum(job.tasks for job in self.jobs)
        return sum(job.completed_tasks for job in self.jobs) / tasks if tasks else 0.0

    def totals(self) -> dict[str, int]:
        """The numbers of all jobs together, by name."""
        counted = ("tasks", "completed_tasks", "running_tasks", "stages", "completed_stages")
        return {
            "jobs": len(self.jobs),
            "completed_jobs": sum(job.status != "RUNNING" for job in self.jobs),
            **{name: sum(getattr(job, name) for job in self.jobs) for name in counted},
            "read_rows": self.read_rows,
            "read_bytes": self.read_bytes,
            "written_rows": self.written_rows,
        }


class ProgressOfStatements:
    """Looks at the jobs of statements.

    Args:
        gateway: the bridge to the JVM.
        context: the JVM's SparkContext.
    """

    def __init__(self, gateway: Gateway, context: Any) -> None:
        self._gateway = gateway
        self._context = context

    def of(self, query_id: str) -> StatementProgress:
        """How far a statement is; one that is not known has no jobs.

        Args:
            query_id: the statement's, which is the group of its jobs.
        """
        store = self._context.statusStore()
        numbers = sorted(self._context.statusTracker().getJobIdsForGroup(query_id))
        found = [job for number in numbers for job in _if_kept(store.job, number)]
        stages = {int(stage) for job in found for stage in self._gateway.items(job.stageIds())}
        read_rows = read_bytes = written_rows = 0
        for number in stages:
            for stage in _if_kept(store.lastStageAttempt, number):
                read_rows += stage.inputRecords()
                read_bytes += stage.inputBytes()
                written_rows += stage.outputRecords()
        jobs = tuple(map(self._job, found))
        return StatementProgress(jobs, read_rows, read_bytes, written_rows)

    def _job(self, job: Any) -> JobProgress:
        stages = sum(1 for _ in self._gateway.items(job.stageIds()))
        return JobProgress(
            number=job.jobId(),
            status=str(job.status()),
            tasks=job.numTasks() - job.numSkippedTasks(),
            completed_tasks=job.numCompletedTasks(),
            running_tasks=job.numActiveTasks(),
            failed_tasks=job.numFailedTasks(),
            stages=stages - job.numSkippedStages(),
            completed_stages=job.numCompletedStages(),
        )


def _if_kept(find: Any, number: int) -> Iterator[Any]:
    """What Spark remembers of a job or a stage; nothing if it has forgotten it."""
    try:
        yield find(number)
    except Py4JJavaError:
        return
