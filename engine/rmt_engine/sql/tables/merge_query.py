"""The query whose rows a MERGE INTO inserts, and which rows it masks.

It is ClickHouse's: the source joined with the current rows of the table. What it gives are new
versions of rows, tombstones and new rows; where the engine has no versions, the rows that come in
the place of others, which are masked. No row is rewritten, so the cost is that of reading the keys
and of what changes.

Source of the statement's meaning:
https://spark.apache.org/docs/latest/sql-ref-syntax-dml-merge-into.html.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rmt_engine.engines import Replaced, engine_of
from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import MergeAction, MergeClause, MergeInto, Unmatched
from rmt_engine.sql.tables.definition import version_identifiers
from rmt_engine.sql.tables.dependent_columns import affected_columns
from rmt_engine.sql.tables.maskable import check_maskable
from rmt_engine.sql.tables.row_identity import identity_columns
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import Column, Table, TableDefinition

__all__ = [
    "ACTION",
    "MergeQuery",
    "check_merge",
    "merge_query",
    "new_name",
    "old_name",
    "source_query",
]

ACTION = "__action"
"""The column that says which clause a row is of, from 1."""
_THERE, _GIVEN = "__there", "__given"
_JOINS: Mapping[tuple[bool, bool], str] = {
    (False, False): "INNER",
    (True, False): "LEFT",
    (False, True): "RIGHT",
    (True, True): "FULL",
}
"""How the source is joined with the table, by which unmatched rows there are clauses of."""
_STEPS = ((6, "Microsecond"), (3, "Millisecond"), (0, "Second"))


@dataclass(frozen=True)
class MergeQuery:
    """What is to be run, and what its columns are.

    Attributes:
        text: the query. Its columns are the action, those of the table by `new_name`, and what
            those of `keys` were, by `old_name`.
        columns: the table's that the rows give.
        keys: the table's columns that no update changes.
        clauses: by the number of the action, less one.
        identity: the columns that tell rows apart: those of `keys` by `old_name`, or those of
            `identity_columns`, which are there if rows are masked.
        masking: the numbers of the clauses whose rows are masked.
        inserting: the numbers of those whose rows are inserted.
        defaulted: by column, the numbers of those whose rows get its DEFAULT expression's value.
    """

    text: str
    columns: tuple[str, ...]
    keys: tuple[str, ...]
    clauses: tuple[MergeClause, ...]
    identity: tuple[str, ...] = ()
    masking: tuple[int, ...] = ()
    inserting: tuple[int, ...] = ()
    defaulted: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def new_name(column: str) -> str:
    """The name of what a column is to be."""
    return f"__new_{column}"


def old_name(column: str) -> str:
    """The name of what a column was before."""
    return f"__old_{column}"


def source_query(statement: MergeInto) -> str:
    """A query for the columns of the source."""
    return f"SELECT * FROM {statement.source} LIMIT 0"


def check_merge(statement: MergeInto, table: Table) -> None:
    """Refuses what MERGE INTO cannot do to a table.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the rows of a table of its engine cannot be changed;
            `SUPPORT_IS_DISABLED`, its projections would have to go; `BAD_ARGUMENTS`, both sides
            have one name.
    """
    masks = any(_masks(clause, table.definition) for clause in statement.clauses)
    check_maskable(table, "MERGE INTO", masks=masks)
    if statement.alias == statement.source_alias:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The table and the source of MERGE INTO are both called {statement.alias}.",
            "Give one of them an alias.",
        )


def _masks(clause: MergeClause, definition: TableDefinition) -> bool:
    """Whether the rows of a clause are masked: no version or tombstone hides them."""
    if clause.action is MergeAction.INSERT:
        return False
    if engine_of(definition).replaced is not Replaced.VERSION:
        return True
    return clause.action is MergeAction.DELETE and not definition.is_deleted


def merge_query(
    statement: MergeInto,
    table: Table,
    source: Sequence[str],
    *,
    nulls: bool,
    is_fixed: bool = False,
) -> MergeQuery:
    """The query for a statement.

    Args:
        statement: the statement.
        table: the table.
        source: the names of the source's columns.
        is_fixed: whether the source has the same rows each time that the query reads it.
        nulls: whether outer joins give NULL where there is no match: `join_use_nulls`.

    Raises:
        RmtError: `NO_SUCH_COLUMN_IN_TABLE`, a clause names a column that there is not, or that has
            no value of its own; `MULTIPLE_ASSIGNMENTS_TO_COLUMN`.
    """
    return _Building(statement, table, source, nulls, is_fixed).query()


class _Building:
    def __init__(
        self,
        statement: MergeInto,
        table: Table,
        source: Sequence[str],
        nulls: bool,
        is_fixed: bool,
    ) -> None:
        self._statement = statement
        self._table = table
        self._definition: TableDefinition = table.definition
        self._source = {name.lower(): name for name in source}
        self._nulls = nulls
        self._is_fixed = is_fixed
        self._ours = quote_name(statement.alias)
        self._theirs = quote_name(statement.source_alias)
        self._columns = [
            column for column in self._definition.columns if column.kind in ("", "DEFAULT")
        ]
        database = f"{quote_name(table.database)}." if table.database else ""
        self._name = f"{database}{quote_name(table.name)}"
        self._has_versions = engine_of(table.definition).replaced is Replaced.VERSION
        masks = any(_masks(clause, table.definition) for clause in statement.clauses)
        identity = identity_columns(table.definition) if masks else ()
        self._identity = tuple(column.name for column in identity)
        self._assigned = [self._assignments(clause) for clause in statement.clauses]

    def query(self) -> MergeQuery:
        definition, clauses = self._definition, self._statement.clauses
        keys = self._fixed_columns()
        selected = [f"{self._action()} AS {ACTION}"]
        selected += [
            f"{self._value(one)} AS {quote_name(new_name(one.name))}" for one in self._columns
        ]
        selected += [f"{self._old(name)} AS {quote_name(old_name(name))}" for name in keys]
        selected += [f"{self._ours}.{quote_name(name)}" for name in self._identity]
        text = f"SELECT {', '.join(selected)} FROM {self._joined()} WHERE {ACTION} != 0"
        names = tuple(column.name for column in self._columns)
        masking = tuple(n for n, one in enumerate(clauses, 1) if _masks(one, definition))
        inserting = tuple(
            number
            for number, clause in enumerate(clauses, 1)
            if number not in masking or clause.action is not MergeAction.DELETE
        )
        identity = self._identity or tuple(map(old_name, keys))
        defaulted = {column.name: self._defaulted(column) for column in self._columns}
        return MergeQuery(text, names, keys, clauses, identity, masking, inserting, defaulted)

    def _fixed_columns(self) -> tuple[str, ...]:
        """The columns that no update changes; a MergeTree's key says nothing of another row."""
        definition = self._definition
        if not engine_of(definition).has_final:
            return ()
        fixed = {*version_identifiers(definition), definition.sign}
        columns = definition.columns
        return tuple(
            column.name
            for column in columns
            if column.name in fixed
            or any(one.name in fixed for one in affected_columns([column.name], columns))
        )

    # FROM

    def _joined(self) -> str:
        kinds = {clause.unmatched for clause in self._statement.clauses}
        join = _JOINS[Unmatched.SOURCE in kinds, Unmatched.TARGET in kinds]
        given = (
            f"(SELECT *, toUInt8(1) AS {_GIVEN} FROM {self._statement.source}) AS {self._theirs}"
        )
        readable = [one for one in self._definition.columns if one.kind != "EPHEMERAL"]
        names = ", ".join(map(quote_name, (*(one.name for one in readable), *self._identity)))
        has_final, sign = engine_of(self._definition).has_final, self._definition.sign
        current = f"{self._name} FINAL" if has_final else self._name
        if sign:
            # A row that only cancels others is none that a statement could mean.
            current = f"(SELECT {names} FROM {current} WHERE {quote_name(sign)} = 1)"
        if join == "LEFT" and self._is_fixed:
            current = self._matched(f"(SELECT {names} FROM {current})")
        there = f"(SELECT {names}, toUInt8(1) AS {_THERE} FROM {current}) AS {self._ours}"
        return f"{given} {join} JOIN {there} ON {self._statement.condition}"

    def _matched(self, current: str) -> str:
        """The rows of the table that the source matches.

        Spark can send a small source to all tasks for a SEMI JOIN, but not for a LEFT JOIN that
        keeps its rows: it would shuffle the whole table. The source is read twice, which is why its
        rows have to be fixed: a query or a view might give others the second time.
        """
        return (
            f"{current} AS {self._ours} LEFT SEMI JOIN {self._statement.source} AS {self._theirs} "
            f"ON {self._statement.condition}"
        )

    # SELECT

    def _action(self) -> str:
        there, given = (
            f"ifNull({side}.{flag}, 0)"
            for side, flag in ((self._ours, _THERE), (self._theirs, _GIVEN))
        )
        is_of = {
            Unmatched.NONE: f"{there} = 1 AND {given} = 1",
            Unmatched.SOURCE: f"{there} = 0",
            Unmatched.TARGET: f"{given} = 0",
        }
        cases = []
        for number, clause in enumerate(self._statement.clauses, 1):
            more = f" AND ({clause.condition})" if clause.condition else ""
            cases.append(f"{is_of[clause.unmatched]}{more}, {number}")
        return f"multiIf({', '.join(cases)}, 0)"

    def _value(self, column: Column) -> str:
        """A column of the new rows: what the clauses say, one after the other."""
        old = self._old(column.name)
        cases = []
        for number, clause in enumerate(self._statement.clauses, 1):
            value = self._value_by(clause, self._assigned[number - 1], column)
            if value is not None:
                cases.append(f"{ACTION} = {number}, {value}")
        return f"multiIf({', '.join(cases)}, {old})" if cases else old

    def _value_by(
        self, clause: MergeClause, assigned: Mapping[str, str], column: Column
    ) -> str | None:
        """What a clause gives a column; None if that is what it was."""
        expression = assigned.get(column.name)
        if expression is not None:
            return f"CAST(({expression}) AS {column.type})"
        if column.name == self._definition.version and self._has_versions:
            return self._next_version(clause, column)
        if column.name == self._definition.sign and clause.action is MergeAction.INSERT:
            return f"CAST(1 AS {column.type})"
        if column.name == self._definition.is_deleted and clause.action is MergeAction.DELETE:
            return f"CAST(1 AS {column.type})"
        return None

    def _defaulted(self, column: Column) -> tuple[int, ...]:
        """The numbers of the clauses whose rows get what the column's DEFAULT expression gives.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, NULL would be a value of the column.
        """
        if not column.expression:
            return ()
        numbers = tuple(
            number
            for number, clause in enumerate(self._statement.clauses, 1)
            if clause.action is MergeAction.INSERT
            and self._value_by(clause, self._assigned[number - 1], column) is None
        )
        if numbers and parse_type(column.type).nullable:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"INSERT of MERGE INTO without the Nullable column {column.name}, which has a "
                "DEFAULT expression, is not supported.",
                f"Name the column and its value: INSERT (…, {column.name}) VALUES (…).",
            )
        return numbers

    def _next_version(self, clause: MergeClause, column: Column) -> str:
        """A version higher than that of the row; of a new row, than that of any tombstone."""
        version = self._old(column.name)
        if clause.action is MergeAction.INSERT:
            # Of all rows, whatever the session and the table say: FINAL hides tombstones.
            rows = f"{self._name} SETTINGS final = 0"
            version = f"assumeNotNull((SELECT max({quote_name(column.name)}) FROM {rows}))"
        data_type = parse_type(column.type)
        return f"accurateCast({_after(version, data_type)}, '{data_type}')"

    def _old(self, name: str) -> str:
        """A column of the table's row: the default of its type where there is none."""
        text = f"{self._ours}.{quote_name(name)}"
        column = self._definition.column(name)
        assert column is not None
        is_known = not self._nulls or parse_type(column.type).nullable
        return text if is_known else f"assumeNotNull({text})"

    # Assignments

    def _assignments(self, clause: MergeClause) -> dict[str, str]:
        """The expressions that a clause gives columns, by their names."""
        if clause.assignments is None:
            return {
                column.name: f"{self._theirs}.{quote_name(self._source[column.name.lower()])}"
                for column in self._columns
                if column.name.lower() in self._source
            }
        found: dict[str, str] = {}
        for name, expression in clause.assignments:
            column = self._definition.column(name)
            if column is None or column not in self._columns:
                raise RmtError(
                    "NO_SUCH_COLUMN_IN_TABLE",
                    f"There is no column `{name}` in table that MERGE INTO can give a value.",
                    f"The columns are: {', '.join(one.name for one in self._columns)}.",
                )
            if column.name in found:
                raise RmtError(
                    "MULTIPLE_ASSIGNMENTS_TO_COLUMN",
                    f"Multiple assignments in the single statement to column `{column.name}`.",
                )
            found[column.name] = expression
        return found


def _after(version: str, data_type: DataType) -> str:
    """The next version: of a time, now, unless the row's is later."""
    if data_type.family in ("Date", "Date32"):
        return f"greatest(today(), {version} + 1)"
    if data_type.family == "DateTime":
        return f"greatest(now(), {version} + toIntervalSecond(1))"
    if data_type.family == "DateTime64":
        digits = data_type.precision
        unit = next(name for least, name in _STEPS if digits >= least)
        return f"greatest(now64({digits}), {version} + toInterval{unit}(1))"
    # In a wider type, so that what follows the greatest number is refused.
    return f"toInt128({version}) + 1"
