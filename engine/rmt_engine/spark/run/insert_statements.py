"""INSERT: rows of VALUES, of a format, and of a query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.inner_queries import InnerQueries
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession, untouched
from rmt_engine.spark.session.query_catalog import QueryCatalog
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.spark.write.nested_columns import with_whole_nested
from rmt_engine.spark.write.replace_where import GivenRows, ReplaceWhere
from rmt_engine.spark.write.texts_of_rows import with_texts
from rmt_engine.sql.grammar.inline_data import values_of_data
from rmt_engine.sql.grammar.statements import Insert
from rmt_engine.sql.tables.aggregate_types import (
    check_states,
    filled_columns,
)
from rmt_engine.sql.tables.keyless import refuse_rows
from rmt_engine.sql.tables.rows_of_values import (
    WrittenRow,
    in_sparks_words,
    pieces_of_rows,
    refuse_long_numbers,
    rows_of_one_form,
    separate_rows,
)
from rmt_engine.sql.text.nesting import check_nesting
from rmt_engine.sql.text.tokens import tokenize
from rmt_engine.sql.values.plain_rows import plain_rows
from rmt_engine.sql.values.types import UTC
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.views import target_of

__all__ = ["InsertStatements"]

_NOT_CONSTANT = (
    "INVALID_INLINE_TABLE.CANNOT_EVALUATE_EXPRESSION_IN_INLINE_TABLE",
    "UNSUPPORTED_SUBQUERY_EXPRESSION_CATEGORY.SCALAR_SUBQUERY_IN_VALUES",
)
"""What Spark says of rows of VALUES that are no constants."""
_OTHER_LITERALS = (
    "spark.sql.parser.escapedStringLiterals",
    "spark.sql.legacy.exponentLiteralAsDecimal.enabled",
)


class InsertStatements:
    """Executes INSERT.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
        names: finds the tables that statements name.
        queries: reads queries inside statements.
        inserter: inserts DataFrames.
        replaces: carries out INSERT INTO … REPLACE WHERE.
    """

    def __init__(
        self,
        gateway: Gateway,
        store: Store,
        names: NamedTables,
        queries: InnerQueries,
        inserter: Inserter,
        replaces: ReplaceWhere,
    ) -> None:
        self._gateway = gateway
        self._store = store
        self._names = names
        self._queries = queries
        self._inserter = inserter
        self._replaces = replaces

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {Insert: self._insert}

    def _insert(self, statement: Insert, active: ActiveSession) -> None:
        if statement.replaced:
            self._replace(statement, active)
            return
        table, statement = self._found(statement, active)
        rows = self._plain_rows(statement, table, active) if statement.values else None
        if rows is not None:
            self._inserter.insert_rows(
                table, rows, statement.columns, active.settings(), statement.overwrite, active.spark
            )
            return
        given = self._given(statement, table, active)
        query = None if statement.values else statement.source
        self._inserter.insert(
            table, given.frame, given.columns, given.settings, statement.overwrite, query=query
        )

    def _replace(self, statement: Insert, active: ActiveSession) -> None:
        """INSERT INTO … REPLACE WHERE."""

        def rows_of(table: Table) -> GivenRows:
            return self._given(self._found(statement, active)[1], table, active)

        self._replaces.insert(
            lambda: self._found(statement, active)[0],
            statement.replaced,
            active.zone,
            rows_of,
            lambda query: self._queries.run(query, active).frame,
        )

    def _found(self, statement: Insert, active: ActiveSession) -> tuple[Table, Insert]:
        """The table that gets the rows, and the statement in the words of that table."""
        table = self._names.table(statement.name, active)
        refuse_rows(table.definition.engine)
        if table.definition.view is not None:
            names = tuple(column.name for column in table.definition.columns)
            statement = replace(statement, columns=statement.columns or names)
            table = target_of(self._store.registry, table)
        if statement.excluded:
            statement = replace(statement, columns=_all_but(statement.excluded, table))
        if statement.data_format:
            source = values_of_data(
                statement.data_format, statement.source, statement.columns, table.definition
            )
            statement = replace(statement, source=source)
        return table, statement

    def _given(self, statement: Insert, table: Table, active: ActiveSession) -> GivenRows:
        """The rows, as a DataFrame."""
        if statement.values:
            frame, columns = self._values_as_frame(statement, table, active)
            return GivenRows(frame, columns, active.settings())
        query = self._queries.run(statement.source, active)
        given = tuple(query.frame.columns) if statement.by_name else statement.columns
        wanted = filled_columns(table.definition, given)
        check_states(wanted, query.types)
        texts = with_texts(query.frame, [kind for _, kind in wanted], query.types)
        frame, columns = with_whole_nested(texts, given, table.definition)
        return GivenRows(frame, columns, {**active.settings(), **query.settings})

    def _values_as_frame(
        self, statement: Insert, table: Table, active: ActiveSession
    ) -> tuple[DataFrame, Sequence[str] | None]:
        first, *others = pieces_of_rows(statement.source)
        written = self._values(first, statement, table, active)
        if not others and len(rows_of_one_form(written)) == 1:
            return self._whole_values(written, statement, table, active)
        typed = [self._typed_values(written, statement, table, active)]
        for piece in others:
            self._gateway.check_cancelled()
            written = self._values(piece, statement, table, active)
            typed.append(self._typed_values(written, statement, table, active))
        return active.spark.createDataFrame(_one_table(typed)), typed[0].column_names

    def _typed_values(
        self, rows: Sequence[WrittenRow], statement: Insert, table: Table, active: ActiveSession
    ) -> pa.Table:
        """Some of the rows of VALUES, each value converted to its column's type by itself."""
        groups = rows_of_one_form(rows)
        typed = []
        for places in groups:
            of_one_form = [rows[place] for place in places]
            frame, columns = self._whole_values(of_one_form, statement, table, active)
            typed.append(self._inserter.typed_rows(table, frame, columns))
        if len(typed) == 1:
            return typed[0]
        places_of_all = [place for places in groups for place in places]
        order = sorted(range(len(rows)), key=places_of_all.__getitem__)
        return _one_table(typed).take(order)

    def _whole_values(
        self, rows: Sequence[WrittenRow], statement: Insert, table: Table, active: ActiveSession
    ) -> tuple[DataFrame, Sequence[str] | None]:
        """Rows of VALUES of one form, and the columns they are for."""
        with untouched():
            frame = _frame_of_rows(rows, active.spark)
        return with_whole_nested(frame, statement.columns, table.definition)

    @staticmethod
    def _plain_rows(statement: Insert, table: Table, active: ActiveSession) -> pa.Table | None:
        """The rows, if they are literals and the session reads literals as Spark does by itself."""
        configuration = active.java.conf()
        if any(configuration.get(name, "false") == "true" for name in _OTHER_LITERALS):
            return None
        in_utc = active.zone == UTC
        return plain_rows(statement.source, statement.columns, table.definition, in_utc)

    def _values(
        self, text: str, statement: Insert, table: Table, active: ActiveSession
    ) -> list[WrittenRow]:
        """Some of the rows of VALUES, as ClickHouse reads them."""
        tokens = tokenize(text)
        rows = separate_rows(text, tokens)
        refuse_long_numbers(tokens)
        check_nesting(rows)
        catalog = QueryCatalog(active, self._gateway)
        written = in_sparks_words(rows, statement.columns, table.definition, catalog)
        expected = len(statement.columns or table.definition.visible_columns)
        found = next((len(row.forms) for row in written if len(row.forms) != expected), expected)
        if found != expected:
            raise RmtError(
                "SYNTAX_ERROR",
                f"A row of VALUES has {found} values, {table.qualified} wants {expected}.",
                "Name the columns: INSERT INTO t (a, b) VALUES (…).",
            )
        return written


