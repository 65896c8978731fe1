"""Makes the archive of classes, once on a machine, in the background of an endpoint.

A second JVM writes it, of the classes that this one has loaded, with the lowest priority: it takes
about a minute of one processor and a gigabyte of memory, after a client's first statement.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from rmt_engine.memory import usable_memory
from rmt_engine.spark.bridge.class_archive import ClassArchive
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.launch import LaunchedJvm

__all__ = ["ArchiveMaker", "making_archive"]

_LOOK_S = 10.0
_STATEMENT = b"thriftserver/SparkExecuteStatementOperation"
"""A class that is loaded for the first statement."""
_METHOD_HANDLES = b"@lambda-form-invoker"
_MEMORY_BYTES = 3 * 2**30
_UNUSED_S = 30 * 24 * 3600.0
_LEFT_BEHIND_S = 3600.0
_NICE = "nice"
_log = logging.getLogger(__name__)


@contextlib.contextmanager
def making_archive(jvm: LaunchedJvm, gateway: Gateway) -> Iterator[None]:
    """Has the archive made while the block runs, if there is none yet.

    Args:
        jvm: the endpoint's JVM.
        gateway: the bridge to it.
    """
    if jvm.archive is None or jvm.classes is None:
        yield
        return
    properties = gateway.java_class("java.lang.System").getProperty
    maker = ArchiveMaker(
        jvm.archive, jvm.classes, properties("java.home"), properties("java.class.path")
    )
    maker.start()
    try:
        yield
    finally:
        maker.stop()


class ArchiveMaker:
    """Waits for a first statement and makes the archive.

    Args:
        archive: what to make.
        classes: the file in which the endpoint's JVM lists the classes that it loads.
        java_home: the home of that JVM.
        class_path: its class path.
    """

    def __init__(
        self, archive: ClassArchive, classes: Path, java_home: str, class_path: str
    ) -> None:
        self._archive = archive
        self._classes = classes
        self._java = Path(java_home) / "bin" / "java"
        self._class_path = class_path
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="rmt-classes", daemon=True)

    def start(self) -> None:
        """Begins to wait."""
        self._thread.start()

    def stop(self) -> None:
        """Gives up what is not done."""
        self._stopping.set()
        self._thread.join()

    def _work(self) -> None:
        try:
            if self._await_statement():
                with _alone(self._archive.path.with_suffix(".lock")) as is_alone:
                    if is_alone and self._archive.is_wanted:
                        self._make()
        except Exception:  # the endpoint serves without an archive, too
            _log.exception("cannot make the archive of classes")

    def _await_statement(self) -> bool:
        """Waits until a statement has run and no more classes are loaded.

        Returns false when the endpoint stops before.
        """
        if usable_memory() < _MEMORY_BYTES:
            _log.info("no archive of classes is made: that needs more memory")
            return False
        before = b""
        while not self._stopping.wait(_LOOK_S):
            listed = self._classes.read_bytes()
            if _STATEMENT in listed and listed == before:
                return True
            before = listed
        return False

    def _make(self) -> None:
        path = self._archive.path
        _remove_outdated(path.parent)
        started = time.monotonic()
        made = path.with_suffix(f".{os.getpid()}.new")
        listed = self._classes.with_suffix(".archived")
        listed.write_bytes(_archived(self._classes.read_bytes()))
        try:
            said = self._dump(listed, made)
            if self._stopping.is_set():
                return
            if said is not None:
                self._archive.failure.write_text(said)
                _log.warning("no archive of classes was made; %s says why", self._archive.failure)
                return
            size = made.stat().st_size
            made.replace(path)
            seconds = time.monotonic() - started
            _log.info("made archive=%s bytes=%d seconds=%.1f", path, size, seconds)
        finally:
            made.unlink(missing_ok=True)

    def _dump(self, listed: Path, made: Path) -> str | None:
        """Has a JVM write the archive; returns what it said if it has not."""
        said = listed.with_suffix(".log")
        with said.open("wb") as log:
            process = subprocess.Popen(  # noqa: S603 - the JVM that runs the endpoint
                [
                    *(_NICE, "-n", "19", str(self._java), "-Xshare:dump", "-Xmx256m"),
                    *("-XX:TieredStopAtLevel=1", f"-XX:SharedClassListFile={listed}"),
                    *(f"-XX:SharedArchiveFile={made}", "-cp", self._class_path),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
            while process.poll() is None:
                if self._stopping.wait(0.2):
                    process.kill()
                    process.wait()
        is_made = process.returncode == 0 and made.exists()
        return None if is_made else said.read_text(errors="replace")[-10_000:]


def _archived(listed: bytes) -> bytes:
    """What goes into an archive of a list that the JVM is still writing.

    For its lines about forms of method handles the JVM puts classes into an archive that are in no
    jar. Java 17 crashes when it maps such a class while an agent or the Flight Recorder wants to
    see the bytes of each class.
    """
    complete = listed.splitlines(keepends=True)[: listed.count(b"\n")]
    return b"".join(line for line in complete if not line.startswith(_METHOD_HANDLES))


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[bool]:
    """Whether no other endpoint of this user makes the same archive now."""
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _remove_outdated(directory: Path) -> None:
    """Removes archives that no JVM has mapped for a month, and unfinished ones of killed JVMs."""
    now = time.time()
    for pattern, patience in (("*.jsa", _UNUSED_S), ("*.new", _LEFT_BEHIND_S)):
        for path in directory.glob(pattern):
            with contextlib.suppress(FileNotFoundError):
                if now - path.stat().st_mtime > patience:
                    path.unlink()
