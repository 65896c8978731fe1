"""`INSERT … FORMAT JSONEachRow | CSV | TSV` with the data in the statement: the rows as VALUES.

Values become literals, which are converted as those of VALUES are; what a row leaves out becomes
DEFAULT. Source of the meaning: https://clickhouse.com/docs/interfaces/formats, with ClickHouse's
default settings of formats.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.data_literals import NULL, Number, json_literal, tuple_of
from rmt_engine.sql.values.nested_text import read_nested
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import TableDefinition

__all__ = ["DATA_FORMATS", "values_of_data"]

DATA_FORMATS = {
    "csv": "CSV",
    "csvwithnames": "CSVWithNames",
    "jsoneachrow": "JSONEachRow",
    "jsonl": "JSONEachRow",
    "jsonlines": "JSONEachRow",
    "ndjson": "JSONEachRow",
    "tabseparated": "TSV",
    "tabseparatedwithnames": "TSVWithNames",
    "tsv": "TSV",
    "tsvwithnames": "TSVWithNames",
}
"""The formats data may have, by their names in lower case."""

_DEFAULT = "DEFAULT"
_NULL_TEXT = r"\N"
_SEPARATOR = re.compile(r"[\s,;]*")
_BLANK = re.compile(r"[ \t]*")
_PLAIN = re.compile(r"[^,\r\n]*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "0": "\0"}


def values_of_data(
    data_format: str, data: str, names: Sequence[str] | None, definition: TableDefinition
) -> str:
    """The rows of data as `VALUES (…), …`.

    Args:
        data_format: one of the values of `DATA_FORMATS`.
        data: what follows the name of the format.
        names: the columns of the INSERT; None for all visible ones.
        definition: the table's definition.

    Raises:
        RmtError: `NO_DATA_TO_INSERT`; `CANNOT_PARSE_INPUT_ASSERTION_FAILED`, `INCORRECT_DATA` or
            `ATTEMPT_TO_READ_AFTER_EOF`, it is not of that format; what `json_literal` and
            `read_nested` raise of values.
    """
    wanted = [c.name for c in definition.visible_columns] if names is None else list(names)
    types: dict[str, DataType] = {}
    for name in wanted:
        column = definition.column(name)
        if column is None:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE", f"There is no column {name} in the table to insert into."
            )
        types[name] = parse_type(column.type)
    read = _json_rows if data_format == "JSONEachRow" else _text_rows
    rows = [f"({', '.join(row)})" for row in read(data_format, data, types)]
    if not rows:
        raise RmtError("NO_DATA_TO_INSERT", "No data to insert.", "It follows the format's name.")
    return f"VALUES {', '.join(rows)}"


# JSON


def _json_rows(_: str, data: str, types: dict[str, DataType]) -> Iterator[list[str]]:
    for row in _objects(data):
        try:
            yield [json_literal(row[n], types[n]) if n in row else _DEFAULT for n in types]
        except RecursionError:
            raise _too_deep() from None


def _objects(data: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder(
        object_pairs_hook=_object, parse_int=Number, parse_float=Number, strict=False
    )
    at = _end_of(_SEPARATOR, data, 0)
    listed = data.startswith("[", at)
    at = _end_of(_SEPARATOR, data, at + listed)
    while at < len(data):
        if listed and data[at] == "]":
            if _end_of(_SEPARATOR, data, at + 1) < len(data):
                raise _not_of_format(data[at + 1 :])
            return
        try:
            row, at = decoder.raw_decode(data, at)
        except RecursionError:
            raise _too_deep() from None
        except json.JSONDecodeError as error:
            if error.pos >= len(data.rstrip()):
                raise RmtError(
                    "ATTEMPT_TO_READ_AFTER_EOF", "Attempt to read after eof: the JSON ends early."
                ) from None
            raise _not_of_format(data[error.pos :]) from None
        if not isinstance(row, dict):
            raise _not_of_format(data[at:])
        yield row
        at = _end_of(_SEPARATOR, data, at)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) != len(pairs):
        raise RmtError("INCORRECT_DATA", "Duplicate field found while parsing JSONEachRow format.")
    return row


def _too_deep() -> RmtError:
    return RmtError("TOO_DEEP_RECURSION", "The JSON is nested too deep.")


# CSV and TSV


class _Cell(NamedTuple):
    """A cell: its text, None for NULL, and whether it stood in quotes."""

    text: str | None
    is_quoted: bool = False


def _text_rows(data_format: str, data: str, types: dict[str, DataType]) -> Iterator[list[str]]:
    is_csv = data_format.startswith("CSV")
    rows = (_csv_rows if is_csv else _tsv_rows)(data)
    header = list(types)
    for number, row in enumerate(rows):
        texts = [
            cell.text if is_csv or cell.text is None else _unescaped(cell.text) for cell in row
        ]
        if number == 0 and (data_format.endswith("WithNames") or set(texts) <= types.keys()):
            header = [str(text) for text in texts]
            continue
        cells = iter(row)
        read = _csv_value if is_csv else _tsv_value
        try:
            given = {name: read(cells, types.get(name)) for name in header}
            is_whole = next(cells, None) is None
        except _MissingCellError:
            is_whole = False
        if not is_whole:
            raise RmtError(
                "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
                f"Cannot parse input: row {number + 1} has {len(row)} values, not those of "
                f"{', '.join(header)}.",
            )
        yield [given.get(name, _DEFAULT) for name in types]


_EMPTY = _Cell("")


class _MissingCellError(Exception):
    """A row has fewer cells than values."""


def _next(cells: Iterator[_Cell]) -> _Cell:
    cell = next(cells, None)
    if cell is None:
        raise _MissingCellError
    return cell


def _csv_value(cells: Iterator[_Cell], data_type: DataType | None) -> str:
    first = _next(cells)
    if first == _EMPTY:
        return _DEFAULT
    return _csv_element(itertools.chain([first], cells), data_type)


def _csv_element(cells: Iterator[_Cell], data_type: DataType | None) -> str:
    """A value of CSV that is not left out. Each element of a tuple has a cell of its own."""
    if data_type is not None and data_type.category is Category.TUPLE:
        return tuple_of([_csv_element(cells, element) for element in data_type.elements])
    cell = _next(cells)
    return NULL if cell.text is None or cell == _EMPTY else _literal(cell.text, data_type)


def _tsv_value(cells: Iterator[_Cell], data_type: DataType | None) -> str:
    text = _next(cells).text
    if text is None:
        return NULL
    is_nested = data_type is not None and data_type.elements
    return _literal(text if is_nested else _unescaped(text), data_type)


def _literal(text: str, data_type: DataType | None) -> str:
    if data_type is not None and data_type.elements:
        return read_nested(text, data_type)
    return quote_string(text)


def _tsv_rows(data: str) -> Iterator[list[_Cell]]:
    """The cells of each line, as escaped as they stand there."""
    for line in data.removesuffix("\n").split("\n") if data else ():
        cells = line.removesuffix("\r").split("\t")
        yield [_Cell(None if cell == _NULL_TEXT else cell) for cell in cells]


def _unescaped(cell: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), cell)


def _csv_rows(data: str) -> Iterator[list[_Cell]]:
    at = 0
    row: list[_Cell] = []
    while at < len(data):
        cell, is_quoted, at = _csv_cell(data, at)
        row.append(_Cell(None if cell == _NULL_TEXT and not is_quoted else cell, is_quoted))
        if data.startswith(",", at):
            at += 1
            if at < len(data):
                continue
            row.append(_EMPTY)
        elif at < len(data) and data[at] not in "\r\n":
            raise _not_of_format(data[at:])
        at += 2 if data.startswith("\r\n", at) else 1
        yield row
        row = []


def _csv_cell(data: str, at: int) -> tuple[str, bool, int]:
    start = _end_of(_BLANK, data, at)
    if not data.startswith('"', start):
        end = _end_of(_PLAIN, data, start)
        return data[start:end].rstrip(" \t"), False, end
    pieces: list[str] = []
    while True:
        end = data.find('"', start + 1)
        if end < 0:
            raise _not_of_format(data[start:])
        pieces.append(data[start + 1 : end])
        if not data.startswith('"', end + 1):
            return '"'.join(pieces), True, _end_of(_BLANK, data, end + 1)
        start = end + 1


def _end_of(pattern: re.Pattern[str], data: str, at: int) -> int:
    found = pattern.match(data, at)
    return found.end() if found else at


def _not_of_format(rest: str) -> RmtError:
    return RmtError(
        "CANNOT_PARSE_INPUT_ASSERTION_FAILED", f"Cannot parse input before: {rest.strip()[:50]!r}."
    )
