"""Functions of places on a plane."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["PLACES"]

_CROSSES = "(u.2 > p.2) != (v.2 > p.2) AND p.1 < (v.1 - u.1) * (p.2 - u.2) / (v.2 - u.2) + u.1"
"""Whether the line from a corner to the next one is to the right of a point."""
_IS_ON_LINE = (
    "(v.1 - u.1) * (p.2 - u.2) = (v.2 - u.2) * (p.1 - u.1) AND "
    "p.1 >= least(u.1, v.1) AND p.1 <= greatest(u.1, v.1) AND "
    "p.2 >= least(u.2, v.2) AND p.2 <= greatest(u.2, v.2)"
)


def _is_in(ring: str) -> str:
    """Whether a point is inside a ring, or on it."""
    return (
        f"arrayExists((s, t) -> arrayExists((u, v) -> {_IS_ON_LINE}, s, t) OR "
        f"arrayCount((u, v) -> {_CROSSES}, s, t) % 2 = 1, "
        f"[{ring}], [arrayPushBack(arrayPopFront({ring}), {ring}[1])])"
    )


def _polygon(holes: str) -> str:
    """Of a ring and of so many holes in it, one for each letter."""
    outside = "".join(f" AND NOT {_is_in(hole)}" for hole in holes)
    return f"({', '.join(('p', 'r', *holes))}) -> {_is_in('r')}{outside}"


def _ellipses(count: int) -> str:
    names = [f"{name}{place}" for place in range(count) for name in "efab"]
    inside = " OR ".join(
        f"(x - e{n}) * (x - e{n}) / (a{n} * a{n}) + (y - f{n}) * (y - f{n}) / (b{n} * b{n}) <= 1"
        for n in range(count)
    )
    return f"(x, y, {', '.join(names)}) -> {inside}"


PLACES: Rows = (
    ("pointInEllipses", "(x, y, x₀, y₀, a, b, …)", "UInt8", "1 for a point in one of the ellipses "
     "around x₀, y₀", *map(_ellipses, (1, 2, 3))),
    ("pointInPolygon", "(point, ring[, hole, …])", "UInt8", "1 for a point in a ring of points or "
     "on it, and in no hole", *map(_polygon, ("", "h", "hi", "hij"))),
)  # fmt: skip
"""The functions."""
