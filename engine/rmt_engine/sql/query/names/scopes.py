"""Names of a query: which relations its FROM has, and which column a name is.

Source: https://clickhouse.com/docs/sql-reference/syntax and `QueryAnalyzer` of ClickHouse.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import nullable
from rmt_engine.sql.query.printing.queries import written_source
from rmt_engine.sql.query.tree import Source
from rmt_engine.sql.query.types.subscripts import has_elements, tuples_of_arrays
from rmt_engine.sql.query.values import Value, default_text
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

__all__ = [
    "Column",
    "LoweredSource",
    "Relation",
    "Scope",
    "column_of",
    "named_by",
    "unknown_identifier",
]


@dataclass(frozen=True, slots=True)
class Column:
    """A column that a query can name.

    Attributes:
        name: ClickHouse's.
        value: Spark's text of it.
        in_star: whether `*` has it.
        is_hidden: whether only patterns of COLUMNS have it.
        array: the array whose elements it is of by an ARRAY JOIN, which `t.*` has; None for others.
    """

    name: str
    value: Value
    in_star: bool = True
    is_hidden: bool = False
    array: Value | None = None

    def element(self, value: Value) -> Column:
        """The column, with an element in the place of its array."""
        return replace(self, value=value, array=self.array or self.value)


@dataclass(eq=False, slots=True)
class Relation:
    """A table, a subquery or the arrays of an ARRAY JOIN in FROM.

    Attributes:
        qualifiers: what may stand before its columns: `("t",)`, `("db", "t")`.
        columns: in order.
        shared: columns that USING made one with another's: only a qualifier names them here.
        own_names: what a table that has an alias is called itself, which means it where that
            names nothing else.
        is_merged: whether its columns are those that USING makes of two tables' columns.
        source: what it is of in FROM; None if it is of several.
    """

    qualifiers: tuple[tuple[str, ...], ...]
    columns: list[Column] = field(default_factory=list)
    shared: frozenset[str] = frozenset()
    own_names: tuple[tuple[str, ...], ...] = ()
    is_merged: bool = False
    source: Source | None = None

    @property
    def alias(self) -> str:
        """Its alias; empty without one."""
        return self.source.alias if self.source is not None else ""

    def find(self, name: str) -> Column | None:
        """A column by its name; in another case, if just one has it."""
        exact = [column for column in self.columns if column.name == name]
        if exact:
            return exact[0]
        lower = name.lower()
        alike = [column for column in self.columns if column.name.lower() == lower]
        return alike[0] if len(alike) == 1 else None

    def arrays_of(self, nested: str) -> dict[str, Column]:
        """The arrays of a Nested, by the names of its elements; empty if there are none."""
        lower = nested.lower()
        return {
            column.name[len(nested) + 1 :]: column
            for column in self.columns
            if column.value.family == "Array" and column.name.rpartition(".")[0].lower() == lower
        }

    def nested(self, name: str) -> Column | None:
        """A Nested as one column, whose arrays are columns here."""
        arrays = {field: column.value for field, column in self.arrays_of(name).items()}
        return Column(name, tuples_of_arrays(arrays), in_star=False) if arrays else None

    def with_values(self, values: Mapping[str, Value]) -> Relation:
        """The relation with other values of columns, by Spark's texts; without those of none."""
        columns = [
            replace(column, value=values[column.value.sql])
            for column in self.columns
            if column.value.sql in values
        ]
        return replace(self, columns=columns)

    def has_column(self, parts: tuple[str, ...]) -> bool:
        """Whether a name, or its beginning, is a column of it."""
        lengths = range(1, len(parts) + 1)
        return any(self.find(".".join(parts[:length])) is not None for length in lengths)

    def is_qualifier_of(self, parts: tuple[str, ...]) -> bool:
        """Whether a name begins with a name of it."""
        return any(
            len(known) < len(parts) and parts[: len(known)] == known
            for known in (*self.qualifiers, *self.own_names)
        )

    def names(self) -> frozenset[str]:
        """The names of its columns, and the first parts of those that have points."""
        names = [column.name for column in self.columns]
        return frozenset((*names, *(name.partition(".")[0] for name in names)))

    def made_nullable(self) -> Relation:
        """The relation on the side of an outer join where rows may be missing."""
        return replace(self, columns=list(map(_nullable, self.columns)))

    def with_defaults(self) -> Relation:
        """The same, with the default of its type where a column is missing."""
        return replace(self, columns=list(map(_defaulted, self.columns)))


_Naming = Callable[[tuple[str, ...], Sequence[Relation]], list[Relation]]
"""Which relations a qualifier means."""


