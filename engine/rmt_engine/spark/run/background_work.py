"""What goes on in an endpoint besides the statements of clients."""

from __future__ import annotations

from dataclasses import dataclass

from rmt_engine.merges.refresher import Refresher
from rmt_engine.spark.run.activity import Activity
from rmt_engine.spark.write.background_merges import PartChanges

__all__ = ["BackgroundWork"]


@dataclass(frozen=True)
class BackgroundWork:
    """What statements tell of changes, and what they ask about.

    Attributes:
        changes: told of changes of parts.
        refresher: refreshes materialized views.
        activity: knows the statements that run.
    """

    changes: PartChanges
    refresher: Refresher
    activity: Activity
