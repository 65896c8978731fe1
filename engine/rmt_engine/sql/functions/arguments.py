"""How many arguments ClickHouse's functions take, and of which kinds of types.

`arguments.tsv` has a line for every function: its name, how many arguments it takes (`1`, `1-2`,
`2-` for two or more), and for each argument that is no lambda the kinds of types, those of
`GROUPS` by the group's name; nothing where every type will do. Kinds that begin with `…` are those
of each argument behind the others, of a function that takes any number. The file is written by
`integration_tests/support/argument_kinds.py`, and a test compares it with ClickHouse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, is_interval, is_number
from rmt_engine.sql.text.files import lines_of
from rmt_engine.sql.values.types import DataType

__all__ = [
    "GROUPS",
    "check_arguments",
    "check_fixed_number",
    "is_taken",
    "kinds_of",
    "takes_number_in_place_of",
    "takes_so_many",
]

GROUPS: Mapping[str, tuple[str, ...]] = {
    "numbers": ("Int", "UInt8", "UInt", "wide", "Bool", "Float", "Decimal"),
    "integers": ("Int", "UInt8", "UInt", "wide", "Bool"),
    "unsigned": ("UInt8", "UInt"),
    "strings": ("String", "FixedString"),
    "times": ("Date", "Date32", "DateTime", "DateTime64"),
    "addresses": ("IPv4", "IPv6"),
    "arrays": ("Array(number)", "Array(String)"),
}
"""Names for kinds that often go together. `UInt` is wider than 8 bits, `wide` has 128 or 256."""
_KINDS: Mapping[str, str] = {
    **{family: "wide" if BITS[family] > 64 else family.rstrip("0123456789") for family in BITS},
    "UInt8": "UInt8",
    "Enum8": "Enum",
    "Enum16": "Enum",
    "Float32": "Float",
    "Float64": "Float",
    **{family: family for family in (*GROUPS["times"], *GROUPS["strings"], *GROUPS["addresses"])},
    **{family: family for family in ("Decimal", "UUID", "Map", "Tuple", "JSON")},
}
"""The kinds of families of types."""


_COUNTED = frozenset(
    ("Bool", "Enum8", "Enum16", "IPv4", "Date", "Date32", "DateTime", "DateTime64")
)
"""Families of values that are kept as numbers, but for intervals."""
_AS_THEY_ARE = frozenset(
    """accurateCast accurateCastOrNull accurateCastOrDefault arrayElement globalIn notIn nullIf
    singleValueOrNull toIPv4 toIPv4OrDefault toIPv6 toIPv6OrDefault toLowCardinality
    toNullable toUnixTimestamp transform tupleElement""".split()
)
"""Functions that take numbers and other values alike, and none of them for a number."""
_SPARKS_NUMBERS = {"dateDiff": (2,)}
"""How many arguments Spark's function of the same name takes, where this engine has it, too."""


_LATER = "…"
"""What kinds of later arguments begin with in the file."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a function takes.

    Attributes:
        fewest: so many arguments at least.
        most: so many at most; None if there is no limit.
        kinds: of each argument; empty where every type will do.
        words: the same as the file has it.
        later: the kinds of each argument behind those, and their words.
    """

    fewest: int
    most: int | None
    kinds: tuple[frozenset[str], ...]
    words: tuple[str, ...]
    later: tuple[frozenset[str], str]

    def takes(self, count: int) -> bool:
        """Whether so many arguments are right."""
        return self.fewest <= count and (self.most is None or count <= self.most)

    def kinds_at(self, place: int) -> tuple[frozenset[str], str]:
        """The kinds of an argument, counted from 0, and the words of the file for them."""
        if place < len(self.kinds):
            return self.kinds[place], self.words[place]
        return self.later


@cache
def _taken() -> dict[str, _Taken]:
    found = {}
    for name, counts, *words in lines_of("arguments.tsv", "rmt_engine.sql.functions"):
        fewest, dash, most = counts.partition("-")
        upper = int(most) if most else None if dash else int(fewest)
        later = words.pop().removeprefix(_LATER) if words and words[-1].startswith(_LATER) else ""
        kinds = tuple(map(_kinds, words))
        found[name] = _Taken(int(fewest), upper, kinds, tuple(words), (_kinds(later), later))
    return found


