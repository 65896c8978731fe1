"""How Airflow's generic operators write statements for the endpoint.

Source: `airflow.providers.common.sql.dialects.dialect`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from airflow.providers.common.sql.dialects.dialect import Dialect

from sqlalchemy_rmt.airflow.names import TableName

__all__ = ["RmtSqlDialect"]

_REPLACING = "ReplacingMergeTree"


class RmtSqlDialect(Dialect):
    """Names in backquotes; a newer version of a row is inserted, and its key is the sorting key."""

    def generate_replace_sql(
        self, table: str, values: Sequence[Any], target_fields: Any, **options: Any
    ) -> str:
        """The INSERT: in a table of ReplacingMergeTree, a row replaces that of its sorting key.

        Raises:
            ValueError: the table is of another engine, where both rows would stay.
        """
        engine = self.hook.engine_of(table)
        if engine is not None and _REPLACING not in engine:
            raise ValueError(
                f"Table {table} is of the engine {engine}, where an INSERT replaces no row: give "
                f"it the engine {_REPLACING}, or leave replace out."
            )
        sql: str = self.generate_insert_sql(table, values, target_fields, **options)
        return sql

    @classmethod
    def extract_schema_from_table(cls, table: str) -> tuple[str, str | None]:
        """The table and the database of a name; a dot in backquotes divides nothing."""
        name = TableName.parse(table)
        return name.name, name.database

    def unescape_word(self, word: str | None) -> str | None:
        """A name without backquotes."""
        if word is not None and word.startswith("`") and word.endswith("`") and len(word) > 1:
            return word[1:-1].replace("``", "`")
        return word
