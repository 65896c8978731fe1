"""CREATE FUNCTION and DROP FUNCTION of lambdas."""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.grammar.statements import CreateFunction, DropFunction
from rmt_engine.sql.query.names.user_functions import lambda_of
from rmt_engine.store.store import Store

__all__ = ["FunctionStatements"]


class FunctionStatements:
    """Executes statements about functions of SQL.

    Args:
        store: the store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            CreateFunction: self._create,
            DropFunction: self._drop,
        }

    def _create(self, statement: CreateFunction, active: ActiveSession) -> None:
        lambda_of(statement.definition)
        if canonical_name(statement.name) is not None:
            raise RmtError(
                "FUNCTION_ALREADY_EXISTS", f"The function '{statement.name}' already exists."
            )
        self._store.registry.sql_functions.create(
            statement.name, statement.definition, statement.replace, statement.if_not_exists
        )

    def _drop(self, statement: DropFunction, active: ActiveSession) -> None:
        if canonical_name(statement.name) is not None:
            raise RmtError(
                "CANNOT_DROP_FUNCTION", f"Cannot drop system function '{statement.name}'."
            )
        is_gone = self._store.registry.sql_functions.drop(statement.name)
        if not is_gone and not statement.if_exists:
            raise RmtError(
                "UNKNOWN_FUNCTION", f"User-defined object '{statement.name}' doesn't exist."
            )
