"""Spark's texts that name a value several times and compute it once."""

from __future__ import annotations

__all__ = ["computed_once"]


def computed_once(value: str, name: str, made: str) -> str:
    """Spark's text of what is made of a value, which a lambda gets as its argument.

    Args:
        value: Spark's text of the value; `name` has no meaning in it.
        name: what the value is called in `made`, in backticks.
        made: Spark's text of what is made of it.
    """
    return f"element_at(transform(array({value}), {name} -> {made}), 1)"
