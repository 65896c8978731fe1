"""From ClickHouse's text of a query, or of an expression over columns, to Spark's."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.view_columns import TypedColumn
from rmt_engine.sql.query.catalog import UNKNOWN, Catalog, KnownColumn
from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering
from rmt_engine.sql.query.lower_query import Compiled, QueryLowering, compile_query
from rmt_engine.sql.query.names.scopes import Column, Relation, Scope
from rmt_engine.sql.query.reading.queries import Statement, read_expression, read_query
from rmt_engine.sql.query.tree import (
    Alias,
    Call,
    Derived,
    Expression,
    Identifier,
    Literal,
    Query,
    Select,
)
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.text.nesting import check_nesting
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import UTC

__all__ = ["NoTables", "compile_expression", "compile_text", "lowering_over", "reading_deep"]

_FRAMES = 15_000
"""Python's frames that a query of 1,000 nested brackets needs."""


def compile_text(
    text: str,
    catalog: Catalog,
    *,
    stores: bool = False,
    keeps_parameters: bool = False,
    columns: Sequence[TypedColumn] = (),
    lasts: bool = False,
) -> Compiled:
    """Spark's text of a query.

    Args:
        text: the query.
        catalog: resolves names.
        stores: whether its answer is kept: conditions are then numbers, as their type says.
        keeps_parameters: whether it is a view's, whose parameters get their values later.
        columns: of its columns those that are wanted, converted to their types; none for all.
        lasts: whether the text is kept, as a view's is.

    Raises:
        RmtError: it is wrong, or has what is not supported.
        SparksOwn: it has a word that only Spark's grammar has.
        NotCompiled: it has what only Spark's language has.
    """
    check_nesting(text)
    with reading_deep():
        statement = read_query(text)
        if columns:
            statement.query = _converted(statement.query, columns)
        return compile_query(
            statement, catalog, stores=stores, keeps_parameters=keeps_parameters, lasts=lasts
        )


def _converted(query: Query, columns: Sequence[TypedColumn]) -> Select:
    """Columns of a query by their names, converted to types."""
    values: list[Expression] = [
        Alias(Call("CAST", [Identifier((one.name,)), Literal(one.type)]), one.name)
        for one in columns
    ]
    return Select(columns=values, source=Derived(query))


def compile_expression(
    text: str, columns: Mapping[str, Value], catalog: Catalog | None = None, zone: str = UTC
) -> Value:
    """An expression over columns.

    Args:
        text: the expression.
        columns: what Spark knows the columns as, by their names.
        catalog: resolves other names; None for an expression of a definition, which has only its
            columns.
        zone: where there is no catalog, the time zone of the session that evaluates it.

    Raises:
        RmtError: it is wrong, or has what is not supported.
    """
    with reading_deep():
        lowering = lowering_over(columns, catalog or NoTables(zone))
        value = lowering.row(read_expression(text))
    if lowering.joined.rows.laterals:
        raise RmtError("NOT_IMPLEMENTED", "arrayJoin is not supported outside of queries.")
    return value


def lowering_over(columns: Mapping[str, Value], catalog: Catalog) -> ExpressionLowering:
    """Lowers expressions that are read already, over columns; see `compile_expression`."""
    queries = QueryLowering(Statement(Select(), "", ""), catalog, catalog.settings)
    relation = Relation((), [Column(name, value) for name, value in columns.items()])
    return queries.expressions(Scope([relation]))


@dataclass(frozen=True)
class NoTables:
    """What an expression of a definition may ask: nothing but how settings are by default.

    Attributes:
        zone: the time zone of the session that evaluates it.
    """

    zone: str
    settings: ClassVar = {name: setting.when_unset for name, setting in SESSION_SETTINGS.items()}
    database: ClassVar = ""

    def table(self, name: Name) -> None:
        """No name is a table."""

    def unknown_table(self, name: Name) -> RmtError:
        """The error for a name of a table."""
        return RmtError("UNKNOWN_TABLE", f"Table {name} cannot be read by an expression.")

    def constant(self, expression: str) -> object:
        """No query is asked."""
        return UNKNOWN

    def columns_of(self, relation: str) -> Sequence[KnownColumn]:
        """No relation has columns."""
        return ()

    def tables_of(self, database: str) -> Sequence[str]:
        """No database has tables."""
        return ()

    def databases(self) -> Sequence[str]:
        """There are none."""
        return ()

    def user_function(self, name: str) -> str | None:
        """No function is the users'."""

    def parametrised_view(self, name: Name) -> tuple[str, str] | None:
        """No name is a view's."""

    def refusal(self, text: str) -> str:
        """Spark is not asked."""
        return ""


@contextmanager
def reading_deep() -> Iterator[None]:
    """Enough frames for what may be nested, and an error for what is nested deeper."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))
    try:
        yield
    except RecursionError:
        raise RmtError(
            "TOO_DEEP_RECURSION",
            "The statement is nested too deep.",
            "Put inner queries into views or WITH, and long conditions into IN.",
        ) from None
