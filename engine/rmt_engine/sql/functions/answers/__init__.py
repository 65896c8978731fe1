"""The ClickHouse type of a function's answer.

`answer_type` is what the compiler asks for every call of a query. General rules of ClickHouse hold
where a function's row does not say otherwise: a Nullable argument makes the answer Nullable, and
LowCardinality is passed on where one argument has it and all others are constants.

Source: `IFunctionOverloadResolver::getReturnType` of ClickHouse, tried on ClickHouse 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.aggregates import aggregate_type, parameters_of, state_name
from rmt_engine.sql.functions.answers.call import MISSING, Answer, Argument, Call, Codes, Missing
from rmt_engine.sql.functions.answers.common import (
    beside_signs,
    common_type,
    literal_type,
    variant_of,
)
from rmt_engine.sql.functions.answers.kinds import (
    NOTHING,
    NULL,
    nullable,
    plain,
    takes_codes,
    without_codes,
)
from rmt_engine.sql.functions.answers.scalars import SCALAR_ANSWERS
from rmt_engine.sql.functions.names import (
    canonical_name,
    is_aggregate,
    known_names,
)
from rmt_engine.sql.values.types import DataType

__all__ = [
    "DYNAMIC_FAMILIES",
    "MISSING",
    "Argument",
    "Missing",
    "answer_type",
    "beside_signs",
    "canonical_name",
    "common_type",
    "is_aggregate",
    "is_null_of_null",
    "known_names",
    "literal_type",
    "parameters_of",
    "state_name",
    "takes_dynamics",
    "takes_variants",
]


def answer_type(
    name: str, arguments: Sequence[Argument], parameters: Sequence[Argument] = ()
) -> DataType | None:
    """The type of a call's answer.

    Args:
        name: the function, in any spelling ClickHouse takes; operators by their functions' names.
        arguments: their types and constants; a lambda has the type of its body.
        parameters: of a parametric aggregate function.

    Returns:
        The type; None if it is not known: the function is not, or the type of an argument that
        decides.

    Raises:
        RmtError: `NO_COMMON_TYPE`, the arguments have none and need one.
    """
    return _answer(name, tuple(arguments), tuple(parameters))


_TAKES_VARIANTS = frozenset(
    """if multiIf caseWithExpression caseWithoutExpression coalesce ifNull tuple
    isNull isNotNull toTypeName materialize identity CAST""".split()
)
DYNAMIC_FAMILIES = (
    "Int64", "UInt64", "Float64", "Bool", "Date", "DateTime", "String", "Array",
)  # fmt: skip
"""The families of types that a value inside a JSON may have: a text that is a time is one."""
_DYNAMIC = plain("Dynamic")
_OF_DYNAMIC = tuple(
    DataType("Array", elements=(_DYNAMIC,)) if family == "Array" else plain(family)
    for family in DYNAMIC_FAMILIES
)
_CALLED_FOR_DYNAMICS = ("CAST", "arrayElement")
_OF_DYNAMICS = ("dynamicType", "dynamicElement")
_LOGICAL = ("and", "or", "xor", "not")
_CONVERSION = re.compile(r"to(U?Int\d+|Float\d+|Decimal\d+|String|Date|Date32|DateTime|DateTime64)")


def takes_variants(canonical: str) -> bool:
    """Whether a function takes a Variant as any value; others are called for each type of one."""
    return canonical in _TAKES_VARIANTS or canonical.startswith(("array", "map"))


def takes_dynamics(canonical: str) -> bool:
    """Whether a function takes a value inside a JSON as any value, likewise."""
    if canonical in _OF_DYNAMICS:
        return True
    return takes_variants(canonical) and canonical not in _CALLED_FOR_DYNAMICS


def is_null_of_null(canonical: str) -> bool:
    """Whether a scalar function answers NULL where an argument is the literal NULL.

    ClickHouse does not look at the types of the other arguments then.
    """
    answer = SCALAR_ANSWERS.get(canonical)
    return answer is not None and answer.nulls


def _of_variants(
    name: str, arguments: tuple[Argument, ...], parameters: tuple[Argument, ...]
) -> DataType | None:
    """The answer of a function that is called for each type of its Variants.

    Source: `FunctionBaseVariantAdaptor` of ClickHouse.
    """
    choices = [
        one.type.elements if one.type is not None and one.type.family == "Variant" else (one.type,)
        for one in arguments
    ]
    found: list[DataType] = []
    for types in product(*choices):
        given = tuple(replace(one, type=t) for one, t in zip(arguments, types, strict=True))
        answer = _answer(name, given, parameters)
        if answer is None:
            return None
        found.append(answer)
    if len(set(found)) == 1:
        return found[0] if _CONVERSION.fullmatch(name) else nullable(found[0])
    return variant_of(found)


def _of_dynamics(
    name: str, arguments: tuple[Argument, ...], parameters: tuple[Argument, ...]
) -> DataType | None:
    """The answer of a function that is called for the types of its Dynamics.

    Source: `FunctionDynamicAdaptor` of ClickHouse.
    """
    if name in _LOGICAL:
        return nullable(plain("UInt8"))
    choices = [
        _OF_DYNAMIC if one.type is not None and one.type.family == "Dynamic" else (one.type,)
        for one in arguments
    ]
    found: dict[DataType, None] = {}
    for types in product(*choices):
        given = tuple(replace(one, type=t) for one, t in zip(arguments, types, strict=True))
        try:
            answer = _answer(name, given, parameters)
        except RmtError:
            continue
        if answer is not None:
            found[answer if _CONVERSION.fullmatch(name) or name == "CAST" else nullable(answer)] = (
                None
            )
    return next(iter(found)) if len(found) == 1 else _DYNAMIC


@lru_cache(maxsize=8192)
def _answer(
    name: str, arguments: tuple[Argument, ...], parameters: tuple[Argument, ...]
) -> DataType | None:
    canonical = canonical_name(name)
    if canonical is None:
        return None
    answer = SCALAR_ANSWERS.get(canonical)
    if answer is None:
        return aggregate_type(canonical, arguments, parameters)
    deciding = arguments if answer.decided_by is None else arguments[: answer.decided_by]
    if any(argument.type is None for argument in deciding):
        return None
    types = tuple(argument.type or plain("Nothing") for argument in arguments)
    if not takes_variants(canonical) and any(one.family == "Variant" for one in types):
        return _of_variants(canonical, arguments, parameters)
    if not takes_dynamics(canonical) and any(one.family == "Dynamic" for one in types):
        return _of_dynamics(canonical, arguments, parameters)
    if answer.codes is Codes.OWN:
        return _of_nulls(answer, Call(canonical, arguments, types, parameters), deciding)
    bare = tuple(map(without_codes, types))
    found = _of_nulls(answer, Call(canonical, arguments, bare, parameters), deciding)
    if found is None or answer.codes is Codes.DROPPED or not takes_codes(found):
        return found
    coded = [a for a, t in zip(arguments, types, strict=True) if t.low_cardinality]
    full = [argument for argument in arguments if not argument.is_constant]
    is_passed = bool(coded) and (not full or (len(full) == 1 and full[0] in coded))
    return replace(found, low_cardinality=True) if is_passed else found


def _of_nulls(answer: Answer, call: Call, deciding: Sequence[Argument]) -> DataType | None:
    """What the rule says, after ClickHouse's usual treatment of NULL."""
    if not answer.nulls:
        return answer.rule(call)
    types = call.types[: len(deciding)]
    for none in (NULL, NOTHING):
        if none in types:
            return none
    if not any(data_type.nullable for data_type in types):
        return answer.rule(call)
    without = tuple(replace(t, nullable=False) for t in call.types)
    found = answer.rule(replace(call, types=without))
    return None if found is None else nullable(found)
