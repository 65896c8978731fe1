"""`INSERT INTO t (k, n.a, n.b)`: the arrays of a Nested column, which is one column here.

Source of the semantics: https://clickhouse.com/docs/sql-reference/data-types/nested-data-structures/nested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.casts import refusal
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import TableDefinition

__all__ = ["with_whole_nested"]


def with_whole_nested(
    frame: DataFrame, names: Sequence[str] | None, definition: TableDefinition
) -> tuple[DataFrame, Sequence[str] | None]:
    """Puts the arrays of each Nested column together, at the place of the first one.

    Args:
        frame: the rows, their columns in the order of the names.
        names: the columns the INSERT names; None for all.
        definition: the table.

    Returns:
        The rows and the names of their columns, as they were when none is part of a Nested one.

    Raises:
        RmtError: `DUPLICATE_COLUMN`.
    """
    parts = [_part(name, definition) for name in names or ()]
    if names is None or not any(parts):
        return frame, names
    numbered = frame.toDF(*(f"c{at}" for at in range(len(parts))))
    whole: list[tuple[str, Column]] = []
    zipped: set[str] = set()
    for at, (name, part) in enumerate(zip(names, parts, strict=True)):
        if part is None:
            whole.append((name, F.col(f"c{at}")))
        elif part[0] not in zipped:
            zipped.add(part[0])
            whole.append((part[0], _zipped(part[0], _arrays_of(part[0], parts), definition)))
    columns = [column.alias(f"v{at}") for at, (_, column) in enumerate(whole)]
    return numbered.select(*columns), [name for name, _ in whole]


def _part(name: str, definition: TableDefinition) -> tuple[str, str] | None:
    """The Nested column and its element that `n.a` names."""
    outer, dot, inner = name.partition(".")
    column = definition.column(outer) if dot and definition.column(name) is None else None
    if column is None or parse_type(column.type).family != "Nested":
        return None
    known = {element.lower(): element for element in parse_type(column.type).names}
    return (column.name, known[inner.lower()]) if inner.lower() in known else None


def _arrays_of(nested: str, parts: Sequence[tuple[str, str] | None]) -> dict[str, Column]:
    arrays: dict[str, Column] = {}
    for at, part in enumerate(parts):
        if part is None or part[0] != nested:
            continue
        if part[1] in arrays:
            raise RmtError(
                "DUPLICATE_COLUMN", f"Column {nested}.{part[1]} is specified more than once."
            )
        arrays[part[1]] = F.col(f"c{at}")
    return arrays


def _zipped(nested: str, arrays: Mapping[str, Column], definition: TableDefinition) -> Column:
    """An array of tuples of the elements of arrays of one size; what is not given is a default."""
    declared = definition.column(nested)
    kind: DataType = parse_type(declared.type if declared else "")
    first_name, first = next(iter(arrays.items()))

    def row(value: Column, at: Column) -> Column:
        fields = []
        for name, element in zip(kind.names, kind.elements, strict=True):
            if name == first_name:
                field = value
            elif name in arrays:
                field = F.get(arrays[name], at)
            else:
                field = F.expr(element.default)
            fields.append(field.alias(name))
        return F.struct(*fields)

    zipped = F.transform(first, row)
    for name, array in arrays.items():
        message = (
            f"Elements '{nested}.{first_name}' and '{nested}.{name}' of Nested data structure "
            f"'{nested}' (Array columns) have different array sizes."
        )
        problem = F.expr(refusal("SIZES_OF_ARRAYS_DONT_MATCH", quote_string(message)))
        zipped = F.when(F.size(first) != F.size(array), problem).otherwise(zipped)
    return zipped
