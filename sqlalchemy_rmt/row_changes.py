"""What the ORM's unit of work changes, row by row, becomes new versions of these rows.

A flush writes a changed object as an UPDATE by its primary key and a deleted one as a DELETE, and
both would be mutations, which rewrite files. Of a ReplacingMergeTree table that has a version and
is read FINAL (`rmt_final=True`), the rows are read instead, changed, and inserted with their next
versions, a deleted one with its mark.

Sources: docs/sqlalchemy.md; `sqlalchemy.orm.persistence`, whose statements these are;
https://clickhouse.com/docs/engines/table-engines/mergetree-family/replacingmergetree.
"""

from __future__ import annotations

import datetime as dt
import re
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, event, exc, func, insert, literal_column, select
from sqlalchemy import types as sqltypes
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.schema import Column, Table
from sqlalchemy.sql import visitors
from sqlalchemy.sql.elements import BinaryExpression, BindParameter, BooleanClauseList, ColumnClause

from sqlalchemy_rmt import types
from sqlalchemy_rmt.ddl import is_computed
from sqlalchemy_rmt.engines import Engine, ReplacingMergeTree, engine_of

__all__ = ["RowChanges", "comparable", "is_flushing", "next_version", "versioned_engine"]

_KEYS, _KEYS_OF_PAIRS = 1000, 100
"""How many rows one SELECT looks for by one column of a key, or by several, which have to be looked
for one by one: then it may read that many times as many rows."""

_flushing: ContextVar[weakref.ref[Session] | None] = ContextVar("flushing", default=None)


def versioned_engine(table: Any) -> ReplacingMergeTree | None:
    """The engine of a table whose rows the unit of work changes by new versions, or None."""
    engine = engine_of(table)
    if not isinstance(engine, ReplacingMergeTree) or engine.version is None:
        return None
    return engine if table.dialect_kwargs.get("rmt_final") else None


def next_version(column: Column[Any]) -> Any:
    """The version after that of a row: a number is one greater, a time is now.

    A time that is not yet over stays: of equal versions the row inserted last is current.

    Raises:
        CompileError: the column is neither of numbers nor of times.
    """
    if isinstance(column.type, sqltypes.Integer):
        return column + 1
    if isinstance(column.type, sqltypes.DateTime):
        return func.greatest(func.now64(6), column, type_=column.type)
    if isinstance(column.type, sqltypes.Date):
        return func.greatest(func.today(), column, type_=column.type)
    raise exc.CompileError(
        f"What comes after a version of {column.name} is not known: give the new version, in the "
        "object or by onupdate=."
    )


def is_flushing() -> bool:
    """Whether a session flushes: what it changes then are rows by their keys."""
    reference = _flushing.get()
    session = None if reference is None else reference()
    return session is not None and bool(getattr(session, "_flushing", False))


@event.listens_for(Session, "before_flush")
def _remember(session: Session, *_: Any) -> None:
    _flushing.set(weakref.ref(session))


class _OtherColumns(ColumnClause):  # type: ignore[type-arg]
    """Columns of which nobody knows how many there are: a statement with them is not cached."""

    inherit_cache = False


@dataclass(frozen=True)
class _Row:
    """A row that is there.

    Attributes:
        current: its values.
        new: values that the endpoint computed for its next version.
    """

    current: Mapping[Column[Any], Any]
    new: Mapping[Column[Any], Any]


