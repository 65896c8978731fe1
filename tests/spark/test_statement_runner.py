"""Every statement of the engine has exactly one thing that runs it."""

from __future__ import annotations

import typing
from typing import Any
from unittest.mock import MagicMock

from rmt_engine.spark.run.statement_runner import StatementRunner
from rmt_engine.sql.grammar.statements import Statement, WithOutput


def test_every_statement_is_run() -> None:
    runner = StatementRunner(*(MagicMock() for _ in range(8)))
    kinds: set[Any] = {*typing.get_args(Statement)} - {WithOutput}
    assert set(runner._runs) == kinds
