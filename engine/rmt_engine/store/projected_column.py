"""The columns of a projection, as the tasks make them that read the rows of a part."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["STATES", "ProjectedColumn"]

STATES = ("count", "sum", "avg", "min", "max", "any")
"""The functions of states that tasks make: of values that are not NULL, of whole numbers if they
are summed."""


@dataclass(frozen=True)
class ProjectedColumn:
    """A column of a projection's rows.

    Attributes:
        name: in the projection.
        source: the column of the files that it is, or that its states are made of; empty for
            `count()`.
        function: of its states, one of `STATES`; empty if it is a column as it is.
    """

    name: str
    source: str
    function: str = ""
