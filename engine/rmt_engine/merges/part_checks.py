"""CHECK TABLE: whether the files of active parts are what the registry says.

Each run is a task of its own, so the files of a large table are read by Spark's executors.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/check-table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rmt_engine.merges.projected_runs import projected_runs
from rmt_engine.merges.run_checks import faults_of
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table, TableDefinition

__all__ = ["PartCheck", "check_parts"]


@dataclass(frozen=True)
class PartCheck:
    """What came out for a part.

    Attributes:
        table: its table.
        part: the part.
        message: what is wrong with its files; empty when they are sound.
    """

    table: Table
    part: Part
    message: str


@dataclass(frozen=True)
class _Task:
    """A run to read."""

    storage: Storage
    definition: TableDefinition
    file: RunFile


def check_parts(store: Store, parts: Sequence[tuple[Table, Part]]) -> list[PartCheck]:
    """Reads the files of parts and holds them against the registry.

    A part that a merge replaced, and that was collected while its files were read, is left out.

    Args:
        store: the store.
        parts: active parts, each with its table, whose definition is that of the same snapshot.
    """
    runs = [
        (part.id, definition, file)
        for table, part in parts
        for file, definition in _runs(table.definition, part)
    ]
    tasks = [_Task(store.storage, definition, file) for _, definition, file in runs]
    found = store.runner.run(_check, tasks, sum(part.rows for _, part in parts))
    faults: dict[int, list[str]] = {}
    for (number, _, _), messages in zip(runs, found, strict=True):
        faults.setdefault(number, []).extend(messages)
    checks = (PartCheck(table, part, "; ".join(faults.get(part.id, ()))) for table, part in parts)
    return [check for check in checks if not check.message or _is_kept(store, check.part)]


def _runs(definition: TableDefinition, part: Part) -> list[tuple[RunFile, TableDefinition]]:
    own = [(file, definition) for file in part.files]
    return [*own, *projected_runs(definition, part)]


def _check(task: _Task) -> list[str]:
    return [
        f"{task.file.path}: {fault}"
        for fault in faults_of(task.storage, task.definition, task.file)
    ]


def _is_kept(store: Store, part: Part) -> bool:
    return bool(store.registry.files.paths_of([part.id]))
