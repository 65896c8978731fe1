"""`ALTER TABLE … MODIFY ORDER BY`.

Source: https://clickhouse.com/docs/sql-reference/statements/alter/order-by.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.definition import identifiers, normalized
from rmt_engine.sql.tokens import split_list
from rmt_engine.store.table import Column, TableDefinition

__all__ = ["extend_sorting_key"]


def extend_sorting_key(
    definition: TableDefinition, order_by: str, added: Sequence[Column]
) -> TableDefinition:
    """The definition with another sorting key.

    Args:
        definition: the table.
        order_by: the new key, as written.
        added: the columns that the same ALTER TABLE adds.

    Raises:
        RmtError: `BAD_ARGUMENTS`, the key does not begin with the primary key, or adds what is not
            allowed; `NOT_IMPLEMENTED`, it really is another one.
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
    own = {column.name.lower(): column for column in added}
    for element, text in zip(elements, new, strict=True):
        if text not in old:
            for name in identifiers(element):
                _check_added(name, own.get(name.lower()))
    raise RmtError(
        "NOT_IMPLEMENTED",
        "MODIFY ORDER BY with another sorting key is not supported.",
        "Create a table with that key and INSERT the rows there.",
    )


def _check_added(name: str, column: Column | None) -> None:
    if column is None:
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
