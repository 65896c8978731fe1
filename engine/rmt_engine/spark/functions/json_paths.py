"""Values at a path of SQL's JSON: `JSON_VALUE(json, '$.a[*].b')` and its kin.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/json-functions, tried
on 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, once, typed
from rmt_engine.spark.functions.json_nodes import Node, kind, root

__all__ = ["JSON_PATHS"]

_STEP = re.compile(
    r"""\.(?P<word>[A-Za-z_][A-Za-z0-9_]*)|\.?"(?P<quoted>[^"]*)"|\["(?P<double>[^"]*)"\]"""
    r"""|\['(?P<single>[^']*)'\]|\[(?P<places>\*|\d[\d ,to]*)\]"""
)
_RANGE = re.compile(r"\s*(\d+)(?:\s+to\s+(\d+))?\s*")


@dataclass(frozen=True)
class _Step:
    """A step of a path.

    Attributes:
        key: a member's; None for elements.
        places: the elements wanted, counted from 0; None for all.
    """

    key: str | None = None
    places: Sequence[int] | None = None


def _read(path: str) -> Sequence[_Step]:
    error = RmtError(
        "BAD_ARGUMENTS",
        f"Unable to parse JSONPath: {path}",
        "A path is like $.a.b[0], $.a[*], $.a[1 to 3] or $['key of any letters'].",
    )
    if not path.startswith("$"):
        raise error
    steps, place = [], 1
    while place < len(path):
        found = _STEP.match(path, place)
        if found is None:
            raise error
        places = found["places"]
        if places is None:
            steps.append(_Step(key=next(one for one in found.groups() if one is not None)))
        elif places == "*":
            steps.append(_Step())
        else:
            steps.append(_Step(places=[*_places(places, error)]))
        place = found.end()
    return steps


def _places(text: str, error: RmtError) -> Iterator[int]:
    """The places of `1, 3 to 5`, whose end is not one of them."""
    for part in text.split(","):
        found = _RANGE.fullmatch(part)
        if found is None:
            raise error
        first, end = int(found[1]), found[2]
        yield from range(first, first + 1 if end is None else int(end))


def _pair(node: Node) -> Column:
    return F.struct(node.value.alias("value"), node.text.alias("text"))


def _node(pair: Column) -> Node:
    return Node(pair["value"], pair["text"])


def _matches(arguments: Arguments) -> Column:
    """The values at the path, in order."""
    if not arguments.expressions[1].foldable():
        raise RmtError("ILLEGAL_COLUMN", "The path of a JSON must be a constant text.")
    found = F.array(_pair(root(arguments.columns[0])))
    for step in _read(arguments.text(1)):
        found = F.flatten(F.transform(_there(found), _taken(step)))
    return _there(found)


def _there(pairs: Column) -> Column:
    return F.filter(pairs, lambda pair: pair["value"].isNotNull())


def _taken(step: _Step) -> Callable[[Column], Column]:
    def taken(pair: Column) -> Column:
        node = _node(pair)
        if step.key is not None:
            return F.array(_pair(node.member(F.lit(step.key))))
        if step.places is not None:
            wanted = [_pair(node.element(F.lit(place + 1))) for place in step.places]
            return F.array(*wanted) if wanted else F.filter(F.array(pair), lambda _: F.lit(False))
        nothing = F.filter(F.array(pair), lambda _: F.lit(False))
        return F.coalesce(node.items(_pair), nothing)

    return taken


def _value(matches: Column) -> Column:
    """The first value that holds no others."""
    plain = F.filter(matches, lambda pair: ~_holds_others(_node(pair)))
    return once(
        F.try_element_at(plain, F.lit(1)),
        lambda pair: F.when(kind(pair["value"]) == "VOID", F.lit("null")).otherwise(
            F.coalesce(_node(pair).as_text, F.lit(""))
        ),
    )


def _holds_others(node: Node) -> Column:
    return node.is_object | node.is_array


def _query(matches: Column) -> Column:
    """An array of all values, as a text of JSON."""
    texts = F.array_join(F.transform(matches, lambda pair: _node(pair).json), ", ")
    whole = F.concat(F.lit("["), texts, F.lit("]"))
    return F.when(F.size(matches) > 0, whole).otherwise(F.lit(""))


def _exists(matches: Column) -> Column:
    return F.size(matches) > 0


def _built(made: Callable[[Column], Column]) -> Builder:
    def build(arguments: Arguments) -> Column:
        is_known = arguments.columns[0].isNotNull()
        return F.when(is_known, once(_matches(arguments), made))

    return typed(2, 2, build)


JSON_PATHS: Builders = {
    "JSON_VALUE": _built(_value),
    "JSON_QUERY": _built(_query),
    "JSON_EXISTS": _built(_exists),
}
