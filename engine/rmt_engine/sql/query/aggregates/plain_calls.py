"""Calls of aggregate functions without combinators, and how they are lowered: as texts over rows.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, INTEGERS, SIGNED
from rmt_engine.sql.query.aggregates.rows import Rows
from rmt_engine.sql.query.types.ordering import ordering_key
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = [
    "MANY",
    "TWO_TO_64",
    "Aggregate",
    "Rule",
    "answers_numbers",
    "as_number",
    "empty_of_several",
    "in_width",
    "number_of",
    "standing_for",
]

MANY = 99
"""More arguments than a call has."""
TWO_TO_64 = "CAST('18446744073709551616' AS DECIMAL(20,0))"
"""How many values 64 bits have, Spark's text."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A call of an aggregate function.

    Attributes:
        name: ClickHouse's, without combinators.
        rows: those it is calculated of.
        values: the arguments, as texts of such a row.
        parameters: of a parametric function.
        answer: the type of the answer; None if it is not known.
        distinct: whether equal values count once.
    """

    name: str
    rows: Rows
    values: Sequence[Value]
    parameters: Sequence[Value] = ()
    answer: DataType | None = None
    distinct: bool = False

    @property
    def first(self) -> Value:
        """The first argument."""
        return self.values[0]

    @property
    def texts(self) -> list[str]:
        """The arguments' texts."""
        return [value.sql for value in self.values]

    def parameter(self, position: int, default: object) -> object:
        """A constant parameter, or what it is when left out."""
        if position >= len(self.parameters):
            return default
        return self.parameters[position].constant

    def number(self, position: int, default: float) -> float:
        """A parameter that is a number.

        Raises:
            RmtError: `BAD_ARGUMENTS` or `CANNOT_CONVERT_TYPE`, it is none.
        """
        found = self.parameter(position, default)
        if isinstance(found, str):
            raise RmtError(
                "CANNOT_CONVERT_TYPE",
                f"The parameter '{found}' of the aggregate function {self.name} is no number.",
            )
        if isinstance(found, bool | str) or found is None:
            raise _bad_parameter(self.name)
        try:
            return float(found)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise _bad_parameter(self.name) from None

    def whole(self, position: int, default: int) -> int:
        """A parameter that is a whole number."""
        return int(self.number(position, default))

    def positive(self, position: int) -> int | None:
        """A parameter that is a whole number above 0; None if it is left out.

        Raises:
            RmtError: `BAD_ARGUMENTS`, it is none.
        """
        found = self.parameter(position, None)
        if position < len(self.parameters) and (not isinstance(found, int) or found < 1):
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Parameter for aggregate function {self.name} should be positive number.",
            )
        return found if isinstance(found, int) else None


def _bad_parameter(name: str) -> RmtError:
    return RmtError(
        "BAD_ARGUMENTS", f"A parameter of the aggregate function {name} must be a constant number."
    )


_NO_NUMBERS = {"nan": "NaN", "inf": "Infinity"}


@dataclass(frozen=True, slots=True)
class Rule:
    """How an aggregate function is written for Spark.

    Attributes:
        text: Spark's text of a call.
        fewest: how many arguments it takes at least.
        most: and at most.
        empty: what it gives of no values that are not Nullable, where that is not the default of
            the type: `nan`, `inf`, or `ones`, a number all of whose bits are set.
        is_total: whether the text gives the answer over no rows itself.
        is_partial: whether the text may be NULL over some rows, where ClickHouse has NaN.
        takes_null: whether rows with NULL count.
    """

    text: Callable[[Aggregate], str]
    fewest: int = 1
    most: int = 1
    empty: str = ""
    is_total: bool = False
    is_partial: bool = False
    takes_null: bool = False

    def of_nothing(self, answer: DataType) -> str:
        """Spark's text of the answer where there are no values."""
        if self.empty in _NO_NUMBERS and answer.family in FLOATS:
            return f"CAST('{_NO_NUMBERS[self.empty]}' AS {answer.spark})"
        if self.empty == "ones" and answer.family in INTEGERS:
            low, high = answer.whole_bounds
            return f"CAST('{high if low == 0 else -1}' AS {answer.spark})"
        return answer.default


def number_of(value: Value) -> str:
    """A value as a number of Spark's: a Bool is 0 or 1, a member of an Enum its number."""
    if value.family == "Bool":
        return f"CAST({value.sql} AS SMALLINT)"
    if value.type is not None and value.type.members:
        return ordering_key(value)
    return value.sql


def in_width(total: str, answer: DataType | None) -> str:
    """A whole number, of an answer of 32 bits at most as a number of its width that wraps around.

    Args:
        total: the number.
        answer: the type of the answer; None if it is not known.
    """
    if answer is None or answer.family not in INTEGERS or BITS[answer.family] > 32:
        return total
    bits = BITS[answer.family]
    half = 2 ** (bits - 1) if answer.family in SIGNED else 0
    return f"(pmod({total} + {half}L, {2**bits}L) - {half}L)"


def standing_for(value: Value) -> tuple[str, Callable[[str], str]]:
    """A number that stands for a value, and how to make the value of such a number."""
    family = value.family
    if family in ("Date", "Date32"):
        return f"unix_date({value.sql})", lambda n: f"date_from_unix_date(CAST({n} AS INT))"
    if family == "DateTime":
        return (
            f"unix_seconds({value.sql})",
            lambda n: f"timestamp_seconds(CAST({n} AS BIGINT))",
        )
    if family == "DateTime64":
        return (
            f"unix_micros({value.sql})",
            lambda n: f"timestamp_micros(CAST({n} AS BIGINT))",
        )
    return number_of(value), lambda n: n


def as_number(call: Aggregate) -> tuple[str, Callable[[str], str]]:
    """A number that stands for the first argument, and how to make an answer of a DOUBLE."""
    value = call.first
    if value.family == "Decimal" and value.type is not None and not answers_numbers(call):
        return _as_units(value.sql, value.type.scale)
    number, back = standing_for(value)
    return number, str if answers_numbers(call) else back


def answers_numbers(call: Aggregate) -> bool:
    """Whether the answer, or each of several, is a floating-point number."""
    answer = call.answer
    if answer is not None and answer.family == "Array":
        answer = answer.element
    return answer is not None and answer.family in FLOATS


def empty_of_several(element: DataType) -> str:
    """What each of several quantiles of no values is."""
    return f"CAST('NaN' AS {element.spark})" if element.family in FLOATS else element.default


def _as_units(value: str, scale: int) -> tuple[str, Callable[[str], str]]:
    """A decimal as the number of its last digit's units, and how to make it of such."""
    unit = f"CAST('1e-{scale}' AS DECIMAL(19,{scale}))"

    def back(number: str) -> str:
        return f"CAST(CAST({number} AS BIGINT) AS DECIMAL(19,0)) * {unit}"

    return f"{value} * CAST('1e{scale}' AS DECIMAL(19,0))", back
