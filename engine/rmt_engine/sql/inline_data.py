"""`INSERT … FORMAT JSONEachRow | CSV | TSV` with the data in the statement: the rows as VALUES.

Values become literals, which are converted as those of VALUES are; what a row leaves out becomes
DEFAULT. Source of the meaning: https://clickhouse.com/docs/interfaces/formats, with ClickHouse's
default settings of formats.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.sql.quoting import quote_string
from rmt_engine.sql.types import Category, DataType, parse_type
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
_NULL = "NULL"
_NULL_TEXT = r"\N"
_NESTED = (Category.ARRAY, Category.MAP, Category.TUPLE)
_SEPARATOR = re.compile(r"[\s,;]*")
_BLANK = re.compile(r"[ \t]*")
_PLAIN = re.compile(r"[^,\r\n]*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "0": "\0"}


class _Number(str):
    """A number of JSON, as written."""


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
            `ATTEMPT_TO_READ_AFTER_EOF`, it is not of that format; `NOT_IMPLEMENTED`, CSV or TSV of
            arrays, maps and tuples.
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
        yield [_literal(row[n], types[n]) if n in row else _DEFAULT for n in types]


def _objects(data: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder(
        object_pairs_hook=_object, parse_int=_Number, parse_float=_Number, strict=False
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
            raise RmtError("TOO_DEEP_RECURSION", "The JSON is nested too deep.") from None
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


def _literal(value: Any, data_type: DataType) -> str:
    """A value of JSON as a literal."""
    if value is None:
        return _NULL
    if isinstance(value, bool):
        return quote_string(str(value).lower())
    if isinstance(value, _Number):
        # All values of a column of VALUES have one type, and rows may differ: texts suit all.
        is_moment = data_type.category in (Category.DATE, Category.DATETIME)
        return str(value) if is_moment else quote_string(value)
    if isinstance(value, str):
        return quote_string(value)
    if data_type.category is Category.JSON:
        return quote_string(json.dumps(value))
    if isinstance(value, list) and data_type.category is Category.ARRAY:
        return f"[{', '.join(_element(element, data_type.element) for element in value)}]"
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"A value of the type {data_type} in JSONEachRow is not supported yet.",
        "Use VALUES.",
    )


def _element(value: Any, data_type: DataType) -> str:
    """A value inside an array, where numbers and words stay what they are."""
    if isinstance(value, bool):
        return str(value).lower()
    is_text = data_type.category in (Category.STRING, Category.FIXED_STRING)
    if isinstance(value, _Number) and not is_text:
        return str(value)
    return _literal(value, data_type)


# CSV and TSV


def _text_rows(data_format: str, data: str, types: dict[str, DataType]) -> Iterator[list[str]]:
    nested = [name for name, data_type in types.items() if data_type.category in _NESTED]
    if nested:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{data_format} with a value of the type {types[nested[0]]} is not supported yet.",
            "Use VALUES or JSONEachRow.",
        )
    is_csv = data_format.startswith("CSV")
    rows = (_csv_rows if is_csv else _tsv_rows)(data)
    header = list(types)
    for number, row in enumerate(rows):
        texts = [text for text, _ in row]
        if number == 0 and (data_format.endswith("WithNames") or set(texts) <= types.keys()):
            header = [str(text) for text in texts]
            continue
        if len(row) != len(header):
            raise RmtError(
                "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
                f"Cannot parse input: row {number + 1} has {len(row)} values, not {len(header)}.",
            )
        given = dict(zip(header, row, strict=True))
        yield [_cell(*given[name], is_csv) if name in given else _DEFAULT for name in types]


def _cell(text: str | None, is_quoted: bool, is_csv: bool) -> str:
    if text is None:
        return _NULL
    if is_csv and not text and not is_quoted:
        return _DEFAULT
    return quote_string(text)


def _tsv_rows(data: str) -> Iterator[list[tuple[str | None, bool]]]:
    for line in data.removesuffix("\n").split("\n") if data else ():
        cells = line.removesuffix("\r").split("\t")
        yield [(None if cell == _NULL_TEXT else _unescaped(cell), False) for cell in cells]


def _unescaped(cell: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), cell)


def _csv_rows(data: str) -> Iterator[list[tuple[str | None, bool]]]:
    """The cells of each line, None for NULL, and whether each stood in quotes."""
    at, row = 0, []
    while at < len(data):
        cell, is_quoted, at = _csv_cell(data, at)
        row.append((None if cell == _NULL_TEXT and not is_quoted else cell, is_quoted))
        if data.startswith(",", at):
            at += 1
            if at < len(data):
                continue
            row.append(("", False))
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
