"""`*`, `t.*` and COLUMNS, with EXCEPT, REPLACE and APPLY: the columns they stand for.

Source: https://clickhouse.com/docs/sql-reference/statements/select#select-modifiers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.names.scopes import Column, Relation, Scope, unknown_identifier
from rmt_engine.sql.query.names.substitution import substituted
from rmt_engine.sql.query.names.untuple import TypeOf
from rmt_engine.sql.query.printing.result_names import result_name
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
    Literal,
    StarChange,
    expressions_in,
)
from rmt_engine.sql.query.types.subscripts import field_names
from rmt_engine.sql.query.values import Value

__all__ = ["Stars"]

_LARGEST = 50_000


@dataclass(frozen=True)
class _Match:
    """A column that a star stands for.

    Attributes:
        name: what EXCEPT and REPLACE call it.
        shown: what it is called in the result.
        node: what it is.
    """

    name: str
    shown: str
    node: Expression


class Stars:
    """What the stars of one SELECT stand for.

    Args:
        scope: what names mean.
        aliases: those of the SELECT.
        type_of: tells the type of an expression.
    """

    def __init__(
        self,
        scope: Scope,
        aliases: Collection[str],
        type_of: TypeOf,
    ) -> None:
        self._scope = scope
        self._aliases = aliases
        self._type_of = type_of

    def expanded(self, node: Expression) -> list[Expression]:
        """The columns that a member of the SELECT's list stands for: itself, if it is no star.

        Args:
            node: the member.

        Raises:
            RmtError: `UNKNOWN_IDENTIFIER`, there is no such table or column; `BAD_ARGUMENTS`, a
                strict change names a column that is not there.
        """
        if not isinstance(node, Asterisk | Columns):
            return [node]
        matches = self._matches(node)
        size = 1
        for change in node.changes:
            size = _size_behind(size, change)
            matches = _changed(matches, change)
        return [_as_column(one.shown, self._single(one.node)) for one in matches]

    def _single(self, node: Expression) -> Expression:
        """The column that an answer of APPLY is, which may be a star of one column.

        Raises:
            RmtError: `UNSUPPORTED_METHOD`, it is a star of several.
        """
        found = self.expanded(node)
        if len(found) != 1:
            raise RmtError(
                "UNSUPPORTED_METHOD",
                f"{result_name(node)} of APPLY is {len(found)} columns; it can only be one.",
            )
        return found[0]

    def _matches(self, node: Asterisk | Columns) -> list[_Match]:
        if isinstance(node, Columns) and node.pattern is None and not node.qualifier:
            return [self._named(one, node) for one in node.names]
        if not node.qualifier:
            with_hidden = isinstance(node, Columns)
            listed = self._scope.columns(with_hidden=with_hidden)
            found = [self._column(*one, node) for one in listed]
        else:
            found = self._of_tuple(node) or self._of_table(node)
        if isinstance(node, Columns):
            wanted = _wanted(node)
            found = [one for one in found if wanted(one.name)]
        return found

    def _named(self, name: Identifier, node: Columns) -> _Match:
        found = self._scope.find_here(name.parts)
        if found is None or found[1]:
            raise unknown_identifier(name.name, self._scope.names())
        shown = ".".join(self._scope.needed_name(name.parts, self._aliases))
        return _match(found[0], shown, node)

    def _of_table(self, node: Asterisk | Columns) -> list[_Match]:
        relations = self._scope.qualified(node.qualifier)
        if not relations:
            known = [".".join(name) for one in self._scope.relations for name in one.qualifiers]
            raise unknown_identifier(result_name(node), known)
        return [
            self._column(replace(column, value=column.array or column.value), one, node)
            for one in relations
            for column in one.columns
            if column.in_star or (column.is_hidden and isinstance(node, Columns))
        ]

    def _column(self, column: Column, relation: Relation | None, node: Expression) -> _Match:
        if relation is None:
            return _match(column, column.name, node)
        shown = self._scope.qualified_name(column, relation, self._aliases)
        return _match(column, ".".join(shown), node)

    def _of_tuple(self, node: Asterisk | Columns) -> list[_Match]:
        """The elements of a tuple that the qualifier names, or of an array of tuples."""
        written = Identifier(node.qualifier, at=node.at, end=node.end)
        if written.parts[0] not in self._aliases and self._scope.find(written.parts) is None:
            return []
        data_type = self._type_of(written)
        while data_type is not None and data_type.family in ("Array", "Nested"):
            data_type = data_type.element
        if data_type is None or data_type.family != "Tuple":
            if self._scope.qualified(node.qualifier):
                return []
            raise RmtError(
                "UNSUPPORTED_METHOD",
                f"{result_name(node)} needs a tuple or an array of tuples before the point.",
            )
        return [
            _Match(element, f"{written.name}.{element}", _element(written, element))
            for element in field_names(data_type)
        ]


def _match(column: Column, shown: str, node: Expression) -> _Match:
    return _Match(column.name, shown, Computed(column.value, shown, at=node.at, end=node.end))


def _element(written: Identifier, which: str) -> Expression:
    at, end = written.at, written.end
    return Call("tupleElement", [written, Literal(which, at=at, end=end)], at=at, end=end)


def _wanted(node: Columns) -> Callable[[str], bool]:
    """Tells which columns are meant: they keep the table's order."""
    if node.pattern is None:
        names = {one.name for one in node.names}
        return names.__contains__
    pattern = _compiled(node.pattern)
    return lambda name: pattern.search(name) is not None


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


