"""PREWHERE in a FROM of several tables, or with ARRAY JOIN: which of them it filters.

It filters the table whose columns it names, before the joins; the first one if it names none.

Source: `collectTableExpressionData` and `checkPrewhere` of ClickHouse's planner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.filters import is_decided
from rmt_engine.sql.query.scopes import Scope
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Derived,
    Expression,
    Identifier,
    Join,
    Source,
    TableSource,
)

if TYPE_CHECKING:
    from rmt_engine.sql.query.lower_source import SourceLowering

__all__ = ["with_prewhere"]


def with_prewhere(prewhere: Expression, source: Source, sources: SourceLowering) -> Source:
    """A FROM of several tables, in which the condition of PREWHERE is on one of them.

    Args:
        prewhere: the condition.
        source: FROM.
        sources: lowers what stands in it.

    Raises:
        RmtError: `ILLEGAL_PREWHERE`, the condition names columns of several tables, of arrays, or
            of what is no table of the engine.
    """
    tables = list(_tables(source))
    scopes = [sources.lower_ahead(table).scope() for table in tables]
    whole = Scope([relation for scope in scopes for relation in scope.relations])
    lowering = sources.queries.expressions(whole, sources.aliases)
    joined = list(_joined_arrays(source))
    named: dict[int, str] = {}
    names = () if is_decided(lowering, prewhere) else lowering.reach.names(prewhere)
    for name in names:
        if any(_names_element(name, array) for array in joined):
            raise _illegal(name, "is an element of an array of ARRAY JOIN")
        place = next((i for i, one in enumerate(scopes) if one.find_here(name.parts)), None)
        if place is not None:
            named.setdefault(place, name.name)
            if len(named) > 1:
                raise _illegal(name, f"is of another table than {next(iter(named.values()))}")
    filtered = tables[next(iter(named), 0)]
    sources.queries.prewhere_table(filtered)
    return _with(source, filtered, prewhere)


def _tables(source: Source) -> Iterator[Source]:
    """The tables and subqueries of a FROM, in order, but for those of LATERAL."""
    if isinstance(source, Join):
        yield from _tables(source.left)
        yield from _tables(source.right)
    elif isinstance(source, ArrayJoin):
        yield from _tables(source.left)
    elif not (isinstance(source, Derived) and source.is_lateral):
        yield source


def _joined_arrays(source: Source) -> Iterator[Expression]:
    """What ARRAY JOIN makes elements of, also in the sides of a join."""
    if isinstance(source, Join):
        yield from _joined_arrays(source.left)
        yield from _joined_arrays(source.right)
    elif isinstance(source, ArrayJoin):
        yield from _joined_arrays(source.left)
        yield from source.arrays


def _names_element(name: Identifier, array: Expression) -> bool:
    """Whether a name is that of an array's elements: its alias, or a column without one."""
    if isinstance(array, Alias):
        return name.parts[0] == array.name
    return isinstance(array, Identifier) and array.parts[-1] in (name.parts[0], name.parts[-1])


def _with(source: Source, filtered: Source, prewhere: Expression) -> Source:
    """The FROM, with the condition on one of its tables."""
    if source is filtered:
        assert isinstance(source, TableSource)
        return replace(source, prewhere=prewhere)
    if isinstance(source, ArrayJoin):
        return replace(source, left=_with(source.left, filtered, prewhere))
    if isinstance(source, Join):
        left, right = (_with(one, filtered, prewhere) for one in (source.left, source.right))
        return replace(source, left=left, right=right)
    return source


def _illegal(name: Identifier, why: str) -> RmtError:
    return RmtError(
        "ILLEGAL_PREWHERE",
        f"Invalid column {name.name} in PREWHERE: it {why}.",
        "PREWHERE is about columns of one table; WHERE is about all.",
    )
