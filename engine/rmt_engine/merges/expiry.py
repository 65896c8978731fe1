"""TTL in merges: what has expired by a time, told by the registry's extremes of hidden columns.

No file is read to find out: the least and the greatest moment of every file stand in the registry.
A file that was written before its table had a rule tells nothing until a merge or `MATERIALIZE TTL`
writes it anew.

Source of the semantics: ClickHouse's `TTLMergeSelector` and `TTLTransform`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from rmt_engine.store.part import ArrowIpc, Part, RunFile
from rmt_engine.store.table import Expiry

__all__ = ["ExpiryLimits", "due_rules", "first_moment", "has_gone", "is_known", "select_expired"]

_MOST_PARTS_AT_ONCE = 100


@dataclass(frozen=True)
class ExpiryLimits:
    """What a merge may do that is made only because of TTL.

    Attributes:
        max_bytes: the most bytes it may read.
        whole_parts: whether parts go only as a whole.
        may_repeat: whether the last such merge of a partition, by its id, was long enough ago.
    """

    max_bytes: float
    whole_parts: bool = False
    may_repeat: Callable[[str], bool] = lambda _: True


def is_known(file: RunFile, rules: Iterable[Expiry]) -> bool:
    """Whether the registry has the moments of all rules for a file."""
    return all(_moments(file.minmax, rule.name) is not None for rule in rules)


def due_rules(rules: Iterable[Expiry], files: Sequence[RunFile], now: int) -> list[Expiry]:
    """The rules by which something in a file has expired."""
    return [rule for rule in rules if any(_first(file, rule) <= now for file in files)]


def has_gone(files: Iterable[RunFile], rules: Sequence[Expiry], now: int) -> bool:
    """Whether all rows of files have expired."""
    return all(_last(file, rules) <= now for file in files)


def first_moment(parts: Iterable[Part], rules: Sequence[Expiry]) -> float:
    """When the first row or value of parts expires; infinite if none does that one knows of."""
    moments = (_first(file, rule) for part in parts for file in part.files for rule in rules)
    return min(moments, default=float("inf"))


def select_expired(
    stretches: Iterable[Sequence[Part]], rules: Sequence[Expiry], limits: ExpiryLimits, now: int
) -> list[Part]:
    """The parts to merge because of TTL; empty when there is no reason to.

    Parts whose rows have all expired come first, as nothing has to be read. Otherwise it is the
    part whose first moment came longest ago, with its neighbours in which something has expired.

    Args:
        stretches: neighbouring parts of a partition that nobody else merges, by block.
        rules: the table's.
        limits: what the merge may do.
        now: seconds since 1970.
    """
    listed = [list(stretch) for stretch in stretches]
    for stretch in listed:
        gone = [has_gone(part.files, rules, now) for part in stretch]
        if True in gone:
            begin = gone.index(True)
            end = begin + 1
            while end < len(stretch) and gone[end] and end - begin < _MOST_PARTS_AT_ONCE:
                end += 1
            return stretch[begin:end]
    if limits.whole_parts:
        return []
    due = [
        (moment, number, place)
        for number, stretch in enumerate(listed)
        if stretch and limits.may_repeat(stretch[0].name.partition_id)
        for place, part in enumerate(stretch)
        if (moment := first_moment([part], rules)) <= now and part.bytes <= limits.max_bytes
    ]
    if not due:
        return []
    _, number, place = min(due)
    places = {place for _, of, place in due if of == number}
    return _with_neighbours(listed[number], place, places, limits.max_bytes)


def _with_neighbours(
    stretch: Sequence[Part], place: int, due: set[int], max_bytes: float
) -> list[Part]:
    begin, end = place, place + 1
    size = stretch[place].bytes
    while end - begin < _MOST_PARTS_AT_ONCE:
        following = end if end in due else begin - 1
        if following not in due or size + stretch[following].bytes > max_bytes:
            break
        size += stretch[following].bytes
        begin, end = min(begin, following), max(end, following + 1)
    return list(stretch[begin:end])


def _first(file: RunFile, rule: Expiry) -> float:
    """The first moment of a file; infinite when there is none, or it is not known."""
    moments = _moments(file.minmax, rule.name)
    return moments[0] if moments is not None else float("inf")


def _last(file: RunFile, rules: Iterable[Expiry]) -> float:
    """When the last row of a file expires, by the rule that takes it first."""
    known = (_moments(file.minmax, rule.name) for rule in rules if not rule.column)
    return min((moments[1] for moments in known if moments is not None), default=float("inf"))


@functools.lru_cache(maxsize=20_000)
def _moments(minmax: ArrowIpc, name: str) -> tuple[float, float] | None:
    """The first and the last moment of a rule; None when they are not known.

    The last is infinite when there is a row that never expires, as both are without any other.
    """
    if not minmax:
        return None
    extremes = pa.ipc.open_stream(minmax).read_all()
    if name not in extremes.schema.names:
        return None
    first, last = extremes[name].to_pylist()
    if first is None:
        return float("inf"), float("inf")
    return first, float("inf") if extremes.schema.field(name).nullable else last
