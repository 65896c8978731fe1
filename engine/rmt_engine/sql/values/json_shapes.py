"""What a type JSON says of the paths of its values.

Source: https://clickhouse.com/docs/sql-reference/data-types/newjson.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import Cursor, tokenize
from rmt_engine.sql.values.json_arguments import LIMITS, SKIP, SKIP_MATCHES
from rmt_engine.sql.values.types import Category, DataType, parse_type

__all__ = ["JsonShape", "shape_of"]

_TAKEN = frozenset(
    (
        *(Category.INTEGER, Category.FLOAT, Category.DECIMAL, Category.BOOL, Category.STRING),
        *(Category.DATE, Category.DATETIME, Category.UUID, Category.ENUM),
        *(Category.IPV4, Category.IPV6),
    )
)


@dataclass(frozen=True)
class JsonShape:
    """What holds for the values of a type JSON.

    Attributes:
        types: the types of paths that have one: `a.b`.
        skipped: paths that are left out, with all below.
        patterns: of paths that are left out.
    """

    types: Mapping[str, DataType]
    skipped: tuple[str, ...]
    patterns: tuple[str, ...]

    @property
    def is_free(self) -> bool:
        """Whether any object is a value, as it is."""
        return not (self.types or self.skipped or self.patterns)


@lru_cache(maxsize=256)
def shape_of(data_type: DataType) -> JsonShape:
    """What a type JSON says of its values.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, a path is of a type that is not supported there.
    """
    types: dict[str, DataType] = {}
    skipped, patterns = [], []
    for argument in map(str, data_type.arguments):
        if argument.startswith(SKIP_MATCHES):
            patterns.append(_unquoted(argument.removeprefix(SKIP_MATCHES)))
        elif argument.startswith(SKIP):
            skipped.append(argument.removeprefix(SKIP).strip("`"))
        elif argument.partition("=")[0] not in LIMITS:
            path, name = _typed(argument)
            types[path] = _checked(path, parse_type(name))
    return JsonShape(types, tuple(skipped), tuple(patterns))


def _unquoted(text: str) -> str:
    return Cursor(text, tokenize(text)).string()


def _typed(argument: str) -> tuple[str, str]:
    if argument.startswith("`"):
        path, _, name = argument[1:].partition("` ")
        return path, name
    path, _, name = argument.partition(" ")
    return path, name


def _checked(path: str, data_type: DataType) -> DataType:
    inner = data_type
    while inner.family == "Array":
        inner = inner.element
    if inner.category not in _TAKEN:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A path of a JSON with the type {data_type} is not supported: {path}.",
            "Paths have types of numbers, texts, times, addresses, or arrays of these.",
        )
    return data_type
