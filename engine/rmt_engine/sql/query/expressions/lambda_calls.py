"""Calls with lambdas: of functions of arrays and maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.expressions.named_lambdas import takes_lambdas
from rmt_engine.sql.query.tree import Alias, Call, Expression, Lambda, outside_lambdas
from rmt_engine.sql.query.types.array_sizes import of_one_size
from rmt_engine.sql.query.types.ordering import ordering_key
from rmt_engine.sql.query.types.subscripts import element_of, entries_of
from rmt_engine.sql.query.values import Value, as_array, condition, stored
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["call_with_lambdas", "values_of_function"]

_MOST_ARRAYS = 2
_OF_SEVERAL = {
    **dict.fromkeys(
        """arrayMap arrayExists arrayAll arrayCount arraySum arrayAvg arrayMin arrayMax
        arrayFirstIndex arrayLastIndex""".split(),
        False,
    ),
    **dict.fromkeys(
        "arrayFilter arraySort arrayReverseSort arrayFirst arrayLast arrayFill".split(), True
    ),
}
"""Functions of any number of arrays, and whether they answer with elements of the first one."""
_OVER_ENTRIES = {
    "mapApply": "arrayMap",
    "mapFilter": "arrayFilter",
    "mapExists": "arrayExists",
    "mapAll": "arrayAll",
    "mapSort": "arraySort",
    "mapReverseSort": "arrayReverseSort",
}
"""Functions of maps with lambdas, and the functions of arrays that they are of their pairs."""
_OF_PAIR = 2
_WHOLE_SORTS = {
    f"{kind}Partial{order}": f"{kind}{order}"
    for kind in ("array", "map")
    for order in ("Sort", "ReverseSort")
}
"""Functions that sort the first elements at least, and those that sort all."""
_SORTS = ("arraySort", "arrayReverseSort")
"""Functions whose lambdas tell what elements are ordered by."""
_OF_CONDITIONS = frozenset(
    """arrayfilter arrayexists arrayall arraycount arrayfirst arraylast arrayfirstornull
    arraylastornull arrayfirstindex arraylastindex arrayfill arrayreversefill arraysplit
    arrayreversesplit mapfilter mapexists mapall""".split()
)
"""Functions whose lambdas are conditions."""


def values_of_function(
    lowering: Lowering, node: Call, arguments: Sequence[Expression]
) -> list[Value]:
    """The arguments; those of functions that Spark has as lambdas stand inside of these."""
    if not takes_lambdas(node):
        return [lowering.lowered(one) for one in arguments]
    with lowering.place.deeper(1):
        return [lowering.lowered(one) for one in arguments]


def call_with_lambdas(lowering: Lowering, node: Call) -> Value:
    """A call with lambdas: their parameters are elements of the other arguments."""
    sorting = _WHOLE_SORTS.get(canonical_name(node.name) or "")
    if sorting is not None and len(node.arguments) > _MOST_ARRAYS:
        function, _count, *arrays = node.arguments
        node = replace(node, name=sorting, arguments=[function, *arrays])
    others = [one for one in node.arguments if not isinstance(one, Lambda)]
    known = [as_array(value) for value in values_of_function(lowering, node, others)]
    over_entries = _OVER_ENTRIES.get(canonical_name(node.name) or "")
    if over_entries is not None and known and known[-1].family == "Map":
        return _of_entries(lowering, node, over_entries, known)
    known = _side_by_side(node.name, known)
    if len(known) > _MOST_ARRAYS and canonical_name(node.name) in _OF_SEVERAL:
        return _of_several_arrays(lowering, node, known)
    if len(known) > 2 and canonical_name(node.name) == "arrayFold":
        return _fold_of_several_arrays(lowering, node, known)
    given = iter(known)
    placed = [None if isinstance(one, Lambda) else next(given) for one in node.arguments]
    values = [
        _of_lambda(
            lowering,
            one,
            _element_types(node.name, known),
            node.name,
            is_condition=node.name.lower() in _OF_CONDITIONS,
        )
        if isinstance(one, Lambda)
        else value
        for one, value in zip(node.arguments, placed, strict=True)
    ]
    return lower_scalar(node.name, [one for one in values if one is not None], lowering.context)


def _of_several_arrays(lowering: Lowering, node: Call, arrays: Sequence[Value]) -> Value:
    """A function of more arrays than Spark has lambdas for: of one array of tuples."""
    [function] = [one for one in node.arguments if isinstance(one, Lambda)]
    zipped = lower_scalar("arrayZip", arrays, lowering.context)
    body = _of_lambda(
        lowering,
        function,
        _element_types(node.name, [zipped]),
        node.name,
        is_condition=node.name.lower() in _OF_CONDITIONS,
    )
    found = lower_scalar(node.name, [body, zipped], lowering.context)
    return element_of(found, 1) if _OF_SEVERAL[canonical_name(node.name) or ""] else found


def _fold_of_several_arrays(lowering: Lowering, node: Call, values: Sequence[Value]) -> Value:
    """`arrayFold((acc, x, y) -> …, xs, ys, start)`: of one array of tuples."""
    [function] = [one for one in node.arguments if isinstance(one, Lambda)]
    *arrays, start = values
    zipped = lower_scalar("arrayZip", arrays, lowering.context)
    types = _element_types(node.name, [zipped, start])
    body = _of_lambda(lowering, function, types, node.name, is_zipped=True)
    return lower_scalar(node.name, [body, zipped, start], lowering.context)


def _of_entries(lowering: Lowering, node: Call, over: str, values: Sequence[Value]) -> Value:
    """A function of a map and a lambda: that of an array, over the map's pairs."""
    [function] = [one for one in node.arguments if isinstance(one, Lambda)]
    *others, of_map = values
    entries = entries_of(of_map)
    is_condition = node.name.lower() in _OF_CONDITIONS
    body = _of_lambda(
        lowering, function, _element_types(over, [entries]), over, is_condition=is_condition
    )
    found = lower_scalar(over, [body, *others, entries], lowering.context)
    if found.family != "Array" or found.type is None:
        return found
    if over != "arrayMap":
        return replace(found, sql=f"map_from_entries({found.sql})", type=of_map.type)
    pair = found.type.element
    if pair.family != "Tuple" or len(pair.elements) != _OF_PAIR:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The lambda of {node.name} must give tuples of a key and a value, not {pair}.",
        )
    answer = DataType("Map", elements=pair.elements)
    return Value(
        f"CAST(map_from_entries({found.sql}) AS {answer.spark})", answer, folded=found.folded
    )


