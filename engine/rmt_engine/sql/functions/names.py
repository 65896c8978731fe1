"""The names of all of ClickHouse's functions, and how they may be written.

`functions.tsv` has a line for every name of `system.functions`. It is written by
`integration_tests/support/known_functions.py`, and a test compares it with ClickHouse.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rmt_engine.sql.text.files import lines_of

__all__ = ["COMBINATORS", "KnownName", "canonical_name", "is_aggregate", "known_names"]

COMBINATORS: tuple[str, ...] = tuple(
    """OrNull OrDefault Distinct If ArgMin ArgMax SimpleState MergeState Merge State ForEach Array
    Map Resample Tuple""".split()
)
"""What the names of aggregate functions may end with; the longer ones before what they end with."""


_OF_GRAMMAR = {
    **dict.fromkeys("dateadd date_add timestampadd timestamp_add".split(), "addDate"),
    **dict.fromkeys("datesub date_sub timestampsub timestamp_sub".split(), "subDate"),
}
"""Names that only ClickHouse's grammar knows, in small letters, with the functions they mean."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """One name of `system.functions`.

    Attributes:
        name: ClickHouse's spelling.
        any_case: whether it may be written in any case.
        aggregate: whether it is an aggregate function.
        alias_to: the function it is another name of; empty for most.
    """

    name: str
    any_case: bool
    aggregate: bool
    alias_to: str


@cache
def known_names() -> dict[str, KnownName]:
    """All names, by ClickHouse's spelling."""
    return {
        name: KnownName(name, "i" in flags, "a" in flags, alias_to)
        for name, flags, alias_to in lines_of("functions.tsv", "rmt_engine.sql.functions")
    }


@cache
def _any_case() -> dict[str, str]:
    """Names that may be written in any case, by their small letters."""
    return {name.lower(): name for name, known in known_names().items() if known.any_case}


@cache
def canonical_name(name: str) -> str | None:
    """ClickHouse's own name of a function, however it is written; None if there is none.

    Aliases become what they stand for, and combinators stay: `SUBSTR` is `substring`, `SUMIf` is
    `sumIf`.
    """
    known = known_names().get(name) or known_names().get(_any_case().get(name.lower(), ""))
    if known is not None:
        return known.alias_to or known.name
    if name.lower() in _OF_GRAMMAR:
        return _OF_GRAMMAR[name.lower()]
    for combinator in COMBINATORS:
        if name.endswith(combinator):
            base = canonical_name(name.removesuffix(combinator))
            if base is not None and is_aggregate(base):
                return base + combinator
    return None


@cache
def is_aggregate(name: str) -> bool:
    """Whether the canonical name is that of an aggregate function, combinators included."""
    known = known_names().get(name)
    if known is not None:
        return known.aggregate
    return any(
        name.endswith(combinator) and is_aggregate(name.removesuffix(combinator))
        for combinator in COMBINATORS
        if len(name) > len(combinator)
    )
