"""How a function that is made of others is written down."""

from __future__ import annotations

from dataclasses import dataclass

from rmt_engine.sql.functions.declaration import Function

__all__ = ["Defined", "Rows", "defined"]

Rows = tuple[tuple[str, ...], ...]
"""Functions: name, signature, type of the answer, description, and lambdas, one for each number of
arguments. The type is empty where it is that of the lambda's body, or follows from a rule."""


@dataclass(frozen=True)
class Defined:
    """One function.

    Attributes:
        function: what it is called, takes and returns.
        definitions: the lambdas it stands for, by how many arguments they take.
    """

    function: Function
    definitions: tuple[str, ...]


def defined(rows: Rows) -> dict[str, Defined]:
    """The functions of a table, by their names."""
    return {
        name: Defined(Function(name, signature, returns, description), tuple(definitions))
        for name, signature, returns, description, *definitions in rows
    }
