"""Lowers FROM: tables, table functions, subqueries and CTEs, ARRAY JOIN.

Each relation gets an alias that no other of the statement has, and its columns are named by it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import ABSENT_TABLE_FUNCTIONS, refusal_of_table_function
from rmt_engine.sql.functions.answers.kinds import is_number, plain
from rmt_engine.sql.grammar.sampling import sampling_not_supported
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable, LoweredQuery
from rmt_engine.sql.query.clauses.windows_below import with_laterals
from rmt_engine.sql.query.current_rows import Rows, rows_wanted
from rmt_engine.sql.query.expressions.parameters import names_arguments
from rmt_engine.sql.query.names.scopes import Column, LoweredSource, Relation, Scope, column_of
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.reading.expressions import ExpressionReader
from rmt_engine.sql.query.sources.file_function import file_call, rows_of_file
from rmt_engine.sql.query.sources.lower_join import JoinLowering
from rmt_engine.sql.query.sources.merge_function import merge_call
from rmt_engine.sql.query.sources.other_tables import NAME_TYPE, VIRTUAL_OF_MERGE
from rmt_engine.sql.query.sources.parametrised_views import parametrised_view
from rmt_engine.sql.query.sources.prewhere import filtered_table
from rmt_engine.sql.query.sources.random_rows import ENDLESS, limits_of, random_rows
from rmt_engine.sql.query.sources.values_function import rows_of_constants
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Call,
    Derived,
    Expression,
    FunctionSource,
    Identifier,
    Join,
    Literal,
    Source,
    Subquery,
    TableSource,
    has_one_join,
)
from rmt_engine.sql.query.types.array_sizes import of_one_size
from rmt_engine.sql.query.types.subscripts import entries_of, tuple_of
from rmt_engine.sql.query.values import Value, default_text, has_query, literal, stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Name, tokenize
from rmt_engine.sql.values.types import DataType, parse_type

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["SourceLowering", "structure_of"]

_SERIES: Mapping[str, tuple[str, DataType]] = {
    "numbers": ("number", plain("UInt64")),
    "numbers_mt": ("number", plain("UInt64")),
    "zeros": ("zero", plain("UInt8")),
    "zeros_mt": ("zero", plain("UInt8")),
    "generateseries": ("generate_series", plain("UInt64")),
    "generate_series": ("generate_series", plain("UInt64")),
}
_PATTERN = "columns"
"""The word of patterns, in small letters."""
_ABSENT = frozenset(name.lower() for name in ABSENT_TABLE_FUNCTIONS)
_OF_OTHER_TABLES = ("cluster", "clusterallreplicas", "merge")
"""Table functions that FINAL and SAMPLE may follow, for the tables that they read."""


class SourceLowering:
    """Lowers the FROM of one SELECT.

    Args:
        queries: lowers the queries in it, and knows the statement.
        outer: the scope of the query that the SELECT stands in.
        mentioned: names in the SELECT that may be hidden columns, in small letters.
        aliases: those of the SELECT, which an ARRAY JOIN and ON may name.
        expressions: those of the SELECT and of its FROM.
        has_one_join: whether a name of both sides of a join is the left one's.
    """

    def __init__(
        self,
        queries: Queries,
        outer: Scope | None,
        mentioned: frozenset[str],
        aliases: Mapping[str, Expression],
        expressions: Sequence[Expression],
        has_one_join: bool,
    ) -> None:
        self.queries = queries
        self.outer = outer
        self._around = Scope([])
        queries.expressions(self._around, aliases)
        self.aliases = aliases
        self.expressions = expressions
        self.has_one_join = has_one_join
        self._mentioned = mentioned
        self._ahead: dict[int, LoweredSource] = {}

    def lower_ahead(self, source: Source) -> LoweredSource:
        """A source that is lowered before the FROM it stands in, where it will be the same."""
        found = self._ahead[id(source)] = self.lower(source)
        return found

    def lower(self, source: Source, before: Sequence[Relation] = ()) -> LoweredSource:
        """Any source.

        Args:
            source: the source.
            before: the relations of the sources before it, whose columns LATERAL may name.
        """
        ahead = self._ahead.pop(id(source), None)
        if ahead is not None:
            return ahead
        found = self._lowered(source, before)
        if not isinstance(source, Join | ArrayJoin):
            relations = tuple(replace(one, source=source) for one in found.relations)
            found = replace(found, relations=relations)
        if not source.table_sample:
            return found
        relation, _, alias = found.sql.rpartition(" AS ")
        text = f"(SELECT * FROM {relation}) {source.table_sample} AS {alias}"
        return replace(found, sql=text)

    def _lowered(self, source: Source, before: Sequence[Relation]) -> LoweredSource:
        if isinstance(source, Join):
            return JoinLowering(self, source).lower()
        if isinstance(source, ArrayJoin):
            return self._array_join(source)
        if isinstance(source, Derived):
            self._refuse_modifiers(source, "subquery")
            outer = self._around
            if source.is_lateral:
                outer = Scope(before, self.outer, is_lateral=True)
            found = self._of_query(self.queries.nested(source.query, outer), source, ())
            return replace(found, sql=f"LATERAL {found.sql}") if source.is_lateral else found
        if isinstance(source, FunctionSource):
            return self._function(source)
        assert isinstance(source, TableSource)
        return self._table(source)

    # Queries

    def _of_query(
        self, query: LoweredQuery, source: Source, qualifiers: Sequence[tuple[str, ...]]
    ) -> LoweredSource:
        alias = self.queries.fresh_alias(
            source.alias or (qualifiers[0][-1] if qualifiers else "_s")
        )
        names = source.column_names or tuple(column.name for column in query.columns)
        if len(names) != len(query.columns):
            raise RmtError(
                "BAD_ARGUMENTS",
                f"{len(names)} names are given to {len(query.columns)} columns.",
            )
        columns = [
            Column(
                name,
                Value(
                    f"{quote_name(alias)}.{quote_name(column.spark_name)}",
                    column.type,
                    is_condition=column.is_condition,
                ),
            )
            for name, column in zip(names, query.columns, strict=True)
        ]
        named = _relation_of(source, tuple(qualifiers), columns)
        return LoweredSource(f"({query.sql}) AS {quote_name(alias)}", (named,))

    def _refuse_modifiers(self, source: Source, what: str) -> None:
        if source.final or source.sample is not None:
            words = "FINAL" if source.final else "SAMPLE"
            raise RmtError(
                "UNSUPPORTED_METHOD",
                f"Table expression modifiers {words} are not supported for {what} "
                f"{self.queries.text_of(source)[:100]}.",
                f"Put {words} after the table inside the subquery.",
            )

    # Tables

    def _table(self, source: TableSource) -> LoweredSource:
        name = source.name
        common = self.queries.common_table(name)
        if common is not None:
            self._refuse_modifiers(source, "subquery")
            return self._of_query(common, source, ((name.table,),))
        table = self.queries.table(name)
        found = self.known_table(table, source, name)
        if source.prewhere is None:
            return found
        lowering = self.queries.expressions(found.scope(self.outer), self.aliases)
        return filtered_table(source.prewhere, source, found, lowering)

    def known_table(self, table: KnownTable, source: Source, name: Name) -> LoweredSource:
        """A table of the catalog, with FINAL and SAMPLE."""
        self._check_modifiers(table, source)
        if isinstance(source, TableSource) and source.projection is not None:
            table = replace(table, columns=table.columns_of_projection(source.projection))
        is_engines = table.is_engines
        shown = [column for column in table.columns if self._may_be_read(column)]
        shown.sort(key=lambda column: column.is_alias)
        relation = _named(table, source)
        if is_engines:
            relation = self._relation_text(table, source, shown)
        alias = self.queries.fresh_alias(source.alias or table.name)
        columns = [
            replace(
                column_of(alias, column.name, column.name, column.type),
                in_star=self._is_in_star(column),
                is_hidden=column.is_hidden and not self._is_in_star(column),
            )
            for column in shown
        ]
        if table.kind == "system":
            columns = list(map(_as_its_type, columns))
        if source.column_names:
            columns = [
                replace(column, name=new)
                for column, new in zip(columns, source.column_names, strict=False)
            ]
        columns += self._names_of_table(table, {column.name for column in table.columns})
        named = _relation_of(source, ((table.name,), (table.database, table.name)), columns)
        return LoweredSource(f"{relation} AS {quote_name(alias)}", (named,))

    def _may_be_read(self, column: KnownColumn) -> bool:
        """Whether a query may have a column: a name, a star or a pattern does."""
        is_named = column.name.lower() in self._mentioned
        has_pattern = column.is_hidden and _PATTERN in self._mentioned
        return is_named or has_pattern or self._is_in_star(column)

    def _is_in_star(self, column: KnownColumn) -> bool:
        """Whether `*` has a column: hidden ones where a setting says so."""
        if not column.is_hidden:
            return not column.is_virtual
        kind = "alias" if column.is_alias else "materialized"
        return self.queries.settings.get(f"asterisk_include_{kind}_columns") == "1"

    def _names_of_table(self, table: KnownTable, taken: Collection[str]) -> list[Column]:
        """The columns `_database` and `_table`, where the statement names them."""
        if not table.is_engines:
            return []
        given = zip(VIRTUAL_OF_MERGE, (table.database, table.name), strict=True)
        return [
            Column(name, Value(quote_string(text), NAME_TYPE), in_star=False)
            for name, text in given
            if name in self._mentioned and name not in taken
        ]

    def _relation_text(
        self, table: KnownTable, source: Source, shown: Sequence[KnownColumn]
    ) -> str:
        rows = Rows.AS_SET
        if table.has_final:
            rows = rows_wanted(source.rows, self.queries.settings)
        is_final = rows is Rows.CURRENT
        words = [] if is_final else rows.words
        words += ["hidden"] if any(column.is_hidden for column in shown) else []
        of_rows = [column for column in shown if column.is_virtual]
        words += ["virtual"] if any(not column.is_identity for column in of_rows) else []
        words += ["identity"] if any(column.is_identity for column in of_rows) else []
        words += [str(source.sample)] if source.sample is not None else []
        if isinstance(source, TableSource) and source.projection is not None:
            words.append(f"projection {source.projection.to_json()}")
        if isinstance(source, TableSource) and source.wanted is not None:
            words.append(str(source.wanted))
        arguments = ", ".join(map(quote_string, (table.scanned, *words)))
        return f"{'rmt_final' if is_final else 'rmt_scan'}({arguments})"

    def _check_modifiers(self, table: KnownTable, source: Source) -> None:
        if source.final and not (table.has_final or table.kind == "view"):
            raise _illegal_final(table.kind if table.is_engines else table.qualified)
        if source.sample is not None and not (table.is_engines or table.kind == "view"):
            raise sampling_not_supported(table.qualified)

    # Table functions

    def _function(self, source: FunctionSource) -> LoweredSource:
        name = source.call.name
        own = self._OWN.get(name.lower())
        if source.query is not None and own is None:
            self._refuse_modifiers(source, f"table function {name}")
            return self._of_query(self.queries.by_itself(source.query), source, ())
        if name.lower() not in _OF_OTHER_TABLES:
            self._refuse_modifiers_of_function(source, name)
        if own is not None:
            return own(self, source)
        view = parametrised_view(self.queries, source.call, self.aliases)
        if view is not None:
            return self._of_query(view, source, ((name.rpartition(".")[2],),))
        if name.lower() in _ABSENT or names_arguments(source.call):
            raise refusal_of_table_function(name)
        return self._of_spark(source)

    def _file(self, source: FunctionSource) -> LoweredSource:
        """`file('path'[, 'format'[, 'structure']])`."""
        call = file_call(source.call.arguments)
        structure = structure_of(call.structure) if call.structure else []
        rows = rows_of_file(self.queries, call, structure, self.queries.constants().context)
        return self._of_query(rows, source, (("file",),))

    def _merge(self, source: FunctionSource) -> LoweredSource:
        """`merge('db', 'pattern')`; `*` leaves out where a row is from."""
        found = self._of_query(
            merge_call(source, self.queries.catalog, self.queries.settings), source, (("merge",),)
        )
        [relation] = found.relations
        columns = [
            replace(column, in_star=column.name not in VIRTUAL_OF_MERGE)
            for column in relation.columns
        ]
        return replace(found, relations=(replace(relation, columns=columns),))

    def _cluster(self, source: FunctionSource) -> LoweredSource:
        """`cluster('any', db.t)` is the table, or the table function: there is one server."""
        arguments = source.call.arguments[1:3]
        names = [one.parts for one in arguments if isinstance(one, Identifier)]
        made: Source
        if arguments and isinstance(arguments[0], Call) and not names:
            inner = next(iter(arguments[0].arguments), None)
            query = inner.query if isinstance(inner, Subquery) else None
            made = FunctionSource(arguments[0], query)
        elif names and len(parts := names[0] if len(names[0]) > 1 else sum(names, ())) <= 2:
            made = TableSource(Name(parts[-2] if len(parts) == 2 else None, parts[-1]))
        else:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"{source.call.name} takes a cluster and a table.",
                f"{source.call.name}('any', db.t)",
            )
        made.alias, made.column_names = source.alias, source.column_names
        made.final, made.sample = source.final, source.sample
        return self.lower(made)

    def _random(self, source: FunctionSource) -> LoweredSource:
        """`generateRandom('structure'[, seed[, length of texts[, length of arrays]]])`."""
        arguments = source.call.arguments
        first = arguments[0] if arguments else None
        if not isinstance(first, Literal) or not isinstance(first.value, str):
            raise RmtError(
                "NOT_IMPLEMENTED",
                "generateRandom without a structure is not supported.",
                "generateRandom('a Int32, b String') names and types the columns.",
            )
        rows = random_rows(structure_of(first.value), limits_of(arguments[1:]))
        return self._of_query(rows, source, (("generateRandom",),))

    @staticmethod
    def _refuse_modifiers_of_function(source: FunctionSource, name: str) -> None:
        if source.final:
            raise _illegal_final(f"of the table function {name}")
        if source.sample is not None:
            raise sampling_not_supported(f"of the table function {name}")

    def _constants(self, source: FunctionSource) -> list[Value]:
        arguments = self.queries.constants(self.aliases).spelled_out(source.call.arguments)
        values = [self.queries.constant(one, self.aliases) for one in arguments]
        return [self._read(one) if has_query(one) else one for one in values]

    def _read(self, value: Value) -> Value:
        """The value of a subquery: Spark's table functions take constants alone."""
        found = self.queries.catalog.constant(value.sql)
        if isinstance(found, int | float | str):
            return replace(literal(found), type=value.type)
        return value

    def _series(self, source: FunctionSource) -> LoweredSource:
        name = source.call.name.lower()
        arguments = [_count(name, value) for value in self._constants(source)]
        column, data_type = _SERIES[name]
        function = {"numbers_mt": "numbers", "zeros_mt": "zeros"}.get(name, name)
        listed = ", ".join(f"CAST({one} AS BIGINT)" for one in arguments or [f"{ENDLESS}L"])
        alias = self.queries.fresh_alias(source.alias or "_n")
        value = Value(
            f"CAST({quote_name(alias)}.{quote_name(column)} AS {data_type.spark})", data_type
        )
        return LoweredSource(
            f"{function}({listed}) AS {quote_name(alias)}",
            (Relation(self._names_of(source, name), [Column(column, value)]),),
        )

    @staticmethod
    def _names_of(source: FunctionSource, name: str) -> tuple[tuple[str, ...], ...]:
        return ((source.alias,),) if source.alias else ((name,),)

    def _of_spark(self, source: FunctionSource) -> LoweredSource:
        """A table function that Spark resolves, with the columns it says."""
        arguments = ", ".join(stored(value).sql for value in self._constants(source))
        relation = f"{source.call.name}({arguments})"
        columns = self.queries.catalog.columns_of(relation)
        alias = self.queries.fresh_alias(source.alias or "_f")
        return LoweredSource(
            f"{relation} AS {quote_name(alias)}",
            (
                Relation(
                    self._names_of(source, source.call.name),
                    [column_of(alias, c.name, c.name, c.type) for c in columns],
                ),
            ),
        )

    def _values(self, source: FunctionSource) -> LoweredSource:
        """`values('a Int8, b String', (1, 'x'), …)`."""
        arguments = source.call.arguments
        structure: list[tuple[str, DataType]] | None = None
        first = arguments[0] if arguments else None
        if isinstance(first, Literal) and isinstance(first.value, str) and len(arguments) > 1:
            structure = structure_of(first.value)
            arguments = arguments[1:]
        rows = [
            one.arguments
            if isinstance(one, Call) and one.name == "tuple" and one.is_operator
            else [one]
            for one in arguments
        ]
        found = rows_of_constants(self.queries, rows, structure, self.aliases)
        return self._of_query(found, source, (("values",),))

    def _empty(self, source: FunctionSource) -> LoweredSource:
        first = source.call.arguments[0] if source.call.arguments else None
        if not isinstance(first, Literal) or not isinstance(first.value, str):
            raise RmtError("BAD_ARGUMENTS", "null takes a structure: null('a Int8').")
        return self._of_query(
            rows_of_constants(self.queries, [], structure_of(first.value)), source, (("null",),)
        )

    # ARRAY JOIN

    def _array_join(self, source: ArrayJoin) -> LoweredSource:
        left = self.lower(source.left)
        scope = left.scope(self.outer, prefers_first=has_one_join(source.left))
        source, wholes = _with_arrays_of_nested(source, scope)
        own = {one.name: one.value for one in source.arrays if isinstance(one, Alias)}
        lowering = self.queries.expressions(scope, {**self.aliases, **own})
        values = [lowering.row(_without_alias(one)) for one in source.arrays]
        arrays = of_one_size("ARRAY JOIN", [_array_of(value) for value in values])
        alias = self.queries.fresh_alias("_j")
        element = f"{quote_name(alias)}.`e`"
        elements = []
        for place, value in enumerate(arrays):
            data_type = value.type.element if value.type is not None else None
            text = f"{element}.{quote_name(str(place))}" if len(arrays) > 1 else element
            elements.append(Value(text, data_type))
        array = self._zipped(arrays)
        kind, function = ("LEFT JOIN", "explode_outer") if source.is_left else ("JOIN", "explode")
        if source.is_left:
            elements = [_or_default(value) for value in elements]
        rows = with_laterals(left.sql, lowering.joined.rows.laterals)
        sql = f"{rows} {kind} LATERAL {function}({array}) AS {quote_name(alias)}(`e`)"
        joined = self._with_elements(left, source, elements, sql, scope)
        added = (one.with_elements(elements) for one in wholes)
        return replace(joined, relations=(*joined.relations, *added))

    @staticmethod
    def _zipped(arrays: Sequence[Value]) -> str:
        if len(arrays) == 1:
            return arrays[0].sql
        pieces = ", ".join(f"'{place}', {quote_name(f'_a{place}')}" for place in range(len(arrays)))
        if len(arrays) == 2:
            first, second = arrays
            return f"zip_with({first.sql}, {second.sql}, (`_a0`, `_a1`) -> named_struct({pieces}))"
        rest = SourceLowering._zipped(arrays[1:])
        shifted = ", ".join(
            [
                "'0', `_a0`",
                *(
                    f"'{place}', `_r`.{quote_name(str(place - 1))}"
                    for place in range(1, len(arrays))
                ),
            ]
        )
        return f"zip_with({arrays[0].sql}, {rest}, (`_a0`, `_r`) -> named_struct({shifted}))"

    def _with_elements(
        self,
        left: LoweredSource,
        source: ArrayJoin,
        elements: Sequence[Value],
        sql: str,
        scope: Scope,
    ) -> LoweredSource:
        """The relations with the elements, in the place of their arrays or as columns."""
        replaced: dict[str, Value] = {}
        added: list[Column] = []
        for node, value in zip(source.arrays, elements, strict=True):
            column = self._replaced_column(node, scope)
            if column is not None:
                replaced[column.value.sql] = value
            elif isinstance(node, Alias | Identifier):
                added.append(Column(node.name, value))
            else:
                added.append(Column(result_name(node), value))

        def joined(column: Column) -> Column:
            element = replaced.get(column.value.sql)
            return column if element is None else column.element(element)

        relations = [
            replace(
                relation,
                columns=list(map(joined, relation.columns)),
                shared=relation.shared | {column.name for column in added},
            )
            for relation in left.relations
        ]
        relations.append(Relation((), added))
        star = tuple(map(joined, left.columns()))
        return LoweredSource(sql, tuple(relations), star, left.equal)

    def _replaced_column(self, node: Expression, scope: Scope) -> Column | None:
        """The column that an array of ARRAY JOIN is, by its name or by that of its alias."""
        if isinstance(node, Identifier) and node.name in self.aliases:
            node = self.aliases[node.name]
        found = scope.find_here(node.parts) if isinstance(node, Identifier) else None
        return None if found is None else found[0]

    _OWN: Mapping[str, Callable[[SourceLowering, FunctionSource], LoweredSource]] = {
        **dict.fromkeys(_SERIES, _series),
        "cluster": _cluster,
        "clusterallreplicas": _cluster,
        "file": _file,
        "generaterandom": _random,
        "merge": _merge,
        "null": _empty,
        "values": _values,
    }


