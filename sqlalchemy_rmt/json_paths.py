"""Values inside a JSON text: `column["key"]`, `column[("key", 1)].as_integer()`.

A JSON column is a String. Spark parses it where a value inside is asked for, as a VARIANT, which
keeps numbers exact.

Source: https://spark.apache.org/docs/latest/api/sql/index.html#variant_get;
https://docs.sqlalchemy.org/core/type_basics.html#sqlalchemy.types.JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import exc
from sqlalchemy import types as sqltypes

from sqlalchemy_rmt.types import text_literal

__all__ = ["json_implementations", "json_path"]


def json_path(steps: Sequence[str | int]) -> str:
    """The path of a value, `$['orders'][0]`.

    Args:
        steps: keys of objects and places in arrays, from the outermost.

    Raises:
        ArgumentError: Spark cannot write a key or a place in a path.
    """
    return "$" + "".join(_step(step) for step in steps)


def _step(step: str | int) -> str:
    if isinstance(step, int):
        if step < 0:
            raise exc.ArgumentError(f"Places in a JSON array count from 0, not {step}.")
        return f"[{step}]"
    quote = '"' if "'" in step else "'"
    if not step or "?" in step or quote in step:
        raise exc.ArgumentError(
            f"{step!r} cannot stand in a JSON path: a key there is not empty, has no question mark "
            "and quotes of one kind only."
        )
    return f"[{quote}{step}{quote}]"


class _Index(sqltypes.JSON.JSONIndexType):
    """A key or a place as a path of one step."""

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        """The path's text."""
        return lambda step: json_path([step])

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        """The path as a string literal."""
        quote = text_literal(dialect)
        return lambda step: quote(json_path([step]))


class _Path(sqltypes.JSON.JSONPathType):
    """Keys and places as a path."""

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        """The path's text."""
        return json_path

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        """The path as a string literal."""
        quote = text_literal(dialect)
        return lambda steps: quote(json_path(steps))


def json_implementations() -> dict[Any, Any]:
    """Which class carries the keys and paths of SQLAlchemy's JSON."""
    return {sqltypes.JSON.JSONIndexType: _Index, sqltypes.JSON.JSONPathType: _Path}
