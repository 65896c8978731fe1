"""A call of an aggregate function while its combinators are taken off, from the outer ones on."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import (
    answer_type,
)
from rmt_engine.sql.functions.answers.kinds import (
    NULL,
)
from rmt_engine.sql.query.aggregates.rows import Rows
from rmt_engine.sql.query.aggregates.rules import RULES
from rmt_engine.sql.query.values import Value, arguments_of
from rmt_engine.sql.values.types import DataType

__all__ = [
    "NEVER_NULL",
    "CombinedCall",
    "ToText",
    "absent",
    "check_condition",
    "without_null",
    "wrong_number",
]

NEVER_NULL = ("count", "uniq")
"""What aggregate_functions_null_for_empty leaves as it is."""

ToText = Callable[[Value], Value]
"""Makes the text of a value that toString does."""


@dataclass(frozen=True, slots=True)
class CombinedCall:
    """A call whose outer combinators are done.

    Attributes:
        name: what is left of the name.
        written: the name as the user wrote it.
        rows: those that count.
        values: the arguments that are left.
        parameters: of a parametric function.
        distinct: whether equal values count once.
        lower: lowers such a call.
        to_text: what makes the text of a value that toString does.
    """

    name: str
    written: str
    rows: Rows
    values: Sequence[Value]
    parameters: Sequence[Value]
    lower: Callable[[CombinedCall], Value]
    distinct: bool = False
    to_text: ToText | None = None

    @property
    def type(self) -> DataType | None:
        """The type of the answer; None if it is not known."""
        return answer_type(self.name, arguments_of(self.values), arguments_of(self.parameters))

    def lowered(self) -> Value:
        """The value of the call."""
        return self.lower(self)

    def without_last(self, name: str) -> tuple[CombinedCall, Value]:
        """The call of another name that lacks the last argument, and that."""
        if not self.values:
            raise wrong_number(self.written)
        return replace(self, name=name, values=self.values[:-1]), self.values[-1]


def absent(call: CombinedCall) -> RmtError:
    """The error of a function that ClickHouse has, and this engine has not."""
    close = difflib.get_close_matches(call.name, RULES, 3, 0.7)
    return RmtError(
        "NOT_IMPLEMENTED",
        f"The aggregate function {call.name} is not supported.",
        f"Maybe one of these does it: {', '.join(close)}." if close else "",
    )


def wrong_number(name: str) -> RmtError:
    """The error of a call with too few or too many arguments.

    Args:
        name: the function, as it was written.
    """
    return RmtError(
        "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        f"The aggregate function {name} was given a wrong number of arguments.",
    )


def without_null(value: Value) -> Value:
    """A value of rows in which it is not NULL."""
    if value.type is None or not value.type.nullable:
        return value
    return replace(value, type=replace(value.type, nullable=False))


def check_condition(value: Value) -> None:
    """Refuses what is no condition of -If, or of FILTER.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    if value.type is not None and value.type != NULL and value.family not in ("UInt8", "Bool"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of the last argument of an aggregate function with the If "
            "suffix: the last argument is the condition and must be UInt8.",
        )
