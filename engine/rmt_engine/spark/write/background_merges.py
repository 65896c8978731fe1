"""Background merges as Spark jobs: in a pool of low weight, so that queries keep their speed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyspark import SparkContext

from rmt_engine.engines import engine_of
from rmt_engine.merges.final_builder import FinalBuilder
from rmt_engine.merges.planning import Describe, StoredTable
from rmt_engine.merges.scheduler import MergePolicy, MergeScheduler
from rmt_engine.spark.bridge.pools import MERGE_POOL
from rmt_engine.spark.write.row_changes import RowChanges
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.sql.tables.layout import run_layout, stored_schema
from rmt_engine.sql.tables.ttl import goes_by_parts
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["PartChanges", "background_merges", "describe_with"]


class PartChanges:
    """Tells those who have work to do that a table's parts changed.

    Args:
        builder: builds deletion vectors.
        scheduler: merges parts.
    """

    def __init__(self, builder: FinalBuilder, scheduler: MergeScheduler) -> None:
        self._builder = builder
        self.scheduler = scheduler

    def parts_changed(self, table: Table, when: str) -> None:
        """Has the deletion vector built and merges chosen.

        Args:
            table: the table.
            when: the session's `final_build`.
        """
        self.scheduler.parts_changed()
        self._builder.parts_changed(table, when)


def background_merges(
    context: SparkContext, store: Store, slots: int, describe: Describe, builder: FinalBuilder
) -> MergeScheduler:
    """The scheduler of an engine, not started yet.

    Args:
        context: the SparkContext.
        store: the store.
        slots: how many merges run at the same time.
        describe: tells how a table's rows are stored.
        builder: builds the deletion vector after a merge.
    """

    @contextmanager
    def job(number: int) -> Iterator[None]:
        context.setLocalProperty("spark.scheduler.pool", MERGE_POOL)
        context.setJobGroup(_group(number), "background merge", interruptOnCancel=False)
        yield

    return MergeScheduler(
        store,
        slots,
        lambda table: _policy(table, describe),
        lambda table: builder.parts_changed(table, "background"),
        job,
        lambda number: context.cancelJobGroup(_group(number)),
    )


def describe_with(changes: RowChanges) -> Describe:
    """What tells how tables are stored; `changes` brings old files to the newest structure."""

    def describe(table: Table) -> StoredTable:
        definition = table.definition
        layout = run_layout(definition)
        schema = stored_schema(definition)
        return StoredTable(
            table, schema, layout, changes.restructure, changes.clear, changes.project
        )

    return describe


def _policy(table: Table, describe: Describe) -> MergePolicy:
    def number(name: str) -> int:
        return int(table_setting(table.definition.settings, name))

    whole = number("min_age_to_force_merge_on_partition_only") == 1
    return MergePolicy(
        describe(table),
        number("max_bytes_to_merge_at_max_space_in_pool"),
        number("max_bytes_to_merge_at_min_space_in_pool"),
        number("min_age_to_force_merge_seconds"),
        whole,
        engine_of(table.definition).has_cleanup
        and whole
        and number("enable_replacing_merge_with_cleanup_for_min_age_to_force_merge") == 1
        and number("allow_experimental_replacing_merge_with_cleanup") == 1,
        float(table_setting(table.definition.settings, "merge_selector_base")),
        number("merge_with_ttl_timeout"),
        goes_by_parts(table.definition),
        number("max_number_of_merges_with_ttl_in_pool"),
    )


def _group(number: int) -> str:
    return f"rmt-merge-{number}"
