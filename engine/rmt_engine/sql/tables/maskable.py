"""Whether rows of a table can be masked, by statements that mask rows and insert others."""

from __future__ import annotations

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.store.table import Table

__all__ = ["check_maskable"]

_PROJECTION_MODE = "lightweight_mutation_projection_mode"


def check_maskable(table: Table, what: str, *, masks: bool = True) -> None:
    """Refuses a statement that changes rows of a table for which it cannot.

    Args:
        table: the table.
        what: the statement.
        masks: whether it masks rows; else it hides them by newer versions only.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the rows of a table of its engine cannot be changed;
            `SUPPORT_IS_DISABLED`, its projections would have to go.
    """
    definition = table.definition
    if engine_of(definition).replaced is None:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{what} {table.qualified} is not supported: its engine is {definition.engine}, "
            "whose rows cannot be masked, as those of DELETE FROM are.",
            "Tables of the MergeTree family take it, temporary ones, too.",
        )
    mode = table_setting(definition.settings, _PROJECTION_MODE)
    if masks and definition.projections and mode == "throw":
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            f"{what} {table.qualified} is not allowed, as it masks rows and the table has "
            f"projections and the setting {_PROJECTION_MODE} is 'throw'.",
            f"Set it to 'drop' or 'rebuild' (ALTER TABLE … MODIFY SETTING {_PROJECTION_MODE} = "
            "'rebuild'), or drop the projections.",
        )
