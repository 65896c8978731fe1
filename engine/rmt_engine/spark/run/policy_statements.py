"""CREATE, DROP and SHOW ROW POLICY."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.frames import plan_of_rows
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.sql.grammar.statements import CreateRowPolicy, DropRowPolicy, ShowRowPolicies
from rmt_engine.sql.tables.row_policies import check_condition
from rmt_engine.store.row_policy import RowPolicy
from rmt_engine.store.store import Store

__all__ = ["PolicyStatements"]


class PolicyStatements:
    """Executes statements about row policies.

    Args:
        store: the store.
        names: finds the tables that statements name.
    """

    def __init__(self, store: Store, names: NamedTables) -> None:
        self._store = store
        self._names = names

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            CreateRowPolicy: self._create,
            DropRowPolicy: self._drop,
            ShowRowPolicies: self._show,
        }

    def _create(self, statement: CreateRowPolicy, active: ActiveSession) -> None:
        table = self._names.table_of_database(statement.table, active)
        check_condition(statement.condition, table.definition)
        grantees = statement.to
        if statement.to_current_user:
            grantees = replace(grantees, names=(*grantees.names, active.user))
        policy = RowPolicy(
            statement.name,
            table.database,
            table.name,
            statement.condition,
            statement.restrictive,
            grantees,
        )
        self._store.row_policies.create(policy, statement.replace, statement.if_not_exists)

    def _drop(self, statement: DropRowPolicy, active: ActiveSession) -> None:
        database, name = active.qualify(statement.table)
        dropped = self._store.row_policies.drop(database, name, statement.name)
        if not dropped and not statement.if_exists:
            raise RmtError(
                "UNKNOWN_ROW_POLICY",
                f"There is no row policy `{statement.name} ON {database}.{name}`.",
            )

    def _show(self, statement: ShowRowPolicies, active: ActiveSession) -> Any:
        policies = self._store.row_policies
        if statement.table is None:
            rows = [(f"{p.name} ON {p.database}.{p.table}",) for p in policies.all()]
        else:
            rows = [(p.name,) for p in policies.of_table(*active.qualify(statement.table))]
        return plan_of_rows(active.spark, rows, "name STRING")
