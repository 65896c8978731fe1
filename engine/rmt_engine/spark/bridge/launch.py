"""Launching the JVM: early and in a thread, so that Python's imports cost no time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pyspark import SparkConf, java_gateway
from pyspark.errors import PySparkRuntimeError

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.class_archive import VERIFIED, ClassArchive

__all__ = ["LOGGED_CHARACTERS", "LaunchedJvm"]

LOGGED_CHARACTERS = 100_000
"""So much of a statement's text is remembered, as by ClickHouse's `log_queries_cut_to_length`."""
_STACK = "16m"
"""Of each thread: what `max_parser_depth` allows needs more than Java's one megabyte."""
_DEFAULTS = {
    "spark.app.name": "rmt",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.scheduler.mode": "FAIR",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "100000",
    # A client's `${env:…}` is text: the endpoint's environment is not for clients to read.
    "spark.sql.variable.substitute": "false",
    # What Spark's parser remembers of statements would else grow for as long as the endpoint runs.
    "spark.sql.parser.manageParserCaches": "true",
    "spark.sql.parser.parserDfaCacheFlushRatio": "15",
    # What Spark remembers of statements that have ended is counted, not measured: it is cut.
    "spark.sql.thriftServer.ui.retainedStatements": "1000",
    "spark.sql.redaction.string.regex": rf"(?s)(?<=^.{{{LOGGED_CHARACTERS}}}).+",
    "spark.sql.maxPlanStringLength": "1048576",
    "spark.sql.ui.retainedExecutions": "100",
    "spark.ui.retainedJobs": "200",
    "spark.ui.retainedStages": "200",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.python.worker.reuse": "true",
    "spark.python.daemon.module": "rmt_engine.spark.bridge.worker_daemon",
    "spark.hadoop.datanucleus.schema.autoCreateAll": "true",
    "spark.hadoop.hive.metastore.schema.verification": "false",
    "spark.hadoop.hive.variable.substitute": "false",
}
_CONNECT = {
    "spark.connect.grpc.binding.address": "127.0.0.1",
    # A plan that is kept reads the parts there were when it was made.
    "spark.connect.session.planCache.maxSize": "0",
    "spark.sql.connect.ui.retainedStatements": "1000",
    # What a client shows of an error is its message.
    "spark.sql.connect.serverStacktrace.enabled": "false",
    "spark.sql.pyspark.jvmStacktrace.enabled": "false",
}
"""What Spark Connect is told, beside its port."""
_AUTHENTICATION = "spark.hadoop.hive.server2.authentication"
_OPERATION_LOGS = "spark.hadoop.hive.server2.logging.operation.log.location"
_LOOPBACK = "127.0.0.1"
_KEPT_BACK = re.compile(
    r"RMT_(?:CONF|PASSWORD|REGISTRY|URL)|PGPASS\w*|\w*(?:PASSWORD|TOKEN|SECRET)", re.IGNORECASE
)
"""Variables that are for this process only."""
_CREDENTIALS_OF_STORES = ("AWS_", "AZURE_", "GOOGLE_", "HADOOP_")
"""The JVM reads and writes the files: these it needs."""
_POOLS = """<?xml version="1.0"?>
<allocations>
  <pool name="default">
    <schedulingMode>FAIR</schedulingMode>
    <weight>16</weight>
  </pool>
  <pool name="merges">
    <schedulingMode>FIFO</schedulingMode>
    <weight>1</weight>
  </pool>
</allocations>
"""
_IGNORING_CTRL_C = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
_LOG_MEGABYTES = 20
_OLD_LOGS = 4
"""How large `spark.log` grows before it becomes `spark.log.1`, and how many of these are kept."""
_TRACE_OF_STATEMENT = (
    r"(?s)\A([^\n]*(?:AnalysisException|ParseException|\(code \d+, SQLSTATE )[^\n]*"
    r"(?:\n(?!\tat )[^\n]*)?+(?:\n(?!\tat )[^\n]*)?+).*(?=\n)"
)
"""An exception that a client has got: what follows its first lines tells nothing more."""
_LOG4J = """
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
appender.file.type = RollingFile
appender.file.name = file
appender.file.fileName = {path}
appender.file.filePattern = {rolled}.%i
appender.file.policies.type = Policies
appender.file.policies.size.type = SizeBasedTriggeringPolicy
appender.file.policies.size.size = {size}MB
appender.file.strategy.type = DefaultRolloverStrategy
appender.file.strategy.max = {count}
appender.file.strategy.fileIndex = min
appender.file.layout.type = PatternLayout
appender.file.layout.alwaysWriteExceptions = false
appender.file.layout.pattern = %d{{yyyy-MM-dd HH:mm:ss}} %p %c{{1}}: %m%n{exception}
logger.hive.name = org.apache.hadoop.hive
logger.hive.level = error
logger.datanucleus.name = DataNucleus
logger.datanucleus.level = error
logger.functions.name = org.apache.spark.sql.catalyst.analysis.SimpleFunctionRegistry
logger.functions.level = error
logger.scheduler.name = org.apache.spark.scheduler.DAGScheduler
logger.scheduler.level = error
"""
"""Without the stack traces of statements' own errors, and without a warning for each function that
a session gets, and for each statement that ended without a job to cancel."""
_LOG4J_OF_LOGINS = """
logger.login.name = org.apache.thrift.transport.TSaslTransport
logger.login.level = off
logger.connection.name = org.apache.thrift.server.TThreadPoolServer
logger.connection.level = off
"""
"""A login that fails is a line in the engine's log; these would add two stack traces to each."""


