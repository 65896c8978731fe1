from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rmt_engine.spark.bridge.class_archive import ClassArchive
from rmt_engine.spark.serve import archive_maker
from rmt_engine.spark.serve.archive_maker import ArchiveMaker

_CLASSES = "java/lang/Object\njava/util/ArrayList\n"
_STATEMENT = "org/apache/spark/sql/hive/thriftserver/SparkExecuteStatementOperation\n"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_maker, "_LOOK_S", 0.01)
    monkeypatch.setattr(archive_maker, "_MEMORY_BYTES", 0)


@pytest.fixture
def java_home() -> Path:
    found = shutil.which("java")
    assert found is not None
    return Path(found).resolve().parents[1]


@pytest.fixture
def fake_java(tmp_path: Path) -> Callable[[str], Path]:
    """Makes a home of a Java that is a script."""

    def make(script: str) -> Path:
        java = tmp_path / "bin" / "java"
        java.parent.mkdir()
        java.write_text(f"#!/bin/sh\n{script}\n")
        java.chmod(0o755)
        return tmp_path

    return make


@pytest.fixture
def archive(tmp_path: Path) -> ClassArchive:
    (tmp_path / "cache").mkdir()
    return ClassArchive(tmp_path / "cache" / "0123.jsa")


def _classes(directory: Path, text: str) -> Path:
    path = directory / "jvm.classes"
    path.write_text(text)
    return path


def _await(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline, sorted(path.parent.iterdir())
        time.sleep(0.02)


def test_a_jvm_maps_what_was_made(tmp_path: Path, java_home: Path, archive: ClassArchive) -> None:
    unused, unfinished = (archive.path.with_name(name) for name in ("old.jsa", "old.7.new"))
    for path in (unused, unfinished):
        path.touch()
        os.utime(path, (0, 0))
    # The JVM is in the middle of a line.
    classes = _classes(tmp_path, _CLASSES + _STATEMENT + "java/lang/Str")
    maker = ArchiveMaker(archive, classes, str(java_home), "")
    maker.start()
    _await(archive.path)
    maker.stop()
    java = [str(java_home / "bin" / "java"), "-Xshare:on", f"-XX:SharedArchiveFile={archive.path}"]
    subprocess.run([*java, "-version"], check=True, capture_output=True)
    assert {path.suffix for path in archive.path.parent.iterdir()} == {".jsa", ".lock"}
    assert not unused.exists()


def test_only_classes_of_jars_are_archived() -> None:
    """With others Java 17 crashes under the Flight Recorder."""
    forms = "@lambda-form-invoker [SPECIES_RESOLVE] java.lang.invoke.BoundMethodHandle$Species_LI\n"
    lambdas = "@lambda-proxy java/lang/Runtime$Version get ()Ljava/util/function/Predicate;\n"
    listed = f"{_CLASSES}{forms}{lambdas}java/lang/Str"
    assert archive_maker._archived(listed.encode()).decode() == _CLASSES + lambdas


def test_why_a_jvm_makes_none_is_written_down(
    tmp_path: Path, fake_java: Callable[[str], Path], archive: ClassArchive
) -> None:
    home = fake_java("echo no space left; exit 1")
    maker = ArchiveMaker(archive, _classes(tmp_path, _STATEMENT), str(home), "")
    maker.start()
    _await(archive.failure)
    maker.stop()
    assert archive.failure.read_text() == "no space left\n"
    assert not archive.is_wanted


def test_nothing_is_made_before_a_statement_has_run(
    tmp_path: Path, java_home: Path, archive: ClassArchive
) -> None:
    maker = ArchiveMaker(archive, _classes(tmp_path, _CLASSES), str(java_home), "")
    maker.start()
    time.sleep(0.2)
    maker.stop()
    assert list(archive.path.parent.iterdir()) == []


def test_one_endpoint_makes_it(tmp_path: Path, java_home: Path, archive: ClassArchive) -> None:
    with archive.path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        maker = ArchiveMaker(archive, _classes(tmp_path, _CLASSES + _STATEMENT), str(java_home), "")
        maker.start()
        time.sleep(0.2)
        maker.stop()
    assert not archive.exists
    assert not archive.failure.exists()


def test_an_endpoint_that_stops_leaves_nothing_unfinished(
    tmp_path: Path, fake_java: Callable[[str], Path], archive: ClassArchive
) -> None:
    home = fake_java(f"touch {tmp_path / 'runs'}; exec sleep 100")
    maker = ArchiveMaker(archive, _classes(tmp_path, _STATEMENT), str(home), "")
    maker.start()
    _await(tmp_path / "runs")
    started = time.monotonic()
    maker.stop()
    assert time.monotonic() - started < 10
    assert [path.suffix for path in archive.path.parent.iterdir()] == [".lock"]
