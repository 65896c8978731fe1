"""A query as ClickHouse writes it: the text of `EXPLAIN SYNTAX`.

Operators are written as calls of their functions; a list of several members has a line for each.

Source: `EXPLAIN SYNTAX` of ClickHouse, https://clickhouse.com/docs/sql-reference/statements/explain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmt_engine.sql.query.printing.expressions import ExpressionWriter, formatted_name
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

__all__ = [
    "QueryWriter",
    "formatted_expression",
    "formatted_in_one_line",
    "formatted_query",
    "in_one_line",
    "written_source",
]

_INDENT = "    "


class QueryWriter(ExpressionWriter):
    """Writes queries over several lines."""

    def subquery(self, query: Query) -> str:
        """The text of a query inside an expression, in parentheses, of several lines."""
        return "\n".join(self.in_parentheses(query))

    def lines(self, query: Query) -> list[str]:
        """The lines of a query's text."""
        if isinstance(query, Select):
            return self._select(query)
        assert isinstance(query, SetOperation)
        lines = self._with(query)
        for place, member in enumerate(query.members):
            lines += [f"{query.kind} {self.quantifier(query)}".strip()] if place else []
            lines += self.member(query, member)
        return lines + _settings(query.settings)

    def quantifier(self, query: SetOperation) -> str:
        """ALL, DISTINCT or nothing, behind the word of a set operation."""
        return query.quantifier or ("" if query.kind == "UNION" else "ALL")

    def member(self, operation: SetOperation, query: Query) -> list[str]:
        """The lines of a member of a set operation."""
        return self.in_parentheses(query)

    def strictness(self, join: Join) -> str:
        """What stands before the kind of a join."""
        is_plain = join.condition is None and not join.using and not join.is_natural
        return join.strictness or ("" if is_plain else "ALL")

    def comma(self, left: list[str], right: list[str]) -> list[str]:
        """The lines of a join by a comma, of those of both sides."""
        return [*left, f", {right[0]}", *right[1:]]

    def in_parentheses(self, query: Query) -> list[str]:
        """The lines of a query, indented in parentheses."""
        return ["(", *_indented(self.lines(query)), ")"]

    def _with(self, query: Query) -> list[str]:
        values = query.with_values if isinstance(query, Select) else []
        members = [self.expression(one) for one in values]
        for table in query.tables:
            names = f" ({', '.join(map(formatted_name, table.columns))})" if table.columns else ""
            head = f"{formatted_name(table.name)}{names} AS"
            members.append("\n".join([head, *self.in_parentheses(table.query)]))
        if not members:
            return []
        is_recursive = any(table.is_recursive for table in query.tables)
        return _listed("WITH RECURSIVE" if is_recursive else "WITH", members)

    def _select(self, select: Select) -> list[str]:
        lines = self._with(select)
        words = "SELECT DISTINCT" if select.distinct else "SELECT"
        if select.distinct_on:
            words = f"SELECT DISTINCT ON ({self.listed(select.distinct_on)})"
        lines += _listed(words, [self.expression(one) for one in select.columns])
        if select.source is not None:
            lines += self._source("FROM", select.source)
        for word, condition in (("PREWHERE", select.prewhere), ("WHERE", select.where)):
            lines += [f"{word} {self._condition(condition)}"] if condition is not None else []
        lines += self._grouping(select.grouping)
        if select.having is not None:
            lines.append(f"HAVING {self._condition(select.having)}")
        if select.windows:
            windows = [f"{formatted_name(n)} AS {self.window(w)}" for n, w in select.windows]
            lines += _listed("WINDOW", windows)
        if select.qualify is not None:
            lines.append(f"QUALIFY {self._condition(select.qualify)}")
        return lines + self._order(select) + self._limits(select) + _settings(select.settings)

    def _condition(self, node: Expression) -> str:
        text = self.expression(node)
        return f"({text})" if isinstance(node, Alias) else text

    def _grouping(self, grouping: Grouping | None) -> list[str]:
        if grouping is None:
            return []
        lines: list[str] = []
        if grouping.by_all:
            lines.append("GROUP BY ALL")
        elif grouping.kind == "GROUPING SETS":
            sets = ", ".join(f"({self.listed(keys)})" for keys in grouping.sets)
            lines.append(f"GROUP BY GROUPING SETS ({sets})")
        elif grouping.sets[0]:
            lines += _listed("GROUP BY", [self.expression(one) for one in grouping.sets[0]])
            lines += [f"{_INDENT}WITH {grouping.kind}"] if grouping.kind else []
        return lines + ([f"{_INDENT}WITH TOTALS"] if grouping.with_totals else [])

    def _order(self, select: Select) -> list[str]:
        lines: list[str] = []
        if select.order_by_all is not None:
            lines.append(f"ORDER BY {self.ordering(select.order_by_all, 'ALL')}")
        elif select.order_by:
            lines += _listed("ORDER BY", [self.ordering(one) for one in select.order_by])
        if select.interpolate is None:
            return lines
        members = [
            formatted_name(one.name)
            if one.value is None
            else f"{formatted_name(one.name)} AS {self.expression(one.value)}"
            for one in select.interpolate
        ]
        return [*lines, f"INTERPOLATE ({', '.join(members)})" if members else "INTERPOLATE"]

    def _limits(self, select: Select) -> list[str]:
        lines = []
        if select.limit_by is not None:
            keys = "ALL" if select.limit_by.by_all else self.listed(select.limit_by.keys)
            count = self.limit(select.limit_by.count, select.limit_by.offset)
            lines.append(f"LIMIT {count} BY {keys}")
        limit = select.limit
        if limit is not None and limit.count is not None:
            lines.append(f"LIMIT {self.limit(limit.count, limit.offset)}")
            lines += [" WITH TIES"] if limit.with_ties else []
        elif limit is not None and limit.offset is not None:
            lines.append(f"OFFSET {self.expression(limit.offset)}")
        return lines

    def source(self, source: Source) -> list[str]:
        """The lines of a member of FROM."""
        return self._source("", source)

    def _source(self, words: str, source: Source) -> list[str]:
        return _SOURCES[type(source)](self, words, source)

    def _of_table(self, words: str, source: TableSource) -> list[str]:
        name = source.name
        parts = (name.table,) if name.database is None else (name.database, name.table)
        return [
            f"{words} {'.'.join(map(formatted_name, parts))}{_alias(source)}",
            *_modifiers(source),
        ]

    def _of_function(self, words: str, source: FunctionSource) -> list[str]:
        if source.query is None:
            return [f"{words} {self.call(source.call)}{_alias(source)}", *_modifiers(source)]
        lines = _indented(self.lines(source.query))
        return [f"{words} {source.call.name}(", *lines, f"){_alias(source)}"]

    def _of_derived(self, words: str, source: Derived) -> list[str]:
        opening, *lines, closing = self.in_parentheses(source.query)
        words = f"{words} LATERAL".strip() if source.is_lateral else words
        return [words, opening, *lines, f"{closing}{_alias(source)}"]

    def _of_join(self, words: str, source: Join) -> list[str]:
        lines = self._source(words, source.left)
        if source.kind == "COMMA":
            return self.comma(lines, self._source("", source.right))
        kind = f"NATURAL {source.kind}" if source.is_natural else source.kind
        join = f"{self.strictness(source)} {kind} JOIN".strip()
        right = source.right
        if isinstance(right, Join | ArrayJoin):
            inner = " ".join(line.strip() for line in self._source("", right))
            joined = [f"{join} ({inner})"]
        else:
            joined = self._source(join, right)
        if source.condition is not None:
            joined[-1] += f" ON {self.expression(source.condition)}"
        elif source.using:
            joined[-1] += f" USING ({self.listed(source.using)})"
        return [*lines, *joined]

    def _of_array_join(self, words: str, source: ArrayJoin) -> list[str]:
        arrays = [self.expression(one) for one in source.arrays]
        join = "LEFT ARRAY JOIN" if source.is_left else "ARRAY JOIN"
        return [*self._source(words, source.left), *_listed(join, arrays)]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"{_INDENT}{line}" for one in lines for line in one.split("\n")]


