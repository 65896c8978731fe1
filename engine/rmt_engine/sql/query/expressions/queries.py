"""What lowers the queries of a statement, as the parts of queries see it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from rmt_engine.sql.query.catalog import Catalog, LoweredQuery
from rmt_engine.sql.query.expressions.parameters import GivenParameters
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.names.self_reference import SelfReference
from rmt_engine.sql.query.names.statement import StatementNames
from rmt_engine.sql.query.reading.queries import Statement
from rmt_engine.sql.query.tree import CommonTable, Expression, Parameter, Query
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.text.tokens import Name

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering

__all__ = ["Queries"]


class Queries(StatementNames, ABC):
    """Lowers the queries inside of others, and makes what lowers expressions.

    Args:
        statement: the statement.
        catalog: resolves names.
        settings: that hold for it.

    Attributes:
        parameters: the values of `{name:Type}`.
    """

    def __init__(self, statement: Statement, catalog: Catalog, settings: Mapping[str, str]) -> None:
        super().__init__(statement, catalog, settings)
        self.parameters = GivenParameters()

    @abstractmethod
    def nested(self, query: Query, outer: Scope | None) -> LoweredQuery:
        """A query inside another.

        Args:
            query: the query.
            outer: the scope whose columns it may name.
        """

    @abstractmethod
    def by_itself(self, query: Query) -> LoweredQuery:
        """A query that sees nothing that WITH names around it: that of a view or of `view(…)`."""

    @abstractmethod
    def of_view(self, text: str, database: str, values: Mapping[str, Expression]) -> LoweredQuery:
        """The query of a view with parameters.

        Args:
            text: the query.
            database: where its tables are that name no other.
            values: of its parameters.
        """

    @abstractmethod
    def common_table(self, name: Name) -> LoweredQuery | None:
        """The query of a name: a table of `information_schema`, or a CTE, which may read others."""

    @abstractmethod
    def lowered_with(
        self, query: Query, tables: Mapping[str, CommonTable | SelfReference]
    ) -> LoweredQuery:
        """A query that can read more CTEs.

        Args:
            query: the query.
            tables: the CTEs, by their names.
        """

    @abstractmethod
    def expressions(
        self, scope: Scope, aliases: Mapping[str, Expression] = MappingProxyType({})
    ) -> ExpressionLowering:
        """Lowers expressions over some relations, which may name aliases."""

    def constants(
        self, aliases: Mapping[str, Expression] = MappingProxyType({})
    ) -> ExpressionLowering:
        """Lowers expressions without columns, which may name aliases."""
        return self.expressions(Scope([]), aliases)

    def constant(self, node: Expression, aliases: Mapping[str, Expression]) -> Value:
        """The value of an expression without columns, which may name aliases."""
        lowering = self.constants(aliases)
        return lowering.joined.alone(lowering.row(node))

    def with_value(self, name: str) -> Value | None:
        """The value that an outer query's WITH gives a name."""
        found = self.with_expression(name)
        return None if found is None else self.constants().row(found)

    def parameter(self, node: Parameter) -> Value:
        """The value of `{name:Type}` in the query of a view."""
        return self.parameters.value(node, self.constants())
