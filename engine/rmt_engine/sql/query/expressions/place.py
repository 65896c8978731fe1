"""Where in a SELECT the expression stands that is being lowered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain

from rmt_engine.sql.query.values import Value

__all__ = ["Place"]


@dataclass
class Place:
    """Where in a SELECT the expression stands that is being lowered.

    Attributes:
        in_rows: whether it is of rows, below GROUP BY.
        in_aggregate: whether it is an argument of an aggregate function.
        in_window: whether it is an argument of a function over a window.
        is_probing: whether it is lowered to learn about it only, and leaves no trace.
        lambdas: what the parameters of the lambdas around it are, from the outermost on.
        lambda_depth: in how many lambdas its text stands, also such as Spark's alone.
        names_seen: how many columns were named so far, by which one tells what names none.
        clause: the clause, if no subquery in it may name columns from around; else empty.
    """

    in_rows: bool = True
    in_aggregate: bool = False
    in_window: bool = False
    is_probing: bool = False
    lambdas: list[dict[str, Value]] = field(default_factory=list)
    lambda_depth: int = 0
    names_seen: int = 0
    clause: str = ""

    @property
    def takes_no_query(self) -> bool:
        """Whether a subquery cannot stand here.

        Spark takes none in a lambda, and many aggregate functions are calculated by lambdas over
        lists of rows.
        """
        return self.lambda_depth > 0 or self.in_aggregate or self.in_window

    @property
    def takes_no_correlated(self) -> str:
        """Where no subquery can stand that names columns from around; empty if one can."""
        if self.in_aggregate:
            return "arguments of aggregate functions"
        if self.in_window:
            return "arguments of window functions"
        return "lambdas" if self.lambda_depth > 0 else self.clause

    @contextmanager
    def in_clause(self, clause: str) -> Iterator[None]:
        """What stands in a clause where no subquery may name columns from around."""
        before, self.clause = self.clause, clause
        try:
            yield
        finally:
            self.clause = before

    def variables(self) -> set[str]:
        """The names of what the lambdas around take."""
        return set(chain.from_iterable(self.lambdas))

    @contextmanager
    def changed(
        self,
        *,
        in_rows: bool | None = None,
        in_aggregate: bool | None = None,
        in_window: bool | None = None,
        is_probing: bool | None = None,
    ) -> Iterator[None]:
        """Another place for a while: None leaves what is."""
        before = self.in_rows, self.in_aggregate, self.in_window, self.is_probing
        if in_rows is not None:
            self.in_rows = in_rows
        if in_aggregate is not None:
            self.in_aggregate = in_aggregate
        if in_window is not None:
            self.in_window = in_window
        if is_probing is not None:
            self.is_probing = is_probing
        try:
            yield
        finally:
            self.in_rows, self.in_aggregate, self.in_window, self.is_probing = before

    @contextmanager
    def within(self, variables: dict[str, Value], *, depth: int = 1) -> Iterator[None]:
        """The body of a lambda.

        Args:
            variables: what it takes.
            depth: in how many lambdas of Spark's it stands.
        """
        self.lambdas.append(variables)
        try:
            with self.deeper(depth):
                yield
        finally:
            self.lambdas.pop()

    @contextmanager
    def deeper(self, depth: int) -> Iterator[None]:
        """What stands in more lambdas of Spark's."""
        self.lambda_depth += depth
        try:
            yield
        finally:
            self.lambda_depth -= depth

    @contextmanager
    def outside_lambdas(self) -> Iterator[None]:
        """What does not know the parameters of the lambdas around."""
        before, self.lambdas = self.lambdas, []
        try:
            yield
        finally:
            self.lambdas = before
