"""PREWHERE in a FROM of several tables, or with ARRAY JOIN: which of them it filters.

It filters the table whose columns it names, before the joins; the first one if it names none.

Source: `collectTableExpressionData` and `checkPrewhere` of ClickHouse's planner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.expressions.filters import known_truth
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.sources.prewhere import prewhere_table
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Derived,
    Expression,
    Identifier,
    Join,
    Literal,
    Source,
    TableSource,
)

if TYPE_CHECKING:
    from rmt_engine.sql.query.sources.lower_source import SourceLowering

__all__ = ["is_of_several", "with_prewhere"]


def is_of_several(source: Source | None) -> bool:
    """Whether PREWHERE is on one source of a FROM, and not on the FROM itself."""
    return isinstance(source, Join | ArrayJoin)


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
    tables = [one for one in _sources(source) if not isinstance(one, Join | ArrayJoin)]
    scopes = [sources.lower_ahead(table).scope() for table in tables]
    whole = Scope([relation for scope in scopes for relation in scope.relations])
    lowering = sources.queries.expressions(whole, sources.aliases)
    joined = [
        array for one in _sources(source) if isinstance(one, ArrayJoin) for array in one.arrays
    ]
    named: dict[int, str] = {}
    truth = known_truth(lowering, prewhere)
    if truth is not None:
        prewhere = Literal(int(truth))
    for name in lowering.reach.names(prewhere):
        if any(_names_element(name, array) for array in joined):
            raise _illegal(name, "is an element of an array of ARRAY JOIN")
        place = next((i for i, one in enumerate(scopes) if one.find_here(name.parts)), None)
        if place is not None:
            named.setdefault(place, name.name)
            if len(named) > 1:
                raise _illegal(name, f"is of another table than {next(iter(named.values()))}")
    filtered = tables[next(iter(named), 0)]
    prewhere_table(sources.queries, filtered)
    return _with(source, filtered, prewhere)


def _sources(source: Source) -> Iterator[Source]:
    """A FROM and all that stands in it, in order, but for the queries of LATERAL."""
    if isinstance(source, Derived) and source.is_lateral:
        return
    yield source
    if isinstance(source, Join | ArrayJoin):
        yield from _sources(source.left)
    if isinstance(source, Join):
        yield from _sources(source.right)


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
