"""`*`, `t.*` and COLUMNS, with EXCEPT, REPLACE and APPLY: the columns they stand for.

Source: https://clickhouse.com/docs/sql-reference/statements/select#select-modifiers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.result_names import result_name
from rmt_engine.sql.query.scopes import Column, LoweredSource, Relation, Scope, unknown_identifier
from rmt_engine.sql.query.substitution import substituted
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    ColumnChange,
    Columns,
    Computed,
    Expression,
    Identifier,
    Lambda,
    StarChange,
    expressions_in,
)

__all__ = ["expanded"]

_Named = tuple[str, Expression]
_LARGEST = 50_000


def expanded(
    node: Expression,
    scope: Scope,
    source: LoweredSource,
) -> list[Expression]:
    """The columns that a member of the SELECT's list stands for: itself, if it is no star.

    Args:
        node: the member.
        scope: what names mean.
        source: the FROM.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`, there is no such table or column;
            `NO_SUCH_COLUMN_IN_TABLE`, a strict change names a column that is not there.
    """
    if isinstance(node, Asterisk):
        columns = _of_star(node, scope, source)
    elif isinstance(node, Columns):
        columns = _of_columns(node, scope, source)
    else:
        return [node]
    named = [(column.name, _computed(column, node)) for column in columns]
    size = 1
    for change in node.changes:
        size = _size_behind(size, change)
        named = _changed(named, change)
    return [_as_column(name, one) for name, one in named]


def _size_behind(size: int, change: ColumnChange) -> int:
    """About how many nodes a column's expression has behind a change.

    Raises:
        RmtError: `TOO_BIG_AST`, APPLY repeats its argument again and again.
    """
    if change.applied is None:
        return size + 1
    nodes = list(expressions_in(change.applied.body))
    uses = sum(
        isinstance(one, Identifier) and one.parts == change.applied.parameters for one in nodes
    )
    size = size * max(uses, 1) + len(nodes)
    if size > _LARGEST:
        raise RmtError(
            "TOO_BIG_AST",
            f"AST is too big. Maximum: {_LARGEST}.",
            "Apply the functions in a subquery.",
        )
    return size


def _computed(column: Column, node: Expression) -> Expression:
    return Computed(column.value, column.name, at=node.at, end=node.end)


def _as_column(name: str, node: Expression) -> Expression:
    if isinstance(node, Computed | Alias) and node.name == name:
        return node
    return Alias(node, name, at=node.at, end=node.end)


def _of_star(node: Asterisk, scope: Scope, source: LoweredSource) -> list[Column]:
    if not node.qualifier:
        return source.columns()
    relations = scope.qualified(node.qualifier)
    if not relations:
        raise unknown_identifier(".".join((*node.qualifier, "*")), _qualifiers(scope))
    return _in_star(relations)


def _in_star(relations: Sequence[Relation]) -> list[Column]:
    return [column for one in relations for column in one.columns if column.in_star]


def _qualifiers(scope: Scope) -> list[str]:
    return [".".join(known) for one in scope.relations for known in one.qualifiers]


def _of_columns(node: Columns, scope: Scope, source: LoweredSource) -> list[Column]:
    if node.pattern is None and not node.qualifier:
        return [_named(one, scope) for one in node.names]
    columns = source.columns()
    if node.qualifier:
        relations = scope.qualified(node.qualifier)
        if not relations:
            raise unknown_identifier(result_name(node), _qualifiers(scope))
        columns = _in_star(relations)
    if node.pattern is None:
        # The table's order, not the list's; what the table does not have is left out.
        wanted = {one.name for one in node.names}
        found = [column for column in columns if column.name in wanted]
    else:
        pattern = _compiled(node.pattern)
        found = [column for column in columns if pattern.search(column.name)]
    if not found:
        raise RmtError("EMPTY_LIST_OF_COLUMNS_QUERIED", f"No column matches {result_name(node)}.")
    return found


def _named(node: Identifier, scope: Scope) -> Column:
    found = scope.find_here(node.parts)
    if found is None or found[1]:
        raise unknown_identifier(node.name, scope.names())
    return found[0]


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise RmtError(
            "CANNOT_COMPILE_REGEXP", f"COLUMNS: {pattern} is no regular expression: {error}."
        ) from error


def _changed(columns: Sequence[_Named], change: ColumnChange) -> list[_Named]:
    if change.kind is StarChange.EXCEPT:
        return _without(columns, change)
    if change.kind is StarChange.REPLACE:
        return _replaced(columns, change)
    return [(_applied_name(name, node, change), _applied(node, change)) for name, node in columns]


def _without(columns: Sequence[_Named], change: ColumnChange) -> list[_Named]:
    if change.pattern is not None:
        pattern = _compiled(change.pattern)
        return [one for one in columns if not pattern.search(one[0])]
    if change.is_strict:
        _check_strict(columns, change.names)
    return [one for one in columns if one[0] not in change.names]


def _replaced(columns: Sequence[_Named], change: ColumnChange) -> list[_Named]:
    values = dict(change.values)
    if change.is_strict:
        _check_strict(columns, tuple(values))
    return [
        (name, _as_column(name, values[name]) if name in values else node) for name, node in columns
    ]


def _check_strict(columns: Sequence[_Named], names: Sequence[str]) -> None:
    known = {name for name, _ in columns}
    missing = [name for name in names if name not in known]
    if missing:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The columns {', '.join(missing)} of a STRICT change of * are not there.",
        )


def _applied(node: Expression, change: ColumnChange) -> Expression:
    if change.applied is not None:
        return _with_argument(change.applied, node)
    return Call(change.function, [node], parameters=change.parameters, at=change.at, end=change.end)


def _with_argument(applied: Lambda, argument: Expression) -> Expression:
    """The body of a lambda with a value for its parameter."""
    [parameter] = applied.parameters
    return substituted(applied.body, lambda name: argument if name.parts == (parameter,) else None)


def _applied_name(name: str, node: Expression, change: ColumnChange) -> str:
    """The name behind APPLY: of a lambda the one its body has with the column's name."""
    if change.prefix:
        return f"{change.prefix}{name}"
    if change.applied is not None:
        return result_name(_with_argument(change.applied, Identifier((name,))))
    bare = node.value if isinstance(node, Alias) else node
    return result_name(_applied(bare, change))
