"""Runs the statements of a case, in real ClickHouse or on an endpoint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from support.clickhouse import ClickHouse, ClickHouseError
from support.endpoint import Client, ServerError

from fidelity.cases import Answer, Case, Step
from fidelity.values import as_line

__all__ = ["DATABASE", "Reply", "case_database", "replies_of_clickhouse", "reply_of_endpoint"]

DATABASE = "shop"
"""The database of every case, one after the other: its name is part of some answers."""


@dataclass(frozen=True)
class Reply:
    """What an engine said to a statement.

    Attributes:
        answer: the rows or the error; None for a statement without a result.
        types: the Hive types of the columns, from an endpoint.
        message: the text of the error.
    """

    answer: Answer | None
    types: tuple[str, ...] = ()
    message: str = ""


def replies_of_clickhouse(case: Case, clickhouse: ClickHouse) -> Iterator[Reply]:
    """ClickHouse's replies to the statements of a case, in a new database."""
    clickhouse.execute(f"CREATE DATABASE {DATABASE}")
    clickhouse.execute(f"USE {DATABASE}")
    try:
        for step in case.steps:
            yield _reply_of_clickhouse(step, clickhouse)
    finally:
        for setting in _changed_settings(case):
            clickhouse.execute(f"SET {setting} = DEFAULT")
        clickhouse.execute("USE default")
        clickhouse.execute(f"DROP DATABASE {DATABASE} SYNC")


def _reply_of_clickhouse(step: Step, clickhouse: ClickHouse) -> Reply:
    try:
        rows = clickhouse.result(step.statement)
    except ClickHouseError as error:
        return Reply(Answer(error=error.name), message=str(error))
    if rows is None:
        return Reply(None)
    lines = tuple(as_line(row) for row in rows)
    return Reply(Answer(lines if step.ordered else tuple(sorted(lines))))


@contextmanager
def case_database(case: Case, client: Client) -> Iterator[None]:
    """A new database of an endpoint, as long as the context lasts."""
    client.run(f"CREATE DATABASE {DATABASE}")
    client.run(f"USE {DATABASE}")
    try:
        yield
    finally:
        for setting in _changed_settings(case):
            client.run(f"RESET {setting}")
        client.run("USE default")
        client.run(f"DROP DATABASE {DATABASE} CASCADE")


def reply_of_endpoint(step: Step, client: Client) -> Reply:
    try:
        rows = client.run(step.statement)
    except ServerError as error:
        return Reply(Answer(error=error.name), message=error.message)
    types = tuple(column[1] for column in client.cursor.description or ())
    return Reply(Answer(tuple(as_line(row) for row in rows)), types)


def _changed_settings(case: Case) -> list[str]:
    return [step.changed_setting for step in case.steps if step.changed_setting is not None]