def named_by(qualifier: tuple[str, ...], relations: Sequence[Relation]) -> list[Relation]:
    """Those that a qualifier names; else the first table that an alias covers that name of."""
    found = _aliased_by(qualifier, relations)
    return found or [one for one in relations if _is_among(qualifier, one.own_names)][:1]


def _aliased_by(qualifier: tuple[str, ...], relations: Sequence[Relation]) -> list[Relation]:
    return [one for one in relations if _is_among(qualifier, one.qualifiers)]


def _is_among(qualifier: tuple[str, ...], names: tuple[tuple[str, ...], ...]) -> bool:
    lower = tuple(part.lower() for part in qualifier)
    return any(lower == tuple(part.lower() for part in known) for known in names)


def _nullable(column: Column) -> Column:
    data_type = column.value.type
    if data_type is None or nullable(data_type) is data_type:
        return column if data_type is None or data_type.nullable else _defaulted(column)
    return replace(column, value=replace(column.value, type=nullable(data_type)))


def _defaulted(column: Column) -> Column:
    data_type = column.value.type
    if data_type is None or data_type.nullable or data_type.family == "Nothing":
        return column
    filled = f"coalesce({column.value.sql}, {default_text(column.value)})"
    return replace(column, value=replace(column.value, sql=filled))


@dataclass(frozen=True)
class LoweredSource:
    """A source in Spark's words.

    Attributes:
        sql: what stands behind FROM.
        relations: what can be named.
        star: the columns of `*`, where they are not those of the relations in order.
        equal: columns that a join made equal, by Spark's texts: a name that they share is the
            first one's.
    """

    sql: str
    relations: tuple[Relation, ...]
    star: tuple[Column, ...] | None = None
    equal: tuple[frozenset[str], ...] = ()

    def columns(self) -> list[Column]:
        """The columns of `*`."""
        return list(self.star) if self.star is not None else _in_star(self.relations)

    def scope(self, outer: Scope | None = None, *, prefers_first: bool = False) -> Scope:
        """What names mean that stand beside it: see `Scope`."""
        return Scope(
            self.relations, outer, prefers_first=prefers_first, star=self.star, equal=self.equal
        )


def _in_star(relations: Sequence[Relation]) -> list[Column]:
    return [column for one in relations for column in one.columns if column.in_star]


def _with_hidden(shown: Sequence[Column], relations: Sequence[Relation]) -> list[Column]:
    """Columns, each hidden one behind the one that it follows in its table."""
    places = {(one.name, one.value.sql): place for place, one in enumerate(shown)}
    behind: list[list[Column]] = [[] for _ in range(len(shown) + 1)]
    for relation in relations:
        place = len(shown)
        for column in relation.columns:
            if column.is_hidden:
                behind[place].append(column)
            else:
                place = places.get((column.name, column.value.sql), place)
    found = [
        one for column, hidden in zip(shown, behind, strict=False) for one in (column, *hidden)
    ]
    return [*found, *behind[-1]]


@dataclass(frozen=True)
class _Found:
    """What a name means.

    Attributes:
        relation: whose column it is.
        column: the column.
        elements: the parts of the name behind the column's: elements of a tuple.
    """

    relation: Relation
    column: Column
    elements: tuple[str, ...]


def _of_same_rows(left: _Found, right: _Found, name: str) -> _Found:
    """Of the same column of a table joined with itself, the one that a name means.

    It is that of the table with the name as its alias; else that of the second, if it alone has no
    alias.
    """
    aliases = (left.relation.alias, right.relation.alias)
    is_right = name == aliases[1] or (aliases[0] not in ("", name) and not aliases[1])
    return right if is_right else left


def _lengths_of_qualifiers(parts: tuple[str, ...]) -> range:
    """How many parts of a name may be its qualifier, the most first."""
    return range(min(len(parts) - 1, 2), -1, -1)


