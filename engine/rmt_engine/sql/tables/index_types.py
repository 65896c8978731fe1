"""Which types the expressions of a skipping index may have.

Source of the semantics: the validators in ClickHouse's `MergeTreeIndices`, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import IndexClause
from rmt_engine.sql.tables.expressions import calls, calls_aggregate, column_of, stored_value
from rmt_engine.sql.text.tokens import split_list
from rmt_engine.sql.values.types import Category, DataType
from rmt_engine.store.table import Index

__all__ = ["check_index_types", "index_elements"]

_TEXTS = (Category.STRING, Category.FIXED_STRING)
_MIXED = (Category.JSON, Category.VARIANT)
_HASHED = (
    *_TEXTS,
    Category.INTEGER,
    Category.FLOAT,
    Category.BOOL,
    Category.DATE,
    Category.DATETIME,
    Category.ENUM,
    Category.UUID,
    Category.IPV4,
    Category.IPV6,
)
_UNHASHED = ("Date32", "Time", "Time64")


def index_elements(expression: str) -> list[str]:
    """The expressions that an index is of: `(a, b)` is two."""
    return split_list(expression)


def check_index_types(index: IndexClause | Index, types: Mapping[str, DataType]) -> None:
    """Makes sure that the values of an index's expressions can be compared, hashed, or are texts.

    Args:
        index: the index.
        types: those of the columns, by their names.

    Raises:
        RmtError: `BAD_ARGUMENTS`, `ILLEGAL_COLUMN`; `ILLEGAL_AGGREGATION` and `INCORRECT_QUERY`, an
            expression has not one value for each row.
    """
    check = _CHECKS.get(index.type.partition("(")[0].strip().lower())
    for element in index_elements(index.expression):
        _check_of_row(element, index.name)
        data_type = _type_of(element, types)
        if check is not None and data_type is not None:
            check(data_type, element, f"When validating secondary index `{index.name}`.")


def _check_of_row(element: str, index: str) -> None:
    if calls_aggregate(element):
        raise RmtError(
            "ILLEGAL_AGGREGATION",
            f"Aggregate function is found in wrong place in the index {index}: {element}.",
        )
    if calls(element, "arrayJoin"):
        raise RmtError(
            "INCORRECT_QUERY",
            f"Secondary index '{index}' cannot contain array joins: {element}.",
            "An index of type bloom_filter over the array itself has its elements.",
        )


def _type_of(element: str, types: Mapping[str, DataType]) -> DataType | None:
    """ClickHouse's type of an expression; None if only Spark knows the function."""
    name = column_of(element)
    return types.get(name) if name is not None else stored_value(element, types).type


def _check_compared(data_type: DataType, element: str, where: str) -> None:
    if data_type.category is Category.STATE:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Data type of argument for minmax index must be comparable, got {data_type} type for "
            f"column {element} instead: {where}",
        )
    if data_type.category in _MIXED:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"{data_type} data type of column {element} is not allowed in minmax index because the "
            f"values of that data type can contain values with different data types: {where}",
        )


def _check_hashed(data_type: DataType, _: str, where: str) -> None:
    is_array = data_type.family == "Array"
    value = data_type.element if is_array else data_type
    unexpected = f"Unexpected type {data_type} of bloom filter index: {where}"
    if is_array and value.family == "Array":
        raise RmtError("BAD_ARGUMENTS", unexpected)
    is_hashed = value.category in _HASHED and value.family not in _UNHASHED
    if not is_hashed or (is_array and value.nullable):
        raise RmtError("ILLEGAL_COLUMN", unexpected)


def _check_tokens(data_type: DataType, _: str, where: str) -> None:
    is_array = data_type.family == "Array"
    value = data_type.element if is_array else data_type
    if value.category in _TEXTS and not value.nullable and not (is_array and value.low_cardinality):
        return
    raise RmtError(
        "BAD_ARGUMENTS",
        "Ngram and token bloom filter indexes can only be used with column types `String`, "
        "`FixedString`, `LowCardinality(String)`, `LowCardinality(FixedString)`, `Array(String)` "
        f"or `Array(FixedString)`, got: {data_type}: {where}",
    )


def _check_text(data_type: DataType, _: str, where: str) -> None:
    value = data_type
    while value.family == "Array":
        value = value.element
    if value.category not in _TEXTS:
        raise RmtError(
            "BAD_ARGUMENTS",
            "Text index must be created on columns of type with base type of String or "
            f"FixedString, got: {data_type}: {where}",
        )


_CHECKS: dict[str, Callable[[DataType, str, str], None]] = {
    "minmax": _check_compared,
    "bloom_filter": _check_hashed,
    "ngrambf_v1": _check_tokens,
    "tokenbf_v1": _check_tokens,
    "sparse_grams": _check_tokens,
    "text": _check_text,
}
