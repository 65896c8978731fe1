"""Changes of rows that are Python functions, for what carries out mutations and updates."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa

from rmt_engine.merges.rewrite import (
    REWRITTEN,
    RewriteSource,
    plan_rewrite,
    read_rewritten,
    rewrite_runs,
)
from rmt_engine.store.mutations import Mutation, RowChange
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.table import ROW_ID, Table
from tests.merges.tables import Bench, Row, WithoutProjections, live_rows, write_masks

__all__ = ["COLUMNS", "Change", "Changer", "add", "delete", "row_of"]

COLUMNS = {"k": "Int64", "v": "Int64", "d": "UInt8", "n": "Int64"}

Change = Callable[[Row], Row | None]


def row_of(k: int, v: int = 0, n: int = 0, d: int = 0) -> dict[str, Any]:
    return {"k": k, "v": v, "d": d, "n": n}


def delete(*ns: int) -> Change:
    return lambda row: None if row["n"] in ns else row


def add(amount: int, *ns: int) -> Change:
    return lambda row: {**row, "n": row["n"] + amount} if row["n"] in ns else row


class Changer(WithoutProjections):
    """Changes rows in Python: a mutation's commands are the name of a function.

    Attributes:
        changes: the functions.
        before_rewrite: called each time before runs are written.
        rewritten: the runs that were written anew.
        cancelled: whether the work was told to stop.
    """

    def __init__(self, bench: Bench, **changes: Change) -> None:
        self.bench = bench
        self.changes = changes
        self.before_rewrite: Callable[[], object] = lambda: None
        self.rewritten: list[str] = []
        self.cancelled = threading.Event()

    def only_masks(self, mutation: Mutation) -> bool:
        return mutation.commands.startswith("mask")

    def mask(
        self, table: Table, mutation: Mutation, parts: Sequence[Part], directory: str
    ) -> dict[str, RunFile]:
        self.before_rewrite()
        change = self.changes[mutation.commands]
        storage = self.bench.store.storage
        return write_masks(storage, parts, directory, lambda row: change(row) is None)

    def matched_files(
        self, table: Table, change: RowChange, parts: Sequence[Part]
    ) -> dict[str, int]:
        function = self.changes[change.commands]
        files = (file for part in parts for file in part.files)
        matched = {
            file.path: sum(function(row) != row for row in self._rows(file)) for file in files
        }
        return {path: rows for path, rows in matched.items() if rows}

    def rewrite(
        self, table: Table, change: RowChange, sources: Sequence[RewriteSource]
    ) -> dict[str, tuple[RunFile, ...]]:
        self.before_rewrite()
        function = self.changes[change.commands]
        bench = self.bench
        plan = plan_rewrite(bench.store, bench.schema, bench.layout, sources)
        schema = bench.schema.append(pa.field(ROW_ID, pa.int64()))
        answers = []
        for file in (file for source in sources for file in source.part.files):
            self.rewritten.append(file.path)
            changed = (function(row) for row in self._rows(file))
            rows = [row for row in changed if row is not None]
            batches = pa.Table.from_pylist(rows, schema=schema).to_batches(max_chunksize=3)
            answers += list(rewrite_runs(plan, batches))
        return read_rewritten(pa.Table.from_batches(answers, REWRITTEN), sources)

    def cancel(self, mutation: Mutation) -> None:
        self.cancelled.set()

    def _rows(self, file: RunFile) -> list[dict[str, Any]]:
        return live_rows(self.bench.store.storage, file)
