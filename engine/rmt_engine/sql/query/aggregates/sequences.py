"""`sequenceMatch`, `sequenceCount` and `sequenceMatchEvents`: patterns of events.

ClickHouse tries a pattern at each event and goes back where it fails. It finds the match of which
each piece ends as early as it can, which is also found without going back: all pieces that may be
reached are kept, with how each was reached first.

Sources: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions,
ClickHouse's `AggregateFunctionSequenceMatch.h`, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.aggregates.event_arguments import (
    MOST_CONDITIONS,
    conditions_of,
    moment_of,
    type_of_moments,
)
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, standing_for
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.aggregates.sequence_patterns import (
    AnyEvent,
    Event,
    Piece,
    Star,
    Time,
    read_pattern,
)

__all__ = ["SEQUENCE_RULES"]


@dataclass(frozen=True, slots=True)
class _Scan:
    """A scan of the events for a pattern.

    A way to a piece is a struct of the time `t` of the event before it, or of its own first one
    where any number of events is before it, and the times `path` of the events on the way. The
    state of the scan has a list of the ways to each piece; `rmt_e` is the next event.

    Attributes:
        pieces: of the pattern, without any number of events at its end.
        kind: Spark's type of times.
        has_paths: whether the paths are kept.
    """

    pieces: Sequence[Piece]
    kind: str
    has_paths: bool

    @property
    def ends_with_time(self) -> bool:
        """Whether an event behind the match decides."""
        return isinstance(self.pieces[-1], Time)

    @property
    def type_of_ways(self) -> str:
        """Spark's type of a list of ways."""
        path = f", path: ARRAY<{self.kind}>" if self.has_paths else ""
        return f"ARRAY<STRUCT<t: {self.kind}{path}>>"

    def state(self, **fields: str) -> str:
        """A state without any way.

        Args:
            fields: its other fields.
        """
        nothing = f"CAST(array() AS {self.type_of_ways})"
        ways = {f"s{at}": nothing for at in range(len(self.pieces))}
        return _struct({**fields, **ways})

    def following(self, **fields: str) -> str:
        """The state behind an event."""
        ways = {f"s{at}": self._kept_or_met(at) for at in range(len(self.pieces))}
        return _struct({**fields, **ways})

    @property
    def matched(self) -> str:
        """A list with the way through the whole pattern; empty if it does not match here."""
        last = len(self.pieces) - 1
        return self._passed(last) if self.ends_with_time else self._met(last)

    @property
    def may_end(self) -> bool:
        """Whether the last piece matches where there are no more events."""
        last = self.pieces[-1]
        if not isinstance(last, Time):
            return False
        return last.operator in ("<", "<=") or (last.operator == ">=" and not last.duration)

    def paths(self) -> str:
        """The paths of all events that are met here, the longest first."""
        met = [self._met(at) for at, one in enumerate(self.pieces) if isinstance(one, Event)]
        return f"transform(concat({', '.join(reversed(met))}), rmt_y -> rmt_y.path)"

    def _reached(self, at: int) -> str:
        """The ways to a piece when an event comes."""
        before = f"rmt_state.s{at}"
        if at == 0:
            path = f", 'path', CAST(array() AS ARRAY<{self.kind}>)" if self.has_paths else ""
            return f"concat({before}, array(named_struct('t', rmt_e.t{path})))"
        if isinstance(self.pieces[at - 1], Star | Time):
            return f"concat({before}, {self._passed(at - 1)})"
        return before

    def _passed(self, at: int) -> str:
        """The way behind a piece that may be any number of events."""
        ways, piece = self._reached(at), self.pieces[at]
        if isinstance(piece, Time):
            ways = f"filter({ways}, rmt_y -> {_is_met(piece)})"
        return self._first(ways, "rmt_y.path")

    def _met(self, at: int) -> str:
        """The way behind a piece that is an event."""
        ways, piece = self._reached(at), self.pieces[at]
        if isinstance(piece, AnyEvent):
            return self._first(ways, "rmt_y.path")
        assert isinstance(piece, Event)
        ways = f"CASE WHEN rmt_e.met[{piece.place}] THEN {ways} ELSE slice({ways}, 1, 0) END"
        return self._first(ways, "array_append(rmt_y.path, rmt_e.t)")

    def _first(self, ways: str, path: str) -> str:
        kept = f", 'path', {path}" if self.has_paths else ""
        return f"transform(slice({ways}, 1, 1), rmt_y -> named_struct('t', rmt_e.t{kept}))"

    def _kept_or_met(self, at: int) -> str:
        """The ways to a piece behind the event."""
        piece, ways = self.pieces[at], self._reached(at)
        if isinstance(piece, Star):
            kept = f"slice({ways}, 1, 1)"
        elif isinstance(piece, Time):
            kept = _still_open(piece, ways)
        else:
            kept = f"slice({ways}, 1, 0)"
        if at and isinstance(self.pieces[at - 1], Event | AnyEvent):
            return f"concat({kept}, {self._met(at - 1)})"
        return kept


