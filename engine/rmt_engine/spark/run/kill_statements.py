"""KILL MUTATION and KILL QUERY."""

from __future__ import annotations

import time
from collections.abc import Set
from typing import Any

from rmt_engine.spark.bridge.frames import plan_of_rows
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.activity import Activity
from rmt_engine.spark.run.inner_queries import InnerQueries
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.write.mutations import KILLED_COLUMNS, MutationStatements
from rmt_engine.sql.grammar.statements import KillMutation, KillQuery

__all__ = ["KillStatements"]

_LOOK_S = 0.05
_KILLED_QUERIES = "kill_status STRING, query_id STRING, user STRING, query STRING"


class KillStatements:
    """Executes KILL.

    Args:
        gateway: the bridge to the JVM.
        queries: reads queries inside statements.
        mutations: executes statements that change rows.
        activity: knows the statements that run.
    """

    def __init__(
        self,
        gateway: Gateway,
        queries: InnerQueries,
        mutations: MutationStatements,
        activity: Activity,
    ) -> None:
        self._gateway = gateway
        self._queries = queries
        self._mutations = mutations
        self._activity = activity

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            KillMutation: self._kill_mutation,
            KillQuery: self._kill_query,
        }

    def _kill_mutation(self, statement: KillMutation, active: ActiveSession) -> Any:
        found = self._queries.run(
            "SELECT database, `table`, mutation_id, command FROM rmt_system('mutations') "
            f"WHERE {statement.condition}",
            active,
        )
        chosen = [(row[0], row[1], row[2], row[3]) for row in found.frame.collect()]
        rows = self._mutations.kill(chosen, statement.mode)
        return plan_of_rows(active.spark, rows, KILLED_COLUMNS)

    def _kill_query(self, statement: KillQuery, active: ActiveSession) -> Any:
        """Cancels the jobs of statements, those that run and those to come."""
        found = self._queries.run(
            "SELECT query_id, user, query FROM rmt_system('processes') "
            f"WHERE {statement.condition}",
            active,
        )
        own = self._activity.statement_of_thread()
        chosen = [row for row in found.frame.collect() if row[0] != own]
        status = "unknown_status" if statement.mode == "TEST" else "waiting"
        for query_id, *_ in chosen if statement.mode != "TEST" else ():
            self._activity.cancel(query_id)
        if statement.mode == "SYNC":
            self._await_end({row[0] for row in chosen})
            status = "finished"
        rows = [(status, *row) for row in chosen]
        return plan_of_rows(active.spark, rows, _KILLED_QUERIES)

    def _await_end(self, query_ids: Set[str]) -> None:
        while not query_ids.isdisjoint(self._activity.running()):
            self._gateway.check_cancelled()
            time.sleep(_LOOK_S)