def _as_column(name: str, node: Expression) -> Expression:
    if isinstance(node, Computed | Alias) and node.name == name:
        return node
    return Alias(node, name, at=node.at, end=node.end)


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise RmtError(
            "CANNOT_COMPILE_REGEXP", f"COLUMNS: {pattern} is no regular expression: {error}."
        ) from error


def _changed(matches: Sequence[_Match], change: ColumnChange) -> list[_Match]:
    if change.kind is StarChange.EXCEPT:
        return _without(matches, change)
    if change.kind is StarChange.REPLACE:
        return _replaced(matches, change)
    found = []
    for one in matches:
        name = _applied_name(one, change)
        found.append(_Match(name, name, _applied(one.node, change)))
    return found


def _without(matches: Sequence[_Match], change: ColumnChange) -> list[_Match]:
    if change.pattern is not None:
        pattern = _compiled(change.pattern)
        return [one for one in matches if not pattern.search(one.name)]
    if change.is_strict:
        _check_strict(matches, change.names)
    return [one for one in matches if one.name not in change.names]


def _replaced(matches: Sequence[_Match], change: ColumnChange) -> list[_Match]:
    values = dict(change.values)
    if len(values) < len(change.values):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "REPLACE names a column twice.")
    if change.is_strict:
        _check_strict(matches, tuple(values))
    columns = {one.name: one.node for one in matches if one.name in values}

    def column(name: Identifier) -> Expression | None:
        return columns.get(name.parts[0]) if len(name.parts) == 1 else None

    # What the list replaces is in the list what it was before.
    return [
        _Match(one.name, one.name, _as_column(one.name, substituted(values[one.name], column)))
        if one.name in values
        else one
        for one in matches
    ]


def _check_strict(matches: Sequence[_Match], names: Sequence[str]) -> None:
    known = {one.name for one in matches}
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


def _applied_name(match: _Match, change: ColumnChange) -> str:
    """The name behind APPLY: of a lambda the one its body has with the column's name."""
    if change.prefix:
        return f"{change.prefix}{match.shown}"
    named: Expression = Computed(Value("", None), match.shown)
    if isinstance(match.node, Alias) and change.applied is None:
        named = match.node.value
    return result_name(_applied(named, change))
