"""The engines of tables: what each makes of rows with the same key, and what it has.

An engine is a class and a row of `ENGINES`; whoever wants to know something of a table's engine
asks the object that `engine_of` gives.
"""

from __future__ import annotations

from rmt_engine.engines.collapsing import CollapsingEngine, VersionedCollapsingEngine
from rmt_engine.engines.engine import (
    ChoosingAlgorithm,
    Engine,
    EngineColumns,
    MergeAlgorithm,
    MergedRows,
    Replaced,
)
from rmt_engine.engines.folding import AggregatingEngine, CoalescingEngine, SummingEngine
from rmt_engine.engines.merge_tree import (
    LogEngine,
    MaterializedViewEngine,
    MemoryEngine,
    MergeTreeEngine,
    NullEngine,
    StripeLogEngine,
    TinyLogEngine,
)
from rmt_engine.engines.replacing import ReplacingEngine
from rmt_engine.engines.without_rows import BufferEngine, MergeEngine
from rmt_engine.store.table import TableDefinition

__all__ = [
    "ENGINES",
    "ChoosingAlgorithm",
    "Engine",
    "EngineColumns",
    "MergeAlgorithm",
    "MergedRows",
    "Replaced",
    "algorithm_of",
    "engine_of",
]

_ALL: tuple[Engine, ...] = (
    MergeTreeEngine(),
    ReplacingEngine(),
    CollapsingEngine(),
    VersionedCollapsingEngine(),
    SummingEngine(),
    AggregatingEngine(),
    CoalescingEngine(),
    MemoryEngine(),
    LogEngine(),
    StripeLogEngine(),
    TinyLogEngine(),
    NullEngine(),
    MaterializedViewEngine(),
    MergeEngine(),
    BufferEngine(),
)
ENGINES: dict[str, Engine] = {engine.name: engine for engine in _ALL}
"""The engines there are, by name."""


def engine_of(definition: TableDefinition) -> Engine:
    """The engine of a table."""
    return ENGINES[definition.engine]


def algorithm_of(definition: TableDefinition) -> MergeAlgorithm:
    """What a table's engine does with rows that have the same key."""
    return engine_of(definition).algorithm(definition)