@dataclass(frozen=True)
class RowChanges:
    """An UPDATE or a DELETE of the unit of work, for some rows.

    Attributes:
        table: the table.
        is_delete: whether the rows are deleted.
        keys: the parameters with the values of the primary key.
        expected: the parameters with what else a row must have: `version_id_col`.
        given: the parameters with new values.
        computed: new values that are SQL.
        parameters: of each row.
        options: of the execution that reads rows.
    """

    table: Table
    is_delete: bool
    keys: Mapping[Column[Any], str]
    expected: Mapping[Column[Any], str]
    given: Mapping[Column[Any], str]
    computed: Mapping[Column[Any], Any]
    parameters: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any]

    @classmethod
    def of(cls, context: Any) -> RowChanges | None:
        """The changes that an execution makes; None if it is no statement of the unit of work.

        The unit of work keeps its compiled statements in caches of the mappers, and names the
        rows by an equation for each column.
        """
        if not (context.isupdate or context.isdelete):
            return None
        options = context.execution_options
        if options.get("compiled_cache") is None:
            return None
        statement = context.invoked_statement
        equations = _equations(statement._where_criteria)
        table = statement.table
        if equations is None or not isinstance(table, Table):
            return None
        keys = {column: name for column, name in equations.items() if column.primary_key}
        if set(keys) != set(table.primary_key):
            return None
        parameters = context.compiled_parameters
        given, computed = ({}, {}) if context.isdelete else _assignments(statement, parameters)
        return cls(
            table,
            context.isdelete,
            keys,
            {column: name for column, name in equations.items() if column not in keys},
            given,
            computed,
            parameters,
            {name: options[name] for name in ("final", "settings") if name in options},
        )

    def apply(self, connection: Any) -> tuple[int, bool]:
        """Does what the statement shall do, or makes sure that it can.

        Returns:
            How many rows it is about, and whether nothing is left to do. A mutation is: where
            nothing is expected of its rows, as many are taken to be there as there are keys.

        Raises:
            StaleDataError: a row is not there, or not as it is expected.
            InvalidRequestError: the sorting key would change, a version become lower, or the table
                has a column that does not travel or is not declared.
        """
        engine = versioned_engine(self.table)
        if engine is not None and (engine.is_deleted or not self.is_delete):
            return self._insert_versions(connection, engine), True
        if self.expected:
            shown = [*self.keys, *self.expected]
            self._matched(self._rows(connection, shown, {}), connection.dialect)
        if engine is None:
            return len(self.parameters), False
        self._delete_all_versions(connection)
        return len(self.parameters), True

    def _delete_all_versions(self, connection: Any) -> None:
        """`DELETE FROM t WHERE key`: with the newest version alone, the one before would return."""
        size = _KEYS if len(self.keys) == 1 else 1
        for some in self._batches(size):
            statement = delete(self.table).where(self._condition(some))
            connection.execute(statement.execution_options(**self.options))

    def _batches(self, size: int) -> Iterator[Sequence[Mapping[str, Any]]]:
        for start in range(0, len(self.parameters), size):
            yield self.parameters[start : start + size]

    def _condition(self, some: Iterable[Mapping[str, Any]]) -> Any:
        """A condition that the rows of these keys meet, and of several columns others, too."""
        return and_(
            *(
                column.in_(list(dict.fromkeys(row[name] for row in some)))
                for column, name in self.keys.items()
            )
        )

    def _insert_versions(self, connection: Any, engine: ReplacingMergeTree) -> int:
        """Inserts the rows' next versions and returns how many of the rows there are."""
        dialect = connection.dialect
        stored = [column for column in self.table.columns if not is_computed(column)]
        states = [c.name for c in stored if isinstance(c.type, types.AggregateFunction)]
        if states:
            raise exc.InvalidRequestError(
                f"{', '.join(states)} of table {self.table.name} has states of an aggregate "
                "function, which do not travel: write a new version with INSERT … SELECT."
            )
        others = _others(self.table, dialect)
        matched = self._matched(self._rows(connection, stored, self._news(engine), others), dialect)
        versions = []
        for parameters, rows in matched:
            given = {column: parameters[name] for column, name in self.given.items()}
            for row in rows:
                self._check_values(engine, {**row.new, **given}, row, dialect)
                version = {**row.current, **row.new, **given}
                versions.append({column.key: value for column, value in version.items()})
        if versions:
            connection.execute(insert(self.table).execution_options(**self.options), versions)
        return sum(1 for _, rows in matched if rows)

    def _news(self, engine: ReplacingMergeTree) -> dict[Column[Any], Any]:
        """New values that the endpoint computes when the rows are read."""
        version = self.table.c[str(engine.version)]
        news = dict(self.computed)
        if version not in self.given and version not in news:
            news[version] = next_version(version)
        if self.is_delete:
            news[self.table.c[str(engine.is_deleted)]] = literal_column("1")
        return news

    def _rows(
        self,
        connection: Any,
        columns: Sequence[Column[Any]],
        news: Mapping[Column[Any], Any],
        *others: Any,
    ) -> list[_Row]:
        """The rows as they are, with new values beside them.

        Raises:
            InvalidRequestError: there are other columns.
        """
        shown = [column.label(f"current value {n}") for n, column in enumerate(columns)]
        shown += [value.label(f"new value {n}") for n, value in enumerate(news.values())]
        statement = select(*shown, *others).execution_options(**self.options)
        size = _KEYS if len(self.keys) == 1 else _KEYS_OF_PAIRS
        found = []
        for some in self._batches(size):
            result = connection.execute(statement.where(self._condition(some)))
            unknown = [column[0] for column in result.cursor.description[len(shown) :]]
            if unknown:
                raise exc.InvalidRequestError(
                    f"Table {self.table.name} has columns that it was declared without, and a new "
                    f"version of a row would lose: {', '.join(unknown)}. Declare them, too."
                )
            for values in result:
                current = dict(zip(columns, values, strict=False))
                new = dict(zip(news, values[len(columns) :], strict=False))
                found.append(_Row(current, new))
        return found

    def _matched(
        self, rows: Iterable[_Row], dialect: Any
    ) -> list[tuple[Mapping[str, Any], list[_Row]]]:
        """The parameters, each with its rows.

        Raises:
            StaleDataError: there are none, unless they were to be deleted anyway.
        """
        keys, expected = (_Values(names, dialect) for names in (self.keys, self.expected))
        by_key: dict[Any, list[_Row]] = defaultdict(list)
        for row in rows:
            by_key[keys.of_row(row.current)].append(row)
        matched = []
        for parameters in self.parameters:
            wanted = expected.of_parameters(parameters)
            there = by_key[keys.of_parameters(parameters)]
            there = [row for row in there if expected.of_row(row.current) == wanted]
            matched.append((parameters, there))
        count = sum(1 for _, there in matched if there)
        if count < len(matched) and (self.expected or not self.is_delete):
            word = "delete" if self.is_delete else "update"
            raise StaleDataError(
                f"{word.upper()} statement on table '{self.table.description}' expected to {word} "
                f"{len(matched)} row(s); {count} were matched. None was changed."
            )
        return matched

    def _check_values(
        self,
        engine: ReplacingMergeTree,
        new: Mapping[Column[Any], Any],
        row: _Row,
        dialect: Any,
    ) -> None:
        """Makes sure that the new row takes the place of the current one."""
        kind = "unique" if engine.unique_key else "sorting"
        for column in _version_columns(self.table, engine):
            value = comparable(column, dialect)
            if column in new and value(new[column]) != value(row.current[column]):
                raise exc.InvalidRequestError(
                    f"{self.table.name}.{column.name} is in the {kind} key, by which versions of "
                    "a row are found, and cannot change: delete the object and add a new one."
                )
        version = self.table.c[str(engine.version)]
        value = comparable(version, dialect)
        if value(new[version]) < value(row.current[version]):
            raise exc.InvalidRequestError(
                f"A row of {self.table.name} with the version {new[version]} would be behind the "
                f"current one, which has {row.current[version]}: give it a higher one, or none."
            )


