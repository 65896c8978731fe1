"""Background merges: parts merge by themselves, a few at a time, while clients insert and read.

One thread looks at tables whose parts changed, and from time to time at the others, as a merge that
did not pay may pay once its parts are older. What it chooses it claims, and a bounded pool merges.
A merge that fails is tried again later and later; one that a crash cut off is simply chosen again.

Source of the semantics:
https://clickhouse.com/docs/operations/settings/merge-tree-settings and
https://clickhouse.com/docs/sql-reference/statements/system#managing-mergetree-tables
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.merges.backoff import Backoff
from rmt_engine.merges.expiry import ExpiryLimits, first_moment, has_gone, select_expired
from rmt_engine.merges.merge import Merge, merged_name, run_merge
from rmt_engine.merges.planning import StoredTable
from rmt_engine.merges.selector import (
    MergeLimits,
    bytes_to_merge,
    mergeable_stretches,
    select_background,
)
from rmt_engine.merges.stretches import free_stretches
from rmt_engine.merges.tombstones import first_due, select_due
from rmt_engine.store.claims import Claim
from rmt_engine.store.part import Part
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.tasks import Progress

__all__ = ["MergePolicy", "MergeScheduler"]

_LOOK_AGAIN_S = 5.0
_FIRST_RETRY_S = 1.0
_LONGEST_RETRY_S = 300.0
_TOMBSTONES_STAY_S = 60.0
"""For so long merges keep tombstones after one found its parts changed, or such as they hide."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MergePolicy:
    """What a table's settings say about background merges.

    Attributes:
        stored: the table.
        most_bytes: `max_bytes_to_merge_at_max_space_in_pool`.
        least_bytes: `max_bytes_to_merge_at_min_space_in_pool`.
        force_age: `min_age_to_force_merge_seconds`.
        whole_partitions: `min_age_to_force_merge_on_partition_only`.
        cleanup: whether a merge that age forces drops rows marked as deleted.
        base: `merge_selector_base`.
        ttl_pause: `merge_with_ttl_timeout`.
        whole_parts: whether rows that expire wait until all of their part have.
        most_of_ttl: `max_number_of_merges_with_ttl_in_pool`.
    """

    stored: StoredTable
    most_bytes: int
    least_bytes: int
    force_age: float = 0.0
    whole_partitions: bool = False
    cleanup: bool = False
    base: float = 5.0
    ttl_pause: float = 14400.0
    whole_parts: bool = False
    most_of_ttl: int = 2


@dataclass
class _Running:
    """A merge at work."""

    claim: Claim
    progress: Progress
    is_of_ttl: bool = False
    is_stopped: bool = False


