"""Starting the engine: a JVM, a SparkContext, the hooks, and one session with all of it."""

from __future__ import annotations

import atexit
import logging
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from py4j.protocol import Py4JError, Py4JJavaError
from pyspark import SparkContext
from pyspark.errors.exceptions.captured import CapturedException
from pyspark.sql import DataFrame, SparkSession

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError, first_line
from rmt_engine.merges.final import FinalRows
from rmt_engine.merges.final_builder import BACKGROUND, FinalBuilder
from rmt_engine.merges.mutator import Mutator
from rmt_engine.merges.refresher import Refresher
from rmt_engine.rights import EVERYTHING, Rights
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.launch import LaunchedJvm
from rmt_engine.spark.bridge.metastore import keep_interrupts_out
from rmt_engine.spark.bridge.providers import machine_learning_left_out
from rmt_engine.spark.read.masks import MaskLimits
from rmt_engine.spark.read.scan import Scans
from rmt_engine.spark.run.activity import Activity
from rmt_engine.spark.run.background_work import BackgroundWork
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.executor import Executor
from rmt_engine.spark.run.guard import Guard
from rmt_engine.spark.run.hooks import Extensions
from rmt_engine.spark.run.session_tables import SessionTables
from rmt_engine.spark.run.statement_notes import NotesOfStatements
from rmt_engine.spark.run.statement_progress import ProgressOfStatements
from rmt_engine.spark.run.statement_runner import StatementRunner
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.session.background_statements import BackgroundStatements
from rmt_engine.spark.write.background_merges import PartChanges, background_merges, describe_with
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.spark.write.mutations import MutationStatements
from rmt_engine.spark.write.projector import Projector
from rmt_engine.spark.write.row_changes import RowChanges
from rmt_engine.spark.write.runner import SparkRunner
from rmt_engine.spark.write.view_refresh import ViewRefreshes
from rmt_engine.sql.text.tokens import Cursor, tokenize
from rmt_engine.store.collector import Collector
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.system.table import AskedTables, SystemContext
from rmt_engine.system.tables import SYSTEM_TABLES

__all__ = ["Engine", "current_engine", "start_engine"]

_METASTORE_PATIENCE_S = 20.0
_EXTENSIONS = "spark.sql.extensions"
_PAGE_CHECKSUMS = "parquet.page.verify-checksum.enabled"
"""Whether scans hold what they read against the checksums in files."""
_lock = threading.Lock()
_current: Engine | None = None
_log = logging.getLogger(__name__)


