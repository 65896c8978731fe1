"""Lowers whole queries: SELECTs, set operations, WITH."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.formats import FORMATS
from rmt_engine.sql.query.catalog import Catalog, KnownTable, LoweredQuery, QueryColumn
from rmt_engine.sql.query.clauses.answer_columns import with_shown_jsons, with_stored_columns
from rmt_engine.sql.query.clauses.limit_settings import with_limit_settings
from rmt_engine.sql.query.clauses.lower_select import SelectLowering
from rmt_engine.sql.query.clauses.recursion import recursive_query
from rmt_engine.sql.query.clauses.set_operations import set_operation
from rmt_engine.sql.query.clauses.totals import with_totals
from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering
from rmt_engine.sql.query.expressions.parameters import GivenParameters
from rmt_engine.sql.query.expressions.queries import Queries
from rmt_engine.sql.query.names.information_schema import query_of_information_schema
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.names.self_reference import SelfReference
from rmt_engine.sql.query.names.statement import UsedProjection
from rmt_engine.sql.query.reading.queries import Statement, read_query
from rmt_engine.sql.query.sources.asked_tables import with_asked_tables
from rmt_engine.sql.query.sources.parts_answers import answered_by_parts
from rmt_engine.sql.query.sources.projected import check_forced, with_projection
from rmt_engine.sql.query.sources.wanted_rows import with_wanted_rows
from rmt_engine.sql.query.tree import (
    CommonTable,
    Expression,
    Query,
    Select,
    SetOperation,
    Setting,
)
from rmt_engine.sql.settings.declared import LIMIT_SETTINGS, session_values
from rmt_engine.sql.text.tokens import Name

__all__ = ["Compiled", "QueryLowering", "compile_query"]


@dataclass(frozen=True)
class Compiled:
    """A compiled query.

    Attributes:
        sql: Spark's text.
        columns: of its answer.
        settings: those of its SETTINGS, which hold for all of it.
        tables: the tables of the catalog it reads.
        output_format: the name behind FORMAT.
        parameters: those that have no value.
        projections: those that are read in the place of their tables.
    """

    sql: str
    columns: tuple[QueryColumn, ...]
    settings: dict[str, str]
    tables: tuple[KnownTable, ...]
    output_format: str = ""
    parameters: tuple[str, ...] = ()
    projections: tuple[UsedProjection, ...] = ()


def compile_query(
    statement: Statement,
    catalog: Catalog,
    *,
    stores: bool = False,
    keeps_parameters: bool = False,
    lasts: bool = False,
) -> Compiled:
    """Spark's text of a query.

    Args:
        statement: the query, read.
        catalog: resolves names.
        stores: whether its answer is kept: conditions are then numbers, as their type says.
        keeps_parameters: whether it is a view's, whose parameters get their values later; here
            they have the defaults of their types.
        lasts: whether the text is kept, and outlives the projections that there are now.

    Raises:
        RmtError: it is wrong, or has what is not supported.
        NotCompiled: it has what only Spark's language has.
    """
    _check_format(statement.output_format)
    given = session_values({one.name: one.value for one in _settings_of(statement.query)})
    settings = _lasting(catalog.settings) if lasts else catalog.settings
    around = {} if stores else {name: settings.get(name, "0") for name in LIMIT_SETTINGS}
    query = with_limit_settings(statement.query, around)
    inside = {
        name: value for name, value in {**settings, **given}.items() if name not in LIMIT_SETTINGS
    }

    def new_lowering() -> QueryLowering:
        made = QueryLowering(statement, catalog, inside)
        made.parameters.keeps = keeps_parameters
        made.lasts = lasts
        return made

    lowering = new_lowering()
    try:
        lowered = lowering.top(query, stores=stores)
    except RmtError as error:
        if error.name == "ILLEGAL_PREWHERE":
            _tell_what_else_is_wrong(new_lowering(), query)
        raise
    if not lasts:
        check_forced(lowering)
    if stores:
        lowered = with_stored_columns(lowering, lowered)
    lowered = with_shown_jsons(lowering, lowered, stores=stores)
    if statement.output_format.lower() == "null":
        lowered = replace(lowered, sql=f"SELECT * FROM ({lowered.sql}) LIMIT 0")
    return Compiled(
        lowered.sql,
        lowered.columns,
        given,
        tuple(lowering.tables),
        statement.output_format,
        tuple(lowering.parameters.kept),
        tuple(dict.fromkeys(lowering.used_projections)),
    )


def _tell_what_else_is_wrong(lowering: QueryLowering, query: Query) -> None:
    """Raises what is wrong with a query beside its PREWHERE: ClickHouse looks at that last.

    Raises:
        RmtError: what is wrong.
    """
    lowering.takes_prewhere_for_where = True
    try:
        lowering.top(query, stores=False)
    except RmtError as error:
        if error.name != "NOT_IMPLEMENTED":
            raise error from None


def _lasting(settings: Mapping[str, str]) -> dict[str, str]:
    """The settings that a kept text is made by, without `final = 0`, which its readers may say."""
    return {name: value for name, value in settings.items() if (name, value) != ("final", "0")}


def _check_format(name: str) -> None:
    """A query may ask for a format that ClickHouse knows; it gets rows."""
    if name and name.lower() not in FORMATS:
        raise RmtError("UNKNOWN_FORMAT", f"Unknown format {name}.")


def _settings_of(query: Query) -> list[Setting]:
    """The settings that hold for all of a query: its own, and those of its last SELECT."""
    found = list(query.settings)
    if isinstance(query, SetOperation) and not query.is_closed:
        found = [*_settings_of(query.members[-1]), *found]
    return found


class QueryLowering(Queries):
    """Lowers the queries of one statement."""

    def top(self, query: Query, *, stores: bool) -> LoweredQuery:
        """The statement's query, whose answer is the client's, or is kept."""
        return self._query(query, None, is_top=not stores)

    def nested(self, query: Query, outer: Scope | None) -> LoweredQuery:
        """A query inside another.

        Args:
            query: the query.
            outer: the scope whose columns it may name.
        """
        query = with_limit_settings(query, {})
        with self._own_settings(query):
            return self._query(query, outer, is_top=False)

    def by_itself(self, query: Query) -> LoweredQuery:
        """A query that sees nothing that WITH names around it: that of a view or of `view(…)`."""
        before = self._with_values, self._common_tables
        self._with_values, self._common_tables = [], {}
        try:
            return self.nested(query, None)
        finally:
            self._with_values, self._common_tables = before

    def of_view(self, text: str, database: str, values: Mapping[str, Expression]) -> LoweredQuery:
        """The query of a view with parameters."""
        before = self.parameters, self._database
        self.parameters, self._database = GivenParameters(dict(values)), database
        self.mention(text)
        try:
            return self.by_itself(read_query(text).query)
        finally:
            self.parameters, self._database = before

    def common_table(self, name: Name) -> LoweredQuery | None:
        """The query of a name: a table of `information_schema`, or a CTE, which may read others."""
        if not self.is_common_table(name):
            return None
        if (text := query_of_information_schema(name)) is not None:
            return self.by_itself(read_query(text).query)
        table = self._common_tables[name.table]
        if isinstance(table, SelfReference):
            return table.query()
        before, self._being_read = self._being_read, self._being_read | {name.table}
        try:
            recursive = recursive_query(self, table) if table.is_recursive else None
            if recursive is not None:
                return recursive
            lowered = self.nested(table.query, None)
        finally:
            self._being_read = before
        if not table.columns:
            return lowered
        if len(table.columns) != len(lowered.columns):
            raise RmtError(
                "BAD_ARGUMENTS",
                "Number of aliases does not match number of projection columns. "
                f"Expected {len(lowered.columns)}, got {len(table.columns)}.",
            )
        columns = tuple(
            replace(column, name=new)
            for column, new in zip(lowered.columns, table.columns, strict=True)
        )
        return replace(lowered, columns=columns)

    def lowered_with(
        self, query: Query, tables: Mapping[str, CommonTable | SelfReference]
    ) -> LoweredQuery:
        """A query that can read more CTEs.

        Args:
            query: the query.
            tables: the CTEs, by their names.
        """
        before = self._common_tables
        self._common_tables = {**before, **tables}
        try:
            return self.nested(query, None)
        finally:
            self._common_tables = before

    def expressions(
        self, scope: Scope, aliases: Mapping[str, Expression] = MappingProxyType({})
    ) -> ExpressionLowering:
        """Lowers expressions over some relations, which may name aliases."""
        return ExpressionLowering(self, scope, aliases, {})

    def _query(self, query: Query, outer: Scope | None, *, is_top: bool) -> LoweredQuery:
        before = self._common_tables
        self._common_tables = {**before, **{table.name: table for table in query.tables}}
        values = query.with_values if isinstance(query, Select) else []
        self._with_values.append({one.name: one.value for one in values})
        try:
            if isinstance(query, Select):
                known = answered_by_parts(self, query)
                if known is not None:
                    self.is_answered_by_parts = True
                    return known
                query = with_asked_tables(self, with_projection(self, query))
                query = with_wanted_rows(self, query)
                if is_top and query.grouping is not None and query.grouping.with_totals:
                    return with_totals(self, query)
                return SelectLowering(self, query, outer, is_top=is_top).lower()
            assert isinstance(query, SetOperation)
            return set_operation(self, query, outer, is_top=is_top)
        finally:
            self._common_tables = before
            self._with_values.pop()
