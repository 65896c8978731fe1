"""Calls over values inside a JSON, ClickHouse's Dynamic: a function is called for the type of each.

Source: `FunctionDynamicAdaptor` of ClickHouse, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import DYNAMIC_FAMILIES, answer_type
from rmt_engine.sql.functions.answers.kinds import nullable, plain
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.conversion import as_dynamic, converted
from rmt_engine.sql.query.types.subcolumns import (
    DYNAMIC,
    element_of_json,
    of_dynamic_type,
    with_types_of_json,
)
from rmt_engine.sql.query.types.subscripts import elements_of
from rmt_engine.sql.query.types.texts_inside import with_texts
from rmt_engine.sql.query.values import Value, arguments_of, stored
from rmt_engine.sql.values.computed_once import computed_once
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.json_functions import DYNAMIC_TEXT, DYNAMIC_TYPE, is_time, text_of_json
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["OF_DYNAMICS", "over_dynamics", "shown_json", "text_of_dynamic"]

_MOST = 2
"""Dynamics that a function takes: it is called for each pair of their types."""
_OF_TEXTS = frozenset(("concat", "concatWithSeparator", "format"))
"""Functions that make texts of their arguments themselves."""

_OF_OBJECTS = frozenset(("CAST", "toString"))
"""Functions that are called for objects inside a JSON, too, which `json['a']` may give."""
_OF_ARRAYS = frozenset(("CAST", "arrayElement", "empty", "length", "notEmpty", "toString"))
"""Functions that are called for arrays inside a JSON, too."""


def text_of_dynamic(value: Value) -> Value:
    """The text of a Dynamic."""
    return Value(f"{DYNAMIC_TEXT}({value.sql})", nullable(plain("String")))


def shown_json(sql: str, data_type: DataType | None, *, stores: bool) -> str | None:
    """Spark's text of a value as a client gets it; None if it is none of a JSON's.

    Args:
        sql: the value.
        data_type: its type.
        stores: whether it is kept, in which case JSONs stay as they are.
    """
    value = Value(sql, data_type)
    shown = with_texts(value, ("Dynamic",) if stores else ("Dynamic", "JSON"), _shown)
    return None if shown is value else shown.sql


def _shown(value: Value) -> Value:
    if value.family == "Dynamic":
        return text_of_dynamic(value)
    return Value(text_of_json(value.sql), plain("String"))


def over_dynamics(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function called for the types of the Dynamics among its arguments.

    Args:
        name: the function, as ClickHouse spells it.
        values: its arguments.
        call: lowers a call.

    Raises:
        RmtError: no type of theirs fits; `NOT_IMPLEMENTED`, there are more than two of them.
    """
    if name == "arrayElement" and isinstance(values[1].constant, str):
        return element_of_json(values[0], values[1].constant)
    if name in _OF_TEXTS:
        return call(name, [text_of_dynamic(v) if v.family == "Dynamic" else v for v in values])
    places = [place for place, value in enumerate(values) if value.family == "Dynamic"]
    if len(places) > _MOST or any(value.is_lambda for value in values):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} of more than {_MOST} values inside a JSON, or of one and a lambda, is not "
            "supported.",
            "Convert them with CAST.",
        )
    answer = answer_type(name, arguments_of(values)) or DYNAMIC
    given = [_bound(value, place) for place, value in enumerate(values)]
    branches: list[str] = []
    errors: list[RmtError] = []
    held = (*DYNAMIC_FAMILIES, "JSON") if name in _OF_OBJECTS else DYNAMIC_FAMILIES
    for families in product(held, repeat=len(places)):
        chosen = list(given)
        for place, family in zip(places, families, strict=True):
            chosen[place] = with_types_of_json(given[place], family)
        asked = " AND ".join(
            _is_of_family(place, family) for place, family in zip(places, families, strict=True)
        )
        try:
            if "Array" in families and name not in _OF_ARRAYS:
                raise _no_array(name)
            branches.append(f"WHEN {asked} THEN {_answered(call(name, chosen), answer)}")
        except RmtError as error:
            errors.append(error)
            branches.append(f"WHEN {asked} THEN {failing(error, answer.spark)}")
    if len(errors) == len(branches):
        raise errors[0]
    cases = f"CASE {' '.join(branches)} ELSE {answer.default} END"
    fields = ", ".join(
        f"'v{place}', {stored(value).sql}"
        + (f", 't{place}', schema_of_variant({value.sql})" if place in places else "")
        for place, value in enumerate(values)
        if given[place] is not value
    )
    return Value(computed_once(f"named_struct({fields})", "`_d`", cases), answer)


def _dynamic_type(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    return Value(f"{DYNAMIC_TYPE}({_dynamic(values[0]).sql})", plain("String"))


def _dynamic_element(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`dynamicElement(value, 'Type')`."""
    return of_dynamic_type(_dynamic(values[0]), parse_type(_constant(values[1])))


def _subcolumn(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`getSubcolumn(value, 'a.b')`."""
    return elements_of(values[0], _constant(values[1]).split("."))


def _dynamic(value: Value) -> Value:
    if value.family != "Dynamic":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"A Dynamic is wanted, a value inside a JSON, not a value of {value.type}.",
        )
    return value


def _constant(value: Value) -> str:
    if not isinstance(value.constant, str):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "The second argument must be a constant text.")
    return value.constant


OF_DYNAMICS: Mapping[str, Lowering] = {
    "dynamicType": _dynamic_type,
    "dynamicElement": _dynamic_element,
    "getSubcolumn": _subcolumn,
}
"""Lowerings, by ClickHouse's function."""


def _no_array(name: str) -> RmtError:
    return RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Illegal type Array of argument of function {name}, which a value inside a JSON has.",
        "Convert it with CAST, or name its type: .:`Array(Nullable(Int64))`.",
    )


def _bound(value: Value, place: int) -> Value:
    """A value that is calculated once; a constant stays where it is."""
    if value.is_constant:
        return value
    return replace(stored(value), sql=f"`_d`.`v{place}`", elements=(), filter="")


def _is_of_family(place: int, family: str) -> str:
    """Spark's text of whether a value is of a family, if it is of none before it."""
    kind, text = f"`_d`.`t{place}`", f"try_variant_get(`_d`.`v{place}`, '$', 'string')"
    if family in _KINDS:
        return f"{kind} {_KINDS[family]}"
    return f"{kind} = 'STRING' AND {is_time(text, family)}"


_KINDS = {
    "Int64": "= 'BIGINT'",
    "UInt64": "IN ('DECIMAL(19,0)', 'DECIMAL(20,0)')",
    "Float64": "RLIKE '^(DECIMAL|DOUBLE|FLOAT)'",
    "Bool": "= 'BOOLEAN'",
    "String": "= 'STRING'",
    "Array": "RLIKE '^ARRAY'",
    "JSON": "RLIKE '^OBJECT'",
}
"""How Spark calls the types of VARIANTs."""


def _answered(found: Value, answer: DataType) -> str:
    if answer == DYNAMIC:
        return as_dynamic(found).sql
    return converted(stored(found), answer).sql