def _as_its_type(column: Column) -> Column:
    """A column of a table of `system`, whose rows Spark may have in another type."""
    data_type = column.value.type
    if data_type is None or data_type.family not in ("UInt8", "UInt64"):
        return column
    text = f"CAST({column.value.sql} AS {data_type.spark})"
    return replace(column, value=replace(column.value, sql=text))


def _count(name: str, value: Value) -> str:
    """An argument of `numbers` and the like."""
    if value.type is not None and (value.type.nullable or not is_number(value.type)):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of an argument of {name}, must be numeric type.",
        )
    if isinstance(value.constant, int | float) and value.constant < 0:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The value {value.constant} of an argument of {name} is not representable as UInt64.",
        )
    return stored(value).sql


def _illegal_final(storage: str) -> RmtError:
    return RmtError(
        "ILLEGAL_FINAL",
        f"Storage {storage} doesn't support FINAL.",
        "FINAL is for tables that merge rows of the same key, as ReplacingMergeTree does.",
    )


def _relation_of(
    source: Source, names: tuple[tuple[str, ...], ...], columns: list[Column]
) -> Relation:
    """What can be named of a source that has names of its own, and perhaps an alias."""
    if source.alias:
        return Relation(((source.alias,),), columns, own_names=names)
    return Relation(names, columns)