def _side_by_side(name: str, values: list[Value]) -> list[Value]:
    """The arrays of a function of lambdas, all of one size; `arrayFold` has a value behind them."""
    if not name.startswith("array") or any(value.type is None for value in values):
        return values
    arrays = [value for value in values if value.family == "Array"]
    if name.lower() == "arrayfold":
        arrays = arrays[: len(values) - 1]
    if len(arrays) < 2 or arrays != values[: len(arrays)]:
        return values
    return [*of_one_size(name, arrays), *values[len(arrays) :]]


def _element_types(name: str, values: Sequence[Value]) -> list[DataType | None]:
    """The types of what a lambda is given."""
    types: list[DataType | None] = []
    if name.lower() == "arrayfold" and values:
        types.append(values[-1].type)
        values = values[:-1]
    for value in values:
        if value.type is None:
            types.append(None)
        elif value.family == "Array":
            types.append(value.type.element)
        elif value.family == "Map":
            types += value.type.elements
    return types


def _refuse_as_condition(name: str, body: Value) -> None:
    """Refuses what is no truth of ClickHouse's: any number but a UInt8.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    if body.type is not None and body.family not in ("UInt8", "Bool", "Nothing"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Expression for function {name} must return UInt8 or Nullable(UInt8), found "
            f"{body.type}.",
            "Compare it with 0.",
        )


def _of_lambda(
    lowering: Lowering,
    node: Lambda,
    types: Sequence[DataType | None],
    name: str,
    *,
    is_condition: bool = False,
    is_zipped: bool = False,
) -> Value:
    """A lambda; of a function of one array of tuples it may take their elements.

    Args:
        lowering: lowers its body.
        node: the lambda.
        types: those of what it is given.
        name: the function's.
        is_condition: whether its answer is a condition.
        is_zipped: whether the last of what it is given is a tuple of several parameters.
    """
    place = lowering.place
    depth, count = len(place.lambdas), len(node.parameters)
    last = types[-1] if len(types) == 1 or is_zipped else None
    takes_elements = last is not None and last.family == "Tuple" and count > len(types)
    given = len(types) if takes_elements else count
    names = [lowering.queries.lambda_variable(depth, at) for at in range(given)]
    padded = [*types, *[None] * given]
    values = [
        Value(quote_name(name), data_type) for name, data_type in zip(names, padded, strict=False)
    ]
    taken = len(types)
    if takes_elements and last is not None:
        taken += len(last.elements) - 1
        of_tuple = min(count - given + 1, len(last.elements))
        elements = [element_of(values[-1], at) for at in range(1, of_tuple + 1)]
        values = [*values[:-1], *elements]
    if count != taken and name.startswith("array") and None not in types:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The lambda of {name} has {count} parameters, and is given {taken} values.",
        )
    variables = dict(zip(node.parameters, values, strict=False))
    with place.within(variables):
        for one in outside_lambdas(node.body):
            if isinstance(one, Alias):
                variables[one.name] = lowering.lowered(one.value)
        body = lowering.body(node.body)
    listed = ", ".join(map(quote_name, names))
    listed = f"({listed})" if len(names) > 1 else listed
    if is_condition:
        _refuse_as_condition(name, body)
        text = condition(body, name)
    else:
        text = ordering_key(body) if canonical_name(name) in _SORTS else stored(body).sql
    return Value(f"{listed} -> {text}", body.type, is_lambda=True)