def _garbage_collector() -> str:
    """On few cores G1's own threads get in the way: the parallel collector starts 1.2 s sooner."""
    return "-XX:+UseParallelGC" if (os.cpu_count() or 1) <= 4 else ""


_EMBEDDED_METASTORE = {
    # SQL of Hive's own is for many partitions of Hive's tables, and is tried out on every start.
    "spark.hadoop.hive.metastore.try.direct.sql": "false",
    "spark.hadoop.hive.metastore.try.direct.sql.ddl": "false",
    # Hive has no such files, which are looked for in every jar for each of its classes.
    "spark.hadoop.datanucleus.metadata.supportORM": "false",
    # Its calls are made in one thread, which needs no pool of connections.
    "spark.hadoop.datanucleus.connectionPoolingType": "NONE",
    # What Derby refuses once it refuses ten times, with two seconds between.
    "spark.hadoop.hive.hmshandler.retry.attempts": "1",
    "spark.hadoop.hive.hmshandler.retry.interval": "10ms",
}
"""Derby in this process starts in half the time with them."""
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"


class LaunchedJvm:
    """A JVM that is starting.

    Args:
        settings: what the engine is told.
        thrift_port: the port HiveServer2 will listen on; None without one.
        scratch: a directory for as long as the JVM runs. HiveServer2 keeps there what sessions
            read of their statements' logs: all servers of a user have the same directory by
            default, and each deletes it at its end.

    Attributes:
        archive: the archive of its classes; None where there is to be none.
        classes: the file in which it lists its classes, if the archive is to be made of them.
    """

    def __init__(
        self,
        settings: EngineSettings,
        thrift_port: int | None = None,
        scratch: Path | None = None,
    ) -> None:
        self._settings = settings
        self._scratch = scratch
        self.archive = _archive(settings)
        is_listing = scratch is not None and self.archive is not None and self.archive.is_wanted
        self.classes = scratch / "jvm.classes" if scratch is not None and is_listing else None
        settings.home.mkdir(parents=True, exist_ok=True)
        settings.log_path.parent.mkdir(parents=True, exist_ok=True)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        self._conf = self._spark_conf(thrift_port)
        self._gateway: Any = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._launch, name="rmt-launch")
        self._thread.start()

    def wait(self) -> tuple[SparkConf, Any]:
        """Spark's configuration and py4j's gateway, once the JVM runs.

        The JVM's command line, which every user of the machine can read, has no secrets: they join
        the configuration here.

        Raises:
            RmtError: `INVALID_CONFIG_PARAMETER`, there is no Java, or the JVM did not start.
        """
        self._thread.join()
        if isinstance(self._error, (PySparkRuntimeError, OSError)):
            reason = (str(self._error).strip().splitlines() or ["it did not start"])[0]
            raise RmtError(
                "INVALID_CONFIG_PARAMETER",
                f"Java does not start: {reason.rstrip('.')}.",
                "Install a JDK 17 or 21 and put it on the PATH, or set JAVA_HOME; rmt doctor and "
                f"{self._settings.log_path.with_name('jvm.log')} tell more.",
            ) from self._error
        if self._error is not None:
            raise self._error
        for key, value in self._settings.secrets.items():
            self._conf.set(key, value)
        return self._conf, self._gateway

    def _launch(self) -> None:
        try:
            with self._settings.log_path.with_name("jvm.log").open("ab") as log:
                options = {"stdout": log, "stderr": log}
                self._gateway = _launch_gateway(
                    self._conf, options, self._settings.runs_on_one_machine
                )
        except BaseException as error:
            self._error = error

    def _spark_conf(self, thrift_port: int | None) -> SparkConf:
        conf = SparkConf()
        settings = {**_DEFAULTS, **self._own_conf(thrift_port), **self._settings.conf}
        # The JVM gets ours and the user's.
        settings[_JAVA_OPTIONS] = self._java_options()
        if thrift_port is not None:
            settings[_AUTHENTICATION] = self._settings.authentication
        for key, value in settings.items():
            if key not in self._settings.secrets:
                conf.set(key, value)
        return conf.setMaster(self._settings.master)

    def _own_conf(self, thrift_port: int | None) -> dict[str, str]:
        settings = self._settings
        conf = {
            "spark.driver.memory": settings.heap,
            "spark.scheduler.allocation.file": f"file://{self._pools()}",
            "spark.sql.warehouse.dir": settings.spark_warehouse,
            **self._addresses(),
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
        if settings.metastore in (None, "memory"):
            conf |= _EMBEDDED_METASTORE
        if settings.runs_on_one_machine:
            # A task without memory fails: it would end this process, in which all others run.
            conf["spark.executor.killOnFatalError.depth"] = "0"
        if settings.is_local_warehouse:
            # Reading ranges side by side hides the latency of a network, which a disk has not.
            conf["spark.hadoop.parquet.hadoop.vectored.io.enabled"] = "false"
        endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
        if endpoint and settings.warehouse_uri.startswith("s3a:"):
            # As pyarrow and Amazon's own programs have it.
            conf["spark.hadoop.fs.s3a.endpoint"] = endpoint
            conf["spark.hadoop.fs.s3a.path.style.access"] = "true"
        if thrift_port is not None:
            conf["spark.hadoop.hive.server2.thrift.port"] = str(thrift_port)
            conf["spark.hadoop.hive.server2.thrift.bind.host"] = settings.host
        if thrift_port is not None and settings.connect_port is not None:
            conf |= _CONNECT
            conf["spark.connect.grpc.binding.port"] = str(settings.connect_port)
        if self._scratch is not None:
            conf[_OPERATION_LOGS] = str(self._scratch / "operations")
        return conf

    def _addresses(self) -> dict[str, str]:
        """Where the driver listens for its executors, which is not where clients connect."""
        settings = self._settings
        if settings.runs_on_one_machine:
            return {"spark.driver.bindAddress": _LOOPBACK, "spark.driver.host": _LOOPBACK}
        if settings.is_loopback:
            return {}
        if settings.host in ("0.0.0.0", "::"):  # noqa: S104 - what it is compared with
            return {"spark.driver.bindAddress": settings.host}
        return {"spark.driver.bindAddress": settings.host, "spark.driver.host": settings.host}

    def _pools(self) -> Path:
        path = self._settings.log_path.with_name("pools.xml")
        path.write_text(_POOLS)
        return path

    def _java_options(self) -> str:
        path = self._settings.log_path
        config = path.with_name("log4j2.properties")
        log = path.with_name("spark.log")
        log4j = _LOG4J.format(
            path=log,
            rolled=str(log).replace("%", "%%"),
            size=_LOG_MEGABYTES,
            count=_OLD_LOGS,
            exception=f"%replace{{%ex}}{{{_TRACE_OF_STATEMENT}}}{{$1}}".replace("\\", "\\\\"),
        )
        config.write_text(log4j + (_LOG4J_OF_LOGINS if self._settings.authenticates else ""))
        derby_log = _quoted(path.with_name("derby.log"))
        return (
            f"-Dlog4j2.configurationFile={config.as_uri()} "
            f'"-Dderby.stream.error.file={derby_log}" '
            f"-Xss{_STACK} -XX:+ExplicitGCInvokesConcurrent {_garbage_collector()} "
            f"{self._archive_option()} {self._settings.conf.get(_JAVA_OPTIONS, '')}"
        ).strip()

    def _archive_option(self) -> str:
        if self.classes is not None:
            return f'"-XX:DumpLoadedClassList={_quoted(self.classes)}"'
        if self.archive is None or not self.archive.exists:
            return ""
        self.archive.note_use()
        return f'"-XX:SharedArchiveFile={_quoted(self.archive.path)}" {VERIFIED}'


def _archive(settings: EngineSettings) -> ClassArchive | None:
    """The archive of the JVM's classes; None where there can be none, and nobody named a place."""
    found = ClassArchive.of(settings.archives, settings.conf) if settings.archives else None
    if found is None and settings.archives and settings.class_archives:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            f"class_archives is {settings.archives}, which is no directory that only this user can "
            "write to.",
            "Take the right to write from others with chmod go-w, or set it to none.",
        )
    return found


