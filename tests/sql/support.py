"""Stand-ins for what the SQL layer asks of a session."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import CreateTable
from rmt_engine.sql.tables.definition import build_definition
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.table import Table, TableDefinition


class NoTables:
    """A session without a table of the engine."""

    def is_engine_table(self, name: Name) -> bool:
        return False

    def is_materialized_view(self, name: Name) -> bool:
        return False

    def is_temporary_table(self, name: Name) -> bool:
        return False

    def is_hidden_table(self, name: Name) -> bool:
        return False

    def is_missing(self, name: Name) -> bool:
        return False

    def is_detached(self, name: Name) -> bool:
        return False

    def is_plain_view(self, name: Name) -> bool:
        return False

    def reads_as_clickhouse(self) -> bool:
        return False

    def is_sparks_function(self, name: str) -> bool:
        return False

    def refuse_detached(self, name: Name) -> None:
        pass

    def is_system_table(self, name: Name) -> bool:
        return False


class Spark:
    """Answers for Spark: a column has its type, any other expression what it is told.

    Args:
        answers: Spark's type of an expression, by its text.
        wrong: an error that evaluating gives.
        on: the settings that the session has turned on.
    """

    def __init__(
        self,
        answers: Mapping[str, str] | None = None,
        wrong: RmtError | None = None,
        on: Collection[str] = (),
    ) -> None:
        self.answers = answers or {}
        self.wrong = wrong
        self.on = on
        self.evaluated: list[str] = []

    def types_of(self, columns: Mapping[str, DataType], expressions: Sequence[str]) -> list[str]:
        by_name = {name.lower(): data_type for name, data_type in columns.items()}
        return [
            by_name[e.strip("`").lower()].spark.lower().replace(" ", "")
            if e.strip("`").lower() in by_name
            else self.answers.get(e, "int")
            for e in expressions
        ]

    def evaluate(self, expressions: Sequence[str]) -> None:
        self.evaluated += expressions
        if self.wrong is not None:
            raise self.wrong

    def why_not(self, *_: object) -> str:
        return ""

    def is_on(self, setting: str) -> bool:
        return setting in self.on


def parse_create(text: str) -> CreateTable:
    statement = parse_statement(text, NoTables())
    assert isinstance(statement, CreateTable), text
    return statement


def define(text: str, spark: Spark | None = None) -> TableDefinition:
    return build_definition(parse_create(text), spark or Spark())


def table(text: str, spark: Spark | None = None, database: str = "db") -> Table:
    """The table a CREATE TABLE statement makes."""
    name = parse_create(text).name.table
    return Table(1, "uuid", database, name, define(text, spark), 0, 0.0)
