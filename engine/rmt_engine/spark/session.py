"""Starting the engine: a JVM, a SparkContext, the hooks, and one session with all of it."""

from __future__ import annotations

import atexit
import logging
import os
import sys
import threading
import time


from pathlib import Path
from typing import Any

from py4j.protocol import Py4JError, Py4JJavaError
from pyspark import SparkConf, SparkContext
from pyspark.errors.exceptions.captured import CapturedException
from pyspark.java_gateway import launch_gateway
from pyspark.sql import DataFrame, SparkSession

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.merges.final import FinalRows
from rmt_engine.spark.active import ActiveSession
from rmt_engine.spark.catalog import Catalog
from rmt_engine.spark.executor import Executor
from rmt_engine.spark.gateway import Gateway
from rmt_engine.spark.hooks import Extensions
from rmt_engine.spark.insert import Inserter
from rmt_engine.spark.runner import SparkRunner
from rmt_engine.spark.scan import Scans
from rmt_engine.spark.statements import StatementRunner
from rmt_engine.sql.tokens import Cursor, tokenize
from rmt_engine.store.collector import Collector
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.system.tables import SYSTEM_TABLES

__all__ = ["Engine", "insert", "session"]

_METASTORE_PATIENCE_S = 20.0
_DEFAULTS = {
    "spark.app.name": "rmt",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.scheduler.mode": "FAIR",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "100000",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.cleaner.periodicGC.interval": "10min",
    "spark.python.worker.reuse": "true",
    "spark.hadoop.datanucleus.schema.autoCreateAll": "true",
    "spark.hadoop.hive.metastore.schema.verification": "false",
}
_LOG4J = """
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
appender.file.type = File
appender.file.name = file
appender.file.fileName = {path}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d{{yyyy-MM-dd HH:mm:ss}} %p %c{{1}}: %m%n%ex
logger.hive.name = org.apache.hadoop.hive
logger.hive.level = error
logger.datanucleus.name = DataNucleus
logger.datanucleus.level = error
"""
_lock = threading.Lock()
_current: Engine | None = None
_log = logging.getLogger(__name__)


