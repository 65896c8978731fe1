"""A class-data archive for the JVMs of a long test run: each starts in two thirds of the time.

The JVM writes one when an endpoint ends that was told to; the others read it, if they load the same
jars. Source: https://docs.oracle.com/en/java/javase/17/vm/class-data-sharing.html.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import pyspark

from support.endpoint import Endpoint

__all__ = ["archive_classes", "lighten_jvms"]

_OPTIONS = "SPARK_SUBMIT_OPTS"
_PATIENCE_S = 300.0
_STATEMENTS = (
    "CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k",
    "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 1)",
    "INSERT INTO t SELECT k, upper(v), 2 FROM t WHERE k = 1",
    "SELECT v, count() FROM t FINAL GROUP BY v ORDER BY v",
    "ALTER TABLE t UPDATE v = 'c' WHERE k = 2 SETTINGS mutations_sync = 2",
    "OPTIMIZE TABLE t FINAL",
    "SELECT name FROM system.parts WHERE active",
)


def lighten_jvms() -> None:
    """Has JVMs that this process and its children start take less time and memory."""
    # A test's JVM does not live long enough to gain from the optimizing compiler, which takes a
    # third of the time of a processor.
    options = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m"
    os.environ.setdefault("JAVA_TOOL_OPTIONS", options)
    # Up to three of them run at a time for each worker, and executors besides.
    os.environ.setdefault("RMT_DRIVER_MEMORY", "1536m")
    # They share an archive of their own.
    os.environ.setdefault("RMT_CLASS_ARCHIVES", "none")


def archive_classes(folder: Path) -> None:
    """Makes an archive, which all JVMs that this process and its children start will read.

    Where the JVM does not write it in five minutes, they start without one.
    """
    java = os.path.realpath(shutil.which("java") or "").strip("/").replace("/", "-")
    archive = folder / f"classes-{pyspark.__version__}-{java}.jsa"
    given = os.environ.get(_OPTIONS, "")
    if not archive.exists():
        options = {_OPTIONS: f"{given} -XX:ArchiveClassesAtExit={archive}"}
        with tempfile.TemporaryDirectory() as warehouse:
            with Endpoint(Path(warehouse), env=options) as endpoint, endpoint.connect() as client:
                client.script(*_STATEMENTS)
            if not _is_written(archive):
                return
    reading = f"-XX:SharedArchiveFile={archive} -Xlog:cds=off -Xlog:cds+dynamic=off"
    os.environ[_OPTIONS] = f"{given} {reading}".lstrip()


def _is_written(archive: Path) -> bool:
    """Waits for the JVM, which writes the archive while it ends."""
    deadline = time.monotonic() + _PATIENCE_S
    size = -1
    while time.monotonic() < deadline:
        found = archive.stat().st_size if archive.exists() else -1
        if found > 0 and found == size:
            return True
        size = found
        time.sleep(0.5)
    return False


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    lighten_jvms()
    archive_classes(folder)
