"""What lowers the expressions of a SELECT, as those see it that lower one kind of them.

Each such module offers functions of a lowering and a node, and a table of them by the names of the
ClickHouse functions whose calls they lower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from rmt_engine.sql.query.tree import Call
from rmt_engine.sql.query.values import Value

if TYPE_CHECKING:
    from rmt_engine.sql.query.context import CallContext
    from rmt_engine.sql.query.expressions.columns_below import ColumnsBelow
    from rmt_engine.sql.query.expressions.grouped import Grouped
    from rmt_engine.sql.query.expressions.inner_queries import InnerQueries
    from rmt_engine.sql.query.expressions.joined_values import Joined
    from rmt_engine.sql.query.expressions.place import Place
    from rmt_engine.sql.query.expressions.queries import Queries
    from rmt_engine.sql.query.expressions.reach import Reach
    from rmt_engine.sql.query.expressions.windowed_calls import NamedWindows
    from rmt_engine.sql.query.names.aliases import Aliases
    from rmt_engine.sql.query.names.scopes import Scope
    from rmt_engine.sql.query.tree import Expression

__all__ = ["Lowering", "SpecialCall"]


class Lowering(Protocol):
    """Lowers the expressions of one SELECT.

    Attributes:
        queries: lowers the queries in them, and knows the statement.
        scope: what names mean.
        context: what calls are told of the statement.
        aliases: the aliases of the SELECT.
        windows: its named windows.
        place: where the expression stands that is being lowered.
        reach: finds what expressions have inside.
        joined: what they join.
        inner_queries: the queries in them.
        grouped: what GROUP BY makes of rows; None without it, or before it is known.
        windows_first: what is calculated over windows before arrays are joined; None where nothing
            is.
        ranks_first: the numbers of groups that frames of GROUPS count, calculated before all
            windows; None where none are.
        outer_first: the columns of the query around of which aggregates are calculated; None
            without a query around, or without groups.
    """

    queries: Queries
    scope: Scope
    context: CallContext
    aliases: Aliases
    windows: NamedWindows
    place: Place
    reach: Reach
    joined: Joined
    inner_queries: InnerQueries
    grouped: Grouped | None
    windows_first: ColumnsBelow | None
    ranks_first: ColumnsBelow | None
    outer_first: ColumnsBelow | None

    def lowered(self, node: Expression) -> Value:
        """An expression where it stands: of rows, or of groups."""

    def row(self, node: Expression) -> Value:
        """An expression of a row."""

    def filter(self, node: Expression, *, above: bool = False) -> str:
        """A condition of WHERE, HAVING and the like."""

    def row_value(self, node: Expression) -> tuple[Value, bool]:
        """The value of a row, and whether it names a column."""

    def of_node(self, node: Expression) -> Value:
        """An expression by its kind, be it a key or not."""

    def arguments(self, node: Call) -> list[Expression]:
        """The arguments; `*` is all columns, `untuple(t)` the elements of a tuple."""

    def spelled_out(self, nodes: list[Expression]) -> list[Expression]:
        """Expressions of a list; `*` is all columns, `untuple(t)` the elements of a tuple."""

    def body(self, node: Expression) -> Value:
        """What a lambda answers; `*` and `untuple(t)` are its answer if they are one value."""

    def sort_key(self, node: Expression) -> Expression:
        """A member of ORDER BY, `*` spelled out."""

    def scalar(self, node: Call, values: Sequence[Value]) -> Value:
        """A call of a function of a row's values."""


SpecialCall = Callable[[Lowering, Call], Value]
"""Lowers a call whose arguments are not just values."""
