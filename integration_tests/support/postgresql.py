"""A PostgreSQL server of the tests' own, from the programs of Debian's package."""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from rmt_engine.spark.ports import free_port

__all__ = ["PostgresServer", "find_programs"]

_PATIENCE_S = 30.0


def find_programs() -> Path | None:
    """The directory of `initdb` and `postgres`; None when they are not installed."""
    for directory in sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True):
        if Path(directory, "initdb").exists():
            return Path(directory)
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class PostgresServer:
    """A server on a port of loopback; databases are made when they are asked for.

    Its files are in a directory of its own: pytest's are for the user alone who runs the tests, and
    the server refuses to be root's.

    Args:
        programs: the directory of `initdb` and `postgres`.
    """

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._directory = Path(tempfile.mkdtemp(prefix="rmt-postgresql-"))
        self._data = self._directory / "data"
        self._made: set[str] = set()
        self._prepared: set[str] = set()
        self._user = "postgres" if os.geteuid() == 0 else None
        self.port = free_port()
        if self._user is not None:
            shutil.chown(self._directory, self._user)
        self._call("initdb", "-D", str(self._data), "-U", "rmt", "-A", "trust", "--no-sync")
        self.start()

    def start(self) -> None:
        """Starts it, or starts it again, and waits until it answers.

        After a kill it refuses to start until the last of its old processes has noticed.
        """
        deadline = time.monotonic() + _PATIENCE_S
        self._process = self._launch()
        while True:
            try:
                self._connect().close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            if self._process.poll() is not None:
                self._process = self._launch()

    def _launch(self) -> subprocess.Popen[bytes]:
        with (self._directory / "server.log").open("ab") as log:
            return subprocess.Popen(
                [
                    str(self._programs / "postgres"),
                    *("-D", str(self._data), "-p", str(self.port), "-h", "127.0.0.1", "-k", ""),
                    *("-c", "max_connections=300", "-c", "fsync=off"),
                ],
                user=self._user,
                cwd="/",
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """Ends it without a chance to tidy up."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Ends it at once, in order, and removes its files."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()
        shutil.rmtree(self._directory)

    def url(self, directory: Path, prepare: Callable[[str], None] | None = None) -> str:
        """The database that stands for a directory.

        Args:
            directory: the directory.
            prepare: what fills a database of that URL; it is called once for all the directories,
                and their databases are copies of the one it filled. Without it they are empty.
        """
        name = "t" + hashlib.sha1(str(directory).encode()).hexdigest()[:16]
        self._make(name, self._template(prepare) if prepare is not None else "template0")
        return self._address(name)

    def _template(self, prepare: Callable[[str], None]) -> str:
        name = f"template_{prepare.__name__}"
        if name not in self._prepared:
            self._make(name, "template0")
            prepare(self._address(name))
            self._prepared.add(name)
        return name

    def _make(self, name: str, template: str) -> None:
        if name in self._made:
            return
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        self._made.add(name)

    def _address(self, name: str) -> str:
        return f"postgresql://rmt@127.0.0.1:{self.port}/{name}"

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self._address("postgres"), autocommit=True, connect_timeout=5)

    def _call(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, check=True, user=self._user, cwd="/", capture_output=True)
