"""Collection of files nobody refers to: what a crash left, what merges replaced, what was dropped.

Nothing is found by listing directories: every directory is noted in the registry before its first
file, so the cost is in proportion to what is collected.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from rmt_engine.store import part_log
from rmt_engine.store.owners import LEASE_S, Owner, may_be_there
from rmt_engine.store.store import Store

__all__ = ["DEFAULT_LIFETIME_S", "Collector", "collect"]

DEFAULT_LIFETIME_S = 480.0
_INTERVAL_S = 30.0
_log = logging.getLogger(__name__)


def collect(store: Store, now: float | None = None) -> int:
    """Deletes what nobody refers to and returns how many directories, parts and tables that were.

    Args:
        store: the store.
        now: the time to judge ages by, seconds since 1970; the current time by default.
    """
    now = time.time() if now is None else now
    _forget_history(store, now)
    return (
        _collect_stagings(store, now)
        + _collect_parts(store, now)
        + _collect_tables(store, now)
        + _collect_deletion_vectors(store, now)
    )


def _forget_history(store: Store, now: float) -> None:
    """Forgets blocks whose window is over, and old events of parts."""
    store.block_ids.expire(now)
    with store.registry.writing() as connection:
        part_log.trim(connection, now)


def _collect_stagings(store: Store, now: float) -> int:
    for owner in store.registry.owners.all():
        if owner.id != store.owner_id and not _may_write(owner, now):
            store.registry.owners.remove(owner.id)
    claimed = store.registry.stagings.claim()
    # Their process is gone, and nobody else read them: they need not be kept for readers.
    left = frozenset(store.registry.temporary_tables.drop_all(claimed, dropped_at=0))
    directories = [directory for directory in claimed if directory not in left]
    for directory in directories:
        store.storage.delete_directory(directory)
        _log.info("collected staging=%s", directory)
    for table_id in store.registry.expired.unpublished_tables(directories):
        store.registry.expired.forget_table(table_id)
    if directories:
        store.registry.stagings.forget(directories)
    return len(claimed)


def _may_write(owner: Owner, now: float) -> bool:
    """Whether a process may still write.

    The lease also covers a killed process whose JVM needs a moment to notice. A process that only
    slept is safe: its commit fails when its staging is gone.
    """
    return now - owner.seen_at <= LEASE_S or may_be_there(owner, now)


def _collect_parts(store: Store, now: float) -> int:
    expired = store.registry.expired.parts(now, DEFAULT_LIFETIME_S)
    for part, files in expired:
        store.storage.delete_files(files)
        _log.info("collected part=%d files=%d", part, len(files))
    if expired:
        store.registry.expired.forget_parts([part for part, _ in expired])
    return len(expired)


def _collect_tables(store: Store, now: float) -> int:
    tables = store.registry.expired.tables(now - DEFAULT_LIFETIME_S)
    for table in tables:
        files, lent = store.registry.expired.files_of_table(table)
        if lent:
            store.storage.delete_files(files)
        else:
            store.storage.delete_files(f for f in files if not f.startswith(f"{table.uuid}/"))
            store.storage.delete_directory(table.uuid)
        store.registry.expired.forget_table(table.id)
        store.snapshots.forget(table.id)
        _log.info("collected table=%s", table.qualified)
    return len(tables)


def _collect_deletion_vectors(store: Store, now: float) -> int:
    files = store.registry.vectors.expire(now - DEFAULT_LIFETIME_S)
    store.storage.delete_files(files)
    return len(files)


class Collector:
    """Collects every half minute, in a thread of its own, until it is stopped.

    Args:
        store: the store.
        before: what to do before, each time: dropping what nobody can name any more.
    """

    def __init__(self, store: Store, before: Callable[[], object] = lambda: None) -> None:
        self._store = store
        self._before = before
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rmt-collector", daemon=True)

    def start(self) -> None:
        """Begins with what the last process may have left."""
        self._thread.start()

    def stop(self) -> None:
        """Waits for a collection under way and ends."""
        self._stopping.set()
        self._thread.join(timeout=30)

    def _run(self) -> None:
        while True:
            for work in (self._before, lambda: collect(self._store)):
                try:
                    work()
                except Exception:
                    _log.exception("collection failed; it is tried again")
            if self._stopping.wait(_INTERVAL_S):
                return
