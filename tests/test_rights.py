"""Which files statements may name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rmt_engine.config import EngineSettings
from rmt_engine.rights import EVERYTHING, FilePaths


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("{}/in", True),
        ("{}/in/", True),
        ("{}/in/a.csv", True),
        ("file:{}/in/a.csv", True),
        ("FILE://{}/in/a.csv", True),
        ("file://localhost{}/in/a.csv", True),
        ("{}/in/*/a[0-9].{{csv,tsv}}", True),
        ("{}/in/a b.csv", True),
        ("{}/input", False),
        ("{}/in/../a.csv", False),
        ("{}/in/*/../../a.csv", False),
        ("{}/i*", False),
        ("{}/{{in,out}}", False),
        ("{}/in/link/a.csv", False),
        ("file://elsewhere{}/in/a.csv", False),
        ("hdfs:{}/in/a.csv", False),
        ("hdfs://name/data/a.csv", True),
        ("hdfs://name/data", True),
        ("hdfs://other/data/a.csv", False),
        ("hdfs://name/data/../a.csv", False),
        ("s3a://name/data/a.csv", False),
        ("/etc/passwd", False),
        ("a.csv", False),
        ("*", False),
        ("", False),
    ],
)
def test_files_are_those_of_the_directories(tmp_path: Path, path: str, allowed: bool) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to("/etc")
    files = FilePaths((f"{tmp_path}/in", "hdfs://name/data"))
    assert files.allow(path.format(tmp_path)) is allowed


@pytest.mark.parametrize(
    "path",
    [
        "/proc/self/environ",
        "file:/proc/1/environ",
        "file:///%70roc/self/environ",
        "/tmp/../proc/self/environ",
        "/p*/self/environ",
        "/{proc,tmp}/self/environ",
        "/*",
        "/sys/kernel",
        "/dev/mem",
    ],
)
def test_what_the_system_shows_of_processes_is_no_file(path: str) -> None:
    assert not FilePaths().allow(path)
    assert not FilePaths(("/",)).allow(path)


@pytest.mark.parametrize("path", ["/etc/passwd", "a.csv", "hdfs://name/a", "/dev/shm/a", "/procs"])
def test_all_other_files_are_allowed_where_no_directories_are_named(path: str) -> None:
    assert FilePaths().allow(path)


def test_a_relative_path_begins_at_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = FilePaths((os.fspath(tmp_path),))
    assert files.allow("a.csv")
    assert files.allow("*.csv")
    assert not files.allow("../a.csv")


def test_no_directories_are_none_and_sparks_own_tables_are_always_reached() -> None:
    rights = EngineSettings(warehouse="/data/w", host="::", allow_anonymous=True).rights_of_clients
    assert not rights.code
    for files in (rights.read, rights.write):
        assert not files.allow("/data/in/a.csv")
        assert not files.allow("/data/w/registry.db")
        assert files.allow("/data/w/spark/t")


def test_an_endpoint_on_loopback_reads_all_files_and_writes_its_own() -> None:
    rights = EngineSettings(warehouse="/data/w").rights_of_clients
    assert not rights.code
    assert rights.read == FilePaths(None)
    assert rights.write.allow("/data/w/spark/t")
    for path in ("/etc/passwd", "/data/in/a.csv", "/data/w/registry.db", "/data/w/tables/x"):
        assert rights.read.allow(path)
        assert not rights.write.allow(path)


def test_directories_that_are_named_are_read_and_written() -> None:
    rights = EngineSettings(file_paths=("/a, /b", "/c"), allow_code=True).rights_of_clients
    assert rights.code
    assert rights.read == rights.write
    assert (rights.read.directories or ())[:3] == ("/a", "/b", "/c")


def test_a_session_of_ones_own_may_do_everything() -> None:
    assert EVERYTHING.code
    assert not EVERYTHING.is_endpoint
