"""`ALTER TABLE … MODIFY ORDER BY`.

No row is sorted anew: a sorting key may lose elements at its end, and gain new columns, which have
the same value in all rows there are.

Source: https://clickhouse.com/docs/sql-reference/statements/alter/order-by; the checks are
`MergeTreeData::checkProperties`'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.definition import (
    check_key,
    check_sortable,
    partition_follows_key,
    sorting_key,
    whole_key_columns,
)
from rmt_engine.sql.tables.expressions import (
    check_identifiers,
    column_of,
    columns_named,
    normalized,
)
from rmt_engine.sql.tables.unique_key import identity_of
from rmt_engine.sql.text.tokens import split_list
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import Column, KeyColumn, TableDefinition

__all__ = ["change_sorting_key"]


def change_sorting_key(
    definition: TableDefinition, order_by: str, columns: Sequence[Column]
) -> TableDefinition:
    """The definition with another sorting key.

    Args:
        definition: the table before the ALTER TABLE.
        order_by: the new key, as written.
        columns: the table's columns by now, with those that the ALTER TABLE adds.

    Raises:
        RmtError: `BAD_ARGUMENTS`, the key does not begin with the primary key, or adds what is not
            allowed; `NOT_IMPLEMENTED`, it needs a column that files do not have.
    """
    elements = tuple(split_list(order_by))
    old, new = ([normalized(e) for e in key] for key in (definition.order_by, elements))
    primary = [normalized(element) for element in definition.primary_key]
    if len(primary) > len(new):
        raise RmtError(
            "BAD_ARGUMENTS",
            "Primary key must be a prefix of the sorting key, but its length: "
            f"{len(primary)} is greater than the sorting key length: {len(new)}.",
        )
    if new[: len(primary)] != primary:
        raise RmtError("BAD_ARGUMENTS", "Primary key must be a prefix of the sorting key.")
    if new == old:
        return definition
    if not old:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "A table without a sorting key cannot get one: its rows are in no order.",
            "Create a table with that key and INSERT the rows there.",
        )
    if len(set(new)) != len(new):
        raise RmtError("BAD_ARGUMENTS", "Sorting key contains a duplicate expression.")
    kept = 0
    for element, text in zip(elements, new, strict=True):
        if kept < len(old) and text == old[kept]:
            kept += 1
            continue
        names = [column.name for column in columns]
        check_identifiers(element, names, "the sorting key")
        for name in columns_named(element, names):
            _check_added(name, definition, columns)
    stored = {column.name: parse_type(column.type) for column in columns if column.is_stored}
    check_key(elements, "Sorting key", stored, definition.settings)
    sorted_by = sorting_key(replace(definition, order_by=elements))
    key = _stored_key(sorted_by, definition, columns)
    check_sortable(key, stored)
    changed = replace(
        definition,
        columns=tuple(columns),
        order_by=elements,
        key=key,
        partition_follows_key=partition_follows_key(
            definition.partition_by, identity_of(definition.unique_key, key), columns
        ),
    )
    sources = tuple(whole_key_columns(changed)) if definition.key_sources else ()
    return replace(changed, columns=definition.columns, key_sources=sources)


def _check_added(name: str, before: TableDefinition, columns: Sequence[Column]) -> None:
    column = _find(name, columns)
    if before.column(name) is not None or column is None:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Existing column {name} is used in the expression that was added to the sorting key. "
            "You can add expressions that use only the newly added columns.",
        )
    if column.expression:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Newly added column {name} has a default expression, so adding expressions that use "
            "it to the sorting key is forbidden.",
        )


def _stored_key(
    elements: Sequence[str], before: TableDefinition, columns: Sequence[Column]
) -> tuple[KeyColumn, ...]:
    """The stored columns of the key; see `TableDefinition.key`."""
    computed = {normalized(key.expression): key for key in before.key if key.expression}
    whole = [_find(column_of(element) or "", columns) for element in elements]
    plain = {column.name.lower() for column in whole if column is not None}
    key: list[KeyColumn] = []
    for element, column in zip(elements, whole, strict=True):
        if column is not None:
            if column.stored_as:
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    f"The column {column.name} cannot come into the sorting key: the table had one "
                    "of that name before.",
                    "Give it another name.",
                )
            key.append(KeyColumn(column.name))
        elif (known := computed.get(normalized(element))) is not None:
            key.append(known)
        elif not {name.lower() for name in columns_named(element, plain)} <= plain:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"MODIFY ORDER BY: no file has a column of {element}, and none is written for it.",
                "Put columns themselves into the key, or create a table with that key and INSERT "
                "the rows there.",
            )
    return tuple(key)


def _find(name: str, columns: Sequence[Column]) -> Column | None:
    return next((column for column in columns if column.name.lower() == name.lower()), None)
