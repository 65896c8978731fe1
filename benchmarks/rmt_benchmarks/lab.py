"""Everyone who takes part in a benchmark, and where the data is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .generate import DATA_SETS, write_inserts
from .peers import ClickHouse, Delta, DuckDb, Ours

__all__ = ["Lab"]


@dataclass
class Lab:
    """Everyone who takes part, and where the data is.

    Attributes:
        directory: for sources and copies.
        scale: 1 for the sizes the bars are for.
        ours: our engine.
        clickhouse: ClickHouse.
        duckdb: DuckDB.
        delta: delta-rs.
        note: shows progress.
        memory: peaks that were seen, by what was done.
        facts: what else is worth a line of the report.
        loaded: the data sets both engines have.
    """

    directory: Path
    scale: float
    ours: Ours
    clickhouse: ClickHouse
    duckdb: DuckDb
    delta: Delta
    note: Callable[[str], None]
    memory: dict[str, int] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    loaded: set[str] = field(default_factory=set)

    def sources(self, name: str) -> list[Path]:
        """The files of a data set, made when they are missing."""
        return write_inserts(DATA_SETS[name], self.directory / "sources", self.scale)

    def load(self, name: str) -> list[Path]:
        """Loads a data set into our engine and ClickHouse, unless they have it."""
        files = self.sources(name)
        if name not in self.loaded:
            self.note(f"loading {name}: {DATA_SETS[name].title}")
            self.ours.load(DATA_SETS[name], files)
            self.clickhouse.load(DATA_SETS[name], files)
            self.loaded.add(name)
        return files
