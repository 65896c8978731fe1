"""Numbers that stand for the columns of a SELECT: `ORDER BY 2`."""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.tree import Expression, Literal

__all__ = ["Positions"]


class Positions:
    """The places of a SELECT's columns.

    Args:
        count: how many columns there are.
        settings: that hold for the statement.

    Attributes:
        are_known: whether a number stands for the column of its place.
    """

    def __init__(self, count: int, settings: Mapping[str, str]) -> None:
        self._count = count
        self.are_known = settings.get("enable_positional_arguments", "1") != "0"

    def column(self, node: Expression, clause: str) -> int | None:
        """The index of the column that a member of a clause stands for; None for no number.

        Raises:
            RmtError: `BAD_ARGUMENTS`, there is no such column.
        """
        if not self.are_known or not isinstance(node, Literal) or not isinstance(node.value, int):
            return None
        return self.index(int(node.value), clause)

    def index(self, place: int, clause: str) -> int:
        """The index of the column of a place, which counts from the end if it is negative.

        Raises:
            RmtError: `BAD_ARGUMENTS`, there is no such column.
        """
        if not 1 <= abs(place) <= self._count:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Positional argument {place} of {clause} is out of bounds: the SELECT has "
                f"{self._count} columns.",
            )
        return place - 1 if place > 0 else self._count + place
