"""MergeTree, where every row stays; and the engines without keys, whose rows are kept like its.

Source of the semantics: https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa

from rmt_engine.engines.engine import (
    ChoosingAlgorithm,
    Engine,
    EngineColumns,
    MergeAlgorithm,
    Replaced,
)
from rmt_engine.engines.keys import Indices
from rmt_engine.engines.ordering import sorted_rows
from rmt_engine.errors import RmtError
from rmt_engine.store.table import (
    MATERIALIZED_VIEW,
    MEMORY,
    MERGE_TREE,
    NULL,
    TableDefinition,
)

__all__ = [
    "KeylessEngine",
    "LogEngine",
    "MaterializedViewEngine",
    "MemoryEngine",
    "MergeTreeEngine",
    "NullEngine",
    "Ordinary",
    "StripeLogEngine",
    "TinyLogEngine",
]


@dataclass(frozen=True)
class Ordinary(ChoosingAlgorithm):
    """Every row stays."""

    key: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """Only the key, to sort by."""
        return self.key

    def merge(self, rows: pa.Table, cleanup: bool) -> Indices:
        """All rows, sorted by key; rows with the same key keep their order."""
        return sorted_rows(rows, self.key)

    def visible(self, rows: pa.Table) -> Indices:
        """All rows."""
        return np.arange(rows.num_rows, dtype=np.int64)


class MergeTreeEngine(Engine):
    """`MergeTree`."""

    name = MERGE_TREE
    has_final = False
    replaced: ClassVar[Replaced | None] = Replaced.ROW
    collapses_blocks = False

    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """There are none."""
        if arguments:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                "With extended storage definition syntax storage MergeTree requires no parameters.",
            )
        return EngineColumns()

    def algorithm(self, definition: TableDefinition) -> MergeAlgorithm:
        """Every row stays."""
        return Ordinary(definition.key_columns)


class KeylessEngine(MergeTreeEngine):
    """An engine without keys: Memory and the Log family.

    Its rows are kept like those of MergeTree tables: they are there after a restart, in a Memory
    table, too.

    Attributes:
        changes_columns: whether columns come and go.
        renames_columns: whether they change their names.
        changes_rows: whether there are mutations.
    """

    changes_columns: ClassVar[bool] = False
    renames_columns: ClassVar[bool] = True
    changes_rows: ClassVar[bool] = False
    replaced = None

    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """There are none."""
        if arguments:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"Engine {self.name} doesn't support any arguments ({len(arguments)} given).",
            )
        return EngineColumns()


class MemoryEngine(KeylessEngine):
    """`Memory`, also the engine of temporary tables that name none."""

    name = MEMORY
    changes_columns = True
    changes_rows = True


class LogEngine(KeylessEngine):
    """`Log`."""

    name = "Log"


class StripeLogEngine(KeylessEngine):
    """`StripeLog`."""

    name = "StripeLog"


class TinyLogEngine(KeylessEngine):
    """`TinyLog`."""

    name = "TinyLog"


class NullEngine(KeylessEngine):
    """`Null`, whose rows only materialized views see."""

    name = NULL
    keeps_inserted = False
    changes_columns = True


class MaterializedViewEngine(KeylessEngine):
    """What stands for the engine of a materialized view, whose rows are in another table."""

    name = MATERIALIZED_VIEW
    keeps_inserted = False
