"""How large the texts of expressions may grow that repeat others again and again."""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.values import Value

__all__ = ["of_bounded_size"]

_LARGEST = 8_000_000
"""Characters that an expression may grow to by its aliases and functions."""


def of_bounded_size(value: Value, what: str) -> Value:
    """A value of what may repeat others again and again.

    Raises:
        RmtError: `TOO_BIG_AST`.
    """
    if len(value.sql) > _LARGEST:
        raise RmtError(
            "TOO_BIG_AST",
            f"{what} grows beyond {_LARGEST} characters.",
            "Put the expressions it is made of into a subquery.",
        )
    return value