class Engine:
    """A running engine. One runs in a process.

    Args:
        settings: what it is told.
        jvm: the JVM, launched with the same settings.
        rights: what statements may do.
        has_dataframes: whether clients have DataFrames, not statements only.
    """

    def __init__(
        self, settings: EngineSettings, jvm: LaunchedJvm, rights: Rights, has_dataframes: bool
    ) -> None:
        self.settings = settings
        self._has_dataframes = has_dataframes
        self._rights = rights
        _log_to(settings.log_path)
        self._executor: Executor | None = None
        self.context = self._start_context(jvm)
        self.gateway = Gateway(self.context)
        extensions = Extensions(self.gateway, self._get_executor, self._rights)
        self.spark = self._start_session(extensions)
        with ThreadPoolExecutor(1, "rmt-start") as pool:
            metastore = pool.submit(self._wait_for_metastore)
            extensions.inject_functions()
            self.store = Store(
                Registry(settings.registry_url),
                Storage(f"{settings.warehouse_uri}/tables"),
                SparkRunner(self.context),
            )
            self._assemble()
            metastore.result()
        if settings.metastore is None:
            keep_interrupts_out(self.gateway, self.spark)
        self._attach_left_tables()
        self._catalog.reconcile()
        self._stopped = False
        self._system = threading.Thread(target=self._create_system, name="rmt-system", daemon=True)
        self._system.start()
        self._collector = Collector(self.store, self.session_tables.drop_orphans)
        self._collector.start()
        self.merges.start()
        self._mutator.start()
        self._refresher.start()
        self.gateway.callback_threads.start()

    def _start_context(self, jvm: LaunchedJvm) -> SparkContext:
        if SparkContext._active_spark_context is not None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "A SparkContext is running already, without the engine's hooks.",
                "Stop it first (spark.stop()); rmt_engine.session() starts its own.",
            )
        conf, gateway = jvm.wait()
        return SparkContext(conf=conf, gateway=gateway)

    def _start_session(self, extensions: Extensions) -> SparkSession:
        builder = self.gateway.jvm.org.apache.spark.sql.classic.SparkSession.builder()
        if self.settings.metastore != "memory":
            builder = builder.enableHiveSupport()
        builder = builder.withExtensions(extensions)
        if self._has_dataframes or _EXTENSIONS in self.settings.conf:
            java = builder.getOrCreate()
        else:
            with machine_learning_left_out(self.gateway):
                java = builder.getOrCreate()
        session = SparkSession(self.context, java)
        SparkSession._instantiatedSession = session
        return session

    def _wait_for_metastore(self) -> None:
        """Opens the metastore; Derby stays locked for a moment after its process was killed."""
        shared = self.spark._jsparkSession.sharedState()
        deadline = time.monotonic() + _METASTORE_PATIENCE_S
        while True:
            try:
                shared.externalCatalog().databaseExists("default")
                return
            except (Py4JJavaError, CapturedException) as error:
                if time.monotonic() > deadline:
                    raise RmtError(
                        "INVALID_CONFIG_PARAMETER",
                        f"Cannot open the metastore: {first_line(error)[:200]}",
                        "Is another engine using this warehouse? An embedded (Derby) metastore "
                        "serves one process; --metastore takes a shared one.",
                    ) from error
                time.sleep(0.5)

    def _assemble(self) -> None:
        own = SparkSession(self.context, self.spark._jsparkSession.newSession())
        for key, value in (
            ("spark.sql.session.timeZone", "UTC"),
            ("spark.sql.ansi.enabled", "true"),
            ("spark.sql.execution.arrow.localRelationThreshold", "64MB"),
        ):
            own.conf.set(key, value)
        verifies = self.settings.conf.get(f"spark.hadoop.{_PAGE_CHECKSUMS}", "true")
        own.conf.set(_PAGE_CHECKSUMS, verifies)
        self._catalog = Catalog(self.gateway, own, self.store.registry)
        limits = MaskLimits(self.settings.mask_literal_bytes, self.settings.mask_join_bytes)
        row_changes = RowChanges(self.gateway, own, self.store, limits)
        describe = describe_with(row_changes)
        final_rows = FinalRows(self.store, describe)
        self._builder = FinalBuilder(self.store, final_rows)
        self._builder.start()
        self.merges = background_merges(
            self.context, self.store, self.settings.background_pool_size, describe, self._builder
        )
        changes = PartChanges(self._builder, self.merges)
        projector = Projector(self.gateway, own, self.store, limits)
        self.inserter = Inserter(self.gateway, self.store, changes, projector)
        scans = Scans(
            self.gateway,
            own,
            self.store,
            final_rows,
            limits,
            self.settings.prune_files,
            self.settings.split_clean_parts,
        )
        self._mutator = Mutator(
            self.store,
            row_changes,
            lambda table: changes.parts_changed(table, BACKGROUND),
            self.merges.is_stopped,
        )
        mutations = MutationStatements(
            self.gateway, self.store, row_changes, self._mutator, changes
        )
        statements = BackgroundStatements()
        self.activity = Activity(self.gateway, self.context._jsc.sc(), statements)
        self._refresher = Refresher(
            self.store,
            self.settings.background_pool_size,
            ViewRefreshes(
                self.gateway,
                self.context,
                self.store,
                self.inserter,
                lambda: SparkSession(self.context, self.spark._jsparkSession.newSession()),
                statements,
            ),
        )
        runner = StatementRunner(
            self.gateway,
            own,
            self.store,
            self.inserter,
            BackgroundWork(changes, self._refresher, self.activity),
            self._catalog,
            mutations,
            describe,
        )

        def system_context(
            session: Mapping[str, str],
            database: str | None,
            temporary: Sequence[Table],
            asked: AskedTables,
        ) -> SystemContext:
            return SystemContext(
                self.store,
                session,
                self._catalog.describe_databases,
                self.activity.queries,
                self.merges.progress,
                database,
                self._catalog.other_relations,
                temporary,
                self._refresher.statuses,
                self._get_executor().notes.of,
                self._catalog.temporary_views,
                asked,
            )

        self._executor = Executor(
            self.gateway,
            self.context,
            self.store,
            scans,
            runner,
            self._await_system,
            system_context,
            Guard(self.gateway, self.context, self._rights),
        )

    def _attach_left_tables(self) -> None:
        """Brings tables back that were detached until a restart; see `DetachedTables`."""
        for table in self.store.detached_tables.left_behind():
            if self._catalog.is_free(table.database, table.name):
                self.store.detached_tables.attach(table.database, table.name)
                _log.info("attached table=%s", table.qualified)
            else:
                _log.warning("table=%s stays detached: its name is taken", table.qualified)

    def _create_system(self) -> None:
        """Fills the database `system` once clients can connect; who asks for it sooner waits."""
        try:
            self._catalog.create_system_database(list(SYSTEM_TABLES), lambda: self._stopped)
        except Exception:
            _log.exception("cannot create the database system")

    def _await_system(self) -> None:
        if threading.current_thread() is not self._system:
            self._system.join()

    def _get_executor(self) -> Executor:
        if self._executor is None:
            raise RmtError("TABLE_IS_BEING_RESTARTED", "The engine is still starting.")
        return self._executor

    @property
    def session_tables(self) -> SessionTables:
        """The temporary tables of sessions."""
        return self._catalog.session_tables

    @property
    def notes(self) -> NotesOfStatements:
        """What was noted of statements."""
        return self._get_executor().notes

    @property
    def progress(self) -> ProgressOfStatements:
        """How far statements are."""
        return ProgressOfStatements(self.gateway, self.context._jsc.sc())

    def why_lost(self) -> str | None:
        """Why it cannot go on, in a sentence; None while it can."""
        code = self._process.poll()
        if code is not None:
            return f"The JVM ended with exit code {code}."
        try:
            is_stopped = self.context._jsc.sc().isStopped()
        except (Py4JError, OSError):
            return "The JVM does not answer."
        if is_stopped:
            return "Spark stopped inside its JVM, as it does when there is no memory left."
        return None

    def abandon(self) -> None:
        """Ends the JVM at once: nothing waits for its answers any more."""
        self._process.kill()
        self._process.wait()

    @property
    def jvm(self) -> int:
        """The JVM's process id."""
        return self._process.pid

    @property
    def _process(self) -> subprocess.Popen[bytes]:
        """The JVM; it is there from the start of the context on."""
        process: subprocess.Popen[bytes] = self.context._gateway.proc  # type: ignore[union-attr]
        return process

    def ask_catalog(self) -> None:
        """Returns once the catalog has answered a question."""
        self._catalog.check_database("default")

    def insert(self, frame: DataFrame, name: str, deduplication_token: str | None = None) -> None:
        """Inserts a DataFrame; see `rmt_engine.insert`."""
        session = frame.sparkSession._jsparkSession
        active = ActiveSession(self.gateway, self.context, self.store.registry, session)
        cursor = Cursor(name, tokenize(name))
        qualified = cursor.name()
        cursor.end()
        table = active.find_table(qualified)
        if table is None:
            raise RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")
        settings = active.settings()
        if deduplication_token is not None:
            settings["insert_deduplication_token"] = deduplication_token
        self.inserter.insert(table, frame, frame.columns, settings)

    def stop(self) -> None:
        """Ends everything, in order; a second call does nothing."""
        global _current  # noqa: PLW0603 - one engine a process, as one JVM
        if self._stopped:
            return
        self._stopped = True
        self._system.join()
        self._refresher.close()
        self.merges.close()
        self._collector.stop()
        self._mutator.stop()
        self._builder.stop()
        self.gateway.callback_threads.close()
        try:
            self.spark.stop()
        except (Py4JError, OSError):
            _log.warning("the JVM was gone before the engine stopped")
        self.store.close()
        with _lock:
            if _current is self:
                _current = None


def start_engine(
    settings: EngineSettings,
    jvm: LaunchedJvm,
    rights: Rights = EVERYTHING,
    has_dataframes: bool = True,
) -> Engine:
    """Starts the engine of this process.

    Args:
        settings: what it is told.
        jvm: the JVM, launched with the same settings.
        rights: what statements may do.
        has_dataframes: whether clients have DataFrames, not statements only.

    Raises:
        RmtError: another SparkContext is running, or the metastore cannot be opened.
    """
    global _current  # noqa: PLW0603 - one engine a process, as one JVM
    with _lock:
        _current = Engine(settings, jvm, rights, has_dataframes)
        atexit.register(_current.stop)
        return _current


def current_engine() -> Engine | None:
    """The engine of this process, if there is one."""
    return _current


def _log_to(path: Path) -> None:
    handler = logging.FileHandler(path, delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("rmt_engine")
    for old in list(logger.handlers):
        logger.removeHandler(old)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    for name in ("py4j", "SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
