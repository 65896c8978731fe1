"""ClickHouse as it was recorded, and the real one where the recording ends.

A test's answer depends on all that was sent before, so a recording is followed only as long as the
test sends exactly its statements. At the first other one, all that is still in effect is sent to
real ClickHouse, which answers from there on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum

from support.clickhouse import LiveSession
from support.recording import Answer, Exchange, Recordings, Section, Statement, digest

__all__ = ["Mode", "Outcome", "Replay", "Scope"]


class Mode(StrEnum):
    """Whom the tests ask."""

    REPLAY = "replay"
    """The recordings; ClickHouse where these do not have the answer."""
    RECORD = "record"
    """ClickHouse, and its answers are written down."""
    VERIFY = "verify"
    """ClickHouse, and its answers have to be the recorded ones."""


class Outcome(StrEnum):
    """How a test's statements and its recording went together."""

    SILENT = "asked nothing"
    SAME = "sent what is recorded"
    STALE = "sent something else than is recorded"
    MISSING = "has no recording"
    LIVE = "always asks ClickHouse"


@dataclass(eq=False)
class Scope:
    """A test, or a fixture that several tests share, from its beginning to its end.

    Attributes:
        module: where it is.
        name: of the test or of the fixture.
        fixtures: those it stands on, by name.
        always_live: whether it is never recorded.
        after: what shared fixtures before it sent, once it asked something.
        recorded: what was recorded of it.
        asked: what it sent.
        outcome: so far.
        differences: between the recording and ClickHouse.
    """

    module: str
    name: str
    fixtures: Collection[str] = ()
    always_live: bool = False
    after: tuple[str, ...] = ()
    recorded: tuple[Exchange, ...] = ()
    asked: list[Exchange] = field(default_factory=list)
    outcome: Outcome = Outcome.SILENT
    differences: list[str] = field(default_factory=list)

    @property
    def is_shared(self) -> bool:
        return self.name.startswith("fixture ")

    @property
    def identity(self) -> str:
        """A fixture's name, with a digest of what it sent."""
        texts = (exchange.statement.recorded.text for exchange in self.asked)
        return f"{self.name.removeprefix('fixture ')} {digest(chr(0).join(texts))}"

    def expected(self, statement: Statement) -> Exchange | None:
        """What is recorded of its next statement, if it is this one."""
        if self.outcome is not Outcome.SAME:
            return None
        if len(self.asked) < len(self.recorded):
            exchange = self.recorded[len(self.asked)]
            if exchange.statement == statement.recorded:
                return exchange
        self.outcome = Outcome.STALE
        return None


@dataclass(eq=False)
class _Sending:
    """A statement that is in effect, in ClickHouse once it was sent there."""

    scope: Scope
    statement: Statement
    sent: bool = False
    opens: str = ""  # the database which it makes the current one


