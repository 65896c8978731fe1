"""Real ClickHouse, in this process or as it was recorded: the oracle."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from support.recording import Answer, Statement

if TYPE_CHECKING:
    from chdb import session

__all__ = ["ClickHouse", "ClickHouseError", "LiveSession", "Oracle"]

_NULL = "ᴺᵁᴸᴸ"
_NAME = re.compile(r"\(([A-Z][A-Z0-9_]+)\)")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_MESSAGE_LENGTH = 160


class ClickHouseError(Exception):
    """An error ClickHouse gave: its name and the beginning of its message."""

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        super().__init__(f"{message} ({name})")


class Oracle(Protocol):
    """What answers for ClickHouse."""

    @property
    def current(self) -> str:
        """The current database."""

    def ask(self, statement: Statement) -> Answer: ...

    def open_database(self) -> str:
        """Makes a new database the current one, and gives its name."""

    def close_database(self) -> None:
        """Drops the database that was opened last; the one before is current again."""

    def close(self) -> None: ...


class LiveSession:
    """One session of ClickHouse in this process, which can have one at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._session: session.Session | None = None
        self._databases: list[str] = []

    @property
    def current(self) -> str:
        return self._databases[-1] if self._databases else "default"

    def ask(self, statement: Statement) -> Answer:
        if self._session is None:
            # Tests whose answers are recorded do not load a library of 600 MB.
            from chdb import session

            self._session = session.Session(str(self._path))
        try:
            text = str(
                self._session.query(
                    statement.text, "JSONCompact" if statement.typed else "JSONCompactStrings"
                )
            )
        except Exception as error:
            # What an error half way leaves behind is the answer to the next statement.
            with contextlib.suppress(Exception):
                self._session.query("SELECT 1")
            return _failure(str(error))
        return _answer(text, statement.typed)

    def open_database(self) -> str:
        name = f"database_{len(self._databases) + 1}"
        self.ask(Statement(f"CREATE DATABASE {name}"))
        self.ask(Statement(f"USE {name}"))
        self._databases.append(name)
        return name

    def close_database(self) -> None:
        name = self._databases.pop()
        self.ask(Statement(f"USE {self.current}"))
        self.ask(Statement(f"DROP DATABASE {name} SYNC"))

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def _answer(text: str, typed: bool) -> Answer:
    if not text.strip():
        return Answer()
    if not text.startswith("{"):
        return Answer(((text,),))  # the statement names another format
    # An error half way stands after the rows.
    parsed, end = json.JSONDecoder().raw_decode(text)
    if text[end:].strip():
        return _failure(text[end:].strip())
    if typed:
        return Answer(tuple(tuple(row) for row in parsed["data"]))
    return Answer(
        tuple(tuple(None if value == _NULL else value for value in row) for row in parsed["data"])
    )


def _failure(text: str) -> Answer:
    names = _NAME.findall(text)
    message = _UUID.sub("…", " ".join(text.split()))
    message = re.sub(r"^Code: \d+\. DB::Exception: |( \([A-Z0-9_]+\))?$", "", message)
    if len(message) > _MESSAGE_LENGTH:
        message = f"{message[:_MESSAGE_LENGTH]}…"
    return Answer(error=names[-1] if names else "", message=message)


class ClickHouse:
    """ClickHouse as tests ask it."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    @property
    def current(self) -> str:
        """The current database."""
        return self._oracle.current

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """A new database, current as long as the context lasts."""
        name = self._oracle.open_database()
        try:
            yield name
        finally:
            self._oracle.close_database()

    def execute(self, sql: str) -> None:
        """Runs a statement, whatever it answers."""
        self.result(sql)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows, every value as ClickHouse's text; NULL as None."""
        return self.result(sql) or []

    def result(self, sql: str) -> list[tuple[Any, ...]] | None:
        """The rows; None of a statement that has no result, such as CREATE TABLE."""
        rows = self._ask(Statement(sql)).rows
        return None if rows is None else list(rows)

    def typed_rows(self, sql: str) -> list[list[Any]]:
        """The rows, every value as its JSON says."""
        return [list(row) for row in self._ask(Statement(sql, typed=True)).rows or ()]

    def error(self, sql: str) -> ClickHouseError:
        try:
            self.execute(sql)
        except ClickHouseError as error:
            return error
        raise AssertionError(f"ClickHouse takes {sql}")

    def active_parts(self, table: str) -> list[str]:
        rows = self.rows(
            f"SELECT name FROM system.parts WHERE database = '{self.current}' "
            f"AND table = '{table}' AND active ORDER BY name"
        )
        return [row[0] for row in rows]

    def _ask(self, statement: Statement) -> Answer:
        answer = self._oracle.ask(statement)
        if answer.error is not None:
            raise ClickHouseError(answer.error, answer.message)
        return answer

    def close(self) -> None:
        self._oracle.close()

    def __enter__(self) -> ClickHouse:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
