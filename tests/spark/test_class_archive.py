from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rmt_engine.spark.bridge import class_archive
from rmt_engine.spark.bridge.class_archive import VERIFIED, ClassArchive


@pytest.fixture
def spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of Spark with two jars."""
    home = tmp_path / "spark"
    (home / "jars").mkdir(parents=True)
    for name in ("a.jar", "b.jar"):
        (home / "jars" / name).write_bytes(b"jar")
    monkeypatch.setattr(class_archive, "_find_spark_home", lambda: str(home))
    return home


def _of(directory: Path, **conf: str) -> ClassArchive:
    archive = ClassArchive.of(directory, conf)
    assert archive is not None
    return archive


def test_an_archive_is_of_one_class_path(
    tmp_path: Path, spark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _of(tmp_path / "cache")
    assert _of(tmp_path / "cache") == first
    conf = {"spark.driver.extraClassPath": "/opt/more.jar"}
    assert ClassArchive.of(tmp_path / "cache", conf) != first
    os.utime(spark / "jars" / "a.jar", ns=(1, 1))
    changed = _of(tmp_path / "cache")
    assert changed != first
    monkeypatch.setenv("HADOOP_CONF_DIR", "/etc/hadoop")
    assert _of(tmp_path / "cache") != changed


def test_an_archive_is_of_one_java(
    tmp_path: Path, spark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for version in ("17", "21"):
        java = tmp_path / version / "bin" / "java"
        java.parent.mkdir(parents=True)
        java.touch()
        monkeypatch.setenv("JAVA_HOME", str(tmp_path / version))
        found.append(_of(tmp_path / "cache"))
    assert found[0] != found[1]
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "none"))
    assert ClassArchive.of(tmp_path / "cache", {}) is None


def test_nobody_else_can_write_archives(tmp_path: Path, spark: Path) -> None:
    made = _of(tmp_path / "new").path.parent
    assert made.stat().st_mode & 0o777 == 0o700
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    assert ClassArchive.of(shared, {}) is None


def test_where_no_directory_can_be_there_is_no_archive(tmp_path: Path, spark: Path) -> None:
    (tmp_path / "file").touch()
    assert ClassArchive.of(tmp_path / "file" / "cache", {}) is None
    # The JVM takes a colon for the end of a first archive.
    assert ClassArchive.of(tmp_path / "a:b", {}) is None


def test_it_is_made_once_and_tried_again_a_day_after_a_failure(tmp_path: Path, spark: Path) -> None:
    archive = _of(tmp_path / "cache")
    assert archive.is_wanted
    archive.failure.touch()
    assert not archive.is_wanted
    os.utime(archive.failure, (0, 0))
    assert archive.is_wanted
    archive.path.touch()
    assert not archive.is_wanted


def test_a_jvm_starts_without_an_archive_that_is_damaged(tmp_path: Path) -> None:
    java = shutil.which("java")
    assert java is not None
    archive = tmp_path / "java.jsa"
    _run(java, "-Xshare:dump", f"-XX:SharedArchiveFile={archive}")
    start = (java, f"-XX:SharedArchiveFile={archive}", VERIFIED, "-version")
    assert "sharing" in _run(*start)
    content = bytearray(archive.read_bytes())
    for place in range(len(content) // 10, len(content), len(content) // 50):
        content[place] ^= 1
    archive.chmod(0o600)
    archive.write_bytes(content)
    assert "sharing" not in _run(*start)
    archive.write_bytes(content[: len(content) // 2])
    assert "sharing" not in _run(*start)


def _run(*command: str) -> str:
    """What a command says, that ends well."""
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    return found.stdout + found.stderr
