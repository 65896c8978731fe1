"""Calls of functions that others make up: what their parameters stand for, and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import Defined
from rmt_engine.sql.functions.answers import answer_type, is_null_of_null
from rmt_engine.sql.functions.answers.kinds import NULL
from rmt_engine.sql.functions.arguments import check_arguments, check_fixed_number
from rmt_engine.sql.query.calls.preconditions import check_types, guarded
from rmt_engine.sql.query.names.user_functions import lambda_of
from rmt_engine.sql.query.tree import Call, Expression, Lambda, expressions_in
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.values import Value, argument_of, stored, truth
from rmt_engine.sql.values.types import DataType

__all__ = ["DefinedCall"]


class DefinedCall:
    """A call of a function that others make up.

    Args:
        defined: the function.
        node: the call.
        values: its arguments.

    Attributes:
        is_null: whether an argument is the literal NULL, which makes the answer NULL.

    Raises:
        RmtError: `FUNCTION_CANNOT_HAVE_PARAMETERS`, `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`,
            `ILLEGAL_TYPE_OF_ARGUMENT`; `NOT_IMPLEMENTED`, it takes an argument more than here.
    """

    def __init__(self, defined: Defined, node: Call, values: Sequence[Value]) -> None:
        if node.parameters is not None:
            raise RmtError(
                "FUNCTION_CANNOT_HAVE_PARAMETERS", f"Function {node.name} is not parametric."
            )
        self._name = defined.function.name
        self._values = [stored(value) for value in values]
        self._passes_null = is_null_of_null(self._name)
        self.is_null = self._passes_null and any(value.type == NULL for value in values)
        if self.is_null:
            check_fixed_number(self._name, len(values))
        else:
            check_arguments(self._name, len(values), [value.type for value in values])
            check_types(self._name, self._values)
        self._lambda = _lambda_of(defined, len(values))

    @property
    def body(self) -> Expression:
        """What the call stands for, with the names of parameters."""
        return self._lambda.body

    @cached_property
    def has_lambdas(self) -> bool:
        """Whether the body has lambdas."""
        return any(isinstance(one, Lambda) for one in expressions_in(self.body))

    @cached_property
    def variables(self) -> dict[str, Value]:
        """The values of the parameters, none of them NULL if the function knows none."""
        values = map(self._known, self._values) if self._passes_null else self._values
        return dict(zip(self._lambda.parameters, values, strict=True))

    def answer(self, body: Value) -> Value:
        """The value of the call.

        Args:
            body: that of the body.
        """
        answer = answer_type(self._name, [argument_of(value) for value in self._values])
        is_constant = bool(self._values) and all(value.is_constant for value in self._values)
        if answer is None:
            found = body
        elif body.is_condition and answer.family == "UInt8":
            found = truth(body.sql, answer)
        else:
            found = converted(body, answer)
        found = guarded(self._name, self._values, found)
        null = [f"{value.sql} IS NULL" for value in self._values if self._may_be_null(value)]
        if null and found.type is not None and found.type.nullable:
            text = f"(CASE WHEN {' OR '.join(null)} THEN NULL ELSE {found.sql} END)"
            found = replace(found, sql=text)
        return replace(found, folded=found.folded or is_constant)

    def _known(self, value: Value) -> Value:
        """An argument in the body, which is not evaluated where it is NULL."""
        if value.type is None or not self._may_be_null(value):
            return value
        known = replace(value.type, nullable=False)
        if self._is_nullable_answer:
            return replace(value, type=known)
        return replace(value, sql=f"coalesce({value.sql}, {known.default})", type=known)

    @cached_property
    def _is_nullable_answer(self) -> bool:
        answer: DataType | None = answer_type(
            self._name, [argument_of(value) for value in self._values]
        )
        return answer is None or answer.nullable

    def _may_be_null(self, value: Value) -> bool:
        return self._passes_null and value.type is not None and value.type.nullable


def _lambda_of(defined: Defined, count: int) -> Lambda:
    """The lambda of so many arguments."""
    for definition in defined.definitions:
        found = _read(definition)
        if len(found.parameters) == count:
            return found
    function = defined.function
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"{function.name} of {count} arguments is not supported.",
        f"Write {function.name}{function.signature}.",
    )


@lru_cache(maxsize=1024)
def _read(definition: str) -> Lambda:
    return lambda_of(definition)
