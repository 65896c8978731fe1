"""A table definition as the statement that makes it: SHOW CREATE TABLE, engine_full.

Source of the format: ClickHouse's `ASTCreateQuery::format`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmt_engine.engines import engine_of
from rmt_engine.sql.tables.engine_settings import granularity_of
from rmt_engine.sql.tables.expressions import expression_text, query_text
from rmt_engine.sql.tables.other_tables import engine_clause
from rmt_engine.sql.tables.projections import projection_lines
from rmt_engine.sql.tables.refresh import refresh_text
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import (
    Column,
    Expiry,
    Projection,
    Table,
    TableDefinition,
    ViewDefinition,
)

__all__ = [
    "create_statement",
    "engine_text",
    "key_text",
    "names_text",
    "partition_key_text",
    "view_statement",
]

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_QUOTED_WORDS = ("all", "distinct", "null", "select", "table")


def create_statement(table: Table, own: TableDefinition | None = None) -> str:
    """The CREATE statement of a table; it makes the same table, here and in ClickHouse.

    Args:
        table: the table, or a materialized view.
        own: of a view, the definition of the table that it made for its rows.
    """
    definition = table.definition
    if definition.view is not None:
        return _create_view(table, definition.view, own)
    ttl = {rule.column: rule.expression for rule in definition.ttl if rule.column}
    entries = [_column(column, ttl.get(column.name, "")) for column in definition.columns]
    entries += [
        f"INDEX {_bare(index.name)} {expression_text(index.expression)} "
        f"TYPE {index.type} GRANULARITY {index.granularity}"
        for index in definition.indexes
    ]
    entries += [
        f"CONSTRAINT {_bare(constraint.name)} CHECK {expression_text(constraint.expression)}"
        for constraint in definition.constraints
    ]
    entries += map(_projection, definition.projections)
    columns = ",\n".join(f"    {entry}" for entry in entries)
    clauses = "\n".join(_clauses(definition, table.is_temporary))
    comment = f"\nCOMMENT {_string(definition.comment)}" if definition.comment else ""
    name = f"TABLE {table.database}.{_bare(table.name)}"
    if table.is_temporary:
        name = f"TEMPORARY TABLE {_bare(table.name)}"
    return f"CREATE {name}\n(\n{columns}\n)\n{clauses}{comment}"


def view_statement(
    database: str, name: str, columns: Sequence[tuple[str, str, str]], comment: str, query: str
) -> str:
    """The CREATE statement of a view without rows of its own.

    Args:
        database: where it is.
        name: its name.
        columns: name, ClickHouse's type and comment of each column; none of a view with
            parameters.
        comment: its own comment.
        query: ClickHouse's query that it was made from.
    """
    listed = ",\n".join(
        f"    {_column(Column(column, data_type, comment=text), '')}"
        for column, data_type, text in columns
    )
    told = f"(\n{listed}\n)\n" if columns else ""
    said = f"COMMENT {_string(comment)}\n" if comment else ""
    return f"CREATE VIEW {database}.{_bare(name)}\n{told}{said}AS {query_text(query)}"


def _create_view(table: Table, view: ViewDefinition, own: TableDefinition | None) -> str:
    definition = table.definition
    target = f" TO {'.'.join(map(_bare, view.target))}" if view.target else ""
    refresh = f"\n{refresh_text(view.refresh)}" if view.refresh is not None else ""
    definer = ""
    if view.refresh is not None:
        definer = f"DEFINER = {_bare(view.definer)} SQL SECURITY DEFINER\n"
    columns = ",\n".join(f"    {_column(column, '')}" for column in definition.columns)
    clauses = "".join(f"{one}\n" for one in _clauses(own, False)) if own is not None else ""
    comment = f"COMMENT {_string(definition.comment)}\n" if definition.comment else ""
    head = f"CREATE MATERIALIZED VIEW {table.database}.{_bare(table.name)}{refresh}{target}"
    return f"{head}\n(\n{columns}\n)\n{clauses}{definer}{comment}AS {query_text(view.query)}"


def engine_text(definition: TableDefinition) -> str:
    """The engine with its clauses on one line, as `system.tables.engine_full` has it."""
    if definition.view is not None:
        return ""
    clauses = _clauses(definition, is_temporary=False)
    return " ".join(clauses).removeprefix("ENGINE = ")


def key_text(elements: tuple[str, ...]) -> str:
    """A key as `system.tables` has it: its elements joined by commas."""
    return ", ".join(map(expression_text, elements))


def partition_key_text(definition: TableDefinition) -> str:
    """The key of partitions as `system.tables` has it: several elements are in parentheses."""
    elements = tuple(element.expression for element in definition.partition_by)
    return _key(elements) if elements else ""


def names_text(names: tuple[str, ...]) -> str:
    """A key of columns as `system.tables` has it: several are in parentheses."""
    return _key(tuple(map(_bare, names))) if names else ""


def _clauses(definition: TableDefinition, is_temporary: bool) -> list[str]:
    arguments = [_argument(one) for one in engine_of(definition).arguments(definition)]
    engine = _bare(definition.engine_name)
    if definition.others is not None:
        arguments += engine_clause(engine, definition.others).arguments
    if arguments:
        engine += f"({', '.join(arguments)})"
    clauses = [f"ENGINE = {engine}"]
    if definition.partition_by:
        elements = tuple(element.expression for element in definition.partition_by)
        clauses.append(f"PARTITION BY {_key(elements)}")
    if definition.declares_primary_key or definition.primary_key != definition.order_by:
        clauses.append(f"PRIMARY KEY {_key(definition.primary_key)}")
    if not definition.is_keyless:
        clauses.append(f"ORDER BY {_key(definition.order_by)}")
    if definition.unique_key:
        clauses.append(f"UNIQUE KEY {_key(tuple(map(_bare, definition.unique_key)))}")
    if definition.sampling is not None:
        clauses.append(f"SAMPLE BY {expression_text(definition.sampling.expression)}")
    if rules := [_ttl(rule) for rule in definition.ttl if not rule.column]:
        clauses.append(f"TTL {', '.join(rules)}")
    settings = {**definition.settings, **granularity_of(definition, is_temporary)}
    if settings:
        listed = ", ".join(f"{name} = {_literal(value)}" for name, value in settings.items())
        clauses.append(f"SETTINGS {listed}")
    return clauses


def _argument(argument: str | tuple[str, ...]) -> str:
    return _bare(argument) if isinstance(argument, str) else _key(tuple(map(_bare, argument)))


def _ttl(rule: Expiry) -> str:
    condition = f" WHERE {expression_text(rule.condition)}" if rule.condition else ""
    return expression_text(rule.expression) + condition


def _key(elements: tuple[str, ...]) -> str:
    if not elements:
        return "tuple()"
    text = key_text(elements)
    return text if len(elements) == 1 else f"({text})"


def _column(column: Column, ttl: str) -> str:
    text = f"{_name(column.name)} {parse_type(column.type).over_lines()}"
    if column.kind:
        text += f" {column.kind} {expression_text(column.expression)}".rstrip()
    if column.comment:
        text += f" COMMENT {_string(column.comment)}"
    text += f" CODEC({column.codec})" if column.codec else ""
    return text + (f" TTL {expression_text(ttl)}" if ttl else "")


def _projection(projection: Projection) -> str:
    lines = "\n".join(f"        {line}" for line in projection_lines(projection.query))
    settings = ""
    if projection.settings:
        listed = ", ".join(f"{n} = {_literal(value)}" for n, value in projection.settings.items())
        settings = f" WITH SETTINGS ({listed})"
    return f"PROJECTION {_bare(projection.name)}\n    (\n{lines}\n    ){settings}"


def _name(name: str) -> str:
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


def _bare(name: str) -> str:
    quoted = name.lower() in _QUOTED_WORDS or not name.isidentifier()
    return _name(name) if quoted else name


def _literal(value: str) -> str:
    return value if _NUMBER.fullmatch(value) else _string(value)


def _string(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"
