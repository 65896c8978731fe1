"""`UNIQUE KEY`: the columns that tell which rows are versions of the same one.

Source of the checks: ClickHouse 26.9, where the clause is experimental and takes columns only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.engines import Engine
from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.expressions import column_of
from rmt_engine.sql.text.tokens import split_list
from rmt_engine.sql.values.types import Category, parse_type
from rmt_engine.store.table import Column, KeyColumn

__all__ = ["identity_of", "unique_key"]


def unique_key(
    clause: str | None, engine: Engine, columns: Sequence[Column], settings: Mapping[str, str]
) -> tuple[str, ...]:
    """The columns that a clause declares; none without a clause.

    Args:
        clause: what follows the words.
        engine: the table's.
        columns: the table's.
        settings: the table's.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the engine has no such key; otherwise with ClickHouse's name of
            whatever is wrong.
    """
    if clause is None:
        return ()
    if not engine.has_unique_key:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"UNIQUE KEY is not supported with the engine {engine.name}.",
            "ENGINE = ReplacingMergeTree(version) takes it: of the rows with the same unique key "
            "FINAL shows the newest one.",
        )
    elements = split_list(clause)
    if not elements:
        raise RmtError("BAD_ARGUMENTS", "UNIQUE KEY must contain at least one column.")
    found: list[str] = []
    for element in elements:
        name = _column(element, "elements" if len(elements) > 1 else "keys", columns, settings)
        if name in found:
            raise RmtError("BAD_ARGUMENTS", f"UNIQUE KEY contains duplicate column `{name}`.")
        found.append(name)
    return tuple(found)


def identity_of(unique: Sequence[str], key: tuple[KeyColumn, ...]) -> tuple[KeyColumn, ...]:
    """The columns in which versions of a row are equal.

    Args:
        unique: the columns of UNIQUE KEY.
        key: the stored columns of the sorting key.
    """
    return tuple(map(KeyColumn, unique)) or key


def _column(element: str, what: str, columns: Sequence[Column], settings: Mapping[str, str]) -> str:
    named = column_of(element)
    if named is None:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"UNIQUE KEY must be a list of column identifiers. Expression-style {what} such as "
            f"`{element}` are not yet supported; only bare column names are allowed.",
            "Declare a MATERIALIZED column of that expression, and name it.",
        )
    by_name = {column.name.lower(): column for column in columns}
    column = by_name.get(named.lower())
    if column is None and named.partition(".")[0].lower() in by_name:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"UNIQUE KEY column `{named}` is a subcolumn; UNIQUE KEY must name whole stored "
            "columns.",
        )
    if column is None:
        raise RmtError(
            "UNKNOWN_IDENTIFIER",
            f"Missing columns: '{named}' while processing unique key: '{element}'.",
            f"The columns are: {', '.join(one.name for one in columns)}.",
        )
    if not column.is_stored:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"UNIQUE KEY column `{column.name}` must be a physical (stored) column; ALIAS and "
            "EPHEMERAL columns are not allowed.",
        )
    _check_type(column, settings)
    return column.name


def _check_type(column: Column, settings: Mapping[str, str]) -> None:
    data_type = parse_type(column.type)
    if data_type.is_of_aggregate or data_type.holds(Category.JSON, Category.VARIANT):
        raise RmtError(
            "DATA_TYPE_CANNOT_BE_USED_IN_KEY",
            f"Column with type {data_type} is not allowed in key expression.",
        )
    if data_type.holds(Category.MAP):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A unique key of type {data_type} is not supported: maps have no order.",
        )
    if data_type.nullable and settings.get("allow_nullable_key") != "1":
        raise RmtError(
            "ILLEGAL_COLUMN",
            f"Unique key contains nullable columns ({column.name}), but merge tree setting "
            "`allow_nullable_key` is disabled.",
            "Declare the column without Nullable, or set allow_nullable_key = 1.",
        )