class _Values:
    """The values of some columns, of rows and of parameters, so that equal ones are equal."""

    def __init__(self, names: Mapping[Column[Any], str], dialect: Any) -> None:
        self._columns = [(c, name, comparable(c, dialect)) for c, name in names.items()]

    def of_row(self, row: Mapping[Column[Any], Any]) -> tuple[Any, ...]:
        return tuple(value(row[column]) for column, _, value in self._columns)

    def of_parameters(self, parameters: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(value(parameters[name]) for _, name, value in self._columns)


def _equations(criteria: Iterable[Any]) -> dict[Column[Any], str] | None:
    """`a = :x AND b = :y` as columns and names of parameters; None for anything else."""
    found: dict[Column[Any], str] = {}
    for clause in criteria:
        if isinstance(clause, BooleanClauseList):
            inner = _equations(clause.clauses)
            if inner is None:
                return None
            found |= inner
            continue
        is_equation = (
            isinstance(clause, BinaryExpression)
            and isinstance(clause.left, Column)
            and isinstance(clause.right, BindParameter)
            and clause.operator.__name__ == "eq"
        )
        if not is_equation:
            return None
        found[clause.left] = clause.right.key
    return found


def _assignments(
    statement: Any, parameters: Sequence[Mapping[str, Any]]
) -> tuple[dict[Column[Any], str], dict[Column[Any], Any]]:
    """New values of an UPDATE: parameters, and SQL, which `onupdate` may be, too."""
    values = {
        getattr(column, "key", column): value for column, value in (statement._values or {}).items()
    }
    conditions = set((_equations(statement._where_criteria) or {}).values())
    named = set(parameters[0]) - conditions
    given: dict[Column[Any], str] = {}
    computed: dict[Column[Any], Any] = {}
    for column in statement.table.columns:
        onupdate: Any = column.onupdate
        if column.key in values:
            computed[column] = values[column.key]
        elif column.key in named:
            given[column] = column.key
        elif onupdate is not None and onupdate.is_clause_element:
            computed[column] = onupdate.arg
    return given, computed


def _others(table: Table, dialect: Any) -> Any:
    """All columns that a table has and was declared without, whatever they are."""
    preparer = dialect.identifier_preparer
    names = ", ".join(preparer.quote(c.name) for c in table.columns if not is_computed(c))
    # As every text of literal_column(), this one has its percent signs doubled later on.
    names = names.replace("%%", "%") if preparer._double_percents else names
    return _OtherColumns(f"* EXCEPT ({names})", is_literal=True)


def _version_columns(table: Table, engine: Engine) -> list[Column[Any]]:
    """The columns that stand in the key of versions, alone or in an expression."""
    names: set[str] = set()
    for element in engine.version_key(table):
        if isinstance(element, str):
            names.add(element)
            continue
        for part in visitors.iterate(element):
            names |= {getattr(part, "name", "")} | set(
                re.findall(r"\w+", getattr(part, "text", ""))
            )
    return [column for column in table.columns if column.name in names]


def comparable(column: Column[Any], dialect: Any) -> Callable[[Any], Any]:
    """What makes values of a column equal that the endpoint takes for one."""
    process = column.type.dialect_impl(dialect).bind_processor(dialect)

    def value(given: Any) -> Any:
        plain = given if process is None or given is None else process(given)
        if isinstance(plain, dt.datetime) and plain.tzinfo is None:
            return plain.replace(tzinfo=dt.UTC)
        return plain.rstrip("\0") if isinstance(plain, str) else plain

    return value
