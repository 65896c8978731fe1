"""Rows as lines of text, and when two of them are the same answer.

Each engine has its own way to write a value: ClickHouse's `1`, `['a']` and `2024-01-01 10:00:00`
are `true` or `1.0`, `["a"]` and `2024-01-01 10:00:00.000` in Spark's results. Values are compared,
not their texts; but texts themselves (columns of type String) must be equal to the character.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

__all__ = ["as_line", "same_rows"]

_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\0": "\\0"})
_NULL = "\\N"
_EMPTY = "''"
_FRACTION = re.compile(r"(\d{2}:\d{2}:\d{2})\.(\d*?)0*$")
_NUMBERS = ("TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL", "BOOLEAN")
_NESTED = ("ARRAY", "MAP", "STRUCT")


def as_line(row: Iterable[Any]) -> str:
    """A row as the file of a case shows it."""
    return "\t".join(_cell(value) for value in row)


def same_rows(
    ours: Sequence[str], theirs: Sequence[str], types: Sequence[str], ordered: bool
) -> bool:
    """Whether two answers are the same.

    Args:
        ours: the lines of our rows.
        theirs: the lines of ClickHouse's rows.
        types: our columns' Hive types, which say how a text is to be read.
        ordered: whether the order of the rows counts.
    """
    left = [_comparable(line, types) for line in ours]
    right = [_comparable(line, types) for line in theirs]
    return left == right if ordered else sorted(left, key=repr) == sorted(right, key=repr)


def _cell(value: Any) -> str:
    if value is None:
        return _NULL
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).translate(_ESCAPES) or _EMPTY


def _comparable(line: str, types: Sequence[str]) -> list[Any]:
    cells = line.split("\t")
    if len(cells) != len(types):
        return [cells]
    return [
        _value(cell, kind.removesuffix("_TYPE")) for cell, kind in zip(cells, types, strict=True)
    ]


def _value(cell: str, kind: str) -> Any:
    if cell == _NULL or kind not in (*_NUMBERS, *_NESTED, "TIMESTAMP"):
        return cell
    if kind == "TIMESTAMP":
        return _FRACTION.sub(lambda match: f"{match[1]}.{match[2]}".rstrip("."), cell)
    if kind in _NESTED:
        return _nested(cell.replace("\\\\", "\\"), keyed=kind == "MAP")
    return _number(cell, single=kind == "FLOAT")


def _number(cell: str, single: bool = False) -> Any:
    """A number, Bool's words among them."""
    words = {"true": Decimal(1), "false": Decimal(0)}
    try:
        number = words[cell] if cell in words else Decimal(cell)
    except InvalidOperation:
        return cell
    if number.is_nan():
        return "nan"
    if single:
        return f"{float(number):.6g}"
    return float(number) if abs(number) < 2**53 or math.isinf(number) else number


def _nested(cell: str, keyed: bool) -> Any:
    """An array, map or tuple, from Spark's JSON or ClickHouse's literal; a tuple is a list."""
    try:
        value = json.loads(cell)
    except json.JSONDecodeError:
        value = _literal(ast.parse(cell, mode="eval").body)
    if keyed:
        return {str(key): _plain(element) for key, element in value.items()}
    return _plain(value)


def _plain(value: Any) -> Any:
    """A value whose numbers and times can be compared; names of a struct's fields do not count."""
    if isinstance(value, dict):
        return [_plain(element) for element in value.values()]
    if isinstance(value, list):
        return [_plain(element) for element in value]
    if isinstance(value, str):
        return _value(value, "TIMESTAMP")
    return value if value is None else _number(str(value).lower())


def _literal(node: ast.expr) -> Any:
    if isinstance(node, ast.List | ast.Tuple):
        return [_literal(element) for element in node.elts]
    if isinstance(node, ast.Dict):
        keys = (ast.literal_eval(key) for key in node.keys if key is not None)
        return dict(zip(keys, map(_literal, node.values), strict=True))
    if isinstance(node, ast.Name):
        return {"NULL": None, "true": True, "false": False}.get(node.id, node.id)
    return ast.literal_eval(node)
