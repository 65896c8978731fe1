"""The tree of a query as text: what `EXPLAIN AST` shows.

Source: `EXPLAIN AST` of ClickHouse, whose names of nodes these are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rmt_engine.sql.query.printing.queries import formatted_expression
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Asterisk,
    Call,
    Columns,
    Derived,
    Exists,
    Expression,
    FunctionSource,
    Identifier,
    Join,
    Lambda,
    Literal,
    Ordering,
    Query,
    Select,
    SetOperation,
    Source,
    Subquery,
    TableSource,
    Window,
)
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["ast_text"]


@dataclass(frozen=True)
class _Node:
    """A line of the text, and the lines below it."""

    name: str
    children: tuple[_Node, ...] = ()

    def lines(self, depth: int = 0) -> list[str]:
        """The text, a space deeper for each level."""
        count = f" (children {len(self.children)})" if self.children else ""
        found = [f"{' ' * depth}{self.name}{count}"]
        for child in self.children:
            found += child.lines(depth + 1)
        return found


def ast_text(query: Query) -> str:
    """The text of a query's tree."""
    return "\n".join(_united(query).lines())


def _united(query: Query) -> _Node:
    members = query.members if isinstance(query, SetOperation) else [query]
    of_union = not isinstance(query, SetOperation) or query.kind == "UNION"
    listed = _list([_select(m) if isinstance(m, Select) else _united(m) for m in members])
    name = "SelectWithUnionQuery" if of_union else "SelectIntersectExceptQuery"
    return _Node(name, (listed,))


def _list(nodes: Sequence[_Node]) -> _Node:
    return _Node("ExpressionList", tuple(nodes))


def _select(select: Select) -> _Node:
    parts: list[_Node] = []
    values = [_expression(one) for one in select.with_values]
    tables = [
        _Node("WithElement", (_Node("Subquery", (_united(t.query),)),)) for t in select.tables
    ]
    parts += [_list([*values, *tables])] if values or tables else []
    parts.append(_list([_expression(one) for one in select.columns]))
    if select.source is not None:
        parts.append(_Node("TablesInSelectQuery", tuple(_sources(select.source))))
    parts += [_expression(one) for one in (select.prewhere, select.where) if one is not None]
    if select.grouping is not None and not select.grouping.by_all:
        keys = [key for keys in select.grouping.sets for key in keys]
        parts.append(_list([_expression(key) for key in keys]))
    parts += [_expression(select.having)] if select.having is not None else []
    if select.windows:
        parts.append(_list([_Node("WindowListElement", (_window(w),)) for _, w in select.windows]))
    parts += [_expression(select.qualify)] if select.qualify is not None else []
    if select.order_by:
        parts.append(_list([_ordering(one) for one in select.order_by]))
    parts += _limits(select)
    if select.settings:
        parts.append(_Node("Set"))
    return _Node("SelectQuery", tuple(parts))


def _limits(select: Select) -> list[_Node]:
    parts: list[_Node] = []
    if select.limit_by is not None:
        parts += [_expression(select.limit_by.count)]
        parts += [_list([_expression(one) for one in select.limit_by.keys])]
    limit = select.limit
    if limit is not None:
        parts += [_expression(one) for one in (limit.offset, limit.count) if one is not None]
    return parts


def _ordering(ordering: Ordering) -> _Node:
    return _Node("OrderByElement", (_expression(ordering.value),))


def _window(window: Window) -> _Node:
    parts = (
        [_list([_expression(one) for one in window.partition_by])] if window.partition_by else []
    )
    parts += [_list([_ordering(one) for one in window.order_by])] if window.order_by else []
    return _Node("WindowDefinition", tuple(parts))


# FROM


def _sources(source: Source) -> list[_Node]:
    if isinstance(source, Join):
        on = [_expression(source.condition)] if source.condition is not None else []
        on += [_list([_expression(one) for one in source.using])] if source.using else []
        return [*_sources(source.left), _element(source.right, _Node("TableJoin", tuple(on)))]
    if isinstance(source, ArrayJoin):
        arrays = _Node("ArrayJoin", (_list([_expression(one) for one in source.arrays]),))
        return [*_sources(source.left), _Node("TablesInSelectQueryElement", (arrays,))]
    return [_element(source)]


def _element(source: Source, *more: _Node) -> _Node:
    return _Node("TablesInSelectQueryElement", (_table(source), *more))


def _table(source: Source) -> _Node:
    alias = f" (alias {source.alias})" if source.alias else ""
    if isinstance(source, TableSource):
        inside = _Node(f"TableIdentifier {source.name}{alias}")
    elif isinstance(source, Derived):
        inside = _Node(f"Subquery{alias}", (_united(source.query),))
    elif isinstance(source, FunctionSource) and source.query is not None:
        query = _list([_united(source.query)])
        inside = _Node(f"Function {source.call.name}{alias}", (query,))
    elif isinstance(source, FunctionSource):
        inside = _call(source.call, alias)
    else:
        inside = _Node("TablesInSelectQuery", tuple(_sources(source)))
    return _Node("TableExpression", (inside,))


# Expressions


def _expression(node: Expression, alias: str = "") -> _Node:
    found = _NODES.get(type(node))
    if found is None:
        return _Node(f"QueryParameter {formatted_expression(node)}{alias}")
    return found(node, alias)


def _of_alias(node: Alias, _alias: str) -> _Node:
    return _expression(node.value, f" (alias {node.name})")


def _of_literal(node: Literal, alias: str) -> _Node:
    return _Node(f"Literal {_literal(node)}{alias}")


def _of_identifier(node: Identifier, alias: str) -> _Node:
    return _Node(f"Identifier {node.name}{alias}")


def _of_lambda(node: Lambda, alias: str) -> _Node:
    names = _list([_Node(f"Identifier {name}") for name in node.parameters])
    parameters = _Node("Function tuple", (names,))
    return _Node(f"Function lambda{alias}", (_list([parameters, _expression(node.body)]),))


def _of_subquery(node: Subquery, alias: str) -> _Node:
    return _Node(f"Subquery{alias}", (_united(node.query),))


def _of_exists(node: Exists, alias: str) -> _Node:
    subquery = _Node("Subquery", (_united(node.query),))
    return _Node(f"Function exists{alias}", (_list([subquery]),))


def _of_asterisk(node: Asterisk, _alias: str) -> _Node:
    return _Node("QualifiedAsterisk" if node.qualifier else "Asterisk")


def _of_columns(node: Columns, _alias: str) -> _Node:
    return _Node("ColumnsListMatcher" if node.pattern is None else "ColumnsRegexpMatcher")


def _call(node: Call, alias: str) -> _Node:
    parts = [_list([_expression(one) for one in node.arguments])]
    if node.parameters is not None:
        parts.append(_list([_expression(one) for one in node.parameters]))
    if isinstance(node.window, Window):
        parts.append(_window(node.window))
    name = f"{node.name}Distinct" if node.distinct else node.name
    return _Node(f"Function {name}{alias}", tuple(parts))


def _literal(node: Literal) -> str:
    value = node.value
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return f"Bool_{int(value)}"
    if isinstance(value, int):
        return f"{'UInt64' if value >= 0 else 'Int64'}_{value}"
    return quote_string(value) if isinstance(value, str) else f"Float64_{value}"


_NODES: Mapping[type, Callable[..., _Node]] = {
    Alias: _of_alias,
    Asterisk: _of_asterisk,
    Call: _call,
    Columns: _of_columns,
    Exists: _of_exists,
    Identifier: _of_identifier,
    Lambda: _of_lambda,
    Literal: _of_literal,
    Subquery: _of_subquery,
}
