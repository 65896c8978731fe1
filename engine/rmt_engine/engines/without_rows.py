"""The engines whose tables have no rows of their own and show those of others: Merge and Buffer.

Source of the semantics: https://clickhouse.com/docs/engines/table-engines/special/merge and
https://clickhouse.com/docs/engines/table-engines/special/buffer, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.engines.engine import EngineColumns, Versions
from rmt_engine.engines.merge_tree import KeylessEngine
from rmt_engine.errors import RmtError
from rmt_engine.store.table import BUFFER, MERGE

__all__ = ["BufferEngine", "MergeEngine", "OthersEngine"]


class OthersEngine(KeylessEngine):
    """An engine whose tables show the rows of others; FINAL is for those of them that have it."""

    hands_final_on = True
    keeps_inserted = False
    changes_columns = True
    renames_columns = False

    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """The arguments name no columns; see `rmt_engine.sql.tables.other_tables`."""
        return EngineColumns()

    def current(self, versions: Versions) -> str:
        """PREWHERE does not reach the tables before their FINAL."""
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"PREWHERE with FINAL is not supported for tables of the engine {self.name}.",
            "Use WHERE, or read the tables behind it.",
        )


class MergeEngine(OthersEngine):
    """`Merge(database, pattern)`."""

    name = MERGE
    takes_rows = False


class BufferEngine(OthersEngine):
    """`Buffer(database, table, layers, …)`, whose rows are in the other table at once."""

    name = BUFFER
