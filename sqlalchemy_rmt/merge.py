"""`MERGE INTO`: changes and inserts rows by those of another table or query, in one commit.

    merge(users).using(changes, users.c.id == changes.c.id)
        .when_matched(changes.c.gone).delete()
        .when_matched().update({"name": changes.c.name})
        .when_not_matched().insert({"id": changes.c.id, "name": changes.c.name})

Each call gives another statement and leaves the one before as it is, as SQLAlchemy's own do.

Source: docs/sql.md#merge-into.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exc
from sqlalchemy.sql import coercions, roles
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.elements import ClauseElement

__all__ = ["Merge", "MergeWhen", "merge"]


@dataclass(frozen=True)
class MergeWhen:
    """`WHEN … THEN …`.

    Attributes:
        rows: of which rows it is: the words behind WHEN.
        condition: what must hold of them besides; None for all.
        action: `INSERT`, `UPDATE` or `DELETE`.
        values: columns of the table and what they get; None for all columns of the source.
    """

    rows: str
    condition: Any
    action: str
    values: tuple[tuple[Any, Any], ...] | None = ()


class Merge(Executable, ClauseElement):
    """A `MERGE INTO`; `merge` makes one."""

    __visit_name__ = "rmt_merge"
    inherit_cache = False
    stringify_dialect = "rmt"

    def __init__(
        self,
        table: Any,
        source: Any = None,
        condition: Any = None,
        clauses: tuple[MergeWhen, ...] = (),
    ) -> None:
        self.table = table
        self.source = source
        self.condition = condition
        self.clauses = clauses

    def using(self, source: Any, onclause: Any) -> Merge:
        """The rows to change the table by.

        Args:
            source: a table, an alias, `final(table)`, a subquery or a mapped class.
            onclause: which of its rows match which rows of the table.

        Raises:
            ArgumentError: the source is none of these.
        """
        element = coercions.expect(roles.FromClauseRole, source)
        condition = coercions.expect(roles.OnClauseRole, onclause)
        return Merge(self.table, element, condition, self.clauses)

    def when_matched(self, condition: Any = None) -> _Matched:
        """What becomes of rows that a row of the source matches."""
        return _Matched(self, "MATCHED", condition)

    def when_not_matched(self, condition: Any = None) -> _NotMatched:
        """What becomes of rows of the source that match none of the table."""
        return _NotMatched(self, "NOT MATCHED", condition)

    def when_not_matched_by_source(self, condition: Any = None) -> _NotMatchedBySource:
        """What becomes of rows of the table that no row of the source matches."""
        return _NotMatchedBySource(self, "NOT MATCHED BY SOURCE", condition)


class _When:
    """Rows of which nothing is said yet.

    Args:
        statement: the statement so far.
        rows: the words behind WHEN.
        condition: what must hold of them besides; None for all.
    """

    def __init__(self, statement: Merge, rows: str, condition: Any) -> None:
        self._statement = statement
        self._rows = rows
        self._condition = (
            None if condition is None else coercions.expect(roles.WhereHavingRole, condition)
        )

    def _then(self, action: str, values: tuple[tuple[Any, Any], ...] | None = ()) -> Merge:
        statement = self._statement
        clause = MergeWhen(self._rows, self._condition, action, values)
        return Merge(
            statement.table, statement.source, statement.condition, (*statement.clauses, clause)
        )

    def _given(self, values: Mapping[Any, Any]) -> tuple[tuple[Any, Any], ...]:
        if not values:
            raise exc.ArgumentError("MERGE INTO: no column is given a value.")
        given = []
        for key, value in values.items():
            name = key if isinstance(key, str) else key.key
            column = self._statement.table.c.get(name)
            if column is None:
                raise exc.ArgumentError(f"MERGE INTO: the table has no column {name!r}.")
            expression = coercions.expect(roles.ExpressionElementRole, value, type_=column.type)
            given.append((column, expression))
        return tuple(given)


class _NotMatchedBySource(_When):
    def update(self, values: Mapping[Any, Any]) -> Merge:
        """Gives columns, or their names, values: literals or expressions of the table's columns.

        Raises:
            ArgumentError: the table has no such column, or there are no values.
        """
        return self._then("UPDATE", self._given(values))

    def delete(self) -> Merge:
        """Deletes them."""
        return self._then("DELETE")


class _Matched(_NotMatchedBySource):
    def update(self, values: Mapping[Any, Any] | None = None) -> Merge:
        """Gives columns, or their names, values: literals or expressions of both sides' columns.

        Args:
            values: None for all columns that the source has, too.

        Raises:
            ArgumentError: the table has no such column, or there are no values.
        """
        return self._then("UPDATE", None if values is None else self._given(values))


class _NotMatched(_When):
    def insert(self, values: Mapping[Any, Any] | None = None) -> Merge:
        """Inserts rows: columns, or their names, and literals or expressions of the source's.

        Args:
            values: None for all columns that the source has, too.

        Raises:
            ArgumentError: the table has no such column, or there are no values.
        """
        return self._then("INSERT", None if values is None else self._given(values))


def merge(table: Any) -> Merge:
    """A `MERGE INTO`, to be continued by `using` and then `when_…`.

    Args:
        table: a table, an alias of one, or a mapped class.

    Raises:
        ArgumentError: it is something else.
    """
    target = coercions.expect(roles.FromClauseRole, table)
    read = target.element if target.__visit_name__ == "alias" else target
    if read.__visit_name__ != "table":
        raise exc.ArgumentError(f"MERGE INTO changes a table, or an alias of one, not {table!r}.")
    return Merge(target)
