"""Texts that are made of values, as toString writes them, and pieces of texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import (
    NULL,
    STRINGS,
)
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.numbers_taken import as_count
from rmt_engine.sql.query.values import Value, argument_of, literal, stored
from rmt_engine.sql.text.quoting import is_of_bytes

__all__ = ["TEXTS_OF_VALUES"]


def _as_text(value: Value, call: Compose) -> Value:
    """A value as toString writes it; a text as it is."""
    if value.family in STRINGS:
        return stored(value)
    return call("toString", [value])


def _format(_name: str, values: Sequence[Value], call: Compose) -> Value:
    pattern, *others = values
    return called("format", [pattern, *(_as_text(value, call) for value in others)])


def _concat(_name: str, values: Sequence[Value], call: Compose) -> Value:
    answer = answer_type("concat", [argument_of(value) for value in values])
    if answer is not None and answer.family == "Array":
        made = [converted(value, answer) for value in values]
        return Value(f"concat({', '.join(one.sql for one in made)})", answer)
    if answer == NULL:
        return literal(None)
    if answer is not None and answer.family in ("Tuple", "Map"):
        return call(f"{answer.family.lower()}Concat", values)
    constants = [value.constant for value in values if isinstance(value.constant, str)]
    if len(constants) == len(values) and not any(map(is_of_bytes, constants)):
        return replace(literal("".join(constants)), type=answer)
    texts = [_as_text(value, call).sql for value in values]
    is_constant = all(value.is_constant for value in values)
    return Value(f"concat({', '.join(texts)})", answer, folded=is_constant)


def _as_texts(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function of texts, which takes any values as toString writes them."""
    texts = [_as_text(value, call) for value in values]
    return replace(called(name, texts), type=called(name, values).type)


def _piece(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """A function that counts: what is no whole number of 64 bits is one before."""
    first, *counts = values
    return called(name, [first, *map(as_count, counts)])


TEXTS_OF_VALUES: Mapping[str, Lowering] = {
    **dict.fromkeys(("concat", "concatAssumeInjective"), _concat),
    "concatWithSeparator": _as_texts,
    "format": _format,
    **dict.fromkeys(("substring", "substringUTF8"), _piece),
    **dict.fromkeys(("left", "leftUTF8", "right", "rightUTF8"), _piece),
}
"""Functions of texts that take values of other types, too."""
