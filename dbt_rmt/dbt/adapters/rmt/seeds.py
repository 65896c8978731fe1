"""The rows of a seed, as the driver writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import agate

__all__ = ["rows_of"]


def rows_of(table: agate.Table) -> Iterator[tuple[Any, ...]]:
    """The rows of a seed. All numbers of agate are decimals; those of a column become alike.

    Args:
        table: what dbt read from the file.
    """
    converters = [_converter(column) for column in table.columns]
    for row in table.rows:
        yield tuple(
            None if value is None else convert(value)
            for convert, value in zip(converters, row.values(), strict=True)
        )


def _converter(column: agate.Column) -> Callable[[Any], Any]:
    import agate

    if not isinstance(column.data_type, agate.Number):
        return _unchanged
    whole = all(value == value.to_integral_value() for value in column.values_without_nulls())
    return int if whole else float


def _unchanged(value: Any) -> Any:
    return value
