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

from rmt_engine.spark.serve.ports import free_port

__all__ = ["PostgresServer", "find_programs"]

_PATIENCE_S = 120.0


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
        self._statements: dict[str, str] = {}
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
        """What stands for a directory: a database of its own, or a schema that is filled.

        Args:
            directory: the directory.
            prepare: what fills a database of that URL; it is called once, and each directory gets
                a copy of the tables it made, in a schema of the same database: a schema is made in
                a third of the time that a database takes. Without it the database is empty.
        """
        name = "t" + hashlib.sha1(str(directory).encode()).hexdigest()[:16]
        if prepare is None:
            self._make(name)
            return self._address(name)
        database = f"prepared_{prepare.__name__}"
        if database not in self._statements:
            self._make(database)
            prepare(self._address(database))
            self._statements[database] = self._dump(database)
        if name not in self._made:
            with self._connect(database) as connection:
                connection.execute(f"CREATE SCHEMA {name}".encode())
                connection.execute(
                    self._statements[database].replace("public.", f"{name}.").encode()
                )
            self._made.add(name)
        return f"{self._address(database)}?options=-csearch_path%3D{name}"

    def _dump(self, database: str) -> str:
        """The statements that make a database's tables and rows again, in `public`."""
        dumped = self._call(
            "pg_dump",
            *("-h", "127.0.0.1", "-p", str(self.port), "-U", "rmt"),
            *("--inserts", "--no-owner", database),
        )
        settings = ("\\", "SET ", "SELECT pg_catalog.set_config(")
        return "\n".join(line for line in dumped.splitlines() if not line.startswith(settings))

    def _make(self, name: str) -> None:
        if name in self._made:
            return
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        self._made.add(name)

    def _address(self, name: str) -> str:
        return f"postgresql://rmt@127.0.0.1:{self.port}/{name}"

    def _connect(self, database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self._address(database), autocommit=True, connect_timeout=5)

    def _call(self, program: str, *arguments: str) -> str:
        command = [str(self._programs / program), *arguments]
        return subprocess.run(
            command, check=True, user=self._user, cwd="/", capture_output=True, text=True
        ).stdout