def _named(table: KnownTable, source: Source) -> str:
    if table.address:
        return quote_name(table.address)
    if isinstance(source, TableSource) and source.asked:
        words = (table.name, "", *source.asked)
        return f"rmt_system({', '.join(map(quote_string, words))})"
    parts = (table.database, table.name) if table.database else (table.name,)
    return ".".join(map(quote_name, parts))


@dataclass(frozen=True)
class _Whole:
    """A Nested that ARRAY JOIN names as a whole.

    Attributes:
        relation: what it is of.
        name: its own.
        places: the places of its elements among the arrays, by their names.
    """

    relation: Relation
    name: str
    places: Mapping[str, int]

    def with_elements(self, elements: Sequence[Value]) -> Relation:
        """The Nested as a column of tuples, which the names of its table may stand before."""
        fields = {field: elements[place] for field, place in self.places.items()}
        column = Column(self.name, tuple_of(fields), in_star=False)
        return Relation(self.relation.qualifiers, [column], own_names=self.relation.own_names)


def _with_arrays_of_nested(source: ArrayJoin, scope: Scope) -> tuple[ArrayJoin, list[_Whole]]:
    """An ARRAY JOIN with the arrays of each Nested that it names as a whole, without an alias."""
    arrays: list[Expression] = []
    wholes: list[_Whole] = []
    for node in source.arrays:
        found = scope.arrays_of(node.parts) if isinstance(node, Identifier) else None
        if not isinstance(node, Identifier) or found is None:
            arrays.append(node)
            continue
        relation, fields = found
        places = {field: place for place, field in enumerate(fields, len(arrays))}
        wholes.append(_Whole(relation, node.parts[-1], places))
        arrays += (replace(node, parts=(*node.parts, field)) for field in fields)
    return replace(source, arrays=arrays), wholes


