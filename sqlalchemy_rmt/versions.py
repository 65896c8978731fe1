"""Rows as ReplacingMergeTree wants them: a new version, or the mark of a deleted one.

Sources: docs/semantics.md;
https://clickhouse.com/docs/engines/table-engines/mergetree-family/replacingmergetree.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, exc, func, insert, literal, select
from sqlalchemy import types as sqltypes
from sqlalchemy.schema import Column, Table
from sqlalchemy.sql import Insert, coercions, roles
from sqlalchemy.sql.elements import ClauseElement

from sqlalchemy_rmt.constructs import final
from sqlalchemy_rmt.ddl import is_computed
from sqlalchemy_rmt.engines import ReplacingMergeTree, engine_of

__all__ = ["CHECKS_KEY", "Version", "check_key", "tombstone", "upsert"]

CHECKS_KEY = "rmt_checks_key"
"""What an INSERT is marked with whose rows, given later, are to have a key; see `check_key`."""

Version = Any
"""Where a version comes from: a number or a time, a SQL expression (`func.now64(6)`), a sequence
(any iterator: `itertools.count(7)`) or a Python callable without arguments."""


def upsert(
    table: Any, rows: Sequence[Mapping[str, Any]] | None = None, *, version: Version = None
) -> Insert:
    """An INSERT of new versions: a row takes the place of the one with the same sorting key.

    Args:
        table: a ReplacingMergeTree table with a version column, or a mapped class.
        rows: the rows; when None, give them to `execute`.
        version: the version of each row. An iterator or a callable is asked once for each row, an
            expression is computed by the endpoint. When None, the column's own default is used,
            and without one `now64(6)` for a column of times.

    Raises:
        ArgumentError: the table has no version column, nothing says what the version is, or the
            rows lack a column of the key, which would replace the row of its default; with rows
            given to `execute`, as a CompileError.
    """
    target, engine = _replacing(table)
    column = _version_column(target, engine)
    source = _source(column, version)
    for row in rows or ():
        check_key(target, row)
    if rows is not None and source is None:
        return insert(target).values([dict(row) for row in rows])
    if rows is not None:
        return insert(target).values([{column.key: _next(source), **row} for row in rows])
    statement = insert(target)._annotate({CHECKS_KEY: True})
    return statement if source is None else statement.values({column: _value(source, column)})


def tombstone(
    table: Any,
    key: Mapping[str, Any] | None = None,
    *,
    where: Any = None,
    version: Version = None,
) -> Insert:
    """An INSERT that deletes: a row with the key, a newer version and the mark of a deleted row.

    Args:
        table: a ReplacingMergeTree table with `is_deleted`, or a mapped class.
        key: values of the columns of the sorting and partition keys, `{"id": 5}`. What it leaves
            out gets its default.
        where: instead of a key, a condition: every current row for which it is true is marked.
            The condition is about the table's own columns.
        version: as for `upsert`. With `where` and without a default, a whole number becomes one
            greater than the row's.

    Raises:
        ArgumentError: the table has no `is_deleted`, a column of a key has no value, or there is
            both a key and a condition.
    """
    target, engine = _replacing(table)
    if engine.is_deleted is None:
        raise exc.ArgumentError(f"Table {target.name} has no is_deleted column.")
    column, mark = _version_column(target, engine), target.c[engine.is_deleted]
    if (key is None) == (where is None):
        raise exc.ArgumentError("tombstone needs either a key or where=.")
    if key is None:
        return _mark_rows(target, column, mark, where, version)
    _refuse_missing(target, _key_columns(target, engine), key)
    source = _source(column, version)
    values: dict[Any, Any] = {**key, mark.key: 1}
    if source is not None:
        values[column.key] = _value(source, column)
    return insert(target).values(values)


def _mark_rows(
    table: Table, version: Column[Any], mark: Column[Any], where: Any, given: Version
) -> Insert:
    """`INSERT INTO t (…) SELECT …, version + 1, 1 FROM t FINAL WHERE …`."""
    row = final(table, table.name)
    if given is None and isinstance(version.type, sqltypes.Integer) and not _has_default(version):
        source = row.c[version.key] + 1
    else:
        source = _source(version, given)
    values = {mark.key: literal(1)}
    if source is not None:
        values[version.key] = _value(source, version)
    columns = [
        column
        for column in table.columns
        if not is_computed(column) and (column is not version or source is not None)
    ]
    chosen = select(*(values.get(c.key, row.c[c.key]) for c in columns)).where(
        _on_alias(where, table, row)
    )
    return insert(table).from_select([column.name for column in columns], chosen)


def _on_alias(condition: Any, table: Table, row: Any) -> Any:
    """A condition on a table as one on its alias."""
    from sqlalchemy.sql.util import ClauseAdapter

    clause = coercions.expect(roles.WhereHavingRole, condition)
    return ClauseAdapter(row).traverse(clause)


def _replacing(table: Any) -> tuple[Table, ReplacingMergeTree]:
    target = coercions.expect(roles.DMLTableRole, table)
    engine = engine_of(target)
    if not isinstance(target, Table) or not isinstance(engine, ReplacingMergeTree):
        raise exc.ArgumentError(f"{target!r} was not declared with ReplacingMergeTree.")
    return target, engine


def _version_column(table: Table, engine: ReplacingMergeTree) -> Column[Any]:
    if engine.version is None:
        raise exc.ArgumentError(
            f"Table {table.name} has no version column: the row inserted last is current, so a "
            "plain insert() is an upsert."
        )
    return table.c[engine.version]


def check_key(table: Table, given: Iterable[Any]) -> None:
    """Makes sure that rows say which rows they replace.

    Args:
        table: where they go; a table of another engine replaces none.
        given: the columns they have values for, or the names or keys of these.

    Raises:
        ArgumentError: a column of the key is missing and has no default of its own.
    """
    engine = engine_of(table)
    if not isinstance(engine, ReplacingMergeTree):
        return
    columns = [column for column in _key_columns(table, engine) if not _has_default(column)]
    _refuse_missing(table, columns, given)


def _refuse_missing(table: Table, columns: Iterable[Column[Any]], given: Iterable[Any]) -> None:
    names = {getattr(column, "key", column) for column in given}
    missing = sorted(c.name for c in columns if not names & {c.key, c.name})
    if missing:
        raise exc.ArgumentError(f"The key of table {table.name} needs {', '.join(missing)}, too.")


def _key_columns(table: Table, engine: ReplacingMergeTree) -> list[Column[Any]]:
    """The columns whose values decide which row a row replaces, and where it lies.

    Those the endpoint computes are left out: nobody gives them values.
    """
    elements = engine.version_key(table)
    names = {name for name in (*elements, *engine.partition_by) if isinstance(name, str)}
    return [column for column in table.columns if column.name in names and not is_computed(column)]


def _source(column: Column[Any], version: Version) -> Any:
    """Where versions come from; None when the column has a default of its own."""
    if version is not None:
        return version
    if _has_default(column):
        return None
    if isinstance(column.type, sqltypes.DateTime):
        return func.now64(6)
    raise exc.ArgumentError(
        f"The version column {column.name} has no default: say version=, for example time.time_ns."
    )


def _has_default(column: Column[Any]) -> bool:
    return column.default is not None or column.server_default is not None


def _value(source: Any, column: Column[Any]) -> Any:
    """What stands in the statement: an iterator or a callable is asked at each execution."""
    ask = _asked(source)
    if ask is None:
        return source
    return bindparam(f"next_{column.key}", callable_=ask, type_=column.type, unique=True)


def _next(source: Any) -> Any:
    ask = _asked(source)
    return source if ask is None else ask()


def _asked(source: Any) -> Callable[[], Any] | None:
    if isinstance(source, ClauseElement):
        return None
    if isinstance(source, (Iterator, itertools.count)):
        return lambda: next(source)
    return source if callable(source) else None
