"""The engine and real ClickHouse, asked in the same way."""

from __future__ import annotations

from typing import Any

from support.clickhouse import ClickHouse, ClickHouseError
from support.endpoint import Client, ServerError


class Side:
    """One of the two engines, answering in texts."""

    def __init__(self, engine: Client | ClickHouse) -> None:
        self._engine = engine

    def run(self, statement: str) -> None:
        """Runs a statement that has no rows."""
        if isinstance(self._engine, Client):
            self._engine.run(statement)
        else:
            self._engine.execute(statement)

    def answer(self, query: str) -> Any:
        """The rows of a query in some order, or the name of its error."""
        if query == "PARTS":
            return self._engine.active_parts("t")
        try:
            if isinstance(self._engine, Client):
                rows = self._engine.run(query)
            else:
                rows = self._engine.rows(query)
        except (ServerError, ClickHouseError) as error:
            return error.name
        if query.startswith("SET "):
            return None
        return sorted(tuple(_text(value) for value in row) for row in rows)

    def outcome(self, statement: str) -> str:
        """The name of a statement's error, or `done`."""
        answer = self.answer(statement)
        return answer if isinstance(answer, str) else "done"


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