class MergeScheduler:
    """Chooses and runs background merges.

    Args:
        store: the store.
        slots: how many merges run at the same time.
        policy: reads a table's settings.
        merged: called with the table after each merge.
        job: the surroundings a merge runs in, made from the number of its claim.
        cancel: stops the work of a claim's number; it then fails or its `check` raises.
    """

    def __init__(
        self,
        store: Store,
        slots: int,
        policy: Callable[[Table], MergePolicy],
        merged: Callable[[Table], None] = lambda _: None,
        job: Callable[[int], AbstractContextManager[None]] = lambda _: nullcontext(),
        cancel: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._slots = slots
        self._policy = policy
        self._merged = merged
        self._job = job
        self._cancel = cancel
        self._pool = ThreadPoolExecutor(slots, "rmt-merge")
        self._running: dict[int, _Running] = {}
        self._stopped: set[int] = set()
        self._all_stopped = False
        self._ttl_stopped: set[int | None] = set()
        self._ttl_merged: dict[tuple[int, str], float] = {}
        self._expires: dict[int, float] = {}
        self._kept: dict[int, tuple[int, float]] = {}
        self._in_vain: dict[int, float] = {}
        self._seen: dict[int, int] = {}
        self._trouble: dict[int, Backoff] = {}
        self._settled: dict[int, int] = {}
        self._changed = threading.Condition()
        self._asked = True
        self._closing = False
        self._look_at_all = 0.0
        self._last_served = 0
        self._thread = threading.Thread(target=self._run, name="rmt-merges", daemon=True)

    def start(self) -> None:
        """Begins to merge."""
        self._thread.start()

    def close(self) -> None:
        """Cancels the merges at work and ends; what they did not commit is as before."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._cancel_where(lambda _: True)
        if self._thread.is_alive():
            self._thread.join()
        self._pool.shutdown()

    def parts_changed(self) -> None:
        """Looks for merges now rather than later."""
        with self._changed:
            self._asked = True
            self._changed.notify_all()

    def stop_merges(self, table_id: int | None) -> None:
        """Cancels a table's merges, or all, and begins none until `start_merges`."""
        with self._changed:
            if table_id is None:
                self._all_stopped = True
            else:
                self._stopped.add(table_id)
        self._cancel_where(lambda claim: table_id in (None, claim.table_id))

    def cancel_merges(self, table_id: int) -> None:
        """Cancels the merges of a table that are at work; others may follow."""
        self._cancel_where(lambda claim: claim.table_id == table_id)

    def start_merges(self, table_id: int | None) -> None:
        """Lets a table, or all, merge again."""
        with self._changed:
            if table_id is None:
                self._all_stopped = False
                self._stopped.clear()
            else:
                self._stopped.discard(table_id)
        self.parts_changed()

    def is_stopped(self, table_id: int) -> bool:
        """Whether a table's merges are stopped."""
        with self._changed:
            return self._all_stopped or table_id in self._stopped

    def stop_ttl_merges(self, table_id: int | None) -> None:
        """Lets what has expired stay in a table's merges, or in all, until they are started."""
        with self._changed:
            self._ttl_stopped.add(table_id)

    def start_ttl_merges(self, table_id: int | None) -> None:
        """Lets merges of a table, or all, drop what has expired again."""
        with self._changed:
            if table_id is None:
                self._ttl_stopped.clear()
            else:
                self._ttl_stopped.discard(table_id)
            self._settled.clear()
        self.parts_changed()

    def expires_at(self, table_id: int) -> int | None:
        """By when a merge of a table that begins now drops what has expired; None for never."""
        with self._changed:
            return None if {None, table_id} & self._ttl_stopped else int(time.time())

    def progress(self, claim: Claim) -> float:
        """How far a merge of this process is, from 0 to 1."""
        with self._changed:
            running = self._running.get(claim.id)
        return running.progress.fraction if running is not None else 0.0

    # The thread that chooses

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._asked and not self._closing:
                    self._changed.wait(max(self._look_at_all - time.monotonic(), 0.0))
                if self._closing:
                    return
                self._asked = False
            everything = time.monotonic() >= self._look_at_all
            if everything:
                self._look_at_all = time.monotonic() + _LOOK_AGAIN_S
            try:
                self._choose(everything)
            except Exception:
                _log.exception("cannot choose merges; it is tried again")

    def _choose(self, everything: bool) -> None:
        """Starts merges until no slot is free or nothing pays.

        Args:
            everything: whether tables are looked at that did not change since the last time, unless
                they have no two parts to merge.
        """
        versions = self._store.registry.tables.versions()
        for table_id in sorted(versions, key=lambda number: (number <= self._last_served, number)):
            if not everything and self._seen.get(table_id) == versions[table_id]:
                continue
            if self._is_settled(table_id, versions[table_id]):
                continue
            if self.is_stopped(table_id) or self._waits(table_id):
                continue
            try:
                if not self._start_merges(table_id):
                    return
            except Exception as error:
                self._failed(table_id, "nothing", error)
                continue
            self._seen[table_id] = versions[table_id]

    def _start_merges(self, table_id: int) -> bool:
        """Starts all merges of a table that pay; False when there are more than free slots."""
        table = self._store.registry.tables.by_number(table_id)
        while table is not None:
            if not self._free_slots():
                return False
            if not self._start_one(table):
                return True
            self._last_served = table_id
        return True

    def _start_one(self, table: Table) -> bool:
        try:
            snapshot = self._store.snapshots.current(table)
        except RmtError:
            return False
        policy = self._policy(snapshot.table)
        chosen = self._choice(policy, snapshot)
        if chosen is None:
            return False
        if time.time() < self._in_vain.get(table.id, -math.inf) + _TOMBSTONES_STAY_S:
            chosen = replace(chosen, keeps_tombstones=True)
        claim = self._store.claims.take(table.id, chosen.parts, merged_name(chosen.parts))
        if claim is None:
            return False
        if self._waits(table.id):
            # A merge of the same parts failed while this one was chosen.
            self._store.claims.release(claim)
            return False
        if chosen.is_paced:
            self._ttl_merged[table.id, chosen.parts[0].name.partition_id] = time.time()
        with self._changed:
            self._running[claim.id] = _Running(claim, Progress(), chosen.is_of_ttl)
        self._pool.submit(self._work, policy.stored, chosen, claim)
        return True

    def _choice(self, policy: MergePolicy, snapshot: Snapshot) -> Merge | None:
        """The merge of a table that pays most."""
        now = time.time()
        partitions = snapshot.partitions()
        table = snapshot.table
        expires_at = self.expires_at(table.id)
        rules = table.definition.ttl if expires_at is not None else ()
        first = first_moment(snapshot.parts, rules)
        first_marked = self._first_tombstones(snapshot, now)
        is_quiet = min(first, first_marked) > now
        if is_quiet and all(len(parts) < 2 for parts in partitions.values()):
            self._settled[table.id] = snapshot.version
            self._expires[table.id] = min(first, first_marked)
            return None
        claims = self._store.claims.all(table.id)
        unfinished = self._store.mutations.unfinished(table.id)
        projections = table.definition.kept_projections
        most = bytes_to_merge(
            self._free_slots(), self._slots, policy.most_bytes, policy.least_bytes
        )
        stretches = [
            stretch
            for parts in partitions.values()
            for stretch in mergeable_stretches(parts, unfinished, projections)
        ]
        if first <= now and self._running_of_ttl() < policy.most_of_ttl:
            limits_of_ttl = ExpiryLimits(
                most,
                policy.whole_parts,
                lambda partition: self._may_repeat(table.id, partition, now - policy.ttl_pause),
            )
            free = free_stretches(stretches, claims)
            if expired := select_expired(free, rules, limits_of_ttl, int(now)):
                files = (file for part in expired for file in part.files)
                is_paced = not has_gone(files, rules, int(now))
                return Merge(tuple(expired), expires_at=int(now), is_of_ttl=True, is_paced=is_paced)
        if policy.force_age and policy.whole_partitions:
            claimed = {number for claim in claims for number in claim.sources}
            for parts in partitions.values():
                whole = len(mergeable_stretches(parts, unfinished, projections)) == 1
                if whole and _is_due(parts, now - policy.force_age, claimed):
                    return Merge(tuple(parts), policy.cleanup, expires_at=expires_at)
        if first_marked <= now:
            if parts := select_due(snapshot, free_stretches(stretches, claims), most, now):
                return Merge(tuple(parts), expires_at=expires_at)
            later = first_due(table.definition, snapshot.parts, now)
            self._kept[table.id] = snapshot.version, min(later, now + _TOMBSTONES_STAY_S)
        limits = MergeLimits(most, policy.force_age, policy.whole_partitions, policy.base)
        chosen = select_background(free_stretches(stretches, claims), limits, now)
        return Merge(tuple(chosen), expires_at=expires_at) if chosen else None

    def _first_tombstones(self, snapshot: Snapshot, now: float) -> float:
        """When to look for tombstones to drop in a table."""
        version, until = self._kept.get(snapshot.table.id, (-1, 0.0))
        tried = self._in_vain.get(snapshot.table.id, -math.inf) + _TOMBSTONES_STAY_S
        until = max(tried, until if version == snapshot.version else 0.0)
        return max(
            first_due(snapshot.table.definition, snapshot.parts), until if until > now else 0
        )

    def _is_settled(self, table_id: int, version: int) -> bool:
        """Whether there is nothing to merge in a table as it is, and nothing has expired."""
        is_settled = self._settled.get(table_id) == version
        return is_settled and time.time() < self._expires.get(table_id, math.inf)

    def _may_repeat(self, table_id: int, partition_id: str, before: float) -> bool:
        return self._ttl_merged.get((table_id, partition_id), -math.inf) <= before

    def _free_slots(self) -> int:
        with self._changed:
            return self._slots - len(self._running)

    def _running_of_ttl(self) -> int:
        """How many merges at work were chosen because of TTL only."""
        with self._changed:
            return sum(running.is_of_ttl for running in self._running.values())

    def _waits(self, table_id: int) -> bool:
        trouble = self._trouble.get(table_id)
        return trouble is not None and trouble.remaining > 0

    # The pool

    def _work(self, stored: StoredTable, merge: Merge, claim: Claim) -> None:
        running = self._running[claim.id]
        try:
            with self._job(claim.id):
                self._check(running)
                check = lambda: self._check(running)  # noqa: E731 - bound to this merge
                if run_merge(self._store, stored, merge, check, running.progress):
                    self._merged(stored.table)
                else:
                    self._in_vain[claim.table_id] = time.time()
                    self._may_be_repeated(merge, claim)
            self._trouble.pop(claim.table_id, None)
        except Exception as error:
            if running.is_stopped or self._closing:
                _log.info("cancelled merge table=%d into=%s", claim.table_id, claim.result)
            else:
                self._failed(claim.table_id, str(claim.result), error)
            self._may_be_repeated(merge, claim)
        finally:
            # Not before a failure is noted: the parts would be merged again at once.
            self._store.claims.release(claim)
            with self._changed:
                del self._running[claim.id]
            self.parts_changed()

    def _may_be_repeated(self, merge: Merge, claim: Claim) -> None:
        """Notes that a merge was not done: the next one because of TTL need not wait for it."""
        if merge.is_paced:
            self._ttl_merged.pop((claim.table_id, claim.result.partition_id), None)

    def _check(self, running: _Running) -> None:
        if running.is_stopped or self._closing:
            raise RmtError("ABORTED", "Cancelled merging parts.")

    def _failed(self, table_id: int, result: str, error: Exception) -> None:
        if isinstance(error, RmtError) and error.name == "UNKNOWN_TABLE":
            return
        first = Backoff(_FIRST_RETRY_S, _LONGEST_RETRY_S)
        trouble = self._trouble.setdefault(table_id, first)
        pause = trouble.fail()
        self._seen.pop(table_id, None)
        _log.error(
            "merge failed table=%d into=%s failures=%d retry_in=%.0f",
            table_id,
            result,
            trouble.failures,
            pause,
            exc_info=error,
        )

    def _cancel_where(self, condition: Callable[[Claim], bool]) -> None:
        with self._changed:
            stopped = [running for running in self._running.values() if condition(running.claim)]
            for running in stopped:
                running.is_stopped = True
        for running in stopped:
            self._cancel(running.claim.id)


def _is_due(parts: list[Part], before: float, claimed: set[int]) -> bool:
    """Whether all parts of a partition are old enough to become one."""
    if len(parts) < 2 or any(part.id in claimed for part in parts):
        return False
    return all(part.created_at <= before for part in parts)
