"""`rmt` when something is missing or damaged: one line that says what to do, no traceback."""

from __future__ import annotations

import socket
import sqlite3
import sys
from pathlib import Path

import pytest

from rmt_engine import cli
from rmt_engine.config import EngineSettings
from rmt_engine.doctor import examine
from rmt_engine.errors import RmtError
from rmt_engine.spark.serve.ports import check_port, free_port
from rmt_engine.store.backup import back_up
from rmt_engine.store.registry import Registry
from tests.merges.tables import Bench
from tests.store.samples import open_store


class Command:
    """Runs `rmt` in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        """Returns the exit code, what it printed, and what it complained of."""
        self._monkeypatch.setattr(sys, "argv", ["rmt", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = self._capsys.readouterr()
        code = ended.value.code
        return code if isinstance(code, int) else 0, printed.out, printed.err


@pytest.fixture
def rmt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


def _one_line(code: int, error: str, *said: str) -> None:
    assert code == 1
    assert len(error.strip().splitlines()) == 1, error
    assert all(text in error for text in said), error


@pytest.mark.parametrize("content", [b"no database" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_registry(rmt: Command, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "registry.db").write_bytes(content)
    code, _, error = rmt("fsck", "--warehouse", tmp_path)
    _one_line(code, error, "KEEPER_EXCEPTION", "damaged", "rmt restore")


def test_a_registry_of_a_newer_version(rmt: Command, tmp_path: Path) -> None:
    Registry(f"sqlite:///{tmp_path}/registry.db").close()
    with sqlite3.connect(tmp_path / "registry.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    code, _, error = rmt("fsck", "--warehouse", tmp_path)
    _one_line(code, error, "another version", "9999")


def test_a_missing_file_of_statements(rmt: Command, tmp_path: Path) -> None:
    code, _, error = rmt("sql", "-f", tmp_path / "nothing.sql")
    _one_line(code, error, "FILE_DOESNT_EXIST", "nothing.sql")
    code, _, error = rmt("sql", "-f", tmp_path)
    _one_line(code, error, "CANNOT_OPEN_FILE")
    (tmp_path / "binary.sql").write_bytes(b"\xff\xfe")
    code, _, error = rmt("sql", "-f", tmp_path / "binary.sql")
    _one_line(code, error, "CANNOT_OPEN_FILE", "UTF-8")


def test_a_host_that_nobody_knows(rmt: Command) -> None:
    code, _, error = rmt("sql", "--url", "nobody.invalid:10000", "-c", "SELECT 1")
    _one_line(code, error, "nobody.invalid")
    with pytest.raises(RmtError, match="--host takes"):
        check_port("nobody.invalid", 10000)


def test_settings_that_are_wrong(rmt: Command, tmp_path: Path) -> None:
    code, _, error = rmt("serve", "--warehouse", tmp_path / "a;b")
    _one_line(code, error, "] The embedded metastore cannot be in", "--metastore memory")
    code, _, error = rmt("serve", "--warehouse", tmp_path, "--port", 100_000)
    _one_line(code, error, "] port: Input should be less than")


def test_the_doctor_says_what_is_wrong_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    (tmp_path / "registry.db").write_bytes(b"no database" * 1000)
    settings = EngineSettings(warehouse=str(tmp_path), host="nobody.invalid")
    wrong = {finding.subject: finding for finding in examine(settings) if not finding.ok}
    assert {"Java", "Registry", "Port"} <= wrong.keys()
    assert "--host" in wrong["Port"].mend
    assert all("\n" not in finding.detail + finding.mend for finding in wrong.values())


def test_the_doctor_tries_the_port_of_spark_connect(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = EngineSettings(warehouse=str(tmp_path), port=free_port(), connect_port=port)
        [found] = [one for one in examine(settings) if one.subject == "Connect port"]
    assert not found.ok
    assert "--connect-port" in found.mend


def test_a_warehouse_is_copied_checked_and_brought_back(rmt: Command, tmp_path: Path) -> None:
    store_directory = tmp_path / "w"
    with open_store(tmp_path / "made") as store:
        bench = Bench(store, {"k": "Int64"})
        bench.insert({"k": 1})
        bench.insert({"k": 1})
        back_up(store.registry, store.storage, str(tmp_path / "first"))
    code, out, error = rmt("restore", tmp_path / "first", "--warehouse", store_directory)
    assert (code, error) == (0, "")
    assert "1 tables, 2 files" in out
    code, out, _ = rmt("backup", tmp_path / "second", "--warehouse", store_directory)
    assert (code, "2 of them copied now" in out) == (0, True)
    code, out, _ = rmt("fsck", "--repair", "--warehouse", tmp_path / "second")
    assert (code, out) == (0, "1 tables, 0 faults, 0 mended\n")
    code, _, error = rmt("restore", tmp_path / "first", "--warehouse", store_directory)
    _one_line(code, error, "has tables")
    one = ("restore", tmp_path / "first", "--warehouse", store_directory, "--table")
    name = bench.table.qualified
    code, out, _ = rmt(*one, name, "--as", "db.again")
    assert code == 0
    assert "ATTACH TABLE db.again shows it" in out
    code, _, error = rmt(*one, name)
    _one_line(code, error, "TABLE_ALREADY_EXISTS")
    code, _, error = rmt(*one, "db.nothing")
    _one_line(code, error, "UNKNOWN_TABLE", name)
    assert rmt(*one, "nothing")[0] == 2
    assert rmt(*one[:-1], "--as", "db.again")[0] == 2
    code, _, error = rmt("restore", tmp_path / "nothing", "--warehouse", tmp_path / "new")
    _one_line(code, error, "There is no backup")
    for file in (tmp_path / "second" / "tables").rglob("*.parquet"):
        file.write_bytes(file.read_bytes()[:-1])
    code, out, _ = rmt("fsck", "--repair", "--warehouse", tmp_path / "second")
    assert code == 1
    assert out.endswith("1 tables, 2 faults, 0 mended\n")
