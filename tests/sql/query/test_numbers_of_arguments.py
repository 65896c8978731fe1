"""Functions with as many arguments as ClickHouse's take: they compile, or are refused by name."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence

import pytest
from support.argument_kinds import FILE, VALUES

from rmt_engine.sql.functions.arguments import GROUPS
from tests.sql.query.composed_catalog import compiled

_MORE = 4
"""So many arguments more than the fewest are tried, where a function takes any number."""
_CALLS = 4
"""So many calls with each number of arguments."""
_LINES = [line for line in csv.reader(FILE.open(), delimiter="\t") if len(line) > 1][1:]


@pytest.mark.sample(100)
@pytest.mark.parametrize("line", _LINES, ids=[line[0] for line in _LINES])
def test_no_number_of_arguments_is_an_internal_error(line: list[str]) -> None:
    name, counts, *kinds = line
    fewest, dash, most = counts.partition("-")
    last = int(most) if most else int(fewest) + (_MORE if dash else 0)
    choices = random.Random(name)
    for count in range(int(fewest), min(last, int(fewest) + _MORE) + 1):
        for _ in range(_CALLS):
            arguments = [_argument(kinds, place, choices) for place in range(count)]
            compiled(f"SELECT {name}({', '.join(arguments)}) FROM items")


def _argument(kinds: Sequence[str], place: int, choices: random.Random) -> str:
    """A constant of a kind that an argument may be of."""
    words = kinds[min(place, len(kinds) - 1)].removeprefix("…").split() if kinds else []
    known = [kind for word in words for kind in GROUPS.get(word, (word,)) if kind in VALUES]
    return VALUES[choices.choice(known or list(VALUES))][1]