class Replay:
    """The oracle of a run of tests.

    Args:
        live: real ClickHouse, which starts with the first statement it gets.
        recordings: of all modules.
        mode: whom to ask.
    """

    def __init__(self, live: Callable[[], LiveSession], recordings: Recordings, mode: Mode) -> None:
        self.mode = mode
        self._start = live
        self._live: LiveSession | None = None
        self._recordings = recordings
        self._shared: list[Scope] = []
        self._scopes = [Scope("", "", always_live=True)]
        self._in_effect: list[_Sending] = []

    # Scopes

    def enter(self, scope: Scope) -> None:
        """What is asked from here on is this scope's."""
        if scope.is_shared and scope not in self._shared:
            self._shared.append(scope)
        self._scopes.append(scope)

    def leave(self, scope: Scope) -> None:
        """What is asked from here on is of the scope around it, which may come back."""
        if scope in self._scopes:
            self._scopes.remove(scope)

    def end(self, scope: Scope) -> None:
        """Undoes what the scope did to the session."""
        self.leave(scope)
        if scope in self._shared:
            self._shared.remove(scope)
        self._undo([sending for sending in self._in_effect if sending.scope is scope])

    def keep(self, scope: Scope) -> None:
        """Records what the scope asked; nothing of a test that always asks ClickHouse."""
        if self.mode is Mode.RECORD:
            asked = () if scope.always_live else tuple(scope.asked)
            section = Section(asked, scope.after)
            self._recordings.put(scope.module, scope.name, section)

    # The oracle

    @property
    def current(self) -> str:
        opened = [sending.opens for sending in self._in_effect if sending.opens]
        return opened[-1] if opened else "default"

    def ask(self, statement: Statement) -> Answer:
        scope = self._scopes[-1]
        self._begin(scope)
        expected = scope.expected(statement)
        if expected is not None and self.mode is Mode.REPLAY:
            self._in_effect.append(_Sending(scope, statement))
            scope.asked.append(expected)
            return expected.answer
        live = self._caught_up()
        answer = live.ask(statement)
        self._in_effect.append(_Sending(scope, statement, sent=True))
        scope.asked.append(Exchange(statement, answer))
        verifies = expected is not None and self.mode is Mode.VERIFY
        if verifies and not expected.answer.agrees(answer, statement.is_ordered):
            scope.differences.append(_difference(expected, answer))
        return answer

    def open_database(self) -> str:
        scope = self._scopes[-1]
        base = f"{scope.name.removeprefix('fixture ')}_database" if scope.is_shared else "database"
        base = re.sub(r"\W+", "_", base)
        taken = {sending.opens for sending in self._in_effect}
        names = (base, *(f"{base}_{number}" for number in range(2, 9)))
        name = next(name for name in names if name not in taken)
        self._in_effect.append(_Sending(scope, Statement(f"CREATE DATABASE {name}")))
        self._in_effect.append(_Sending(scope, Statement(f"USE {name}"), opens=name))
        return name

    def close_database(self) -> None:
        last = max(at for at, sending in enumerate(self._in_effect) if sending.opens)
        scope = self._in_effect[last].scope
        behind = [sending for sending in self._in_effect[last - 1 :] if sending.scope is scope]
        self._undo(behind)

    def close(self) -> None:
        if self._live is not None:
            self._live.close()
            self._live = None

    def _begin(self, scope: Scope) -> None:
        """Finds the recording, at the first statement."""
        if scope.outcome is not Outcome.SILENT:
            return
        if scope.always_live:
            scope.outcome = Outcome.LIVE
            return
        before = (other for other in self._shared if other is not scope and other.asked)
        scope.after = tuple(
            other.identity
            for other in before
            if other.name.removeprefix("fixture ").partition("[")[0] in scope.fixtures
        )
        section = self._recordings.section(scope.module, scope.name)
        if section is None:
            scope.outcome = Outcome.MISSING
        elif section.after != scope.after:
            scope.outcome = Outcome.STALE
        else:
            scope.outcome, scope.recorded = Outcome.SAME, section.exchanges

    def _caught_up(self) -> LiveSession:
        """Real ClickHouse, in the state that the statements so far make."""
        if self._live is None:
            self._live = self._start()
        for sending in self._in_effect:
            if not sending.sent:
                self._live.ask(sending.statement)
                sending.sent = True
        return self._live

    def _undo(self, sendings: list[_Sending]) -> None:
        undone = set(sendings)
        self._in_effect = [sending for sending in self._in_effect if sending not in undone]
        if self._live is None or not any(sending.sent for sending in sendings):
            return
        texts = [f"USE {self.current}"]
        for sending in sendings:
            if sending.sent:
                texts += [f"SET {name} = DEFAULT" for name in _settings(sending.statement.text)]
                texts += [f"DROP DATABASE {sending.opens} SYNC"] if sending.opens else []
        for text in texts:
            self._live.ask(Statement(text))
        for sending in self._in_effect:
            if sending.sent and _settings(sending.statement.text):
                self._live.ask(sending.statement)


def _settings(text: str) -> list[str]:
    """The settings of the session that a statement sets."""
    match = re.match(r"\s*SET\s+(.+)", text, re.IGNORECASE | re.DOTALL)
    return re.findall(r"(\w+)\s*=", match[1]) if match else []


def _difference(expected: Exchange, answer: Answer) -> str:
    recorded, now = "\n".join(expected.answer.lines), "\n".join(answer.lines)
    return (
        f"ClickHouse answers something else than is recorded to\n{expected.statement.text}\n"
        f"recorded:\n{recorded or '(no result)'}\nnow:\n{now or '(no result)'}"
    )