class Engine:
    """A running engine. One runs in a process.

    Args:
        settings: what it is told.
        thrift_port: the port HiveServer2 will listen on; None without one.
    """

    def __init__(self, settings: EngineSettings, thrift_port: int | None = None) -> None:
        self.settings = settings
        settings.home.mkdir(parents=True, exist_ok=True)
        settings.log_path.parent.mkdir(parents=True, exist_ok=True)
        _log_to(settings.log_path)
        self._executor: Executor | None = None
        self.context = self._start_context(thrift_port)
        self.gateway = Gateway(self.context)
        self.spark = self._start_session()
        self.store = Store(
            Registry(settings.registry_url),
            Storage(f"{self._warehouse_uri()}/tables"),
            SparkRunner(self.context),
        )
        self._assemble()
        self._collector = Collector(self.store)
        self._collector.start()
        self._stopped = False

    def _start_context(self, thrift_port: int | None) -> SparkContext:
        if SparkContext._active_spark_context is not None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "A SparkContext is running already, without the engine's hooks.",
                "Stop it first (spark.stop()); rmt_engine.session() starts its own.",
            )
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        conf = SparkConf()
        for key, value in {**_DEFAULTS, **self._own_conf(thrift_port), **self.settings.conf}.items():
            conf.set(key, value)
        conf.setMaster(self.settings.master)
        with self.settings.log_path.with_name("spark.log").open("ab") as log:
            launched = launch_gateway(conf, {"stdout": log, "stderr": log})
            return SparkContext(conf=conf, gateway=launched)

    def _own_conf(self, thrift_port: int | None) -> dict[str, str]:
        settings = self.settings
        conf = {
            "spark.driver.memory": settings.heap,
            "spark.driver.extraJavaOptions": self._java_options(),
            "spark.sql.warehouse.dir": f"{self._warehouse_uri()}/spark",
        }
        if settings.metastore == "memory":
            conf["spark.sql.catalogImplementation"] = "in-memory"
        elif settings.metastore:
            conf["spark.sql.catalogImplementation"] = "hive"
            conf["spark.hadoop.hive.metastore.uris"] = settings.metastore
        else:
            conf["spark.sql.catalogImplementation"] = "hive"
            conf["spark.hadoop.javax.jdo.option.ConnectionURL"] = (
                f"jdbc:derby:;databaseName={settings.home / 'metastore'};create=true"
            )
        if thrift_port is not None:
            conf["spark.hadoop.hive.server2.thrift.port"] = str(thrift_port)
            conf["spark.hadoop.hive.server2.thrift.bind.host"] = settings.host
        return conf

    def _java_options(self) -> str:
        path = self.settings.log_path
        config = path.with_name("log4j2.properties")
        config.write_text(_LOG4J.format(path=path.with_name("spark.log")))
        return (
            f"-Dlog4j2.configurationFile={config.as_uri()} "
            f"-Dderby.stream.error.file={path.with_name('derby.log')} "
            "-XX:+ExplicitGCInvokesConcurrent"
        )

    def _warehouse_uri(self) -> str:
        warehouse = self.settings.warehouse
        return warehouse.rstrip("/") if "://" in warehouse else self.settings.home.as_uri()

    def _start_session(self) -> SparkSession:
        builder = self.gateway.jvm.org.apache.spark.sql.classic.SparkSession.builder()
        if self.settings.metastore != "memory":
            builder = builder.enableHiveSupport()
        extensions = Extensions(self.gateway, self._get_executor)
        java = builder.withExtensions(extensions).getOrCreate()
        session = SparkSession(self.context, java)
        SparkSession._instantiatedSession = session
        self._wait_for_metastore(java)
        return session

    def _wait_for_metastore(self, java: Any) -> None:
        """Opens the metastore; Derby stays locked for a moment after its process was killed."""
        deadline = time.monotonic() + _METASTORE_PATIENCE_S
        while True:
            try:
                java.sessionState().catalog().databaseExists("default")
                return
            except (Py4JJavaError, CapturedException) as error:
                if time.monotonic() > deadline:
                    raise RmtError(
                        "INVALID_CONFIG_PARAMETER",
                        f"Cannot open the metastore: {_first_line(error)}",
                        "Is another engine using this warehouse? An embedded (Derby) metastore "
                        "serves one process; --metastore takes a shared one.",
                    ) from error
                time.sleep(0.5)

    def _assemble(self) -> None:
        own = SparkSession(self.context, self.spark._jsparkSession.newSession())
        for key, value in (("spark.sql.session.timeZone", "UTC"), ("spark.sql.ansi.enabled", "true")):
            own.conf.set(key, value)
        catalog = Catalog(self.gateway, own, self.store.registry)
        self.inserter = Inserter(self.gateway, self.store)
        scans = Scans(self.gateway, own, self.store, FinalRows(self.store))
        runner = StatementRunner(self.gateway, own, self.store, self.inserter, catalog)
        self._executor = Executor(self.gateway, self.context, self.store, scans, runner)
        catalog.reconcile(list(SYSTEM_TABLES))

    def _get_executor(self) -> Executor:
        if self._executor is None:
            raise RmtError("TABLE_IS_BEING_RESTARTED", "The engine is still starting.")
        return self._executor

    def insert(self, frame: DataFrame, name: str) -> None:
        """Inserts a DataFrame; see `rmt_engine.insert`."""
        active = ActiveSession(self.gateway, self.context, self.store.registry)
        cursor = Cursor(name, tokenize(name))
        qualified = cursor.name()
        cursor.end()
        table = active.find_table(qualified)
        if table is None:
            raise RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")
        self.inserter.insert(table, frame, frame.columns, active.settings())

    def stop(self) -> None:
        """Ends everything, in order; a second call does nothing."""
        global _current
        if self._stopped:
            return
        self._stopped = True
        self._collector.stop()
        try:
            self.spark.stop()
        except Py4JError:
            _log.warning("the JVM was gone before the engine stopped")
        self.store.close()
        with _lock:
            if _current is self:
                _current = None


def session(**settings: Any) -> SparkSession:
    """A PySpark session in which the engine's tables and statements work, without a server.

    A second call gives the same session.

    Args:
        **settings: fields of `rmt_engine.config.EngineSettings`: `warehouse`, `master`, `conf`, ….

    Raises:
        RmtError: another SparkContext is running, or the metastore cannot be opened.
    """
    return current_engine(**settings).spark


def current_engine(**settings: Any) -> Engine:
    """The engine of this process, started if there is none."""
    global _current
    with _lock:
        if _current is None:
            _current = Engine(EngineSettings(**settings))
            atexit.register(_current.stop)
        return _current


def insert(frame: DataFrame, table: str) -> None:
    """Inserts a DataFrame into a table; its columns are matched by name.

    Args:
        frame: the rows, of a session that `session` gave.
        table: `db.table`, or a table of the current database.

    Raises:
        RmtError: there is no such table, or a value does not fit; the table is as before.
    """
    if _current is None:
        raise RmtError("UNKNOWN_TABLE", "No engine is running.", "rmt_engine.session() starts one.")
    _current.insert(frame, table)


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


def _first_line(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0][:200] if text else type(error).__name__