def _frame_of_rows(rows: Sequence[WrittenRow], session: SparkSession) -> DataFrame:
    """The rows of VALUES, in Spark's words.

    Spark's VALUES takes a struct that stands alone for a row of its fields, so a value that is
    alone stands beside another one; and it takes constants only: no subquery, nothing random, and
    not all of its functions.

    Source: `AstBuilder.visitInlineTable` of Spark.
    """
    beside = ", 0" if len(rows[0].forms) == 1 else ""
    values = f"VALUES {', '.join(f'({row.sql}{beside})' for row in rows)}"
    try:
        return session.sql(f"SELECT col1 FROM {values}" if beside else values)
    except AnalysisException as error:
        if error.getCondition() not in _NOT_CONSTANT:
            raise
    return session.sql(" UNION ALL ".join(f"SELECT {row.sql}" for row in rows))


def _one_table(tables: Sequence[pa.Table]) -> pa.Table:
    """Tables of the same types, of which some may have NULL where others cannot."""
    return pa.concat_tables(tables, promote_options="default")


def _all_but(excluded: Sequence[str], table: Table) -> tuple[str, ...]:
    """The columns of `INSERT INTO t (* EXCEPT (…))`."""
    lower = {name.lower() for name in excluded}
    visible = table.definition.visible_columns
    return tuple(column.name for column in visible if column.name.lower() not in lower)
