"""The table function `file`: the rows of files in a format.

The files are read by `rmt_file`, which looks whether the endpoint lets its clients name them. The
values of CSV are texts there, and become what the structure says here.

Source: https://clickhouse.com/docs/sql-reference/table-functions/file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.grammar.formats import FORMATS
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.catalog import LoweredQuery, QueryColumn
from rmt_engine.sql.query.tree import Expression, Identifier, Literal
from rmt_engine.sql.query.types.conversion import cast_to, converted
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.types import DataType

if TYPE_CHECKING:
    from rmt_engine.sql.query.context import CallContext
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["FileCall", "file_call", "rows_of_file"]

_BY_ENDING = {
    "csv": "CSV",
    "parquet": "Parquet",
    "pq": "Parquet",
    "json": "JSONEachRow",
    "jsonl": "JSONEachRow",
    "ndjson": "JSONEachRow",
}
_READ = ("CSV", "CSVWithNames", "JSONEachRow", "Parquet")
_TEXTS = ("CSV", "CSVWithNames")
_CONTAINERS = ("Array", "Map", "Tuple", "Nested")


@dataclass(frozen=True)
class FileCall:
    """`file(path[, format[, structure]])`, the format as this engine names it."""

    path: str
    format: str
    structure: str


def file_call(arguments: Sequence[Expression]) -> FileCall:
    """What a call asks for.

    Raises:
        RmtError: `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`, `BAD_ARGUMENTS`; `UNKNOWN_FORMAT`;
            `NOT_IMPLEMENTED`, a format that is not read here.
    """
    if not 1 <= len(arguments) <= 3:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "The signature of table function file shall be: path, path and format, or path, format "
            "and structure.",
        )
    texts = [_text(one) for one in arguments]
    path, asked, structure = (*texts, "auto", "auto")[:3]
    return FileCall(path, _format(path, asked), "" if structure == "auto" else structure)


def _text(node: Expression) -> str:
    if isinstance(node, Identifier) and len(node.parts) == 1:
        return node.parts[0]
    if not isinstance(node, Literal) or not isinstance(node.value, str):
        raise RmtError("BAD_ARGUMENTS", "The arguments of file are texts.")
    return node.value


def _format(path: str, asked: str) -> str:
    ending = path.rpartition(".")[2].lower()
    name = _BY_ENDING.get(ending, "") if asked.lower() == "auto" else asked
    if not name:
        raise RmtError(
            "CANNOT_EXTRACT_TABLE_STRUCTURE",
            f"The format of {path} cannot be told from its name.",
            f"file('{path}', 'CSV') names it.",
        )
    known = {one.lower(): one for one in _READ}
    if name.lower() in known:
        return known[name.lower()]
    if name.lower() not in FORMATS:
        raise RmtError("UNKNOWN_FORMAT", f"Unknown format {name}.")
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"The format {name} of file is not supported.",
        f"{', '.join(_READ)} are.",
    )


def rows_of_file(
    queries: Queries,
    call: FileCall,
    structure: Sequence[tuple[str, DataType]],
    context: CallContext,
) -> LoweredQuery:
    """The query of a file's rows.

    Args:
        queries: knows the statement.
        call: the file.
        structure: its columns; none: those that the file has.
        context: the statement's settings.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, CSV of arrays and the like.
    """
    relation = f"rmt_file({_listed(call.path, call.format)})"
    if not structure:
        return _as_found(queries, relation)
    alias = quote_name(queries.fresh_alias("_f"))
    if call.format in _TEXTS:
        relation = f"rmt_file({_listed(call.path, call.format, _ddl_of_texts(structure))})"
        values = [_of_text(alias, name, data_type, context) for name, data_type in structure]
    elif call.format == "Parquet":
        found = {one.name: one.type for one in queries.catalog.columns_of(relation)}
        values = [
            _or_default(alias, name, data_type, found.get(name, data_type))
            if name in found
            else data_type.default
            for name, data_type in structure
        ]
    else:
        relation = f"rmt_file({_listed(call.path, call.format, _ddl(structure))})"
        values = [_or_default(alias, name, data_type, data_type) for name, data_type in structure]
    pieces = ", ".join(
        f"{value} AS {quote_name(name)}" for value, (name, _) in zip(values, structure, strict=True)
    )
    columns = tuple(QueryColumn(name, name, data_type) for name, data_type in structure)
    return LoweredQuery(f"SELECT {pieces} FROM {relation} AS {alias}", columns)


def _as_found(queries: Queries, relation: str) -> LoweredQuery:
    """The columns of the file itself, whose whole numbers are Int64."""
    alias = quote_name(queries.fresh_alias("_f"))
    pieces, columns = [], []
    for known in queries.catalog.columns_of(relation):
        value = Value(f"{alias}.{quote_name(known.name)}", known.type)
        pieces.append(f"{stored(value).sql} AS {quote_name(known.name)}")
        columns.append(QueryColumn(known.name, known.name, known.type))
    return LoweredQuery(f"SELECT {', '.join(pieces)} FROM {relation} AS {alias}", tuple(columns))


def _listed(*texts: str) -> str:
    return ", ".join(map(quote_string, texts))


def _ddl(structure: Sequence[tuple[str, DataType]]) -> str:
    return ", ".join(f"{quote_name(name)} {data_type.spark}" for name, data_type in structure)


def _ddl_of_texts(structure: Sequence[tuple[str, DataType]]) -> str:
    return ", ".join(f"{quote_name(name)} STRING" for name, _ in structure)


def _of_text(alias: str, name: str, data_type: DataType, context: CallContext) -> str:
    """A value of CSV, whose empty ones and NULLs are the default."""
    if data_type.family in _CONTAINERS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"Values of the type {data_type} in CSV are not supported.",
            "Read them as String, and split that.",
        )
    text = Value(f"{alias}.{quote_name(name)}", plain("String"))
    if data_type.family == "String":
        return text.sql if data_type.nullable else f"coalesce({text.sql}, '')"
    value = cast_to(text, data_type, lambda f, values: lower_scalar(f, values, context))
    made = f"CAST({stored(value).sql} AS {data_type.spark})"
    return f"CASE WHEN {text.sql} <> '' THEN {made} ELSE {data_type.default} END"


def _or_default(alias: str, name: str, data_type: DataType, read_as: DataType | None) -> str:
    value = stored(converted(Value(f"{alias}.{quote_name(name)}", read_as), data_type)).sql
    return value if data_type.nullable else f"coalesce({value}, {data_type.default})"
