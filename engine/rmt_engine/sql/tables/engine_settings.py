"""Settings of a table that go with some engines only, and what they mean for its reads."""

from __future__ import annotations

from dataclasses import dataclass

from rmt_engine.engines import ENGINES, engine_of
from rmt_engine.errors import RmtError
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.store.table import TableDefinition

__all__ = ["FinalOf", "check_engine_settings", "granularity_of"]

_FINAL_BY_DEFAULT = "final_by_default"
_TOMBSTONE_RETENTION = "tombstone_retention_seconds"
_GRANULARITY = "index_granularity"


@dataclass(frozen=True)
class FinalOf:
    """How a table is read; see `rmt_engine.sql.query.current_rows.FinalTable`."""

    definition: TableDefinition

    @property
    def has_final(self) -> bool:
        """Whether FINAL reads other rows of it than a plain SELECT."""
        return engine_of(self.definition).has_final

    @property
    def final_by_default(self) -> bool:
        """Whether reads that say nothing are FINAL."""
        return table_setting(self.definition.settings, _FINAL_BY_DEFAULT) == "1"


def granularity_of(definition: TableDefinition, is_temporary: bool) -> dict[str, str]:
    """The setting that ClickHouse keeps with a table whether it was written or not.

    Keyless and temporary tables have none.
    """
    if is_temporary or definition.is_keyless:
        return {}
    return {_GRANULARITY: table_setting(definition.settings, _GRANULARITY)}


def check_engine_settings(definition: TableDefinition) -> None:
    """Makes sure that a table's engine has what its settings ask of it.

    Raises:
        RmtError: `BAD_ARGUMENTS`.
    """
    seconds = table_setting(definition.settings, _TOMBSTONE_RETENTION)
    if seconds != "0" and definition.is_deleted is None:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Setting {_TOMBSTONE_RETENTION} is for tables with an is_deleted column.",
            "ENGINE = ReplacingMergeTree(version, is_deleted) names it.",
        )
    final = FinalOf(definition)
    if final.final_by_default and not final.has_final:
        having = ", ".join(name for name, one in ENGINES.items() if one.has_final)
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Setting {_FINAL_BY_DEFAULT} is not for storage {definition.engine}, which doesn't "
            "support FINAL.",
            f"Engines whose tables are read FINAL are {having}.",
        )