class Scope:
    """The relations of one SELECT.

    Args:
        relations: those of its FROM.
        outer: the scope of the query it stands in.
        prefers_first: whether a name that several have is the first one's, as in one JOIN.
        is_lateral: whether it is what a LATERAL subquery may name, which is no correlated one.
        star: the columns of `*`, where they are not those of the relations in order.
        equal: columns that are equal in every row, by Spark's texts.

    Attributes:
        is_correlated: whether a column of an outer scope was found from here.
        given: how many names of scopes inside were found here.
        alias_of: the value of a name that is an alias of the SELECT, and whether it names a column;
            queries inside may use it.
    """

    def __init__(
        self,
        relations: Sequence[Relation],
        outer: Scope | None = None,
        *,
        prefers_first: bool = False,
        is_lateral: bool = False,
        star: Sequence[Column] | None = None,
        equal: Sequence[frozenset[str]] = (),
    ) -> None:
        self.relations = list(relations)
        self.outer = outer
        self.is_correlated = False
        self.given = 0
        self.alias_of: Callable[[tuple[str, ...]], tuple[Value, bool] | None] = _no_alias
        self._is_lateral = is_lateral
        self._prefers_first = prefers_first
        self._star = star
        self._equal = equal
        self._names: dict[int, frozenset[str]] = {}
        self._texts: dict[int, str] = {}

    def find(self, parts: tuple[str, ...]) -> tuple[Column, tuple[str, ...]] | None:
        """The column of a name, and the parts of the name behind it: elements of a tuple.

        Raises:
            RmtError: `AMBIGUOUS_IDENTIFIER`, several relations have it.
        """
        for named in (_aliased_by, named_by):
            within: list[Scope] = []
            for scope in self._outwards():
                found = scope._found(parts, named)
                if found is not None:
                    for one in within:
                        one.is_correlated = one.is_correlated or not scope._is_lateral
                    scope.given += bool(within)
                    return found.column, found.elements
                within.append(scope)
        return None

    def outer_alias(self, parts: tuple[str, ...]) -> Value | None:
        """The value of an alias of a query around, where no column between has the name."""
        if self.outer is None:
            return None
        within: list[Scope] = []
        for scope in self._outwards():
            found = scope.alias_of(parts) if within else None
            if found is not None:
                value, names_column = found
                for one in within:
                    one.is_correlated = one.is_correlated or names_column
                return value
            if scope.find_here(parts) is not None:
                return None
            within.append(scope)
        return None

    def _outwards(self) -> Iterator[Scope]:
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def is_outer(self, parts: tuple[str, ...]) -> bool:
        """Whether a name is a column of a query around, and of no one here."""
        if self._is_lateral or self.find_here(parts) is not None or self.outer is None:
            return False
        return self.outer.find_here(parts) is not None or self.outer.is_outer(parts)

    def with_values(self, values: Mapping[str, Value]) -> Scope:
        """The same names where columns have other values, by Spark's texts: those of groups.

        A column without one is left out.
        """
        found = Scope([one.with_values(values) for one in self.relations], self.outer)
        found.alias_of = self.alias_of
        return found

    def find_here(self, parts: tuple[str, ...]) -> tuple[Column, tuple[str, ...]] | None:
        """The same, without the outer scopes."""
        found = self._found(parts, named_by)
        return None if found is None else (found.column, found.elements)

    def arrays_of(self, parts: tuple[str, ...]) -> tuple[Relation, list[str]] | None:
        """The elements of the Nested that a name is, and whose it is.

        None if something else has the name, or nothing.
        """
        if any(one.find(".".join(parts)) is not None for one in self.relations):
            return None
        for length in _lengths_of_qualifiers(parts):
            relations = self.qualified(parts[:length]) if length else self.relations
            for relation in relations:
                arrays = relation.arrays_of(".".join(parts[length:]))
                if arrays:
                    return relation, list(arrays)
        return None

    def _found(self, parts: tuple[str, ...], named: _Naming) -> _Found | None:
        for length in _lengths_of_qualifiers(parts):
            found = self._named(parts[:length], parts[length:], named)
            if found is not None:
                return found
        return None

    def _named(
        self, qualifier: tuple[str, ...], name: tuple[str, ...], named: _Naming
    ) -> _Found | None:
        relations = self.relations
        if qualifier:
            relations = named(qualifier, relations)
        finds = (Relation.find, Relation.nested)
        for find, length in itertools.product(finds, range(len(name), 0, -1)):
            joined = ".".join(name[:length])
            found = [
                _Found(one, column, name[length:])
                for one in relations
                if (column := find(one, joined)) is not None
                and (qualifier or column.name not in one.shared)
                and has_elements(column.value, name[length:])
            ]
            exact = [one for one in found if one.column.name == joined] or found
            if exact:
                return self._chosen(exact, (*qualifier, *name))
        return None

    def _chosen(self, found: Sequence[_Found], parts: tuple[str, ...]) -> _Found:
        """The column that a name of several means.

        Source: `IdentifierResolver::tryResolveIdentifierFromJoin` of ClickHouse.
        """
        chosen, *others = found
        for other in others:
            texts = {chosen.column.value.sql, other.column.value.sql}
            if len(texts) == 1:
                continue
            if self._read(chosen.relation) == self._read(other.relation) != "":
                chosen = _of_same_rows(chosen, other, parts[0])
            elif not self._prefers_first and not any(texts <= one for one in self._equal):
                raise RmtError(
                    "AMBIGUOUS_IDENTIFIER",
                    f"Identifier {'.'.join(parts)} is ambiguous: several tables of FROM have it.",
                    "Write the table's name or alias before it.",
                )
        return chosen

    def _read(self, relation: Relation) -> str:
        """What a relation reads, without its alias: the text of one member of FROM."""
        text = self._texts.get(id(relation))
        if text is None:
            text = written_source(relation.source) if relation.source is not None else ""
            self._texts[id(relation)] = text
        return text

    # Names of columns of the result

    def needed_name(self, parts: tuple[str, ...], aliases: Collection[str]) -> tuple[str, ...]:
        """A name without the qualifiers that it does not need.

        Source: `QueryAnalyzer::tryResolveIdentifierFromStorage` of ClickHouse.

        Args:
            parts: the name.
            aliases: those of the SELECT.
        """
        for scope in self._outwards():
            for length in _lengths_of_qualifiers(parts):
                for relation in scope.qualified(parts[:length]) if length else ():
                    if relation.has_column(parts[length:]):
                        return scope._shortest(parts, length, relation, aliases)
        return parts

    def qualified_name(
        self, column: Column, relation: Relation, aliases: Collection[str]
    ) -> tuple[str, ...]:
        """The name of a column of `*`, with the qualifiers that it needs.

        Source: `QueryAnalyzer::qualifyColumnNodesWithProjectionNames` of ClickHouse.

        Args:
            column: the column.
            relation: whose it is.
            aliases: those of the SELECT.
        """
        qualifier = max(relation.qualifiers, key=len, default=())
        return self._shortest((*qualifier, column.name), len(qualifier), relation, aliases)

    def _shortest(
        self, parts: tuple[str, ...], count: int, relation: Relation, aliases: Collection[str]
    ) -> tuple[str, ...]:
        """The shortest end of a name that means nothing else, without up to `count` parts."""
        others: list[Relation] = []
        if not (self._prefers_first and relation is self._first()):
            others = [one for one in self.relations if one is not relation and not one.is_merged]
        for length in range(count, 0, -1):
            rest = parts[length:]
            if rest[0] not in aliases and not any(self._may_mean(rest, one) for one in others):
                return rest
        return parts

    def _may_mean(self, parts: tuple[str, ...], relation: Relation) -> bool:
        """Whether a name may be a column of a relation, or begins like one."""
        names = self._names.get(id(relation))
        if names is None:
            names = self._names[id(relation)] = relation.names()
        is_column = parts[0] in names or ".".join(parts) in names
        return is_column or relation.is_qualifier_of(parts)

    def _first(self) -> Relation | None:
        return next((one for one in self.relations if not one.is_merged), None)

    def qualified(self, qualifier: tuple[str, ...]) -> list[Relation]:
        """The relations that a qualifier means: see `named_by`."""
        return named_by(qualifier, self.relations)

    def columns(self, *, with_hidden: bool = False) -> list[tuple[Column, Relation | None]]:
        """The columns of `*`, and whose they are; None for those of an ARRAY JOIN.

        Args:
            with_hidden: also those that only patterns of COLUMNS have.
        """
        relations: dict[tuple[str, str], Relation] = {}
        for relation in self.relations:
            for column in relation.columns:
                relations.setdefault((column.name, column.value.sql), relation)
        columns = _in_star(self.relations) if self._star is None else self._star
        if with_hidden:
            columns = _with_hidden(columns, self.relations)
        return [(one, relations.get((one.name, one.value.sql))) for one in columns]

    def names(self) -> list[str]:
        """The names of all columns, for what an unknown one may have meant."""
        return [column.name for one in self.relations for column in one.columns]


def _no_alias(_parts: tuple[str, ...]) -> None:
    """No SELECT has aliases here."""


def unknown_identifier(name: str, known: Sequence[str]) -> RmtError:
    """An identifier that is nothing's name."""
    last = name.rpartition(".")[2]
    near = difflib.get_close_matches(last, [*dict.fromkeys(known)], n=1)
    hint = f"Did you mean {near[0]}?" if near else ""
    return RmtError("UNKNOWN_IDENTIFIER", f"Unknown expression identifier {name}.", hint)


def column_of(alias: str, spark_name: str, name: str, data_type: DataType | None) -> Column:
    """A column of a relation that Spark knows under an alias."""
    return Column(name, Value(f"{quote_name(alias)}.{quote_name(spark_name)}", data_type))