def _listed(words: str, members: Sequence[str]) -> list[str]:
    """A clause: one member beside its words, several below them."""
    if len(members) == 1 and not words.startswith("WITH"):
        first, *rest = members[0].split("\n")
        return [f"{words} {first}", *_indented(rest)]
    lines = ",\n".join(members).split("\n")
    return [words, *_indented(lines)]


def _settings(settings: Sequence[Setting]) -> list[str]:
    if not settings:
        return []
    listed = ", ".join(f"{one.name} = {_setting_value(one.value)}" for one in settings)
    return [f"SETTINGS {listed}"]


def _setting_value(value: str) -> str:
    is_number = value.lstrip("-").replace(".", "", 1).isdigit()
    return value if is_number else quote_string(value)


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
    TableSource: QueryWriter._of_table,
    FunctionSource: QueryWriter._of_function,
    Derived: QueryWriter._of_derived,
    Join: QueryWriter._of_join,
    ArrayJoin: QueryWriter._of_array_join,
}

_CALLS = QueryWriter()


def formatted_expression(node: Expression) -> str:
    """The text of an expression, operators as calls, in one line."""
    return in_one_line(_CALLS.expression(node))


def formatted_query(query: Query) -> str:
    """The text of a query, operators as calls."""
    return "\n".join(_CALLS.lines(query))


def formatted_in_one_line(query: Query) -> str:
    """The same, in one line."""
    return in_one_line(formatted_query(query))


def written_source(source: Source) -> str:
    """The text of a member of FROM, without its alias."""
    return "\n".join(_CALLS.source(replace(source, alias="", column_names=())))


def in_one_line(text: str) -> str:
    """The lines of a text behind each other; those of a literal are written with escapes."""
    joined = ""
    for line in map(str.strip, text.split("\n")):
        is_apart = joined and not joined.endswith("(") and not line.startswith((")", ","))
        joined += f" {line}" if is_apart else line
    return joined
