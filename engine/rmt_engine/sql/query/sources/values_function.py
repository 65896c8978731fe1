"""The table function `values`: rows of constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import NULL
from rmt_engine.sql.query.catalog import LoweredQuery, QueryColumn
from rmt_engine.sql.query.tree import Expression
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.variants import common_type
from rmt_engine.sql.query.values import stored
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["rows_of_constants"]


def rows_of_constants(
    queries: Queries,
    rows: Sequence[Sequence[Expression]],
    structure: list[tuple[str, DataType]] | None,
    aliases: Mapping[str, Expression] = MappingProxyType({}),
) -> LoweredQuery:
    """A query of rows of constants, for the table function `values`.

    Raises:
        RmtError: `CANNOT_EXTRACT_TABLE_STRUCTURE`, rows have different numbers of columns.
    """
    values = [[stored(queries.constant(one, aliases)) for one in row] for row in rows]
    if len({*map(len, values)}) > 1:
        raise RmtError(
            "CANNOT_EXTRACT_TABLE_STRUCTURE",
            "The rows of the table function values have different numbers of columns.",
        )
    if structure is None:
        types = [common_type([v.type for v in column]) for column in zip(*values, strict=True)]
        structure = [(f"c{at}", data_type or NULL) for at, data_type in enumerate(types, 1)]
    columns = tuple(QueryColumn(name, name, data_type) for name, data_type in structure)
    if not values:
        listed = ", ".join(
            f"CAST(NULL AS {data_type.spark}) AS {quote_name(name)}"
            for name, data_type in structure
        )
        return LoweredQuery(f"SELECT {listed} WHERE false", columns)
    texts = [
        ", ".join(
            f"{converted(value, data_type).sql} AS {quote_name(name)}"
            for value, (name, data_type) in zip(row, structure, strict=True)
        )
        for row in values
    ]
    return LoweredQuery(" UNION ALL ".join(f"SELECT {one}" for one in texts), columns)
