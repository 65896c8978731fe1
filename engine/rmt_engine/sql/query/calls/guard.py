"""What must hold in the rows that a function is called for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.failures import failing

__all__ = ["Guard"]


@dataclass(frozen=True)
class Guard:
    """A condition on the values of arguments.

    Attributes:
        broken: Spark's text that is true where it does not hold, of the arguments' texts; empty
            if it always does.
        error: the name of the error; empty if the answer is NULL.
        message: the error's, with the function's name.
    """

    broken: Callable[[Sequence[str], Sequence[Value]], str]
    error: str = ""
    message: str = ""

    def instead(self, name: str, spark: str) -> str:
        """Spark's text of what stands in place of the answer, of a type of Spark's."""
        if not self.error:
            return "NULL"
        return failing(RmtError(self.error, self.message.format(name=name)), spark)
