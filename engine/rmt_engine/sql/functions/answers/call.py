"""What a rule for the type of an answer is told of a call, and what it may say of NULL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from rmt_engine.sql.values.types import DataType

__all__ = ["MISSING", "Answer", "Argument", "Call", "Codes", "Constant", "Missing", "Rule"]


class Missing(Enum):
    """Stands where an argument has no constant value; None is the constant NULL."""

    MISSING = "missing"


MISSING = Missing.MISSING

Constant = str | int | float | bool | None | Missing


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call, or one parameter of an aggregate function.

    Attributes:
        type: its ClickHouse type; None if it is not known. Of a lambda it is its body's.
        constant: the value of a literal.
        folded: whether it is constant without being a literal, such as `[1, 2]` or `now()`.
    """

    type: DataType | None
    constant: Constant = MISSING
    folded: bool = False

    @property
    def is_constant(self) -> bool:
        """Whether ClickHouse sees a constant column."""
        return self.folded or self.constant is not MISSING


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose arguments' types are known, as a rule sees it.

    Attributes:
        name: ClickHouse's spelling of the function.
        arguments: as they were given.
        types: the arguments' types, without Nullable and LowCardinality where the function leaves
            those to ClickHouse's usual treatment.
        parameters: those of a parametric function.
    """

    name: str
    arguments: tuple[Argument, ...]
    types: tuple[DataType, ...]
    parameters: tuple[Argument, ...] = ()

    @property
    def constants(self) -> tuple[Constant, ...]:
        """The values of the arguments that are literals."""
        return tuple(argument.constant for argument in self.arguments)

    def text(self, index: int) -> str | None:
        """An argument that is a literal text."""
        value = self.arguments[index].constant if index < len(self.arguments) else None
        return value if isinstance(value, str) else None

    def number(self, index: int) -> int | None:
        """An argument that is a literal whole number."""
        value = self.arguments[index].constant if index < len(self.arguments) else None
        return value if isinstance(value, int) and not isinstance(value, bool) else None


Rule = Callable[[Call], DataType | None]
"""Gives the type of the answer; None where it is not known."""


class Codes(Enum):
    """What a function makes of LowCardinality."""

    PASSED = "passed"
    """The answer has it if one argument has it and all others are constants."""
    DROPPED = "dropped"
    """The answer never has it."""
    OWN = "own"
    """The rule is given the types with it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How the type of a function's answer follows from its arguments.

    Attributes:
        rule: gives it.
        nulls: whether a Nullable argument makes the answer Nullable, and NULL makes it NULL. If
            not, the rule is given the types with Nullable.
        codes: what becomes of LowCardinality.
        decided_by: how many arguments decide; all if it is None. Types of others may be unknown.
    """

    rule: Rule
    nulls: bool = True
    codes: Codes = Codes.PASSED
    decided_by: int | None = None
