"""The arguments of the engines `Merge` and `Buffer`, and how they are shown.

Source of the checks: ClickHouse's `StorageMerge` and `StorageBuffer` as they answer on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import EngineClause
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.sources.other_tables import compiled_pattern
from rmt_engine.sql.query.tree import Call, Expression, Identifier, Literal
from rmt_engine.store.table import MERGE, OtherTables

__all__ = ["engine_clause", "other_tables"]

_LIMITS = (
    "num_buckets",
    "min_time",
    "max_time",
    "min_rows",
    "max_rows",
    "min_bytes",
    "max_bytes",
    "flush_time",
    "flush_rows",
    "flush_bytes",
)
_FEWEST_LIMITS = 7


def other_tables(clause: EngineClause, database: str = "") -> OtherTables:
    """Which tables `Merge` or `Buffer` is about.

    Args:
        clause: the engine with its arguments.
        database: the current one.

    Raises:
        RmtError: `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`, `BAD_ARGUMENTS`, `CANNOT_CONVERT_TYPE`,
            `CANNOT_COMPILE_REGEXP`; `NOT_IMPLEMENTED`, a `Buffer` without a destination.
    """
    arguments = [read_expression(text) for text in clause.arguments]
    if clause.name == MERGE:
        return _merge(arguments, database)
    return _buffer(arguments, database)


def engine_clause(engine: str, others: OtherTables) -> EngineClause:
    """The engine with its arguments, as they are shown."""
    database = _string(others.database)
    database = f"REGEXP({database})" if others.is_of_databases else database
    arguments = (database, _string(others.table), *map(str, others.limits))
    return EngineClause(engine, arguments)


def _merge(arguments: Sequence[Expression], current: str) -> OtherTables:
    if len(arguments) != 2:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "Storage Merge requires exactly 2 parameters - name of source database and regexp for "
            "table names.",
            "Merge(db, '^orders_')",
        )
    first, second = arguments
    pattern = _text(second, "table_name_regexp")
    compiled_pattern(pattern)
    if not (isinstance(first, Call) and first.name.upper() == "REGEXP"):
        return OtherTables(_database(first, current), pattern)
    of_databases = first.arguments[0] if len(first.arguments) == 1 else None
    if not _is_text(of_databases):
        raise RmtError(
            "BAD_ARGUMENTS",
            "Argument for REGEXP in Merge ENGINE should be a non empty String Literal.",
        )
    database = _text(of_databases, "database_name_regexp")
    compiled_pattern(database)
    return OtherTables(database, pattern, is_of_databases=True)


def _buffer(arguments: Sequence[Expression], current: str) -> OtherTables:
    if not 2 + _FEWEST_LIMITS <= len(arguments) <= 2 + len(_LIMITS):
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "Storage Buffer requires from 9 to 12 parameters: destination_database, "
            "destination_table, num_buckets, min_time, max_time, min_rows, max_rows, min_bytes, "
            "max_bytes[, flush_time, flush_rows, flush_bytes].",
        )
    database = _database(arguments[0], current)
    table = _name(arguments[1], "destination_table")
    if not table:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "A Buffer without a destination, whose rows are thrown away, is not supported.",
            "ENGINE = Null throws rows away.",
        )
    limits = zip(arguments[2:], _LIMITS, strict=False)
    return OtherTables(database, table, limits=tuple(_limit(node, name) for node, name in limits))


def _limit(node: Expression, name: str) -> int:
    negated = isinstance(node, Call) and node.name == "negate" and len(node.arguments) == 1
    inner = node.arguments[0] if isinstance(node, Call) and negated else node
    value = inner.value if isinstance(inner, Literal) else None
    if not isinstance(value, int) or isinstance(value, bool):
        raise RmtError(
            "CANNOT_CONVERT_TYPE", f"Argument '{name}' of Buffer must be a whole number."
        )
    value = -value if negated else value
    if name == "num_buckets" and value <= 0:
        raise RmtError(
            "BAD_ARGUMENTS", f"Argument '{name}' must be a positive integer, got '{value}'."
        )
    if value < 0:
        raise RmtError(
            "BAD_ARGUMENTS", f"Argument '{name}' must be non-negative value, get {value}."
        )
    return value


def _database(node: Expression, current: str) -> str:
    if isinstance(node, Call) and node.name.lower() in ("currentdatabase", "database"):
        return current
    return (_name(node, "database_name") or current).lower()


def _name(node: Expression, what: str) -> str:
    if isinstance(node, Identifier) and len(node.parts) == 1:
        return node.parts[0]
    return _text(node, what)


def _is_text(node: Expression | None) -> bool:
    return isinstance(node, Literal) and isinstance(node.value, str) and bool(node.value)


def _text(node: Expression | None, what: str) -> str:
    if not isinstance(node, Literal) or not isinstance(node.value, str):
        raise RmtError("BAD_ARGUMENTS", f"Argument '{what}' must be a literal with type String.")
    return node.value


def _string(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
