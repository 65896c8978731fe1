"""What ClickHouse's functions take, as `engine/rmt_engine/sql/functions/arguments.tsv` has it.

`python -m support.argument_kinds`, in `integration_tests`, asks ClickHouse and writes the file:
each call of `function_cases` and `type_cases`, with more and fewer arguments, and with a value of
each kind in the place of each argument.

What one argument may be depends on the others: a Date can be compared with a Date, not with a
number. A kind that does not go with the other arguments of the call is therefore tried with values
of the same kind, and of others, in their places.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.functions.answers.conversion import type_named
from rmt_engine.sql.functions.arguments import GROUPS, kinds_of
from support import function_cases, type_cases
from support.clickhouse import ClickHouse, ClickHouseError, LiveSession
from support.typed_calls import Call, calls_of, is_lambda, is_literal, text_of

__all__ = ["CREATE_TABLE", "FILE", "VALUES", "lines_of_functions", "sample_calls", "write"]

FILE = Path(__file__).parents[2] / "engine/rmt_engine/sql/functions/arguments.tsv"

_Value = tuple[str, str]
"""A column, or what is not constant, and a constant."""
VALUES: Mapping[str, _Value] = {
    "Int": ("i32", "toInt32(-3)"),
    "UInt8": ("u8", "3"),
    "UInt": ("u32", "toUInt32(3)"),
    "wide": ("i128", "toInt128(3)"),
    "Bool": ("b", "true"),
    "Float": ("f64", "1.5"),
    "Decimal": ("dec", "toDecimal64(1.5, 2)"),
    "String": ("s", "'2024-01-01'"),
    "FixedString": ("fs", "toFixedString('abcd', 4)"),
    "Date": ("d", "toDate('2024-01-01')"),
    "Date32": ("d32", "toDate32('2024-01-01')"),
    "DateTime": ("dt", "toDateTime('2024-01-01 00:00:00')"),
    "DateTime64": ("d64", "toDateTime64('2024-01-01 00:00:00', 3)"),
    "UUID": ("uuid", "toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')"),
    "IPv4": ("ip4", "toIPv4('1.2.3.4')"),
    "IPv6": ("ip6", "toIPv6('::1')"),
    "Enum": ("e8", "CAST('a' AS Enum8('a' = 1))"),
    "Array(number)": ("ai", "[1, 2]"),
    "Array(String)": ("as", "['a']"),
    "Map": ("m", "map('a', 1)"),
    "Tuple": ("tu", "(1, 'a')"),
    "Interval": ("INTERVAL 1 DAY", "INTERVAL 1 DAY"),
    "JSON": ("js", "'{}'::JSON"),
}
"""A value of each kind."""
_ARRAYS = frozenset(GROUPS["arrays"])
_WRONG_TYPE = "ILLEGAL_TYPE_OF_ARGUMENT"
_WRONG_NUMBER = (
    "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
    "TOO_FEW_ARGUMENTS_FOR_FUNCTION",
    "TOO_MANY_ARGUMENTS_FOR_FUNCTION",
)
_BY_A_CONSTANT = "CAST"
"""What it takes depends on the type that it is told."""
_MOST = 7
"""With so many arguments more, a function takes any number."""
_LONGER = 3
"""So many arguments more tell what a later one may be."""
_CALLS = 12
"""So many calls of a function are tried."""
_TOGETHER = 5
"""Of so many arguments any others may get the same kind."""


def _listed(text: str) -> list[str]:
    return [part for part in re.split(r";\s+|\s*\n\s*", text.strip()) if part]


def _columns() -> list[str]:
    of_cases = re.sub(r",\s+(?=\w+ [A-Z])", "\n", " ".join(function_cases.COLUMNS.split()))
    return [*_listed(type_cases.COLUMNS), *(f"c_{column}" for column in of_cases.split("\n"))]


CREATE_TABLE = f"CREATE TABLE t ({', '.join(_columns())}) ENGINE = Memory"
"""The columns of `type_cases`, and those of `function_cases` with `c_` before their names."""


def _expressions() -> Iterator[tuple[str, str]]:
    """The calls of the cases, each with what the names of its columns begin with."""
    listed = (function_cases.WHOLE, function_cases.AGGREGATES, function_cases.GROUPS)
    for text in (*function_cases.SCALARS.values(), *listed):
        yield from ((expression, "c_") for expression in _listed(text))
    yield from ((expression, "") for expression in _listed(type_cases.EXPRESSIONS))
    for table in (type_cases.UNARY, type_cases.AGGREGATES):
        for columns, names in table.items():
            first = columns.split()[0]
            yield from ((f"{name}({first})", "") for name in names.split())
    for columns, names in type_cases.PAIRS.items():
        first = columns.split()[0]
        for name in names.split():
            yield from ((f"{name}({first}, {other})", "") for other in columns.split())


def sample_calls() -> Mapping[str, Sequence[tuple[Call, str]]]:
    """Calls of each function that has an own row, by its name."""
    found: dict[str, list[tuple[Call, str]]] = defaultdict(list)
    for expression, prefix in _expressions():
        for call in calls_of(expression):
            canonical = canonical_name(call.name)
            if canonical and (call, prefix) not in found[canonical]:
                found[canonical].append((call, prefix))
    return {name: calls[:_CALLS] for name, calls in sorted(found.items()) if _has_row(name)}


def _has_row(name: str) -> bool:
    function = FUNCTIONS.get(name)
    return name != _BY_A_CONSTANT and (function is None or not function.combinators)


def lines_of_functions(
    clickhouse: ClickHouse, calls: Mapping[str, Sequence[tuple[Call, str]]]
) -> list[str]:
    """The file's lines of functions: names, numbers of arguments, what each argument may be.

    Args:
        clickhouse: with the table of `CREATE_TABLE` in the current database.
        calls: of each function, with what the names of its columns begin with.
    """
    lines = []
    for name, nodes in calls.items():
        tried = [_Called(clickhouse, node, prefix) for node, prefix in nodes]
        taken = [called for called in tried if called.is_taken]
        if taken:
            numbers = _numbers(set[int]().union(*(called.counts() for called in taken)))
            kinds = _kinds_of(taken)
            if numbers.endswith("-") and len(kinds) > 1:
                # The last argument of a call may be another one in a longer call.
                kinds.pop()
            row = [name, numbers, *map(_grouped, kinds)]
            if numbers.endswith("-") and (later := _later_kinds(taken)):
                row.append(f"…{later}")
            lines.append("\t".join(row).rstrip("\t"))
    return lines


def _kinds_of(calls: Sequence[_Called]) -> list[set[str]]:
    """What each argument may be, of calls that ClickHouse takes."""
    found: dict[int, set[str]] = defaultdict(set)
    for called in calls:
        for rank, place in enumerate(called.values):
            found[rank] |= called.kinds(place)
    for called in {len(called.values): called for called in reversed(calls)}.values():
        for rank, place in enumerate(called.values):
            found[rank] |= called.kinds_beside_others(place, set(VALUES) - found[rank])
    return [found[rank] for rank in range(len(found))]


def _later_kinds(calls: Sequence[_Called]) -> str:
    """What each argument behind those of the calls may be; empty where it may be any."""
    known = [called for called in calls if called.arguments and called.arguments[-1] != "NULL"]
    longer = [called.longer() for called in known]
    found = set[str]().union(*(called.kinds_at_end() for called in longer if called.is_taken))
    return _grouped(found)


class _Called:
    """A function that is called with several arguments.

    Attributes:
        arguments: their texts.
        values: the places of those that are no lambdas.
    """

    def __init__(self, clickhouse: ClickHouse, call: Call, prefix: str) -> None:
        self._clickhouse = clickhouse
        self._start = text_of(replace(call, arguments=()), prefix).removesuffix(")")
        self._literals = {i for i, one in enumerate(call.arguments) if is_literal(one)}
        self.arguments = [text_of(argument, prefix) for argument in call.arguments]
        self.values = [i for i, one in enumerate(call.arguments) if not is_lambda(one)]

    @property
    def is_taken(self) -> bool:
        """Whether ClickHouse takes the call as it stands."""
        return not self._error(self.arguments)

    def counts(self) -> set[int]:
        """How many arguments it takes, of those that the call has and more like the last."""
        found = set()
        given = self.arguments
        for count in range(len(given) + _MOST + 1):
            more = [given[-1]] * (count - len(given)) if given else ["1"] * count
            if self._error([*given[:count], *more]) not in _WRONG_NUMBER:
                found.add(count)
        return found

    def longer(self) -> _Called:
        """The same with more arguments like the last."""
        more = copy(self)
        more.arguments = [*self.arguments, *([self.arguments[-1]] * _LONGER)]
        return more

    def kinds_at_end(self) -> set[str]:
        """What the last argument may be, beside the others as they are."""
        place = len(self.arguments) - 1
        wrong = (_WRONG_TYPE, *_WRONG_NUMBER)
        return {
            kind
            for kind, value in VALUES.items()
            if self._changed_error({place: value}) not in wrong
        }

    def kinds(self, place: int) -> set[str]:
        """What the argument at a place may be, beside the others as they are."""
        found = {
            kind
            for kind, value in VALUES.items()
            if self._changed_error({place: value}) != _WRONG_TYPE
        }
        # What the elements may be is the lambda's to say.
        of_lambda = len(self.values) < len(self.arguments) and not found.isdisjoint(_ARRAYS)
        return found | _ARRAYS if of_lambda else found | self._own_kinds(place)

    def _own_kinds(self, place: int) -> set[str]:
        """The kinds of the argument as it is: of a tuple not every one will do."""
        argument = self.arguments[place]
        [row] = self._clickhouse.rows(f"DESCRIBE (SELECT {argument} AS x FROM t)")
        data_type = type_named(str(row[1]))
        return set() if data_type is None else VALUES.keys() & kinds_of(data_type)

    def kinds_beside_others(self, place: int, wanted: Iterable[str]) -> set[str]:
        """Which of some kinds the argument at a place may be, beside other arguments."""
        others = [other for other in self.values if other != place]
        return {
            kind
            for kind in wanted
            if not all(
                self._changed_error({place: VALUES[kind], **one}) for one in _beside(others, kind)
            )
        }

    def _changed_error(self, changed: Mapping[int, _Value]) -> str:
        """The same with other values at some places: columns, or constants if it wants these."""
        columns = {
            place: constant if place in self._literals else column
            for place, (column, constant) in changed.items()
        }
        error = self._error(self._with(columns))
        if error == "ILLEGAL_COLUMN":
            error = self._error(self._with({place: value[1] for place, value in changed.items()}))
        return error

    def _with(self, changed: Mapping[int, str]) -> list[str]:
        return [changed.get(place, given) for place, given in enumerate(self.arguments)]

    def _error(self, arguments: Iterable[str]) -> str:
        """The name of what is wrong with a call; empty if nothing is."""
        call = f"{self._start}{', '.join(arguments)})"
        try:
            self._clickhouse.rows(f"DESCRIBE (SELECT {call} FROM t)")
        except ClickHouseError as error:
            return error.name or "UNKNOWN"
        return ""


def _beside(others: Sequence[int], kind: str) -> Iterator[dict[int, _Value]]:
    """What may stand at other places so that a kind is taken: its like, arrays of it, any one."""
    column, constant = VALUES[kind]
    for value in (VALUES[kind], (f"[{column}]", f"[{constant}]")):
        for count in range(1, len(others) + 1 if len(others) < _TOGETHER else 2):
            for places in combinations(others, count):
                yield dict.fromkeys(places, value)
    if len(others) == 1:
        yield from ({others[0]: value} for value in VALUES.values())


def _numbers(counts: set[int]) -> str:
    fewest, most = min(counts), max(counts)
    if most - fewest >= _MOST - 1:
        return f"{fewest}-"
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def _grouped(kinds: set[str]) -> str:
    """Kinds with groups in place of all their members; empty if they are all there are."""
    if kinds == set(VALUES):
        return ""
    words = []
    left = set(kinds)
    for group, members in GROUPS.items():
        if left.issuperset(members):
            words.append(group)
            left -= set(members)
    return " ".join([*words, *(kind for kind in VALUES if kind in left)])


def write() -> None:
    """Writes the file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ClickHouse(LiveSession(Path(folder))) as clickhouse,
    ):
        clickhouse.execute("SET allow_suspicious_low_cardinality_types = 1")
        clickhouse.execute(CREATE_TABLE)
        lines = lines_of_functions(clickhouse, sample_calls())
    FILE.write_text("\n".join(["name\targuments\tkinds", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    write()
