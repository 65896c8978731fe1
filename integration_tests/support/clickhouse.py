"""Real ClickHouse, in this process: the oracle."""

from __future__ import annotations

import contextlib
import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chdb import session

_NULL = "ᴺᵁᴸᴸ"
_NAME = re.compile(r"\(([A-Z][A-Z0-9_]+)\)")


class ClickHouseError(Exception):
    """An error ClickHouse gave: its name and message."""

    def __init__(self, text: str) -> None:
        names = _NAME.findall(text)
        self.name: str = names[-1] if names else ""
        super().__init__(text)


class ClickHouse:
    """One chdb session."""

    def __init__(self, path: Path) -> None:
        self._session = session.Session(str(path))
        self.current = "default"

    @property
    def version(self) -> str:
        return str(self.rows("SELECT version()")[0][0])

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """A new database, current as long as the context lasts."""
        name = f"d_{uuid.uuid4().hex[:10]}"
        self.execute(f"CREATE DATABASE {name}")
        self.execute(f"USE {name}")
        self.current = name
        try:
            yield name
        finally:
            self.execute("SET final = 0, optimize_on_insert = 1")
            self.execute("USE default")
            self.execute(f"DROP DATABASE {name} SYNC")

    def execute(self, sql: str) -> str:
        try:
            return str(self._session.query(sql, "JSONCompactStrings"))
        except Exception as error:
            raise ClickHouseError(str(error)) from None

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows, every value as ClickHouse's text; NULL as None."""
        return self.result(sql) or []

    def result(self, sql: str) -> list[tuple[Any, ...]] | None:
        """The rows; None of a statement that has no result, such as CREATE TABLE."""
        text = self.execute(sql)
        if not text.strip():
            return None
        data = json.loads(text)["data"]
        return [tuple(None if value == _NULL else value for value in row) for row in data]

    def typed_rows(self, sql: str) -> list[list[Any]]:
        """The rows, every value as its JSON says."""
        try:
            text = str(self._session.query(sql, "JSONCompact"))
        except Exception as error:
            raise ClickHouseError(str(error)) from None
        # An error half way stands after the rows.
        parsed, end = json.JSONDecoder().raw_decode(text)
        if text[end:].strip():
            raise ClickHouseError(text[end:].strip())
        data: list[list[Any]] = parsed["data"]
        return data

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

    def close(self) -> None:
        self._session.close()

    def __enter__(self) -> ClickHouse:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
