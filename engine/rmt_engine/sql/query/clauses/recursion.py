"""WITH RECURSIVE: a CTE whose query reads the CTE itself.

It becomes Spark's own WITH RECURSIVE, in the place of the name: Spark makes the rows step by step,
the first ones by the members of the UNION that do not name the CTE. Its columns have the types that
hold the values of all steps.

Source: https://clickhouse.com/docs/sql-reference/statements/select/with#recursive-queries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import LoweredQuery, QueryColumn
from rmt_engine.sql.query.clauses.set_operations import united
from rmt_engine.sql.query.names.self_reference import SelfReference
from rmt_engine.sql.query.tree import CommonTable, SetOperation
from rmt_engine.sql.query.types.variants import common_type
from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["recursive_query"]

_DEPTH = "max_recursive_cte_evaluation_depth"
_MISPLACED = "INVALID_RECURSIVE_REFERENCE"
_MOST_STEPS = 10
"""How often types are worked out until they no longer grow."""


def recursive_query(queries: Queries, table: CommonTable) -> LoweredQuery | None:
    """The query of a CTE that WITH RECURSIVE names.

    Args:
        queries: lowers the members of its UNION.
        table: the CTE.

    Returns:
        None if it does not read itself.

    Raises:
        RmtError: `UNSUPPORTED_METHOD`, it is not made of UNION ALL; `NOT_IMPLEMENTED`, it reads
            itself more than once.
    """
    query = table.query
    if not isinstance(query, SetOperation):
        return None
    inner: dict[str, CommonTable | SelfReference] = {one.name: one for one in query.tables}
    first = queries.lowered_with(query.members[0], inner)
    columns = _of_table(first.columns, table.columns)
    alias = queries.fresh_alias("_w")
    types: list[DataType | None] = []
    members, uses = [first], [0]
    for _ in range(_MOST_STEPS):
        reference = SelfReference(table.name, alias, columns)
        members, uses = [first], [0]
        for one in query.members[1:]:
            before = reference.uses
            members.append(queries.lowered_with(one, {**inner, table.name: reference}))
            uses.append(reference.uses - before)
        if not reference.uses:
            return None
        _check(query, reference, members)
        types = [
            common_type([member.columns[at].type for member in members])
            for at in range(len(columns))
        ]
        if types == [column.type for column in columns]:
            break
        columns = tuple(
            replace(column, type=data_type)
            for column, data_type in zip(columns, types, strict=True)
        )
    texts = [united(queries, member, types) for member in members]
    text = _recursion(texts, uses, alias, len(columns), queries.settings)
    if queries.catalog.refusal(text).startswith(_MISPLACED):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The recursive CTE {table.name} reads itself below an aggregate, a window function, "
            "an order, or on the side of an outer join that may lack rows, which is not supported.",
            "Do that where the CTE is read, or filter with an inner join.",
        )
    return LoweredQuery(text, columns)


def _recursion(
    texts: Sequence[str], uses: Sequence[int], alias: str, width: int, settings: Mapping[str, str]
) -> str:
    """Spark's text of the query, from those of its members."""
    anchors = [f"({text})" for text, count in zip(texts, uses, strict=True) if not count]
    [recursive] = [f"({text})" for text, count in zip(texts, uses, strict=True) if count]
    listed = ", ".join(quote_name(f"c{at}") for at in range(width))
    depth = settings.get(_DEPTH, SESSION_SETTINGS[_DEPTH].default)
    return (
        f"WITH RECURSIVE {quote_name(alias)}({listed}) MAX RECURSION LEVEL {depth} AS "
        f"({' UNION ALL '.join([*anchors, recursive])}) SELECT * FROM {quote_name(alias)}"
    )


def _of_table(columns: Sequence[QueryColumn], names: Sequence[str]) -> tuple[QueryColumn, ...]:
    """The columns of the CTE: Spark knows them by their places."""
    return tuple(
        QueryColumn(names[at] if at < len(names) else column.name, f"c{at}", column.type)
        for at, column in enumerate(columns)
    )


def _check(query: SetOperation, reference: SelfReference, members: Sequence[LoweredQuery]) -> None:
    if query.kind != "UNION" or query.quantifier not in ("ALL", ""):
        raise RmtError(
            "UNSUPPORTED_METHOD",
            f"Recursive CTE subquery {reference.name} with {query.kind} {query.quantifier} is "
            "unsupported, only UNION ALL is supported.",
            "Take rows once where the CTE is read: SELECT DISTINCT.",
        )
    width = len(reference.columns)
    if any(len(member.columns) != width for member in members):
        raise RmtError(
            "UNION_ALL_RESULT_STRUCTURES_MISMATCH",
            f"Different number of columns in the members of the recursive CTE {reference.name}.",
        )
    if reference.uses > 1:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The recursive CTE {reference.name} reads itself {reference.uses} times; more than "
            "once is not supported.",
            "Join what it is read with in one query.",
        )
