"""Names of a query: which relations its FROM has, and which column a name is.

Source: https://clickhouse.com/docs/sql-reference/syntax and `QueryAnalyzer` of ClickHouse.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import nullable
from rmt_engine.sql.grammar.quoting import quote_name
from rmt_engine.sql.query.subscripts import has_elements
from rmt_engine.sql.query.values import Value, default_text
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
    """

    name: str
    value: Value
    in_star: bool = True


@dataclass(eq=False, slots=True)
class Relation:
    """A table, a subquery or the arrays of an ARRAY JOIN in FROM.

    Attributes:
        qualifiers: what may stand before its columns: `("t",)`, `("db", "t")`.
        columns: in order.
        shared: columns that USING made one with another's: only a qualifier names them here.
        own_names: what a table that has an alias is called itself, which means it where that
            names nothing else.
    """

    qualifiers: tuple[tuple[str, ...], ...]
    columns: list[Column] = field(default_factory=list)
    shared: frozenset[str] = frozenset()
    own_names: tuple[tuple[str, ...], ...] = ()

    def find(self, name: str) -> Column | None:
        """A column by its name; in another case, if just one has it."""
        exact = [column for column in self.columns if column.name == name]
        if exact:
            return exact[0]
        lower = name.lower()
        alike = [column for column in self.columns if column.name.lower() == lower]
        return alike[0] if len(alike) == 1 else None

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
    """

    sql: str
    relations: tuple[Relation, ...]
    star: tuple[Column, ...] | None = None

    def columns(self) -> list[Column]:
        """The columns of `*`."""
        if self.star is not None:
            return list(self.star)
        columns: list[Column] = []
        names: set[str] = set()
        for relation in self.relations:
            shown = [column for column in relation.columns if column.in_star]
            qualifier = relation.qualifiers[0][-1] if relation.qualifiers else ""
            columns += [
                replace(column, name=f"{qualifier}.{column.name}")
                if qualifier and column.name in names
                else column
                for column in shown
            ]
            names |= {column.name for column in shown}
        return columns


class Scope:
    """The relations of one SELECT.

    Args:
        relations: those of its FROM.
        outer: the scope of the query it stands in.
        prefers_first: whether a name that several have is the first one's, as in one JOIN.
        is_lateral: whether it is what a LATERAL subquery may name, which is no correlated one.

    Attributes:
        is_correlated: whether a column of an outer scope was found from here.
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
    ) -> None:
        self.relations = list(relations)
        self.outer = outer
        self.is_correlated = False
        self.alias_of: Callable[[tuple[str, ...]], tuple[Value, bool] | None] = _no_alias
        self._is_lateral = is_lateral
        self._prefers_first = prefers_first

    def find(self, parts: tuple[str, ...]) -> tuple[Column, tuple[str, ...]] | None:
        """The column of a name, and the parts of the name behind it: elements of a tuple.

        Raises:
            RmtError: `AMBIGUOUS_IDENTIFIER`, several relations have it.
        """
        for named in (_aliased_by, named_by):
            within: list[Scope] = []
            for scope in self._outwards():
                found = scope._find_here(parts, named)
                if found is not None:
                    for one in within:
                        one.is_correlated = one.is_correlated or not scope._is_lateral
                    return found
                within.append(scope)
        return None

    def outer_alias(self, parts: tuple[str, ...]) -> Value | None:
        """The value of an alias of a query around, where no column between has the name."""
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

    def find_here(self, parts: tuple[str, ...]) -> tuple[Column, tuple[str, ...]] | None:
        """The same, without the outer scopes."""
        return self._find_here(parts, named_by)

    def _find_here(
        self, parts: tuple[str, ...], named: _Naming
    ) -> tuple[Column, tuple[str, ...]] | None:
        for length in range(min(len(parts) - 1, 2), -1, -1):
            qualifier, name = parts[:length], parts[length:]
            found = self._named(qualifier, name, named)
            if found is not None:
                return found
        return None

    def _named(
        self, qualifier: tuple[str, ...], name: tuple[str, ...], named: _Naming
    ) -> tuple[Column, tuple[str, ...]] | None:
        relations = self.relations
        if qualifier:
            relations = named(qualifier, relations)
        for length in range(len(name), 0, -1):
            joined = ".".join(name[:length])
            found = [
                column
                for one in relations
                if (column := one.find(joined)) is not None
                and (qualifier or column.name not in one.shared)
                and has_elements(column.value, name[length:])
            ]
            exact = [column for column in found if column.name == joined] or found
            texts = {column.value.sql for column in exact}
            if len(texts) > 1 and not self._prefers_first:
                raise RmtError(
                    "AMBIGUOUS_IDENTIFIER",
                    f"Identifier {'.'.join((*qualifier, *name))} is ambiguous: several tables of "
                    "FROM have it.",
                    "Write the table's name or alias before it.",
                )
            if exact:
                return exact[0], name[length:]
        return None

    def qualified(self, qualifier: tuple[str, ...]) -> list[Relation]:
        """The relations that a qualifier means: see `named_by`."""
        return named_by(qualifier, self.relations)

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
