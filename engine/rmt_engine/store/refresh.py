"""What REFRESH says of a materialized view, and how far its refreshes have come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

__all__ = [
    "FIRST_BACKOFF_MS",
    "LONGEST_BACKOFF_MS",
    "RETRIES",
    "Amounts",
    "CalendarInterval",
    "Refresh",
    "RefreshState",
]

RETRIES = 2
FIRST_BACKOFF_MS = 100
LONGEST_BACKOFF_MS = 60_000


@dataclass(frozen=True)
class CalendarInterval:
    """A length of time: months differ in their seconds, so the two are kept apart."""

    months: int = 0
    seconds: int = 0


@dataclass(frozen=True)
class Refresh:
    """When the query of a materialized view is run, and what becomes of its rows.

    Attributes:
        is_periodic: whether it says EVERY: at times of the calendar, and not so long AFTER the last
            refresh.
        period: how often, or how long after.
        offset: how long after a period of the calendar begins; None if it is not said.
        spread: the stretch of time that refreshes are spread over by chance; None if it is not
            said.
        depends_on: databases and names of the views whose refreshes come first.
        settings: those in the clause, by name.
        append: whether the rows come to those that are there, and do not replace them.
    """

    is_periodic: bool
    period: CalendarInterval
    offset: CalendarInterval | None = None
    spread: CalendarInterval | None = None
    depends_on: tuple[tuple[str, str], ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    append: bool = False

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> Refresh:
        """Reads what `dataclasses.asdict` made, by way of JSON."""
        intervals = {
            name: CalendarInterval(**values[name]) if values[name] is not None else None
            for name in ("period", "offset", "spread")
        }
        depends_on = tuple((database, name) for database, name in values["depends_on"])
        return cls(**{**values, **intervals, "depends_on": depends_on})

    @property
    def retries(self) -> int:
        """How often a refresh that failed is tried again; any negative number is for ever."""
        return int(self.settings.get("refresh_retries", RETRIES))

    @property
    def first_backoff_ms(self) -> int:
        """The pause before the first of these."""
        return int(self.settings.get("refresh_retry_initial_backoff_ms", FIRST_BACKOFF_MS))

    @property
    def longest_backoff_ms(self) -> int:
        """No pause is longer, though each is twice the one before."""
        return int(self.settings.get("refresh_retry_max_backoff_ms", LONGEST_BACKOFF_MS))


@dataclass(frozen=True)
class Amounts:
    """What a refresh read and wrote."""

    read_rows: int = 0
    read_bytes: int = 0
    written_rows: int = 0
    written_bytes: int = 0


@dataclass(frozen=True)
class RefreshState:
    """How far the refreshes of a view have come. Times are seconds since 1970.

    Attributes:
        table_id: the view.
        version: how often this has changed.
        timeslot: the time of the calendar that is done; with AFTER, when the last refresh ended.
        success_started_at: when the last refresh that succeeded began; None if none has.
        success_ms: how long it took.
        success_ended_at: when it ended; 0 if none has. Grows with every success.
        dependencies: the `success_ended_at` of the views it depends on, by name, when it began.
        attempted_at: when the last attempt ended, or began if it has not ended; None without one.
        attempts: how many attempts failed for the timeslot that is due, the current one included.
        is_failed: whether the last attempt did not succeed, or has not ended.
        error: why it failed; empty if the process that made it went away.
        previous_error: why the attempt before the current one failed; empty if it did not.
        randomness: a whole number from -10⁹ to 10⁹, drawn for the next refresh.
        is_requested: whether SYSTEM REFRESH VIEW wants a refresh out of schedule.
        is_cancelled: whether the current attempt is to end.
        is_paused: whether no endpoint begins a refresh.
        run_id: the current attempt; empty if there is none.
        owner_id: the process that makes it; empty likewise.
        replica: the process that made the last attempt, as system tables name it.
        planned_at: the time the current attempt was due; None if that is not known.
        amounts: what the last success read and wrote.
    """

    table_id: int
    version: int = 0
    timeslot: int = 0
    success_started_at: float | None = None
    success_ms: int | None = None
    success_ended_at: float = 0.0
    dependencies: dict[str, float] = field(default_factory=dict)
    attempted_at: float | None = None
    attempts: int = 0
    is_failed: bool = False
    error: str = ""
    previous_error: str = ""
    randomness: int = 0
    is_requested: bool = False
    is_cancelled: bool = False
    is_paused: bool = False
    run_id: str = ""
    owner_id: str = ""
    replica: str = ""
    planned_at: float | None = None
    amounts: Amounts = field(default_factory=Amounts)

    @property
    def is_running(self) -> bool:
        """Whether an attempt is under way."""
        return bool(self.run_id)

    def ended(self) -> RefreshState:
        """The state without a current attempt."""
        return replace(self, run_id="", owner_id="", is_cancelled=False, planned_at=None)
