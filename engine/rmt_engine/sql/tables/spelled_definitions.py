"""Definitions of tables with the bodies of users' functions in the place of their calls.

A definition means the same when a function has another body, or is dropped. ClickHouse spells them
out as well (`UserDefinedSQLFunctionVisitor`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from rmt_engine.sql.grammar.statements import (
    ColumnClause,
    ConstraintClause,
    CreateTable,
    IndexClause,
    TtlClause,
)
from rmt_engine.sql.tables.spelled_out import SpelledOut

__all__ = ["with_bodies_of_functions"]

_T = TypeVar("_T")
_EXPRESSIONS: Mapping[type, tuple[str, ...]] = {
    ColumnClause: ("expression", "ttl"),
    ConstraintClause: ("expression",),
    CreateTable: ("partition_by", "order_by", "primary_key", "sample_by"),
    IndexClause: ("expression",),
    TtlClause: ("expression", "condition"),
}
"""The attributes of clauses that are expressions."""


def with_bodies_of_functions(statement: _T, functions: Callable[[], Mapping[str, str]]) -> _T:
    """A statement whose definitions call no function of CREATE FUNCTION.

    They are those of columns, keys, indexes, constraints and TTL.

    Args:
        statement: any.
        functions: the lambdas of such functions, by name; asked where an expression calls one.

    Raises:
        RmtError: as `SpelledOut.command`.
    """
    found: _T = _changed(statement, lambda text: _spelled_out(text, functions()))
    return found


def _changed(node: Any, change: Callable[[str], str]) -> Any:
    if isinstance(node, tuple):
        return tuple(_changed(one, change) for one in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changes: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in _EXPRESSIONS.get(type(node), ()):
            found = change(value) if value and "(" in value else value
        else:
            found = _changed(value, change)
        if found != value:
            changes[field.name] = found
    return replace(node, **changes) if changes else node


def _spelled_out(text: str, functions: Mapping[str, str]) -> str:
    may_call = any(name in text for name in functions)
    return SpelledOut("", "", (), functions).text(text) if may_call else text
