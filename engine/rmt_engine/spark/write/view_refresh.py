"""One refresh of a materialized view: its query runs, and its rows are committed in one go.

The query runs in a session of its own, with the settings the endpoint starts sessions with and
those at its end, as the user who made the view.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark import SparkContext
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.merges.refresher import Commit
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.pools import MERGE_POOL
from rmt_engine.spark.bridge.refusals import refusal
from rmt_engine.spark.session.active import ActiveSession, statement_settings, untouched
from rmt_engine.spark.session.background_statements import BackgroundStatements
from rmt_engine.spark.session.query_catalog import QueryCatalog
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.sql.query.compiler import compile_text
from rmt_engine.sql.tables.aggregate_types import check_states_of_table
from rmt_engine.sql.text.quoting import bare_name
from rmt_engine.store.block_ids import AtCommit, forget_blocks
from rmt_engine.store.refresh import Amounts, Refresh
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.views import target_of

__all__ = ["ViewRefreshes"]

_MOST_STAGES = 200
"""Of how many stages of a refresh the rows that they read are counted."""


class ViewRefreshes:
    """Makes refreshes in Spark.

    Args:
        gateway: the bridge to the JVM.
        context: the SparkContext.
        store: the store.
        inserter: inserts DataFrames.
        new_session: makes a session as a client gets it.
        statements: told of the queries.
    """

    def __init__(
        self,
        gateway: Gateway,
        context: SparkContext,
        store: Store,
        inserter: Inserter,
        new_session: Callable[[], SparkSession],
        statements: BackgroundStatements,
    ) -> None:
        self._gateway = gateway
        self._context = context
        self._store = store
        self._inserter = inserter
        self._new_session = new_session
        self._statements = statements
        self._cancelled: set[str] = set()
        self._lock = threading.Lock()

    def refresh(self, view: Table, refresh: Refresh, run_id: str, commit: Commit) -> None:
        """Runs the query of a view and commits what it gives.

        Args:
            view: the view.
            refresh: its clause.
            run_id: tells the attempt from all others.
            commit: what the commit calls.

        Raises:
            RmtError: the query or the target fails, or the attempt was cancelled; nothing happened.
        """
        definition = view.definition.view
        assert definition is not None
        names = ", ".join(bare_name(column.name) for column in view.definition.columns)
        target = ".".join(map(bare_name, view.target))
        text = f"INSERT INTO {target} ({names}) {definition.query}"
        events = self._store.events
        try:
            with (
                self._statements.noted(
                    run_id, text, definition.definer, lambda: self.cancel(run_id)
                ),
                self._job(run_id, f"refresh of {view.qualified}", definition.definer),
                errors_named(),
            ):
                self._run(view, refresh, run_id, commit)
        except BaseException as error:
            events.add("RefreshableViewRefreshFailed")
            refused = refusal(error) if isinstance(error, AnalysisException) else None
            if refused is not None:
                raise refused from None
            raise
        finally:
            with self._lock:
                self._cancelled.discard(run_id)
        events.add("RefreshableViewRefreshSuccess")

    def cancel(self, run_id: str) -> None:
        """Makes an attempt that is under way in this process fail soon."""
        with self._lock:
            self._cancelled.add(run_id)
        self._context._jsc.sc().cancelJobGroupAndFutureJobs(run_id)

    def progress(self, run_id: str) -> float:
        """How far an attempt of this process is: the share of its tasks that are done."""
        tasks = done = 0
        tracker = self._context.statusTracker()
        for stage in self._stages(run_id):
            info = tracker.getStageInfo(stage)
            if info is not None:
                tasks += info.numTasks
                done += info.numCompletedTasks
        return done / tasks if tasks else 0.0

    @contextmanager
    def _job(self, run_id: str, description: str, user: str) -> Iterator[None]:
        """What is set for this thread in the JVM: its threads serve many refreshes."""
        users = self._gateway.scala_object("org.apache.spark.sql.catalyst.CurrentUserContext")
        self._context.setLocalProperty("spark.scheduler.pool", MERGE_POOL)
        self._context.setJobGroup(run_id, description, interruptOnCancel=False)
        if user:
            users.CURRENT_USER().set(user)
        try:
            yield
        finally:
            users.CURRENT_USER().remove()

    def _run(self, view: Table, refresh: Refresh, run_id: str, commit: Commit) -> None:
        assert view.definition.view is not None
        registry = self._store.registry
        target = target_of(registry, view)
        session = self._new_session()
        active = ActiveSession(self._gateway, self._context, registry, session._jsparkSession)
        query = view.definition.view.query
        compiled = compile_text(query, QueryCatalog(active, self._gateway), stores=True)
        settings = {**active.settings(), **compiled.settings, "insert_deduplication_token": ""}
        with untouched(), statement_settings(compiled.settings):
            frame = session.sql(compiled.sql)
        names = [column.name for column in compiled.columns]
        check_states_of_table(target.definition, names, [one.type for one in compiled.columns])

        def also(connection: Connection, _inserted: object) -> None:
            self._check_wanted(run_id)
            there = registry.tables.find_in(connection, *view.target)
            if there is None or there.id != target.id:
                raise RmtError(
                    "ABORTED",
                    f"Another table has taken the name {'.'.join(view.target)} meanwhile.",
                    "The view is refreshed again.",
                )
            if not refresh.append:
                forget_blocks(connection, target.id)
            commit(connection, self._amounts(connection, target, run_id))

        self._check_wanted(run_id)
        self._inserter.insert(
            target,
            frame.toDF(*names),
            names,
            settings,
            overwrite=not refresh.append,
            query=query,
            at_commit=AtCommit(also),
        )

    def _check_wanted(self, run_id: str) -> None:
        with self._lock:
            is_cancelled = run_id in self._cancelled
        if is_cancelled:
            raise RmtError("QUERY_WAS_CANCELLED", "The refresh was cancelled.")

    def _amounts(self, connection: Connection, target: Table, run_id: str) -> Amounts:
        written = self._store.refreshes.added_in(connection, target.id)
        rows = size = 0
        stages = self._context._jsc.sc().statusStore()
        for stage in self._stages(run_id)[:_MOST_STAGES]:
            try:
                attempt: Any = stages.lastStageAttempt(stage)
            except Py4JJavaError:
                # Spark forgets old stages, and has not heard of the newest ones yet.
                continue
            rows += attempt.inputRecords()
            size += attempt.inputBytes()
        return Amounts(rows, size, *written)

    def _stages(self, run_id: str) -> list[int]:
        tracker = self._context.statusTracker()
        jobs = (tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(run_id))
        return [stage for job in jobs if job is not None for stage in job.stageIds]
