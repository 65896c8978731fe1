"""What a row policy is: a condition on a table's rows, and the users who read those only."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Grantees", "RowPolicy"]


@dataclass(frozen=True)
class Grantees:
    """The users whom a policy concerns.

    Attributes:
        all: whether it is all of them but `but`.
        names: who it is otherwise.
        but: who it is not.
    """

    all: bool = False
    names: tuple[str, ...] = ()
    but: tuple[str, ...] = ()

    def concern(self, user: str) -> bool:
        """Whether a user is one of them."""
        return user not in self.but if self.all else user in self.names


@dataclass(frozen=True)
class RowPolicy:
    """A policy.

    Attributes:
        name: its name, one of its table's.
        database: the table's database, lower case.
        table: the table's name, as written.
        condition: what rows meet, as declared.
        restrictive: whether rows have to meet it besides all others, not instead of them.
        grantees: whom it concerns.
        id: its identity.
    """

    name: str
    database: str
    table: str
    condition: str
    restrictive: bool = False
    grantees: Grantees = field(default_factory=Grantees)
    id: str = ""
