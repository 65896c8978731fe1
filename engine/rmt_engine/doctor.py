"""`rmt doctor`: is everything there that the engine needs, and if not, how to mend it."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rmt_engine.config import CONNECT_HOST, EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.memory import usable_memory

__all__ = ["Finding", "examine"]

_JAVA = (17, 21)
_VERSION = re.compile(r'version "(\d+)')
_LOW_MEMORY_BYTES = 3 * 2**30


@dataclass(frozen=True)
class Finding:
    """One thing looked at.

    Attributes:
        subject: what.
        ok: whether it will do.
        detail: what was found.
        mend: what to do about it; empty when nothing.
    """

    subject: str
    ok: bool
    detail: str
    mend: str = ""


def examine(settings: EngineSettings) -> Iterator[Finding]:
    """Looks at one thing after the other."""
    checks: tuple[Callable[[EngineSettings], Finding], ...] = (
        _python,
        _java,
        _pyspark,
        _memory,
        _port,
        _connect_port,
        _warehouse,
        _registry,
        _metastore,
        # Last: the JVM makes the directory for logs, which is the registry's, too.
        _warehouse_of_spark,
    )
    for check in checks:
        try:
            yield check(settings)
        except Exception as error:
            subject = check.__name__.strip("_")
            reason = (str(error).strip().splitlines() or [""])[0]
            yield Finding(subject, False, f"{type(error).__name__}: {reason}", "see the message")


def _python(_: EngineSettings) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", sys.version_info >= (3, 11), version, "use Python 3.11 or newer")


def _java(_: EngineSettings) -> Finding:
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    mend = "install a JDK 17 or 21 and put it on the PATH, or set JAVA_HOME"
    if java is None or not Path(java).exists():
        return Finding("Java", False, f"not found ({java or 'no java on the PATH'})", mend)
    output = subprocess.run(  # noqa: S603 - the Java that Spark would start
        [java, "-version"], capture_output=True, text=True, check=False
    )
    match = _VERSION.search(output.stderr + output.stdout)
    version = int(match[1]) if match else 0
    return Finding("Java", version in _JAVA or version > _JAVA[-1], f"{version} at {java}", mend)


def _pyspark(_: EngineSettings) -> Finding:
    version = importlib.metadata.version("pyspark")
    numbers = tuple(int(part) for part in version.split(".")[:2])
    return Finding(
        "PySpark", (4, 2) <= numbers < (4, 4), version, 'pip install "pyspark>=4.2,<4.4"'
    )


def _memory(settings: EngineSettings) -> Finding:
    total = usable_memory()
    return Finding(
        "Memory",
        total >= _LOW_MEMORY_BYTES,
        f"{total / 2**30:.1f} GiB, of which {settings.heap} for the JVM",
        "the engine wants 3 GiB",
    )


def _port(settings: EngineSettings) -> Finding:
    from rmt_engine.spark.serve.ports import check_port

    where = f"{settings.host}:{settings.port}"
    try:
        check_port(settings.host, settings.port)
    except RmtError as error:
        if _answers(settings.host, settings.port):
            return Finding("Port", True, f"{where} is served already")
        return Finding("Port", False, error.message, error.hint)
    refusal = settings.refusal()
    return Finding("Port", refusal is None, f"{where} is free", refusal or "")


def _connect_port(settings: EngineSettings) -> Finding:
    from rmt_engine.spark.serve.ports import check_port

    subject = "Connect port"
    if settings.connect_port is None:
        return Finding(subject, True, "Spark Connect is off: --connect-port turns it on")
    where = f"{CONNECT_HOST}:{settings.connect_port}"
    try:
        check_port(CONNECT_HOST, settings.connect_port, "--connect-port")
    except RmtError as error:
        if _answers(settings.host, settings.port):
            return Finding(subject, True, f"{where} is in use, and an endpoint is running")
        return Finding(subject, False, error.message, error.hint)
    return Finding(subject, True, f"{where} is free")


def _answers(host: str, port: int) -> bool:
    """Whether a HiveServer2 listens there."""
    from sqlalchemy_rmt import dbapi

    try:
        dbapi.connect(host, port).close()
    except (OSError, dbapi.Error):
        return False
    return True


def _warehouse(settings: EngineSettings) -> Finding:
    import pyarrow as pa

    from rmt_engine.warehouse_probe import pyarrow_calls

    if settings.is_local_warehouse and not settings.home.exists():
        return _new_warehouse(settings.home)
    mend = "choose a directory you may write: --warehouse"
    if not settings.is_local_warehouse:
        mend = "docs/operations.md, “Files in an object store”, says what each side needs"
    try:
        took = pyarrow_calls(settings.warehouse_uri)
    except (OSError, pa.ArrowException) as error:
        return Finding("Warehouse", False, str(error), mend)
    detail = f"{settings.warehouse_uri} can be written"
    if settings.is_local_warehouse:
        return Finding("Warehouse", True, detail)
    return Finding("Warehouse", True, f"{detail}; pyarrow: {_told(took)}")


def _warehouse_of_spark(settings: EngineSettings) -> Finding:
    from rmt_engine.warehouse_probe import hadoop_calls

    subject = "Warehouse of Spark"
    if settings.is_local_warehouse:
        return Finding(subject, True, "the same directory")
    try:
        took = hadoop_calls(settings)
    except OSError as error:
        mend = "docs/operations.md, “Files in an object store”, says what Hadoop needs"
        return Finding(subject, False, str(error), mend)
    return Finding(subject, True, f"both sides read what the other wrote; Hadoop: {_told(took)}")


def _told(took: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {milliseconds:.0f} ms" for name, milliseconds in took.items())


def _new_warehouse(home: Path) -> Finding:
    parent = next(each for each in home.parents if each.exists())
    if parent.is_dir() and os.access(parent, os.W_OK | os.X_OK):
        return Finding("Warehouse", True, f"{home} will be created")
    mend = "choose a directory you may write: --warehouse"
    return Finding("Warehouse", False, f"{home} cannot be created in {parent}", mend)


def _registry(settings: EngineSettings) -> Finding:
    from rmt_engine.store.registry import Registry

    if settings.registry is None and not settings.home.exists():
        return Finding("Registry", True, f"{settings.registry_url} will be created")
    try:
        registry = Registry(settings.registry_url)
    except Exception as error:
        first = str(error).strip().splitlines()[0]
        return Finding("Registry", False, first, "check the URL: --registry, RMT_REGISTRY")
    tables = len(registry.tables.all())
    shown = registry.url.render_as_string(hide_password=True)
    registry.close()
    return Finding("Registry", True, f"{shown}, {tables} tables")


def _metastore(settings: EngineSettings) -> Finding:
    if settings.metastore == "memory":
        return Finding("Metastore", True, "in memory: Spark's own tables end with the process")
    if settings.metastore:
        match = re.fullmatch(r"thrift://([^:]+):(\d+)", settings.metastore)
        if match is None:
            return Finding(
                "Metastore", False, settings.metastore, "write thrift://host:port, or `memory`"
            )
        try:
            socket.create_connection((match[1], int(match[2])), timeout=3).close()
        except OSError as error:
            return Finding("Metastore", False, f"{settings.metastore}: {error}", "start it")
        return Finding("Metastore", True, f"{settings.metastore} answers")
    lock = settings.home / "metastore" / "db.lck"
    if lock.exists():
        return Finding("Metastore", True, f"Derby in {lock.parent}, in use or closed uncleanly")
    return Finding("Metastore", True, f"Derby in {settings.home / 'metastore'}")
