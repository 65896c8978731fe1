"""UPDATE, DELETE and MERGE INTO: statements that change rows."""

from __future__ import annotations

from dataclasses import replace

from pyspark.sql import DataFrame

from rmt_engine.spark.run.inner_queries import InnerQueries
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.write.kept_source import kept_source
from rmt_engine.spark.write.merge_into import MergeIntoStatements
from rmt_engine.spark.write.mutation_subqueries import with_values_of_subqueries
from rmt_engine.spark.write.mutations import MutationStatements
from rmt_engine.sql.grammar.merge_into import table_of_source
from rmt_engine.sql.grammar.statements import AlterRows, MergeInto, RowCommand, UpdateTable
from rmt_engine.sql.tables.keyless import check_keyless_rows, check_keyless_update
from rmt_engine.sql.tables.spelled_out import SpelledOut
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.store.table import Table

__all__ = ["RowStatements"]


class RowStatements:
    """Executes statements that change rows.

    Args:
        names: finds the tables that statements name.
        queries: reads queries inside statements.
        mutations: executes mutations.
        merge_intos: carries out MERGE INTO.
    """

    def __init__(
        self,
        names: NamedTables,
        queries: InnerQueries,
        mutations: MutationStatements,
        merge_intos: MergeIntoStatements,
    ) -> None:
        self._names = names
        self._queries = queries
        self._mutations = mutations
        self._merge_intos = merge_intos

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            AlterRows: self._alter,
            UpdateTable: self._update,
            MergeInto: self._merge,
        }

    def _alter(self, statement: AlterRows, active: ActiveSession) -> None:
        table = self._names.table(statement.name, active)
        if not statement.is_lightweight:
            table = self._names.table_with_rows(table)
        check_keyless_rows(statement, table.definition)
        commands = tuple(self._recorded(c, table, active) for c in statement.commands)
        self._mutations.alter(replace(statement, commands=commands), table, active)

    def _update(self, statement: UpdateTable, active: ActiveSession) -> None:
        table = self._names.table(statement.name, active)
        check_keyless_update(table.definition)
        command = self._recorded(statement.command, table, active)
        self._mutations.update(replace(statement, command=command), table, active)

    def _recorded(self, command: RowCommand, table: Table, active: ActiveSession) -> RowCommand:
        """A command that depends on nothing but the table's rows."""
        columns = {column.name for column in table.definition.columns}
        own = SpelledOut(table.name, table.database, columns, active.sql_functions())
        return with_values_of_subqueries(
            own.command(command), lambda query: self._queries.run(query, active).frame
        )

    def _merge(self, statement: MergeInto, active: ActiveSession) -> None:
        def find() -> Table:
            return self._names.table_with_rows(self._names.table(statement.name, active))

        def rows_of(query: str) -> DataFrame:
            return self._queries.run(query, active, "clickhouse").frame

        name = table_of_source(statement)
        source = active.find_table(name) if name is not None else None
        definition = source.definition if source is not None else None
        # All reads of a query are of one snapshot, but views and tables of others are queries.
        if definition is not None and not (definition.view or definition.others):
            self._merge_intos.merge(statement, find, True, rows_of, active.settings())
            return
        read = self._queries.run(f"SELECT * FROM {statement.source}", active, "clickhouse")
        with kept_source(active.spark, read.frame, read.types) as kept:
            if kept is not None:
                statement = replace(statement, source=quote_name(kept))
            is_fixed = kept is not None
            self._merge_intos.merge(statement, find, is_fixed, rows_of, active.settings())