def _quoted(path: Path) -> str:
    """A path inside the double quotes of one of the JVM's options."""
    return str(path).replace("\\", "\\\\").replace('"', '\\"')


def _launch_gateway(conf: SparkConf, options: dict[str, Any], on_one_machine: bool) -> Any:
    """PySpark's `launch_gateway`, without Python code between fork and exec.

    PySpark makes the JVM ignore Ctrl-C in a `preexec_fn`. In a process of many threads the forked
    child then waits forever for a lock that some thread held. A shell does the same.
    """

    def start(command: list[str], **popen: Any) -> subprocess.Popen[bytes]:
        popen.pop("preexec_fn", None)
        popen["env"] = _environment(popen.get("env") or os.environ, on_one_machine)
        return subprocess.Popen([*_IGNORING_CTRL_C, *command], **popen)  # noqa: S603 - PySpark's own

    module: Any = java_gateway
    stock = module.Popen
    module.Popen = start
    try:
        return module.launch_gateway(conf, options)
    finally:
        module.Popen = stock


def _environment(given: Mapping[str, str], on_one_machine: bool) -> dict[str, str]:
    """The JVM's environment, which it hands on to its workers: without secrets.

    Spark's UI listens on `SPARK_LOCAL_IP`; no setting says where.
    """
    kept = {
        name: value
        for name, value in given.items()
        if name.startswith(_CREDENTIALS_OF_STORES) or not _KEPT_BACK.fullmatch(name)
    }
    return {"SPARK_LOCAL_IP": _LOOPBACK, **kept} if on_one_machine else kept