def _is_met(piece: Time) -> str:
    return f"rmt_e.t {piece.operator} rmt_y.t + {piece.duration}"


def _still_open(piece: Time, ways: str) -> str:
    """The ways of which a later event may be at the right time; where all are, the first."""
    if piece.operator in (">", ">="):
        return f"slice({ways}, 1, 1)"
    operator = "<=" if piece.operator == "=" else piece.operator
    return f"filter({ways}, rmt_y -> rmt_e.t {operator} rmt_y.t + {piece.duration})"


def _struct(fields: Mapping[str, str]) -> str:
    return f"named_struct({', '.join(f'{name!r}, {text}' for name, text in fields.items())})"


def _sequence(of_events: Callable[[_Scan, str], str], of_any: str) -> Callable[[Aggregate], str]:
    """A function of a pattern.

    Args:
        of_events: given the scan and the list of the events, the result.
        of_any: the result for a pattern that has no event, given the list `rmt_events`.
    """

    def text(call: Aggregate) -> str:
        conditions = conditions_of(call)
        pieces = _pieces(call, len(conditions))
        event = f"named_struct('t', {moment_of(call)}, 'met', array({', '.join(conditions)}))"
        events = call.rows.only(" OR ".join(conditions)).list_of(event)
        if not pieces:
            return let(events, "rmt_events", of_any)
        keyed = (
            f"array_sort(transform({events}, (rmt_x, rmt_at) -> "
            "named_struct('t', rmt_x.t, 'at', rmt_at, 'met', rmt_x.met)))"
        )
        has_paths = call.name == "sequenceMatchEvents"
        found = of_events(_Scan(pieces, type_of_moments(call), has_paths), keyed)
        if not has_paths:
            return found
        _, back = standing_for(call.first)
        return f"transform({found}, rmt_x -> {back('rmt_x')})"

    return text


def _pieces(call: Aggregate, width: int) -> Sequence[Piece]:
    pattern = call.parameter(0, None)
    if len(call.parameters) != 1:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Aggregate function {call.name} requires exactly one parameter.",
            f"{call.name}('(?1).*(?2)')(time, condition, condition)",
        )
    if not isinstance(pattern, str):
        raise RmtError("BAD_GET", f"The pattern of {call.name} is a text, not {pattern}.")
    pieces = list(read_pattern(pattern, width))
    while pieces and isinstance(pieces[-1], Star):
        pieces.pop()
    if pieces and not any(isinstance(one, Event | AnyEvent) for one in pieces):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The pattern '{pattern}' of {call.name} has conditions of time without any event.",
            "Put an event before it: (?1)(?t<=60)(?2).",
        )
    return pieces


def _count(scan: _Scan, events: str) -> str:
    """How often the pattern matches, each time behind the match before."""
    more = scan.state(n="rmt_state.n + 1")
    following = scan.following(n="rmt_state.n")
    if scan.ends_with_time:
        start = f"CASE WHEN size({scan.matched}) > 0 THEN {more} ELSE rmt_state END"
        step = let(start, "rmt_state", following)
    else:
        step = f"CASE WHEN size({scan.matched}) > 0 THEN {more} ELSE {following} END"
    count = "rmt_state.n"
    if scan.may_end:
        count += f" + CAST(size(rmt_state.s{len(scan.pieces) - 1}) > 0 AS BIGINT)"
    start = scan.state(n="0L")
    return f"aggregate({events}, {start}, (rmt_state, rmt_e) -> {step}, rmt_state -> {count})"


def _match(scan: _Scan, events: str) -> str:
    return f"({_count(scan, events)} > 0)"


def _matched_events(scan: _Scan, events: str) -> str:
    """The times of the events of the first match, or of the first part of it that is longest."""
    nothing = f"CAST(array() AS ARRAY<{scan.kind}>)"
    longest = (
        f"aggregate({scan.paths()}, rmt_state.best, (rmt_best, rmt_y) -> "
        "CASE WHEN size(rmt_y) > size(rmt_best) THEN rmt_y ELSE rmt_best END)"
    )
    is_open = f"size({scan.matched}) = 0"
    step = scan.following(best=longest, open=is_open)
    return (
        f"aggregate({events}, {scan.state(best=nothing, open='true')}, (rmt_state, rmt_e) -> "
        f"CASE WHEN rmt_state.open THEN {step} ELSE rmt_state END, rmt_state -> rmt_state.best)"
    )


SEQUENCE_RULES: Mapping[str, Rule] = {
    name: Rule(_sequence(of_events, of_any), 3, MOST_CONDITIONS + 1, is_total=True)
    for name, of_events, of_any in (
        ("sequenceMatch", _match, "(size(rmt_events) >= 0)"),
        ("sequenceCount", _count, "size(rmt_events)"),
        ("sequenceMatchEvents", _matched_events, "slice(transform(rmt_events, rmt_x -> 0), 1, 0)"),
    )
}
"""How the functions are written for Spark."""
