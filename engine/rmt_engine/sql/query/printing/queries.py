"""A query as ClickHouse writes it: the text of `EXPLAIN SYNTAX`.

Operators are written as calls of their functions; a list of several members has a line for each.

Source: `EXPLAIN SYNTAX` of ClickHouse, https://clickhouse.com/docs/sql-reference/statements/explain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmt_engine.sql.query.printing.expressions import (
    formatted_call,
    formatted_expression,
    formatted_limit,
    formatted_name,
    formatted_ordering,
    formatted_window,
)
from rmt_engine.sql.query.tree import (
    Alias,
    ArrayJoin,
    Derived,
    Expression,
    FunctionSource,
    Grouping,
    Join,
    Query,
    Select,
    SetOperation,
    Setting,
    Source,
    TableSource,
)
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["formatted_in_one_line", "formatted_query"]

_INDENT = "    "


def formatted_query(query: Query) -> str:
    """The text of a query."""
    return "\n".join(_query(query))


def formatted_in_one_line(query: Query) -> str:
    """The same, in one line."""
    return " ".join(line.strip() for line in _query(query)).replace("( ", "(").replace(" )", ")")


def _query(query: Query) -> list[str]:
    if isinstance(query, Select):
        return _select(query)
    assert isinstance(query, SetOperation)
    quantifier = query.quantifier or ("" if query.kind == "UNION" else "ALL")
    lines = _with(query)
    for place, member in enumerate(query.members):
        lines += [f"{query.kind} {quantifier}".strip()] if place else []
        lines += _in_parentheses(member)
    return lines + _settings(query.settings)


def _in_parentheses(query: Query) -> list[str]:
    return ["(", *_indented(_query(query)), ")"]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"{_INDENT}{line}" for line in lines]


def _listed(words: str, members: Sequence[str], closing: str = "") -> list[str]:
    """A clause: one member beside its words, several below them."""
    if len(members) == 1 and "\n" not in members[0]:
        return [f"{words} {members[0]}{closing}"]
    lines = ",\n".join(members).split("\n")
    return [words, *_indented(lines)]


def _with(query: Query) -> list[str]:
    values = query.with_values if isinstance(query, Select) else []
    members = [formatted_expression(one) for one in values]
    for table in query.tables:
        names = f" ({', '.join(map(formatted_name, table.columns))})" if table.columns else ""
        head = f"{formatted_name(table.name)}{names} AS"
        members.append("\n".join([head, *_in_parentheses(table.query)]))
    if not members:
        return []
    is_recursive = any(table.is_recursive for table in query.tables)
    return _listed("WITH RECURSIVE" if is_recursive else "WITH", members)


def _select(select: Select) -> list[str]:
    lines = _with(select)
    words = "SELECT DISTINCT" if select.distinct else "SELECT"
    if select.distinct_on:
        words = f"SELECT DISTINCT ON ({_commas(select.distinct_on)})"
    lines += _listed(words, [formatted_expression(one) for one in select.columns])
    if select.source is not None:
        lines += _source("FROM", select.source)
    for word, condition in (("PREWHERE", select.prewhere), ("WHERE", select.where)):
        lines += [f"{word} {_condition(condition)}"] if condition is not None else []
    lines += _grouping(select.grouping)
    if select.having is not None:
        lines.append(f"HAVING {_condition(select.having)}")
    if select.windows:
        windows = [f"{formatted_name(n)} AS {formatted_window(w)}" for n, w in select.windows]
        lines += _listed("WINDOW", windows)
    if select.qualify is not None:
        lines.append(f"QUALIFY {_condition(select.qualify)}")
    return lines + _order(select) + _limits(select) + _settings(select.settings)


def _condition(node: Expression) -> str:
    text = formatted_expression(node)
    return f"({text})" if isinstance(node, Alias) else text


def _commas(nodes: Sequence[Expression]) -> str:
    return ", ".join(map(formatted_expression, nodes))


def _grouping(grouping: Grouping | None) -> list[str]:
    if grouping is None:
        return []
    lines: list[str] = []
    if grouping.by_all:
        lines.append("GROUP BY ALL")
    elif grouping.kind == "GROUPING SETS":
        sets = ", ".join(f"({_commas(keys)})" for keys in grouping.sets)
        lines.append(f"GROUP BY GROUPING SETS ({sets})")
    elif grouping.sets[0]:
        lines += _listed("GROUP BY", [formatted_expression(one) for one in grouping.sets[0]])
        lines += [f"{_INDENT}WITH {grouping.kind}"] if grouping.kind else []
    return lines + ([f"{_INDENT}WITH TOTALS"] if grouping.with_totals else [])


def _order(select: Select) -> list[str]:
    lines: list[str] = []
    if select.order_by_all is not None:
        lines.append(f"ORDER BY {formatted_ordering(select.order_by_all, 'ALL')}")
    elif select.order_by:
        lines += _listed("ORDER BY", [formatted_ordering(one) for one in select.order_by])
    if select.interpolate is None:
        return lines
    members = [
        formatted_name(one.name)
        if one.value is None
        else f"{formatted_name(one.name)} AS {formatted_expression(one.value)}"
        for one in select.interpolate
    ]
    return [*lines, f"INTERPOLATE ({', '.join(members)})" if members else "INTERPOLATE"]


def _limits(select: Select) -> list[str]:
    lines = []
    if select.limit_by is not None:
        keys = "ALL" if select.limit_by.by_all else _commas(select.limit_by.keys)
        count = formatted_limit(select.limit_by.count, select.limit_by.offset)
        lines.append(f"LIMIT {count} BY {keys}")
    limit = select.limit
    if limit is not None and limit.count is not None:
        lines.append(f"LIMIT {formatted_limit(limit.count, limit.offset)}")
        lines += [" WITH TIES"] if limit.with_ties else []
    elif limit is not None and limit.offset is not None:
        lines.append(f"OFFSET {formatted_expression(limit.offset)}")
    return lines


def _settings(settings: Sequence[Setting]) -> list[str]:
    if not settings:
        return []
    listed = ", ".join(f"{one.name} = {_setting_value(one.value)}" for one in settings)
    return [f"SETTINGS {listed}"]


def _setting_value(value: str) -> str:
    is_number = value.lstrip("-").replace(".", "", 1).isdigit()
    return value if is_number else quote_string(value)


# FROM


def _source(words: str, source: Source) -> list[str]:
    return _SOURCES[type(source)](words, source)


def _of_table(words: str, source: TableSource) -> list[str]:
    name = source.name
    parts = (name.table,) if name.database is None else (name.database, name.table)
    return [f"{words} {'.'.join(map(formatted_name, parts))}{_alias(source)}", *_modifiers(source)]


def _of_function(words: str, source: FunctionSource) -> list[str]:
    if source.query is None:
        return [f"{words} {formatted_call(source.call)}{_alias(source)}", *_modifiers(source)]
    lines = _indented(_query(source.query))
    return [f"{words} {source.call.name}(", *lines, f"){_alias(source)}"]


def _of_subquery(words: str, source: Derived) -> list[str]:
    opening, *lines, closing = _in_parentheses(source.query)
    words = f"{words} LATERAL".strip() if source.is_lateral else words
    return [words, opening, *lines, f"{closing}{_alias(source)}"]


def _of_join(words: str, source: Join) -> list[str]:
    lines = _source(words, source.left)
    if source.kind == "COMMA":
        first, *rest = _source(",", source.right)
        return [*lines, first, *rest]
    strictness = source.strictness or ("ALL" if source.condition or source.using else "")
    right = source.right
    if isinstance(right, Join | ArrayJoin):
        inner = " ".join(line.strip() for line in _source("", right))
        joined = [f"{strictness} {source.kind} JOIN ({inner})".strip()]
    else:
        joined = _source(f"{strictness} {source.kind} JOIN".strip(), right)
    if source.condition is not None:
        joined[-1] += f" ON {formatted_expression(source.condition)}"
    elif source.using:
        joined[-1] += f" USING ({_commas(source.using)})"
    return [*lines, *joined]


def _of_array_join(words: str, source: ArrayJoin) -> list[str]:
    arrays = [formatted_expression(one) for one in source.arrays]
    join = "LEFT ARRAY JOIN" if source.is_left else "ARRAY JOIN"
    return [*_source(words, source.left), *_listed(join, arrays)]


def _alias(source: Source) -> str:
    sample = f" {source.table_sample}" if source.table_sample else ""
    if not source.alias:
        return sample
    names = f"({', '.join(map(formatted_name, source.column_names))})"
    return f"{sample} AS {formatted_name(source.alias)}{names if source.column_names else ''}"


def _modifiers(source: Source) -> list[str]:
    lines = ["FINAL"] if source.final else []
    if source.sample is not None:
        lines.append(str(source.sample).upper().replace("/", " / "))
    return lines


_SOURCES: Mapping[type, Callable[..., list[str]]] = {
    TableSource: _of_table,
    FunctionSource: _of_function,
    Derived: _of_subquery,
    Join: _of_join,
    ArrayJoin: _of_array_join,
}
