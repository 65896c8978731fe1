"""Columns of `SimpleAggregateFunction(function, T)` and `AggregateFunction(function, T…)`.

Source of the rules: ClickHouse's `DataTypeCustomSimpleAggregateFunction` and
`DataTypeAggregateFunction` as they answer on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import (
    answer_type,
    canonical_name,
    is_aggregate,
    parameters_of,
    state_name,
)
from rmt_engine.sql.functions.answers.call import Argument
from rmt_engine.sql.query.aggregates.aggregate_calls import check_state
from rmt_engine.sql.values.state_types import has_same_states, is_of_levels, state_function
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import TableDefinition

__all__ = ["check_states", "check_states_of_table", "checked_aggregate_type", "filled_columns"]

_CLICKHOUSES = (
    "any any_respect_nulls anyLast anyLast_respect_nulls min max sum sumWithOverflow groupBitAnd "
    "groupBitOr groupBitXor sumMap minMap maxMap groupArrayArray groupArrayLastArray "
    "groupUniqArrayArray groupUniqArrayArrayMap sumMappedArrays minMappedArrays maxMappedArrays "
    "timeSeriesGroupArray"
).split()
_OF_ENTRIES = ("sumMap", "minMap", "maxMap")
_ABSENT = "groupArrayLastArray groupUniqArrayArrayMap timeSeriesGroupArray".split()
_OF_TWO = ("argMin", "argMax")
_SAME = {
    "first_value": "any",
    "last_value": "anyLast",
    "first_value_respect_nulls": "any_respect_nulls",
    "last_value_respect_nulls": "anyLast_respect_nulls",
    "any_value": "any",
    "sumMappedArrays": "sumMap",
    "minMappedArrays": "minMap",
    "maxMappedArrays": "maxMap",
}


def checked_aggregate_type(data_type: DataType) -> DataType:
    """A type with its aggregate function, if it has one, by the name ClickHouse shows.

    Raises:
        RmtError: as below.
    """
    if data_type.family == "AggregateFunction":
        return _checked_state(data_type)
    return _checked_simple_function(data_type)


def check_states_of_table(
    definition: TableDefinition, names: Sequence[str] | None, given: Sequence[DataType | None]
) -> None:
    """Makes sure that columns of states of a table get states of their functions.

    Args:
        definition: of the table.
        names: the columns that get rows; None for all that an INSERT without names fills.
        given: the types of what the rows have; None where one is not known.

    Raises:
        RmtError: `CANNOT_CONVERT_TYPE`.
    """
    check_states(filled_columns(definition, names), given)


def filled_columns(
    definition: TableDefinition, names: Sequence[str] | None
) -> list[tuple[str, DataType]]:
    """The names and types of the columns that an INSERT fills.

    Args:
        definition: of the table.
        names: the columns it names; None for all that an INSERT without names fills.
    """
    types = {one.name.lower(): one.type for one in definition.columns}
    filled = names or [one.name for one in definition.visible_columns]
    return [(name, parse_type(types.get(name.lower(), "String"))) for name in filled]


def check_states(
    columns: Sequence[tuple[str, DataType]],
    given: Sequence[DataType | None],
    error: str = "CANNOT_CONVERT_TYPE",
) -> None:
    """Makes sure that columns of states get states of their functions.

    Args:
        columns: the names and types of the columns that get rows, in order.
        given: the types of what the rows have; None where one is not known.
        error: the name of the error.

    Raises:
        RmtError: with that name.
    """
    padded = [*given, *[None] * len(columns)]
    for (name, wanted), found in zip(columns, padded, strict=False):
        families = (wanted.family, found.family if found is not None else "")
        if "AggregateFunction" not in families:
            continue
        is_same = (
            found is not None
            and found.family == wanted.family
            and _are_alike(str(found.arguments[0]), str(wanted.arguments[0]))
            and found.spark == wanted.spark
        )
        if not is_same:
            raise RmtError(
                error,
                f"Conversion from {found or 'another type'} to {wanted} is not supported: "
                f"while converting to destination column {name}.",
                "The combinator -State makes states of values.",
            )


def _are_alike(given: str, wanted: str) -> bool:
    """Whether states of two functions are the same: those of quantiles are, whatever their levels.

    Args:
        given: a function with its parameters.
        wanted: another one.
    """
    names = state_function(given).name, state_function(wanted).name
    return given == wanted or (is_of_levels(names[0]) and has_same_states(*names))


def _checked_state(data_type: DataType) -> DataType:
    """The type of states.

    Raises:
        RmtError: `UNKNOWN_AGGREGATE_FUNCTION`; `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`;
            `ILLEGAL_TYPE_OF_ARGUMENT`, it takes no such values; `NOT_IMPLEMENTED`, its states
            cannot be kept.
    """
    written, _, parameters = str(data_type.arguments[0]).partition("(")
    parameters = parameters.removesuffix(")")
    name = canonical_name(written)
    if name is None or not is_aggregate(name):
        raise RmtError("UNKNOWN_AGGREGATE_FUNCTION", f"Unknown aggregate function {written}.")
    function = state_function(name)
    least = 0 if function.name == "count" else 2 if function.name in _OF_TWO else 1
    if len(data_type.elements) < least + function.is_conditional:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Aggregate function {name} in {data_type} lacks types of its arguments.",
        )
    found = replace(data_type, arguments=(state_name(name, parameters),))
    given = [Argument(one) for one in data_type.elements]
    if answer_type(name, given, parameters_of(parameters)) is None:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal types of arguments of aggregate function {name} in {data_type}.",
        )
    check_state(found)
    return found


def _has_entries(values: DataType) -> bool:
    """Whether it is a map, or an array of keys and some of values, none of which is NULL."""
    if values.family != "Tuple":
        return values.family == "Map"
    arrays = values.elements
    are_arrays = (one.category is Category.ARRAY and not one.element.nullable for one in arrays)
    return len(arrays) > 1 and all(are_arrays)


def _checked_simple_function(data_type: DataType) -> DataType:
    """A type with its function by the name ClickHouse shows.

    Raises:
        RmtError: `UNKNOWN_AGGREGATE_FUNCTION`; `BAD_ARGUMENTS`, the function is none of those, or
            gives values of another type; `NOT_IMPLEMENTED`, it is not there yet.
    """
    written = data_type.simple_function
    if not written:
        return data_type
    name = _SAME.get(written) or _SAME.get(canonical_name(written) or "") or written
    if name not in _CLICKHOUSES:
        name = canonical_name(written) or written
    if name not in _CLICKHOUSES:
        if not is_aggregate(name):
            raise RmtError("UNKNOWN_AGGREGATE_FUNCTION", f"Unknown aggregate function {written}.")
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Unsupported aggregate function {name}, supported functions are "
            f"{','.join(_CLICKHOUSES)}.",
        )
    values = replace(data_type, simple_function="")
    if name in _ABSENT or (name in _OF_ENTRIES and not _has_entries(values)):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The type SimpleAggregateFunction({name}, {values}) is not supported yet.",
        )
    found = answer_type(name.removesuffix("_respect_nulls"), [Argument(values)])
    if found is None:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {values} of argument for aggregate function {name}.",
        )
    if replace(found, low_cardinality=False) != replace(values, low_cardinality=False):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Incompatible data types between aggregate function '{name}' which returns {found} "
            f"and column storage type {values}.",
            f"Declare SimpleAggregateFunction({name}, {found}), or use sumWithOverflow."
            if name == "sum"
            else f"Declare SimpleAggregateFunction({name}, {found}).",
        )
    return replace(data_type, simple_function=name)
