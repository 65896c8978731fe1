"""Lowers a whole query: SELECTs, set operations, WITH; and knows what all parts of it share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.functions.answers.common import common_or_variant
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS, NULL, array_of, tuple_of
from rmt_engine.sql.grammar.formats import FORMATS
from rmt_engine.sql.grammar.quoting import quote_name
from rmt_engine.sql.grammar.tokens import Kind, Name, tokenize
from rmt_engine.sql.query.calls.dynamic_calls import shown_json
from rmt_engine.sql.query.catalog import (
    Catalog,
    KnownTable,
    LoweredQuery,
    QueryColumn,
)
from rmt_engine.sql.query.clauses.group_by import Totals
from rmt_engine.sql.query.clauses.lower_select import SelectLowering
from rmt_engine.sql.query.clauses.recursion import SelfReference, recursive_query
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering
from rmt_engine.sql.query.expressions.membership import in_query_text
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.names.user_functions import body_of_call, lambda_of, refuse_recursion
from rmt_engine.sql.query.parameters import GivenParameters, arguments_of_view
from rmt_engine.sql.query.reading.queries import Statement, read_expression, read_query
from rmt_engine.sql.query.sources.asked_tables import with_asked_tables
from rmt_engine.sql.query.sources.information_schema import query_of_information_schema
from rmt_engine.sql.query.sources.parts_answers import answered_by_parts
from rmt_engine.sql.query.sources.projected import UsedProjection, check_forced, with_projection
from rmt_engine.sql.query.tree import (
    Call,
    CommonTable,
    Expression,
    Node,
    Parameter,
    Query,
    Select,
    SetOperation,
    Setting,
    Source,
    TableSource,
)
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.subscripts import tuple_of_values
from rmt_engine.sql.query.types.variants import compared_in_set, from_compared
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.settings.declared import READER_SETTINGS, session_values
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.table import KEYLESS

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
    lowering = QueryLowering(statement, catalog, {**settings, **given})
    lowering.parameters.keeps = keeps_parameters
    lowering.lasts = lasts
    lowered = lowering.top(statement.query, stores=stores)
    if not lasts:
        check_forced(lowering)
    if stores:
        lowered = lowering.with_stored_columns(lowered)
    lowered = lowering.with_shown_jsons(lowered, stores=stores)
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


class QueryLowering:
    """Lowers the queries of one statement.

    Args:
        statement: the statement.
        catalog: resolves names.
        settings: that hold for it.
    """

    def __init__(self, statement: Statement, catalog: Catalog, settings: Mapping[str, str]) -> None:
        self.catalog = catalog
        self.settings = dict(settings)
        self.zone = catalog.zone
        self.tables: list[KnownTable] = []
        self.mentioned = frozenset(
            token.value.lower()
            for token in tokenize(statement.text)
            if token.kind in (Kind.WORD, Kind.QUOTED)
        )
        self.parameters = GivenParameters()
        self.used_projections: list[UsedProjection] = []
        self.lasts = False
        self.is_answered_by_parts = False
        self._text = statement.text
        self._aliases: set[str] = set()
        self._bodies: dict[int, tuple[Call, Expression]] = {}
        self._shared_aliases: dict[tuple[str, tuple[int, ...]], str] = {}
        self._common_tables: dict[str, CommonTable | SelfReference] = {}
        self._being_read: frozenset[str] = frozenset()
        self._database: str | None = None
        self._known: dict[Name, KnownTable] = {}
        self._with_values: list[dict[str, Expression]] = []
        self._is_lateral = False

    @property
    def row_number(self) -> str:
        """A number that each row of a source has for itself.

        Spark takes no LATERAL query whose rows may differ each time.
        """
        if self._is_lateral:
            return "row_number() OVER (ORDER BY 1)"
        return "monotonically_increasing_id()"

    @contextmanager
    def in_lateral(self, is_lateral: bool) -> Iterator[None]:
        """Whether what is lowered meanwhile stands in a LATERAL query; so does all inside."""
        before = self._is_lateral
        self._is_lateral = before or is_lateral
        try:
            yield
        finally:
            self._is_lateral = before

    # Queries

    def top(self, query: Query, *, stores: bool) -> LoweredQuery:
        """The statement's query, whose answer is the client's, or is kept."""
        return self._query(query, None, is_top=not stores)

    def nested(self, query: Query, outer: Scope | None) -> LoweredQuery:
        """A query inside another.

        Args:
            query: the query.
            outer: the scope whose columns it may name.
        """
        with self._own_settings(query):
            return self._query(query, outer, is_top=False)

    def with_stored_columns(self, query: LoweredQuery) -> LoweredQuery:
        """The query with numbers for conditions."""
        if not any(column.is_condition for column in query.columns):
            return query
        alias = quote_name(self.fresh_alias("_t"))
        values = [
            stored(
                Value(f"{alias}.{quote_name(c.spark_name)}", c.type, is_condition=c.is_condition)
            )
            for c in query.columns
        ]
        listed = ", ".join(
            f"{value.sql} AS {quote_name(column.spark_name)}"
            for value, column in zip(values, query.columns, strict=True)
        )
        columns = tuple(replace(column, is_condition=False) for column in query.columns)
        return LoweredQuery(f"SELECT {listed} FROM ({query.sql}) AS {alias}", columns)

    def with_shown_jsons(self, query: LoweredQuery, *, stores: bool) -> LoweredQuery:
        """The query with texts for values inside a JSON, and for JSONs unless they are stored."""
        names = [quote_name(f"c{place}") for place in range(len(query.columns))]
        shown = [
            shown_json(name, column.type, stores=stores)
            for name, column in zip(names, query.columns, strict=True)
        ]
        if not any(shown):
            return query
        listed = ", ".join(
            f"{text or name} AS {quote_name(column.name)}"
            for text, name, column in zip(shown, names, query.columns, strict=True)
        )
        alias = quote_name(self.fresh_alias("_t"))
        text = f"SELECT {listed} FROM ({query.sql}) AS {alias}({', '.join(names)})"
        return replace(query, sql=text)

    @contextmanager
    def _own_settings(self, query: Query) -> Iterator[None]:
        """The settings of a subquery hold for it only.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, one of them can only hold for all of the statement.
        """
        before = self.settings
        if query.settings:
            own = session_values({one.name: one.value for one in query.settings})
            for name in READER_SETTINGS:
                if own.get(name, before.get(name)) != before.get(name):
                    raise RmtError(
                        "NOT_IMPLEMENTED",
                        f"{name} in the SETTINGS of a subquery is not supported.",
                        "Put it at the end of the statement, which it holds for then.",
                    )
            self.settings = {**before, **own}
        try:
            yield
        finally:
            self.settings = before

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
                if is_top and query.grouping is not None and query.grouping.with_totals:
                    return self._with_totals(query)
                return SelectLowering(self, query, outer, is_top=is_top).lower()
            assert isinstance(query, SetOperation)
            return self._set_operation(query, outer, is_top=is_top)
        finally:
            self._common_tables = before
            self._with_values.pop()

    def _with_totals(self, select: Select) -> LoweredQuery:
        """The groups, and behind them the row of all rows in them, as the answer's last."""
        grouping = select.grouping
        filters = {"HAVING": select.having, "QUALIFY": select.qualify}
        written = [word for word, condition in filters.items() if condition is not None]
        if written and grouping is not None and grouping.kind:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "WITH TOTALS and WITH ROLLUP or CUBE are not supported together in presence of "
                f"{written[0]}.",
                "Ask for the totals in a query of their own.",
            )
        groups = SelectLowering(self, select, None, is_top=True).lower()
        kept = None if select.having is None else SelectLowering(self, select, None).kept_keys()
        whole = Select(
            with_values=select.with_values,
            columns=select.columns,
            source=select.source,
            prewhere=select.prewhere,
            where=select.where,
            grouping=select.grouping,
            windows=select.windows,
        )
        totals = SelectLowering(self, whole, None, totals=Totals(kept)).lower()
        # ClickHouse's totals are one row: of arrayJoin, the first element.
        text = f"SELECT * FROM ({groups.sql}) UNION ALL SELECT * FROM ({totals.sql} LIMIT 1)"
        return replace(groups, sql=text)

    # Set operations

    def _set_operation(
        self, operation: SetOperation, outer: Scope | None, *, is_top: bool
    ) -> LoweredQuery:
        quantifier = operation.quantifier or self._default_quantifier(operation.kind)
        members = [self.nested(one, outer) for one in operation.members]
        width = len(members[0].columns)
        if any(len(member.columns) != width for member in members):
            raise RmtError(
                "UNION_ALL_RESULT_STRUCTURES_MISMATCH"
                if operation.kind == "UNION"
                else "INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH",
                f"Different number of columns in {operation.kind}: "
                f"{', '.join(str(len(member.columns)) for member in members)}.",
            )
        types = [
            self.common([member.columns[at].type for member in members]) for at in range(width)
        ]
        columns = tuple(
            QueryColumn(column.name, f"c{at}", data_type)
            for at, (column, data_type) in enumerate(zip(members[0].columns, types, strict=True))
        )
        is_set = quantifier != "ALL" or operation.kind != "UNION"
        texts = [self.united(member, types, is_set=is_set) for member in members]
        text = f" {operation.kind} {quantifier} ".join(f"({one})" for one in texts)
        alias = self.fresh_alias("_u")
        distinct = self._distinct_names(columns)
        shown = [column.name for column in columns] if is_top else distinct
        values = [
            from_compared(f"`c{at}`", data_type) if is_set else f"`c{at}`"
            for at, data_type in enumerate(types)
        ]
        listed = ", ".join(
            f"{value} AS {quote_name(name)}" for value, name in zip(values, shown, strict=True)
        )
        named = tuple(
            replace(column, spark_name=name) for column, name in zip(columns, distinct, strict=True)
        )
        return LoweredQuery(f"SELECT {listed} FROM ({text}) AS {quote_name(alias)}", named)

    @staticmethod
    def _distinct_names(columns: Sequence[QueryColumn]) -> list[str]:
        names: list[str] = []
        for column in columns:
            name = column.name
            while name.lower() in {one.lower() for one in names}:
                name = f"{column.name}_{len(names)}"
            names.append(name)
        return names

    def _default_quantifier(self, kind: str) -> str:
        setting = f"{kind.lower()}_default_mode"
        quantifier = self.settings.get(setting, "" if kind == "UNION" else "ALL")
        if not quantifier:
            raise RmtError(
                "EXPECTED_ALL_OR_DISTINCT",
                "Expected ALL or DISTINCT in SelectWithUnion query; "
                "because setting (union_default_mode) is empty.",
                "Write UNION ALL or UNION DISTINCT.",
            )
        return quantifier.upper()

    @staticmethod
    def common(types: Sequence[DataType | None]) -> DataType | None:
        """The type that holds values of several; None if one is not known."""
        known = [one for one in types if one is not None]
        if len(known) < len(types):
            return None
        return common_or_variant(known)

    def united(
        self, member: LoweredQuery, types: Sequence[DataType | None], *, is_set: bool = False
    ) -> str:
        """The text of a member of a set operation, whose columns get these types.

        Args:
            member: the member.
            types: the types that hold the values of all members.
            is_set: whether rows are compared, so that keys of the values stand for them.
        """
        alias = quote_name(self.fresh_alias("_m"))
        pieces = []
        for at, (column, data_type) in enumerate(zip(member.columns, types, strict=True)):
            value = Value(
                f"{alias}.{quote_name(column.spark_name)}",
                column.type,
                is_condition=column.is_condition,
            )
            if data_type is not None and data_type != NULL:
                value = converted(value, data_type)
            text = compared_in_set(value, column.type) if is_set else stored(value).sql
            pieces.append(f"{text} AS {quote_name(f'c{at}')}")
        return f"SELECT {', '.join(pieces)} FROM ({member.sql}) AS {alias}"

    # Names

    def with_value(self, name: str) -> Value | None:
        """The value that an outer query's WITH gives a name."""
        found = self.with_expression(name)
        return None if found is None else self.constants().row(found)

    def with_expression(self, name: str) -> Expression | None:
        """What an outer query's WITH gives a name."""
        for values in reversed(self._with_values[:-1]):
            if name in values:
                return values[name]
        return None

    def fresh_alias(self, wanted: str) -> str:
        """An alias that nothing else of the statement has."""
        name, number = wanted, 1
        if wanted.startswith("_"):
            name = f"{wanted}{len(self._aliases)}"
        while name.lower() in self._aliases:
            number += 1
            name = f"{wanted}_{number}"
        self._aliases.add(name.lower())
        return name

    def lambda_variable(self, depth: int, place: int) -> str:
        """The name of a lambda's parameter in Spark's text.

        Equal expressions have equal texts, so that a key of GROUP BY is known wherever it stands.

        Args:
            depth: in how many other lambdas the lambda stands.
            place: the parameter's, from 0.
        """
        return self.shared_alias("_x", depth, place)

    def shared_alias(self, wanted: str, *places: int) -> str:
        """An alias that nothing else has, the same each time: of what nothing around it names."""
        if (wanted, places) not in self._shared_aliases:
            self._shared_aliases[wanted, places] = self.fresh_alias(wanted)
        return self._shared_aliases[wanted, places]

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
        columns = tuple(
            replace(column, name=new)
            for column, new in zip(lowered.columns, table.columns, strict=False)
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

    def table(self, name: Name) -> KnownTable:
        """The table of a name.

        Raises:
            RmtError: `UNKNOWN_TABLE`.
        """
        if name.database is None and self._database is not None:
            name = Name(self._database, name.table)
        if name not in self._known:
            found = self.catalog.table(name)
            if found is None:
                raise self.catalog.unknown_table(name)
            self._known[name] = found
            self.tables.append(found)
        return self._known[name]

    def prewhere_table(self, source: Source | None) -> KnownTable:
        """The table that PREWHERE filters.

        Raises:
            RmtError: `ILLEGAL_PREWHERE`, the source is none of the engine's tables.
        """
        what = "A subquery or a table function"
        if isinstance(source, TableSource):
            if self.is_common_table(source.name):
                what = f"The subquery {source.name}"
            else:
                table = self.table(source.name)
                if table.is_engines and (table.kind not in KEYLESS or table.has_final):
                    return table
                what = f"Storage {table.kind} (table {table.qualified})"
        raise RmtError("ILLEGAL_PREWHERE", f"{what} does not support PREWHERE.", "Use WHERE.")

    def is_common_table(self, name: Name) -> bool:
        """Whether a name stands for a query; in a CTE itself its name is the table's."""
        if query_of_information_schema(name) is not None:
            return True
        table = self._common_tables.get(name.table) if name.database is None else None
        return isinstance(table, SelfReference) or (
            table is not None and name.table not in self._being_read
        )

    def whole_table(self, source: TableSource) -> LoweredQuery:
        """`SELECT * FROM table`, for `IN table`."""
        select = Select(source=source, at=source.at, end=source.end)
        select.columns = [read_expression("*")]
        return self.nested(select, None)

    def text_of(self, node: Node) -> str:
        """The text a node was read of."""
        return self._text[node.at : node.end]

    # Values

    def expressions(
        self, scope: Scope, aliases: Mapping[str, Expression] = MappingProxyType({})
    ) -> ExpressionLowering:
        """Lowers expressions over some relations, which may name aliases."""
        return ExpressionLowering(self, scope, aliases, {})

    def constants(
        self, aliases: Mapping[str, Expression] = MappingProxyType({})
    ) -> ExpressionLowering:
        """Lowers expressions without columns, which may name aliases."""
        return self.expressions(Scope([]), aliases)

    def constant(self, node: Expression, aliases: Mapping[str, Expression]) -> Value:
        """The value of an expression without columns, which may name aliases."""
        lowering = self.constants(aliases)
        return lowering.joined.alone(lowering.row(node))

    def row_count(self, node: Expression) -> int | float:
        """The number of LIMIT or OFFSET: a whole one, or a fraction of the rows.

        Raises:
            RmtError: `INVALID_LIMIT_EXPRESSION`, it is none.
        """
        value = self.constants().row(node)
        found: object = value.constant
        if not isinstance(found, int | float):
            found = self.catalog.constant(value.sql)
        is_numeric = value.type is None or value.family in INTEGERS or value.family in FLOATS
        if not isinstance(found, int | float) or isinstance(found, bool) or not is_numeric:
            raise RmtError(
                "INVALID_LIMIT_EXPRESSION",
                "LIMIT expression must be constant with numeric type. "
                f"Actual: {self.text_of(node)}.",
            )
        if isinstance(found, float) and found.is_integer():
            return int(found)
        if isinstance(found, float) and not 0 < found < 1:
            raise RmtError(
                "INVALID_LIMIT_EXPRESSION",
                f"The value {self.text_of(node)} of LIMIT expression is not representable as "
                "UInt64 or Int64 or Float64 in the range (0, 1).",
            )
        return found

    def parameter(self, node: Parameter) -> Value:
        """The value of `{name:Type}` in the query of a view."""
        return self.parameters.value(node, self.constants())

    def user_function(self, node: Call) -> Expression | None:
        """The body of a function that CREATE FUNCTION made, with the arguments of a call.

        Raises:
            RmtError: `BAD_ARGUMENTS`, a wrong number of arguments; `UNSUPPORTED_METHOD`, the
                function calls itself.
        """
        known = self._bodies.get(id(node))
        if known is not None:
            return known[1]
        if canonical_name(node.name) is not None:
            return None
        definition = self.catalog.user_function(node.name)
        if definition is None:
            return None
        refuse_recursion(node.name, self.catalog.user_function)
        body = body_of_call(node, lambda_of(definition))
        self._bodies[id(node)] = node, body
        return body

    def parametrised_view(
        self, call: Call, aliases: Mapping[str, Expression]
    ) -> LoweredQuery | None:
        """The query of a view with parameters, called as a function, which may name aliases."""
        database, _, name = call.name.rpartition(".")
        found = self.catalog.parametrised_view(Name(database or None, name))
        if found is None:
            return None
        text, view_database = found
        values = arguments_of_view(call, lambda node: self.constant(node, aliases))
        given = GivenParameters(dict(values))
        before = self.parameters, self._database
        self.parameters, self._database = given, view_database
        try:
            return self.by_itself(read_query(text).query)
        finally:
            self.parameters, self._database = before

    def by_itself(self, query: Query) -> LoweredQuery:
        """A query that sees nothing that WITH names around it: that of a view or of `view(…)`."""
        before = self._with_values, self._common_tables
        self._with_values, self._common_tables = [], {}
        try:
            return self.nested(query, None)
        finally:
            self._with_values, self._common_tables = before

    def set_of(self, query: LoweredQuery) -> Value:
        """The values of a query as an array, tuples where it has several columns.

        NULL is a value; rows of several columns with one are left out unless `transform_null_in`
        is on.
        """
        alias = quote_name(self.shared_alias("_i"))
        values = [
            stored(
                Value(f"{alias}.{quote_name(c.spark_name)}", c.type, is_condition=c.is_condition)
            )
            for c in query.columns
        ]
        types = [value.type for value in values if value.type is not None]
        element = values[0] if len(values) == 1 else tuple_of_values(values, tuple_of(types))
        # Collected as they are, NULLs would be left out.
        kept = f"collect_set(named_struct('v', {element.sql}))"
        where = ""
        if len(values) > 1 and self.settings.get("transform_null_in") != "1":
            where = " WHERE " + " AND ".join(f"{value.sql} IS NOT NULL" for value in values)
        rows = f"FROM ({query.sql}) AS {alias}{where}"
        text = f"(SELECT transform({kept}, `_v` -> `_v`.`v`) {rows})"
        return Value(text, None if element.type is None else array_of(element.type))

    def in_query(self, value: Value, query: LoweredQuery, *, negated: bool) -> Value:
        """`value IN (query)`."""
        alias = self.shared_alias("_i")
        columns = [
            Value(
                f"{quote_name(alias)}.{quote_name(column.spark_name)}",
                column.type,
                is_condition=column.is_condition,
            )
            for column in query.columns
        ]
        return in_query_text(
            value,
            columns,
            f"({query.sql}) AS {quote_name(alias)}",
            negated=negated,
            context=CallContext(self.settings, self.zone),
        )

    def rows(
        self,
        rows: Sequence[Sequence[Expression]],
        structure: list[tuple[str, DataType]] | None,
        aliases: Mapping[str, Expression] = MappingProxyType({}),
    ) -> LoweredQuery:
        """A query of rows of constants, for the table function `values`."""
        values = [[stored(self.constant(one, aliases)) for one in row] for row in rows]
        if structure is None:
            types = [self.common([v.type for v in column]) for column in zip(*values, strict=True)]
            structure = [(f"c{at}", data_type or NULL) for at, data_type in enumerate(types, 1)]
        columns = tuple(QueryColumn(name, name, data_type) for name, data_type in structure)
        if not values:
            listed = ", ".join(
                f"CAST(NULL AS {data_type.spark}) AS {quote_name(name)}"
                for name, data_type in structure
            )
            return LoweredQuery(f"SELECT {listed} WHERE false", columns)
        texts = [
            ", ".join(
                f"{converted(value, data_type).sql} AS {quote_name(name)}"
                for value, (name, data_type) in zip(row, structure, strict=True)
            )
            for row in values
        ]
        return LoweredQuery(" UNION ALL ".join(f"SELECT {one}" for one in texts), columns)
