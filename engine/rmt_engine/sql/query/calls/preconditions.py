"""What functions that others make up refuse, beyond the number and the kinds of arguments.

Sources: the functions' pages at https://clickhouse.com/docs/sql-reference/functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.common import common_type
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = ["check_types", "guarded"]

_ILLEGAL = "ILLEGAL_TYPE_OF_ARGUMENT"


def check_types(name: str, values: Sequence[Value]) -> None:
    """Refuses arguments whose types do not go together.

    Args:
        name: the function.
        values: its arguments.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, `ILLEGAL_COLUMN`, `NO_COMMON_TYPE`,
            `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`.
    """
    check = _CHECKS.get(name)
    if check is not None:
        check(name, values)


def guarded(name: str, values: Sequence[Value], sql: str, spark: str) -> str:
    """Spark's text of an answer, which fails in rows with arguments that the function refuses.

    Args:
        name: the function.
        values: its arguments.
        sql: the answer.
        spark: its type.
    """
    guard = _GUARDS.get(name)
    if guard is None:
        return sql
    broken = guard.broken([value.sql for value in values], values)
    if not broken:
        return sql
    error = RmtError(guard.error, guard.message.format(name=name))
    return f"(CASE WHEN {broken} THEN {failing(error, spark)} ELSE {sql} END)"


def _is_whole(data_type: DataType) -> bool:
    return data_type.family in BITS and not data_type.nullable


def _is_unsigned(data_type: DataType) -> bool:
    return _is_whole(data_type) and data_type.family.startswith("UInt")


def _typed(value: Value) -> DataType:
    return value.type or DataType("Nothing")


def _ranges(name: str, values: Sequence[Value]) -> None:
    ranges = _typed(values[1])
    pair = ranges.element.elements if ranges.family == "Array" else ()
    if len(pair) != 2 or not _is_whole(pair[0]) or not _is_unsigned(pair[1]):
        raise RmtError(
            _ILLEGAL,
            f"The second argument of function {name} must be an array of tuples of a whole number, "
            f"the index, and one without a sign, the length, not {ranges}.",
        )


def _series(name: str, values: Sequence[Value]) -> None:
    series = _typed(values[0])
    if series.family == "Array":
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"Function {name} of arrays is not supported.",
            "Make a map of them with mapFromArrays.",
        )
    if series.family == "Map" and not all(map(_is_whole, series.elements)):
        raise RmtError(
            _ILLEGAL, f"Keys and values of function {name} must be whole numbers, not {series}."
        )


def _alike(_name: str, values: Sequence[Value]) -> None:
    arrays = [_typed(value) for value in values[:2]]
    if all(array.family == "Array" for array in arrays):
        common_type([array.element for array in arrays])


def _weights(name: str, values: Sequence[Value]) -> None:
    _alike(name, values)
    first, second = (_typed(value).element for value in values[2:])
    for place, one in enumerate((first, second), start=3):
        if one.nullable or one.family not in (*BITS, *FLOATS):
            raise RmtError(
                _ILLEGAL,
                f"Argument {place} of function {name} must be a numeric array, not one of {one}.",
            )
    if first != second:
        raise RmtError(
            _ILLEGAL,
            f"Arguments 3 and 4 of function {name} must be arrays of the same types. Found {first} "
            f"and {second} instead.",
        )


def _numbers(name: str, values: Sequence[Value]) -> None:
    arrays = [value.type for value in values if value.type and value.family == "Array"]
    if any(array.element.nullable for array in arrays):
        raise RmtError(_ILLEGAL, f"Function {name} takes no array of values that may be NULL.")


def _ellipses(name: str, values: Sequence[Value]) -> None:
    if len(values) % 4 != 2:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Function {name} takes a point's 2 numbers, and 4 for each ellipse.",
        )
    for place, value in enumerate(values):
        if value.family != "Float64" or (place > 1 and not value.is_constant):
            raise RmtError(
                _ILLEGAL,
                f"Illegal type {value.type} of argument {place + 1} of function {name}. Must be "
                f"{'Float64' if place < 2 else 'a constant Float64'}.",
            )
    if values[0].is_constant != values[1].is_constant:
        raise RmtError(
            _ILLEGAL, f"Arguments 1 and 2 of function {name} must both be constants, or neither."
        )


def _constants(first: int, error: str) -> Callable[[str, Sequence[Value]], None]:
    def check(name: str, values: Sequence[Value]) -> None:
        for place, value in enumerate(values):
            if place >= first and not value.is_constant:
                raise RmtError(
                    error, f"Argument {place + 1} of function {name} must be a constant."
                )

    return check


_CHECKS: Mapping[str, Callable[[str, Sequence[Value]], None]] = {
    "arrayReduceInRanges": _ranges,
    "mapPopulateSeries": _series,
    "arrayLevenshteinDistance": _alike,
    "arraySimilarity": _weights,
    "arrayLevenshteinDistanceWeighted": _weights,
    **dict.fromkeys(("arrayAutocorrelation", "arrayROCAUC", "arrayAUCPR"), _numbers),
    "arrayRandomSample": _constants(1, "ILLEGAL_COLUMN"),
    "compareSubstrings": _constants(2, "ILLEGAL_COLUMN"),
    "pointInEllipses": _ellipses,
}


@dataclass(frozen=True)
class _Guard:
    """A condition on the values of arguments.

    Attributes:
        broken: Spark's text that is true where it does not hold, of the arguments' texts; empty
            if it always does.
        error: the name of the error.
        message: the error's, with the function's name.
    """

    broken: Callable[[Sequence[str], Sequence[Value]], str]
    error: str
    message: str


def _has_other_size(texts: Sequence[str], _values: Sequence[Value]) -> str:
    return f"size({texts[0]}) <> size({texts[1]})"


def _is_negative(texts: Sequence[str], values: Sequence[Value]) -> str:
    return "" if len(texts) == 1 or _is_unsigned(_typed(values[1])) else f"{texts[1]} < 0"


def _is_no_key(texts: Sequence[str], values: Sequence[Value]) -> str:
    """A greatest key that keys without a sign cannot be."""
    keys = _typed(values[0]).elements[0]
    if len(texts) == 1 or not _is_unsigned(keys) or BITS[keys.family] > 32:
        return ""
    return f"NOT {texts[1]} BETWEEN 0 AND {2 ** BITS[keys.family] - 1}L"


_SIZES = _Guard(
    _has_other_size,
    "BAD_ARGUMENTS",
    "First two arguments for function {name} must be Arrays of equal sizes.",
)
_GUARDS: Mapping[str, _Guard] = {
    "arrayROCAUC": _SIZES,
    "arrayAUCPR": _SIZES,
    "arrayAutocorrelation": _Guard(
        _is_negative, "BAD_ARGUMENTS", "{name}: max_lag must be non-negative."
    ),
    "mapPopulateSeries": _Guard(
        _is_no_key,
        "CANNOT_CONVERT_TYPE",
        "The greatest key of function {name} cannot be converted to the type of the keys.",
    ),
}
