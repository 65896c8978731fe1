"""What expressions join to the rows of FROM, or to the groups: elements of arrays, and subqueries.

A subquery that cannot stand where it is written is a column beside FROM, or beside the groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.tree import Call
from rmt_engine.sql.query.types.subscripts import entries_of
from rmt_engine.sql.query.values import Value, as_array, has_query
from rmt_engine.sql.text.quoting import quote_name

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering, SpecialCall

__all__ = [
    "ARRAY_JOINS",
    "Joined",
    "JoinedThere",
    "Lateral",
    "beside",
    "joined",
    "query_beside",
    "without_queries",
]


class Lateral(NamedTuple):
    """What is joined to each row: the elements of an array, or a query.

    Attributes:
        sql: Spark's text.
        alias: what Spark knows it as.
        is_optional: whether a row for which there is none stays.
    """

    sql: str
    alias: str
    is_optional: bool = False

    @property
    def joined(self) -> str:
        """Spark's text behind the rows that it is joined to."""
        return f" LEFT JOIN {self.sql}" if self.is_optional else f" JOIN {self.sql}"


@dataclass
class JoinedThere:
    """What is joined to rows, or to groups.

    Attributes:
        laterals: what is joined: arrays, and to rows queries, too.
        elements: the columns of arrays' elements, by the texts of the arrays.
        queries: what Spark knows queries as, by their texts.
    """

    laterals: list[Lateral] = field(default_factory=list)
    elements: dict[str, Value] = field(default_factory=dict)
    queries: dict[str, str] = field(default_factory=dict)

    def copy(self) -> JoinedThere:
        """What is joined so far."""
        return JoinedThere(list(self.laterals), dict(self.elements), dict(self.queries))


@dataclass
class Joined:
    """What the expressions of a SELECT join.

    Attributes:
        rows: what is joined to rows.
        groups: what is joined to groups.
        beside_groups: the queries beside the groups.
    """

    rows: JoinedThere = field(default_factory=JoinedThere)
    groups: JoinedThere = field(default_factory=JoinedThere)
    beside_groups: list[Lateral] = field(default_factory=list)

    def alone(self, value: Value) -> Value:
        """A value that is of no rows, with what it joins."""
        if not self.rows.laterals:
            return value
        joins = "".join(one.joined for one in self.rows.laterals)
        return replace(value, sql=f"(SELECT {value.sql} FROM (SELECT 1){joins})")

    @contextmanager
    def tried(self) -> Iterator[None]:
        """What is joined within, is joined no more afterwards."""
        before = self.rows.copy(), self.groups.copy(), list(self.beside_groups)
        try:
            yield
        finally:
            self.rows, self.groups, self.beside_groups = before


def _array_join(lowering: Lowering, node: Call) -> Value:
    """`arrayJoin(x)`: a row for each element of a row, or of a group."""
    if len(node.arguments) != 1:
        raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "arrayJoin takes one argument.")
    value = as_array(lowering.lowered(node.arguments[0]))
    there = _there(lowering)
    if value.sql not in there.elements:
        there.elements[value.sql] = _exploded(lowering, value, there)
    lowering.place.names_seen += 1
    return there.elements[value.sql]


def _there(lowering: Lowering) -> JoinedThere:
    """What is joined to the rows or groups that the expression is of."""
    return lowering.joined.rows if _is_of_rows(lowering) else lowering.joined.groups


def _is_of_rows(lowering: Lowering) -> bool:
    return lowering.place.in_rows or lowering.grouped is None


def _exploded(lowering: Lowering, value: Value, there: JoinedThere) -> Value:
    if value.type is not None and value.family not in ("Array", "Map"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The argument of arrayJoin must be an Array or a Map, not {value.type}.",
        )
    alias = quote_name(lowering.queries.fresh_alias("_e"))
    array = entries_of(value) if value.family == "Map" else value
    element = array.type.element if array.type is not None else None
    there.laterals.append(Lateral(f"LATERAL explode({array.sql}) AS {alias}(`e`)", alias))
    return Value(f"{alias}.`e`", element)


def joined(lowering: Lowering, value: Value) -> Value:
    """The value of a subquery; a column beside FROM where none can stand."""
    if not lowering.place.takes_no_query:
        return value
    lowering.place.names_seen += 1
    return replace(value, sql=_column_beside(lowering, value.sql))


def beside(lowering: Lowering, value: Value) -> Value:
    """A value with a subquery in it as a column beside FROM, or beside the groups."""
    if not has_query(value):
        return value
    return replace(value, sql=_column_beside(lowering, value.sql), filter="")


def without_queries(
    lowering: Lowering, values: Sequence[Value], where: Value | None
) -> tuple[list[Value], Value | None]:
    """The arguments and the condition of an aggregate function, without `IN (SELECT …)`."""
    return [beside(lowering, one) for one in values], where and beside(lowering, where)


def query_beside(lowering: Lowering, query: str) -> str:
    """Spark's name of the one column that a query gives a row, or NULL, beside FROM.

    Args:
        lowering: of the expression.
        query: Spark's text, in parentheses; it may name columns of the rows.
    """
    return _beside(
        lowering, query, lambda alias: Lateral(f"LATERAL {query} AS {alias}(`e`)", alias, True)
    )


def _column_beside(lowering: Lowering, sql: str) -> str:
    """Spark's name of a value that is calculated beside FROM, or beside the groups."""
    return _beside(
        lowering, sql, lambda alias: Lateral(f"LATERAL (SELECT {sql} AS `e`) AS {alias}", alias)
    )


def _beside(lowering: Lowering, sql: str, made: Callable[[str], Lateral]) -> str:
    known = _there(lowering).queries
    if sql not in known:
        known[sql] = quote_name(lowering.queries.fresh_alias("_e"))
        beside_groups = lowering.joined.beside_groups
        sources = lowering.joined.rows.laterals if _is_of_rows(lowering) else beside_groups
        sources.append(made(known[sql]))
    return f"{known[sql]}.`e`"


ARRAY_JOINS: Mapping[str, SpecialCall] = {"arrayjoin": _array_join}
"""What lowers calls that join arrays, by their names in lower case."""