def _kinds(words: str) -> frozenset[str]:
    return frozenset(kind for word in words.split() for kind in GROUPS.get(word, (word,)))


def is_taken(name: str) -> bool:
    """Whether queries of ClickHouse's may call a function.

    Args:
        name: ClickHouse's own name, of no combinator.
    """
    return name in _taken()


def check_arguments(name: str, count: int, types: Sequence[DataType | None]) -> None:
    """Raises an error where a function takes no such arguments.

    Args:
        name: the function's canonical name; one that the file does not have is not checked.
        count: how many arguments there are.
        types: those of the arguments that are no lambdas; None where the type is not known.

    Raises:
        RmtError: `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`, `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    taken = _taken().get(name)
    if taken is None or count in _SPARKS_NUMBERS.get(name, ()):
        return
    _check_number(name, taken, count)
    for place, given in enumerate(types):
        kinds, words = taken.kinds_at(place)
        if given is None or not kinds:
            continue
        kind = kinds_of(given)
        if kind and kinds.isdisjoint(kind):
            raise _wrong_type(name, words, place, given)


def check_fixed_number(name: str, count: int) -> None:
    """Raises an error where a function always takes another number of arguments.

    Args:
        name: the function's canonical name.
        count: how many arguments there are.

    Raises:
        RmtError: `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`.
    """
    taken = _taken().get(name)
    if taken is not None and taken.fewest == taken.most:
        _check_number(name, taken, count)


def takes_so_many(name: str, count: int) -> bool:
    """Whether ClickHouse's function takes so many arguments.

    Args:
        name: the function's canonical name.
        count: how many arguments there are.
    """
    taken = _taken().get(name)
    return taken is not None and taken.takes(count)


def _check_number(name: str, taken: _Taken, count: int) -> None:
    if not taken.takes(count):
        raise _wrong_number(name, taken, count)


def takes_number_in_place_of(name: str, place: int, data_type: DataType) -> bool:
    """Whether an argument of a type that is kept as a number counts as that number.

    Args:
        name: the function's canonical name.
        place: the argument's, from 0.
        data_type: the argument's type.
    """
    taken = _taken().get(name)
    if taken is None or not taken.kinds or name in _AS_THEY_ARE:
        return False
    if data_type.family not in _COUNTED and not is_interval(data_type):
        return False
    if place >= len(taken.kinds) and taken.most is not None:
        return False
    kinds = taken.kinds[min(place, len(taken.kinds) - 1)]
    return "UInt8" in kinds and not kinds.isdisjoint(kinds_of(data_type))


@lru_cache(maxsize=1024)
def kinds_of(data_type: DataType) -> tuple[str, ...]:
    """The kinds a type may be taken for; none for one that no function was tried with."""
    family = data_type.family
    if family == "Array":
        element = data_type.element
        if element.family in GROUPS["strings"]:
            return ("Array(String)",)
        return ("Array(number)",) if is_number(element) else GROUPS["arrays"]
    if family == "Tuple" and data_type.elements and all(map(is_interval, data_type.elements)):
        return ("Tuple", "Interval")
    kind = "Interval" if is_interval(data_type) else _KINDS.get(family)
    return () if kind is None else (kind,)


def _wrong_number(name: str, taken: _Taken, given: int) -> RmtError:
    if taken.most is None:
        wanted = f"at least {taken.fewest}"
    elif taken.most == taken.fewest:
        wanted = str(taken.fewest)
    else:
        wanted = f"{taken.fewest} to {taken.most}"
    return RmtError(
        "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        f"Number of arguments for function {name} doesn't match: passed {given}, should be "
        f"{wanted}.",
    )


def _wrong_type(name: str, words: str, place: int, given: DataType) -> RmtError:
    return RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Illegal type {given} of argument {place + 1} of function {name}, which takes: "
        f"{', '.join(words.split())}.",
    )
