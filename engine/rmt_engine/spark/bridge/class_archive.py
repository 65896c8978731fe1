"""An archive of the JVM's classes, with which it starts with half the work.

A JVM finds, reads and checks some 20,000 classes of Spark's, Hive's and Derby's before it has
answered a first statement. It can map them from a file instead, which another JVM has written of
the same jars. A JVM that an archive does not fit, as it has other jars, says so in `jvm.log` and
starts without.

Source: https://docs.oracle.com/en/java/javase/17/vm/class-data-sharing.html.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pyspark.find_spark_home import _find_spark_home

__all__ = ["VERIFIED", "ClassArchive"]

VERIFIED = "-XX:+VerifySharedSpaces"
"""The JVM's option that compares an archive with its checksums: it crashes by a damaged one."""

_RETRY_S = 24 * 3600.0
_CLASS_PATH_SETTINGS = ("spark.driver.extraClassPath",)
_CLASS_PATH_VARIABLES = (
    "HADOOP_CONF_DIR",
    "SPARK_CONF_DIR",
    "SPARK_DIST_CLASSPATH",
    "YARN_CONF_DIR",
)


@dataclass(frozen=True)
class ClassArchive:
    """The archive of one JVM and one class path.

    Attributes:
        path: its file, which need not be there yet.
    """

    path: Path

    @classmethod
    def of(cls, directory: Path, conf: Mapping[str, str]) -> ClassArchive | None:
        """The archive for the JVM that Spark would launch; None where there can be none.

        Args:
            directory: where archives are. Whoever can write there can have the JVM run anything,
                so it has to be for nobody else to write.
            conf: Spark's settings.
        """
        java = _java()
        if java is None or os.pathsep in str(directory) or not _is_private(directory):
            return None
        digest = hashlib.sha256()
        for fact in _facts(java, conf):
            digest.update(f"{fact}\0".encode())
        return cls(directory / f"{digest.hexdigest()[:16]}.jsa")

    @property
    def exists(self) -> bool:
        """Whether a JVM can map it."""
        return self.path.is_file()

    @property
    def failure(self) -> Path:
        """What was said when it could not be made."""
        return self.path.with_suffix(".failed")

    @property
    def is_wanted(self) -> bool:
        """Whether it is to be made; after a failure it is for a day not."""
        if self.exists:
            return False
        try:
            return time.time() - self.failure.stat().st_mtime > _RETRY_S
        except FileNotFoundError:
            return True

    def note_use(self) -> None:
        """Has it count as used today, so that it is kept."""
        with contextlib.suppress(OSError):
            os.utime(self.path)


def _java() -> Path | None:
    """The `java` that Spark's scripts start."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    return Path(java).resolve() if java and Path(java).exists() else None


def _is_private(directory: Path) -> bool:
    """Makes a directory that only this user can write to, or says that it is not such a one."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = directory.stat()
    except OSError:
        return False
    others = stat.S_IWGRP | stat.S_IWOTH
    return found.st_uid == os.geteuid() and not found.st_mode & others


def _facts(java: Path, conf: Mapping[str, str]) -> Iterator[object]:
    """What a JVM compares an archive with, and what the class path depends on."""
    home = java.parent.parent
    yield java
    for name in ("lib/modules", "lib/server/libjvm.so"):
        yield from _identity(home / name)
    jars = Path(_find_spark_home()) / "jars"
    yield jars
    for jar in sorted(jars.glob("*.jar")):
        yield jar.name
        yield from _identity(jar)
    for name in _CLASS_PATH_SETTINGS:
        yield conf.get(name)
    for name in _CLASS_PATH_VARIABLES:
        yield os.environ.get(name)


def _identity(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns
