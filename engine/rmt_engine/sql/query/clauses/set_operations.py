"""UNION, INTERSECT and EXCEPT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import NULL
from rmt_engine.sql.query.catalog import LoweredQuery, QueryColumn
from rmt_engine.sql.query.names.scopes import Scope
from rmt_engine.sql.query.tree import SetOperation
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.variants import common_type, compared_in_set, from_compared
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["set_operation", "united"]


def set_operation(
    queries: Queries, operation: SetOperation, outer: Scope | None, *, is_top: bool
) -> LoweredQuery:
    """UNION, INTERSECT or EXCEPT of queries.

    Args:
        queries: lowers the members.
        operation: the operation.
        outer: the scope whose columns they may name.
        is_top: whether its answer is the client's.

    Raises:
        RmtError: `UNION_ALL_RESULT_STRUCTURES_MISMATCH` or
            `INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH`, the members have different numbers of
            columns; `EXPECTED_ALL_OR_DISTINCT`.
    """
    quantifier = operation.quantifier or _default_quantifier(operation.kind, queries.settings)
    members = [queries.nested(one, outer) for one in operation.members]
    width = len(members[0].columns)
    if any(len(member.columns) != width for member in members):
        raise RmtError(
            "UNION_ALL_RESULT_STRUCTURES_MISMATCH"
            if operation.kind == "UNION"
            else "INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH",
            f"Different number of columns in {operation.kind}: "
            f"{', '.join(str(len(member.columns)) for member in members)}.",
        )
    types = [common_type([member.columns[at].type for member in members]) for at in range(width)]
    columns = tuple(
        QueryColumn(column.name, f"c{at}", data_type)
        for at, (column, data_type) in enumerate(zip(members[0].columns, types, strict=True))
    )
    is_set = quantifier != "ALL" or operation.kind != "UNION"
    texts = [united(queries, member, types, is_set=is_set) for member in members]
    text = f" {operation.kind} {quantifier} ".join(f"({one})" for one in texts)
    alias = queries.fresh_alias("_u")
    distinct = _distinct_names(columns)
    shown = [column.name for column in columns] if is_top else distinct
    values = [
        from_compared(f"`c{at}`", data_type) if is_set else f"`c{at}`"
        for at, data_type in enumerate(types)
    ]
    listed = ", ".join(
        f"{value} AS {quote_name(name)}" for value, name in zip(values, shown, strict=True)
    )
    named = tuple(
        replace(column, spark_name=name) for column, name in zip(columns, distinct, strict=True)
    )
    return LoweredQuery(f"SELECT {listed} FROM ({text}) AS {quote_name(alias)}", named)


def _distinct_names(columns: Sequence[QueryColumn]) -> list[str]:
    names: list[str] = []
    for column in columns:
        name = column.name
        while name.lower() in {one.lower() for one in names}:
            name = f"{column.name}_{len(names)}"
        names.append(name)
    return names


def _default_quantifier(kind: str, settings: Mapping[str, str]) -> str:
    setting = f"{kind.lower()}_default_mode"
    quantifier = settings.get(setting, "" if kind == "UNION" else "ALL")
    if not quantifier:
        raise RmtError(
            "EXPECTED_ALL_OR_DISTINCT",
            "Expected ALL or DISTINCT in SelectWithUnion query; "
            "because setting (union_default_mode) is empty.",
            "Write UNION ALL or UNION DISTINCT.",
        )
    return quantifier.upper()


def united(
    queries: Queries,
    member: LoweredQuery,
    types: Sequence[DataType | None],
    *,
    is_set: bool = False,
) -> str:
    """The text of a member of a set operation, whose columns get these types.

    Args:
        queries: makes an alias.
        member: the member.
        types: the types that hold the values of all members.
        is_set: whether rows are compared, so that keys of the values stand for them.
    """
    alias = quote_name(queries.fresh_alias("_m"))
    pieces = []
    for at, (column, data_type) in enumerate(zip(member.columns, types, strict=True)):
        value = Value(
            f"{alias}.{quote_name(column.spark_name)}",
            column.type,
            is_condition=column.is_condition,
        )
        if data_type is not None and data_type != NULL:
            value = converted(value, data_type)
        text = compared_in_set(value, column.type) if is_set else stored(value).sql
        pieces.append(f"{text} AS {quote_name(f'c{at}')}")
    return f"SELECT {', '.join(pieces)} FROM ({member.sql}) AS {alias}"
