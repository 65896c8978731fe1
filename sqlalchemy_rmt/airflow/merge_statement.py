"""The text of a MERGE INTO, of the arguments of an operator.

Source: docs/sql.md#merge-into.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy_rmt.airflow.names import TableName, quoted

__all__ = ["MergeStatement"]


@dataclass(frozen=True)
class MergeStatement:
    """A MERGE INTO whose table is called `target` and whose source is called `source`.

    Attributes:
        table: `table` or `database.table`.
        source: the name of a table, or a query.
        keys: the columns by which rows match; none if `on` says it.
        on: the condition by which they match; empty for `keys`.
        columns: those that are updated and inserted, besides the keys; None for all that both
            sides have.
        delete_if: of which rows of the source the row of the table is deleted, a condition; empty
            for none.
        delete_missing: whether rows are deleted that the source does not have.
    """

    table: str
    source: str
    keys: Sequence[str] = ()
    on: str = ""
    columns: Sequence[str] | None = None
    delete_if: str = ""
    delete_missing: bool = False

    def __str__(self) -> str:
        """The statement.

        Raises:
            ValueError: it has both or neither of `keys` and `on`, or `table` is no name.
        """
        if bool(self.keys) == bool(self.on):
            raise ValueError("MERGE INTO needs either keys or on: by what do rows match?")
        return " ".join(
            [
                f"MERGE INTO {TableName.parse(self.table)} AS target USING {self._source()}",
                f"AS source ON {self._condition()}",
                *self._clauses(),
            ]
        )

    def _source(self) -> str:
        try:
            return str(TableName.parse(self.source))
        except ValueError:
            # The query may end in a comment.
            return f"({self.source.strip().rstrip(';')}\n)"

    def _condition(self) -> str:
        equal = (f"target.{quoted(key)} = source.{quoted(key)}" for key in self.keys)
        return self.on or " AND ".join(equal)

    def _clauses(self) -> list[str]:
        clauses = []
        is_new = ""
        if self.delete_if:
            clauses.append(f"WHEN MATCHED AND ({self.delete_if}) THEN DELETE")
            is_new = f" AND ifNull(({self.delete_if}), 0) = 0"
        updated = [name for name in self.columns or () if name not in self.keys]
        if self.columns is None:
            clauses.append("WHEN MATCHED THEN UPDATE SET *")
            clauses.append(f"WHEN NOT MATCHED{is_new} THEN INSERT *")
        else:
            if updated:
                assigned = ", ".join(f"{quoted(one)} = source.{quoted(one)}" for one in updated)
                clauses.append(f"WHEN MATCHED THEN UPDATE SET {assigned}")
            names = [quoted(name) for name in (*self.keys, *updated)]
            values = ", ".join(f"source.{name}" for name in names)
            clauses.append(
                f"WHEN NOT MATCHED{is_new} THEN INSERT ({', '.join(names)}) VALUES ({values})"
            )
        if self.delete_missing:
            clauses.append("WHEN NOT MATCHED BY SOURCE THEN DELETE")
        return clauses
