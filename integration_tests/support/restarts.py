"""Scenarios that need a restart share it: all prepare, one endpoint ends, all check on the next."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

import pytest

from support.endpoint import Client, Endpoint

__all__ = ["Scenario", "check_all", "prepare_all"]


class Scenario(abc.ABC):
    """What an endpoint leaves behind, and what the next one on its store must find.

    Each scenario has a database of its own, so that many of them share one restart.

    Attributes:
        name: what a report calls it.
        failure: what kept it from being prepared, if anything did.
    """

    name: ClassVar[str]

    def __init__(self) -> None:
        self.failure: Exception | None = None

    @abc.abstractmethod
    def prepare(self, client: Client) -> None:
        """Runs on the endpoint that is about to end."""

    @abc.abstractmethod
    def check(self, client: Client) -> None:
        """Runs on the endpoint that follows it."""

    @property
    def database(self) -> str:
        return f"scenario_{type(self).__name__.lower()}"


def prepare_all(scenarios: Sequence[Scenario], endpoint: Endpoint) -> None:
    """Prepares each; one that fails does not keep the others from it."""
    for scenario in scenarios:
        try:
            with _connect(scenario, endpoint, f"CREATE DATABASE {scenario.database}") as client:
                scenario.prepare(client)
        except Exception as error:
            scenario.failure = error


def check_all(scenarios: Sequence[Scenario], endpoint: Endpoint, subtests: pytest.Subtests) -> None:
    """Checks each, which reports a result under its own name."""
    for scenario in scenarios:
        with subtests.test(scenario.name):
            if scenario.failure is not None:
                raise scenario.failure
            with _connect(scenario, endpoint) as client:
                scenario.check(client)


@contextmanager
def _connect(scenario: Scenario, endpoint: Endpoint, *statements: str) -> Iterator[Client]:
    """A connection whose database is the scenario's."""
    with endpoint.connect() as client:
        client.script(*statements, f"USE {scenario.database}")
        client.database = scenario.database
        yield client
