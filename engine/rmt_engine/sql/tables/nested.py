"""Nested columns as ClickHouse keeps them by default: an array for each element.

`n Nested(a T, b U)` declares the columns `n.a Array(T)` and `n.b Array(U)`, whose arrays have one
size in each row. With `flatten_nested = 0` it is one column, an array of tuples.

Source of the semantics: https://clickhouse.com/docs/sql-reference/data-types/nested-data-structures/nested,
and `ColumnsDescription::flattenNested`, `Nested::validateArraySizes` and `fillMissingColumns` as
they answer on ClickHouse 26.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import ColumnClause
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.casts import refusal
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["FLATTEN_NESTED", "flattened", "left_out", "nested_arrays", "nested_name", "of_one_size"]

FLATTEN_NESTED = "flatten_nested"
"""The setting that has a new Nested column be several."""


def flattened(clauses: Iterable[ColumnClause]) -> tuple[ColumnClause, ...]:
    """Columns with one of arrays for each element of a Nested one; each has all of its clauses.

    Raises:
        RmtError: as `parse_type`; `ILLEGAL_COLUMN`, another column has the name of the Nested.
    """
    flat: list[ColumnClause] = []
    clauses = list(clauses)
    names = [clause.name.lower() for clause in clauses]
    for clause in clauses:
        data_type = parse_type(clause.type) if clause.type is not None and clause.name else None
        if data_type is None or data_type.family != "Nested":
            flat.append(clause)
            continue
        if names.count(clause.name.lower()) > 1:
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Cannot add column {clause.name}: column with this name already exists.",
            )
        flat += (
            replace(
                clause,
                name=f"{clause.name}.{name}",
                type=str(DataType("Array", elements=(element,))),
            )
            for name, element in zip(data_type.names, data_type.elements, strict=True)
        )
    return tuple(flat)


def nested_name(column: str) -> str:
    """The name of the Nested that a column may be an array of: `n` of `n.a`; empty of `a`."""
    return column.rpartition(".")[0]


def nested_arrays(types: Mapping[str, DataType]) -> dict[str, list[str]]:
    """The arrays that are side by side: the columns of each Nested, by its name.

    Args:
        types: of the columns.
    """
    arrays: dict[str, list[str]] = {}
    for name, data_type in types.items():
        if data_type.family == "Array" and nested_name(name):
            arrays.setdefault(nested_name(name), []).append(name)
    return arrays


def left_out(column: str, types: Mapping[str, DataType], there: Mapping[str, str]) -> str:
    """Spark's text of what a column without an expression is where it has no value.

    That is its type's default; an array of a Nested has as many defaults as its neighbours have
    elements.

    Args:
        column: the column.
        types: of the table's columns.
        there: Spark's texts of the columns that have values.
    """
    data_type = types[column]
    for other in nested_arrays(types).get(nested_name(column), ()):
        if data_type.family == "Array" and other != column and other in there:
            element = data_type.element
            return f"transform({there[other]}, `_n` -> CAST({element.default} AS {element.spark}))"
    return data_type.of_missing


def of_one_size(texts: Mapping[str, str], types: Mapping[str, DataType]) -> dict[str, str]:
    """Spark's texts of the arrays of each Nested, which fail in rows where their sizes differ.

    The error is `SIZES_OF_ARRAYS_DONT_MATCH`.

    Args:
        texts: of columns, by their names.
        types: of these columns.
    """
    checked: dict[str, str] = {}
    for nested, (first, *others) in nested_arrays(types).items():
        for other in others:
            checked[other] = (
                f"CASE WHEN size({texts[first]}) <> size({texts[other]}) "
                f"THEN {_sizes_differ(nested, first, other)} ELSE {texts[other]} END"
            )
    return checked


def _sizes_differ(nested: str, first: str, other: str) -> str:
    message = (
        f"Elements '{first}' and '{other}' of Nested data structure '{nested}' (Array columns) "
        "have different array sizes."
    )
    return refusal("SIZES_OF_ARRAYS_DONT_MATCH", quote_string(message))
