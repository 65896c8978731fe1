"""The arguments of the type JSON: `JSON(max_dynamic_paths=8, a.b UInt32, SKIP c, SKIP REGEXP 'd')`.

Source: https://clickhouse.com/docs/sql-reference/data-types/newjson.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.text.tokens import Cursor, Kind

__all__ = ["LIMITS", "SKIP", "SKIP_MATCHES", "argument_lines", "read_arguments"]

SKIP, SKIP_MATCHES = "SKIP ", "SKIP REGEXP "
"""What stands before a path, or a pattern of paths, that is left out."""
LIMITS = ("max_dynamic_paths", "max_dynamic_types")
_BARE = re.compile(r"[A-Za-z_]\w*")


def read_arguments(cursor: Cursor, read_type: Callable[[Cursor], object]) -> tuple[str, ...]:
    """Reads what stands in the parentheses, in the order in which ClickHouse writes it.

    Args:
        cursor: before the opening one.
        read_type: reads a type.

    Returns:
        The limits, the paths with types, and what is left out, each as it is written.

    Raises:
        RmtError: `BAD_ARGUMENTS`, a path has two types; `SYNTAX_ERROR`.
    """
    cursor.expect("(")
    limits: list[str] = []
    types: dict[str, object] = {}
    skipped: list[str] = []
    while not cursor.accept(")"):
        if cursor.accept("SKIP", "REGEXP"):
            skipped.append(f"{SKIP_MATCHES}{quote_string(cursor.string('a pattern'))}")
        elif cursor.at("SKIP"):
            cursor.take()
            skipped.append(f"{SKIP}{_quoted(_path(cursor))}")
        else:
            path = _path(cursor)
            if path in LIMITS and cursor.accept("="):
                limits.append(f"{path}={_number(cursor)}")
            elif path in types:
                raise RmtError("BAD_ARGUMENTS", f"Found duplicated path with type: {path}.")
            else:
                types[path] = read_type(cursor)
        if not cursor.at(")"):
            cursor.expect(",")
    typed = (f"{_quoted(path)} {data_type}" for path, data_type in sorted(types.items()))
    is_pattern = [one.startswith(SKIP_MATCHES) for one in skipped]
    paths = sorted(one for one, matches in zip(skipped, is_pattern, strict=True) if not matches)
    patterns = (one for one, matches in zip(skipped, is_pattern, strict=True) if matches)
    return (*limits, *typed, *paths, *patterns)


def argument_lines(arguments: tuple[str, ...]) -> str:
    """The arguments as SHOW CREATE TABLE writes them."""
    shown = []
    for one in arguments:
        name, is_limit, value = one.partition("=")
        if is_limit and name in LIMITS:
            shown.append(f"{name} = {value}")
        else:
            shown.append(f"    {one}" if one.startswith(SKIP) else one)
    return ", ".join(shown)


def _path(cursor: Cursor) -> str:
    parts = [cursor.identifier("a path")]
    while cursor.accept("."):
        parts.append(cursor.identifier("a path"))
    return ".".join(parts)


def _number(cursor: Cursor) -> str:
    token = cursor.peek()
    if token is None or token.kind is not Kind.NUMBER:
        cursor.fail("a number is expected")
    return cursor.take().value


def _quoted(path: str) -> str:
    return path if _BARE.fullmatch(path) else f"`{path}`"
