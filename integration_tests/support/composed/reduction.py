"""The smallest query that still shows a difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from support.composed.nodes import EMPTY, Node, Path, Spelling
from support.composed.queries import Query

__all__ = ["reduced"]

_SIMPLEST = {"i": "1", "f": "0.5", "s": "'a'", "b": "true", "d": "toDate('2024-01-31')"}


def reduced(query: Query, differs: Callable[[Query], bool], budget: int = 150) -> Query:
    """A smaller query that differs in the same way.

    Args:
        query: one that differs.
        differs: whether another one does; asked at most `budget` times.
        budget: how often.
    """
    plain = replace(query, spelling=Spelling())
    if query.spelling != plain.spelling and differs(plain):
        query = plain
    seen = {query.sql}
    progress = True
    while progress:
        progress = False
        place = 0
        candidates = list(_smaller(query.node))
        while place < len(candidates):
            smaller = replace(query, node=candidates[place])
            place += 1
            if smaller.sql in seen or len(smaller.node.sql) >= len(query.node.sql):
                continue
            seen.add(smaller.sql)
            budget -= 1
            if budget < 0:
                return query
            if differs(smaller):
                query, progress = smaller, True
                candidates = list(_smaller(query.node))
                place = max(0, place - 1)
    return query


def _smaller(root: Node) -> Iterator[Node]:
    """Trees with something left out, the largest pieces first."""
    nodes = sorted(root.walk(), key=lambda pair: len(pair[0]))
    yield from (
        root.put((1,), node) for path, node in nodes if node.form == "select" and path != (1,)
    )
    for path, node in nodes:
        yield from (root.put(path, smaller) for smaller in _drops(node))
    tags = dict.fromkeys(node.tag for _, node in nodes if node.tag)
    yield from (root.without(tag) for tag in tags)
    for path, node in nodes:
        if node.code:
            yield from (root.put(path, one) for one in _expressions(path, node))


def _drops(node: Node) -> Iterator[Node]:
    if node.is_optional:
        yield EMPTY
    if node.separator == ", " and len(node.parts) > 1:
        for place, part in enumerate(node.parts):
            if isinstance(part, Node) and not part.tag:
                yield replace(node, parts=node.parts[:place] + node.parts[place + 1 :])
    if node.form == "with expression" or node.parts[:1] == ("WITH",):
        yield EMPTY


def _expressions(_path: Path, node: Node) -> Iterator[Node]:
    """Simpler expressions of the same kind, with what it contains first."""
    if node.tag:
        return
    inner = [one for path, one in node.walk() if path and one.code == node.code and not one.tag]
    yield from (replace(one, tag=node.tag) for one in inner)
    if node.code in _SIMPLEST and node.sql != _SIMPLEST[node.code]:
        yield Node((_SIMPLEST[node.code],), "", node.code)
