"""`CREATE TABLE x AS y` with clauses of its own and without an engine.

Source: ClickHouse's `InterpreterCreateQuery::setEngine`, tried on 26.9.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import CreateTable
from rmt_engine.sql.grammar.table_names import TableNames
from rmt_engine.sql.tables.show_create import create_statement
from rmt_engine.store.table import Table

__all__ = ["copy_with_clauses", "has_clauses"]

_CLAUSES = ("partition_by", "order_by", "primary_key", "unique_key", "sample_by", "ttl", "comment")


def copy_with_clauses(statement: CreateTable, source: Table, names: TableNames) -> CreateTable:
    """The statement that makes the copy: what it does not say is as in the statement of the source.

    Args:
        statement: the CREATE TABLE, which names no engine.
        source: the table behind AS.
        names: tells the engine's tables from Spark's.
    """
    made = parse_statement(create_statement(source), names)
    assert isinstance(made, CreateTable)
    said = {name: value for name in _CLAUSES if (value := getattr(statement, name))}
    kept = {n: value for n, value in made.settings.items() if n not in statement.settings}
    return replace(
        made,
        name=statement.name,
        text=statement.text,
        settings={**statement.settings, **kept},
        **said,
    )


def has_clauses(statement: CreateTable) -> bool:
    """Whether a CREATE TABLE … AS table says anything about the table."""
    return bool(statement.settings) or any(getattr(statement, name) for name in _CLAUSES)