def _without_alias(node: Expression) -> Expression:
    return node.value if isinstance(node, Alias) else node


def _array_of(value: Value) -> Value:
    if value.family == "Map" and value.type is not None:
        return entries_of(value)
    if value.type is not None and value.family not in ("Array", "Nested"):
        raise RmtError("TYPE_MISMATCH", f"ARRAY JOIN requires array argument, not {value.type}.")
    return value


def _or_default(value: Value) -> Value:
    data_type = value.type
    if data_type is None or data_type.nullable or data_type.family == "Nothing":
        return value
    return replace(value, sql=f"coalesce({value.sql}, {default_text(value)})")


def structure_of(text: str) -> list[tuple[str, DataType]]:
    """The columns of `a Int8, b String`.

    Raises:
        RmtError: `SYNTAX_ERROR`, `UNKNOWN_TYPE` and the like, it is no structure.
    """
    reader = _StructureReader(text, tokenize(text))
    columns = []
    while not reader.done:
        name = reader.name_part("a column")
        columns.append((name, parse_type(reader.type_text())))
        if not reader.accept(","):
            reader.end()
    return columns


class _StructureReader(ExpressionReader):
    """Reads the structure of a table function."""

    def query(self) -> None:  # type: ignore[override]
        self.fail("expected a type")

    def at_query(self) -> bool:
        return False
